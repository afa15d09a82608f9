//! The network in floating point: forward, and back.
//!
//! Rows of the dense layer lie by input, so that everything runs over short rows
//! side by side, which compilers widen without changing a single rounding.

use crate::data::Data;
use takeback_core::SplitMix;
use takeback_net::sparse::{Floats, Shape};

/// All weights in one row: first layer, its biases, then by bucket dense weights
/// by input, dense biases, outputs, the output's bias.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
}

/// Where things lie in the row.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Places {
    pub(crate) hidden: usize,
    pub(crate) dense: usize,
    pub(crate) bias: usize,
    pub(crate) heads: usize,
    pub(crate) head: usize,
    pub(crate) all: usize,
}

impl Places {
    pub(crate) fn of(shape: Shape) -> Self {
        let Shape { features, hidden, dense, buckets, .. } = shape;
        let bias = features * hidden;
        let heads = bias + hidden;
        let head = 2 * hidden * dense + 2 * dense + 1;
        Places { hidden, dense, bias, heads, head, all: heads + buckets * head }
    }
}

/// Room for one position.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    sums: Vec<f32>,
    active: Vec<f32>,
    back: Vec<f32>,
    dense: Vec<f32>,
    dense_active: Vec<f32>,
    dense_back: Vec<f32>,
}

impl Room {
    pub(crate) fn new(shape: Shape) -> Self {
        let inputs = 2 * shape.hidden;
        Room {
            sums: vec![0.0; inputs],
            active: vec![0.0; inputs],
            back: vec![0.0; inputs],
            dense: vec![0.0; shape.dense],
            dense_active: vec![0.0; shape.dense],
            dense_back: vec![0.0; shape.dense],
        }
    }
}

#[inline]
fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += x;
    }
}

#[inline]
fn add_scaled(sums: &mut [f32], row: &[f32], by: f32) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += by * x;
    }
}

/// Eight sums side by side, added up in one order.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

impl Model {
    /// Weights of noise, the same for a seed.
    pub(crate) fn random(shape: Shape, mean_features: f32, seed: u64) -> Self {
        let places = Places::of(shape);
        let mut rng = SplitMix::stream(seed, 0x1417);
        let mut noise = |spread: f32| (rng.unit() as f32 * 2.0 - 1.0) * spread;
        let mut weights = vec![0.0; places.all];
        let spread = 0.7 / mean_features.max(1.0).sqrt();
        weights[..places.bias].iter_mut().for_each(|w| *w = noise(spread));
        weights[places.bias..places.heads].iter_mut().for_each(|w| *w = 0.4 + noise(0.2));
        let inputs = 2 * shape.hidden;
        for bucket in 0..shape.buckets {
            let head = &mut weights[places.heads + bucket * places.head..][..places.head];
            let (matrix, rest) = head.split_at_mut(inputs * shape.dense);
            let spread = (3.0 / inputs as f32).sqrt();
            matrix.iter_mut().for_each(|w| *w = noise(spread));
            let (biases, rest) = rest.split_at_mut(shape.dense);
            biases.iter_mut().for_each(|w| *w = 0.3 + noise(0.2));
            let spread = (3.0 / shape.dense as f32).sqrt();
            rest[..shape.dense].iter_mut().for_each(|w| *w = noise(spread));
        }
        Model { shape, weights }
    }

    /// What it says of a position: the logarithm of odds for the mover.
    pub(crate) fn forward(&self, data: &Data, row: u32, room: &mut Room) -> f32 {
        let places = Places::of(self.shape);
        let (hidden, dense) = (places.hidden, places.dense);
        for (view, features) in data.views(row).into_iter().enumerate() {
            let sums = &mut room.sums[view * hidden..(view + 1) * hidden];
            sums.copy_from_slice(&self.weights[places.bias..places.heads]);
            for &feature in features {
                add(sums, &self.weights[usize::from(feature) * hidden..][..hidden]);
            }
        }
        for (active, sum) in room.active.iter_mut().zip(&room.sums) {
            *active = sum.clamp(0.0, 1.0);
        }
        let bucket = if self.shape.buckets == 1 { 0 } else { data.bucket(row) };
        let head = &self.weights[places.heads + bucket * places.head..][..places.head];
        let (matrix, rest) = head.split_at(2 * hidden * dense);
        room.dense.copy_from_slice(&rest[..dense]);
        for (&x, row) in room.active.iter().zip(matrix.chunks_exact(dense)) {
            if x != 0.0 {
                add_scaled(&mut room.dense, row, x);
            }
        }
        for (active, sum) in room.dense_active.iter_mut().zip(&room.dense) {
            *active = sum.clamp(0.0, 1.0);
        }
        dot(&room.dense_active, &rest[dense..2 * dense]) + rest[2 * dense]
    }

    /// Add to the gradient what this position says, whose output is off by `error`.
    pub(crate) fn backward(
        &self,
        data: &Data,
        row: u32,
        error: f32,
        room: &mut Room,
        gradient: &mut Gradient,
    ) {
        let places = Places::of(self.shape);
        let (hidden, dense) = (places.hidden, places.dense);
        let bucket = if self.shape.buckets == 1 { 0 } else { data.bucket(row) };
        let from = places.heads + bucket * places.head;
        let head = &self.weights[from..][..places.head];
        let (matrix, rest) = head.split_at(2 * hidden * dense);
        let (first, others) = gradient.sums.split_at_mut(places.heads);
        let slopes = &mut others[bucket * places.head..][..places.head];
        let (matrix_slopes, rest_slopes) = slopes.split_at_mut(2 * hidden * dense);
        add_scaled(&mut rest_slopes[dense..2 * dense], &room.dense_active, error);
        rest_slopes[2 * dense] += error;
        let outputs = &rest[dense..2 * dense];
        for ((back, &sum), &out) in room.dense_back.iter_mut().zip(&room.dense).zip(outputs) {
            *back = if sum > 0.0 && sum < 1.0 { error * out } else { 0.0 };
        }
        add(&mut rest_slopes[..dense], &room.dense_back);
        for i in 0..2 * hidden {
            let (x, sum) = (room.active[i], room.sums[i]);
            let place = i * dense..(i + 1) * dense;
            if x != 0.0 {
                add_scaled(&mut matrix_slopes[place.clone()], &room.dense_back, x);
            }
            let passes = sum > 0.0 && sum < 1.0;
            room.back[i] = if passes { dot(&matrix[place], &room.dense_back) } else { 0.0 };
        }
        for (view, features) in data.views(row).into_iter().enumerate() {
            let back = &room.back[view * hidden..(view + 1) * hidden];
            add(&mut first[places.bias..], back);
            for &feature in features {
                let feature = usize::from(feature);
                gradient.touched[feature] = true;
                add(&mut first[feature * hidden..(feature + 1) * hidden], back);
            }
        }
    }

    /// As the network's own crate knows it. Rows of features of which too little is
    /// known are zero.
    pub(crate) fn floats(&self, known: &[bool]) -> Floats {
        let places = Places::of(self.shape);
        let Shape { hidden, dense, buckets, .. } = self.shape;
        let mut floats = Floats::zero(self.shape);
        for (feature, _) in known.iter().enumerate().filter(|(_, known)| **known) {
            let row = feature * hidden..(feature + 1) * hidden;
            floats.first[row.clone()].copy_from_slice(&self.weights[row]);
        }
        floats.first_bias.copy_from_slice(&self.weights[places.bias..places.heads]);
        for bucket in 0..buckets {
            let head = &self.weights[places.heads + bucket * places.head..][..places.head];
            let (matrix, rest) = head.split_at(2 * hidden * dense);
            for output in 0..dense {
                for input in 0..2 * hidden {
                    let at = (bucket * dense + output) * 2 * hidden + input;
                    floats.dense[at] = matrix[input * dense + output];
                }
            }
            let rows = bucket * dense..(bucket + 1) * dense;
            floats.dense_bias[rows.clone()].copy_from_slice(&rest[..dense]);
            floats.out[rows].copy_from_slice(&rest[dense..2 * dense]);
            floats.out_bias[bucket] = rest[2 * dense];
        }
        floats
    }
}

/// What one shard of a batch says.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    pub(crate) sums: Vec<f32>,
    pub(crate) touched: Vec<bool>,
    pub(crate) loss: f64,
}

impl Gradient {
    pub(crate) fn new(shape: Shape) -> Self {
        Gradient {
            sums: vec![0.0; Places::of(shape).all],
            touched: vec![false; shape.features],
            loss: 0.0,
        }
    }

    /// Nothing said; only rows that were touched need it.
    pub(crate) fn clear(&mut self, shape: Shape) {
        let places = Places::of(shape);
        for (feature, touched) in self.touched.iter_mut().enumerate() {
            if std::mem::take(touched) {
                self.sums[feature * places.hidden..(feature + 1) * places.hidden].fill(0.0);
            }
        }
        self.sums[places.bias..].fill(0.0);
        self.loss = 0.0;
    }
}

/// The loss of an output: cross entropy with the target, in nats.
pub(crate) fn loss(logit: f32, target: f32) -> f64 {
    let x = f64::from(logit);
    x.max(0.0) + (-x.abs()).exp().ln_1p() - f64::from(target) * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Ending, Game, Header, NO_MOVE, Row, Thought};
    use std::path::Path;

    /// The gradient against differences, weight by weight.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let shape = Shape { features: 6, most: 6, hidden: 32, dense: 8, buckets: 2 };
        let header =
            Header { encoding: "t".to_owned(), features: 6, most: 6, buckets: 2, moves: 0 };
        let row = |ply: u16, views: [Vec<u16>; 2]| Row {
            ply,
            seat: 0,
            bucket: (ply % 2) as u8,
            depth: 1,
            nodes: 9,
            thought: Thought::Points(40),
            best: NO_MOVE,
            played: NO_MOVE,
            weighed: Vec::new(),
            views,
        };
        let game = |number: u64, more: u16| Game {
            number,
            opening: number,
            temperature: 0.0,
            ending: Ending::Rules,
            results: vec![1000, -1000],
            rows: vec![row(0, [vec![0, 3], vec![more]]), row(1, [vec![2, 2, 5], vec![0, more]])],
        };
        let files = || vec![(Path::new("t"), header.clone(), vec![game(0, 1), game(1, 4)])];
        let data = (0..50).find_map(|seed| Data::gather(files(), 2, seed).ok());
        let data = data.expect("some seed keeps one of two games");
        let mut model = Model::random(shape, 2.0, 5);
        let mut room = Room::new(shape);
        let mut gradient = Gradient::new(shape);
        let whole = |model: &Model, room: &mut Room| -> f64 {
            (0..2)
                .map(|row| loss(model.forward(&data, row, room), data.target(row, 0.5, 100.0)))
                .sum()
        };
        for row in 0..2 {
            let logit = model.forward(&data, row, &mut room);
            let error = 1.0 / (1.0 + (-logit).exp()) - data.target(row, 0.5, 100.0);
            model.backward(&data, row, error, &mut room, &mut gradient);
        }
        let mut moved = 0;
        for at in 0..model.weights.len() {
            let old = model.weights[at];
            let step = 1e-3;
            model.weights[at] = old + step;
            let up = whole(&model, &mut room);
            model.weights[at] = old - step;
            let down = whole(&model, &mut room);
            model.weights[at] = old;
            let slope = (up - down) / (2.0 * f64::from(step));
            let found = f64::from(gradient.sums[at]);
            // Where an activation is cut between the two, differences say little.
            assert!((slope - found).abs() < 0.02 + 0.05 * slope.abs(), "{at}: {slope} {found}");
            moved += usize::from(slope.abs() > 1e-3);
        }
        assert!(moved > 100, "{moved} weights matter");
    }
}
