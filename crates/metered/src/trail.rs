//! The price of undo nobody writes: a journal against a token made by hand.
//!
//! Clocks are noisy, so the figure is instructions: the binary runs itself
//! under callgrind with and without the work and subtracts.

use takeback_bench::{Cell, Effort, ResultTable, best_of, per};
use takeback_host::registry::back_and_forth;
use takeback_small::othello::{Token, Trail};

/// A piece of work for an instruction counter: moves of Othello made and taken
/// back.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Work {
    /// With the token made by hand.
    Token,
    /// With the journal.
    Trail,
}

impl Work {
    /// Its name on the command line.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Work::Token => "token",
            Work::Trail => "trail",
        }
    }
}

/// Do the work: make and take back `plies` moves `rounds` times. The lines are
/// found first, alike for all rounds, so that the difference of two round
/// counts is making and taking back alone.
#[must_use]
pub(crate) fn work(work: Work, plies: u64, rounds: u32) -> u64 {
    let mut round = prepared(work, plies);
    (0..rounds).map(|_| round()).sum()
}

fn prepared(work: Work, plies: u64) -> Box<dyn FnMut() -> u64> {
    match work {
        Work::Token => Box::new(back_and_forth(Token::default(), plies)),
        Work::Trail => Box::new(back_and_forth(Trail::default(), plies)),
    }
}

/// The table. `count` runs this binary's work under an instruction counter and
/// says how many instructions it took, if there is one on this machine.
#[must_use]
pub(crate) fn trail(effort: Effort, count: &dyn Fn(Work, u64, u32) -> Option<u64>) -> ResultTable {
    let plies = (effort.nodes / 20).max(10_000);
    let mut rows = Vec::new();
    let mut base: Option<(f64, Option<f64>)> = None;
    for kind in [Work::Token, Work::Trail] {
        let mut round = prepared(kind, plies);
        let (time, made) = best_of(effort.repeats.max(5), &mut round);
        let nanos = per(time, made);
        let counted = count(kind, plies, 11)
            .zip(count(kind, plies, 1))
            .map(|(many, one)| many.saturating_sub(one) as f64 / (10.0 * made as f64));
        let (base_nanos, base_counted) = *base.get_or_insert((nanos, counted));
        let ratio = counted.zip(base_counted).map(|(c, b)| c / b);
        let number =
            |value: Option<f64>, digits| value.map_or(Cell::Empty, |v| Cell::Number(v, digits));
        rows.push(vec![
            "othello".into(),
            kind.name().into(),
            number(counted, 1),
            number(ratio, 3),
            Cell::Number(nanos, 1),
            Cell::Number(nanos / base_nanos, 2),
        ]);
    }
    let mut notes = vec!["One move made and taken back, key kept up to date both ways.".to_owned()];
    if rows[0][2] == Cell::Empty {
        notes.push("Instructions not counted: valgrind is not installed.".into());
    }
    ResultTable {
        name: "trail",
        title: "A journal against a token made by hand: make and unmake".into(),
        columns: vec!["game", "undo", "instructions", "vs token", "ns", "ns vs token"],
        rows,
        notes,
        charted: 2,
    }
}
