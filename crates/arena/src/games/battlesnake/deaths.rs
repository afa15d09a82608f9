//! How an engine dies: games against others, and at each death the question
//! whether a move was at hand that would have survived two rounds for certain.

use crate::matches::{GameError, MatchError, Rules, Side, play};
use crate::registry::Variant;
use std::collections::BTreeMap;
use takeback_battlesnake::{Cause, Direction, Large};
use takeback_core::{Game, Notation, Player, Portable, SplitMix, Turn};
use takeback_search::spec::Spec;

/// Room for every board and every number of snakes.
type Any = Large<16>;

/// What to play.
#[derive(Clone, Debug)]
pub struct Inquest {
    /// The engine that is looked at, and the one in all other seats.
    pub engines: [Spec; 2],
    /// At least so many games; the first engine takes each seat in turn.
    pub games: u64,
    /// Seed of boards, luck and engines.
    pub seed: u64,
}

/// A death that need not have been.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Avoidable {
    /// The board on which the last choice was made.
    pub position: String,
    /// Whose.
    pub seat: Player,
    /// Of what.
    pub cause: Cause,
    /// What would have survived two rounds for certain.
    pub sure: Vec<&'static str>,
}

/// What came out, of the first engine.
#[derive(Clone, Debug, Default)]
pub struct Findings {
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
    pub fn deaths(&self) -> u64 {
        self.causes.values().sum()
    }

    /// Bounds of the share of first places, 95 % (Wilson).
    #[must_use]
    pub fn first_share(&self) -> (f64, f64, f64) {
        let n = self.games.max(1) as f64;
        let (share, z) = (self.first as f64 / n, 1.96);
        let centre = share + z * z / (2.0 * n);
        let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (((centre - spread) / scale).max(0.0), share, ((centre + spread) / scale).min(1.0))
    }
}

impl Inquest {
    /// Play and look; `watch` hears how many games are done.
    ///
    /// # Errors
    /// When an engine cannot be built or fails, or this is not Battlesnake.
    pub fn run(
        &self,
        variant: &dyn Variant,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Findings, MatchError> {
        let players = variant.players() as u64;
        if players < 2 {
            return Err(MatchError::Plan("deaths are counted in games of at least two snakes"));
        }
        let mut findings = Findings::default();
        for number in 0..self.games.div_ceil(players) * players {
            self.play_one(variant, number, &mut findings)?;
            watch(findings.games);
        }
        Ok(findings)
    }

    fn play_one(
        &self,
        variant: &dyn Variant,
        number: u64,
        findings: &mut Findings,
    ) -> Result<(), MatchError> {
        let players = variant.players();
        let (board, seat) = (number / players as u64, (number % players as u64) as usize);
        let mut table = variant.deal(SplitMix::stream(self.seed, board).next());
        let luck = SplitMix::stream(self.seed, !board).next();
        // Every seat an engine of its own: tables are not shared by rivals.
        let mut seats = (0..players)
            .map(|at| self.seat(variant, usize::from(at != seat), at))
            .collect::<Result<Vec<Side>, _>>()?;
        let arrangement: Vec<usize> = (0..players).collect();
        let played = play(&mut *table, &mut seats, &arrangement, luck, &Rules::default())?;
        let start = Any::read_position(&table.start())
            .map_err(|_| MatchError::Plan("deaths are counted in Battlesnake only"))?;
        let moves: Vec<String> = played.plies.into_iter().map(|ply| ply.text).collect();
        findings.look(start, &moves, Player(seat as u8))
    }

    fn seat(&self, variant: &dyn Variant, which: usize, at: usize) -> Result<Side, MatchError> {
        let spec = &self.engines[which];
        let mut seat = variant
            .engine(spec)
            .map_err(|error| MatchError::Engine { name: spec.to_string(), error })?;
        seat.limits.seed ^= SplitMix::stream(self.seed, at as u64).next();
        Ok(Side::Own(seat))
    }
}

impl Findings {
    /// Replay a game and count what became of that seat.
    fn look(&mut self, mut game: Any, moves: &[String], me: Player) -> Result<(), MatchError> {
        let mut chosen_on = game.clone();
        for text in moves {
            if matches!(game.turn(), Turn::Together(owing) if owing == game.living()) {
                chosen_on.clone_from(&game);
            }
            let m = game.read_move(text).map_err(|_| unread(text))?;
            let lived = game.living().contains(me);
            game.make(m);
            if let Some(fate) = game.fate(me).filter(|_| lived) {
                self.note(&chosen_on, me, fate.cause);
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

    fn note(&mut self, chosen_on: &Any, me: Player, cause: Cause) {
        *self.causes.entry(cause.name()).or_default() += 1;
        let sure: Vec<_> = chosen_on.surely_survives_two(me).iter().map(Direction::word).collect();
        if !sure.is_empty() {
            let position = chosen_on.position_text();
            self.avoidable.push(Avoidable { position, seat: me, cause, sure });
        }
    }
}

fn unread(text: &str) -> MatchError {
    MatchError::Game(GameError::Refused {
        engine: "the replay".to_owned(),
        m: text.to_owned(),
        error: crate::play::Refused::Unreadable("a move of the game is not read back".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random snakes die, sometimes needlessly; the snake never does.
    #[test]
    fn random_deaths_are_found_avoidable() {
        let entry = crate::find("battlesnake").expect("built in");
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
