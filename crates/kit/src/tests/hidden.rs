//! What seats know: by sight, by memory, and what a redeal makes of the rest.

use super::*;
use crate::eights::Eights;
use crate::view::View;
use crate::{HiddenRules, Rules};
use std::collections::HashMap;

#[test]
fn one_walk_finds_all_who_see() {
    let mut rng = SplitMix::new(21);
    for _ in 0..60 {
        let mut board = remembering();
        board.create_many(Class(1), Id::TABLE, 3);
        for _ in 0..60 {
            let _ = board.execute(&random_command(&mut rng, &board));
        }
        for id in (0..board.elements() as u32).map(Id) {
            let seers: Players = Player::all(3).filter(|&p| board.sees(p, id)).collect();
            assert_eq!(board.seers(id), seers, "{id:?}");
        }
    }
}

/// Equal views have equal keys, others do not: over all pairs of positions of
/// some games, from every seat.
#[test]
fn keys_are_equal_where_views_are() {
    let mut rng = SplitMix::new(22);
    let mut seen: HashMap<u64, View> = HashMap::new();
    let mut met = 0;
    for seed in 0..6 {
        let mut game = KitGame::new(Eights(3, seed));
        while game.turn() != Turn::Over {
            for viewer in Player::all(3) {
                let redeal = game.redeal(viewer, &mut rng);
                for player in Player::all(3) {
                    let view = game.view(player);
                    let known = seen.entry(game.infoset(player).0).or_insert_with(|| view.clone());
                    assert_eq!(*known, view);
                    met += 1;
                }
                game.undo_redeal(redeal);
            }
            let moves = game.legal_moves();
            let _ = game.make(moves[rng.below(moves.len())]);
        }
    }
    let views: std::collections::HashSet<&View> = seen.values().collect();
    assert_eq!(views.len(), seen.len(), "two views have two keys");
    assert!(seen.len() < met, "some views were met twice");
}

/// A deck nobody sees into, an open pile, two hands.
fn table() -> (Board, [Id; 4]) {
    let mut board = remembering();
    let deck = board.zone(Class(1), None, Sight::CountOnly);
    let pile = board.zone(Class(1), None, Sight::Everybody);
    let mine = board.zone(Class(1), Some(Player(0)), Sight::Zone);
    let theirs = board.zone(Class(1), Some(Player(1)), Sight::Zone);
    board.create_many(Class(2), deck, 6);
    (board, [deck, pile, mine, theirs])
}

#[test]
fn who_saw_a_card_knows_where_it_went() {
    let (mut board, [deck, pile, mine, theirs]) = table();
    let card = board.first(deck).unwrap();
    let all = Players::all(3);
    assert_eq!(board.knowers(card), Players::NONE);
    board.move_to(card, mine, Place::Last);
    assert_eq!(board.knowers(card), Players::only(Player(0)), "its owner sees it");
    board.move_to(card, theirs, Place::Last);
    assert_eq!(board.knowers(card), Players(3), "who gave it and who has it");
    board.move_to(card, pile, Place::Last);
    board.move_to(card, mine, Place::Last);
    assert_eq!(board.knowers(card), all, "all saw it go");
    board.move_to(card, deck, Place::Last);
    assert_eq!(board.knowers(card), all, "on the bottom of the deck");
    board.shuffle(deck);
    assert_eq!(board.knowers(card), Players::NONE);
    board.reveal(card, Players(4));
    assert_eq!(board.knowers(card), Players(4), "held up to one seat");
    board.set(card, Attribute(0), 3u8);
    assert_eq!(board.knowers(card), Players::NONE, "changed out of sight");
}

#[test]
fn a_note_stays_until_the_card_goes() {
    let (mut board, [deck, _, mine, theirs]) = table();
    let card = board.first(deck).unwrap();
    board.move_to(card, mine, Place::Last);
    board.set_note(card, u32::MAX);
    board.reveal(card, Players(4));
    assert_eq!((board.note(card), board.knowers(card)), (u32::MAX, Players(5)));
    board.reorder(card, 0);
    assert_eq!(board.note(card), u32::MAX);
    board.move_to(card, theirs, Place::Last);
    assert_eq!((board.note(card), board.knowers(card)), (0, Players(7)));
    board.set_note(card, 5);
    board.set(card, Attribute(0), 3u8);
    assert_eq!(board.note(card), 0, "it is no longer what it was");
    board.set_note(board.first(deck).unwrap(), 5);
    board.shuffle(deck);
    assert!(board.children(deck).all(|id| board.note(id) == 0));
    board.set_note(card, 5);
    board.remove(card);
    assert_eq!(board.note(card), 0);
    let mut open = Board::new(SHAPE);
    open.set_note(Id::TABLE, 5);
    assert_eq!(open.note(Id::TABLE), 0, "nothing is hidden there");
}

/// A note belongs to the place, whatever is dealt there.
#[test]
fn redeals_leave_notes_where_they_are() {
    let mut game = KitGame::new(Small);
    let theirs = Id(4);
    let noted = game.board().first(theirs).unwrap();
    game.board_mut().set_note(noted, 8);
    let mut rng = SplitMix::new(24);
    let mut others = 0;
    for _ in 0..200 {
        let redeal = game.redeal(Player(0), &mut rng);
        let board = game.board();
        let notes: Vec<u32> = board.children(theirs).map(|id| board.note(id)).collect();
        assert_eq!(notes, [8, 0]);
        others += u32::from(board.first(theirs) != Some(noted));
        game.undo_redeal(redeal);
        assert_eq!(game.board().note(noted), 8);
    }
    assert!(others > 50, "{others} other cards were dealt there");
}

#[test]
fn a_look_into_a_zone_is_remembered() {
    let (mut board, [deck, _, mine, _]) = table();
    board.show_to(deck, Players(2));
    board.set_visibility(deck, Sight::CountOnly.into());
    let card = board.first(deck).unwrap();
    assert_eq!(board.knowers(card), Players(2));
    let top = board.last(deck).unwrap();
    board.move_to(top, mine, Place::Last);
    assert_eq!(board.knowers(top), Players(3));
    board.set_owner(mine, Some(Player(2)));
    assert_eq!(board.knowers(top), Players(7), "the hand has another owner now");
}

#[test]
fn what_is_written_on_a_zone_is_for_those_who_see_into_it() {
    let (mut board, [deck, pile, mine, _]) = table();
    for space in [deck, pile, mine] {
        board.set(space, Attribute(0), 77u8);
    }
    let reads = |player, space| {
        let view = View::of(&board, Player(player));
        !view.face(space).unwrap().attributes.is_empty()
    };
    assert!(reads(0, mine) && !reads(1, mine) && !reads(0, deck) && reads(1, pile));
}

/// Every way to deal what is not known comes about as often as any other, and what
/// is known stays.
#[test]
fn redeals_are_uniform() {
    let mut game = KitGame::new(Small);
    let (deck, theirs) = (Id(2), Id(4));
    let fixed = game.board().first(deck).unwrap();
    game.board_mut().reveal(fixed, Players(1));
    let before = game.clone();
    let mut rng = SplitMix::new(23);
    let mut deals: HashMap<Vec<Id>, u32> = HashMap::new();
    for _ in 0..12_000 {
        let redeal = game.redeal(Player(0), &mut rng);
        let board = game.board();
        assert_eq!(board.first(deck), Some(fixed));
        *deals.entry(board.children(deck).chain(board.children(theirs)).collect()).or_default() +=
            1;
        game.undo_redeal(redeal);
        assert_eq!(game, before);
    }
    assert_eq!(deals.len(), 24, "four cards over four places");
    // 500 each; five standard deviations are 110.
    assert!(deals.values().all(|n| (390..610).contains(n)), "{deals:?}");
}

/// Five cards: three in a deck, two in the other's hand; and things of another
/// back, which stay among themselves.
#[derive(Clone, Debug, PartialEq)]
struct Small;

impl Rules for Small {
    type Move = u8;
    const HIDES: bool = true;

    fn shape(&self) -> Shape {
        Shape { players: 2, attributes: 1, tracks: 0 }
    }

    fn flow() -> crate::Flow<Self> {
        crate::Flow::forever(crate::Flow::each_player(crate::Flow::Step(crate::Step(0))))
    }

    fn set_up(&self, board: &mut Board) {
        let deck = board.zone(Class(1), None, Sight::CountOnly);
        board.zone(Class(1), Some(Player(0)), Sight::Zone);
        let theirs = board.zone(Class(1), Some(Player(1)), Sight::Zone);
        board.create_many(Class(2), deck, 3);
        board.create_many(Class(2), theirs, 2);
        let coins = board.zone(Class(1), Some(Player(1)), Sight::Zone);
        board.create_many(Class(3), coins, 1);
    }

    fn moves(&self, _: &Board, _: crate::Step, _: Player, out: &mut takeback_core::Moves<u8>) {
        out.push(0);
    }

    fn play(&self, _: &mut Board, _: crate::Step, _: Player, _: u8) {}
}

impl HiddenRules for Small {}

#[test]
fn backs_tell_classes_apart() {
    let mut game = KitGame::new(Small);
    let coin = game.board().first(Id(10)).unwrap();
    for seed in 0..50 {
        let redeal = game.redeal(Player(0), &mut SplitMix::new(seed));
        assert_eq!(game.board().children(Id(10)).collect::<Vec<_>>(), [coin]);
        game.undo_redeal(redeal);
    }
}

#[test]
fn what_others_were_told_is_not_kept() {
    let mut game = KitGame::new(Small);
    let say = |audience, n| Message { template: 1, audience, values: [n, 0, 0, 0] };
    for (audience, n) in [(Players(3), 1), (Players(2), 2), (Players(1), 3), (Players(3), 4)] {
        game.board_mut().message(say(audience, n));
    }
    let before = game.clone();
    let view = game.view(Player(0));
    let redeal = game.redeal(Player(0), &mut SplitMix::new(1));
    let told: Vec<u8> = game.board().messages().map(|message| message.values[0]).collect();
    assert_eq!((told, game.view(Player(0))), (vec![1, 3, 4], view));
    game.undo_redeal(redeal);
    assert_eq!(game, before);
}

#[test]
fn eights_keep_the_laws() {
    for players in 2..=5 {
        let game = KitGame::new(Eights(players, 4));
        takeback_verify::Laws::new(format!("eights {players}"), game)
            .keyed()
            .notation()
            .portable()
            .hidden_sampled()
            .plies(1500)
            .seed(u64::from(players))
            .assert();
    }
}

#[test]
fn eights_keep_the_laws_of_scenes() {
    use takeback_scene::laws::{Extent, check, check_hidden};
    let game = KitGame::new(Eights(3, 4));
    check(&game, Extent { positions: 100, ..Extent::default() }).unwrap();
    check_hidden(&game, Extent { positions: 40, ..Extent::default() }).unwrap();
}
