//! What a client may say, read from one line. Nothing here can fail harder
//! than with a sentence about what was expected.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};

/// One line of the client.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// Say who you are and which options you have.
    Uci,
    /// Answer when you can be spoken to.
    IsReady,
    /// Forget what you learned; set up the start position.
    NewGame,
    /// Change an option.
    SetOption { name: String, value: String },
    /// Set up a position.
    Position { from: From, moves: Vec<String> },
    /// Think.
    Go(Go),
    /// Answer now.
    Stop,
    /// The move that was pondered on has been played.
    PonderHit,
    /// Show the position.
    Show,
    /// Let chance decide.
    Roll,
    /// List the commands.
    Help,
    /// End.
    Quit,
    /// An empty line, or words of other engines that need no answer.
    Nothing,
}

/// Where a position begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum From {
    /// The start of the game.
    Start,
    /// A start shuffled by this seed.
    Deal(u64),
    /// This text, in the game's notation.
    Text(String),
}

/// How long to think, and for whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    /// Until `stop`.
    pub(super) infinite: bool,
    /// On the opponent's time: until `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Milliseconds for this move.
    pub(super) movetime: Option<u64>,
    /// Turns to look ahead.
    pub(super) depth: Option<u32>,
    /// Positions to visit.
    pub(super) nodes: Option<u64>,
    /// Milliseconds left on the clock of the first seat and of the others.
    pub(super) clocks: [Option<u64>; 2],
    /// Milliseconds added a move.
    pub(super) increments: [u64; 2],
    /// Moves until the clock is set anew.
    pub(super) moves_to_go: Option<u64>,
    /// Whose choice to find in a round played together, counted from 1.
    pub(super) seat: Option<u8>,
}

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Misread {
    Unknown(String),
    Missing { after: &'static str, what: &'static str },
    Number { after: String, found: String },
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Unknown(word) => write!(f, "unknown command {word:?}; help lists them"),
            Misread::Missing { after, what } => write!(f, "{after} needs {what}"),
            Misread::Number { after, found } => {
                write!(f, "{after} takes a whole number, not {found:?}")
            }
        }
    }
}

impl Command {
    /// Read a line.
    pub(super) fn read(line: &str) -> Result<Command, Misread> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(rest)?,
            "position" => position(rest)?,
            "go" => Command::Go(Go::read(rest)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Show,
            "roll" => Command::Roll,
            "help" | "?" => Command::Help,
            "quit" => Command::Quit,
            unknown => return Err(Misread::Unknown(shortened(unknown))),
        })
    }
}

/// `name NAME [value VALUE]`; both may have several words.
fn set_option(rest: &str) -> Result<Command, Misread> {
    let missing = Misread::Missing { after: "setoption", what: "name NAME [value VALUE]" };
    let named = rest.strip_prefix("name").filter(|r| r.starts_with(char::is_whitespace));
    let (name, value) = match named.map(str::trim) {
        None | Some("") => return Err(missing),
        Some(text) => split_word(text, "value", Side::First).unwrap_or((text, "")),
    };
    Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
}

/// `startpos | deal SEED | fen TEXT`, then `moves` and the moves.
fn position(rest: &str) -> Result<Command, Misread> {
    // The last such word: a position's own text may contain it.
    let (from, moves) = match rest.strip_prefix("moves") {
        Some(_) => ("", ""),
        None => split_word(rest, "moves", Side::Last).unwrap_or((rest, "")),
    };
    let (word, text) = from.split_once(char::is_whitespace).unwrap_or((from, ""));
    let text = text.trim();
    let from = match word {
        "startpos" => From::Start,
        "deal" => From::Deal(number("deal", Some(text).filter(|t| !t.is_empty()))?),
        "fen" if !text.is_empty() => From::Text(text.to_owned()),
        _ => {
            let what = "startpos, deal SEED or fen TEXT, then perhaps: moves MOVE ...";
            return Err(Misread::Missing { after: "position", what });
        }
    };
    Ok(Command::Position { from, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

/// Which of several equal words divides a text.
#[derive(Copy, Clone)]
enum Side {
    First,
    Last,
}

/// What stands before and behind a word that stands alone.
fn split_word<'a>(text: &'a str, word: &str, which: Side) -> Option<(&'a str, &'a str)> {
    let stands_alone = |&(at, _): &(usize, &str)| {
        let (before, behind) = (&text[..at], &text[at + word.len()..]);
        before.ends_with(char::is_whitespace)
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let found = match which {
        Side::First => text.match_indices(word).find(stands_alone),
        Side::Last => text.rmatch_indices(word).find(stands_alone),
    };
    found.map(|(at, _)| (text[..at].trim(), text[at + word.len()..].trim()))
}

impl Go {
    fn read(rest: &str) -> Result<Go, Misread> {
        let mut go = Go::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "movetime" => go.movetime = Some(time(word, &mut words)?),
                "depth" => go.depth = Some(number(word, words.next())?),
                "nodes" => go.nodes = Some(number(word, words.next())?),
                "mate" => {
                    let turns: u32 = number(word, words.next())?;
                    go.depth = Some(turns.saturating_mul(2).saturating_sub(1));
                }
                "wtime" => go.clocks[0] = Some(time(word, &mut words)?),
                "btime" => go.clocks[1] = Some(time(word, &mut words)?),
                "winc" => go.increments[0] = time(word, &mut words)?,
                "binc" => go.increments[1] = time(word, &mut words)?,
                "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
                "seat" => go.seat = Some(number(word, words.next())?),
                unknown => return Err(Misread::Unknown(format!("go {}", shortened(unknown)))),
            }
        }
        Ok(go)
    }

    /// Whether the answer waits for a word of the client.
    pub(super) fn is_open_ended(&self) -> bool {
        self.infinite || self.ponder
    }

    /// Whether the client plays: by a clock, a time a move, or as the engine is used to.
    /// Who names a depth or a number of positions wants to see a search.
    pub(super) fn is_in_play(&self) -> bool {
        !self.is_open_ended() && self.depth.is_none() && self.nodes.is_none()
    }

    /// Whether anything was said about when to stop.
    pub(super) fn is_bounded(&self) -> bool {
        self.movetime.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.clocks.iter().any(Option::is_some)
    }
}

/// Milliseconds. A clock that has run out is as good as empty.
fn time(after: &str, words: &mut SplitWhitespace<'_>) -> Result<u64, Misread> {
    let millis: i64 = number(after, words.next())?;
    Ok(u64::try_from(millis).unwrap_or(0))
}

fn number<T: FromStr>(after: &str, word: Option<&str>) -> Result<T, Misread> {
    let found = word.unwrap_or("nothing");
    found.parse().map_err(|_| Misread::Number { after: after.to_owned(), found: shortened(found) })
}

/// Enough of a word to recognise it.
pub(super) fn shortened(word: &str) -> String {
    const ENOUGH: usize = 60;
    match word.char_indices().nth(ENOUGH) {
        Some((at, _)) => format!("{}...", &word[..at]),
        None => word.to_owned(),
    }
}
