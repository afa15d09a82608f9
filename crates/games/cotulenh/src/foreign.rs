//! Records as the reference engine writes them.
//!
//! Its records differ from ours in three ways. The `FEN` tag holds a later
//! position of the game instead of the first one, so that where the game began has
//! to be found out. A rank tells two movers apart by its first digit alone, and a
//! deployment does not say where it began, so that a text may mean several turns. And a piece that
//! became a hero by its own move may be written as the hero it is by then.
//!
//! So reading is a search: whatever a turn may mean is tried, until the rest of the
//! game can be played, and best of all until it passes the position in the tag.

use crate::moves::Move;
use crate::pgn::{Pgn, PgnError, read_tags};
use crate::rules::Undo;
use crate::state::{CoTuLenh, Draws};
use crate::turn_text::{Reading, TurnError};
use crate::{FenError, Strictness, fen_reasons};
use std::fmt;
use takeback_core::{Game, Portable};

/// Something in a record that is not as it should be, and what was made of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PgnWarning {
    /// The `FEN` tag holds the position after so many turns; the game was read from the usual start.
    LateFen(usize),
    /// The `FEN` tag holds a position from which the turns cannot be played, and the game
    /// does not pass it either; it was read from the usual start.
    StrangeFen,
    /// The `FEN` tag cannot be read; the game was read from the usual start.
    BadFen(FenError),
    /// A turn may mean several; the game goes on after only one of them, or the first was taken.
    Ambiguous {
        /// Counted from 1, both sides' turns.
        turn: usize,
        /// As it is written.
        text: String,
        /// Whether the rest of the game tells which one is meant.
        told: bool,
    },
}

impl fmt::Display for PgnWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = "the game was read from the usual start";
        match self {
            PgnWarning::LateFen(turns) => {
                write!(f, "the FEN tag holds the position after {turns} turns; {usual}")
            }
            PgnWarning::StrangeFen => {
                write!(f, "the FEN tag holds a position that is none of the game's; {usual}")
            }
            PgnWarning::BadFen(error) => write!(f, "the FEN tag cannot be read: {error}; {usual}"),
            PgnWarning::Ambiguous { turn, text, told } => {
                let how = if *told { "the rest of the game tells which" } else { "one was taken" };
                write!(f, "turn {turn}: {text:?} may mean several turns; {how}")
            }
        }
    }
}

/// More turns than this are not tried for one record, from one start.
const MOST_TRIED: usize = 10_000;

/// A turn of a way: what its text may mean, and which of that was taken.
struct Choice {
    turns: Vec<Vec<Move>>,
    taken: usize,
    undos: Vec<Undo>,
}

impl Choice {
    fn moves(&self) -> &[Move] {
        &self.turns[self.taken]
    }

    fn make(&mut self, now: &mut CoTuLenh) {
        self.undos = self.turns[self.taken].iter().map(|&m| now.make(m)).collect();
    }

    fn unmake(&mut self, now: &mut CoTuLenh) {
        for &m in self.turns[self.taken].iter().rev() {
            let undo = self.undos.pop().expect("one for each move");
            now.unmake(m, undo);
        }
    }
}

/// A way through the texts of a game, found by trying and taking back.
struct Way {
    choices: Vec<Choice>,
    /// After how many turns the position was passed that should be.
    passed_after: Option<usize>,
}

/// How far any way came, and why none went on.
type Farthest = (usize, TurnError);

impl Way {
    /// The first way from `start` to the end of the texts, past the position `passes` if there is one.
    fn find(
        tokens: &[String],
        start: &CoTuLenh,
        passes: Option<&str>,
    ) -> Result<Way, Option<Farthest>> {
        let mut now = start.clone();
        let mut way = Way { choices: Vec::new(), passed_after: None };
        let mut farthest: Option<Farthest> = None;
        for _ in 0..MOST_TRIED {
            let at = way.choices.len();
            if at > 0 && way.passed_after.is_none() {
                let here = passes.is_some_and(|fen| now.position_text() == fen);
                way.passed_after = here.then_some(at);
            }
            let goes_on = match tokens.get(at).map(|token| meanings(&now, token)) {
                None if passes.is_none() || way.passed_after.is_some() => return Ok(way),
                None => None,
                Some(Ok(turns)) => Some(turns),
                Some(Err(error)) => {
                    if farthest.as_ref().is_none_or(|(far, _)| *far < at) {
                        farthest = Some((at, error));
                    }
                    None
                }
            };
            match goes_on {
                Some(turns) => {
                    let mut choice = Choice { turns, taken: 0, undos: Vec::new() };
                    choice.make(&mut now);
                    way.choices.push(choice);
                }
                None if way.takes_another(&mut now) => {}
                None => break,
            }
        }
        Err(farthest)
    }

    /// Takes back to the last turn that may mean something else, and takes that.
    fn takes_another(&mut self, now: &mut CoTuLenh) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            choice.unmake(now);
            choice.taken += 1;
            let another = choice.taken < choice.turns.len();
            if another {
                choice.make(now);
            } else {
                self.choices.pop();
            }
            let kept = self.choices.len() - usize::from(another);
            self.passed_after = self.passed_after.filter(|&after| after <= kept);
            if another {
                return true;
            }
        }
        false
    }
}

/// Every turn that a text may mean, those written exactly so first.
fn meanings(now: &CoTuLenh, token: &str) -> Result<Vec<Vec<Move>>, TurnError> {
    let mut turns = now.turns_written(token, Reading::Exact)?;
    for turn in now.turns_written(token, Reading::Foreign)? {
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    }
    if turns.is_empty() { Err(TurnError::Illegal(token.to_owned())) } else { Ok(turns) }
}

impl Pgn {
    /// Reads one record as the reference engine writes it, or as we do.
    ///
    /// ```
    /// use takeback_cotulenh::{Pgn, PgnWarning};
    /// // The tag holds the position after the game's two turns.
    /// let late = "6c4/1n2fh1hf2/3a2s2a1/1n2gt1tg2/2ie2m2ei/11/11/2IEF1M2EI/2N1GT1TG2/3A2S2A1/1N3H1HF2/6C4";
    /// let text = format!("[SetUp \"1\"]\n[FEN \"{late} r - - 2 2\"]\n\n1. Fe5 Ncb9 *");
    /// let (pgn, warnings) = Pgn::read_foreign(&text).unwrap();
    /// assert_eq!(pgn.turns.len(), 2);
    /// assert_eq!(warnings, [PgnWarning::LateFen(2)]);
    /// ```
    ///
    /// # Errors
    /// When no way through its turns can be played; the error is about the turn that
    /// the longest way came to.
    pub fn read_foreign(text: &str) -> Result<(Pgn, Vec<PgnWarning>), PgnError> {
        let (tags, body) = read_tags(text)?;
        let mut pgn = Pgn::headed(tags.clone());
        let mut tokens = Vec::new();
        pgn.read_body(body, |_, token| {
            tokens.push(token.to_owned());
            Ok(Vec::new())
        })?;
        let mut warnings = Vec::new();
        let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.as_str());
        let tagged = fen.and_then(|fen| tagged_position(fen, &mut warnings));
        let usual = CoTuLenh::new().with_draws(Draws::Neither);
        let fen = tagged.as_ref().map(CoTuLenh::position_text);
        let (start, way) = read_ways(&tokens, &usual, tagged.as_ref(), fen.as_deref())?;
        if let (Some(tagged), true) = (&tagged, start == usual) {
            match way.passed_after {
                Some(turns) => warnings.push(PgnWarning::LateFen(turns)),
                None if *tagged != usual => warnings.push(PgnWarning::StrangeFen),
                None => {}
            }
        }
        let told = way.passed_after.is_some();
        for (at, (turn, choice)) in pgn.turns.iter_mut().zip(&way.choices).enumerate() {
            turn.moves = choice.moves().to_vec();
            if choice.turns.len() > 1 {
                let text = tokens[at].clone();
                warnings.push(PgnWarning::Ambiguous { turn: at + 1, text, told });
            }
        }
        pgn.start = start.with_draws(Draws::default());
        Ok((pgn, warnings))
    }
}

/// The position in the tag, if it can be played.
fn tagged_position(fen: &str, warnings: &mut Vec<PgnWarning>) -> Option<CoTuLenh> {
    let reasons = fen_reasons(fen, Strictness::Playable);
    let read = match reasons.is_empty() {
        true => CoTuLenh::read_position(fen),
        false => Err(FenError { reasons }),
    };
    match read {
        Ok(position) => Some(position.with_draws(Draws::Neither)),
        Err(error) => {
            warnings.push(PgnWarning::BadFen(error));
            None
        }
    }
}

/// The best way through the turns, and where it begins: from the usual start past the position
/// in the tag, from that position, from the usual start anyhow.
fn read_ways(
    tokens: &[String],
    usual: &CoTuLenh,
    tagged: Option<&CoTuLenh>,
    fen: Option<&str>,
) -> Result<(CoTuLenh, Way), PgnError> {
    let tries = [
        fen.filter(|_| !tokens.is_empty()).map(|fen| (usual, Some(fen))),
        tagged.map(|tagged| (tagged, None)),
        Some((usual, None)),
    ];
    let mut farthest: Option<Farthest> = None;
    for (start, passes) in tries.into_iter().flatten() {
        match Way::find(tokens, start, passes) {
            Ok(way) => return Ok((start.clone(), way)),
            Err(Some((far, error))) if farthest.as_ref().is_none_or(|(known, _)| *known < far) => {
                farthest = Some((far, error));
            }
            Err(_) => {}
        }
    }
    let (at, error) = farthest.ok_or(PgnError::TooManyWays(MOST_TRIED))?;
    Err(PgnError::Turn { turn: at + 1, error })
}
