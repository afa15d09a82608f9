//! After warm-up a network follows moves and judges without asking for memory.

use std::sync::Arc;
use takeback_core::{Evaluator, Features, Player, RandomMove, SplitMix, Turn};
use takeback_host::engines::Learned;
use takeback_meter::Meter;
use takeback_net::sparse::{Shape, SparseNet};
use takeback_small::othello::{Squares, Token};
use takeback_small::{ConnectFour, Threats};

#[global_allocator]
static METER: Meter = Meter::new();

/// A game forth and back, judged at every other position.
fn walk<G: Features + RandomMove, E: Evaluator<G>>(
    game: &mut G,
    judge: &mut Learned<G, E>,
    way: &mut Vec<(G::Move, G::Undo)>,
    seed: u64,
) -> i64 {
    let mut rng = SplitMix::new(seed);
    let mut sum = 0;
    judge.begin(game);
    while game.turn() != Turn::Over {
        let m = game.random_move(&mut rng);
        judge.making(game, m);
        way.push((m, game.make(m)));
        judge.made(game, m);
        if rng.one_in(2) {
            sum += i64::from(judge.score(game, Player::FIRST));
        }
    }
    while let Some((m, undo)) = way.pop() {
        game.unmake(m, undo);
        judge.unmade(game, m);
    }
    sum
}

fn allocations<G: Features + RandomMove, E: Evaluator<G>>(mut game: G, eval: E) -> u64 {
    let shape = Shape {
        features: G::FEATURES,
        most: G::MOST_FEATURES,
        hidden: 64,
        dense: 16,
        buckets: G::BUCKETS,
        players: 2,
        moves: 0,
    };
    let mut judge = Learned::with(eval, Arc::new(SparseNet::random(&G::encoding(), shape, 1)));
    let mut way = Vec::with_capacity(500);
    let first: i64 = (0..20).map(|seed| walk(&mut game, &mut judge, &mut way, seed)).sum();
    let before = METER.mine();
    let second: i64 = (0..20).map(|seed| walk(&mut game, &mut judge, &mut way, seed)).sum();
    let asked = METER.mine() - before;
    assert_eq!(first, second);
    assert_ne!(first, 0);
    asked
}

#[test]
fn nothing_is_allocated_after_warm_up() {
    assert_eq!(allocations(Token::default(), Squares::default()), 0, "Othello");
    assert_eq!(allocations(ConnectFour::<7, 6>::default(), Threats::default()), 0, "Connect Four");
}
