//! One game between engines.

use crate::play::{Refused, Seat, Table};
use takeback_core::{Payoff, Player, SplitMix, Turn};
use takeback_search::SearchError;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves, opening and chance included.
    pub moves: Vec<String>,
    /// Each player's result.
    pub payoffs: Vec<Payoff>,
    /// How each seat spent its thinking.
    pub effort: Vec<Effort>,
    /// Whether the game was stopped for its length.
    pub endless: bool,
}

/// What one seat's thinking came to.
#[derive(Copy, Clone, Debug, Default)]
pub struct Effort {
    /// Moves decided.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Depths completed, added up.
    pub depths: u64,
    /// Seconds thought.
    pub seconds: f64,
    /// Answers later than the limit by more than a tenth and ten milliseconds.
    pub late: u64,
}

impl Effort {
    /// Add another's.
    pub fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.seconds += other.seconds;
        self.late += other.late;
    }
}

/// Why a game could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameError {
    #[error("{engine} cannot go on: {error}")]
    Search { engine: String, error: SearchError },
    #[error("{engine} plays {m}: {error}")]
    Refused { engine: String, m: String, error: Refused },
}

/// No game may last longer; it is then scored as a draw.
const LONGEST: usize = 5_000;

/// Play a table to its end. `seats[arrangement[p]]` decides for player `p`; in
/// rounds played together everybody decides before anybody's choice is played.
///
/// # Errors
/// When an engine fails or answers with a move that is not legal.
pub fn play(
    table: &mut dyn Table,
    seats: &mut [Seat],
    arrangement: &[usize],
    luck: &mut SplitMix,
) -> Result<Played, GameError> {
    let players = table.players();
    let mut effort = vec![Effort::default(); players];
    let mut decide = |table: &dyn Table, player: Player, effort: &mut [Effort]| {
        let seat = &mut seats[arrangement[player.index()]];
        let mut limits = seat.limits.clone();
        limits.seat = Some(player);
        // A new seed for each decision, the same in every rerun.
        limits.seed = SplitMix::stream(limits.seed, effort[player.index()].moves).next();
        let answer = seat
            .engine
            .think(table, &limits, &mut |_| ())
            .map_err(|error| GameError::Search { engine: seat.name.clone(), error })?;
        let spent = &mut effort[player.index()];
        spent.moves += 1;
        spent.nodes += answer.nodes;
        spent.depths += u64::from(answer.depth);
        spent.seconds += answer.time.as_secs_f64();
        let limit = limits.time.map_or(f64::INFINITY, |t| t.as_secs_f64() * 1.1 + 0.01);
        spent.late += u64::from(answer.time.as_secs_f64() > limit);
        Ok((seat.name.clone(), answer.best))
    };
    let mut endless = false;
    while table.turn() != Turn::Over {
        if table.moves().len() >= LONGEST {
            endless = true;
            break;
        }
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(luck)),
            Turn::Player(player) => {
                let (engine, m) = decide(table, player, &mut effort)?;
                table.play(&m).map_err(|error| GameError::Refused { engine, m, error })?;
            }
            Turn::Together(set) => {
                let mut choices = Vec::with_capacity(set.len());
                for player in set.iter() {
                    choices.push(decide(table, player, &mut effort)?);
                }
                for (engine, m) in choices {
                    table.play(&m).map_err(|error| GameError::Refused { engine, m, error })?;
                }
            }
        }
    }
    let payoffs = table.payoffs().unwrap_or_else(|| vec![Payoff::DRAW; players]);
    Ok(Played { moves: table.moves(), payoffs, effort, endless })
}
