//! After warm-up, making, unmaking and listing moves ask for no memory.

use takeback_chess::Chess;
use takeback_core::{Game, Moves, RandomMove, SplitMix, Turn};
use takeback_meter::Meter;
use takeback_small::othello::{Token, Trail};
use takeback_small::{
    AtariGo, ConnectFour, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, Pig, ThreeInARow, TicTacToe,
    Tron,
};

#[global_allocator]
static METER: Meter = Meter::new();

/// Whole games, every move listed, made and unmade on the way.
fn play<G: Game>(
    game: &mut G,
    buffer: &mut Moves<G::Move>,
    way: &mut Vec<(G::Move, G::Undo)>,
    seed: u64,
) {
    let mut rng = SplitMix::new(seed);
    while game.turn() != Turn::Over && way.len() < 300 {
        let list = buffer.open();
        game.moves(buffer);
        for i in buffer.range(list) {
            let m = buffer[i];
            game.explore(m, |_| ());
        }
        let range = buffer.range(list);
        let m = buffer[range.start + rng.below(range.len())];
        buffer.close(list);
        let undo = game.make(m);
        way.push((m, undo));
    }
    while let Some((m, undo)) = way.pop() {
        game.unmake(m, undo);
    }
}

fn allocations<G: Game>(mut game: G) -> u64 {
    let (mut buffer, mut way) = (Moves::new(), Vec::with_capacity(300));
    for seed in 0..40 {
        play(&mut game, &mut buffer, &mut way, seed);
    }
    let before = METER.mine();
    for seed in 0..40 {
        play(&mut game, &mut buffer, &mut way, seed);
    }
    METER.mine() - before
}

/// One test, since the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_after_warm_up() {
    assert_eq!(allocations(TicTacToe::default()), 0, "tic-tac-toe");
    assert_eq!(allocations(ConnectFour::<7, 6>::default()), 0, "Connect Four");
    assert_eq!(allocations(Token::default()), 0, "Othello by token");
    assert_eq!(allocations(Trail::default()), 0, "Othello by journal");
    assert_eq!(allocations(Pig::new(3, 50)), 0, "Pig");
    assert_eq!(allocations(<Kuhn>::default()), 0, "Kuhn poker");
    assert_eq!(allocations(Leduc::default()), 0, "Leduc poker");
    assert_eq!(allocations(LiarsDice::<6>::default()), 0, "Liar's Dice");
    assert_eq!(allocations(Goofspiel::<5>::default()), 0, "Goofspiel");
    assert_eq!(allocations(Phantom::<ThreeInARow>::default()), 0, "phantom tic-tac-toe");
    assert_eq!(allocations(Tron::default()), 0, "Tron");
    assert_eq!(allocations(AtariGo::<5>::default()), 0, "Atari Go");
    assert_eq!(allocations(Chess::default()), 0, "chess");
    // Random moves draw without a list.
    let game = ConnectFour::<7, 6>::default();
    let mut rng = SplitMix::new(1);
    let before = METER.mine();
    for _ in 0..100 {
        game.random_move(&mut rng);
    }
    assert_eq!(METER.mine() - before, 0);
    // The meter itself works: a copy of a game with a vector inside shows.
    let before = METER.mine();
    let copy = Pig::new(3, 50).clone();
    assert!(METER.mine() - before > 0, "{copy:?}");
    assert!(allocations(takeback_core::strategy::ByCopy(Trail::default())) > 0);
}
