//! A recorded game.

use crate::matches::{Effort, Ending, Played, Ply};
use serde_json::{Value, json};
use std::time::Duration;
use takeback_core::Player;
use takeback_search::Score;

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// Where it began.
    pub start: String,
    /// How many of its moves were the opening.
    pub opening: usize,
    /// The moves.
    pub plies: Vec<RecordedPly>,
    /// Who sat where, and what came of it.
    pub seats: Vec<RecordedSeat>,
    /// How it ended, in a word.
    pub ending: String,
    /// More about that.
    pub detail: String,
    /// How long it took.
    pub seconds: f64,
}

/// A move as it is stored.
pub type RecordedPly = Ply;

/// A seat.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSeat {
    /// Who sat there.
    pub engine: String,
    /// The result in thousandths of a win, if there was one.
    pub payoff: Option<i32>,
    /// What the thinking came to.
    pub effort: Effort,
}

impl Record {
    /// A game of a match; `names[p]` sat in seat `p`.
    #[must_use]
    pub fn of(game: &str, variant: &str, names: &[String], played: &Played) -> Self {
        let detail = match &played.ending {
            Ending::Forfeit(player, forfeit) => {
                format!("seat {}: {}", player.index() + 1, forfeit.detail)
            }
            _ => String::new(),
        };
        Record {
            game: game.to_owned(),
            variant: variant.to_owned(),
            start: played.start.clone(),
            opening: played.opening,
            plies: played.plies.clone(),
            seats: names
                .iter()
                .zip(&played.payoffs)
                .zip(&played.effort)
                .map(|((name, payoff), effort)| RecordedSeat {
                    engine: name.clone(),
                    payoff: Some(payoff.0),
                    effort: *effort,
                })
                .collect(),
            ending: played.ending.name().to_owned(),
            detail,
            seconds: played.time.as_secs_f64(),
        }
    }
}

/// A score in two words.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
        Score::Exact(payoff) => format!("exact {payoff}"),
        Score::Margin(points) => format!("margin {points}"),
        Score::Points(points) => format!("points {points}"),
        Score::Share(share) => format!("share {share}"),
    }
}

/// The score written so.
#[must_use]
pub fn read_score(text: &str) -> Option<Score> {
    let (kind, number) = text.split_once(' ')?;
    match kind {
        "win" => number.parse().ok().map(Score::Win),
        "loss" => number.parse().ok().map(Score::Loss),
        "exact" => number.parse().ok().map(Score::Exact),
        "margin" => number.parse().ok().map(Score::Margin),
        "points" => number.parse().ok().map(Score::Points),
        "share" => number.parse().ok().map(Score::Share),
        _ => None,
    }
}

/// A score for programs.
#[must_use]
pub fn score_json(score: Score) -> Value {
    match score {
        Score::Win(plies) => json!({ "win": plies }),
        Score::Loss(plies) => json!({ "loss": plies }),
        Score::Exact(payoff) => json!({ "exact": payoff }),
        Score::Margin(points) => json!({ "margin": points }),
        Score::Points(points) => json!({ "points": points }),
        Score::Share(share) => json!({ "share": share }),
    }
}

pub(super) fn ply_from_row(
    text: String,
    seat: Option<u8>,
    score: Option<&str>,
    (depth, nodes, micros): (u32, i64, i64),
) -> Ply {
    Ply {
        text,
        seat: seat.map(Player),
        score: score.and_then(read_score),
        depth,
        nodes: nodes.max(0) as u64,
        time: Duration::from_micros(micros.max(0) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_their_text() {
        for score in [
            Score::Win(3),
            Score::Loss(0),
            Score::Exact(-250),
            Score::Margin(-12),
            Score::Points(-71),
            Score::Share(0.123_456_79),
        ] {
            assert_eq!(read_score(&score_text(score)), Some(score));
        }
        assert_eq!(read_score("points x"), None);
        assert_eq!(read_score(""), None);
    }
}
