//! The server behind `redouble serve`: the page, and the engine for it and for other programs.
//!
//! Questions are answered on threads of their own, a bounded number at once; beyond a bounded queue a question is
//! refused at once. The modules are listed in reading order.

mod refusal;
mod bench;
mod guard;
mod page;
mod answers;
mod stream;
mod trial;
mod review;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use redouble::spec::Resources;
use redouble_lab::Notebook;
use tokio::net::TcpListener;

use bench::Workbench;
use guard::Guard;

/// The most bytes of a question: a whole record, each of whose bytes takes two in hex or as an escaped character.
const MOST_BYTES: usize = 2 * redouble_api::MOST_TEXT + (1 << 16);

/// How to serve.
pub struct Options {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Names by which the server may be called besides those of this machine.
    pub hosts: Vec<String>,
    /// Other sites whose pages may ask.
    pub origins: Vec<String>,
    /// Questions answered at once.
    pub threads: usize,
    /// Questions that may wait.
    pub queue: usize,
    /// Where games of trials are kept.
    pub notebook: Notebook,
    /// What agents may use.
    pub resources: Resources,
}

/// What all answers share.
pub struct Shared {
    resources: Resources,
    quick: Workbench,
    long: Workbench,
    notebook: Mutex<Notebook>,
    identities: trial::Identities,
    closing: AtomicBool,
}

impl Shared {
    /// Whether the server is about to end: long work should, too.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

/// Serves until the process is told to end; running answers are finished. `ready` hears where it listens.
pub fn run(options: Options, ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(2 * options.threads + 2)
        .enable_all()
        .build()?;
    runtime.block_on(serve(options, ready))
}

async fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let listener = TcpListener::bind(options.listen).await?;
    let address = listener.local_addr()?;
    let guard = Arc::new(Guard::new(address, options.hosts, options.origins));
    let shared = Arc::new(Shared {
        resources: options.resources,
        quick: Workbench::new(options.threads, options.queue),
        long: Workbench::new(options.threads, options.queue),
        notebook: Mutex::new(options.notebook),
        identities: trial::Identities::default(),
        closing: AtomicBool::new(false),
    });
    ready(address);
    let closing = Arc::clone(&shared);
    let ended = async move {
        told_to_end().await;
        closing.closing.store(true, Ordering::Relaxed);
    };
    axum::serve(listener, routes(shared, guard)).with_graceful_shutdown(ended).await
}

fn routes(shared: Arc<Shared>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/api/agents", get(answers::agents).post(answers::agents))
        .route("/api/hint", post(answers::hint))
        .route("/api/play", post(answers::play))
        .route("/api/chances", post(answers::chances))
        .route("/api/rate", post(answers::rate))
        .route("/api/read", post(answers::read))
        .route("/api/record", post(answers::record))
        .route("/api/analyse", get(stream::analyse))
        .route("/api/trial", post(trial::trial))
        .route("/api/review", post(review::review))
        .route("/move", get(answers::letter))
        .fallback(page::file)
        .method_not_allowed_fallback(refusal::wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(guard, guard::check))
        .with_state(shared)
}

/// Ctrl-C, or being told to by the system.
async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        let mut interrupt = std::pin::pin!(interrupt);
        std::future::poll_fn(|context| {
            use std::future::Future;
            let ended =
                terminate.poll_recv(context).is_ready() || interrupt.as_mut().poll(context).is_ready();
            if ended { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
