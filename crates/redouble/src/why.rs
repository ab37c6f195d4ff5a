//! Why a move is good: what will probably come of it, and which spawns would hurt.

use crate::{Afterstate, Board, Move, MoveValue, SearchReport, Slide, Spawn};

/// What a move leads to.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Why {
    /// The likeliest line: the chosen move, then for each spawn the reply that most spawns call for.
    pub line: Vec<Step>,
    /// Every spawn after the chosen move, the worst first.
    pub spawns: Vec<Reply>,
}

/// A spawn and the reply to it, as a part of the likeliest line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// A spawn that calls for this reply and is as good as such a spawn usually is.
    pub spawn: Spawn,
    /// The reply.
    pub mv: Move,
    /// How likely it is that the spawn, whichever it will be, calls for this reply.
    pub probability: f64,
}

/// A spawn that may happen and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// The spawn.
    pub spawn: Spawn,
    /// How likely it is.
    pub probability: f64,
    /// The best answer to it; `None` when it ends the game.
    pub mv: Option<Move>,
    /// The value of that answer; −∞ when the spawn ends the game.
    pub value: f64,
}

impl Why {
    /// The value to be expected after the chosen move: the mean over its spawns.
    pub fn expected(&self) -> f64 {
        expected(&self.spawns)
    }

    /// The spawns that are worse than expected, the worst first.
    pub fn spawns_that_hurt(&self) -> impl Iterator<Item = &Reply> {
        let expected = self.expected();
        self.spawns.iter().filter(move |reply| reply.value < expected || reply.mv.is_none())
    }
}

/// Explains the move `mv` on `board`, in a game with `score` points so far, by a line of `replies` replies.
///
/// `choose` answers a board, usually by searching it under limits of the caller's; every spawn along the line
/// is answered once. `None` when `mv` is illegal or `choose` does not tell values.
pub fn explain(
    board: Board,
    score: u32,
    mv: Move,
    replies: usize,
    choose: &mut dyn FnMut(Board, u32) -> SearchReport,
) -> Option<Why> {
    let mut slide = board.slide(mv)?;
    let mut score = score + slide.reward;
    let mut why = Why { line: Vec::new(), spawns: answers(slide.after, score, choose)? };
    let mut spawns = why.spawns.clone();
    while let Some(step) = likeliest(&spawns) {
        why.line.push(step);
        if why.line.len() == replies {
            break;
        }
        slide = reply(slide.after, step)?;
        score += slide.reward;
        spawns = answers(slide.after, score, choose)?;
    }
    Some(why)
}

fn reply(after: Afterstate, step: Step) -> Option<Slide> {
    after.spawn(step.spawn).slide(step.mv)
}

/// Every spawn after `after` with its answer, the worst first.
fn answers(
    after: Afterstate,
    score: u32,
    choose: &mut dyn FnMut(Board, u32) -> SearchReport,
) -> Option<Vec<Reply>> {
    let mut replies = Vec::new();
    for (spawn, probability) in after.spawns() {
        let report = choose(after.spawn(spawn), score);
        let value = match report.best.map(|mv| report.moves[mv.index()]) {
            None => f64::NEG_INFINITY,
            Some(MoveValue::Known(value)) => value,
            Some(_) => return None,
        };
        replies.push(Reply { spawn, probability, mv: report.best, value });
    }
    replies.sort_by(|a, b| a.value.total_cmp(&b.value));
    Some(replies)
}

/// The reply that most spawns call for, with the most typical of those spawns; `None` when all end the game.
fn likeliest(replies: &[Reply]) -> Option<Step> {
    let of = |mv| replies.iter().filter(move |reply| reply.mv == Some(mv));
    let weight = |mv| of(mv).map(|reply| reply.probability).sum::<f64>();
    let mv = Move::ALL.into_iter().rev().max_by(|&a, &b| weight(a).total_cmp(&weight(b)))?;
    let called_for: Vec<Reply> = of(mv).copied().collect();
    Some(Step { spawn: typical(&called_for)?, mv, probability: weight(mv) })
}

/// Of the most probable spawns the one whose value is nearest to the mean over all.
fn typical(replies: &[Reply]) -> Option<Spawn> {
    let mean = expected(replies);
    let distance = |reply: &Reply| if mean.is_finite() { (reply.value - mean).abs() } else { 0.0 };
    let rank = |reply: &Reply| (-reply.probability, distance(reply));
    let nearer =
        |a: &&Reply, b: &&Reply| rank(a).0.total_cmp(&rank(b).0).then(rank(a).1.total_cmp(&rank(b).1));
    replies.iter().min_by(nearer).map(|reply| reply.spawn)
}

fn expected(replies: &[Reply]) -> f64 {
    let total: f64 = replies.iter().map(|reply| reply.probability).sum();
    replies.iter().map(|reply| reply.probability * reply.value).sum::<f64>() / total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Tile};

    /// Values a slide by its reward and the empty cells it leaves.
    fn by_room(board: Board, _: u32) -> SearchReport {
        let value = |mv| {
            board.slide(mv).map(|slide| f64::from(slide.reward) + 100.0 * f64::from(slide.after.empties()))
        };
        let moves = Move::ALL.map(|mv| value(mv).map_or(MoveValue::Illegal, MoveValue::Known));
        let legal = board.slides().map(|(mv, _)| mv);
        let best = legal.max_by(|&a, &b| value(a).unwrap().total_cmp(&value(b).unwrap()));
        SearchReport { best, moves, ..SearchReport::default() }
    }

    #[test]
    fn a_spawn_that_ends_the_game_is_the_worst() {
        // After sliding right a 2 spawns at the left of the last row, or a 4, and then no two tiles match.
        let board: Board = "2 4 8 16 / 32 64 2 4 / 8 16 32 64 / 64 2 4 .".parse().unwrap();
        let why = explain(board, 0, Move::Right, 3, &mut by_room).unwrap();
        let cell = Cell::at(3, 0).unwrap();
        let dead = Reply {
            spawn: Spawn { cell, tile: Tile::TWO },
            probability: 0.9,
            mv: None,
            value: f64::NEG_INFINITY,
        };
        assert_eq!(why.spawns[0], dead);
        assert_eq!(why.spawns_that_hurt().count(), 2);
        assert_eq!(why.line, []);
    }

    #[test]
    fn the_line_is_playable_and_its_spawns_are_twos() {
        let board: Board = "2 2 . . / 4 . . . / 8 . . . / 16 . . 2".parse().unwrap();
        let why = explain(board, 0, Move::Left, 4, &mut by_room).unwrap();
        assert_eq!(why.line.len(), 4);
        let mut after = board.slide(Move::Left).unwrap().after;
        for step in why.line {
            assert_eq!(step.spawn.tile, Tile::TWO);
            assert!(step.probability >= 0.25 && step.probability <= 1.0, "{step:?}");
            after = reply(after, step).expect("every reply is legal").after;
        }
    }

    #[test]
    fn probabilities_of_spawns_sum_to_one_and_hurtful_ones_are_below_the_mean() {
        let board: Board = "2 2 . . / 4 . . . / 8 . . . / 16 . . 2".parse().unwrap();
        let why = explain(board, 0, Move::Up, 1, &mut by_room).unwrap();
        assert!((why.spawns.iter().map(|reply| reply.probability).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(why.spawns_that_hurt().all(|reply| reply.value < why.expected()));
        assert!(why.spawns.is_sorted_by(|a, b| a.value <= b.value));
    }

    #[test]
    fn an_agent_without_values_explains_nothing() {
        let mut silent =
            |board: Board, _| SearchReport::of_move(board, board.slides().next().map(|(mv, _)| mv));
        let board: Board = "2 2 . . / . . . . / . . . . / . . . .".parse().unwrap();
        assert_eq!(explain(board, 0, Move::Left, 3, &mut silent), None);
        assert_eq!(explain(board, 0, Move::Up, 3, &mut by_room), None, "up is illegal");
    }
}
