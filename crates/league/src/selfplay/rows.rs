//! Games with the features of their positions, appended to one file.

use super::crew::{play_all, tell};
use super::run::{Plan, Progress, SelfplayError, is_searched, play_game};
use crate::matches::{self, Played, Ply, Side, Thoughts};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use takeback_core::{Payoff, Player};
use takeback_host::Chosen;
use takeback_host::play::{FeatureSet, Table};
use takeback_search::Score;
use takeback_train::rows::{Appender, Ending, Game, Header, NO_MOVE, Row, Thought, WHOLE, Weighed};

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
    let header = header(variant).ok_or_else(|| SelfplayError::NoFeatures(variant.full_name()))?;
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

/// What the rows of a game say of it; `None` where it has no features.
pub(super) fn header(variant: Chosen<'_>) -> Option<Header> {
    let FeatureSet { encoding, features, most, buckets, moves } = variant.features()?;
    Some(Header { encoding, features, most, buckets, moves })
}

/// A game and what is to be learned from it.
fn game(
    variant: Chosen<'_>,
    plan: &Plan,
    number: u64,
    sides: &mut [Side],
) -> Result<Game, SelfplayError> {
    let (played, mut walk) = play_game(variant, plan, number, sides)?;
    Ok(labelled(plan, number, &played, &thoughts(sides), &mut *walk))
}

/// What the sides thought of the positions of their last game.
pub(super) fn thoughts(sides: &mut [Side]) -> BTreeMap<usize, Thoughts> {
    let taken = sides.iter_mut().map(|side| match side {
        Side::Weighing(weighing) => weighing.take(),
        _ => BTreeMap::new(),
    });
    taken.flatten().collect()
}

/// A game that was played, by a table at its very start.
pub(super) fn labelled(
    plan: &Plan,
    number: u64,
    played: &Played,
    thoughts: &BTreeMap<usize, Thoughts>,
    walk: &mut dyn Table,
) -> Game {
    let mut opening = 0;
    let mut rows = Vec::with_capacity(played.plies.len());
    for (i, ply) in played.plies.iter().enumerate() {
        if i == played.opening {
            opening = name_of(&walk.position());
        }
        if let (Some(seat), Some(seen)) = (ply.seat, walk.features())
            && seen.views.len() == played.payoffs.len()
        {
            let mut row = row(i, ply, seat, seen.bucket, seen.views);
            weigh(&mut row, ply, thoughts.get(&i), walk);
            rows.push(row);
        }
        walk.replay();
    }
    let ending = match played.ending {
        matches::Ending::Rules => Ending::Rules,
        matches::Ending::Length => Ending::Length,
        matches::Ending::Adjudicated => Ending::Adjudicated,
        matches::Ending::Forfeit(..) => Ending::Forfeit,
    };
    let results = played.payoffs.iter().map(|payoff: &Payoff| payoff.0 as i16).collect();
    Game { number, opening, temperature: plan.temperature(number), ending, results, rows }
}

/// A number for a position's text.
fn name_of(position: &str) -> u64 {
    position.bytes().fold(0, |name, byte| takeback_core::mix(name ^ u64::from(byte)))
}

/// Moves by number: what was played, what was found best, and what was spent on each.
fn weigh(row: &mut Row, ply: &Ply, thoughts: Option<&Thoughts>, walk: &dyn Table) {
    let Some(numbers) = walk.numbers() else { return };
    let texts = walk.legal();
    let number = |text: &str| {
        let place = texts.iter().position(|legal| legal == text);
        place.map_or(NO_MOVE, |place| numbers[place])
    };
    row.played = number(&ply.text);
    let Some(thoughts) = thoughts.filter(|_| is_searched(ply)) else { return };
    row.best = number(&thoughts.best);
    let all: u64 = thoughts.root.iter().map(|(_, visits)| visits).sum();
    // With those of every search a file would be three times as large.
    if all == 0 || !thoughts.sampled {
        return;
    }
    for (text, visits) in &thoughts.root {
        let share = (*visits as f64 / all as f64 * f64::from(WHOLE)).round() as u16;
        let number = number(text);
        // Two moves of one number count as one.
        match row.weighed.iter_mut().find(|weighed| weighed.number == number) {
            Some(same) => same.share = same.share.saturating_add(share),
            None if number == NO_MOVE => {}
            None => row.weighed.push(Weighed { number, share }),
        }
    }
}

fn row(at: usize, ply: &Ply, seat: Player, bucket: usize, views: Vec<Vec<u16>>) -> Row {
    Row {
        best: NO_MOVE,
        played: NO_MOVE,
        weighed: Vec::new(),
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
            label: None,
            games,
            part: 4,
            openings: Openings::random(2),
            rules: Rules::default(),
            seed: 3,
            threads,
            format: Format::Rows,
            spread: 3,
            temperatures: vec![0.0, 1.0],
            cool_after: 20,
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
            assert!(row.played < wanted.0.moves as u32, "{row:?}");
            if row.thought == Thought::None {
                assert!(row.weighed.is_empty() && row.best == NO_MOVE);
            } else {
                assert!(row.best < wanted.0.moves as u32 && row.weighed.is_empty());
            }
        }
        // Every other game draws its moves for twenty plies, and plays the best afterwards.
        for game in &wanted.1 {
            assert_eq!(game.temperature, if game.number % 2 == 0 { 0.0 } else { 1.0 });
            let odd = |row: &&Row| row.best != NO_MOVE && row.best != row.played;
            assert!(game.rows.iter().filter(odd).all(|row| game.number % 2 == 1 && row.ply < 20));
        }
        let drawn =
            wanted.1.iter().flat_map(|game| &game.rows).filter(|row| row.best != row.played);
        assert!(drawn.filter(|row| row.best != NO_MOVE).count() > 5, "some moves were drawn");
        let openings: HashSet<u64> = wanted.1.iter().map(|game| game.opening).collect();
        assert!(openings.len() > 4, "games begin differently");
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

    /// A search that samples says how often it tried each move.
    #[test]
    fn shares_of_visits_are_kept() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-visits-{}", std::process::id()));
        let plan = Plan { engine: "mcts:iterations=60".parse().expect("a spec"), ..plan(2, 1) };
        play(variant, &plan, &folder, &|_| ()).expect("played");
        let (header, games) = read(&file(&folder), false).expect("whole");
        let rows: Vec<&Row> = games.iter().flat_map(|game| &game.rows).collect();
        assert!(rows.len() > 10);
        for row in rows.iter().filter(|row| row.thought != Thought::None) {
            assert!(row.weighed.iter().any(|weighed| weighed.number == row.best), "{row:?}");
            assert!(row.weighed.iter().all(|weighed| weighed.number < header.moves as u32));
            let whole: u32 = row.weighed.iter().map(|weighed| u32::from(weighed.share)).sum();
            assert!(whole.abs_diff(u32::from(WHOLE)) <= row.weighed.len() as u32, "{whole}");
        }
        let most = |row: &&&Row| row.weighed.iter().any(|w| w.share > WHOLE / 3);
        assert!(rows.iter().filter(most).count() > 3, "some moves were tried more than others");
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    /// Whoever labels has the say, also where the player does not look ahead.
    #[test]
    fn labels_are_those_of_another_engine() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-labels-{}", std::process::id()));
        let random = Plan {
            engine: "random".parse().expect("a spec"),
            label: Some("exact:tt=1".parse().expect("a spec")),
            openings: Openings::random(26),
            ..plan(12, 1)
        };
        play(variant, &random, &folder, &|_| ()).expect("played");
        let (_, games) = read(&file(&folder), false).expect("whole");
        let mut seen = [0; 3];
        for game in &games {
            for row in &game.rows {
                let Thought::Share(share) = row.thought else { panic!("no label: {row:?}") };
                seen[(2.0 * share) as usize] += 1;
            }
            // The last move of a game that was won is that of a position that was won.
            let (last, result) = (game.rows.last(), &game.results);
            if let Some(row) = last.filter(|row| result[usize::from(row.seat)] == 1000) {
                assert_eq!(row.thought, Thought::Share(1.0));
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
        // The same games, labelled by somebody else, are another run.
        let other = Plan { label: Some("dfpn:tt=1".parse().expect("a spec")), ..random };
        let refused = play(variant, &other, &folder, &|_| ());
        assert!(matches!(refused, Err(SelfplayError::OtherRun(_))), "{refused:?}");
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
