//! Ratings as a picture.

use super::cross::Standings;
use plotters::coord::Shift;
use plotters::prelude::*;

impl Standings {
    /// A dot and an error bar for each engine, best on top, as an SVG document.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let mut svg = String::new();
        let height = 90 + 26 * self.ratings.len() as u32;
        {
            let root = SVGBackend::with_string(&mut svg, (860, height)).into_drawing_area();
            draw(self, title, &root).expect("an SVG string takes every shape");
        }
        svg
    }
}

fn draw<'a>(
    standings: &Standings,
    title: &str,
    root: &DrawingArea<SVGBackend<'a>, Shift>,
) -> Result<(), Box<dyn std::error::Error + 'a>> {
    root.fill(&WHITE)?;
    let font = |size: u32| ("sans-serif", size).into_font();
    root.draw(&Text::new(title.to_owned(), (16, 12), font(17)))?;
    let ends = standings.ratings.iter().flat_map(|r| [r.rating - r.error, r.rating + r.error]);
    let (low, high) = ends.fold((0.0f64, 1.0f64), |(l, h), x| (l.min(x), h.max(x)));
    let (left, right) = (330, 820);
    let across = |x: f64| left + (f64::from(right - left) * (x - low) / (high - low)) as i32;
    let bottom = 52 + 26 * standings.ratings.len() as i32;
    let (blue, grey) = (RGBColor(0, 114, 178), RGBColor(200, 200, 200));
    for tick in 0..=4 {
        let x = low + (high - low) * f64::from(tick) / 4.0;
        root.draw(&PathElement::new([(across(x), 40), (across(x), bottom)], grey))?;
        root.draw(&Text::new(format!("{x:.0}"), (across(x) - 10, bottom + 6), font(13)))?;
    }
    for (i, rated) in standings.ratings.iter().enumerate() {
        let y = 56 + 26 * i as i32;
        let name: String = rated.engine.chars().take(40).collect();
        root.draw(&Text::new(name, (16, y - 7), font(14)))?;
        let bar =
            [(across(rated.rating - rated.error), y), (across(rated.rating + rated.error), y)];
        root.draw(&PathElement::new(bar, blue.stroke_width(2)))?;
        root.draw(&Circle::new((across(rated.rating), y), 4, blue.filled()))?;
    }
    root.present()?;
    Ok(())
}
