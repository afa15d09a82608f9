//! From clicks to moves: what every front end does between two of them.

use crate::{Input, Target};

/// The clicks so far among the inputs of a position's moves.
///
/// ```
/// use takeback_scene::{Input, Pointing, Step, Target};
/// let moves = [Input::cells([0, 1]), Input::cells([0, 2]), Input::button("pass")];
/// let mut pointing = Pointing::new(&moves);
/// assert_eq!(pointing.click(&Target::Cell(0)), Step::On);
/// assert_eq!(pointing.targets(), [Target::Cell(1), Target::Cell(2)]);
/// assert_eq!(pointing.click(&Target::Cell(2)), Step::Move(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pointing {
    inputs: Vec<Input>,
    clicks: Vec<Target>,
}

/// What a click led to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// More clicks are needed.
    On,
    /// The move of this index is meant.
    Move(usize),
    /// The click means nothing here; the clicks before it stay.
    Refused,
    /// The click took back clicks before it.
    Back,
}

impl Pointing {
    /// Nothing clicked yet, among these moves.
    #[must_use]
    pub fn new<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Self {
        Pointing { inputs: inputs.into_iter().cloned().collect(), clicks: Vec::new() }
    }

    /// The clicks so far.
    #[must_use]
    pub fn clicks(&self) -> &[Target] {
        &self.clicks
    }

    /// What may be clicked next, in order of the moves, without repeats.
    #[must_use]
    pub fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for (_, input) in self.open() {
            if let Some(next) = input.clicks.get(self.clicks.len())
                && !targets.contains(next)
            {
                targets.push(next.clone());
            }
        }
        targets
    }

    /// The move whose clicks are complete although others go on: the front end
    /// offers to stop here.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        self.open().find(|(_, input)| input.clicks.len() == self.clicks.len()).map(|(i, _)| i)
    }

    /// The moves that the clicks so far may still become.
    #[must_use]
    pub fn candidates(&self) -> Vec<usize> {
        self.open().map(|(i, _)| i).collect()
    }

    /// Click on something. A second click on what was clicked last takes it
    /// back, unless that is itself a next click; a click that could begin
    /// another move begins it.
    pub fn click(&mut self, target: &Target) -> Step {
        if self.can_follow(self.clicks.len(), target) {
            self.clicks.push(target.clone());
            return self.arrived();
        }
        if self.clicks.last() == Some(target) {
            self.clicks.pop();
            return Step::Back;
        }
        let clicks = std::mem::take(&mut self.clicks);
        if !clicks.is_empty() && self.can_follow(0, target) {
            self.clicks.push(target.clone());
            return self.arrived();
        }
        self.clicks = clicks;
        Step::Refused
    }

    /// Take back the last click; whether there was one.
    pub fn back(&mut self) -> bool {
        self.clicks.pop().is_some()
    }

    /// Forget all clicks.
    pub fn clear(&mut self) {
        self.clicks.clear();
    }

    /// The move that a key means, if any.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.key.as_deref() == Some(key))
    }

    /// Moves that begin with the clicks so far.
    fn open(&self) -> impl Iterator<Item = (usize, &Input)> {
        self.inputs.iter().enumerate().filter(|(_, input)| input.clicks.starts_with(&self.clicks))
    }

    fn can_follow(&self, taken: usize, target: &Target) -> bool {
        let before = &self.clicks[..taken.min(self.clicks.len())];
        self.inputs.iter().any(|input| {
            input.clicks.starts_with(before) && input.clicks.get(taken) == Some(target)
        })
    }

    fn arrived(&self) -> Step {
        let mut open = self.open();
        match (open.next(), open.next()) {
            (Some((i, input)), None) if input.clicks.len() == self.clicks.len() => Step::Move(i),
            _ => Step::On,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(cell: u16) -> Target {
        Target::Cell(cell)
    }

    fn button(writing: &str) -> Target {
        Target::Button(writing.to_owned())
    }

    #[test]
    fn one_click_moves_are_meant_at_once() {
        let inputs = [Input::cells([4]), Input::cells([5])];
        let mut pointing = Pointing::new(&inputs);
        assert_eq!(pointing.targets(), [cell(4), cell(5)]);
        assert_eq!(pointing.click(&cell(3)), Step::Refused);
        assert_eq!(pointing.click(&cell(5)), Step::Move(1));
    }

    #[test]
    fn a_longer_move_leaves_the_shorter_to_be_stopped_at() {
        let inputs = [Input::cells([1, 2]), Input::cells([1, 2]).then_button("capture")];
        let mut pointing = Pointing::new(&inputs);
        assert_eq!(pointing.click(&cell(1)), Step::On);
        assert_eq!(pointing.complete(), None);
        assert_eq!(pointing.click(&cell(2)), Step::On);
        assert_eq!(pointing.complete(), Some(0));
        assert_eq!(pointing.targets(), [button("capture")]);
        assert_eq!(pointing.candidates(), [0, 1]);
        assert_eq!(pointing.click(&button("capture")), Step::Move(1));
    }

    #[test]
    fn a_second_click_lets_go_and_another_piece_is_taken_up() {
        let inputs = [Input::cells([1, 2]), Input::cells([3, 4])];
        let mut pointing = Pointing::new(&inputs);
        pointing.click(&cell(1));
        assert_eq!(pointing.click(&cell(1)), Step::Back);
        assert_eq!(pointing.clicks(), []);
        pointing.click(&cell(1));
        assert_eq!(pointing.click(&cell(3)), Step::On);
        assert_eq!(pointing.clicks(), [cell(3)]);
        assert_eq!(pointing.click(&cell(9)), Step::Refused);
        assert_eq!(pointing.clicks(), [cell(3)]);
        assert!(pointing.back() && !pointing.back());
    }

    #[test]
    fn staying_where_one_is_can_be_a_move() {
        let inputs = [Input::cells([1, 1]), Input::cells([1, 2])];
        let mut pointing = Pointing::new(&inputs);
        pointing.click(&cell(1));
        assert_eq!(pointing.click(&cell(1)), Step::Move(0));
    }

    #[test]
    fn keys_mean_whole_moves() {
        let inputs = [Input::cells([1]).or_key("ArrowUp"), Input::button("hold").or_key("h")];
        let pointing = Pointing::new(&inputs);
        assert_eq!(pointing.key("h"), Some(1));
        assert_eq!(pointing.key("x"), None);
    }
}
