//! Faults of the four projects that came before: their undo, in miniature.

use crate::{caught, sound};
use takeback_core::{Game, Moves, Payoff, Player, Turn};
use takeback_verify::Laws;

const FOREVER: Turn = Turn::Player(Player::FIRST);

mod cache_keyed_by_turn;
mod captures;
mod flow_marks;
mod food_order;
mod journal_by_passed;
mod key_copied_back;
mod phantom_stack;
mod simplified_phases;
pub(crate) mod tail_after_growth;
