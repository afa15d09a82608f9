//! What one seat sees of a board.
//!
//! A hidden element keeps its place and its back and loses everything else:
//! number, attributes, and what lies in it. Numbers are taken away too, because
//! a deck created in order would give every card away by its number. What a seat
//! has seen and could follow ([`Board::knowers`]) it still knows, and the view
//! says so.

use crate::board::{Board, CURRENT, HEARD, Message, OWED, PC, PHASE, Phase, SLOTS, WINNERS};
use crate::element::{Attribute, Class, Id, VALUES};
use crate::game::PICKED;
use crate::sight::{Back, Known};
use std::fmt;
use std::hash::{Hash, Hasher};
use takeback_core::{Key, Player, Players, mix};

/// An element as one seat sees it.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Seen {
    /// How deep in the tree; the table is 0.
    pub depth: u16,
    /// What all see of it.
    pub back: Back,
    /// What it is, if the seat knows that.
    pub face: Option<Face>,
    /// Known from before, not seen now.
    pub recalled: bool,
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
    /// Parents before children, children in order; the discard last.
    pub elements: Vec<Seen>,
    /// How far the game has come.
    pub phase: Phase,
    /// Who has won.
    pub winners: Players,
    /// Who is out.
    pub out: Players,
    /// Whose turn the marker shows.
    pub current: Option<Player>,
    /// Who still owes a choice in a round played together.
    pub owed: Players,
    /// What this seat has chosen in it, as a word.
    pub pick: Option<u64>,
    /// The place in the turn program, the words of its loops and its variables.
    pub flow: Vec<u64>,
    /// The moves all have heard, as words, where something is hidden.
    pub heard: Vec<u64>,
    /// The lines of the log that are meant for this seat.
    pub messages: Vec<Message>,
    /// The scoring tracks.
    pub tracks: Vec<Vec<u64>>,
}

impl Seen {
    fn of(board: &Board, player: Player, id: Id, depth: u16, known: Known) -> Seen {
        let back = board.back(id);
        // What lies in a hidden element is hidden with it, even how much it is.
        let count = if known == Known::Seen { board.count(id) as u32 } else { 0 };
        let attributes = || {
            let all = if board.reads(player, id) { board.shape().attributes as u8 } else { 0 };
            let value = |a| Some((Attribute(a), board.get(id, Attribute(a))?));
            (0..all).filter_map(value).collect()
        };
        let face = (known != Known::Hidden).then(|| Face {
            id,
            class: back.class,
            owner: back.owner,
            attributes: attributes(),
        });
        Seen { depth, back, face, recalled: known == Known::Recalled, count }
    }
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
            out: board.out(),
            current: board.current(),
            owed: Players(board.trail.word(OWED) as u32),
            pick: (pick != 0).then_some(pick & !PICKED),
            flow: (SLOTS..board.picks).chain([PC]).map(|at| board.trail.word(at)).collect(),
            heard: board.heard().to_vec(),
            messages: board.messages().filter(|m| m.audience.contains(player)).collect(),
            tracks: board.trail.stacks()[board.history..].to_vec(),
        };
        board.survey(player, &mut |id, depth, known| {
            view.elements.push(Seen::of(board, player, id, depth, known));
        });
        view
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
        for Seen { depth, back, face, recalled, count } in &self.elements {
            write!(f, "{:indent$}", "", indent = 2 * usize::from(*depth))?;
            match face {
                None => write!(f, "? class {}", back.class.0)?,
                Some(face) => {
                    if *recalled {
                        f.write_str("(known) ")?;
                    }
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

/// The key of what a seat knows, without the view: two positions with one view
/// have one key, and two views have two.
pub(crate) fn sight_key(board: &Board, player: Player) -> Key {
    let mut sum = Sum(u64::from(player.0));
    let word = |at| board.trail.word(at);
    [PHASE, WINNERS, CURRENT, OWED, PC].into_iter().for_each(|at| sum.add(word(at)));
    (SLOTS..board.picks).for_each(|at| sum.add(word(at)));
    sum.add(word(board.picks + player.index()));
    board.survey(player, &mut |id, depth, known| sum.add_element(board, player, id, depth, known));
    let mut told = 0;
    for message in board.messages().filter(|m| m.audience.contains(player)) {
        sum.add(message.pack());
        told += 1;
    }
    sum.add(told);
    board.trail.stacks()[1..].iter().for_each(|stack| {
        stack.iter().for_each(|&word| sum.add(word));
        sum.add(stack.len() as u64);
    });
    Key(sum.0)
}

/// Words added up in order.
struct Sum(u64);

impl Sum {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word);
    }

    fn add_element(&mut self, board: &Board, player: Player, id: Id, depth: u16, known: Known) {
        let Back { class, owner } = board.back(id);
        let owner = owner.map_or(0, |owner| u64::from(owner.0) + 1);
        let back = u64::from(class.0) | owner << 16 | u64::from(depth) << 24;
        let Some(how) = (known != Known::Hidden).then_some(known as u64 + 1) else {
            return self.add(back);
        };
        let count = if known == Known::Seen { board.count(id) as u64 } else { 0 };
        self.add(back | how << 40);
        self.add(u64::from(id.0) | count << 32);
        if board.shape().attributes > 0 && board.reads(player, id) {
            let has = u64::from(board.eyes(id).has);
            self.add(has);
            for a in (0..board.shape().attributes).filter(|a| has >> a & 1 == 1) {
                self.add(board.trail.word(board.at(id, VALUES + a)));
            }
        }
    }
}

impl Board {
    /// The moves all have heard.
    pub(crate) fn heard(&self) -> &[u64] {
        if self.hides() { &self.trail.stacks()[HEARD] } else { &[] }
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
