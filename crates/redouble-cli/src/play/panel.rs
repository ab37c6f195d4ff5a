//! What stands beside the board: score, values of the moves, chances from here, the coach.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use redouble::{Move, MoveValue, Tile, Unit};
use redouble_analysis::chances::{Chances, goal};
use redouble_analysis::coach::{Rating, Verdict};
use redouble_analysis::stats::Estimate;

use super::model::{Mode, Model};
use super::palette::Palette;
use super::thinker::Thought;
use crate::table::{count, number};

/// Rows of the moves' bars come in this order: up, left, right, down reads like a pad of arrows.
const ORDER: [Move; 4] = [Move::Up, Move::Left, Move::Right, Move::Down];
const ARROWS: [&str; 4] = ["↑", "→", "↓", "←"];
/// The most tiles whose chances are shown, and the most lessons.
const TILES: usize = 4;
const LESSONS: usize = 5;

/// Draws as many parts as there is room for, the most important first.
pub fn draw(model: &Model, palette: Palette, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let person = model.mode == Mode::Person;
    let (chances, coach) = (chances(model, palette, width), coach(model, palette, width));
    let parts = match person {
        true => [score(model), moves(model, palette, width), coach, chances],
        false => [score(model), moves(model, palette, width), chances, coach],
    };
    let mut y = area.y;
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let gap = u16::from(y > area.y);
        if y + gap + part.len() as u16 > area.bottom() {
            continue;
        }
        y += gap;
        for line in part {
            buffer.set_line(area.x, y, line, area.width);
            y += 1;
        }
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

fn heading(text: String) -> Line<'static> {
    Line::styled(text, bold())
}

fn score(model: &Model) -> Vec<Line<'static>> {
    let game = &model.game;
    let points = number(game.score().into(), 0);
    let best = number(model.best_score().into(), 0);
    let whose = if model.helped || !model.touched { "Best of agents " } else { "Your best " };
    let rate = match model.meter.rate().filter(|_| model.mode == Mode::Agent) {
        Some(rate) => format!(", {} a second", number(rate, if rate < 10.0 { 1 } else { 0 })),
        None => String::new(),
    };
    let entry =
        |name: &'static str, text: String| vec![Span::styled(name, faint()), Span::styled(text, bold())];
    let mut moves = entry("Moves ", number(game.moves().into(), 0));
    moves.push(Span::styled(rate, faint()));
    vec![entry("Score ", points).into(), entry(whose, best).into(), moves.into()]
}

fn moves(model: &Model, palette: Palette, width: usize) -> Vec<Line<'static>> {
    if model.game.is_over() {
        return Vec::new();
    }
    if !model.shows_values() {
        return vec![heading("Your move".into()), Line::styled("b shows the best one", faint())];
    }
    let thought = model.shown_thought();
    let mut lines = vec![heading("Values of the moves".into())];
    lines.extend(ORDER.map(|mv| move_line(model, thought, mv, palette, width)));
    lines.push(Line::styled(thought.map(effort).unwrap_or_else(|| "thinking …".to_owned()), faint()));
    lines
}

/// The best move in a word.
pub fn best(model: &Model) -> String {
    match model.fresh_thought().and_then(|thought| thought.report.best) {
        Some(mv) => format!("best {} {mv}", ARROWS[mv.index()]),
        None if model.game.is_over() => "game over".to_owned(),
        None => "thinking …".to_owned(),
    }
}

fn move_line(
    model: &Model,
    thought: Option<&Thought>,
    mv: Move,
    palette: Palette,
    width: usize,
) -> Line<'static> {
    let name = format!("{} {:<6}", ARROWS[mv.index()], mv.name());
    let Some(thought) = thought else { return Line::styled(name, faint()) };
    let best = thought.report.best == Some(mv);
    let room = width.saturating_sub(8 + 12);
    let (bar, text) = match thought.report.moves[mv.index()] {
        MoveValue::Illegal => (0.0, "·".to_owned()),
        MoveValue::Unknown => (f64::from(u8::from(best)), String::new()),
        MoveValue::Known(value) => (share(&thought.report.moves, value), value_text(thought, mv, value)),
    };
    let legal = model.game.board().slide(mv).is_some() || model.mode == Mode::Agent;
    let style = if legal && best { bold() } else { faint() };
    Line::from(vec![
        Span::styled(name, style),
        Span::styled(format!("{:<room$}", bar_text(bar, room, palette)), palette.bar(best)),
        Span::styled(format!("{text:>12}"), if best { bold() } else { Style::new() }),
    ])
}

/// The best value as it is, the others by how much less they are.
fn value_text(thought: &Thought, mv: Move, value: f64) -> String {
    let is_chance = thought.report.unit == Unit::Chance;
    let scale = if is_chance { 100.0 } else { 1.0 };
    let (value, most) = (scale * value, scale * thought.report.value().unwrap_or(value));
    let places = |value| if is_chance { 2 } else { places(value) };
    match () {
        () if value == f64::NEG_INFINITY => "lost".to_owned(),
        () if thought.report.best == Some(mv) => number(value, places(value)),
        () => number(value - most, places(most)),
    }
}

fn places(value: f64) -> usize {
    match value.abs() {
        value if value < 10.0 => 3,
        value if value < 1000.0 => 1,
        _ => 0,
    }
}

/// Where a value lies between the least and the most: bars compare moves, whatever the unit.
fn share(moves: &[MoveValue; 4], value: f64) -> f64 {
    let known = moves.iter().filter_map(|value| match value {
        MoveValue::Known(value) if value.is_finite() => Some(*value),
        _ => None,
    });
    let (least, most) = known.fold((f64::MAX, f64::MIN), |(least, most), v| (least.min(v), most.max(v)));
    match value {
        value if value == f64::NEG_INFINITY => 0.0,
        _ if most <= least => 1.0,
        value => 0.15 + 0.85 * (value - least) / (most - least),
    }
}

/// A bar of `share` of `width`, in eighths of a character.
fn bar_text(share: f64, width: usize, palette: Palette) -> String {
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    if palette == Palette::None {
        return "#".repeat(eighths.div_ceil(8));
    }
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}

fn effort(thought: &Thought) -> String {
    let Thought { report, took, .. } = thought;
    let ms = took.as_secs_f64() * 1e3;
    format!("depth {}, {}, {ms:.1} ms", report.depth, count(report.nodes, "node"))
}

fn chances(model: &Model, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let Some(estimate) = model.estimate.as_ref().filter(|_| !model.game.is_over()) else { return Vec::new() };
    let chances = &estimate.chances;
    let room = width.saturating_sub(7 + 12);
    let heading_of = match model.game.moves().abs_diff(estimate.moves) {
        0 => "Chances from here".to_owned(),
        moves => format!("Chances {} ago", count(moves.into(), "move")),
    };
    let mut lines = vec![heading(heading_of)];
    lines.extend(worth_showing(chances).into_iter().map(|(tile, chance)| {
        let half = 50.0 * (chance.high - chance.low);
        let percent = match 100.0 * chance.value {
            value if value.is_finite() => format!("{value:.0} ± {half:.0} %"),
            _ => "?".to_owned(),
        };
        let value = if chance.value.is_finite() { chance.value } else { 0.0 };
        Line::from(vec![
            Span::raw(format!("{tile:<7}")),
            Span::styled(format!("{:<room$}", bar_text(value, room, palette)), palette.bar(false)),
            Span::raw(format!("{percent:>12}")),
        ])
    }));
    let games = count(chances.playouts(), "game");
    lines.push(Line::styled(format!("by {games} without search;"), faint()));
    lines.push(Line::styled("with search chances are higher", faint()));
    lines
}

/// The next tile, the next from 2048 on, and as many as there is room for that are neither certain nor out of reach.
fn worth_showing(chances: &Chances) -> Vec<(Tile, Estimate)> {
    let goal = goal(chances.board());
    let open = |chance: Estimate| !(chance.value > 0.985 || chance.value < 0.005); // what is unknown is open
    let all: Vec<_> = chances.tiles().collect();
    let always = |tile| tile == goal || all.first().is_some_and(|&(next, _)| tile == next);
    let mut room = TILES - all.iter().filter(|&&(tile, _)| always(tile)).count().min(TILES);
    let mut kept = all.clone();
    kept.retain(|&(tile, chance)| {
        let wanted = !always(tile) && room > 0 && open(chance);
        room -= usize::from(wanted);
        wanted || always(tile)
    });
    kept
}

fn coach(model: &Model, palette: Palette, width: usize) -> Vec<Line<'static>> {
    if !model.coaching || model.lessons.is_empty() {
        return Vec::new();
    }
    let rated =
        |rating: Rating| model.lessons.iter().filter(|lesson| lesson.verdict.rating == rating).count();
    let flaws =
        Rating::ALL[1..].iter().map(|&rating| (rated(rating), rating)).filter(|(count, _)| *count > 0);
    let flaws: Vec<String> = flaws.map(|(count, rating)| format!("{count} {}", rating.name())).collect();
    let head = format!("Coach: {} of {} good", rated(Rating::Good), model.lessons.len());
    let mut lines = vec![heading(head)];
    lines.extend((!flaws.is_empty()).then(|| Line::styled(flaws.join(", "), faint())));
    let mut latest: Vec<_> = model.lessons.iter().collect();
    latest.sort_by_key(|lesson| std::cmp::Reverse(lesson.attempt.number));
    for lesson in latest.into_iter().take(LESSONS) {
        lines.push(lesson_line(lesson.attempt.number, &lesson.verdict, palette, width));
    }
    lines
}

fn lesson_line(move_number: u32, verdict: &Verdict, palette: Palette, width: usize) -> Line<'static> {
    let Verdict { played, best, rating, .. } = verdict;
    let mut spans = vec![
        Span::styled(format!("{move_number:>4} "), faint()),
        Span::raw(format!("{} ", ARROWS[played.index()])),
        Span::styled(rating.name(), palette.rating(*rating)),
    ];
    if *rating > Rating::Good {
        let arrow = ARROWS[best.index()];
        let full = format!(", {arrow} {}", loss(verdict));
        let short = format!(", {arrow}");
        let used: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(if used + full.chars().count() <= width { full } else { short }));
    }
    Line::from(spans)
}

/// The loss that says most: out of 100 where values are chances, of the chance of the next tile if that is sure, else of points.
fn loss(verdict: &Verdict) -> String {
    let Verdict { chance, points, tile, value, .. } = verdict;
    if let Some(value) = value {
        format!("+{:.1}", 100.0 * value)
    } else if chance.low > 0.0 {
        format!("+{:.0} % of {tile}", 100.0 * chance.value)
    } else {
        format!("+{} points", number(points.value, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_compare_values_whatever_their_unit() {
        use MoveValue::{Illegal, Known};
        let moves = [Known(-10.0), Known(30.0), Illegal, Known(f64::NEG_INFINITY)];
        assert_eq!(share(&moves, 30.0), 1.0);
        assert_eq!(share(&moves, -10.0), 0.15);
        assert_eq!(share(&moves, f64::NEG_INFINITY), 0.0);
        assert_eq!(share(&[Known(5.0), Illegal, Illegal, Illegal], 5.0), 1.0);
    }

    #[test]
    fn the_next_tile_and_the_next_from_2048_on_are_always_shown() {
        let shown = |board: &str, playouts: u64| {
            let mut chances = Chances::from(board.parse::<redouble::Board>().unwrap());
            chances.play(&crate::play::tests::playouts(), playouts);
            worth_showing(&chances).into_iter().map(|(tile, _)| tile.face()).collect::<Vec<_>>()
        };
        assert_eq!(shown("6000000000000011", 0), [128, 256, 512, 2048], "nothing is known yet");
        let known = shown("2 4 8 16 / . . . . / . . . . / . . . .", 300);
        assert!(known[0] == 32 && known.contains(&2048) && !known.contains(&8192), "{known:?}");
        assert_eq!(shown("g000000000000011", 0), [131072]);
    }

    #[test]
    fn bars_are_measured_in_eighths() {
        assert_eq!(bar_text(0.5, 3, Palette::Full), "█▌");
        assert_eq!(bar_text(1.0, 3, Palette::Full), "███");
        assert_eq!(bar_text(0.5, 3, Palette::None), "##");
        assert_eq!(bar_text(0.0, 3, Palette::Full), "");
    }
}
