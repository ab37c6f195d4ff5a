//! Long calls: the interpreter lock is released, Ctrl-C is heard, progress is told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often Python is asked whether somebody pressed Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// Between work and the thread that waits for it: whether to stop, and how much is done.
#[derive(Default)]
pub struct Watch {
    /// Set when the work is no longer wanted.
    pub stop: Arc<AtomicBool>,
    /// How much of it is done, in whatever unit.
    pub done: AtomicU64,
}

impl Watch {
    /// Whether the work is no longer wanted.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Does `work` on a thread of its own, while this one hears Ctrl-C and calls `progress` with what is done.
pub fn wait<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let (watch, progress) = (Watch::default(), progress.map(|any| any.clone().unbind()));
    py.detach(|| {
        let (sender, receiver) = channel::<()>();
        std::thread::scope(|scope| {
            let watch = &watch;
            let worker = scope.spawn(move || {
                let _until_the_end = sender;
                work(watch)
            });
            let mut heard = Ok(());
            while receiver.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
                if heard.is_ok() {
                    heard = Python::attach(|py| look(py, watch, progress.as_ref()));
                    watch.stop.store(heard.is_err(), Relaxed);
                }
            }
            let done = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            heard?;
            Python::attach(|py| look(py, watch, progress.as_ref()))?;
            Ok(done)
        })
    })
}

/// Hears Ctrl-C, and tells what is done.
fn look(py: Python<'_>, watch: &Watch, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    match progress {
        Some(progress) => progress.call1(py, (watch.done.load(Relaxed),)).map(drop),
        None => Ok(()),
    }
}

/// Hears Ctrl-C from within short work on the caller's own thread, where a thread more would cost too much.
pub struct Alarm {
    start: Instant,
    /// When to look next, in milliseconds from the start.
    next: AtomicU64,
    rang: AtomicBool,
    heard: Mutex<PyResult<()>>,
}

impl Alarm {
    pub fn new() -> Alarm {
        let next = AtomicU64::new(GLANCE.as_millis() as u64);
        Alarm { start: Instant::now(), next, rang: AtomicBool::new(false), heard: Mutex::new(Ok(())) }
    }

    /// Whether somebody pressed Ctrl-C. It is asked often, and looks now and then.
    pub fn rang(&self) -> bool {
        let now = self.start.elapsed().as_millis() as u64;
        if now >= self.next.load(Relaxed) {
            self.next.store(now + GLANCE.as_millis() as u64, Relaxed);
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                self.rang.store(true, Relaxed);
            }
        }
        self.rang.load(Relaxed)
    }

    /// What was heard.
    pub fn heard(self) -> PyResult<()> {
        self.heard.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
