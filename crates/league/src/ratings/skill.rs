//! Ratings for games of many: Weng and Lin's update for the Plackett-Luce model
//! (A Bayesian Approximation Method for Online Ranking, JMLR 2011).
//!
//! After each game everybody's mean and deviation move at once, by how much
//! better or worse they ranked than was to be expected. Ties share a place.

/// What is known of an engine's strength.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Skill {
    /// The mean.
    pub mean: f64,
    /// The deviation.
    pub deviation: f64,
}

impl Default for Skill {
    fn default() -> Self {
        Skill { mean: 25.0, deviation: 25.0 / 3.0 }
    }
}

/// How much luck is in one game.
const BETA: f64 = 25.0 / 6.0;

/// No update shrinks a variance to less than this share of it.
const KAPPA: f64 = 1e-4;

impl Skill {
    /// Half the 95 % interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        1.959_963_985 * self.deviation
    }
}

/// Everybody's skill after a game; `results` are payoffs, higher is better.
#[must_use]
pub fn update(before: &[Skill], results: &[i32]) -> Vec<Skill> {
    let variance = |s: &Skill| s.deviation * s.deviation;
    let c = before.iter().map(|s| variance(s) + BETA * BETA).sum::<f64>().sqrt();
    let power: Vec<f64> = before.iter().map(|s| (s.mean / c).exp()).collect();
    // For each: those it did not beat and itself compete for its place.
    let field = |q: usize| -> f64 {
        (0..before.len()).filter(|&i| results[i] <= results[q]).map(|i| power[i]).sum()
    };
    let tied = |q: usize| results.iter().filter(|&&r| r == results[q]).count() as f64;
    let move_one = |i: usize| {
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..before.len()).filter(|&q| results[q] >= results[i]) {
            let chance = power[i] / field(q);
            omega += (if q == i { 1.0 - chance } else { -chance }) / tied(q);
            delta += chance * (1.0 - chance) / tied(q);
        }
        let own = variance(&before[i]);
        let gamma = own.sqrt() / c;
        let shrink = (1.0 - own / (c * c) * gamma * delta).max(KAPPA);
        Skill {
            mean: before[i].mean + own / c * omega,
            deviation: before[i].deviation * shrink.sqrt(),
        }
    };
    (0..before.len()).map(move_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(skill: Skill, mean: f64, deviation: f64) {
        assert!((skill.mean - mean).abs() < 1e-9, "{skill:?} {mean}");
        assert!((skill.deviation - deviation).abs() < 1e-9, "{skill:?} {deviation}");
    }

    /// The numbers that the public implementations of the model print for two
    /// newcomers.
    #[test]
    fn two_newcomers_after_one_game() {
        let after = update(&[Skill::default(); 2], &[1000, -1000]);
        close(after[0], 27.635_231_383_473_65, 8.065_506_316_323_548);
        close(after[1], 22.364_768_616_526_35, 8.065_506_316_323_548);
    }

    #[test]
    fn a_tie_of_equals_moves_no_mean_and_order_of_seats_means_nothing() {
        let tie = update(&[Skill::default(); 3], &[0, 0, 0]);
        for skill in &tie {
            assert!((skill.mean - 25.0).abs() < 1e-9 && skill.deviation < 25.0 / 3.0);
        }
        let a = Skill { mean: 30.0, deviation: 5.0 };
        let b = Skill { mean: 20.0, deviation: 4.0 };
        let c = Skill { mean: 25.0, deviation: 8.0 };
        let one = update(&[a, b, c], &[0, 1000, -1000]);
        let two = update(&[c, a, b], &[-1000, 0, 1000]);
        assert_eq!((one[0], one[1], one[2]), (two[1], two[2], two[0]));
        assert!(one[1].mean > b.mean && one[2].mean < c.mean);
    }

    #[test]
    fn many_games_find_the_order() {
        let truth = [10.0, 20.0, 30.0, 40.0];
        let mut rng = takeback_core::SplitMix::new(9);
        let mut skills = [Skill::default(); 4];
        for _ in 0..2000 {
            let shown = truth.map(|t| (t + 40.0 * (rng.unit() - 0.5)) as i32);
            let after = update(&skills, &shown);
            skills.copy_from_slice(&after);
        }
        assert!(skills.is_sorted_by(|a, b| a.mean < b.mean), "{skills:?}");
        assert!(skills.iter().all(|s| s.deviation < 2.0), "{skills:?}");
    }
}
