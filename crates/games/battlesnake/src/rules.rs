//! Make and unmake: commitments, the round they add up to, end and payoff.
//!
//! A commitment is a note of two bits. The last one of a round plays it, in
//! the order of the rule book: move, starve, hazard, feed, eliminate, extras,
//! map. [`Battlesnake::resolve`] and [`Battlesnake::unresolve`] mirror each
//! other; the token holds what cannot be derived on the way back: per snake
//! its dropped tail, length and health, and the sets and key as they were.

use crate::bits::Bits;
use crate::chance::ChanceUndo;
use crate::geometry::Direction;
use crate::keys;
use crate::moves::{Move, after_hazard};
use crate::ruleset::{Cause, Fate};
use crate::snake::{Snake, Was};
use crate::state::{Battlesnake, Memory, Stage};
use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, Players, Turn};

/// The way back over one step.
#[derive(Debug)]
pub struct Undo<const W: usize, const S: usize>(Step<W, S>);

#[derive(Debug)]
enum Step<const W: usize, const S: usize> {
    /// A commitment that others must still follow.
    Noted,
    /// A round.
    Played(Round<W, S>),
    /// A whim of the map.
    Chance(ChanceUndo),
}

/// The way back over a round.
#[derive(Debug)]
pub struct Round<const W: usize, const S: usize> {
    was: [Was; S],
    living: Players,
    choices: u32,
    hazard_mark: u32,
    food: Bits<W>,
    surplus: u64,
    memory: Memory,
    key: Key,
}

impl<const W: usize, const S: usize> Round<W, S> {
    /// The cell that a snake's tail left, and how long the snake was.
    pub(crate) fn left_behind(&self, seat: Player) -> Option<(u16, u16)> {
        self.was[seat.index()].left_behind()
    }

    /// Who lived before the round.
    pub(crate) fn living(&self) -> Players {
        self.living
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Note the choice of the lowest seat that owes one.
    #[inline]
    fn note(&mut self, seat: Player, direction: Direction) {
        self.choices |= (direction as u32) << (2 * seat.0);
        self.pending = self.pending.without(seat);
    }

    #[inline]
    fn unnote(&mut self) {
        let noted = self.living.0 & !self.pending.0;
        debug_assert!(noted != 0, "a commitment is taken back once");
        let seat = Player(31 - noted.leading_zeros() as u8);
        self.pending = self.pending.with(seat);
        self.choices &= !(3 << (2 * seat.0));
    }

    #[inline]
    fn commitments(&self) -> Key {
        if self.pending == self.living {
            return Key::ZERO;
        }
        keys::choices(self.pending, self.choices)
    }

    /// Play a whole round at once: two bits a seat, those of dead snakes ignored.
    /// Nobody may have committed yet.
    #[inline]
    pub fn make_round(&mut self, choices: u32) -> Round<W, S> {
        debug_assert!(self.pending == self.living && self.stage == Stage::Choose);
        self.resolve(choices)
    }

    /// Take back [`make_round`](Self::make_round).
    #[inline]
    pub fn unmake_round(&mut self, round: &Round<W, S>) {
        self.unresolve(round);
        self.choices = 0;
        self.pending = self.living;
    }

    /// Steps 1 to 8 of a turn.
    fn resolve(&mut self, choices: u32) -> Round<W, S> {
        let mut round = Round {
            was: [Was::default(); S],
            living: self.living,
            choices: self.choices,
            hazard_mark: self.hazard_mark(),
            food: self.food,
            surplus: self.surplus,
            memory: self.memory,
            key: self.key,
        };
        self.key ^= keys::turn(self.turn) ^ keys::turn(self.turn + 1);
        self.move_hurt_and_feed(choices, &mut round);
        if self.table.rules.constricts {
            self.constrict(round.living);
        }
        self.clear_before_first_shrink();
        self.turn += 1;
        self.pending = self.living;
        self.choices = 0;
        self.ask_the_map(&round);
        round
    }

    /// Take a round back, up to the last commitment, which stays noted.
    fn unresolve(&mut self, round: &Round<W, S>) {
        self.stage = Stage::Choose;
        self.turn -= 1;
        self.memory = round.memory;
        self.restore_hazards(round.hazard_mark);
        for seat in round.living.iter() {
            let snake = &mut self.snakes[seat.index()];
            snake.retreat(round.was[seat.index()]);
            snake.fate = None;
        }
        self.food = round.food;
        self.surplus = round.surplus;
        self.living = round.living;
        self.pending = Players::NONE;
        self.choices = round.choices;
        self.key = round.key;
    }

    /// Steps 1 to 5. Until the second pass of step 5 no snake touches another, so
    /// all before it goes snake by snake, gathering the picture by which
    /// collisions are then judged.
    #[inline]
    fn move_hurt_and_feed(&mut self, choices: u32, round: &mut Round<W, S>) {
        let mut contenders = self.living;
        let (mut eaten, mut clash) = (Bits::NONE, false);
        let (mut bodies, mut heads) = (Bits::NONE, Bits::NONE);
        for at in 0..S {
            let seat = Player(at as u8);
            if !round.living.contains(seat) {
                continue;
            }
            let to = self.advance(seat, choices, round);
            if let Some(cause) = self.fate_of_step(seat, to, &mut eaten) {
                self.strike(seat, cause, None);
                contenders = contenders.without(seat);
            } else {
                bodies = bodies.or(self.snakes[at].body);
                clash |= heads.contains(to);
                heads.set(to);
            }
            self.key ^= keys::health(at, self.snakes[at].health) ^ self.curl(at);
        }
        if !eaten.is_empty() {
            self.remove_food(eaten);
        }
        self.living = contenders;
        if clash || !heads.and(bodies).is_empty() {
            self.living = self.collide(contenders);
        }
    }

    /// Step 1 and 2 for one snake: forward and hungrier.
    #[inline]
    fn advance(&mut self, seat: Player, choices: u32, round: &mut Round<W, S>) -> u16 {
        let at = seat.index();
        let direction = Direction::from_bits(choices >> (2 * seat.0));
        let snake = &mut self.snakes[at];
        let head = snake.head();
        let to = self.table.board.step(head, direction);
        let mut key = keys::health(at, snake.health);
        let was = snake.advance(to);
        snake.health -= 1;
        // A single entry is head and tail at once and has no link.
        if snake.len() > 1 {
            key ^= keys::link(at, head, to) ^ keys::link(at, was.tail(), snake.tail());
        }
        if was.tail() == head {
            key ^= keys::curl(at, head);
        }
        self.key ^= key;
        round.was[at] = was;
        to
    }

    /// Steps 3, 4 and the first pass of 5 for one snake: why it dies before any
    /// collision, if it does.
    #[inline]
    fn fate_of_step(&mut self, seat: Player, to: u16, eaten: &mut Bits<W>) -> Option<Cause> {
        if !self.table.board.is_on(to) {
            let starved = self.snakes[seat.index()].health <= 0;
            return Some(if starved { Cause::OutOfHealth } else { Cause::WallCollision });
        }
        if self.food.contains(to) {
            eaten.set(to);
            self.feed(seat, to);
            return None;
        }
        self.hurt(seat, to)
    }

    /// Hazard on the cell, then hunger: why the snake dies, if it does.
    #[inline]
    fn hurt(&mut self, seat: Player, to: u16) -> Option<Cause> {
        if self.hazards.contains(to) {
            let (layers, damage) = (self.height(to), self.table.rules.damage);
            let snake = &mut self.snakes[seat.index()];
            let health = after_hazard(i32::from(snake.health), damage, layers);
            snake.health = health as i8;
            return (health <= 0).then_some(Cause::Hazard);
        }
        (self.snakes[seat.index()].health <= 0).then_some(Cause::OutOfHealth)
    }

    /// One bite per food entry on the cell.
    #[inline]
    fn feed(&mut self, seat: Player, cell: u16) {
        let more = if self.surplus == 0 { 0 } else { self.surplus_at(cell).count_ones() };
        let snake = &mut self.snakes[seat.index()];
        snake.health = 100;
        self.key ^= keys::length(seat.index(), snake.len());
        for _ in 0..=more {
            snake.grow();
        }
        self.key ^= keys::length(seat.index(), snake.len());
    }

    fn remove_food(&mut self, eaten: Bits<W>) {
        for cell in eaten.iter() {
            self.key ^= keys::food(cell);
            if self.surplus != 0 {
                let gone = self.surplus_at(cell);
                self.key ^= self.surplus_key(gone);
                self.surplus &= !gone;
            }
        }
        self.food = self.food.minus(eaten);
    }

    /// The second pass of step 5: everybody is judged by the same picture.
    /// Answers who is left.
    fn collide(&mut self, contenders: Players) -> Players {
        let mut left = contenders;
        for seat in contenders.iter() {
            if let Some((cause, by)) = self.collision(seat, contenders) {
                self.strike(seat, cause, Some(by));
                left = left.without(seat);
            }
        }
        left
    }

    /// What a snake has run into. The longest other snake is to blame, among
    /// equals the lowest seat.
    fn collision(&self, seat: Player, contenders: Players) -> Option<(Cause, Player)> {
        let snake = &self.snakes[seat.index()];
        let head = snake.head();
        if snake.body.contains(head) {
            return Some((Cause::SelfCollision, seat));
        }
        let longest = |hit: &dyn Fn(Player) -> bool| {
            let others = contenders.without(seat);
            others.iter().filter(|&o| hit(o)).fold(None, |best: Option<Player>, other| {
                let longer = best.is_none_or(|b| self.length(other) > self.length(b));
                if longer { Some(other) } else { best }
            })
        };
        if let Some(by) = longest(&|other| self.snakes[other.index()].body.contains(head)) {
            return Some((Cause::SnakeCollision, by));
        }
        let lost = |other| self.head(other) == head && snake.len() <= self.length(other);
        longest(&lost).map(|by| (Cause::HeadCollision, by))
    }

    /// Put a snake out. Its body stays for the record.
    #[inline]
    fn strike(&mut self, seat: Player, cause: Cause, by: Option<Player>) {
        let turn = self.turn + 1;
        self.snakes[seat.index()].fate = Some(Fate { cause, by: by.map(|p| p.0), turn });
        self.key ^= keys::fate(seat.index(), turn);
    }

    /// The extras of the constrictors, for all who lived before the round.
    fn constrict(&mut self, lived: Players) {
        self.remove_food(self.food);
        for seat in lived.iter() {
            let at = seat.index();
            let snake = &mut self.snakes[at];
            let key = |s: &Snake<W>| keys::health(at, s.health) ^ keys::length(at, s.len());
            self.key ^= key(snake);
            snake.health = 100;
            if snake.len() > 1 && !snake.tail_stays() {
                snake.grow();
            }
            self.key ^= key(snake);
        }
    }

    /// The extra of royale that is no chance: no hazard before the first shrink.
    #[inline]
    fn clear_before_first_shrink(&mut self) {
        let Some(every) = self.table.rules.shrinks else { return };
        if self.turn + 1 < every && !self.hazards.is_empty() {
            for cell in self.hazards.iter() {
                self.set_height(cell, 0);
            }
        }
    }

    /// Snakes that outlived `seat`, and others that went with it.
    fn outlived_by(&self, seat: Player) -> (usize, usize) {
        let gone = |p: Player| self.fate(p).map_or(u32::MAX, |fate| fate.turn);
        let mine = gone(seat);
        let others = Player::all(self.seats.into()).filter(|&p| p != seat);
        others.fold((0, 0), |(longer, same), p| match gone(p).cmp(&mine) {
            std::cmp::Ordering::Greater => (longer + 1, same),
            std::cmp::Ordering::Equal => (longer, same + 1),
            std::cmp::Ordering::Less => (longer, same),
        })
    }
}

impl<const W: usize, const S: usize> Game for Battlesnake<W, S> {
    type Move = Move;
    type Undo = Undo<W, S>;

    #[inline]
    fn players(&self) -> usize {
        self.seats.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn_now()
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move>) {
        self.list(out);
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo<W, S> {
        let Move::Go(direction) = m else {
            return Undo(Step::Chance(self.make_chance(m)));
        };
        let Some(seat) = self.pending.first() else {
            debug_assert!(false, "nobody owes a choice");
            return Undo(Step::Noted);
        };
        if self.pending.len() > 1 {
            self.note(seat, direction);
            return Undo(Step::Noted);
        }
        let choices = self.choices | (direction as u32) << (2 * seat.0);
        Undo(Step::Played(self.resolve(choices)))
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo<W, S>) {
        match undo.0 {
            Step::Noted => self.unnote(),
            Step::Played(round) => {
                self.unresolve(&round);
                let last = 31 - self.living.0.leading_zeros();
                self.pending = Players::only(Player(last as u8));
            }
            Step::Chance(chance) => self.unmake_chance(&chance),
        }
    }

    /// Ranked by who lived longest: the winner has it all, those who died
    /// first have lost it all. Alone, a snake is worth the share of the board
    /// that it came to fill.
    fn payoff(&self, player: Player) -> Payoff {
        if self.seats == 1 {
            let (length, cells) = (self.length(player), usize::from(self.board().cells()));
            return Payoff((2000 * length.min(cells) / cells) as i32 - 1000);
        }
        let (longer, same) = self.outlived_by(player);
        Payoff::ranked(longer, same, self.seats.into())
    }

    #[inline]
    fn weight(&self, outcome: Move) -> u32 {
        self.outcome_weight(outcome)
    }
}

impl<const W: usize, const S: usize> Keyed for Battlesnake<W, S> {
    #[inline]
    fn key(&self) -> Key {
        self.key ^ self.commitments()
    }

    fn key_from_scratch(&self) -> Key {
        self.scratch_key() ^ self.commitments()
    }
}
