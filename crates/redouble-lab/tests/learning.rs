//! What training promises: exact adjustments, repeatable runs, values that converge to the known optimum.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use redouble::network::{Bases, Network, Shape, Symbols};
use redouble::{Afterstate, Board, Cell, Field, Game, Move, Rng, Seed, SmallBoard, Tile};
use redouble_lab::train::{Budget, Learner, Packing, Recipe, Rule, Trainer, pack, play_greedily};

fn learner(patterns: &str, optimism: f32) -> Learner {
    let shape = Shape::new(patterns.parse().unwrap(), Symbols::PLAIN).unwrap();
    Learner::new(shape, &[optimism]).unwrap()
}

/// Boards as games meet them, from the first to the last moves.
fn boards() -> Vec<Board> {
    let mut rng = Rng::new(3);
    let mut boards = vec![Board::EMPTY];
    for number in 0..20 {
        let mut game = Game::new(Seed(5), number);
        while game.play(Move::ALL[rng.below(4) as usize]).is_some() || !game.is_over() {
            boards.push(game.board());
        }
    }
    boards
}

#[test]
fn an_adjustment_moves_the_value_by_what_it_says() {
    for rule in [Rule::Plain, Rule::Coherent] {
        let learner = learner("4x5", 100.0);
        for (turn, board) in boards().into_iter().enumerate() {
            let after = Afterstate::new(board);
            let before = learner.value(after);
            let error = 500.0 - before + turn as f32;
            let moved = learner.adjust(after, rule, 0.5, error);
            let value = learner.value(after);
            assert!((value - before - moved).abs() < 1e-2, "{board:?} {before} {moved} {value}");
        }
    }
}

#[test]
fn a_step_never_overshoots_its_target() {
    for rule in [Rule::Plain, Rule::Coherent] {
        let learner = learner("5x4", 0.0);
        for board in boards() {
            let after = Afterstate::new(board);
            let before = learner.value(after);
            learner.adjust(after, rule, 1.0, 1000.0 - before);
            let between = before.min(1000.0) - 0.1..before.max(1000.0) + 0.1;
            assert!(between.contains(&learner.value(after)), "{board:?}");
        }
    }
}

#[test]
fn symmetric_boards_have_the_same_value() {
    let learner = learner("4x5", 0.0);
    for board in boards() {
        learner.adjust(Afterstate::new(board), Rule::Coherent, 1.0, 300.0);
    }
    for board in boards() {
        let value = learner.value(Afterstate::new(board));
        for image in board.symmetries() {
            assert!((learner.value(Afterstate::new(image)) - value).abs() < 1e-2);
        }
    }
}

fn small_recipe() -> Recipe {
    let text = "
        [network]
        patterns = '0.1.2.3 0.1.4.5'
        large = 256
        stages = 3
        births = [0.3]
        doubt = [0.0, 0.0, 100.0]
        [games]
        harvested = [0.0, 1.0, 1.0]
        until_large = true
        success = [2000.0]
        restart = true";
    Recipe::from_text(text).unwrap()
}

fn weights(trainer: &Trainer) -> Vec<u32> {
    let stages = 0..trainer.learner.shape().symbols().stages();
    stages.flat_map(|stage| trainer.learner.weights(stage).iter()).map(f32::to_bits).collect()
}

const BUDGET: Budget = Budget::Moves(60_000);

fn trained(until: f64) -> Trainer {
    let mut trainer = Trainer::new(small_recipe(), 1, Seed(4)).unwrap();
    trainer.round(BUDGET, until, &AtomicBool::new(false), &|_, _| ()).unwrap();
    trainer
}

#[test]
fn training_twice_gives_the_same_weights() {
    assert_eq!(weights(&trained(1.0)), weights(&trained(1.0)));
}

#[test]
fn a_training_that_was_saved_and_opened_goes_on_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    trained(0.4).save(&path).unwrap();
    let mut resumed = Trainer::open(&path).unwrap();
    resumed.round(BUDGET, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let straight = trained(1.0);
    assert_eq!(resumed.effort.moves, straight.effort.moves);
    assert_eq!(weights(&resumed), weights(&straight));
    assert_eq!(resumed.learner.bases(), straight.learner.bases());
    assert_ne!(*straight.learner.bases(), Bases::none());
}

#[test]
fn a_new_stage_begins_with_what_the_last_one_knows_less_its_doubt() {
    let mut trainer = trained(0.25);
    assert_eq!(trainer.learner.shape().symbols().stages(), 2);
    let two_large = Board::EMPTY
        .with(Cell::new(0).unwrap(), Tile::from_face(1024).unwrap())
        .with(Cell::new(1).unwrap(), Tile::from_face(256).unwrap())
        .with(Cell::new(4).unwrap(), Tile::TWO);
    let before = trainer.learner.value(Afterstate::new(two_large));
    trainer.learner.add_stage(64.0).unwrap();
    assert_eq!(trainer.learner.shape().stage(two_large), 2);
    let after = trainer.learner.value(Afterstate::new(two_large));
    assert!((after - (before - 64.0)).abs() < 1e-2, "{after} after {before}");
}

#[test]
fn a_saved_training_plays_and_packs_without_changing_its_mind_much() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    let trainer = trained(1.0);
    trainer.save(&path).unwrap();
    let full = Network::read(std::fs::read(&path).unwrap()).unwrap();
    let packing = Packing { step: 0.25, least_error: vec![0.0], level: 3, ..Packing::default() };
    let packed = Network::read(pack(&trainer.learner, &packing, &[]).unwrap()).unwrap();
    for board in boards() {
        let after = Afterstate::new(board);
        let value = f64::from(trainer.learner.value(after));
        assert!((full.value(after) - value).abs() < 0.5, "{board:?}");
        assert!((packed.value(after) - value).abs() < 0.125 * 16.0 + 0.5, "{board:?}");
    }
    assert!(Trainer::from_network(&packed, Some(small_recipe()), 1, Seed(9)).is_ok());
}

#[test]
fn greedy_games_do_not_depend_on_the_number_of_threads() {
    let trainer = trained(1.0);
    let value = |after| f64::from(trainer.learner.value(after));
    assert_eq!(play_greedily(value, Seed(1), 12, 1), play_greedily(value, Seed(1), 12, 3));
}

type Tiny = SmallBoard<2, 2>;

/// A small board in the middle of a real one, where the pattern sees all of it.
fn seen(small: Tiny) -> Afterstate {
    let cells = Tiny::cells();
    Afterstate::new(cells.fold(Board::EMPTY, |board, cell| {
        let (row, column) = (cell.index() / 2, cell.index() % 2);
        board.with(Cell::at(row as u8 + 1, column as u8 + 1).unwrap(), small.tile(cell))
    }))
}

/// What a learner taught on boards of two rows scores on average, exactly, when it plays greedily.
struct Pupil {
    learner: Learner,
    rng: Rng,
    known: HashMap<Tiny, f64>,
}

impl Pupil {
    fn new(pattern: &str, optimism: f32) -> Self {
        Pupil { learner: learner(pattern, optimism), rng: Rng::new(11), known: HashMap::new() }
    }

    fn slide(&self, board: Tiny) -> Option<(Tiny, u32)> {
        let worth = |&(after, reward): &(_, u32)| reward as f32 + self.learner.value(seen(after));
        let slides = board.slides().map(|(_, after, reward)| (after, reward));
        slides.max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    fn spawned(&mut self, after: Tiny) -> Tiny {
        let cells: Vec<Cell> = after.empty_cells().collect();
        let tile = if self.rng.below(10) == 0 { Tile::FOUR } else { Tile::TWO };
        after.place(cells[self.rng.below(cells.len() as u32) as usize], tile)
    }

    /// Plays a game, one slide in five at random so that nothing stays unseen, and learns from its end backwards.
    fn learn_from_a_game(&mut self, rate: f32) {
        let first = self.spawned(Tiny::EMPTY);
        let mut board = self.spawned(first);
        let mut path = Vec::new();
        while let Some((mut after, _)) = self.slide(board) {
            if self.rng.below(5) == 0 {
                let slides: Vec<_> = board.slides().collect();
                after = slides[self.rng.below(slides.len() as u32) as usize].1;
            }
            board = self.spawned(after);
            path.push((after, board));
        }
        for (after, next) in path.into_iter().rev() {
            let target =
                self.slide(next).map_or(0.0, |(best, reward)| reward as f32 + self.learner.value(seen(best)));
            let error = target - self.learner.value(seen(after));
            self.learner.adjust(seen(after), Rule::Coherent, rate, error);
        }
    }

    fn expected(&mut self, board: Tiny) -> f64 {
        if let Some(&value) = self.known.get(&board) {
            return value;
        }
        let value = self.slide(board).map_or(0.0, |(after, reward)| {
            let mean: f64 = after.spawns().map(|(next, chance)| chance * self.expected(next)).sum();
            f64::from(reward) + mean
        });
        self.known.insert(board, value);
        value
    }

    /// The mean score after so many games at each of three step sizes.
    fn score_after(mut self, games: usize) -> f64 {
        for rate in [1.0, 0.1, 0.01] {
            (0..games).for_each(|_| self.learn_from_a_game(rate));
        }
        let first = Tiny::EMPTY.spawns();
        let starts = first.flat_map(|(one, p)| one.spawns().map(move |(two, q)| (two, p * q)));
        starts.map(|(start, chance)| chance * self.expected(start)).sum()
    }
}

#[test]
fn a_learner_comes_within_a_hundredth_of_the_optimum_of_2x2() {
    let score = Pupil::new("5.6.9.10", 200.0).score_after(5_000);
    assert!(score > 66.964149457 * 0.99, "{score}");
}
