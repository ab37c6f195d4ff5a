//! `redouble serve`

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use redouble::AgentSpec;
use redouble_lab::{Notebook, machine};

use crate::course::default_notebook;
use crate::failure::Failure;
use crate::player::resources;
use crate::server::{self, Options};

/// Serve the page and the engine to browsers and other programs
///
/// The page asks this program's engine. Other programs can, too: docs/api.md tells
/// how. Only this machine is let in unless told otherwise; Ctrl-C ends it after the
/// answers under way.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble serve --open
  curl 'http://127.0.0.1:2048/move?board=ba98456732100001'
  redouble serve --listen 0.0.0.0 --allow-host my-machine.local")]
pub struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 2048)]
    port: u16,
    /// The address to listen on: 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A further name by which the server may be called
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Another site whose pages may ask, such as https://example.org
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    /// Questions answered at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Questions that may wait; more are refused
    #[arg(long, value_name = "N", default_value_t = 256)]
    queue: u16,
    /// The notebook that keeps games of trials [default: redouble/notebook.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    notebook: Option<PathBuf>,
    /// Keep nothing and reuse nothing
    #[arg(long, conflicts_with = "notebook")]
    no_notebook: bool,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let notebook = match (&self.notebook, self.no_notebook) {
            (_, true) => Notebook::in_memory()?,
            (Some(path), _) => Notebook::open(path)?,
            (None, _) => Notebook::open(&default_notebook()?)?,
        };
        if !self.listen.is_loopback() {
            writeln!(
                std::io::stderr(),
                "redouble: warning: everyone who can reach {} can use this machine's processors and its notebook",
                self.listen
            )?;
        }
        let options = Options {
            listen: SocketAddr::new(self.listen, self.port),
            hosts: self.allow_host,
            origins: self.allow_origin,
            threads: self.threads.map_or_else(machine::threads, usize::from),
            queue: usize::from(self.queue),
            notebook,
            resources: resources(&AgentSpec::default())?,
        };
        let ready = |address: SocketAddr| {
            let url = format!("http://{address}/");
            let _ = writeln!(out, "{url}").and_then(|()| out.flush());
            if self.open {
                open(&url);
            }
        };
        server::run(options, ready).map_err(Failure::Io)
    }
}

/// Opens an address in the user's browser; where that fails they can read it.
fn open(url: &str) {
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let opened = std::process::Command::new(program).args(words).arg(url).spawn();
    if opened.is_err() {
        let _ = writeln!(std::io::stderr(), "redouble: {program} is not there: open {url} yourself");
    }
}
