//! Template Game, with undo that is proven, every search, a command line and a page.
//!
//! [`game`] is all there is to write; `src/main.rs` hands it to takeback.

pub mod game;

pub use game::{TemplateGame, template_game};
