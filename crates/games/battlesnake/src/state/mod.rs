//! The position: who lies where, what has been chosen, and its few doors.
//!
//! What never changes in a game (board, rules, map) is shared by all copies.
//! What changes is written only by the rounds of `rules.rs` and the chance
//! steps of `chance.rs`, through the functions of `doors`.

mod copy;
mod doors;

use crate::bits::Bits;
use crate::geometry::{Board, Direction, Edge, Point, Spread};
use crate::keys;
use crate::maps::Map;
use crate::plain::{PlainBoard, PlainSnake, default_move};
use crate::ruleset::{Fate, Rules, Ruleset, Settings};
use crate::setup::{Room, Setup, SetupErrors};
use crate::snake::Snake;
use std::sync::Arc;
use takeback_core::{Key, Player, Players};

/// Whether food and hazards of the map come as chance moves.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Chance {
    /// After a round nature moves, as the map says.
    Live,
    /// Nothing appears: what searches usually assume.
    #[default]
    Frozen,
}

/// Which moves are listed.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Listing {
    /// All four directions, as the rules have it.
    #[default]
    Every,
    /// Without those that kill for sure, as long as others remain; see
    /// [`prudent`](Battlesnake::prudent).
    Prudent,
}

/// What comes next.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Stage {
    /// The snakes choose.
    Choose,
    /// The map picks a place or side for hazards.
    Hazard,
    /// Food appears with the map's chance, or not.
    MaybeFood,
    /// So many pieces of food must appear.
    OwedFood(u16),
}

impl Stage {
    pub(crate) fn number(self) -> u32 {
        match self {
            Stage::Choose => 0,
            Stage::Hazard => 1,
            Stage::MaybeFood => 2,
            Stage::OwedFood(owed) => 2 + u32::from(owed),
        }
    }

    pub(crate) fn from_number(number: u32) -> Stage {
        match number {
            0 => Stage::Choose,
            1 => Stage::Hazard,
            2 => Stage::MaybeFood,
            owed => Stage::OwedFood((owed - 2).min(u32::from(u16::MAX)) as u16),
        }
    }
}

/// What a map remembers of its random choices; the map says what is what.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub(crate) struct Memory(pub(crate) [u16; 4]);

/// What never changes in a game.
#[derive(Debug)]
pub(crate) struct Setting<const W: usize> {
    pub(crate) board: Board,
    pub(crate) spread: Spread<W>,
    /// Steps of each cell from the middle of the board.
    pub(crate) central: Box<[u8]>,
    pub(crate) ruleset: Ruleset,
    pub(crate) settings: Settings,
    pub(crate) rules: Rules,
    pub(crate) map: Map,
    /// Food entries of the setup beyond the first on their cells, with their
    /// place in the order. The rules allow them; no map makes them.
    pub(crate) surplus: Vec<(u16, u32)>,
}

/// Doubled food aside: which of it is left is the position's business.
impl<const W: usize> PartialEq for Setting<W> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.ruleset == other.ruleset
            && self.settings == other.settings
            && self.rules == other.rules
            && self.map == other.map
    }
}

/// A game of Battlesnake on boards of up to `64 * W` cells for up to `S` snakes.
///
/// See [`Small`](crate::Small), [`Medium`](crate::Medium), [`Large`](crate::Large)
/// for the usual sizes. A round is as many commitments as snakes live; the last
/// one resolves it.
pub struct Battlesnake<const W: usize, const S: usize> {
    pub(crate) table: Arc<Setting<W>>,
    pub(crate) snakes: [Snake<W>; S],
    pub(crate) seats: u8,
    pub(crate) living: Players,
    /// Who has not chosen yet.
    pub(crate) pending: Players,
    /// Two bits a seat: what was chosen this round.
    pub(crate) choices: u32,
    pub(crate) turn: u32,
    pub(crate) stage: Stage,
    pub(crate) chance: Chance,
    pub(crate) listing: Listing,
    pub(crate) food: Bits<W>,
    /// Which of the table's surplus entries are still there.
    pub(crate) surplus: u64,
    pub(crate) hazards: Bits<W>,
    pub(crate) memory: Memory,
    /// The key of everything but the commitments, which change too fast for it.
    pub(crate) key: Key,
    heights: [[u8; 64]; W],
    /// When the food of a cell appeared: the list of food is in this order. The
    /// number of a cell without food is history.
    stamps: [[u32; 64]; W],
    next_stamp: u32,
    /// History: overwritten hazard heights, for the way back.
    log: Vec<(u16, u8)>,
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// The position of a setup, if it can be played. Chance is frozen and every
    /// move listed until told otherwise.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn new(setup: &Setup) -> Result<Self, SetupErrors> {
        const { assert!(W >= 1 && S >= 1 && S <= crate::MAX_SNAKES) };
        let room = Room { cells: 64 * W, seats: S, entries: Snake::<W>::ROOM };
        let board = setup.validate(&room)?;
        let table = Setting {
            spread: Spread::new(&board),
            central: (0..board.cells()).map(|cell| from_middle(&board, cell)).collect(),
            ruleset: setup.ruleset,
            settings: setup.settings,
            rules: Rules::new(setup.ruleset, &setup.settings, setup.end()),
            map: setup.map,
            surplus: Vec::new(),
            board,
        };
        Ok(Self::place(table, &setup.board))
    }

    fn place(mut table: Setting<W>, plain: &PlainBoard) -> Self {
        let mut food = Bits::NONE;
        let mut stamps = [[0; 64]; W];
        for (stamp, &at) in plain.food.iter().enumerate() {
            let cell = table.board.cell(at).expect("validated food is on the board");
            if food.contains(cell) {
                table.surplus.push((cell, stamp as u32));
            } else {
                food.set(cell);
                stamps[usize::from(cell) / 64][usize::from(cell) % 64] = stamp as u32;
            }
        }
        let mut heights = [[0; 64]; W];
        let mut hazards = Bits::NONE;
        for cell in plain.hazards.iter().filter_map(|&at| table.board.cell(at)) {
            heights[usize::from(cell) / 64][usize::from(cell) % 64] += 1;
            hazards.set(cell);
        }
        let mut snakes = [const { Snake::NONE }; S];
        let mut living = Players::NONE;
        for (seat, snake) in plain.snakes.iter().enumerate() {
            snakes[seat] = place_snake(&table.board, snake);
            if snake.is_alive() {
                living = living.with(Player(seat as u8));
            }
        }
        let surplus =
            if table.surplus.len() == 64 { u64::MAX } else { (1 << table.surplus.len()) - 1 };
        let mut position = Battlesnake {
            table: Arc::new(table),
            snakes,
            seats: plain.snakes.len() as u8,
            living,
            pending: living,
            choices: 0,
            turn: plain.turn as u32,
            stage: Stage::Choose,
            chance: Chance::Frozen,
            listing: Listing::Every,
            food,
            surplus,
            hazards,
            memory: Memory::default(),
            key: Key::ZERO,
            heights,
            stamps,
            next_stamp: plain.food.len() as u32,
            log: Vec::new(),
        };
        position.key = position.scratch_key();
        position
    }

    /// The same position with chance moves or without. A chance move that is
    /// due is dropped with them.
    #[must_use]
    pub fn with_chance(mut self, chance: Chance) -> Self {
        self.chance = chance;
        if chance == Chance::Frozen {
            self.set_stage(Stage::Choose);
        }
        self
    }

    /// The same position with another list of moves.
    #[must_use]
    pub fn with_listing(mut self, listing: Listing) -> Self {
        self.listing = listing;
        self
    }

    /// The round before anybody had chosen: what each may know when he chooses.
    #[must_use]
    pub fn without_commitments(mut self) -> Self {
        self.pending = self.living;
        self.choices = 0;
        self
    }

    /// Whether food and hazards appear.
    #[must_use]
    pub fn chance(&self) -> Chance {
        self.chance
    }

    /// Which moves are listed.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.listing
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.table.board
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.table.ruleset
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.table.settings
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> Map {
        self.table.map
    }

    /// The number of this board.
    #[must_use]
    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    /// Who lives.
    #[inline]
    #[must_use]
    pub fn living(&self) -> Players {
        self.living
    }

    /// The cell of a snake's head; just outside the board for one that left it.
    #[inline]
    #[must_use]
    pub fn head(&self, seat: Player) -> u16 {
        self.snakes[seat.index()].head()
    }

    /// A snake's length, duplicates included.
    #[inline]
    #[must_use]
    pub fn length(&self, seat: Player) -> usize {
        self.snakes[seat.index()].len()
    }

    /// A snake's health.
    #[inline]
    #[must_use]
    pub fn health(&self, seat: Player) -> i32 {
        i32::from(self.snakes[seat.index()].health)
    }

    /// A snake's cells, head first, duplicates included.
    pub fn body(&self, seat: Player) -> impl DoubleEndedIterator<Item = u16> + '_ {
        self.snakes[seat.index()].entries()
    }

    /// How a snake went out, if it did.
    #[must_use]
    pub fn fate(&self, seat: Player) -> Option<Fate> {
        self.snakes[seat.index()].fate
    }

    /// Cells with food.
    #[inline]
    #[must_use]
    pub fn food(&self) -> Bits<W> {
        self.food
    }

    /// Cells with hazard.
    #[inline]
    #[must_use]
    pub fn hazards(&self) -> Bits<W> {
        self.hazards
    }

    /// Layers of hazard on a cell.
    #[inline]
    #[must_use]
    pub fn height(&self, cell: u16) -> u8 {
        self.heights[usize::from(cell) / 64][usize::from(cell) % 64]
    }

    /// What the rules do for an unknown word.
    #[must_use]
    pub fn default_move(&self, seat: Player) -> Direction {
        let ahead: Vec<Point> =
            self.body(seat).take(2).map(|cell| self.board().point(cell)).collect();
        default_move(&ahead)
    }

    /// What a seat has chosen this round, if it has.
    #[must_use]
    pub fn chosen(&self, seat: Player) -> Option<Direction> {
        (self.living.contains(seat) && !self.pending.contains(seat))
            .then(|| Direction::from_bits(self.choices >> (2 * seat.0)))
    }

    /// The food in the order of its appearance, doubled entries included.
    #[must_use]
    pub fn food_list(&self) -> Vec<u16> {
        let stamp = |cell: u16| self.stamps[usize::from(cell) / 64][usize::from(cell) % 64];
        let mut list: Vec<(u32, u16)> = self.food.iter().map(|c| (stamp(c), c)).collect();
        let surplus = self.table.surplus.iter().enumerate();
        list.extend(
            surplus.filter(|(i, _)| self.surplus >> i & 1 == 1).map(|(_, &(cell, s))| (s, cell)),
        );
        list.sort_unstable();
        list.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The position as plain lists. Hazards come sorted by cell: their order
    /// means nothing.
    #[must_use]
    pub fn plain(&self) -> PlainBoard {
        let board = self.board();
        let hazards = self.hazards.iter();
        PlainBoard {
            turn: i64::from(self.turn),
            width: i64::from(board.width()),
            height: i64::from(board.height()),
            food: self.food_list().into_iter().map(|c| board.point(c)).collect(),
            hazards: hazards
                .flat_map(|c| std::iter::repeat_n(board.point(c), self.height(c).into()))
                .collect(),
            snakes: self.snakes[..usize::from(self.seats)]
                .iter()
                .map(|snake| PlainSnake {
                    health: i64::from(snake.health),
                    body: snake.entries().map(|c| board.point(c)).collect(),
                    fate: snake.fate,
                })
                .collect(),
        }
    }

    /// The setup that leads to this position, commitments and map memory aside.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            ruleset: self.table.ruleset,
            settings: self.table.settings,
            map: self.table.map,
            end: Some(self.table.rules.end),
            board: self.plain(),
        }
    }

    /// The key's part for a body whose head and tail share a cell.
    #[inline]
    pub(crate) fn curl(&self, seat: usize) -> Key {
        let snake = &self.snakes[seat];
        if snake.len() > 0 && snake.head() == snake.tail() {
            return keys::curl(seat, snake.head());
        }
        Key::ZERO
    }

    /// The key of everything but commitments, part by part.
    pub(crate) fn scratch_key(&self) -> Key {
        let mut key = keys::turn(self.turn) ^ keys::stage(self.stage.number());
        key ^= keys::memory(self.memory) ^ self.surplus_key(self.surplus);
        for (seat, snake) in self.snakes[..usize::from(self.seats)].iter().enumerate() {
            key ^= keys::health(seat, snake.health) ^ keys::length(seat, snake.len());
            for i in 1..snake.len() {
                key ^= keys::link(seat, snake.entry(i), snake.entry(i - 1));
            }
            key ^= self.curl(seat);
            if let Some(fate) = snake.fate {
                key ^= keys::fate(seat, fate.turn);
            }
        }
        for cell in self.food.iter() {
            key ^= keys::food(cell);
        }
        for cell in self.hazards.iter() {
            key ^= keys::hazard(cell, self.height(cell));
        }
        key
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// The key of the doubled food entries in `mask`: by cell and by how many
    /// came before on that cell.
    pub(crate) fn surplus_key(&self, mask: u64) -> Key {
        let entries = &self.table.surplus;
        let mut key = Key::ZERO;
        for (i, &(cell, _)) in entries.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            let before = entries[..i].iter().filter(|e| e.0 == cell).count();
            key ^= keys::surplus(cell, before);
        }
        key
    }

    /// The surplus entries on a cell, as a mask.
    pub(crate) fn surplus_at(&self, cell: u16) -> u64 {
        let entries = self.table.surplus.iter().enumerate();
        let here = entries.filter(|(_, e)| e.0 == cell).fold(0, |mask, (i, _)| mask | 1 << i);
        here & self.surplus
    }
}

/// Steps from a cell to the middle, over which a board without edges is everywhere.
fn from_middle(board: &Board, cell: u16) -> u8 {
    let (at, middle) = (board.point(cell), board.centre());
    match board.edge() {
        Edge::Wrap => 0,
        Edge::Wall => (at.x.abs_diff(middle.x) + at.y.abs_diff(middle.y)) as u8,
    }
}

/// A dead snake's body is for the record only: what has no number is dropped.
fn place_snake<const W: usize>(board: &Board, snake: &PlainSnake) -> Snake<W> {
    let entries: Option<Vec<u16>> = snake.body.iter().map(|&at| board.code(at)).collect();
    let entries = entries.filter(|e| e.len() < Snake::<W>::ROOM).unwrap_or_default();
    let health = snake.health.clamp(-100, 100) as i8;
    Snake::new(&entries, health, snake.fate, |cell| board.is_on(cell))
}
