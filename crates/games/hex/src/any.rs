//! One type for boards of every size, for front ends that learn it at run time.

use crate::bits::Wide;
use crate::geometry::Size;
use crate::notation::PositionError;
use crate::state::{Hex, Setup, SetupError, Swap};

/// A position in the storage class that fits its board.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AnyHex {
    /// Up to 64 cells (8x8).
    Small(Hex<u64>),
    /// Up to 128 cells (11x11).
    Medium(Hex<u128>),
    /// Up to 256 cells (16x16).
    Large(Hex<Wide<4>>),
    /// Up to 19x19.
    Huge(Hex<Wide<6>>),
}

impl AnyHex {
    /// An empty board, Black to move.
    ///
    /// # Errors
    /// When the board is not square and [`Swap::Pieces`] is asked for.
    pub fn new(size: Size, swap: Swap) -> Result<AnyHex, SetupError> {
        AnyHex::from_setup(&Setup::empty(size, swap))
    }

    /// A position from its description.
    ///
    /// # Errors
    /// The first reason why it is none.
    pub fn from_setup(setup: &Setup) -> Result<AnyHex, SetupError> {
        Ok(match setup.size.cells() {
            0..=64 => AnyHex::Small(Hex::from_setup(setup)?),
            65..=128 => AnyHex::Medium(Hex::from_setup(setup)?),
            129..=256 => AnyHex::Large(Hex::from_setup(setup)?),
            _ => AnyHex::Huge(Hex::from_setup(setup)?),
        })
    }

    /// A position from its text.
    ///
    /// # Errors
    /// When the text is malformed or no position.
    pub fn read(text: &str) -> Result<AnyHex, PositionError> {
        Ok(AnyHex::from_setup(&Setup::read(text)?)?)
    }
}

/// Run the same code on whichever class an [`AnyHex`] holds:
/// `with_hex!(&any, hex => hex.to_string())`.
#[macro_export]
macro_rules! with_hex {
    ($any:expr, $hex:ident => $body:expr) => {
        match $any {
            $crate::AnyHex::Small($hex) => $body,
            $crate::AnyHex::Medium($hex) => $body,
            $crate::AnyHex::Large($hex) => $body,
            $crate::AnyHex::Huge($hex) => $body,
        }
    };
}
