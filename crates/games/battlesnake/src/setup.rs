//! A position written down, and what must hold before it is playable.

use crate::geometry::{Board, MAX_SIDE, Point};
use crate::maps::Map;
use crate::plain::PlainBoard;
use crate::ruleset::{End, Ruleset, Settings};
use std::fmt;

/// Most snakes a game may have.
pub const MAX_SNAKES: usize = 16;

/// Most food entries beyond the first on their cells.
pub(crate) const MAX_SURPLUS: usize = 64;

/// Everything one may write down about a game. Becomes playable by
/// [`Battlesnake::new`](crate::Battlesnake::new).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Setup {
    /// The rules.
    pub ruleset: Ruleset,
    /// The numbers that come with them.
    pub settings: Settings,
    /// Who brings food and hazards.
    pub map: Map,
    /// When the game ends; `None` for what ruleset and number of snakes say.
    pub end: Option<End>,
    /// Who stands where.
    pub board: PlainBoard,
}

/// One reason why a setup cannot be played.
#[derive(Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs)]
pub enum SetupError {
    Size { width: i64, height: i64 },
    Cells { cells: u16, room: usize },
    Snakes { found: usize, room: usize },
    Turn { turn: i64 },
    NoBody { seat: usize },
    OffBoard { seat: usize, at: Point },
    Health { seat: usize, health: i64 },
    Long { seat: usize, length: usize },
    Food { at: Point },
    Surplus { found: usize },
    Hazard { at: Point },
    Stack { at: Point },
    Interval,
    Chance { chance: u8 },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Size { width, height } => {
                write!(f, "a board of {width}x{height}: sides go from 1 to {MAX_SIDE}")
            }
            SetupError::Cells { cells, room } => {
                write!(f, "{cells} cells do not fit into this class of board ({room})")
            }
            SetupError::Snakes { found, room } => {
                write!(f, "{found} snakes: there must be 1 to {room}")
            }
            SetupError::Turn { turn } => write!(f, "turn {turn} is out of range"),
            SetupError::NoBody { seat } => write!(f, "snake {seat} has no body"),
            SetupError::OffBoard { seat, at } => {
                write!(f, "snake {seat} lies off the board at {at}")
            }
            SetupError::Health { seat, health } => {
                write!(f, "snake {seat} has health {health}: it goes from 0 to 100")
            }
            SetupError::Long { seat, length } => {
                write!(f, "snake {seat} with {length} entries is too long for the board")
            }
            SetupError::Food { at } => write!(f, "food off the board at {at}"),
            SetupError::Surplus { found } => {
                write!(f, "{found} food entries lie on cells that have food already")
            }
            SetupError::Hazard { at } => write!(f, "hazard off the board at {at}"),
            SetupError::Stack { at } => write!(f, "more than 255 hazards at {at}"),
            SetupError::Interval => f.write_str("royale cannot shrink every 0 turns"),
            SetupError::Chance { chance } => {
                write!(f, "a food spawn chance of {chance} per cent")
            }
        }
    }
}

/// Every reason why a setup cannot be played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupErrors {}

/// What a position has room for.
pub(crate) struct Room {
    pub(crate) cells: usize,
    pub(crate) seats: usize,
    pub(crate) entries: usize,
}

impl Setup {
    /// The end rule of this game.
    #[must_use]
    pub fn end(&self) -> End {
        self.end.unwrap_or(End::of(self.ruleset, self.board.snakes.len()))
    }

    /// The board, if the setup can be played with this much room.
    pub(crate) fn validate(&self, room: &Room) -> Result<Board, SetupErrors> {
        let mut errors = Vec::new();
        let board = self.check_board(room, &mut errors);
        if let Some(board) = &board {
            self.check_snakes(board, room, &mut errors);
            self.check_food(board, &mut errors);
            self.check_hazards(board, &mut errors);
        }
        let royale = self.ruleset == Ruleset::Royale || self.map == Map::Royale;
        if royale && self.settings.shrink_every == 0 {
            errors.push(SetupError::Interval);
        }
        if self.settings.food_spawn_chance > 100 {
            errors.push(SetupError::Chance { chance: self.settings.food_spawn_chance });
        }
        match board {
            Some(board) if errors.is_empty() => Ok(board),
            _ => Err(SetupErrors(errors)),
        }
    }

    fn check_board(&self, room: &Room, errors: &mut Vec<SetupError>) -> Option<Board> {
        let PlainBoard { turn, width, height, snakes, .. } = &self.board;
        // A turn counter near its end could overflow within a line of play.
        if !(0..=i64::from(u32::MAX / 2)).contains(turn) {
            errors.push(SetupError::Turn { turn: *turn });
        }
        if !(1..=room.seats).contains(&snakes.len()) {
            errors.push(SetupError::Snakes { found: snakes.len(), room: room.seats });
        }
        let side = |n: i64| u8::try_from(n).ok();
        let board = side(*width)
            .zip(side(*height))
            .and_then(|(w, h)| Board::new(w, h, self.ruleset.edge()));
        match board {
            None => errors.push(SetupError::Size { width: *width, height: *height }),
            Some(ref b) if usize::from(b.cells()) > room.cells => {
                errors.push(SetupError::Cells { cells: b.cells(), room: room.cells });
                return None;
            }
            Some(_) => {}
        }
        board
    }

    fn check_snakes(&self, board: &Board, room: &Room, errors: &mut Vec<SetupError>) {
        let surplus = surplus_of(&self.board.food).min(MAX_SURPLUS);
        for (seat, snake) in self.board.snakes.iter().enumerate() {
            if !snake.is_alive() {
                continue;
            }
            if snake.body.is_empty() {
                errors.push(SetupError::NoBody { seat });
            }
            if !(0..=100).contains(&snake.health) {
                errors.push(SetupError::Health { seat, health: snake.health });
            }
            if let Some(&at) = snake.body.iter().find(|&&p| !board.holds(p)) {
                errors.push(SetupError::OffBoard { seat, at });
            }
            // A body grows past the number of cells only by entries that share
            // a cell, and those it has from here or from doubled food.
            let shared = surplus_of(&snake.body);
            if usize::from(board.cells()) + shared + surplus + 4 > room.entries {
                errors.push(SetupError::Long { seat, length: snake.body.len() });
            }
        }
    }

    fn check_food(&self, board: &Board, errors: &mut Vec<SetupError>) {
        for &at in self.board.food.iter().filter(|&&p| !board.holds(p)) {
            errors.push(SetupError::Food { at });
        }
        let found = surplus_of(&self.board.food);
        if found > MAX_SURPLUS {
            errors.push(SetupError::Surplus { found });
        }
    }

    fn check_hazards(&self, board: &Board, errors: &mut Vec<SetupError>) {
        let mut heights = vec![0u32; usize::from(board.cells())];
        for &at in &self.board.hazards {
            let Some(cell) = board.cell(at) else {
                // The snail map of the official engine keeps notes above the board.
                if at.y < i64::from(board.height()) {
                    errors.push(SetupError::Hazard { at });
                }
                continue;
            };
            heights[usize::from(cell)] += 1;
            if heights[usize::from(cell)] == 256 {
                errors.push(SetupError::Stack { at });
            }
        }
    }
}

/// How many entries lie on a cell that an earlier one has.
fn surplus_of(points: &[Point]) -> usize {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    points.len() - sorted.len()
}
