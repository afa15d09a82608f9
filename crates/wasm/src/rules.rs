//! A game whose rules are JavaScript functions.
//!
//! Positions live on the JavaScript side and are numbers here; moves are numbers
//! that stand for the author's own. Everything else is a game like any other, so
//! every search and the verifier run on it unchanged. A rule that throws is noted
//! over there; until the search has seen that it must stop, the game answers
//! that it is over, which ends every line.

use std::cell::RefCell;
use std::fmt::{self, Debug, Write};
use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Playout, Portable,
    RandomMove, SplitMix, Turn, ZeroSum,
};
use takeback_host::engines::{
    Offer, alpha_beta, descent, judged, proofs, random_offer, table_of, whole,
};
use takeback_host::registry::Of;
use takeback_host::{GameEntry, Strategy, Variant};
use takeback_search::mcts;

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

impl Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position_text())
    }
}

/// One of the author's moves.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
struct Step(u32);

fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl Game for Ruled {
    type Move = Step;
    type Undo = ();

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

    fn moves(&self, out: &mut Moves<Step>) {
        let count = moves(self.0);
        mailed_words(count, |number| out.push(Step(number)));
    }

    fn make(&mut self, m: Step) {
        make(self.0, m.0);
    }

    fn unmake(&mut self, m: Step, (): ()) {
        unmake(self.0, m.0);
    }

    fn payoff(&self, player: Player) -> Payoff {
        let share = payoff(self.0, u32::from(player.0)).clamp(-1.0, 1.0);
        Payoff((share * f64::from(Payoff::WIN.0)).round() as i32)
    }

    fn weight(&self, outcome: Step) -> u32 {
        weight(self.0, outcome.0)
    }
}

impl Keyed for Ruled {
    fn key(&self) -> Key {
        key(self.0);
        mailed_key()
    }

    fn key_from_scratch(&self) -> Key {
        key_from_scratch(self.0);
        mailed_key()
    }
}

/// A promise made by the author (`zeroSum`), and kept to by [`engines`].
impl ZeroSum for Ruled {}

impl Indexed for Ruled {
    const INDICES: usize = 4096;

    fn index(&self, m: Step) -> usize {
        m.0 as usize % Self::INDICES
    }
}

impl RandomMove for Ruled {
    fn random_move(&self, rng: &mut SplitMix) -> Step {
        let (low, high) = halves(rng.next());
        Step(random_move(self.0, low, high))
    }
}

impl Playout for Ruled {
    type Scratch = ();

    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let (low, high) = halves(rng.next());
        let plies = playout(self.0, low, high);
        let mut seats = results.iter_mut();
        mailed_words(players(), |result| {
            if let Some(seat) = seats.next() {
                *seat = Payoff((result as i32).clamp(Payoff::LOSS.0, Payoff::WIN.0));
            }
        });
        plies
    }
}

/// A text that the author's rules do not know.
#[derive(Clone, Debug)]
struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules do not know {:?}", self.0)
    }
}

impl std::error::Error for Unknown {}

impl Notation for Ruled {
    type MoveError = Unknown;

    fn write_move(&self, m: Step, out: &mut dyn Write) -> fmt::Result {
        let length = move_text(self.0, m.0);
        out.write_str(&mailed_text(length))
    }

    fn read_move(&self, text: &str) -> Result<Step, Unknown> {
        let number = read_move(self.0, text.as_ptr(), text.len());
        u32::try_from(number).map(Step).map_err(|_| Unknown(text.to_owned()))
    }
}

impl Portable for Ruled {
    type PositionError = Unknown;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let length = position_text(self.0);
        out.write_str(&mailed_text(length))
    }

    fn read_position(text: &str) -> Result<Self, Unknown> {
        match read_position(text.as_ptr(), text.len()) {
            0 => Err(Unknown(text.to_owned())),
            position => Ok(Ruled(position)),
        }
    }
}

/// The author's judgement.
#[derive(Copy, Clone, Debug)]
struct Judgement;

impl Evaluator<Ruled> for Judgement {
    fn score(&mut self, game: &Ruled, player: Player) -> i32 {
        evaluate(game.0, u32::from(player.0))
    }
}

fn can(ability: u32) -> bool {
    abilities() & ability != 0
}

/// Playouts last to the end where nobody says `cut`.
const TO_THE_END: u32 = 20_000;

fn engines() -> Vec<Offer<Ruled>> {
    let judges = can(2);
    let mut all = vec![if judges {
        judged(Judgement, mcts::Options::default(), TO_THE_END)
    } else {
        whole()
    }];
    all.push(random_offer());
    if can(1) {
        all.push(alpha_beta(Judgement));
        all.push(descent(Judgement));
        all.extend(proofs());
    } else {
        all.extend(table_of(Judgement));
    }
    all
}

/// What the author's own laws say, by number.
fn holds(number: u32, game: &Ruled) -> Result<(), String> {
    match law(number, game.0) {
        0 => Ok(()),
        length => Err(mailed_text(length)),
    }
}

/// The game of the rules handed in.
pub(crate) fn entry() -> GameEntry {
    let variant =
        Of::new("rules", "rules written in JavaScript", Strategy::Token, || Ruled(start()))
            .with_engines(engines)
            .with_laws(&["keyed", "notation"], |laws| {
                let mut laws = laws.keyed().notation();
                if can(16) {
                    laws = laws.portable();
                }
                if can(1) {
                    laws = laws.zero_sum();
                }
                if can(8) {
                    laws = laws.dead_ends();
                }
                laws.law("a key stands for one position", |game| holds(0, game))
                    .law("what is seen decides what may be done", |game| holds(1, game))
                    .law("a redeal keeps what is seen", |game| holds(2, game))
                    .law("a list depends on the position alone", |game| holds(3, game))
            });
    let variants: Vec<Box<dyn Variant>> = vec![Box::new(variant)];
    GameEntry::new("rules", "Rules", "a game written in JavaScript", variants)
}
