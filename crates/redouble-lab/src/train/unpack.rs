//! Making a network large: its weights are laid out so that play can use them where they lie in a mapped file.

use redouble::network::{Network, NetworkFormatError, Sections, Weights, directory_length, write_sections};

/// What play and people want to know beside the weights.
const KEPT: [&str; 5] = ["shape", "bases", "recipe", "curve", "packing"];

/// The encoding that `redouble::network::Weights` uses where it lies.
const PLAIN: u8 = 3;

/// Weights begin at a multiple of this, as the pages of memory do.
const PAGE: usize = 4096;

/// The file of the same network with plain stages. Weights of 16 bits stay what they are; wider ones, as a training
/// has them, are rounded to multiples of `step` points.
pub fn unpack(network: &Network, step: f32) -> Result<Vec<u8>, NetworkFormatError> {
    let stored = Sections::parse(network.file())?;
    let mut sections = Vec::new();
    for name in KEPT {
        let section = stored.find(name)?;
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

/// The plain section of weights that starts at byte `start` of its file.
fn plain(weights: &Weights, step: f32, start: usize) -> Vec<u8> {
    let (step, pairs): (f32, Box<dyn Iterator<Item = [u8; 2]>>) = match weights {
        Weights::Narrow { step, weights } => {
            (*step, Box::new(weights.iter().map(|weight| weight.to_le_bytes())))
        }
        Weights::Plain { step, weights } => (*step, Box::new(weights.as_pairs().iter().copied())),
        Weights::Wide { .. } => {
            let rounded = move |points: f32| (points / step).round() as i16;
            (step, Box::new(weights.iter().map(move |points| rounded(points).to_le_bytes())))
        }
    };
    let mut section = vec![PLAIN];
    section.extend(step.to_le_bytes());
    section.resize((start + section.len()).next_multiple_of(PAGE) - start, 0);
    section.extend(pairs.flatten());
    section
}
