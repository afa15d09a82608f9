//! Facts, bars, cards and captured pieces beside the board.

use super::pieces::alone;
use super::{LINE, MARGIN, Options, escape};
use crate::decimal::decimal;
use crate::palette::Palette;
use crate::{Item, ItemKind, Panel, Scene};
use std::fmt::Write;

const WIDTH: f32 = 250.0;
const CARD: (f32, f32) = (34.0, 48.0);
const CARDS_A_ROW: usize = 6;

/// The room that panels take beside the board.
pub(super) fn width(scene: &Scene, beside_board: bool) -> f32 {
    match (scene.panels.is_empty(), beside_board) {
        (true, _) => 0.0,
        (false, true) => WIDTH + MARGIN,
        (false, false) => WIDTH,
    }
}

/// How far down they reach.
pub(super) fn height(scene: &Scene) -> f32 {
    scene.panels.iter().map(panel_height).sum()
}

fn panel_height(panel: &Panel) -> f32 {
    let cards = panel.items.iter().filter(|item| is_card(item)).count();
    let rest = panel.items.len() - cards;
    let heading = if panel.title.is_empty() { 0.0 } else { LINE };
    heading + LINE * rest as f32 + (CARD.1 + 6.0) * cards.div_ceil(CARDS_A_ROW) as f32 + 24.0
}

fn is_card(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Card { .. })
}

pub(super) fn draw(out: &mut String, scene: &Scene, palette: &Palette, (x, top): (f32, f32)) {
    let options = Options { palette: palette.clone(), ..Options::default() };
    let mut y = top;
    for panel in &scene.panels {
        let high = panel_height(panel) - 10.0;
        let seat = panel.player.map(|seat| palette.seats[usize::from(seat) % palette.seats.len()]);
        let edge = seat.unwrap_or(palette.ink);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.0}\" height=\"{high:.1}\" rx=\"6\" \
             fill=\"{}\" stroke=\"{edge}\" stroke-opacity=\"0.5\"/>\
             <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"5\" height=\"{high:.1}\" rx=\"2.5\" \
             fill=\"{edge}\"/>",
            palette.card,
            x = decimal(x),
            y = decimal(y),
            high = decimal(high),
            width = decimal(WIDTH)
        );
        items(out, panel, &options, (x + 14.0, y + 6.0));
        y += high + 10.0;
    }
}

fn items(out: &mut String, panel: &Panel, options: &Options, (x, mut y): (f32, f32)) {
    if !panel.title.is_empty() {
        words(out, options, (x, y + 14.0), "600", &panel.title);
        y += LINE;
    }
    let mut cards = 0;
    for item in &panel.items {
        if let ItemKind::Card { face, paint, count } = &item.kind {
            let at = (x + (CARD.0 + 4.0) * (cards % CARDS_A_ROW) as f32, y);
            let ink = options.palette.colour(*paint).unwrap_or(options.palette.ink);
            card(out, options, at, (face.as_deref(), &ink.to_string(), *count));
            cards += 1;
            if cards % CARDS_A_ROW == 0 {
                y += CARD.1 + 6.0;
            }
            continue;
        }
        if cards % CARDS_A_ROW != 0 {
            y += CARD.1 + 6.0;
        }
        cards = 0;
        other(out, panel, item, options, (x, y));
        y += LINE;
    }
}

fn other(out: &mut String, panel: &Panel, item: &Item, options: &Options, (x, y): (f32, f32)) {
    let palette = &options.palette;
    match &item.kind {
        ItemKind::Fact { name, value } => {
            words(out, options, (x, y + 14.0), "400", name);
            let end = if name.is_empty() { (x, "start") } else { (x + WIDTH - 28.0, "end") };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{}\" \
                 text-anchor=\"{}\">{}</text>",
                decimal(end.0),
                decimal(y + 14.0),
                palette.ink,
                end.1,
                escape(value)
            );
        }
        ItemKind::Meter { name, value, full } => {
            words(out, options, (x, y + 14.0), "400", name);
            let seat = panel.player.unwrap_or(0);
            let colour = palette.seats[usize::from(seat) % palette.seats.len()];
            let (left, long) = (x + 82.0, WIDTH - 150.0);
            let share = (value / full).clamp(0.0, 1.0);
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"10\" rx=\"5\" \
                 fill=\"{}\" fill-opacity=\"0.15\"/><rect x=\"{left:.1}\" y=\"{:.1}\" \
                 width=\"{:.1}\" height=\"10\" rx=\"5\" fill=\"{colour}\"/>",
                decimal(y + 5.0),
                palette.ink,
                decimal(y + 5.0),
                decimal(long * share),
                left = decimal(left),
                long = decimal(long)
            );
            words(
                out,
                options,
                (left + long + 8.0, y + 14.0),
                "400",
                &format!("{value:.0}", value = decimal(*value)),
            );
        }
        ItemKind::Pieces { layer, count, spoken } => {
            alone(out, layer, (x + 9.0, y + 9.0), 8.5, options);
            words(out, options, (x + 26.0, y + 14.0), "400", &format!("{spoken} ×{count}"));
        }
        ItemKind::Card { .. } => {}
    }
}

fn card(
    out: &mut String,
    options: &Options,
    (x, y): (f32, f32),
    (face, ink, count): (Option<&str>, &str, u32),
) {
    let palette = &options.palette;
    let fill = if face.is_some() { palette.stones[0] } else { palette.seats[1] };
    let _ = write!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"4\" fill=\"{fill}\" \
         stroke=\"{}\" stroke-opacity=\"0.6\"/>",
        decimal(CARD.0),
        decimal(CARD.1),
        palette.ink,
        x = decimal(x),
        y = decimal(y)
    );
    let shown = match face {
        Some(face) => face.to_owned(),
        None if count == 1 => String::new(),
        None => format!("{count}"),
    };
    let ink = if face.is_some() { ink } else { "#ffffff" };
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"16\" font-weight=\"600\" fill=\"{ink}\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{}</text>",
        decimal(x + CARD.0 / 2.0),
        decimal(y + CARD.1 / 2.0),
        escape(&shown)
    );
    if face.is_some() && count > 1 {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"{ink}\" \
             text-anchor=\"end\">×{count}</text>",
            decimal(x + CARD.0 - 3.0),
            decimal(y + CARD.1 - 4.0)
        );
    }
}

fn words(out: &mut String, options: &Options, (x, y): (f32, f32), weight: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"13\" font-weight=\"{weight}\" \
         fill=\"{}\">{}</text>",
        options.palette.ink,
        escape(text),
        x = decimal(x),
        y = decimal(y)
    );
}
