//! Small networks made by a rule: learned values without a file.

use std::sync::LazyLock;

use crate::Tile;
use crate::luck::mix;
use crate::network::{Network, Shape, Symbols, write_sections};

/// A network that values each row and column by a number of its own, larger tiles by more. The same on every machine, and
/// no good player.
pub fn network() -> Network {
    networks()[0].clone()
}

/// The same without stages, and one with two stages by large tiles.
pub(super) fn networks() -> &'static [Network; 2] {
    static NETWORKS: LazyLock<[Network; 2]> = LazyLock::new(|| {
        let staged = Tile::from_face(1024).and_then(|large| Symbols::staged(large, 2, 2));
        [Some(Symbols::PLAIN), staged].map(|symbols| match symbols.and_then(made) {
            Some(network) => network,
            None => unreachable!("a test makes both"),
        })
    });
    &NETWORKS
}

fn made(symbols: Symbols) -> Option<Network> {
    let shape = Shape::new("0.1.2.3".parse().ok()?, symbols).ok()?;
    let stages = (0..symbols.stages()).map(|stage| (format!("stage{stage}"), weights(&shape, stage)));
    let sections: Vec<_> =
        std::iter::once(("shape".to_owned(), shape.describe().into_bytes())).chain(stages).collect();
    Network::read(write_sections(&sections)).ok()
}

/// Weights as floats, which the first byte says.
fn weights(shape: &Shape, stage: usize) -> Vec<u8> {
    let rest = |place: usize| u16::from(mix((stage << 20 | place) as u64) as u8);
    let weight = |place: usize| f32::from(4 * place.isqrt() as u16 + rest(place)); // no rounding anywhere
    let weights = (0..shape.weights(stage)).flat_map(|place| weight(place).to_le_bytes());
    std::iter::once(0).chain(weights).collect()
}
