//! Above the tree: iterative deepening, aspiration, several lines, the report.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::view::{Side, View};
use crate::limits::{Limits, Stopped};
use crate::rank::sort_few;
use crate::report::{Report, RootMove, Score, Variation};
use crate::value::{MAX_DEPTH, Scale, VOID};
use takeback_core::{Evaluator, Game, Keyed};

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// Its place in the move list.
    pub(crate) ordinal: usize,
    /// Its value in the last iteration; for moves that did not improve on the
    /// best, an upper bound.
    pub(crate) value: i32,
    pub(crate) complete: bool,
    pub(crate) nodes: u64,
    pub(crate) line: Vec<M>,
}

/// The root moves, best first, and how far the search has got.
#[derive(Clone, Debug)]
pub(crate) struct Root<M> {
    pub(crate) moves: Vec<Candidate<M>>,
    pub(crate) depth: u32,
    pub(crate) lines: usize,
}

impl<M: Copy> Root<M> {
    pub(crate) fn new(playable: &[M], lines: usize, value: i32) -> Self {
        let moves = playable.iter().enumerate().map(|(ordinal, &m)| Candidate {
            m,
            ordinal,
            value,
            complete: false,
            nodes: 0,
            line: vec![m],
        });
        Root { moves: moves.collect(), depth: 0, lines: lines.min(playable.len()) }
    }

    /// Order the moves `from..` by value; equals keep their order, so that a
    /// mere bound never overtakes the move that set it.
    pub(super) fn sort(&mut self, from: usize) {
        sort_few(&mut self.moves[from..], |a, b| a.value > b.value);
    }

    /// Bring the move at `best` to the front of `from..`.
    fn promote(&mut self, from: usize, best: usize) {
        self.moves[from..=best].rotate_right(1);
    }
}

/// Widen a window this many times as fast after each miss.
const WIDENING: i32 = 4;
/// Shallower iterations open the whole window: scores still jump.
const ASPIRE_FROM: u32 = 4;

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Search one iteration: the best line, then the best of the rest, as
    /// many lines as asked for. False when stopped before the end.
    pub(super) fn iterate(&mut self, root: &mut Root<G::Move>, depth: u32, side: Side) -> bool {
        self.iteration = depth;
        for from in 0..root.lines {
            if !self.aspire(root, from, depth, side) {
                return false;
            }
        }
        root.depth = depth;
        true
    }

    /// Search the moves `from..` with a window around the last value, wider
    /// and wider until it holds the value.
    fn aspire(&mut self, root: &mut Root<G::Move>, from: usize, depth: u32, side: Side) -> bool {
        let most = Scale::<G, E>::WIN + 1;
        let centre = root.moves[from].value;
        if centre == VOID {
            return true; // all that is left are dead ends
        }
        let mut reach = match self.options.aspiration {
            Some(reach) if depth >= ASPIRE_FROM && centre.abs() < Scale::<G, E>::WON => {
                reach.max(1)
            }
            _ => most,
        };
        let (mut alpha, mut beta) = window(centre, reach, most);
        loop {
            let ask = Visit { ply: 0, depth, alpha, beta, side, free: 0, within: 0 };
            let Some(value) = self.search_root(root, from, ask) else { return false };
            reach = reach.saturating_mul(WIDENING);
            if value <= alpha && alpha > -most {
                alpha = window(centre, reach, most).0;
            } else if value >= beta && beta < most {
                beta = window(centre, reach, most).1;
            } else {
                root.sort(from);
                return true;
            }
        }
    }

    /// One pass over the root moves `from..`. What was found before a stop
    /// stays: the first move is last iteration's best, so a later one that
    /// beat it may be trusted.
    fn search_root(&mut self, root: &mut Root<G::Move>, from: usize, ask: Visit) -> Option<i32> {
        let (mut alpha, mut best, mut improved) = (ask.alpha, VOID, from);
        let key = self.game.key();
        let mut put_off = Vec::new();
        let mut next = from..root.moves.len();
        loop {
            let i = match next.next() {
                Some(i) if i > from && self.is_in_hand(key, root.moves[i].ordinal, ask.depth) => {
                    put_off.push(i);
                    continue;
                }
                Some(i) => i,
                None if !put_off.is_empty() => put_off.remove(0),
                None => break,
            };
            let tried = (i - from) as u32;
            let mark = self.take_in_hand(key, root.moves[i].ordinal, ask.depth);
            let value = self.try_candidate(&mut root.moves[i], Visit { alpha, ..ask }, tried);
            self.let_go(mark);
            // The first iteration may consist of judgements alone.
            if self.stopped.is_some() || ask.depth == 1 && self.is_up() {
                root.promote(from, improved);
                return None;
            }
            best = best.max(value);
            if value > alpha {
                (alpha, improved) = (value, i);
            }
            if value >= ask.beta {
                root.promote(from, improved);
                break;
            }
        }
        Some(best)
    }

    /// Search one root move. Its value is kept only if it is better than
    /// `ask.alpha`; else it is known to be no better.
    pub(super) fn try_candidate(
        &mut self,
        candidate: &mut Candidate<G::Move>,
        ask: Visit,
        tried: u32,
    ) -> i32 {
        let (nodes, seen) = (self.nodes, self.horizon);
        self.lines[1].clear();
        self.played[1] = I::place(&self.game, candidate.m);
        let value = self.try_root_move(candidate.m, ask, tried);
        candidate.nodes += self.nodes - nodes;
        if self.stopped.is_none() {
            candidate.value = value;
            candidate.complete = self.horizon == seen;
            if value > ask.alpha {
                candidate.line.clear();
                candidate.line.push(candidate.m);
                candidate.line.extend_from_slice(&self.lines[1]);
            }
        }
        value
    }

    /// Whether nothing deeper can change the answer: a win that is the
    /// shortest, or all moves known to the end.
    pub(super) fn is_solved(&self, root: &Root<G::Move>) -> bool {
        let proven = |candidate: &Candidate<G::Move>| {
            let worth = candidate.value.saturating_abs();
            worth >= Scale::<G, E>::WON
                && Scale::<G, E>::WIN - worth <= root.depth as i32
                && !self.averaged
        };
        let best = &root.moves[0];
        if !self.view.is_whole() {
            return false; // a deeper iteration may let others choose
        }
        root.lines == 1 && best.value > 0 && proven(best)
            || root.moves.iter().all(|candidate| candidate.complete || proven(candidate))
    }

    /// The report for what is known now.
    pub(super) fn report(
        &mut self,
        root: &Root<G::Move>,
        limits: &Limits,
        stopped: Option<Stopped>,
        nodes: u64,
    ) -> Report<G::Move> {
        let solved = self.is_solved(root);
        let mut ordered: Vec<&Candidate<G::Move>> = root.moves.iter().collect();
        sort_few(&mut ordered, |a, b| a.ordinal < b.ordinal);
        let root_moves = ordered.iter().filter(|candidate| candidate.value != VOID).map(|c| {
            let score = self.score(c.value, c.complete);
            RootMove { m: c.m, score, visits: c.nodes }
        });
        let root_moves = root_moves.collect();
        let best = &root.moves[0];
        let lines = root.moves[..root.lines].iter().map(|candidate| Variation {
            score: self.score(candidate.value, candidate.complete && solved),
            moves: candidate.line.clone(),
        });
        let mut report = Report {
            best: best.m,
            score: self.score(best.value, best.complete && solved),
            shares: Vec::new(),
            lines: lines.collect(),
            root: root_moves,
            nodes,
            iterations: 0,
            depth: root.depth,
            deepest: self.deepest.max(1),
            time: self.clock.elapsed(),
            stopped,
            rebuilt: 0,
        };
        let depth = limits.depth.unwrap_or(MAX_DEPTH).min(root.depth.max(1)) as usize;
        for line in &mut report.lines {
            self.lengthen(&mut line.moves, depth);
        }
        report
    }

    /// A value as this view may state it.
    fn score(&self, value: i32, complete: bool) -> Score {
        let (wins, losses) = self.view.proves();
        match Scale::<G, E>::score(value, complete) {
            Score::Exact(_) if !(wins && losses) => Score::Points(value),
            Score::Win(_) if !wins => Score::Points(E::LIMIT),
            Score::Loss(_) if !losses => Score::Points(-E::LIMIT),
            // An average close to a win is none, and has no length.
            Score::Win(_) | Score::Loss(_) if self.averaged && complete && wins && losses => {
                Score::Exact(Scale::<G, E>::thousandths(value))
            }
            Score::Win(_) | Score::Loss(_) if self.averaged => Score::Points(value),
            score => score,
        }
    }

    /// Go on along the table's best moves where a line was cut short by it.
    fn lengthen(&mut self, line: &mut Vec<G::Move>, depth: usize) {
        let mut undos: Vec<(G::Move, G::Undo)> = Vec::new();
        for &m in line.iter() {
            let undo = self.make(m);
            undos.push((m, undo));
        }
        while line.len() < depth {
            let Some(m) = self.table_move() else { break };
            line.push(m);
            let undo = self.make(m);
            undos.push((m, undo));
        }
        self.nodes -= undos.len() as u64;
        while let Some((m, undo)) = undos.pop() {
            self.unmake(m, undo);
        }
    }

    /// The table's best move here, if it is a legal one.
    fn table_move(&mut self) -> Option<G::Move> {
        let player = self.game.turn().decider()?;
        if V::NARROWS || self.game.is_repeat() {
            return None; // whether the reply was spent is not known here
        }
        let key = self.game.key() ^ self.view.salt(self.view.side(player));
        let ordinal = self.table.probe(key)?.best?;
        let frame = self.moves.open();
        for stage in 0..G::STAGES {
            self.game.candidates(stage, &mut self.moves);
        }
        let m = self.moves.since(frame).get(usize::from(ordinal)).copied();
        self.moves.close(frame);
        let legal = self.game.legal_moves();
        m.filter(|m| legal.contains(m))
    }
}

fn window(centre: i32, reach: i32, most: i32) -> (i32, i32) {
    if reach >= most / 2 {
        return (-most, most);
    }
    ((centre - reach).max(-most), (centre + reach).min(most))
}
