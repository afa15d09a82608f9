//! A game whose rules are JavaScript functions.
//!
//! Positions live on the JavaScript side and are numbers here; moves are numbers
//! that stand for the author's own. A rule that throws is noted over there; until
//! the search has seen that it must stop, the game answers that it is over, which
//! ends every line.

use std::cell::RefCell;
use takeback_core::{Key, Payoff, Player, SplitMix, Turn};
use takeback_foreign::{Can, Foreign, entry as foreign};
use takeback_host::GameEntry;

#[link(wasm_import_module = "rules")]
unsafe extern "C" {
    safe fn start() -> u32;
    safe fn clone(position: u32) -> u32;
    safe fn drop(position: u32);
    safe fn players() -> u32;
    /// Bits: 1 zero-sum for two, 2 an evaluator, 4 keys, 8 dead ends
    /// allowed, 16 positions read back.
    safe fn abilities() -> u32;
    /// A seat, -1 over, -2 chance.
    safe fn turn(position: u32) -> i32;
    /// How many; the numbers lie in the mail.
    safe fn moves(position: u32) -> u32;
    safe fn random_move(position: u32, low: u32, high: u32) -> u32;
    safe fn make(position: u32, m: u32);
    safe fn unmake(position: u32, m: u32);
    /// From -1 to 1.
    safe fn payoff(position: u32, player: u32) -> f64;
    safe fn weight(position: u32, outcome: u32) -> u32;
    /// A whole random game: plies; the results lie in the mail, in thousandths.
    safe fn playout(position: u32, low: u32, high: u32) -> u32;
    safe fn evaluate(position: u32, player: u32) -> i32;
    /// The key lies in the mail.
    safe fn key(position: u32);
    safe fn key_from_scratch(position: u32);
    safe fn equal(one: u32, other: u32) -> u32;
    /// Lengths of texts in the mail.
    safe fn position_text(position: u32) -> u32;
    safe fn move_text(position: u32, m: u32) -> u32;
    /// A move whose text is the input: its number, or -1.
    safe fn read_move(position: u32, text: *const u8, length: usize) -> i32;
    safe fn read_position(text: *const u8, length: usize) -> u32;
    /// Length of what is wrong with the position by this law; 0 if nothing.
    safe fn law(law: u32, position: u32) -> u32;
}

thread_local! {
    static MAIL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for so many bytes that JavaScript hands over from within a rule.
#[unsafe(no_mangle)]
extern "C" fn mail(length: usize) -> *mut u8 {
    MAIL.with_borrow_mut(|mail| {
        mail.resize(length, 0);
        mail.as_mut_ptr()
    })
}

fn mailed_text(length: u32) -> String {
    MAIL.with_borrow(|mail| {
        let bytes = &mail[..(length as usize).min(mail.len())];
        String::from_utf8_lossy(bytes).into_owned()
    })
}

fn mailed_words(count: u32, mut each: impl FnMut(u32)) {
    MAIL.with_borrow(|mail| {
        for word in mail.chunks_exact(4).take(count as usize) {
            each(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        }
    });
}

fn mailed_key() -> Key {
    let mut words = [0; 2];
    let mut place = 0;
    mailed_words(2, |word| {
        words[place] = word;
        place += 1;
    });
    Key(u64::from(words[0]) | u64::from(words[1]) << 32)
}

/// A position over there.
struct Ruled(u32);

impl Clone for Ruled {
    fn clone(&self) -> Self {
        Ruled(clone(self.0))
    }
}

impl Drop for Ruled {
    fn drop(&mut self) {
        drop(self.0);
    }
}

impl PartialEq for Ruled {
    fn eq(&self, other: &Self) -> bool {
        equal(self.0, other.0) != 0
    }
}

fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl Foreign for Ruled {
    fn players(&self) -> usize {
        players() as usize
    }

    fn turn(&self) -> Turn {
        match turn(self.0) {
            -1 => Turn::Over,
            -2 => Turn::Chance,
            player => Turn::Player(Player(player as u8)),
        }
    }

    fn moves(&self, each: &mut dyn FnMut(u32)) {
        let count = moves(self.0);
        mailed_words(count, each);
    }

    fn make(&mut self, m: u32) {
        make(self.0, m);
    }

    fn unmake(&mut self, m: u32) {
        unmake(self.0, m);
    }

    fn payoff(&self, player: Player) -> f64 {
        payoff(self.0, u32::from(player.0))
    }

    fn weight(&self, outcome: u32) -> u32 {
        weight(self.0, outcome)
    }

    fn random_move(&self, rng: &mut SplitMix) -> u32 {
        let (low, high) = halves(rng.next());
        random_move(self.0, low, high)
    }

    fn playout(&self, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let (low, high) = halves(rng.next());
        let plies = playout(self.0, low, high);
        let mut seats = results.iter_mut();
        mailed_words(players(), |result| {
            if let Some(seat) = seats.next() {
                *seat = Payoff(result as i32);
            }
        });
        plies
    }

    fn evaluate(&self, player: Player) -> i32 {
        evaluate(self.0, u32::from(player.0))
    }

    fn key(&self) -> Key {
        key(self.0);
        mailed_key()
    }

    fn key_from_scratch(&self) -> Key {
        key_from_scratch(self.0);
        mailed_key()
    }

    fn position_text(&self) -> String {
        mailed_text(position_text(self.0))
    }

    fn move_text(&self, m: u32) -> String {
        mailed_text(move_text(self.0, m))
    }

    fn read_move(&self, text: &str) -> Option<u32> {
        u32::try_from(read_move(self.0, text.as_ptr(), text.len())).ok()
    }

    fn read_position(text: &str) -> Option<Self> {
        match read_position(text.as_ptr(), text.len()) {
            0 => None,
            position => Some(Ruled(position)),
        }
    }

    fn wrong(&self, law_number: usize) -> Option<String> {
        match law(law_number as u32, self.0) {
            0 => None,
            length => Some(mailed_text(length)),
        }
    }
}

fn can(ability: u32) -> bool {
    abilities() & ability != 0
}

/// The game of the rules handed in.
pub(crate) fn entry() -> GameEntry {
    let can = Can { zero_sum: can(1), judge: can(2), dead_ends: can(8), read: can(16) };
    foreign("a game written in JavaScript", can, || Ruled(start()))
}
