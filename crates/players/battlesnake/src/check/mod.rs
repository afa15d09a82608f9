//! Recorded data of Battlesnake.
//!
//! | kind | checked |
//! |---|---|
//! | `traces` | whole games: every round, death, meal, spawn; each round unmade and remade; the game rolled back |
//! | `random_steps`, `edge_cases` | single turns, by the fast position and by its slow twin |
//! | `unit_cases` | single steps of a turn and small facts |
//! | `perft` | sums over all joint moves |
//! | `maps` | fixed hazards, starts and sizes |
//! | `games` | games as the official client and our server write them: every round explained by some joint move; a death of the asked snake that a sure move would have avoided |
//! | `regressions` | well-formed, and the named moves possible; see `takeback_formats` |

mod games;
mod maps;
mod perft;
mod record;
mod regressions;
mod steps;
mod traces;
mod units;

pub use regressions::check_with as check_regressions_with;

use takeback_host::check::{File, Known, Report};

/// Checks one file.
pub fn check(file: &File, report: &mut Report) -> Known {
    if file.is_kind("traces") {
        traces::check(file, report);
    } else if file.is_kind("random_steps") || file.is_kind("edge_cases") {
        steps::check(file, report);
    } else if file.is_kind("unit_cases") {
        units::check(file, report);
    } else if file.is_kind("perft") {
        perft::check(file, report);
    } else if file.is_kind("maps") {
        maps::check(file, report);
    } else if file.is_kind("games") {
        games::check(file, report);
    } else if file.is_kind("regressions") {
        regressions::check(file, report);
    } else {
        return Known::No;
    }
    Known::Yes
}
