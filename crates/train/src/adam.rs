//! Adam with decoupled weight decay (Loshchilov and Hutter 2019), for rows of
//! which only some are touched by a batch.

use crate::model::{Gradient, Model, Places};
use takeback_net::sparse::Floats;

/// The running means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Adam {
    pub(crate) means: Vec<f32>,
    pub(crate) squares: Vec<f32>,
    pub(crate) steps: u64,
}

/// How one batch is applied.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Step {
    pub(crate) rate: f32,
    pub(crate) decay: f32,
    /// One over the positions of the batch.
    pub(crate) share: f32,
}

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Adam {
    pub(crate) fn new(weights: usize) -> Self {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Apply the shards of a batch, added up in their order, on so many threads.
    pub(crate) fn apply(
        &mut self,
        model: &mut Model,
        shards: &[Gradient],
        step: Step,
        threads: usize,
    ) {
        self.steps += 1;
        let places = Places::of(model.shape);
        let steps = self.steps.min(100_000) as i32;
        let job = Job {
            step,
            mean_bias: 1.0 / (1.0 - KEEP_MEAN.powi(steps)),
            square_bias: 1.0 / (1.0 - KEEP_SQUARE.powi(steps)),
            shards,
            places,
            first: Floats::largest_first(model.shape),
            dense: Floats::largest_dense(),
        };
        // Whole rows of the first layer, then the rest, in one piece a thread.
        let hidden = places.hidden;
        let rows = model.shape.features.div_ceil(threads.max(1)) * hidden;
        let (first, rest) = model.weights.split_at_mut(places.bias);
        let (first_means, rest_means) = self.means.split_at_mut(places.bias);
        let (first_squares, rest_squares) = self.squares.split_at_mut(places.bias);
        std::thread::scope(|scope| {
            let job = &job;
            let pieces = first.chunks_mut(rows).zip(first_means.chunks_mut(rows));
            for (i, ((weights, means), squares)) in
                pieces.zip(first_squares.chunks_mut(rows)).enumerate()
            {
                scope.spawn(move || job.rows(i * rows, weights, means, squares));
            }
            job.rest(rest, rest_means, rest_squares);
        });
    }
}

struct Job<'a> {
    step: Step,
    mean_bias: f32,
    square_bias: f32,
    shards: &'a [Gradient],
    places: Places,
    first: f32,
    dense: f32,
}

impl Job<'_> {
    /// Rows of the first layer from weight number `from` on, as far as touched.
    fn rows(&self, from: usize, weights: &mut [f32], means: &mut [f32], squares: &mut [f32]) {
        let hidden = self.places.hidden;
        let mut slopes = vec![0.0; hidden];
        for start in (0..weights.len()).step_by(hidden) {
            let feature = (from + start) / hidden;
            if !self.shards.iter().any(|shard| shard.touched[feature]) {
                continue;
            }
            slopes.fill(0.0);
            for shard in self.shards.iter().filter(|shard| shard.touched[feature]) {
                let row = &shard.sums[from + start..from + start + hidden];
                slopes.iter_mut().zip(row).for_each(|(slope, x)| *slope += x);
            }
            let row = start..start + hidden;
            let decay = self.step.decay;
            let (means, squares) = (&mut means[row.clone()], &mut squares[row.clone()]);
            self.move_on(&mut weights[row], means, squares, &slopes, decay);
            let bound = self.first;
            weights[start..start + hidden].iter_mut().for_each(|w| *w = w.clamp(-bound, bound));
        }
    }

    /// Biases and heads, which every batch touches.
    fn rest(&self, weights: &mut [f32], means: &mut [f32], squares: &mut [f32]) {
        let from = self.places.bias;
        let mut slopes = vec![0.0; weights.len()];
        for shard in self.shards {
            let row = &shard.sums[from..from + slopes.len()];
            slopes.iter_mut().zip(row).for_each(|(slope, x)| *slope += x);
        }
        self.move_on(weights, means, squares, &slopes, 0.0);
        let hidden = self.places.hidden;
        weights[..hidden].iter_mut().for_each(|w| *w = w.clamp(-self.first, self.first));
        let matrix = 2 * hidden * self.places.dense;
        for head in weights[hidden..].chunks_exact_mut(self.places.head) {
            head[..matrix].iter_mut().for_each(|w| *w = w.clamp(-self.dense, self.dense));
        }
    }

    fn move_on(
        &self,
        weights: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        slopes: &[f32],
        decay: f32,
    ) {
        let Step { rate, share, .. } = self.step;
        for (((w, mean), square), slope) in weights.iter_mut().zip(means).zip(squares).zip(slopes) {
            let slope = slope * share;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            let pace = (*square * self.square_bias).sqrt() + TINY;
            *w -= rate * (*mean * self.mean_bias / pace + decay * *w);
        }
    }
}
