//! A net as a file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TAKEBNET` |
//! | 4 | version, 1 |
//! | 4 x 4 | channels, blocks, head, hidden |
//! | … | per layer: weights (i8), scales (f32), biases (f32) |
//! | … | units of activation, by block and for the heads (f32) |
//! | … | policy and its bias, hidden and its biases, value and its bias (f32) |
//! | 8 | FNV-1a of all bytes before |
//!
//! Numbers are little-endian. Weights lie as the kernels want them: by panel of 16
//! outputs, tap, word of four inputs, output, input. The length follows from the shape.

use crate::bytes::{FOOTER, Reader, checksum, is_whole, noise};
use crate::kernel::Path;
use crate::layer::Layer;
use crate::tower::{Net, Shape};
use std::error::Error;
use std::fmt;

const MAGIC: &[u8; 8] = b"TAKEBNET";
const VERSION: u32 = 1;
/// Magic, version, shape.
const HEADER: usize = 8 + 4 + 16;

/// Why bytes are no net.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NetError {
    /// They do not begin as a net's do.
    NoNet,
    /// A version that this program does not know.
    Version(u32),
    /// No net has this shape.
    Shape(Shape),
    /// The length does not fit the shape.
    Length {
        /// Bytes that the shape asks for.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// The bytes are not those that were written.
    Checksum,
    /// A number among the weights is none, or infinite.
    Number,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NoNet => f.write_str("these bytes are no net"),
            NetError::Version(n) => write!(f, "a net of version {n}; this program reads {VERSION}"),
            NetError::Shape(s) => write!(
                f,
                "no net has {} channels, {} blocks, heads of {} and {} hidden numbers",
                s.channels, s.blocks, s.head, s.hidden
            ),
            NetError::Length { expected, found } => {
                write!(f, "a net of this shape has {expected} bytes, not {found}")
            }
            NetError::Checksum => f.write_str("the net is damaged: its checksum differs"),
            NetError::Number => f.write_str("a weight of the net is not a finite number"),
        }
    }
}

impl Error for NetError {}

/// The bytes of a file of this shape.
fn length(shape: Shape) -> usize {
    let Shape { blocks, head, hidden, .. } = shape;
    let layers: usize = shape.layers().map(|(i, o, side)| side * side * i * o + 8 * o).sum();
    let floats = blocks + 1 + head + 1 + hidden * 2 * head + hidden + hidden + 1;
    HEADER + layers + 4 * floats + FOOTER
}

fn floats(reader: &mut Reader<'_>, count: usize) -> Result<Vec<f32>, NetError> {
    let floats: Vec<f32> = (0..count).map(|_| f32::from_bits(reader.word())).collect();
    let all_finite = floats.iter().all(|x| x.is_finite());
    if all_finite { Ok(floats) } else { Err(NetError::Number) }
}

fn layer(
    reader: &mut Reader<'_>,
    (inputs, outputs, side): (usize, usize, usize),
) -> Result<Layer, NetError> {
    let weights = reader.signed_bytes(side * side * inputs * outputs);
    // One step further and pairs of products would not fit sixteen bits.
    if weights.contains(&i8::MIN) {
        return Err(NetError::Number);
    }
    let (scale, bias) = (floats(reader, outputs)?, floats(reader, outputs)?);
    Ok(Layer { inputs, outputs, side, weights, scale, bias })
}

impl Net {
    /// Read a net from the bytes of a file. It uses the best instructions there are.
    ///
    /// # Errors
    /// When the bytes are no net, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        if bytes.len() < HEADER || !bytes.starts_with(MAGIC) {
            return Err(NetError::NoNet);
        }
        let mut reader = Reader(&bytes[MAGIC.len()..]);
        let version = reader.word();
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let [channels, blocks, head, hidden] = [(); 4].map(|()| reader.word() as usize);
        let shape = Shape { channels, blocks, head, hidden };
        if !shape.is_sound() {
            return Err(NetError::Shape(shape));
        }
        let expected = length(shape);
        if bytes.len() != expected {
            return Err(NetError::Length { expected, found: bytes.len() });
        }
        if !is_whole(bytes) {
            return Err(NetError::Checksum);
        }
        let layers =
            shape.layers().map(|form| layer(&mut reader, form)).collect::<Result<_, _>>()?;
        let mut several = |count: usize| floats(&mut reader, count);
        Ok(Net {
            shape,
            path: Path::best(),
            layers,
            units: several(blocks + 1)?,
            policy: several(head + 1)?,
            hidden: several(hidden * 2 * head + hidden)?,
            value: several(hidden + 1)?,
        })
    }

    /// The net as bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let Shape { channels, blocks, head, hidden } = self.shape;
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION as usize, channels, blocks, head, hidden] {
            bytes.extend((word as u32).to_le_bytes());
        }
        let floats = |bytes: &mut Vec<u8>, numbers: &[f32]| {
            numbers.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        };
        for layer in &self.layers {
            bytes.extend(layer.weights.iter().map(|&w| w as u8));
            floats(&mut bytes, &layer.scale);
            floats(&mut bytes, &layer.bias);
        }
        for numbers in [&self.units, &self.policy, &self.hidden, &self.value] {
            floats(&mut bytes, numbers);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// A net of noise, for tests and for measuring speed: its activations are neither
    /// all zero nor all at their limit.
    ///
    /// # Panics
    /// When the shape is not sound.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Net {
        assert!(shape.is_sound(), "a shape that a net can have");
        let mut noise = noise(seed);
        let layers: Vec<Layer> = shape
            .layers()
            .map(|(inputs, outputs, side)| {
                let count = side * side * inputs * outputs;
                let weights = (0..count).map(|_| (noise() * 254.0) as i8).collect();
                let spread = 0.5 / ((side * side * inputs) as f32).sqrt();
                let top = if side == 3 { 1.0 } else { 0.3 };
                let scale = (0..outputs).map(|_| spread * top * (1.0 + noise()) / 20.0).collect();
                let bias = (0..outputs).map(|_| noise()).collect();
                Layer { inputs, outputs, side, weights, scale, bias }
            })
            .collect();
        let mut several = |count: usize| (0..count).map(|_| noise()).collect::<Vec<f32>>();
        let Shape { blocks, head, hidden, .. } = shape;
        Net {
            shape,
            path: Path::best(),
            layers,
            units: vec![24.0; blocks + 1],
            policy: several(head + 1),
            hidden: several(hidden * 2 * head + hidden),
            value: several(hidden + 1),
        }
    }

    /// The weight of a layer, by the order of files.
    #[cfg(test)]
    pub(crate) fn weight(&self, layer: usize, output: usize, tap: usize, input: usize) -> i32 {
        let l = &self.layers[layer];
        let (words, taps) = (l.inputs / 4, l.side * l.side);
        let row = ((output / 16 * taps + tap) * words + input / 4) * 16 + output % 16;
        i32::from(l.weights[row * 4 + input % 4])
    }
}
