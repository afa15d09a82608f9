//! "At this request the move must be one of …".

use crate::wire::{Playable, Regression};
use std::time::Duration;
use takeback_battlesnake::Direction;
use takeback_host::check::{File, Report};

/// Without an engine: every line is well-formed and its request playable.
pub(super) fn check(file: &File, report: &mut Report) {
    for (at, case) in cases(file) {
        report.case(at, case.map(|_| ()));
    }
}

/// With an engine: it must answer each request as demanded.
pub fn check_with(
    file: &File,
    report: &mut Report,
    mut answer: impl FnMut(&Playable, Option<Duration>) -> Result<Direction, String>,
) {
    for (at, case) in cases(file) {
        let outcome = case.and_then(|case| {
            let playable = case.request.playable().map_err(|e| e.to_string())?;
            let given = answer(&playable, case.budget_ms.map(Duration::from_millis))?;
            case.accepts(given).map_err(|e| e.to_string())
        });
        report.case(at, outcome);
    }
}

fn cases(file: &File) -> impl Iterator<Item = (String, Result<Regression, String>)> {
    file.lines().filter(|(_, line)| !line.trim_start().starts_with('#')).map(|(n, line)| {
        let case = Regression::read(line).map_err(|e| e.to_string());
        let id = case.as_ref().map_or("", |case| case.id.as_str());
        (format!("{}:{n} {id}", file.name), case)
    })
}
