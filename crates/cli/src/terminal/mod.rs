//! Playing in a terminal: a full screen where there is one, lines elsewhere.

mod choices;
mod cursor;
mod dialogue;
mod draw;
mod screen;
mod session;
mod thinking;

#[cfg(test)]
mod tests;

pub(crate) use session::{Session, Sitter};

use std::io::IsTerminal;
use takeback_scene::palette::Palette;

/// Play until the person has enough.
///
/// # Errors
/// When the terminal or an engine fails.
pub(crate) fn run(session: Session, palette: Palette, plain: bool) -> anyhow::Result<()> {
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if terminal && !plain {
        return screen::run(session, palette);
    }
    dialogue::run(session, &mut std::io::stdin().lock(), &mut std::io::stdout())
}
