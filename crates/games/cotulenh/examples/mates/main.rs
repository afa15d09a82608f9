//! Looks for positions with a forced win in two turns and prints each with the
//! first steps that force it: `mates [COUNT] [SEED]`.
//!
//! Positions are drawn at random around a commander, solved by brute force,
//! and kept when there is no win in one turn and few ways to begin.

mod solver;

use takeback_core::{Game, Notation, Portable, SplitMix};
use takeback_cotulenh::{CoTuLenh, Side};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let count = arguments.next().unwrap_or(30);
    let mut rng = SplitMix::new(arguments.next().unwrap_or(1));
    let mut found = 0;
    while found < count {
        let Some(position) = draw(&mut rng) else { continue };
        if solver::wins(&position, 1) {
            continue;
        }
        let first = solver::winning_steps(&position, 2);
        if (1..=3).contains(&first.len()) {
            let texts: Vec<String> = first.iter().map(|&m| position.move_text(m)).collect();
            println!("{} ; {}", position.position_text(), texts.join(" "));
            found += 1;
        }
    }
}

/// A few pieces of both sides around one commander; `None` if they cannot stand
/// like that or the game would be decided already.
fn draw(rng: &mut SplitMix) -> Option<CoTuLenh> {
    const ATTACKERS: [&str; 9] = ["T", "A", "F", "S", "N", "M", "I", "(TI)", "(FT)"];
    const GUARDS: [&str; 8] = ["i", "t", "g", "e", "h", "m", "s", "n"];
    let mut cells = vec![vec![String::new(); 11]; 12];
    let home = (2 + rng.below(9), 8 + rng.below(4));
    cells[home.1][home.0] = "c".to_owned();
    let attackers = 3 + rng.below(3);
    let guards = 2 + rng.below(3);
    for (count, reach, kinds) in [(guards, 2, &GUARDS[..]), (attackers, 5, &ATTACKERS[..])] {
        for _ in 0..count {
            let file = (home.0 + rng.below(2 * reach + 1)).checked_sub(reach)?;
            let rank = (home.1 + rng.below(2 * reach + 1)).checked_sub(reach)?;
            let cell = cells.get_mut(rank)?.get_mut(file)?;
            if cell.is_empty() {
                *cell = kinds[rng.below(kinds.len())].to_owned();
            }
        }
    }
    let own = &mut cells[rng.below(3)][2 + rng.below(9)];
    *own = "C".to_owned();
    // Blue attacks in every other position, so that both sides are tried.
    let side = if rng.one_in(2) { Side::Red } else { Side::Blue };
    let position = CoTuLenh::read_position(&text(&cells, side)).ok()?;
    let quiet = !position.in_danger(Side::Red) && !position.in_danger(Side::Blue);
    (quiet && !position.turn().is_over()).then_some(position)
}

/// The drawing as text, turned round with colours exchanged if Blue attacks.
fn text(cells: &[Vec<String>], side: Side) -> String {
    let rank_text = |rank: &Vec<String>| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in rank {
            if cell.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text += &if side == Side::Red { cell.clone() } else { swap_case(cell) };
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let mut ranks: Vec<String> = cells.iter().rev().map(rank_text).collect();
    if side == Side::Blue {
        ranks.reverse();
    }
    format!("{} {} - - 0 1", ranks.join("/"), side.letter())
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}
