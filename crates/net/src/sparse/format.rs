//! A sparse network as a file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TAKEBNNU` |
//! | 4 | version: 1 for two players without a policy, otherwise 2 |
//! | 4 + n | length and text of the encoding: what the features mean |
//! | 6 x 4 | features, most of a view, hidden, dense, buckets, points a step of odds |
//! | 2 x 4 | players, numbers of moves (0: no policy); only in version 2 |
//! | … | a bit for each feature: whether its row of the first layer is written |
//! | … | those rows by feature (i16); the others are zero; biases (i16) |
//! | … | per bucket: dense weights (i8), biases (i32), outputs (i16), bias (i32) |
//! | … | with a policy a bit for each of its rows: whether it is written; the others are zero |
//! | … | those rows by seat and number (i8), and the bias (i32) of each |
//! | 8 | FNV-1a of all bytes before |
//!
//! Numbers are little-endian. The length follows from the shape.

use super::policy::Policy;
use super::quantise::points;
use super::{Head, Shape, SparseNet};
use crate::bytes::{FOOTER, Reader, checksum, is_whole, noise};
use crate::kernel::Path;
use std::fmt;

const MAGIC: &[u8; 8] = b"TAKEBNNU";
/// For two, and no policy: what was written before there was more.
const PLAIN: u32 = 1;
/// With players and moves.
const VERSION: u32 = 2;
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
    /// Made for another number of players.
    Players {
        /// So many play here.
        wanted: usize,
        /// So many play there.
        found: usize,
    },
    /// Its policy is for other numbers of moves.
    Moves {
        /// Numbers of moves here.
        wanted: usize,
        /// Those of the policy.
        found: usize,
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
                write!(
                    f,
                    "a network of version {n}; this program reads {PLAIN} and {VERSION}: train it \
                     anew"
                )
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
            SparseError::Players { wanted, found } => {
                write!(f, "a network for {found} players; here are {wanted}")
            }
            SparseError::Moves { wanted, found } => {
                write!(f, "a policy over {found} numbers of moves; this game has {wanted}")
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

/// Bytes behind the name, with so many rows of the first layer and of the policy: sizes, bits,
/// weights, checksum.
fn length(shape: Shape, rows: usize, moves: usize) -> usize {
    let Shape { features, hidden, dense, buckets, .. } = shape;
    let head = dense * shape.inputs() + 4 * dense + 2 * dense + 4;
    let sizes = if is_plain(shape) { 24 } else { 32 };
    let layers = features.div_ceil(8) + 2 * (rows + 1) * hidden + buckets * head;
    let policy = shape.policy_rows().div_ceil(8) + moves * (shape.inputs() + 4);
    sizes + layers + policy + FOOTER
}

/// Whether a network of this shape is written as before there were players and moves.
fn is_plain(shape: Shape) -> bool {
    shape.players == 2 && shape.moves == 0
}

/// Bits that are set among the first so many.
fn counted(bits: &[u8], among: usize) -> usize {
    (0..among).filter(|&i| is_set(bits, i)).count()
}

fn is_set(bits: &[u8], i: usize) -> bool {
    bits[i / 8] >> (i % 8) & 1 == 1
}

/// A bit for each row: whether anything is in it.
fn bits_of(rows: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bits = vec![0u8; rows.len().div_ceil(8)];
    rows.enumerate().for_each(|(i, is_written)| bits[i / 8] |= u8::from(is_written) << (i % 8));
    bits
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
        let sizes = match version {
            PLAIN => 24,
            VERSION => 32,
            _ => return Err(SparseError::Version(version)),
        };
        let name = reader.word() as usize;
        if name > LONGEST_NAME {
            return Err(SparseError::NoNet);
        }
        let short = |expected: usize| SparseError::Length { expected, found: bytes.len() };
        if reader.0.len() < name + sizes + FOOTER {
            return Err(short(16 + name + sizes + FOOTER));
        }
        let encoding = std::str::from_utf8(reader.bytes(name)).map_err(|_| SparseError::NoNet)?;
        let [features, most, hidden, dense, buckets] = [(); 5].map(|()| reader.word() as usize);
        let scale = reader.word() as i32;
        let [players, moves] = match version {
            PLAIN => [2, 0],
            _ => [(); 2].map(|()| reader.word() as usize),
        };
        let shape = Shape { features, most, hidden, dense, buckets, players, moves };
        // One form for one network: what the plain version can say is not said otherwise.
        let is_odd = (version == PLAIN) != is_plain(shape);
        if is_odd || !shape.is_sound() || !(1..=LARGEST_SCALE).contains(&scale) {
            return Err(SparseError::Shape(shape));
        }
        let least = 16 + name + length(shape, 0, 0);
        if bytes.len() < least {
            return Err(short(least));
        }
        let written = reader.bytes(features.div_ceil(8));
        let rows = counted(written, features);
        // The policy lies last: its bits are found once it is known what is before them.
        let least = 16 + name + length(shape, rows, 0);
        if bytes.len() < least {
            return Err(short(least));
        }
        let bits = shape.policy_rows().div_ceil(8);
        let preferred = &bytes[least - FOOTER - bits..][..bits];
        let expected = 16 + name + length(shape, rows, counted(preferred, shape.policy_rows()));
        if bytes.len() != expected {
            return Err(short(expected));
        }
        if !is_whole(bytes) {
            return Err(SparseError::Checksum);
        }
        let mut first = vec![0; features * hidden];
        for (feature, row) in first.chunks_exact_mut(hidden).enumerate() {
            if is_set(written, feature) {
                row.copy_from_slice(&reader.shorts(hidden));
            }
        }
        let first_bias = reader.shorts(hidden);
        let inputs = shape.inputs();
        let heads: Vec<Head> = (0..buckets)
            .map(|_| Head {
                weights: reader.signed_bytes(dense * inputs),
                bias: reader.words(dense),
                out: reader.shorts(dense),
                out_bias: reader.words(1)[0],
            })
            .collect();
        reader.bytes(bits);
        let mut policy = Policy {
            weights: vec![0; shape.policy_rows() * inputs],
            bias: vec![0; shape.policy_rows()],
        };
        for (i, row) in policy.weights.chunks_exact_mut(inputs).enumerate() {
            if is_set(preferred, i) {
                row.copy_from_slice(&reader.signed_bytes(inputs));
                policy.bias[i] = reader.words(1)[0];
            }
        }
        let net = SparseNet {
            encoding: encoding.to_owned(),
            shape,
            path: Path::best(),
            points: points(scale),
            scale,
            first,
            first_bias,
            heads,
            policy,
        };
        if net.is_bounded() { Ok(net) } else { Err(SparseError::Weight) }
    }

    /// Read a network that must be for these features and so many players.
    ///
    /// # Errors
    /// When it is none, damaged, or for another game or table.
    pub fn read_for(
        bytes: &[u8],
        encoding: &str,
        features: usize,
        buckets: usize,
        players: usize,
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
        if net.shape.players != players {
            return Err(SparseError::Players { wanted: players, found: net.shape.players });
        }
        Ok(net)
    }

    /// The network, if its policy is for so many numbers of moves, or it has none.
    ///
    /// # Errors
    /// When it is for others.
    pub fn over_moves(self, moves: usize) -> Result<SparseNet, SparseError> {
        match self.shape.moves {
            found if found == moves || found == 0 => Ok(self),
            found => Err(SparseError::Moves { wanted: moves, found }),
        }
    }

    /// The same network without a policy.
    #[must_use]
    pub fn without_policy(mut self) -> SparseNet {
        self.shape.moves = 0;
        self.policy = Policy::default();
        self
    }

    /// Whether no sum of so many features, and no sum behind it, can overflow.
    fn is_bounded(&self) -> bool {
        let bound = self.shape.largest_weight();
        let small = |&w: &i16| (-bound..=bound).contains(&w);
        let far = 1 << 28;
        let head = |head: &Head| {
            !head.weights.contains(&i8::MIN)
                && head.bias.iter().chain([&head.out_bias]).all(|b| (-far..=far).contains(b))
        };
        self.first.iter().chain(&self.first_bias).all(small)
            && self.heads.iter().all(head)
            && !self.policy.weights.contains(&i8::MIN)
            && self.policy.bias.iter().all(|b| (-far..=far).contains(b))
    }

    /// The network as bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let Shape { features, most, hidden, dense, buckets, players, moves } = self.shape;
        let plain = is_plain(self.shape);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(if plain { PLAIN } else { VERSION }.to_le_bytes());
        bytes.extend((self.encoding.len() as u32).to_le_bytes());
        bytes.extend(self.encoding.as_bytes());
        let sizes = [features, most, hidden, dense, buckets, self.scale as usize, players, moves];
        for size in &sizes[..if plain { 6 } else { 8 }] {
            bytes.extend((*size as u32).to_le_bytes());
        }
        let shorts = |bytes: &mut Vec<u8>, numbers: &[i16]| {
            numbers.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        };
        let is_written = |row: &[i16]| row.iter().any(|&weight| weight != 0);
        bytes.extend(bits_of(self.first.chunks_exact(hidden).map(is_written)));
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
        let rows = self.policy.weights.chunks_exact(self.shape.inputs()).zip(&self.policy.bias);
        let is_written =
            |(row, bias): &(&[i8], &i32)| **bias != 0 || row.iter().any(|&weight| weight != 0);
        bytes.extend(bits_of(rows.clone().map(|row| is_written(&row))));
        for (row, bias) in rows.filter(is_written) {
            bytes.extend(row.iter().map(|&w| w as u8));
            bytes.extend(bias.to_le_bytes());
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
        floats.policy.iter_mut().for_each(|w| *w = noise() / 2.0);
        floats.policy_bias.iter_mut().for_each(|w| *w = noise());
        floats.quantised(encoding, 400)
    }
}
