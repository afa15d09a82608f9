//! Territory: disconnected regions and what surrounds them.
//!
//! Let *areas* be the connected parts of the board without collapsed cells.
//! Removing one colour's markers cuts an area into pieces. A piece equals its
//! area exactly when the area holds no marker of that colour, and two colours
//! never cut out the same smaller piece, since each of its border cells would
//! need markers of both. So walking areas first and pieces second finds every
//! set of cells once, and (lowest cell, border) names it.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::moves::{Border, Move};
use crate::state::RingRift;
use takeback_core::Player;

/// A region that may be claimed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Region<S> {
    pub(crate) border: Border,
    pub(crate) cells: S,
}

impl<S: BitSet> Region<S> {
    /// The ply that claims it.
    #[inline]
    pub(crate) fn claim(&self) -> Move {
        let seed = Cell::of(self.cells.first().unwrap_or_default());
        Move::Claim { seed, border: self.border }
    }
}

/// What makes a part of the board a region that one player may claim.
struct Test<S> {
    controlled: [S; 4],
    markers: [S; 4],
    seats: usize,
    active: u32,
    payers: S,
}

impl<S: BitSet> Test<S> {
    /// How many colours control a stack in the part.
    #[inline(always)]
    fn represented(&self, part: S) -> u32 {
        self.controlled[..self.seats].iter().filter(|stacks| stacks.meets(part)).count() as u32
    }

    /// Whether the price could be paid outside the part.
    #[inline(always)]
    fn payable(&self, part: S) -> bool {
        !self.payers.minus(part).is_empty()
    }

    /// An area counts when some colour with markers has none in it, or when
    /// one colour alone stands in it.
    #[inline(always)]
    fn area_counts(&self, area: S) -> bool {
        let represented = self.represented(area);
        represented < self.active
            && (represented == 1
                || self.markers[..self.seats].iter().any(|m| !m.is_empty() && !m.meets(area)))
            && self.payable(area)
    }

    #[inline(always)]
    fn piece_counts(&self, piece: S) -> bool {
        self.represented(piece) < self.active && self.payable(piece)
    }
}

impl<B: Board> RingRift<B> {
    /// Stacks with which `me` could pay for a region.
    #[inline]
    pub(crate) fn region_payers(&self, me: Player, recovered: bool) -> B::Set {
        if recovered { self.burying(me) } else { self.controlled(me) }
    }

    /// Cells of the part of the board around `seed` that `border` encloses.
    pub(crate) fn enclosed(&self, seed: Cell, border: Border) -> B::Set {
        let open = B::ALL.minus(self.all_collapsed());
        let open = match border {
            Border::Collapsed => open,
            Border::Markers(colour) => open.minus(self.markers(colour)),
        };
        B::fill(seed, open)
    }

    /// Visit every region `me` may claim, as long as `visit` says so.
    #[inline]
    pub(crate) fn visit_regions(
        &self,
        me: Player,
        recovered: bool,
        mut visit: impl FnMut(&Region<B::Set>) -> bool,
    ) {
        let mut test = Test {
            controlled: [B::Set::EMPTY; 4],
            markers: [B::Set::EMPTY; 4],
            seats: self.seats(),
            active: 0,
            payers: self.region_payers(me, recovered),
        };
        if test.payers.is_empty() {
            return;
        }
        for colour in self.colours() {
            test.controlled[colour.index()] = self.controlled(colour);
            test.markers[colour.index()] = self.markers(colour);
            test.active += u32::from(self.purse(colour).rings() > 0);
        }
        let mut open = B::ALL.minus(self.all_collapsed());
        while let Some(seed) = open.first() {
            let area = B::fill(Cell::of(seed), open);
            open = open.minus(area);
            if test.area_counts(area) && !visit(&Region { border: Border::Collapsed, cells: area })
            {
                return;
            }
            for colour in self.colours() {
                let fence = test.markers[colour.index()];
                if !fence.meets(area) {
                    continue;
                }
                let border = Border::Markers(colour);
                let mut rest = area.minus(fence);
                while let Some(seed) = rest.first() {
                    let cells = B::fill(Cell::of(seed), rest);
                    rest = rest.minus(cells);
                    if test.piece_counts(cells) && !visit(&Region { border, cells }) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether `me` may claim any region.
    #[inline]
    pub(crate) fn has_region(&self, me: Player, recovered: bool) -> bool {
        let mut found = false;
        self.visit_regions(me, recovered, |_| {
            found = true;
            false
        });
        found
    }

    /// Markers that collapse together with a claimed region: those that touch it and,
    /// on most boards, all that hang together with these by king's steps.
    pub(crate) fn region_border(&self, region: B::Set) -> B::Set {
        let markers = self.all_markers().minus(region);
        let mut border = B::touching(region).and(markers);
        if !B::BORDER_GROWS {
            return border;
        }
        loop {
            let grown = border.or(B::king_touching(border).and(markers));
            if grown == border {
                return border;
            }
            border = grown;
        }
    }
}
