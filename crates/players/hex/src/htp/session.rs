//! The table of commands, and those about the session itself.

use super::analyze;
use super::brain::Brain;
use super::clock::Clock;
use super::game::Play;
use super::request::Request;
use crate::{Budget, Found, Options};
use std::time::{Duration, Instant};
use takeback_core::Notation;
use takeback_hex::{AnyHex, Colour, MAX_SIDE, Record, Size, with_hex};

/// What a command says: text after `=`, or the reason after `?`.
pub(super) type Reply = Result<String, String>;

type Command = fn(&mut Session, &[String]) -> Reply;

/// How the engine is to think.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Time for a move while no clock runs.
    pub(crate) time: Duration,
    /// What is chosen about the engine.
    pub(crate) options: Options,
    /// Simulations for a move, whatever the time.
    pub(crate) simulations: Option<u64>,
    /// Threads.
    pub(crate) threads: usize,
    /// Memory of the tree in MiB.
    pub(crate) memory: usize,
    /// Seed of everything random.
    pub(crate) seed: u64,
    /// The board to begin with.
    pub(crate) size: Size,
}

impl Default for Settings {
    fn default() -> Self {
        let time = Duration::from_secs(5);
        let size = Size::square(11).expect("a size of Hex");
        let options = Options::default();
        Settings { time, options, simulations: None, threads: 1, memory: 256, seed: 1, size }
    }
}

/// One front end's conversation.
#[derive(Debug)]
pub(crate) struct Session {
    pub(super) play: Play,
    pub(super) clock: Clock,
    brain: Brain,
    settings: Settings,
    /// Moves generated, so that each has luck of its own.
    generated: u64,
    quit: bool,
}

/// Everything that is understood, in order of the alphabet.
const COMMANDS: &[(&str, Command)] = &[
    ("all_legal_moves", |s, args| none(args).map(|()| s.play.legal().join(" "))),
    ("best-line", analyze::best_line),
    ("best-moves", analyze::best_moves),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("compute-inferior", analyze::inferior_cells),
    ("dfpn-solve-state", analyze::solve_state),
    ("dfpn-solver-find-winning", analyze::find_winning),
    ("eval-resist", analyze::resistance),
    ("eval-resist-cells", analyze::resistance_cells),
    ("eval-twod", analyze::two_distance),
    ("final_score", final_score),
    ("genmove", genmove),
    ("hexgui-analyze_commands", |_, args| none(args).map(|()| analyze::MENU.join("\n"))),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("loadsgf", loadsgf),
    ("name", |_, args| none(args).map(|()| "takeback".into())),
    ("param_engine", param_engine),
    ("param_game", param_game),
    ("play", play),
    ("play-game", play_game),
    ("protocol_version", |_, args| none(args).map(|()| "2".into())),
    ("quit", quit),
    ("reg_genmove", reg_genmove),
    ("showboard", |s, args| none(args).map(|()| s.play.picture())),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", |s, args| none(args).and_then(|()| s.play.undo()).map(|()| String::new())),
    ("vc-build", analyze::build_connections),
    ("vc-connected-to-full", analyze::connected_fully),
    ("vc-connected-to-semi", analyze::connected_semi),
    ("vc-edge-carrier", analyze::edge_carrier),
    ("vc-get-mustplay", analyze::must_play),
    ("version", |_, args| none(args).map(|()| env!("CARGO_PKG_VERSION").into())),
    ("win-probabilities", analyze::win_probabilities),
];

impl Session {
    /// An empty board of 11x11.
    pub(crate) fn new(settings: Settings) -> Session {
        Session {
            play: Play::new(settings.size, false),
            clock: Clock::new(settings.time),
            brain: Brain::default(),
            settings,
            generated: 0,
            quit: false,
        }
    }

    pub(crate) fn has_quit(&self) -> bool {
        self.quit
    }

    /// Reply a line; empty lines and comments have no answer.
    pub(crate) fn answer(&mut self, line: &str) -> Option<String> {
        let request = Request::read(line)?;
        let answer = match COMMANDS.iter().find(|(name, _)| *name == request.name) {
            Some((_, command)) => command(self, &request.args),
            None => Err("unknown command".into()),
        };
        Some(request.reply(&answer))
    }

    /// Think about the game's position with `colour` to move.
    pub(super) fn think(&mut self, colour: Colour, seed: u64) -> Result<Found, String> {
        let position = self.play.for_colour(colour);
        let empty = with_hex!(&position, hex => takeback_hex::Bits::count(hex.empty()));
        let share = self.clock.share(colour, empty);
        let budget = Budget {
            time: Some(share.time),
            simulations: self.settings.simulations,
            memory: self.settings.memory,
            threads: self.settings.threads,
            seed,
            stop: None,
            save_time: share.keeps,
            stretch: share.stretch,
        };
        self.brain
            .search(&position, self.settings.options, &budget)
            .map_err(|error| error.to_string())
    }

    /// The time for a look that is no move.
    pub(super) fn patience(&self) -> Duration {
        self.clock.a_move
    }

    pub(super) fn seed(&self) -> u64 {
        self.settings.seed
    }

    pub(super) fn position(&self) -> &AnyHex {
        self.play.now()
    }
}

/// Commands that take nothing refuse everything.
pub(super) fn none(args: &[String]) -> Result<(), String> {
    if args.is_empty() { Ok(()) } else { Err("this command takes no arguments".into()) }
}

pub(super) fn colour_of(args: &[String]) -> Result<Colour, String> {
    match args {
        [text] => read_colour(text),
        _ => Err("this command takes a colour, b or w".into()),
    }
}

pub(super) fn read_colour(text: &str) -> Result<Colour, String> {
    Colour::read(text).ok_or_else(|| format!("{} is no colour; b or w", shown(text)))
}

/// As much of an argument as an answer repeats.
pub(super) fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(24).collect::<String>())
}

fn known_command(_: &mut Session, args: &[String]) -> Reply {
    match args {
        [name] => Ok(COMMANDS.iter().any(|(known, _)| known == name).to_string()),
        _ => Err("known_command takes a name".into()),
    }
}

fn list_commands(_: &mut Session, args: &[String]) -> Reply {
    none(args)?;
    Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
}

fn quit(session: &mut Session, args: &[String]) -> Reply {
    none(args)?;
    session.quit = true;
    Ok(String::new())
}

fn boardsize(session: &mut Session, args: &[String]) -> Reply {
    let side = |text: &String| text.parse::<u16>().map(usize::from).ok();
    let sides = match args {
        [width] => side(width).map(|w| (w, w)),
        [width, height] => side(width).zip(side(height)),
        _ => None,
    };
    let (width, height) =
        sides.ok_or_else(|| format!("boardsize takes one or two sides from 1 to {MAX_SIDE}"))?;
    let size = Size::new(width, height).map_err(|error| format!("unacceptable size: {error}"))?;
    session.play = Play::new(size, session.play.swap_allowed());
    session.brain = Brain::default();
    Ok(String::new())
}

fn clear_board(session: &mut Session, args: &[String]) -> Reply {
    none(args)?;
    session.play.clear();
    session.brain = Brain::default();
    Ok(String::new())
}

fn play(session: &mut Session, args: &[String]) -> Reply {
    let [colour, m] = args else { return Err("play takes a colour and a move".into()) };
    session.play.play(read_colour(colour)?, m)?;
    Ok(String::new())
}

/// A whole game at once, colours in turn; nothing is played if one move is wrong.
fn play_game(session: &mut Session, args: &[String]) -> Reply {
    let mut play = Play::new(session.play.size(), session.play.swap_allowed());
    for (number, text) in args.iter().enumerate() {
        let colour = play.to_move();
        play.play(colour, text).map_err(|why| format!("move {}: {why}", number + 1))?;
    }
    session.play = play;
    Ok(String::new())
}

fn genmove(session: &mut Session, args: &[String]) -> Reply {
    let colour = colour_of(args)?;
    if session.play.winner().is_some() {
        return Ok("resign".into());
    }
    session.generated += 1;
    let start = Instant::now();
    let seed = session.settings.seed.wrapping_add(session.generated << 20);
    let found = session.think(colour, seed)?;
    let text = with_hex!(session.play.now(), hex => hex.move_text(found.best));
    session.play.play(colour, &text)?;
    session.clock.spend(colour, start.elapsed());
    Ok(text)
}

/// Thinks afresh from the session's seed and leaves everything as it is.
fn reg_genmove(session: &mut Session, args: &[String]) -> Reply {
    let colour = colour_of(args)?;
    if session.play.winner().is_some() {
        return Ok("resign".into());
    }
    let kept = std::mem::take(&mut session.brain);
    let found = session.think(colour, session.settings.seed);
    session.brain = kept;
    Ok(with_hex!(session.play.now(), hex => hex.move_text(found?.best)))
}

fn final_score(session: &mut Session, args: &[String]) -> Reply {
    none(args)?;
    Ok(match session.play.winner() {
        Some(Colour::Black) => "B+".into(),
        Some(Colour::White) => "W+".into(),
        None => "cannot score".into(),
    })
}

/// Larger records are not read.
const LARGEST_RECORD: u64 = 1 << 20;

fn loadsgf(session: &mut Session, args: &[String]) -> Reply {
    let (file, plies) = match args {
        [file] => (file, usize::MAX),
        [file, plies] => {
            let plies = plies.parse().map_err(|_| format!("{} is no number", shown(plies)))?;
            (file, plies)
        }
        _ => return Err("loadsgf takes a file and perhaps a number of moves".into()),
    };
    let about = std::fs::metadata(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    if !about.is_file() || about.len() > LARGEST_RECORD {
        return Err(format!("{file} is no file, or larger than 1 MiB"));
    }
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let record = Record::read_sgf(&text).map_err(|error| error.to_string())?;
    session.play = Play::load(&record, session.play.swap_allowed(), plies)?;
    session.brain = Brain::default();
    Ok(String::new())
}

/// Seconds, from none to a month.
fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{} is no time", shown(text)))?;
    if !(0.0..=2.7e6).contains(&seconds) {
        return Err(format!("{} is no time in seconds", shown(text)));
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn time_left(session: &mut Session, args: &[String]) -> Reply {
    let tell = |session: &Session, colour: Colour| match session.clock.left(colour) {
        Some(left) => format!("{:.1}", left.as_secs_f64()),
        None => "no clock".into(),
    };
    match args {
        [] => Ok(Colour::BOTH.map(|c| format!("{c} {}", tell(session, c))).join("\n")),
        [colour] => Ok(tell(session, read_colour(colour)?)),
        [colour, seconds] | [colour, seconds, _] => {
            let colour = read_colour(colour)?;
            session.clock.set_left(colour, read_seconds(seconds)?);
            Ok(String::new())
        }
        _ => Err("time_left takes a colour and seconds".into()),
    }
}

fn time_settings(session: &mut Session, args: &[String]) -> Reply {
    let [main, extra, moves] = args else {
        return Err("time_settings takes main time, extra time and moves".into());
    };
    let moves: u32 = moves.parse().map_err(|_| format!("{} is no number", shown(moves)))?;
    session.clock.set(read_seconds(main)?, read_seconds(extra)?, moves);
    Ok(String::new())
}

fn param_game(session: &mut Session, args: &[String]) -> Reply {
    match args {
        [] => Ok(format!("[bool] allow_swap {}", u8::from(session.play.swap_allowed()))),
        [name, value] if name == "allow_swap" => {
            let allowed = match value.as_str() {
                "0" | "false" => false,
                "1" | "true" => true,
                _ => return Err("allow_swap is 0 or 1".into()),
            };
            session.play.allow_swap(allowed);
            Ok(String::new())
        }
        [name, value] if name == "game_time" => {
            session.clock.set(read_seconds(value)?, Duration::ZERO, 0);
            Ok(String::new())
        }
        _ => Err("known are allow_swap 0|1 and game_time SECONDS".into()),
    }
}

fn param_engine(session: &mut Session, args: &[String]) -> Reply {
    fn within<T: Copy + std::str::FromStr + PartialOrd + std::fmt::Display>(
        text: &str,
        least: T,
        most: T,
    ) -> Result<T, String> {
        let value: T = text.parse().map_err(|_| format!("{} is no number", shown(text)))?;
        if value < least || value > most {
            return Err(format!("from {least} to {most}"));
        }
        Ok(value)
    }
    let settings = &mut session.settings;
    match args {
        [] => Ok(format!(
            "[string] max_time {}\n[string] max_games {}\n[string] num_threads {}\n\
             [string] memory {}\n[string] seed {}",
            session.clock.a_move.as_secs_f64(),
            settings.simulations.map_or("none".into(), |n| n.to_string()),
            settings.threads,
            settings.memory,
            settings.seed
        )),
        [name, value] => {
            match name.as_str() {
                "max_time" => {
                    let seconds = within(value, 0.01, 86_400.0)?;
                    session.clock.a_move = Duration::from_secs_f64(seconds);
                }
                "max_games" if value == "none" => settings.simulations = None,
                "max_games" => settings.simulations = Some(within(value, 1, 1_000_000_000_000)?),
                "num_threads" => settings.threads = within(value, 1, 64)?,
                "memory" => settings.memory = within(value, 1, 65_536)?,
                "seed" => settings.seed = within(value, 0, u64::MAX)?,
                _ => return Err("known are max_time, max_games, num_threads, memory, seed".into()),
            }
            Ok(String::new())
        }
        _ => Err("param_engine takes a name and a value, or nothing".into()),
    }
}
