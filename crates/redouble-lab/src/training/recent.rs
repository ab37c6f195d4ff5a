//! How the games of a training went of late.

use super::curve::TILES;
use super::worker::Lesson;

/// A mean goes back about so many games.
const MEMORY: f64 = 1000.0;

/// Running means over about the last thousand games. Keeping them takes a few additions a game.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    score: Mean,
    tiles: [Mean; TILES.len()],
    large: [Mean; 8],
}

impl Recent {
    /// One more game.
    pub fn add(&mut self, lesson: &Lesson) {
        self.large[lesson.large].add(f64::from(u8::from(lesson.made_large)));
        // A game from the middle of another says nothing of whole games.
        if lesson.large == 0 {
            self.score.add(f64::from(lesson.score));
            for (mean, face) in self.tiles.iter_mut().zip(TILES) {
                mean.add(f64::from(u8::from(lesson.best.face() >= face)));
            }
        }
    }

    /// The mean score of the games that started without large tiles.
    pub fn score(&self) -> Option<f64> {
        self.score.value()
    }

    /// The share of these games that reached each of [`TILES`].
    pub fn tiles(&self) -> [f64; TILES.len()] {
        self.tiles.map(|mean| mean.value)
    }

    /// For each number of large tiles that games started with, that number and the share of them that made the next one.
    pub fn successes(&self) -> impl Iterator<Item = (usize, f64)> {
        self.large.iter().enumerate().filter_map(|(count, mean)| Some((count, mean.value()?)))
    }
}

/// A mean in which later games count more, once there are many.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    games: f64,
    value: f64,
}

impl Mean {
    fn add(&mut self, result: f64) {
        self.games = (self.games + 1.0).min(MEMORY);
        self.value += (result - self.value) / self.games;
    }

    fn value(self) -> Option<f64> {
        (self.games > 0.0).then_some(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::starts::Origin;
    use super::*;
    use redouble::Tile;

    fn lesson(large: usize, score: u32, face: u32) -> Lesson {
        let best = Tile::from_face(face).unwrap();
        Lesson { moves: 1, large, origin: Origin::Fresh, made_large: face > 2048, score, best, entry: None }
    }

    #[test]
    fn the_first_games_count_alike() {
        let mut recent = Recent::default();
        assert_eq!((recent.score(), recent.successes().count()), (None, 0));
        for (large, score, face) in [(0, 100, 1024), (0, 300, 2048), (2, 999, 4096), (2, 999, 2048)] {
            recent.add(&lesson(large, score, face));
        }
        assert_eq!(recent.score(), Some(200.0));
        assert_eq!(recent.tiles()[..3], [1.0, 0.5, 0.0]);
        assert!(recent.successes().eq([(0, 0.0), (2, 0.5)]));
    }

    #[test]
    fn games_long_ago_are_forgotten() {
        let mut recent = Recent::default();
        (0..5000).for_each(|_| recent.add(&lesson(0, 100, 1024)));
        (0..5000).for_each(|_| recent.add(&lesson(0, 900, 2048)));
        assert!(recent.score().is_some_and(|score| (890.0..900.0).contains(&score)));
        assert!(recent.tiles()[1] > 0.99);
    }
}
