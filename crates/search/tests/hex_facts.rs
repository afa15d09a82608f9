//! Hex on small boards, solved by proof-number search that knows nothing of
//! Hex: who wins after each opening, and by which moves.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use takeback_core::{Game, Notation, Payoff, Player};
use takeback_hex::{Cell, Colour, Hex, Setup, Size, Swap};
use takeback_search::Limits;
use takeback_search::dfpn::{Dfpn, Verdict};

fn position(side: usize, black: &[&str], white: &[&str], to_move: Colour) -> Hex<u64> {
    let size = Size::square(side).expect("a small board");
    let cells = |texts: &[&str]| {
        texts.iter().map(|text| size.read_cell(text).expect("a cell of the board")).collect()
    };
    let (black, white) = (cells(black), cells(white));
    let setup = Setup { size, swap: Swap::Off, swapped: false, black, white, to_move };
    Hex::from_setup(&setup).expect("a position of the board")
}

fn wins(solver: &mut Dfpn, hex: &Hex<u64>, player: Player) -> bool {
    if hex.winner().is_some() {
        return hex.payoff(player) == Payoff::WIN;
    }
    let limits = Limits { memory: 64, ..Limits::default() };
    match solver.prove(hex, player, Payoff::WIN, &limits).expect("Hex has no repetitions") {
        Verdict::Proven { .. } => true,
        Verdict::Disproven { .. } => false,
        Verdict::Unknown(why) => panic!("no limit was set, yet {why:?}"),
    }
}

fn black_wins_after(solver: &mut Dfpn, side: usize, opening: &str) -> bool {
    let hex = position(side, &[opening], &[], Colour::White);
    wins(solver, &hex, hex.seat(Colour::Black))
}

/// Known of old for the smallest boards.
#[test]
fn openings_of_the_smallest_boards() {
    let mut solver = Dfpn::new();
    for (side, winning) in [(2, "a2 b1"), (3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        let size = Size::square(side).expect("a small board");
        let winning: Vec<&str> = winning.split_whitespace().collect();
        for cell in (0..size.cells()).map(|at| Cell(at as u16)) {
            let text = size.cell_text(cell);
            let wins = black_wins_after(&mut solver, side, &text);
            assert_eq!(wins, winning.contains(&text.as_str()), "{side}x{side} {text}");
        }
    }
}

fn recorded(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/hex");
    let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
        // Written past the test harness, which shows no output of tests that pass.
        let _ = writeln!(std::io::stderr(), "skipped: {name} is not beside this checkout");
        return Vec::new();
    };
    // Boards of five take minutes without knowledge of Hex: only when asked.
    let largest = if std::env::var_os("TAKEBACK_LONG_TESTS").is_some() { 5 } else { 4 };
    let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON lines"));
    let fits =
        |row: &Value| row["width"] == row["height"] && row["width"].as_u64() <= Some(largest);
    rows.filter(fits).collect()
}

fn side(row: &Value) -> usize {
    row["width"].as_u64().expect("a number") as usize
}

#[test]
fn recorded_openings() {
    let mut solver = Dfpn::new();
    for row in recorded("openings.jsonl") {
        let opening = row["opening"].as_str().expect("a cell");
        let wins = black_wins_after(&mut solver, side(&row), opening);
        assert_eq!(wins, row["winner"] == "black", "{row}");
    }
}

#[test]
fn recorded_labels() {
    let mut solver = Dfpn::new();
    for row in recorded("labels.jsonl") {
        let texts = |name: &str| -> Vec<&str> {
            row[name].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
        };
        let to_move = Colour::read(row["to_move"].as_str().expect("a colour")).expect("a colour");
        let mut hex = position(side(&row), &texts("black"), &texts("white"), to_move);
        let mover = hex.seat(to_move);
        let mut winning: Vec<String> = Vec::new();
        for m in hex.legal_moves() {
            if hex.explore(m, |after| wins(&mut solver, after, mover)) {
                winning.push(hex.move_text(m));
            }
        }
        let mut wanted = texts("answer");
        winning.sort();
        wanted.sort_unstable();
        assert_eq!(winning, wanted, "{row}");
    }
}
