//! The picture of a calibration: what came true over what was said, a line for each number of large tiles.

use plotters::prelude::*;

use super::calibration::Tenth;
use crate::colours::COLOURS;

/// How the axis is called, by which such a picture is known.
const ACROSS: &str = "chance that was said, %";

/// Whether a file is a picture that [`to_svg`] drew, so that another may take its place.
pub fn is_calibration(file: &[u8]) -> bool {
    let text = String::from_utf8_lossy(file);
    text.starts_with("<svg") && text.contains(ACROSS)
}

/// The picture.
pub fn to_svg(tenths: &[Tenth]) -> String {
    let mut svg = String::new();
    // Drawing into a string fails only where the numbers cannot be drawn; then there is no picture.
    match draw(tenths, &mut svg) {
        Ok(()) => svg,
        Err(_) => String::new(),
    }
}

fn draw(tenths: &[Tenth], svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, (640, 560)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..100.0, 0.0..100.0)?;
    chart
        .configure_mesh()
        .label_style(("sans-serif", 15))
        .x_desc(ACROSS)
        .y_desc("the next large tile was made, %")
        .draw()?;
    chart.draw_series(DashedLineSeries::new([(0.0, 0.0), (100.0, 100.0)], 4, 4, BLACK.mix(0.4).into()))?;
    // for no large tile, one, two …
    for (large, colour) in (0..).zip(COLOURS) {
        let mine = || tenths.iter().filter(move |tenth| tenth.large_tiles == large);
        if mine().next().is_none() {
            continue;
        }
        let at = |tenth: &Tenth| (100.0 * tenth.said, 100.0 * tenth.made);
        let ends = |tenth: &Tenth| [tenth.low, tenth.high].map(|end| (100.0 * tenth.said, 100.0 * end));
        let known = mine().filter(|tenth| tenth.high > tenth.low);
        chart.draw_series(known.map(|tenth| PathElement::new(ends(tenth), colour.stroke_width(1))))?;
        chart.draw_series(mine().map(|tenth| Circle::new(at(tenth), 4, colour.filled())))?;
        chart
            .draw_series(LineSeries::new(mine().map(at), colour.stroke_width(2)))?
            .label(format!("{large} large"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .label_font(("sans-serif", 15))
        .background_style(WHITE)
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    Ok(root.present()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calibration_is_drawn_and_known_again() {
        let tenth = Tenth { large_tiles: 4, from: 5, boards: 9, said: 0.55, made: 0.6, low: 0.5, high: 0.7 };
        let svg = to_svg(&[tenth]);
        assert!(svg.contains("4 large") && !svg.contains("3 large"));
        assert!(is_calibration(svg.as_bytes()) && is_calibration(to_svg(&[]).as_bytes()));
        assert!(!is_calibration(b"<svg></svg>"));
    }
}
