//! Settings as text, `name(key=value, …)`: the words, what each kind of value looks like, and keys as data.
//!
//! Whatever has settings says here how they are written; what the names in front of the brackets mean is not known yet.

mod error;
pub(crate) mod syntax;
pub(crate) mod kinds;
pub(crate) mod fields;

pub use error::ParseSpecError;
pub use fields::Key;
pub(crate) use fields::{Field, Keyed, Settings, field};
pub use kinds::parse_time;
