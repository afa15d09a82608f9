//! How good a position looks: material, heroes, mobility, pressure on the
//! enemy commander and safety of one's own, air cover, the sea.
//!
//! The unit is a hundredth of an Infantry. All numbers have names and stand
//! in [`Weights`], so that a tuner can vary them without knowing the game.

use crate::board::may_stand;
use crate::geometry::{DELTAS, Square, near, star};
use crate::moves::Move;
use crate::pieces::{Kind, Side, Stack, kinds_of};
use crate::state::CoTuLenh;
use takeback_core::{Evaluator, Player};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr,)*) => {
        /// The numbers behind [`Eval`], by name or as a list.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct Weights { $($(#[$doc])* pub $name: i32,)* }

        impl Weights {
            /// The names, in the order of [`values`](Weights::values).
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// All numbers as a list.
            #[must_use]
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            /// The weights of a list; what the list lacks keeps its default.
            #[must_use]
            pub fn from_values(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                Weights { $($name: values.next().unwrap_or($value),)* }
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $value,)* }
            }
        }
    };
}

weights! {
    /// Worth of a Navy.
    navy: 480,
    /// Worth of an Air Force.
    air_force: 520,
    /// Worth of a Tank.
    tank: 250,
    /// Worth of an Engineer.
    engineer: 110,
    /// Worth of a Headquarters.
    headquarters: 60,
    /// Worth of an Infantry.
    infantry: 100,
    /// Worth of a Militia.
    militia: 110,
    /// Worth of an Artillery.
    artillery: 360,
    /// Worth of an Anti-Air.
    anti_air: 140,
    /// Worth of a Missile.
    missile: 300,
    /// What a hero is worth more, in hundredths of the piece.
    heroic: 35,
    /// A heroic Headquarters, which learns to walk.
    heroic_headquarters: 60,
    /// Off for riding instead of standing on one's own feet.
    carried: 6,
    /// For each free square next to a Navy, Air Force, Tank, Artillery or Missile.
    mobility: 3,
    /// For a step closer to the enemy commander, by long-range pieces.
    pressure: 6,
    /// The same for those that must come near: Tank, Infantry, Militia.
    advance: 4,
    /// For each own stack within two steps of the own commander, up to four.
    shield: 9,
    /// Off for each enemy stack on the eight lines within five steps of the commander.
    line_of_fire: 14,
    /// Off when only one stack stands between the commanders.
    thin_wall: 10,
    /// For each level of air defence.
    air_level: 6,
    /// For an own zone over the own commander.
    air_cover: 18,
    /// For each own stack of worth next to a gun's square, up to four a gun.
    air_umbrella: 2,
    /// For a ship on the open sea rather than in the river mouth.
    open_sea: 6,
    /// For being the only side with ships.
    sole_navy: 60,
    /// For being the only side with aircraft.
    sole_air: 40,
    /// For the side to move.
    tempo: 12,
    /// Off inside a session that may not end as it stands.
    unfinished: 150,
}

/// Steps across the board at most, for tables by distance.
const FAR: usize = 12;

/// The hand-made judge of positions.
#[derive(Clone, Debug)]
pub struct Eval {
    weights: Weights,
    /// By type, plain or heroic.
    worth: [[i32; 2]; 11],
    /// By type and distance from the enemy commander.
    closeness: [[i32; FAR]; 11],
}

impl Default for Eval {
    fn default() -> Self {
        Eval::new(Weights::default())
    }
}

const LONG_RANGE: u16 =
    Kind::Navy.bit() | Kind::AirForce.bit() | Kind::Artillery.bit() | Kind::Missile.bit();
const CLOSE_RANGE: u16 = Kind::Tank.bit() | Kind::Infantry.bit() | Kind::Militia.bit();
const MOBILE: u16 = LONG_RANGE | Kind::Tank.bit();

impl Eval {
    /// A judge with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        let plain = |kind| match kind {
            Kind::Navy => weights.navy,
            Kind::AirForce => weights.air_force,
            Kind::Tank => weights.tank,
            Kind::Engineer => weights.engineer,
            Kind::Headquarters => weights.headquarters,
            Kind::Commander => 0, // without it the game is over
            Kind::Infantry => weights.infantry,
            Kind::Militia => weights.militia,
            Kind::Artillery => weights.artillery,
            Kind::AntiAir => weights.anti_air,
            Kind::Missile => weights.missile,
        };
        let heroic = |kind| match kind {
            Kind::Headquarters => weights.headquarters + weights.heroic_headquarters,
            kind => plain(kind) + plain(kind) * weights.heroic / 100,
        };
        let step = |kind: Kind| match kind.bit() {
            bit if bit & LONG_RANGE != 0 => weights.pressure,
            bit if bit & CLOSE_RANGE != 0 => weights.advance,
            _ => 0,
        };
        Eval {
            weights,
            worth: Kind::ALL.map(|kind| [plain(kind), heroic(kind)]),
            closeness: Kind::ALL
                .map(|kind| std::array::from_fn(|distance| step(kind) * (FAR - distance) as i32)),
        }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What a stack is worth by its pieces alone.
    #[must_use]
    pub fn material(&self, stack: Stack) -> i32 {
        stack.pieces().map(|(kind, heroic)| self.worth[kind.index()][usize::from(heroic)]).sum()
    }

    fn side_score(&self, game: &CoTuLenh, side: Side) -> i32 {
        let board = &game.board;
        let target = board.commander(side.other());
        let (mut score, mut fleet, mut aircraft) = (0, false, false);
        for at in board.stacks(side).iter() {
            let stack = board.at(at);
            score += self.material(stack) + self.placing(game, at, stack, target);
            fleet |= stack.has(Kind::Navy);
            aircraft |= stack.has(Kind::AirForce);
        }
        score
            + self.air_defence(game, side)
            + self.commander_safety(game, side)
            + i32::from(fleet) * self.weights.sole_navy
            + i32::from(aircraft) * self.weights.sole_air
    }

    /// Where a stack stands: nearness to the enemy commander, room to move.
    #[inline]
    fn placing(&self, game: &CoTuLenh, at: Square, stack: Stack, target: Option<Square>) -> i32 {
        let mut score = 0;
        if let Some(target) = target {
            let distance = at.file().abs_diff(target.file()).max(at.rank().abs_diff(target.rank()));
            score += kinds_of(stack.kinds())
                .map(|kind| self.closeness[kind.index()][usize::from(distance)])
                .sum::<i32>();
        }
        if stack.is_pile() {
            score -= self.weights.carried * (stack.len() as i32 - 1);
        }
        let carrier = stack.carrier();
        if carrier.bit() & MOBILE != 0 {
            score += self.weights.mobility * free_squares(game, at, carrier);
        }
        if carrier == Kind::Navy && at.file() < 2 {
            score += self.weights.open_sea;
        }
        score
    }

    fn air_defence(&self, game: &CoTuLenh, side: Side) -> i32 {
        let (board, weights) = (&game.board, &self.weights);
        let home = board.commander(side);
        let (mut score, mut covered) = (0, false);
        for gun in board.guns(side).iter() {
            let level = board.at(gun).air_defence();
            score += weights.air_level * i32::from(level);
            let under = DELTAS[..4].iter().filter(|&&delta| {
                let stack = board.at(gun.step(delta));
                stack.owner() == Some(side) && stack.kinds() & MOBILE != 0
            });
            score += weights.air_umbrella * under.count() as i32;
            covered |= home.is_some_and(|home| {
                let files = i32::from(gun.file().abs_diff(home.file()));
                let ranks = i32::from(gun.rank().abs_diff(home.rank()));
                files * files + ranks * ranks <= i32::from(level) * i32::from(level)
            });
        }
        score + i32::from(covered) * weights.air_cover
    }

    fn commander_safety(&self, game: &CoTuLenh, side: Side) -> i32 {
        let (board, weights) = (&game.board, &self.weights);
        let Some(home) = board.commander(side) else { return 0 };
        let guards = board.stacks(side).and(near(home)).len().min(4) as i32;
        let threats = board.stacks(side.other()).and(star(home)).len() as i32;
        weights.shield * guards - weights.line_of_fire * threats
    }

    /// Off for both alike when one stack keeps the commanders apart, but only
    /// the side to move may profit: so it is counted for the other.
    fn wall(&self, game: &CoTuLenh) -> i32 {
        if game.board.stacks_between_commanders() == Some(1) { self.weights.thin_wall } else { 0 }
    }
}

/// Empty squares next to a stack on which its carrier may stand.
#[inline]
fn free_squares(game: &CoTuLenh, at: Square, carrier: Kind) -> i32 {
    let directions = if carrier == Kind::Tank { 4 } else { 8 };
    let free = DELTAS[..directions].iter().filter(|&&delta| {
        let to = at.step(delta);
        game.board.at(to).is_empty() && may_stand(carrier, to)
    });
    free.count() as i32
}

impl Evaluator<CoTuLenh> for Eval {
    fn score(&mut self, game: &CoTuLenh, player: Player) -> i32 {
        let mover = game.side();
        let mut score = self.side_score(game, mover) - self.side_score(game, mover.other());
        score += self.weights.tempo + self.wall(game);
        if game.is_unfinished() {
            score -= self.weights.unfinished;
        }
        if player == mover.player() { score } else { -score }
    }

    #[inline]
    fn is_noisy(&mut self, _: &CoTuLenh, m: Move) -> bool {
        m.action().is_capture()
    }

    fn quiesces(&self) -> bool {
        true
    }

    fn reduces_late_moves(&self) -> bool {
        true
    }
}
