//! The net: a tower of residual blocks with a policy and a value.

use crate::kernel::{LANES, Path};
use crate::layer::{Layer, Reach, dot, quantised};

/// Planes of the input, one byte each, 0 or 1.
pub const PLANES: usize = 4;
/// Rings of painted places round the board.
pub const RIM: usize = 2;
/// Taps along a side of the first layer.
pub const STEM: usize = 2 * RIM + 1;
/// Taps along a side of a block's layers.
const SIDE: usize = 3;

/// How large a net is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Shape {
    /// Channels of the tower, a multiple of 16.
    pub channels: usize,
    /// Blocks of two layers.
    pub blocks: usize,
    /// Channels of each of the two heads, a multiple of 8.
    pub head: usize,
    /// Numbers between the pooled channels and the value.
    pub hidden: usize,
}

impl Shape {
    /// Whether a net can have this shape.
    #[must_use]
    pub fn is_sound(self) -> bool {
        let Shape { channels, blocks, head, hidden } = self;
        channels > 0
            && channels <= 512
            && channels.is_multiple_of(LANES)
            && (1..=64).contains(&blocks)
            && (1..=256).contains(&head)
            && (2 * head).is_multiple_of(LANES)
            && (1..=1024).contains(&hidden)
    }

    /// Input channels, output channels and side of every layer, in order.
    pub(crate) fn layers(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let Shape { channels, blocks, head, .. } = self;
        std::iter::once((PLANES, channels, STEM))
            .chain((0..2 * blocks).map(move |_| (channels, channels, SIDE)))
            .chain(std::iter::once((channels, 2 * head, 1)))
    }
}

/// Weights, ready to be used by any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) shape: Shape,
    pub(crate) path: Path,
    /// The first layer, two of each block, and the heads'.
    pub(crate) layers: Vec<Layer>,
    /// By block, and for the heads: units of activation in one of the tower's numbers.
    pub(crate) units: Vec<f32>,
    /// The policy's weights and its bias.
    pub(crate) policy: Vec<f32>,
    /// By hidden number the weights of means and maxima, then all biases.
    pub(crate) hidden: Vec<f32>,
    /// Of the value; its bias last.
    pub(crate) value: Vec<f32>,
}

/// What one thread needs to evaluate boards of one size.
#[derive(Clone, Debug)]
pub struct Room {
    size: (usize, usize),
    channels: usize,
    input: Vec<u8>,
    /// Activations with a ring of zeros round the board.
    tower: Vec<u8>,
    middle: Vec<u8>,
    /// The way round the blocks, unrounded.
    around: Vec<f32>,
    heads: Vec<f32>,
    pooled: Vec<f32>,
    stem: Reach,
    block: Reach,
    head: Reach,
}

impl Room {
    /// Room for boards of `width` x `height`.
    #[must_use]
    pub fn new(net: &Net, width: usize, height: usize) -> Room {
        let Shape { channels, head, .. } = net.shape;
        let (cells, row) = (width * height, width + 2);
        let padded = row * (height + 2) * channels;
        let wide = width + 2 * RIM;
        Room {
            size: (width, height),
            channels,
            input: vec![0; wide * (height + 2 * RIM) * PLANES],
            tower: vec![0; padded],
            middle: vec![0; padded],
            around: vec![0.0; cells * channels],
            heads: vec![0.0; cells * 2 * head],
            pooled: vec![0.0; 2 * head],
            stem: Reach::new((width, height), wide, PLANES, 0, STEM),
            block: Reach::new((width, height), row, channels, 0, SIDE),
            head: Reach::new((width, height), row, channels, 1, 1),
        }
    }

    /// Width and height of the boards.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The planes to be painted: rows of `width + 2 * RIM` places, [`PLANES`] bytes a
    /// place, each 0 or 1.
    pub fn input_mut(&mut self) -> &mut [u8] {
        &mut self.input
    }
}

impl Net {
    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The instructions in use.
    #[must_use]
    pub fn path(&self) -> Path {
        self.path
    }

    /// The same net with other instructions; `None` where the processor lacks them.
    #[must_use]
    pub fn with_path(mut self, path: Path) -> Option<Net> {
        self.path = path;
        path.is_there().then_some(self)
    }

    /// Number of weights.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let layers: usize = self.layers.iter().map(|l| l.weights.len() + l.bias.len()).sum();
        layers + self.policy.len() + self.hidden.len() + self.value.len()
    }

    /// Judge what is painted in the room: a logit for every cell into `policy`, and the
    /// chance to win.
    ///
    /// # Panics
    /// When `policy` has another length than the board has cells, or the room was made
    /// for another shape of net.
    pub fn evaluate(&self, room: &mut Room, policy: &mut [f32]) -> f32 {
        let cells = room.size.0 * room.size.1;
        assert_eq!(policy.len(), cells, "a number for each cell");
        assert_eq!(room.channels, self.shape.channels, "the room was made for another net");
        self.climb(room);
        let head = self.shape.head;
        let Some((&bias, weights)) = self.policy.split_last() else { return 0.5 };
        for (logit, row) in policy.iter_mut().zip(room.heads.chunks_exact(2 * head)) {
            *logit = dot(&row[..head], weights) + bias;
        }
        self.worth(room, cells)
    }

    /// From the painted planes to the heads' channels.
    fn climb(&self, room: &mut Room) {
        let (channels, path) = (self.shape.channels, self.path);
        let Room { input, tower, middle, around, heads, stem, block, head, .. } = room;
        let [first, layers @ .., last] = &self.layers[..] else { return };
        let unit = self.units[0];
        first.run(path, input, stem, |cell, from, sums| {
            let (scale, bias) = first.terms(from, sums.len());
            let at = head.cells[cell] + from;
            let ways = &mut around[cell * channels + from..][..sums.len()];
            let out = &mut tower[at..at + sums.len()];
            for i in 0..sums.len() {
                let x = (sums[i] as f32 * scale[i] + bias[i]).max(0.0);
                ways[i] = x;
                out[i] = quantised(x * unit);
            }
        });
        for (pair, &unit) in layers.chunks_exact(2).zip(&self.units[1..]) {
            pair[0].run(path, tower, block, |cell, from, sums| {
                let (scale, bias) = pair[0].terms(from, sums.len());
                let at = head.cells[cell] + from;
                let out = &mut middle[at..at + sums.len()];
                for i in 0..sums.len() {
                    out[i] = quantised(sums[i] as f32 * scale[i] + bias[i]);
                }
            });
            pair[1].run(path, middle, block, |cell, from, sums| {
                let (scale, bias) = pair[1].terms(from, sums.len());
                let at = head.cells[cell] + from;
                let ways = &mut around[cell * channels + from..][..sums.len()];
                let out = &mut tower[at..at + sums.len()];
                for i in 0..sums.len() {
                    let x = (sums[i] as f32 * scale[i] + bias[i] + ways[i]).max(0.0);
                    ways[i] = x;
                    out[i] = quantised(x * unit);
                }
            });
        }
        let width = last.outputs;
        last.run(path, tower, head, |cell, from, sums| {
            let (scale, bias) = last.terms(from, sums.len());
            let out = &mut heads[cell * width + from..][..sums.len()];
            for i in 0..sums.len() {
                out[i] = (sums[i] as f32 * scale[i] + bias[i]).max(0.0);
            }
        });
    }

    /// The chance to win, from means and maxima over the board.
    fn worth(&self, room: &mut Room, cells: usize) -> f32 {
        let Shape { head, hidden, .. } = self.shape;
        room.pooled.fill(0.0);
        let (mean, most) = room.pooled.split_at_mut(head);
        for row in room.heads.chunks_exact(2 * head) {
            for (i, &x) in row[head..].iter().enumerate() {
                mean[i] += x;
                most[i] = most[i].max(x);
            }
        }
        mean.iter_mut().for_each(|x| *x /= cells as f32);
        let (rows, biases) = self.hidden.split_at(hidden * 2 * head);
        let Some((&last, weights)) = self.value.split_last() else { return 0.5 };
        let mut logit = last;
        for ((row, bias), weight) in rows.chunks_exact(2 * head).zip(biases).zip(weights) {
            logit += weight * (dot(row, &room.pooled) + bias).max(0.0);
        }
        1.0 / (1.0 + (-logit).exp())
    }
}
