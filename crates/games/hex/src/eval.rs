//! Judgement for searches, never needed for legality: three evaluators.

use crate::bits::Bits;
use crate::distance::{TwoDistances, distance};
use crate::geometry::{Colour, Geometry};
use crate::resistance::Circuit;
use crate::state::Hex;
use takeback_core::{Evaluator, Player};

/// One stone of difference in distance.
const STONE: i32 = 100;
/// What a cut-off colour is taken to be away.
const CUT_OFF: u32 = 40;

/// Plain shortest paths: how many stones each colour lacks. Weak alone, cheap.
#[derive(Copy, Clone, Debug, Default)]
pub struct ShortestPath;

impl<B: Bits> Evaluator<Hex<B>> for ShortestPath {
    const LIMIT: i32 = 100_000;

    fn score(&mut self, game: &Hex<B>, player: Player) -> i32 {
        let own = game.colour_of(player);
        let lacks = |colour: Colour| {
            distance(
                game.geometry(),
                [game.stones(Colour::Black), game.stones(Colour::White)],
                colour,
            )
            .unwrap_or(CUT_OFF) as i32
        };
        let tempo = if game.to_move() == own { STONE / 2 } else { -STONE / 2 };
        STONE * (lacks(own.other()) - lacks(own)) + tempo
    }
}

/// Two-distances: what each colour lacks if every shortest way is blocked
/// once, then how many cells offer that.
#[derive(Clone, Debug, Default)]
pub struct TwoDistance<B> {
    tables: TwoDistances<B>,
}

impl<B: Bits> Evaluator<Hex<B>> for TwoDistance<B> {
    const LIMIT: i32 = 100_000;

    fn score(&mut self, game: &Hex<B>, player: Player) -> i32 {
        let own = game.colour_of(player);
        let mut potential = |colour: Colour| {
            self.tables.measure(game.geometry(), game.stones, colour);
            match self.tables.best() {
                Some((sum, cells)) => STONE * sum as i32 - cells.count().min(50) as i32,
                None => STONE * CUT_OFF as i32,
            }
        };
        let tempo = if game.to_move() == own { STONE / 2 } else { -STONE / 2 };
        potential(own.other()) - potential(own) + tempo
    }
}

/// The logarithm of the ratio of both colours' conductances, in hundredths.
#[derive(Clone, Debug, Default)]
pub struct Resistance {
    circuit: Circuit,
    flow: Vec<f32>,
}

impl Resistance {
    /// How much play on each cell matters to both colours: the shares of
    /// current through it, added. Cells with stones have zero. Returns the
    /// logarithm of Black's conductance over White's, within ±10.
    pub fn flow<B: Bits>(&mut self, game: &Hex<B>) -> (f32, &[f32]) {
        let ratio = self.measure(game.geometry(), game.stones);
        (ratio, &self.flow)
    }

    /// The same for stones without a position around them; [`Self::flow_at`] then
    /// tells the shares.
    pub fn measure<B: Bits>(&mut self, geometry: &Geometry<B>, stones: [B; 2]) -> f32 {
        self.flow.clear();
        self.flow.resize(geometry.size.cells(), 0.0);
        let [black, white] = Colour::BOTH
            .map(|colour| self.circuit.conductance(geometry, stones, colour, &mut self.flow));
        let share = |g: f32| g.clamp(1e-4, 1e4).ln();
        (share(black) - share(white)).clamp(-10.0, 10.0)
    }

    /// The share of a cell, as measured last.
    #[inline]
    #[must_use]
    pub fn flow_at(&self, at: usize) -> f32 {
        self.flow[at]
    }
}

impl<B: Bits> Evaluator<Hex<B>> for Resistance {
    const LIMIT: i32 = 100_000;

    fn score(&mut self, game: &Hex<B>, player: Player) -> i32 {
        let ratio = self.measure(game.geometry(), game.stones);
        let black = (ratio * STONE as f32) as i32;
        let own = game.colour_of(player);
        // The move in hand is worth something; how much was not tuned.
        let tempo = if game.to_move() == own { STONE / 3 } else { -STONE / 3 };
        if own == Colour::Black { black + tempo } else { tempo - black }
    }
}
