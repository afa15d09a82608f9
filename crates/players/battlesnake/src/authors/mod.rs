//! `takeback battlesnake …`: tools for people who write snakes.
//!
//! | where | what |
//! |---|---|
//! | `files.rs` | recorded games and saved requests |
//! | `client.rs` | asking a snake at an address |
//! | `table.rs` | a game between snakes at addresses and our own |
//! | `advise.rs` | what would you do here |
//! | `onward.rs` | play on from a turn of a recorded game |
//! | `regress.rs` | requests with the moves that are right there |
//! | `inquest.rs` | how the snakes of a folder of games died |
//! | `arena.rs` | everybody against everybody, with ratings |
//! | `page.rs` | a page to step through a game, territories drawn |

mod advise;
mod arena;
mod client;
mod files;
mod inquest;
mod onward;
mod page;
mod regress;
mod table;

#[cfg(test)]
mod tests;

use takeback_host::outside::{Argument, ArgumentKind, Commands};

/// For the registry.
pub(crate) const COMMANDS: Commands = Commands {
    about: "Tools for authors of snakes: advice, regressions, deaths, an arena, a page",
    list: &[
        advise::COMMAND,
        onward::COMMAND,
        regress::COMMAND,
        inquest::COMMAND,
        arena::COMMAND,
        page::COMMAND,
    ],
};

const fn place(name: &'static str, value: &'static str, help: &'static str) -> Argument {
    Argument { name, value, help, kind: ArgumentKind::Place }
}

const fn places(name: &'static str, value: &'static str, help: &'static str) -> Argument {
    Argument { name, value, help, kind: ArgumentKind::Places }
}

const fn option(name: &'static str, value: &'static str, help: &'static str) -> Argument {
    Argument { name, value, help, kind: ArgumentKind::Option }
}

/// Which turn of a recorded game.
const TURN: Argument = option("turn", "N", "The turn of a recorded game; the last one by default");

/// Which snake of a request or game.
const SNAKE: Argument =
    option("snake", "NAME", "The snake by name or id; the one that was asked by default");

/// How long our snake thinks.
const ENGINE: Argument =
    option("engine", "SPEC", "How our snake thinks, such as snake:time=400ms (snake:time=200ms)");
