//! Files of columns, as training reads them.

pub use takeback_train::columns::{Column, ColumnFile, ColumnReading, Columns};

/// The rows of a file as objects, to compare with what was to be written.
#[cfg(test)]
pub(crate) fn read(
    path: &std::path::Path,
    numbers: &[&str],
    texts: &[&str],
) -> Vec<serde_json::Value> {
    let file = ColumnReading::open(path).expect("Parquet");
    let mut rows: Vec<serde_json::Value> = Vec::new();
    let mut put = |name: &str, values: Vec<serde_json::Value>| {
        rows.resize(values.len(), serde_json::json!({}));
        rows.iter_mut().zip(values).for_each(|(row, value)| row[name] = value);
    };
    for name in numbers {
        put(name, file.numbers(name).expect("numbers").into_iter().map(Into::into).collect());
    }
    for name in texts {
        put(name, file.texts(name).expect("texts").into_iter().map(Into::into).collect());
    }
    rows
}
