//! The page as files: a site that needs no server.
//!
//! It is the page that the server sends, told by one word of `index.html` that it
//! stands by itself; then its games, rooms and engines run in the browser. What a
//! server would say of the games (catalogue, pictures, guides) is written down
//! beside it, and a list of all files lets a browser keep the whole for later.

use crate::api::{describe_all, guide_of, seen};
use crate::hall::json;
use crate::page::File;
use std::borrow::Cow;
use takeback_host::Registry;

/// A file of the site.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SiteFile {
    /// Below the site's folder, with `/` between folders.
    pub path: String,
    /// What it holds.
    pub content: Cow<'static, [u8]>,
}

/// What of the page is about the server's interface.
const LEFT_OUT: [&str; 3] = ["api.html", "api.js", "api.css"];

const INDEX: &str = "index.html";
const KEEPER: &str = "sw.js";

/// The word of `index.html` that says where the table is.
const SERVED: &str = "data-table=\"server\"";
const ALONE: &str = "data-table=\"here\"";

/// Every file of the site, for the games of this registry.
#[must_use]
pub fn site(registry: &Registry) -> Vec<SiteFile> {
    let mut files: Vec<SiteFile> = File::all()
        .iter()
        .filter(|file| !LEFT_OUT.contains(&file.path) && file.path != KEEPER)
        .map(|file| SiteFile { path: file.path.to_owned(), content: Cow::Borrowed(file.content()) })
        .collect();
    if let Some(index) = files.iter_mut().find(|file| file.path == INDEX) {
        let text = String::from_utf8_lossy(&index.content).replacen(SERVED, ALONE, 1);
        index.content = Cow::Owned(text.into_bytes());
    }
    files.extend(written(registry));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let keeper = keeper(&files);
    files.push(keeper);
    files
}

/// What a server would say of the games.
fn written(registry: &Registry) -> Vec<SiteFile> {
    let file = |path: String, text: Option<String>| {
        Some(SiteFile { path, content: Cow::Owned(text?.into_bytes()) })
    };
    let catalogue = json(&describe_all(registry)).ok();
    let mut files: Vec<SiteFile> =
        file("data/catalogue.json".to_owned(), catalogue).into_iter().collect();
    for game in registry.games() {
        let preview = game.variants.first().and_then(|variant| json(&seen(&**variant)).ok());
        files.extend(file(format!("data/{}/preview.json", game.name), preview));
        let guide = guide_of(game).ok().and_then(|guide| json(&guide).ok());
        files.extend(file(format!("data/{}/guide.json", game.name), guide));
    }
    files
}

/// The script that keeps the site in the browser, with the names of all files and
/// a version that is another one whenever one of them is.
fn keeper(files: &[SiteFile]) -> SiteFile {
    let script = File::get(KEEPER).map_or(&[][..], File::content);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let contents = files.iter().flat_map(|file| [file.path.as_bytes(), &file.content]);
    for &byte in contents.chain([script]).flatten() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    // The folder itself is the page, too.
    let names: Vec<String> = std::iter::once("./".to_owned())
        .chain(files.iter().map(|file| format!("./{}", file.path)))
        .collect();
    let names = json(&names).unwrap_or_default();
    let head = format!("const VERSION = \"takeback {hash:016x}\";\nconst FILES = {names};\n");
    let content = [head.as_bytes(), script].concat();
    SiteFile { path: KEEPER.to_owned(), content: Cow::Owned(content) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_stands_by_itself_and_keeps_all_its_files() {
        let games = takeback::standard();
        let files = site(&games);
        let text = |path: &str| {
            let found = files.iter().find(|file| file.path == path).map(|file| &file.content);
            String::from_utf8(found.unwrap_or_else(|| panic!("{path}")).to_vec()).expect("a text")
        };
        assert!(text(INDEX).contains(ALONE), "built from web/ with its word");
        assert!(!text(INDEX).contains("=\"/"), "nothing from the root of a host");
        assert!(text("data/catalogue.json").contains("\"hex\""));
        assert!(text("data/hex/guide.json").contains("\"tasks\""));
        assert!(text("data/hex/preview.json").contains("\"scene\""));
        assert!(LEFT_OUT.iter().all(|name| files.iter().all(|file| file.path != *name)));
        let keeper = text(KEEPER);
        for file in files.iter().filter(|file| file.path != KEEPER) {
            assert!(keeper.contains(&format!("\"./{}\"", file.path)), "{}", file.path);
        }
        assert_eq!(site(&games), files, "the same every time");
    }

    #[test]
    fn another_content_is_another_version() {
        let file = |content: &str| SiteFile {
            path: "a".to_owned(),
            content: Cow::Owned(content.as_bytes().to_vec()),
        };
        assert_ne!(keeper(&[file("x")]).content, keeper(&[file("y")]).content);
        assert_eq!(keeper(&[file("x")]), keeper(&[file("x")]));
    }
}
