//! What stays the same through a game.

use crate::Paint;

/// Cells and lines in a plane of the game's own units; y grows downwards.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// Width of the picture.
    pub width: f32,
    /// Height of the picture.
    pub height: f32,
    /// Where things can stand and clicks can go. A cell's number is its index.
    pub cells: Vec<Cell>,
    /// Lines drawn above the cells and below the pieces: rivers, edges, grids.
    pub strokes: Vec<Stroke>,
    /// Coordinates and other writing.
    pub labels: Vec<Label>,
    /// Whether two players sit opposite each other, so that the second wants to see the
    /// board from the other side.
    pub faced: bool,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cell {
    /// As the notation calls it.
    pub name: String,
    /// Where pieces stand.
    pub centre: (f32, f32),
    /// The outline; empty for a cell that is only a point, where the pieces
    /// themselves and a round target are all there is to see.
    pub outline: Vec<(f32, f32)>,
    /// How much room a piece has: it fits a circle of this radius.
    pub radius: f32,
    /// What it is filled with.
    pub paint: Paint,
    /// Column and row in a drawing by characters. A column is one character
    /// wide and cells are at least two columns apart; hexagonal boards shift
    /// every other row by one.
    pub text: (u16, u16),
}

/// A line through the picture.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stroke {
    /// Its corners.
    pub points: Vec<(f32, f32)>,
    /// Its colour.
    pub paint: Paint,
    /// Its width.
    pub width: f32,
    /// Whether it is broken.
    pub dashed: bool,
}

/// Writing on the board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Label {
    /// Its middle.
    pub at: (f32, f32),
    /// What is written.
    pub writing: String,
    /// Column and row in a drawing by characters, if it is shown there.
    pub text: Option<(u16, u16)>,
}
