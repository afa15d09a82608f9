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

    fn survives_all_answers(
        &mut self,
        seat: Player,
        direction: Direction,
        neighbours: Players,
    ) -> bool {
        // Others, too far to matter, go where they do least harm to themselves.
        let mut base = (direction as u32) << (2 * seat.0);
        for other in self.living().without(seat).iter().filter(|&o| !neighbours.contains(o)) {
            let quiet = self.prudent(other).iter().next().unwrap_or(Direction::Up);
            base |= (quiet as u32) << (2 * other.0);
        }
        let count = neighbours.len();
        (0..1u32 << (2 * count)).all(|joint| {
            let choices = neighbours
                .iter()
                .enumerate()
                .fold(base, |all, (i, other)| all | (joint >> (2 * i) & 3) << (2 * other.0));
            let round = self.make_round(choices);
            let won = self.turn_now().is_over();
            let survives =
                self.living().contains(seat) && (won || !self.sure_steps(seat).is_empty());
            self.unmake_round(&round);
            survives
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Ruleset, Settings, Setup, Small};
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
