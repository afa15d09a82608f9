//! Games move by move: every ply is taken back and made again, and in the end the whole game.

use super::{Outcome, Verdict, colour_of, size_of};
use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_core::{Game, Keyed, Notation, Portable, Turn};
use takeback_hex::{Bits, Colour, Hex, Move, Size, Swap, Wide, distance};

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

/// Fewest further stones of each colour; `null` when it cannot join any more.
#[derive(Deserialize, Debug, PartialEq, Eq)]
struct Distances {
    black: Option<u32>,
    white: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct RandomGame {
    width: usize,
    height: usize,
    moves: Vec<String>,
    winner: String,
    plies: usize,
    #[serde(default)]
    distances: BTreeMap<usize, Distances>,
}

impl RandomGame {
    pub(super) fn check(&self) -> Outcome {
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
pub(super) struct RecordedGame {
    size: usize,
    height: Option<usize>,
    first: String,
    #[serde(default)]
    side_swap_after_first: bool,
    moves: Vec<String>,
    winner: Option<String>,
}

impl RecordedGame {
    pub(super) fn check(&self) -> Outcome {
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
