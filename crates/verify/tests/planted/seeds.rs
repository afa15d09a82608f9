//! Faults of the four projects that came before: their undo, in miniature.

use crate::{caught, sound};
use takeback_core::{Game, Moves, Payoff, Player, Turn};
use takeback_verify::Laws;

const FOREVER: Turn = Turn::Player(Player::FIRST);

/// A stack lands on a marker: the place is both "added" and "modified", so
/// undo deletes it and then restores something that never stood there.
mod phantom_stack {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Stacks<const BAD: bool> {
        stacks: BTreeMap<u8, u8>,
        markers: u8,
    }

    pub(crate) struct Undo {
        from: u8,
        to: u8,
        height: u8,
        on_marker: bool,
    }

    impl<const BAD: bool> Game for Stacks<BAD> {
        type Move = (u8, u8);
        type Undo = Undo;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.stacks.is_empty() { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<(u8, u8)>) {
            for (&from, &height) in &self.stacks {
                out.extend((0..6).filter(|to| !self.stacks.contains_key(to)).map(|to| (from, to)));
                let _ = height;
            }
        }
        fn make(&mut self, (from, to): (u8, u8)) -> Undo {
            let height = self.stacks.remove(&from).expect("moves start on stacks");
            let on_marker = self.markers >> to & 1 == 1;
            // Landing on a marker removes it and costs the top ring.
            self.markers &= !(1 << to);
            let left = height - u8::from(on_marker);
            if left > 0 {
                self.stacks.insert(to, left);
            }
            Undo { from, to, height, on_marker }
        }
        fn unmake(&mut self, _: (u8, u8), undo: Undo) {
            self.stacks.remove(&undo.to);
            if undo.on_marker {
                self.markers |= 1 << undo.to;
                if BAD {
                    self.stacks.insert(undo.to, 0);
                }
            }
            self.stacks.insert(undo.from, undo.height);
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    fn laws<const BAD: bool>() -> Laws<Stacks<BAD>> {
        let stacks = BTreeMap::from([(0, 2), (1, 1)]);
        Laws::new("stacks", Stacks { stacks, markers: 0b10_0000 }).longest_game(40)
    }

    #[test]
    fn is_caught() {
        caught(laws::<true>(), "position", "(0, 5)");
        sound(laws::<false>());
    }
}

/// Make forgets a part of the key; undo copies the old key back, so a round
/// trip never notices.
mod key_copied_back {
    use super::*;
    use takeback_core::{Key, Keyed};

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Cells<const BAD: bool> {
        cells: [u8; 4],
        key: Key,
    }

    impl<const BAD: bool> Game for Cells<BAD> {
        type Move = u8;
        type Undo = Key;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.cells == [2; 4] { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend((0..4).filter(|&c| self.cells[c as usize] < 2));
        }
        fn make(&mut self, cell: u8) -> Key {
            let old = self.key;
            let value = &mut self.cells[cell as usize];
            self.key ^= part(cell, *value);
            *value += 1;
            if !(BAD && cell == 3 && *value == 2) {
                self.key ^= part(cell, *value);
            }
            old
        }
        fn unmake(&mut self, cell: u8, old: Key) {
            self.cells[cell as usize] -= 1;
            self.key = old;
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    fn part(cell: u8, value: u8) -> Key {
        if value == 0 { Key::ZERO } else { Key::nth(u64::from(cell) * 3 + u64::from(value)) }
    }

    impl<const BAD: bool> Keyed for Cells<BAD> {
        fn key(&self) -> Key {
            self.key
        }
        fn key_from_scratch(&self) -> Key {
            (0..4).fold(Key::ZERO, |key, cell| key ^ part(cell, self.cells[cell as usize]))
        }
    }

    fn laws<const BAD: bool>() -> Laws<Cells<BAD>> {
        Laws::new("cells", Cells { cells: [0; 4], key: Key::ZERO })
    }

    #[test]
    fn is_caught() {
        caught(laws::<true>().keyed(), "key equals key from scratch", "3 3");
        sound(laws::<false>().keyed());
        // The round trip alone is blind to it, which is why the law exists.
        sound(laws::<true>());
    }
}

/// Make follows a simpler turn order than the rules: after a placement that
/// fills a row the mover should act again.
mod simplified_phases {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Rows<const BAD: bool> {
        filled: u8,
        next: Player,
        again: bool,
    }

    fn fills_row(before: u8, cell: u8) -> bool {
        let after = before | 1 << cell;
        [0b000_111u8, 0b111_000].iter().any(|&row| after & row == row && before & row != row)
    }

    /// The rules, slowly: who moves next depends on rows and the extra move.
    fn slow<const BAD: bool>(game: &Rows<BAD>, cell: u8) -> Rows<BAD> {
        let again = fills_row(game.filled, cell) && !game.again;
        let next = if again { game.next } else { game.next.other() };
        Rows { filled: game.filled | 1 << cell, next, again }
    }

    impl<const BAD: bool> Game for Rows<BAD> {
        type Move = u8;
        type Undo = Rows<BAD>;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.filled == 0b111_111 { Turn::Over } else { Turn::Player(self.next) }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend((0..6).filter(|c| self.filled >> c & 1 == 0));
        }
        fn make(&mut self, cell: u8) -> Self {
            let old = self.clone();
            *self = slow(&old, cell);
            if BAD {
                (self.next, self.again) = (old.next.other(), false);
            }
            old
        }
        fn unmake(&mut self, _: u8, old: Self) {
            *self = old;
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    fn laws<const BAD: bool>() -> Laws<Rows<BAD>> {
        Laws::new("rows", Rows { filled: 0, next: Player::FIRST, again: false }).twin(slow)
    }

    #[test]
    fn is_caught() {
        caught(laws::<true>(), "make equals the slow twin", "0 1 2");
        sound(laws::<false>());
    }
}

/// The tail is pushed back even though the snake grew and never lost it.
pub(crate) mod tail_after_growth {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Snake<const BAD: bool> {
        body: Vec<u8>,
        food: u8,
    }

    #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
    pub(crate) enum Step {
        Go,
        Eat,
    }

    impl<const BAD: bool> Game for Snake<BAD> {
        type Move = Step;
        type Undo = u8;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.body[0] >= 40 { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<Step>) {
            if self.body[0] < 40 {
                out.push(Step::Go);
                if self.food > 0 {
                    out.push(Step::Eat);
                }
            }
        }
        fn make(&mut self, step: Step) -> u8 {
            self.body.insert(0, self.body[0] + 1);
            if step == Step::Eat {
                self.food -= 1;
                return self.body[self.body.len() - 1];
            }
            self.body.pop().expect("a snake has a body")
        }
        fn unmake(&mut self, step: Step, tail: u8) {
            self.body.remove(0);
            if step == Step::Go || BAD {
                self.body.push(tail);
            }
            self.food += u8::from(step == Step::Eat);
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::WIN
        }
    }

    pub(crate) fn laws<const BAD: bool>() -> Laws<Snake<BAD>> {
        Laws::new("snake", Snake { body: vec![2, 1, 0], food: 3 })
    }

    #[test]
    fn is_caught() {
        caught(laws::<true>(), "position", "Eat");
        sound(laws::<false>());
    }
}

/// Eaten food comes back at the end of the list instead of where it lay.
mod food_order {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Plate<const BAD: bool> {
        food: Vec<u8>,
    }

    impl<const BAD: bool> Game for Plate<BAD> {
        type Move = u8;
        type Undo = usize;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.food.is_empty() { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend(self.food.iter().copied());
        }
        fn make(&mut self, cell: u8) -> usize {
            let place = self.food.iter().position(|&f| f == cell).expect("listed food is there");
            self.food.remove(place);
            place
        }
        fn unmake(&mut self, cell: u8, place: usize) {
            if BAD {
                self.food.push(cell);
            } else {
                self.food.insert(place, cell);
            }
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::WIN
        }
    }

    #[test]
    fn is_caught() {
        let plate = vec![9, 4, 7];
        caught(Laws::new("plate", Plate::<true> { food: plate.clone() }), "position", "9");
        sound(Laws::new("plate", Plate::<false> { food: plate }));
    }
}

/// Two faults of captures: the hero's flag is not cleared again, and the
/// captured piece is not put back.
mod captures {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Piece {
        side: u8,
        heroic: bool,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Field<const FAULT: u8> {
        squares: [Option<Piece>; 5],
        next: u8,
    }

    const LOST_FLAG: u8 = 1;
    const FORGOTTEN_PIECE: u8 = 2;

    impl<const FAULT: u8> Game for Field<FAULT> {
        type Move = (u8, u8);
        type Undo = Option<Taken>;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            let mut moves = Moves::with_capacity(8);
            self.moves(&mut moves);
            if moves.is_empty() { Turn::Over } else { Turn::Player(Player(self.next)) }
        }
        fn moves(&self, out: &mut Moves<(u8, u8)>) {
            for from in 0..5u8 {
                let Some(piece) = &self.squares[from as usize] else { continue };
                let to = if piece.side == 0 { from + 1 } else { from.wrapping_sub(1) };
                let free = self.squares.get(to as usize);
                if piece.side == self.next
                    && free.is_some_and(|s| s.as_ref().is_none_or(|p| p.side != piece.side))
                {
                    out.push((from, to));
                }
            }
        }
        fn make(&mut self, (from, to): (u8, u8)) -> Option<Taken> {
            let mut piece = self.squares[from as usize].take().expect("moves start on pieces");
            let was_heroic = piece.heroic;
            let captured = self.squares[to as usize].take();
            piece.heroic |= captured.is_some();
            self.squares[to as usize] = Some(piece);
            self.next ^= 1;
            captured.map(|captured| Taken { captured, was_heroic })
        }
        fn unmake(&mut self, (from, to): (u8, u8), taken: Option<Taken>) {
            self.next ^= 1;
            let mut piece = self.squares[to as usize].take().expect("the piece stands there");
            if let Some(taken) = taken {
                if FAULT != LOST_FLAG {
                    piece.heroic = taken.was_heroic;
                }
                if FAULT != FORGOTTEN_PIECE {
                    self.squares[to as usize] = Some(taken.captured);
                }
            }
            self.squares[from as usize] = Some(piece);
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    pub(crate) struct Taken {
        captured: Piece,
        was_heroic: bool,
    }

    fn laws<const FAULT: u8>() -> Laws<Field<FAULT>> {
        let piece = |side| Some(Piece { side, heroic: false });
        let squares = [piece(0), None, piece(0), None, piece(1)];
        Laws::new("field", Field { squares, next: 0 })
    }

    #[test]
    fn are_caught() {
        caught(laws::<LOST_FLAG>(), "position", "(2, 3) (4, 3)");
        caught(laws::<FORGOTTEN_PIECE>(), "position", "(2, 3) (4, 3)");
        sound(laws::<0>());
    }
}

/// One change goes past the journal: undo by count "succeeds" and undoes nothing.
mod journal_by_passed {
    use super::*;
    use takeback_core::{Journal, layout, undo_by_journal};

    layout! {
        /// Stones and counters.
        struct Plan {
            keyed { STONES: bits [9] }
            silent { }
            history { }
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Board<const BAD: bool> {
        words: Journal<Plan>,
        corners: u8,
    }

    impl<const BAD: bool> Board<BAD> {
        fn play(&mut self, cell: u8) {
            Plan::STONES.insert(&mut self.words, cell as usize);
            if BAD && cell == 8 {
                self.corners += 1;
            }
        }
    }

    impl<const BAD: bool> Game for Board<BAD> {
        type Move = u8;
        undo_by_journal!(words);
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if Plan::STONES.count(&self.words) == 9 { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend((0..9).filter(|&c| !Plan::STONES.contains(&self.words, c as usize)));
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::WIN
        }
    }

    #[test]
    fn is_caught() {
        let laws = || Laws::new("board", Board::<true> { words: Journal::new(), corners: 0 });
        caught(laws(), "position", "8");
        sound(Laws::new("board", Board::<false> { words: Journal::new(), corners: 0 }));
    }
}

/// The "has finished" marks of a step played together stick after undo.
mod flow_marks {
    use super::*;
    use takeback_core::{Players, Simultaneous};

    #[derive(Clone, Debug)]
    pub(crate) struct Round<const BAD: bool> {
        owing: Players,
        picks: [Option<u8>; 2],
        rounds: u8,
    }

    /// Bookkeeping is not seen as state, as in the original.
    impl<const BAD: bool> PartialEq for Round<BAD> {
        fn eq(&self, other: &Self) -> bool {
            self.picks == other.picks && self.rounds == other.rounds
        }
    }

    impl<const BAD: bool> Game for Round<BAD> {
        type Move = u8;
        type Undo = (Players, [Option<u8>; 2]);
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.rounds == 3 { Turn::Over } else { Turn::Together(self.owing) }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            if self.rounds < 3 {
                out.extend(0..2);
            }
        }
        fn make(&mut self, pick: u8) -> Self::Undo {
            let old = (self.owing, self.picks);
            let player = self.owing.first().expect("somebody owes a pick");
            self.picks[player.index()] = Some(pick);
            self.owing = self.owing.without(player);
            if self.owing.is_empty() {
                self.rounds += 1;
                self.owing = Players::all(2);
                self.picks = [None; 2];
            }
            old
        }
        fn unmake(&mut self, _: u8, (owing, picks): Self::Undo) {
            let resolved = owing.len() == 1;
            self.rounds -= u8::from(resolved);
            self.picks = picks;
            if !(BAD && resolved) {
                self.owing = owing;
            }
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    impl<const BAD: bool> Simultaneous for Round<BAD> {
        fn choices(&self, _: Player, out: &mut Moves<u8>) {
            self.moves(out);
        }
    }

    fn laws<const BAD: bool>() -> Laws<Round<BAD>> {
        let start = Round { owing: Players::all(2), picks: [None; 2], rounds: 0 };
        Laws::new("round", start).simultaneous()
    }

    #[test]
    fn are_caught() {
        caught(laws::<true>(), "turn", "0 0");
        sound(laws::<false>());
    }
}

/// Move lists are cached by the number of the turn: all boards with as many
/// stones share one list.
mod cache_keyed_by_turn {
    use super::*;
    use std::sync::Mutex;

    #[derive(Debug)]
    pub(crate) struct Stones<const BAD: bool> {
        cells: [bool; 6],
        cache: Mutex<Option<(usize, Vec<u8>)>>,
    }

    impl<const BAD: bool> Clone for Stones<BAD> {
        fn clone(&self) -> Self {
            let cache = self.cache.lock().expect("not poisoned").clone();
            Stones { cells: self.cells, cache: Mutex::new(cache) }
        }
    }

    impl<const BAD: bool> PartialEq for Stones<BAD> {
        fn eq(&self, other: &Self) -> bool {
            self.cells == other.cells
        }
    }

    impl<const BAD: bool> Game for Stones<BAD> {
        type Move = u8;
        type Undo = ();
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.cells == [true; 6] { Turn::Over } else { FOREVER }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            let turn = self.cells.iter().filter(|&&c| c).count();
            let mut cache = self.cache.lock().expect("not poisoned");
            if let Some((cached, list)) = cache.as_ref().filter(|_| BAD)
                && *cached == turn
            {
                out.extend(list.iter().copied());
                return;
            }
            let list: Vec<u8> = (0..6).filter(|&c| !self.cells[c as usize]).collect();
            out.extend(list.iter().copied());
            *cache = Some((turn, list));
        }
        fn make(&mut self, cell: u8) {
            self.cells[cell as usize] = true;
        }
        fn unmake(&mut self, cell: u8, (): ()) {
            self.cells[cell as usize] = false;
        }
        fn payoff(&self, _: Player) -> Payoff {
            Payoff::DRAW
        }
    }

    fn laws<const BAD: bool>() -> Laws<Stones<BAD>> {
        Laws::new("stones", Stones { cells: [false; 6], cache: Mutex::new(None) })
    }

    #[test]
    fn is_caught() {
        caught(laws::<true>(), "move list", "1");
        sound(laws::<false>());
    }
}
