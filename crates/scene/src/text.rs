//! Scenes drawn by characters.
//!
//! A cell is two characters wide and one high, or a multiple of that. What is
//! drawn is a list of rows of [`Span`]s: writing with its colours by meaning,
//! so that a terminal paints them and a log file leaves them plain.

use crate::decimal::decimal;
use crate::{Board, Item, ItemKind, OverlayKind, Paint, Panel, Scene, Target};

/// Writing of one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// What is written.
    pub writing: String,
    /// Its colour.
    pub fore: Paint,
    /// What is behind it.
    pub back: Paint,
    /// Pieces are strong, empty cells and coordinates are not.
    pub strong: bool,
    /// What a click here clicks.
    pub target: Option<Target>,
}

/// A row of characters.
pub type Row = Vec<Span>;

/// The row without its colours, blanks at the end cut off.
#[must_use]
pub fn plain(row: &[Span]) -> String {
    let text: String = row.iter().map(|span| span.writing.as_str()).collect();
    text.trim_end().to_owned()
}

/// The board as rows. At `scale` 1 a cell has two characters, at 2 it has
/// four by two, at 3 six by three.
#[must_use]
pub fn draw(board: &Board, scene: &Scene, scale: u16) -> Vec<Row> {
    let mut canvas = Canvas::new(board, scale.max(1));
    canvas.cells(board);
    canvas.labels(board);
    canvas.overlays(board, scene);
    canvas.ribbons(board, scene);
    canvas.pieces(board, scene);
    canvas.rows()
}

/// Width and height of [`draw`]'s answer.
#[must_use]
pub fn size(board: &Board, scale: u16) -> (u16, u16) {
    let cells = board.cells.iter().map(|cell| (cell.text, 2));
    let labels = board
        .labels
        .iter()
        .filter_map(|label| label.text.map(|at| (at, label.writing.chars().count().max(2) as u16)));
    let (mut width, mut height) = (0, 0);
    for ((column, row), wide) in cells.chain(labels) {
        width = width.max(column + wide);
        height = height.max(row + 1);
    }
    (width * scale.max(1), height * scale.max(1))
}

#[derive(Clone)]
struct Spot {
    sign: char,
    fore: Paint,
    back: Paint,
    strong: bool,
    cell: Option<u16>,
}

struct Canvas {
    scale: u16,
    width: usize,
    spots: Vec<Spot>,
}

impl Canvas {
    fn new(board: &Board, scale: u16) -> Self {
        let (width, height) = size(board, scale);
        let blank =
            Spot { sign: ' ', fore: Paint::Ink, back: Paint::Clear, strong: false, cell: None };
        let spots = vec![blank; usize::from(width) * usize::from(height)];
        Canvas { scale, width: usize::from(width), spots }
    }

    fn at(&mut self, column: u16, row: u16) -> Option<&mut Spot> {
        let (column, row) = (usize::from(column), usize::from(row));
        if column >= self.width {
            return None;
        }
        self.spots.get_mut(row * self.width + column)
    }

    /// Write in the middle of a cell-sized room.
    fn write(&mut self, (column, row): (u16, u16), text: &str, fore: Paint, strong: bool) {
        let wide = text.chars().count() as u16;
        let room = 2 * self.scale;
        let x = column * self.scale + room.saturating_sub(wide) / 2;
        let y = row * self.scale + (self.scale - 1) / 2;
        for (i, sign) in (0..).zip(text.chars()) {
            if let Some(spot) = self.at(x + i, y) {
                (spot.sign, spot.fore, spot.strong) = (sign, fore, strong);
            }
        }
    }

    /// Do something to all characters of a cell.
    fn fill(&mut self, (column, row): (u16, u16), change: impl Fn(&mut Spot)) {
        for y in 0..self.scale {
            for x in 0..2 * self.scale {
                if let Some(spot) = self.at(column * self.scale + x, row * self.scale + y) {
                    change(spot);
                }
            }
        }
    }

    fn cells(&mut self, board: &Board) {
        for (number, cell) in (0..).zip(&board.cells) {
            self.fill(cell.text, |spot| (spot.back, spot.cell) = (cell.paint, Some(number)));
            self.write(cell.text, empty_sign(cell.paint), Paint::Ink, false);
        }
    }

    fn labels(&mut self, board: &Board) {
        for label in &board.labels {
            if let Some(at) = label.text {
                self.write(at, &label.writing, Paint::Ink, false);
            }
        }
    }

    fn overlays(&mut self, board: &Board, scene: &Scene) {
        for overlay in scene.overlays.iter().filter(|o| o.kind == OverlayKind::Wash) {
            for &cell in &overlay.cells {
                if let Some(cell) = board.cells.get(usize::from(cell)) {
                    self.fill(cell.text, |spot| spot.back = overlay.paint);
                    self.write(cell.text, "░", Paint::Ink, false);
                }
            }
        }
    }

    fn ribbons(&mut self, board: &Board, scene: &Scene) {
        for ribbon in &scene.ribbons {
            // From the tail, so that the head comes out on top.
            for (i, &cell) in ribbon.cells.iter().enumerate().rev() {
                let sign = if i == 0 { &ribbon.text.0 } else { &ribbon.text.1 };
                if let Some(cell) = board.cells.get(usize::from(cell)) {
                    self.write(cell.text, sign, ribbon.paint, true);
                }
            }
        }
    }

    fn pieces(&mut self, board: &Board, scene: &Scene) {
        for piece in &scene.pieces {
            let paint = piece.layers.last().map_or(Paint::Ink, |layer| layer.paint);
            if let Some(cell) = board.cells.get(usize::from(piece.cell)) {
                self.write(cell.text, &piece.text, paint, true);
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        if self.width == 0 {
            return Vec::new();
        }
        self.spots.chunks(self.width).map(row_of).collect()
    }
}

/// Join neighbours of one style.
fn row_of(spots: &[Spot]) -> Row {
    let mut row: Row = Vec::new();
    for spot in spots {
        let target = spot.cell.map(Target::Cell);
        match row.last_mut() {
            Some(span)
                if span.target == target
                    && (span.fore, span.back) == (spot.fore, spot.back)
                    && span.strong == spot.strong =>
            {
                span.writing.push(spot.sign);
            }
            _ => row.push(Span {
                writing: spot.sign.to_string(),
                fore: spot.fore,
                back: spot.back,
                strong: spot.strong,
                target,
            }),
        }
    }
    row
}

/// What an empty cell looks like where colours are not shown.
fn empty_sign(paint: Paint) -> &'static str {
    match paint {
        Paint::Sea => "~",
        Paint::Shore => "≈",
        _ => "·",
    }
}

/// The panels as rows, one after the other.
#[must_use]
pub fn panels(scene: &Scene) -> Vec<Row> {
    let mut rows = Vec::new();
    for panel in &scene.panels {
        if !panel.title.is_empty() {
            let fore = panel.player.map_or(Paint::Ink, Paint::Player);
            rows.push(vec![Span { strong: true, ..words(panel.title.clone(), fore) }]);
        }
        rows.extend(items(panel));
    }
    rows
}

/// Cards lie side by side, everything else has a row of its own.
fn items(panel: &Panel) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut cards: Row = Vec::new();
    for item in &panel.items {
        if let ItemKind::Card { .. } = item.kind {
            cards.push(words(" ".to_owned(), Paint::Ink));
            cards.push(item_span(item, panel.player));
            continue;
        }
        if !cards.is_empty() {
            rows.push(std::mem::take(&mut cards));
        }
        rows.push(vec![words("  ".to_owned(), Paint::Ink), item_span(item, panel.player)]);
    }
    if !cards.is_empty() {
        rows.push(cards);
    }
    rows
}

/// What the clickable item of this number shows.
#[must_use]
pub fn item_text(scene: &Scene, number: u16) -> Option<String> {
    let mut items = scene.panels.iter().flat_map(|panel| &panel.items);
    items.find(|item| item.target == Some(number)).map(|item| item_span(item, None).writing)
}

fn item_span(item: &Item, player: Option<u8>) -> Span {
    let own = player.map_or(Paint::Ink, Paint::Player);
    let span = match &item.kind {
        ItemKind::Fact { name, value } => words(format!("{name} {value}").trim().to_owned(), own),
        ItemKind::Meter { name, value, full } => {
            words(format!("{name} {} {:.0}", bar(*value, *full), decimal(*value)), own)
        }
        ItemKind::Card { face, paint, count } => {
            let face = face.as_deref().unwrap_or("?");
            let many = if *count == 1 { String::new() } else { format!("x{count}") };
            words(format!("[{face}]{many}"), *paint)
        }
        ItemKind::Pieces { layer, count, spoken } => {
            words(format!("{spoken} x{count}"), layer.paint)
        }
    };
    Span { target: item.target.map(Target::Item), strong: item.target.is_some(), ..span }
}

fn bar(value: f32, full: f32) -> String {
    const LENGTH: f32 = 10.0;
    let filled = (value / full * LENGTH).clamp(0.0, LENGTH).round() as usize;
    format!("{}{}", "█".repeat(filled), "░".repeat(LENGTH as usize - filled))
}

fn words(writing: String, fore: Paint) -> Span {
    Span { writing, fore, back: Paint::Clear, strong: false, target: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Glyph, Piece, Ribbon, shapes};

    fn board() -> Board {
        let name =
            |column: u16, row: u16| format!("{}{}", char::from(b'a' + column as u8), 2 - row);
        let mut board = shapes::squares(2, 2, |_, _| Paint::Light, name);
        board.labels = shapes::chess_labels(2, 2);
        board
    }

    fn lines(rows: &[Row]) -> Vec<String> {
        rows.iter().map(|row| plain(row)).collect()
    }

    #[test]
    fn pieces_stand_on_their_cells_with_coordinates() {
        let piece = Piece::new(1, Glyph::Disc, Paint::Player(0), "x", "x".to_owned());
        let scene = Scene { pieces: vec![piece], ..Scene::default() };
        let rows = draw(&board(), &scene, 1);
        assert_eq!(lines(&rows), ["2  · x", "1  · ·", "   a b"]);
        let x = rows[0].iter().find(|span| span.writing.contains('x')).expect("the piece");
        assert_eq!((x.fore, &x.target), (Paint::Player(0), &Some(Target::Cell(1))));
    }

    #[test]
    fn larger_cells_keep_the_picture() {
        let scene = Scene::default();
        let rows = draw(&board(), &scene, 2);
        assert_eq!(rows.len(), 6);
        assert_eq!(plain(&rows[0]), " 2     ·   ·");
        assert_eq!(plain(&rows[1]), "");
    }

    #[test]
    fn a_ribbon_shows_its_head_where_cells_repeat() {
        let ribbon = Ribbon {
            cells: vec![0, 1, 1],
            paint: Paint::Player(1),
            spoken: "a snake".to_owned(),
            text: ("@".to_owned(), "o".to_owned()),
        };
        let scene = Scene { ribbons: vec![ribbon], ..Scene::default() };
        assert_eq!(lines(&draw(&board(), &scene, 1))[0], "2  @ o");
    }

    #[test]
    fn panels_show_bars_and_hidden_cards() {
        let card = |face: Option<&str>, count| Item {
            target: Some(count as u16),
            kind: ItemKind::Card { face: face.map(str::to_owned), paint: Paint::Ink, count },
        };
        let panel = Panel {
            title: "South".to_owned(),
            player: Some(0),
            items: vec![Item::meter("health", 50.0, 100.0), card(Some("Q"), 1), card(None, 3)],
        };
        let scene = Scene { panels: vec![panel], ..Scene::default() };
        assert_eq!(item_text(&scene, 3).as_deref(), Some("[?]x3"));
        assert_eq!(item_text(&scene, 9), None);
        assert_eq!(lines(&panels(&scene)), ["South", "  health █████░░░░░ 50", " [Q] [?]x3"]);
    }

    #[test]
    fn a_board_without_cells_is_no_picture() {
        assert!(draw(&Board::default(), &Scene::default(), 3).is_empty());
    }
}
