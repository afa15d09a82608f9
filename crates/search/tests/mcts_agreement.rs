//! The MCTS solver against plain full-width search.

mod mcts_games;

use mcts_games::explicit::{Explicit, Plan};
use mcts_games::four::{Four, Middle};
use mcts_games::{payoff_of, plain, plain_for_mover};
use takeback_core::{Game, Payoff, Player, Turn};
use takeback_search::mcts::{
    Drawing, Judged, Mcts, Options, Parallel, Rave, Root, Rule, Stepwise, Whole, WholeTraced,
};
use takeback_search::{Limits, Score, Search, SearchError, Stopped};

fn solved<G: Game>(search: &mut impl Search<G>, game: &G, threads: usize) -> i32 {
    let limits = Limits { threads, ..Limits::iterations(500_000) };
    let report = search.search(game, &limits, &mut |_| {}).expect("a playable game");
    match report.stopped {
        Some(Stopped::Forced) => plain_for_mover(game),
        stopped => {
            assert_eq!(stopped, Some(Stopped::Solved), "{report:?}");
            payoff_of(report.score).expect("a proven score")
        }
    }
}

#[test]
fn thousands_of_small_trees_are_solved_right() {
    let mut mcts = Mcts::uniform();
    for seed in 0..2000 {
        let game = Explicit::grow(Plan::TWO, seed);
        assert_eq!(solved(&mut mcts, &game, 1), plain_for_mover(&game), "seed {seed}");
    }
}

#[test]
fn trees_for_three_and_four_are_solved_to_the_same_vector() {
    for players in [1, 3, 4] {
        let plan = Plan { players, plain: false, depth: 5, ..Plan::TWO };
        let mut mcts = Mcts::uniform();
        for seed in 0..150 {
            let game = Explicit::grow(plan, seed);
            let want = plain(&mut game.clone()).expect("playable");
            let report =
                mcts.search(&game, &Limits::iterations(300_000), &mut |_| {}).expect("playable");
            assert_eq!(report.stopped, Some(Stopped::Solved), "seed {seed}");
            let shares: Vec<i32> =
                report.shares.iter().map(|s| (s * 2000.0).round() as i32 - 1000).collect();
            assert_eq!(shares, want, "players {players} seed {seed}");
        }
    }
}

#[test]
fn dead_ends_are_dropped_and_never_played() {
    let mut mcts = Mcts::uniform();
    let mut refused = 0;
    for seed in 0..500 {
        let (depth, width) = if seed % 2 == 0 { (7, 4) } else { (2, 1) };
        let plan = Plan { dead_ends: true, depth, width, ..Plan::TWO };
        let game = Explicit::grow(plan, seed);
        match plain(&mut game.clone()) {
            Some(_) => {
                let report = mcts
                    .search(&game, &Limits::iterations(300_000), &mut |_| {})
                    .expect("a playable game");
                if report.stopped != Some(Stopped::Forced) {
                    assert_eq!(
                        payoff_of(report.score),
                        Some(plain_for_mover(&game)),
                        "{seed} {report:?}"
                    );
                    assert!(plain(&mut game.apply(report.best)).is_some(), "seed {seed}");
                }
            }
            None => {
                let answer = mcts.search(&game, &Limits::iterations(300_000), &mut |_| {});
                assert_eq!(answer, Err(SearchError::NoMove), "seed {seed}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "no tree was all dead ends");
}

#[test]
fn every_variant_solves_tic_tac_toe_as_a_draw() {
    let game = Four::tic_tac_toe().after(&[0, 4]);
    let puct = Options { rule: Rule::Puct, exploration: 1.5, ..Options::default() };
    let urgent = Options { first_play: Some(0.6), ..Options::default() };
    let implicit = Options { minimax: 0.3, ..Options::default() };
    let grave = Options {
        rave: Rave { equivalence: 300.0, borrow_below: 50 },
        exploration: 0.4,
        ..Options::default()
    };
    let mut searches: Vec<(&str, Box<dyn Search<Four>>)> = vec![
        ("uniform", Box::new(Mcts::uniform())),
        ("drawing", Box::new(Mcts::new(Stepwise::new(Drawing)))),
        ("whole", Box::new(Mcts::new(Whole::default()))),
        ("rave", Box::new(Mcts::new(WholeTraced::default()).rave())),
        ("grave", Box::new(Mcts::uniform().rave().with(grave))),
        ("puct", Box::new(Mcts::uniform().guided(Judged::new(Middle)).with(puct))),
        ("puct blind", Box::new(Mcts::uniform().with(puct))),
        ("urgent", Box::new(Mcts::uniform().with(urgent))),
        ("implicit", Box::new(Mcts::uniform().guided(Judged::new(Middle)).with(implicit))),
        ("cut", Box::new(Mcts::new(Stepwise::new(Drawing).cut(3, Middle)))),
    ];
    for (name, search) in &mut searches {
        let report =
            search.search(&game, &Limits::iterations(400_000), &mut |_| {}).expect("playable");
        assert_eq!(report.score, Score::Exact(0), "{name}: {report:?}");
        assert_eq!(report.stopped, Some(Stopped::Solved), "{name}");
    }
}

#[test]
fn parallel_search_proves_the_same_value() {
    for parallel in [Parallel::Tree, Parallel::Root] {
        let mut mcts = Mcts::uniform().with(Options { parallel, ..Options::default() });
        for seed in 0..150 {
            let game = Explicit::grow(Plan::TWO, seed);
            assert_eq!(solved(&mut mcts, &game, 3), plain_for_mover(&game), "seed {seed}");
        }
        let game = Four::new(4, 3, 3);
        let mut mcts = Mcts::uniform().with(Options { parallel, ..Options::default() });
        assert_eq!(solved(&mut mcts, &game, 2), plain_for_mover(&game));
    }
}

#[test]
fn small_boards_are_solved_like_brute_force() {
    for (width, height, goal) in [(3, 3, 3), (4, 3, 3), (4, 2, 3), (5, 2, 3)] {
        let game = Four::new(width, height, goal);
        let mut mcts = Mcts::uniform();
        assert_eq!(solved(&mut mcts, &game, 1), plain_for_mover(&game), "{width}x{height}");
    }
}

#[test]
fn chance_is_sampled_by_weight() {
    let plan = Plan { chance: true, depth: 4, width: 3, ..Plan::TWO };
    for seed in 0..40 {
        let game = Explicit::grow(plan, seed);
        let want = expected(&mut game.clone());
        let report = Mcts::uniform()
            .search(&game, &Limits::iterations(20_000), &mut |_| {})
            .expect("playable");
        let mover = game.turn().decider().expect("a player").index();
        let best = expected(&mut game.apply(report.best));
        assert!(best[mover] > want[mover] - 60.0, "seed {seed}: {best:?} {want:?} {report:?}");
    }
}

/// Expectimax: what plain search makes of chance.
fn expected(game: &mut Explicit) -> Vec<f64> {
    let moves = game.legal_moves();
    match game.turn() {
        Turn::Over => Player::all(2).map(|p| f64::from(game.payoff(p).0)).collect(),
        Turn::Chance => {
            let mut sum = [0.0; 2];
            let mut weights = 0.0;
            for m in moves {
                let weight = f64::from(game.weight(m));
                weights += weight;
                let value = game.explore(m, expected);
                sum.iter_mut().zip(value).for_each(|(sum, v)| *sum += weight * v);
            }
            sum.iter().map(|v| v / weights).collect()
        }
        turn => {
            let player = turn.decider().expect("a player").index();
            let values = moves.into_iter().map(|m| game.explore(m, expected));
            values.max_by(|a, b| a[player].total_cmp(&b[player])).expect("no dead ends")
        }
    }
}

#[test]
fn the_halving_root_finds_the_only_winning_move() {
    // X to move: completing the left column wins.
    let game = Four::tic_tac_toe().after(&[0, 3, 1, 4]);
    for considered in [2, 4, 16] {
        let options = Options { root: Root::Gumbel { considered }, ..Options::default() };
        let mut mcts = Mcts::uniform().with(options);
        let report = mcts.search(&game, &Limits::iterations(200), &mut |_| {}).expect("playable");
        if considered == 16 {
            assert_eq!(report.best, 2, "{report:?}");
            assert_eq!(game.apply(report.best).payoff(Player::FIRST), Payoff::WIN);
        }
        assert!(game.legal_moves().contains(&report.best));
    }
    let mut mcts = Mcts::uniform()
        .with(Options { root: Root::Gumbel { considered: 8 }, ..Options::default() });
    let unlimited = mcts.search(&game, &Limits::default(), &mut |_| {});
    assert!(matches!(unlimited, Err(SearchError::Limits(_))));
}
