//! Putting a few things into order.

/// Sort a handful by insertion; equals keep their order. What a report or a
/// root orders is short, and often in order already. The library's sort would
/// be quicker on long lists, but is compiled anew, at great length, for every
/// search of every game.
pub(crate) fn sort_few<T>(items: &mut [T], comes_first: impl Fn(&T, &T) -> bool) {
    for i in 1..items.len() {
        let mut at = i;
        while at > 0 && comes_first(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_few;
    use takeback_core::SplitMix;

    #[test]
    fn it_sorts_as_the_library_does() {
        let mut rng = SplitMix::new(1);
        for len in 0..60 {
            let mut few: Vec<(usize, usize)> = (0..len).map(|i| (rng.below(9), i)).collect();
            let mut same = few.clone();
            sort_few(&mut few, |a, b| a.0 < b.0);
            same.sort_by_key(|item| item.0);
            assert_eq!(few, same);
        }
    }
}
