//! Any search, playing for points instead of victory.
//!
//! [`ByPoints`] is the game that pays its points; [`ForPoints`] hands it to a
//! search and turns what that says back into points, so that windows, bounds and
//! proofs inside the search are about margins.
//!
//! ```
//! # use takeback_core::{Game, Moves, Payoff, Player, Scored, Turn};
//! # /// Take one or two of seven; whoever takes the last gets a point for each left out.
//! # #[derive(Clone)]
//! # struct Race { left: u8, next: Player, paid: [i32; 2] }
//! # impl Game for Race {
//! #     type Move = u8; type Undo = [i32; 2];
//! #     fn players(&self) -> usize { 2 }
//! #     fn turn(&self) -> Turn { if self.left == 0 { Turn::Over } else { Turn::Player(self.next) } }
//! #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.left.min(2)); }
//! #     fn make(&mut self, n: u8) -> [i32; 2] {
//! #         let before = self.paid;
//! #         self.left -= n;
//! #         self.paid[self.next.index()] += i32::from(n);
//! #         self.next = self.next.other();
//! #         before
//! #     }
//! #     fn unmake(&mut self, n: u8, before: [i32; 2]) {
//! #         (self.left, self.next, self.paid) = (self.left + n, self.next.other(), before);
//! #     }
//! #     fn payoff(&self, p: Player) -> Payoff { Payoff(1000 * self.points(p).signum()) }
//! # }
//! # impl Scored for Race {
//! #     fn most_points(&self) -> i32 { 7 }
//! #     fn points(&self, p: Player) -> i32 { self.paid[p.index()] - self.paid[p.other().index()] }
//! # }
//! use takeback_search::points::ForPoints;
//! use takeback_search::{Exhaustive, Limits, Score, Search};
//!
//! // Both take two as long as they can: 4 to 3 for whoever begins with seven.
//! let game = Race { left: 7, next: Player::FIRST, paid: [0; 2] };
//! let mut search = ForPoints::new(Exhaustive::new());
//! let report = search.search(&game, &Limits::default(), &mut |_| ())?;
//! assert_eq!(report.score, Score::Margin(1));
//! # Ok::<(), takeback_search::SearchError>(())
//! ```

use crate::value::Scale;
use crate::{Limits, Report, Score, Search, SearchError};
use std::marker::PhantomData;
use takeback_core::strategy::ByPoints;
use takeback_core::{Blind, Evaluator, Exchange, Player, Scored};

/// A search of a game's points, as a search of the game. `E` is the evaluator
/// whose units its judgements have.
pub struct ForPoints<S, E = Blind> {
    search: S,
    judges: PhantomData<fn() -> E>,
}

impl<S> ForPoints<S> {
    /// A search without an evaluator.
    #[must_use]
    pub fn new(search: S) -> Self {
        ForPoints { search, judges: PhantomData }
    }

    /// One that judges by `E`.
    #[must_use]
    pub fn judged<E>(search: S) -> ForPoints<S, E> {
        ForPoints { search, judges: PhantomData }
    }
}

/// Points instead of thousandths of a win. Of judgements the nearest whole number.
fn in_points<G: Scored, E: Evaluator<G>>(game: &ByPoints<G>, score: Score) -> Score {
    let most = game.0.most_points();
    match score {
        Score::Win(_) => Score::Margin(most),
        Score::Loss(_) => Score::Margin(-most),
        Score::Exact(thousandths) => Score::Margin(game.in_points(thousandths)),
        Score::Points(value) => {
            Score::Points(game.in_points(Scale::<ByPoints<G>, Paid<E>>::thousandths(value)))
        }
        Score::Share(share) => {
            Score::Points(game.in_points(((share * 2.0 - 1.0) * 1000.0).round() as i32))
        }
        Score::Margin(points) => Score::Margin(points),
    }
}

fn told<G: Scored, E: Evaluator<G>>(
    game: &ByPoints<G>,
    mut report: Report<G::Move>,
) -> Report<G::Move> {
    let turned = |score: &mut Score| *score = in_points::<G, E>(game, *score);
    turned(&mut report.score);
    report.lines.iter_mut().for_each(|line| turned(&mut line.score));
    report.root.iter_mut().for_each(|row| turned(&mut row.score));
    report
}

impl<G, S, E> Search<G> for ForPoints<S, E>
where
    G: Scored,
    S: Search<ByPoints<G>>,
    E: Evaluator<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let game = ByPoints(position.clone());
        let mut tell = |report: &Report<G::Move>| watch(&told::<G, E>(&game, report.clone()));
        let report = self.search.search(&game, limits, &mut tell)?;
        Ok(told::<G, E>(&game, report))
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        self.search.policy(&ByPoints(position.clone()), limits)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// A game's evaluator on the same game played for points: what it takes for as
/// good as won is as good as all points.
#[derive(Copy, Clone, Debug, Default)]
pub struct Paid<E>(pub E);

impl<G: Scored, E: Evaluator<G>> Evaluator<ByPoints<G>> for Paid<E> {
    const LIMIT: i32 = E::LIMIT;
    const MARGIN: i32 = E::MARGIN;
    const NOISY_STAGES: u8 = E::NOISY_STAGES;
    const NOISY_IN_ORDER: bool = E::NOISY_IN_ORDER;
    const DEPTH_IN_TURNS: bool = E::DEPTH_IN_TURNS;

    #[inline]
    fn swing(&self) -> i32 {
        self.0.swing()
    }
    #[inline]
    fn is_blind(&self) -> bool {
        self.0.is_blind()
    }
    #[inline]
    fn score(&mut self, game: &ByPoints<G>, player: Player) -> i32 {
        self.0.score(&game.0, player)
    }
    #[inline]
    fn scores(&mut self, game: &ByPoints<G>, out: &mut [i32]) {
        self.0.scores(&game.0, out);
    }
    #[inline]
    fn begin(&mut self, root: &ByPoints<G>) {
        self.0.begin(&root.0);
    }
    #[inline]
    fn making(&mut self, before: &ByPoints<G>, m: G::Move) {
        self.0.making(&before.0, m);
    }
    #[inline]
    fn made(&mut self, after: &ByPoints<G>, m: G::Move) {
        self.0.made(&after.0, m);
    }
    #[inline]
    fn unmade(&mut self, before: &ByPoints<G>, m: G::Move) {
        self.0.unmade(&before.0, m);
    }
    #[inline]
    fn passed(&mut self, after: &ByPoints<G>) {
        self.0.passed(&after.0);
    }
    #[inline]
    fn unpassed(&mut self, before: &ByPoints<G>) {
        self.0.unpassed(&before.0);
    }
    #[inline]
    fn is_noisy(&mut self, game: &ByPoints<G>, m: G::Move) -> bool {
        self.0.is_noisy(&game.0, m)
    }
    #[inline]
    fn exchange(&mut self, game: &ByPoints<G>, m: G::Move) -> Option<Exchange> {
        self.0.exchange(&game.0, m)
    }
    #[inline]
    fn is_calm(&mut self, game: &ByPoints<G>) -> bool {
        self.0.is_calm(&game.0)
    }
    #[inline]
    fn is_threat(&mut self, game: &ByPoints<G>, m: G::Move) -> bool {
        self.0.is_threat(&game.0, m)
    }
    #[inline]
    fn is_pressed(&mut self, game: &ByPoints<G>) -> bool {
        self.0.is_pressed(&game.0)
    }
    #[inline]
    fn quiesces(&self) -> bool {
        self.0.quiesces()
    }
    #[inline]
    fn reduces_late_moves(&self) -> bool {
        self.0.reduces_late_moves()
    }
    #[inline]
    fn win_share(&mut self, game: &ByPoints<G>, player: Player) -> f32 {
        self.0.win_share(&game.0, player)
    }
}
