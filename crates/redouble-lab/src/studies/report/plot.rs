//! Figures: measures over the rows of a table, theirs and ours.

use std::error::Error;

use plotters::prelude::*;

use crate::colours::COLOURS;
use crate::studies::{Figure, Measure, ReplicaRow, ReplicaTable};
use redouble_analysis::stats::Estimate;

const SIZE: (u32, u32) = (640, 360);

/// Points of one measure and series with their intervals, theirs or ours.
struct Curve {
    name: String,
    colour: RGBColor,
    theirs: bool,
    points: Vec<(f64, Estimate)>,
}

/// A figure and what its colours mean.
pub(super) struct Plot {
    /// Lines and letters take the colour of the text around it.
    pub svg: String,
    /// The colours as they are written in CSS, with their names; none if there is nothing to tell apart.
    pub key: Vec<(String, String)>,
    /// Whether it shows theirs too.
    pub compares: bool,
}

/// The figure; `None` without points.
pub(super) fn plot(figure: &Figure, table: &ReplicaTable<'_>) -> Option<Plot> {
    let curves = figure.trials.map_or_else(|| curves(figure, table), |games| trials(figure, games, table));
    let mut svg = String::new();
    if curves.is_empty() || draw(&mut svg, figure, &curves).is_err() {
        return None;
    }
    let label = format!("<svg role=\"img\" aria-label=\"{}\" ", super::html::escaped(&figure.title));
    let svg = svg.replacen("<svg ", &label, 1).replace("#000000", "currentColor");
    let mut key: Vec<(String, String)> =
        curves.iter().map(|curve| (css(curve.colour), curve.name.clone())).collect();
    key.dedup();
    key.retain(|(_, name)| !name.is_empty());
    Some(Plot { svg, key, compares: curves.iter().any(|curve| curve.theirs) })
}

fn css(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Two curves of one colour for each measure and series: theirs and ours, where they have points.
fn curves(figure: &Figure, table: &ReplicaTable<'_>) -> Vec<Curve> {
    let mut series: Vec<&str> = table.rows.iter().map(|row| row.row.series.as_str()).collect();
    series.sort_unstable();
    series.dedup();
    let kinds: Vec<(Measure, &str)> = figure
        .measures
        .iter()
        .flat_map(|&measure| series.iter().map(move |&series| (measure, series)))
        .collect();
    let mut curves = Vec::new();
    for (&(measure, series), colour) in kinds.iter().zip(COLOURS.into_iter().cycle()) {
        let what = if figure.measures.len() > 1 { measure.title() } else { String::new() };
        let words = [what.as_str(), series].into_iter().filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join(", ");
        for theirs in [true, false] {
            let points = points(figure, measure, series, theirs, table);
            curves.push(Curve { name: name.clone(), colour, theirs, points });
        }
    }
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

/// The rows that are drawn.
fn rows<'a>(figure: &'a Figure, table: &'a ReplicaTable<'a>) -> impl Iterator<Item = &'a ReplicaRow<'a>> {
    table.rows.iter().filter(|row| figure.rows.is_empty() || figure.rows.contains(&row.row.label))
}

/// The first games of each row one by one, a little apart from those of the other rows.
fn trials(figure: &Figure, games: usize, table: &ReplicaTable<'_>) -> Vec<Curve> {
    let rows: Vec<&ReplicaRow<'_>> = rows(figure, table).collect();
    let apart = 0.3 / rows.len().max(1) as f64;
    let curve = |(index, (row, colour)): (usize, (&ReplicaRow<'_>, RGBColor))| {
        let each = row.games.chunks(1).take(games).zip(1..);
        let points = each.filter_map(|(game, number)| {
            let value = figure.measures[0].of(game, table.table.until)?;
            Some((f64::from(number) + apart * index as f64, Estimate::exact(value.value)))
        });
        Curve { name: row.row.label.clone(), colour, theirs: false, points: points.collect() }
    };
    let mut curves: Vec<Curve> =
        rows.into_iter().zip(COLOURS.into_iter().cycle()).enumerate().map(curve).collect();
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn points(
    figure: &Figure,
    measure: Measure,
    series: &str,
    theirs: bool,
    table: &ReplicaTable<'_>,
) -> Vec<(f64, Estimate)> {
    let rows = rows(figure, table).filter(|row| row.row.series == series);
    let value = |measure: Measure, row: &ReplicaRow<'_>| match theirs {
        true if row.row.reading_of.is_some() => None, // theirs is drawn once, with the row it was reported for
        true => row.row.reported(measure),
        false => measure.of(&row.games, table.table.until),
    };
    let place = |row: &ReplicaRow<'_>| match figure.across {
        Some(across) => Some(value(across, row)?.value.log10()),
        None => row.row.x,
    };
    let mut points: Vec<(f64, Estimate)> =
        rows.filter_map(|row| Some((place(row)?, value(measure, row)?))).collect();
    points.retain(|(x, _)| x.is_finite());
    points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    points
}

/// The upright axis: plain, or by powers of ten, or of two for tiles.
#[derive(Clone, Copy)]
struct Scale {
    base: Option<f64>,
}

impl Scale {
    fn of(figure: &Figure) -> Scale {
        let base = if figure.measures[0].is_tile() { 2.0 } else { 10.0 };
        Scale { base: figure.log.then_some(base) }
    }

    fn place(self, value: f64) -> f64 {
        self.base.map_or(value, |base| value.max(1e-12).log(base))
    }

    /// Whole powers only.
    fn has_label(self, place: f64) -> bool {
        self.base.is_none() || (place - place.round()).abs() < 1e-9
    }

    fn value(self, place: f64) -> f64 {
        self.base.map_or(place, |base| base.powf(place))
    }
}

fn draw(svg: &mut String, figure: &Figure, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let scale = Scale::of(figure);
    let (across, up) = ranges(curves, scale);
    let measure = figure.measures[0];
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(46)
        .y_label_area_size(80)
        .build_cartesian_2d(across.0..across.1, up.0..up.1)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .label_style(("sans-serif", 15))
        .x_desc(&figure.x)
        .x_label_formatter(&|x| match figure.across {
            _ if x.fract() != 0.0 => String::new(),
            Some(across) => tick(across, 10_f64.powf(*x)),
            None => format!("{x:.0}"),
        })
        .y_label_formatter(&|y| {
            if scale.has_label(*y) { tick(measure, scale.value(*y)) } else { String::new() }
        })
        .draw()?;
    for curve in curves {
        let line = curve.points.iter().map(|(x, y)| (*x, scale.place(y.value)));
        if curve.theirs {
            chart.draw_series(DashedLineSeries::new(line.clone(), 6, 4, curve.colour.stroke_width(2)))?;
            chart.draw_series(line.map(|at| TriangleMarker::new(at, 6, curve.colour.filled())))?;
        } else {
            if figure.trials.is_none() {
                chart.draw_series(LineSeries::new(line.clone(), curve.colour.stroke_width(2)))?;
            }
            chart.draw_series(line.map(|at| Circle::new(at, 4, curve.colour.filled())))?;
        }
        // Theirs and ours stand a little apart, so that both can be seen.
        let aside = 0.004 * (across.1 - across.0) * if curve.theirs { -1.0 } else { 1.0 };
        let bars = curve.points.iter().filter(|(_, y)| y.high.is_finite() && y.high > y.low);
        chart.draw_series(bars.map(|(x, y)| {
            let ends = [y.low, y.high].map(|end| (x + aside, scale.place(end).clamp(up.0, up.1)));
            PathElement::new(ends, curve.colour.stroke_width(1))
        }))?;
    }
    Ok(area.present()?)
}

/// A number along the upright axis.
fn tick(measure: Measure, value: f64) -> String {
    let text = measure.text(value);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The ends of both axes. A logarithmic one goes from power to power; another has room for intervals, unless
/// they are so long that they would leave none for the rest.
fn ranges(curves: &[Curve], scale: Scale) -> ((f64, f64), (f64, f64)) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = span(&mut points().map(|(x, _)| *x));
    let aside = 0.05 * (right - left).max(1.0);
    let across = (left - aside, right + aside);
    if scale.base.is_some() {
        let places = points().map(|(_, y)| y.value).filter(|&y| y > 0.0).map(|y| scale.place(y));
        let (bottom, top) = span(&mut { places });
        return (across, ((bottom - 0.1).floor(), (top + 0.1).ceil()));
    }
    let (_, highest) = span(&mut points().map(|(_, y)| y.value));
    let (_, top) = span(&mut points().map(|(_, y)| if y.high < 1.5 * highest { y.high } else { y.value }));
    (across, (0.0, 1.05 * top.max(1e-9)))
}
