//! Threads that wait for work.
//!
//! They are started once for each agent: a move of the smaller searches takes less time than starting a thread
//! does. Without the feature `threads`, or with one thread, everything runs where it is called.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Some threads, and how many nodes each has visited.
pub(crate) struct Pool {
    #[cfg(feature = "threads")]
    threads: Option<rayon::ThreadPool>,
    work: Box<[ThreadCount]>,
}

/// One thread's count, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct ThreadCount(AtomicU64);

#[cfg(feature = "threads")]
impl Pool {
    /// So many threads; if the system refuses them, the caller's alone.
    pub fn new(threads: usize) -> Pool {
        let threads = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let threads = threads.and_then(Result::ok);
        let count = threads.as_ref().map_or(0, rayon::ThreadPool::current_num_threads);
        Pool { threads, work: (0..count).map(|_| ThreadCount::default()).collect() }
    }

    /// Runs `work`, on one of the threads if it has something to share.
    pub fn run<R: Send>(&self, shares: bool, work: impl FnOnce() -> R + Send) -> R {
        match &self.threads {
            Some(threads) if shares => threads.install(work),
            _ => work(),
        }
    }

    /// Runs both, the second on another thread if one is free.
    pub fn join<A: Send, B: Send>(
        &self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        rayon::join(first, second)
    }

    /// The number of the thread this runs on.
    pub fn thread(&self) -> usize {
        rayon::current_thread_index().unwrap_or(0)
    }
}

#[cfg(not(feature = "threads"))]
impl Pool {
    /// The caller's thread.
    pub fn new(_threads: usize) -> Pool {
        Pool { work: Box::default() }
    }

    /// Runs `work`.
    pub fn run<R: Send>(&self, _shares: bool, work: impl FnOnce() -> R + Send) -> R {
        work()
    }

    /// Runs both.
    pub fn join<A: Send, B: Send>(
        &self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (first(), second())
    }

    /// The number of the thread this runs on.
    pub fn thread(&self) -> usize {
        0
    }
}

impl Pool {
    /// How many threads there are, beside the caller's; 0 if that one does everything.
    pub fn len(&self) -> usize {
        self.work.len()
    }

    /// Whether there is anyone to share work with.
    pub fn is_shared(&self) -> bool {
        self.len() > 1
    }

    /// Credits `nodes` to the thread this runs on.
    pub fn credit(&self, nodes: u64) {
        if let Some(work) = self.work.get(self.thread()) {
            work.0.fetch_add(nodes, Relaxed);
        }
    }

    /// The nodes credited to each thread since this was last asked.
    pub fn take_work(&self) -> Vec<u64> {
        self.work.iter().map(|work| work.0.swap(0, Relaxed)).collect()
    }
}
