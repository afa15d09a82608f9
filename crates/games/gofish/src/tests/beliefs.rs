//! Beliefs against counting deal by deal.

use super::*;
use std::collections::HashMap;

/// Every order of the deck, each once.
fn all_decks(options: Options) -> Vec<Vec<Rank>> {
    fn go(left: &mut [u8], deck: &mut Vec<Rank>, out: &mut Vec<Vec<Rank>>) {
        if left.iter().all(|&n| n == 0) {
            out.push(deck.clone());
        }
        for rank in 0..left.len() {
            if left[rank] > 0 {
                left[rank] -= 1;
                deck.push(rank as Rank);
                go(left, deck, out);
                deck.pop();
                left[rank] += 1;
            }
        }
    }
    let mut out = Vec::new();
    go(&mut vec![options.copies; options.ranks.into()], &mut Vec::new(), &mut out);
    out
}

/// The asks of a game.
fn asks(game: &GoFish) -> Vec<Ask> {
    let asks = game.history().iter().filter(|e| e.kind == Kind::Ask);
    asks.map(|e| Ask { target: e.target, rank: e.rank }).collect()
}

/// The same asks on another deck, if they are legal there.
fn replay(options: Options, deck: &[Rank], asks: &[Ask]) -> Option<GoFish> {
    let mut game = GoFish::with_deck(options, deck).ok()?;
    for &ask in asks {
        if !game.allows(ask) {
            return None;
        }
        game.make(ask);
    }
    Some(game)
}

/// Count by going through all decks.
fn count(game: &GoFish, observer: Player, decks: &[Vec<Rank>]) -> Tally {
    let seen = game.observed_by(observer);
    let asks = asks(game);
    let zero = [[0; 13]; 6];
    let mut tally = Tally {
        consistent: 0,
        has: zero,
        sum: zero,
        pond_top: (game.pond() > 0).then_some([0; 13]),
    };
    for deck in decks {
        let Some(other) = replay(*game.options(), deck, &asks) else { continue };
        if other.observed_by(observer) != seen {
            continue;
        }
        tally.consistent += 1;
        for seat in other.seats() {
            for rank in 0..13 {
                let held = u128::from(other.hand(seat).of(rank));
                tally.has[seat.index()][usize::from(rank)] += u128::from(held > 0);
                tally.sum[seat.index()][usize::from(rank)] += held;
            }
        }
        if let Some(top) = &mut tally.pond_top {
            let at = deck.len() - usize::from(game.pond());
            top[usize::from(deck[at])] += 1;
        }
    }
    tally
}

#[test]
fn tallies_equal_counting_deal_by_deal() {
    let mut rng = SplitMix::new(1);
    let tables = [
        "players=2 deck=3x3 deal=2",
        "players=2 deck=4x2 deal=2",
        "players=3 deck=4x2 deal=2",
        "players=2 deck=2x4 deal=2 pairs",
        "players=2 deck=4x2 deal=2 books-at-deal",
        "players=3 deck=4x2 deal=1 draw-five",
        "players=2 deck=4x2 deal=2 fish-shown",
        "players=2 deck=4x2 deal=1 lucky-fish-ends empty-is-out",
    ];
    for text in tables {
        let options: Options = text.parse().expect("options");
        let decks = all_decks(options);
        for length in [0, 1, 2, 4, 6, 9] {
            let game = somewhere(options, length, &mut rng);
            for observer in game.seats() {
                let tally = Tally::new(&game.observed_by(observer));
                let exact = tally.expect("a deal agrees").expect("small numbers");
                assert_eq!(exact, count(&game, observer, &decks), "{text}: {game:?}");
            }
        }
    }
}

#[test]
fn samples_agree_with_what_was_seen_and_are_uniform() {
    let mut rng = SplitMix::new(2);
    let options: Options = "players=2 deck=4x2 deal=2".parse().expect("options");
    for length in [1, 3, 5] {
        let game = somewhere(options, length, &mut rng);
        let seen = game.observed_by(Player(0));
        let belief = Belief::new(&seen, usize::MAX).expect("a deal agrees");
        let total = Tally::new(&seen).expect("a deal").expect("small").consistent as usize;
        let mut drawn: HashMap<Vec<Rank>, u32> = HashMap::new();
        let each = 60;
        for _ in 0..each * total {
            let sample = belief.sample(&mut rng);
            let other = replay(options, &sample.deck[..8], &asks(&game)).expect("legal asks");
            assert_eq!(other.observed_by(Player(0)), seen);
            for seat in game.seats() {
                assert_eq!(sample.hands[seat.index()], other.hand(seat));
            }
            *drawn.entry(sample.deck[..8].to_vec()).or_default() += 1;
        }
        assert_eq!(drawn.len(), total, "every deal is possible");
        let square: f64 = drawn.values().map(|&n| (f64::from(n) - each as f64).powi(2)).sum();
        let chi = square / each as f64;
        let freedom = total as f64 - 1.0;
        let limit = freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0;
        assert!(chi < limit, "chi square {chi} with {freedom} degrees of freedom");
    }
}

#[test]
fn chances_are_shares_of_the_tally() {
    let mut rng = SplitMix::new(3);
    let options: Options = "players=3 deck=5x3 deal=3".parse().expect("options");
    for length in 0..12 {
        let game = somewhere(options, length, &mut rng);
        let seen = game.observed_by(Player(0));
        let tally = Tally::new(&seen).expect("a deal").expect("small");
        let chances = Belief::new(&seen, usize::MAX).expect("a deal").chances();
        let share = |n: u128| n as f64 / tally.consistent as f64;
        for seat in 0..3 {
            for rank in 0..5 {
                assert!((chances.has[seat][rank] - share(tally.has[seat][rank])).abs() < 1e-9);
                assert!((chances.mean[seat][rank] - share(tally.sum[seat][rank])).abs() < 1e-9);
            }
        }
    }
}

/// With little room to work the program keeps a sample of its states: chances stay
/// near, and every deal drawn still agrees with all that was seen.
#[test]
fn a_limited_belief_is_near_and_still_consistent() {
    let mut rng = SplitMix::new(4);
    let game = somewhere("players=3 deck=9x4 deal=5".parse().expect("options"), 16, &mut rng);
    let seen = game.observed_by(Player(0));
    let exact = Belief::new(&seen, usize::MAX).expect("a deal");
    let limited = Belief::new(&seen, 2_000).expect("a deal");
    assert!(exact.is_exact() && !limited.is_exact());
    assert!(limited.states() < exact.states());
    let (a, b) = (exact.chances(), limited.chances());
    for seat in 1..3 {
        for rank in 0..9 {
            let difference = (a.has[seat][rank] - b.has[seat][rank]).abs();
            assert!(difference < 0.3, "seat {seat} rank {rank}: {difference}");
        }
    }
    for _ in 0..50 {
        let deck = limited.sample(&mut rng).deck;
        let other = replay(*game.options(), &deck[..36], &asks(&game)).expect("legal asks");
        assert_eq!(other.observed_by(Player(0)), seen);
    }
}

#[test]
fn redeals_of_full_games_agree_with_what_was_seen() {
    let mut rng = SplitMix::new(5);
    for (players, length) in [(2, 10), (2, 30), (3, 20), (4, 15), (6, 12)] {
        let mut game = somewhere(Options::new(players), length, &mut rng);
        let before = game.clone();
        for viewer in before.seats().take(2) {
            for _ in 0..3 {
                let redeal = game.redeal(viewer, &mut rng);
                assert_eq!(game.observed_by(viewer), before.observed_by(viewer));
                assert_eq!(game.infoset(viewer), before.infoset(viewer));
                let again = replay(*game.options(), game.deck(), &asks(&before));
                assert_eq!(again.as_ref(), Some(&game), "a redeal is a deal like any other");
                game.undo_redeal(redeal);
                assert_eq!(game, before);
            }
        }
    }
}

/// Deals are weighed once and drawn many times, the likely ones again and again; what lies
/// in the pond below them is in another order each time, and all of it fits what was seen.
#[test]
fn weighed_deals_come_with_a_pond_of_their_own() {
    let mut rng = SplitMix::new(7);
    let mut game = somewhere(Options::new(2), 25, &mut rng).suspecting();
    let before = game.clone();
    let me = game.turn().decider().expect("the game goes on");
    let top = usize::from(game.hot.top);
    let mut decks: HashMap<Vec<Rank>, usize> = HashMap::new();
    let mut drawn: HashMap<Vec<Rank>, usize> = HashMap::new();
    for _ in 0..3000 {
        let redeal = game.redeal(me, &mut rng);
        assert_eq!(game.observed_by(me), before.observed_by(me));
        *decks.entry(game.deck().to_vec()).or_default() += 1;
        *drawn.entry(game.deck()[..top].to_vec()).or_default() += 1;
        game.undo_redeal(redeal);
    }
    assert_eq!(game, before);
    assert!(drawn.len() <= 1024, "{} weighed deals", drawn.len());
    assert!(decks.len() > 2900, "{} decks", decks.len());
}

#[test]
fn impossible_histories_are_refused() {
    let mut rng = SplitMix::new(6);
    let game = somewhere("players=2 deck=4x2 deal=2".parse().expect("options"), 3, &mut rng);
    let seen = game.observed_by(Player(0));
    let mut broken = seen.clone();
    broken.own.push(0);
    assert_eq!(Tally::new(&broken), Err(Inconsistent));
    let mut broken = seen.clone();
    broken.own[0] = 200;
    assert_eq!(Tally::new(&broken), Err(Inconsistent));
    let mut broken = seen.clone();
    broken.events[0].seat = Player(200);
    assert_eq!(Tally::new(&broken), Err(Inconsistent));
    let mut broken = seen;
    broken.events[0].given = 2;
    broken.events[0].drew = 0;
    assert!(Belief::new(&broken, 1000).is_err());
}
