//! Golden games: a few seeded games written down ply by ply, and the comparison
//! of such a text with what the rules say today.
//!
//! The laws find rules that contradict themselves; a golden text finds rules
//! that have become others. It holds for every ply who is in turn, the
//! position, the legal moves in order, the key, what every seat sees, and the
//! move played; at the end the payoffs. One thing a line, so that a change of
//! rules reads well in a review:
//!
//! ```text
//! takeback golden 1
//! game: othello
//! variant: 8x8
//! seed: 1
//! limits: games 2, plies 300, full 20, moves 32, text 160, bytes 28000
//!
//! = game 1, start 1
//! @0 player 1
//! position: ......../......../......../...xo.../...ox.../......../......../........ x 0
//! moves 4: d3 c4 f5 e6
//! key: be2e87c6366e31f3
//! > c4
//! @1 player 2
//! ```
//!
//! Long lists and texts are cut and carry a digest of the whole. After the
//! first plies of a game only a digest of those lines is written, so that games
//! reach their end in little room. Comparing plays the moves of the text and
//! not those of a seed, so that it says which line differs first, and why.

mod clerk;
mod scribe;

use crate::laws::Laws;
use crate::plan::Plan;
use crate::quiet::quietly;
use crate::subject::Workshop;
use clerk::{Clerk, Comparer, Recorder};
use std::error::Error;
use std::fmt::{self, Debug};
use takeback_core::Game;

/// Changes when the same game would be written down otherwise.
const VERSION: u32 = 1;

/// How golden games are recorded, and under which name.
///
/// What is written of a position depends on the capabilities named with the
/// [`Laws`]: position by `portable`, key by `keyed`, everybody's view by
/// `hidden`, the choices of each seat by `simultaneous`.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Nim { heap: u8, next: Player }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) } }
/// #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
/// #     fn make(&mut self, m: u8) { self.heap -= m; self.next = self.next.other(); }
/// #     fn unmake(&mut self, m: u8, (): ()) { self.heap += m; self.next = self.next.other(); }
/// #     fn payoff(&self, p: Player) -> Payoff { if p == self.next { Payoff::LOSS } else { Payoff::WIN } }
/// # }
/// use takeback_verify::{Golden, Laws};
/// let golden = Golden::new("nim", "21");
/// let nim = |heap| Laws::new("nim", Nim { heap, next: Player::FIRST });
/// let text = golden.record(&nim(21));
/// assert_eq!(golden.compare(&nim(21), &text).unwrap().games, 2);
///
/// let mismatch = golden.compare(&nim(2), &text).unwrap_err();
/// assert_eq!(mismatch.recorded, "moves 3: 1 2 3");
/// assert_eq!(mismatch.now, "moves 2: 1 2");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Golden {
    game: String,
    variant: String,
    seed: u64,
    limits: Limits,
}

/// How much is written down.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Limits {
    games: usize,
    plies: usize,
    full: usize,
    moves: usize,
    text: usize,
    bytes: usize,
}

impl Golden {
    /// Two games of this variant, in some 28 kB at most.
    #[must_use]
    pub fn new(game: impl Into<String>, variant: impl Into<String>) -> Self {
        let limits = Limits { games: 2, plies: 300, full: 20, moves: 32, text: 160, bytes: 28_000 };
        Golden { game: game.into(), variant: variant.into(), seed: 1, limits }
    }

    /// The names, seed and limits that a golden text was recorded with, to
    /// record it anew; `None` when the text is no such thing.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let comparer = Comparer::new(text);
        Some(Golden {
            game: comparer.heading("game: ")?.to_owned(),
            variant: comparer.heading("variant: ")?.to_owned(),
            seed: comparer.seed(),
            limits: comparer.limits(),
        })
    }

    /// Game and variant, as `game:variant`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}:{}", self.game, self.variant)
    }

    /// Which games are recorded depends on the seed alone.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How many games. They begin from the starts of the laws in turn.
    #[must_use]
    pub fn games(mut self, games: usize) -> Self {
        self.limits.games = games;
        self
    }

    /// Cut a game after so many plies.
    #[must_use]
    pub fn plies(mut self, plies: usize) -> Self {
        self.limits.plies = plies;
        self
    }

    /// Write at most so many plies of each game in full, the later ones as a
    /// digest.
    #[must_use]
    pub fn full(mut self, plies: usize) -> Self {
        self.limits.full = plies;
        self
    }

    /// Lists of more moves are cut.
    #[must_use]
    pub fn moves(mut self, moves: usize) -> Self {
        self.limits.moves = moves;
        self
    }

    /// Positions and views of more characters are cut.
    #[must_use]
    pub fn text(mut self, characters: usize) -> Self {
        self.limits.text = characters;
        self
    }

    /// Cut games so that all together take about so much room.
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Play random games and write them down.
    ///
    /// # Panics
    /// When the rules panic.
    #[must_use]
    pub fn record<G: Game + PartialEq + Debug>(&self, laws: &Laws<G>) -> String {
        self.record_erased(&laws.plan, &laws.test)
    }

    /// Play the games of a text and compare every line. Seed and limits are the
    /// text's own.
    ///
    /// # Errors
    /// The first line that the rules would write otherwise.
    pub fn compare<G: Game + PartialEq + Debug>(
        &self,
        laws: &Laws<G>,
        text: &str,
    ) -> Result<Replayed, Box<Mismatch>> {
        self.compare_erased(&laws.plan, &laws.test, text)
    }

    fn record_erased(&self, plan: &Plan, workshop: &dyn Workshop) -> String {
        let mut recorder = Recorder::new(self.seed, self.limits);
        let replayed = self.write(plan, workshop, &mut recorder);
        replayed.expect("nothing can differ from what is being written");
        recorder.into_text()
    }

    fn compare_erased(
        &self,
        plan: &Plan,
        workshop: &dyn Workshop,
        text: &str,
    ) -> Result<Replayed, Box<Mismatch>> {
        let mut comparer = Comparer::new(text);
        let golden = Golden { seed: comparer.seed(), limits: comparer.limits(), ..self.clone() };
        let done = quietly(|| golden.write(plan, workshop, &mut comparer));
        let done = done.unwrap_or_else(|panic| Err(comparer.differs(&format!("panic: {panic}"))));
        done.map_err(|mut mismatch| {
            mismatch.name = self.name();
            mismatch
        })
    }

    fn write(
        &self,
        plan: &Plan,
        workshop: &dyn Workshop,
        clerk: &mut dyn Clerk,
    ) -> Result<Replayed, Box<Mismatch>> {
        clerk.line(&format!("takeback golden {VERSION}"))?;
        clerk.line(&format!("game: {}", self.game))?;
        clerk.line(&format!("variant: {}", self.variant))?;
        clerk.line(&format!("seed: {}", self.seed))?;
        clerk.line(&format!("limits: {}", self.limits))?;
        let mut subject = workshop.open();
        let mut replayed = Replayed { games: 0, plies: 0 };
        for game in 0..self.limits.games {
            let start = game % workshop.starts();
            clerk.begin_game(game);
            clerk.line("")?;
            clerk.line(&format!("= game {}, start {}", game + 1, start + 1))?;
            subject.clear_above(0);
            replayed.plies += scribe::game(plan, &mut *subject, start, self.limits, clerk)?;
            replayed.games += 1;
        }
        clerk.end()?;
        Ok(replayed)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { games, plies, full, moves, text, bytes } = self;
        write!(f, "games {games}, plies {plies}, full {full}, moves {moves}, ")?;
        write!(f, "text {text}, bytes {bytes}")
    }
}

/// How much of a golden text was played again.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Replayed {
    /// Games, whole or cut.
    pub games: usize,
    /// Moves made.
    pub plies: usize,
}

/// The first line of a golden text that the rules would write otherwise.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    /// Game and variant.
    pub name: String,
    /// The number of the line, counted from one.
    pub line: usize,
    /// Where in the games that is.
    pub place: String,
    /// The line as it stands in the text.
    pub recorded: String,
    /// The line as it would be written now.
    pub now: String,
    /// Where only a digest was recorded: what it would have been taken of.
    pub detail: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: line {} of the golden games differs ({})",
            self.name, self.line, self.place
        )?;
        writeln!(f, "  recorded: {}", self.recorded)?;
        write!(f, "  now:      {}", self.now)?;
        for line in self.detail.lines() {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

impl Error for Mismatch {}
