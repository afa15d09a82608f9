//! A room as values that a store can keep.
//!
//! A [`Record`] is all of a room that must survive; an [`Event`] is one change of
//! it. A store writes the record once, then the events of each call together;
//! afterwards it reads the record, applies the events and loads the room. What is
//! under way (a search, an analysis) does not survive: it is asked for again. Of
//! tokens only hashes are kept, and nothing that leads back to them.

use crate::luck::{Luck, Sealed};
use crate::{
    Chair, Clock, Holder, Kind, Loading, NodeId, Opening, Outcome, Proposal, Room, RoomError,
    Secret, Who,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use takeback_host::Registry;

/// A seat, as it is kept.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct KeptChair {
    /// `person`, or an engine's text.
    pub who: String,
    /// The hash of what opens it.
    pub hash: String,
    /// Who holds it.
    pub holder: Holder,
    /// What the person wants to be called.
    #[serde(default)]
    pub name: Option<String>,
}

/// A room, as it is kept.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// The room's name.
    pub id: String,
    /// The hash of the owner's token.
    pub owner: String,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// What deals and dice are drawn from.
    pub secret: Secret,
    /// The seed while nobody else plays.
    pub seed: u64,
    /// The first position.
    pub start: String,
    /// The seats.
    pub chairs: Vec<KeptChair>,
    /// Tokens handed out so far.
    pub tokens: u64,
    /// Sealed deals.
    pub deals: Vec<Sealed>,
    /// Every move, with the number of the move before it.
    pub moves: Vec<(NodeId, String)>,
    /// Where the game stands.
    pub now: NodeId,
    /// Choices of a round that is not complete.
    pub choices: Vec<Option<String>>,
    /// Whether engines and chance go on by themselves.
    pub running: bool,
    /// Counts the trees of moves.
    pub epoch: u64,
    /// Whether it is to be forgotten.
    pub ended: bool,
    /// The version, what is asked, and how far the dice are.
    pub stands: Stands,
    /// How it ended, where that was not by the rules.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// The room that follows.
    #[serde(default)]
    pub next: Option<String>,
    /// Whether it began at a position that was given.
    #[serde(default)]
    pub placed: bool,
    /// Whether everybody may find it once it is over.
    #[serde(default)]
    pub listed: bool,
}

/// What changes with almost everything.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Stands {
    /// Counts changes.
    pub version: u64,
    /// What waits for consent.
    pub proposal: Option<Proposal>,
    /// Wishes so far.
    pub proposals: u64,
    /// Numbers drawn for dice while nobody else plays.
    pub drawn: u64,
    /// Milliseconds between two moves of engines.
    pub pause_ms: u64,
    /// What is left on the clocks.
    #[serde(default)]
    pub clock: Option<Clock>,
}

/// Changes that nobody keeps (an engine begins to think) count as versions too;
/// whoever has seen those must still see a later number when the room comes back.
const UNSEEN: u64 = 1 << 20;

/// One change of a record.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A move was played, or played again.
    Played {
        /// The position it led to.
        node: NodeId,
        /// The position before.
        parent: NodeId,
        /// The move.
        text: String,
    },
    /// A choice of a round that is not complete.
    Chosen {
        /// Whose.
        seat: u8,
        /// What.
        text: String,
    },
    /// The game goes on from another position.
    WentTo {
        /// Which.
        node: NodeId,
        /// Whether it goes on by itself.
        running: bool,
    },
    /// Paused, or not any more.
    Running {
        /// Which.
        running: bool,
    },
    /// Others play.
    Seats {
        /// The seats.
        chairs: Vec<KeptChair>,
        /// Tokens handed out so far.
        tokens: u64,
        /// Sealed deals.
        deals: Vec<Sealed>,
    },
    /// A deal was sealed or shown.
    Sealed {
        /// All of them.
        deals: Vec<Sealed>,
    },
    /// Begun anew.
    Reset {
        /// From here.
        start: String,
    },
    /// It ended otherwise than by the rules.
    Decided {
        /// How.
        outcome: Option<Outcome>,
    },
    /// Another game follows.
    Followed {
        /// Its room.
        id: String,
    },
    /// To be forgotten.
    Ended,
    /// The end of every batch.
    Stands(Stands),
}

impl Record {
    /// One change.
    ///
    /// # Errors
    /// When the event does not fit: the log has a hole.
    pub fn apply(&mut self, event: Event) -> Result<(), RoomError> {
        match event {
            Event::Played { node, parent, text } => {
                if node == self.moves.len() + 1 && parent < node {
                    self.moves.push((parent, text));
                } else if node > self.moves.len() {
                    return Err(RoomError::BadRequest(format!("the log misses move {node}")));
                }
                self.now = node;
                self.choices.fill(None);
            }
            Event::Chosen { seat, text } => {
                if let Some(choice) = self.choices.get_mut(usize::from(seat)) {
                    *choice = Some(text);
                }
            }
            Event::WentTo { node, running } => {
                self.now = node;
                self.running = running;
                self.outcome = None;
                self.choices.fill(None);
            }
            Event::Decided { outcome } => {
                self.outcome = outcome;
                self.choices.fill(None);
            }
            Event::Followed { id } => self.next = Some(id),
            Event::Running { running } => self.running = running,
            Event::Seats { chairs, tokens, deals } => {
                self.chairs = chairs;
                self.tokens = tokens;
                self.deals = deals;
            }
            Event::Sealed { deals } => self.deals = deals,
            Event::Reset { start } => {
                self.start = start;
                self.moves.clear();
                self.now = 0;
                self.choices.fill(None);
                self.running = false;
                self.outcome = None;
                self.placed = true;
                self.epoch += 1;
            }
            Event::Ended => self.ended = true,
            Event::Stands(stands) => self.stands = stands,
        }
        Ok(())
    }

    /// The room again; it knows its tokens when they are shown. Further ones are
    /// drawn from `secret`.
    ///
    /// # Errors
    /// When the record is damaged or its game is not known here.
    pub fn load(
        self,
        registry: &Registry,
        most_nodes: usize,
        secret: Secret,
    ) -> Result<Room, RoomError> {
        let kind = Kind::find(registry, &self.game, Some(&self.variant))?;
        let who = |kept: &KeptChair| Who::read(&kept.who);
        let seats = self.chairs.iter().map(who).collect::<Result<Vec<_>, _>>()?;
        let opening = Opening {
            seed: Some(self.seed),
            position: Some(self.start),
            pause: Duration::from_millis(self.stands.pause_ms),
            most_nodes,
            ..Opening::new(kind, seats, secret)
        };
        let mut room = Loading::new(Room::open(opening)?, self.moves, self.now)?.finish()?;
        for (chair, kept) in room.chairs.iter_mut().zip(self.chairs) {
            let who = chair.who.clone();
            let (token, KeptChair { hash, holder, name, .. }) = (String::new(), kept);
            *chair = Chair { who, token, hash, holder, name };
        }
        if self.choices.len() == room.choices.len() {
            room.choices = self.choices;
        }
        room.id = self.id;
        room.owner = String::new();
        room.owner_hash = self.owner;
        room.tokens = self.tokens;
        room.luck = Luck::new(self.secret, self.seed).after(self.stands.drawn);
        room.luck.sealed = self.deals;
        room.running = self.running;
        room.epoch = self.epoch;
        room.ended = self.ended;
        room.version = self.stands.version + UNSEEN;
        room.proposal = self.stands.proposal;
        room.proposals = self.stands.proposals;
        room.clock = self.stands.clock;
        room.outcome = self.outcome;
        room.next = self.next;
        room.placed = self.placed;
        room.listed = self.listed;
        Ok(room)
    }
}

impl Room {
    /// All that must survive, as it is now; events are noted from here on.
    pub fn keep(&mut self) -> Record {
        self.logs = true;
        self.events.clear();
        self.noted = self.stands();
        let nodes = self.tree.nodes();
        Record {
            id: self.id.clone(),
            owner: self.owner_hash.clone(),
            game: self.kind.entry().name.to_owned(),
            variant: self.kind.variant().name().to_owned(),
            secret: self.luck.root().clone(),
            seed: self.luck.seed,
            start: self.table.start(),
            chairs: self.kept_chairs(),
            tokens: self.tokens,
            deals: self.luck.sealed.clone(),
            moves: nodes[1..].iter().map(|n| (n.parent, n.text.clone())).collect(),
            now: self.tree.now(),
            choices: self.choices.clone(),
            running: self.running,
            epoch: self.epoch,
            ended: self.ended,
            stands: self.stands(),
            outcome: self.outcome.clone(),
            next: self.next.clone(),
            placed: self.placed,
            listed: self.listed,
        }
    }

    fn stands(&self) -> Stands {
        Stands {
            version: self.version,
            proposal: self.proposal.clone(),
            proposals: self.proposals,
            drawn: self.luck.drawn,
            pause_ms: self.pause.as_millis() as u64,
            clock: self.clock.clone(),
        }
    }

    /// What has happened since the last time, oldest first; empty when nothing has
    /// that must survive.
    pub fn fetch_events(&mut self) -> Vec<Event> {
        let mut events = std::mem::take(&mut self.events);
        let stands = self.stands();
        let is_news = self.noted != Stands { version: self.noted.version, ..stands.clone() };
        if self.logs && (is_news || !events.is_empty()) {
            self.noted = stands.clone();
            events.push(Event::Stands(stands));
        }
        events
    }

    pub(crate) fn note(&mut self, event: impl FnOnce(&Room) -> Event) {
        if self.logs {
            let event = event(self);
            self.events.push(event);
        }
    }

    pub(crate) fn log_seats(&mut self) {
        self.note(|room| Event::Seats {
            chairs: room.kept_chairs(),
            tokens: room.tokens,
            deals: room.luck.sealed.clone(),
        });
    }

    fn kept_chairs(&self) -> Vec<KeptChair> {
        let kept = |chair: &Chair| KeptChair {
            who: chair.who.text(),
            hash: chair.hash.clone(),
            holder: chair.holder,
            name: chair.name.clone(),
        };
        self.chairs.iter().map(kept).collect()
    }
}
