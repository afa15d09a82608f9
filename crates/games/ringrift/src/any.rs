//! One type over all boards, for front ends that learn the board at run time.

use crate::geometry::{Board, Hex8, Hexagonal, Square8, Square19};
use crate::params::{Rules, RulesError};
use crate::state::RingRift;

/// A game on any of the boards, for any number of players.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRingRift {
    /// 8 by 8 squares.
    Square8(Box<RingRift<Square8>>),
    /// 19 by 19 squares.
    Square19(Box<RingRift<Square19>>),
    /// 61 hexagons.
    Hex8(Box<RingRift<Hex8>>),
    /// 469 hexagons.
    Hexagonal(Box<RingRift<Hexagonal>>),
}

/// Runs one generic expression on whatever board an [`AnyRingRift`] holds.
///
/// ```
/// use takeback_core::Game;
/// use takeback_ringrift::{on_any, AnyRingRift};
/// let game = AnyRingRift::standard("hex8", 3).unwrap().unwrap();
/// assert_eq!(on_any!(&game, game => game.legal_moves().len()), 183);
/// ```
#[macro_export]
macro_rules! on_any {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnyRingRift::Square8($game) => $body,
            $crate::AnyRingRift::Square19($game) => $body,
            $crate::AnyRingRift::Hex8($game) => $body,
            $crate::AnyRingRift::Hexagonal($game) => $body,
        }
    };
}

impl AnyRingRift {
    /// The names of all boards.
    pub const BOARDS: [&'static str; 4] =
        [Square8::NAME, Square19::NAME, Hex8::NAME, Hexagonal::NAME];

    /// The usual game on the board of that name; `None` when there is no such board.
    #[must_use]
    pub fn standard(board: &str, players: u8) -> Option<Result<Self, RulesError>> {
        let rules = match board {
            _ if board == Square8::NAME => Rules::standard::<Square8>(players),
            _ if board == Square19::NAME => Rules::standard::<Square19>(players),
            _ if board == Hex8::NAME => Rules::standard::<Hex8>(players),
            _ if board == Hexagonal::NAME => Rules::standard::<Hexagonal>(players),
            _ => return None,
        };
        AnyRingRift::new(board, rules)
    }

    /// A game with these rules on the board of that name; `None` when there is no such board.
    #[must_use]
    pub fn new(board: &str, rules: Rules) -> Option<Result<Self, RulesError>> {
        Some(match board {
            _ if board == Square8::NAME => {
                RingRift::new(rules).map(|game| AnyRingRift::Square8(Box::new(game)))
            }
            _ if board == Square19::NAME => {
                RingRift::new(rules).map(|game| AnyRingRift::Square19(Box::new(game)))
            }
            _ if board == Hex8::NAME => {
                RingRift::new(rules).map(|game| AnyRingRift::Hex8(Box::new(game)))
            }
            _ if board == Hexagonal::NAME => {
                RingRift::new(rules).map(|game| AnyRingRift::Hexagonal(Box::new(game)))
            }
            _ => return None,
        })
    }

    /// The name of the board.
    #[must_use]
    pub fn board(&self) -> &'static str {
        match self {
            AnyRingRift::Square8(_) => Square8::NAME,
            AnyRingRift::Square19(_) => Square19::NAME,
            AnyRingRift::Hex8(_) => Hex8::NAME,
            AnyRingRift::Hexagonal(_) => Hexagonal::NAME,
        }
    }
}
