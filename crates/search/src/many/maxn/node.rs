//! The walk of max^n: one position, vectors instead of scores.

use crate::limits::{Clock, Stopped};
use crate::many::Locality;
use crate::transposition::{Entry, SEATS, Vectors};
use crate::value::{MAX_PLY, Scale};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_core::{Evaluator, Game, Key, Keyed, Moves, Player, Players, Turn};

/// One score a player.
pub(super) type Vector = [i32; SEATS];

/// What came of a node.
pub(super) enum Outcome {
    /// Its vector.
    Exact(Vector),
    /// The parent's player gets no more than he has.
    Useless,
    /// A dead end, or the search was stopped.
    Void,
}

/// What the player above has already, and who he is: a node is useless that
/// leaves him at most this.
#[derive(Copy, Clone)]
pub(super) struct Have {
    player: Player,
    value: i32,
}

/// One thread's walk.
pub(super) struct Searcher<'a, G: Game, E, L> {
    pub(super) game: G,
    pub(super) eval: E,
    pub(super) locality: L,
    pub(super) near: Players,
    pub(super) salt: Key,
    pub(super) table: &'a Vectors,
    /// The most all scores can sum up to, on the scale of values.
    pub(super) most: Option<i64>,
    pub(super) players: usize,
    pub(super) moves: Moves<G::Move>,
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) clock: Clock,
    pub(super) nodes: u64,
    pub(super) total: &'a AtomicU64,
    pub(super) published: u64,
    pub(super) horizon: u64,
    pub(super) deepest: u32,
    pub(super) stopped: Option<Stopped>,
}

impl<G, E, L> Searcher<'_, G, E, L>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    /// The value of the position, whoever is in turn.
    fn value(&mut self, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        self.lines[ply as usize].clear();
        match self.game.turn() {
            Turn::Over => Outcome::Exact(self.finished(ply)),
            Turn::Chance if ply < MAX_PLY - 1 => self.average(ply, depth),
            Turn::Player(_) | Turn::Together(_) if depth > 0 && ply < MAX_PLY - 1 => {
                self.node(ply, depth, have)
            }
            _ => Outcome::Exact(self.judge()),
        }
    }

    fn node(&mut self, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        if self.is_up() {
            return Outcome::Void;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(m) = self.game.forced() {
            return self.step_on(m, ply, depth, have);
        }
        let mover = self.game.turn().decider().expect("a node belongs to a player");
        let key = self.game.key() ^ self.salt;
        let mut known = [0; SEATS];
        let stored = self.table.probe(key, &mut known[..self.players]);
        if let Some((deep, _)) = stored
            && u32::from(deep) >= depth
        {
            self.horizon += u64::from(deep != Entry::COMPLETE);
            self.shift(&mut known, |value| Scale::<G, E>::from_table(value, ply));
            return Outcome::Exact(known);
        }
        let hint = stored.map(|(_, best)| usize::from(best));
        self.expand(ply, depth, mover, have, key, hint)
    }

    /// Search the moves: the table's first, then as they are listed.
    fn expand(
        &mut self,
        ply: u32,
        depth: u32,
        mover: Player,
        have: Option<Have>,
        key: Key,
        hint: Option<usize>,
    ) -> Outcome {
        let seen = self.horizon;
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let list = self.moves.range(frame);
        let count = list.len();
        let branches = self.near.contains(mover);
        let lead = if branches { hint } else { self.default_move(list.clone()) };
        let lead = lead.filter(|&lead| lead < count);
        let mut best: Option<(Vector, usize)> = None;
        let mut useless = false;
        for step in 0..count + 1 {
            // Step 0 is the lead; it is passed over when its turn comes.
            let ordinal = match (step, lead) {
                (0, Some(lead)) => lead,
                (0, None) => continue,
                (step, lead) if lead == Some(step - 1) => continue,
                (step, _) => step - 1,
            };
            if self.is_settled(&best, mover, ply, ordinal) {
                continue;
            }
            let wanted = best.map(|(vector, at)| Have {
                player: mover,
                // An equal value from earlier in the list would be preferred.
                value: vector[mover.index()] - i32::from(ordinal < at),
            });
            let m = self.moves[list.start + ordinal];
            match self.visit(m, ply, depth, wanted) {
                Outcome::Void if self.stopped.is_some() => break,
                Outcome::Void | Outcome::Useless => continue,
                Outcome::Exact(vector) => {
                    if self.improves(&vector, ordinal, &best, mover) {
                        best = Some((vector, ordinal));
                        self.extend_line(ply, m);
                    }
                }
            }
            if !branches {
                break;
            }
            if self.leaves_too_little(&best, mover, have) {
                useless = true;
                break;
            }
        }
        self.moves.close(frame);
        let Some((vector, ordinal)) = best.filter(|_| self.stopped.is_none()) else {
            return Outcome::Void;
        };
        if useless {
            return Outcome::Useless;
        }
        self.store(key, ply, depth, seen, vector, ordinal);
        Outcome::Exact(vector)
    }

    /// Play the only move there is: nothing to choose, no depth to pay.
    fn step_on(&mut self, m: G::Move, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        let undo = self.make(m);
        let outcome = self.value(ply + 1, depth, have);
        self.unmake(m, undo);
        if let Outcome::Exact(_) = outcome {
            self.extend_line(ply, m);
        }
        outcome
    }

    /// Make `m`, look, unmake.
    pub(super) fn visit(
        &mut self,
        m: G::Move,
        ply: u32,
        depth: u32,
        have: Option<Have>,
    ) -> Outcome {
        let undo = self.make(m);
        let outcome = self.value(ply + 1, depth - 1, have);
        self.unmake(m, undo);
        outcome
    }

    fn make(&mut self, m: G::Move) -> G::Undo {
        self.eval.making(&self.game, m);
        let undo = self.game.make(m);
        self.eval.made(&self.game, m);
        self.nodes += 1;
        undo
    }

    fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.game.unmake(m, undo);
        self.eval.unmade(&self.game, m);
    }

    /// Better for the mover, or as good and listed earlier.
    fn improves(
        &self,
        vector: &Vector,
        ordinal: usize,
        best: &Option<(Vector, usize)>,
        mover: Player,
    ) -> bool {
        let Some((old, at)) = best else { return true };
        let (new, old) = (vector[mover.index()], old[mover.index()]);
        new > old || new == old && ordinal < *at
    }

    /// Whether the mover has won by his next move and can only win as soon by
    /// a move that does not count: it is listed later.
    fn is_settled(
        &self,
        best: &Option<(Vector, usize)>,
        mover: Player,
        ply: u32,
        ordinal: usize,
    ) -> bool {
        best.is_some_and(|(vector, at)| {
            vector[mover.index()] == Scale::<G, E>::WIN - (ply as i32 + 1) && ordinal > at
        })
    }

    /// Shallow pruning: what the mover gets for sure leaves the player above
    /// no more than he has, even if all others get the least there is.
    fn leaves_too_little(
        &self,
        best: &Option<(Vector, usize)>,
        mover: Player,
        have: Option<Have>,
    ) -> bool {
        let (Some(most), Some(have), Some((vector, _))) = (self.most, have, best) else {
            return false;
        };
        if have.player == mover {
            return false;
        }
        let others = (self.players as i64 - 2) * -i64::from(Scale::<G, E>::WIN);
        most - i64::from(vector[mover.index()]) - others <= i64::from(have.value)
    }

    fn average(&mut self, ply: u32, depth: u32) -> Outcome {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let (mut sums, mut total) = ([0i64; SEATS], 0);
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let weight = i64::from(self.game.weight(m));
            let undo = self.make(m);
            let outcome = self.value(ply + 1, depth, None);
            self.unmake(m, undo);
            if let Outcome::Exact(vector) = outcome {
                total += weight;
                sums.iter_mut().zip(vector).for_each(|(sum, v)| *sum += weight * i64::from(v));
            }
        }
        self.moves.close(frame);
        self.lines[ply as usize].clear();
        if self.stopped.is_some() || total == 0 {
            return Outcome::Void;
        }
        Outcome::Exact(sums.map(|sum| (sum / total) as i32))
    }

    fn default_move(&mut self, list: Range<usize>) -> Option<usize> {
        let moves = &self.moves.as_slice()[list];
        (!moves.is_empty()).then(|| self.locality.default_move(&mut self.game, moves))
    }

    fn finished(&self, ply: u32) -> Vector {
        let mut vector = [0; SEATS];
        for player in Player::all(self.players) {
            vector[player.index()] = Scale::<G, E>::finished(self.game.payoff(player), ply);
        }
        vector
    }

    pub(super) fn judge(&mut self) -> Vector {
        self.horizon += 1;
        let mut vector = [0; SEATS];
        self.eval.scores(&self.game, &mut vector[..self.players]);
        self.shift(&mut vector, Scale::<G, E>::judged);
        vector
    }

    fn shift(&self, vector: &mut Vector, by: impl Fn(i32) -> i32) {
        vector[..self.players].iter_mut().for_each(|value| *value = by(*value));
    }

    fn store(&self, key: Key, ply: u32, depth: u32, seen: u64, mut vector: Vector, ordinal: usize) {
        let depth = if self.horizon == seen { Entry::COMPLETE } else { depth as u8 };
        self.shift(&mut vector, |value| Scale::<G, E>::to_table(value, ply));
        let best = u16::try_from(ordinal).unwrap_or(u16::MAX);
        self.table.store(key, depth, best, &vector[..self.players]);
    }

    fn extend_line(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    fn is_up(&mut self) -> bool {
        if self.nodes - self.published >= 256 {
            self.total.fetch_add(self.nodes - self.published, Ordering::Relaxed);
            self.published = self.nodes;
        }
        let all = self.total.load(Ordering::Relaxed) + self.nodes - self.published;
        if let Some(why) = self.clock.is_up(all) {
            self.stopped = Some(why);
        }
        self.stopped.is_some()
    }
}
