//! The engine, how long it may think, and the thread it thinks on.

use super::Voice;
use super::answer;
use super::command::Go;
use super::settings::{Choice, Settings};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_host::Variant;
use takeback_host::engines::EngineError;
use takeback_host::play::{Engine, Table};
use takeback_host::spec::{Level, Spec};
use takeback_search::{Limits, StopFlag};

/// An engine and what its specification says about limits.
pub(super) struct Chair {
    pub(super) engine: Box<dyn Engine>,
    /// Never exceeded, whatever the client allows.
    bound: Limits,
    /// What holds where the client says nothing.
    usual: Limits,
    /// Whether it understands a depth.
    deepens: bool,
}

impl Chair {
    /// The engine of this choice.
    pub(super) fn new(variant: &dyn Variant, choice: &Choice) -> Result<Chair, EngineError> {
        let rung = |level| match variant.ladder() {
            None => Err(EngineError::NoLadder),
            Some(ladder) => Ok(ladder.spec(level)?),
        };
        let asked = match choice {
            Choice::Strongest => rung(Level::HIGHEST)?,
            Choice::Engine(spec) => spec.clone(),
            Choice::Level(level) => Spec::of_level(*level),
        };
        let seat = variant.engine(&asked)?;
        let bound = match choice {
            Choice::Strongest => Limits::default(),
            // A time that nobody asked for is no bound.
            Choice::Engine(spec) if spec.level().is_none() => Limits {
                time: seat.limits.time.filter(|_| spec.says("time")),
                ..seat.limits.clone()
            },
            _ => seat.limits.clone(),
        };
        let named = match asked.level() {
            Some(level) => rung(level)?,
            None => asked,
        };
        let deepens = variant.engines().iter().any(|engine| {
            engine.name == named.engine() && engine.options.iter().any(|o| o.name == "depth")
        });
        Ok(Chair { engine: seat.engine, bound, usual: seat.limits, deepens })
    }

    /// What the client allows, within what the specification allows.
    pub(super) fn limits(&self, go: &Go, settings: &Settings, table: &dyn Table) -> Limits {
        let turn = table.turn();
        let seat = go.seat.and_then(|n| n.checked_sub(1)).map(Player).or(turn.decider());
        let mut limits = Limits {
            memory: settings.hash.unwrap_or(self.usual.memory),
            threads: settings.threads.unwrap_or(self.usual.threads),
            lines: settings.lines,
            seed: settings.seed,
            seat,
            ..Limits::default()
        };
        if !go.is_open_ended() {
            let clock = seat.map_or(0, |player| usize::from(player.0 > 0));
            limits.time = allotted(go, clock, Step::of(table));
            limits.nodes = go.nodes.map(|nodes| nodes.max(1));
            limits.depth = go.depth.map(|depth| depth.max(1));
            if !go.is_bounded() {
                limits.time = settings.time.or(self.usual.time);
                limits.nodes = self.usual.nodes;
                limits.depth = self.usual.depth;
                limits.iterations = self.usual.iterations;
            }
        }
        limits.time = least(limits.time, self.bound.time);
        limits.nodes = least(limits.nodes, self.bound.nodes);
        limits.depth = least(limits.depth, self.bound.depth);
        limits.iterations = least(limits.iterations, self.bound.iterations);
        let ends = limits.time.is_some()
            || limits.nodes.is_some()
            || limits.iterations.is_some()
            || limits.depth.is_some() && self.deepens;
        if !ends && !go.is_open_ended() {
            limits.time = Some(self.usual.time.unwrap_or(WITHOUT_A_WORD));
        }
        limits
    }

    /// How long to think on the move that is being pondered on, once it is
    /// played; `None` when nothing was said of it.
    pub(super) fn after_hit(
        &self,
        go: &Go,
        settings: &Settings,
        table: &dyn Table,
    ) -> Option<Duration> {
        let played = Go { ponder: false, ..go.clone() };
        let asked = go.ponder && go.is_bounded();
        asked.then(|| self.limits(&played, settings, table).time).flatten()
    }
}

/// Which step of a turn is asked for.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// The first, as a rule the only one.
    First,
    /// A later one. The turn was thought through at the first.
    Later,
}

impl Step {
    pub(super) fn of(table: &dyn Table) -> Step {
        let Some(us) = table.turn().decider() else { return Step::First };
        let mut before = table.branch();
        match before.take_back() {
            Some(_) if before.turn().decider() == Some(us) => Step::Later,
            _ => Step::First,
        }
    }
}

/// For engines that know no depth and were told only that.
const WITHOUT_A_WORD: Duration = Duration::from_secs(1);

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Time for one move: what the client says, or a share of what the clock shows.
pub(super) fn allotted(go: &Go, clock: usize, step: Step) -> Option<Duration> {
    /// Moves to reckon with when nobody says how many are left.
    const MOVES: u64 = 30;
    /// A later step of a turn gets such a part: the clock's moves are turns.
    const LATER: u64 = 8;
    /// Kept back for the way there and back.
    const MARGIN: u64 = 30;
    if let Some(millis) = go.movetime {
        return Some(Duration::from_millis(millis.max(1)));
    }
    let left = go.clocks[clock]?.saturating_sub(MARGIN);
    let share = left / go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES * 2);
    let share = share.saturating_add(go.increments[clock].saturating_mul(3) / 4);
    let share = if step == Step::Later { share / LATER } else { share };
    Some(Duration::from_millis(share.min(left).max(1)))
}

/// A search under way.
pub(super) struct Thinking<'scope> {
    thread: ScopedJoinHandle<'scope, Option<Chair>>,
    leash: Leash,
    /// Whether it goes on until it is told to stop.
    pub(super) open_ended: bool,
    /// When it began, and how much time it has once it is no longer pondering.
    began: Instant,
    after_hit: Option<Duration>,
}

/// What is asked of a search beside its limits.
#[derive(Copy, Clone)]
pub(super) struct Manner {
    /// Whether it goes on until it is told to stop.
    pub(super) open_ended: bool,
    /// Time for the move if it is pondered on and then played.
    pub(super) after_hit: Option<Duration>,
    /// Whether the client hears which reply to ponder on.
    pub(super) ponders: bool,
    /// By what luck the engine may answer without thinking, if it may.
    pub(super) by_heart: Option<u64>,
}

/// Ends the search when it goes.
struct Leash {
    stop: StopFlag,
    /// Keeps back the answer of a search without an end until it is told to
    /// stop; gone when that has happened. After a hit it keeps the timer waiting.
    hold: Option<Sender<()>>,
}

impl Leash {
    fn let_go(&mut self) {
        self.stop.stop();
        self.hold = None;
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.let_go();
    }
}

impl<'scope> Thinking<'scope> {
    /// Think on a thread of its own; the answer is said there, too.
    pub(super) fn begin<'env, W: Write + Send>(
        scope: &'scope Scope<'scope, 'env>,
        voice: &'env Voice<W>,
        chair: Chair,
        table: Box<dyn Table>,
        limits: Limits,
        manner: Manner,
    ) -> Self {
        let Manner { open_ended, after_hit, .. } = manner;
        let (hold, held) = mpsc::channel();
        let leash = Leash { stop: limits.stop.clone(), hold: open_ended.then_some(hold) };
        let wait = move || {
            // Returns when something is sent or the other end is dropped.
            let _ = held.recv();
        };
        let thread = scope.spawn(move || think(voice, chair, &*table, &limits, wait, manner));
        Thinking { thread, leash, open_ended, began: Instant::now(), after_hit }
    }

    /// The move that was pondered on has been played: from now on there is an
    /// end. What was thought meanwhile counts.
    pub(super) fn hit<'env>(&mut self, scope: &'scope Scope<'scope, 'env>) {
        let left = self.after_hit.map(|time| time.saturating_sub(self.began.elapsed()));
        let Some(left) = left.filter(|left| !left.is_zero()) else { return self.stop() };
        self.open_ended = false;
        let (wake, woken) = mpsc::channel();
        if let Some(hold) = self.leash.hold.replace(wake) {
            let _ = hold.send(()); // an answer that is certain need not wait
        }
        let stop = self.leash.stop.clone();
        scope.spawn(move || {
            let _ = woken.recv_timeout(left);
            stop.stop();
        });
    }

    /// Answer as soon as can be.
    pub(super) fn stop(&mut self) {
        self.leash.let_go();
    }

    /// Wait for the answer and take the engine back; none if it broke.
    pub(super) fn end(self) -> Option<Chair> {
        let Thinking { thread, mut leash, open_ended, .. } = self;
        if open_ended {
            leash.let_go();
        }
        thread.join().ok().flatten()
    }
}

/// Think, say what is found, and answer. An engine that panics costs its
/// memory and this answer, not the conversation.
fn think<W: Write>(
    voice: &Voice<W>,
    mut chair: Chair,
    table: &dyn Table,
    limits: &Limits,
    wait: impl FnOnce(),
    manner: Manner,
) -> Option<Chair> {
    let tell = |lines: Vec<String>| {
        if voice.say_all(&lines).is_err() {
            limits.stop.stop(); // nobody listens any more
        }
    };
    let known = manner.by_heart.and_then(|seed| {
        let limits = Limits { seed, ..limits.clone() };
        chair.engine.recall(table, &limits)
    });
    if let Some(known) = known {
        let best = format!("bestmove {}", answer::word(&known.best));
        tell(vec![answer::by_heart(table, &known), best]);
        return Some(chair);
    }
    let thought = catch_unwind(AssertUnwindSafe(|| {
        chair.engine.think(table, limits, &mut |found| tell(answer::infos(table, found)))
    }));
    wait();
    let Ok(answer) = thought else {
        tell(vec!["info string the engine broke down; the next go makes a new one".to_owned()]);
        tell(vec!["bestmove (none)".to_owned()]);
        return None;
    };
    match answer {
        Ok(found) => {
            let mut lines = answer::infos(table, &found);
            let line = found.lines.first().map_or(&[][..], |line| &line.moves);
            let leads = manner.ponders && line.first() == Some(&found.best);
            let mut last = format!("bestmove {}", answer::word(&found.best));
            if let Some(reply) = leads.then(|| answer::reply(table, line)).flatten() {
                last += &format!(" ponder {reply}");
            }
            lines.push(last);
            tell(lines);
        }
        Err(error) => tell(vec![format!("info string {error}"), "bestmove (none)".to_owned()]),
    }
    Some(chair)
}
