//! Information-set search on Kuhn poker, where everything can be worked out.

mod mcts_games;

use mcts_games::kuhn::{BET, Kuhn, PASS};
use std::collections::HashMap;
use takeback_core::{Game, Hidden, Player, Turn};
use takeback_search::ismcts::IsMcts;
use takeback_search::{Limits, Search, Stopped};

type Policy = HashMap<u64, f64>;

/// How likely each information set bets, by the visits of a search from it.
fn policy(mut search: impl FnMut() -> IsMcts<Kuhn>, iterations: u64) -> Policy {
    let mut policy = HashMap::new();
    for card in 0..3u8 {
        for bets in [&[][..], &[PASS], &[BET], &[PASS, BET]] {
            let seat = bets.len() % 2;
            let mut cards = [(card + 1) % 3; 2];
            cards[seat] = card;
            let game = Kuhn::dealt(cards, bets);
            let report = search()
                .search(&game, &Limits::iterations(iterations), &mut |_| {})
                .expect("playable");
            let visits = |m| report.root.iter().find(|r| r.m == m).map_or(0, |r| r.visits) as f64;
            let bet = visits(BET) / (visits(BET) + visits(PASS));
            policy.insert(game.infoset(Player(seat as u8)).0, bet);
        }
    }
    policy
}

/// The chips `best` wins a game when it answers `policy` as well as possible.
fn best_response(policy: &Policy, best: usize) -> f64 {
    // All deals at once, so that the responder decides by what it can see.
    let deals: Vec<(Kuhn, f64)> = (0..6u8)
        .map(|deal| {
            let mut game = Kuhn::default();
            game.make(deal);
            (game, 1.0 / 6.0)
        })
        .collect();
    respond(&deals, policy, best)
}

fn respond(deals: &[(Kuhn, f64)], policy: &Policy, best: usize) -> f64 {
    let Some((first, _)) = deals.first() else { return 0.0 };
    let sign = if best == 0 { 1.0 } else { -1.0 };
    if first.turn() == Turn::Over {
        return deals.iter().map(|(game, p)| sign * p * f64::from(game.chips())).sum();
    }
    let seat = first.seat();
    let after = |deals: &[(Kuhn, f64)], m: u8, chance: &dyn Fn(&Kuhn) -> f64| {
        let next: Vec<(Kuhn, f64)> =
            deals.iter().map(|(game, p)| (game.apply(m), p * chance(game))).collect();
        respond(&next, policy, best)
    };
    if seat != best {
        let bets = |game: &Kuhn| policy[&game.infoset(Player(seat as u8)).0];
        return after(deals, BET, &bets) + after(deals, PASS, &|game| 1.0 - bets(game));
    }
    let mut value = 0.0;
    for card in 0..3u8 {
        let mine: Vec<(Kuhn, f64)> = deals
            .iter()
            .filter(|(game, _)| game.cards.is_some_and(|cards| cards[seat] == card))
            .cloned()
            .collect();
        value += after(&mine, BET, &|_| 1.0).max(after(&mine, PASS, &|_| 1.0));
    }
    value
}

/// Chips a game given away, on average over both seats.
fn exploitability(policy: &Policy) -> f64 {
    (best_response(policy, 0) + best_response(policy, 1)) / 2.0
}

#[test]
fn the_measure_is_right() {
    let uniform: Policy = policy(IsMcts::single, 10).into_keys().map(|key| (key, 0.5)).collect();
    assert!((exploitability(&uniform) - 0.458_333).abs() < 1e-5, "{}", exploitability(&uniform));
    // An equilibrium: the first player never bets the low or middle card and
    // always the high one would be exploitable; the family with a third works.
    let mut nash = uniform;
    for (card, bets, bet) in [
        (0, &[][..], 1.0 / 3.0),
        (1, &[], 0.0),
        (2, &[], 1.0),
        (0, &[PASS], 1.0 / 3.0),
        (1, &[PASS], 0.0),
        (2, &[PASS], 1.0),
        (0, &[BET], 0.0),
        (1, &[BET], 1.0 / 3.0),
        (2, &[BET], 1.0),
        (0, &[PASS, BET], 0.0),
        (1, &[PASS, BET], 2.0 / 3.0),
        (2, &[PASS, BET], 1.0),
    ] {
        let seat = bets.len() % 2;
        let mut cards = [(card + 1) % 3; 2];
        cards[seat] = card;
        nash.insert(Kuhn::dealt(cards, bets).infoset(Player(seat as u8)).0, bet);
    }
    assert!(exploitability(&nash).abs() < 1e-9, "{}", exploitability(&nash));
}

#[test]
fn both_observers_give_away_far_less_than_chance() {
    for (name, search) in
        [("single", IsMcts::single as fn() -> IsMcts<Kuhn>), ("multiple", IsMcts::multiple)]
    {
        let given = exploitability(&policy(search, 4000));
        println!("Kuhn poker, {name} observer: {given:.4} chips a game exploitable");
        assert!(given < 0.25, "{name}: {given}");
    }
}

#[test]
fn dominated_choices_die_out() {
    for search in [IsMcts::single as fn() -> IsMcts<Kuhn>, IsMcts::multiple] {
        let policy = policy(search, 4000);
        let at = |cards, bets: &[u8], seat: u8| {
            policy[&Kuhn::dealt(cards, bets).infoset(Player(seat)).0]
        };
        assert!(at([1, 2], &[BET], 1) > 0.9, "the best card calls");
        assert!(at([1, 0], &[BET], 1) < 0.1, "the worst card folds");
        assert!(at([2, 0], &[PASS, BET], 0) > 0.9, "the best card calls");
    }
}

/// Over many seeds the search must not see the card it cannot see: with the
/// middle card facing a bet, the answer is the same for both hidden cards.
#[test]
fn hidden_cards_do_not_leak() {
    for seed in 0..30 {
        let limits = Limits { seed, ..Limits::iterations(300) };
        for search in [IsMcts::single as fn() -> IsMcts<Kuhn>, IsMcts::multiple] {
            let answer = |other: u8| {
                let game = Kuhn::dealt([other, 1], &[BET]);
                let report = search().search(&game, &limits, &mut |_| {}).expect("playable");
                assert_eq!(game, Kuhn::dealt([other, 1], &[BET]), "the position was touched");
                report.root.iter().map(|row| (row.m, row.visits)).collect::<Vec<_>>()
            };
            assert_eq!(answer(0), answer(2), "seed {seed}");
        }
    }
}

#[test]
fn threads_add_up_and_one_thread_repeats() {
    let game = Kuhn::dealt([1, 2], &[]);
    let limits = Limits { threads: 3, ..Limits::iterations(3000) };
    let report = IsMcts::multiple().search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.iterations, 3000);
    assert_eq!(report.root.iter().map(|row| row.visits).sum::<u64>(), 3000);
    assert_eq!(report.stopped, Some(Stopped::Iterations));
    let once = |seed| {
        let limits = Limits { seed, ..Limits::iterations(500) };
        let report = IsMcts::single().search(&game, &limits, &mut |_| {}).expect("playable");
        (report.best, report.root, report.nodes)
    };
    assert_eq!(once(5), once(5));
}
