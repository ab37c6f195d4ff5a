//! Networks whose weights are used where they lie in a mapped file.

use std::path::PathBuf;

use redouble::network::{Network, NetworkFormatError, Sections, Shape, Symbols, Weights};
use redouble::{Afterstate, Board, Rng, Tile};
use redouble_lab::resources::{self, ResourceError};
use redouble_lab::train::{Learner, Packing, pack, unpack};
use tempfile::TempDir;

/// A packed network of three stages, every weight of it at random.
fn packed() -> Network {
    let symbols = Symbols::staged(Tile::from_face(512).unwrap(), 3, 2).unwrap();
    let learner = Learner::new(Shape::new("5x4".parse().unwrap(), symbols).unwrap(), &[]).unwrap();
    let mut rng = Rng::new(16);
    for stage in 0..3 {
        let weights = learner.weights(stage);
        (0..weights.len()).for_each(|at| weights.store(at, rng.below(40_000) as f32 - 20_000.0));
    }
    let packing = Packing { step: 0.75, least_error: vec![0.0], level: 1, ..Packing::default() };
    Network::read(pack(&learner, &packing, &[("recipe", "by hand".to_owned())]).unwrap()).unwrap()
}

/// A folder with this in a file.
fn saved(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.net");
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn opened(bytes: &[u8]) -> Result<Network, NetworkFormatError> {
    let (_folder, path) = saved(bytes);
    resources::network(&path).map_err(|error| match error {
        ResourceError::NoNetwork { source, .. } => source,
        error => panic!("{error}"),
    })
}

/// Boards with all sorts of tiles, those above 32768 among them.
fn boards() -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(64);
    (0..20_000).map(move |round| {
        let most = 2 + round % 17;
        Board::from_tiles(std::array::from_fn(|_| Tile::new(rng.below(most) as u8).unwrap()))
    })
}

#[test]
fn an_unpacked_network_values_every_board_as_the_packed_one_does_to_the_bit() {
    let packed = packed();
    let plain = opened(&unpack(&packed, 8.0).unwrap()).unwrap();
    plain.verify().unwrap();
    for after in boards().map(Afterstate::new) {
        assert_eq!(plain.value(after).to_bits(), packed.value(after).to_bits(), "{:?}", after.board());
    }
    assert_eq!(Sections::parse(plain.file()).unwrap().text("recipe"), Ok("by hand"));
    assert_eq!(unpack(&plain, 8.0).unwrap(), plain.file(), "unpacking again changes nothing");
}

#[test]
fn a_training_is_unpacked_by_rounding() {
    let learner = Learner::new(Shape::new("0.1".parse().unwrap(), Symbols::PLAIN).unwrap(), &[]).unwrap();
    learner.weights(0).store(0, 13.0);
    let floats = learner.weights(0).iter().flat_map(f32::to_le_bytes);
    let sections = [
        ("shape".to_owned(), learner.shape().describe().into_bytes()),
        ("stage0".to_owned(), [0].into_iter().chain(floats).collect()),
    ];
    let wide = Network::read(redouble::network::write_sections(&sections)).unwrap();
    let plain = opened(&unpack(&wide, 8.0).unwrap()).unwrap();
    assert_eq!(plain.value(Afterstate::new(Board::EMPTY)), 8.0 * 16.0);
}

#[test]
fn the_weights_of_a_mapped_network_lie_in_its_file_and_begin_with_a_page() {
    let plain = opened(&unpack(&packed(), 8.0).unwrap()).unwrap();
    let file = plain.file().as_ptr_range();
    for stage in 0..3 {
        let Weights::Plain { weights, .. } = plain.weights(stage) else { panic!("stage {stage} was copied") };
        let weights = weights.as_pairs().as_flattened().as_ptr_range();
        assert!(file.start < weights.start && weights.end <= file.end);
        assert_eq!((weights.start.addr() - file.start.addr()) % 4096, 0);
    }
}

#[test]
fn damaged_weights_are_found_by_looking_and_not_by_opening() {
    let mut file = unpack(&packed(), 8.0).unwrap();
    let whole = Network::open(file.clone()).unwrap().identity();
    let last = file.len() - 1;
    file[last] ^= 1;
    let damaged = opened(&file).unwrap();
    assert_eq!(damaged.verify(), Err(NetworkFormatError::Damaged("stage2".to_owned())));
    assert_eq!(damaged.identity(), whole, "nothing but the directory was read");
}

#[test]
fn damage_elsewhere_and_missing_or_extra_bytes_are_errors() {
    let file = unpack(&packed(), 8.0).unwrap();
    let stage = Sections::parse(&file).unwrap().span("stage0").unwrap();
    for at in (0..stage.start).step_by(7) {
        let mut file = file.clone();
        file[at] ^= 16;
        let network = opened(&file);
        assert!(network.is_err() || network.unwrap().verify().is_err(), "byte {at}");
    }
    for length in (0..stage.start + 20).step_by(11).chain([file.len() / 2, file.len() - 1]) {
        assert!(opened(&file[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(opened(&[file, vec![0; 2]].concat()).unwrap_err(), NetworkFormatError::Long(2));
}
