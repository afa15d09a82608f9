//! Single turns on boards of all kinds.

use super::record::{Board, RawSettings, SaidMove, end, ruleset, said, same, same_board, setup};
use serde::Deserialize;
use takeback_battlesnake::plain::{PlainBoard, Said};
use takeback_battlesnake::{Battlesnake, ForSize, Move, Rules, Setup, for_size};
use takeback_core::{Game, Keyed, Player, Turn};
use takeback_host::check::{File, Report};

#[derive(Deserialize)]
struct Step {
    id: String,
    #[serde(default)]
    name: String,
    ruleset: String,
    #[serde(default)]
    solo: bool,
    width: i64,
    height: i64,
    settings: RawSettings,
    before: Board,
    moves: Vec<SaidMove>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    error: Option<String>,
    #[serde(default)]
    over_before_moves: bool,
    after: Option<Board>,
}

pub(super) fn check(file: &File, report: &mut Report) {
    for (at, line) in file.json_lines::<Step>() {
        let (case, outcome) = match line {
            Ok(step) => (format!("{at} {} {}", step.id, step.name), step.check()),
            Err(error) => (at, Err(error.to_string())),
        };
        report.case(case, outcome);
    }
}

impl Step {
    fn check(&self) -> Result<(), String> {
        let before = self.before.plain(self.width, self.height)?;
        let said = said(&self.before.ids(), &self.moves);
        let settings = self.settings.settings()?;
        let (ruleset, end) = (ruleset(&self.ruleset), end(self.solo));
        let rules = Rules::new(ruleset, &settings, end);
        let mut slow = before.clone();
        let played = slow.play(&said, &rules, ruleset.edge());
        match (&self.expect.error, &self.expect.after) {
            (Some(error), _) => {
                same("error", &played.map_err(|e| e.to_string()), &Err(error.clone()))
            }
            (None, None) => Err("neither an error nor a board is expected".to_owned()),
            (None, Some(after)) => {
                let over = played.map_err(|e| e.to_string())?;
                same("over before the moves", &over, &self.expect.over_before_moves)?;
                let expected = after.plain(self.width, self.height)?;
                same_board(&slow, &expected, &before).map_err(|d| format!("slow twin: {d}"))?;
                let setup = setup(ruleset, settings, end, before);
                for_size(&setup, Turned { setup: &setup, said: &said, over, expected: &expected })
                    .map_err(|e| e.to_string())?
            }
        }
    }
}

/// One turn on the fast position, there and back and there again.
pub(super) struct Turned<'a> {
    pub(super) setup: &'a Setup,
    pub(super) said: &'a [Said],
    pub(super) over: bool,
    pub(super) expected: &'a PlainBoard,
}

impl ForSize for Turned<'_> {
    type Out = Result<(), String>;

    fn run<const W: usize, const S: usize>(
        self,
        mut game: Battlesnake<W, S>,
    ) -> Result<(), String> {
        same("game over", &(game.turn() == Turn::Over), &self.over)?;
        let before = &self.setup.board;
        if self.over {
            return same_board(&game.plain(), self.expected, before);
        }
        there_and_back(&mut game, self.said, |after| {
            same_board(&after.plain(), self.expected, before)
        })?;
        Ok(())
    }
}

/// Commit what was said, look, take every commitment back, compare, and go
/// there again. The position is left after the round.
pub(super) fn there_and_back<const W: usize, const S: usize>(
    game: &mut Battlesnake<W, S>,
    said: &[Said],
    look: impl Fn(&Battlesnake<W, S>) -> Result<(), String>,
) -> Result<Vec<(Move, takeback_battlesnake::Undo<W, S>)>, String> {
    let before = game.clone();
    let (key, list) = (game.key(), game.legal_moves());
    let moves = committed(game, said)?;
    let play = |game: &mut Battlesnake<W, S>| -> Vec<_> {
        moves.iter().map(|&m| (m, game.make(m))).collect()
    };
    let line = play(game);
    look(game)?;
    let after = game.clone();
    same("key after the round", &game.key(), &game.key_from_scratch())?;
    for (m, undo) in line.into_iter().rev() {
        game.unmake(m, undo);
    }
    if *game != before || game.key() != key || game.legal_moves() != list {
        return Err(format!("taken back it is {game:?}, it was {before:?}"));
    }
    let line = play(game);
    if *game != after || game.key() != after.key() {
        return Err(format!("made again it is {game:?}, it was {after:?}"));
    }
    Ok(line)
}

/// The commitments of the living, in order of seats.
fn committed<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    said: &[Said],
) -> Result<Vec<Move>, String> {
    let choice = |seat: Player| match said.get(seat.index()) {
        Some(Said::Go(direction)) => Ok(Move::Go(*direction)),
        Some(Said::Other) => Ok(Move::Go(game.default_move(seat))),
        Some(Said::Nothing) | None => Err(format!("snake {} has no move", seat.index())),
    };
    game.living().iter().map(choice).collect()
}
