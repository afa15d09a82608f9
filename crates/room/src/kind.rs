//! A variant of the registry, kept alive.

use crate::RoomError;
use takeback_host::{GameEntry, Registry, Variant};

/// What is played: a game's variant.
#[derive(Clone)]
pub struct Kind {
    registry: Registry,
    game: usize,
    variant: usize,
}

impl Kind {
    /// The variant of these names.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(registry: &Registry, name: &str, variant: Option<&str>) -> Result<Kind, RoomError> {
        let chosen = registry.choose(name, variant)?;
        let game = registry.games().iter().position(|game| game.name == chosen.game.name);
        let variant = chosen.game.variants.iter().position(|v| v.name() == chosen.name());
        let Some((game, variant)) = game.zip(variant) else {
            return Err(RoomError::Unknown(format!("there is no game {name}")));
        };
        Ok(Kind { registry: registry.clone(), game, variant })
    }

    /// The game.
    #[must_use]
    pub fn entry(&self) -> &GameEntry {
        &self.registry.games()[self.game]
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &dyn Variant {
        &*self.entry().variants[self.variant]
    }

    /// Whether players know things that others do not.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.variant().hides()
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.entry().name, self.variant().name())
    }
}
