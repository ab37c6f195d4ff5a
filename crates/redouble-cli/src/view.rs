//! A game as it is played: on a terminal the board, drawn again in its place; elsewhere a word now and then.

use std::io::Write;
use std::time::{Duration, Instant};

use redouble::Game;

use crate::failure::Failure;
use crate::style::{self, Style};
use crate::table::words;

/// Where a game is shown, and when it was last.
pub struct View {
    place: Place,
    shown: Option<Instant>,
}

enum Place {
    /// Standard output, each board drawn over the last one.
    Screen { style: Style, drawn: usize },
    /// Standard error, each line written over the last one.
    Line,
    /// Standard error into a file or a pipe.
    Log,
}

impl View {
    /// A view for a standard output and a standard error of these styles.
    pub fn new(output: Style, errors: Style) -> View {
        let place = match (output, errors) {
            (Style::Colour | Style::Moving, _) => Place::Screen { style: output, drawn: 0 },
            (Style::Plain, Style::Colour | Style::Moving) => Place::Line,
            (Style::Plain, Style::Plain) => Place::Log,
        };
        let shown = match place {
            Place::Screen { .. } => None,
            Place::Line | Place::Log => Some(Instant::now()), // short games need no word about progress
        };
        View { place, shown }
    }

    /// Shows the game, unless it was shown a moment ago.
    pub fn show(&mut self, game: &Game, out: &mut dyn Write) -> Result<(), Failure> {
        let pause = match self.place {
            Place::Screen { .. } => Duration::from_millis(30),
            Place::Line => Duration::from_millis(200),
            Place::Log => Duration::from_secs(10),
        };
        if self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        match &mut self.place {
            Place::Screen { style, drawn } => draw(*style, drawn, game, out),
            Place::Line => tell(&format!("\r\x1b[K{}", status(game))),
            Place::Log => tell(&format!("{}\n", status(game))),
        }
    }

    /// Shows the end of a game, which stays when the next one begins.
    pub fn end(&mut self, game: &Game, out: &mut dyn Write) -> Result<(), Failure> {
        match &mut self.place {
            Place::Screen { style, drawn } => {
                draw(*style, drawn, game, out)?;
                (*drawn, self.shown) = (0, None);
                Ok(())
            }
            Place::Line => tell("\r\x1b[K"),
            Place::Log => Ok(()),
        }
    }
}

/// Draws the game over the `drawn` lines of the last time.
fn draw(style: Style, drawn: &mut usize, game: &Game, out: &mut dyn Write) -> Result<(), Failure> {
    let over_the_last = if *drawn > 0 { style::back_up(*drawn) } else { String::new() };
    let frame = format!("{}{}\n", style.picture(game.board()), status(game));
    *drawn = frame.lines().count();
    out.write_all((over_the_last + &frame).as_bytes())?;
    Ok(out.flush()?)
}

/// Writes to standard error. A progress that cannot be shown is not missed.
fn tell(text: &str) -> Result<(), Failure> {
    let _ = std::io::stderr().write_all(text.as_bytes());
    Ok(())
}

fn status(game: &Game) -> String {
    let moves = game.moves();
    format!("game {}: score {}, {moves} {}", game.number(), game.score(), words(moves.into(), "move"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::{Move, Seed};

    fn shown(style: Style) -> String {
        let mut game = Game::new(Seed(1), 0);
        let (mut view, mut out) = (View::new(style, Style::Plain), Vec::new());
        view.show(&game, &mut out).unwrap();
        Move::ALL.into_iter().find_map(|mv| game.play(mv)).unwrap();
        view.end(&game, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_board_on_a_screen_is_drawn_over_the_last_one() {
        assert_eq!(shown(Style::Moving).matches("\x1b[5F\x1b[J").count(), 1);
        assert_eq!(shown(Style::Colour).matches("\x1b[13F\x1b[J").count(), 1);
        assert!(shown(Style::Colour).ends_with("game 0: score 0, 1 move\n"));
    }

    #[test]
    fn standard_output_stays_clean_where_boards_cannot_move() {
        assert_eq!(shown(Style::Plain), "");
    }
}
