//! The page, inside the program.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use std::io::Read;
use std::sync::OnceLock;
use takeback_room::RoomError;

/// A file of the page. Large ones are packed: they are sent as they are to whoever can
/// unpack them, which every browser can.
pub(crate) struct File {
    /// Below the page's folder, with `/` between folders.
    pub(crate) path: &'static str,
    content: &'static [u8],
    is_packed: bool,
    /// Another one for another content.
    tag: &'static str,
    plain: OnceLock<Vec<u8>>,
}

// `FILES`, as `build.rs` finds them under `page/`: built from `web/` by `cargo xtask web`;
// committed, so that building the server needs no Node.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

impl File {
    const fn new(
        path: &'static str,
        content: &'static [u8],
        is_packed: bool,
        tag: &'static str,
    ) -> Self {
        File { path, content, is_packed, tag, plain: OnceLock::new() }
    }

    /// All files, by name.
    pub(crate) fn all() -> &'static [File] {
        &FILES
    }

    /// The file of this name.
    pub(crate) fn get(path: &str) -> Option<&'static File> {
        FILES.iter().find(|file| file.path == path)
    }

    /// What it holds; unpacked once, if it must be.
    pub(crate) fn content(&'static self) -> &'static [u8] {
        if !self.is_packed {
            return self.content;
        }
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            // A test unpacks every file.
            let read = GzDecoder::new(self.content).read_to_end(&mut plain);
            read.expect("what was packed can be unpacked");
            plain
        })
    }

    /// What browsers are told that it is.
    fn kind(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "wasm" => "application/wasm",
            "json" => "application/json",
            _ => UNKNOWN,
        }
    }
}

const UNKNOWN: &str = "application/octet-stream";

/// A file of the page; `/` is `index.html`.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = File::get(path) else {
        return ApiError::Refused(RoomError::Unknown(
            "there is nothing at this address".to_owned(),
        ))
        .into_response();
    };
    let sends_packed = file.is_packed && unpacks(&headers);
    let form = if sends_packed { "-gz" } else { "" };
    let tag = format!("\"{}{form}\"", file.tag);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let told = [
        (header::CONTENT_TYPE, file.kind().to_owned()),
        (header::ETAG, tag),
        // The names stay when the content changes: always ask.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    let content = if sends_packed { file.content } else { file.content() };
    let mut response = (told, Body::from(content)).into_response();
    let told = response.headers_mut();
    if file.is_packed {
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if sends_packed {
        told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Whether who asks can unpack gzip: it is named, or all are, and not with a weight of nought.
fn unpacks(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut forms = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    forms.any(|form| {
        let mut parts = form.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        (name.eq_ignore_ascii_case("gzip") || name == "*") && weight != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind_and_can_be_unpacked() {
        assert!(File::get("index.html").is_some());
        for file in File::all() {
            assert_ne!(file.kind(), UNKNOWN, "{}", file.path);
            if file.path.ends_with(".wasm") {
                assert!(file.content().starts_with(b"\0asm"), "{}", file.path);
                assert!(file.is_packed, "{}: cargo xtask web packs it", file.path);
            }
        }
        let packed = File::all().iter().find(|file| file.is_packed).expect("some are packed");
        assert!(packed.content().len() > packed.content.len());
    }

    #[test]
    fn only_who_can_unpack_gets_a_packed_file() {
        let said = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
            headers
        };
        for text in ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5", "*", "x, * ;q=0.1"]
        {
            assert!(unpacks(&said(text)), "{text}");
        }
        for text in ["", "br", "gzip;q=0", "gzip; q=0.0, br", "identity", "gzipped"] {
            assert!(!unpacks(&said(text)), "{text}");
        }
        assert!(!unpacks(&HeaderMap::new()));
    }
}
