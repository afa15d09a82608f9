//! Goofspiel on the kit: a round played together, a hidden deck, a track.
//!
//! Each seat holds cards 1 to n; prizes 1 to n lie shuffled face down. A prize is
//! turned up, all bid one card at once, the highest single bid takes it, equal
//! highest bids waste it. Most points win.

use crate::{
    Attribute, Board, Class, Flow, HiddenRules, Id, Message, Mulberry, NotationRules, Place,
    PortableRules, Rules, Shape, Sight, Step, TogetherRules,
};
use std::fmt;
use std::num::ParseIntError;
use takeback_core::{Moves, Player, Players};

const SPACE: Class = Class(1);
const CARD: Class = Class(2);
const VALUE: Attribute = Attribute(0);
const PRIZES: Id = Id(2);
const SHOWN: Id = Id(3);
const WON: u8 = 1;

/// Goofspiel with `cards` prizes for `players`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Goofspiel {
    /// Seats, 2 to 8.
    pub players: u8,
    /// Cards in a hand and prizes, 1 to 20.
    pub cards: u8,
    /// What the prizes are shuffled with.
    pub seed: u32,
}

impl Goofspiel {
    fn hand(player: Player) -> Id {
        Id(4 + u32::from(player.0))
    }

    fn everybody(&self) -> Players {
        Players::all(self.players.into())
    }

    /// Points won so far: the track holds `player << 8 | value`.
    #[must_use]
    pub fn points(board: &Board, player: Player) -> u64 {
        board.track(0).filter(|won| won >> 8 == u64::from(player.0)).map(|won| won & 255).sum()
    }

    fn turn_up(&self, board: &mut Board) {
        if let Some(prize) = board.first(PRIZES) {
            board.move_to(prize, SHOWN, Place::Last);
        }
    }

    fn score(&self, board: &mut Board) {
        let players = Player::all(self.players.into());
        let best = players.clone().map(|p| Self::points(board, p)).max();
        board.finish(players.filter(|&p| Some(Self::points(board, p)) == best).collect());
    }

    fn lay(board: &mut Board, space: Id, cards: u8) {
        for value in 1..=cards {
            let card = board.create(CARD, space);
            board.set(card, VALUE, value);
        }
    }
}

impl Rules for Goofspiel {
    const HIDES: bool = true;
    type Move = u8;

    fn shape(&self) -> Shape {
        Shape { players: self.players.into(), attributes: 1, tracks: 1 }
    }

    fn flow() -> Flow<Self> {
        Flow::sequence([
            Flow::repeat_while(
                |_, board| !board.is_empty(PRIZES),
                Flow::sequence([
                    Flow::Do(Goofspiel::turn_up),
                    Flow::Together(Step(0), |rules, _| rules.everybody()),
                ]),
            ),
            Flow::Do(Goofspiel::score),
        ])
    }

    fn set_up(&self, board: &mut Board) {
        board.create_many(SPACE, Id::TABLE, 2);
        board.set_visibility(PRIZES, Sight::CountOnly.into());
        for player in Player::all(self.players.into()) {
            let hand = board.create(SPACE, Id::TABLE);
            board.set_owner(hand, Some(player));
        }
        Self::lay(board, PRIZES, self.cards);
        for player in Player::all(self.players.into()) {
            Self::lay(board, Self::hand(player), self.cards);
        }
        board.reseed(Mulberry(self.seed));
        board.shuffle(PRIZES);
    }

    fn moves(&self, board: &Board, _: Step, player: Player, out: &mut Moves<u8>) {
        out.extend(board.children(Self::hand(player)).map(|card| board.value::<u8>(card, VALUE)));
    }

    fn play(&self, board: &mut Board, _: Step, player: Player, bid: u8) {
        let hand = Self::hand(player);
        let card = board.children(hand).find(|&card| board.value::<u8>(card, VALUE) == bid);
        if let Some(card) = card {
            board.remove(card);
        }
    }

    fn resolve(&self, board: &mut Board, step: Step, picks: &[Option<u8>]) {
        for (player, pick) in Player::all(picks.len()).zip(picks) {
            self.play(board, step, player, pick.unwrap_or(0));
        }
        let best = picks.iter().flatten().max();
        let mut highest = Player::all(picks.len()).filter(|p| picks[p.index()].as_ref() == best);
        let Some(prize) = board.first(SHOWN) else { return };
        let value: u8 = board.value(prize, VALUE);
        if let (Some(winner), None) = (highest.next(), highest.next()) {
            board.track_add(0, u64::from(winner.0) << 8 | u64::from(value));
            let values = [winner.0, value, 0, 0];
            board.message(Message { template: WON, audience: self.everybody(), values });
        }
        board.remove(prize);
    }
}

impl TogetherRules for Goofspiel {}

/// Only the order of the prizes is hidden: they lie in a zone that shows how many.
impl HiddenRules for Goofspiel {}

/// A bid is written as its number.
impl NotationRules for Goofspiel {
    type MoveError = ParseIntError;

    fn write_move(&self, bid: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{bid}")
    }

    fn read_move(&self, text: &str) -> Result<u8, ParseIntError> {
        text.parse()
    }
}

impl PortableRules for Goofspiel {
    fn write_options(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "goofspiel {} {} {}", self.players, self.cards, self.seed)
    }

    fn read_options(text: &str) -> Option<Self> {
        let mut words = text.strip_prefix("goofspiel ")?.split(' ');
        let mut next = || words.next()?.parse::<u32>().ok();
        let (players, cards) = (u8::try_from(next()?).ok()?, u8::try_from(next()?).ok()?);
        let rules = Goofspiel { players, cards, seed: next()? };
        ((2..=8).contains(&players) && (1..=20).contains(&cards)).then_some(rules)
    }

    fn is_playable(&self, board: &Board) -> bool {
        let spaces = 4 + usize::from(self.players);
        let cards = usize::from(self.cards) * (1 + usize::from(self.players));
        let value = |id| board.get::<u64>(Id(id), VALUE);
        board.elements() == spaces + cards
            && (spaces..spaces + cards).all(|id| value(id as u32).is_some_and(|v| v <= 20))
    }
}
