//! An evaluator's weights by name.

use std::path::Path;

/// A number of an evaluator.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Weight {
    /// What it is called.
    pub name: &'static str,
    /// What it is if nobody says otherwise.
    pub default: i32,
    /// The least a tuner may try.
    pub low: i32,
    /// The most.
    pub high: i32,
}

impl Weight {
    /// A weight with room to both sides: three times its size, at least 20, and
    /// for large ones not beyond changing its sign.
    #[must_use]
    pub fn around(name: &'static str, default: i32) -> Self {
        let reach = default.saturating_abs().saturating_mul(2).max(20);
        let (low, high) = (default.saturating_sub(reach), default.saturating_add(reach));
        match default {
            ..-20 => Weight { name, default, low, high: 0 },
            21.. => Weight { name, default, low: 0, high },
            _ => Weight { name, default, low, high },
        }
    }
}

/// Named weights with their defaults and the usual room around them.
#[must_use]
pub fn named(names: &[&'static str], defaults: &[i32]) -> Vec<Weight> {
    names.iter().zip(defaults).map(|(name, default)| Weight::around(name, *default)).collect()
}

/// No file of weights is larger.
const MOST_BYTES: u64 = 1 << 20;

/// Read weights: a JSON object of names and whole numbers, or one that holds
/// such an object under `weights`.
///
/// # Errors
/// With the file's name and what is wrong with it.
pub fn read_weights(path: &Path) -> Result<Vec<(String, i32)>, String> {
    let place = path.display();
    let size = std::fs::metadata(path).map_err(|e| format!("{place}: {e}"))?.len();
    if size > MOST_BYTES {
        return Err(format!("{place}: {size} bytes are no file of weights"));
    }
    let text = std::fs::read_to_string(path).map_err(|e| format!("{place}: {e}"))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("{place}: {e}"))?;
    let object = value.get("weights").unwrap_or(&value).as_object();
    let object = object.ok_or_else(|| format!("{place}: not an object of names and numbers"))?;
    let weight = |(name, value): (&String, &serde_json::Value)| {
        let number = value.as_i64().and_then(|n| i32::try_from(n).ok());
        let number = number.ok_or_else(|| format!("{place}: {name} is not a whole number"))?;
        Ok((name.clone(), number))
    };
    object.iter().map(weight).collect()
}

/// Write weights so that [`read_weights`] reads them; the file is there whole
/// or not at all.
///
/// # Errors
/// When the file cannot be written.
pub fn write_weights(path: &Path, known: &[Weight], values: &[i32]) -> std::io::Result<()> {
    let object: serde_json::Map<String, serde_json::Value> =
        known.iter().zip(values).map(|(w, v)| (w.name.to_owned(), (*v).into())).collect();
    let text = serde_json::to_string_pretty(&serde_json::json!({ "weights": object }))?;
    crate::files::replace(path, text.as_bytes())
}
