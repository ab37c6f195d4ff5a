//! Keys as data: one line each says how a key is called, read, written and explained.

use super::ParseSpecError;
use super::syntax::{Argument, Value};

/// A key of `T`.
pub(crate) struct Field<T> {
    /// What it is called.
    pub name: &'static str,
    /// What may stand behind it.
    pub form: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it is printed even if it has its default.
    pub always: bool,
    /// Sets it.
    pub read: fn(&mut T, &Value) -> Result<(), ParseSpecError>,
    /// The word that would set it again.
    pub write: fn(&T) -> String,
}

/// A field that is read and written as one [`Kind`](super::kinds::Kind) of value.
macro_rules! field {
    ($name:literal, $kind:expr, $($path:ident).+, $about:expr) => {
        $crate::spec::fields::Field {
            name: $name,
            form: $kind.form,
            about: $about,
            always: false,
            read: |spec, value| {
                spec.$($path).+ = $kind.value(value)?;
                Ok(())
            },
            write: |spec| ($kind.write)(&spec.$($path).+),
        }
    };
}
pub(crate) use field;

/// Settings with keys.
pub(crate) trait Keyed: Sized + Default + 'static {
    /// The keys, in the order in which they are printed.
    const FIELDS: &'static [Field<Self>];

    /// The defaults of the keys that were not given, once those that were are known.
    fn baseline(&self) -> Self {
        Self::default()
    }
}

/// What has no settings.
impl Keyed for () {
    const FIELDS: &'static [Field<()>] = &[];
}

/// The names of the keys of `T`.
pub(crate) fn names<T: Keyed>() -> Vec<&'static str> {
    T::FIELDS.iter().map(|field| field.name).collect()
}

/// The defaults with these arguments of `name` set.
pub(crate) fn read<T: Keyed>(name: &str, arguments: &[Argument]) -> Result<T, ParseSpecError> {
    refuse_unknown(name, arguments, &names::<T>())?;
    let mut draft = T::default();
    set(&mut draft, arguments)?;
    let mut spec = draft.baseline();
    set(&mut spec, arguments)?;
    Ok(spec)
}

/// Refuses arguments of `name` that are none of its keys.
pub(crate) fn refuse_unknown(
    name: &str,
    arguments: &[Argument],
    known: &[&str],
) -> Result<(), ParseSpecError> {
    match arguments.iter().find(|argument| !known.contains(&argument.key.as_str())) {
        Some(Argument { place, key, .. }) => {
            Err(ParseSpecError::unknown(*place, &format!("key of {name}"), key, known))
        }
        None => Ok(()),
    }
}

/// Sets the keys that are there, in the order of the fields; others are left alone.
pub(crate) fn set<T: Keyed>(spec: &mut T, arguments: &[Argument]) -> Result<(), ParseSpecError> {
    for field in T::FIELDS {
        let mut given = arguments.iter().filter(|argument| argument.key == field.name);
        if let Some(argument) = given.next() {
            (field.read)(spec, &argument.value)?;
        }
        if let Some(again) = given.next() {
            return Err(ParseSpecError::new(again.place, format!("{} is given twice", field.name)));
        }
    }
    Ok(())
}

/// The name and the keys that differ from their defaults: what reads back the same.
pub(crate) fn write<T: Keyed>(name: &str, spec: &T) -> String {
    let baseline = spec.baseline();
    let differs = |field: &&Field<T>| field.always || (field.write)(spec) != (field.write)(&baseline);
    let settings: Vec<String> = T::FIELDS.iter().filter(differs).map(|field| setting(field, spec)).collect();
    if settings.is_empty() { name.to_owned() } else { format!("{name}({})", settings.join(",")) }
}

fn setting<T>(field: &Field<T>, spec: &T) -> String {
    match (field.write)(spec).as_str() {
        "on" => field.name.to_owned(),
        word => format!("{}={word}", field.name),
    }
}
