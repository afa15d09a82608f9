//! Texts of a line: engines, protocols, openings.

use super::{for_all, named};
use crate::corpus;
use std::time::Duration;
use takeback::arena::external::Contender;
use takeback::arena::matches::Openings;
use takeback::host::outside::ProtocolSettings;
use takeback::host::spec::{EngineOption, Spec, Takes};

/// A value that an option takes.
fn value(option: &EngineOption) -> String {
    match option.takes {
        Takes::Flag => "on".to_owned(),
        Takes::Count(least, most) => least.saturating_add(1).min(most).to_string(),
        Takes::Number(least, most) => f64::midpoint(least, most.min(4.0)).to_string(),
        Takes::Time => "5ms".to_owned(),
        Takes::Word(words) => words.first().unwrap_or(&"").to_string(),
        Takes::File => "no-such-file".to_owned(),
    }
}

pub(super) fn engine_seeds() -> Vec<Vec<u8>> {
    for_all(|chosen| {
        let mut texts = vec!["3".to_owned(), "level:7".to_owned(), "best".to_owned()];
        for engine in chosen.engines() {
            texts.push(engine.name.to_owned());
            let options = engine.options.iter();
            texts.extend(
                options.map(|o| format!("{}:time=5ms,{}={}", engine.name, o.name, value(o))),
            );
        }
        texts
    })
}

/// An engine's text that is read is written so that it reads as the same; building
/// it gives an engine or a reason.
pub(super) fn engines(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let _ = text.parse::<Contender>();
    let Ok(spec) = text.parse::<Spec>() else { return };
    let written = spec.to_string();
    assert_eq!(written.parse::<Spec>().as_ref(), Ok(&spec), "{written:?} is read otherwise");
    if let Err(why) = chosen.engine(&spec) {
        assert!(!why.to_string().is_empty());
    }
}

/// What a client of a game's own protocol might say.
const OWN: &str = "name\nversion\nlist_commands\nknown_command play\nboardsize 5 5\nplay b c3\n\
genmove w\nshowboard\nall_legal_moves\nundo\nplay-game a1 b2\nreg_genmove b\nfinal_score\n\
param_game allow_swap 1\nparam_engine seed 7\nvc-build b\nvc-get-mustplay w\neval-twod b\n\
win-probabilities\nbest-line\ncompute-inferior b\nclear_board\ndfpn-solve-state b\n\
time_left b 3 0\ntime_settings 60 1 1\nparam_engine max_time 2";

pub(super) fn protocol_seeds() -> Vec<Vec<u8>> {
    for_all(|chosen| {
        if chosen.game.extras.protocol().is_some() {
            return vec![OWN.to_owned()];
        }
        let one = |walk: corpus::Walk| {
            let blanks = |text: &String| text.replace(' ', "_");
            let moves: Vec<String> = walk.moves.iter().take(12).map(blanks).collect();
            let moves = moves.join(" ");
            format!(
                "uci\nisready\nsetoption name MultiPV value 2\nucinewgame\nposition startpos moves \
                 {moves}\ngo nodes 30\nd\nposition fen {} moves {moves}\ngo depth 1 seat 1\nroll\n\
                 setoption name Seed value 3\nposition deal 5\ngo movetime 2\nponderhit\nhelp\nquit",
                walk.start
            )
        };
        corpus::walks(chosen).into_iter().map(one).collect()
    })
}

/// Words of lines after which an answer may take as long or as much as it likes.
const COSTLY: [&str; 8] = ["time", "max_", "memory", "thread", "hash", "engine", "tt", "size"];

/// Lines of whatever protocol the game speaks. Searches are stopped at once, and
/// what allows them more time or memory comes last: here the reader is meant, not
/// the search.
pub(super) fn protocols(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let is_own = chosen.game.extras.protocol().is_some();
    let costly = |line: &&str| COSTLY.iter().any(|word| line.to_lowercase().contains(word));
    let (last, first): (Vec<&str>, Vec<&str>) =
        text.lines().take(120).partition(|line| costly(line) && !line.starts_with("boardsize 5"));
    let mut said = String::new();
    for line in first.into_iter().chain(last) {
        said += line;
        said += if line.contains("go") && !is_own { "\nstop\n" } else { "\n" };
    }
    let settings = ProtocolSettings {
        variant: Some(chosen.variant.name().to_owned()),
        engine: None,
        time: Some(Duration::from_millis(1)),
        threads: Some(1),
        memory: Some(1),
        seed: Some(1),
    };
    let mut heard = Vec::new();
    let _ = takeback::cli::speak(chosen.game, &settings, &mut said.as_bytes(), &mut heard);
}

pub(super) fn opening_seeds() -> Vec<Vec<u8>> {
    for_all(|chosen| {
        let one = |walk: corpus::Walk| {
            let moves = walk.moves[..walk.moves.len().min(6)].join("; ");
            format!("# a book\n{moves}\n{} moves {moves}\n{}\n", walk.start, walk.start)
        };
        corpus::walks(chosen).into_iter().map(one).collect()
    })
}

/// A book that is read gives a table for every number.
pub(super) fn openings(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let Ok(book) = Openings::read(&text, chosen) else { return };
    for number in 0..3 {
        book.table(chosen, 1, number).expect("a book that was read can be set up");
    }
}
