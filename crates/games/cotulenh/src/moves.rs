//! The move type, and where a mover's rays lead (before anyone asks whether
//! its commander survives that).

use crate::air::{AirMap, AirWalk, Flight};
use crate::board::{Board, may_stand};
use crate::geometry::{
    DELTAS, DIAGONALS_FROM, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, Sight,
    Square, river_between, sight, star,
};
use crate::pieces::{Kind, Side, Stack, reach};
use std::ops::ControlFlow;

/// What a move does when it gets there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[repr(u8)]
pub enum Action {
    /// Go to an empty square.
    Go,
    /// Take what stands there and its place.
    Capture,
    /// Take what stands there without going.
    Stay,
    /// Go, and perish with what stands there.
    Suicide,
    /// Join an own stack.
    Combine,
    /// Inside a session: ride along with an earlier step.
    Recombine,
    /// End the deployment; what is still on its square stays.
    Commit,
    /// Take back the whole deployment. Never listed: the way out of a dead end.
    Cancel,
}

impl Action {
    /// Whether something is taken.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        matches!(self, Action::Capture | Action::Stay | Action::Suicide)
    }
}

/// One step: a whole stack moves, one piece of it deploys, or a session ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The type that deploys; none when the whole stack moves.
    pub(crate) deploys: Option<Kind>,
    pub(crate) action: Action,
}

impl Move {
    /// End the deployment.
    pub const COMMIT: Move = Move::control(Action::Commit);
    /// Take back the deployment. Legal inside every session, listed in none.
    pub const CANCEL: Move = Move::control(Action::Cancel);

    const fn control(action: Action) -> Move {
        Move { from: Square(0), to: Square(0), deploys: None, action }
    }

    /// Where it starts; meaningless for [`COMMIT`](Move::COMMIT) and [`CANCEL`](Move::CANCEL).
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it leads or shoots; meaningless for the two words of control.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The type that leaves its stack, if it is a deployment.
    #[must_use]
    pub const fn deploys(self) -> Option<Kind> {
        self.deploys
    }

    /// What it does.
    #[must_use]
    pub const fn action(self) -> Action {
        self.action
    }

    /// Whether it is [`COMMIT`](Move::COMMIT) or [`CANCEL`](Move::CANCEL).
    #[must_use]
    pub const fn is_control(self) -> bool {
        matches!(self.action, Action::Commit | Action::Cancel)
    }
}

/// Which part of a list is wanted.
pub(crate) trait Wanted {
    const CAPTURES: bool;
    const OTHERS: bool;
}

/// Only moves that take something.
pub(crate) struct Captures;
/// Only moves that take nothing.
pub(crate) struct Others;
/// Every move.
pub(crate) struct Everything;

impl Wanted for Captures {
    const CAPTURES: bool = true;
    const OTHERS: bool = false;
}

impl Wanted for Others {
    const CAPTURES: bool = false;
    const OTHERS: bool = true;
}

impl Wanted for Everything {
    const CAPTURES: bool = true;
    const OTHERS: bool = true;
}

/// A whole stack, or one piece out of it, about to move.
#[derive(Copy, Clone)]
pub(crate) struct Mover {
    pub(crate) stack: Stack,
    pub(crate) from: Square,
    pub(crate) deploys: Option<Kind>,
}

/// What a list knows once for all its movers.
pub(crate) struct Rays<'a> {
    board: &'a Board,
    side: Side,
    air: Option<AirMap>,
}

/// Where a ray stands.
struct Ray {
    delta: u8,
    is_diagonal: bool,
    terrain_blocked: bool,
    piece_blocked: bool,
    flight: Flight,
}

impl<'a> Rays<'a> {
    pub(crate) fn new(board: &'a Board, side: Side) -> Self {
        Rays { board, side, air: None }
    }

    /// Every pseudo-legal move of one mover, ray by ray, until `take` breaks off.
    #[inline]
    pub(crate) fn each<W: Wanted>(
        &mut self,
        mover: Mover,
        take: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let heroic = mover.stack.carrier_is_heroic();
        match mover.stack.carrier() {
            Kind::Headquarters if !heroic => ControlFlow::Continue(()),
            Kind::Commander => self.commander::<W>(mover, take),
            Kind::AirForce if !heroic => {
                if self.air.is_none() {
                    self.air = Some(AirMap::of(self.board, self.side.other()));
                }
                self.walk::<W, AIR>(mover, take)
            }
            Kind::AirForce => self.walk::<W, HEROIC_AIR>(mover, take),
            Kind::Navy => self.walk::<W, SHIP>(mover, take),
            Kind::Artillery | Kind::Missile => self.walk::<W, SHOOTER>(mover, take),
            _ => self.walk::<W, GROUND>(mover, take),
        }
    }

    /// All types but the commander. `TYPE` is known when this is compiled, so
    /// each walk keeps only the questions that concern it.
    fn walk<W: Wanted, const TYPE: u8>(
        &self,
        mover: Mover,
        take: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kind = mover.stack.carrier();
        let reach = reach(kind, mover.stack.carrier_is_heroic());
        let longest = reach.moves.max(reach.captures);
        for (direction, &delta) in DELTAS[..usize::from(reach.directions)].iter().enumerate() {
            let is_diagonal = direction >= DIAGONALS_FROM;
            // A missile is one step shorter on diagonals.
            let range = longest - u8::from(TYPE == SHOOTER && is_diagonal && kind == Kind::Missile);
            let mut ray = Ray {
                delta,
                is_diagonal,
                terrain_blocked: false,
                piece_blocked: false,
                flight: Flight::Safe,
            };
            let mut flown = AirWalk::default();
            let mut to = mover.from;
            for distance in 1..=range {
                to = to.step(delta);
                let there = self.board.at(to);
                if there.is_off_board() {
                    break;
                }
                if TYPE == AIR {
                    ray.flight = flown.enter(
                        self.air.as_ref().map_or_else(Default::default, |air| air.cover(to)),
                    );
                    if ray.flight == Flight::Destroyed {
                        break;
                    }
                }
                let lands = may_stand(kind, to);
                if TYPE != AIR && TYPE != HEROIC_AIR && !ray.terrain_blocked {
                    ray.terrain_blocked = !lands || is_barred::<TYPE>(kind, mover.from, to, &ray);
                }
                if there.is_empty() {
                    let free =
                        !ray.terrain_blocked && !ray.piece_blocked && ray.flight == Flight::Safe;
                    if W::OTHERS && free && lands && distance <= reach.moves {
                        take(mover.to(to, Action::Go))?;
                    }
                    continue;
                }
                if there.side() == self.side {
                    if W::OTHERS
                        && distance <= reach.moves
                        && !ray.terrain_blocked
                        && !ray.piece_blocked
                    {
                        self.combination(mover, to, take)?;
                    }
                } else if W::CAPTURES && distance <= capture_range::<TYPE>(reach.captures, there) {
                    captures::<TYPE>(mover, to, lands, ray.flight, take)?;
                }
                match TYPE {
                    AIR | HEROIC_AIR => {}
                    SHIP => ray.piece_blocked |= there.has(Kind::Navy),
                    SHOOTER => ray.piece_blocked = true,
                    _ => break,
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn combination(
        &self,
        mover: Mover,
        to: Square,
        take: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let there = self.board.at(to);
        if mover.stack.combines(there)
            && may_stand(Kind::first_of(mover.stack.kinds() | there.kinds()), to)
        {
            take(mover.to(to, Action::Combine))?;
        }
        ControlFlow::Continue(())
    }

    /// The commander goes as far as it likes, captures one step away, and stops
    /// at the enemy commander's line of sight.
    fn commander<W: Wanted>(
        &self,
        mover: Mover,
        take: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wall = self.board.sight_wall(self.side, mover.from);
        let directions = reach(Kind::Commander, mover.stack.carrier_is_heroic()).directions;
        for (direction, &delta) in DELTAS[..usize::from(directions)].iter().enumerate() {
            let is_straight = direction < DIAGONALS_FROM;
            let (mut to, mut distance, mut terrain_blocked) = (mover.from, 0, false);
            loop {
                (to, distance) = (to.step(delta), distance + 1);
                let there = self.board.at(to);
                if there.is_off_board() || wall.contains(to) {
                    break;
                }
                let lands = may_stand(Kind::Commander, to);
                terrain_blocked |= !lands;
                if there.is_empty() {
                    if W::OTHERS
                        && !terrain_blocked
                        && !(is_straight && self.faces_commander(to, delta))
                    {
                        take(mover.to(to, Action::Go))?;
                    }
                    continue;
                }
                if there.side() == self.side {
                    if W::OTHERS && !terrain_blocked {
                        self.combination(mover, to, take)?;
                    }
                } else if there.carrier() == Kind::Commander {
                    if W::CAPTURES && is_straight {
                        take(mover.to(to, Action::Capture))?;
                    }
                } else if W::CAPTURES && distance == 1 {
                    take(mover.to(to, if lands { Action::Capture } else { Action::Stay }))?;
                }
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the next stack along the ray is the enemy commander on foot.
    #[inline]
    fn faces_commander(&self, at: Square, delta: u8) -> bool {
        let next = self.board.first_beyond(at, delta);
        !next.is_off_board() && next.side() != self.side && next.carrier() == Kind::Commander
    }
}

impl Mover {
    #[inline]
    fn to(self, to: Square, action: Action) -> Move {
        Move { from: self.from, to, deploys: self.deploys, action }
    }
}

/// Stopped by the first piece: I T M E G and the heroic H.
const GROUND: u8 = 0;
/// Captures over pieces: A and S.
const SHOOTER: u8 = 1;
/// The Navy: passes everything but ships.
const SHIP: u8 = 2;
/// The Air Force: passes everything but air defence.
const AIR: u8 = 3;
/// Heroes of the Air Force pass that too.
const HEROIC_AIR: u8 = 4;

/// Ships fire one step further at ships.
#[inline]
fn capture_range<const TYPE: u8>(range: u8, at: Stack) -> u8 {
    if TYPE == SHIP && !at.has(Kind::Navy) { range - 1 } else { range }
}

#[inline]
fn captures<const TYPE: u8>(
    mover: Mover,
    to: Square,
    lands: bool,
    flight: Flight,
    take: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if TYPE == AIR && flight == Flight::Kamikaze {
        return take(mover.to(to, Action::Suicide));
    }
    if !lands {
        return take(mover.to(to, Action::Stay));
    }
    take(mover.to(to, Action::Capture))?;
    if (TYPE == AIR || TYPE == HEROIC_AIR) && mover.deploys.is_none() {
        take(mover.to(to, Action::Stay))?;
    }
    ControlFlow::Continue(())
}

impl Rays<'_> {
    /// The captures of one mover, found from their targets: the enemies on its
    /// lines are few, and most fall out by distance alone. Same moves as the
    /// rays give, in another order.
    #[inline]
    pub(crate) fn captures(&mut self, mover: Mover, take: &mut impl FnMut(Move)) {
        let kind = mover.stack.carrier();
        let heroic = mover.stack.carrier_is_heroic();
        let reach = reach(kind, heroic);
        let targets = self.board.stacks(self.side.other()).and(star(mover.from));
        for to in targets.iter() {
            let line = sight(mover.from, to);
            let there = self.board.at(to);
            let range = if line.diagonal { reach.diagonal } else { reach.orthogonal };
            if line.distance > range || !self.hits(kind, there, &line, reach.moves) {
                continue;
            }
            if !kind.shoots_over() && !self.board.is_clear(mover.from, to, line.delta) {
                continue;
            }
            let lands = may_stand(kind, to);
            if kind != Kind::AirForce {
                take(mover.to(to, if lands { Action::Capture } else { Action::Stay }));
                continue;
            }
            let flight =
                if heroic { Flight::Safe } else { self.flight(mover.from, to, line.delta) };
            if flight != Flight::Destroyed {
                let _ = captures::<AIR>(mover, to, lands, flight, &mut |m| {
                    take(m);
                    ControlFlow::Continue(())
                });
            }
        }
    }

    /// What an attack allows and a capture does not: a missile is a step shorter
    /// on diagonals, a commander takes only next to it and never another
    /// commander diagonally, and ships need ships to fire their farthest.
    #[inline]
    fn hits(&self, kind: Kind, there: Stack, line: &Sight, moves: u8) -> bool {
        match kind {
            Kind::Navy => line.distance < moves || there.has(Kind::Navy),
            Kind::Missile => !line.diagonal || line.distance < moves,
            Kind::Commander => {
                line.distance == 1 && !(line.diagonal && there.carrier() == Kind::Commander)
            }
            _ => true,
        }
    }

    /// How an aircraft arrives.
    fn flight(&mut self, from: Square, to: Square, delta: u8) -> Flight {
        let (board, side) = (self.board, self.side);
        let air = self.air.get_or_insert_with(|| AirMap::of(board, side.other()));
        let (mut at, mut flown, mut flight) = (from, AirWalk::default(), Flight::Safe);
        while at != to && flight != Flight::Destroyed {
            at = at.step(delta);
            flight = flown.enter(air.cover(at));
        }
        flight
    }
}

/// What bars a ray beside forbidden ground: the river, or a corner of its mouth.
#[inline]
fn is_barred<const TYPE: u8>(kind: Kind, from: Square, to: Square, ray: &Ray) -> bool {
    match TYPE {
        SHIP => ray.is_diagonal && is_closed_corner(to, ray.delta),
        _ => kind.is_heavy() && river_between(from, to) && !is_bridge(to, ray.delta),
    }
}

/// Heavy pieces cross the river along files `f` and `h`. Files `a` and `b`
/// never come into it: a heavy piece cannot be there.
#[inline]
fn is_bridge(to: Square, delta: u8) -> bool {
    matches!(delta, NORTH | SOUTH) && matches!(to.file(), 5 | 7)
}

/// Ships cannot cut the corners between `c5` and `d6`, or `c8` and `d7`.
#[inline]
fn is_closed_corner(to: Square, delta: u8) -> bool {
    const C5: u8 = 4 << 4 | 2;
    const D6: u8 = 5 << 4 | 3;
    const D7: u8 = 6 << 4 | 3;
    const C8: u8 = 7 << 4 | 2;
    matches!(
        (to.0, delta),
        (D6, NORTH_EAST) | (C5, SOUTH_WEST) | (C8, NORTH_WEST) | (D7, SOUTH_EAST)
    )
}

/// Every pseudo-legal capture outside a session.
pub(crate) fn each_capture(board: &Board, side: Side, take: &mut impl FnMut(Move)) {
    let mut rays = Rays::new(board, side);
    for from in board.stacks(side).iter() {
        let stack = board.at(from);
        if stack.is_pile() {
            for (kind, heroic) in stack.pieces() {
                let piece = Stack::single(side, kind, heroic);
                rays.captures(Mover { stack: piece, from, deploys: Some(kind) }, take);
            }
        }
        rays.captures(Mover { stack, from, deploys: None }, take);
    }
}

/// Every pseudo-legal move outside a session: for each stack, first the
/// deployments of its pieces, then its moves as a whole.
pub(crate) fn each_candidate<W: Wanted>(
    board: &Board,
    side: Side,
    take: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rays = Rays::new(board, side);
    for from in board.stacks(side).iter() {
        let stack = board.at(from);
        if stack.is_pile() {
            for (kind, heroic) in stack.pieces() {
                let piece = Stack::single(side, kind, heroic);
                rays.each::<W>(Mover { stack: piece, from, deploys: Some(kind) }, take)?;
            }
        }
        rays.each::<W>(Mover { stack, from, deploys: None }, take)?;
    }
    ControlFlow::Continue(())
}
