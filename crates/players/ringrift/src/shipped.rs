//! The networks that come with the game, and the levels that play with them. How they were learned:
//! docs/learning.md. A browser's module does without.

use takeback_host::engines::{NET, SHIPPED};
use takeback_host::spec::{EngineOption, Ladder};
use takeback_ringrift::Board;

/// The network of this board, for two.
pub(crate) fn network<B: Board>() -> Option<&'static [u8]> {
    #[cfg(not(target_family = "wasm"))]
    for (board, network) in [
        (takeback_ringrift::Square8::NAME, include_bytes!("../net/square8.net").as_slice()),
        (takeback_ringrift::Hex8::NAME, include_bytes!("../net/hex8.net")),
    ] {
        if board == B::NAME {
            return Some(network);
        }
    }
    None
}

pub(crate) fn options<B: Board>() -> &'static [EngineOption] {
    if network::<B>().is_some() { &[NET, SHIPPED] } else { &[NET] }
}

/// The networks win however long a move takes, so the upper levels play with them.
pub(crate) fn levels<B: Board>(mut ladder: Ladder) -> Ladder {
    if network::<B>().is_some() {
        ladder.0[7] = "ab:nodes=10k,time=7s,learned";
        ladder.0[8] = "ab:nodes=60k,time=12s,learned";
        ladder.0[9] = "ab:nodes=2500k,time=16s,learned";
    }
    ladder
}
