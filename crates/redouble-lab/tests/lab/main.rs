//! Everything the lab promises, as one program: to compile and link each of these files alone takes longer than to run
//! them.

mod common;

mod learning;
mod notebook;
mod studies;
mod tables;
mod trials;
mod tuning;
mod unpacked;
