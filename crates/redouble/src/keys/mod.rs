//! Settings as text, `name(key=value, …)`: the words, what each kind of value looks like, and keys as data.
//!
//! Whatever has settings says here how they are written; what the names in front of the brackets mean is not known yet.

mod error;
pub(crate) mod syntax;
pub(crate) mod kinds;
pub(crate) mod settings;

pub use error::ParseSpecError;
pub use kinds::parse_time;
pub use settings::Key;
pub(crate) use settings::{Keyed, Setting, Settings, setting};
