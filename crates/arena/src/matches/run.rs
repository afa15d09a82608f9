//! A match: sets of games on all threads.
//!
//! A set is one opening played with every arrangement of seats: both ways
//! round for two players; with more, the first engine in each seat in turn
//! against the second in all others. Opening and luck are the same within a
//! set, so that neither favours an engine.

use super::game::{Effort, GameError, Played, play};
use super::stats::{Sample, Sprt, SprtState};
use crate::engines::EngineError;
use crate::play::{Seat, Table};
use crate::registry::{UseError, Variant};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use takeback_core::{Payoff, SplitMix, Turn};
use takeback_search::spec::Spec;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two engines.
    pub engines: [Spec; 2],
    /// At least so many games; whole sets are played.
    pub games: u64,
    /// Random moves at the start of each set.
    pub opening: u32,
    /// Start from this position.
    pub position: Option<String>,
    /// Seed of openings, luck and engines.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// Stop as soon as this test has decided.
    pub sprt: Option<Sprt>,
}

/// What came out, from the first engine's view.
#[derive(Clone, Debug, Default)]
pub struct Result {
    /// Games finished.
    pub games: u64,
    /// Games in which the first engine did better than a draw.
    pub wins: u64,
    /// Neither better nor worse.
    pub draws: u64,
    /// Worse.
    pub losses: u64,
    /// Games stopped for their length.
    pub endless: u64,
    /// Mean score of each set.
    pub sample: Sample,
    /// Score by seat of the first engine: (sum, games).
    pub by_seat: Vec<(f64, u64)>,
    /// Thinking of the two engines.
    pub effort: [Effort; 2],
    /// The sequential test, if one was asked for.
    pub sprt: Option<SprtState>,
}

/// Why a match could not be played.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error(transparent)]
    Use(#[from] UseError),
    #[error("engine {name}: {error}")]
    Engine { name: String, error: EngineError },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("{0}")]
    Plan(&'static str),
}

/// Play the match; `watch` hears the result so far after every set.
///
/// # Errors
/// When an engine cannot be built or fails in play.
pub fn run(
    variant: &dyn Variant,
    plan: &Plan,
    watch: &(dyn Fn(&Result) + Sync),
) -> std::result::Result<Result, MatchError> {
    let players = variant.players();
    if players < 2 {
        return Err(MatchError::Plan("a match needs at least two players"));
    }
    seats(variant, plan)?;
    let arrangements = arrangements(players);
    let sets = plan.games.div_ceil(arrangements.len() as u64);
    let state = State {
        variant,
        plan,
        arrangements,
        next: AtomicU64::new(0),
        sets,
        stop: AtomicBool::new(false),
        result: Mutex::new(Result { by_seat: vec![(0.0, 0); players], ..Result::default() }),
        error: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| state.work(watch));
        }
    });
    let failed = state.error.into_inner().expect("no worker panics while it holds the lock");
    match failed {
        Some(error) => Err(error),
        None => Ok(state.result.into_inner().expect("no worker panics while it holds the lock")),
    }
}

fn seats(variant: &dyn Variant, plan: &Plan) -> std::result::Result<Vec<Seat>, MatchError> {
    plan.engines
        .iter()
        .enumerate()
        .map(|(i, spec)| {
            let mut seat = variant
                .engine(spec)
                .map_err(|error| MatchError::Engine { name: spec.to_string(), error })?;
            seat.limits.seed ^= SplitMix::stream(plan.seed, i as u64).next();
            Ok(seat)
        })
        .collect()
}

/// Which engine sits where, one arrangement a game.
fn arrangements(players: usize) -> Vec<Vec<usize>> {
    (0..players).map(|first| (0..players).map(|p| usize::from(p != first)).collect()).collect()
}

struct State<'a> {
    variant: &'a dyn Variant,
    plan: &'a Plan,
    arrangements: Vec<Vec<usize>>,
    next: AtomicU64,
    sets: u64,
    stop: AtomicBool,
    result: Mutex<Result>,
    error: Mutex<Option<MatchError>>,
}

impl State<'_> {
    fn work(&self, watch: &(dyn Fn(&Result) + Sync)) {
        while !self.stop.load(Ordering::Relaxed) {
            let set = self.next.fetch_add(1, Ordering::Relaxed);
            if set >= self.sets {
                return;
            }
            match self.play_set(set) {
                Ok(games) => self.count(&games, watch),
                Err(error) => {
                    let mut slot = self.error.lock().expect("no panic while locked");
                    slot.get_or_insert(error);
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn play_set(&self, set: u64) -> std::result::Result<Vec<Played>, MatchError> {
        let opened = self.open(set)?;
        let mut seats = seats(self.variant, self.plan)?;
        self.arrangements
            .iter()
            .map(|arrangement| {
                for (i, seat) in seats.iter_mut().enumerate() {
                    seat.engine.forget();
                    let stream = SplitMix::stream(self.plan.seed ^ set, i as u64).next();
                    seat.limits.seed = stream;
                }
                let mut table = opened.branch();
                let mut luck = SplitMix::stream(self.plan.seed, !set);
                Ok(play(&mut *table, &mut seats, arrangement, &mut luck)?)
            })
            .collect()
    }

    /// The set's opening: random moves that do not end the game.
    fn open(&self, set: u64) -> std::result::Result<Box<dyn Table>, MatchError> {
        let mut rng = SplitMix::stream(self.plan.seed, set);
        let mut table = match self.plan.position.as_deref() {
            None => self.variant.deal(rng.next()),
            position => self.variant.table(position)?,
        };
        for _ in 0..self.plan.opening {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let played = match table.turn() {
                Turn::Chance => table.roll(&mut rng).is_some(),
                _ => table.play(&legal[rng.below(legal.len())]).is_ok(),
            };
            if played && table.turn() == Turn::Over {
                table.take_back();
                break;
            }
        }
        // A round played together must not be left half chosen.
        while let Turn::Together(owing) = table.turn() {
            if owing.len() == table.players() || table.take_back().is_none() {
                break;
            }
        }
        Ok(table)
    }

    fn count(&self, games: &[Played], watch: &(dyn Fn(&Result) + Sync)) {
        let mut result = self.result.lock().expect("no panic while locked");
        let mut total = 0.0;
        for (seat, game) in games.iter().enumerate() {
            let payoff = game.payoffs[seat];
            let score = f64::from(payoff.share());
            total += score;
            result.games += 1;
            match payoff.cmp(&Payoff::DRAW) {
                std::cmp::Ordering::Greater => result.wins += 1,
                std::cmp::Ordering::Equal => result.draws += 1,
                std::cmp::Ordering::Less => result.losses += 1,
            }
            result.endless += u64::from(game.endless);
            result.by_seat[seat].0 += score;
            result.by_seat[seat].1 += 1;
            for (player, spent) in game.effort.iter().enumerate() {
                result.effort[self.arrangements[seat][player]].add(spent);
            }
        }
        result.sample.add(total / games.len() as f64);
        if let Some(test) = self.plan.sprt {
            let state = test.state(&result.sample);
            result.sprt = Some(state);
            if state.decision.is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        watch(&result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(a: &str, b: &str, games: u64) -> Plan {
        Plan {
            engines: [a.parse().expect("a spec"), b.parse().expect("a spec")],
            games,
            opening: 2,
            position: None,
            seed: 1,
            threads: 2,
            sprt: None,
        }
    }

    fn play_match(game: &str, plan: &Plan) -> Result {
        let entry = crate::find(game).expect("built in");
        run(&*entry.variants[0], plan, &|_| ()).expect("the match is played")
    }

    #[test]
    fn a_search_beats_random_moves() {
        let result = play_match("connect4", &plan("ab:depth=4", "random", 20));
        assert!(result.games >= 20 && result.sample.mean() > 0.85, "{result:?}");
    }

    #[test]
    fn equal_engines_score_a_half_in_every_seat() {
        for game in ["tictactoe", "tron", "pig"] {
            let result = play_match(game, &plan("random", "random", 600));
            // Twice the 95 % interval: wrong once in ten thousand runs.
            let score = result.sample.score();
            assert!((score.mid - 0.5).abs() < score.high - score.low, "{game}: {score:?}");
            assert!(result.by_seat.iter().all(|&(_, games)| games == 300), "{game}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_match() {
        let one = play_match("connect4", &plan("mcts:iterations=50", "random", 10));
        let two = play_match("connect4", &plan("mcts:iterations=50", "random", 10));
        assert_eq!((one.wins, one.draws, one.losses), (two.wins, two.draws, two.losses));
    }

    #[test]
    fn a_sequential_test_stops_early() {
        let mut plan = plan("ab:depth=4", "random", 10_000);
        plan.sprt = Some(Sprt::new(0.0, 50.0));
        let result = play_match("connect4", &plan);
        assert!(result.games < 1_000, "{} games", result.games);
        assert_eq!(
            result.sprt.and_then(|s| s.decision),
            Some(super::super::stats::Decision::Alternative)
        );
    }

    #[test]
    fn bad_engines_are_refused_before_play() {
        let entry = crate::find("connect4").expect("built in");
        let bad = run(&*entry.variants[0], &plan("maxn", "random", 2), &|_| ());
        assert!(bad.is_err_and(|e| e.to_string().contains("does not suit")));
    }
}
