//! Things by number: what JavaScript holds instead of pointers.

/// A shelf; numbers begin at 1 and are used again after a thing was taken.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    shelf: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Slots { shelf: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn put(&mut self, thing: T) -> u32 {
        if let Some(number) = self.free.pop() {
            self.shelf[number as usize - 1] = Some(thing);
            return number;
        }
        self.shelf.push(Some(thing));
        u32::try_from(self.shelf.len()).expect("memory ends before numbers do")
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.shelf.get((number as usize).checked_sub(1)?)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.shelf.get_mut((number as usize).checked_sub(1)?)?.as_mut()
    }

    /// Take the thing out for a while; its number is kept for it.
    pub(crate) fn lend(&mut self, number: u32) -> Option<T> {
        self.shelf.get_mut((number as usize).checked_sub(1)?)?.take()
    }

    /// Put back what was lent.
    pub(crate) fn restore(&mut self, number: u32, thing: T) {
        if let Some(place) = (number as usize).checked_sub(1).and_then(|n| self.shelf.get_mut(n)) {
            *place = Some(thing);
        }
    }

    /// Take the thing out for good.
    pub(crate) fn take(&mut self, number: u32) -> Option<T> {
        let thing = self.shelf.get_mut((number as usize).checked_sub(1)?)?.take();
        if thing.is_some() {
            self.free.push(number);
        }
        thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_used_again_and_strangers_refused() {
        let mut slots = Slots::new();
        assert_eq!((slots.put('a'), slots.put('b')), (1, 2));
        assert_eq!((slots.take(1), slots.take(1), slots.take(0)), (Some('a'), None, None));
        assert_eq!(slots.put('c'), 1);
        assert_eq!((slots.get(1), slots.get(3)), (Some(&'c'), None));
        assert_eq!(slots.get_mut(2), Some(&mut 'b'));
        let lent = slots.lend(2).expect("it is there");
        assert!(slots.get(2).is_none());
        assert_eq!(slots.put('d'), 3, "a number lent is not given away");
        slots.restore(2, lent);
        assert_eq!(slots.get(2), Some(&'b'));
    }
}
