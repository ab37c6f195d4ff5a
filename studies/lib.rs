//! Five studies of 2048 as data: what their authors ran and what they reported.
//!
//! Each is a TOML file whose form is described in `docs/studies.md`. A crate of its own, so that the files
//! can stand where people look for them and still be part of the program.
#![deny(missing_docs)]

/// Programs of theirs, written anew: name and text.
pub const PROGRAMS: [(&str, &str); 1] = [("snake.py", include_str!("snake.py"))];

/// The files, in the order of their documents.
pub const FILES: [&str; 5] = [
    include_str!("000-gradient.toml"),
    include_str!("001-snake.toml"),
    include_str!("002-merges.toml"),
    include_str!("003-comparison.toml"),
    include_str!("004-grid.toml"),
];
