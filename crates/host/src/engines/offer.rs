//! An engine that a variant offers, with everything it can be told.

use super::memory;
use super::{Built, EngineError};
use crate::spec::{EngineOption, Settings, Spec, TABLE, TREE};
use takeback_core::{Coded, Game, Keyed};
use takeback_search::erased::{Abilities, Erased, Shown};
use takeback_search::{Limits, Report, Search, SearchError};

/// Builds an engine as it was told.
type Build<G> = Box<dyn Fn(&Settings) -> Built<G> + Send + Sync>;

/// Engines of a variant; with these weights of its evaluator, or the usual ones.
pub type Offers<G> = Box<dyn Fn(Option<&[i32]>) -> Vec<Offer<G>> + Send + Sync>;

/// An engine on offer.
pub struct Offer<G: Game> {
    card: Card,
    build: Build<G>,
}

/// What an offer says of its engine, whatever the game. All that is not building the engine stands here, so that it
/// is compiled once and not for every game.
struct Card {
    info: EngineInfo,
    memory: Option<usize>,
    endless: bool,
}

/// An engine and its options, without types: what help texts and tests read.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineInfo {
    /// How it is written.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Every option that acts on it here.
    pub options: Vec<EngineOption>,
}

impl<G: Game> Offer<G> {
    /// An engine of this name.
    pub fn new(
        name: &'static str,
        about: &'static str,
        options: &[&[EngineOption]],
        build: impl Fn(&Settings) -> Built<G> + Send + Sync + 'static,
    ) -> Self {
        let info = EngineInfo { name, about, options: options.concat() };
        Offer { card: Card { info, memory: None, endless: false }, build: Box::new(build) }
    }

    /// With so many MiB where nobody says otherwise.
    #[must_use]
    pub fn with_memory(mut self, mebibytes: usize) -> Self {
        self.card.memory = Some(mebibytes);
        self
    }

    /// Runs until it is done where no limit is set, since less is no answer.
    #[must_use]
    pub fn to_the_end(mut self) -> Self {
        self.card.endless = true;
        self
    }

    /// Without these options, which do nothing in this game.
    #[must_use]
    pub fn without(mut self, options: &[&str]) -> Self {
        self.card.info.options.retain(|option| !options.contains(&option.name));
        self
    }

    /// With one more option, read by `change`, which makes another engine of it.
    #[must_use]
    pub fn adjusted(
        mut self,
        options: &[EngineOption],
        change: impl Fn(&Settings, Built<G>) -> Built<G> + Send + Sync + 'static,
    ) -> Self
    where
        G: 'static,
    {
        self.card.info.options.extend(options);
        let build = self.build;
        self.build = Box::new(move |settings| change(settings, build(settings)));
        self
    }

    /// With more options, by which `other` may say that it builds the engine.
    #[must_use]
    pub fn or(
        mut self,
        options: &[EngineOption],
        other: impl Fn(&Settings) -> Option<Built<G>> + Send + Sync + 'static,
    ) -> Self
    where
        G: 'static,
    {
        self.card.info.options.extend(options);
        let build = self.build;
        self.build = Box::new(move |settings| other(settings).unwrap_or_else(|| build(settings)));
        self
    }

    /// The engine as it was told.
    ///
    /// # Errors
    /// When what it was told makes no sense.
    pub(super) fn build(&self, settings: &Settings) -> Built<G> {
        (self.build)(settings)
    }

    /// The same engine for a game that holds this one: the moves mean the same
    /// in both, so that the search is compiled once for both.
    #[must_use]
    pub fn inside<H>(self, inner: fn(&H) -> &G) -> Offer<H>
    where
        H: Game<Move = G::Move>,
        G: 'static,
    {
        let Offer { card, build } = self;
        let build: Build<H> =
            Box::new(move |settings| Ok(Box::new(Inside { search: build(settings)?, inner })));
        Offer { card, build }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.card.info.name
    }

    /// Whether it has an option of this name.
    #[must_use]
    pub(super) fn takes(&self, option: &str) -> bool {
        self.card.info.options.iter().any(|known| known.name == option)
    }

    /// Name, line and options.
    #[must_use]
    pub fn info(&self) -> EngineInfo {
        self.card.info.clone()
    }

    /// Build it with its limits.
    ///
    /// # Errors
    /// When an option is unknown here, makes no sense, or would be ignored.
    pub fn engine(&self, spec: &Spec) -> Result<(super::AnySearch<G>, Limits), EngineError> {
        let settings = Settings::new(spec, &self.card.info.options)?;
        let search = (self.build)(&settings)?;
        Ok((search, self.card.limits(&settings)?))
    }
}

impl Card {
    /// The limits that these settings set, after the engine has read what it takes.
    fn limits(&self, settings: &Settings) -> Result<Limits, EngineError> {
        let mut limits = settings.limits();
        if let Some(option) = settings.unheard() {
            return Err(EngineError::Unheard { engine: self.info.name, option });
        }
        let bounded = limits.time.is_some()
            || limits.nodes.is_some()
            || limits.depth.is_some()
            || limits.iterations.is_some();
        if !bounded && !self.endless {
            limits.time = Some(DEFAULT_TIME);
        }
        if !settings.says("memory") && !settings.says("tt") {
            let least = self.memory.unwrap_or(limits.memory);
            limits.memory = least.max(self.spare(&limits));
        }
        Ok(limits)
    }

    /// MiB that the machine has to spare for a search that only time ends.
    fn spare(&self, limits: &Limits) -> usize {
        let repeats = limits.nodes.or(limits.iterations).is_some() || limits.depth.is_some();
        let takes = |name| self.info.options.iter().any(|option| option.name == name);
        match limits.time.filter(|_| !repeats) {
            Some(_) if takes(TREE.name) => memory::tree(),
            Some(time) if takes(TABLE.name) => memory::table(time),
            _ => 0,
        }
    }
}

impl Offer<Erased> {
    /// The same engine for a game with these abilities. The search is compiled once for all games that
    /// it is shown to, and looks through each of them by a table of functions.
    #[must_use]
    pub fn shown<G>(self, can: Abilities<G>) -> Offer<G>
    where
        G: Keyed,
        G::Move: Coded,
    {
        let Offer { card, build } = self;
        let build: Build<G> =
            Box::new(move |settings| Ok(Box::new(Shown::new(can, build(settings)?))));
        Offer { card, build }
    }
}

/// Engines for a game with these abilities, compiled once for all games that have their engines so.
#[must_use]
pub fn shown<G>(can: Abilities<G>, offers: Vec<Offer<Erased>>) -> Vec<Offer<G>>
where
    G: Keyed,
    G::Move: Coded,
{
    offers.into_iter().map(|offer| offer.shown(can)).collect()
}

/// A search of the game inside another.
struct Inside<H, G: Game> {
    search: super::AnySearch<G>,
    inner: fn(&H) -> &G,
}

impl<H: Game<Move = G::Move>, G: Game> Search<H> for Inside<H, G> {
    fn search(
        &mut self,
        position: &H,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<H::Move>),
    ) -> Result<Report<H::Move>, SearchError> {
        self.search.search((self.inner)(position), limits, watch)
    }

    fn policy(
        &mut self,
        position: &H,
        limits: &Limits,
    ) -> Result<Vec<(H::Move, f64)>, SearchError> {
        self.search.policy((self.inner)(position), limits)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// How long an engine thinks about a move when nothing else ends its search.
const DEFAULT_TIME: std::time::Duration = std::time::Duration::from_secs(1);

/// The offer of this name.
///
/// # Errors
/// When there is none; the error lists those there are.
pub(crate) fn choose<G: Game>(
    mut offers: Vec<Offer<G>>,
    name: &str,
) -> Result<Offer<G>, EngineError> {
    let place = place(offers.iter().map(Offer::name).collect(), name)?;
    Ok(offers.swap_remove(place))
}

/// Where this one stands among the known ones.
fn place(known: Vec<&'static str>, name: &str) -> Result<usize, EngineError> {
    let place = known.iter().position(|known| *known == name);
    place.ok_or_else(|| EngineError::Unknown { asked: name.to_owned(), known })
}
