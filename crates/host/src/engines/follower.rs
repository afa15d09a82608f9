//! What leads a network along: the sums of every view, as the moves of a search change them.

use std::sync::Arc;
use takeback_core::{Bag, Features, Indexed, Player};
use takeback_net::sparse::{STEP, SparseNet};

/// The accumulators of the line that a search stands in.
///
/// Moves only note what they change. Sums are made when somebody asks for a
/// value, from the last position of the line that has them: many positions of a
/// search are never judged.
pub(super) struct Follower<G: Features> {
    pub(super) net: Arc<SparseNet>,
    pub(super) before: Option<G::Snapshot>,
    /// Changes of the whole line, move after move: those that came in the first view, that went
    /// from it, that came in the second, that went, and so on.
    changes: Vec<Vec<u16>>,
    /// For each move of the line where its changes of each kind end.
    ends: Vec<u32>,
    /// Moves of the line.
    made: usize,
    /// Sums of all views, by ply.
    sums: Vec<i16>,
    /// The counts that these sums hold, by ply: those of the position itself where it was judged,
    /// else those of the ply before.
    counts: Vec<u8>,
    /// Whether they are the position's own.
    counted: Vec<bool>,
    /// So many plies of the line have their sums, the root included; none
    /// before a search has begun.
    known: usize,
}

impl<G: Features> Clone for Follower<G> {
    fn clone(&self) -> Self {
        let mut clone = Follower::new(Arc::clone(&self.net));
        clone.changes.clone_from(&self.changes);
        clone.ends.extend_from_slice(&self.ends);
        clone.made = self.made;
        clone.sums.clone_from(&self.sums);
        clone.counts.clone_from(&self.counts);
        clone.counted.clone_from(&self.counted);
        clone.known = self.known;
        clone
    }
}

/// Plies that there is room for from the start, and changes of each kind.
const USUAL_PLIES: usize = 64;
const USUAL_CHANGES: usize = USUAL_PLIES * 8;

/// No network is for more players.
const MOST_PLAYERS: usize = 8;

impl<G: Features> Follower<G> {
    pub(super) fn new(net: Arc<SparseNet>) -> Self {
        let kinds = 2 * net.shape().players;
        Follower {
            before: None,
            changes: (0..kinds).map(|_| Vec::with_capacity(USUAL_CHANGES)).collect(),
            ends: Vec::with_capacity(kinds * USUAL_PLIES),
            made: 0,
            sums: vec![0; net.shape().inputs() * USUAL_PLIES],
            counts: vec![0; G::COUNTS * USUAL_PLIES],
            counted: vec![false; USUAL_PLIES],
            known: 0,
            net,
        }
    }

    pub(super) fn begin(&mut self, root: &G) {
        self.changes.iter_mut().for_each(Vec::clear);
        self.ends.clear();
        self.made = 0;
        self.before = None;
        let shape = self.net.shape();
        let sums = &mut self.sums[..shape.inputs()];
        sums.chunks_exact_mut(shape.hidden).for_each(|view| self.net.clear(view));
        root.list_features(&mut Direct { net: &self.net, hidden: shape.hidden, sums });
        root.count(&mut self.counts[..G::COUNTS]);
        self.counted[0] = true;
        self.known = 1;
    }

    #[inline]
    pub(super) fn made(&mut self, after: &G) {
        debug_assert!(self.before.is_some(), "a search tells of a move before it makes it");
        if let Some(before) = self.before.take() {
            after.changed_features(&before, &mut Notes(&mut self.changes));
        }
        match self.changes.as_slice() {
            // Nearly every search is of two, and all of them do this at every node: no loop over
            // how many there are (in chess 5 % of a search's instructions).
            [a, b, c, d] => {
                let ends = [a.len() as u32, b.len() as u32, c.len() as u32, d.len() as u32];
                self.ends.extend_from_slice(&ends);
            }
            many => self.ends.extend(many.iter().map(|all| all.len() as u32)),
        }
        self.made += 1;
    }

    #[inline]
    pub(super) fn unmade(&mut self) {
        let kinds = self.changes.len();
        self.made = self.made.saturating_sub(1);
        self.ends.truncate(self.made * kinds);
        match (self.changes.as_mut_slice(), self.ends.last_chunk()) {
            ([a, b, c, d], Some(&[first, second, third, fourth])) => {
                a.truncate(first as usize);
                b.truncate(second as usize);
                c.truncate(third as usize);
                d.truncate(fourth as usize);
            }
            (all, _) if self.made == 0 => all.iter_mut().for_each(Vec::clear),
            (many, _) => {
                let ends = &self.ends[(self.made - 1) * kinds..];
                for (all, &end) in many.iter_mut().zip(ends) {
                    all.truncate(end as usize);
                }
            }
        }
        self.known = self.known.min(self.made + 1);
    }

    /// Sums for every ply of the line, which ends with this position.
    pub(super) fn catch_up(&mut self, game: &G) {
        let (width, plies) = (self.net.shape().inputs(), self.made + 1);
        if self.sums.len() < plies * width {
            self.sums.resize(plies * width * 2, 0);
        }
        if G::COUNTS > 0 {
            self.catch_up_counted(game);
            return;
        }
        while self.known < plies {
            self.follow_ply(self.known);
            self.known += 1;
        }
    }

    /// The sums of a ply from those of the one before.
    #[inline]
    fn follow_ply(&mut self, ply: usize) {
        let shape = self.net.shape();
        let (width, kinds) = (shape.inputs(), self.changes.len());
        let (before, after) = self.sums[(ply - 1) * width..(ply + 1) * width].split_at_mut(width);
        let some = |kind: usize| {
            let from = if ply == 1 { 0 } else { self.ends[(ply - 2) * kinds + kind] };
            let to = self.ends[(ply - 1) * kinds + kind];
            &self.changes[kind][from as usize..to as usize]
        };
        for view in 0..shape.players {
            let place = view * shape.hidden..(view + 1) * shape.hidden;
            let (came, went) = (some(2 * view), some(2 * view + 1));
            self.net.follow(&before[place.clone()], &mut after[place], came, went);
        }
    }

    /// The same where positions have counts: those of the position are found now, and to the plies
    /// that were never judged the counts of the ply before will do.
    fn catch_up_counted(&mut self, game: &G) {
        let plies = self.made + 1;
        if self.counted.len() <= plies {
            self.counted.resize(plies * 2, false);
            self.counts.resize(plies * 2 * G::COUNTS, 0);
        }
        while self.known < plies {
            let ply = self.known;
            let counts = &mut self.counts[(ply - 1) * G::COUNTS..][..2 * G::COUNTS];
            let (known, now) = counts.split_at_mut(G::COUNTS);
            self.counted[ply] = ply == self.made;
            if self.counted[ply] {
                // Told with the last move of the line, whose changes are the last of each kind.
                game.count(now);
                game.changed_counts(known, now, &mut Notes(&mut self.changes));
                let ends = &mut self.ends[(ply - 1) * self.changes.len()..];
                ends.iter_mut().zip(&self.changes).for_each(|(end, all)| *end = all.len() as u32);
            } else {
                now.copy_from_slice(known);
            }
            self.follow_ply(ply);
            self.known += 1;
        }
        if !self.counted[self.made] {
            self.recount(game);
        }
    }

    /// The position's own counts in the place of older ones.
    fn recount(&mut self, game: &G) {
        let shape = self.net.shape();
        let (ply, width) = (self.made, shape.inputs());
        let counts = &mut self.counts[ply * G::COUNTS..][..2 * G::COUNTS];
        let (known, now) = counts.split_at_mut(G::COUNTS);
        game.count(now);
        let sums = &mut self.sums[ply * width..(ply + 1) * width];
        game.changed_counts(known, now, &mut Direct { net: &self.net, hidden: shape.hidden, sums });
        known.copy_from_slice(now);
        self.counted[ply] = true;
    }

    /// The sums of the position at the end of the line, which is this one.
    fn sums(&mut self, game: &G) -> &[i16] {
        if self.known == 0 {
            self.begin(game);
        }
        self.catch_up(game);
        let width = self.net.shape().inputs();
        &self.sums[self.made * width..(self.made + 1) * width]
    }

    fn bucket(&self, game: &G) -> usize {
        if self.net.shape().buckets == 1 { 0 } else { game.bucket() }
    }

    /// What the position is worth to a player. Of two it is judged for the one in turn, and the
    /// other loses what he wins; of more each is judged from his own view.
    pub(super) fn value(&mut self, game: &G, player: Player) -> i32 {
        let (bucket, shape) = (self.bucket(game), self.net.shape());
        self.sums(game);
        let sums = &self.sums[self.made * shape.inputs()..(self.made + 1) * shape.inputs()];
        if shape.players > 2 {
            return self.net.value_of(sums, game.view_of(player), bucket);
        }
        let (first, second) = sums.split_at(shape.hidden);
        let mover = game.turn().decider().unwrap_or(player);
        let (own, other) = match game.view_of(mover) {
            0 => (first, second),
            _ => (second, first),
        };
        let value = self.net.value(own, other, bucket);
        if player == mover { value } else { -value }
    }

    /// The same for all at once.
    pub(super) fn values(&mut self, game: &G, out: &mut [i32]) {
        let players = self.net.shape().players;
        if players == 2 {
            for player in Player::all(out.len()) {
                out[player.index()] = self.value(game, player);
            }
            return;
        }
        let (bucket, net) = (self.bucket(game), Arc::clone(&self.net));
        let mut by_view = [0; MOST_PLAYERS];
        net.values(self.sums(game), bucket, &mut by_view[..players]);
        for player in Player::all(out.len()) {
            out[player.index()] = by_view[game.view_of(player)];
        }
    }

    /// How much each of these moves of a player is preferred, as logarithms.
    pub(super) fn prefer(&mut self, game: &G, player: Player, moves: &[G::Move], out: &mut [f32])
    where
        G: Indexed,
    {
        let net = Arc::clone(&self.net);
        let view = game.view_of(player);
        let numbers = moves.iter().map(|&m| game.index(m));
        let mut places = out.iter_mut();
        net.prefer(self.sums(game), view, player.index(), numbers, |score| {
            if let Some(place) = places.next() {
                *place = score as f32 / STEP as f32;
            }
        });
    }
}

/// Adds to sums at once.
struct Direct<'a> {
    net: &'a SparseNet,
    hidden: usize,
    sums: &'a mut [i16],
}

impl Direct<'_> {
    fn view(&mut self, view: usize) -> &mut [i16] {
        &mut self.sums[view * self.hidden..(view + 1) * self.hidden]
    }
}

impl Bag for Direct<'_> {
    fn add(&mut self, view: usize, feature: usize) {
        let net = self.net;
        net.add(self.view(view), feature as u16);
    }

    fn remove(&mut self, view: usize, feature: usize) {
        let net = self.net;
        net.remove(self.view(view), feature as u16);
    }
}

/// Notes what comes and goes.
struct Notes<'a>(&'a mut [Vec<u16>]);

impl Bag for Notes<'_> {
    #[inline]
    fn add(&mut self, view: usize, feature: usize) {
        self.0[2 * view].push(feature as u16);
    }

    #[inline]
    fn remove(&mut self, view: usize, feature: usize) {
        self.0[2 * view + 1].push(feature as u16);
    }
}
