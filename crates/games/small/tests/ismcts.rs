//! Information-set search by the book: what each observer may know, and mixes.

use takeback_core::{Game, Hidden, Portable, SplitMix};
use takeback_search::ismcts::{IsMcts, Observer, Survey};
use takeback_search::mcts::{Drawing, NoTrace, Rollout, Share, Stepwise};
use takeback_search::{Limits, Score, Search, StopFlag};
use takeback_small::{Chain, Goofspiel, Kuhn, KuhnMove, Leduc, LiarsDice, Phantom};

const OBSERVERS: [Observer; 3] = [Observer::Single, Observer::Multiple, Observer::Redealing];

fn search<G: Hidden + takeback_core::RandomMove>(
    observer: Observer,
) -> IsMcts<G, Stepwise<G, Drawing>> {
    IsMcts::new(observer, Stepwise::new(Drawing))
}

/// How often a search bets, by its visits.
fn bets(observer: Observer, position: &str, iterations: u64) -> f64 {
    let game = <Kuhn>::read_position(position).expect("a position");
    let limits = Limits::iterations(iterations);
    let report = search(observer).search(&game, &limits, &mut |_| ()).expect("playable");
    let total: u64 = report.root.iter().map(|row| row.visits).sum();
    let bet = report.root.iter().find(|row| row.m == KuhnMove::Bet).map_or(0, |row| row.visits);
    bet as f64 / total as f64
}

/// To bet the queen after a check wins nothing from the jack, which folds, and
/// loses two chips to the king. Whoever tells the other's cards apart sees it.
#[test]
fn the_queen_does_not_bet_after_a_check() {
    for observer in [Observer::Multiple, Observer::Redealing] {
        let share = bets(observer, "JQ p", 100_000);
        assert!(share < 0.01, "{observer:?} bets {share}");
    }
}

#[test]
fn the_three_observers_differ() {
    let shares = OBSERVERS.map(|observer| bets(observer, "JQ p", 20_000));
    // Of one mind about jack and king, the other calls and folds alike with both.
    assert!(shares[0] > shares[1] + 0.05, "{shares:?}");
    let first = OBSERVERS.map(|observer| bets(observer, "QJ .", 20_000));
    assert!((first[1] - first[2]).abs() > 0.001, "{first:?}");
}

#[test]
fn a_mix_is_drawn_by_visits() {
    let game = <Kuhn>::read_position("KJ .").expect("a position");
    let mut mixing = search(Observer::Multiple);
    mixing.mixing = true;
    let limits = Limits { seed: 3, ..Limits::iterations(50) };
    let told = mixing.policy(&game, &limits).expect("playable");
    assert!((told.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    let bet = told.iter().find(|(m, _)| *m == KuhnMove::Bet).map_or(0.0, |(_, chance)| *chance);
    assert!(bet > 0.05 && bet < 0.95, "{told:?}");
    let mut seen = 0;
    for _ in 0..400 {
        let report = mixing.search(&game, &limits, &mut |_| ()).expect("playable");
        assert_eq!(report.best, report.lines[0].moves[0]);
        seen += u32::from(report.best == KuhnMove::Bet);
    }
    let drawn = f64::from(seen) / 400.0;
    assert!((drawn - bet).abs() < 0.1, "told {bet}, drawn {drawn}");
    let pure = search(Observer::Multiple).policy(&game, &limits).expect("playable");
    assert_eq!(pure.len(), 1);
}

/// The plain way: deal, and play out every move on that deal.
#[test]
fn a_survey_compares_all_moves_on_the_same_deals() {
    let game = Leduc::read_position("K,Q,call,raise").expect("a position");
    let (me, moves, deals) = (game.turn().decider().expect("a decision"), game.legal_moves(), 300);
    let limits = Limits { seed: 8, ..Limits::iterations(deals) };
    let mut survey = Survey::new(Stepwise::new(Drawing));
    let report = survey.search(&game, &limits, &mut |_| ()).expect("playable");

    let (mut game, mut rng) = (game, SplitMix::stream(8, 0));
    let (mut rollout, mut shares) = (Stepwise::new(Drawing), [Share::HALF; 2]);
    let mut sums = vec![0u64; moves.len()];
    for _ in 0..deals {
        game.redeal(me, &mut rng);
        for (sum, &m) in sums.iter_mut().zip(&moves) {
            game.make(m);
            rollout.roll(&mut game, &mut rng, &StopFlag::default(), &mut shares, &mut NoTrace);
            *sum += u64::from(shares[me.index()].units());
            game.unmake(m, ());
        }
    }
    let mean = |sum: u64| (sum as f64 / deals as f64 / f64::from(Share::ONE.units())) as f32;
    assert_eq!(report.root.len(), moves.len());
    for (row, &sum) in report.root.iter().zip(&sums) {
        assert_eq!((row.score, row.visits), (Score::Share(mean(sum)), deals), "{report:?}");
    }
    let best = sums.iter().position(|sum| Some(sum) == sums.iter().max());
    assert_eq!(Some(report.best), best.map(|place| moves[place]));
    assert_eq!((report.iterations, report.score), (deals, Score::Share(report.shares[me.index()])));
    // Threads deal apart and add up.
    let many = Limits { threads: 3, ..limits };
    let report = survey.search(&game, &many, &mut |_| ()).expect("playable");
    assert!(report.root.iter().all(|row| row.visits == deals), "{report:?}");
}

/// Whatever is dealt anew before the search, the same seed gives the same answer.
#[test]
fn no_observer_reads_what_is_hidden() {
    fn check<G: Hidden + takeback_core::RandomMove>(start: &G, plies: usize) {
        let mut rng = SplitMix::new(12);
        for _ in 0..40 {
            let mut game = start.clone();
            for _ in 0..rng.below(plies) {
                let moves = game.legal_moves();
                if !moves.is_empty() {
                    game.make(moves[rng.below(moves.len())]);
                }
            }
            let Some(player) = game.turn().decider() else { continue };
            let mut other = game.clone();
            other.redeal(player, &mut rng);
            for observer in OBSERVERS {
                let answer = |game: &G| {
                    let limits = Limits::iterations(60);
                    let report = search(observer).search(game, &limits, &mut |_| ());
                    report.expect("playable").root
                };
                assert_eq!(answer(&game), answer(&other), "{observer:?}");
            }
            let answer = |game: &G| {
                let mut search = Survey::new(Stepwise::new(Drawing));
                search.search(game, &Limits::iterations(60), &mut |_| ()).expect("playable").root
            };
            assert_eq!(answer(&game), answer(&other), "survey");
        }
    }
    check(&<Kuhn>::default(), 5);
    check(&Kuhn::<3>::default(), 7);
    check(&Leduc::default(), 9);
    check(&LiarsDice::<4>::default(), 7);
    check(&Goofspiel::<4>::default(), 10);
    check(&Phantom::<Chain<3>>::default(), 8);
}
