//! Evaluations a second, by board and instructions, on one thread: the mean, and what
//! the fastest single one amounts to, which other work on the machine does not touch.
//!
//! `cargo run --release -p takeback-net --example speed [CHANNELS [BLOCKS]]`

use std::time::Instant;
use takeback_net::{Net, Path, Room, Shape};

fn main() {
    let number = |n| std::env::args().nth(n).and_then(|a| a.parse().ok());
    let (channels, blocks) = (number(1).unwrap_or(64), number(2).unwrap_or(6));
    let net = Net::random(Shape { channels, blocks, head: 32, hidden: 64 }, 1);
    println!("{channels} channels, {blocks} blocks: {} weights", net.parameters());
    for side in [7, 9, 11, 13, 15, 19] {
        for path in Path::ALL {
            let Some(net) = net.clone().with_path(path) else { continue };
            let mut room = Room::new(&net, side, side);
            room.input_mut().iter_mut().step_by(3).for_each(|place| *place = 1);
            let mut policy = vec![0.0; side * side];
            net.evaluate(&mut room, &mut policy);
            let (start, mut done, mut best) = (Instant::now(), 0, f64::MAX);
            while start.elapsed().as_secs_f64() < 0.3 {
                let one = Instant::now();
                net.evaluate(&mut room, &mut policy);
                best = best.min(one.elapsed().as_secs_f64());
                done += 1;
            }
            let rate = f64::from(done) / start.elapsed().as_secs_f64();
            let quiet = 1.0 / best;
            println!("{side}x{side} {path:?}: {rate:.0} evaluations/s, undisturbed {quiet:.0}");
        }
    }
}
