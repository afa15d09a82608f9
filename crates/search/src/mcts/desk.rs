//! Where workers fetch their simulations and learn that it is time to stop.

use super::guide::Guide;
use super::rollout::Rollout;
use super::tally::Tally;
use super::trace::Trace;
use super::tree::{Apart, NodeId};
use super::worker::{Scene, Worker};
use crate::{Clock, Stopped};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};
use takeback_core::Game;

/// Why a round of simulations ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Pause {
    /// The search is over.
    Stop(Stopped),
    /// A worker panicked.
    Panic,
}

const GO: u8 = 0;
const PANIC: u8 = 1;
const REASONS: [Stopped; 4] = [Stopped::Solved, Stopped::Time, Stopped::Nodes, Stopped::Flag];

/// Visits between looks at the clock: at ten microseconds a ply, which is a
/// slow game, a look every two or three milliseconds.
const LOOK_EVERY: u64 = 256;

/// The most tickets a worker fetches at once when it is not alone.
const BATCH: u64 = 256;

/// Shared by the workers of one round.
pub(super) struct Desk {
    tickets: Apart<AtomicU64>,
    nodes: Apart<AtomicU64>,
    /// Looked at before every simulation, and written once.
    halt: Apart<AtomicU8>,
    until: u64,
    node_limit: u64,
    batch: u64,
    alone: bool,
}

impl Desk {
    /// So many more simulations and nodes for this many workers.
    pub(super) fn new(simulations: u64, nodes: u64, workers: usize) -> Self {
        // A small budget is dealt out in small parts, so that all get some.
        let fair = (simulations / (32 * workers as u64)).clamp(1, BATCH);
        Desk {
            tickets: Apart(AtomicU64::new(0)),
            nodes: Apart(AtomicU64::new(0)),
            halt: Apart(AtomicU8::new(GO)),
            until: simulations,
            node_limit: nodes,
            batch: if workers == 1 { 1 } else { fair },
            alone: workers == 1,
        }
    }

    /// The first reason given is the one that counts, except for a panic.
    fn halt(&self, code: u8) {
        if code == PANIC {
            self.halt.0.store(PANIC, Relaxed);
        } else {
            let _ = self.halt.0.compare_exchange(GO, code, Relaxed, Relaxed);
        }
    }

    fn stop(&self, why: Stopped) {
        let at = REASONS.iter().position(|&reason| reason == why).unwrap_or(0);
        self.halt(at as u8 + 2);
    }

    /// Why the round ended. It has ended when no worker is at work.
    pub(super) fn pause(&self) -> Pause {
        match self.halt.0.load(Relaxed) {
            PANIC => Pause::Panic,
            GO => Pause::Stop(Stopped::Iterations),
            code => Pause::Stop(REASONS[code as usize - 2]),
        }
    }

    /// One ticket, if there are any left.
    pub(super) fn one(&self) -> bool {
        self.tickets.0.fetch_add(1, Relaxed) < self.until
    }

    fn tickets(&self) -> std::ops::Range<u64> {
        let from = if self.alone {
            let from = self.tickets.0.load(Relaxed);
            self.tickets.0.store(from + 1, Relaxed);
            from
        } else {
            self.tickets.0.fetch_add(self.batch, Relaxed)
        };
        from..self.until.min(from.saturating_add(self.batch))
    }
}

/// Tells the others when its worker panics.
pub(super) struct Alarm<'a>(pub(super) &'a Desk);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt(PANIC);
        }
    }
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Worker<G, R, T, P> {
    /// Simulate until the desk or the clock says stop. At the root the
    /// children of `forced` take turns, if there are any.
    pub(super) fn work<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        desk: &Desk,
        clock: &Clock,
        forced: &[NodeId],
        mut on_look: impl FnMut(&Tally),
    ) {
        loop {
            let tickets = desk.tickets();
            if tickets.is_empty() {
                return; // the others go on with theirs
            }
            for ticket in tickets {
                if desk.halt.0.load(Relaxed) != GO {
                    return;
                }
                self.keep_house(scene, &|| clock.look().is_some());
                let before = self.tally.nodes;
                self.simulate::<SHARED>(scene, turn_of(forced, ticket));
                if scene.tree.proof(NodeId::ROOT) != 0 {
                    desk.stop(Stopped::Solved);
                }
                // A visit of a proven node plays no ply and yet takes time.
                let visited = (self.tally.nodes - before).max(1);
                if desk.node_limit != u64::MAX
                    && desk.nodes.0.fetch_add(visited, Relaxed) + visited >= desk.node_limit
                {
                    desk.stop(Stopped::Nodes);
                }
                self.since_look += visited;
                if self.since_look >= LOOK_EVERY {
                    self.since_look = 0;
                    if let Some(why) = clock.look() {
                        desk.stop(why);
                    }
                    on_look(&self.tally);
                }
            }
        }
    }
}

fn turn_of(forced: &[NodeId], ticket: u64) -> Option<NodeId> {
    (!forced.is_empty()).then(|| forced[(ticket % forced.len() as u64) as usize])
}
