//! `redouble` without a subcommand, and `redouble play`: the terminal game, or games into a pipe.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use redouble::{Budget, Budgeted, Game, Seed, Start};
use redouble_lab::measuring::arena::play_game;
use redouble_lab::{Outcome, Summary, Terms, Until};

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::figures;
use crate::play::{self, Options, Palette, Speed};
use crate::player::Player;
use crate::style::Style;
use crate::table::words;
use crate::view::View;

/// The seed of games that are not shown in the terminal game, so that they repeat.
const USUAL_SEED: u64 = 1;

/// Play, or watch an agent play: the terminal game
///
/// An agent plays until you press a key: arrows, WASD or hjkl move, space lets
/// the agent continue, ? lists all keys. Your game is kept when you quit.
/// Into a pipe, or with --games, it prints one line per game and a summary.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble play
  redouble play --agent 'expectimax(eval=snake,depth=5)' --colour 256
  redouble play --seed 7 --no-state
  redouble play --games 10 --agent random")]
pub struct Play {
    /// Play this many games without the terminal game and print a summary
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the games: the same seed gives the same spawns
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The agent that plays: see `redouble agents` [default: the one last chosen in the game, or best]
    #[arg(long, value_name = "SPEC")]
    agent: Option<Budgeted>,
    #[command(flatten)]
    budget: BudgetFlags,
    #[command(flatten)]
    look: Look,
    /// The file to keep the current game in, instead of one in your state folder
    #[arg(long, value_name = "FILE", conflicts_with = "no_state")]
    state: Option<PathBuf>,
    /// Start a new game and keep nothing
    #[arg(long)]
    no_state: bool,
}

/// How the terminal game looks.
#[derive(Args)]
pub struct Look {
    /// The colours of the terminal game [default: what the terminal can show]
    #[arg(long, visible_alias = "color", value_name = "COLOURS")]
    colour: Option<Palette>,
}

impl Look {
    pub fn palette(&self) -> Palette {
        self.colour.unwrap_or_else(Palette::of_terminal)
    }
}

impl Play {
    /// On a terminal the game, anywhere else lines of text.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.games {
            None if has_terminal() => self.in_terminal(),
            None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
                tell(
                    "this terminal cannot show the terminal game (TERM=dumb); an agent plays one game instead",
                );
                self.in_lines(1, out)
            }
            games => self.in_lines(games.unwrap_or(1), out),
        }
    }

    fn in_terminal(self) -> Result<(), Failure> {
        let state = if self.no_state { None } else { self.state.or_else(play::default_state) };
        play::run(Options {
            agent: self.agent,
            budget: self.budget,
            seed: self.seed.map(Seed),
            speed: Speed::USUAL,
            palette: self.look.palette(),
            state,
        })
    }

    fn in_lines(self, games: u64, out: &mut dyn Write) -> Result<(), Failure> {
        let agent = self.budget.of(&self.agent.unwrap_or_default(), Budget::PLAY);
        let mut player = Player::new(&agent)?;
        let mut view = View::new(Style::of(io::stdout()), Style::of(io::stderr()));
        let mut outcomes = Vec::new();
        for number in 0..games {
            let terms = Terms {
                seed: Seed(self.seed.unwrap_or(USUAL_SEED)),
                number,
                start: Start::TwoTiles,
                until: Until::Over,
            };
            let outcome = play(terms, &mut player, &mut view, out)?;
            writeln!(out, "{}", line(number, &outcome))?;
            outcomes.push(outcome);
        }
        writeln!(out)?;
        figures::print(out, &[Summary::new(&player.name, &outcomes, 0, Until::Over)])
    }
}

/// Says something beside the output.
fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "redouble: {what}"); // with it closed there is nobody left to tell
}

/// Whether there is a terminal at both ends, and one that can do more than print.
pub fn has_terminal() -> bool {
    io::stdin().is_terminal() && Style::of(io::stdout()) != Style::Plain
}

/// Plays a game to its end, shown on the way.
fn play(terms: Terms, player: &mut Player, view: &mut View, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut shown = Ok(());
    let mut watch = |game: &Game| {
        shown = view.show(game, out);
        if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let played = play_game(player.agent.as_mut(), terms, player.budget, &mut watch);
    shown?;
    let (game, outcome) = played.expect("only a failure to show it gives a game up");
    view.end(&game, out)?;
    Ok(outcome)
}

fn line(number: u64, outcome: &Outcome) -> String {
    let Outcome { score, board, moves, times, .. } = outcome;
    let (tile, ms) = (board.max_tile(), times.mean().as_secs_f64() * 1e3);
    let moves = format!("{moves} {}", words(u64::from(*moves), "move"));
    format!("game {number}: score {score}, largest tile {tile}, {moves}, {ms:.3} ms a move, board {board}")
}
