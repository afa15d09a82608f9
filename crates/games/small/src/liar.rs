//! Liar's Dice at its smallest: one hidden die each.

use crate::ReadError;
use crate::record::{Record, Recorded, game_by_record, moves_of_record, recorded};
use std::fmt::{self, Write};
use takeback_core::{Game, Notation, Payoff, Player, SplitMix, Turn, ZeroSum};

/// Two players roll one die of `SIDES` sides each and see only their own. In turn
/// they claim how many dice show a number, each claim higher than the last (more
/// dice, or as many of a higher number), until one calls the other a liar. The
/// number `WILD` counts as any: the highest if not said otherwise, none if it is 0.
/// Whoever was wrong loses.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct LiarsDice<const SIDES: usize, const WILD: usize = SIDES> {
    /// Two rolls, at most `2 * SIDES` claims, and the call.
    record: Record<LiarMove, 16>,
}

/// A roll, or what a player says.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum LiarMove {
    /// The die of the next player shows so much.
    Roll(u8),
    /// So many dice (1 or 2) show this number.
    Claim(u8, u8),
    /// That is not so.
    Liar,
}
use LiarMove::{Claim, Liar, Roll};

impl<const SIDES: usize, const WILD: usize> LiarsDice<SIDES, WILD> {
    const FITS: () = assert!(SIDES >= 2 && SIDES <= 6 && WILD <= SIDES, "two to six sides");

    pub(crate) fn die(&self, player: Player) -> Option<u8> {
        match self.record.get(player.index())? {
            Roll(points) => Some(points),
            _ => None,
        }
    }

    /// The last claim.
    pub(crate) fn claim(&self) -> Option<(u8, u8)> {
        self.record
            .iter()
            .rev()
            .find_map(|m| if let Claim(n, face) = m { Some((n, face)) } else { None })
    }

    /// Whether enough dice show what was claimed last.
    fn is_true(&self) -> bool {
        let Some((count, face)) = self.claim() else { return true };
        let shows = |die: u8| die == face || usize::from(die) == WILD;
        let dice = [Player::FIRST, Player::SECOND].map(|player| self.die(player));
        dice.into_iter().flatten().filter(|&die| shows(die)).count() >= usize::from(count)
    }

    fn deal_anew(&mut self, viewer: Player, rng: &mut SplitMix) {
        let other = viewer.other().index();
        if other < self.record.len() {
            self.record.replace(other, Roll(1 + rng.below(SIDES) as u8));
        }
    }
}

impl<const SIDES: usize, const WILD: usize> Game for LiarsDice<SIDES, WILD> {
    type Move = LiarMove;
    game_by_record!();

    fn turn(&self) -> Turn {
        let () = Self::FITS;
        match self.record.len() {
            0 | 1 => Turn::Chance,
            said if self.record.get(said - 1) == Some(Liar) => Turn::Over,
            said => Turn::Player(Player(said as u8 & 1)),
        }
    }

    /// The caller moved last.
    fn payoff(&self, player: Player) -> Payoff {
        let caller = Player((self.record.len() as u8 - 1) & 1);
        if (caller == player) == self.is_true() { Payoff::LOSS } else { Payoff::WIN }
    }
}

impl<const SIDES: usize, const WILD: usize> ZeroSum for LiarsDice<SIDES, WILD> {}

impl<const SIDES: usize, const WILD: usize> Recorded for LiarsDice<SIDES, WILD> {
    moves_of_record!(Liar);

    fn code(m: LiarMove) -> u8 {
        match m {
            Liar => 0,
            Roll(points) => points,
            Claim(count, face) => 6 * count + face,
        }
    }

    fn seen(&self, viewer: Player, at: usize) -> u8 {
        let hidden = at < 2 && at != viewer.index();
        if hidden { 19 } else { Self::code(self.played(at)) }
    }

    fn each(&self, tell: &mut dyn FnMut(LiarMove)) {
        match self.turn() {
            Turn::Chance => (1..=SIDES as u8).for_each(|points| tell(Roll(points))),
            Turn::Over => {}
            _ => {
                let last = self.claim();
                let faces = 1..=SIDES as u8;
                let claims = (1..=2).flat_map(|count| faces.clone().map(move |face| (count, face)));
                claims
                    .filter(|&claim| Some(claim) > last)
                    .for_each(|(n, face)| tell(Claim(n, face)));
                if last.is_some() {
                    tell(Liar);
                }
            }
        }
    }
}

recorded!([const SIDES: usize, const WILD: usize] LiarsDice<SIDES, WILD>, 19, "a game of Liar's Dice, such as `3,6,1x3,1x5,liar`");

/// A number rolled; claims as `1x5` (one five) and `2x3`; `liar`.
impl<const SIDES: usize, const WILD: usize> Notation for LiarsDice<SIDES, WILD> {
    type MoveError = ReadError;

    fn write_move(&self, m: LiarMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            Roll(points) => write!(out, "{points}"),
            Claim(count, face) => write!(out, "{count}x{face}"),
            Liar => out.write_str("liar"),
        }
    }

    fn read_move(&self, text: &str) -> Result<LiarMove, ReadError> {
        match text.as_bytes() {
            b"liar" => Ok(Liar),
            &[roll @ b'1'..=b'6'] => Ok(Roll(roll - b'0')),
            &[count @ b'1'..=b'2', b'x', face @ b'1'..=b'6'] => {
                Ok(Claim(count - b'0', face - b'0'))
            }
            _ => Err(ReadError::new(text, "a number from 1 to 6, a claim such as 2x5, or liar")),
        }
    }
}
