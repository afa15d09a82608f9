//! The move type and the listing of moves.

use crate::bits::Bits;
use crate::geometry::Direction;
use crate::state::{Battlesnake, Listing, Stage};
use takeback_core::{Indexed, Moves, Player, RandomMove, Simultaneous, SplitMix, Turn};

/// One step: a snake's commitment or a whim of the map.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Move {
    /// The lowest seat that still owes a choice goes this way.
    Go(Direction),
    /// No food appears.
    NoFood,
    /// Food appears on this cell.
    Food(u16),
    /// The map's hazard event hits this cell.
    Hazard(u16),
    /// The map's hazard event hits this side of the board or box.
    Side(Direction),
}

/// A set of directions.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Directions(u8);

impl Directions {
    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `direction` is among them.
    #[inline]
    #[must_use]
    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// The set with one more.
    #[inline]
    #[must_use]
    pub fn with(self, direction: Direction) -> Directions {
        Directions(self.0 | 1 << direction as u8)
    }

    /// The set without one.
    #[inline]
    #[must_use]
    pub fn without(self, direction: Direction) -> Directions {
        Directions(self.0 & !(1 << direction as u8))
    }

    /// The set as a number below 16, a bit for each direction.
    #[inline]
    #[must_use]
    pub fn bits(self) -> usize {
        usize::from(self.0)
    }

    /// In the order of [`Direction::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&d| self.contains(d))
    }

    /// The `n`th in that order.
    #[inline]
    fn nth(self, n: usize) -> Direction {
        let mut left = self.0;
        for _ in 0..n {
            left &= left - 1;
        }
        Direction::from_bits(left.trailing_zeros())
    }
}

const EVERY: Directions = Directions(0b1111);

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Cells that will hold an entry behind some head after this round, as long
    /// as their snake does not die of hunger, hazard or the wall.
    #[inline]
    #[must_use]
    pub fn blocked(&self) -> Bits<W> {
        let mut blocked = Bits::NONE;
        for seat in self.living.iter() {
            let snake = &self.snakes[seat.index()];
            if snake.health > 1 || self.may_eat(seat) {
                blocked = blocked.or(snake.stays());
            }
        }
        blocked
    }

    fn may_eat(&self, seat: Player) -> bool {
        let board = self.board();
        board.steps(self.head(seat)).into_iter().any(|to| board.is_on(to) && self.food.contains(to))
    }

    /// Directions of a living snake without those that kill it for sure: into
    /// the wall, into what stays of a body, into hunger or deadly hazard.
    ///
    /// A body stays unless its snake dies before collisions are looked at, so
    /// running into another snake is not quite sure to kill; it is left out as
    /// long as something better remains, and listed before certain death. A
    /// snake for which everything is certain death gets a single direction.
    /// No move left out can do better against any play in which the others
    /// do not throw themselves off the board.
    #[inline]
    #[must_use]
    pub fn prudent(&self, seat: Player) -> Directions {
        self.prudent_among(seat, self.blocked())
    }

    /// [`prudent`](Self::prudent) with [`blocked`](Self::blocked) at hand.
    #[inline]
    #[must_use]
    pub fn prudent_among(&self, seat: Player, blocked: Bits<W>) -> Directions {
        let board = self.board();
        let steps = board.steps(self.head(seat));
        let snake = &self.snakes[seat.index()];
        let careless = snake.health > 1 && self.hazards.is_empty();
        let mut good = Directions::default();
        for direction in Direction::ALL {
            let to = steps[direction as usize];
            let safe = board.is_on(to)
                && !blocked.contains(to)
                && (careless || self.survives_step(seat, to));
            good.0 |= u8::from(safe) << direction as u8;
        }
        if good.is_empty() { self.last_resort(seat) } else { good }
    }

    /// Whether hunger and hazard on the cell leave the snake alive.
    pub(crate) fn survives_step(&self, seat: Player, to: u16) -> bool {
        if self.food.contains(to) {
            return true;
        }
        let health = i32::from(self.snakes[seat.index()].health) - 1;
        after_hazard(health, self.table.rules.damage, self.height(to)) > 0
    }

    #[cold]
    fn last_resort(&self, seat: Player) -> Directions {
        let board = self.board();
        let own = self.snakes[seat.index()].stays();
        let mut left = Directions::default();
        for direction in Direction::ALL {
            let to = board.step(self.head(seat), direction);
            if board.is_on(to) && !own.contains(to) && self.survives_step(seat, to) {
                left = left.with(direction);
            }
        }
        if left.is_empty() { Directions(1) } else { left }
    }

    /// What a living snake may choose under the listing in force.
    #[inline]
    #[must_use]
    pub fn directions(&self, seat: Player) -> Directions {
        match self.listing {
            Listing::Every => EVERY,
            Listing::Prudent => self.prudent(seat),
        }
    }

    pub(crate) fn list(&self, out: &mut Moves<Move>) {
        match self.stage {
            Stage::Choose => {
                if let Some(seat) = self.turn_now().decider() {
                    self.choices(seat, out);
                }
            }
            Stage::Hazard => self.list_hazard_events(out),
            Stage::MaybeFood => {
                out.push(Move::NoFood);
                out.extend(self.food_cells().iter().map(Move::Food));
            }
            Stage::OwedFood(_) => out.extend(self.food_cells().iter().map(Move::Food)),
        }
    }

    #[inline]
    pub(crate) fn turn_now(&self) -> Turn {
        if self.stage != Stage::Choose {
            Turn::Chance
        } else if self.table.rules.end.is_over(self.living.len()) {
            Turn::Over
        } else {
            Turn::Together(self.pending)
        }
    }
}

/// Health after so many layers of hazard, with zero or less meaning death.
#[inline]
pub(crate) fn after_hazard(health: i32, damage: i32, layers: u8) -> i32 {
    let mut health = health;
    for _ in 0..layers {
        health = health.saturating_sub(damage).clamp(0, 100);
        if health == 0 {
            break;
        }
    }
    health
}

impl<const W: usize, const S: usize> Simultaneous for Battlesnake<W, S> {
    #[inline]
    fn choices(&self, player: Player, out: &mut Moves<Move>) {
        out.extend(self.directions(player).iter().map(Move::Go));
    }
}

impl<const W: usize, const S: usize> RandomMove for Battlesnake<W, S> {
    fn random_move(&self, rng: &mut SplitMix) -> Move {
        match self.stage {
            Stage::Choose => {
                let seat = self.pending.first().expect("a round in play has somebody to choose");
                let choices = self.directions(seat);
                Move::Go(choices.nth(rng.below(choices.len())))
            }
            Stage::Hazard => self.random_hazard_event(rng),
            Stage::MaybeFood | Stage::OwedFood(_) => self.random_food(rng),
        }
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// A choice for every living snake at random among the listed, two bits a
    /// seat: what [`RandomMove`] would draw one by one.
    #[inline]
    pub(crate) fn random_choices(&self, rng: &mut SplitMix) -> u32 {
        let blocked = match self.listing {
            Listing::Every => Bits::NONE,
            Listing::Prudent => self.blocked(),
        };
        let mut all = 0;
        for seat in self.living.iter() {
            let choices = match self.listing {
                Listing::Every => EVERY,
                Listing::Prudent => self.prudent_among(seat, blocked),
            };
            let choice = choices.nth(rng.below(choices.len()));
            all |= (choice as u32) << (2 * seat.0);
        }
        all
    }
}

/// Seat and direction; all whims of the map share one number.
impl<const W: usize, const S: usize> Indexed for Battlesnake<W, S> {
    const INDICES: usize = 4 * S + 1;

    #[inline]
    fn index(&self, m: Move) -> usize {
        match (m, self.pending.first()) {
            (Move::Go(direction), Some(seat)) => seat.index() * 4 + direction as usize,
            _ => 4 * S,
        }
    }
}
