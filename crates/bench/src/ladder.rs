//! Whether a game's ten levels are evenly spaced: each plays the next lower one.

use super::{Cell, ResultTable};

/// What a step of the ladder should score against the one below.
const EVEN: [f64; 2] = [0.60, 0.75];

/// One row of a ladder: a level, the one below, and its score with the interval.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Which level.
    pub level: String,
    /// What plays there.
    pub engine: String,
    /// The level below.
    pub against: String,
    /// Games played.
    pub games: u64,
    /// Lower end, mean and upper end of its score.
    pub score: [f64; 3],
}

impl Rung {
    /// Whether the step is even; a question mark where the interval leaves it open.
    fn verdict(&self) -> &'static str {
        let ([least, most], [low, mid, high]) = (EVEN, self.score);
        match mid {
            _ if mid < least && high >= least => "close?",
            _ if mid < least => "close",
            _ if mid > most && low <= most => "far?",
            _ if mid > most => "far",
            _ => "even",
        }
    }
}

/// The table of measured rungs.
#[must_use]
pub fn ladder(game: &str, rungs: &[Rung]) -> ResultTable {
    let percent = |share: f64| Cell::Number(100.0 * share, 1);
    let row = |rung: &Rung| {
        let [low, mid, high] = rung.score.map(percent);
        let games = Cell::Number(rung.games as f64, 0);
        let (level, engine) = (rung.level.clone().into(), rung.engine.clone().into());
        let against = rung.against.clone().into();
        vec![level, engine, against, games, mid, low, high, rung.verdict().into()]
    };
    ResultTable {
        name: "ladder",
        title: format!("Levels of {game}: each against the one below"),
        columns: vec!["level", "engine", "against", "games", "score %", "low", "high", "step"],
        rows: rungs.iter().map(row).collect(),
        notes: vec![
            "Even means 60 to 75 %; `close` is less, `far` more, `?` that the interval does not say for sure.".into(),
        ],
        charted: 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_named_by_their_score() {
        let verdict = |low, mid, high| {
            let (level, engine, against) = ("2".into(), "ab".into(), "1".into());
            Rung { level, engine, against, games: 40, score: [low, mid, high] }.verdict()
        };
        assert_eq!(verdict(0.50, 0.67, 0.84), "even");
        assert_eq!(verdict(0.45, 0.58, 0.71), "close?");
        assert_eq!(verdict(0.45, 0.52, 0.59), "close");
        assert_eq!(verdict(0.66, 0.80, 0.94), "far?");
        assert_eq!(verdict(0.90, 0.95, 1.00), "far");
    }
}
