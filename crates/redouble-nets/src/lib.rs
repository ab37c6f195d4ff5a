//! The networks that come with Redouble, in a crate of their own so that whoever embeds the engine can leave
//! them out.
#![deny(missing_docs)]

use std::sync::LazyLock;

use redouble::network::Network;

/// The network that `best` plays with, read when it is first asked for; each of its stages when it is first
/// needed. `NETWORKS.md` tells how it was trained.
pub fn default_network() -> Network {
    static DEFAULT: LazyLock<Network> = LazyLock::new(|| {
        Network::open(include_bytes!("../default.net").as_slice()).expect("the tests read this network")
    });
    DEFAULT.clone()
}

#[cfg(test)]
mod tests {
    use redouble::network::Network;

    #[test]
    fn the_default_network_reads_in_full() {
        let network = Network::read(include_bytes!("../default.net").as_slice()).unwrap();
        assert_eq!(network.identity(), super::default_network().identity());
    }

    #[test]
    fn the_default_network_keeps_within_its_size() {
        assert!(include_bytes!("../default.net").len() <= 24 << 20);
    }
}
