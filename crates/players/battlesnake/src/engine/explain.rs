//! A choice in words: what each direction is worth, the line behind it, and
//! who dies in it.

use super::{Options, Snake};
use takeback_battlesnake::{
    Battlesnake, Chance, Direction, Fate, ForSize, Move, Setup, SetupErrors, for_size,
};
use takeback_core::{Game, Player, Turn};
use takeback_search::{Limits, Report, Score, Search, SearchError};

/// A death at the end of a line.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Death {
    /// Who.
    pub seat: Player,
    /// After how many rounds.
    pub rounds: u32,
    /// Of what.
    pub fate: Fate,
}

/// One direction.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Where to.
    pub direction: Direction,
    /// What it is worth; `None` for directions that were not searched because
    /// others survive for certain.
    pub score: Option<Score>,
    /// Whether it survives this round whatever others do.
    pub sure: bool,
    /// Whether it survives two rounds whatever others do.
    pub sure_for_two: bool,
    /// The line: for each round what each living seat does.
    pub line: Vec<Vec<(Player, Direction)>>,
    /// Who dies in it.
    pub deaths: Vec<Death>,
}

/// What the snake thinks of a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Where it would go.
    pub best: Direction,
    /// All four directions.
    pub directions: Vec<Explained>,
    /// Rounds looked ahead in full.
    pub depth: u32,
    /// Rounds played on the way.
    pub nodes: u64,
    /// Time spent.
    pub time: std::time::Duration,
}

/// Why there is no explanation.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ExplainError {
    #[error("no playable board: {0}")]
    Setup(#[from] SetupErrors),
    #[error("{0}")]
    Search(SearchError),
}

/// Explain what `seat` should do, within the limits.
///
/// # Errors
/// When the position cannot be played or the game is over.
pub fn explain(
    setup: &Setup,
    seat: Player,
    options: Options,
    limits: &Limits,
) -> Result<Explanation, ExplainError> {
    let limits = Limits { seat: Some(seat), lines: 4, ..limits.clone() };
    for_size(setup, Work { seat, options, limits })?.map_err(ExplainError::Search)
}

struct Work {
    seat: Player,
    options: Options,
    limits: Limits,
}

impl ForSize for Work {
    type Out = Result<Explanation, SearchError>;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Self::Out {
        let report = Snake::new(self.options).search(&game, &self.limits, &mut |_| ())?;
        let Move::Go(best) = report.best else { return Err(SearchError::NoMove) };
        let directions = Direction::ALL.map(|d| self.direction(&game, &report, d));
        Ok(Explanation {
            best,
            directions: directions.into(),
            depth: report.depth,
            nodes: report.nodes,
            time: report.time,
        })
    }
}

impl Work {
    fn direction<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        report: &Report<Move>,
        direction: Direction,
    ) -> Explained {
        let mut explained = Explained {
            direction,
            score: report.root.iter().find(|r| r.m == Move::Go(direction)).map(|r| r.score),
            sure: game.sure_steps(self.seat).contains(direction),
            sure_for_two: game.surely_survives_two(self.seat).contains(direction),
            line: Vec::new(),
            deaths: Vec::new(),
        };
        let place = game.living().iter().position(|p| p == self.seat).unwrap_or(0);
        let starts = |moves: &[Move]| moves.get(place) == Some(&Move::Go(direction));
        if let Some(line) = report.lines.iter().find(|line| starts(&line.moves)) {
            replay(game, &line.moves, &mut explained);
        }
        explained
    }
}

/// Play a line of commitments, noting who goes where and who dies.
fn replay<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    moves: &[Move],
    explained: &mut Explained,
) {
    let mut game = game.clone().with_chance(Chance::Frozen);
    let mut steps = moves.iter().filter_map(|m| match m {
        Move::Go(direction) => Some(*direction),
        _ => None,
    });
    while game.turn() != Turn::Over {
        let living = game.living();
        let round: Vec<_> = living.iter().zip(&mut steps).collect();
        if round.len() < living.len() {
            return;
        }
        let choices = round.iter().fold(0, |all, (p, d)| all | (*d as u32) << (2 * p.0));
        game.make_round(choices);
        explained.line.push(round);
        let rounds = explained.line.len() as u32;
        for seat in living.iter() {
            if let Some(fate) = game.fate(seat) {
                explained.deaths.push(Death { seat, rounds, fate });
            }
        }
    }
}
