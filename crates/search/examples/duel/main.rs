//! Two searches against each other, or one looked at, without front ends.
//!
//! ```text
//! duel look  GAME SPEC [POSITION]     one search: depth, nodes, time, line
//! duel match GAME A B GAMES [PLIES [SEED]]   pairs of games from random openings
//! duel serve GAME SPEC                one side of a match in another process
//! ```
//!
//! A specification is `ab`, `mcts` or `cut`, then limits and options:
//! `ab:nodes=20000,memory=16`, `mcts:time=100,threads=4,c=0.5`, `cut:plies=0`.
//! `exec PROGRAM SPEC` asks the program of an older commit, so that a change
//! is measured against what was there before. Games are told as the places of
//! their moves in the legal lists, which any two builds have in common.

mod engine;

use engine::{Spec, Suited};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use takeback_chess::{Chess, Material};
use takeback_core::{Game, Payoff, Player, SplitMix, Turn};
use takeback_cotulenh::{CoTuLenh, Eval};
use takeback_hex::{Hex, Resistance, Size, Swap};
use takeback_ringrift::{Board, Duel, Judge, Rules, Square8, Square19};
use takeback_search::{Limits, Search};
use takeback_small::{ConnectFour, Threats};

/// No game of a match is longer; a longer one counts as drawn.
const LONGEST: usize = 600;

/// One side of a match.
enum Side<G: Game> {
    Here(Box<dyn Search<G>>, Limits),
    There(Child),
}

impl<G: Suited> Side<G> {
    fn new(text: &str, game: &str, eval: &G::Eval) -> Side<G> {
        let Some(command) = text.strip_prefix("exec ") else {
            let spec = Spec::read(text);
            return Side::Here(engine::build::<G>(&spec, eval), spec.limits());
        };
        let (program, spec) = command.split_once(' ').expect("exec PROGRAM SPEC");
        let child = Command::new(program)
            .args(["serve", game, spec])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Side::There(child.expect("the other program starts"))
    }

    /// The place in the legal list of the move to play.
    fn choose(&mut self, game: &G, line: &[usize]) -> usize {
        match self {
            Side::Here(search, limits) => {
                let report = search.search(game, limits, &mut |_| ()).expect("a move");
                let legal = game.legal_moves();
                legal.iter().position(|&m| m == report.best).expect("a legal move")
            }
            Side::There(child) => {
                let text: Vec<String> = line.iter().map(usize::to_string).collect();
                let input = child.stdin.as_mut().expect("piped");
                writeln!(input, "{}", text.join(" ")).expect("the other side listens");
                input.flush().expect("the other side listens");
                let mut answer = String::new();
                let mut output = BufReader::new(child.stdout.as_mut().expect("piped"));
                output.read_line(&mut answer).expect("the other side answers");
                answer.trim().parse().expect("a place in the list")
            }
        }
    }

    fn forget(&mut self) {
        if let Side::Here(search, _) = self {
            search.forget();
        }
    }
}

impl<G: Game> Drop for Side<G> {
    fn drop(&mut self) {
        if let Side::There(child) = self {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A random opening after which the game goes on.
fn opening<G: Game>(start: &G, plies: usize, rng: &mut SplitMix) -> Vec<usize> {
    loop {
        let (mut game, mut line) = (start.clone(), Vec::new());
        while line.len() < plies && game.turn() != Turn::Over {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let at = rng.below(legal.len());
            line.push(at);
            game.make(legal[at]);
        }
        if line.len() == plies && game.turn() != Turn::Over && !game.legal_moves().is_empty() {
            return line;
        }
    }
}

/// What the game is worth to the first player.
fn play<G: Suited>(start: &G, line: &[usize], sides: [&mut Side<G>; 2]) -> Payoff {
    let (mut game, mut line) = (start.clone(), line.to_vec());
    for &at in &line {
        game.make(game.legal_moves()[at]);
    }
    let [first, second] = sides;
    first.forget();
    second.forget();
    while game.turn() != Turn::Over && line.len() < LONGEST {
        let legal = game.legal_moves();
        let Some(player) = game.turn().decider().filter(|_| !legal.is_empty()) else { break };
        let side = if player == Player::FIRST { &mut *first } else { &mut *second };
        let at = if legal.len() == 1 { 0 } else { side.choose(&game, &line) };
        line.push(at);
        game.make(legal[at]);
    }
    if game.turn() == Turn::Over { game.payoff(Player::FIRST) } else { Payoff::DRAW }
}

fn contest<G: Suited>(start: &G, eval: &G::Eval, game: &str, args: &[String]) {
    let (mut a, mut b) = (Side::new(&args[0], game, eval), Side::new(&args[1], game, eval));
    let games: usize = args[2].parse().expect("a number of games");
    let plies = args.get(3).map_or(6, |text| text.parse().expect("a number of plies"));
    let seed = args.get(4).map_or(7, |text| text.parse().expect("a seed"));
    let mut rng = SplitMix::new(seed);
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for n in 0..games.div_ceil(2) {
        let line = opening(start, plies, &mut rng);
        for a_begins in [true, false] {
            let result = if a_begins {
                play(start, &line, [&mut a, &mut b])
            } else {
                -play(start, &line, [&mut b, &mut a])
            };
            match result.0 {
                1.. => won += 1,
                0 => drawn += 1,
                _ => lost += 1,
            }
        }
        if n % 10 == 9 || n + 1 == games.div_ceil(2) {
            let all = f64::from(won + drawn + lost);
            let score = (f64::from(won) + 0.5 * f64::from(drawn)) / all;
            let spread = 1.96 * (score * (1.0 - score) / all).sqrt();
            println!(
                "+{won} ={drawn} -{lost}: {:.1} % [{:.1}, {:.1}]",
                100.0 * score,
                100.0 * (score - spread),
                100.0 * (score + spread)
            );
        }
    }
}

fn look<G: Suited>(game: &G, eval: &G::Eval, text: &str) {
    let spec = Spec::read(text);
    let mut search = engine::build::<G>(&spec, eval);
    let report = search.search(game, &spec.limits(), &mut |_| ()).expect("an answer");
    println!(
        "{text}: best {:?} score {} depth {} deepest {} nodes {} iterations {} time {:.3} s, {:.0} k/s {:?}",
        report.best,
        report.score,
        report.depth,
        report.deepest,
        report.nodes,
        report.iterations,
        report.time.as_secs_f64(),
        report.speed() / 1000.0,
        report.stopped,
    );
}

/// Answer lines of places with one place, until there are no more lines.
fn serve<G: Suited>(start: &G, eval: &G::Eval, text: &str) {
    let spec = Spec::read(text);
    let (mut side, mut last) = (Side::Here(engine::build::<G>(&spec, eval), spec.limits()), 0);
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let line: Vec<usize> =
            line.split_whitespace().map(|at| at.parse().expect("a place")).collect();
        let mut game = start.clone();
        for &at in &line {
            game.make(game.legal_moves()[at]);
        }
        if line.len() < last {
            side.forget();
        }
        last = line.len();
        println!("{}", side.choose(&game, &line));
    }
}

fn run<G: Suited>(start: &G, eval: &G::Eval, read: impl Fn(&str) -> G, args: &[String]) {
    match args[0].as_str() {
        "look" => match args.get(3) {
            Some(text) => look(&read(text), eval, &args[2]),
            None => look(start, eval, &args[2]),
        },
        "match" => contest(start, eval, &args[1], &args[2..]),
        "serve" => serve(start, eval, &args[2]),
        other => panic!("{other}: look, match or serve"),
    }
}

fn ringrift<B: Board>(args: &[String]) {
    let rules = Rules::standard::<B>(2);
    let start = Duel::<B>::new(rules).expect("the usual agreements");
    let read = |text: &str| <Duel<B> as takeback_core::Portable>::read_position(text).expect(text);
    run(&start, &Judge::of::<B>(2), read, args);
}

/// For games whose positions are not written down here.
fn unread<G>(text: &str) -> G {
    panic!("no position can be read here: {text}")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.get(1).map(String::as_str) {
        Some("chess") => {
            let read = |text: &str| Chess::new(text.parse().expect(text));
            run(&Chess::default(), &Material, read, &args);
        }
        Some("cotulenh") => run(&CoTuLenh::default(), &Eval::default(), unread, &args),
        Some("square8") => ringrift::<Square8>(&args),
        Some("square19") => ringrift::<Square19>(&args),
        Some("connect4") => {
            run(&<ConnectFour>::default(), &Threats::default(), unread, &args);
        }
        Some(name @ ("hex" | "hex7")) => {
            let size = Size::square(if name == "hex" { 11 } else { 7 }).expect("a size");
            let start: Hex = Hex::new(size, Swap::Off).expect("an empty board");
            run(&start, &Resistance::default(), unread, &args);
        }
        _ => panic!(
            "look, match or serve; chess, cotulenh, square8, square19, connect4, hex or hex7"
        ),
    }
}
