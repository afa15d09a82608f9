//! Searches on the kit's game, which knows what is hidden by its zones alone.

use super::*;
use std::collections::HashMap;
use takeback_kit::{HiddenRules, KitGame, Rules, Worth};
use takeback_search::ismcts::{IsMcts, Observer};
use takeback_search::mcts::{Listing, Stepwise};
use takeback_search::{Limits, Search};

const ITERATIONS: u64 = 100;

fn by_rank(seed: u64) -> KitGoFish {
    let rules = KitRules::seeded(Options::new(2), &seed.to_string()).expect("two can play");
    KitGoFish::new(rules)
}

fn by_card(seed: u64) -> KitGoFish<ByCard> {
    let rules = KitRules::seeded(Options::new(2), &seed.to_string()).expect("two can play");
    KitGoFish::new(rules.asking_for_cards().expect("four of each rank"))
}

/// Every deal is played twice, the search in either seat; its share of the points.
fn against_random<R: HiddenRules>(deal: impl Fn(u64) -> KitGame<R>, deals: u64) -> f64 {
    let mut points = 0.0;
    for n in 0..2 * deals {
        let mut game = deal(n / 2);
        let searcher = Player((n % 2) as u8);
        let mut rng = SplitMix::new(n);
        while let Turn::Player(player) = game.turn() {
            let m = if player == searcher {
                let limits = Limits { seed: n, ..Limits::iterations(ITERATIONS) };
                let rollout = Stepwise::new(Listing::default()).cut(4, Worth);
                let mut search = IsMcts::new(Observer::Single, rollout);
                search.search(&game, &limits, &mut |_| {}).expect("somebody may ask").best
            } else {
                let asks = game.legal_moves();
                asks[rng.below(asks.len())]
            };
            let _ = game.make(m);
        }
        points += f64::from(game.payoff(searcher).share());
    }
    points / (2 * deals) as f64
}

/// Few games, and luck rules them; `examples/kit_match.rs` plays hundreds.
#[test]
fn information_set_search_beats_random_asks() {
    let rank = against_random(by_rank, 8);
    let card = against_random(by_card, 8);
    println!("ismcts, {ITERATIONS} iterations, 16 games each: by rank {rank}, by card {card}");
    assert!(rank + card >= 1.2, "by rank {rank}, by card {card}");
}

/// Two deals that look alike to a seat get the same answer for the same seed: so
/// nothing hidden was read.
fn answers_alike<R: Rules + HiddenRules>(mut game: KitGame<R>, seed: u64) {
    let mut rng = SplitMix::new(seed);
    for _ in 0..seed % 12 {
        let asks = game.legal_moves();
        if asks.is_empty() {
            return;
        }
        let _ = game.make(asks[rng.below(asks.len())]);
    }
    let Turn::Player(player) = game.turn() else { return };
    let search = |game: &KitGame<R>| {
        let limits = Limits { seed, ..Limits::iterations(60) };
        let report = IsMcts::single().search(game, &limits, &mut |_| {}).expect("playable");
        (report.best, report.root)
    };
    let answer = search(&game);
    for _ in 0..3 {
        let redeal = game.redeal(player, &mut rng);
        assert!(search(&game) == answer, "seed {seed}");
        game.undo_redeal(redeal);
    }
}

#[test]
fn what_is_hidden_makes_no_difference() {
    for seed in 0..12 {
        answers_alike(by_rank(seed), seed);
        answers_alike(by_card(seed), seed);
    }
}

/// What changed hands in the open is known where it went, and dealt to nobody else.
#[test]
fn cards_handed_over_are_remembered() {
    let mut game = by_rank(3);
    let mut rng = SplitMix::new(3);
    let mut kept = 0;
    for _ in 0..30 {
        let Turn::Player(me) = game.turn() else { break };
        let asks = game.legal_moves();
        let ask = asks[rng.below(asks.len())];
        let given: Vec<_> = {
            let board = game.board();
            let cards = board.children(KitRules::hand(ask.target));
            cards.filter(|&id| KitRules::card(board, id).rank() == ask.rank).collect()
        };
        let _ = game.make(ask);
        for card in given {
            let lies = game.board().parent(card);
            let redeal = game.redeal(ask.target, &mut rng);
            assert_eq!(game.board().parent(card), lies);
            game.undo_redeal(redeal);
            kept += u32::from(lies == Some(KitRules::hand(me)));
        }
    }
    assert!(kept > 3, "{kept} cards changed hands");
}

/// What is told of hands is true of them, under all house rules; and redeals keep
/// to it.
fn facts_hold<R: HiddenRules>(mut game: KitGame<R>, rng: &mut SplitMix) -> (u32, u32) {
    let players = game.board().shape().players;
    let (mut redeals, mut fit) = (0, 0);
    while game.turn() != Turn::Over {
        for viewer in Player::all(players) {
            assert_eq!(game.rules().misfits(game.board(), viewer), 0);
            if rng.one_in(40) {
                let redeal = game.redeal(viewer, rng);
                redeals += 1;
                fit += u32::from(game.rules().misfits(game.board(), viewer) == 0);
                game.undo_redeal(redeal);
            }
        }
        let asks = game.legal_moves();
        let _ = game.make(asks[rng.below(asks.len())]);
    }
    (redeals, fit)
}

#[test]
fn what_is_told_of_hands_is_true() {
    let mut rng = SplitMix::new(12);
    for players in 2..=6 {
        let (mut redeals, mut fit) = (0, 0);
        for options in variants(players) {
            let seed = format!("{players}");
            let Ok(rules) = KitRules::seeded(options, &seed) else { continue };
            let found = facts_hold(KitGoFish::new(rules.clone()), &mut rng);
            (redeals, fit) = (redeals + found.0, fit + found.1);
            let Ok(cards) = rules.asking_for_cards() else { continue };
            let found = facts_hold(KitGoFish::new(cards), &mut rng);
            (redeals, fit) = (redeals + found.0, fit + found.1);
        }
        println!("{players} seats: {fit} of {redeals} redeals keep to all that is known");
        assert!(fit * 20 >= redeals * 17, "{players} seats: {fit} of {redeals}");
    }
}

/// All orders of some cards.
fn orders(cards: &[Card]) -> Vec<Vec<Card>> {
    let Some((&first, rest)) = cards.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for order in orders(rest) {
        for place in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(place, first);
            all.push(longer);
        }
    }
    all
}

/// The cards of a hand in order.
fn faces<A: Asking>(game: &KitGoFish<A>, player: Player) -> Vec<Card> {
    let board = game.board();
    board.children(KitRules::hand(player)).map(|id| KitRules::card(board, id)).collect()
}

/// How likely each hand of the other is to `viewer`, the slow way: every deck is dealt
/// and played, and those count that show him what he has seen.
fn possible<A: Asking>(
    decks: &[Vec<Card>],
    deal: &impl Fn(&[Card]) -> KitGoFish<A>,
    asks: &[A::Ask],
    (viewer, seen): (Player, &takeback_kit::View),
) -> HashMap<Vec<Card>, f64> {
    let mut hands = HashMap::new();
    'decks: for deck in decks {
        let mut game = deal(deck);
        for ask in asks {
            if !game.legal_moves().contains(ask) {
                continue 'decks;
            }
            let _ = game.make(*ask);
        }
        if game.observation(viewer) == *seen {
            *hands.entry(faces(&game, viewer.other())).or_default() += 1.0;
        }
    }
    let all: f64 = hands.values().sum();
    hands.values_mut().for_each(|n| *n /= all);
    hands
}

/// Half of what two mixes differ by.
fn apart(a: &HashMap<Vec<Card>, f64>, b: &HashMap<Vec<Card>, f64>) -> f64 {
    let of = |mix: &HashMap<Vec<Card>, f64>, hand| mix.get(hand).copied().unwrap_or(0.0);
    let keys: std::collections::HashSet<_> = a.keys().chain(b.keys()).collect();
    keys.into_iter().map(|hand| (of(a, hand) - of(b, hand)).abs()).sum::<f64>() / 2.0
}

/// Redeals come as often as what was seen makes them likely: nothing that asks and
/// answers tell is forgotten, and nothing is made up. So many positions are looked at.
fn redeals_are_as_likely<A: Asking>(
    cards: &[Card],
    deal: impl Fn(&[Card]) -> KitGoFish<A>,
    (positions, seed): (u32, u64),
) {
    const REDEALS: usize = 1500;
    let decks = orders(cards);
    let mut rng = SplitMix::new(seed);
    let mut looked = 0;
    while looked < positions {
        let mut game = deal(&decks[rng.below(decks.len())]);
        let (mut asks, stop) = (Vec::new(), 2 + rng.below(5));
        while game.turn() != Turn::Over && asks.len() < stop {
            let legal = game.legal_moves();
            let ask = legal[rng.below(legal.len())];
            asks.push(ask);
            let _ = game.make(ask);
        }
        let viewer = Player(rng.below(2) as u8);
        let exact = possible(&decks, &deal, &asks, (viewer, &game.observation(viewer)));
        if exact.len() < 2 {
            continue;
        }
        looked += 1;
        let mut found: HashMap<Vec<Card>, f64> = HashMap::new();
        for _ in 0..REDEALS {
            let redeal = game.redeal(viewer, &mut rng);
            *found.entry(faces(&game, viewer.other())).or_default() += 1.0 / REDEALS as f64;
            game.undo_redeal(redeal);
        }
        // What luck alone makes of so many hands, and as much again.
        let luck = (exact.len() as f64 / REDEALS as f64).sqrt();
        let off = apart(&exact, &found);
        assert!(off < 0.02 + luck, "{off} of {} hands after {asks:?}", exact.len());
    }
}

#[test]
fn redeals_come_as_often_as_they_are_likely() {
    let cards = |ranks: u8, copies: u8| -> Vec<Card> {
        (0..ranks).flat_map(|rank| (0..copies).map(move |suit| Card(4 * rank + suit))).collect()
    };
    let rules = |options| move |deck: &[Card]| KitRules::with_cards(options, deck).expect("cards");
    let pairs = rules(Options::tiny(2, 3, 2, 2));
    redeals_are_as_likely(&cards(3, 2), |deck| KitGoFish::new(pairs(deck)), (30, 31));
    let books = rules(Options::tiny(2, 2, 4, 2));
    redeals_are_as_likely(&cards(2, 4), |deck| KitGoFish::new(books(deck)), (1, 32));
    let by_card =
        |deck: &[Card]| KitGoFish::new(books(deck).asking_for_cards().expect("four of each rank"));
    redeals_are_as_likely(&cards(2, 4), by_card, (1, 33));
}
