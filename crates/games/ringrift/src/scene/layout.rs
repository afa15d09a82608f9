//! Where the cells lie.

use crate::geometry::{Board, Cell, CellName};
use crate::moves::cells;
use takeback_scene::shapes::pointed_hexagon;
use takeback_scene::{Cell as Drawn, Label, Paint};

/// The number of a cell among the cells drawn. Grids of hexagonal boards have
/// corners that are no cells.
pub(super) fn index<B: Board>(cell: Cell) -> u16 {
    if !B::HEXAGONS {
        return cell.0;
    }
    let side = B::SIDE as u16;
    let middle = side / 2;
    let (row, column) = (cell.0 / side, cell.0 % side);
    let before: u16 = (0..row).map(|row| side - row.abs_diff(middle)).sum();
    before + column - middle.saturating_sub(row)
}

pub(super) fn board<B: Board>() -> takeback_scene::Board {
    if B::HEXAGONS { hexagons::<B>() } else { squares::<B>() }
}

fn squares<B: Board>() -> takeback_scene::Board {
    let side = B::SIDE as u16;
    let paint = |x: u16, y: u16| if (x + y).is_multiple_of(2) { Paint::Light } else { Paint::Mid };
    let mut board = takeback_scene::shapes::squares(side, side, paint, |x, y| format!("{x},{y}"));
    for n in 0..side {
        let (at, number) = (f32::from(n) + 1.0, n.to_string());
        let below = (at, f32::from(side) + 0.75);
        board.labels.push(Label {
            at: below,
            writing: number.clone(),
            text: Some((3 + 2 * n, side)),
        });
        board.labels.push(Label { at: (0.25, at), writing: number, text: Some((0, n)) });
    }
    board
}

fn hexagons<B: Board>() -> takeback_scene::Board {
    const MARGIN: f32 = 0.9;
    const RADIUS: f32 = 0.577;
    let side = B::SIDE as u16;
    let middle = side / 2;
    let drawn = |cell: Cell| {
        let (row, column) = (cell.0 / side, cell.0 % side);
        let across = f32::from(column) + f32::from(row) / 2.0 - f32::from(middle) / 2.0;
        let centre = (across + 0.5 + MARGIN, f32::from(row) * RADIUS * 1.5 + RADIUS + MARGIN);
        // One cell in three is darker: rows can be followed in all three ways.
        let paint = if (column + 2 * row).is_multiple_of(3) { Paint::Mid } else { Paint::Light };
        Drawn {
            name: CellName::<B>::of(cell).to_string(),
            centre,
            outline: pointed_hexagon(centre, RADIUS),
            radius: 0.42,
            paint,
            text: (2 * column + row - middle, row),
        }
    };
    // Cells are called by two numbers: the second is the row's, written at both ends of rows; the first is
    // written along the upper and lower edges.
    let edge = |cell: Cell, (dx, dy): (f32, f32), number: &str| {
        let (x, y) = drawn(cell).centre;
        Label { at: (x + dx, y + dy), writing: number.to_owned(), text: None }
    };
    let mut labels = Vec::new();
    for cell in cells(B::ALL) {
        let (row, column) = (cell.0 / side, cell.0 % side);
        let name = CellName::<B>::of(cell).to_string();
        let mut numbers = name.split(',');
        let (first, second) = (numbers.next().unwrap_or(""), numbers.next().unwrap_or(""));
        if column == middle.saturating_sub(row) {
            labels.push(edge(cell, (-0.85, 0.0), second));
        }
        if row == 0 {
            labels.push(edge(cell, (0.35, -0.8), first));
        }
        if row == side - 1 {
            labels.push(edge(cell, (-0.35, 0.8), first));
        }
    }
    takeback_scene::Board {
        labels,
        width: f32::from(side) + 2.0 * MARGIN,
        height: f32::from(side - 1) * RADIUS * 1.5 + 2.0 * (RADIUS + MARGIN),
        cells: cells(B::ALL).map(drawn).collect(),
        ..takeback_scene::Board::default()
    }
}
