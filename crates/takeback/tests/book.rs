//! Opening books: made by thinking, the same whoever breaks off, and played from.

mod common;

use common::{Folder, json, refuses, says, start, wait_until};
use std::collections::{BTreeMap, BTreeSet};
use takeback::host::books::{Book, suits};
use takeback::host::engines::EngineError;
use takeback::host::spec::Spec;
use takeback::search::Stopped;

/// A small book of Othello at this place.
fn making<'a>(file: &'a str, positions: &'a str, threads: &'a str) -> Vec<&'a str> {
    let engine = "ab:nodes=400,tt=1";
    let mut args = vec!["book", "othello", "--engine", engine, "--margin", "30", "--json"];
    args.extend(["--positions", positions, "--threads", threads, "--out", file]);
    args
}

fn read(file: &str) -> Book {
    Book::read(&std::fs::read_to_string(file).expect("a file")).expect("a book")
}

#[test]
fn a_book_is_the_same_however_it_was_made() {
    let folder = Folder::new("book");
    let (whole, parts, killed) = (folder.file("a"), folder.file("b"), folder.file("c"));
    let told = json(&says(&making(&whole, "40", "2")));
    let book = read(&whole);
    assert_eq!(told["positions"], book.pages.len());
    assert!((40..48).contains(&book.pages.len()), "what was begun is finished");

    says(&making(&parts, "17", "1"));
    assert!((17..25).contains(&read(&parts).pages.len()));
    says(&making(&parts, "40", "1"));
    assert_eq!(read(&parts), book, "in two parts, on one thread");

    // Far more than it comes to before it is killed: what was found by then is there.
    let mut child = start(&making(&killed, "4000", "1"));
    wait_until("some pages", || std::fs::metadata(&killed).is_ok());
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    let found = read(&killed).pages.len();
    assert!((1..4000).contains(&found), "{found} positions before it was killed");
    let more = (found + 20).to_string();
    let never = folder.file("d");
    says(&making(&killed, &more, "2"));
    says(&making(&never, &more, "1"));
    assert_eq!(read(&killed), read(&never), "killed and continued");
}

/// A move is worth what its best answer leaves of it, and nothing stands in a book that
/// does not lead on from the page before.
#[test]
fn what_is_found_goes_back_along_the_line() {
    let folder = Folder::new("book-values");
    let file = folder.file("a");
    says(&making(&file, "60", "2"));
    let book = read(&file);
    let pages: BTreeMap<&[String], &[(String, i32)]> =
        book.pages.iter().map(|page| (&page.line[..], &page.moves[..])).collect();
    assert_eq!(pages.len(), book.pages.len(), "every position once");
    let mut deeper = 0;
    for (line, moves) in pages.iter().filter(|(line, _)| !line.is_empty()) {
        let (last, before) = line.split_last().expect("not the start");
        let named =
            pages[before].iter().find(|(m, _)| m == last).expect("the page before names it");
        // Nobody passes so early in Othello: turns alternate.
        assert_eq!(named.1, -moves.iter().map(|m| m.1).max().expect("a move"), "{line:?}");
        deeper += usize::from(line.len() > 2);
    }
    assert!(deeper > 10, "the book goes deep, not only wide: {deeper}");
}

#[test]
fn engines_play_from_it_and_think_where_it_ends() {
    let folder = Folder::new("book-played");
    let file = folder.file("a");
    says(&making(&file, "40", "2"));
    let book = read(&file);
    let games = takeback::standard();
    let othello = games.choose("othello", None).expect("built in");
    let spec: Spec = format!("ab:nodes=300,book={file}").parse().expect("a specification");
    let mut seat = othello.engine(&spec).expect("an engine");
    let mut table = othello.table(None).expect("the start");
    let mut limits = seat.limits.clone();
    let mut played = BTreeSet::new();
    for seed in 0..40 {
        limits.seed = seed;
        let told = seat.engine.choose(&*table, &limits).expect("a move");
        assert_eq!((told.stopped, told.nodes), (Some(Stopped::Book), 0));
        let again = seat.engine.choose(&*table, &limits).expect("a move");
        assert_eq!(told.best, again.best, "the same seed plays the same move");
        played.insert(told.best);
    }
    let moves = &book.pages[0].moves;
    let best = moves.iter().map(|m| m.1).max().expect("a move");
    let good = moves.iter().filter(|m| m.1 >= best - 30).map(|m| m.0.clone()).collect();
    assert_eq!(played, good, "all that is nearly as good as the best, and nothing else");

    // Who asks what it thinks gets a search.
    let thought = seat.engine.think(&*table, &limits, &mut |_| ()).expect("a move");
    assert!(thought.nodes > 0 && thought.stopped != Some(Stopped::Book));
    // The same by another way round is the same position; far away there is no book.
    let mut rng = takeback::core::SplitMix::new(4);
    for _ in 0..30 {
        let legal = table.legal();
        let Some(m) = legal.get(rng.below(legal.len().max(1))) else { break };
        table.play(m).expect("legal");
    }
    let far = seat.engine.choose(&*table, &limits).expect("a move");
    assert_ne!(far.stopped, Some(Stopped::Book));
}

#[test]
fn other_books_are_refused_with_a_sentence() {
    let folder = Folder::new("book-refused");
    let file = folder.file("a");
    says(&making(&file, "9", "2"));
    let games = takeback::standard();
    let refusal = |game: &str, text: &str| {
        let path = folder.file("odd");
        std::fs::write(&path, text).expect("written");
        let spec: Spec = format!("ab:depth=1,book={path}").parse().expect("a specification");
        let chosen = games.choose(game, None).expect("built in");
        chosen.engine(&spec).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let good = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(refusal("othello", &good), "");
    assert!(refusal("connect4", &good).contains("begins elsewhere"));
    assert!(refusal("othello", "").contains("takeback book 1"));
    assert!(refusal("othello", &format!("{good}a1 : b2=3\n")).contains("not a legal move"));
    assert!(refusal("othello", &format!("{good}d3 : a1=3\n")).contains("not a legal move"));
    assert!(refusal("othello", &format!("{good}d3\n")).contains("MOVE=POINTS"));

    let spec: Spec = format!("ab:depth=1,book={file}").parse().expect("a specification");
    let othello = games.choose("othello", None).expect("built in");
    assert_eq!(othello.engine_for_strangers(&spec).err(), Some(EngineError::ReadsFiles));
    let missing: Spec = "ab:depth=1,book=no-such-file".parse().expect("a specification");
    assert!(othello.engine(&missing).is_err());

    let fresh = folder.file("fresh");
    for (game, why) in [("kuhn", "two players who see everything"), ("tron", "two players")] {
        assert!(refuses(&["book", game, "--engine", "random", "--out", &fresh]).contains(why));
    }
    assert!(
        refuses(&["book", "othello", "--engine", "ab:nodes=9", "--out", &file]).contains("made by")
    );
    assert!(refuses(&["book", "othello", "--width", "0", "--out", &fresh]).contains("--width"));
}

/// Engines take books just where a table can be played from one. (The list of engines asks the type and not the
/// rules, which may be somebody's own and make no sense yet.)
#[test]
fn books_are_offered_where_they_can_be_opened() {
    let mut with = 0;
    for game in takeback::standard().games() {
        for variant in &game.variants {
            let table = variant.table(None).expect("the start");
            let engines = variant.engines();
            let has = |name: &str| {
                engines.iter().any(|engine| engine.options.iter().any(|option| option.name == name))
            };
            let name = format!("{}:{}", game.name, variant.name());
            assert_eq!(has("book"), suits(&*table) && has("time"), "{name}");
            with += u32::from(has("book"));
        }
    }
    assert!(with > 20, "{with} variants with books");
}
