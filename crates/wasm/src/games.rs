//! The games of this module, by features.

use takeback::host::Registry;

/// Every game that was compiled in: those of the house, and the one whose rules
/// the page brings.
#[must_use]
pub fn games() -> Registry {
    let games = takeback::standard();
    #[cfg(all(feature = "rules", target_family = "wasm", target_os = "unknown"))]
    let games = games.with(crate::rules::entry());
    games
}
