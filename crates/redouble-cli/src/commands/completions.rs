//! `redouble completions SHELL`

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  redouble completions bash > ~/.local/share/bash-completion/completions/redouble
  redouble completions zsh > ~/.zfunc/_redouble
  redouble completions fish > ~/.config/fish/completions/redouble.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        // Through a buffer, because the generator panics when the reader of a pipe has left.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "redouble", &mut script);
        Ok(out.write_all(&script)?)
    }
}
