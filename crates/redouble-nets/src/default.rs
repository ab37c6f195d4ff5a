//! What the default network is made of. Written by `cargo xtask nets` where it is made of parts.

use redouble::network::{Network, NetworkFormatError};

pub fn network() -> Result<Network, NetworkFormatError> {
    Network::open(include_bytes!("../default.net").as_slice())
}
