//! One side of a match: an engine of ours, or somebody from outside.

use crate::external::Contender;
use std::time::Duration;
use takeback_core::{Player, Turn};
use takeback_host::Chosen;
use takeback_host::engines::EngineError;
use takeback_host::outside::{Decider, Decision, Forfeit};
use takeback_host::play::{Seat, Table};
use takeback_search::{Limits, SearchError, StopFlag};

/// Decides for one or more seats of a game.
pub enum Side {
    /// An engine of ours.
    Own(Seat),
    /// Another program.
    External(Box<dyn Decider>),
}

/// Why there is no decision.
pub(super) enum Trouble {
    Forfeit(Forfeit),
    Search(SearchError),
}

impl Side {
    /// A side as specified. `time` replaces the specification's own limit.
    ///
    /// # Errors
    /// When the specification does not suit the game.
    pub fn new(
        variant: Chosen<'_>,
        contender: &Contender,
        time: Option<Duration>,
    ) -> Result<Self, EngineError> {
        let mut side = contender.build(variant)?;
        if let Some(time) = time {
            side.limits_mut().time = Some(time);
        }
        Ok(side)
    }

    /// How long it may think.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        match self {
            Side::Own(seat) => &seat.limits,
            Side::External(external) => external.limits(),
        }
    }

    pub(crate) fn limits_mut(&mut self) -> &mut Limits {
        match self {
            Side::Own(seat) => &mut seat.limits,
            Side::External(external) => external.limits_mut(),
        }
    }

    /// Think no longer, here and in games to come, once the flag is set; games that this
    /// side plays in end with [`GameError::Stopped`](super::GameError::Stopped).
    pub fn obey(&mut self, stop: &StopFlag) {
        self.limits_mut().stop = stop.clone();
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Side::Own(seat) => &seat.name,
            Side::External(external) => external.name(),
        }
    }

    pub(super) fn is_external(&self) -> bool {
        matches!(self, Side::External(_))
    }

    /// Make sure that somebody is there.
    pub(super) fn knock(&mut self) -> Result<(), Forfeit> {
        match self {
            Side::Own(_) => Ok(()),
            Side::External(external) => external.knock(),
        }
    }

    /// What was learned in the last game is forgotten.
    pub(super) fn forget(&mut self) {
        if let Side::Own(seat) = self {
            seat.engine.forget();
        }
    }

    /// A new game begins for a seat of this side.
    pub(super) fn begin(&mut self, table: &dyn Table, player: Player) -> Result<(), Forfeit> {
        match self {
            Side::Own(_) => Ok(()),
            Side::External(external) => external.begin(table, player),
        }
    }

    pub(super) fn decide(
        &mut self,
        table: &dyn Table,
        player: Player,
        seed: u64,
    ) -> Result<Decision, Trouble> {
        match self {
            Side::Own(seat) => {
                let mut limits = seat.limits.clone();
                limits.seat = Some(player);
                limits.seed ^= seed;
                let answer = seat.engine.choose(table, &limits).map_err(Trouble::Search)?;
                Ok(Decision {
                    m: answer.best,
                    score: Some(answer.score),
                    nodes: answer.nodes,
                    depth: answer.depth,
                    time: answer.time,
                })
            }
            Side::External(external) => {
                if matches!(table.turn(), Turn::Player(_)) && table.legal().is_empty() {
                    return Err(Trouble::Search(SearchError::NoMove));
                }
                external.decide(table, player, seed).map_err(Trouble::Forfeit)
            }
        }
    }

    /// What it would play here, for a comment.
    ///
    /// # Errors
    /// With the reason why it has nothing to say.
    pub fn advise(
        &mut self,
        table: &dyn Table,
        player: Player,
        seed: u64,
    ) -> Result<Decision, String> {
        self.decide(table, player, seed).map_err(|trouble| match trouble {
            Trouble::Forfeit(forfeit) => forfeit.to_string(),
            Trouble::Search(error) => error.to_string(),
        })
    }

    pub(super) fn end(&mut self, table: &dyn Table, player: Player) {
        if let Side::External(external) = self {
            external.end(table, player);
        }
    }
}
