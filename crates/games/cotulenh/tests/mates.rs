//! The recorded mates in two are what they are said to be.

#[path = "../examples/mates/solver.rs"]
mod solver;

use takeback_core::{Game, Notation, Portable};
use takeback_cotulenh::{CoTuLenh, Eval};
use takeback_search::{AlphaBeta, Limits, Score, Search};

fn recorded() -> impl Iterator<Item = (CoTuLenh, Vec<&'static str>)> {
    let lines = include_str!("data/mates_in_two.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (fen, steps) = line.split_once(" ; ").expect("position ; steps");
        (CoTuLenh::read_position(fen).expect("a position"), steps.split(' ').collect())
    })
}

#[test]
fn there_are_enough_of_them() {
    assert!(recorded().count() >= 30);
    assert!(recorded().all(|(_, steps)| !steps.is_empty()));
}

/// Solving them all takes a while; the small ones do for a test run.
#[test]
fn they_win_in_two_turns_and_not_in_one() {
    let mut solved = 0;
    for (position, steps) in recorded() {
        if !cfg!(debug_assertions) || position.legal_moves().len() <= 52 {
            assert!(!solver::wins(&position, 1), "{position:?}");
            let found: Vec<String> = solver::winning_steps(&position, 2)
                .iter()
                .map(|&m| position.move_text(m))
                .collect();
            assert_eq!(found, steps, "{position:?}");
            solved += 1;
        }
    }
    assert!(solved >= 4, "only {solved} were small enough");
}

/// Depth and wins count turns, so two turns of one's own and a reply are three of each, however many
/// steps they take.
#[test]
fn alpha_beta_finds_them_and_no_longer_way() {
    for (position, steps) in recorded() {
        let mut search = AlphaBeta::new(Eval::default()).indexed().null_move();
        let report = search.search(&position, &Limits::depth(6), &mut |_| ()).expect("a move");
        let found = position.move_text(report.best);
        assert_eq!(report.score, Score::Win(3), "{found} in {position:?}");
        assert!(steps.contains(&&*found), "{found} instead of {steps:?} in {position:?}");
    }
}
