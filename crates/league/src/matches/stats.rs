//! What a match's results say: Elo with error, likelihood of superiority, SPRT.
//!
//! Games come in *sets*: one opening played with every arrangement of seats.
//! The mean score of a set is one sample, so that an opening or a seat that
//! favours somebody adds no noise; the variance between sets, not between
//! games, gives the error (for two players this is the pentanomial model).

/// Scores of one engine, a number from 0 to 1 for each finished set.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    sets: f64,
    sum: f64,
    squares: f64,
}

/// An estimate with its 95 % interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The estimate.
    pub mid: f64,
    /// The upper end.
    pub high: f64,
}

/// Two-sided 95 % of a normal distribution.
const Z95: f64 = 1.959_963_985;

impl Sample {
    /// Add the mean score of one set.
    pub fn add(&mut self, score: f64) {
        self.sets += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// Add the sets of another sample.
    pub fn merge(&mut self, other: &Sample) {
        self.sets += other.sets;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many sets, the sum of their scores, the sum of the squares: all there is.
    #[must_use]
    pub fn parts(&self) -> (u64, f64, f64) {
        (self.sets as u64, self.sum, self.squares)
    }

    /// A sample of such parts.
    #[must_use]
    pub fn of_parts((sets, sum, squares): (u64, f64, f64)) -> Self {
        Sample { sets: sets as f64, sum, squares }
    }

    /// How many sets.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.sets as u64
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets == 0.0
    }

    /// The mean score.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.is_empty() { 0.5 } else { self.sum / self.sets }
    }

    /// The variance between sets. A little is added, as if two sets with a
    /// quarter and three quarters had been played beside the others, so that
    /// neither a clean sweep nor a few sets that are all alike are certainty.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (n, sum, squares) = (self.sets + 2.0, self.sum + 1.0, self.squares + 0.625);
        (squares / n - (sum / n).powi(2)).max(1e-6)
    }

    /// The mean score with its 95 % interval.
    #[must_use]
    pub fn score(&self) -> Interval {
        let error = Z95 * (self.variance() / self.sets.max(1.0)).sqrt();
        let mid = self.mean();
        Interval { low: (mid - error).max(0.0), mid, high: (mid + error).min(1.0) }
    }

    /// The Elo difference with its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> Interval {
        let score = self.score();
        Interval { low: elo(score.low), mid: elo(score.mid), high: elo(score.high) }
    }

    /// How likely it is that the engine is the better one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let error = (self.variance() / self.sets.max(1.0)).sqrt();
        normal((self.mean() - 0.5) / error)
    }
}

/// The Elo difference at which this score is expected.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score expected at this Elo difference.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The share of a normal distribution below `z`.
#[must_use]
pub fn normal(z: f64) -> f64 {
    0.5 * (1.0 + erf(z / std::f64::consts::SQRT_2))
}

/// The error function, to seven digits (Abramowitz and Stegun 7.1.26).
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (1.0 - poly * (-x * x).exp()).copysign(x)
}

/// A sequential test: is the engine better by `elo1` rather than `elo0`?
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// Chance of accepting the alternative though the null holds.
    pub alpha: f64,
    /// Chance of accepting the null though the alternative holds.
    pub beta: f64,
}

/// Where a sequential test stands.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this the null is accepted.
    pub lower: f64,
    /// At or above this the alternative is.
    pub upper: f64,
    /// The decision, if there is one.
    pub decision: Option<Decision>,
}

/// What a sequential test found.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Decision {
    /// No better than `elo0`.
    Null,
    /// Better by `elo1`.
    Alternative,
}

impl Sprt {
    /// A test with 5 % errors both ways.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Where the test stands: Wald's bounds on the generalised likelihood
    /// ratio, in its normal approximation.
    #[must_use]
    pub fn state(&self, sample: &Sample) -> SprtState {
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let llr = if sample.len() < 2 {
            0.0
        } else {
            let drift = (s1 - s0) * (2.0 * sample.mean() - s0 - s1);
            sample.sets * drift / (2.0 * sample.variance())
        };
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let decision = if llr >= upper {
            Some(Decision::Alternative)
        } else if llr <= lower {
            Some(Decision::Null)
        } else {
            None
        };
        SprtState { llr, lower, upper, decision }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    fn sample(scores: &[(f64, u32)]) -> Sample {
        let mut sample = Sample::default();
        for &(score, times) in scores {
            for _ in 0..times {
                sample.add(score);
            }
        }
        sample
    }

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn elo_of_known_scores() {
        close(elo(0.5), 0.0, 1e-9);
        close(elo(0.75), 190.848, 1e-3);
        close(elo(0.909_090_9), 400.0, 1e-3);
        close(expected(100.0), 0.640_065, 1e-6);
        for e in [-300.0, -5.0, 12.0, 250.0] {
            close(elo(expected(e)), e, 1e-6);
        }
    }

    #[test]
    fn normal_of_known_points() {
        close(normal(0.0), 0.5, 1e-6);
        close(normal(1.0), 0.841_344_7, 1e-6);
        close(normal(-1.959_964), 0.025, 1e-6);
    }

    #[test]
    fn error_bars_shrink_with_the_root_of_the_sets() {
        let few = sample(&[(1.0, 60), (0.0, 40)]).score();
        let many = sample(&[(1.0, 6000), (0.0, 4000)]).score();
        close((few.high - few.low) / (many.high - many.low), 10.0, 0.2);
        // 60 % of 100 single games: 0.6 ± 1.96 * sqrt(0.24 / 100).
        close(few.high - few.mid, 0.096, 0.001);
    }

    #[test]
    fn superiority_of_a_known_match() {
        // 55 : 45 without draws: the normal of 10 / sqrt(100) = 1 standard deviation.
        close(sample(&[(1.0, 55), (0.0, 45)]).superiority(), 0.841, 0.005);
        close(sample(&[(0.5, 50)]).superiority(), 0.5, 1e-9);
    }

    #[test]
    fn a_sequential_test_has_walds_bounds_and_the_published_ratio() {
        let test = Sprt::new(0.0, 5.0);
        let state = test.state(&Sample::default());
        close(state.lower, -2.944_439, 1e-6);
        close(state.upper, 2.944_439, 1e-6);
        // N (s1 - s0)(2 s - s0 - s1) / (2 v), computed by hand for 5000 pairs.
        let pairs = sample(&[(0.75, 2600), (0.25, 2400)]);
        let (s0, s1, s) = (0.5, expected(5.0), 0.51);
        let by_hand = 5000.0 * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * 0.0624);
        close(test.state(&pairs).llr, by_hand, 0.02);
    }

    /// A thousand games, 550 to 450 without draws: 34.9 Elo, and the ends of the
    /// interval 0.55 -+ 1.96 sqrt(0.2475 / 1000) on the same curve.
    #[test]
    fn error_bars_of_a_known_match() {
        let elo = sample(&[(1.0, 550), (0.0, 450)]).elo();
        close(elo.mid, 34.86, 0.01);
        close(elo.low, 13.3, 0.1);
        close(elo.high, 56.7, 0.1);
    }

    /// Pairs that cancel out say more than games: with every pair won once each
    /// way there is no doubt left, where single games would leave +-21 Elo.
    #[test]
    fn pairs_of_games_are_one_observation() {
        let pairs = sample(&[(0.5, 500)]).elo();
        assert!(pairs.high - pairs.low < 5.0, "{pairs:?}");
        let games = sample(&[(1.0, 500), (0.0, 500)]).elo();
        close(games.high, 21.6, 0.1);
    }

    /// The exact generalised ratio (Van den Bergh): for each hypothesis the
    /// outcome frequencies of highest likelihood with that mean are the
    /// observed ones tilted by `1 / (1 + theta (x - mean))`.
    fn exact_llr(counts: &[(f64, u32)], s0: f64, s1: f64) -> f64 {
        let n: f64 = counts.iter().map(|&(_, c)| f64::from(c)).sum();
        let log_likelihood = |mean: f64| {
            let (mut low, mut high) = (-1.0 / (1.0 - mean) + 1e-9, 1.0 / mean - 1e-9);
            for _ in 0..200 {
                let theta = (low + high) / 2.0;
                let slope: f64 = counts
                    .iter()
                    .map(|&(x, c)| f64::from(c) / n * (x - mean) / (1.0 + theta * (x - mean)))
                    .sum();
                if slope > 0.0 { low = theta } else { high = theta }
            }
            let tilt = |x: f64| 1.0 + (low + high) / 2.0 * (x - mean);
            counts.iter().map(|&(x, c)| -f64::from(c) * tilt(x).ln()).sum::<f64>()
        };
        log_likelihood(s1) - log_likelihood(s0)
    }

    #[test]
    fn the_ratio_agrees_with_the_exact_one_for_pentanomial_results() {
        let counts = [(0.0, 120), (0.25, 950), (0.5, 2400), (0.75, 1060), (1.0, 130)];
        for (elo0, elo1) in [(0.0, 5.0), (-3.0, 3.0), (5.0, 10.0)] {
            let exact = exact_llr(&counts, expected(elo0), expected(elo1));
            let ours = Sprt::new(elo0, elo1).state(&sample(&counts)).llr;
            close(ours, exact, 0.02 * exact.abs().max(1.0));
        }
    }

    #[test]
    fn a_few_sets_that_are_all_alike_decide_nothing() {
        for score in [0.0, 0.5, 1.0] {
            let state = Sprt::new(0.0, 30.0).state(&sample(&[(score, 3)]));
            assert_eq!(state.decision, None, "{score}: {state:?}");
        }
    }

    /// Errors stay near their bounds when the truth is one of the hypotheses.
    #[test]
    fn a_sequential_test_errs_as_seldom_as_promised() {
        let mut rng = SplitMix::new(4);
        for (truth, wrong) in [(0.0, Decision::Alternative), (40.0, Decision::Null)] {
            let mut errors = 0;
            for _ in 0..200 {
                let test = Sprt::new(0.0, 40.0);
                let mut sample = Sample::default();
                let decision = loop {
                    sample.add(f64::from(u8::from(rng.unit() < expected(truth))));
                    if let Some(decision) = test.state(&sample).decision {
                        break decision;
                    }
                };
                errors += u32::from(decision == wrong);
            }
            assert!(errors <= 22, "{errors} of 200 wrong where 10 are expected");
        }
    }
}
