//! The room itself: what it is made of, and how it changes.

use crate::clock::{Clock, Pace};
use crate::consent::Proposal;
use crate::log::{Event, Stands};
use crate::luck::Luck;
use crate::play::{planted, written};
use crate::{
    Access, Analysing, Chair, Grading, Holder, Kind, NodeId, Outcome, RoomError, Secret, Tree,
    Viewer, Who, hash_of,
};
use sha2::{Digest, Sha256};
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;
use takeback_core::{Player, Players, Turn};
use takeback_host::play::{MoveInput, Table};
use takeback_host::spec::Spec;
use takeback_search::StopFlag;

/// What a new room is made of.
#[derive(Debug)]
pub struct Opening {
    /// What is played.
    pub kind: Kind,
    /// Who plays.
    pub seats: Vec<Who>,
    /// What tokens, deal and dice are drawn from; nobody ever sees it.
    pub secret: Secret,
    /// The seed of deal and dice. Whoever chooses it knows what comes, so that in
    /// games that hide something nobody else can join then.
    pub seed: Option<u64>,
    /// Begin here instead; the same goes for it.
    pub position: Option<String>,
    /// How long to wait between two moves of engines.
    pub pause: Duration,
    /// Positions the game may remember, branches included.
    pub most_nodes: usize,
    /// How much time everybody has; none for no clocks.
    pub pace: Option<Pace>,
    /// Whether everybody may find the game in lists once it is over.
    pub listed: bool,
}

/// Positions a game may remember unless told otherwise.
const MOST_NODES: usize = 5000;

impl Opening {
    /// The usual start, dealt by the secret.
    #[must_use]
    pub fn new(kind: Kind, seats: Vec<Who>, secret: Secret) -> Self {
        Opening {
            kind,
            seats,
            secret,
            seed: None,
            position: None,
            pause: Duration::ZERO,
            most_nodes: MOST_NODES,
            pace: None,
            listed: false,
        }
    }

    /// Whether somebody knows the deal beforehand.
    fn is_known(&self) -> bool {
        self.seed.is_some() || self.position.is_some()
    }

    /// In a game that hides something, only what nobody knows can be shared.
    fn is_shared(&self) -> bool {
        let people = self.seats.iter().filter(|who| !who.is_engine()).count();
        self.kind.hides() && people > 1 && !self.is_known()
    }
}

/// A search for a move that is under way.
pub(crate) struct Thinking {
    pub(crate) ticket: u64,
    pub(crate) stop: StopFlag,
    pub(crate) seats: Players,
}

/// A game in progress.
pub struct Room {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    /// Empty after the room was read from a store.
    pub(crate) owner: String,
    pub(crate) owner_hash: String,
    /// What tokens are drawn from; never kept.
    tokens_from: Secret,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) names: Vec<String>,
    pub(crate) luck: Luck,
    /// Stands at the tree's position.
    pub(crate) table: Box<dyn Table>,
    pub(crate) tree: Tree,
    pub(crate) running: bool,
    pub(crate) pause: Duration,
    /// Choices for a round played together that are not on the table yet.
    pub(crate) choices: Vec<Option<String>>,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) analysing: Option<Analysing>,
    pub(crate) grading: Option<Grading>,
    pub(crate) proposal: Option<Proposal>,
    pub(crate) proposals: u64,
    pub(crate) trouble: Option<String>,
    pub(crate) version: u64,
    pub(crate) epoch: u64,
    pub(crate) ended: bool,
    pub(crate) most_nodes: usize,
    pub(crate) tickets: u64,
    /// Tokens handed out so far.
    pub(crate) tokens: u64,
    /// News of analysis and grading, which no version counts.
    pub(crate) news: u64,
    /// What can be played at the table's position, listed once.
    pub(crate) inputs: OnceCell<Arc<[MoveInput]>>,
    /// What has happened and was not fetched yet.
    pub(crate) events: Vec<Event>,
    pub(crate) logs: bool,
    /// What was noted last.
    pub(crate) noted: Stands,
    /// The time as it was last told.
    pub(crate) now_ms: u64,
    pub(crate) clock: Option<Clock>,
    /// How it ended, where that was not by the rules.
    pub(crate) outcome: Option<Outcome>,
    /// All want another game.
    pub(crate) wants_successor: bool,
    /// The room that follows.
    pub(crate) next: Option<String>,
    /// Whether it began at a position that was given.
    pub(crate) placed: bool,
    pub(crate) listed: bool,
}

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name of so many letters, five bits each.
fn token(root: &Secret, number: u64, letters: usize) -> String {
    let mut hash = Sha256::new();
    hash.update(b"takeback token");
    hash.update(root.0);
    hash.update(number.to_le_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    hash.iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// Letters of a room's name and of a token: 50 and 130 bits.
const NAME: usize = 10;
const TOKEN: usize = 26;

impl Room {
    /// Begin a game.
    ///
    /// # Errors
    /// When the position cannot be read or the number of seats is wrong.
    pub fn open(opening: Opening) -> Result<Self, RoomError> {
        let shared = opening.is_shared();
        // What is kept of a room does not lead back to its tokens.
        let root = Secret(opening.secret.hash("takeback luck", None));
        let dealt = if shared { Luck::secret(&root, 0).deal() } else { 0 };
        // JSON numbers keep whole numbers up to 2^53 in every language.
        let seed = opening.seed.unwrap_or_else(|| root.deal() >> 12);
        let variant = opening.kind.variant();
        let table = match (&opening.position, shared) {
            (Some(text), _) => variant.table(Some(text))?,
            (None, true) => variant.deal(dealt),
            (None, false) => variant.deal(seed),
        };
        let players = table.players();
        if opening.seats.len() != players {
            let given = opening.seats.len();
            return Err(RoomError::BadRequest(format!("{players} seats are needed, not {given}")));
        }
        if opening.pace.is_some_and(|pace| !pace.is_sane()) {
            let why = "a clock has between a second and a day".to_owned();
            return Err(RoomError::BadRequest(why));
        }
        let mut room = Room {
            id: token(&opening.secret, 0, NAME),
            owner_hash: hash_of(&token(&opening.secret, 1, TOKEN)),
            owner: token(&opening.secret, 1, TOKEN),
            tokens_from: opening.secret,
            chairs: Vec::new(),
            names: table.player_names(),
            luck: Luck::new(root, seed),
            tree: planted(&*table),
            kind: opening.kind,
            table,
            running: true,
            pause: opening.pause,
            choices: vec![None; players],
            thinking: None,
            analysing: None,
            grading: None,
            proposal: None,
            proposals: 0,
            trouble: None,
            version: 1,
            epoch: 1,
            ended: false,
            most_nodes: opening.most_nodes,
            tickets: 0,
            tokens: 2,
            news: 0,
            inputs: OnceCell::new(),
            events: Vec::new(),
            logs: false,
            noted: Stands::default(),
            now_ms: 0,
            clock: opening.pace.map(|pace| Clock::new(pace, players)),
            outcome: None,
            wants_successor: false,
            next: None,
            placed: opening.position.is_some(),
            listed: opening.listed,
        };
        let holder = if shared { Holder::Open } else { Holder::Owner };
        for who in opening.seats {
            let chair = room.chair(who, holder);
            room.chairs.push(chair);
        }
        if shared {
            room.luck.seal(0);
        }
        Ok(room)
    }

    /// A seat with a token of its own.
    fn chair(&mut self, who: Who, holder: Holder) -> Chair {
        let token = if who.is_engine() { String::new() } else { self.fresh_token() };
        Chair { who, hash: hash_of(&token), token, holder, name: None }
    }

    fn fresh_token(&mut self) -> String {
        self.tokens += 1;
        token(&self.tokens_from, self.tokens, TOKEN)
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The owner's token; empty after the room was read from a store.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The seats.
    #[must_use]
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// What is played.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The moves played, with the branches left behind.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The game as it stands.
    #[must_use]
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Grows with every change that a state shows.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Grows with everything there is to tell, analysis and grading included.
    #[must_use]
    pub fn news(&self) -> u64 {
        self.version.wrapping_add(self.news)
    }

    /// Whether it was ended and is to be forgotten.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// Who is in turn.
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.outcome.is_some() { Turn::Over } else { self.tree.here().turn }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Whether people play it against each other, in one place or several.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.chairs.iter().any(|chair| !chair.who.is_engine())
    }

    /// The engine that plays a seat.
    #[must_use]
    pub fn engine_of(&self, seat: Player) -> Option<&Spec> {
        match &self.chairs.get(seat.index())?.who {
            Who::Engine { spec } => Some(spec),
            Who::Person => None,
        }
    }

    /// How long to wait between two moves of engines.
    #[must_use]
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// Something that a state shows has changed.
    pub(crate) fn touch(&mut self) {
        self.version += 1;
    }

    /// Stop the search for a move, if one is under way.
    pub(crate) fn interrupt(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
        }
    }

    /// Stop everything that is under way; the room is left alone from now on.
    pub fn end(&mut self) {
        self.ended = true;
        self.running = false;
        self.interrupt();
        self.stop_analysis();
        self.grading = None;
        self.note(|_| Event::Ended);
        self.touch();
    }

    /// Leave the room as it stands, to be read from a store again: nothing goes on
    /// here any more, and nothing is noted.
    pub fn rest(&mut self) {
        self.logs = false;
        self.ended = true;
        self.interrupt();
        self.stop_analysis();
        self.grading = None;
    }

    pub(crate) fn set_running(&mut self, running: bool) {
        if !running {
            self.interrupt();
        }
        self.running = running;
        self.trouble = None;
        self.note(|_| Event::Running { running });
        self.settle();
        self.touch();
    }

    /// Another pause between two moves of engines.
    pub(crate) fn set_pause(&mut self, pause: Duration) {
        self.pause = pause;
        self.touch();
    }

    pub(crate) fn read_seats(&self, texts: &[String]) -> Result<Vec<Who>, RoomError> {
        if texts.len() != self.chairs.len() {
            let (needed, given) = (self.chairs.len(), texts.len());
            return Err(RoomError::BadRequest(format!("{needed} seats are needed, not {given}")));
        }
        let read: Vec<Who> = texts.iter().map(|text| Who::read(text)).collect::<Result<_, _>>()?;
        for (who, chair) in read.iter().zip(&self.chairs) {
            if let Who::Engine { spec } = who {
                self.kind.variant().engine_for_strangers(spec)?;
            }
            // Whoever has played alone with engines has seen what they hide.
            if self.kind.hides() && !who.is_engine() && chair.who.is_engine() && !self.is_over() {
                return Err(RoomError::Hidden(
                    "nobody joins a hidden game that has begun; begin a new one",
                ));
            }
        }
        Ok(read)
    }

    /// Others play; a person stays the same person.
    pub(crate) fn set_seats(&mut self, texts: &[String]) -> Result<(), RoomError> {
        let read = self.read_seats(texts)?;
        for (seat, who) in read.into_iter().enumerate() {
            let stays = !who.is_engine() && !self.chairs[seat].who.is_engine();
            if !stays {
                self.chairs[seat] = self.chair(who, Holder::Owner);
            }
        }
        self.interrupt();
        self.choices.fill(None);
        self.log_seats();
        self.touch();
        Ok(())
    }

    /// Refuse a position that is not in the tree.
    pub(crate) fn must_know(&self, id: NodeId) -> Result<(), RoomError> {
        if self.tree.get(id).is_some() {
            return Ok(());
        }
        let most = self.tree.len() - 1;
        Err(RoomError::BadRequest(format!("there is no position {id}; the last is {most}")))
    }

    /// A table at this position, with as many players as play here.
    pub(crate) fn table_from(&self, text: &str) -> Result<Box<dyn Table>, RoomError> {
        let table = self.kind.variant().table(Some(text))?;
        let (needed, given) = (self.chairs.len(), table.players());
        if needed != given {
            let why = format!("this position has {given} players, the game {needed}");
            return Err(RoomError::BadPosition(why));
        }
        Ok(table)
    }

    /// Begin anew from this table.
    pub(crate) fn reset(&mut self, table: Box<dyn Table>) {
        self.interrupt();
        self.tree = planted(&*table);
        self.names = table.player_names();
        self.table = table;
        self.inputs = OnceCell::new();
        self.choices.fill(None);
        self.grading = None;
        self.trouble = None;
        self.running = false;
        self.epoch += 1;
        self.outcome = None;
        self.placed = true;
        let players = self.chairs.len();
        self.clock = self.clock.as_ref().map(|clock| Clock::new(clock.pace, players));
        self.note(|room| Event::Reset { start: room.table.start() });
        self.touch();
    }

    /// What can be played at the table's position; listed once a position.
    pub(crate) fn inputs(&self) -> Arc<[MoveInput]> {
        Arc::clone(self.inputs.get_or_init(|| written(&*self.table)))
    }

    /// The seat to analyse for: where something is hidden, only one's own, and
    /// not at all where that would help against others.
    ///
    /// # Errors
    /// When analysis would show what others hide.
    pub fn seat_to_analyse(&self, access: Access) -> Result<Option<Player>, RoomError> {
        match self.viewer(access) {
            Viewer::All => Ok(None),
            Viewer::Public => Err(RoomError::Hidden("analysis would show what the players hide")),
            Viewer::Seat(_) if self.others(access) => {
                Err(RoomError::Hidden("others play here: no analysis until the game is over"))
            }
            Viewer::Seat(seat) if crate::deciders(self.turn()).contains(seat) => Ok(Some(seat)),
            Viewer::Seat(_) => Err(RoomError::not_now("analysis would show what others hide")),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.interrupt();
        self.stop_analysis();
    }
}
