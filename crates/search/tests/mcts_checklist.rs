//! What a Monte-Carlo search on a live position must get right: one test each,
//! in the order state, results, moves, opponents, caches.

mod mcts_games;

use mcts_games::explicit::{Explicit, Plan};
use mcts_games::four::Four;
use mcts_games::fragile::Fragile;
use mcts_games::kit::{CREATE, Kit, SHUFFLE, TAKE};
use mcts_games::plain_for_mover;
use mcts_games::probe::Probe;
use mcts_games::rounds::Matrix;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use takeback_core::{Game, Line, Moves, Payoff, Player, Players, Simultaneous, SplitMix, Turn};
use takeback_search::mcts::{Decoupled, Listing, Mcts, Options, Parallel, Policy, Stepwise, Whole};
use takeback_search::{Limits, Report, Score, Search, SearchError, Stopped};

fn run<G: Game>(search: &mut impl Search<G>, game: &G, iterations: u64) -> Report<G::Move> {
    search.search(game, &Limits::iterations(iterations), &mut |_| {}).expect("a playable game")
}

// State and undo

#[test]
fn every_simulation_ends_where_it_began() {
    let game = Probe::new(Kit::new(3));
    let report = run(&mut Mcts::uniform(), &game, 2000);
    assert_eq!(game.seen.wrong.load(Relaxed), 0);
    assert!(game.seen.returns.load(Relaxed) >= report.iterations);
    assert_eq!(game.game, Kit::new(3));
}

#[test]
fn after_a_finished_playout_the_next_sibling_is_explored() {
    let game = Four::tic_tac_toe().after(&[0, 4, 8]);
    let report = run(&mut Mcts::uniform(), &game, 200);
    assert_eq!(report.root.len(), game.legal_moves().len());
}

#[test]
fn undo_across_shuffles_restores_the_exact_order() {
    let mut kit = Kit::new(9);
    let before = kit.clone();
    let line = [CREATE, SHUFFLE, TAKE, SHUFFLE, CREATE, SHUFFLE];
    let mut orders = vec![kit.deck()];
    let mut undos = Vec::new();
    for m in line {
        undos.push((m, kit.make(m)));
        orders.push(kit.deck());
    }
    assert_ne!(orders[1], orders[2], "the shuffle moved nothing");
    // What was captured before a later shuffle stays as it was.
    while let Some((m, undo)) = undos.pop() {
        assert_eq!(Some(kit.deck()), orders.pop());
        kit.unmake(m, undo);
    }
    assert_eq!(kit, before);
}

#[test]
fn taking_back_more_than_was_played_changes_nothing() {
    let mut line = Line::new(Kit::new(1));
    assert_eq!(line.take_back(), None);
    line.play(TAKE).expect("legal");
    line.play(CREATE).expect("legal");
    assert_eq!(line.take_back(), Some(CREATE));
    assert_eq!(line.take_back(), Some(TAKE));
    assert_eq!((line.take_back(), line.len()), (None, 0));
    assert_eq!(line.now(), &Kit::new(1));
}

#[test]
fn a_failed_undo_is_survived_counted_and_never_searched_on() {
    for every in [1, 7, 100] {
        let game = Fragile::new(Four::tic_tac_toe().after(&[0, 4, 8]), every);
        let report = run(&mut Mcts::uniform(), &game, 60_000);
        assert_eq!(report.rebuilt, game.failed.load(Relaxed), "every {every}");
        assert!(report.rebuilt > 0);
        // Never a wrong result: the value is that of the sound game.
        assert_eq!(report.score, Score::Exact(0), "every {every}");
        assert_eq!(plain_for_mover(&Four::tic_tac_toe().after(&[0, 4, 8])), 0);
    }
    let sound = run(&mut Mcts::uniform(), &Four::tic_tac_toe(), 500);
    assert_eq!(sound.rebuilt, 0);
}

#[test]
fn a_panic_in_the_rules_surfaces_and_leaves_everything_usable() {
    for threads in [1, 2] {
        let mut game = Probe::new(Kit::new(5));
        game.fuse = 5000;
        let mut search = Mcts::uniform();
        let limits = Limits { threads, ..Limits::iterations(100_000) };
        let answer = catch_unwind(AssertUnwindSafe(|| search.search(&game, &limits, &mut |_| {})));
        let panic = answer.expect_err("the fuse blew");
        let text = panic.downcast_ref::<&str>().copied().unwrap_or_default();
        assert_eq!(text, "the fuse blew", "{threads} threads");
        assert_eq!(game.game, Kit::new(5));
        game.fuse = u64::MAX;
        assert_eq!(run(&mut search, &game, 500).iterations, 500);
    }
}

#[test]
fn a_root_is_searched_as_it_stands() {
    // No history leads here: the stones were put down directly.
    let game = Four::tic_tac_toe().with_stones(0b000_000_011, 0b000_011_000);
    let report = run(&mut Mcts::uniform(), &game, 300);
    assert_eq!((report.best, report.score), (2, Score::Win(1)));
}

#[test]
fn options_of_the_game_survive_the_copy() {
    let game = Four::new(9, 2, 5);
    let report = run(&mut Mcts::uniform(), &game, 500);
    assert_eq!(report.root.len(), 9, "the copy has another board");
}

/// Notes the first move of every rollout.
#[derive(Clone)]
struct Noting {
    listing: Listing<Fragile>,
    noted: Arc<Mutex<Vec<u8>>>,
}

impl Policy<Fragile> for Noting {
    fn pick(&mut self, game: &Fragile, turn: Turn, rng: &mut SplitMix) -> Option<u8> {
        let m = self.listing.pick(game, turn, rng);
        self.noted.lock().expect("one thread").extend(m);
        m
    }
}

#[test]
fn the_random_stream_goes_on_across_rollbacks_and_rebuilds() {
    for every in [1, 1_000_000] {
        let game = Fragile::new(Four::new(7, 6, 4), every);
        let noted = Arc::new(Mutex::new(Vec::new()));
        let policy = Noting { listing: Listing::default(), noted: noted.clone() };
        run(&mut Mcts::new(Stepwise::new(policy)), &game, 200);
        let noted = noted.lock().expect("one thread");
        let rollouts: HashSet<&[u8]> = noted.chunks(12).collect();
        assert!(rollouts.len() > 150, "every {every}: playouts repeat, {}", rollouts.len());
    }
}

// Results

#[test]
fn every_seat_gets_a_legal_move() {
    let plan = Plan { players: 4, plain: false, depth: 5, ..Plan::TWO };
    let mut seats = HashSet::new();
    for seed in 0..60 {
        let game = Explicit::grow(plan, seed);
        seats.insert(game.turn().decider());
        let report = run(&mut Mcts::uniform(), &game, 50);
        assert!(game.legal_moves().contains(&report.best), "seed {seed}");
    }
    assert_eq!(seats.len(), 4);
}

#[test]
fn an_immediate_win_is_played() {
    let first = Four::tic_tac_toe().after(&[0, 3, 1, 4]);
    let second = Four::tic_tac_toe().after(&[0, 3, 1, 4, 8]);
    for (game, wins) in [(first, 2), (second, 5)] {
        for seed in 0..20 {
            let limits = Limits { seed, ..Limits::iterations(100) };
            let report = Mcts::uniform().search(&game, &limits, &mut |_| {}).expect("playable");
            assert_eq!((report.best, report.score), (wins, Score::Win(1)), "seed {seed}");
        }
    }
}

#[test]
fn no_choice_and_no_game_are_told_apart() {
    let one = Four::new(1, 4, 4);
    let report = run(&mut Mcts::uniform(), &one, 10);
    assert_eq!((report.stopped, report.nodes, report.best), (Some(Stopped::Forced), 0, 0));
    let over = Four::tic_tac_toe().after(&[0, 3, 1, 4, 2]);
    let mut search = Mcts::uniform();
    let limits = Limits::iterations(10);
    assert_eq!(search.search(&over, &limits, &mut |_| {}), Err(SearchError::Over));
    let deal = mcts_games::kuhn::Kuhn::default();
    let answer = Mcts::uniform().search(&deal, &limits, &mut |_| {});
    assert_eq!(answer, Err(SearchError::Chance));
    let nonsense = [
        Limits { threads: 0, ..Limits::default() },
        Limits { memory: 0, ..Limits::default() },
        Limits { iterations: Some(0), ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
    ];
    for limits in nonsense {
        let answer = search.search(&Four::tic_tac_toe(), &limits, &mut |_| {});
        assert!(matches!(answer, Err(SearchError::Limits(_))), "{limits:?}");
    }
    let rave =
        Mcts::new(Whole::default()).rave().search(&Four::tic_tac_toe(), &limits, &mut |_| {});
    assert!(matches!(rave, Err(SearchError::Unsuited(_))));
}

#[test]
fn statistics_are_sane_and_asking_for_them_changes_nothing() {
    let game = Four::new(7, 6, 4);
    for parallel in [Parallel::Tree, Parallel::Root] {
        let search = |lines, threads| {
            let options = Options { parallel, ..Options::default() };
            let limits = Limits { lines, threads, seed: 4, ..Limits::iterations(3000) };
            Mcts::uniform().with(options).search(&game, &limits, &mut |_| {}).expect("playable")
        };
        let report = search(7, 1);
        assert_eq!(report.root.len(), 7);
        assert_eq!(report.root.iter().map(|row| row.visits).sum::<u64>(), 3000);
        assert!(report.root.iter().any(|row| row.m == report.best));
        for row in &report.root {
            let Score::Share(mean) = row.score else { panic!("unproven this early: {row:?}") };
            assert!((0.0..=1.0).contains(&mean));
        }
        assert!((report.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!((report.lines.len(), report.lines[0].moves[0]), (7, report.best));
        assert_eq!(search(1, 1).best, report.best);
        let many = search(3, 3);
        assert_eq!(many.root.len(), 7);
        assert_eq!(many.root.iter().map(|row| row.visits).sum::<u64>(), 3000);
    }
}

#[test]
fn the_same_seed_gives_the_same_search_and_truncation_is_told() {
    let game = Four::new(7, 6, 4);
    let search = |mcts: &mut dyn Search<Four>, seed| {
        let limits = Limits { seed, ..Limits::iterations(5000) };
        let report = mcts.search(&game, &limits, &mut |_| {}).expect("playable");
        (report.best, report.score, report.root, report.lines, report.nodes, report.stopped)
    };
    let mut fresh = Mcts::uniform();
    let first = search(&mut fresh, 7);
    assert_eq!(first.5, Some(Stopped::Iterations));
    assert_eq!(search(&mut Mcts::uniform(), 7), first);
    assert_eq!(search(&mut fresh, 7), first, "what was learned leaked into the next search");
    assert_ne!(search(&mut fresh, 8).2, first.2);
    let limits = Limits { iterations: Some(u64::MAX), ..Limits::time(Duration::from_millis(20)) };
    let cut = fresh.search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(cut.stopped, Some(Stopped::Time));
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let cut = fresh.search(&game, &limits, &mut |_| {}).expect("playable");
    assert_eq!(cut.stopped, Some(Stopped::Nodes));
    assert!(cut.nodes < 3100, "{}", cut.nodes);
}

// Moves

#[test]
fn moves_are_listed_once_a_node() {
    let game = Probe::new(Four::new(7, 6, 4));
    let mut mcts = Mcts::new(Stepwise::new(Listing::default()).cut(0, takeback_core::Blind));
    let report = run(&mut mcts, &game, 5000);
    let listed = game.seen.listings.load(Relaxed);
    // One listing an expanded node, and one for the report.
    assert!(listed <= report.iterations + 1, "{listed} listings for {}", report.iterations);
    let (first, second) = (game.game.legal_moves(), game.game.legal_moves());
    assert_eq!(first, second);
}

const WIDTH: u16 = 130;

/// One of very many moves wins, and one of very many answers is forced.
#[derive(Clone, PartialEq)]
struct Wide(Vec<u16>);

impl Game for Wide {
    type Move = u16;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match self.0.as_slice() {
            [] => Turn::Player(Player::FIRST),
            [_] => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }
    fn moves(&self, out: &mut Moves<u16>) {
        if self.0.len() < 2 {
            out.extend(0..WIDTH);
        }
    }
    fn make(&mut self, m: u16) {
        self.0.push(m);
    }
    fn unmake(&mut self, _: u16, (): ()) {
        self.0.pop();
    }
    fn payoff(&self, player: Player) -> Payoff {
        // The second player has one answer, except to move 97.
        let first = self.0[0] == 97 || self.0[1] != (self.0[0] * 7 + 1) % WIDTH;
        if first == (player == Player::FIRST) { Payoff::WIN } else { Payoff::LOSS }
    }
}

#[test]
fn wide_lists_never_lose_the_move_that_matters() {
    let options = Options { expand_after: Some(1), ..Options::default() };
    let report = run(&mut Mcts::uniform().with(options), &Wide(vec![5]), 30_000);
    assert_eq!((report.best, report.score), (36, Score::Win(1)));
    let report = run(&mut Mcts::uniform().with(options), &Wide(vec![]), 60_000);
    assert_eq!((report.best, report.score), (97, Score::Win(2)));
}

// Opponents

#[test]
fn a_gamble_that_can_be_refuted_is_not_taken() {
    // Row 0 is safe; row 1 wins unless the other picks column 1.
    let game = Matrix::new(&[&[100, 100], &[1000, -1000]]);
    assert_eq!(run(&mut Mcts::uniform(), &game, 2000).best, 0);
    assert_eq!(run(&mut Decoupled::uct(), &game, 20_000).best, 0);
    assert_eq!(run(&mut Decoupled::regret(), &game, 20_000).best, 0);
}

/// Three seats choose together; nobody may be asked after a pick was made.
#[derive(Clone)]
struct Three(Vec<u8>);

impl Game for Three {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        3
    }
    fn turn(&self) -> Turn {
        match self.0.len() {
            3 => Turn::Over,
            n => Turn::Together((n as u8..3).map(Player).collect::<Players>()),
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.0.len() < 3 {
            out.extend(0..3);
        }
    }
    fn make(&mut self, m: u8) {
        self.0.push(m);
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.0.pop();
    }
    fn payoff(&self, player: Player) -> Payoff {
        // Whoever is alone with his pick wins.
        let mine = self.0[player.index()];
        let alone = self.0.iter().filter(|&&pick| pick == mine).count() == 1;
        if alone { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl Simultaneous for Three {
    fn choices(&self, _: Player, out: &mut Moves<u8>) {
        assert!(self.0.is_empty(), "a later decider was asked after an earlier pick");
        out.extend(0..3);
    }
}

#[test]
fn later_deciders_do_not_see_earlier_picks() {
    for seat in 0..3 {
        let mut search = Decoupled::regret().seat(Player(seat)).mixing();
        let report = run(&mut search, &Three(vec![]), 3000);
        assert_eq!(report.root.len(), 3);
        assert!(report.best < 3);
    }
    let mut wrong = Decoupled::uct().seat(Player(7));
    let answer = wrong.search(&Three(vec![]), &Limits::iterations(10), &mut |_| {});
    assert_eq!(answer, Err(SearchError::NoMove));
}

#[test]
fn regret_matching_finds_the_mixture() {
    // In this game of stone, scissors and paper the equilibrium is 1/4, 1/2, 1/4.
    let report = run(&mut Decoupled::regret(), &Matrix::biased_rps(), 60_000);
    let all: u64 = report.root.iter().map(|row| row.visits).sum();
    let parts: Vec<f64> = report.root.iter().map(|row| row.visits as f64 / all as f64).collect();
    for (part, want) in parts.iter().zip([0.25, 0.5, 0.25]) {
        assert!((part - want).abs() < 0.06, "{parts:?}");
    }
}

// Caches

#[test]
fn a_reused_tree_is_right_and_a_foreign_position_starts_afresh() {
    let start = Four::new(7, 6, 4);
    let mut keyed = Mcts::uniform().reusing();
    let first = run(&mut keyed, &start, 4000);
    let next = start.apply(first.best);
    let reply = run(&mut keyed, &next, 4000);
    let visits: u64 = reply.root.iter().map(|row| row.visits).sum();
    assert!(visits > 4000, "nothing was kept: {visits}");
    let foreign = Four::new(7, 6, 4).after(&[6, 6, 6, 6, 5, 5, 5]);
    let fresh: u64 = run(&mut keyed, &foreign, 1000).root.iter().map(|row| row.visits).sum();
    assert_eq!(fresh, 1000);
    keyed.forget();
    let again: u64 = run(&mut keyed, &next, 1000).root.iter().map(|row| row.visits).sum();
    assert_eq!(again, 1000);

    let mut by_hand = Mcts::uniform();
    let first = run(&mut by_hand, &start, 4000);
    by_hand.advance(first.best);
    let visits: u64 = run(&mut by_hand, &next, 10).root.iter().map(|row| row.visits).sum();
    assert!(visits > 100, "nothing was kept: {visits}");
    // Without a word about the move, the next search starts afresh.
    let other: u64 = run(&mut by_hand, &start, 100).root.iter().map(|row| row.visits).sum();
    assert_eq!(other, 100);
}

#[test]
fn with_and_without_reuse_the_value_is_the_same() {
    let mut game = Four::tic_tac_toe().after(&[4]);
    let mut keyed = Mcts::uniform().reusing();
    while game.turn() != Turn::Over {
        let report = run(&mut keyed, &game, 60_000);
        if report.stopped != Some(Stopped::Forced) {
            assert_eq!(report.score, Score::Exact(0), "{game:?}");
        }
        game.make(report.best);
    }
}
