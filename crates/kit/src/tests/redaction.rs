//! What a seat does not see is not in what it is given.

use super::*;

fn dealt() -> (Board, Id, [Id; 2]) {
    let mut board = Board::new(Shape { players: 2, attributes: 1, tracks: 0 });
    let deck = board.create(Class(1), Id::TABLE);
    board.set_visibility(deck, Sight::CountOnly.into());
    let hands = [0, 1].map(|seat| {
        let hand = board.create(Class(1), Id::TABLE);
        board.set_owner(hand, Some(Player(seat)));
        board.set_visibility(hand, Sight::Zone.into());
        hand
    });
    for n in 0..12u8 {
        let card = board.create(Class(2), if n < 6 { deck } else { hands[n as usize % 2] });
        board.set(card, Attribute(0), 100 + n);
    }
    (board, deck, hands)
}

#[test]
fn hidden_elements_keep_their_place_and_nothing_else() {
    let (board, deck, hands) = dealt();
    let view = crate::View::of(&board, Player(0));
    let blank = view.elements.iter().filter(|seen| seen.face.is_none()).count();
    assert_eq!(blank, 9, "six in the deck, three in the other hand");
    assert_eq!(view.elements.iter().filter(|s| s.depth == 2).count(), 12, "all places are there");
    for id in [deck, hands[0], hands[1]] {
        assert!(view.face(id).is_some(), "spaces are in view");
    }
    let text = format!("{view:?}{view}");
    for card in board.children(hands[1]).chain(board.children(deck)) {
        let value: u8 = board.value(card, Attribute(0));
        assert!(!text.contains(&value.to_string()), "{value} is hidden");
        assert!(view.face(card).is_none());
    }
    for card in board.children(hands[0]) {
        assert!(view.face(card).is_some());
    }
}

#[test]
fn views_differ_only_by_what_is_seen() {
    let (mut board, deck, hands) = dealt();
    let views = [0, 1].map(|p| crate::View::of(&board, Player(p)));
    board.shuffle(deck);
    let (mine, theirs) = (board.first(hands[0]).unwrap(), board.first(hands[1]).unwrap());
    let top = board.first(deck).unwrap();
    board.move_to(theirs, deck, Place::First);
    board.move_to(top, hands[1], Place::First);
    assert_eq!(crate::View::of(&board, Player(0)), views[0], "another card of the same back");
    assert_eq!(crate::View::of(&board, Player(0)).key(), views[0].key());
    assert_ne!(crate::View::of(&board, Player(1)), views[1]);
    board.move_to(mine, deck, Place::Last);
    assert_ne!(crate::View::of(&board, Player(0)), views[0]);
}

#[test]
fn exceptions_by_seat_count_first() {
    let (mut board, deck, hands) = dealt();
    let card = board.first(hands[1]).unwrap();
    assert!(!board.sees(Player(0), card));
    board.show_to(card, Players::only(Player(0)));
    assert!(board.sees(Player(0), card));
    let visibility =
        Visibility { sight: Sight::Everybody, added: Players::NONE, excepted: Players(1) };
    board.set_visibility(card, visibility);
    assert!(!board.sees(Player(0), card) && board.sees(Player(1), card));
    assert!(board.undo(2));
    assert!(!board.sees(Player(0), card) && board.sees(Player(1), card));
    assert!(board.sees(Player(0), deck) && !board.sees(Player(1), board.first(deck).unwrap()));
}

#[test]
fn messages_reach_their_audience() {
    let (mut board, ..) = dealt();
    board.message(Message { template: 1, audience: Players(2), values: [9, 9, 9, 9] });
    assert!(crate::View::of(&board, Player(0)).messages.is_empty());
    assert_eq!(crate::View::of(&board, Player(1)).messages.len(), 1);
}

#[test]
fn picks_of_a_round_are_hidden_and_redealt() {
    let mut game = KitGame::new(Goofspiel { players: 2, cards: 6, seed: 3 });
    let views: Vec<_> = (1..=6)
        .map(|bid| {
            let mark = game.make(bid);
            let view = game.view(Player(1));
            game.unmake(bid, mark);
            view
        })
        .collect();
    assert!(views.iter().all(|view| *view == views[0]), "the second decider learns nothing");

    let mut rng = SplitMix::new(2);
    let _ = game.make(6);
    let before = game.clone();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..200 {
        let redeal = game.redeal(Player(1), &mut rng);
        assert_eq!(game.view(Player(1)), before.view(Player(1)));
        seen.insert(game.view(Player(0)).pick);
        game.undo_redeal(redeal);
        assert_eq!(game, before);
    }
    assert_eq!(seen.len(), 6, "every pick is possible");
}
