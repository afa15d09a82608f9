//! A small face of Parquet: columns of whole numbers, of fractions, of text and of lists.

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// A value of a row.
#[derive(Debug)]
pub enum Column<'a> {
    /// In a column of numbers.
    Number(i64),
    /// In a column of fractions.
    Real(f64),
    /// In a column of text.
    Text(&'a str),
    /// In a column of lists.
    List(&'a [i32]),
}

/// The columns of a file, by kind.
#[derive(Clone, Debug, Default)]
pub struct Columns<'a> {
    /// Whole numbers.
    pub numbers: &'a [&'a str],
    /// Fractions.
    pub reals: &'a [&'a str],
    /// Texts.
    pub texts: &'a [&'a str],
    /// Lists of small numbers.
    pub lists: &'a [&'a str],
    /// What is said of the whole file, by name.
    pub notes: Vec<(&'static str, String)>,
}

/// Rows gathered before they are written as a group.
const GROUP: usize = 64 * 1024;

/// Lists as Parquet keeps them: all values in a row, and for each one (or for an empty list)
/// whether it is there and whether it goes on a list.
#[derive(Clone, Debug, Default)]
struct Lists {
    values: Vec<i32>,
    there: Vec<i16>,
    goes_on: Vec<i16>,
}

impl Lists {
    fn push(&mut self, list: &[i32]) {
        self.values.extend(list);
        let levels = list.len().max(1);
        self.there.resize(self.there.len() + levels, i16::from(!list.is_empty()));
        self.goes_on.push(0);
        self.goes_on.resize(self.there.len(), 1);
    }

    fn apart(&self) -> Vec<Vec<i32>> {
        let (mut lists, mut values) = (Vec::new(), self.values.iter());
        for (&there, &goes_on) in self.there.iter().zip(&self.goes_on) {
            if goes_on == 0 {
                lists.push(Vec::new());
            }
            if let (1, Some(list)) = (there, lists.last_mut()) {
                list.extend(values.next());
            }
        }
        lists
    }
}

/// A file being written.
#[derive(Debug)]
pub struct ColumnFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    numbers: Vec<Vec<i64>>,
    reals: Vec<Vec<f64>>,
    texts: Vec<Vec<ByteArray>>,
    lists: Vec<Lists>,
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over to be told")]
fn said(error: ParquetError) -> String {
    error.to_string()
}

fn field(name: &str, kind: Physical, repetition: Repetition) -> Result<Arc<Type>, String> {
    let mut field = Type::primitive_type_builder(name, kind).with_repetition(repetition);
    if kind == Physical::BYTE_ARRAY {
        field = field.with_logical_type(Some(LogicalType::String));
    }
    field.build().map(Arc::new).map_err(said)
}

impl<W: Write + Send> ColumnFile<W> {
    /// A file with these columns: numbers, fractions, texts, lists, in this order.
    ///
    /// # Errors
    /// When it cannot be begun.
    pub fn new(out: W, columns: &Columns<'_>) -> Result<Self, String> {
        let kinds = [
            (columns.numbers, Physical::INT64, Repetition::REQUIRED),
            (columns.reals, Physical::DOUBLE, Repetition::REQUIRED),
            (columns.texts, Physical::BYTE_ARRAY, Repetition::REQUIRED),
            (columns.lists, Physical::INT32, Repetition::REPEATED),
        ];
        let mut fields = Vec::new();
        for (names, kind, repetition) in kinds {
            for name in names {
                fields.push(field(name, kind, repetition)?);
            }
        }
        let schema = Type::group_type_builder("row").with_fields(fields).build().map_err(said)?;
        let note = |(name, text): &(&str, String)| KeyValue::new((*name).to_owned(), text.clone());
        let notes: Vec<KeyValue> = columns.notes.iter().map(note).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("takeback".to_owned())
            .set_key_value_metadata((!notes.is_empty()).then_some(notes))
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(ColumnFile {
            writer: writer.map_err(said)?,
            numbers: vec![Vec::new(); columns.numbers.len()],
            reals: vec![Vec::new(); columns.reals.len()],
            texts: vec![Vec::new(); columns.texts.len()],
            lists: vec![Lists::default(); columns.lists.len()],
        })
    }

    /// Add a row: of each kind its values in the order of the columns.
    ///
    /// # Errors
    /// When a full group cannot be written.
    pub fn push(&mut self, row: &[Column<'_>]) -> Result<(), String> {
        let (mut number, mut real) = (self.numbers.iter_mut(), self.reals.iter_mut());
        let (mut text, mut list) = (self.texts.iter_mut(), self.lists.iter_mut());
        for value in row {
            match value {
                Column::Number(n) => number.next().ok_or("too many numbers")?.push(*n),
                Column::Real(x) => real.next().ok_or("too many fractions")?.push(*x),
                Column::Text(t) => text.next().ok_or("too many texts")?.push((*t).into()),
                Column::List(all) => list.next().ok_or("too many lists")?.push(all),
            }
        }
        if self.numbers.first().is_some_and(|column| column.len() >= GROUP) {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), String> {
        const MISSING: &str = "a column is missing";
        let mut group = self.writer.next_row_group().map_err(said)?;
        for values in &mut self.numbers {
            let mut column = group.next_column().map_err(said)?.ok_or(MISSING)?;
            column.typed::<Int64Type>().write_batch(values, None, None).map_err(said)?;
            column.close().map_err(said)?;
            values.clear();
        }
        for values in &mut self.reals {
            let mut column = group.next_column().map_err(said)?.ok_or(MISSING)?;
            column.typed::<DoubleType>().write_batch(values, None, None).map_err(said)?;
            column.close().map_err(said)?;
            values.clear();
        }
        for values in &mut self.texts {
            let mut column = group.next_column().map_err(said)?.ok_or(MISSING)?;
            column.typed::<ByteArrayType>().write_batch(values, None, None).map_err(said)?;
            column.close().map_err(said)?;
            values.clear();
        }
        for lists in &mut self.lists {
            let Lists { values, there, goes_on } = std::mem::take(lists);
            let mut column = group.next_column().map_err(said)?.ok_or(MISSING)?;
            let typed = column.typed::<Int32Type>();
            typed.write_batch(&values, Some(&there), Some(&goes_on)).map_err(said)?;
            column.close().map_err(said)?;
        }
        group.close().map_err(said)?;
        Ok(())
    }

    /// Write the rest and the file's end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<W, String> {
        if self.numbers.first().is_some_and(|column| !column.is_empty()) {
            self.flush()?;
        }
        self.writer.into_inner().map_err(said)
    }
}

/// A file being read, column by column.
pub struct ColumnReading {
    reader: SerializedFileReader<File>,
}

/// The values of a column that has one in each row.
macro_rules! plain {
    ($name:ident, $kind:ident, $value:ty, $doc:literal) => {
        #[doc = $doc]
        ///
        /// # Errors
        /// When there is no such column, or it cannot be read.
        pub fn $name(&self, name: &str) -> Result<Vec<$value>, String> {
            let mut values = Vec::new();
            self.column(name, |column, rows| match column {
                ColumnReader::$kind(mut column) => {
                    column.read_records(rows, None, None, &mut values).map(drop).map_err(said)
                }
                _ => Err(format!("its column {name:?} is of another kind")),
            })?;
            Ok(values)
        }
    };
}

impl ColumnReading {
    /// Open a file.
    ///
    /// # Errors
    /// When it cannot be read, or is torn or damaged at its end.
    pub fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        Ok(ColumnReading { reader: SerializedFileReader::new(file).map_err(said)? })
    }

    /// What is said of the whole file under this name.
    #[must_use]
    pub fn note(&self, name: &str) -> Option<String> {
        let notes = self.reader.metadata().file_metadata().key_value_metadata()?;
        notes.iter().find(|note| note.key == name)?.value.clone()
    }

    /// Hands over the column of this name, group by group, with the group's rows.
    fn column(
        &self,
        name: &str,
        mut read: impl FnMut(ColumnReader, usize) -> Result<(), String>,
    ) -> Result<(), String> {
        let schema = self.reader.metadata().file_metadata().schema_descr_ptr();
        let place = schema.columns().iter().position(|column| column.name() == name);
        let place = place.ok_or_else(|| format!("it has no column {name:?}"))?;
        for group in 0..self.reader.num_row_groups() {
            let group = self.reader.get_row_group(group).map_err(said)?;
            let rows = group.metadata().num_rows() as usize;
            read(group.get_column_reader(place).map_err(said)?, rows)?;
        }
        Ok(())
    }

    plain!(numbers, Int64ColumnReader, i64, "A column of whole numbers.");
    plain!(reals, DoubleColumnReader, f64, "A column of fractions.");

    /// A column of texts.
    ///
    /// # Errors
    /// When there is no such column, or it cannot be read.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let mut values: Vec<ByteArray> = Vec::new();
        self.column(name, |column, rows| match column {
            ColumnReader::ByteArrayColumnReader(mut column) => {
                column.read_records(rows, None, None, &mut values).map(drop).map_err(said)
            }
            _ => Err(format!("its column {name:?} is of another kind")),
        })?;
        let text = |value: &ByteArray| value.as_utf8().map(str::to_owned).map_err(said);
        values.iter().map(text).collect()
    }

    /// A column of lists.
    ///
    /// # Errors
    /// When there is no such column, or it cannot be read.
    pub fn lists(&self, name: &str) -> Result<Vec<Vec<i32>>, String> {
        let mut all = Vec::new();
        self.column(name, |column, rows| {
            let ColumnReader::Int32ColumnReader(mut column) = column else {
                return Err(format!("its column {name:?} is of another kind"));
            };
            let Lists { mut values, mut there, mut goes_on } = Lists::default();
            let levels = (Some(&mut there), Some(&mut goes_on));
            column.read_records(rows, levels.0, levels.1, &mut values).map_err(said)?;
            all.extend(Lists { values, there, goes_on }.apart());
            Ok(())
        })?;
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back() {
        let columns = Columns {
            numbers: &["n"],
            reals: &["x"],
            texts: &["t"],
            lists: &["l"],
            notes: vec![("said", "of all".to_owned())],
        };
        let mut table = ColumnFile::new(Vec::new(), &columns).expect("a table");
        // More than a group of rows, with signs, and lists of every length.
        let rows = GROUP as i64 + 3;
        let list = |n: i64| (0..n.rem_euclid(4)).map(|i| (n * i) as i32).collect::<Vec<i32>>();
        for n in -3..rows - 3 {
            let text = format!("text {n} \u{e9}\u{1f3b2}");
            let (all, half) = (list(n), n as f64 / 2.0);
            let row =
                [Column::Number(n), Column::Real(half), Column::Text(&text), Column::List(&all)];
            table.push(&row).expect("a row");
        }
        let path = std::env::temp_dir().join(format!("takeback-parquet-{}", std::process::id()));
        std::fs::write(&path, table.finish().expect("a file")).expect("a file");
        let back = ColumnReading::open(&path).expect("Parquet");
        assert_eq!(back.note("said").as_deref(), Some("of all"));
        assert_eq!(back.note("unsaid"), None);
        assert_eq!(back.numbers("n").expect("numbers"), (-3..rows - 3).collect::<Vec<_>>());
        let halves: Vec<f64> = (-3..rows - 3).map(|n| n as f64 / 2.0).collect();
        assert_eq!(back.reals("x").expect("fractions"), halves);
        assert_eq!(back.lists("l").expect("lists"), (-3..rows - 3).map(list).collect::<Vec<_>>());
        let texts = back.texts("t").expect("texts");
        assert_eq!(texts.len() as i64, rows);
        assert_eq!(texts[0], "text -3 \u{e9}\u{1f3b2}");
        assert!(back.numbers("m").is_err_and(|why| why.contains("no column")));
        assert!(back.numbers("x").is_err_and(|why| why.contains("another kind")));
        let bytes = std::fs::read(&path).expect("a file");
        std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("torn");
        assert!(ColumnReading::open(&path).is_err());
        std::fs::remove_file(&path).expect("ours");
    }
}
