//! How to learn a game: its rules in words with boards to look at, and a first lesson.
//!
//! A guide is a text in the game's folder, so that an added game brings its own:
//!
//! ```text
//! ## A heading
//! A paragraph, over as many lines as it takes.
//! - a point
//!
//! @board 7x7
//! position: 7x7 7/7/7/3b3/7/7/7 w -
//! moves: c5 / d6
//! says: A bridge: two cells, and Black needs only one of them.
//!
//! @task 7x7
//! position: 7x7 7/7/7/3b3/7/7/7 w -
//! says: Play next to the stone in the middle.
//! accept: c4 / e4
//! why: They touch it.
//! ```
//!
//! A piece is explained by `@piece Tank` with `says:`; front ends show it beside every piece whose
//! spoken words hold that name.
//!
//! Boards and tasks are real positions. A task is done by one of the moves that it
//! accepts; a test holds every guide to positions and moves that exist.

use std::collections::HashMap;

/// A guide, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guide {
    /// The rules, from top to bottom.
    pub blocks: Vec<Block>,
    /// The first lesson.
    pub tasks: Vec<Task>,
    /// What the pieces are and do.
    pub legend: Vec<PieceNote>,
}

/// What a piece is and does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PieceNote {
    /// As its spoken words have it, whatever their case.
    pub name: String,
    /// What it does.
    pub says: String,
}

/// A piece of the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// What follows is about this.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A point of a list.
    Point(String),
    /// A board to look at.
    Board {
        /// Where it stands.
        place: Place,
        /// What is to be seen.
        says: String,
    },
}

/// A position by words.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The variant; the game's first where it is empty.
    pub variant: String,
    /// In the game's notation; none for the start.
    pub position: Option<String>,
    /// Made from there.
    pub moves: Vec<String>,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Where.
    pub place: Place,
    /// What to do.
    pub says: String,
    /// Moves that do it.
    pub accept: Vec<String>,
    /// What they show.
    pub why: String,
}

/// What is wrong with a guide, and in which line.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct GuideError {
    line: usize,
    what: String,
}

impl Guide {
    /// Read a guide.
    ///
    /// # Errors
    /// When a board or a task says something unknown, or not enough.
    pub fn read(text: &str) -> Result<Self, GuideError> {
        let mut guide = Guide::default();
        let mut lines = text.lines().enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let line = line.trim();
            if let Some(said) = line.strip_prefix('@') {
                let mut values = HashMap::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
                    let (name, value) = line.split_once(": ").ok_or_else(|| GuideError {
                        line: number + 1,
                        what: format!("{line:?} is no `name: value`"),
                    })?;
                    values.insert(name.trim(), value.trim());
                }
                guide.take(said, values).map_err(|what| GuideError { line: number + 1, what })?;
            } else if let Some(heading) = line.strip_prefix("## ") {
                guide.blocks.push(Block::Heading(heading.to_owned()));
            } else if !line.is_empty() {
                let mut whole = line.to_owned();
                let goes_on =
                    |line: &str| !line.trim().is_empty() && !line.starts_with(['@', '-', '#']);
                while let Some((_, line)) = lines.next_if(|(_, line)| goes_on(line)) {
                    whole.push(' ');
                    whole.push_str(line.trim());
                }
                let point = whole.strip_prefix("- ").map(|point| Block::Point(point.to_owned()));
                guide.blocks.push(point.unwrap_or(Block::Text(whole)));
            }
        }
        Ok(guide)
    }

    fn take(&mut self, said: &str, mut values: HashMap<&str, &str>) -> Result<(), String> {
        let (kind, variant) = said.split_once(' ').unwrap_or((said, ""));
        let mut value = |name: &str| values.remove(name).map(str::to_owned);
        let moves = value("moves").unwrap_or_default();
        let place = Place {
            variant: variant.trim().to_owned(),
            position: value("position"),
            moves: listed(&moves),
        };
        let says = value("says").ok_or("it says nothing")?;
        match kind {
            "piece" if variant.is_empty() => return Err("it has no name".to_owned()),
            "piece" if place.position.is_some() || !place.moves.is_empty() => {
                return Err("a piece has no position".to_owned());
            }
            "piece" => self.legend.push(PieceNote { name: place.variant, says }),
            "board" => self.blocks.push(Block::Board { place, says }),
            "task" => {
                let accept = listed(&value("accept").ok_or("it accepts nothing")?);
                let why = value("why").ok_or("it does not say why")?;
                self.tasks.push(Task { place, says, accept, why });
            }
            other => return Err(format!("@{other} is neither @board nor @task nor @piece")),
        }
        values.keys().next().map_or(Ok(()), |name| Err(format!("{name:?} is not known here")))
    }
}

/// Moves may have spaces and commas in them; a stroke between spaces parts them.
fn listed(text: &str) -> Vec<String> {
    text.split(" / ").map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_read() {
        let text = "## Aim\nTo win,\nby all means.\n- first\n  of all\n- second\n\n@board small\nposition: here\n\
                    moves: a b / c\nsays: Look.\n\n@task\nsays: Do.\naccept: x\nwhy: So.\n\n@piece Tall Tower\nsays: Stands.\n";
        let guide = Guide::read(text).expect("a guide");
        assert_eq!(
            guide.blocks[..4],
            [
                Block::Heading("Aim".into()),
                Block::Text("To win, by all means.".into()),
                Block::Point("first of all".into()),
                Block::Point("second".into())
            ]
        );
        let Block::Board { place, says } = &guide.blocks[4] else { panic!("a board") };
        assert_eq!((place.variant.as_str(), says.as_str()), ("small", "Look."));
        assert_eq!(place.moves, ["a b", "c"]);
        assert_eq!(guide.tasks[0].accept, ["x"]);
        let tower = PieceNote { name: "Tall Tower".into(), says: "Stands.".into() };
        assert_eq!(guide.legend, [tower]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, what) in [
            ("a\n\n@board\nposition: x\n", 3, "says nothing"),
            ("@task\nsays: x\nwhy: y\n", 1, "accepts nothing"),
            ("@task\nsays: x\naccept: y\n", 1, "does not say why"),
            ("@piece\nsays: x\n", 1, "has no name"),
            ("@piece a\nposition: b\nsays: x\n", 1, "no position"),
            ("@film\nsays: x\n", 1, "neither"),
            ("@board\nsays: x\nsize: 3\n", 1, "not known"),
            ("@board\nnonsense\n", 1, "no `name: value`"),
        ] {
            let error = Guide::read(text).expect_err(text);
            assert_eq!(error.line, line, "{error}");
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}
