//! Choices of several elements, as words.

/// Every way to choose between `min` and `max` of `count` things, as sets of bits:
/// smaller choices first, and always in the same order.
///
/// Rules whose moves are "any two of these cards" list them with this; the
/// bits number the candidates in the order in which the rules look at them.
///
/// ```
/// use takeback_kit::choices;
/// assert_eq!(choices(3, 1, 2).collect::<Vec<_>>(), [0b001, 0b010, 0b100, 0b011, 0b101, 0b110]);
/// assert_eq!(choices(2, 0, 9).count(), 4, "no more than there are");
/// assert_eq!(choices(2, 3, 3).count(), 0, "and none when there are too few");
/// ```
///
/// # Panics
/// When there are more than 63 things.
pub fn choices(count: u32, min: u32, max: u32) -> impl Iterator<Item = u64> {
    assert!(count <= 63, "a choice of {count} things does not fit into a word");
    (min..=max.min(count)).flat_map(move |size| of_size(count, size))
}

/// All sets of `size` bits among the lowest `count`, in rising order: the next
/// number with as many bits is found by carrying the lowest run of ones.
fn of_size(count: u32, size: u32) -> impl Iterator<Item = u64> {
    let end = 1u64 << count;
    let mut next = Some((1u64 << size) - 1);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set < end)?;
        next = (set != 0).then(|| {
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            carried | (set ^ carried) >> (lowest.trailing_zeros() + 2)
        });
        Some(set)
    })
}

#[cfg(test)]
mod tests {
    use super::choices;

    #[test]
    fn every_choice_is_listed_once() {
        for count in 0..8u32 {
            for min in 0..5 {
                for max in min..6 {
                    let listed: Vec<u64> = choices(count, min, max).collect();
                    let mut wanted: Vec<u64> = (0..1u64 << count)
                        .filter(|set| (min..=max).contains(&set.count_ones()))
                        .collect();
                    wanted.sort_by_key(|set| set.count_ones());
                    assert_eq!(listed, wanted, "{min} to {max} of {count}");
                }
            }
        }
        assert_eq!(choices(63, 63, 63).count(), 1);
    }
}
