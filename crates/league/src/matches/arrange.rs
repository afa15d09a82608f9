//! Who sits where.

/// Which side sits in which seat, one arrangement a game.
pub type Arrangement = Vec<usize>;

/// How the seats of more than two players are shared by two sides.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Seating {
    /// Every way with both sides at the table, up to four players; beyond that
    /// as [`Alone`](Seating::Alone).
    #[default]
    Every,
    /// Each side alone in each seat in turn against the other in all others.
    Alone,
}

/// Two sides around a table. The list is the same when the sides are swapped,
/// so that equal sides score a half whatever the seats are worth.
#[must_use]
pub fn two_sides(players: usize, seating: Seating) -> Vec<Arrangement> {
    match seating {
        seating if players == 2 || seating == Seating::Every && players <= 4 => {
            (1..(1usize << players) - 1)
                .map(|second| (0..players).map(|p| second >> p & 1).collect())
                .collect()
        }
        _ => (0..2)
            .flat_map(|alone| (0..players).map(move |seat| (alone, seat)))
            .map(|(alone, seat)| {
                (0..players).map(|p| if p == seat { alone } else { 1 - alone }).collect()
            })
            .collect(),
    }
}

/// Every order of so many sides, one a seat, in dictionary order.
#[must_use]
pub fn permutations(sides: usize) -> Vec<Arrangement> {
    let mut all = vec![(0..sides).collect::<Vec<_>>()];
    loop {
        let mut next = all[all.len() - 1].clone();
        let Some(i) = (1..sides).rev().find(|&i| next[i - 1] < next[i]) else { return all };
        let j = (i..sides).rev().find(|&j| next[j] > next[i - 1]).unwrap_or(i);
        next.swap(i - 1, j);
        next[i..].reverse();
        all.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_swap_seats() {
        let mut pair = two_sides(2, Seating::Every);
        pair.sort();
        assert_eq!(pair, [[0, 1], [1, 0]]);
        let mut alone = two_sides(2, Seating::Alone);
        alone.sort();
        alone.dedup();
        assert_eq!(alone, [[0, 1], [1, 0]]);
    }

    #[test]
    fn every_seating_is_there_once_and_fair() {
        for (players, games) in [(2, 2), (3, 6), (4, 14), (5, 10), (6, 12)] {
            let all = two_sides(players, Seating::Every);
            assert_eq!(all.len(), games);
            let mut sorted = all.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), games);
            for arrangement in &all {
                let swapped: Vec<usize> = arrangement.iter().map(|s| 1 - s).collect();
                assert!(all.contains(&swapped));
            }
        }
    }

    #[test]
    fn permutations_are_complete() {
        let all = permutations(4);
        assert_eq!(all.len(), 24);
        assert!(all.is_sorted());
        assert_eq!(permutations(1), [[0]]);
    }
}
