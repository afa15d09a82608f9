//! Recorded data of Hex: random games with distances, games of programs,
//! positions and openings with known winners.

mod games;
mod study;
#[cfg(test)]
mod tests;

use games::{RandomGame, RecordedGame};
use serde::Deserialize;
use study::{Opening, Solvers, Study};
use takeback_hex::{Cell, Colour, Size};
use takeback_host::check::{File, Known, Report};

/// Checks one file.
pub(crate) fn check(file: &File, report: &mut Report) -> Known {
    if file.is_kind("random-games") || file.is_kind("random") {
        each(file, report, |game: RandomGame| game.check());
    } else if file.is_kind("olympiad-games") || file.is_kind("olympiad") || file.is_kind("games") {
        each(file, report, |game: RecordedGame| game.check());
    } else if file.is_kind("openings") {
        let mut solvers = Solvers::default();
        each(file, report, |opening: Opening| opening.check(&mut solvers));
    } else if file.is_kind("positions") || file.is_kind("labels") {
        let mut solvers = Solvers::default();
        each(file, report, |study: Study| study.check(&mut solvers));
    } else {
        return Known::No;
    }
    Known::Yes
}

/// What came of one case.
enum Verdict {
    Agrees,
    BeyondReach,
}

type Outcome = Result<Verdict, String>;

fn each<T: for<'de> Deserialize<'de>>(
    file: &File,
    report: &mut Report,
    mut check: impl FnMut(T) -> Outcome,
) {
    for (place, row) in file.json_lines::<T>() {
        match row.map_err(|e| format!("unreadable: {e}")).and_then(&mut check) {
            Ok(Verdict::Agrees) => report.pass(),
            Ok(Verdict::BeyondReach) => report.skip(),
            Err(difference) => report.fail(place, difference),
        }
    }
}

fn size_of(width: usize, height: usize) -> Result<Size, String> {
    Size::new(width, height).map_err(|e| e.to_string())
}

fn colour_of(text: &str) -> Result<Colour, String> {
    Colour::read(text).ok_or_else(|| format!("{text:?} is no colour"))
}

fn cells_of(size: Size, texts: &[String]) -> Result<Vec<Cell>, String> {
    texts.iter().map(|text| size.read_cell(text).map_err(|e| e.to_string())).collect()
}
