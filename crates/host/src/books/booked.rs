//! An engine that has a book open while it plays.

use super::{Book, BookError, Choice, MOST_BYTES, draw};
use crate::engines::EngineError;
use crate::play::{Analysis, Engine, Table};
use crate::spec::{EngineOption, Settings, Spec, Takes};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;
use takeback_core::{Key, SplitMix};
use takeback_search::{Limits, Score, SearchError, Stopped};

/// Which book.
pub(crate) const BOOK: EngineOption = EngineOption::new(
    "book",
    Takes::File,
    "none",
    "opening moves come from this book, as `takeback book GAME --out FILE` writes it",
);

/// Whether the book that comes with the game is open.
pub(crate) const BOOKED: EngineOption = EngineOption::new(
    "booked",
    Takes::Flag,
    "off",
    "opening moves come from the book that comes with the game",
);

/// Plays from a book as long as it can and thinks from there on.
///
/// Who asks what the engine *thinks* gets a search: a book knows what to play, not why.
pub(crate) struct Booked {
    choices: HashMap<Key, Vec<Choice>>,
    engine: Box<dyn Engine>,
}

impl Booked {
    /// The book that a specification names, and the specification without a word of books.
    /// `shipped` is the book that comes with the game.
    ///
    /// # Errors
    /// When there is no such book or it is damaged.
    pub(crate) fn book_of(
        spec: Spec,
        shipped: Option<&str>,
    ) -> Result<(Option<Book>, Spec), EngineError> {
        let about = |name: &str| name == BOOK.name || (name == BOOKED.name && shipped.is_some());
        let mut said = Spec::new(spec.engine());
        for (name, value) in spec.options().iter().filter(|(name, _)| about(name)) {
            let option = value.as_ref().map_or(name.clone(), |value| format!("{name}={value}"));
            said = said.with(&option)?;
        }
        let settings = Settings::new(&said, &[BOOK, BOOKED])?;
        let text = match (settings.file(BOOK.name), settings.flag(BOOKED.name)) {
            (Some(path), _) => Some(load(Path::new(path))?),
            (None, Some(true)) => shipped.map(str::to_owned),
            _ => None,
        };
        let rest = said.options().iter().fold(spec, |spec, (name, _)| spec.without(name));
        let book = text.map(|text| Book::read(&text)).transpose()?;
        Ok((book, rest))
    }

    /// This engine with this book open; the table stands at the start.
    ///
    /// # Errors
    /// When the book is not about this game.
    pub(crate) fn open(
        book: &Book,
        table: Box<dyn Table>,
        engine: Box<dyn Engine>,
    ) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(Booked { choices: book.keyed(table)?, engine }))
    }

    /// What the book plays here.
    fn look_up(&self, table: &dyn Table, limits: &Limits) -> Option<&Choice> {
        let key = table.key()?;
        let mut rng = SplitMix::stream(limits.seed ^ APART, key.0);
        let choice = draw(self.choices.get(&key)?, &mut rng)?;
        // Another position may have this key.
        table.legal().contains(&choice.m).then_some(choice)
    }
}

/// Keeps what the book draws apart from what the engine draws by the same seed.
const APART: u64 = 0xb00c_0be2;

/// Read a file that may be a book.
fn load(path: &Path) -> Result<String, BookError> {
    let failed = |why: &dyn std::fmt::Display| BookError::File {
        path: path.display().to_string(),
        why: why.to_string(),
    };
    let size = std::fs::metadata(path).map_err(|error| failed(&error))?.len();
    if size > MOST_BYTES {
        return Err(failed(&format!("{size} bytes are no book")));
    }
    std::fs::read_to_string(path).map_err(|error| failed(&error))
}

impl From<BookError> for EngineError {
    fn from(error: BookError) -> Self {
        EngineError::Book(error)
    }
}

impl Engine for Booked {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, SearchError> {
        self.engine.think(table, limits, watch)
    }

    fn choose(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        match self.recall(table, limits) {
            Some(known) => Ok(known),
            None => self.engine.choose(table, limits),
        }
    }

    fn recall(&self, table: &dyn Table, limits: &Limits) -> Option<Analysis> {
        let choice = self.look_up(table, limits).filter(|_| !limits.valued)?;
        Some(Analysis {
            best: choice.m.clone(),
            score: Score::Points(choice.points),
            shares: Vec::new(),
            lines: Vec::new(),
            root: Vec::new(),
            nodes: 0,
            depth: 0,
            deepest: 0,
            time: Duration::ZERO,
            stopped: Some(Stopped::Book),
        })
    }

    fn weigh(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        self.engine.weigh(table, limits)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}
