//! Where questions are answered: what agents may use, and the clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redouble::network::{Network, NetworkFormatError, NetworkParts};
use redouble::spec::Resources;
use redouble::{Agent, Board, Budget, Limits, SearchReport};
use redouble_analysis::playouts::Playouts;
use serde::Deserialize;

use crate::*;

/// Milliseconds since some moment: the desk itself has no clock.
pub type Clock = fn() -> f64;

/// A question as it comes.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// The best move and what all four are worth.
    Hint(HintQuestion),
    /// Plays on.
    Play(PlayQuestion),
    /// How likely the next tiles are.
    Chances(ChancesQuestion),
    /// What a move cost.
    Rate(RateQuestion),
    /// A board or a record in whatever form.
    Read(ReadQuestion),
    /// A game as a record.
    Record(RecordQuestion),
    /// Every agent with its keys.
    Agents {},
    /// How many stages of the network an answer needs.
    Stages(StagesQuestion),
}

/// Answers questions.
pub struct Desk {
    pub(crate) resources: Resources,
    pub(crate) playing: Option<Playing>,
    clock: Clock,
    most: Option<f64>,
    stale: Arc<AtomicBool>,
    parts: Option<NetworkParts>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desk { resources, playing, .. } = self;
        f.debug_struct("Desk").field("resources", resources).field("playing", playing).finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk whose agents may use `resources`.
    pub fn new(resources: Resources, clock: Clock) -> Desk {
        Desk { resources, playing: None, clock, most: None, stale: Arc::default(), parts: None }
    }

    /// The same, giving up an answer that takes more than so many milliseconds.
    #[must_use]
    pub fn at_most(self, milliseconds: f64) -> Desk {
        Desk { most: Some(milliseconds), ..self }
    }

    /// The same, giving up soon after `stale` is set: nobody wants to know any more.
    #[must_use]
    pub fn unless(self, stale: Arc<AtomicBool>) -> Desk {
        Desk { stale, ..self }
    }

    /// Takes the head of the network, whose stages will follow.
    pub fn head(&mut self, head: Vec<u8>) -> Result<usize, NetworkFormatError> {
        let parts = self.parts.insert(NetworkParts::new(head)?);
        Ok(parts.stages())
    }

    /// Takes the next stage of the network.
    pub fn stage(&mut self, stage: Vec<u8>) -> Result<usize, NetworkFormatError> {
        let parts = self.parts.as_mut().ok_or_else(|| NetworkFormatError::Missing("head".to_owned()))?;
        parts.add(stage)?;
        let network = parts.network()?;
        network.weights(parts.has_come() - 1); // read now: no move's time goes into it
        self.resources = Resources::default().with_network(None, network);
        if let Some(playing) = &mut self.playing {
            playing.renew(&self.resources);
        }
        Ok(parts.has_come())
    }

    /// Answers a question in JSON with JSON.
    pub fn answer(&mut self, question: &str) -> Result<String, Fault> {
        let question = serde_json::from_str(question).map_err(|why| Fault::of("question", why))?;
        match question {
            Question::Hint(question) => self.hint(&question).map(|answer| json(&answer)),
            Question::Play(question) => self.play(&question).map(|answer| json(&answer)),
            Question::Chances(question) => self.chances(&question).map(|answer| json(&answer)),
            Question::Rate(question) => self.rate(&question).map(|answer| json(&answer)),
            Question::Read(question) => question.read().map(|answer| json(&answer)),
            Question::Record(question) => question.write().map(|answer| json(&answer)),
            Question::Agents {} => Ok(json(&Catalogue::new())),
            Question::Stages(question) => self.stages(&question).map(|answer| json(&answer)),
        }
    }

    /// The network, of which all has come that was asked for.
    pub(crate) fn network(&self) -> Result<&Network, Fault> {
        self.resources.network(None).ok_or_else(|| Fault::of("network", "it has not come yet"))
    }

    /// The network with all its stages, of which perhaps not all have come.
    pub(crate) fn shape(&self) -> Option<redouble::network::Symbols> {
        let of_parts = self.parts.as_ref().map(NetworkParts::symbols);
        of_parts.or_else(|| self.resources.network(None).map(|network| network.shape().symbols()))
    }

    /// Quick games by the network.
    pub(crate) fn playouts(&self) -> Result<Playouts, Fault> {
        Ok(Playouts::greedy("network", self.network()?.clone()))
    }

    /// Whether an answer that was begun at `start` has taken as long as it may, or is not wanted any more.
    pub(crate) fn is_late(&self, start: f64) -> bool {
        self.stale.load(Ordering::Relaxed) || self.most.is_some_and(|most| self.now() - start > most)
    }

    pub(crate) fn now(&self) -> f64 {
        (self.clock)()
    }

    /// Lets `agent` choose within `budget` and says how many milliseconds it took.
    pub(crate) fn choose(
        &self,
        agent: &mut dyn Agent,
        (board, score): (Board, u32),
        budget: Budget,
    ) -> Result<(SearchReport, f64), Fault> {
        let (clock, start, most) = (self.clock, self.now(), self.most);
        let limit = budget.time.map(|time| time.as_secs_f64() * 1e3);
        let given = limit.unwrap_or(f64::INFINITY).min(most.unwrap_or(f64::INFINITY));
        let stale = &self.stale;
        let spent =
            move || if stale.load(Ordering::Relaxed) { f64::INFINITY } else { (clock() - start) / given };
        let budget = Budget { time: budget.time.map(|time| time.min(duration(given))), ..budget };
        let report = agent.choose(board, score, Limits::within(budget, &spent));
        match report.best.is_none() && !board.is_dead() {
            true => Err(Fault::TooLong),
            false => Ok((report, self.now() - start)),
        }
    }
}

fn duration(milliseconds: f64) -> std::time::Duration {
    std::time::Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(std::time::Duration::MAX)
}

fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("answers have string keys only")
}
