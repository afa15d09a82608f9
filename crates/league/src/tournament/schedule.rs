//! Which games a tournament consists of.

use crate::external::Contender;
use crate::matches::arrange::{Arrangement, Seating, permutations, two_sides};
use crate::matches::{Openings, Rules};
use serde_json::json;
use std::time::Duration;

/// A tournament as planned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who takes part.
    pub contenders: Vec<Contender>,
    /// Only games with the first of them.
    pub gauntlet: bool,
    /// At least so many games; whole rounds are played.
    pub games: u64,
    /// Where games begin.
    pub openings: Openings,
    /// Time a move, instead of what the specifications say.
    pub time: Option<Duration>,
    /// House rules.
    pub rules: Rules,
    /// Seed of openings, luck and engines.
    pub seed: u64,
    /// Games at once; changes no game.
    pub threads: usize,
}

/// Why there is no such tournament.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ScheduleError {
    #[error("a tournament needs a game of at least two players")]
    OnePlayer,
    #[error("a tournament needs at least two engines")]
    OneEngine,
    #[error("{0} is given twice")]
    Twice(String),
    #[error("one round would have {0} games, more than {most}", most = Schedule::MOST)]
    Large(u64),
}

/// The games of a tournament by number.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schedule {
    groups: Vec<Vec<usize>>,
    seatings: Vec<Arrangement>,
    rounds: u64,
}

/// One game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slot {
    /// Number of the opening; games that differ in seats only share it.
    pub opening: u64,
    /// Who sits in each seat, by place in the list of contenders.
    pub seats: Arrangement,
}

impl Schedule {
    /// No round may have more games.
    pub const MOST: u64 = 10_000_000;

    /// The games of a plan at a table of `players`.
    ///
    /// With at least as many engines as seats, a round holds every group of
    /// engines that fills the table, seated in every order; with fewer, every
    /// pair of engines shares the table in every way.
    ///
    /// # Errors
    /// When there are too few engines or players, or too many games.
    pub fn new(plan: &Plan, players: usize) -> Result<Self, ScheduleError> {
        let engines = plan.contenders.len();
        if players < 2 {
            return Err(ScheduleError::OnePlayer);
        }
        if engines < 2 {
            return Err(ScheduleError::OneEngine);
        }
        for (i, contender) in plan.contenders.iter().enumerate() {
            if plan.contenders[..i].contains(contender) {
                return Err(ScheduleError::Twice(contender.to_string()));
            }
        }
        let size = if engines >= players { players } else { 2 };
        let seatings = match engines >= players {
            true => permutations(players),
            false => two_sides(players, Seating::Every),
        };
        let round = combinations(engines, size).saturating_mul(seatings.len() as u64);
        if round > Self::MOST {
            return Err(ScheduleError::Large(round));
        }
        let mut groups = subsets(engines, size);
        groups.retain(|group| !plan.gauntlet || group.contains(&0));
        let round = groups.len() as u64 * seatings.len() as u64;
        let rounds = plan.games.max(1).div_ceil(round);
        Ok(Schedule { groups, seatings, rounds })
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds * self.groups.len() as u64 * self.seatings.len() as u64
    }

    /// The game of this number.
    #[must_use]
    pub fn slot(&self, number: u64) -> Slot {
        let (seatings, groups) = (self.seatings.len() as u64, self.groups.len() as u64);
        let (opening, seating) = (number / seatings, (number % seatings) as usize);
        let group = &self.groups[(opening % groups) as usize];
        Slot { opening, seats: self.seatings[seating].iter().map(|&s| group[s]).collect() }
    }
}

impl Plan {
    /// What the contenders are called.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.contenders.iter().map(ToString::to_string).collect()
    }

    /// All that decides the games, as text: the same text, the same games.
    #[must_use]
    pub fn text(&self, game: &str, variant: &str) -> String {
        let engines = self.names();
        json!({
            "game": game, "variant": variant, "engines": engines, "gauntlet": self.gauntlet,
            "games": self.games, "openings": openings_text(&self.openings),
            "time": self.time.map(|t| t.as_millis() as u64), "seed": self.seed,
            "rules": format!("{:?}", self.rules),
        })
        .to_string()
    }

    /// A name that follows from the plan, so that the same command goes on
    /// with the same tournament.
    #[must_use]
    pub fn name(&self, game: &str, variant: &str) -> String {
        format!("tournament-{:016x}", hash(&self.text(game, variant)))
    }
}

fn openings_text(openings: &Openings) -> String {
    match openings {
        Openings::Random { plies, position } => {
            format!("{plies} random plies from {}", position.as_deref().unwrap_or("the start"))
        }
        Openings::Book(book) => {
            format!("a book of {} with hash {:016x}", book.len(), hash(&format!("{book:?}")))
        }
    }
}

/// FNV-1a: stable across releases, which the standard library's is not.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

fn combinations(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1u64, |c, i| c.saturating_mul(n as u64 - i) / (i + 1))
}

/// All subsets of so many, in dictionary order.
fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut current: Vec<usize> = (0..k).collect();
    loop {
        all.push(current.clone());
        let Some(i) = (0..k).rev().find(|&i| current[i] < n - k + i) else { return all };
        current[i] += 1;
        for j in i + 1..k {
            current[j] = current[j - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn plan(engines: usize, gauntlet: bool, games: u64) -> Plan {
        let contender = |i: usize| format!("ab:depth={}", i + 1).parse().expect("a spec");
        Plan {
            contenders: (0..engines).map(contender).collect(),
            gauntlet,
            games,
            openings: Openings::random(2),
            time: None,
            rules: Rules::default(),
            seed: 1,
            threads: 1,
        }
    }

    #[test]
    fn everybody_meets_everybody_as_often_in_each_seat() {
        let schedule = Schedule::new(&plan(5, false, 100), 2).expect("a schedule");
        assert_eq!(schedule.games(), 100);
        let mut met = BTreeMap::new();
        for number in 0..schedule.games() {
            *met.entry(schedule.slot(number).seats).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 20);
        assert!(met.values().all(|&n| n == 5));
        assert_eq!(schedule.slot(0).opening, schedule.slot(1).opening);
    }

    #[test]
    fn a_gauntlet_is_about_the_first() {
        let schedule = Schedule::new(&plan(4, true, 1), 2).expect("a schedule");
        assert_eq!(schedule.games(), 6);
        assert!((0..6).all(|n| schedule.slot(n).seats.contains(&0)));
    }

    #[test]
    fn tables_of_many_are_filled_in_every_order() {
        let schedule = Schedule::new(&plan(4, false, 1), 3).expect("a schedule");
        assert_eq!(schedule.games(), 4 * 6);
        let few = Schedule::new(&plan(3, false, 1), 4).expect("a schedule");
        assert_eq!(few.games(), 3 * 14);
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(Schedule::new(&plan(1, false, 1), 2), Err(ScheduleError::OneEngine));
        assert_eq!(Schedule::new(&plan(3, false, 1), 1), Err(ScheduleError::OnePlayer));
        let mut twice = plan(2, false, 1);
        twice.contenders[1] = twice.contenders[0].clone();
        assert!(matches!(Schedule::new(&twice, 2), Err(ScheduleError::Twice(_))));
        assert!(matches!(Schedule::new(&plan(60, false, 1), 6), Err(ScheduleError::Large(_))));
    }
}
