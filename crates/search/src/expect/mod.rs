//! Games with chance: expectiminimax with Star1 cuts.
//!
//! A chance node is worth the average of its outcomes by weight. Values have
//! known bounds, so after some outcomes the average is already confined: what
//! the rest can add at best or take away at worst closes the window early
//! (Ballard's Star1, 1983), and gives each outcome a window of its own.
//!
//! Averages are rounded towards zero, to be the same seen from either side.
//! Depth counts decisions: an outcome of chance costs none.

use crate::alphabeta::AlphaBeta;
use crate::alphabeta::node::{Searcher, Visit};
use crate::alphabeta::policy::{Hashed, MoveIndex, Passing};
use crate::alphabeta::view::View;
use crate::value::{MAX_PLY, Scale, VOID};
use takeback_core::{Evaluator, Frame, Game, Keyed};

/// Expectiminimax: [`AlphaBeta`] under the name it has in games with chance.
///
/// It is one and the same walk: wherever chance is to move, a node averages
/// its outcomes, with Star1 cuts. TranspositionTable, ordering and threads work as ever.
/// Scores are payoffs or judgements, never "win in n": an average has no
/// length.
///
/// ```
/// use takeback_core::{Blind, Game, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum};
/// use takeback_search::{Expectimax, Limits, Score, Search};
///
/// /// Take the sure draw, or toss a coin that is loaded 3 to 1 in your favour.
/// #[derive(Clone, Debug, PartialEq)]
/// enum Offer { Open, Tossing, Done(i32) }
///
/// impl Game for Offer {
///     type Move = i32;
///     type Undo = Offer;
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         match self {
///             Offer::Open => Turn::Player(Player::FIRST),
///             Offer::Tossing => Turn::Chance,
///             Offer::Done(_) => Turn::Over,
///         }
///     }
///     fn moves(&self, out: &mut Moves<i32>) {
///         match self {
///             Offer::Open => out.extend([0, 1]),
///             Offer::Tossing => out.extend([-1000, 1000]),
///             Offer::Done(_) => {}
///         }
///     }
///     fn weight(&self, side: i32) -> u32 { if side > 0 { 3 } else { 1 } }
///     fn make(&mut self, m: i32) -> Offer {
///         let next = match (&self, m) {
///             (Offer::Open, 1) => Offer::Tossing,
///             _ => Offer::Done(m),
///         };
///         std::mem::replace(self, next)
///     }
///     fn unmake(&mut self, _: i32, before: Offer) { *self = before; }
///     fn payoff(&self, player: Player) -> Payoff {
///         let Offer::Done(result) = *self else { return Payoff::DRAW };
///         if player == Player::FIRST { Payoff(result) } else { Payoff(-result) }
///     }
/// }
/// impl ZeroSum for Offer {}
/// impl Keyed for Offer {
///     fn key(&self) -> Key {
///         match *self {
///             Offer::Open => Key::nth(1),
///             Offer::Tossing => Key::nth(2),
///             Offer::Done(result) => Key::nth(3 + (result + 1000) as u64),
///         }
///     }
///     fn key_from_scratch(&self) -> Key { self.key() }
/// }
///
/// let mut search: Expectimax<Offer, Blind> = Expectimax::new(Blind);
/// let report = search.search(&Offer::Open, &Limits::default(), &mut |_| ())?;
/// assert_eq!((report.best, report.score), (1, Score::Exact(500)));
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub type Expectimax<G, E, I = Hashed> = AlphaBeta<G, E, I>;

/// The sum of the outcomes looked at so far and the weight still to come.
struct Tally {
    sum: i64,
    rest: i64,
    total: i64,
    most: i64,
}

impl Tally {
    /// The average if everything still to come were as good as can be.
    #[inline]
    fn at_most(&self) -> i32 {
        ((self.sum + self.rest * self.most) / self.total) as i32
    }

    /// … as bad as can be.
    #[inline]
    fn at_least(&self) -> i32 {
        ((self.sum - self.rest * self.most) / self.total) as i32
    }

    /// The window of an outcome of this weight: at its lower end the average
    /// cannot reach above `alpha` any more, at its upper end not below `beta`.
    #[inline]
    fn window(&self, weight: i64, alpha: i32, beta: i32) -> (i32, i32) {
        let after = self.rest - weight;
        let low = i64::from(alpha) * self.total - self.sum - after * self.most;
        let high = i64::from(beta) * self.total - self.sum + after * self.most;
        let widest = self.most + 1;
        let low = low.div_euclid(weight).clamp(-widest, widest);
        let high = -(-high).div_euclid(weight);
        (low as i32, high.clamp(-widest, widest) as i32)
    }

    #[inline]
    fn count(&mut self, weight: i64, value: i32) {
        self.rest -= weight;
        self.sum += weight * i64::from(value);
    }
}

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// The value to `ask.side` of a position in which chance is to move.
    #[cold]
    pub(crate) fn chance<const PV: bool>(&mut self, ask: Visit) -> i32 {
        self.averaged = true;
        if ask.ply >= MAX_PLY - 1 {
            return self.judge(ask.side);
        }
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let value = match self.average(ask, frame) {
            // An outcome that is a dead end drops out of the average, which
            // then has other weights: start again without it.
            VOID if self.stopped.is_none() => self.average_of_playable(ask, frame),
            value => value,
        };
        self.moves.close(frame);
        self.lines[ask.ply as usize].clear();
        value
    }

    fn average(&mut self, ask: Visit, frame: Frame) -> i32 {
        let outcomes = self.moves.range(frame);
        let total: i64 = outcomes.clone().map(|i| self.weight(i)).sum();
        let most = i64::from(Scale::<G, E>::WIN);
        let mut tally = Tally { sum: 0, rest: total, total, most };
        for i in outcomes {
            let weight = self.weight(i);
            if weight == 0 {
                continue;
            }
            let (alpha, beta) = tally.window(weight, ask.alpha, ask.beta);
            if i64::from(alpha) >= most {
                return tally.at_most();
            }
            if i64::from(beta) <= -most {
                return tally.at_least();
            }
            let value = self.outcome(i, Visit { alpha, beta, ..ask });
            if value == VOID {
                return VOID;
            }
            tally.count(weight, value);
            if value <= alpha {
                return tally.at_most();
            }
            if value >= beta {
                return tally.at_least();
            }
        }
        if total == 0 { VOID } else { (tally.sum / total) as i32 }
    }

    /// The average over those outcomes that are no dead ends, window wide open.
    fn average_of_playable(&mut self, ask: Visit, frame: Frame) -> i32 {
        let widest = Scale::<G, E>::WIN + 1;
        let (mut sum, mut total) = (0, 0);
        for i in self.moves.range(frame) {
            let value = self.outcome(i, Visit { alpha: -widest, beta: widest, ..ask });
            if value != VOID {
                let weight = self.weight(i);
                sum += weight * i64::from(value);
                total += weight;
            } else if self.stopped.is_some() {
                return VOID;
            }
        }
        if total == 0 { VOID } else { (sum / total) as i32 }
    }

    fn outcome(&mut self, i: usize, ask: Visit) -> i32 {
        let m = self.moves[i];
        let ask = Visit { ply: ask.ply + 1, ..ask };
        self.played[ask.ply as usize] = 0;
        let undo = self.make(m);
        let value = if ask.beta - ask.alpha > 1 {
            self.value_after::<true>(ask)
        } else {
            self.value_after::<false>(ask)
        };
        self.unmake(m, undo);
        value
    }

    #[inline]
    fn weight(&self, i: usize) -> i64 {
        i64::from(self.game.weight(self.moves[i]))
    }
}
