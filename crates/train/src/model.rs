//! The network in floating point: forward, and back.
//!
//! Rows of the dense layer lie by input, so that everything runs over short rows
//! side by side, which compilers widen without changing a single rounding.
//!
//! Where more than two play, a position is judged once from every view, by all sums in order of
//! seats from there. The cut sums lie in a row twice, so that what each view is judged by is a
//! piece of that row.

use crate::data::Data;
use takeback_core::SplitMix;
use takeback_net::sparse::{Floats, Shape};

/// All weights in one row: first layer, its biases, then by bucket dense weights
/// by input, dense biases, outputs, the output's bias; then the policy's rows, each
/// with its bias behind it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
}

/// Where things lie in the row.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Places {
    pub(crate) hidden: usize,
    pub(crate) inputs: usize,
    pub(crate) dense: usize,
    pub(crate) bias: usize,
    pub(crate) heads: usize,
    pub(crate) head: usize,
    pub(crate) policy: usize,
    /// Of one move, its bias included.
    pub(crate) preference: usize,
    pub(crate) all: usize,
}

impl Places {
    pub(crate) fn of(shape: Shape) -> Self {
        let Shape { features, hidden, dense, buckets, .. } = shape;
        let inputs = shape.inputs();
        let bias = features * hidden;
        let heads = bias + hidden;
        let head = inputs * dense + 2 * dense + 1;
        let policy = heads + buckets * head;
        let preference = inputs + 1;
        let all = policy + shape.policy_rows() * preference;
        Places { hidden, inputs, dense, bias, heads, head, policy, preference, all }
    }
}

/// Views that a position is judged from: of two players the mover's says it all.
pub(crate) fn judged_views(players: usize) -> usize {
    if players == 2 { 1 } else { players }
}

/// Room for one position.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) sums: Vec<f32>,
    /// Cut sums of all views, twice round the table.
    pub(crate) active: Vec<f32>,
    pub(crate) back: Vec<f32>,
    /// By view.
    dense: Vec<f32>,
    dense_active: Vec<f32>,
    dense_back: Vec<f32>,
    /// What is said for each view: the logarithm of odds.
    pub(crate) logits: Vec<f32>,
    /// By candidate: its number's row, then by how much its probability is off.
    pub(crate) candidates: Vec<(u32, f32)>,
}

impl Room {
    pub(crate) fn new(shape: Shape) -> Self {
        let (inputs, judged) = (shape.inputs(), judged_views(shape.players));
        Room {
            sums: vec![0.0; inputs],
            active: vec![0.0; 2 * inputs],
            back: vec![0.0; inputs],
            dense: vec![0.0; judged * shape.dense],
            dense_active: vec![0.0; judged * shape.dense],
            dense_back: vec![0.0; shape.dense],
            logits: vec![0.0; judged],
            candidates: Vec::new(),
        }
    }
}

#[inline]
pub(crate) fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += x;
    }
}

#[inline]
pub(crate) fn add_scaled(sums: &mut [f32], row: &[f32], by: f32) {
    for (sum, x) in sums.iter_mut().zip(row) {
        *sum += by * x;
    }
}

/// Eight sums side by side, added up in one order.
#[inline]
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
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
        let inputs = places.inputs;
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
        // All moves are alike at first, up to a little noise.
        for row in weights[places.policy..].chunks_exact_mut(places.preference) {
            let spread = 0.1 / (inputs as f32).sqrt();
            row[..inputs].iter_mut().for_each(|w| *w = noise(spread));
        }
        Model { shape, weights }
    }

    /// Begin with the weights of a network of this shape; a policy that it lacks stays as it is.
    pub(crate) fn begin_as(&mut self, floats: &Floats) {
        let places = Places::of(self.shape);
        let (dense, inputs) = (places.dense, places.inputs);
        self.weights[..places.bias].copy_from_slice(&floats.first);
        self.weights[places.bias..places.heads].copy_from_slice(&floats.first_bias);
        for bucket in 0..self.shape.buckets {
            let head = &mut self.weights[places.heads + bucket * places.head..][..places.head];
            let (matrix, rest) = head.split_at_mut(inputs * dense);
            for output in 0..dense {
                for input in 0..inputs {
                    let at = (bucket * dense + output) * inputs + input;
                    matrix[input * dense + output] = floats.dense[at];
                }
            }
            let rows = bucket * dense..(bucket + 1) * dense;
            rest[..dense].copy_from_slice(&floats.dense_bias[rows.clone()]);
            rest[dense..2 * dense].copy_from_slice(&floats.out[rows]);
            rest[2 * dense] = floats.out_bias[bucket];
        }
        let policy = self.weights[places.policy..].chunks_exact_mut(places.preference);
        for ((row, weights), bias) in
            policy.zip(floats.policy.chunks_exact(inputs)).zip(&floats.policy_bias)
        {
            row[..inputs].copy_from_slice(weights);
            row[inputs] = *bias;
        }
    }

    fn bucket(&self, data: &Data, row: u32) -> usize {
        if self.shape.buckets == 1 { 0 } else { data.bucket(row) }
    }

    /// What it says of a position for each view that is judged, into `room.logits`.
    pub(crate) fn forward(&self, data: &Data, row: u32, room: &mut Room) {
        let places = Places::of(self.shape);
        let (hidden, inputs) = (places.hidden, places.inputs);
        for (view, sums) in room.sums.chunks_exact_mut(hidden).enumerate() {
            sums.copy_from_slice(&self.weights[places.bias..places.heads]);
            for &feature in data.view(row, view) {
                add(sums, &self.weights[usize::from(feature) * hidden..][..hidden]);
            }
        }
        for (active, sum) in room.active.iter_mut().zip(&room.sums) {
            *active = sum.clamp(0.0, 1.0);
        }
        room.active.copy_within(..inputs, inputs);
        let bucket = self.bucket(data, row);
        for view in 0..room.logits.len() {
            room.logits[view] = self.judge(bucket, view, room);
        }
    }

    fn judge(&self, bucket: usize, view: usize, room: &mut Room) -> f32 {
        let places = Places::of(self.shape);
        let dense = places.dense;
        let head = &self.weights[places.heads + bucket * places.head..][..places.head];
        let (matrix, rest) = head.split_at(places.inputs * dense);
        let sums = &mut room.dense[view * dense..][..dense];
        sums.copy_from_slice(&rest[..dense]);
        let active = &room.active[view * places.hidden..][..places.inputs];
        for (&x, row) in active.iter().zip(matrix.chunks_exact(dense)) {
            if x != 0.0 {
                add_scaled(sums, row, x);
            }
        }
        let active = &mut room.dense_active[view * dense..][..dense];
        for (active, sum) in active.iter_mut().zip(sums) {
            *active = sum.clamp(0.0, 1.0);
        }
        dot(active, &rest[dense..2 * dense]) + rest[2 * dense]
    }

    /// Add to the gradient what this position says, whose output for each view is off by the
    /// error in `room.logits`, and whose candidates are off by what is beside them.
    pub(crate) fn backward(&self, data: &Data, row: u32, room: &mut Room, gradient: &mut Gradient) {
        let places = Places::of(self.shape);
        let hidden = places.hidden;
        let bucket = self.bucket(data, row);
        room.back.fill(0.0);
        for view in 0..room.logits.len() {
            self.judge_back(bucket, view, room, gradient);
        }
        self.prefer_back(room, gradient);
        for (back, &sum) in room.back.iter_mut().zip(&room.sums) {
            if sum <= 0.0 || sum >= 1.0 {
                *back = 0.0;
            }
        }
        let first = &mut gradient.sums[..places.heads];
        for (view, back) in room.back.chunks_exact(hidden).enumerate() {
            add(&mut first[places.bias..], back);
            for &feature in data.view(row, view) {
                let feature = usize::from(feature);
                gradient.touched[feature] = true;
                add(&mut first[feature * hidden..(feature + 1) * hidden], back);
            }
        }
    }

    fn judge_back(&self, bucket: usize, view: usize, room: &mut Room, gradient: &mut Gradient) {
        let places = Places::of(self.shape);
        let (inputs, dense) = (places.inputs, places.dense);
        let error = room.logits[view];
        let from = places.heads + bucket * places.head;
        let (matrix, rest) = self.weights[from..][..places.head].split_at(inputs * dense);
        let slopes = &mut gradient.sums[from..][..places.head];
        let (matrix_slopes, rest_slopes) = slopes.split_at_mut(inputs * dense);
        let active = &room.dense_active[view * dense..][..dense];
        add_scaled(&mut rest_slopes[dense..2 * dense], active, error);
        rest_slopes[2 * dense] += error;
        let sums = &room.dense[view * dense..][..dense];
        let outputs = &rest[dense..2 * dense];
        for ((back, &sum), &out) in room.dense_back.iter_mut().zip(sums).zip(outputs) {
            *back = if sum > 0.0 && sum < 1.0 { error * out } else { 0.0 };
        }
        add(&mut rest_slopes[..dense], &room.dense_back);
        for i in 0..inputs {
            let turned = view * places.hidden + i;
            let x = room.active[turned];
            let place = i * dense..(i + 1) * dense;
            if x != 0.0 {
                add_scaled(&mut matrix_slopes[place.clone()], &room.dense_back, x);
            }
            let at = if turned < inputs { turned } else { turned - inputs };
            if room.sums[at] > 0.0 && room.sums[at] < 1.0 {
                room.back[at] += dot(&matrix[place], &room.dense_back);
            }
        }
    }

    /// As the network's own crate knows it. Rows of features of which too little is
    /// known are zero, and so are those of moves that never came.
    pub(crate) fn floats(&self, known: &[bool], moves: &[bool]) -> Floats {
        let places = Places::of(self.shape);
        let Shape { hidden, dense, buckets, .. } = self.shape;
        let inputs = places.inputs;
        let mut floats = Floats::zero(self.shape);
        for (feature, _) in known.iter().enumerate().filter(|(_, known)| **known) {
            let row = feature * hidden..(feature + 1) * hidden;
            floats.first[row.clone()].copy_from_slice(&self.weights[row]);
        }
        floats.first_bias.copy_from_slice(&self.weights[places.bias..places.heads]);
        for bucket in 0..buckets {
            let head = &self.weights[places.heads + bucket * places.head..][..places.head];
            let (matrix, rest) = head.split_at(inputs * dense);
            for output in 0..dense {
                for input in 0..inputs {
                    let at = (bucket * dense + output) * inputs + input;
                    floats.dense[at] = matrix[input * dense + output];
                }
            }
            let rows = bucket * dense..(bucket + 1) * dense;
            floats.dense_bias[rows.clone()].copy_from_slice(&rest[..dense]);
            floats.out[rows].copy_from_slice(&rest[dense..2 * dense]);
            floats.out_bias[bucket] = rest[2 * dense];
        }
        let rows = self.weights[places.policy..].chunks_exact(places.preference);
        for (i, row) in rows.enumerate().filter(|(i, _)| moves[*i]) {
            floats.policy[i * inputs..(i + 1) * inputs].copy_from_slice(&row[..inputs]);
            floats.policy_bias[i] = row[inputs];
        }
        floats
    }
}

/// What one shard of a batch says.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    pub(crate) sums: Vec<f32>,
    /// By feature.
    pub(crate) touched: Vec<bool>,
    /// By row of the policy.
    pub(crate) preferred: Vec<bool>,
    pub(crate) loss: f64,
}

impl Gradient {
    pub(crate) fn new(shape: Shape) -> Self {
        Gradient {
            sums: vec![0.0; Places::of(shape).all],
            touched: vec![false; shape.features],
            preferred: vec![false; shape.policy_rows()],
            loss: 0.0,
        }
    }

    /// Nothing said; only rows that were touched need it.
    pub(crate) fn clear(&mut self, shape: Shape) {
        let places = Places::of(shape);
        let (rows, rest) = self.sums.split_at_mut(places.bias);
        let (rest, policy) = rest.split_at_mut(places.policy - places.bias);
        blank(rows, &mut self.touched, places.hidden);
        blank(policy, &mut self.preferred, places.preference);
        rest.fill(0.0);
        self.loss = 0.0;
    }
}

/// Blank the rows that were touched, and forget that they were.
fn blank(rows: &mut [f32], touched: &mut [bool], length: usize) {
    for (row, touched) in rows.chunks_exact_mut(length).zip(touched) {
        if std::mem::take(touched) {
            row.fill(0.0);
        }
    }
}

/// The loss of an output: cross entropy with the target, in nats.
pub(crate) fn loss(logit: f32, target: f32) -> f64 {
    let x = f64::from(logit);
    x.max(0.0) + (-x.abs()).exp().ln_1p() - f64::from(target) * x
}

#[cfg(test)]
mod tests;
