//! The npm package in `js/`: its WebAssembly files, committed like the page's,
//! and its tests in Node and in a browser.
//!
//! Each file was built from some crates; beside the files stands what their
//! sources hashed to then. A plain build needs no WebAssembly toolchain, and a
//! file older than its sources is found by comparing hashes.

use crate::blessed::Blessing;
use crate::steps::{Steps, cargo, finds, root, target};
use crate::test::{binary, takeback};
use crate::workspace::Workspace;
use crate::{Install, wasm, web};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of the package, by its feature, with the crates only it is made of.
const FILES: [(&str, &[&str]); 10] = [
    ("rules", &["foreign"]),
    // All games, for those who want them all.
    (
        "games",
        &[
            "games/battlesnake",
            "players/battlesnake",
            "games/chess",
            "players/chess",
            "games/cotulenh",
            "players/cotulenh",
            "games/gofish",
            "players/gofish",
            "games/hex",
            "players/hex",
            "net",
            "games/ringrift",
            "players/ringrift",
            "games/small",
            "players/small",
            "kit",
        ],
    ),
    ("battlesnake", &["games/battlesnake", "players/battlesnake"]),
    ("chess", &["games/chess", "players/chess"]),
    ("cotulenh", &["games/cotulenh", "players/cotulenh"]),
    // The same with what the drop-in for the game's own library asks.
    ("cotulenh-original", &["games/cotulenh", "players/cotulenh"]),
    ("gofish", &["games/gofish", "players/gofish", "kit"]),
    ("hex", &["games/hex", "players/hex", "net"]),
    ("ringrift", &["games/ringrift", "players/ringrift"]),
    ("small", &["games/small", "players/small", "kit"]),
];

/// What every file is made of.
const SHARED: [&str; 7] = ["core", "search", "verify", "scene", "host", "takeback", "wasm"];

/// Games whose file is also built for shared memory, so that several threads search it.
const THREADED: [&str; 1] = ["cotulenh"];

/// The files of the games come in three sets: small, with the searches that people play against; large,
/// with every search, the verifier and rooms; and small ones for shared memory.
#[derive(Copy, Clone, PartialEq)]
enum Set {
    Small,
    Large,
    Threads,
}

impl Set {
    const ALL: [Set; 3] = [Set::Small, Set::Large, Set::Threads];

    fn folder(self) -> PathBuf {
        root().join(match self {
            Set::Small | Set::Threads => "js/wasm",
            Set::Large => "js/rooms",
        })
    }

    /// What its files' sources are recorded in.
    fn records(self) -> PathBuf {
        self.folder().join(if self == Set::Threads { "sources-threads.txt" } else { "sources.txt" })
    }

    fn path(self, name: &str) -> PathBuf {
        let mark = if self == Set::Threads { "-threads" } else { "" };
        self.folder().join(format!("{name}{mark}.wasm"))
    }

    /// Its files, with the crates that only they are made of.
    fn files(self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        let has = move |name: &str| match self {
            Set::Small => true,
            // A room has a game of the house; rules that a page brings are played by the page.
            Set::Large => !["rules", "games", "cotulenh-original"].contains(&name),
            Set::Threads => THREADED.contains(&name),
        };
        FILES.into_iter().filter(move |(name, _)| has(name)).map(move |(name, own)| {
            let more: &[&str] = if self == Set::Large { &["room"] } else { &[] };
            (name, [own, more].concat())
        })
    }

    fn features(self, name: &str) -> String {
        match self {
            Set::Small | Set::Threads => name.to_owned(),
            Set::Large => format!("{name},room"),
        }
    }
}

/// The wasm target of the toolchain, or Debian's compiler with its library's source.
const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Compare or build the files, then test the package.
pub(crate) fn js(
    steps: &mut Steps,
    workspace: &Workspace,
    blessing: Blessing,
    install: Install,
) -> Result<()> {
    if blessing == Blessing::Write {
        build_all(steps, install)?;
    }
    steps.act("package's files as their sources", || {
        let stale = stale()?;
        if stale.is_empty() {
            return Ok(());
        }
        let files = stale.join(", ");
        bail!("older than their sources: {files}; cargo xtask js --bless builds them anew")
    })?;
    node(steps, workspace)?;
    browser(steps, install)
}

/// The files that are missing or were built from other sources.
fn stale() -> Result<Vec<String>> {
    let mut stale = Vec::new();
    for set in Set::ALL {
        let recorded = std::fs::read_to_string(set.records()).unwrap_or_default();
        for (name, own) in set.files() {
            let path = set.path(name);
            if !is_fresh(set, name, &recorded, &record(name, &own)?) {
                stale.push(path.strip_prefix(root()).unwrap_or(&path).display().to_string());
            }
        }
    }
    Ok(stale)
}

/// Whether a file is there and was built from what hashes to this line.
fn is_fresh(set: Set, name: &str, recorded: &str, line: &str) -> bool {
    set.path(name).exists() && recorded.lines().any(|known| known == line)
}

/// A file's line in `sources.txt`.
fn record(name: &str, own: &[&str]) -> Result<String> {
    Ok(format!("{name} {:016x}", sources(own)?))
}

/// What the sources of a file hash to: the profile, and every file of its crates
/// with its name.
fn sources(own: &[&str]) -> Result<u64> {
    let mut paths = Vec::new();
    for name in SHARED.iter().chain(own) {
        let base = root().join("crates").join(name);
        paths.push(base.join("Cargo.toml"));
        for part in ["src", "net"].map(|part| base.join(part)).iter().filter(|part| part.is_dir()) {
            paths.extend(web::files(part)?.into_iter().map(|(path, _)| path));
        }
    }
    paths.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let (_, profile) = manifest.split_once("[profile.wasm]").context("the profile wasm")?;
    take(profile.as_bytes());
    for path in paths {
        let name = path.strip_prefix(root()).unwrap_or(&path);
        take(name.to_string_lossy().replace('\\', "/").as_bytes());
        take(&std::fs::read(&path).with_context(|| path.display().to_string())?);
    }
    Ok(hash)
}

/// How files are built here.
enum Toolchain {
    /// The usual one has the target.
    Own,
    /// Debian's compiler builds the library too.
    Debian,
}

fn toolchain(steps: &mut Steps, install: Install) -> Result<Option<Toolchain>> {
    let libraries =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let libraries = libraries.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    if libraries.is_ok_and(|path| Path::new(&path).is_dir()) {
        return Ok(Some(Toolchain::Own));
    }
    let is_there =
        || finds("wasm-ld-19", &["--version"]) && Path::new("/usr/lib/rustlib/src").exists();
    if !is_there() && install == Install::Yes {
        // A list of packages from another day has an older compiler.
        steps.run("list of packages", Command::new("apt-get").args(["update", "--quiet"]))?;
        let packages = [&["install", "-y", "--no-install-recommends"][..], &DEBIAN].concat();
        steps.run("WebAssembly toolchain", Command::new("apt-get").args(packages))?;
    }
    if is_there() {
        return Ok(Some(Toolchain::Debian));
    }
    steps
        .skip("package's files", "no WebAssembly target: rustup target add, or --install Debian's");
    Ok(None)
}

/// Builds what is older than its sources. (Remove a file to have it built for another reason.)
fn build_all(steps: &mut Steps, install: Install) -> Result<()> {
    let Some(toolchain) = toolchain(steps, install)? else { return Ok(()) };
    for set in Set::ALL {
        if set == Set::Threads && matches!(toolchain, Toolchain::Own) {
            let why = "a library for shared memory is built by Debian's toolchain; --install";
            steps.skip("files for threads", why);
            continue;
        }
        let known = std::fs::read_to_string(set.records()).unwrap_or_default();
        let mut recorded = String::new();
        std::fs::create_dir_all(set.folder())?;
        for (name, own) in set.files() {
            let line = record(name, &own)?;
            if is_fresh(set, name, &known, &line) {
                writeln!(recorded, "{line}")?;
                continue;
            }
            let mut command = match toolchain {
                Toolchain::Own => cargo(&["rustc"]),
                Toolchain::Debian => debian(),
            };
            command.args(["--profile", "wasm", "--target", TARGET, "--package", "takeback-wasm"]);
            // What is also built as a library for Rust is not optimised as a whole, whatever the profile says.
            command.args(["--crate-type", "cdylib"]);
            command.args(["--features", &set.features(name)]);
            let mut told = flags(set);
            if matches!(toolchain, Toolchain::Debian) {
                told += &wordless(set, name);
            }
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", told);
            let path = set.path(name);
            let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            steps.run(&shown, &mut command)?;
            let built = target()?.join(TARGET).join("wasm/takeback_wasm.wasm");
            std::fs::write(&path, wasm::small(&std::fs::read(built)?)?)?;
            writeln!(recorded, "{line}")?;
        }
        std::fs::write(set.records(), recorded)?;
    }
    Ok(())
}

/// What the compiler is told: and where others' code lies here is nobody's business.
fn flags(set: Set) -> String {
    let mut flags = "-C target-feature=+simd128,+bulk-memory".to_owned();
    if set == Set::Threads {
        flags += ",+atomics,+mutable-globals";
        // Pages and names as `js/src/engine.js` and `js/src/instance.js` have them.
        for argument in [
            "--shared-memory",
            "--import-memory",
            "--initial-memory=33554432",
            "--max-memory=1073741824",
            "--export=__wasm_init_tls",
            "--export=__stack_pointer",
        ] {
            let _ = write!(flags, " -C link-arg={argument}");
        }
    }
    let home =
        std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|h| h + "/.cargo"));
    let sources = home.map(|home| Path::new(&home).join("registry/src"));
    let folders = sources.ok().and_then(|sources| sources.read_dir().ok()).into_iter().flatten();
    for folder in folders.flatten() {
        let _ = write!(flags, " --remap-path-prefix={}=deps", folder.path().display());
    }
    flags + " --remap-path-prefix=/usr/lib/rustlib/src/rust=rust"
}

/// What a compiler that builds the library too can leave out: where in the sources something broke, and in
/// small files of the house's games why. They are replaced by JavaScript, which says that they broke; the large
/// ones and those for authors of rules still say why.
fn wordless(set: Set, name: &str) -> String {
    let mut flags = " -Zlocation-detail=none".to_owned();
    if set != Set::Large && name != "rules" {
        flags += " -Zunstable-options -Cpanic=immediate-abort";
    }
    flags
}

/// Debian's cargo, which builds the standard library for the target as well.
fn debian() -> Command {
    let mut command = Command::new("/usr/bin/cargo");
    command.args(["rustc", "-Zbuild-std=std,panic_abort"]).current_dir(root());
    // Sorting, formatting and searching in texts as small as they come.
    command.arg("-Zbuild-std-features=optimize_for_size");
    command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    // This program was started by another cargo, whose choices are not meant here.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    command
}

fn node(steps: &mut Steps, workspace: &Workspace) -> Result<()> {
    if !finds("node", &["--eval", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"]) {
        steps.skip("package in Node", "there is no Node 20 or newer");
        return Ok(());
    }
    // Its client is tested against the real server.
    binary(steps, workspace)?;
    let mut tests = Command::new("npm");
    tests.args(["test"]).current_dir(root().join("js")).env("TAKEBACK", takeback()?);
    steps.run("package in Node", &mut tests)?;
    // The long form is `node js/tools/walks.mjs --games 100000`.
    let mut walks = Command::new("node");
    walks.arg("js/tools/walks.mjs").current_dir(root()).env("TAKEBACK", takeback()?);
    steps.run("random games, native and WebAssembly", &mut walks)
}

fn browser(steps: &mut Steps, install: Install) -> Result<()> {
    let Some(()) = web::ready(steps, "package in a browser", install)? else { return Ok(()) };
    for (step, script) in [
        ("package in a browser", "js/tools/browser.mjs"),
        ("package in an app", "js/tools/vite.mjs"),
    ] {
        steps.run(step, Command::new("node").arg(script).current_dir(root()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_named_is_there_and_its_sources_count() {
        let own = Set::ALL.into_iter().flat_map(|set| set.files().flat_map(|(_, own)| own));
        for name in own.chain(SHARED) {
            assert!(root().join("crates").join(name).join("src").is_dir(), "{name}");
        }
        let (rules, hex) = (sources(&[]).expect("read"), sources(&["games/hex"]).expect("read"));
        assert_ne!(rules, hex);
        assert_eq!(rules, sources(&[]).expect("read again"));
    }
}
