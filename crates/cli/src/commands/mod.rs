//! One file a command.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod engine;
pub(crate) mod engines;
pub(crate) mod exploit;
pub(crate) mod games;
pub(crate) mod golden;
pub(crate) mod ladder;
pub(crate) mod matches;
pub(crate) mod new;
pub(crate) mod own;
#[cfg(feature = "server")]
pub(crate) mod page;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod selfplay;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};

/// Print a line to standard output, where a closed pipe is an error and not a
/// panic.
pub(crate) fn say(line: impl std::fmt::Display) -> anyhow::Result<()> {
    writeln!(std::io::stdout(), "{line}")?;
    Ok(())
}

/// How many threads to use where the user does not say.
pub(crate) fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A bar on a terminal, nothing elsewhere.
pub(crate) fn progress(total: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg:24} {bar:30} {human_pos}/{human_len} {eta}")
        .expect("the template is well formed");
    ProgressBar::new(total).with_style(style).with_message(what.to_owned())
}

/// The exit status of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Do this on Ctrl-C (or when asked to terminate) and end; what has been found
/// out by then should not be lost.
pub(crate) fn on_interrupt(act: impl FnMut() + Send + 'static) {
    let mut act = act;
    // Without a handler Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(move || {
        act();
        std::process::exit(INTERRUPTED);
    });
}

/// Do this on the first Ctrl-C; the second one ends the program.
pub(crate) fn on_first_interrupt(act: impl Fn() + Send + 'static) {
    let mut again = false;
    let _ = ctrlc::set_handler(move || {
        if std::mem::replace(&mut again, true) {
            std::process::exit(INTERRUPTED);
        }
        act();
    });
}
