//! A screen of characters, drawn whole and painted where it has changed.
//!
//! A character takes one column, as [`takeback_scene::text`] counts them.

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{
    Attribute, Color, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{Clear, ClearType};
use std::io::{self, Write};
use takeback_scene::palette::Colour;

/// How characters look; without a colour it is the terminal's.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Style {
    pub(crate) fore: Option<Colour>,
    pub(crate) back: Option<Colour>,
    pub(crate) is_bold: bool,
    pub(crate) is_faint: bool,
    pub(crate) is_reversed: bool,
    pub(crate) is_underlined: bool,
}

impl Style {
    pub(crate) const BOLD: Style = Style { is_bold: true, ..Style::PLAIN };
    pub(crate) const FAINT: Style = Style { is_faint: true, ..Style::PLAIN };
    pub(crate) const REVERSED: Style = Style { is_reversed: true, ..Style::PLAIN };
    pub(crate) const PLAIN: Style = Style {
        fore: None,
        back: None,
        is_bold: false,
        is_faint: false,
        is_reversed: false,
        is_underlined: false,
    };
}

/// Writing of one style.
pub(crate) struct Span {
    pub(crate) writing: String,
    pub(crate) style: Style,
}

impl Span {
    pub(crate) fn new(writing: impl Into<String>, style: Style) -> Self {
        Span { writing: writing.into(), style }
    }
}

/// Spans one after the other.
pub(crate) type Line = Vec<Span>;

/// A line of one style.
pub(crate) fn line(writing: impl Into<String>, style: Style) -> Line {
    vec![Span::new(writing, style)]
}

/// A rectangle of the screen.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) column: u16,
    pub(crate) row: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Area {
    /// The uppermost rows, and what is below them.
    pub(crate) fn split(self, height: u16) -> (Area, Area) {
        let height = height.min(self.height);
        let below = Area { row: self.row + height, height: self.height - height, ..self };
        (Area { height, ..self }, below)
    }

    /// The leftmost columns, and what is beside them.
    pub(crate) fn split_columns(self, width: u16) -> (Area, Area) {
        let width = width.min(self.width);
        let beside = Area { column: self.column + width, width: self.width - width, ..self };
        (Area { width, ..self }, beside)
    }
}

#[derive(Copy, Clone, Debug, PartialEq)]
struct Spot {
    sign: char,
    style: Style,
}

const BLANK: Spot = Spot { sign: ' ', style: Style::PLAIN };

/// The screen.
pub(crate) struct Canvas {
    width: u16,
    height: u16,
    spots: Vec<Spot>,
}

impl Canvas {
    pub(crate) fn new(width: u16, height: u16) -> Self {
        Canvas { width, height, spots: vec![BLANK; usize::from(width) * usize::from(height)] }
    }

    pub(crate) fn area(&self) -> Area {
        Area { column: 0, row: 0, width: self.width, height: self.height }
    }

    fn put(&mut self, area: Area, (column, row): (u16, u16), spot: Spot) {
        if column >= area.width || row >= area.height {
            return;
        }
        let (column, row) = (area.column + column, area.row + row);
        if column < self.width && row < self.height {
            self.spots[usize::from(row) * usize::from(self.width) + usize::from(column)] = spot;
        }
    }

    /// Lines one below the other, cut off at the area's edges.
    pub(crate) fn write(&mut self, area: Area, lines: &[Line]) {
        self.write_from(area, lines, (0, 0));
    }

    /// The same of lines that begin so many columns and rows outside the area.
    pub(crate) fn write_from(&mut self, area: Area, lines: &[Line], (left, above): (u16, u16)) {
        for (row, line) in (0..area.height).zip(lines.iter().skip(usize::from(above))) {
            let spots = line.iter().flat_map(spots).skip(usize::from(left));
            for (column, spot) in (0..area.width).zip(spots) {
                self.put(area, (column, row), spot);
            }
        }
    }

    /// A line that goes on in the next row where a word does not fit any more.
    pub(crate) fn write_wrapped(&mut self, area: Area, line: &[Span]) {
        let spots: Vec<Spot> = line.iter().flat_map(spots).collect();
        let (mut column, mut row) = (0, 0);
        for word in spots.split_inclusive(|spot| spot.sign == ' ') {
            let blank = u16::from(word.last().is_some_and(|spot| spot.sign == ' '));
            if column > 0 && column + (word.len() as u16 - blank) > area.width {
                (column, row) = (0, row + 1);
            }
            // Nothing but a blank begins no row.
            if column == 0 && row > 0 && word.len() == usize::from(blank) {
                continue;
            }
            for &spot in word {
                self.put(area, (column, row), spot);
                column = column.saturating_add(1);
            }
        }
    }

    /// Paint what differs from what was painted before; all of it where nothing was, or on
    /// a screen of another size.
    pub(crate) fn paint(&self, before: Option<&Canvas>, out: &mut impl Write) -> io::Result<()> {
        let before = before.filter(|b| (b.width, b.height) == (self.width, self.height));
        queue!(out, SetAttribute(Attribute::Reset), ResetColor)?;
        if before.is_none() {
            queue!(out, Clear(ClearType::All))?;
        }
        let mut style = Style::PLAIN;
        // Where the terminal stands, so that neighbours need no address.
        let mut at = None;
        for (i, &spot) in self.spots.iter().enumerate() {
            if before.map_or(spot == BLANK, |before| before.spots[i] == spot) {
                continue;
            }
            let (column, row) = (i % usize::from(self.width), i / usize::from(self.width));
            if at != Some((column, row)) {
                queue!(out, MoveTo(column as u16, row as u16))?;
            }
            if spot.style != style {
                style = spot.style;
                set(out, style)?;
            }
            queue!(out, Print(spot.sign))?;
            at = Some((column + 1, row));
        }
        queue!(out, SetAttribute(Attribute::Reset), ResetColor)?;
        out.flush()
    }

    /// The rows without their colours.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        let rows = self.spots.chunks(usize::from(self.width.max(1)));
        let rows = rows.map(|row| row.iter().map(|spot| spot.sign).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// The characters of a span. What would move the cursor is left out.
fn spots(span: &Span) -> impl Iterator<Item = Spot> {
    let signs = span.writing.chars().filter(|sign| !sign.is_control());
    signs.map(|sign| Spot { sign, style: span.style })
}

fn set(out: &mut impl Write, style: Style) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset), ResetColor)?;
    let rgb = |colour: Colour| {
        let (r, g, b) = colour.rgb();
        Color::Rgb { r, g, b }
    };
    if let Some(colour) = style.fore {
        queue!(out, SetForegroundColor(rgb(colour)))?;
    }
    if let Some(colour) = style.back {
        queue!(out, SetBackgroundColor(rgb(colour)))?;
    }
    for (is_set, attribute) in [
        (style.is_bold, Attribute::Bold),
        (style.is_faint, Attribute::Dim),
        (style.is_reversed, Attribute::Reverse),
        (style.is_underlined, Attribute::Underlined),
    ] {
        if is_set {
            queue!(out, SetAttribute(attribute))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(canvas: &Canvas) -> Vec<String> {
        canvas.text().lines().map(|row| row.trim_end().to_owned()).collect()
    }

    #[test]
    fn lines_are_cut_off_at_the_edges_and_scroll() {
        let mut canvas = Canvas::new(6, 3);
        let (above, below) = canvas.area().split(1);
        assert_eq!((above.height, below.row, below.height), (1, 1, 2));
        let (left, right) = below.split_columns(4);
        canvas.write(above, &[line("abcdefgh", Style::BOLD), line("hidden", Style::PLAIN)]);
        let rows: Vec<Line> = ["01234", "56789", "vwxyz"].map(|row| line(row, Style::PLAIN)).into();
        canvas.write_from(left, &rows, (1, 1));
        canvas.write(right, &[line("pq\nr", Style::PLAIN)]);
        assert_eq!(written(&canvas), ["abcdef", "6789pq", "wxyz"]);
        let outside = Area { column: 5, row: 2, width: 9, height: 9 };
        canvas.write(outside, &[line("!!", Style::PLAIN), line("!!", Style::PLAIN)]);
        assert_eq!(written(&canvas)[2], "wxyz !");
        assert_eq!(
            canvas.area().split(99),
            (canvas.area(), Area { row: 3, height: 0, ..canvas.area() })
        );
    }

    #[test]
    fn words_go_on_in_the_next_row() {
        let mut canvas = Canvas::new(8, 4);
        let words =
            [Span::new("one two", Style::BOLD), Span::new(" three extraordinary", Style::PLAIN)];
        canvas.write_wrapped(canvas.area(), &words);
        assert_eq!(written(&canvas), ["one two", "three", "extraord", ""]);
        let mut canvas = Canvas::new(3, 2);
        canvas.write_wrapped(canvas.area(), &line("abc  de", Style::PLAIN));
        assert_eq!(written(&canvas), ["abc", "de"]);
    }

    #[test]
    fn only_what_changed_is_painted() {
        let paint = |canvas: &Canvas, before: Option<&Canvas>| {
            let mut out = Vec::new();
            canvas.paint(before, &mut out).expect("painted");
            String::from_utf8(out).expect("text")
        };
        let mut first = Canvas::new(10, 2);
        first.write(first.area(), &[line("hello", Style::PLAIN)]);
        assert!(paint(&first, None).contains("hello"));
        let mut second = Canvas::new(10, 2);
        second.write(second.area(), &[line("help!", Style::PLAIN)]);
        let changed = paint(&second, Some(&first));
        assert!(changed.contains("p!") && !changed.contains("hel"), "{changed:?}");
        assert!(changed.contains("\x1b[1;4H"), "addressed once: {changed:?}");
        let larger = Canvas::new(11, 2);
        assert!(paint(&larger, Some(&second)).contains("\x1b[2J"), "another size begins anew");
        assert!(!paint(&second, Some(&second)).contains('h'));
    }
}
