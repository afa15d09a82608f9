//! How far something is: a bar on a terminal, nothing elsewhere.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a picture of the bar stands at least.
const BLINK: Duration = Duration::from_millis(80);
/// Characters of the bar.
const WIDTH: u64 = 30;

/// A bar that several threads may move.
pub(crate) struct Progress {
    what: String,
    total: AtomicU64,
    done: AtomicU64,
    begun: Instant,
    /// When it was drawn last; `None` where nobody looks.
    drawn: Option<Mutex<Instant>>,
}

/// A bar for so many steps.
pub(crate) fn progress(total: u64, what: &str) -> Progress {
    let begun = Instant::now();
    Progress {
        what: what.to_owned(),
        total: AtomicU64::new(total),
        done: AtomicU64::new(0),
        begun,
        drawn: std::io::stderr().is_terminal().then(|| Mutex::new(begun)),
    }
}

impl Progress {
    pub(crate) fn set_length(&self, total: u64) {
        self.total.store(total, Relaxed);
    }

    pub(crate) fn set_position(&self, done: u64) {
        self.done.store(done, Relaxed);
        self.show();
    }

    pub(crate) fn inc(&self, by: u64) {
        self.done.fetch_add(by, Relaxed);
        self.show();
    }

    /// Take the bar off the terminal.
    pub(crate) fn finish_and_clear(&self) {
        if self.drawn.is_some() {
            write("\r\x1b[K");
        }
    }

    fn show(&self) {
        // Whoever finds it being drawn need not draw it again.
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if drawn.elapsed() < BLINK {
            return;
        }
        *drawn = Instant::now();
        write(&format!("\r{}\x1b[K", self.line(self.begun.elapsed())));
    }

    fn line(&self, past: Duration) -> String {
        let (done, total) = (self.done.load(Relaxed), self.total.load(Relaxed).max(1));
        let full = done.min(total) * WIDTH / total;
        let bar: String = (0..WIDTH).map(|i| if i < full { '█' } else { '░' }).collect();
        let mut line = format!("{:24} {bar} {done}/{total}", self.what);
        if (1..total).contains(&done) {
            let left = past.mul_f64((total - done) as f64 / done as f64).as_secs();
            let _ = match left {
                0..60 => write!(line, " {left} s"),
                60..3600 => write!(line, " {} min", left.div_ceil(60)),
                _ => write!(line, " {:.1} h", left as f64 / 3600.0),
            };
        }
        line
    }
}

/// A terminal that is gone sees no bar.
fn write(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_says_how_far_it_is_and_how_long_it_takes() {
        let bar = progress(200, "games");
        bar.set_position(49);
        bar.inc(1);
        let line = bar.line(Duration::from_secs(10));
        assert!(line.starts_with("games   "), "{line}");
        assert!(line.ends_with(" 50/200 30 s"), "{line}");
        assert_eq!(line.matches('█').count(), 7, "a quarter of thirty: {line}");
        assert!(bar.line(Duration::from_secs(3600)).ends_with(" 3.0 h"));
        assert!(bar.line(Duration::from_secs(60)).ends_with(" 3 min"));
        bar.set_length(50);
        assert!(bar.line(Duration::from_secs(10)).ends_with("██ 50/50"));
        bar.set_position(70);
        assert_eq!(bar.line(Duration::ZERO).matches('█').count(), 30, "more than was asked");
        let line = progress(0, "nothing").line(Duration::ZERO);
        assert!(line.ends_with("░ 0/1"), "{line}");
    }
}
