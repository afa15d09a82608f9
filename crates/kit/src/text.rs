//! Whole boards as text, and back with every doubt settled first.
//!
//! Three parts separated by `/`: words, stacks, outside. Words are hexadecimal,
//! runs of zeros are `.n`. Reading checks that the lists of children are
//! lists, that every element lies in exactly one of them, and that the rules
//! can play what stands there; nothing read from text can make a later move panic.

use crate::board::{Board, CURRENT, OWED, PHASE, Phase, RANDOM, WINNERS};
use crate::element::{ELEMENTS, Home, Id};
use crate::game::KitGame;
use crate::rules::PortableRules;
use crate::trail::Trail;
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::{Game, Portable};

/// Why a text is no table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TableError {
    /// The options in front of the first `|` are missing or make no sense.
    Options,
    /// A part is missing, or a word is no number.
    Word(String),
    /// The number of words, stacks or elements does not fit the rules.
    Size,
    /// The tree is not a tree at this element.
    Tree(u32),
    /// Phase, turn, winners or place in the program make no sense.
    Flow,
    /// The rules cannot play this board.
    Unplayable,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Options => f.write_str("the options of the game make no sense"),
            TableError::Word(word) => write!(f, "unexpected '{word}'"),
            TableError::Size => f.write_str("too few or too many words for this game"),
            TableError::Tree(id) => write!(f, "element {id} does not lie where it says"),
            TableError::Flow => f.write_str("phase, turn or place in the turn make no sense"),
            TableError::Unplayable => f.write_str("the rules cannot play this table"),
        }
    }
}

impl Error for TableError {}

fn write_words(words: &[u64], out: &mut dyn Write) -> fmt::Result {
    let mut zeros = 0;
    for (i, &word) in words.iter().enumerate() {
        if word == 0 {
            zeros += 1;
        }
        if zeros > 0 && (word != 0 || i + 1 == words.len()) {
            write!(out, " .{zeros}")?;
            zeros = 0;
        }
        if word != 0 {
            write!(out, " {word:x}")?;
        }
    }
    Ok(())
}

fn read_words(text: &str, limit: usize) -> Result<Vec<u64>, TableError> {
    let mut words = Vec::new();
    for word in text.split_ascii_whitespace() {
        let wrong = |_| TableError::Word(word.chars().take(40).collect());
        if let Some(zeros) = word.strip_prefix('.') {
            let zeros: usize = zeros.parse().map_err(wrong)?;
            if zeros > limit - words.len() {
                return Err(TableError::Size);
            }
            words.resize(words.len() + zeros, 0);
        } else {
            words.push(u64::from_str_radix(word, 16).map_err(wrong)?);
        }
        if words.len() > limit {
            return Err(TableError::Size);
        }
    }
    Ok(words)
}

impl Board {
    /// Write everything.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> fmt::Result {
        write_words(self.trail.words(), out)?;
        for stack in self.trail.stacks() {
            out.write_str(" /")?;
            write_words(stack, out)?;
        }
        out.write_str(" /")?;
        write_words(self.trail.outside(), out)
    }

    /// Read a board of the same shape as this one.
    pub(crate) fn read_text(&self, text: &str) -> Result<Board, TableError> {
        let limit = self.rows + ELEMENTS * self.width;
        let mut parts = text.split('/');
        let mut next = || read_words(parts.next().ok_or(TableError::Size)?, limit);
        let words = next()?;
        let stacks = self.history + self.shape.tracks;
        let stacks = (0..stacks).map(|_| next()).collect::<Result<Vec<_>, _>>()?;
        let outside = next()?;
        let rows = words.len().checked_sub(self.rows).ok_or(TableError::Size)?;
        let whole = rows % self.width == 0 && rows / self.width >= 2;
        if parts.next().is_some() || !whole {
            return Err(TableError::Size);
        }
        let board = self.with_trail(Trail::with(words, self.history, stacks, outside));
        board.check_words()?;
        board.check_tree()?;
        Ok(board)
    }

    fn check_words(&self) -> Result<(), TableError> {
        let word = |at| self.trail.word(at);
        let players = self.shape.players;
        let seats = u64::from(takeback_core::Players::all(players).0);
        let current = word(CURRENT);
        let current = current == 0 || current >> 32 == 1 && (current as u32) < players as u32;
        let phase = word(PHASE) == 1 || word(PHASE) == 2;
        let ended = word(WINNERS) as u32;
        let sets = (u64::from(ended | self.out().0) | word(OWED)) & !seats == 0;
        // With nobody left to move, a game in progress would go round for ever.
        let anybody = word(PHASE) == 2 || u64::from(self.out().0) != seats;
        let random = word(RANDOM) >> 32 == 0;
        if current && phase && sets && anybody && random { Ok(()) } else { Err(TableError::Flow) }
    }

    /// Walk all lists of children; every element must turn up once, under the
    /// parent it names, and nothing may turn up that is not there.
    fn check_tree(&self) -> Result<(), TableError> {
        let elements = self.elements();
        let mut found = vec![false; elements];
        (found[0], found[1]) = (true, true);
        for parent in (0..elements as u32).map(Id) {
            let wrong = TableError::Tree(parent.0);
            let home = self.home(parent);
            let seat = home.owner.is_none_or(|p| p.index() < self.shape.players);
            let packed = self.trail.word(self.at(parent, crate::element::HOME));
            let top = parent.0 >= 2 || home.parent == Id::TABLE;
            if !self.exists(home.parent) || !seat || !top || Home::pack(home) != packed {
                return Err(wrong);
            }
            let kids = self.kids(parent);
            let (mut here, mut before, mut count) = (kids.first, Id::TABLE, 0);
            while here != Id::TABLE {
                let known = self.exists(here) && !std::mem::replace(&mut found[here.index()], true);
                if !known || self.home(here).parent != parent || self.links(here).before != before {
                    return Err(wrong);
                }
                (before, here) = (here, self.links(here).after);
                count += 1;
            }
            if kids.last != before || kids.count != count {
                return Err(wrong);
            }
        }
        // Lists without end are caught above, circles of parents here: an
        // element that no walk from the table reaches lies in a circle.
        match found.iter().position(|&found| !found) {
            Some(lost) => Err(TableError::Tree(lost as u32)),
            None => self.check_rooted(),
        }
    }

    fn check_rooted(&self) -> Result<(), TableError> {
        let mut rooted = 0;
        let mut todo = vec![Id::TABLE, Id::DISCARD];
        while let Some(id) = todo.pop() {
            rooted += 1;
            todo.extend(self.children(id));
        }
        if rooted == self.elements() { Ok(()) } else { Err(TableError::Tree(0)) }
    }
}

impl<R: PortableRules> Portable for KitGame<R> {
    type PositionError = TableError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.rules().write_options(out)?;
        out.write_str(" |")?;
        self.board.write_text(out)
    }

    fn read_position(text: &str) -> Result<Self, TableError> {
        let (options, words) = text.split_once('|').ok_or(TableError::Options)?;
        let rules = R::read_options(options.trim()).ok_or(TableError::Options)?;
        let shaped = KitGame::new(rules.clone());
        let board = shaped.board.read_text(words)?;
        let table = KitGame::with_board(rules, board);
        if !table.is_sound() {
            return Err(TableError::Flow);
        }
        let decided = || table.board.phase() == Phase::Over || !table.legal_moves().is_empty();
        if table.rules().is_playable(&table.board) && decided() {
            Ok(table)
        } else {
            Err(TableError::Unplayable)
        }
    }
}
