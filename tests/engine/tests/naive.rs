//! The rules once more, as plainly as possible, sharing nothing with the engine's.

use redouble::{Board, Move, Rng, Tile};

/// Faces, row by row; 0 is an empty cell.
pub type Grid = [[u32; 4]; 4];

/// Slides a line towards its first cell: close the gaps, then merge pairs from the wall on.
pub fn slide_line(line: &[u32]) -> (Vec<u32>, u32) {
    let tiles: Vec<u32> = line.iter().copied().filter(|&face| face != 0).collect();
    let (mut slid, mut points, mut i) = (Vec::new(), 0, 0);
    while i < tiles.len() {
        let pair = i + 1 < tiles.len() && tiles[i] == tiles[i + 1] && tiles[i] != 131072;
        slid.push(if pair { 2 * tiles[i] } else { tiles[i] });
        points += if pair { 2 * tiles[i] } else { 0 };
        i += if pair { 2 } else { 1 };
    }
    slid.resize(line.len(), 0);
    (slid, points)
}

/// Turns a grid counter-clockwise: what was up is left.
fn turned(grid: Grid) -> Grid {
    let mut result = grid;
    for (r, row) in grid.iter().enumerate() {
        for (c, &face) in row.iter().enumerate() {
            result[3 - c][r] = face;
        }
    }
    result
}

/// Slides a grid: turns it until the wall is on the left, slides the rows, turns it on.
pub fn slide(grid: Grid, mv: Move) -> (Grid, u32) {
    let quarters = match mv {
        Move::Left => 0,
        Move::Up => 1,
        Move::Right => 2,
        Move::Down => 3,
    };
    let mut grid = (0..quarters).fold(grid, |grid, _| turned(grid));
    let mut points = 0;
    for row in &mut grid {
        let (slid, made) = slide_line(row);
        row.copy_from_slice(&slid);
        points += made;
    }
    ((quarters..4).fold(grid, |grid, _| turned(grid)), points)
}

/// The grid that a board shows.
pub fn grid(board: Board) -> Grid {
    let faces = board.tiles().map(Tile::face);
    std::array::from_fn(|row| std::array::from_fn(|column| faces[4 * row + column]))
}

/// The board that a grid shows.
pub fn board(grid: Grid) -> Board {
    let faces = grid.concat();
    Board::from_tiles(std::array::from_fn(|cell| Tile::from_face(faces[cell]).unwrap()))
}

/// A board with some share of empty cells and tiles from a random range, 131072 included.
pub fn random_board(rng: &mut Rng) -> Board {
    let least = rng.below(17) + 1;
    let range = rng.below(18 - least) + 1;
    let empty = rng.below(16);
    let mut tile = || if rng.below(16) < empty { 0 } else { least + rng.below(range) };
    Board::from_tiles(std::array::from_fn(|_| Tile::new(tile() as u8).unwrap()))
}
