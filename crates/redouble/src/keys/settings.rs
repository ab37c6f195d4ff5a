//! Keys as data: one line each says how a key is called, read, written and explained.

use super::ParseSpecError;
use super::kinds::Sort;
use super::syntax::{Argument, Value};

/// A key of `T`.
pub(crate) struct Setting<T> {
    /// What it is called.
    pub name: &'static str,
    /// What it was called once and is still read as.
    pub once: Option<&'static str>,
    /// What may stand behind it.
    pub form: &'static str,
    /// What that is.
    pub sort: Sort,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it is printed even if it has its default.
    pub always: bool,
    /// Sets it.
    pub read: fn(&mut T, &Value) -> Result<(), ParseSpecError>,
    /// The word that would set it again.
    pub write: fn(&T) -> String,
}

/// A setting that is read and written as one [`Kind`](super::kinds::Kind) of value.
macro_rules! setting {
    ($name:literal, $kind:expr, $($path:ident).+, $about:expr) => {
        $crate::keys::setting!($name, $kind, |it| it.$($path).+, $about)
    };
    ($name:literal, $kind:expr, |$it:ident| $place:expr, $about:expr) => {
        $crate::keys::Setting {
            name: $name,
            once: None,
            form: $kind.form,
            sort: $kind.sort,
            about: $about,
            always: false,
            read: |$it, value| {
                $place = $kind.value(value)?;
                Ok(())
            },
            write: |$it| ($kind.write)(&$place),
        }
    };
}
pub(crate) use setting;

/// Settings with keys.
pub(crate) trait Keyed: Sized + Default + 'static {
    /// The keys, in the order in which they are printed.
    const SETTINGS: &'static [Setting<Self>];
    /// Keys that may stand among them and that somebody else reads.
    const BESIDE: &'static [&'static str] = &[];

    /// Refuses settings that make no sense together.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// What has no settings.
impl Keyed for () {
    const SETTINGS: &'static [Setting<()>] = &[];
}

/// A key of an agent or an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// What it is called.
    pub name: &'static str,
    /// What may stand behind it.
    pub form: &'static str,
    /// What it is set to if nothing is said.
    pub default: String,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it is a constant that may be tuned.
    pub is_constant: bool,
}

/// Settings of whatever type.
pub(crate) trait Settings {
    /// The keys, with what they are set to.
    fn keys(&self) -> Vec<Key>;

    /// The names of the keys, and of those that may stand among them.
    fn names(&self) -> Vec<&'static str>;

    /// Whether a key is one of these, or was called so once.
    fn knows(&self, key: &str) -> bool;

    /// Sets the keys that are there, in the order of the settings, and leaves others alone; `place` is where the name
    /// of these settings stands.
    fn set(&mut self, place: usize, arguments: &[Argument]) -> Result<(), ParseSpecError>;

    /// The name and the keys that differ from their defaults: what reads back the same.
    fn write(&self, name: &str) -> String;
}

impl<T: Keyed> Settings for T {
    fn keys(&self) -> Vec<Key> {
        let key = |setting: &Setting<T>| Key {
            name: setting.name,
            form: setting.form,
            default: (setting.write)(self),
            about: setting.about,
            is_constant: setting.sort == Sort::Constant,
        };
        T::SETTINGS.iter().map(key).collect()
    }

    fn names(&self) -> Vec<&'static str> {
        T::SETTINGS.iter().map(|setting| setting.name).chain(T::BESIDE.iter().copied()).collect()
    }

    fn knows(&self, key: &str) -> bool {
        T::BESIDE.contains(&key) || T::SETTINGS.iter().any(|setting| setting.is_called(key))
    }

    fn set(&mut self, place: usize, arguments: &[Argument]) -> Result<(), ParseSpecError> {
        for setting in T::SETTINGS {
            let named = |argument: &&Argument| setting.is_called(&argument.key);
            let mut given = arguments.iter().filter(named);
            if let Some(argument) = given.next() {
                (setting.read)(self, &argument.value)?;
            }
            if let Some(again) = given.next() {
                return Err(ParseSpecError::new(again.place, format!("{} is given twice", setting.name)));
            }
        }
        self.check().map_err(|why| ParseSpecError::new(place, why))
    }

    fn write(&self, name: &str) -> String {
        let changed = changed(self);
        if changed.is_empty() { name.to_owned() } else { format!("{name}({changed})") }
    }
}

impl<T> Setting<T> {
    /// As it stands between brackets.
    fn text(&self, spec: &T) -> String {
        match (self.sort, (self.write)(spec).as_str()) {
            (Sort::Switch, "on") => self.name.to_owned(),
            (_, word) => format!("{}={word}", self.name),
        }
    }

    fn is_called(&self, key: &str) -> bool {
        self.name == key || self.once == Some(key)
    }
}

/// Refuses arguments of `name` that are keys of none of its settings.
pub(crate) fn refuse_unknown(
    name: &str,
    arguments: &[Argument],
    settings: &[&dyn Settings],
) -> Result<(), ParseSpecError> {
    let is_known = |argument: &&Argument| settings.iter().any(|settings| settings.knows(&argument.key));
    match arguments.iter().find(|argument| !is_known(argument)) {
        Some(Argument { place, key, .. }) => {
            let known: Vec<&str> = settings.iter().flat_map(|settings| settings.names()).collect();
            Err(ParseSpecError::unknown(*place, &format!("key of {name}"), key, &known))
        }
        None => Ok(()),
    }
}

/// The keys that differ from their defaults, with commas between them.
pub(crate) fn changed<T: Keyed>(spec: &T) -> String {
    let usual = T::default();
    let differs = |setting: &&Setting<T>| setting.always || (setting.write)(spec) != (setting.write)(&usual);
    T::SETTINGS.iter().filter(differs).map(|setting| setting.text(spec)).collect::<Vec<_>>().join(",")
}
