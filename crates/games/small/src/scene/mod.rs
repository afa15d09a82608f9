//! How the small games show themselves.

mod boards;
mod hidden;
mod tables;

#[cfg(test)]
mod tests;

use takeback_scene::{Glyph, Paint, Piece};

/// A chess-like name; rows are counted from the top here and from the bottom
/// in the name.
fn name(rows: u16) -> impl Fn(u16, u16) -> String {
    move |column, row| format!("{}{}", char::from(b'a' + column as u8), rows - row)
}

/// The cell of a board drawn from the top for bit `8 * row + column` of one
/// whose row 0 is at the bottom.
fn from_top(bit: u32, columns: u16, rows: u16) -> u16 {
    let (row, column) = (bit as u16 / 8, bit as u16 % 8);
    (rows - 1 - row) * columns + column
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// Black and white stones; black begins.
fn stone(cell: u16, owner: usize) -> Piece {
    let (paint, text, spoken) =
        [(Paint::Black, "x", "black stone"), (Paint::White, "o", "white stone")][owner];
    Piece::new(cell, Glyph::Disc, paint, text, spoken.to_owned())
}
