//! Scenes as SVG files.
//!
//! The picture has the board on the left, panels on the right, a line of
//! words below. Everything is drawn with plain shapes: no fonts but the
//! reader's own, no scripts, nothing to fetch.

mod board;
mod panels;
mod pieces;

use crate::decimal::decimal;
use crate::palette::Palette;
use crate::{Board, Scene};
use std::fmt::Write;

/// How to draw.
#[derive(Clone, Debug)]
pub struct Options {
    /// The colours.
    pub palette: Palette,
    /// Cells that the last move concerned.
    pub last: Vec<u16>,
    /// How warm cells are, from 0 to 1: where a search spent its time.
    pub heat: Vec<(u16, f32)>,
    /// Whether aids such as zones of attack are drawn.
    pub zones: bool,
    /// A heading; none if empty.
    pub title: String,
    /// Lines of words below the picture.
    pub caption: Vec<String>,
    /// The longer side of the board in pixels.
    pub size: f32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            palette: Palette::LIGHT,
            last: Vec::new(),
            heat: Vec::new(),
            zones: true,
            title: String::new(),
            caption: Vec::new(),
            size: 640.0,
        }
    }
}

const MARGIN: f32 = 16.0;
const LINE: f32 = 20.0;

/// The picture of a scene on its board.
///
/// ```
/// use takeback_scene::{Paint, Scene, shapes, svg};
/// let board = shapes::squares(3, 3, |_, _| Paint::Light, |x, y| format!("{x},{y}"));
/// let picture = svg::draw(&board, &Scene::default(), &svg::Options::default());
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
#[must_use]
pub fn draw(board: &Board, scene: &Scene, options: &Options) -> String {
    let palette = &options.palette;
    let scale = options.size / board.width.max(board.height).max(1.0);
    let (wide, high) = (board.width * scale, board.height * scale);
    let beside = panels::height(scene);
    let top = MARGIN + if options.title.is_empty() { 0.0 } else { LINE + 8.0 };
    let words = words(scene, options);
    let width = 2.0 * MARGIN + wide + panels::width(scene, wide > 0.0);
    let below = if words.is_empty() { 0.0 } else { 10.0 + LINE * words.len() as f32 };
    let height = top + high.max(beside) + below + MARGIN;

    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        palette.ground,
        width = decimal(width),
        height = decimal(height)
    );
    if !options.title.is_empty() {
        line(&mut out, (MARGIN, MARGIN + 15.0), 18.0, palette, &options.title);
    }
    let _ = writeln!(
        out,
        "<g transform=\"translate({margin:.2} {top:.2}) scale({scale:.4})\">",
        margin = decimal(MARGIN),
        top = decimal(top),
        scale = decimal(scale)
    );
    board::ground(&mut out, board, scene, options);
    pieces::all(&mut out, board, scene, options);
    board::above(&mut out, board, scene, options);
    out.push_str("</g>\n");
    let x = if wide > 0.0 { MARGIN + wide + MARGIN } else { MARGIN };
    panels::draw(&mut out, scene, palette, (x, top));
    for (i, text) in words.iter().enumerate() {
        let y = top + high.max(beside) + 10.0 + LINE * (i as f32 + 0.75);
        line(&mut out, (MARGIN, y), 14.0, palette, text);
    }
    out.push_str("</svg>\n");
    out
}

fn words<'a>(scene: &'a Scene, options: &'a Options) -> Vec<&'a str> {
    let status = (!scene.status.is_empty()).then_some(scene.status.as_str());
    status.into_iter().chain(options.caption.iter().map(String::as_str)).collect()
}

fn line(out: &mut String, (x, y): (f32, f32), size: f32, palette: &Palette, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.0}\" fill=\"{}\">{}</text>",
        palette.ink,
        escape(text),
        x = decimal(x),
        y = decimal(y),
        size = decimal(size)
    );
}

/// Text as it may stand between tags and in attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            sign if sign.is_control() => out.push(' '),
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Badge, Glyph, Item, Overlay, OverlayKind, Paint, Panel, Piece, shapes};

    fn scene() -> Scene {
        let mut piece = Piece::new(
            4,
            Glyph::Token("<&>".to_owned()),
            Paint::Player(0),
            "x",
            "a <piece>".to_owned(),
        );
        piece.badges = vec![Badge::Star, Badge::Number(3)];
        Scene {
            pieces: vec![piece],
            overlays: vec![Overlay {
                cells: vec![0, 99],
                kind: OverlayKind::Zone,
                paint: Paint::Bad,
                spoken: "danger".to_owned(),
            }],
            panels: vec![Panel {
                title: "A & B".to_owned(),
                player: Some(1),
                items: vec![Item::fact("rings", "3"), Item::meter("health", 5.0, 10.0)],
            }],
            status: "check".to_owned(),
            ..Scene::default()
        }
    }

    fn picture(options: &Options) -> String {
        let board = shapes::squares(3, 3, |_, _| Paint::Light, |x, y| format!("{x},{y}"));
        draw(&board, &scene(), options)
    }

    /// Every tag is closed and no text of the game is taken for one.
    #[test]
    fn tags_match_and_texts_are_escaped() {
        let options = Options {
            last: vec![1, 200],
            heat: vec![(2, 0.5)],
            title: "\"a\" < b".to_owned(),
            caption: vec!["x".to_owned()],
            ..Options::default()
        };
        let picture = picture(&options);
        let mut open: Vec<&str> = Vec::new();
        for tag in picture.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("tags are closed");
            let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
            assert!(
                [
                    "svg", "g", "rect", "polygon", "polyline", "circle", "path", "line", "text",
                    "title"
                ]
                .contains(&name),
                "<{tag}>"
            );
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty());
        assert!(picture.contains("A &amp; B") && picture.contains("&lt;&amp;&gt;"));
    }

    #[test]
    fn palettes_change_colours_and_zones_can_go() {
        let light = picture(&Options::default());
        let dark = picture(&Options { palette: Palette::DARK, ..Options::default() });
        assert_ne!(light, dark);
        assert!(dark.contains(&Palette::DARK.seats[0].to_string()));
        let calm = picture(&Options { zones: false, ..Options::default() });
        assert!(light.contains("danger") && !calm.contains("danger"));
    }
}
