//! Players see what their seat sees; the end game is solved.

use super::*;
use crate::endgame::{Solution, solve, solve_known};
use crate::players::{ask_back, greedy, random};
use takeback_core::{Evaluator, Moves};
use takeback_search::ismcts::IsMcts;
use takeback_search::{Limits, Search};

type Chooser = fn(&Observation, &mut SplitMix) -> Option<Ask>;
const ALL: [Chooser; 3] = [random, greedy, ask_back];

/// Two positions that differ only in what the seat in turn cannot see get the
/// same answer.
#[test]
fn players_do_not_see_hidden_cards() {
    let mut rng = SplitMix::new(1);
    let mut differed = 0;
    for (players, length) in [(2, 0), (2, 12), (2, 25), (3, 9), (4, 20), (6, 8)] {
        let mut game = somewhere(Options::new(players), length, &mut rng);
        let Turn::Player(me) = game.turn() else { continue };
        for seed in 0..4 {
            let choose = |game: &GoFish| {
                let seen = game.observed_by(me);
                ALL.map(|player| player(&seen, &mut SplitMix::new(seed)))
            };
            let here = choose(&game);
            let hands = game.hot.hands;
            let redeal = game.redeal(me, &mut rng);
            differed += u32::from(game.hot.hands != hands);
            assert_eq!(choose(&game), here);
            let mut redealt = game.belief(me).expect("a belief").sample(&mut SplitMix::new(seed));
            game.undo_redeal(redeal);
            let original = game.belief(me).expect("a belief").sample(&mut SplitMix::new(seed));
            redealt.hands[me.index()] = original.hands[me.index()];
            assert_eq!(redealt, original, "redeals too are made of what is seen");
        }
    }
    assert!(differed > 10, "the hidden cards did differ");
}

/// The same for searches: they work on redeals, never on the deal itself.
#[test]
fn searches_do_not_see_hidden_cards() {
    let mut rng = SplitMix::new(8);
    for (players, length) in [(2, 6), (2, 20), (3, 12)] {
        let mut game = somewhere(Options::new(players), length, &mut rng);
        let Turn::Player(me) = game.turn() else { continue };
        for search in [IsMcts::single, IsMcts::multiple] {
            let think = |game: &GoFish| {
                [game.clone(), game.forgetful()].map(|game| {
                    let report = search().search(&game, &Limits::iterations(150), &mut |_| {});
                    let report = report.expect("a move");
                    (report.best, format!("{:?}", report.score))
                })
            };
            let here = think(&game);
            let hands = game.hot.hands;
            let redeal = game.redeal(me, &mut rng);
            assert_ne!(game.hot.hands, hands, "the hidden cards do differ");
            assert_eq!(think(&game), here);
            game.undo_redeal(redeal);
        }
    }
}

/// Over many deals a greedy player finds hidden cards no better than its chances say.
#[test]
fn greedy_succeeds_as_often_as_it_expects() {
    let mut rng = SplitMix::new(2);
    let (mut expected, mut found, mut asked) = (0.0, 0.0, 0);
    for _ in 0..60 {
        let mut game =
            GoFish::random("players=2 deck=8x4 deal=5".parse().expect("options"), &mut rng)
                .expect("options");
        while let Some(seen) = game.in_turn() {
            let ask = greedy(&seen, &mut rng).expect("an ask");
            let chances = Belief::new(&seen, Belief::WORK).expect("a belief").chances();
            expected += chances.has[ask.target.index()][usize::from(ask.rank)];
            found += f64::from(u8::from(game.hand(ask.target).of(ask.rank) > 0));
            asked += 1;
            game.make(ask);
        }
    }
    let deviation = f64::from(asked).sqrt() / 2.0;
    assert!((expected - found).abs() < 4.0 * deviation, "{found} of {asked}, expected {expected}");
}

fn duel(a: Chooser, b: Chooser, games: u64) -> f64 {
    let mut points = 0.0;
    for n in 0..games {
        let mut rng = SplitMix::stream(3, n);
        let mut game = GoFish::random(Options::new(2), &mut rng).expect("options");
        let first = (n % 2) as u8;
        while let Some(seen) = game.in_turn() {
            let player = if seen.seat.0 == first { a } else { b };
            game.make(player(&seen, &mut rng).expect("an ask"));
        }
        points += f64::from(game.payoff(Player(first)).share());
    }
    points / games as f64
}

#[test]
fn memory_beats_chance() {
    // Luck is large in this game: 0.564 over a thousand games.
    let share = duel(ask_back, random, 300);
    assert!(share > 0.5, "ask back against random: {share}");
}

/// The plain way: everybody maximises, no cutoffs, repetitions as they stand.
fn plain(game: &mut GoFish, path: &mut Vec<takeback_core::Key>) -> Vec<u8> {
    use takeback_core::Keyed;
    let books = |game: &GoFish| game.seats().map(|p| game.books(p)).collect::<Vec<_>>();
    let Turn::Player(me) = game.turn() else { return books(game) };
    if path.contains(&game.key()) {
        return books(game);
    }
    path.push(game.key());
    let mut best: Option<Vec<u8>> = None;
    // The order of the solver, so that equal choices lead to equal ends.
    let mut asks = game.legal_moves();
    asks.sort_by_key(|ask| std::cmp::Reverse(game.hand(ask.target).of(ask.rank)));
    for ask in asks {
        let undo = game.make(ask);
        let end = plain(game, path);
        game.unmake(ask, undo);
        if best.as_ref().is_none_or(|b| end[me.index()] > b[me.index()]) {
            best = Some(end);
        }
    }
    path.pop();
    best.unwrap_or_else(|| books(game))
}

#[test]
fn end_games_are_solved_like_plain_search() {
    let mut rng = SplitMix::new(4);
    let mut solved = 0;
    for n in 0..400 {
        let text =
            ["players=2 deck=5x2 deal=3", "players=3 deck=4x2 deal=2", "players=2 deck=4x4 deal=4"];
        let options: Options = text[n % 3].parse().expect("options");
        let mut game = GoFish::random(options, &mut rng).expect("options");
        while game.turn() != Turn::Over && game.pond() > 0 {
            let ask = game.random_move(&mut rng);
            game.make(ask);
        }
        let before = game.clone();
        let solution = solve(&game, 100_000).expect("small");
        assert_eq!(game, before);
        let end = plain(&mut game, &mut Vec::new());
        let mover = game.turn().decider().unwrap_or(Player::FIRST).index();
        assert_eq!(solution.books[mover], end[mover], "{game:?}");
        assert_eq!(solution.best.is_some(), game.turn() != Turn::Over);
        solved += u32::from(solution.best.is_some());
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn the_solver_has_limits() {
    let mut rng = SplitMix::new(5);
    let game = GoFish::random(Options::new(2), &mut rng).expect("options");
    assert_eq!(solve(&game, 1000), None, "the pond is not empty");
    let mut game = game;
    while game.pond() > 0 {
        let ask = game.random_move(&mut rng);
        game.make(ask);
    }
    assert_eq!(solve(&game, 0), None, "no position is not enough");
    assert!(solve(&game, 1_000_000).is_some());
}

/// For two, an empty pond leaves nothing hidden: the observer can solve it.
#[test]
fn an_observer_solves_what_is_certain() {
    let mut rng = SplitMix::new(6);
    let mut certain = 0;
    for _ in 0..30 {
        let mut game =
            GoFish::random("players=2 deck=6x4 deal=5".parse().expect("options"), &mut rng)
                .expect("options");
        while game.turn() != Turn::Over && game.pond() > 0 {
            let ask = game.random_move(&mut rng);
            game.make(ask);
        }
        let Some(seen) = game.in_turn() else { continue };
        let known: Solution = solve_known(&seen, 100_000).expect("nothing is hidden");
        assert_eq!(known.books, solve(&game, 100_000).expect("small").books);
        certain += 1;
    }
    assert!(certain > 5, "{certain}");
}

#[test]
fn scores_follow_books_and_sets() {
    let mut rng = SplitMix::new(7);
    let mut eval = BooksAndSets;
    for players in 2..=6 {
        let game = somewhere(Options::new(players), 20, &mut rng);
        let mut scores = vec![0; players.into()];
        eval.scores(&game, &mut scores);
        for player in game.seats() {
            assert_eq!(scores[player.index()], eval.score(&game, player));
        }
    }
    let game =
        GoFish::with_deck("players=2 deck=2x2 deal=2".parse().expect("options"), &[0, 1, 0, 1]);
    let mut game = game.expect("a deck");
    let before = eval.score(&game, Player(0));
    let mut asks = Moves::new();
    game.moves(&mut asks);
    game.make(asks[0]);
    assert!(eval.score(&game, Player(0)) > before, "a book is worth more than a pair");
}
