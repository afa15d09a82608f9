//! Was a death avoidable? Moves that survive for certain, whatever others do.

use crate::geometry::Direction;
use crate::moves::Directions;
use crate::state::{Battlesnake, Chance};
use takeback_core::{Player, Players};

/// More neighbours than this are not tried move by move: 4^6 joint answers.
const MOST_NEIGHBOURS: usize = 6;

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Directions with which `seat` survives this round for certain.
    ///
    /// Exact: what others do can hurt only by a body, which lies where it lies,
    /// or by a head of at least the same length on the same cell.
    #[must_use]
    pub fn sure_steps(&self, seat: Player) -> Directions {
        let board = self.board();
        let mut sure = Directions::default();
        for direction in Direction::ALL {
            let to = board.step(self.head(seat), direction);
            if board.is_on(to)
                && self.survives_step(seat, to)
                && !self.meets_a_body(to)
                && !self.meets_a_head(seat, to)
            {
                sure = sure.with(direction);
            }
        }
        sure
    }

    /// Whether a body may be there after the round. One that is sure to starve
    /// is taken to stay all the same, which errs on the dark side.
    fn meets_a_body(&self, to: u16) -> bool {
        self.living().iter().any(|other| self.snakes[other.index()].stays().contains(to))
    }

    fn meets_a_head(&self, seat: Player, to: u16) -> bool {
        // Food on the cell feeds both, so lengths compare as they are.
        self.living().without(seat).iter().any(|other| {
            self.length(other) >= self.length(seat)
                && self.board().steps(self.head(other)).contains(&to)
        })
    }

    /// Directions with which `seat` survives the next two rounds for certain:
    /// this one whatever others do, and then, whatever they did, there is a
    /// direction that survives the next one.
    ///
    /// Other snakes' moves of this round are tried in all combinations for those
    /// near enough to make a difference. Where those are more than six, no
    /// direction counts as certain. Food and hazards are taken as they lie.
    #[must_use]
    pub fn surely_survives_two(&self, seat: Player) -> Directions {
        let mut game = self.clone().with_chance(Chance::Frozen);
        let neighbours = self.neighbours(seat);
        let mut good = Directions::default();
        for direction in self.sure_steps(seat).iter() {
            if neighbours.len() <= MOST_NEIGHBOURS
                && game.survives_all_answers(seat, direction, neighbours)
            {
                good = good.with(direction);
            }
        }
        good
    }

    /// Directions with which `seat` survives so many rounds for certain: whatever
    /// others do in each of them, there is a direction that goes on surviving.
    /// `None` where that is not settled within so many rounds played.
    ///
    /// For two rounds this is [`surely_survives_two`](Self::surely_survives_two).
    /// Food and hazards are taken as they lie.
    #[must_use]
    pub fn surely_survives(&self, seat: Player, rounds: u32, budget: u64) -> Option<Directions> {
        let mut game = self.clone().with_chance(Chance::Frozen);
        let mut left = budget;
        let mut good = Directions::default();
        for direction in self.sure_steps(seat).iter() {
            if rounds <= 1 || game.holds_out(seat, direction, rounds, &mut left)? {
                good = good.with(direction);
            }
        }
        Some(good)
    }

    /// Whether a sure step leads on to survival for so many rounds, itself
    /// included, against every joint answer. Where the budget ends, so does the
    /// whole question, and the position is left as it is: it was a copy.
    fn holds_out(
        &mut self,
        seat: Player,
        direction: Direction,
        rounds: u32,
        left: &mut u64,
    ) -> Option<bool> {
        let near = self.within(seat, rounds as u16);
        let base = self.quiet_round(seat, direction, near);
        if near.len() > MOST_NEIGHBOURS {
            return None;
        }
        for joint in 0..1u32 << (2 * near.len()) {
            *left = left.checked_sub(1)?;
            let round = self.make_round(joined(base, near, joint));
            let over = self.turn_now().is_over();
            let lives = self.living().contains(seat);
            let held = lives && (over || self.goes_on(seat, rounds - 1, left)?);
            self.unmake_round(&round);
            if !held {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether some direction survives so many rounds more.
    fn goes_on(&mut self, seat: Player, rounds: u32, left: &mut u64) -> Option<bool> {
        for direction in self.sure_steps(seat).iter() {
            if rounds <= 1 || self.holds_out(seat, direction, rounds, left)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whose choices can change what `seat` may do within so many rounds.
    fn within(&self, seat: Player, rounds: u16) -> Players {
        let (board, head) = (self.board(), self.head(seat));
        let matters = |other: Player| {
            board.distance(head, self.head(other)) <= 2 * rounds
                || self.body(other).any(|cell| board.distance(head, cell) <= rounds)
        };
        self.living().without(seat).iter().filter(|&other| matters(other)).collect()
    }

    /// Whose choice of this round can change what `seat` may do in the next:
    /// heads within four steps, and bodies within two, which may grow or vanish.
    fn neighbours(&self, seat: Player) -> Players {
        let (board, head) = (self.board(), self.head(seat));
        let matters = |other: Player| {
            board.distance(head, self.head(other)) <= 4
                || self.body(other).any(|cell| board.distance(head, cell) <= 2)
        };
        self.living().without(seat).iter().filter(|&other| matters(other)).collect()
    }

    /// A round in which `seat` goes that way and those too far to matter go where
    /// they do least harm to themselves.
    fn quiet_round(&self, seat: Player, direction: Direction, neighbours: Players) -> u32 {
        let mut base = (direction as u32) << (2 * seat.0);
        for other in self.living().without(seat).iter().filter(|&o| !neighbours.contains(o)) {
            let quiet = self.prudent(other).iter().next().unwrap_or(Direction::Up);
            base |= (quiet as u32) << (2 * other.0);
        }
        base
    }

    fn survives_all_answers(
        &mut self,
        seat: Player,
        direction: Direction,
        neighbours: Players,
    ) -> bool {
        let base = self.quiet_round(seat, direction, neighbours);
        let count = neighbours.len();
        (0..1u32 << (2 * count)).all(|joint| {
            let round = self.make_round(joined(base, neighbours, joint));
            let won = self.turn_now().is_over();
            let survives =
                self.living().contains(seat) && (won || !self.sure_steps(seat).is_empty());
            self.unmake_round(&round);
            survives
        })
    }
}

/// A round with the `joint`th combination of the neighbours' choices.
fn joined(base: u32, neighbours: Players, joint: u32) -> u32 {
    let put = |all, (i, other): (usize, Player)| all | (joint >> (2 * i) & 3) << (2 * other.0);
    neighbours.iter().enumerate().fold(base, put)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Listing, Map, Ruleset, Settings, Setup, Small};
    use takeback_core::{Game, Portable, RandomMove, SplitMix};

    fn read(text: &str) -> Small<4> {
        Small::read_position(text).unwrap()
    }

    /// Equal lengths: both cells beside the other's head are risky, away is sure.
    #[test]
    fn a_cell_that_an_equal_may_take_is_not_sure() {
        let game = read(
            "standard/standard 7x7 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@2,3:lld 90@4,3:rru",
        );
        let sure = game.sure_steps(Player(0));
        assert!(!sure.contains(Direction::Right) && sure.contains(Direction::Up));
        let longer = read(
            "standard/standard 7x7 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@2,3:lldd 90@4,3:rru",
        );
        assert!(longer.sure_steps(Player(0)).contains(Direction::Right));
    }

    /// Into the dead end on the left one survives a round but not two.
    #[test]
    fn a_dead_end_is_sure_for_one_round_only() {
        let game = read(
            "standard/standard 7x7 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@1,0:rruuulllddru 90@6,6:lll",
        );
        assert!(game.sure_steps(Player(0)).contains(Direction::Left));
        assert!(!game.surely_survives_two(Player(0)).contains(Direction::Left));
    }

    /// By every joint move of everybody: some step survives them all, and then
    /// again.
    fn plainly(game: &mut Small<4>, seat: Player, rounds: u32) -> Vec<Direction> {
        let all = 1u32 << (2 * game.players());
        let survives = |game: &mut Small<4>, direction: Direction| {
            (0..all).all(|joint| {
                let mask = !(3 << (2 * seat.0));
                let round = game.make_round(joint & mask | (direction as u32) << (2 * seat.0));
                let lives = game.living().contains(seat);
                let over = game.turn_now().is_over();
                let on = rounds <= 1 || over || !plainly(game, seat, rounds - 1).is_empty();
                game.unmake_round(&round);
                lives && on
            })
        };
        Direction::ALL.into_iter().filter(|&d| survives(game, d)).collect()
    }

    #[test]
    fn surely_survives_is_what_trying_everything_finds() {
        let mut rng = SplitMix::new(3);
        let mut cut = 0;
        for seed in 0..16 {
            let (ruleset, settings) = (Ruleset::Standard, Settings::default());
            let snakes = 2 + seed as usize % 2;
            let setup = Setup::start(ruleset, settings, Map::Standard, (5, 5), snakes, seed);
            let game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            let mut game = game.with_listing(Listing::Prudent);
            while !game.turn_now().is_over() && game.turn_number() < 30 {
                let seat = game.living().iter().last().unwrap();
                let starving = game.living().iter().any(|p| game.health(p) <= 3);
                // Three rounds of three snakes are too many to try.
                let most = if starving { 0 } else { 5 - snakes as u32 };
                for rounds in 1..=most {
                    let fast = game.surely_survives(seat, rounds, u64::MAX).unwrap();
                    let slow = plainly(&mut game, seat, rounds);
                    assert_eq!(fast.iter().collect::<Vec<_>>(), slow, "{game:?} {seat} {rounds}");
                    cut += u32::from(fast != game.sure_steps(seat));
                    if rounds == 2 {
                        assert_eq!(fast, game.surely_survives_two(seat), "{game:?}");
                    }
                }
                for _ in 0..game.living().len() {
                    let m = game.random_move(&mut rng);
                    game.make(m);
                    if game.turn_now().is_over() {
                        break;
                    }
                }
            }
        }
        assert!(cut > 10, "{cut}");
    }

    #[test]
    fn what_is_not_settled_is_not_answered() {
        let setup =
            Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (7, 7), 4, 1);
        let game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
        assert_eq!(game.surely_survives(Player(0), 6, 10), None);
        assert!(game.surely_survives(Player(0), 1, 0).is_some());
    }

    /// Against every joint move: a sure step survives, and a step that some
    /// joint move kills is not sure.
    #[test]
    fn sure_steps_are_those_that_no_answer_kills() {
        let mut rng = SplitMix::new(1);
        for seed in 0..40 {
            let setup = Setup::start(
                Ruleset::Standard,
                Settings::default(),
                Map::Standard,
                (5, 5),
                3,
                seed,
            );
            let mut game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            while !game.turn_now().is_over() {
                for seat in game.living().iter() {
                    let sure = game.sure_steps(seat);
                    for direction in Direction::ALL {
                        let killed = (0..64u32).any(|joint| {
                            let mask = !(3 << (2 * seat.0));
                            let choices = joint & mask | (direction as u32) << (2 * seat.0);
                            let round = game.make_round(choices);
                            let killed = !game.living().contains(seat);
                            game.unmake_round(&round);
                            killed
                        });
                        let starving = game.living().iter().any(|p| game.health(p) <= 1);
                        if sure.contains(direction) {
                            assert!(!killed, "{game:?} {seat} {direction}");
                        } else if !starving {
                            assert!(killed, "{game:?} {seat} {direction}");
                        }
                    }
                }
                for _ in 0..game.living().len() {
                    let m = game.random_move(&mut rng);
                    game.make(m);
                    if game.turn_now().is_over() {
                        break;
                    }
                }
            }
        }
    }
}
