//! How a command ends when it cannot do what was asked: one line on standard error and an exit status.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for something that cannot be: exit status 2.
    Usage(String),
    /// The world did not cooperate: exit status 1, or a silent end when the reader of our output has left.
    Io(io::Error),
}

impl Failure {
    /// A fault in what the user wrote for `what`.
    pub fn usage(what: &str, why: impl Display) -> Failure {
        Failure::Usage(format!("{what}: {why}"))
    }

    /// What clap found wrong with the words for `command`.
    pub fn words(error: &clap::Error, command: &str) -> Failure {
        Failure::Usage(one_line(&error.to_string(), command))
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: io::Error) -> Failure {
        Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// Says the reason and names the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => say(&error.to_string(), 1),
            Failure::Usage(why) => say(&why, 2),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<redouble_lab::NotebookError> for Failure {
    fn from(error: redouble_lab::NotebookError) -> Failure {
        Failure::Io(io::Error::other(error))
    }
}

fn say(why: &str, status: u8) -> ExitCode {
    use io::Write;
    // With standard error closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "redouble: {why}");
    ExitCode::from(status)
}

/// Clap's report of several paragraphs as one line: the reason and its tip, and where there is more about the command.
fn one_line(report: &str, command: &str) -> String {
    let paragraphs = report.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let kept = paragraphs.enumerate().filter(|(number, text)| *number == 0 || text.starts_with("tip:"));
    let line = kept.map(|(_, text)| text).collect::<Vec<_>>().join("; ");
    format!("{} (more: {command} --help)", line.trim_start_matches("error: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_clap_becomes_one_line_with_its_tip() {
        let report = "error: unexpected argument '--jso' found\n\n  tip: a similar argument exists: '--json'\n\n\
                      Usage: redouble perft [OPTIONS]\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(report, "redouble perft"),
            "unexpected argument '--jso' found; tip: a similar argument exists: '--json' (more: redouble perft --help)"
        );
    }
}
