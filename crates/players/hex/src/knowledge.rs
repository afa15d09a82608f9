//! What is known about a position without searching, as advice for a search.

use crate::connect::{Connections, Effort};
use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::Hex;
use takeback_hex::Resistance;
use takeback_hex::{Beyond, Cell, Colour};
use takeback_hex::{Settled, fill_in, inferior};

/// Reusable room for looking at positions: at the root and at hot nodes.
#[derive(Clone, Debug)]
pub struct Knowledge<B> {
    connections: Connections<B>,
    resistance: Resistance,
}

/// What a look at a position says. All of it is proven.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Advice<B> {
    /// The board with dead and captured cells filled.
    pub settled: Settled<B>,
    /// The winner with best play, where connections or fill-in prove one.
    pub winner: Option<Colour>,
    /// The cells within which the winner's strategy stays.
    pub carrier: B,
    /// Where the colour to move must play not to lose at once; all empty cells
    /// when nothing threatens. Empty when it has lost.
    pub must_play: B,
    /// The must-play without moves that are never better than others: what a
    /// search needs to look at. Not empty unless the must-play is.
    pub candidates: B,
}

impl<B: Bits> Knowledge<B> {
    /// Room for looks of this effort.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Knowledge { connections: Connections::new(effort), resistance: Resistance::default() }
    }

    /// From now on looks end at this time, if at any, with what they have found.
    pub fn until(&mut self, deadline: Option<Instant>) {
        self.connections.until(deadline);
    }

    /// Look at a position.
    pub fn advise(&mut self, hex: &Hex<B>) -> Advice<B> {
        let (geometry, mover) = (hex.geometry(), hex.to_move());
        let settled = fill_in(geometry, hex.both());
        let mut advice = Advice {
            settled,
            winner: None,
            carrier: B::EMPTY,
            must_play: hex.empty(),
            candidates: hex.empty(),
        };
        let filled = Colour::BOTH
            .into_iter()
            .find(|&colour| geometry.joins(colour, settled.stones[colour.index()]));
        if let Some(winner) = filled {
            self.decide(&mut advice, mover, winner, B::EMPTY);
            return advice;
        }
        let enemy = mover.other();
        self.connections.search(geometry, settled.stones, enemy);
        if let Some(&full) = smallest(self.connections.edge_fulls()) {
            self.decide(&mut advice, mover, enemy, full);
            return advice;
        }
        // A threat needs the cells its colour captured as well.
        let captured = settled.captured[enemy.index()];
        for &semi in self.connections.edge_semis() {
            advice.must_play &= semi | captured;
        }
        self.connections.search(geometry, settled.stones, mover);
        let fulls = smallest(self.connections.edge_fulls());
        if let Some(&semi) = fulls.or_else(|| smallest(self.connections.edge_semis())) {
            self.decide(&mut advice, mover, mover, semi);
            return advice;
        }
        let open = geometry.all.minus(settled.stones[0] | settled.stones[1]);
        let inside = advice.must_play & open;
        let aside = inferior(geometry, settled.stones, mover, inside);
        let kept = inside.minus(aside.vulnerable | aside.dominated);
        let choices = [kept, inside, advice.must_play];
        advice.candidates = choices.into_iter().find(|set| !set.is_empty()).unwrap_or(B::EMPTY);
        advice
    }

    fn decide(&self, advice: &mut Advice<B>, mover: Colour, winner: Colour, carrier: B) {
        advice.winner = Some(winner);
        advice.carrier = carrier | advice.settled.captured[winner.index()];
        if winner != mover {
            advice.must_play = B::EMPTY;
            advice.candidates = B::EMPTY;
        } else if !advice.carrier.is_empty() {
            // Some move within the carrier wins; which one, a child's look tells.
            advice.candidates = advice.carrier;
        }
    }

    /// Move that keeps a proven win of the colour to move, found by looking at
    /// the positions after the moves within the carrier.
    pub fn winning_move(&mut self, hex: &Hex<B>, advice: &Advice<B>) -> Option<Cell> {
        if advice.winner != Some(hex.to_move()) {
            return None;
        }
        advice.candidates.iter().map(Cell::from).find(|&cell| {
            let after = takeback_core::Game::apply(hex, takeback_hex::Move::Place(cell));
            after.winner() == Some(hex.to_move())
                || self.advise(&after).winner == Some(hex.to_move())
        })
    }

    /// A prior share for each candidate, written by cell number into `out`; all
    /// other cells get zero and the shares add up to one. Returns an estimate
    /// between 0 and 1 of the result for the colour to move.
    ///
    /// The shares follow the current through a cell for both colours, with a
    /// bonus for bridges from own stones and for saving an own bridge that the
    /// last stone `intruder` entered.
    pub fn priors(
        &mut self,
        hex: &Hex<B>,
        candidates: B,
        intruder: Option<Cell>,
        out: &mut [f32],
    ) -> f32 {
        let ratio = self.resistance.measure(hex.geometry(), hex.both());
        out.fill(0.0);
        let mut sum = 0.0;
        for at in candidates.iter() {
            let mut weight = self.resistance.flow_at(at) + 0.01;
            weight *= 1.0 + 0.25 * bridges_from(hex, at) as f32;
            if intruder.is_some_and(|cell| saves_bridge(hex, at, cell)) {
                weight += 0.5;
            }
            out[at] = weight;
            sum += weight;
        }
        if sum > 0.0 {
            out.iter_mut().for_each(|share| *share /= sum);
        }
        let own = if hex.to_move() == Colour::Black { ratio } else { -ratio };
        1.0 / (1.0 + (-(2.0 * own + 0.6)).exp())
    }
}

fn smallest<B: Bits>(carriers: &[B]) -> Option<&B> {
    carriers.iter().min_by_key(|carrier| carrier.count())
}

/// How many open bridges a stone of the colour to move on `at` would have to
/// own stones or its edges, at most two.
fn bridges_from<B: Bits>(hex: &Hex<B>, at: usize) -> usize {
    let ring = &hex.geometry().ring[at];
    let empty = hex.empty();
    let own = hex.stones(hex.to_move());
    let free = |beyond: Beyond| matches!(beyond, Beyond::Cell(c) if empty.has(c.index()));
    let mut count = 0;
    for d in 0..6 {
        let (Beyond::Cell(a), Beyond::Cell(b)) = (ring[d], ring[(d + 1) % 6]) else { continue };
        if !free(ring[d]) || !free(ring[(d + 1) % 6]) {
            continue;
        }
        let adjacent = &hex.geometry().adjacent;
        let beyond = (adjacent[a.index()] & adjacent[b.index()]).without(at);
        count += usize::from(beyond.meets(own));
    }
    count.min(2)
}

/// Whether `at` is the other cell of an own bridge that the stone on
/// `intruder` entered.
fn saves_bridge<B: Bits>(hex: &Hex<B>, at: usize, intruder: Cell) -> bool {
    let ring = &hex.geometry().ring[intruder.index()];
    let own = |beyond: Beyond| match beyond {
        Beyond::Cell(cell) => hex.stones(hex.to_move()).has(cell.index()),
        Beyond::Edge(colour) => colour == hex.to_move(),
    };
    (0..6).any(|d| {
        ring[(d + 1) % 6] == Beyond::Cell(Cell::from(at)) && own(ring[d]) && own(ring[(d + 2) % 6])
    })
}
