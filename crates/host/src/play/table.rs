//! A game being played, without its types.

use super::drawing::{MoveInput, Told};
use super::faces::Faces;
use crate::FULL;
use std::any::Any;
use std::sync::OnceLock;
use takeback_core::{Game, Key, Line, Moves, Notation, Payoff, Player, Portable, SplitMix, Turn};
use takeback_scene::{Board, Input, Scene, Target, words};

/// A game in progress: text in, text out.
pub trait Table: Send {
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// Where the game began.
    fn start(&self) -> String;
    /// How many players.
    fn players(&self) -> usize;
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// The legal moves, in order of the list.
    fn legal(&self) -> Vec<String>;
    /// What `player` may choose in a round played together.
    fn choices(&self, player: Player) -> Vec<String>;
    /// The game's own number of each legal move, in order of the list; `None` in games
    /// that count none. Two moves may share one.
    fn numbers(&self) -> Option<Vec<u32>>;
    /// Moves played and not taken back.
    fn moves(&self) -> Vec<String>;
    /// How many these are.
    fn length(&self) -> usize;
    /// Results, once the game is over.
    fn payoffs(&self) -> Option<Vec<Payoff>>;
    /// The position's key, in games that keep one.
    fn key(&self) -> Option<Key>;
    /// All that `player` knows, written out, in games that hide.
    fn observation(&self, player: Player) -> Option<String>;
    /// The features of the position, the mover's view first, in games that have
    /// such and where one player is in turn.
    fn features(&self) -> Option<Seen>;
    /// How likely each legal move is as an outcome, relative to the others, in
    /// order of the list; empty unless chance decides.
    fn weights(&self) -> Vec<u32>;

    /// Play a move.
    ///
    /// # Errors
    /// When the text is no move, the move is not legal, or the game is over;
    /// nothing has changed then.
    fn play(&mut self, text: &str) -> Result<(), Refused>;

    /// Play a move that was legal at this very position before, without listing
    /// what else is: for walks through games already played.
    ///
    /// # Errors
    /// When the text is no move, or the game is over.
    fn play_again(&mut self, text: &str) -> Result<(), Refused>;

    /// Let chance decide, by weight; the outcome, if it was chance's turn.
    fn roll(&mut self, rng: &mut SplitMix) -> Option<String>;

    /// Take back the last move.
    fn take_back(&mut self) -> Option<String>;

    /// Play again what was taken back last.
    fn replay(&mut self) -> Option<String>;

    /// What stays the same through the game: cells, lines, coordinates.
    fn board(&self) -> Board;

    /// The position as `viewer` may see it; `None` sees everything.
    fn scene(&self, viewer: Option<Player>) -> Scene;

    /// The legal moves with the clicks that mean them, in order of the list.
    fn inputs(&self) -> Vec<MoveInput>;

    /// The same for what `player` may choose in a round played together.
    fn inputs_of(&self, player: Player) -> Vec<MoveInput>;

    /// Moves played and not taken back, as `viewer` may hear of them. What
    /// others chose in a round that is not complete yet stays their secret.
    fn history(&self, viewer: Option<Player>) -> Vec<Told>;

    /// The last move of the [`history`](Table::history), whatever its length.
    fn last(&self, viewer: Option<Player>) -> Option<Told>;

    /// The legal move with the clicks that mean it, where there is but one.
    fn only(&self) -> Option<MoveInput>;

    /// A move that can be played here, in words; it may say what is hidden. Empty when
    /// the text is no move.
    fn say(&self, text: &str) -> String;

    /// Why the last of these clicks leads to no legal move of the player in turn; `None`
    /// when it may lead to one.
    fn why_not(&self, clicks: &[Target]) -> Option<String>;

    /// How many moves [`replay`](Table::replay) can play again.
    fn undone(&self) -> usize;

    /// What the players are called, in order of seats.
    fn player_names(&self) -> Vec<String>;

    /// A table of its own with the same past.
    fn branch(&self) -> Box<dyn Table>;

    /// A table of its own that begins at this position: for searches, which need
    /// no past beyond what the position itself remembers.
    fn here(&self) -> Box<dyn Table>;

    /// The way to the typed line, for engines of the same game.
    fn as_any(&self) -> &dyn Any;
}

/// A position as learned judges see it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Seen {
    /// Which output layers judge it.
    pub bucket: usize,
    /// The features of each view in order: the mover's first, then the others'
    /// by seat from there, round the table.
    pub views: Vec<Vec<u16>>,
}

/// What a game's features are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FeatureSet {
    /// A name for what the numbers mean.
    pub encoding: String,
    /// One more than the largest.
    pub features: usize,
    /// The most of a view.
    pub most: usize,
    /// How many kinds of positions have output layers of their own.
    pub buckets: usize,
    /// How many numbers the moves have; 0 where the game counts none.
    pub moves: usize,
}

/// Why a move was not played.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refused {
    #[error("{0}")]
    Unreadable(String),
    #[error("{0} is not a legal move here")]
    Illegal(String),
    #[error("the game is over")]
    Over,
}

/// A [`Line`] as a [`Table`].
///
/// The list of a position is made once, whoever asks for it how often, and a
/// move is written down once, when it is played: a long game costs no more a
/// move than a short one.
pub struct TableOf<G: Game> {
    line: Line<G>,
    faces: Faces<G>,
    written: Vec<Written>,
    /// The legal moves of the position reached, once somebody has asked.
    legal: OnceLock<Vec<G::Move>>,
}

/// A move as it was written down before it was played.
#[derive(Clone)]
struct Written {
    text: String,
    by: Turn,
    touched: Vec<u16>,
    /// As everybody hears of it; in games that hide, first what nobody in
    /// particular hears, then each seat.
    told: Vec<String>,
}

impl Written {
    /// As this viewer may hear of it.
    fn tell<G: Game>(&self, viewer: Option<Player>) -> Told {
        let ear = viewer.filter(|_| G::HIDES).map_or(0, |viewer| viewer.index() + 1);
        Told {
            text: self.text.clone(),
            told: self.told[ear].clone(),
            by: self.by,
            touched: self.touched.clone(),
        }
    }
}

impl<G: Game + Notation + Portable> TableOf<G> {
    /// A table that begins at `start`, shown and read by these faces.
    #[must_use]
    pub fn new(start: G, faces: Faces<G>) -> Self {
        TableOf { line: Line::new(start), faces, written: Vec::new(), legal: OnceLock::new() }
    }

    /// The position.
    #[must_use]
    pub fn now(&self) -> &G {
        self.line.now()
    }

    /// The legal moves here.
    fn list(&self) -> &[G::Move] {
        self.legal.get_or_init(|| self.line.now().legal_moves())
    }

    /// Play a legal move and write it down.
    pub(super) fn go(&mut self, m: G::Move) {
        let game = self.line.now();
        let viewers = if G::HIDES { game.players() } else { 0 };
        let told = |viewer| (self.faces.drawing.told)(game, m, viewer);
        let everybody = std::iter::once(None).chain(Player::all(viewers).map(Some));
        let written = Written {
            text: game.move_text(m),
            by: game.turn(),
            touched: (self.faces.drawing.touched)(game, m),
            told: everybody.map(told).collect(),
        };
        self.written.push(written);
        self.line.play_trusted(m);
        self.legal = OnceLock::new();
    }

    fn texts(&self, moves: impl Iterator<Item = G::Move>) -> Vec<String> {
        moves.map(|m| self.line.now().move_text(m)).collect()
    }

    fn inputs_for(&self, moves: &[G::Move]) -> Vec<MoveInput> {
        let game = self.line.now();
        let input = |m| MoveInput {
            text: game.move_text(m),
            input: (self.faces.drawing.input)(game, m),
            touched: (self.faces.drawing.touched)(game, m),
        };
        moves.iter().copied().map(input).collect()
    }

    fn choices_of(&self, player: Player) -> Vec<G::Move> {
        let mut out = Moves::with_capacity(16);
        (self.faces.choices)(self.line.now(), player, &mut out);
        out.into_vec()
    }
}

/// What stands for a choice that is not revealed yet.
const SEALED: &str = "?";

/// Seal what others chose in the round that is still open.
fn seal_open_round(told: &mut [Told], now: Turn, viewer: Player) {
    let mut after = now;
    for told in told.iter_mut().rev() {
        let (Turn::Together(before), Turn::Together(left)) = (told.by, after) else { return };
        let Some(chooser) = before.first().filter(|&seat| before.without(seat) == left) else {
            return;
        };
        if chooser != viewer {
            told.told = SEALED.to_owned();
            told.touched.clear();
        }
        after = told.by;
    }
}

impl<G: Game + Notation + Portable> Table for TableOf<G> {
    fn position(&self) -> String {
        self.line.now().position_text()
    }

    fn start(&self) -> String {
        self.line.start().position_text()
    }

    fn players(&self) -> usize {
        self.line.now().players()
    }

    fn turn(&self) -> Turn {
        self.line.now().turn()
    }

    fn legal(&self) -> Vec<String> {
        self.texts(self.list().iter().copied())
    }

    fn choices(&self, player: Player) -> Vec<String> {
        self.texts(self.choices_of(player).into_iter())
    }

    fn numbers(&self) -> Option<Vec<u32>> {
        let ((_, number), game) = (self.faces.numbers?, self.line.now());
        Some(self.list().iter().map(|&m| number(game, m) as u32).collect())
    }

    fn length(&self) -> usize {
        self.written.len()
    }

    fn moves(&self) -> Vec<String> {
        self.written.iter().map(|written| written.text.clone()).collect()
    }

    fn payoffs(&self) -> Option<Vec<Payoff>> {
        let game = self.line.now();
        let over = game.turn() == Turn::Over;
        over.then(|| Player::all(game.players()).map(|p| game.payoff(p)).collect())
    }

    fn key(&self) -> Option<Key> {
        self.faces.key.map(|key| key(self.line.now()))
    }

    fn observation(&self, player: Player) -> Option<String> {
        let write = self.faces.observation?;
        let mut text = String::new();
        write(self.line.now(), player, &mut text).expect("a String takes everything");
        Some(text)
    }

    fn features(&self) -> Option<Seen> {
        let game = self.line.now();
        let (face, Turn::Player(mover)) = (self.faces.features?, game.turn()) else {
            return None;
        };
        let mut views = face.list(game);
        let own = face.view_of(game, mover);
        if own >= views.len() {
            return None;
        }
        views.rotate_left(own);
        Some(Seen { bucket: face.bucket(game), views })
    }

    fn weights(&self) -> Vec<u32> {
        let game = self.line.now();
        match game.turn() {
            Turn::Chance => self.list().iter().map(|&m| game.weight(m)).collect(),
            _ => Vec::new(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Refused> {
        if self.turn() == Turn::Over {
            return Err(Refused::Over);
        }
        let m = self
            .line
            .now()
            .read_move(text)
            .map_err(|error| Refused::Unreadable(error.to_string()))?;
        if !self.list().contains(&m) {
            return Err(Refused::Illegal(text.to_owned()));
        }
        self.go(m);
        Ok(())
    }

    fn play_again(&mut self, text: &str) -> Result<(), Refused> {
        if self.turn() == Turn::Over {
            return Err(Refused::Over);
        }
        let read = self.line.now().read_move(text);
        self.go(read.map_err(|error| Refused::Unreadable(error.to_string()))?);
        Ok(())
    }

    fn roll(&mut self, rng: &mut SplitMix) -> Option<String> {
        let game = self.line.now();
        if game.turn() != Turn::Chance {
            return None;
        }
        let outcomes = self.list();
        let total: u64 = outcomes.iter().map(|&m| u64::from(game.weight(m))).sum();
        let mut left = (rng.unit() * total as f64) as u64;
        let drawn = outcomes.iter().copied().find(|&m| {
            let weight = u64::from(game.weight(m));
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        let m = drawn.or(outcomes.last().copied())?;
        self.go(m);
        self.written.last().map(|written| written.text.clone())
    }

    fn take_back(&mut self) -> Option<String> {
        self.line.take_back()?;
        self.legal = OnceLock::new();
        self.written.pop().map(|written| written.text)
    }

    fn replay(&mut self) -> Option<String> {
        let m = self.line.taken_back().next()?;
        self.go(m);
        self.written.last().map(|written| written.text.clone())
    }

    fn board(&self) -> Board {
        (self.faces.drawing.board)(self.line.now())
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        (self.faces.drawing.scene)(self.line.now(), viewer)
    }

    fn inputs(&self) -> Vec<MoveInput> {
        self.inputs_for(self.list())
    }

    fn inputs_of(&self, player: Player) -> Vec<MoveInput> {
        self.inputs_for(&self.choices_of(player))
    }

    fn history(&self, viewer: Option<Player>) -> Vec<Told> {
        let mut history: Vec<Told> = self.written.iter().map(|w| w.tell::<G>(viewer)).collect();
        if let Some(viewer) = viewer {
            seal_open_round(&mut history, self.turn(), viewer);
        }
        history
    }

    fn last(&self, viewer: Option<Player>) -> Option<Told> {
        let mut told = self.written.last()?.tell::<G>(viewer);
        if let Some(viewer) = viewer {
            seal_open_round(std::slice::from_mut(&mut told), self.turn(), viewer);
        }
        Some(told)
    }

    fn only(&self) -> Option<MoveInput> {
        match self.list() {
            [_] => self.inputs_for(self.list()).pop(),
            _ => None,
        }
    }

    fn say(&self, text: &str) -> String {
        if !FULL {
            return String::new();
        }
        let game = self.line.now();
        // Games put legal moves into words, and need not think of others.
        let read = game.read_move(text).ok().filter(|m| self.list().contains(m));
        let Some(m) = read else { return String::new() };
        let said = (self.faces.drawing.said)(game, m);
        if said.is_empty() {
            words::said(&self.board(), &self.scene(None), &(self.faces.drawing.input)(game, m))
        } else {
            said
        }
    }

    fn why_not(&self, clicks: &[Target]) -> Option<String> {
        if !FULL {
            return None;
        }
        let inputs: Vec<Input> = self.inputs().into_iter().map(|m| m.input).collect();
        let by_list = words::refused(&self.board(), &self.scene(None), &inputs, clicks)?;
        Some((self.faces.drawing.why_not)(self.line.now(), clicks).unwrap_or(by_list))
    }

    fn undone(&self) -> usize {
        self.line.taken_back().len()
    }

    fn player_names(&self) -> Vec<String> {
        let game = self.line.now();
        Player::all(game.players()).map(|player| (self.faces.drawing.name)(game, player)).collect()
    }

    fn branch(&self) -> Box<dyn Table> {
        let (line, written) = (self.line.branch(), self.written.clone());
        Box::new(TableOf { line, written, legal: self.legal.clone(), ..*self })
    }

    fn here(&self) -> Box<dyn Table> {
        let line = Line::new(self.line.now().clone());
        Box::new(TableOf { line, written: Vec::new(), legal: self.legal.clone(), ..*self })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
