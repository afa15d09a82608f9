//! Every move judged at once, on the same cards.
//!
//! Where luck is large and moves differ by little, what matters is that moves are
//! compared on the same deals. A tree gives its best moves more deals than the others,
//! and what it sees below them rests on ever fewer. Without one every deal counts for every
//! move, and the difference of two moves keeps little of what the cards differ by.
//! Worth it where the rollout judges at once, and judges well.

use crate::mcts::crew::Hand;
use crate::mcts::{Ending, NoTrace, Rollout, Share, Tally, check_limits, crew, forced, root_moves};
use crate::rank::sort_few;
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, StopFlag, Stopped};
use std::time::Duration;
use takeback_core::{Hidden, Player, SplitMix};

/// Compares all moves on every deal, without a tree: an iteration is a deal.
///
/// The answer is the move with the best mean.
///
/// ```
/// # use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};
/// # /// Say higher or lower than a hidden die.
/// # #[derive(Clone)]
/// # struct Guess { die: u8, said: Option<bool> }
/// # impl Game for Guess {
/// #     type Move = bool; type Undo = ();
/// #     fn players(&self) -> usize { 1 }
/// #     fn turn(&self) -> Turn { if self.said.is_some() { Turn::Over } else { Turn::Player(Player(0)) } }
/// #     fn moves(&self, out: &mut Moves<bool>) { if self.said.is_none() { out.extend([false, true]); } }
/// #     fn make(&mut self, m: bool) { self.said = Some(m); }
/// #     fn unmake(&mut self, _: bool, (): ()) { self.said = None; }
/// #     fn payoff(&self, _: Player) -> Payoff {
/// #         if self.said == Some(self.die > 2) { Payoff::WIN } else { Payoff::LOSS }
/// #     }
/// # }
/// # impl Hidden for Guess {
/// #     type Observation = Option<bool>; type Redeal = u8;
/// #     fn observation(&self, _: Player) -> Option<bool> { self.said }
/// #     fn infoset(&self, _: Player) -> Key { Key::ZERO }
/// #     fn label(&self, _: Player, m: bool) -> u64 { u64::from(m) }
/// #     fn redeal(&mut self, _: Player, rng: &mut SplitMix) -> u8 {
/// #         std::mem::replace(&mut self.die, 1 + rng.below(6) as u8)
/// #     }
/// #     fn undo_redeal(&mut self, die: u8) { self.die = die; }
/// # }
/// use takeback_search::ismcts::Survey;
/// use takeback_search::mcts::{Listing, Stepwise};
/// use takeback_search::{Limits, Score, Search};
///
/// // A hidden die shows 1; is it above two? Mostly it would be.
/// let game = Guess { die: 1, said: None };
/// let mut search = Survey::new(Stepwise::new(Listing::default()));
/// let report = search.search(&game, &Limits::iterations(500), &mut |_| {})?;
/// assert!(report.best);
/// // The same dice for both: one is right whenever the other is wrong.
/// let share = |row: usize| match report.root[row].score {
///     Score::Share(share) => share,
///     _ => unreachable!("nothing is proven"),
/// };
/// assert!((share(0) + share(1) - 1.0).abs() < 1e-6);
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct Survey<R> {
    rollout: R,
}

impl<R> Survey<R> {
    /// Judging by this rollout.
    #[must_use]
    pub fn new(rollout: R) -> Self {
        Survey { rollout }
    }
}

/// One thread with deals of its own.
struct Worker<'a, G: Hidden, R> {
    game: G,
    viewer: Player,
    legal: &'a [G::Move],
    rollout: R,
    rng: SplitMix,
    shares: Vec<Share>,
    /// On how many deals each move was judged, and what everybody got there, in units.
    seen: Vec<(u64, Vec<u64>)>,
    tally: Tally,
}

impl<G: Hidden, R: Rollout<G>> Worker<'_, G, R> {
    /// Deal, judge every move, and take everything back.
    fn iterate(&mut self, root: &G, stop: &StopFlag) {
        let redeal = self.game.redeal(self.viewer, &mut self.rng);
        // Other cards, another position: what was known of it is out of date.
        self.rollout.begin(&self.game);
        for place in 0..self.legal.len() {
            self.judge(place, stop);
        }
        self.tally.note(1, None);
        self.game.undo_redeal(redeal);
        if self.game.is_broken() {
            self.game = root.clone();
            self.tally.rebuilt += 1;
        }
    }

    /// What one move is worth on the cards as they are now.
    fn judge(&mut self, place: usize, stop: &StopFlag) {
        let m = self.legal[place];
        self.rollout.making(&self.game, m);
        let undo = self.game.make(m);
        self.rollout.made(&self.game, m);
        let (game, rng) = (&mut self.game, &mut self.rng);
        let ending = self.rollout.roll(game, rng, stop, &mut self.shares, &mut NoTrace);
        self.game.unmake(m, undo);
        self.rollout.unmade(&self.game, m);
        let (Ending::Result { plies } | Ending::Nothing { plies }) = ending;
        self.tally.nodes += u64::from(plies);
        if matches!(ending, Ending::Result { .. }) {
            let (deals, sums) = &mut self.seen[place];
            *deals += 1;
            for (sum, share) in sums.iter_mut().zip(&self.shares) {
                *sum += u64::from(share.units());
            }
        }
    }
}

impl<G: Hidden, R: Rollout<G>> Hand for Worker<'_, G, R> {
    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn bytes(&self) -> usize {
        0
    }

    fn freeze(&mut self, _: bool) {}
}

/// On how many deals a move was judged, and everybody's mean there.
fn means<G: Hidden, R>(hands: &[Worker<'_, G, R>], place: usize) -> (u64, Vec<f64>) {
    let deals: u64 = hands.iter().map(|hand| hand.seen[place].0).sum();
    let all = deals.max(1) as f64 * f64::from(Share::ONE.units());
    let players = hands[0].shares.len();
    let sum = |player: usize| hands.iter().map(|hand| hand.seen[place].1[player]).sum::<u64>();
    (deals, (0..players).map(|player| sum(player) as f64 / all).collect())
}

fn report<G: Hidden, R>(
    hands: &[Worker<'_, G, R>],
    limits: &Limits,
    time: Duration,
    stopped: Option<Stopped>,
) -> Report<G::Move> {
    let Worker { legal, viewer, .. } = hands[0];
    let found: Vec<(u64, Vec<f64>)> = (0..legal.len()).map(|i| means(hands, i)).collect();
    let row = |(&m, (visits, means)): (&G::Move, &(u64, Vec<f64>))| {
        let share = if *visits == 0 { 0.5 } else { means[viewer.index()] };
        RootMove { m, score: Score::Share(share as f32), visits: *visits }
    };
    let root: Vec<_> = legal.iter().zip(&found).map(row).collect();
    // Moves of which nothing was seen come last.
    let worth = |row: &RootMove<G::Move>| match row.score {
        Score::Share(share) if row.visits > 0 => share,
        _ => -1.0,
    };
    let best_first = |ranking: &mut [&RootMove<G::Move>]| {
        sort_few(ranking, |a, b| worth(a) > worth(b));
    };
    let tallies = hands.iter().map(|hand| &hand.tally);
    let mut report = crew::report(tallies, root, best_first, limits, time, stopped);
    if let Some(place) = legal.iter().position(|&m| m == report.best) {
        report.shares = found[place].1.iter().map(|&share| share as f32).collect();
    }
    report
}

impl<G: Hidden, R: Rollout<G>> Search<G> for Survey<R> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        check_limits(limits)?;
        let legal = root_moves(position)?;
        if let (&[only], false) = (legal.as_slice(), limits.valued) {
            return Ok(forced(only, clock.elapsed()));
        }
        let players = position.players();
        let hand = |n: usize| Worker {
            game: position.clone(),
            viewer: position.turn().decider().unwrap_or_default(),
            legal: &legal,
            rollout: self.rollout.clone(),
            rng: SplitMix::stream(limits.seed, n as u64),
            shares: vec![Share::HALF; players],
            seen: vec![(0, vec![0; players]); legal.len()],
            tally: Tally::new(players),
        };
        let mut hands: Vec<Worker<'_, G, R>> = (0..limits.threads).map(hand).collect();
        let work = |hand: &mut Worker<'_, G, R>| hand.iterate(position, &limits.stop);
        let pause = |hands: &[Worker<'_, G, R>]| {
            watch(&report(hands, limits, clock.elapsed(), None));
        };
        let why = crew::run(&mut hands, limits, &clock, work, pause);
        Ok(report(&hands, limits, clock.elapsed(), Some(why)))
    }
}
