//! The small games of tests, documents and the tutorial.

use crate::engines::{Builder, Built, brief, compared, duel, hidden, many, strategies, together};
use crate::registry::GameEntry;
use crate::tune::Tuned;
use crate::{Strategy, variant};
use takeback_core::strategy::{ByCopy, ByCow};
use takeback_core::{Blind, Evaluator, Indexed, Keyed, RandomMove, ZeroSum};
use takeback_search::spec::{Ladder, Spec};
use takeback_small::othello::{Token, Trail};
use takeback_small::{AtariGo, ConnectFour, Kuhn, Lead, Pig, Threats, TicTacToe, Tron};

/// Rungs for games that alpha-beta plays well.
const WALKED: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=6",
    "ab:depth=8",
    "ab:time=100ms",
    "ab:time=500ms",
    "ab:time=2s",
]);

/// Rungs for games that only playouts can judge.
const SAMPLED: Ladder = Ladder([
    "random",
    "mcts:iterations=20",
    "mcts:iterations=50",
    "mcts:iterations=150",
    "mcts:iterations=500",
    "mcts:iterations=2k",
    "mcts:iterations=8k",
    "mcts:time=100ms",
    "mcts:time=500ms",
    "mcts:time=2s",
]);

/// Engines for two, alpha-beta and MCTS also on copies.
fn duels<G, E>(native: Strategy, eval: E) -> Builder<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    strategies(native, eval, duel::<G, E>, compared::<ByCopy<G>, _>, compared::<ByCow<G>, _>)
}

pub(crate) fn tictactoe() -> GameEntry {
    GameEntry {
        name: "tictactoe",
        title: "Tic-tac-toe",
        about: "three in a row; the smallest complete game",
        notation: "rows from the top: x.o/.x./..o; moves a1 to c3",
        variants: vec![Box::new(
            variant!(
                "3x3",
                "nine cells",
                Token,
                TicTacToe::default,
                [keyed, zero_sum, notation, portable, indexed, random_move]
            )
            .with_engines(Box::new(|spec| duel(spec, Blind)), WALKED)
            .with_scene(),
        )],
        checker: None,
    }
}

fn four<const W: usize, const H: usize>(
    name: &'static str,
    about: &'static str,
    family: fn(&Spec, Threats) -> Built<ConnectFour<W, H>>,
) -> Box<dyn crate::Variant> {
    Box::new(
        variant!(
            name,
            about,
            Token,
            ConnectFour::<W, H>::default,
            [keyed, zero_sum, notation, portable, indexed, random_move]
        )
        .with_engines(Box::new(move |spec| family(spec, Threats::default())), WALKED)
        .with_weights(Tuned::new(
            Threats::NAMES,
            &Threats::default().values(),
            move |spec, weights| family(spec, Threats::from_values(weights)),
        ))
        .with_scene(),
    )
}

pub(crate) fn connect4() -> GameEntry {
    GameEntry {
        name: "connect4",
        title: "Connect Four",
        about: "four in a row under gravity; the yardstick of the field",
        notation: "rows from the top: ......./… ; moves are column letters a, b, …",
        variants: vec![
            four::<7, 6>("7x6", "the usual board", duel),
            four::<4, 4>("4x4", "solved at once", brief),
            four::<5, 4>("5x4", "small", brief),
        ],
        checker: None,
    }
}

pub(crate) fn othello() -> GameEntry {
    let trail = || {
        variant!(
            "8x8-trail",
            "the same rules on a journal",
            Trail,
            Trail::default,
            [keyed, zero_sum, notation, portable, indexed, random_move]
        )
        .with_engines(Box::new(|spec| compared(spec, Blind)), SAMPLED)
        .with_scene()
    };
    let token = variant!(
        "8x8",
        "the usual board; written with a token and with a journal",
        Token,
        Token::default,
        [keyed, zero_sum, notation, portable, indexed, random_move]
    )
    .with_engines(duels(Strategy::Token, Blind), SAMPLED)
    .with_scene();
    GameEntry {
        name: "othello",
        title: "Othello",
        about: "a move turns many discs; the same rules with a token and with a journal",
        notation: "rows from the top, side to move, passes; moves a1 to h8, pass",
        variants: vec![Box::new(token.with_twin(trail())), Box::new(trail())],
        checker: None,
    }
}

pub(crate) fn atari() -> GameEntry {
    GameEntry {
        name: "atari",
        title: "Atari Go",
        about: "the first capture wins; legality is a test on the board",
        notation: "rows from the top and the side to move; moves a1 to g7",
        variants: vec![
            Box::new(
                variant!(
                    "7x7",
                    "the usual board",
                    Token,
                    AtariGo::<7>::default,
                    [keyed, zero_sum, notation, portable, indexed, random_move]
                )
                .with_engines(Box::new(|spec| brief(spec, Blind)), SAMPLED)
                .with_scene()
                .with_tested_legality(),
            ),
            Box::new(
                variant!(
                    "5x5",
                    "small",
                    Token,
                    AtariGo::<5>::default,
                    [keyed, zero_sum, notation, portable, indexed, random_move]
                )
                .with_engines(Box::new(|spec| brief(spec, Blind)), SAMPLED)
                .with_scene(),
            ),
        ],
        checker: None,
    }
}

pub(crate) fn pig() -> GameEntry {
    GameEntry {
        name: "pig",
        title: "Pig",
        about: "roll the die as long as you dare: chance, any number of players",
        notation: "banked,… goal total seat roll|decide; moves roll, hold, 1 to 6",
        variants: vec![
            Box::new(
                variant!(
                    "2",
                    "two players to 100",
                    Token,
                    || Pig::new(2, 100),
                    [keyed, notation, portable, indexed, random_move]
                )
                .with_engines(Box::new(|spec| many(spec, Lead)), SAMPLED)
                .with_scene(),
            ),
            Box::new(
                variant!(
                    "4",
                    "four players to 50",
                    Token,
                    || Pig::new(4, 50),
                    [keyed, notation, portable, indexed, random_move]
                )
                .with_engines(Box::new(|spec| many(spec, Lead)), SAMPLED)
                .with_scene(),
            ),
        ],
        checker: None,
    }
}

/// Rungs where cards are hidden.
const POKER: Ladder = Ladder([
    "random",
    "ismcts:iterations=20",
    "ismcts:iterations=50",
    "ismcts:iterations=150",
    "ismcts:iterations=500",
    "ismcts:iterations=2k",
    "ismcts:iterations=8k",
    "ismcts:time=50ms",
    "ismcts:time=200ms",
    "ismcts:time=1s",
]);

pub(crate) fn kuhn() -> GameEntry {
    GameEntry {
        name: "kuhn",
        title: "Kuhn poker",
        about: "three cards, one bet: hidden information at its smallest",
        notation: "cards and actions: QK pb; moves pass, bet; deals J, Q, K",
        variants: vec![Box::new(
            variant!(
                "2",
                "two players",
                Token,
                Kuhn::default,
                [keyed, zero_sum, notation, portable, indexed, random_move, hidden]
            )
            .with_engines(Box::new(hidden), POKER)
            .with_scene(),
        )],
        checker: None,
    }
}

/// Rungs where both choose at once.
const CYCLES: Ladder = Ladder([
    "random",
    "joint:depth=1",
    "joint:depth=2",
    "joint:depth=3",
    "duct:iterations=200",
    "duct:iterations=1k",
    "duct:iterations=4k",
    "duct:time=100ms",
    "duct:time=500ms",
    "duct:time=2s",
]);

pub(crate) fn tron() -> GameEntry {
    let tron = variant!(
        "8x8",
        "two cycles",
        Token,
        Tron::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, simultaneous]
    )
    .with_engines(Box::new(|spec| together(spec, Blind)), CYCLES)
    .with_scene()
    .with_rounds();
    GameEntry {
        name: "tron",
        title: "Tron",
        about: "two light cycles moving at the same time",
        notation: "walls in hexadecimal, heads, choice; moves up, right, down, left",
        variants: vec![Box::new(tron.with_hybrid())],
        checker: None,
    }
}
