//! Threads for one object. They do not follow a fork, so a child gets its own.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Some threads, or none where one is enough.
pub struct Pool {
    threads: usize,
    /// The process that started them.
    process: u32,
    pool: Option<ThreadPool>,
}

impl Pool {
    /// So many threads, started when they are first needed.
    pub fn new(threads: usize) -> Pool {
        Pool { threads: threads.max(1), process: 0, pool: None }
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs `here` on the caller's thread if it is the only one or the system refuses others, else `shared` on all.
    pub fn run<T: Send>(&mut self, here: impl FnOnce() -> T, shared: impl FnOnce() -> T + Send) -> T {
        match self.started() {
            Some(pool) => pool.install(shared),
            None => here(),
        }
    }

    /// The threads, unless one is enough or the system refuses others.
    pub fn started(&mut self) -> Option<&ThreadPool> {
        if self.threads == 1 {
            return None;
        }
        let here = std::process::id();
        if self.process != here {
            // Threads of a parent process cannot be told to end: they are not here.
            std::mem::forget(self.pool.take());
            self.pool = ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
            self.process = here;
        }
        self.pool.as_ref()
    }
}
