//! Connect Four solved: who wins a position with best play, proven.
//!
//! Any search can prove that; one that knows the game gets by with far fewer
//! positions. Three facts do it: who can complete four does so; who cannot must keep
//! the other from it, and against two such cells at once is lost; and no stone may go
//! below a cell where the other would complete four. Moves that make most such cells
//! come first. What is given up is the distance: positions are won, drawn or lost, and
//! a win is not hurried.

use takeback_core::{Game, Indexed};
use takeback_search::{
    Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation,
};
use takeback_small::{Column, ConnectFour};

/// Stones of the player in turn, and all stones: a bit a cell, as
/// [`ConnectFour::bits`] has them.
#[derive(Copy, Clone)]
struct Board<const W: usize, const H: usize> {
    own: u64,
    all: u64,
}

impl<const W: usize, const H: usize> Board<W, H> {
    const STRIDE: u32 = H as u32 + 1;
    const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut column = 0;
        while column < W {
            bottom |= 1 << (column * (H + 1));
            column += 1;
        }
        bottom
    };
    const COLUMN: u64 = (1 << H) - 1;
    const CELLS: u64 = Self::BOTTOM * Self::COLUMN;

    /// The lowest free cell of every column that is not full.
    #[inline]
    fn playable(self) -> u64 {
        (self.all + Self::BOTTOM) & Self::CELLS
    }

    /// Free cells where one more stone would complete four of `stones`.
    #[inline]
    fn completing(self, stones: u64) -> u64 {
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [Self::STRIDE, Self::STRIDE - 1, Self::STRIDE + 1] {
            let pair = stones << step & stones << (2 * step);
            cells |= pair & (stones << (3 * step) | stones >> step);
            let pair = stones >> step & stones >> (2 * step);
            cells |= pair & (stones >> (3 * step) | stones << step);
        }
        cells & Self::CELLS & !self.all
    }

    /// Cells to play on that do not let the other complete four at once; none when
    /// there is no help.
    #[inline]
    fn safe(self) -> u64 {
        let danger = self.completing(self.all ^ self.own);
        let playable = self.playable();
        let forced = playable & danger;
        let choice = if forced == 0 { playable } else { forced };
        if forced & forced.wrapping_sub(1) != 0 {
            return 0;
        }
        choice & !(danger >> 1)
    }

    /// After a stone of the player in turn on this cell.
    #[inline]
    fn after(self, cell: u64) -> Self {
        Board { own: self.all ^ self.own, all: self.all | cell }
    }

    fn left(self) -> u32 {
        (Self::CELLS & !self.all).count_ones()
    }

    /// A number that no other position has.
    #[inline]
    fn number(self) -> u64 {
        self.own + self.all + Self::BOTTOM
    }
}

/// What is known of a position: the least and the most it is worth to the player in
/// turn, 1 for a win and -1 for a loss.
#[derive(Copy, Clone)]
struct Worth {
    least: i32,
    most: i32,
}

impl Worth {
    const UNKNOWN: Worth = Worth { least: -1, most: 1 };
    /// Bits of an entry.
    const BITS: u32 = 4;

    #[inline]
    fn unpack(entry: u64) -> Self {
        Worth { least: (entry & 3) as i32 - 1, most: (entry >> 2 & 3) as i32 - 1 }
    }

    #[inline]
    fn pack(self) -> u64 {
        (self.least + 1) as u64 | ((self.most + 1) as u64) << 2
    }

    /// With the answer to whether it is worth so much.
    #[inline]
    fn learn(self, aim: i32, reached: bool) -> Self {
        if reached { Worth { least: aim, ..self } } else { Worth { most: aim - 1, ..self } }
    }
}

/// Proves who wins. Keeps what it proved until it is told to forget.
#[derive(Default)]
pub(crate) struct Exact<const W: usize, const H: usize> {
    /// The numbers of positions, with what is known of each; the newest stays.
    known: Vec<u64>,
    nodes: u64,
    stopped: Option<Stopped>,
}

impl<const W: usize, const H: usize> Exact<W, H> {
    const FITS: () = assert!(W * (H + 1) < 60, "a position's number and its worth fit a word");
    /// Columns from the middle outwards: a stone there lies on most rows of four.
    const MIDDLE_FIRST: [usize; W] = {
        let mut order = [0; W];
        let mut i = 0;
        while i < W {
            let away = i.div_ceil(2);
            order[i] = if i % 2 == 1 { (W - 1) / 2 + away } else { (W - 1) / 2 - away };
            i += 1;
        }
        order
    };

    /// As many entries as fit so many MiB.
    fn make_room(&mut self, mebibytes: usize) {
        let () = Self::FITS;
        let entries = (mebibytes.max(1) << 20) / size_of::<u64>();
        if self.known.len() != entries {
            self.known = vec![0; entries];
        }
    }

    #[inline]
    fn slot(&self, number: u64) -> usize {
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.known.len() as u128) >> 64) as usize
    }

    /// Whether the position is worth at least `aim` (1 or 0) to the player in turn, who
    /// cannot complete four at once. What it says is void once the search has stopped.
    fn reaches(&mut self, board: Board<W, H>, aim: i32, clock: &mut Clock) -> bool {
        self.nodes += 1;
        self.stopped = self.stopped.or_else(|| clock.is_up(self.nodes));
        let safe = board.safe();
        if safe == 0 || self.stopped.is_some() {
            return false;
        }
        // No safe stone completes anything, and there are no others: drawn.
        if board.left() <= 2 {
            return aim <= 0;
        }
        let number = board.number();
        let slot = self.slot(number);
        let entry = self.known[slot];
        let is_same = entry >> Worth::BITS == number;
        let worth = if is_same { Worth::unpack(entry) } else { Worth::UNKNOWN };
        if worth.least >= aim || worth.most < aim {
            return worth.least >= aim;
        }
        let reached = self.some_move_reaches(board, safe, aim, clock);
        if self.stopped.is_none() {
            self.known[slot] = number << Worth::BITS | worth.learn(aim, reached).pack();
        }
        reached
    }

    /// The other must fall short of what is left to him: of a draw where a win is
    /// wanted, of a win where a draw is.
    fn some_move_reaches(
        &mut self,
        board: Board<W, H>,
        safe: u64,
        aim: i32,
        clock: &mut Clock,
    ) -> bool {
        let moves = Self::by_threats(board, safe);
        let mut moves = moves.into_iter().take_while(|&cell| cell != 0);
        moves.any(|cell| !self.reaches(board.after(cell), 1 - aim, clock))
    }

    /// The cells of `safe`, those that make most cells to complete four on first; then
    /// zeros.
    #[inline]
    fn by_threats(board: Board<W, H>, safe: u64) -> [u64; W] {
        let mut moves = [0; W];
        let mut threats = [0; W];
        let mut count = 0;
        for column in Self::MIDDLE_FIRST {
            let cell = safe & Board::<W, H>::COLUMN << (column as u32 * Board::<W, H>::STRIDE);
            if cell == 0 {
                continue;
            }
            let made = board.completing(board.own | cell).count_ones();
            let mut at = count;
            while at > 0 && threats[at - 1] < made {
                (moves[at], threats[at]) = (moves[at - 1], threats[at - 1]);
                at -= 1;
            }
            (moves[at], threats[at]) = (cell, made);
            count += 1;
        }
        moves
    }

    /// What the position is worth to the player in turn, and a cell that keeps it so. Good
    /// moves are asked first, and only as much as must be known: to value one move after
    /// the other, labels of games from twelve stones on took 1.6 times as long.
    fn best(&mut self, board: Board<W, H>, clock: &mut Clock) -> (u64, i32) {
        self.nodes += 1;
        let (playable, safe) = (board.playable(), board.safe());
        let wins = playable & board.completing(board.own);
        if wins != 0 {
            return (wins, 1);
        }
        if safe == 0 {
            return (playable, -1);
        }
        if board.left() <= 2 {
            return (safe, 0);
        }
        for aim in [1, 0] {
            for cell in Self::by_threats(board, safe).into_iter().take_while(|&cell| cell != 0) {
                if !self.reaches(board.after(cell), 1 - aim, clock) {
                    return (cell, aim);
                }
            }
        }
        (safe, -1)
    }
}

/// In at most so many plies, the last of them the winner's.
fn score(worth: i32, left: u32) -> Score {
    match worth {
        1 => Score::Win(left - (1 - left % 2)),
        -1 => Score::Loss(left - left % 2),
        _ => Score::Exact(0),
    }
}

impl<const W: usize, const H: usize> Search<ConnectFour<W, H>> for Exact<W, H> {
    fn search(
        &mut self,
        position: &ConnectFour<W, H>,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<Column>),
    ) -> Result<Report<Column>, SearchError> {
        let mut clock = Clock::start(limits);
        let legal = position.legal_moves();
        if position.turn().is_over() {
            return Err(SearchError::Over);
        }
        if limits.nodes == Some(0) {
            return Err(SearchError::Limits("no nodes"));
        }
        self.make_room(limits.memory);
        // Whether a move completes four or is safe is asked of all of them at once.
        (self.nodes, self.stopped) = (legal.len() as u64, clock.look());
        let [own, other] = position.bits();
        let board = Board::<W, H> { own, all: own | other };
        let (cells, worth) = self.best(board, &mut clock);
        let is_one = |m: &Column| cells >> position.index(*m) & 1 == 1;
        let m = legal.iter().copied().find(is_one).unwrap_or(legal[0]);
        // Who was stopped knows nothing.
        let score = match self.stopped {
            None => score(worth, board.left()),
            Some(_) => Score::Share(0.5),
        };
        Ok(Report {
            best: m,
            score,
            shares: Vec::new(),
            lines: vec![Variation { score, moves: vec![m] }],
            root: vec![RootMove { m, score, visits: self.nodes }],
            nodes: self.nodes,
            iterations: 0,
            depth: board.left(),
            deepest: board.left(),
            time: clock.elapsed(),
            stopped: Some(self.stopped.unwrap_or(Stopped::Solved)),
            rebuilt: 0,
        })
    }

    fn forget(&mut self) {
        self.known.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Notation, RandomMove, SplitMix};
    use takeback_search::Exhaustive;

    fn solve<const W: usize, const H: usize>(game: &ConnectFour<W, H>) -> Report<Column> {
        let limits = Limits { memory: 4, ..Limits::default() };
        Exact::<W, H>::default().search(game, &limits, &mut |_| ()).expect("somebody is in turn")
    }

    fn sign(score: Score) -> i32 {
        match score {
            Score::Win(_) => 1,
            Score::Loss(_) => -1,
            Score::Exact(0) => 0,
            other => panic!("{other} proves nothing"),
        }
    }

    /// All lines to their end are the slow twin.
    fn agrees<const W: usize, const H: usize>(stones: usize, games: usize) {
        let mut rng = SplitMix::new(7);
        let mut slow = Exhaustive::keyed();
        let mut seen = [0; 3];
        for _ in 0..games {
            let mut game = ConnectFour::<W, H>::default();
            for _ in 0..stones + rng.below(6) {
                if !game.turn().is_over() {
                    game.make(game.random_move(&mut rng));
                }
            }
            if game.turn().is_over() {
                continue;
            }
            let found = solve(&game);
            let wanted = slow.search(&game, &Limits::default(), &mut |_| ()).expect("in turn");
            assert_eq!(sign(found.score), sign(wanted.score), "{game:?}");
            seen[(sign(found.score) + 1) as usize] += 1;
            let same = wanted.root.iter().find(|other| other.m == found.best).expect("a move");
            assert_eq!(sign(found.score), sign(same.score), "{game:?} {:?}", found.best);
        }
        assert!(seen.iter().all(|&count| count > games / 50), "{seen:?}");
    }

    #[test]
    fn proofs_are_those_of_all_lines() {
        agrees::<4, 4>(4, 150);
        agrees::<5, 4>(9, 150);
        agrees::<4, 5>(8, 150);
    }

    /// Pons's sets, but for beginnings, which take long in a program that is not optimised.
    #[test]
    fn published_scores_hold() {
        let (mut set, mut checked) = ("", [0; 3]);
        for line in include_str!("../tests/solved/connect4.txt").lines() {
            if line.starts_with(['#', '[']) {
                set = line;
                continue;
            }
            if ["[L1 R2]", "[L1 R3]"].contains(&set) {
                continue;
            }
            let (moves, score) = line.split_once(" = ").expect("moves and a score");
            let mut game = ConnectFour::<7, 6>::default();
            for m in moves.split(' ') {
                game.make(game.read_move(m).expect("a column"));
            }
            let score: i32 = score.parse().expect("a number");
            if game.bits()[1].count_ones() < if set == "[L2 R2]" { 10 } else { 5 } {
                continue;
            }
            assert_eq!(sign(solve(&game).score), score.signum(), "{line}");
            checked[(score.signum() + 1) as usize] += 1;
        }
        assert!(checked.iter().all(|&count| count > 20), "{checked:?}");
    }

    #[test]
    fn who_is_stopped_claims_nothing() {
        let game = ConnectFour::<7, 6>::default();
        let mut exact = Exact::default();
        let limits = Limits { nodes: Some(1000), memory: 1, ..Limits::default() };
        let found = exact.search(&game, &limits, &mut |_| ()).expect("in turn");
        assert_eq!((found.score, found.stopped), (Score::Share(0.5), Some(Stopped::Nodes)));
        assert!(found.nodes < 1100 && game.legal_moves().contains(&found.best), "{found:?}");
    }

    /// The last stone draws, and three in a row are completed.
    #[test]
    fn the_end_is_seen() {
        let mut game = ConnectFour::<4, 4>::default();
        for m in "a b a b a".chars().filter(|m| *m != ' ') {
            game.make(game.read_move(&m.to_string()).expect("a column"));
        }
        // The other must go above the three, and may.
        let found = solve(&game);
        let best = game.read_move("a").expect("a column");
        assert_eq!((found.best, sign(found.score)), (best, 0));
        game.make(game.read_move("b").expect("a column"));
        let won = solve(&game);
        assert_eq!((won.best, sign(won.score)), (best, 1));
    }
}
