//! An opponent of the common kind, to measure others by.
//!
//! It does what many published snakes do: copies the whole board for every
//! move it tries, moves and judges the snakes one after the other instead of
//! together, and looks a fixed number of moves ahead with minimax against one
//! opponent or max^n against several. It is deliberately left so.

use crate::geometry::{Direction, Edge, Point};
use crate::plain::{PlainBoard, default_move};
use crate::state::Battlesnake;
use std::collections::VecDeque;
use takeback_core::Player;

/// The baseline snake.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Baseline {
    /// Moves looked ahead, each of one snake.
    pub depth: u32,
}

impl Default for Baseline {
    fn default() -> Self {
        Baseline { depth: 4 }
    }
}

/// A snake that is out, in units of its evaluation.
const DEAD: i64 = -1_000_000;

/// What a search needs to know besides the board.
#[derive(Copy, Clone)]
struct Viewpoint {
    edge: Edge,
    me: usize,
}

impl Baseline {
    /// The direction it would go.
    #[must_use]
    pub fn choose<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        seat: Player,
    ) -> Direction {
        let mut board = game.plain();
        // It has never heard of snakes that are out.
        for snake in board.snakes.iter_mut().filter(|s| s.fate.is_some()) {
            snake.body.clear();
        }
        let table = Viewpoint { edge: game.board().edge(), me: seat.index() };
        let moves = table.legal(&board, table.me);
        let duel = board.living() == 2;
        let scored = moves.into_iter().map(|direction| {
            let next = table.after(&board, table.me, direction);
            let turn = table.next(&next, table.me);
            let depth = self.depth.saturating_sub(1);
            let score = if duel {
                table.minimax(&next, turn, depth, i64::MIN, i64::MAX)
            } else {
                table.max_n(&next, turn, depth)[table.me]
            };
            (score, direction)
        });
        let best = scored.reduce(|best, this| if this.0 > best.0 { this } else { best });
        best.map_or_else(|| default_move(&board.snakes[table.me].body), |(_, direction)| direction)
    }
}

impl Viewpoint {
    /// Where a head comes to, if that is on the board.
    fn step(self, board: &PlainBoard, from: Point, direction: Direction) -> Option<Point> {
        let mut to = from.toward(direction);
        if self.edge == Edge::Wrap {
            (to.x, to.y) = (to.x.rem_euclid(board.width), to.y.rem_euclid(board.height));
        }
        let on = (0..board.width).contains(&to.x) && (0..board.height).contains(&to.y);
        on.then_some(to)
    }

    /// Steps that do not run into the wall or into what lies there now, tails
    /// aside.
    fn legal(self, board: &PlainBoard, seat: usize) -> Vec<Direction> {
        let Some(&head) = board.snakes[seat].body.first() else { return Vec::new() };
        let free = |to: Point| {
            let body = |body: &[Point]| body.len() > 1 && body[..body.len() - 1].contains(&to);
            !board.snakes.iter().any(|s| body(&s.body))
        };
        let safe = |&d: &Direction| self.step(board, head, d).is_some_and(free);
        Direction::ALL.into_iter().filter(safe).collect()
    }

    /// A copy of the board with one snake moved and everybody judged at once.
    fn after(self, board: &PlainBoard, seat: usize, direction: Direction) -> PlainBoard {
        let mut next = board.clone();
        let Some(to) = self.step(board, board.snakes[seat].body[0], direction) else {
            next.snakes[seat].body.clear();
            return next;
        };
        let snake = &mut next.snakes[seat];
        snake.body.insert(0, to);
        let ate = board.food.contains(&to);
        if ate {
            snake.health = 100;
        } else {
            snake.body.pop();
            snake.health -= 1;
        }
        let starved = snake.health <= 0;
        if ate {
            next.food.retain(|&food| food != to);
        }
        if starved {
            next.snakes[seat].body.clear();
        }
        self.judge(&mut next);
        next
    }

    fn judge(self, board: &mut PlainBoard) {
        let dies = |seat: usize| {
            let snake = &board.snakes[seat];
            let Some(head) = snake.body.first() else { return false };
            board.snakes.iter().enumerate().any(|(other, s)| {
                let bitten = s.body.iter().skip(1).any(|p| p == head);
                let met = other != seat && s.body.first() == Some(head);
                bitten || (met && s.body.len() >= snake.body.len())
            })
        };
        let dead: Vec<usize> = (0..board.snakes.len()).filter(|&seat| dies(seat)).collect();
        for seat in dead {
            board.snakes[seat].body.clear();
        }
    }

    /// Whose move it is after `seat`: the next that lives.
    fn next(self, board: &PlainBoard, seat: usize) -> usize {
        let seats = board.snakes.len();
        let mut next = (seat + 1) % seats;
        while board.snakes[next].body.is_empty() && next != seat {
            next = (next + 1) % seats;
        }
        next
    }

    fn minimax(
        self,
        board: &PlainBoard,
        turn: usize,
        depth: u32,
        mut alpha: i64,
        mut beta: i64,
    ) -> i64 {
        let alive = |seat: usize| !board.snakes[seat].body.is_empty();
        let others = (0..board.snakes.len()).any(|seat| seat != self.me && alive(seat));
        if depth == 0 || !alive(self.me) || !others {
            let enemy =
                (0..board.snakes.len()).filter(|&s| s != self.me).map(|s| self.worth(board, s));
            return self.worth(board, self.me) - enemy.max().unwrap_or(0);
        }
        let moves = self.legal(board, turn);
        if moves.is_empty() {
            return if turn == self.me { DEAD } else { -DEAD };
        }
        let mut best = if turn == self.me { i64::MIN } else { i64::MAX };
        for direction in moves {
            let next = self.after(board, turn, direction);
            let score = self.minimax(&next, self.next(&next, turn), depth - 1, alpha, beta);
            if turn == self.me {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn max_n(self, board: &PlainBoard, turn: usize, depth: u32) -> Vec<i64> {
        let worths = || (0..board.snakes.len()).map(|seat| self.worth(board, seat)).collect();
        if depth == 0 || board.snakes[turn].body.is_empty() {
            return worths();
        }
        let moves = self.legal(board, turn);
        let tried = moves.into_iter().map(|direction| {
            let next = self.after(board, turn, direction);
            self.max_n(&next, self.next(&next, turn), depth - 1)
        });
        tried.reduce(|best, this| if this[turn] > best[turn] { this } else { best }).unwrap_or_else(
            || {
                let mut worths: Vec<i64> = worths();
                worths[turn] = DEAD;
                worths
            },
        )
    }

    /// Space, length, health and the way to food.
    fn worth(self, board: &PlainBoard, seat: usize) -> i64 {
        let snake = &board.snakes[seat];
        let Some(&head) = snake.body.first() else { return DEAD };
        let (space, food) = self.flood(board, head);
        let length = snake.body.len() as i64;
        let cramped = if space < length { -500 * (length - space) } else { 0 };
        let hunger = 101 - snake.health;
        let to_food = food.map_or(-20, |steps| -steps) * hunger / 10;
        5 * space + 30 * length + snake.health / 2 + cramped + to_food
    }

    /// Cells that can be reached, and the steps to the nearest food.
    fn flood(self, board: &PlainBoard, from: Point) -> (i64, Option<i64>) {
        let index = |p: Point| (p.y * board.width + p.x) as usize;
        let mut seen = vec![false; (board.width * board.height) as usize];
        for cell in board.snakes.iter().flat_map(|s| &s.body) {
            seen[index(*cell)] = true;
        }
        let mut queue = VecDeque::from([(from, 0)]);
        let (mut space, mut food) = (0, None);
        while let Some((at, steps)) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(to) = self.step(board, at, direction) else { continue };
                if std::mem::replace(&mut seen[index(to)], true) {
                    continue;
                }
                space += 1;
                if food.is_none() && board.food.contains(&to) {
                    food = Some(steps + 1);
                }
                queue.push_back((to, steps + 1));
            }
        }
        (space, food)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Map, Move, Ruleset, Settings, Setup, Small};
    use takeback_core::{Game, RandomMove, SplitMix, Turn};

    /// It beats a snake that only avoids certain death, nearly always.
    #[test]
    fn it_is_worth_beating() {
        let mut rng = SplitMix::new(2);
        let (mut won, mut lost) = (0, 0);
        for seed in 0..12 {
            let setup = Setup::start(
                Ruleset::Standard,
                Settings::default(),
                Map::Standard,
                (7, 7),
                2,
                seed,
            );
            let mut game: Small<2> =
                Battlesnake::new(&setup.unwrap()).unwrap().with_chance(Chance::Live);
            loop {
                let m = match game.turn() {
                    Turn::Over => break,
                    Turn::Chance => game.random_move(&mut rng),
                    turn if turn.decider() == Some(Player(0)) => {
                        Move::Go(Baseline { depth: 2 }.choose(&game, Player(0)))
                    }
                    _ => {
                        let choices: Vec<Direction> = game.prudent(Player(1)).iter().collect();
                        Move::Go(choices[rng.below(choices.len())])
                    }
                };
                game.make(m);
            }
            let payoff = game.payoff(Player(0)).0;
            won += u32::from(payoff > 0);
            lost += u32::from(payoff < 0);
        }
        assert!(won >= 8 && lost <= 3, "won {won}, lost {lost} of 12");
    }

    #[test]
    fn it_answers_in_every_ruleset() {
        for ruleset in Ruleset::ALL {
            let snakes = if ruleset == Ruleset::Solo { 1 } else { 4 };
            let setup =
                Setup::start(ruleset, Settings::default(), Map::Standard, (11, 11), snakes, 1);
            let game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            let direction = Baseline { depth: 3 }.choose(&game, Player(0));
            let to = game.board().step(game.head(Player(0)), direction);
            assert!(game.board().is_on(to));
        }
    }
}
