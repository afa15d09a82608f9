//! Ways in which what is hidden comes out, one at a time.
//!
//! Two cards of four are dealt by chance, one to each player, who then say in
//! turn whether theirs is a high one. In a second game two players bid together.

use super::{caught, sound};
use takeback_core::{
    Game, Hidden, Key, Moves, Payoff, Player, Players, Simultaneous, SplitMix, Turn,
};
use takeback_verify::Laws;

const NONE: u8 = 0;
const VIEW: u8 = 1;
const KEY: u8 = 2;
const OWN_MOVES: u8 = 3;
const OWN_LABELS: u8 = 4;
const NOT_TAKEN_BACK: u8 = 5;
const NO_REDEAL: u8 = 6;
const TELLTALE: u8 = 7;
const BLURRED: u8 = 8;

#[derive(Clone, Debug, PartialEq)]
struct Claims<const FAULT: u8> {
    cards: [Option<u8>; 2],
    said: Vec<bool>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
enum Step {
    Deal(u8),
    Say(bool),
}

impl<const FAULT: u8> Claims<FAULT> {
    fn dealt(&self) -> usize {
        self.cards.iter().flatten().count()
    }
}

impl<const FAULT: u8> Game for Claims<FAULT> {
    type Move = Step;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.dealt(), self.said.len()) {
            (0 | 1, _) => Turn::Chance,
            (_, 2) => Turn::Over,
            (_, said) => Turn::Player(Player(said as u8)),
        }
    }
    fn moves(&self, out: &mut Moves<Step>) {
        match self.turn() {
            Turn::Chance => {
                out.extend((0..4).filter(|&c| self.cards[0] != Some(c)).map(Step::Deal));
            }
            Turn::Player(player) => {
                out.push(Step::Say(false));
                if FAULT != OWN_MOVES || self.cards[player.other().index()] != Some(3) {
                    out.push(Step::Say(true));
                }
            }
            _ => {}
        }
    }
    fn make(&mut self, step: Step) {
        match step {
            Step::Deal(card) => self.cards[self.dealt()] = Some(card),
            Step::Say(high) => self.said.push(high),
        }
    }
    fn unmake(&mut self, step: Step, (): ()) {
        match step {
            Step::Deal(_) => self.cards[self.dealt() - 1] = None,
            Step::Say(_) => drop(self.said.pop()),
        }
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

impl<const FAULT: u8> Hidden for Claims<FAULT> {
    type Observation = (Option<u8>, Option<u8>, Vec<bool>);
    type Redeal = [Option<u8>; 2];

    fn observation(&self, player: Player) -> Self::Observation {
        let other = self.cards[player.other().index()];
        let shown = other.map(|card| if FAULT == VIEW { card } else { 9 });
        (self.cards[player.index()], shown, self.said.clone())
    }
    fn infoset(&self, player: Player) -> Key {
        let (own, other) = (self.cards[player.index()], self.cards[player.other().index()]);
        let card = |card: Option<u8>| card.map_or(0, |card| u64::from(card) + 1);
        let other = if FAULT == KEY { card(other) } else { u64::from(other.is_some()) };
        let said = self.said.iter().fold(1, |sum, &high| 2 * sum + u64::from(high));
        Key(said * 64 + card(own) * 8 + other)
    }
    fn label(&self, viewer: Player, step: Step) -> u64 {
        let own_deal = self.dealt() == viewer.index();
        match step {
            Step::Deal(card) if own_deal && FAULT != BLURRED => u64::from(card),
            Step::Deal(card) if FAULT == TELLTALE => u64::from(card),
            Step::Deal(_) => 9,
            Step::Say(high) if FAULT == OWN_LABELS => {
                let other = self.cards[viewer.other().index()];
                10 + u64::from(high) + 2 * other.map_or(0, u64::from)
            }
            Step::Say(high) => 10 + u64::from(high),
        }
    }
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> [Option<u8>; 2] {
        let before = self.cards;
        let own = self.cards[viewer.index()];
        let rest: Vec<u8> = (0..4).filter(|&card| Some(card) != own).collect();
        if let Some(card) = &mut self.cards[viewer.other().index()]
            && FAULT != NO_REDEAL
        {
            *card = rest[rng.below(rest.len())];
        }
        before
    }
    fn undo_redeal(&mut self, before: [Option<u8>; 2]) {
        if FAULT != NOT_TAKEN_BACK {
            self.cards = before;
        }
    }
}

/// From before the deal: chance is seen by one player and not by the other.
fn laws<const FAULT: u8>() -> Laws<Claims<FAULT>> {
    Laws::new("claims", Claims { cards: [None; 2], said: Vec::new() }).hidden()
}

/// From a deal already made: redeals alone can tell.
fn dealt<const FAULT: u8>() -> Laws<Claims<FAULT>> {
    Laws::new("claims", Claims { cards: [Some(1), Some(3)], said: Vec::new() }).hidden()
}

/// The fault is found at the start and its report says this.
fn told<const FAULT: u8>(laws: Laws<Claims<FAULT>>, law: &str, says: &str) {
    let failure = laws.plies(30_000).run().failure.expect("caught");
    assert_eq!((&*failure.law, &*failure.line.join(" ")), (law, ""), "{failure}");
    assert!(failure.detail.contains(says), "{failure}");
}

const REDEALS: &str = "redeals keep what the viewer knows";
const LABELS: &str = "labels tell what is seen";

#[test]
fn a_game_that_keeps_its_secrets_passes() {
    sound(laws::<NONE>());
    sound(dealt::<NONE>());
}

#[test]
fn a_card_shown_to_the_other_seat_is_caught() {
    told(dealt::<VIEW>(), REDEALS, "player 1 saw (Some(1), Some(3), []), after a redeal");
    told(laws::<VIEW>(), LABELS, "Deal(0) and Deal(1) have one label for player 2, who then sees");
}

#[test]
fn a_key_that_knows_the_other_card_is_caught() {
    told(dealt::<KEY>(), REDEALS, "player 1 sees the same but the infoset key differs");
    told(laws::<KEY>(), LABELS, "sees Deal(0) and Deal(1) alike but the infoset keys differ");
}

#[test]
fn own_moves_that_hang_on_the_other_card_are_caught() {
    told(dealt::<OWN_MOVES>(), REDEALS, "player 1's own moves depend on what is hidden");
    caught(laws::<OWN_MOVES>(), REDEALS, "Deal(0) Deal(3)");
}

#[test]
fn own_labels_that_hang_on_the_other_card_are_caught() {
    let says = "the labels of player 1's own moves depend on what is hidden";
    told(dealt::<OWN_LABELS>(), REDEALS, says);
}

#[test]
fn a_redeal_not_taken_back_is_caught() {
    told(dealt::<NOT_TAKEN_BACK>(), REDEALS, "after a redeal: Claims.cards");
}

#[test]
fn a_redeal_that_leaves_the_truth_lying_is_caught() {
    told(laws::<NO_REDEAL>(), LABELS, "redeals differ after them: Claims.cards");
}

#[test]
fn a_label_that_tells_the_other_card_is_caught() {
    told(laws::<TELLTALE>(), LABELS, "player 2 cannot tell Deal(0) from Deal(1)");
}

#[test]
fn a_label_that_hides_the_own_card_is_caught() {
    let says = "Deal(0) and Deal(1) have one label for player 1, who then sees";
    told(laws::<BLURRED>(), LABELS, says);
}

/// Two bids, made together; the fault shows the first to the second bidder.
#[derive(Clone, Debug, PartialEq)]
struct Bids<const SHOWN: bool>(Vec<u8>);

impl<const SHOWN: bool> Game for Bids<SHOWN> {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match self.0.len() {
            0 => Turn::Together(Players::all(2)),
            1 => Turn::Together(Players::only(Player::SECOND)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.0.len() < 2 {
            out.extend(0..3);
        }
    }
    fn make(&mut self, bid: u8) {
        self.0.push(bid);
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.0.pop();
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

impl<const SHOWN: bool> Simultaneous for Bids<SHOWN> {
    fn choices(&self, _: Player, out: &mut Moves<u8>) {
        self.moves(out);
    }
}

impl<const SHOWN: bool> Hidden for Bids<SHOWN> {
    type Observation = Vec<u8>;
    type Redeal = Option<u8>;

    fn observation(&self, player: Player) -> Vec<u8> {
        let open = self.0.len() == 2 || SHOWN || player == Player::FIRST;
        if open { self.0.clone() } else { vec![9; self.0.len()] }
    }
    fn infoset(&self, player: Player) -> Key {
        Key(self.observation(player).iter().fold(1, |sum, &bid| 16 * sum + u64::from(bid)))
    }
    fn label(&self, viewer: Player, bid: u8) -> u64 {
        let open = self.0.len() == 1 || SHOWN || viewer == Player::FIRST;
        if open { u64::from(bid) } else { 9 }
    }
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Option<u8> {
        let before = self.0.first().copied();
        if self.0.len() == 1 && viewer == Player::SECOND && !SHOWN {
            self.0[0] = rng.below(3) as u8;
        }
        before
    }
    fn undo_redeal(&mut self, before: Option<u8>) {
        if let Some(bid) = before {
            self.0[0] = bid;
        }
    }
}

#[test]
fn a_bid_shown_before_the_round_ends_is_caught() {
    const LAW: &str = "nobody sees a commitment";
    caught(Laws::new("bids", Bids::<true>(Vec::new())).simultaneous().hidden(), LAW, "");
    caught(Laws::new("bids", Bids::<true>(Vec::new())).hidden().simultaneous(), LAW, "");
    sound(Laws::new("bids", Bids::<false>(Vec::new())).simultaneous().hidden());
}
