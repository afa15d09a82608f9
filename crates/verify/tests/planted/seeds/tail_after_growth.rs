//! The tail is pushed back even though the snake grew and never lost it.

use super::*;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Snake<const BAD: bool> {
    body: Vec<u8>,
    food: u8,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Step {
    Go,
    Eat,
}

impl<const BAD: bool> Game for Snake<BAD> {
    type Move = Step;
    type Undo = u8;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.body[0] >= 40 { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<Step>) {
        if self.body[0] < 40 {
            out.push(Step::Go);
            if self.food > 0 {
                out.push(Step::Eat);
            }
        }
    }
    fn make(&mut self, step: Step) -> u8 {
        self.body.insert(0, self.body[0] + 1);
        if step == Step::Eat {
            self.food -= 1;
            return self.body[self.body.len() - 1];
        }
        self.body.pop().expect("a snake has a body")
    }
    fn unmake(&mut self, step: Step, tail: u8) {
        self.body.remove(0);
        if step == Step::Go || BAD {
            self.body.push(tail);
        }
        self.food += u8::from(step == Step::Eat);
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::WIN
    }
}

pub(crate) fn laws<const BAD: bool>() -> Laws<Snake<BAD>> {
    Laws::new("snake", Snake { body: vec![2, 1, 0], food: 3 })
}

#[test]
fn is_caught() {
    caught(laws::<true>(), "position", "Eat");
    sound(laws::<false>());
}
