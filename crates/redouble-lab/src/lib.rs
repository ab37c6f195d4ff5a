//! The laboratory of Redouble: agents are played, measured and compared here.
//!
//! It knows the engine, clocks, files and threads; it knows no terminal and no flags. The modules are listed
//! in reading order.
#![deny(missing_docs)]

pub mod stats;
pub mod clock;
