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
