//! What can happen: keys, answers of the threads, signals.

use std::sync::mpsc::Sender;

use ratatui::crossterm::event::{self, KeyEvent, KeyEventKind};

use super::assistant::{Estimate, Lesson};
use super::thinker::Thought;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    Key(KeyEvent),
    /// A text was pasted.
    Paste(String),
    Resize,
    Thought(Thought),
    Estimate(Estimate),
    Lesson(Lesson),
    /// The system asks us to leave.
    Leave,
    /// The terminal is gone, or a thread has died.
    Broken(String),
}

/// Reads the keyboard in a thread, for ever.
pub fn read_keys(events: Sender<Event>) {
    std::thread::spawn(move || {
        loop {
            let event = match event::read() {
                Ok(event::Event::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
                Ok(event::Event::Paste(text)) => Event::Paste(text),
                Ok(event::Event::Resize(..)) => Event::Resize,
                Ok(_) => continue,
                Err(error) => Event::Broken(format!("the keyboard cannot be read: {error}")),
            };
            let broken = matches!(event, Event::Broken(_));
            if events.send(event).is_err() || broken {
                return;
            }
        }
    });
}

/// Turns the signals that end programs into an event, so that the terminal is restored first.
#[cfg(unix)]
pub fn catch_signals(events: Sender<Event>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || signals.forever().all(|_| events.send(Event::Leave).is_ok()));
    Ok(())
}

#[cfg(not(unix))]
pub fn catch_signals(_: Sender<Event>) -> std::io::Result<()> {
    Ok(())
}

/// Tells when the thread that holds it dies by a panic.
pub struct Alarm<'a>(&'a Sender<Event>);

impl Alarm<'_> {
    pub fn new(events: &Sender<Event>) -> Alarm<'_> {
        Alarm(events)
    }
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Event::Broken("a thread of the game has died".to_owned()));
        }
    }
}
