//! What to check and for how long, and what came out of it.

use crate::WALKS;
use crate::aspects::{self, Aspect, Broken};
use crate::capability_facts;
use crate::facts::{self, Fact};
use crate::hidden_facts;
use crate::quiet::quietly;
use crate::shrink;
use crate::subject::{MoveId, Subject, Workshop};
use crate::walk::{self, Found};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// All of [`Laws`](crate::Laws) that does not depend on the game's type.
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) aspects: Vec<Aspect>,
    pub(crate) facts: Vec<Fact>,
    /// Whether there is a slow twin to agree with.
    pub(crate) twin: bool,
    /// What can be asked of a position beyond the rules.
    pub(crate) can: Can,
    pub(crate) plies: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) longest: usize,
    /// The builder's calls that decide which laws are checked, as written.
    calls: String,
    /// What repeats a failure, where that is not the builder's calls.
    pub(crate) again: Option<String>,
}

/// Capabilities that golden games and reports make use of.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Can {
    pub(crate) notation: bool,
    pub(crate) portable: bool,
    pub(crate) keyed: bool,
    pub(crate) hidden: bool,
    pub(crate) simultaneous: bool,
}

impl Plan {
    pub(crate) fn new(name: String) -> Self {
        Plan {
            name,
            aspects: if WALKS { aspects::basic() } else { Vec::new() },
            facts: if WALKS { facts::basic() } else { Vec::new() },
            twin: false,
            can: Can::default(),
            plies: 20_000,
            time: None,
            seed: 1,
            threads: 1,
            longest: 2_000,
            calls: String::new(),
            again: None,
        }
    }

    /// Remember a call of the builder, such as `keyed()`.
    pub(crate) fn called(&mut self, call: &str) {
        self.calls.push('.');
        self.calls.push_str(call);
    }

    pub(crate) fn dead_ends(&mut self) {
        self.called("dead_ends()");
        self.facts.retain(|fact| fact.name != facts::MOVES_UNLESS_OVER);
    }

    pub(crate) fn longest_game(&mut self, moves: usize) {
        self.called(&format!("longest_game({moves})"));
        self.longest = moves;
    }

    pub(crate) fn twin(&mut self) {
        self.called("twin(..)");
        self.twin = true;
    }

    /// The game's own law of this number.
    pub(crate) fn own_law(&mut self, name: &'static str, number: usize) {
        self.called(&format!("law({name:?}, ..)"));
        self.facts.push(Fact::new(name, move |subject, at, _| subject.own_law(at, number)));
    }

    pub(crate) fn run(
        &self,
        workshop: &dyn Workshop,
        watch: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Outcome {
        let walked = walk::run(self, workshop, watch, stop);
        let failure = walked.found.map(|mut found| self.failure(&mut found, stop));
        Outcome { plies: walked.plies, games: walked.games, failure }
    }

    pub(crate) fn assert(&self, workshop: &dyn Workshop) {
        let outcome = self.run(workshop, &|_| (), &AtomicBool::new(false));
        if let Some(failure) = outcome.failure {
            panic!("{failure}");
        }
        assert!(outcome.plies > 0, "{}: nothing to walk", self.name);
    }

    fn failure(&self, found: &mut Found<'_>, stop: &AtomicBool) -> Failure {
        let (line, Broken { law, detail }) = shrink::shrink(self, found, stop);
        Failure {
            game: self.name.clone(),
            law,
            line: self.line_text(&mut *found.subject, found.start, &line),
            detail,
            found_at: found.line.len(),
            seed: self.seed,
            again: self.again.clone().unwrap_or_else(|| self.builder_calls()),
        }
    }

    fn line_text(&self, subject: &mut dyn Subject, start: usize, line: &[MoveId]) -> Vec<String> {
        let plain = |subject: &dyn Subject| {
            line.iter().map(|&m| format!("{:?}", subject.move_debug(m))).collect()
        };
        if !self.can.notation {
            return plain(subject);
        }
        let written = quietly(|| {
            let at = subject.fresh(start);
            let write = |&m: &MoveId| {
                let text = subject.move_text(at, m);
                subject.make(at, m);
                text
            };
            line.iter().map(write).collect()
        });
        written.unwrap_or_else(|_| plain(subject))
    }

    /// The call that finds the failure again. Threads and time do not decide
    /// what is found, the number of plies does: the exhaustive walk gets a share.
    fn builder_calls(&self) -> String {
        let Plan { name, calls, plies, seed, .. } = self;
        format!("Laws::new({name:?}, ..){calls}.plies({plies}).seed({seed}).assert()")
    }
}

/// The laws of the capabilities.
impl Plan {
    pub(crate) fn keyed(&mut self) {
        self.called("keyed()");
        self.can.keyed = true;
        self.aspects.extend(aspects::keyed());
        self.facts.push(capability_facts::keyed());
    }
    pub(crate) fn zero_sum(&mut self) {
        self.called("zero_sum()");
        self.facts.push(capability_facts::zero_sum());
    }
    pub(crate) fn notation(&mut self) {
        self.called("notation()");
        self.can.notation = true;
        self.facts.push(capability_facts::notation());
    }
    pub(crate) fn portable(&mut self) {
        self.called("portable()");
        self.can.portable = true;
        self.facts.push(capability_facts::portable());
    }
    pub(crate) fn indexed(&mut self) {
        self.called("indexed()");
        self.facts.push(capability_facts::indexed());
    }
    pub(crate) fn random_move(&mut self) {
        self.called("random_move()");
        self.facts.push(capability_facts::random_move());
    }
    pub(crate) fn playout(&mut self) {
        self.called("playout()");
        self.facts.push(capability_facts::playout());
    }
    pub(crate) fn simultaneous(&mut self) {
        self.called("simultaneous()");
        self.can.simultaneous = true;
        self.facts.push(capability_facts::simultaneous());
        self.silent_commitments();
    }
    /// A law of games that are both hidden and simultaneous, whichever was
    /// named first.
    fn silent_commitments(&mut self) {
        if self.can.hidden && self.can.simultaneous {
            self.facts.push(hidden_facts::commitments_are_silent());
        }
    }
    /// Redeals are tried at one position in `positions`.
    pub(crate) fn hidden(&mut self, call: &str, positions: usize) {
        self.called(call);
        self.can.hidden = true;
        self.aspects.push(aspects::observations());
        self.facts.push(hidden_facts::redeals(positions));
        self.facts.push(hidden_facts::labels_tell_what_is_seen(positions));
        self.facts.push(hidden_facts::lines_may_lead_on(positions));
        self.silent_commitments();
    }
    pub(crate) fn scored(&mut self) {
        self.called("scored()");
        self.facts.push(capability_facts::scored());
    }
    pub(crate) fn features(&mut self) {
        self.called("features()");
        self.facts.push(capability_facts::features());
    }
    pub(crate) fn pass(&mut self) {
        self.called("pass()");
        self.facts.push(capability_facts::pass());
    }
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Moves made, taken back and compared.
    pub plies: u64,
    /// Games walked, the exhaustive walk counting as one.
    pub games: u64,
    /// The broken law, shrunk; `None` when all laws held.
    pub failure: Option<Failure>,
}

/// A broken law with the shortest line found that breaks it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failure {
    /// The game's name as given.
    pub game: String,
    /// Which law.
    pub law: String,
    /// The moves from the start; the law breaks with the last one.
    pub line: Vec<String>,
    /// How: a field-by-field difference or a sentence.
    pub detail: String,
    /// The line found first had so many moves.
    pub found_at: usize,
    /// The seed that finds it again.
    pub seed: u64,
    /// What finds it again: a command or the calls of [`Laws`](crate::Laws).
    pub again: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: broken law: {}", self.game, self.law)?;
        let line =
            if self.line.is_empty() { "(at the start)".to_owned() } else { self.line.join(" ") };
        writeln!(f, "  after: {line}")?;
        if self.found_at > self.line.len() {
            writeln!(f, "  (shrunk from a line of {} moves)", self.found_at)?;
        }
        for line in self.detail.lines() {
            writeln!(f, "  {line}")?;
        }
        write!(f, "  again: {}", self.again)
    }
}
