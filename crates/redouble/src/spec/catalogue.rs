//! What can be named, as data: for lists, help and completion.

use super::fields::Keyed;

/// An agent or an evaluation that a spec can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The spec it is short for, if it is; it takes the same keys, and those of its evaluation.
    pub short_for: Option<&'static str>,
    /// Its keys, in the order in which they are printed.
    pub keys: Vec<Key>,
}

/// A key of an agent or an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// What it is called.
    pub name: &'static str,
    /// What may stand behind it.
    pub form: &'static str,
    /// What it is set to if nothing is said.
    pub default: String,
    /// What it does, in a line.
    pub about: &'static str,
}

/// The keys of `T` with their defaults.
pub(crate) fn keys<T: Keyed>() -> Vec<Key> {
    keys_of(&T::default())
}

/// The keys of `T`, with these settings as their defaults.
pub(crate) fn keys_of<T: Keyed>(defaults: &T) -> Vec<Key> {
    let key = |field: &super::fields::Field<T>| Key {
        name: field.name,
        form: field.form,
        default: (field.write)(defaults),
        about: field.about,
    };
    T::FIELDS.iter().map(key).collect()
}
