//! All that can be asked, with numbers for tables and engines.

use crate::fault::{Fault, Kind};
use crate::json::{Object, json};
use crate::options::Options;
use crate::slots::Slots;
use crate::told;
use takeback_core::{Player, SplitMix, Turn, threads_of};
use takeback_host::play::{Analysis, Seat, Table};
use takeback_host::{Chosen, FULL, PerftRequest, Registry, VerifyRequest};
use takeback_scene::{palette, svg};
use takeback_search::{Limits, StopFlag};
use takeback_verify::Golden;

/// Tables and engines of some games.
pub struct Desk {
    registry: Registry,
    tables: Slots<Box<dyn Table>>,
    engines: Slots<Seat>,
    stop: StopFlag,
}

type Answer<T> = Result<T, Fault>;

impl Desk {
    /// A desk for these games; setting the flag ends the search under way.
    #[must_use]
    pub fn new(registry: Registry, stop: StopFlag) -> Self {
        Desk { registry, tables: Slots::new(), engines: Slots::new(), stop }
    }

    /// The games with their variants and engines, as JSON.
    #[must_use]
    pub fn games(&self) -> String {
        let games = self.registry.games().iter().map(|game| {
            let variants = (0..game.variants.len()).map(|place| told::variant(&game.nth(place)));
            told::Game {
                name: game.name,
                title: game.title,
                about: game.about,
                notation: game.notation,
                variants: variants.collect(),
            }
        });
        json(&games.collect::<Vec<_>>())
    }

    fn chosen(&self, game: &str) -> Answer<Chosen<'_>> {
        Ok(self.registry.choose(game, None)?)
    }

    /// A table of `GAME` or `GAME:VARIANT`, from its start or a position. Where
    /// positions say which board they are of, the variant need not be named.
    ///
    /// # Errors
    /// When there is no such game or position.
    pub fn table(&mut self, game: &str, position: Option<&str>) -> Answer<u32> {
        let mut chosen = self.chosen(game)?;
        if let Some(position) = position.filter(|_| !game.contains(':'))
            && let Some(variant) = chosen.game.extras.variant_of(position)
        {
            chosen = chosen.game.choose(Some(variant))?;
        }
        let table = chosen.table(position)?;
        Ok(self.tables.put(table))
    }

    /// A table shuffled by this seed, in games that begin with chance.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn deal(&mut self, game: &str, seed: u64) -> Answer<u32> {
        let table = self.chosen(game)?.deal(seed);
        Ok(self.tables.put(table))
    }

    /// The table of this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn at(&self, table: u32) -> Answer<&dyn Table> {
        self.tables.get(table).map(|table| &**table).ok_or_else(|| nothing("table", table))
    }

    /// The table of this number, to be played on.
    ///
    /// # Errors
    /// When there is none.
    pub fn at_mut(&mut self, table: u32) -> Answer<&mut Box<dyn Table>> {
        self.tables.get_mut(table).ok_or_else(|| nothing("table", table))
    }

    /// Another table with the same past.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn branch(&mut self, table: u32) -> Answer<u32> {
        let branch = self.at(table)?.branch();
        Ok(self.tables.put(branch))
    }

    /// Forget a table.
    pub fn leave(&mut self, table: u32) {
        self.tables.take(table);
    }

    /// Let chance decide by weight; the outcome.
    ///
    /// # Errors
    /// When it is not chance's turn.
    pub fn roll(&mut self, table: u32, seed: u64) -> Answer<String> {
        let rolled = self.at_mut(table)?.roll(&mut SplitMix::new(seed));
        rolled.ok_or_else(|| Fault::new(Kind::Illegal, "it is not chance that decides here"))
    }

    /// Legal moves with the clicks that mean them; of `player` in a round played
    /// together.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn inputs(&self, table: u32, player: Option<Player>) -> Answer<String> {
        let table = self.at(table)?;
        let inputs = player.map_or_else(|| table.inputs(), |player| table.inputs_of(player));
        let told = inputs.iter().map(|m| told::Clicks {
            text: &m.text,
            input: &m.input,
            touched: &m.touched,
        });
        Ok(json(&told.collect::<Vec<_>>()))
    }

    /// Moves played, as `viewer` may hear of them.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn history(&self, table: u32, viewer: Option<Player>) -> Answer<String> {
        let told = self.at(table)?.history(viewer);
        let told = told.iter().map(|m| told::Played { told: &m.told, by: turn_number(m.by) });
        Ok(json(&told.collect::<Vec<_>>()))
    }

    /// Board and position as `viewer` may see them, as JSON.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn scene(&self, table: u32, viewer: Option<Player>) -> Answer<String> {
        let table = self.at(table)?;
        Ok(json(&told::Picture { board: &table.board(), scene: &table.scene(viewer) }))
    }

    /// A picture, as `viewer` may see the position.
    ///
    /// # Errors
    /// When there is no such table, or the options make no sense.
    pub fn svg(&self, table: u32, viewer: Option<Player>, options: &str) -> Answer<String> {
        let table = self.at(table)?;
        let told = Options::of(options)?;
        let mut options = svg::Options {
            last: table.last(viewer).map_or_else(Vec::new, |last| last.touched),
            ..svg::Options::default()
        };
        if let Some(size) = told.number("size") {
            if !(16.0..=8192.0).contains(&size) {
                return Err(Fault::new(Kind::Request, "size is 16 to 8192 pixels"));
            }
            options.size = size as f32;
        }
        if told.is_on("dark") {
            options.palette = palette::Palette::DARK;
        }
        if let Some(title) = told.text("title") {
            title.clone_into(&mut options.title);
        }
        Ok(svg::draw(&table.board(), &table.scene(viewer), &options))
    }

    /// An engine for a game, as specified.
    ///
    /// # Errors
    /// When there is no such engine.
    pub fn engine(&mut self, game: &str, spec: &str) -> Answer<u32> {
        let seat = self.chosen(game)?.engine(&spec.parse()?)?;
        Ok(self.engines.put(seat))
    }

    /// Forget an engine.
    pub fn dismiss(&mut self, engine: u32) {
        self.engines.take(engine);
    }

    /// What a search needs, lent out so that rules written in JavaScript can use
    /// the desk meanwhile. [`give_back`](Desk::give_back) what was lent.
    ///
    /// # Errors
    /// When there is no such table or engine, or the limits make no sense.
    pub fn lend(&mut self, engine: u32, table: u32, limits: &str) -> Answer<Lent> {
        let position = self.at(table)?.here();
        let told = Options::of(limits)?;
        let seat = self.engines.lend(engine).ok_or_else(|| nothing("engine", engine))?;
        self.stop.reset();
        let limits = limited(&seat.limits, told, &self.stop);
        Ok(Lent { engine, seat, position, limits, brief: told.is_on("brief") })
    }

    /// Take back what was lent.
    pub fn give_back(&mut self, lent: Lent) {
        self.engines.restore(lent.engine, lent.seat);
    }

    /// Lines of play below each move of a position, counted.
    ///
    /// # Errors
    /// When the position cannot be read or the depth is zero.
    pub fn perft(&self, game: &str, position: Option<&str>, depth: u32) -> Answer<String> {
        let request = PerftRequest { position, depth, strategy: None, threads: 1, stop: None };
        let counts = self.chosen(game)?.perft(&request)?;
        Ok(json(&Object(&counts)))
    }

    /// Walk for broken laws.
    ///
    /// # Errors
    /// When there is no such game or the request makes no sense.
    pub fn verify(&self, game: &str, request: &str) -> Answer<String> {
        if !FULL {
            return Err(apart());
        }
        let told = Options::of(request)?;
        let request = VerifyRequest {
            plies: told.count("plies").unwrap_or(20_000),
            time: told.time("time"),
            seed: told.count("seed").unwrap_or(0),
            threads: 1,
            stop: None,
        };
        let outcome = self.chosen(game)?.verify(&request, &|_| ());
        let failure = outcome.failure.as_ref().map(|failure| told::Failure {
            law: &failure.law,
            line: &failure.line,
            detail: &failure.detail,
            found_at: failure.found_at,
            seed: failure.seed,
        });
        Ok(json(&told::Walked { plies: outcome.plies, games: outcome.games, failure }))
    }

    /// Play recorded games again and compare every line; how many plies.
    ///
    /// # Errors
    /// At the first line that the rules would write otherwise.
    pub fn golden(&self, game: &str, text: &str) -> Answer<String> {
        if !FULL {
            return Err(apart());
        }
        let chosen = self.chosen(game)?;
        let golden = Golden::of_text(text);
        let golden = golden.ok_or_else(|| Fault::new(Kind::Request, "no golden games"))?;
        let replayed = chosen.compare_golden(&golden, text);
        let replayed = replayed.map_err(|e| Fault::new(Kind::Request, e.to_string()))?;
        let (games, plies) = (replayed.games as u64, replayed.plies as u64);
        Ok(json(&told::Games { games, plies, digest: None }))
    }
}

impl Desk {
    /// So many random games from this one on, as one number: equal natively and here.
    ///
    /// # Errors
    /// When there is no such game, or this is the small file of it.
    pub fn digest(&self, game: &str, seed: u64, from: u64, games: u64) -> Answer<String> {
        if !FULL {
            return Err(apart());
        }
        let played = self.chosen(game)?.digest(seed, from..from.saturating_add(games));
        let digest = Some(format!("{:016x}", played.digest));
        Ok(json(&told::Games { games: played.games, plies: played.plies, digest }))
    }
}

/// The verifier is not here.
fn apart() -> Fault {
    Fault::new(Kind::Apart, "the verifier is not in the small file of the game")
}

/// An engine and a position while a search is under way.
pub struct Lent {
    engine: u32,
    seat: Seat,
    position: Box<dyn Table>,
    limits: Limits,
    /// Only the move is wanted: nobody watches.
    brief: bool,
}

impl Lent {
    /// Search; `watch` hears reports as JSON.
    ///
    /// # Errors
    /// When there is nothing to think about.
    pub fn think(&mut self, watch: &mut dyn FnMut(&str)) -> Answer<String> {
        if self.brief {
            let analysis = self.seat.engine.choose(&*self.position, &self.limits)?;
            return Ok(json(&analysis));
        }
        let mut report = |analysis: &Analysis| watch(&json(analysis));
        let analysis = self.seat.engine.think(&*self.position, &self.limits, &mut report)?;
        Ok(json(&analysis))
    }
}

/// Whose turn it is as a number: a seat, or -1 over, -2 chance, and for a round
/// played together -3 less the set of seats that owe a choice.
#[must_use]
pub fn turn_number(turn: Turn) -> i64 {
    match turn {
        Turn::Player(player) => i64::from(player.0),
        Turn::Over => -1,
        Turn::Chance => -2,
        Turn::Together(players) => -3 - i64::from(players.0),
    }
}

fn nothing(what: &str, number: u32) -> Fault {
    Fault::new(Kind::Request, format!("there is no {what} {number}; it was freed or never made"))
}

/// The engine's own limits with what was said now. One limit of effort said now
/// replaces all of the engine's own; `within` replaces the time alone, `atMost` bounds
/// it, and `mix` is mixed into the engine's own seed.
fn limited(own: &Limits, told: Options<'_>, stop: &StopFlag) -> Limits {
    let mut limits = Limits { stop: stop.clone(), ..own.clone() };
    if let Some(threads) = told.count("threads") {
        limits.threads = threads.clamp(1, 256) as usize;
    }
    limits.threads = threads_of(limits.threads);
    let effort = ["time", "nodes", "depth", "iterations"];
    if effort.iter().any(|name| told.text(name).is_some()) {
        limits.time = told.time("time");
        limits.nodes = told.count("nodes");
        limits.depth = told.count("depth").map(|depth| depth.min(10_000) as u32);
        limits.iterations = told.count("iterations");
    }
    if let Some(time) = told.time("within") {
        limits.time = Some(time);
    }
    if let Some(most) = told.time("atMost") {
        limits.time = Some(limits.time.map_or(most, |own| own.min(most)));
    }
    if let Some(seed) = told.count("seed") {
        limits.seed = seed;
    }
    if let Some(mix) = told.count("mix") {
        limits.seed ^= mix;
    }
    if let Some(lines) = told.count("lines") {
        limits.lines = lines.clamp(1, 256) as usize;
    }
    if let Some(seat) = told.count("seat").filter(|&seat| seat < 32) {
        limits.seat = Some(Player(seat as u8));
    }
    limits
}
