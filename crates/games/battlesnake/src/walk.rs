//! How long a snake can go on by itself: the longest walk, with time.
//!
//! Bodies lie where they lie and give way from their tails, one cell a turn. Who
//! is looked at walks; nobody else enters a cell. Others can only take room
//! away by what they really do, so no snake lives longer than its longest
//! walk as long as the others live. That makes a short walk a proof of being
//! trapped long before a search of everybody's moves comes to it, and, where
//! the board is cut into parts that nobody leaves, it is the whole game.

use crate::bits::Bits;
use crate::geometry::Direction;
use crate::moves::{Directions, after_hazard};
use crate::state::Battlesnake;
use takeback_core::Player;

/// A walk, and whether it is known to be the longest.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Walk {
    /// Rounds survived.
    pub rounds: u32,
    /// How it begins; nothing for a snake with nowhere to go.
    pub first: Option<Direction>,
    /// Whether no walk is longer. Where the search was ended early, or the walk
    /// is as long as was asked for, there may be one.
    pub exact: bool,
}

/// A cell that nobody leaves.
const NEVER: u16 = u16::MAX;

/// The search for a walk.
struct Walker<'a, const W: usize, const S: usize> {
    game: &'a Battlesnake<W, S>,
    /// The turn on which each cell is left by who lies on it now.
    own: [[u16; 64]; W],
    others: [[u16; 64]; W],
    /// Cells of the walk so far, and food eaten on it.
    walked: Bits<W>,
    food: Bits<W>,
    /// Rounds beyond which it does not matter.
    most: u32,
    /// Steps that may still be tried.
    budget: u32,
    best: u32,
}

/// Where a walk has come to.
#[derive(Copy, Clone)]
struct Stand {
    head: u16,
    rounds: u32,
    health: i32,
    eaten: u16,
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// The longest walk of a living snake, of `most` rounds at most, trying so many
    /// steps. A walk ends where it would come back to its own cells: nobody is
    /// asked for more rounds than the snake has entries.
    #[must_use]
    pub fn longest_walk(&self, seat: Player, most: u32, budget: u32) -> Walk {
        let grows = self.table.rules.constricts;
        let most = if grows { most } else { most.min(self.length(seat) as u32) };
        let mut walker = Walker::new(self, seat, most, budget);
        let stand = Stand { head: self.head(seat), rounds: 0, health: self.health(seat), eaten: 0 };
        let mut walk = Walk::default();
        let ordered = walker.ordered(stand);
        for direction in ordered.into_iter().flatten() {
            walker.step(stand, direction);
            if walker.best > walk.rounds {
                (walk.rounds, walk.first) = (walker.best, Some(direction));
            }
        }
        walk.exact = walker.budget > 0 && walk.rounds < most;
        walk
    }

    /// After how many rounds, `most` or fewer, a living snake is out of room whatever
    /// it does, if that can be told by counting: a walk needs a cell of its own
    /// each turn, among those that can be reached by then. A bound of
    /// [`longest_walk`](Self::longest_walk) at the price of a glance.
    #[must_use]
    pub fn room_ends(&self, seat: Player, most: u32) -> Option<u32> {
        let most = match self.table.rules.constricts {
            true => most,
            false => most.min(self.length(seat) as u32),
        };
        let spread = &self.table.spread;
        let head = self.head(seat);
        let mut closed = spread.all().minus(self.unoccupied());
        let mut cells = Bits::NONE;
        for turn in 1..=most {
            if !self.table.rules.constricts {
                for other in self.living().iter() {
                    self.snakes[other.index()].open_tail(turn as usize, &mut closed);
                }
            }
            let from = if turn == 1 { Bits::only(head) } else { cells };
            cells = cells.or(spread.around(from, self.board()).minus(closed));
            if spread.longest_from(head, cells) < turn {
                return Some(turn - 1);
            }
        }
        None
    }

    /// The open cells that a living snake alone can come to, on a board where
    /// nobody's tail moves; `None` where others can come there, too, or tails
    /// move.
    #[must_use]
    pub fn private_room(&self, seat: Player) -> Option<Bits<W>> {
        if !self.table.rules.constricts {
            return None;
        }
        let room = self.room(Bits::only(self.head(seat)), self.unoccupied());
        let board = self.board();
        let enters = |other: Player| {
            board.steps(self.head(other)).iter().any(|&c| board.is_on(c) && room.contains(c))
        };
        (!self.living().without(seat).iter().any(enters)).then_some(room)
    }

    /// Those among some directions of a living snake that lead to the most room: open
    /// cells it could come to if nobody moved any more. `blocked` are the cells
    /// that are not open.
    #[must_use]
    pub fn roomiest(&self, seat: Player, among: Directions, blocked: Bits<W>) -> Directions {
        let steps = self.board().steps(self.head(seat));
        let spread = &self.table.spread;
        let open = spread.all().minus(blocked);
        let targets: Bits<W> = among.iter().map(|d| steps[d as usize]).collect();
        let (mut most, mut best, mut left) = (0, Directions::default(), among);
        while let Some(first) = left.iter().next() {
            let mut room = Bits::only(steps[first as usize]);
            // Mostly everything hangs together, which a few steps show.
            while !targets.minus(room).is_empty() {
                let wider = room.or(spread.around(room, self.board()).and(open));
                if wider == room {
                    break;
                }
                room = wider;
            }
            if targets.minus(room).is_empty() {
                return among;
            }
            let together = left.iter().filter(|&d| room.contains(steps[d as usize]));
            let together = together.fold(Directions::default(), Directions::with);
            left = together.iter().fold(left, Directions::without);
            let cells = room.count();
            if cells > most {
                (most, best) = (cells, Directions::default());
            }
            if cells == most {
                best = together.iter().fold(best, Directions::with);
            }
        }
        best
    }

    /// Cells with nobody on them.
    fn unoccupied(&self) -> Bits<W> {
        let living = self.living();
        living.iter().fold(self.table.spread.all(), |open, seat| {
            let snake = &self.snakes[seat.index()];
            open.minus(snake.body).minus(Bits::only(snake.head()))
        })
    }

    /// The cells of a set that can be reached from others through it.
    fn room(&self, from: Bits<W>, open: Bits<W>) -> Bits<W> {
        let mut room = self.table.spread.around(from, self.board()).and(open);
        loop {
            let wider = room.or(self.table.spread.around(room, self.board()).and(open));
            if wider == room {
                return room;
            }
            room = wider;
        }
    }
}

impl<'a, const W: usize, const S: usize> Walker<'a, W, S> {
    fn new(game: &'a Battlesnake<W, S>, seat: Player, most: u32, budget: u32) -> Self {
        let mut walker = Walker {
            game,
            own: [[0; 64]; W],
            others: [[0; 64]; W],
            walked: Bits::NONE,
            food: game.food,
            most,
            budget,
            best: 0,
        };
        let stays = game.table.rules.constricts;
        for other in game.living().iter() {
            let snake = &game.snakes[other.index()];
            let left = if other == seat { &mut walker.own } else { &mut walker.others };
            // From the tail on, so that of several entries on a cell the last
            // to leave it counts.
            for i in (0..snake.len()).rev() {
                let cell = usize::from(snake.entry(i));
                let turn = if stays { NEVER } else { (snake.len() - i) as u16 };
                let entry = &mut left[cell / 64 % W][cell % 64];
                *entry = turn.max(*entry);
            }
        }
        walker
    }

    /// Whether a walk can be at a cell after its next step.
    #[inline]
    fn is_open(&self, stand: Stand, to: u16) -> bool {
        if !self.game.board().is_on(to) || self.walked.contains(to) {
            return false;
        }
        let turn = stand.rounds as u16 + 1;
        let (word, bit) = (usize::from(to) / 64 % W, usize::from(to) % 64);
        let own = self.own[word][bit];
        turn >= self.others[word][bit] && (own == 0 || own != NEVER && turn >= own + stand.eaten)
    }

    /// Ways to go on, those with the fewest ways further on first: corners are
    /// filled before they are cut off.
    fn ordered(&self, stand: Stand) -> [Option<Direction>; 4] {
        let board = self.game.board();
        let steps = board.steps(stand.head);
        let mut keyed = [(u32::MAX, None); 4];
        for direction in Direction::ALL {
            let to = steps[direction as usize];
            if self.is_open(stand, to) {
                let next = Stand { head: to, rounds: stand.rounds + 1, ..stand };
                let ways = board.steps(to).iter().filter(|&&c| self.is_open(next, c)).count();
                // A dead end is the last thing to try.
                let ways = if ways == 0 { 8 } else { ways as u32 };
                keyed[direction as usize] = (ways, Some(direction));
            }
        }
        keyed.sort_by_key(|&(ways, _)| ways);
        keyed.map(|(_, direction)| direction)
    }

    /// One step further, and everything after it.
    fn step(&mut self, stand: Stand, direction: Direction) {
        if self.budget == 0 || self.best >= self.most {
            return;
        }
        self.budget -= 1;
        let to = self.game.board().step(stand.head, direction);
        let fed = self.food.contains(to);
        let health = if fed { 100 } else { self.hurt(stand.health - 1, to) };
        if health <= 0 {
            return;
        }
        let next = Stand {
            head: to,
            rounds: stand.rounds + 1,
            health,
            eaten: stand.eaten + u16::from(fed),
        };
        self.best = self.best.max(next.rounds);
        self.walked.set(to);
        self.food.clear(to);
        if !self.is_hopeless(next) {
            for direction in self.ordered(next).into_iter().flatten() {
                self.step(next, direction);
            }
        }
        if fed {
            self.food.set(to);
        }
        self.walked.clear(to);
    }

    fn hurt(&self, health: i32, to: u16) -> i32 {
        if self.game.hazards.contains(to) {
            return after_hazard(health, self.game.table.rules.damage, self.game.height(to));
        }
        health
    }

    /// Whether nothing better than the best can come of it. Asked only where
    /// what is closed stays closed: there the room left is a bound.
    fn is_hopeless(&self, stand: Stand) -> bool {
        if !self.game.table.rules.constricts {
            return false;
        }
        let open = self.game.unoccupied().minus(self.walked);
        let room = self.game.room(Bits::only(stand.head), open);
        let bound = self.game.table.spread.longest_from(stand.head, room);
        stand.rounds + bound <= self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Listing, Map, Ruleset, Settings, Setup, Small};
    use takeback_core::{Game, Portable, RandomMove, SplitMix, Turn};

    fn read(text: &str) -> Small<4> {
        Small::read_position(text).unwrap()
    }

    /// Cells that can be reached from a cell, one by one, itself included.
    fn flooded(game: &Small<4>, from: u16, blocked: Bits<2>) -> usize {
        let (mut seen, mut found) = (vec![from], 0);
        while let Some(&at) = seen.get(found) {
            found += 1;
            for to in game.board().steps(at) {
                if game.board().is_on(to) && !blocked.contains(to) && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        found
    }

    #[test]
    fn the_roomiest_ways_are_those_from_which_most_cells_are_reached() {
        let mut rng = SplitMix::new(12);
        let mut told_apart = 0;
        for (ruleset, seed) in Ruleset::ALL.into_iter().cycle().zip(0..24) {
            let snakes = if ruleset == Ruleset::Solo { 1 } else { 4 };
            let setup =
                Setup::start(ruleset, Settings::default(), Map::Standard, (7, 7), snakes, seed);
            let mut game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            game = game.with_listing(Listing::Prudent).with_chance(Chance::Live);
            while game.turn() != Turn::Over && game.turn_number() < 80 {
                let blocked = game.blocked();
                for seat in game.living().iter() {
                    let steps = game.board().steps(game.head(seat));
                    let open = |d: &Direction| {
                        let to = steps[*d as usize];
                        game.board().is_on(to) && !blocked.contains(to)
                    };
                    let among: Vec<Direction> = game.prudent(seat).iter().filter(open).collect();
                    let room = |d: &Direction| flooded(&game, steps[*d as usize], blocked);
                    let most = among.iter().map(room).max();
                    let slow = among.iter().copied().filter(|d| Some(room(d)) == most);
                    let slow = slow.fold(Directions::default(), Directions::with);
                    let among = among.iter().copied().fold(Directions::default(), Directions::with);
                    assert_eq!(game.roomiest(seat, among, blocked), slow, "{game:?} {seat}");
                    told_apart += u32::from(slow != among);
                }
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
        assert!(told_apart > 20, "{told_apart}");
    }

    /// The longest walk by playing it out: the others' bodies as lists from which
    /// tails drop, the walker's own as a list that moves. Nothing is pruned.
    fn plainly(game: &Small<4>, seat: Player, most: u32) -> u32 {
        let others: Vec<Vec<u16>> =
            game.living().without(seat).iter().map(|o| game.body(o).collect()).collect();
        let body: Vec<u16> = game.body(seat).collect();
        let health = game.health(seat);
        from_here(game, &body, &others, game.food(), health, 0, most)
    }

    fn from_here(
        game: &Small<4>,
        body: &[u16],
        others: &[Vec<u16>],
        food: Bits<2>,
        health: i32,
        rounds: u32,
        most: u32,
    ) -> u32 {
        if rounds == most {
            return rounds;
        }
        let constricts = game.table.rules.constricts;
        let drop = |list: &[u16]| match constricts {
            true => list.to_vec(),
            false => list[..list.len() - 1].to_vec(),
        };
        let others: Vec<Vec<u16>> =
            others.iter().map(|o| if o.len() > 1 { drop(o) } else { Vec::new() }).collect();
        let mut best = rounds;
        for direction in Direction::ALL {
            let to = game.board().step(body[0], direction);
            let mut next = vec![to];
            next.extend(drop(body));
            let hit = next[1..].contains(&to) || others.iter().any(|o| o.contains(&to));
            // A walk does not come back to its own cells.
            let again = (1..=rounds as usize).any(|back| body.get(back - 1) == Some(&to));
            if !game.board().is_on(to) || hit || again {
                continue;
            }
            let (mut food, mut left) = (food, health - 1);
            if food.contains(to) {
                food.clear(to);
                left = 100;
                let tail = next[next.len() - 1];
                next.push(tail);
            } else if game.hazards().contains(to) {
                left = after_hazard(left, game.table.rules.damage, game.height(to));
            }
            if left > 0 {
                best = best.max(from_here(game, &next, &others, food, left, rounds + 1, most));
            }
        }
        best
    }

    #[test]
    fn the_longest_walk_is_what_playing_it_out_finds() {
        let mut rng = SplitMix::new(8);
        let (mut short, mut seen, mut counted) = (0, 0, 0);
        for (ruleset, seed) in [Ruleset::Standard, Ruleset::Constrictor, Ruleset::Royale]
            .into_iter()
            .cycle()
            .zip(0..18)
        {
            let settings = Settings { food_spawn_chance: 40, ..Settings::default() };
            let setup = Setup::start(ruleset, settings, Map::Standard, (5, 5), 3, seed);
            let game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            let mut game = game.with_listing(Listing::Prudent).with_chance(Chance::Live);
            while game.turn() != Turn::Over {
                if let Turn::Together(owing) = game.turn()
                    && owing == game.living()
                {
                    for seat in game.living().iter() {
                        let grows = game.table.rules.constricts;
                        let most = if grows { 9 } else { (game.length(seat) as u32).min(9) };
                        let slow = plainly(&game, seat, most);
                        let walk = game.longest_walk(seat, 9, u32::MAX);
                        assert_eq!(walk.rounds, slow, "{game:?} {seat}");
                        assert_eq!(walk.exact, slow < most, "{game:?} {seat}");
                        assert_eq!(walk.first.is_none(), slow == 0);
                        let bound = game.room_ends(seat, 9);
                        assert!(bound.is_none_or(|b| slow <= b && b < most), "{game:?} {seat}");
                        counted += u32::from(bound.is_some());
                        short += u32::from(slow < most);
                        seen += 1;
                    }
                }
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
        assert!(counted > 10 && short > counted && seen > 100, "{counted}, {short} of {seen}");
    }

    /// Seven cells behind the own body, and nothing opens in time.
    #[test]
    fn a_pocket_is_a_trap() {
        let game = read(
            "standard/standard 7x7 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@1,0:rruuulllddru 90@6,6:lll",
        );
        let walk = game.longest_walk(Player(0), 20, 10_000);
        assert!(walk.exact && walk.rounds < 8, "{walk:?}");
        let free = game.longest_walk(Player(1), 20, 10_000);
        assert!(!free.exact && free.rounds == 4, "as long as it is: {free:?}");
    }

    /// A wall of bodies across the board: each has a half to itself.
    #[test]
    fn rooms_are_private_where_nobody_else_can_come() {
        let wall = "constrictor/empty 5x5 0,0,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 100@2,0:uuuu 100@4,0:u";
        let game = read(wall);
        assert!(game.private_room(Player(0)).is_none(), "both sides are open to its head");
        let room = game.private_room(Player(1));
        assert!(room.is_none(), "the other's head is beside it");
        let apart = read(
            "constrictor/empty 5x5 0,0,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 100@1,0:ruuuu 100@4,0:u",
        );
        let (left, right) = (apart.private_room(Player(0)), apart.private_room(Player(1)));
        assert_eq!(left.map(|r| r.count()), Some(9));
        assert_eq!(right.map(|r| r.count()), Some(8));
        let walk = apart.longest_walk(Player(0), 25, 100_000);
        assert_eq!(walk.rounds, 9, "all of it: {walk:?}");
        let standard = read(
            "standard/standard 5x5 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 100@1,0:ruuuu 100@4,0:u",
        );
        assert!(standard.private_room(Player(0)).is_none(), "tails move there");
    }
}
