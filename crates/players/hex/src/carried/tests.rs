//! Stones are put and taken back at random. What holds: taking back restores everything; what is carried
//! along is no less than what is found from scratch; and the solver contradicts nothing.

use super::*;
use crate::solver::{Limits, Solver};
use takeback_core::SplitMix;
use takeback_hex::{Hex, Size, Swap, fill_in};

const NO_LIMIT: Effort = Effort { fulls: 10_000, semis: 10_000, joined: 10_000 };
const SMALL: Effort = Effort { fulls: 4, semis: 8, joined: 3 };
/// So little that lists are full at once.
const TINY: Effort = Effort { fulls: 1, semis: 2, joined: 2 };

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

/// The ends there are, and the empty cell or the group that each stands for; nothing for an edge.
fn all_ends(c: &Carried<u64>) -> Vec<(End, u64)> {
    let cells = |end: End| {
        let of_end = c.geometry.all.iter().filter(|&at| c.end_of(at) == Some(end));
        of_end.fold(0, |cells, at| cells | u64::bit(at))
    };
    let inner = (CELLS..CELLS + c.ends.len()).filter(|&end| c.end_of(end - CELLS) == Some(end));
    [(FIRST_EDGE, 0), (SECOND_EDGE, 0)]
        .into_iter()
        .chain(inner.map(|end| (end, cells(end))))
        .collect()
}

/// What every list keeps to, whatever has happened: a carrier has empty cells alone and neither of its own
/// ends, none is around a better one, and there is no more than there is room for.
fn check_lists(c: &Carried<u64>) {
    let empty = c.geometry.all.minus(c.stones[0] | c.stones[1]);
    let ends = all_ends(c);
    let mut listed = 0;
    for (i, &(b, b_cells)) in ends.iter().enumerate() {
        for &(a, a_cells) in &ends[..i] {
            let list = &c.lists[pair(a, b)];
            listed += usize::from(!list.is_blank());
            let place = format!("{a} {b} of {:x?}", c.stones);
            for &carrier in list.fulls.iter().chain(&list.semis).chain(&list.done) {
                assert!(carrier.within(empty), "{carrier:x} leaves the empty cells: {place}");
                assert!(!carrier.meets(a_cells | b_cells), "{carrier:x} holds an end: {place}");
                assert!(list.may_meet(carrier) || carrier.is_empty(), "{place}");
            }
            let around = |many: &[u64], one: u64| many.iter().filter(|o| o.within(one)).count();
            assert!(list.fulls.iter().all(|&full| around(&list.fulls, full) == 1), "{place}");
            assert!(list.semis.iter().all(|&semi| around(&list.semis, semi) == 1), "{place}");
            assert!(list.semis.iter().all(|&semi| around(&list.fulls, semi) == 0), "{place}");
            assert!(list.fulls.len() <= c.effort.fulls, "{place}");
            let edges = if b == SECOND_EDGE { 8 } else { 1 };
            assert!(list.semis.len() <= edges * c.effort.semis, "{place}");
            // Whoever has combined connections is found as a partner.
            assert!(list.done.is_empty() || c.partners[a].iter().any(|end| end == b), "{place}");
            assert!(list.done.is_empty() || c.partners[b].iter().any(|end| end == a), "{place}");
            // What is neither combined nor waiting would never be.
            let seen = |full: &u64| {
                list.done.contains(full)
                    || c.pending.iter().any(|w| {
                        w.carrier == *full && pair(w.a as usize, w.b as usize) == pair(a, b)
                    })
            };
            assert!(list.fulls.iter().all(seen), "{place}");
        }
    }
    // Ends that are no more leave nothing behind.
    assert_eq!(listed, c.lists.iter().filter(|list| !list.is_blank()).count());
    assert!(c.waiting.iter().all(Vec::is_empty));
}

#[test]
fn lists_keep_to_their_order_whatever_happens() {
    let mut rng = SplitMix::new(12);
    for n in 0..90 {
        let g = board(5 + n % 2, 6);
        let effort = [TINY, SMALL, Effort::default()][n / 2 % 3];
        let mut carried = Carried::new(g, Colour::BOTH[n / 6 % 2], [0; 2], effort);
        for _ in 0..40 {
            let stones = carried.stones();
            let next = some_more(g, stones, n % 3 == 0, &mut rng).filter(|_| rng.below(5) < 4);
            match next {
                Some(next) => carried.place(minus(next, stones)),
                None => drop(carried.take_back()),
            }
            check_lists(&carried);
        }
    }
}

/// Cells by their names.
fn cells(g: &Geometry<u64>, names: &str) -> u64 {
    let cell = |name: &str| g.size.read_cell(name).expect("a cell").index();
    names.split_whitespace().fold(0, |cells, name| cells | u64::bit(cell(name)))
}

/// Black's connections on a board of 6x6 after steps of black and of white stones.
fn after(effort: Effort, steps: &[(&str, &str)]) -> Carried<u64> {
    let g = board(6, 6);
    let mut carried = Carried::new(g, Colour::Black, [0; 2], effort);
    for (black, white) in steps {
        carried.place([cells(g, black), cells(g, white)]);
    }
    carried
}

fn between(c: &Carried<u64>, a: &str, b: &str) -> (End, End) {
    let end = |name: &str| c.end_of(cells(c.geometry, name).lowest()).expect("not the opponent's");
    (end(a), end(b))
}

#[test]
fn two_ways_that_share_nothing_make_a_bridge() {
    let c = after(SMALL, &[("c3 d4", "")]);
    let (a, b) = between(&c, "c3", "d4");
    assert!(c.fulls(a, b).contains(&cells(c.geometry, "c4 d3")));
    // One of the two ways left takes a move; with none left nothing there holds.
    let c = after(SMALL, &[("c3 d4", ""), ("", "d3")]);
    let (way, bridge) = (cells(c.geometry, "c4"), cells(c.geometry, "c4 d3"));
    assert!(c.semis(a, b).contains(&way) && !c.fulls(a, b).contains(&way));
    let c = after(SMALL, &[("c3 d4", ""), ("", "d3 c4")]);
    let mut all = c.fulls(a, b).iter().chain(c.semis(a, b));
    assert!(all.all(|carrier| !carrier.meets(bridge)));
    assert_eq!(c.end_of(way.lowest()), None);
}

#[test]
fn an_own_stone_joins_what_is_beside_it() {
    let mut c = after(SMALL, &[("c3 d4", ""), ("d3", "")]);
    let (a, b) = between(&c, "c3", "d4");
    assert_eq!(a, b);
    assert_eq!(between(&c, "d3", "d4").0, a);
    assert!(c.take_back());
    let (a, b) = between(&c, "c3", "d4");
    assert!(a != b && c.end_of(cells(c.geometry, "d3").lowest()) != Some(a));
    // A stone on the edge is the edge.
    let c = after(SMALL, &[("c2", ""), ("c1", "")]);
    assert_eq!(between(&c, "c1", "c2"), (FIRST_EDGE, FIRST_EDGE));
}

#[test]
fn edges_that_stones_join_need_no_cell() {
    let chain = after(SMALL, &[("c1 c2 c4 c5 c6", ""), ("", "d3 e1"), ("c3", "")]);
    assert_eq!(chain.edge_fulls(), [0]);
    let at_once = Carried::new(chain.geometry, Colour::Black, chain.stones(), SMALL);
    assert_eq!(at_once.edge_fulls(), [0]);
}

/// Whether the connection, or a better one, is known; or was not kept for want of room.
fn is_known(c: &Carried<u64>, (a, b): (End, End), kind: list::Kind, carrier: u64) -> bool {
    let (a, b) = (c.resolve(a as u16) as End, c.resolve(b as u16) as End);
    if a == b {
        return true;
    }
    let List { fulls, semis, crowded, .. } = &c.lists[pair(a, b)];
    let within = |many: &[u64]| many.iter().any(|known| known.within(carrier));
    *crowded || within(fulls) || kind == list::Kind::Semi && within(semis)
}

/// Whether all that was found between these found room.
fn is_kept(c: &Carried<u64>, a: End, b: End) -> bool {
    let (a, b) = (c.resolve(a as u16) as End, c.resolve(b as u16) as End);
    a == b || !c.lists[pair(a, b)].crowded
}

/// What was known before one stone, and what it is after it: an own stone leaves the carriers, and what
/// met in its cell is joined; the opponent's breaks what it enters. Nothing else is lost.
fn keeps(before: &Carried<u64>, at: usize, own: bool, now: &Carried<u64>) -> usize {
    use list::Kind::{Full, Semi};
    let (stone, ends) = (u64::bit(at), all_ends(before));
    let mut looked = 0;
    for (i, &(b, _)) in ends.iter().enumerate() {
        for &(a, a_cells) in ends[..i].iter().filter(|_| own || b != at + CELLS) {
            if !own && a == at + CELLS {
                continue;
            }
            let List { fulls, semis, .. } = &before.lists[pair(a, b)];
            let mut expect = |kind, carrier: u64| {
                looked += 1;
                let known = is_known(now, (a, b), kind, carrier);
                assert!(known, "{a} {b} {carrier:x} {kind:?}: {at} on {:x?}", before.stones);
            };
            for &carrier in fulls.iter().filter(|full| own || !full.meets(stone)) {
                expect(Full, carrier.minus(stone));
            }
            for &carrier in semis.iter().filter(|semi| own || !semi.meets(stone)) {
                expect(Semi, carrier.minus(stone));
            }
            for &carrier in fulls.iter().filter(|full| !own && full.meets(stone)) {
                expect(Semi, carrier.minus(stone));
            }
            // What met in the cell of an own stone needs it no more, if both halves were kept and it
            // is not of an edge now.
            let middle = own && ![a, b].contains(&(at + CELLS)) && now.ends[at] as End >= CELLS;
            if middle && [a, b].into_iter().all(|end| is_kept(now, end, at + CELLS)) {
                for &first in &before.lists[pair(a, at + CELLS)].done {
                    for &second in &before.lists[pair(at + CELLS, b)].done {
                        let taken = ends[i].1 | a_cells;
                        if !first.meets(second) && !(first | second).meets(taken) {
                            expect(Full, first | second);
                        }
                    }
                }
            }
        }
    }
    looked
}

#[test]
fn one_stone_loses_nothing_but_what_it_breaks() {
    let mut rng = SplitMix::new(21);
    let mut looked = 0;
    for n in 0..60 {
        let g = board(5 + n % 2, 5);
        let effort = [TINY, SMALL, Effort::default(), NO_LIMIT][n / 2 % 4];
        let mut carried = Carried::new(g, Colour::Black, [0; 2], effort);
        loop {
            let empty = g.all.minus(carried.stones[0] | carried.stones[1]);
            let (at, own) = (empty.nth(rng.below(empty.count())), rng.below(2) == 0);
            let before = carried.clone();
            carried.place(if own { [u64::bit(at), 0] } else { [0, u64::bit(at)] });
            // Where the edges are joined, the rest waits.
            if before.edges_joined() || carried.edges_joined() || empty.count() == 1 {
                break;
            }
            looked += keeps(&before, at, own, &carried);
        }
    }
    assert!(looked > 50_000, "{looked}");
}

/// Where the opponent's stone makes room in a list that had been too short, what found none before is
/// found once more.
#[test]
fn room_that_a_stone_makes_is_used() {
    let mut rng = SplitMix::new(17);
    let (mut used, mut lists) = (0, 0);
    for n in 0..40 {
        let g = board(6, 6);
        let mut carried = Carried::new(g, Colour::BOTH[n % 2], [0; 2], SMALL);
        while let Some(next) = some_more(g, carried.stones(), false, &mut rng) {
            let before = carried.clone();
            carried.place(minus(next, before.stones()));
            let fresh = carried.stones[1].minus(before.stones[1]);
            if carried.edges_joined() || carried.stones[0] != before.stones[0] {
                continue;
            }
            let ends = all_ends(&carried);
            for (i, &(b, _)) in ends.iter().enumerate() {
                for &(a, _) in &ends[..i] {
                    let (old, new) = (&before.lists[pair(a, b)], &carried.lists[pair(a, b)]);
                    if old.crowded && old.semis.iter().any(|semi| semi.meets(fresh)) {
                        lists += 1;
                        used += usize::from(!new.crowded || new.semis.len() >= SMALL.semis);
                    }
                }
            }
        }
    }
    assert!(lists > 200 && 10 * used > 9 * lists, "{used} of {lists}");
}

/// Wherever it stood before: at other stones it is what it would be from scratch there.
#[test]
fn it_goes_to_any_stones() {
    let mut rng = SplitMix::new(31);
    let g = board(5, 5);
    let mut carried = Carried::new(g, Colour::Black, [0; 2], SMALL);
    for _ in 0..200 {
        let begun = (0..rng.below(7)).try_fold([0; 2], |at, _| some_more(g, at, false, &mut rng));
        let Some(stones) = begun else { continue };
        carried.go_to(stones);
        assert_eq!(carried.stones(), stones);
        check_lists(&carried);
        let mut again = carried.clone();
        again.begin(stones);
        assert!(whole(&again) == whole(&Carried::new(g, Colour::Black, stones, SMALL)));
        if rng.below(4) == 0 {
            // Nothing to take back: it has to begin afresh.
            carried = again;
        }
    }
}
