//! The slow obvious twin of everything that claims to know who wins. The engine's
//! tests read this file too: the names come from whoever includes it.

use super::{Bits, Colour, Game, Hex, Moves, RandomMove, Size, SplitMix, Swap};

/// Who wins when `mover` is in turn, by trying everything.
pub(super) fn brute<B: Bits>(hex: &mut Hex<B>) -> Colour {
    if let Some(winner) = hex.winner() {
        return winner;
    }
    let mover = hex.to_move();
    let mut moves = Moves::with_capacity(16);
    hex.moves(&mut moves);
    let wins = moves.as_slice().iter().any(|&m| hex.explore(m, brute) == mover);
    if wins { mover } else { mover.other() }
}

/// Stones thrown at random until somebody has won.
fn random_position(size: Size, stones: usize, rng: &mut SplitMix) -> Hex<u64> {
    let mut hex = Hex::<u64>::new(size, Swap::Off).unwrap();
    for _ in 0..stones {
        let colour = Colour::BOTH[rng.below(2)];
        hex = hex.with_to_move(colour);
        if hex.winner().is_none() {
            hex.make(hex.random_move(rng));
        }
    }
    hex
}

/// Small boards in every stage.
pub(super) fn random_positions(count: usize, seed: u64) -> impl Iterator<Item = Hex<u64>> {
    let mut rng = SplitMix::new(seed);
    (0..count).map(move |_| {
        let (w, h) = [(3, 3), (4, 3), (3, 4), (4, 4), (2, 5)][rng.below(5)];
        let size = Size::new(w, h).unwrap();
        let most = if size.cells() > 12 { 4 } else { 1 };
        random_position(size, size.cells() / 3 + most + rng.below(4), &mut rng)
    })
}
