//! The first round: which choices are allowed, deepening, and what to do when
//! everything seems lost.

use super::replies::{Columns, columns};
use super::searcher::{INFINITE, MAX_PLY, Searcher, Visit, WON};
use takeback_battlesnake::{Battlesnake, Direction};
use takeback_core::Player;

/// What is known of one choice at the root.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) choice: Direction,
    /// Its worth by the deepest search that finished it, or a bound of it.
    pub(super) value: i32,
    /// Whether the value was settled in the running iteration.
    settled: bool,
    /// Rounds looked at for it.
    pub(super) nodes: u64,
    /// Joint choices, the first round's included.
    pub(super) line: Vec<u32>,
}

/// The choices to search: those that survive two rounds for certain, else one,
/// else all that are not certain death.
pub(super) fn allowed<const W: usize, const S: usize>(
    game: &Battlesnake<W, S>,
    me: Player,
    sure: bool,
) -> Vec<Direction> {
    let prudent: Vec<Direction> = game.prudent(me).iter().collect();
    if !sure {
        return prudent;
    }
    let two: Vec<Direction> = game.surely_survives_two(me).iter().collect();
    if !two.is_empty() {
        return two;
    }
    let one: Vec<Direction> = game.sure_steps(me).iter().collect();
    if one.is_empty() { prudent } else { one }
}

/// The root of one thread's walk.
pub(super) struct Root {
    /// Best first, as far as known.
    pub(super) rows: Vec<Row>,
    /// Depth completed.
    pub(super) depth: u32,
    columns: Columns,
    /// Whether every row must get its exact value.
    exact: bool,
}

/// Half the first window around the value of the depth before.
const ASPIRATION: i32 = 60;

/// Rounds looked ahead when the least bad of lost choices is sought.
const LAST_HOPE: i32 = 5;

impl Root {
    pub(super) fn new<const W: usize, const S: usize>(
        walk: &Searcher<'_, W, S>,
        choices: &[Direction],
        exact: bool,
    ) -> Self {
        let row = |&choice: &Direction| Row {
            choice,
            value: -INFINITE,
            settled: false,
            nodes: 0,
            line: Vec::new(),
        };
        let game = &walk.game;
        let columns = columns(game, walk.me, game.blocked(), MAX_PLY as i32, walk.guide());
        Root { rows: choices.iter().map(row).collect(), depth: 0, columns, exact }
    }

    pub(super) fn best(&self) -> &Row {
        &self.rows[0]
    }

    /// Search one depth. What a stopped search has settled still counts.
    pub(super) fn deepen<const W: usize, const S: usize>(
        &mut self,
        walk: &mut Searcher<'_, W, S>,
        depth: u32,
    ) {
        walk.horizon = depth as usize;
        let guess = self.best().value;
        let usual = self.depth >= 3 && guess.abs() < WON && !self.exact;
        let mut half = if usual { ASPIRATION } else { 2 * INFINITE };
        loop {
            let alpha = guess.saturating_sub(half).max(-INFINITE);
            let beta = guess.saturating_add(half).min(INFINITE);
            self.pass(walk, depth, alpha, beta);
            let value = self.rows.iter().filter(|r| r.settled).map(|r| r.value).max();
            let inside = value.is_some_and(|v| (v > alpha || alpha == -INFINITE) && v < beta);
            if walk.stopped.is_some() || inside || value.is_none() {
                break;
            }
            half = half.saturating_mul(6).min(2 * INFINITE);
        }
        self.sort(walk.stopped.is_none());
        if walk.stopped.is_none() {
            self.depth = depth;
        }
    }

    /// Every row once, with this window.
    fn pass<const W: usize, const S: usize>(
        &mut self,
        walk: &mut Searcher<'_, W, S>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) {
        let mut low = alpha;
        for row in &mut self.rows {
            row.settled = false;
        }
        for at in 0..self.rows.len() {
            let before = walk.nodes;
            let floor = if self.exact { alpha } else { low };
            let ask = Visit { depth: depth as i32, ply: 0, alpha: floor, beta };
            let scout = at > 0 && !self.exact;
            let choice = self.rows[at].choice;
            let (value, _) = walk.row_in_window(choice, &self.columns, None, ask, scout);
            let row = &mut self.rows[at];
            row.nodes += walk.nodes - before;
            if walk.stopped.is_some() {
                return;
            }
            row.value = value;
            row.settled = true;
            if value > floor && value < beta {
                row.line = walk.draft().to_vec();
            }
            low = low.max(value);
            if low >= beta {
                return;
            }
        }
    }

    /// Best first. A search that was stopped has looked at some rows only, the
    /// best of the depth before first: another replaces it only by being
    /// better, or when the best turned out lost and nothing better was settled.
    fn sort(&mut self, whole: bool) {
        if whole {
            self.rows.sort_by_key(|row| std::cmp::Reverse(row.value));
            return;
        }
        let best = self.rows.iter().filter(|r| r.settled).map(|r| r.value).max();
        let Some(best) = best else { return };
        let lost = best <= -WON;
        self.rows.sort_by_key(|row| {
            let counts = row.settled || lost;
            std::cmp::Reverse(if counts { row.value } else { -INFINITE })
        });
    }

    /// Every choice loses if all rivals find the answer. Take the one after which
    /// most answers do not lose.
    pub(super) fn hope<const W: usize, const S: usize>(&mut self, walk: &mut Searcher<'_, W, S>) {
        if self.rows.len() < 2 || self.best().value > -WON {
            return;
        }
        let mut hopes: Vec<i64> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            match self.mean(walk, row) {
                Some(mean) => hopes.push(mean),
                None => return,
            }
        }
        let Some(best) = (0..hopes.len()).max_by_key(|&at| (hopes[at], self.rows[at].value)) else {
            return;
        };
        self.rows.swap(0, best);
    }

    /// The mean worth of a row over all answers; a loss counts as less the
    /// later it comes.
    fn mean<const W: usize, const S: usize>(
        &self,
        walk: &mut Searcher<'_, W, S>,
        row: &Row,
    ) -> Option<i64> {
        let bits = (row.choice as u32) << (2 * walk.me.0);
        let mut sum = 0;
        walk.horizon = LAST_HOPE as usize;
        for reply in self.columns.starting_with(None) {
            let ask = Visit { depth: LAST_HOPE, ply: 0, alpha: -INFINITE, beta: INFINITE };
            let value = walk.after(bits | reply, ask);
            if walk.stopped.is_some() {
                return None;
            }
            let late = (value + super::searcher::WIN).clamp(0, 100);
            sum += match value {
                v if v <= -WON => i64::from(late) * 10 - 4000,
                v if v >= WON => 4000,
                v => i64::from(v.clamp(-3000, 3000)),
            };
        }
        Some(sum / self.columns.len().max(1) as i64)
    }
}
