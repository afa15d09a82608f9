//! Whole games of tiny decks: solved, and held against plain recursion over all deals.

use super::*;
use crate::undealt::{Step, Undealt};
use std::collections::{BTreeSet, HashMap};
use takeback_core::Scored;
use takeback_search::equilibrium::{Cfr, InfoSet, Rule, Strategy, Tree, points};

fn table(ranks: u8, copies: u8, hand: u8) -> Undealt {
    Undealt::new(Options::tiny(2, ranks, copies, hand)).expect("a small deck")
}

#[test]
fn every_order_of_the_deck_comes_once() {
    for (ranks, copies, orders) in [(2, 2, 6), (3, 2, 90), (2, 3, 20), (2, 4, 70)] {
        let mut table = table(ranks, copies, 1);
        let mut seen = BTreeSet::new();
        for step in table.legal_moves() {
            let before = table.make(step);
            seen.insert(table.game().expect("dealt").deck().to_vec());
            table.unmake(step, before);
        }
        assert_eq!((seen.len(), table.legal_moves().len()), (orders, orders));
    }
    assert!(Undealt::new(Options::new(2)).is_err(), "nobody writes out a whole deck");
    assert!(Undealt::new(Options::tiny(3, 3, 2, 1)).is_err(), "for two");
}

/// All the positions that one player cannot tell apart, each as likely as it says.
type Alike = Vec<(Undealt, f64)>;

/// The best that `me` can do against a strategy: by trying everything, without a tree.
fn best(me: Player, alike: Alike, theirs: &Strategy) -> f64 {
    let mut next: HashMap<_, Alike> = HashMap::new();
    let mut sum = 0.0;
    let mut own: HashMap<Step, Alike> = HashMap::new();
    for (mut game, share) in alike {
        let steps = game.legal_moves();
        match game.turn() {
            Turn::Over => sum += share * f64::from(game.points(me)),
            Turn::Player(player) if player == me => {
                for step in steps {
                    let before = game.make(step);
                    own.entry(step).or_default().push((game.clone(), share));
                    game.unmake(step, before);
                }
            }
            turn => {
                let chances = match turn {
                    Turn::Player(player) => {
                        let set = InfoSet::of(&game, player);
                        theirs.chances(set).expect("every set is known").to_vec()
                    }
                    _ => vec![1.0 / steps.len() as f64; steps.len()],
                };
                for (step, chance) in steps.into_iter().zip(chances) {
                    let before = game.make(step);
                    let seen = (game.observation(me), game.turn() == Turn::Player(me));
                    next.entry(seen).or_default().push((game.clone(), share * chance));
                    game.unmake(step, before);
                }
            }
        }
    }
    sum += next.into_values().map(|alike| best(me, alike, theirs)).sum::<f64>();
    let mine = own.into_values().map(|after| {
        let mut parts: HashMap<_, Alike> = HashMap::new();
        for (game, share) in after {
            let seen = (game.observation(me), game.turn() == Turn::Player(me));
            parts.entry(seen).or_default().push((game, share));
        }
        parts.into_values().map(|alike| best(me, alike, theirs)).sum::<f64>()
    });
    sum + mine.fold(None, |most: Option<f64>, x| Some(most.map_or(x, |m| m.max(x)))).unwrap_or(0.0)
}

/// What either can win against the solved strategy is, by trying everything, the value of the
/// game: so that is what the game is worth.
#[test]
fn solved_games_are_what_trying_everything_says() {
    for (ranks, copies, hand, value) in SOLVED {
        let table = table(ranks, copies, hand);
        let tree = Tree::unroll(&table, points, 1_000_000).expect("small enough");
        let mut cfr = Cfr::new(&tree, Rule::Plus);
        (0..400).for_each(|_| cfr.iterate());
        let strategy = cfr.average();
        let first = best(Player(0), vec![(table.clone(), 1.0)], &strategy);
        let second = best(Player(1), vec![(table.clone(), 1.0)], &strategy);
        let found = tree.best_response(&strategy, Player(0)).0;
        assert!((first - found).abs() < 1e-9, "{first} {found}");
        assert!(first + second < 0.002, "{ranks}x{copies} deal {hand}: {first} {second}");
        assert!((first - value).abs() < 0.002, "{ranks}x{copies} deal {hand}: {first} {value}");
    }
}

/// Ranks, copies, cards dealt, and books that the first player ends ahead.
const SOLVED: [(u8, u8, u8, f64); 5] = [
    (2, 2, 1, 2.0 / 3.0),
    (3, 2, 1, -0.2),
    (3, 2, 2, 11.0 / 15.0),
    (2, 3, 1, 0.0),
    (2, 4, 2, 0.3428),
];

/// Undo, views and redeals of the game with its shuffle keep the laws of all games.
#[test]
fn the_shuffle_is_a_move_like_others() {
    let mut rng = SplitMix::new(3);
    for _ in 0..50 {
        let mut game = table(3, 2, 2);
        let mut line = Vec::new();
        while game.turn() != Turn::Over {
            let steps = game.legal_moves();
            let step = steps[rng.below(steps.len())];
            let labels: Vec<u64> = [0, 1].map(|seat| game.label(Player(seat), step)).to_vec();
            let before = game.clone();
            let undo = game.make(step);
            if let Step::Shuffle(_) = step {
                let views = [0, 1].map(|seat| game.infoset(Player(seat)).0);
                assert_eq!(labels, views, "of the shuffle one sees one's cards");
            }
            line.push((before, step, undo));
        }
        while let Some((before, step, undo)) = line.pop() {
            game.unmake(step, undo);
            assert_eq!(game, before);
        }
    }
}
