//! Opening children: which moves a node has, and in what order they are tried.
//!
//! Without prior knowledge a family is opened *lazily*: eight moves at a time,
//! listed again when more are wanted, so that a node of a wide game that is
//! visited ten times holds sixteen lanes and not its hundred and twenty moves.
//! With priors or all-moves-as-first statistics every child takes part from
//! the start, and the whole family is opened at once.

use super::guide::Guide;
use super::options::{Root, Rule};
use super::proof::Proof;
use super::rollout::Rollout;
use super::trace::Trace;
use super::tree::{Claim, LANES, NONE, NodeId};
use super::worker::{Scene, Worker};
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Frame, Game, Turn, mix};

/// What became of a leaf that was to get children.
pub(super) enum Expansion {
    /// The first chunk of the family.
    Family(u32),
    /// No move: a dead end.
    Dead,
    /// No room, or another thread is at it.
    Later,
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Worker<G, R, T, P> {
    /// List the moves of the position on the board and give `node` children.
    pub(super) fn expand<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        turn: Turn,
    ) -> Expansion {
        if !scene.tree.lock_family::<SHARED>(node) {
            return Expansion::Later;
        }
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let expansion = if self.moves.range(frame).is_empty() {
            scene.tree.set_proof(node, Proof::DEAD.word());
            Expansion::Dead
        } else {
            self.found::<SHARED>(scene, node, turn, frame)
                .map_or(Expansion::Later, Expansion::Family)
        };
        self.moves.close(frame);
        let first = if let Expansion::Family(first) = expansion { first } else { NONE };
        scene.tree.unlock_family(node, first);
        expansion
    }

    fn found<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        turn: Turn,
        frame: Frame,
    ) -> Option<u32> {
        let width = self.moves.range(frame).len() as u32;
        let chance = turn == Turn::Chance;
        if chance && width > scene.options.chance_width {
            return None;
        }
        let races = node == NodeId::ROOT && scene.options.root != Root::Tree;
        let at_once = P::INFORMED || T::ON || chance || races || scene.options.rule == Rule::Puct;
        if P::INFORMED && !chance {
            self.sort_by_prior(frame);
        }
        let family = scene.tree.take(&mut self.stock)?;
        scene.tree.found(family, width, if at_once { width } else { 0 });
        let order = if at_once { Order::AS_LISTED } else { Order::spread(width, family) };
        self.fill(scene, family, frame, 0, order);
        if at_once {
            for from in (LANES as u32..width).step_by(LANES) {
                let Some(chunk) = scene.tree.take(&mut self.stock) else {
                    // A family is whole or not there.
                    scene.tree.discard(family);
                    return None;
                };
                self.fill(scene, chunk, frame, from, order);
                scene.tree.append(family, chunk);
            }
        }
        Some(family)
    }

    /// Write the moves numbered `from` and on into a chunk's lanes.
    #[inline]
    fn fill(&mut self, scene: &Scene<'_, G>, chunk: u32, frame: Frame, from: u32, order: Order) {
        let moves = self.moves.since(frame);
        let width = moves.len() as u32;
        // Lanes behind the last move repeat it.
        let mut places = [order.place(from, width); LANES];
        for lane in 1..LANES {
            let more = from + (lane as u32) < width;
            places[lane] =
                if more { order.next(places[lane - 1], width) } else { places[lane - 1] };
        }
        let blank = &scene.tree.chunks[chunk];
        let mut steps = [moves[0]; LANES];
        for (lane, step) in steps.iter_mut().enumerate() {
            *step = moves[places[lane] as usize];
        }
        let written = blank.moves.set(steps);
        debug_assert!(written, "a chunk is handed out blank");
        if P::INFORMED && scene.tree.columns.prior {
            let alike = 1.0 / width as f32;
            for (lane, &place) in places.iter().enumerate() {
                let prior = self.priors.get(place as usize).copied().unwrap_or(alike);
                scene.tree.prior[chunk][lane].store(prior.to_bits(), Relaxed);
            }
        }
    }

    /// The next unopened child; `None` when there is none to have now.
    #[inline]
    pub(super) fn open_next<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        family: u32,
    ) -> Option<NodeId> {
        match scene.tree.claim::<SHARED>(family) {
            Claim::Child(child) => Some(child),
            Claim::Chunk(open) => self.append::<SHARED>(scene, family, open),
            Claim::Nothing => None,
        }
    }

    #[cold]
    fn append<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        family: u32,
        open: u32,
    ) -> Option<NodeId> {
        let Some(chunk) = scene.tree.take(&mut self.stock) else {
            scene.tree.settle(family, open);
            return None;
        };
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let width = self.moves.range(frame).len() as u32;
        debug_assert_eq!(width, scene.tree.chunks[family].width.load(Relaxed), "lists are stable");
        self.fill(scene, chunk, frame, open, Order::spread(width, family));
        self.moves.close(frame);
        scene.tree.append(family, chunk);
        scene.tree.settle(family, open + 1);
        Some(NodeId::new(chunk, 0))
    }

    /// Ask the guide, and put the list into descending order of its answer.
    fn sort_by_prior(&mut self, frame: Frame) {
        let moves = self.moves.since(frame);
        let width = moves.len();
        self.priors.clear();
        self.priors.resize(width, 1.0 / width as f32);
        self.guide.priors(&mut self.game, moves, &mut self.priors);
        for prior in &mut self.priors {
            if !(prior.is_finite() && *prior > 0.0) {
                *prior = 0.0;
            }
        }
        let sum: f32 = self.priors.iter().sum();
        let alike = 1.0 / width as f32;
        for prior in &mut self.priors {
            *prior = if sum > 0.0 && sum.is_finite() { *prior / sum } else { alike };
        }
        self.ranking.clear();
        self.ranking.extend(self.priors.iter().copied().zip(moves.iter().copied()));
        self.ranking.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (i, &(prior, m)) in self.ranking.iter().enumerate() {
            self.priors[i] = prior;
            self.moves.since_mut(frame)[i] = m;
        }
    }
}

/// In which order a family's moves are tried: a stride through the list from
/// some start, coprime to its length, so that early tries lie far apart. It is
/// worked out from the family's number and need not be stored.
#[derive(Copy, Clone)]
struct Order {
    start: u32,
    stride: u32,
}

impl Order {
    const AS_LISTED: Order = Order { start: 0, stride: 1 };

    fn spread(width: u32, family: u32) -> Order {
        let start = (mix(u64::from(family)) % u64::from(width)) as u32;
        let golden = (u64::from(width) * 618 / 1000).max(1) as u32;
        let stride = (golden..).find(|&stride| gcd(stride, width) == 1).unwrap_or(1);
        Order { start, stride }
    }

    #[inline]
    fn place(self, n: u32, width: u32) -> u32 {
        if self.stride == 1 && self.start == 0 {
            return n;
        }
        ((u64::from(self.start) + u64::from(n) * u64::from(self.stride)) % u64::from(width)) as u32
    }

    /// The place after this one, without a division.
    #[inline]
    fn next(self, place: u32, width: u32) -> u32 {
        let next = place + self.stride;
        if next >= width { next - width } else { next }
    }
}

const fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn every_move_is_tried_once() {
        for width in 1..200u32 {
            let order = Order::spread(width, width * 7);
            let mut places: Vec<u32> = (0..width).map(|n| order.place(n, width)).collect();
            for pair in places.windows(2) {
                assert_eq!(order.next(pair[0], width), pair[1]);
            }
            places.sort_unstable();
            assert_eq!(places, (0..width).collect::<Vec<_>>());
        }
    }
}
