//! Elo ratings from all results at once.
//!
//! The model is Bradley and Terry's with draws after Rao and Kupper: with `x`
//! the difference of strength (the first seat's worth included) and `d` the
//! width of draws, the first wins with `1 / (1 + e^(d - x))`, the second with
//! `1 / (1 + e^(d + x))`. The logarithm of the likelihood is concave, so Newton's
//! steps find its top, and the curvature there gives the errors. One drawn game
//! in mind against an average opponent keeps clean sweeps finite.

use super::linear::{inverse, times};

/// Results of two engines, the first in the first seat.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// Who sat first.
    pub first: usize,
    /// Who sat second.
    pub second: usize,
    /// Games the first won.
    pub wins: f64,
    /// Drawn ones.
    pub draws: f64,
    /// Games the first lost.
    pub losses: f64,
}

/// What the results say.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Elo of each engine; their mean is zero.
    pub ratings: Vec<f64>,
    /// Half of each one's 95 % interval.
    pub errors: Vec<f64>,
    /// What the first seat is worth, in Elo.
    pub first_seat: f64,
    /// The width of draws, in Elo.
    pub draw: f64,
    covariance: Vec<Vec<f64>>,
}

/// Elo for one unit of the model.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Weight of the drawn game in mind.
const PRIOR: f64 = 1.0;

/// How far ratings may be apart before the fit calls it far enough: with the
/// prior they always converge long before.
const STEPS: usize = 200;

impl Fit {
    /// How likely it is that `a` is stronger than `b`.
    #[must_use]
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        let difference = self.ratings[a] - self.ratings[b];
        crate::matches::stats::normal(difference / variance.max(1e-12).sqrt())
    }
}

/// Fit ratings of `engines` to the results.
#[must_use]
pub fn fit(engines: usize, results: &[Pair]) -> Fit {
    let seats = usize::from(engines > 0);
    let mut x = vec![0.0; engines + seats];
    let mut d = 0.3f64;
    for _ in 0..STEPS {
        let (gradient, curvature) = slope(engines, results, &x, d);
        let Some(covariance) = inverse(&curvature) else { break };
        let step = times(&covariance, &gradient);
        let longest = step.iter().fold(0.0f64, |m, s| m.max(s.abs()));
        let shorten = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (x, step) in x.iter_mut().zip(&step) {
            *x += shorten * step;
        }
        let moved = (d - best_draw(results, &x, engines)).abs();
        d = best_draw(results, &x, engines);
        if longest < 1e-10 && moved < 1e-10 {
            break;
        }
    }
    let (_, curvature) = slope(engines, results, &x, d);
    let covariance = inverse(&curvature).unwrap_or_else(|| vec![vec![0.0; x.len()]; x.len()]);
    let covariance = around_the_mean(&covariance, engines);
    let mean = x[..engines].iter().sum::<f64>() / engines.max(1) as f64;
    let error = |i: usize| 1.959_963_985 * covariance[i][i].max(0.0).sqrt();
    Fit {
        ratings: x[..engines].iter().map(|r| SCALE * (r - mean)).collect(),
        errors: (0..engines).map(error).collect(),
        first_seat: x.get(engines).map_or(0.0, |h| SCALE * h),
        draw: SCALE * d,
        covariance,
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Gradient and negated curvature of the logarithm of the likelihood, over
/// the engines' strengths and the first seat's worth.
fn slope(engines: usize, results: &[Pair], x: &[f64], d: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = x.len();
    let mut gradient = vec![0.0; n];
    let mut curvature = vec![vec![0.0; n]; n];
    let mut add = |parts: &[(usize, f64)], wins: f64, draws: f64, losses: f64| {
        let difference: f64 = parts.iter().map(|&(i, sign)| sign * x[i]).sum();
        let (a, b) = (logistic(difference - d), logistic(-difference - d));
        let (up, down) = (wins + draws, losses + draws);
        let first = up * (1.0 - a) - down * (1.0 - b);
        let second = up * a * (1.0 - a) + down * b * (1.0 - b);
        for &(i, sign) in parts {
            gradient[i] += sign * first;
            for &(j, other) in parts {
                curvature[i][j] += sign * other * second;
            }
        }
    };
    for pair in results.iter().filter(|p| p.first != p.second) {
        let parts = [(pair.first, 1.0), (pair.second, -1.0), (engines, 1.0)];
        add(&parts, pair.wins, pair.draws, pair.losses);
    }
    for i in 0..engines {
        add(&[(i, 1.0)], 0.0, PRIOR, 0.0);
    }
    if n > engines {
        add(&[(engines, 1.0)], 0.0, PRIOR, 0.0);
    }
    (gradient, curvature)
}

/// The width of draws at which the likelihood is highest, by halving.
fn best_draw(results: &[Pair], x: &[f64], engines: usize) -> f64 {
    let rises = |d: f64| {
        let mut slope = 0.0;
        for pair in results.iter().filter(|p| p.first != p.second) {
            let difference = x[pair.first] - x[pair.second] + x[engines];
            let (a, b) = (logistic(difference - d), logistic(-difference - d));
            slope -= (pair.wins + pair.draws) * (1.0 - a) + (pair.losses + pair.draws) * (1.0 - b);
            slope += pair.draws * 2.0 / (1.0 - (-2.0 * d).exp());
        }
        // One drawn and two decided games in mind, so that neither none nor
        // nothing but draws leads to infinity.
        let a = logistic(-d);
        slope += 2.0 / (1.0 - (-2.0 * d).exp()) - 4.0 * (1.0 - a);
        slope > 0.0
    };
    let (mut low, mut high) = (1e-6, 12.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if rises(middle) { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The covariance of the ratings relative to their mean, in Elo.
fn around_the_mean(covariance: &[Vec<f64>], engines: usize) -> Vec<Vec<f64>> {
    let n = engines.max(1) as f64;
    let row = |i: usize| (0..engines).map(|j| covariance[i][j]).sum::<f64>() / n;
    let rows: Vec<f64> = (0..engines).map(row).collect();
    let all = rows.iter().sum::<f64>() / n;
    (0..engines)
        .map(|i| {
            (0..engines)
                .map(|j| SCALE * SCALE * (covariance[i][j] - rows[i] - rows[j] + all))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::stats::expected;
    use takeback_core::SplitMix;

    fn both_ways(a: usize, b: usize, wins: f64, draws: f64, losses: f64) -> [Pair; 2] {
        [
            Pair { first: a, second: b, wins, draws, losses },
            Pair { first: b, second: a, wins: losses, draws, losses: wins },
        ]
    }

    /// Without draws the difference of two is the logistic Elo of the score,
    /// 400 log10 (wins / losses), once the prior is small against the games.
    #[test]
    fn two_engines_have_the_elo_of_their_score() {
        let fit = fit(2, &both_ways(0, 1, 7500.0, 0.0, 2500.0));
        let difference = fit.ratings[0] - fit.ratings[1];
        assert!((difference - 190.85).abs() < 0.5, "{difference}");
        assert!(fit.first_seat.abs() < 1e-6);
        // Error of a difference: 1.96 * 400 / ln 10 / sqrt(n p (1 - p)); each
        // of two ratings around their mean has half of it.
        let known = 1.959_964 * SCALE / (20_000.0f64 * 0.75 * 0.25).sqrt() / 2.0;
        assert!((fit.errors[0] - known).abs() < 0.02 * known, "{} {known}", fit.errors[0]);
        assert!(fit.superiority(0, 1) > 0.999);
    }

    #[test]
    fn known_strengths_are_found_again() {
        let truth = [-150.0, -40.0, 10.0, 180.0];
        let (seat, draw) = (35.0, 60.0);
        let mut rng = SplitMix::new(3);
        let mut results = Vec::new();
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                let mut pair = Pair { first: a, second: b, ..Pair::default() };
                for _ in 0..2000 {
                    let x = truth[a] - truth[b] + seat;
                    let u = rng.unit();
                    if u < expected(x - draw) {
                        pair.wins += 1.0;
                    } else if u < 1.0 - expected(-x - draw) {
                        pair.draws += 1.0;
                    } else {
                        pair.losses += 1.0;
                    }
                }
                results.push(pair);
            }
        }
        let fit = fit(4, &results);
        let mean = truth.iter().sum::<f64>() / 4.0;
        for (i, known) in truth.iter().enumerate() {
            let off = (fit.ratings[i] - (known - mean)).abs();
            assert!(off < 2.0 * fit.errors[i], "{i}: {fit:?}");
        }
        assert!((fit.first_seat - seat).abs() < 10.0, "{}", fit.first_seat);
        assert!((fit.draw - draw).abs() < 10.0, "{}", fit.draw);
    }

    #[test]
    fn clean_sweeps_and_no_games_stay_finite() {
        let sweep = fit(2, &both_ways(0, 1, 50.0, 0.0, 0.0));
        assert!(sweep.ratings[0] > 300.0 && sweep.ratings[0] < 2000.0, "{sweep:?}");
        let none = fit(3, &[]);
        assert!(none.ratings.iter().all(|r| r.abs() < 1e-9) && none.errors[0] > 100.0);
        let drawn = fit(2, &both_ways(0, 1, 0.0, 50.0, 0.0));
        assert!(drawn.ratings[0].abs() < 1e-6 && drawn.draw.is_finite());
    }
}
