//! How a table shows itself: a game's scene, or a plain one for games without.

use crate::FULL;
use takeback_core::{Game, Notation, Player, Portable, Turn};
use takeback_scene::{Board, Input, Item, Panel, Scene, Scenic, Target};

/// A move as text and as clicks.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInput {
    /// In the game's notation.
    pub text: String,
    /// The clicks or the key that mean it.
    pub input: Input,
    /// The cells it concerns: warm in a heat map.
    pub touched: Vec<u16>,
}

/// A move that was played, as somebody may hear of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// In the game's notation, with everything it says.
    pub text: String,
    /// What the viewer may know of it.
    pub told: String,
    /// Whose decision it was.
    pub by: Turn,
    /// The cells it concerned.
    pub touched: Vec<u16>,
}

/// The functions of [`Scenic`] as a value, so that games without a scene can
/// sit at the same tables.
pub struct Drawing<G: Game> {
    pub(super) board: fn(&G) -> Board,
    pub(super) scene: fn(&G, Option<Player>) -> Scene,
    pub(super) input: fn(&G, G::Move) -> Input,
    pub(super) touched: fn(&G, G::Move) -> Vec<u16>,
    pub(super) told: fn(&G, G::Move, Option<Player>) -> String,
    pub(super) said: fn(&G, G::Move) -> String,
    pub(super) why_not: fn(&G, &[Target]) -> Option<String>,
    pub(super) name: fn(&G, Player) -> String,
}

impl<G: Game> Copy for Drawing<G> {}

impl<G: Game> Clone for Drawing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Scenic> Drawing<G> {
    /// As the game draws itself.
    #[must_use]
    pub fn of() -> Self {
        Drawing {
            board: G::board,
            scene: G::scene,
            input: G::input,
            touched: G::touched,
            told: G::told,
            // Words for people who cannot see, and for clicks that mean nothing, are a room's.
            said: if FULL { G::said } else { |_, _| String::new() },
            why_not: if FULL { G::why_not } else { |_, _| None },
            name: G::player_name,
        }
    }
}

impl<G: Notation + Portable> Drawing<G> {
    /// For games without a scene: no cells, every move a button, the position
    /// in words. It hides nothing, so games that hide must draw themselves.
    #[must_use]
    pub fn plain() -> Self {
        Drawing {
            board: |_| Board::default(),
            scene: |game, _| Scene {
                panels: vec![Panel {
                    title: "Position".to_owned(),
                    items: vec![Item::fact("", game.position_text())],
                    ..Panel::default()
                }],
                ..Scene::default()
            },
            input: |game, m| Input::button(game.move_text(m)),
            touched: |_, _| Vec::new(),
            told: |game, m, _| game.move_text(m),
            said: |game, m| game.move_text(m),
            why_not: |_, _| None,
            name: |_, player| format!("Player {}", player.index() + 1),
        }
    }
}
