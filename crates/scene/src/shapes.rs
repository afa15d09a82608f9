//! Boards that many games share.

use crate::{Board, Cell, Label, Paint};

/// A grid of unit squares, row by row from the top, painted by `paint(column,
/// row)` and named by `name(column, row)`, with a margin of half a unit for the
/// labels.
#[must_use]
pub fn squares(
    columns: u16,
    rows: u16,
    paint: impl Fn(u16, u16) -> Paint,
    name: impl Fn(u16, u16) -> String,
) -> Board {
    const MARGIN: f32 = 0.5;
    let mut cells = Vec::with_capacity(usize::from(columns * rows));
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (f32::from(column) + MARGIN, f32::from(row) + MARGIN);
            cells.push(Cell {
                name: name(column, row),
                centre: (x + 0.5, y + 0.5),
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
                radius: 0.42,
                paint: paint(column, row),
                text: (3 + 2 * column, row),
            });
        }
    }
    Board {
        width: f32::from(columns) + 2.0 * MARGIN,
        height: f32::from(rows) + 2.0 * MARGIN,
        cells,
        strokes: Vec::new(),
        labels: Vec::new(),
    }
}

/// Letters below the columns and numbers beside the rows, counted from the
/// bottom as chess does, for a board of [`squares`].
#[must_use]
pub fn chess_labels(columns: u16, rows: u16) -> Vec<Label> {
    let letters = (0..columns).map(|column| Label {
        at: (f32::from(column) + 1.0, f32::from(rows) + 0.75),
        writing: char::from(b'a' + column as u8).to_string(),
        text: Some((3 + 2 * column, rows)),
    });
    let numbers = (0..rows).map(|row| Label {
        at: (0.25, f32::from(row) + 1.0),
        writing: (rows - row).to_string(),
        text: Some((0, row)),
    });
    letters.chain(numbers).collect()
}

/// The corners of a hexagon with a corner at the top.
#[must_use]
pub fn pointed_hexagon(centre: (f32, f32), radius: f32) -> Vec<(f32, f32)> {
    hexagon(centre, radius, 30.0)
}

/// The corners of a hexagon with a side at the top.
#[must_use]
pub fn flat_hexagon(centre: (f32, f32), radius: f32) -> Vec<(f32, f32)> {
    hexagon(centre, radius, 0.0)
}

fn hexagon((x, y): (f32, f32), radius: f32, turned: f32) -> Vec<(f32, f32)> {
    (0..6)
        .map(|corner| {
            let angle = (60.0 * corner as f32 + turned).to_radians();
            (x + radius * angle.cos(), y + radius * angle.sin())
        })
        .collect()
}
