//! What is claimed about a position is true: proofs, must-play, connections and
//! the solver against trying everything on small boards.

use takeback_core::clock::Instant;
use takeback_core::{Game, Moves, Notation, Player, Portable, RandomMove, SplitMix};
use takeback_hex::{Bits, Cell, Colour, Hex, Move, Size, Swap};
use takeback_players_hex::{Advice, Connections, Effort, Knowledge, Limits, Solver, solve};

fn square<B: Bits>(side: usize, swap: Swap) -> Hex<B> {
    Hex::new(Size::square(side).unwrap(), swap).unwrap()
}

/// A position from its text.
fn at<B: Bits>(text: &str) -> Hex<B> {
    Hex::read_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn play<B: Bits>(hex: &mut Hex<B>, text: &str) {
    let m = hex.read_move(text).unwrap();
    assert!(hex.allows(m), "{text} in {}", hex.position_text());
    hex.make(m);
}

fn cell<B: Bits>(hex: &Hex<B>, text: &str) -> usize {
    hex.size().read_cell(text).unwrap().index()
}

#[path = "../../../games/hex/src/tests/brute.rs"]
mod brute;
use brute::{brute, random_positions};

/// The heart of it: everything claimed about a position is true.
#[test]
fn advice_never_contradicts_trying_everything() {
    let (proven, narrowed) = claims(&mut Knowledge::new(Effort::default()));
    assert!(proven > 60 && narrowed > 60, "{proven} {narrowed}: the cases are too easy");
}

/// A look that has no time claims less, and nothing that is not true.
#[test]
fn a_look_in_a_hurry_claims_less_and_nothing_else() {
    let mut hurried = Knowledge::new(Effort::default());
    hurried.until(Some(Instant::now()));
    let (whole, less) = (claims(&mut Knowledge::new(Effort::default())), claims(&mut hurried));
    assert!(less.0 < whole.0 && less.1 < whole.1, "{less:?} of {whole:?}");
    // Where a whole look takes a twentieth of a second, it ends at once.
    let hex: Hex<takeback_hex::Wide<4>> =
        at("13x13 2w1b1w1bwbw1/3b2wb1wbbw/3bb4w1bw/1wwwwww1w3b/bb1b1www4w/2w1b1w2b3/2b3b1w3b/\
         1b2wb5wb/w2b4bb3/2b1bb1bw4/1bb6wb2/1w2wb1w2w1w/bbbw1wb1w1b1w w swap-pieces");
    let found = |deadline| {
        let mut connections = Connections::new(Effort::default());
        connections.until(deadline);
        connections.search(hex.geometry(), hex.both(), Colour::White);
        let pairs = (0..connections.ends()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.map(|(a, b)| connections.fulls(a, b).len()).sum::<usize>()
    };
    let (all, some) = (found(None), found(Some(Instant::now())));
    assert!(2 * some < all, "{some} of {all}");
}

/// How many positions a look decides and how many moves it rules out, all of them rightly.
fn claims(knowledge: &mut Knowledge<u64>) -> (u32, u32) {
    let (mut proven, mut narrowed) = (0, 0);
    for mut hex in random_positions(300, 21) {
        if hex.winner().is_some() {
            continue;
        }
        let text = hex.position_text();
        let advice: Advice<u64> = knowledge.advise(&hex);
        let winner = brute(&mut hex);
        if let Some(claimed) = advice.winner {
            proven += 1;
            assert_eq!(claimed, winner, "{text}");
            if winner == hex.to_move() {
                let cell = knowledge.winning_move(&hex, &advice).expect("a winning move");
                let wins = hex.explore(Move::Place(cell), brute) == winner;
                assert!(wins, "{text}: {}", hex.size().cell_text(cell));
            }
        }
        let wins = |hex: &mut Hex<u64>, m| hex.explore(m, brute) == winner;
        if winner == hex.to_move() {
            for m in hex.legal_moves() {
                let Move::Place(cell) = m else { continue };
                if !advice.must_play.has(cell.index()) {
                    narrowed += 1;
                    assert!(!wins(&mut hex, m), "{text}: {} is outside", hex.move_text(m));
                }
            }
            let some = advice.candidates.iter().map(|at| Move::Place(Cell::from(at)));
            assert!(some.into_iter().any(|m| wins(&mut hex, m)), "{text}: all candidates lose");
        }
    }
    (proven, narrowed)
}

#[test]
fn a_bridge_is_a_full_connection() {
    let hex: Hex<u64> = at("5x5 5/2b2/5/1b3/5 w -");
    let mut connections = Connections::new(Effort::default());
    connections.search(hex.geometry(), hex.both(), Colour::Black);
    let [a, b] =
        ["c2", "b4"].map(|text| connections.end_of(cell(&hex, text)).expect("Black's own"));
    let carrier = u64::bit(cell(&hex, "b3")).with(cell(&hex, "c3"));
    assert_eq!(connections.fulls(a, b).iter().min_by_key(|c| c.count()), Some(&carrier));
    assert!(connections.edges_joined());
}

#[test]
fn priors_are_shares_of_the_candidates() {
    let mut hex = square::<u128>(11, Swap::Off);
    ["f6", "e6"].iter().for_each(|m| play(&mut hex, m));
    let mut knowledge = Knowledge::new(Effort::default());
    let mut shares = [0.0; 121];
    let value = knowledge.priors(&hex, hex.empty(), None, &mut shares);
    assert!((0.0..=1.0).contains(&value));
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    assert!(shares[cell(&hex, "e5")] > shares[cell(&hex, "a1")]);
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut solver = Solver::new(1 << 10);
    for mut hex in random_positions(150, 77) {
        if hex.winner().is_some() {
            continue;
        }
        let mover = hex.to_move();
        let solved = solver.solve(&hex, Limits::default());
        assert!(solved.complete);
        let winning: Vec<Move> =
            hex.legal_moves().into_iter().filter(|&m| hex.explore(m, brute) == mover).collect();
        assert_eq!(solved.winning, winning, "{}", hex.position_text());
        let winner = if winning.is_empty() { mover.other() } else { mover };
        assert_eq!(solved.winner, Some(hex.seat(winner)));
        assert_eq!(solver.winner(&hex, Limits::default()).winner, solved.winner);
    }
}

fn opening_winners(width: usize, height: usize) -> String {
    let hex = Hex::<u64>::new(Size::new(width, height).unwrap(), Swap::Off).unwrap();
    let mut solver = Solver::new(1 << 12);
    hex.legal_moves()
        .into_iter()
        .map(|m| match solver.winner(&hex.apply(m), Limits::default()).winner {
            Some(Player::FIRST) => 'B',
            Some(_) => 'W',
            None => '?',
        })
        .collect()
}

#[test]
fn openings_of_small_boards() {
    assert_eq!(opening_winners(2, 2), "WBBW");
    assert_eq!(opening_winners(3, 3), "WWBBBBBWW");
    assert_eq!(opening_winners(4, 4), "WWWBWWBWWBWWBWWW");
    // The shorter way wins even moving second.
    assert!(opening_winners(3, 4).bytes().all(|w| w == b'W'));
    assert!(opening_winners(4, 3).bytes().all(|w| w == b'B'));
}

#[test]
fn with_the_swap_the_second_player_always_wins() {
    for (opening, best) in [("b2", "swap-pieces"), ("a1", "b2")] {
        let mut hex = square::<u64>(3, Swap::Pieces);
        play(&mut hex, opening);
        let solved = solve(&hex, Limits::default());
        assert_eq!(solved.winner, Some(Player::SECOND));
        let texts: Vec<String> = solved.winning.iter().map(|&m| hex.move_text(m)).collect();
        assert!(texts.contains(&best.to_owned()), "{opening}: {texts:?}");
    }
}

#[test]
fn limits_end_the_search_without_an_answer() {
    let hex = square::<u64>(8, Swap::Off);
    let limits = Limits { nodes: 3, ..Limits::default() };
    let solved = Solver::new(64).winner(&hex, limits);
    assert_eq!((solved.winner, solved.complete), (None, false));
    assert!(solved.nodes <= 4);
}
