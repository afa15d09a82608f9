//! df-pn and the exhaustive solver against plain full-width search.

mod mcts_games;

use mcts_games::explicit::{Explicit, Plan};
use mcts_games::four::Four;
use mcts_games::{payoff_of, plain, plain_for_mover};
use takeback_core::{Game, Payoff, Player};
use takeback_search::dfpn::{Dfpn, Verdict};
use takeback_search::{Exhaustive, Limits, Score, Search, SearchError, Stopped};

fn small() -> Limits {
    Limits { memory: 1, ..Limits::default() }
}

#[test]
fn thousands_of_small_trees_are_solved_right() {
    let mut dfpn = Dfpn::new();
    for seed in 0..1500 {
        let game = Explicit::grow(Plan::TWO, seed);
        Search::<Explicit>::forget(&mut dfpn);
        let report = dfpn.search(&game, &small(), &mut |_| {}).expect("playable");
        let want = plain_for_mover(&game);
        assert_eq!(payoff_of(report.score), Some(want), "seed {seed}");
        let mover = game.turn().decider().expect("a player").index();
        let reached = plain(&mut game.apply(report.best)).expect("playable")[mover];
        assert_eq!(reached, want, "seed {seed}: the move does not keep the value");
    }
}

#[test]
fn payoffs_between_win_and_loss_are_found_exactly() {
    let plan = Plan { plain: false, depth: 5, players: 2, ..Plan::TWO };
    for seed in 0..200 {
        let game = Explicit::grow(plan, seed);
        let want = worst_case(&mut game.clone(), game.turn().decider().expect("a player"));
        let report = Dfpn::new().search(&game, &small(), &mut |_| {}).expect("playable");
        assert_eq!(payoff_of(report.score), Some(want), "seed {seed}");
    }
}

/// What a player can make sure of against everybody else.
fn worst_case(game: &mut Explicit, player: Player) -> i32 {
    let Some(mover) = game.turn().decider() else { return game.payoff(player).0 };
    let moves = game.legal_moves().into_iter();
    let values = moves.map(|m| game.explore(m, |after| worst_case(after, player)));
    if mover == player { values.max() } else { values.min() }.expect("no dead ends")
}

#[test]
fn several_threads_find_the_same_value() {
    for threads in [2, 4] {
        for seed in 0..80 {
            let game = Explicit::grow(Plan::TWO, seed);
            let limits = Limits { threads, ..small() };
            let report = Dfpn::new().search(&game, &limits, &mut |_| {}).expect("playable");
            assert_eq!(payoff_of(report.score), Some(plain_for_mover(&game)), "seed {seed}");
        }
        let game = Four::new(4, 4, 4);
        let limits = Limits { threads, ..Limits::default() };
        let report = Dfpn::new().search(&game, &limits, &mut |_| {}).expect("playable");
        assert_eq!(report.score, Score::Exact(0));
    }
}

#[test]
fn small_boards_match_brute_force() {
    for (width, height, goal) in [(3, 3, 3), (4, 3, 3), (5, 2, 3), (3, 4, 3)] {
        let game = Four::new(width, height, goal);
        let report = Dfpn::new().search(&game, &small(), &mut |_| {}).expect("playable");
        let exact = Exhaustive::keyed().search(&game, &small(), &mut |_| {}).expect("playable");
        assert_eq!(payoff_of(report.score), payoff_of(exact.score), "{width}x{height}");
        assert_eq!(payoff_of(exact.score), Some(plain_for_mover(&game)));
    }
    let report = Dfpn::new().search(&Four::tic_tac_toe(), &small(), &mut |_| {}).expect("playable");
    assert_eq!((report.score, report.stopped), (Score::Exact(0), Some(Stopped::Solved)));
}

#[test]
fn questions_are_answered_for_either_side() {
    // X threatens two lines at once: O cannot hold.
    let game = Four::tic_tac_toe().after(&[0, 1, 4]);
    let ask = |player, goal| Dfpn::new().prove(&game, player, goal, &small()).expect("playable");
    assert!(matches!(ask(Player::FIRST, Payoff::WIN), Verdict::Proven { payoff: Payoff::WIN, .. }));
    let second = ask(Player::SECOND, Payoff::DRAW);
    assert!(matches!(second, Verdict::Disproven { payoff: Payoff::LOSS, .. }), "{second:?}");
}

#[test]
fn a_tiny_table_costs_time_but_not_truth() {
    let game = Four::new(4, 3, 3);
    let mut dfpn = Dfpn::new();
    let report = dfpn.search(&game, &small(), &mut |_| {}).expect("playable");
    assert_eq!(payoff_of(report.score), Some(plain_for_mover(&game)));
    assert!(dfpn.bytes() <= 1 << 20);
}

#[test]
fn limits_end_the_search_without_an_answer() {
    let game = Four::new(7, 6, 4);
    let limits = Limits { nodes: Some(2000), ..small() };
    let report = Dfpn::new().search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.stopped, Some(Stopped::Nodes));
    assert!(matches!(report.score, Score::Share(_)));
    let verdict = Dfpn::new().prove(&game, Player::FIRST, Payoff::WIN, &limits);
    assert_eq!(verdict, Ok(Verdict::Unknown(Stopped::Nodes)));
}

#[test]
fn dead_ends_are_dropped() {
    let plan = Plan { dead_ends: true, depth: 6, ..Plan::TWO };
    for seed in 0..400 {
        let game = Explicit::grow(plan, seed);
        let answer = Dfpn::new().search(&game, &small(), &mut |_| {});
        let exact = Exhaustive::new().search(&game, &small(), &mut |_| {});
        match plain(&mut game.clone()) {
            None => {
                assert_eq!(answer, Err(SearchError::NoMove), "seed {seed}");
                assert_eq!(exact, Err(SearchError::NoMove), "seed {seed}");
            }
            Some(_) => {
                let want = Some(plain_for_mover(&game));
                assert_eq!(payoff_of(answer.expect("playable").score), want, "seed {seed}");
                assert_eq!(payoff_of(exact.expect("playable").score), want, "seed {seed}");
            }
        }
    }
}

#[test]
fn the_exhaustive_solver_gives_vectors_and_expectations() {
    let plan = Plan { players: 3, plain: false, depth: 5, ..Plan::TWO };
    for seed in 0..100 {
        let game = Explicit::grow(plan, seed);
        let want = plain(&mut game.clone()).expect("playable");
        let report = Exhaustive::new().search(&game, &small(), &mut |_| {}).expect("playable");
        let got: Vec<i32> =
            report.shares.iter().map(|s| (s * 2000.0).round() as i32 - 1000).collect();
        assert_eq!(got, want, "seed {seed}");
    }
}

/// A proof that takes longer than a moment says how far it is.
#[test]
fn progress_is_told_while_a_proof_is_looked_for() {
    for threads in [1, 2] {
        let time = Some(std::time::Duration::from_millis(700));
        let limits = Limits { time, threads, memory: 16, ..Limits::default() };
        let mut words = Vec::new();
        let board = Four::new(7, 6, 4);
        let report = Dfpn::new()
            .search(&board, &limits, &mut |word| words.push((word.nodes, word.stopped)))
            .expect("playable");
        assert_eq!(report.stopped, Some(Stopped::Time));
        assert!(!words.is_empty());
        assert!(words.is_sorted_by(|a, b| a.0 < b.0), "{words:?}");
        assert!(words.iter().all(|word| word.1.is_none() && word.0 <= report.nodes), "{words:?}");
    }
}
