//! Small networks made by a rule: learned values without a file.

use std::sync::LazyLock;

use crate::luck::mix;
use crate::network::{Network, STEPS, Shape, write_sections};

/// A network that values each row and column by a number of its own, larger tiles by more. The same on every machine, and
/// no good player.
pub fn network() -> Network {
    networks()[0].clone()
}

/// The same, and one of three stages whose values are chances.
pub(super) fn networks() -> &'static [Network; 2] {
    static NETWORKS: LazyLock<[Network; 2]> = LazyLock::new(|| match made() {
        Some(networks) => networks,
        None => unreachable!("a test makes them"),
    });
    &NETWORKS
}

fn made() -> Option<[Network; 2]> {
    let plain = file(&Shape::plain("0.1.2.3".parse().ok()?).ok()?, points);
    let chances = file(&Shape::from_description(CHANCES).ok()?, odds);
    Some([Network::read(plain).ok()?, Network::read(chances).ok()?])
}

const CHANCES: &str =
    "chances\nlarge 1024\nranks 2\nforesight 0.5\nstage 0 0.1.2.3\nstage 1 0.1.2.3\nstage 1+1 0.1.2.3\n";

/// The file of a network with the weights that `weight` makes for each stage and place.
fn file(shape: &Shape, weight: fn(usize, usize) -> f32) -> Vec<u8> {
    // Weights as floats, which the first byte says.
    let weights = |stage: usize| {
        let weights = (0..shape.weights(stage)).flat_map(|place| weight(stage, place).to_le_bytes());
        std::iter::once(0).chain(weights).collect()
    };
    let stages = (0..shape.symbols().stages()).map(|stage| (format!("stage{stage}"), weights(stage)));
    let sections: Vec<_> =
        std::iter::once(("shape".to_owned(), shape.describe().into_bytes())).chain(stages).collect();
    write_sections(&sections)
}

/// No rounding anywhere.
fn points(stage: usize, place: usize) -> f32 {
    f32::from(4 * place.isqrt() as u16 + u16::from(mix((stage << 20 | place) as u64) as u8))
}

/// In whole steps of log-odds, from an eighth below an even chance to an eighth above it.
fn odds(stage: usize, place: usize) -> f32 {
    f32::from(mix((stage << 20 | place) as u64) as i8 / 4) / STEPS as f32
}
