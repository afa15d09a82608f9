//! When a search has to stop, and how it is told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use takeback_core::Player;
use takeback_core::clock::Instant;

/// What a search may spend. Nothing set means: until the answer is certain.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions visited, all threads together.
    pub nodes: Option<u64>,
    /// Depth in decisions, for searches that deepen.
    pub depth: Option<u32>,
    /// Iterations, for searches that sample.
    pub iterations: Option<u64>,
    /// Memory for tables and trees, in MiB.
    pub memory: usize,
    /// Worker threads; one gives the same answer every time.
    pub threads: usize,
    /// How many of the best lines to report.
    pub lines: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Whose choice to find where several choose together; by default the
    /// lowest seat that owes one.
    pub seat: Option<Player>,
    /// Whether the root's value is wanted too. If not, the only legal move is
    /// answered at once and not valued: what a match wants, unlike analysis
    /// and self-play.
    pub valued: bool,
    /// Lets another thread end the search.
    pub stop: StopFlag,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: None,
            nodes: None,
            depth: None,
            iterations: None,
            memory: 64,
            threads: 1,
            lines: 1,
            seed: 0,
            seat: None,
            valued: false,
            stop: StopFlag::default(),
        }
    }
}

impl Limits {
    /// Only this much time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Only this deep.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only this many iterations.
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Limits { iterations: Some(iterations), ..Limits::default() }
    }
}

/// A flag that ends every search holding a copy of it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Ask the search to end as soon as it can.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Make the flag usable again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for engines that know no searches.
    #[must_use]
    pub fn as_atomic(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether somebody asked.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stopped {
    /// The answer is certain; more search would not change it.
    Solved,
    /// There was only one legal move.
    Forced,
    /// The time was used up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The depth was reached.
    Depth,
    /// The iterations were done.
    Iterations,
    /// The tree filled its memory.
    Memory,
    /// The stop flag was set.
    Flag,
    /// The move stood in an opening book, and nothing was searched.
    Book,
}

impl Stopped {
    /// One word for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Stopped::Solved => "solved",
            Stopped::Forced => "forced",
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Depth => "depth",
            Stopped::Iterations => "iterations",
            Stopped::Memory => "memory",
            Stopped::Flag => "flag",
            Stopped::Book => "book",
        }
    }
}

/// A search's clock: cheap to ask at every node. It looks at the real clock and
/// the stop flag about every quarter of a millisecond, whatever a node costs:
/// the number of nodes between two looks follows their measured speed.
///
/// A search that deepens starts it [`patient`](Clock::patient): what it knows
/// before its first iteration is done is no answer, so until then a limit that
/// is reached only puts it in a [hurry](Clock::hurry).
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    stop: StopFlag,
    also: Option<StopFlag>,
    tick: u32,
    interval: u32,
    looked: Instant,
    patient: bool,
    hurry: Option<Hurry>,
}

/// A limit was reached while the first iteration was under way.
#[derive(Copy, Clone, Debug)]
struct Hurry {
    why: Stopped,
    since: Instant,
    /// How often it was asked since.
    asked: u32,
}

impl Hurry {
    /// So long a first iteration may go on beyond its time. It judges what is left
    /// where it stands, which takes far less, unless a judgement is dear and moves
    /// are many.
    const GRACE: Duration = Duration::from_millis(30);
    /// So many judgements it is granted all the same: on a busy machine time passes
    /// without anything being done.
    const JUDGEMENTS: u32 = 32;
    /// Nothing that a game or an evaluator does may keep a caller waiting for longer.
    /// That is also for who asked for a number of nodes, and wants the same answer
    /// whatever the clock says.
    const LONGEST: Duration = Duration::from_millis(500);

    fn is_over(&self) -> bool {
        let passed = self.since.elapsed();
        let is_late = self.why != Stopped::Nodes && self.asked >= Self::JUDGEMENTS;
        passed >= if is_late { Self::GRACE } else { Self::LONGEST }
    }
}

impl Clock {
    /// The aim for the time between two looks; half to double of it is fine.
    const BETWEEN: Duration = Duration::from_micros(250);
    /// No more questions than this are answered from memory.
    const MAX_INTERVAL: u32 = 4096;

    /// Start now.
    #[must_use]
    pub fn start(limits: &Limits) -> Self {
        let started = Instant::now();
        Clock {
            started,
            deadline: limits.time.and_then(|t| started.checked_add(t)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: limits.stop.clone(),
            also: None,
            tick: 0,
            interval: 1,
            looked: started,
            patient: false,
            hurry: None,
        }
    }

    /// Let the first iteration come to its end, whatever the limits say.
    #[must_use]
    pub fn patient(self) -> Self {
        Clock { patient: true, ..self }
    }

    /// An iteration is done: from now on limits end the search. Tells whether
    /// one has been reached already.
    pub fn iterated(&mut self) -> Option<Stopped> {
        self.patient = false;
        self.hurry()
    }

    /// The limit that was reached while the first iteration was under way.
    #[inline]
    #[must_use]
    pub fn hurry(&self) -> Option<Stopped> {
        self.hurry.map(|hurry| hurry.why)
    }

    /// Obey this flag too: how the threads of one search end each other.
    #[must_use]
    pub fn also_obey(self, flag: StopFlag) -> Self {
        Clock { also: Some(flag), ..self }
    }

    /// The same clock with so many nodes at most.
    #[must_use]
    pub(crate) fn until(self, nodes: u64) -> Self {
        Clock { nodes: self.nodes.min(nodes), ..self }
    }

    /// Whether to end, having visited `nodes` so far.
    #[inline]
    pub fn is_up(&mut self, nodes: u64) -> Option<Stopped> {
        if nodes >= self.nodes {
            return self.bear(Stopped::Nodes);
        }
        self.tick += 1;
        if self.tick < self.interval {
            return None;
        }
        self.pace().and_then(|why| self.bear(why))
    }

    /// A limit is reached: the end, unless the first iteration is under way.
    #[cold]
    fn bear(&mut self, why: Stopped) -> Option<Stopped> {
        if !self.patient {
            return Some(why);
        }
        self.interval = 1;
        let first = || Hurry { why, since: Instant::now(), asked: 0 };
        let hurry = self.hurry.get_or_insert_with(first);
        hurry.asked += 1;
        hurry.is_over().then_some(hurry.why)
    }

    /// Look, and choose how long to wait before the next look.
    #[cold]
    fn pace(&mut self) -> Option<Stopped> {
        self.tick = 0;
        let now = Instant::now();
        let passed = now.duration_since(self.looked);
        self.looked = now;
        if passed > Self::BETWEEN * 2 {
            self.interval = (self.interval / 2).max(1);
        } else if passed < Self::BETWEEN / 2 {
            self.interval = (self.interval * 2).min(Self::MAX_INTERVAL);
        }
        self.look()
    }

    /// Look at the flag and the clock now.
    #[cold]
    #[must_use]
    pub fn look(&self) -> Option<Stopped> {
        if self.stop.is_set() || self.also.as_ref().is_some_and(StopFlag::is_set) {
            return Some(Stopped::Flag);
        }
        self.deadline.is_some_and(|end| Instant::now() >= end).then_some(Stopped::Time)
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patient_clock_hurries_before_it_ends() {
        let limits = Limits { nodes: Some(1), ..Limits::time(Duration::ZERO) };
        assert_eq!(Clock::start(&limits).is_up(0), Some(Stopped::Time));
        let mut clock = Clock::start(&limits).patient();
        assert_eq!((clock.hurry(), clock.is_up(0)), (None, None));
        assert_eq!((clock.hurry(), clock.is_up(1)), (Some(Stopped::Time), None));
        assert_eq!(clock.iterated(), Some(Stopped::Time));
        assert_eq!(clock.is_up(1), Some(Stopped::Nodes));
    }

    /// A clock whose first iteration was asked to hurry so long ago, and then asked so often.
    fn hurried(limits: &Limits, ago: Duration, asked: u32) -> Option<Stopped> {
        let mut clock = Clock::start(limits).patient();
        assert_eq!(clock.is_up(5), None);
        let hurry = clock.hurry.as_mut().expect("a limit was reached");
        (hurry.since, hurry.asked) = (hurry.since - ago, asked);
        clock.is_up(5)
    }

    #[test]
    fn patience_has_an_end() {
        let timed = Limits::time(Duration::ZERO);
        assert_eq!(hurried(&timed, Duration::ZERO, Hurry::JUDGEMENTS), None);
        assert_eq!(hurried(&timed, Hurry::GRACE, Hurry::JUDGEMENTS), Some(Stopped::Time));
        // Little was done in that time: somebody else had the processor.
        assert_eq!(hurried(&timed, Hurry::GRACE, 3), None);
        assert_eq!(hurried(&timed, Hurry::LONGEST, 3), Some(Stopped::Time));
        // The same answer on any machine.
        let counted = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(hurried(&counted, Hurry::GRACE, Hurry::JUDGEMENTS), None);
        assert_eq!(hurried(&counted, Hurry::LONGEST, 3), Some(Stopped::Nodes));
    }
}
