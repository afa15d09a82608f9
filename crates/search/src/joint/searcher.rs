//! Backward induction over rounds played together, on one position.

use super::matrix::Equilibrium;
use super::{Concept, Joint};
use crate::limits::{Clock, Stopped};
use crate::transposition::{Bound, Entry, SEATS, TranspositionTable};
use crate::value::{MAX_PLY, Scale, VOID};
use std::ops::Range;
use takeback_core::{Evaluator, Game, Key, Keyed, Moves, Player, Players, Simultaneous, Turn};

/// One walk: values are those of the searching player, `me`.
pub(super) struct Searcher<'a, G: Game, E> {
    pub(super) game: G,
    pub(super) eval: E,
    pub(super) me: Player,
    pub(super) answer: Concept,
    pub(super) table: &'a TranspositionTable,
    pub(super) salt: Key,
    pub(super) moves: Moves<G::Move>,
    /// Matrices of the rounds above, one on top of the other.
    pub(super) cells: Vec<i32>,
    pub(super) solver: Equilibrium,
    pub(super) clock: Clock,
    pub(super) nodes: u64,
    pub(super) horizon: u64,
    pub(super) averaged: bool,
    pub(super) deepest: u32,
    pub(super) stopped: Option<Stopped>,
}

/// The choices of one round: mine are rows, the others' combinations columns.
#[derive(Clone)]
pub(super) struct Round {
    pub(super) mine: Range<usize>,
    seats: [(Player, Range<usize>); SEATS],
    count: usize,
    pub(super) columns: usize,
}

impl Round {
    /// The choice of every seat but mine in the `column`th combination.
    fn choice(&self, seat: usize, mut column: usize, row: usize, me: Player) -> usize {
        for (player, list) in &self.seats[..seat] {
            if *player != me {
                column /= list.len();
            }
        }
        let (player, list) = &self.seats[seat];
        if *player == me { list.start + row } else { list.start + column % list.len() }
    }
}

/// The question at a node.
#[derive(Copy, Clone)]
pub(super) struct Visit {
    pub(super) ply: u32,
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl<G, E> Searcher<'_, G, E>
where
    G: Game + Keyed + Simultaneous,
    E: Evaluator<G>,
{
    /// The value of the position to me.
    pub(super) fn value(&mut self, ask: Visit) -> i32 {
        match self.game.turn() {
            Turn::Over => Scale::<G, E>::finished(self.game.payoff(self.me), ask.ply),
            _ if ask.ply >= MAX_PLY - 1 => self.judge(),
            Turn::Chance => self.average(ask),
            Turn::Player(_) | Turn::Together(_) if ask.depth == 0 => self.judge(),
            turn => self.node(turn, ask),
        }
    }

    fn node(&mut self, turn: Turn, ask: Visit) -> i32 {
        if let Some(why) = self.clock.is_up(self.nodes) {
            self.stopped = Some(why);
        }
        if self.stopped.is_some() {
            return VOID;
        }
        self.deepest = self.deepest.max(ask.ply);
        let key = self.game.key() ^ self.salt;
        if let Some(value) = self.table.probe(key).and_then(|entry| self.settle(entry, ask)) {
            return value;
        }
        let seen = self.horizon;
        let frame = self.moves.open();
        let value = match turn {
            Turn::Together(seats) => {
                let round = self.list(seats);
                self.round(&round, ask)
            }
            turn => self.turn(turn.decider() == Some(self.me), ask),
        };
        self.moves.close(frame);
        if value != VOID && self.stopped.is_none() {
            self.store(key, value, ask, self.horizon == seen);
        }
        value
    }

    /// One player's move: mine is the best for me, another's the worst.
    fn turn(&mut self, mine: bool, ask: Visit) -> i32 {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let Visit { mut alpha, mut beta, .. } = ask;
        let mut best = VOID;
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let undo = self.make(m);
            let below = Visit { ply: ask.ply + 1, depth: ask.depth - 1, alpha, beta };
            let value = self.value(below);
            self.unmake(m, undo);
            if self.stopped.is_some() {
                return VOID;
            }
            if value == VOID {
                continue;
            }
            if mine {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = if best == VOID { value } else { best.min(value) };
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// List every seat's choices.
    pub(super) fn list(&mut self, seats: Players) -> Round {
        let mut round = Round {
            mine: 0..1,
            seats: std::array::from_fn(|_| (self.me, 0..0)),
            count: 0,
            columns: 1,
        };
        for player in seats.iter().take(SEATS) {
            let frame = self.moves.open();
            self.game.choices(player, &mut self.moves);
            let list = self.moves.range(frame);
            if player == self.me {
                round.mine = list.clone();
            } else {
                round.columns *= list.len();
            }
            round.seats[round.count] = (player, list);
            round.count += 1;
        }
        round
    }

    fn round(&mut self, round: &Round, ask: Visit) -> i32 {
        match self.answer {
            Concept::Pessimistic => self.worst_case(round, ask),
            Concept::Mixed => self.equilibrium(round, ask),
        }
    }

    /// The best of my choices if the others knew it.
    fn worst_case(&mut self, round: &Round, ask: Visit) -> i32 {
        let mut best = VOID;
        for row in 0..round.mine.len() {
            let alpha = ask.alpha.max(best);
            let value = self.worst_of_row(round, row, Visit { alpha, ..ask });
            if self.stopped.is_some() {
                return VOID;
            }
            best = best.max(value);
            if best >= ask.beta {
                break;
            }
        }
        best
    }

    /// What one of my choices is worth if the others answer it.
    pub(super) fn worst_of_row(&mut self, round: &Round, row: usize, ask: Visit) -> i32 {
        let mut worst = VOID;
        for column in 0..round.columns {
            let beta = if worst == VOID { ask.beta } else { ask.beta.min(worst) };
            let value = self.cell(round, row, column, Visit { beta, ..ask });
            if self.stopped.is_some() {
                return VOID;
            }
            if value != VOID {
                worst = if worst == VOID { value } else { worst.min(value) };
                if worst <= ask.alpha {
                    break;
                }
            }
        }
        worst
    }

    /// The value if nobody knows what the others choose.
    fn equilibrium(&mut self, round: &Round, ask: Visit) -> i32 {
        let start = self.cells.len();
        let value = match self.fill(round, ask) {
            None => VOID,
            Some(columns) => {
                let mut solver = std::mem::take(&mut self.solver);
                solver.solve(round.mine.len(), columns, &self.cells[start..]);
                let value = solver.value().round() as i32;
                self.solver = solver;
                value
            }
        };
        self.cells.truncate(start);
        value
    }

    /// Write the round's matrix on top of `cells`, row by row, without columns
    /// that run into a dead end. `None` when there is nothing to choose.
    pub(super) fn fill(&mut self, round: &Round, ask: Visit) -> Option<usize> {
        let most = Scale::<G, E>::WIN + 1;
        let (start, rows) = (self.cells.len(), round.mine.len());
        self.averaged = true;
        let mut kept = 0;
        for column in 0..round.columns {
            let from = self.cells.len();
            for row in 0..rows {
                let value =
                    self.cell(round, row, column, Visit { alpha: -most, beta: most, ..ask });
                if self.stopped.is_some() {
                    return None;
                }
                self.cells.push(value);
            }
            if self.cells[from..].contains(&VOID) {
                self.cells.truncate(from);
            } else {
                kept += 1;
            }
        }
        transpose(&mut self.cells, start, kept, rows);
        (kept > 0 && rows > 0).then_some(kept)
    }

    /// The value after all have chosen: commitments in order of seats.
    pub(super) fn cell(&mut self, round: &Round, row: usize, column: usize, ask: Visit) -> i32 {
        self.commit(round, 0, row, column, ask)
    }

    fn commit(&mut self, round: &Round, seat: usize, row: usize, column: usize, ask: Visit) -> i32 {
        if seat == round.count {
            return self.value(Visit { depth: ask.depth - 1, ..ask });
        }
        let m = self.moves[round.choice(seat, column, row, self.me)];
        let undo = self.make(m);
        let ask = Visit { ply: ask.ply + 1, ..ask };
        let value = self.commit(round, seat + 1, row, column, ask);
        self.unmake(m, undo);
        value
    }

    /// Chance: the average by weight, rounded towards zero, without dead ends.
    fn average(&mut self, ask: Visit) -> i32 {
        self.averaged = true;
        let most = Scale::<G, E>::WIN + 1;
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let (mut sum, mut total) = (0, 0);
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let weight = i64::from(self.game.weight(m));
            let undo = self.make(m);
            let value = self.value(Visit { ply: ask.ply + 1, alpha: -most, beta: most, ..ask });
            self.unmake(m, undo);
            if value != VOID {
                sum += weight * i64::from(value);
                total += weight;
            }
        }
        self.moves.close(frame);
        if total == 0 || self.stopped.is_some() { VOID } else { (sum / total) as i32 }
    }

    pub(super) fn judge(&mut self) -> i32 {
        self.horizon += 1;
        Scale::<G, E>::judged(self.eval.score(&self.game, self.me))
    }

    pub(super) fn make(&mut self, m: G::Move) -> G::Undo {
        self.eval.making(&self.game, m);
        let undo = self.game.make(m);
        self.eval.made(&self.game, m);
        self.nodes += 1;
        undo
    }

    pub(super) fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.game.unmake(m, undo);
        self.eval.unmade(&self.game, m);
    }

    fn settle(&mut self, entry: Entry, ask: Visit) -> Option<i32> {
        let value = Scale::<G, E>::from_table(entry.score, ask.ply);
        let settles = u32::from(entry.depth) >= ask.depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= ask.beta,
                Bound::Upper => value <= ask.alpha,
            };
        if settles && entry.depth != Entry::COMPLETE {
            self.horizon += 1;
        }
        settles.then_some(value)
    }

    fn store(&self, key: Key, value: i32, ask: Visit, complete: bool) {
        let bound = if value >= ask.beta {
            Bound::Lower
        } else if value <= ask.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // An equilibrium is exact whatever the window was.
        let bound =
            if self.answer == Concept::Mixed && self.was_round() { Bound::Exact } else { bound };
        let depth = if complete { Entry::COMPLETE } else { ask.depth as u8 };
        let score = Scale::<G, E>::to_table(value, ask.ply);
        self.table.store(key, Entry { score, bound, depth, best: None });
    }

    fn was_round(&self) -> bool {
        matches!(self.game.turn(), Turn::Together(_))
    }
}

/// Turn `count` runs of `len` cells into `len` runs of `count`.
fn transpose(cells: &mut Vec<i32>, start: usize, count: usize, len: usize) {
    let size = count * len;
    for row in 0..len {
        for column in 0..count {
            let value = cells[start + column * len + row];
            cells.push(value);
        }
    }
    cells.copy_within(start + size.., start);
    cells.truncate(start + size);
}

impl<G: Game, E> Joint<G, E> {
    pub(super) fn salt(&self, me: Player) -> Key {
        crate::transposition::salt(
            1 << 48 | u64::from(me.0) << 1 | u64::from(self.answer == Concept::Mixed),
        )
    }
}
