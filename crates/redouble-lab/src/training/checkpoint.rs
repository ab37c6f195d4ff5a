//! A training run in a file: everything needed to go on as if it had never stopped.

use std::fs;
use std::path::Path;

use redouble::network::encoding::{floats, read_floats};
use redouble::network::{Levels, NetworkFormatError, Section, Sections, Shape, write_sections_to};
use redouble::{Board, Rng};

use super::curve;
use super::learner::Learner;
use super::levels::Entries;
use super::recipe::Recipe;
use super::stage::Part;
use super::starts::Starts;
use super::trainer::{Effort, TrainError, Trainer};
use super::worker::Worker;
use crate::replace::replace_with;

impl Trainer {
    /// Writes everything to `path`, or leaves what was there.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        let learner = &self.learner;
        let texts = [
            ("shape", learner.shape().describe()),
            ("recipe", self.recipe.to_text()),
            ("effort", effort_text(self.effort)),
            ("curve", curve::to_csv(&self.curve)),
            ("entries", self.entries.to_text()),
        ];
        let text = |(name, text): (&str, String)| section(name, move || text.clone().into_bytes());
        let mut sections: Vec<Section<'_>> = texts.into_iter().map(text).collect();
        sections.push(section("levels", || learner.levels().to_bytes()));
        for stage in 0..learner.shape().symbols().stages() {
            sections.push(section(&format!("stage{stage}"), move || floats(learner.weights(stage).iter())));
            sections.push(section(&format!("errors{stage}"), move || floats(learner.errors(stage).iter())));
        }
        for (number, worker) in self.workers.iter().enumerate() {
            sections.push(section(&format!("worker{number}"), move || worker_text(worker).into_bytes()));
        }
        Ok(replace_with(path, |file| write_sections_to(&sections, file))?)
    }

    /// The run saved in `path`.
    pub fn open(path: &Path) -> Result<Trainer, TrainError> {
        // SAFETY: trainings are replaced by renaming and never written to in place. The file is as large as the training
        // itself: read as a whole it would take all the memory a second time.
        let bytes = unsafe { memmap2::Mmap::map(&fs::File::open(path)?) }?;
        let sections = Sections::parse(&bytes)?;
        let mut learner = Learner::new(Shape::from_description(sections.text("shape")?)?, &[])?;
        let recipe = Recipe::stored(sections.text("recipe")?).map_err(TrainError::Recipe)?;
        for stage in 0..learner.shape().symbols().stages() {
            read_part(&sections, &format!("stage{stage}"), learner.weights(stage))?;
            read_part(&sections, &format!("errors{stage}"), learner.errors(stage))?;
        }
        if let Some(levels) = sections.find("levels")? {
            learner.set_levels(Levels::from_bytes(levels)?);
        }
        let entries = match sections.find("entries")? {
            None => Entries::default(),
            Some(_) => Entries::from_text(sections.text("entries")?).ok_or_else(|| damaged("entries"))?,
        };
        let effort = Effort::parse(sections.text("effort")?).ok_or_else(|| damaged("effort"))?;
        let mut workers = Vec::new();
        while let Ok(text) = sections.text(&format!("worker{}", workers.len())) {
            let large = learner.shape().symbols().large();
            let starts = Starts::new(large, &recipe.games);
            workers.push(parse_worker(text, starts).ok_or_else(|| damaged("worker"))?);
        }
        let curve = curve::from_csv(sections.text("curve")?).ok_or_else(|| damaged("curve"))?;
        Ok(Trainer { recipe, learner, effort, curve, entries, workers })
    }
}

fn section<'a>(name: &str, make: impl Fn() -> Vec<u8> + 'a) -> Section<'a> {
    (name.to_owned(), Box::new(make))
}

fn damaged(part: &str) -> NetworkFormatError {
    NetworkFormatError::Damaged(part.to_owned())
}

fn read_part(sections: &Sections<'_>, name: &str, part: Part<'_>) -> Result<(), NetworkFormatError> {
    let numbers = read_floats(sections.get(name)?, part.len()).ok_or_else(|| damaged(name))?;
    for (at, number) in numbers.enumerate().filter(|&(_, number)| number != 0.0) {
        part.store(at, number);
    }
    Ok(())
}

fn effort_text(effort: Effort) -> String {
    format!("{} {} {}", effort.moves, effort.games, effort.seconds)
}

impl Effort {
    /// Reads what a training wrote of itself in its file.
    pub fn parse(text: &str) -> Option<Effort> {
        let [moves, games, seconds] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let (moves, games) = (moves.parse().ok()?, games.parse().ok()?);
        Some(Effort { moves, games, seconds: seconds.parse().ok()? })
    }
}

/// The state of its luck, then a line of boards for each number of large tiles.
fn worker_text(worker: &Worker) -> String {
    let mut text = worker.rng.state().to_string();
    for pool in worker.starts.pools() {
        let boards: Vec<String> = pool.iter().map(Board::to_string).collect();
        text += &format!("\n{}", boards.join(" "));
    }
    text
}

fn parse_worker(text: &str, mut starts: Starts) -> Option<Worker> {
    let mut lines = text.split('\n');
    let rng = Rng::new(lines.next()?.parse().ok()?);
    for (count, line) in lines.enumerate() {
        for board in line.split_whitespace() {
            starts.pools_mut().get_mut(count)?.push(board.parse().ok()?);
        }
    }
    Some(Worker::new(starts, rng))
}
