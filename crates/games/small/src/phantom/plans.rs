//! All that one player can come to know in a game in the dark.
//!
//! Between two stones of his own a player learns nothing but which cells were
//! refused, and nobody hears in which order he tried them. So his turn is a walk
//! over *sets* of refused cells, and his game a tree of turns: each begins at a
//! [`State`] (his stones, and the refusals of each turn so far) and leads on by the
//! set refused and the stone placed.
//!
//! Everything that belongs to a choice lies in flat arrays by *slot*: first the
//! states, then in each the sets of refusals (small ones first), then the cells that
//! were untried when the turn began.

use super::Goal;
use takeback_core::Player;

/// No state follows.
pub(super) const NONE: u32 = u32::MAX;

/// The most cells of a board.
const MOST: usize = 9;

/// Sets of up to nine things by number.
pub(super) struct Subsets {
    /// How many things are in a set.
    pub(super) ones: [u8; 1 << MOST],
    /// Its place among all sets of its size, which does not depend on how many
    /// things there are to choose from.
    pub(super) place: [u8; 1 << MOST],
    /// All sets of a size in order of their places.
    of_size: Vec<Vec<u16>>,
    /// The place of each set among all sets of so many things, small ones first.
    ranks: Vec<[u16; 1 << MOST]>,
    /// How many sets there are of less than so many out of so many.
    before: [[u16; MOST + 2]; MOST + 1],
}

impl Subsets {
    pub(super) fn new() -> Self {
        let mut all = Subsets {
            ones: [0; 1 << MOST],
            place: [0; 1 << MOST],
            of_size: vec![Vec::new(); MOST + 1],
            ranks: vec![[0; 1 << MOST]; MOST + 1],
            before: [[0; MOST + 2]; MOST + 1],
        };
        // Counting upwards lists the sets of each size in the order wanted.
        for set in 0..1u16 << MOST {
            let size = set.count_ones() as usize;
            all.ones[usize::from(set)] = size as u8;
            all.place[usize::from(set)] = all.of_size[size].len() as u8;
            all.of_size[size].push(set);
        }
        for things in 0..=MOST {
            for size in 0..=MOST {
                let sets = all.of_size[size].iter().filter(|&&set| set >> things == 0).count();
                all.before[things][size + 1] = all.before[things][size] + sets as u16;
                for (place, &set) in all.of_size[size][..sets].iter().enumerate() {
                    all.ranks[things][usize::from(set)] = all.before[things][size] + place as u16;
                }
            }
        }
        all
    }

    /// How many sets of at most `size` out of `things`.
    pub(super) fn up_to(&self, things: u8, size: u8) -> usize {
        usize::from(self.before[usize::from(things)][usize::from(size) + 1])
    }

    /// How many sets of exactly `size` out of `things`.
    pub(super) fn exactly(&self, things: u8, size: u8) -> usize {
        self.up_to(things, size) - usize::from(self.before[usize::from(things)][usize::from(size)])
    }

    /// The place of a set among all sets of `things`, small ones first.
    pub(super) fn rank(&self, things: u8, set: u16) -> usize {
        usize::from(self.ranks[usize::from(things)][usize::from(set)])
    }

    /// The sets of exactly `size` out of `things`, by their places.
    pub(super) fn list(&self, things: u8, size: u8) -> &[u16] {
        &self.of_size[usize::from(size)][..self.exactly(things, size)]
    }

    /// The sets of at most `size` out of `things`, by their ranks.
    pub(super) fn each(
        &self,
        things: u8,
        size: u8,
    ) -> impl DoubleEndedIterator<Item = (usize, u16)> + '_ {
        (0..=size).flat_map(move |size| {
            let from = usize::from(self.before[usize::from(things)][usize::from(size)]);
            let sets = self.list(things, size).iter().enumerate();
            sets.map(move |(place, &set)| (from + place, set))
        })
    }

    /// The number of a cell among those of `space`.
    pub(super) fn number(&self, space: u16, bit: u16) -> u8 {
        self.ones[usize::from(space & (bit - 1))]
    }

    /// A set of cells of `space` by their numbers in it.
    pub(super) fn squeezed(&self, space: u16, cells: u16) -> u16 {
        bits(cells).fold(0, |set, bit| set | 1 << self.number(space, bit))
    }

    /// The cells of `space` with these numbers.
    pub(super) fn spread(space: u16, set: u16) -> u16 {
        let numbered = bits(space).enumerate();
        numbered.filter(|(n, _)| set >> n & 1 == 1).fold(0, |cells, (_, bit)| cells | bit)
    }
}

/// The bits of a set, each by itself.
pub(super) fn bits(set: u16) -> impl Iterator<Item = u16> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left & left.wrapping_neg();
        left &= left.wrapping_sub(1);
        (bit != 0).then_some(bit)
    })
}

/// What a player knows when his turn begins.
#[derive(Copy, Clone)]
pub(super) struct State {
    /// His stones.
    pub(super) stones: u16,
    /// His stones and all cells that were refused.
    pub(super) known: u16,
    /// Where its slots begin.
    pub(super) base: u32,
    /// Cells that he has not tried.
    pub(super) open: u8,
    /// Stones of the other that he has not met.
    pub(super) unmet: u8,
    /// The slot that led here.
    pub(super) before: u32,
}

impl State {
    /// The other's stones that were met.
    pub(super) fn met(&self) -> u16 {
        self.known & !self.stones
    }
}

/// The states of one player, turn after turn.
pub(super) struct Plans {
    pub(super) player: Player,
    pub(super) states: Vec<State>,
    /// Where the states of each turn begin, and the end of all.
    pub(super) turns: Vec<usize>,
    /// The state that a stone leads to: by slot, for all turns but the last.
    pub(super) child: Vec<u32>,
    pub(super) slots: usize,
}

impl Plans {
    /// All states in which this player still has something to decide: with one cell
    /// left there is nothing.
    pub(super) fn of<B: Goal>(player: Player, subsets: &Subsets) -> Self {
        let cells = B::SIZE.0 * B::SIZE.1;
        let all = (1u16 << cells) - 1;
        let seat = player.0;
        let turns = (0..).take_while(|turn| 2 * turn + seat + 2 <= cells).count() as u8;
        let root = State { stones: 0, known: 0, base: 0, open: cells, unmet: seat, before: NONE };
        let mut plans =
            Plans { player, states: vec![root], turns: vec![0], child: Vec::new(), slots: 0 };
        for turn in 0..turns {
            let (from, to) = (plans.turns[usize::from(turn)], plans.states.len());
            plans.turns.push(to);
            for at in from..to {
                let state = &mut plans.states[at];
                state.base = plans.slots as u32;
                let state = *state;
                plans.slots += subsets.up_to(state.open, state.unmet) * usize::from(state.open);
                if turn + 1 < turns {
                    plans.follow::<B>(&state, all, turn + 1 + seat, subsets);
                }
            }
        }
        plans
    }

    /// Add the states after a turn; the other then has `theirs` stones.
    fn follow<B: Goal>(&mut self, state: &State, all: u16, theirs: u8, subsets: &Subsets) {
        let space = all & !state.known;
        for (_, refused) in subsets.each(state.open, state.unmet) {
            for n in 0..state.open {
                let stone = Subsets::spread(space, 1 << n);
                let stones = state.stones | stone;
                if refused >> n & 1 == 1 || B::is_won(stones, self.player) {
                    self.child.push(NONE);
                    continue;
                }
                let known = state.known | stone | Subsets::spread(space, refused);
                let met = (known & !stones).count_ones() as u8;
                let open = (all & !known).count_ones() as u8;
                let before = self.child.len() as u32;
                self.child.push(self.states.len() as u32);
                let unmet = theirs - met;
                self.states.push(State { stones, known, base: 0, open, unmet, before });
            }
        }
    }

    /// The states of the last turn that decides anything.
    pub(super) fn last(&self) -> std::ops::Range<usize> {
        self.turns[self.turns.len() - 2]..self.states.len()
    }

    pub(super) fn child(&self, slot: usize) -> Option<usize> {
        self.child.get(slot).copied().filter(|&child| child != NONE).map(|child| child as usize)
    }
}
