//! Searches: asked for, heard of, written down.

use super::{Effect, House, Refusable, found, refusal};
use serde_json::{Value, json};
use std::time::Duration;
use takeback_core::Player;
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;
use takeback_room::{
    Access, AnalysisRequest, Found, GradeStep, NodeId, Question, RoomError, Study, TreeNode,
    deciders,
};
use takeback_search::StopFlag;

/// A search that runs somewhere.
pub(super) struct Search {
    room: String,
    pub(super) stop: StopFlag,
    /// Whether it was told to stop.
    pub(super) is_stopping: bool,
    task: Task,
}

impl Search {
    fn new(room: &str, stop: StopFlag, task: Task) -> Self {
        Search { room: room.to_owned(), stop, is_stopping: false, task }
    }
}

/// What it is for.
enum Task {
    /// A move, or several of a round played together, one search after the other.
    Move { question: Question, answers: Vec<(Player, Analysis)> },
    /// Live analysis.
    Study { study: Box<Study> },
    /// The judgement of one position on the way back along a line.
    Grade { step: GradeStep, seat: Player, request: AnalysisRequest },
    /// A position of the search tree, which a request waits for.
    Tree { seat: Player, players: usize, table: Box<dyn Table> },
}

/// Time of one search for a move, whatever its engine says.
const LONGEST: Duration = Duration::from_secs(30);

/// More lines than anybody reads.
const MOST_LINES: usize = 12;

/// Whole numbers that JavaScript keeps exactly.
const EXACT: u32 = 12;

fn millis(time: Duration) -> u64 {
    time.min(LONGEST).as_millis() as u64
}

impl House {
    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    fn begin(&mut self, search: Search, kept: &str, limits: Value, way: Way, engine: &Spec) -> u32 {
        let number = self.number();
        let Some(lodger) = self.rooms.get(&search.room) else { return number };
        let kind = lodger.room.kind();
        self.effects.push(Effect::Search {
            search: number,
            game: format!("{}:{}", kind.entry().name, kind.variant().name()),
            start: way.start,
            moves: way.moves,
            engine: engine.to_string(),
            limits,
            kept: format!("{}/{kept}", search.room),
            watched: matches!(search.task, Task::Study { .. }),
        });
        self.searches.insert(number, search);
        number
    }

    /// Ask an engine for a move.
    pub(super) fn ask(&mut self, id: &str, question: Question) {
        let stop = question.stop.clone();
        self.ask_next(Search::new(id, stop, Task::Move { question, answers: Vec::new() }));
    }

    fn ask_next(&mut self, search: Search) {
        let Task::Move { question, answers } = &search.task else { return };
        let Some((seat, spec)) = question.engines.get(answers.len()).cloned() else { return };
        let Some(lodger) = self.rooms.get(&search.room) else { return };
        let most = question.budget_ms.map_or(LONGEST, Duration::from_millis);
        let limits = json!({
            "seat": seat.0, "mix": question.seed >> EXACT, "atMost": millis(most), "brief": true,
        });
        let way = Way::of(lodger.room.table());
        self.begin(search, &format!("seat {}", seat.0), limits, way, &spec);
    }

    /// Begin to analyse a position.
    pub(super) fn study(
        &mut self,
        id: &str,
        access: Access,
        node: Option<NodeId>,
        request: &AnalysisRequest,
    ) -> Refusable<()> {
        let Some(lodger) = self.rooms.get_mut(id) else { return Ok(()) };
        let room = &mut lodger.room;
        access.must_take_part()?;
        room.seat_to_analyse(access)?;
        room.kind().variant().engine_for_strangers(&request.spec)?;
        let now = room.tree().now();
        let study = room.analyse(access, node, request.clone())?;
        // The table of the room remembers how the game came here.
        let here = node.is_none_or(|node| node == now);
        let way = Way::of(if here { room.table() } else { &*study.table });
        let limits = json!({
            "seat": study.seat.0, "lines": request.lines.clamp(1, MOST_LINES),
            "within": millis(request.time),
        });
        let (stop, study) = (study.stop.clone(), Box::new(study));
        let search = Search::new(id, stop, Task::Study { study });
        self.begin(search, "analysis", limits, way, &request.spec);
        Ok(())
    }

    /// What an engine thinks of the position after some moves; the number of the search.
    pub(super) fn unfold(
        &mut self,
        id: &str,
        access: Access,
        line: &[String],
        request: &AnalysisRequest,
    ) -> Refusable<u32> {
        let Some(lodger) = self.rooms.get(id) else { return Err(RoomError::Over) };
        let room = &lodger.room;
        access.must_take_part()?;
        room.must_see_all(access)?;
        room.kind().variant().engine_for_strangers(&request.spec)?;
        let mut table = room.table().branch();
        for text in line {
            table.play(text)?;
        }
        let seat = deciders(table.turn()).first().ok_or(RoomError::Over)?;
        let limits = json!({
            "seat": seat.0, "lines": request.lines.clamp(1, MOST_LINES),
            "within": millis(request.time),
        });
        let way = Way::of(&*table);
        let task = Task::Tree { seat, players: room.chairs().len(), table };
        let search = Search::new(id, StopFlag::default(), task);
        Ok(self.begin(search, "tree", limits, way, &request.spec))
    }

    /// Begin to judge the line through the position on the table.
    pub(super) fn grade(
        &mut self,
        id: &str,
        access: Access,
        request: AnalysisRequest,
    ) -> Refusable<()> {
        let Some(lodger) = self.rooms.get_mut(id) else { return Ok(()) };
        lodger.room.kind().variant().engine_for_strangers(&request.spec)?;
        let step = lodger.room.grade(access)?;
        self.judge(id, step, request);
        Ok(())
    }

    /// Search the next position of the walk that somebody decides at.
    fn judge(&mut self, id: &str, step: GradeStep, request: AnalysisRequest) {
        let mut next = Some(step);
        while let Some(step) = next.take() {
            let Some(seat) = step.seat() else {
                let Some(lodger) = self.rooms.get_mut(id) else { return };
                next = lodger.room.graded(step, None);
                continue;
            };
            let limits = json!({ "seat": seat.0, "within": millis(request.time), "brief": true });
            let (way, spec) = (Way::of(&*step.table), request.spec.clone());
            let stop = step.stop.clone();
            let task = Task::Grade { step, seat, request };
            let search = Search::new(id, stop, task);
            self.begin(search, "grades", limits, way, &spec);
            return;
        }
    }

    /// A report of a search that goes on.
    pub fn heard(&mut self, number: u32, report: &str) {
        let Some(search) = self.searches.get(&number) else { return };
        if let (Task::Study { study }, Some(found)) = (&search.task, found::read(report))
            && let Some(lodger) = self.rooms.get_mut(&search.room)
            && !lodger.room.analysis_news(study.ticket, study.found(&found))
        {
            search.stop.stop();
        }
        self.settle();
    }

    /// A search has ended: with its last report, or with why there is none.
    pub fn ended(&mut self, number: u32, report: Result<&str, &str>) {
        let Some(search) = self.searches.remove(&number) else { return };
        let found = report.map_err(str::to_owned).and_then(|report| {
            found::read(report).ok_or_else(|| "the engine's report cannot be read".to_owned())
        });
        self.conclude(number, search, found);
        self.settle();
    }

    fn conclude(&mut self, number: u32, search: Search, found: Result<Analysis, String>) {
        let Some(lodger) = self.rooms.get_mut(&search.room) else { return };
        let Search { room: id, stop, task, .. } = search;
        match task {
            Task::Move { question, mut answers } => {
                let seat = question.engines.get(answers.len()).map(|(seat, _)| *seat);
                let mut trouble = None;
                match found {
                    Ok(analysis) => answers.extend(seat.map(|seat| (seat, analysis))),
                    Err(why) => trouble = Some(RoomError::NotNow(why)),
                }
                if trouble.is_none() && answers.len() < question.engines.len() {
                    let task = Task::Move { question, answers };
                    return self.ask_next(Search::new(&id, stop, task));
                }
                match lodger.room.accept(question.ticket, &answers, trouble) {
                    Some(wait) if wait.is_zero() => self.drive(&id),
                    Some(wait) => {
                        self.effects.push(Effect::Wait { room: id, ms: wait.as_millis() as u64 });
                    }
                    None => (),
                }
            }
            Task::Study { study } => {
                let found = found.map(|found| study.found(&found));
                lodger.room.analysis_done(study.ticket, found);
            }
            Task::Grade { step, seat, request } => {
                let found = found.ok().map(|found| (seat, found));
                if let Some(step) = lodger.room.graded(step, found.as_ref()) {
                    self.judge(&id, step, request);
                }
            }
            Task::Tree { seat, players, table } => {
                let (status, body) = match found {
                    Ok(analysis) => {
                        let mut found = Found::new(players, seat, &analysis);
                        if !lodger.room.kind().hides() {
                            found = found.in_words(&*table);
                        }
                        (200, json!(TreeNode { seat: seat.0, found }))
                    }
                    Err(why) => {
                        let error = RoomError::NotNow(why);
                        (error.status(), refusal(error.code(), &error))
                    }
                };
                self.effects.push(Effect::Reply { search: number, status, body });
            }
        }
    }
}

/// How a position came about.
struct Way {
    start: String,
    moves: Vec<String>,
}

impl Way {
    fn of(table: &dyn Table) -> Self {
        Way { start: table.start(), moves: table.moves() }
    }
}
