//! Why a click was refused.

use crate::{Access, Look, Room, RoomError, Viewer};
use serde::{Deserialize, Serialize};
use takeback_core::Turn;
use takeback_scene::Target;

/// Something that was clicked.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Clicked {
    /// A cell of the board, by index.
    Cell(u16),
    /// An item of a panel, by its number.
    Item(u16),
    /// A button with this writing.
    Button(String),
}

impl From<Clicked> for Target {
    fn from(clicked: Clicked) -> Self {
        match clicked {
            Clicked::Cell(cell) => Target::Cell(cell),
            Clicked::Item(item) => Target::Item(item),
            Clicked::Button(writing) => Target::Button(writing),
        }
    }
}

/// Clicks, the last of which led nowhere.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WhyNot {
    /// In order.
    pub clicks: Vec<Clicked>,
    /// The position one looks at; the table's if left out.
    #[serde(default)]
    pub look: Look,
}

/// More clicks than any move has.
const MOST_CLICKS: usize = 64;

impl Room {
    /// The rule that forbids the last click; `None` when it may lead to a move.
    ///
    /// # Errors
    /// When one may not look there.
    pub fn why_not(&self, access: Access, asked: WhyNot) -> Result<Option<String>, RoomError> {
        if asked.clicks.len() > MOST_CLICKS {
            return Err(RoomError::TooMany { what: "clicks of one move", most: MOST_CLICKS });
        }
        let here = asked.look == Look::default() || asked.look.node == Some(self.tree.now());
        if here {
            let whose = match self.turn() {
                Turn::Over => Some("The game is over.".to_owned()),
                Turn::Chance => Some("Chance decides now.".to_owned()),
                Turn::Player(seat) if self.playable(access) != Some(seat) => {
                    let name = self.names.get(seat.index()).map_or("somebody else", String::as_str);
                    Some(format!("It is {name}'s turn."))
                }
                _ => None,
            };
            if whose.is_some() {
                return Ok(whose);
            }
        }
        // The list of moves may tell what is hidden.
        if self.viewer(access) != Viewer::All || matches!(self.turn(), Turn::Together(_)) {
            return Ok(Some("This cannot be chosen now.".to_owned()));
        }
        let clicks: Vec<Target> = asked.clicks.into_iter().map(Target::from).collect();
        if here {
            return Ok(self.table.why_not(&clicks));
        }
        let node = asked.look.node.unwrap_or_else(|| self.tree.now());
        Ok(self.table_at(node)?.why_not(&clicks))
    }
}
