//! Preferences for moves: for every seat and number of a move one row over the cut sums.
//!
//! Boards are turned so that everybody looks at his own side, but the numbers of moves are not, so
//! every seat has rows of its own.

use super::quantise::{ACTIVATION, WEIGHT};
use super::{MOST_INPUTS, SparseNet, kernel};

/// Preferences count in such parts: so many are one step of the logarithm of odds.
pub const STEP: i32 = ACTIVATION as i32 * WEIGHT;

/// The rows of all moves; empty in a network without a policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Policy {
    /// By seat and number, then by input: one's own sums, then the others' round the table.
    pub(crate) weights: Vec<i8>,
    /// By seat and number.
    pub(crate) bias: Vec<i32>,
}

impl SparseNet {
    /// Whether it has preferences for moves.
    #[must_use]
    pub fn has_policy(&self) -> bool {
        self.shape.moves > 0
    }

    /// Tells the preference of each of these moves of `seat`, in parts of [`STEP`], by the sums of
    /// all views in order. `view` is the seat's own, where players may change seats.
    ///
    /// # Panics
    /// When the sums are of another network, or there is no such seat or move.
    pub fn prefer(
        &self,
        views: &[i16],
        view: usize,
        seat: usize,
        numbers: impl Iterator<Item = usize>,
        mut tell: impl FnMut(i32),
    ) {
        let mut inputs = [0u8; MOST_INPUTS];
        let inputs = self.inputs_of(views, view, &mut inputs);
        assert!(seat < self.shape.players, "a seat of another game");
        for number in numbers {
            assert!(number < self.shape.moves, "a move of another game");
            let row = seat * self.shape.moves + number;
            let weights = &self.policy.weights[row * inputs.len()..][..inputs.len()];
            tell(kernel::product(self.path, inputs, weights) + self.policy.bias[row]);
        }
    }
}
