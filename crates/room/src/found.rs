//! What an engine found, as it is shown: scores on one scale, moves as people write them.

use serde::Serialize;
use takeback_core::{Player, Turn};
use takeback_host::play::{AnalysedMove, Analysis, Table};
use takeback_search::Score;

/// What an engine found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Found {
    /// The move to play.
    pub best: String,
    /// What it is worth.
    pub score: ScoreView,
    /// Each player's share of a win between 0 and 1, where known.
    pub shares: Option<Vec<f32>>,
    /// The best lines.
    pub lines: Vec<LineView>,
    /// What was learned of each move, most looked at first.
    pub moves: Vec<MoveView>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited a second.
    pub nodes_per_second: u64,
    /// Depth completed.
    pub depth: u32,
    /// Deepest line.
    pub deepest: u32,
    /// Time spent.
    pub seconds: f64,
    /// Why it ended: `time`, `solved`, `flag`…
    pub stopped: Option<String>,
}

/// A judgement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreView {
    /// In words: `win in 3`, `+120`, `54.0 %`.
    pub text: String,
    /// As a share of a win between 0 and 1.
    pub share: f32,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineView {
    /// What it is worth.
    pub score: ScoreView,
    /// Its moves.
    pub moves: Vec<String>,
    /// The first of them as players write them, where that is not the notation itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub short: Vec<String>,
    /// The first of them in words, where nothing is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A move that was looked at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// In the game's notation.
    pub r#move: String,
    /// As players write it, where that is not the notation itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// In words, for the moves most looked at.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// What it is worth.
    pub score: ScoreView,
    /// How often it was looked at.
    pub visits: u64,
}

/// What a judgement must be worth for the chances to stand at 73 to 27: about
/// what a decisive advantage counts in the evaluators of the house.
const POINTS: f32 = 400.0;

/// A score as a share of a win between 0 and 1.
#[must_use]
pub fn share(score: Score) -> f32 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Exact(thousandths) => (thousandths as f32 + 1000.0) / 2000.0,
        Score::Share(share) => share,
        // Whoever has more points has won.
        Score::Margin(points) => (points.signum() as f32 + 1.0) / 2.0,
        Score::Points(points) => 1.0 / (1.0 + (-(points as f32) / POINTS).exp()),
    }
}

/// Each player's chances, where they can be known from this analysis.
#[must_use]
pub fn value_of(players: usize, seat: Player, analysis: &Analysis) -> Option<Vec<f32>> {
    // A mover at random knows nothing.
    if analysis.nodes <= 1 && analysis.depth == 0 {
        return None;
    }
    if analysis.shares.len() == players {
        return Some(analysis.shares.clone());
    }
    let own = share(analysis.score);
    match players {
        1 => Some(vec![own]),
        2 if seat.index() == 0 => Some(vec![own, 1.0 - own]),
        2 => Some(vec![1.0 - own, own]),
        _ => None,
    }
}

fn score_view(score: Score) -> ScoreView {
    ScoreView { text: score.to_string(), share: share(score) }
}

/// More moves than a picture can show.
const MOST_MOVES: usize = 400;

impl Found {
    /// An analysis as it is shown.
    #[must_use]
    pub fn new(players: usize, seat: Player, analysis: &Analysis) -> Self {
        let mut moves: Vec<&AnalysedMove> = analysis.root.iter().collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.visits));
        moves.truncate(MOST_MOVES);
        let seconds = analysis.time.as_secs_f64();
        let line = |line: &takeback_host::play::AnalysedLine| LineView {
            score: score_view(line.score),
            moves: line.moves.clone(),
            short: Vec::new(),
            said: Vec::new(),
        };
        let move_view = |m: &AnalysedMove| MoveView {
            r#move: m.m.clone(),
            short: None,
            said: String::new(),
            score: score_view(m.score),
            visits: m.visits,
        };
        Found {
            best: analysis.best.clone(),
            score: score_view(analysis.score),
            shares: value_of(players, seat, analysis),
            lines: analysis.lines.iter().map(line).collect(),
            moves: moves.into_iter().map(move_view).collect(),
            nodes: analysis.nodes,
            nodes_per_second: (analysis.nodes as f64 / seconds.max(1e-3)) as u64,
            depth: analysis.depth,
            deepest: analysis.deepest,
            seconds,
            stopped: analysis.stopped.map(|why| format!("{why:?}").to_lowercase()),
        }
    }

    /// The same with its moves as people write and say them, from the position that it is
    /// about. Words may tell what is hidden: not for games that hide something.
    #[must_use]
    pub fn in_words(mut self, table: &dyn Table) -> Self {
        for line in &mut self.lines {
            let worded = worded(table, &line.moves);
            if worded.iter().zip(&line.moves).any(|(worded, text)| worded.short != *text) {
                line.short = worded.iter().map(|worded| worded.short.clone()).collect();
            }
            line.said = worded.into_iter().map(|worded| worded.said).collect();
        }
        for m in self.moves.iter_mut().take(MOVES_SAID) {
            let Some(worded) = worded(table, std::slice::from_ref(&m.r#move)).pop() else {
                continue;
            };
            m.short = Some(worded.short).filter(|short| *short != m.r#move);
            m.said = worded.said;
        }
        self
    }
}

/// So far a line is put into words: further than anybody follows it.
const LINE_SAID: usize = 16;

/// So many moves are put into words: as many as a search tree shows.
const MOVES_SAID: usize = 8;

/// A move as people know it.
pub(crate) struct Worded {
    /// As players write it.
    pub(crate) short: String,
    /// In words.
    pub(crate) said: String,
}

/// The first moves of a line as people know them; what cannot be played here ends it, and
/// so does a round played together, in which a text alone does not say whose choice it is.
pub(crate) fn worded(table: &dyn Table, line: &[String]) -> Vec<Worded> {
    let mut table = table.here();
    let word = |text: &String| {
        if matches!(table.turn(), Turn::Together(_)) {
            return None;
        }
        let said = table.say(text);
        table.play(text).ok()?;
        Some(Worded { short: table.last(None)?.told, said })
    };
    line.iter().take(LINE_SAID).map_while(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_all_kinds_are_on_one_scale() {
        assert_eq!(share(Score::Points(0)), 0.5);
        assert_eq!(share(Score::Exact(0)), 0.5);
        assert_eq!([-2, 0, 2].map(|n| share(Score::Margin(n))), [0.0, 0.5, 1.0]);
        let rising = [
            Score::Loss(3),
            Score::Points(-300),
            Score::Share(0.5),
            Score::Points(300),
            Score::Win(9),
        ];
        assert!(rising.windows(2).all(|pair| share(pair[0]) < share(pair[1])));
    }
}
