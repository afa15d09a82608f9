//! The small games of tests, documents and the tutorial, ready to play.

mod dark;
mod dark_solver;
mod four;
mod kit;

pub use dark::{dark_hex, goofspiel, kuhn, leduc, liars_dice, phantom};
pub use kit::{crazy_eights, kit_hex};

use std::sync::{Arc, LazyLock};
use takeback_core::{Blind, Coded, Evaluator, Indexed, Keyed, RandomMove};
use takeback_host::engines::{
    Offer, apart, boxed, duel_learned, exact, once, scored, shown, together,
};
use takeback_host::spec::{Ladder, NODES, TABLE, TIME};
use takeback_host::weights::named;
use takeback_host::{GameEntry, Variant, variant};
use takeback_search::erased::{Abilities, Judge};
use takeback_search::stochastic::SharedSolution;
use takeback_small::othello::{Squares, Token, Trail};
use takeback_small::{AtariGo, ConnectFour, Lead, Pig, Threats, TicTacToe, Tron};

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

/// Rungs of Connect Four, as evenly spaced as was found (docs/ladders.md).
const FOUR: Ladder = Ladder([
    "ab:depth=2,slips=45",
    "ab:depth=2,slips=20",
    "ab:depth=2,slips=3",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=6",
    "ab:depth=8",
    "ab:time=100ms",
    "ab:time=500ms",
    "ab:time=2s",
]);

/// The same where it comes with its network.
const FOUR_LEARNED: Ladder = {
    let mut rungs = FOUR;
    rungs.0[7] = "ab:time=100ms,learned";
    rungs.0[8] = "ab:time=500ms,learned";
    rungs.0[9] = "ab:time=2s,learned";
    rungs
};

/// Rungs of Othello, likewise.
const OTHELLO: Ladder = Ladder([
    "mcts:iterations=8",
    "mcts:iterations=24",
    "mcts:iterations=64",
    "mcts:iterations=150",
    "mcts:iterations=400",
    "mcts:iterations=1k",
    "mcts:iterations=2500",
    "mcts:time=100ms",
    "mcts:time=500ms",
    "mcts:time=2s",
]);

/// The same where it comes with its network.
const LEARNED: Ladder = {
    let mut rungs = OTHELLO;
    rungs.0[7] = "ab:time=100ms,learned";
    rungs.0[8] = "ab:time=500ms,learned";
    rungs.0[9] = "ab:time=2s,learned";
    rungs
};

/// Searches are compiled once for all small games but the two that people measure themselves by; in a browser's
/// module, which is to be small, for those too.
const COMPACT: bool = cfg!(target_family = "wasm");

/// All searches for two, compiled once.
fn compact<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: Keyed + Indexed + RandomMove,
    G::Move: Coded,
    E: Evaluator<G> + Sync + 'static,
{
    shown(Abilities::new().indexed().drawing(), once::duel(Judge::new::<G, _>(eval)))
}

/// The networks that come with games. A browser's module does without: they are larger than all the rest.
#[cfg(not(target_family = "wasm"))]
mod nets {
    pub(super) const FOUR: &[u8] = include_bytes!("../net/connect4.net");
    pub(super) const OTHELLO: &[u8] = include_bytes!("../net/othello.net");
}

#[cfg(target_family = "wasm")]
mod nets {
    pub(super) const FOUR: &[u8] = &[];
    pub(super) const OTHELLO: &[u8] = &[];
}

fn othello_engines(eval: Squares) -> Vec<Offer<Token>> {
    if COMPACT { compact(eval) } else { duel_learned(eval, nets::OTHELLO) }
}

/// Tic-tac-toe for the registry.
#[must_use]
pub fn tictactoe() -> GameEntry {
    GameEntry::new(
        "tictactoe",
        "Tic-tac-toe",
        "three in a row on nine cells: over in a minute",
        vec![Box::new(
            variant!(
                "3x3",
                "nine cells",
                Token,
                TicTacToe::default,
                [keyed, zero_sum, notation, portable, indexed, random_move]
            )
            .with_engines(|| {
                let judge = Judge::new::<TicTacToe, _>(Blind);
                let mut all = vec![once::alpha_beta(judge), once::sampled(), once::random()];
                all.extend(once::proofs());
                shown(Abilities::new().indexed().drawing(), all)
            })
            .with_levels(WALKED)
            .with_scene(),
        )],
    )
    .with_guide(include_str!("guides/tictactoe.txt"))
    .with_notation("rows from the top: x.o/.x./..o; moves a1 to c3")
}

/// The usual board has every search; the small ones, which are solved at once,
/// the two that people use.
fn four<const W: usize, const H: usize>(
    name: &'static str,
    about: &'static str,
    engines: fn(Threats) -> Vec<Offer<ConnectFour<W, H>>>,
    levels: Ladder,
) -> Box<dyn Variant> {
    let weights = named(Threats::NAMES, &Threats::default().values());
    Box::new(
        variant!(
            name,
            about,
            Token,
            ConnectFour::<W, H>::default,
            [keyed, zero_sum, notation, portable, indexed, random_move, features]
        )
        .with_tuned_engines(weights, move |values| engines(Threats::from_values(values)))
        .with_nets(Threats::default())
        .with_levels(levels)
        .with_scene(),
    )
}

fn four_brief<const W: usize, const H: usize>(eval: Threats) -> Vec<Offer<ConnectFour<W, H>>> {
    let judge = Judge::new::<ConnectFour<W, H>, _>(eval);
    let offers = vec![once::alpha_beta(judge), once::sampled(), once::random()];
    shown(Abilities::new().indexed().drawing(), offers)
}

fn four_whole(eval: Threats) -> Vec<Offer<ConnectFour<7, 6>>> {
    if COMPACT {
        return compact(eval);
    }
    let mut all = duel_learned(eval, nets::FOUR);
    let about = "won, drawn or lost, proven by a search that knows this game";
    all.push(
        Offer::new("exact", about, &[&[TIME, NODES, TABLE]], |_| {
            apart(|| boxed(four::Exact::default()))
        })
        .to_the_end(),
    );
    all
}

/// Connect Four for the registry.
#[must_use]
pub fn connect4() -> GameEntry {
    let usual = if cfg!(target_family = "wasm") { FOUR } else { FOUR_LEARNED };
    GameEntry::new(
        "connect4",
        "Connect Four",
        "drop discs into columns; four in a row win",
        vec![
            four::<7, 6>("7x6", "the usual board", four_whole, usual),
            four::<4, 4>("4x4", "solved at once", four_brief, FOUR),
            four::<5, 4>("5x4", "small", four_brief, FOUR),
        ],
    )
    .with_guide(include_str!("guides/connect4.txt"))
    .with_notation("rows from the top: ......./… ; moves are column letters a, b, …")
}

/// Othello for the registry.
#[must_use]
pub fn othello() -> GameEntry {
    let trail = || {
        variant!(
            "8x8-trail",
            "the same rules on a journal",
            Trail,
            Trail::default,
            [keyed, zero_sum, notation, portable, indexed, random_move, scored, features]
        )
        .with_engines(|| {
            let judge = Judge::new::<Trail, _>(Blind);
            let offers = vec![once::alpha_beta(judge), once::sampled(), once::random()];
            shown(Abilities::new().indexed().drawing(), offers)
        })
        .with_levels(SAMPLED)
        .with_scene()
    };
    let weights = named(Squares::NAMES, &Squares::default().values());
    let token = variant!(
        "8x8",
        "the usual board",
        Token,
        Token::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, scored, features]
    )
    .with_tuned_engines(weights, |values| {
        let eval = Squares::from_values(values);
        scored(othello_engines(eval), &eval)
    })
    .with_nets(Squares::default())
    .with_levels(if cfg!(target_family = "wasm") { OTHELLO } else { LEARNED })
    .with_scene();
    GameEntry::new(
        "othello",
        "Othello",
        "enclose the other's discs and turn them; most discs win",
        vec![Box::new(token.with_twin(trail())), Box::new(trail())],
    )
    .with_guide(include_str!("guides/othello.txt"))
    .with_notation("rows from the top, side to move, passes; moves a1 to h8, pass")
    .with_extras(kit::Yardsticks(&["8x8-trail"]))
}

/// Atari Go for the registry.
#[must_use]
pub fn atari() -> GameEntry {
    GameEntry::new(
        "atari",
        "Atari Go",
        "Go for a start: whoever captures first wins",
        vec![
            Box::new(
                variant!(
                    "7x7",
                    "the usual board",
                    Token,
                    AtariGo::<7>::default,
                    [keyed, zero_sum, notation, portable, indexed, random_move]
                )
                .with_engines(|| {
                    let blind = Judge::new::<AtariGo<7>, _>(Blind);
                    let all = vec![
                        once::alpha_beta(blind.clone()),
                        once::sampled(),
                        once::descent(blind),
                        once::random(),
                    ];
                    shown(Abilities::new().indexed().drawing(), all)
                })
                .with_levels(SAMPLED)
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
                .with_engines(|| {
                    shown(
                        Abilities::new().indexed().drawing(),
                        vec![once::sampled(), once::random()],
                    )
                })
                .with_levels(SAMPLED)
                .with_scene(),
            ),
        ],
    )
    .with_guide(include_str!("guides/atari.txt"))
    .with_notation("rows from the top and the side to move; moves a1 to g7")
}

/// Every search for dice.
fn dice() -> Vec<Offer<Pig>> {
    let judge = Judge::new::<Pig, _>(Lead);
    shown(Abilities::new().indexed().drawing(), once::many(judge))
}

/// Two million positions, solved in some seconds, once for all tables. That takes
/// 165 MiB; 25 MiB are kept.
static PIG_FOR_TWO: LazyLock<Arc<SharedSolution<Pig>>> = LazyLock::new(Arc::default);

/// More than it has, and what keeps positions that no game comes to within bounds.
const PIG_POSITIONS: usize = 2_500_000;

/// For two it can be solved; with four there are too many positions.
fn dice_for_two() -> Vec<Offer<Pig>> {
    let mut all = dice();
    all.insert(0, exact(|| Pig::new(2, 100), Lead, &PIG_FOR_TWO, PIG_POSITIONS));
    all
}

/// Rungs of Pig: expectiminimax sees more in less time than playouts do, and nobody
/// plays better than `exact`.
const DICE: Ladder = Ladder([
    "random",
    "mcts:iterations=10",
    "mcts:iterations=20",
    "mcts:iterations=50",
    "mcts:iterations=100",
    "mcts:iterations=200",
    "mcts:iterations=500",
    "expectimax:depth=2",
    "expectimax:depth=4",
    "exact",
]);

/// Pig for the registry.
#[must_use]
pub fn pig() -> GameEntry {
    GameEntry::new(
        "pig",
        "Pig",
        "roll the die as long as you dare: a one loses it all",
        vec![
            Box::new(
                variant!(
                    "2",
                    "two players to 100",
                    Token,
                    || Pig::new(2, 100),
                    [keyed, notation, portable, indexed, random_move]
                )
                .with_engines(dice_for_two)
                .with_levels(DICE)
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
                .with_engines(dice)
                .with_levels(SAMPLED)
                .with_scene(),
            ),
        ],
    )
    .with_guide(include_str!("guides/pig.txt"))
    .with_notation("banked,… goal total seat roll|decide; moves roll, hold, 1 to 6")
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

/// Walls only grow: no position is reached twice, and a table finds nothing.
fn cycles() -> Vec<Offer<Tron>> {
    together(Blind).into_iter().map(|offer| offer.without(&["tt"])).collect()
}

/// Tron for the registry.
#[must_use]
pub fn tron() -> GameEntry {
    let tron = variant!(
        "8x8",
        "two cycles",
        Token,
        Tron::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, simultaneous]
    )
    .with_engines(cycles)
    .with_levels(CYCLES)
    .with_scene()
    .with_rounds();
    GameEntry::new(
        "tron",
        "Tron",
        "two light cycles, both at once: do not run into anything",
        vec![Box::new(tron.with_hybrid())],
    )
    .with_guide(include_str!("guides/tron.txt"))
    .with_notation("walls in hexadecimal, heads, choice; moves up, right, down, left")
}
