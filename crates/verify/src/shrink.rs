//! From a line that breaks a law to the shortest one that breaks the same law.
//!
//! First an exhaustive look at all short lines, as far as a budget reaches:
//! what it finds is the shortest there is. Where the fault lies deeper, moves
//! are cut out of the line found, larger pieces first, as long as what is left
//! can be played and still breaks the law. Both are tried with the line alone
//! before siblings are looked into, so that the last move is the culprit
//! wherever one move is.

use crate::aspects::Broken;
use crate::plan::Plan;
use crate::quiet::quietly;
use crate::replay::{Pressure, violation};
use crate::subject::{MoveId, Subject};
use crate::walk::Found;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lines tried by the exhaustive look.
const BUDGET: usize = 20_000;

/// A line and how it breaks the law.
type Breaking = (Vec<MoveId>, Broken);

pub(crate) fn shrink(plan: &Plan, found: &mut Found<'_>, stop: &AtomicBool) -> Breaking {
    let Found { start, line, broken, subject } = found;
    for pressure in [Pressure::Plain, Pressure::Siblings] {
        let law = &broken.law;
        let (subject, start) = (&mut **subject, *start);
        let mut trial = Trial { plan, subject, start, pressure, law, stop };
        let shrunk = trial
            .shortest(line.len() + 1)
            .or_else(|| trial.first_breaking(line).map(|first| trial.cut(first)));
        if let Some(shrunk) = shrunk {
            return shrunk;
        }
    }
    // Not reproducible by a line alone: report it as it was found.
    (line.clone(), broken.clone())
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

/// Whether lines break the one law.
struct Trial<'a, 'b> {
    plan: &'a Plan,
    subject: &'a mut (dyn Subject + 'b),
    start: usize,
    pressure: Pressure,
    law: &'a str,
    /// Once set, no line breaks anything and none goes on: what was found stays as it is.
    stop: &'a AtomicBool,
}

impl Trial<'_, '_> {
    fn breaks(&mut self, line: &[MoveId]) -> Option<Broken> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        violation(self.plan, self.subject, self.start, line, self.pressure)
            .filter(|broken| same_law(&broken.law, self.law))
    }

    /// The first line of all, in order of length, while the budget lasts.
    fn shortest(&mut self, longest: usize) -> Option<Breaking> {
        let mut lines: Vec<Vec<MoveId>> = vec![Vec::new()];
        let mut budget = BUDGET;
        while !lines.is_empty() && lines[0].len() <= longest {
            for line in &lines {
                budget = budget.checked_sub(1)?;
                if let Some(broken) = self.breaks(line) {
                    return Some((line.clone(), broken));
                }
            }
            let mut longer = Vec::new();
            for line in &lines {
                let next = self.moves_after(line);
                longer.extend(next.into_iter().map(|m| [&line[..], &[m]].concat()));
                if longer.len() > budget {
                    return None;
                }
            }
            lines = longer;
        }
        None
    }

    fn moves_after(&mut self, line: &[MoveId]) -> Vec<MoveId> {
        if self.stop.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let (subject, start) = (&mut *self.subject, self.start);
        subject.clear_above(0);
        let list = quietly(|| {
            let game = subject.fresh(start);
            for &m in line {
                subject.make(game, m);
            }
            subject.legal(game)
        });
        list.unwrap_or_default()
    }

    /// The shortest beginning of the line found, or that line and one move more.
    fn first_breaking(&mut self, found: &[MoveId]) -> Option<Breaking> {
        let beginnings = (0..=found.len()).map(|n| found[..n].to_vec());
        let next = self.moves_after(found);
        let longer = next.into_iter().map(|m| [found, &[m]].concat());
        beginnings.chain(longer).find_map(|line| self.breaks(&line).map(|broken| (line, broken)))
    }

    /// Cut pieces out while the law still breaks.
    fn cut(&mut self, (mut line, mut broken): Breaking) -> Breaking {
        let mut piece = (line.len() / 2).max(1);
        loop {
            let mut from = 0;
            let mut cut_any = false;
            while from < line.len() {
                let to = (from + piece).min(line.len());
                let shorter: Vec<_> = [&line[..from], &line[to..]].concat();
                match self.breaks(&shorter) {
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
}
