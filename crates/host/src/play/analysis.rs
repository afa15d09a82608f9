//! A search's report in words.

use serde_json::{Value, json};
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
        json!({
            "best": self.best,
            "score": score_json(self.score),
            "shares": self.shares,
            "lines": self.lines.iter().map(|l| json!({
                "score": score_json(l.score), "moves": l.moves,
            })).collect::<Vec<_>>(),
            "moves": self.root.iter().map(|r| json!({
                "move": r.m, "score": score_json(r.score), "visits": r.visits,
            })).collect::<Vec<_>>(),
            "nodes": self.nodes,
            "depth": self.depth,
            "deepest": self.deepest,
            "seconds": self.time.as_secs_f64(),
            "stopped": self.stopped.map(|s| format!("{s:?}").to_lowercase()),
        })
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

fn score_json(score: Score) -> Value {
    match score {
        Score::Win(plies) => json!({ "win": plies }),
        Score::Loss(plies) => json!({ "loss": plies }),
        Score::Exact(payoff) => json!({ "exact": payoff }),
        Score::Margin(points) => json!({ "margin": points }),
        Score::Points(points) => json!({ "points": points }),
        Score::Share(share) => json!({ "share": share }),
    }
}
