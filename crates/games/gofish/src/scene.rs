//! How Go Fish shows itself: hands of cards, face down but for the viewer's.
//!
//! To ask, click the player and then the card; with two at the table the card
//! alone says it. The same picture serves the fast game and the one on the kit.

use crate::cards::{Rank, rank_name};
use crate::hand::{Counts, ranks_in};
use crate::kit::{Asking, ByCard, ByRank, CardAsk, KitRules};
use crate::moves::Ask;
use crate::state::GoFish;
use takeback_core::{Game, Moves, Player, Turn};
use takeback_kit::ScenicRules;
use takeback_scene::{Board, Input, Item, ItemKind, Paint, Panel, Scene, Scenic, Target};

/// Cards are numbered behind the seats.
const FIRST_CARD: u16 = 16;

fn seat_name(player: Player) -> String {
    format!("Seat {}", player.index() + 1)
}

/// What lies before one seat.
struct Seat {
    player: Player,
    hand: Counts,
    size: u32,
    books: usize,
    laid: Vec<Rank>,
}

/// Everything on the table, and who looks at it.
struct Picture {
    seats: Vec<Seat>,
    pond: u32,
    viewer: Option<Player>,
    /// Whose cards and opponents can be clicked.
    asker: Option<Player>,
    status: String,
}

impl Picture {
    fn draw(&self) -> Scene {
        let mut panels: Vec<Panel> = self.seats.iter().map(|seat| self.panel(seat)).collect();
        let items = match self.pond {
            0 => vec![Item::fact("", "empty")],
            count => vec![back(count)],
        };
        panels.push(Panel { title: "Pond".to_owned(), player: None, items });
        Scene { panels, status: self.status.clone(), ..Scene::default() }
    }

    fn panel(&self, seat: &Seat) -> Panel {
        let mut items = Vec::new();
        if self.asker.is_some_and(|asker| asker != seat.player) && self.seats.len() > 2 {
            let kind = ItemKind::Fact { name: "ask".to_owned(), value: seat_name(seat.player) };
            items.push(Item { target: Some(seat.player.0.into()), kind });
        }
        if self.viewer.is_none_or(|viewer| viewer == seat.player) {
            items.extend(seat.hand.ranks().map(|rank| self.card(seat, rank)));
        } else if seat.size > 0 {
            items.push(back(seat.size));
        }
        let laid: Vec<&str> = seat.laid.iter().map(|&rank| rank_name(rank)).collect();
        items.push(Item::fact("books", format!("{} {}", seat.books, laid.join(" "))));
        Panel { title: seat_name(seat.player), player: Some(seat.player.0), items }
    }

    fn card(&self, seat: &Seat, rank: Rank) -> Item {
        let target = (self.asker == Some(seat.player)).then(|| FIRST_CARD + u16::from(rank));
        let face = Some(rank_name(rank).to_owned());
        let count = seat.hand.of(rank).into();
        Item { target, kind: ItemKind::Card { face, paint: Paint::Black, count } }
    }
}

/// Cards face down.
fn back(count: u32) -> Item {
    Item { target: None, kind: ItemKind::Card { face: None, paint: Paint::Ink, count } }
}

fn clicks(ask: Ask, players: usize) -> Input {
    let card = Target::Item(FIRST_CARD + u16::from(ask.rank));
    let whom = Target::Item(ask.target.0.into());
    let clicks = if players > 2 { vec![whom, card] } else { vec![card] };
    Input { clicks, key: None }
}

fn words(ask: Ask) -> String {
    format!("asks {} for {}", seat_name(ask.target), rank_name(ask.rank))
}

impl Scenic for GoFish {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let laid = |player| {
            let own = self.history().iter().filter(move |event| event.seat == player);
            own.flat_map(|event| ranks_in(event.laid.held())).collect()
        };
        let seat = |player| Seat {
            player,
            hand: self.hand(player),
            size: self.hand_size(player).into(),
            books: self.books(player).into(),
            laid: laid(player),
        };
        let last = self.history().iter().rev().find(|event| event.target != event.seat);
        Picture {
            seats: self.seats().map(seat).collect(),
            pond: self.pond().into(),
            viewer,
            asker: viewer.or(self.turn().decider()),
            status: last.map_or(String::new(), |event| format!("seat {event:?}")),
        }
        .draw()
    }

    fn input(&self, ask: Ask) -> Input {
        clicks(ask, self.players())
    }

    fn told(&self, ask: Ask, _: Option<Player>) -> String {
        words(ask)
    }

    fn player_name(&self, player: Player) -> String {
        seat_name(player)
    }
}

/// How an ask looks on the table.
pub trait ScenicAsking: Asking {
    /// What can be asked for and lies before nobody.
    fn wanted(board: &takeback_kit::Board, asker: Player) -> Option<Panel>;
    /// The clicks that mean an ask.
    fn clicks(ask: Self::Ask, players: usize) -> Input;
    /// In words.
    fn words(ask: Self::Ask) -> String;
}

impl ScenicAsking for ByRank {
    fn wanted(_: &takeback_kit::Board, _: Player) -> Option<Panel> {
        None
    }

    fn clicks(ask: Ask, players: usize) -> Input {
        clicks(ask, players)
    }

    fn words(ask: Ask) -> String {
        words(ask)
    }
}

/// Single cards are numbered behind the ranks.
const FIRST_SINGLE: u16 = 32;

impl ScenicAsking for ByCard {
    fn wanted(board: &takeback_kit::Board, asker: Player) -> Option<Panel> {
        let mut asks = Moves::new();
        let other = Player::all(board.shape().players).find(|&player| player != asker)?;
        ByCard::list(board, asker, other, &mut asks);
        let single = |ask: &CardAsk| Item {
            target: Some(FIRST_SINGLE + u16::from(ask.card.0)),
            kind: ItemKind::Card {
                face: Some(ask.card.to_string()),
                paint: Paint::Black,
                count: 1,
            },
        };
        let items = asks.as_slice().iter().map(single).collect();
        Some(Panel { title: "Ask for".to_owned(), player: None, items })
    }

    fn clicks(ask: CardAsk, players: usize) -> Input {
        let card = Target::Item(FIRST_SINGLE + u16::from(ask.card.0));
        let whom = Target::Item(ask.target.0.into());
        let clicks = if players > 2 { vec![whom, card] } else { vec![card] };
        Input { clicks, key: None }
    }

    fn words(ask: CardAsk) -> String {
        format!("asks {} for {}", seat_name(ask.target), ask.card)
    }
}

impl<A: ScenicAsking> ScenicRules for KitRules<A> {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, board: &takeback_kit::Board, turn: Turn, viewer: Option<Player>) -> Scene {
        let seat = |player| {
            let hand = KitRules::counts(board, player);
            let books = self.score(board, player);
            Seat { player, hand, size: hand.total(), books, laid: Vec::new() }
        };
        let asker = viewer.or(turn.decider());
        let mut scene = Picture {
            seats: Player::all(self.options().players.into()).map(seat).collect(),
            pond: board.count(KitRules::pond()) as u32,
            viewer,
            asker,
            status: String::new(),
        }
        .draw();
        scene.panels.extend(asker.and_then(|asker| A::wanted(board, asker)));
        scene
    }

    fn input(&self, _: &takeback_kit::Board, ask: A::Ask) -> Input {
        A::clicks(ask, self.options().players.into())
    }

    fn told(&self, _: &takeback_kit::Board, ask: A::Ask, _: Option<Player>) -> Option<String> {
        Some(A::words(ask))
    }

    fn player_name(&self, player: Player) -> String {
        seat_name(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KitGoFish, Options};
    use takeback_scene::laws::{Extent, check, check_hidden};

    fn game(players: u8) -> GoFish {
        GoFish::seeded(Options::new(players), "scene").unwrap()
    }

    #[test]
    fn scenes_keep_their_laws_and_show_nothing_hidden() {
        let walk = Extent { positions: 120, ..Extent::default() };
        for players in [2, 3, 6] {
            check(&game(players), walk).unwrap();
        }
        let few = Extent { positions: 40, ..walk };
        check_hidden(&game(2), few).unwrap();
        check_hidden(&game(4), few).unwrap();
        let kit = KitGoFish::new(KitRules::seeded(Options::new(2), "scene").unwrap());
        check(&kit, walk).unwrap();
        for players in [2, 3] {
            let rules = KitRules::seeded(Options::new(players), "scene").unwrap();
            check(&KitGoFish::new(rules.asking_for_cards().unwrap()), walk).unwrap();
        }
    }

    fn faces(scene: &Scene, seat: usize) -> usize {
        let cards = scene.panels[seat].items.iter();
        cards.filter(|i| matches!(&i.kind, ItemKind::Card { face: Some(_), .. })).count()
    }

    #[test]
    fn only_the_own_hand_is_open() {
        let game = game(3);
        let scene = game.scene(Some(Player(1)));
        assert_eq!((faces(&scene, 0), faces(&scene, 2)), (0, 0));
        assert!(faces(&scene, 1) > 0);
        let all = game.scene(None);
        assert!((0..3).all(|seat| faces(&all, seat) > 0));
    }

    #[test]
    fn the_kit_draws_the_same_hands() {
        let kit = KitGoFish::new(KitRules::seeded(Options::new(2), "scene").unwrap());
        let fast = game(2);
        let viewer = Some(Player::FIRST);
        assert_eq!(kit.scene(viewer).panels, fast.scene(viewer).panels);
        assert_eq!(fast.input(Ask { target: Player(1), rank: 3 }).clicks, [Target::Item(19)]);
    }
}
