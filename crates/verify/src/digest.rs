//! Random games boiled down to one number.
//!
//! Two builds of the same rules (native and WebAssembly, yesterday's and today's)
//! play the same seeded games and compare one number: a thousand times cheaper
//! than [golden games](crate::Golden), which say what differs once it does.

use takeback_core::{Game, Player, SplitMix, Turn, mix};

/// What was played, and what it came to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Digest {
    /// Games, whole or cut.
    pub games: u64,
    /// Moves made, and taken back again.
    pub plies: u64,
    /// Every turn, every list's length, every position and all payoffs.
    pub digest: u64,
}

/// Games are cut after so many plies.
const LONGEST: usize = 300;

/// Play random games from what `begin` makes of their numbers, take each back to
/// its start, and digest them; `print` stands for a position. What is drawn
/// depends on the seed and on a game's number alone.
pub fn digest_games<G: Game>(
    begin: &dyn Fn(u64) -> G,
    print: &dyn Fn(&G) -> u64,
    seed: u64,
    games: std::ops::Range<u64>,
) -> Digest {
    let mut sum = Digest { games: 0, plies: 0, digest: 0 };
    let mut made = Vec::with_capacity(LONGEST);
    for number in games {
        let mut rng = SplitMix::stream(seed, number);
        let mut game = begin(number);
        let mut take = |value: u64| sum.digest = mix(sum.digest ^ value);
        take(print(&game));
        while made.len() < LONGEST {
            let turn = game.turn();
            let list = game.legal_moves();
            take(turn_number(turn));
            take(list.len() as u64);
            let drawn = match turn {
                Turn::Over => None,
                Turn::Chance => by_weight(&game, &list, &mut rng),
                _ if list.is_empty() => None,
                _ => Some(list[rng.below(list.len())]),
            };
            let Some(m) = drawn else { break };
            made.push((m, game.make(m)));
            take(print(&game));
        }
        if game.turn() == Turn::Over {
            for seat in 0..game.players() {
                take(u64::from(game.payoff(Player(seat as u8)).0 as u32));
            }
        }
        let plies = made.len() as u64;
        while let Some((m, undo)) = made.pop() {
            game.unmake(m, undo);
        }
        take(print(&game));
        sum.games += 1;
        sum.plies += plies;
    }
    sum
}

fn by_weight<G: Game>(game: &G, list: &[G::Move], rng: &mut SplitMix) -> Option<G::Move> {
    let total: u64 = list.iter().map(|&m| u64::from(game.weight(m))).sum();
    let mut left = rng.below(usize::try_from(total).ok().filter(|&total| total > 0)?) as u64;
    list.iter().copied().find(|&m| {
        let weight = u64::from(game.weight(m));
        let is_it = left < weight;
        left = left.saturating_sub(weight);
        is_it
    })
}

fn turn_number(turn: Turn) -> u64 {
    match turn {
        Turn::Player(player) => u64::from(player.0),
        Turn::Over => 1 << 32,
        Turn::Chance => 1 << 33,
        Turn::Together(players) => 1 << 34 | u64::from(players.0),
    }
}

/// A text as a number.
#[must_use]
pub fn print_of(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |sum, byte| mix(sum ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Moves, Payoff};

    /// Take one to three; `FORGETS` leaves one behind when seven are taken back to.
    #[derive(Clone)]
    struct Nim<const FORGETS: bool> {
        heap: u8,
        next: Player,
    }

    impl<const FORGETS: bool> Game for Nim<FORGETS> {
        type Move = u8;
        type Undo = ();
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend(1..=self.heap.min(3));
        }
        fn make(&mut self, m: u8) {
            self.heap -= m;
            self.next = self.next.other();
        }
        fn unmake(&mut self, m: u8, (): ()) {
            self.heap += m;
            if FORGETS && self.heap == 7 {
                self.heap = 6;
            }
            self.next = self.next.other();
        }
        fn payoff(&self, player: Player) -> Payoff {
            if player == self.next { Payoff::LOSS } else { Payoff::WIN }
        }
    }

    fn digest<const FORGETS: bool>(heap: u8, seed: u64, games: std::ops::Range<u64>) -> Digest {
        let begin = |_| Nim::<FORGETS> { heap, next: Player::FIRST };
        digest_games(
            &begin,
            &|game| u64::from(game.heap) << 8 | u64::from(game.next.0),
            seed,
            games,
        )
    }

    #[test]
    fn equal_games_have_equal_digests_and_others_do_not() {
        let once = digest::<false>(21, 1, 0..50);
        assert_eq!(once, digest::<false>(21, 1, 0..50));
        assert_eq!(once.games, 50);
        assert!(once.plies > 50 * 7);
        for other in [
            digest::<false>(20, 1, 0..50),
            digest::<false>(21, 2, 0..50),
            digest::<false>(21, 1, 1..51),
            digest::<true>(21, 1, 0..50),
        ] {
            assert_ne!(once.digest, other.digest);
        }
    }
}
