//! A connection holds within its own cells, whatever the opponent does there and though every
//! other empty cell is his: by trying everything.

use std::collections::HashMap;
use takeback_core::{Game, Notation, Portable, RandomMove, SplitMix};
use takeback_hex::{Bits, Colour, Geometry, Hex, Size, Swap};
use takeback_players_hex::{Connections, Effort, End, FIRST_EDGE, SECOND_EDGE};

/// The fight for one carrier.
struct Fight<'a, B: Bits> {
    geometry: &'a Geometry<B>,
    ends: [B; 2],
    known: HashMap<(B, B, bool), bool>,
}

impl<B: Bits + std::hash::Hash> Fight<'_, B> {
    /// Whether the owner of the stones `own` joins the ends, playing in `open` alone.
    fn is_joined(&mut self, own: B, open: B, owner_moves: bool) -> bool {
        if self.geometry.flood(self.ends[0] & own, own).meets(self.ends[1]) {
            return true;
        }
        if let Some(&known) = self.known.get(&(own, open, owner_moves)) {
            return known;
        }
        let joined = if owner_moves {
            open.iter().any(|at| self.is_joined(own.with(at), open.without(at), false))
        } else {
            !open.is_empty() && open.iter().all(|at| self.is_joined(own, open.without(at), true))
        };
        self.known.insert((own, open, owner_moves), joined);
        joined
    }
}

/// The cells of an end: a group, an empty cell, or those along an edge.
fn cells<B: Bits>(geometry: &Geometry<B>, found: &Connections<B>, colour: Colour, end: End) -> B {
    match end {
        FIRST_EDGE | SECOND_EDGE => geometry.edges[colour.index()][end],
        _ => {
            let all = geometry.all.iter().filter(|&at| found.end_of(at) == Some(end));
            all.fold(B::EMPTY, B::with)
        }
    }
}

fn holds<B: Bits + std::hash::Hash>(
    hex: &Hex<B>,
    found: &Connections<B>,
    colour: Colour,
    (a, b): (End, End),
    (carrier, owner_moves): (B, bool),
) -> bool {
    let geometry = hex.geometry();
    let ends = [a, b].map(|end| cells(geometry, found, colour, end));
    // An end that is an empty cell is taken to be the owner's.
    let mut own = hex.stones(colour);
    for (end, set) in [a, b].into_iter().zip(ends) {
        if end > SECOND_EDGE {
            own |= set;
        }
    }
    Fight { geometry, ends, known: HashMap::new() }.is_joined(own, carrier, owner_moves)
}

/// Cells up to which everything is tried.
const SMALL: usize = 9;

#[test]
fn carriers_hold_whatever_the_opponent_tries() {
    let mut rng = SplitMix::new(8);
    // A generous effort finds what a small one does and more.
    let mut found = Connections::new(Effort { fulls: 16, semis: 25, joined: 3 });
    let (mut fulls, mut semis) = (0, 0);
    for n in 0..90 {
        let side = 5 + n % 3;
        let mut hex = Hex::<u64>::new(Size::square(side).unwrap(), Swap::Off).unwrap();
        for _ in 0..side + rng.below(2 * side) {
            if hex.winner().is_none() {
                hex.make(hex.random_move(&mut rng));
            }
        }
        for colour in Colour::BOTH {
            found.search(hex.geometry(), hex.both(), colour);
            let mut claims = Vec::new();
            for b in 0..found.ends() {
                for a in 0..b {
                    claims.extend(found.fulls(a, b).iter().map(|&full| (a, b, full, false)));
                    claims.extend(found.semis(a, b).iter().map(|&semi| (a, b, semi, true)));
                }
            }
            // The larger ones took more rules to make.
            claims.retain(|claim| (4..=SMALL).contains(&claim.2.count()));
            for _ in 0..12.min(claims.len()) {
                let (a, b, carrier, first) = claims.swap_remove(rng.below(claims.len()));
                let text = hex.position_text();
                let ends = [a, b].map(|end| cells(hex.geometry(), &found, colour, end));
                let kept = holds(&hex, &found, colour, (a, b), (carrier, first));
                assert!(kept, "{text} {colour} {ends:x?} within {carrier:x}");
                *if first { &mut semis } else { &mut fulls } += 1;
            }
        }
    }
    assert!(fulls > 300 && semis > 300, "{fulls} {semis}: too few to tell");
}

/// The edge templates of one stone need no library: the rules find them up to the fourth row, with
/// the least effort that any search uses.
#[test]
fn a_stone_near_the_edge_is_joined_to_it() {
    let sizes = [(10, Some(2)), (9, Some(8)), (8, Some(19)), (7, None)];
    for (row, size) in sizes {
        let mut hex = Hex::<u128>::new(Size::square(11).unwrap(), Swap::Off).unwrap();
        let m = hex.read_move(&format!("f{row}")).unwrap();
        hex.make(m);
        let mut found = Connections::new(Effort { fulls: 4, semis: 8, joined: 3 });
        found.search(hex.geometry(), hex.both(), Colour::Black);
        let stone = found.end_of(hex.stones(Colour::Black).lowest()).unwrap();
        let smallest = found.fulls(SECOND_EDGE, stone).iter().min_by_key(|full| full.count());
        assert_eq!(smallest.map(|full| full.count()), size, "row {row}");
        if let Some(&full) = smallest.filter(|full| full.count() <= SMALL) {
            assert!(holds(&hex, &found, Colour::Black, (SECOND_EDGE, stone), (full, false)));
        }
    }
}

/// What takes more semi connections than are tried in every combination is joined as well.
#[test]
fn many_semi_connections_make_a_full_one() {
    let mut joined = [0, 0];
    let mut rng = SplitMix::new(4);
    for _ in 0..150 {
        let mut hex = Hex::<u64>::new(Size::square(7).unwrap(), Swap::Off).unwrap();
        for _ in 0..13 {
            hex.make(hex.random_move(&mut rng));
        }
        for (count, most) in joined.iter_mut().zip([2, 5]) {
            let mut found = Connections::new(Effort { fulls: 10, semis: 25, joined: most });
            found.search(hex.geometry(), hex.both(), hex.to_move().other());
            *count += u32::from(found.edges_joined());
        }
    }
    // Pairs alone would join half of what five do.
    assert!(joined[1] > 20 && 10 * joined[0] > 8 * joined[1], "{joined:?}");
}
