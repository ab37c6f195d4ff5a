//! Questions to Redouble and its answers as JSON: what the page asks of WebAssembly and of the server alike.
//!
//! ```
//! use redouble::spec::Resources;
//! let mut desk = redouble_api::Desk::new(Resources::default(), || 0.0);
//! let question = r#"{"ask":"hint","board":"6531432022001001","agent":"expectimax(eval=snake,depth=3)"}"#;
//! let answer = desk.answer(question).unwrap();
//! assert!(answer.contains(r#""best":"right""#), "{answer}");
//! ```
//!
//! It builds for the browser: it knows no files and no clock but the one it is given. The modules are listed in
//! reading order.
#![deny(missing_docs, missing_debug_implementations)]

mod fault;
mod text;
mod agent;
mod desk;
mod hint;
mod play;
mod coach;
mod catalogue;
mod stages;

pub use agent::Asked;
pub use catalogue::Catalogue;
pub use coach::{Chances, ChancesQuestion, RateQuestion, Rating};
pub use desk::{Clock, Desk, Question};
pub use fault::Fault;
pub use hint::{Hint, HintQuestion};
pub use play::{Play, PlayQuestion, Playing};
pub use stages::{StagesQuestion, stages_for};
pub use text::{MOST_TEXT, ReadQuestion, Reading, RecordQuestion, Written, refuse_long};
