//! The laboratory of Redouble: agents are played, measured and compared here.
//!
//! It knows the engine, clocks, files and threads; it knows no terminal and no flags. The modules are listed
//! in reading order: what this machine has, then a room for each kind of work.
#![deny(missing_docs, missing_debug_implementations)]

pub mod machine;
pub mod folders;
pub mod replace;
mod colours;
pub mod tables;
pub mod resources;
pub mod measuring;
pub mod training;
pub mod studies;

pub use measuring::arena::{Arena, Entrant, Finished};
pub use measuring::compare::Comparison;
pub use measuring::notebook::{Notebook, NotebookError};
pub use measuring::outcome::{Identity, Outcome, Terms, Until};
pub use measuring::sequential::{Sequential, Verdict};
pub use measuring::summary::Summary;
pub use measuring::trial::{Tally, Trial};
pub use measuring::tune::Tuning;
pub use studies::Study;
