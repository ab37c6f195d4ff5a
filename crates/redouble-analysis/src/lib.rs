//! What Redouble says about boards and games: the chances from here, what a move cost, a whole game looked over,
//! and games that other programs recorded.
//!
//! It builds for the browser: it knows no files, no clocks and no database. Whoever has a clock wraps it around the
//! agent; networks come in as evaluators. The modules are listed in reading order.
#![deny(missing_docs, missing_debug_implementations)]

pub mod stats;
pub mod number;
pub mod playouts;
pub mod chances;
pub mod coach;
pub mod import;
pub mod review;
