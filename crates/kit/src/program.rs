//! The turn program laid out flat, one instruction after the other.

use crate::board::{Board, SLOTS};
use crate::flow::{Flow, NextItem, Number, Seats, Step, Test, TurnOrder, Variable, Work};
use crate::rules::Rules;
use std::sync::Arc;
use takeback_core::Player;

/// One instruction.
pub(crate) enum Op<R> {
    Do(Work<R>),
    Step(Step),
    Secret(Step),
    Together(Step, Seats<R>),
    /// Go on if the test holds, else to the target.
    Unless(Test<R>, usize),
    /// To the target of this number, else to the last.
    Switch(Number<R>, Vec<(u64, usize)>, usize),
    Jump(usize),
    Set(Variable, Number<R>),
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
        order: TurnOrder<R>,
        done: usize,
    },
    /// The same for items, kept in the variable.
    NextItem {
        slot: usize,
        item: Variable,
        next: NextItem<R>,
        done: usize,
    },
    End,
}

/// Names of phases by place in the program.
pub(crate) type Stages = Arc<[Option<&'static str>]>;

/// The flat program and how many words its loops need.
pub(crate) struct Program<R> {
    pub(crate) ops: Vec<Op<R>>,
    pub(crate) slots: usize,
    pub(crate) stages: Stages,
    /// Whether there are names at all.
    pub(crate) named: bool,
}

impl<R: Rules> Program<R> {
    pub(crate) fn new(flow: &Flow<R>) -> Self {
        let mut layout = Layout { ops: Vec::new(), stages: Vec::new(), slots: 0, stage: None };
        layout.lay_out(flow);
        layout.push(Op::End);
        let named = layout.stages.iter().any(Option::is_some);
        Program { ops: layout.ops, slots: layout.slots, stages: layout.stages.into(), named }
    }

    /// Whether the words of the loops are such as the program writes; a board read
    /// from text is asked.
    pub(crate) fn is_sound(&self, board: &Board) -> bool {
        let players = board.shape().players as u64;
        self.ops.iter().all(|op| match *op {
            Op::NextSeat { slot, .. } => {
                let word = board.trail.word(SLOTS + slot);
                word & 0xff <= players && word >> 8 < players
            }
            Op::NextItem { slot, .. } => board.trail.word(SLOTS + slot) <= 1,
            _ => true,
        })
    }
}

/// A program being written.
struct Layout<R> {
    ops: Vec<Op<R>>,
    stages: Vec<Option<&'static str>>,
    slots: usize,
    stage: Option<&'static str>,
}

impl<R: Rules> Layout<R> {
    /// Add an instruction; its place.
    fn push(&mut self, op: Op<R>) -> usize {
        self.ops.push(op);
        self.stages.push(self.stage);
        self.ops.len() - 1
    }

    /// Add a jump whose target is not known yet.
    fn gap(&mut self) -> usize {
        self.push(Op::Jump(0))
    }

    fn here(&self) -> usize {
        self.ops.len()
    }

    fn lay_out(&mut self, flow: &Flow<R>) {
        match flow {
            Flow::Do(work) => drop(self.push(Op::Do(*work))),
            Flow::Step(step) => drop(self.push(Op::Step(*step))),
            Flow::Secret(step) => drop(self.push(Op::Secret(*step))),
            Flow::Together(step, seats) => drop(self.push(Op::Together(*step, *seats))),
            Flow::Set(variable, number) => drop(self.push(Op::Set(*variable, *number))),
            Flow::Sequence(parts) => parts.iter().for_each(|part| self.lay_out(part)),
            Flow::While(test, body) => {
                let head = self.gap();
                self.lay_out(body);
                self.push(Op::Jump(head));
                self.ops[head] = Op::Unless(*test, self.here());
            }
            Flow::If(test, body, otherwise) => self.lay_out_if(*test, body, otherwise.as_deref()),
            Flow::Switch(number, cases, otherwise) => {
                self.lay_out_switch(*number, cases, otherwise.as_deref());
            }
            Flow::Repeat(limit, body) => {
                let limit = *limit;
                self.lay_out_loop(body, |slot, done| Op::Count { slot, limit, done });
            }
            Flow::EachPlayer(order, body) => {
                let order = *order;
                self.lay_out_loop(body, |slot, done| Op::NextSeat { slot, order, done });
            }
            Flow::ForEach(item, next, body) => {
                let (item, next) = (*item, *next);
                self.lay_out_loop(body, |slot, done| Op::NextItem { slot, item, next, done });
            }
            Flow::Stage(name, body) => {
                let outer = self.stage.replace(name);
                self.lay_out(body);
                self.stage = outer;
            }
        }
    }

    fn lay_out_if(&mut self, test: Test<R>, body: &Flow<R>, otherwise: Option<&Flow<R>>) {
        let head = self.gap();
        self.lay_out(body);
        let Some(otherwise) = otherwise else {
            self.ops[head] = Op::Unless(test, self.here());
            return;
        };
        let end = self.gap();
        self.ops[head] = Op::Unless(test, self.here());
        self.lay_out(otherwise);
        self.ops[end] = Op::Jump(self.here());
    }

    fn lay_out_switch(
        &mut self,
        number: Number<R>,
        cases: &[(u64, Flow<R>)],
        otherwise: Option<&Flow<R>>,
    ) {
        let head = self.gap();
        let mut targets = Vec::with_capacity(cases.len());
        let mut ends = Vec::with_capacity(cases.len());
        for (case, body) in cases {
            targets.push((*case, self.here()));
            self.lay_out(body);
            ends.push(self.gap());
        }
        self.ops[head] = Op::Switch(number, targets, self.here());
        otherwise.into_iter().for_each(|body| self.lay_out(body));
        for end in ends {
            self.ops[end] = Op::Jump(self.here());
        }
    }

    fn lay_out_loop(&mut self, body: &Flow<R>, head: impl Fn(usize, usize) -> Op<R>) {
        let slot = self.slots;
        self.slots += 1;
        self.push(Op::Zero(slot));
        let at = self.gap();
        self.lay_out(body);
        self.push(Op::Jump(at));
        self.ops[at] = head(slot, self.here());
    }
}

/// Count a loop up: its round from 0, or `None` (and no trace left) when the limit
/// is reached.
#[inline]
pub(crate) fn count(board: &mut Board, slot: usize, limit: u64) -> Option<u64> {
    let round = board.trail.word(SLOTS + slot);
    board.trail.write(SLOTS + slot, if round < limit { round + 1 } else { 0 });
    (round < limit).then_some(round)
}

/// The next seat of a round of turns. The word holds turns taken and, above them,
/// the seat that led; or, by a rule, one more than the last seat.
pub(crate) fn next_seat<R>(
    rules: &R,
    board: &mut Board,
    slot: usize,
    order: TurnOrder<R>,
) -> Option<Player> {
    let players = board.shape().players as u64;
    let mut word = board.trail.word(SLOTS + slot);
    let mut found = None;
    // By a rule as many seats may be passed over as there are; then nobody is left.
    for _ in 0..=players {
        let (taken, lead) = (word & 0xff, word >> 8);
        let seat = match order {
            TurnOrder::By(next) => {
                let seat = next(rules, board, (taken as u8).checked_sub(1).map(Player));
                word = seat.map_or(0, |seat| u64::from(seat.0) + 1);
                seat
            }
            _ if taken >= players => None,
            TurnOrder::Clockwise => turn(&mut word, 0, taken),
            TurnOrder::Reverse => {
                turn(&mut word, 0, taken).map(|p| Player(players as u8 - 1 - p.0))
            }
            TurnOrder::From(leads) => {
                let lead =
                    if taken == 0 { u64::from(leads(rules, board).0) % players } else { lead };
                turn(&mut word, lead, taken)
                    .map(|p| Player(((lead + u64::from(p.0)) % players) as u8))
            }
        };
        let Some(seat) = seat else { break };
        assert!(u64::from(seat.0) < players, "a rule named seat {} of {players}", seat.0);
        if !board.is_out(seat) {
            found = Some(seat);
            break;
        }
    }
    board.trail.write(SLOTS + slot, if found.is_some() { word } else { 0 });
    found
}

/// Take one more turn; which it was.
fn turn(word: &mut u64, lead: u64, taken: u64) -> Option<Player> {
    *word = lead << 8 | (taken + 1);
    Some(Player(taken as u8))
}
