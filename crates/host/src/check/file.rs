//! Finding, unpacking and reading recorded files.

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A recorded file, unpacked.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it was found.
    pub path: PathBuf,
    /// Its name without `.gz`: kinds are told by it.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FileError {
    #[error("{}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: not a whole gzip file: {source}", path.display())]
    Gzip { path: PathBuf, source: std::io::Error },
    #[error("{}: larger than {} MiB unpacked", path.display(), File::LIMIT >> 20)]
    Large { path: PathBuf },
    #[error("{}: not UTF-8 text", path.display())]
    Text { path: PathBuf },
}

impl File {
    /// No file may unpack to more.
    pub const LIMIT: u64 = 1 << 30;

    /// Read a file; `.gz` is unpacked.
    ///
    /// # Errors
    /// When it cannot be read, is cut short, is no text, or is too large.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let raw = std::fs::File::open(path)
            .map_err(|source| FileError::Read { path: path.to_path_buf(), source })?;
        Self::unpack(path, raw)
    }

    /// The same of bytes that are already there, as if they were the file of this
    /// name.
    ///
    /// # Errors
    /// As [`read`](File::read).
    pub fn unpack(path: &Path, raw: impl Read) -> Result<Self, FileError> {
        let here = || path.to_path_buf();
        let packed = path.extension().is_some_and(|e| e == "gz");
        let mut bytes = Vec::new();
        if packed {
            MultiGzDecoder::new(raw)
                .take(Self::LIMIT + 1)
                .read_to_end(&mut bytes)
                .map_err(|source| FileError::Gzip { path: here(), source })?;
        } else {
            raw.take(Self::LIMIT + 1)
                .read_to_end(&mut bytes)
                .map_err(|source| FileError::Read { path: here(), source })?;
        }
        if bytes.len() as u64 > Self::LIMIT {
            return Err(FileError::Large { path: here() });
        }
        let text = String::from_utf8(bytes).map_err(|_| FileError::Text { path: here() })?;
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let name = name.strip_suffix(".gz").unwrap_or(&name).to_owned();
        Ok(File { path: here(), name, text })
    }

    /// Whether the name begins with `kind`, as in `traces.jsonl` or `traces-2.jsonl`.
    #[must_use]
    pub fn is_kind(&self, kind: &str) -> bool {
        self.name.strip_prefix(kind).is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && !rest.contains("README")
        })
    }

    /// Lines that are not blank, with their number from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| !l.trim().is_empty())
    }

    /// JSON lines: each with its place for messages, parsed or not.
    pub fn json_lines<T: DeserializeOwned>(
        &self,
    ) -> impl Iterator<Item = (String, Result<T, serde_json::Error>)> {
        self.lines().map(|(n, line)| (format!("{}:{n}", self.name), serde_json::from_str(line)))
    }
}

/// All files at or below `path`, in order of name.
///
/// # Errors
/// When `path` does not exist or a folder cannot be listed.
pub fn find(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let fail = |source| FileError::Read { path: path.to_path_buf(), source };
    if !std::fs::metadata(path).map_err(fail)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(fail)?
        .map(|entry| entry.map(|e| e.path()).map_err(fail))
        .collect::<Result<_, _>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(find(&entry)?);
    }
    Ok(files)
}

/// The folder of recorded data that lies beside a checkout of this project, for
/// tests; `None`, with a word about it, where there is none.
#[must_use]
pub fn recorded(below: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors").join(below);
    if beside.exists() {
        return Some(beside);
    }
    // Written past the test harness, which shows no output of tests that pass.
    let mut seen = std::io::stderr();
    let _ = writeln!(seen, "skipped: no recorded data of {below} beside this checkout");
    None
}
