//! What is learned from: rows of many games, flat, without duplicates.

use crate::model::judged_views;
use crate::rows::{Game, Header, NO_MOVE, Row, Thought};
use std::collections::HashSet;
use std::path::Path;
use takeback_core::{SplitMix, mix};

/// Positions to learn from and to be examined by.
#[derive(Clone, Debug)]
pub struct Data {
    /// What their features are.
    pub header: Header,
    /// All features, view after view.
    features: Vec<u16>,
    /// How many play.
    pub players: usize,
    /// Where each view begins: as many as players for each position, and the end.
    starts: Vec<u32>,
    buckets: Vec<u8>,
    seats: Vec<u8>,
    /// By position and view that is judged.
    thoughts: Vec<Thought>,
    /// Results between 0 and 1, by the same.
    results: Vec<f32>,
    /// What should be preferred: numbers of moves and their shares, all in a row.
    shares: Vec<(u32, f32)>,
    /// Where those of each position end.
    ends: Vec<u32>,
    /// Of positions without shares, the best move's number.
    best: Vec<u32>,
    /// Rows to learn from.
    pub(crate) taught: Vec<u32>,
    /// Rows of games that are kept for the examination.
    pub(crate) kept: Vec<u32>,
    /// Rows left out because the same position came before.
    pub repeated: usize,
    /// Rows left out because nobody had searched there.
    pub unsearched: usize,
    /// Rows left out because their positions are to be examined by and not learned from.
    pub apart: usize,
    /// A number that stands for all of it.
    pub(crate) print: u64,
}

/// What a position says of its moves.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Wish<'a> {
    /// All moves that were searched, each with its share; together one.
    Shares(&'a [(u32, f32)]),
    /// The best one. Which others there were nobody wrote down.
    Best(u32),
}

/// Why there is nothing to learn from.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum DataError {
    #[error("no positions to learn from; `takeback selfplay GAME --format rows` makes some")]
    Empty,
    #[error("all positions are of one game; a second one is needed to examine what was learned")]
    OneGame,
    #[error("{path} holds {found}, the others {wanted}: one network learns one game")]
    Mixed { path: String, found: String, wanted: String },
    #[error("game {game}, ply {ply}: {why}")]
    Row { game: u64, ply: u16, why: String },
    #[error("game {game} is for {found} players, the first one for {wanted}")]
    Players { game: u64, found: usize, wanted: usize },
    #[error("more than {} features in all: give fewer games", u32::MAX)]
    Many,
}

impl Data {
    /// Gather the games of several files. One game in `keep` is kept for the
    /// examination, by its number and the seed alone.
    ///
    /// # Errors
    /// When there is nothing, or a row makes no sense.
    pub fn gather(
        files: Vec<(&Path, Header, Vec<Game>)>,
        keep: u64,
        seed: u64,
    ) -> Result<Self, DataError> {
        Data::gather_but(files, keep, seed, &[])
    }

    /// As [`gather`](Data::gather), without the positions of these features: each a bucket
    /// and all views, the mover's first.
    ///
    /// # Errors
    /// As `gather`.
    pub fn gather_but(
        files: Vec<(&Path, Header, Vec<Game>)>,
        keep: u64,
        seed: u64,
        apart: &[(u8, Vec<Vec<u16>>)],
    ) -> Result<Self, DataError> {
        let apart: HashSet<u64> = apart.iter().map(|(bucket, views)| key(*bucket, views)).collect();
        let header = files.first().map(|(_, header, _)| header.clone()).ok_or(DataError::Empty)?;
        let first = files.iter().find_map(|(_, _, games)| games.first());
        let mut data = Data {
            header,
            players: first.map_or(2, |game| game.results.len()),
            features: Vec::new(),
            starts: vec![0],
            buckets: Vec::new(),
            seats: Vec::new(),
            thoughts: Vec::new(),
            results: Vec::new(),
            shares: Vec::new(),
            ends: Vec::new(),
            best: Vec::new(),
            taught: Vec::new(),
            kept: Vec::new(),
            repeated: 0,
            unsearched: 0,
            apart: 0,
            print: 0,
        };
        let mut seen = HashSet::new();
        for (file, (path, header, games)) in files.into_iter().enumerate() {
            if header != data.header {
                let (path, wanted) = (path.display().to_string(), data.header.said());
                let found = header.said();
                return Err(DataError::Mixed { path, found, wanted });
            }
            for game in games {
                let lot = SplitMix::stream(seed, game.number ^ (file as u64) << 48).next();
                data.add(&game, lot.is_multiple_of(keep.max(2)), &mut seen, &apart)?;
            }
        }
        if data.taught.is_empty() && data.kept.is_empty() {
            return Err(DataError::Empty);
        }
        if data.taught.is_empty() || data.kept.is_empty() {
            return Err(DataError::OneGame);
        }
        Ok(data)
    }

    fn add(
        &mut self,
        game: &Game,
        keep: bool,
        seen: &mut HashSet<u64>,
        apart: &HashSet<u64>,
    ) -> Result<(), DataError> {
        if !(0.0..=100.0).contains(&game.temperature) {
            let why = format!("a temperature of {}", game.temperature);
            return Err(DataError::Row { game: game.number, ply: 0, why });
        }
        let (found, wanted) = (game.results.len(), self.players);
        if found != wanted {
            return Err(DataError::Players { game: game.number, found, wanted });
        }
        let later = later_thoughts(game);
        for (row, later) in game.rows.iter().zip(&later) {
            let bad = |why: String| DataError::Row { game: game.number, ply: row.ply, why };
            let number = match row.thought {
                Thought::None => {
                    self.unsearched += 1;
                    continue;
                }
                Thought::Share(share) if !(0.0..=1.0).contains(&share) => {
                    return Err(bad(format!("a share of {share} is not between 0 and 1")));
                }
                Thought::Share(share) => u64::from(share.to_bits()),
                Thought::Points(points) => points as u64,
            };
            let Some(&result) = game.results.get(usize::from(row.seat)) else {
                return Err(bad(format!("seat {} has no result", row.seat)));
            };
            if let Some(odd) = game.results.iter().find(|r| !(-1000..=1000).contains(*r)) {
                return Err(bad(format!("a result of {odd} thousandths")));
            }
            if row.views.len() != self.players {
                return Err(bad(format!("{} views of {} players", row.views.len(), self.players)));
            }
            if usize::from(row.bucket) >= self.header.buckets {
                return Err(bad(format!("bucket {} of {}", row.bucket, self.header.buckets)));
            }
            let moves = self.header.moves;
            let counted = row.weighed.iter().map(|weighed| weighed.number);
            let counted =
                counted.chain([row.best, row.played].into_iter().filter(|&m| m != NO_MOVE));
            if let Some(odd) = counted.into_iter().find(|&number| number as usize >= moves) {
                return Err(bad(format!("move {odd} of {moves}")));
            }
            let all = self.header.features;
            let mut features = row.views.iter().flatten();
            if let Some(feature) = features.find(|&&feature| usize::from(feature) >= all) {
                return Err(bad(format!("feature {feature} of {all}")));
            }
            let key = key(row.bucket, &row.views);
            if apart.contains(&key) {
                self.apart += 1;
                continue;
            }
            if !seen.insert(key) {
                self.repeated += 1;
                continue;
            }
            let index = self.buckets.len() as u32;
            for view in &row.views {
                self.features.extend_from_slice(view);
                let end = u32::try_from(self.features.len()).map_err(|_| DataError::Many)?;
                self.starts.push(end);
            }
            self.buckets.push(row.bucket);
            self.seats.push(row.seat);
            for view in 0..judged_views(self.players) {
                let seat = (usize::from(row.seat) + view) % self.players;
                self.thoughts.push(if view == 0 { row.thought } else { later[seat] });
                self.results.push((f32::from(game.results[seat]) / 1000.0 + 1.0) / 2.0);
            }
            let moves = self.wish_for(row);
            if keep {
                self.kept.push(index);
            } else {
                self.taught.push(index);
            }
            self.print = mix(self.print ^ key ^ number.rotate_left(17) ^ (result as u64) << 40);
            self.print ^= moves;
            if self.players > 2 {
                let rest = game.results.iter().map(|&result| result as u64);
                self.print = rest.fold(self.print, |print, result| mix(print ^ result));
            }
        }
        Ok(())
    }

    /// Note what a row says of its moves; a number that stands for it.
    fn wish_for(&mut self, row: &Row) -> u64 {
        let whole: u32 = row.weighed.iter().map(|weighed| u32::from(weighed.share)).sum();
        let mut print = u64::from(row.best);
        if whole > 0 {
            for weighed in &row.weighed {
                let share = f32::from(weighed.share) / whole as f32;
                self.shares.push((weighed.number, share));
                print = mix(print ^ u64::from(weighed.number) << 16 ^ u64::from(weighed.share));
            }
        }
        self.ends.push(self.shares.len() as u32);
        self.best.push(row.best);
        print
    }

    /// What the position says of its moves, if anything.
    pub(crate) fn wish(&self, row: u32) -> Option<Wish<'_>> {
        let row = row as usize;
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        let shares = &self.shares[from as usize..self.ends[row] as usize];
        match self.best[row] {
            _ if !shares.is_empty() => Some(Wish::Shares(shares)),
            NO_MOVE => None,
            best => Some(Wish::Best(best)),
        }
    }

    /// Whether any position says something of its moves.
    #[must_use]
    pub fn has_wishes(&self) -> bool {
        !self.shares.is_empty() || self.best.iter().any(|&best| best != NO_MOVE)
    }

    /// Who is in turn.
    pub(crate) fn seat(&self, row: u32) -> usize {
        usize::from(self.seats[row as usize])
    }

    /// How many positions are learned from, and how many are kept.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        (self.taught.len(), self.kept.len())
    }

    /// The mean number of features of a view.
    pub(crate) fn mean_features(&self) -> f32 {
        self.features.len() as f32 / (self.starts.len() - 1).max(1) as f32
    }

    /// The features of a view: the mover's is 0, the others follow round the table.
    #[inline]
    pub(crate) fn view(&self, row: u32, view: usize) -> &[u16] {
        let at = self.players * row as usize + view;
        &self.features[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    #[inline]
    pub(crate) fn bucket(&self, row: u32) -> usize {
        usize::from(self.buckets[row as usize])
    }

    /// What the network should say for a view: the result and the search's judgement mixed.
    /// Whoever is not in turn is judged as he judged when he was next.
    #[inline]
    pub(crate) fn target(&self, row: u32, view: usize, lambda: f32, scale: f32) -> f32 {
        let at = judged_views(self.players) * row as usize + view;
        let (result, thought) = (self.results[at], self.thoughts[at]);
        let judged = match thought {
            Thought::None => result,
            Thought::Points(points) => 1.0 / (1.0 + (-points as f32 / scale).exp()),
            Thought::Share(share) => share,
        };
        lambda * result + (1.0 - lambda) * judged
    }
}

/// For each row of a game what each seat thought when it was next in turn and searched; nothing
/// where it never was again.
fn later_thoughts(game: &Game) -> Vec<Vec<Thought>> {
    let mut next = vec![Thought::None; game.results.len()];
    let mut later = Vec::with_capacity(game.rows.len());
    for row in game.rows.iter().rev() {
        later.push(next.clone());
        if let Some(own) = next.get_mut(usize::from(row.seat))
            && row.thought != Thought::None
        {
            *own = row.thought;
        }
    }
    later.reverse();
    later
}

/// A number for a position as a network sees it.
fn key(bucket: u8, views: &[Vec<u16>]) -> u64 {
    let mut key = mix(u64::from(bucket));
    for view in views {
        key = mix(key ^ 0x5eed);
        for &feature in view {
            key = mix(key ^ u64::from(feature));
        }
    }
    key
}

/// How many points stand for one step of the logarithm of odds, so that points
/// foretell results best: the scale of the evaluator that searched. `None` where
/// nobody thought in points.
#[must_use]
pub fn fitted_scale(data: &Data) -> Option<f32> {
    // A win that is seen is points beyond all reason in some games.
    let pairs: Vec<(f32, f32)> = (0..data.thoughts.len())
        .filter_map(|i| match data.thoughts[i] {
            Thought::Points(points) if points.abs() < 100_000 => {
                Some((points as f32, data.results[i]))
            }
            _ => None,
        })
        .step_by((data.thoughts.len() / 200_000).max(1))
        .collect();
    if pairs.iter().filter(|(points, _)| *points != 0.0).count() < 10 {
        return None;
    }
    let loss = |scale: f64| -> f64 {
        let one = |&(points, result): &(f32, f32)| {
            let x = f64::from(points) / scale;
            // The logarithm of 1 + e^x, safe for large x.
            let soft = x.max(0.0) + (-x.abs()).exp().ln_1p();
            soft - f64::from(result) * x
        };
        pairs.iter().map(one).sum()
    };
    // The loss has one valley over the logarithm of the scale: golden section.
    let (mut low, mut high) = (1.0f64.ln(), 20_000.0f64.ln());
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    for _ in 0..40 {
        let (a, b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if loss(a.exp()) < loss(b.exp()) { high = b } else { low = a }
    }
    Some((f64::midpoint(low, high).exp() as f32).max(1.0))
}
