//! Whole games as lists of requests: what the server records and what the
//! official command-line client writes.
//!
//! A request tells who is where, not who chose what. So each round is a
//! question: is there a joint choice that leads from this board to the next? What
//! survivors chose shows in their heads; for those that are gone all
//! directions are tried. New food may appear at the end of the list.

use super::record::same;
use crate::wire::{Log, Playable, Request};
use takeback_battlesnake::plain::PlainBoard;
use takeback_battlesnake::{Battlesnake, Direction, ForSize, Map, Ruleset, Setup, for_size};
use takeback_core::{Game, Player};
use takeback_host::check::{File, Report};

/// More deaths in one round are not tried out: 4^6 joint choices.
const MOST_DEATHS: usize = 6;

pub(super) fn check(file: &File, report: &mut Report) {
    let log = match Log::read(&file.text) {
        Ok(log) => log,
        Err(error) => return report.case(file.name.clone(), Err(error.to_string())),
    };
    for pair in log.turns.windows(2) {
        let at = format!("{} turn {}", file.name, pair[0].turn);
        if pair[1].turn == pair[0].turn + 1 {
            report.case(at, follows(&pair[0], &pair[1]));
        }
    }
    report.case(format!("{} last choice", file.name), unavoidable(&log));
}

/// Whether some joint choice leads from one request to the next.
fn follows(before: &Request, after: &Request) -> Result<(), String> {
    let setup = before.setup().map_err(|e| e.to_string())?;
    let ids: Vec<&str> = before.board.snakes.iter().map(|s| s.id.as_str()).collect();
    let seats: Vec<Option<usize>> =
        ids.iter().map(|id| after.board.snakes.iter().position(|s| s.id == **id)).collect();
    let next = after.setup().map_err(|e| e.to_string())?.board;
    if seats.iter().filter(|seat| seat.is_none()).count() > MOST_DEATHS {
        return Ok(());
    }
    for_size(&setup, Round { setup: &setup, seats, next }).map_err(|e| e.to_string())?
}

struct Round<'a> {
    setup: &'a Setup,
    /// Where each snake is in the next board's list, if it lives.
    seats: Vec<Option<usize>>,
    next: PlainBoard,
}

impl ForSize for Round<'_> {
    type Out = Result<(), String>;

    fn run<const W: usize, const S: usize>(self, mut game: Battlesnake<W, S>) -> Self::Out {
        if game.turn().is_over() {
            return Ok(());
        }
        let mut base = 0;
        let mut gone = Vec::new();
        for (seat, there) in self.seats.iter().enumerate() {
            let player = Player(seat as u8);
            match there {
                None => gone.push(player),
                Some(at) => {
                    let head = self.next.snakes[*at].body.first().copied();
                    let step = |d: &Direction| {
                        let to = game.board().step(game.head(player), *d);
                        game.board().is_on(to) && Some(game.board().point(to)) == head
                    };
                    let direction = Direction::ALL.into_iter().find(step);
                    let direction = direction
                        .ok_or_else(|| format!("snake {seat}: its head jumps to {head:?}"))?;
                    base |= (direction as u32) << (2 * seat);
                }
            }
        }
        let mut first = Ok(());
        for joint in 0..1u32 << (2 * gone.len()) {
            let choices = gone
                .iter()
                .enumerate()
                .fold(base, |all, (i, p)| all | (joint >> (2 * i) & 3) << (2 * p.0));
            let before = game.clone();
            let round = game.make_round(choices);
            let outcome = self.compare(&game);
            game.unmake_round(&round);
            if game != before {
                return Err("the round is not taken back exactly".to_owned());
            }
            match outcome {
                Ok(()) => return Ok(()),
                Err(why) if joint == 0 => first = Err(why),
                Err(_) => {}
            }
        }
        first
    }
}

impl Round<'_> {
    fn compare<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
    ) -> Result<(), String> {
        let found = game.plain();
        for (seat, there) in self.seats.iter().enumerate() {
            let snake = &found.snakes[seat];
            match there {
                None if snake.is_alive() => return Err(format!("snake {seat} lives on")),
                None => {}
                Some(at) => same(format_args!("snake {seat}"), snake, &self.next.snakes[*at])?,
            }
        }
        let food = &self.next.food;
        if !food.starts_with(&found.food) {
            return Err(format!("food: {:?} does not begin with {:?}", food, found.food));
        }
        let still = matches!(self.setup.map, Map::Standard | Map::Empty);
        if still && self.setup.ruleset != Ruleset::Royale {
            let sorted = super::record::sorted_hazards;
            same("hazards", &sorted(&found), &sorted(&self.next))?;
        }
        Ok(())
    }
}

/// Whether the asked snake, if it is gone in the end, had no move that was sure
/// to survive two rounds when it last chose.
fn unavoidable(log: &Log) -> Result<(), String> {
    let Some(end) = log.turns.last() else { return Ok(()) };
    let asked = |turn: &&Request| turn.board.snakes.iter().any(|s| s.id == turn.you.id);
    if asked(&end) || end.you.id.is_empty() {
        return Ok(());
    }
    let Some(last) = log.turns.iter().rev().find(|t| t.you.id == end.you.id && asked(t)) else {
        return Ok(());
    };
    let Playable { setup, you } = last.playable().map_err(|e| e.to_string())?;
    let sure = for_size(&setup, Sure(you)).map_err(|e| e.to_string())?;
    if sure.is_empty() {
        return Ok(());
    }
    let words: Vec<&str> = sure.iter().map(|d| d.word()).collect();
    Err(format!("an avoidable death after turn {}: {} was safe", last.turn, words.join(" or ")))
}

struct Sure(Player);

impl ForSize for Sure {
    type Out = Vec<Direction>;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Self::Out {
        game.surely_survives_two(self.0).iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_battlesnake::{Chance, Listing, Settings, Small};
    use takeback_core::{RandomMove, SplitMix, Turn};
    use takeback_host::check::Report;

    /// A random game, as the server would record it for the first snake.
    fn recorded(seed: u64) -> Log {
        let setup =
            Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (7, 7), 3, seed);
        let mut game: Small<4> = Battlesnake::new(&setup.unwrap()).unwrap();
        game = game.with_chance(Chance::Live).with_listing(Listing::Prudent);
        let mut rng = SplitMix::new(seed);
        let mut turns = vec![Request::of(&game.setup(), Player(0), "g")];
        let mut turn = 0;
        while game.turn() != Turn::Over {
            let m = game.random_move(&mut rng);
            game.make(m);
            let settled = !matches!(game.turn(), Turn::Chance);
            if settled && game.turn_number() > turn {
                turn = game.turn_number();
                turns.push(Request::of(&game.setup(), Player(0), "g"));
            }
        }
        Log { game: turns[0].game.clone(), turns, outcome: None }
    }

    fn checked(log: &Log) -> Report {
        let name = "games-g.jsonl".to_owned();
        let file = File { path: name.clone().into(), name, text: log.write() };
        let mut report = Report::new(3);
        check(&file, &mut report);
        report
    }

    #[test]
    fn every_round_of_a_recorded_game_is_explained() {
        for seed in 0..30 {
            let mut log = recorded(seed);
            // Deaths of random snakes are another matter.
            log.turns.iter_mut().for_each(|t| t.you = t.board.snakes[0].clone());
            let report = checked(&log);
            assert_eq!(report.failed, 0, "{report}");
            assert!(report.passed as usize >= log.turns.len());
        }
    }

    #[test]
    fn what_the_rules_do_not_allow_is_found() {
        let mut log = recorded(1);
        log.turns.truncate(4);
        assert_eq!(checked(&log).failed, 0);
        let mut fat = log.clone();
        fat.turns[2].board.snakes[0].health -= 1;
        assert!(checked(&fat).failed >= 1);
        let mut fed = log.clone();
        fed.turns[2].board.food.remove(0);
        assert!(checked(&fed).failed >= 1);
    }

    #[test]
    fn a_needless_death_is_found() {
        let mut log = recorded(1);
        log.turns.truncate(2);
        // The board is wide open; the next board lacks the asked snake.
        log.turns[1].board.snakes.retain(|s| s.id != "snake-0");
        log.turns[1].turn += 1;
        let report = checked(&log);
        assert_eq!(report.failed, 1, "{report}");
        let said = report.differences().concat();
        assert!(said.contains("avoidable death"), "{said}");
    }
}
