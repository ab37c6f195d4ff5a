//! Every agent and evaluation with its keys.

use redouble::spec::Listed;
use redouble::{AgentSpec, EvaluatorSpec};
use serde::Serialize;

/// Everything that a spec can name.
#[derive(Clone, Debug, Serialize)]
pub struct Catalogue {
    agents: Vec<Named>,
    evaluations: Vec<Named>,
}

#[derive(Clone, Debug, Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
    short_for: Option<&'static str>,
    keys: Vec<Key>,
}

#[derive(Clone, Debug, Serialize)]
struct Key {
    name: &'static str,
    form: &'static str,
    default: String,
    about: &'static str,
}

impl Catalogue {
    /// All of it.
    pub fn new() -> Catalogue {
        let all = |entries: Vec<Listed>| entries.into_iter().map(Named::from).collect();
        Catalogue { agents: all(AgentSpec::catalogue()), evaluations: all(EvaluatorSpec::catalogue()) }
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

impl From<Listed> for Named {
    fn from(Listed { name, about, short_for, keys, .. }: Listed) -> Named {
        let key = |key: redouble::spec::Key| Key {
            name: key.name,
            form: key.form,
            default: key.default,
            about: key.about,
        };
        Named { name, about, short_for, keys: keys.into_iter().map(key).collect() }
    }
}
