//! Everybody against everybody, with ratings.

use super::onward::write;
use super::table::{Match, Sitter};
use super::{option, places};
use serde_json::json;
use std::path::Path;
use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
use takeback_core::SplitMix;
use takeback_host::outside::{Analyzed, GameCommand, Given};

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "arena",
    about: "Games between snakes at addresses and our own, with ratings",
    examples: "Examples:
  takeback battlesnake arena http://127.0.0.1:8000 http://127.0.0.1:8001 snake:time=400ms
  takeback battlesnake arena http://127.0.0.1:8000,time=300ms snake:time=300ms --games 20
  takeback battlesnake arena A B C D --snakes 4 --rules royale --map royale --out games/

Duels are played by every pair, each board with both seats; with --snakes N every choice of N
shares a board, the seats turning. The board needs no other program: the games are played here,
all snakes asked at the same time. A failed answer repeats the last move, as officially.",
    arguments: &[
        places("who", "WHO", "An address, time=… behind it if wanted, or our engine"),
        option("games", "N", "Games of each group of snakes (10)"),
        option("snakes", "N", "Snakes on a board (2)"),
        option("rules", "NAME", "The ruleset (standard)"),
        option("map", "NAME", "The map (standard)"),
        option("size", "WxH", "The board (11x11)"),
        option("seed", "N", "Seed of boards and food (1)"),
        option("out", "FOLDER", "Write the games there, as the official client does"),
    ],
    run,
};

/// What is played.
struct Plan {
    ruleset: Ruleset,
    map: Map,
    size: (u8, u8),
    snakes: usize,
    games: u64,
    seed: u64,
}

impl Plan {
    fn read(given: &Given) -> Result<Plan, String> {
        let name = given.get("rules").unwrap_or("standard");
        let ruleset = Ruleset::from_name(name).ok_or(format!("there is no ruleset {name:?}"))?;
        let name = given.get("map").unwrap_or("standard");
        let map = Map::from_name(name).ok_or(format!("there is no map {name:?}"))?;
        let text = given.get("size").unwrap_or("11x11");
        let sides =
            text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        Ok(Plan {
            ruleset,
            map,
            size: sides.ok_or(format!("--size: {text:?} is no size such as 11x11"))?,
            snakes: given.number("snakes")?.unwrap_or(2).clamp(2, 16),
            games: given.number("games")?.unwrap_or(10).clamp(1, 100_000),
            seed: given.number("seed")?.unwrap_or(1),
        })
    }

    /// The board of a number; games that share it turn the seats.
    fn board(&self, number: u64) -> Result<Setup, String> {
        let seed = SplitMix::stream(self.seed, number / self.snakes as u64).next();
        let settings = Settings::default();
        Setup::start(self.ruleset, settings, self.map, self.size, self.snakes, seed)
            .map_err(|e| e.to_string())
    }
}

/// All choices of so many of `count`.
fn groups(count: usize, of: usize) -> Vec<Vec<usize>> {
    if of == 0 {
        return vec![vec![]];
    }
    let with = |last: usize| {
        groups(last, of - 1).into_iter().map(move |mut group| {
            group.push(last);
            group
        })
    };
    (0..count).flat_map(with).collect()
}

fn run(given: &Given, watch: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let plan = Plan::read(given)?;
    let names: Vec<&str> = given.all("who").collect();
    let sitters = names.iter().map(|w| Sitter::read(w)).collect::<Result<Vec<_>, _>>()?;
    if sitters.len() < plan.snakes {
        return Err(format!("{} snakes share a board, {} are here", plan.snakes, sitters.len()));
    }
    let mut scores = Scores::new(sitters.len());
    let mut faults = vec![0u64; sitters.len()];
    for group in groups(sitters.len(), plan.snakes) {
        for number in 0..plan.games {
            // Seats turn, so that everybody has every seat of a board.
            let turned = |i: usize| group[(i + number as usize) % group.len()];
            let seats: Vec<usize> = (0..group.len()).map(turned).collect();
            let seated: Vec<Sitter> = seats.iter().map(|&s| sitters[s].clone()).collect();
            let id = format!("arena-{}-{}", std::process::id(), scores.games);
            let mut game = Match::new(&plan.board(number)?, &seated, &id)?;
            let luck = SplitMix::stream(plan.seed, !(number / plan.snakes as u64)).next();
            let ended = game.play(luck)?;
            scores.note(&seats, |a, b| ended.share(a, b), ended.winner());
            for (at, (failed, _)) in game.faults.iter().enumerate() {
                faults[seats[at]] += u64::from(*failed);
            }
            let winner = ended.winner().map_or("nobody", |seat| names[seats[seat]]);
            watch(&format!("game {}: {winner}, turn {}", scores.games, ended.turn));
            if let Some(folder) = given.get("out") {
                write(Path::new(folder), &format!("{id}.jsonl"), &game.log.write())?;
            }
        }
    }
    let ratings = scores.ratings();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].0.total_cmp(&ratings[a].0));
    let mut lines = vec![format!("{} games", scores.games)];
    for &who in &order {
        let (elo, error) = ratings[who];
        lines.push(format!(
            "{elo:+6.0} ± {error:3.0}  {:4} first of {:4}  {} failed answers  {}",
            scores.first[who], scores.played[who], faults[who], names[who]
        ));
    }
    let rows: Vec<_> = order
        .iter()
        .map(|&who| {
            json!({
                "who": names[who], "elo": ratings[who].0, "error": ratings[who].1,
                "first": scores.first[who], "games": scores.played[who], "faults": faults[who],
            })
        })
        .collect();
    let json = json!({ "games": scores.games, "ratings": rows });
    Ok(Analyzed { text: lines.join("\n"), json, done: true })
}

/// Who did better than whom.
pub(super) struct Scores {
    /// Points of the row against the column.
    points: Vec<Vec<f64>>,
    pub(super) games: u64,
    first: Vec<u64>,
    played: Vec<u64>,
}

/// How far ratings may part: a snake that never lost has no end to its rating.
const ROUNDS: usize = 400;

impl Scores {
    pub(super) fn new(count: usize) -> Self {
        Scores {
            points: vec![vec![0.0; count]; count],
            games: 0,
            first: vec![0; count],
            played: vec![0; count],
        }
    }

    /// A game: who sat where, and how the seats did against each other.
    pub(super) fn note(
        &mut self,
        seats: &[usize],
        share: impl Fn(usize, usize) -> f64,
        winner: Option<usize>,
    ) {
        self.games += 1;
        for (a, &one) in seats.iter().enumerate() {
            self.played[one] += 1;
            for (b, &other) in seats.iter().enumerate().filter(|&(b, _)| b != a) {
                self.points[one][other] += share(a, b);
            }
        }
        if let Some(seat) = winner {
            self.first[seats[seat]] += 1;
        }
    }

    /// Elo by Bradley and Terry's model, with its standard error doubled. A
    /// game drawn against a snake of average strength is added for
    /// everybody, so that all ratings are finite.
    pub(super) fn ratings(&self) -> Vec<(f64, f64)> {
        let count = self.points.len();
        let mut strength = vec![1.0f64; count];
        let met = |a: usize, b: usize| self.points[a][b] + self.points[b][a];
        for _ in 0..ROUNDS {
            let next: Vec<f64> = (0..count)
                .map(|a| {
                    let won: f64 = self.points[a].iter().sum::<f64>() + 0.5;
                    let against = (0..count).filter(|&b| b != a);
                    let weight: f64 =
                        against.map(|b| met(a, b) / (strength[a] + strength[b])).sum();
                    won / (weight + 1.0 / (strength[a] + 1.0))
                })
                .collect();
            strength = next;
        }
        let elo = |s: f64| 400.0 * s.log10();
        (0..count)
            .map(|a| {
                let against = (0..count).filter(|&b| b != a);
                let known: f64 = against
                    .map(|b| {
                        let p = strength[a] / (strength[a] + strength[b]);
                        met(a, b) * p * (1.0 - p)
                    })
                    .sum();
                let error = 2.0 * 400.0 / (std::f64::consts::LN_10 * (known + 0.25).sqrt());
                (elo(strength[a]), error)
            })
            .collect()
    }
}
