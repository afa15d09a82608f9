//! Every move that was played at a table, with the branches left behind.

use takeback_core::{Players, Turn};

/// A position of the tree by number; the first one is 0.
pub(crate) type NodeId = usize;

/// A position and the move that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    /// Moves from the start.
    pub(crate) ply: u32,
    /// The move in the game's notation; empty at the start.
    pub(crate) text: String,
    /// What the move list says to a spectator and to each seat; one text if the
    /// game hides nothing.
    pub(crate) told: Vec<String>,
    /// Whose decision the move was.
    pub(crate) by: Turn,
    /// Cells the move concerned.
    pub(crate) touched: Vec<u16>,
    /// Who is in turn now.
    pub(crate) turn: Turn,
    /// Whether there is nothing to choose: one move, and that a button.
    pub(crate) forced: bool,
    /// The line this position continues by: the child visited last.
    pub(crate) next: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    /// Each player's chances, if a search looked.
    pub(crate) value: Option<Vec<f32>>,
    pub(crate) grade: Option<Grade>,
}

/// How good a move was.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grade {
    /// What it gave away, as a share of a win.
    pub(crate) loss: f32,
    /// In a word.
    pub(crate) word: &'static str,
    /// What the engine would have played.
    pub(crate) best: String,
}

/// Bounds and words of the grades, by what a move gave away.
const WORDS: [(f32, &str); 4] =
    [(0.02, "good"), (0.06, "fair"), (0.12, "doubtful"), (0.25, "mistake")];

impl Grade {
    /// Judge a loss.
    pub(crate) fn new(loss: f32, best: &str, played: &str) -> Self {
        let loss = loss.clamp(0.0, 1.0);
        let word = if best == played {
            "best"
        } else {
            WORDS.iter().find(|(most, _)| loss <= *most).map_or("blunder", |(_, word)| word)
        };
        let loss = if best == played { 0.0 } else { loss };
        Grade { loss, word, best: best.to_owned() }
    }
}

/// The positions, and which one the table stands at.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    now: NodeId,
}

impl Tree {
    /// A tree of the start alone.
    pub(crate) fn new(turn: Turn) -> Self {
        let root = Node {
            parent: 0,
            ply: 0,
            text: String::new(),
            told: Vec::new(),
            by: turn,
            touched: Vec::new(),
            turn,
            forced: false,
            next: None,
            children: Vec::new(),
            value: None,
            grade: None,
        };
        Tree { nodes: vec![root], now: 0 }
    }

    pub(crate) fn now(&self) -> NodeId {
        self.now
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id)
    }

    pub(crate) fn here(&self) -> &Node {
        &self.nodes[self.now]
    }

    /// The child of this position by this move.
    pub(crate) fn child(&self, text: &str) -> Option<NodeId> {
        self.here().children.iter().copied().find(|&child| self.nodes[child].text == text)
    }

    /// Add a move played here, and go there.
    pub(crate) fn grow(&mut self, node: Node) -> NodeId {
        let id = self.nodes.len();
        self.nodes[self.now].children.push(id);
        self.nodes.push(Node { parent: self.now, ply: self.here().ply + 1, ..node });
        self.step_to(id);
        id
    }

    /// Go to a child of this position.
    pub(crate) fn step_to(&mut self, child: NodeId) {
        debug_assert_eq!(self.nodes[child].parent, self.now, "only children are a step away");
        self.nodes[self.now].next = Some(child);
        self.now = child;
    }

    /// Go back one move.
    pub(crate) fn step_back(&mut self) {
        self.now = self.here().parent;
    }

    /// The start has nothing to choose.
    pub(crate) fn force_start(&mut self, forced: bool) {
        self.nodes[0].forced = forced;
    }

    /// Positions from the start to `id`, both included.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while at != 0 {
            at = self.nodes[at].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The line through this position, on to its end.
    pub(crate) fn line(&self) -> Vec<NodeId> {
        let mut line = self.path(self.now);
        while let Some(next) = line.last().and_then(|&last| self.nodes[last].next) {
            line.push(next);
        }
        line
    }

    /// How to get from here to `id`: moves to take back, then positions to step to.
    pub(crate) fn way_to(&self, id: NodeId) -> (usize, Vec<NodeId>) {
        let (from, to) = (self.path(self.now), self.path(id));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        (from.len() - common, to[common..].to_vec())
    }
}

/// Who owes a decision.
pub(crate) fn deciders(turn: Turn) -> Players {
    match turn {
        Turn::Player(player) => Players::only(player),
        Turn::Together(players) => players,
        Turn::Chance | Turn::Over => Players::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::Player;

    fn grown(tree: &mut Tree, text: &str) -> NodeId {
        let node =
            Node { text: text.to_owned(), ..Tree::new(Turn::Player(Player(0))).nodes[0].clone() };
        tree.grow(node)
    }

    #[test]
    fn the_way_from_branch_to_branch_goes_through_where_they_part() {
        let mut tree = Tree::new(Turn::Player(Player(0)));
        let a = grown(&mut tree, "a");
        let b = grown(&mut tree, "b");
        tree.step_back();
        let c = grown(&mut tree, "c");
        let d = grown(&mut tree, "d");
        assert_eq!(tree.path(d), [0, a, c, d]);
        assert_eq!(tree.way_to(b), (2, vec![b]));
        assert_eq!(tree.way_to(d), (0, vec![]));
        assert_eq!(tree.way_to(0), (3, vec![]));
        for _ in 0..3 {
            tree.step_back();
        }
        assert_eq!(tree.line(), [0, a, c, d], "the line visited last goes on");
        assert_eq!(tree.child("a"), Some(a));
    }

    #[test]
    fn grades_follow_what_was_given_away() {
        assert_eq!(Grade::new(0.5, "x", "x").word, "best");
        assert_eq!(Grade::new(-0.1, "x", "y").word, "good");
        assert_eq!(Grade::new(0.05, "x", "y").word, "fair");
        assert_eq!(Grade::new(0.2, "x", "y").word, "mistake");
        assert_eq!(Grade::new(0.9, "x", "y").word, "blunder");
    }
}
