//! Othello played for discs: every search against the plain way, and against the
//! FFO endgame suite.

use takeback_core::strategy::ByPoints;
use takeback_core::{Blind, Game, Notation, Player, Portable, RandomMove, Scored, SplitMix, Turn};
use takeback_search::dfpn::Dfpn;
use takeback_search::mcts::{Drawing, Mcts, Options, Stepwise};
use takeback_search::points::{ForPoints, Paid};
use takeback_search::{AlphaBeta, Exhaustive, Limits, Score, Search, Stopped};
use takeback_small::othello::{Squares, Token};

/// The plain way: every line to its end.
fn margin(game: &mut Token, player: Player) -> i32 {
    let Turn::Player(mover) = game.turn() else { return game.points(player) };
    let values: Vec<i32> = game
        .legal_moves()
        .into_iter()
        .map(|m| game.explore(m, |after| margin(after, player)))
        .collect();
    let best = if mover == player { values.iter().max() } else { values.iter().min() };
    *best.expect("a pass is a move")
}

/// A position with so many empty squares, where somebody has a choice.
fn endgame(empty: u32, rng: &mut SplitMix) -> Token {
    loop {
        let mut game = Token::default();
        while game.turn() != Turn::Over {
            let discs = game.board().discs;
            let left = (discs[0] | discs[1]).count_zeros();
            if left == empty && game.legal_moves().len() > 1 {
                return game;
            }
            let m = game.random_move(rng);
            game.make(m);
        }
    }
}

fn searches() -> Vec<(&'static str, Box<dyn Search<Token>>)> {
    let walk = AlphaBeta::<ByPoints<Token>, _>::new(Paid(Blind)).indexed();
    let mcts = Mcts::new(Stepwise::new(Drawing)).with(Options::default());
    vec![
        ("ab", Box::new(ForPoints::judged::<Blind>(walk))),
        ("mcts", Box::new(ForPoints::new(mcts))),
        ("dfpn", Box::new(ForPoints::new(Dfpn::new()))),
        ("solve", Box::new(ForPoints::new(Exhaustive::keyed()))),
    ]
}

#[test]
fn every_search_proves_the_margin_of_plain_search() {
    let mut rng = SplitMix::new(8);
    let mut seen = std::collections::HashSet::new();
    for n in 0..24 {
        let game = endgame(5 + n % 3, &mut rng);
        let player = game.turn().decider().expect("not over");
        let exact = margin(&mut game.clone(), player);
        seen.insert(exact);
        for (name, mut search) in searches() {
            // Sampling ends when all is proven.
            let limits = Limits { iterations: Some(400_000), ..Limits::default() };
            let report = search.search(&game, &limits, &mut |_| ()).expect("it plays");
            assert_eq!(report.score, Score::Margin(exact), "{name}: {}", game.position_text());
            assert_eq!(report.stopped, Some(Stopped::Solved), "{name}");
            let after = game.apply(report.best);
            assert_eq!(margin(&mut after.clone(), player), exact, "{name} {:?}", report.best);
        }
    }
    assert!(seen.len() > 8, "margins of all sizes: {seen:?}");
}

/// Who plays for victory takes any win; who plays for points takes the largest.
#[test]
fn the_goal_makes_a_difference() {
    let mut rng = SplitMix::new(4);
    let mut differ = 0;
    for _ in 0..40 {
        let game = endgame(6, &mut rng);
        let player = game.turn().decider().expect("not over");
        let win =
            Exhaustive::keyed().search(&game, &Limits::default(), &mut |_| ()).expect("plays");
        let mut points = ForPoints::new(Exhaustive::keyed());
        let points = points.search(&game, &Limits::default(), &mut |_| ()).expect("it plays");
        let worth = |m| margin(&mut game.apply(m), player);
        assert!(worth(points.best) >= worth(win.best));
        differ += u32::from(worth(points.best) > worth(win.best));
    }
    assert!(differ > 4, "{differ} of 40");
}

/// The first nineteen positions of the FFO endgame suite, with 14 to 16 empty squares.
const FFO: &str = include_str!("ffo.txt");

/// Its positions 40 to 42, with 20 and 22 empty squares.
const FFO_40: [&str; 3] = [
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X 38 a2",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X 0 h4",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X 6 g2",
];

/// A position of the suite, its margin and the best moves.
struct Problem {
    game: Token,
    margin: i32,
    best: Vec<String>,
}

impl Problem {
    fn empty(&self) -> u32 {
        let discs = self.game.board().discs;
        (discs[0] | discs[1]).count_zeros()
    }
}

/// Rows from the top, who moves, the margin and the moves that keep it. Our text counts
/// rows from the top too; but our first row is the lowest.
fn problem(line: &str) -> Problem {
    let mut words = line.split_whitespace();
    let mut word = || words.next().expect("a word").to_lowercase();
    let (board, side, margin) = (word(), word(), word());
    let rows: Vec<&str> = (0..8).map(|row| &board[8 * row..8 * row + 8]).collect();
    let text = format!("{} {side} 0", rows.join("/").replace('-', "."));
    let upside_down = |square: &str| {
        let row = square.as_bytes()[1] - b'0';
        format!("{}{}", &square[..1], 9 - row)
    };
    Problem {
        game: Token::read_position(&text).expect("a position"),
        margin: margin.parse().expect("a number"),
        best: words.map(upside_down).collect(),
    }
}

/// Prove the margin by alpha-beta on discs; positions looked at.
fn prove(problem: &Problem, memory: usize) -> u64 {
    let walk = AlphaBeta::<ByPoints<Token>, _>::new(Paid(Squares::default())).indexed();
    let mut search = ForPoints::judged::<Squares>(walk);
    let limits = Limits { memory, ..Limits::default() };
    let report = search.search(&problem.game, &limits, &mut |_| ()).expect("it plays");
    let played = problem.game.move_text(report.best);
    assert_eq!(report.score, Score::Margin(problem.margin), "{}", problem.game.position_text());
    assert!(problem.best.contains(&played), "{played} is none of {:?}", problem.best);
    report.nodes
}

/// Published margins are proven, by a best move: of the seven positions with 14 empty
/// squares, with `TAKEBACK_LONG_TESTS` of all.
#[test]
fn the_ffo_suite_has_its_margins() {
    let lines = FFO.lines().filter(|line| !line.starts_with('#'));
    let problems: Vec<Problem> = lines.map(problem).collect();
    assert_eq!(problems.len(), 19);
    assert!(problems.iter().all(|problem| (14..=16).contains(&problem.empty())));
    let long = std::env::var_os("TAKEBACK_LONG_TESTS").is_some();
    let some = problems.iter().enumerate().filter(|(_, problem)| long || problem.empty() == 14);
    for (n, problem) in some {
        let begun = std::time::Instant::now();
        let nodes = prove(problem, 64);
        println!("FFO {}: {nodes} nodes, {:.1} s", n + 1, begun.elapsed().as_secs_f64());
    }
}

/// Twenty empty squares take a general search some minutes: the first of them with
/// `TAKEBACK_LONG_TESTS`.
#[test]
fn the_ffo_suite_goes_on() {
    let problems: Vec<Problem> = FFO_40.iter().map(|line| problem(line)).collect();
    let empty: Vec<u32> = problems.iter().map(Problem::empty).collect();
    assert_eq!(empty, [20, 22, 22]);
    if std::env::var_os("TAKEBACK_LONG_TESTS").is_some() {
        let begun = std::time::Instant::now();
        let nodes = prove(&problems[0], 1024);
        println!("FFO 40: {nodes} nodes, {:.1} s", begun.elapsed().as_secs_f64());
    }
}
