//! An evaluator whose game and type are not known.

use super::position::{Erased, Step};
use std::marker::PhantomData;
use takeback_core::{Coded, Evaluator, Exchange, Keyed, Player};

/// The judge of some game.
pub struct Judge(Box<dyn Judging + Sync>);

impl Judge {
    /// This judge of this game.
    ///
    /// # Panics
    /// When its constants are not the usual ones: searches are compiled with those, and would take it for another
    /// judge than it is.
    pub fn new<G, E>(eval: E) -> Self
    where
        G: Keyed,
        G::Move: Coded,
        E: Evaluator<G> + Sync + 'static,
    {
        let fits = E::DEPTH_IN_TURNS == Self::DEPTH_IN_TURNS
            && E::MARGIN == Self::MARGIN
            && E::LIMIT <= Self::LIMIT
            && E::NOISY_STAGES >= G::STAGES
            && !E::NOISY_IN_ORDER;
        assert!(
            fits,
            "a judge with constants of its own is not for searches that are compiled once"
        );
        Judge(Box::new(Of { eval, game: PhantomData::<fn() -> G> }))
    }
}

impl Clone for Judge {
    fn clone(&self) -> Self {
        Judge(self.0.copy())
    }
}

/// What searches ask of a judge.
trait Judging: Send {
    fn copy(&self) -> Box<dyn Judging + Sync>;
    fn swing(&self) -> i32;
    fn is_blind(&self) -> bool;
    fn score(&mut self, game: &Erased, player: Player) -> i32;
    fn scores(&mut self, game: &Erased, out: &mut [i32]);
    fn begin(&mut self, root: &Erased);
    fn making(&mut self, before: &Erased, m: Step);
    fn made(&mut self, after: &Erased, m: Step);
    fn unmade(&mut self, before: &Erased, m: Step);
    fn is_noisy(&mut self, game: &Erased, m: Step) -> bool;
    fn exchange(&mut self, game: &Erased, m: Step) -> Option<Exchange>;
    fn is_calm(&mut self, game: &Erased) -> bool;
    fn is_threat(&mut self, game: &Erased, m: Step) -> bool;
    fn is_pressed(&mut self, game: &Erased) -> bool;
    fn quiesces(&self) -> bool;
    fn reduces_late_moves(&self) -> bool;
    fn win_share(&mut self, game: &Erased, player: Player) -> f32;
}

/// A judge of a known game behind that face.
struct Of<G, E> {
    eval: E,
    game: PhantomData<fn() -> G>,
}

impl<G, E> Judging for Of<G, E>
where
    G: Keyed,
    G::Move: Coded,
    E: Evaluator<G> + Sync + 'static,
{
    fn copy(&self) -> Box<dyn Judging + Sync> {
        Box::new(Of { eval: self.eval.clone(), game: PhantomData })
    }

    fn swing(&self) -> i32 {
        self.eval.swing()
    }

    fn is_blind(&self) -> bool {
        self.eval.is_blind()
    }

    fn score(&mut self, game: &Erased, player: Player) -> i32 {
        self.eval.score(game.game(), player)
    }

    fn scores(&mut self, game: &Erased, out: &mut [i32]) {
        self.eval.scores(game.game(), out);
    }

    fn begin(&mut self, root: &Erased) {
        self.eval.begin(root.game());
    }

    fn making(&mut self, before: &Erased, m: Step) {
        self.eval.making(before.game(), m.as_move());
    }

    fn made(&mut self, after: &Erased, m: Step) {
        self.eval.made(after.game(), m.as_move());
    }

    fn unmade(&mut self, before: &Erased, m: Step) {
        self.eval.unmade(before.game(), m.as_move());
    }

    fn is_noisy(&mut self, game: &Erased, m: Step) -> bool {
        self.eval.is_noisy(game.game(), m.as_move())
    }

    fn exchange(&mut self, game: &Erased, m: Step) -> Option<Exchange> {
        self.eval.exchange(game.game(), m.as_move())
    }

    fn is_calm(&mut self, game: &Erased) -> bool {
        self.eval.is_calm(game.game())
    }

    fn is_threat(&mut self, game: &Erased, m: Step) -> bool {
        self.eval.is_threat(game.game(), m.as_move())
    }

    fn is_pressed(&mut self, game: &Erased) -> bool {
        self.eval.is_pressed(game.game())
    }

    fn quiesces(&self) -> bool {
        self.eval.quiesces()
    }

    fn reduces_late_moves(&self) -> bool {
        self.eval.reduces_late_moves()
    }

    fn win_share(&mut self, game: &Erased, player: Player) -> f32 {
        self.eval.win_share(game.game(), player)
    }
}

impl Evaluator<Erased> for Judge {
    fn swing(&self) -> i32 {
        self.0.swing()
    }

    fn is_blind(&self) -> bool {
        self.0.is_blind()
    }

    fn score(&mut self, game: &Erased, player: Player) -> i32 {
        self.0.score(game, player)
    }

    fn scores(&mut self, game: &Erased, out: &mut [i32]) {
        self.0.scores(game, out);
    }

    fn begin(&mut self, root: &Erased) {
        self.0.begin(root);
    }

    fn making(&mut self, before: &Erased, m: Step) {
        self.0.making(before, m);
    }

    fn made(&mut self, after: &Erased, m: Step) {
        self.0.made(after, m);
    }

    fn unmade(&mut self, before: &Erased, m: Step) {
        self.0.unmade(before, m);
    }

    fn is_noisy(&mut self, game: &Erased, m: Step) -> bool {
        self.0.is_noisy(game, m)
    }

    fn exchange(&mut self, game: &Erased, m: Step) -> Option<Exchange> {
        self.0.exchange(game, m)
    }

    fn is_calm(&mut self, game: &Erased) -> bool {
        self.0.is_calm(game)
    }

    fn is_threat(&mut self, game: &Erased, m: Step) -> bool {
        self.0.is_threat(game, m)
    }

    fn is_pressed(&mut self, game: &Erased) -> bool {
        self.0.is_pressed(game)
    }

    fn quiesces(&self) -> bool {
        self.0.quiesces()
    }

    fn reduces_late_moves(&self) -> bool {
        self.0.reduces_late_moves()
    }

    fn win_share(&mut self, game: &Erased, player: Player) -> f32 {
        self.0.win_share(game, player)
    }
}
