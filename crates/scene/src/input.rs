//! How a move is meant by pointing.

/// Something that can be clicked.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Target {
    /// A cell of the board, by index.
    Cell(u16),
    /// An item of a panel (a card, an opponent), by its number.
    Item(u16),
    /// A button with this writing, shown while it is a possible next click.
    Button(String),
}

/// A move as a run of clicks, and a key that means all of it.
///
/// Front ends keep the clicks so far, highlight what may come next, and play
/// the move whose clicks are complete. Where one move's clicks begin
/// another's, the front end offers to stop there.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Input {
    /// In order; never empty.
    pub clicks: Vec<Target>,
    /// A key as browsers name it: `ArrowUp`, `p`.
    pub key: Option<String>,
}

impl Input {
    /// Clicks on cells.
    #[must_use]
    pub fn cells(cells: impl IntoIterator<Item = u16>) -> Self {
        Input { clicks: cells.into_iter().map(Target::Cell).collect(), key: None }
    }

    /// A button.
    #[must_use]
    pub fn button(writing: impl Into<String>) -> Self {
        Input { clicks: vec![Target::Button(writing.into())], key: None }
    }

    /// One more click.
    #[must_use]
    pub fn then(mut self, target: Target) -> Self {
        self.clicks.push(target);
        self
    }

    /// One more click, on a button.
    #[must_use]
    pub fn then_button(self, writing: impl Into<String>) -> Self {
        self.then(Target::Button(writing.into()))
    }

    /// A key for the whole move.
    #[must_use]
    pub fn or_key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }
}
