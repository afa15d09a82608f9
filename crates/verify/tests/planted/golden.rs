//! Faults that golden games find: rules that have become others.
//!
//! Poker in miniature: two cards are dealt by chance, each player in turn says
//! low or high, the better card wins. The sound game is recorded, the faulty
//! one is held against that text.

use std::fmt::{self, Write};
use takeback_core::{
    Game, Hidden, Key, Keyed, Moves, Notation, Payoff, Player, Portable, SplitMix, Turn,
};
use takeback_verify::{Golden, Laws, Mismatch};

const NONE: u8 = 0;
const LISTED_TWICE: u8 = 1;
const WRONG_KEY: u8 = 2;
const LEAK: u8 = 3;
const WEIGHTS: u8 = 4;
const PAYOFF: u8 = 5;
const FORBIDDEN: u8 = 6;
const PANIC: u8 = 7;
const LATE: u8 = 8;

/// Cards dealt and words said, in order.
#[derive(Clone, Debug, PartialEq)]
struct Cards<const FAULT: u8> {
    steps: Vec<u8>,
}

/// So many words are said.
const WORDS: usize = 12;

impl<const FAULT: u8> Game for Cards<FAULT> {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match self.steps.len() {
            0 | 1 => Turn::Chance,
            said if said < 2 + WORDS => Turn::Player(Player((said % 2) as u8)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        match self.turn() {
            Turn::Chance => out.extend((0..4).filter(|card| !self.steps.contains(card))),
            Turn::Over => {}
            _ => out.extend([10, 11]),
        }
        if FAULT == LISTED_TWICE && self.steps.len() == 3 {
            out.push(10);
        }
        if FAULT == FORBIDDEN && self.steps.len() == 3 {
            out.clear();
            out.push(10);
        }
    }
    fn make(&mut self, step: u8) {
        assert!(FAULT != PANIC || self.steps.len() != 3, "the table collapses");
        self.steps.push(step);
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.steps.pop();
    }
    fn weight(&self, card: u8) -> u32 {
        1 + u32::from(FAULT == WEIGHTS && card == 3)
    }
    fn payoff(&self, player: Player) -> Payoff {
        let better = self.steps[player.index()] > self.steps[player.other().index()];
        if better == (FAULT != PAYOFF) { Payoff::WIN } else { Payoff::LOSS }
    }
}

fn sum<'a>(steps: impl Iterator<Item = &'a u8>) -> Key {
    Key(steps.fold(1u64, |sum, &step| sum.wrapping_mul(31) + u64::from(step)))
}

impl<const FAULT: u8> Keyed for Cards<FAULT> {
    fn key(&self) -> Key {
        self.key_from_scratch()
    }
    fn key_from_scratch(&self) -> Key {
        let Key(sum) = sum(self.steps.iter());
        let late = FAULT == LATE && self.steps.len() == 9;
        Key(sum + u64::from(late || FAULT == WRONG_KEY && self.steps.len() == 4))
    }
}

impl<const FAULT: u8> Notation for Cards<FAULT> {
    type MoveError = std::num::ParseIntError;

    fn write_move(&self, m: u8, out: &mut dyn Write) -> fmt::Result {
        match m {
            10 => out.write_str("low"),
            11 => out.write_str("high"),
            card => write!(out, "card {card}"),
        }
    }
    fn read_move(&self, text: &str) -> Result<u8, Self::MoveError> {
        match text {
            "low" => Ok(10),
            "high" => Ok(11),
            card => card.trim_start_matches("card ").parse(),
        }
    }
}

impl<const FAULT: u8> Portable for Cards<FAULT> {
    type PositionError = std::num::ParseIntError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.steps.iter().try_for_each(|step| write!(out, "{step};"))
    }
    fn read_position(text: &str) -> Result<Self, Self::PositionError> {
        let steps: Result<_, _> = text.split_terminator(';').map(str::parse).collect();
        Ok(Cards { steps: steps? })
    }
}

impl<const FAULT: u8> Cards<FAULT> {
    /// The cards a player may know of.
    fn known(&self, player: Player) -> Vec<Option<u8>> {
        let open = |seat| seat == player.index() || FAULT == LEAK && self.steps.len() == 5;
        let dealt = self.steps.iter().take(2).enumerate();
        dealt.map(|(seat, &card)| open(seat).then_some(card)).collect()
    }
}

impl<const FAULT: u8> Hidden for Cards<FAULT> {
    type Observation = (Vec<Option<u8>>, Vec<u8>);
    type Redeal = Vec<u8>;

    fn observation(&self, player: Player) -> Self::Observation {
        (self.known(player), self.steps.iter().skip(2).copied().collect())
    }
    fn infoset(&self, player: Player) -> Key {
        sum(self
            .steps
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != player.other().index())
            .map(|s| s.1))
    }
    fn label(&self, _: Player, m: u8) -> u64 {
        u64::from(m)
    }
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Vec<u8> {
        let before = self.steps.clone();
        let own = self.steps.get(viewer.index()).copied();
        let rest: Vec<u8> = (0..4).filter(|&card| Some(card) != own).collect();
        if let Some(card) = self.steps.get_mut(viewer.other().index()) {
            *card = rest[rng.below(rest.len())];
        }
        before
    }
    fn undo_redeal(&mut self, before: Vec<u8>) {
        self.steps = before;
    }
}

fn laws<const FAULT: u8>() -> Laws<Cards<FAULT>> {
    Laws::new("cards", Cards { steps: Vec::new() }).keyed().notation().portable().hidden()
}

fn golden() -> Golden {
    Golden::new("cards", "four").seed(5).full(7)
}

/// What the text of the sound game shows in the faulty one.
fn found<const FAULT: u8>() -> Box<Mismatch> {
    let text = golden().record(&laws::<NONE>());
    let mismatch = golden().compare(&laws::<FAULT>(), &text).expect_err("the fault is found");
    let stands = text.lines().nth(mismatch.line - 1).unwrap_or_default();
    assert_eq!(stands, mismatch.recorded, "the number is that of the line");
    mismatch
}

#[test]
fn the_sound_game_agrees_with_its_own_text() {
    let text = golden().record(&laws::<NONE>());
    let replayed = golden().compare(&laws::<NONE>(), &text).expect("nothing has changed");
    assert_eq!((replayed.games, replayed.plies), (2, 28));
    assert_eq!(text, golden().record(&laws::<NONE>()));
    assert_eq!(Golden::of_text(&text), Some(golden()));
    assert_eq!(Golden::of_text("something else"), None);
    assert_ne!(text, golden().seed(6).record(&laws::<NONE>()));
}

/// The format is kept in files: it must not change without a new version.
#[test]
fn the_format_is_as_ever() {
    let text = golden().games(1).plies(3).moves(3).text(14).full(2).record(&laws::<NONE>());
    assert_eq!(text, include_str!("golden.txt"));
}

#[test]
fn a_move_listed_twice_is_found() {
    let mismatch = found::<LISTED_TWICE>();
    assert_eq!(mismatch.recorded, "moves 2: low high");
    assert_eq!(mismatch.now, "moves 3: low high low");
    assert_eq!(mismatch.place, "game 1, start 1, ply 3");
    let text = mismatch.to_string();
    assert!(text.starts_with("cards:four: line "), "{text}");
}

#[test]
fn a_wrong_key_is_found() {
    let mismatch = found::<WRONG_KEY>();
    assert!(mismatch.recorded.starts_with("key: ") && mismatch.now.starts_with("key: "));
    assert_eq!(mismatch.place, "game 1, start 1, ply 4");
}

#[test]
fn a_leaked_card_is_found() {
    let mismatch = found::<LEAK>();
    assert!(mismatch.recorded.starts_with("seat 1 sees "), "{mismatch}");
    assert!(mismatch.recorded.contains("None") && !mismatch.now.contains("None"), "{mismatch}");
}

#[test]
fn other_odds_are_found() {
    assert_eq!(found::<WEIGHTS>().now, "weights 4: 1 1 1 2");
}

#[test]
fn other_payoffs_are_found() {
    assert!(found::<PAYOFF>().recorded.starts_with("payoffs: "));
}

#[test]
fn a_move_no_longer_legal_is_found() {
    let mismatch = found::<FORBIDDEN>();
    assert_eq!((&*mismatch.recorded, &*mismatch.now), ("moves 2: low high", "moves 1: low"));
}

#[test]
fn a_panic_is_found() {
    assert_eq!(found::<PANIC>().now, "panic: the table collapses");
}

#[test]
fn a_fault_among_the_digests_is_found_and_shown_in_full() {
    let mismatch = found::<LATE>();
    assert!(mismatch.recorded.starts_with("@9 player 2 #"), "{mismatch}");
    assert!(mismatch.detail.contains("key: "), "{mismatch}");
}

#[test]
fn a_text_that_was_cut_or_goes_on_is_told() {
    let text = golden().record(&laws::<NONE>());
    let half: String = text.lines().take(40).flat_map(|line| [line, "\n"]).collect();
    let mismatch = golden().compare(&laws::<NONE>(), &half).expect_err("half is missing");
    assert_eq!((mismatch.line, &*mismatch.recorded), (41, "(end of the text)"));
    let more = format!("{text}more\n");
    let mismatch = golden().compare(&laws::<NONE>(), &more).expect_err("too much");
    assert_eq!((&*mismatch.recorded, &*mismatch.now), ("more", "(end of the text)"));
    let other = text.replace("golden 1", "golden 2");
    assert_eq!(golden().compare(&laws::<NONE>(), &other).expect_err("version").line, 1);
    let other = Golden::new("cards", "five").compare(&laws::<NONE>(), &text);
    assert_eq!(other.expect_err("variant").line, 3);
    assert_eq!(golden().compare(&laws::<NONE>(), "").expect_err("nothing").line, 1);
}
