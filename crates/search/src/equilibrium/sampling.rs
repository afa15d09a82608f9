//! Regrets by sampling, on the game itself, where a tree has no room.
//!
//! One position is changed in place and taken back; what is kept is a table of
//! the information sets met, within a bound.
//!
//! * **external sampling** looks at all moves of the player who learns and at one
//!   drawn move of everybody else;
//! * **outcome sampling** looks at a single line, and pays for it with weights:
//!   what was seen counts by how unlikely it was to be seen.
//!
//! Lanctot, Waugh, Zinkevich and Bowling 2009. A walk of outcome sampling can be
//! *aimed* at what a player sees (Lisý, Lanctot and Bowling 2015), see [`Oos`](super::Oos).

use super::ledger::{Ledger, Place};
use super::strategy::{InfoSet, Strategy};
use super::{Worth, draw};
use takeback_core::{Hidden, Moves, Player, SplitMix, Turn};

/// What a walk looks at.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Sampling {
    /// All moves of the player who learns, one of everybody else.
    External,
    /// One line; the player who learns tries any move with this chance.
    Outcome {
        /// Between 0 and 1; 0.6 is usual.
        exploration: f64,
    },
}

/// Monte Carlo counterfactual regret minimisation.
pub struct Mccfr<G: Hidden> {
    pub(super) game: G,
    worth: Worth<G>,
    sampling: Sampling,
    pub(super) ledger: Ledger,
    moves: Moves<G::Move>,
    /// Mixes and values of the positions on the way, one on top of the other.
    stack: Vec<f64>,
    pub(super) rng: SplitMix,
    iterations: u64,
    pub(super) nodes: u64,
}

/// What a sampled line must lead to for a while, and who sees it.
pub(super) struct Aim<'a, G: Hidden> {
    pub(super) viewer: Player,
    pub(super) sight: &'a G::Observation,
    pub(super) set: InfoSet,
    /// How many of the walks are aimed.
    pub(super) share: f64,
    /// Whether this one is.
    pub(super) now: bool,
    /// Choices at the aim: how often each was walked, and its results.
    pub(super) walked: &'a mut [(u64, f64)],
}

/// How likely a walk came where it is.
#[derive(Copy, Clone)]
struct Way {
    /// By the choices of the player who learns.
    own: f64,
    /// By everybody else's and chance.
    others: f64,
    /// By the draws of a walk that is not aimed.
    plain: f64,
    /// By the draws of one that is.
    aimed: f64,
}

/// A result in units of how likely it was to be seen, how likely play goes there
/// from the position that gets it, and the learner's share of a win.
#[derive(Copy, Clone)]
struct Seen {
    result: f64,
    tail: f64,
    share: f64,
}

impl<G: Hidden> Mccfr<G> {
    /// Learn from `start`; the table may take so many bytes.
    #[must_use]
    pub fn new(start: &G, worth: Worth<G>, sampling: Sampling, bytes: usize, seed: u64) -> Self {
        Mccfr {
            game: start.clone(),
            worth,
            sampling,
            ledger: Ledger::new(bytes),
            moves: Moves::new(),
            stack: Vec::new(),
            rng: SplitMix::new(seed),
            iterations: 0,
            nodes: 0,
        }
    }

    /// Let every player learn from one walk.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in Player::all(self.game.players()) {
            match self.sampling {
                Sampling::External => {
                    self.external(player);
                }
                Sampling::Outcome { exploration } => self.outcome(player, exploration, None),
            }
        }
    }

    /// How often every player has learned.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Positions walked through.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Information sets in the table, and the bytes it takes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.ledger.len(), self.ledger.bytes())
    }

    /// The average strategy at all sets met, which is what converges.
    #[must_use]
    pub fn average(&self) -> Strategy {
        self.ledger.strategy()
    }

    /// The outcome that chance draws; `None` at a dead end.
    fn outcome_of_chance(&mut self) -> Option<(G::Move, f64)> {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let outcomes = self.moves.since(frame);
        let weight = |&m: &G::Move| f64::from(self.game.weight(m));
        let total: f64 = outcomes.iter().map(weight).sum();
        let mut left = self.rng.unit() * total;
        let mut drawn = None;
        for m in outcomes {
            let here = weight(m);
            if here > 0.0 {
                drawn = Some((*m, here / total));
                left -= here;
                if left < 0.0 {
                    break;
                }
            }
        }
        self.moves.close(frame);
        drawn
    }

    /// The value to the learner of a walk from here.
    fn external(&mut self, learner: Player) -> f64 {
        self.nodes += 1;
        let turn = self.game.turn();
        let Some(player) = turn.decider() else {
            if turn == Turn::Over {
                return (self.worth)(&self.game, learner);
            }
            let Some((m, _)) = self.outcome_of_chance() else { return 0.0 };
            return self.step(m, |walk| walk.external(learner));
        };
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let list = self.moves.range(frame);
        let count = list.len();
        if count == 0 {
            return 0.0;
        }
        let place = self.ledger.place(InfoSet::of(&self.game, player), count);
        let base = self.stack.len();
        self.stack.resize(base + 2 * count, 0.0);
        self.ledger.mix(place, &mut self.stack[base..base + count]);
        let value = if player == learner {
            let mut value = 0.0;
            for (n, i) in list.enumerate() {
                let m = self.moves[i];
                let of_move = self.step(m, |walk| walk.external(learner));
                self.stack[base + count + n] = of_move;
                value += self.stack[base + n] * of_move;
            }
            if let Some(place) = place {
                for n in 0..count {
                    self.ledger.regret(place, n, self.stack[base + count + n] - value);
                }
            }
            value
        } else {
            // Everybody's mixes are averaged once an iteration: while the player
            // before him learns.
            if let Some(place) = place.filter(|_| learner.next(self.game.players()) == player) {
                self.ledger.average(place, &self.stack[base..base + count], 1.0);
            }
            let n = draw(&self.stack[base..base + count], &mut self.rng);
            let m = self.moves[list.start + n];
            self.step(m, |walk| walk.external(learner))
        };
        self.stack.truncate(base);
        self.moves.close(frame);
        value
    }

    /// One line from the start, from which `learner` learns.
    pub(super) fn outcome(
        &mut self,
        learner: Player,
        exploration: f64,
        mut aim: Option<&mut Aim<'_, G>>,
    ) {
        let way = Way { own: 1.0, others: 1.0, plain: 1.0, aimed: 1.0 };
        self.line(learner, exploration, way, &mut aim);
    }

    fn step<R>(&mut self, m: G::Move, look: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.game.make(m);
        let seen = look(self);
        self.game.unmake(m, undo);
        seen
    }

    fn line(
        &mut self,
        learner: Player,
        exploration: f64,
        way: Way,
        aim: &mut Option<&mut Aim<'_, G>>,
    ) -> Seen {
        self.nodes += 1;
        let turn = self.game.turn();
        let share = aim.as_ref().map_or(0.0, |aim| aim.share);
        let likely = share * way.aimed + (1.0 - share) * way.plain;
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let list = self.moves.range(frame);
        let count = list.len();
        if turn == Turn::Over || count == 0 {
            self.moves.close(frame);
            if turn != Turn::Over {
                return Seen { result: 0.0, tail: 1.0, share: 0.5 };
            }
            let result = (self.worth)(&self.game, learner) / likely;
            let share = f64::from(self.game.payoff(learner).share());
            return Seen { result, tail: 1.0, share };
        }
        let base = self.stack.len();
        // The mix, what a plain walk draws from and what an aimed one draws from.
        self.stack.resize(base + 3 * count, 0.0);
        let (plain, aimed) = (base + count, base + 2 * count);
        let mut place = None;
        match turn.decider() {
            None => {
                for (n, i) in list.clone().enumerate() {
                    self.stack[base + n] = f64::from(self.game.weight(self.moves[i]));
                }
                scale(&mut self.stack[base..plain]);
                self.stack.copy_within(base..plain, plain);
                self.stack.copy_within(base..plain, aimed);
            }
            Some(player) => {
                place = self.ledger.place(InfoSet::of(&self.game, player), count);
                self.ledger.mix(place, &mut self.stack[base..plain]);
                for n in 0..count {
                    let any =
                        exploration / count as f64 + (1.0 - exploration) * self.stack[base + n];
                    self.stack[plain + n] =
                        if player == learner { any } else { self.stack[base + n] };
                    self.stack[aimed + n] = any;
                }
            }
        }
        let drawn_from = match aim {
            Some(aim) => {
                self.keep_to(aim, list.start, count, aimed);
                if aim.now && way.aimed > 0.0 { aimed } else { plain }
            }
            None => plain,
        };
        let n = draw(&self.stack[drawn_from..drawn_from + count], &mut self.rng);
        let m = self.moves[list.start + n];
        let chance = self.stack[base + n];
        let learns = turn.decider() == Some(learner);
        let next = Way {
            own: if learns { way.own * chance } else { way.own },
            others: if learns { way.others } else { way.others * chance },
            plain: way.plain * self.stack[plain + n],
            aimed: way.aimed * self.stack[aimed + n],
        };
        let at_aim =
            learns && aim.as_ref().is_some_and(|aim| aim.set == InfoSet::of(&self.game, learner));
        let seen = self.step(m, |walk| walk.line(learner, exploration, next, aim));
        if let (true, Some(aim)) = (at_aim, aim.as_mut())
            && let Some(walked) = aim.walked.get_mut(n)
        {
            *walked = (walked.0 + 1, walked.1 + seen.share);
        }
        if let (true, Some(place)) = (learns, place) {
            self.learn(place, n, way, likely, seen, base, count);
        }
        self.stack.truncate(base);
        self.moves.close(frame);
        Seen { tail: seen.tail * chance, ..seen }
    }

    #[allow(clippy::too_many_arguments)]
    fn learn(
        &mut self,
        place: Place,
        chosen: usize,
        way: Way,
        likely: f64,
        seen: Seen,
        base: usize,
        count: usize,
    ) {
        let weight = seen.result * way.others * seen.tail;
        let of_chosen = self.stack[base + chosen];
        for n in 0..count {
            let missed = if n == chosen { 1.0 - of_chosen } else { -of_chosen };
            self.ledger.regret(place, n, weight * missed);
        }
        self.ledger.average(place, &self.stack[base..base + count], way.own / likely);
    }

    /// Leave an aimed walk only what may still lead to its aim; once it is there,
    /// or nothing does, everything.
    fn keep_to(&mut self, aim: &Aim<'_, G>, first: usize, count: usize, chances: usize) {
        let mut kept = 0.0;
        let base = self.stack.len();
        for n in 0..count {
            let m = self.moves[first + n];
            let leads = self.step(m, |walk| walk.game.may_lead_to(aim.viewer, aim.sight));
            let chance = if leads { self.stack[chances + n] } else { 0.0 };
            self.stack.push(chance);
            kept += chance;
        }
        if kept > 0.0 {
            for n in 0..count {
                self.stack[chances + n] = self.stack[base + n] / kept;
            }
        }
        self.stack.truncate(base);
    }
}

/// To a sum of one; all alike where there is none.
fn scale(weights: &mut [f64]) {
    let total: f64 = weights.iter().sum();
    let alike = 1.0 / weights.len() as f64;
    weights.iter_mut().for_each(|w| *w = if total > 0.0 { *w / total } else { alike });
}
