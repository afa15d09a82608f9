//! How Go Fish is judged below the tree of a search.

use takeback_core::strategy::ByPoints;
use takeback_core::{Game, SplitMix, Turn};
use takeback_gofish::GoFish;
use takeback_search::StopFlag;
use takeback_search::mcts::{Ending, Rollout, Share, Trace};

/// For two what is to be expected of the position as it is dealt; for more, games
/// played to the end by players who listen to the asks.
#[derive(Clone, Default)]
pub(crate) struct Listening {
    books: Vec<u8>,
}

/// With so many books ahead one wins 73 games of 100.
const AHEAD: f32 = 3.0;

/// The chance to win with so many books ahead.
fn chance(ahead: f32) -> f32 {
    1.0 / (1.0 + (-ahead / AHEAD).exp())
}

impl Listening {
    /// What these books are worth to a seat.
    fn share(&self, seat: usize) -> Share {
        let own = self.books[seat];
        let best = self.books.iter().max().copied().unwrap_or(0);
        let winners = self.books.iter().filter(|&&books| books == best).count();
        Share::new(if own == best { 1.0 / winners as f32 } else { 0.0 })
    }
}

impl Rollout<GoFish> for Listening {
    const TELLS: bool = false;

    fn roll<T: Trace<GoFish>>(
        &mut self,
        game: &mut GoFish,
        rng: &mut SplitMix,
        _: &StopFlag,
        shares: &mut [Share],
        _: &mut T,
    ) -> Ending {
        if let (Some(ahead), Turn::Player(player)) = (game.prospect(), game.turn()) {
            shares[player.index()] = Share::new(chance(ahead));
            shares[player.other().index()] = Share::new(chance(-ahead));
            return Ending::Result { plies: 1 };
        }
        self.books.resize(shares.len(), 0);
        let plies = game.informed_playout(rng, &mut self.books);
        for (seat, share) in shares.iter_mut().enumerate() {
            *share = self.share(seat);
        }
        Ending::Result { plies }
    }
}

/// The same for points: books, not the chance to win with them.
#[derive(Clone, Default)]
pub(crate) struct Counting {
    books: Vec<u8>,
}

impl Rollout<ByPoints<GoFish>> for Counting {
    const TELLS: bool = false;

    fn roll<T: Trace<ByPoints<GoFish>>>(
        &mut self,
        game: &mut ByPoints<GoFish>,
        rng: &mut SplitMix,
        _: &StopFlag,
        shares: &mut [Share],
        _: &mut T,
    ) -> Ending {
        // A payoff of so many books, which need not be a whole number.
        let unit = game.unit() as f32 / 1000.0;
        let share = |ahead: f32| Share::new(0.5 + 0.5 * unit * ahead);
        if let (Some(ahead), Turn::Player(player)) = (game.0.prospect(), game.0.turn()) {
            shares[player.index()] = share(ahead);
            shares[player.other().index()] = share(-ahead);
            return Ending::Result { plies: 1 };
        }
        self.books.resize(shares.len(), 0);
        let plies = game.0.informed_playout(rng, &mut self.books);
        for (seat, part) in shares.iter_mut().enumerate() {
            let others = self.books.iter().enumerate().filter(|&(other, _)| other != seat);
            let best = others.map(|(_, &books)| books).max().unwrap_or(0);
            *part = share(f32::from(self.books[seat]) - f32::from(best));
        }
        Ending::Result { plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Player, RandomMove};
    use takeback_gofish::Options;
    use takeback_search::mcts::NoTrace;

    /// Shares add up, the game over included, and its winner has all.
    #[test]
    fn everybody_gets_a_share() {
        let mut rng = SplitMix::new(2);
        for players in 2..=6 {
            let mut game = GoFish::random(Options::new(players), &mut rng).expect("options");
            let mut rollout = Listening::default();
            let mut shares = vec![Share::HALF; players.into()];
            loop {
                let stop = StopFlag::default();
                rollout.roll(&mut game, &mut rng, &stop, &mut shares, &mut NoTrace);
                let sum: f32 = shares.iter().map(|share| share.part()).sum();
                assert!((sum - 1.0).abs() < 0.001, "{shares:?}");
                if game.turn() == Turn::Over {
                    break;
                }
                let ask = game.random_move(&mut rng);
                game.make(ask);
            }
            for seat in Player::all(players.into()) {
                assert_eq!(shares[seat.index()], Share::from(game.payoff(seat)));
            }
            // And for points what the game pays in points.
            let (mut paid, stop) = (ByPoints(game), StopFlag::default());
            Counting::default().roll(&mut paid, &mut rng, &stop, &mut shares, &mut NoTrace);
            for seat in Player::all(players.into()) {
                assert_eq!(shares[seat.index()], Share::from(paid.payoff(seat)));
            }
        }
    }
}
