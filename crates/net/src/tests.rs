//! The whole net against a slow obvious twin, and files that are damaged.

use crate::kernel::Path;
use crate::tower::{PLANES, RIM};
use crate::{Net, NetError, Room, Shape};

const SMALL: Shape = Shape { channels: 32, blocks: 2, head: 24, hidden: 12 };

fn painted(net: &Net, width: usize, height: usize, seed: u64) -> Room {
    let mut room = Room::new(net, width, height);
    let mut state = seed;
    for place in room.input_mut() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *place = u8::from(state >> 60 < 5);
    }
    room
}

/// A convolution as in a text book, over channels of whole numbers kept as `f32`.
fn slow_layer(
    net: &Net,
    layer: usize,
    (width, height): (usize, usize),
    input: &dyn Fn(isize, isize, usize) -> i32,
) -> Vec<Vec<f32>> {
    let l = &net.layers[layer];
    let from = if l.side == 3 { -1 } else { 0 };
    let mut out = Vec::new();
    for y in 0..height as isize {
        for x in 0..width as isize {
            let sum = |o: usize| {
                let mut sum = 0;
                for tap in 0..l.side * l.side {
                    let (dy, dx) = ((tap / l.side) as isize, (tap % l.side) as isize);
                    for i in 0..l.inputs {
                        sum +=
                            net.weight(layer, o, tap, i) * input(y + dy + from, x + dx + from, i);
                    }
                }
                sum as f32 * l.scale[o] + l.bias[o]
            };
            out.push((0..l.outputs).map(sum).collect());
        }
    }
    out
}

fn whole(x: f32) -> i32 {
    x.clamp(0.0, 127.0).round_ties_even() as i32
}

/// The heads' channels by cell.
fn slow_heads(net: &Net, room: &mut Room) -> Vec<Vec<f32>> {
    let (width, height) = room.size();
    let size = (width, height);
    let wide = width + 2 * RIM;
    let input = room.input_mut().to_vec();
    let read = |y: isize, x: isize, i: usize| {
        i32::from(input[(y as usize * wide + x as usize) * PLANES + i])
    };
    let mut way = slow_layer(net, 0, size, &read);
    way.iter_mut().flatten().for_each(|x| *x = x.max(0.0));
    let pick = |cells: &[Vec<i32>], y: isize, x: isize, i: usize| {
        let inside = (0..height as isize).contains(&y) && (0..width as isize).contains(&x);
        if inside { cells[y as usize * width + x as usize][i] } else { 0 }
    };
    let rounded = |cells: &[Vec<f32>], unit: f32| -> Vec<Vec<i32>> {
        cells.iter().map(|c| c.iter().map(|x| whole(x * unit)).collect()).collect()
    };
    let mut acts = rounded(&way, net.units[0]);
    for block in 0..net.shape.blocks {
        let middle = slow_layer(net, 1 + 2 * block, size, &|y, x, i| pick(&acts, y, x, i));
        let middle = rounded(&middle, 1.0);
        let sums = slow_layer(net, 2 + 2 * block, size, &|y, x, i| pick(&middle, y, x, i));
        for (way, sums) in way.iter_mut().flatten().zip(sums.iter().flatten()) {
            *way = (sums + *way).max(0.0);
        }
        acts = rounded(&way, net.units[block + 1]);
    }
    let last = net.layers.len() - 1;
    let mut heads = slow_layer(net, last, size, &|y, x, i| pick(&acts, y, x, i));
    heads.iter_mut().flatten().for_each(|x| *x = x.max(0.0));
    heads
}

fn slow(net: &Net, room: &mut Room) -> (f32, Vec<f32>) {
    let heads = slow_heads(net, room);
    let head = net.shape.head;
    let policy =
        |c: &Vec<f32>| net.policy[head] + (0..head).map(|i| c[i] * net.policy[i]).sum::<f32>();
    let mean = |i: usize| heads.iter().map(|c| c[i]).sum::<f32>() / heads.len() as f32;
    let most = |i: usize| heads.iter().map(|c| c[i]).fold(0.0, f32::max);
    let pooled: Vec<f32> = (head..2 * head).map(mean).chain((head..2 * head).map(most)).collect();
    let hidden = net.shape.hidden;
    let mut logit = net.value[hidden];
    for n in 0..hidden {
        let sum: f32 = (0..2 * head).map(|i| pooled[i] * net.hidden[n * 2 * head + i]).sum();
        logit += net.value[n] * (sum + net.hidden[hidden * 2 * head + n]).max(0.0);
    }
    (1.0 / (1.0 + (-logit).exp()), heads.iter().map(policy).collect())
}

#[test]
fn the_net_equals_its_slow_twin_on_boards_of_any_size() {
    let net = Net::random(SMALL, 11);
    for (n, (width, height)) in [(1, 1), (2, 5), (5, 5), (7, 4)].into_iter().enumerate() {
        let mut room = painted(&net, width, height, n as u64);
        let mut policy = vec![0.0; width * height];
        let value = net.evaluate(&mut room, &mut policy);
        let (expected, logits) = slow(&net, &mut room);
        // Whole numbers agree to the bit; the last few sums are taken in another order.
        assert!((value - expected).abs() < 1e-5, "{width}x{height}: {value} {expected}");
        for (a, b) in policy.iter().zip(&logits) {
            assert!((a - b).abs() < 1e-4, "{width}x{height}: {a} {b}");
        }
        assert!(logits.iter().any(|x| (x - logits[0]).abs() > 1e-3) || logits.len() == 1);
    }
}

#[test]
fn all_instructions_give_the_same_answer_to_the_bit() {
    for shape in [SMALL, Shape { channels: 80, blocks: 1, head: 40, hidden: 5 }] {
        let net = Net::random(shape, 4);
        let mut room = painted(&net, 6, 7, 9);
        let plain = net.clone().with_path(Path::Plain).expect("always there");
        let mut expected = [0.0; 42];
        let value = plain.evaluate(&mut room, &mut expected);
        for path in Path::ALL {
            let Some(other) = net.clone().with_path(path) else { continue };
            let mut policy = [0.0; 42];
            assert_eq!(other.evaluate(&mut room, &mut policy).to_bits(), value.to_bits());
            assert_eq!(policy.map(f32::to_bits), expected.map(f32::to_bits), "{path:?}");
        }
    }
}

#[test]
fn what_is_written_is_read() {
    let net = Net::random(SMALL, 2);
    assert_eq!(Net::read(&net.write()).as_ref(), Ok(&net));
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let bytes = Net::random(SMALL, 2).write();
    assert_eq!(Net::read(b""), Err(NetError::NoNet));
    assert_eq!(Net::read(b"TAKEBNET"), Err(NetError::NoNet));
    assert_eq!(Net::read(&[0; 4000]), Err(NetError::NoNet));
    let mut other = bytes.clone();
    other[8] = 9;
    assert_eq!(Net::read(&other), Err(NetError::Version(9)));
    let mut other = bytes.clone();
    other[12] = 33;
    assert!(matches!(Net::read(&other), Err(NetError::Shape(_))));
    for word in 3..7 {
        let mut other = bytes.clone();
        other[4 * word..4 * word + 4].fill(0xff);
        assert!(matches!(Net::read(&other), Err(NetError::Shape(_))));
    }
    let mut other = bytes.clone();
    other[16] = 3;
    assert!(matches!(Net::read(&other), Err(NetError::Length { .. })));
    for cut in [28, 29, bytes.len() / 2, bytes.len() - 1] {
        let expected = bytes.len();
        assert_eq!(Net::read(&bytes[..cut]), Err(NetError::Length { expected, found: cut }));
    }
    for at in [28, 1000, bytes.len() / 2, bytes.len() - 1] {
        let mut other = bytes.clone();
        other[at] ^= 0x10;
        assert_eq!(Net::read(&other), Err(NetError::Checksum), "byte {at}");
    }
}

#[test]
fn numbers_that_would_spoil_every_sum_are_refused() {
    let mut net = Net::random(SMALL, 2);
    net.layers[1].scale[3] = f32::NAN;
    assert_eq!(Net::read(&net.write()), Err(NetError::Number));
    let mut net = Net::random(SMALL, 2);
    net.layers[1].weights[3] = i8::MIN;
    assert_eq!(Net::read(&net.write()), Err(NetError::Number));
}
