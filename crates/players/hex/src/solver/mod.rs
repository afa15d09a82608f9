//! Who wins with best play, and by which moves: an exact answer or none.

mod proof_table;
mod proofs;
mod search;

pub use proofs::ProofsError;

use crate::connect::{Connections, Effort};
use proof_table::ProofTable;
use search::Search;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use takeback_core::Player;
use takeback_hex::Bits;
use takeback_hex::Hex;
use takeback_hex::Move;
use takeback_hex::Resistance;
use takeback_hex::{Cell, Size};

/// When to give up.
#[derive(Copy, Clone, Debug)]
pub struct Limits<'a> {
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub time: Option<Duration>,
    /// Set from another thread to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// How many moves are looked at together.
    pub widening: Widening,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { nodes: u64::MAX, time: None, stop: None, widening: Widening::default() }
    }
}

/// How many of a node's live moves are looked at together, the others waiting
/// until these are refuted: `base` and every `share`th.
#[derive(Copy, Clone, Debug)]
pub struct Widening {
    /// At least so many.
    pub base: usize,
    /// And one for so many live ones.
    pub share: usize,
}

impl Default for Widening {
    fn default() -> Self {
        Widening { base: 1, share: 3 }
    }
}

impl Widening {
    fn width(self, live: usize) -> usize {
        live.min(self.base + live / self.share.max(1))
    }
}

/// What the solver found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Solved {
    /// Who wins with best play; `None` when the limits came first.
    pub winner: Option<Player>,
    /// Winning moves of the player in turn.
    pub winning: Vec<Move>,
    /// Whether those are all, each other move being proven to lose.
    pub complete: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// A solver with its memory, which serves related positions well.
#[derive(Clone, Debug)]
pub struct Solver<B: Bits> {
    table: ProofTable<B>,
    connections: Connections<B>,
    resistance: Resistance,
    /// The board the table is about.
    size: Option<Size>,
    entries: usize,
}

/// Entries of the table that [`solve`] uses.
const ENTRIES: usize = 1 << 17;

/// Solve one position from scratch: the winner and all winning moves.
///
/// ```
/// use takeback_hex::{Hex, Move, Size, Swap};
/// use takeback_players_hex::{Limits, solve};
/// use takeback_core::{Game, Notation, Player};
///
/// let mut hex = Hex::<u64>::new(Size::square(3)?, Swap::Off)?;
/// hex.make(hex.read_move("a1")?);
/// let solved = solve(&hex, Limits::default());
/// assert_eq!(solved.winner, Some(Player::SECOND));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve<B: Bits>(hex: &Hex<B>, limits: Limits<'_>) -> Solved {
    Solver::new(ENTRIES).solve(hex, limits)
}

impl<B: Bits> Solver<B> {
    /// A solver that remembers about `entries` positions.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Solver::with_effort(entries, Effort::default())
    }

    /// A solver that looks for connections with this effort.
    #[must_use]
    pub fn with_effort(entries: usize, effort: Effort) -> Self {
        Solver {
            table: ProofTable::new(entries),
            connections: Connections::new(effort),
            resistance: Resistance::default(),
            size: None,
            entries,
        }
    }

    /// Who wins, and one way to do it when that is the player in turn.
    pub fn winner(&mut self, hex: &Hex<B>, limits: Limits<'_>) -> Solved {
        self.run(hex, limits, Wanted::One)
    }

    /// Who wins and every winning move.
    pub fn solve(&mut self, hex: &Hex<B>, limits: Limits<'_>) -> Solved {
        self.run(hex, limits, Wanted::All)
    }

    /// How many positions must at least be decided yet to prove that the player in turn wins, and that he
    /// loses; as far as is known, and zero where it is proven.
    #[must_use]
    pub fn numbers(&mut self, hex: &Hex<B>) -> (u32, u32) {
        let limits = Limits::default();
        let Solver { table, connections, resistance, .. } = self;
        let search = Search::new(hex.geometry(), table, connections, resistance, limits);
        let value = search.value(&search.node(hex.both(), hex.to_move()));
        (value.phi, value.delta)
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.table.used()
    }

    fn run(&mut self, hex: &Hex<B>, limits: Limits<'_>, wanted: Wanted) -> Solved {
        if self.size.replace(hex.size()) != Some(hex.size()) {
            self.table = ProofTable::new(self.entries);
        }
        if let Some(winner) = hex.winner() {
            let winner = Some(hex.seat(winner));
            return Solved { winner, winning: Vec::new(), complete: true, nodes: 0 };
        }
        let mut search = Search::new(
            hex.geometry(),
            &mut self.table,
            &mut self.connections,
            &mut self.resistance,
            limits,
        );
        let mut found = roots(&mut search, hex, wanted);
        if hex.may_swap() && found.complete {
            // Taking over the stone wins exactly when answering it loses.
            if found.winning.is_empty() {
                found.winning.push(Move::Swap);
            }
            found.winner = Some(hex.seat(hex.to_move()));
        }
        found
    }
}

/// How many winning moves are asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Wanted {
    One,
    All,
}

/// Prove the moves of the position one by one; a refutation also answers all
/// moves outside its carrier.
fn roots<B: Bits>(search: &mut Search<'_, B>, hex: &Hex<B>, wanted: Wanted) -> Solved {
    let mover = hex.to_move();
    let mut winning = Vec::new();
    if wanted == Wanted::One {
        // One search over all moves goes where the proof is easiest.
        let root = search.node(hex.both(), mover);
        let value = search.prove(&root);
        if value.phi != 0 {
            let winner = (value.delta == 0).then(|| hex.seat(mover.other()));
            return Solved { winner, winning, complete: winner.is_some(), nodes: search.nodes };
        }
        // The move that proved it is remembered, unless fill-in alone did.
        let known = hex.empty().iter().find(|&at| {
            let child = search.child(hex.both(), mover, at);
            search.value(&child).delta == 0
        });
        if let Some(at) = known {
            winning.push(Move::Place(Cell::from(at)));
            let winner = Some(hex.seat(mover));
            return Solved { winner, winning, complete: true, nodes: search.nodes };
        }
    }
    let mut open = search.root_moves(hex.both(), mover);
    let order = search.root_order(hex.both(), open);
    for at in order {
        if !open.has(at) {
            continue;
        }
        let child = search.child(hex.both(), mover, at);
        let value = search.prove(&child);
        if value.delta == 0 {
            winning.push(Move::Place(Cell::from(at)));
            open = open.without(at);
            if wanted == Wanted::One {
                break;
            }
        } else if value.phi == 0 {
            open = (open & value.carrier).without(at);
        } else {
            break;
        }
    }
    winning.sort_unstable();
    let complete = !search.stopped && (open.is_empty() || wanted == Wanted::One);
    let winner = match (winning.is_empty(), complete) {
        (false, _) => Some(hex.seat(mover)),
        (true, true) => Some(hex.seat(mover.other())),
        (true, false) => None,
    };
    Solved { winner, winning, complete, nodes: search.nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::Game;
    use takeback_hex::Swap;

    /// Positions fall out of a table that is too small, are looked at once more, and nothing goes round in circles.
    #[test]
    fn a_table_that_is_too_small_tells_the_same_winners() {
        let empty = Hex::<u64>::new(Size::square(6).expect("a size"), Swap::Off).expect("it fits");
        let (mut small, mut large) = (Solver::new(1 << 7), Solver::new(1 << 16));
        let mut spent = [0, 0];
        for at in 0..18 {
            let hex = empty.apply(Move::Place(Cell::from(at)));
            let limits = Limits { nodes: 50_000, ..Limits::default() };
            let found = [&mut small, &mut large].map(|solver| solver.winner(&hex, limits));
            assert!(
                found[0].winner.is_some() && found[0].winner == found[1].winner,
                "opening {at}"
            );
            for (sum, solved) in spent.iter_mut().zip(&found) {
                *sum += solved.nodes;
            }
        }
        assert!(spent[0] < 3 * spent[1], "{spent:?}");
        assert_eq!(large.numbers(&empty), (1, 1));
    }
}
