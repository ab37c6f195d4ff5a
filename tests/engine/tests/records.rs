//! Game records: what is written is read again, and nothing else.

use redouble::checksum::crc32;
use redouble::record::{games, whole_length};
use redouble::{Cell, Game, GameRecord, Move, Rng, Seed, Tile};

/// A game played at random for up to `moves` moves.
fn random_game(number: u64, moves: u32) -> Game {
    let mut game = Game::new(Seed(2048), number);
    let mut rng = game.luck().agent();
    while game.moves() < moves && !game.is_over() {
        game.play(Move::ALL[rng.below(4) as usize]);
    }
    game
}

/// A text with the end line that fits it.
fn sealed(body: &str) -> String {
    format!("{body}end {:08x}\n", crc32(body.as_bytes()))
}

/// Why a text, sealed, is refused.
fn refusal(body: &str) -> String {
    sealed(body).parse::<GameRecord>().unwrap_err().to_string()
}

#[test]
fn a_record_looks_like_this() {
    let record = GameRecord::of(&random_game(3, 6)).by("random").on("2025-01-31");
    let expected = include_str!("record.txt");
    assert_eq!(record.to_string(), expected);
    assert_eq!(expected.parse(), Ok(record));
}

#[test]
fn writing_then_reading_gives_the_same_game() {
    for number in 0..50 {
        let game = random_game(number, u32::MAX);
        let record = GameRecord::of(&game).by("random");
        let read: GameRecord = record.to_string().parse().unwrap();
        assert_eq!(read, record);
        assert_eq!(read.seed(), Some((Seed(2048), number)));
        assert_eq!((read.game().board(), read.game().score()), (game.board(), game.score()));
        assert!(read.game().turns().eq(game.turns()) && read.game().is_over());
        assert!(read.boards().all(|(board, turn)| board.slide(turn.mv).is_some()));
    }
}

#[test]
fn a_game_from_anywhere_is_stored_without_a_seed() {
    let mut game = random_game(1, 40);
    let score = game.score();
    game.place(Cell::new(0).unwrap(), Tile::MAX);
    let mut rng = Rng::new(9);
    for _ in 0..40 {
        game.play(Move::ALL[rng.below(4) as usize]);
    }
    let record = GameRecord::of(&game).by("  a person,\nby hand ").on("");
    assert_eq!((record.seed(), record.start().1), (None, score));
    assert_eq!((record.agent(), record.date()), (Some("a person, by hand"), None));
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn a_game_without_a_move_is_a_record_too() {
    let record = GameRecord::of(&Game::new(Seed(0), 0));
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn a_move_takes_two_bytes() {
    let record = GameRecord::of(&random_game(5, u32::MAX));
    let text = record.to_string();
    let moves = text.lines().find_map(|line| line.strip_prefix("moves ")).unwrap();
    assert_eq!(moves.len(), 2 * record.turns().len());
}

#[test]
fn a_writer_killed_at_any_byte_loses_only_the_last_game() {
    let texts = [0, 1, 2].map(|number| GameRecord::of(&random_game(number, 5)).by("zufällig").to_string());
    let file = texts.concat();
    let bounds = [0, texts[0].len(), texts[0].len() + texts[1].len(), file.len()];
    for cut in 0..=file.len() {
        let bytes = &file.as_bytes()[..cut];
        let whole = bounds.iter().rposition(|&bound| bound <= cut).unwrap();
        let read: Vec<_> = games(bytes).collect();
        assert!(read.iter().take(whole).all(Result::is_ok));
        match read.get(whole) {
            Some(torn) => assert!(torn.as_ref().unwrap_err().is_torn() && read.len() == whole + 1),
            None => assert_eq!(cut, bounds[whole]),
        }
        assert_eq!(whole_length(bytes), Ok(bounds[whole]));
        let appended = [&bytes[..bounds[whole]], texts[0].as_bytes()].concat();
        assert_eq!(games(&appended).filter(Result::is_ok).count(), whole + 1);
    }
}

#[test]
fn a_game_after_a_torn_one_is_still_read() {
    let text = GameRecord::of(&random_game(0, 5)).to_string();
    let file = format!("{}\n{text}", &text[..text.len() - 20]);
    let read: Vec<_> = games(file.as_bytes()).collect();
    assert!(read[0].as_ref().unwrap_err().is_torn());
    assert!(read[1].is_ok() && read.len() == 2);
}

#[test]
fn no_changed_byte_goes_unnoticed() {
    let text = GameRecord::of(&random_game(7, 8)).by("random").to_string();
    for place in 0..text.len() {
        for flip in [1, 2, 0x20, 0x80] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= flip;
            let read: Vec<_> = games(&bytes).collect();
            assert!(read.iter().all(Result::is_err), "byte {place} flipped by {flip}");
        }
    }
}

#[test]
fn an_impossible_game_is_refused_with_its_place() {
    let game = "redouble-game 1\nstart 1100000000000000\n";
    let cases = [
        ("moves l5u0\nresult 0 0 0 over\n", "line 3: move 2: a spawn in row 1, column 1, where a 4 stands"),
        ("moves l5l8l1\nresult 0 0 0 over\n", "line 3: move 3: left changes nothing, expected a legal slide"),
        ("moves l5x1\nresult 0 0 0 over\n", "line 3: move 2: \"x1\", expected one of u r d l"),
        ("moves l5l\nresult 0 0 0 over\n", "line 3: move 2: \"l\", expected one of u r d l"),
        ("moves l5\nresult 8 4 1 unfinished\n", "line 4: \"8 4 1 unfinished\", expected \"4 4 1 unf"),
        ("moves l5\nmoves l5\n", "line 4: a second `moves`, expected one"),
        ("moves l5\n", "line 1: no `result` line, expected one"),
        ("colour red\n", "line 3: \"colour\", expected seed, agent"),
        ("moves\nresult 0 2 0 unfinished\nseed 1\n", "line 5: \"1\", expected a seed and a game number"),
        (
            "moves l5\nresult 4 4 1 unfinished\nseed 1 1\n",
            "line 3: move 1: a 2 in row 2, column 2, expected a 4 in row 1, column 2 as the seed makes it",
        ),
    ];
    for (lines, expected) in cases {
        let refused = refusal(&format!("{game}{lines}"));
        assert!(refused.starts_with(&format!("game 1, {expected}")), "{refused}");
    }
}

#[test]
fn foreign_text_is_refused() {
    for text in ["", "hello", "redouble-game 2\n", "\u{feff}redouble-game 1\n", "redouble-game 1 \n"] {
        assert!(text.parse::<GameRecord>().is_err(), "{text:?}");
    }
    let refused = games(b"SQLite format 3\0").next().unwrap().unwrap_err();
    assert!(!refused.is_torn());
    assert_eq!(refused.to_string(), "game 1, line 1: \"SQLite format 3\\0\", expected `redouble-game 1`");
    let game = GameRecord::of(&random_game(0, 5)).to_string();
    assert!(format!("{game}{game}").parse::<GameRecord>().is_err());
}
