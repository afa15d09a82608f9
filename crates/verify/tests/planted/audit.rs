//! The eight classes of wrong undo found when the best-known library of the
//! field was audited. One little game carries them all, one at a time: players
//! take tiles, a die decides how many may be taken, points are counted.

use crate::{caught, sound};
use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};
use takeback_verify::Laws;

const NONE: u8 = 0;
const EMPTY_UNDO: u8 = 1;
const SIDE: u8 = 2;
const BOARD: u8 = 3;
const AROUND_CHANCE: u8 = 4;
const RETURNS: u8 = 5;
const COUNTER: u8 = 6;
const OBSERVATION: u8 = 7;
const LATER_CALL: u8 = 8;
const FORCED: u8 = 9;

#[derive(Clone, Debug)]
struct Tiles<const FAULT: u8> {
    tiles: [bool; 4],
    next: Player,
    die: Option<u8>,
    points: [i32; 2],
    moves_made: u32,
    shown: Option<u8>,
    order: Vec<u8>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
enum Step {
    Die(u8),
    Take(u8),
}

/// Equality as a hurried author writes it: board, side and counter.
impl<const FAULT: u8> PartialEq for Tiles<FAULT> {
    fn eq(&self, other: &Self) -> bool {
        (self.tiles, self.next, self.moves_made) == (other.tiles, other.next, other.moves_made)
    }
}

struct Undo {
    die: Option<u8>,
    shown: Option<u8>,
}

impl<const FAULT: u8> Tiles<FAULT> {
    fn new() -> Self {
        Tiles {
            tiles: [true; 4],
            next: Player::FIRST,
            die: None,
            points: [0; 2],
            moves_made: 0,
            shown: None,
            order: Vec::new(),
        }
    }
}

impl<const FAULT: u8> Game for Tiles<FAULT> {
    type Move = Step;
    type Undo = Undo;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.die {
            _ if self.tiles == [false; 4] => Turn::Over,
            None => Turn::Chance,
            Some(_) => Turn::Player(self.next),
        }
    }

    fn moves(&self, out: &mut Moves<Step>) {
        match self.turn() {
            Turn::Chance => out.extend([Step::Die(1), Step::Die(2)]),
            Turn::Over => {}
            _ => {
                // An even die reverses the order in which tiles are offered.
                let tiles = (0..4u8).filter(|&t| self.tiles[t as usize]).map(Step::Take);
                if self.die == Some(2) {
                    out.extend(tiles.rev());
                } else {
                    out.extend(tiles);
                }
            }
        }
    }

    fn make(&mut self, step: Step) -> Undo {
        let undo = Undo { die: self.die, shown: self.shown };
        self.moves_made += 1;
        match step {
            Step::Die(face) => self.die = Some(face),
            Step::Take(tile) => {
                assert!(self.order.len() < 4, "more tiles taken than there are");
                self.order.push(tile);
                self.tiles[tile as usize] = false;
                self.points[self.next.index()] += i32::from(tile);
                self.shown = Some(tile);
                self.next = self.next.other();
                self.die = None;
            }
        }
        undo
    }

    fn unmake(&mut self, step: Step, undo: Undo) {
        if FAULT == EMPTY_UNDO {
            return;
        }
        if FAULT != COUNTER {
            self.moves_made -= 1;
        }
        if let Step::Take(tile) = step {
            if FAULT != SIDE {
                self.next = self.next.other();
            }
            if FAULT != BOARD {
                self.tiles[tile as usize] = true;
            }
            if FAULT != RETURNS {
                self.points[self.next.index()] -= i32::from(tile);
            }
            if FAULT != OBSERVATION {
                self.shown = undo.shown;
            }
            if FAULT != LATER_CALL {
                self.order.pop();
            }
        }
        // Class 4: the die comes back wrong, and only from a two.
        self.die = if FAULT == AROUND_CHANCE && undo.die == Some(2) { Some(1) } else { undo.die };
    }

    /// The last tile must be taken; the fault says so of the last two.
    fn forced(&self) -> Option<Step> {
        let most = if FAULT == FORCED { 2 } else { 1 };
        let left: Vec<u8> = (0..4).filter(|&tile| self.tiles[tile as usize]).collect();
        let bound = self.die.is_some() && (1..=most).contains(&left.len());
        bound.then(|| Step::Take(left[0]))
    }

    fn payoff(&self, player: Player) -> Payoff {
        let lead = self.points[player.index()] - self.points[player.other().index()];
        Payoff(100 * lead)
    }
}

/// Nothing is hidden: both see the die and which tile was taken last.
impl<const FAULT: u8> Hidden for Tiles<FAULT> {
    type Observation = (Option<u8>, [bool; 4], Option<u8>);
    type Redeal = ();

    fn observation(&self, _: Player) -> Self::Observation {
        (self.shown, self.tiles, self.die)
    }
    fn infoset(&self, _: Player) -> Key {
        Key::nth(
            self.tiles.iter().fold(self.shown.map_or(9, u64::from), |k, &t| k * 2 + u64::from(t)),
        )
    }
    fn label(&self, _: Player, m: Step) -> u64 {
        match m {
            Step::Die(face) => u64::from(face),
            Step::Take(tile) => 8 + u64::from(tile),
        }
    }
    fn redeal(&mut self, _: Player, _: &mut SplitMix) {}
    fn undo_redeal(&mut self, (): ()) {}
}

fn laws<const FAULT: u8>() -> Laws<Tiles<FAULT>> {
    Laws::new("tiles", Tiles::new()).hidden()
}

#[test]
fn the_game_without_a_fault_passes() {
    sound(laws::<NONE>());
}

#[test]
fn an_empty_undo_is_caught() {
    caught(laws::<EMPTY_UNDO>(), "position", "Die(1)");
}

#[test]
fn a_side_to_move_not_restored_is_caught() {
    caught(laws::<SIDE>(), "position", "Die(1) Take(0)");
}

#[test]
fn a_board_not_restored_is_caught() {
    caught(laws::<BOARD>(), "position", "Die(1) Take(0)");
}

#[test]
fn a_difference_only_around_chance_is_caught() {
    caught(laws::<AROUND_CHANCE>(), "move list", "Die(2) Take(3)");
}

#[test]
fn returns_that_keep_the_undone_move_are_caught() {
    let line = "Die(1) Take(0) Die(1) Take(1) Die(1) Take(2) Die(1) Take(3)";
    caught(laws::<RETURNS>(), "payoffs", line);
}

#[test]
fn a_move_counter_not_restored_is_caught() {
    caught(laws::<COUNTER>(), "position", "Die(1)");
}

#[test]
fn an_observation_not_restored_is_caught() {
    caught(laws::<OBSERVATION>(), "observations", "Die(1) Take(0)");
}

#[test]
fn a_later_call_that_panics_is_caught() {
    let failure = laws::<LATER_CALL>().plies(30_000).run().failure.expect("caught");
    assert_eq!(failure.law, "no panic", "{failure}");
    assert!(failure.detail.contains("more tiles taken"), "{failure}");
    assert_eq!(failure.line.join(" "), "Die(1) Take(0)", "{failure}");
}

#[test]
fn a_choice_said_to_be_forced_is_caught() {
    let line = "Die(1) Take(0) Die(1) Take(1) Die(1)";
    caught(laws::<FORCED>(), "list", line);
}
