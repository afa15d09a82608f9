//! One game between contenders.
//!
//! Whatever goes wrong outside (no answer in time, a crash, an illegal move) is
//! a [`Forfeit`]: the game ends, the culprit has lost, and it is counted. Only
//! an engine of our own that fails is an error of the match.

use super::rules::{Adjudication, Rules};
use super::side::{Side, Trouble};
use std::time::{Duration, Instant};
use takeback_core::{Payoff, Player, SplitMix, Turn};
use takeback_host::outside::{Decision, Fault, Forfeit};
use takeback_host::play::{Refused, Table};
use takeback_search::{Score, SearchError};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves, opening and chance included.
    pub plies: Vec<Ply>,
    /// How many of them were the opening.
    pub opening: usize,
    /// Where the game began.
    pub start: String,
    /// Each player's result.
    pub payoffs: Vec<Payoff>,
    /// How each seat spent its thinking.
    pub effort: Vec<Effort>,
    /// How it ended.
    pub ending: Ending,
    /// Wall-clock time of the whole game.
    pub time: Duration,
    /// How much of it the sides took to get ready: to blank their tables, or to
    /// start as a program.
    pub ready: Duration,
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// In the game's notation.
    pub text: String,
    /// Who decided; nobody for openings and chance.
    pub seat: Option<Player>,
    /// What the decider thought of the position.
    pub score: Option<Score>,
    /// Depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Ply {
    /// A move that nobody thought about.
    #[must_use]
    pub fn unthought(text: String) -> Self {
        Ply { text, seat: None, score: None, depth: 0, nodes: 0, time: Duration::ZERO }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// Stopped for its length and drawn.
    Length,
    /// Both sides agreed on the result long enough.
    Adjudicated,
    /// A seat lost it by something else than moves.
    Forfeit(Player, Forfeit),
}

impl Ending {
    /// One word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Length => "length",
            Ending::Adjudicated => "adjudicated",
            Ending::Forfeit(_, forfeit) => forfeit.fault.name(),
        }
    }
}

/// What one seat's thinking came to.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
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
    #[error("stopped before the end of the game")]
    Stopped,
}

/// So often may a player be led out of a dead end in one turn.
const MOST_DEAD_ENDS: u32 = 50;

/// Play a table to its end. `sides[arrangement[p]]` decides for player `p`; in
/// rounds played together everybody decides before anybody's choice is played.
/// `seed` is that of luck and of every decision.
///
/// # Errors
/// When an engine of our own fails, or a side was told to stop ([`Side::obey`]).
pub fn play(
    table: &mut dyn Table,
    sides: &mut [Side],
    arrangement: &[usize],
    seed: u64,
    rules: &Rules,
) -> Result<Played, GameError> {
    let opening: Vec<Ply> = table.moves().into_iter().map(Ply::unthought).collect();
    let players = table.players();
    let mut game = Game {
        plies: Vec::with_capacity(opening.len() + 64),
        opening: opening.len(),
        effort: vec![Effort::default(); players],
        agreed: super::rules::Agreement::new(rules.adjudication),
        dead_ends: 0,
        table,
        sides,
        arrangement,
        seed,
        rules,
    };
    game.plies.extend(opening);
    let started = Instant::now();
    let begun = game.begin();
    let ready = started.elapsed();
    let outcome = begun.and_then(|()| game.play_on());
    let time = started.elapsed();
    game.finish();
    let ending = match outcome {
        Ok(ending) => ending,
        Err(Halt::Forfeit(player, forfeit)) => Ending::Forfeit(player, forfeit),
        Err(Halt::Error(error)) => return Err(error),
    };
    Ok(game.played(ending, time, ready))
}

/// Why a game stops before its end.
enum Halt {
    Forfeit(Player, Forfeit),
    Error(GameError),
}

struct Game<'a> {
    table: &'a mut dyn Table,
    sides: &'a mut [Side],
    arrangement: &'a [usize],
    seed: u64,
    rules: &'a Rules,
    plies: Vec<Ply>,
    opening: usize,
    effort: Vec<Effort>,
    agreed: super::rules::Agreement,
    dead_ends: u32,
}

impl Game<'_> {
    fn begin(&mut self) -> Result<(), Halt> {
        for player in Player::all(self.table.players()) {
            let number = self.arrangement[player.index()];
            let side = &mut self.sides[number];
            // Once is enough for a side with many seats.
            if !self.arrangement[..player.index()].contains(&number) {
                side.forget();
            }
            side.begin(self.table, player).map_err(|forfeit| Halt::Forfeit(player, forfeit))?;
        }
        Ok(())
    }

    fn finish(&mut self) {
        for player in Player::all(self.table.players()) {
            self.sides[self.arrangement[player.index()]].end(self.table, player);
        }
    }

    fn play_on(&mut self) -> Result<Ending, Halt> {
        let mut luck = SplitMix::stream(self.seed, u64::MAX);
        loop {
            // Before anything counts as an end: who was stopped has not thought as it should.
            if self.sides.iter().any(|side| side.limits().stop.is_set()) {
                return Err(Halt::Error(GameError::Stopped));
            }
            if self.plies.len() >= self.rules.longest {
                return Ok(Ending::Length);
            }
            match self.table.turn() {
                Turn::Over => return Ok(Ending::Rules),
                Turn::Chance => {
                    let text = self.table.roll(&mut luck);
                    self.plies.extend(text.map(Ply::unthought));
                }
                Turn::Player(player) => {
                    if let Some(choice) = self.decide(player)? {
                        self.commit(player, choice)?;
                    }
                }
                Turn::Together(set) => {
                    let mut choices = Vec::with_capacity(set.len());
                    for player in set.iter() {
                        choices.extend(self.decide(player)?.map(|choice| (player, choice)));
                    }
                    for (player, choice) in choices {
                        self.commit(player, choice)?;
                    }
                }
            }
            if self.agreed.is_reached() {
                return Ok(Ending::Adjudicated);
            }
        }
    }

    /// A seat's choice, or `None` when it stood in a dead end and was led out.
    fn decide(&mut self, player: Player) -> Result<Option<Decision>, Halt> {
        let spent = &mut self.effort[player.index()];
        let number = self.arrangement[player.index()];
        let side = &mut self.sides[number];
        // A new seed for each decision, the same in every rerun. Sides have
        // their own: two equal ones must not mirror each other's games, or a
        // match between them would say nothing about the harness.
        let stream = SplitMix::stream(self.seed, (number as u64) << 8 | u64::from(player.0)).next();
        let seed = SplitMix::stream(stream, spent.moves).next();
        let limit = side.limits().time;
        let decision = match side.decide(self.table, player, seed) {
            Ok(decision) => decision,
            Err(Trouble::Forfeit(forfeit)) => return Err(Halt::Forfeit(player, forfeit)),
            Err(Trouble::Search(SearchError::NoMove)) => {
                if self.dead_ends == MOST_DEAD_ENDS {
                    let detail = "finds no way round a dead end".to_owned();
                    return Err(Halt::Forfeit(player, Forfeit { fault: Fault::Illegal, detail }));
                }
                spent.moves += 1;
                self.dead_ends += 1;
                self.back_to_the_start_of_the_turn(player);
                return Ok(None);
            }
            Err(Trouble::Search(error)) => {
                let engine = side.name().to_owned();
                return Err(Halt::Error(GameError::Search { engine, error }));
            }
        };
        spent.moves += 1;
        spent.nodes += decision.nodes;
        spent.depths += u64::from(decision.depth);
        spent.seconds += decision.time.as_secs_f64();
        let late = |limit: Duration| decision.time > limit.mul_f64(1.1) + Duration::from_millis(10);
        spent.late += u64::from(limit.is_some_and(late));
        if let (Some(limit), Some(margin)) = (limit, self.rules.margin)
            && decision.time > limit + margin
        {
            let detail = format!("{} ms for a move", decision.time.as_millis());
            return Err(Halt::Forfeit(player, Forfeit { fault: Fault::Time, detail }));
        }
        Ok(Some(decision))
    }

    fn commit(&mut self, player: Player, choice: Decision) -> Result<(), Halt> {
        if let Err(error) = self.table.play(&choice.m) {
            let side = &self.sides[self.arrangement[player.index()]];
            if side.is_external() {
                let detail = error.to_string();
                return Err(Halt::Forfeit(player, Forfeit { fault: Fault::Illegal, detail }));
            }
            let engine = side.name().to_owned();
            return Err(Halt::Error(GameError::Refused { engine, m: choice.m, error }));
        }
        if self.table.turn() != Turn::Player(player) {
            self.dead_ends = 0;
        }
        self.agreed.hear(player, choice.score);
        self.plies.push(Ply {
            text: choice.m,
            seat: Some(player),
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            time: choice.time,
        });
        Ok(())
    }

    /// Out of a turn of several steps that cannot be finished: its steps are
    /// taken back, and the player begins it anew.
    fn back_to_the_start_of_the_turn(&mut self, player: Player) {
        while self.plies.len() > self.opening
            && self.plies.last().is_some_and(|ply| ply.seat == Some(player))
        {
            self.table.take_back();
            self.plies.pop();
        }
    }

    fn played(self, ending: Ending, time: Duration, ready: Duration) -> Played {
        let players = self.table.players();
        let payoffs = match &ending {
            Ending::Rules => self.table.payoffs().unwrap_or_else(|| vec![Payoff::DRAW; players]),
            Ending::Length => vec![Payoff::DRAW; players],
            Ending::Adjudicated => self.agreed.payoffs(players),
            // Whoever forfeits is last; the others share what is left.
            Ending::Forfeit(culprit, _) => Player::all(players)
                .map(|p| match p == *culprit {
                    true => Payoff::LOSS,
                    false => Payoff::ranked(0, players.saturating_sub(2), players),
                })
                .collect(),
        };
        Played {
            opening: self.opening,
            start: self.table.start(),
            plies: self.plies,
            payoffs,
            effort: self.effort,
            ending,
            time,
            ready,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { longest: 5_000, margin: None, adjudication: Adjudication::Off }
    }
}
