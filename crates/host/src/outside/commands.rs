//! Commands that only one game has: `takeback GAME COMMAND …`.
//!
//! A game attaches [`Commands`] to its entry as an extension; the command line
//! offers them under the game's name, with their help, and knows nothing more
//! about them.

use super::Analyzed;

/// The commands of a game, as an extension of its entry.
#[derive(Copy, Clone)]
pub struct Commands {
    /// What they are for, in a line.
    pub about: &'static str,
    /// All of them.
    pub list: &'static [GameCommand],
}

/// One command.
#[derive(Copy, Clone)]
pub struct GameCommand {
    /// As it is typed.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Examples, for the end of its help.
    pub examples: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// Does it.
    pub run: Run,
}

/// What carries a command out. `done` of the answer decides the exit status; the
/// function that is lent hears lines on the way.
pub type Run = fn(&Given, &mut dyn FnMut(&str)) -> Result<Analyzed, String>;

/// Something that a command takes.
#[derive(Copy, Clone, Debug)]
pub struct Argument {
    /// Without dashes.
    pub name: &'static str,
    /// What it is called in the help; nothing for a switch.
    pub value: &'static str,
    /// What it does, with its default.
    pub help: &'static str,
    /// How it is given.
    pub kind: ArgumentKind,
}

/// How an argument is given.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ArgumentKind {
    /// By its place, once.
    Place,
    /// By its place, as often as one likes, at least once.
    Places,
    /// `--name VALUE`
    Option,
    /// `--name`
    Switch,
}

/// What was given.
#[derive(Clone, Debug, Default)]
pub struct Given(Vec<(&'static str, String)>);

impl Given {
    /// Note a value, or for a switch that it was given.
    pub fn add(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.push((name, value.into()));
    }

    /// The value given for an argument.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// All values given for it.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// A value that is a number.
    ///
    /// # Errors
    /// When it is none.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let read =
            |text: &str| text.parse().map_err(|_| format!("--{name}: {text:?} is no number"));
        self.get(name).map(read).transpose()
    }

    /// Whether a switch was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_found_by_name() {
        let mut given = Given::default();
        given.add("file", "a");
        given.add("turn", "12");
        given.add("file", "b");
        given.add("json", "");
        assert_eq!(given.all("file").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(given.number::<u32>("turn"), Ok(Some(12)));
        assert_eq!(given.number::<u32>("games"), Ok(None));
        assert!(given.number::<u32>("file").is_err());
        assert!(given.has("json") && !given.has("quiet"));
    }
}
