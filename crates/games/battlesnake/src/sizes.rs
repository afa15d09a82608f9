//! From a setup of any size to the type that fits it.

use crate::setup::{Setup, SetupErrors};
use crate::state::Battlesnake;

/// Work to be done on a position whose type depends on its size.
pub trait ForSize {
    /// What comes of it.
    type Out;

    /// Do it.
    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Self::Out;
}

/// Build the position in the smallest type that holds it and work on it.
///
/// # Errors
/// When the setup cannot be played.
///
/// ```
/// use takeback_battlesnake::{Battlesnake, ForSize, Map, Ruleset, Settings, Setup, for_size};
/// use takeback_core::Game;
///
/// struct Count;
/// impl ForSize for Count {
///     type Out = usize;
///     fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> usize {
///         game.legal_moves().len()
///     }
/// }
/// let setup = Setup::start(Ruleset::Wrapped, Settings::default(), Map::Standard, (19, 19), 9, 1)?;
/// assert_eq!(for_size(&setup, Count)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_size<T: ForSize>(setup: &Setup, work: T) -> Result<T::Out, SetupErrors> {
    let board = &setup.board;
    let cells = board.width.saturating_mul(board.height);
    Ok(match (cells, board.snakes.len()) {
        (..=128, ..=2) => work.run(Battlesnake::<2, 2>::new(setup)?),
        (..=128, ..=4) => work.run(Battlesnake::<2, 4>::new(setup)?),
        (..=128, _) => work.run(Battlesnake::<2, 16>::new(setup)?),
        (..=448, ..=4) => work.run(Battlesnake::<7, 4>::new(setup)?),
        (..=448, _) => work.run(Battlesnake::<7, 16>::new(setup)?),
        _ => work.run(Battlesnake::<10, 16>::new(setup)?),
    })
}
