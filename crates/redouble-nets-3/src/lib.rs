//! A part of the networks that come with Redouble, which `redouble-nets` puts together.
//! Written by `cargo xtask nets`.
#![deny(missing_docs)]

/// The stages in it.
#[rustfmt::skip]
pub static STAGES: [&[u8]; 1] = [
    include_bytes!("../stage3.part"),
];
