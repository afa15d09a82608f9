//! What wins in the dark: three in a row, or a chain from side to side.

use std::fmt::Debug;
use takeback_core::Player;

/// A board on which whoever connects first wins.
pub trait Goal: Copy + Clone + Debug + Default + Eq + Send + Sync + 'static {
    /// Columns and rows; at most nine cells together.
    const SIZE: (u8, u8);

    /// Whether these cells (as bits) win for this player.
    fn is_won(stones: u16, player: Player) -> bool;
}

/// Three in a row on a board of nine.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ThreeInARow;

impl Goal for ThreeInARow {
    const SIZE: (u8, u8) = (3, 3);

    fn is_won(stones: u16, _: Player) -> bool {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        LINES.iter().any(|line| stones & line == *line)
    }
}

/// A chain from side to side: top to bottom for the first player, left to right
/// for the second. `N` by `N` cells, each row half a cell to the right.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Chain<const N: u8>;

impl<const N: u8> Goal for Chain<N> {
    const SIZE: (u8, u8) = (N, N);

    fn is_won(stones: u16, player: Player) -> bool {
        let has = |column: i8, row: i8| {
            let inside = (0..N as i8).contains(&column) && (0..N as i8).contains(&row);
            inside && stones >> (row * N as i8 + column) & 1 == 1
        };
        // Along the way to go and across it.
        let turned = |along: i8, across: i8| match player {
            Player::FIRST => (across, along),
            _ => (along, across),
        };
        let bit = |(column, row): (i8, i8)| 1u16 << (row * N as i8 + column);
        let cells = || (0..N as i8).flat_map(|a| (0..N as i8).map(move |b| (a, b)));
        let mut reached = 0u16;
        loop {
            let mut grown = reached;
            for (column, row) in cells().map(|(a, b)| turned(a, b)).filter(|&(c, r)| has(c, r)) {
                let starts = if player == Player::FIRST { row == 0 } else { column == 0 };
                let near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
                let touches = near.into_iter().any(|(dc, dr)| {
                    has(column + dc, row + dr) && grown & bit((column + dc, row + dr)) != 0
                });
                if starts || touches {
                    grown |= bit((column, row));
                }
            }
            if grown == reached {
                break;
            }
            reached = grown;
        }
        (0..N as i8).any(|across| reached & bit(turned(N as i8 - 1, across)) != 0)
    }
}
