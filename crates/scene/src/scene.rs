//! What changes from position to position.

/// A colour by its meaning.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Paint {
    /// Nothing: the background shows.
    #[default]
    Clear,
    /// The colour of a seat, counted from 0.
    Player(u8),
    /// White pieces and stones, where players go by that colour.
    White,
    /// Black pieces and stones.
    Black,
    /// The lighter of two cells.
    Light,
    /// The darker of two cells.
    Dark,
    /// A third shade of cells.
    Mid,
    /// Land.
    Land,
    /// Water.
    Sea,
    /// Shore, rivers: water and land at once.
    Shore,
    /// Lines and writing.
    Ink,
    /// Something to gain: food.
    Good,
    /// Something to fear: hazards, check.
    Bad,
    /// Something to notice.
    Accent,
}

/// A position on its board.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    /// What stands on the cells, drawn in order.
    pub pieces: Vec<Piece>,
    /// Bodies that run through several cells.
    pub ribbons: Vec<Ribbon>,
    /// Washes over cells: zones, hazards, territory.
    pub overlays: Vec<Overlay>,
    /// Arrows from cell to cell.
    pub arrows: Vec<Arrow>,
    /// Beside the board: hands, health, counters. One per player, or general.
    pub panels: Vec<Panel>,
    /// What is going on, in a few words: `deploying from d4`, `check`.
    pub status: String,
}

/// A piece or a stack of pieces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Where.
    pub cell: u16,
    /// What, from the bottom of a stack to its top; one for a plain piece.
    pub layers: Vec<Layer>,
    /// In a drawing by characters: one or two of them.
    pub text: String,
    /// In words, for readers of the screen: `red Tank, heroic, carrying Infantry`.
    pub spoken: String,
    /// Small signs on the piece.
    pub badges: Vec<Badge>,
}

/// One piece of a stack.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Layer {
    /// Its form.
    pub glyph: Glyph,
    /// Its colour.
    pub paint: Paint,
}

/// The form of a piece, within a circle of radius 1.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Glyph {
    /// A filled disc.
    Disc,
    /// A ring.
    Ring,
    /// A small disc: markers, food.
    Dot,
    /// A cross.
    Cross,
    /// A filled square, nearly as large as the cell.
    Block,
    /// A round token with writing on it.
    Token(String),
    /// A round token with a drawing on it, in SVG path data within the square
    /// from (-1, -1) to (1, 1).
    Path(String),
    /// A drawing that stands by itself, filled with the paint and outlined so
    /// that it shows on any cell; path data as for [`Glyph::Path`].
    Figure(String),
}

/// A small sign on a piece.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Badge {
    /// A star: heroes.
    Star,
    /// A number: heights of stacks.
    Number(u32),
}

/// A body through cells, head first.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ribbon {
    /// Head to tail; a cell may repeat.
    pub cells: Vec<u16>,
    /// Its colour.
    pub paint: Paint,
    /// In words.
    pub spoken: String,
    /// In a drawing by characters: the head's sign and the body's.
    pub text: (String, String),
}

/// A wash over some cells.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Overlay {
    /// Which.
    pub cells: Vec<u16>,
    /// What it says.
    pub kind: OverlayKind,
    /// Its colour.
    pub paint: Paint,
    /// In words: `air defence of Red`, `hazard`.
    pub spoken: String,
}

/// How an overlay is drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum OverlayKind {
    /// Part of the position and always shown: territory, hazards.
    Wash,
    /// An aid that can be switched off: zones of attack.
    Zone,
    /// A frame round the cell: a piece in danger, the source of a deployment.
    Frame,
}

/// From one cell to another.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Arrow {
    /// Whence.
    pub from: u16,
    /// Whither.
    pub to: u16,
    /// Its colour.
    pub paint: Paint,
}

/// Facts beside the board.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// Whose it is, if one player's.
    pub player: Option<u8>,
    /// What it shows.
    pub items: Vec<Item>,
}

/// A line or thing of a panel.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Item {
    /// The number by which [`Target::Item`](crate::Target::Item) means it, if
    /// it can be clicked at all.
    pub target: Option<u16>,
    /// What it is.
    pub kind: ItemKind,
}

/// What a panel can show.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ItemKind {
    /// A name and a value.
    Fact {
        /// What.
        name: String,
        /// How much.
        value: String,
    },
    /// A bar.
    Meter {
        /// What.
        name: String,
        /// How much.
        value: f32,
        /// Out of how much.
        full: f32,
    },
    /// A playing card; no face when the viewer must not see it.
    Card {
        /// Its face, such as `Q♥`.
        face: Option<String>,
        /// Red or black, or whatever the suit wants.
        paint: Paint,
        /// How many lie here together.
        count: u32,
    },
    /// Pieces in hand or captured.
    Pieces {
        /// Which.
        layer: Layer,
        /// How many.
        count: u32,
        /// In words.
        spoken: String,
    },
}

impl Piece {
    /// A plain piece.
    #[must_use]
    pub fn new(cell: u16, glyph: Glyph, paint: Paint, text: &str, spoken: String) -> Self {
        Piece {
            cell,
            layers: vec![Layer { glyph, paint }],
            text: text.to_owned(),
            spoken,
            badges: Vec::new(),
        }
    }
}

impl Item {
    /// A name and a value that cannot be clicked.
    #[must_use]
    pub fn fact(name: &str, value: impl Into<String>) -> Self {
        let kind = ItemKind::Fact { name: name.to_owned(), value: value.into() };
        Item { target: None, kind }
    }

    /// A bar that cannot be clicked.
    #[must_use]
    pub fn meter(name: &str, value: f32, full: f32) -> Self {
        Item { target: None, kind: ItemKind::Meter { name: name.to_owned(), value, full } }
    }
}
