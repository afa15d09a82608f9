//! What happens by itself: engines are asked, chance decides, and a person who
//! has nothing to choose is not asked.

use crate::room::Thinking;
use crate::{NodeId, Room, RoomError, value_of};
use std::time::Duration;
use takeback_core::{Player, Turn};
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;
use takeback_search::StopFlag;

/// A search that the room waits for. The answer comes back with the ticket; one
/// that is no longer waited for changes nothing.
pub struct Question {
    /// Names the question.
    pub ticket: u64,
    /// Set when the answer is no longer wanted.
    pub stop: StopFlag,
    /// The position, as a table of its own.
    pub table: Box<dyn Table>,
    /// Whose moves, by which engines.
    pub engines: Vec<(Player, Spec)>,
    /// Mixed into the engines' seeds.
    pub seed: u64,
    /// Whether a person plays this game and waits.
    pub for_people: bool,
    /// Milliseconds that one move may take where clocks run.
    pub budget_ms: Option<u64>,
}

/// So many moves are made by themselves before others get a turn at the room.
const AT_ONCE: usize = 32;

/// How far the game went by itself.
pub enum Next {
    /// Somebody has to be asked, or all is over.
    Wait,
    /// There is more to do; call again.
    More,
    /// An engine has to be asked.
    Ask(Question),
}

impl Room {
    /// Go on as far as nobody has to be asked. To be called after everything
    /// that may have changed who is in turn.
    pub fn advance(&mut self) -> Next {
        for _ in 0..AT_ONCE {
            if !self.running || self.thinking.is_some() || self.ended {
                return Next::Wait;
            }
            let done = match self.turn() {
                Turn::Over => return Next::Wait,
                Turn::Chance => self.roll(),
                Turn::Player(seat) if self.tree.here().forced && self.engine_of(seat).is_none() => {
                    let only = self.table.only().map(|only| only.text).unwrap_or_default();
                    self.play(&only).map(|_| ())
                }
                _ => {
                    let engines: Vec<(Player, Spec)> = self
                        .owing()
                        .filter_map(|seat| Some((seat, self.engine_of(seat)?.clone())))
                        .collect();
                    if engines.is_empty() {
                        return Next::Wait;
                    }
                    return Next::Ask(self.question(engines));
                }
            };
            if let Err(error) = done {
                self.stop_with(&error);
                return Next::Wait;
            }
        }
        Next::More
    }

    /// The game stands still and says why.
    pub(crate) fn stop_with(&mut self, error: &RoomError) {
        self.running = false;
        self.trouble = Some(error.to_string());
        self.touch();
    }

    fn question(&mut self, engines: Vec<(Player, Spec)>) -> Question {
        let stop = StopFlag::default();
        let ticket = self.ticket();
        let seats = engines.iter().map(|(seat, _)| *seat).collect();
        let here = self.tree.here();
        let seed = self.luck.engine_seed(self.tree.now(), here.ply);
        self.thinking = Some(Thinking { ticket, stop: stop.clone(), seats });
        self.touch();
        let for_people = self.has_people();
        let budget_ms = engines.iter().filter_map(|(seat, _)| self.budget_ms(*seat)).min();
        Question { ticket, stop, table: self.table.here(), engines, seed, for_people, budget_ms }
    }

    pub(crate) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// Ask an engine for a move of this seat, person's or not.
    ///
    /// # Errors
    /// When an engine is thinking already.
    pub fn ask_engine(&mut self, seat: Player, spec: Spec) -> Result<Question, RoomError> {
        if self.thinking.is_some() {
            return Err(RoomError::not_now("an engine is thinking already"));
        }
        if !self.owing().any(|owing| owing == seat) {
            return Err(RoomError::not_now("it is not your turn"));
        }
        Ok(self.question(vec![(seat, spec)]))
    }

    /// The question cannot be asked now; it is asked again by the next
    /// [`advance`](Room::advance).
    pub fn put_off(&mut self, ticket: u64) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.ticket == ticket) {
            self.thinking = None;
            self.touch();
        }
    }

    /// The search for this question was broken off and goes on later: a flag for
    /// its next part, if it is still waited for.
    pub fn renew(&mut self, ticket: u64) -> Option<StopFlag> {
        let thinking = self.thinking.as_mut().filter(|thinking| thinking.ticket == ticket)?;
        thinking.stop = StopFlag::default();
        Some(thinking.stop.clone())
    }

    /// Play what was found, if the question still stands; how long to wait before
    /// going on, if the game goes on.
    pub fn accept(
        &mut self,
        ticket: u64,
        answers: &[(Player, Analysis)],
        trouble: Option<RoomError>,
    ) -> Option<Duration> {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.ticket != ticket) {
            return None;
        }
        self.thinking = None;
        if let Some(error) = trouble {
            self.stop_with(&error);
            return None;
        }
        let before = self.tree.now();
        for (seat, analysis) in answers {
            self.note_value(before, *seat, analysis);
            if let Err(error) = self.choose(*seat, &analysis.best) {
                self.stop_with(&error);
                return None;
            }
        }
        self.touch();
        let next = crate::deciders(self.turn());
        let engines_only =
            !next.is_empty() && next.iter().all(|seat| self.engine_of(seat).is_some());
        Some(if engines_only { self.pause } else { Duration::ZERO })
    }

    /// Remember what a search thought of a position, for the graph.
    pub(crate) fn note_value(&mut self, node: NodeId, seat: Player, analysis: &Analysis) {
        if let Some(value) = value_of(self.chairs.len(), seat, analysis)
            && let Some(node) = self.tree.get_mut(node)
        {
            node.value = Some(value);
        }
    }
}
