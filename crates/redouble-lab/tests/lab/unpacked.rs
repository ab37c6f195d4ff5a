//! Networks whose weights are used where they lie in a mapped file.

use std::path::PathBuf;

use redouble::checksum::crc32;
use redouble::network::{
    Network, NetworkFormatError, NetworkParts, Sections, Shape, Symbols, Weights, cut, directory_length,
};
use redouble::{Afterstate, Board, Rng, Tile};
use redouble_lab::resources::{self, ResourceError};
use redouble_lab::training::{Learner, Packing, pack, unpack};
use tempfile::TempDir;

/// A packed network of three stages, every weight of it at random.
fn packed() -> Network {
    Network::read(packed_file(3)).unwrap()
}

/// The file of its first `stages` stages.
fn packed_file(stages: usize) -> Vec<u8> {
    let standings = ["0", "1", "2"].map(|standing| standing.parse().unwrap());
    let patterns = ["5x4", "5x4", "0.1.2.3 0.1.4.5"].map(|patterns| patterns.parse().unwrap());
    let symbols = Symbols::staged(Tile::from_face(512).unwrap(), &standings[..stages], 2).unwrap();
    let shape = Shape::of_chances(0.5, patterns[..stages].to_vec(), symbols).unwrap();
    let learner = Learner::new(shape, &[]).unwrap();
    let mut rng = Rng::new(16);
    for stage in 0..stages {
        let (weights, errors) = (learner.weights(stage), learner.errors(stage));
        for at in 0..weights.len() {
            weights.store(at, rng.below(512) as f32 / 256.0 - 1.0);
            errors.store(2 * at + 1, 100.0); // enough was learned of all of them
        }
    }
    let packing = Packing { steps: vec![1.0 / 64.0], least_error: vec![0.0], grain: 0.0, level: 1 };
    pack(&learner, &packing, &[("recipe", "by hand".to_owned())]).unwrap()
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
    assert_eq!(plain.text("recipe"), Ok("by hand"));
    assert_eq!(
        unpack(&plain, 8.0).unwrap(),
        unpack(&packed, 8.0).unwrap(),
        "unpacking again changes nothing"
    );
}

#[test]
fn a_training_is_unpacked_by_rounding() {
    let learner = Learner::new(Shape::plain("0.1".parse().unwrap()).unwrap(), &[]).unwrap();
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
    let shape = plain.section("shape").unwrap().unwrap();
    let start = shape.as_ptr().addr() - directory_length(plain.directory().list().count());
    let file = start..start + plain.directory().file_length();
    for stage in 0..3 {
        let Weights::Plain { weights, .. } = plain.weights(stage) else { panic!("stage {stage} was copied") };
        let weights = weights.as_pairs().as_flattened().as_ptr_range();
        assert!(file.start < weights.start.addr() && weights.end.addr() <= file.end);
        assert_eq!((weights.start.addr() - file.start) % 4096, 0);
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

/// The network that plays while only `stages` of its stages have come.
fn of_parts(file: &[u8], stages: usize) -> Network {
    let (head, all) = cut(file).unwrap();
    let mut parts = NetworkParts::new(head).unwrap();
    all.into_iter().take(stages).for_each(|stage| parts.add(stage.to_vec()).unwrap());
    parts.network().unwrap()
}

fn check_same_values(a: &Network, b: &Network) {
    for after in boards().map(Afterstate::new) {
        assert_eq!(a.value(after).to_bits(), b.value(after).to_bits(), "{:?}", after.board());
    }
}

#[test]
fn a_network_of_all_its_parts_is_that_of_the_file() {
    for file in [packed_file(3), unpack(&packed(), 8.0).unwrap()] {
        let (whole, parts) = (Network::read(file.clone()).unwrap(), of_parts(&file, 3));
        assert_eq!(parts.identity(), whole.identity());
        assert_eq!(whole.identity(), crc32(&file));
        assert_eq!(parts.text("recipe"), Ok("by hand"));
        check_same_values(&parts, &whole);
    }
}

#[test]
fn a_network_plays_before_all_its_stages_have_come() {
    let file = packed_file(3);
    for stages in 1..3 {
        let parts = of_parts(&file, stages);
        assert_ne!(parts.identity(), packed().identity());
        check_same_values(&parts, &Network::read(packed_file(stages)).unwrap());
    }
}

#[test]
fn parts_that_are_damaged_too_long_too_short_or_out_of_turn_are_errors() {
    let file = packed_file(3);
    let (head, stages) = cut(&file).unwrap();
    let new = || NetworkParts::new(head.clone()).unwrap();
    assert_eq!(new().network().unwrap_err(), NetworkFormatError::Missing("stage0".to_owned()));
    assert!(new().add(stages[1].to_vec()).is_err(), "the second stage comes second");
    assert_eq!(new().add([stages[0], &[0]].concat()), Err(NetworkFormatError::Long(1)));
    assert_eq!(new().add(stages[0][1..].to_vec()), Err(NetworkFormatError::Short));
    for at in (0..stages[0].len()).step_by(101) {
        let mut stage = stages[0].to_vec();
        stage[at] ^= 8;
        assert!(new().add(stage).is_err(), "byte {at}");
    }
    for length in (0..head.len()).step_by(13) {
        assert!(NetworkParts::new(head[..length].to_vec()).is_err(), "{length} bytes");
    }
    let mut whole = new();
    stages.iter().for_each(|stage| whole.add(stage.to_vec()).unwrap());
    assert_eq!(whole.add(Vec::new()), Err(NetworkFormatError::Missing("stage3".to_owned())));
}
