//! Playing what is missing.

use super::schedule::{Plan, Schedule, ScheduleError};
use crate::matches::{MatchError, Side, play};
use crate::ratings::Standings;
use crate::records::{Event, Record, Store, StoreError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use takeback_core::SplitMix;
use takeback_host::Chosen;

/// How far a tournament has come.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    /// Games of the whole tournament.
    pub games: u64,
    /// Games in the file.
    pub finished: u64,
}

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TournamentError {
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Play all games of the plan that the file does not hold yet, and rate
/// everybody; `watch` hears where it begins, and of every game once that is in
/// the file.
///
/// # Errors
/// When an engine cannot be built or fails, the file cannot be written, or it
/// holds another tournament of this name. What is finished stays finished.
pub fn run(
    (game, variant): (&str, Chosen<'_>),
    plan: &Plan,
    store: Store,
    name: &str,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Standings, TournamentError> {
    let schedule = Schedule::new(plan, variant.players())?;
    drop(crate::matches::sides(variant, &plan.contenders, plan.time)?);
    let mut store = store;
    let text = plan.text(game, variant.name());
    let event = store.event(name, "tournament", (game, variant.name()), &text)?;
    let finished = store.finished(event)?;
    let missing: Vec<u64> = (0..schedule.games()).filter(|n| !finished.contains(n)).collect();
    let progress =
        Progress { games: schedule.games(), finished: schedule.games() - missing.len() as u64 };
    watch(progress);
    let work = Work {
        game,
        variant,
        plan,
        event,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        progress: Mutex::new(progress),
        store: Mutex::new(store),
        error: Mutex::new(None),
        schedule,
        missing,
        watch,
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work.play_on() {
                    work.stop.store(true, Ordering::Relaxed);
                    work.error.lock().expect("no panic while locked").get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = work.error.into_inner().expect("no panic while locked") {
        return Err(error);
    }
    let mut store = work.store.into_inner().expect("no panic while locked");
    let standings = Standings::of(&plan.names(), &store.results(event)?);
    store.rate(event, &standings.ratings)?;
    Ok(standings)
}

/// Play the game of this number, by sides that [`sides`](crate::matches::sides) made
/// from the plan's contenders. It follows from the plan and the number alone, whoever
/// plays it, where and when; only the times in the record differ.
///
/// # Errors
/// When the opening cannot be set up or an engine of our own fails.
pub fn play_game(
    (game, variant): (&str, Chosen<'_>),
    plan: &Plan,
    schedule: &Schedule,
    number: u64,
    sides: &mut [Side],
) -> Result<Record, MatchError> {
    let slot = schedule.slot(number);
    let mut table = plan.openings.table(variant, plan.seed, slot.opening)?;
    let seed = SplitMix::stream(plan.seed, !slot.opening).next();
    let played = play(&mut *table, sides, &slot.seats, seed, &plan.rules)?;
    let names: Vec<String> = slot.seats.iter().map(|&i| plan.contenders[i].to_string()).collect();
    Ok(Record::of(game, variant.name(), &names, &played))
}

struct Work<'a> {
    game: &'a str,
    variant: Chosen<'a>,
    plan: &'a Plan,
    schedule: Schedule,
    missing: Vec<u64>,
    event: Event,
    next: AtomicUsize,
    stop: AtomicBool,
    progress: Mutex<Progress>,
    store: Mutex<Store>,
    error: Mutex<Option<TournamentError>>,
    watch: &'a (dyn Fn(Progress) + Sync),
}

impl Work<'_> {
    fn play_on(&self) -> Result<(), TournamentError> {
        let mut sides = crate::matches::sides(self.variant, &self.plan.contenders, self.plan.time)?;
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&number) = self.missing.get(next) else { return Ok(()) };
            self.play_one(number, &mut sides)?;
            let mut progress = self.progress.lock().expect("no panic while locked");
            progress.finished += 1;
            (self.watch)(*progress);
        }
        Ok(())
    }

    fn play_one(&self, number: u64, sides: &mut [Side]) -> Result<(), TournamentError> {
        let (plan, schedule) = (self.plan, &self.schedule);
        let record = play_game((self.game, self.variant), plan, schedule, number, sides)?;
        let mut store = self.store.lock().expect("no panic while locked");
        store.add(self.event, number, &record)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Openings, Rules};
    use crate::records::Filter;

    fn plan(threads: usize) -> Plan {
        Plan {
            contenders: ["random", "ab:depth=1,tt=1", "ab:depth=3,tt=1"]
                .map(|t| t.parse().expect("a spec"))
                .to_vec(),
            gauntlet: false,
            games: 60,
            openings: Openings::random(1),
            time: None,
            rules: Rules::default(),
            seed: 4,
            threads,
        }
    }

    #[test]
    fn a_tournament_goes_on_where_it_stopped_and_is_the_same_on_more_threads() {
        let entry = crate::tests_support::find("tictactoe").expect("built in");
        let variant = entry.nth(0);
        let folder = std::env::temp_dir().join(format!("takeback-cup-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let play = |file: &str, threads, stop_after: u64| {
            let path = folder.join(file);
            let store = Store::open(&path).expect("a file");
            let seen = Mutex::new(Vec::new());
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                run(("tictactoe", variant), &plan(threads), store, "cup", &|so_far| {
                    seen.lock().expect("no panic while locked").push(so_far.finished);
                    assert!(so_far.finished < stop_after, "stopped on purpose");
                })
            }));
            (result.ok(), seen.into_inner().expect("no panic while locked"))
        };
        let (whole, games) = play("whole", 2, u64::MAX);
        let whole = whole.expect("not stopped").expect("played");
        assert_eq!((games, whole.games), ((0..=60).collect(), 60));
        let (stopped, _) = play("parts", 1, 13);
        assert!(stopped.is_none());
        let (rest, games) = play("parts", 1, u64::MAX);
        assert_eq!(games, (13..=60).collect::<Vec<_>>());
        assert_eq!(rest.expect("not stopped").expect("played"), whole);
        let moves = |file: &str| {
            let store = Store::existing(&folder.join(file)).expect("a file");
            let mut games: Vec<_> = store
                .list(&Filter::default())
                .expect("a list")
                .iter()
                .map(|row| {
                    let plies = store.game(row.id).expect("a game").plies;
                    (row.event.1, plies.into_iter().map(|p| p.text).collect::<Vec<_>>())
                })
                .collect();
            games.sort();
            games
        };
        assert_eq!(moves("whole"), moves("parts"));
        assert_eq!(whole.ratings[0].engine, "ab:depth=3,tt=1");
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
