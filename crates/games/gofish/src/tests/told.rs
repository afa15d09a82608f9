//! What asks tell everybody is true, of all deals that anybody could think of.

use super::*;
use takeback_core::Notation;

fn assert_told(game: &GoFish) {
    for seat in 0..usize::from(game.options.players) {
        for rank in 0..game.options.ranks {
            let held = game.hot.hands[seat].of(rank);
            assert!(game.hot.told.least[seat].of(rank) <= held, "{seat} {rank} {game:?}");
            let none = game.hot.told.none[seat] >> (4 * rank) & 1 == 1;
            assert!(!none || held == 0, "{seat} {rank} {game:?}");
        }
    }
}

#[test]
fn what_asks_tell_is_true_in_all_variants() {
    let mut rng = SplitMix::new(1);
    for players in 2..=6 {
        for options in variants(players) {
            for n in 0..3 {
                let mut game = GoFish::random(options, &mut rng).expect("options");
                while game.turn() != Turn::Over {
                    let ask = match n {
                        0 => game.random_move(&mut rng),
                        _ => game.informed_ask(&mut rng),
                    };
                    assert!(game.allows(ask), "{ask} {game:?}");
                    game.make(ask);
                    assert_told(&game);
                }
            }
        }
    }
}

/// It is true however what a seat cannot see is dealt: so it is public.
#[test]
fn what_asks_tell_holds_in_every_deal_that_agrees() {
    let mut rng = SplitMix::new(2);
    for (players, length) in [(2, 10), (2, 30), (3, 14), (4, 25), (6, 12)] {
        let mut game = somewhere(Options::new(players), length, &mut rng);
        let Turn::Player(me) = game.turn() else { continue };
        for _ in 0..20 {
            let redeal = game.redeal(me, &mut rng);
            assert_told(&game);
            game.undo_redeal(redeal);
        }
    }
}

/// Something is told, and remembered until it is no longer true.
#[test]
fn an_ask_tells_who_holds_what() {
    let options: Options = "players=2 deck=4x2 deal=2".parse().expect("options");
    // Seat 1: A 2, seat 2: 2 3; the pond: 3 4 4 A.
    let mut game = GoFish::with_deck(options, &deck("A 2 2 3 3 4 4 A")).expect("a deck");
    let ask = game.read_move("2A").expect("an ask");
    game.make(ask); // in vain, and a three is fished
    assert_eq!(game.hot.told.least[0].of(0), 1);
    assert_eq!(game.hot.told.none, [0, 1, 0, 0, 0, 0, 0, 0]);
    let ask = game.read_move("13").expect("an ask");
    game.make(ask); // the three goes over: a book
    assert_eq!((game.hot.told.least[1].of(2), game.books(Player(1))), (0, 1));
    assert_eq!(game.hot.told.none[0], 1 << 8);
}

#[test]
fn informed_players_look_at_no_other_hand_and_beat_random_ones() {
    let mut rng = SplitMix::new(3);
    for (players, length) in [(2, 8), (2, 22), (3, 12)] {
        let mut game = somewhere(Options::new(players), length, &mut rng);
        let Turn::Player(me) = game.turn() else { continue };
        for seed in 0..10 {
            let here = game.informed_ask(&mut SplitMix::new(seed));
            let redeal = game.redeal(me, &mut rng);
            assert_eq!(game.informed_ask(&mut SplitMix::new(seed)), here);
            game.undo_redeal(redeal);
        }
    }
    let games = 400;
    let mut won = 0.0;
    for n in 0..games {
        let mut game = GoFish::random(Options::new(2), &mut rng).expect("options");
        while let Turn::Player(player) = game.turn() {
            let ask = match u64::from(player.0) == n % 2 {
                true => game.informed_ask(&mut rng),
                false => game.random_move(&mut rng),
            };
            game.make(ask);
        }
        won += f64::from(game.payoff(Player((n % 2) as u8)).share());
    }
    assert!(won > 0.53 * games as f64, "{won} of {games}");
}

/// The playout is the same as stepping on by the same choices.
#[test]
fn informed_playouts_are_games() {
    let mut rng = SplitMix::new(5);
    for players in 2..=6 {
        let game = somewhere(Options::new(players), 7, &mut rng);
        let before = game.clone();
        let mut books = vec![0; players.into()];
        let asks = game.informed_playout(&mut SplitMix::new(9), &mut books);
        assert_eq!(game, before);
        let (mut stepped, mut rng, mut steps) = (game, SplitMix::new(9), 0);
        while stepped.turn() != Turn::Over {
            let ask = stepped.informed_ask(&mut rng);
            stepped.make(ask);
            steps += 1;
        }
        let end: Vec<u8> = stepped.seats().map(|seat| stepped.books(seat)).collect();
        assert_eq!((books, asks), (end, steps));
    }
}

/// Whoever is in turn with at most one card in the pond takes all that is left, whatever he
/// asks: along every line.
fn takes_all(game: &mut GoFish, me: Player, all: u8) {
    if game.turn() == Turn::Over {
        assert_eq!(game.books(me), all, "{game:?}");
        return;
    }
    assert_eq!(game.turn(), Turn::Player(me), "{game:?}");
    for ask in game.legal_moves() {
        let undo = game.make(ask);
        takes_all(game, me, all);
        game.unmake(ask, undo);
    }
}

/// Then what is expected is what comes; and with the pond empty it is what the solver says.
#[test]
fn prospects_are_exact_where_nothing_is_left_to_luck() {
    let mut rng = SplitMix::new(6);
    let mut asked = [0; 2];
    while asked[0] < 40 || asked[1] < 40 {
        let mut game = GoFish::random(Options::new(2), &mut rng).expect("options");
        let pond = rng.below(2) as u8;
        while game.pond() > pond && game.turn() != Turn::Over {
            let ask = game.random_move(&mut rng);
            game.make(ask);
        }
        let Turn::Player(me) = game.turn() else { continue };
        let prospect = game.prospect().expect("two seats and books of four");
        let left = 13 - game.books(me) - game.books(me.other());
        if left > 6 {
            continue;
        }
        let all = game.books(me) + left;
        assert_eq!(prospect, f32::from(all) - f32::from(game.books(me.other())), "{game:?}");
        takes_all(&mut game, me, all);
        if game.pond() == 0 {
            let best = crate::endgame::solve(&game, 100_000).expect("small").books;
            assert_eq!(best[me.index()], all);
        }
        asked[usize::from(game.pond())] += 1;
    }
    assert_eq!(somewhere(Options::new(3), 5, &mut rng).prospect(), None);
}

/// On average of many games that go on by listening, prospects come true.
#[test]
fn prospects_are_right_on_average() {
    let mut rng = SplitMix::new(7);
    let (mut low, mut high) = ((0.0, 0.0), (0.0, 0.0));
    for _ in 0..300 {
        let game = somewhere(Options::new(2), 20, &mut rng);
        let Turn::Player(me) = game.turn() else { continue };
        let prospect = f64::from(game.prospect().expect("two seats"));
        let mut books = [0; 2];
        for _ in 0..10 {
            game.informed_playout(&mut rng, &mut books);
            let ahead = f64::from(books[me.index()]) - f64::from(books[me.other().index()]);
            let side = if prospect < 0.0 { &mut low } else { &mut high };
            *side = (side.0 + ahead - prospect, side.1 + 1.0);
        }
    }
    let (low, high) = (low.0 / low.1, high.0 / high.1);
    assert!(low.abs() < 0.4 && high.abs() < 0.4, "{low} {high}");
}
