//! Breakthrough: a game that is not built in, from its rules to an engine that has learned it.
//!
//! Two rows of pawns on each side of 6 by 6 cells. A pawn steps forward, straight or slanting, onto a
//! free cell; slanting it also captures. Who reaches the far row wins, and so does who captures all
//! pawns. Nobody is ever without a move: the foremost pawn can always go slanting.
//!
//! ```text
//! cargo run --release --example breakthrough -- match breakthrough --a ab:depth=5 --b mcts:iterations=2000
//! ```
//!
//! `docs/learning.md` tells how four generations of networks were trained on it.

use std::fmt::{self, Write};
use std::process::ExitCode;
use takeback::core::{
    Bag, Evaluator, Features, Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable,
    RandomMove, SplitMix, Taken, Turn, ZeroSum,
};
use takeback::host::engines::duel_learning;
use takeback::host::spec::Ladder;
use takeback::host::weights::named;
use takeback::host::{GameEntry, Registry, variant};
use takeback::scene::{Board, Glyph, Input, Paint, Piece, Scene, Scenic, shapes};

fn main() -> ExitCode {
    takeback::cli::run(Registry::new().with(breakthrough()))
}

// The rules.

const SIDE: u8 = 6;
const CELLS: u8 = SIDE * SIDE;
const BOARD: u64 = (1 << CELLS) - 1;
/// The leftmost cell of every row.
const LEFT: u64 = BOARD / ((1 << SIDE) - 1);
const RIGHT: u64 = LEFT << (SIDE - 1);
/// The rows that pawns want to reach: White's on top, Black's at the bottom.
const GOALS: [u64; 2] = [(1 << SIDE) - 1, BOARD & !((1 << (CELLS - SIDE)) - 1)];

/// A position. Bit `6 * row + column`, rows from the top, is set where a pawn stands.
#[derive(Clone, Debug, PartialEq)]
struct Breakthrough {
    pawns: [u64; 2],
    next: Player,
}

impl Default for Breakthrough {
    fn default() -> Self {
        let rows = (1 << (2 * SIDE)) - 1;
        Breakthrough { pawns: [rows << (CELLS - 2 * SIDE), rows], next: Player::FIRST }
    }
}

/// A pawn's step: three times its cell, and 0, 1 or 2 for left, straight and right on the board.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
struct Step(u8);

impl Step {
    fn from(self) -> u8 {
        self.0 / 3
    }

    fn to(self, player: Player) -> u8 {
        let forward = if player == Player::FIRST { self.from() - SIDE } else { self.from() + SIDE };
        forward + self.0 % 3 - 1
    }
}

impl Breakthrough {
    /// Which pawns of the player in turn can go left, straight and right.
    fn ready(&self) -> [u64; 3] {
        let own = self.pawns[self.next.index()];
        let free = BOARD & !(self.pawns[0] | self.pawns[1]);
        let open = BOARD & !own;
        if self.next == Player::FIRST {
            [own & open << 7 & !LEFT, own & free << 6, own & open << 5 & !RIGHT]
        } else {
            [own & open >> 5 & !LEFT, own & free >> 6, own & open >> 7 & !RIGHT]
        }
    }

    /// Whether the player who has just moved has won.
    fn is_over(&self) -> bool {
        let last = self.next.other().index();
        self.pawns[last] & GOALS[last] != 0 || self.pawns[1 - last] == 0
    }
}

/// The cells of these bits, lowest first.
fn cells(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

impl Game for Breakthrough {
    type Move = Step;
    /// Whether a pawn was captured.
    type Undo = bool;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.next) }
    }

    fn moves(&self, out: &mut Moves<Step>) {
        let ready = if self.is_over() { [0; 3] } else { self.ready() };
        for (way, pawns) in (0..).zip(ready) {
            out.extend(cells(pawns).map(|cell| Step(3 * cell + way)));
        }
    }

    fn make(&mut self, step: Step) -> bool {
        let (own, to) = (self.next.index(), 1 << step.to(self.next));
        self.pawns[own] ^= 1 << step.from() | to;
        let captures = self.pawns[1 - own] & to != 0;
        self.pawns[1 - own] &= !to;
        self.next = self.next.other();
        captures
    }

    fn unmake(&mut self, step: Step, captures: bool) {
        self.next = self.next.other();
        let (own, to) = (self.next.index(), 1 << step.to(self.next));
        self.pawns[1 - own] |= if captures { to } else { 0 };
        self.pawns[own] ^= 1 << step.from() | to;
    }

    fn payoff(&self, player: Player) -> Payoff {
        if player == self.next { Payoff::LOSS } else { Payoff::WIN }
    }
}

impl ZeroSum for Breakthrough {}

impl Keyed for Breakthrough {
    fn key(&self) -> Key {
        let [white, black] = self.pawns.map(|pawns| pawns << 1 | u64::from(self.next.0));
        Key::nth(white) ^ Key::nth(!black)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Indexed for Breakthrough {
    const INDICES: usize = 3 * CELLS as usize;

    fn index(&self, step: Step) -> usize {
        step.0.into()
    }
}

impl RandomMove for Breakthrough {
    fn random_move(&self, rng: &mut SplitMix) -> Step {
        let ready = self.ready();
        let mut nth = rng.below(ready.iter().map(|pawns| pawns.count_ones() as usize).sum());
        for (way, pawns) in (0..).zip(ready) {
            match cells(pawns).nth(nth) {
                Some(cell) => return Step(3 * cell + way),
                None => nth -= pawns.count_ones() as usize,
            }
        }
        unreachable!("whoever is in turn has a move")
    }
}

// What a network sees: own pawns and the other's, each player looking from his own side.

impl Features for Breakthrough {
    type Snapshot = [u64; 2];
    const FEATURES: usize = 2 * CELLS as usize;
    const MOST_FEATURES: usize = 4 * SIDE as usize;
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        "breakthrough 6x6: pawns, 1".to_owned()
    }

    fn bucket(&self) -> usize {
        ((self.pawns[0] | self.pawns[1]).count_ones() as usize).saturating_sub(5) / 5
    }

    fn snapshot(&self) -> [u64; 2] {
        self.pawns
    }

    fn list_features(&self, out: &mut impl Bag) {
        tell(&self.pawns, BOARD, out);
    }

    fn changed_features(&self, before: &[u64; 2], out: &mut impl Bag) {
        let changed = before[0] ^ self.pawns[0] | before[1] ^ self.pawns[1];
        tell(before, changed, &mut Taken(out));
        tell(&self.pawns, changed, out);
    }
}

fn tell(pawns: &[u64; 2], among: u64, out: &mut impl Bag) {
    for (owner, pawns) in pawns.iter().enumerate() {
        for cell in cells(pawns & among) {
            let turned = (SIDE - 1 - cell / SIDE) * SIDE + cell % SIDE;
            for (view, cell) in [cell, turned].into_iter().enumerate() {
                out.add(view, usize::from(cell) + usize::from(CELLS) * usize::from(owner != view));
            }
        }
    }
}

// The judge that is written by hand: so much a pawn, and so much for each row it has gone.

#[derive(Clone, Copy, Debug)]
struct Rows {
    pawn: i32,
    row: i32,
}

impl Rows {
    const NAMES: &'static [&'static str] = &["pawn", "row"];
    const USUAL: [i32; 2] = [100, 10];

    fn from_values(values: &[i32]) -> Self {
        Rows { pawn: values[0], row: values[1] }
    }

    fn worth(self, game: &Breakthrough, player: Player) -> i32 {
        let gone = |cell: u8| {
            let row = i32::from(cell / SIDE);
            if player == Player::FIRST { i32::from(SIDE) - 1 - row } else { row }
        };
        cells(game.pawns[player.index()]).map(|cell| self.pawn + self.row * gone(cell)).sum()
    }
}

impl Evaluator<Breakthrough> for Rows {
    fn score(&mut self, game: &Breakthrough, player: Player) -> i32 {
        let score = self.worth(game, player) - self.worth(game, player.other());
        score.clamp(-1_000_000, 1_000_000)
    }

    fn is_noisy(&mut self, game: &Breakthrough, step: Step) -> bool {
        game.pawns[game.next.other().index()] >> step.to(game.next) & 1 == 1
    }

    fn quiesces(&self) -> bool {
        true
    }
}

// Texts.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Unreadable(&'static str);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Unreadable {}

/// `a6` is the upper left cell, `f1` the lower right one.
fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE), SIDE - cell / SIDE)
}

impl Notation for Breakthrough {
    type MoveError = Unreadable;

    fn write_move(&self, step: Step, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", name(step.from()), name(step.to(self.next)))
    }

    fn read_move(&self, text: &str) -> Result<Step, Unreadable> {
        let mut known = self.legal_moves().into_iter();
        known
            .find(|&step| format!("{}{}", name(step.from()), name(step.to(self.next))) == text)
            .ok_or(Unreadable("moves are a pawn's cell and the next one, such as b2b3"))
    }
}

const SIGNS: [char; 2] = ['W', 'B'];

/// Rows from the top, `/` between them, and the player in turn.
impl Portable for Breakthrough {
    type PositionError = Unreadable;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for cell in 0..CELLS {
            if cell > 0 && cell % SIDE == 0 {
                out.write_char('/')?;
            }
            let stands = |player: &usize| self.pawns[*player] >> cell & 1 == 1;
            out.write_char((0..2).find(stands).map_or('.', |player| SIGNS[player]))?;
        }
        write!(out, " {}", SIGNS[self.next.index()])
    }

    fn read_position(text: &str) -> Result<Self, Unreadable> {
        const FORM: Unreadable =
            Unreadable("positions are six rows of six signs . W B with / between, then W or B");
        let (board, next) = text.trim().split_once(' ').ok_or(FORM)?;
        let next = ["W", "B"].iter().position(|sign| *sign == next.trim()).ok_or(FORM)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 6 || rows.iter().any(|row| row.chars().count() != 6) {
            return Err(FORM);
        }
        let mut pawns = [0u64; 2];
        for (cell, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match SIGNS.iter().position(|&known| known == sign) {
                Some(player) => pawns[player] |= 1 << cell,
                None if sign == '.' => {}
                None => return Err(FORM),
            }
        }
        if pawns.iter().any(|pawns| pawns.count_ones() > 2 * u32::from(SIDE)) {
            return Err(Unreadable("a player has at most twelve pawns"));
        }
        if pawns[next] & GOALS[next] != 0 || pawns[1 - next] == 0 {
            return Err(Unreadable("the player in turn has won already"));
        }
        Ok(Breakthrough { pawns, next: Player(next as u8) })
    }
}

// What it looks like, and its entry in a registry.

impl Scenic for Breakthrough {
    fn board(&self) -> Board {
        let side = u16::from(SIDE);
        let shade =
            |x: u16, y: u16| if (x + y).is_multiple_of(2) { Paint::Light } else { Paint::Mid };
        let mut board = shapes::squares(side, side, shade, |x, y| name(x as u8 + SIDE * y as u8));
        board.labels = shapes::chess_labels(side, side);
        board
    }

    fn scene(&self, _viewer: Option<Player>) -> Scene {
        let pawn = |player: Player, cell: u8| {
            let spoken = format!("a pawn of {}", self.player_name(player));
            let sign = SIGNS[player.index()].to_string();
            Piece::new(cell.into(), Glyph::Disc, Paint::Player(player.0), &sign, spoken)
        };
        let pawns = Player::all(2).flat_map(|player| {
            cells(self.pawns[player.index()]).map(move |cell| pawn(player, cell))
        });
        Scene { pieces: pawns.collect(), ..Scene::default() }
    }

    fn input(&self, step: Step) -> Input {
        Input::cells([step.from().into(), step.to(self.next).into()])
    }

    fn player_name(&self, player: Player) -> String {
        ["White", "Black"][player.index()].to_owned()
    }
}

/// Ten levels, weakest first.
const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=5",
    "ab:depth=6",
    "ab:depth=8",
    "ab:time=500ms",
    "ab:time=2s",
]);

/// The game for a registry.
fn breakthrough() -> GameEntry {
    let board = variant!(
        "6x6",
        "twelve pawns each",
        Token,
        Breakthrough::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, features]
    )
    .with_tuned_engines(named(Rows::NAMES, &Rows::USUAL), |values| {
        duel_learning(Rows::from_values(values))
    })
    .with_levels(LADDER)
    .with_scene();
    GameEntry::new(
        "breakthrough",
        "Breakthrough",
        "pawns that race for the far side",
        vec![Box::new(board)],
    )
    .with_notation("rows from the top, signs . W B, and the player in turn; moves such as b2b3")
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback::scene::laws::{Extent, check};
    use takeback::verify::{Laws, perft};

    fn position(text: &str) -> Breakthrough {
        Breakthrough::read_position(text).expect("a position")
    }

    #[test]
    fn undo_is_exact_and_the_laws_hold() {
        Laws::new("breakthrough", Breakthrough::default())
            .keyed()
            .zero_sum()
            .notation()
            .portable()
            .indexed()
            .random_move()
            .features()
            .plies(20_000)
            .assert();
        check(&Breakthrough::default(), Extent::default()).expect("the laws of scenes hold");
    }

    /// Rows of letters, one line of the rules after the other: the lines of so many moves.
    fn slow_perft(board: &[[char; 6]; 6], white: bool, depth: u32) -> u64 {
        let (own, other) = if white { ('W', 'B') } else { ('B', 'W') };
        let reached = board[if white { 5 } else { 0 }].contains(&other);
        if depth == 0 || reached || !board.iter().flatten().any(|&sign| sign == own) {
            return u64::from(depth == 0);
        }
        let mut lines = 0;
        for (y, row) in board.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, sign)| **sign == own) {
                let ahead = y as i32 + if white { -1 } else { 1 };
                for aside in -1..=1 {
                    let to = x as i32 + aside;
                    if !(0..6).contains(&to) || !(0..6).contains(&ahead) {
                        continue;
                    }
                    let there = board[ahead as usize][to as usize];
                    if there == '.' || aside != 0 && there == other {
                        let mut after = *board;
                        after[y][x] = '.';
                        after[ahead as usize][to as usize] = own;
                        lines += slow_perft(&after, !white, depth - 1);
                    }
                }
            }
        }
        lines
    }

    #[test]
    fn lines_of_play_are_those_of_the_slow_rules() {
        for text in [
            "BBBBBB/BBBBBB/....../....../WWWWWW/WWWWWW W",
            "B....B/.W..../..B.W./.WB.../...B.W/W..W.. W",
            "B....B/.W..../..B.W./.WB.../...B.W/W..W.. B",
        ] {
            let mut board = [['.'; 6]; 6];
            let signs = text.chars().filter(|sign| ".WB".contains(*sign));
            for (cell, sign) in signs.take(36).enumerate() {
                board[cell / 6][cell % 6] = sign;
            }
            for depth in 1..=4 {
                let fast = perft(&mut position(text), depth);
                assert_eq!(fast, slow_perft(&board, text.ends_with('W'), depth), "{text} {depth}");
            }
        }
    }

    #[test]
    fn the_far_row_and_the_last_pawn_win() {
        let mut race = position("....../.W..../....../....B./....../...... W");
        race.make(race.read_move("b5b6").expect("a move"));
        assert_eq!(race.turn(), Turn::Over);
        assert_eq!(
            (race.payoff(Player::FIRST), race.payoff(Player::SECOND)),
            (Payoff::WIN, Payoff::LOSS)
        );
        let mut last = position("....../....../..B.../...W../....../...... B");
        assert!(last.read_move("c4c3").is_ok() && last.read_move("c4b4").is_err());
        last.make(last.read_move("c4d3").expect("a capture"));
        assert_eq!(last.position_text(), "....../....../....../...B../....../...... W");
        assert_eq!((last.turn(), last.payoff(Player::SECOND)), (Turn::Over, Payoff::WIN));
        let mut blocked = position("....../....../..B.../..W.../....../...... W");
        assert!(blocked.read_move("c3c4").is_err(), "nobody captures straight ahead");
        blocked.make(blocked.read_move("c3b4").expect("aside"));
        assert_eq!(blocked.turn(), Turn::Player(Player::SECOND));
    }

    #[test]
    fn texts_that_are_no_positions_are_refused() {
        for text in [
            "",
            "....../....../....../....../....../.W.... X",
            "....../....../....../....../.W.... W",
            "W...../....../..B.../....../....../...... W",
            "....../....../..W.../....../....../...... W",
            "WWWWWW/WWWWWW/W...../....../....../BBB... B",
        ] {
            assert!(Breakthrough::read_position(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_engine_finds_a_move() {
        let entry = breakthrough();
        let variant = entry.nth(0);
        let levels = (1..=10).map(|level| level.to_string());
        let names = variant.engines().into_iter().map(|engine| engine.name.to_owned());
        for text in levels.chain(names) {
            let mut seat = variant.engine(&text.parse().expect("a name")).expect("an engine");
            let start = "B.B.../..B..B/.B..../....W./W..W../..W..W W";
            let table = variant.table(Some(start)).expect("a position");
            seat.limits.nodes = Some(2_000);
            let found = seat.engine.choose(&*table, &seat.limits).expect("a move");
            assert!(table.legal().contains(&found.best), "{text}: {}", found.best);
        }
    }
}
