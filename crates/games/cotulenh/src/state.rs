//! The position: a board, whose turn, perhaps a session, and what has been.

use crate::board::{Board, Saved};
use crate::fen;
use crate::geometry::Square;
use crate::moves::Move;
use crate::pieces::{Kind, Side, Stack};
use crate::session::{Deployment, Session};
use crate::watch::Watch;
use std::fmt;
use takeback_core::{Game, Key, Portable};

/// A position of CoTuLenh.
///
/// ```
/// use takeback_core::{Game, Portable};
/// use takeback_cotulenh::CoTuLenh;
///
/// let start = CoTuLenh::new();
/// assert_eq!(start.legal_moves().len(), 116);
/// assert!(start.position_text().ends_with("r - - 0 1"));
/// ```
pub struct CoTuLenh {
    pub(crate) board: Board,
    pub(crate) turn: TurnState,
    pub(crate) draws: Draws,
    /// History: every cell overwritten, as the way back. Not part of equality.
    pub(crate) trail: Vec<Saved>,
    /// History: keys of the positions at which turns began. Not part of equality.
    pub(crate) past: Vec<Key>,
}

/// All that `make` may change beside the cells: small enough to be saved whole.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TurnState {
    pub(crate) side: Side,
    pub(crate) session: Option<Session>,
    pub(crate) session_key: Key,
    /// How long the trail was when the session began.
    pub(crate) session_mark: u32,
    pub(crate) clock: u32,
    pub(crate) number: u32,
    pub(crate) ending: Option<Ending>,
    /// Over the commander of the side to move, as of the start of its turn.
    pub(crate) watch: Watch,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ending {
    /// A commander is gone; its side has lost.
    CommanderCaptured,
    /// The side to move is attacked and has no move: it has lost.
    Checkmate,
    /// A hundred turns without a capture by moving: a draw.
    Fifty,
    /// The third time the same position with the same side to move: a draw.
    Threefold,
    /// The side to move is not attacked and has no move: a draw.
    Stalemate,
}

impl Ending {
    /// The word used in recorded games.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::CommanderCaptured => "commander_captured",
            Ending::Checkmate => "checkmate",
            Ending::Fifty => "fifty",
            Ending::Threefold => "threefold",
            Ending::Stalemate => "stalemate",
        }
    }
}

/// Which draws end a game by themselves.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Draws {
    /// A hundred quiet turns, and the third repetition.
    #[default]
    Both,
    /// A hundred quiet turns only, as the reference engine in effect has it.
    FiftyOnly,
    /// Neither, as perft counts.
    Neither,
}

/// The start position as text.
pub const START: &str = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/\
                         2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";

impl CoTuLenh {
    /// The start of a game.
    ///
    /// # Panics
    /// Never: the start position is well formed.
    #[must_use]
    pub fn new() -> Self {
        CoTuLenh::read_position(START).expect("the start position is well formed")
    }

    pub(crate) fn from_board(board: Board, side: Side, clock: u32, number: u32) -> Self {
        let turn = TurnState {
            side,
            session: None,
            session_key: Key::ZERO,
            session_mark: 0,
            clock,
            number,
            ending: None,
            watch: Watch::over(&board, side),
        };
        let mut position = CoTuLenh {
            board,
            turn,
            draws: Draws::default(),
            trail: Vec::with_capacity(256),
            past: Vec::with_capacity(128),
        };
        position.turn.ending = position.judge();
        position
    }

    /// The same position under other drawing rules.
    #[must_use]
    pub fn with_draws(mut self, draws: Draws) -> Self {
        self.draws = draws;
        if self.turn.session.is_none() {
            self.turn.ending = self.judge();
        }
        self
    }

    /// The same position, having begun a turn twice before. `None` if there was no
    /// time for that since the last capture.
    pub(crate) fn repeated_twice(mut self) -> Option<Self> {
        let here = self.placement_key();
        self.past = vec![here, Key::ZERO, here, Key::ZERO];
        self.turn.ending = self.judge();
        (self.turn.ending == Some(Ending::Threefold)).then_some(self)
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Side {
        self.turn.side
    }

    /// What stands on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, at: Square) -> Stack {
        self.board.at(at)
    }

    /// Turns since the last capture by moving.
    #[must_use]
    pub fn clock(&self) -> u32 {
        self.turn.clock
    }

    /// The number of the move, counted by pairs of turns.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.turn.number
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.turn.ending
    }

    /// Where the commander of a side is, carried or not.
    #[must_use]
    pub fn commander(&self, side: Side) -> Option<Square> {
        self.board.commander(side)
    }

    /// The enemy pieces that attack the commander of `side`; none if it is gone.
    pub fn attackers(&self, side: Side) -> impl Iterator<Item = (Kind, Square)> + '_ {
        let home = self.board.commander(side).into_iter();
        home.flat_map(move |home| self.board.attackers(home, side.other()))
            .flat_map(|(at, kinds)| crate::pieces::kinds_of(kinds).map(move |kind| (kind, at)))
    }

    /// Whether the commander of `side` is attacked, or gone.
    #[must_use]
    pub fn is_attacked(&self, side: Side) -> bool {
        self.board.is_attacked(side)
    }

    /// Attacked, or face to face with the other commander.
    #[must_use]
    pub fn in_danger(&self, side: Side) -> bool {
        self.board.in_danger(side)
    }

    /// The squares that the air defence of `side` covers.
    #[must_use]
    pub fn air_defence(&self, side: Side) -> Vec<Square> {
        self.board.zone(side).iter().collect()
    }

    /// The pieces of `by` that attack a square.
    pub fn attackers_of(&self, at: Square, by: Side) -> impl Iterator<Item = (Kind, Square)> + '_ {
        self.board
            .attackers(at, by)
            .flat_map(|(from, kinds)| crate::pieces::kinds_of(kinds).map(move |kind| (kind, from)))
    }

    /// The air defence of `side`, square by square, with the guns that cover each.
    #[must_use]
    pub fn air_cover(&self, side: Side) -> Vec<(Square, Vec<Square>)> {
        let covered = self.board.zone(side);
        covered.iter().map(|at| (at, self.board.guns_over(at, side).collect())).collect()
    }

    /// Whether a deployment is under way.
    #[must_use]
    pub fn is_deploying(&self) -> bool {
        self.turn.session.is_some()
    }

    /// Where the stack that is being deployed stands.
    #[must_use]
    pub fn deploys_from(&self) -> Option<Square> {
        self.turn.session.map(|session| session.origin)
    }

    /// Whether [`Move::COMMIT`](crate::Move::COMMIT) may be played.
    #[must_use]
    pub fn can_commit(&self) -> bool {
        self.is_deploying() && !self.is_unfinished()
    }

    /// Inside a session that may not end as it stands.
    pub(crate) fn is_unfinished(&self) -> bool {
        let now = &self.board;
        self.turn
            .session
            .is_some_and(|session| !Deployment { start: now, now, session: &session }.can_commit())
    }

    /// A session that can neither go on nor end. The player is in turn with an
    /// empty list; all that is left is [`Move::CANCEL`](crate::Move::CANCEL).
    #[must_use]
    pub fn is_dead_end(&self) -> bool {
        self.with_deployment(|deployment| {
            let mut any = |_| std::ops::ControlFlow::Break(());
            !deployment.can_commit()
                && deployment.each::<crate::moves::Everything>(&mut any).is_continue()
        })
        .unwrap_or(false)
    }

    /// Whether a turn that goes on with `m`, a listed move, can be ended: by `m`
    /// itself, or by steps that may follow it.
    #[must_use]
    pub fn can_end_after(&self, m: Move) -> bool {
        self.clone().explore(m, CoTuLenh::can_end)
    }

    fn can_end(&mut self) -> bool {
        !self.is_deploying()
            || self.can_commit()
            || self.legal_moves().into_iter().any(|m| self.explore(m, CoTuLenh::can_end))
    }

    /// Look at the session, if there is one, with the board it started from.
    pub(crate) fn with_deployment<R>(&self, look: impl FnOnce(Deployment<'_>) -> R) -> Option<R> {
        let session = self.turn.session.as_ref()?;
        let start = self.session_start();
        Some(look(Deployment { start: &start, now: &self.board, session }))
    }

    /// The board before the first step of the session: the cells overwritten
    /// since then, put back.
    pub(crate) fn session_start(&self) -> Board {
        let mut start = self.board;
        if self.turn.session.is_some() {
            start.roll_back(&self.trail[self.turn.session_mark as usize..]);
        }
        start
    }

    /// The six fields of the board as it stands, also inside a session.
    #[must_use]
    pub fn board_text(&self) -> String {
        fen::board_text(&self.board, self)
    }

    /// The key of placement and side to move, by which repetition is told.
    #[inline]
    pub(crate) fn placement_key(&self) -> Key {
        self.board.key() ^ side_key(self.turn.side)
    }

    /// Every broken promise of this position: the board's, and that what is
    /// kept follows from what is there. Debug builds look after every move.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.board.faults();
        match &self.turn.session {
            None => {
                if self.turn.watch != Watch::over(&self.board, self.turn.side) {
                    faults.push("the watch over the commander is stale".to_owned());
                }
                for at in Square::all().filter(|&at| !self.at(at).is_empty()) {
                    if !crate::board::may_stand(self.at(at).carrier(), at) {
                        faults.push(format!("{:?} may not stand on {at}", self.at(at)));
                    }
                }
            }
            Some(session) => {
                let here = self.at(session.origin).kinds();
                if session.remaining() & !here != 0 {
                    faults.push(format!("pieces to deploy are not on {}", session.origin));
                }
                if self.session_start().at(session.origin) != session.stack {
                    faults.push("the session does not begin with its stack".to_owned());
                }
            }
        }
        faults
    }

    #[inline]
    pub(crate) fn debug_validate(&self) {
        #[cfg(debug_assertions)]
        {
            let faults = self.faults();
            assert!(faults.is_empty(), "{faults:#?}\n{self:?}");
        }
    }
}

/// The part of the key for Blue to move.
#[inline]
pub(crate) fn side_key(side: Side) -> Key {
    const BLUE: Key = Key::nth(0xc0_701e);
    if side == Side::Blue { BLUE } else { Key::ZERO }
}

impl Default for CoTuLenh {
    fn default() -> Self {
        CoTuLenh::new()
    }
}

/// A clone can be taken back to where it was cloned, not further; inside a
/// session it remembers the session's start.
impl Clone for CoTuLenh {
    fn clone(&self) -> Self {
        let mut trail = Vec::with_capacity(256);
        let turn = self.copy_session(&mut trail);
        CoTuLenh { board: self.board, turn, draws: self.draws, trail, past: self.past.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.trail.clear();
        self.turn = source.copy_session(&mut self.trail);
        self.board = source.board;
        self.draws = source.draws;
        self.past.clone_from(&source.past);
    }
}

impl CoTuLenh {
    fn copy_session(&self, trail: &mut Vec<Saved>) -> TurnState {
        if self.turn.session.is_some() {
            trail.extend_from_slice(&self.trail[self.turn.session_mark as usize..]);
        }
        TurnState { session_mark: 0, ..self.turn }
    }
}

/// Board, side, counters and session; not the past, and not the choice of
/// drawing rules, which belongs to the game and not to the position.
impl PartialEq for CoTuLenh {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.turn, &other.turn);
        self.board.sums() == other.board.sums()
            && Square::all().all(|at| self.at(at) == other.at(at))
            && (a.side, a.clock, a.number) == (b.side, b.clock, b.number)
            && (a.session, a.session_key) == (b.session, b.session_key)
    }
}

impl Eq for CoTuLenh {}

impl fmt::Debug for CoTuLenh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoTuLenh")
            .field("position", &self.position_text())
            .field("board", &self.board_text())
            .field("session", &self.turn.session)
            .field("key", &takeback_core::Keyed::key(self))
            .field("ending", &self.turn.ending)
            .finish_non_exhaustive()
    }
}
