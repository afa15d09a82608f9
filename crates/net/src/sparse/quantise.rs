//! From the numbers that training finds to the integers of a network.

use super::policy::Policy;
use super::{Head, Shape, SparseNet};
use crate::kernel::Path;

/// An activation of one is this integer.
pub const ACTIVATION: i16 = 127;
/// A dense weight of one is this integer.
pub const WEIGHT: i32 = 64;
/// A weight of the output of one is this integer.
pub const OUTPUT: i32 = 256;

/// A network as training knows it. Activations are between 0 and 1, and the
/// output is the logarithm of the odds that the mover wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Floats {
    /// The sizes.
    pub shape: Shape,
    /// By feature, then by sum.
    pub first: Vec<f32>,
    /// By sum.
    pub first_bias: Vec<f32>,
    /// By bucket, output and input.
    pub dense: Vec<f32>,
    /// By bucket and output.
    pub dense_bias: Vec<f32>,
    /// By bucket and output.
    pub out: Vec<f32>,
    /// By bucket.
    pub out_bias: Vec<f32>,
    /// By seat, number of a move and input; empty without a policy.
    pub policy: Vec<f32>,
    /// By seat and number of a move.
    pub policy_bias: Vec<f32>,
}

impl Floats {
    /// All weights zero.
    #[must_use]
    pub fn zero(shape: Shape) -> Self {
        let Shape { features, hidden, dense, buckets, .. } = shape;
        Floats {
            shape,
            first: vec![0.0; features * hidden],
            first_bias: vec![0.0; hidden],
            dense: vec![0.0; buckets * dense * shape.inputs()],
            dense_bias: vec![0.0; buckets * dense],
            out: vec![0.0; buckets * dense],
            out_bias: vec![0.0; buckets],
            policy: vec![0.0; shape.policy_rows() * shape.inputs()],
            policy_bias: vec![0.0; shape.policy_rows()],
        }
    }

    /// No weight of the first layer can be larger once it is an integer.
    #[must_use]
    pub fn largest_first(shape: Shape) -> f32 {
        f32::from(shape.largest_weight()) / f32::from(ACTIVATION)
    }

    /// No weight of the dense layer can be larger.
    #[must_use]
    pub fn largest_dense() -> f32 {
        f32::from(i8::MAX) / WEIGHT as f32
    }

    /// The network in integers. `scale` is how many points stand for one step
    /// of the logarithm of odds. Weights beyond what integers hold are cut.
    ///
    /// # Panics
    /// When a length does not fit the shape, or the shape is not sound.
    #[must_use]
    pub fn quantised(&self, encoding: &str, scale: i32) -> SparseNet {
        let shape = self.shape;
        assert!(shape.is_sound(), "a shape that a network can have");
        let Shape { features, hidden, dense, buckets, .. } = shape;
        assert_eq!(self.first.len(), features * hidden, "a row for each feature");
        let rows = shape.policy_rows();
        let lengths = (self.policy.len(), self.policy_bias.len());
        assert_eq!(lengths, (rows * shape.inputs(), rows), "a row for each move");
        let bound = f32::from(shape.largest_weight());
        let small = |x: &f32| (x * f32::from(ACTIVATION)).round().clamp(-bound, bound) as i16;
        let byte = |x: &f32| (x * WEIGHT as f32).round().clamp(-127.0, 127.0) as i8;
        let unit = f32::from(ACTIVATION);
        let head = |bucket: usize| {
            let rows = bucket * dense..(bucket + 1) * dense;
            let inputs = shape.inputs();
            Head {
                weights: self.dense[rows.start * inputs..rows.end * inputs]
                    .iter()
                    .map(byte)
                    .collect(),
                bias: self.dense_bias[rows.clone()]
                    .iter()
                    .map(|x| whole(x * WEIGHT as f32 * unit))
                    .collect(),
                out: self.out[rows]
                    .iter()
                    .map(|x| (x * OUTPUT as f32).round().clamp(-32_000.0, 32_000.0) as i16)
                    .collect(),
                out_bias: whole(self.out_bias[bucket] * OUTPUT as f32 * unit),
            }
        };
        SparseNet {
            encoding: encoding.to_owned(),
            shape,
            path: Path::best(),
            points: points(scale),
            scale,
            first: self.first.iter().map(small).collect(),
            first_bias: self.first_bias.iter().map(small).collect(),
            heads: (0..buckets).map(head).collect(),
            policy: Policy {
                weights: self.policy.iter().map(byte).collect(),
                bias: self.policy_bias.iter().map(|x| whole(x * WEIGHT as f32 * unit)).collect(),
            },
        }
    }
}

impl SparseNet {
    /// Whether anything was learned of a feature.
    #[must_use]
    pub fn knows(&self, feature: usize) -> bool {
        let row = self.first.chunks_exact(self.shape.hidden).nth(feature);
        row.is_some_and(|row| row.iter().any(|&weight| weight != 0))
    }

    /// The numbers that its integers stand for: [`Floats::quantised`] makes the same integers of them.
    #[must_use]
    pub fn floats(&self) -> Floats {
        let unit = f32::from(ACTIVATION);
        let small = |x: &i16| f32::from(*x) / unit;
        let byte = |x: &i8| f32::from(*x) / WEIGHT as f32;
        let bias = |x: &i32| *x as f32 / (WEIGHT as f32 * unit);
        let heads = || self.heads.iter();
        Floats {
            shape: self.shape,
            first: self.first.iter().map(small).collect(),
            first_bias: self.first_bias.iter().map(small).collect(),
            dense: heads().flat_map(|head| head.weights.iter().map(byte)).collect(),
            dense_bias: heads().flat_map(|head| head.bias.iter().map(bias)).collect(),
            out: heads()
                .flat_map(|head| head.out.iter().map(|&x| f32::from(x) / OUTPUT as f32))
                .collect(),
            out_bias: heads().map(|head| head.out_bias as f32 / (OUTPUT as f32 * unit)).collect(),
            policy: self.policy.weights.iter().map(byte).collect(),
            policy_bias: self.policy.bias.iter().map(bias).collect(),
        }
    }
}

fn whole(x: f32) -> i32 {
    // Far from what sums of bytes reach, and far from overflow.
    x.round().clamp(-1e8, 1e8) as i32
}

/// What the output, which counts in 1 / (127 * 256), is multiplied with to get
/// 65,536ths of points.
pub(super) fn points(scale: i32) -> i32 {
    let unit = i64::from(ACTIVATION) * i64::from(OUTPUT);
    ((i64::from(scale) * 65_536 + unit / 2) / unit) as i32
}
