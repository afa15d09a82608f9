//! The state fingerprint that RingRift's own tools compare.
//!
//! A line of text about the position, hashed to 16 hexadecimal digits. It does
//! not see the order of buried rings, so it is weaker than comparing boards.

use std::fmt::Write;
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{Board, Cell, CellName, Phase, RingRift};

/// The text behind the fingerprint.
#[must_use]
pub fn fingerprint_text<B: Board>(game: &RingRift<B>) -> String {
    let step = game.step();
    let over = step.phase() == Phase::GameOver;
    let player = if over { 0 } else { step.player().0 + 1 };
    let status = if over { "completed" } else { "active" };
    let pending = u8::from(step.pending());
    let mut text = format!("{player}:{}:{status}:{pending}", step.phase().name());

    let purses = game.colours().map(|colour| {
        let purse = game.purse(colour);
        format!("{}:{}:{}:{}", colour.0 + 1, purse.hand(), purse.eliminated(), purse.territory())
    });
    let name = |at: usize| CellName::<B>::of(Cell(at as u16));
    let stacks = game.all_stacks().iter().map(|at| {
        let stack = game.stack(Cell(at as u16));
        let top = stack.controller().0 + 1;
        format!("{}:{top}:{}:{}", name(at), stack.height(), stack.cap())
    });
    let owned = |set: fn(&RingRift<B>, takeback_core::Player) -> B::Set| {
        let cells = game.colours().flat_map(move |c| set(game, c).iter().map(move |at| (at, c)));
        cells.map(|(at, colour)| format!("{}:{}", name(at), colour.0 + 1)).collect::<Vec<_>>()
    };
    for mut part in [
        purses.collect::<Vec<_>>(),
        stacks.collect(),
        owned(RingRift::markers),
        owned(RingRift::collapsed),
    ] {
        part.sort_unstable();
        let _ = write!(text, "#{}", part.join("|"));
    }
    text
}

/// The fingerprint of a position.
#[must_use]
pub fn fingerprint<B: Board>(game: &RingRift<B>) -> String {
    hash(&fingerprint_text(game))
}

/// The 53-bit-style string hash of the fingerprint, kept at its full 64 bits.
fn hash(text: &str) -> String {
    let (mut h1, mut h2) = (0xDEAD_BEEF_u32, 0x41C6_CE57_u32);
    for unit in text.encode_utf16() {
        h1 = (h1 ^ u32::from(unit)).wrapping_mul(2_654_435_761);
        h2 = (h2 ^ u32::from(unit)).wrapping_mul(1_597_334_677);
    }
    h1 = (h1 ^ h1 >> 16).wrapping_mul(2_246_822_507) ^ (h2 ^ h2 >> 13).wrapping_mul(3_266_489_909);
    h2 = (h2 ^ h2 >> 16).wrapping_mul(2_246_822_507) ^ (h1 ^ h1 >> 13).wrapping_mul(3_266_489_909);
    format!("{h2:08x}{h1:08x}")
}
