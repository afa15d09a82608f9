//! Who reaches which cell first, on sets of cells.
//!
//! All snakes spread at once, a step a turn. Bodies give way from their tails:
//! a tail cell is open from the turn on which its snake will have left it. A
//! cell that several reach on the same turn goes to the longest, to nobody
//! where that is a tie.

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
}

/// Turns looked ahead. On 11x11 nearly everything is taken by then.
const TURNS: usize = 30;

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// What each living snake holds; the entries of others stay empty.
    #[must_use]
    pub fn holdings(&self) -> [Holding<W>; S] {
        let mut holdings = [Holding::default(); S];
        let mut reach = [Bits::NONE; S];
        let mut closed = Bits::NONE;
        let mut longest = 0;
        for seat in self.living().iter() {
            let snake = &self.snakes[seat.index()];
            let head = Bits::only(snake.head());
            closed = closed.or(snake.body).or(head);
            reach[seat.index()] = head;
            longest = longest.max(snake.len());
        }
        let mut claimed = Bits::NONE;
        for turn in 1..=TURNS {
            self.open_tails(turn, &mut closed);
            let open = self.table.spread.all().minus(closed).minus(claimed);
            let before = claimed;
            claimed = claimed.or(self.spread_all(turn, open, &mut reach, &mut holdings));
            if claimed == before && turn >= longest {
                break;
            }
        }
        holdings
    }

    /// Cells that tails leave for good on that turn.
    #[inline]
    fn open_tails(&self, turn: usize, closed: &mut Bits<W>) {
        for seat in self.living().iter() {
            let snake = &self.snakes[seat.index()];
            if let Some(at) = snake.len().checked_sub(turn) {
                let cell = snake.entry(at);
                if at == 0 || snake.entry(at - 1) != cell {
                    closed.clear(cell);
                }
            }
        }
    }

    /// One turn of spreading; answers all cells that somebody reached.
    #[inline]
    fn spread_all(
        &self,
        turn: usize,
        open: Bits<W>,
        reach: &mut [Bits<W>; S],
        holdings: &mut [Holding<W>; S],
    ) -> Bits<W> {
        let mut next = [Bits::NONE; S];
        let mut all = Bits::NONE;
        for seat in self.living().iter() {
            let at = seat.index();
            next[at] = self.table.spread.around(reach[at], self.board()).and(open);
            all = all.or(next[at]);
        }
        for seat in self.living().iter() {
            let at = seat.index();
            let rivals = self.rivals(seat, &next);
            let mine = next[at].minus(rivals);
            reach[at] = reach[at].or(mine);
            let holding = &mut holdings[at];
            holding.cells = holding.cells.or(mine);
            if turn == 1 {
                holding.exits = mine.count() as u8;
                holding.contested = next[at].and(rivals).count() as u8;
            }
            if holding.food.is_none() && !mine.and(self.food).is_empty() {
                holding.food = Some(turn as u8);
            }
        }
        all
    }

    /// What snakes at least as long reach on the same turn.
    #[inline]
    fn rivals(&self, seat: Player, next: &[Bits<W>; S]) -> Bits<W> {
        let mut rivals = Bits::NONE;
        for other in self.living().without(seat).iter() {
            if self.length(other) >= self.length(seat) {
                rivals = rivals.or(next[other.index()]);
            }
        }
        rivals
    }
}

#[cfg(test)]
mod tests {
    use crate::plain::{PlainBoard, PlainSnake};
    use crate::{Point, Setup, Small};

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
