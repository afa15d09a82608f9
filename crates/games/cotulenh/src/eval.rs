//! How good a position looks: material, heroes, mobility, pressure on the
//! enemy commander and safety of one's own, air cover, the sea.
//!
//! All numbers stand in [`Weights`] under names of their own.

use crate::geometry::{GROUND, Square, Squares, WATER, near, star};
use crate::moves::Move;
use crate::pieces::{Kind, Side, Stack};
use crate::state::CoTuLenh;
use crate::weights::Weights;
use takeback_core::{Evaluator, Exchange, Player};

/// Steps across the board at most, for tables by distance.
const FAR: i32 = 12;

/// The hand-made judge of positions.
#[derive(Clone, Debug)]
pub struct Eval {
    weights: Weights,
    /// By type, plain or heroic, and distance from the enemy commander. Rounded
    /// up to powers of two, so that a masked index is always inside.
    worth: [[[i32; 16]; 2]; 16],
}

impl Default for Eval {
    fn default() -> Self {
        Eval::new(Weights::default())
    }
}

/// Types that need not come near to strike.
const LONG_RANGE: u16 =
    Kind::Navy.bit() | Kind::AirForce.bit() | Kind::Artillery.bit() | Kind::Missile.bit();

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
        let step = |kind| match kind {
            Kind::Navy => weights.near_navy,
            Kind::AirForce => weights.near_air_force,
            Kind::Tank => weights.near_tank,
            Kind::Infantry => weights.near_infantry,
            Kind::Militia => weights.near_militia,
            Kind::Artillery => weights.near_artillery,
            Kind::Missile => weights.near_missile,
            Kind::Engineer | Kind::Headquarters | Kind::Commander | Kind::AntiAir => 0,
        };
        let mut worth = [[[0; 16]; 2]; 16];
        for kind in Kind::ALL {
            for (distance, closer) in (0..=FAR).rev().enumerate() {
                let near = step(kind) * closer;
                worth[kind.index()][0][distance] = plain(kind) + near;
                worth[kind.index()][1][distance] = heroic(kind) + near;
            }
        }
        Eval { weights, worth }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What a stack is worth by its pieces alone.
    #[must_use]
    pub fn material(&self, stack: Stack) -> i32 {
        stack.pieces().map(|(kind, heroic)| self.piece(kind, heroic, FAR as u8)).sum()
    }

    #[inline]
    fn piece(&self, kind: Kind, heroic: bool, distance: u8) -> i32 {
        self.worth[kind.index() & 15][usize::from(heroic)][usize::from(distance & 15)]
    }

    fn side_score(&self, game: &CoTuLenh, side: Side) -> i32 {
        let board = &game.board;
        let enemies = board.stacks(side.other());
        let distances = distances_from(board.commander(side.other()));
        let (mut score, mut kinds, mut aimed) = (0, 0, 0);
        board.stacks(side).each(|at| {
            let stack = board.at(at);
            score += self.stack_score(stack, distances[at.index()]);
            kinds |= stack.kinds();
            if stack.kinds() & LONG_RANGE != 0 {
                aimed += enemies.and(star(at)).len();
            }
        });
        let aircraft = i32::from(kinds & Kind::AirForce.bit() != 0);
        score
            + aircraft * self.weights.sole_air
            + aimed as i32 * self.weights.aim
            + self.guns_and_room(game, side)
            + self.commander_safety(game, side)
    }

    /// The pieces of a stack, and how near the enemy commander they are.
    #[inline]
    fn stack_score(&self, stack: Stack, distance: u8) -> i32 {
        if !stack.is_pile() {
            return self.piece(stack.carrier(), stack.carrier_is_heroic(), distance);
        }
        let pieces: i32 =
            stack.pieces().map(|(kind, heroic)| self.piece(kind, heroic, distance)).sum();
        pieces - self.weights.carried * (stack.len() as i32 - 1)
    }

    /// Air defence and ships, which are guns too; then the free squares next to
    /// ships on water and to the others on land.
    fn guns_and_room(&self, game: &CoTuLenh, side: Side) -> i32 {
        let (board, weights) = (&game.board, &self.weights);
        let distances = squared_from(board.commander(side));
        let (mut levels, mut at_sea, mut is_covered) = (0, 0, false);
        let mut fleet = Squares::NONE;
        board.guns(side).each(|gun| {
            let stack = board.at(gun);
            let level = stack.air_defence();
            levels += i32::from(level);
            is_covered |= distances(gun) <= u32::from(level) * u32::from(level);
            if stack.has(Kind::Navy) {
                fleet.insert(gun);
                at_sea += i32::from(gun.file() < 2);
            }
        });
        let army = board.stacks(side).without(&fleet);
        let near = fleet.grown().and(&WATER).or(&army.grown().and(&GROUND));
        let free = near.without(&board.stacks(Side::Red)).without(&board.stacks(Side::Blue));
        weights.air_level * levels
            + i32::from(is_covered) * weights.air_cover
            + at_sea * weights.open_sea
            + i32::from(!fleet.is_empty()) * weights.sole_navy
            + weights.mobility * free.len() as i32
    }

    fn commander_safety(&self, game: &CoTuLenh, side: Side) -> i32 {
        let (board, weights) = (&game.board, &self.weights);
        let Some(home) = board.commander(side) else { return 0 };
        let own = board.stacks(side);
        let guards = own.and(near(home)).len().min(4) as i32;
        let enemies = board.stacks(side.other());
        let threats = enemies.and(star(home)).len() as i32;
        let mut next = Squares::NONE;
        next.insert(home);
        let room = next.grown().and(&GROUND).without(&own).without(&enemies).len() as i32;
        weights.shield * guards + weights.commander_room * room - weights.line_of_fire * threats
    }

    /// Off for both alike when one stack keeps the commanders apart, but only
    /// the side to move may profit: so it is counted for the other.
    fn wall(&self, game: &CoTuLenh) -> i32 {
        if game.board.stacks_between_commanders() == Some(1) { self.weights.thin_wall } else { 0 }
    }
}

/// How far every square is from a commander, in steps of a commander that
/// could move like a hero; far from everywhere if it is gone.
#[inline]
fn distances_from(commander: Option<Square>) -> &'static [u8; 256] {
    static NOWHERE: [u8; 256] = [FAR as u8; 256];
    commander.map_or(&NOWHERE, |at| &distances()[at.index()])
}

#[cfg(not(target_family = "wasm"))]
#[inline]
fn distances() -> &'static [[u8; 256]; 192] {
    static DISTANCES: [[u8; 256]; 192] = distance_table();
    &DISTANCES
}

/// Where a file is fetched before it runs, 48 kB are sooner calculated.
#[cfg(target_family = "wasm")]
#[inline]
fn distances() -> &'static [[u8; 256]; 192] {
    use std::sync::LazyLock;
    // On the heap: beside the lock its place would be fetched as so many zeros.
    static DISTANCES: LazyLock<Box<[[u8; 256]; 192]>> =
        LazyLock::new(|| Box::new(distance_table()));
    &DISTANCES
}

const fn distance_table() -> [[u8; 256]; 192] {
    let mut table = [[FAR as u8; 256]; 192];
    let mut i = 0;
    while i < 192 * 192 {
        let (a, b) = (Square((i / 192) as u8), Square((i % 192) as u8));
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        let steps = if files > ranks { files } else { ranks };
        table[i / 192][i % 192] = if steps > FAR as u8 { FAR as u8 } else { steps };
        i += 1;
    }
    table
}

/// The squared distance of a square from a commander, as zones measure it.
#[inline]
fn squared_from(commander: Option<Square>) -> impl Fn(Square) -> u32 {
    move |at| {
        commander.map_or(u32::MAX, |home| {
            let files = u32::from(at.file().abs_diff(home.file()));
            let ranks = u32::from(at.rank().abs_diff(home.rank()));
            files * files + ranks * ranks
        })
    }
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

    /// Captures are the first stage.
    const NOISY_STAGES: u8 = 1;

    const NOISY_IN_ORDER: bool = true;

    /// A deployment is looked at to its end, whatever its steps.
    const DEPTH_IN_TURNS: bool = true;

    /// Captures, but for those that give more than they take.
    #[inline]
    fn is_noisy(&mut self, game: &CoTuLenh, m: Move) -> bool {
        m.action().is_capture() && !game.is_bad_trade(m)
    }

    /// The pieces that stand where it strikes; bad trades are not noisy.
    #[inline]
    fn exchange(&mut self, game: &CoTuLenh, m: Move) -> Option<Exchange> {
        let target = game.board.at(m.to());
        let takes = if target.has(Kind::Commander) {
            <Eval as Evaluator<CoTuLenh>>::LIMIT
        } else {
            self.material(target)
        };
        Some(Exchange { takes, keeps: 0 })
    }

    #[inline]
    fn swing(&self) -> i32 {
        100
    }

    #[inline]
    fn is_calm(&mut self, game: &CoTuLenh) -> bool {
        game.turn.session.is_none() && game.turn.watch.is_calm()
    }

    /// A move to a line or the neighbourhood of the enemy commander.
    #[inline]
    fn is_threat(&mut self, game: &CoTuLenh, m: Move) -> bool {
        let enemy = game.board.commander(game.turn.side.other());
        enemy.is_some_and(|home| star(m.to()).contains(home))
    }

    fn quiesces(&self) -> bool {
        true
    }

    fn reduces_late_moves(&self) -> bool {
        true
    }
}
