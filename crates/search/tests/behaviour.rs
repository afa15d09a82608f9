//! How searches behave: limits, cancelling, errors, repeatability.

#![allow(missing_docs)]

mod common;

use common::alarm::Alarm;
use common::four::{Four, Noise};
use common::tree::{Node, Tree, Written};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use takeback_core::strategy::Checked;
use takeback_core::{
    Blind, Evaluator, Game, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum, mix,
};
use takeback_search::alphabeta::{Options, Parallel};
use takeback_search::{
    AlphaBeta, BestReply, Joint, Limits, MaxN, Paranoid, Report, Search, SearchError, Stopped,
    plain,
};
use takeback_small::{TicTacToe, Tron};

type Board = Four<7, 6>;

fn small(depth: u32) -> Limits {
    Limits { memory: 1, ..Limits::depth(depth) }
}

fn every_search<E>(eval: &E) -> Vec<(&'static str, Box<dyn Search<Board>>)>
where
    E: Evaluator<Board> + std::fmt::Debug + 'static,
{
    let split = Options { parallel: Parallel::Root, ..Options::default() };
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(eval.clone()).indexed())),
        ("root splitting", Box::new(AlphaBeta::new(eval.clone()).options(split))),
        ("paranoid", Box::new(Paranoid::new(eval.clone()))),
        ("best reply", Box::new(BestReply::new(eval.clone()))),
        ("max^n", Box::new(MaxN::new(eval.clone()))),
    ]
}

fn leaf(turn: Turn) -> Node {
    Node {
        turn,
        children: Vec::new(),
        weights: Vec::new(),
        payoffs: vec![0; 2],
        scores: vec![0; 2],
        choices: vec![1; 2],
    }
}

fn parent(turn: Turn, children: &[usize]) -> Node {
    let weights = vec![1; children.len()];
    Node { children: children.to_vec(), weights, ..leaf(turn) }
}

fn tree(nodes: Vec<Node>) -> Tree {
    let at = nodes.len() - 1;
    Tree { nodes: Arc::new(nodes), at, players: 2, tells_forced: false }
}

fn every_answer(tree: &Tree, limits: &Limits) -> Vec<Result<Report<u8>, SearchError>> {
    let mut searches: Vec<Box<dyn Search<Tree>>> = vec![
        Box::new(AlphaBeta::new(Written::default())),
        Box::new(Paranoid::new(Written::default())),
        Box::new(BestReply::new(Written::default())),
        Box::new(MaxN::new(Written::default())),
        Box::new(Joint::pessimistic(Written::default())),
        Box::new(Joint::mixed(Written::default())),
    ];
    searches.iter_mut().map(|search| search.search(tree, limits, &mut |_| ())).collect()
}

const FIRST: Turn = Turn::Player(Player::FIRST);

#[test]
fn there_is_no_answer_where_there_is_no_question() {
    let limits = small(5);
    let over = tree(vec![leaf(Turn::Over)]);
    let chance = tree(vec![leaf(Turn::Over), parent(Turn::Chance, &[0])]);
    let stuck = tree(vec![leaf(FIRST)]);
    // Two moves, each into a dead end, one of them a step later.
    let dead = tree(vec![leaf(FIRST), parent(FIRST, &[0]), parent(FIRST, &[0, 1])]);
    for (game, error) in
        [(over, SearchError::Over), (chance, SearchError::Chance), (stuck, SearchError::NoMove)]
    {
        for answer in every_answer(&game, &limits) {
            assert_eq!(answer.as_ref().err(), Some(&error), "{answer:?}");
        }
    }
    for answer in every_answer(&dead, &limits) {
        // One playable move is answered without a look at where it leads.
        let forced = answer.as_ref().is_ok_and(|report| report.stopped == Some(Stopped::Forced));
        assert!(forced || answer == Err(SearchError::NoMove), "{answer:?}");
    }
}

#[test]
fn limits_that_allow_nothing_are_refused() {
    let game = tree(vec![leaf(Turn::Over), parent(FIRST, &[0, 0])]);
    for limits in [
        Limits { threads: 0, ..small(3) },
        Limits { lines: 0, ..small(3) },
        Limits { depth: Some(0), ..small(3) },
    ] {
        for answer in every_answer(&game, &limits) {
            assert!(matches!(answer, Err(SearchError::Limits(_))), "{answer:?}");
        }
    }
}

#[test]
fn the_only_move_is_answered_at_once() {
    let game = tree(vec![leaf(Turn::Over), parent(FIRST, &[0, 0]), parent(FIRST, &[1])]);
    for answer in every_answer(&game, &Limits { memory: 1, ..Limits::default() }) {
        let report = answer.expect("an answer");
        assert_eq!((report.best, report.stopped), (0, Some(Stopped::Forced)));
        assert!(report.nodes <= 1 && report.lines[0].moves == [0]);
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for limits in [small(7), Limits { nodes: Some(20_000), memory: 1, ..Limits::default() }] {
        let ask = |mut search: Box<dyn Search<Board>>| {
            let report = search.search(&Board::new(), &limits, &mut |_| ()).expect("an answer");
            Report { time: Duration::ZERO, ..report }
        };
        for ((name, once), (_, again)) in every_search(&Noise).into_iter().zip(every_search(&Noise))
        {
            assert_eq!(ask(once), ask(again), "{name}");
        }
    }
}

#[test]
fn a_search_that_forgot_is_as_new() {
    for (name, mut search) in every_search(&Noise) {
        let mut ask = |limits: &Limits| {
            let report = search.search(&Board::new(), limits, &mut |_| ()).expect("an answer");
            search.forget();
            Report { time: Duration::ZERO, ..report }
        };
        assert_eq!(ask(&small(6)), ask(&small(6)), "{name}");
    }
}

#[test]
fn node_limits_hold_for_all_threads_together() {
    for threads in [1, 3] {
        for (name, mut search) in every_search(&Noise) {
            let limits = Limits { nodes: Some(30_000), memory: 1, threads, ..Limits::default() };
            let report = search.search(&Board::new(), &limits, &mut |_| ()).expect("an answer");
            assert_eq!(report.stopped, Some(Stopped::Nodes), "{name}");
            let slack = 7 + (threads as u64 - 1) * 3000;
            assert!(report.nodes <= 30_000 + slack, "{name}: {} nodes", report.nodes);
            assert!(report.nodes >= 20_000, "{name}: {} nodes", report.nodes);
        }
    }
}

#[test]
fn progress_is_told_depth_by_depth() {
    for (name, mut search) in every_search(&Noise) {
        let mut depths = Vec::new();
        let report = search
            .search(&Board::new(), &small(5), &mut |report| depths.push(report.depth))
            .expect("an answer");
        assert_eq!(depths, [1, 2, 3, 4], "{name}");
        assert_eq!((report.depth, report.stopped), (5, Some(Stopped::Depth)), "{name}");
        assert_eq!(report.root.len(), 7);
        assert_eq!(report.lines[0].moves[0], report.best, "{name}");
    }
}

/// Sets a flag after so many judgements; judges slowly where it is asked to.
#[derive(Clone, Debug)]
struct Stopping {
    alarm: Alarm,
    slow: bool,
    restless: bool,
}

impl Evaluator<Board> for Stopping {
    const NOISY_STAGES: u8 = 1;

    fn score(&mut self, game: &Board, player: Player) -> i32 {
        self.alarm.step();
        let start = Instant::now();
        while self.slow && start.elapsed() < Duration::from_micros(200) {
            std::hint::spin_loop();
        }
        Noise.score(game, player)
    }

    fn quiesces(&self) -> bool {
        self.restless
    }

    /// Finds every move noisy: the quiescence search below the first ply is the
    /// whole game.
    fn is_noisy(&mut self, _: &Board, _: <Board as Game>::Move) -> bool {
        self.restless
    }
}

/// How many positions are still judged after the flag was set.
fn late(
    threads: usize,
    (slow, restless): (bool, bool),
    pick: impl Fn(&Stopping) -> Box<dyn Search<Board>>,
) -> u64 {
    let limits = Limits { memory: 1, threads, ..Limits::default() };
    let at = if slow { 100 } else { 20_000 };
    let alarm = Alarm::armed(limits.stop.clone(), at);
    let mut search = pick(&Stopping { alarm: alarm.clone(), slow, restless });
    let report = search.search(&Board::new(), &limits, &mut |_| ()).expect("an answer");
    assert_eq!(report.stopped, Some(Stopped::Flag));
    alarm.late()
}

#[test]
fn a_flag_ends_every_search_within_a_few_judgements() {
    let names: Vec<_> = every_search(&Noise).into_iter().map(|(name, _)| name).collect();
    for threads in [1, 2] {
        for (nth, name) in names.iter().enumerate() {
            for slow in [false, true] {
                let pick = |eval: &Stopping| every_search(eval).swap_remove(nth).1;
                let late = late(threads, (slow, false), pick);
                // 5 ms of judging at 200 us, or of a quick judge; for each thread.
                let most = threads as u64 * if slow { 25 } else { 10_000 };
                assert!(late <= most, "{name}, {threads} threads, slow {slow}: {late}");
            }
        }
    }
}

#[test]
fn a_quiet_search_that_finds_no_quiet_can_be_cancelled() {
    for threads in [1, 2] {
        let late = late(threads, (false, true), |eval| Box::new(AlphaBeta::new(eval.clone())));
        assert!(late <= 10_000 * threads as u64, "{threads} threads: {late}");
    }
}

#[test]
fn time_limits_hold() {
    for (name, mut search) in every_search(&Noise) {
        let limits = Limits { memory: 1, ..Limits::time(Duration::from_millis(40)) };
        let report = search.search(&Board::new(), &limits, &mut |_| ()).expect("an answer");
        assert_eq!(report.stopped, Some(Stopped::Time), "{name}");
        assert!(report.time >= Duration::from_millis(40), "{name}");
        assert!(report.depth > 1, "{name}");
    }
}

/// Panics when it has judged enough.
#[derive(Clone, Debug)]
struct Fuse(u32);

impl Evaluator<Board> for Fuse {
    fn score(&mut self, game: &Board, player: Player) -> i32 {
        self.0 = self.0.checked_sub(1).expect("the fuse is burnt down");
        Noise.score(game, player)
    }
}

#[test]
fn a_panic_leaves_the_position_alone_and_ends_every_thread() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let position = Board::new();
    for threads in [1, 3] {
        for (name, mut search) in every_search(&Fuse(2000)) {
            // No other limit: a thread left over would hold up the test.
            let limits = Limits { threads, memory: 1, ..Limits::default() };
            let outcome =
                catch_unwind(AssertUnwindSafe(|| search.search(&position, &limits, &mut |_| ())));
            assert!(outcome.is_err(), "{name}");
            assert_eq!(position, Board::new(), "{name}");
            // And the search can be used again.
            let report = search.search(&position, &small(2), &mut |_| ());
            assert_eq!(report.expect("an answer").depth, 2, "{name}");
        }
    }
    std::panic::set_hook(hook);
}

#[test]
fn every_unmake_of_a_search_can_check_itself() {
    let report =
        AlphaBeta::new(Blind).search(&Checked(TicTacToe::default()), &small(9), &mut |_| ());
    assert_eq!(report.expect("an answer").score, takeback_search::Score::Exact(0));
    let report = MaxN::new(Blind).search(&Checked(TicTacToe::default()), &small(5), &mut |_| ());
    assert_eq!(report.expect("an answer").depth, 5);
    let report = Joint::mixed(Blind).search(&Checked(Tron::default()), &small(2), &mut |_| ());
    assert_eq!(report.expect("an answer").depth, 2);
}

/// A pawn walks a ring of seven; whoever steps on zero loses; standing where
/// it stood before in this line is a draw to a search.
#[derive(Clone, Debug, PartialEq)]
struct Ring {
    at: u8,
    next: Player,
    past: Vec<u8>,
    forgetful: bool,
}

impl Game for Ring {
    type Move = i8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.at == 0 { Turn::Over } else { Turn::Player(self.next) }
    }
    fn moves(&self, out: &mut Moves<i8>) {
        if self.at != 0 {
            out.extend([-1, 1, 2]);
        }
    }
    fn make(&mut self, step: i8) {
        self.past.push(self.at << 1 | self.next.0);
        self.at = (self.at as i8 + step).rem_euclid(11) as u8;
        self.next = self.next.other();
    }
    fn unmake(&mut self, step: i8, (): ()) {
        self.next = self.next.other();
        self.past.pop();
        if !(self.forgetful && step == 2) {
            self.at = (self.at as i8 - step).rem_euclid(11) as u8;
        }
    }
    fn payoff(&self, player: Player) -> Payoff {
        if player == self.next { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl ZeroSum for Ring {}

impl Keyed for Ring {
    fn key(&self) -> Key {
        Key::nth(u64::from(self.at << 1 | self.next.0))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
    fn is_repeat(&self) -> bool {
        self.past.contains(&(self.at << 1 | self.next.0))
    }
}

#[derive(Copy, Clone, Debug)]
struct ByPlace;

impl Evaluator<Ring> for ByPlace {
    fn score(&mut self, game: &Ring, player: Player) -> i32 {
        let score = (mix(u64::from(game.at)) >> 56) as i32 - 128;
        if player == Player::FIRST { score } else { -score }
    }
}

#[test]
fn repetitions_are_draws() {
    for at in 1..11 {
        let ring = Ring { at, next: Player::FIRST, past: Vec::new(), forgetful: false };
        for depth in 1..=9 {
            // The table knows positions, not lines: without it the twin agrees.
            let limits = Limits { memory: 0, ..Limits::depth(depth) };
            let report = AlphaBeta::new(ByPlace).search(&ring, &limits, &mut |_| ());
            let seen = plain::negamax(&mut ring.clone(), &mut ByPlace, depth, Player::FIRST);
            let score = seen.expect("there are moves").score::<Ring, ByPlace>();
            let report = report.expect("an answer");
            assert_eq!(common::number(report.score), common::number(score), "{at} {depth}");
        }
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "does not restore the key")]
fn a_wrong_unmake_is_noticed_where_it_happens() {
    let ring = Ring { at: 5, next: Player::FIRST, past: Vec::new(), forgetful: true };
    let _ = AlphaBeta::new(ByPlace).search(&ring, &small(3), &mut |_| ());
}

/// Stopped in the middle of a depth, the equilibrium of the depth before stands.
#[test]
fn a_stopped_equilibrium_keeps_the_depth_before() {
    let start = Tron::default();
    let whole = Joint::mixed(Blind).search(&start, &small(2), &mut |_| ()).expect("a move");
    let limits = Limits { nodes: Some(whole.nodes + 1), memory: 1, ..Limits::default() };
    let stopped = Joint::mixed(Blind).search(&start, &limits, &mut |_| ()).expect("a move");
    assert_eq!(stopped.stopped, Some(Stopped::Nodes));
    assert_eq!((stopped.depth, stopped.best, stopped.score), (2, whole.best, whole.score));
    assert_eq!(stopped.root, whole.root);
}
