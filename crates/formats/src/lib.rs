//! File and wire formats of the outside world: JSON positions, moves, records.

pub mod battlesnake;
pub mod ringrift;
