//! Domineering, the game of the tutorial, with what front ends ask of a game:
//! notation, positions as text, a scene, and an entry for the registry.

use std::fmt::{self, Write};
use takeback_core::{
    Game, Key, Keyed, Moves, Notation, Payoff, Player, Portable, Turn, ZeroSum, mix,
};
use takeback_host::engines::listed;
use takeback_host::spec::Ladder;
use takeback_host::{GameEntry, variant};
use takeback_scene::{Board, Glyph, Input, Paint, Piece, Scene, Scenic, shapes};

const SIDE: u8 = 6;
const CELLS: u8 = SIDE * SIDE;

/// Who cannot place a domino loses: the first player's stand, the second's lie.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Domineering {
    /// Bit `6 * row + column` is set where the player's domino lies.
    filled: [u64; 2],
    next: Player,
}

impl Domineering {
    fn domino(&self, cell: u8) -> u64 {
        let other = if self.next == Player::FIRST { cell + SIDE } else { cell + 1 };
        1 << cell | 1 << other
    }

    fn fits(&self, cell: u8) -> bool {
        let upright = self.next == Player::FIRST;
        let inside = if upright { cell < CELLS - SIDE } else { cell % SIDE < SIDE - 1 };
        inside && (self.filled[0] | self.filled[1]) & self.domino(cell) == 0
    }
}

impl Game for Domineering {
    /// The upper or left cell.
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let can_move = (0..CELLS).any(|cell| self.fits(cell));
        if can_move { Turn::Player(self.next) } else { Turn::Over }
    }

    fn moves(&self, out: &mut Moves<u8>) {
        out.extend((0..CELLS).filter(|&cell| self.fits(cell)));
    }

    fn make(&mut self, cell: u8) {
        self.filled[self.next.index()] |= self.domino(cell);
        self.next = self.next.other();
    }

    fn unmake(&mut self, cell: u8, (): ()) {
        self.next = self.next.other();
        self.filled[self.next.index()] &= !self.domino(cell);
    }

    fn payoff(&self, player: Player) -> Payoff {
        if player == self.next { Payoff::LOSS } else { Payoff::WIN }
    }
}

impl ZeroSum for Domineering {}

impl Keyed for Domineering {
    fn key(&self) -> Key {
        let next = u64::from(self.next.0) << 40;
        Key(mix(self.filled[0] ^ next) ^ mix(self.filled[1] | 1 << 50))
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

/// Why a text is no move or position.
#[derive(Debug)]
pub(crate) struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "moves are a1 to f6, positions 36 of .|- and then | or - for the player in turn",
        )
    }
}

impl std::error::Error for Unreadable {}

fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE), SIDE - cell / SIDE)
}

impl Notation for Domineering {
    type MoveError = Unreadable;

    fn write_move(&self, cell: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&name(cell))
    }

    fn read_move(&self, text: &str) -> Result<u8, Unreadable> {
        (0..CELLS).find(|&cell| name(cell) == text).ok_or(Unreadable)
    }
}

/// What stands in a position's text for each player.
const SIGNS: [char; 2] = ['|', '-'];

impl Portable for Domineering {
    type PositionError = Unreadable;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for cell in 0..CELLS {
            let lies = |player: usize| self.filled[player] >> cell & 1 == 1;
            out.write_char(if lies(0) {
                SIGNS[0]
            } else if lies(1) {
                SIGNS[1]
            } else {
                '.'
            })?;
        }
        write!(out, " {}", SIGNS[self.next.index()])
    }

    fn read_position(text: &str) -> Result<Self, Unreadable> {
        let (cells, next) = text.split_once(' ').ok_or(Unreadable)?;
        if cells.chars().count() != usize::from(CELLS) {
            return Err(Unreadable);
        }
        let mut game = Domineering::default();
        for (cell, sign) in cells.chars().enumerate() {
            match SIGNS.iter().position(|&known| known == sign) {
                Some(player) => game.filled[player] |= 1 << cell,
                None if sign == '.' => (),
                None => return Err(Unreadable),
            }
        }
        let next = SIGNS.iter().position(|sign| next == sign.to_string()).ok_or(Unreadable)?;
        game.next = Player(next as u8);
        Ok(game)
    }
}

impl Scenic for Domineering {
    fn board(&self) -> Board {
        let side = u16::from(SIDE);
        let shade =
            |x: u16, y: u16| if (x + y).is_multiple_of(2) { Paint::Light } else { Paint::Mid };
        let mut board = shapes::squares(side, side, shade, |x, y| name(x as u8 + SIDE * y as u8));
        board.labels = shapes::chess_labels(side, side);
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let half = |cell: u8, player: usize| {
            let paint = Paint::Player(player as u8);
            let spoken = format!("a domino of {}", self.player_name(Player(player as u8)));
            Piece::new(cell.into(), Glyph::Block, paint, &SIGNS[player].to_string(), spoken)
        };
        let halves = (0..CELLS).flat_map(|cell| [(cell, 0), (cell, 1)]);
        let lying = halves.filter(|&(cell, player)| self.filled[player] >> cell & 1 == 1);
        Scene {
            pieces: lying.map(|(cell, player)| half(cell, player)).collect(),
            ..Scene::default()
        }
    }

    fn input(&self, cell: u8) -> Input {
        Input::cells([cell.into()])
    }

    fn touched(&self, cell: u8) -> Vec<u16> {
        let domino = self.domino(cell);
        (0..u16::from(CELLS)).filter(|&cell| domino >> cell & 1 == 1).collect()
    }

    fn player_name(&self, player: Player) -> String {
        ["Vertical", "Horizontal"][player.index()].to_owned()
    }
}

const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=5",
    "ab:depth=6",
    "ab:depth=8",
    "ab:time=500ms",
    "ab:time=2s",
]);

/// The game for the registry: from here on, every front end knows it.
pub(crate) fn domineering() -> GameEntry {
    let board = variant!(
        "6x6",
        "36 cells",
        Token,
        Domineering::default,
        [keyed, zero_sum, notation, portable]
    )
    .with_engines(listed)
    .with_levels(LADDER)
    .with_scene();
    GameEntry::new(
        "domineering",
        "Domineering",
        "dominoes, upright against flat; who cannot place one loses",
        vec![Box::new(board)],
    )
    .with_notation("36 signs by rows and the player in turn; moves a1 to f6")
}
