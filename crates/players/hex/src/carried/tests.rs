//! Stones are put and taken back at random. What holds: taking back restores everything; what is carried
//! along is no less than what is found from scratch; and the solver contradicts nothing.

use super::*;
use crate::solver::{Limits, Solver};
use takeback_core::SplitMix;
use takeback_hex::{Hex, Size, Swap, fill_in};

const NO_LIMIT: Effort = Effort { fulls: 10_000, semis: 10_000, joined: 10_000 };
const SMALL: Effort = Effort { fulls: 4, semis: 8, joined: 3 };

/// Everything that taking back must restore.
type Whole =
    ([u64; 2], Vec<u16>, Vec<Partners<u64>>, Vec<List<u64>>, Vec<Waiting<u64>>, Moved<u64>);

fn whole(c: &Carried<u64>) -> Whole {
    (
        c.stones,
        c.ends.clone(),
        c.partners.clone(),
        c.lists.clone(),
        c.pending.clone(),
        c.moved.clone(),
    )
}

fn board(width: usize, height: usize) -> &'static Geometry<u64> {
    u64::geometry(Size::new(width, height).unwrap())
}

/// The position after one to three more stones of either colour, with or without what they settle; `None`
/// when that ends the game.
fn some_more(
    g: &Geometry<u64>,
    stones: [u64; 2],
    fill: bool,
    rng: &mut SplitMix,
) -> Option<[u64; 2]> {
    let mut next = stones;
    for _ in 0..=rng.below(3) {
        let empty = g.all.minus(next[0] | next[1]);
        if empty.is_empty() {
            return None;
        }
        next[rng.below(2)] |= u64::bit(empty.nth(rng.below(empty.count())));
    }
    if fill {
        next = fill_in(g, next).stones;
    }
    let over = Colour::BOTH.into_iter().any(|c| g.joins(c, next[c.index()]));
    (!over).then_some(next)
}

fn minus(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0].minus(b[0]), a[1].minus(b[1])]
}

#[test]
fn taking_back_restores_everything() {
    let mut rng = SplitMix::new(3);
    for n in 0..40 {
        let g = board(5 + n % 2, 5);
        let effort = if n % 4 < 2 { SMALL } else { Effort::default() };
        let mut carried = Carried::new(g, Colour::BOTH[n / 2 % 2], [0; 2], effort);
        let mut past = Vec::new();
        for _ in 0..60 {
            let stones = carried.stones();
            let next = some_more(g, stones, n % 3 == 0, &mut rng).filter(|_| rng.below(5) < 3);
            if let Some(next) = next {
                past.push(whole(&carried));
                carried.place(minus(next, stones));
                assert_eq!(carried.stones(), next);
            } else if let Some(before) = past.pop() {
                assert!(carried.take_back());
                assert!(whole(&carried) == before, "taken back on {:x?}", before.0);
            }
            assert_eq!(carried.steps(), past.len());
        }
    }
}

/// Every connection of `less` holds in `more` within the same cells.
fn holds_all(more: &Carried<u64>, less: &Carried<u64>) -> bool {
    let within = |small: &[u64], carrier: u64| small.iter().any(|known| known.within(carrier));
    let cells: Vec<usize> = less.geometry.all.iter().filter(|&at| less.ends[at] != NONE).collect();
    let ends = |c: &Carried<u64>, n: usize| match n.checked_sub(CELLS) {
        None => n,
        Some(at) => c.ends[cells[at]] as usize,
    };
    (0..cells.len() + CELLS).all(|b| {
        (0..b).all(|a| {
            let (fulls, semis) = (
                less.fulls(ends(less, a), ends(less, b)),
                less.semis(ends(less, a), ends(less, b)),
            );
            let known = more.fulls(ends(more, a), ends(more, b));
            let known_semis = more.semis(ends(more, a), ends(more, b));
            fulls.iter().all(|&full| within(known, full))
                && semis.iter().all(|&semi| within(known, semi) || within(known_semis, semi))
        })
    })
}

/// All there is, though the edges are joined.
fn to_the_end(g: &'static Geometry<u64>, colour: Colour, stones: [u64; 2]) -> Carried<u64> {
    let mut carried = Carried::new(g, colour, stones, NO_LIMIT);
    carried.stops = false;
    carried.begin(stones);
    carried
}

/// With room for everything, nothing that is found from scratch is missed.
#[test]
fn what_is_carried_is_no_less_than_from_scratch() {
    let mut rng = SplitMix::new(9);
    let mut compared = 0;
    for n in 0..60 {
        let g = board(4 + n % 2, 4 + n % 2);
        let colour = Colour::BOTH[n / 2 % 2];
        let begun =
            (0..n % 2 * 5).try_fold([0; 2], |stones, _| some_more(g, stones, false, &mut rng));
        let mut carried = to_the_end(g, colour, begun.unwrap_or_default());
        while let Some(next) = some_more(g, carried.stones(), false, &mut rng) {
            carried.place(minus(next, carried.stones()));
            let scratch = to_the_end(g, colour, next);
            assert!(holds_all(&carried, &scratch), "{next:x?} {colour}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

/// With little room what is seen between the edges is about as much, if not all the same.
#[test]
fn carried_or_not_about_as_much_is_seen() {
    let mut rng = SplitMix::new(6);
    let (mut carried_sees, mut scratch_sees) = (0, 0);
    let sees = |c: &Carried<u64>| u32::from(c.edges_joined() || !c.edge_semis().is_empty());
    for n in 0..40 {
        let g = board(7, 7);
        let colour = Colour::BOTH[n % 2];
        let mut carried = Carried::new(g, colour, [0; 2], SMALL);
        while let Some(next) = some_more(g, carried.stones(), false, &mut rng) {
            carried.place(minus(next, carried.stones()));
            carried_sees += sees(&carried);
            scratch_sees += sees(&Carried::new(g, colour, next, SMALL));
        }
    }
    assert!(scratch_sees > 100 && carried_sees >= scratch_sees, "{carried_sees} {scratch_sees}");
}

/// What connections claim of edges is what the solver says, and it holds though all other cells are the
/// opponent's.
#[test]
fn the_solver_contradicts_nothing() {
    let mut rng = SplitMix::new(5);
    let mut solver = Solver::new(1 << 12);
    let (mut claims, mut positions) = (0, 0);
    for n in 0..260 {
        let g = board(5 + n % 2, 5 + n % 2);
        let effort = if n % 4 < 2 { SMALL } else { Effort::default() };
        let mut both = Colour::BOTH.map(|c| Carried::new(g, c, [0; 2], effort));
        let mut stones = [0; 2];
        while let Some(next) = some_more(g, stones, n % 3 == 0, &mut rng) {
            stones = next;
            positions += 1;
            for carried in &mut both {
                carried.go_to(stones);
                let owner = carried.colour;
                let fulls = carried.edge_fulls().iter().map(|&full| (full, owner.other()));
                let semis = carried.edge_semis().iter().map(|&semi| (semi, owner));
                for (carrier, mover) in fulls.take(2).chain(semis.take(2)) {
                    let mut given = stones;
                    given[owner.other().index()] |= g.all.minus(stones[0] | stones[1] | carrier);
                    let hex = Hex::from_stones(g, Swap::Off, given, mover, false);
                    let winner = solver.winner(&hex, Limits::default()).winner;
                    assert_eq!(winner, Some(hex.seat(owner)), "{stones:x?} {owner} {carrier:x}");
                    claims += 1;
                }
            }
            // Back and forth, as a search goes.
            if rng.below(3) == 0 {
                for carried in &mut both {
                    carried.take_back();
                }
                stones = both[0].stones();
            }
            if rng.below(30) == 0 {
                break;
            }
        }
    }
    assert!(claims > 2_000 && positions > 2_000, "{claims} claims in {positions} positions");
}
