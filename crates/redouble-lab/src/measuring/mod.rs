//! Measuring: agents play the same games, every game is kept, and what was seen is told with its interval.
//!
//! ```text
//! Entrant ──arena──▶ Outcome ──▶ Trial, kept in the Notebook ──▶ Summary, Comparison, Sequential, Tuning
//! ```

pub mod clock;
pub mod outcome;
pub mod notebook;
pub mod arena;
pub mod trial;
pub mod summary;
pub mod ladder;
pub mod calibration;
pub mod calibration_plot;
pub mod sequential;
pub mod compare;
pub mod tune;
