//! Boards, moves, specs and records for `serde`, as the text that is printed and read everywhere else.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::tablebase::Endgame;
use crate::{Afterstate, AgentSpec, Board, Cell, EvaluatorSpec, GameRecord, Move, Tile};

macro_rules! as_text {
    ($($type:ty),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )*};
}

as_text!(Board, Move, AgentSpec, EvaluatorSpec, GameRecord, Endgame);

/// Reads what a type's `FromStr` reads.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// As the board it looks like.
impl Serialize for Afterstate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.board().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Afterstate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Afterstate, D::Error> {
        Board::deserialize(deserializer).map(Afterstate::new)
    }
}

/// As its face: 0, 2, 4 … 131072.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.face())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let face = u32::deserialize(deserializer)?;
        let unexpected =
            || D::Error::invalid_value(Unexpected::Unsigned(face.into()), &"0, 2, 4, 8 … 131072");
        Tile::from_face(face).ok_or_else(unexpected)
    }
}

/// As its number, from the top left.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let index = u8::deserialize(deserializer)?;
        let unexpected = || D::Error::invalid_value(Unexpected::Unsigned(index.into()), &"0 to 15");
        Cell::new(index).ok_or_else(unexpected)
    }
}
