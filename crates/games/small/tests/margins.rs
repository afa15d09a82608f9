//! Othello played for discs: every search against the plain way, and against the
//! FFO endgame suite.

use takeback_core::strategy::ByPoints;
use takeback_core::{Blind, Game, Player, Portable, RandomMove, Scored, SplitMix, Turn};
use takeback_search::dfpn::Dfpn;
use takeback_search::mcts::{Drawing, Mcts, Options, Stepwise};
use takeback_search::points::{ForPoints, Paid};
use takeback_search::{AlphaBeta, Exhaustive, Limits, Score, Search, Stopped};
use takeback_small::othello::Token;

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

/// Positions 40 to 42 of the FFO endgame suite, with 20 and 22 empty squares: rows
/// from the top, black (X) to move, the margin under best play and a best move.
const FFO: [(&str, i32, &str); 3] = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 38, "a2"),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", 0, "h4"),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", 6, "g2"),
];

/// The suite counts rows from the top, our text too; but our first row is the lowest.
fn ffo(board: &str) -> Token {
    let rows: Vec<String> = (0..8).map(|row| board[8 * row..8 * row + 8].to_lowercase()).collect();
    let text = format!("{} x 0", rows.join("/").replace('-', "."));
    Token::read_position(&text).expect("a position")
}

/// A square of the suite in our names: its rows are counted from the top.
fn square(name: &str) -> String {
    let row = name.as_bytes()[1] - b'0';
    format!("{}{}", &name[..1], 9 - row)
}

/// Twenty empty squares take a general search some minutes: with
/// `TAKEBACK_LONG_TESTS` only, and the first of them.
#[test]
fn the_ffo_suite_has_its_margins() {
    for (board, _, _) in FFO {
        let discs = ffo(board).board().discs;
        assert!([20, 22].contains(&(discs[0] | discs[1]).count_zeros()), "{board}");
    }
    if std::env::var_os("TAKEBACK_LONG_TESTS").is_none() {
        return;
    }
    let (board, exact, best) = FFO[0];
    let walk = AlphaBeta::<ByPoints<Token>, _>::new(Paid(Blind)).indexed();
    let mut search = ForPoints::judged::<Blind>(walk);
    let limits = Limits { memory: 1024, ..Limits::default() };
    let report = search.search(&ffo(board), &limits, &mut |_| ()).expect("it plays");
    let played = takeback_core::Notation::move_text(&ffo(board), report.best);
    assert_eq!((report.score, played), (Score::Margin(exact), square(best)));
}
