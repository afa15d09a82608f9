//! Dealing anew what one seat does not know.
//!
//! Every element that the seat sees only the back of is taken up, and those with
//! one back are dealt again over the places where such backs lie: in decks, in
//! hands, on the discard. The place keeps its owner, its visibility and
//! who else knows what lies there, and what is noted of it. What a seat knows
//! without seeing it stays.

use crate::board::{Board, HEARD, MESSAGES, Message, RANDOM};
use crate::element::{EYES, Eyes, HOME, Home, Id, KIDS, Kids, LINKS, Links};
use crate::sight::Known;
use takeback_core::{Player, SplitMix};

/// Room for a redeal, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Redealer {
    /// What is not known, by back and then in order of places.
    places: Vec<Id>,
    /// The same elements as they are dealt.
    dealt: Vec<Id>,
    /// Who stands where an element stood, by its number.
    heirs: Vec<Id>,
    /// What the places were before.
    before: Vec<Place>,
    /// The spaces with such places, each once.
    pub(crate) spaces: Vec<Id>,
    messages: Vec<u64>,
}

/// What belongs to a place and not to what lies there.
#[derive(Copy, Clone, Debug)]
struct Place {
    home: Home,
    links: Links,
    eyes: Eyes,
    memory: u64,
}

impl Redealer {
    /// Find what `viewer` does not know.
    pub(crate) fn look(&mut self, board: &Board, viewer: Player) {
        self.places.clear();
        self.spaces.clear();
        board.survey(viewer, &mut |id, _, known| {
            if known == Known::Hidden && id.0 > Id::DISCARD.0 {
                self.places.push(id);
                let space = board.home(id).parent;
                if self.spaces.last() != Some(&space) && !self.spaces.contains(&space) {
                    self.spaces.push(space);
                }
            }
        });
        // Stable: within a back, places stay in the order in which they are seen.
        self.places.sort_by_key(|&id| board.back(id));
        self.dealt.clear();
        self.dealt.extend_from_slice(&self.places);
        self.heirs.clear();
        self.heirs.extend((0..board.elements() as u32).map(Id));
        self.before.clear();
        self.before.extend(self.places.iter().map(|&id| Place {
            home: board.home(id),
            links: board.links(id),
            eyes: board.eyes(id),
            memory: board.trail.word(board.at(id, board.width - 1)),
        }));
    }

    /// Deal. What comes out owes nothing to where the elements lay: they are put
    /// into order of their numbers before they are shuffled.
    pub(crate) fn deal(&mut self, board: &mut Board, rng: &mut SplitMix) {
        let back = |board: &Board, id| board.back(id);
        for group in self.dealt.chunk_by_mut(|&a, &b| back(board, a) == back(board, b)) {
            group.sort_unstable();
            rng.shuffle(group);
        }
        for (&old, &new) in self.places.iter().zip(&self.dealt) {
            self.heirs[old.index()] = new;
        }
        for i in 0..self.places.len() {
            self.settle(board, i);
        }
        for &space in &self.spaces {
            let kids = board.kids(space);
            let (first, last) = (self.heirs[kids.first.index()], self.heirs[kids.last.index()]);
            board.write(space, KIDS, Kids { first, last, ..kids }.pack());
        }
    }

    /// Put the element dealt to a place there.
    fn settle(&self, board: &mut Board, i: usize) {
        let heir = |id: Id| self.heirs[id.index()];
        let (old, new, place) = (self.places[i], self.dealt[i], self.before[i]);
        let order = board.home(new).order;
        board.write(new, HOME, Home { order, ..place.home }.pack());
        let Links { before, after } = place.links;
        board.write(new, LINKS, Links { before: heir(before), after: heir(after) }.pack());
        // Neighbours that stay where they are get to know the new one.
        if before != Id::TABLE && heir(before) == before {
            let links = board.links(before);
            if links.after == old {
                board.write(before, LINKS, Links { after: new, ..links }.pack());
            }
        }
        if after != Id::TABLE && heir(after) == after {
            let links = board.links(after);
            if links.before == old {
                board.write(after, LINKS, Links { before: new, ..links }.pack());
            }
        }
        let has = board.eyes(new).has;
        board.write(new, EYES, Eyes { has, ..place.eyes }.pack());
        let at = board.at(new, board.width - 1);
        board.trail.write(at, place.memory);
    }

    /// How many elements are dealt.
    pub(crate) fn dealt(&self) -> usize {
        self.dealt.len()
    }

    /// Two elements of one back in two spaces, if chance finds them. Out of those
    /// dealt, not of the places: their order still tells who lay there.
    pub(crate) fn pair(&self, board: &Board, rng: &mut SplitMix) -> Option<(Id, Id)> {
        const TRIES: u32 = 16;
        let all = &self.dealt;
        let alone = all.is_empty();
        (0..TRIES).filter(|_| !alone).find_map(|_| {
            let (a, b) = (all[rng.below(all.len())], all[rng.below(all.len())]);
            let apart = board.home(a).parent != board.home(b).parent;
            (apart && board.back(a) == board.back(b)).then_some((a, b))
        })
    }

    /// What was told to others is unknown too: it is left out. And nobody knows
    /// what the generator will bring.
    pub(crate) fn redact(&mut self, board: &mut Board, viewer: Player, rng: &mut SplitMix) {
        board.trail.write(RANDOM, rng.next() >> 32);
        let reads = |word| Message::unpack(word).audience.contains(viewer);
        let all = &board.trail.stacks()[MESSAGES];
        let Some(first) = all.iter().position(|&word| !reads(word)) else { return };
        self.messages.clear();
        self.messages.extend(all[first..].iter().copied().filter(|&word| reads(word)));
        for _ in first..all.len() {
            board.trail.pop(MESSAGES);
        }
        self.messages.iter().for_each(|&word| board.trail.push(MESSAGES, word));
    }
}

/// Let two elements of one back, in two spaces, change places.
pub(crate) fn exchange(board: &mut Board, a: Id, b: Id) {
    let place = |board: &Board, id| Place {
        home: board.home(id),
        links: board.links(id),
        eyes: board.eyes(id),
        memory: board.trail.word(board.at(id, board.width - 1)),
    };
    let (of_a, of_b) = (place(board, a), place(board, b));
    for (id, Place { home, links, eyes, memory }) in [(a, of_b), (b, of_a)] {
        let (order, has) = (board.home(id).order, board.eyes(id).has);
        board.write(id, HOME, Home { order, ..home }.pack());
        board.write(id, LINKS, links.pack());
        board.write(id, EYES, Eyes { has, ..eyes }.pack());
        board.trail.write(board.at(id, board.width - 1), memory);
        let mut kids = board.kids(home.parent);
        match links.before {
            Id::TABLE => kids.first = id,
            before => {
                let around = board.links(before);
                board.write(before, LINKS, Links { after: id, ..around }.pack());
            }
        }
        match links.after {
            Id::TABLE => kids.last = id,
            after => {
                let around = board.links(after);
                board.write(after, LINKS, Links { before: id, ..around }.pack());
            }
        }
        board.write(home.parent, KIDS, kids.pack());
    }
}

impl Board {
    /// All hear a move.
    #[inline]
    pub(crate) fn hear(&mut self, word: u64) {
        if self.hides() {
            self.trail.push(HEARD, word);
        }
    }
}
