//! Pieces, stacks and ribbons.

use super::board::{colour_of, points};
use super::{Options, escape};
use crate::decimal::decimal;
use crate::palette::Colour;
use crate::{Badge, Board, Cell, Glyph, Layer, Paint, Piece, Ribbon, Scene};
use std::fmt::Write;

pub(super) fn all(out: &mut String, board: &Board, scene: &Scene, options: &Options) {
    for ribbon in &scene.ribbons {
        body(out, board, ribbon, options);
    }
    for piece in &scene.pieces {
        if let Some(cell) = board.cells.get(usize::from(piece.cell)) {
            let _ = write!(out, "<g><title>{}</title>", escape(&piece.spoken));
            stack(out, cell, piece, options);
            badges(out, cell, piece, options);
            out.push_str("</g>\n");
        }
    }
}

/// Rings and discs lie on each other; tokens would hide each other, so those
/// that are carried stand beside their carrier, smaller.
fn stack(out: &mut String, cell: &Cell, piece: &Piece, options: &Options) {
    let (x, y) = cell.centre;
    let r = cell.radius;
    let tokens = piece.layers.iter().any(|l| matches!(l.glyph, Glyph::Token(_) | Glyph::Path(_)));
    let count = piece.layers.len() as f32;
    if !tokens {
        let step = (0.9 * r / count).min(0.17 * r);
        let base = y + step * (count - 1.0) / 2.0;
        for (i, layer) in piece.layers.iter().enumerate() {
            glyph(out, cell, layer, (x, base - step * i as f32), r, options);
        }
        return;
    }
    let Some((carrier, carried)) = piece.layers.split_first() else { return };
    if carried.is_empty() {
        glyph(out, cell, carrier, (x, y), r, options);
        return;
    }
    glyph(out, cell, carrier, (x - 0.12 * r, y + 0.1 * r), 0.92 * r, options);
    for (i, layer) in carried.iter().enumerate() {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let at = (x + side * 0.6 * r, y - 0.62 * r + (i / 2) as f32 * 0.5 * r);
        glyph(out, cell, layer, at, 0.52 * r, options);
    }
}

fn glyph(
    out: &mut String,
    cell: &Cell,
    layer: &Layer,
    (x, y): (f32, f32),
    r: f32,
    options: &Options,
) {
    let colour = colour_of(layer.paint, options);
    let edge = edge_of(colour, options);
    match &layer.glyph {
        Glyph::Disc => disc(out, (x, y), r * 0.9, colour, edge),
        Glyph::Ring => ring(out, (x, y), r, colour, edge),
        Glyph::Dot => disc(out, (x, y), r * 0.38, colour, edge),
        Glyph::Cross => {
            let a = r * 0.62;
            let _ = write!(
                out,
                "<path d=\"M{:.3} {:.3}L{:.3} {:.3}M{:.3} {:.3}L{:.3} {:.3}\" \
                 stroke=\"{colour}\" stroke-width=\"{:.3}\" stroke-linecap=\"round\"/>",
                decimal(x - a),
                decimal(y - a),
                decimal(x + a),
                decimal(y + a),
                decimal(x - a),
                decimal(y + a),
                decimal(x + a),
                decimal(y - a),
                decimal(r * 0.3)
            );
        }
        Glyph::Block => {
            // Whole regions of full colour would drown the pieces beside them.
            let calm = colour.blend(options.palette.ground, 0.32);
            block(out, cell, calm, colour.blend(edge, 0.4));
        }
        Glyph::Token(writing) => {
            disc(out, (x, y), r, colour, edge);
            let long = writing.chars().count().max(1) as f32;
            let size = r * if long > 2.0 { 1.9 / long } else { 1.05 };
            middle(out, (x, y), size, colour.contrast(), writing);
        }
        Glyph::Path(data) => {
            disc(out, (x, y), r, colour, edge);
            path(out, (x, y), r * 0.72, data, colour.contrast(), None);
        }
        Glyph::Figure(data) => path(out, (x, y), r, data, colour, Some(edge)),
    }
}

/// A rim that shows against the cell: dark for most, light for black stones.
fn edge_of(colour: Colour, options: &Options) -> Colour {
    if colour == options.palette.stones[1] {
        colour.blend(Colour(0xff_ff_ff), 0.35)
    } else {
        colour.blend(Colour(0), 0.45)
    }
}

fn disc(out: &mut String, (x, y): (f32, f32), r: f32, colour: Colour, edge: Colour) {
    let _ = write!(
        out,
        "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{r:.3}\" fill=\"{colour}\" stroke=\"{edge}\" \
         stroke-width=\"{:.3}\"/>",
        decimal(r * 0.09),
        x = decimal(x),
        y = decimal(y),
        r = decimal(r)
    );
}

fn ring(out: &mut String, (x, y): (f32, f32), r: f32, colour: Colour, edge: Colour) {
    for (paint, width) in [(edge, 0.44), (colour, 0.34)] {
        let _ = write!(
            out,
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{:.3}\" fill=\"none\" stroke=\"{paint}\" \
             stroke-width=\"{:.3}\"/>",
            decimal(r * 0.66),
            decimal(r * width),
            x = decimal(x),
            y = decimal(y)
        );
    }
}

fn block(out: &mut String, cell: &Cell, colour: Colour, edge: Colour) {
    let ((x, y), r) = (cell.centre, cell.radius);
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let outline: Vec<_> = if cell.outline.is_empty() {
        square.iter().map(|(a, b)| (x + a * r * 0.85, y + b * r * 0.85)).collect()
    } else {
        cell.outline.iter().map(|&(a, b)| (x + (a - x) * 0.93, y + (b - y) * 0.93)).collect()
    };
    let _ = write!(
        out,
        "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"{:.3}\" \
         stroke-linejoin=\"round\"/>",
        points(&outline),
        decimal(r * 0.06)
    );
}

fn path(
    out: &mut String,
    (x, y): (f32, f32),
    r: f32,
    data: &str,
    fill: Colour,
    edge: Option<Colour>,
) {
    let rim = edge.map_or(String::new(), |edge| {
        format!(" stroke=\"{edge}\" stroke-width=\"0.07\" stroke-linejoin=\"round\"")
    });
    let _ = write!(
        out,
        "<path transform=\"translate({x:.3} {y:.3}) scale({r:.3})\" d=\"{}\" fill=\"{fill}\" \
         fill-rule=\"evenodd\"{rim}/>",
        escape(data),
        x = decimal(x),
        y = decimal(y),
        r = decimal(r)
    );
}

fn middle(out: &mut String, (x, y): (f32, f32), size: f32, colour: Colour, writing: &str) {
    let _ = write!(
        out,
        "<text x=\"{x:.3}\" y=\"{y:.3}\" font-size=\"{size:.3}\" font-weight=\"600\" \
         fill=\"{colour}\" text-anchor=\"middle\" dominant-baseline=\"central\">{}</text>",
        escape(writing),
        x = decimal(x),
        y = decimal(y),
        size = decimal(size)
    );
}

fn badges(out: &mut String, cell: &Cell, piece: &Piece, options: &Options) {
    let ((x, y), r) = (cell.centre, cell.radius);
    for badge in &piece.badges {
        match badge {
            Badge::Star => {
                let at = (x - 0.68 * r, y - 0.66 * r);
                let gold = Colour(0xff_c8_2e);
                path(out, at, r * 0.42, STAR, gold, Some(Colour(0x5c_43_00)));
            }
            Badge::Number(number) => {
                let at = (x + 0.66 * r, y + 0.64 * r);
                let back = options.palette.card;
                disc(out, at, r * 0.34, back, options.palette.ink);
                middle(out, at, r * 0.46, back.contrast(), &number.to_string());
            }
        }
    }
}

/// Five points, the upper one first; written out, for sines and cosines are not used elsewhere
/// and would be a part of every WebAssembly file.
const STAR: &str = "M-0.000 -1.000L0.247 -0.340L0.951 -0.309L0.399 0.130L0.588 0.809L-0.000 0.420\
    L-0.588 0.809L-0.399 0.130L-0.951 -0.309L-0.247 -0.340Z";

/// A body as thick lines, broken where it leaves one edge and enters at the
/// opposite one; the head has eyes that look ahead.
fn body(out: &mut String, board: &Board, ribbon: &Ribbon, options: &Options) {
    let centres: Vec<&Cell> =
        ribbon.cells.iter().filter_map(|&cell| board.cells.get(usize::from(cell))).collect();
    let Some(head) = centres.first() else { return };
    let colour = colour_of(ribbon.paint, options);
    let edge = edge_of(colour, options);
    let _ = write!(out, "<g><title>{}</title>", escape(&ribbon.spoken));
    for (paint, width) in [(edge, 1.56), (colour, 1.36)] {
        for run in runs(&centres) {
            let line = if run.len() == 1 { vec![run[0], run[0]] } else { run };
            let _ = write!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"{:.3}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                points(&line),
                decimal(head.radius * width)
            );
        }
    }
    eyes(out, &centres);
    out.push_str("</g>\n");
}

fn is_near(a: &Cell, b: &Cell) -> bool {
    let (dx, dy) = (a.centre.0 - b.centre.0, a.centre.1 - b.centre.1);
    dx.hypot(dy) <= 2.9 * a.radius.max(b.radius)
}

fn runs(cells: &[&Cell]) -> Vec<Vec<(f32, f32)>> {
    let mut runs: Vec<Vec<(f32, f32)>> = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if is_near(cells[i - 1], cell) => run.push(cell.centre),
            _ => runs.push(vec![cell.centre]),
        }
    }
    runs
}

fn eyes(out: &mut String, cells: &[&Cell]) {
    let head = cells[0];
    let ((x, y), r) = (head.centre, head.radius);
    let neck = cells.iter().find(|cell| cell.centre != head.centre && is_near(head, cell));
    let (ux, uy) = neck.map_or((0.0, -1.0), |neck| {
        let (dx, dy) = (x - neck.centre.0, y - neck.centre.1);
        let length = dx.hypot(dy);
        (dx / length, dy / length)
    });
    for side in [-1.0, 1.0] {
        let (a, b) =
            (x + r * (0.22 * ux - side * 0.34 * uy), y + r * (0.22 * uy + side * 0.34 * ux));
        for (colour, size, ahead) in [("#ffffff", 0.22, 0.0), ("#14181f", 0.11, 0.08)] {
            let _ = write!(
                out,
                "<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"{:.3}\" fill=\"{colour}\"/>",
                decimal(a + ux * ahead * r),
                decimal(b + uy * ahead * r),
                decimal(r * size)
            );
        }
    }
}

/// A single glyph outside the board, such as a captured piece in a panel.
pub(super) fn alone(out: &mut String, layer: &Layer, at: (f32, f32), r: f32, options: &Options) {
    let cell = Cell {
        name: String::new(),
        centre: at,
        outline: Vec::new(),
        radius: r,
        paint: Paint::Clear,
        text: (0, 0),
    };
    glyph(out, &cell, layer, at, r, options);
}

#[cfg(test)]
mod tests {
    use super::{STAR, decimal};
    use std::fmt::Write;

    #[test]
    fn the_star_has_five_points() {
        let mut data = String::new();
        for corner in 0..10 {
            let r = if corner % 2 == 0 { 1.0 } else { 0.42 };
            let angle = (36.0 * corner as f32 - 90.0).to_radians();
            let sign = if corner == 0 { 'M' } else { 'L' };
            let (x, y) = (decimal(r * angle.cos()), decimal(r * angle.sin()));
            let _ = write!(data, "{sign}{x:.3} {y:.3}");
        }
        assert_eq!(data + "Z", STAR);
    }
}
