//! Networks in searches: what is led along by moves is what is made from scratch,
//! files of networks are read or refused, and data becomes a player.

mod common;

use common::{Folder, refuses, says, start, wait_until};
use std::path::PathBuf;
use std::sync::Arc;
use takeback::core::{Evaluator, Exchange, Features, Indexed, Keyed, Player};
use takeback::host::engines::{EngineError, Learned};
use takeback::host::spec::Spec;
use takeback::search::mcts::{Drawing, Judged, Mcts, Options, Rule, Stepwise};
use takeback::search::{AlphaBeta, BestReply, Limits, MaxN, Paranoid, Search};
use takeback_chess::{Chess, Material};
use takeback_cotulenh::{CoTuLenh, Eval};
use takeback_net::sparse::{Shape, SparseNet};
use takeback_ringrift::{Duel, Judge, RingRift, Square8};
use takeback_small::othello::{Squares, Token};
use takeback_small::{ConnectFour, Threats};

fn shape<G: Features>(players: usize) -> Shape {
    Shape {
        features: G::FEATURES,
        most: G::MOST_FEATURES,
        hidden: 32,
        dense: 8,
        buckets: G::BUCKETS,
        players,
        moves: 0,
    }
}

fn noise<G: Features>(seed: u64) -> SparseNet {
    SparseNet::random(&G::encoding(), shape::<G>(2), seed)
}

/// Judges by a network that follows the search, and compares with one that looks at
/// the position anew.
#[derive(Clone)]
struct Twice<G: Features, E> {
    following: Learned<G, E>,
    anew: Learned<G, E>,
    judged: u64,
}

impl<G: Features, E: Evaluator<G>> Evaluator<G> for Twice<G, E> {
    const LIMIT: i32 = E::LIMIT;
    const MARGIN: i32 = E::MARGIN;
    const DEPTH_IN_TURNS: bool = E::DEPTH_IN_TURNS;

    fn score(&mut self, game: &G, player: Player) -> i32 {
        let score = self.following.score(game, player);
        self.anew.begin(game);
        assert_eq!(score, self.anew.score(game, player), "sums went astray");
        self.judged += 1;
        score
    }
    fn scores(&mut self, game: &G, out: &mut [i32]) {
        self.following.scores(game, out);
        self.anew.begin(game);
        for player in Player::all(out.len()) {
            let anew = self.anew.score(game, player);
            assert_eq!(out[player.index()], anew, "sums went astray");
        }
        self.judged += 1;
    }
    fn swing(&self) -> i32 {
        self.following.swing()
    }
    fn begin(&mut self, root: &G) {
        self.following.begin(root);
    }
    fn making(&mut self, before: &G, m: G::Move) {
        self.following.making(before, m);
    }
    fn made(&mut self, after: &G, m: G::Move) {
        self.following.made(after, m);
    }
    fn unmade(&mut self, before: &G, m: G::Move) {
        self.following.unmade(before, m);
    }
    fn passed(&mut self, after: &G) {
        self.following.passed(after);
    }
    fn unpassed(&mut self, before: &G) {
        self.following.unpassed(before);
    }
    fn is_noisy(&mut self, game: &G, m: G::Move) -> bool {
        self.following.is_noisy(game, m)
    }
    fn exchange(&mut self, game: &G, m: G::Move) -> Option<Exchange> {
        self.following.exchange(game, m)
    }
    fn quiesces(&self) -> bool {
        self.following.quiesces()
    }
    fn reduces_late_moves(&self) -> bool {
        self.following.reduces_late_moves()
    }
}

fn twice<G: Features, E: Evaluator<G>>(eval: E) -> Twice<G, E> {
    twice_for(2, eval)
}

fn twice_for<G: Features, E: Evaluator<G>>(players: usize, eval: E) -> Twice<G, E> {
    let net = Arc::new(SparseNet::random(&G::encoding(), shape::<G>(players), 5));
    let learned = Learned::with(eval, net);
    Twice { following: learned.clone(), anew: learned, judged: 0 }
}

/// A few positions along a search's own game, each searched both ways.
fn follows<G, E>(game: G, eval: E, walk: impl Search<G>)
where
    G: Features + Keyed + takeback::core::RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    follows_as(game, twice::<G, E>(eval), walk);
}

fn follows_as<G, E>(mut game: G, judge: Twice<G, E>, mut walk: impl Search<G>)
where
    G: Features + Keyed + takeback::core::RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    let options = Options { rule: Rule::Puct, ..Options::default() };
    let sampled = Stepwise::new(Drawing).cut(3, judge.clone());
    let mut sampling = Mcts::new(sampled).with(options).guided(Judged::new(judge));
    for seed in 0..3 {
        let limits = Limits { nodes: Some(3_000), seed, ..Limits::default() };
        let found = walk.search(&game, &limits, &mut |_| ()).expect("a move");
        let limits = Limits { iterations: Some(60), seed, ..Limits::default() };
        sampling.search(&game, &limits, &mut |_| ()).expect("a move");
        game.make(found.best);
    }
}

#[test]
fn sums_follow_every_search() {
    let othello = AlphaBeta::new(twice(Squares::default())).indexed();
    follows(Token::default(), Squares::default(), othello);
    let connect4 = AlphaBeta::new(twice(Threats::default())).indexed();
    follows(ConnectFour::<7, 6>::default(), Threats::default(), connect4);
    // With null moves, captures followed, and turns of several steps.
    let chess = AlphaBeta::new(twice(Material)).indexed().null_move();
    follows(Chess::default(), Material, chess);
    let cotulenh = AlphaBeta::new(twice(Eval::default())).indexed().null_move();
    follows(CoTuLenh::new(), Eval::default(), cotulenh);
    let duel = AlphaBeta::new(twice(Judge::of::<Square8>(2))).indexed();
    follows(Duel::<Square8>::standard(2), Judge::of::<Square8>(2), duel);
    // On several threads, each with a clone of the judge and of the position.
    let limits = Limits { threads: 3, nodes: Some(20_000), ..Limits::default() };
    let mut many = AlphaBeta::new(twice::<Token, _>(Squares::default())).indexed();
    many.search(&Token::default(), &limits, &mut |_| ()).expect("a move");
}

#[test]
fn sums_follow_searches_for_three_and_four() {
    for players in [3, 4] {
        let judge = || twice_for(players.into(), Judge::of::<Square8>(players));
        let table = || RingRift::<Square8>::standard(players);
        follows_as(table(), judge(), MaxN::new(judge()));
        follows_as(table(), judge(), Paranoid::new(judge()).indexed());
        follows_as(table(), judge(), BestReply::new(judge()).indexed());
    }
}

/// At a table of three a network for three judges, and no other.
#[test]
fn networks_for_many_play_and_others_are_refused() {
    type Table = RingRift<Square8>;
    let games = takeback::standard();
    let chosen = games.choose("ringrift:square8-3", None).expect("built in");
    let of = |players: usize| {
        let net = SparseNet::random(&Table::encoding(), shape::<Table>(players), 3);
        File::new(&format!("table-{players}.net"), &net.write())
    };
    let (three, four) = (of(3), of(4));
    for engine in ["maxn:nodes=500", "paranoid:nodes=500", "brs:nodes=500", "mcts:iterations=100"] {
        let mut answers = Vec::new();
        for spec in [engine.parse().expect("a spec"), three.spec(engine)] {
            let mut seat = chosen.engine(&spec).expect("an engine");
            let table = chosen.table(None).expect("the start");
            let found = seat.engine.think(&*table, &seat.limits, &mut |_| ());
            answers.push(format!("{:?}", found.expect("a move").score));
        }
        assert_ne!(answers[0], answers[1], "{engine}");
        let refused = chosen.engine(&four.spec(engine)).err().expect("it is for four");
        assert!(refused.to_string().contains("for 4 players; here are 3"), "{refused}");
    }
}

/// Preferences for moves change which are tried, and are left out on demand.
#[test]
fn a_policy_is_used_unless_it_is_off() {
    let games = takeback::standard();
    let chosen = games.choose("connect4", None).expect("built in");
    type Four = ConnectFour<7, 6>;
    let with = |moves: usize| {
        let shape = Shape { moves, ..shape::<Four>(2) };
        SparseNet::random(&Four::encoding(), shape, 4)
    };
    let net = with(Four::INDICES);
    let good = File::new("policy.net", &net.write());
    let bare = File::new("bare.net", &net.without_policy().write());
    let answer = |spec: &Spec| {
        let mut seat = chosen.engine(spec).expect("an engine");
        let table = chosen.table(None).expect("the start");
        let found = seat.engine.think(&*table, &seat.limits, &mut |_| ()).expect("a move");
        format!("{:?} {:?}", found.score, found.root)
    };
    let spec = good.spec("mcts:iterations=300,seed=1");
    let off = good.spec("mcts:iterations=300,seed=1,policy=off");
    let without = bare.spec("mcts:iterations=300,seed=1");
    assert_ne!(answer(&spec), answer(&off));
    assert_eq!(answer(&off), answer(&without));
    assert_eq!(answer(&good.spec("ab:nodes=900")), answer(&bare.spec("ab:nodes=900")));
    let odd = File::new("odd.net", &with(Four::INDICES + 1).write());
    let refused = chosen.engine(&odd.spec("mcts:iterations=9")).err().expect("other moves");
    assert!(refused.to_string().contains("numbers of moves"), "{refused}");
}

/// A file of this test's own, removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("takeback-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file can be written");
        File(path)
    }

    fn spec(&self, engine: &str) -> Spec {
        engine.parse::<Spec>().expect("a spec").saying("net", self.0.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_network_changes_the_search_of_every_engine_that_takes_one() {
    let games = takeback::standard();
    for (game, bytes) in [
        ("othello", noise::<Token>(2).write()),
        ("connect4", noise::<ConnectFour<7, 6>>(2).write()),
        ("chess", noise::<Chess>(2).write()),
        ("cotulenh", noise::<CoTuLenh>(2).write()),
        ("ringrift", noise::<Duel<Square8>>(2).write()),
    ] {
        let file = File::new(&format!("{game}.net"), &bytes);
        let chosen = games.choose(game, None).expect("built in");
        for engine in ["ab:nodes=2000", "mcts:iterations=200"] {
            let mut answers = Vec::new();
            for spec in [engine.parse().expect("a spec"), file.spec(engine)] {
                let mut seat = chosen.engine(&spec).expect("an engine");
                let table = chosen.table(None).expect("the start");
                let found = seat.engine.think(&*table, &seat.limits, &mut |_| ());
                answers.push(format!("{:?}", found.expect("a move").score));
            }
            assert_ne!(answers[0], answers[1], "{game} {engine}");
        }
    }
}

#[test]
fn wrong_networks_are_refused_and_strangers_name_none() {
    let games = takeback::standard();
    let othello = games.choose("othello", None).expect("built in");
    let connect4 = games.choose("connect4", None).expect("built in");
    let bytes = noise::<Token>(1).write();
    let good = File::new("good.net", &bytes);
    assert!(othello.engine(&good.spec("ab:nodes=100")).is_ok());
    let told = |spec: &Spec| match connect4.engine(spec) {
        Err(error @ EngineError::Net(_)) => error.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{spec} is an engine"),
    };
    assert!(told(&good.spec("ab:nodes=100")).contains("othello"));
    let short = File::new("short.net", &bytes[..bytes.len() / 2]);
    assert!(told(&short.spec("ab:nodes=100")).contains("bytes"));
    let text = File::new("text.net", b"1. e4 e5");
    assert!(told(&text.spec("ab:nodes=100")).contains("not a network"));
    assert!(told(&"ab:net=no/such/file".parse().expect("a spec")).contains("no/such/file"));
    let clash = good.spec("mcts:rave");
    assert!(othello.engine(&clash).is_err_and(|e| e.to_string().contains("leave out")));
    // Neither by its name nor by a level does a stranger have a file read.
    for engine in ["ab:nodes=100", "mcts:iterations=9", "level:3", "level:9", "hard"] {
        let refused = othello.engine_for_strangers(&good.spec(engine)).err();
        assert_eq!(refused, Some(EngineError::ReadsFiles), "{engine}");
    }
    assert!(othello.engine_for_strangers(&"level:3".parse().expect("a spec")).is_ok());
}

/// From self-play to a network that plays, by the commands.
#[test]
fn data_becomes_a_player() {
    let folder = std::env::temp_dir().join(format!("takeback-learned-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let (data, net) = (folder.join("data"), folder.join("four.net"));
    let (data, net) = (data.display().to_string(), net.display().to_string());
    let played = says(&[
        "selfplay",
        "connect4",
        "--engine",
        "ab:depth=3,tt=1",
        "--format",
        "rows",
        "--games",
        "60",
        "--opening",
        "3",
        "--spread",
        "4",
        "--threads",
        "2",
        "--out",
        &data,
        "--json",
    ]);
    assert!(played.contains("\"games\":60"), "{played}");
    let train = |out: &str| {
        says(&[
            "train",
            "connect4",
            "--data",
            &data,
            "--out",
            out,
            "--hidden",
            "32",
            "--dense",
            "8",
            "--epochs",
            "3",
            "--keep",
            "5",
            "--threads",
            "2",
        ])
    };
    let told = train(&net);
    assert!(told.contains("epoch   3 of 3") && told.contains("in integers"), "{told}");
    let again = format!("{net}2");
    train(&again);
    let read = |path: &str| std::fs::read(path).expect("a network");
    assert_eq!(read(&net), read(&again), "the same seed, the same file");
    let curve = std::fs::read_to_string(format!("{net}.svg")).expect("a curve");
    assert!(curve.starts_with("<svg"));
    let side = format!("ab:nodes=300,net={net}");
    let result = says(&[
        "match",
        "connect4",
        "--a",
        &side,
        "--b",
        "random",
        "--games",
        "8",
        "--threads",
        "2",
    ]);
    assert!(result.contains("8 games"), "{result}");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// The program itself is killed, wherever it may be; the same command goes on to the file of a
/// run that nobody disturbed.
#[test]
fn a_training_that_was_killed_goes_on_to_the_same_file() {
    let folder = Folder::new("killed-training");
    let data = folder.file("data");
    let games = ["--games", "80", "--opening", "3", "--spread", "4", "--threads", "2"];
    let engine = ["selfplay", "connect4", "--engine", "ab:depth=3,tt=1", "--format", "rows"];
    says(&[&engine[..], &games, &["--out", &data]].concat());
    let train = |out: &str| -> Vec<String> {
        let words = "train connect4 --hidden 64 --epochs 12 --batch 64 --keep 5 --threads 1";
        let words = words.split(' ').chain(["--data", &data, "--out", out]);
        words.map(str::to_owned).collect()
    };
    let (whole, killed) = (folder.file("whole.net"), folder.file("killed.net"));
    let words = train(&whole);
    says(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let words = train(&killed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let state = PathBuf::from(format!("{killed}.state"));
    let mut child = start(&words);
    wait_until("an epoch", || state.exists() || PathBuf::from(&killed).exists());
    child.kill().expect("ours");
    child.wait().expect("it has ended");
    assert!(state.exists(), "it was killed before its end: twelve epochs take longer than one");
    let told = says(&words);
    assert!(told.contains("epoch  12 of 12"), "{told}");
    let read = |path: &str| std::fs::read(path).expect("a network");
    assert_eq!(read(&killed), read(&whole));
    assert!(!state.exists());
}

#[test]
fn data_that_cannot_be_used_is_refused_with_a_sentence() {
    let folder = Folder::new("bad-data");
    let (data, out) = (folder.file("data"), folder.file("x.net"));
    let engine = ["selfplay", "connect4", "--engine", "ab:depth=1,tt=1", "--format", "rows"];
    says(&[&engine[..], &["--games", "12", "--threads", "1", "--out", &data]].concat());
    let refused = |game: &str| refuses(&["train", game, "--data", &data, "--out", &out]);
    assert!(refused("othello").contains("holds"));
    assert!(refused("hex").contains("no features"));
    let file = folder.0.join("data/games.rows");
    let bytes = std::fs::read(&file).expect("a file");
    let with = |bytes: &[u8]| {
        std::fs::write(&file, bytes).expect("written");
        refused("connect4")
    };
    assert!(with(&bytes[..bytes.len() - 5]).contains("--cut-off"));
    let mut bad = bytes.clone();
    bad[bytes.len() / 2] ^= 4;
    assert!(with(&bad).contains("damaged"));
    let mut older = bytes.clone();
    older[8] = 1;
    assert!(with(&older).contains("version 1"));
    assert!(with(b"").contains("not a file of positions"));
    assert!(with(b"PAR1 but no more").contains("Parquet"));
    std::fs::remove_file(&file).expect("ours");
    assert!(refused("connect4").contains("not a file of positions"));
    assert!(
        refuses(&["train", "connect4", "--data", "no/such", "--out", &out]).contains("no/such")
    );
    let odd = ["--temperature", "0,101", "--out", &data];
    assert!(refuses(&[&engine[..], &odd[..]].concat()).contains("temperature"));
    assert!(!PathBuf::from(&out).exists());
}
