//! Pieces, stacks, and the sixteen bits that hold what stands on a square.
//!
//! The one idea: the types are numbered so that a stack's canonical order is
//! the order of its bits. The lowest set bit is the carrier, joining is `or`,
//! and a table of 2048 bits says which of the sets are stacks.

use std::fmt;
use takeback_core::Player;

/// Red, who begins and sits at rank 1, or Blue.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Side {
    /// Moves first; upper case letters.
    Red,
    /// Lower case letters.
    Blue,
}

impl Side {
    /// Both, Red first.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The seat at the table: Red is the first.
    #[inline]
    #[must_use]
    pub const fn player(self) -> Player {
        Player(self as u8)
    }

    /// The side of a seat.
    #[inline]
    #[must_use]
    pub const fn of(player: Player) -> Side {
        if player.0 == 0 { Side::Red } else { Side::Blue }
    }

    /// `r` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::Red => 'r',
            Side::Blue => 'b',
        }
    }
}

/// A type of piece. The order is that of slots in a stack: whoever comes
/// first carries the others.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[repr(u8)]
pub enum Kind {
    /// N, Hải quân.
    Navy,
    /// F, Không quân.
    AirForce,
    /// T, Xe tăng.
    Tank,
    /// E, Công binh.
    Engineer,
    /// H, Sở chỉ huy.
    Headquarters,
    /// C, Tư lệnh.
    Commander,
    /// I, Bộ binh.
    Infantry,
    /// M, Dân quân.
    Militia,
    /// A, Pháo binh.
    Artillery,
    /// G, Cao xạ.
    AntiAir,
    /// S, Tên lửa.
    Missile,
}

use Kind::*;

impl Kind {
    /// All types, in slot order.
    pub const ALL: [Kind; 11] = [
        Navy,
        AirForce,
        Tank,
        Engineer,
        Headquarters,
        Commander,
        Infantry,
        Militia,
        Artillery,
        AntiAir,
        Missile,
    ];

    const LETTERS: [u8; 11] = *b"NFTEHCIMAGS";

    /// The letter of the notation, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        Kind::LETTERS[self as usize] as char
    }

    /// The type of an upper case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        let at = Kind::LETTERS.iter().position(|&l| char::from(l) == letter)?;
        Some(Kind::ALL[at])
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The set that holds this type alone.
    #[inline]
    pub(crate) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The first type of a set that is not empty.
    #[inline]
    pub(crate) const fn first_of(kinds: u16) -> Kind {
        Kind::ALL[(kinds | 1 << 10).trailing_zeros() as usize]
    }

    /// Artillery, Missile, Air Force and Navy capture over other pieces.
    #[inline]
    pub(crate) const fn shoots_over(self) -> bool {
        self.bit() & (Artillery.bit() | Missile.bit() | AirForce.bit() | Navy.bit()) != 0
    }

    /// Artillery, Anti-Air and Missile cross the river on files `f` and `h` only.
    #[inline]
    pub(crate) const fn is_heavy(self) -> bool {
        self.bit() & (Artillery.bit() | AntiAir.bit() | Missile.bit()) != 0
    }
}

/// Types whose carriers keep aircraft away.
pub(crate) const GUNS: u16 = Navy.bit() | AntiAir.bit() | Missile.bit();

/// The members of a set of types, in slot order.
#[inline]
pub(crate) fn kinds_of(mut kinds: u16) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        if kinds == 0 {
            return None;
        }
        let kind = Kind::first_of(kinds);
        kinds &= kinds - 1;
        Some(kind)
    })
}

/// How far a piece goes and captures.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reach {
    pub(crate) moves: u8,
    pub(crate) captures: u8,
    /// How many of the directions are open to it: the first four or all eight.
    pub(crate) directions: u8,
    /// Attack range on files and ranks.
    pub(crate) orthogonal: u8,
    /// Attack range on diagonals.
    pub(crate) diagonal: u8,
}

#[inline]
pub(crate) fn reach(kind: Kind, heroic: bool) -> &'static Reach {
    &REACHES[kind.index()][usize::from(heroic)]
}

static REACHES: [[Reach; 2]; 11] = reaches();

const fn reaches() -> [[Reach; 2]; 11] {
    const NOTHING: Reach =
        Reach { moves: 0, captures: 0, directions: 4, orthogonal: 0, diagonal: 0 };
    let mut table = [[NOTHING; 2]; 11];
    let mut i = 0;
    while i < 22 {
        let (kind, heroic) = (Kind::ALL[i / 2], i % 2);
        let (moves, captures) = match kind {
            // "Unlimited": no line is longer than the eleven steps of a file.
            Commander => (11, 1),
            Infantry | Militia | Engineer | AntiAir => (1, 1),
            Tank | Missile => (2, 2),
            Artillery => (3, 3),
            AirForce | Navy => (4, 4),
            Headquarters => (0, 0),
        };
        let crooked =
            matches!(kind, Militia | Artillery | Missile | AirForce | Navy) || heroic == 1;
        let captures = captures + heroic as u8;
        table[i / 2][heroic] = Reach {
            moves: moves + heroic as u8,
            captures,
            directions: if crooked { 8 } else { 4 },
            orthogonal: captures,
            diagonal: if crooked { captures } else { 0 },
        };
        i += 1;
    }
    table
}

/// The 34 contents of a stack, carrier first: singles, pairs, triples.
pub const STACKS: [&str; 34] = [
    "C", "I", "T", "M", "E", "A", "G", "S", "F", "N", "H", "NF", "NC", "NI", "NM", "NT", "NFC",
    "NFI", "NFM", "NFT", "FT", "FC", "FI", "FM", "FTC", "FTI", "FTM", "TC", "TI", "TM", "EA", "EG",
    "ES", "HC",
];

/// One bit for each of the 2048 sets of types: whether it is a stack.
static IS_STACK: [u64; 32] = stack_table();

const fn stack_table() -> [u64; 32] {
    let mut table = [0; 32];
    let mut i = 0;
    while i < STACKS.len() {
        let text = STACKS[i].as_bytes();
        let (mut kinds, mut at) = (0usize, 0);
        while at < text.len() {
            let mut kind = 0;
            while Kind::LETTERS[kind] != text[at] {
                kind += 1;
            }
            kinds |= 1 << kind;
            at += 1;
        }
        table[kinds >> 6] |= 1 << (kinds & 63);
        i += 1;
    }
    table
}

/// Whether a set of types is one of the 34 stacks.
#[inline]
pub(crate) const fn is_stack(kinds: u16) -> bool {
    IS_STACK[kinds as usize >> 6 & 31] >> (kinds & 63) & 1 == 1
}

/// What stands on a square: nothing, or a stack of one to three pieces.
///
/// Bits 0 to 10 are the set of types, 11 to 13 the heroes in slot order, 14
/// the side; bit 15 marks numbers that are no square.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct Stack(u16);

impl Stack {
    /// Nothing.
    pub const EMPTY: Stack = Stack(0);
    pub(crate) const OFF_BOARD: Stack = Stack(1 << 15);
    const KINDS: u16 = (1 << 11) - 1;
    const HERO: u16 = 1 << 11;
    const BLUE: u16 = 1 << 14;

    /// One piece alone.
    #[must_use]
    pub const fn single(side: Side, kind: Kind, heroic: bool) -> Stack {
        Stack(kind.bit() | (heroic as u16) << 11 | (side as u16) << 14)
    }

    /// The stack of a set of types of which some are heroes.
    pub(crate) fn of(side: Side, kinds: u16, heroes: u16) -> Stack {
        debug_assert!(is_stack(kinds) && heroes & !kinds == 0);
        let mut bits = kinds | (side as u16) << 14;
        for (slot, kind) in kinds_of(kinds).enumerate() {
            bits |= u16::from(heroes & kind.bit() != 0) << (11 + slot);
        }
        Stack(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Whether nothing stands here.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn is_off_board(self) -> bool {
        self.0 >> 15 == 1
    }

    /// Whose it is, if anything stands here.
    #[must_use]
    pub const fn owner(self) -> Option<Side> {
        if self.kinds() == 0 { None } else { Some(self.side()) }
    }

    #[inline]
    pub(crate) const fn side(self) -> Side {
        if self.0 & Stack::BLUE == 0 { Side::Red } else { Side::Blue }
    }

    /// The set of types.
    #[inline]
    pub(crate) const fn kinds(self) -> u16 {
        self.0 & Stack::KINDS
    }

    /// The type that carries the others and moves them. Not for empty squares.
    #[inline]
    pub(crate) const fn carrier(self) -> Kind {
        Kind::first_of(self.kinds())
    }

    /// Whether the carrier is a hero.
    #[inline]
    pub(crate) const fn carrier_is_heroic(self) -> bool {
        self.0 & Stack::HERO != 0
    }

    /// Whether more than one piece stands here.
    #[inline]
    pub(crate) const fn is_pile(self) -> bool {
        let kinds = self.kinds();
        kinds & kinds.wrapping_sub(1) != 0
    }

    /// Whether a piece of this type is here.
    #[inline]
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The set of types that are heroes.
    #[inline]
    pub(crate) fn heroes(self) -> u16 {
        if self.0 & 7 << 11 == 0 {
            return 0;
        }
        let slots = kinds_of(self.kinds()).enumerate();
        slots.fold(0, |set, (slot, kind)| set | (self.0 >> (11 + slot) & 1) << kind as u16)
    }

    /// The pieces in slot order, with their heroic flags.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = (Kind, bool)> {
        kinds_of(self.kinds())
            .enumerate()
            .map(move |(slot, kind)| (kind, self.0 >> (11 + slot) & 1 == 1))
    }

    /// How many pieces.
    #[must_use]
    pub const fn len(self) -> usize {
        self.kinds().count_ones() as usize
    }

    /// Only the pieces of these types.
    pub(crate) fn only(self, kinds: u16) -> Stack {
        let kept = self.kinds() & kinds;
        if kept == self.kinds() {
            self
        } else if kept == 0 {
            Stack::EMPTY
        } else {
            Stack::of(self.side(), kept, self.heroes() & kept)
        }
    }

    /// The stack without the pieces of these types.
    #[inline]
    pub(crate) fn without(self, kinds: u16) -> Stack {
        self.only(!kinds)
    }

    /// The stack in which these types are heroes too.
    pub(crate) fn promoted(self, kinds: u16) -> Stack {
        if !self.is_pile() {
            return Stack(self.0 | if kinds & self.kinds() == 0 { 0 } else { Stack::HERO });
        }
        Stack::of(self.side(), self.kinds(), self.heroes() | kinds & self.kinds())
    }

    /// Both together, if that is a stack. Order does not matter.
    pub(crate) fn combined(self, other: Stack) -> Option<Stack> {
        if !self.combines(other) {
            return None;
        }
        Some(Stack::of(self.side(), self.kinds() | other.kinds(), self.heroes() | other.heroes()))
    }

    /// Whether the two make a stack.
    #[inline]
    pub(crate) const fn combines(self, other: Stack) -> bool {
        self.kinds() & other.kinds() == 0
            && is_stack(self.kinds() | other.kinds())
            && (self.0 ^ other.0) & Stack::BLUE == 0
    }

    /// A rough worth to order captures by; judgement proper is the evaluation's.
    #[inline]
    pub(crate) fn rough_worth(self) -> i32 {
        const WORTH: [i32; 11] = [6, 17, 4, 2, 1, 80, 1, 2, 12, 3, 10];
        kinds_of(self.kinds()).map(|kind| WORTH[kind.index()]).sum()
    }

    /// How far it keeps aircraft away, by its carrier alone; 0 for most.
    #[inline]
    pub(crate) const fn air_defence(self) -> u8 {
        let level = match self.carrier() {
            Missile => 2,
            Navy | AntiAir => 1,
            _ => return 0,
        };
        level + self.carrier_is_heroic() as u8
    }
}

/// As in move texts: upper case, `+` before heroes, piles in parentheses.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pile = self.is_pile();
        if pile {
            f.write_str("(")?;
        }
        for (kind, heroic) in self.pieces() {
            write!(f, "{}{}", if heroic { "+" } else { "" }, kind.letter())?;
        }
        f.write_str(if pile { ")" } else { "" })
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner() {
            None => f.write_str(if self.is_off_board() { "off" } else { "-" }),
            Some(side) => write!(f, "{}{self}", side.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> u16 {
        text.chars().map(|c| Kind::from_letter(c).expect("a letter").bit()).fold(0, |a, b| a | b)
    }

    #[test]
    fn there_are_34_stacks_and_slot_order_is_bit_order() {
        assert_eq!((0..2048).filter(|&set| is_stack(set)).count(), 34);
        for text in STACKS {
            let stack = Stack::of(Side::Blue, kinds(text), 0);
            let shown = if text.len() > 1 { format!("({text})") } else { text.to_owned() };
            assert_eq!(stack.to_string(), shown);
            assert_eq!(Some(stack.carrier()), Kind::from_letter(text.chars().next().unwrap()));
        }
    }

    #[test]
    fn every_part_of_a_stack_is_a_stack() {
        for text in STACKS {
            let whole = kinds(text);
            for part in 1..=whole {
                assert!(part & !whole != 0 || is_stack(part), "{text} {part:b}");
            }
        }
    }

    #[test]
    fn heroes_keep_their_flag_through_joining_and_parting() {
        for text in STACKS {
            let whole = kinds(text);
            for heroes in (0..=whole).filter(|h| h & !whole == 0) {
                let stack = Stack::of(Side::Red, whole, heroes);
                assert_eq!((stack.kinds(), stack.heroes()), (whole, heroes));
                for part in (1..whole).filter(|p| p & !whole == 0) {
                    let (a, b) = (stack.only(part), stack.without(part));
                    assert_eq!(a.combined(b), Some(stack));
                    assert_eq!(b.combined(a), Some(stack));
                }
            }
        }
    }

    #[test]
    fn what_is_no_stack_does_not_combine() {
        let single = |kind| Stack::single(Side::Red, kind, false);
        assert_eq!(single(Infantry).combined(single(Infantry)), None);
        assert_eq!(single(Navy).combined(single(Artillery)), None);
        assert_eq!(single(Tank).combined(Stack::single(Side::Blue, Infantry, false)), None);
        let nt = single(Navy).combined(single(Tank)).unwrap();
        assert_eq!(nt.combined(single(Infantry)), None);
        assert_eq!(nt.combined(single(AirForce)).unwrap().to_string(), "(NFT)");
    }
}
