//! A progress bar for many games, on standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use redouble_lab::Finished;

use crate::table::number;

/// Games done, running mean score, best tile, time left.
pub struct Bar {
    bar: ProgressBar,
    scores: f64,
    played: f64,
    best: u32,
    at: usize,
}

impl Bar {
    /// A bar for so many games.
    pub fn new(games: u64) -> Bar {
        let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games  {msg}  {eta} left");
        let bar = ProgressBar::new(games);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar { bar, scores: 0.0, played: 0.0, best: 0, at: 0 }
    }

    /// Itself, for lines above it.
    pub fn lines(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// One more game is done.
    pub fn advance(&mut self, game: Finished<'_>) {
        if game.entrant != self.at {
            (self.at, self.scores, self.played, self.best) = (game.entrant, 0.0, 0.0, 0);
        }
        self.scores += f64::from(game.outcome.score);
        self.played += 1.0;
        self.best = self.best.max(game.outcome.board.max_tile().face());
        let mean = number(self.scores / self.played, 0);
        self.bar.set_message(format!("{}: mean {mean}, best {}", crate::figures::letter(self.at), self.best));
        self.bar.inc(1);
        if game.reused {
            self.bar.reset_eta(); // a game from the notebook says nothing of how long one takes
        }
    }
}

/// The bar leaves when the work is done.
impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
