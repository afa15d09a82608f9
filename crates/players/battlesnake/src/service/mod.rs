//! A snake on the network: the official Battlesnake interface.
//!
//! | where | what |
//! |---|---|
//! | `config.rs` | what may be set, and its limits |
//! | `routes.rs` | the four requests and their answers |
//! | `sessions.rs` | what is kept of each game, and for how long |
//! | `pace.rs` | what of a game's time goes into the way there and back |
//! | `desk.rs` | who thinks when: searches share the cores so that all end in time |
//! | `think.rs` | one search, and the move that is ready before it |
//! | `record.rs` | served games as files |
//!
//! A request is answered by the asynchronous side at its deadline at the latest,
//! with the best move known by then; a safe one is known before the search
//! begins. Searches run on threads of their own.

mod config;
mod desk;
mod pace;
mod record;
mod routes;
mod sessions;
mod think;

pub use config::{Config, ConfigError};
pub use routes::router;

use std::time::Duration;
use takeback_service::{Flag, Flags, Service};

/// For the registry.
pub(crate) const SERVICE: Service = Service { path: "/battlesnake", flags: FLAGS, router: told };

const FLAGS: &[Flag] = &[
    Flag { name: "snake-author", value: "NAME", help: "Who made the Battlesnake" },
    Flag { name: "snake-color", value: "#RRGGBB", help: "Its colour [default: #3e7c59]" },
    Flag { name: "snake-head", value: "NAME", help: "Its head, by the official name" },
    Flag { name: "snake-tail", value: "NAME", help: "Its tail, by the official name" },
    Flag {
        name: "snake-margin",
        value: "MS",
        help: "Its answers leave so long before the limit until the way is measured [default: 60]",
    },
    Flag {
        name: "snake-record",
        value: "FOLDER",
        help: "Write each of its games to a file in this folder",
    },
];

/// The snake as the command line describes it.
fn told(flags: &Flags) -> Result<takeback_service::axum::Router, String> {
    let mut config = Config::default();
    let text = |name: &str, usual: String| flags.get(name).map_or(usual, str::to_owned);
    config.author = text("snake-author", config.author);
    config.color = text("snake-color", config.color);
    config.head = text("snake-head", config.head);
    config.tail = text("snake-tail", config.tail);
    if let Some(margin) = flags.get("snake-margin") {
        let millis = margin.parse().map_err(|_| "--snake-margin takes milliseconds".to_owned())?;
        config.margin = Duration::from_millis(millis);
    }
    config.record = flags.get("snake-record").map(Into::into);
    router(config).map_err(|error| error.to_string())
}
