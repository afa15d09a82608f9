//! Covariance matrix adaptation (Hansen 2016, the tutorial's equations): a
//! cloud of points is drawn, the better half moves and shapes the next cloud.

use crate::ratings::linear::eigen;
use serde::{Deserialize, Serialize};
use takeback_core::SplitMix;

/// The state of an optimisation.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct Cma {
    /// The middle of the cloud.
    pub mean: Vec<f64>,
    /// Clouds drawn.
    pub generations: u64,
    sigma: f64,
    shape: Vec<Vec<f64>>,
    path_shape: Vec<f64>,
    path_sigma: Vec<f64>,
    cloud: usize,
    seed: u64,
}

/// The constants that follow from dimension and size of the cloud.
struct Rates {
    weights: Vec<f64>,
    effective: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_path: f64,
    c_one: f64,
    c_mu: f64,
    /// Expected length of a normal vector.
    length: f64,
}

impl Cma {
    /// Begin around this point.
    #[must_use]
    pub fn new(mean: Vec<f64>, sigma: f64, seed: u64) -> Self {
        let n = mean.len();
        let unit = |i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect();
        Cma {
            generations: 0,
            sigma,
            shape: (0..n).map(unit).collect(),
            path_shape: vec![0.0; n],
            path_sigma: vec![0.0; n],
            cloud: 4 + (3.0 * (n.max(1) as f64).ln()) as usize,
            mean,
            seed,
        }
    }

    /// How far the cloud reaches.
    #[must_use]
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    fn rates(&self) -> Rates {
        let n = self.mean.len() as f64;
        let half = self.cloud / 2;
        let raw: Vec<f64> =
            (0..half).map(|i| (half as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let effective = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let c_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let c_mu = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Rates {
            d_sigma: 1.0 + c_sigma + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0),
            c_path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            c_mu: c_mu.min(1.0 - c_one),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            effective,
            c_sigma,
            c_one,
        }
    }

    /// This generation's points, kept within the unit cube.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let (values, vectors) = eigen(&self.shape);
        let mut rng = SplitMix::stream(self.seed, self.generations);
        let n = self.mean.len();
        (0..self.cloud)
            .map(|_| {
                let z: Vec<f64> =
                    (0..n).map(|i| normal(&mut rng) * values[i].max(0.0).sqrt()).collect();
                (0..n)
                    .map(|i| {
                        let y: f64 = (0..n).map(|k| vectors[i][k] * z[k]).sum();
                        (self.mean[i] + self.sigma * y).clamp(0.0, 1.0)
                    })
                    .collect()
            })
            .collect()
    }

    /// How good each of the points was; higher is better.
    pub fn tell(&mut self, points: &[Vec<f64>], worth: &[f64]) {
        let rates = self.rates();
        let n = self.mean.len();
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]));
        let steps: Vec<Vec<f64>> = order
            .iter()
            .take(rates.weights.len())
            .map(|&p| (0..n).map(|i| (points[p][i] - self.mean[i]) / self.sigma).collect())
            .collect();
        let weighted = |i: usize| rates.weights.iter().zip(&steps).map(|(w, y)| w * y[i]).sum();
        let step: Vec<f64> = (0..n).map(weighted).collect();
        for (x, y) in self.mean.iter_mut().zip(&step) {
            *x = (*x + self.sigma * y).clamp(0.0, 1.0);
        }
        self.generations += 1;
        let steady = self.follow_paths(&rates, &step);
        self.reshape(&rates, &steps, steady);
        let length = self.path_sigma.iter().map(|p| p * p).sum::<f64>().sqrt();
        let change = (rates.c_sigma / rates.d_sigma * (length / rates.length - 1.0)).min(1.0);
        self.sigma = (self.sigma * change.exp()).clamp(1e-6, 1.0);
    }

    /// Adds the step to both paths; whether the cloud is not growing too fast.
    #[allow(clippy::needless_range_loop, reason = "indices as in the formulas")]
    fn follow_paths(&mut self, rates: &Rates, step: &[f64]) -> bool {
        let n = step.len();
        let (values, vectors) = eigen(&self.shape);
        let turned: Vec<f64> = (0..n)
            .map(|k| {
                let along: f64 = (0..n).map(|i| vectors[i][k] * step[i]).sum();
                along / values[k].max(1e-20).sqrt()
            })
            .collect();
        let keep = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.effective).sqrt();
        for i in 0..n {
            let white: f64 = (0..n).map(|k| vectors[i][k] * turned[k]).sum();
            self.path_sigma[i] = (1.0 - rates.c_sigma) * self.path_sigma[i] + keep * white;
        }
        let length = self.path_sigma.iter().map(|p| p * p).sum::<f64>().sqrt();
        let fade = 1.0 - (1.0 - rates.c_sigma).powi(2 * self.generations.min(1 << 20) as i32);
        let bound = (1.4 + 2.0 / (n as f64 + 1.0)) * rates.length;
        let steady = length / fade.sqrt() < bound;
        let keep = (rates.c_path * (2.0 - rates.c_path) * rates.effective).sqrt();
        for (path, y) in self.path_shape.iter_mut().zip(step) {
            *path = (1.0 - rates.c_path) * *path + if steady { keep * y } else { 0.0 };
        }
        steady
    }

    fn reshape(&mut self, rates: &Rates, steps: &[Vec<f64>], steady: bool) {
        let n = self.mean.len();
        let (one, mu) = (rates.c_one, rates.c_mu);
        let lost = if steady { 0.0 } else { one * rates.c_path * (2.0 - rates.c_path) };
        for i in 0..n {
            for j in 0..=i {
                let ranks: f64 =
                    rates.weights.iter().zip(steps).map(|(w, y)| w * y[i] * y[j]).sum();
                let kept = (1.0 - one - mu + lost) * self.shape[i][j];
                let value = kept + one * self.path_shape[i] * self.path_shape[j] + mu * ranks;
                self.shape[i][j] = value;
                self.shape[j][i] = value;
            }
        }
    }
}

/// A normal number, by Box and Muller.
fn normal(rng: &mut SplitMix) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climb(height: impl Fn(&[f64]) -> f64, from: Vec<f64>, generations: u64) -> Cma {
        let mut cma = Cma::new(from, 0.2, 5);
        for _ in 0..generations {
            let points = cma.ask();
            let worth: Vec<f64> = points.iter().map(|p| height(p)).collect();
            cma.tell(&points, &worth);
        }
        cma
    }

    #[test]
    fn the_top_of_a_sphere_is_found_exactly() {
        let best = [0.3, 0.6, 0.8, 0.2, 0.5];
        let height = |x: &[f64]| -x.iter().zip(best).map(|(x, b)| (x - b).powi(2)).sum::<f64>();
        let cma = climb(height, vec![0.5; 5], 150);
        assert!(height(&cma.mean) > -1e-10, "{:?}", cma.mean);
    }

    /// A narrow bent valley, Rosenbrock's, whose end lies at 0.75 everywhere.
    #[test]
    fn a_bent_valley_is_followed_to_its_end() {
        let height = |x: &[f64]| {
            let y: Vec<f64> = x.iter().map(|x| 4.0 * x - 2.0).collect();
            -y.windows(2)
                .map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2))
                .sum::<f64>()
        };
        let cma = climb(height, vec![0.45, 0.55, 0.5], 400);
        assert!(height(&cma.mean) > -1e-6, "{:?} {}", cma.mean, height(&cma.mean));
    }

    #[test]
    fn noise_is_averaged_out() {
        let mut rng = SplitMix::new(6);
        let best = [0.35, 0.6, 0.45, 0.7];
        let mut cma = Cma::new(vec![0.5; 4], 0.2, 5);
        let height = |x: &[f64]| -x.iter().zip(best).map(|(x, b)| (x - b).powi(2)).sum::<f64>();
        for _ in 0..120 {
            let points = cma.ask();
            let worth: Vec<f64> =
                points.iter().map(|p| height(p) + 0.01 * (rng.unit() - 0.5)).collect();
            cma.tell(&points, &worth);
        }
        assert!(height(&cma.mean) > -0.01, "{:?}", cma.mean);
    }

    #[test]
    fn a_stored_state_goes_on_the_same_way() {
        let mut cma = Cma::new(vec![0.4; 3], 0.3, 9);
        let points = cma.ask();
        cma.tell(&points, &[1.0, 3.0, 2.0, 0.0, 5.0, 4.0, 1.5]);
        let text = serde_json::to_string(&cma).expect("JSON");
        let other: Cma = serde_json::from_str(&text).expect("a state");
        for (a, b) in other.ask().iter().flatten().zip(cma.ask().iter().flatten()) {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }
}
