//! Priors by a network's own preferences.

use super::learned::Learned;
use takeback_core::{Evaluator, Features, Indexed, Player};
use takeback_search::mcts::{Guide, Judged};

/// A learned judge as a guide: priors are what its policy prefers. Without a policy every move is
/// made and judged, as [`Judged`] does.
#[derive(Clone)]
pub(super) struct Preferring<G: Features, E: Evaluator<G>>(Judged<Learned<G, E>>);

impl<G: Features, E: Evaluator<G>> Preferring<G, E> {
    /// Guided by this judge.
    #[must_use]
    pub(super) fn new(judge: Learned<G, E>) -> Self {
        Preferring(Judged::new(judge))
    }
}

impl<G: Features + Indexed, E: Evaluator<G>> Guide<G> for Preferring<G, E> {
    const INFORMED: bool = true;

    fn priors(&mut self, game: &mut G, moves: &[G::Move], priors: &mut [f32]) {
        if !self.0.evaluator_mut().prefer(game, moves, priors) {
            return self.0.priors(game, moves, priors);
        }
        let most = priors.iter().copied().fold(f32::MIN, f32::max);
        priors.iter_mut().for_each(|prior| *prior = (*prior - most).exp());
    }

    fn judge(&mut self, game: &G, player: Player) -> f32 {
        self.0.judge(game, player)
    }

    fn begin(&mut self, root: &G) {
        self.0.begin(root);
    }

    fn making(&mut self, before: &G, m: G::Move) {
        self.0.making(before, m);
    }

    fn made(&mut self, after: &G, m: G::Move) {
        self.0.made(after, m);
    }

    fn unmade(&mut self, before: &G, m: G::Move) {
        self.0.unmade(before, m);
    }
}
