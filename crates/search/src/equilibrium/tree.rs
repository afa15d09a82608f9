//! A game written out: every line of play and every information set.
//!
//! Sweeps over all lines are what regret minimisation does a thousand times, so
//! the game is asked once and answered from flat arrays afterwards. A node's
//! children lie side by side and behind it: a walk from the front visits parents
//! first, a walk from the back children first, and nothing is recursive.

use super::Worth;
use super::strategy::{InfoSet, Marks, Strategy};
use std::fmt;
use takeback_core::{Hidden, Moves, Player, Turn};

/// Chance decides.
pub(super) const CHANCE: u8 = u8::MAX;
/// The game is over.
pub(super) const LEAF: u8 = u8::MAX - 1;
/// The player has not decided anything before.
pub(super) const NOTHING: u32 = u32::MAX;

/// Lines longer than this are taken for endless.
const LONGEST: u32 = 512;

#[derive(Copy, Clone)]
pub(super) struct Node {
    pub(super) first: u32,
    /// Into chances of the set, odds of chance or worth of the end.
    pub(super) slot: u32,
    pub(super) count: u16,
    /// A seat, [`CHANCE`] or [`LEAF`].
    pub(super) who: u8,
}

#[derive(Copy, Clone)]
pub(super) struct Set {
    pub(super) info: InfoSet,
    pub(super) slot: u32,
    pub(super) count: u16,
    /// The slot of the same player's choice before this one.
    pub(super) before: u32,
}

/// A small game written out.
pub struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    /// Those met first stand first, so a choice stands behind the one before it.
    pub(super) sets: Vec<Set>,
    pub(super) set_of_slot: Vec<u32>,
    /// The moves of all sets, by slot.
    moves: Vec<M>,
    pub(super) odds: Vec<f64>,
    pub(super) worth: Vec<f64>,
    pub(super) players: usize,
    places: Marks<u32>,
}

/// Why a game cannot be written out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TreeError {
    /// It has more positions (counted along every line) than allowed.
    TooLarge {
        /// The bound.
        most: usize,
    },
    /// Somebody is in turn and has no move.
    DeadEnd,
    /// Positions that look alike to this player list different moves.
    Uneven(Player),
    /// This player forgets what he did: positions that look alike to him come
    /// from different choices of his. Best responses have no meaning then.
    Forgets(Player),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::TooLarge { most } => {
                write!(f, "the game has more than {most} positions along all its lines")
            }
            TreeError::DeadEnd => f.write_str("a player in turn has no move"),
            TreeError::Uneven(player) => {
                write!(f, "positions that look alike to {player} list different moves")
            }
            TreeError::Forgets(player) => write!(
                f,
                "{player} forgets: positions that look alike to that player follow different \
                 choices of the same player (no perfect recall)"
            ),
        }
    }
}

impl std::error::Error for TreeError {}

struct Writer<'a, G: Hidden> {
    game: G,
    worth: Worth<G>,
    most: usize,
    moves: Moves<G::Move>,
    /// The slot of each player's last choice on the way here.
    last: Vec<u32>,
    tree: &'a mut Tree<G::Move>,
}

impl<M: Copy + Eq> Tree<M> {
    /// Write out every line from `start`, with at most so many positions.
    ///
    /// # Errors
    /// When the game is too large, or its information sets are not such.
    pub fn unroll<G>(start: &G, worth: Worth<G>, most: usize) -> Result<Self, TreeError>
    where
        G: Hidden<Move = M>,
    {
        let players = start.players();
        let mut tree = Tree {
            nodes: Vec::new(),
            sets: Vec::new(),
            set_of_slot: Vec::new(),
            moves: Vec::new(),
            odds: Vec::new(),
            worth: Vec::new(),
            players,
            places: Marks::default(),
        };
        tree.nodes.push(Node { first: 0, slot: 0, count: 0, who: LEAF });
        let mut writer = Writer {
            game: start.clone(),
            worth,
            most,
            moves: Moves::new(),
            last: vec![NOTHING; players],
            tree: &mut tree,
        };
        writer.fill(0, 0)?;
        Ok(tree)
    }

    /// Positions along all lines.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// How many players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The information sets in the order they were met, each with its moves.
    pub fn sets(&self) -> impl Iterator<Item = (InfoSet, &[M])> {
        self.sets.iter().map(|set| {
            let from = set.slot as usize;
            (set.info, &self.moves[from..from + usize::from(set.count)])
        })
    }

    /// A strategy by slots; all moves alike where it has no opinion of a set.
    pub(super) fn spread(&self, strategy: &Strategy) -> Vec<f64> {
        let mut all = vec![0.0; self.moves.len()];
        for set in &self.sets {
            let slots = &mut all[set.slot as usize..][..usize::from(set.count)];
            match strategy.chances(set.info).filter(|chances| chances.len() == slots.len()) {
                Some(chances) => slots.copy_from_slice(chances),
                None => slots.fill(1.0 / slots.len() as f64),
            }
        }
        all
    }

    /// The strategy that weights by slots describe.
    pub(super) fn gather(&self, weights: &[f64]) -> Strategy {
        let mut strategy = Strategy::default();
        for set in &self.sets {
            strategy.insert(set.info, &weights[set.slot as usize..][..usize::from(set.count)]);
        }
        strategy
    }
}

impl<G: Hidden> Writer<'_, G> {
    fn fill(&mut self, at: u32, depth: u32) -> Result<(), TreeError> {
        let turn = self.game.turn();
        if turn == Turn::Over {
            self.tree.nodes[at as usize].slot = self.tree.worth.len() as u32;
            let seats = Player::all(self.tree.players);
            self.tree.worth.extend(seats.map(|player| (self.worth)(&self.game, player)));
            return Ok(());
        }
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let decider = turn.decider();
        if decider.is_none() {
            let game = &self.game;
            self.moves.retain_since(frame, |&outcome| game.weight(outcome) > 0);
        }
        let list = self.moves.range(frame);
        let first = self.tree.nodes.len();
        if first + list.len() > self.most || depth >= LONGEST {
            return Err(TreeError::TooLarge { most: self.most });
        }
        if list.is_empty() {
            return Err(TreeError::DeadEnd);
        }
        let (who, slot) = match decider {
            Some(player) => (player.0, self.meet(player, frame)?),
            None => (CHANCE, self.weigh(frame)),
        };
        let leaf = Node { first: 0, slot: 0, count: 0, who: LEAF };
        self.tree.nodes.extend(std::iter::repeat_n(leaf, list.len()));
        self.tree.nodes[at as usize] =
            Node { first: first as u32, slot, count: list.len() as u16, who };
        for (n, i) in list.enumerate() {
            let m = self.moves[i];
            let before = decider
                .map(|player| std::mem::replace(&mut self.last[player.index()], slot + n as u32));
            let undo = self.game.make(m);
            self.fill((first + n) as u32, depth + 1)?;
            self.game.unmake(m, undo);
            if let (Some(player), Some(before)) = (decider, before) {
                self.last[player.index()] = before;
            }
        }
        self.moves.close(frame);
        Ok(())
    }

    /// The odds of the outcomes listed.
    fn weigh(&mut self, frame: takeback_core::Frame) -> u32 {
        let slot = self.tree.odds.len() as u32;
        let outcomes = self.moves.since(frame);
        let total: f64 = outcomes.iter().map(|&m| f64::from(self.game.weight(m))).sum();
        let odds = outcomes.iter().map(|&m| f64::from(self.game.weight(m)) / total);
        self.tree.odds.extend(odds);
        slot
    }

    /// The slot of what the player knows here, new or met before.
    fn meet(&mut self, player: Player, frame: takeback_core::Frame) -> Result<u32, TreeError> {
        let info = InfoSet::of(&self.game, player);
        let list = self.moves.since(frame);
        let before = self.last[player.index()];
        if let Some(&place) = self.tree.places.get(&info.mark()) {
            let set = self.tree.sets[place as usize];
            let known = &self.tree.moves[set.slot as usize..][..usize::from(set.count)];
            return match () {
                () if known != list => Err(TreeError::Uneven(player)),
                () if set.before != before => Err(TreeError::Forgets(player)),
                () => Ok(set.slot),
            };
        }
        let (place, slot) = (self.tree.sets.len() as u32, self.tree.moves.len() as u32);
        self.tree.places.insert(info.mark(), place);
        self.tree.moves.extend_from_slice(list);
        self.tree.set_of_slot.extend(std::iter::repeat_n(place, list.len()));
        self.tree.sets.push(Set { info, slot, count: list.len() as u16, before });
        Ok(slot)
    }
}
