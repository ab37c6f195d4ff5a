//! A training run in a file: everything needed to go on as if it had never stopped.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use redouble::network::{Bases, NetworkFormatError, Sections, Shape, write_sections};
use redouble::{Board, Rng};

use super::curve;
use super::learner::Learner;
use super::levels::Entries;
use super::recipe::Recipe;
use super::stage::Part;
use super::starts::Starts;
use super::trainer::{Effort, TrainError, Trainer};
use super::worker::Worker;

/// The encoding of floats as they are, which play can read too.
const AS_FLOATS: u8 = 0;

impl Trainer {
    /// Writes everything to `path`, or leaves what was there.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        let mut sections = vec![
            ("shape".to_owned(), self.learner.shape().describe().into_bytes()),
            ("recipe".to_owned(), self.recipe.to_text().into_bytes()),
            ("effort".to_owned(), effort_text(self.effort).into_bytes()),
            ("curve".to_owned(), curve::to_csv(&self.curve).into_bytes()),
            ("entries".to_owned(), self.entries.to_text().into_bytes()),
            ("bases".to_owned(), self.learner.bases().to_bytes()),
        ];
        for stage in 0..self.learner.shape().symbols().stages() {
            sections.push((format!("stage{stage}"), bytes_of(self.learner.weights(stage))));
            sections.push((format!("errors{stage}"), bytes_of(self.learner.errors(stage))));
        }
        for (number, worker) in self.workers.iter().enumerate() {
            sections.push((format!("worker{number}"), worker_text(worker).into_bytes()));
        }
        replace_file(path, &write_sections(&sections))?;
        Ok(())
    }

    /// The run saved in `path`.
    pub fn open(path: &Path) -> Result<Trainer, TrainError> {
        let file = File::open(path)?;
        // SAFETY: the file is read once, now; changing it meanwhile would be caught by its checksums or by luck.
        let bytes = unsafe { memmap2::Mmap::map(&file)? };
        let sections = Sections::parse(&bytes)?;
        let recipe = Recipe::from_text(sections.text("recipe")?).map_err(TrainError::Recipe)?;
        let mut learner = Learner::new(Shape::from_description(sections.text("shape")?)?, &[])?;
        for stage in 0..learner.shape().symbols().stages() {
            read_floats(&sections, &format!("stage{stage}"), learner.weights(stage))?;
            read_floats(&sections, &format!("errors{stage}"), learner.errors(stage))?;
        }
        if let Some(bases) = sections.find("bases")? {
            learner.set_bases(Bases::from_bytes(bases)?);
        }
        let entries = match sections.find("entries")? {
            None => Entries::default(),
            Some(_) => Entries::from_text(sections.text("entries")?).ok_or_else(|| damaged("entries"))?,
        };
        let effort = parse_effort(sections.text("effort")?).ok_or_else(|| damaged("effort"))?;
        let mut workers = Vec::new();
        while let Ok(text) = sections.text(&format!("worker{}", workers.len())) {
            let large = learner.shape().symbols().large();
            let starts = Starts::new(large, usize::from(recipe.network.stages), &recipe.games);
            workers.push(parse_worker(text, starts).ok_or_else(|| damaged("worker"))?);
        }
        let curve = curve::from_csv(sections.text("curve")?).ok_or_else(|| damaged("curve"))?;
        Ok(Trainer { recipe, learner, effort, curve, entries, workers })
    }
}

fn damaged(part: &str) -> NetworkFormatError {
    NetworkFormatError::Damaged(part.to_owned())
}

fn bytes_of(floats: Part<'_>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + 4 * floats.len());
    bytes.push(AS_FLOATS);
    floats.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
    bytes
}

fn read_floats(sections: &Sections<'_>, name: &str, floats: Part<'_>) -> Result<(), NetworkFormatError> {
    let bytes = match sections.get(name)?.split_first() {
        Some((&AS_FLOATS, bytes)) if bytes.len() == 4 * floats.len() => bytes,
        _ => return Err(damaged(name)),
    };
    for (at, number) in bytes.chunks_exact(4).enumerate() {
        let number = f32::from_le_bytes(number.try_into().expect("four bytes"));
        if number != 0.0 {
            floats.store(at, number);
        }
    }
    Ok(())
}

fn effort_text(effort: Effort) -> String {
    format!("{} {} {}", effort.moves, effort.games, effort.seconds)
}

fn parse_effort(text: &str) -> Option<Effort> {
    let [moves, games, seconds] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    Some(Effort { moves: moves.parse().ok()?, games: games.parse().ok()?, seconds: seconds.parse().ok()? })
}

/// The state of its luck, then a line of boards for each stage.
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
    for (stage, line) in lines.enumerate() {
        for board in line.split_whitespace() {
            starts.pools_mut().get_mut(stage)?.push(board.parse().ok()?);
        }
    }
    Some(Worker::new(starts, rng))
}

/// Puts `bytes` in the place of `path`: written beside it, synced, then renamed, so that a crash leaves the one
/// or the other but nothing between.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = Path::new(&beside);
    let mut file = File::create(beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(beside, path)
}
