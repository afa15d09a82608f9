//! From a line that breaks a law to the shortest one that breaks the same law.
//!
//! First an exhaustive look at all short lines, as far as a budget reaches:
//! what it finds is the shortest there is. Where the fault lies deeper, moves
//! are cut out of the line found, larger pieces first, as long as what is left
//! can be played and still breaks the law. Both are tried with the line alone
//! before siblings are looked into, so that the last move is the culprit
//! wherever one move is.

use crate::aspects::Broken;
use crate::laws::Laws;
use crate::quiet::quietly;
use crate::replay::{Pressure, violation};
use crate::walk::Found;
use std::fmt::Debug;
use takeback_core::Game;

/// Lines tried by the exhaustive look.
const BUDGET: usize = 20_000;

pub(crate) fn shrink<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    found: &Found<G>,
) -> (Vec<G::Move>, Broken) {
    for pressure in [Pressure::Plain, Pressure::Siblings] {
        let same = |line: &[G::Move]| {
            violation(laws, found.start, line, pressure)
                .filter(|broken| same_law(&broken.law, &found.broken.law))
        };
        let shrunk = shortest(laws, found, &same)
            .or_else(|| first_breaking(laws, found, &same).map(|(line, b)| cut(line, b, &same)));
        if let Some(shrunk) = shrunk {
            return shrunk;
        }
    }
    // Not reproducible by a line alone: report it as it was found.
    (found.line.clone(), found.broken.clone())
}

/// The walk and the strict check may word the moment differently; the law is
/// the first part, such as "position" or "key".
fn same_law(a: &str, b: &str) -> bool {
    fn head(law: &str) -> &str {
        let end = [" after", " when"].iter().filter_map(|cut| law.find(cut)).min();
        &law[..end.unwrap_or(law.len())]
    }
    head(a) == head(b)
}

/// All lines in order of length, while the budget lasts.
fn shortest<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    found: &Found<G>,
    same: &impl Fn(&[G::Move]) -> Option<Broken>,
) -> Option<(Vec<G::Move>, Broken)> {
    let mut lines: Vec<Vec<G::Move>> = vec![Vec::new()];
    let mut budget = BUDGET;
    while !lines.is_empty() && lines[0].len() <= found.line.len() + 1 {
        for line in &lines {
            budget = budget.checked_sub(1)?;
            if let Some(broken) = same(line) {
                return Some((line.clone(), broken));
            }
        }
        let longer = lines.iter().flat_map(|line| {
            let next = moves_after(laws, found.start, line);
            next.into_iter().map(move |m| [&line[..], &[m]].concat())
        });
        let longer: Vec<_> = longer.take(budget + 1).collect();
        if longer.len() > budget {
            return None;
        }
        lines = longer;
    }
    None
}

fn moves_after<G: Game>(laws: &Laws<G>, start: usize, line: &[G::Move]) -> Vec<G::Move> {
    let list = quietly(|| {
        let mut game = laws.starts[start].clone();
        for &m in line {
            game.make(m);
        }
        game.legal_moves()
    });
    list.unwrap_or_default()
}

/// The shortest beginning of the line found, or that line and one move more.
fn first_breaking<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    found: &Found<G>,
    same: &impl Fn(&[G::Move]) -> Option<Broken>,
) -> Option<(Vec<G::Move>, Broken)> {
    let beginnings = (0..=found.line.len()).map(|n| found.line[..n].to_vec());
    let next = moves_after(laws, found.start, &found.line);
    let longer = next.into_iter().map(|m| [&found.line[..], &[m]].concat());
    beginnings.chain(longer).find_map(|line| same(&line).map(|broken| (line, broken)))
}

/// Cut pieces out while the law still breaks.
fn cut<M: Copy>(
    mut line: Vec<M>,
    mut broken: Broken,
    same: &impl Fn(&[M]) -> Option<Broken>,
) -> (Vec<M>, Broken) {
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
