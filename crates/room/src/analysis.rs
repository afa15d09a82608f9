//! What engines think, as values: the analysis that runs or ran last, and how
//! it is shown.

use crate::{Access, NodeId, Room, RoomError, Viewer, deciders};
use serde::Serialize;
use std::time::Duration;
use takeback_core::Player;
use takeback_host::play::{AnalysedMove, Analysis, Table};
use takeback_host::spec::Spec;
use takeback_search::{Score, StopFlag};

/// What to analyse with.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The engine.
    pub spec: Spec,
    /// How many lines.
    pub lines: usize,
    /// How long.
    pub time: Duration,
}

/// An analysis that runs or has ended.
pub struct Analysing {
    pub(crate) ticket: u64,
    pub(crate) stop: StopFlag,
    pub(crate) node: NodeId,
    pub(crate) seat: Player,
    pub(crate) request: AnalysisRequest,
    pub(crate) latest: Option<Analysis>,
    pub(crate) trouble: Option<String>,
    pub(crate) done: bool,
    pub(crate) count: u64,
}

/// A search to run beside the game.
pub struct Study {
    /// Names it.
    pub ticket: u64,
    /// Ends it.
    pub stop: StopFlag,
    /// The position, as a table of its own.
    pub table: Box<dyn Table>,
    /// Whose decision is looked for.
    pub seat: Player,
}

impl Room {
    /// Begin to analyse a position for the seat in turn; whatever ran before
    /// ends. The table's position unless another one is named.
    ///
    /// # Errors
    /// When nobody decides there, or it would show what others hide.
    pub fn analyse(
        &mut self,
        access: Access,
        node: Option<NodeId>,
        request: AnalysisRequest,
    ) -> Result<Study, RoomError> {
        access.must_take_part()?;
        let own = self.seat_to_analyse(access)?;
        let node = node.unwrap_or(self.tree.now());
        let table = if node == self.tree.now() {
            self.table.here()
        } else {
            self.must_see_all(access)?;
            self.table_at(node)?
        };
        let decider = deciders(table.turn());
        let seat = own.filter(|&seat| decider.contains(seat)).or(decider.first());
        let Some(seat) = seat else {
            return Err(if table.turn().is_over() {
                RoomError::Over
            } else {
                RoomError::not_now("chance is to move: there is nothing to analyse")
            });
        };
        self.stop_analysis();
        let (stop, ticket) = (StopFlag::default(), self.ticket());
        let count = self.analysing.as_ref().map_or(0, |old| old.count) + 1;
        self.analysing = Some(Analysing {
            ticket,
            stop: stop.clone(),
            node,
            seat,
            request,
            latest: None,
            trouble: None,
            done: false,
            count,
        });
        self.news += 1;
        Ok(Study { ticket, stop, table, seat })
    }

    /// End the analysis that runs; what it found stays.
    pub fn stop_analysis(&mut self) {
        if let Some(analysing) = &mut self.analysing {
            analysing.stop.stop();
            analysing.done = true;
            self.news += 1;
        }
    }

    /// News of an analysis; false when nobody asks any more.
    pub fn analysis_news(&mut self, ticket: u64, found: Analysis) -> bool {
        self.tell_analysis(ticket, |analysing| analysing.latest = Some(found))
    }

    /// An analysis has ended.
    pub fn analysis_done(&mut self, ticket: u64, found: Result<Analysis, String>) {
        let asked = self.analysing.as_ref().filter(|a| a.ticket == ticket);
        if let (Ok(analysis), Some((node, seat))) = (&found, asked.map(|a| (a.node, a.seat))) {
            self.note_value(node, seat, analysis);
        }
        self.tell_analysis(ticket, |analysing| {
            analysing.done = true;
            match found {
                Ok(analysis) => analysing.latest = Some(analysis),
                Err(why) => analysing.trouble = Some(why),
            }
        });
    }

    /// A fresh flag for an analysis that was broken off and goes on later.
    pub fn renew_analysis(&mut self, ticket: u64) -> Option<StopFlag> {
        let analysing = self.analysing.as_mut().filter(|a| a.ticket == ticket && !a.done)?;
        analysing.stop = StopFlag::default();
        Some(analysing.stop.clone())
    }

    fn tell_analysis(&mut self, ticket: u64, news: impl FnOnce(&mut Analysing)) -> bool {
        let asked = self.analysing.as_mut().filter(|analysing| analysing.ticket == ticket);
        let Some(analysing) = asked else { return false };
        news(analysing);
        analysing.count += 1;
        self.news += 1;
        true
    }

    /// Grows with every report.
    #[must_use]
    pub fn analysis_count(&self) -> u64 {
        self.analysing.as_ref().map_or(0, |analysing| analysing.count)
    }

    /// The analysis that runs or ran last, if this access may see it.
    #[must_use]
    pub fn analysis(&self, access: Access) -> Option<AnalysisView> {
        let analysing = self.analysing.as_ref()?;
        let viewer = self.viewer(access);
        if viewer != Viewer::All && viewer != Viewer::Seat(analysing.seat) {
            return None;
        }
        let players = self.chairs.len();
        let found = |found: &Analysis| Found::new(players, analysing.seat, found);
        Some(AnalysisView {
            r#type: "analysis",
            node: analysing.node,
            seat: analysing.seat.0,
            engine: analysing.request.spec.to_string(),
            done: analysing.done,
            trouble: analysing.trouble.clone(),
            found: analysing.latest.as_ref().map(found),
        })
    }
}

/// An analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysisView {
    /// Always `analysis`.
    pub r#type: &'static str,
    /// The position it is about, by number.
    pub node: usize,
    /// Whose decision.
    pub seat: u8,
    /// The engine.
    pub engine: String,
    /// Whether it has ended.
    pub done: bool,
    /// Why there is none.
    pub trouble: Option<String>,
    /// What was found so far.
    #[serde(flatten)]
    pub found: Option<Found>,
}

/// What an engine found.
#[derive(Debug, Serialize)]
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreView {
    /// In words: `win in 3`, `+120`, `54.0 %`.
    pub text: String,
    /// As a share of a win between 0 and 1.
    pub share: f32,
}

/// A line of play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineView {
    /// What it is worth.
    pub score: ScoreView,
    /// Its moves.
    pub moves: Vec<String>,
}

/// A move that was looked at.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// In the game's notation.
    pub r#move: String,
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
        };
        let move_view = |m: &AnalysedMove| MoveView {
            r#move: m.m.clone(),
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
