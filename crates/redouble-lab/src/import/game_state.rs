//! The original game's `gameState`, as its page keeps it in `localStorage`: a board and a score, no turns.
//!
//! `{"grid":{"size":4,"cells":[[{"position":{"x":0,"y":0},"value":2},null,…],…]},"score":0,"over":false,…}`,
//! where `cells[x][y]` is the tile in column x and row y.

use redouble::{Board, Game, Seed, Tile};
use serde::Deserialize;

use super::cell_at;

#[derive(Deserialize)]
struct GameState {
    grid: Grid,
    score: u32,
}

#[derive(Deserialize)]
struct Grid {
    size: usize,
    cells: Vec<Vec<Option<Placed>>>,
}

#[derive(Deserialize)]
struct Placed {
    value: u32,
}

/// Reads the text, as it is or within quotes as some browsers copy it.
pub fn read(text: &str) -> Result<Game, String> {
    let unquoted: Option<String> = serde_json::from_str(text).ok();
    let state: GameState =
        serde_json::from_str(unquoted.as_deref().unwrap_or(text)).map_err(|why| why.to_string())?;
    let GameState { grid, score } = state;
    if grid.size != 4 || grid.cells.len() != 4 || grid.cells.iter().any(|column| column.len() != 4) {
        return Err(format!("a grid of size {}, expected four columns of four cells", grid.size));
    }
    let mut board = Board::EMPTY;
    for (column, x) in grid.cells.iter().zip(0..) {
        for (placed, y) in column.iter().zip(0..) {
            let Some(Placed { value }) = placed else { continue };
            let cell = cell_at(x, y)?;
            let tile = Tile::from_face(*value).filter(|tile| !tile.is_empty());
            board = board
                .with(cell, tile.ok_or_else(|| format!("{value} in {cell}, expected 2, 4, 8 … 131072"))?);
        }
    }
    Ok(Game::resume(board, score, Seed(0), 0))
}

#[cfg(test)]
mod tests {
    use crate::import::read as read_any;

    /// The state of a page with a 2 in column 1, row 0, and a 1024 in column 3, row 2.
    const STATE: &str = r#"{"grid":{"size":4,"cells":[[null,null,null,null],
        [{"position":{"x":1,"y":0},"value":2},null,null,null],[null,null,null,null],
        [null,null,{"position":{"x":3,"y":2},"value":1024},null]]},
        "score":9216,"over":false,"won":false,"keepPlaying":false}"#;

    #[test]
    fn a_board_and_a_score_come_out() {
        let records = read_any(STATE.as_bytes(), None).unwrap();
        let (board, score) = records[0].end();
        assert_eq!(
            (format!("{board:#}"), score),
            (". 2 . . / . . . . / . . . 1024 / . . . .".to_owned(), 9216)
        );
        let quoted = serde_json::to_string(STATE).unwrap();
        assert_eq!(read_any(quoted.as_bytes(), None).unwrap(), records);
    }

    #[test]
    fn other_states_are_refused() {
        let refused = |text: &str| read_any(text.as_bytes(), None).unwrap_err().to_string();
        assert!(refused("{}").starts_with("as gamestate: missing field `grid`"));
        assert!(
            refused(&STATE.replace("1024", "1000")).contains("1000 in row 3, column 4, expected 2, 4, 8")
        );
        assert!(refused(&STATE.replace("\"size\":4", "\"size\":5")).contains("a grid of size 5"));
        assert!(refused(&STATE.replace("[null,null,null,null],", "")).contains("four columns"));
    }
}
