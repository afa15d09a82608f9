//! A position that steps forward and back by numbers: the quick twin of a
//! [`Table`], for programs that play millions of moves and want no texts.

use super::faces::Faces;
use super::numbers::{self, Apart, NO_NUMBER};
use super::table::{Refused, Table, TableOf};
use std::any::Any;
use std::sync::Arc;
use takeback_core::{
    Game, Key, Moves, Notation, Payoff, Player, Players, Portable, SplitMix, Turn,
};

/// A position with its past. Moves go by their place in the list of legal moves,
/// or by the number that [`numbers`](Walk::numbers) gives them.
pub trait Walk: Send {
    /// How many players.
    fn players(&self) -> usize;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// Moves played and not taken back.
    fn plies(&self) -> usize;
    /// How many numbers moves have here and everywhere in this game.
    fn space(&self) -> usize;

    /// How many legal moves there are.
    fn count(&mut self) -> usize;
    /// The legal moves written out.
    fn texts(&mut self) -> Vec<String>;
    /// The legal move in this place, written out.
    fn text(&mut self, place: usize) -> Option<String>;
    /// The number of each legal move in order of the list, no number twice.
    fn numbers(&mut self, out: &mut Vec<u32>);
    /// The place of the legal move with this number.
    fn place_of(&mut self, number: u32) -> Option<usize>;
    /// The place of the legal move that this text means.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal here.
    fn find(&mut self, text: &str) -> Result<usize, Refused>;
    /// How likely each legal move is as an outcome, relative to the others;
    /// empty unless chance decides.
    fn weights(&mut self) -> Vec<u32>;

    /// What `player` may choose in a round played together, with numbers as
    /// [`numbers`](Walk::numbers) gives them.
    fn choices(&mut self, player: Player) -> (Vec<String>, Vec<u32>);

    /// Play the legal move in this place.
    ///
    /// # Errors
    /// When there is none; nothing has changed then.
    fn play(&mut self, place: usize) -> Result<(), Refused>;

    /// Play a whole round: for each seat that owes a choice, in order of seats,
    /// the place in its list of choices.
    ///
    /// # Errors
    /// When it is no round played together, or a place is not in the list of
    /// its seat; nothing has changed then.
    fn play_round(&mut self, places: &[usize]) -> Result<(), Refused>;

    /// Play a legal move at random, outcomes of chance by their weight; false
    /// when there is none.
    fn play_random(&mut self, rng: &mut SplitMix) -> bool;

    /// Take back the last move; false at the start.
    fn undo(&mut self) -> bool;

    /// Results, once the game is over.
    fn payoffs(&self) -> Option<Vec<Payoff>>;
    /// Points, once the game is over, in games that pay points.
    fn points(&self) -> Option<Vec<i32>>;
    /// The position's key, in games that keep one.
    fn key(&self) -> Option<Key>;
    /// All that `player` knows, written out, in games that hide.
    fn observation(&self, player: Player) -> Option<String>;
    /// A walk that begins here, with all dealt anew that `player` does not know; in
    /// games that hide.
    fn redealt(&self, player: Player, rng: &mut SplitMix) -> Option<Box<dyn Walk>>;
    /// The features that `player` sees, in games that have such.
    fn features(&self, player: Player) -> Option<Vec<u16>>;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// The moves played and not taken back, written out.
    fn past(&self) -> Vec<String>;

    /// Whether the other stands at an equal position of the same game.
    fn is_same(&self, other: &dyn Walk) -> bool;
    /// Whether undo has failed in rules that are not our own.
    fn is_broken(&self) -> bool;
    /// A table that begins at this position: for searches.
    fn here(&self) -> Box<dyn Table>;
    /// A table with the same past.
    fn table(&self) -> Box<dyn Table>;
    /// A walk of its own with the same past.
    fn branch(&self) -> Box<dyn Walk>;
    /// The way to the type, for [`is_same`](Walk::is_same).
    fn as_any(&self) -> &dyn Any;
}

/// Any game as a [`Walk`].
pub(crate) struct WalkOf<G: Game> {
    start: Arc<G>,
    now: G,
    moves: Vec<G::Move>,
    /// The tokens of the last moves. A branch begins without any and plays the
    /// past again when it is first taken back: most never are.
    undos: Vec<G::Undo>,
    faces: Faces<G>,
    list: Moves<G::Move>,
    is_listed: bool,
    wanted: Vec<u32>,
    apart: Apart,
}

impl<G: Game + Notation + Portable + PartialEq> WalkOf<G> {
    pub(crate) fn new(start: G, faces: Faces<G>) -> Self {
        Self::at(Arc::new(start.clone()), start, Vec::new(), faces)
    }

    fn at(start: Arc<G>, now: G, moves: Vec<G::Move>, faces: Faces<G>) -> Self {
        WalkOf {
            start,
            now,
            moves,
            undos: Vec::new(),
            faces,
            list: Moves::with_capacity(0),
            is_listed: false,
            wanted: Vec::new(),
            apart: Apart::default(),
        }
    }

    fn listed(&mut self) -> &[G::Move] {
        if !self.is_listed {
            self.list.clear();
            self.now.moves(&mut self.list);
            self.is_listed = true;
        }
        self.list.as_slice()
    }

    fn go(&mut self, m: G::Move) {
        let undo = self.now.make(m);
        self.moves.push(m);
        self.undos.push(undo);
        self.is_listed = false;
    }

    /// Play the past again, to have all its tokens.
    fn remember(&mut self) {
        self.now = (*self.start).clone();
        self.undos.clear();
        for &m in &self.moves {
            self.undos.push(self.now.make(m));
        }
    }

    /// The numbers of these moves; of those that lead into a dead end, none.
    fn numbered(&mut self, moves: &[G::Move], out: &mut Vec<u32>) {
        numbers::wanted(&self.faces, &self.now, moves, out);
        if self.faces.dead_ends {
            let mut buffer = Moves::with_capacity(256);
            for (number, &m) in out.iter_mut().zip(moves) {
                if !numbers::leads_on(&mut self.now, m, &mut buffer) {
                    *number = NO_NUMBER;
                }
            }
        }
        self.apart.keep(self.space(), out);
    }

    fn choices_of(&self, player: Player) -> Vec<G::Move> {
        let mut out = Moves::with_capacity(16);
        (self.faces.choices)(&self.now, player, &mut out);
        out.into_vec()
    }

    fn missing(place: usize, count: usize) -> Refused {
        Refused::Illegal(format!("move {place} of a list of {count}"))
    }
}

impl<G: Game + Notation + Portable + PartialEq> Walk for WalkOf<G> {
    fn players(&self) -> usize {
        self.now.players()
    }

    fn turn(&self) -> Turn {
        self.now.turn()
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn space(&self) -> usize {
        numbers::space(&self.faces)
    }

    fn count(&mut self) -> usize {
        self.listed().len()
    }

    fn texts(&mut self) -> Vec<String> {
        self.listed();
        self.list.as_slice().iter().map(|&m| self.now.move_text(m)).collect()
    }

    fn text(&mut self, place: usize) -> Option<String> {
        let m = *self.listed().get(place)?;
        Some(self.now.move_text(m))
    }

    fn numbers(&mut self, out: &mut Vec<u32>) {
        self.listed();
        let list = std::mem::replace(&mut self.list, Moves::with_capacity(0));
        self.numbered(list.as_slice(), out);
        self.list = list;
    }

    fn place_of(&mut self, number: u32) -> Option<usize> {
        let mut all = std::mem::take(&mut self.wanted);
        self.numbers(&mut all);
        let place = all.iter().position(|&one| one == number && number != NO_NUMBER);
        self.wanted = all;
        place
    }

    fn find(&mut self, text: &str) -> Result<usize, Refused> {
        if self.now.turn() == Turn::Over {
            return Err(Refused::Over);
        }
        let read = self.now.read_move(text);
        let m = read.map_err(|error| Refused::Unreadable(error.to_string()))?;
        let place = self.listed().iter().position(|&one| one == m);
        place.ok_or_else(|| Refused::Illegal(text.to_owned()))
    }

    fn weights(&mut self) -> Vec<u32> {
        if self.now.turn() != Turn::Chance {
            return Vec::new();
        }
        self.listed();
        self.list.as_slice().iter().map(|&m| self.now.weight(m)).collect()
    }

    fn choices(&mut self, player: Player) -> (Vec<String>, Vec<u32>) {
        let moves = self.choices_of(player);
        let mut numbers = Vec::with_capacity(moves.len());
        self.numbered(&moves, &mut numbers);
        (moves.iter().map(|&m| self.now.move_text(m)).collect(), numbers)
    }

    fn play(&mut self, place: usize) -> Result<(), Refused> {
        if let Some(&m) = self.listed().get(place) {
            self.go(m);
            return Ok(());
        }
        if self.now.turn() == Turn::Over {
            return Err(Refused::Over);
        }
        Err(Self::missing(place, self.list.len()))
    }

    fn play_round(&mut self, places: &[usize]) -> Result<(), Refused> {
        let seats = match self.now.turn() {
            Turn::Together(seats) => seats,
            Turn::Player(player) => Players::only(player),
            Turn::Over => return Err(Refused::Over),
            Turn::Chance => return Err(Refused::Illegal("a round, where chance decides,".into())),
        };
        if seats.len() != places.len() {
            let text = format!("{} choices where {} are owed", places.len(), seats.len());
            return Err(Refused::Illegal(text));
        }
        let mut round = Vec::with_capacity(places.len());
        for (seat, &place) in seats.iter().zip(places) {
            let choices = self.choices_of(seat);
            let m = choices.get(place).ok_or_else(|| Self::missing(place, choices.len()))?;
            round.push(*m);
        }
        round.into_iter().for_each(|m| self.go(m));
        Ok(())
    }

    fn play_random(&mut self, rng: &mut SplitMix) -> bool {
        self.list.clear();
        self.is_listed = false;
        let drawn = numbers::draw(&self.faces, &mut self.now, &mut self.list, rng);
        if let Some(m) = drawn {
            self.go(m);
        }
        drawn.is_some()
    }

    fn undo(&mut self) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        if self.undos.is_empty() {
            self.remember();
        }
        if let (Some(m), Some(undo)) = (self.moves.pop(), self.undos.pop()) {
            self.now.unmake(m, undo);
        }
        self.is_listed = false;
        true
    }

    fn payoffs(&self) -> Option<Vec<Payoff>> {
        let over = self.now.turn() == Turn::Over;
        over.then(|| Player::all(self.players()).map(|p| self.now.payoff(p)).collect())
    }

    fn points(&self) -> Option<Vec<i32>> {
        let points = self.faces.points.filter(|_| self.now.turn() == Turn::Over)?;
        Some(Player::all(self.players()).map(|p| points(&self.now, p)).collect())
    }

    fn key(&self) -> Option<Key> {
        self.faces.key.map(|key| key(&self.now))
    }

    fn observation(&self, player: Player) -> Option<String> {
        let write = self.faces.observation?;
        let mut text = String::new();
        write(&self.now, player, &mut text).ok()?;
        Some(text)
    }

    fn redealt(&self, player: Player, rng: &mut SplitMix) -> Option<Box<dyn Walk>> {
        let redeal = self.faces.redeal?;
        let mut other = self.now.clone();
        // It stays as it is dealt: the way back is not needed.
        drop(redeal(&mut other, player, rng));
        Some(Box::new(WalkOf::new(other, self.faces)))
    }

    fn features(&self, player: Player) -> Option<Vec<u16>> {
        let face = self.faces.features?;
        let mut views = face.list(&self.now);
        Some(views.swap_remove(face.view_of(&self.now, player)))
    }

    fn position(&self) -> String {
        self.now.position_text()
    }

    fn past(&self) -> Vec<String> {
        let mut game = (*self.start).clone();
        let write = |&m: &G::Move| {
            let text = game.move_text(m);
            game.make(m);
            text
        };
        self.moves.iter().map(write).collect()
    }

    fn is_same(&self, other: &dyn Walk) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.now == self.now)
    }

    fn is_broken(&self) -> bool {
        self.now.is_broken()
    }

    fn here(&self) -> Box<dyn Table> {
        Box::new(TableOf::new(self.now.clone(), self.faces))
    }

    fn table(&self) -> Box<dyn Table> {
        let mut table = TableOf::new((*self.start).clone(), self.faces);
        self.moves.iter().for_each(|&m| table.go(m));
        Box::new(table)
    }

    fn branch(&self) -> Box<dyn Walk> {
        let (start, moves) = (self.start.clone(), self.moves.clone());
        Box::new(Self::at(start, self.now.clone(), moves, self.faces))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
