//! A game under test, behind a face that is the same for every game.
//!
//! Walking, shrinking and reporting are compiled once, against this trait; the
//! rules stand behind it in a [`Bench`](crate::bench::Bench). What is given up
//! is a virtual call for each thing asked, which is little beside copying and
//! comparing whole positions; what is gained is that a program with thirty games
//! holds one verifier and not thirty.
//!
//! Nothing of the game's own types crosses the face. Positions lie on a *shelf*
//! and are named by their place on it; moves are numbered as they come up.

use std::fmt::{Debug, Write};
use takeback_core::{FeatureSum, Key, Payoff, Player, SplitMix, Turn};

/// A position's place on the shelf.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Slot(pub(crate) usize);

/// A move's number: equal moves have equal numbers, until
/// [`forget_moves`](Subject::forget_moves).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub(crate) struct MoveId(pub(crate) u32);

impl MoveId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Opens benches: one for each thread that walks.
pub(crate) trait Workshop: Sync {
    /// How many positions there are to start from.
    fn starts(&self) -> usize;

    /// A bench of one's own.
    fn open(&self) -> Box<dyn Subject + Send + '_>;
}

/// The game under test. Methods of the later blocks may only be called where
/// the capability was named; the laws that call them come with it.
pub(crate) trait Subject {
    // The shelf. Copies go on top and are cleared away from the top.

    /// How many positions lie on the shelf.
    fn height(&self) -> usize;
    /// Clear away all positions above the lowest `height`.
    fn clear_above(&mut self, height: usize);
    /// A copy of a start.
    fn fresh(&mut self, start: usize) -> Slot;
    /// A copy of a position; it has nothing to take back.
    fn copy(&mut self, of: Slot) -> Slot;
    /// Whether `==` says so.
    fn same(&self, a: Slot, b: Slot) -> bool;
    /// The position for display.
    fn debug(&self, at: Slot) -> &dyn Debug;

    // Moves.

    /// The legal moves, replacing what is in `out`.
    fn list(&mut self, at: Slot, out: &mut Vec<MoveId>);
    /// A number that stands for the list and its order.
    fn list_print(&mut self, at: Slot) -> u64;
    /// The candidates of all stages that pass as legal, replacing `out`. The
    /// position may be changed by a faulty test of legality.
    fn candidates(&mut self, at: Slot, out: &mut Vec<MoveId>);
    /// How many moves the game counts.
    fn count(&mut self, at: Slot) -> usize;
    /// The move said to be forced.
    fn forced(&mut self, at: Slot) -> Option<MoveId>;
    /// The move for display.
    fn move_debug(&self, m: MoveId) -> &dyn Debug;
    /// How many moves have numbers.
    fn moves_known(&self) -> usize;
    /// Number moves anew from now on.
    fn forget_moves(&mut self);

    // The rules.

    fn players(&self, at: Slot) -> usize;
    fn turn(&self, at: Slot) -> Turn;
    fn payoff(&self, at: Slot, player: Player) -> Payoff;
    fn weight(&self, at: Slot, outcome: MoveId) -> u32;
    /// Make a move; the token is kept with the position.
    fn make(&mut self, at: Slot, m: MoveId);
    /// Take back the last move made at this position.
    fn unmake(&mut self, at: Slot);
    /// The position after a move, as the game's own `apply` gives it.
    fn apply(&mut self, at: Slot, m: MoveId) -> Slot;
    /// The position after a move by the slow twin.
    fn twin(&mut self, at: Slot, m: MoveId) -> Slot;
    /// Whether the game's own law of this number holds.
    fn own_law(&mut self, at: Slot, number: usize) -> Result<(), String>;

    // `Keyed`

    fn key(&self, at: Slot) -> Key;
    fn key_from_scratch(&self, at: Slot) -> Key;
    fn is_repeat(&self, at: Slot) -> bool;

    // `Notation` and `Portable`

    fn write_move(&self, at: Slot, m: MoveId, out: &mut dyn Write);
    fn read_move(&mut self, at: Slot, text: &str) -> Result<MoveId, String>;
    fn write_position(&self, at: Slot, out: &mut dyn Write);
    fn read_position(&mut self, text: &str) -> Result<Slot, String>;

    // `Indexed`, `RandomMove`, `Playout`, `Pass`

    fn indices(&self) -> usize;
    fn index(&self, at: Slot, m: MoveId) -> usize;
    fn random_move(&mut self, at: Slot, rng: &mut SplitMix) -> MoveId;
    fn playout(&self, at: Slot, rng: &mut SplitMix, results: &mut [Payoff]);
    fn may_pass(&self, at: Slot) -> bool;
    /// Whether the features stayed as they were meanwhile, where there are such.
    fn pass_and_back(&mut self, at: Slot) -> bool;

    // `Simultaneous`

    /// What a player who owes a choice may choose, replacing `out`.
    fn choices(&mut self, at: Slot, player: Player, out: &mut Vec<MoveId>);

    // `Hidden`

    fn observation_print(&self, at: Slot, player: Player) -> u64;
    fn same_observation(&self, a: Slot, b: Slot, player: Player) -> bool;
    fn write_observation(&self, at: Slot, player: Player, out: &mut dyn Write);
    fn infoset(&self, at: Slot, player: Player) -> Key;
    /// What a viewer sees of a move about to be made.
    fn label(&self, at: Slot, viewer: Player, m: MoveId) -> u64;
    /// Redeal in place; the token is kept with the position.
    fn redeal(&mut self, at: Slot, viewer: Player, rng: &mut SplitMix);
    /// Take back the last redeal of this position.
    fn undo_redeal(&mut self, at: Slot);
    /// Whether play from one position may reach what a viewer sees in another.
    fn may_lead_to(&self, from: Slot, to: Slot, viewer: Player) -> bool;

    // `Scored`

    fn most_points(&self, at: Slot) -> i32;
    fn points(&self, at: Slot, player: Player) -> i32;

    // `Features`

    /// How many features and buckets there are, and the most features of a view.
    fn feature_bounds(&self) -> (usize, usize, usize);
    /// The sum as the game told of its moves, and the one from scratch.
    fn feature_sums(&self, at: Slot) -> (FeatureSum, FeatureSum);
    /// The features of each view, in order.
    fn features(&self, at: Slot) -> Vec<Vec<u16>>;
    fn bucket(&self, at: Slot) -> usize;
    fn view_of(&self, at: Slot, player: Player) -> usize;
}

/// The short forms that laws are written in.
impl dyn Subject + '_ {
    /// The legal moves in a list of their own.
    pub(crate) fn legal(&mut self, at: Slot) -> Vec<MoveId> {
        let mut out = Vec::with_capacity(64);
        self.list(at, &mut out);
        out
    }

    /// A list as `Debug` shows it.
    pub(crate) fn list_text(&self, list: &[MoveId]) -> String {
        let moves: Vec<&dyn Debug> = list.iter().map(|&m| self.move_debug(m)).collect();
        format!("{moves:?}")
    }

    /// A move in the game's notation.
    pub(crate) fn move_text(&self, at: Slot, m: MoveId) -> String {
        let mut text = String::new();
        self.write_move(at, m, &mut text);
        text
    }

    /// The position in the game's notation.
    pub(crate) fn position_text(&self, at: Slot) -> String {
        let mut text = String::new();
        self.write_position(at, &mut text);
        text
    }

    /// What a seat sees.
    pub(crate) fn observation_text(&self, at: Slot, player: Player) -> String {
        let mut text = String::new();
        self.write_observation(at, player, &mut text);
        text
    }

    /// Where two positions differ, field by field.
    pub(crate) fn difference(&self, was: Slot, is: Slot) -> String {
        crate::diff::between(self.debug(was), self.debug(is))
    }
}
