//! Boards that many games share.

use crate::{Board, Cell, Label, Paint, Stroke};

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
        faced: false,
    }
}

/// The crossings of a grid, as Go has them: points without an outline, lines
/// through them, and the same margins as [`squares`].
#[must_use]
pub fn crossings(columns: u16, rows: u16, name: impl Fn(u16, u16) -> String) -> Board {
    let mut board = squares(columns, rows, |_, _| Paint::Clear, name);
    for cell in &mut board.cells {
        cell.outline.clear();
        cell.radius = 0.46;
    }
    let line = |from: (f32, f32), to: (f32, f32)| Stroke {
        points: vec![from, to],
        paint: Paint::Ink,
        width: 0.03,
        dashed: false,
    };
    let (right, bottom) = (f32::from(columns), f32::from(rows));
    let across = (1..=rows).map(|row| line((1.0, f32::from(row)), (right, f32::from(row))));
    let down =
        (1..=columns).map(|column| line((f32::from(column), 1.0), (f32::from(column), bottom)));
    board.strokes = across.chain(down).collect();
    board
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

/// A rhombus of hexagons as Hex has it: rows from the top, each half a cell
/// further right; top and bottom edge in the colour of the first seat, left
/// and right edge in that of the second. Columns are named by `column`.
#[must_use]
pub fn rhombus(width: u16, height: u16, column: impl Fn(u16) -> String) -> Board {
    const ACROSS: f32 = 1.0;
    let radius = ACROSS / 3f32.sqrt();
    let (w, h) = (f32::from(width), f32::from(height));
    let place = |x: f32, y: f32| (1.5 + x * ACROSS + y * ACROSS / 2.0, 1.4 + y * radius * 1.5);
    let mut board = Board {
        width: 3.0 + (w - 1.0) + (h - 1.0) / 2.0,
        height: 2.8 + (h - 1.0) * radius * 1.5,
        ..Board::default()
    };
    for y in 0..height {
        for x in 0..width {
            let centre = place(x.into(), y.into());
            let outline = pointed_hexagon(centre, radius);
            edges(&mut board, &outline, (x, y), (width, height));
            board.cells.push(Cell {
                name: format!("{}{}", column(x), y + 1),
                centre,
                outline,
                radius: 0.42,
                paint: Paint::Light,
                text: (3 + 2 * x + y, y + 1),
            });
        }
    }
    let label = |at, writing, text| Label { at, writing, text: Some(text) };
    for x in 0..width {
        board.labels.push(label(place(x.into(), -1.05), column(x), (2 + 2 * x, 0)));
    }
    for y in 0..height {
        board.labels.push(label(place(-1.05, y.into()), (y + 1).to_string(), (y, y + 1)));
    }
    board
}

/// The sides of a cell that lie on the rim of a rhombus.
fn edges(board: &mut Board, corners: &[(f32, f32)], (x, y): (u16, u16), (w, h): (u16, u16)) {
    let mut rim = |owner: u8, along: &[usize]| {
        board.strokes.push(Stroke {
            points: along.iter().map(|&corner| corners[corner]).collect(),
            paint: Paint::Player(owner),
            width: 0.16,
            dashed: false,
        });
    };
    // The sides that point both ways at the sharp corners belong to the first.
    if x == 0 {
        rim(1, if y + 1 == h { &[3, 2] } else { &[3, 2, 1] });
    }
    if x + 1 == w {
        rim(1, if y == 0 { &[5, 0] } else { &[4, 5, 0] });
    }
    if y == 0 {
        rim(0, &[3, 4, 5]);
    }
    if y + 1 == h {
        rim(0, &[2, 1, 0]);
    }
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
