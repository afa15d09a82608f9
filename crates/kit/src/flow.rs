//! The turn program: loops, steps, automatic work, rounds played together.
//!
//! Rules write it once as a tree. It is laid out flat, so that "where we are" is
//! one number and each loop has one word for its counter or seat. Those
//! words live on the journal with everything else: taking back a move takes back
//! the place in the program too, and there is no flow state to copy about.

use crate::board::Board;
use crate::rules::Rules;
use takeback_core::Players;

/// Which decision is due; the rules choose the numbers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Step(pub u8);

/// Work that happens by itself.
pub type Work<R> = fn(&R, &mut Board);
/// A question about the board.
pub type Test<R> = fn(&R, &Board) -> bool;
/// Who takes part.
pub type Seats<R> = fn(&R, &Board) -> Players;

/// A turn program.
///
/// A game for two in which players alternate until somebody has won (rules end a
/// game by [`Board::finish`], wherever the program stands):
///
/// ```
/// use takeback_kit::{Flow, Rules, Step};
/// fn flow<R: Rules>() -> Flow<R> {
///     Flow::forever(Flow::each_player(Flow::Step(Step(0))))
/// }
/// ```
pub enum Flow<R> {
    /// Work that happens by itself.
    Do(Work<R>),
    /// The player whose turn the marker shows decides.
    Step(Step),
    /// These seats decide, none knowing what the others choose; then
    /// [`Rules::resolve`] plays all choices at once.
    Together(Step, Seats<R>),
    /// One after the other.
    Sequence(Vec<Flow<R>>),
    /// As long as the test holds.
    While(Test<R>, Box<Flow<R>>),
    /// So many times.
    Repeat(u32, Box<Flow<R>>),
    /// Once for each seat in order, the marker showing whose turn it is.
    EachPlayer(Box<Flow<R>>),
    /// Only when the test holds.
    If(Test<R>, Box<Flow<R>>),
}

impl<R> Flow<R> {
    /// One after the other.
    pub fn sequence(parts: impl IntoIterator<Item = Flow<R>>) -> Self {
        Flow::Sequence(parts.into_iter().collect())
    }

    /// As long as the test holds.
    pub fn repeat_while(test: Test<R>, body: Flow<R>) -> Self {
        Flow::While(test, Box::new(body))
    }

    /// Until the rules end the game.
    #[must_use]
    pub fn forever(body: Flow<R>) -> Self {
        Flow::While(|_, _| true, Box::new(body))
    }

    /// `times` times.
    #[must_use]
    pub fn repeat(times: u32, body: Flow<R>) -> Self {
        Flow::Repeat(times, Box::new(body))
    }

    /// Once for each seat.
    #[must_use]
    pub fn each_player(body: Flow<R>) -> Self {
        Flow::EachPlayer(Box::new(body))
    }

    /// When the test holds.
    pub fn only_if(test: Test<R>, body: Flow<R>) -> Self {
        Flow::If(test, Box::new(body))
    }
}

/// One instruction of the flat program.
pub(crate) enum Op<R> {
    Do(Work<R>),
    Step(Step),
    Together(Step, Seats<R>),
    /// Go on if the test holds, else to the target.
    Unless(Test<R>, usize),
    Jump(usize),
    /// Put zero into a counter.
    Zero(usize),
    /// Count up; go on while the count is within the limit, else to the target
    /// and leave zero behind, so that a finished loop leaves no trace.
    Count {
        slot: usize,
        limit: u32,
        done: usize,
    },
    /// The same for seats, setting the marker.
    NextSeat {
        slot: usize,
        done: usize,
    },
    End,
}

/// The flat program and how many words its loops need.
pub(crate) struct Program<R> {
    pub(crate) ops: Vec<Op<R>>,
    pub(crate) slots: usize,
}

impl<R: Rules> Program<R> {
    pub(crate) fn new(flow: &Flow<R>) -> Self {
        let mut program = Program { ops: Vec::new(), slots: 0 };
        program.lay_out(flow);
        program.ops.push(Op::End);
        program
    }

    fn lay_out(&mut self, flow: &Flow<R>) {
        match flow {
            Flow::Do(work) => self.ops.push(Op::Do(*work)),
            Flow::Step(step) => self.ops.push(Op::Step(*step)),
            Flow::Together(step, seats) => self.ops.push(Op::Together(*step, *seats)),
            Flow::Sequence(parts) => parts.iter().for_each(|part| self.lay_out(part)),
            Flow::While(test, body) => {
                let head = self.ops.len();
                self.ops.push(Op::Unless(*test, 0));
                self.lay_out(body);
                self.ops.push(Op::Jump(head));
                self.ops[head] = Op::Unless(*test, self.ops.len());
            }
            Flow::If(test, body) => {
                let head = self.ops.len();
                self.ops.push(Op::Unless(*test, 0));
                self.lay_out(body);
                self.ops[head] = Op::Unless(*test, self.ops.len());
            }
            Flow::Repeat(limit, body) => {
                let limit = *limit;
                self.lay_out_loop(body, |slot, done| Op::Count { slot, limit, done });
            }
            Flow::EachPlayer(body) => {
                self.lay_out_loop(body, |slot, done| Op::NextSeat { slot, done });
            }
        }
    }

    fn lay_out_loop(&mut self, body: &Flow<R>, head: impl Fn(usize, usize) -> Op<R>) {
        let slot = self.slots;
        self.slots += 1;
        self.ops.push(Op::Zero(slot));
        let at = self.ops.len();
        self.ops.push(Op::Jump(0));
        self.lay_out(body);
        self.ops.push(Op::Jump(at));
        self.ops[at] = head(slot, self.ops.len());
    }
}
