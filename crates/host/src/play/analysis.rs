//! A search's report in words.

use serde::{Serialize, Serializer};
use serde_json::Value;
use std::time::Duration;
use takeback_core::{Game, Notation};
use takeback_search::{Report, Score, Stopped};

/// What an engine thinks of a position, moves written out.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The move to play.
    pub best: String,
    /// Worth to the player who decides.
    pub score: Score,
    /// Each player's expected share of a win, where the search keeps such.
    pub shares: Vec<f32>,
    /// The best lines.
    pub lines: Vec<AnalysedLine>,
    /// What was learned of each move.
    pub root: Vec<AnalysedMove>,
    /// Positions visited.
    pub nodes: u64,
    /// Depth completed.
    pub depth: u32,
    /// Deepest line.
    pub deepest: u32,
    /// Time spent.
    pub time: Duration,
    /// Why it ended; `None` while it goes on.
    pub stopped: Option<Stopped>,
}

/// A line of play and its worth.
#[derive(Clone, Debug)]
pub struct AnalysedLine {
    /// Worth to the player who decides.
    pub score: Score,
    /// The moves.
    pub moves: Vec<String>,
}

/// A root move.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// The move.
    pub m: String,
    /// Worth to the player who decides.
    pub score: Score,
    /// Visits or nodes spent on it.
    pub visits: u64,
}

impl Analysis {
    /// Write a report's moves in the game's notation.
    #[must_use]
    pub fn of<G: Game + Notation>(position: &G, report: &Report<G::Move>) -> Self {
        Analysis {
            lines: report
                .lines
                .iter()
                .map(|line| AnalysedLine {
                    score: line.score,
                    moves: line_text(position, &line.moves),
                })
                .collect(),
            root: report
                .root
                .iter()
                .map(|r| AnalysedMove {
                    m: position.move_text(r.m),
                    score: r.score,
                    visits: r.visits,
                })
                .collect(),
            ..Analysis::brief(position, report)
        }
    }

    /// The same without lines and root moves.
    #[must_use]
    pub fn brief<G: Game + Notation>(position: &G, report: &Report<G::Move>) -> Self {
        Analysis {
            best: position.move_text(report.best),
            score: report.score,
            shares: report.shares.clone(),
            lines: Vec::new(),
            root: Vec::new(),
            nodes: report.nodes,
            depth: report.depth,
            deepest: report.deepest,
            time: report.time,
            stopped: report.stopped,
        }
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Value {
        // Every key is a text.
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// As programs read it.
impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            best: &'a str,
            score: Scored,
            shares: &'a [f32],
            lines: &'a [AnalysedLine],
            moves: &'a [AnalysedMove],
            nodes: u64,
            depth: u32,
            deepest: u32,
            seconds: f64,
            stopped: Option<&'static str>,
        }
        let told = Told {
            best: &self.best,
            score: Scored::of(self.score),
            shares: &self.shares,
            lines: &self.lines,
            moves: &self.root,
            nodes: self.nodes,
            depth: self.depth,
            deepest: self.deepest,
            seconds: self.time.as_secs_f64(),
            stopped: self.stopped.map(Stopped::word),
        };
        told.serialize(serializer)
    }
}

impl Serialize for AnalysedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            score: Scored,
            moves: &'a [String],
        }
        Told { score: Scored::of(self.score), moves: &self.moves }.serialize(serializer)
    }
}

impl Serialize for AnalysedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            r#move: &'a str,
            score: Scored,
            visits: u64,
        }
        Told { r#move: &self.m, score: Scored::of(self.score), visits: self.visits }
            .serialize(serializer)
    }
}

fn line_text<G: Game + Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut game = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        // A line may end in moves that a table remembered from elsewhere.
        if !game.legal_moves().contains(&m) {
            break;
        }
        texts.push(game.move_text(m));
        game.make(m);
    }
    texts
}

/// A score under the name of its sort.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Scored {
    Win(u32),
    Loss(u32),
    Exact(i32),
    Margin(i32),
    Points(i32),
    Share(f32),
}

impl Scored {
    fn of(score: Score) -> Self {
        match score {
            Score::Win(plies) => Scored::Win(plies),
            Score::Loss(plies) => Scored::Loss(plies),
            Score::Exact(payoff) => Scored::Exact(payoff),
            Score::Margin(points) => Scored::Margin(points),
            Score::Points(points) => Scored::Points(points),
            Score::Share(share) => Scored::Share(share),
        }
    }
}
