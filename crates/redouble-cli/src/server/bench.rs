//! Where questions are worked on: so many at once, so many waiting in the order they came, and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use super::refusal::Refusal;

/// Threads for questions, and a queue before them.
pub struct Workbench {
    seats: Arc<Semaphore>,
    taken: Arc<AtomicUsize>,
    most: usize,
}

impl Workbench {
    /// Works on `threads` questions at once and lets `queue` more wait.
    pub fn new(threads: usize, queue: usize) -> Workbench {
        Workbench { seats: Arc::new(Semaphore::new(threads)), taken: Arc::default(), most: threads + queue }
    }

    /// Does the work when its turn comes. The work is told by its flag when nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.place()?;
        let seat = Arc::clone(&self.seats).acquire_owned().await.map_err(|_| Refusal::busy())?;
        let waiting = Waiting::default();
        let stale = Arc::clone(&waiting.0);
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, seat);
            work(stale)
        });
        let failed = |_| {
            Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the answer failed: please report this".to_owned())
        };
        done.await.map_err(failed)
    }

    /// A place at work or in the queue.
    fn place(&self) -> Result<Place, Refusal> {
        let place = Place(Arc::clone(&self.taken));
        match self.taken.fetch_add(1, Ordering::Relaxed) < self.most {
            true => Ok(place),
            false => Err(Refusal::busy()),
        }
    }
}

struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sets its flag when the client goes, which drops the future that holds it.
#[derive(Default)]
pub struct Waiting(pub Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn beyond_the_queue_a_question_is_refused_and_then_there_is_room_again() {
        let bench = Arc::new(Workbench::new(1, 1));
        let (go, gate) = std::sync::mpsc::channel::<()>();
        block_on(async {
            let first = tokio::spawn({
                let bench = Arc::clone(&bench);
                async move { bench.run(move |_| gate.recv().is_ok()).await.is_ok() }
            });
            let second = tokio::spawn({
                let bench = Arc::clone(&bench);
                async move { bench.run(|_| ()).await.is_ok() }
            });
            while bench.taken.load(Ordering::Relaxed) < 2 {
                tokio::task::yield_now().await;
            }
            assert_eq!(bench.run(|_| ()).await.unwrap_err().0, StatusCode::SERVICE_UNAVAILABLE);
            go.send(()).unwrap();
            assert!(first.await.unwrap() && second.await.unwrap());
            assert!(bench.run(|_| ()).await.is_ok());
        });
    }

    #[test]
    fn work_that_nobody_waits_for_is_told_so_and_a_panic_takes_no_seat() {
        let bench = Arc::new(Workbench::new(1, 0));
        block_on(async {
            let (told, heard) = std::sync::mpsc::channel();
            let task = tokio::spawn({
                let bench = Arc::clone(&bench);
                async move {
                    bench
                        .run(move |stale| {
                            while !stale.load(Ordering::Relaxed) {
                                std::thread::yield_now();
                            }
                            told.send(())
                        })
                        .await
                        .is_ok()
                }
            });
            while bench.seats.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            task.abort();
            let _ = task.await;
            assert!(tokio::task::spawn_blocking(move || heard.recv()).await.unwrap().is_ok());
            while bench.taken.load(Ordering::Relaxed) > 0 {
                tokio::task::yield_now().await;
            }
            let failed = bench
                .run(|_| {
                    if bench_is_full() {
                        panic!("on purpose")
                    }
                })
                .await;
            assert_eq!(failed.unwrap_err().0, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(bench.run(|_| ()).await.is_ok());
        });
    }

    fn bench_is_full() -> bool {
        true
    }
}
