//! A table as a bar chart.

use super::table::ResultTable;
use plotters::prelude::*;

impl ResultTable {
    /// Horizontal bars of the charted column, as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let bars = self.bars();
        let mut svg = String::new();
        let height = 80 + 24 * bars.len() as u32;
        {
            let root = SVGBackend::with_string(&mut svg, (860, height)).into_drawing_area();
            // Drawing into a string cannot fail.
            draw(self, &bars, &root).expect("an SVG string takes every shape");
        }
        svg
    }
}

fn draw<'a>(
    table: &ResultTable,
    bars: &[(String, f64)],
    root: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
) -> Result<(), Box<dyn std::error::Error + 'a>> {
    root.fill(&WHITE)?;
    let longest = bars.iter().map(|(_, v)| *v).fold(f64::MIN_POSITIVE, f64::max);
    let font = |size: u32| ("sans-serif", size).into_font();
    root.draw(&Text::new(table.title.clone(), (16, 12), font(17)))?;
    let (left, right) = (330, 760);
    for (i, (label, value)) in bars.iter().enumerate() {
        let top = 44 + 24 * i as i32;
        let end = left + (f64::from(right - left) * value / longest).round() as i32;
        root.draw(&Text::new(label.clone(), (16, top + 3), font(14)))?;
        let bar = Rectangle::new(
            [(left, top), (end.max(left + 1), top + 17)],
            RGBColor(0, 114, 178).filled(),
        );
        root.draw(&bar)?;
        let digits = if *value < 100.0 { 2 } else { 0 };
        root.draw(&Text::new(format!("{value:.digits$}"), (end + 6, top + 3), font(14)))?;
    }
    let unit = table.columns[table.charted];
    root.draw(&Text::new(unit, (left, 48 + 24 * bars.len() as i32), font(13)))?;
    root.present()?;
    Ok(())
}
