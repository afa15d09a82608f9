//! Games that others recorded, brought into a file of games.
//!
//! A game that has records brings a reader, which makes raw games of them: a
//! start, moves in our notation, a result. Here they are replayed move by move by the rules; a
//! record that does not replay is left out and said so. Nothing is believed.

use super::{Record, RecordedSeat, Store, StoreError};
use crate::matches::{Effort, Ply};
use takeback_core::Turn;
use takeback_host::GameEntry;
use takeback_host::check::File;
use takeback_host::outside::RawGame;

/// What came of an import.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Games stored.
    pub games: u64,
    /// Games that were there already.
    pub known: u64,
    /// Moves of the games stored.
    pub moves: u64,
    /// Records left out: where, and why.
    pub left_out: Vec<(String, String)>,
}

/// Bring the games of a file into the store, with the positions of each if
/// asked for. `None` when it is no kind of file with games.
///
/// # Errors
/// When the store cannot be written.
pub fn import(
    store: &mut Store,
    entry: &GameEntry,
    file: &File,
    positions: bool,
) -> Result<Option<Imported>, StoreError> {
    let Some(reader) = entry.extras.importer() else { return Ok(None) };
    let Some(games) = reader(file) else { return Ok(None) };
    let name = format!("import {} {}", entry.name, file.name);
    let event = store.event(&name, "import", (entry.name, ""), "")?;
    let mut done = Imported::default();
    for (number, (place, raw)) in games.into_iter().enumerate() {
        match raw.and_then(|raw| replay(entry, &raw)) {
            Ok((record, seen)) => match store.add(event, number as u64, &record)? {
                Some(id) => {
                    done.games += 1;
                    done.moves += record.plies.len() as u64;
                    if positions {
                        store.add_positions(id, &seen)?;
                    }
                }
                None => done.known += 1,
            },
            Err(why) => done.left_out.push((place, why)),
        }
    }
    Ok(Some(done))
}

/// A game replayed by the rules, and the positions it came through.
fn replay(entry: &GameEntry, raw: &RawGame) -> Result<(Record, Vec<String>), String> {
    let variant = entry.variant(Some(&raw.variant)).map_err(|e| e.to_string())?;
    let mut table = variant.table(raw.start.as_deref()).map_err(|e| e.to_string())?;
    let players = table.players();
    let mut plies: Vec<Ply> = Vec::new();
    let mut seen = vec![table.position()];
    for (i, text) in raw.moves.iter().enumerate() {
        let seat = match table.turn() {
            Turn::Player(player) => Some(player),
            Turn::Together(owing) => owing.first(),
            _ => None,
        };
        if text == "cancel" {
            while plies.last().is_some_and(|ply| ply.seat == seat) {
                table.take_back();
                plies.pop();
                seen.pop();
            }
            continue;
        }
        table.play(text).map_err(|error| format!("{}: move {}, {text}: {error}", raw.id, i + 1))?;
        plies.push(Ply { seat, ..Ply::unthought(text.clone()) });
        seen.push(table.position());
    }
    let by_rules = table.payoffs().map(|all| all.iter().map(|p| p.0).collect::<Vec<_>>());
    let over = by_rules.is_some();
    let payoffs = by_rules.or_else(|| raw.payoffs.clone());
    let seats = (0..players)
        .map(|p| RecordedSeat {
            engine: raw.names.get(p).cloned().unwrap_or_else(|| "unknown".to_owned()),
            payoff: payoffs.as_ref().and_then(|all| all.get(p).copied()),
            effort: Effort::default(),
        })
        .collect();
    let record = Record {
        game: entry.name.to_owned(),
        variant: raw.variant.clone(),
        start: table.start(),
        opening: 0,
        plies,
        seats,
        ending: if over { "rules" } else { "recorded" }.to_owned(),
        detail: format!("{} {}", raw.id, raw.detail).trim().to_owned(),
        seconds: 0.0,
    };
    Ok((record, seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> File {
        File { path: name.into(), name: name.into(), text: text.into() }
    }

    fn bring(game: &str, file: &File) -> (Store, Imported) {
        let mut store = Store::in_memory().expect("memory");
        let entry = crate::tests_support::find(game).expect("built in");
        let done = import(&mut store, &entry, file, true).expect("no error").expect("games");
        (store, done)
    }

    #[test]
    fn hex_games_are_replayed_and_kept_once() {
        let text = r#"{"id":"one","size":11,"first":"black","side_swap_after_first":true,"moves":["b2","f6","g6"],"winner":"black by resignation"}
{"id":"two","size":11,"first":"black","moves":["b2","b2"],"winner":null}"#;
        let games = file("olympiad-games.jsonl", text);
        let (mut store, done) = bring("hex", &games);
        assert_eq!((done.games, done.left_out.len()), (1, 1), "{done:?}");
        let record = store.game(1).expect("a game");
        let moves: Vec<&str> = record.plies.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(moves, ["b2", "swap-sides", "f6", "g6"]);
        // The first stone's owner plays White from the swap on.
        assert_eq!(record.seats[1].payoff, Some(1000));
        let entry = crate::tests_support::find("hex").expect("built in");
        let again = import(&mut store, &entry, &games, true).expect("no error").expect("games");
        assert_eq!((again.games, again.known), (0, 1));
        assert_eq!(store.visits(&record.start).expect("visits").len(), 1);
        let sgf = file("game.sgf", "(;GM[11]SZ[3];B[b2];W[a1];B[b1];W[c1];B[b3])");
        let (store, done) = bring("hex", &sgf);
        assert_eq!(done.games, 1, "{done:?}");
        assert_eq!(store.game(1).expect("a game").seats[0].payoff, Some(1000));
    }

    #[test]
    fn what_a_game_has_no_reader_for_is_passed_over() {
        let mut store = Store::in_memory().expect("memory");
        let (hex, chess) = (
            crate::tests_support::find("hex").expect("there"),
            crate::tests_support::find("chess").expect("there"),
        );
        let readme = file("README.md", "# Hex");
        assert!(import(&mut store, &hex, &readme, false).expect("no error").is_none());
        assert!(import(&mut store, &chess, &readme, false).expect("no error").is_none());
        let broken = file("random-games.jsonl", "{\"width\":");
        let done = import(&mut store, &hex, &broken, false).expect("no error").expect("games");
        assert_eq!((done.games, done.left_out.len()), (0, 1));
    }

    /// The recorded games of the shared vectors, where they are at hand.
    #[test]
    fn recorded_games_come_in() {
        for (game, name, at_least) in [
            ("hex", "hex/olympiad-games.jsonl", 20),
            ("gofish", "gofish/traces.jsonl", 20),
            ("ringrift", "ringrift/traces/hex8-2p.jsonl.gz", 9),
        ] {
            let Some(path) = takeback_host::check::recorded(name) else { continue };
            let (_, done) = bring(game, &File::read(&path).expect("a file"));
            assert!(done.games >= at_least, "{game}: {done:?}");
            assert_eq!(done.left_out, [], "{game}");
        }
    }
}
