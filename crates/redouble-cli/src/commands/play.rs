//! `redouble` without a subcommand: plays games and shows them.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use redouble::{AgentSpec, Game, Seed, Start};
use redouble_lab::arena::play_game;
use redouble_lab::{Outcome, Summary, Terms, Until};

use crate::failure::Failure;
use crate::figures;
use crate::player::Player;
use crate::style::Style;
use crate::view::View;

/// What an agent gets for each move when nothing else is said.
const USUAL_TIME: Duration = Duration::from_millis(1);

#[derive(Args)]
pub struct Play {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of their luck: the same seed, the same spawns
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays: see `redouble agents`
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: AgentSpec,
}

impl Play {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut player = Player::new(&self.agent, None, USUAL_TIME)?;
        let mut view = View::new(Style::of(io::stdout()), Style::of(io::stderr()));
        let mut outcomes = Vec::new();
        for number in 0..self.games {
            let terms = Terms { seed: Seed(self.seed), number, start: Start::TwoTiles, until: Until::Over };
            let outcome = play(terms, &mut player, &mut view, out)?;
            writeln!(out, "{}", line(number, &outcome))?;
            outcomes.push(outcome);
        }
        writeln!(out)?;
        figures::print(out, &[Summary::new(&player.name, &outcomes, 0, Until::Over)])
    }
}

/// Plays a game to its end, shown on the way.
fn play(terms: Terms, player: &mut Player, view: &mut View, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut shown = Ok(());
    let mut watch = |game: &Game| {
        shown = view.show(game, out);
        if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let played = play_game(player.agent.as_mut(), terms, player.cap, &mut watch);
    shown?;
    let (game, outcome) = played.expect("only a failure to show it gives a game up");
    view.end(&game, out)?;
    Ok(outcome)
}

fn line(number: u64, outcome: &Outcome) -> String {
    let Outcome { score, board, moves, times, .. } = outcome;
    let (tile, ms) = (board.max_tile(), times.mean().as_secs_f64() * 1e3);
    format!(
        "game {number}: score {score}, largest tile {tile}, {moves} moves, {ms:.3} ms a move, board {board}"
    )
}
