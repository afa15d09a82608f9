//! Every move of a line judged by an engine.
//!
//! The line is searched position by position from its end, where the engine's
//! memory of what comes later helps most. A move gave away what its player's
//! chances were before it less what they are after it.

use crate::found::worded;
use crate::{Access, NodeId, Room, RoomError, deciders, value_of};
use takeback_core::{Player, Turn};
use takeback_host::play::{Analysis, Table};
use takeback_search::StopFlag;

/// How good a move was.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// What it gave away, as a share of a win.
    pub loss: f32,
    /// In a word.
    pub word: &'static str,
    /// What the engine would have played.
    pub best: String,
    /// The same as players write it, where that is not the notation itself.
    pub short: Option<String>,
    /// The cells that it concerns.
    pub cells: Vec<u16>,
    /// In words, where nothing is hidden.
    pub said: String,
}

/// Bounds and words of the grades, by what a move gave away.
const WORDS: [(f32, &str); 4] =
    [(0.02, "good"), (0.06, "fair"), (0.12, "doubtful"), (0.25, "mistake")];

impl Grade {
    /// Judge a loss.
    #[must_use]
    pub fn new(loss: f32, best: &str, played: &str) -> Self {
        let loss = loss.clamp(0.0, 1.0);
        let word = if best == played {
            "best"
        } else {
            WORDS.iter().find(|(most, _)| loss <= *most).map_or("blunder", |(_, word)| word)
        };
        let loss = if best == played { 0.0 } else { loss };
        let (best, short) = (best.to_owned(), None);
        Grade { loss, word, best, short, cells: Vec::new(), said: String::new() }
    }
}

/// A line being judged.
pub struct Grading {
    ticket: u64,
    stop: StopFlag,
    pub(crate) done: usize,
    pub(crate) all: usize,
}

impl Drop for Grading {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The walk back along the line: each position is searched, noted, and left.
pub struct GradeStep {
    /// Names the walk.
    pub ticket: u64,
    /// Ends it.
    pub stop: StopFlag,
    /// The position to judge now.
    pub table: Box<dyn Table>,
    players: usize,
    line: Vec<NodeId>,
    at: usize,
    /// The players' chances one move later.
    later: Option<Vec<f32>>,
}

impl GradeStep {
    /// Whose decision is to be looked for here, if anybody decides.
    #[must_use]
    pub fn seat(&self) -> Option<Player> {
        deciders(self.table.turn()).first()
    }
}

impl Room {
    /// Begin to judge the line through the position on the table.
    ///
    /// # Errors
    /// When something is hidden from the token, or nothing was played.
    pub fn grade(&mut self, access: Access) -> Result<GradeStep, RoomError> {
        access.must_take_part()?;
        self.must_see_all(access)?;
        let line = self.tree.line();
        if line.len() < 2 {
            return Err(RoomError::not_now("no move was played yet"));
        }
        let table = self.table_at(line[line.len() - 1])?;
        let (ticket, stop) = (self.ticket(), StopFlag::default());
        self.grading = Some(Grading { ticket, stop: stop.clone(), done: 0, all: line.len() });
        self.news += 1;
        let (players, at) = (self.chairs.len(), line.len() - 1);
        Ok(GradeStep { ticket, stop, table, players, line, at, later: None })
    }

    /// Write down what was learned of this position, and go back one; `None`
    /// when the walk has ended or nobody asks any more.
    pub fn graded(
        &mut self,
        mut step: GradeStep,
        found: Option<&(Player, Analysis)>,
    ) -> Option<GradeStep> {
        let value = match (found, step.table.payoffs()) {
            (_, Some(payoffs)) => Some(payoffs.iter().map(|p| p.share()).collect()),
            // A forced move is not searched: it is worth what it leads to.
            (Some((seat, analysis)), None) => {
                value_of(step.players, *seat, analysis).or_else(|| step.later.clone())
            }
            // Chance decides here: what comes next is the best guess.
            (None, None) => step.later.clone(),
        };
        if !self.note_grade(&step, found, value.as_ref()) || step.at == 0 {
            return None;
        }
        step.later = value;
        step.at -= 1;
        step.table.take_back();
        Some(step)
    }

    fn note_grade(
        &mut self,
        step: &GradeStep,
        found: Option<&(Player, Analysis)>,
        value: Option<&Vec<f32>>,
    ) -> bool {
        let asked = self.grading.as_mut().filter(|grading| grading.ticket == step.ticket);
        let Some(grading) = asked else { return false };
        grading.done += 1;
        if let Some(node) = step.line.get(step.at).and_then(|&id| self.tree.get_mut(id)) {
            node.value = value.cloned().or(node.value.take());
        }
        if let (Some(&next), Some((seat, analysis))) = (step.line.get(step.at + 1), found)
            && let Some(node) = self.tree.get_mut(next)
            && decided(node.by, *seat)
        {
            let gave = |before: &Vec<f32>, after: &Vec<f32>| {
                before.get(seat.index()).zip(after.get(seat.index())).map(|(b, a)| b - a)
            };
            let loss = value.zip(step.later.as_ref()).and_then(|(b, a)| gave(b, a));
            node.grade = loss.map(|loss| {
                let grade = Grade::new(loss, &analysis.best, &node.text);
                let better = || step.table.inputs().into_iter().find(|m| m.text == grade.best);
                let cells = better().map_or(Vec::new(), |better| better.touched);
                let worded = worded(&*step.table, std::slice::from_ref(&grade.best)).pop();
                let (short, said) = worded.map_or((None, String::new()), |worded| {
                    (Some(worded.short).filter(|short| *short != grade.best), worded.said)
                });
                Grade { cells, short, said, ..grade }
            });
        }
        self.touch();
        true
    }
}

/// Whether the move was this seat's.
fn decided(by: Turn, seat: Player) -> bool {
    by.decider() == Some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_follow_what_was_given_away() {
        assert_eq!(Grade::new(0.5, "x", "x").word, "best");
        assert_eq!(Grade::new(-0.1, "x", "y").word, "good");
        assert_eq!(Grade::new(0.05, "x", "y").word, "fair");
        assert_eq!(Grade::new(0.2, "x", "y").word, "mistake");
        assert_eq!(Grade::new(0.9, "x", "y").word, "blunder");
    }
}
