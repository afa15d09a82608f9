//! Fit what ranks in two hands are worth: the table in `src/prospect.rs`.
//!
//!     cargo run --release -p takeback-gofish --example books -- [GAMES]

use takeback_core::{Game, RandomMove, SplitMix, Turn};
use takeback_gofish::{GoFish, Options};

/// Values of ranks, and of being in turn, for three phases of the game.
const CELLS: usize = 3 * 15 * 4;
const SIZE: usize = CELLS + 3;

/// Least squares by normal equations, with a little weight on small values.
struct Fit {
    sums: Vec<[f64; SIZE]>,
    target: [f64; SIZE],
}

impl Fit {
    fn add(&mut self, (phase, cells): (usize, [usize; 13]), more: f64) {
        let mut row: Vec<usize> = cells.to_vec();
        row.push(CELLS + phase);
        for &i in &row {
            self.target[i] += more;
            for &j in &row {
                self.sums[i][j] += 1.0;
            }
        }
    }

    /// Gauss; the matrix is positive by the weight on its diagonal.
    fn solve(mut self) -> [f64; SIZE] {
        for i in 0..SIZE {
            self.sums[i][i] += 5.0;
        }
        for i in 0..SIZE {
            for k in i + 1..SIZE {
                let factor = self.sums[k][i] / self.sums[i][i];
                if factor != 0.0 {
                    let above = self.sums[i];
                    self.sums[k].iter_mut().zip(above).for_each(|(x, y)| *x -= factor * y);
                    self.target[k] -= factor * self.target[i];
                }
            }
        }
        let mut found = [0.0; SIZE];
        for i in (0..SIZE).rev() {
            let known: f64 = (i + 1..SIZE).map(|k| self.sums[i][k] * found[k]).sum();
            found[i] = (self.target[i] - known) / self.sums[i][i];
        }
        found
    }
}

/// A game of players who listen, but for one ask in six.
fn play(fit: &mut Fit, n: u64) {
    let mut rng = SplitMix::stream(5, n);
    let mut game = GoFish::random(Options::new(2), &mut rng).expect("two can play");
    let mut seen = Vec::new();
    let ahead = |game: &GoFish, player: takeback_core::Player| {
        f64::from(game.books(player)) - f64::from(game.books(player.other()))
    };
    while let Turn::Player(player) = game.turn() {
        if game.pond() > 0 && rng.one_in(5) {
            seen.push((player, ahead(&game, player), game.prospect_cells()));
        }
        let listens = !rng.one_in(6);
        let ask = if listens { game.informed_ask(&mut rng) } else { game.random_move(&mut rng) };
        game.make(ask);
    }
    for (player, now, cells) in seen {
        fit.add(cells, ahead(&game, player) - now);
    }
}

fn main() {
    let games = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(240_000);
    let mut fit = Fit { sums: vec![[0.0; SIZE]; SIZE], target: [0.0; SIZE] };
    (0..games).for_each(|n| play(&mut fit, n));
    let found = fit.solve().map(|value| (100.0 * value).round() as i32);
    println!("turn {:?}", &found[CELLS..]);
    for (n, row) in found[..CELLS].chunks(4).enumerate() {
        println!("phase {} cell {:>2}: {row:?}", n / 15, n % 15);
    }
}
