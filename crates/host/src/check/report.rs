//! Counts of cases and the first differences found.

use std::fmt;

/// What came of the cases of one or many files.
#[derive(Clone, Debug)]
pub struct Report {
    /// Cases that agreed.
    pub passed: u64,
    /// Cases that did not.
    pub failed: u64,
    /// Cases beyond reach, by design (a solver's size limit, say).
    pub skipped: u64,
    differences: Vec<String>,
    shown: usize,
}

impl Default for Report {
    fn default() -> Self {
        Report::new(10)
    }
}

impl Report {
    /// A report that keeps the first `shown` differences.
    #[must_use]
    pub fn new(shown: usize) -> Self {
        Report { passed: 0, failed: 0, skipped: 0, differences: Vec::new(), shown }
    }

    /// One case agreed.
    pub fn pass(&mut self) {
        self.passed += 1;
    }

    /// One case is beyond reach.
    pub fn skip(&mut self) {
        self.skipped += 1;
    }

    /// One case differs: `case` says where it stands (file, line, id) and
    /// `difference` what was expected and what was found.
    pub fn fail(&mut self, case: impl fmt::Display, difference: impl fmt::Display) {
        self.failed += 1;
        if self.differences.len() < self.shown {
            self.differences.push(format!("{case}: {difference}"));
        }
    }

    /// Count a case by its outcome.
    pub fn case<E: fmt::Display>(&mut self, case: impl fmt::Display, outcome: Result<(), E>) {
        match outcome {
            Ok(()) => self.pass(),
            Err(difference) => self.fail(case, difference),
        }
    }

    /// Add what another report counted.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        let room = self.shown.saturating_sub(self.differences.len());
        self.differences.extend(other.differences.into_iter().take(room));
    }

    /// The first differences, oldest first.
    #[must_use]
    pub fn differences(&self) -> &[String] {
        &self.differences
    }
}

/// The closing line that people and scripts read.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}
