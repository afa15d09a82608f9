//! Networks over sparse features, which follow the moves of a search.
//!
//! The first layer is wide and sparse: its sums (the *accumulator* of a view)
//! are a row of 16-bit numbers for every feature that is there, added up, and a
//! move changes a few rows. What is made anew at every judgement is small: the
//! sums of the mover's view and of the other's, cut to 0..=127, go through one
//! layer of bytes and one row of outputs. Which of several such pairs of layers
//! judges is the position's *bucket*.
//!
//! ```text
//! features of the mover   -> sums (i16) -> 0..=127 \
//!                                                   > dense (i8) -> 0..=127 -> value
//! features of the other   -> sums (i16) -> 0..=127 /
//! ```
//!
//! Where more than two play, the position is judged once for each of them, by all sums in order of
//! seats from his own: one number a seat, and no seat has layers of its own.
//!
//! A network may also have a *policy*: for every seat and number of a move a row of bytes over the
//! same cut sums, whose product is the move's preference. Only the rows of legal moves are looked at.
//!
//! All sums are sums of small integers that cannot overflow, so the wide
//! instructions and the plain loops give the same answer to the last bit, and
//! sums that were led along are those made from scratch.
//!
//! ```
//! use takeback_net::sparse::{Shape, SparseNet};
//!
//! let shape = Shape { features: 40, most: 10, hidden: 32, dense: 8, buckets: 2, players: 2, moves: 0 };
//! let net = SparseNet::random("a test", shape, 7);
//! let (mut own, mut other) = (net.fresh(), net.fresh());
//! net.add(&mut own, 3);
//! net.add(&mut other, 23);
//! let points = net.value(&own, &other, 1);
//! net.add(&mut own, 5);
//! net.remove(&mut own, 5);
//! assert_eq!(net.value(&own, &other, 1), points);
//! assert_eq!(SparseNet::read(&net.write())?.value(&own, &other, 1), points);
//! # Ok::<(), takeback_net::sparse::SparseError>(())
//! ```

mod format;
mod kernel;
mod policy;
mod quantise;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use format::SparseError;
pub use policy::STEP;
pub use quantise::{ACTIVATION, Floats, OUTPUT, WEIGHT};

use crate::kernel::Path;

/// No view has more sums.
pub const MOST_HIDDEN: usize = 512;
/// The sums of a view come in such runs.
pub const RUN: usize = 32;
/// No dense layer has more outputs.
pub const MOST_DENSE: usize = 64;
/// All views together have no more sums.
const MOST_INPUTS: usize = 2 * MOST_HIDDEN;
/// No policy has more weights.
const MOST_POLICY: usize = 1 << 27;

/// The sizes of a network.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Shape {
    /// One more than the largest feature.
    pub features: usize,
    /// No view has more features at once.
    pub most: usize,
    /// Sums of a view: a multiple of [`RUN`].
    pub hidden: usize,
    /// Outputs of the dense layer: a multiple of 8.
    pub dense: usize,
    /// How many pairs of dense layers there are.
    pub buckets: usize,
    /// Who plays: as many views.
    pub players: usize,
    /// Numbers of moves that it has preferences for; 0 without a policy.
    pub moves: usize,
}

impl Shape {
    /// Whether a network can have these sizes.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        (1..=1 << 16).contains(&self.features)
            && (1..=4096).contains(&self.most)
            && (RUN..=MOST_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(RUN)
            && (8..=MOST_DENSE).contains(&self.dense)
            && self.dense.is_multiple_of(8)
            && (1..=64).contains(&self.buckets)
            && (2..=8).contains(&self.players)
            && self.inputs() <= MOST_INPUTS
            && self.moves <= 1 << 20
            && self.policy_rows() as u64 * self.inputs() as u64 <= MOST_POLICY as u64
    }

    /// What the layers behind the sums are given: all views.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.players * self.hidden
    }

    /// A row for every seat and number of a move.
    #[must_use]
    pub fn policy_rows(&self) -> usize {
        self.players * self.moves
    }

    /// No weight of the first layer may be larger, lest sums overflow.
    #[must_use]
    pub fn largest_weight(&self) -> i16 {
        (i16::MAX as usize / (self.most + 1)) as i16
    }
}

/// A network in integers.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseNet {
    pub(crate) encoding: String,
    pub(crate) shape: Shape,
    pub(crate) path: Path,
    /// Points of the evaluator for each 65,536th of the output's unit.
    pub(crate) points: i32,
    /// Points that stand for one step of the logarithm of odds.
    pub(crate) scale: i32,
    /// By feature.
    pub(crate) first: Vec<i16>,
    pub(crate) first_bias: Vec<i16>,
    pub(crate) heads: Vec<Head>,
    pub(crate) policy: policy::Policy,
}

/// The layers of one bucket.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    /// By output, then by input: one's own sums, then the others' round the table.
    pub(crate) weights: Vec<i8>,
    pub(crate) bias: Vec<i32>,
    pub(crate) out: Vec<i16>,
    pub(crate) out_bias: i32,
}

impl SparseNet {
    /// The sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What its features mean.
    #[must_use]
    pub fn encoding(&self) -> &str {
        &self.encoding
    }

    /// How many points stand for one step of the logarithm of odds: a value of
    /// so many points means a share of 1 / (1 + 1/e), 73 %.
    #[must_use]
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// By these instructions, where the processor has them.
    #[must_use]
    pub fn by(mut self, path: Path) -> Self {
        if path.is_there() {
            self.path = path;
        }
        self
    }

    /// The sums of a view without features.
    #[must_use]
    pub fn fresh(&self) -> Vec<i16> {
        self.first_bias.clone()
    }

    /// The sums of a view without features, into room that is there.
    ///
    /// # Panics
    /// When the room has another length.
    #[inline]
    pub fn clear(&self, sums: &mut [i16]) {
        sums.copy_from_slice(&self.first_bias);
    }

    #[inline]
    fn row(&self, feature: u16) -> &[i16] {
        let hidden = self.shape.hidden;
        &self.first[usize::from(feature) * hidden..][..hidden]
    }

    /// One more of a feature.
    ///
    /// # Panics
    /// When there is no such feature, or the sums are not of this network.
    #[inline]
    pub fn add(&self, sums: &mut [i16], feature: u16) {
        kernel::add(sums, self.row(feature));
    }

    /// One less.
    ///
    /// # Panics
    /// As [`add`](SparseNet::add).
    #[inline]
    pub fn remove(&self, sums: &mut [i16], feature: u16) {
        kernel::remove(sums, self.row(feature));
    }

    /// The sums of a view after some features came and went, from those before.
    ///
    /// # Panics
    /// As [`add`](SparseNet::add).
    pub fn follow(&self, before: &[i16], after: &mut [i16], came: &[u16], went: &[u16]) {
        let hidden = self.shape.hidden;
        assert!(before.len() == hidden && after.len() == hidden, "sums of another network");
        kernel::follow(self.path, &self.first, before, after, came, went);
    }

    /// What the position is worth to the mover, in points, by the sums of both
    /// views.
    ///
    /// # Panics
    /// When the sums are of another network, or not two play, or there is no such bucket.
    #[must_use]
    pub fn value(&self, own: &[i16], other: &[i16], bucket: usize) -> i32 {
        // Room that fits: to blank a kibibyte takes as long as a small layer.
        match self.shape.hidden {
            ..=64 => self.value_in::<128>(own, other, bucket),
            65..=128 => self.value_in::<256>(own, other, bucket),
            129..=256 => self.value_in::<512>(own, other, bucket),
            _ => self.value_in::<{ 2 * MOST_HIDDEN }>(own, other, bucket),
        }
    }

    fn value_in<const ROOM: usize>(&self, own: &[i16], other: &[i16], bucket: usize) -> i32 {
        let hidden = self.shape.hidden;
        assert!(own.len() == hidden && other.len() == hidden, "sums of another network");
        assert_eq!(self.shape.players, 2, "a network for two");
        let head = &self.heads[bucket];
        let mut inputs = [0u8; ROOM];
        let inputs = &mut inputs[..2 * hidden];
        kernel::cut(self.path, own, &mut inputs[..hidden]);
        kernel::cut(self.path, other, &mut inputs[hidden..]);
        self.points_of(inputs, head)
    }

    #[inline]
    fn points_of(&self, inputs: &[u8], head: &Head) -> i32 {
        let outputs = kernel::judged(self.path, inputs, head);
        let total = i64::from(head.out_bias) + i64::from(outputs);
        ((total * i64::from(self.points)) >> 16) as i32
    }

    /// What the position is worth to each seat in points, by the sums of all views in order of
    /// seats. Each is judged from his own view, whoever is in turn.
    ///
    /// # Panics
    /// When the sums are of another network, there is no such bucket, or `out` has not a place
    /// for each seat.
    pub fn values(&self, views: &[i16], bucket: usize, out: &mut [i32]) {
        let Shape { hidden, players, .. } = self.shape;
        let inputs = self.shape.inputs();
        assert_eq!(views.len(), inputs, "sums of another network");
        assert_eq!(out.len(), players, "a place for each seat");
        let head = &self.heads[bucket];
        // Twice round the table: everybody's own inputs lie in a row.
        let mut twice = [0u8; 2 * MOST_INPUTS];
        kernel::cut(self.path, views, &mut twice[..inputs]);
        twice.copy_within(..inputs, inputs);
        for (seat, out) in out.iter_mut().enumerate() {
            *out = self.points_of(&twice[seat * hidden..][..inputs], head);
        }
    }

    /// The same for one seat.
    ///
    /// # Panics
    /// As [`values`](SparseNet::values), and when there is no such seat.
    #[must_use]
    pub fn value_of(&self, views: &[i16], seat: usize, bucket: usize) -> i32 {
        let mut inputs = [0u8; MOST_INPUTS];
        let inputs = self.inputs_of(views, seat, &mut inputs);
        self.points_of(inputs, &self.heads[bucket])
    }

    /// Cut sums of all views, this seat's first.
    fn inputs_of<'a>(&self, views: &[i16], seat: usize, room: &'a mut [u8]) -> &'a [u8] {
        let (hidden, inputs) = (self.shape.hidden, self.shape.inputs());
        assert!(views.len() == inputs && seat < self.shape.players, "sums of another network");
        let (before, from) = views.split_at(seat * hidden);
        let inputs = &mut room[..inputs];
        kernel::cut(self.path, from, &mut inputs[..from.len()]);
        kernel::cut(self.path, before, &mut inputs[from.len()..]);
        inputs
    }

    /// A share of a win for so many points.
    #[inline]
    #[must_use]
    pub fn share(&self, points: i32) -> f32 {
        1.0 / (1.0 + (-points as f32 / self.scale as f32).exp())
    }
}

/// The bits behind the point of a dense weight.
const WEIGHT_BITS: u32 = WEIGHT.trailing_zeros();
