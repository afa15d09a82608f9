//! Who scored what against whom, and where that leaves everybody.

use super::elo::{self, Pair};
use super::skill::{self, Skill};
use crate::records::Rated;
use serde_json::{Value, json};
use std::fmt::Write;

/// Scores of everybody against everybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrossTable {
    /// The engines.
    pub names: Vec<String>,
    /// `cells[a][b]`: points of `a` against `b`, and games; half a point a draw.
    pub cells: Vec<Vec<(f64, u64)>>,
}

/// A tournament's outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// Ratings, best first.
    pub ratings: Vec<Rated>,
    /// The table, in the same order.
    pub table: CrossTable,
    /// Games counted.
    pub games: u64,
    /// What the first seat is worth in Elo, for games of two.
    pub first_seat: Option<f64>,
}

/// A game's seats: engine and payoff.
type Seats = Vec<(String, i32)>;

impl Standings {
    /// From results in order of play. Games of two alone are rated by Elo, any
    /// other by Weng and Lin.
    #[must_use]
    pub fn of(names: &[String], games: &[Seats]) -> Self {
        let at = |name: &String| names.iter().position(|n| n == name);
        let known: Vec<Vec<(usize, i32)>> = games
            .iter()
            .filter_map(|seats| seats.iter().map(|(n, p)| Some((at(n)?, *p))).collect())
            .collect();
        let played = |i: usize| known.iter().filter(|g| g.iter().any(|s| s.0 == i)).count() as u64;
        let two = known.iter().all(|seats| seats.len() == 2);
        let (model, values, first_seat) = if two {
            let fit = elo::fit(names.len(), &pairs(&known));
            let values: Vec<_> = fit.ratings.iter().copied().zip(fit.errors.clone()).collect();
            ("elo", values, Some(fit.first_seat))
        } else {
            let skills = skills(names.len(), &known);
            ("weng-lin", skills.iter().map(|s| (s.mean, s.error())).collect(), None)
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| values[b].0.total_cmp(&values[a].0));
        let rated = |&i: &usize| Rated {
            engine: names[i].clone(),
            model: model.to_owned(),
            rating: values[i].0,
            error: values[i].1,
            games: played(i),
        };
        Standings {
            ratings: order.iter().map(rated).collect(),
            table: CrossTable::of(names, &known, &order),
            games: known.len() as u64,
            first_seat,
        }
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let ratings: Vec<Value> = self
            .ratings
            .iter()
            .map(|r| {
                json!({
                    "engine": r.engine, "model": r.model, "rating": r.rating, "error": r.error,
                    "games": r.games,
                })
            })
            .collect();
        let table: Vec<Vec<Value>> = self
            .table
            .cells
            .iter()
            .map(|row| row.iter().map(|(p, n)| json!({ "points": p, "games": n })).collect())
            .collect();
        json!({
            "games": self.games, "ratings": ratings, "table": table, "first_seat": self.first_seat,
        })
    }
}

impl std::fmt::Display for Standings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.ratings.iter().map(|r| r.engine.chars().count()).max().unwrap_or(0);
        let mut head =
            format!("{:>2}  {:width$}  {:>7} {:>6} {:>6}", "", "engine", "rating", "+-", "games");
        for i in 1..=self.ratings.len() {
            let _ = write!(head, " {i:>11}");
        }
        writeln!(f, "{}", head.trim_end())?;
        for (i, rated) in self.ratings.iter().enumerate() {
            write!(
                f,
                "{:>2}  {:width$}  {:>7.1} {:>6.1} {:>6}",
                i + 1,
                rated.engine,
                rated.rating,
                rated.error,
                rated.games
            )?;
            for (j, (points, games)) in self.table.cells[i].iter().enumerate() {
                match i == j || *games == 0 {
                    true => write!(f, " {:>11}", "-")?,
                    false => write!(f, " {:>11}", format!("{points}/{games}"))?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl CrossTable {
    fn of(names: &[String], games: &[Vec<(usize, i32)>], order: &[usize]) -> Self {
        let mut cells = vec![vec![(0.0, 0u64); names.len()]; names.len()];
        for seats in games {
            for (i, &(a, mine)) in seats.iter().enumerate() {
                for &(b, theirs) in seats.iter().skip(i + 1).filter(|s| s.0 != a) {
                    let points = match mine.cmp(&theirs) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                    cells[a][b].0 += points;
                    cells[b][a].0 += 1.0 - points;
                    cells[a][b].1 += 1;
                    cells[b][a].1 += 1;
                }
            }
        }
        CrossTable {
            names: order.iter().map(|&i| names[i].clone()).collect(),
            cells: order.iter().map(|&a| order.iter().map(|&b| cells[a][b]).collect()).collect(),
        }
    }
}

fn pairs(games: &[Vec<(usize, i32)>]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for seats in games {
        let [(first, mine), (second, theirs)] = seats[..] else { continue };
        let found = pairs.iter().position(|p| (p.first, p.second) == (first, second));
        let at = found.unwrap_or_else(|| {
            pairs.push(Pair { first, second, ..Pair::default() });
            pairs.len() - 1
        });
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => pairs[at].wins += 1.0,
            std::cmp::Ordering::Equal => pairs[at].draws += 1.0,
            std::cmp::Ordering::Less => pairs[at].losses += 1.0,
        }
    }
    pairs
}

/// Skills after all games. Where an engine has several seats, what it learns
/// in each is averaged.
fn skills(engines: usize, games: &[Vec<(usize, i32)>]) -> Vec<Skill> {
    let mut skills = vec![Skill::default(); engines];
    for seats in games {
        let before: Vec<Skill> = seats.iter().map(|&(i, _)| skills[i]).collect();
        let payoffs: Vec<i32> = seats.iter().map(|&(_, p)| p).collect();
        let after = skill::update(&before, &payoffs);
        for (i, skill) in skills.iter_mut().enumerate() {
            let own: Vec<Skill> =
                seats.iter().zip(&after).filter(|((e, _), _)| *e == i).map(|(_, a)| *a).collect();
            if !own.is_empty() {
                let n = own.len() as f64;
                skill.mean = own.iter().map(|s| s.mean).sum::<f64>() / n;
                skill.deviation = own.iter().map(|s| s.deviation).sum::<f64>() / n;
            }
        }
    }
    skills
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_tournament_is_added_up() {
        let names = ["weak", "strong"].map(str::to_owned);
        let game = |a: &str, b: &str, p: i32| vec![(a.to_owned(), p), (b.to_owned(), -p)];
        let games = [
            game("weak", "strong", -1000),
            game("strong", "weak", 1000),
            game("weak", "strong", 0),
        ];
        let standings = Standings::of(&names, &games);
        assert_eq!(standings.ratings[0].engine, "strong");
        assert_eq!(standings.table.cells[0][1], (2.5, 3));
        assert_eq!(standings.table.cells[1][0], (0.5, 3));
        assert!(standings.to_string().contains("2.5/3"));
        assert!(standings.svg("a cup").contains("<svg"));
    }

    #[test]
    fn games_of_three_are_rated_by_weng_and_lin() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let game: Seats = vec![("a".into(), 1000), ("b".into(), 0), ("c".into(), -1000)];
        let standings = Standings::of(&names, &vec![game; 20]);
        assert_eq!(standings.ratings[0].model, "weng-lin");
        let order: Vec<&str> = standings.ratings.iter().map(|r| r.engine.as_str()).collect();
        assert_eq!(order, ["a", "b", "c"]);
        assert_eq!(standings.table.cells[0][2], (20.0, 20));
    }
}
