//! Recorded data of Hex: random games with distances, games of programs,
//! positions and openings with known winners.

use crate::{Limits, Solved, Solver};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use takeback_core::{Game, Keyed, Notation, Portable, Turn};
use takeback_hex::{Bits, Cell, Colour, Hex, Move, Setup, Size, Swap, Wide, distance};
use takeback_host::check::{File, Known, Report};

/// Positions the solver may look at for one question. Boards up to 6x6 are
/// always solved; on larger ones a question it does not answer counts as
/// skipped. Counted in positions and not in seconds, so that the same cases are
/// skipped on every machine.
fn budget(size: Size) -> u64 {
    match size.cells() {
        0..=36 => u64::MAX,
        37..=49 => 6_000,
        50..=64 => 1_500,
        _ => 100,
    }
}

/// Positions the solver remembers between cases of one file.
const MEMORY: usize = 1 << 16;

/// Checks one file.
pub(crate) fn check(file: &File, report: &mut Report) -> Known {
    if file.is_kind("random-games") || file.is_kind("random") {
        each(file, report, |game: RandomGame| game.check());
    } else if file.is_kind("olympiad-games") || file.is_kind("olympiad") || file.is_kind("games") {
        each(file, report, |game: RecordedGame| game.check());
    } else if file.is_kind("openings") {
        let mut solvers = Solvers::default();
        each(file, report, |opening: Opening| opening.check(&mut solvers));
    } else if file.is_kind("positions") || file.is_kind("labels") {
        let mut solvers = Solvers::default();
        each(file, report, |study: Study| study.check(&mut solvers));
    } else {
        return Known::No;
    }
    Known::Yes
}

/// What came of one case.
enum Verdict {
    Agrees,
    BeyondReach,
}

type Outcome = Result<Verdict, String>;

fn each<T: for<'de> Deserialize<'de>>(
    file: &File,
    report: &mut Report,
    mut check: impl FnMut(T) -> Outcome,
) {
    for (place, row) in file.json_lines::<T>() {
        match row.map_err(|e| format!("unreadable: {e}")).and_then(&mut check) {
            Ok(Verdict::Agrees) => report.pass(),
            Ok(Verdict::BeyondReach) => report.skip(),
            Err(difference) => report.fail(place, difference),
        }
    }
}

/// Run generic code on the storage class that fits a size.
macro_rules! on_class {
    ($size:expr, $B:ident => $body:expr) => {
        match $size.cells() {
            0..=64 => {
                type $B = u64;
                $body
            }
            65..=128 => {
                type $B = u128;
                $body
            }
            129..=256 => {
                type $B = Wide<4>;
                $body
            }
            _ => {
                type $B = Wide<6>;
                $body
            }
        }
    };
}

fn size_of(width: usize, height: usize) -> Result<Size, String> {
    Size::new(width, height).map_err(|e| e.to_string())
}

fn colour_of(text: &str) -> Result<Colour, String> {
    Colour::read(text).ok_or_else(|| format!("{text:?} is no colour"))
}

fn cells_of(size: Size, texts: &[String]) -> Result<Vec<Cell>, String> {
    texts.iter().map(|text| size.read_cell(text).map_err(|e| e.to_string())).collect()
}

/// Fewest further stones of each colour; `null` when it cannot join any more.
#[derive(Deserialize, Debug, PartialEq, Eq)]
struct Distances {
    black: Option<u32>,
    white: Option<u32>,
}

#[derive(Deserialize)]
struct RandomGame {
    width: usize,
    height: usize,
    moves: Vec<String>,
    winner: String,
    plies: usize,
    #[serde(default)]
    distances: BTreeMap<usize, Distances>,
}

impl RandomGame {
    fn check(&self) -> Outcome {
        let size = size_of(self.width, self.height)?;
        on_class!(size, B => self.replay::<B>(size))
    }

    fn replay<B: Bits>(&self, size: Size) -> Outcome {
        if self.plies != self.moves.len() {
            return Err(format!("{} moves are listed as {} plies", self.moves.len(), self.plies));
        }
        if let Some(ply) = self.distances.keys().find(|&&ply| ply > self.plies) {
            return Err(format!("distances after ply {ply} of {}", self.plies));
        }
        let start = Hex::<B>::new(size, Swap::Off).map_err(|e| e.to_string())?;
        let mut replay = Replay::new(start);
        for ply in 0..=self.moves.len() {
            if let Some(expected) = self.distances.get(&ply) {
                let found = replay.distances();
                if found != *expected {
                    return Err(format!("after ply {ply}: {expected:?} recorded, {found:?} found"));
                }
            }
            if let Some(text) = self.moves.get(ply) {
                replay.play(ply, text)?;
            }
        }
        let winner = colour_of(&self.winner)?;
        if replay.now.winner() != Some(winner) {
            return Err(format!("{winner} recorded as winner, {:?} found", replay.now.winner()));
        }
        replay.roll_back()
    }
}

#[derive(Deserialize)]
struct RecordedGame {
    size: usize,
    height: Option<usize>,
    first: String,
    #[serde(default)]
    side_swap_after_first: bool,
    moves: Vec<String>,
    winner: Option<String>,
}

impl RecordedGame {
    fn check(&self) -> Outcome {
        let size = size_of(self.size, self.height.unwrap_or(self.size))?;
        on_class!(size, B => self.replay::<B>(size))
    }

    fn replay<B: Bits>(&self, size: Size) -> Outcome {
        let first = colour_of(&self.first)?;
        let start = Hex::<B>::new(size, Swap::Sides).map_err(|e| e.to_string())?;
        let mut replay = Replay::new(start.with_to_move(first));
        let resigns = self.moves.last().is_some_and(|text| text == "resign");
        let stones = &self.moves[..self.moves.len() - usize::from(resigns)];
        for (ply, text) in stones.iter().enumerate() {
            replay.play(ply, text)?;
            if ply == 0 && self.side_swap_after_first {
                replay.swap_sides()?;
            }
        }
        let resigned = resigns.then(|| replay.now.to_move());
        self.check_winner(replay.now.winner(), resigned)?;
        replay.roll_back()
    }

    /// A colour must have joined its edges, or the other one given up; no
    /// winner means that the record just stops.
    fn check_winner(&self, found: Option<Colour>, resigned: Option<Colour>) -> Result<(), String> {
        let recorded = self.winner.as_deref();
        let by_resignation = recorded.is_some_and(|text| text.contains("resign"));
        let expected = match recorded {
            None => None,
            Some(text) => Some(colour_of(text.split_whitespace().next().unwrap_or(""))?),
        };
        let agrees = match (found, resigned) {
            (Some(_), Some(_)) => false,
            (None, Some(loser)) => expected.is_none_or(|winner| winner == loser.other()),
            (None, None) => expected.is_none() || by_resignation,
            (Some(_), None) => expected == found && !by_resignation,
        };
        if agrees {
            return Ok(());
        }
        Err(format!("winner {recorded:?} recorded, {found:?} found, {resigned:?} gave up"))
    }
}

/// A game replayed with every ply taken back and made again.
struct Replay<B: Bits> {
    now: Hex<B>,
    past: Vec<(Hex<B>, Move, <Hex<B> as Game>::Undo)>,
}

impl<B: Bits> Replay<B> {
    fn new(start: Hex<B>) -> Self {
        Replay { now: start, past: Vec::new() }
    }

    fn play(&mut self, ply: usize, text: &str) -> Result<(), String> {
        let fail = |why: String| Err(format!("ply {}: {why}", ply + 1));
        let m = match self.now.read_move(text) {
            Ok(m) => m,
            Err(e) => return fail(e.to_string()),
        };
        if self.now.turn() == Turn::Over {
            return fail(format!("{text} is played after the win"));
        }
        if !self.now.legal_moves().contains(&m) {
            return fail(format!("{text} is not legal"));
        }
        if !self.now.move_text(m).eq_ignore_ascii_case(text.trim()) {
            return fail(format!("{text} is written back as {}", self.now.move_text(m)));
        }
        self.make(m).map_err(|why| format!("ply {}, {text}: {why}", ply + 1))
    }

    fn swap_sides(&mut self) -> Result<(), String> {
        if !self.now.may_swap() {
            return Err("the swap after the first stone is not legal".into());
        }
        self.make(Move::Swap)
    }

    /// Make, unmake and make again; look at all that can be compared.
    fn make(&mut self, m: Move) -> Result<(), String> {
        let before = self.now.clone();
        let undo = self.now.make(m);
        let after = self.now.clone();
        self.now.unmake(m, undo);
        same("unmake", &before, &self.now)?;
        let undo = self.now.make(m);
        same("make after unmake", &after, &self.now)?;
        if self.now.key() != self.now.key_from_scratch() {
            return Err("the running key differs from the one from scratch".into());
        }
        let text = self.now.position_text();
        let read = Hex::read_position(&text).map_err(|e| format!("{text}: {e}"))?;
        same("reading the position's text", &read, &self.now)?;
        self.past.push((before, m, undo));
        Ok(())
    }

    fn distances(&self) -> Distances {
        let stones = [self.now.stones(Colour::Black), self.now.stones(Colour::White)];
        let of = |colour| distance(self.now.geometry(), stones, colour);
        Distances { black: of(Colour::Black), white: of(Colour::White) }
    }

    /// Take the whole game back, comparing each position.
    fn roll_back(mut self) -> Outcome {
        while let Some((before, m, undo)) = self.past.pop() {
            self.now.unmake(m, undo);
            same("rolling back", &before, &self.now)?;
        }
        Ok(Verdict::Agrees)
    }
}

fn same<B: Bits>(what: &str, expected: &Hex<B>, found: &Hex<B>) -> Result<(), String> {
    if expected == found && expected.legal_moves() == found.legal_moves() {
        return Ok(());
    }
    Err(format!("{what} gives {} instead of {}", found.position_text(), expected.position_text()))
}

/// One solver per storage class; its memory helps from case to case.
#[derive(Default)]
struct Solvers {
    small: Option<Solver<u64>>,
    medium: Option<Solver<u128>>,
    large: Option<Solver<Wide<4>>>,
    huge: Option<Solver<Wide<6>>>,
}

impl Solvers {
    fn solve(&mut self, setup: &Setup, wanted: Wanted) -> Result<Solved, String> {
        match setup.size.cells() {
            0..=64 => solve_with(&mut self.small, setup, wanted),
            65..=128 => solve_with(&mut self.medium, setup, wanted),
            129..=256 => solve_with(&mut self.large, setup, wanted),
            _ => solve_with(&mut self.huge, setup, wanted),
        }
    }
}

/// What a case asks of the solver.
#[derive(Copy, Clone)]
enum Wanted {
    Winner,
    AllMoves,
}

fn solve_with<B: Bits>(
    solver: &mut Option<Solver<B>>,
    setup: &Setup,
    wanted: Wanted,
) -> Result<Solved, String> {
    let hex = Hex::<B>::from_setup(setup).map_err(|e| e.to_string())?;
    let solver = solver.get_or_insert_with(|| Solver::new(MEMORY));
    let limits = Limits { nodes: budget(setup.size), ..Limits::default() };
    Ok(match wanted {
        Wanted::Winner => solver.winner(&hex, limits),
        Wanted::AllMoves => solver.solve(&hex, limits),
    })
}

#[derive(Deserialize)]
struct Opening {
    width: usize,
    height: usize,
    opening: String,
    winner: String,
}

impl Opening {
    fn check(&self, solvers: &mut Solvers) -> Outcome {
        let size = size_of(self.width, self.height)?;
        let expected = colour_of(&self.winner)?;
        let mut setup = Setup::empty(size, Swap::Off);
        setup.black = vec![size.read_cell(&self.opening).map_err(|e| e.to_string())?];
        setup.to_move = Colour::White;
        let solved = solvers.solve(&setup, Wanted::Winner)?;
        match winner_of(&solved) {
            None => Ok(Verdict::BeyondReach),
            Some(found) if found == expected => Ok(Verdict::Agrees),
            Some(found) => Err(format!(
                "{size} {}: {expected} recorded as winner, {found} found",
                self.opening
            )),
        }
    }
}

/// Without a swap the seats are the colours.
fn winner_of(solved: &Solved) -> Option<Colour> {
    solved.winner.map(|player| Colour::BOTH[player.index() % 2])
}

#[derive(Deserialize)]
struct Study {
    #[serde(default)]
    id: String,
    width: usize,
    height: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    kind: String,
    answer: Expected,
}

/// A colour, or cells.
#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Winner(String),
    Moves(Vec<String>),
}

impl Study {
    fn check(&self, solvers: &mut Solvers) -> Outcome {
        let size = size_of(self.width, self.height)?;
        let setup = Setup {
            size,
            swap: Swap::Off,
            swapped: false,
            black: cells_of(size, &self.black)?,
            white: cells_of(size, &self.white)?,
            to_move: colour_of(&self.to_move)?,
        };
        let verdict = match (self.kind.as_str(), &self.answer) {
            ("winner", Expected::Winner(winner)) => self.check_winner(&setup, winner, solvers),
            ("winning_moves", Expected::Moves(moves)) => self.check_some(&setup, moves, solvers),
            ("all_winning_moves", Expected::Moves(moves)) => self.check_all(&setup, moves, solvers),
            ("good_moves", Expected::Moves(moves)) => self.check_good(&setup, moves, solvers),
            (kind, _) => Err(format!("no study of kind {kind:?} has such an answer")),
        };
        verdict.map_err(|why| format!("{}: {why}", self.id))
    }

    fn check_winner(&self, setup: &Setup, winner: &str, solvers: &mut Solvers) -> Outcome {
        let expected = colour_of(winner)?;
        match winner_of(&solvers.solve(setup, Wanted::Winner)?) {
            None => Ok(Verdict::BeyondReach),
            Some(found) if found == expected => Ok(Verdict::Agrees),
            Some(found) => Err(format!("{expected} recorded as winner, {found} found")),
        }
    }

    /// The complete set of winning moves.
    fn check_all(&self, setup: &Setup, moves: &[String], solvers: &mut Solvers) -> Outcome {
        let expected = self.free_cells(setup, moves)?;
        let solved = solvers.solve(setup, Wanted::AllMoves)?;
        let found = cells_in(&solved.winning);
        if let Some(&wrong) = found.difference(&expected).next() {
            return Err(format!("{} wins and is not recorded", setup.size.cell_text(wrong)));
        }
        if !solved.complete {
            return Ok(Verdict::BeyondReach);
        }
        match expected.difference(&found).next() {
            None => Ok(Verdict::Agrees),
            Some(&lost) => Err(format!("{} is recorded and loses", setup.size.cell_text(lost))),
        }
    }

    /// Winning moves of which others, provably inferior, may be left out; none
    /// means that the position is lost.
    fn check_some(&self, setup: &Setup, moves: &[String], solvers: &mut Solvers) -> Outcome {
        let expected = self.free_cells(setup, moves)?;
        if expected.is_empty() {
            return self.check_winner(setup, setup.to_move.other().name(), solvers);
        }
        let mut verdict = Verdict::Agrees;
        for &cell in &expected {
            match winner_of(&solvers.solve(&after(setup, cell), Wanted::Winner)?) {
                None => verdict = Verdict::BeyondReach,
                Some(winner) if winner == setup.to_move => {}
                Some(_) => {
                    return Err(format!(
                        "{} is recorded as winning and loses",
                        setup.size.cell_text(cell)
                    ));
                }
            }
        }
        Ok(verdict)
    }

    /// Sensible moves: where the position can be won, one of them must win.
    fn check_good(&self, setup: &Setup, moves: &[String], solvers: &mut Solvers) -> Outcome {
        let expected = self.free_cells(setup, moves)?;
        let mut undecided = false;
        for &cell in &expected {
            match winner_of(&solvers.solve(&after(setup, cell), Wanted::Winner)?) {
                Some(winner) if winner == setup.to_move => return Ok(Verdict::Agrees),
                Some(_) => {}
                None => undecided = true,
            }
        }
        if undecided {
            return Ok(Verdict::BeyondReach);
        }
        match winner_of(&solvers.solve(setup, Wanted::Winner)?) {
            None => Ok(Verdict::BeyondReach),
            Some(winner) if winner == setup.to_move => {
                Err("none of the recorded moves wins, another one does".into())
            }
            Some(_) => Ok(Verdict::Agrees),
        }
    }

    fn free_cells(&self, setup: &Setup, moves: &[String]) -> Result<BTreeSet<Cell>, String> {
        let cells = cells_of(setup.size, moves)?;
        let taken = |cell: &&Cell| setup.black.contains(cell) || setup.white.contains(cell);
        if let Some(&cell) = cells.iter().find(taken) {
            return Err(format!("{} is not free", setup.size.cell_text(cell)));
        }
        Ok(cells.into_iter().collect())
    }
}

/// The position after a stone of the colour in turn on a free cell.
fn after(setup: &Setup, cell: Cell) -> Setup {
    let mut next = setup.clone();
    match setup.to_move {
        Colour::Black => next.black.push(cell),
        Colour::White => next.white.push(cell),
    }
    next.to_move = setup.to_move.other();
    next
}

fn cells_in(moves: &[Move]) -> BTreeSet<Cell> {
    moves
        .iter()
        .filter_map(|m| match m {
            Move::Place(cell) => Some(*cell),
            Move::Swap => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use takeback_host::check::recorded;

    fn file(name: &str, text: &str) -> File {
        File { path: PathBuf::from(name), name: name.into(), text: text.into() }
    }

    fn counts(name: &str, text: &str) -> (u64, u64, u64) {
        let mut report = Report::default();
        assert_eq!(check(&file(name, text), &mut report), Known::Yes);
        (report.passed, report.failed, report.skipped)
    }

    #[test]
    fn true_records_pass() {
        let game = r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"black","plies":3,
            "distances":{"1":{"black":1,"white":2},"3":{"black":0,"white":null}}}"#
            .replace('\n', "");
        assert_eq!(counts("random-games-2.jsonl", &game), (1, 0, 0));
        let game = r#"{"id":"x","size":3,"first":"black","side_swap_after_first":true,
            "moves":["b2","a1","resign"],"winner":"white by resignation"}"#
            .replace('\n', "");
        assert_eq!(counts("olympiad-games.jsonl", &game), (1, 0, 0));
        let opening = r#"{"width":3,"height":3,"opening":"a1","winner":"white"}"#;
        assert_eq!(counts("openings.jsonl", opening), (1, 0, 0));
    }

    #[test]
    fn false_and_malformed_records_fail_and_never_panic() {
        for (name, row) in [
            (
                "random-games.jsonl",
                r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"white","plies":3}"#,
            ),
            (
                "random-games.jsonl",
                r#"{"width":2,"height":2,"moves":["a1","a1"],"winner":"white","plies":2}"#,
            ),
            (
                "random-games.jsonl",
                r#"{"width":2,"height":2,"moves":["c1"],"winner":"white","plies":1}"#,
            ),
            (
                "random-games.jsonl",
                r#"{"width":0,"height":99,"moves":[],"winner":"white","plies":0}"#,
            ),
            (
                "random-games.jsonl",
                r#"{"width":2,"height":2,"moves":["a1"],"winner":"x","plies":9}"#,
            ),
            (
                "random-games.jsonl",
                r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"black","plies":3,"distances":{"1":{"black":2,"white":2}}}"#,
            ),
            (
                "olympiad-games.jsonl",
                r#"{"size":3,"first":"black","moves":["b2"],"winner":"black"}"#,
            ),
            (
                "olympiad-games.jsonl",
                r#"{"size":3,"first":"black","moves":["resign","a1"],"winner":null}"#,
            ),
            ("openings.jsonl", r#"{"width":3,"height":3,"opening":"a1","winner":"black"}"#),
            ("openings.jsonl", r#"{"width":3,"height":3,"opening":"d1","winner":"black"}"#),
            (
                "labels.jsonl",
                r#"{"width":2,"height":2,"black":[],"white":[],"to_move":"black","kind":"all_winning_moves","answer":["a2"]}"#,
            ),
            (
                "labels.jsonl",
                r#"{"width":2,"height":2,"black":[],"white":[],"to_move":"black","kind":"all_winning_moves","answer":["a1","a2","b1"]}"#,
            ),
            (
                "positions.jsonl",
                r#"{"width":2,"height":2,"black":["a1"],"white":["a1"],"to_move":"black","kind":"winner","answer":"black"}"#,
            ),
            (
                "positions.jsonl",
                r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"winning_moves","answer":[]}"#,
            ),
            (
                "positions.jsonl",
                r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"good_moves","answer":["a1"]}"#,
            ),
            (
                "positions.jsonl",
                r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"odd","answer":["a1"]}"#,
            ),
            ("positions.jsonl", "not json"),
        ] {
            assert_eq!(counts(name, row), (0, 1, 0), "{name} {row}");
        }
    }

    #[test]
    fn other_files_are_not_ours() {
        let mut report = Report::default();
        assert_eq!(check(&file("README.md", ""), &mut report), Known::No);
    }

    /// A part of the recorded data, small enough for a debug build.
    #[test]
    fn recorded_data_agrees() {
        let Some(shared) = recorded("hex") else { return };
        let small = ["\"width\":2,", "\"width\":3,", "\"width\":4,"];
        for name in ["openings.jsonl", "labels.jsonl", "positions.jsonl", "random-games.jsonl"] {
            let whole = File::read(&shared.join(name)).expect("a readable file");
            let text: Vec<&str> =
                whole.text.lines().filter(|l| small.iter().any(|s| l.contains(s))).collect();
            let mut report = Report::default();
            check(&file(name, &text.join("\n")), &mut report);
            assert_eq!((report.failed, report.skipped), (0, 0), "{:?}", report.differences());
        }
        let games = File::read(&shared.join("olympiad-games.jsonl")).expect("a readable file");
        let mut report = Report::default();
        check(&games, &mut report);
        assert_eq!(report.failed, 0, "{:?}", report.differences());
    }
}
