//! A record as one line of JSON, to be stored by another program than the one that
//! played it. Unlike [`game_json`](super::game_json), which is for readers, it leaves
//! nothing out that the file of games keeps, and can be read back.

use super::game::{Record, RecordedSeat, read_score, score_text};
use crate::matches::{Effort, Ply};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use takeback_core::Player;

/// Why a line is no record.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum WireError {
    #[error("a line is no record of a game: {0}")]
    Json(#[from] serde_json::Error),
    #[error("a record has {found:?} where a score such as \"points 12\" should be")]
    Score { found: String },
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: String,
    variant: String,
    start: String,
    opening: usize,
    ending: String,
    detail: String,
    #[serde(with = "exact")]
    seconds: f64,
    seats: Vec<SeatLine>,
    moves: Vec<MoveLine>,
}

#[derive(Serialize, Deserialize)]
struct SeatLine {
    engine: String,
    payoff: Option<i32>,
    moves: u64,
    nodes: u64,
    depths: u64,
    #[serde(with = "exact")]
    seconds: f64,
    late: u64,
}

/// Text, seat, score, depth, nodes, microseconds: a list, for there are many of them.
#[derive(Serialize, Deserialize)]
struct MoveLine(String, Option<u8>, Option<String>, u32, u64, u64);

/// Seconds as text: serde_json's own reading of numbers may be off in the last bit.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(seconds: &f64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(seconds)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The line of a record.
#[must_use]
pub fn to_wire(record: &Record) -> String {
    let seat = |seat: &RecordedSeat| SeatLine {
        engine: seat.engine.clone(),
        payoff: seat.payoff,
        moves: seat.effort.moves,
        nodes: seat.effort.nodes,
        depths: seat.effort.depths,
        seconds: seat.effort.seconds,
        late: seat.effort.late,
    };
    let ply = |ply: &Ply| {
        let (seat, score) = (ply.seat.map(|p| p.0), ply.score.map(score_text));
        let micros = ply.time.as_micros().min(u128::from(u64::MAX)) as u64;
        MoveLine(ply.text.clone(), seat, score, ply.depth, ply.nodes, micros)
    };
    let line = Line {
        game: record.game.clone(),
        variant: record.variant.clone(),
        start: record.start.clone(),
        opening: record.opening,
        ending: record.ending.clone(),
        detail: record.detail.clone(),
        seconds: record.seconds,
        seats: record.seats.iter().map(seat).collect(),
        moves: record.plies.iter().map(ply).collect(),
    };
    serde_json::to_string(&line).expect("names and numbers are always JSON")
}

/// The record of a line.
///
/// # Errors
/// When the line was not written by [`to_wire`].
pub fn from_wire(line: &str) -> Result<Record, WireError> {
    let line: Line = serde_json::from_str(line)?;
    let seat = |seat: SeatLine| RecordedSeat {
        engine: seat.engine,
        payoff: seat.payoff,
        effort: Effort {
            moves: seat.moves,
            nodes: seat.nodes,
            depths: seat.depths,
            seconds: seat.seconds,
            late: seat.late,
        },
    };
    let ply = |MoveLine(text, seat, score, depth, nodes, micros): MoveLine| {
        let score = match score {
            None => None,
            Some(found) => Some(read_score(&found).ok_or(WireError::Score { found })?),
        };
        let (seat, time) = (seat.map(Player), Duration::from_micros(micros));
        Ok(Ply { text, seat, score, depth, nodes, time })
    };
    Ok(Record {
        game: line.game,
        variant: line.variant,
        start: line.start,
        opening: line.opening,
        plies: line.moves.into_iter().map(ply).collect::<Result<_, WireError>>()?,
        seats: line.seats.into_iter().map(seat).collect(),
        ending: line.ending,
        detail: line.detail,
        seconds: line.seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Openings, Rules, sides};
    use crate::records::Store;
    use crate::tournament::{Plan, Schedule, play_game};

    #[test]
    fn a_record_sent_as_text_is_stored_as_the_record_itself() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = entry.nth(0);
        let plan = Plan {
            contenders: ["ab:depth=3,tt=1", "mcts:iterations=20,memory=1"]
                .map(|t| t.parse().expect("a spec"))
                .to_vec(),
            gauntlet: false,
            games: 4,
            openings: Openings::random(2),
            time: None,
            rules: Rules::default(),
            seed: 9,
            threads: 1,
        };
        let schedule = Schedule::new(&plan, 2).expect("a schedule");
        let mut sides = sides(variant, &plan.contenders, None).expect("engines");
        let mut store = Store::in_memory().expect("memory");
        let mut events = ["told", "sent"].map(|name| {
            store.event(name, "tournament", ("connect4", variant.name()), "").expect("new")
        });
        for number in 0..4 {
            let game = ("connect4", variant);
            let record = play_game(game, &plan, &schedule, number, &mut sides).expect("played");
            let sent = from_wire(&to_wire(&record)).expect("a record");
            let told = store.add(events[0], number, &record).expect("stored").expect("new");
            let games = [(number, sent)];
            assert_eq!(store.add_all(events[1], &games).expect("stored"), 1);
            assert_eq!(store.add_all(events[1], &games).expect("stored"), 0, "only once");
            let [told, sent] = [told, told + 1].map(|id| store.game(id).expect("a game"));
            assert_eq!(told, sent);
        }
        events.reverse();
        let [sent, told] = events.map(|event| store.results(event).expect("results"));
        assert_eq!((sent.len(), sent), (4, told));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for text in ["", "{}", "[1]", "{\"game\": 3}"] {
            assert!(matches!(from_wire(text), Err(WireError::Json(_))), "{text}");
        }
    }
}
