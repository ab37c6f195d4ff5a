//! What a training shows while it goes on: on standard error and only on a terminal.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use redouble_lab::training::{Effort, Length, Lesson, Point, Recent, Trainer, curve::TILES};

use crate::failure::Failure;
use crate::table::{count, megabytes, number};

/// Two lines: what is done and left, and how the games of late went.
pub struct LessonBar {
    bar: ProgressBar,
    length: Length,
    /// What had been done when the bar appeared.
    before: Effort,
    /// Whether games end when the next large tile is made.
    by_large: bool,
    state: Mutex<State>,
}

struct State {
    recent: Recent,
    /// When it was last drawn, in seconds at work.
    drawn: f64,
}

/// Threads report thousands of games a second; people read a few lines.
const SECONDS_A_DRAWING: f64 = 0.1;

impl LessonBar {
    /// A bar for games of which these were the last.
    pub fn new(length: Length, before: Effort, by_large: bool, recent: Recent) -> LessonBar {
        let bar = ProgressBar::new(1000);
        let style = ProgressStyle::with_template("{bar:24} {percent:>3} %  {prefix}\n{wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let state = Mutex::new(State { recent, drawn: before.seconds });
        LessonBar { bar, length, before, by_large, state }
    }

    /// One more game.
    pub fn show(&self, effort: Effort, lesson: &Lesson) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.recent.add(lesson);
        if effort.seconds - state.drawn < SECONDS_A_DRAWING || self.bar.is_hidden() {
            return;
        }
        state.drawn = effort.seconds;
        self.bar.set_position((1000.0 * self.length.done(effort)) as u64);
        self.bar.set_prefix(self.done_and_left(effort));
        self.bar.set_message(if self.by_large { successes(&state.recent) } else { games(&state.recent) });
    }

    fn done_and_left(&self, effort: Effort) -> String {
        let seconds = effort.seconds - self.before.seconds;
        let speed = (effort.moves - self.before.moves) as f64 / seconds.max(1e-9) / 1e6;
        let done = self.length.done(effort);
        let left = (1.0 - done) * seconds / (done - self.length.done(self.before)).max(1e-9);
        let left = Duration::from_secs(left.clamp(0.0, 1e9) as u64);
        let games = count(effort.games, "game");
        format!("{games}  {speed:.2} M moves/s  {:#} left", HumanDuration(left))
    }

    /// Leaves; what it knows of the last games is for the next one.
    pub fn close(self) -> Recent {
        self.bar.finish_and_clear();
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).recent
    }
}

/// Does something that takes a while, and says so.
pub fn waiting<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner().with_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(100));
    let done = work();
    bar.finish_and_clear();
    done
}

/// What a training does between learning: it counts as time at work too, so that all ends when it should.
pub struct Pauses {
    size: u64,
    saved: Instant,
    /// How long saving and evaluating took last, in seconds.
    saving: f64,
    evaluating: f64,
}

/// Bytes a second that a disk is trusted to take before it was tried.
const DISK: f64 = 2e8;

impl Pauses {
    /// For a file of so many bytes.
    pub fn new(size: u64) -> Pauses {
        Pauses { size, saved: Instant::now(), saving: size as f64 / DISK, evaluating: 0.0 }
    }

    /// The part of a training after which only the last look and saving are left.
    pub fn end(&self, length: Length) -> f64 {
        match length {
            Length::Time(time) => (1.0 - (self.saving + self.evaluating) / time.as_secs_f64()).max(0.5),
            Length::Moves(_) | Length::Games(_) => 1.0,
        }
    }

    pub fn since_saved(&self) -> Duration {
        self.saved.elapsed()
    }

    pub fn evaluate(&mut self, trainer: &mut Trainer, games: u64) -> Point {
        let start = Instant::now();
        let what = format!("evaluating: {}", count(games, "game"));
        let point = waiting(&what, || trainer.evaluate(games).clone());
        self.evaluating = start.elapsed().as_secs_f64();
        trainer.effort.seconds += self.evaluating;
        point
    }

    pub fn save(
        &mut self,
        trainer: &mut Trainer,
        save: impl FnOnce(&Trainer) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let start = Instant::now();
        waiting(&format!("saving {}", megabytes(self.size)), || save(trainer))?;
        (self.saving, self.saved) = (start.elapsed().as_secs_f64(), Instant::now());
        trainer.effort.seconds += self.saving;
        Ok(())
    }
}

/// How whole games went: what they scored, and how many reached 2048 and the first tile that most do not.
fn games(recent: &Recent) -> String {
    let mean = recent.score().map_or(String::new(), |mean| format!("mean {}", number(mean, 0)));
    let shares = TILES.into_iter().zip(recent.tiles());
    let others: Vec<_> = shares.clone().filter(|&(face, _)| face != 2048).collect();
    let telling = others.iter().find(|(_, share)| *share < 0.5).or(others.last()).map(|&(face, _)| face);
    let shown = shares.filter(|&(face, _)| face == 2048 || Some(face) == telling);
    let tiles: String = shown.map(|(face, share)| format!("  {face} {:.1} %", 100.0 * share)).collect();
    format!("games of late: {mean}{tiles}")
}

/// How many games made their large tile, for each number of large tiles that they started with.
fn successes(recent: &Recent) -> String {
    let share = |(large, share): (usize, f64)| format!("  {large}: {:.1}", 100.0 * share);
    let shares: String = recent.successes().map(share).collect();
    format!("next large tile made of late, % by large tiles at the start:{shares}")
}
