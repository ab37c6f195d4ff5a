//! Making a network large: its weights are laid out so that play can use them where they lie in a mapped file.

use redouble::network::encoding::plain;
use redouble::network::{Network, NetworkFormatError, directory_length, write_sections};

/// What play and people want to know beside the weights.
const KEPT: [&str; 5] = ["shape", "levels", "recipe", "curve", "packing"];

/// The file of the same network with plain stages. Weights of 16 bits stay what they are; wider ones, as a training
/// has them, are rounded to multiples of `step` points.
pub fn unpack(network: &Network, step: f32) -> Result<Vec<u8>, NetworkFormatError> {
    let mut sections = Vec::new();
    for name in KEPT {
        let section = network.section(name)?;
        sections.extend(section.map(|section| (name.to_owned(), section.to_owned())));
    }
    let stages = network.shape().symbols().stages();
    let mut end = directory_length(sections.len() + stages);
    end += sections.iter().map(|(_, section)| section.len()).sum::<usize>();
    for stage in 0..stages {
        let section = plain(network.weights(stage), step, end);
        end += section.len();
        sections.push((format!("stage{stage}"), section));
    }
    Ok(write_sections(&sections))
}
