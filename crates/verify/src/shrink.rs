//! From a line that breaks a law to the shortest one that breaks the same law.
//!
//! First an exhaustive look at all short lines, as far as a budget reaches:
//! what it finds is the shortest there is. Where the fault lies deeper, moves
//! are cut out of the line found, larger pieces first, as long as what is left
//! can be played and still breaks the law.

use crate::aspects::Broken;
use crate::laws::Laws;
use crate::replay::violation;
use crate::walk::Found;
use std::fmt::Debug;
use takeback_core::Game;

/// Lines tried by the exhaustive look.
const BUDGET: usize = 20_000;

pub(crate) fn shrink<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    found: &Found<G>,
) -> (Vec<G::Move>, Broken) {
    let same = |line: &[G::Move]| {
        violation(laws, found.start, line).filter(|broken| same_law(&broken.law, &found.broken.law))
    };
    if let Some(shortest) = shortest(laws, found, &same) {
        return shortest;
    }
    let Some((mut line, mut broken)) = first_breaking_prefix(&found.line, &same) else {
        // Not reproducible by the line alone: report it as it was found.
        return (found.line.clone(), found.broken.clone());
    };
    let mut piece = (line.len() / 2).max(1);
    loop {
        let mut from = 0;
        let mut cut_any = false;
        while from < line.len() {
            let to = (from + piece).min(line.len());
            let shorter: Vec<_> = [&line[..from], &line[to..]].concat();
            match same(&shorter) {
                Some(still) => {
                    (line, broken) = (shorter, still);
                    cut_any = true;
                }
                None => from = to,
            }
        }
        match (piece, cut_any) {
            (1, false) => return (line, broken),
            (1, true) => {}
            _ => piece = (piece / 2).max(1),
        }
    }
}

/// The walk and the strict check may word the moment differently; the law is
/// the first part, such as "position" or "key".
fn same_law(a: &str, b: &str) -> bool {
    let head = |law: &str| {
        [" after", " when"]
            .iter()
            .fold(law.to_owned(), |law, cut| law.split(cut).next().unwrap_or(&law).to_owned())
    };
    head(a) == head(b)
}

fn shortest<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    found: &Found<G>,
    same: &impl Fn(&[G::Move]) -> Option<Broken>,
) -> Option<(Vec<G::Move>, Broken)> {
    let mut lines: Vec<Vec<G::Move>> = vec![Vec::new()];
    let mut budget = BUDGET;
    while !lines.is_empty() && lines[0].len() < found.line.len() + 1 {
        for line in &lines {
            budget = budget.checked_sub(1)?;
            if let Some(broken) = same(line) {
                return Some((line.clone(), broken));
            }
        }
        let longer = lines.iter().flat_map(|line| {
            let next = crate::quiet::quietly(|| {
                let mut game = laws.starts[found.start].clone();
                for &m in line {
                    game.make(m);
                }
                game.legal_moves()
            });
            next.unwrap_or_default().into_iter().map(move |m| [&line[..], &[m]].concat())
        });
        let longer: Vec<_> = longer.take(budget + 1).collect();
        if longer.len() > budget {
            return None;
        }
        lines = longer;
    }
    None
}

fn first_breaking_prefix<M: Copy>(
    line: &[M],
    same: &impl Fn(&[M]) -> Option<Broken>,
) -> Option<(Vec<M>, Broken)> {
    (0..=line.len()).find_map(|n| same(&line[..n]).map(|broken| (line[..n].to_vec(), broken)))
}
