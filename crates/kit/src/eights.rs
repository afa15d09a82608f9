//! Crazy Eights on the kit, as somebody who writes rules for a living would: cards
//! moved by commands, zones that say who sees them, a flow of turns.
//!
//! Lay a card of the suit or rank of the last one, or an eight, which fits anywhere
//! and lets its player name the suit to follow; or draw. The first without cards
//! wins; after 200 turns, whoever holds fewest.

use crate::cards::{self, SUITS, rank, suit};
use crate::{
    Attribute, Board, Class, Flow, HiddenRules, Id, KitGame, Mulberry, NoMove, NotationRules,
    Place, PortableRules, Rules, ScenicRules, Shape, Sight, Step, Variable,
};
use std::fmt;
use takeback_core::{Moves, Player};

const STOCK: Id = Id(2);
const PILE: Id = Id(3);
const FACE: Attribute = Attribute(0);
const SUIT: Variable = Variable(0);
const TURNS: Variable = Variable(1);
const NAME: Step = Step(1);
const EIGHT: u8 = 7;
/// Moves below are cards; then the draw, and the suits an eight may name.
const DRAW: u8 = 52;
const MOVES: [&str; 5] = ["draw", SUITS[0], SUITS[1], SUITS[2], SUITS[3]];

/// Crazy Eights for 2 to 5 players, the deck shuffled by a seed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Eights(pub u8, pub u32);

fn hand(player: Player) -> Id {
    Id(4 + u32::from(player.0))
}

fn face(board: &Board, id: Id) -> u8 {
    board.value(id, FACE)
}

fn draw(board: &mut Board, player: Player) {
    if board.is_empty(STOCK) {
        while let Some(card) = board.first(PILE).filter(|&card| board.after(card).is_some()) {
            board.move_to(card, STOCK, Place::Last);
        }
        board.shuffle(STOCK);
    }
    if let Some(card) = board.first(STOCK) {
        board.move_to(card, hand(player), Place::Last);
    }
}

fn lay(board: &mut Board, card: Id) {
    let owner = board.parent(card).unwrap_or(PILE);
    board.move_to(card, PILE, Place::Last);
    // Who has laid the last card need not name a suit any more.
    let names = rank(face(board, card)) == EIGHT && !board.is_empty(owner);
    board.set_variable(SUIT, if names { 4 } else { suit(face(board, card)).into() });
}

fn end_turn(rules: &Eights, board: &mut Board) {
    board.set_variable(TURNS, board.variable(TURNS) + 1);
    let seats = Player::all(rules.0.into());
    let least = seats.clone().map(|player| board.count(hand(player))).min();
    if least == Some(0) || board.variable(TURNS) >= 200 {
        board.finish(seats.filter(|&p| Some(board.count(hand(p))) == least).collect());
    }
}

impl Rules for Eights {
    const HIDES: bool = true;
    const VARIABLES: usize = 2;
    type Move = u8;

    fn shape(&self) -> Shape {
        Shape { players: self.0.into(), attributes: 1, tracks: 0 }
    }

    fn flow() -> Flow<Self> {
        let eight = |_: &Self, board: &Board| board.variable(SUIT) == 4;
        Flow::forever(Flow::each_player(Flow::sequence([
            Flow::stage("lay or draw", Flow::Step(Step(0))),
            Flow::only_if(eight, Flow::stage("name a suit", Flow::Step(NAME))),
            Flow::Do(end_turn),
        ])))
    }

    fn set_up(&self, board: &mut Board) {
        board.zone(Class(1), None, Sight::CountOnly);
        board.zone(Class(1), None, Sight::Everybody);
        for player in Player::all(self.0.into()) {
            board.zone(Class(1), Some(player), Sight::Zone);
        }
        cards::lay_deck(board, STOCK, Class(2), FACE);
        board.reseed(Mulberry(self.1));
        board.shuffle(STOCK);
        for _ in 0..7 {
            Player::all(self.0.into()).for_each(|player| draw(board, player));
        }
        let first = board.children(STOCK).find(|&id| rank(face(board, id)) != EIGHT);
        lay(board, first.expect("the stock holds more than eights"));
    }

    fn moves(&self, board: &Board, step: Step, player: Player, out: &mut Moves<u8>) {
        if step == NAME {
            return out.extend(DRAW + 1..=DRAW + 4);
        }
        let last = board.last(PILE).map(|id| rank(face(board, id)));
        let follows = |card| u64::from(suit(card)) == board.variable(SUIT);
        let fits = |&card: &u8| rank(card) == EIGHT || Some(rank(card)) == last || follows(card);
        out.extend(board.children(hand(player)).map(|id| face(board, id)).filter(fits));
        out.push(DRAW);
    }

    fn play(&self, board: &mut Board, _: Step, player: Player, m: u8) {
        let held = board.children(hand(player)).find(|&id| face(board, id) == m);
        match held {
            Some(card) => lay(board, card),
            None if m == DRAW => draw(board, player),
            None => board.set_variable(SUIT, u64::from(m - DRAW - 1)),
        }
    }
}

impl HiddenRules for Eights {}

impl NotationRules for Eights {
    type MoveError = NoMove;

    fn write_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = m.checked_sub(DRAW).map(|n| MOVES[usize::from(n) % 5].to_owned());
        out.write_str(&name.unwrap_or_else(|| cards::name(m)))
    }

    fn read_move(&self, text: &str) -> Result<u8, NoMove> {
        let named = MOVES.iter().position(|name| *name == text).map(|n| DRAW + n as u8);
        cards::read(text).or(named).ok_or(NoMove::new(text, "a card (QH), draw, or a suit"))
    }
}

impl PortableRules for Eights {
    fn write_options(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{} {}", self.0, self.1)
    }

    fn read_options(text: &str) -> Option<Self> {
        let (players, seed) = text.split_once(' ')?;
        let rules = Eights(players.parse().ok()?, seed.parse().ok()?);
        (2..=5).contains(&rules.0).then_some(rules)
    }

    fn is_playable(&self, board: &Board) -> bool {
        board.has_pieces_of(KitGame::new(self.clone()).board(), 4 + u32::from(self.0))
    }
}

impl ScenicRules for Eights {
    fn title(&self, board: &Board, space: Id) -> String {
        match board.owner(space) {
            Some(player) => self.player_name(player),
            None if space == STOCK => "Stock".to_owned(),
            None => format!("Pile: follow {}", SUITS[board.variable(SUIT) as usize % 4]),
        }
    }

    fn face(&self, board: &Board, id: Id) -> String {
        cards::name(face(board, id))
    }
}
