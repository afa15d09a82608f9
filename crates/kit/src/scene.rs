//! Kit games on the front ends: rules that say what their table looks like.

use crate::board::Board;
use crate::element::Id;
use crate::game::KitGame;
use crate::rules::NotationRules;
use takeback_core::{Game, Notation, Player, Turn};
use takeback_scene::{Input, Item, ItemKind, Paint, Panel, Scene, Scenic, Target};

/// Rules that can be looked at and played by pointing. The laws are those of
/// [`Scenic`], which a [`KitGame`] of such rules is.
pub trait ScenicRules: NotationRules {
    /// What stays: cells, lines, coordinates. Nothing, for a table of cards.
    fn board(&self) -> takeback_scene::Board {
        takeback_scene::Board::default()
    }

    /// What changes, as `viewer` may see it; `None` sees everything. By default
    /// every space of the table is a row of cards, and what is seen of it can be
    /// clicked.
    fn scene(&self, board: &Board, _: Turn, viewer: Option<Player>) -> Scene {
        let card = |id: Id| (self.face(board, id), u16::try_from(id.0).ok());
        let row = |space| panel(board, space, viewer, &self.title(board, space), card);
        let status = board.stage().unwrap_or_default().to_owned();
        Scene { panels: board.children(Id::TABLE).map(row).collect(), status, ..Scene::default() }
    }

    /// What stands above a space's row.
    fn title(&self, _: &Board, space: Id) -> String {
        format!("Space {}", space.0)
    }

    /// What stands on an element of a row.
    fn face(&self, _: &Board, id: Id) -> String {
        id.0.to_string()
    }

    /// The clicks or keys that mean a legal move. By default a card is clicked
    /// whose face is written as the move is, and everything else is a button.
    fn input(&self, board: &Board, m: Self::Move) -> Input {
        let mut text = String::new();
        self.write_move(m, &mut text).expect("a String takes everything");
        let seen = |id: &Id| board.current().is_some_and(|player| board.sees(player, *id));
        let cards = board.children(Id::TABLE).flat_map(|space| board.children(space));
        let card = cards.filter(seen).find(|&id| self.face(board, id) == text);
        match card.and_then(|id| u16::try_from(id.0).ok()) {
            Some(target) => Input { clicks: vec![Target::Item(target)], key: None },
            None => Input::button(text),
        }
    }

    /// What the move list shows to `viewer`; `None` for the move as written.
    fn told(&self, _board: &Board, _m: Self::Move, _viewer: Option<Player>) -> Option<String> {
        None
    }

    /// What a player is called.
    fn player_name(&self, player: Player) -> String {
        format!("Player {}", player.index() + 1)
    }
}

/// A space as a row of cards: face up what `viewer` sees, the rest as so many
/// backs. `card` names what is face up and says how it can be clicked. Who sees
/// what is the zones' affair, so that a picture shows nothing hidden.
pub fn panel(
    board: &Board,
    space: Id,
    viewer: Option<Player>,
    title: &str,
    card: impl Fn(Id) -> (String, Option<u16>),
) -> Panel {
    let sees = |id: &Id| viewer.is_none_or(|viewer| board.sees(viewer, *id));
    let face_up = |id| {
        let (face, target) = card(id);
        let kind = ItemKind::Card { face: Some(face), paint: Paint::Black, count: 1 };
        Item { target, kind }
    };
    let mut items: Vec<Item> = board.children(space).filter(sees).map(face_up).collect();
    let hidden = (board.count(space) - items.len()) as u32;
    if hidden > 0 {
        let kind = ItemKind::Card { face: None, paint: Paint::Ink, count: hidden };
        items.push(Item { target: None, kind });
    }
    Panel { title: title.to_owned(), player: board.owner(space).map(|owner| owner.0), items }
}

impl<R: ScenicRules> Scenic for KitGame<R> {
    fn board(&self) -> takeback_scene::Board {
        self.rules().board()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        self.rules().scene(KitGame::board(self), self.turn(), viewer)
    }

    fn input(&self, m: R::Move) -> Input {
        self.rules().input(KitGame::board(self), m)
    }

    fn touched(&self, m: R::Move) -> Vec<u16> {
        let cell = |target| if let Target::Cell(cell) = target { Some(cell) } else { None };
        Scenic::input(self, m).clicks.into_iter().filter_map(cell).collect()
    }

    fn told(&self, m: R::Move, viewer: Option<Player>) -> String {
        let told = self.rules().told(KitGame::board(self), m, viewer);
        told.unwrap_or_else(|| self.move_text(m))
    }

    fn player_name(&self, player: Player) -> String {
        self.rules().player_name(player)
    }
}
