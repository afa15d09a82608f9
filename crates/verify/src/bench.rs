//! The one part of the verifier that is compiled for every game: it holds
//! positions and moves and passes on what is asked.
//!
//! Each method is a line or two. Whatever needs a loop, a table or a text
//! belongs on the other side of [`Subject`].

use crate::numbering::{Numbering, fingerprint};
use crate::subject::{MoveId, Slot, Subject, Workshop};
use std::any::Any;
use std::fmt::{self, Debug, Write};
use takeback_core::{FeatureSum, Game, Key, Moves, Payoff, Player, SplitMix, Turn};

/// The game with what it was said to be able to do.
pub(crate) struct UnderTest<G: Game> {
    pub(crate) starts: Vec<G>,
    pub(crate) own_laws: Vec<Box<OwnLaw<G>>>,
    pub(crate) twin: Option<Box<Twin<G>>>,
    pub(crate) keyed: Option<KeyedFace<G>>,
    pub(crate) notation: Option<NotationFace<G>>,
    pub(crate) portable: Option<PortableFace<G>>,
    pub(crate) indexed: Option<IndexedFace<G>>,
    pub(crate) random_move: Option<fn(&G, &mut SplitMix) -> G::Move>,
    pub(crate) playout: Option<fn(&G, &mut SplitMix, &mut [Payoff])>,
    pub(crate) pass: Option<PassFace<G>>,
    pub(crate) choices: Option<Choices<G>>,
    pub(crate) hidden: Option<HiddenFace<G>>,
    pub(crate) scored: Option<ScoredFace<G>>,
    pub(crate) features: Option<FeaturesFace<G>>,
}

pub(crate) type OwnLaw<G> = dyn Fn(&mut G) -> Result<(), String> + Send + Sync;
pub(crate) type Twin<G> = dyn Fn(&G, <G as Game>::Move) -> G + Send + Sync;
pub(crate) type Choices<G> = fn(&G, Player, &mut Moves<<G as Game>::Move>);

// The capabilities as tables of functions: a game that lacks one has no table,
// and the compiler has checked the bound where the table was filled in.

pub(crate) struct KeyedFace<G> {
    pub(crate) key: fn(&G) -> Key,
    pub(crate) from_scratch: fn(&G) -> Key,
    pub(crate) is_repeat: fn(&G) -> bool,
}

pub(crate) struct NotationFace<G: Game> {
    pub(crate) write: fn(&G, G::Move, &mut dyn Write) -> fmt::Result,
    pub(crate) read: fn(&G, &str) -> Result<G::Move, String>,
}

pub(crate) struct PortableFace<G> {
    pub(crate) write: fn(&G, &mut dyn Write) -> fmt::Result,
    pub(crate) read: fn(&str) -> Result<G, String>,
}

pub(crate) struct IndexedFace<G: Game> {
    pub(crate) indices: usize,
    pub(crate) index: fn(&G, G::Move) -> usize,
}

pub(crate) struct PassFace<G: Game> {
    pub(crate) may_pass: fn(&G) -> bool,
    pub(crate) make: fn(&mut G) -> G::Undo,
    pub(crate) unmake: fn(&mut G, G::Undo),
}

pub(crate) struct HiddenFace<G: Game> {
    pub(crate) print: fn(&G, Player) -> u64,
    pub(crate) same: fn(&G, &G, Player) -> bool,
    pub(crate) write: fn(&G, Player, &mut dyn Write) -> fmt::Result,
    pub(crate) infoset: fn(&G, Player) -> Key,
    pub(crate) label: fn(&G, Player, G::Move) -> u64,
    pub(crate) redeal: fn(&mut G, Player, &mut SplitMix) -> Box<dyn Any + Send>,
    pub(crate) undo: fn(&mut G, Box<dyn Any + Send>),
    pub(crate) may_lead: fn(&G, &G, Player) -> bool,
}

pub(crate) struct ScoredFace<G> {
    pub(crate) most: fn(&G) -> i32,
    pub(crate) points: fn(&G, Player) -> i32,
}

pub(crate) struct FeaturesFace<G: Game> {
    /// Features and buckets there are, and the most of a view.
    pub(crate) bounds: (usize, usize, usize),
    pub(crate) encoding: fn() -> String,
    pub(crate) bucket: fn(&G) -> usize,
    pub(crate) view_of: fn(&G, Player) -> usize,
    pub(crate) sum: fn(&G) -> FeatureSum,
    pub(crate) list: fn(&G) -> Vec<Vec<u16>>,
    /// Makes a move and leads the sum along by what the game tells of it.
    pub(crate) make: fn(&mut G, G::Move, &mut FeatureSum) -> G::Undo,
}

impl<G: Game> Copy for FeaturesFace<G> {}

impl<G: Game> Clone for FeaturesFace<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> UnderTest<G> {
    pub(crate) fn new(start: G) -> Self {
        UnderTest {
            starts: vec![start],
            own_laws: Vec::new(),
            twin: None,
            keyed: None,
            notation: None,
            portable: None,
            indexed: None,
            random_move: None,
            playout: None,
            pass: None,
            choices: None,
            hidden: None,
            scored: None,
            features: None,
        }
    }
}

impl<G: Game + PartialEq + Debug> Workshop for UnderTest<G> {
    fn starts(&self) -> usize {
        self.starts.len()
    }

    fn open(&self) -> Box<dyn Subject + Send + '_> {
        Box::new(Bench {
            test: self,
            shelf: Vec::new(),
            moves: Vec::new(),
            numbering: Numbering::default(),
            buffer: Moves::with_capacity(256),
        })
    }
}

/// A shelf of positions of one game, and the moves met so far.
pub(crate) struct Bench<'a, G: Game> {
    test: &'a UnderTest<G>,
    shelf: Vec<Held<G>>,
    moves: Vec<G::Move>,
    numbering: Numbering,
    buffer: Moves<G::Move>,
}

/// A position and what takes it back to where it was put on the shelf.
struct Held<G: Game> {
    game: G,
    way: Vec<(G::Move, G::Undo)>,
    redeals: Vec<Box<dyn Any + Send>>,
    /// Of its features, as the game told of its moves; the sums of before on top
    /// of each other.
    sums: Vec<FeatureSum>,
}

impl<G: Game> Bench<'_, G> {
    fn at(&self, at: Slot) -> &G {
        &self.shelf[at.0].game
    }

    fn hold(&mut self, game: G) -> Slot {
        let sums = self.test.features.iter().map(|face| (face.sum)(&game)).collect();
        self.shelf.push(Held { game, way: Vec::new(), redeals: Vec::new(), sums });
        Slot(self.shelf.len() - 1)
    }

    fn number(&mut self, m: G::Move) -> MoveId {
        let print = fingerprint(&m);
        let moves = &self.moves;
        if let Some(number) = self.numbering.find(print, &mut |number| moves[number] == m) {
            return MoveId(number);
        }
        self.moves.push(m);
        MoveId(self.numbering.add(print))
    }

    /// Number what is in the buffer.
    fn number_all(&mut self, out: &mut Vec<MoveId>) {
        out.clear();
        for i in 0..self.buffer.len() {
            let m = self.buffer[i];
            out.push(self.number(m));
        }
    }
}

/// A face that was filled in when its law was added.
fn named<T>(face: Option<&T>) -> &T {
    face.expect(NAMED)
}

const NAMED: &str = "a law asks only for capabilities that were named";
const WRITES: &str = "writing down fails only where the writer does";

impl<G: Game + PartialEq + Debug> Subject for Bench<'_, G> {
    fn height(&self) -> usize {
        self.shelf.len()
    }
    fn clear_above(&mut self, height: usize) {
        self.shelf.truncate(height);
    }
    fn fresh(&mut self, start: usize) -> Slot {
        self.hold(self.test.starts[start].clone())
    }
    fn copy(&mut self, of: Slot) -> Slot {
        self.hold(self.at(of).clone())
    }
    fn same(&self, a: Slot, b: Slot) -> bool {
        self.at(a) == self.at(b)
    }
    fn debug(&self, at: Slot) -> &dyn Debug {
        self.at(at)
    }

    fn list(&mut self, at: Slot, out: &mut Vec<MoveId>) {
        self.buffer.clear();
        self.shelf[at.0].game.moves(&mut self.buffer);
        self.number_all(out);
    }
    fn list_print(&mut self, at: Slot) -> u64 {
        self.buffer.clear();
        self.shelf[at.0].game.moves(&mut self.buffer);
        fingerprint(&self.buffer.as_slice())
    }
    fn candidates(&mut self, at: Slot, out: &mut Vec<MoveId>) {
        self.buffer.clear();
        let from = self.buffer.open();
        let game = &mut self.shelf[at.0].game;
        for stage in 0..G::STAGES {
            game.candidates(stage, &mut self.buffer);
        }
        self.buffer.retain_since(from, |&m| game.is_legal(m));
        self.number_all(out);
    }
    fn count(&mut self, at: Slot) -> usize {
        self.buffer.clear();
        self.shelf[at.0].game.count_moves(&mut self.buffer)
    }
    fn forced(&mut self, at: Slot) -> Option<MoveId> {
        let m = self.at(at).forced()?;
        Some(self.number(m))
    }
    fn move_debug(&self, m: MoveId) -> &dyn Debug {
        &self.moves[m.index()]
    }
    fn moves_known(&self) -> usize {
        self.numbering.len()
    }
    fn forget_moves(&mut self) {
        self.moves.clear();
        self.numbering.clear();
    }

    fn players(&self, at: Slot) -> usize {
        self.at(at).players()
    }
    fn turn(&self, at: Slot) -> Turn {
        self.at(at).turn()
    }
    fn payoff(&self, at: Slot, player: Player) -> Payoff {
        self.at(at).payoff(player)
    }
    fn weight(&self, at: Slot, outcome: MoveId) -> u32 {
        self.at(at).weight(self.moves[outcome.index()])
    }
    fn make(&mut self, at: Slot, m: MoveId) {
        let m = self.moves[m.index()];
        let held = &mut self.shelf[at.0];
        let undo = match (&self.test.features, held.sums.last().copied()) {
            (Some(face), Some(mut sum)) => {
                let undo = (face.make)(&mut held.game, m, &mut sum);
                held.sums.push(sum);
                undo
            }
            _ => held.game.make(m),
        };
        held.way.push((m, undo));
    }
    fn unmake(&mut self, at: Slot) {
        let held = &mut self.shelf[at.0];
        let (m, undo) = held.way.pop().expect("a move was made");
        held.game.unmake(m, undo);
        held.sums.pop();
    }
    fn apply(&mut self, at: Slot, m: MoveId) -> Slot {
        self.hold(self.at(at).apply(self.moves[m.index()]))
    }
    fn twin(&mut self, at: Slot, m: MoveId) -> Slot {
        let twin = named(self.test.twin.as_ref());
        self.hold(twin(self.at(at), self.moves[m.index()]))
    }
    fn own_law(&mut self, at: Slot, number: usize) -> Result<(), String> {
        (self.test.own_laws[number])(&mut self.shelf[at.0].game)
    }

    fn key(&self, at: Slot) -> Key {
        (named(self.test.keyed.as_ref()).key)(self.at(at))
    }
    fn key_from_scratch(&self, at: Slot) -> Key {
        (named(self.test.keyed.as_ref()).from_scratch)(self.at(at))
    }
    fn is_repeat(&self, at: Slot) -> bool {
        (named(self.test.keyed.as_ref()).is_repeat)(self.at(at))
    }

    fn write_move(&self, at: Slot, m: MoveId, out: &mut dyn Write) {
        let face = named(self.test.notation.as_ref());
        (face.write)(self.at(at), self.moves[m.index()], out).expect(WRITES);
    }
    fn read_move(&mut self, at: Slot, text: &str) -> Result<MoveId, String> {
        let m = (named(self.test.notation.as_ref()).read)(self.at(at), text)?;
        Ok(self.number(m))
    }
    fn write_position(&self, at: Slot, out: &mut dyn Write) {
        (named(self.test.portable.as_ref()).write)(self.at(at), out).expect(WRITES);
    }
    fn read_position(&mut self, text: &str) -> Result<Slot, String> {
        let game = (named(self.test.portable.as_ref()).read)(text)?;
        Ok(self.hold(game))
    }

    fn indices(&self) -> usize {
        named(self.test.indexed.as_ref()).indices
    }
    fn index(&self, at: Slot, m: MoveId) -> usize {
        (named(self.test.indexed.as_ref()).index)(self.at(at), self.moves[m.index()])
    }
    fn random_move(&mut self, at: Slot, rng: &mut SplitMix) -> MoveId {
        let m = named(self.test.random_move.as_ref())(self.at(at), rng);
        self.number(m)
    }
    fn playout(&self, at: Slot, rng: &mut SplitMix, results: &mut [Payoff]) {
        named(self.test.playout.as_ref())(self.at(at), rng, results);
    }
    fn may_pass(&self, at: Slot) -> bool {
        (named(self.test.pass.as_ref()).may_pass)(self.at(at))
    }
    fn pass_and_back(&mut self, at: Slot) -> bool {
        let face = named(self.test.pass.as_ref());
        let sum = self.test.features.as_ref().map(|face| face.sum);
        let game = &mut self.shelf[at.0].game;
        let before = sum.map(|sum| sum(game));
        let undo = (face.make)(game);
        let after = sum.map(|sum| sum(game));
        (face.unmake)(game, undo);
        before == after
    }

    fn choices(&mut self, at: Slot, player: Player, out: &mut Vec<MoveId>) {
        self.buffer.clear();
        named(self.test.choices.as_ref())(&self.shelf[at.0].game, player, &mut self.buffer);
        self.number_all(out);
    }

    fn observation_print(&self, at: Slot, player: Player) -> u64 {
        (named(self.test.hidden.as_ref()).print)(self.at(at), player)
    }
    fn same_observation(&self, a: Slot, b: Slot, player: Player) -> bool {
        (named(self.test.hidden.as_ref()).same)(self.at(a), self.at(b), player)
    }
    fn write_observation(&self, at: Slot, player: Player, out: &mut dyn Write) {
        (named(self.test.hidden.as_ref()).write)(self.at(at), player, out).expect(WRITES);
    }
    fn infoset(&self, at: Slot, player: Player) -> Key {
        (named(self.test.hidden.as_ref()).infoset)(self.at(at), player)
    }
    fn label(&self, at: Slot, viewer: Player, m: MoveId) -> u64 {
        (named(self.test.hidden.as_ref()).label)(self.at(at), viewer, self.moves[m.index()])
    }
    fn redeal(&mut self, at: Slot, viewer: Player, rng: &mut SplitMix) {
        let held = &mut self.shelf[at.0];
        let redeal = (named(self.test.hidden.as_ref()).redeal)(&mut held.game, viewer, rng);
        held.redeals.push(redeal);
    }
    fn undo_redeal(&mut self, at: Slot) {
        let held = &mut self.shelf[at.0];
        let redeal = held.redeals.pop().expect("a redeal was made");
        (named(self.test.hidden.as_ref()).undo)(&mut held.game, redeal);
    }
    fn may_lead_to(&self, from: Slot, to: Slot, viewer: Player) -> bool {
        (named(self.test.hidden.as_ref()).may_lead)(self.at(from), self.at(to), viewer)
    }

    fn most_points(&self, at: Slot) -> i32 {
        (named(self.test.scored.as_ref()).most)(self.at(at))
    }
    fn points(&self, at: Slot, player: Player) -> i32 {
        (named(self.test.scored.as_ref()).points)(self.at(at), player)
    }

    fn feature_bounds(&self) -> (usize, usize, usize) {
        named(self.test.features.as_ref()).bounds
    }
    fn feature_sums(&self, at: Slot) -> (FeatureSum, FeatureSum) {
        let held = &self.shelf[at.0];
        let told = held.sums.last().copied().unwrap_or_default();
        (told, (named(self.test.features.as_ref()).sum)(&held.game))
    }
    fn features(&self, at: Slot) -> Vec<Vec<u16>> {
        (named(self.test.features.as_ref()).list)(self.at(at))
    }
    fn bucket(&self, at: Slot) -> usize {
        (named(self.test.features.as_ref()).bucket)(self.at(at))
    }
    fn view_of(&self, at: Slot, player: Player) -> usize {
        (named(self.test.features.as_ref()).view_of)(self.at(at), player)
    }
}
