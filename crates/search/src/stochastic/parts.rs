//! Strongly connected components: the parts of a graph within which one can go
//! round.

/// Finds the positions in an order in which every part comes after all parts it
/// leads to, step by step. Tarjan 1972, without recursion: the way from the first
/// position to the last may be as long as the game has positions.
pub(super) struct Parts {
    /// The positions, part after part.
    pub(super) order: Vec<u32>,
    /// Where each part ends.
    pub(super) ends: Vec<u32>,
    /// When a position was met, and the earliest position it can go back to.
    met: Vec<u32>,
    low: Vec<u32>,
    /// Met, and of no part yet.
    open: Vec<u32>,
    is_open: Vec<bool>,
    /// The way here, with the next way to try at each.
    path: Vec<(u32, u32)>,
    time: u32,
    root: u32,
}

/// Not met yet.
const NEW: u32 = u32::MAX;

impl Parts {
    pub(super) fn new(count: usize) -> Self {
        Parts {
            order: Vec::with_capacity(count),
            ends: Vec::new(),
            met: vec![NEW; count],
            low: vec![0; count],
            open: Vec::new(),
            is_open: vec![false; count],
            path: Vec::new(),
            time: 0,
            root: 0,
        }
    }

    /// Go on by one step; false when all positions have their part.
    pub(super) fn step<'a>(&mut self, ways: impl Fn(usize) -> &'a [u32]) -> bool {
        let Some(&mut (place, ref mut next)) = self.path.last_mut() else {
            return self.begin();
        };
        let at = place as usize;
        if self.met[at] == NEW {
            (self.met[at], self.low[at]) = (self.time, self.time);
            self.time += 1;
            self.open.push(place);
            self.is_open[at] = true;
        }
        if let Some(&to) = ways(at).get(*next as usize) {
            *next += 1;
            if self.met[to as usize] == NEW {
                self.path.push((to, 0));
            } else if self.is_open[to as usize] {
                self.low[at] = self.low[at].min(self.met[to as usize]);
            }
            return true;
        }
        self.path.pop();
        if let Some(&(before, _)) = self.path.last() {
            self.low[before as usize] = self.low[before as usize].min(self.low[at]);
        }
        if self.low[at] == self.met[at] {
            self.close(place);
        }
        true
    }

    /// Start at the next position that was not met.
    fn begin(&mut self) -> bool {
        let unmet = |&root: &u32| self.met[root as usize] == NEW;
        let Some(root) = (self.root..self.met.len() as u32).find(unmet) else { return false };
        self.root = root;
        self.path.push((root, 0));
        true
    }

    /// A part is whole: all that is open since its first position.
    fn close(&mut self, first: u32) {
        while let Some(member) = self.open.pop() {
            self.is_open[member as usize] = false;
            self.order.push(member);
            if member == first {
                break;
            }
        }
        self.ends.push(self.order.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use takeback_core::SplitMix;

    /// Who can go to whom, the slow way.
    fn reaches(from: &[u32], ways: &[u32]) -> Vec<Vec<bool>> {
        let count = from.len() - 1;
        let mut reach = vec![vec![false; count]; count];
        for at in 0..count {
            for &to in &ways[from[at] as usize..from[at + 1] as usize] {
                reach[at][to as usize] = true;
            }
        }
        for over in 0..count {
            for a in 0..count {
                for b in 0..count {
                    reach[a][b] |= reach[a][over] && reach[over][b];
                }
            }
        }
        reach
    }

    #[test]
    fn parts_agree_with_the_slow_way_and_come_in_order() {
        let mut rng = SplitMix::new(7);
        for _ in 0..200 {
            let count = 1 + rng.below(9);
            let (mut from, mut ways) = (vec![0], Vec::new());
            for _ in 0..count {
                (0..rng.below(3)).for_each(|_| ways.push(rng.below(count) as u32));
                from.push(ways.len() as u32);
            }
            let reach = reaches(&from, &ways);
            let of = |at: usize| &ways[from[at] as usize..from[at + 1] as usize];
            let mut parts = Parts::new(count);
            while parts.step(of) {}
            let Parts { order, ends, .. } = parts;
            assert_eq!(order.len(), count);
            let mut part_of = vec![0; count];
            let mut begin = 0;
            for (part, &end) in ends.iter().enumerate() {
                order[begin..end as usize].iter().for_each(|&at| part_of[at as usize] = part);
                begin = end as usize;
            }
            for a in 0..count {
                for b in 0..count {
                    let together = a == b || reach[a][b] && reach[b][a];
                    assert_eq!(part_of[a] == part_of[b], together, "{from:?} {ways:?}");
                    assert!(!reach[a][b] || part_of[b] <= part_of[a], "{from:?} {ways:?}");
                }
            }
        }
    }
}
