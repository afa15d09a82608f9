//! What tests of the command share.

// Every test program uses a part of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program under test.
pub(crate) const TAKEBACK: &str = env!("CARGO_BIN_EXE_takeback");

pub(crate) fn takeback(args: &[&str]) -> Output {
    Command::new(TAKEBACK).args(args).output().expect("the binary runs")
}

/// Started, and not waited for.
pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(TAKEBACK)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// Exit status 0; gives standard output.
pub(crate) fn says(args: &[&str]) -> String {
    let out = takeback(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Exit status 2 and one line on standard error.
pub(crate) fn refuses(args: &[&str]) -> String {
    let out = takeback(args);
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    error
}

pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

/// Wait for something that must come about, for a busy machine long enough.
pub(crate) fn wait_until(what: &str, mut there: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !there() {
        assert!(Instant::now() < until, "{what}: not within a minute");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A folder that goes with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
