//! `takeback match`

use super::{all_threads, on_interrupt, progress, say};
use anyhow::{Context, anyhow, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use takeback_host::Chosen;
use takeback_host::Registry;
use takeback_host::outside::Analyzed;
use takeback_host::spec::{self, Spec};
use takeback_league::external::Contender;
use takeback_league::matches::stats::{Interval, Sprt};
use takeback_league::matches::{
    Adjudication, Effort, Faults, MatchResult, Openings, Plan, Played, Rules, Seating,
    run as play_match,
};
use takeback_league::records::{Record, Store};
use takeback_search::StopFlag;

/// Games between two engines: score, Elo with error, sequential test.
///
/// Every opening is played with seats swapped; with more than two players, with
/// every way of sharing the seats. An engine is one of ours (`ab:depth=6`, a
/// level from 1 to 10), another program (`cmd:"…"`, HTP for Hex, the UCI-like
/// protocol elsewhere) or a Battlesnake snake (`http://…`).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback match connect4 --a ab:depth=6 --b mcts:iterations=1000 --games 200
  takeback match othello --a 7 --b 5                 level 7 against level 5
  takeback match chess --a ab:depth=4 --b ab:depth=4,lmr=off --sprt 0,20
  takeback match chess --a ab --b 'cmd:\"stockfish\",nodes=1000' --time 100ms
  takeback match hex --a mcts --b 'cmd:\"mohex\",time=1s' --openings book.txt
  takeback match battlesnake --a duct:time=100ms --b http://127.0.0.1:8000,time=400ms
  takeback match battlesnake --a snake:nodes=4000 --b baseline --games 200 --deaths
  takeback match ringrift --a ab:depth=2,w.mobility=6 --b ab:depth=2 --db games.db")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// The first engine
    #[arg(long)]
    a: Contender,
    /// The second engine
    #[arg(long)]
    b: Contender,
    /// How many games, at least
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Stop when this is decided: ELO0,ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How more than two seats are shared: every way, or each side alone against the other
    #[arg(long, value_enum, default_value_t = SeatingArg::Every)]
    seats: SeatingArg,
    /// Store the games in this file
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// What the match is called there
    #[arg(long, requires = "db")]
    name: Option<String>,
    #[command(flatten)]
    house: House,
    /// Battlesnake: count first places and deaths of the first engine, and
    /// those that a move sure to survive two rounds would have avoided; exit
    /// status 1 if there are such
    #[arg(long)]
    deaths: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum SeatingArg {
    Every,
    Alone,
}

/// What matches and tournaments share.
#[derive(clap::Args)]
pub(crate) struct House {
    /// A variant of the game
    #[arg(long)]
    pub(crate) variant: Option<String>,
    /// Random moves at the start of each opening
    #[arg(long, default_value_t = 4)]
    opening: u32,
    /// Openings from a file: one a line, moves or a position, or both with `moves` between
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening", "position"])]
    openings: Option<PathBuf>,
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Time a move for everybody, such as 100ms
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Answers later than the time by more than this lose the game
    #[arg(long, value_name = "TIME")]
    margin: Option<String>,
    /// End games when both sides agree: POINTS,MOVES (off by default)
    #[arg(long, value_name = "POINTS,MOVES")]
    adjudicate: Option<String>,
    /// Games of so many plies are drawn
    #[arg(long, default_value_t = 5000)]
    longest: usize,
    /// Games at once; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Seed of openings, luck and engines
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl House {
    pub(crate) fn openings(&self, variant: Chosen<'_>) -> anyhow::Result<Openings> {
        if self.opening > 1000 {
            bail!("--opening must be at most 1000");
        }
        match &self.openings {
            None => Ok(Openings::Random { plies: self.opening, position: self.position.clone() }),
            Some(path) => {
                let place = path.display().to_string();
                let size = std::fs::metadata(path).with_context(|| place.clone())?.len();
                if size > 1 << 28 {
                    bail!("{place}: {size} bytes are too many for a book of openings");
                }
                let text = std::fs::read_to_string(path).with_context(|| place.clone())?;
                Openings::read(&text, variant).with_context(|| place)
            }
        }
    }

    pub(crate) fn rules(&self) -> anyhow::Result<Rules> {
        if self.longest == 0 || self.longest > 1_000_000 {
            bail!("--longest must be from 1 to 1000000");
        }
        let adjudication = match self.adjudicate.as_deref() {
            None => Adjudication::Off,
            Some(text) => {
                let numbers = text.split_once(',').and_then(|(points, moves)| {
                    Some((points.trim().parse().ok()?, moves.trim().parse().ok()?))
                });
                match numbers {
                    Some((points, moves)) if points > 0 && moves > 0 => {
                        Adjudication::Agreed { points, moves }
                    }
                    _ => bail!("--adjudicate takes points and moves, such as 500,4"),
                }
            }
        };
        let margin = self.margin.as_deref().map(read_time).transpose()?;
        Ok(Rules { longest: self.longest, margin, adjudication })
    }

    pub(crate) fn time(&self) -> anyhow::Result<Option<Duration>> {
        self.time.as_deref().map(read_time).transpose()
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_threads).clamp(1, 256)
    }
}

/// A time as specifications write it.
pub(crate) fn read_time(text: &str) -> anyhow::Result<Duration> {
    spec::read_time(text).context("a time is needed, such as 100ms")
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, args.house.variant.as_deref())?;
    let game = variant.game;
    if args.games == 0 {
        bail!("--games must be at least 1");
    }
    if args.deaths {
        let engines = [own(&args.a)?, own(&args.b)?];
        return inquest(variant, &engines, args);
    }
    let plan = Plan {
        sides: [args.a.clone(), args.b.clone()],
        games: args.games,
        openings: args.house.openings(variant)?,
        seating: match args.seats {
            SeatingArg::Every => Seating::Every,
            SeatingArg::Alone => Seating::Alone,
        },
        time: args.house.time()?,
        rules: args.house.rules()?,
        seed: args.house.seed,
        threads: args.house.threads(),
        sprt: args.sprt.as_deref().map(read_sprt).transpose()?,
        stop: StopFlag::default(),
    };
    let bar = progress(args.games, "games");
    let names = [args.a.to_string(), args.b.to_string()];
    let records = match &args.db {
        None => None,
        Some(path) => {
            let mut store = Store::open(path).with_context(|| path.display().to_string())?;
            let name = match &args.name {
                Some(name) => name.clone(),
                None => store.fresh_name("match")?,
            };
            let text = format!("{plan:?}");
            let event = store.event(&name, "match", (game.name, variant.name()), &text)?;
            Some((Mutex::new(store), event))
        }
    };
    let record = |number: u64, seats: &[usize], played: &Played| {
        let Some((store, event)) = &records else { return Ok(()) };
        let names: Vec<String> = seats.iter().map(|&side| names[side].clone()).collect();
        let record = Record::of(game.name, variant.name(), &names, played);
        let mut store = store.lock().map_err(|_| "another game could not be stored".to_owned())?;
        store.add(*event, number, &record).map(drop).map_err(|e| e.to_string())
    };
    let latest = Arc::new(Mutex::new(MatchResult::default()));
    let (known, json, players) = (Arc::clone(&latest), args.json, variant.players());
    let tell = move |result: &MatchResult, names: &[String; 2]| {
        if json { say(describe(result, names)) } else { show(result, names, players) }
    };
    let (tell_early, early_names, wanted) = (tell, names.clone(), args.games);
    on_interrupt(move || {
        let result = known.lock().map_or_else(|broken| broken.into_inner().clone(), |r| r.clone());
        eprintln!("\nended early: {} of {wanted} games", result.games);
        if result.games > 0 {
            let _ = tell_early(&result, &early_names);
        }
    });
    let watch = |so_far: &MatchResult| {
        bar.set_position(so_far.games);
        if let Ok(mut latest) = latest.lock() {
            latest.clone_from(so_far);
        }
    };
    let result = play_match(variant, &plan, &record, &watch)?;
    bar.finish_and_clear();
    tell(&result, &names)?;
    if let Some((side, failed)) = result.absentee() {
        eprintln!(
            "takeback: {} lost {failed} of {} games by faults and not by moves: this is no measure of strength",
            names[side], result.games
        );
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

/// The game's own inquest; Ctrl-C ends it with what was found so far.
fn inquest(chosen: Chosen<'_>, engines: &[Spec; 2], args: &Args) -> anyhow::Result<ExitCode> {
    let Some(inquest) = chosen.game.extras.inquest() else {
        bail!("{} has no inquest into its losses", chosen.game.title);
    };
    let latest: Arc<Mutex<Option<Analyzed>>> = Arc::default();
    let (known, as_json) = (Arc::clone(&latest), args.json);
    let tell = move |found: &Analyzed| {
        if as_json { say(&found.json) } else { say(&found.text) }
    };
    on_interrupt(move || {
        let found = known.lock().ok().and_then(|mut latest| latest.take());
        eprintln!("\nended early");
        if let Some(found) = found {
            let _ = tell(&found);
        }
    });
    let bar = progress(args.games, "games");
    let found = inquest.run(chosen, engines, args.games, args.house.seed, &mut |done, so_far| {
        bar.set_position(done);
        if let Ok(mut latest) = latest.lock() {
            *latest = Some(so_far.clone());
        }
    });
    bar.finish_and_clear();
    let found = found.map_err(|why| anyhow!(why))?;
    tell(&found)?;
    Ok(if found.done { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Deaths are looked into by replaying with our own engines, as they come.
fn own(contender: &Contender) -> anyhow::Result<Spec> {
    match contender {
        Contender::Own { spec, file: None, weights } if weights.is_empty() => Ok(spec.clone()),
        other => bail!("--deaths takes engines of this program without weights, not {other}"),
    }
}

pub(crate) fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
        _ => bail!("--sprt takes two Elo differences, the smaller first, such as 0,10"),
    }
}

pub(crate) fn show(
    result: &MatchResult,
    names: &[String; 2],
    players: usize,
) -> anyhow::Result<()> {
    let [a, b] = names;
    say(format_args!(
        "{a} against {b}: {} games, +{} ={} -{}",
        result.games, result.wins, result.draws, result.losses
    ))?;
    say(format_args!("score {}", percent(result.sample.score())))?;
    if players == 2 {
        let elo = result.sample.elo();
        say(format_args!(
            "Elo {:+.0} [{:+.0}, {:+.0}], better with likelihood {:.1} %",
            elo.mid,
            elo.low,
            elo.high,
            100.0 * result.sample.superiority()
        ))?;
    }
    say("by seat: the first engine's share of wins, the second's, and what that makes")?;
    for (i, seat) in result.by_seat.iter().enumerate() {
        let [a, b] = [seat.mean(0), seat.mean(1)].map(|mean| 100.0 * mean);
        say(format_args!("  {}: {a:.1} % and {b:.1} %: {}", i + 1, percent(seat.score())))?;
    }
    if let Some(sprt) = result.sprt {
        let decision =
            sprt.decision.map_or("undecided".to_owned(), |d| format!("{d:?}").to_lowercase());
        say(format_args!(
            "SPRT {decision}: ratio {:.2} in [{:.2}, {:.2}]",
            sprt.llr, sprt.lower, sprt.upper
        ))?;
    }
    for (side, name) in names.iter().enumerate() {
        say(format_args!("{name}: {}", effort_text(&result.effort[side], &result.faults[side])))?;
    }
    say(format_args!(
        "harness {:.2} % of thinking time, getting ready for games {:.2} %",
        100.0 * result.overhead(),
        100.0 * result.preparation()
    ))?;
    if result.endless > 0 {
        say(format_args!("{} games were stopped for their length and drawn", result.endless))?;
    }
    if result.adjudicated > 0 {
        say(format_args!("{} games were decided by agreement", result.adjudicated))?;
    }
    Ok(())
}

/// A score with its 95 % interval.
fn percent(score: Interval) -> String {
    let [low, mid, high] = [score.low, score.mid, score.high].map(|s| 100.0 * s);
    format!("{mid:.1} % [{low:.1}, {high:.1}]")
}

fn effort_text(effort: &Effort, faults: &Faults) -> String {
    let moves = effort.moves.max(1) as f64;
    let mut text = format!(
        "depth {:.1}, {:.1} ms a move, {:.0} k nodes/s, {} late answers, {} time forfeits",
        effort.depths as f64 / moves,
        1e3 * effort.seconds / moves,
        effort.nodes as f64 / effort.seconds.max(1e-9) / 1e3,
        effort.late,
        faults.time,
    );
    let others = [
        (faults.crash, "crashes"),
        (faults.illegal, "illegal moves"),
        (faults.protocol, "unreadable answers"),
    ];
    for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!(", {count} {what}"));
    }
    text
}

pub(crate) fn describe(result: &MatchResult, names: &[String; 2]) -> serde_json::Value {
    let (score, elo) = (result.sample.score(), result.sample.elo());
    let side = |i: usize| {
        let (e, f) = (&result.effort[i], &result.faults[i]);
        json!({
            "engine": names[i], "moves": e.moves, "nodes": e.nodes, "seconds": e.seconds,
            "late": e.late, "depth": e.depths as f64 / e.moves.max(1) as f64,
            "nodes_per_second": e.nodes as f64 / e.seconds.max(1e-9),
            "forfeits": {
                "time": f.time, "crash": f.crash, "illegal": f.illegal, "protocol": f.protocol,
            },
        })
    };
    json!({
        "a": names[0], "b": names[1], "games": result.games,
        "wins": result.wins, "draws": result.draws, "losses": result.losses,
        "score": [score.low, score.mid, score.high], "elo": [elo.low, elo.mid, elo.high],
        "superiority": result.sample.superiority(),
        "seats": result.by_seat.iter().map(|seat| {
            let score = seat.score();
            json!({
                "a": seat.mean(0), "a_games": seat.games[0],
                "b": seat.mean(1), "b_games": seat.games[1],
                "score": [score.low, score.mid, score.high],
            })
        }).collect::<Vec<_>>(),
        "sprt": result.sprt.map(|s| json!({
            "llr": s.llr, "lower": s.lower, "upper": s.upper,
            "decision": s.decision.map(|d| format!("{d:?}").to_lowercase()),
        })),
        "effort": [side(0), side(1)],
        "endless": result.endless, "adjudicated": result.adjudicated,
        "overhead": result.overhead(), "preparation": result.preparation(),
    })
}
