//! `redouble hint BOARD`

mod object;

use std::io::Write;
use std::time::Duration;

use clap::Args;

use redouble::why::{self, Why};
use redouble::{Board, Budget, Budgeted, Declined, Endgame, Move, MoveValue, SearchReport, Setup, Unit};
use redouble_lab::measuring::clock;
use redouble_lab::resources;

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::player::Player;
use crate::style::Style;
use crate::table::count;
use crate::{json, words};

use object::Object;

/// Replies that `--why` looks ahead.
const REPLIES: usize = 3;
/// `--why` searches some fifty boards: each of them gets this part of the budget.
const WHY_SHARE: u32 = 16;

/// Find the best move on a board, and what each move is worth
///
/// Values are in the unit of the agent's evaluation. The built-in network says, out
/// of 100, how likely it is that the next 2048 is made and joined to its like, as it
/// would play without search; a searching agent does better. Other evaluations have
/// units of their own. Where an endgame table chooses, its chances are shown instead.
#[derive(Args)]
#[command(verbatim_doc_comment, override_usage = "redouble hint [OPTIONS] BOARD")]
#[command(after_help = "\
Examples:
  redouble hint ba98456732100001
  redouble hint 2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2
  redouble hint --agent 'expectimax(eval=snake,depth=5)' --why 0123012301230123
  echo 0000000000000011 | redouble hint --time 1s --json -
  redouble import replay.txt | redouble hint -      on the last board of that game

A board is 16 numbers with anything between them, drawings and [[2048,1024,...],...]
included; 16 characters, also in four groups; the gameState of the original game; or
records of games, of which it takes the last board.")]
pub struct Hint {
    /// A board in any form, as one argument or many, or - for standard input
    #[arg(required = true, value_name = "BOARD")]
    words: Vec<String>,
    /// The agent to ask: see `redouble agents`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: Budgeted,
    #[command(flatten)]
    budget: BudgetFlags,
    /// The points made so far, for evaluations that count them [default: what the board came with, or 0]
    #[arg(long, value_name = "N")]
    score: Option<u32>,
    /// Show the likeliest line and the spawns that would hurt
    #[arg(long)]
    why: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What was asked, and the answer to it.
struct Answer {
    board: Board,
    agent: String,
    report: SearchReport,
    took: Duration,
    why: Option<Why>,
    endgame: Option<TableAnswer>,
}

/// What an endgame table says of the board.
struct TableAnswer {
    endgame: Endgame,
    /// The chance of each move it knows.
    chances: [Option<f64>; 4],
    /// Why it did not choose the move, if it did not.
    declined: Option<Declined>,
}

impl Hint {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Setup { board, score } = words::setup(&self.words)?;
        let score = self.score.or(score).unwrap_or(0);
        let agent = self.budget.of(&self.agent, Budget::HINT);
        let mut player = Player::new(&agent)?;
        resources::make_ready(&agent.spec, board);
        let answer = ask(&mut player, board, score, self.why);
        match self.json {
            true => json::line(out, &Object::from(&answer)),
            false => Ok(write!(out, "{}", text(&answer, self.why))?),
        }
    }
}

fn ask(player: &mut Player, board: Board, score: u32, with_reasons: bool) -> Answer {
    let (report, took) = clock::choose(player.agent.as_mut(), board, score, player.budget);
    let budget = player.budget.shared_by(WHY_SHARE);
    let mut choose = |board, score| clock::choose(player.agent.as_mut(), board, score, budget).0;
    let best = report.best.filter(|_| with_reasons);
    let why = best.and_then(|mv| why::explain(board, score, mv, REPLIES, &mut choose));
    let endgame = endgame(player, board);
    Answer { board, agent: player.name.clone(), report, took, why, endgame }
}

/// What the table says of a board that answers for it.
fn endgame(player: &Player, board: Board) -> Option<TableAnswer> {
    let (table, _) = player.tables.answer(board)?;
    let declined = player.table_rule.consult(&player.tables, board)?.err();
    Some(TableAnswer { endgame: table.endgame(), chances: table.chances(board)?, declined })
}

fn text(answer: &Answer, with_reasons: bool) -> String {
    let Answer { agent, report, took, .. } = answer;
    let board = Style::Plain.picture(answer.board);
    let Some(best) = report.best else {
        return format!("no slide is legal: the game is over\n\n{board}");
    };
    let rows: String = Move::ALL.into_iter().map(|mv| row(mv, answer)).collect();
    let ms = took.as_secs_f64() * 1e3;
    let legend = match (report.unit, report.value()) {
        (Unit::Chance, Some(_)) => "values are out of 100: 100 is a next large tile that cannot fail\n",
        _ => "",
    };
    let reasons = match &answer.why {
        Some(why) => reasons(best, why, report.unit),
        None if with_reasons => format!("{agent} gives no values, so there is nothing to explain\n"),
        None => String::new(),
    };
    let chances = answer.endgame.as_ref().map(|endgame| chances(endgame, report)).unwrap_or_default();
    format!(
        "{best}\n\n{board}\n{rows}\n{agent}: depth {}, {}, {ms:.3} ms\n{legend}{chances}{reasons}",
        report.depth,
        count(report.nodes, "node")
    )
}

/// What the chances of a table are of, and the chances too unless the table chose the move: then they stand by the moves.
fn chances(answer: &TableAnswer, report: &SearchReport) -> String {
    let TableAnswer { endgame, chances, declined } = answer;
    let bound = if endgame.shifts() { "at most take detours" } else { "stand still" };
    let title = format!("the chance of a {} while the large tiles {bound}, by {endgame}", endgame.target());
    if report.value().is_none() {
        return format!("{title}\n");
    }
    let known = Move::ALL.into_iter().zip(chances).filter_map(|(mv, chance)| Some((mv, percent((*chance)?))));
    let declined =
        declined.map(|why| format!("it did not choose the move: {}\n", why.words())).unwrap_or_default();
    part(&title, known.map(|(mv, percent)| format!("  {mv:<5} {percent:>8}\n")).collect()) + &declined
}

/// A move, a star if it is the best, what it is worth and how far it is behind.
fn row(mv: Move, Answer { report, endgame, .. }: &Answer) -> String {
    let star = if report.best == Some(mv) { '*' } else { ' ' };
    let value = report.moves[mv.index()];
    let behind = match (value, report.value()) {
        (MoveValue::Known(value), Some(best)) if value < best && value.is_finite() => {
            number(value - best, report.unit)
        }
        _ => String::new(),
    };
    let chance = endgame.as_ref().and_then(|endgame| endgame.chances[mv.index()]);
    format!("{star} {mv:<5} {:>16} {behind:>16}", worth(value, chance, report.unit)).trim_end().to_owned()
        + "\n"
}

fn worth(value: MoveValue, chance: Option<f64>, unit: Unit) -> String {
    match value {
        MoveValue::Illegal => "illegal".into(),
        MoveValue::Unknown => chance.map_or("unknown".into(), percent),
        MoveValue::Known(value) => number(value, unit),
    }
}

fn percent(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance)
}

/// Chances are told out of 100. Values of heuristics reach 10¹⁹: those are written with an exponent.
fn number(value: f64, unit: Unit) -> String {
    if unit == Unit::Chance {
        format!("{:.2}", 100.0 * value)
    } else if value == f64::NEG_INFINITY {
        "lost".into()
    } else if value.abs() < 1e9 {
        format!("{value:.2}")
    } else {
        format!("{value:.6e}")
    }
}

fn reasons(best: Move, why: &Why, unit: Unit) -> String {
    let steps = why.line.iter().map(|step| {
        let percent = 100.0 * step.probability;
        format!(
            "  {} in {}, then {} ({percent:.0} %)\n",
            step.spawn.tile,
            step.spawn.cell.describe(),
            step.mv
        )
    });
    let hurt = why.spawns_that_hurt().take(3).map(|reply| {
        let (spawn, percent) = (reply.spawn, 100.0 * reply.probability);
        let value = if reply.mv.is_none() { "the game is over".into() } else { number(reply.value, unit) };
        format!("  {} in {} ({percent:.1} %): {value}\n", spawn.tile, spawn.cell.describe())
    });
    let expected = match why.expected() {
        expected if expected.is_finite() => format!(", where {} is expected", number(expected, unit)),
        _ => String::new(),
    };
    part(&format!("the likeliest line after {best}"), steps.collect())
        + &part(&format!("the spawns that hurt{expected}"), hurt.collect())
}

/// Lines under a title; nothing where there is none.
fn part(title: &str, lines: String) -> String {
    if lines.is_empty() { lines } else { format!("\n{title}:\n{lines}") }
}
