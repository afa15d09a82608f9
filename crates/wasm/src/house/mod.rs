//! Rooms without a server.
//!
//! A [`House`] answers the requests of the server's interface about games, with
//! the same bodies, by the same crate of rooms. It has no thread, clock or disk:
//! what has to be done elsewhere (a search, a pause, telling whoever watches, keeping a
//! game) comes out as an [`Effect`], and what came of it goes in again by number.
//!
//! | file | what it does |
//! |---|---|
//! | `routes.rs` | a request to the call of a room that it means |
//! | `searches.rs` | engines' moves, analysis, grades: asked for, heard of, written down |
//! | `found.rs` | reports of searches, read back |

mod found;
mod routes;
mod searches;

use searches::Search;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use takeback_host::Registry;
use takeback_room::{Access, Extent, Look, Next, Record, Room, RoomError, Secret};

/// Positions a game may remember.
const MOST_NODES: usize = 5000;

/// Rooms, and the searches that run for them.
pub struct House {
    registry: Registry,
    rooms: BTreeMap<String, Lodger>,
    searches: BTreeMap<u32, Search>,
    numbers: u32,
    effects: Vec<Effect>,
    /// The time as it was last told, in milliseconds.
    now: u64,
}

/// A room, what was told of it last, and when somebody's time may be up.
struct Lodger {
    room: Room,
    told: u64,
    alarm: Option<u64>,
}

/// A request, as the server's interface has it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Request {
    /// `GET`, `POST`…
    pub method: String,
    /// From `/games` on.
    pub path: String,
    /// The token shown.
    pub token: Option<String>,
    /// Positions from this number on are wanted.
    pub since: Option<usize>,
    /// The number of the position to look at.
    pub at: Option<usize>,
    /// What was sent.
    pub body: Value,
    /// 64 hexadecimal digits that nobody can guess; a game that is begun needs them.
    pub secret: String,
}

/// What is to be done elsewhere.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Search, tell what was found, and report meanwhile where that is wanted.
    Search {
        /// Its number.
        search: u32,
        /// `GAME:VARIANT`.
        game: String,
        /// The position it all began at.
        start: String,
        /// The moves from there.
        moves: Vec<String>,
        /// The engine.
        engine: String,
        /// Its limits, as for any search of this module.
        limits: Value,
        /// The engine is the same one as for other searches with this text.
        kept: String,
        /// Whether reports are wanted.
        watched: bool,
    },
    /// A search whose answer nobody waits for any more.
    Stop {
        /// Its number.
        search: u32,
    },
    /// Let the room go on after a while.
    Wait {
        /// Which.
        room: String,
        /// Milliseconds.
        ms: u64,
    },
    /// There is something new to see in a room, and to be kept.
    Changed {
        /// Which.
        room: String,
    },
    /// A room has ended.
    Gone {
        /// Which.
        room: String,
    },
    /// The answer to a request that waited for this search.
    Reply {
        /// Its number.
        search: u32,
        /// As of a server.
        status: u16,
        /// What is answered.
        body: Value,
    },
}

/// The answer to a request.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// The status, and JSON or nothing.
    Now(u16, String),
    /// It comes when this search has ended.
    Later(u32),
}

/// What went wrong, as the server writes it.
fn refusal(code: &str, error: &RoomError) -> Value {
    let mut told = serde_json::json!({ "code": code, "message": error.to_string() });
    match error {
        RoomError::Illegal { some_legal, .. } if !some_legal.is_empty() => {
            told["legal"] = some_legal.as_slice().into();
        }
        RoomError::Stale { now } => told["version"] = (*now).into(),
        RoomError::TooMany { most, .. } => told["limit"] = (*most).into(),
        _ => (),
    }
    serde_json::json!({ "error": told })
}

type Refusable<T> = Result<T, RoomError>;

fn written(value: &impl Serialize) -> Refusable<String> {
    serde_json::to_string(value).map_err(|error| RoomError::BadRequest(error.to_string()))
}

fn read<T: serde::de::DeserializeOwned>(body: Value) -> Refusable<T> {
    serde_json::from_value(body).map_err(|error| RoomError::BadRequest(error.to_string()))
}

fn secret(digits: &str) -> Refusable<Secret> {
    let byte = |place: usize| {
        let pair = digits.get(2 * place..2 * place + 2)?;
        u8::from_str_radix(pair, 16).ok()
    };
    let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
    let bytes = bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    bytes.map(Secret).ok_or_else(|| RoomError::BadRequest("no secret was given".to_owned()))
}

impl House {
    /// An empty house for these games.
    #[must_use]
    pub fn new(registry: Registry) -> Self {
        House {
            registry,
            rooms: BTreeMap::new(),
            searches: BTreeMap::new(),
            numbers: 0,
            effects: Vec::new(),
            now: 0,
        }
    }

    /// It is now so late, in milliseconds: to be said before everything else.
    pub fn time(&mut self, now: u64) {
        self.now = self.now.max(now);
        for lodger in self.rooms.values_mut() {
            lodger.room.time(self.now);
        }
    }

    /// Answer a request. What else is to be done lies with the effects.
    pub fn request(&mut self, request: Request) -> Answer {
        let answer = self.route(request);
        self.settle();
        answer.unwrap_or_else(|(status, body)| Answer::Now(status, body.to_string()))
    }

    /// What is to be done since the last time, in order.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// A room that was kept, again.
    ///
    /// # Errors
    /// When the record is damaged, or of a game that is not here.
    pub fn wake(&mut self, record: Value, digits: &str) -> Refusable<()> {
        let record: Record = read(record)?;
        let room = record.load(&self.registry, MOST_NODES, secret(digits)?)?;
        let id = room.id().to_owned();
        self.rooms.insert(id.clone(), Lodger { told: room.news(), alarm: None, room });
        self.drive(&id);
        self.settle();
        Ok(())
    }

    /// All of a room that must survive the house; nothing of one that is not here.
    pub fn keep(&mut self, id: &str) -> Option<String> {
        let record = self.rooms.get_mut(id)?.room.keep();
        serde_json::to_string(&record).ok()
    }

    /// Let a room go on as far as nobody has to be asked.
    pub fn go_on(&mut self, id: &str) {
        if let Some(lodger) = self.rooms.get_mut(id) {
            lodger.alarm = lodger.alarm.filter(|&alarm| alarm > self.now);
        }
        self.drive(id);
        self.settle();
    }

    fn drive(&mut self, id: &str) {
        while let Some(lodger) = self.rooms.get_mut(id) {
            match lodger.room.advance() {
                Next::Wait => return self.watch_clock(id),
                Next::More => (),
                Next::Ask(question) => {
                    self.watch_clock(id);
                    return self.ask(id, question);
                }
            }
        }
    }

    /// Look again when somebody's time may be up.
    fn watch_clock(&mut self, id: &str) {
        let Some(lodger) = self.rooms.get_mut(id) else { return };
        let Some(due) = lodger.room.time(self.now) else { return };
        if lodger.alarm.is_none_or(|alarm| due < alarm) {
            lodger.alarm = Some(due);
            let ms = due.saturating_sub(self.now) + 1;
            self.effects.push(Effect::Wait { room: id.to_owned(), ms });
        }
    }

    /// What a reader has not been sent: messages as over the live connection, with the
    /// counts of states and analyses that it knows then.
    #[must_use]
    pub fn news(
        &self,
        id: &str,
        token: Option<&str>,
        look: &Look,
        (mut state, mut analysis): (u64, u64),
    ) -> Option<String> {
        let room = &self.rooms.get(id)?.room;
        let access = room.access(token);
        let mut messages = Vec::new();
        if room.version() != state {
            let extent = if state == 0 { Extent::Whole } else { Extent::News };
            state = room.version();
            // Where one may not look any more, one sees the table.
            let seen = room.view_at(access, extent, look);
            let seen = seen.or_else(|_| room.view_at(access, extent, &Look::default()));
            messages.extend(seen.ok().and_then(|seen| written(&seen).ok()));
        }
        if room.analysis_count() != analysis
            && let Some(found) = room.analysis(access)
        {
            analysis = room.analysis_count();
            messages.extend(written(&found).ok());
        }
        let messages = messages.join(",");
        Some(format!("{{\"messages\":[{messages}],\"state\":{state},\"analysis\":{analysis}}}"))
    }

    /// Take a room in, and let it begin.
    fn lodge(&mut self, room: Room) -> String {
        let id = room.id().to_owned();
        self.rooms.insert(id.clone(), Lodger { room, told: 0, alarm: None });
        self.drive(&id);
        id
    }

    fn room(&mut self, id: &str) -> Result<&mut Room, (u16, Value)> {
        match self.rooms.get_mut(id) {
            Some(lodger) => Ok(&mut lodger.room),
            None => {
                let why = RoomError::Unknown(format!("there is no game {id:?} here"));
                Err((404, refusal("no_game", &why)))
            }
        }
    }

    fn state(
        room: &Room,
        token: Option<&str>,
        extent: Extent,
        look: &Look,
    ) -> Result<String, RoomError> {
        // What the token allows may be another thing by now.
        let access: Access = room.access(token);
        written(&room.view_at(access, extent, look)?)
    }

    /// Notice what has changed: searches nobody waits for, rooms with news, rooms that
    /// have ended.
    fn settle(&mut self) {
        let ended: Vec<String> = self
            .rooms
            .iter()
            .filter(|(_, lodger)| lodger.room.is_ended())
            .map(|(id, _)| id.clone())
            .collect();
        for room in ended {
            self.rooms.remove(&room);
            self.effects.push(Effect::Gone { room });
        }
        // It still comes back with what it had found by then.
        for (&search, running) in &mut self.searches {
            if running.stop.is_set() && !running.is_stopping {
                running.is_stopping = true;
                self.effects.push(Effect::Stop { search });
            }
        }
        for (id, lodger) in &mut self.rooms {
            if lodger.told != lodger.room.news() {
                lodger.told = lodger.room.news();
                self.effects.push(Effect::Changed { room: id.clone() });
            }
        }
    }
}
