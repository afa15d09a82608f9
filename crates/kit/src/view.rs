//! What one seat sees of a board.
//!
//! A hidden element keeps its place and loses everything else: number, class,
//! owner, attributes, and what lies in it. Numbers are taken away too, because
//! a deck created in order would give every card away by its number.

use crate::board::{Board, Message, OWED, PC, Phase, SLOTS};
use crate::element::{Attribute, Class, Id};
use crate::game::PICKED;
use std::fmt;
use std::hash::{Hash, Hasher};
use takeback_core::{Key, Player, Players, mix};

/// An element as one seat sees it.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Seen {
    /// How deep in the tree; the table is 0.
    pub depth: u16,
    /// What it is, if the seat sees that.
    pub face: Option<Face>,
    /// How many elements lie in it, seen or not.
    pub count: u32,
}

/// What a seat knows of an element it sees.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Face {
    /// Its number.
    pub id: Id,
    /// Its class.
    pub class: Class,
    /// Its owner.
    pub owner: Option<Player>,
    /// Its attributes with their words.
    pub attributes: Vec<(Attribute, u64)>,
}

/// Everything one seat knows: the tree in preorder with hidden elements blank,
/// the public words, the messages it may read, the tracks, its own pick.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct View {
    /// Whose view it is.
    pub player: Player,
    /// Parents before children, children in order. The discard is left out.
    pub elements: Vec<Seen>,
    /// How far the game has come.
    pub phase: Phase,
    /// Who has won.
    pub winners: Players,
    /// Whose turn the marker shows.
    pub current: Option<Player>,
    /// Who still owes a choice in a round played together.
    pub owed: Players,
    /// What this seat has chosen in it, as a word.
    pub pick: Option<u64>,
    /// The place in the turn program and the words of its loops.
    pub flow: Vec<u64>,
    /// The lines of the log that are meant for this seat.
    pub messages: Vec<Message>,
    /// The scoring tracks.
    pub tracks: Vec<Vec<u64>>,
}

impl View {
    /// What `player` sees of `board`.
    pub(crate) fn of(board: &Board, player: Player) -> View {
        let pick = board.trail.word(board.picks + player.index());
        let mut view = View {
            player,
            elements: Vec::new(),
            phase: board.phase(),
            winners: board.winners(),
            current: board.current(),
            owed: Players(board.trail.word(OWED) as u32),
            pick: (pick != 0).then_some(pick & !PICKED),
            flow: (SLOTS..board.picks).chain([PC]).map(|at| board.trail.word(at)).collect(),
            messages: board.messages().filter(|m| m.audience.contains(player)).collect(),
            tracks: board.trail.stacks()[1..].to_vec(),
        };
        view.look(board, Id::TABLE, 0);
        view
    }

    fn look(&mut self, board: &Board, id: Id, depth: u16) {
        let sees = board.sees(self.player, id);
        let face = sees.then(|| Face {
            id,
            class: board.class(id),
            owner: board.owner(id),
            attributes: (0..board.shape().attributes as u8)
                .map(Attribute)
                .filter_map(|a| Some((a, board.get(id, a)?)))
                .collect(),
        });
        let count = if sees { board.count(id) as u32 } else { 0 };
        self.elements.push(Seen { depth, face, count });
        // What lies in a hidden element is hidden with it, even how much it is.
        if sees {
            for child in board.children(id) {
                self.look(board, child, depth + 1);
            }
        }
    }

    /// A key of the view: equal views have equal keys.
    #[must_use]
    pub fn key(&self) -> Key {
        let mut hasher = MixHasher(0);
        self.hash(&mut hasher);
        Key(hasher.finish())
    }

    /// The face of an element, if this seat sees it.
    #[must_use]
    pub fn face(&self, id: Id) -> Option<&Face> {
        self.elements.iter().filter_map(|seen| seen.face.as_ref()).find(|face| face.id == id)
    }
}

/// An indented list, hidden elements as `?`.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Seen { depth, face, count } in &self.elements {
            write!(f, "{:indent$}", "", indent = 2 * usize::from(*depth))?;
            match face {
                None => f.write_str("?")?,
                Some(face) => {
                    write!(f, "{} class {}", face.id.0, face.class.0)?;
                    if let Some(owner) = face.owner {
                        write!(f, " of {owner}")?;
                    }
                    for (attribute, value) in &face.attributes {
                        write!(f, " {}={value}", attribute.0)?;
                    }
                }
            }
            if *count > 0 {
                write!(f, " ({count})")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A hasher whose results mean the same in every run and release.
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56;
            self.0 = mix(self.0.rotate_left(5) ^ word);
        }
    }
}
