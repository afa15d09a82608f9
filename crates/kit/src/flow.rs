//! The turn program as its author writes it: a tree.
//!
//! It is laid out flat (`program.rs`), so that "where we are" is one number and each
//! loop has one word for its counter, seat or item. Those words live on the
//! journal with everything else: taking back a move takes back the place in the
//! program too, and there is no flow state to copy about.

use crate::board::Board;
use takeback_core::{Player, Players};

/// Which decision is due; the rules choose the numbers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Step(pub u8);

/// A number that the flow remembers, below [`Rules::VARIABLES`](crate::Rules::VARIABLES).
/// Everybody knows it; see [`Board::variable`].
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Variable(pub u8);

/// Work that happens by itself.
pub type Work<R> = fn(&R, &mut Board);
/// A question about the board.
pub type Test<R> = fn(&R, &Board) -> bool;
/// A number read off the board.
pub type Number<R> = fn(&R, &Board) -> u64;
/// Who takes part.
pub type Seats<R> = fn(&R, &Board) -> Players;
/// One seat.
pub type Lead<R> = fn(&R, &Board) -> Player;
/// Who comes after this seat, first of all after nobody.
pub type NextSeat<R> = fn(&R, &Board, Option<Player>) -> Option<Player>;
/// What comes after this item, first of all after nothing.
pub type NextItem<R> = fn(&R, &Board, Option<u64>) -> Option<u64>;

/// In which order seats take their turns. Seats that are
/// [out](Board::eliminate) are passed over.
pub enum TurnOrder<R> {
    /// From the first seat to the last.
    Clockwise,
    /// From the last seat to the first.
    Reverse,
    /// Once round the table, beginning with this seat.
    From(Lead<R>),
    /// By a rule, asked after each turn, until it names nobody.
    By(NextSeat<R>),
}

impl<R> Copy for TurnOrder<R> {}

impl<R> Clone for TurnOrder<R> {
    fn clone(&self) -> Self {
        *self
    }
}

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
    /// The player whose turn the marker shows decides, and all hear what.
    Step(Step),
    /// The same in secret: others see what comes of it, by the visibility of
    /// what it moves, and nothing else.
    Secret(Step),
    /// These seats decide, none knowing what the others choose; then all choices
    /// are shown and [`Rules::resolve`](crate::Rules::resolve) plays them at once.
    Together(Step, Seats<R>),
    /// One after the other.
    Sequence(Vec<Flow<R>>),
    /// As long as the test holds.
    While(Test<R>, Box<Flow<R>>),
    /// So many times.
    Repeat(u32, Box<Flow<R>>),
    /// Once for each seat in this order, the marker showing whose turn it is.
    EachPlayer(TurnOrder<R>, Box<Flow<R>>),
    /// Once for each item, which the variable holds meanwhile; afterwards it is 0.
    ForEach(Variable, NextItem<R>, Box<Flow<R>>),
    /// The first when the test holds, else the second.
    If(Test<R>, Box<Flow<R>>, Option<Box<Flow<R>>>),
    /// The case of this number, else the last.
    Switch(Number<R>, Vec<(u64, Flow<R>)>, Option<Box<Flow<R>>>),
    /// Remember a number.
    Set(Variable, Number<R>),
    /// A phase with a name, which [`Board::stage`] tells.
    Stage(&'static str, Box<Flow<R>>),
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

    /// Once for each seat, first to last.
    #[must_use]
    pub fn each_player(body: Flow<R>) -> Self {
        Flow::in_order(TurnOrder::Clockwise, body)
    }

    /// Once for each seat in another order.
    #[must_use]
    pub fn in_order(order: TurnOrder<R>, body: Flow<R>) -> Self {
        Flow::EachPlayer(order, Box::new(body))
    }

    /// Once for each item that `next` names.
    pub fn for_each(item: Variable, next: NextItem<R>, body: Flow<R>) -> Self {
        Flow::ForEach(item, next, Box::new(body))
    }

    /// When the test holds.
    pub fn only_if(test: Test<R>, body: Flow<R>) -> Self {
        Flow::If(test, Box::new(body), None)
    }

    /// One or the other.
    pub fn either(test: Test<R>, body: Flow<R>, otherwise: Flow<R>) -> Self {
        Flow::If(test, Box::new(body), Some(Box::new(otherwise)))
    }

    /// The case of this number, or nothing.
    pub fn switch(number: Number<R>, cases: impl IntoIterator<Item = (u64, Flow<R>)>) -> Self {
        Flow::Switch(number, cases.into_iter().collect(), None)
    }

    /// The case of this number, or else this.
    pub fn switch_or(
        number: Number<R>,
        cases: impl IntoIterator<Item = (u64, Flow<R>)>,
        otherwise: Flow<R>,
    ) -> Self {
        Flow::Switch(number, cases.into_iter().collect(), Some(Box::new(otherwise)))
    }

    /// A phase with a name. Phases may lie in one another; the innermost counts.
    #[must_use]
    pub fn stage(name: &'static str, body: Flow<R>) -> Self {
        Flow::Stage(name, Box::new(body))
    }
}
