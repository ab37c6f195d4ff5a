//! The engine for the browser: bytes go in, JSON comes out.
//!
//! Plain exports instead of a generator of bindings: all that crosses the border is bytes, by five functions, so there
//! is nothing to generate, no second tool whose version must match, and the page needs forty lines of its own.
//!
//! ```text
//! take(length) ─▶ place       room for bytes, which the caller fills
//! ask(place, length)          answers a question of `redouble-api`
//! head(place, length)         takes the head of the network
//! stage(place, length)        takes its next stage
//! bench()                     runs the bench: signature and speeds
//! ```
//! The last four return the length of their answer: positive for a result, negative for a fault. `answer()` says where
//! it lies.
#![deny(missing_docs)]

use std::cell::RefCell;

use redouble::bench::{BenchSearch, signature};
use redouble::spec::Resources;
use redouble_api::Desk;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
}

/// Outside of a browser nobody asks within a time.
#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    0.0
}

fn clock() -> f64 {
    now()
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(Resources::default(), clock));
    static TAKEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for bytes that the caller will fill, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: usize) -> *mut u8 {
    TAKEN.with_borrow_mut(|taken| {
        *taken = vec![0; length];
        taken.as_mut_ptr()
    })
}

/// Answers the question that was filled in.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> isize {
    let question = String::from_utf8_lossy(&taken()).into_owned();
    said(DESK.with_borrow_mut(|desk| desk.answer(&question)).map_err(|fault| fault.to_string()))
}

/// Takes the head of the network that was filled in.
#[unsafe(no_mangle)]
pub extern "C" fn head() -> isize {
    let stages = DESK.with_borrow_mut(|desk| desk.head(taken()));
    said(stages.map(|stages| stages.to_string()).map_err(|why| why.to_string()))
}

/// Takes the next stage of the network that was filled in.
#[unsafe(no_mangle)]
pub extern "C" fn stage() -> isize {
    let stages = DESK.with_borrow_mut(|desk| desk.stage(taken()));
    said(stages.map(|stages| stages.to_string()).map_err(|why| why.to_string()))
}

/// Runs the bench and tells the signature, and for each search its nodes and milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn bench() -> isize {
    let (mut lines, mut results) = (String::new(), Vec::new());
    for mut search in BenchSearch::all() {
        let start = clock();
        let result = search.run();
        lines += &format!("{}\t{}\t{}\n", search.spec(), result.nodes, clock() - start);
        results.push(result);
    }
    said(Ok(format!("{}\n{lines}", signature(&results).hex())))
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn taken() -> Vec<u8> {
    TAKEN.take()
}

/// Keeps an answer until the next one; its length, negative for a fault.
fn said(result: Result<String, String>) -> isize {
    let fault = result.is_err();
    let text = result.unwrap_or_else(|why| why);
    let length = text.len() as isize;
    ANSWER.set(text);
    if fault { -length } else { length }
}
