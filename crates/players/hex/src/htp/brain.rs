//! The engine and what it knows, for boards of every size.

use crate::{
    Budget, Connections, Effort, Engine, Found, GameOver, Limits, Options, Solved, Solver,
};
use std::time::Duration;
use takeback_hex::{AnyHex, Bits, Hex, Wide, with_hex};

/// One engine a storage class, made when a board of that class is played.
#[derive(Debug, Default)]
pub(super) struct Brain {
    small: Option<Engine<u64>>,
    medium: Option<Engine<u128>>,
    large: Option<Engine<Wide<4>>>,
    huge: Option<Engine<Wide<6>>>,
}

/// Positions the solver remembers.
const ENTRIES: usize = 1 << 17;

impl Brain {
    pub(super) fn search(
        &mut self,
        position: &AnyHex,
        options: Options,
        budget: &Budget<'_>,
    ) -> Result<Found, GameOver> {
        fn go<B: Bits>(
            engine: &mut Option<Engine<B>>,
            hex: &Hex<B>,
            options: Options,
            budget: &Budget<'_>,
        ) -> Result<Found, GameOver> {
            let engine = engine.get_or_insert_with(|| Engine::new(options));
            engine.search(hex, budget, &mut |_| {})
        }
        match position {
            AnyHex::Small(hex) => go(&mut self.small, hex, options, budget),
            AnyHex::Medium(hex) => go(&mut self.medium, hex, options, budget),
            AnyHex::Large(hex) => go(&mut self.large, hex, options, budget),
            AnyHex::Huge(hex) => go(&mut self.huge, hex, options, budget),
        }
    }
}

/// Who wins and by which moves, within a time.
pub(super) fn solve(position: &AnyHex, time: Duration) -> Solved {
    let limits = Limits { time: Some(time), ..Limits::default() };
    with_hex!(position, hex => Solver::new(ENTRIES).solve(&hex.without_swap(), limits))
}

/// All connections of the colour to move.
pub(super) fn connections<B: Bits>(hex: &Hex<B>) -> Connections<B> {
    let mut connections = Connections::new(Effort::default());
    let stones = takeback_hex::Colour::BOTH.map(|colour| hex.stones(colour));
    connections.search(hex.geometry(), stones, hex.to_move());
    connections
}
