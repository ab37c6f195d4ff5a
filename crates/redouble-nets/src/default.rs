//! What the default network is made of. Written by `cargo xtask nets`.

use redouble::network::{Network, NetworkFormatError, NetworkParts};

#[rustfmt::skip]
pub fn network() -> Result<Network, NetworkFormatError> {
    let mut parts = NetworkParts::new(include_bytes!("../head.part").as_slice())?;
    let packages = [redouble_nets_1::STAGES.as_slice(), redouble_nets_2::STAGES.as_slice(), redouble_nets_3::STAGES.as_slice(), redouble_nets_4::STAGES.as_slice(), redouble_nets_5::STAGES.as_slice(), redouble_nets_6::STAGES.as_slice()];
    packages.concat().into_iter().try_for_each(|stage| parts.add(stage))?;
    parts.network()
}
