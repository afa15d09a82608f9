//! Cells, lines and washes.

use super::{Options, escape};
use crate::decimal::decimal;
use crate::palette::Colour;
use crate::{Board, Cell, OverlayKind, Paint, Scene};
use std::fmt::Write;

/// Everything below the pieces.
pub(super) fn ground(out: &mut String, board: &Board, scene: &Scene, options: &Options) {
    cells(out, board, options);
    overlays(out, board, scene, OverlayKind::Wash, options);
    strokes(out, board, options);
    if options.zones {
        overlays(out, board, scene, OverlayKind::Zone, options);
    }
    labels(out, board, options);
    last(out, board, options);
    heat(out, board, options);
}

/// What lies over the pieces.
pub(super) fn above(out: &mut String, board: &Board, scene: &Scene, options: &Options) {
    overlays(out, board, scene, OverlayKind::Frame, options);
    for arrow in &scene.arrows {
        let ends = [arrow.from, arrow.to].map(|cell| board.cells.get(usize::from(cell)));
        if let ([Some(from), Some(to)], Some(colour)) = (ends, options.palette.colour(arrow.paint))
        {
            arrow_between(out, from, to, colour);
        }
    }
}

fn cells(out: &mut String, board: &Board, options: &Options) {
    for cell in &board.cells {
        let Some(colour) = options.palette.colour(cell.paint) else { continue };
        if cell.outline.is_empty() {
            continue;
        }
        let edge = colour.blend(options.palette.ink, 0.22);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"{:.3}\"/>",
            points(&cell.outline),
            decimal(cell.radius * 0.05)
        );
    }
}

fn strokes(out: &mut String, board: &Board, options: &Options) {
    for stroke in &board.strokes {
        let Some(colour) = options.palette.colour(stroke.paint) else { continue };
        let broken = if stroke.dashed {
            format!(
                " stroke-dasharray=\"{:.2} {:.2}\"",
                decimal(stroke.width * 3.0),
                decimal(stroke.width * 2.5)
            )
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.3}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"{broken}/>",
            points(&stroke.points),
            decimal(stroke.width)
        );
    }
}

fn labels(out: &mut String, board: &Board, options: &Options) {
    // Small boards have large cells; their coordinates need not shout.
    let most = board.width.max(board.height) * 0.035;
    let size = board.cells.first().map_or(0.3, |cell| (cell.radius * 0.72).min(most));
    for label in &board.labels {
        let (x, y) = label.at;
        let _ = writeln!(
            out,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" fill=\"{}\" \
             fill-opacity=\"0.75\" text-anchor=\"middle\" dominant-baseline=\"central\">{}</text>",
            options.palette.ink,
            escape(&label.writing),
            x = decimal(x),
            y = decimal(y),
            size = decimal(size)
        );
    }
}

fn overlays(out: &mut String, board: &Board, scene: &Scene, kind: OverlayKind, options: &Options) {
    for overlay in scene.overlays.iter().filter(|overlay| overlay.kind == kind) {
        let Some(colour) = options.palette.colour(overlay.paint) else { continue };
        let style = match kind {
            OverlayKind::Wash => format!("fill=\"{colour}\" fill-opacity=\"0.5\""),
            OverlayKind::Zone => format!("fill=\"{colour}\" fill-opacity=\"0.13\""),
            OverlayKind::Frame => {
                format!("fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.95\"")
            }
        };
        let _ = writeln!(out, "<g {style}><title>{}</title>", escape(&overlay.spoken));
        for cell in existing(board, &overlay.cells) {
            let shrunk = if kind == OverlayKind::Frame { 0.9 } else { 1.0 };
            area(out, cell, shrunk, cell.radius * 0.13);
        }
        out.push_str("</g>\n");
    }
}

fn last(out: &mut String, board: &Board, options: &Options) {
    let colour = options.palette.signs[2];
    let _ = writeln!(out, "<g fill=\"{colour}\" fill-opacity=\"0.38\" stroke=\"{colour}\">");
    for cell in existing(board, &options.last) {
        area(out, cell, 0.96, cell.radius * 0.07);
    }
    out.push_str("</g>\n");
}

fn heat(out: &mut String, board: &Board, options: &Options) {
    let colour = options.palette.signs[1];
    // The hottest cell is full, so that flat maps show their shape, too.
    let hottest = options.heat.iter().fold(0.01f32, |hottest, (_, warmth)| hottest.max(*warmth));
    for &(cell, warmth) in &options.heat {
        let Some(cell) = board.cells.get(usize::from(cell)) else { continue };
        let opacity = 0.05 + 0.65 * (warmth / hottest).clamp(0.0, 1.0);
        let _ = write!(
            out,
            "<g fill=\"{colour}\" fill-opacity=\"{opacity:.2}\">",
            opacity = decimal(opacity)
        );
        area(out, cell, 0.92, 0.0);
        let percent = (warmth * 100.0).round();
        let (x, y) = (cell.centre.0, cell.centre.1 + cell.radius * 0.72);
        let _ = writeln!(
            out,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{:.2}\" fill=\"{}\" fill-opacity=\"1\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">{percent:.0}%</text></g>",
            decimal(cell.radius * 0.5),
            options.palette.ink,
            x = decimal(x),
            y = decimal(y),
            percent = decimal(percent)
        );
    }
}

fn existing<'a>(board: &'a Board, cells: &'a [u16]) -> impl Iterator<Item = &'a Cell> {
    cells.iter().filter_map(|&cell| board.cells.get(usize::from(cell)))
}

/// The cell's outline shrunk towards its centre, or a circle for a point.
fn area(out: &mut String, cell: &Cell, share: f32, width: f32) {
    let (x, y) = cell.centre;
    if cell.outline.is_empty() {
        let radius = cell.radius * share;
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" stroke-width=\"{width:.3}\"/>",
            x = decimal(x),
            y = decimal(y),
            radius = decimal(radius),
            width = decimal(width)
        );
        return;
    }
    let inner: Vec<_> =
        cell.outline.iter().map(|&(a, b)| (x + (a - x) * share, y + (b - y) * share)).collect();
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" stroke-width=\"{width:.3}\"/>",
        points(&inner),
        width = decimal(width)
    );
}

fn arrow_between(out: &mut String, from: &Cell, to: &Cell, colour: Colour) {
    let ((x1, y1), (x2, y2)) = (from.centre, to.centre);
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1e-3);
    let (ux, uy) = (dx / length, dy / length);
    let (r, tip) = (to.radius, (x2 - ux * to.radius * 0.5, y2 - uy * to.radius * 0.5));
    let base = (tip.0 - ux * r * 0.6, tip.1 - uy * r * 0.6);
    let (wx, wy) = (-uy * r * 0.35, ux * r * 0.35);
    let _ = writeln!(
        out,
        "<g fill=\"{colour}\" stroke=\"{colour}\" opacity=\"0.85\"><line x1=\"{x1:.3}\" \
         y1=\"{y1:.3}\" x2=\"{:.3}\" y2=\"{:.3}\" stroke-width=\"{:.3}\" \
         stroke-linecap=\"round\"/><polygon points=\"{}\"/></g>",
        decimal(base.0),
        decimal(base.1),
        decimal(r * 0.2),
        points(&[tip, (base.0 + wx, base.1 + wy), (base.0 - wx, base.1 - wy)]),
        x1 = decimal(x1),
        y1 = decimal(y1)
    );
}

pub(super) fn points(points: &[(f32, f32)]) -> String {
    let pairs: Vec<String> = points
        .iter()
        .map(|&(x, y)| format!("{x:.3},{y:.3}", x = decimal(x), y = decimal(y)))
        .collect();
    pairs.join(" ")
}

/// What a cell's colour is, seen from above: for outlines that must show.
pub(super) fn colour_of(paint: Paint, options: &Options) -> Colour {
    options.palette.colour(paint).unwrap_or(options.palette.ground)
}
