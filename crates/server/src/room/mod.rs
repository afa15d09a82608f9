//! A game on the server: a table, who sits at it, and everything played.
//!
//! A room is changed under its lock, by short actions that either happen as a
//! whole or not at all. Searches run outside and come back with a ticket; an
//! answer to a question that is no longer asked is dropped.

mod access;
mod drive;
mod grading;
mod live;
mod save;
mod tree;
mod view;

pub(crate) use access::{Access, Viewer};
pub(crate) use drive::{drive, let_engine_move};
pub(crate) use grading::{Grading, grade};
pub(crate) use live::{Analysing, AnalysisRequest, analyse, position_after, stop_analysis};
pub use save::Saved;
pub(crate) use save::{seats as seats_of, who as who_of};
pub(crate) use tree::{NodeId, deciders};
pub(crate) use view::{Extent, Found, analysis_json, state_json};

use crate::clients::Playing;
use crate::error::ApiError;
use crate::token;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use takeback_core::{Player, Players, SplitMix, Turn};
use takeback_host::play::{MoveInput, Table};
use takeback_host::spec::Spec;
use takeback_host::{GameEntry, Registry, Variant};
use takeback_scene::Target;
use takeback_search::StopFlag;
use tokio::sync::watch;
use tree::{Node, Tree};

/// A variant of the registry, kept alive.
#[derive(Clone)]
pub(crate) struct Kind {
    registry: Registry,
    game: usize,
    variant: usize,
}

impl Kind {
    /// The variant of these names.
    pub(crate) fn find(
        registry: &Registry,
        name: &str,
        variant: Option<&str>,
    ) -> Result<Kind, ApiError> {
        let chosen = registry.choose(name, variant)?;
        let game = registry.games().iter().position(|game| game.name == chosen.game.name);
        let variant = chosen.game.variants.iter().position(|v| v.name() == chosen.name());
        let (game, variant) = game.zip(variant).expect("the registry just chose it");
        Ok(Kind { registry: registry.clone(), game, variant })
    }

    pub(crate) fn entry(&self) -> &GameEntry {
        &self.registry.games()[self.game]
    }

    pub(crate) fn variant(&self) -> &dyn Variant {
        &*self.entry().variants[self.variant]
    }

    /// Whether players know things that others do not.
    pub(crate) fn hides(&self) -> bool {
        self.variant().hides()
    }
}

/// Who plays a seat.
#[derive(Clone, Debug)]
pub(crate) enum Who {
    /// Whoever holds the token.
    Person { token: String },
    /// An engine.
    Engine { spec: Spec },
}

impl Who {
    pub(crate) fn person() -> Who {
        Who::Person { token: token::random(26) }
    }

    pub(crate) fn is_engine(&self) -> bool {
        matches!(self, Who::Engine { .. })
    }
}

/// A search for a move that is under way.
pub(crate) struct Thinking {
    pub(crate) ticket: u64,
    pub(crate) stop: StopFlag,
    pub(crate) seats: Players,
}

/// A game.
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    /// Counts among its client's games until it is dropped.
    pub(crate) playing: Playing,
    /// May do everything but see hidden hands.
    pub(crate) owner: String,
    pub(crate) seats: Vec<Who>,
    pub(crate) names: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) table: Box<dyn Table>,
    pub(crate) tree: Tree,
    /// Whether engines and chance go on by themselves.
    pub(crate) running: bool,
    /// How long to wait between two moves of engines.
    pub(crate) pause: Duration,
    /// Choices for a round played together that are not on the table yet.
    pub(crate) choices: Vec<Option<String>>,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) analysing: Option<Analysing>,
    pub(crate) grading: Option<Grading>,
    /// Why an engine did not move.
    pub(crate) trouble: Option<String>,
    /// Grows with every change that a state shows.
    pub(crate) version: u64,
    /// Grows when the tree is another one.
    pub(crate) epoch: u64,
    pub(crate) looked_at: Instant,
    most_nodes: usize,
    rng: SplitMix,
    tickets: u64,
    changed: watch::Sender<u64>,
    /// States already written for this version.
    rendered: HashMap<view::Face, Arc<str>>,
}

/// A room that several may hold.
pub(crate) type SharedRoom = Arc<Mutex<Room>>;

/// Lock a room. A panic inside an action is caught by the server and must not
/// lock everybody out: actions change the table and the tree together, last.
pub(crate) fn lock(room: &SharedRoom) -> MutexGuard<'_, Room> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a new room is made of.
pub(crate) struct Opening {
    pub(crate) kind: Kind,
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: Vec<Who>,
    pub(crate) seed: u64,
    pub(crate) pause: Duration,
    pub(crate) most_nodes: usize,
}

impl Room {
    pub(crate) fn new(opening: Opening, playing: Playing) -> Self {
        let Opening { kind, table, seats, seed, pause, most_nodes } = opening;
        Room {
            id: token::random(10),
            playing,
            owner: token::random(26),
            names: table.player_names(),
            choices: vec![None; seats.len()],
            tree: planted(&*table),
            rng: SplitMix::stream(seed, 1),
            kind,
            seats,
            seed,
            table,
            running: true,
            pause,
            thinking: None,
            analysing: None,
            grading: None,
            trouble: None,
            version: 1,
            epoch: 1,
            looked_at: Instant::now(),
            most_nodes,
            tickets: 0,
            changed: watch::Sender::new(0),
            rendered: HashMap::new(),
        }
    }

    /// Hear of changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How many listen.
    pub(crate) fn listeners(&self) -> usize {
        self.changed.receiver_count()
    }

    /// Something that a state shows has changed.
    pub(crate) fn touch(&mut self) {
        self.version += 1;
        self.rendered.clear();
        self.tell();
    }

    /// Something beside the state has changed: analysis, grades.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    pub(crate) fn turn(&self) -> Turn {
        self.tree.here().turn
    }

    pub(crate) fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    pub(crate) fn engine_of(&self, seat: Player) -> Option<&Spec> {
        match self.seats.get(seat.index())? {
            Who::Engine { spec } => Some(spec),
            Who::Person { .. } => None,
        }
    }

    /// Stop the search for a move, if one is under way.
    pub(crate) fn interrupt(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
        }
    }

    /// A decision by a seat: played at once, or kept until a round is complete.
    pub(crate) fn choose(&mut self, seat: Player, text: &str) -> Result<(), ApiError> {
        match self.turn() {
            Turn::Over => Err(ApiError::Over),
            Turn::Chance => Err(ApiError::NotNow("chance is to move".to_owned())),
            Turn::Player(player) if player == seat => self.play(text).map(|_| ()),
            Turn::Together(players) if players.contains(seat) => self.commit(seat, text),
            _ => Err(ApiError::NotNow(format!("{} is not in turn", self.names[seat.index()]))),
        }
    }

    fn commit(&mut self, seat: Player, text: &str) -> Result<(), ApiError> {
        let legal = self.table.choices(seat);
        if !legal.iter().any(|choice| choice == text) {
            return Err(illegal(text, legal));
        }
        self.choices[seat.index()] = Some(text.to_owned());
        self.resolve()?;
        self.touch();
        Ok(())
    }

    /// Put the choices of a complete round on the table.
    pub(crate) fn resolve(&mut self) -> Result<(), ApiError> {
        let Turn::Together(owed) = self.turn() else { return Ok(()) };
        if owed.iter().any(|seat| self.choices[seat.index()].is_none()) {
            return Ok(());
        }
        for seat in owed.iter() {
            let text = self.choices[seat.index()].take().expect("all have chosen");
            self.play(&text)?;
        }
        Ok(())
    }

    /// Play a move of whoever is next; a move that was played before leads to
    /// the same place.
    pub(crate) fn play(&mut self, text: &str) -> Result<NodeId, ApiError> {
        if self.tree.child(text).is_none() {
            self.must_have_room()?;
        }
        let by = self.turn();
        let inputs = self.table.inputs();
        self.table.play(text).map_err(|error| match ApiError::from(error) {
            ApiError::Illegal { text, .. } if !self.kind.hides() => {
                illegal(&text, self.table.legal())
            }
            other => other,
        })?;
        Ok(self.record(by, inputs))
    }

    fn must_have_room(&self) -> Result<(), ApiError> {
        let most = self.most_nodes;
        if self.tree.len() < most {
            return Ok(());
        }
        Err(ApiError::TooMany { what: "positions of one game", most })
    }

    /// Let chance decide.
    pub(crate) fn roll(&mut self) -> Result<(), ApiError> {
        self.must_have_room()?;
        let by = self.turn();
        let mut rng = self.rng.clone();
        if self.table.roll(&mut rng).is_none() {
            return Err(ApiError::NotNow("chance is not to move".to_owned()));
        }
        self.rng = rng;
        self.record(by, Vec::new());
        Ok(())
    }

    /// The table has just played one of these moves: note it, unless it was
    /// played here before. A move may be written in several ways, so it is the
    /// table's own text that counts.
    fn record(&mut self, by: Turn, inputs: Vec<MoveInput>) -> NodeId {
        let (text, told) = self.tell_last();
        if let Some(child) = self.tree.child(&text) {
            self.tree.step_to(child);
            self.after_step();
            return child;
        }
        let meant = inputs.into_iter().find(|input| input.text == text);
        let touched = meant.map_or(Vec::new(), |input| input.touched);
        let fresh = planted(&*self.table).here().clone();
        let node = Node { text, told, by, touched, ..fresh };
        let id = self.tree.grow(node);
        self.after_step();
        id
    }

    /// The last move in the game's notation, and as each may hear of it.
    fn tell_last(&self) -> (String, Vec<String>) {
        let last = |viewer| self.table.history(viewer).pop();
        if !self.kind.hides() {
            let text = self.table.moves().pop().unwrap_or_default();
            return (text.clone(), vec![text]);
        }
        let seats: Vec<String> = Player::all(self.seats.len())
            .map(|seat| last(Some(seat)).map_or(String::new(), |told| told.told))
            .collect();
        let whole = last(None);
        let by = whole.as_ref().and_then(|told| told.by.decider());
        let mut told = vec![view::heard_by_all(&seats, by)];
        told.extend(seats);
        (whole.map_or(String::new(), |told| told.text), told)
    }

    fn after_step(&mut self) {
        self.trouble = None;
        self.touch();
    }

    /// Go to any position of the tree. Engines wait until told to go on.
    pub(crate) fn go_to(&mut self, id: NodeId) -> Result<(), ApiError> {
        if self.tree.get(id).is_none() {
            let most = self.tree.len() - 1;
            return Err(ApiError::BadRequest(format!(
                "there is no position {id}; the last is {most}"
            )));
        }
        self.interrupt();
        self.running = false;
        self.choices.fill(None);
        let (back, forth) = self.tree.way_to(id);
        for _ in 0..back {
            self.table.take_back();
            self.tree.step_back();
        }
        for child in forth {
            let text = self.tree.nodes()[child].text.clone();
            self.table.play(&text)?;
            self.tree.step_to(child);
        }
        self.trouble = None;
        self.touch();
        Ok(())
    }

    /// Begin anew from this table.
    pub(crate) fn reset(&mut self, table: Box<dyn Table>) {
        self.interrupt();
        self.tree = planted(&*table);
        self.names = table.player_names();
        self.table = table;
        self.choices.fill(None);
        self.grading = None;
        self.trouble = None;
        self.running = false;
        self.epoch += 1;
        self.touch();
    }

    /// A table at another position of the tree.
    pub(crate) fn table_at(&self, id: NodeId) -> Result<Box<dyn Table>, ApiError> {
        let mut table = self.table.branch();
        let (back, forth) = self.tree.way_to(id);
        for _ in 0..back {
            table.take_back();
        }
        for child in forth {
            table.play(&self.tree.nodes()[child].text)?;
        }
        Ok(table)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.interrupt();
        stop_analysis(self);
    }
}

/// A tree of the table's position alone.
fn planted(table: &dyn Table) -> Tree {
    let mut tree = Tree::new(table.turn());
    let one_button = || {
        let inputs = table.inputs();
        matches!(&inputs[..], [only] if matches!(only.input.clicks[..], [Target::Button(_)]))
    };
    tree.force_start(matches!(table.turn(), Turn::Player(_)) && one_button());
    tree
}

/// Enough legal moves to see what they look like.
const SOME: usize = 20;

fn illegal(text: &str, mut legal: Vec<String>) -> ApiError {
    legal.truncate(SOME);
    ApiError::Illegal { text: text.to_owned(), some_legal: legal }
}
