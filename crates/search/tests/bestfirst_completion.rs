//! Best-first minimax and Descent: with completion they solve what plain
//! search solves.

mod mcts_games;

use mcts_games::explicit::{Explicit, Plan};
use mcts_games::four::{Four, Middle};
use mcts_games::{payoff_of, plain, plain_for_mover};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_core::{Blind, Evaluator, Game, Player};
use takeback_search::bestfirst::BestFirst;
use takeback_search::{Limits, Score, Search, SearchError, StopFlag, Stopped};

fn both() -> [BestFirst<Explicit, Blind>; 2] {
    [BestFirst::descent(Blind), BestFirst::unbounded(Blind)]
}

#[test]
fn thousands_of_small_trees_are_solved_right() {
    for mut search in both() {
        for seed in 0..1000 {
            let game = Explicit::grow(Plan::TWO, seed);
            let report =
                search.search(&game, &Limits::default(), &mut |_| {}).expect("a playable game");
            assert_eq!(report.stopped, Some(Stopped::Solved), "seed {seed}");
            assert_eq!(payoff_of(report.score), Some(plain_for_mover(&game)), "seed {seed}");
        }
    }
}

#[test]
fn vectors_for_three_and_four_agree() {
    for players in [1, 3, 4] {
        let plan = Plan { players, plain: false, depth: 5, ..Plan::TWO };
        for mut search in both() {
            for seed in 0..200 {
                let game = Explicit::grow(plan, seed);
                let want = plain(&mut game.clone()).expect("playable");
                let report =
                    search.search(&game, &Limits::default(), &mut |_| {}).expect("playable");
                let payoffs: Vec<i32> =
                    report.shares.iter().map(|s| (s * 2000.0).round() as i32 - 1000).collect();
                assert_eq!(payoffs, want, "players {players} seed {seed}");
            }
        }
    }
}

#[test]
fn dead_ends_are_dropped() {
    let plan = Plan { dead_ends: true, depth: 6, ..Plan::TWO };
    for mut search in both() {
        for seed in 0..300 {
            let game = Explicit::grow(plan, seed);
            let answer = search.search(&game, &Limits::default(), &mut |_| {});
            match plain(&mut game.clone()) {
                None => assert_eq!(answer, Err(SearchError::NoMove), "seed {seed}"),
                Some(_) => {
                    let report = answer.expect("playable");
                    assert_eq!(payoff_of(report.score), Some(plain_for_mover(&game)), "{seed}");
                    assert!(plain(&mut game.apply(report.best)).is_some(), "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn small_boards_are_solved_with_any_judgement() {
    for game in [Four::tic_tac_toe(), Four::new(4, 3, 3)] {
        let want = plain_for_mover(&game);
        let mut judged = BestFirst::descent(Middle);
        let mut blind = BestFirst::unbounded(Blind);
        let limits = Limits { memory: 512, ..Limits::default() };
        for search in [&mut judged as &mut dyn Search<Four>, &mut blind] {
            let report = search.search(&game, &limits, &mut |_| {}).expect("playable");
            assert_eq!(payoff_of(report.score), Some(want), "{report:?}");
        }
    }
}

#[test]
fn an_unfinished_search_still_answers_within_its_memory() {
    let game = Four::new(7, 6, 4);
    let mut search = BestFirst::descent(Middle);
    let limits = Limits { memory: 1, ..Limits::default() };
    let report = search.search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.stopped, Some(Stopped::Memory));
    assert!(game.legal_moves().contains(&report.best));
    assert!(matches!(report.score, Score::Points(_)));
    assert!(!report.lines[0].moves.is_empty());
    let again = BestFirst::descent(Middle).search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!((report.best, report.score, report.nodes), (again.best, again.score, again.nodes));
}

/// Asks for an end at its so manyth judgement.
#[derive(Clone)]
struct Ending {
    judged: Arc<AtomicU64>,
    end: u64,
    stop: StopFlag,
}

impl Evaluator<Four> for Ending {
    fn score(&mut self, game: &Four, player: Player) -> i32 {
        let fresh = u64::from(player == Player::FIRST);
        if self.judged.fetch_add(fresh, Ordering::Relaxed) + fresh == self.end {
            self.stop.stop();
        }
        Middle.score(game, player)
    }
}

/// On a wide board judging all children of one position takes long enough to matter.
#[test]
fn an_end_is_noticed_between_the_children_of_one_position() {
    let game = Four::new(32, 2, 4);
    for end in [3, 30, 70, 150, 1000] {
        let stop = StopFlag::default();
        let judged = Arc::new(AtomicU64::new(0));
        let eval = Ending { judged: Arc::clone(&judged), end, stop: stop.clone() };
        let limits = Limits { stop, ..Limits::default() };
        let mut search = BestFirst::descent(eval);
        let report = search.search(&game, &limits, &mut |_| {}).expect("playable");
        assert_eq!(report.stopped, Some(Stopped::Flag));
        let judged = judged.load(Ordering::Relaxed);
        assert!((end..end + 8).contains(&judged), "{judged} for {end}");
        assert!(game.legal_moves().contains(&report.best));
        assert!(matches!(report.score, Score::Points(_)), "{:?}", report.score);
    }
}

#[test]
fn a_win_at_hand_is_taken() {
    let game = Four::tic_tac_toe().after(&[0, 3, 1, 4]);
    let report = BestFirst::unbounded(Blind)
        .search(&game, &Limits::default(), &mut |_| {})
        .expect("playable");
    assert_eq!((report.best, report.score), (2, Score::Win(1)));
    assert_eq!(game.turn().decider(), Some(Player::FIRST));
}

#[test]
fn chance_is_refused() {
    let plan = Plan { chance: true, ..Plan::TWO };
    let game = (0..).map(|seed| Explicit::grow(plan, seed)).find(|game| {
        game.legal_moves().iter().any(|&m| game.apply(m).turn() == takeback_core::Turn::Chance)
    });
    let answer = BestFirst::descent(Blind).search(
        &game.expect("one of them has chance"),
        &Limits::default(),
        &mut |_| {},
    );
    assert!(matches!(answer, Ok(_) | Err(SearchError::Unsuited(_))));
}
