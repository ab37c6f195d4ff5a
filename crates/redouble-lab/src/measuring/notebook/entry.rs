//! A game as the notebook keeps it, and as a row of its tables.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use redouble::Seed;
use redouble::mix;
use redouble::search::Counts;
use rusqlite::{Connection, Row, params};

use super::Fault;
use crate::machine;
use crate::measuring::clock::Durations;
use crate::measuring::outcome::{Identity, Outcome, Terms, parse_start, start_text};

/// A game as the notebook keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who played.
    pub identity: Identity,
    /// Under what terms.
    pub terms: Terms,
    /// How it went.
    pub outcome: Outcome,
    /// Where and when.
    pub circumstances: Circumstances,
}

/// Where and when a game was played. It does not make it another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The version of the program, with its commit where that is known.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// When it ended, in seconds since 1970.
    pub finished: u64,
}

impl Circumstances {
    /// Here and now, by this `version` of the program.
    fn now(version: &str) -> Circumstances {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Circumstances {
            version: version.to_owned(),
            machine: machine::name().to_owned(),
            finished: since.as_secs(),
        }
    }
}

impl Entry {
    /// A game that has just ended, played by this `version` of the program.
    pub fn now(identity: Identity, terms: Terms, outcome: Outcome, version: &str) -> Entry {
        Entry { identity, terms, outcome, circumstances: Circumstances::now(version) }
    }

    /// A number that changes when anything about the game does.
    pub fn checksum(&self) -> u64 {
        let Entry { identity, terms, outcome, circumstances } = self;
        let mut text = String::new();
        let Identity { spec, budget, data, engine } = identity;
        let budget = if budget.is_empty() { String::new() } else { format!("{budget}\n") };
        let _ = write!(text, "{spec}\n{budget}{data}\n{engine}\n");
        let start = start_text(terms.start);
        let _ = write!(text, "{}\n{}\n{start}\n{}\n", terms.seed.0, terms.number, terms.until);
        let Outcome { score, board, moves, nodes, times, record, .. } = outcome;
        let counts = counts_text(outcome);
        let _ = write!(text, "{score}\n{board}\n{moves}\n{nodes}\n{counts}\n{:?}\n", times.to_bytes());
        let Circumstances { version, machine, finished } = circumstances;
        let _ = write!(text, "{version}\n{machine}\n{finished}\n{}", record.as_deref().unwrap_or_default());
        text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)))
    }

    /// The same under the name that its agent has now, if it comes from an older version.
    pub(super) fn modern(self) -> Entry {
        Entry { identity: self.identity.modern(), ..self }
    }

    /// The query for [`read`](Entry::read), ending in `which`.
    pub(super) fn query(which: &str) -> String {
        format!(
            "SELECT spec, data, engine, seed, number, start, until, score, board, moves, nodes, counts, times,
                    version, machine, finished, checksum, record, budget FROM entry {which}"
        )
    }

    /// The game in a row of [`query`](Entry::query), if it is what was written.
    pub(super) fn read(row: &Row<'_>) -> Result<Entry, Fault> {
        let (entry, checksum) = Entry::read_unchecked(row)?;
        let damaged = || {
            let Entry { identity, terms, .. } = &entry;
            Fault::Damaged(format!("the checksum of game {} of {}", terms.number, identity.agent()))
        };
        if entry.checksum() == checksum { Ok(entry) } else { Err(damaged()) }
    }

    /// The game in a row of [`query`](Entry::query), and the checksum that it should have.
    pub(super) fn read_unchecked(row: &Row<'_>) -> Result<(Entry, u64), Fault> {
        let unsigned = |column| row.get::<_, i64>(column).map(|number| number as u64);
        let identity =
            Identity { spec: row.get(0)?, budget: row.get(18)?, data: row.get(1)?, engine: row.get(2)? };
        let number = unsigned(4)?;
        let damaged = |what: &str| Fault::Damaged(format!("{what} of game {number} of {}", identity.spec));
        let start = parse_start(&row.get::<_, String>(5)?).ok_or_else(|| damaged("the start"))?;
        let until = row.get::<_, String>(6)?.parse().map_err(|_| damaged("the end rule"))?;
        let (counts, busiest) =
            parse_counts(&row.get::<_, String>(11)?).ok_or_else(|| damaged("the counts"))?;
        let outcome = Outcome {
            score: row.get(7)?,
            board: row.get::<_, String>(8)?.parse().map_err(|_| damaged("the board"))?,
            moves: row.get(9)?,
            nodes: unsigned(10)?,
            counts,
            busiest,
            times: Durations::from_bytes(&row.get::<_, Vec<u8>>(12)?).ok_or_else(|| damaged("the times"))?,
            record: row.get(17)?,
        };
        let circumstances =
            Circumstances { version: row.get(13)?, machine: row.get(14)?, finished: unsigned(15)? };
        let checksum = unsigned(16)?;
        let terms = Terms { seed: Seed(unsigned(3)?), number, start, until };
        Ok((Entry { identity, terms, outcome, circumstances }, checksum))
    }

    /// Writes the game unless it is there; returns how many rows that changed.
    pub(super) fn insert(&self, connection: &Connection) -> Result<usize, Fault> {
        let Entry { identity, terms, outcome, circumstances } = self;
        let agent = params![identity.spec, identity.budget, identity.data, identity.engine];
        let place = params![circumstances.machine, circumstances.version];
        connection
            .prepare_cached("INSERT OR IGNORE INTO agent (spec, budget, data, engine) VALUES (?, ?, ?, ?)")?
            .execute(agent)?;
        connection
            .prepare_cached("INSERT OR IGNORE INTO place (machine, version) VALUES (?, ?)")?
            .execute(place)?;
        let nanos = i64::try_from(outcome.times.total().as_nanos()).unwrap_or(i64::MAX);
        let changed = connection.prepare_cached(INSERT)?.execute(params![
            identity.spec,
            identity.data,
            identity.engine,
            circumstances.machine,
            circumstances.version,
            terms.seed.0 as i64,
            terms.number as i64,
            start_text(terms.start),
            terms.until.to_string(),
            outcome.score,
            outcome.board.to_string(),
            outcome.moves,
            outcome.nodes as i64,
            outcome.counts.leaves as i64,
            counts_text(outcome),
            nanos,
            outcome.times.to_bytes(),
            circumstances.finished as i64,
            self.checksum() as i64,
            outcome.record,
            identity.budget,
        ])?;
        Ok(changed)
    }
}

/// What the searches of a game counted, as numbers with spaces between them; the busiest thread's last.
pub(super) fn counts_text(Outcome { counts, busiest, .. }: &Outcome) -> String {
    let Counts { boards, afterstates, leaves, pruned, asked, hits, tasks, stolen } = counts;
    format!("{boards} {afterstates} {leaves} {pruned} {asked} {hits} {tasks} {stolen} {busiest}")
}

/// Reads what [`counts_text`] wrote.
pub(super) fn parse_counts(text: &str) -> Option<(Counts, u64)> {
    let numbers: Vec<u64> = text.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [boards, afterstates, leaves, pruned, asked, hits, tasks, stolen, busiest] = numbers[..] else {
        return None;
    };
    Some((Counts { boards, afterstates, leaves, pruned, asked, hits, tasks, stolen }, busiest))
}

/// A game that is there stays, unless only the new one has a record.
const INSERT: &str = "
    INSERT INTO game (agent, place, seed, number, start, until, score, board, moves, nodes, leaves, counts,
                      nanos, times, finished, checksum, record)
    SELECT agent.id, place.id, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20
    FROM agent, place
    WHERE agent.spec = ?1 AND agent.budget = ?21 AND agent.data = ?2 AND agent.engine = ?3
      AND place.machine = ?4 AND place.version = ?5
    ON CONFLICT (agent, seed, number, start, until) DO UPDATE
    SET place = excluded.place, score = excluded.score, board = excluded.board, moves = excluded.moves,
        nodes = excluded.nodes, leaves = excluded.leaves, counts = excluded.counts, nanos = excluded.nanos,
        times = excluded.times, finished = excluded.finished, checksum = excluded.checksum, record = excluded.record
    WHERE game.record IS NULL AND excluded.record IS NOT NULL";
