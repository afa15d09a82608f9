//! Equilibria of games in which players do not see everything.
//!
//! A player who cannot see all decides once for all positions that look alike:
//! an *information set*. A strategy is a mix of moves for each of them, and the
//! measure of a strategy is its *exploitability*: what somebody who knew it
//! would win against it beyond the value of the game.
//!
//! | part | what it does |
//! |---|---|
//! | [`Tree`] | a small game written out once, by make and unmake: every line, every information set |
//! | [`Cfr`] | counterfactual regret minimisation on such a tree: plain, CFR+, linear, discounted |
//! | [`Tree::exploitability`] | best responses and NashConv of any strategy, for any number of players |
//! | [`Mccfr`] | the same regrets by sampling, on the game itself, where a tree has no room |
//! | [`Oos`] | online outcome sampling: regrets learned while playing, aimed at where the game stands |
//! | [`Tabled`] | plays a finished [`Strategy`] |
//! | [`Solver`] | solves the whole game first and plays the equilibrium |
//! | [`strategy_of`] | what any search plays, as a strategy to be measured |
//! | [`local_response`] | a lower bound of what it gives away, where a tree has no room |
//!
//! In games for two whose payoffs cancel the average strategy goes to an
//! equilibrium, and exploitability to zero. With more players nothing of the
//! kind is promised; the measure still holds, and in small games regrets often
//! come close.

mod cfr;
mod ledger;
mod local;
mod measure;
mod oos;
mod response;
mod sampling;
mod solver;
mod strategy;
mod tabled;
mod tree;

pub use cfr::{Cfr, Rule};
pub use local::{LocalEffort, LocalResponse, local_response};
pub use measure::strategy_of;
pub use oos::Oos;
pub use response::Exploitability;
pub use sampling::{Mccfr, Sampling};
pub use solver::Solver;
pub use strategy::{InfoSet, Strategy};
pub use tabled::Tabled;
pub use tree::{Tree, TreeError};

use takeback_core::{Game, Player, Scored, SplitMix};

/// What a finished game is worth to a player, in whatever unit is asked for.
pub type Worth<G> = fn(&G, Player) -> f64;

/// Victory: from -1 (lost) to 1 (won).
pub fn victory<G: Game>(game: &G, player: Player) -> f64 {
    f64::from(game.payoff(player).0) / 1000.0
}

/// Points: chips, prizes.
pub fn points<G: Scored>(game: &G, player: Player) -> f64 {
    f64::from(game.points(player))
}

/// Regret matching: each choice in proportion to what not choosing it cost so
/// far; all alike where nothing did.
fn match_regrets(regrets: impl Iterator<Item = f64> + Clone, out: &mut [f64]) {
    let total: f64 = regrets.clone().map(|regret| regret.max(0.0)).sum();
    if total > 0.0 {
        out.iter_mut().zip(regrets).for_each(|(chance, regret)| *chance = regret.max(0.0) / total);
    } else {
        out.fill(1.0 / out.len() as f64);
    }
}

/// One of the choices, by their chances.
fn draw(chances: &[f64], rng: &mut SplitMix) -> usize {
    let mut left = rng.unit() * chances.iter().sum::<f64>();
    for (i, &chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 && chance > 0.0 {
            return i;
        }
    }
    // Rounding: the last one that is possible at all.
    chances.iter().rposition(|&chance| chance > 0.0).unwrap_or(chances.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regrets_are_matched_in_proportion() {
        let mut mix = [0.0; 3];
        match_regrets([3.0, -5.0, 1.0].into_iter(), &mut mix);
        assert_eq!(mix, [0.75, 0.0, 0.25]);
        match_regrets([-1.0, -5.0, 0.0].into_iter(), &mut mix);
        assert_eq!(mix, [1.0 / 3.0; 3]);
    }

    #[test]
    fn draws_follow_chances_and_never_what_has_none() {
        let mut rng = SplitMix::new(3);
        let mut seen = [0; 4];
        (0..8000).for_each(|_| seen[draw(&[0.0, 0.5, 0.25, 0.0], &mut rng)] += 1);
        assert_eq!((seen[0], seen[3]), (0, 0));
        assert!((5100..5600).contains(&seen[1]), "{seen:?}");
    }
}
