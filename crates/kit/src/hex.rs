//! Hex on the kit: what sixty lines of rules look like.
//!
//! The fast Hex of this project lives in its own crate; this one exists to show
//! the kit, to be compared with it move for move, and to measure what the kit costs.

use crate::{
    Board, Class, DuelRules, Flow, Id, KitGame, NotationRules, PortableRules, Rules, ScenicRules,
    Shape, Step,
};
use std::fmt;
use takeback_core::{Moves, Player, Players, Turn};
use takeback_scene::{Glyph, Input, Paint, Piece, Scene, shapes};

const BOARD: Class = Class(1);
const CELL: Class = Class(2);
const STONE: Class = Class(3);

/// Hex on a rhombus of `size` by `size`. Seat 0 joins top and bottom, seat 1
/// left and right. A move is the number of a cell, row by row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Hex {
    /// Cells along an edge, 1 to 31.
    pub size: u16,
}

impl Hex {
    /// The element of a cell: cells are created right after the board.
    fn cell(&self, n: u16) -> Id {
        Id(3 + u32::from(n))
    }

    /// Whose stone lies there.
    fn stone(&self, board: &Board, n: u16) -> Option<Player> {
        board.owner(board.first(self.cell(n))?)
    }

    fn neighbours(&self, n: u16) -> impl Iterator<Item = u16> + use<> {
        let size = i32::from(self.size);
        let (x, y) = (i32::from(n) % size, i32::from(n) / size);
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
        around.into_iter().map(move |(dx, dy)| (x + dx, y + dy)).filter_map(move |(x, y)| {
            let on_board = 0 <= x && x < size && 0 <= y && y < size;
            on_board.then_some((y * size + x) as u16)
        })
    }

    /// Whether a place is as good as the player's stone: it is one, or lies behind
    /// one of the edges to be joined.
    fn holds(&self, board: &Board, (x, y): (i32, i32), player: Player) -> bool {
        let size = i32::from(self.size);
        let (along, across) = if player == Player::FIRST { (y, x) } else { (x, y) };
        if !(0..size).contains(&across) {
            return false;
        }
        !(0..size).contains(&along) || self.stone(board, (y * size + x) as u16) == Some(player)
    }

    /// Whether the chain of the stone just placed touches both edges.
    fn joins(&self, board: &Board, from: u16, player: Player) -> bool {
        let mut seen = [0u64; 16];
        let (mut todo, mut open) = ([0u16; 1024], 1);
        let (mut near, mut far) = (false, false);
        todo[0] = from;
        seen[from as usize / 64] |= 1 << (from % 64);
        while open > 0 {
            open -= 1;
            let here = todo[open];
            let along = if player == Player::FIRST { here / self.size } else { here % self.size };
            near |= along == 0;
            far |= along + 1 == self.size;
            for next in self.neighbours(here) {
                let (word, bit) = (next as usize / 64, 1 << (next % 64));
                if seen[word] & bit == 0 && self.stone(board, next) == Some(player) {
                    seen[word] |= bit;
                    todo[open] = next;
                    open += 1;
                }
            }
        }
        near && far
    }
}

impl Rules for Hex {
    type Move = u16;

    fn shape(&self) -> Shape {
        Shape { players: 2, attributes: 0, tracks: 0 }
    }

    fn flow() -> Flow<Self> {
        Flow::forever(Flow::each_player(Flow::Step(Step(0))))
    }

    fn set_up(&self, board: &mut Board) {
        let rhombus = board.create(BOARD, Id::TABLE);
        board.create_many(CELL, rhombus, usize::from(self.size * self.size));
    }

    fn moves(&self, board: &Board, _: Step, _: Player, out: &mut Moves<u16>) {
        out.extend((0..self.size * self.size).filter(|&n| board.is_empty(self.cell(n))));
    }

    fn play(&self, board: &mut Board, _: Step, player: Player, n: u16) {
        let stone = board.create(STONE, self.cell(n));
        board.set_owner(stone, Some(player));
        if self.joins(board, n, player) {
            board.finish(Players::only(player));
        }
    }

    /// The other half of a bridge that the last stone cut into: two cells between
    /// two stones (or a stone and an edge) join them as long as each intrusion is
    /// answered.
    fn urgent(&self, board: &Board, _: Step, player: Player, out: &mut Moves<u16>) {
        const AROUND: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
        let last = Id(board.elements() as u32 - 1);
        let size = i32::from(self.size);
        let Some(cell) = board.parent(last).filter(|_| board.class(last) == STONE) else { return };
        let n = cell.0 as i32 - 3;
        let at = |i: usize| (n % size + AROUND[i % 6].0, n / size + AROUND[i % 6].1);
        for i in 0..6 {
            let (x, y) = at(i + 1);
            let on_board = (0..size).contains(&x) && (0..size).contains(&y);
            let ends = self.holds(board, at(i), player) && self.holds(board, at(i + 2), player);
            if on_board && ends && board.is_empty(self.cell((y * size + x) as u16)) {
                out.push((y * size + x) as u16);
            }
        }
    }
}

impl DuelRules for Hex {}

/// A cell that is none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoCell(pub String);

impl fmt::Display for NoCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no cell of this board; write column and row, such as c2", self.0)
    }
}

impl std::error::Error for NoCell {}

/// Column letters and row number: `a1` is the top left cell, `aa1` is the 27th
/// of its row.
impl NotationRules for Hex {
    type MoveError = NoCell;

    fn write_move(&self, n: u16, out: &mut dyn fmt::Write) -> fmt::Result {
        let (column, row) = (n % self.size, n / self.size + 1);
        let letter = |n: u16| char::from(b'a' + n as u8);
        if column >= 26 {
            out.write_char(letter(column / 26 - 1))?;
        }
        write!(out, "{}{row}", letter(column % 26))
    }

    fn read_move(&self, text: &str) -> Result<u16, NoCell> {
        let wrong = || NoCell(text.chars().take(8).collect());
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
        let (letters, row) = text.split_at(digits);
        let column = match letters.as_bytes() {
            [a @ b'a'..=b'z'] => u16::from(a - b'a'),
            [a @ b'a'..=b'z', b @ b'a'..=b'z'] => {
                26 * (u16::from(a - b'a') + 1) + u16::from(b - b'a')
            }
            _ => return Err(wrong()),
        };
        let row: u16 = row.parse().map_err(|_| wrong())?;
        let on_board = column < self.size && (1..=self.size).contains(&row);
        if on_board { Ok((row - 1) * self.size + column) } else { Err(wrong()) }
    }
}

impl PortableRules for Hex {
    fn write_options(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "hex {}", self.size)
    }

    fn read_options(text: &str) -> Option<Self> {
        let size = text.strip_prefix("hex ")?.parse().ok()?;
        (1..=31).contains(&size).then_some(Hex { size })
    }

    fn is_playable(&self, board: &Board) -> bool {
        let cells = self.size * self.size;
        board.elements() >= 3 + usize::from(cells)
            && (0..cells).all(|n| match board.first(self.cell(n)) {
                None => true,
                Some(stone) => board.owner(stone).is_some() && board.count(self.cell(n)) == 1,
            })
    }
}

impl ScenicRules for Hex {
    fn board(&self) -> takeback_scene::Board {
        let letter = |n: u16| char::from(b'a' + n as u8);
        shapes::rhombus(self.size, self.size, |x| match x / 26 {
            0 => letter(x).to_string(),
            more => format!("{}{}", letter(more - 1), letter(x % 26)),
        })
    }

    fn scene(&self, board: &Board, _: Turn, _: Option<Player>) -> Scene {
        let stone = |n| {
            let owner = self.stone(board, n)?;
            let (text, spoken) = [("x", "red stone"), ("o", "blue stone")][owner.index() % 2];
            Some(Piece::new(n, Glyph::Disc, Paint::Player(owner.0), text, spoken.to_owned()))
        };
        Scene { pieces: (0..self.size * self.size).filter_map(stone).collect(), ..Scene::default() }
    }

    fn input(&self, _: &Board, n: u16) -> Input {
        Input::cells([n])
    }

    fn player_name(&self, player: Player) -> String {
        ["Red", "Blue"][player.index() % 2].to_owned()
    }
}

/// Kit Hex as a game.
pub type KitHex = KitGame<Hex>;
