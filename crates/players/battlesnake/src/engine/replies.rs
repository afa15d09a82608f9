//! What the rivals may answer: joint choices, two bits a seat.
//!
//! Against one rival every prudent choice is an answer. Against several, all
//! combinations are too many and too dark: not everybody is out to kill
//! the searcher at any price. There each rival has a likely choice, and the
//! answers are the likely round and those in which one near rival departs
//! from it ([`Replies::Single`]), or all combinations of the near
//! ([`Replies::All`]).
//!
//! Rivals that are [foreseen](super::habits) for sure answer in one way only.

use super::habits::{Expected, Foresight};
use super::options::{Options, Replies};
use super::order::Order;
use takeback_battlesnake::{Battlesnake, Bits, Direction, Directions};
use takeback_core::{Player, Players};

/// No more answers than this are looked at.
const MOST: usize = 32;

/// The joint choices of all rivals, the most dangerous first.
#[derive(Copy, Clone)]
pub(super) struct Columns {
    list: [(i32, u32); MOST],
    count: usize,
}

impl Columns {
    fn new() -> Self {
        Columns { list: [(0, 0); MOST], count: 0 }
    }

    fn push(&mut self, worth: i32, choices: u32) {
        if self.count < MOST {
            self.list[self.count] = (worth, choices);
            self.count += 1;
        }
    }

    /// Best first, what was at the same place before the rest.
    fn sort(&mut self) {
        self.list[..self.count].sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    }

    /// The answers, with this one first if it is among them.
    #[inline]
    pub(super) fn starting_with(&self, first: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let list = &self.list[..self.count];
        let first = first.filter(|first| list.iter().any(|(_, c)| c == first));
        let rest = list.iter().map(|&(_, c)| c).filter(move |&c| Some(c) != first);
        first.into_iter().chain(rest)
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }
}

fn bits(seat: Player, direction: Direction) -> u32 {
    (direction as u32) << (2 * seat.0)
}

/// What tells which answers to look at.
#[derive(Copy, Clone)]
pub(super) struct Guide<'a> {
    pub(super) options: &'a Options,
    pub(super) order: &'a Order,
    pub(super) foresight: &'a Foresight,
}

/// List the answers at a node `depth` rounds before the horizon.
pub(super) fn columns<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    me: Player,
    blocked: Bits<W>,
    depth: i32,
    guide: Guide<'_>,
) -> Columns {
    let rivals = game.living().without(me);
    let mut columns = Columns::new();
    if rivals.len() <= 1 {
        let Some(rival) = rivals.first() else {
            columns.push(0, 0);
            return columns;
        };
        let head = game.head(rival);
        let choices = game.prudent_among(rival, blocked);
        let expected = guide.foresight.expect(game, rival, choices, blocked);
        if let Some(Expected { direction, sure: true }) = expected {
            columns.push(0, bits(rival, direction));
            return columns;
        }
        for direction in choices.iter() {
            columns.push(guide.order.theirs(head, direction), bits(rival, direction));
        }
        columns.sort();
        return columns;
    }
    let near = near(game, me, rivals, depth, guide.options.near);
    match guide.options.replies {
        Replies::Single => single(game, rivals, near, blocked, guide, &mut columns),
        Replies::All => all(game, rivals, near, blocked, guide, &mut columns),
    }
    columns.sort();
    columns
}

/// The rivals that can matter before the horizon.
fn near<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    me: Player,
    rivals: Players,
    depth: i32,
    most: u16,
) -> Players {
    let reach = most.min(2 * depth.max(1) as u16 + 1);
    let head = game.head(me);
    rivals.iter().filter(|&r| game.board().distance(head, game.head(r)) <= reach).collect()
}

/// The likely round, and each departure of one near rival from it.
fn single<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    rivals: Players,
    near: Players,
    blocked: Bits<W>,
    guide: Guide<'_>,
    columns: &mut Columns,
) {
    let mut base = 0;
    let mut seats = [(Player::FIRST, Directions::default(), Direction::Up); S];
    let mut count = 0;
    for rival in rivals.iter() {
        let choices = game.prudent_among(rival, blocked);
        let Expected { direction: likely, sure } = expected(game, rival, choices, blocked, guide);
        base |= bits(rival, likely);
        if near.contains(rival) && !sure {
            seats[count] = (rival, choices, likely);
            count += 1;
        }
    }
    columns.push(0, base);
    for &(rival, choices, likely) in &seats[..count] {
        let head = game.head(rival);
        for direction in choices.iter().filter(|&d| d != likely) {
            let choice = base & !(3 << (2 * rival.0)) | bits(rival, direction);
            columns.push(guide.order.theirs(head, direction), choice);
        }
    }
}

/// All combinations of the near, the others doing what is likely.
fn all<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    rivals: Players,
    near: Players,
    blocked: Bits<W>,
    guide: Guide<'_>,
    columns: &mut Columns,
) {
    columns.push(0, 0);
    for rival in rivals.iter() {
        let choices = game.prudent_among(rival, blocked);
        let head = game.head(rival);
        let Expected { direction: likely, sure } = expected(game, rival, choices, blocked, guide);
        let branches = near.contains(rival) && !sure && columns.count * choices.len() <= MOST;
        let before = *columns;
        columns.count = 0;
        for &(worth, others) in &before.list[..before.count] {
            if branches {
                for direction in choices.iter() {
                    columns.push(
                        worth + guide.order.theirs(head, direction),
                        others | bits(rival, direction),
                    );
                }
            } else {
                columns.push(worth, others | bits(rival, likely));
            }
        }
    }
}

/// What a rival will do by all that is known of it, else what is likely of anybody.
fn expected<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    seat: Player,
    choices: Directions,
    blocked: Bits<W>,
    guide: Guide<'_>,
) -> Expected {
    let known = guide.foresight.expect(game, seat, choices, blocked);
    let guess = || Expected { direction: likely(game, seat, choices, blocked), sure: false };
    known.unwrap_or_else(guess)
}

/// What a snake would do that thinks no further than its nose: eat, keep ways
/// open, stay away from heads that would win.
fn likely<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    seat: Player,
    choices: Directions,
    blocked: Bits<W>,
) -> Direction {
    let board = game.board();
    let steps = board.steps(game.head(seat));
    let worth = |direction: Direction| {
        let to = steps[direction as usize];
        if !board.is_on(to) {
            return i32::MIN;
        }
        let free = |&&cell: &&u16| board.is_on(cell) && !blocked.contains(cell);
        let beside = board.steps(to);
        let mut worth = 4 * beside.iter().filter(free).count() as i32;
        worth += if game.food().contains(to) { 5 } else { 0 };
        let beaten = |other: Player| {
            game.length(other) >= game.length(seat) && beside.contains(&game.head(other))
        };
        worth -= if game.living().without(seat).iter().any(beaten) { 12 } else { 0 };
        worth
    };
    choices.iter().max_by_key(|&d| worth(d)).unwrap_or(Direction::Up)
}
