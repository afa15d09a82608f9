//! A page to step through a game, with the territories drawn.
//!
//! One file that needs nothing else: the boards are drawn here, by the same layer
//! that draws every other board, and the page only shows one after the other.

use super::files::{asked, called, game};
use super::{SNAKE, option, place};
use crate::wire::Request;
use serde_json::json;
use std::path::Path;
use takeback_battlesnake::{Battlesnake, ForSize, for_size};
use takeback_core::Player;
use takeback_host::outside::{Analyzed, GameCommand, Given};
use takeback_scene::{Scenic, svg};

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "page",
    about: "Write a page to step through a recorded game, each snake's territory drawn",
    examples: "Examples:
  takeback battlesnake page game.jsonl --out game.html
  takeback battlesnake page game.jsonl --out game.html --from 80 --to 130

The page is one file that needs no network. Arrow keys step, Home and End jump, the space bar
plays. A cell in a snake's colour is one that it reaches before all others, tails that move
away counted in; below each board stands what each snake holds.",
    arguments: &[
        place("file", "GAME", "The recorded game"),
        option("out", "FILE", "Where to write it (game.html)"),
        option("from", "N", "The first turn (0)"),
        option("to", "N", "The last turn"),
        SNAKE,
    ],
    run,
};

/// More boards than this make no page that a browser likes.
const MOST: usize = 2000;

fn run(given: &Given, _: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let log = game(Path::new(given.get("file").unwrap_or_default()))?;
    let from: i64 = given.number("from")?.unwrap_or(0);
    let to: i64 = given.number("to")?.unwrap_or(i64::MAX);
    let turns: Vec<&Request> =
        log.turns.iter().filter(|r| (from..=to).contains(&r.turn)).take(MOST).collect();
    if turns.is_empty() {
        return Err(format!("no turn from {from} to {to} is recorded"));
    }
    let mut frames = Vec::with_capacity(turns.len());
    for request in turns {
        let request = match given.get("snake") {
            Some(_) => asked(request.clone(), given.get("snake")).unwrap_or(request.clone()),
            None => request.clone(),
        };
        frames.push((request.turn, frame(&request)?));
    }
    let out = given.get("out").unwrap_or("game.html");
    std::fs::write(out, page(&frames)).map_err(|e| format!("{out}: {e}"))?;
    let text = format!("{out}: {} turns; open it in a browser", frames.len());
    Ok(Analyzed { text, json: json!({ "file": out, "turns": frames.len() }), done: true })
}

/// A board as a picture.
fn frame(request: &Request) -> Result<String, String> {
    let setup = request.setup().map_err(|e| e.to_string())?;
    let names = request.board.snakes.iter().map(|s| called(s).to_owned()).collect();
    for_size(&setup, Draw { names, turn: request.turn }).map_err(|e| e.to_string())
}

struct Draw {
    names: Vec<String>,
    turn: i64,
}

impl ForSize for Draw {
    type Out = String;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> String {
        let mut scene = game.scene(None);
        for (panel, name) in scene.panels.iter_mut().zip(&self.names) {
            panel.title.clone_from(name);
        }
        let holdings = game.holdings();
        let held = |(seat, name): (Player, &String)| {
            let holding = &holdings[seat.index()];
            let food = holding.food.map_or("none".to_owned(), |turns| format!("{turns} away"));
            let (cells, exits) = (holding.cells.count(), holding.exits);
            format!("{name}: holds {cells} cells, food {food}, {exits} ways to go")
        };
        let options = svg::Options {
            title: format!("turn {}", self.turn),
            caption: Player::all(self.names.len()).zip(&self.names).map(held).collect(),
            size: 520.0,
            ..svg::Options::default()
        };
        svg::draw(&Scenic::board(&game), &scene, &options)
    }
}

/// The page. Pictures are text from our own hand; as JSON within a script they
/// only must not end it.
fn page(frames: &[(i64, String)]) -> String {
    let pictures: Vec<&String> = frames.iter().map(|(_, picture)| picture).collect();
    let turns: Vec<i64> = frames.iter().map(|(turn, _)| *turn).collect();
    let safe = |value: serde_json::Value| value.to_string().replace("</", "<\\/");
    include_str!("page.html")
        .replace("/*TURNS*/[]", &safe(json!(turns)))
        .replace("/*PICTURES*/[]", &safe(json!(pictures)))
}
