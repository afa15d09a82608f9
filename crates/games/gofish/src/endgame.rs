//! The pond is empty: nothing is random any more, so solve it.
//!
//! Two players by alpha-beta on the difference of books, more by max^n on the
//! books of each. Within a turn an ask that fails changes nothing but whose
//! turn it is, so players could go round for ever; a position that comes again
//! on the same line is scored as it stands.

use crate::belief::Belief;
use crate::moves::Ask;
use crate::observe::Observation;
use crate::state::GoFish;
use takeback_core::{Game, Key, Keyed, Moves, Player, Turn};

/// What the end game is worth under best play.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Solution {
    /// Books of each seat at the end.
    pub books: Vec<u8>,
    /// An ask that leads there; `None` when the game is over.
    pub best: Option<Ask>,
    /// Positions looked at.
    pub nodes: u64,
}

struct Search {
    path: Vec<Key>,
    moves: Moves<Ask>,
    nodes: u64,
    limit: u64,
}

/// Solve a position whose pond is empty, looking at no more than `limit`
/// positions. `None` when the pond is not empty or the limit was reached.
///
/// This looks at the cards: it is for positions that are known. See [`solve_known`].
pub fn solve(game: &GoFish, limit: u64) -> Option<Solution> {
    if game.pond() > 0 {
        return None;
    }
    let mut live = game.clone();
    let mut search = Search { path: Vec::with_capacity(64), moves: Moves::new(), nodes: 0, limit };
    let (books, best) = if game.players() == 2 {
        let total = i32::from(game.options().books());
        let (value, best) = search.duel(&mut live, -total - 1, total + 1)?;
        // The difference is from the view of the seat in turn.
        let mover = game.turn().decider().unwrap_or(Player::FIRST);
        let laid: i32 = settled(&live).iter().map(|&b| i32::from(b)).sum();
        let sum = if best.is_some() { total } else { laid };
        let mine = ((sum + value) / 2) as u8;
        let mut books = vec![sum as u8 - mine; 2];
        books[mover.index()] = mine;
        (books, best)
    } else {
        search.table(&mut live)?
    };
    Some(Solution { books, best, nodes: search.nodes })
}

/// Solve what an observer can work out for certain: the pond is empty and the
/// belief leaves one possible hand to every seat.
pub fn solve_known(observation: &Observation, limit: u64) -> Option<Solution> {
    if observation.standing().pond > 0 {
        return None;
    }
    let belief = Belief::new(observation, Belief::WORK).ok()?;
    for seat in 0..observation.options.players {
        belief.certain_hand(Player(seat))?;
    }
    // All deals that agree have these hands; any of them will do.
    let mut rng = takeback_core::SplitMix::new(0);
    let deck = belief.sample(&mut rng).deck;
    let cards = usize::from(observation.options.cards());
    let mut game = GoFish::with_deck(observation.options, &deck[..cards]).ok()?;
    for event in observation.events.iter().filter(|e| e.kind == crate::Kind::Ask) {
        let ask = Ask { target: event.target, rank: event.rank };
        if !game.allows(ask) {
            return None;
        }
        game.make(ask);
    }
    solve(&game, limit)
}

fn settled(game: &GoFish) -> Vec<u8> {
    game.seats().map(|p| game.books(p)).collect()
}

impl Search {
    /// Count a position; `None` at the limit.
    fn enter(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= self.limit).then_some(())
    }

    /// The asks here, those that bring most cards first, and those that fail
    /// once only: whom one asks in vain makes no difference when all is known.
    fn list(&mut self, game: &GoFish) -> takeback_core::Frame {
        let frame = self.moves.open();
        game.moves(&mut self.moves);
        let gain = |ask: &Ask| game.hand(ask.target).of(ask.rank);
        let mut vain = false;
        self.moves.retain_since(frame, |ask| gain(ask) > 0 || !std::mem::replace(&mut vain, true));
        self.moves.since_mut(frame).sort_by_key(|ask| std::cmp::Reverse(gain(ask)));
        frame
    }

    /// The difference of books at the end for the seat in turn.
    fn duel(&mut self, game: &mut GoFish, mut alpha: i32, beta: i32) -> Option<(i32, Option<Ask>)> {
        self.enter()?;
        let Turn::Player(me) = game.turn() else {
            // Nobody is in turn: the value is asked for from seat 1.
            return Some((difference(game, Player::FIRST), None));
        };
        if self.path.contains(&game.key()) {
            return Some((difference(game, me), None));
        }
        self.path.push(game.key());
        let frame = self.list(game);
        let (mut best, mut choice) = (i32::MIN, None);
        for i in self.moves.range(frame) {
            let ask = self.moves[i];
            let undo = game.make(ask);
            let value = match game.turn() {
                Turn::Player(next) if next == me => self.duel(game, alpha, beta)?.0,
                Turn::Player(_) => -self.duel(game, -beta, -alpha)?.0,
                _ => difference(game, me),
            };
            game.unmake(ask, undo);
            if value > best {
                (best, choice) = (value, Some(ask));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.close(frame);
        self.path.pop();
        Some((best, choice))
    }

    /// The books of all seats when each maximises its own.
    fn table(&mut self, game: &mut GoFish) -> Option<(Vec<u8>, Option<Ask>)> {
        self.enter()?;
        let Turn::Player(me) = game.turn() else { return Some((settled(game), None)) };
        if self.path.contains(&game.key()) {
            return Some((settled(game), None));
        }
        self.path.push(game.key());
        let frame = self.list(game);
        let mut best: Option<(Vec<u8>, Option<Ask>)> = None;
        for i in self.moves.range(frame) {
            let ask = self.moves[i];
            let undo = game.make(ask);
            let books = self.table(game)?.0;
            game.unmake(ask, undo);
            if best.as_ref().is_none_or(|(known, _)| books[me.index()] > known[me.index()]) {
                best = Some((books, Some(ask)));
            }
        }
        self.moves.close(frame);
        self.path.pop();
        best
    }
}

fn difference(game: &GoFish, player: Player) -> i32 {
    i32::from(game.books(player)) - i32::from(game.books(player.other()))
}
