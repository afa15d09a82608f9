//! What can be read off a game's positions beyond its rules, as functions.

use super::drawing::Drawing;
use takeback_core::{Game, Key, Moves, Notation, Player, Portable};
use takeback_verify::{FeaturesOf, NumbersOf, ObservationOf, PointsOf, RandomMoveOf, RedealOf};

/// The capabilities of a game as a value: what it lacks is `None`, so that games
/// of all sorts sit at the same tables.
pub struct Faces<G: Game> {
    /// A player's choices in a round played together; games without such rounds
    /// list the moves.
    pub choices: fn(&G, Player, &mut Moves<G::Move>),
    /// How it is shown.
    pub drawing: Drawing<G>,
    /// The position's key.
    pub key: Option<fn(&G) -> Key>,
    /// All that a player knows, written out.
    pub observation: Option<ObservationOf<G>>,
    /// All that a player does not know, dealt anew.
    pub redeal: Option<RedealOf<G>>,
    /// What learned judges see.
    pub features: Option<FeaturesOf<G>>,
    /// A number for each move.
    pub numbers: Option<NumbersOf<G>>,
    /// A move at random.
    pub random: Option<RandomMoveOf<G>>,
    /// What the finished game pays.
    pub points: Option<PointsOf<G>>,
    /// Whether a player in turn may find no move, so that the line that led
    /// there is not playable.
    pub dead_ends: bool,
}

impl<G: Game> Copy for Faces<G> {}

impl<G: Game> Clone for Faces<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation + Portable> Faces<G> {
    /// Rules alone, shown plainly.
    #[must_use]
    pub fn plain() -> Self {
        Faces {
            choices: |game, _, out| game.moves(out),
            drawing: Drawing::plain(),
            key: None,
            observation: None,
            redeal: None,
            features: None,
            numbers: None,
            random: None,
            points: None,
            dead_ends: false,
        }
    }
}
