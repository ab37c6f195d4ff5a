//! The command as its users meet it, as one program: to compile and link each of these files alone takes longer than to
//! run them.

mod command;
mod notebook;
mod pages;
mod review;
mod server;
mod tables;
#[cfg(unix)]
mod terminal;
mod training;
