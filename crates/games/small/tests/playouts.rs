//! Whole playouts follow the same distribution as moves drawn one by one.

use takeback_core::{Game, Payoff, Player, Playout, RandomMove, SplitMix, Turn};
use takeback_small::ConnectFour;

const GAMES: u32 = 20_000;

/// How often the first player wins, how often nobody does, how many plies.
fn means(mut play: impl FnMut() -> (Payoff, u32)) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for _ in 0..GAMES {
        let (first, plies) = play();
        sums[0] += f64::from(u8::from(first == Payoff::WIN));
        sums[1] += f64::from(u8::from(first == Payoff::DRAW));
        sums[2] += f64::from(plies);
    }
    sums.map(|sum| sum / f64::from(GAMES))
}

fn assert_alike<G: Game + Playout + RandomMove>(game: &G) {
    let mut rng = SplitMix::new(5);
    let whole = means(|| {
        let mut results = [Payoff::DRAW; 2];
        let plies = game.playout(&mut G::Scratch::default(), &mut rng, &mut results);
        assert_eq!(results[0].0 + results[1].0, 0);
        (results[0], plies)
    });
    let mut rng = SplitMix::new(6);
    let stepped = means(|| {
        let (mut game, mut plies) = (game.clone(), 0);
        while game.turn() != Turn::Over {
            let m = game.random_move(&mut rng);
            game.make(m);
            plies += 1;
        }
        (game.payoff(Player::FIRST), plies)
    });
    // Five standard errors of a share; plies vary by less than eight.
    for (i, unit) in [0.5, 0.5, 8.0].into_iter().enumerate() {
        let error = unit * (2.0 / f64::from(GAMES)).sqrt();
        assert!((whole[i] - stepped[i]).abs() <= 5.0 * error, "{whole:?} but {stepped:?}");
    }
}

#[test]
fn connect_four_from_all_stages_of_a_game() {
    let mut rng = SplitMix::new(1);
    for plies in [0, 1, 6, 13, 24, 33, 40, 41, 42] {
        let mut game = ConnectFour::<7, 6>::default();
        for _ in 0..plies {
            if game.turn() == Turn::Over {
                break;
            }
            let m = game.random_move(&mut rng);
            game.make(m);
        }
        assert_alike(&game);
        assert_alike(&ConnectFour::<4, 4>::default());
    }
}
