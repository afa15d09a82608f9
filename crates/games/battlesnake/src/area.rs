//! Who reaches which cell first, on sets of cells.
//!
//! All snakes spread at once, a step a turn. Bodies give way from their tails:
//! a tail cell is open from the turn on which its snake will have left it, a
//! turn later where it has just eaten. A cell that several reach on the same
//! turn goes to the longest, to nobody where that is a tie.

use crate::bits::Bits;
use crate::state::Battlesnake;
use takeback_core::Player;

/// What one snake holds.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Holding<const W: usize> {
    /// Cells it reaches before anyone who could contest them.
    pub cells: Bits<W>,
    /// Turns to the nearest food among them.
    pub food: Option<u8>,
    /// Cells it may enter next turn without certain or contested death.
    pub exits: u8,
    /// Cells beside its head that a snake at least as long could take, too.
    pub contested: u8,
    /// Turns after which it has nowhere left to go, if that was seen.
    pub ends: Option<u8>,
}

/// Turns looked ahead. On 11x11 nearly everything is taken by then.
const TURNS: usize = 30;

/// The spreading of all snakes, turn by turn. Snakes are kept in order of
/// length, longest first, so that one pass settles who gets what.
struct Flood<'a, const W: usize, const S: usize> {
    game: &'a Battlesnake<W, S>,
    order: [Player; S],
    count: usize,
    reach: [Bits<W>; S],
    closed: Bits<W>,
    claimed: Bits<W>,
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// What each living snake holds; the entries of others stay empty.
    #[must_use]
    pub fn holdings(&self) -> [Holding<W>; S] {
        let mut holdings = [Holding::default(); S];
        if self.living().len() == 2 {
            self.share_out(&mut holdings);
            return holdings;
        }
        let mut flood = Flood::new(self);
        flood.run(&mut holdings);
        holdings
    }
}

/// The same for two snakes, where searches spend most of their time.
impl<const W: usize, const S: usize> Battlesnake<W, S> {
    fn share_out(&self, holdings: &mut [Holding<W>; S]) {
        let mut living = self.living().iter();
        let (Some(a), Some(b)) = (living.next(), living.next()) else { return };
        let (first, second) = (&self.snakes[a.index()], &self.snakes[b.index()]);
        let heads = [Bits::only(first.head()), Bits::only(second.head())];
        let mut closed = first.body.or(second.body).or(heads[0]).or(heads[1]);
        // Who loses a cell that both reach on the same turn.
        let loses = |lost: bool| if lost { self.table.spread.all() } else { Bits::NONE };
        let lost = [loses(first.len() <= second.len()), loses(second.len() <= first.len())];
        let mut reach = heads;
        let mut held = [Holding::default(); 2];
        let mut free = self.table.spread.all();
        let opening = !self.table.rules.constricts;
        for turn in 1..=TURNS {
            let mut more = false;
            if opening {
                more = first.open_tail(turn, &mut closed);
                more |= second.open_tail(turn, &mut closed);
            }
            let open = free.minus(closed);
            let mut next = [Bits::NONE; 2];
            for at in 0..2 {
                if held[at].ends.is_none() {
                    next[at] = self.table.spread.around(reach[at], self.board()).and(open);
                }
            }
            let both = next[0].and(next[1]);
            let mut grown = false;
            for at in 0..2 {
                let contested = both.and(lost[at]);
                let mine = next[at].minus(contested);
                grown |= held[at].gain(turn, mine, contested, &self.food);
                reach[at] = reach[at].or(mine);
            }
            free = free.minus(next[0].or(next[1]));
            if !grown && !more {
                break;
            }
        }
        (holdings[a.index()], holdings[b.index()]) = (held[0], held[1]);
    }
}

impl<const W: usize> Holding<W> {
    /// Note what a turn brings; answers whether it brings anything.
    ///
    /// A snake that gains nothing lives on in what it has, for as many turns as
    /// that has cells at most. What opens later is not for it.
    #[inline]
    fn gain(&mut self, turn: usize, mine: Bits<W>, lost: Bits<W>, food: &Bits<W>) -> bool {
        if turn == 1 {
            self.exits = mine.count() as u8;
            self.contested = lost.count() as u8;
        }
        if mine.is_empty() {
            if self.ends.is_none() && (self.cells.count() as usize) < turn {
                self.ends = Some(turn as u8);
            }
            return false;
        }
        if self.food.is_none() && !mine.and(*food).is_empty() {
            self.food = Some(turn as u8);
        }
        self.cells = self.cells.or(mine);
        true
    }
}

impl<'a, const W: usize, const S: usize> Flood<'a, W, S> {
    fn new(game: &'a Battlesnake<W, S>) -> Self {
        let mut flood = Flood {
            game,
            order: [Player::FIRST; S],
            count: 0,
            reach: [Bits::NONE; S],
            closed: Bits::NONE,
            claimed: Bits::NONE,
        };
        for seat in game.living().iter() {
            let snake = &game.snakes[seat.index()];
            let head = Bits::only(snake.head());
            flood.closed = flood.closed.or(snake.body).or(head);
            let mut at = flood.count;
            while at > 0 && game.length(flood.order[at - 1]) < snake.len() {
                flood.order[at] = flood.order[at - 1];
                flood.reach[at] = flood.reach[at - 1];
                at -= 1;
            }
            flood.order[at] = seat;
            flood.reach[at] = head;
            flood.count += 1;
        }
        flood
    }

    /// Every turn, as long as something may change.
    fn run(&mut self, holdings: &mut [Holding<W>; S]) {
        for turn in 1..=TURNS {
            if !self.spread(turn, holdings) {
                break;
            }
        }
    }

    /// One turn: open what tails leave, then let everybody take a step. Answers
    /// whether a further turn may change anything.
    #[inline]
    fn spread(&mut self, turn: usize, holdings: &mut [Holding<W>; S]) -> bool {
        let opens = self.open_tails(turn);
        let open = self.game.table.spread.all().minus(self.closed).minus(self.claimed);
        let (mut taken, mut grown, mut from) = (Bits::NONE, false, 0);
        while from < self.count {
            let to = self.equals(from);
            let (next, shared) = self.step(from, to, open, holdings);
            // What a rival at least as long reaches on the same turn is lost.
            let lost = taken.or(shared);
            for at in from..to {
                let holding = &mut holdings[self.order[at].index()];
                grown |= self.claim(turn, at, next[at], lost, holding);
                taken = taken.or(next[at]);
            }
            from = to;
        }
        self.claimed = self.claimed.or(taken);
        grown || opens
    }

    /// One past the last snake as long as that at `from`.
    #[inline]
    fn equals(&self, from: usize) -> usize {
        let length = self.game.length(self.order[from]);
        let mut to = from + 1;
        while to < self.count && self.game.length(self.order[to]) == length {
            to += 1;
        }
        to
    }

    /// Where snakes of one length come to, and what two of them share.
    #[inline]
    fn step(
        &self,
        from: usize,
        to: usize,
        open: Bits<W>,
        holdings: &[Holding<W>; S],
    ) -> ([Bits<W>; S], Bits<W>) {
        let mut next = [Bits::NONE; S];
        let (mut once, mut twice) = (Bits::NONE, Bits::NONE);
        for at in from..to {
            if holdings[self.order[at].index()].ends.is_none() {
                let game = self.game;
                next[at] = game.table.spread.around(self.reach[at], game.board()).and(open);
                twice = twice.or(once.and(next[at]));
                once = once.or(next[at]);
            }
        }
        (next, twice)
    }

    /// Write down what one snake gains; answers whether it gains anything.
    #[inline]
    fn claim(
        &mut self,
        turn: usize,
        at: usize,
        next: Bits<W>,
        lost: Bits<W>,
        holding: &mut Holding<W>,
    ) -> bool {
        let mine = next.minus(lost);
        let grown = holding.gain(turn, mine, next.and(lost), &self.game.food);
        self.reach[at] = self.reach[at].or(mine);
        grown
    }

    /// Open the cells that tails leave for good on that turn; answers whether
    /// more will be left later.
    #[inline]
    fn open_tails(&mut self, turn: usize) -> bool {
        if self.game.table.rules.constricts {
            return false;
        }
        let mut more = false;
        for &seat in &self.order[..self.count] {
            more |= self.game.snakes[seat.index()].open_tail(turn, &mut self.closed);
        }
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::{PlainBoard, PlainSnake};
    use crate::{Chance, Listing, Map, Point, Ruleset, Settings, Setup, Small};
    use takeback_core::{Game, RandomMove, SplitMix, Turn};

    fn game(size: i64, bodies: &[&[(i64, i64)]], food: &[(i64, i64)]) -> Small<4> {
        let points =
            |list: &[(i64, i64)]| list.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>();
        let snakes = bodies
            .iter()
            .map(|body| PlainSnake { health: 90, body: points(body), fate: None })
            .collect();
        let board = PlainBoard {
            turn: 20,
            width: size,
            height: size,
            food: points(food),
            hazards: Vec::new(),
            snakes,
        };
        Small::new(&Setup { board, ..Setup::default() }).unwrap()
    }

    /// ```text
    /// . . . . .
    /// . . . . .
    /// A . . . B    equal lengths: the middle column is nobody's
    /// a . . . b
    /// a . . . b
    /// ```
    #[test]
    fn halves_of_a_board_are_held_by_halves() {
        let game = game(5, &[&[(0, 2), (0, 1), (0, 0)], &[(4, 2), (4, 1), (4, 0)]], &[(1, 4)]);
        let [a, b, ..] = game.holdings();
        assert_eq!(a.cells.count(), b.cells.count());
        assert!(a.cells.and(b.cells).is_empty());
        assert_eq!((a.food, b.food), (Some(3), None));
        assert_eq!(a.exits, 2);
    }

    /// The way for two and the way for many, on the same boards.
    #[test]
    fn two_are_shared_out_as_many_are() {
        let mut rng = SplitMix::new(5);
        for (ruleset, seed) in Ruleset::ALL.into_iter().cycle().zip(0..60) {
            let snakes = if ruleset == Ruleset::Solo { 1 } else { 2 };
            let settings = Settings::default();
            let setup = Setup::start(ruleset, settings, Map::Standard, (9, 9), snakes, seed);
            let mut game: Small<2> = Battlesnake::new(&setup.unwrap()).unwrap();
            game = game.with_listing(Listing::Prudent).with_chance(Chance::Live);
            while game.turn() != Turn::Over {
                let mut slow = [Holding::default(); 2];
                Flood::new(&game).run(&mut slow);
                assert_eq!(game.holdings(), slow, "{game:?}");
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
    }

    /// Cell by cell: the turn on which each body leaves it, who is beside it on
    /// each turn, and the longest of those gets it.
    fn cell_by_cell(game: &Small<4>) -> [Holding<2>; 4] {
        let board = game.board();
        let cells = board.cells();
        let leaves = |cell: u16| {
            let mut turn = 0;
            for seat in game.living().iter() {
                let body: Vec<u16> = game.body(seat).collect();
                for (i, _) in body.iter().enumerate().filter(|(_, c)| **c == cell) {
                    let stays = game.table.rules.constricts || i == 0;
                    turn = turn.max(if stays { TURNS + 1 } else { body.len() - i });
                }
            }
            turn
        };
        let leaves: Vec<usize> = (0..cells).map(leaves).collect();
        let mut holdings = [Holding::default(); 4];
        let mut owner: Vec<Option<Player>> = vec![None; cells.into()];
        let mut gone = vec![false; usize::from(cells)];
        for turn in 1..=TURNS {
            let mut claims: Vec<(u16, Vec<Player>)> = Vec::new();
            for cell in
                (0..cells).filter(|&c| !gone[usize::from(c)] && leaves[usize::from(c)] <= turn)
            {
                let comes = |seat: &Player| {
                    holdings[seat.index()].ends.is_none()
                        && board.steps(cell).iter().any(|&from| {
                            from == game.head(*seat)
                                || board.is_on(from) && owner[usize::from(from)] == Some(*seat)
                        })
                };
                let who: Vec<Player> = game.living().iter().filter(comes).collect();
                if !who.is_empty() {
                    claims.push((cell, who));
                }
            }
            let mut won: Vec<Vec<u16>> = vec![Vec::new(); 4];
            for (cell, who) in &claims {
                gone[usize::from(*cell)] = true;
                let most = who.iter().map(|&p| game.length(p)).max().unwrap();
                let longest: Vec<Player> =
                    who.iter().copied().filter(|&p| game.length(p) == most).collect();
                if let [only] = longest[..] {
                    owner[usize::from(*cell)] = Some(only);
                    won[only.index()].push(*cell);
                }
                for loser in who.iter().filter(|p| turn == 1 && !won[p.index()].contains(cell)) {
                    holdings[loser.index()].contested += 1;
                }
            }
            for seat in game.living().iter() {
                let (mine, holding) = (&won[seat.index()], &mut holdings[seat.index()]);
                if mine.is_empty()
                    && holding.ends.is_none()
                    && (holding.cells.count() as usize) < turn
                {
                    holding.ends = Some(turn as u8);
                }
                if turn == 1 {
                    holding.exits = mine.len() as u8;
                }
                if holding.food.is_none() && mine.iter().any(|&c| game.food().contains(c)) {
                    holding.food = Some(turn as u8);
                }
                mine.iter().for_each(|&cell| holding.cells.set(cell));
            }
            // Nobody gains anything, and no tail will leave a cell any more.
            let moving = |seat: Player| game.length(seat) > turn && !game.table.rules.constricts;
            if won.iter().all(Vec::is_empty) && !game.living().iter().any(moving) {
                break;
            }
        }
        holdings
    }

    #[test]
    fn sets_of_cells_spread_as_cells_do() {
        let mut rng = SplitMix::new(6);
        for (ruleset, seed) in Ruleset::ALL.into_iter().cycle().zip(0..30) {
            let snakes = if ruleset == Ruleset::Solo { 1 } else { 2 + seed as usize % 3 };
            let settings = Settings { food_spawn_chance: 60, ..Settings::default() };
            let setup = Setup::start(ruleset, settings, Map::Standard, (7, 7), snakes, seed);
            let mut game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
            game = game.with_listing(Listing::Prudent).with_chance(Chance::Live);
            while game.turn() != Turn::Over && game.turn_number() < 120 {
                assert_eq!(game.holdings(), cell_by_cell(&game), "{game:?}");
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
    }

    #[test]
    fn the_longer_snake_gets_what_both_reach() {
        let long: &[(i64, i64)] = &[(0, 2), (0, 1), (0, 0), (1, 0)];
        let game = game(5, &[long, &[(4, 2), (4, 1), (4, 0)]], &[]);
        let [a, b, ..] = game.holdings();
        let middle = game.board().cell(Point::new(2, 2)).unwrap();
        assert!(a.cells.contains(middle) && !b.cells.contains(middle));
    }

    /// A snake curled up in a corner: only where its tail was can it go.
    #[test]
    fn tails_make_room() {
        let curl: &[(i64, i64)] = &[(0, 0), (0, 1), (1, 1), (1, 0)];
        let curled = game(7, &[curl, &[(6, 6), (6, 5), (6, 4)]], &[]);
        assert_eq!(curled.holdings()[0].exits, 1);
        let fed: &[(i64, i64)] = &[(0, 0), (0, 1), (1, 1), (1, 0), (1, 0)];
        let fed = game(7, &[fed, &[(6, 6), (6, 5), (6, 4)]], &[]);
        assert_eq!(fed.holdings()[0].exits, 0);
    }
}
