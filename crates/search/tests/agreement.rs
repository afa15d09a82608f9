//! Every search gives the value of plain full-width search.

mod common;

use common::four::{Four, Noise};
use common::tree::{Shape, Tree, Written, assert_maxn};
use common::{number, same};
use takeback_core::{Blind, Evaluator, Game, Indexed, Keyed, Player, Players, ZeroSum};
use takeback_search::alphabeta::{Options, Parallel};
use takeback_search::joint::Concept;
use takeback_search::many::{Everyone, Locality, Sums, Within};
use takeback_search::{
    AlphaBeta, BestReply, Expectimax, Joint, Limits, MaxN, Paranoid, Report, Search, SearchError,
    Stopped, plain,
};

fn limits(depth: u32) -> Limits {
    Limits { memory: 1, ..Limits::depth(depth) }
}

fn run<G: Game>(
    search: &mut impl Search<G>,
    position: &G,
    limits: &Limits,
) -> Result<Report<G::Move>, SearchError> {
    search.search(position, limits, &mut |_| ())
}

/// The plain value to the player in turn.
fn truth(tree: &Tree, depth: u32) -> Option<i64> {
    let mover = tree.turn().decider()?;
    let seen = plain::negamax(&mut tree.clone(), &mut Written::default(), depth, mover)?;
    Some(i64::from(seen.value))
}

/// The answer's value must be right and its move must lead to it.
fn assert_right(tree: &Tree, depth: u32, answer: Result<Report<u8>, SearchError>, what: &str) {
    match (answer, truth(tree, depth)) {
        (Ok(report), Some(value)) => {
            let single = report.stopped == Some(Stopped::Forced);
            assert!(single || same(report.score, value), "{what}: {report:?} not {value}");
            let mover = tree.turn().decider().expect("there is an answer");
            let mut after = tree.apply(report.best);
            let seen = plain::negamax(&mut after, &mut Written::default(), depth - 1, mover);
            // Seen as a root, the position after it passes over dead ends.
            let dead = tree
                .nodes
                .iter()
                .any(|node| node.turn != takeback_core::Turn::Over && node.children.is_empty());
            let led = seen.map_or(0, |seen| i64::from(seen.value));
            assert!(single || dead || (led - value).abs() <= 1, "{what}: {led} {value}");
        }
        (Err(SearchError::NoMove), None) => {}
        (Ok(report), None) if report.stopped == Some(Stopped::Forced) => {}
        (answer, value) => panic!("{what}: {answer:?} but {value:?}"),
    }
}

const SHAPES: [Shape; 6] = [
    Shape { alternate: true, ..BASE },
    BASE,
    Shape { dead_end: 6, ..BASE },
    Shape { chance: 3, ..BASE },
    Shape { chance: 4, dead_end: 8, ..BASE },
    Shape { together: 3, layers: 4, ..BASE },
];

const BASE: Shape = Shape {
    players: 2,
    layers: 6,
    width: 14,
    most_moves: 4,
    chance: 0,
    together: 0,
    over: 8,
    dead_end: 0,
    alternate: false,
    zero_sum: true,
};

#[test]
fn alpha_beta_is_exact_on_random_trees_at_every_depth() {
    let mut search = AlphaBeta::new(Written::default());
    for seed in 0..600 {
        let tree = SHAPES[seed as usize % SHAPES.len()].grow(seed);
        for depth in 1..=6 {
            search.forget();
            let answer = run(&mut search, &tree, &limits(depth));
            assert_right(&tree, depth, answer, &format!("seed {seed} depth {depth}"));
        }
    }
}

#[test]
fn without_a_table_and_with_the_widest_windows_too() {
    let options = Options { aspiration: None, ..Options::default() };
    let mut search = AlphaBeta::new(Written::default()).options(options).indexed();
    for seed in 0..240 {
        let tree = SHAPES[seed as usize % SHAPES.len()].grow(seed);
        let limits = Limits { memory: 0, ..Limits::depth(5) };
        assert_right(&tree, 5, run(&mut search, &tree, &limits), &format!("seed {seed}"));
    }
}

#[test]
fn narrow_aspiration_misses_and_recovers() {
    let options = Options { aspiration: Some(1), ..Options::default() };
    let mut search = AlphaBeta::new(Written::default()).options(options);
    for seed in 0..240 {
        let tree = SHAPES[seed as usize % SHAPES.len()].grow(seed);
        search.forget();
        assert_right(&tree, 6, run(&mut search, &tree, &limits(6)), &format!("seed {seed}"));
    }
}

#[test]
fn threads_agree_with_one() {
    for parallel in [Parallel::Lazy, Parallel::Root] {
        let options = Options { parallel, ..Options::default() };
        let mut search = AlphaBeta::new(Written::default()).options(options);
        for seed in 0..150 {
            let tree = SHAPES[seed as usize % SHAPES.len()].grow(seed);
            search.forget();
            let limits = Limits { threads: 3, ..limits(5) };
            let what = format!("{parallel:?} seed {seed}");
            assert_right(&tree, 5, run(&mut search, &tree, &limits), &what);
        }
    }
}

#[test]
fn every_reported_line_has_its_value() {
    let mut search = AlphaBeta::new(Written::default());
    for seed in 0..200 {
        let tree = Shape { dead_end: 10, ..BASE }.grow(seed);
        search.forget();
        let Ok(report) = run(&mut search, &tree, &Limits { lines: 3, ..limits(5) }) else {
            continue;
        };
        let mover = tree.turn().decider().expect("there is an answer");
        let mut values: Vec<i64> = Vec::new();
        for m in tree.legal_moves() {
            let mut after = tree.apply(m);
            if after.turn().decider().is_some() && after.legal_moves().is_empty() {
                continue;
            }
            let seen = plain::negamax(&mut after, &mut Written::default(), 4, mover);
            values.extend(seen.map(|seen| i64::from(seen.value)));
        }
        values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
        if report.stopped == Some(Stopped::Forced) {
            continue;
        }
        let lines: Vec<i64> = report.lines.iter().map(|line| number(line.score)).collect();
        assert_eq!(lines.len(), values.len().min(3), "seed {seed}");
        for (line, value) in lines.iter().zip(&values) {
            assert!((line - value).abs() <= 1, "seed {seed}: {lines:?} {values:?}");
        }
        for line in &report.lines {
            let mut at = tree.clone();
            for &m in &line.moves {
                assert!(at.legal_moves().contains(&m), "seed {seed}: {line:?}");
                at.make(m);
            }
        }
    }
}

fn crowd(players: usize, chance: usize, dead_end: usize) -> Shape {
    Shape { players, chance, dead_end, zero_sum: false, ..BASE }
}

/// Plays the last of the list, to differ from what ordering would do.
#[derive(Clone, Debug)]
struct LastMove(u32);

impl Locality<Tree> for LastMove {
    fn near(&mut self, _: &Tree, me: Player, depth: u32) -> Players {
        Players(self.0 | if depth > 3 { 0b100 } else { 0 }).with(me)
    }
    fn default_move(&mut self, _: &mut Tree, moves: &[u8]) -> usize {
        moves.len() - 1
    }
}

fn assert_alliance<L: Locality<Tree>>(
    tree: &Tree,
    depth: u32,
    mut locality: L,
    one_reply: bool,
    answer: Result<Report<u8>, SearchError>,
    what: &str,
) {
    let root = tree.turn().decider().expect("a player begins");
    let near = locality.near(tree, root, depth).with(root);
    let mut eval = Written::default();
    let mut alliance =
        plain::Alliance { eval: &mut eval, locality: &mut locality, root, near, one_reply };
    match (answer, alliance.value(&mut tree.clone(), depth)) {
        (Ok(report), Some(seen)) => {
            if report.stopped != Some(Stopped::Forced) {
                let value = i64::from(seen.value);
                let value = value.clamp(-1_000_000, 1_000_000);
                let said = number(report.score).clamp(-1_000_000, 1_000_000);
                let close = same(report.score, i64::from(seen.value));
                assert!(close || said == value, "{what}: {report:?} not {value}");
            }
        }
        (Err(SearchError::NoMove), None) => {}
        (Ok(report), None) if report.stopped == Some(Stopped::Forced) => {}
        (answer, value) => panic!("{what}: {answer:?} but {value:?}"),
    }
}

#[test]
fn paranoid_and_best_reply_are_exact() {
    let mut paranoid = Paranoid::new(Written::default());
    let mut reply = BestReply::new(Written::default());
    let mut near = Paranoid::new(Written::default()).locality(LastMove(0b0010));
    let mut near_reply = BestReply::new(Written::default()).locality(LastMove(0b1001));
    for seed in 0..360 {
        let players = 2 + seed as usize % 3;
        let shape = crowd(players, [0, 4][seed as usize % 2], [0, 7, 0][seed as usize % 3]);
        let tree = shape.grow(seed);
        // Who matters changes with the depth: search one depth only.
        for depth in [2, 5] {
            let limits = limits(depth);
            let what = format!("seed {seed} depth {depth}");
            let answer = run(&mut paranoid, &tree, &limits);
            assert_alliance(&tree, depth, Everyone, false, answer, &format!("paranoid {what}"));
            let answer = run(&mut reply, &tree, &limits);
            assert_alliance(&tree, depth, Everyone, true, answer, &format!("brs {what}"));
            let answer = run(&mut near, &tree, &limits);
            assert_alliance(&tree, depth, LastMove(0b0010), false, answer, &format!("near {what}"));
            let answer = run(&mut near_reply, &tree, &limits);
            let what = format!("near brs {what}");
            assert_alliance(&tree, depth, LastMove(0b1001), true, answer, &what);
        }
        paranoid.forget();
        reply.forget();
        near.forget();
        near_reply.forget();
    }
}

#[test]
fn maxn_is_exact_with_and_without_threads() {
    let mut search = MaxN::new(Written::default());
    for seed in 0..360 {
        let players = 2 + seed as usize % 3;
        let shape = crowd(players, [0, 4][seed as usize % 2], [0, 7, 0][seed as usize % 3]);
        let tree = shape.grow(seed);
        search.forget();
        let threads = if seed % 8 == 0 { 2 } else { 1 };
        for depth in [1, 3, 6] {
            let answer = run(&mut search, &tree, &Limits { threads, ..limits(depth) });
            assert_maxn(&tree, depth, answer, &format!("seed {seed} depth {depth}"));
        }
    }
}

#[test]
fn pruning_by_sums_changes_no_value_and_saves_nodes() {
    let sums = Sums { payoffs: 0, points: 0 };
    let (mut all, mut pruned) = (0, 0);
    for seed in 0..240 {
        // Alternating zero-sum scores: the only case that prunes much.
        let shape = Shape { alternate: true, most_moves: 5, over: 3, ..BASE };
        let mut tree = shape.grow(seed);
        let nodes = std::sync::Arc::make_mut(&mut tree.nodes);
        nodes.iter_mut().for_each(|node| node.scores[1] = -node.scores[0]);
        let limits = Limits { memory: 0, ..Limits::depth(6) };
        let answer = run(&mut MaxN::new(Written::default()).sums(sums), &tree, &limits);
        pruned += answer.as_ref().map_or(0, |report| report.nodes);
        assert_maxn(&tree, 6, answer, &format!("seed {seed}"));
        all += run(&mut MaxN::new(Written::default()), &tree, &limits).map_or(0, |r| r.nodes);
    }
    assert!(pruned * 10 < all * 9, "{pruned} of {all}");
}

#[test]
fn who_is_far_does_not_branch() {
    let shape = Shape { players: 4, layers: 7, over: 0, zero_sum: false, alternate: true, ..BASE };
    let tree = shape.grow(7);
    let limits = Limits { memory: 0, ..Limits::depth(6) };
    let alone = |_: &Tree, me: Player, _: u32| Players::only(me);
    let near = run(&mut MaxN::new(Written::default()).locality(Within(alone)), &tree, &limits);
    let all = run(&mut MaxN::new(Written::default()), &tree, &limits);
    let (near, all) = (near.expect("an answer").nodes, all.expect("an answer").nodes);
    assert!(near * 3 < all, "{near} of {all}");
}

#[test]
fn expectimax_is_alpha_beta_with_chance() {
    let mut search: Expectimax<Tree, Written> = Expectimax::new(Written::default());
    for seed in 0..300 {
        let tree = Shape { chance: 2, most_moves: 5, ..BASE }.grow(seed);
        search.forget();
        assert_right(&tree, 6, run(&mut search, &tree, &limits(6)), &format!("seed {seed}"));
    }
}

fn assert_four<const W: usize, const H: usize, E>(eval: &E, depth: u32)
where
    E: Evaluator<Four<W, H>> + 'static,
    Four<W, H>: Keyed + ZeroSum + Indexed,
{
    let game = Four::<W, H>::new();
    let seen = plain::negamax(&mut game.clone(), &mut eval.clone(), depth, Player::FIRST);
    let value = number(seen.expect("moves").score::<Four<W, H>, E>());
    for threads in [1, 2] {
        for parallel in [Parallel::Lazy, Parallel::Root] {
            let options = Options { parallel, ..Options::default() };
            let mut search = AlphaBeta::new(eval.clone()).options(options).indexed();
            let limits = Limits { threads, ..limits(depth) };
            let report = run(&mut search, &game, &limits).expect("an answer");
            assert_eq!(number(report.score), value, "{W}x{H} to {depth}: {report:?}");
        }
    }
}

#[test]
fn connect_four_agrees_with_brute_force() {
    assert_four::<4, 3, _>(&Blind, 12);
    assert_four::<3, 4, _>(&Blind, 12);
    for depth in 1..=6 {
        assert_four::<5, 4, _>(&Noise, depth);
    }
    assert_four::<7, 6, _>(&Noise, 5);
}

#[test]
fn small_boards_are_solved() {
    // Both are draws (Tromp's table of solved sizes).
    for (report, plies) in [
        (run(&mut AlphaBeta::new(Blind).indexed(), &Four::<4, 4>::new(), &limits(99)), 16),
        (run(&mut AlphaBeta::new(Blind).indexed(), &Four::<5, 4>::new(), &limits(99)), 20),
    ] {
        let report = report.expect("an answer");
        assert_eq!(report.score, takeback_search::Score::Exact(0));
        assert_eq!(report.stopped, Some(Stopped::Solved));
        assert!(report.depth <= plies);
    }
}

#[test]
fn rounds_are_exact_both_ways() {
    for answer in [Concept::Pessimistic, Concept::Mixed] {
        for seed in 0..240 {
            let chance = [0, 5][seed as usize % 2];
            let dead_end = [0, 0, 9][seed as usize % 3];
            let tree = Shape { together: 2, chance, dead_end, layers: 5, ..BASE }.grow(seed);
            let mover = tree.turn().decider().expect("a player begins");
            let together = matches!(tree.turn(), takeback_core::Turn::Together(_));
            let seats = if together { vec![Player::FIRST, Player::SECOND] } else { vec![mover] };
            for me in seats {
                let mut search = Joint::new(Written::default(), answer).seat(me);
                let answered = run(&mut search, &tree, &limits(4));
                let mut eval = Written::default();
                let value = plain::joint(&mut tree.clone(), &mut eval, 4, me, answer);
                let what = format!("{answer:?} seed {seed} {me}");
                match (answered, value) {
                    (Ok(report), _) if report.stopped == Some(Stopped::Forced) => {}
                    (Ok(report), Some(value)) => {
                        let value = i64::from(value);
                        let worst = value < -1_000_000 && number(report.score) == -1_000_000;
                        assert!(worst || same(report.score, value), "{what} {report:?} {value}");
                    }
                    (Err(SearchError::NoMove), None) => {}
                    (answered, value) => panic!("{what}: {answered:?} but {value:?}"),
                }
            }
        }
    }
}

#[test]
fn quiescence_is_exact() {
    let mut search = AlphaBeta::new(Written::noisy());
    for seed in 0..300 {
        let tree = Shape { layers: 7, ..SHAPES[seed as usize % 4] }.grow(seed);
        let mover = tree.turn().decider().expect("a player begins");
        for depth in [1, 2, 4] {
            search.forget();
            let answer = run(&mut search, &tree, &limits(depth));
            let seen = plain::negamax(&mut tree.clone(), &mut Written::noisy(), depth, mover);
            match (answer, seen) {
                (Ok(report), _) if report.stopped == Some(Stopped::Forced) => {}
                (Ok(report), Some(seen)) => {
                    let value = i64::from(seen.value);
                    assert!(same(report.score, value), "seed {seed}: {report:?} not {value}");
                }
                (Err(SearchError::NoMove), None) => {}
                (answer, seen) => panic!("seed {seed}: {answer:?} but {seen:?}"),
            }
        }
    }
}
