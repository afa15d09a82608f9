//! What a search has to say: one form for all of them.

use crate::limits::Stopped;
use std::fmt;
use std::time::Duration;

/// How good a position or move is, from one player's view.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Score {
    /// A proven win in so many plies (0: won now). Alpha-beta counts turns where
    /// its depth does ([`DEPTH_IN_TURNS`](takeback_core::Evaluator::DEPTH_IN_TURNS)).
    Win(u32),
    /// A proven loss, counted in the same way.
    Loss(u32),
    /// A proven result between win and loss, in thousandths (0: a draw).
    Exact(i32),
    /// A proven margin in the game's own points, where it is played for points.
    Margin(i32),
    /// A judgement in the evaluator's units; in the game's points where it is
    /// played for them.
    Points(i32),
    /// A mean result between 0 (loss) and 1 (win).
    Share(f32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Win(plies) => write!(f, "win in {plies}"),
            Score::Loss(plies) => write!(f, "loss in {plies}"),
            Score::Exact(0) => f.write_str("draw"),
            Score::Exact(payoff) => write!(f, "proven {:+.3}", f64::from(payoff) / 1000.0),
            Score::Margin(0) => f.write_str("even"),
            Score::Margin(points) => write!(f, "{points:+} points"),
            Score::Points(points) => write!(f, "{points:+}"),
            Score::Share(share) => write!(f, "{:.1} %", share * 100.0),
        }
    }
}

/// One line of play and what it is worth to the player who begins it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<M> {
    /// Worth to the player in turn at the root.
    pub score: Score,
    /// The moves, first first. Never empty.
    pub moves: Vec<M>,
}

/// What a search learned of one move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Worth to the player in turn at the root.
    pub score: Score,
    /// How much of the search went into it: visits or nodes.
    pub visits: u64,
}

/// The answer, and how it came about. Also sent while the search goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// Worth to the player in turn at the root.
    pub score: Score,
    /// Worth to each player between 0 and 1 where the search keeps such
    /// values; else empty.
    pub shares: Vec<f32>,
    /// The best lines, best first; as many as were asked for.
    pub lines: Vec<Variation<M>>,
    /// Every root move that was looked at, in order of the move list.
    pub root: Vec<RootMove<M>>,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Iterations done, for searches that sample.
    pub iterations: u64,
    /// Depth completed, or the mean depth of the tree.
    pub depth: u32,
    /// Deepest line looked at.
    pub deepest: u32,
    /// Time spent.
    pub time: Duration,
    /// Why it ended; `None` while it goes on.
    pub stopped: Option<Stopped>,
    /// How often a move could not be taken back and the position was rebuilt
    /// from a copy. Zero for every game whose undo is exact.
    pub rebuilt: u64,
}

impl<M> Report<M> {
    /// Nodes a second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The same report in other words for its moves.
    #[must_use]
    pub fn map<N>(&self, mut said: impl FnMut(&M) -> N) -> Report<N> {
        Report {
            best: said(&self.best),
            score: self.score,
            shares: self.shares.clone(),
            lines: self
                .lines
                .iter()
                .map(|line| Variation {
                    score: line.score,
                    moves: line.moves.iter().map(&mut said).collect(),
                })
                .collect(),
            root: self
                .root
                .iter()
                .map(|at| RootMove { m: said(&at.m), score: at.score, visits: at.visits })
                .collect(),
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            deepest: self.deepest,
            time: self.time,
            stopped: self.stopped,
            rebuilt: self.rebuilt,
        }
    }
}

/// Why there is no answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SearchError {
    /// The game has ended.
    Over,
    /// It is nobody's turn but chance's.
    Chance,
    /// The player in turn has no legal move: a dead end.
    NoMove,
    /// The limits allow no search at all; says which.
    Limits(&'static str),
    /// The search cannot play this game; says why.
    Unsuited(&'static str),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Over => f.write_str("the game is over: there is nothing to search"),
            SearchError::Chance => f.write_str("chance is to move: there is no decision to search"),
            SearchError::NoMove => f.write_str("the player in turn has no legal move"),
            SearchError::Limits(what) => write!(f, "these limits allow no search: {what}"),
            SearchError::Unsuited(why) => write!(f, "this search cannot play this game: {why}"),
        }
    }
}

impl std::error::Error for SearchError {}
