//! After warm-up, moves and playouts ask for no memory.

use takeback_core::{Game, Moves, Payoff, Playout, RandomMove, SplitMix, Turn};
use takeback_hex::{Bits, Hex, Move, Policy, Room, Size, Swap, Undo, Wide};
use takeback_meter::Meter;

#[global_allocator]
static METER: Meter = Meter::new();

/// A whole game: moves listed, made and unmade, playouts of every kind between.
fn play<B: Bits>(
    hex: &mut Hex<B>,
    moves: &mut Moves<Move>,
    way: &mut Vec<(Move, Undo<B>)>,
    room: &mut Room,
    rng: &mut SplitMix,
) {
    let mut results = [Payoff::DRAW; 2];
    while hex.turn() != Turn::Over {
        let list = moves.open();
        hex.moves(moves);
        moves.close(list);
        hex.playout(&mut (), rng, &mut results);
        let m = hex.random_move(rng);
        way.push((m, hex.make(m)));
        for policy in [Policy::Pairs, Policy::SaveBridges, Policy::Patterns] {
            hex.play_out(policy, Some(m), room, rng);
        }
    }
    while let Some((m, undo)) = way.pop() {
        hex.unmake(m, undo);
    }
}

fn allocations<B: Bits>(side: usize) -> u64 {
    let size = Size::square(side).expect("a side");
    let mut hex = Hex::<B>::new(size, Swap::Pieces).expect("it fits");
    let (mut moves, mut way) = (Moves::new(), Vec::with_capacity(400));
    let (mut room, mut rng) = (Room::default(), SplitMix::new(4));
    play(&mut hex, &mut moves, &mut way, &mut room, &mut rng);
    let before = METER.mine();
    for _ in 0..3 {
        play(&mut hex, &mut moves, &mut way, &mut room, &mut rng);
    }
    METER.mine() - before
}

/// One test, since the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_after_warm_up() {
    assert_eq!(allocations::<u64>(7), 0);
    assert_eq!(allocations::<u128>(11), 0);
    assert_eq!(allocations::<Wide<4>>(14), 0);
    assert_eq!(allocations::<Wide<6>>(19), 0);
}
