use super::*;
use crate::rows::{Ending, Game, Header, NO_MOVE, Row, Thought, Weighed};
use std::path::Path;

const LAMBDA: f32 = 0.5;
const SCALE: f32 = 100.0;

/// Two games of two positions each, with what a search thought of both.
fn data(players: usize, weighed: &[Weighed]) -> Data {
    let header = Header { encoding: "t".to_owned(), features: 6, most: 6, buckets: 2, moves: 5 };
    let row = |ply: u16, more: u16| Row {
        ply,
        seat: (ply % 2) as u8,
        bucket: (ply % 2) as u8,
        depth: 1,
        nodes: 9,
        thought: Thought::Points(40 - 90 * i32::from(ply)),
        best: 3,
        played: NO_MOVE,
        weighed: weighed.to_vec(),
        views: (0..players as u16).map(|view| vec![ply, (ply + view + more) % 6, more]).collect(),
    };
    let results = [1000, -1000, 0, 500];
    let game = |number: u64, more: u16| Game {
        number,
        opening: number,
        temperature: 0.0,
        ending: Ending::Rules,
        results: results[..players].to_vec(),
        rows: vec![row(0, more), row(1, more)],
    };
    let files = || vec![(Path::new("t"), header.clone(), vec![game(0, 1), game(1, 4)])];
    let data = (0..50).find_map(|seed| Data::gather(files(), 2, seed).ok());
    data.expect("some seed keeps one of two games")
}

/// The loss of both rows, moves counted once.
fn whole(model: &Model, data: &Data, room: &mut Room) -> f64 {
    let one = |row: u32| {
        model.forward(data, row, room);
        let views = room.logits.iter().enumerate();
        let judged: f64 =
            views.map(|(view, &logit)| loss(logit, data.target(row, view, LAMBDA, SCALE))).sum();
        judged + model.prefer(data, row, room).unwrap_or(0.0)
    };
    (0..2).map(one).sum()
}

/// The gradient against differences, weight by weight; says how many rows of the policy matter.
fn slopes_fit(players: usize, moves: usize, weighed: &[Weighed]) -> usize {
    let shape = Shape { features: 6, most: 6, hidden: 32, dense: 8, buckets: 2, players, moves };
    let data = data(players, weighed);
    let mut model = Model::random(shape, 2.0, 5);
    let mut room = Room::new(shape);
    let mut gradient = Gradient::new(shape);
    for row in 0..2 {
        model.forward(&data, row, &mut room);
        for view in 0..room.logits.len() {
            let target = data.target(row, view, LAMBDA, SCALE);
            room.logits[view] = 1.0 / (1.0 + (-room.logits[view]).exp()) - target;
        }
        model.prefer(&data, row, &mut room);
        model.backward(&data, row, &mut room, &mut gradient);
    }
    let places = Places::of(shape);
    let (mut moved, mut preferred) = (0, 0);
    for at in 0..model.weights.len() {
        let old = model.weights[at];
        let step = 2e-4;
        model.weights[at] = old + step;
        let up = whole(&model, &data, &mut room);
        model.weights[at] = old - step;
        let down = whole(&model, &data, &mut room);
        model.weights[at] = old;
        let slope = (up - down) / (2.0 * f64::from(step));
        let found = f64::from(gradient.sums[at]);
        // Where an activation is cut between the two, differences say little.
        assert!((slope - found).abs() < 0.02 + 0.05 * slope.abs(), "{at}: {slope} {found}");
        moved += usize::from(slope.abs() > 1e-3);
        preferred += usize::from(at >= places.policy && slope.abs() > 1e-3);
    }
    assert!(moved > 100, "{moved} weights matter");
    preferred
}

#[test]
fn slopes_are_those_of_the_loss() {
    assert_eq!(slopes_fit(2, 0, &[]), 0);
}

#[test]
fn slopes_of_every_seat_are_those_of_the_loss() {
    slopes_fit(3, 0, &[]);
    slopes_fit(4, 0, &[]);
}

#[test]
fn slopes_of_moves_are_those_of_the_loss() {
    let weigh = |number, share| Weighed { number, share };
    let shares = [weigh(0, 10_000), weigh(3, 50_000), weigh(4, 5_535)];
    assert!(slopes_fit(2, 5, &shares) > 100);
    // Only the best one is known: all others stand against it.
    assert!(slopes_fit(2, 5, &[]) > 100);
    assert!(slopes_fit(3, 5, &shares) > 100);
}

/// Whoever is not in turn is judged as he judged when he was next; at the end by the result.
#[test]
fn seats_learn_from_their_own_thoughts() {
    let data = data(3, &[]);
    let judged = |points: f32| 1.0 / (1.0 + (-points / SCALE).exp());
    let near = |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    // Seat 0 thinks 40 at ply 0, seat 1 -50 at ply 1, seat 2 nothing.
    near(data.target(0, 0, 0.0, SCALE), judged(40.0));
    near(data.target(0, 1, 0.0, SCALE), judged(-50.0));
    near(data.target(0, 2, 0.0, SCALE), 0.5);
    near(data.target(1, 0, 0.0, SCALE), judged(-50.0));
    near(data.target(1, 1, 0.0, SCALE), 0.5);
    // It never comes to move again, and won.
    near(data.target(1, 2, 0.0, SCALE), 1.0);
    near(data.target(0, 1, 1.0, SCALE), 0.0);
}
