//! A part of the networks that come with Redouble, which `redouble-nets` puts together.
//! Written by `cargo xtask nets`.
#![deny(missing_docs)]

/// The stages in it.
#[rustfmt::skip]
pub static STAGES: [&[u8]; 2] = [
    include_bytes!("../stage4.part"),
    include_bytes!("../stage5.part"),
];
