//! A short, repeatable run of the fuzz targets over generated and mutated texts.

mod bodies;

use redouble::network::write_sections;
use redouble::tablebase::Endgame;
use redouble::tablebase::file::{directory, head};
use redouble::tablebase::layer::{Layer, encode};
use redouble::{Game, GameRecord, Move, Rng, Seed};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const ROUNDS: u32 = if cfg!(debug_assertions) { 20_000 } else { 200_000 };

#[test]
fn the_board_parser_withstands_mutations() {
    let seeds = [
        "ba98456732100001",
        "hgfedcba98765432",
        "2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 8192 16384 32768 65536",
        "0,2,.,_,-,131072,4,0,0,0,0,0,0,0,0,2",
        "left",
    ];
    let words = [" ", ",", "/", "\n", ".", "131072", "262144", "+2", "-", "h", "i", "é", "99999999999"];
    run(&seeds.map(str::to_owned), &words, bodies::board);
}

#[test]
fn the_spec_parser_withstands_mutations() {
    let seeds = [
        "expectimax(eval=features(blanks,edges=on),depth=8,time=1.5s,nodes=900,min-prob=0.0001,four-limit=1e-5)",
        "merges(fours=off, sample=4, cache=64MiB, reuse=deeper, threads=2, parallel=chance, above=1, base=-90.5)",
        "snake(passing,staying,stuck=rows,stop-at=2048)",
        "wang-alphabeta(ordering=off,corner=off)",
        "rollout(games=100,until=over)",
        "best(time=10ms,depth=5,tables=off)",
        "greedy(eval=gradient(larger))",
        "random",
    ];
    let words = [
        "(",
        ")",
        "=",
        ",",
        "\"",
        "\"\"",
        " ",
        "off",
        "on",
        "0",
        "-1",
        "99999999999",
        "1e400",
        "é",
        "depth=3",
    ];
    run(&seeds.map(str::to_owned), &words, bodies::spec);
}

#[test]
fn the_record_parser_withstands_mutations() {
    let games: Vec<String> = (0..6).map(|number| random_record(number, 4 * number as u32)).collect();
    let unsealed = games.iter().map(|game| game[..game.rfind("end").unwrap()].to_owned());
    let seeds: Vec<String> = games.iter().cloned().chain(unsealed).chain([games.concat()]).collect();
    let words = [
        "\n",
        " ",
        "redouble-game 1\n",
        "end 00000000\n",
        "moves ",
        "seed 1 1\n",
        "date x\n",
        "u0",
        "Lf",
        "0",
    ];
    run(&seeds, &words, bodies::record);
}

#[test]
fn the_network_reader_withstands_mutations() {
    let floats: Vec<u8> = [0].into_iter().chain((0..256).flat_map(|n| (n as f32).to_le_bytes())).collect();
    let frame = |bytes: Vec<u8>| {
        let frame = compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest);
        [&(frame.len() as u32).to_le_bytes(), frame.as_slice()].concat()
    };
    let planes = [vec![0b1000_0001; 32], vec![7; 64], vec![0; 64]].map(frame).concat();
    let packed = [&[1], 8f32.to_le_bytes().as_slice(), &planes].concat();
    let plain = [&[3], 8f32.to_le_bytes().as_slice(), &[0; 100], &[7; 512]].concat();
    let staged = "chances\nlarge 2048\nranks 1\nforesight 0.5\nstage 0 0.1\nstage 1+1 0.1\n";
    let shapes = ["0.1\n0\n1\n0\n", staged].map(|shape| shape.as_bytes().to_vec());
    let files = [floats, packed, plain.clone(), sealed(plain), of_chances()];
    let seeds = [files.as_slice(), &shapes].concat();
    let words = ["\0", "redouble", "stage0", "\u{1}", "\u{3}", "stage 4+2 0.1\n", "2048\n", "9"];
    run(&seeds, &words, bodies::network);
}

/// A whole network whose values are chances, with two small stages.
fn of_chances() -> Vec<u8> {
    let shape = "chances\nlarge 2048\nranks 4\nforesight 0.5\nstage 0 0.1\nstage 1+1 0.1\n";
    let floats = |count: usize| [0].into_iter().chain(std::iter::repeat_n(7, 4 * count)).collect();
    let sections: [(&str, Vec<u8>); 4] = [
        ("shape", shape.into()),
        ("levels", vec![0; 544]),
        ("stage0", floats(11 * 11)),
        ("stage1", floats(12 * 12)),
    ];
    write_sections(&sections.map(|(name, bytes)| (name.to_owned(), bytes)))
}

#[test]
fn the_table_reader_withstands_mutations() {
    let seeds = ["2-8", "4-16", "44-8", "43s-8"].map(|endgame| small_table(endgame.parse().unwrap()));
    run(&seeds, &["\0", "\u{1}", "redouble-table\0\0", "\u{7f}\u{7f}\u{7f}\u{7f}"], bodies::table);
}

/// A table in which some afterstates of each sum have some success.
fn small_table(endgame: Endgame) -> Vec<u8> {
    let mut rng = Rng::new(32);
    let mut file = Vec::from(head(endgame));
    let layers: Vec<Layer> = (0..12)
        .map(|_| {
            let keys: Vec<u32> = (0..endgame.keys().min(2000) as u32).filter(|_| rng.below(3) > 0).collect();
            let rates: Vec<u16> = keys.iter().map(|_| rng.below(1 << 16) as u16).collect();
            let bytes = encode(&keys, &rates);
            let start = file.len() as u64;
            file.extend(&bytes);
            Layer { start, length: bytes.len() as u32, states: keys.len() as u32 }
        })
        .collect();
    let directory = directory(endgame, 0, &layers, &file);
    [file, directory].concat()
}

/// A whole file with these weights.
fn sealed(weights: Vec<u8>) -> Vec<u8> {
    write_sections(&[("shape".to_owned(), b"0.1\n0\n1\n".to_vec()), ("stage0".to_owned(), weights)])
}

fn random_record(number: u64, moves: u32) -> String {
    let mut game = Game::new(Seed(4), number);
    let mut rng = game.luck().agent();
    while game.moves() < moves {
        game.play(Move::ALL[rng.below(4) as usize]);
    }
    GameRecord::of(&game).by("random").to_string()
}

/// Runs a body on every seed, on many mutations of them, and on noise.
fn run(seeds: &[impl AsRef<[u8]>], words: &[&str], body: fn(&[u8]) -> bool) {
    assert!(seeds.iter().all(|seed| body(seed.as_ref())));
    let mut rng = Rng::new(2048);
    let mut accepted = 0;
    for round in 0..ROUNDS {
        let mut bytes = seeds[rng.below(seeds.len() as u32) as usize].as_ref().to_owned();
        for _ in 0..=rng.below(1 + round % 4) {
            mutate(&mut bytes, words, &mut rng);
        }
        accepted += u32::from(body(&bytes));
        let noise: Vec<u8> = (0..rng.below(40)).map(|_| rng.bits() as u8).collect();
        body(&noise);
    }
    assert!((ROUNDS / 100..ROUNDS).contains(&accepted), "{accepted} of {ROUNDS} mutations were accepted");
}

/// Changes, removes, doubles or inserts something somewhere.
fn mutate(bytes: &mut Vec<u8>, words: &[&str], rng: &mut Rng) {
    let place = rng.below(bytes.len() as u32 + 1) as usize;
    let end = (place + rng.below(8) as usize).min(bytes.len());
    match rng.below(5) {
        0 => bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
        1 => drop(bytes.drain(place..end)),
        2 => bytes.extend_from_within(place..end),
        3 => bytes.truncate(place),
        _ => drop(bytes.splice(place..place, words[rng.below(words.len() as u32) as usize].bytes())),
    }
}
