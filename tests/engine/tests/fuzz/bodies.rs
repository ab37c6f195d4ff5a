//! What is fuzzed: whatever reads bytes from outside, on any bytes. The targets in `fuzz/` run these same functions.

use redouble::checksum::crc32;
use redouble::network::{Network, NetworkParts, Shape, cut, write_sections};
use redouble::record::{games, whole_length};
use redouble::spec::ParseSpecError;
use redouble::tablebase::{Endgame, Tablebase};
use redouble::{Afterstate, Board, Budgeted, Cell, EvaluatorSpec, GameRecord, Move, Rng, Tile};

/// Reads the bytes as a board and as a move; true if they are one of them.
///
/// What is read must print and read back, and what is refused must be told in a short line.
pub fn board(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let board = text.parse::<Board>().inspect_err(|error| check_message(&error.to_string()));
    let mv = text.parse::<Move>().inspect_err(|error| check_message(&error.to_string()));
    if let Ok(board) = board {
        assert_eq!(board.to_string().parse(), Ok(board));
        assert_eq!(format!("{board:#}").parse(), Ok(board));
        assert_eq!(format!("{board:?}").parse(), Ok(board));
        assert_eq!(board.is_dead(), board.slides().count() == 0);
    }
    board.is_ok() || mv.is_ok()
}

/// Reads the bytes as the spec of an agent and of an evaluation; true if they are one of them.
///
/// What is read must print and read back the same, and what is refused must say where.
pub fn spec(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let agent = text.parse::<Budgeted>().inspect_err(|error| check_refusal(&text, error));
    let evaluation = text.parse::<EvaluatorSpec>().inspect_err(|error| check_refusal(&text, error));
    if let Ok(spec) = &agent {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(spec));
    }
    if let Ok(spec) = &evaluation {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(spec));
    }
    agent.is_ok() || evaluation.is_ok()
}

fn check_refusal(text: &str, error: &ParseSpecError) {
    assert!((1..=text.chars().count() + 1).contains(&error.place()), "{text}: {error}");
    check_line(&error.to_string());
}

/// Reads the bytes as a file of games, as they are and with the checksum that fits them; true if it holds one.
pub fn record(bytes: &[u8]) -> bool {
    let sealed = [bytes, format!("end {:08x}\n", crc32(bytes)).as_bytes()].concat();
    file(bytes) | file(&sealed)
}

fn file(bytes: &[u8]) -> bool {
    let mut any = false;
    for game in games(bytes) {
        match game {
            Ok(record) => {
                check_record(&record);
                any = true;
            }
            Err(error) => check_message(&error.to_string()),
        }
    }
    if let Ok(whole) = whole_length(bytes) {
        let torn = |game: Result<GameRecord, _>| {
            game.is_err_and(|error: redouble::record::RecordError| error.is_torn())
        };
        assert!(!games(&bytes[..whole]).last().is_some_and(torn));
    }
    any
}

fn check_record(record: &GameRecord) {
    assert_eq!(record.to_string().parse().as_ref(), Ok(record));
    let game = record.game();
    assert_eq!((game.board(), game.score()), record.end());
    assert!(game.turns().eq(record.turns().iter().copied()));
    assert_eq!(record.boards().count(), record.turns().len());
}

/// Reads the bytes as a network, as they are and as the weights or the shape of one whose checksums fit; true if one is.
pub fn network(bytes: &[u8]) -> bool {
    let sections = |weights: &[u8]| {
        let section = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_owned());
        write_sections(&[section("shape", b"0.1\n0\n1\n"), section("stage0", weights)])
    };
    let chances = |bytes: &[u8]| {
        let shape = b"chances\nlarge 2048\nranks 1\nforesight 0.5\nstage 0 0.1\n";
        let section = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_owned());
        write_sections(&[section("shape", shape), section("levels", bytes), section("stage0", bytes)])
    };
    [bytes.to_owned(), sections(bytes), chances(bytes), shaped(bytes)]
        .iter()
        .fold(false, |any, file| any | read(file))
}

/// A network of this shape, if it is one, that knows nothing.
fn shaped(bytes: &[u8]) -> Vec<u8> {
    let shape = str::from_utf8(bytes).ok().and_then(|text| Shape::from_description(text).ok());
    let weights = |stage| shape.as_ref().map_or(0, |shape| shape.weights(stage)).min(1 << 16);
    let stages = 0..shape.as_ref().map_or(0, |shape| shape.symbols().stages());
    let stages = stages.map(|stage| (format!("stage{stage}"), vec![0; 1 + 4 * weights(stage)]));
    let sections: Vec<_> = std::iter::once(("shape".to_owned(), bytes.to_owned())).chain(stages).collect();
    write_sections(&sections)
}

/// From the first place of every pattern to the last, and beyond what patterns see.
const BOARDS: [&str; 4] = ["0000000000000000", "ffffffffffffffff", "hgfedcba98765432", "123456789abcdef0"];

fn read(file: &[u8]) -> bool {
    read_parts(file);
    match Network::read(file.to_owned()) {
        Ok(network) => {
            let _ = network.verify().inspect_err(|error| check_line(&error.to_string()));
            for board in BOARDS.map(|board| board.parse().unwrap()) {
                assert!(!network.value(Afterstate::new(board)).is_nan());
            }
            true
        }
        Err(error) => {
            check_line(&error.to_string());
            false
        }
    }
}

/// Reads what might be a head, and a network in the parts it can be cut into.
fn read_parts(file: &[u8]) {
    let _ = NetworkParts::new(file.to_owned()).inspect_err(|error| check_line(&error.to_string()));
    let Ok((head, stages)) = cut(file) else { return };
    let Ok(mut parts) = NetworkParts::new(head) else { return };
    if stages.into_iter().all(|stage| parts.add(stage.to_vec()).is_ok())
        && let Ok(network) = parts.network()
    {
        assert_eq!(network.identity(), crc32(file));
    }
}

/// Reads the bytes as an endgame table, as they are and with the checksums that fit them; true if one is.
///
/// Whatever is opened can be read through and asked about boards; all it may do is know nothing.
pub fn table(bytes: &[u8]) -> bool {
    let sealed = sealed(bytes).unwrap_or_default();
    [bytes.to_owned(), sealed].into_iter().fold(false, |any, file| any | ask(file))
}

/// The same table with checksums for each page and for its directory; `None` if it has no end to put them.
fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let tail = bytes.len().checked_sub(12)?;
    let start = usize::try_from(u64::from_le_bytes(bytes[tail..tail + 8].try_into().ok()?)).ok()?;
    let layers = u32::from_le_bytes(bytes.get(..tail)?.get(start..)?.get(8..12)?.try_into().ok()?);
    let mut file = bytes.to_owned();
    let (pages, directory) = file[..tail].split_at_mut(start);
    let sums = directory.get_mut((layers as usize).checked_mul(16)?.checked_add(16)?..).unwrap_or_default();
    for (page, sum) in pages.chunks(4096).zip(sums.chunks_exact_mut(4)) {
        sum.copy_from_slice(&crc32(page).to_le_bytes());
    }
    let sum = crc32(&file[start..tail]);
    file[tail + 8..].copy_from_slice(&sum.to_le_bytes());
    Some(file)
}

fn ask(file: Vec<u8>) -> bool {
    let table = match Tablebase::open(file) {
        Ok(table) => table,
        Err(error) => {
            check_line(&error.to_string());
            return false;
        }
    };
    let _ = table.verify().inspect_err(|error| check_line(&error.to_string()));
    let mut rng = Rng::new(u64::from(table.identity()));
    for _ in 0..20 {
        let board = board_of(table.endgame(), &mut rng);
        let chances = table.chances(board).into_iter().flatten().flatten();
        let all = chances.chain(table.chance_after(Afterstate::new(board)));
        all.for_each(|chance| assert!((0.0..=1.0).contains(&chance)));
        assert!(table.advice(board).is_none_or(|seen| board.slide(seen.best).is_some()));
    }
    true
}

/// A board of an endgame: large tiles on the locked cells, no two neighbours alike, anything in the free ones.
fn board_of(endgame: Endgame, rng: &mut Rng) -> Board {
    let target = endgame.target().exponent();
    Cell::all().fold(Board::EMPTY, |board, cell| {
        let exponent = match endgame.formation().locks(cell) {
            true => target + ((cell.index() / 4 + cell.index()) % 2) as u8,
            false => (rng.below(2) * rng.below(u32::from(target))) as u8,
        };
        board.with(cell, Tile::new(exponent).unwrap())
    })
}

fn check_message(message: &str) {
    assert!(message.contains("expected"), "{message}");
    check_line(message);
}

fn check_line(message: &str) {
    assert!(message.len() < 400 && !message.contains('\n'), "{message}");
}
