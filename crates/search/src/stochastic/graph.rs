//! All positions of a game, each once, and what leads where.

use super::parts::Parts;
use super::solution::{Places, Solution, Sorting};
use crate::{Clock, Limits, StopFlag};
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use takeback_core::{Frame, Keyed, Moves, Player, Turn};

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
    places: Places,
    /// A seat, [`CHANCE`] or [`OVER`].
    who: Vec<u8>,
    /// Where each position's ways stand: how many, then where they lead.
    from: Vec<u32>,
    ways: Vec<u32>,
    /// Where the chances of a position's ways stand, if chance decides there.
    bundle: Vec<u32>,
    /// Chances, once for all positions that have the same.
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
    list: Frame,
    /// The next move to be walked.
    next: usize,
    /// What took the walk here.
    came: Option<(G::Move, G::Undo)>,
}

/// The walk over all positions, which can be left off and gone on with.
pub(super) struct Walk<G: Keyed> {
    game: G,
    moves: Moves<G::Move>,
    path: Vec<Step<G>>,
    graph: Graph,
    /// The chances met so far, by their weights.
    bundles: HashMap<Vec<u32>, u32>,
    most: usize,
}

/// A position that has a place and was not yet walked to.
const AHEAD: u32 = u32::MAX;

impl<G: Keyed> Walk<G> {
    pub(super) fn new(start: &G, most: usize) -> Self {
        let graph = Graph::empty(start.players());
        let (game, moves, path) = (start.clone(), Moves::new(), Vec::new());
        Walk { game, moves, path, graph, bundles: HashMap::new(), most }
    }

    /// Walk on until all positions are met or the clock is up; whether all are.
    pub(super) fn go_on(&mut self, clock: &mut Clock) -> Result<bool, GraphError> {
        if self.graph.positions() == 0 {
            let start = self.place()?;
            self.arrive(start, None)?;
        }
        while let Some(step) = self.path.last_mut() {
            if clock.is_up(0).is_some() {
                return Ok(false);
            }
            if step.next == self.moves.len() {
                let step = self.path.pop().expect("it was just looked at");
                self.moves.close(step.list);
                if let Some((m, undo)) = step.came {
                    self.game.unmake(m, undo);
                }
                continue;
            }
            let m = self.moves[step.next];
            step.next += 1;
            let undo = self.game.make(m);
            let place = self.place()?;
            if self.graph.from[place as usize] == AHEAD {
                self.arrive(place, Some((m, undo)))?;
            } else {
                self.game.unmake(m, undo);
            }
        }
        Ok(true)
    }

    /// What was found by a walk that came to its end.
    pub(super) fn take_graph(&mut self) -> Graph {
        std::mem::replace(&mut self.graph, Graph::empty(0))
    }

    /// The place of the position as it stands now, a new one if it has none.
    fn place(&mut self) -> Result<u32, GraphError> {
        let place = self.graph.places.insert(self.game.key());
        if place as usize == self.graph.from.len() {
            if place as usize >= self.most {
                return Err(GraphError::TooLarge { most: self.most });
            }
            self.graph.from.push(AHEAD);
            self.graph.who.push(OVER);
            self.graph.bundle.push(0);
            self.graph.values.extend(std::iter::repeat_n(0.0, self.graph.players));
        }
        Ok(place)
    }

    /// The walk comes to a position for the first time: write down who decides
    /// there and where every move leads.
    fn arrive(&mut self, place: u32, came: Option<(G::Move, G::Undo)>) -> Result<(), GraphError> {
        let (at, turn, list) = (place as usize, self.game.turn(), self.moves.open());
        self.graph.from[at] = self.graph.ways.len() as u32;
        match turn {
            Turn::Over => self.pay(at),
            Turn::Chance => self.graph.who[at] = CHANCE,
            turn => self.graph.who[at] = turn.decider().map_or(OVER, |player| player.0),
        }
        if turn != Turn::Over {
            self.game.moves(&mut self.moves);
            if self.moves.range(list).is_empty() {
                return Err(GraphError::DeadEnd);
            }
        }
        let range = self.moves.range(list);
        if turn == Turn::Chance {
            self.graph.bundle[at] = self.weigh(range.clone());
        }
        self.graph.ways.push(range.len() as u32);
        for i in range.clone() {
            let m = self.moves[i];
            let undo = self.game.make(m);
            let to = self.place();
            self.game.unmake(m, undo);
            self.graph.ways.push(to?);
        }
        self.path.push(Step { list, next: range.start, came });
        Ok(())
    }

    fn pay(&mut self, at: usize) {
        let players = self.graph.players;
        for player in Player::all(players) {
            let paid = f64::from(self.game.payoff(player).0) / 1000.0;
            self.graph.values[at * players + player.index()] = paid;
        }
    }

    /// Where the chances of these outcomes stand.
    fn weigh(&mut self, outcomes: Range<usize>) -> u32 {
        let weights: Vec<u32> = outcomes.map(|i| self.game.weight(self.moves[i])).collect();
        let odds = &mut self.graph.odds;
        *self.bundles.entry(weights).or_insert_with_key(|weights| {
            let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            let from = odds.len() as u32;
            odds.extend(weights.iter().map(|&weight| f64::from(weight) / total));
            from
        })
    }
}

impl Graph {
    fn empty(players: usize) -> Self {
        Graph {
            places: Places::default(),
            who: Vec::new(),
            from: Vec::new(),
            ways: Vec::new(),
            bundle: Vec::new(),
            odds: Vec::new(),
            values: Vec::new(),
            players,
        }
    }

    /// Walk to every position once.
    ///
    /// # Errors
    /// When there are more than `most`, or a dead end.
    pub fn unroll<G: Keyed>(start: &G, most: usize, stop: &StopFlag) -> Result<Self, GraphError> {
        let mut walk = Walk::new(start, most);
        if walk.go_on(&mut until(stop))? { Ok(walk.graph) } else { Err(GraphError::Stopped) }
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.who.len()
    }

    /// The ways of a position.
    fn ways_of(&self, place: usize) -> Range<usize> {
        let from = self.from[place] as usize;
        from + 1..from + 1 + self.ways[from] as usize
    }

    /// Value all positions, and keep those where somebody decides.
    ///
    /// # Errors
    /// When somebody stops it, or values do not settle.
    pub fn solve(self, stop: &StopFlag) -> Result<Solution, GraphError> {
        Valuing::new(self).go_on(&mut until(stop))?.ok_or(GraphError::Stopped)
    }

    fn leads_to_itself(&self, place: u32) -> bool {
        self.ways[self.ways_of(place as usize)].contains(&place)
    }

    /// Value a position by what it leads to; by how much that changed it.
    fn value(&mut self, place: usize) -> f64 {
        let (who, ways) = (self.who[place], self.ways_of(place));
        if who == OVER {
            return 0.0;
        }
        let at =
            |way: usize, seat: usize| self.values[self.ways[way] as usize * self.players + seat];
        let best = || {
            let seat = usize::from(who);
            ways.clone().max_by(|&a, &b| at(a, seat).total_cmp(&at(b, seat)))
        };
        let best = if who == CHANCE { None } else { best() };
        let odds = self.bundle[place] as usize;
        let mut change: f64 = 0.0;
        for seat in 0..self.players {
            let at = |way: usize| self.values[self.ways[way] as usize * self.players + seat];
            let value = match best {
                Some(way) => at(way),
                None => {
                    ways.clone().enumerate().map(|(n, way)| self.odds[odds + n] * at(way)).sum()
                }
            };
            let old = &mut self.values[place * self.players + seat];
            change = change.max((value - *old).abs());
            *old = value;
        }
        change
    }
}

/// A clock that only obeys this flag.
fn until(stop: &StopFlag) -> Clock {
    Clock::start(&Limits { stop: stop.clone(), ..Limits::default() })
}

/// The positions of a game being valued, part after part, which can be left off and
/// gone on with.
pub(super) struct Valuing {
    graph: Graph,
    parts: Parts,
    are_parted: bool,
    /// The part at hand: its number, where it begins, and the next position of it.
    part: usize,
    begin: usize,
    next: usize,
    /// By how much the round so far has changed it, and how many rounds there were.
    change: f64,
    rounds: u32,
    sorting: Option<Sorting>,
}

impl Valuing {
    pub(super) fn new(graph: Graph) -> Self {
        let parts = Parts::new(graph.positions());
        Valuing {
            graph,
            parts,
            are_parted: false,
            part: 0,
            begin: 0,
            next: 0,
            change: 0.0,
            rounds: 0,
            sorting: None,
        }
    }

    /// Go on until everything is valued, and keep the positions where somebody
    /// decides; nothing if the clock is up before. To be asked no more after that.
    pub(super) fn go_on(&mut self, clock: &mut Clock) -> Result<Option<Solution>, GraphError> {
        while !self.are_parted {
            if clock.is_up(0).is_some() {
                return Ok(None);
            }
            let graph = &self.graph;
            self.are_parted = !self.parts.step(|place| &graph.ways[graph.ways_of(place)]);
        }
        while self.part < self.parts.ends.len() {
            if clock.is_up(0).is_some() {
                return Ok(None);
            }
            self.settle_on()?;
        }
        let Graph { places, who, values, players, .. } = &mut self.graph;
        let sorting = self
            .sorting
            .get_or_insert_with(|| Sorting::new(std::mem::take(places), |place| who[place] < OVER));
        while sorting.step() {
            if clock.is_up(0).is_some() {
                return Ok(None);
            }
        }
        Ok(self.sorting.take().map(|sorting| sorting.solution(values, *players)))
    }

    /// Value the next position of the part at hand. A part is repeated until it stands
    /// still; a single position that does not lead to itself does so at once.
    fn settle_on(&mut self) -> Result<(), GraphError> {
        let end = self.parts.ends[self.part] as usize;
        let place = self.parts.order[self.next];
        self.change = self.change.max(self.graph.value(place as usize));
        self.next += 1;
        if self.next < end {
            return Ok(());
        }
        let is_single = end - self.begin == 1 && !self.graph.leads_to_itself(place);
        self.rounds += 1;
        if self.change < STILL || is_single {
            (self.part, self.begin, self.rounds) = (self.part + 1, end, 0);
        } else if self.rounds == MOST_ROUNDS {
            return Err(GraphError::Restless);
        }
        (self.next, self.change) = (self.begin, 0.0);
        Ok(())
    }
}
