//! Small nets on the CPU, without any dependency: convolutional policy–value nets
//! for boards, and in [`sparse`] nets over features that follow a search's moves.
//!
//! A convolutional net here is a residual tower over a board of any size: a first layer over
//! painted planes, blocks of two 3x3 convolutions, a policy of one number per
//! cell and one value. Weights have eight bits and activations seven, so that
//! every sum is a sum of small integers: the wide instructions of a processor
//! and the plain loop give *the same answer to the last bit*.
//!
//! | where | what |
//! |---|---|
//! | `format` | the file: magic, version, shape, weights, checksum; typed errors |
//! | `layer` | one convolution and what is done with its sums |
//! | `kernel` | the sums: plain, AVX2, AVX-512 with VNNI; the only `unsafe` code |
//! | `tower` | the net and the room it works in |
//! | [`sparse`] | nets over sparse features: accumulators, layers, file |
//!
//! ```
//! use takeback_net::{Net, Room, Shape};
//!
//! let net = Net::random(Shape { channels: 16, blocks: 1, head: 16, hidden: 8 }, 7);
//! let mut room = Room::new(&net, 5, 5);
//! room.input_mut().fill(0);
//! let mut policy = [0.0; 25];
//! let value = net.evaluate(&mut room, &mut policy);
//! assert!((0.0..=1.0).contains(&value));
//! let again = Net::read(&net.write())?;
//! assert_eq!(again.evaluate(&mut room, &mut policy), value);
//! # Ok::<(), takeback_net::NetError>(())
//! ```

#![deny(unsafe_code)]

mod bytes;
mod format;
mod kernel;
mod layer;
pub mod sparse;
mod tower;

#[cfg(test)]
mod tests;

pub use format::NetError;
pub use kernel::Path;
pub use tower::{Net, PLANES, RIM, Room, STEM, Shape};
