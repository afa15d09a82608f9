//! Proven values: what a node is worth for certain, for any number of players.
//!
//! A proof is one word in the tree: the number of a vector of payoffs and the
//! plies to the end. Few different vectors occur in a game (win, loss, draw),
//! so each is kept once. When the table is full, new values stay unproven:
//! less is known, nothing wrong.

use super::tree::{NodeId, Tree};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU32};
use std::sync::{Mutex, PoisonError};
use takeback_core::{Payoff, Player};

/// How many different results a table tells apart.
const RESULTS: usize = 4096;

/// A proof as the tree stores it. Zero in the tree means: none.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Proof(u32);

impl Proof {
    /// No game ends here: whoever is in turn has no move. Not playable.
    pub(super) const DEAD: Proof = Proof(0xffff << 16);

    #[inline]
    pub(super) fn read(word: u32) -> Option<Proof> {
        (word != 0).then_some(Proof(word))
    }

    #[inline]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn is_dead(self) -> bool {
        self == Proof::DEAD
    }

    /// Plies to the end along the line that was proven.
    pub(super) const fn plies(self) -> u32 {
        self.0 & 0xffff
    }

    const fn result(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// One ply further from the end.
    fn one_up(self) -> Proof {
        if self.plies() == 0xffff { self } else { Proof(self.0 + 1) }
    }
}

/// Every result proven so far, once.
pub(super) struct Results {
    players: usize,
    payoffs: Vec<AtomicI32>,
    len: AtomicU32,
    writer: Mutex<()>,
}

impl Results {
    pub(super) fn new(players: usize) -> Self {
        let payoffs = (0..players * RESULTS).map(|_| AtomicI32::new(0)).collect();
        // Number 0 stays unused, as zero means "no proof".
        Results { players, payoffs, len: AtomicU32::new(1), writer: Mutex::new(()) }
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// What a proven node is worth to `player`. Not for dead ends.
    #[inline]
    pub(super) fn payoff(&self, proof: Proof, player: Player) -> Payoff {
        Payoff(self.payoffs[proof.result() * self.players + player.index()].load(Relaxed))
    }

    /// The proof of a finished game; `None` when the table is full.
    pub(super) fn of(&self, payoff: impl Fn(Player) -> Payoff) -> Option<Proof> {
        let len = self.len.load(Acquire) as usize;
        if let Some(found) = self.find(1, len, &payoff) {
            return Some(found);
        }
        let _writing = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.len.load(Relaxed) as usize;
        if let Some(found) = self.find(len, now, &payoff) {
            return Some(found);
        }
        if now == RESULTS {
            return None;
        }
        for player in Player::all(self.players) {
            self.payoffs[now * self.players + player.index()].store(payoff(player).0, Relaxed);
        }
        self.len.store(now as u32 + 1, Release);
        Some(Proof((now as u32) << 16))
    }

    fn find(&self, from: usize, to: usize, payoff: &impl Fn(Player) -> Payoff) -> Option<Proof> {
        let same = |at: &usize| {
            Player::all(self.players)
                .all(|p| self.payoffs[at * self.players + p.index()].load(Relaxed) == payoff(p).0)
        };
        (from..to).find(same).map(|at| Proof((at as u32) << 16))
    }

    /// What the children prove about a node where `mover` decides (`None`:
    /// chance). A win is enough; anything else needs every child.
    pub(super) fn conclude<M: Copy>(
        &self,
        tree: &Tree<M>,
        family: u32,
        mover: Option<Player>,
    ) -> Option<Proof> {
        let complete = tree.open(family) >= tree.chunks[family].width.load(Relaxed);
        let proofs = tree.children(family).map(|child| Proof::read(tree.proof(child)));
        match mover {
            Some(player) => self.best_of(proofs, player, complete),
            None if complete => self.common(proofs),
            None => None,
        }
    }

    fn best_of(
        &self,
        proofs: impl Iterator<Item = Option<Proof>>,
        player: Player,
        complete: bool,
    ) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        let mut all = complete;
        for proof in proofs {
            match proof {
                None => all = false,
                Some(proof) if proof.is_dead() => {}
                Some(proof) => {
                    if best.is_none_or(|b| self.prefers(player, proof, b)) {
                        best = Some(proof);
                    }
                }
            }
        }
        match best {
            Some(best) if all || self.payoff(best, player) >= Payoff::WIN => Some(best.one_up()),
            Some(_) => None,
            None => all.then_some(Proof::DEAD),
        }
    }

    /// Better for `player`; among losses the longest, else the shortest.
    pub(super) fn prefers(&self, player: Player, a: Proof, b: Proof) -> bool {
        let (worth_a, worth_b) = (self.payoff(a, player), self.payoff(b, player));
        if worth_a != worth_b {
            worth_a > worth_b
        } else if worth_a <= Payoff::LOSS {
            a.plies() > b.plies()
        } else {
            a.plies() < b.plies()
        }
    }

    /// Chance proves a value only when every outcome has the same.
    fn common(&self, mut proofs: impl Iterator<Item = Option<Proof>>) -> Option<Proof> {
        let first = proofs.next()??;
        let mut longest = first;
        for proof in proofs {
            let proof = proof?;
            if proof.result() != first.result() {
                return None;
            }
            if proof.plies() > longest.plies() {
                longest = proof;
            }
        }
        if longest.is_dead() { Some(longest) } else { Some(longest.one_up()) }
    }

    /// Store what `node`'s children prove, if anything; tells whether they do.
    pub(super) fn propagate<M: Copy>(
        &self,
        tree: &Tree<M>,
        node: NodeId,
        mover: Option<Player>,
    ) -> bool {
        let Some(family) = tree.family(node) else { return false };
        let proof = self.conclude(tree, family, mover);
        if let Some(proof) = proof {
            tree.set_proof(node, proof.word());
        }
        proof.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_share_a_number() {
        let results = Results::new(2);
        let win = |p: Player| if p == Player::FIRST { Payoff::WIN } else { Payoff::LOSS };
        let first = results.of(win);
        assert_eq!(first, results.of(win));
        assert_ne!(first, results.of(|p| -win(p)));
        assert_eq!(first.map(|p| results.payoff(p, Player::SECOND)), Some(Payoff::LOSS));
    }

    #[test]
    fn a_full_table_proves_nothing_new() {
        let results = Results::new(1);
        for n in 0..RESULTS as i32 + 10 {
            assert_eq!(results.of(|_| Payoff(n)).is_some(), n < RESULTS as i32 - 1);
        }
        assert!(results.of(|_| Payoff(7)).is_some());
    }
}
