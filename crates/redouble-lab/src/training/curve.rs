//! The learning curve: how well the network played as it learned.

use plotters::prelude::*;

use super::evaluate::Played;
use super::trainer::Effort;
use redouble_analysis::stats;

/// The tiles whose shares are written down.
pub const TILES: [u32; 6] = [1024, 2048, 4096, 8192, 16384, 32768];

/// How well the network played at one moment of its training.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// What had been done by then.
    pub effort: Effort,
    /// Greedy games played to find out.
    pub games: u64,
    /// Their mean score.
    pub mean: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// The share of games that reached each of [`TILES`].
    pub shares: [f64; 6],
}

impl Point {
    /// What `played` shows.
    pub fn of(effort: Effort, played: &[Played]) -> Point {
        let scores: Vec<f64> = played.iter().map(|game| f64::from(game.score)).collect();
        let estimate = stats::mean_interval(&scores);
        let reached = |face: u32| {
            let count = played.iter().filter(|game| game.best.face() >= face).count();
            count as f64 / played.len().max(1) as f64
        };
        Point {
            effort,
            games: played.len() as u64,
            mean: estimate.value,
            margin: estimate.value - estimate.low,
            shares: TILES.map(reached),
        }
    }
}

/// How the columns of a curve begin.
const HEADER: &str = "moves,games,seconds,evaluated,mean,margin";

/// The curve as comma-separated values with a heading.
pub fn to_csv(points: &[Point]) -> String {
    let mut text = HEADER.to_owned();
    TILES.iter().for_each(|tile| text += &format!(",{tile}"));
    for point in points {
        let Point { effort, games, mean, margin, shares } = point;
        text += &format!(
            "\n{},{},{:.1},{games},{mean:.1},{margin:.1}",
            effort.moves, effort.games, effort.seconds
        );
        shares.iter().for_each(|share| text += &format!(",{share:.4}"));
    }
    text + "\n"
}

/// Whether a file is a curve that [`to_csv`] or [`to_svg`] wrote, so that another may take its place.
pub fn is_curve(file: &[u8]) -> bool {
    let text = String::from_utf8_lossy(file);
    text.starts_with(HEADER) || (text.starts_with("<svg") && text.contains("million moves"))
}

/// Reads what [`to_csv`] wrote; `None` if it did not.
pub fn from_csv(text: &str) -> Option<Vec<Point>> {
    text.lines().skip(1).map(parse_point).collect()
}

fn parse_point(line: &str) -> Option<Point> {
    let numbers: Vec<f64> = line.split(',').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [moves, games, seconds, evaluated, mean, margin, shares @ ..] = numbers.as_slice() else {
        return None;
    };
    Some(Point {
        effort: Effort { moves: *moves as u64, games: *games as u64, seconds: *seconds },
        games: *evaluated as u64,
        mean: *mean,
        margin: *margin,
        shares: shares.try_into().ok()?,
    })
}

/// A picture of the curve: the mean score over the moves learned from, with its interval.
pub fn to_svg(points: &[Point]) -> String {
    let mut svg = String::new();
    // Drawing into a string fails only where the numbers cannot be drawn; then there is no picture.
    match draw(points, &mut svg) {
        Ok(()) => svg,
        Err(_) => String::new(),
    }
}

fn draw(points: &[Point], svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let millions = |point: &Point| point.effort.moves as f64 / 1e6;
    let right = points.iter().map(millions).fold(1.0, f64::max);
    let top = points.iter().map(|point| point.mean + point.margin).fold(1000.0, f64::max) * 1.05;
    let root = SVGBackend::with_string(svg, (800, 450)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..right, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc("million moves")
        .y_desc("mean score, greedy")
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    for point in points {
        let x = millions(point);
        let bar = [(x, point.mean - point.margin), (x, point.mean + point.margin)];
        chart.draw_series(LineSeries::new(bar, RGBColor(200, 170, 120)))?;
    }
    chart
        .draw_series(LineSeries::new(points.iter().map(|p| (millions(p), p.mean)), RGBColor(160, 70, 20)))?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(moves: u64, mean: f64) -> Point {
        let effort = Effort { moves, games: moves / 1000, seconds: 1.5 };
        Point { effort, games: 200, mean, margin: 10.0, shares: [1.0, 0.9, 0.5, 0.25, 0.0, 0.0] }
    }

    #[test]
    fn a_curve_reads_back_what_it_wrote() {
        let points = vec![point(1_000_000, 1234.5), point(2_000_000, 5678.0)];
        assert_eq!(from_csv(&to_csv(&points)), Some(points));
        assert_eq!(from_csv("moves\n1,2,three"), None);
        assert!(is_curve(to_csv(&[]).as_bytes()) && is_curve(to_svg(&[]).as_bytes()));
        assert!(!is_curve(b"moves,of,mine\n") && !is_curve(b"<svg></svg>"));
    }

    #[test]
    fn a_curve_is_drawn_even_when_it_is_empty() {
        assert!(to_svg(&[]).contains("<svg"));
        assert!(to_svg(&[point(1_000_000, 1234.5)]).contains("million moves"));
    }
}
