//! A game as a file, and back.

use crate::play::{last_move, planted, standing};
use crate::tree::Node;
use crate::{Kind, NodeId, Opening, Room, RoomError, Secret, Tree, Who};
use serde::{Deserialize, Serialize};

/// A game as it is saved: where it began, who played, and every move.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of this form; now 1.
    pub takeback: u32,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The first position, in the game's notation.
    pub start: String,
    /// Who plays: `person`, or an engine's text.
    pub seats: Vec<String>,
    /// The seed of chance.
    #[serde(default)]
    pub seed: u64,
    /// Every move: the number of the move before it (0: the start; the first
    /// move is number 1) and its text. A branch names an earlier move.
    pub moves: Vec<(usize, String)>,
    /// The number of the move last played; 0 for none.
    #[serde(default)]
    pub now: usize,
}

/// The version written.
const FORM: u32 = 1;

impl Saved {
    /// Write a room down.
    pub(crate) fn of(room: &Room) -> Self {
        let nodes = room.tree.nodes();
        Saved {
            takeback: FORM,
            game: room.kind.entry().name.to_owned(),
            variant: room.kind.variant().name().to_owned(),
            start: room.table.start(),
            seats: room.chairs.iter().map(|chair| chair.who.text()).collect(),
            // Where others play, chance follows no seed that could be told.
            seed: if room.luck.sealed.is_empty() { room.luck.seed } else { 0 },
            moves: nodes[1..].iter().map(|n| (n.parent, n.text.clone())).collect(),
            now: room.tree.now(),
        }
    }

    /// Who plays.
    ///
    /// # Errors
    /// When a text is neither `person` nor an engine's.
    pub fn who(&self) -> Result<Vec<Who>, RoomError> {
        self.seats.iter().map(|text| Who::read(text)).collect()
    }

    /// Begin to load it.
    ///
    /// # Errors
    /// When it cannot be a game of this kind.
    pub fn load(self, kind: Kind, secret: Secret, most_nodes: usize) -> Result<Loading, RoomError> {
        if self.takeback != FORM {
            return Err(RoomError::BadRequest(format!("only files of version {FORM} are read")));
        }
        let seats = self.who()?;
        let (seed, position) = (Some(self.seed), Some(self.start));
        let opening = Opening { seed, position, most_nodes, ..Opening::new(kind, seats, secret) };
        Loading::new(Room::open(opening)?, self.moves, self.now)
    }
}

/// A game being loaded, a few moves at a time.
///
/// Every move is played once and taken back once, along the tree: the work is
/// linear in the number of moves however the branches lie.
pub struct Loading {
    room: Room,
    texts: Vec<String>,
    now: NodeId,
    /// The way from the start to where the table stands, with the children of
    /// each position that are still to be visited.
    way: Vec<(NodeId, usize)>,
    played: usize,
}

impl Loading {
    pub(crate) fn new(
        mut room: Room,
        moves: Vec<(usize, String)>,
        now: NodeId,
    ) -> Result<Self, RoomError> {
        if moves.len() >= room.most_nodes {
            let most = room.most_nodes;
            return Err(RoomError::TooMany { what: "positions of one game", most });
        }
        for (i, (before, _)) in moves.iter().enumerate() {
            if *before > i {
                return Err(RoomError::BadRequest(format!("move {} comes before {before}", i + 1)));
            }
        }
        if now > moves.len() {
            let most = moves.len();
            return Err(RoomError::BadRequest(format!(
                "there is no position {now}; the last is {most}"
            )));
        }
        let (parents, texts): (Vec<NodeId>, Vec<String>) = moves.into_iter().unzip();
        let root = planted(&*room.table).here().clone();
        room.tree = Tree::shaped(root, &parents);
        Ok(Loading { room, texts, now, way: vec![(0, 0)], played: 0 })
    }

    /// Moves played so far, out of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.played, self.texts.len())
    }

    /// Play up to so many moves; whether all have been played.
    ///
    /// # Errors
    /// When a move is not legal or stands there twice.
    pub fn step(&mut self, most: usize) -> Result<bool, RoomError> {
        let mut left = most.max(1);
        while let Some((at, visited)) = self.way.last_mut() {
            let next = self.room.tree.nodes()[*at].children.get(*visited).copied();
            *visited += 1;
            match next {
                None => {
                    self.way.pop();
                    if !self.way.is_empty() {
                        self.room.table.take_back();
                    }
                }
                Some(child) => {
                    if left == 0 {
                        *visited -= 1;
                        return Ok(false);
                    }
                    left -= 1;
                    let at = *at;
                    self.fill(at, child)?;
                    self.way.push((child, 0));
                }
            }
        }
        Ok(true)
    }

    /// Play the move that leads to this position, and write it down.
    fn fill(&mut self, at: NodeId, id: NodeId) -> Result<(), RoomError> {
        let room = &mut self.room;
        let said = room.said(&self.texts[id - 1]);
        room.table.play(&self.texts[id - 1])?;
        self.played += 1;
        let (turn, forced) = standing(&*room.table);
        let last = last_move(&*room.table, room.kind.hides());
        let nodes = room.tree.nodes();
        let twin = |&child: &NodeId| child < id && nodes[child].text == last.text;
        if nodes[at].children.iter().any(twin) {
            return Err(RoomError::BadRequest(format!("move {id} stands there twice")));
        }
        if let Some(node) = room.tree.get_mut(id) {
            let Node { text, told, short, by, touched, .. } = last;
            *node = Node { text, told, short, said, by, touched, turn, forced, ..node.clone() };
        }
        Ok(())
    }

    /// The room, standing where the game stood; engines wait until told to go on.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn finish(mut self) -> Result<Room, RoomError> {
        while !self.step(usize::MAX)? {}
        let Loading { mut room, now, .. } = self;
        for id in room.tree.path(now).into_iter().skip(1) {
            room.table.play_again(&room.tree.nodes()[id].text)?;
        }
        room.tree.stand_at(now);
        room.inputs = std::cell::OnceCell::new();
        room.running = false;
        room.touch();
        Ok(room)
    }
}
