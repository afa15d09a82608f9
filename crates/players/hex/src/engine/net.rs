//! The net that judges positions: how likely each move is, and who will win.
//!
//! The net sees every board from the side to move, which joins top and bottom: for
//! White the board is mirrored on its long diagonal. It may also be turned by 180
//! degrees, which changes nothing but the errors. `python/hex` trains it.

use std::sync::LazyLock;
use takeback_hex::Bits;
use takeback_hex::{Cell, Colour, Geometry, Size};
use takeback_net::{Net, PLANES, RIM, Room};

/// The net that comes with the engine.
static NET: LazyLock<Net> = LazyLock::new(|| {
    Net::read(include_bytes!("../../net/hex.net")).expect("the net built in is whole")
});

/// The smallest board on which the net is asked.
const SMALLEST: usize = 5;

/// Whether the net knows boards of this size: square ones, and not too small.
#[must_use]
pub fn knows(size: Size) -> bool {
    size.is_square() && size.width() >= SMALLEST
}

/// One thread's room for judgements on boards of one size.
#[derive(Debug)]
pub(super) struct Judge {
    room: Room,
    /// The painted edges of an empty board.
    empty: Vec<u8>,
    /// By colour and turn, the place of each cell in the net's view.
    views: [[Vec<u16>; 2]; 2],
    logits: Vec<f32>,
}

impl Judge {
    /// Room for boards of this size; it must be known.
    pub(super) fn new(size: Size) -> Judge {
        let side = size.width();
        let mut room = Room::new(&NET, side, side);
        paint_edges(room.input_mut(), side);
        let empty = room.input_mut().to_vec();
        let views = Colour::BOTH.map(|colour| [false, true].map(|turn| view(size, colour, turn)));
        Judge { room, empty, views, logits: vec![0.0; size.cells()] }
    }

    /// The chance of `mover` to win, and by cell of the board a logit of each move.
    pub(super) fn judge<B: Bits>(
        &mut self,
        stones: [B; 2],
        mover: Colour,
        turn: bool,
        policy: &mut [f32],
    ) -> f32 {
        let view = &self.views[mover.index()][usize::from(turn)];
        paint(self.room.input_mut(), &self.empty, view, stones, mover);
        let value = NET.evaluate(&mut self.room, &mut self.logits);
        for (logit, &at) in policy.iter_mut().zip(view) {
            *logit = self.logits[usize::from(at)];
        }
        value
    }

    /// The mean of both ways to turn the board: better, at twice the price.
    pub(super) fn judge_twice<B: Bits>(
        &mut self,
        geometry: &Geometry<B>,
        stones: [B; 2],
        mover: Colour,
        policy: &mut [f32],
    ) -> f32 {
        let cells = geometry.size.cells();
        let first = self.judge(stones, mover, false, policy);
        let mut other = vec![0.0; cells];
        let second = self.judge(stones, mover, true, &mut other);
        for (logit, other) in policy.iter_mut().zip(&other) {
            *logit = f32::midpoint(*logit, *other);
        }
        f32::midpoint(first, second)
    }
}

/// The place of each cell for `colour`, the board turned or not.
fn view(size: Size, colour: Colour, turn: bool) -> Vec<u16> {
    let side = size.width();
    let place = |at: usize| {
        let (x, y) = size.xy(Cell::from(at));
        let (x, y) = if colour == Colour::Black { (x, y) } else { (y, x) };
        let at = y * side + x;
        (if turn { side * side - 1 - at } else { at }) as u16
    };
    (0..size.cells()).map(place).collect()
}

/// Own stones above and below, enemy stones left and right, both in the corners, and
/// a mark on everything beyond the board.
fn paint_edges(input: &mut [u8], side: usize) {
    let whole = side + 2 * RIM;
    let beyond = |n: usize| !(RIM..side + RIM).contains(&n);
    for (at, place) in input.chunks_exact_mut(PLANES).enumerate() {
        let (y, x) = (at / whole, at % whole);
        let [own, enemy] = [u8::from(beyond(y)), u8::from(beyond(x))];
        place.copy_from_slice(&[own, enemy, own | enemy, 0]);
    }
}

fn paint<B: Bits>(input: &mut [u8], empty: &[u8], view: &[u16], stones: [B; 2], mover: Colour) {
    input.copy_from_slice(empty);
    // Boards are square, so that the number of cells tells the side.
    let side = view.len().isqrt();
    for colour in Colour::BOTH {
        let plane = usize::from(colour != mover);
        for at in stones[colour.index()].iter() {
            let place = usize::from(view[at]);
            let (y, x) = (place / side + RIM, place % side + RIM);
            input[(y * (side + 2 * RIM) + x) * PLANES + plane] = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Game, RandomMove, SplitMix};
    use takeback_hex::{Hex, Swap};

    fn some_position(side: usize, stones: usize, seed: u64) -> Hex<u128> {
        let mut rng = SplitMix::new(seed);
        let mut hex = Hex::new(Size::square(side).unwrap(), Swap::Off).unwrap();
        for _ in 0..stones {
            hex.make(hex.random_move(&mut rng));
        }
        hex
    }

    /// Mirrored, with colours exchanged, a position is the same to its side to move.
    #[test]
    fn both_colours_are_seen_alike() {
        let hex = some_position(7, 12, 3);
        let size = hex.size();
        let mirrored = |set: u128| {
            set.iter().fold(0, |s: u128, at| s.with(size.mirrored(Cell::from(at)).index()))
        };
        let other = [mirrored(hex.both()[1]), mirrored(hex.both()[0])];
        let mut judge = Judge::new(size);
        let (mut a, mut b) = (vec![0.0; 49], vec![0.0; 49]);
        for turn in [false, true] {
            let first = judge.judge(hex.both(), Colour::Black, turn, &mut a);
            let second = judge.judge(other, Colour::White, turn, &mut b);
            assert_eq!(first.to_bits(), second.to_bits());
            for (at, &logit) in a.iter().enumerate() {
                assert_eq!(logit, b[size.mirrored(Cell::from(at)).index()]);
            }
        }
    }

    /// Turned by 180 degrees, stones and answers alike.
    #[test]
    fn turning_the_board_turns_the_answer() {
        let hex = some_position(8, 15, 4);
        let g = hex.geometry();
        let mut judge = Judge::new(hex.size());
        let (mut a, mut b) = (vec![0.0; 64], vec![0.0; 64]);
        let turned = hex.both().map(|set| g.turned(set));
        let first = judge.judge(hex.both(), Colour::White, true, &mut a);
        let second = judge.judge(turned, Colour::White, false, &mut b);
        assert_eq!(first.to_bits(), second.to_bits());
        assert!(a.iter().eq(b.iter().rev()));
    }

    /// Positions and answers recorded when the net was written.
    #[test]
    fn recorded_answers_are_given_again() {
        let text = include_str!("../../net/examples.txt");
        let mut lines = text.lines();
        let mut seen = 0;
        while let Some(size) = lines.next() {
            let side: usize = size.rsplit(' ').next().unwrap().parse().unwrap();
            let mut next = |name: &str| lines.next().unwrap().strip_prefix(name).unwrap().trim();
            let planes = next("planes").replace(' ', "");
            let numbers =
                |line: &str| -> Vec<f32> { line.split(' ').map(|n| n.parse().unwrap()).collect() };
            let (rounded, trained) = (numbers(next("rounded")), numbers(next("trained")));
            let size = Size::square(side).unwrap();
            let whole = side + 2 * RIM;
            let mut stones = [takeback_hex::Wide::<6>::EMPTY; 2];
            for at in 0..size.cells() {
                let place = (at / side + RIM) * whole + at % side + RIM;
                match planes.as_bytes()[place] {
                    b'1' => stones[0] = stones[0].with(at),
                    b'2' => stones[1] = stones[1].with(at),
                    _ => {}
                }
            }
            let mut judge = Judge::new(size);
            let mut policy = vec![0.0; size.cells()];
            let value = judge.judge(stones, Colour::Black, false, &mut policy);
            let bits = judge.room.input_mut().chunks_exact(PLANES);
            let painted = bits.map(|p| char::from(b'0' + p[0] + 2 * p[1] + 4 * p[2]));
            assert_eq!(painted.collect::<String>(), planes, "the edges are painted alike");
            assert!((value - rounded[0]).abs() < 2e-3, "{value} {}", rounded[0]);
            assert!((value - trained[0]).abs() < 0.1, "{value} {}", trained[0]);
            for (at, (found, told)) in policy.iter().zip(&rounded[1..]).enumerate() {
                assert!((found - told).abs() < 0.02, "cell {at}: {found} {told}");
            }
            seen += 1;
        }
        assert!(seen >= 4);
    }
}
