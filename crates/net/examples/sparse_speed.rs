//! How long the sums of a move, a judgement and preferences for thirty moves take: `cargo run --release -p takeback-net
//! --example sparse_speed`.

use std::hint::black_box;
use std::time::Instant;
use takeback_net::Path;
use takeback_net::sparse::{Shape, SparseNet};

const TIMES: u32 = 200_000;

fn main() {
    for hidden in [32, 64, 128, 256] {
        let shape = Shape {
            features: 3500,
            most: 140,
            hidden,
            dense: 16,
            buckets: 4,
            players: 2,
            moves: 1000,
        };
        for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
            let net = SparseNet::random("speed", shape, 1).by(path);
            let (mut own, mut other) = (net.fresh(), net.fresh());
            let (mut own_after, mut other_after) = (net.fresh(), net.fresh());
            let start = Instant::now();
            for n in 0..TIMES {
                // A piece leaves a square and comes to another, in both views.
                let feature = |n: u32| [(n.wrapping_mul(2_654_435_761) >> 20) as u16 % 3500];
                let (came, went) = (feature(n), feature(n + 1));
                net.follow(&own, &mut own_after, &came, &went);
                net.follow(&other, &mut other_after, &went, &came);
                std::mem::swap(&mut own, &mut own_after);
                std::mem::swap(&mut other, &mut other_after);
            }
            let update = start.elapsed() / TIMES;
            let start = Instant::now();
            for _ in 0..TIMES {
                black_box(net.value(black_box(&own), black_box(&other), 1));
            }
            let value = start.elapsed() / TIMES;
            let (views, mut sum) = ([own, other].concat(), 0i64);
            let start = Instant::now();
            for n in 0..TIMES as usize {
                let moves = (0..30).map(|i| (n * 7 + i * 31) % 1000);
                net.prefer(black_box(&views), 0, 0, moves, |score| sum += i64::from(score));
            }
            black_box(sum);
            println!(
                "{hidden} sums, {path:?}: update {update:?}, value {value:?}, moves {:?}",
                start.elapsed() / TIMES
            );
        }
    }
}
