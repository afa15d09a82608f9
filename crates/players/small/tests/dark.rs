//! Games with hidden information through the registry: solved, written down, read
//! again, played and measured, as the commands do it.

use std::path::PathBuf;
use takeback_core::{SplitMix, Turn};
use takeback_host::engines::EngineError;
use takeback_host::registry::{ExploitRequest, Exploited, Method, SolveRequest};
use takeback_host::spec::Spec;
use takeback_host::{Chosen, Registry, UseError};
use takeback_players_small::{dark_hex, kuhn, leduc, phantom, pig};
use takeback_search::equilibrium::{LocalEffort, Rule, Sampling};

const POSITIONS: usize = 100_000;

fn games() -> Registry {
    Registry::new().with(kuhn()).with(leduc()).with(dark_hex()).with(phantom()).with(pig())
}

fn request(method: Method, iterations: u64) -> SolveRequest {
    SolveRequest { method, iterations, time: None, target: 0.0, positions: POSITIONS, seed: 1 }
}

fn exploitability(chosen: Chosen<'_>, engine: &str) -> Result<f64, UseError> {
    let spec: Spec = engine.parse().expect("a specification");
    let found = chosen.exploit(&spec, &ExploitRequest::Exact(POSITIONS), &mut |_, _| ())?;
    Ok(found.per_player())
}

/// A file of this test's own, removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("takeback-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file can be written");
        File(path)
    }

    fn engine(&self) -> String {
        format!("strategy:file={}", self.0.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_strategy_is_solved_written_read_and_played() {
    let games = games();
    let two = games.choose("kuhn", Some("2")).expect("built in");
    let solved = two.solve(&request(Method::Sweeps(Rule::Plus), 5000)).expect("small");
    assert_eq!(solved.size, (12, 58));
    let iterations: Vec<u64> = solved.progress.iter().map(|at| at.iterations).collect();
    assert_eq!(iterations[..4], [1, 2, 5, 10]);
    assert_eq!(solved.strategy.lines().count(), 13);
    let file = File::new("kuhn.txt", &solved.strategy);
    // Six decimals are written.
    let given = exploitability(two, &file.engine()).expect("it is a strategy");
    assert!((given - solved.found.per_player()).abs() < 1e-4, "{given} {:?}", solved.found);
    // It plays whole games, not always the same.
    let mut seat = two.engine(&file.engine().parse().expect("a specification")).expect("an engine");
    let mut first = std::collections::HashSet::new();
    for seed in 0..40 {
        seat.limits.seed = seed;
        let mut table = two.deal(seed);
        let mut rng = SplitMix::new(5);
        while table.turn() != Turn::Over {
            if table.turn() == Turn::Chance {
                table.roll(&mut rng);
                continue;
            }
            let best = seat.engine.choose(&*table, &seat.limits).expect("an answer").best;
            if table.moves().len() == 2 {
                first.insert(best.clone());
            }
            table.play(&best).expect("a legal move");
        }
    }
    assert!(!first.is_empty());
}

#[test]
fn files_that_are_no_strategy_are_refused() {
    let games = games();
    let two = games.choose("kuhn", Some("2")).expect("built in");
    let refusal = |engine: &str| {
        two.engine(&engine.parse().expect("a specification")).err().expect("refused").to_string()
    };
    assert!(refusal("strategy").contains("file=PATH"));
    assert!(refusal("strategy:file=no/such/file").contains("cannot read no/such/file"));
    for (name, text, says) in [
        ("empty", "", "the first line is not"),
        ("other", "takeback strategy 1\n1 00000000000000aa pass=1\n", "another game"),
        ("seat", "takeback strategy 1\n0 00000000000000aa pass=1\n", "line 2"),
        ("key", "takeback strategy 1\n1 xyz pass=1\n", "line 2"),
        ("chance", "takeback strategy 1\n1 00000000000000aa pass=2\n", "line 2"),
        ("bare", "takeback strategy 1\n1 00000000000000aa\n", "line 2"),
    ] {
        let file = File::new(name, text);
        assert!(refusal(&file.engine()).contains(says), "{name}: {}", refusal(&file.engine()));
    }
    // Nobody on a page makes the server read files.
    let spec: Spec = "strategy:file=/etc/hosts".parse().expect("a specification");
    assert_eq!(two.engine_for_strangers(&spec).err(), Some(EngineError::ReadsFiles));
    assert!(two.engine_for_strangers(&"cfr:iterations=5".parse().expect("fine")).is_ok());
}

#[test]
fn engines_are_measured() {
    let games = games();
    let two = games.choose("kuhn", Some("2")).expect("built in");
    // All moves alike: 11/24 of a chip, by OpenSpiel too.
    let random = exploitability(two, "random:seed=2").expect("it plays");
    assert!((random - 11.0 / 24.0).abs() < 1e-9, "{random}");
    let solved = exploitability(two, "cfr:iterations=2k").expect("it plays");
    assert!(solved < 0.002, "{solved}");
    let big = games.choose("darkhex", Some("3x3")).expect("built in");
    assert!(matches!(exploitability(big, "random"), Err(UseError::NotWrittenOut(_))));
    let open = games.choose("pig", None).expect("built in");
    assert_eq!(exploitability(open, "random"), Err(UseError::NotHidden));
}

/// Nine cells in the dark are too many to be written out, but have a solver of their
/// own: what it keeps is read again, measured exactly, and worth what was said. Half a
/// minute, so with `TAKEBACK_LONG_TESTS` only; `src/dark_solver.rs` does it on four.
#[test]
fn nine_cells_in_the_dark_are_solved_and_measured() {
    let games = games();
    let nine = games.choose("phantomttt", None).expect("built in");
    let plain = nine.solve(&request(Method::Sweeps(Rule::Linear), 6));
    assert!(matches!(plain, Err(UseError::NotWrittenOut(_))));
    if std::env::var_os("TAKEBACK_LONG_TESTS").is_none() {
        return;
    }
    let solved = nine.solve(&request(Method::Sweeps(Rule::Plus), 20)).expect("it has a solver");
    assert_eq!(solved.size.0, 3_683_314 + 2_307_355);
    let curve: Vec<f64> = solved.progress.iter().map(|at| at.exploitability).collect();
    assert!(curve[curve.len() - 1] < 0.05 && curve[0] > 0.5, "{curve:?}");
    let file = File::new("phantomttt.txt", &solved.strategy);
    let spec: Spec = file.engine().parse().expect("a specification");
    let all = ExploitRequest::Exact(10_000_000);
    let given = nine.exploit(&spec, &all, &mut |_, _| ()).expect("it is a strategy").per_player();
    assert!((given - solved.found.per_player()).abs() < 1e-4, "{given} {:?}", solved.found);
}

/// Too large to be written out: a bound from below instead, when that is asked for.
#[test]
fn large_games_get_a_lower_bound() {
    let games = games();
    let effort = LocalEffort { games: 40, deals: 16, trials: 4, seed: 1 };
    let either = ExploitRequest::Either(POSITIONS, effort);
    let random: Spec = "random".parse().expect("a specification");
    let measure = |chosen: Chosen<'_>| chosen.exploit(&random, &either, &mut |_, _| ());
    let big = games.choose("darkhex", Some("3x3")).expect("built in");
    let Exploited::Local(found) = measure(big).expect("it plays") else { panic!("too large") };
    // Forty games of everybody, and of each player as responder.
    assert_eq!(found.games, 120);
    assert!(found.per_player() > found.margin(), "{found:?}");
    let small = games.choose("kuhn", None).expect("built in");
    assert!(matches!(measure(small), Ok(Exploited::Exact { .. })));
}

#[test]
fn sampling_solves_too() {
    let games = games();
    let two = games.choose("leduc", None).expect("built in");
    let method = Method::Sampled(Sampling::External);
    let solved = two.solve(&request(method, 2000)).expect("small");
    let curve: Vec<f64> = solved.progress.iter().map(|at| at.exploitability).collect();
    let (first, last) = (curve[0], *curve.last().expect("measured"));
    assert!(last < first / 3.0, "{curve:?}");
    let soon = SolveRequest { target: 1.0, ..request(Method::Sweeps(Rule::Plus), 1000) };
    let solved = two.solve(&soon).expect("small");
    assert!(solved.progress.last().expect("measured").iterations < 1000);
}
