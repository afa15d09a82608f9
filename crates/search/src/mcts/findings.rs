//! From trees to a report: which move, how good, along which line.

use super::proof::{Proof, Results};
use super::tally::Tally;
use super::tree::{NodeId, Stat, Tree};
use crate::rank::sort_few;
use crate::{Limits, Report, RootMove, Score, Stopped, Variation};
use std::time::Duration;
use takeback_core::{Game, Payoff, Player, Turn};

/// Longest line reported.
const LINE: usize = 64;

/// Everything a report is made of.
pub(super) struct Findings<'a, G: Game> {
    pub(super) root: &'a G,
    pub(super) legal: &'a [G::Move],
    pub(super) forest: &'a [Tree<G::Move>],
    pub(super) results: &'a Results,
    pub(super) limits: &'a Limits,
    pub(super) winner: Option<NodeId>,
}

/// One root move, over all trees.
struct Row<M> {
    m: M,
    stat: Stat,
    proof: Option<Proof>,
    /// The tree that looked at it most.
    tree: usize,
}

impl<G: Game> Findings<'_, G> {
    pub(super) fn report(
        &self,
        tally: &Tally,
        time: Duration,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let player = self.root.turn().decider().unwrap_or_default();
        let rows: Vec<Row<G::Move>> = self.legal.iter().map(|&m| self.row(m)).collect();
        let mut ranking = self.rank(player, &rows);
        if let Some(winner) = self.winner {
            let m = self.forest[0].step(winner);
            // A proven win is better than any winner of a race.
            if !rows[ranking[0]].proof.is_some_and(|p| self.is_win(player, p)) {
                sort_few(&mut ranking, |&a, &b| rows[a].m == m && rows[b].m != m);
            }
        }
        let best = &rows[ranking[0]];
        Report {
            best: best.m,
            score: self.score(player, best),
            shares: self.shares(tally),
            lines: ranking
                .iter()
                .take(self.limits.lines)
                .map(|&i| self.variation(player, &rows[i]))
                .collect(),
            root: rows
                .iter()
                .filter(|row| row.stat.done > 0 || row.proof.is_some())
                .map(|row| RootMove {
                    m: row.m,
                    score: self.score(player, row),
                    visits: u64::from(row.stat.done),
                })
                .collect(),
            nodes: tally.nodes,
            iterations: tally.simulations,
            depth: (tally.depths / tally.simulations.max(1)) as u32,
            deepest: tally.deepest,
            time,
            stopped,
            rebuilt: tally.rebuilt,
        }
    }

    fn row(&self, m: G::Move) -> Row<G::Move> {
        let mut row = Row { m, stat: Stat::default(), proof: None, tree: 0 };
        let mut most = 0;
        for (n, tree) in self.forest.iter().enumerate() {
            let Some(child) = tree.child_by_move(NodeId::ROOT, m) else { continue };
            let stat = tree.stat(child);
            row.stat.done = row.stat.done.saturating_add(stat.done);
            row.stat.total += stat.total;
            row.proof = row.proof.or(Proof::read(tree.proof(child)));
            if stat.done > most {
                (most, row.tree) = (stat.done, n);
            }
        }
        row
    }

    fn is_win(&self, player: Player, proof: Proof) -> bool {
        !proof.is_dead() && self.results.payoff(proof, player) >= Payoff::WIN
    }

    /// Root moves, best first: proven wins before all, losses and dead ends
    /// after all. Between them those more visited, and what is proven before
    /// or after them all, as it compares with the most visited.
    fn rank(&self, player: Player, rows: &[Row<G::Move>]) -> Vec<usize> {
        let open = rows.iter().filter(|row| row.proof.is_none() && row.stat.done > 0);
        let champion = open.max_by_key(|row| row.stat.done).map_or(0.0, |row| row.stat.mean());
        let key = |row: &Row<G::Move>| {
            let class = self.class(player, row);
            let worth = self.worth(player, row);
            let plies = row.proof.map_or(0, Proof::plies);
            match class {
                Class::Win => (class, 0, u32::MAX - plies, worth),
                Class::Loss => (class, 0, plies, worth),
                Class::Dead => (class, 0, 0, 0.0),
                Class::Open if row.proof.is_none() => (class, 1, row.stat.done, worth),
                Class::Open => (class, if worth >= champion { 2 } else { 0 }, 0, worth),
            }
        };
        let mut ranking: Vec<usize> = (0..rows.len()).collect();
        let keys: Vec<_> = rows.iter().map(key).collect();
        sort_few(&mut ranking, |&a, &b| {
            let (a, b) = (keys[a], keys[b]);
            (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)).then(a.3.total_cmp(&b.3)).is_gt()
        });
        ranking
    }

    fn class(&self, player: Player, row: &Row<G::Move>) -> Class {
        match row.proof {
            None => Class::Open,
            Some(proof) if proof.is_dead() => Class::Dead,
            Some(proof) => match self.results.payoff(proof, player) {
                payoff if payoff >= Payoff::WIN => Class::Win,
                payoff if payoff <= Payoff::LOSS => Class::Loss,
                _ => Class::Open,
            },
        }
    }

    fn worth(&self, player: Player, row: &Row<G::Move>) -> f32 {
        match row.proof {
            Some(proof) if !proof.is_dead() => self.results.payoff(proof, player).share(),
            _ => row.stat.mean(),
        }
    }

    fn score(&self, player: Player, row: &Row<G::Move>) -> Score {
        match row.proof {
            Some(proof) if !proof.is_dead() => match self.results.payoff(proof, player) {
                Payoff::WIN => Score::Win(proof.plies() + 1),
                Payoff::LOSS => Score::Loss(proof.plies() + 1),
                payoff => Score::Exact(payoff.0),
            },
            _ => Score::Share(row.stat.mean()),
        }
    }

    fn shares(&self, tally: &Tally) -> Vec<f32> {
        if let Some(proof) = self.forest.iter().find_map(|t| Proof::read(t.proof(NodeId::ROOT)))
            && !proof.is_dead()
        {
            let share = |player| self.results.payoff(proof, player).share();
            return Player::all(self.results.players()).map(share).collect();
        }
        tally.shares()
    }

    /// The most visited way on from a root move.
    fn variation(&self, player: Player, row: &Row<G::Move>) -> Variation<G::Move> {
        let tree = &self.forest[row.tree];
        let mut moves = vec![row.m];
        let mut game = self.root.apply(row.m);
        let mut at = tree.child_by_move(NodeId::ROOT, row.m);
        while let Some(node) = at {
            let decides = matches!(game.turn(), Turn::Player(_) | Turn::Together(_));
            if !decides || moves.len() >= LINE {
                break;
            }
            let mover = game.turn().decider().unwrap_or_default();
            at = self.follow(tree, node, mover);
            if let Some(next) = at {
                let m = tree.step(next);
                game.make(m);
                moves.push(m);
            }
        }
        Variation { score: self.score(player, row), moves }
    }

    fn follow(&self, tree: &Tree<G::Move>, node: NodeId, mover: Player) -> Option<NodeId> {
        let proven = Proof::read(tree.proof(node));
        let rank = |child: NodeId| {
            let proof = Proof::read(tree.proof(child)).filter(|proof| !proof.is_dead());
            let known = proof.map(|proof| self.results.payoff(proof, mover));
            let keeps = proven.is_some() && known == proven.map(|p| self.results.payoff(p, mover));
            (keeps, tree.stat(child).done)
        };
        let best = tree.children(tree.family(node)?).max_by_key(|&child| rank(child))?;
        (tree.stat(best).done > 0).then_some(best)
    }
}

/// Coarse order of root moves, worst first.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Class {
    Dead,
    Loss,
    Open,
    Win,
}
