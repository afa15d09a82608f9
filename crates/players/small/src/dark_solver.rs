//! The exact solver of games in the dark, as the registry knows solvers.

use takeback_host::UseError;
use takeback_host::registry::{Asked, OwnSolver};
use takeback_search::equilibrium::Exploitability;
use takeback_small::{DarkMix, DarkSolver, DarkWorth, Goal, Phantom};

/// Solves [`Phantom`] games.
#[derive(Default)]
pub(crate) struct InTheDark<B: Goal>(DarkSolver<B>);

/// Rare attempts are left out of what is kept, if that makes it better or hardly
/// worse; most of them are what is left of the first sweeps. In phantom tic-tac-toe
/// after 40 sweeps 1,135,695 sets can be come to without chances below 0.0001, and
/// 33,712 without those below 0.005, at a NashConv of 0.0185 and 0.0169.
const RARE: [f32; 3] = [0.005, 0.001, 0.0001];

fn told(worth: &DarkWorth) -> Exploitability {
    let values = vec![worth.value, -worth.value];
    Exploitability { values, responses: worth.responses.to_vec() }
}

impl<B: Goal> InTheDark<B> {
    /// The average with as few cells as can be, if it is as good within a tenth.
    fn kept(&self) -> (DarkMix, DarkWorth) {
        let all = self.0.average();
        let found = self.0.measure(&all);
        for least in RARE {
            let mix = self.0.without(&all, least);
            let worth = self.0.measure(&mix);
            if worth.nash_conv() <= found.nash_conv() * 1.1 {
                return (mix, worth);
            }
        }
        (all, found)
    }
}

impl<B: Goal> OwnSolver<Phantom<B>> for InTheDark<B> {
    fn sweep(&mut self) {
        self.0.sweep();
    }

    fn measure(&self) -> Exploitability {
        told(&self.0.measure(&self.0.average()))
    }

    fn size(&self) -> (usize, usize) {
        let sets: u64 = Phantom::<B>::information_sets().iter().sum();
        (sets as usize, Phantom::<B>::lines() as usize)
    }

    fn keep(&self, tell: &mut dyn FnMut(&Phantom<B>, &[f64])) -> Exploitability {
        let (mix, worth) = self.kept();
        let all = self.0.ask::<std::convert::Infallible>(&mut |position| {
            let chances = self.0.chances(&mix, position);
            tell(position, &chances);
            Ok(chances)
        });
        // Nobody who is asked refuses to answer.
        let Ok(_) = all;
        told(&worth)
    }

    fn ask(&self, asked: &mut Asked<'_, Phantom<B>>) -> Result<Exploitability, UseError> {
        self.0.ask(asked).map(|mix| told(&self.0.measure(&mix)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use takeback_core::{Game, Hidden, Player};
    use takeback_small::Chain;

    /// What is kept is all that is needed to play it, and worth what is said of it.
    #[test]
    fn what_is_kept_is_worth_what_is_said() {
        let mut solver = InTheDark::<Chain<2>>::default();
        let key = |game: &Phantom<Chain<2>>| {
            let player = game.turn().decider().expect("somebody decides");
            (player, game.infoset(player))
        };
        for sweeps in [1, 3, 20] {
            (0..sweeps).for_each(|_| solver.sweep());
            let mut kept = HashMap::new();
            let said = solver.keep(&mut |game, chances| {
                assert_eq!(chances.len(), game.legal_moves().len());
                assert!(kept.insert(key(game), chances.to_vec()).is_none(), "told twice");
            });
            let mut asked = HashMap::new();
            let found = solver.ask(&mut |game| {
                *asked.entry(key(game).0).or_insert(0) += 1;
                Ok(kept.get(&key(game)).expect("it comes to no other sets").clone())
            });
            let found = found.expect("all are answered");
            assert!((found.nash_conv() - said.nash_conv()).abs() < 1e-6, "{found:?} {said:?}");
            assert!(asked[&Player(0)] + asked[&Player(1)] <= kept.len());
        }
        assert!(solver.measure().nash_conv() < 0.01, "{:?}", solver.measure());
        assert_eq!(solver.size(), (70, 441));
        let refused = solver.ask(&mut |_| Err(UseError::NotHidden));
        assert_eq!(refused.err(), Some(UseError::NotHidden));
    }
}
