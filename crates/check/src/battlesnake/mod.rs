//! Recorded data of Battlesnake.
//!
//! | kind | checked |
//! |---|---|
//! | `traces` | whole games: every round, death, meal, spawn; each round unmade and remade; the game rolled back |
//! | `random_steps`, `edge_cases` | single turns, by the fast position and by its slow twin |
//! | `unit_cases` | single steps of a turn and small facts |
//! | `perft` | sums over all joint moves |
//! | `maps` | fixed hazards, starts and sizes |
//! | `regressions` | well-formed, and the named moves possible; see `takeback_formats` |

mod maps;
mod perft;
mod record;
mod regressions;
mod steps;
mod traces;
mod units;

pub use regressions::check_with as check_regressions_with;

use crate::{File, Known, Report};

/// Checks one file.
pub fn check(file: &File, report: &mut Report) -> Known {
    let kinds: [(&str, fn(&File, &mut Report)); 7] = [
        ("traces", traces::check),
        ("random_steps", steps::check),
        ("edge_cases", steps::check),
        ("unit_cases", units::check),
        ("perft", perft::check),
        ("maps", maps::check),
        ("regressions", regressions::check),
    ];
    match kinds.iter().find(|(kind, _)| file.is_kind(kind)) {
        Some((_, checker)) => {
            checker(file, report);
            Known::Yes
        }
        None => Known::No,
    }
}
