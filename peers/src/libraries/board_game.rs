//! board-game: its own Connect Four, also on bits, and its own playouts.

use crate::measure::{Sample, timed};
use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Connect Four.
pub(crate) fn connect_four(simulations: u64, seed: u64) -> Sample {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    timed(|| {
        let tree = mcts_build_tree(&Connect4::default(), simulations, 1.0, &mut rng);
        (simulations, tree)
    })
}

/// Paths through the library's eyes, games that end before included.
#[cfg(test)]
pub(crate) fn perft(depth: u32) -> u64 {
    use board_game::board::Board;
    use internal_iterator::InternalIterator;
    fn walk(board: &Connect4, depth: u32) -> u64 {
        if depth == 0 || board.is_done() {
            return 1;
        }
        let mut paths = 0;
        board.children().expect("the game goes on").for_each(|(_, next)| {
            paths += walk(&next, depth - 1);
        });
        paths
    }
    walk(&Connect4::default(), depth)
}
