//! What is written for other programs comes back the same.

use std::fmt::Debug;

use redouble::{Afterstate, AgentSpec, Board, Cell, Game, GameRecord, Move, Seed, Slide, Spawn, Tile, Turn};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn values_are_written_as_people_write_them() {
    let board: Board = "2 4 . . / . . . . / . . . . / . . . 65536".parse().unwrap();
    let spawn = Spawn { cell: Cell::new(5).unwrap(), tile: Tile::FOUR };
    check(board, r#""120000000000000g""#);
    check(Afterstate::new(board), r#""120000000000000g""#);
    check(Move::Left, r#""left""#);
    check(spawn, r#"{"cell":5,"tile":4}"#);
    check(Turn { mv: Move::Up, reward: 8, spawn }, r#"{"mv":"up","reward":8,"spawn":{"cell":5,"tile":4}}"#);
    check(Slide { after: Afterstate::new(board), reward: 4 }, r#"{"after":"120000000000000g","reward":4}"#);
    check(Seed(7), "7");
    check("greedy(eval=merges)".parse::<AgentSpec>().unwrap(), r#""greedy(eval=merges)""#);
}

#[test]
fn a_record_comes_back_whole() {
    let mut game = Game::new(Seed(42), 17);
    for mv in [Move::Left, Move::Up, Move::Left] {
        game.play(mv);
    }
    let record = GameRecord::of(&game).by("random");
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), record);
}

#[test]
fn what_cannot_be_is_refused_with_what_was_expected() {
    let refusal = |json: &str| match json.starts_with('"') {
        true => serde_json::from_str::<Board>(json).unwrap_err().to_string(),
        false => serde_json::from_str::<Tile>(json).unwrap_err().to_string(),
    };
    for json in ["3", "262144", r#""12""#, r#""z120000000000000""#] {
        assert!(refusal(json).contains("expected"), "{json}: {}", refusal(json));
    }
    assert!(serde_json::from_str::<Cell>("16").is_err());
}
