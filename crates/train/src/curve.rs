//! The loss over epochs as a picture.

use crate::run::Epoch;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 40.0;

/// Both losses, as an SVG document.
#[must_use]
pub fn svg(epochs: &[Epoch], title: &str) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.taught, epoch.kept]);
    let (low, high) =
        losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let (low, high) = if high > low { (low, high) } else { (low - 0.01, low + 0.01) };
    let last = (epochs.len().max(2) - 1) as f64;
    let across = |i: usize| LEFT + (WIDTH - LEFT - 20.0) * i as f64 / last;
    let up = |x: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - x) / (high - low);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    for tick in 0..=4 {
        let x = low + (high - low) * f64::from(tick) / 4.0;
        let y = up(x);
        // A String takes everything.
        let _ = write!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"8\" y=\"{:.1}\">{x:.4}</text>\n",
            WIDTH - 20.0,
            y + 4.0
        );
    }
    type Pick = fn(&Epoch) -> f64;
    let lines: [(&str, &str, Pick); 2] =
        [("#0072b2", "learned", |e| e.taught), ("#d55e00", "kept apart", |e| e.kept)];
    for (i, (colour, name, pick)) in lines.into_iter().enumerate() {
        let points: Vec<String> = epochs
            .iter()
            .enumerate()
            .map(|(i, epoch)| format!("{:.1},{:.1}", across(i), up(pick(epoch))))
            .collect();
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>\n",
            points.join(" "),
            LEFT + 120.0 * i as f64,
            HEIGHT - 10.0
        );
    }
    out.push_str("</svg>\n");
    out
}
