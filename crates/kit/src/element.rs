//! What an element is, and how it packs into words.
//!
//! An element is a row of words: who its parent is and of what class it is, its
//! neighbours among the parent's children, its own children, who may see it,
//! and then its attributes. Children are a doubly linked list, so that an
//! element leaves from anywhere and goes anywhere at a cost that does not grow
//! with the size of the table.

use takeback_core::{Player, Players};

/// The name of an element for as long as the game lasts.
///
/// Numbers are handed out in order. Taking back a creation takes back the
/// number too, so a line of play replayed creates the same numbers again.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Id(pub u32);

impl Id {
    /// The table itself, root of the tree.
    pub const TABLE: Id = Id(0);
    /// Where removed elements lie. Nobody sees into it.
    pub const DISCARD: Id = Id(1);

    /// As an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What sort of thing an element is; the rules choose the numbers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Class(pub u16);

/// The number of an attribute, below the [`Shape`](crate::Shape)'s count.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Attribute(pub u8);

/// Where among the children of its new parent an element goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Place {
    /// Before all others: the top of a pile.
    First,
    /// Behind all others.
    Last,
    /// So that it becomes child number `n` (or the last one).
    At(u32),
    /// As the parent's [`Order`] says.
    Usual,
}

/// Where a space puts what arrives without a place of its own.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Order {
    /// Behind the others.
    #[default]
    Normal,
    /// On top: before the others.
    Stacking,
}

/// Who sees an element, when it does not leave that to its parent.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Sight {
    /// As the parent.
    #[default]
    Inherited,
    /// Everybody.
    Everybody,
    /// Its owner only (or the owner of the nearest owned space around it).
    Owner,
    /// Nobody, but everybody sees that something is there.
    Nobody,
    /// A space into which only its owner sees; the others see the space and how
    /// many lie in it.
    Zone,
    /// A space into which nobody sees; all see how many lie in it.
    CountOnly,
}

/// The explicit visibility of an element: a mode, and exceptions by seat.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Visibility {
    /// The mode.
    pub sight: Sight,
    /// Seats that see it whatever the mode says.
    pub added: Players,
    /// Seats that do not see it whatever the mode says.
    pub excepted: Players,
}

impl From<Sight> for Visibility {
    fn from(sight: Sight) -> Self {
        Visibility { sight, added: Players::NONE, excepted: Players::NONE }
    }
}

/// Seats a table may have; the sets above share a word with two other things.
pub(crate) const SEATS: usize = 24;
/// Attributes an element may have.
pub(crate) const ATTRIBUTES: usize = 8;
/// Elements a table may have.
pub(crate) const ELEMENTS: usize = 1 << 20;

// The words of a row.
pub(crate) const HOME: usize = 0;
pub(crate) const LINKS: usize = 1;
pub(crate) const KIDS: usize = 2;
pub(crate) const EYES: usize = 3;
pub(crate) const VALUES: usize = 4;

const ID: u64 = ELEMENTS as u64 - 1;

/// First word: parent, class, owner, order.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Home {
    pub(crate) parent: Id,
    pub(crate) class: Class,
    pub(crate) owner: Option<Player>,
    pub(crate) order: Order,
}

impl Home {
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        let owner = self.owner.map_or(0, |p| u64::from(p.0) + 1);
        let order = u64::from(self.order == Order::Stacking);
        u64::from(self.parent.0) | u64::from(self.class.0) << 20 | owner << 36 | order << 44
    }

    #[inline]
    pub(crate) fn unpack(word: u64) -> Self {
        Home {
            parent: Id((word & ID) as u32),
            class: Class((word >> 20) as u16),
            owner: ((word >> 36) as u8).checked_sub(1).map(Player),
            order: if word >> 44 & 1 == 1 { Order::Stacking } else { Order::Normal },
        }
    }

    #[inline]
    pub(crate) fn with_parent(word: u64, parent: Id) -> u64 {
        word & !ID | u64::from(parent.0)
    }
}

/// Second word: neighbours among the parent's children; 0 is nobody.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Links {
    pub(crate) before: Id,
    pub(crate) after: Id,
}

impl Links {
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.before.0) | u64::from(self.after.0) << 32
    }

    #[inline]
    pub(crate) fn unpack(word: u64) -> Self {
        Links { before: Id(word as u32), after: Id((word >> 32) as u32) }
    }
}

/// Third word: first and last child, and how many there are.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Kids {
    pub(crate) first: Id,
    pub(crate) last: Id,
    pub(crate) count: u32,
}

impl Kids {
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.first.0) | u64::from(self.last.0) << 20 | u64::from(self.count) << 40
    }

    #[inline]
    pub(crate) fn unpack(word: u64) -> Self {
        Kids {
            first: Id((word & ID) as u32),
            last: Id((word >> 20 & ID) as u32),
            count: (word >> 40) as u32,
        }
    }
}

/// Fourth word: who sees it, and which attributes it has.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Eyes {
    pub(crate) visibility: Visibility,
    pub(crate) has: u8,
}

impl Eyes {
    pub(crate) fn pack(self) -> u64 {
        let sight = match self.visibility.sight {
            Sight::Inherited => 0,
            Sight::Everybody => 1,
            Sight::Owner => 2,
            Sight::Nobody => 3,
            Sight::Zone => 4,
            Sight::CountOnly => 5,
        };
        u64::from(self.has)
            | sight << 8
            | u64::from(self.visibility.added.0) << 12
            | u64::from(self.visibility.excepted.0) << 36
    }

    pub(crate) fn unpack(word: u64) -> Self {
        let seats = (1 << SEATS) - 1;
        let sight = match word >> 8 & 15 {
            1 => Sight::Everybody,
            2 => Sight::Owner,
            3 => Sight::Nobody,
            4 => Sight::Zone,
            5 => Sight::CountOnly,
            _ => Sight::Inherited,
        };
        let added = Players((word >> 12 & seats) as u32);
        let excepted = Players((word >> 36 & seats) as u32);
        Eyes { visibility: Visibility { sight, added, excepted }, has: word as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_unpack_to_what_was_packed() {
        let home = Home {
            parent: Id(ELEMENTS as u32 - 1),
            class: Class(u16::MAX),
            owner: Some(Player(23)),
            order: Order::Stacking,
        };
        assert_eq!(Home::unpack(home.pack()), home);
        let moved = Home::unpack(Home::with_parent(home.pack(), Id(5)));
        assert_eq!(moved, Home { parent: Id(5), ..home });
        let links = Links { before: Id(7), after: Id(u32::MAX) };
        assert_eq!(Links::unpack(links.pack()), links);
        let kids = Kids { first: Id(3), last: Id(ELEMENTS as u32 - 1), count: 9 };
        assert_eq!(Kids::unpack(kids.pack()), kids);
        let own = [Sight::Inherited, Sight::Everybody, Sight::Owner, Sight::Nobody];
        for sight in own.into_iter().chain([Sight::Zone, Sight::CountOnly]) {
            let visibility =
                Visibility { sight, added: Players::all(SEATS), excepted: Players(0x80_0001) };
            let eyes = Eyes { visibility, has: 0xa5 };
            assert_eq!(Eyes::unpack(eyes.pack()), eyes);
        }
    }
}
