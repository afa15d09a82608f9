//! Games whose rules are written in another language.
//!
//! A binding implements [`Foreign`] for its positions, whose moves are numbers that
//! stand for the author's own; [`entry`] makes a game of it like any other, so that
//! every search and the verifier run on it unchanged. What the author can do beyond
//! the rules is known only when the rules are there, hence [`Can`], a value, where
//! other games have traits.
//!
//! Rules under which players know different things ([`Veiled`]) make another sort of
//! game, for the searches that respect it ([`hidden_entry`]).
//!
//! A rule that fails is the binding's affair: it remembers the failure, says that the
//! game is over, which ends every line of a search, and raises it when the search is
//! done.

mod hidden;

pub use hidden::{Veiled, hidden_entry};

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
use takeback_verify::Laws;

/// A position over there. Equality and copies are the author's too.
pub trait Foreign: Clone + PartialEq + Send + Sync + 'static {
    /// How many players.
    fn players(&self) -> usize;
    /// Who decides next; rounds played together are not for foreign rules.
    fn turn(&self) -> Turn;
    /// Name every legal move in order.
    fn moves(&self, each: &mut dyn FnMut(u32));
    /// Play a move.
    fn make(&mut self, m: u32);
    /// Take it back.
    fn unmake(&mut self, m: u32);
    /// What the finished game is worth, from -1 to 1.
    fn payoff(&self, player: Player) -> f64;
    /// How likely an outcome is, relative to the others.
    fn weight(&self, outcome: u32) -> u32;
    /// A legal move at random.
    fn random_move(&self, rng: &mut SplitMix) -> u32;
    /// A whole random game: results by seat, and how many plies it took.
    fn playout(&self, rng: &mut SplitMix, results: &mut [Payoff]) -> u32;
    /// The author's judgement; 0 without one.
    fn evaluate(&self, player: Player) -> i32;
    /// The key.
    fn key(&self) -> Key;
    /// The key the slow way.
    fn key_from_scratch(&self) -> Key;
    /// The position written out.
    fn position_text(&self) -> String;
    /// The move written out.
    fn move_text(&self, m: u32) -> String;
    /// The move that this text means here.
    fn read_move(&self, text: &str) -> Option<u32>;
    /// The position that this text means, where texts can be read.
    fn read_position(text: &str) -> Option<Self>;
    /// What is wrong with the position by one of [`LAWS`].
    fn wrong(&self, law: usize) -> Option<String>;
    /// Whether taking back has failed.
    fn is_broken(&self) -> bool {
        false
    }
}

/// Laws that need what only the author's side remembers, by number.
pub const LAWS: [&str; 4] = [
    "a key stands for one position",
    "what is seen decides what may be done",
    "a redeal keeps what is seen",
    "a list depends on the position alone",
];

/// What an author's rules can do.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Can {
    /// Two players, and what one wins the other loses.
    pub zero_sum: bool,
    /// There is an evaluator.
    pub judge: bool,
    /// A player in turn may find no move.
    pub dead_ends: bool,
    /// Positions can be read back from their texts.
    pub read: bool,
}

/// A foreign position as a game of ours, open or hiding something.
#[derive(Clone, PartialEq)]
struct Ruled<P, const HIDES: bool>(P);

impl<P: Foreign, const HIDES: bool> Debug for Ruled<P, HIDES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.position_text())
    }
}

/// One of the author's moves.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
struct Step(u32);

impl<P: Foreign, const HIDES: bool> Game for Ruled<P, HIDES> {
    type Move = Step;
    type Undo = ();
    const HIDES: bool = HIDES;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn moves(&self, out: &mut Moves<Step>) {
        self.0.moves(&mut |number| out.push(Step(number)));
    }

    fn make(&mut self, m: Step) {
        self.0.make(m.0);
    }

    fn unmake(&mut self, m: Step, (): ()) {
        self.0.unmake(m.0);
    }

    fn payoff(&self, player: Player) -> Payoff {
        let share = self.0.payoff(player).clamp(-1.0, 1.0);
        Payoff((share * f64::from(Payoff::WIN.0)).round() as i32)
    }

    fn weight(&self, outcome: Step) -> u32 {
        self.0.weight(outcome.0)
    }

    fn is_broken(&self) -> bool {
        self.0.is_broken()
    }
}

impl<P: Foreign, const HIDES: bool> Keyed for Ruled<P, HIDES> {
    fn key(&self) -> Key {
        self.0.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.0.key_from_scratch()
    }
}

/// A promise made by the author ([`Can::zero_sum`]), and kept to by [`engines`].
impl<P: Foreign, const HIDES: bool> ZeroSum for Ruled<P, HIDES> {}

impl<P: Foreign, const HIDES: bool> Indexed for Ruled<P, HIDES> {
    const INDICES: usize = 4096;

    fn index(&self, m: Step) -> usize {
        m.0 as usize % Self::INDICES
    }
}

impl<P: Foreign, const HIDES: bool> RandomMove for Ruled<P, HIDES> {
    fn random_move(&self, rng: &mut SplitMix) -> Step {
        Step(self.0.random_move(rng))
    }
}

impl<P: Foreign, const HIDES: bool> Playout for Ruled<P, HIDES> {
    type Scratch = ();

    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let plies = self.0.playout(rng, results);
        for result in results {
            result.0 = result.0.clamp(Payoff::LOSS.0, Payoff::WIN.0);
        }
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

impl<P: Foreign, const HIDES: bool> Notation for Ruled<P, HIDES> {
    type MoveError = Unknown;

    fn write_move(&self, m: Step, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.0.move_text(m.0))
    }

    fn read_move(&self, text: &str) -> Result<Step, Unknown> {
        self.0.read_move(text).map(Step).ok_or_else(|| Unknown(text.to_owned()))
    }
}

impl<P: Foreign, const HIDES: bool> Portable for Ruled<P, HIDES> {
    type PositionError = Unknown;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.0.position_text())
    }

    fn read_position(text: &str) -> Result<Self, Unknown> {
        P::read_position(text).map(Ruled).ok_or_else(|| Unknown(text.to_owned()))
    }
}

/// The author's judgement.
#[derive(Copy, Clone, Debug)]
struct Judgement;

impl<P: Foreign> Evaluator<Ruled<P, false>> for Judgement {
    fn score(&mut self, game: &Ruled<P, false>, player: Player) -> i32 {
        game.0.evaluate(player)
    }
}

/// Playouts last to the end where nobody says `cut`.
const TO_THE_END: u32 = 20_000;

fn engines<P: Foreign>(can: Can) -> Vec<Offer<Ruled<P, false>>> {
    let mut all = vec![if can.judge {
        judged(Judgement, mcts::Options::default(), TO_THE_END)
    } else {
        whole()
    }];
    all.push(random_offer());
    if can.zero_sum {
        all.push(alpha_beta(Judgement));
        all.push(descent(Judgement));
        all.extend(proofs());
    } else {
        all.extend(table_of(Judgement));
    }
    all
}

/// The laws that come with what the author's rules can do. Which those are is known
/// when the rules are there, but a variant's laws are a plain function: so there is
/// one for each case.
fn laws_of<
    P: Foreign,
    const HIDES: bool,
    const READ: bool,
    const ZERO_SUM: bool,
    const DEAD_ENDS: bool,
>(
    laws: Laws<Ruled<P, HIDES>>,
) -> Laws<Ruled<P, HIDES>> {
    let mut laws = laws.keyed().notation();
    if READ {
        laws = laws.portable();
    }
    if ZERO_SUM {
        laws = laws.zero_sum();
    }
    if DEAD_ENDS {
        laws = laws.dead_ends();
    }
    for (number, name) in LAWS.into_iter().enumerate() {
        laws = laws.law(name, move |game| match game.0.wrong(number) {
            None => Ok(()),
            Some(why) => Err(why),
        });
    }
    laws
}

/// A foreign game for a registry, under the name `rules`.
pub fn entry<P: Foreign>(
    about: &'static str,
    can: Can,
    start: impl Fn() -> P + Send + Sync + 'static,
) -> GameEntry {
    let laws = match (can.read, can.zero_sum, can.dead_ends) {
        (false, false, false) => laws_of::<P, false, false, false, false>,
        (false, false, true) => laws_of::<P, false, false, false, true>,
        (false, true, false) => laws_of::<P, false, false, true, false>,
        (false, true, true) => laws_of::<P, false, false, true, true>,
        (true, false, false) => laws_of::<P, false, true, false, false>,
        (true, false, true) => laws_of::<P, false, true, false, true>,
        (true, true, false) => laws_of::<P, false, true, true, false>,
        (true, true, true) => laws_of::<P, false, true, true, true>,
    };
    let capabilities: &[&str] =
        if can.dead_ends { &["dead_ends", "keyed", "notation"] } else { &["keyed", "notation"] };
    let variant = Of::new("rules", about, Strategy::Token, move || Ruled::<P, false>(start()))
        .with_engines(move || engines(can))
        .with_laws(capabilities, laws);
    let variants: Vec<Box<dyn Variant>> = vec![Box::new(variant)];
    GameEntry::new("rules", "Rules", about, variants)
}
