//! The first stone where it may be taken over: neither too good nor too bad.
//!
//! Where the net knows the board, every first stone gets a look, and those after which both
//! colours stand most alike are searched longer and longer. Elsewhere a small table names some.

use super::net::Judge;
use super::{Budget, Certainty, Ended, Engine, Found, FoundMove};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use takeback_core::clock::Instant;
use takeback_core::{Game, SplitMix};
use takeback_hex::Bits;
use takeback_hex::{Cell, Move, Size};
use takeback_hex::{Colour, Hex};

/// How many first stones are searched; then half as many, twice as long, and so on.
const ROUNDS: [usize; 3] = [8, 4, 2];
/// The part of the budget that looks may take, and how much of a clock's share is spent at all.
const LOOKS: f32 = 0.25;
const OF_CLOCK: f32 = 0.5;
/// No search gets less than this; what is left of a small budget is kept.
const LEAST: u64 = 8;
const LEAST_TIME: Duration = Duration::from_millis(5);
/// What is spent where nothing limits it.
const UNLIMITED: u64 = 40_000;
/// Stones whose worth is no farther apart are as fair; chance picks one.
const ALIKE: f32 = 0.01;

/// Openings about which strong players disagree whether to swap them: near the
/// acute corner, or on the border near the obtuse one. Empty for boards so
/// small, or so uneven, that no opening is fair.
#[must_use]
pub fn fair_openings(size: Size) -> Vec<Cell> {
    let side = size.width();
    if !size.is_square() {
        return Vec::new();
    }
    let cells: &[(usize, usize)] = match side {
        0..=2 => &[],
        3..=6 => &[(0, 1)],
        7..=9 => &[(0, 1), (0, 2)],
        10..=12 => &[(0, 1), (0, side - 2), (1, 3)],
        _ => &[(0, 2), (0, side - 4), (1, 3)],
    };
    // Turned round every opening is the same.
    let both = |&(x, y): &(usize, usize)| [(x, y), (side - 1 - x, side - 1 - y)];
    cells.iter().flat_map(both).filter_map(|(x, y)| size.cell(x, y)).collect()
}

/// One of them.
fn of_table<B: Bits>(hex: &Hex<B>, seed: u64) -> Option<Cell> {
    let fair = fair_openings(hex.size());
    let cell = *fair.get(SplitMix::stream(seed, 77).below(fair.len().max(1)))?;
    // The table is written for the colour that joins top and bottom.
    let black = hex.to_move() == Colour::Black;
    Some(if black { cell } else { hex.size().mirrored(cell) })
}

/// A first stone, and the same turned round.
struct Candidate {
    cells: [Cell; 2],
    /// What answering it is worth to the other colour.
    answer: f32,
    certainty: Certainty,
    visits: u64,
    depth: u32,
    deepest: u32,
    /// What the other colour is expected to do, and so on.
    line: Vec<Move>,
}

impl Candidate {
    /// The other colour answers or takes over, whichever is better.
    fn worth(&self) -> f32 {
        self.answer.min(1.0 - self.answer)
    }
}

/// What there is to spend, and what was.
struct Purse<'a> {
    budget: &'a Budget<'a>,
    start: Instant,
    time: Option<Duration>,
    simulations: Option<u64>,
    spent: u64,
    nodes: u64,
}

impl<'a> Purse<'a> {
    fn new(budget: &'a Budget<'a>) -> Purse<'a> {
        let part = if budget.save_time { OF_CLOCK } else { 1.0 };
        let unlimited = budget.time.is_none() && budget.simulations.is_none();
        let simulations = if unlimited { Some(UNLIMITED) } else { budget.simulations };
        Purse {
            budget,
            start: Instant::now(),
            time: budget.time.map(|time| time.mul_f32(part)),
            simulations: simulations.map(|n| (n as f32 * part) as u64),
            spent: 0,
            nodes: 0,
        }
    }

    fn is_stopped(&self) -> bool {
        self.budget.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    /// Whether a part of it is gone.
    fn has_spent(&self, part: f32) -> bool {
        let time = self.time.is_some_and(|time| self.start.elapsed() >= time.mul_f32(part));
        time || self.simulations.is_some_and(|n| self.spent as f32 >= n as f32 * part)
    }

    /// A part of what is left for one search; nothing where that is too little.
    fn share(&self, part: f32) -> Option<Budget<'a>> {
        let time = self.time.map(|time| time.saturating_sub(self.start.elapsed()).mul_f32(part));
        let left = self.simulations.map(|n| (n.saturating_sub(self.spent) as f32 * part) as u64);
        let enough = time.is_none_or(|t| t >= LEAST_TIME) && left.is_none_or(|n| n >= LEAST);
        let share =
            Budget { time, simulations: left, save_time: false, stretch: 1.0, ..*self.budget };
        (enough && !self.is_stopped()).then_some(share)
    }

    fn ended(&self) -> Ended {
        match (self.is_stopped(), self.time) {
            (true, _) => Ended::Flag,
            // Too little is left over where nothing else would have ended it.
            (_, Some(_)) if self.simulations.is_none() => Ended::Time,
            (_, Some(time)) if self.start.elapsed() >= time.mul_f32(0.9) => Ended::Time,
            _ => Ended::Simulations,
        }
    }
}

impl<B: Bits> Engine<B> {
    /// The first stone of a game in which it may be taken over.
    pub(super) fn first_stone(
        &mut self,
        hex: &Hex<B>,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        if hex.is_swapped() || hex.empty() != hex.geometry().all {
            return None;
        }
        if self.puct(hex).is_none() {
            return of_table(hex, budget.seed).map(|cell| Found::only(Move::Place(cell)));
        }
        let mut purse = Purse::new(budget);
        let mut candidates = looked_at(hex, &mut purse);
        let report = |candidates: &[Candidate], purse: &Purse<'_>, ended| {
            found(hex.size(), candidates, purse, ended)
        };
        for (round, most) in ROUNDS.into_iter().enumerate() {
            watch(&report(&candidates, &purse, None));
            let searched = most.min(candidates.len());
            // Every round has the same, and every search of a round.
            let later = searched * (ROUNDS.len() - 1 - round);
            for (n, candidate) in candidates[..searched].iter_mut().enumerate() {
                let Some(share) = purse.share(1.0 / (searched - n + later) as f32) else { break };
                self.search_after(hex, candidate, &share, &mut purse);
            }
            sort(&mut candidates);
        }
        Some(report(&candidates, &purse, Some(purse.ended())))
    }

    fn search_after(
        &mut self,
        hex: &Hex<B>,
        candidate: &mut Candidate,
        share: &Budget<'_>,
        purse: &mut Purse<'_>,
    ) {
        let mut after = hex.clone();
        after.make(Move::Place(candidate.cells[0]));
        let found = self.place(&after, share, Instant::now(), &mut |_| {});
        purse.spent += found.simulations.max(1);
        purse.nodes += found.nodes;
        // What was searched in an earlier round is part of this one.
        candidate.visits = candidate.visits.max(found.simulations);
        candidate.answer = found.share;
        candidate.certainty = found.certainty;
        candidate.depth = found.depth + 1;
        candidate.deepest = found.deepest + 1;
        candidate.line = found.line;
    }
}

/// Every first stone that there is time for, by a look of the net, the fairest first. Those of the
/// table come first, so that a few looks are not wasted on the middle.
fn looked_at<B: Bits>(hex: &Hex<B>, purse: &mut Purse<'_>) -> Vec<Candidate> {
    let size = hex.size();
    let cells = size.cells();
    let turned = |cell: Cell| Cell::from(cells - 1 - cell.index());
    let mut rng = SplitMix::stream(purse.budget.seed, 77);
    let is_named = |cell: &Cell| {
        let named = if hex.to_move() == Colour::Black { *cell } else { size.mirrored(*cell) };
        fair_openings(size).contains(&named)
    };
    let half = (0..cells.div_ceil(2)).map(Cell::from);
    let (mut order, mut others): (Vec<Cell>, Vec<Cell>) = half.partition(is_named);
    rng.shuffle(&mut order);
    rng.shuffle(&mut others);
    order.append(&mut others);
    let mut judge = Judge::new(size);
    let mut policy = vec![0.0; cells];
    let mut candidates = Vec::with_capacity(order.len());
    for cell in order {
        if !candidates.is_empty() && (purse.has_spent(LOOKS) || purse.is_stopped()) {
            break;
        }
        let mut after = hex.clone();
        after.make(Move::Place(cell));
        let mover = after.to_move();
        let answer = judge.judge_twice(hex.geometry(), after.both(), mover, &mut policy);
        purse.spent += 2;
        candidates.push(Candidate {
            cells: [cell, turned(cell)],
            answer,
            certainty: Certainty::Open,
            visits: 2,
            depth: 1,
            deepest: 1,
            line: Vec::new(),
        });
    }
    sort(&mut candidates);
    candidates
}

/// The fairest first; of those that are decided, what was searched longer.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(b.visits.cmp(&a.visits)));
}

/// What the candidates come to, the fairest first. Of those that were searched longest and are as
/// fair, and of the two ways to turn the board, the seed picks.
fn found(size: Size, candidates: &[Candidate], purse: &Purse<'_>, ended: Option<Ended>) -> Found {
    let most = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let searched = || candidates.iter().filter(|candidate| candidate.visits * 2 > most);
    let fairest = searched().map(Candidate::worth).fold(0.0, f32::max);
    let fair: Vec<&Candidate> = searched().filter(|c| c.worth() >= fairest - ALIKE).collect();
    let mut rng = SplitMix::stream(purse.budget.seed, 78);
    let best = fair[rng.below(fair.len())];
    let side = rng.below(2);
    let turn = |m: Move| match (m, side) {
        (Move::Place(cell), 1) => Move::Place(Cell::from(size.cells() - 1 - cell.index())),
        _ => m,
    };
    let reply = if best.answer < 0.5 { vec![Move::Swap] } else { best.line.clone() };
    let each = candidates.iter().flat_map(|candidate| {
        candidate.cells.map(|cell| FoundMove {
            m: Move::Place(cell),
            visits: candidate.visits,
            share: candidate.worth(),
            certainty: lost_if_decided(candidate.certainty),
        })
    });
    let mut moves: Vec<FoundMove> = each.collect();
    moves.sort_by_key(|found| match found.m {
        Move::Place(cell) => cell.index(),
        Move::Swap => usize::MAX,
    });
    // The middle of the board is its own twin.
    moves.dedup_by_key(|found| found.m);
    Found {
        share: best.worth(),
        certainty: lost_if_decided(best.certainty),
        line: std::iter::once(Move::Place(best.cells[0])).chain(reply).map(turn).collect(),
        moves,
        simulations: purse.spent,
        nodes: purse.nodes + purse.spent,
        depth: best.depth,
        deepest: best.deepest,
        time: purse.start.elapsed(),
        ended,
        ..Found::only(Move::Place(best.cells[side]))
    }
}

/// Whoever may choose the better side of a decided position wins.
fn lost_if_decided(certainty: Certainty) -> Certainty {
    if certainty == Certainty::Open { Certainty::Open } else { Certainty::Lost }
}
