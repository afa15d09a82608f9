//! What a search may know before it looks: priors over moves, and judgements.

use takeback_core::{Evaluator, Game, Player, Turn};

/// Prior knowledge: which moves look good (PUCT, Gumbel), and how good
/// a position looks (implicit minimax). A network or a few rules of thumb; a
/// type parameter of the search.
pub trait Guide<G: Game>: Clone + Send {
    /// Whether there is anything to ask for.
    const INFORMED: bool;

    /// Give every move of the player in turn a probability: `priors` has one
    /// place a move and holds equal ones. Sums are put right by the caller.
    /// May make and unmake moves.
    fn priors(&mut self, game: &mut G, moves: &[G::Move], priors: &mut [f32]);

    /// How good the position looks to `player`, between 0 and 1.
    fn judge(&mut self, game: &G, player: Player) -> f32;

    /// The search begins at `root`, or begins again after it changed the
    /// position by anything but moves.
    #[inline]
    fn begin(&mut self, _root: &G) {}

    /// The search is about to make a move in the tree.
    #[inline]
    fn making(&mut self, _before: &G, _m: G::Move) {}

    /// The search made a move in the tree.
    #[inline]
    fn made(&mut self, _after: &G, _m: G::Move) {}

    /// The search took a move in the tree back.
    #[inline]
    fn unmade(&mut self, _before: &G, _m: G::Move) {}
}

/// Knows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoGuide;

impl<G: Game> Guide<G> for NoGuide {
    const INFORMED: bool = false;
    #[inline]
    fn priors(&mut self, _: &mut G, _: &[G::Move], _: &mut [f32]) {}
    #[inline]
    fn judge(&mut self, _: &G, _: Player) -> f32 {
        0.5
    }
}

/// An evaluator as a guide: every move is made, judged and taken back, and
/// better ones get larger priors.
#[derive(Clone, Debug)]
pub struct Judged<E> {
    evaluator: E,
    /// How sharply priors follow judgements; larger is sharper.
    pub sharpness: f32,
}

impl<E> Judged<E> {
    /// Guided by `evaluator`.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Judged { evaluator, sharpness: 4.0 }
    }

    /// Who judges, for guides that ask for more.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }
}

impl<G: Game, E: Evaluator<G>> Guide<G> for Judged<E> {
    const INFORMED: bool = true;

    fn priors(&mut self, game: &mut G, moves: &[G::Move], priors: &mut [f32]) {
        let Some(player) = game.turn().decider() else { return };
        for (&m, prior) in moves.iter().zip(priors) {
            self.evaluator.making(game, m);
            let undo = game.make(m);
            self.evaluator.made(game, m);
            let share = self.judge(game, player);
            game.unmake(m, undo);
            self.evaluator.unmade(game, m);
            *prior = (share * self.sharpness).exp();
        }
    }

    fn judge(&mut self, game: &G, player: Player) -> f32 {
        match game.turn() {
            Turn::Over => game.payoff(player).share(),
            _ => self.evaluator.win_share(game, player),
        }
    }

    fn begin(&mut self, root: &G) {
        self.evaluator.begin(root);
    }

    fn making(&mut self, before: &G, m: G::Move) {
        self.evaluator.making(before, m);
    }

    fn made(&mut self, after: &G, m: G::Move) {
        self.evaluator.made(after, m);
    }

    fn unmade(&mut self, before: &G, m: G::Move) {
        self.evaluator.unmade(before, m);
    }
}
