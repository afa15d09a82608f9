//! All positions of a game, each once, and what leads where.

use super::parts::parts;
use crate::StopFlag;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use takeback_core::{Frame, Key, Keyed, Moves, Player, Turn};

/// Chance decides.
const CHANCE: u8 = u8::MAX;
/// The game is over.
const OVER: u8 = u8::MAX - 1;

/// Values that change by less stand still.
const STILL: f64 = 1e-13;

/// A part that does not stand still after so many rounds never will.
const MOST_ROUNDS: u32 = 1_000_000;

/// The positions that play from a start can come to.
pub struct Graph {
    places: HashMap<Key, u32>,
    /// A seat, [`CHANCE`] or [`OVER`].
    who: Vec<u8>,
    /// Where each position's ways begin; one more than there are positions.
    from: Vec<u32>,
    ways: Vec<u32>,
    /// Chances of the ways, where chance decides.
    odds: Vec<f64>,
    /// One for each player, from -1 to 1.
    values: Vec<f64>,
    players: usize,
}

/// Why a game is not solved.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum GraphError {
    /// It has more positions than allowed.
    TooLarge {
        /// The bound.
        most: usize,
    },
    /// Somebody is in turn and has no move.
    DeadEnd,
    /// Values go round for ever.
    Restless,
    /// Somebody asked it to stop.
    Stopped,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooLarge { most } => write!(f, "the game has more than {most} positions"),
            GraphError::DeadEnd => f.write_str("a player in turn has no move"),
            GraphError::Restless => f.write_str("the values do not settle"),
            GraphError::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl std::error::Error for GraphError {}

/// A position on the way from the start to where the walk is.
struct Step<G: Keyed> {
    place: u32,
    list: Frame,
    next: usize,
    /// What took the walk here.
    came: Option<(G::Move, G::Undo)>,
}

impl Graph {
    /// Walk to every position once.
    ///
    /// # Errors
    /// When there are more than `most`, or a dead end.
    pub fn unroll<G: Keyed>(start: &G, most: usize, stop: &StopFlag) -> Result<Self, GraphError> {
        let mut game = start.clone();
        let mut moves: Moves<G::Move> = Moves::new();
        let mut places: HashMap<Key, u32> = HashMap::new();
        let mut met: Vec<(u8, Vec<(u32, f32)>)> = Vec::new();
        let mut values = Vec::new();
        let players = start.players();
        let mut path: Vec<Step<G>> = Vec::new();
        let mut arrive = Some(None);
        loop {
            if let Some(came) = arrive.take() {
                // A position met for the first time.
                let place = met.len() as u32;
                if met.len() >= most {
                    return Err(GraphError::TooLarge { most });
                }
                if place & 0xffff == 0 && stop.is_set() {
                    return Err(GraphError::Stopped);
                }
                places.insert(game.key(), place);
                let list = moves.open();
                let who = match game.turn() {
                    Turn::Over => OVER,
                    Turn::Chance => CHANCE,
                    turn => turn.decider().map_or(OVER, |player| player.0),
                };
                if who == OVER {
                    let paid = Player::all(players).map(|p| f64::from(game.payoff(p).0) / 1000.0);
                    values.extend(paid);
                } else {
                    game.moves(&mut moves);
                    if moves.range(list).is_empty() {
                        return Err(GraphError::DeadEnd);
                    }
                    values.extend(std::iter::repeat_n(0.0, players));
                }
                met.push((who, Vec::with_capacity(moves.range(list).len())));
                let next = moves.range(list).start;
                path.push(Step { place, list, next, came });
            }
            let Some(step) = path.last_mut() else { break };
            if step.next == moves.len() {
                let step = path.pop().expect("it was just looked at");
                moves.close(step.list);
                if let Some((m, undo)) = step.came {
                    game.unmake(m, undo);
                }
                continue;
            }
            let m = moves[step.next];
            step.next += 1;
            let here = step.place as usize;
            let weight = if met[here].0 == CHANCE { game.weight(m) as f32 } else { 1.0 };
            let undo = game.make(m);
            let fresh = met.len() as u32;
            let place = match places.entry(game.key()) {
                Entry::Occupied(known) => {
                    let place = *known.get();
                    game.unmake(m, undo);
                    place
                }
                Entry::Vacant(_) => {
                    arrive = Some(Some((m, undo)));
                    fresh
                }
            };
            met[here].1.push((place, weight));
        }
        Ok(Graph::of(places, &met, values, players))
    }

    fn of(
        places: HashMap<Key, u32>,
        met: &[(u8, Vec<(u32, f32)>)],
        values: Vec<f64>,
        players: usize,
    ) -> Self {
        let count = met.iter().map(|(_, ways)| ways.len()).sum();
        let (mut from, mut ways) = (Vec::with_capacity(met.len() + 1), Vec::with_capacity(count));
        let mut odds = Vec::with_capacity(count);
        for (_, out) in met {
            from.push(ways.len() as u32);
            let total: f64 = out.iter().map(|(_, weight)| f64::from(*weight)).sum();
            ways.extend(out.iter().map(|(place, _)| place));
            odds.extend(out.iter().map(|(_, weight)| f64::from(*weight) / total));
        }
        from.push(ways.len() as u32);
        let who = met.iter().map(|(who, _)| *who).collect();
        Graph { places, who, from, ways, odds, values, players }
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.who.len()
    }

    /// What the position of this key is worth to each player, from -1 to 1.
    #[must_use]
    pub fn values(&self, key: Key) -> Option<&[f64]> {
        let &place = self.places.get(&key)?;
        Some(&self.values[place as usize * self.players..][..self.players])
    }

    /// Value all positions.
    ///
    /// # Errors
    /// When somebody stops it, or values do not settle.
    pub fn solve(&mut self, stop: &StopFlag) -> Result<(), GraphError> {
        let (order, ends) = parts(&self.from, &self.ways);
        let mut begin = 0;
        for end in ends {
            let part = &order[begin..end as usize];
            begin = end as usize;
            self.settle(part)?;
            if stop.is_set() {
                return Err(GraphError::Stopped);
            }
        }
        Ok(())
    }

    /// Repeat a part until it stands still; a single position that does not lead
    /// to itself does so at once.
    fn settle(&mut self, part: &[u32]) -> Result<(), GraphError> {
        for _ in 0..MOST_ROUNDS {
            let mut change: f64 = 0.0;
            for &place in part {
                change = change.max(self.value(place as usize));
            }
            if change < STILL || part.len() == 1 && !self.leads_to_itself(part[0]) {
                return Ok(());
            }
        }
        Err(GraphError::Restless)
    }

    fn leads_to_itself(&self, place: u32) -> bool {
        let at = place as usize;
        self.ways[self.from[at] as usize..self.from[at + 1] as usize].contains(&place)
    }

    /// Value a position by what it leads to; by how much that changed it.
    fn value(&mut self, place: usize) -> f64 {
        let ways = self.from[place] as usize..self.from[place + 1] as usize;
        let at =
            |way: usize, seat: usize| self.values[self.ways[way] as usize * self.players + seat];
        let who = self.who[place];
        if who == OVER {
            return 0.0;
        }
        let best = || {
            let seat = usize::from(who);
            ways.clone().max_by(|&a, &b| at(a, seat).total_cmp(&at(b, seat)))
        };
        let best = if who == CHANCE { None } else { best() };
        let mut change: f64 = 0.0;
        for seat in 0..self.players {
            let value = match best {
                Some(way) => self.values[self.ways[way] as usize * self.players + seat],
                None => ways
                    .clone()
                    .map(|way| {
                        let value = self.values[self.ways[way] as usize * self.players + seat];
                        self.odds[way] * value
                    })
                    .sum(),
            };
            let old = &mut self.values[place * self.players + seat];
            change = change.max((value - *old).abs());
            *old = value;
        }
        change
    }
}
