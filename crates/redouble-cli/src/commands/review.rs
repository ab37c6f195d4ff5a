//! `redouble review RECORD`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use redouble::{Budget, Budgeted, GameRecord};
use redouble_analysis::coach::{Rating, Verdict};
use redouble_analysis::review::{self, Plan, Review, Reviewed, Thinker};
use redouble_lab::machine;
use redouble_lab::measuring::clock;
use serde::Serialize;

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::outfile::{OutFile, What};
use crate::player::resources;
use crate::style::Style;
use crate::table::{count, number};
use crate::{json, records};

/// Pairs of playouts by which a move is compared with the best one.
const PAIRS: u64 = 40;

/// Rate every move of a recorded game and show the worst
///
/// Each move is compared with the agent's best move: by points where the agent's
/// values are points, and by pairs of quick games without search that have the
/// same luck. A loss that could be due to chance alone does not count.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble review games.redouble
  redouble review --html review.html --worst 10 games.redouble
  redouble import replay.txt | redouble review - --agent snake --time 50ms")]
pub struct ReviewCommand {
    /// A file of records, or - for standard input
    #[arg(value_name = "RECORD")]
    file: String,
    /// Which game of the file, counted from 1 [default: the last]
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The agent to compare with: see `redouble agents`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: Budgeted,
    #[command(flatten)]
    budget: BudgetFlags,
    /// How many of the worst moves to print
    #[arg(long, value_name = "N", default_value_t = 5)]
    worst: usize,
    /// Write a page with graphs and every mistake to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace whatever has that name
    #[arg(long, requires = "html")]
    force: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl ReviewCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let page = self.html.as_deref().map(|path| OutFile::new(path, What::Review, self.force));
        let page = page.transpose()?;
        let record = records::game(&self.file, self.game)?;
        let review = self.review(&record)?;
        if let Some(file) = page {
            let title = record.agent().map_or(self.file.clone(), |agent| format!("a game of {agent}"));
            file.write(review::page(&review, &title).as_bytes())?;
        }
        match self.json {
            true => json::line(out, &object(&review)),
            false => Ok(write!(out, "{}", self.text(&record, &review))?),
        }
    }

    fn review(&self, record: &GameRecord) -> Result<Review, Failure> {
        let Budgeted { spec, budget } = self.budget.of(&self.agent, Budget::REVIEW);
        let agent = Budgeted { spec: spec.without_tables(), budget };
        let resources = resources(&agent.spec)?;
        agent.spec.build(&resources).map_err(|why| Failure::usage("agent", why))?;
        let build = || -> Thinker {
            let mut agent = agent.spec.build(&resources).expect("what could be built can be built again");
            Box::new(move |board, score| clock::choose(agent.as_mut(), board, score, budget).0)
        };
        let plan = Plan {
            agent: &agent,
            build: &build,
            playouts: redouble_lab::resources::playouts(),
            pairs: PAIRS,
            threads: machine::threads(),
        };
        let bar = ProgressBar::new(record.turns().len() as u64);
        let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} moves  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let review = review::review(record, &plan, &mut |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        Ok(review)
    }

    fn text(&self, record: &GameRecord, review: &Review) -> String {
        let (board, score) = review.end;
        let who = record.agent().map_or(String::new(), |agent| format!("{agent}: "));
        let counts = Rating::ALL.map(|rating| format!("{} {}", rating.name(), review.count(rating)));
        let mut text = format!(
            "{who}{}, {} points, largest tile {}\nrated by {} and greedy games of {}\n\n{}\n",
            count(review.moves.len() as u64, "move"),
            number(score.into(), 0),
            board.max_tile(),
            review.agent,
            review.playouts,
            counts.join("  ")
        );
        let style = Style::of(std::io::stdout());
        for reviewed in review.worst(Rating::Inexact).into_iter().take(self.worst) {
            text += &format!("\n{}{}", sentence(reviewed), style.picture(reviewed.board));
        }
        text
    }
}

/// What a move was, what would have been better, and what it cost.
fn sentence(reviewed: &Reviewed) -> String {
    let Verdict { played, best, rating, .. } = &reviewed.verdict;
    let cost = reviewed.verdict.cost();
    format!("move {}, {}: {played}, {best} is better by {cost}\n", reviewed.number, rating.name())
}

#[derive(Serialize)]
struct Object<'a> {
    agent: &'a str,
    playouts: &'a str,
    moves: usize,
    score: u32,
    board: String,
    ratings: Ratings,
    list: Vec<MoveObject>,
}

#[derive(Serialize)]
struct Ratings {
    good: usize,
    inexact: usize,
    mistake: usize,
    blunder: usize,
}

#[derive(Serialize)]
struct MoveObject {
    number: usize,
    board: String,
    played: &'static str,
    best: &'static str,
    rating: &'static str,
    points_lost: f64,
    chance_lost: f64,
    tile: u32,
}

fn object(review: &Review) -> Object<'_> {
    let [good, inexact, mistake, blunder] = Rating::ALL.map(|rating| review.count(rating));
    Object {
        agent: &review.agent,
        playouts: &review.playouts,
        moves: review.moves.len(),
        score: review.end.1,
        board: review.end.0.to_string(),
        ratings: Ratings { good, inexact, mistake, blunder },
        list: review.moves.iter().map(move_object).collect(),
    }
}

fn move_object(reviewed: &Reviewed) -> MoveObject {
    let Verdict { played, best, rating, points, tile, chance, .. } = &reviewed.verdict;
    MoveObject {
        number: reviewed.number,
        board: reviewed.board.to_string(),
        played: played.name(),
        best: best.name(),
        rating: rating.name(),
        points_lost: points.value,
        chance_lost: chance.value,
        tile: tile.face(),
    }
}
