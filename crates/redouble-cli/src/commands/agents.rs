//! `redouble agents`

use std::io::Write;

use clap::Args;
use redouble::spec::{Key, Listed};
use redouble::{AgentSpec, EvaluatorSpec};
use serde::Serialize;

use crate::failure::Failure;
use crate::json;

/// List every agent and evaluation with its keys and their defaults
///
/// An agent is named by a spec, the same everywhere: a name, followed in brackets
/// by the keys that differ from their defaults.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble agents
  redouble --agent 'expectimax(eval=merges(base=90),depth=5)'
  redouble hint --agent 'rollout(games=100)' 0123012301230123")]
pub struct Agents {
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (agents, evaluations) = (AgentSpec::catalogue(), EvaluatorSpec::catalogue());
        if self.json {
            let objects = |entries: &[Listed]| entries.iter().map(EntryObject::from).collect();
            let (agents, evaluations) = (objects(&agents), objects(&evaluations));
            return json::line(out, &Object { agents, evaluations });
        }
        let (short, own): (Vec<Listed>, Vec<Listed>) =
            agents.into_iter().partition(|it| it.short_for.is_some());
        let parts = [("Agents", own), ("Short names of agents", short), ("Evaluations", evaluations)];
        let texts = parts
            .map(|(title, entries)| format!("{title}\n{}", entries.iter().map(text).collect::<String>()));
        Ok(write!(out, "{}", texts.join("\n"))?)
    }
}

/// An entry with its keys; a short name says what it is short for instead.
fn text(entry: &Listed) -> String {
    let head = format!("  {:<18}{}\n", entry.name, entry.about);
    match entry.short_for {
        Some(spec) => format!("{head}{:20}{spec}\n", ""),
        None => head + &entry.keys.iter().map(key_text).collect::<String>(),
    }
}

fn key_text(key: &Key) -> String {
    let setting = format!("{}={}", key.name, key.default);
    format!("    {setting:<16}{} ({})\n", key.about, key.form)
}

#[derive(Serialize)]
struct Object {
    agents: Vec<EntryObject>,
    evaluations: Vec<EntryObject>,
}

#[derive(Serialize)]
struct EntryObject {
    name: &'static str,
    about: &'static str,
    short_for: Option<&'static str>,
    keys: Vec<KeyObject>,
}

#[derive(Serialize)]
struct KeyObject {
    name: &'static str,
    form: &'static str,
    default: String,
    about: &'static str,
}

impl From<&Listed> for EntryObject {
    fn from(&Listed { name, about, short_for, ref keys, .. }: &Listed) -> EntryObject {
        EntryObject { name, about, short_for, keys: keys.iter().map(KeyObject::from).collect() }
    }
}

impl From<&Key> for KeyObject {
    fn from(&Key { name, form, ref default, about, .. }: &Key) -> KeyObject {
        KeyObject { name, form, default: default.clone(), about }
    }
}
