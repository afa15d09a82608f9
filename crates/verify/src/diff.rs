//! Field-by-field differences of two values, from their `Debug` form.

use std::fmt::{Debug, Write};

/// Lines of the pretty `Debug` form that differ, each with the fields it lies in.
///
/// ```
/// #[derive(Debug)]
/// struct Snake { health: u8, body: Vec<u8> }
/// let was = Snake { health: 90, body: vec![1, 2, 3] };
/// let is = Snake { health: 90, body: vec![1, 2] };
/// let text = takeback_verify::difference(&was, &is);
/// assert_eq!(text, "Snake.body[2]: was 3, is (nothing)");
/// ```
#[must_use]
pub fn difference<T: Debug>(was: &T, is: &T) -> String {
    between(was, is)
}

/// As [`difference`], compiled once for all types.
pub(crate) fn between(was: &dyn Debug, is: &dyn Debug) -> String {
    let (was, is) = (format!("{was:#?}"), format!("{is:#?}"));
    let (was, is) = (leaves(&was), leaves(&is));
    let mut out = String::new();
    let mut shown = 0;
    let same_start = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    let same_end = was[same_start..]
        .iter()
        .rev()
        .zip(is[same_start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let old = &was[same_start..was.len() - same_end];
    let new = &is[same_start..is.len() - same_end];
    for i in 0..old.len().max(new.len()) {
        let (a, b) = (old.get(i), new.get(i));
        if a == b {
            continue;
        }
        shown += 1;
        if shown > 20 {
            out.push_str("\n...");
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        let path = a.or(b).map_or("", |(path, _)| path.as_str());
        let value = |leaf: Option<&(String, String)>| {
            leaf.map_or("(nothing)".to_owned(), |(p, v)| {
                if p == path { v.clone() } else { format!("{p} = {v}") }
            })
        };
        write!(out, "{path}: was {}, is {}", value(a), value(b))
            .expect("a String takes everything");
    }
    if out.is_empty() {
        out.push_str("no difference in the Debug form: a field is missing from it");
    }
    out
}

/// The leaves of a pretty `Debug` text, each with the path of names above it
/// and its place in the list it stands in.
fn leaves(text: &str) -> Vec<(String, String)> {
    let mut levels: Vec<Level> = Vec::new();
    let mut out = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_end_matches(',');
        if line.starts_with(['}', ']', ')']) {
            levels.pop();
            continue;
        }
        let place = levels.last_mut().map(Level::next_place).unwrap_or_default();
        if let Some(opened) = line.strip_suffix(['{', '[', '(']) {
            let name = opened.split(':').next().unwrap_or_default().trim();
            levels.push(Level {
                name: format!(
                    "{place}{}{name}",
                    if place.is_empty() || name.is_empty() { "" } else { "." }
                ),
                is_list: line.ends_with('['),
                entries: 0,
            });
        } else {
            let (name, value) = line.split_once(": ").unwrap_or(("", line));
            out.push((path(&levels, &place, name), value.to_owned()));
        }
    }
    out
}

struct Level {
    name: String,
    is_list: bool,
    entries: usize,
}

impl Level {
    fn next_place(&mut self) -> String {
        self.entries += 1;
        if self.is_list { format!("[{}]", self.entries - 1) } else { String::new() }
    }
}

fn path(levels: &[Level], place: &str, name: &str) -> String {
    let mut path = String::new();
    for part in levels.iter().map(|level| level.name.as_str()).chain([place, name]) {
        if !path.is_empty() && !part.is_empty() && !part.starts_with('[') {
            path.push('.');
        }
        path.push_str(part);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone)]
    #[allow(dead_code)]
    struct Board {
        cells: [u8; 4],
        side: Option<u8>,
    }

    #[test]
    fn names_the_field_and_both_values() {
        let was = Board { cells: [0, 1, 2, 3], side: None };
        let mut is = was.clone();
        is.cells[2] = 9;
        is.side = Some(1);
        let text = difference(&was, &is);
        assert!(text.contains("Board.cells[2]: was 2, is 9"), "{text}");
        assert!(text.contains("side"), "{text}");
    }

    #[test]
    fn says_so_when_the_text_is_the_same() {
        assert!(difference(&1, &1).contains("no difference"));
    }
}
