//! A match: sets of games on all threads.
//!
//! A set is one opening played with every arrangement of seats. Opening and
//! luck are the same within a set, so that neither favours a side. A game's
//! seed follows from its number alone: threads change nothing but the order.

use super::arrange::{Arrangement, Seating, two_sides};
use super::game::{GameError, Played, play};
use super::openings::{OpeningError, Openings};
use super::result::Result;
use super::rules::Rules;
use super::side::Side;
use super::stats::Sprt;
use crate::external::Contender;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use takeback_core::SplitMix;
use takeback_host::engines::EngineError;
use takeback_host::{Chosen, UseError};
use takeback_search::StopFlag;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two sides.
    pub sides: [Contender; 2],
    /// At least so many games; whole sets are played.
    pub games: u64,
    /// Where games begin.
    pub openings: Openings,
    /// How more than two seats are shared.
    pub seating: Seating,
    /// Time a move, instead of what the sides' specifications say.
    pub time: Option<Duration>,
    /// House rules.
    pub rules: Rules,
    /// Seed of openings, luck and engines.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// Stop as soon as this test has decided.
    pub sprt: Option<Sprt>,
    /// Ends the match, amid a thought if need be; games that had ended are told of.
    pub stop: StopFlag,
}

impl Plan {
    /// A hundred games from openings of four random moves, on one thread.
    #[must_use]
    pub fn new(first: Contender, second: Contender) -> Self {
        Plan {
            sides: [first, second],
            games: 100,
            openings: Openings::random(4),
            seating: Seating::default(),
            time: None,
            rules: Rules::default(),
            seed: 1,
            threads: 1,
            sprt: None,
            stop: StopFlag::default(),
        }
    }
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error(transparent)]
    Use(#[from] UseError),
    #[error("engine {name}: {error}")]
    Engine { name: String, error: EngineError },
    #[error("{name} does not take part: {why}")]
    Absent { name: String, why: String },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("{0}")]
    Plan(&'static str),
    #[error("cannot store a game: {0}")]
    Record(String),
}

/// Hears of every finished game: its number, who sat where, what was played.
pub type Recorder<'a> =
    dyn Fn(u64, &[usize], &Played) -> std::result::Result<(), String> + Sync + 'a;

/// Play the match; `record` hears every game, `watch` the result so far after
/// every set.
///
/// # Errors
/// When an engine cannot be built or one of our own fails in play.
pub fn run(
    variant: Chosen<'_>,
    plan: &Plan,
    record: &Recorder<'_>,
    watch: &(dyn Fn(&Result) + Sync),
) -> std::result::Result<Result, MatchError> {
    let sets = plan.games.div_ceil(two_sides(variant.players(), plan.seating).len().max(1) as u64);
    run_sets(variant, plan, 0..sets, record, watch)
}

/// Play some sets of a match by their numbers, whatever the plan's number of games.
/// A set follows from the plan and its number alone, so a match may be played in
/// pieces, at different times and places.
///
/// # Errors
/// As [`run`].
pub fn run_sets(
    variant: Chosen<'_>,
    plan: &Plan,
    sets: Range<u64>,
    record: &Recorder<'_>,
    watch: &(dyn Fn(&Result) + Sync),
) -> std::result::Result<Result, MatchError> {
    let players = variant.players();
    if players < 2 {
        return Err(MatchError::Plan("a match needs at least two players"));
    }
    // Whatever cannot be built shows before the first game.
    for (side, contender) in sides(variant, &plan.sides, plan.time)?.iter_mut().zip(&plan.sides) {
        side.knock().map_err(|forfeit| MatchError::Absent {
            name: contender.to_string(),
            why: forfeit.to_string(),
        })?;
    }
    let arrangements = two_sides(players, plan.seating);
    let result = Result::of(players);
    let state = State {
        variant,
        plan,
        arrangements,
        record,
        next: AtomicU64::new(sets.start),
        end: sets.end,
        stop: AtomicBool::new(false),
        result: Mutex::new(result),
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

/// The sides of a game, ready to play.
///
/// # Errors
/// When a contender does not suit the game.
pub fn sides(
    variant: Chosen<'_>,
    contenders: &[Contender],
    time: Option<Duration>,
) -> std::result::Result<Vec<Side>, MatchError> {
    let side = |contender: &Contender| {
        Side::new(variant, contender, time)
            .map_err(|error| MatchError::Engine { name: contender.to_string(), error })
    };
    contenders.iter().map(side).collect()
}

struct State<'a> {
    variant: Chosen<'a>,
    plan: &'a Plan,
    arrangements: Vec<Arrangement>,
    record: &'a Recorder<'a>,
    next: AtomicU64,
    end: u64,
    stop: AtomicBool,
    result: Mutex<Result>,
    error: Mutex<Option<MatchError>>,
}

impl State<'_> {
    fn work(&self, watch: &(dyn Fn(&Result) + Sync)) {
        let mut sides = match sides(self.variant, &self.plan.sides, self.plan.time) {
            Ok(sides) => sides,
            Err(error) => return self.fail(error),
        };
        sides.iter_mut().for_each(|side| side.obey(&self.plan.stop));
        while !self.stop.load(Ordering::Relaxed) {
            let set = self.next.fetch_add(1, Ordering::Relaxed);
            if set >= self.end {
                return;
            }
            let started = Instant::now();
            match self.play_set(set, &mut sides) {
                Ok(Some(games)) => self.count(&games, started, watch),
                Ok(None) => return,
                Err(error) => return self.fail(error),
            }
        }
    }

    fn fail(&self, error: MatchError) {
        self.error.lock().expect("no panic while locked").get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// All games of a set; `None` when the match was stopped meanwhile.
    fn play_set(
        &self,
        set: u64,
        sides: &mut [Side],
    ) -> std::result::Result<Option<Vec<Played>>, MatchError> {
        let opened = self.plan.openings.table(self.variant, self.plan.seed, set)?;
        let seed = SplitMix::stream(self.plan.seed, !set).next();
        let mut games = Vec::with_capacity(self.arrangements.len());
        for (i, arrangement) in self.arrangements.iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut table = opened.branch();
            let played = play(&mut *table, sides, arrangement, seed, &self.plan.rules)?;
            let number = set * self.arrangements.len() as u64 + i as u64;
            (self.record)(number, arrangement, &played).map_err(MatchError::Record)?;
            games.push(played);
        }
        Ok(Some(games))
    }

    fn count(&self, games: &[Played], started: Instant, watch: &(dyn Fn(&Result) + Sync)) {
        let mut result = self.result.lock().expect("no panic while locked");
        result.add_set(games, &self.arrangements);
        if let Some(test) = self.plan.sprt {
            let state = test.state(&result.sample);
            result.sprt = Some(state);
            if state.decision.is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        // Openings, tables, records and the wait for the others: all harness.
        result.seconds += started.elapsed().as_secs_f64();
        watch(&result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Adjudication;
    use crate::matches::stats::Decision;

    #[test]
    fn a_match_in_pieces_comes_to_the_same() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let plan = plan("ab:depth=2,tt=1", "random", 12);
        let whole = run(entry.nth(0), &plan, &|_, _, _| Ok(()), &|_| ()).expect("played");
        let mut sample = crate::matches::stats::Sample::default();
        for sets in [0..1, 1..4, 4..6] {
            let piece = run_sets(entry.nth(0), &plan, sets.clone(), &|_, _, _| Ok(()), &|_| ());
            let piece = piece.expect("played");
            assert_eq!(piece.games, 2 * (sets.end - sets.start));
            sample.merge(&crate::matches::stats::Sample::of_parts(piece.sample.parts()));
        }
        assert_eq!(sample.parts(), whole.sample.parts());
    }

    fn plan(a: &str, b: &str, games: u64) -> Plan {
        let (a, b) = (a.parse().expect("a spec"), b.parse().expect("a spec"));
        Plan { games, openings: Openings::random(2), threads: 2, ..Plan::new(a, b) }
    }

    fn play_match(game: &str, plan: &Plan) -> Result {
        let entry = crate::tests_support::find(game).expect("built in");
        run(entry.nth(0), plan, &|_, _, _| Ok(()), &|_| ()).expect("the match is played")
    }

    #[test]
    fn a_search_beats_random_moves() {
        let result = play_match("connect4", &plan("ab:depth=4,tt=1", "random", 20));
        assert!(result.games >= 20 && result.sample.mean() > 0.85, "{result:?}");
        assert!(result.effort[0].depths > 0 && result.seconds > 0.0);
    }

    #[test]
    fn equal_engines_score_a_half_in_every_seat() {
        for game in ["tictactoe", "tron", "pig"] {
            let result = play_match(game, &plan("random", "random", 600));
            // Twice the 95 % interval: wrong once in ten thousand runs.
            let score = result.sample.score();
            assert!((score.mid - 0.5).abs() < score.high - score.low, "{game}: {score:?}");
            for seat in &result.by_seat {
                assert_eq!(seat.games, [300, 300], "{game}");
                let score = seat.score();
                assert!((score.mid - 0.5).abs() < score.high - score.low, "{game}: {score:?}");
            }
        }
    }

    #[test]
    fn four_players_are_seated_every_way() {
        let entry = crate::tests_support::find("pig").expect("built in");
        let result = run(entry.nth(1), &plan("random", "random", 140), &|_, _, _| Ok(()), &|_| ())
            .expect("the match is played");
        assert_eq!(result.games, 140);
        assert!(result.by_seat.iter().all(|s| s.games == [70, 70]));
        let score = result.sample.score();
        assert!((score.mid - 0.5).abs() < score.high - score.low, "{score:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let games = |threads| {
            let plan = Plan { threads, ..plan("mcts:iterations=50", "random", 10) };
            let seen = Mutex::new(Vec::new());
            let record = |number: u64, _: &[usize], played: &Played| {
                let moves: Vec<String> = played.plies.iter().map(|p| p.text.clone()).collect();
                seen.lock().expect("no panic while locked").push((number, moves));
                Ok(())
            };
            run(entry.nth(0), &plan, &record, &|_| ()).expect("the match is played");
            let mut seen = seen.into_inner().expect("no panic while locked");
            seen.sort();
            seen
        };
        assert_eq!(games(1), games(3));
    }

    #[test]
    fn a_sequential_test_stops_early() {
        let mut plan = plan("ab:depth=4,tt=1", "random", 10_000);
        plan.sprt = Some(Sprt::new(0.0, 50.0));
        let result = play_match("connect4", &plan);
        assert!(result.games < 1_000, "{} games", result.games);
        assert_eq!(result.sprt.and_then(|s| s.decision), Some(Decision::Alternative));
    }

    #[test]
    fn bad_engines_are_refused_before_play() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let bad = run(entry.nth(0), &plan("maxn", "random", 2), &|_, _, _| Ok(()), &|_| ());
        assert!(bad.is_err_and(|e| e.to_string().contains("no engine is called")));
    }

    #[test]
    fn house_rules_end_games_only_when_asked() {
        let mut short = plan("random", "random", 4);
        short.rules.longest = 5;
        assert_eq!(play_match("connect4", &short).endless, 4);
        let mut judged = plan("ab:depth=5,tt=1", "ab:depth=5,tt=1", 20);
        assert_eq!(play_match("connect4", &judged).adjudicated, 0);
        judged.rules.adjudication = Adjudication::Agreed { points: 30, moves: 1 };
        assert!(play_match("connect4", &judged).adjudicated > 0);
    }

    #[test]
    fn dead_ends_are_left_again() {
        let mut games = plan("random", "random", 4);
        games.rules.longest = 300;
        assert_eq!(play_match("cotulenh", &games).games, 4);
    }
}
