//! How a game ends otherwise than by its rules: somebody gives up, all agree, or time is up.
//!
//! What was decided belongs to the position on the table: whoever goes back from it goes on playing.

use crate::log::Event;
use crate::{Access, Hand, Room, RoomError};
use serde::{Deserialize, Serialize};
use takeback_core::Player;

/// Why a game ended although the rules would let it go on.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Somebody gave up.
    Resigned,
    /// All agreed on a draw.
    Agreed,
    /// Somebody had no time left.
    Time,
}

/// How it ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// Why.
    pub why: Why,
    /// Who gave up or had no time left.
    pub by: Option<u8>,
    /// Shares of a win between 0 and 1, by seat.
    pub result: Vec<f32>,
}

/// An engine agrees to a draw when it thinks no more of its chances than this.
const CONTENT: f32 = 0.5;

impl Room {
    /// How it ended, where that was not by the rules.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Shares of a win, once the game is over by the rules or otherwise.
    #[must_use]
    pub fn result(&self) -> Option<Vec<f32>> {
        let by_rules = || self.table.payoffs().map(|all| all.iter().map(|p| p.share()).collect());
        self.outcome.as_ref().map(|outcome| outcome.result.clone()).or_else(by_rules)
    }

    pub(crate) fn decide(&mut self, outcome: Outcome) {
        self.interrupt();
        self.choices.fill(None);
        self.proposal = None;
        self.outcome = Some(outcome);
        self.note(|room| Event::Decided { outcome: room.outcome.clone() });
        if self.luck.show() {
            self.note(|room| Event::Sealed { deals: room.luck.sealed.clone() });
        }
        self.settle();
        self.touch();
    }

    /// Give up for a seat of one's own: the one in turn, or the first.
    ///
    /// # Errors
    /// When the game is over, the seat is another's, or there are not two players.
    pub fn resign(&mut self, access: Access, seat: Option<u8>) -> Result<(), RoomError> {
        access.must_take_part()?;
        if self.is_over() {
            return Err(RoomError::Over);
        }
        if self.chairs.len() != 2 {
            return Err(RoomError::not_now(
                "only a game of two ends when somebody gives up; let an engine play your seat instead",
            ));
        }
        let own = self.deciding(access).or(access.seats.first());
        let seat = seat.map(Player).or(own).filter(|&seat| access.seats.contains(seat));
        let Some(seat) = seat else { return Err(RoomError::Forbidden("the seat that gives up")) };
        self.lose(seat, Why::Resigned);
        Ok(())
    }

    pub(crate) fn draw(&mut self) {
        let players = self.chairs.len();
        let result = vec![1.0 / players as f32; players];
        self.decide(Outcome { why: Why::Agreed, by: None, result });
    }

    /// Engines that play along are asked too: they agree when they think no better of their chances.
    pub(crate) fn engines_agree(&self) -> bool {
        let engines = Player::all(self.chairs.len()).filter(|&seat| self.engine_of(seat).is_some());
        let mut engines = engines.peekable();
        if engines.peek().is_none() {
            return true;
        }
        let path = self.tree.path(self.tree.now());
        let judged = path.iter().rev().find_map(|&id| self.tree.nodes()[id].value.as_ref());
        let Some(value) = judged else { return false };
        engines.all(|seat| value.get(seat.index()).is_some_and(|&share| share <= CONTENT))
    }

    /// Whether a question stays open when this seat moves: a draw offered by the one who
    /// moves is answered afterwards.
    pub(crate) fn outlives(&self, wish_of: Hand, mover: Option<Player>) -> bool {
        mover.and_then(|seat| self.hand_of(seat)) == Some(wish_of)
    }
}
