//! Best responses, and how much a strategy gives away.

use super::strategy::Strategy;
use super::tree::{CHANCE, LEAF, Tree};
use takeback_core::Player;

/// What a strategy is worth to each player, and what each could have instead by
/// answering the others' part of it as well as possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// What everybody gets when all play the strategy.
    pub values: Vec<f64>,
    /// What each gets who alone plays a best response.
    pub responses: Vec<f64>,
}

impl Exploitability {
    /// What all players together could gain by leaving the strategy, each alone:
    /// zero exactly at an equilibrium.
    #[must_use]
    pub fn nash_conv(&self) -> f64 {
        self.responses.iter().zip(&self.values).map(|(best, value)| best - value).sum()
    }

    /// The same for each player on average.
    #[must_use]
    pub fn per_player(&self) -> f64 {
        self.nash_conv() / self.values.len().max(1) as f64
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// How much a strategy gives away. Sets that it does not know are played
    /// with all moves alike.
    #[must_use]
    pub fn exploitability(&self, strategy: &Strategy) -> Exploitability {
        let seats = || Player::all(self.players());
        Exploitability {
            values: self.values(strategy),
            responses: seats().map(|player| self.best_response(strategy, player).0).collect(),
        }
    }

    /// What everybody gets when all play this strategy.
    #[must_use]
    pub fn values(&self, strategy: &Strategy) -> Vec<f64> {
        let mix = self.spread(strategy);
        let players = self.players();
        let mut values = vec![0.0; self.nodes.len() * players];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let slot = node.slot as usize;
            if node.who == LEAF {
                values[at * players..][..players].copy_from_slice(&self.worth[slot..][..players]);
                continue;
            }
            let chances = if node.who == CHANCE { &self.odds } else { &mix };
            for n in 0..usize::from(node.count) {
                for seat in 0..players {
                    let child = values[(node.first as usize + n) * players + seat];
                    values[at * players + seat] += chances[slot + n] * child;
                }
            }
        }
        values.truncate(players);
        values
    }

    /// What `player` gets with the best answer to the others' part of a
    /// strategy, and that answer.
    #[must_use]
    pub fn best_response(&self, strategy: &Strategy, player: Player) -> (f64, Strategy) {
        let mix = self.spread(strategy);
        let mut answer = Answer {
            others: self.others(&mix, player),
            members: self.members(player),
            value: vec![f64::NAN; self.nodes.len()],
            choice: vec![UNDECIDED; self.sets.len()],
            tree: self,
            mix: &mix,
            player,
        };
        let value = answer.value(0);
        (value, answer.strategy())
    }

    /// How likely chance and all but `player` let play come to each node.
    fn others(&self, mix: &[f64], player: Player) -> Vec<f64> {
        let mut others = vec![1.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.who != LEAF) {
            for n in 0..usize::from(node.count) {
                let slot = node.slot as usize + n;
                let chance = match node.who {
                    CHANCE => self.odds[slot],
                    who if who == player.0 => 1.0,
                    _ => mix[slot],
                };
                others[node.first as usize + n] = others[at] * chance;
            }
        }
        others
    }

    /// The nodes of each of the player's sets.
    fn members(&self, player: Player) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.sets.len()];
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.who == player.0) {
            members[self.set_of_slot[node.slot as usize] as usize].push(at as u32);
        }
        members
    }
}

const UNDECIDED: u16 = u16::MAX;

struct Answer<'a, M> {
    tree: &'a Tree<M>,
    mix: &'a [f64],
    player: Player,
    others: Vec<f64>,
    members: Vec<Vec<u32>>,
    value: Vec<f64>,
    choice: Vec<u16>,
}

impl<M: Copy + Eq> Answer<'_, M> {
    fn value(&mut self, at: u32) -> f64 {
        let known = self.value[at as usize];
        if !known.is_nan() {
            return known;
        }
        let node = self.tree.nodes[at as usize];
        let slot = node.slot as usize;
        let value = match node.who {
            LEAF => self.tree.worth[slot + self.player.index()],
            who if who == self.player.0 => {
                let choice = self.choose(self.tree.set_of_slot[slot]);
                self.value(node.first + u32::from(choice))
            }
            who => {
                let chances =
                    if who == CHANCE { &self.tree.odds[slot..] } else { &self.mix[slot..] };
                (0..node.count)
                    .map(|n| chances[usize::from(n)] * self.value(node.first + u32::from(n)))
                    .sum()
            }
        };
        self.value[at as usize] = value;
        value
    }

    /// One choice for all positions that look alike. Who remembers his own
    /// choices never comes back to the same set below it, so this ends.
    fn choose(&mut self, set: u32) -> u16 {
        if self.choice[set as usize] != UNDECIDED {
            return self.choice[set as usize];
        }
        let members = std::mem::take(&mut self.members[set as usize]);
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for n in 0..self.tree.sets[set as usize].count {
            let worth = |at: &u32| {
                let child = self.tree.nodes[*at as usize].first + u32::from(n);
                self.others[*at as usize] * self.value(child)
            };
            let total: f64 = members.iter().map(worth).sum();
            if total > most {
                (best, most) = (n, total);
            }
        }
        self.choice[set as usize] = best;
        best
    }

    /// Sets that play cannot come to are left out.
    fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::default();
        for (set, &choice) in self.tree.sets.iter().zip(&self.choice) {
            if choice != UNDECIDED {
                let mut pure = vec![0.0; usize::from(set.count)];
                pure[usize::from(choice)] = 1.0;
                strategy.insert(set.info, &pure);
            }
        }
        strategy
    }
}
