//! Games as columns of a Parquet file: a row for each position, what belongs to the game
//! repeated in each. Games without a position are not in it.
//!
//! | column | what |
//! |---|---|
//! | `game`, `ply`, `seat`, `bucket`, `depth`, `nodes` | whole numbers |
//! | `judged`, `worth` | 0 nothing, 1 points, 2 a share; and how many |
//! | `best`, `played` | numbers of moves; -1 for none |
//! | `opening`, `ending`, `temperature` | of the game |
//! | `results` | of each seat, in thousandths |
//! | `weighed`, `shares` | numbers of the moves that were searched, and their shares of 65,535 |
//! | `own`, `other` | features of the mover's view and of the other's; where there are more, all of them in
//! one list in order of seats, with -1 between |
//!
//! Other columns may stand beside these. Notes of the file say what the features are.

use crate::columns::{Column, ColumnFile, ColumnReading, Columns};
use crate::rows::{Ending, Game, Header, NO_MOVE, Row, Thought, Weighed};
use std::path::Path;

/// Columns of whole numbers.
pub const NUMBERS: [&str; 11] = [
    "game", "ply", "seat", "bucket", "depth", "nodes", "judged", "best", "played", "opening",
    "ending",
];
/// Columns of fractions.
pub const REALS: [&str; 2] = ["worth", "temperature"];
/// Columns of lists.
pub const LISTS: [&str; 5] = ["results", "weighed", "shares", "own", "other"];

/// The version of the columns.
const VERSION: usize = 2;

/// What a file says of its rows.
#[must_use]
pub fn notes(header: &Header) -> Vec<(&'static str, String)> {
    let sizes = [
        ("takeback.version", VERSION),
        ("takeback.features", header.features),
        ("takeback.most", header.most),
        ("takeback.buckets", header.buckets),
        ("takeback.moves", header.moves),
    ];
    let mut notes = vec![("takeback.encoding", header.encoding.clone())];
    notes.extend(sizes.map(|(name, size)| (name, size.to_string())));
    notes
}

fn number(m: u32) -> i64 {
    if m == NO_MOVE { -1 } else { m.into() }
}

/// Stands between the views of one list.
const NEXT: i32 = -1;

fn wide(view: &[u16]) -> Vec<i32> {
    view.iter().map(|&feature| i32::from(feature)).collect()
}

/// The views behind the first as one list.
fn apart(views: &[Vec<u16>]) -> Vec<i32> {
    let others: Vec<Vec<i32>> = views.iter().skip(1).map(|view| wide(view)).collect();
    others.join(&NEXT)
}

/// The values of a row.
#[derive(Debug)]
pub struct Values {
    numbers: [i64; NUMBERS.len()],
    reals: [f64; REALS.len()],
    lists: [Vec<i32>; LISTS.len()],
}

impl Values {
    /// Those of a row of this game.
    #[must_use]
    pub fn of(game: &Game, row: &Row) -> Self {
        let (judged, worth) = match row.thought {
            Thought::None => (0, 0.0),
            Thought::Points(points) => (1, f64::from(points)),
            Thought::Share(share) => (2, f64::from(share)),
        };
        Values {
            numbers: [
                game.number as i64,
                row.ply.into(),
                row.seat.into(),
                row.bucket.into(),
                row.depth.into(),
                row.nodes.into(),
                judged,
                number(row.best),
                number(row.played),
                game.opening as i64,
                game.ending as i64,
            ],
            reals: [worth, f64::from(game.temperature)],
            lists: [
                game.results.iter().map(|&result| i32::from(result)).collect(),
                row.weighed.iter().map(|weighed| weighed.number as i32).collect(),
                row.weighed.iter().map(|weighed| i32::from(weighed.share)).collect(),
                row.views.first().map_or_else(Vec::new, |view| wide(view)),
                apart(&row.views),
            ],
        }
    }

    /// In the order of the columns.
    #[must_use]
    pub fn columns(&self) -> Vec<Column<'_>> {
        let values = self.numbers.map(Column::Number).into_iter();
        let values = values.chain(self.reals.map(Column::Real));
        values.chain(self.lists.iter().map(|list| Column::List(list))).collect()
    }
}

/// The games as the bytes of a file.
///
/// # Errors
/// When Parquet refuses them.
pub fn write(header: &Header, games: &[Game]) -> Result<Vec<u8>, String> {
    let columns = Columns {
        numbers: &NUMBERS,
        reals: &REALS,
        lists: &LISTS,
        notes: notes(header),
        ..Columns::default()
    };
    let mut file = ColumnFile::new(Vec::new(), &columns)?;
    for game in games {
        for row in &game.rows {
            file.push(&Values::of(game, row).columns())?;
        }
    }
    file.finish()
}

/// The games of a file, in order of their numbers.
///
/// # Errors
/// With what is wrong with it.
pub(crate) fn read(path: &Path) -> Result<(Header, Vec<Game>), String> {
    let file = ColumnReading::open(path)?;
    let header = header(&file)?;
    let table = Table::read(&file)?;
    let mut games: Vec<Game> = Vec::new();
    for at in 0..table.numbers[0].len() {
        let (number, row) = (table.numbers[0][at] as u64, table.row(at)?);
        match games.last_mut() {
            Some(game) if game.number == number => game.rows.push(row),
            _ => games.push(table.game(at, row)?),
        }
    }
    games.sort_by_key(|game| game.number);
    Ok((header, games))
}

fn header(file: &ColumnReading) -> Result<Header, String> {
    const NONE: &str = "it says nothing of features: `takeback selfplay GAME --format parquet` \
                        writes them for games that have such";
    let encoding = file.note("takeback.encoding").ok_or(NONE)?;
    let size = |name: &str| -> Result<usize, String> {
        let text = file.note(name).ok_or(NONE)?;
        text.parse().map_err(|_| format!("its note {name} is {text:?}"))
    };
    let version = size("takeback.version")?;
    if version != VERSION {
        return Err(format!("its rows are of version {version}; this program reads {VERSION}"));
    }
    Ok(Header {
        encoding,
        features: size("takeback.features")?,
        most: size("takeback.most")?,
        buckets: size("takeback.buckets")?,
        moves: size("takeback.moves")?,
    })
}

/// All columns.
struct Table {
    numbers: Vec<Vec<i64>>,
    reals: Vec<Vec<f64>>,
    lists: Vec<Vec<Vec<i32>>>,
}

impl Table {
    fn read(file: &ColumnReading) -> Result<Self, String> {
        let table = Table {
            numbers: NUMBERS.iter().map(|name| file.numbers(name)).collect::<Result<_, _>>()?,
            reals: REALS.iter().map(|name| file.reals(name)).collect::<Result<_, _>>()?,
            lists: LISTS.iter().map(|name| file.lists(name)).collect::<Result<_, _>>()?,
        };
        let rows = table.numbers[0].len();
        let whole = table.numbers.iter().all(|column| column.len() == rows)
            && table.reals.iter().all(|column| column.len() == rows)
            && table.lists.iter().all(|column| column.len() == rows);
        if whole { Ok(table) } else { Err("its columns have different lengths".to_owned()) }
    }

    /// A number of this row that must fit.
    fn small<T: TryFrom<i64>>(&self, column: usize, at: usize) -> Result<T, String> {
        let found = self.numbers[column][at];
        T::try_from(found).map_err(|_| format!("{} {found} in row {at}", NUMBERS[column]))
    }

    fn list<T: TryFrom<i32>>(&self, column: usize, at: usize) -> Result<Vec<T>, String> {
        let small = |&found: &i32| {
            T::try_from(found).map_err(|_| format!("{found} in {} of row {at}", LISTS[column]))
        };
        self.lists[column][at].iter().map(small).collect()
    }

    /// The mover's view and those of all others.
    fn views(&self, at: usize) -> Result<Vec<Vec<u16>>, String> {
        let mut views = vec![self.list(3, at)?];
        for view in self.lists[4][at].split(|&feature| feature == NEXT) {
            let small = |&found: &i32| {
                u16::try_from(found).map_err(|_| format!("{found} in {} of row {at}", LISTS[4]))
            };
            views.push(view.iter().map(small).collect::<Result<_, _>>()?);
        }
        Ok(views)
    }

    fn number_of_move(&self, column: usize, at: usize) -> Result<u32, String> {
        if self.numbers[column][at] == -1 { Ok(NO_MOVE) } else { self.small(column, at) }
    }

    fn game(&self, at: usize, first: Row) -> Result<Game, String> {
        let ending = Ending::of(self.small(10, at)?);
        Ok(Game {
            number: self.numbers[0][at] as u64,
            opening: self.numbers[9][at] as u64,
            temperature: self.reals[1][at] as f32,
            ending: ending.ok_or_else(|| format!("an unknown ending in row {at}"))?,
            results: self.list(0, at)?,
            rows: vec![first],
        })
    }

    fn row(&self, at: usize) -> Result<Row, String> {
        let worth = self.reals[0][at];
        let thought = match self.numbers[6][at] {
            0 => Thought::None,
            1 if worth.fract() == 0.0 && worth.abs() < 2e9 => Thought::Points(worth as i32),
            2 => Thought::Share(worth as f32),
            kind => return Err(format!("a worth of {worth} of kind {kind} in row {at}")),
        };
        let (numbers, shares) = (self.list(1, at)?, self.list(2, at)?);
        if numbers.len() != shares.len() {
            return Err(format!(
                "{} moves with {} shares in row {at}",
                numbers.len(),
                shares.len()
            ));
        }
        let pairs = numbers.into_iter().zip(shares);
        Ok(Row {
            ply: self.small(1, at)?,
            seat: self.small(2, at)?,
            bucket: self.small(3, at)?,
            depth: self.small(4, at)?,
            nodes: self.small(5, at)?,
            thought,
            best: self.number_of_move(7, at)?,
            played: self.number_of_move(8, at)?,
            weighed: pairs.map(|(number, share)| Weighed { number, share }).collect(),
            views: self.views(at)?,
        })
    }
}
