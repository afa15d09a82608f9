//! A game of the registry, and what it brings beyond its rules.

use super::{Chosen, UseError, Variant, names};
use crate::check::Checker;
use crate::extensions::Extensions;
use crate::outside::{
    Analyzed, Decider, DeciderError, Explain, Exporter, Importer, Inquest, Program, Protocol, Solve,
};

/// A game of the house, or an author's own.
pub struct GameEntry {
    /// What the command line calls it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// How positions are written, in one line.
    pub notation: &'static str,
    /// How to learn it, as [`Guide`](crate::guide::Guide) reads it; empty for none.
    pub guide: &'static str,
    /// Boards, sizes, player counts; the first is the usual one.
    pub variants: Vec<Box<dyn Variant>>,
    /// What it has that other games do not.
    pub extras: Box<dyn Extras>,
    /// What crates above this one attach: services, pages.
    pub extensions: Extensions,
}

impl GameEntry {
    /// A game with these variants and nothing beyond its rules.
    ///
    /// # Panics
    /// When there is no variant.
    #[must_use]
    pub fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        variants: Vec<Box<dyn Variant>>,
    ) -> Self {
        assert!(!variants.is_empty(), "a game has at least one variant");
        GameEntry {
            name,
            title,
            about,
            notation: "",
            guide: "",
            variants,
            extras: Box::new(NoExtras),
            extensions: Extensions::default(),
        }
    }

    /// How positions and moves are written, in one line.
    #[must_use]
    pub fn with_notation(mut self, notation: &'static str) -> Self {
        self.notation = notation;
        self
    }

    /// How to learn it: a text that [`Guide::read`](crate::guide::Guide::read) takes apart.
    #[must_use]
    pub fn with_guide(mut self, guide: &'static str) -> Self {
        // Lessons are given in rooms, which small modules do not have.
        if crate::FULL {
            self.guide = guide;
        }
        self
    }

    /// With what it has that other games do not. In a browser there are neither
    /// files nor programs, and what deals with them is left out of the module.
    #[must_use]
    pub fn with_extras(mut self, extras: impl Extras + 'static) -> Self {
        self.extras = if cfg!(target_family = "wasm") {
            Box::new(RulesOnly(extras))
        } else {
            Box::new(extras)
        };
        self
    }

    /// With something for a crate above this one.
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, extension: T) -> Self {
        self.extensions.insert(extension);
        self
    }

    /// The variant of this name, or the usual one.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn variant(&self, name: Option<&str>) -> Result<&dyn Variant, UseError> {
        let Some(name) = name else { return Ok(&*self.variants[0]) };
        self.variants.iter().find(|v| v.name() == name).map(|v| &**v).ok_or_else(|| {
            UseError::UnknownVariant {
                game: self.name,
                variant: name.to_owned(),
                known: names(self.variants.iter().map(|v| v.name())),
            }
        })
    }

    /// The variant in this place of the list, with its game.
    ///
    /// # Panics
    /// When the list is shorter.
    #[must_use]
    pub fn nth(&self, place: usize) -> Chosen<'_> {
        Chosen { game: self, variant: &*self.variants[place] }
    }

    /// The variant of this name, or the usual one, with its game.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn choose(&self, name: Option<&str>) -> Result<Chosen<'_>, UseError> {
        Ok(Chosen { game: self, variant: self.variant(name)? })
    }
}

/// What a game may bring beyond its rules. Everything is optional, and front
/// ends ask here instead of asking which game it is.
pub trait Extras: Send + Sync {
    /// Replays recorded data.
    fn checker(&self) -> Option<Checker> {
        None
    }

    /// Reads games that others recorded.
    fn importer(&self) -> Option<Importer> {
        None
    }

    /// Writes games as others record them; the importer reads them again.
    fn exporter(&self) -> Option<Exporter> {
        None
    }

    /// The variant whose type holds this position, where a game's positions say
    /// which board they are of.
    fn variant_of(&self, _position: &str) -> Option<&'static str> {
        None
    }

    /// An empty board of this size, such as `7x5`, as a position, for games that
    /// have boards of any size.
    ///
    /// # Errors
    /// When there is no such board.
    fn board_of_size(&self, _size: &str) -> Option<Result<String, String>> {
        None
    }

    /// A line protocol of the game's own world, instead of the common one.
    fn protocol(&self) -> Option<&dyn Protocol> {
        None
    }

    /// Somebody outside who speaks that protocol, or another one of this game.
    ///
    /// # Errors
    /// When it cannot take part.
    fn program(&self, _program: &Program) -> Option<Result<Box<dyn Decider>, DeciderError>> {
        None
    }

    /// Explains a position in a form of the outside world (a request, a file),
    /// if this is one.
    ///
    /// # Errors
    /// When it looks like one and is broken.
    fn explain(&self, _ask: &Explain<'_>) -> Option<Result<Analyzed, String>> {
        None
    }

    /// Who wins, by the game's own exact solver.
    ///
    /// # Errors
    /// When the position makes no sense.
    fn solve(&self, _ask: &Solve<'_>) -> Option<Result<Analyzed, String>> {
        None
    }

    /// How an engine loses: the game's own inquest over many games.
    fn inquest(&self) -> Option<&dyn Inquest> {
        None
    }

    /// Whether this variant is a yardstick for developers rather than a game for people.
    fn is_yardstick(&self, _variant: &str) -> bool {
        false
    }
}

/// Of what a game brings, the part that is about its rules.
struct RulesOnly<E>(E);

impl<E: Extras> Extras for RulesOnly<E> {
    fn variant_of(&self, position: &str) -> Option<&'static str> {
        self.0.variant_of(position)
    }

    fn board_of_size(&self, size: &str) -> Option<Result<String, String>> {
        self.0.board_of_size(size)
    }

    fn is_yardstick(&self, variant: &str) -> bool {
        self.0.is_yardstick(variant)
    }
}

/// Rules alone.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoExtras;

impl Extras for NoExtras {}
