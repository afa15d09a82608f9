//! One legal move: played at once in a match, valued where the value counts.

#![allow(missing_docs)]

mod common;

use common::{four::Four, number};
use takeback_core::{Blind, Game, SplitMix, Turn};
use takeback_search::bestfirst::BestFirst;
use takeback_search::dfpn::Dfpn;
use takeback_search::mcts::Mcts;
use takeback_search::{AlphaBeta, Exhaustive, Limits, MaxN, Search, Stopped, plain};
use takeback_small::{Lead, Pig};

type Small = Four<4, 4>;

/// Positions with one legal move and more than one ply to go.
fn forced_positions() -> Vec<Small> {
    let mut rng = SplitMix::new(11);
    let mut found = Vec::new();
    while found.len() < 40 {
        let mut game = Small::new();
        while game.turn() != Turn::Over {
            let legal = game.legal_moves();
            if let &[only] = legal.as_slice()
                && game.apply(only).turn() != Turn::Over
            {
                found.push(game);
                break;
            }
            game.make(legal[rng.below(legal.len())]);
        }
    }
    found
}

/// The slow and obvious value, to the end of the game.
fn truth(game: &Small) -> i64 {
    let mover = game.turn().decider().expect("somebody is in turn");
    let seen = plain::negamax(&mut game.clone(), &mut Blind, 16, mover).expect("playable");
    number(seen.score::<Small, Blind>())
}

#[test]
fn exact_searches_value_a_forced_move_exactly() {
    let mut decided = 0;
    for game in forced_positions() {
        let truth = truth(&game);
        decided += u32::from(truth != 0);
        let exact: [(&str, Box<dyn Search<Small>>); 3] = [
            ("solve", Box::new(Exhaustive::new())),
            ("solve with keys", Box::new(Exhaustive::keyed())),
            ("df-pn", Box::new(Dfpn::new())),
        ];
        for (name, mut search) in exact {
            let report = search.search(&game, &Limits::default(), &mut |_| ()).expect("a value");
            assert_eq!(number(report.score).signum(), truth.signum(), "{name}: {game:?}");
            assert_eq!(report.stopped, Some(Stopped::Solved), "{name}");
        }
        let valued = Limits { valued: true, ..Limits::default() };
        let others: [(&str, Box<dyn Search<Small>>); 5] = [
            ("mcts", Box::new(Mcts::uniform())),
            ("alpha-beta", Box::new(AlphaBeta::new(Blind))),
            ("max^n", Box::new(MaxN::new(Blind))),
            ("descent", Box::new(BestFirst::descent(Blind))),
            ("ubfm", Box::new(BestFirst::unbounded(Blind))),
        ];
        for (name, mut search) in others {
            let report = search.search(&game, &valued, &mut |_| ()).expect("a value");
            assert_eq!(number(report.score).signum(), truth.signum(), "{name}: {game:?}");
            let hasty = search.search(&game, &Limits::default(), &mut |_| ()).expect("a move");
            assert_eq!(hasty.stopped, Some(Stopped::Forced), "{name}");
            assert_eq!(hasty.best, report.best, "{name}");
        }
    }
    assert!(decided > 10, "only {decided} of 40 are won or lost");
}

/// With chance ahead a forced start has a value too.
#[test]
fn the_start_of_pig_can_be_valued() {
    let pig = Pig::new(2, 20);
    assert_eq!(pig.legal_moves().len(), 1, "one has to roll");
    let limits = Limits { valued: true, memory: 4, ..Limits::depth(4) };
    let report = MaxN::new(Lead).search(&pig, &limits, &mut |_| ()).expect("a value");
    assert_eq!((report.depth, report.stopped), (4, Some(Stopped::Depth)));
    let limits = Limits { valued: true, memory: 4, ..Limits::iterations(2000) };
    let report = Mcts::uniform().search(&pig, &limits, &mut |_| ()).expect("a value");
    assert!(report.iterations == 2000 && report.shares[0] > 0.5, "{:?}", report.shares);
}
