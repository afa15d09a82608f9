//! The kit and the counts are the same game, and both keep the laws.

use super::*;
use takeback_core::{Playout, Portable};
use takeback_verify::Laws;

/// The same deal on the kit: copies of a rank get suits in order of the deck.
fn on_the_kit(game: &GoFish) -> KitGoFish {
    let mut suits = [0; 13];
    let cards: Vec<Card> = game
        .deck()
        .iter()
        .map(|&rank| {
            let suit = &mut suits[usize::from(rank)];
            *suit += 1;
            Card(4 * rank + *suit - 1)
        })
        .collect();
    KitGoFish::new(KitRules::with_cards(*game.options(), &cards).expect("cards"))
}

fn assert_same(kit: &KitGoFish, fast: &GoFish) {
    assert_eq!(kit.turn(), fast.turn());
    assert_eq!(kit.legal_moves(), fast.legal_moves());
    assert_eq!(kit.board().count(KitRules::pond()), usize::from(fast.pond()));
    for player in fast.seats() {
        let mut hand = Counts(0);
        for card in kit.board().children(KitRules::hand(player)) {
            hand.add(KitRules::card(kit.board(), card).rank(), 1);
        }
        assert_eq!(hand, fast.hand(player));
        assert_eq!(hand.total(), u32::from(fast.hand_size(player)));
        assert_eq!(kit.rules().score(kit.board(), player), usize::from(fast.books(player)));
        if fast.turn() == Turn::Over {
            assert_eq!(kit.payoff(player), fast.payoff(player));
        }
    }
}

#[test]
fn kit_and_counts_agree_on_random_games_of_all_variants() {
    let mut rng = SplitMix::new(1);
    for players in 2..=6 {
        for options in variants(players) {
            for _ in 0..3 {
                let mut fast = GoFish::random(options, &mut rng).expect("options");
                let mut kit = on_the_kit(&fast);
                assert_same(&kit, &fast);
                while fast.turn() != Turn::Over {
                    let ask = fast.random_move(&mut rng);
                    let _ = (kit.make(ask), fast.make(ask));
                    assert_same(&kit, &fast);
                }
            }
        }
    }
}

#[test]
fn seeded_deals_are_the_same_on_both() {
    for seed in ["gf-2-0", "", "long seed with spaces"] {
        let options = Options::new(5);
        let fast = GoFish::seeded(options, seed).expect("options");
        let kit = KitGoFish::new(KitRules::seeded(options, seed).expect("options"));
        assert_same(&kit, &fast);
        let again = KitGoFish::read_position(&kit.position_text());
        assert_eq!(again.as_ref(), Ok(&kit));
    }
}

#[test]
fn the_counts_keep_the_laws() {
    let mut rng = SplitMix::new(2);
    for players in 2..=6 {
        for (i, options) in variants(players).into_iter().enumerate() {
            let game = GoFish::random(options, &mut rng).expect("options");
            Laws::new(format!("go fish {options}"), game)
                .keyed()
                .notation()
                .portable()
                .indexed()
                .random_move()
                .playout()
                .scored()
                .plies(if i == 0 { 600 } else { 150 })
                .seed(players.into())
                .assert();
        }
    }
}

#[test]
fn redeals_keep_the_laws() {
    let mut rng = SplitMix::new(3);
    for text in ["players=2 deck=5x4 deal=4", "players=3 deck=4x3 deal=2", "players=2"] {
        let options: Options = text.parse().expect("options");
        let game = GoFish::random(options, &mut rng).expect("options");
        Laws::new(text, game).keyed().hidden().plies(60).seed(4).assert();
    }
}

#[test]
fn labels_tell_what_is_public_and_nothing_else() {
    let mut rng = SplitMix::new(8);
    let mut game = somewhere(Options::new(3), 9, &mut rng);
    let me = game.turn().decider().expect("not over yet");
    let asks = game.legal_moves();
    let labels = |game: &GoFish| -> Vec<u64> { asks.iter().map(|&a| game.label(me, a)).collect() };
    let before = labels(&game);
    assert_eq!(before.iter().collect::<std::collections::HashSet<_>>().len(), asks.len());
    let redeal = game.redeal(me, &mut rng);
    assert_eq!(labels(&game), before, "hidden cards make no difference");
    game.undo_redeal(redeal);
    let after: Vec<u64> =
        asks.iter().map(|&ask| game.explore(ask, |g| g.label(me, asks[0]))).collect();
    assert!(after.iter().all(|label| !before.contains(label)));
}

#[test]
fn the_kit_keeps_the_laws() {
    for players in [2, 4, 6] {
        let rules = KitRules::seeded(Options::new(players), "laws").expect("options");
        Laws::new(format!("kit go fish {players}"), KitGoFish::new(rules))
            .keyed()
            .notation()
            .portable()
            .hidden_sampled()
            .plies(400)
            .seed(5)
            .assert();
        let rules = KitRules::seeded(Options::new(players), "laws").expect("options");
        let cards = rules.asking_for_cards().expect("four of each rank");
        Laws::new(format!("kit go fish {players}, card by card"), KitGoFish::new(cards))
            .keyed()
            .notation()
            .portable()
            .hidden_sampled()
            .plies(400)
            .seed(5)
            .assert();
    }
}

/// Asking card by card: who holds a card of the rank may ask for each of the
/// others, gets that one card or none, and goes on only when he was right.
#[test]
fn single_cards_are_asked_for_one_by_one() {
    for seed in 0..40u64 {
        let mut rng = SplitMix::new(seed);
        let players = 2 + (seed % 3) as u8;
        let options = Options { book: if seed % 2 == 0 { 4 } else { 2 }, ..Options::new(players) };
        let rules = KitRules::seeded(options, &format!("cards {seed}")).expect("options");
        let mut game = KitGoFish::new(rules.asking_for_cards().expect("four of each rank"));
        let hand = |game: &KitGoFish<ByCard>, player| -> Vec<Card> {
            let cards = game.board().children(KitRules::hand(player));
            cards.into_iter().map(|id| KitRules::card(game.board(), id)).collect()
        };
        let mut asked = 0;
        while let Turn::Player(me) = game.turn() {
            let own = hand(&game, me);
            let asks = game.legal_moves();
            let right = |ask: &CardAsk| {
                ask.target != me
                    && own.iter().any(|card| card.rank() == ask.card.rank())
                    && !own.contains(&ask.card)
            };
            assert!(!asks.is_empty() && asks.iter().all(right), "{asks:?} of {own:?}");
            let ask = asks[rng.below(asks.len())];
            let theirs = hand(&game, ask.target);
            let pond = game.board().first(KitRules::pond());
            let top = pond.map(|id| KitRules::card(game.board(), id));
            let _ = game.make(ask);
            let had = theirs.contains(&ask.card);
            let left: Vec<Card> = theirs.into_iter().filter(|&card| card != ask.card).collect();
            // An automatic draw may have come to who is asked, in a new turn.
            assert!(hand(&game, ask.target).starts_with(&left) || left.is_empty());
            let goes_on = had || top == Some(ask.card);
            if !goes_on && players == 2 && game.turn() != Turn::Over {
                let other_is_stuck = left.is_empty() && game.board().is_empty(KitRules::pond());
                assert!(game.turn() != Turn::Player(me) || other_is_stuck);
            }
            asked += 1;
            assert!(asked < 3000);
        }
    }
}

#[test]
fn playouts_end_like_games() {
    let mut rng = SplitMix::new(6);
    let game = GoFish::random(Options::new(3), &mut rng).expect("options");
    let mut results = [takeback_core::Payoff(0); 3];
    let mut sums = [[0i64; 2]; 3];
    for _ in 0..4000 {
        game.playout(&mut (), &mut rng, &mut results);
        let mut walk = game.clone();
        while walk.turn() != Turn::Over {
            let ask = walk.random_move(&mut rng);
            walk.make(ask);
        }
        for (p, sum) in walk.seats().zip(&mut sums) {
            sum[0] += i64::from(results[p.index()].0);
            sum[1] += i64::from(walk.payoff(p).0);
        }
    }
    for (p, sum) in sums.iter().enumerate() {
        let difference = (sum[0] - sum[1]) as f64 / 4000.0;
        assert!(difference.abs() < 90.0, "seat {p}: {difference} thousandths, five deviations");
    }
}

#[test]
fn a_seat_at_the_kit_sees_its_own_cards_only() {
    let rules = KitRules::seeded(Options::new(3), "redaction").expect("options");
    let game = KitGoFish::new(rules);
    let view = game.view(Player(1));
    for player in [0, 2].map(Player) {
        for card in game.board().children(KitRules::hand(player)) {
            assert!(view.face(card).is_none());
        }
    }
    assert!(game.board().children(KitRules::pond()).all(|card| view.face(card).is_none()));
    let own = game.board().children(KitRules::hand(Player(1)));
    assert!(own.into_iter().all(|card| view.face(card).is_some()));
    let told: Vec<u8> =
        view.messages.iter().filter(|m| m.template == kit::YOURS).map(|m| m.values[0]).collect();
    assert_eq!(told, [1; 7], "private news of one seat only");
}
