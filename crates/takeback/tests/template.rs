//! The game that `takeback new` writes, compiled in place and held to its own
//! tests. `new_game.rs` builds the whole crate outside.

// The template's tests call it by the name of its crate.
extern crate self as template_game;

// They are formatted as they are written, for people with the usual settings.
#[rustfmt::skip]
#[path = "../../cli/template/game.rs"]
pub mod game;
#[rustfmt::skip]
#[path = "../../cli/template/laws.rs"]
mod laws;

pub use game::{TemplateGame, template_game};
