//! Labelled positions as a file, game by game.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TAKEROWS` |
//! | 4 | version, 2 |
//! | 4 + n | length and text of the encoding: what the features mean |
//! | 4 x 4 | features, most of a view, buckets, numbers of moves (0: they have none) |
//! | 8 | FNV-1a of all bytes before |
//! | … | games |
//!
//! A game is its length in bytes (4), its number (8), packed rows, and the FNV-1a
//! of number and packed rows (8). Games are appended whole, each by one write, in
//! the order in which they end; readers put them in order of their numbers. So
//! whatever stops a run, no game that had ended is lost, and at most the last one
//! of the file is torn.
//!
//! Packed rows are a deflated stream:
//!
//! | bytes | what |
//! |---|---|
//! | 8, 4, 1 | the game's opening, its temperature (f32), how it ended |
//! | 1 + 2n | seats and the result of each (i16) |
//! | 4 | rows; for each of them: |
//! | 2, 1, 1, 1, 4 | ply, seat, bucket, depth, nodes |
//! | 1, 4 | what the search thought: 0 nothing, 1 points (i32), 2 a share (f32) |
//! | 4, 4 | number of the best move, number of the move played |
//! | 2 + 6n | how many moves were weighed; number (u32) and share (u16) of each |
//! | 2 + 2n, once a seat | features of the mover's view, then of the others' round the table (u16) |
//!
//! With the feature `parquet` the same games can lie in a Parquet file; [`read`] takes
//! either.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"TAKEROWS";
const VERSION: u32 = 2;
/// No game has more bytes; a larger number is damage.
const LARGEST_GAME: usize = 1 << 28;

/// What the features of a file are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Header {
    /// What the numbers mean.
    pub encoding: String,
    /// One more than the largest.
    pub features: usize,
    /// The most of a view.
    pub most: usize,
    /// How many buckets there are.
    pub buckets: usize,
    /// How many numbers the moves have; 0 where the game has none.
    pub moves: usize,
}

impl Header {
    /// All of it in words, for who has to see where two files differ.
    #[must_use]
    pub fn said(&self) -> String {
        let Header { encoding, features, most, buckets, moves } = self;
        format!(
            "{encoding:?} ({features} features, {most} a view, {buckets} buckets, {moves} moves)"
        )
    }
}

/// What a search thought of a position, for the mover.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Thought {
    /// Nothing: the move was not searched for.
    None,
    /// An evaluator's points.
    Points(i32),
    /// A share of a win, proven or averaged.
    Share(f32),
}

/// What stands for a move that has no number.
pub const NO_MOVE: u32 = u32::MAX;

/// A share of the search of one is this integer.
pub const WHOLE: u16 = u16::MAX;

/// How much of a search went into a move.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Weighed {
    /// The move's number, as the game counts.
    pub number: u32,
    /// Its share of the visits (or of the positions), of [`WHOLE`].
    pub share: u16,
}

/// A labelled position.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Moves played before it.
    pub ply: u16,
    /// Who was in turn.
    pub seat: u8,
    /// Which output layers judge it.
    pub bucket: u8,
    /// Depth of the search.
    pub depth: u8,
    /// Positions it visited.
    pub nodes: u32,
    /// What it thought.
    pub thought: Thought,
    /// The number of the move that it found best; [`NO_MOVE`] without one.
    pub best: u32,
    /// The number of the move that was played, which may be another where moves are drawn.
    pub played: u32,
    /// The moves that were searched, in order of the list. Empty where nobody searched.
    pub weighed: Vec<Weighed>,
    /// The features of the mover's view, then of the others', in order of seats from there:
    /// as many as there are seats.
    pub views: Vec<Vec<u16>>,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ending {
    /// By its rules.
    Rules,
    /// Too long, and drawn.
    Length,
    /// Both sides agreed on the result long enough.
    Adjudicated,
    /// A seat lost it by something else than moves.
    Forfeit,
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Rules, Ending::Length, Ending::Adjudicated, Ending::Forfeit];

    pub(crate) fn of(number: usize) -> Option<Self> {
        Ending::ALL.get(number).copied()
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its number in the run, which its opening and its luck follow from.
    pub number: u64,
    /// Stands for the position at which engines began to play: the same for the same.
    pub opening: u64,
    /// How freely moves were drawn; 0: the best was played.
    pub temperature: f32,
    /// How it ended.
    pub ending: Ending,
    /// Each seat's result in thousandths of a win.
    pub results: Vec<i16>,
    /// Its positions.
    pub rows: Vec<Row>,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RowsError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{}: not a file of positions; `takeback selfplay GAME --format rows` writes them", .0.display())]
    NoRows(PathBuf),
    #[error(
        "{}: rows of version {found}; this program reads version {VERSION}, which also holds moves \
         and temperatures: play the games anew, into another folder", path.display()
    )]
    Version { path: PathBuf, found: u32 },
    #[error("{}: a Parquet file, but {why}", path.display())]
    Parquet { path: PathBuf, why: String },
    #[error("{}: game {game} is damaged at byte {at}; nothing of this file is used", path.display())]
    Damaged { path: PathBuf, game: u64, at: usize },
    #[error(
        "{}: ends amid a game at byte {at} (a run was stopped while it wrote); the same selfplay \
         command mends it, or --cut-off leaves that game out", path.display()
    )]
    Torn { path: PathBuf, at: usize },
    #[error("{}: holds {found:?}, not {wanted:?}", path.display())]
    Other { path: PathBuf, found: String, wanted: String },
}

fn fnv(parts: &[&[u8]]) -> u64 {
    parts.iter().copied().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Header {
    fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.encoding.len() as u32).to_le_bytes());
        bytes.extend(self.encoding.as_bytes());
        for size in [self.features, self.most, self.buckets, self.moves] {
            bytes.extend((size as u32).to_le_bytes());
        }
        let sum = fnv(&[&bytes]);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The header and its length.
    fn read(path: &Path, bytes: &[u8]) -> Result<(Header, usize), RowsError> {
        let none = || RowsError::NoRows(path.to_owned());
        let word = |at: usize| {
            let four = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(four.try_into().ok()?))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(none());
        }
        match word(8) {
            Some(VERSION) => {}
            Some(found) => return Err(RowsError::Version { path: path.to_owned(), found }),
            None => return Err(none()),
        }
        let name = word(12).filter(|&n| n <= 1000).ok_or_else(none)? as usize;
        let end = 16 + name + 16;
        let sum = bytes.get(end..end + 8).ok_or_else(none)?;
        if fnv(&[&bytes[..end]]).to_le_bytes() != *sum {
            return Err(none());
        }
        let encoding = std::str::from_utf8(&bytes[16..16 + name]).map_err(|_| none())?;
        let sizes = [0, 4, 8, 12].map(|skip| word(16 + name + skip).map_or(0, |n| n as usize));
        let [features, most, buckets, moves] = sizes;
        Ok((Header { encoding: encoding.to_owned(), features, most, buckets, moves }, end + 8))
    }
}

impl Game {
    fn pack(&self) -> Vec<u8> {
        let mut plain = Vec::with_capacity(64 + 200 * self.rows.len());
        plain.extend(self.opening.to_le_bytes());
        plain.extend(self.temperature.to_le_bytes());
        plain.push(self.ending as u8);
        plain.push(self.results.len() as u8);
        self.results.iter().for_each(|result| plain.extend(result.to_le_bytes()));
        plain.extend((self.rows.len() as u32).to_le_bytes());
        for row in &self.rows {
            plain.extend(row.ply.to_le_bytes());
            plain.extend([row.seat, row.bucket, row.depth]);
            plain.extend(row.nodes.to_le_bytes());
            let (kind, number) = match row.thought {
                Thought::None => (0, [0; 4]),
                Thought::Points(points) => (1, points.to_le_bytes()),
                Thought::Share(share) => (2, share.to_le_bytes()),
            };
            plain.push(kind);
            plain.extend(number);
            plain.extend(row.best.to_le_bytes());
            plain.extend(row.played.to_le_bytes());
            plain.extend((row.weighed.len() as u16).to_le_bytes());
            for weighed in &row.weighed {
                plain.extend(weighed.number.to_le_bytes());
                plain.extend(weighed.share.to_le_bytes());
            }
            for view in &row.views {
                plain.extend((view.len() as u16).to_le_bytes());
                view.iter().for_each(|feature| plain.extend(feature.to_le_bytes()));
            }
        }
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        // Writing into memory does not fail.
        let _ = packed.write_all(&plain);
        packed.finish().unwrap_or_default()
    }

    /// The game as bytes of a file.
    fn frame(&self) -> Vec<u8> {
        let (number, packed) = (self.number.to_le_bytes(), self.pack());
        let mut bytes = ((8 + packed.len() + 8) as u32).to_le_bytes().to_vec();
        bytes.extend(number);
        bytes.extend(&packed);
        bytes.extend(fnv(&[&number, &packed]).to_le_bytes());
        bytes
    }

    fn unpack(number: u64, packed: &[u8]) -> Option<Game> {
        let mut plain = Vec::new();
        let limit = LARGEST_GAME as u64;
        DeflateDecoder::new(packed).take(limit).read_to_end(&mut plain).ok()?;
        let mut left = Left(&plain);
        let opening = u64::from_le_bytes(left.take(8)?.try_into().ok()?);
        let temperature = f32::from_le_bytes(left.four()?);
        let ending = Ending::of(left.byte()?.into())?;
        let seats = left.byte()?;
        let results =
            (0..seats).map(|_| left.pair().map(i16::from_le_bytes)).collect::<Option<_>>()?;
        let count = u32::from_le_bytes(left.four()?) as usize;
        let mut rows = Vec::with_capacity(count.min(100_000));
        for _ in 0..count {
            rows.push(left.row(seats.into())?);
        }
        let game = Game { number, opening, temperature, ending, results, rows };
        left.0.is_empty().then_some(game)
    }
}

/// What is still to be read; nothing is taken that is not there.
struct Left<'a>(&'a [u8]);

impl<'a> Left<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|one| one[0])
    }

    fn pair(&mut self) -> Option<[u8; 2]> {
        self.take(2)?.try_into().ok()
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        self.take(4)?.try_into().ok()
    }

    fn row(&mut self, seats: usize) -> Option<Row> {
        let ply = u16::from_le_bytes(self.pair()?);
        let (seat, bucket, depth) = (self.byte()?, self.byte()?, self.byte()?);
        let nodes = u32::from_le_bytes(self.four()?);
        let (kind, number) = (self.byte()?, self.four()?);
        let thought = match kind {
            0 => Thought::None,
            1 => Thought::Points(i32::from_le_bytes(number)),
            2 => Thought::Share(f32::from_le_bytes(number)),
            _ => return None,
        };
        let [best, played] = [self.four()?, self.four()?].map(u32::from_le_bytes);
        let count = u16::from_le_bytes(self.pair()?);
        let mut weigh = || {
            let (number, share) = (self.four()?, self.pair()?);
            let (number, share) = (u32::from_le_bytes(number), u16::from_le_bytes(share));
            Some(Weighed { number, share })
        };
        let weighed = (0..count).map(|_| weigh()).collect::<Option<_>>()?;
        let mut view = || {
            let count = u16::from_le_bytes(self.pair()?) as usize;
            let (pairs, _) = self.take(2 * count)?.as_chunks::<2>();
            Some(pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect::<Vec<_>>())
        };
        let views = (0..seats).map(|_| view()).collect::<Option<_>>()?;
        Some(Row { ply, seat, bucket, depth, nodes, thought, best, played, weighed, views })
    }
}

/// What a file holds, game by game.
struct Frames<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Frames<'a> {
    /// The next game's number and packed rows; `None` at the end.
    fn next(&mut self) -> Result<Option<(u64, &'a [u8])>, RowsError> {
        let (bytes, at) = (self.bytes, self.at);
        if at == bytes.len() {
            return Ok(None);
        }
        let torn = || RowsError::Torn { path: self.path.to_owned(), at };
        let length = bytes.get(at..at + 4).ok_or_else(torn)?;
        let length = u32::from_le_bytes(length.try_into().map_err(|_| torn())?) as usize;
        let damaged = |game| RowsError::Damaged { path: self.path.to_owned(), game, at };
        if !(16..=LARGEST_GAME).contains(&length) {
            return Err(damaged(0));
        }
        let frame = bytes.get(at + 4..at + 4 + length).ok_or_else(torn)?;
        let (number, rest) = frame.split_at(8);
        let (packed, sum) = rest.split_at(length - 16);
        let game = u64::from_le_bytes(number.try_into().map_err(|_| torn())?);
        if fnv(&[number, packed]).to_le_bytes() != *sum {
            return Err(damaged(game));
        }
        self.at = at + 4 + length;
        Ok(Some((game, packed)))
    }
}

fn slurp(path: &Path) -> Result<Vec<u8>, RowsError> {
    std::fs::read(path).map_err(|source| RowsError::File { path: path.to_owned(), source })
}

/// All games of a file, in order of their numbers. A torn last game is an error
/// unless `cut_off` allows it to be left out.
///
/// # Errors
/// When the file cannot be read, is none, or is damaged.
pub fn read(path: &Path, cut_off: bool) -> Result<(Header, Vec<Game>), RowsError> {
    let bytes = slurp(path)?;
    if bytes.starts_with(b"PAR1") {
        return from_columns(path);
    }
    parse(path, &bytes, cut_off)
}

/// The same from the bytes of a file in the own format, called so in errors.
///
/// # Errors
/// As [`read`].
pub fn parse(path: &Path, bytes: &[u8], cut_off: bool) -> Result<(Header, Vec<Game>), RowsError> {
    let (header, at) = Header::read(path, bytes)?;
    let mut frames = Frames { path, bytes, at };
    let mut games = Vec::new();
    loop {
        let from = frames.at;
        match frames.next() {
            Ok(Some((number, packed))) => {
                let damaged =
                    || RowsError::Damaged { path: path.to_owned(), game: number, at: from };
                games.push(Game::unpack(number, packed).ok_or_else(damaged)?);
            }
            Ok(None) => break,
            Err(RowsError::Torn { .. }) if cut_off => break,
            Err(error) => return Err(error),
        }
    }
    games.sort_by_key(|game| game.number);
    games.dedup_by_key(|game| game.number);
    Ok((header, games))
}

/// The games of a file, or of a folder of self-play: of its `games.rows`, or of its parts in
/// Parquet together.
///
/// # Errors
/// As [`read`]; also when a folder holds neither, or parts of different games.
pub fn gather(path: &Path, cut_off: bool) -> Result<(Header, Vec<Game>), RowsError> {
    let own = path.join("games.rows");
    if !path.is_dir() || own.exists() {
        return read(if path.is_dir() { &own } else { path }, cut_off);
    }
    let failed = |source| RowsError::File { path: path.to_owned(), source };
    let mut parts = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        parts.push(entry.map_err(failed)?.path());
    }
    parts.retain(|part| part.extension().is_some_and(|ending| ending == "parquet"));
    parts.sort();
    let mut all: Option<(Header, Vec<Game>)> = None;
    for part in parts {
        let (header, games) = read(&part, cut_off)?;
        let (known, gathered) = all.get_or_insert_with(|| (header.clone(), Vec::new()));
        if *known != header {
            let (found, wanted) = (header.encoding, known.encoding.clone());
            return Err(RowsError::Other { path: part, found, wanted });
        }
        gathered.extend(games);
    }
    let (header, mut games) = all.ok_or_else(|| RowsError::NoRows(path.to_owned()))?;
    games.sort_by_key(|game| game.number);
    games.dedup_by_key(|game| game.number);
    Ok((header, games))
}

#[cfg(feature = "parquet")]
fn from_columns(path: &Path) -> Result<(Header, Vec<Game>), RowsError> {
    let bad = |why| RowsError::Parquet { path: path.to_owned(), why };
    crate::table::read(path).map_err(bad)
}

#[cfg(not(feature = "parquet"))]
fn from_columns(path: &Path) -> Result<(Header, Vec<Game>), RowsError> {
    let why = "this program was built without `--features parquet`".to_owned();
    Err(RowsError::Parquet { path: path.to_owned(), why })
}

/// Games as the bytes of a file in the own format.
#[must_use]
pub fn write(header: &Header, games: &[Game]) -> Vec<u8> {
    let mut bytes = header.write();
    games.iter().for_each(|game| bytes.extend(game.frame()));
    bytes
}

/// Appends games to a file.
#[derive(Debug)]
pub struct Appender {
    file: File,
    path: PathBuf,
}

impl Appender {
    /// Begin a file or go on with it; what a killed run left torn at its end is cut
    /// off. Tells the numbers of the games that are there.
    ///
    /// # Errors
    /// When the file cannot be opened, is damaged, or holds other features.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Vec<u64>), RowsError> {
        let failed = |source| RowsError::File { path: path.to_owned(), source };
        let mut numbers = Vec::new();
        let mut length = None;
        if path.exists() {
            let bytes = slurp(path)?;
            // Killed before its header was whole: nothing is lost.
            if !header.write().starts_with(&bytes) || bytes.len() == header.write().len() {
                let (found, at) = Header::read(path, &bytes)?;
                if found != *header {
                    let (found, wanted) = (found.encoding, header.encoding.clone());
                    return Err(RowsError::Other { path: path.to_owned(), found, wanted });
                }
                let mut frames = Frames { path, bytes: &bytes, at };
                loop {
                    match frames.next() {
                        Ok(Some((number, _))) => numbers.push(number),
                        Ok(None) | Err(RowsError::Torn { .. }) => break,
                        Err(error) => return Err(error),
                    }
                }
                length = Some(frames.at);
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(length.is_none())
            .write(true)
            .open(path)
            .map_err(failed)?;
        match length {
            None => file.write_all(&header.write()).map_err(failed)?,
            Some(length) => {
                file.set_len(length as u64).map_err(failed)?;
                std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(failed)?;
            }
        }
        Ok((Appender { file, path: path.to_owned() }, numbers))
    }

    /// Append a game.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn push(&mut self, game: &Game) -> Result<(), RowsError> {
        let failed = |source| RowsError::File { path: self.path.clone(), source };
        self.file.write_all(&game.frame()).map_err(failed)
    }
}
