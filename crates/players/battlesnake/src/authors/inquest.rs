//! How the snakes of recorded games died.
//!
//! A record shows boards, not reasons. What killed a snake follows from the last
//! board it was on: which steps were open to it, who could contest them, how
//! hungry it was. From there the inquest goes back to the turn on which its
//! longest walk first came to an end, and, if told to search, to the last turn
//! on which it was not lost yet.

use super::files::{called, game, games};
use super::{option, places};
use crate::engine::{Options, explain};
use crate::wire::{Log, Request};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use takeback_battlesnake::{Battlesnake, Direction, ForSize, for_size};
use takeback_core::Player;
use takeback_host::outside::{Analyzed, GameCommand, Given};
use takeback_search::{Limits, Score};

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "deaths",
    about: "How the snakes of recorded games died, and which deaths could have been avoided",
    examples: "Examples:
  takeback battlesnake deaths games/
  takeback battlesnake deaths games/ --snake Wormy --search 200000
  takeback battlesnake deaths game.jsonl --json

A death is avoidable when a step was at hand that survives two rounds whatever others do.
With --search the inquest goes back to the last turn that our snake, looking at so many
rounds, does not see lost: that is where the game was given away. The exit status is 1
where a death was avoidable.",
    arguments: &[
        places("game", "GAME", "Recorded games, or folders of them"),
        option("snake", "NAME", "Only the deaths of this snake, by name or id"),
        option("search", "NODES", "Look for the turn of the mistake, with so many nodes a board"),
    ],
    run,
};

/// What a death was like.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Manner {
    Starved,
    Trapped,
    HeadOn,
    Careless,
}

impl Manner {
    fn words(self) -> &'static str {
        match self {
            Manner::Starved => "starved",
            Manner::Trapped => "trapped",
            Manner::HeadOn => "lost head to head",
            Manner::Careless => "ran into something with a safe step at hand, or was late",
        }
    }
}

/// A death.
#[derive(Clone, Debug)]
pub(super) struct Death {
    pub(super) snake: String,
    /// The last board it was on.
    pub(super) turn: i64,
    pub(super) manner: Manner,
    /// What would have survived two rounds for certain.
    pub(super) sure: Vec<Direction>,
    /// For how many turns its longest walk had had an end.
    pub(super) doomed: u32,
    /// The turn on which it was not lost yet, with what would have held.
    pub(super) mistake: Option<(i64, Vec<Direction>)>,
}

fn run(given: &Given, watch: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let paths: Vec<&str> = given.all("game").collect();
    let nodes: Option<u64> = given.number("search")?;
    let (mut deaths, mut read, mut unread) = (Vec::new(), 0, 0);
    for path in games(&paths)? {
        // A folder holds other things, too.
        match game(&path) {
            Ok(log) => {
                read += 1;
                for death in deaths_of(&log, given.get("snake"), nodes) {
                    deaths.push((name_of(&path), death));
                }
            }
            Err(why) => {
                unread += 1;
                watch(&why);
            }
        }
    }
    if read == 0 {
        return Err("no recorded game could be read".to_owned());
    }
    let avoidable = deaths.iter().filter(|(_, d)| !d.sure.is_empty()).count();
    let text = told(&deaths, read, unread, avoidable);
    let rows: Vec<Value> = deaths.iter().map(|(file, death)| described(file, death)).collect();
    let json = json!({ "games": read, "unread": unread, "avoidable": avoidable, "deaths": rows });
    Ok(Analyzed { text, json, done: avoidable == 0 })
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Every snake that is on a board and not on the next.
pub(super) fn deaths_of(log: &Log, only: Option<&str>, nodes: Option<u64>) -> Vec<Death> {
    let mut deaths = Vec::new();
    for (at, pair) in log.turns.windows(2).enumerate() {
        let (before, after) = (&pair[0], &pair[1]);
        for snake in &before.board.snakes {
            let lives = after.board.snakes.iter().any(|other| other.id == snake.id);
            let wanted = only.is_none_or(|name| snake.id == name || snake.name == name);
            if !lives && wanted {
                deaths.extend(death_of(&log.turns[..=at], &snake.id, nodes));
            }
        }
    }
    deaths
}

/// The board as that snake was asked on it.
fn seen_by(request: &Request, id: &str) -> Option<Request> {
    let mut request = request.clone();
    request.you = request.board.snakes.iter().find(|snake| snake.id == id)?.clone();
    Some(request)
}

fn death_of(turns: &[Request], id: &str, nodes: Option<u64>) -> Option<Death> {
    let last = seen_by(turns.last()?, id)?;
    let playable = last.playable().ok()?;
    let (manner, sure) = for_size(&playable.setup, Manners(playable.you)).ok()?;
    let has_end = |request: &&Request| {
        let seen = seen_by(request, id).and_then(|r| r.playable().ok());
        seen.is_some_and(|p| for_size(&p.setup, HasEnd(p.you)).unwrap_or(false))
    };
    let doomed = turns.iter().rev().take_while(has_end).count() as u32;
    let mistake = nodes.and_then(|nodes| mistake(turns, id, nodes));
    Some(Death {
        snake: called(&last.you).to_owned(),
        turn: last.turn,
        manner,
        sure,
        doomed,
        mistake,
    })
}

struct Manners(Player);

impl ForSize for Manners {
    type Out = (Manner, Vec<Direction>);

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Self::Out {
        let (me, board) = (self.0, game.board());
        let sure: Vec<Direction> = game.surely_survives_two(me).iter().collect();
        let blocked = game.blocked();
        let open = Direction::ALL.map(|d| board.step(game.head(me), d));
        let open: Vec<u16> =
            open.into_iter().filter(|&c| board.is_on(c) && !blocked.contains(c)).collect();
        let fed = open.iter().any(|&cell| game.food().contains(cell));
        let manner = if !game.sure_steps(me).is_empty() {
            Manner::Careless
        } else if open.is_empty() {
            Manner::Trapped
        } else if game.health(me) <= 1 && !fed {
            Manner::Starved
        } else {
            let contested = |&cell: &u16| {
                game.living().without(me).iter().any(|other| {
                    game.length(other) >= game.length(me)
                        && board.steps(game.head(other)).contains(&cell)
                })
            };
            if open.iter().any(contested) { Manner::HeadOn } else { Manner::Starved }
        };
        (manner, sure)
    }
}

/// Whether the longest walk is known to end soon.
struct HasEnd(Player);

/// A snake that can walk on for so many rounds has a way out.
const WALK: u32 = 24;

/// Steps tried for a walk.
const STEPS: u32 = 20_000;

impl ForSize for HasEnd {
    type Out = bool;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> bool {
        game.longest_walk(self.0, WALK, STEPS).exact
    }
}

/// Rounds that the search for a mistake goes back at most.
const BACK: usize = 60;

/// The last turn that was not lost, with the steps that hold there.
fn mistake(turns: &[Request], id: &str, nodes: u64) -> Option<(i64, Vec<Direction>)> {
    for request in turns.iter().rev().take(BACK) {
        let playable = seen_by(request, id)?.playable().ok()?;
        let limits = Limits { nodes: Some(nodes), memory: 16, ..Limits::default() };
        let told = explain(&playable.setup, playable.you, Options::default(), &limits).ok()?;
        let holds = |score: Option<Score>| matches!(score, Some(Score::Points(_) | Score::Win(_)));
        let held: Vec<Direction> =
            told.directions.iter().filter(|d| holds(d.score)).map(|d| d.direction).collect();
        if !held.is_empty() {
            return Some((request.turn, held));
        }
    }
    None
}

fn words(directions: &[Direction]) -> String {
    directions.iter().map(|d| d.word()).collect::<Vec<_>>().join(" or ")
}

fn told(deaths: &[(String, Death)], read: u64, unread: u64, avoidable: usize) -> String {
    let mut lines = vec![format!(
        "{read} games, {} deaths, {avoidable} of them avoidable{}",
        deaths.len(),
        if unread > 0 { format!("; {unread} files could not be read") } else { String::new() }
    )];
    let mut by_snake: BTreeMap<&str, BTreeMap<Manner, u64>> = BTreeMap::new();
    for (_, death) in deaths {
        *by_snake.entry(&death.snake).or_default().entry(death.manner).or_default() += 1;
    }
    for (snake, manners) in by_snake {
        let list: Vec<String> =
            manners.iter().map(|(manner, n)| format!("{n} {}", manner.words())).collect();
        lines.push(format!("{snake}: {}", list.join(", ")));
    }
    for (file, death) in deaths {
        let mut line = format!(
            "{file} turn {}: {} {}, no way out for {} turns",
            death.turn,
            death.snake,
            death.manner.words(),
            death.doomed
        );
        if !death.sure.is_empty() {
            line.push_str(&format!("; {} was safe", words(&death.sure)));
        }
        if let Some((turn, held)) = &death.mistake {
            line.push_str(&format!("; not lost yet on turn {turn}, where {} held", words(held)));
        }
        lines.push(line);
    }
    lines.join("\n")
}

fn described(file: &str, death: &Death) -> Value {
    let list = |held: &[Direction]| held.iter().map(|d| d.word()).collect::<Vec<_>>();
    json!({
        "file": file, "snake": death.snake, "turn": death.turn, "manner": death.manner.words(),
        "sure": list(&death.sure), "no_way_out_for": death.doomed,
        "mistake": death.mistake.as_ref().map(|(turn, held)| json!({
            "turn": turn, "held": list(held),
        })),
    })
}
