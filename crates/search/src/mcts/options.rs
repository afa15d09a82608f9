//! What can be chosen about an MCTS, with defaults that suit most games.

/// How children are compared.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Rule {
    /// Upper confidence bounds (Kocsis and Szepesvári 2006).
    Uct,
    /// Priors times the root of the parent's visits, as AlphaZero does. With
    /// no [`Guide`](super::Guide) all priors are alike.
    Puct,
}

/// How the root spends the simulations.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Root {
    /// Like any other node; the most visited move is played.
    Tree,
    /// Sequential halving over the best `considered` moves by prior plus
    /// Gumbel noise (Danihelka and others 2022). Needs a limit of iterations
    /// or time; strongest when there are few simulations.
    Gumbel {
        /// How many moves take part.
        considered: usize,
    },
}

/// How several threads work together.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Parallel {
    /// One tree for all. Simulations in flight are counted, so that threads
    /// spread, but never valued.
    Tree,
    /// A tree each; the roots are added up at the end.
    Root,
}

/// All-moves-as-first statistics; see [`Mcts::rave`](super::Mcts::rave).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rave {
    /// At this many visits (thirds of it) own results and those of all moves
    /// weigh about the same.
    pub equivalence: f32,
    /// Below this many visits a node borrows the statistics of its nearest
    /// ancestor above (GRAVE, Cazenave 2015); 0 is plain RAVE.
    pub borrow_below: u32,
}

impl Default for Rave {
    fn default() -> Self {
        Rave { equivalence: 1000.0, borrow_below: 0 }
    }
}

/// The choices.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Options {
    /// How children are compared.
    pub rule: Rule,
    /// Weight of exploration. What most games play best with (docs/searches.md).
    pub exploration: f32,
    /// What an unvisited child is taken to be worth. `None`: every child is
    /// visited once before any twice (UCT), or a half (PUCT, RAVE).
    pub first_play: Option<f32>,
    /// Visits before a node gets children. `None`: one more for every sixteen
    /// siblings, so that wide games do not drown in leaves.
    pub expand_after: Option<u32>,
    /// All moves as first; needs a search made with [`Mcts::rave`](super::Mcts::rave).
    pub rave: Rave,
    /// Implicit minimax backups (Lanctot and others 2014): weight of the
    /// guide's judgement backed up by minimax against the mean result. 0: off.
    pub minimax: f32,
    /// Back up proven results.
    pub solver: bool,
    /// How the root spends the simulations.
    pub root: Root,
    /// How several threads work together.
    pub parallel: Parallel,
    /// Chance nodes with more outcomes than this are not grown but sampled.
    pub chance_width: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            rule: Rule::Uct,
            exploration: 0.4,
            first_play: None,
            expand_after: None,
            rave: Rave::default(),
            minimax: 0.0,
            solver: true,
            root: Root::Tree,
            parallel: Parallel::Tree,
            chance_width: 1024,
        }
    }
}
