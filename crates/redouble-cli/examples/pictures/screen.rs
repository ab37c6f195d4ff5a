//! The program in a pseudo-terminal.

use std::error::Error;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

/// The size of the screen.
pub const ROWS: u16 = 26;
pub const COLUMNS: u16 = 86;
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(600);

pub struct Screen {
    keyboard: Box<dyn Write + Send>,
    parser: Arc<Mutex<Parser>>,
    _master: Box<dyn MasterPty + Send>,
}

impl Screen {
    /// Runs the program with everything it might keep in `home`.
    pub fn open(program: &str, args: &[&str], home: &Path) -> Result<Screen, Box<dyn Error>> {
        let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(program);
        command.args(args);
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")] {
            command.env(name, value);
        }
        ["HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].into_iter().for_each(|name| command.env(name, home));
        pair.slave.spawn_command(command)?;
        let side = |length| NonZeroU16::new(length).expect("a screen has a size");
        let parser = Arc::new(Mutex::new(Parser::new(side(ROWS), side(COLUMNS), 0)));
        let (mut output, seen) = (pair.master.try_clone_reader()?, Arc::clone(&parser));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                locked(&seen).process(&bytes[..count]);
            }
        });
        Ok(Screen { keyboard: pair.master.take_writer()?, parser, _master: pair.master })
    }

    pub fn press(&mut self, keys: &str) -> Result<(), Box<dyn Error>> {
        self.keyboard.write_all(keys.as_bytes())?;
        self.keyboard.flush()?;
        std::thread::sleep(Duration::from_millis(200)); // so that an escape is not taken for a key with Alt
        Ok(())
    }

    /// Waits until the screen shows what it should.
    pub fn wait(&self, is_there: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        loop {
            let text = self.parser().screen().contents();
            if is_there(&text) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("it does not come to what was waited for:\n{text}").into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn parser(&self) -> MutexGuard<'_, Parser> {
        locked(&self.parser)
    }
}

fn locked(parser: &Mutex<Parser>) -> MutexGuard<'_, Parser> {
    parser.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number after a word on the screen; 0 if there is none.
pub fn number_after(text: &str, word: &str) -> u64 {
    let after = text.split(word).nth(1).unwrap_or_default();
    let digits: String = after.chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    digits.replace(',', "").parse().unwrap_or(0)
}
