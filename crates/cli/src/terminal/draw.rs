//! The picture on the screen.

use super::screen::{App, Purpose};
use super::session::Due;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use takeback_scene::palette::Colour;
use takeback_scene::text::{self, Row};
use takeback_scene::{OverlayKind, Paint, Target};

const KEYS: &str = "arrows+Enter click · 1-9/Tab choose · m type a move · u take back · r redo · \
                    h hint · a analysis · n new · Esc/q quit";
/// Room for panels and moves beside the board.
const SIDE: u16 = 30;

pub(crate) fn screen(frame: &mut Frame<'_>, app: &App) {
    if app.hands_over {
        return hand_over(frame, app);
    }
    let choices = choices(app);
    let high = if choices.is_empty() { 0 } else { 2 };
    let [title, body, beside, status, analysis, typing, help] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(high),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(frame.area());
    let bold = Style::default().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(app.session.title(), bold), title);
    let (wide, _) = text::size(&app.board, 1);
    let [board, side] = if wide == 0 {
        [Rect::default(), body]
    } else {
        let room = body.width.saturating_sub(SIDE).max(wide.min(body.width));
        Layout::horizontal([Constraint::Length(room), Constraint::Fill(1)]).areas(body)
    };
    self::board(frame, app, board);
    panels(frame, app, side);
    frame.render_widget(Paragraph::new(Line::from(choices)).wrap(Wrap { trim: true }), beside);
    frame.render_widget(Paragraph::new(state(app)), status);
    frame.render_widget(Paragraph::new(Line::styled(&*app.analysis, faint())), analysis);
    frame.render_widget(Paragraph::new(typed(app)), typing);
    frame
        .render_widget(Paragraph::new(Line::styled(KEYS, faint())).wrap(Wrap { trim: true }), help);
}

fn hand_over(frame: &mut Frame<'_>, app: &App) {
    let Due::Person(player) = app.due else { return };
    let name = app.session.name(player);
    let lines = vec![
        Line::raw(""),
        Line::raw(format!("  It is {name}'s turn, and the others must not look.")),
        Line::raw(""),
        Line::raw(format!("  {name}: press Enter when you sit at the keyboard.")),
    ];
    frame.render_widget(Paragraph::new(lines), frame.area());
}

fn faint() -> Style {
    Style::default().add_modifier(Modifier::DIM)
}

/// Whose turn it is, what is going on, and what was said last.
fn state(app: &App) -> Line<'static> {
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
    Line::styled(text, Style::default().add_modifier(Modifier::BOLD))
}

fn typed<'a>(app: &'a App<'_>) -> Line<'a> {
    match &app.typed {
        Some(typed) => Line::raw(format!("move: {typed}▏  (Enter plays it, Esc lets it be)")),
        None => Line::raw(""),
    }
}

fn choices(app: &App) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (i, (_, name)) in app.choices().into_iter().enumerate() {
        let label = if i < 9 { format!("[{}] {name}", i + 1) } else { format!("[Tab] {name}") };
        let style = if i == app.choice {
            Style::default().add_modifier(Modifier::REVERSED)
        } else {
            Style::default()
        };
        spans.push(Span::styled(label, style));
        spans.push(Span::raw("  "));
    }
    spans
}

/// The board as large as it fits; too large a board scrolls with the cursor.
fn board(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let fits = |scale: &u16| {
        let (wide, high) = text::size(&app.board, *scale);
        wide <= area.width && high <= area.height
    };
    let scale = [3, 2, 1].into_iter().find(fits).unwrap_or(1);
    let rows = text::draw(&app.board, &app.scene, scale);
    let targets = app.pointing.targets();
    let lines: Vec<Line<'_>> = rows.iter().map(|row| line(app, &targets, row)).collect();
    let at = app.board.cells.get(usize::from(app.cursor)).map_or((0, 0), |cell| cell.text);
    let (wide, high) = text::size(&app.board, scale);
    let scroll = |at: u16, room: u16, all: u16| {
        if all <= room { 0 } else { at.saturating_sub(room / 2).min(all - room) }
    };
    let offset = (scroll(at.1 * scale, area.height, high), scroll(at.0 * scale, area.width, wide));
    frame.render_widget(Paragraph::new(lines).scroll(offset), area);
}

fn line<'a>(app: &App, targets: &[Target], row: &'a Row) -> Line<'a> {
    let style = |span: &text::Span| match &span.target {
        Some(Target::Cell(cell)) => cell_style(app, targets, *cell, span),
        _ => faint(),
    };
    Line::from_iter(row.iter().map(|span| Span::styled(&*span.writing, style(span))))
}

fn colour(colour: Colour) -> Color {
    let (r, g, b) = colour.rgb();
    Color::Rgb(r, g, b)
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
    let style = Style::default().bg(colour(back)).fg(colour(fore));
    if span.strong { style.add_modifier(Modifier::BOLD) } else { style }
}

/// Facts of the players, then the moves, newest at the bottom.
fn panels(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let rows = text::panels(&app.scene);
    let high = (rows.len() as u16).min(area.height.saturating_sub(4).max(area.height / 2));
    let [above, below] =
        Layout::vertical([Constraint::Length(high + 1), Constraint::Fill(1)]).areas(area);
    let lines: Vec<Line<'_>> = rows.iter().map(|row| panel_line(app, row)).collect();
    frame.render_widget(Paragraph::new(lines), above);
    let room = usize::from(below.height);
    let names = app.session.table().player_names();
    let moves: Vec<Line<'_>> = app
        .moves
        .iter()
        .enumerate()
        .skip(app.moves.len().saturating_sub(room))
        .map(|(i, (by, told))| {
            let who = by.map_or("chance", |player| names[player.index()].as_str());
            Line::raw(format!("{:>3}. {who}: {told}", i + 1))
        })
        .collect();
    frame.render_widget(Paragraph::new(moves), below);
}

fn panel_line<'a>(app: &App, row: &'a Row) -> Line<'a> {
    Line::from_iter(row.iter().map(|span| {
        let mut style = match span.fore {
            Paint::Ink | Paint::Black | Paint::White => Style::default(),
            paint => app
                .palette
                .colour(paint)
                .map_or(Style::default(), |c| Style::default().fg(colour(c))),
        };
        if span.strong {
            style = style.add_modifier(Modifier::BOLD);
        }
        if span.target.as_ref().is_some_and(|target| app.pointing.targets().contains(target)) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        Span::styled(&*span.writing, style)
    }))
}
