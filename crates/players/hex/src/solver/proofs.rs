//! What was proven, as bytes that outlive the program.
//!
//! Kept are positions that are decided and took some work, each with its winner and
//! carrier; what is open is not, so a search that goes on begins its numbers anew and finds
//! the branches that were finished. The bytes are believed: they say who wins. A sum over
//! them tells a damaged file from a whole one.

use super::Solver;
use super::proof_table::{Entry, ProofTable};
use std::error::Error;
use std::fmt;
use takeback_core::mix;
use takeback_hex::{Bits, Colour, Size};

const BEGIN: &[u8] = b"takeback hex proofs 1\n";
/// Less is found again as quickly as it is read.
const LEAST_WORK: u32 = 4;
const SUM: usize = 8;

/// Why bytes are no proofs for this solver.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ProofsError {
    /// They begin like something else.
    Foreign,
    /// They are about another board.
    OtherBoard(usize, usize),
    /// They have changed since they were written, or end too early.
    Damaged,
}

impl fmt::Display for ProofsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofsError::Foreign => f.write_str("these are no proofs of Hex positions"),
            ProofsError::OtherBoard(width, height) => {
                write!(f, "these proofs are about a board of {width}x{height}")
            }
            ProofsError::Damaged => f.write_str("these proofs are damaged"),
        }
    }
}

impl Error for ProofsError {}

impl<B: Bits> Solver<B> {
    /// All that is proven so far.
    #[must_use]
    pub fn proofs(&self) -> Vec<u8> {
        let mut bytes = BEGIN.to_vec();
        let Some(size) = self.size else { return bytes };
        bytes.extend([size.width() as u8, size.height() as u8]);
        for entry in self.table.iter().filter(|e| e.is_decided() && e.work >= LEAST_WORK) {
            let mover_wins = entry.phi == 0;
            bytes.push(entry.mover.index() as u8 | u8::from(mover_wins) << 1);
            bytes.extend(entry.work.to_le_bytes());
            for set in [entry.stones[0], entry.stones[1], entry.union] {
                push(&mut bytes, set, size);
            }
        }
        let sum = sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Take over what was proven before, for boards of this size; how many positions.
    ///
    /// # Errors
    /// When it is not what [`proofs`](Solver::proofs) gave for such a board.
    pub fn learn(&mut self, size: Size, bytes: &[u8]) -> Result<usize, ProofsError> {
        let rest = bytes.strip_prefix(BEGIN).ok_or(ProofsError::Foreign)?;
        let [width, height, rest @ ..] = rest else { return Err(ProofsError::Damaged) };
        let board = (usize::from(*width), usize::from(*height));
        let whole = bytes.len().checked_sub(SUM).ok_or(ProofsError::Damaged)?;
        let (told, noted) = bytes.split_at(whole);
        if sum(told).to_le_bytes() != noted {
            return Err(ProofsError::Damaged);
        }
        if board != (size.width(), size.height()) {
            return Err(ProofsError::OtherBoard(board.0, board.1));
        }
        let (width, body) = (bytes_of(size), &rest[..rest.len() - SUM]);
        let one = 5 + 3 * width;
        if body.len() % one != 0 {
            return Err(ProofsError::Damaged);
        }
        let all: Option<Vec<_>> = body.chunks_exact(one).map(|one| entry(one, size)).collect();
        let all = all.ok_or(ProofsError::Damaged)?;
        if self.size.replace(size) != Some(size) {
            self.table = ProofTable::new(self.entries);
        }
        let count = all.len();
        all.into_iter().for_each(|entry| self.table.put(entry));
        Ok(count)
    }
}

/// One position; `None` when it is none.
fn entry<B: Bits>(bytes: &[u8], size: Size) -> Option<Entry<B>> {
    let (&flags, rest) = bytes.split_first()?;
    let (work, sets) = rest.split_first_chunk::<4>()?;
    let mut sets = sets.chunks_exact(bytes_of(size)).map(|bytes| pull::<B>(bytes, size));
    let stones = [sets.next()??, sets.next()??];
    let carrier = sets.next()??;
    let mover = *Colour::BOTH.get(usize::from(flags & 1))?;
    let clash = stones[0].meets(stones[1]) || carrier.meets(stones[0] | stones[1]);
    if clash || flags > 3 {
        return None;
    }
    let mut entry = Entry::open(stones, mover);
    if flags & 2 != 0 {
        entry.win(carrier);
    } else {
        entry.lose(carrier);
    }
    entry.work = u32::from_le_bytes(*work).max(1);
    Some(entry)
}

fn bytes_of(size: Size) -> usize {
    size.cells().div_ceil(8)
}

fn push<B: Bits>(bytes: &mut Vec<u8>, set: B, size: Size) {
    let begin = bytes.len();
    bytes.resize(begin + bytes_of(size), 0);
    set.iter().for_each(|at| bytes[begin + at / 8] |= 1 << (at % 8));
}

/// A set of cells; `None` where it leaves the board.
fn pull<B: Bits>(bytes: &[u8], size: Size) -> Option<B> {
    let mut set = B::EMPTY;
    for (i, &byte) in bytes.iter().enumerate() {
        for bit in (0..8).filter(|bit| byte >> bit & 1 != 0) {
            set = (8 * i + bit < size.cells()).then(|| set.with(8 * i + bit))?;
        }
    }
    Some(set)
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use takeback_core::Game;
    use takeback_hex::{Hex, Move, Swap};

    fn solved() -> (Hex<u64>, Solver<u64>, Vec<u8>) {
        let size = Size::square(5).expect("a board");
        let hex = Hex::new(size, Swap::Off).expect("it fits").apply(Move::Place(1.into()));
        let mut solver = Solver::new(1 << 14);
        assert!(solver.solve(&hex, Limits::default()).complete);
        let proofs = solver.proofs();
        (hex, solver, proofs)
    }

    #[test]
    fn another_solver_knows_what_was_proven() {
        let (hex, mut first, proofs) = solved();
        let found = first.solve(&hex, Limits::default());
        let mut second = Solver::<u64>::new(1 << 14);
        assert!(second.learn(hex.size(), &proofs).expect("whole") > 10);
        let again = second.solve(&hex, Limits::default());
        assert_eq!((again.winner, &again.winning), (found.winner, &found.winning));
        let afresh = Solver::new(1 << 14).solve(&hex, Limits::default());
        assert!(again.nodes * 2 < afresh.nodes, "{} of {}", again.nodes, afresh.nodes);
        assert_eq!(again.winning, afresh.winning);
    }

    #[test]
    fn damaged_and_foreign_proofs_are_refused() {
        let (hex, _, proofs) = solved();
        let mut solver = Solver::<u64>::new(1 << 10);
        let mut learn = |size: Size, bytes: &[u8]| solver.learn(size, bytes);
        assert_eq!(learn(hex.size(), b"nothing"), Err(ProofsError::Foreign));
        let other = Size::square(6).expect("a board");
        assert_eq!(learn(other, &proofs), Err(ProofsError::OtherBoard(5, 5)));
        for length in [BEGIN.len(), BEGIN.len() + 2, proofs.len() / 2, proofs.len() - 1] {
            assert_eq!(learn(hex.size(), &proofs[..length]), Err(ProofsError::Damaged));
        }
        for at in (BEGIN.len()..proofs.len()).step_by(7) {
            let mut changed = proofs.clone();
            changed[at] ^= 0x10;
            assert_eq!(learn(hex.size(), &changed), Err(ProofsError::Damaged), "byte {at}");
        }
        // A sum that is right over a position that is none.
        let mut wrong = proofs[..proofs.len() - SUM].to_vec();
        wrong[BEGIN.len() + 2 + 5..][..8].fill(0xff);
        let right = sum(&wrong);
        wrong.extend(right.to_le_bytes());
        assert_eq!(learn(hex.size(), &wrong), Err(ProofsError::Damaged));
    }
}
