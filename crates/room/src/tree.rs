//! Every move that was played at a table, with the branches left behind.

use crate::Grade;
use takeback_core::{Players, Turn};

/// A position of the tree by number; the first one is 0.
pub type NodeId = usize;

/// A position and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before.
    pub parent: NodeId,
    /// Moves from the start.
    pub ply: u32,
    /// The move in the game's notation; empty at the start.
    pub text: String,
    /// What the move list says to a spectator and to each seat; one text if the
    /// game hides nothing.
    pub told: Vec<String>,
    /// As players write it, where that is not the notation itself.
    pub short: Option<String>,
    /// In words; empty where something is hidden.
    pub said: String,
    /// Whose decision the move was.
    pub by: Turn,
    /// Cells the move concerned.
    pub touched: Vec<u16>,
    /// Who is in turn now.
    pub turn: Turn,
    /// Whether there is nothing to choose: one move, and that a button.
    pub forced: bool,
    /// The line this position continues by: the child visited last.
    pub next: Option<NodeId>,
    /// Positions one move further, in order of number.
    pub children: Vec<NodeId>,
    /// Each player's chances, if a search looked.
    pub value: Option<Vec<f32>>,
    /// How good the move was, if it was judged.
    pub grade: Option<Grade>,
}

impl Node {
    /// A position without a past.
    pub(crate) fn blank(turn: Turn) -> Self {
        Node {
            parent: 0,
            ply: 0,
            text: String::new(),
            told: Vec::new(),
            short: None,
            said: String::new(),
            by: turn,
            touched: Vec::new(),
            turn,
            forced: false,
            next: None,
            children: Vec::new(),
            value: None,
            grade: None,
        }
    }
}

/// The positions, and which one the table stands at.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    now: NodeId,
}

impl Tree {
    /// A tree of the start alone.
    pub(crate) fn new(turn: Turn) -> Self {
        Tree { nodes: vec![Node::blank(turn)], now: 0 }
    }

    /// The position on the table.
    #[must_use]
    pub fn now(&self) -> NodeId {
        self.now
    }

    /// How many positions there are; the start is always one.
    #[allow(clippy::len_without_is_empty)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All of them, in order of number.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The position of this number.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id)
    }

    /// The position on the table.
    #[must_use]
    pub fn here(&self) -> &Node {
        &self.nodes[self.now]
    }

    /// The child of this position by this move.
    #[must_use]
    pub fn child(&self, text: &str) -> Option<NodeId> {
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

    /// A tree of known shape whose positions are still to be filled in.
    pub(crate) fn shaped(root: Node, parents: &[NodeId]) -> Self {
        let blank = Node { text: String::new(), told: Vec::new(), ..root.clone() };
        let mut nodes = vec![root];
        for (i, &parent) in parents.iter().enumerate() {
            let ply = nodes[parent].ply + 1;
            nodes[parent].children.push(i + 1);
            nodes[parent].next = Some(i + 1);
            nodes.push(Node { parent, ply, children: Vec::new(), next: None, ..blank.clone() });
        }
        Tree { nodes, now: 0 }
    }

    /// The table stands here now; the line leads here.
    pub(crate) fn stand_at(&mut self, id: NodeId) {
        let mut at = id;
        while at != 0 {
            let parent = self.nodes[at].parent;
            self.nodes[parent].next = Some(at);
            at = parent;
        }
        self.now = id;
    }

    /// Whether `id` lies on the way from the start to `below`.
    #[must_use]
    pub fn leads_to(&self, id: NodeId, below: NodeId) -> bool {
        let Some(ply) = self.nodes.get(id).map(|node| node.ply) else { return false };
        let mut at = below;
        while self.nodes[at].ply > ply {
            at = self.nodes[at].parent;
        }
        at == id
    }

    /// The line through a position, on to its end.
    #[must_use]
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        while let Some(next) = line.last().and_then(|&last| self.nodes[last].next) {
            line.push(next);
        }
        line
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
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while at != 0 {
            at = self.nodes[at].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The line through the position on the table, on to its end.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        self.line_through(self.now)
    }

    /// How to get from here to `id`: moves to take back, then positions to step to.
    #[must_use]
    pub fn way_to(&self, id: NodeId) -> (usize, Vec<NodeId>) {
        let (from, to) = (self.path(self.now), self.path(id));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        (from.len() - common, to[common..].to_vec())
    }
}

/// Who owes a decision.
#[must_use]
pub fn deciders(turn: Turn) -> Players {
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
        let node = Node { text: text.to_owned(), ..Node::blank(Turn::Player(Player(0))) };
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
}
