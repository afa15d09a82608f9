//! Requests: which call of a room each one means.

use super::{Answer, House, Refusable, Request, read, refusal, secret, written};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use takeback_room::{
    AnalysisBody, ByEngine, Call, Created, Extent, Foreign, Kind, Look, NewGame, PositionText,
    Room, RoomError, Saved, Who, WhyNot,
};

type Routed = Result<Answer, (u16, Value)>;

/// The usual and the longest time of each kind of analysis.
const LIVE: Duration = Duration::from_secs(15);
const TREE: Duration = Duration::from_millis(400);
const GRADE: Duration = Duration::from_millis(300);
const LONGEST: Duration = Duration::from_secs(5);

/// Requests whose calls have another name.
const NAMES: [(&str, &str); 3] = [("moves", "play"), ("takeback", "take_back"), ("goto", "go_to")];

/// As a server answers to what a room refuses.
#[allow(clippy::needless_pass_by_value, reason = "what failed is handed over")]
fn refused(error: RoomError) -> (u16, Value) {
    (error.status(), refusal(error.code(), &error))
}

fn nothing_there() -> (u16, Value) {
    refused(RoomError::Unknown("there is nothing at this address".to_owned()))
}

/// A body that may be left out.
fn optional<T: DeserializeOwned + Default>(body: Value) -> Refusable<T> {
    if body.is_null() { Ok(T::default()) } else { read(body) }
}

/// Refuse engines that are not here.
fn must_run(kind: &Kind, seats: &[Who]) -> Refusable<()> {
    for who in seats {
        if let Who::Engine { spec } = who {
            kind.variant().engine_for_strangers(spec)?;
        }
    }
    Ok(())
}

impl House {
    pub(super) fn route(&mut self, request: Request) -> Routed {
        let path = request.path.clone();
        let mut parts = path.trim_matches('/').split('/');
        let place = [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default);
        match (request.method.as_str(), place, parts.next()) {
            ("POST", ["games", "", ""], None) => self.create(request).map_err(refused),
            ("POST", ["games", "load", ""], None) => self.load(request).map_err(refused),
            ("POST", ["games", "import", ""], None) => self.import(request).map_err(refused),
            ("POST", ["games", "list", ""], None) => now(self.list(&request.body)),
            ("POST", ["positions", "picture", ""], None) => {
                self.picture(&request.body).map_err(refused)
            }
            (_, ["games", id, what], None) if !id.is_empty() => self.within(id, what, request),
            _ => Err(nothing_there()),
        }
    }

    fn create(&mut self, request: Request) -> Refusable<Answer> {
        let new: NewGame = read(request.body)?;
        let (kind, seats) = new.read(&self.registry)?;
        must_run(&kind, &seats)?;
        let room = new.open((kind, seats), secret(&request.secret)?, super::MOST_NODES)?;
        let created = written(&Created::of(&room))?;
        self.lodge(room);
        Ok(Answer::Now(201, created))
    }

    fn load(&mut self, request: Request) -> Refusable<Answer> {
        let saved: Saved = read(request.body)?;
        let kind = Kind::find(&self.registry, &saved.game, Some(&saved.variant))?;
        must_run(&kind, &saved.who()?)?;
        let room = saved.load(kind, secret(&request.secret)?, super::MOST_NODES)?.finish()?;
        let created = written(&Created::of(&room))?;
        self.lodge(room);
        Ok(Answer::Now(201, created))
    }

    fn import(&mut self, request: Request) -> Refusable<Answer> {
        let foreign: Foreign = read(request.body)?;
        let (saved, names) = foreign.read(&self.registry)?;
        let kind = Kind::find(&self.registry, &saved.game, Some(&saved.variant))?;
        let mut room = saved.load(kind, secret(&request.secret)?, super::MOST_NODES)?.finish()?;
        room.name_seats(&names);
        let created = written(&Created::of(&room))?;
        self.lodge(room);
        Ok(Answer::Now(201, created))
    }

    /// Lines of a list, of the games that are here.
    fn list(&self, body: &Value) -> Refusable<String> {
        let ids = body["ids"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let lines = ids.filter_map(|id| Some(self.rooms.get(id)?.room.summary()));
        written(&lines.collect::<Vec<_>>())
    }

    /// Begin the game that all want after this one.
    fn follow(&mut self, id: &str, digits: &str) -> Refusable<()> {
        let Some(lodger) = self.rooms.get(id).filter(|lodger| lodger.room.wants_successor()) else {
            return Ok(());
        };
        let next = self.lodge(lodger.room.successor(secret(digits)?)?);
        if let Some(lodger) = self.rooms.get_mut(id) {
            lodger.room.followed_by(&next);
        }
        Ok(())
    }

    /// A position after some moves, drawn; nothing is kept.
    fn picture(&self, body: &Value) -> Refusable<Answer> {
        let text = |name: &str| body[name].as_str();
        let game = text("game").unwrap_or_default();
        let kind = Kind::find(&self.registry, game, text("variant"))?;
        let mut table = kind.variant().table(text("position"))?;
        for m in body["moves"].as_array().into_iter().flatten() {
            table.play(m.as_str().unwrap_or_default())?;
        }
        let drawn = json!({
            "position": table.position(), "board": table.board(), "scene": table.scene(None),
        });
        Ok(Answer::Now(200, drawn.to_string()))
    }

    /// A request about one room.
    fn within(&mut self, id: &str, what: &str, request: Request) -> Routed {
        let Request { method, token, since, at, body, secret, .. } = request;
        let token = token.as_deref();
        let access = self.room(id)?.enter(token);
        let extent = since.map_or(Extent::Whole, Extent::Since);
        let look = Look { node: at, line: Vec::new() };
        let room = self.room(id)?;
        match (method.as_str(), what) {
            ("GET", "") => now(Self::state(room, token, extent, &look)),
            ("GET", "board") => now(written(&room.table().board())),
            ("GET", "save") => now(room.save(access).and_then(|saved| written(&saved))),
            ("GET", "export") => now(room.export(access).and_then(|(text, _)| written(&text))),
            ("POST", "why") => {
                let asked: WhyNot = read(body).map_err(refused)?;
                let why = room.why_not(access, asked);
                now(why.map(|why| json!({ "why": why }).to_string()))
            }
            ("GET", "position") => {
                let text = room.position(access).map(|position| PositionText { position });
                now(text.and_then(|text| written(&text)))
            }
            ("GET", "analysis") => now(written(&room.analysis(access))),
            ("DELETE", "analysis") => {
                access.must_take_part().map_err(refused)?;
                room.stop_analysis();
                Ok(Answer::Now(204, String::new()))
            }
            ("DELETE", "") => {
                room.call(access, Call::End).map_err(refused)?;
                Ok(Answer::Now(204, String::new()))
            }
            ("POST", "look") => {
                let look: Look = read(body).map_err(refused)?;
                now(Self::state(room, token, extent, &look))
            }
            ("POST", "analysis") => {
                let ask: AnalysisBody = optional(body).map_err(refused)?;
                let request = ask.request(LIVE).map_err(refused)?;
                self.study(id, access, ask.node, &request).map_err(refused)?;
                Ok(Answer::Now(202, String::new()))
            }
            ("POST", "tree") => {
                let ask: AnalysisBody = optional(body).map_err(refused)?;
                let mut request = ask.request(TREE).map_err(refused)?;
                request.time = request.time.min(LONGEST);
                let line = ask.line().map_err(refused)?;
                let later = self.unfold(id, access, line, &request).map_err(refused)?;
                Ok(Answer::Later(later))
            }
            ("POST", "grades") => {
                let ask: AnalysisBody = optional(body).map_err(refused)?;
                let mut request = ask.request(GRADE).map_err(refused)?;
                request.time = request.time.min(LONGEST);
                self.grade(id, access, request).map_err(refused)?;
                self.shown(id, token, extent, &look, 202)
            }
            ("POST", "engine") => {
                let by: ByEngine = optional(body).map_err(refused)?;
                let seat = room.may_ask_engine(access).map_err(refused)?;
                let spec = by.spec(room.engine_of(seat)).map_err(refused)?;
                room.kind()
                    .variant()
                    .engine_for_strangers(&spec)
                    .map_err(|error| refused(error.into()))?;
                let question = room.ask_engine(seat, spec).map_err(refused)?;
                self.ask(id, question);
                self.shown(id, token, extent, &look, 202)
            }
            _ => {
                let call = call(&method, what, body)?;
                room.call(access, call).map_err(refused)?;
                if room.is_ended() {
                    return now(Self::state(room, token, extent, &look));
                }
                self.follow(id, &secret).map_err(refused)?;
                self.drive(id);
                self.shown(id, token, extent, &look, 200)
            }
        }
    }

    fn shown(
        &mut self,
        id: &str,
        token: Option<&str>,
        extent: Extent,
        look: &Look,
        status: u16,
    ) -> Routed {
        let room: &Room = self.room(id)?;
        let state = Self::state(room, token, extent, look).map_err(refused)?;
        Ok(Answer::Now(status, state))
    }
}

fn now(text: Refusable<String>) -> Routed {
    text.map(|text| Answer::Now(200, text)).map_err(refused)
}

/// The call that a request means: most have its name, and its body is all there is to it.
fn call(method: &str, what: &str, body: Value) -> Result<Call, (u16, Value)> {
    let name = match (method, what) {
        ("PATCH", "") => "change",
        ("POST", "position") => {
            let text: PositionText = read(body).map_err(refused)?;
            return Ok(Call::Position(text.position));
        }
        ("POST", what) if !what.is_empty() && what != "end" => {
            NAMES.iter().find(|(known, _)| *known == what).map_or(what, |(_, call)| *call)
        }
        _ => return Err(nothing_there()),
    };
    let known = |call: &str| serde_json::from_value::<Call>(json!({ call: body.clone() }));
    match known(name) {
        Ok(call) => Ok(call),
        // Bodies whose every field has a default may be left out.
        Err(_) if body.is_null() => {
            let call = serde_json::from_value(json!({ name: {} }));
            call.map_err(|_| nothing_there())
        }
        Err(error) if error.to_string().contains("unknown variant") => Err(nothing_there()),
        Err(error) => Err(refused(RoomError::BadRequest(error.to_string()))),
    }
}
