//! A position whose type is not known.

use std::any::Any;
use std::sync::{Mutex, PoisonError};
use takeback_core::{
    Coded, Game, Indexed, Key, Keyed, Moves, Payoff, Played, Player, Playout, RandomMove, SplitMix,
    TracedPlayout, Turn, ZeroSum,
};

/// A move of whatever game it is, as one word.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub struct Step(u64);

impl Step {
    pub(super) fn of<M: Coded>(m: M) -> Self {
        Step(m.code())
    }

    pub(super) fn as_move<M: Coded>(self) -> M {
        M::decode(self.0)
    }
}

/// What a game can do beyond its rules, told as values. Where it lacks something, there is an honest way without:
/// random moves are drawn from lists, all moves share one number.
pub struct Abilities<G: Game> {
    index: Option<fn(&G, G::Move) -> usize>,
    draw: Option<fn(&G, &mut SplitMix) -> G::Move>,
    play: Option<Play<G>>,
}

/// A whole random game, perhaps with all its moves told.
type Play<G> = fn(&G, &mut Room, &mut SplitMix, &mut [Payoff], Option<&mut Played>) -> u32;

impl<G: Game> Copy for Abilities<G> {}

impl<G: Game> Clone for Abilities<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Default for Abilities<G> {
    fn default() -> Self {
        Abilities { index: None, draw: None, play: None }
    }
}

impl<G: Game> Abilities<G> {
    /// Nothing beyond the rules.
    #[must_use]
    pub fn new() -> Self {
        Abilities::default()
    }

    /// Its moves have numbers.
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed,
    {
        self.index = Some(G::index);
        self
    }

    /// It draws random moves without listing them all.
    #[must_use]
    pub fn drawing(mut self) -> Self
    where
        G: RandomMove,
    {
        self.draw = Some(G::random_move);
        self
    }

    /// It plays whole random games.
    #[must_use]
    pub fn playing(mut self) -> Self
    where
        G: Playout,
    {
        self.play = Some(|game, room, rng, results, _| game.playout(room.of::<G>(), rng, results));
        self
    }

    /// It plays whole random games and tells their moves.
    #[must_use]
    pub fn telling(mut self) -> Self
    where
        G: TracedPlayout,
    {
        self.play = Some(|game, room, rng, results, played| match played {
            Some(played) => game.traced_playout(room.of::<G>(), rng, results, played),
            None => game.playout(room.of::<G>(), rng, results),
        });
        self
    }

    /// The position as one of no known type.
    pub fn erased(self, game: &G) -> Erased
    where
        G: Keyed,
        G::Move: Coded,
    {
        Erased(Box::new(Of::new(game.clone(), self)))
    }
}

/// Room that playouts of some game reuse.
#[derive(Default)]
pub struct Room(Option<Box<dyn Any + Send>>);

impl Room {
    fn of<G: Playout>(&mut self) -> &mut G::Scratch {
        let fresh = !self.0.as_ref().is_some_and(|room| room.is::<G::Scratch>());
        if fresh {
            self.0 = Some(Box::new(G::Scratch::default()));
        }
        let room = self.0.as_mut().and_then(|room| room.downcast_mut());
        room.expect("it was made for this game just now")
    }
}

/// A position of some game.
pub struct Erased(Box<dyn Position>);

impl Erased {
    /// The position, for those who know of which game it is.
    pub(super) fn game<G: Keyed>(&self) -> &G
    where
        G::Move: Coded,
    {
        let position: Option<&Of<G>> = self.0.as_any().downcast_ref();
        &position.expect("a search meets one game only").game
    }
}

/// What searches ask of a position, without its type.
trait Position: Send + Sync {
    fn copy(&self) -> Box<dyn Position>;
    /// Whether it could be copied in place, being of the same game.
    fn copy_from(&mut self, other: &dyn Position) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn players(&self) -> usize;
    fn turn(&self) -> Turn;
    fn moves(&self, out: &mut Moves<Step>);
    fn candidates(&self, stage: u8, out: &mut Moves<Step>);
    fn is_legal(&mut self, candidate: Step) -> bool;
    fn make(&mut self, m: Step);
    fn unmake(&mut self, m: Step);
    fn payoff(&self, player: Player) -> Payoff;
    fn weight(&self, outcome: Step) -> u32;
    fn forced(&self) -> Option<Step>;
    fn is_broken(&self) -> bool;
    fn key(&self) -> Key;
    fn key_from_scratch(&self) -> Key;
    fn is_repeat(&self) -> bool;
    fn index(&self, m: Step) -> usize;
    fn random_move(&self, rng: &mut SplitMix) -> Step;
    fn playout(
        &self,
        room: &mut Room,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: Option<&mut Played>,
    ) -> u32;
}

/// A position of a known game behind that face.
struct Of<G: Game> {
    game: G,
    can: Abilities<G>,
    /// The ways back of all moves made here. A copy begins without: tokens belong to who made the moves.
    /// Behind a lock because it need not be shared, and never locked.
    undos: Mutex<Vec<G::Undo>>,
    /// Room for a list before its moves become words.
    list: Mutex<Moves<G::Move>>,
}

impl<G: Game> Of<G> {
    fn new(game: G, can: Abilities<G>) -> Self {
        let (undos, list) = (Vec::with_capacity(64), Moves::with_capacity(64));
        Of { game, can, undos: Mutex::new(undos), list: Mutex::new(list) }
    }

    fn undos(&mut self) -> &mut Vec<G::Undo> {
        self.undos.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn listed(&self, out: &mut Moves<Step>, list: impl FnOnce(&G, &mut Moves<G::Move>))
    where
        G::Move: Coded,
    {
        // What a panic left behind is cleared here too.
        let mut own = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        own.clear();
        list(&self.game, &mut own);
        out.extend(own.as_slice().iter().map(|&m| Step::of(m)));
    }
}

impl<G: Keyed> Position for Of<G>
where
    G::Move: Coded,
{
    fn copy(&self) -> Box<dyn Position> {
        Box::new(Of::new(self.game.clone(), self.can))
    }

    fn copy_from(&mut self, other: &dyn Position) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        self.game.clone_from(&other.game);
        self.can = other.can;
        self.undos().clear();
        true
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Moves<Step>) {
        self.listed(out, G::moves);
    }

    fn candidates(&self, stage: u8, out: &mut Moves<Step>) {
        if stage < G::STAGES {
            self.listed(out, |game, list| game.candidates(stage, list));
        }
    }

    fn is_legal(&mut self, candidate: Step) -> bool {
        self.game.is_legal(candidate.as_move())
    }

    fn make(&mut self, m: Step) {
        let undo = self.game.make(m.as_move());
        self.undos().push(undo);
    }

    fn unmake(&mut self, m: Step) {
        let undo = self.undos().pop().expect("what is taken back was made here");
        self.game.unmake(m.as_move(), undo);
    }

    fn payoff(&self, player: Player) -> Payoff {
        self.game.payoff(player)
    }

    fn weight(&self, outcome: Step) -> u32 {
        self.game.weight(outcome.as_move())
    }

    fn forced(&self) -> Option<Step> {
        self.game.forced().map(Step::of)
    }

    fn is_broken(&self) -> bool {
        self.game.is_broken()
    }

    fn key(&self) -> Key {
        self.game.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.game.key_from_scratch()
    }

    fn is_repeat(&self) -> bool {
        self.game.is_repeat()
    }

    fn index(&self, m: Step) -> usize {
        self.can.index.map_or(0, |index| index(&self.game, m.as_move()))
    }

    fn random_move(&self, rng: &mut SplitMix) -> Step {
        if let Some(draw) = self.can.draw {
            return Step::of(draw(&self.game, rng));
        }
        let mut own = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        own.clear();
        self.game.moves(&mut own);
        let at = match self.game.turn() {
            Turn::Chance => crate::mcts::rollout::by_weight(&self.game, own.as_slice(), rng),
            _ => rng.below(own.len()),
        };
        Step::of(own[at])
    }

    fn playout(
        &self,
        room: &mut Room,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: Option<&mut Played>,
    ) -> u32 {
        let play = self.can.play.expect("whole games are only asked of games that play them");
        play(&self.game, room, rng, results, played)
    }
}

impl Clone for Erased {
    fn clone(&self) -> Self {
        Erased(self.0.copy())
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.0.copy_from(&*source.0) {
            self.0 = source.0.copy();
        }
    }
}

impl Game for Erased {
    type Move = Step;
    /// The position keeps it.
    type Undo = ();
    /// No game here has more; a game with fewer delivers nothing in the later ones.
    const STAGES: u8 = 2;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn moves(&self, out: &mut Moves<Step>) {
        self.0.moves(out);
    }

    fn make(&mut self, m: Step) {
        self.0.make(m);
    }

    fn unmake(&mut self, m: Step, (): ()) {
        self.0.unmake(m);
    }

    fn payoff(&self, player: Player) -> Payoff {
        self.0.payoff(player)
    }

    fn weight(&self, outcome: Step) -> u32 {
        self.0.weight(outcome)
    }

    fn candidates(&self, stage: u8, out: &mut Moves<Step>) {
        self.0.candidates(stage, out);
    }

    fn is_legal(&mut self, candidate: Step) -> bool {
        self.0.is_legal(candidate)
    }

    fn forced(&self) -> Option<Step> {
        self.0.forced()
    }

    fn is_broken(&self) -> bool {
        self.0.is_broken()
    }
}

impl Keyed for Erased {
    fn key(&self) -> Key {
        self.0.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.0.key_from_scratch()
    }

    fn is_repeat(&self) -> bool {
        self.0.is_repeat()
    }
}

/// Whoever puts a search for two on it promises that there are two.
impl ZeroSum for Erased {}

impl Indexed for Erased {
    const INDICES: usize = 1 << 14;

    fn index(&self, m: Step) -> usize {
        self.0.index(m) % Self::INDICES
    }
}

impl RandomMove for Erased {
    fn random_move(&self, rng: &mut SplitMix) -> Step {
        self.0.random_move(rng)
    }
}

impl Playout for Erased {
    type Scratch = Room;

    fn playout(&self, room: &mut Room, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        self.0.playout(room, rng, results, None)
    }
}

impl TracedPlayout for Erased {
    fn traced_playout(
        &self,
        room: &mut Room,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: &mut Played,
    ) -> u32 {
        self.0.playout(room, rng, results, Some(played))
    }
}
