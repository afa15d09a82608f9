//! Positions and openings whose winner or best moves are recorded, held against the solver.

use super::{Outcome, Verdict, cells_of, colour_of, size_of};
use crate::{Limits, Solved, Solver};
use serde::Deserialize;
use std::collections::BTreeSet;
use takeback_hex::{Bits, Cell, Colour, Hex, Move, Setup, Size, Swap, Wide};

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

/// One solver per storage class; its memory helps from case to case.
#[derive(Default)]
pub(super) struct Solvers {
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
pub(super) struct Opening {
    width: usize,
    height: usize,
    opening: String,
    winner: String,
}

impl Opening {
    pub(super) fn check(&self, solvers: &mut Solvers) -> Outcome {
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
pub(super) struct Study {
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
    pub(super) fn check(&self, solvers: &mut Solvers) -> Outcome {
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
