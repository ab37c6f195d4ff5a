//! What machines read: one object on one line.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use crate::failure::Failure;

/// Prints `object` on a line of its own.
pub fn line(out: &mut dyn Write, object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    Ok(writeln!(out, "{text}")?)
}

/// Milliseconds, to the microsecond.
pub fn ms(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
