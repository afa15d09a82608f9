//! Playing and taking back asks for no memory once everything has its size.

use takeback_core::{Evaluator, Game, Mark, Moves, Player, RandomMove, SplitMix};
use takeback_meter::Meter;
use takeback_ringrift::{Board, Hex8, Hexagonal, Judge, Move, RingRift, Square8, Square19};

#[global_allocator]
static METER: Meter = Meter::new();

/// A random game with every list written and every position judged, then all of it taken back.
fn play<B: Board>(
    game: &mut RingRift<B>,
    moves: &mut Moves<Move>,
    way: &mut Vec<(Move, Mark)>,
    seed: u64,
    plies: usize,
) {
    let (mut rng, mut judge) = (SplitMix::new(seed), Judge::default());
    let mut scores = [0; 4];
    while !game.turn().is_over() && way.len() < plies {
        let list = moves.open();
        game.moves(moves);
        assert!(!moves.since(list).is_empty());
        moves.close(list);
        judge.scores(game, &mut scores[..game.players()]);
        assert!(judge.score(game, Player::FIRST) == scores[0] && game.count_moves() > 0);
        let m = game.forced().unwrap_or_else(|| game.random_move(&mut rng));
        way.push((m, game.make(m)));
    }
    while let Some((m, mark)) = way.pop() {
        game.unmake(m, mark);
    }
}

fn allocations<B: Board>(players: u8, plies: usize) -> u64 {
    let mut game = RingRift::<B>::standard(players);
    let (mut moves, mut way) = (Moves::new(), Vec::with_capacity(plies));
    // The same games twice: the first time everything grows to its size.
    for seed in 0..2 {
        play(&mut game, &mut moves, &mut way, seed, plies);
    }
    let before = METER.mine();
    for seed in 0..2 {
        play(&mut game, &mut moves, &mut way, seed, plies);
    }
    METER.mine() - before
}

/// One test, since the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_after_warm_up() {
    assert_eq!(allocations::<Square8>(2, 1000), 0);
    assert_eq!(allocations::<Square8>(4, 1000), 0);
    assert_eq!(allocations::<Hex8>(3, 1000), 0);
    assert_eq!(allocations::<Square19>(2, 200), 0);
    assert_eq!(allocations::<Hexagonal>(2, 200), 0);
}
