//! How an engine dies: games against others, and at each death the question
//! whether it need not have been.
//!
//! A death is avoidable when on one of the last [`BACK`] boards before it a move
//! was at hand that survives beyond it for certain, whatever others do, and the
//! engine made another one.

use std::collections::{BTreeMap, VecDeque};
use takeback_battlesnake::{Cause, Direction, Large, Move};
use takeback_core::{Game, Notation, Player, Portable, SplitMix, Turn};
use takeback_host::Variant;
use takeback_host::play::{Seat, Table};
use takeback_host::spec::Spec;

/// Room for every board and every number of snakes.
type Any = Large<16>;

/// What to play.
#[derive(Clone, Debug)]
pub(crate) struct Inquest {
    /// The engine that is looked at, and the one in all other seats.
    pub engines: [Spec; 2],
    /// At least so many games; the first engine takes each seat in turn.
    pub games: u64,
    /// Seed of boards, luck and engines.
    pub seed: u64,
}

/// Boards before a death that are looked at.
const BACK: usize = 4;

/// Rounds tried for the proof that a move survives.
const PROOF: u64 = 200_000;

/// A death that need not have been.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Avoidable {
    /// The board on which the wrong choice was made.
    pub position: String,
    /// Whose.
    pub seat: Player,
    /// Of what.
    pub cause: Cause,
    /// What would have survived for certain, beyond the death and a round more.
    pub sure: Vec<&'static str>,
}

/// What came out, of the first engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// Games finished.
    pub games: u64,
    /// Games in which it was the last alive.
    pub first: u64,
    /// Games in which it went together with the last others.
    pub shared: u64,
    /// Its deaths by cause.
    pub causes: BTreeMap<&'static str, u64>,
    /// Those that need not have been.
    pub avoidable: Vec<Avoidable>,
    /// Rounds played.
    pub rounds: u64,
}

impl Findings {
    /// All its deaths.
    #[must_use]
    pub(crate) fn deaths(&self) -> u64 {
        self.causes.values().sum()
    }

    /// Bounds of the share of first places, 95 % (Wilson).
    #[must_use]
    pub(crate) fn first_share(&self) -> (f64, f64, f64) {
        let n = self.games.max(1) as f64;
        let (share, z) = (self.first as f64 / n, 1.96);
        let centre = share + z * z / (2.0 * n);
        let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (((centre - spread) / scale).max(0.0), share, ((centre + spread) / scale).min(1.0))
    }
}

impl Inquest {
    /// Play and look; `watch` hears what was found after every game.
    ///
    /// # Errors
    /// When an engine cannot be built or fails, or this is not Battlesnake.
    pub(crate) fn run(
        &self,
        variant: &dyn Variant,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, String> {
        let players = variant.players() as u64;
        if players < 2 {
            return Err("deaths are counted in games of at least two snakes".to_owned());
        }
        let mut findings = Findings::default();
        for number in 0..self.games.div_ceil(players) * players {
            self.play_one(variant, number, &mut findings)?;
            watch(&findings);
        }
        Ok(findings)
    }

    fn play_one(
        &self,
        variant: &dyn Variant,
        number: u64,
        findings: &mut Findings,
    ) -> Result<(), String> {
        let players = variant.players();
        let (board, seat) = (number / players as u64, (number % players as u64) as usize);
        let mut table = variant.deal(SplitMix::stream(self.seed, board).next());
        let luck = SplitMix::stream(self.seed, !board).next();
        // Every seat an engine of its own: tables are not shared by rivals.
        let mut seats = (0..players)
            .map(|at| self.seat(variant, usize::from(at != seat), at))
            .collect::<Result<Vec<Seat>, _>>()?;
        play(&mut *table, &mut seats, luck)?;
        let start = Any::read_position(&table.start()).map_err(|e| e.to_string())?;
        findings.look(start, &table.moves(), Player(seat as u8))
    }

    fn seat(&self, variant: &dyn Variant, which: usize, at: usize) -> Result<Seat, String> {
        let spec = &self.engines[which];
        let mut seat = variant.engine(spec).map_err(|error| format!("engine {spec}: {error}"))?;
        seat.limits.seed ^= SplitMix::stream(self.seed, at as u64).next();
        seat.limits.seat = Some(Player(at as u8));
        Ok(seat)
    }
}

/// Games that take longer are left where they are.
const LONGEST: usize = 20_000;

/// Play to the end: all who owe a choice look at the same board.
fn play(table: &mut dyn Table, seats: &mut [Seat], luck: u64) -> Result<(), String> {
    let mut rng = SplitMix::new(luck);
    for ply in 0..LONGEST {
        let owing: Vec<Player> = match table.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                table.roll(&mut rng);
                continue;
            }
            Turn::Player(player) => vec![player],
            Turn::Together(owing) => owing.iter().collect(),
        };
        let choose = |player: &Player| {
            let seat = &mut seats[player.index()];
            let mut limits = seat.limits.clone();
            limits.seed ^= SplitMix::stream(luck, ply as u64).next();
            seat.engine.choose(table, &limits).map_err(|e| format!("{}: {e}", seat.name))
        };
        let choices = owing.iter().map(choose).collect::<Result<Vec<_>, _>>()?;
        for choice in choices {
            table.play(&choice.best).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

impl Findings {
    /// Replay a game and count what became of that seat.
    fn look(&mut self, mut game: Any, moves: &[String], me: Player) -> Result<(), String> {
        // The last boards with what was chosen on them.
        let mut boards: VecDeque<(Any, Direction)> = VecDeque::new();
        for text in moves {
            let m = game.read_move(text).map_err(|error| format!("{text}: {error}"))?;
            if let (Move::Go(direction), Some(seat)) = (m, game.turn().decider())
                && seat == me
            {
                boards.push_back((game.clone().without_commitments(), direction));
                if boards.len() > BACK {
                    boards.pop_front();
                }
            }
            let lived = game.living().contains(me);
            game.make(m);
            if let Some(fate) = game.fate(me).filter(|_| lived) {
                self.note(&boards, me, fate.cause);
            }
        }
        self.games += 1;
        self.rounds += u64::from(game.turn_number());
        let last = |p: Player| game.fate(p).map_or(u32::MAX, |fate| fate.turn);
        let others = Player::all(game.players()).filter(|&p| p != me).map(last).max();
        match last(me).cmp(&others.unwrap_or(0)) {
            std::cmp::Ordering::Greater => self.first += 1,
            std::cmp::Ordering::Equal => self.shared += 1,
            std::cmp::Ordering::Less => {}
        }
        Ok(())
    }

    fn note(&mut self, boards: &VecDeque<(Any, Direction)>, me: Player, cause: Cause) {
        *self.causes.entry(cause.name()).or_default() += 1;
        for ((board, chosen), rounds) in boards.iter().rev().zip(2..) {
            let Some(sure) = board.surely_survives(me, rounds, PROOF) else { continue };
            if !sure.is_empty() && !sure.contains(*chosen) {
                let sure = sure.iter().map(Direction::word).collect();
                let position = board.position_text();
                self.avoidable.push(Avoidable { position, seat: me, cause, sure });
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random snakes die, sometimes needlessly; the snake never does.
    #[test]
    fn random_deaths_are_found_avoidable() {
        let entry = crate::battlesnake();
        let small = entry.variant(Some("small")).expect("built in");
        let inquest = |a: &str, games| {
            let engines = [a.parse().expect("a spec"), "random".parse().expect("a spec")];
            let inquest = Inquest { engines, games, seed: 3 };
            inquest.run(small, &mut |_| ()).expect("the games are played")
        };
        let random = inquest("random", 20);
        assert_eq!(random.games, 20);
        assert!(random.deaths() > 0 && !random.avoidable.is_empty(), "{random:?}");
        let snake = inquest("snake:depth=2", 6);
        assert!(snake.avoidable.is_empty(), "{snake:?}");
        assert!(snake.first >= 5, "{snake:?}");
    }
}
