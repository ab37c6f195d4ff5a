//! Records of games on the command line: a file or `-` for standard input.

use std::io::Read;

use redouble::GameRecord;
use redouble_analysis::import;

use crate::failure::Failure;

/// All bytes of a file, or of standard input.
pub fn bytes(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        path => std::fs::read(path).map(|found| bytes = found),
    };
    read.map(|()| bytes).map_err(|error| Failure::usage(name(file), error))
}

/// What a file is called in messages.
pub fn name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// Game `number` of a file, counted from 1, in our format or another's; the last one if none is named.
pub fn game(file: &str, number: Option<usize>) -> Result<GameRecord, Failure> {
    let mut games = import::read(&bytes(file)?, None).map_err(|why| Failure::usage(name(file), why))?;
    let (count, number) = (games.len(), number.unwrap_or(games.len()));
    match number.checked_sub(1).filter(|&index| index < count) {
        Some(index) => Ok(games.swap_remove(index)),
        None if count == 0 => Err(Failure::usage(name(file), "there is no game in it")),
        None => Err(Failure::usage(name(file), format!("game {number}, expected one of its {count}"))),
    }
}
