//! After warm-up an evaluation asks for no memory.

use takeback_meter::Meter;
use takeback_net::{Net, Room, Shape};

#[global_allocator]
static METER: Meter = Meter::new();

#[test]
fn evaluations_allocate_nothing() {
    let net = Net::random(Shape { channels: 32, blocks: 2, head: 16, hidden: 16 }, 3);
    let mut room = Room::new(&net, 11, 11);
    let mut policy = [0.0; 121];
    net.evaluate(&mut room, &mut policy);
    let before = METER.mine();
    for _ in 0..10 {
        net.evaluate(&mut room, &mut policy);
    }
    assert_eq!(METER.mine() - before, 0);
}
