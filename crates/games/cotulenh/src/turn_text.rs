//! Whole turns as text: SAN (`Ncc3`, `T<I>c3`, `N>c5,T>c4`) and LAN
//! (`c5:T:N>c3`), and finding the steps that such a text stands for.
//!
//! A deployment's text names results, not clicks: `(FT)>@f6` was reached by
//! one piece going and the other riding along. So reading is a small search
//! among the listed moves for a line whose steps are the ones written.

use crate::fen::steps_text;
use crate::geometry::Square;
use crate::moves::{Action, Move};
use crate::pieces::{Kind, Side, Stack};
use crate::session::{Session, Step};
use crate::state::CoTuLenh;
use std::error::Error;
use std::fmt;
use takeback_core::{Game, Notation};

/// The mark of an action in texts.
pub(crate) const fn mark(action: Action) -> &'static str {
    match action {
        Action::Stay => "_",
        Action::Capture => "x",
        Action::Suicide => "@",
        Action::Combine | Action::Recombine => "&",
        Action::Go | Action::Commit | Action::Cancel => "",
    }
}

/// Reads a mark, which may be none.
pub(crate) fn read_mark(text: &str) -> (Action, &str) {
    let action = match text.as_bytes().first() {
        Some(b'_') => Action::Stay,
        Some(b'x') => Action::Capture,
        Some(b'@') => Action::Suicide,
        Some(b'&') => Action::Combine,
        _ => return (Action::Go, text),
    };
    (action, &text[1..])
}

/// Reads a piece or a stack in parentheses, in any order that makes one.
pub(crate) fn read_pieces(text: &str, side: Side) -> Option<(Stack, &str)> {
    match text.strip_prefix('(') {
        None => read_piece(text, side),
        Some(mut rest) => {
            let mut stack = Stack::EMPTY;
            while !rest.starts_with(')') {
                let (piece, after) = read_piece(rest, side)?;
                stack = if stack.is_empty() { piece } else { stack.combined(piece)? };
                rest = after;
            }
            (!stack.is_empty()).then(|| (stack, &rest[1..]))
        }
    }
}

fn read_piece(text: &str, side: Side) -> Option<(Stack, &str)> {
    let (heroic, text) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
    let letter = text.chars().next()?;
    let kind = Kind::from_letter(letter)?;
    Some((Stack::single(side, kind, heroic), &text[letter.len_utf8()..]))
}

/// How closely a text must be written as we write it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Reading {
    /// In every letter.
    Exact,
    /// As the reference engine writes: ranks may be told by their first digit, and
    /// marks of heroes may be those of after the turn.
    Foreign,
}

/// A deployment as written.
struct Written {
    reading: Reading,
    origin: Option<Square>,
    /// What remains undeployed, if the text says so.
    stay: Option<Stack>,
    steps: Vec<Step>,
}

fn read_steps(text: &str, side: Side) -> Option<Vec<Step>> {
    let step = |text: &str| {
        let (stack, rest) = read_pieces(text, side)?;
        let (action, rest) = read_mark(rest.strip_prefix('>')?);
        Some(Step { stack, to: Square::parse(rest)?, action })
    };
    // No stack has more than three pieces, so no session more than three steps.
    let steps: Option<Vec<Step>> = text.split(',').take(4).map(step).collect();
    steps.filter(|steps| steps.len() <= 3)
}

/// Reads `origin:stay:steps`, with or without the dots of an open session.
fn read_session(text: &str, side: Side) -> Option<Written> {
    let (origin, rest) = text.split_once(':')?;
    let (stay, steps) = rest.split_once(':')?;
    let steps = read_steps(steps.strip_suffix("...").unwrap_or(steps), side)?;
    Some(Written {
        reading: Reading::Exact,
        origin: Some(Square::parse(origin)?),
        stay: Some(read_stay(stay, side)?),
        steps,
    })
}

fn read_stay(text: &str, side: Side) -> Option<Stack> {
    if text.is_empty() {
        return Some(Stack::EMPTY);
    }
    read_pieces(text, side).filter(|(_, rest)| rest.is_empty()).map(|(stack, _)| stack)
}

/// Reads `stay<steps` or `steps`.
fn read_deploy_san(text: &str, side: Side) -> Option<Written> {
    let (stay, steps) = match text.split_once('<') {
        Some((stay, steps)) => (read_stay(stay, side).filter(|s| !s.is_empty())?, steps),
        None => (Stack::EMPTY, text),
    };
    let steps = read_steps(steps, side)?;
    Some(Written { reading: Reading::Exact, origin: None, stay: Some(stay), steps })
}

/// The position inside the session that `text` describes, played from its start.
pub(crate) fn open_session(start: &CoTuLenh, text: &str) -> Option<CoTuLenh> {
    let written = read_session(text, start.side())?;
    let mut found = None;
    search(start, &written, &mut Vec::new(), &mut |position, session, _| {
        if found.is_none() && position.turn.session == Some(*session) {
            found = Some(position.clone());
        }
    });
    let mut found = found?;
    // As after loading: the way back to before the session is not kept.
    found.past.clear();
    Some(found)
}

/// Every line of steps from `start` that gives the steps written, shown with
/// the position reached (in the session, or beyond it) and the session as it was.
fn search(
    start: &CoTuLenh,
    written: &Written,
    line: &mut Vec<Move>,
    found: &mut impl FnMut(&CoTuLenh, &Session, &[Move]),
) {
    let mut now = start.clone();
    explore(&mut now, start.side(), written, line, found);
}

fn explore(
    now: &mut CoTuLenh,
    side: Side,
    written: &Written,
    line: &mut Vec<Move>,
    found: &mut impl FnMut(&CoTuLenh, &Session, &[Move]),
) {
    for m in now.legal_moves() {
        let fits = m.deploys.is_some_and(|kind| {
            written.origin.is_none_or(|origin| origin == m.from)
                && written.steps.iter().any(|step| step.to == m.to && step.stack.has(kind))
        });
        if !fits {
            continue;
        }
        let session = now.session_after(m);
        if !is_beginning(&session, written) {
            continue;
        }
        line.push(m);
        let undo = now.make(m);
        if is_written(&session, written) {
            found(now, &session, line);
        } else if now.side() == side && now.is_deploying() {
            explore(now, side, written, line, found);
        }
        now.unmake(m, undo);
        line.pop();
    }
}

/// Whether the steps so far may still become those written.
fn is_beginning(session: &Session, written: &Written) -> bool {
    let steps = session.steps();
    steps.len() <= written.steps.len()
        && steps
            .iter()
            .zip(&written.steps)
            .all(|(done, goal)| done.to == goal.to && done.stack.kinds() & !goal.stack.kinds() == 0)
}

fn is_written(session: &Session, written: &Written) -> bool {
    let alike = |one: Stack, other: Stack| match written.reading {
        Reading::Exact => one == other,
        Reading::Foreign => one.kinds() == other.kinds(),
    };
    let steps = session.steps();
    steps.len() == written.steps.len()
        && steps.iter().zip(&written.steps).all(|(done, goal)| {
            done.to == goal.to && done.action == goal.action && alike(done.stack, goal.stack)
        })
        && written.stay.is_none_or(|stay| alike(session.stack.only(session.remaining()), stay))
}

impl CoTuLenh {
    /// The session as it will be once a deploying move is made, also if that
    /// ends the turn.
    pub(crate) fn session_after(&self, m: Move) -> Session {
        let mut session =
            self.turn.session.unwrap_or_else(|| Session::new(m.from, self.at(m.from)));
        let Some(kind) = m.deploys else { return session };
        if m.action == Action::Recombine && kind != session.stack.carrier() {
            let ridden = self.with_deployment(|deployment| deployment.ride(kind, m.to)).flatten();
            return ridden.map_or(session, |replayed| replayed.session);
        }
        let action = if m.action == Action::Recombine { Action::Combine } else { m.action };
        session.push(Step { stack: session.piece(kind), to: m.to, action });
        session
    }
}

/// Why a text is no turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TurnError {
    /// Neither a move nor a deployment.
    Unreadable(String),
    /// No listed move or line of steps is written like this.
    Illegal(String),
    /// Several are, with different results.
    Ambiguous(String),
    /// A turn can only be read where one begins.
    InsideSession,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Unreadable(text) => write!(f, "{text:?} is no turn"),
            TurnError::Illegal(text) => write!(f, "{text:?} cannot be played here"),
            TurnError::Ambiguous(text) => write!(f, "{text:?} may mean several turns"),
            TurnError::InsideSession => f.write_str("a deployment is under way"),
        }
    }
}

impl Error for TurnError {}

/// How a rank tells two movers apart.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum RankMark {
    /// By the whole rank, which is never ambiguous.
    #[default]
    Whole,
    /// By its first digit, as the reference engine writes it: 1, 10, 11 and 12 look alike.
    FirstDigit,
}

impl CoTuLenh {
    /// A whole turn, which begins here, in SAN. `None` if the moves do not make a turn.
    ///
    /// Deployments carry no origin; where that would be ambiguous, LAN is
    /// written instead (`f3:T:I>f4`), so that what is written can always be read.
    ///
    /// ```
    /// use takeback_core::{Notation, Portable};
    /// use takeback_cotulenh::{CoTuLenh, RankMark};
    /// let start = CoTuLenh::new();
    /// let m = start.read_move("Fe2e5").unwrap();
    /// assert_eq!(start.turn_text(&[m], RankMark::Whole).unwrap(), "Fe5");
    /// assert_eq!(start.read_turn("Fe5").unwrap(), [m]);
    /// ```
    #[must_use]
    pub fn turn_text(&self, moves: &[Move], rank: RankMark) -> Option<String> {
        let (&first, _) = moves.split_first()?;
        if first.deploys.is_none() {
            return (moves.len() == 1).then(|| self.san(first, rank));
        }
        let session = self.session_of(moves)?;
        let text = deploy_san(&session);
        match self.read_turn(&text) {
            Err(TurnError::Ambiguous(_)) => Some(deploy_lan(&session)),
            _ => Some(text),
        }
    }

    /// The SAN of a deployment as it stands, without asking whether it is ambiguous.
    #[must_use]
    pub fn deployment_text(&self, moves: &[Move]) -> Option<String> {
        self.session_of(moves).map(|session| deploy_san(&session))
    }

    /// A whole turn in LAN: the move itself, or `origin:stay:steps`.
    #[must_use]
    pub fn turn_lan(&self, moves: &[Move]) -> Option<String> {
        match moves {
            [m] if m.deploys.is_none() => Some(self.move_text(*m)),
            _ => self.session_of(moves).map(|session| deploy_lan(&session)),
        }
    }

    /// The session that a turn's moves amount to; they must end the turn.
    fn session_of(&self, moves: &[Move]) -> Option<Session> {
        let mut now = self.clone();
        let mut session = None;
        for (i, &m) in moves.iter().enumerate() {
            if m.action != Action::Commit {
                session = Some(now.session_after(m));
            }
            now.make(m);
            if (i + 1 == moves.len()) == now.is_deploying() {
                return None;
            }
        }
        session
    }

    /// One move of a whole stack in SAN.
    fn san(&self, m: Move, rank: RankMark) -> String {
        let pieces = self.named_pieces(m);
        let mut others = self.rivals(m);
        let origin = match rank {
            _ if others.is_empty() => String::new(),
            rank => {
                let shares_file = others.iter().any(|at| at.file() == m.from.file());
                let digits = (m.from.rank() + 1).to_string();
                let shown = if rank == RankMark::Whole { &digits[..] } else { &digits[..1] };
                others.retain(|at| at.rank() == m.from.rank());
                match (shares_file, others.is_empty()) {
                    (false, _) => char::from(b'a' + m.from.file()).to_string(),
                    (true, true) => shown.to_owned(),
                    (true, false) => m.from.to_string(),
                }
            }
        };
        format!("{pieces}{origin}{}{}", mark(m.action), m.to)
    }

    /// Other squares from which a listed move of the same carrier type leads to the same target.
    fn rivals(&self, m: Move) -> Vec<Square> {
        let kind = self.at(m.from).carrier();
        let same = |other: &Move| {
            let mover = other.deploys.unwrap_or_else(|| self.at(other.from).carrier());
            other.to == m.to && other.from != m.from && mover == kind
        };
        let mut moves = takeback_core::Moves::with_capacity(192);
        self.listed_moves(&mut moves);
        moves.as_slice().iter().filter(|m| same(m)).map(|m| m.from).collect()
    }

    /// The moves of the turn that a text means: SAN or LAN, move or deployment. A
    /// rank may be told by its first digit where nothing is written with the whole one.
    ///
    /// # Errors
    /// When the text is no turn, cannot be played, or may mean several.
    pub fn read_turn(&self, text: &str) -> Result<Vec<Move>, TurnError> {
        let mut turns = self.turns_written(text, Reading::Exact)?;
        if turns.is_empty() && !text.contains(['>', ':']) {
            turns = self.turns_written(text, Reading::Foreign)?;
            turns.retain(|turn| text.starts_with(&self.named_pieces(turn[0]).to_string()));
        }
        match (turns.pop(), turns.is_empty()) {
            (Some(turn), true) => Ok(turn),
            (Some(_), false) => Err(TurnError::Ambiguous(text.to_owned())),
            (None, _) => Err(TurnError::Illegal(text.to_owned())),
        }
    }

    /// Every turn that a text may mean, with different results.
    pub(crate) fn turns_written(
        &self,
        text: &str,
        reading: Reading,
    ) -> Result<Vec<Vec<Move>>, TurnError> {
        if self.is_deploying() {
            return Err(TurnError::InsideSession);
        }
        let unreadable = || TurnError::Unreadable(text.to_owned());
        let mut written = match (text.contains(':'), text.contains('>')) {
            (true, _) => read_session(text, self.side()).ok_or_else(unreadable)?,
            (false, true) => read_deploy_san(text, self.side()).ok_or_else(unreadable)?,
            (false, false) => return self.plain_turns(text, reading),
        };
        written.reading = reading;
        Ok(self.deployments(&written))
    }

    /// Moves of a whole stack: all listed ones that are written like this.
    fn plain_turns(&self, text: &str, reading: Reading) -> Result<Vec<Vec<Move>>, TurnError> {
        let unreadable = || TurnError::Unreadable(text.to_owned());
        let (pieces, rest) = read_pieces(text, self.side()).ok_or_else(unreadable)?;
        let mut fitting: Vec<Move> = self.legal_moves();
        fitting.retain(|&m| {
            let mover = self.at(m.from);
            let alike = match reading {
                Reading::Exact => mover == pieces,
                Reading::Foreign => mover.kinds() == pieces.kinds(),
            };
            m.deploys.is_none() && !m.is_control() && alike
        });
        let rest_of = |m: Move| format!("{}{}", mark(m.action), m.to);
        fitting.retain(|&m| {
            let origin = rest.strip_suffix(rest_of(m).as_str());
            origin.is_some_and(|origin| fits(origin, m.from, reading))
        });
        Ok(fitting.into_iter().map(|m| vec![m]).collect())
    }

    fn deployments(&self, written: &Written) -> Vec<Vec<Move>> {
        let mut turns: Vec<(CoTuLenh, Vec<Move>)> = Vec::new();
        search(self, written, &mut Vec::new(), &mut |position, _, line| {
            let (mut after, mut line) = (position.clone(), line.to_vec());
            if after.is_deploying() {
                if !after.can_commit() {
                    return;
                }
                after.make(Move::COMMIT);
                line.push(Move::COMMIT);
            }
            if turns.iter().all(|(known, _)| *known != after) {
                turns.push((after, line));
            }
        });
        turns.into_iter().map(|(_, line)| line).collect()
    }
}

/// Whether a disambiguator (nothing, file, rank, square) fits an origin.
fn fits(text: &str, from: Square, reading: Reading) -> bool {
    let file = char::from(b'a' + from.file()).to_string();
    let rank = (from.rank() + 1).to_string();
    let digit = reading == Reading::Foreign && text == &rank[..1];
    text.is_empty() || text == file || text == rank || text == from.to_string() || digit
}

fn deploy_san(session: &Session) -> String {
    let stay = session.stack.only(session.remaining());
    let steps = steps_text(session.steps());
    if stay.is_empty() { steps } else { format!("{stay}<{steps}") }
}

fn deploy_lan(session: &Session) -> String {
    let stay = session.stack.only(session.remaining());
    let stay = if stay.is_empty() { String::new() } else { stay.to_string() };
    format!("{}:{stay}:{}", session.origin, steps_text(session.steps()))
}
