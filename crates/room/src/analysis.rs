//! What engines think beside the game: the analysis that runs or ran last.

use crate::{Access, Found, NodeId, Room, RoomError, Viewer, deciders};
use serde::Serialize;
use std::time::Duration;
use takeback_core::Player;
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;
use takeback_search::StopFlag;

/// What to analyse with.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The engine.
    pub spec: Spec,
    /// How many lines.
    pub lines: usize,
    /// How long.
    pub time: Duration,
}

/// An analysis that runs or has ended.
pub struct Analysing {
    pub(crate) ticket: u64,
    pub(crate) stop: StopFlag,
    pub(crate) node: NodeId,
    pub(crate) seat: Player,
    pub(crate) request: AnalysisRequest,
    pub(crate) latest: Option<Found>,
    pub(crate) trouble: Option<String>,
    pub(crate) done: bool,
    pub(crate) count: u64,
}

/// A search to run beside the game.
pub struct Study {
    /// Names it.
    pub ticket: u64,
    /// Ends it.
    pub stop: StopFlag,
    /// The position, as a table of its own.
    pub table: Box<dyn Table>,
    /// Whose decision is looked for.
    pub seat: Player,
    players: usize,
    hides: bool,
}

impl Study {
    /// A report as it is shown. It puts moves into words, which takes longer than
    /// handing it to the room: to be called where the search runs, and not while
    /// the room is held.
    #[must_use]
    pub fn found(&self, analysis: &Analysis) -> Found {
        let found = Found::new(self.players, self.seat, analysis);
        if self.hides { found } else { found.in_words(&*self.table) }
    }
}

impl Room {
    /// Begin to analyse a position for the seat in turn; whatever ran before
    /// ends. The table's position unless another one is named.
    ///
    /// # Errors
    /// When nobody decides there, or it would show what others hide.
    pub fn analyse(
        &mut self,
        access: Access,
        node: Option<NodeId>,
        request: AnalysisRequest,
    ) -> Result<Study, RoomError> {
        access.must_take_part()?;
        let own = self.seat_to_analyse(access)?;
        let node = node.unwrap_or(self.tree.now());
        let table = if node == self.tree.now() {
            self.table.here()
        } else {
            self.must_see_all(access)?;
            self.table_at(node)?
        };
        let decider = deciders(table.turn());
        let seat = own.filter(|&seat| decider.contains(seat)).or(decider.first());
        let Some(seat) = seat else {
            return Err(if table.turn().is_over() {
                RoomError::Over
            } else {
                RoomError::not_now("chance is to move: there is nothing to analyse")
            });
        };
        self.stop_analysis();
        let (stop, ticket) = (StopFlag::default(), self.ticket());
        let count = self.analysing.as_ref().map_or(0, |old| old.count) + 1;
        self.analysing = Some(Analysing {
            ticket,
            stop: stop.clone(),
            node,
            seat,
            request,
            latest: None,
            trouble: None,
            done: false,
            count,
        });
        self.news += 1;
        let (players, hides) = (self.chairs.len(), self.kind.hides());
        Ok(Study { ticket, stop, table, seat, players, hides })
    }

    /// End the analysis that runs; what it found stays.
    pub fn stop_analysis(&mut self) {
        if let Some(analysing) = &mut self.analysing {
            analysing.stop.stop();
            analysing.done = true;
            self.news += 1;
        }
    }

    /// News of an analysis; false when nobody asks any more.
    pub fn analysis_news(&mut self, ticket: u64, found: Found) -> bool {
        self.tell_analysis(ticket, |analysing| analysing.latest = Some(found))
    }

    /// An analysis has ended.
    pub fn analysis_done(&mut self, ticket: u64, found: Result<Found, String>) {
        let asked = self.analysing.as_ref().filter(|a| a.ticket == ticket);
        if let (Ok(Found { shares: Some(value), .. }), Some(node)) = (&found, asked.map(|a| a.node))
            && let Some(node) = self.tree.get_mut(node)
        {
            node.value = Some(value.clone());
        }
        self.tell_analysis(ticket, |analysing| {
            analysing.done = true;
            match found {
                Ok(found) => analysing.latest = Some(found),
                Err(why) => analysing.trouble = Some(why),
            }
        });
    }

    /// A fresh flag for an analysis that was broken off and goes on later.
    pub fn renew_analysis(&mut self, ticket: u64) -> Option<StopFlag> {
        let analysing = self.analysing.as_mut().filter(|a| a.ticket == ticket && !a.done)?;
        analysing.stop = StopFlag::default();
        Some(analysing.stop.clone())
    }

    fn tell_analysis(&mut self, ticket: u64, news: impl FnOnce(&mut Analysing)) -> bool {
        let asked = self.analysing.as_mut().filter(|analysing| analysing.ticket == ticket);
        let Some(analysing) = asked else { return false };
        news(analysing);
        analysing.count += 1;
        self.news += 1;
        true
    }

    /// Grows with every report.
    #[must_use]
    pub fn analysis_count(&self) -> u64 {
        self.analysing.as_ref().map_or(0, |analysing| analysing.count)
    }

    /// The analysis that runs or ran last, if this access may see it.
    #[must_use]
    pub fn analysis(&self, access: Access) -> Option<AnalysisView<'_>> {
        let analysing = self.analysing.as_ref()?;
        let viewer = self.viewer(access);
        if viewer != Viewer::All && viewer != Viewer::Seat(analysing.seat) {
            return None;
        }
        Some(AnalysisView {
            r#type: "analysis",
            node: analysing.node,
            seat: analysing.seat.0,
            engine: analysing.request.spec.to_string(),
            done: analysing.done,
            trouble: analysing.trouble.clone(),
            found: analysing.latest.as_ref(),
        })
    }
}

/// An analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysisView<'a> {
    /// Always `analysis`.
    pub r#type: &'static str,
    /// The position it is about, by number.
    pub node: usize,
    /// Whose decision.
    pub seat: u8,
    /// The engine.
    pub engine: String,
    /// Whether it has ended.
    pub done: bool,
    /// Why there is none.
    pub trouble: Option<String>,
    /// What was found so far.
    #[serde(flatten)]
    pub found: Option<&'a Found>,
}
