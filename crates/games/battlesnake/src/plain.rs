//! The slow, obvious twin: lists of points, one function per step of a turn.
//!
//! It takes any board whatever (no size, points in the far distance, snakes
//! without a body), follows the rule book line by line, and is what the fast
//! position is compared with. The baseline opponent plays on it, too.

use crate::geometry::{Direction, Edge, Point};
use crate::ruleset::{Cause, End, Fate, Rules};
use std::fmt;

/// A snake as the records write it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlainSnake {
    /// 100 when fed.
    pub health: i64,
    /// Head first; a cell may occur several times.
    pub body: Vec<Point>,
    /// How it went out, if it did.
    pub fate: Option<Fate>,
}

/// A board as the records write it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PlainBoard {
    /// 0 at the start.
    pub turn: i64,
    /// Cells from left to right.
    pub width: i64,
    /// Cells from bottom to top.
    pub height: i64,
    /// In the order of its appearance.
    pub food: Vec<Point>,
    /// A cell occurs once per layer.
    pub hazards: Vec<Point>,
    /// Everybody who began, by seat.
    pub snakes: Vec<PlainSnake>,
}

/// What a caller may say for a snake.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Said {
    /// One of the four words.
    Go(Direction),
    /// Some other word: the snake makes its default move.
    Other,
    /// Nothing at all.
    Nothing,
}

/// Why a turn cannot be played.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TurnError {
    /// A living snake has no move.
    NoMove {
        /// Its seat.
        seat: usize,
    },
    /// A living snake has no body.
    NoBody {
        /// Its seat.
        seat: usize,
    },
    /// Royale cannot shrink more often than every turn.
    NoInterval,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::NoMove { .. } => f.write_str("move not provided for snake"),
            TurnError::NoBody { .. } => f.write_str("snake is length zero"),
            TurnError::NoInterval => {
                f.write_str("royale game can't shrink more frequently than every turn")
            }
        }
    }
}

impl std::error::Error for TurnError {}

/// The move of a snake for which an unknown word was given: straight on, as
/// far as head and neck tell.
#[must_use]
pub fn default_move(body: &[Point]) -> Direction {
    let [head, neck, ..] = body else {
        return Direction::Up;
    };
    let (across, along) = (head.x.wrapping_sub(neck.x), head.y.wrapping_sub(neck.y));
    match (across, along) {
        (1, _) => Direction::Right,
        (-1, _) => Direction::Left,
        (_, 1) => Direction::Up,
        (_, -1) => Direction::Down,
        _ if head.x == 0 && neck.x > 0 => Direction::Right,
        _ if neck.x == 0 && head.x > 0 => Direction::Left,
        _ if head.y == 0 && neck.y > 0 => Direction::Up,
        _ if neck.y == 0 && head.y > 0 => Direction::Down,
        _ => Direction::Up,
    }
}

/// `value`, or the other end of the range when it lies beyond one end.
#[must_use]
pub const fn wrap(value: i64, min: i64, max: i64) -> i64 {
    if value < min {
        max
    } else if value > max {
        min
    } else {
        value
    }
}

impl PlainSnake {
    /// Whether it still plays.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.fate.is_none()
    }

    /// Whether any part lies off a board of that size.
    #[must_use]
    pub fn is_out_of_bounds(&self, width: i64, height: i64) -> bool {
        self.body.iter().any(|p| p.x < 0 || p.x >= width || p.y < 0 || p.y >= height)
    }

    /// Whether its head is on a part of `other` behind the head.
    #[must_use]
    pub fn has_hit(&self, other: &PlainSnake) -> bool {
        self.body.first().is_some_and(|head| other.body.iter().skip(1).any(|p| p == head))
    }

    /// Whether both heads are on one cell and this snake is not the longer.
    #[must_use]
    pub fn has_lost_head_to_head(&self, other: &PlainSnake) -> bool {
        !self.body.is_empty()
            && self.body.first() == other.body.first()
            && self.body.len() <= other.body.len()
    }

    fn feed(&mut self) {
        if let Some(&last) = self.body.last() {
            self.body.push(last);
        }
        self.health = 100;
    }
}

impl PlainBoard {
    /// How many snakes live.
    #[must_use]
    pub fn living(&self) -> usize {
        self.snakes.iter().filter(|s| s.is_alive()).count()
    }

    /// One whole turn by the rules, without the map's part. Returns whether the
    /// game was over before the moves; then nothing has changed.
    ///
    /// # Errors
    /// When a living snake has no body or no move, or the interval is missing.
    /// The board may then be half changed.
    pub fn play(&mut self, said: &[Said], rules: &Rules, edge: Edge) -> Result<bool, TurnError> {
        if rules.end.is_over(self.living()) {
            return Ok(true);
        }
        self.move_snakes(said, edge)?;
        self.starve();
        self.hurt(rules.damage);
        self.feed();
        self.eliminate()?;
        if rules.constricts {
            self.constrict();
        }
        if let Some(every) = rules.shrinks {
            self.clear_before_first_shrink(every)?;
        }
        self.turn += 1;
        Ok(false)
    }

    /// Step 1: heads forward, tails after.
    ///
    /// # Errors
    /// When a living snake has no body or no move.
    pub fn move_snakes(&mut self, said: &[Said], edge: Edge) -> Result<(), TurnError> {
        for (seat, snake) in self.snakes.iter().enumerate().filter(|(_, s)| s.is_alive()) {
            if snake.body.is_empty() {
                return Err(TurnError::NoBody { seat });
            }
            if matches!(said.get(seat), None | Some(Said::Nothing)) {
                return Err(TurnError::NoMove { seat });
            }
        }
        let (width, height) = (self.width, self.height);
        for (snake, said) in self.snakes.iter_mut().zip(said).filter(|(s, _)| s.is_alive()) {
            let direction = match said {
                Said::Go(direction) => *direction,
                Said::Other | Said::Nothing => default_move(&snake.body),
            };
            let mut head = snake.body[0].toward(direction);
            if edge == Edge::Wrap {
                head.x = wrap(head.x, 0, width - 1);
                head.y = wrap(head.y, 0, height - 1);
            }
            snake.body.insert(0, head);
            snake.body.pop();
        }
        Ok(())
    }

    /// Step 2: everybody gets hungrier.
    pub fn starve(&mut self) {
        for snake in self.snakes.iter_mut().filter(|s| s.is_alive()) {
            snake.health -= 1;
        }
    }

    /// Step 3: heads on hazard are hurt, layer by layer, unless food lies there.
    pub fn hurt(&mut self, damage: i32) {
        let turn = self.next_turn();
        let PlainBoard { food, hazards, snakes, .. } = self;
        for snake in snakes.iter_mut().filter(|s| s.is_alive()) {
            let Some(&head) = snake.body.first() else { continue };
            if food.contains(&head) {
                continue;
            }
            for _ in hazards.iter().filter(|&&h| h == head) {
                snake.health = (snake.health - i64::from(damage)).clamp(0, 100);
                if snake.health <= 0 {
                    snake.fate = Some(Fate { cause: Cause::Hazard, by: None, turn });
                    break;
                }
            }
        }
    }

    /// Step 4: heads on food eat; eaten food goes.
    pub fn feed(&mut self) {
        let PlainBoard { food, snakes, .. } = self;
        food.retain(|at| {
            let mut eaten = false;
            for snake in snakes.iter_mut().filter(|s| s.is_alive()) {
                if snake.body.first() == Some(at) {
                    snake.feed();
                    eaten = true;
                }
            }
            !eaten
        });
    }

    /// Step 5: who starved or left goes first, then who ran into something.
    ///
    /// # Errors
    /// When a living snake has no body.
    pub fn eliminate(&mut self) -> Result<(), TurnError> {
        let turn = self.next_turn();
        for (seat, snake) in self.snakes.iter_mut().enumerate().filter(|(_, s)| s.is_alive()) {
            if snake.body.is_empty() {
                return Err(TurnError::NoBody { seat });
            }
            let cause = if snake.health <= 0 {
                Cause::OutOfHealth
            } else if snake.is_out_of_bounds(self.width, self.height) {
                Cause::WallCollision
            } else {
                continue;
            };
            snake.fate = Some(Fate { cause, by: None, turn });
        }
        let fates: Vec<_> = (0..self.snakes.len()).map(|seat| self.collision(seat)).collect();
        for (snake, fate) in self.snakes.iter_mut().zip(fates) {
            if let Some((cause, by)) = fate {
                snake.fate = Some(Fate { cause, by: u8::try_from(by).ok(), turn });
            }
        }
        Ok(())
    }

    fn collision(&self, seat: usize) -> Option<(Cause, usize)> {
        let snake = self.snakes.get(seat).filter(|s| s.is_alive())?;
        if snake.has_hit(snake) {
            return Some((Cause::SelfCollision, seat));
        }
        // The longest is to blame; among equals the first in the list.
        let mut others: Vec<usize> = (0..self.snakes.len())
            .filter(|&other| other != seat && self.snakes[other].is_alive())
            .collect();
        others.sort_by_key(|&other| std::cmp::Reverse(self.snakes[other].body.len()));
        let blame = |hit: fn(&PlainSnake, &PlainSnake) -> bool| {
            others.iter().copied().find(|&other| hit(snake, &self.snakes[other]))
        };
        if let Some(by) = blame(PlainSnake::has_hit) {
            return Some((Cause::SnakeCollision, by));
        }
        blame(PlainSnake::has_lost_head_to_head).map(|by| (Cause::HeadCollision, by))
    }

    /// Step 6 of the constrictors: no food, full health, everybody grows who
    /// lived before the turn, even if not after. Snakes that were out already
    /// are left alone.
    pub fn constrict(&mut self) {
        self.food.clear();
        let turn = self.next_turn();
        let lived = |s: &&mut PlainSnake| s.fate.is_none_or(|fate| fate.turn == turn);
        for snake in self.snakes.iter_mut().filter(lived) {
            snake.health = 100;
            if let [.., last_but_one, last] = snake.body[..]
                && last_but_one != last
            {
                snake.body.push(last);
            }
        }
    }

    /// Step 6 of royale, as far as it is no chance: before the first shrink
    /// there is no hazard.
    ///
    /// # Errors
    /// When the interval is zero.
    pub fn clear_before_first_shrink(&mut self, every: u32) -> Result<(), TurnError> {
        if every == 0 {
            return Err(TurnError::NoInterval);
        }
        if self.turn + 1 < i64::from(every) {
            self.hazards.clear();
        }
        Ok(())
    }

    /// Whether the game is over by this rule.
    #[must_use]
    pub fn is_over(&self, end: End) -> bool {
        end.is_over(self.living())
    }

    /// Free cells, column by column: no food, no living snake. With
    /// `keep_clear` also none beside a living head; `avoid_hazards` leaves out
    /// hazards.
    #[must_use]
    pub fn free_cells(&self, keep_clear: KeepClear) -> Vec<Point> {
        let mut taken: Vec<Point> = self.food.clone();
        for snake in self.snakes.iter().filter(|s| s.is_alive()) {
            taken.extend(&snake.body);
            if let (true, Some(head)) = (keep_clear.heads, snake.body.first()) {
                taken.extend(Direction::ALL.map(|d| head.toward(d)));
            }
        }
        if keep_clear.hazards {
            taken.extend(&self.hazards);
        }
        (0..self.width.clamp(0, 256))
            .flat_map(|x| (0..self.height.clamp(0, 256)).map(move |y| Point::new(x, y)))
            .filter(|p| !taken.contains(p))
            .collect()
    }

    fn next_turn(&self) -> u32 {
        u32::try_from(self.turn.saturating_add(1)).unwrap_or(0)
    }
}

/// What new food keeps clear of, besides food and snakes.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct KeepClear {
    /// The four cells beside each living head.
    pub heads: bool,
    /// Hazards.
    pub hazards: bool,
}
