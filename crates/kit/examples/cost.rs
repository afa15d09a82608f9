//! What the kit costs: the same Hex by hand and on the kit, same random games.
//!
//! `cargo run --release -p takeback-kit --example cost`. Under callgrind name one
//! part: `hand` or `kit`, with a number of games.

use std::hint::black_box;
use std::time::Instant;
use takeback_core::{Game, Moves, Payoff, Player, SplitMix, Turn};
use takeback_kit::{KitGame, hex::Hex};

/// Hex by hand: an array of colours, a move that says it all, the same search
/// for a chain.
#[derive(Clone)]
struct HandHex {
    size: usize,
    cells: Vec<u8>,
    next: Player,
    won: bool,
}

impl HandHex {
    fn new(size: usize) -> Self {
        HandHex { size, cells: vec![0; size * size], next: Player(0), won: false }
    }

    fn joins(&self, from: usize, player: Player) -> bool {
        let size = self.size as i32;
        let mut seen = [0u64; 16];
        let (mut todo, mut open) = ([0u16; 1024], 1);
        let (mut near, mut far) = (false, false);
        todo[0] = from as u16;
        seen[from / 64] |= 1 << (from % 64);
        while open > 0 {
            open -= 1;
            let here = i32::from(todo[open]);
            let (x, y) = (here % size, here / size);
            let along = if player == Player::FIRST { y } else { x };
            near |= along == 0;
            far |= along + 1 == size;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let (x, y) = (x + dx, y + dy);
                if 0 <= x && x < size && 0 <= y && y < size {
                    let next = (y * size + x) as usize;
                    let mine = self.cells[next] == player.0 + 1;
                    if mine && seen[next / 64] & 1 << (next % 64) == 0 {
                        seen[next / 64] |= 1 << (next % 64);
                        todo[open] = next as u16;
                        open += 1;
                    }
                }
            }
        }
        near && far
    }
}

impl Game for HandHex {
    type Move = u16;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.won { Turn::Over } else { Turn::Player(self.next) }
    }

    fn moves(&self, out: &mut Moves<u16>) {
        let empty = |n: &u16| self.cells[usize::from(*n)] == 0;
        out.extend((0..self.cells.len() as u16).filter(empty));
    }

    fn make(&mut self, n: u16) {
        self.cells[usize::from(n)] = self.next.0 + 1;
        self.won = self.joins(n.into(), self.next);
        self.next = self.next.other();
    }

    fn unmake(&mut self, n: u16, (): ()) {
        self.next = self.next.other();
        self.won = false;
        self.cells[usize::from(n)] = 0;
    }

    fn payoff(&self, player: Player) -> Payoff {
        if player == self.next { Payoff::LOSS } else { Payoff::WIN }
    }
}

/// Random games forth and back; how many moves were made.
fn play<G: Game>(mut game: G, games: u64) -> u64 {
    let mut rng = SplitMix::new(1);
    let mut moves = Moves::new();
    let mut line = Vec::new();
    let mut made = 0;
    for _ in 0..games {
        while game.turn() != Turn::Over {
            moves.clear();
            game.moves(&mut moves);
            let m = moves[rng.below(moves.len())];
            line.push((m, game.make(m)));
        }
        made += line.len() as u64;
        black_box(game.payoff(Player(0)));
        while let Some((m, undo)) = line.pop() {
            game.unmake(m, undo);
        }
    }
    made
}

fn best(mut run: impl FnMut() -> u64) -> (u64, f64) {
    let mut made = 0;
    let runs = (0..5).map(|_| {
        let start = Instant::now();
        made = run();
        start.elapsed().as_secs_f64()
    });
    let best = runs.fold(f64::INFINITY, f64::min);
    (made, best)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let part = args.next().unwrap_or_default();
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(2000);
    match part.as_str() {
        "hand" => println!("{} moves", play(HandHex::new(11), games)),
        "kit" => println!("{} moves", play(KitGame::new(Hex { size: 11 }), games)),
        _ => {
            for size in [5, 11, 19] {
                let (made, hand) = best(|| play(HandHex::new(size), games));
                let (again, kit) = best(|| play(KitGame::new(Hex { size: size as u16 }), games));
                assert_eq!(made, again, "the same games");
                let ns = |seconds: f64| 1e9 * seconds / made as f64;
                println!(
                    "hex {size:>2}: by hand {:>6.0} ns a move, kit {:>6.0} ns, {:.2} times; \
                     {:.0} random games/s on the kit",
                    ns(hand),
                    ns(kit),
                    kit / hand,
                    games as f64 / kit
                );
            }
        }
    }
}
