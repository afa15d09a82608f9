//! `takeback new`
//!
//! The crate that is written lies in `template/`, as files that compile: a test
//! of the facade builds them in place. Writing them is replacing a handful of
//! names.

use super::say;
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use takeback_host::Registry;

/// A crate of your own: a small game that plays, and every command working for it.
///
/// The game in it is complete; replace its rules part by part, and let the laws
/// in its tests tell you what is wrong.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback new mygame                          the folder mygame, here
  takeback new mygame --path ~/games/first     another folder
  takeback new mygame --workspace ../takeback  against a clone instead of the released version

Then: cd mygame && cargo test && cargo run --release")]
pub(crate) struct Args {
    /// What the crate and the game are called: letters, digits, - and _
    name: String,
    /// The folder to write; the name if not given
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Depend on takeback in this clone; found by itself when run from one
    #[arg(long, value_name = "DIR")]
    workspace: Option<PathBuf>,
    /// Depend on the released takeback even when run from a clone
    #[arg(long, conflicts_with = "workspace")]
    released: bool,
}

/// What is written, and what it is made from.
const FILES: [(&str, &str); 7] = [
    ("Cargo.toml", include_str!("../../template/manifest.toml")),
    (".gitignore", include_str!("../../template/ignored.txt")),
    ("README.md", include_str!("../../template/README.md")),
    ("src/game.rs", include_str!("../../template/game.rs")),
    ("src/lib.rs", include_str!("../../template/lib.rs")),
    ("src/main.rs", include_str!("../../template/main.rs")),
    ("tests/laws.rs", include_str!("../../template/laws.rs")),
];

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let names = Names::new(&args.name, registry)?;
    let folder = args.path.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    let source = source(args)?;
    must_be_free(&folder)?;
    for (file, template) in FILES {
        let path = folder.join(file);
        write(&path, &names.fill(template, &source))?;
        say(format_args!("wrote {}", path.display()))?;
    }
    let (place, name) = (folder.display(), &names.package);
    say(format_args!(
        "
A game that plays, on takeback {source}. Now:
  cd {place}
  cargo test                            the laws; some minutes the first time
  cargo run --release                   the page: prints the address to open
  cargo run --release -- play {name}
README.md tells the next ten minutes; src/game.rs is what you replace.",
        source = source.said(),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Where the new crate gets takeback from.
enum Source {
    /// Its released version.
    Released,
    /// A clone.
    Clone(PathBuf),
}

impl Source {
    /// As a manifest says it.
    fn manifest(&self) -> String {
        match self {
            Source::Released => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
            Source::Clone(root) => format!("path = {:?}", root.join(FACADE)),
        }
    }

    fn said(&self) -> String {
        match self {
            Source::Released => env!("CARGO_PKG_VERSION").to_owned(),
            Source::Clone(root) => format!("in {}", root.display()),
        }
    }
}

/// The facade's folder in a clone.
const FACADE: &str = "crates/takeback";

fn source(args: &Args) -> anyhow::Result<Source> {
    if args.released {
        return Ok(Source::Released);
    }
    if let Some(root) = &args.workspace {
        if !is_clone(root) {
            bail!(
                "{} is no clone of takeback: it has no {FACADE}/Cargo.toml; name the folder that \
                 `git clone` made",
                root.display()
            );
        }
        return Ok(Source::Clone(root.canonicalize()?));
    }
    // Run from a clone, or built in one: its `target` folder lies within.
    let places = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    let mut above = places.iter().flatten().flat_map(|place| place.ancestors());
    let found = above.find(|folder| is_clone(folder)).map(Path::to_owned);
    Ok(found.map_or(Source::Released, Source::Clone))
}

fn is_clone(folder: &Path) -> bool {
    fs::read_to_string(folder.join(FACADE).join("Cargo.toml"))
        .is_ok_and(|manifest| manifest.lines().any(|line| line == "name = \"takeback\""))
}

/// Nothing that exists is touched.
fn must_be_free(folder: &Path) -> anyhow::Result<()> {
    match fs::read_dir(folder).map(Iterator::count) {
        Ok(1..) => bail!(
            "{} exists and is not empty; nothing was written: choose another name, or --path",
            folder.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => bail!(
            "{} is a file; nothing was written: choose another name, or --path",
            folder.display()
        ),
        _ => Ok(()),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let create = || {
        fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
        fs::File::create_new(path)?.write_all(text.as_bytes())
    };
    create().with_context(|| format!("cannot write {}", path.display()))
}

/// One name in the forms that a crate needs.
#[derive(Debug)]
struct Names {
    /// `my-game`
    package: String,
    /// `my_game`
    library: String,
    /// `MyGame`
    type_name: String,
    /// `My Game`
    title: String,
}

/// The longest name of a crate.
const LONGEST: usize = 64;

/// Crates, folders and words that a crate cannot be called by.
const TAKEN: [&str; 62] = [
    "takeback",
    "alloc",
    "core",
    "proc_macro",
    "std",
    "test",
    "build",
    "deps",
    "examples",
    "incremental",
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

impl Names {
    fn new(name: &str, registry: &Registry) -> anyhow::Result<Self> {
        let is_sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.ends_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(is_sign)
            && !["--", "__", "-_", "_-"].iter().any(|twice| name.contains(twice));
        if !is_plain || name.len() > LONGEST {
            bail!(
                "{name:?} is no name for a crate: a small letter, then small letters and digits, \
                 with single - or _ between{}",
                proposal(name).map_or_else(String::new, |better| format!("; try {better}"))
            );
        }
        let library = name.replace('-', "_");
        if TAKEN.contains(&library.as_str()) {
            bail!("{name:?} means something to Rust or Cargo; try {name}-game");
        }
        if registry.find(name).is_ok() {
            bail!("there is a game {name:?} already; try my-{name}");
        }
        let words: Vec<String> = library.split('_').map(capital).collect();
        let (type_name, title) = (words.concat(), words.join(" "));
        Ok(Names { package: name.to_owned(), library, type_name, title })
    }

    /// A template with these names in place of its own.
    fn fill(&self, template: &str, source: &Source) -> String {
        template
            .replace("template-game", &self.package)
            .replace("template_game", &self.library)
            .replace("TemplateGame", &self.type_name)
            .replace("Template Game", &self.title)
            .replace("{rust}", env!("CARGO_PKG_RUST_VERSION"))
            .replace("{source}", &source.manifest())
    }
}

/// `game` as `Game`.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string())
        + letters.as_str()
}

/// A name that would do, from one that does not: `MyGame` as `my-game`.
fn proposal(name: &str) -> Option<String> {
    let mut better = String::new();
    let mut was_small = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && was_small {
                better.push('-');
            }
            better.push(c.to_ascii_lowercase());
        } else if !better.is_empty() && !better.ends_with('-') {
            better.push('-');
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    better.truncate(LONGEST);
    let better = better.trim_matches('-').trim_start_matches(|c: char| c.is_ascii_digit());
    (!better.is_empty()).then(|| better.trim_matches('-').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> anyhow::Result<Names> {
        Names::new(name, &Registry::new())
    }

    #[test]
    fn one_name_has_four_forms() {
        let names = names("my-first_game2").expect("a good name");
        assert_eq!(names.package, "my-first_game2");
        assert_eq!(names.library, "my_first_game2");
        assert_eq!(names.type_name, "MyFirstGame2");
        assert_eq!(names.title, "My First Game2");
    }

    #[test]
    fn bad_names_are_refused_with_a_better_one() {
        let why = |name| names(name).expect_err("a bad name").to_string();
        assert!(why("MyGame").ends_with("try my-game"), "{}", why("MyGame"));
        assert!(why("2048").ends_with("between"), "{}", why("2048"));
        assert!(why("7 wonders").ends_with("try wonders"), "{}", why("7 wonders"));
        assert!(why("a--b").ends_with("try a-b"), "{}", why("a--b"));
        assert!(why("../up").ends_with("try up"), "{}", why("../up"));
        assert!(why("").contains("no name"));
        assert!(why("match").contains("try match-game"));
        assert!(why("proc-macro").contains("means something"));
        assert!(why(&"x".repeat(65)).contains("no name"));
    }

    #[test]
    fn no_word_of_the_template_is_left() {
        let names = names("my-game").expect("a good name");
        for (file, template) in FILES {
            let text = names.fill(template, &Source::Released).to_lowercase();
            let left = ["template", "{source}", "{rust}"];
            assert!(!left.iter().any(|word| text.contains(word)), "{file}: {text}");
        }
    }
}
