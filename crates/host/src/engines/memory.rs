//! How much memory a search gets when nobody says.
//!
//! A search with a limit of positions or iterations gives the same answer on every
//! machine, so what it gets is fixed. A timed one may use what the machine has to spare.

use std::sync::OnceLock;
use std::time::Duration;

/// Never less, in MiB.
const LEAST: usize = 64;
/// Nor more, unless it is asked for.
const MOST: usize = 1024;
/// A match keeps two engines on every core: together they take half of what is free.
const SHARE: usize = 4;

/// MiB for a tree that is searched for some time: nodes are written one after the other,
/// so only what is needed is ever touched.
pub(super) fn tree() -> usize {
    static SPARE: OnceLock<usize> = OnceLock::new();
    *SPARE.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        share(free(), cores)
    })
}

/// MiB for a table that is filled for so long: every probe of a fresh table touches a new
/// page, so a larger one than can be filled only costs time.
pub(super) fn table(time: Duration) -> usize {
    let filled = LEAST.saturating_mul(time.as_secs().try_into().unwrap_or(usize::MAX));
    filled.clamp(LEAST, tree())
}

fn share(free: Option<usize>, cores: usize) -> usize {
    free.map_or(LEAST, |free| (free / (SHARE * cores)).clamp(LEAST, MOST))
}

/// MiB that the system could give; `None` where it does not say.
fn free() -> Option<usize> {
    available(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn available(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_what_is_free_within_bounds() {
        let text = "MemTotal: 16000000 kB\nMemAvailable:    8388608 kB\nBuffers: 1 kB\n";
        assert_eq!(available(text), Some(8192));
        assert_eq!(available("MemAvailable: many kB"), None);
        assert_eq!(share(Some(8192), 8), 256);
        assert_eq!(share(Some(1 << 20), 2), MOST);
        assert_eq!((share(Some(100), 8), share(None, 1)), (LEAST, LEAST));
        assert!((LEAST..=MOST).contains(&tree()));
        assert_eq!(table(Duration::from_millis(200)), LEAST);
        assert!(table(Duration::from_secs(10)) <= tree());
    }
}
