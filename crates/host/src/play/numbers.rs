//! Moves as numbers: one for each legal move of a position, none twice.
//!
//! A game's own numbers ([`Indexed`](takeback_core::Indexed)) are made for
//! tables of moves, where two moves may share one. As actions they must differ:
//! the first of the list keeps the number, the others take the next that is
//! free. Games without numbers of their own go by the place in the list. Either
//! way a number depends on the position alone.

use super::faces::Faces;
use takeback_core::{Game, Moves, SplitMix, Turn};

/// How many numbers there are in games that have none of their own.
pub const LISTED: usize = 1024;

/// Where there is no number: the move leads into a dead end, or there are more
/// moves than numbers.
pub const NO_NUMBER: u32 = u32::MAX;

/// How many numbers the moves of this game have.
pub(super) fn space<G: Game>(faces: &Faces<G>) -> usize {
    faces.numbers.map_or(LISTED, |(indices, _)| indices)
}

/// Numbers made different from each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Apart {
    taken: Vec<u64>,
}

impl Apart {
    /// Of equal numbers below `space` the first stays, the others move up to
    /// the next free one, round the end; [`NO_NUMBER`] stays what it is.
    pub(super) fn keep(&mut self, space: usize, numbers: &mut [u32]) {
        self.taken.clear();
        self.taken.resize(space.div_ceil(64), 0);
        let mut shared = Vec::new();
        for (place, &number) in numbers.iter().enumerate() {
            if number != NO_NUMBER && !self.take(number as usize) {
                shared.push(place);
            }
        }
        for place in shared {
            let wanted = numbers[place] as usize;
            let free = (wanted + 1..space).chain(0..wanted).find(|&number| self.take(number));
            numbers[place] = free.map_or(NO_NUMBER, |number| number as u32);
        }
    }

    /// Whether the number was free.
    fn take(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.taken[number / 64], 1 << (number % 64));
        let is_free = *word & bit == 0;
        *word |= bit;
        is_free
    }
}

/// The numbers of these moves, before they are kept apart.
pub(super) fn wanted<G: Game>(faces: &Faces<G>, game: &G, moves: &[G::Move], out: &mut Vec<u32>) {
    out.clear();
    match faces.numbers {
        Some((_, index)) => out.extend(moves.iter().map(|&m| index(game, m) as u32)),
        None => out.extend((0..moves.len()).map(|place| number_of_place(place, LISTED))),
    }
}

fn number_of_place(place: usize, space: usize) -> u32 {
    if place < space { place as u32 } else { NO_NUMBER }
}

/// Whether play can go on after `m`: not when it leads the same player into a
/// position without a move, or only to such.
pub(super) fn leads_on<G: Game>(game: &mut G, m: G::Move, buffer: &mut Moves<G::Move>) -> bool {
    let mover = game.turn();
    game.explore(m, |after| goes_on(after, mover, buffer))
}

fn goes_on<G: Game>(game: &mut G, mover: Turn, buffer: &mut Moves<G::Move>) -> bool {
    if game.turn() != mover {
        // Somebody else's turn, chance or the end; a turn that cannot even be
        // begun ends the game in every game of ours.
        return true;
    }
    let list = buffer.open();
    game.moves(buffer);
    let on = buffer.range(list).any(|i| {
        let m = buffer[i];
        leads_on(game, m, buffer)
    });
    buffer.close(list);
    on
}

/// The legal moves after which play can go on, in order of the list.
pub(super) fn playable<G: Game>(faces: &Faces<G>, game: &mut G, out: &mut Moves<G::Move>) {
    let list = out.open();
    game.moves(out);
    if !faces.dead_ends {
        return;
    }
    let mut buffer = Moves::with_capacity(256);
    out.retain_since(list, |&m| leads_on(game, m, &mut buffer));
}

/// A random legal move after which play can go on, outcomes of chance by their
/// weight; `None` where there is no such.
pub(super) fn draw<G: Game>(
    faces: &Faces<G>,
    game: &mut G,
    buffer: &mut Moves<G::Move>,
    rng: &mut SplitMix,
) -> Option<G::Move> {
    let turn = game.turn();
    if turn == Turn::Over {
        return None;
    }
    if let (Some(random), false) = (faces.random, faces.dead_ends) {
        return Some(random(game, rng));
    }
    let list = buffer.open();
    playable(faces, game, buffer);
    let moves = buffer.since(list);
    let drawn = match turn {
        Turn::Chance => by_weight(game, moves, rng),
        _ if moves.is_empty() => None,
        _ => Some(moves[rng.below(moves.len())]),
    };
    buffer.close(list);
    drawn
}

fn by_weight<G: Game>(game: &G, outcomes: &[G::Move], rng: &mut SplitMix) -> Option<G::Move> {
    let total: u64 = outcomes.iter().map(|&m| u64::from(game.weight(m))).sum();
    let mut left = (rng.unit() * total as f64) as u64;
    let drawn = outcomes.iter().copied().find(|&m| {
        let weight = u64::from(game.weight(m));
        let is_here = left < weight;
        left = left.saturating_sub(weight);
        is_here
    });
    drawn.or(outcomes.last().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_come_apart_and_others_stay() {
        let mut numbers = [5, 5, 6, 63, 63, NO_NUMBER, 5];
        Apart::default().keep(64, &mut numbers);
        assert_eq!(numbers, [5, 7, 6, 63, 0, NO_NUMBER, 8]);
        let mut full = [0, 0, 1, 1];
        Apart::default().keep(3, &mut full);
        assert_eq!(full, [0, 2, 1, NO_NUMBER]);
    }
}
