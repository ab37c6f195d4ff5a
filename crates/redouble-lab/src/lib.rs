//! The laboratory of Redouble: agents are played, measured and compared here.
//!
//! It knows the engine, clocks, files and threads; it knows no terminal and no flags. The modules are listed
//! in reading order.
#![deny(missing_docs)]

pub mod stats;
pub mod clock;
pub mod machine;
pub mod folders;
pub mod tables;
pub mod resources;
pub mod outcome;
pub mod signature;
pub mod arena;
pub mod notebook;
pub mod trial;
pub mod summary;
pub mod ladder;
pub mod sequential;
pub mod compare;
pub mod tune;
pub mod study;
pub mod report;
pub mod playouts;
pub mod chances;
pub mod coach;
pub mod saved;
pub mod import;
pub mod review;
pub mod train;

pub use arena::Entrant;
pub use compare::Comparison;
pub use notebook::{Notebook, NotebookError};
pub use outcome::{Identity, Outcome, Terms, Until};
pub use sequential::{Sequential, Verdict};
pub use study::Study;
pub use summary::Summary;
pub use trial::{Progress, Tally, Trial};
pub use tune::Tuning;
