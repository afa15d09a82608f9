//! Counterfactual regret minimisation over a whole tree.
//!
//! Each iteration lets one player after the other look at all lines: what would
//! each move at each information set have brought, weighed by how likely chance
//! and the others let the game come there? The regrets add up, the next mix is
//! in proportion to them, and the *average* of all mixes goes to an equilibrium.
//!
//! Zinkevich, Johanson, Bowling and Piccione 2007; CFR+ by Tammelin 2014;
//! linear and discounted weights by Brown and Sandholm 2019.

use super::match_regrets;
use super::strategy::Strategy;
use super::tree::{CHANCE, LEAF, NOTHING, Tree};

/// How past iterations count.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Rule {
    /// All alike.
    Vanilla,
    /// Regrets never fall below zero; mixes count by their iteration (CFR+).
    Plus,
    /// Regrets and mixes count by their iteration.
    Linear,
    /// Powers by which positive regrets, negative regrets and mixes fade.
    Discounted {
        /// Of positive regrets; 1.5 is usual.
        positive: f64,
        /// Of negative regrets; 0 halves them every time and is usual.
        negative: f64,
        /// Of mixes; 2 is usual.
        average: f64,
    },
}

impl Rule {
    /// Discounts as their authors recommend them.
    pub const DISCOUNTED: Rule = Rule::Discounted { positive: 1.5, negative: 0.0, average: 2.0 };

    /// By how much to multiply positive regrets, negative regrets and the sum
    /// of mixes after iteration `t`.
    fn fading(self, t: f64) -> (f64, f64, f64) {
        let fade = |power: f64| t.powf(power) / (t.powf(power) + 1.0);
        let next = t / (t + 1.0);
        match self {
            Rule::Vanilla => (1.0, 1.0, 1.0),
            Rule::Plus => (1.0, 0.0, next),
            Rule::Linear => (next, next, next),
            Rule::Discounted { positive, negative, average } => {
                (fade(positive), fade(negative), next.powf(average))
            }
        }
    }
}

/// Regrets of every choice in a tree.
///
/// ```
/// # use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};
/// # #[derive(Clone)]
/// # struct Pennies(Vec<bool>);
/// # impl Game for Pennies {
/// #     type Move = bool; type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.0.len() == 2 { Turn::Over } else { Turn::Player(Player(self.0.len() as u8)) } }
/// #     fn moves(&self, out: &mut Moves<bool>) { out.extend([false, true]); }
/// #     fn make(&mut self, m: bool) { self.0.push(m); }
/// #     fn unmake(&mut self, _: bool, (): ()) { self.0.pop(); }
/// #     fn payoff(&self, p: Player) -> Payoff {
/// #         let both = self.0 == [true, true];
/// #         let won = if both { 1000 } else if self.0[0] == self.0[1] { 500 } else { -500 };
/// #         Payoff(if p == Player::FIRST { won } else { -won })
/// #     }
/// # }
/// # impl Hidden for Pennies {
/// #     type Observation = usize; type Redeal = ();
/// #     fn observation(&self, p: Player) -> usize { self.0.len() }
/// #     fn infoset(&self, p: Player) -> Key { Key::nth(self.0.len() as u64) }
/// #     fn label(&self, _: Player, _: bool) -> u64 { 0 }
/// #     fn redeal(&mut self, _: Player, _: &mut SplitMix) {}
/// #     fn undo_redeal(&mut self, (): ()) {}
/// # }
/// use takeback_search::equilibrium::{Cfr, Rule, Tree, victory};
///
/// // Matching pennies in which two heads pay double.
/// let tree = Tree::unroll(&Pennies(vec![]), victory, 100)?;
/// let mut cfr = Cfr::new(&tree, Rule::Plus);
/// (0..1000).for_each(|_| cfr.iterate());
/// let found = tree.exploitability(&cfr.average());
/// assert!(found.nash_conv() < 0.005);
/// assert!((found.values[0] - 0.1).abs() < 0.001);
/// # Ok::<(), takeback_search::equilibrium::TreeError>(())
/// ```
pub struct Cfr<'t, M> {
    tree: &'t Tree<M>,
    rule: Rule,
    regrets: Vec<f64>,
    /// Mixes so far, each weighed by how likely its player came to the set.
    sums: Vec<f64>,
    /// The mix of this iteration.
    mix: Vec<f64>,
    /// How likely chance and the others come to each node.
    others: Vec<f64>,
    value: Vec<f64>,
    /// How likely its player comes to each set.
    own: Vec<f64>,
    iterations: u64,
}

impl<'t, M: Copy + Eq> Cfr<'t, M> {
    /// Nothing is regretted yet: all moves alike.
    #[must_use]
    pub fn new(tree: &'t Tree<M>, rule: Rule) -> Self {
        let slots = tree.set_of_slot.len();
        Cfr {
            tree,
            rule,
            regrets: vec![0.0; slots],
            sums: vec![0.0; slots],
            mix: tree.spread(&Strategy::default()),
            others: vec![1.0; tree.nodes.len()],
            value: vec![0.0; tree.nodes.len()],
            own: vec![1.0; tree.sets.len()],
            iterations: 0,
        }
    }

    /// Let every player learn once.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in 0..self.tree.players as u8 {
            self.reach(player);
            self.regret(player);
            self.learn(player);
        }
    }

    /// How often every player has learned.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The average strategy, which is what converges.
    #[must_use]
    pub fn average(&self) -> Strategy {
        self.tree.gather(&self.sums)
    }

    /// From the root outwards: how likely all but `player` let play come here.
    fn reach(&mut self, player: u8) {
        for (at, node) in self.tree.nodes.iter().enumerate() {
            if node.who == LEAF {
                continue;
            }
            let here = self.others[at];
            let (from, slot) = (node.first as usize, node.slot as usize);
            let children = &mut self.others[from..from + usize::from(node.count)];
            match node.who {
                who if who == player => children.fill(here),
                who => {
                    let chances = if who == CHANCE { &self.tree.odds } else { &self.mix };
                    let chances = &chances[slot..slot + children.len()];
                    children.iter_mut().zip(chances).for_each(|(child, p)| *child = here * p);
                }
            }
        }
    }

    /// From the leaves inwards: values to `player`, and what was missed.
    fn regret(&mut self, player: u8) {
        for (at, node) in self.tree.nodes.iter().enumerate().rev() {
            let slot = node.slot as usize;
            if node.who == LEAF {
                self.value[at] = self.tree.worth[slot + usize::from(player)];
                continue;
            }
            let (from, count) = (node.first as usize, usize::from(node.count));
            let children = &self.value[from..from + count];
            let chances = if node.who == CHANCE { &self.tree.odds } else { &self.mix };
            let chances = &chances[slot..slot + count];
            let value: f64 = children.iter().zip(chances).map(|(v, p)| v * p).sum();
            if node.who == player {
                let weight = self.others[at];
                let regrets = &mut self.regrets[slot..slot + count];
                regrets.iter_mut().zip(children).for_each(|(r, v)| *r += weight * (v - value));
            }
            self.value[at] = value;
        }
    }

    /// Add this iteration's mix to the average and make the next one.
    fn learn(&mut self, player: u8) {
        let (positive, negative, average) = self.rule.fading(self.iterations as f64);
        let tree = self.tree;
        let sets = || tree.sets.iter().enumerate().filter(|(_, set)| set.info.player.0 == player);
        for (place, set) in sets() {
            self.own[place] = match set.before {
                NOTHING => 1.0,
                slot => {
                    let before = tree.set_of_slot[slot as usize] as usize;
                    self.own[before] * self.mix[slot as usize]
                }
            };
        }
        for (place, set) in sets() {
            let slots = set.slot as usize..set.slot as usize + usize::from(set.count);
            for slot in slots.clone() {
                self.sums[slot] = (self.sums[slot] + self.own[place] * self.mix[slot]) * average;
                let regret = &mut self.regrets[slot];
                *regret *= if *regret > 0.0 { positive } else { negative };
            }
            match_regrets(self.regrets[slots.clone()].iter().copied(), &mut self.mix[slots]);
        }
    }
}
