//! Why a ply is illegal: the list decides, this page explains.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, CellName, Direction};
use crate::loose::{LoosePly, fits_phase};
use crate::moves::{Move, Recovery};
use crate::reach::Rays;
use crate::state::RingRift;
use crate::step::Phase;
use std::fmt;
use std::marker::PhantomData;
use takeback_core::{Game, Player};

/// Why the rules do not allow a ply.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Why {
    /// The game is over.
    Over,
    /// Plies of this kind belong to another phase.
    Phase(Phase),
    /// The phase offers something else to do.
    SomethingElse,
    /// Fewer rings may be placed.
    TooManyRings(u16),
    /// The cell is collapsed, or has a marker or a stack on it.
    Taken(Cell),
    /// Only one ring may go onto a stack.
    OneRingOnly(Cell),
    /// One ring placed there could not move or capture.
    Dead(Cell),
    /// So many rings placed there could not move or capture.
    DeadSoHigh(u8),
    /// No stack of the player in turn.
    NotYours(Cell),
    /// This stack was placed, or captures, and nothing else may go.
    Bound(Cell),
    /// Not a straight ray.
    Crooked,
    /// A stack must go at least as far as it is high.
    TooNear {
        /// How far it goes.
        distance: u32,
        /// How high it is.
        height: u32,
    },
    /// Something is in the way.
    Blocked(Cell),
    /// The first stack on the ray is another.
    OtherTarget(Cell),
    /// There is no stack to capture.
    NoTarget,
    /// The target has the taller cap.
    TallerCap {
        /// The target's.
        target: u32,
        /// The attacker's.
        attacker: u32,
    },
    /// Recovery is for players with markers and buried rings but no stack.
    NotRecovering,
    /// No marker of the player in turn.
    NoMarker(Cell),
    /// Not a neighbour.
    NotAdjacent,
    /// A slide that completes a line exists and goes first.
    LineFirst,
    /// The slide completes no line that can be played.
    CompletesNothing,
    /// Strikes are not agreed upon.
    NoStrikes,
    /// No ring of the player in turn is buried there.
    NothingBuried(Cell),
    /// No such line.
    NoLine,
    /// The line must be collapsed first.
    LinesLeft,
    /// Nothing waits to be paid for.
    NothingToPay,
    /// Something waits to be paid for.
    PayFirst,
    /// The price is another this turn.
    OtherPrice,
    /// The region cannot be claimed: all colours are in it, or nothing outside could pay.
    NoRegion,
    /// The swap is not on offer.
    NoSwap,
    /// Not in the list of legal plies.
    Unlisted,
}

/// [`Why`] with the names of the cells of a board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Objection<B> {
    /// The reason.
    pub why: Why,
    board: PhantomData<B>,
}

impl<B: Board> fmt::Display for Objection<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = CellName::<B>::of;
        match self.why {
            Why::Over => f.write_str("the game is over"),
            Why::Phase(phase) => write!(f, "the phase is {}", phase.name()),
            Why::SomethingElse => f.write_str("there is something else to do"),
            Why::TooManyRings(n) => write!(f, "only {n} rings may be placed"),
            Why::Taken(cell) => write!(f, "{} is not free", name(cell)),
            Why::OneRingOnly(cell) => {
                write!(f, "only one ring may go onto the stack on {}", name(cell))
            }
            Why::Dead(cell) => write!(f, "a ring on {} could neither move nor capture", name(cell)),
            Why::DeadSoHigh(n) => write!(f, "{n} rings there could neither move nor capture"),
            Why::NotYours(cell) => write!(f, "no stack of the player in turn on {}", name(cell)),
            Why::Bound(cell) => write!(f, "only the stack on {} may go now", name(cell)),
            Why::Crooked => f.write_str("the cells are not on one straight ray"),
            Why::TooNear { distance, height } => {
                write!(f, "a stack of height {height} cannot go only {distance} cells")
            }
            Why::Blocked(cell) => write!(f, "{} is in the way", name(cell)),
            Why::OtherTarget(cell) => write!(f, "the first stack on the way is on {}", name(cell)),
            Why::NoTarget => f.write_str("there is no stack to capture on the way"),
            Why::TallerCap { target, attacker } => {
                write!(
                    f,
                    "the target's cap of {target} is taller than the attacker's of {attacker}"
                )
            }
            Why::NotRecovering => {
                f.write_str("recovery needs a marker and a buried ring, and no stack")
            }
            Why::NoMarker(cell) => write!(f, "no marker of the player in turn on {}", name(cell)),
            Why::NotAdjacent => f.write_str("the cells are no neighbours"),
            Why::LineFirst => f.write_str("a slide that completes a line exists and goes first"),
            Why::CompletesNothing => f.write_str("the slide completes no line that can be played"),
            Why::NoStrikes => f.write_str("stack strikes are not allowed in this game"),
            Why::NothingBuried(cell) => {
                write!(f, "no ring of the player in turn is buried on {}", name(cell))
            }
            Why::NoLine => f.write_str("there is no such line"),
            Why::LinesLeft => f.write_str("a line must be collapsed first"),
            Why::NothingToPay => f.write_str("nothing waits to be paid for"),
            Why::PayFirst => f.write_str("something waits to be paid for"),
            Why::OtherPrice => f.write_str("the price is another this turn"),
            Why::NoRegion => f.write_str(
                "every colour is present in these cells, or no stack outside could pay for them",
            ),
            Why::NoSwap => f.write_str("the swap is not on offer"),
            Why::Unlisted => f.write_str("not in the list of legal plies"),
        }
    }
}

impl<B: Board> RingRift<B> {
    /// Why the rules do not allow `m` here; `None` when they do.
    ///
    /// # Panics
    /// When a cell of the ply has a number that no cell of this board has.
    #[must_use]
    pub fn objection(&self, m: Move) -> Option<Objection<B>> {
        if matches!(m, Move::Resign(_) | Move::TimeOut(_)) && self.phase() != Phase::GameOver {
            return None;
        }
        if self.legal_moves().contains(&m) {
            return None;
        }
        Some(Objection { why: self.explain(m), board: PhantomData })
    }

    /// The reason why an unlisted ply is not listed.
    fn explain(&self, m: Move) -> Why {
        let step = self.step();
        let (phase, me) = (step.phase(), step.player());
        if phase == Phase::GameOver {
            return Why::Over;
        }
        if !fits_phase(&LoosePly::<B::Set>::Ply(m), phase) {
            return Why::Phase(phase);
        }
        match m {
            Move::Place { to, rings } => self.explain_placement(me, to, rings),
            Move::Swap => Why::NoSwap,
            Move::Slide { from, to } => self.explain_slide(me, from, to),
            Move::Capture { from, target, to } | Move::Continue { from, target, to } => {
                self.explain_capture(me, from, target, to)
            }
            Move::Recover { kind, from, to, extract } => {
                self.explain_recovery(me, Some(kind), from, to, Some(extract))
            }
            Move::RecoverFree { from, to, .. } => self.explain_recovery(me, None, from, to, None),
            Move::Line { .. } | Move::LineOption { .. } => Why::NoLine,
            Move::NoLine if self.has_line(me) => Why::LinesLeft,
            Move::NoLine => Why::PayFirst,
            Move::PayLine(_) if !step.pending() => Why::NothingToPay,
            Move::Claim { .. } if step.debt() => Why::PayFirst,
            Move::Claim { .. } => Why::NoRegion,
            Move::PayCap(_) | Move::PayBuried(_) if !step.debt() => Why::NothingToPay,
            Move::PayCap(_) if step.recovered() => Why::OtherPrice,
            Move::PayBuried(_) if !step.recovered() => Why::OtherPrice,
            Move::PayBuried(at) => Why::NothingBuried(at),
            Move::PayLine(at) | Move::PayCap(at) | Move::ForcedElimination(at) => Why::NotYours(at),
            Move::SkipTerritory | Move::NoTerritory if step.debt() => Why::PayFirst,
            Move::SkipPlacement
            | Move::NoPlacement
            | Move::SkipRecovery
            | Move::NoMovement
            | Move::SkipTerritory
            | Move::NoTerritory => Why::SomethingElse,
            Move::SkipCapture | Move::Resign(_) | Move::TimeOut(_) => Why::Unlisted,
        }
    }

    fn explain_placement(&self, me: Player, to: Cell, rings: u8) -> Why {
        let most = self.placeable(me);
        if u16::from(rings) > most {
            return Why::TooManyRings(most);
        }
        if self.all_markers().or(self.all_collapsed()).contains(to.index()) {
            return Why::Taken(to);
        }
        if !self.stack(to).is_none() {
            return if rings > 1 { Why::OneRingOnly(to) } else { Why::Dead(to) };
        }
        if self.placements(me).one.contains(to.index()) {
            Why::DeadSoHigh(rings)
        } else {
            Why::Dead(to)
        }
    }

    /// What is wrong with the stack itself.
    fn explain_mover(&self, me: Player, from: Cell) -> Option<Why> {
        let step = self.step();
        let bound = step.hunter().or(step.must_move()).filter(|&cell| cell != from);
        bound.map(Why::Bound).or((!self.controls(me, from)).then_some(Why::NotYours(from)))
    }

    /// The first cell of `things` strictly between, walking from `from`.
    fn first_between(
        &self,
        from: Cell,
        way: Direction,
        distance: u32,
        things: B::Set,
    ) -> Option<Cell> {
        (1..distance).map(|d| from.along(B::STEPS[way], d)).find(|c| things.contains(c.index()))
    }

    fn explain_slide(&self, me: Player, from: Cell, to: Cell) -> Why {
        if let Some(why) = self.explain_mover(me, from) {
            return why;
        }
        let Some((way, distance)) = B::ray(from, to) else { return Why::Crooked };
        let height = self.stack(from).height();
        if distance < height {
            return Why::TooNear { distance, height };
        }
        let walls = self.all_stacks().or(self.all_collapsed());
        let blocked = self.first_between(from, way, distance, walls).map(Why::Blocked);
        blocked.unwrap_or(Why::Taken(to))
    }

    fn explain_capture(&self, me: Player, from: Cell, target: Cell, to: Cell) -> Why {
        if let Some(why) = self.explain_mover(me, from) {
            return why;
        }
        let (Some((way, distance)), Some((target_way, near))) =
            (B::ray(from, to), B::ray(from, target))
        else {
            return Why::Crooked;
        };
        if way != target_way || near >= distance {
            return Why::Crooked;
        }
        let (stacks, collapsed) = (self.all_stacks(), self.all_collapsed());
        if let Some(wall) = self.first_between(from, way, distance, collapsed) {
            return Why::Blocked(wall);
        }
        match self.first_between(from, way, near + 1, stacks) {
            None => return Why::NoTarget,
            Some(first) if first != target => return Why::OtherTarget(first),
            Some(_) => {}
        }
        let (attacker, height) = (self.stack(from).cap(), self.stack(from).height());
        if self.stack(target).cap() > attacker {
            return Why::TallerCap { target: self.stack(target).cap(), attacker };
        }
        if distance < height {
            return Why::TooNear { distance, height };
        }
        let beyond = self.first_between(target, way, distance - near, stacks);
        beyond.map_or(Why::Taken(to), Why::Blocked)
    }

    fn explain_recovery(
        &self,
        me: Player,
        kind: Option<Recovery>,
        from: Cell,
        to: Cell,
        extract: Option<Cell>,
    ) -> Why {
        if !self.may_recover(me) {
            return Why::NotRecovering;
        }
        if !self.markers(me).contains(from.index()) {
            return Why::NoMarker(from);
        }
        if B::ray(from, to).is_none_or(|(_, distance)| distance != 1) {
            return Why::NotAdjacent;
        }
        let strike = kind == Some(Recovery::Strike);
        let taken = self.all_markers().or(self.all_collapsed());
        if taken.contains(to.index()) || strike == self.stack(to).is_none() {
            return Why::Taken(to);
        }
        if strike && !self.rules().strike {
            return Why::NoStrikes;
        }
        if let Some(giver) = extract.filter(|&cell| !self.stack(cell).buries(me)) {
            return Why::NothingBuried(giver);
        }
        match kind {
            None | Some(Recovery::Line) => Why::CompletesNothing,
            Some(Recovery::Fallback | Recovery::Strike) => Why::LineFirst,
        }
    }

    /// Whether the stack on `from` could go anywhere, for messages and hints.
    #[must_use]
    pub fn is_mobile(&self, from: Cell) -> bool {
        let stack = self.stack(from);
        !stack.is_none() && Rays::new(self).goes(from, stack.height(), stack.cap())
    }
}
