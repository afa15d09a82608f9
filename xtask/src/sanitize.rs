//! The address sanitizer over the readers, the thread sanitizer over searches.

use crate::steps::{Steps, cargo, root, target};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Where Debian keeps the sources of its compiler's standard library.
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library";

pub(crate) fn sanitize(steps: &mut Steps) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        steps.skip("sanitizers", "they are run on Linux on x86-64");
        return Ok(());
    }
    let read = ["run", "--quiet", "--package", "takeback-fuzz", "--target", PLATFORM, "--"];
    let mut readers = cargo(&[&read[..], &["read", "--seconds", "20"]].concat());
    readers.env("RUSTFLAGS", ADDRESS);
    steps.run("address sanitizer over the readers", unstable(&mut readers, "address")?)?;
    let Some(mut searches) = threads()? else {
        steps.skip(
            "thread sanitizer",
            "no sources of the standard library: rustup component add rust-src, or Debian's \
             rust-web-src with rustc-web and cargo-web",
        );
        return Ok(());
    };
    searches.args(["--quiet", "--package", "takeback-search", "--target", PLATFORM]);
    searches.arg("--no-fail-fast").args(THREADED).arg("thread");
    steps.run("thread sanitizer over searches", unstable(&mut searches, "thread")?)
}

/// The standard library stays as it came: what it does wrong is not looked for.
const ADDRESS: &str = "-Zsanitizer=address -Cunsafe-allow-abi-mismatch=sanitizer";

/// The switches are unstable; the stable compiler carries the runtimes and takes the
/// switches when told to. All of it in a folder of its own.
fn unstable<'c>(command: &'c mut Command, name: &str) -> Result<&'c mut Command> {
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", target()?.join(name))
        .env("ASAN_OPTIONS", "detect_leaks=0");
    Ok(command)
}

/// A cargo that tests with a standard library built for the thread sanitizer. With one
/// that is not, a lock that had to be waited for is taken unseen, and all it guards
/// looks like a race.
fn threads() -> Result<Option<Command>> {
    let own = PathBuf::from(printed("sysroot")?);
    if own.join("lib/rustlib/src/rust/library").is_dir() {
        let mut command = cargo(&["test", "-Zbuild-std"]);
        command.env("RUSTFLAGS", "-Zsanitizer=thread");
        return Ok(Some(command));
    }
    let libraries = PathBuf::from(printed("target-libdir")?);
    let runtime = runtime(&libraries).filter(|_| Path::new(DEBIAN_SOURCES).is_dir());
    let Some(runtime) = runtime else { return Ok(None) };
    let mut command = Command::new("/usr/bin/cargo");
    command.args(["test", "-Zbuild-std"]).current_dir(root());
    // This program was started by another cargo, whose choices are not meant here.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env("RUSTC", "/usr/bin/rustc");
    // Debian's compiler has the sources and no runtime, ours a runtime and no sources. The
    // runtime stands in for functions of the C library, which is named again after it, and
    // which the system's own linker does not find there.
    let linker = libraries.join("../bin/gcc-ld");
    command.env(
        "RUSTFLAGS",
        format!(
            "-Zsanitizer=thread -Zexternal-clangrt -Clink-arg=-B{} -Clink-arg=-fuse-ld=lld \
             -Clink-arg=-Wl,--whole-archive,{},--no-whole-archive,--no-as-needed \
             -Clink-arg=-lresolv -Clink-arg=-lpthread -Clink-arg=-ldl -Clink-arg=-lm \
             -Clink-arg=-lc",
            linker.display(),
            runtime.display()
        ),
    );
    Ok(Some(command))
}

/// The thread sanitizer's runtime among a toolchain's libraries.
fn runtime(libraries: &Path) -> Option<PathBuf> {
    let files = libraries.read_dir().ok()?.flatten().map(|file| file.path());
    files.into_iter().find(|path| path.to_string_lossy().ends_with("_rt.tsan.a"))
}

/// What the compiler says of itself.
fn printed(what: &str) -> Result<String> {
    let said = Command::new("rustc").args(["--print", what]).output();
    let said = said.context("there is no rustc to ask")?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}
