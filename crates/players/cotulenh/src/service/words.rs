//! CoTuLenh's own words: positions, moves and turns in the JSON that its web apps are written with.
//!
//! A move is `{from, to, piece, stay, deploy}` with square names and the letter of the
//! carrier that moves; that object means one legal move at most, which its SAN does not always.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use takeback_core::{Game, Notation, Portable};
use takeback_cotulenh::{
    Action, CoTuLenh, FenError, Kind, Move, RankMark, Side, Square, Stack, Strictness, TurnError,
    fen_reasons,
};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum WordError {
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("{0:?} is no square")]
    Square(String),
    #[error("{0:?} is no piece")]
    Piece(String),
    #[error("{0}")]
    Turn(#[from] TurnError),
    #[error("no legal move is {0}")]
    NoMove(String),
    #[error("several legal moves are {text}: {among}; say `piece`, `stay` and `deploy`")]
    Several { text: String, among: String },
    #[error("no deployment is under way")]
    NoSession,
    #[error("the deployment cannot be committed as it stands")]
    NoCommit,
    #[error("the game is over")]
    Over,
    #[error("the deployment can neither go on nor be committed; cancel it")]
    DeadEnd,
    #[error("{0} moves instead of at most {most}", most = super::MOST_MOVES)]
    TooLong(usize),
    #[error("{0}")]
    Pgn(#[from] takeback_cotulenh::PgnError),
    #[error("either `pgn`, or `fen` and `moves`")]
    Both,
    #[error("level {0} instead of 1 to 10")]
    Level(u64),
    #[error("{0}")]
    Engine(String),
}

impl WordError {
    /// A word for programs; the message is for people.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            WordError::Json(_) | WordError::Both => "json",
            WordError::Fen(_) => "fen",
            WordError::Square(_)
            | WordError::Piece(_)
            | WordError::Turn(_)
            | WordError::NoMove(_)
            | WordError::Several { .. } => "move",
            WordError::NoSession | WordError::NoCommit => "session",
            WordError::Over => "over",
            WordError::DeadEnd => "dead_end",
            WordError::TooLong(_) => "moves",
            WordError::Pgn(_) => "pgn",
            WordError::Level(_) => "level",
            WordError::Engine(_) => "engine",
        }
    }
}

/// The position of a FEN, with or without an open session.
pub(super) fn read_fen(fen: &str) -> Result<CoTuLenh, WordError> {
    let board = fen.split_ascii_whitespace().take(6).collect::<Vec<_>>().join(" ");
    let reasons = fen_reasons(&board, Strictness::Playable);
    if !reasons.is_empty() {
        return Err(FenError { reasons }.into());
    }
    Ok(CoTuLenh::read_position(fen)?)
}

/// A move as an app gives it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum AskedMove {
    /// SAN or LAN of a turn, LAN of a step, `commit` or `cancel`.
    Text(String),
    /// One step.
    Step(AskedStep),
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct AskedStep {
    from: String,
    to: String,
    #[serde(default)]
    piece: Option<AskedPiece>,
    #[serde(default)]
    stay: Option<bool>,
    #[serde(default)]
    deploy: Option<bool>,
}

/// A letter, or the piece itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum AskedPiece {
    Letter(String),
    Piece {
        #[serde(rename = "type")]
        kind: String,
    },
}

impl AskedPiece {
    fn kind(&self) -> Result<Kind, WordError> {
        let (AskedPiece::Letter(text) | AskedPiece::Piece { kind: text }) = self;
        let mut letters = text.chars();
        let kind = letters.next().and_then(|c| Kind::from_letter(c.to_ascii_uppercase()));
        kind.filter(|_| letters.next().is_none()).ok_or_else(|| WordError::Piece(text.clone()))
    }
}

impl AskedMove {
    /// The steps that it means here.
    pub(super) fn steps(&self, game: &CoTuLenh) -> Result<Vec<Move>, WordError> {
        if game.ending().is_some() {
            return Err(WordError::Over);
        }
        match self {
            AskedMove::Step(step) => step.find(game).map(|m| vec![m]),
            AskedMove::Text(text) => read_text(game, text.trim()),
        }
    }
}

fn read_text(game: &CoTuLenh, text: &str) -> Result<Vec<Move>, WordError> {
    match text {
        "commit" if !game.is_deploying() => return Err(WordError::NoSession),
        "commit" if !game.can_commit() => return Err(WordError::NoCommit),
        "cancel" if !game.is_deploying() => return Err(WordError::NoSession),
        "cancel" => return Ok(vec![Move::CANCEL]),
        _ => {}
    }
    let step = game.read_move(text).ok().filter(|m| game.legal_moves().contains(m));
    match step {
        Some(m) => Ok(vec![m]),
        // Inside a session a step needs no origin.
        None if game.is_deploying() => {
            let written = |m: &Move| step_text(game, *m) == text;
            let step = game.legal_moves().into_iter().find(written);
            step.map(|m| vec![m]).ok_or_else(|| WordError::NoMove(text.to_owned()))
        }
        None => Ok(game.read_turn(text)?),
    }
}

impl AskedStep {
    fn find(&self, game: &CoTuLenh) -> Result<Move, WordError> {
        let square =
            |text: &str| Square::parse(text).ok_or_else(|| WordError::Square(text.to_owned()));
        let (from, to) = (square(&self.from)?, square(&self.to)?);
        let kind = self.piece.as_ref().map(AskedPiece::kind).transpose()?;
        let mut fitting = game.legal_moves();
        fitting.retain(|&m| {
            !m.is_control()
                && m.from() == from
                && m.to() == to
                && kind.is_none_or(|kind| mover(game, m) == Some(kind))
                && self.stay.is_none_or(|stay| stay == (m.action() == Action::Stay))
                && self.deploy.is_none_or(|deploy| deploy == m.deploys().is_some())
        });
        let text = || format!("from {from} to {to}");
        match fitting[..] {
            [m] => Ok(m),
            [] => Err(WordError::NoMove(text())),
            _ => {
                let among = fitting.iter().map(|&m| game.move_text(m)).collect::<Vec<_>>();
                Err(WordError::Several { text: text(), among: among.join(", ") })
            }
        }
    }
}

/// The type that moves: the piece that deploys, or the stack's carrier.
fn mover(game: &CoTuLenh, m: Move) -> Option<Kind> {
    m.deploys().or_else(|| game.at(m.from()).pieces().next().map(|(kind, _)| kind))
}

/// A step without its origin, as it stands in a deployment's text.
fn step_text(game: &CoTuLenh, m: Move) -> String {
    let lan = game.move_text(m);
    let origin = m.from().to_string();
    // Pieces are upper-case letters, so the origin is the first square there is.
    lan.replacen(&origin, "", 1)
}

fn color(side: Side) -> String {
    side.letter().to_string()
}

fn letter(kind: Kind) -> String {
    kind.letter().to_ascii_lowercase().to_string()
}

/// A stack as the app's piece: the carrier with what it carries.
fn piece(stack: Stack) -> Value {
    let Some(side) = stack.owner() else { return Value::Null };
    let mut pieces = stack.pieces().map(
        |(kind, heroic)| json!({ "color": color(side), "type": letter(kind), "heroic": heroic }),
    );
    let Some(mut carrier) = pieces.next() else { return Value::Null };
    let carried: Vec<Value> = pieces.collect();
    if !carried.is_empty() {
        carrier["carrying"] = json!(carried);
    }
    carrier
}

/// The object that means this move and no other.
pub(super) fn write_step(game: &CoTuLenh, m: Move) -> Value {
    json!({
        "from": m.from().to_string(),
        "to": m.to().to_string(),
        "piece": mover(game, m).map(letter),
        "stay": m.action() == Action::Stay,
        "deploy": m.deploys().is_some(),
    })
}

/// A move with everything that an app shows of it.
pub(super) fn write_move(game: &CoTuLenh, m: Move) -> Value {
    let mut told = write_step(game, m);
    let mut flags = match m.action() {
        Action::Capture => "c",
        Action::Stay => "s",
        Action::Suicide => "k",
        Action::Combine | Action::Recombine => "b",
        Action::Go | Action::Commit | Action::Cancel => "n",
    }
    .to_owned();
    let san = match m.deploys() {
        Some(_) => {
            flags.insert(0, 'd');
            step_text(game, m)
        }
        None => game.turn_text(&[m], RankMark::FirstDigit).unwrap_or_default(),
    };
    told["color"] = json!(color(game.side()));
    told["flags"] = json!(flags);
    told["san"] = json!(san);
    told["lan"] = json!(game.move_text(m));
    if m.action().is_capture() {
        told["captured"] = piece(game.at(m.to()));
    }
    told
}

/// What every answer says of the position reached.
pub(super) fn standing(game: &CoTuLenh) -> Map<String, Value> {
    let ending = game.ending();
    let winner = ending.and_then(|_| {
        let sides = [Side::Red, Side::Blue];
        sides.into_iter().find(|side| game.payoff(side.player()).0 > 0)
    });
    let told = json!({
        "fen": game.position_text(),
        "turn": color(game.side()),
        "halfMoves": game.clock(),
        "moveNumber": game.number(),
        "check": game.is_attacked(game.side()),
        "danger": game.in_danger(game.side()),
        "gameOver": ending.is_some(),
        "ending": ending.map(takeback_cotulenh::Ending::word),
        "winner": winner.map(color),
        "session": session(game),
    });
    match told {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The deployment under way: null outside of one.
fn session(game: &CoTuLenh) -> Value {
    let Some(origin) = game.deploys_from() else { return Value::Null };
    let text = game.position_text();
    let suffix = text.split(' ').nth(6).unwrap_or_default();
    let mut parts = suffix.trim_end_matches("...").splitn(3, ':').skip(1);
    let (stay, steps) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    json!({
        "stackSquare": origin.to_string(),
        "turn": color(game.side()),
        "stay": if stay.is_empty() { Value::Null } else { json!(stay) },
        "steps": steps.split(',').collect::<Vec<_>>(),
        "canCommit": game.can_commit(),
        "deadEnd": game.is_dead_end(),
        "board": game.board_text(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// The object that is written for a move means that move, at every position of random
    /// games, inside sessions and out; so does its LAN, and its text inside a session.
    #[test]
    fn what_is_written_means_one_move() {
        let (mut inside, mut stays) = (0, 0);
        for seed in 0..12 {
            let (mut game, mut rng) = (CoTuLenh::new(), SplitMix::new(seed));
            for _ in 0..60 {
                let mut moves = game.legal_moves();
                for &m in moves.iter().filter(|m| !m.is_control()) {
                    let told = write_move(&game, m);
                    let asked: AskedMove = serde_json::from_value(told.clone()).expect("a step");
                    assert_eq!(asked.steps(&game).expect("one move"), [m], "{told}");
                    let lan = AskedMove::Text(told["lan"].as_str().expect("LAN").to_owned());
                    assert_eq!(lan.steps(&game).expect("one move"), [m], "{told}");
                    if game.is_deploying() {
                        let san = AskedMove::Text(told["san"].as_str().expect("SAN").to_owned());
                        assert_eq!(san.steps(&game).expect("one move"), [m], "{told}");
                    }
                    inside += u32::from(game.is_deploying());
                    stays += u32::from(m.action() == Action::Stay);
                }
                assert_eq!(standing(&game)["session"].is_null(), !game.is_deploying());
                let read = read_fen(&game.position_text()).expect("its own text");
                assert_eq!(read.legal_moves(), game.legal_moves());
                moves.retain(|&m| game.can_end_after(m));
                if game.ending().is_some() || moves.is_empty() {
                    break;
                }
                let deploys: Vec<Move> =
                    moves.iter().copied().filter(|m| m.deploys().is_some()).collect();
                let from = if rng.one_in(2) && !deploys.is_empty() { &deploys } else { &moves };
                game.make(from[rng.below(from.len())]);
            }
        }
        assert!(inside > 100 && stays > 10, "{inside} inside sessions, {stays} stay captures");
    }
}
