//! What a run has to say: figures, ratios, and whether they are as asked.

use serde_json::{Value, json};
use std::fmt::Write as _;

/// What a ratio should be.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Asked {
    AtLeast(f64),
    AtMost(f64),
    /// Told for the reader's sake.
    Nothing,
}

impl Asked {
    fn is_met(self, ratio: f64) -> Option<bool> {
        match self {
            Asked::AtLeast(bound) => Some(ratio >= bound),
            Asked::AtMost(bound) => Some(ratio <= bound),
            Asked::Nothing => None,
        }
    }

    fn text(self) -> String {
        match self {
            Asked::AtLeast(bound) => format!("asked >= {bound:.2}"),
            Asked::AtMost(bound) => format!("asked <= {bound:.2}"),
            Asked::Nothing => "for information".to_owned(),
        }
    }
}

/// One measured number.
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
}

/// Ours divided by theirs.
pub(crate) struct Ratio {
    pub(crate) what: String,
    pub(crate) ratio: f64,
    pub(crate) asked: Asked,
}

/// The outcome of one section.
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) figures: Vec<Figure>,
    pub(crate) ratios: Vec<Ratio>,
    pub(crate) notes: Vec<String>,
}

impl Section {
    pub(crate) fn new(name: &'static str, title: String) -> Self {
        Section { name, title, figures: Vec::new(), ratios: Vec::new(), notes: Vec::new() }
    }

    pub(crate) fn figure(&mut self, name: impl Into<String>, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.into(), value, unit });
    }

    /// No ratio where one side was left out of the run.
    pub(crate) fn ratio(&mut self, what: impl Into<String>, ours: f64, theirs: f64, asked: Asked) {
        let ran = |value: f64| value.is_finite() && value > 0.0;
        if ran(ours) && ran(theirs) {
            self.ratios.push(Ratio { what: what.into(), ratio: ours / theirs, asked });
        }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{}: {}\n", self.name, self.title);
        for Figure { name, value, unit } in &self.figures {
            let _ = writeln!(out, "  {name:<48} {:>10} {unit}", short(*value));
        }
        for Ratio { what, ratio, asked } in &self.ratios {
            let verdict = match asked.is_met(*ratio) {
                Some(true) => "met",
                Some(false) => "MISSED",
                None => "",
            };
            let line = format!("  {what:<48} {ratio:>10.2} {:<16} {verdict}", asked.text());
            let _ = writeln!(out, "{}", line.trim_end());
        }
        for note in &self.notes {
            let _ = writeln!(out, "  {note}");
        }
        out
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let figures: Vec<Value> = self
            .figures
            .iter()
            .map(|figure| json!({"name": figure.name, "value": figure.value, "unit": figure.unit}))
            .collect();
        let ratios: Vec<Value> = self
            .ratios
            .iter()
            .map(|Ratio { what, ratio, asked }| {
                let (at_least, at_most) = match asked {
                    Asked::AtLeast(bound) => (Some(bound), None),
                    Asked::AtMost(bound) => (None, Some(bound)),
                    Asked::Nothing => (None, None),
                };
                let met = asked.is_met(*ratio);
                json!({"what": what, "ratio": ratio, "at_least": at_least, "at_most": at_most, "met": met})
            })
            .collect();
        json!({
            "section": self.name, "title": self.title,
            "figures": figures, "ratios": ratios, "notes": self.notes,
        })
    }
}

/// Three digits and a letter.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.2} M", v / 1e6),
        v if v >= 1e3 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Section, short};

    #[test]
    fn a_ratio_says_whether_it_is_as_asked() {
        let mut section = Section::new("hex", "a test".to_owned());
        section.ratio("fast", 4.0, 2.0, Asked::AtLeast(2.0));
        section.ratio("slow", 3.0, 2.0, Asked::AtLeast(2.0));
        section.ratio("short", 1.0, 2.0, Asked::AtMost(0.5));
        section.ratio("nobody", 1.0, 0.0, Asked::AtLeast(1.0));
        let met: Vec<_> = section.ratios.iter().map(|r| r.asked.is_met(r.ratio)).collect();
        assert_eq!(met, [Some(true), Some(false), Some(true)], "nobody is left out");
        assert!(section.text().contains("MISSED"));
        assert_eq!(section.json()["ratios"][0]["met"], true);
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(short(2_345_678.0), "2.35 M");
        assert_eq!(short(90_120.0), "90.1 k");
        assert_eq!(short(0.5), "0.500");
    }
}
