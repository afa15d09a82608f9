//! How Battlesnake shows itself.
//!
//! Snakes are ribbons; a direction is an arrow key or a button. What somebody
//! has chosen in a round that is not over yet is shown to nobody.

use crate::geometry::{Direction, Edge};
use crate::maps::Map;
use crate::moves::Move;
use crate::ruleset::Cause;
use crate::state::Battlesnake;
use takeback_core::{Game, Notation, Player};
use takeback_scene::{
    Board, Glyph, Input, Item, Overlay, OverlayKind, Paint, Panel, Piece, Ribbon, Scene, Scenic,
    Stroke, shapes,
};

/// Health after a meal.
const FULL: f32 = 100.0;

/// Arrow keys as browsers name them.
const fn key(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "ArrowUp",
        Direction::Down => "ArrowDown",
        Direction::Left => "ArrowLeft",
        Direction::Right => "ArrowRight",
    }
}

const fn in_words(cause: Cause) -> &'static str {
    match cause {
        Cause::SnakeCollision => "ran into a snake",
        Cause::SelfCollision => "ran into itself",
        Cause::OutOfHealth => "starved",
        Cause::HeadCollision => "lost head to head",
        Cause::WallCollision => "left the board",
        Cause::Hazard => "died of hazard",
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Cells are drawn from the top, numbered from the bottom.
    fn drawn(&self, cell: u16) -> Option<u16> {
        let board = Battlesnake::board(self);
        let (width, height) = (u16::from(board.width()), u16::from(board.height()));
        board.is_on(cell).then(|| (height - 1 - cell / width) * width + cell % width)
    }

    fn ribbon(&self, seat: Player) -> Ribbon {
        let letter = char::from(b'A' + seat.0 % 26);
        Ribbon {
            cells: self.body(seat).filter_map(|cell| self.drawn(cell)).collect(),
            paint: Paint::Player(seat.0),
            spoken: format!("{}, {} long", self.player_name(seat), self.length(seat)),
            text: (letter.to_string(), letter.to_ascii_lowercase().to_string()),
        }
    }

    /// One wash for every layer: deeper hazard comes out darker.
    fn hazard_washes(&self) -> Vec<Overlay> {
        let deepest = self.hazards().iter().map(|cell| self.height(cell)).max().unwrap_or(0);
        let layer = |depth: u8| Overlay {
            cells: self
                .hazards()
                .iter()
                .filter(|&cell| self.height(cell) >= depth)
                .filter_map(|cell| self.drawn(cell))
                .collect(),
            kind: OverlayKind::Wash,
            paint: Paint::Bad,
            spoken: "hazard".to_owned(),
        };
        (1..=deepest.min(4)).map(layer).collect()
    }

    /// What each snake reaches before all others.
    fn territories(&self) -> Vec<Overlay> {
        let holdings = self.holdings();
        let zone = |seat: Player| Overlay {
            cells: holdings[seat.index()].cells.iter().filter_map(|c| self.drawn(c)).collect(),
            kind: OverlayKind::Zone,
            paint: Paint::Player(seat.0),
            spoken: format!("territory of {}", self.player_name(seat)),
        };
        self.living().iter().map(zone).filter(|zone| !zone.cells.is_empty()).collect()
    }

    fn panel(&self, seat: Player) -> Panel {
        let health = self.health(seat).max(0) as f32;
        let items = match self.fate(seat) {
            None => vec![
                Item::meter("health", health, FULL),
                Item::fact("length", self.length(seat).to_string()),
            ],
            Some(fate) => vec![Item::fact(in_words(fate.cause), format!("turn {}", fate.turn))],
        };
        Panel { title: self.player_name(seat), player: Some(seat.0), items }
    }
}

impl<const W: usize, const S: usize> Scenic for Battlesnake<W, S> {
    fn board(&self) -> Board {
        let shape = Battlesnake::board(self);
        let (width, height) = (u16::from(shape.width()), u16::from(shape.height()));
        let paint = |x: u16, y: u16| {
            if (x + y).is_multiple_of(2) { Paint::Light } else { Paint::Mid }
        };
        let name = |x: u16, y: u16| format!("{x},{}", height - 1 - y);
        let mut board = shapes::squares(width, height, paint, name);
        let (right, bottom) = (f32::from(width) + 0.5, f32::from(height) + 0.5);
        let corners = [(0.5, 0.5), (right, 0.5), (right, bottom), (0.5, bottom), (0.5, 0.5)];
        board.strokes.push(Stroke {
            points: corners.to_vec(),
            paint: Paint::Ink,
            width: 0.08,
            dashed: shape.edge() == Edge::Wrap,
        });
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let food = self
            .food()
            .iter()
            .filter_map(|cell| self.drawn(cell))
            .map(|cell| Piece::new(cell, Glyph::Dot, Paint::Good, "*", "food".to_owned()));
        Scene {
            pieces: food.collect(),
            ribbons: self.living().iter().map(|seat| self.ribbon(seat)).collect(),
            overlays: self.hazard_washes().into_iter().chain(self.territories()).collect(),
            panels: Player::all(self.players()).map(|seat| self.panel(seat)).collect(),
            status: format!("turn {}", self.turn_number()),
            ..Scene::default()
        }
    }

    fn input(&self, m: Move) -> Input {
        match m {
            Move::Go(direction) => Input::button(direction.word()).or_key(key(direction)),
            Move::NoFood => Input::button("no food"),
            Move::Food(cell) | Move::Hazard(cell) => match self.drawn(cell) {
                Some(cell) => Input::cells([cell]),
                None => Input::button(format!("beyond the board, {cell}")),
            },
            Move::Side(direction) => Input::button(format!("hazard: {direction}")),
        }
    }

    /// The cell that whoever chooses next would come to.
    fn touched(&self, m: Move) -> Vec<u16> {
        let cell = match m {
            Move::Go(direction) => self
                .turn()
                .decider()
                .map(|seat| Battlesnake::board(self).step(self.head(seat), direction)),
            Move::Food(cell) | Move::Hazard(cell) => Some(cell),
            Move::NoFood | Move::Side(_) => None,
        };
        cell.and_then(|cell| self.drawn(cell)).into_iter().collect()
    }

    /// A direction says itself; what nature does is nobody's move.
    fn said(&self, m: Move) -> String {
        let at = |cell| Battlesnake::board(self).point(cell);
        match m {
            Move::Go(direction) => direction.word().to_owned(),
            Move::NoFood => "no food appears".to_owned(),
            Move::Food(cell) => format!("food appears on {}", at(cell)),
            // Of a maze it is not the cell but the number.
            Move::Hazard(_) if self.map() == Map::SoloMaze => self.move_text(m),
            Move::Hazard(cell) => format!("a hazard appears on {}", at(cell)),
            Move::Side(direction) => format!("the hazard grows from {direction}"),
        }
    }

    fn player_name(&self, player: Player) -> String {
        format!("Snake {}", char::from(b'A' + player.0 % 26))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Map, Ruleset, Settings, Setup};
    use takeback_scene::laws::{Extent, check, check_rounds};

    fn start<const W: usize, const S: usize>(
        ruleset: Ruleset,
        map: Map,
        side: u8,
        snakes: usize,
    ) -> Battlesnake<W, S> {
        let setup =
            Setup::start(ruleset, Settings::default(), map, (side, side), snakes, 7).unwrap();
        Battlesnake::new(&setup).unwrap().with_chance(Chance::Live)
    }

    #[test]
    fn scenes_keep_their_laws() {
        let walk = Extent { positions: 300, ..Extent::default() };
        let duel = start::<2, 2>(Ruleset::Standard, Map::Standard, 11, 2);
        check(&duel, walk).unwrap();
        check_rounds(&duel, walk).unwrap();
        check(&start::<2, 4>(Ruleset::Royale, Map::Royale, 11, 4), walk).unwrap();
        check(&start::<2, 4>(Ruleset::Wrapped, Map::Standard, 11, 4), walk).unwrap();
        check(&start::<8, 4>(Ruleset::Standard, Map::Standard, 19, 4), walk).unwrap();
    }

    #[test]
    fn choices_stay_unseen_until_all_have_chosen() {
        let mut game = start::<2, 2>(Ruleset::Standard, Map::Standard, 7, 2);
        let before = game.scene(None);
        game.make(Move::Go(Direction::Up));
        assert_eq!(game.scene(None), before);
        assert_eq!(game.input(Move::Go(Direction::Left)).key.as_deref(), Some("ArrowLeft"));
    }

    #[test]
    fn territories_are_drawn_and_do_not_overlap() {
        let game = start::<2, 4>(Ruleset::Standard, Map::Standard, 11, 4);
        let scene = game.scene(None);
        let zones: Vec<_> = scene.overlays.iter().filter(|o| o.kind == OverlayKind::Zone).collect();
        assert_eq!(zones.len(), 4);
        let mut cells: Vec<u16> = zones.iter().flat_map(|zone| zone.cells.clone()).collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        assert!(count > 60 && cells.len() == count, "{count}");
    }

    #[test]
    fn up_is_up() {
        let game = start::<2, 2>(Ruleset::Standard, Map::Standard, 7, 2);
        let head = game.drawn(game.head(Player::FIRST)).unwrap();
        if let [above] = game.touched(Move::Go(Direction::Up))[..] {
            assert_eq!(above + 7, head);
        }
    }
}
