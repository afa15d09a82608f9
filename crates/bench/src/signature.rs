//! One number over fixed searches of all games: when it changes, a search or a
//! game behaves differently than before, and that should have been a decision.

use takeback_host::Registry;
use takeback_host::spec::{Spec, Takes};

/// The number, and what went into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// All rows together.
    pub total: u64,
    /// A row for each search: variant, engine, nodes, move, and its own number.
    pub rows: Vec<(String, String, u64, String, u64)>,
}

/// Searches small enough to be done in seconds, deterministic on one thread.
const NODES: u64 = 3_000;

/// Mixes a text into a number (FNV-1a).
fn mix(mut hash: u64, text: &str) -> u64 {
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// Every engine of the usual variant of every game, a few thousand positions
/// each from the start, and three plies of perft.
///
/// # Errors
/// When an engine fails; the text says which.
pub fn signature(registry: &Registry) -> Result<Signature, String> {
    let mut rows = Vec::new();
    let mut total = 0xcbf2_9ce4_8422_2325;
    for game in registry.games() {
        let chosen = game.nth(0);
        for engine in chosen.engines() {
            let has = |name| engine.options.iter().any(|o| o.name == name && o.needs.is_empty());
            let mut spec = Spec::new(engine.name);
            for (option, value) in [("nodes", NODES), ("iterations", NODES / 10), ("seed", 5)] {
                if has(option) {
                    spec = spec.saying(option, value);
                }
            }
            let fail = |why: String| format!("{} {spec}: {why}", chosen.full_name());
            let mut seat = match chosen.engine(&spec) {
                Ok(seat) => seat,
                // What plays from a file plays nothing without one.
                Err(_) if engine.options.iter().any(|o| o.takes == Takes::File) => continue,
                Err(error) => return Err(fail(error.to_string())),
            };
            let mut table = chosen.deal(11);
            let mut rng = takeback_core::SplitMix::new(3);
            while table.roll(&mut rng).is_some() {}
            let found =
                seat.engine.choose(&*table, &seat.limits).map_err(|e| fail(e.to_string()))?;
            let text = format!("{} {:?} {} {}", found.best, found.score, found.nodes, found.depth);
            let own = mix(0xcbf2_9ce4_8422_2325, &text);
            total = mix(total, &format!("{} {spec} {text}", chosen.full_name()));
            rows.push((chosen.full_name(), spec.to_string(), found.nodes, found.best, own));
        }
    }
    Ok(Signature { total, rows })
}
