//! What some games can do and others cannot, as bounds the compiler checks.
//!
//! A search asks for what it needs (`G: Game + Keyed + ZeroSum`), and a game
//! that lacks it is refused at compile time rather than by a panic at night.

use crate::{Game, Key, Moves, Payoff, Player, SplitMix};
use std::error::Error;
use std::fmt::{self, Debug, Write};
use std::hash::Hash;

/// A 64-bit key kept up to date by `make` and `unmake`.
///
/// # Laws
/// [`key`](Keyed::key) equals [`key_from_scratch`](Keyed::key_from_scratch) at
/// every position; equal positions have equal keys. The key covers all that
/// decides the future: board, side to move, phase of the turn, counters that
/// end the game.
pub trait Keyed: Game {
    /// The running key.
    fn key(&self) -> Key;

    /// The same key computed the slow and obvious way, for the verifier.
    fn key_from_scratch(&self) -> Key;

    /// Whether this position has already stood on the board in this game or
    /// line of search. A search may score it as a draw long before the rules
    /// do. Games that cannot repeat keep the default.
    #[inline]
    fn is_repeat(&self) -> bool {
        false
    }
}

/// Exactly two players, and what one wins the other loses.
///
/// # Laws
/// `players() == 2` and the two payoffs sum to zero.
pub trait ZeroSum: Game {}

/// Rounds in which several players choose before anything moves.
///
/// Seen as a plain [`Game`], such a round is a run of silent commitments, in
/// order of seats, and the last one resolves it: every generic walk works.
/// Seen as `Simultaneous`, it is one joint step.
///
/// # Laws
/// At [`Turn::Together`](crate::Turn::Together) the list of
/// [`choices`](Simultaneous::choices) of the lowest seat equals
/// [`Game::moves`]; a commitment changes neither the other seats' choices nor
/// anything another seat may see; each commitment removes exactly one seat
/// from the set.
pub trait Simultaneous: Game {
    /// Append what `player`, who still owes a choice, may choose.
    fn choices(&self, player: Player, out: &mut Moves<Self::Move>);
}

/// Games in which players do not see everything.
///
/// # Laws
/// Two positions that `player` cannot tell apart have equal observations and,
/// when `player` is in turn, equal move lists. A redeal for `player` leaves
/// that observation as it was, owes nothing to what was hidden (from two
/// positions that look alike the same luck makes the same third), and taking it
/// back restores the position. Moves with one label for a viewer lead to equal
/// observations; moves of others that do have one label.
pub trait Hidden: Game {
    /// All that one seat knows, in a form that can be compared.
    type Observation: Clone + Eq + Hash + Debug;

    /// What a redeal overwrote.
    type Redeal: Send;

    /// Everything `player` may know: own cards, public facts, memory included.
    fn observation(&self, player: Player) -> Self::Observation;

    /// A key of the observation: equal when the observations are equal.
    fn infoset(&self, player: Player) -> Key;

    /// What `viewer` sees of the move `m` about to be made here: moves that look
    /// alike to the viewer get the same label.
    fn label(&self, viewer: Player, m: Self::Move) -> u64;

    /// Draw anew, in place, all that `viewer` cannot see, consistently with
    /// what it can and uniformly over what is possible.
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Self::Redeal;

    /// Take the redeal back.
    fn undo_redeal(&mut self, redeal: Self::Redeal);

    /// Whether play may go on from here to a position in which `viewer` knows
    /// `sight`. Samplers that look for the games behind an observation turn
    /// away early from those that cannot lead there. `true` promises nothing,
    /// which is why it is an honest default; `false` must be certain.
    #[inline]
    fn may_lead_to(&self, _viewer: Player, _sight: &Self::Observation) -> bool {
        true
    }
}

/// Games that pay points: chips, discs, prizes.
///
/// A [`Payoff`] says who won; points say by how much. Searches that are asked
/// for points play the game [`ByPoints`](crate::strategy::ByPoints).
///
/// # Laws
/// Meaningful only at [`Turn::Over`](crate::Turn::Over), where nobody's points
/// are beyond ±[`most_points`](Scored::most_points), and of two players the one
/// with more points never has the lesser payoff.
pub trait Scored: Game {
    /// Nobody gains or loses more; from 1 to 1000.
    fn most_points(&self) -> i32;

    /// What the finished game pays to `player`.
    fn points(&self, player: Player) -> i32;
}

/// How moves are written down and read back.
///
/// # Laws
/// Reading what was written gives the same move; two legal moves of one
/// position never look alike.
pub trait Notation: Game {
    /// Why a text is no move.
    type MoveError: Error + Send + Sync + 'static;

    /// Write a move of this position.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_move(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result;

    /// Read a move for this position. It need not check legality: callers
    /// compare with the list.
    ///
    /// # Errors
    /// When the text is no move of this game.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// The move as a string of its own.
    #[must_use]
    fn move_text(&self, m: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(m, &mut text).expect("a String takes everything");
        text
    }
}

/// Positions that can be written down, kept and read back.
///
/// # Laws
/// Reading what was written gives an equal position with an equal move list.
pub trait Portable: Game {
    /// Every reason why a text is no position.
    type PositionError: Error + Send + Sync + 'static;

    /// Write the whole position.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result;

    /// Read and validate a position.
    ///
    /// # Errors
    /// When the text is malformed or the position could not be played.
    fn read_position(text: &str) -> Result<Self, Self::PositionError>;

    /// The position as a string of its own.
    #[must_use]
    fn position_text(&self) -> String {
        let mut text = String::new();
        self.write_position(&mut text).expect("a String takes everything");
        text
    }
}

/// A move as one number, there and back, so that code which knows no game can hold it.
///
/// # Laws
/// Decoding the code of a move gives the move; different moves have different codes.
pub trait Coded: Copy {
    /// The move as a number.
    fn code(self) -> u64;

    /// The move of this code; of numbers that are none it may make any move.
    fn decode(code: u64) -> Self;
}

macro_rules! coded {
    ($($number:ty),*) => {$(
        impl Coded for $number {
            #[inline]
            fn code(self) -> u64 {
                self.into()
            }

            #[inline]
            fn decode(code: u64) -> Self {
                code as $number
            }
        }
    )*};
}

coded!(u8, u16, u32, u64);

/// A number for each move, for history and killer tables.
///
/// Equal moves get equal numbers; different moves may share one, at the price
/// of worse move ordering and nothing else.
pub trait Indexed: Game {
    /// One more than the largest number.
    const INDICES: usize;

    /// The number of `m`, below [`INDICES`](Indexed::INDICES).
    fn index(&self, m: Self::Move) -> usize;
}

/// A legal move at random without listing them all.
///
/// # Laws
/// Every answer is a listed move and every listed move is a possible answer.
/// Chance outcomes come with their weights. Never called when the game is over.
pub trait RandomMove: Game {
    /// Draw one.
    fn random_move(&self, rng: &mut SplitMix) -> Self::Move;
}

/// A whole random game from here at once, for games that know a shortcut (Hex
/// fills the board and tests once).
///
/// # Laws
/// The position is left alone; results follow the same distribution as playing
/// [`RandomMove`]s to the end.
pub trait Playout: Game {
    /// Room reused from playout to playout.
    type Scratch: Default + Send;

    /// Play to the end in `scratch`, write every player's result and return
    /// how many plies it took.
    fn playout(
        &self,
        scratch: &mut Self::Scratch,
        rng: &mut SplitMix,
        results: &mut [Payoff],
    ) -> u32;
}

/// Who played which moves in one line of play, as bits over [`Indexed`] numbers.
///
/// Searches that learn from every move of a playout (all moves as first) read
/// it; [`TracedPlayout`]s fill it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    words: Vec<u64>,
    stride: usize,
}

impl Played {
    /// Room for moves numbered below `indices` of so many players.
    #[must_use]
    pub fn new(players: usize, indices: usize) -> Self {
        let stride = indices.div_ceil(64);
        Played { words: vec![0; players * stride], stride }
    }

    /// Forget all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Note that `player` played the move numbered `index`.
    #[inline]
    pub fn insert(&mut self, player: Player, index: usize) {
        self.words[player.index() * self.stride + index / 64] |= 1 << (index % 64);
    }

    /// Whether `player` played the move numbered `index`.
    #[inline]
    #[must_use]
    pub fn contains(&self, player: Player, index: usize) -> bool {
        self.words[player.index() * self.stride + index / 64] >> (index % 64) & 1 == 1
    }

    /// The bits of one player, lowest index first, for games whose own sets
    /// have the same form.
    #[inline]
    pub fn words_mut(&mut self, player: Player) -> &mut [u64] {
        let from = player.index() * self.stride;
        &mut self.words[from..from + self.stride]
    }
}

/// A [`Playout`] that also tells who played what.
///
/// # Laws
/// As for [`Playout`]; exactly the moves of the playout are added to `played`.
pub trait TracedPlayout: Playout + Indexed {
    /// Play to the end as [`Playout::playout`] does and add every move.
    fn traced_playout(
        &self,
        scratch: &mut Self::Scratch,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: &mut Played,
    ) -> u32;
}

/// What a noisy move does to the balance at once, in an evaluator's points.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Exchange {
    /// What it takes: the piece captured, the promotion.
    pub takes: i32,
    /// What is left of that when both sides go on taking back as long as it
    /// pays (static exchange evaluation).
    pub keeps: i32,
}

/// Judges unfinished positions; may carry incremental state of its own.
///
/// Scores are in units the game chooses (chess: hundredths of a pawn) and stay
/// within ±[`Evaluator::LIMIT`]; finished games are scored by their payoff.
pub trait Evaluator<G: Game>: Clone + Send {
    /// No score is larger.
    const LIMIT: i32 = 1_000_000;

    /// How good the position looks to `player`.
    fn score(&mut self, game: &G, player: Player) -> i32;

    /// One score per player, where that is cheaper at once.
    #[inline]
    fn scores(&mut self, game: &G, out: &mut [i32]) {
        for player in Player::all(out.len()) {
            out[player.index()] = self.score(game, player);
        }
    }

    /// A search begins at `root`: forget every step and look at the position
    /// anew. Threads go on with clones made after this.
    ///
    /// # For evaluators that carry state of their own
    /// Every search tells every step it takes on the position it judges, in
    /// nested pairs: [`making`](Evaluator::making) and
    /// [`made`](Evaluator::made) on the way down, [`unmade`](Evaluator::unmade)
    /// on the way back, with [`passed`](Evaluator::passed) and
    /// [`unpassed`](Evaluator::unpassed) for null moves. A stack of
    /// accumulators can follow: push in `made`, pop in `unmade`. What a step
    /// changes is seen by comparing `making` with `made`, or by the entries
    /// that a game's journal gained between the two. Where a search changes
    /// the position in any other way (cards dealt anew), it begins again.
    #[inline]
    fn begin(&mut self, _root: &G) {}

    /// A search is about to make `m` in this position.
    #[inline]
    fn making(&mut self, _before: &G, _m: G::Move) {}

    /// It has made `m`.
    #[inline]
    fn made(&mut self, _after: &G, _m: G::Move) {}

    /// It has taken `m` back.
    #[inline]
    fn unmade(&mut self, _before: &G, _m: G::Move) {}

    /// It has handed over the turn by a null move (see [`Pass`]).
    #[inline]
    fn passed(&mut self, _after: &G) {}

    /// It has taken the null move back.
    #[inline]
    fn unpassed(&mut self, _before: &G) {}

    /// Whether `m` may upset the balance at once (a capture, a promotion):
    /// such moves are tried early, never reduced, and followed beyond the
    /// horizon when [`quiesces`](Evaluator::quiesces) says so.
    ///
    /// This, [`exchange`](Evaluator::exchange) and [`is_threat`](Evaluator::is_threat) are also asked
    /// of candidates that prove illegal, so they look at the move and do not make it.
    #[inline]
    fn is_noisy(&mut self, _game: &G, _m: G::Move) -> bool {
        false
    }

    /// What a noisy move takes, and what is left of it after the replies on the
    /// spot. Searches try better exchanges first and, beyond the horizon, leave
    /// out those that lose or cannot matter. `None` (the default): not known;
    /// such moves are all looked at, in order of the list.
    #[inline]
    fn exchange(&mut self, _game: &G, _m: G::Move) -> Option<Exchange> {
        None
    }

    /// By how much a noisy move may improve the score beyond what it
    /// [takes](Exchange::takes): room for all that is not material.
    const MARGIN: i32 = 200;

    /// By how much one quiet ply seldom changes the score. Near the horizon
    /// searches then leave out what so many plies can hardly bring back
    /// (futility pruning). 0, the default: nothing is left out.
    #[inline]
    fn swing(&self) -> i32 {
        0
    }

    /// Whether it sees no difference between positions, so that windows around
    /// its scores do nothing.
    #[inline]
    fn is_blind(&self) -> bool {
        false
    }

    /// Whether the score means something here: nobody is in check, no turn is
    /// half played. Elsewhere nothing is pruned by it.
    #[inline]
    fn is_calm(&mut self, _game: &G) -> bool {
        true
    }

    /// Whether a quiet move aims at the game itself (a check): such moves are
    /// not pruned. May err on the side of caution, and should be quick.
    #[inline]
    fn is_threat(&mut self, _game: &G, _m: G::Move) -> bool {
        false
    }

    /// Whether the player in turn has to answer a threat to the game itself (is
    /// in check): such positions are looked at one ply deeper, so that a row of
    /// threats does not push what it leads to beyond the horizon. Should be
    /// quick; default: nobody ever is.
    #[inline]
    fn is_pressed(&mut self, _game: &G) -> bool {
        false
    }

    /// How many of the game's first [stages](Game::STAGES) hold all noisy moves:
    /// beyond the horizon the later ones need not be listed.
    const NOISY_STAGES: u8 = u8::MAX;

    /// Whether the game lists noisy moves best first. Searches then keep that
    /// order instead of going by what they learned of such moves elsewhere.
    const NOISY_IN_ORDER: bool = false;

    /// Whether depth counts turns: a step after which the same player is still
    /// in turn costs none, so that no line ends amid a chain of captures. At
    /// most [`FREE_STEPS`] in a row are free. Wins are then as long as they are
    /// in turns: a turn of many steps is no reason for a longer way.
    const DEPTH_IN_TURNS: bool = false;

    /// Whether leaves are searched on through noisy moves until quiet. Only
    /// sound where a player is never forced to make a noisy move.
    #[inline]
    fn quiesces(&self) -> bool {
        false
    }

    /// Whether quiet moves late in the list may be searched less deeply first.
    #[inline]
    fn reduces_late_moves(&self) -> bool {
        false
    }

    /// A guess between 0 and 1 of `player`'s result, for searches that mix
    /// scores with results. The default squashes the score.
    #[inline]
    fn win_share(&mut self, game: &G, player: Player) -> f32 {
        let score = self.score(game, player) as f32;
        1.0 / (1.0 + (-score / 400.0).exp())
    }
}

/// How many steps of one turn cost no depth where depth counts turns.
pub const FREE_STEPS: u8 = 8;

/// Sees no difference between positions.
#[derive(Copy, Clone, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluator<G> for Blind {
    #[inline]
    fn score(&mut self, _: &G, _: Player) -> i32 {
        0
    }

    #[inline]
    fn is_blind(&self) -> bool {
        true
    }
}

/// A move that only hands over the turn, for null-move pruning.
///
/// # Laws
/// As for a real move: taking it back restores the position exactly.
pub trait Pass: Game {
    /// Whether passing here says anything (not in check, not in zugzwang).
    fn may_pass(&self) -> bool;

    /// Hand over the turn.
    fn make_pass(&mut self) -> Self::Undo;

    /// Take the pass back.
    fn unmake_pass(&mut self, undo: Self::Undo);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn played_moves_keep_players_apart() {
        let mut played = Played::new(2, 70);
        played.insert(Player::FIRST, 69);
        played.words_mut(Player::SECOND)[0] |= 1;
        assert!(played.contains(Player::FIRST, 69) && !played.contains(Player::SECOND, 69));
        assert!(played.contains(Player::SECOND, 0) && !played.contains(Player::FIRST, 0));
        played.clear();
        assert!(!played.contains(Player::FIRST, 69));
    }
}
