//! A game in progress: forward, back, forward again, and off into a branch.

use crate::{Game, Turn};
use std::error::Error;
use std::fmt;

/// A position with its past and the moves taken back from it.
///
/// ```
/// # use takeback_core::{Game, Line, Moves, Payoff, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Count(u8);
/// # impl Game for Count {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 1 }
/// #     fn turn(&self) -> Turn { if self.0 > 9 { Turn::Over } else { Turn::Player(Player(0)) } }
/// #     fn moves(&self, out: &mut Moves<u8>) { if self.0 <= 9 { out.extend(1..=2); } }
/// #     fn make(&mut self, m: u8) { self.0 += m; }
/// #     fn unmake(&mut self, m: u8, (): ()) { self.0 -= m; }
/// #     fn payoff(&self, _: Player) -> Payoff { Payoff::WIN }
/// # }
/// let mut line = Line::new(Count(0));
/// line.play(2)?;
/// line.play(1)?;
/// assert_eq!(line.take_back(), Some(1));
/// assert_eq!(line.now(), &Count(2));
/// assert_eq!(line.replay(), Some(1));
///
/// let mut branch = line.branch();
/// branch.take_back();
/// branch.play(2)?;
/// assert_eq!((line.now().0, branch.now().0), (3, 4));
/// assert!(line.play(7).is_err());
/// # Ok::<(), takeback_core::PlayError<u8>>(())
/// ```
pub struct Line<G: Game> {
    start: G,
    now: G,
    past: Vec<(G::Move, G::Undo)>,
    future: Vec<G::Move>,
}

/// Why a move was refused. The line is unchanged.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PlayError<M> {
    /// The game has ended; only taking back is possible.
    Over,
    /// The move is not in the list of legal moves.
    Illegal(M),
}

impl<M: fmt::Debug> fmt::Display for PlayError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Over => f.write_str("the game is over"),
            PlayError::Illegal(m) => write!(f, "{m:?} is not a legal move here"),
        }
    }
}

impl<M: fmt::Debug> Error for PlayError<M> {}

impl<G: Game> Line<G> {
    /// A line that begins at `start`.
    #[must_use]
    pub fn new(start: G) -> Self {
        Line { now: start.clone(), start, past: Vec::new(), future: Vec::new() }
    }

    /// The position where the line began.
    #[must_use]
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position reached.
    #[must_use]
    pub fn now(&self) -> &G {
        &self.now
    }

    /// Moves played and not taken back, oldest first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> + '_ {
        self.past.iter().map(|&(m, _)| m)
    }

    /// Moves taken back that [`replay`](Line::replay) would play, next first.
    pub fn taken_back(&self) -> impl ExactSizeIterator<Item = G::Move> + '_ {
        self.future.iter().rev().copied()
    }

    /// How many moves have been played and not taken back.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether the line stands at its start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Play a move that the rules allow. A move other than the one that was
    /// taken back forgets those beyond it.
    ///
    /// # Errors
    /// When the game is over or the move is not listed.
    pub fn play(&mut self, m: G::Move) -> Result<(), PlayError<G::Move>> {
        if self.now.turn() == Turn::Over {
            return Err(PlayError::Over);
        }
        if !self.now.legal_moves().contains(&m) {
            return Err(PlayError::Illegal(m));
        }
        self.play_trusted(m);
        Ok(())
    }

    /// Play a move known to be legal.
    ///
    /// # Panics
    /// In debug builds, when the move is not listed.
    pub fn play_trusted(&mut self, m: G::Move) {
        debug_assert!(self.now.legal_moves().contains(&m), "{m:?} is not a legal move here");
        if self.future.pop() != Some(m) {
            self.future.clear();
        }
        let undo = self.now.make(m);
        self.past.push((m, undo));
    }

    /// Take back the last move; `None` at the start.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let (m, undo) = self.past.pop()?;
        self.now.unmake(m, undo);
        self.future.push(m);
        Some(m)
    }

    /// Play again the move taken back last; `None` when there is none.
    pub fn replay(&mut self) -> Option<G::Move> {
        let m = *self.future.last()?;
        self.play_trusted(m);
        Some(m)
    }

    /// Take back or replay until `plies` moves are played, or as near as can be.
    pub fn go_to(&mut self, plies: usize) {
        while self.past.len() > plies && self.take_back().is_some() {}
        while self.past.len() < plies && self.replay().is_some() {}
    }

    /// A line of its own with the same past, which can be taken back too.
    #[must_use]
    pub fn branch(&self) -> Self {
        let mut branch = Line::new(self.start.clone());
        for m in self.moves() {
            branch.play_trusted(m);
        }
        branch
    }
}

impl<G: Game + fmt::Debug> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("now", &self.now)
            .field("moves", &self.moves().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
