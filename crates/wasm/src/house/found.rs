//! What a search in another worker has found, read back.
//!
//! Searches run where they disturb nobody, in a module of their own, and their
//! reports come as the JSON that [`Analysis::json`] writes.

use serde_json::Value;
use std::time::Duration;
use takeback_host::play::{AnalysedLine, AnalysedMove, Analysis};
use takeback_search::{Score, Stopped};

/// Why a search may have ended, by the words of its report.
const STOPPED: [(&str, Stopped); 9] = [
    ("solved", Stopped::Solved),
    ("forced", Stopped::Forced),
    ("time", Stopped::Time),
    ("nodes", Stopped::Nodes),
    ("depth", Stopped::Depth),
    ("iterations", Stopped::Iterations),
    ("memory", Stopped::Memory),
    ("flag", Stopped::Flag),
    ("book", Stopped::Book),
];

/// The analysis that this report tells; nothing where it is no report.
pub(super) fn read(text: &str) -> Option<Analysis> {
    let told: Value = serde_json::from_str(text).ok()?;
    let all = |name: &str| told[name].as_array().map_or(&[][..], Vec::as_slice);
    let line = |line: &Value| {
        Some(AnalysedLine { score: score(&line["score"])?, moves: texts(&line["moves"]) })
    };
    let root = |m: &Value| {
        Some(AnalysedMove {
            m: m["move"].as_str()?.to_owned(),
            score: score(&m["score"])?,
            visits: m["visits"].as_u64()?,
        })
    };
    let word = told["stopped"].as_str();
    Some(Analysis {
        best: told["best"].as_str()?.to_owned(),
        score: score(&told["score"])?,
        shares: all("shares").iter().filter_map(Value::as_f64).map(|s| s as f32).collect(),
        lines: all("lines").iter().map(line).collect::<Option<_>>()?,
        root: all("moves").iter().map(root).collect::<Option<_>>()?,
        nodes: told["nodes"].as_u64()?,
        depth: told["depth"].as_u64()? as u32,
        deepest: told["deepest"].as_u64()? as u32,
        time: Duration::try_from_secs_f64(told["seconds"].as_f64()?).ok()?,
        stopped: STOPPED.iter().find(|(known, _)| word == Some(known)).map(|(_, why)| *why),
    })
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn score(told: &Value) -> Option<Score> {
    let (kind, value) = told.as_object()?.iter().next()?;
    let whole = || value.as_i64().map(|n| n as i32);
    let plies = || value.as_u64().map(|n| n as u32);
    match kind.as_str() {
        "win" => plies().map(Score::Win),
        "loss" => plies().map(Score::Loss),
        "exact" => whole().map(Score::Exact),
        "margin" => whole().map(Score::Margin),
        "points" => whole().map(Score::Points),
        "share" => value.as_f64().map(|n| Score::Share(n as f32)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let scores = [
            Score::Win(3),
            Score::Loss(4),
            Score::Exact(-250),
            Score::Margin(7),
            Score::Points(-120),
            Score::Share(0.625),
        ];
        for (i, score) in scores.into_iter().enumerate() {
            let stopped = STOPPED.get(i).map(|(_, why)| *why);
            let written = Analysis {
                best: "b2".to_owned(),
                score,
                shares: vec![0.25, 0.75],
                lines: vec![AnalysedLine { score, moves: vec!["b2".to_owned(), "a1".to_owned()] }],
                root: vec![AnalysedMove { m: "b2".to_owned(), score, visits: 12 }],
                nodes: 1 << 40,
                depth: 5,
                deepest: 9,
                time: Duration::from_millis(1250),
                stopped,
            };
            let read = read(&written.json().to_string()).expect("a report");
            assert_eq!(read.json(), written.json());
            assert_eq!(read.stopped, stopped);
        }
        for (word, why) in STOPPED {
            assert_eq!(format!("{why:?}").to_lowercase(), word);
        }
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "[]", "{}", "{\"best\":\"a1\",\"score\":{\"luck\":1}}"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
