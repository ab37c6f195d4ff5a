//! Ctrl-C as a request: long work ends cleanly at the next chance.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// A flag that Ctrl-C sets, and so does a signal to end; a second one ends the program at once, losing what was not saved
/// yet.
pub fn stopped_by_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Io(std::io::Error::other(error)))?;
    Ok(stop)
}
