//! From the first version of the tables, in which agent and budget were one text.

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::open::{TABLES, VERSION, is_ours};
use super::{Entry, Fault};
use crate::measuring::outcome::{Identity, start_text};

/// Brings a notebook of version 1 up to date, all or nothing, unless another process was quicker.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), Fault> {
    let watched: bool = connection.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
    connection.pragma_update(None, "foreign_keys", false)?; // the agents get another table under the games
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_ours(&transaction, 1)? {
        let agents = agents(&transaction)?;
        make_tables_anew(&transaction)?;
        agents.into_iter().try_for_each(|(id, old)| take_over(&transaction, id, old))?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(connection.pragma_update(None, "foreign_keys", watched)?)
}

/// The agents of the old table with their numbers.
fn agents(transaction: &Transaction<'_>) -> Result<Vec<(i64, Identity)>, Fault> {
    let mut statement = transaction.prepare("SELECT id, spec, data, engine FROM agent")?;
    let agents = statement.query_map([], |row| {
        let budget = String::new();
        Ok((row.get(0)?, Identity { spec: row.get(1)?, budget, data: row.get(2)?, engine: row.get(3)? }))
    })?;
    Ok(agents.collect::<Result<_, _>>()?)
}

/// An empty table of agents and the view on it; the games stay.
fn make_tables_anew(transaction: &Transaction<'_>) -> Result<(), Fault> {
    transaction.execute_batch("DROP VIEW entry; DROP TABLE agent;")?;
    let tables = TABLES.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS");
    Ok(transaction.execute_batch(&tables)?)
}

/// Writes an agent as it is named now, and signs its games again. One whose new name is taken keeps the old.
fn take_over(transaction: &Transaction<'_>, id: i64, old: Identity) -> Result<(), Fault> {
    let modern = old.clone().modern();
    let taken = "SELECT 1 FROM agent WHERE spec = ? AND budget = ? AND data = ? AND engine = ?";
    let key = |of: &Identity| [of.spec.clone(), of.budget.clone(), of.data.clone(), of.engine.clone()];
    let is_taken = transaction.query_row(taken, key(&modern), |_| Ok(())).optional()?.is_some();
    let new = if is_taken { old.clone() } else { modern };
    let [spec, budget, data, engine] = key(&new);
    transaction.execute(
        "INSERT INTO agent (id, spec, budget, data, engine) VALUES (?, ?, ?, ?, ?)",
        params![id, spec, budget, data, engine],
    )?;
    if new == old { Ok(()) } else { sign_again(transaction, id, &old, &new) }
}

/// Gives the games of an agent the checksums that its new name needs. A game that was damaged stays so.
fn sign_again(transaction: &Transaction<'_>, id: i64, old: &Identity, new: &Identity) -> Result<(), Fault> {
    let query = Entry::query("WHERE spec = ? AND budget = ? AND data = ? AND engine = ?");
    let mut statement = transaction.prepare(&query)?;
    let mut rows = statement.query(params![new.spec, new.budget, new.data, new.engine])?;
    let mut update = transaction.prepare(
        "UPDATE game SET checksum = ? WHERE agent = ? AND seed = ? AND number = ? AND start = ? AND until = ?",
    )?;
    let mut signed = Vec::new();
    while let Some(row) = rows.next()? {
        let Ok((entry, checksum)) = Entry::read_unchecked(row) else { continue };
        let before = Entry { identity: old.clone(), ..entry.clone() };
        if before.checksum() == checksum {
            signed.push((entry.terms, entry.checksum()));
        }
    }
    for (terms, checksum) in signed {
        let (seed, number) = (terms.seed.0 as i64, terms.number as i64);
        let (start, until) = (start_text(terms.start), terms.until.to_string());
        update.execute(params![checksum as i64, id, seed, number, start, until])?;
    }
    Ok(())
}
