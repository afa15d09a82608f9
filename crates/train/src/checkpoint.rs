//! What a stopped training goes on from: the state after an epoch, as a file.

use crate::model::{Model, Places};
use crate::run::{Epoch, State, TrainError};
use std::path::Path;

const MAGIC: &[u8; 8] = b"TAKETRN2";

impl State {
    /// The state as bytes.
    pub(crate) fn save(&self, print: u64) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(print.to_le_bytes());
        bytes.extend((self.epochs.len() as u64).to_le_bytes());
        for epoch in &self.epochs {
            bytes.extend(epoch.taught.to_le_bytes());
            bytes.extend(epoch.kept.to_le_bytes());
            bytes.extend(epoch.moves.to_le_bytes());
        }
        let (best, loss, model) = match &self.best {
            Some((number, loss, model)) => (*number, *loss, model),
            None => (0, 0.0, &self.model),
        };
        bytes.extend((best as u64).to_le_bytes());
        bytes.extend(loss.to_le_bytes());
        bytes.extend(self.adam.steps.to_le_bytes());
        for row in [&self.model.weights, &self.adam.means, &self.adam.squares, &model.weights] {
            row.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Go on from what was saved. A file that is torn or of another run is refused
    /// rather than overwritten.
    pub(crate) fn load(&mut self, path: &Path, print: u64) -> Result<(), TrainError> {
        let other = || TrainError::OtherRun(path.to_owned());
        let bytes = std::fs::read(path)
            .map_err(|source| TrainError::Write { path: path.to_owned(), source })?;
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(other)?;
        if !body.starts_with(MAGIC) || checksum(body) != u64::from_le_bytes(*sum) {
            return Err(other());
        }
        let (words, _) = body[8..].as_chunks::<8>();
        let word = |i: usize| words.get(i).copied().map(u64::from_le_bytes);
        if word(0) != Some(print) {
            return Err(other());
        }
        let count = word(1).ok_or_else(other)? as usize;
        let places = Places::of(self.model.shape);
        let numbers = 8 * (5 + 3 * count) + 8;
        if body.len() != numbers + 16 * places.all {
            return Err(other());
        }
        let real = |i: usize| word(i).map_or(0.0, f64::from_bits);
        let epoch = |i: usize| Epoch {
            taught: real(2 + 3 * i),
            kept: real(3 + 3 * i),
            moves: real(4 + 3 * i),
        };
        self.epochs = (0..count).map(epoch).collect();
        let at = 2 + 3 * count;
        let (best, loss) = (word(at).unwrap_or(0) as usize, real(at + 1));
        self.adam.steps = word(at + 2).unwrap_or(0);
        let (floats, _) = body[numbers..].as_chunks::<4>();
        let row = |n: usize| -> Vec<f32> {
            floats[n * places.all..(n + 1) * places.all]
                .iter()
                .map(|&four| f32::from_le_bytes(four))
                .collect()
        };
        self.model.weights = row(0);
        self.adam.means = row(1);
        self.adam.squares = row(2);
        self.best =
            (best > 0).then(|| (best, loss, Model { shape: self.model.shape, weights: row(3) }));
        Ok(())
    }
}

/// A number that stands for bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Write under another name and rename: whole or not at all.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, path)
}
