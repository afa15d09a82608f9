//! The smallest tables that show each rule.

use super::*;
use takeback_core::Portable;

fn tiny(options: &str, cards: &str) -> GoFish {
    let options: Options = options.parse().expect("options");
    GoFish::with_deck(options, &deck(cards)).expect("a deck")
}

fn ask(game: &mut GoFish, text: &str) -> Event {
    let ask: Ask = text.parse().expect("an ask");
    assert!(game.allows(ask), "{text} is not allowed in {game:?}");
    let told = game.history().len();
    game.make(ask);
    game.history()[told]
}

fn in_turn(game: &GoFish) -> u8 {
    game.turn().decider().map_or(0, |p| p.0 + 1)
}

#[test]
fn cards_are_dealt_one_at_a_time() {
    let game = tiny("players=2 deck=3x2 deal=2", "A 2 3 2 A 3");
    assert_eq!(game.observed_by(Player(0)).own, deck("A 3"));
    assert_eq!(game.observed_by(Player(1)).own, deck("2 2"));
    assert_eq!((game.pond(), in_turn(&game)), (2, 1));
}

#[test]
fn all_cards_of_the_rank_are_handed_over_and_the_asker_goes_on() {
    let mut game = tiny("players=2 deck=3x4 deal=3", "A A 2 A 3 2 A 2 2 3 3 3");
    let event = ask(&mut game, "2A");
    assert_eq!((event.given, event.drew), (2, 0));
    assert_eq!(game.hand(Player(0)).of(0), 3);
    assert_eq!(in_turn(&game), 1);
}

#[test]
fn fishing_the_rank_asked_for_goes_on_and_is_shown() {
    let mut game = tiny("players=2 deck=3x2 deal=1", "A 2 A 2 3 3");
    let event = ask(&mut game, "2A");
    assert_eq!((event.drew, event.shown), (1, Some(0)));
    assert_eq!(event.laid.of(0), 1, "and makes a book");
    assert_eq!(in_turn(&game), 1, "the same player, after drawing for want of a card");
    assert_eq!(game.history()[1].kind, Kind::Draw);
    assert_eq!(game.hand_size(Player(0)), 1);
}

#[test]
fn fishing_another_rank_ends_the_turn_in_secret() {
    let mut game = tiny("players=2 deck=3x2 deal=1", "A 2 3 2 A 3");
    let event = ask(&mut game, "2A");
    assert_eq!((event.drew, event.shown), (1, None));
    assert_eq!(in_turn(&game), 2);
}

#[test]
fn a_book_by_a_card_of_another_rank_does_not_prolong_the_turn() {
    let mut game = tiny("players=2 deck=3x2 deal=2", "A 3 2 3 2 A");
    let event = ask(&mut game, "2A");
    assert_eq!(event.laid.of(1), 1);
    assert_eq!(in_turn(&game), 2);
}

#[test]
fn a_player_without_cards_can_be_asked_and_is_passed_over_when_the_pond_is_empty() {
    let mut game = tiny("players=3 deck=3x2 deal=2", "A 2 A 3 2 3");
    // Seat 2 holds a pair from the deal: it lies down at the end of its ask.
    assert_eq!(game.hand_size(Player(1)), 2);
    ask(&mut game, "3A");
    assert_eq!(game.books(Player(0)), 1);
    ask(&mut game, "23");
    assert_eq!(in_turn(&game), 2);
    let event = ask(&mut game, "12");
    assert_eq!(event.laid.of(1), 1, "books are looked for though nothing came");
    assert_eq!(in_turn(&game), 3, "on to the next who has cards");
    ask(&mut game, "23");
    assert_eq!(in_turn(&game), 1, "seat 2 has none and there is no pond");
    ask(&mut game, "33");
    assert_eq!((in_turn(&game), game.books(Player(0))), (0, 2));
}

#[test]
fn a_dealt_book_stays_until_its_owner_has_asked() {
    let cards = "A 2 A 2 A 3 A 3 2 2 3 3";
    let mut game = tiny("players=2 deck=3x4 deal=4", cards);
    assert_eq!(game.hand(Player(0)).of(0), 4);
    let event = ask(&mut game, "2A");
    assert_eq!((event.laid.of(0), game.books(Player(0))), (1, 1));

    let game = tiny("players=2 deck=3x4 deal=4 books-at-deal", cards);
    assert_eq!(game.books(Player(0)), 1);
    assert_eq!(game.history()[0].laid.of(0), 1);
    assert_eq!(game.hand_size(Player(0)), 1, "and the empty hand draws");
}

#[test]
fn house_rules_change_what_they_say() {
    let cards = "A 2 A 2 3 3";
    let mut game = tiny("players=2 deck=3x2 deal=1 lucky-fish-ends", cards);
    ask(&mut game, "2A");
    assert_eq!(in_turn(&game), 2);

    let mut game = tiny("players=2 deck=3x2 deal=1 empty-is-out", cards);
    ask(&mut game, "2A");
    assert_eq!((in_turn(&game), game.pond()), (2, 3), "no card for an empty hand");

    let mut game = tiny("players=2 deck=3x2 deal=1 end-hand-empty", cards);
    ask(&mut game, "2A");
    assert_eq!((in_turn(&game), game.pond()), (0, 3));
    assert_eq!(game.leaders(), takeback_core::Players::only(Player(0)));

    let mut game = tiny("players=2 deck=3x2 deal=1 draw-five", cards);
    ask(&mut game, "2A");
    assert_eq!(game.pond(), 0);
    assert_eq!(game.books(Player(0)), 2, "three cards drawn, two of them a pair");

    let mut game = tiny("players=2 deck=3x2 deal=2 end-pond-empty", "A 2 3 3 2 A");
    ask(&mut game, "2A");
    ask(&mut game, "13");
    assert_eq!(in_turn(&game), 2);
    ask(&mut game, "12");
    assert_eq!((in_turn(&game), game.pond()), (0, 0), "the empty hand drew the last card");

    let mut game = tiny("players=2 deck=3x2 deal=1 fish-shown", "A 2 3 2 A 3");
    assert_eq!(ask(&mut game, "2A").shown, Some(2));

    let game = tiny("players=2 deck=2x4 deal=3 pairs", "A 2 A 2 2 A A 2");
    assert_eq!(game.options().books(), 4);
}

#[test]
fn a_tie_shares_the_win() {
    let mut game = tiny("players=2 deck=2x2 deal=2", "A 2 A 2");
    ask(&mut game, "2A");
    ask(&mut game, "12");
    assert_eq!(in_turn(&game), 0);
    assert_eq!(game.payoff(Player(0)), takeback_core::Payoff::DRAW);
    assert_eq!(game.leaders().len(), 2);
}

#[test]
fn a_game_without_end_is_ended() {
    let mut game = tiny("players=3 deck=3x2 deal=2", "A A 2 3 2 3");
    // Seats 1 and 2 share aces, 2 and 3 twos, 1 and 3 threes; all ask the wrong one.
    let mut asks = 0;
    while game.turn() != Turn::Over {
        let wrong = ["3A", "12", "23"][asks % 3];
        let wrong: Ask = wrong.parse().expect("an ask");
        let wrong = if game.allows(wrong) { wrong } else { game.legal_moves()[0] };
        game.make(wrong);
        asks += 1;
        assert!(asks < 10_000);
    }
    assert!(asks >= 2990, "{asks}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for text in [
        "players=1",
        "players=7",
        "deck=14x4",
        "deck=0x4",
        "deck=13x5",
        "deck=3x1",
        "deal=0",
        "deal=27",
        "book=3",
        "book=0",
        "book=8",
        "deck=3",
        "deck=ax4",
        "salt",
        "players=x",
        "players=256",
        "deal=",
    ] {
        assert!(text.parse::<Options>().is_err(), "{text}");
    }
    for players in 2..=6 {
        for options in variants(players) {
            assert_eq!(options.to_string().parse(), Ok(options));
        }
    }
}

#[test]
fn damaged_games_are_refused_without_a_panic() {
    let mut rng = SplitMix::new(3);
    let text = somewhere(Options::new(3), 30, &mut rng).position_text();
    assert!(GoFish::read_position(&text).is_ok());
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=rng.below(2) {
            let at = rng.below(bytes.len());
            bytes[at] = b"0123456789AJQK |=x"[rng.below(18)];
        }
        let damaged = String::from_utf8(bytes).expect("ascii");
        refused += u32::from(GoFish::read_position(&damaged).is_err());
    }
    assert!(refused > 1500);
    for text in ["", "|", "||", "|||", "players=2 | é | ", "players=2 | A | 1é"] {
        assert!(GoFish::read_position(text).is_err());
        assert!(text.parse::<Ask>().is_err());
        assert!(text.parse::<Card>().is_err());
    }
}

/// The beginning of a seeded game, as it has always been.
#[test]
fn a_seed_keeps_its_meaning() {
    let top: Vec<String> = seeded_deck("takeback")[..7].iter().map(Card::to_string).collect();
    assert_eq!(top, SEEDED_TOP);
    let game = GoFish::seeded(Options::new(4), "takeback").expect("options");
    let mut game = game;
    let mut rng = SplitMix::new(1);
    let mut asks = 0;
    while game.turn() != Turn::Over {
        let ask = game.random_move(&mut rng);
        game.make(ask);
        asks += 1;
    }
    let books: Vec<u8> = (0..4).map(|p| game.books(Player(p))).collect();
    assert_eq!((asks, books), (SEEDED_ASKS, SEEDED_BOOKS.to_vec()));
}

const SEEDED_TOP: [&str; 7] = ["10D", "KS", "4H", "QC", "6H", "5C", "4S"];
const SEEDED_ASKS: u32 = 76;
const SEEDED_BOOKS: [u8; 4] = [3, 3, 3, 4];
