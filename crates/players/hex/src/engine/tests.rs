//! What the engine must do whatever its strength, and that proofs are proofs.

use super::{Budget, Certainty, Ended, Engine, Found, Options, Puct, fair_openings};
use crate::{GameOver, Limits, Solver};
use std::time::Duration;
use takeback_core::{Game, Notation, Player, Portable, RandomMove, SplitMix};
use takeback_hex::{Bits, Cell, Colour, Hex, Move, Policy, Room, Size, Swap, Wide};

/// See `without_the_net_the_engine_is_what_it_was`.
const SIGNATURE: u64 = 0x98a4_32d6_5e69_3c5e;

fn sims(simulations: u64) -> Budget<'static> {
    Budget { simulations: Some(simulations), memory: 4, ..Budget::default() }
}

fn search<B: Bits>(hex: &Hex<B>, options: Options, budget: &Budget<'_>) -> Found {
    Engine::new(options).search(hex, budget, &mut |_| {}).expect("the game goes on")
}

/// Simulations alone.
fn simulating() -> Options {
    Options { net: None, ..Options::default() }
}

/// Everything by simulation, looks early: what proofs there are come from the tree.
fn by_tree() -> Options {
    Options { solve: 0.0, look_after: 12, expand_after: 2, ..simulating() }
}

/// The same with the net in the lead.
fn by_net() -> Options {
    let net = Some(Puct { solve: 0.0, look_after: 12, ..Puct::default() });
    Options { net, ..Options::default() }
}

/// Several threads: one of them asks the solver, whose proof ends the search of all.
#[test]
fn the_solver_beside_the_others_ends_the_search() {
    let mut rng = SplitMix::new(11);
    let mut proven = 0;
    for _ in 0..6 {
        let mut hex = Hex::<u64>::new(Size::square(6).unwrap(), Swap::Off).unwrap();
        for _ in 0..8 {
            hex.make(hex.random_move(&mut rng));
        }
        let won = Solver::new(1 << 16).winner(&hex, Limits::default()).winner
            == Some(hex.seat(hex.to_move()));
        // Nobody else would prove it: no looks, and hours of time.
        let options = Options { look_after: u32::MAX, solve: 1.0, ..simulating() };
        let time = Some(Duration::from_secs(if won { 3600 } else { 1 }));
        let budget = Budget { time, memory: 4, threads: 3, ..Budget::default() };
        let found = search(&hex, options, &budget);
        assert!(hex.allows(found.best));
        if won {
            assert_eq!((found.ended, found.certainty), (Some(Ended::Solved), Certainty::Won));
            let after = Solver::new(1 << 16).winner(&hex.apply(found.best), Limits::default());
            assert_eq!(after.winner, Some(hex.seat(hex.to_move())), "the move wins");
            proven += 1;
        }
    }
    assert!(proven > 0, "somebody in turn wins");
}

#[test]
fn answers_are_legal_on_boards_of_every_class() {
    fn plays<B: Bits>(width: usize, height: usize) {
        let size = Size::new(width, height).unwrap();
        let mut hex = Hex::<B>::new(size, Swap::Off).unwrap();
        let mut engine = Engine::new(Options::default());
        for _ in 0..3 {
            if hex.winner().is_some() {
                break;
            }
            let found = engine.search(&hex, &sims(40), &mut |_| {}).unwrap();
            assert!(hex.allows(found.best), "{size}");
            assert_eq!(found.line.first(), Some(&found.best));
            hex.make(found.best);
        }
    }
    for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2), (4, 7), (8, 8)] {
        plays::<u64>(width, height);
    }
    plays::<u128>(11, 11);
    plays::<Wide<4>>(13, 13);
    plays::<Wide<6>>(19, 19);
}

#[test]
fn finished_games_have_no_move() {
    let mut hex = Hex::<u64>::new(Size::square(1).unwrap(), Swap::Off).unwrap();
    hex.make(Move::Place(Cell(0)));
    let answer = Engine::new(Options::default()).search(&hex, &sims(10), &mut |_| {});
    assert_eq!(answer.unwrap_err(), GameOver);
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let hex = Hex::<u64>::read_position("7x7 7/3b3/7/2w4/7/7/7 b -").unwrap();
    for (options, count) in [(simulating(), 700), (by_net(), 70)] {
        let first = search(&hex, options, &sims(count));
        let again = search(&hex, options, &sims(count));
        assert_eq!(
            (first.best, &first.moves, &first.line),
            (again.best, &again.moves, &again.line)
        );
        let budget = Budget { seed: 5, ..sims(count) };
        assert_ne!(search(&hex, options, &budget).moves, first.moves);
    }
}

/// Visits by move, recorded before there was a net.
#[test]
fn without_the_net_the_engine_is_what_it_was() {
    let hex = Hex::<u64>::read_position("7x7 7/3b3/7/2w4/7/7/7 b -").unwrap();
    let found = search(&hex, simulating(), &sims(700));
    let signature = |sum: u64, m: &super::FoundMove| sum.wrapping_mul(31).wrapping_add(m.visits);
    assert_eq!(found.moves.iter().fold(0, signature), SIGNATURE, "{:?}", found.moves);
}

/// Every judgement is a visit, and visits go where the policy points first.
#[test]
fn a_single_judgement_gives_every_move_a_share() {
    let hex = Hex::<u128>::new(Size::square(11).unwrap(), Swap::Off).unwrap();
    let found = search(&hex, by_net(), &sims(60));
    assert_eq!(found.simulations, 60);
    let visits: u64 = found.moves.iter().map(|m| m.visits).sum();
    assert_eq!(visits, 59, "all but the root's own");
    assert!(found.moves.len() < 40, "{} moves tried", found.moves.len());
    assert!(found.share > 0.5, "moving first is an advantage: {}", found.share);
}

/// Eight leaves at once, as eight threads have them: in the end all have come back.
#[test]
fn leaves_under_way_all_come_back() {
    let hex = Hex::<u128>::new(Size::square(11).unwrap(), Swap::Off).unwrap();
    let all_at_once = |in_flight| {
        let puct = Puct { in_flight, solve: 0.0, look_after: u32::MAX, ..Puct::default() };
        search(&hex, Options { net: Some(puct), ..Options::default() }, &sims(60))
    };
    let (one, eight) = (all_at_once(1), all_at_once(8));
    for found in [&one, &eight] {
        assert_eq!(found.moves.iter().map(|m| m.visits).sum::<u64>(), 59);
        // A visit that had not come back would count as lost.
        assert!(found.share > 0.5, "{}", found.share);
    }
    assert!(one.moves.len() < eight.moves.len(), "those under way drive the others apart");
    assert_eq!(eight.moves, all_at_once(8).moves, "the same every time");
}

/// Random positions of 4x4 and 5x5, every proof held against the solver.
#[test]
fn proofs_never_contradict_the_solver() {
    let mut rng = SplitMix::new(12);
    let mut solver = Solver::new(1 << 12);
    let mut proven = 0;
    for n in 0..80 {
        let side = 4 + n % 2;
        // The net takes part on 5x5.
        let options = if n % 4 == 3 { by_net() } else { by_tree() };
        let mut hex = Hex::<u64>::new(Size::square(side).unwrap(), Swap::Off).unwrap();
        for _ in 0..rng.below(side * 2) {
            if hex.winner().is_none() {
                hex.make(hex.random_move(&mut rng));
            }
        }
        if hex.winner().is_some() {
            continue;
        }
        let solved = solver.solve(&hex, Limits::default());
        let wins = solved.winner == Some(hex.seat(hex.to_move()));
        let found = search(&hex, options, &Budget { seed: n as u64, ..sims(400) });
        for tried in &found.moves {
            let is_winning = solved.winning.contains(&tried.m);
            match tried.certainty {
                Certainty::Open => {}
                Certainty::Won => assert!(is_winning, "{} {:?}", hex.position_text(), tried.m),
                Certainty::Lost => assert!(!is_winning, "{} {:?}", hex.position_text(), tried.m),
            }
        }
        match found.certainty {
            Certainty::Open => continue,
            Certainty::Won => assert!(solved.winning.contains(&found.best)),
            Certainty::Lost => assert!(!wins, "{}", hex.position_text()),
        }
        proven += 1;
    }
    assert!(proven > 55, "only {proven} positions were decided");
}

#[test]
fn threads_share_the_tree_and_its_proofs() {
    let hex = Hex::<u64>::read_position("5x5 5/5/2b2/5/5 w -").unwrap();
    let budget = Budget { threads: 3, ..sims(3_000) };
    for options in [by_tree(), by_net()] {
        let found = search(&hex, options, &budget);
        assert_eq!(found.certainty, Certainty::Lost);
        assert_eq!(found.ended, Some(Ended::Solved));
    }
}

#[test]
fn what_was_learned_is_kept_for_the_next_move() {
    let simulating = Options { solve: 0.0, look_after: u32::MAX, ..simulating() };
    for (options, count) in [(simulating, 3_000), (by_net(), 200)] {
        is_kept(options, count);
    }
}

fn is_kept(options: Options, count: u64) {
    let mut hex = Hex::<u64>::read_position("8x8 8/8/8/8/8/8/8/8 b -").unwrap();
    let mut engine = Engine::new(options);
    let found = engine.search(&hex, &sims(count), &mut |_| {}).unwrap();
    hex.make(found.line[0]);
    hex.make(found.line[1]);
    let next = engine.search(&hex, &sims(32), &mut |_| {}).unwrap();
    let visits: u64 = next.moves.iter().map(|m| m.visits).sum();
    assert!(visits > 32, "{visits} visits");
    engine.forget();
    let fresh = engine.search(&hex, &sims(32), &mut |_| {}).unwrap();
    assert!(fresh.moves.iter().map(|m| m.visits).sum::<u64>() <= 32);
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let hex = Hex::<Wide<6>>::new(Size::square(19).unwrap(), Swap::Off).unwrap();
    let options = Options { expand_after: 1, look_after: u32::MAX, ..simulating() };
    let budget = Budget { memory: 1, ..sims(400) };
    let found = search(&hex, options, &budget);
    assert_eq!(found.simulations, 400);
}

#[test]
fn time_and_flags_end_a_search() {
    let hex = Hex::<u128>::new(Size::square(11).unwrap(), Swap::Off).unwrap();
    let budget = Budget { time: Some(Duration::from_millis(1)), ..Budget::default() };
    assert_eq!(search(&hex, Options::default(), &budget).ended, Some(Ended::Time));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget { stop: Some(&stop), ..Budget::default() };
    assert_eq!(search(&hex, Options::default(), &budget).ended, Some(Ended::Flag));
}

/// Of a share of a clock the rest is kept where the choice is clear, and more than the share is
/// spent where it does not settle.
#[test]
fn a_share_is_spent_by_how_firmly_the_choice_stands() {
    let kept = |hex: &Hex<u128>, save_time, stretch| {
        let puct = Puct { solve: 0.0, ..Puct::default() };
        let options = Options { net: Some(puct), ..Options::default() };
        let budget = Budget { save_time, stretch, ..sims(128) };
        search(hex, options, &budget).simulations
    };
    let mut rng = SplitMix::new(6);
    let (mut less, mut more) = (0, 0);
    for _ in 0..12 {
        let mut hex = Hex::<u128>::new(Size::square(9).unwrap(), Swap::Off).unwrap();
        for _ in 0..8 {
            hex.make(hex.random_move(&mut rng));
        }
        let spent = |save_time, stretch| kept(&hex, save_time, stretch);
        let (plain, saving, stretched) = (spent(false, 2.0), spent(true, 1.0), spent(true, 2.0));
        assert!(plain <= 128 && saving <= plain && saving <= stretched && stretched <= 256);
        less += u32::from(saving < plain);
        more += u32::from(stretched > 128);
    }
    assert!(less > 0 && more > 0, "{less} {more}");
}

#[test]
fn strong_first_stones_are_swapped_and_weak_ones_answered() {
    for swap in [Swap::Pieces, Swap::Sides] {
        let mut hex = Hex::<u64>::new(Size::square(5).unwrap(), swap).unwrap();
        hex.make(hex.read_move("c3").unwrap());
        let found = search(&hex, simulating(), &sims(20_000));
        assert_eq!(found.best, Move::Swap);
        assert_eq!(search(&hex, Options::default(), &sims(200)).best, Move::Swap);
        let mut hex = Hex::<u64>::new(Size::square(5).unwrap(), swap).unwrap();
        hex.make(hex.read_move("a1").unwrap());
        let found = search(&hex, simulating(), &sims(20_000));
        assert!(matches!(found.best, Move::Place(_)), "{swap:?}");
        assert!(found.moves.iter().any(|m| m.m == Move::Swap), "the swap is judged too");
    }
}

#[test]
fn fair_openings_are_on_the_board_and_off_its_centre() {
    for side in 1..=19 {
        let size = Size::square(side).unwrap();
        for cell in fair_openings(size) {
            let (x, y) = size.xy(cell);
            assert!(x < side && y < side);
            assert!(x <= 1 || x + 2 >= side, "{side}: {}", size.cell_text(cell));
        }
    }
    let hex = Hex::<u64>::new(Size::square(7).unwrap(), Swap::Pieces).unwrap();
    let found = search(&hex, Options::default(), &sims(10));
    let Move::Place(cell) = found.best else { panic!("a first stone") };
    assert!(fair_openings(hex.size()).contains(&cell));
    // Without the swap the best stone is played.
    let plain = hex.without_swap();
    let found = search(&plain, Options::default(), &sims(300));
    let Move::Place(cell) = found.best else { panic!("a stone") };
    let (x, y) = plain.size().xy(cell);
    assert!((1..=5).contains(&x) && (1..=5).contains(&y), "{x} {y}");
}

/// What answering a first stone is worth to the other colour, by a search of its own.
fn answer(size: Size, cell: Cell, simulations: u64) -> f32 {
    let hex = Hex::<u128>::new(size, Swap::Off).unwrap().apply(Move::Place(cell));
    search(&hex, Options::default(), &sims(simulations)).share
}

/// Fairer than what the table names: held against a plain search after every stone.
#[test]
fn the_first_stone_is_as_good_to_leave_as_to_take() {
    for side in [7, 9] {
        let size = Size::square(side).unwrap();
        let hex = Hex::<u128>::new(size, Swap::Pieces).unwrap();
        let found = search(&hex, Options::default(), &sims(1500));
        assert!(found.simulations <= 1600 && found.depth > 1 && !found.line.is_empty());
        let Move::Place(cell) = found.best else { panic!("a first stone") };
        let off = |cell| (answer(size, cell, 150) - 0.5).abs();
        // The other half is the same turned round.
        let half = size.cells().div_ceil(2);
        let mut all: Vec<f32> = (0..half).map(|at| off(Cell::from(at))).collect();
        all.sort_by(f32::total_cmp);
        let rank = all.iter().filter(|&&other| other < off(cell)).count();
        assert!(
            rank * 4 < all.len(),
            "{side}: {} is {rank} of {}",
            size.cell_text(cell),
            all.len()
        );
    }
}

#[test]
fn first_stones_are_judged_alike_when_turned_and_by_any_budget() {
    let hex = Hex::<u128>::new(Size::square(11).unwrap(), Swap::Sides).unwrap();
    let found = search(&hex, Options::default(), &sims(400));
    assert_eq!(found, Found { time: found.time, ..search(&hex, Options::default(), &sims(400)) });
    let worth = |at: usize| {
        let cell = Move::Place(Cell::from(at));
        found.moves.iter().find(|f| f.m == cell).map(|f| (f.visits, f.share.to_bits()))
    };
    assert!(found.moves.len() > 40 && (0..121).all(|at| worth(at) == worth(120 - at)));
    assert!(found.moves.iter().all(|f| f.share <= 0.5));
    // Whatever there is to spend: a stone, and one look at least.
    let stop = std::sync::atomic::AtomicBool::new(true);
    let short = Some(Duration::from_millis(1));
    for (budget, ended) in [
        (sims(1), Ended::Simulations),
        (Budget { time: short, ..Budget::default() }, Ended::Time),
        (Budget { stop: Some(&stop), ..Budget::default() }, Ended::Flag),
    ] {
        let found = search(&hex, Options::default(), &budget);
        assert!(hex.allows(found.best) && found.depth > 0 && found.share > 0.0);
        assert_eq!(found.ended, Some(ended));
    }
}

#[test]
fn dealt_bridges_hold() {
    // b2 has bridges to both edges; no deal may cut it off.
    let hex = Hex::<u64>::read_position("3x3 3/1b1/3 w -").unwrap();
    let mut rng = SplitMix::new(3);
    let mut room = Room::default();
    for _ in 0..200 {
        let filled = hex.play_out(Policy::Pairs, None, &mut room, &mut rng);
        assert_eq!(filled.winner, Colour::Black);
        assert_eq!(filled.stones[0].count() + filled.stones[1].count(), 9);
        assert_eq!(filled.stones[1].count(), 4, "White has the odd cell");
    }
    // A stone on b1 enters the bridge at the top: c1 saves it.
    let mut hex = hex;
    let intruder = hex.read_move("b1").unwrap();
    hex.make(intruder);
    for _ in 0..200 {
        let filled = hex.play_out(Policy::Pairs, Some(intruder), &mut room, &mut rng);
        assert_eq!(filled.winner, Colour::Black);
    }
    assert_eq!(hex.turn(), takeback_core::Turn::Player(Player::FIRST));
}
