//! Games with the features of their positions, appended to one file.

use super::crew::{play_all, tell};
use super::run::{Plan, Progress, SelfplayError, is_searched, play_game};
use crate::matches::{Ply, Side};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use takeback_core::{Payoff, Player};
use takeback_host::Chosen;
use takeback_search::Score;
use takeback_train::rows::{Appender, Game, Header, Row, Thought};

/// The file of a folder.
#[must_use]
pub fn file(folder: &Path) -> PathBuf {
    folder.join("games.rows")
}

/// Play the games that the file does not hold yet.
pub(super) fn run(
    variant: Chosen<'_>,
    plan: &Plan,
    folder: &Path,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, SelfplayError> {
    let none = || SelfplayError::NoFeatures(variant.full_name());
    let set = variant.features().filter(|_| variant.players() == 2).ok_or_else(none)?;
    let header = Header {
        encoding: set.encoding,
        features: set.features,
        most: set.most,
        buckets: set.buckets,
    };
    let (appender, numbers) = Appender::open(&file(folder), &header)?;
    let there: HashSet<u64> = numbers.into_iter().filter(|&n| n < plan.games).collect();
    let done = Progress { games: there.len() as u64, positions: 0 };
    watch(done);
    let missing: Vec<u64> = (0..plan.games).filter(|number| !there.contains(number)).collect();
    let (appender, progress) = (Mutex::new(appender), Mutex::new(done));
    play_all(variant, plan, &missing, |number, sides| {
        let game = game(variant, plan, number, sides)?;
        appender.lock().unwrap_or_else(PoisonError::into_inner).push(&game)?;
        tell(&progress, (1, game.rows.len()), watch);
        Ok(())
    })?;
    Ok(progress.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A game and what is to be learned from it.
fn game(
    variant: Chosen<'_>,
    plan: &Plan,
    number: u64,
    sides: &mut [Side],
) -> Result<Game, SelfplayError> {
    let (played, mut walk) = play_game(variant, plan, number, sides)?;
    let mut rows = Vec::with_capacity(played.plies.len());
    for (i, ply) in played.plies.iter().enumerate() {
        if let (Some(seat), Some(seen)) = (ply.seat, walk.features())
            && let Ok(views) = <[Vec<u16>; 2]>::try_from(seen.views)
        {
            rows.push(row(i, ply, seat, seen.bucket, views));
        }
        walk.replay();
    }
    let results = played.payoffs.iter().map(|payoff: &Payoff| payoff.0 as i16).collect();
    Ok(Game { number, results, rows })
}

fn row(at: usize, ply: &Ply, seat: Player, bucket: usize, views: [Vec<u16>; 2]) -> Row {
    Row {
        ply: at.min(usize::from(u16::MAX)) as u16,
        seat: seat.0,
        bucket: bucket as u8,
        depth: ply.depth.min(255) as u8,
        nodes: ply.nodes.min(u64::from(u32::MAX)) as u32,
        thought: ply.score.filter(|_| is_searched(ply)).map_or(Thought::None, thought),
        views,
    }
}

fn thought(score: Score) -> Thought {
    match score {
        Score::Win(_) => Thought::Share(1.0),
        Score::Loss(_) => Thought::Share(0.0),
        Score::Exact(payoff) => Thought::Share((payoff as f32 / 1000.0 + 1.0) / 2.0),
        // Proven, so who wins is known; by how much is another question.
        Score::Margin(points) => Thought::Share((points.signum() as f32 + 1.0) / 2.0),
        Score::Points(points) => Thought::Points(points),
        Score::Share(share) => Thought::Share(share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Openings, Rules};
    use crate::selfplay::{Format, run as play};
    use takeback_train::rows::read;

    fn plan(games: u64, threads: usize) -> Plan {
        Plan {
            engine: "ab:depth=2,tt=1".parse().expect("a spec"),
            games,
            part: 4,
            openings: Openings::random(2),
            rules: Rules::default(),
            seed: 3,
            threads,
            format: Format::Rows,
            spread: 3,
            time: None,
            stop: takeback_search::StopFlag::default(),
        }
    }

    /// Whatever the threads and however torn the file was, the games are the same.
    #[test]
    fn games_are_the_same_on_any_number_of_threads_and_after_a_kill() {
        let entry = crate::tests_support::find("othello").expect("built in");
        let variant = ("othello", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-rows-{}", std::process::id()));
        let (one, three) = (folder.join("one"), folder.join("three"));
        let done = play(variant, &plan(9, 1), &one, &|_| ()).expect("played");
        play(variant, &plan(9, 3), &three, &|_| ()).expect("played");
        let wanted = read(&file(&one), false).expect("whole");
        assert_eq!(wanted.1.len(), 9);
        assert_eq!(read(&file(&three), false).expect("whole"), wanted);
        let rows: usize = wanted.1.iter().map(|game| game.rows.len()).sum();
        assert_eq!((done.games, done.positions), (9, rows as u64));
        for row in wanted.1.iter().flat_map(|game| &game.rows) {
            // Where there is one move, nobody searches, and nothing is claimed.
            assert_eq!(row.thought == Thought::None, row.nodes <= 1, "{row:?}");
            assert!(!row.views[0].is_empty());
        }
        let searched = |row: &Row| row.thought != Thought::None;
        assert!(
            wanted.1.iter().flat_map(|game| &game.rows).filter(|row| searched(row)).count()
                > 9 * 30
        );
        // Killed while the last game was written.
        let bytes = std::fs::read(file(&one)).expect("a file");
        std::fs::write(file(&one), &bytes[..bytes.len() - 11]).expect("cut");
        assert!(read(&file(&one), false).is_err_and(|e| e.to_string().contains("--cut-off")));
        assert_eq!(read(&file(&one), true).expect("but the last").1.len(), 8);
        let again = play(variant, &plan(9, 2), &one, &|_| ()).expect("played on");
        assert_eq!(again.games, 9);
        assert_eq!(read(&file(&one), false).expect("whole"), wanted);
        // Damage amid the file is told, not skipped.
        let mut bad = bytes.clone();
        bad[bytes.len() / 2] ^= 1;
        std::fs::write(file(&one), bad).expect("damaged");
        assert!(read(&file(&one), true).is_err_and(|e| e.to_string().contains("damaged")));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    /// A player that does not look ahead thinks nothing of its positions.
    #[test]
    fn what_nobody_searched_carries_no_score() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-blind-{}", std::process::id()));
        let plan = Plan { engine: "random".parse().expect("a spec"), ..plan(2, 1) };
        play(variant, &plan, &folder, &|_| ()).expect("played");
        let (_, games) = read(&file(&folder), false).expect("whole");
        assert!(games.iter().flat_map(|g| &g.rows).all(|row| row.thought == Thought::None));
        assert!(games.iter().all(|game| !game.rows.is_empty()));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
