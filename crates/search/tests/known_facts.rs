//! What is known of real games.

#![allow(missing_docs)]

mod common;

use common::number;
use takeback_chess::{Chess, Material};
use takeback_core::{Blind, Evaluator, Game, Keyed, Notation, Player, Portable, ZeroSum};
use takeback_search::alphabeta::{Options, Parallel};
use takeback_search::joint::Concept;
use takeback_search::many::{Everyone, Locality};
use takeback_search::{
    AlphaBeta, BestReply, Joint, Limits, MaxN, Paranoid, Score, Search, Stopped, plain,
};
use takeback_small::{AtariGo, ConnectFour, Pig, Threats, TicTacToe, Tron};

fn limits(depth: u32) -> Limits {
    Limits { memory: 2, ..Limits::depth(depth) }
}

fn deepest() -> Limits {
    Limits { memory: 4, ..Limits::default() }
}

#[test]
fn tic_tac_toe_is_a_draw_however_one_looks() {
    let game = TicTacToe::default();
    let searches: [Box<dyn Search<TicTacToe>>; 2] =
        [Box::new(AlphaBeta::new(Blind).indexed()), Box::new(MaxN::new(Blind))];
    for mut search in searches {
        let report = search.search(&game, &deepest(), &mut |_| ()).expect("an answer");
        assert_eq!((report.score, report.stopped), (Score::Exact(0), Some(Stopped::Solved)));
    }
    let paranoid = Paranoid::new(Blind).search(&game, &deepest(), &mut |_| ()).expect("an answer");
    assert_eq!((paranoid.score, paranoid.stopped), (Score::Points(0), Some(Stopped::Solved)));
}

fn plain_score<G, E>(game: &G, eval: &mut E, depth: u32) -> i64
where
    G: Keyed,
    E: Evaluator<G>,
{
    let mover = game.turn().decider().expect("a player is in turn");
    let seen = plain::negamax(&mut game.clone(), eval, depth, mover);
    number(seen.expect("moves").score::<G, E>())
}

fn assert_agrees<G, E>(game: &G, eval: &E, depth: u32, what: &str)
where
    G: Keyed + ZeroSum,
    E: Evaluator<G>,
{
    let value = plain_score(game, &mut eval.clone(), depth);
    for threads in [1, 2] {
        for parallel in [Parallel::Lazy, Parallel::Root] {
            let options = Options { parallel, ..Options::default() };
            let mut search = AlphaBeta::new(eval.clone()).options(options);
            let limits = Limits { threads, ..limits(depth) };
            let report = search.search(game, &limits, &mut |_| ()).expect("an answer");
            assert_eq!(number(report.score), value, "{what} to {depth}: {report:?}");
        }
    }
}

#[test]
fn small_games_agree_with_brute_force() {
    for depth in 1..=5 {
        assert_agrees(&TicTacToe::default(), &Blind, depth, "tic-tac-toe");
        assert_agrees(&ConnectFour::<5, 4>::default(), &Threats::default(), depth, "Connect Four");
        assert_agrees(&AtariGo::<3>::default(), &Blind, depth, "atari go");
    }
    assert_agrees(&ConnectFour::<4, 3>::default(), &Threats::default(), 12, "Connect Four 4x3");
}

#[test]
fn small_connect_four_boards_are_draws() {
    // Known from exhaustive solution: four columns never suffice to win.
    let report = AlphaBeta::new(Threats::default()).indexed().search(
        &ConnectFour::<4, 4>::default(),
        &deepest(),
        &mut |_| (),
    );
    let report = report.expect("an answer");
    assert_eq!((report.score, report.stopped), (Score::Exact(0), Some(Stopped::Solved)));
}

#[test]
fn pig_for_three_agrees_with_the_plain_twins() {
    // Whoever has not rolled yet has to: begin after a roll of three.
    let mut pig = Pig::new(3, 10);
    pig = pig.apply(pig.legal_moves()[0]);
    pig = pig.apply(pig.legal_moves()[2]);
    assert_eq!(pig.legal_moves().len(), 2);
    for depth in 1..=4 {
        // Chance costs no depth, so the table would know more than asked.
        let limits = Limits { memory: 0, ..limits(depth) };
        let report = MaxN::new(Blind).search(&pig, &limits, &mut |_| ()).expect("an answer");
        let values = plain::maxn(&mut pig.clone(), &mut Blind, depth).expect("moves");
        let share = ((f64::from(values[0]) / 1_024_000.0 + 1.0) / 2.0) as f32;
        assert!((report.shares[0] - share).abs() < 1e-6, "{report:?}");
        for one_reply in [false, true] {
            let mut everyone = Everyone;
            let near = Locality::<Pig>::near(&mut everyone, &pig, Player::FIRST, depth);
            let mut alliance = plain::Alliance {
                eval: &mut Blind,
                locality: &mut everyone,
                root: Player::FIRST,
                near,
                one_reply,
            };
            let seen = alliance.value(&mut pig.clone(), depth).expect("moves");
            let report = if one_reply {
                BestReply::new(Blind).search(&pig, &limits, &mut |_| ())
            } else {
                Paranoid::new(Blind).search(&pig, &limits, &mut |_| ())
            };
            assert_eq!(number(report.expect("an answer").score), i64::from(seen.value));
        }
    }
}

#[test]
fn tron_is_fair_to_both_seats_and_agrees_with_the_plain_twin() {
    let tron = Tron::default();
    for answer in [Concept::Mixed, Concept::Pessimistic] {
        for depth in 1..=3 {
            let value = |me: Player| {
                let mut search = Joint::new(Blind, answer).seat(me);
                let report = search.search(&tron, &limits(depth), &mut |_| ()).expect("an answer");
                let twin = plain::joint(&mut tron.clone(), &mut Blind, depth, me, answer);
                assert_eq!(Some(number(report.score)), twin.map(i64::from), "{answer:?} {depth}");
                number(report.score)
            };
            assert_eq!(value(Player::FIRST), value(Player::SECOND));
        }
    }
}

fn chess(fen: &str) -> Chess {
    Chess::read_position(fen).expect("a position")
}

fn best(game: &Chess, depth: u32) -> (String, Score) {
    let mut search = AlphaBeta::new(Material).indexed().null_move();
    let report = search.search(game, &limits(depth), &mut |_| ()).expect("an answer");
    (game.move_text(report.best), report.score)
}

#[test]
fn mates_are_found_and_their_length_is_right() {
    // Back rank, a queen's kiss, and two known mates in two and three.
    for (fen, depth, text, plies) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 2, "d1d8", 1),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 2, "g6g7", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, "a1a6", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6, "f6a6", 5),
    ] {
        assert_eq!(best(&chess(fen), depth), (text.to_owned(), Score::Win(plies)), "{fen}");
    }
}

#[test]
fn quiescence_sees_that_the_pawn_is_guarded() {
    // The queen may take a pawn on d5 that another pawn guards.
    let game = chess("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1");
    let blunder = game.legal_moves().into_iter().find(|&m| game.move_text(m) == "d2d5");
    let off =
        Options { quiescence: false, late_moves: false, pruning: false, ..Options::default() };
    let mut blind = AlphaBeta::new(Material).options(off);
    let report = blind.search(&game, &limits(1), &mut |_| ()).expect("an answer");
    assert_eq!(Some(report.best), blunder, "one ply deep it looks like a pawn won");
    let report = AlphaBeta::new(Material).search(&game, &limits(1), &mut |_| ());
    assert_ne!(Some(report.expect("an answer").best), blunder);
}

#[test]
fn null_moves_and_reductions_save_nodes() {
    let game = chess("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3");
    let exact = Options { late_moves: false, pruning: false, ..Options::default() };
    let nodes = |report: Result<takeback_search::Report<_>, _>| {
        report.map_or(0, |report: takeback_search::Report<_>| report.nodes)
    };
    // Deeper than the iterations that reduce nothing at the root.
    let deep = limits(6);
    let plain = nodes(AlphaBeta::new(Material).options(exact).search(&game, &deep, &mut |_| ()));
    let reduced = nodes(AlphaBeta::new(Material).search(&game, &deep, &mut |_| ()));
    let both = nodes(AlphaBeta::new(Material).null_move().search(&game, &deep, &mut |_| ()));
    assert!(reduced < plain && both < plain, "{plain} plain, {reduced} reduced, {both} both");
}

#[test]
fn chess_without_shortcuts_agrees_with_brute_force() {
    let off = Options {
        quiescence: false,
        late_moves: false,
        pruning: false,
        extensions: false,
        ..Options::default()
    };
    #[derive(Copy, Clone, Debug)]
    struct Calm;
    impl Evaluator<Chess> for Calm {
        fn score(&mut self, game: &Chess, player: Player) -> i32 {
            Material.score(game, player)
        }
    }
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let game = chess(fen);
        for depth in 1..=2 {
            let mut search = AlphaBeta::new(Material).options(off).indexed();
            let report = search.search(&game, &limits(depth), &mut |_| ()).expect("an answer");
            assert_eq!(number(report.score), plain_score(&game, &mut Calm, depth), "{fen} {depth}");
        }
    }
}
