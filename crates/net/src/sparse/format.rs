//! A sparse network as a file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TAKEBNNU` |
//! | 4 | version, 1 |
//! | 4 + n | length and text of the encoding: what the features mean |
//! | 6 x 4 | features, most of a view, hidden, dense, buckets, points a step of odds |
//! | … | a bit for each feature: whether its row of the first layer is written |
//! | … | those rows by feature (i16); the others are zero; biases (i16) |
//! | … | per bucket: dense weights (i8), biases (i32), outputs (i16), bias (i32) |
//! | 8 | FNV-1a of all bytes before |
//!
//! Numbers are little-endian. The length follows from the shape.

use super::quantise::points;
use super::{Head, Shape, SparseNet};
use crate::bytes::{FOOTER, Reader, checksum, is_whole, noise};
use crate::kernel::Path;
use std::fmt;

const MAGIC: &[u8; 8] = b"TAKEBNNU";
const VERSION: u32 = 1;
/// No encoding has a longer name.
const LONGEST_NAME: usize = 200;
/// No network has more points for a step of odds.
const LARGEST_SCALE: i32 = 1_000_000;

/// Why bytes are no network, or not the one that is wanted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SparseError {
    /// They do not begin as a network's do.
    NoNet,
    /// A version that this program does not know.
    Version(u32),
    /// No network has these sizes.
    Shape(Shape),
    /// The file ends too early, or goes on behind its end.
    Length {
        /// Bytes that the shape asks for.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// The bytes are not those that were written.
    Checksum,
    /// A weight is too large for sums of so many features.
    Weight,
    /// Made for other features than those of this game.
    Encoding {
        /// What this game's features are called.
        wanted: String,
        /// What the network's are called.
        found: String,
    },
    /// Made for the same name but other numbers of features or buckets.
    Sizes {
        /// Features and buckets of this game.
        wanted: (usize, usize),
        /// Those of the network.
        found: (usize, usize),
    },
}

impl fmt::Display for SparseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparseError::NoNet => f.write_str("not a network; `takeback train` writes them"),
            SparseError::Version(n) => {
                write!(f, "a network of version {n}; this program reads {VERSION}: train it anew")
            }
            SparseError::Shape(shape) => write!(f, "no network has these sizes: {shape:?}"),
            SparseError::Length { expected, found } => {
                write!(f, "a network of these sizes has {expected} bytes, not {found}")
            }
            SparseError::Checksum => f.write_str("the network is damaged: its checksum differs"),
            SparseError::Weight => {
                f.write_str("a weight is so large that sums would overflow: train it anew")
            }
            SparseError::Encoding { wanted, found } => {
                write!(f, "a network for {found:?}; this game asks for {wanted:?}")
            }
            SparseError::Sizes { wanted, found } => write!(
                f,
                "a network over {} features in {} buckets; this game has {} in {}",
                found.0, found.1, wanted.0, wanted.1
            ),
        }
    }
}

impl std::error::Error for SparseError {}

/// Bytes behind the name, with so many rows of the first layer: sizes, bits,
/// weights, checksum.
fn length(shape: Shape, rows: usize) -> usize {
    let Shape { features, hidden, dense, buckets, .. } = shape;
    let head = dense * 2 * hidden + 4 * dense + 2 * dense + 4;
    24 + features.div_ceil(8) + 2 * (rows + 1) * hidden + buckets * head + FOOTER
}

impl SparseNet {
    /// Read a network from the bytes of a file.
    ///
    /// # Errors
    /// When the bytes are no network, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<SparseNet, SparseError> {
        if bytes.len() < 16 || !bytes.starts_with(MAGIC) {
            return Err(SparseError::NoNet);
        }
        let mut reader = Reader(&bytes[MAGIC.len()..]);
        let version = reader.word();
        if version != VERSION {
            return Err(SparseError::Version(version));
        }
        let name = reader.word() as usize;
        if name > LONGEST_NAME {
            return Err(SparseError::NoNet);
        }
        let short = |expected: usize| SparseError::Length { expected, found: bytes.len() };
        if reader.0.len() < name + 24 + FOOTER {
            return Err(short(16 + name + 24 + FOOTER));
        }
        let encoding = std::str::from_utf8(reader.bytes(name)).map_err(|_| SparseError::NoNet)?;
        let [features, most, hidden, dense, buckets] = [(); 5].map(|()| reader.word() as usize);
        let scale = reader.word() as i32;
        let shape = Shape { features, most, hidden, dense, buckets };
        if !shape.is_sound() || !(1..=LARGEST_SCALE).contains(&scale) {
            return Err(SparseError::Shape(shape));
        }
        let least = 16 + name + length(shape, 0);
        if bytes.len() < least {
            return Err(short(least));
        }
        let written = reader.bytes(features.div_ceil(8));
        let is_written = |feature: usize| written[feature / 8] >> (feature % 8) & 1 == 1;
        let rows = (0..features).filter(|&feature| is_written(feature)).count();
        let expected = 16 + name + length(shape, rows);
        if bytes.len() != expected {
            return Err(short(expected));
        }
        if !is_whole(bytes) {
            return Err(SparseError::Checksum);
        }
        let mut first = vec![0; features * hidden];
        for (feature, row) in first.chunks_exact_mut(hidden).enumerate() {
            if is_written(feature) {
                row.copy_from_slice(&reader.shorts(hidden));
            }
        }
        let first_bias = reader.shorts(hidden);
        let heads: Vec<Head> = (0..buckets)
            .map(|_| Head {
                weights: reader.signed_bytes(dense * 2 * hidden),
                bias: reader.words(dense),
                out: reader.shorts(dense),
                out_bias: reader.words(1)[0],
            })
            .collect();
        let net = SparseNet {
            encoding: encoding.to_owned(),
            shape,
            path: Path::best(),
            points: points(scale),
            scale,
            first,
            first_bias,
            heads,
        };
        if net.is_bounded() { Ok(net) } else { Err(SparseError::Weight) }
    }

    /// Read a network that must be for these features.
    ///
    /// # Errors
    /// When it is none, damaged, or for another game.
    pub fn read_for(
        bytes: &[u8],
        encoding: &str,
        features: usize,
        buckets: usize,
    ) -> Result<SparseNet, SparseError> {
        let net = SparseNet::read(bytes)?;
        if net.encoding != encoding {
            let (wanted, found) = (encoding.to_owned(), net.encoding);
            return Err(SparseError::Encoding { wanted, found });
        }
        let found = (net.shape.features, net.shape.buckets);
        // A network may judge all positions alike.
        if found.0 != features || found.1 != buckets && found.1 != 1 {
            return Err(SparseError::Sizes { wanted: (features, buckets), found });
        }
        Ok(net)
    }

    /// Whether no sum of so many features, and no sum behind it, can overflow.
    fn is_bounded(&self) -> bool {
        let bound = self.shape.largest_weight();
        let small = |&w: &i16| (-bound..=bound).contains(&w);
        let head = |head: &Head| {
            let far = 1 << 28;
            !head.weights.contains(&i8::MIN)
                && head.bias.iter().chain([&head.out_bias]).all(|b| (-far..=far).contains(b))
        };
        self.first.iter().chain(&self.first_bias).all(small) && self.heads.iter().all(head)
    }

    /// The network as bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let Shape { features, most, hidden, dense, buckets } = self.shape;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.encoding.len() as u32).to_le_bytes());
        bytes.extend(self.encoding.as_bytes());
        for size in [features, most, hidden, dense, buckets, self.scale as usize] {
            bytes.extend((size as u32).to_le_bytes());
        }
        let shorts = |bytes: &mut Vec<u8>, numbers: &[i16]| {
            numbers.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        };
        let is_written = |row: &[i16]| row.iter().any(|&weight| weight != 0);
        let mut written = vec![0u8; features.div_ceil(8)];
        for (feature, row) in self.first.chunks_exact(hidden).enumerate() {
            written[feature / 8] |= u8::from(is_written(row)) << (feature % 8);
        }
        bytes.extend(written);
        for row in self.first.chunks_exact(hidden).filter(|row| is_written(row)) {
            shorts(&mut bytes, row);
        }
        shorts(&mut bytes, &self.first_bias);
        for head in &self.heads {
            bytes.extend(head.weights.iter().map(|&w| w as u8));
            head.bias.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
            shorts(&mut bytes, &head.out);
            bytes.extend(head.out_bias.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// A network of noise, for tests and for measuring speed.
    ///
    /// # Panics
    /// When the shape is not sound.
    #[must_use]
    pub fn random(encoding: &str, shape: Shape, seed: u64) -> SparseNet {
        let mut noise = noise(seed);
        let mut floats = super::Floats::zero(shape);
        for weights in [&mut floats.first, &mut floats.first_bias, &mut floats.out] {
            weights.iter_mut().for_each(|w| *w = noise());
        }
        floats.dense.iter_mut().for_each(|w| *w = noise() / 2.0);
        floats.dense_bias.iter_mut().for_each(|w| *w = noise());
        floats.out_bias.iter_mut().for_each(|w| *w = noise());
        floats.quantised(encoding, 400)
    }
}
