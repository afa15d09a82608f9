//! Damaged input for every reader, and sanitizers under it.

use crate::steps::{Steps, cargo, target};
use anyhow::Result;
use std::process::Command;

/// Every reader for so many seconds.
pub(crate) fn fuzz(steps: &mut Steps, seconds: &str) -> Result<()> {
    let run = ["run", "--quiet", "--package", "takeback-fuzz", "--"];
    steps.cargo("readers", &[&run[..], &["read", "--seconds", seconds]].concat())
}

/// The platform whose runtimes of the sanitizers come with the compiler.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The tests of searches on several threads.
const THREADED: [&str; 5] = [
    "--test=agreement",
    "--test=behaviour",
    "--test=dfpn_agreement",
    "--test=ismcts_poker",
    "--test=mcts_limits",
];

/// The address sanitizer over the readers, the thread sanitizer over searches on
/// several threads. The standard library stays as it came (building it anew needs
/// a nightly compiler and its sources), so that reports that come out of it alone
/// are passed over; atomics and locks that are inlined into our code are seen.
pub(crate) fn sanitize(steps: &mut Steps) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        steps.skip("sanitizers", "they are run on Linux on x86-64");
        return Ok(());
    }
    let readers = ["run", "--quiet", "--package", "takeback-fuzz", "--target", PLATFORM, "--"];
    let read = [&readers[..], &["read", "--seconds", "20"]].concat();
    steps.run("address sanitizer over the readers", &mut sanitized("address", &read)?)?;
    let tests = ["test", "--quiet", "--package", "takeback-search", "--target", PLATFORM];
    let threads = [&tests[..], &THREADED, &["thread"]].concat();
    steps.run("thread sanitizer over searches", &mut sanitized("thread", &threads)?)
}

/// Cargo with a sanitizer, in a folder of its own. The switch is unstable; the stable
/// compiler carries the runtime and takes the switch when told to.
fn sanitized(name: &str, args: &[&str]) -> Result<Command> {
    let mut command = cargo(args);
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer"))
        .env("CARGO_TARGET_DIR", target()?.join(name))
        .env("ASAN_OPTIONS", "detect_leaks=0");
    Ok(command)
}
