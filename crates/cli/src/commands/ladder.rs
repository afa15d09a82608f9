//! `takeback bench ladder`

use super::matches::read_time;
use super::{all_threads, progress};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use takeback_bench::{ResultTable, Rung};
use takeback_host::spec::{Level, Spec};
use takeback_host::{Chosen, Registry};
use takeback_league::external::Contender;
use takeback_league::matches::stats::Sample;
use takeback_league::matches::{MatchResult, Openings, Plan, run as play_match};

/// Every level against the one below: are they evenly spaced?
///
/// A level that scores 60 to 75 % against the next lower is a step a player can
/// notice and climb; what is outside is named in the last column, with a question
/// mark where more games might put it right. Openings are random moves, each
/// played with the seats swapped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback bench ladder connect4                      all ten levels, 40 games a pair
  takeback bench ladder othello --levels 1..6 --games 100
  takeback bench ladder chess --rate 500k             levels by the clock get positions instead: 50ms are 25,000
  takeback bench ladder hex --keep hex.jsonl          stop it, start it again: finished pairs are not played twice
  takeback bench ladder othello --rungs random ab:depth=1 mcts:iterations=50

By the clock, levels are what the machine makes of them: measure on an idle one, or use --rate.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// Games a pair
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Only these levels
    #[arg(long, value_name = "A..B", default_value = "1..10")]
    levels: Span,
    /// These engines instead of the game's levels, weakest first
    #[arg(long, value_name = "SPEC", num_args = 2.., conflicts_with = "levels")]
    rungs: Vec<Spec>,
    /// So many positions for a second, where a level has a time: the same on any machine
    #[arg(long, value_name = "NUMBER", value_parser = read_rate)]
    rate: Option<u64>,
    /// Random moves at the start of each opening
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening: u32,
    /// Games of so many plies are drawn
    #[arg(long, default_value_t = 5000)]
    longest: usize,
    /// Keep finished pairs in this file, and play only what is missing there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Games at once; all cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Seed of openings, luck and engines
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Levels from one to another.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Span {
    from: u8,
    to: u8,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let read = |text: &str| text.trim().parse::<u8>().ok().filter(|n| (1..=10).contains(n));
        match text.split_once("..").map(|(from, to)| (read(from), read(to))) {
            Some((Some(from), Some(to))) if from < to => Ok(Span { from, to }),
            _ => {
                Err("two levels from 1 to 10 are needed, the lower first, such as 1..6".to_owned())
            }
        }
    }
}

/// A number of positions: `250000`, `250k`, `1M`.
fn read_rate(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    number
        .filter(|number| (1..=1_000_000_000).contains(number))
        .ok_or_else(|| "a number of positions is needed, such as 500k".to_owned())
}

/// Play what is missing and show all of it.
pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ResultTable> {
    let chosen = registry.choose(&args.game, None)?;
    let rungs = engines(args, chosen)?;
    let pairs: Vec<Pair> = rungs.windows(2).map(|two| Pair::new(args, chosen, two)).collect();
    let known = match &args.keep {
        Some(path) => kept(path)?,
        None => Vec::new(),
    };
    let bar = progress(pairs.len() as u64 * args.games, "games");
    let mut rows = Vec::new();
    for (i, pair) in pairs.iter().enumerate() {
        let done = i as u64 * args.games;
        bar.set_position(done);
        let result = match known.iter().find_map(|line| pair.result_in(line)) {
            Some(result) => result,
            None => {
                let watch = |so_far: &MatchResult| bar.set_position(done + so_far.games);
                let result = pair.play(args, chosen, &watch)?;
                if let Some(path) = &args.keep {
                    keep(path, &pair.line(&result))?;
                }
                result
            }
        };
        let score = result.sample.score();
        rows.push(Rung {
            level: pair.upper.0.clone(),
            engine: pair.upper.1.to_string(),
            against: pair.lower.0.clone(),
            games: result.games,
            score: [score.low, score.mid, score.high],
        });
    }
    bar.finish_and_clear();
    Ok(takeback_bench::ladder(&chosen.full_name(), &rows))
}

/// What to call each rung, and what plays there.
fn engines(args: &Args, chosen: Chosen<'_>) -> anyhow::Result<Vec<(String, Spec)>> {
    let mut rungs = Vec::new();
    if args.rungs.is_empty() {
        let Some(ladder) = chosen.ladder() else {
            bail!("{} has no levels; --rungs takes engines instead", chosen.full_name());
        };
        for number in args.levels.from..=args.levels.to {
            let level = Level::new(number).expect("levels go from 1 to 10");
            rungs.push((number.to_string(), ladder.spec(level)?));
        }
    } else {
        let numbered = args.rungs.iter().cloned().enumerate();
        rungs.extend(numbered.map(|(i, spec)| ((i + 1).to_string(), spec)));
    }
    rungs.into_iter().map(|(name, spec)| Ok((name, stand_in(spec, args.rate)?))).collect()
}

/// The same engine with positions instead of time.
fn stand_in(spec: Spec, rate: Option<u64>) -> anyhow::Result<Spec> {
    let (Some(rate), Some(Some(time))) = (rate, spec.get("time")) else { return Ok(spec) };
    let nodes = (read_time(time)?.as_secs_f64() * rate as f64).max(1.0).round() as u64;
    Ok(spec.without("time").saying("nodes", nodes))
}

/// Two neighbours, and what their result depends on.
struct Pair {
    upper: (String, Spec),
    lower: (String, Spec),
    /// What a line of the file has to say to be about this pair.
    terms: Value,
}

/// What came of a pair.
struct Outcome {
    games: u64,
    sample: Sample,
}

impl Pair {
    fn new(args: &Args, chosen: Chosen<'_>, two: &[(String, Spec)]) -> Self {
        let (lower, upper) = (two[0].clone(), two[1].clone());
        let terms = json!({
            "game": chosen.full_name(), "upper": upper.1.to_string(), "lower": lower.1.to_string(),
            "asked": args.games, "opening": args.opening, "longest": args.longest, "seed": args.seed,
        });
        Pair { upper, lower, terms }
    }

    fn play(
        &self,
        args: &Args,
        chosen: Chosen<'_>,
        watch: &(dyn Fn(&MatchResult) + Sync),
    ) -> anyhow::Result<Outcome> {
        let side = |spec: &Spec| Contender::own(spec.clone());
        let mut plan = Plan::new(side(&self.upper.1), side(&self.lower.1));
        (plan.games, plan.seed) = (args.games, args.seed);
        plan.openings = Openings::random(args.opening);
        plan.rules.longest = args.longest;
        plan.threads = args.threads.map_or_else(all_threads, usize::from);
        let result = play_match(chosen, &plan, &|_, _, _| Ok(()), watch)?;
        Ok(Outcome { games: result.games, sample: result.sample })
    }

    fn line(&self, outcome: &Outcome) -> Value {
        let mut line = self.terms.clone();
        let (sets, sum, squares) = outcome.sample.parts();
        line["games"] = outcome.games.into();
        line["sample"] = json!([sets, sum, squares]);
        line
    }

    /// The result that a line of the file holds, if it is about this pair.
    fn result_in(&self, line: &Value) -> Option<Outcome> {
        let terms = self.terms.as_object().expect("terms are an object");
        if terms.iter().any(|(name, value)| line.get(name) != Some(value)) {
            return None;
        }
        let part = |i: usize| line["sample"].get(i);
        let parts = (part(0)?.as_u64()?, part(1)?.as_f64()?, part(2)?.as_f64()?);
        Some(Outcome { games: line["games"].as_u64()?, sample: Sample::of_parts(parts) })
    }
}

/// What a file holds; nothing if there is none yet. A line cut short by a sudden end is passed over.
fn kept(path: &Path) -> anyhow::Result<Vec<Value>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// One more finished pair; on a line of its own, whatever stands before.
fn keep(path: &Path, line: &Value) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let whole = fs::read(path).map_or(true, |text| text.is_empty() || text.ends_with(b"\n"));
    let mut file =
        fs::OpenOptions::new().create(true).append(true).open(path).with_context(place)?;
    let text = format!("{}{line}\n", if whole { "" } else { "\n" });
    file.write_all(text.as_bytes()).with_context(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn table(words: &str) -> anyhow::Result<ResultTable> {
        let words = ["ladder"].into_iter().chain(words.split_whitespace());
        let line = Line::try_parse_from(words)?;
        run(&line.args, &takeback::standard())
    }

    fn scores(table: &ResultTable) -> Vec<f64> {
        table.rows.iter().filter_map(|row| row[4].number()).collect()
    }

    #[test]
    fn each_level_plays_the_one_below() {
        let table = table("tictactoe --levels 1..3 --games 8 --threads 1").expect("played");
        let names = table.rows.iter().map(|row| (row[0].clone(), row[2].clone()));
        let names: Vec<_> = names.collect();
        assert_eq!(names, [("2".into(), "1".into()), ("3".into(), "2".into())]);
        assert!(scores(&table).iter().all(|score| (0.0..=100.0).contains(score)));
        assert!(table.rows.iter().all(|row| row[3].number() == Some(8.0)), "{table:?}");
    }

    #[test]
    fn engines_of_ones_own_are_a_ladder_too() {
        let table = table("tictactoe --rungs random ab:depth=9 --games 20 --threads 1");
        let table = table.expect("played");
        assert!(scores(&table)[0] > 60.0, "{table:?}");
    }

    #[test]
    fn finished_pairs_are_not_played_again() {
        let folder = std::env::temp_dir().join(format!("takeback-ladder-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("kept.jsonl");
        let words =
            format!("tictactoe --levels 1..3 --games 4 --threads 1 --keep {}", file.display());
        let first = table(&words).expect("played");
        let text = fs::read_to_string(&file).expect("written");
        assert_eq!(text.lines().count(), 2, "{text}");
        // One pair with a result that cannot be played, and a line cut short.
        let mut line: Value =
            serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        line["sample"] = json!([2, 0.25, 0.0625]);
        fs::write(&file, format!("{line}\n{{\"game\": \"tic")).expect("written");
        let second = table(&words).expect("played");
        assert_eq!(scores(&second), [12.5, scores(&first)[1]]);
        let text = fs::read_to_string(&file).expect("written");
        assert_eq!(text.lines().count(), 3, "{text}");
        assert_eq!(scores(&table(&words).expect("read")), scores(&second));
        // Other games are other pairs.
        let other = table(&words.replace("--games 4", "--games 6")).expect("played");
        assert!(other.rows.iter().all(|row| row[3].number() == Some(6.0)));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn positions_stand_in_for_time() {
        let spec = |text: &str| stand_in(text.parse().expect("a spec"), Some(500_000));
        let text = |text: &str| spec(text).expect("a stand-in").to_string();
        assert_eq!(text("ab:time=100ms,lmr=off"), "ab:lmr=off,nodes=50000");
        assert_eq!(text("ab:depth=3"), "ab:depth=3");
        assert_eq!(read_rate("2M"), Ok(2_000_000));
        assert!(read_rate("fast").is_err() && read_rate("0").is_err());
    }

    #[test]
    fn spans_have_two_ends() {
        assert_eq!("3..6".parse(), Ok(Span { from: 3, to: 6 }));
        for odd in ["6..3", "3", "0..4", "4..11", "4..4", ".."] {
            assert!(odd.parse::<Span>().is_err(), "{odd}");
        }
    }
}
