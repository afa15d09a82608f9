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
        let Adam { means, squares, .. } = self;
        let (first, rest) = Part { weights: &mut model.weights, means, squares }.split(places.bias);
        let (rest, policy) = rest.split(places.policy - places.bias);
        let touched = |shard: &Gradient, row: usize| shard.touched[row];
        let preferred = |shard: &Gradient, row: usize| shard.preferred[row];
        let threads = threads.max(1);
        std::thread::scope(|scope| {
            let job = &job;
            // Whole rows, in one piece a thread; then the rest.
            let features = model.shape.features.div_ceil(threads);
            for (i, piece) in first.pieces(features * places.hidden).into_iter().enumerate() {
                let rows = Rows { start: 0, from: i * features, length: places.hidden };
                scope.spawn(move || job.rows(rows, touched, piece));
            }
            let moves = model.shape.policy_rows().div_ceil(threads).max(1);
            for (i, piece) in policy.pieces(moves * places.preference).into_iter().enumerate() {
                let rows =
                    Rows { start: places.policy, from: i * moves, length: places.preference };
                scope.spawn(move || job.rows(rows, preferred, piece));
            }
            job.rest(rest);
        });
    }
}

/// Weights and what is kept of each.
struct Part<'a> {
    weights: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
}

impl<'a> Part<'a> {
    fn split(self, at: usize) -> (Self, Self) {
        let (weights, means, squares) = (
            self.weights.split_at_mut(at),
            self.means.split_at_mut(at),
            self.squares.split_at_mut(at),
        );
        (
            Part { weights: weights.0, means: means.0, squares: squares.0 },
            Part { weights: weights.1, means: means.1, squares: squares.1 },
        )
    }

    fn pieces(self, length: usize) -> Vec<Part<'a>> {
        let all = self.weights.chunks_mut(length).zip(self.means.chunks_mut(length));
        all.zip(self.squares.chunks_mut(length))
            .map(|((weights, means), squares)| Part { weights, means, squares })
            .collect()
    }
}

/// Rows of one length that begin at weight `start`, from number `from` on.
#[derive(Copy, Clone)]
struct Rows {
    start: usize,
    from: usize,
    length: usize,
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
    /// Rows of the first layer or of the policy, as far as touched.
    fn rows(&self, rows: Rows, touched: impl Fn(&Gradient, usize) -> bool, part: Part<'_>) {
        let Rows { start, from, length } = rows;
        let Part { weights, means, squares } = part;
        let mut slopes = vec![0.0; length];
        for (i, at) in (0..weights.len()).step_by(length).enumerate() {
            let row = from + i;
            if !self.shards.iter().any(|shard| touched(shard, row)) {
                continue;
            }
            slopes.fill(0.0);
            for shard in self.shards.iter().filter(|shard| touched(shard, row)) {
                let row = &shard.sums[start + row * length..][..length];
                slopes.iter_mut().zip(row).for_each(|(slope, x)| *slope += x);
            }
            let decay = self.step.decay;
            let place = at..at + length;
            let (means, squares) = (&mut means[place.clone()], &mut squares[place.clone()]);
            let weights = &mut weights[place];
            self.move_on(weights, means, squares, &slopes, decay);
            // A bias behind a policy's weights is a larger integer in the end.
            let (bound, cut) = match start {
                0 => (self.first, length),
                _ => (self.dense, self.places.inputs),
            };
            weights[..cut].iter_mut().for_each(|w| *w = w.clamp(-bound, bound));
        }
    }

    /// Biases and heads, which every batch touches.
    fn rest(&self, part: Part<'_>) {
        let Part { weights, means, squares } = part;
        let from = self.places.bias;
        let mut slopes = vec![0.0; weights.len()];
        for shard in self.shards {
            let row = &shard.sums[from..from + slopes.len()];
            slopes.iter_mut().zip(row).for_each(|(slope, x)| *slope += x);
        }
        self.move_on(weights, means, squares, &slopes, 0.0);
        let hidden = self.places.hidden;
        weights[..hidden].iter_mut().for_each(|w| *w = w.clamp(-self.first, self.first));
        let matrix = self.places.inputs * self.places.dense;
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
