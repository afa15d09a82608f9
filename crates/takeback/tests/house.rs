//! Generic crates name no game: a game can be added or deleted without touching
//! them.
//!
//! The names are those of the registry. Comments may explain by example, tests
//! and the examples of `--help` may use a game; code, other texts and
//! dependencies may not.

mod common;

use common::{json, says};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that are about games: the facade lists them, the rules kit brings some
/// as examples, and the programs that measure, damage or pack them name some.
const ABOUT_GAMES: [&str; 7] = ["games", "players", "takeback", "kit", "metered", "fuzz", "wasm"];

/// Words that are names of games and mean something else here: the crate, the
/// identifier, and what it means.
const ALLOWED: [(&str, &str, &str); 1] =
    [("scene", "chess_labels", "letters and numbers along a board are called so everywhere")];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates").to_owned()
}

/// Names of games, small and without signs between words.
fn games() -> Vec<String> {
    let list = json(&says(&["games", "--json"]));
    let names = list.as_array().expect("a list").iter();
    names.map(|game| squeezed(game["name"].as_str().expect("a name"))).collect()
}

/// The packages of games: the folder `games/x` holds `takeback-x`.
fn packages() -> Vec<String> {
    let folders = fs::read_dir(crates().join("games")).expect("the folder of games");
    let names = folders.map(|entry| entry.expect("it can be read").file_name());
    let rules = names.map(|name| format!("takeback-{}", name.to_string_lossy()));
    rules.chain(["takeback-players-".to_owned()]).collect()
}

fn squeezed(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// The words of an identifier: `HexBoard`, `hex_board` and `hex-board` are two.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in identifier.chars() {
        if !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && was_small {
            words.push(String::new());
        }
        if c.is_ascii_alphanumeric() {
            words.last_mut().expect("there is one").push(c.to_ascii_lowercase());
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words
}

fn names_a_game(identifier: &str, games: &[String]) -> bool {
    let whole = squeezed(identifier);
    games.iter().any(|game| *game == whole || words(identifier).contains(game))
}

/// The code of a source file by lines: without comments, without what is compiled
/// for tests only, without the examples of `--help`.
fn code(source: &str) -> Vec<(usize, &str)> {
    let mut kept = Vec::new();
    let mut is_help = false;
    let mut lines = source.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let begins_tests = line.starts_with("#[cfg(") && words(line).contains(&"test".to_owned());
        if begins_tests {
            // Unit tests stand at the foot of a file, or in a file of their own.
            match lines.next() {
                Some((_, item)) if item.ends_with('{') => break,
                _ => continue,
            }
        }
        is_help |= line.contains("after_help = \"");
        if !is_help {
            kept.push((number + 1, without_comment(line)));
        }
        let ends = line.ends_with("\")]") || line.ends_with('"') && !line.ends_with("\\\"");
        is_help &= !ends;
    }
    kept
}

fn without_comment(line: &str) -> &str {
    let begins = |at: &usize| *at == 0 || line[..*at].ends_with(char::is_whitespace);
    line.match_indices("//").map(|(at, _)| at).find(begins).map_or(line, |at| &line[..at])
}

/// Every source file of a crate that is no test.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a manifest that say what the crate itself is built from.
fn manifest(text: &str) -> Vec<(usize, &str)> {
    let mut is_own = false;
    let mut kept = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            is_own =
                line.contains("dependencies") && !line.contains("dev-") || line == "[features]";
        }
        if is_own {
            kept.push((number + 1, line.split('#').next().unwrap_or_default()));
        }
    }
    kept
}

fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn generic_crates_name_no_game() {
    let (games, packages) = (games(), packages());
    let mut found = Vec::new();
    let mut generic = 0;
    for entry in fs::read_dir(crates()).expect("the folder of crates") {
        let folder = entry.expect("a folder can be read").path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(own) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        if ABOUT_GAMES.contains(&name.as_str()) {
            continue;
        }
        generic += 1;
        for (number, line) in manifest(&own) {
            if packages.iter().any(|package| line.contains(package.as_str())) {
                found.push(format!("{}:{number}: {line}", folder.join("Cargo.toml").display()));
            }
        }
        let mut look = |path: &Path, lines: Vec<(usize, &str)>| {
            for (number, line) in lines {
                let is_allowed =
                    |word: &str| ALLOWED.iter().any(|(at, known, _)| *at == name && *known == word);
                let named = identifiers(line).find(|w| names_a_game(w, &games) && !is_allowed(w));
                if let Some(word) = named {
                    found.push(format!("{}:{number}: {word}: {}", path.display(), line.trim()));
                }
            }
        };
        look(&folder.join("Cargo.toml"), manifest(&own));
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for path in files {
            let source = fs::read_to_string(&path).expect("a source file");
            look(&path, code(&source));
        }
    }
    assert!(generic >= 10, "only {generic} generic crates were found");
    assert!(found.is_empty(), "generic crates name games:\n{}", found.join("\n"));
}

#[test]
fn the_search_for_names_finds_them() {
    let games = ["hex".to_owned(), "connect4".to_owned()];
    for named in
        ["Kind::Hex", "\"hex\"", "kit_hex", "HexBoard", "ConnectFour::connect_4", "hex:7x7"]
    {
        assert!(identifiers(named).any(|word| names_a_game(word, &games)), "{named}");
    }
    for free in ["hexadecimal", "Hexagon", "connect", "vertex"] {
        assert!(!identifiers(free).any(|word| names_a_game(word, &games)), "{free}");
    }
    let source = "//! hex\nlet a = 1; // hex\nlet url = \"http://hex\";\n#[cfg(test)]\nmod tests {\n hex\n}\n";
    assert_eq!(code(source), [(1, ""), (2, "let a = 1; "), (3, "let url = \"http://hex\";")]);
    let help = "#[command(after_help = \"Examples:\n  hex \\\"x\\\"\n  hex\")]\nstruct Hex;";
    assert_eq!(code(help), [(4, "struct Hex;")]);
    let toml = "[dependencies]\na = 1 # hex\n[dev-dependencies]\nhex = 1\n[features]\nb = []\n";
    assert_eq!(manifest(toml).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2, 5, 6]);
}

/// Folders of the block under "## Folders": a line names one, and those inside it.
fn drawn(text: &str) -> Vec<PathBuf> {
    let block = text.split("## Folders").nth(1).and_then(|rest| rest.split("\n## ").next());
    let (mut top, mut middle) = (PathBuf::new(), PathBuf::new());
    let mut found = Vec::new();
    for line in block.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("    ")) {
        let mut names = line.split_whitespace().filter_map(|name| name.strip_suffix('/'));
        if line.starts_with('├') {
            middle = top.join(names.next().expect("a folder in each line"));
            found.push(middle.clone());
        } else if !line.starts_with('│') {
            top = PathBuf::from(names.next().expect("a folder in each line"));
            middle = top.clone();
            found.push(top.clone());
        }
        found.extend(names.map(|name| middle.join(name)));
    }
    found
}

#[test]
fn the_folders_of_the_architecture_are_those_of_the_tree() {
    let root = crates().parent().expect("the project").to_owned();
    let Ok(text) = fs::read_to_string(root.join("ARCHITECTURE.md")) else {
        eprintln!("skipped: this is a package without the rest of the project");
        return;
    };
    let drawn = drawn(&text);
    for folder in &drawn {
        assert!(root.join(folder).is_dir(), "{} is drawn and not there", folder.display());
    }
    for place in ["crates", "crates/games", "crates/players"] {
        for entry in fs::read_dir(root.join(place)).expect("a folder") {
            let folder = Path::new(place).join(entry.expect("it can be read").file_name());
            let is_crate = root.join(&folder).join("Cargo.toml").exists();
            assert!(!is_crate || drawn.contains(&folder), "{} is not drawn", folder.display());
        }
    }
    assert!(drawn.contains(&PathBuf::from("crates/search/tests")), "three levels: {drawn:?}");
}
