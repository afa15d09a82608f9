//! How a position looks: books, and cards on the way to one.

use crate::hand::Counts;
use crate::state::GoFish;
use takeback_core::{Evaluator, Game, Player, Turn};

/// Books and sets, against the best of the others.
///
/// It looks at all hands: a search for one seat gives it positions redealt by that
/// seat's belief, never the true ones.
#[derive(Copy, Clone, Debug, Default)]
pub struct BooksAndSets;

/// A book in points.
const BOOK: i32 = 400;
/// Holding so many of a rank, with four to a book: three are most of a book
/// to whoever is in turn.
const SETS: [i32; 8] = [0, 5, 40, 130, 200, 200, 200, 200];
/// Being in turn.
const TURN: i32 = 60;

/// What books, a hand and the turn are worth.
pub(crate) fn worth(books: i32, hand: Counts, turn: bool) -> i32 {
    let sets: i32 = hand.ranks().map(|rank| SETS[usize::from(hand.of(rank) & 7)]).sum();
    BOOK * books + sets + if turn { TURN } else { 0 }
}

impl BooksAndSets {
    fn worth(game: &GoFish, player: Player) -> i32 {
        let turn = game.turn() == Turn::Player(player);
        worth(game.books(player).into(), game.hand(player), turn)
    }
}

impl Evaluator<GoFish> for BooksAndSets {
    fn score(&mut self, game: &GoFish, player: Player) -> i32 {
        let others = game.seats().filter(|&p| p != player);
        let best = others.map(|p| Self::worth(game, p)).max().unwrap_or(0);
        Self::worth(game, player) - best
    }

    fn scores(&mut self, game: &GoFish, out: &mut [i32]) {
        let mut worth = [0; 6];
        for player in game.seats() {
            worth[player.index()] = Self::worth(game, player);
        }
        for (seat, score) in out.iter_mut().enumerate() {
            let others = (0..game.players()).filter(|&p| p != seat);
            *score = worth[seat] - others.map(|p| worth[p]).max().unwrap_or(0);
        }
    }
}
