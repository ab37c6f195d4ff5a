//! Figures: measures over the rows of a table, theirs and ours.

use std::error::Error;

use plotters::prelude::*;

use crate::stats::Estimate;
use crate::study::{Figure, Measure, ReplicaTable};

const SIZE: (u32, u32) = (640, 360);
/// Each can be seen on white and on black.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x3b, 0x82, 0xc4),
    RGBColor(0xd9, 0x77, 0x06),
    RGBColor(0x2e, 0x9e, 0x5b),
    RGBColor(0xc0, 0x50, 0x9a),
    RGBColor(0x8b, 0x6f, 0x47),
    RGBColor(0x7c, 0x7c, 0xd8),
];

/// A name, and points with their intervals.
struct Curve {
    name: String,
    theirs: bool,
    points: Vec<(f64, Estimate)>,
}

/// The figure as SVG whose lines and letters take the colour of the text around it; `None` without points.
pub(super) fn svg(figure: &Figure, table: &ReplicaTable<'_>) -> Option<String> {
    let curves = curves(figure, table);
    let mut svg = String::new();
    if curves.is_empty() || draw(&mut svg, figure, &curves).is_err() {
        return None;
    }
    let label = format!("<svg role=\"img\" aria-label=\"{}\" ", super::html::escaped(&figure.title));
    Some(svg.replacen("<svg ", &label, 1).replace("#000000", "currentColor"))
}

/// Two curves for each measure and series that have points: theirs and ours.
fn curves(figure: &Figure, table: &ReplicaTable<'_>) -> Vec<Curve> {
    let mut series: Vec<&str> = table.rows.iter().map(|row| row.row.series.as_str()).collect();
    series.dedup();
    let mut curves = Vec::new();
    for (&measure, &series) in figure.measures.iter().flat_map(|m| series.iter().map(move |s| (m, s))) {
        for theirs in [true, false] {
            let points = points(measure, series, theirs, table);
            let who = if theirs { "they" } else { "we" };
            let what = if figure.measures.len() > 1 { measure.title() } else { String::new() };
            let name = [who, &what, series].into_iter().filter(|word| !word.is_empty());
            curves.push(Curve { name: name.collect::<Vec<_>>().join(", "), theirs, points });
        }
    }
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn points(measure: Measure, series: &str, theirs: bool, table: &ReplicaTable<'_>) -> Vec<(f64, Estimate)> {
    let rows = table.rows.iter().filter(|row| row.row.series == series);
    let value = |row: &crate::study::ReplicaRow<'_>| match theirs {
        true => row.row.reported(measure),
        false => measure.of(&row.games, table.table.until),
    };
    rows.filter_map(|row| Some((row.row.x?, value(row)?))).collect()
}

fn draw(svg: &mut String, figure: &Figure, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let scale = |value: f64| if figure.log { value.max(1e-9).log10() } else { value };
    let unscale = |value: &f64| if figure.log { 10f64.powf(*value) } else { *value };
    let (across, up) = ranges(curves, scale, figure.log);
    let measure = figure.measures[0];
    {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(72)
            .build_cartesian_2d(across.0..across.1, up.0..up.1)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(&figure.x)
            .x_label_formatter(&|x| if x.fract() == 0.0 { format!("{x:.0}") } else { String::new() })
            .y_label_formatter(&|y| measure.text(unscale(y)))
            .draw()?;
        for (index, curve) in curves.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let line = curve.points.iter().map(|(x, y)| (*x, scale(y.value)));
            chart
                .draw_series(LineSeries::new(line.clone(), colour.stroke_width(2)))?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
            chart.draw_series(line.map(|at| match curve.theirs {
                true => TriangleMarker::new(at, 6, colour.filled()).into_dyn(),
                false => Circle::new(at, 4, colour.filled()).into_dyn(),
            }))?;
            let bars = curve.points.iter().filter(|(_, y)| y.high.is_finite() && y.high > y.low);
            chart.draw_series(bars.map(|(x, y)| {
                PathElement::new([(*x, scale(y.low)), (*x, scale(y.high))], colour.stroke_width(1))
            }))?;
        }
        chart.configure_series_labels().position(SeriesLabelPosition::UpperLeft).draw()?;
        area.present()?;
    }
    Ok(())
}

/// The ends of both axes, with a little room.
fn ranges(curves: &[Curve], scale: impl Fn(f64) -> f64, log: bool) -> ((f64, f64), (f64, f64)) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let ends = |y: &Estimate| [y.value, y.low, y.high].into_iter().filter(|end| end.is_finite());
    let ys = || points().flat_map(|(_, y)| ends(y)).filter(|y| !log || *y > 0.0).map(&scale);
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = span(&mut points().map(|(x, _)| *x));
    let (bottom, top) = span(&mut ys());
    let bottom = if log { bottom } else { bottom.min(0.0) };
    let room = 0.06 * (top - bottom).max(1e-9);
    let aside = 0.05 * (right - left).max(1.0);
    ((left - aside, right + aside), (bottom - if log { room } else { 0.0 }, top + room))
}
