//! The picture on the screen.

use super::canvas::{Area, Canvas, Line, Span, Style, line};
use super::screen::{App, Purpose};
use super::session::Due;
use takeback_scene::text::{self, Row};
use takeback_scene::{OverlayKind, Paint, Target};

const KEYS: &str = "arrows+Enter click · 1-9/Tab choose · m type a move · u take back · r redo · \
                    h hint · a analysis · n new · Esc/q quit";
/// Room for panels and moves beside the board.
const SIDE: u16 = 30;

/// The lowest rows: what is said, the analysis, what is typed, the keys.
const BELOW: u16 = 5;

pub(crate) fn screen(canvas: &mut Canvas, app: &App) {
    if app.hands_over {
        return hand_over(canvas, app);
    }
    let choices = choices(app);
    let high = if choices.is_empty() { 0 } else { 2 };
    let (title, rest) = canvas.area().split(1);
    let (body, rest) = rest.split(rest.height.saturating_sub(high + BELOW).max(3));
    let (beside, rest) = rest.split(high);
    let (status, rest) = rest.split(1);
    let (analysis, rest) = rest.split(1);
    let (typing, help) = rest.split(1);
    canvas.write(title, &[line(app.session.title(), Style::BOLD)]);
    let (wide, _) = text::size(&app.board, 1);
    let room = body.width.saturating_sub(SIDE).max(wide.min(body.width));
    let (board, side) = body.split_columns(if wide == 0 { 0 } else { room });
    self::board(canvas, app, board);
    panels(canvas, app, side);
    canvas.write_wrapped(beside, &choices);
    canvas.write(status, &[state(app)]);
    canvas.write(analysis, &[line(&*app.analysis, Style::FAINT)]);
    canvas.write(typing, &[typed(app)]);
    canvas.write_wrapped(help, &line(KEYS, Style::FAINT));
}

fn hand_over(canvas: &mut Canvas, app: &App) {
    let Due::Person(player) = app.due else { return };
    let name = app.session.name(player);
    let lines = [
        Line::new(),
        line(format!("  It is {name}'s turn, and the others must not look."), Style::PLAIN),
        Line::new(),
        line(format!("  {name}: press Enter when you sit at the keyboard."), Style::PLAIN),
    ];
    canvas.write(canvas.area(), &lines);
}

/// Whose turn it is, what is going on, and what was said last.
fn state(app: &App) -> Line {
    let mut text = app.session.headline(app.due);
    if matches!(app.thinking, Some((Purpose::Hint | Purpose::Analysis, _))) {
        text += " · an engine looks on";
    }
    for more in [&app.scene.status, &app.message] {
        if !more.is_empty() {
            text += " · ";
            text += more;
        }
    }
    line(text, Style::BOLD)
}

fn typed(app: &App) -> Line {
    match &app.typed {
        Some(typed) => {
            line(format!("move: {typed}▏  (Enter plays it, Esc lets it be)"), Style::PLAIN)
        }
        None => Line::new(),
    }
}

fn choices(app: &App) -> Line {
    let mut spans = Vec::new();
    for (i, (_, name)) in app.choices().into_iter().enumerate() {
        let label = if i < 9 { format!("[{}] {name}", i + 1) } else { format!("[Tab] {name}") };
        let style = if i == app.choice { Style::REVERSED } else { Style::PLAIN };
        spans.push(Span::new(label, style));
        spans.push(Span::new("  ", Style::PLAIN));
    }
    spans
}

/// The board as large as it fits; too large a board scrolls with the cursor.
fn board(canvas: &mut Canvas, app: &App, area: Area) {
    let fits = |scale: &u16| {
        let (wide, high) = text::size(&app.board, *scale);
        wide <= area.width && high <= area.height
    };
    let scale = [3, 2, 1].into_iter().find(fits).unwrap_or(1);
    let rows = text::draw(&app.board, &app.scene, scale);
    let targets = app.pointing.targets();
    let lines: Vec<Line> = rows.iter().map(|row| board_line(app, &targets, row)).collect();
    let at = app.board.cells.get(usize::from(app.cursor)).map_or((0, 0), |cell| cell.text);
    let (wide, high) = text::size(&app.board, scale);
    let scroll = |at: u16, room: u16, all: u16| {
        if all <= room { 0 } else { at.saturating_sub(room / 2).min(all - room) }
    };
    let offset = (scroll(at.0 * scale, area.width, wide), scroll(at.1 * scale, area.height, high));
    canvas.write_from(area, &lines, offset);
}

fn board_line(app: &App, targets: &[Target], row: &Row) -> Line {
    let style = |span: &text::Span| match &span.target {
        Some(Target::Cell(cell)) => cell_style(app, targets, *cell, span),
        _ => Style::FAINT,
    };
    row.iter().map(|span| Span::new(&*span.writing, style(span))).collect()
}

fn cell_style(app: &App, targets: &[Target], cell: u16, span: &text::Span) -> Style {
    let palette = &app.palette;
    let [good, _, accent] = palette.signs;
    // Points have no ground of their own, and black stones must show.
    let mut back = palette.colour(span.back).unwrap_or(palette.cells[2]);
    for overlay in app.scene.overlays.iter().filter(|o| o.cells.contains(&cell)) {
        let wash = palette.colour(overlay.paint).unwrap_or(back);
        back = match overlay.kind {
            OverlayKind::Wash => back,
            OverlayKind::Zone => back.blend(wash, 0.16),
            OverlayKind::Frame => back.blend(wash, 0.55),
        };
    }
    if app.last.contains(&cell) {
        back = back.blend(accent, 0.35);
    }
    if targets.contains(&Target::Cell(cell)) {
        back = back.blend(good, 0.45);
    }
    if app.pointing.clicks().contains(&Target::Cell(cell)) {
        back = back.blend(accent, 0.75);
    }
    let mut fore = match span.fore {
        Paint::Ink => back.contrast(),
        paint => palette.colour(paint).unwrap_or(palette.ink),
    };
    if app.cursor == cell {
        back = accent;
        fore = fore.blend(back.contrast(), 0.6);
    }
    Style { back: Some(back), fore: Some(fore), is_bold: span.strong, ..Style::PLAIN }
}

/// Facts of the players, then the moves, newest at the bottom.
fn panels(canvas: &mut Canvas, app: &App, area: Area) {
    let rows = text::panels(&app.scene);
    let high = (rows.len() as u16).min(area.height.saturating_sub(4).max(area.height / 2));
    let (above, below) = area.split(high + 1);
    let lines: Vec<Line> = rows.iter().map(|row| panel_line(app, row)).collect();
    canvas.write(above, &lines);
    let room = usize::from(below.height);
    let names = app.session.table().player_names();
    let moves: Vec<Line> = app
        .moves
        .iter()
        .enumerate()
        .skip(app.moves.len().saturating_sub(room))
        .map(|(i, (by, told))| {
            let who = by.map_or("chance", |player| names[player.index()].as_str());
            line(format!("{:>3}. {who}: {told}", i + 1), Style::PLAIN)
        })
        .collect();
    canvas.write(below, &moves);
}

fn panel_line(app: &App, row: &Row) -> Line {
    let targets = app.pointing.targets();
    let style = |span: &text::Span| Style {
        fore: match span.fore {
            Paint::Ink | Paint::Black | Paint::White => None,
            paint => app.palette.colour(paint),
        },
        is_bold: span.strong,
        is_underlined: span.target.as_ref().is_some_and(|target| targets.contains(target)),
        ..Style::PLAIN
    };
    row.iter().map(|span| Span::new(&*span.writing, style(span))).collect()
}
