//! A small face of Parquet: columns of whole numbers, then columns of text.

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// A value of a row.
pub enum Column<'a> {
    /// In a column of numbers.
    Number(i64),
    /// In a column of text.
    Text(&'a str),
}

/// Rows gathered before they are written as a group.
const GROUP: usize = 64 * 1024;

/// A file being written.
pub struct ColumnFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    numbers: Vec<Vec<i64>>,
    texts: Vec<Vec<ByteArray>>,
}

impl<W: Write + Send> ColumnFile<W> {
    /// A file with these columns.
    ///
    /// # Errors
    /// When it cannot be begun.
    pub fn new(out: W, numbers: &[&str], texts: &[&str]) -> Result<Self, String> {
        let said = |e: parquet::errors::ParquetError| e.to_string();
        let mut fields = Vec::new();
        for name in numbers {
            let field = Type::primitive_type_builder(name, Physical::INT64);
            let field = field.with_repetition(Repetition::REQUIRED).build().map_err(said)?;
            fields.push(Arc::new(field));
        }
        for name in texts {
            let field = Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String));
            let field = field.with_repetition(Repetition::REQUIRED).build().map_err(said)?;
            fields.push(Arc::new(field));
        }
        let schema = Type::group_type_builder("row").with_fields(fields).build().map_err(said)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("takeback".to_owned())
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(ColumnFile {
            writer: writer.map_err(said)?,
            numbers: vec![Vec::new(); numbers.len()],
            texts: vec![Vec::new(); texts.len()],
        })
    }

    /// Add a row: all numbers, then all texts, in the order of the columns.
    ///
    /// # Errors
    /// When a full group cannot be written.
    pub fn push(&mut self, row: &[Column<'_>]) -> Result<(), String> {
        let (mut number, mut text) = (self.numbers.iter_mut(), self.texts.iter_mut());
        for value in row {
            match value {
                Column::Number(n) => number.next().ok_or("too many numbers")?.push(*n),
                Column::Text(t) => text.next().ok_or("too many texts")?.push((*t).into()),
            }
        }
        if self.numbers.first().is_some_and(|column| column.len() >= GROUP) {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), String> {
        let said = |e: parquet::errors::ParquetError| e.to_string();
        let mut group = self.writer.next_row_group().map_err(said)?;
        for values in &mut self.numbers {
            let mut column = group.next_column().map_err(said)?.ok_or("a column is missing")?;
            column.typed::<Int64Type>().write_batch(values, None, None).map_err(said)?;
            column.close().map_err(said)?;
            values.clear();
        }
        for values in &mut self.texts {
            let mut column = group.next_column().map_err(said)?.ok_or("a column is missing")?;
            column.typed::<ByteArrayType>().write_batch(values, None, None).map_err(said)?;
            column.close().map_err(said)?;
            values.clear();
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
        self.writer.into_inner().map_err(|e| e.to_string())
    }
}

/// The rows of a file as objects, to compare with what was to be written.
#[cfg(test)]
pub(crate) fn read(path: &std::path::Path) -> Vec<serde_json::Value> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let file = std::fs::File::open(path).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let value = |field: &Field| match field {
        Field::Long(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        other => panic!("{other} is neither a number nor a text"),
    };
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| {
        let row = row.expect("a row");
        let fields = row.get_column_iter().map(|(name, field)| (name.clone(), value(field)));
        serde_json::Value::Object(fields.collect())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_come_back() {
        let mut table = ColumnFile::new(Vec::new(), &["n"], &["t"]).expect("a table");
        // More than a group of rows, with signs and letters of every length.
        let rows = GROUP as i64 + 3;
        for n in -3..rows - 3 {
            let text = format!("text {n} \u{e9}\u{1f3b2}");
            table.push(&[Column::Number(n), Column::Text(&text)]).expect("a row");
        }
        let path = std::env::temp_dir().join(format!("takeback-parquet-{}", std::process::id()));
        std::fs::write(&path, table.finish().expect("a file")).expect("a file");
        let back = read(&path);
        std::fs::remove_file(&path).expect("ours");
        assert_eq!(back.len() as i64, rows);
        assert_eq!(back[0], json!({ "n": -3, "t": "text -3 \u{e9}\u{1f3b2}" }));
        let last = rows - 4;
        assert_eq!(
            back[back.len() - 1],
            json!({ "n": last, "t": format!("text {last} \u{e9}\u{1f3b2}") })
        );
    }
}
