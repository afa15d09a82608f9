//! Searches that are compiled once for many games find what they find when they are compiled for one.

use std::collections::HashSet;
use std::time::Duration;
use takeback::core::{
    Blind, Coded, Evaluator, Game, Indexed, Keyed, Playout, RandomMove, SplitMix, TracedPlayout,
    Turn, ZeroSum,
};
use takeback::search::bestfirst::BestFirst;
use takeback::search::dfpn::Dfpn;
use takeback::search::erased::{Abilities, Erased, Judge, Shown};
use takeback::search::mcts::{Drawing, Mcts, Stepwise, Whole, WholeTraced};
use takeback::search::{AlphaBeta, BestReply, Limits, MaxN, Paranoid, Search};
use takeback_hex::{Hex, Resistance, Size, Swap, Wide};
use takeback_ringrift::{Duel, Hex8, RingRift, Rules, Square8, Square19, Weights};
use takeback_small::othello::{Squares, Token, Trail};
use takeback_small::{AtariGo, ConnectFour, Lead, Pig, Threats, TicTacToe};

/// Positions along random games in which somebody has a choice.
fn positions<G: Game>(start: &G, count: usize) -> Vec<G> {
    let mut rng = SplitMix::new(5);
    let mut all = Vec::new();
    let mut game = start.clone();
    while all.len() < count {
        let moves = game.legal_moves();
        if game.turn() == Turn::Over || moves.is_empty() {
            game = start.clone();
            continue;
        }
        if matches!(game.turn(), Turn::Player(_)) && moves.len() > 1 && rng.one_in(4) {
            all.push(game.clone());
        }
        game.make(moves[rng.below(moves.len())]);
    }
    all
}

/// Both searches, from each position and then from the next with what they remember.
fn agree<G>(
    what: &str,
    start: &G,
    can: Abilities<G>,
    limits: &Limits,
    mut plain: impl Search<G>,
    erased: impl Search<Erased> + 'static,
) where
    G: Keyed,
    G::Move: Coded,
{
    let mut shown = Shown::new(can, Box::new(erased));
    for (number, position) in positions(start, 12).iter().enumerate() {
        let expected = plain.search(position, limits, &mut |_| ());
        let found = shown.search(position, limits, &mut |_| ());
        let untimed = |report: Result<_, _>| {
            report.map(|report| takeback::search::Report { time: Duration::ZERO, ..report })
        };
        assert_eq!(untimed(found), untimed(expected), "{what}, position {number}");
    }
}

fn numbered<G: Indexed + RandomMove>() -> Abilities<G> {
    Abilities::new().indexed().drawing()
}

fn open_games<G, E>(name: &str, start: &G, eval: &E)
where
    G: Keyed + ZeroSum + Indexed + RandomMove,
    G::Move: Coded,
    E: Evaluator<G> + Sync + 'static,
{
    let judge = || Judge::new::<G, _>(eval.clone());
    let nodes = Limits { nodes: Some(3_000), ..Limits::default() };
    let can = numbered();
    let plain = AlphaBeta::new(eval.clone()).indexed();
    agree(&format!("{name} ab"), start, can, &nodes, plain, AlphaBeta::new(judge()).indexed());
    agree(
        &format!("{name} blind"),
        start,
        can,
        &nodes,
        AlphaBeta::new(Blind).indexed(),
        AlphaBeta::new(Blind).indexed(),
    );
    let (plain, erased) = (Mcts::new(Stepwise::new(Drawing)), Mcts::new(Stepwise::new(Drawing)));
    let some = Limits::iterations(300);
    agree(&format!("{name} mcts"), start, can, &some, plain.reusing(), erased.reusing());
    let (plain, erased) = (BestFirst::descent(eval.clone()), BestFirst::descent(judge()));
    agree(&format!("{name} descent"), start, can, &nodes, plain, erased);
    agree(&format!("{name} dfpn"), start, can, &nodes, Dfpn::new(), Dfpn::new());
}

#[test]
fn small_games_are_searched_alike() {
    open_games("tictactoe", &TicTacToe::default(), &Blind);
    open_games("connect4", &ConnectFour::<7, 6>::default(), &Threats::default());
    open_games("connect4:5x4", &ConnectFour::<5, 4>::default(), &Threats::default());
    open_games("atari", &AtariGo::<7>::default(), &Blind);
    open_games("othello", &Token::default(), &Squares::default());
    open_games("othello trail", &Trail::default(), &Blind);
}

#[test]
fn many_players_and_dice_are_searched_alike() {
    let (start, can) = (Pig::new(4, 50), numbered());
    let judge = || Judge::new::<Pig, _>(Lead);
    let nodes = Limits { nodes: Some(3_000), ..Limits::default() };
    agree("pig maxn", &start, can, &nodes, MaxN::new(Lead), MaxN::new(judge()));
    let (plain, erased) = (Paranoid::new(Lead).indexed(), Paranoid::new(judge()).indexed());
    agree("pig paranoid", &start, can, &nodes, plain, erased);
    let start = RingRift::<Hex8>::standard(3);
    let usual = takeback_ringrift::Judge::new(Weights::of::<Hex8>(3));
    let judge = Judge::new::<RingRift<Hex8>, _>(usual);
    let (plain, erased) = (BestReply::new(usual).indexed(), BestReply::new(judge).indexed());
    agree("ringrift brs", &start, numbered(), &nodes, plain, erased);
}

#[test]
fn boards_of_ringrift_are_searched_alike() {
    let duel = Duel::<Square8>::new(Rules::standard::<Square8>(2)).expect("the usual rules");
    let usual = takeback_ringrift::Judge::new(Weights::of::<Square8>(2));
    open_games("ringrift", &duel, &usual);
    let large = Duel::<Square19>::new(Rules::standard::<Square19>(2)).expect("the usual rules");
    let usual = takeback_ringrift::Judge::new(Weights::of::<Square19>(2));
    let nodes = Limits { nodes: Some(1_000), ..Limits::default() };
    let judge = Judge::new::<Duel<Square19>, _>(usual);
    let (plain, erased) = (AlphaBeta::new(usual).indexed(), AlphaBeta::new(judge).indexed());
    agree("ringrift 19", &large, numbered(), &nodes, plain, erased);
}

fn whole_games<G: Keyed + TracedPlayout + RandomMove>(name: &str, start: &G)
where
    G::Move: Coded,
{
    let can = Abilities::new().indexed().drawing();
    let some = Limits::iterations(500);
    let (plain, erased) = (Mcts::new(Whole::default()), Mcts::new(Whole::default()));
    agree(name, start, can.playing(), &some, plain, erased);
    let (plain, erased) = (Mcts::new(WholeTraced::default()), Mcts::new(WholeTraced::default()));
    agree(name, start, can.telling(), &some, plain.rave(), erased.rave());
}

#[test]
fn whole_games_of_hex_are_played_alike() {
    let five = Hex::<u64>::new(Size::square(5).expect("a side"), Swap::Off).expect("a board");
    whole_games("hex 5x5", &five);
    let size = Size::square(13).expect("a side");
    let large = Hex::<Wide<4>>::new(size, Swap::Pieces).expect("a board");
    whole_games("hex 13x13", &large);
    open_games("hex", &five, &Resistance::default());
}

/// Every move of random games is read back from its code, and no two share one.
fn codes<G: Game>(start: &G)
where
    G::Move: Coded,
{
    for position in positions(start, 400) {
        let moves = position.legal_moves();
        let mut known = HashSet::new();
        for m in moves {
            assert_eq!(G::Move::decode(m.code()), m);
            assert!(known.insert(m.code()), "two moves have the code of {m:?}");
        }
    }
}

#[test]
fn codes_are_read_back() {
    codes(&TicTacToe::default());
    codes(&Pig::new(2, 100));
    codes(&Trail::default());
    codes(&AtariGo::<7>::default());
    codes(&RingRift::<Square8>::standard(2));
    codes(&RingRift::<Hex8>::standard(4));
    codes(&RingRift::<Square19>::standard(3));
    let size = Size::square(5).expect("a side");
    codes(&Hex::<u64>::new(size, Swap::Pieces).expect("a board"));
}

/// A copy stands where the original stood, and moves made on one are not taken back on the other.
#[test]
fn copies_are_independent() {
    let start = Abilities::new().indexed().erased(&ConnectFour::<7, 6>::default());
    let mut game = start.clone();
    let first = game.legal_moves()[0];
    game.make(first);
    let mut copy = game.clone();
    assert_eq!(copy.key(), game.key());
    let second = copy.legal_moves()[3];
    copy.make(second);
    copy.unmake(second, ());
    assert_eq!(copy.key(), game.key());
    game.unmake(first, ());
    assert_eq!(game.key(), start.key());
    assert_ne!(copy.key(), game.key());
    copy.clone_from(&start);
    assert_eq!(copy.key(), start.key());
}

/// Playouts of one game after those of another reuse no room that is not theirs.
#[test]
fn rooms_are_of_their_game() {
    let (mut room, mut rng) = (Default::default(), SplitMix::new(1));
    let mut results = [takeback::core::Payoff(0); 2];
    let rift = Abilities::new().playing().erased(&RingRift::<Square8>::standard(2));
    let four = Abilities::new().playing().erased(&ConnectFour::<7, 6>::default());
    for game in [&rift, &four, &rift, &four] {
        assert!(game.playout(&mut room, &mut rng, &mut results) > 0);
    }
}
