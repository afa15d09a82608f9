//! How the stacks and markers of each colour stand to one another, counted: who can be captured from next door and
//! from farther away, where stacks can go and what lies there, which lines lack a cell and what lies on it.
//!
//! Whole boards are counted at once by shifts and masks, as the hand-made judge does. Every count is told by levels: one
//! feature for each level that it has reached, so that a count seen for the first time is judged as the
//! ones below it, and one more or less is one feature that comes or goes.

use crate::bits::BitSet;
use crate::eval::{windows_of_four, windows_of_three};
use crate::geometry::{Board, Direction, every_axis, every_way};
use crate::moves::cells;
use crate::state::RingRift;
use takeback_core::Player;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident: by $step:literal, $levels:literal levels;)*) => {
        /// What is counted of one colour.
        #[derive(Copy, Clone, Default)]
        struct Counts {
            $($(#[$doc])* $name: u32,)*
        }

        /// How many counts there are of each colour.
        pub(super) const KINDS: usize = [$(stringify!($name)),*].len();

        /// How many levels each count has.
        const MOST: [u8; KINDS] = [$($levels),*];

        impl Counts {
            #[inline(always)]
            fn levels(&self) -> [u8; KINDS] {
                [$((self.$name / $step).min($levels) as u8,)*]
            }
        }
    };
}

counts! {
    /// Stacks with one ring in their cap that others could capture from next door.
    near_one: by 1, 6 levels;
    /// The same of stacks with two.
    near_two: by 1, 4 levels;
    /// The same of stacks with three or more.
    near_three: by 1, 3 levels;
    /// Stacks that others could capture from next door on several sides.
    near_twice: by 1, 4 levels;
    /// Stacks with one ring in their cap that others could capture from two or three cells away.
    far_one: by 1, 6 levels;
    /// The same of stacks with more.
    far_more: by 1, 5 levels;
    /// Stacks controlled.
    control: by 1, 12 levels;
    /// Stacks with two rings in their cap or more.
    strong: by 1, 8 levels;
    /// Rings in caps.
    caps: by 1, 18 levels;
    /// Rings of other colours in these stacks.
    captives: by 1, 12 levels;
    /// Own rings in stacks that others control.
    buried: by 1, 12 levels;
    /// Empty cells next to stacks.
    open: by 2, 16 levels;
    /// Own markers next to stacks.
    own_markers: by 1, 8 levels;
    /// Others' markers next to stacks.
    other_markers: by 1, 8 levels;
    /// Own markers that a stack next to them could pass, to collapse them.
    passing_own: by 1, 8 levels;
    /// Others' markers that a stack next to them could pass, to turn them.
    passing_other: by 1, 8 levels;
    /// Stacks without a free neighbour.
    stuck: by 1, 4 levels;
    /// Markers.
    markers: by 1, 20 levels;
    /// Lines that are there.
    lines: by 1, 2 levels;
    /// Own stacks on the last cell that a line lacks, who leave a marker when they go.
    ready: by 1, 4 levels;
    /// Empty cells that are the last a line lacks.
    lacking: by 1, 8 levels;
    /// Markers of other colours on the last cell that a line lacks.
    turned: by 1, 4 levels;
    /// Lines that lack two cells, on which they could come to lie.
    half: by 1, 12 levels;
    /// Whether nothing could be placed, and no neighbour is free.
    idle: by 1, 1 levels;
    /// Whether recovery is all that is left.
    recovery: by 1, 1 levels;
    /// Whether a victory by rings or territory only waits for the turn to end.
    reached: by 1, 1 levels;
    /// Rounds of standing alone.
    alone: by 1, 3 levels;
}

/// Where the levels of each count begin.
pub(super) const FIRST: [usize; KINDS] = {
    let mut first = [0; KINDS];
    let mut i = 1;
    while i < KINDS {
        first[i] = first[i - 1] + MOST[i - 1] as usize;
        i += 1;
    }
    first
};

/// How many levels there are in all.
pub(super) const LEVELS: usize = FIRST[KINDS - 1] + MOST[KINDS - 1] as usize;

/// The levels of all counts, colour by colour, into room for as many colours as may play; of seats where nobody sits
/// none is reached.
#[inline]
pub(super) fn levels<B: Board>(game: &RingRift<B>, out: &mut [u8]) {
    let survey = Survey::new(game);
    out[game.seats() * KINDS..].fill(0);
    for (colour, out) in game.colours().zip(out.chunks_exact_mut(KINDS)) {
        out.copy_from_slice(&survey.counts(colour).levels());
    }
}

/// The stacks of one colour.
#[derive(Copy, Clone)]
struct Stacks<S> {
    /// Those with one, two and three rings in their cap or more.
    at_least: [S; 3],
    caps: u32,
    own: u32,
    others: u32,
}

/// What the counts of all colours have in common.
struct Survey<'a, B: Board> {
    game: &'a RingRift<B>,
    stacks: [Stacks<B::Set>; 4],
    markers: B::Set,
    /// Cells without stacks, not collapsed.
    free: B::Set,
}

impl<'a, B: Board> Survey<'a, B> {
    #[inline(always)]
    fn new(game: &'a RingRift<B>) -> Self {
        let none = Stacks { at_least: [B::Set::EMPTY; 3], caps: 0, own: 0, others: 0 };
        let mut stacks = [none; 4];
        for colour in game.colours() {
            stacks[colour.index()] = Self::stacks(game, colour);
        }
        let free = B::ALL.minus(game.all_collapsed()).minus(game.all_stacks());
        Survey { game, stacks, markers: game.all_markers(), free }
    }

    #[inline(always)]
    fn stacks(game: &RingRift<B>, colour: Player) -> Stacks<B::Set> {
        let all = game.controlled(colour);
        let [mut two, mut three] = [B::Set::EMPTY; 2];
        let (mut caps, mut own, mut others) = (0, 0, 0);
        for at in cells(all) {
            let stack = game.stack(at);
            let (cap, height) = (stack.cap(), stack.height());
            // Most stacks are of one colour.
            let mine = if cap == height { cap } else { stack.count(colour) };
            caps += cap;
            own += mine;
            others += height - mine;
            if cap > 1 {
                two = two.with(at.index());
            }
            if cap > 2 {
                three = three.with(at.index());
            }
        }
        Stacks { at_least: [all, two, three], caps, own, others }
    }

    #[inline(always)]
    fn counts(&self, colour: Player) -> Counts {
        let game = self.game;
        let (purse, rules, rounds) = (game.purse(colour), game.rules(), game.rounds());
        let stacks = &self.stacks[colour.index()];
        let by_rings = rules.ring_victory.is_some_and(|needed| purse.eliminated() >= needed);
        let territory = u32::from(purse.territory());
        let by_cells = territory >= rules.territory_victory.into()
            && 2 * territory > game.all_collapsed().count();
        let alone = if rounds.streak_player() == Some(colour) { rounds.streak() } else { 0 };
        let mut counts = Counts {
            control: stacks.at_least[0].count(),
            strong: stacks.at_least[1].count(),
            caps: stacks.caps,
            captives: stacks.others,
            buried: u32::from(purse.rings()).saturating_sub(stacks.own),
            markers: game.markers(colour).count(),
            recovery: game.may_recover(colour).into(),
            reached: (by_rings || by_cells).into(),
            alone: alone.into(),
            ..Counts::default()
        };
        self.count_neighbours(colour, &mut counts);
        self.count_lines(colour, &mut counts);
        counts.idle = u32::from(counts.open == 0 && purse.hand() == 0);
        counts
    }

    /// What lies next to the stacks of a colour, and who could capture them.
    #[inline(always)]
    fn count_neighbours(&self, colour: Player, counts: &mut Counts) {
        let [all, two, three] = self.stacks[colour.index()].at_least;
        let own = [all.minus(two), two.minus(three), three];
        let mut foes = [B::Set::EMPTY; 3];
        for other in self.game.colours().filter(|&other| other != colour) {
            let theirs = &self.stacks[other.index()].at_least;
            foes = [foes[0].or(theirs[0]), foes[1].or(theirs[1]), foes[2].or(theirs[2])];
        }
        let mine = self.game.markers(colour);
        let others = self.markers.minus(mine);
        let empty = self.free.minus(self.markers);
        let [mut near, mut twice, mut far_one, mut far_more] = [B::Set::EMPTY; 4];
        let [mut loose, mut beside, mut passing] = [B::Set::EMPTY; 3];
        every_way!(B, way, {
            let landing = B::step(self.free, B::back(way));
            let from = |foes: B::Set| B::step(foes, way);
            let next = [from(foes[0]), from(foes[1]), from(foes[2])];
            let close = next[0].and(own[0]).or(next[1].and(own[1])).or(next[2].and(own[2]));
            let close = close.and(landing);
            twice = twice.or(near.and(close));
            near = near.or(close);
            let farther = |next: B::Set| {
                let two = from(next.and(self.free));
                two.or(from(two.and(self.free))).and(landing)
            };
            far_one = far_one.or(farther(next[0]).and(own[0]));
            far_more = far_more.or(farther(next[1]).and(two));
            let next = B::step(all, way);
            beside = beside.or(next);
            passing = passing.or(next.and(landing));
            loose = loose.or(landing);
        });
        counts.open = beside.and(empty).count();
        counts.own_markers = beside.and(mine).count();
        counts.other_markers = beside.and(others).count();
        counts.passing_own = passing.and(mine).count();
        counts.passing_other = passing.and(others).count();
        counts.near_twice = twice.count();
        counts.near_one = near.and(own[0]).count();
        counts.near_two = near.and(own[1]).count();
        counts.near_three = near.and(own[2]).count();
        counts.far_one = far_one.count();
        counts.far_more = far_more.count();
        counts.stuck = all.minus(loose).count();
    }

    /// Windows of the length of a line, by what they lack.
    #[inline(always)]
    fn count_lines(&self, colour: Player, counts: &mut Counts) {
        if counts.markers < 2 {
            return;
        }
        if self.game.rules().line::<B>() == 4 {
            self.count_windows::<4>(colour, counts);
        } else {
            self.count_windows::<3>(colour, counts);
        }
    }

    #[inline(always)]
    fn count_windows<const L: usize>(&self, colour: Player, counts: &mut Counts) {
        let mine = self.game.markers(colour);
        let stacks = self.stacks[colour.index()].at_least[0];
        let others = self.markers.minus(mine);
        let empty = self.free.minus(self.markers);
        let open = empty.or(mine).or(stacks);
        let [mut whole, mut last] = [B::Set::EMPTY; 2];
        every_axis!(B, axis, {
            let (_, half) = if L == 4 {
                windows_of_four::<B>(mine, open, axis)
            } else {
                windows_of_three::<B>(mine, open, axis)
            };
            counts.half += half.count();
            let (begins, lacking) = lacking_of::<B, L>(mine, axis);
            whole = whole.or(begins);
            last = last.or(lacking);
        });
        counts.lines = whole.count();
        counts.ready = last.and(stacks).count();
        counts.lacking = last.and(empty).count();
        counts.turned = last.and(others).count();
    }
}

/// Where windows of `L` cells begin that are all `mine`; and the cells that are all a window lacks.
#[inline(always)]
fn lacking_of<B: Board, const L: usize>(mine: B::Set, axis: Direction) -> (B::Set, B::Set) {
    let back = B::back(axis);
    // Cells from which so many more in a row are mine, one way and the other.
    let (mut on, mut behind) = ([B::ALL; L], [B::ALL; L]);
    for i in 1..L {
        on[i] = B::step(mine.and(on[i - 1]), back);
        behind[i] = B::step(mine.and(behind[i - 1]), axis);
    }
    let mut lacking = B::Set::EMPTY;
    for i in 0..L {
        lacking = lacking.or(on[i].and(behind[L - 1 - i]));
    }
    (mine.and(on[L - 1]), lacking.minus(mine))
}
