//! Simultaneous perturbation stochastic approximation (Spall 1992): all
//! weights are moved at once by a random sign, and a comparison of both ways
//! says which way to go. Two measurements a step, however many weights.

use serde::{Deserialize, Serialize};
use takeback_core::SplitMix;

/// How far steps go. The exponents are those Spall recommends.
#[derive(Copy, Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct Gains {
    /// Size of the first perturbation, as a share of a weight's range.
    pub c: f64,
    /// Size of the first step for a clear result.
    pub a: f64,
    /// Steps before the step size begins to shrink in earnest.
    pub stability: f64,
}

impl Gains {
    /// For about so many steps.
    #[must_use]
    pub fn for_steps(steps: u64) -> Self {
        Gains { c: 0.1, a: 0.02, stability: 0.1 * steps as f64 }
    }
}

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The state of an optimisation.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct Spsa {
    /// Where it stands.
    pub point: Vec<f64>,
    /// Steps taken.
    pub steps: u64,
    gains: Gains,
    seed: u64,
}

impl Spsa {
    /// Begin at this point.
    #[must_use]
    pub fn new(point: Vec<f64>, gains: Gains, seed: u64) -> Self {
        Spsa { point, steps: 0, gains, seed }
    }

    fn signs(&self) -> Vec<f64> {
        let mut rng = SplitMix::stream(self.seed, self.steps);
        self.point.iter().map(|_| if rng.one_in(2) { 1.0 } else { -1.0 }).collect()
    }

    fn reach(&self) -> f64 {
        self.gains.c / (self.steps as f64 + 1.0).powf(GAMMA)
    }

    /// The two points to compare in this step.
    #[must_use]
    pub fn pair(&self) -> [Vec<f64>; 2] {
        let (signs, reach) = (self.signs(), self.reach());
        [1.0, -1.0].map(|way| {
            let move_one = |(x, sign): (&f64, &f64)| (x + way * reach * sign).clamp(0.0, 1.0);
            self.point.iter().zip(&signs).map(move_one).collect()
        })
    }

    /// How much better the first point of the pair did than the second: from 1
    /// to -1.
    pub fn tell(&mut self, better: f64) {
        let signs = self.signs();
        let a = self.gains.a / (self.steps as f64 + 1.0 + self.gains.stability).powf(ALPHA)
            * (1.0 + self.gains.stability).powf(ALPHA);
        let slope = better * self.gains.c / self.reach();
        for (x, sign) in self.point.iter_mut().zip(&signs) {
            *x = (*x + a * slope * sign).clamp(0.0, 1.0);
        }
        self.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hidden best point; comparisons are won by chance, more often by the
    /// nearer one.
    #[test]
    fn a_hidden_optimum_is_found_through_noise() {
        let best = [0.2, 0.7, 0.5, 0.9];
        let height = |x: &[f64]| -x.iter().zip(best).map(|(x, b)| (x - b).powi(2)).sum::<f64>();
        let mut rng = SplitMix::new(8);
        let mut spsa = Spsa::new(vec![0.5; 4], Gains::for_steps(4000), 3);
        let begin = height(&spsa.point);
        for _ in 0..4000 {
            let [plus, minus] = spsa.pair();
            let chance = 1.0 / (1.0 + (-40.0 * (height(&plus) - height(&minus))).exp());
            let won = rng.unit() < chance;
            spsa.tell(if won { 1.0 } else { -1.0 });
        }
        assert!(height(&spsa.point) > begin / 8.0, "{:?}", spsa.point);
    }

    #[test]
    fn without_noise_it_comes_close() {
        let gains = Gains { a: 0.05, ..Gains::for_steps(500) };
        let mut spsa = Spsa::new(vec![0.5; 3], gains, 1);
        let height = |x: &[f64]| -(x[0] - 0.1).abs() - (x[1] - 0.8).abs() - (x[2] - 0.4).abs();
        for _ in 0..500 {
            let [plus, minus] = spsa.pair();
            spsa.tell((4.0 * (height(&plus) - height(&minus))).clamp(-1.0, 1.0));
        }
        assert!(height(&spsa.point) > -0.12, "{:?}", spsa.point);
    }

    #[test]
    fn a_stored_state_goes_on_the_same_way() {
        let mut spsa = Spsa::new(vec![0.3; 5], Gains::for_steps(50), 2);
        spsa.tell(0.5);
        let text = serde_json::to_string(&spsa).expect("JSON");
        let mut other: Spsa = serde_json::from_str(&text).expect("a state");
        assert_eq!(spsa.pair(), other.pair());
        spsa.tell(-1.0);
        other.tell(-1.0);
        assert_eq!(spsa, other);
    }
}
