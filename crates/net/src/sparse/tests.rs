use super::*;

const SHAPE: Shape =
    Shape { features: 100, most: 30, hidden: 64, dense: 16, buckets: 3, players: 2, moves: 0 };

struct Noise(u64);

impl Noise {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (self.0 >> 33) % n
    }
}

/// As in a text book, from a bag of features.
fn slow(net: &SparseNet, own: &[u16], other: &[u16], bucket: usize) -> i32 {
    let Shape { hidden, dense, .. } = net.shape;
    let sum = |bag: &[u16], i: usize| {
        let rows = bag.iter().map(|&f| i32::from(net.first[usize::from(f) * hidden + i]));
        (i32::from(net.first_bias[i]) + rows.sum::<i32>()).clamp(0, 127)
    };
    let inputs: Vec<i32> =
        (0..hidden).map(|i| sum(own, i)).chain((0..hidden).map(|i| sum(other, i))).collect();
    let head = &net.heads[bucket];
    let mut total = i64::from(head.out_bias);
    for output in 0..dense {
        let row = &head.weights[output * 2 * hidden..][..2 * hidden];
        let sum: i32 = row.iter().zip(&inputs).map(|(&w, x)| i32::from(w) * x).sum();
        let active = ((sum + head.bias[output]) >> 6).clamp(0, 127);
        total += i64::from(active) * i64::from(head.out[output]);
    }
    ((total * i64::from(net.points)) >> 16) as i32
}

#[test]
fn every_path_follows_a_walk_like_the_text_book() {
    for (hidden, dense) in [(32, 8), (64, 16), (96, 24), (256, 32), (512, 64)] {
        let shape = Shape { hidden, dense, ..SHAPE };
        for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
            let net = SparseNet::random("a test", shape, hidden as u64).by(path);
            let mut noise = Noise(9);
            let mut bags = [Vec::<u16>::new(), Vec::new()];
            let mut sums = [net.fresh(), net.fresh()];
            let mut seen = std::collections::HashSet::new();
            for _ in 0..if hidden > 100 { 150 } else { 600 } {
                let view = noise.below(2) as usize;
                let bag = &mut bags[view];
                let mut came: Vec<u16> =
                    (0..noise.below(4)).map(|_| noise.below(100) as u16).collect();
                came.truncate(30 - bag.len());
                let went: Vec<u16> = (0..noise.below(4).min(bag.len() as u64))
                    .map(|_| bag.swap_remove(noise.below(bag.len() as u64) as usize))
                    .collect();
                bag.extend(&came);
                let before = sums[view].clone();
                net.follow(&before, &mut sums[view], &came, &went);
                let mut scratch = net.fresh();
                bags[view].iter().for_each(|&feature| net.add(&mut scratch, feature));
                assert_eq!(sums[view], scratch);
                let bucket = noise.below(3) as usize;
                let value = net.value(&sums[0], &sums[1], bucket);
                assert_eq!(value, slow(&net, &bags[0], &bags[1], bucket), "{path:?}");
                seen.insert(value);
            }
            assert!(seen.len() > 100, "a network that says something: {}", seen.len());
        }
    }
}

/// Along one walk, judged at every step: 20,000 positions, a million with
/// `TAKEBACK_LONG_TESTS`.
#[test]
fn wide_instructions_and_plain_loops_agree() {
    let long = std::env::var_os("TAKEBACK_LONG_TESTS").is_some();
    let nets: Vec<SparseNet> = Path::ALL
        .into_iter()
        .filter(|path| path.is_there())
        .map(|path| SparseNet::random("a test", SHAPE, 21).by(path))
        .collect();
    let mut sums: Vec<[Vec<i16>; 2]> = nets.iter().map(|net| [net.fresh(), net.fresh()]).collect();
    let mut bags = [Vec::<u16>::new(), Vec::new()];
    let (mut noise, mut seen) = (Noise(31), std::collections::HashSet::new());
    for step in 0..if long { 1_000_000 } else { 20_000 } {
        let view = noise.below(2) as usize;
        let bag = &mut bags[view];
        let went: Vec<u16> = (0..noise.below(3).min(bag.len() as u64))
            .map(|_| bag.swap_remove(noise.below(bag.len() as u64) as usize))
            .collect();
        let mut came: Vec<u16> = (0..noise.below(4)).map(|_| noise.below(100) as u16).collect();
        came.truncate(30 - bag.len());
        bag.extend(&came);
        let bucket = noise.below(3) as usize;
        let mut values = nets.iter().zip(&mut sums).map(|(net, sums)| {
            let before = sums[view].clone();
            net.follow(&before, &mut sums[view], &came, &went);
            net.value(&sums[0], &sums[1], bucket)
        });
        let plain = values.next().expect("plain loops run everywhere");
        assert!(values.all(|value| value == plain), "step {step}");
        seen.insert(plain);
    }
    assert!(seen.len() > 1000, "a network that says something: {}", seen.len());
    // What was led along so far is what is made from scratch.
    for (net, sums) in nets.iter().zip(&sums) {
        let value = net.value(&sums[0], &sums[1], 0);
        assert_eq!(value, slow(net, &bags[0], &bags[1], 0));
    }
}

/// All sums at their limits: nothing overflows, nothing saturates.
#[test]
fn the_largest_numbers_are_summed_alike() {
    let mut floats = Floats::zero(SHAPE);
    floats.first.iter_mut().enumerate().for_each(|(i, w)| *w = if i % 3 == 0 { -9e9 } else { 9e9 });
    floats.dense.iter_mut().enumerate().for_each(|(i, w)| *w = if i % 7 == 0 { -9e9 } else { 9e9 });
    floats.out.iter_mut().for_each(|w| *w = 3.0);
    let plain = floats.quantised("a test", 400).by(Path::Plain);
    let mut sums = plain.fresh();
    (0..30).for_each(|feature| plain.add(&mut sums, feature));
    let value = plain.value(&sums, &sums, 0);
    let bag: Vec<u16> = (0..30).collect();
    assert_eq!(value, slow(&plain, &bag, &bag, 0));
    for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
        assert_eq!(plain.clone().by(path).value(&sums, &sums, 0), value, "{path:?}");
    }
}

/// Integers say what the numbers they were made from say, up to rounding.
#[test]
fn integers_are_near_the_numbers() {
    let mut noise = Noise(4);
    let mut small = |spread: f32| (noise.below(2001) as f32 / 1000.0 - 1.0) * spread;
    let mut floats = Floats::zero(Shape { buckets: 1, ..SHAPE });
    floats.first.iter_mut().for_each(|w| *w = small(0.5));
    floats.first_bias.iter_mut().for_each(|w| *w = small(0.5));
    floats.dense.iter_mut().for_each(|w| *w = small(0.3));
    floats.dense_bias.iter_mut().for_each(|w| *w = small(0.5));
    floats.out.iter_mut().for_each(|w| *w = small(1.0));
    let net = floats.quantised("a test", 400);
    let (own, other) = ([1u16, 5, 17, 60], [2u16, 30, 99]);
    let mut sums = [net.fresh(), net.fresh()];
    own.iter().for_each(|&f| net.add(&mut sums[0], f));
    other.iter().for_each(|&f| net.add(&mut sums[1], f));
    let inputs: Vec<f32> = [&own[..], &other[..]]
        .iter()
        .flat_map(|bag| {
            (0..64).map(|i| {
                let rows = bag.iter().map(|&f| floats.first[usize::from(f) * 64 + i]);
                (floats.first_bias[i] + rows.sum::<f32>()).clamp(0.0, 1.0)
            })
        })
        .collect();
    let mut logit = floats.out_bias[0];
    for output in 0..16 {
        let row = &floats.dense[output * 128..][..128];
        let sum: f32 = row.iter().zip(&inputs).map(|(w, x)| w * x).sum();
        logit += floats.out[output] * (sum + floats.dense_bias[output]).clamp(0.0, 1.0);
    }
    let value = net.value(&sums[0], &sums[1], 0) as f32 / 400.0;
    assert!((value - logit).abs() < 0.1, "{value} and {logit}");
    assert!(logit.abs() > 0.1, "a test that says something: {logit}");
    assert!((net.share(400) - 0.731).abs() < 0.001);
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let net = SparseNet::random("a test", SHAPE, 3);
    let bytes = net.write();
    assert_eq!(SparseNet::read(&bytes), Ok(net.clone()));
    // Rows of zeros take no room.
    let mut sparse = net.clone();
    for feature in [0, 5, 99] {
        sparse.first[feature * 64..(feature + 1) * 64].fill(0);
    }
    assert_eq!(sparse.write().len(), bytes.len() - 3 * 128);
    assert_eq!(SparseNet::read(&sparse.write()), Ok(sparse));
    for cut in [0, 7, 15, 20, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(SparseNet::read(&bytes[..cut]).is_err(), "{cut}");
    }
    for at in (0..bytes.len()).step_by(97) {
        let mut bad = bytes.clone();
        bad[at] ^= 0x10;
        let error = SparseNet::read(&bad).expect_err("a bit is wrong");
        assert!(!error.to_string().is_empty());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(SparseNet::read(&longer), Err(SparseError::Length { .. })));
    let mut later = bytes.clone();
    later[8] = 9;
    assert_eq!(SparseNet::read(&later), Err(SparseError::Version(9)));
    assert!(SparseNet::read_for(&bytes, "a test", 100, 3, 2).is_ok());
    let other = SparseNet::read_for(&bytes, "another", 100, 3, 2).expect_err("another game");
    assert!(other.to_string().contains("a test"), "{other}");
    assert!(SparseNet::read_for(&bytes, "a test", 101, 3, 2).is_err());
}

/// For three and four, and with preferences for moves.
const MANY: [Shape; 3] = [
    Shape { players: 3, ..SHAPE },
    Shape { players: 4, moves: 9, hidden: 32, ..SHAPE },
    Shape { moves: 17, ..SHAPE },
];

/// Sums of all views of a random position, and the bags they were made of.
fn position(net: &SparseNet, noise: &mut Noise) -> (Vec<i16>, Vec<Vec<u16>>) {
    let bag = |noise: &mut Noise| -> Vec<u16> {
        (0..noise.below(31)).map(|_| noise.below(100) as u16).collect()
    };
    let bags: Vec<Vec<u16>> = (0..net.shape.players).map(|_| bag(noise)).collect();
    let sums = bags.iter().flat_map(|bag| {
        let mut sums = net.fresh();
        bag.iter().for_each(|&feature| net.add(&mut sums, feature));
        sums
    });
    (sums.collect(), bags)
}

/// Cut sums as in a text book, from this view on round the table.
fn slow_inputs(net: &SparseNet, bags: &[Vec<u16>], view: usize) -> Vec<i32> {
    let hidden = net.shape.hidden;
    let sum = |bag: &[u16], i: usize| {
        let rows = bag.iter().map(|&f| i32::from(net.first[usize::from(f) * hidden + i]));
        (i32::from(net.first_bias[i]) + rows.sum::<i32>()).clamp(0, 127)
    };
    let round = (0..bags.len()).map(|i| &bags[(view + i) % bags.len()]);
    round.flat_map(|bag| (0..hidden).map(move |i| sum(bag, i))).collect()
}

fn slow_value(net: &SparseNet, bags: &[Vec<u16>], view: usize, bucket: usize) -> i32 {
    let (inputs, head) = (slow_inputs(net, bags, view), &net.heads[bucket]);
    let mut total = i64::from(head.out_bias);
    for (output, row) in head.weights.chunks_exact(inputs.len()).enumerate() {
        let sum: i32 = row.iter().zip(&inputs).map(|(&w, x)| i32::from(w) * x).sum();
        let active = ((sum + head.bias[output]) >> 6).clamp(0, 127);
        total += i64::from(active) * i64::from(head.out[output]);
    }
    ((total * i64::from(net.points)) >> 16) as i32
}

fn slow_preference(net: &SparseNet, bags: &[Vec<u16>], view: usize, row: usize) -> i32 {
    let inputs = slow_inputs(net, bags, view);
    let weights = &net.policy.weights[row * inputs.len()..][..inputs.len()];
    let sum: i32 = weights.iter().zip(&inputs).map(|(&w, x)| i32::from(w) * x).sum();
    sum + net.policy.bias[row]
}

#[test]
fn every_path_judges_every_seat_and_move_like_the_text_book() {
    for shape in MANY {
        for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
            let net = SparseNet::random("a test", shape, 8).by(path);
            let (mut noise, mut seen) = (Noise(3), std::collections::HashSet::new());
            for _ in 0..100 {
                let (sums, bags) = position(&net, &mut noise);
                let bucket = noise.below(3) as usize;
                let mut values = vec![0; shape.players];
                net.values(&sums, bucket, &mut values);
                for (seat, &value) in values.iter().enumerate() {
                    assert_eq!(value, slow_value(&net, &bags, seat, bucket), "{path:?}");
                    assert_eq!(value, net.value_of(&sums, seat, bucket), "{path:?}");
                    seen.insert(value);
                }
                if shape.players == 2 {
                    let (first, second) = sums.split_at(shape.hidden);
                    let pair = [(first, second), (second, first)];
                    assert_eq!(values, pair.map(|(own, other)| net.value(own, other, bucket)));
                }
                for (view, seat) in [(0, 0), (1, 1), (1, 0)] {
                    let numbers = (0..shape.moves).rev().step_by(2);
                    let mut told = Vec::new();
                    net.prefer(&sums, view, seat, numbers.clone(), |score| told.push(score));
                    let slow =
                        |number| slow_preference(&net, &bags, view, seat * shape.moves + number);
                    assert_eq!(told, numbers.map(slow).collect::<Vec<_>>(), "{path:?}");
                    seen.extend(told);
                }
            }
            assert!(seen.len() > 100, "a network that says something: {}", seen.len());
        }
    }
}

#[test]
fn networks_for_many_and_with_moves_come_back_or_are_refused() {
    for shape in MANY {
        let net = SparseNet::random("a test", shape, 3);
        let bytes = net.write();
        assert_eq!(SparseNet::read(&bytes), Ok(net.clone()));
        assert_eq!(bytes[8], 2, "another version than without");
        for cut in (0..bytes.len()).step_by(61).chain([bytes.len() - 1]) {
            assert!(SparseNet::read(&bytes[..cut]).is_err(), "{cut}");
        }
        for at in (0..bytes.len()).step_by(53) {
            let mut bad = bytes.clone();
            bad[at] ^= 0x10;
            assert!(SparseNet::read(&bad).is_err(), "a bit of byte {at} is wrong");
        }
        let wanted = 5 - shape.players;
        let found = shape.players;
        assert!(SparseNet::read_for(&bytes, "a test", 100, 3, found).is_ok());
        let refused = SparseNet::read_for(&bytes, "a test", 100, 3, wanted);
        assert_eq!(refused, Err(SparseError::Players { wanted, found }));
        if shape.moves > 0 {
            let refused = net.clone().over_moves(4);
            assert_eq!(refused, Err(SparseError::Moves { wanted: 4, found: shape.moves }));
            assert!(net.clone().over_moves(shape.moves).is_ok());
            // Rows of zeros take no room.
            let mut sparse = net.clone();
            let inputs = shape.inputs();
            sparse.policy.weights[3 * inputs..5 * inputs].fill(0);
            sparse.policy.bias[3..5].fill(0);
            assert_eq!(sparse.write().len(), bytes.len() - 2 * (inputs + 4));
            assert_eq!(SparseNet::read(&sparse.write()), Ok(sparse));
        }
        let bare = net.without_policy();
        assert_eq!(SparseNet::read(&bare.write()), Ok(bare.clone()));
        assert_eq!(bare.write()[8] == 1, shape.players == 2, "as it was written before");
    }
    let odd = Shape { players: 4, hidden: 512, ..SHAPE };
    assert!(!odd.is_sound(), "more sums than there is room for");
    assert!(!Shape { players: 1, ..SHAPE }.is_sound());
}
