//! Strongly connected components: the parts of a graph within which one can go
//! round.

/// The positions in an order in which every part comes after all parts it leads
/// to, and where each part ends. Tarjan 1972, without recursion: the way from the
/// first position to the last may be as long as the game has positions.
pub(super) fn parts<'a>(count: usize, ways: impl Fn(usize) -> &'a [u32]) -> (Vec<u32>, Vec<u32>) {
    const NEW: u32 = u32::MAX;
    let (mut order, mut ends) = (Vec::with_capacity(count), Vec::new());
    // When a position was met, and the earliest position it can go back to.
    let (mut met, mut low) = (vec![NEW; count], vec![0u32; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut time = 0;
    for root in 0..count as u32 {
        if met[root as usize] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (place, ref mut next)) = path.last_mut() {
            let at = place as usize;
            if met[at] == NEW {
                (met[at], low[at]) = (time, time);
                time += 1;
                open.push(place);
                is_open[at] = true;
            }
            if let Some(&to) = ways(at).get(*next as usize) {
                *next += 1;
                if met[to as usize] == NEW {
                    path.push((to, 0));
                } else if is_open[to as usize] {
                    low[at] = low[at].min(met[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[at]);
            }
            if low[at] == met[at] {
                while let Some(member) = open.pop() {
                    is_open[member as usize] = false;
                    order.push(member);
                    if member == place {
                        break;
                    }
                }
                ends.push(order.len() as u32);
            }
        }
    }
    (order, ends)
}

#[cfg(test)]
mod tests {
    use super::parts;
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
            let (order, ends) = parts(count, of);
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
