//! Games in which something is hidden: cards, dice, bids, stones.

use crate::dark_solver::InTheDark;
use takeback_core::{Hidden, RandomMove, Scored};
use takeback_host::engines::{mixing, solvable};
use takeback_host::registry::Of;
use takeback_host::spec::Ladder;
use takeback_host::{GameEntry, Variant, variant};
use takeback_search::equilibrium::{points, victory};
use takeback_small::{Chain, Goal, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, ThreeInARow};

/// Rungs for games that can be solved before the first move.
const SOLVED: Ladder = Ladder([
    "random",
    "ismcts:iterations=20",
    "ismcts:iterations=100",
    "ismcts:iterations=500",
    "ismcts:iterations=2k",
    "cfr:iterations=2",
    "cfr:iterations=5",
    "cfr:iterations=20",
    "cfr:iterations=100",
    "cfr:iterations=1k",
]);

/// Rungs for games that cannot.
const SAMPLED: Ladder = Ladder([
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

/// Kuhn poker for the registry.
#[must_use]
pub fn kuhn() -> GameEntry {
    let two = variant!(
        "2",
        "two players, three cards",
        Token,
        <Kuhn>::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored]
    );
    let three = variant!(
        "3",
        "three players, four cards",
        Token,
        Kuhn::<3>::default,
        [keyed, notation, portable, indexed, random_move, hidden, scored]
    );
    GameEntry::new(
        "kuhn",
        "Kuhn poker",
        "one card each, one bet: the smallest poker there is",
        vec![
            Box::new(
                two.with_engines(|| solvable(<Kuhn>::default, points))
                    .with_equilibria(points, "chips")
                    .with_levels(SOLVED)
                    .with_scene(),
            ),
            Box::new(
                three
                    .with_engines(|| solvable(Kuhn::<3>::default, points))
                    .with_equilibria(points, "chips")
                    .with_levels(SOLVED)
                    .with_scene(),
            ),
        ],
    )
    .with_guide(include_str!("guides/kuhn.txt"))
    .with_notation("cards and actions: QK pb; moves pass, bet; deals J, Q, K, A")
}

/// Leduc poker for the registry.
#[must_use]
pub fn leduc() -> GameEntry {
    let two = variant!(
        "2",
        "two players, six cards",
        Token,
        Leduc::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored]
    );
    GameEntry::new(
        "leduc",
        "Leduc poker",
        "two rounds of betting and an open card: bluff with three ranks",
        vec![Box::new(
            two.with_engines(|| solvable(Leduc::default, points))
                .with_equilibria(points, "chips")
                .with_levels(SOLVED)
                .with_scene(),
        )],
    )
    .with_guide(include_str!("guides/leduc.txt"))
    .with_notation("the moves so far: K,J,raise,call,Q; moves fold, call, raise; deals J, Q, K")
}

fn dice<const SIDES: usize, const WILD: usize>(
    name: &'static str,
    about: &'static str,
) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Token,
            LiarsDice::<SIDES, WILD>::default,
            [keyed, zero_sum, notation, portable, indexed, random_move, hidden]
        )
        .with_engines(|| solvable(LiarsDice::<SIDES, WILD>::default, victory))
        .with_equilibria(victory, "wins")
        .with_levels(SOLVED)
        .with_scene(),
    )
}

/// Liar's Dice for the registry.
#[must_use]
pub fn liars_dice() -> GameEntry {
    GameEntry::new(
        "liar",
        "Liar's Dice",
        "one hidden die each: claim more, or call the other a liar",
        vec![
            dice::<6, 6>("6", "dice of six sides; a six counts as any number"),
            dice::<3, 3>("3", "dice of three sides; a three counts as any number"),
            dice::<6, 0>("plain", "dice of six sides; every number counts as itself"),
        ],
    )
    .with_guide(include_str!("guides/liar.txt"))
    .with_notation("the moves so far: 3,6,1x3,liar; moves 1x5, 2x3, liar; rolls 1 to 6")
}

fn bids<const CARDS: usize>(name: &'static str, about: &'static str) -> Box<dyn Variant>
where
    Goofspiel<CARDS>: Hidden + RandomMove + Scored,
{
    Box::new(
        variant!(
            name,
            about,
            Token,
            Goofspiel::<CARDS>::default,
            [keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored]
        )
        .with_engines(|| solvable(Goofspiel::<CARDS>::default, points))
        .with_equilibria(points, "points")
        .with_levels(SOLVED)
        .with_scene(),
    )
}

/// Goofspiel for the registry.
#[must_use]
pub fn goofspiel() -> GameEntry {
    GameEntry::new(
        "goofspiel",
        "Goofspiel",
        "bid cards for prizes, both at once: the purest game of guessing the other",
        vec![bids::<4>("4", "four cards"), bids::<5>("5", "five cards")],
    )
    .with_guide(include_str!("guides/goofspiel.txt"))
    .with_notation("the moves so far: p3,2,1,p1; moves 1 to 6; prizes p1 to p6")
}

fn dark<B: Goal>(name: &'static str, about: &'static str) -> Of<Phantom<B>> {
    variant!(
        name,
        about,
        Token,
        Phantom::<B>::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, hidden]
    )
    .with_engines(|| mixing(Phantom::<B>::default, victory))
    .with_equilibria(victory, "wins")
    .with_levels(SAMPLED)
    .with_scene()
}

/// Nine cells are too many to be written out line by line.
fn nine<B: Goal>() -> Box<dyn Variant> {
    Box::new(dark::<B>("3x3", "nine cells").with_own_solver(|| Box::new(InTheDark::<B>::default())))
}

/// Phantom tic-tac-toe for the registry.
#[must_use]
pub fn phantom() -> GameEntry {
    GameEntry::new(
        "phantomttt",
        "Phantom tic-tac-toe",
        "three in a row, and nobody sees the other's stones",
        vec![nine::<ThreeInARow>()],
    )
    .with_guide(include_str!("guides/phantomttt.txt"))
    .with_notation("the cells tried so far: b2,b2,a1; rows are counted from the top")
}

/// Dark Hex for the registry.
#[must_use]
pub fn dark_hex() -> GameEntry {
    GameEntry::new(
        "darkhex",
        "Dark Hex",
        "connect your sides, and nobody sees the other's stones",
        vec![nine::<Chain<3>>(), Box::new(dark::<Chain<2>>("2x2", "four cells"))],
    )
    .with_guide(include_str!("guides/darkhex.txt"))
    .with_notation("the cells tried so far: b2,b2,a1; rows are counted from the top")
}
