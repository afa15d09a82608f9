//! What everybody has learnt of a hand without seeing it.
//!
//! Every card drawn is noted with its number: the first card off the pond, the
//! second, and so on. So all that asks and answers tell can be said of numbers:
//!
//! * who asks for a rank holds one *among the cards drawn so far*;
//! * who has none, has none *among the cards drawn so far*; what is drawn later may be one;
//! * a card fished and not shown is not what was asked for;
//! * whose books have been looked for holds none.
//!
//! The zones tell the kit which cards a seat sees, the notes and the variables here
//! what it knows besides, and its redeals keep to both. Nothing more follows from what
//! is seen, so redeals that fit are all that is possible, each as likely as another.

use super::asking::Asking;
use super::{books_looked_for, card, counts, hand};
use crate::cards::Rank;
use crate::hand::Counts;
use std::marker::PhantomData;
use takeback_core::{Player, Players};
use takeback_kit::{Board, Id, Variable};

/// Behind the rules' own variables.
const FIRST: u8 = 3;
/// Words for a number of cards drawn for each rank.
const RANKS: u8 = 2;

/// The facts of a table where players ask so.
pub(super) struct Facts<A>(PhantomData<A>);

/// A word with a number for each of eight things.
fn byte(board: &Board, first: u8, n: u8) -> u8 {
    board.variable(Variable(first + n / 8)).to_le_bytes()[usize::from(n % 8)]
}

fn put_byte(board: &mut Board, first: u8, n: u8, value: u8) {
    let at = Variable(first + n / 8);
    let mut bytes = board.variable(at).to_le_bytes();
    if bytes[usize::from(n % 8)] != value {
        bytes[usize::from(n % 8)] = value;
        board.set_variable(at, u64::from_le_bytes(bytes));
    }
}

/// The number of a card drawn, from its note; 0 for one that came another way.
fn number(note: u32) -> u8 {
    note as u8
}

impl<A: Asking> Facts<A> {
    /// For each of six seats: ranks known, cards up to which one of a rank is held, cards
    /// up to which something is not.
    pub(super) const VARIABLES: usize = 6 * Self::SEAT as usize;
    const SEAT: u8 = 1 + RANKS + A::NUMBERS.div_ceil(8);

    /// At least so many of each rank.
    fn least(player: Player) -> Variable {
        Variable(FIRST + Self::SEAT * player.0)
    }

    /// One of a rank is among the cards drawn up to this, not counting what came in
    /// the open.
    fn some(player: Player) -> u8 {
        FIRST + Self::SEAT * player.0 + 1
    }

    /// Nothing of a number is among the cards drawn up to this, but for what is known.
    fn none(player: Player) -> u8 {
        FIRST + Self::SEAT * player.0 + 1 + RANKS
    }

    /// At least so many of each rank, as all know.
    pub(super) fn known(board: &Board, player: Player) -> Counts {
        Counts(board.variable(Self::least(player)))
    }

    fn set_known(board: &mut Board, player: Player, rank: Rank, count: u8) {
        let mut known = Self::known(board, player);
        known.take(rank, known.of(rank));
        known.add(rank, count.min(7));
        board.set_variable(Self::least(player), known.0);
    }

    /// A seat took a card from the pond, the last of so many.
    pub(super) fn drew(board: &mut Board, id: Id, drawn: u8) {
        board.set_note(id, drawn.into());
    }

    /// The card was fished and not shown: it is not what was asked for.
    pub(super) fn hid(board: &mut Board, id: Id, asked: u8) {
        let note = board.note(id);
        board.set_note(id, note & 0xff | (u32::from(asked) + 1) << 8);
    }

    /// A seat asked for a rank when so many cards were drawn: it holds one.
    pub(super) fn holds(board: &mut Board, player: Player, rank: Rank, drawn: u8) {
        if Self::known(board, player).of(rank) == 0 {
            Self::set_known(board, player, rank, 1);
            put_byte(board, Self::some(player), rank, drawn);
        }
    }

    /// A seat has nothing of this number among so many cards drawn.
    pub(super) fn has_none(board: &mut Board, player: Player, number: u8, drawn: u8) {
        put_byte(board, Self::none(player), number, drawn);
    }

    /// Cards of a rank came in the open.
    pub(super) fn got(board: &mut Board, player: Player, (rank, count): (Rank, u8)) {
        let known = Self::known(board, player).of(rank);
        Self::set_known(board, player, rank, known + count);
    }

    /// A card is about to go in the open.
    pub(super) fn loses(board: &mut Board, player: Player, id: Id) {
        let (rank, number) = (card(board, id).rank(), number(board.note(id)));
        let some = byte(board, Self::some(player), rank);
        let open = board.knowers(id) == Players::all(board.shape().players);
        // It may be the one that was asked with; then no other need be there.
        let asked_with = !open && (1..=some).contains(&number);
        if asked_with {
            put_byte(board, Self::some(player), rank, 0);
        }
        if open || asked_with {
            let known = Self::known(board, player).of(rank);
            Self::set_known(board, player, rank, known.saturating_sub(1));
        }
    }

    /// Ranks and cards of a hand that cannot be as they are dealt.
    pub(super) fn misfits(board: &Board, player: Player, book: u8) -> u32 {
        let (some, none) = (Self::some(player), Self::none(player));
        let (mut wrong, mut held) = (0, 0u32);
        for id in board.children(hand(player)) {
            let (face, note) = (card(board, id), board.note(id));
            let drawn = number(note);
            if drawn == 0 {
                continue;
            }
            let asked = A::number_of(face);
            let denied = byte(board, none, asked) >= drawn;
            wrong += u32::from(denied || note >> 8 == u32::from(asked) + 1);
            held |= u32::from(byte(board, some, face.rank()) >= drawn) << face.rank();
        }
        let wanted = (0..13).filter(|&rank| byte(board, some, rank) > 0 && held >> rank & 1 == 0);
        wrong += wanted.count() as u32;
        if books_looked_for(board).contains(player) {
            wrong += counts(board, player).at_least(book).count_ones();
        }
        wrong
    }

    /// Whether the words are such as these functions write.
    pub(super) fn are_sound(board: &Board) -> bool {
        Player::all(board.shape().players).all(|player| {
            let known = Self::known(board, player).0 & !0x7_7777_7777_7777 == 0;
            let numbers = Self::some(player)..Self::some(player) + Self::SEAT - 1;
            let small = |at| board.variable(Variable(at)).to_le_bytes().iter().all(|&n| n <= 52);
            known && numbers.into_iter().all(small)
        })
    }
}
