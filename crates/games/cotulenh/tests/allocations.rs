//! After warm-up, play and search steps ask for no memory.

use takeback_core::{Evaluator, Game, Moves, Player, Portable, RandomMove, SplitMix};
use takeback_cotulenh::{CoTuLenh, Eval, Move, Undo};
use takeback_meter::Meter;

#[global_allocator]
static METER: Meter = Meter::new();

/// A random game: at every position the list, both stages of candidates with
/// their tests, every move made and unmade, the score.
fn play(game: &mut CoTuLenh, buffer: &mut Moves<Move>, way: &mut Vec<(Move, Undo)>, seed: u64) {
    let (mut rng, mut eval) = (SplitMix::new(seed), Eval::default());
    while !game.turn().is_over() && way.len() < 120 {
        let list = buffer.open();
        for stage in 0..CoTuLenh::STAGES {
            game.candidates(stage, buffer);
        }
        for i in buffer.range(list) {
            let m = buffer[i];
            if game.is_legal(m) {
                game.explore(m, |after| eval.score(after, Player::FIRST));
            }
        }
        game.moves(buffer);
        buffer.close(list);
        let m = game.random_move(&mut rng);
        way.push((m, game.make(m)));
    }
    while let Some((m, undo)) = way.pop() {
        game.unmake(m, undo);
    }
}

/// One test, since the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_after_warm_up() {
    let fens = [
        takeback_cotulenh::START,
        "6c4/5h1h3/11/2n8/1(NFT)9/5g5/4t6/3(TI)7/2(nf)8/5(FTM)5/11/4(HC)6 r - - 0 1",
    ];
    for fen in fens {
        let mut game = CoTuLenh::read_position(fen).expect("a position");
        let (mut buffer, mut way) = (Moves::new(), Vec::with_capacity(120));
        play(&mut game, &mut buffer, &mut way, 1);
        let before = METER.mine();
        play(&mut game, &mut buffer, &mut way, 1);
        assert_eq!(METER.mine() - before, 0, "{fen}");
    }
}
