//! Time, memory, threads and progress of the sampling searches.

mod mcts_games;

use mcts_games::alarm::Alarm;
use mcts_games::explicit::{Explicit, Plan};
use mcts_games::four::Four;
use mcts_games::kuhn::Kuhn;
use mcts_games::rounds::Matrix;
use std::time::Duration;
use takeback_core::{Blind, Game};
use takeback_search::bestfirst::BestFirst;
use takeback_search::dfpn::Dfpn;
use takeback_search::ismcts::IsMcts;
use takeback_search::mcts::{Decoupled, Listing, Mcts, Options, Parallel, Root, Stepwise};
use takeback_search::{Exhaustive, Limits, Search, Stopped};

/// Steps made after the flag was set, by a search that would go on for ever.
fn late<G: Game>(
    search: &mut impl Search<G>,
    threads: usize,
    game: impl FnOnce(Alarm) -> G,
) -> u64 {
    let limits = Limits { threads, ..Limits::default() };
    let alarm = Alarm::armed(limits.stop.clone(), 50_000);
    let report = search.search(&game(alarm.clone()), &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.stopped, Some(Stopped::Flag));
    alarm.late()
}

#[test]
fn a_flag_ends_every_search_within_a_few_steps() {
    let four = |alarm| Four::new(7, 6, 4).watched(alarm);
    let kuhn = |alarm| Kuhn { alarm, ..Kuhn::dealt([0, 1], &[]) };
    let matrix = |alarm| Matrix { alarm, ..Matrix::biased_rps() };
    let root = Options { parallel: Parallel::Root, ..Options::default() };
    let counts = [
        ("mcts", late(&mut Mcts::uniform(), 1, four)),
        ("mcts, two threads", late(&mut Mcts::uniform(), 2, four)),
        ("mcts, two trees", late(&mut Mcts::uniform().with(root), 2, four)),
        ("ismcts", late(&mut IsMcts::multiple(), 1, kuhn)),
        ("decoupled", late(&mut Decoupled::uct(), 1, matrix)),
        ("descent", late(&mut BestFirst::descent(Blind), 1, four)),
        ("df-pn", late(&mut Dfpn::new(), 2, four)),
        ("exhaustive", late(&mut Exhaustive::new(), 1, four)),
    ];
    for (name, late) in counts {
        // A millisecond or so, where a step takes tens of nanoseconds.
        assert!(late < 20_000, "{name}: {late} steps more");
    }
}

#[test]
fn time_is_kept() {
    let game = Four::new(7, 6, 4);
    let gumbel = Options { root: Root::Gumbel { considered: 7 }, ..Options::default() };
    for mut mcts in [Mcts::uniform(), Mcts::uniform().with(gumbel)] {
        let limits = Limits::time(Duration::from_millis(30));
        let report = mcts.search(&game, &limits, &mut |_| {}).expect("playable");
        assert_eq!(report.stopped, Some(Stopped::Time));
        assert!(report.time >= Duration::from_millis(30), "{:?}", report.time);
    }
}

/// All tree and no rollout.
fn bare() -> Mcts<Four, Stepwise<Four, Listing<Four>, Blind>> {
    Mcts::new(Stepwise::new(Listing::default()).cut(0, Blind))
}

#[test]
fn a_bounded_tree_forgets_and_goes_on() {
    let game = Four::new(7, 6, 4);
    let mut mcts = bare();
    let limits = Limits { memory: 1, ..Limits::iterations(60_000) };
    let report = mcts.search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!((report.stopped, report.iterations), (Some(Stopped::Iterations), 60_000));
    assert!(mcts.bytes() <= 1 << 20, "{}", mcts.bytes());
    assert!(mcts.bytes() > 800 << 10, "the tree was never full");
    // What was forgotten are branches, not the visits of the root moves.
    assert_eq!(report.root.iter().map(|row| row.visits).sum::<u64>(), 60_000);
    let again = bare().search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(again.root, report.root);
}

/// Four threads on a tree that is full nearly all the time: families are
/// detached, taken apart and used again under their feet, and every visit
/// counts.
#[test]
fn a_full_tree_is_shared_without_a_stop() {
    let game = Four::new(7, 6, 4);
    for seed in 0..3 {
        let mut mcts = bare();
        let limits = Limits { memory: 1, threads: 4, seed, ..Limits::iterations(200_000) };
        let report = mcts.search(&game, &limits, &mut |_| {}).expect("playable");
        assert_eq!(report.root.iter().map(|row| row.visits).sum::<u64>(), 200_000);
        assert!(mcts.bytes() <= 1 << 20 && mcts.nodes() * 33 > 500 << 10, "{}", mcts.nodes());
        // The game goes on: what is left is sound.
        mcts.advance(report.best);
        let after = game.apply(report.best);
        let report = mcts.search(&after, &limits, &mut |_| {}).expect("playable");
        assert!(after.legal_moves().contains(&report.best));
    }
}

#[test]
fn a_bounded_tree_still_solves() {
    let game = Four::tic_tac_toe().after(&[4]);
    let limits = Limits { memory: 1, ..Limits::iterations(400_000) };
    let report = bare().search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.score, takeback_search::Score::Exact(0));
}

#[test]
fn threads_share_the_work_and_lose_nothing() {
    let game = Four::new(7, 6, 4);
    for parallel in [Parallel::Tree, Parallel::Root] {
        let mut mcts = bare().with(Options { parallel, ..Options::default() });
        for iterations in [10, 1000, 15_000] {
            let limits = Limits { threads: 4, memory: 2, ..Limits::iterations(iterations) };
            let report = mcts.search(&game, &limits, &mut |_| {}).expect("playable");
            assert_eq!(report.iterations, iterations);
            let visits: u64 = report.root.iter().map(|row| row.visits).sum();
            assert_eq!(visits, iterations, "{parallel:?}");
        }
    }
}

#[test]
fn progress_is_reported() {
    let game = Four::new(7, 6, 4);
    let mut seen = Vec::new();
    let limits = Limits { memory: 8, ..Limits::time(Duration::from_millis(400)) };
    Mcts::uniform()
        .search(&game, &limits, &mut |report| seen.push((report.iterations, report.stopped)))
        .expect("playable");
    assert!(seen.len() >= 2, "{seen:?}");
    assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0));
    assert!(seen.iter().all(|&(_, stopped)| stopped.is_none()));
}

#[test]
fn a_stopped_search_still_gives_a_legal_move() {
    let game = Explicit::grow(Plan { depth: 8, ..Plan::TWO }, 3);
    let limits = Limits::default();
    limits.stop.stop();
    let report = Mcts::uniform().search(&game, &limits, &mut |_| {}).expect("playable");
    assert!(game.legal_moves().contains(&report.best));
    let report = Exhaustive::new().search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(report.stopped, Some(Stopped::Flag));
}

/// Whoever opens the root may be put aside by the system for as long as it
/// likes; the others must not spend the whole budget on playouts from there.
#[test]
fn no_simulation_is_spent_before_the_root_is_open() {
    let game = Four::new(7, 6, 4);
    for seed in 0..200 {
        let limits = Limits { threads: 4, seed, ..Limits::iterations(400) };
        let report = Mcts::uniform().search(&game, &limits, &mut |_| {}).expect("playable");
        let visits: u64 = report.root.iter().map(|row| row.visits).sum();
        assert_eq!((report.iterations, visits), (400, 400), "seed {seed}");
    }
}
