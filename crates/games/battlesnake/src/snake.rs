//! One snake: a ring of cells, head first, and the set of cells behind the head.
//!
//! [`advance`](Snake::advance) and [`retreat`](Snake::retreat) are mirror images. A
//! ring slot outside `start..start + len` means nothing and is never compared.

use crate::bits::Bits;
use crate::ruleset::Fate;

/// Slots per bitboard word: a body may hold twice as many entries as the
/// largest board of its class has cells.
const SLOTS: usize = 128;

/// A snake's body, health and fate.
#[derive(Clone)]
pub(crate) struct Snake<const W: usize> {
    ring: [[u16; SLOTS]; W],
    start: u16,
    len: u16,
    /// Between turns 1..=100 while alive.
    pub(crate) health: i8,
    /// Whether the body crosses itself elsewhere than in a stacked tail. Only a
    /// written-down position can be so; then dropping a tail has to look.
    tangled: bool,
    /// Cells of the entries behind the head.
    pub(crate) body: Bits<W>,
    /// How it went out.
    pub(crate) fate: Option<Fate>,
}

/// What a round overwrites in a snake.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Was {
    tail: u16,
    len: u16,
    health: i8,
    stacked: bool,
}

impl Was {
    /// The last entry before the move.
    #[inline]
    pub(crate) fn tail(self) -> u16 {
        self.tail
    }

    /// The cell that the tail left, unless it was stacked, and the length.
    pub(crate) fn left_behind(self) -> Option<(u16, u16)> {
        (!self.stacked).then_some((self.tail, self.len))
    }
}

impl<const W: usize> Snake<W> {
    /// An empty seat.
    pub(crate) const NONE: Self = Snake {
        ring: [[0; SLOTS]; W],
        start: 0,
        len: 0,
        health: 0,
        tangled: false,
        body: Bits::NONE,
        fate: None,
    };

    /// One more than the longest body there is room for.
    pub(crate) const ROOM: usize = SLOTS * W;

    /// A snake with these entries, of which `on_board` tells which have bits.
    pub(crate) fn new(
        entries: &[u16],
        health: i8,
        fate: Option<Fate>,
        on_board: impl Fn(u16) -> bool,
    ) -> Self {
        debug_assert!(entries.len() < Self::ROOM, "the setup was validated");
        let mut snake = Snake { health, fate, len: entries.len() as u16, ..Self::NONE };
        for (slot, &cell) in snake.ring.as_flattened_mut().iter_mut().zip(entries) {
            *slot = cell;
        }
        snake.body = entries.iter().skip(1).copied().filter(|&cell| on_board(cell)).collect();
        let runs = 1 + entries.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let stack = entries.iter().rev().take_while(|&c| Some(c) == entries.last()).count();
        let mut cells: Vec<u16> = entries.to_vec();
        cells.sort_unstable();
        cells.dedup();
        // Untangled: as many cells as runs, and only the last run longer than one.
        snake.tangled =
            !entries.is_empty() && (cells.len() != runs || entries.len() != runs - 1 + stack);
        snake
    }

    #[inline]
    fn slot(&self, i: usize) -> usize {
        Self::wrapped(usize::from(self.start) + i)
    }

    /// A slot number that may be up to once round too far. A mask where the room
    /// is a power of two, as on all but the largest boards.
    #[inline]
    const fn wrapped(at: usize) -> usize {
        if Self::ROOM.is_power_of_two() {
            at % Self::ROOM
        } else if at >= Self::ROOM {
            at - Self::ROOM
        } else {
            at
        }
    }

    /// Entry `i`, counted from the head.
    #[inline(always)]
    pub(crate) fn entry(&self, i: usize) -> u16 {
        let slot = self.slot(i);
        self.ring[slot / SLOTS][slot % SLOTS]
    }

    #[inline(always)]
    fn put(&mut self, i: usize, cell: u16) {
        let slot = self.slot(i);
        self.ring[slot / SLOTS][slot % SLOTS] = cell;
    }

    /// Entries, head first.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = u16> + '_ {
        (0..self.len()).map(|i| self.entry(i))
    }

    /// Entries, duplicates included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Where the head is.
    #[inline]
    pub(crate) fn head(&self) -> u16 {
        self.entry(0)
    }

    /// Where the last entry is.
    #[inline]
    pub(crate) fn tail(&self) -> u16 {
        self.entry(self.len() - 1)
    }

    /// Whether the tail stays when the snake moves, because the last two
    /// entries are one cell.
    #[inline]
    pub(crate) fn tail_stays(&self) -> bool {
        self.len > 1 && self.entry(self.len() - 2) == self.tail()
    }

    /// The cells that certainly hold an entry behind the head after the next
    /// move of this snake.
    #[inline]
    pub(crate) fn stays(&self) -> Bits<W> {
        let mut cells = self.body;
        if self.len > 1 {
            cells.set(self.head());
            let tail = self.tail();
            let crossed = || (0..self.len() - 1).any(|i| self.entry(i) == tail);
            if !(self.tail_stays() || self.tangled && crossed()) {
                cells.clear(tail);
            }
        }
        cells
    }

    /// Open the cell that the tail leaves for good on that turn from now; answers
    /// whether more will be left later. The head's cell, the last, stays closed.
    #[inline]
    pub(crate) fn open_tail(&self, turn: usize, closed: &mut Bits<W>) -> bool {
        if turn >= self.len() {
            return false;
        }
        if let Some(cell) = self.left_on(turn) {
            closed.clear(cell);
        }
        true
    }

    /// The cell that the tail leaves for good on that turn from now, which is less
    /// than the length.
    #[inline]
    pub(crate) fn left_on(&self, turn: usize) -> Option<u16> {
        let at = self.len() - turn;
        let cell = self.entry(at);
        (self.entry(at - 1) != cell).then_some(cell)
    }

    /// Whether an entry from the `from`th on is this cell.
    #[cold]
    fn occurs(&self, cell: u16, from: usize) -> bool {
        (from..self.len()).any(|i| self.entry(i) == cell)
    }

    /// Head to `to`, tail after. Answers the way back.
    #[inline(always)]
    pub(crate) fn advance(&mut self, to: u16) -> Was {
        let (head, tail, stacked) = (self.head(), self.tail(), self.tail_stays());
        let was = Was { tail, len: self.len, health: self.health, stacked };
        self.start = Self::wrapped(usize::from(self.start) + Self::ROOM - 1) as u16;
        self.put(0, to);
        self.body.set(head);
        if !(stacked || self.tangled && self.occurs(tail, 1)) {
            self.body.clear(tail);
        }
        was
    }

    /// Take back [`advance`](Self::advance) and all growth since.
    #[inline(always)]
    pub(crate) fn retreat(&mut self, was: Was) {
        self.len = was.len;
        self.health = was.health;
        self.start = Self::wrapped(usize::from(self.start) + 1) as u16;
        self.put(usize::from(was.len) - 1, was.tail);
        let head = self.head();
        if was.len == 1 {
            self.body = Bits::NONE;
        } else {
            if !(self.entry(1) == head || self.tangled && self.occurs(head, 1)) {
                self.body.clear(head);
            }
            self.body.set(was.tail);
        }
    }

    /// Double the last entry, which is on the board.
    #[inline]
    pub(crate) fn grow(&mut self) {
        let last = self.tail();
        self.put(self.len(), last);
        self.body.set(last);
        self.len += 1;
    }
}

/// What the rules see; the ring's unused slots are not among it.
impl<const W: usize> PartialEq for Snake<W> {
    fn eq(&self, other: &Self) -> bool {
        self.health == other.health
            && self.fate == other.fate
            && self.body == other.body
            && self.len == other.len
            && self.entries().eq(other.entries())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snake(entries: &[u16]) -> Snake<2> {
        Snake::new(entries, 90, None, |_| true)
    }

    fn check(snake: &Snake<2>) {
        let behind: Bits<2> = snake.entries().skip(1).collect();
        assert_eq!(snake.body, behind);
    }

    /// Stacks, crossings and single cells: the set follows the list, there and back.
    #[test]
    fn the_set_follows_the_list() {
        let bodies: [&[u16]; 9] = [
            &[5],
            &[5, 6],
            &[5, 5],
            &[5, 5, 5],
            &[5, 6, 7, 7],
            &[5, 6, 5, 7],
            &[5, 6, 7, 5],
            &[1, 2, 2, 3, 1, 4],
            &[1, 2, 3, 2, 1, 2, 3],
        ];
        for body in bodies {
            let mut snake = snake(body);
            let before = snake.clone();
            let mut back = Vec::new();
            for to in 20..300u16 {
                back.push(snake.advance(to % 120));
                if to % 3 == 0 && to < 60 {
                    snake.grow();
                }
                check(&snake);
                if to % 120 == 119 {
                    break;
                }
            }
            while let Some(was) = back.pop() {
                snake.retreat(was);
                check(&snake);
            }
            assert!(snake == before, "{body:?}");
        }
    }

    #[test]
    fn a_tail_vacates_unless_stacked() {
        assert!(!snake(&[1, 2, 3]).stays().contains(3));
        assert!(snake(&[1, 2, 3, 3]).stays().contains(3));
        assert!(snake(&[1, 2, 3]).stays().contains(1));
        assert!(snake(&[3, 4, 5, 4]).stays().contains(4));
        assert_eq!(snake(&[7]).stays(), Bits::NONE);
    }
}
