//! A table of results and its three forms.

use serde_json::{Value, json};
use std::fmt::Write;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A measured number, shown with so many digits after the point.
    Number(f64, usize),
    /// Not measured here.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl Cell {
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Number(value, _) => Some(*value),
            _ => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(value, digits) => format!("{value:.digits$}"),
            Cell::Empty => "-".to_owned(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Number(value, _) => json!(value),
            Cell::Empty => Value::Null,
        }
    }
}

/// Results with a heading.
#[derive(Clone, Debug)]
pub struct ResultTable {
    /// Short name: the command's and the chart's.
    pub name: &'static str,
    /// What is measured, in a sentence.
    pub title: String,
    /// Column headings.
    pub columns: Vec<&'static str>,
    /// One entry per column.
    pub rows: Vec<Vec<Cell>>,
    /// What to read from it, and what to be careful about.
    pub notes: Vec<String>,
    /// The column drawn in the chart.
    pub charted: usize,
}

impl ResultTable {
    fn texts(&self) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect()
    }

    /// Aligned columns for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.texts();
        let width = |column: usize| {
            let cells = texts.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut out = format!("{}\n", self.title);
        let mut line = |cells: &[String], numbers: &[bool]| {
            for ((cell, &width), &number) in cells.iter().zip(&widths).zip(numbers) {
                let pad = " ".repeat(width - cell.chars().count());
                let _ = if number {
                    write!(out, "  {pad}{cell}")
                } else {
                    write!(out, "  {cell}{pad}")
                };
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        };
        let numeric: Vec<bool> = (0..self.columns.len())
            .map(|c| self.rows.iter().any(|row| row[c].number().is_some()))
            .collect();
        let head: Vec<String> = self.columns.iter().map(|&c| c.to_owned()).collect();
        line(&head, &numeric);
        for row in &texts {
            line(row, &numeric);
        }
        for note in &self.notes {
            let _ = writeln!(out, "  {note}");
        }
        out
    }

    /// The same as a Markdown section.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = format!("{}\n\n| {} |\n", self.title, self.columns.join(" | "));
        let rule = self.rows.first().map_or(Vec::new(), |row| {
            row.iter().map(|cell| if cell.number().is_some() { "---:" } else { "---" }).collect()
        });
        let _ = writeln!(out, "| {} |", rule.join(" | "));
        for row in self.texts() {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        for note in &self.notes {
            let _ = writeln!(out, "\n{note}");
        }
        out
    }

    /// The same for machines.
    #[must_use]
    pub fn json(&self) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let fields = self.columns.iter().zip(row);
                Value::Object(fields.map(|(&c, cell)| (c.to_owned(), cell.json())).collect())
            })
            .collect();
        json!({
            "name": self.name, "title": self.title, "machine": super::machine(),
            "rows": rows, "notes": self.notes,
        })
    }

    /// Labels and values of the charted column.
    pub(super) fn bars(&self) -> Vec<(String, f64)> {
        self.rows
            .iter()
            .filter_map(|row| {
                let label: Vec<String> = row
                    .iter()
                    .take_while(|cell| matches!(cell, Cell::Text(_)))
                    .map(Cell::text)
                    .collect();
                Some((label.join(" · "), row[self.charted].number()?))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> ResultTable {
        ResultTable {
            name: "t",
            title: "A title".into(),
            columns: vec!["game", "ns"],
            rows: vec![
                vec!["hex".into(), Cell::Number(1.5, 2)],
                vec!["go".into(), Cell::Number(10.0, 2)],
            ],
            notes: vec!["note".into()],
            charted: 1,
        }
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(
            table().text(),
            "A title\n  game     ns\n  hex    1.50\n  go    10.00\n  note\n"
        );
    }

    #[test]
    fn json_keeps_numbers() {
        assert_eq!(table().json()["rows"][1]["ns"], 10.0);
    }

    #[test]
    fn the_chart_has_a_bar_for_each_number() {
        assert_eq!(table().bars(), [("hex".to_owned(), 1.5), ("go".to_owned(), 10.0)]);
        let svg = table().svg();
        assert!(svg.starts_with("<svg") && svg.contains("hex"), "{svg}");
    }
}
