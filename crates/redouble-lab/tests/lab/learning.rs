//! What training promises: exact adjustments, repeatable runs, values that converge to the known optimum.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use redouble::network::{Network, NetworkFormatError, NetworkParts, Sections, Shape, cut, write_sections};
use redouble::{Afterstate, Board, Cell, Evaluator, Field, Game, Move, Rng, Seed, SmallBoard, Tile};
use redouble_lab::resources;
use redouble_lab::training::{Learner, Length, Packing, Recipe, Rule, Trainer, pack, play_greedily};

fn learner(patterns: &str, optimism: f32) -> Learner {
    let shape = Shape::plain(patterns.parse().unwrap()).unwrap();
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
        [games]
        restart = true";
    Recipe::from_text(text).unwrap()
}

fn weights(trainer: &Trainer) -> Vec<u32> {
    let stages = 0..trainer.learner.shape().symbols().stages();
    stages.flat_map(|stage| trainer.learner.weights(stage).iter()).map(f32::to_bits).collect()
}

const LENGTH: Length = Length::Moves(60_000);

fn trained(until: f64) -> Trainer {
    let mut trainer = Trainer::new(small_recipe(), 1, Seed(4)).unwrap();
    trainer.round(LENGTH, until, &AtomicBool::new(false), &|_, _| ()).unwrap();
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
    resumed.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let straight = trained(1.0);
    assert_eq!(resumed.effort.moves, straight.effort.moves);
    assert_eq!(weights(&resumed), weights(&straight));
}

/// The recipe as a program wrote it that had more keys, which it kept inside its networks.
fn as_once_written(recipe: &str) -> String {
    let network = "[network]\nstages = 1\nbirths = []\ndoubt = []\n";
    let games = "[games]\nsuccess = []\nuntil_large = true\n";
    recipe.replace("[network]\n", network).replace("[games]\n", games)
}

#[test]
fn a_training_with_keys_and_sections_that_are_retired_goes_on_as_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    for (half, whole) in [(trained(0.4), trained(1.0)), (trained_chances(0.4), trained_chances(1.0))] {
        half.save(&path).unwrap();
        let file = std::fs::read(&path).unwrap();
        let sections = Sections::parse(&file).unwrap();
        let section = |(name, _): (&str, usize)| match name {
            "recipe" => (name.to_owned(), as_once_written(sections.text(name).unwrap()).into_bytes()),
            _ => (name.to_owned(), sections.get(name).unwrap().to_owned()),
        };
        let bases = ("bases".to_owned(), vec![0; 4 * 137]);
        let once: Vec<_> = sections.directory().list().map(section).chain([bases]).collect();
        std::fs::write(&path, write_sections(&once)).unwrap();
        let mut resumed = Trainer::open(&path).unwrap();
        resumed.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
        assert_eq!(resumed.recipe, whole.recipe);
        assert_eq!(weights(&resumed), weights(&whole));
    }
}

/// The file of a training whose stages are of points, with two weights in each.
fn staged_points() -> Vec<u8> {
    let recipe = "[network]\nlarge = 256\nstages = 2\nbirths = [0.3]\n[games]\nsuccess = [2000.0]\n";
    let texts = [("shape", "0.1\n256\n2\n1\n"), ("recipe", recipe), ("effort", "1 1 1")];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_owned()));
    let zeros = |count: usize| [vec![0], vec![0; 4 * count]].concat();
    let parts = [0, 1].map(|stage| {
        let weights = 81usize; // two cells, nine symbols in each
        [(format!("stage{stage}"), zeros(weights)), (format!("errors{stage}"), zeros(2 * weights))]
    });
    write_sections(&[texts.to_vec(), parts.concat()].concat())
}

#[test]
fn stages_of_points_are_refused_wherever_networks_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("staged.net"), staged_points());
    std::fs::write(&path, &file).unwrap();
    let staged = NetworkFormatError::StagedPoints;
    assert_eq!(Network::open(file.clone()).unwrap_err(), staged);
    assert_eq!(Network::read(file.clone()).unwrap_err(), staged);
    let (head, _) = cut(&file).unwrap();
    assert_eq!(NetworkParts::new(head).unwrap_err(), staged);
    let why =
        [resources::network(&path).unwrap_err().to_string(), Trainer::open(&path).err().unwrap().to_string()];
    assert!(why.iter().all(|why| why.ends_with(&staged.to_string())), "{why:?}");
}

#[test]
fn a_network_with_a_recipe_of_before_is_trained_on_by_it() {
    let trainer = trained_chances(0.1);
    let recipe = as_once_written(&trainer.recipe.to_text());
    assert!(Recipe::from_text(&recipe).unwrap_err().contains("network.stages is retired"));
    let packing = Packing { level: 3, ..Packing::of(trainer.learner.shape().values()) };
    let packed = Network::read(pack(&trainer.learner, &packing, &[("recipe", recipe)]).unwrap()).unwrap();
    let goes_on = Trainer::from_network(&packed, None, 1, Seed(9)).unwrap();
    assert_eq!(goes_on.recipe, trainer.recipe);
}

#[test]
fn the_built_in_network_can_be_trained_on_by_its_own_recipe() {
    let network = resources::built_in();
    let recipe = Recipe::stored(network.text("recipe").unwrap()).unwrap();
    assert_eq!(recipe.shape().unwrap().describe(), network.shape().describe());
}

#[test]
fn a_training_goes_on_only_by_a_recipe_of_its_own_network() {
    let mut trainer = trained_chances(0.1);
    let mut recipe = recipe_of_chances();
    recipe.learning.lambda = 0.25;
    assert!(trainer.follow(recipe.clone()).is_ok());
    recipe.network.chances.push("2 4x5".to_owned());
    assert!(trainer.follow(recipe).unwrap_err().to_string().contains("not shaped like the one in the file"));
    assert!(trainer.follow(Recipe::default()).is_err());
}

#[test]
fn stages_are_not_trained_in_points() {
    let mut recipe = small_recipe();
    recipe.network.large = 2048;
    let refused = Trainer::new(recipe, 1, Seed(4)).err().unwrap().to_string();
    assert!(refused.contains("a network of points has one stage"), "{refused}");
}

#[test]
fn a_saved_training_plays_and_packs_without_changing_its_mind_much() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    let trainer = trained(1.0);
    trainer.save(&path).unwrap();
    let full = Network::read(std::fs::read(&path).unwrap()).unwrap();
    let packing = Packing { steps: vec![0.25], least_error: vec![0.0], grain: 0.0, level: 3 };
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
    let learner = &trainer.learner;
    assert_eq!(play_greedily(learner, Seed(1), 12, 1), play_greedily(learner, Seed(1), 12, 3));
}

fn recipe_of_chances() -> Recipe {
    let text = "
        [network]
        large = 256
        ranks = 2
        foresight = 0.5
        chances = ['0 4x5', '1 0.1.2.3 0.1.4.5']
        [learning]
        stages = ['0', '1']
        [games]
        fresh = 1.0
        harvested = [0.0, 1.0]
        placed = [0.0, 1.0]
        part_built = [0.0, 1.0]
        restart = true";
    Recipe::from_text(text).unwrap()
}

fn trained_chances(until: f64) -> Trainer {
    let mut trainer = Trainer::new(recipe_of_chances(), 1, Seed(4)).unwrap();
    trainer.round(LENGTH, until, &AtomicBool::new(false), &|_, _| ()).unwrap();
    trainer
}

#[test]
fn chances_are_learned_alike_twice_and_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    trained_chances(0.4).save(&path).unwrap();
    let mut resumed = Trainer::open(&path).unwrap();
    resumed.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let straight = trained_chances(1.0);
    assert_eq!(weights(&straight), weights(&trained_chances(1.0)));
    assert_eq!(weights(&resumed), weights(&straight));
    assert_eq!(resumed.learner.levels(), straight.learner.levels());
    assert_ne!(straight.learner.levels(), &redouble::network::Levels::none());
}

#[test]
fn a_network_of_chances_packs_without_changing_its_mind_much() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.net");
    let trainer = trained_chances(1.0);
    trainer.save(&path).unwrap();
    let full = Network::read(std::fs::read(&path).unwrap()).unwrap();
    let packing = Packing { level: 3, ..Packing::of(trainer.learner.shape().values()) };
    let packed = Network::read(pack(&trainer.learner, &packing, &[]).unwrap()).unwrap();
    for board in boards() {
        let after = Afterstate::new(board);
        let value = trainer.learner.after(after);
        assert!((full.value(after) - value).abs() < 0.01, "{board:?}");
        assert!((packed.value(after) - value).abs() < 0.05, "{board:?}");
    }
    assert!(Trainer::from_network(&packed, Some(recipe_of_chances()), 1, Seed(9)).is_ok());
}

#[test]
fn a_packed_network_goes_on_without_unlearning() {
    let mut trainer = Trainer::new(recipe_of_chances(), 1, Seed(4)).unwrap();
    trainer.round(Length::Moves(600_000), 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let packing = Packing { level: 3, ..Packing::of(trainer.learner.shape().values()) };
    let packed = Network::read(pack(&trainer.learner, &packing, &[]).unwrap()).unwrap();
    let mut goes_on = Trainer::from_network(&packed, Some(recipe_of_chances()), 1, Seed(9)).unwrap();
    goes_on.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let games = play_greedily(&goes_on.learner, Seed(8), 100, 1);
    let made = games.iter().filter(|game| game.best.face() >= 256).count();
    assert!(made > 90, "{made} of 100");
}

#[test]
fn a_stage_that_the_network_had_not_begins_with_what_it_said_of_such_boards() {
    let mut recipe = recipe_of_chances();
    recipe.network.large = 512;
    let mut trainer = Trainer::new(recipe.clone(), 1, Seed(4)).unwrap();
    trainer.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let packing = Packing { level: 3, ..Packing::of(trainer.learner.shape().values()) };
    let packed = Network::read(pack(&trainer.learner, &packing, &[]).unwrap()).unwrap();
    recipe.network.chances.push("1+1 0.1.2.3 0.1.4.5".to_owned());
    recipe.network.chances.push("2 4x5".to_owned());
    let more = Trainer::from_network(&packed, Some(recipe.clone()), 1, Seed(9)).unwrap();
    let board = Board::EMPTY
        .with(Cell::new(0).unwrap(), Tile::from_face(512).unwrap())
        .with(Cell::new(1).unwrap(), Tile::from_face(256).unwrap());
    assert_eq!(more.learner.shape().stage(board), 2);
    let (after, said) = (Afterstate::new(board), packed.value(Afterstate::new(board)));
    assert!((more.learner.after(after) - said).abs() < 0.01, "{said}");
    assert!(more.learner.weights(3).iter().all(|weight| weight == 0.0), "no stage has these patterns");
    recipe.network.chances = vec!["0 5x4".to_owned()];
    assert!(Trainer::from_network(&packed, Some(recipe), 1, Seed(9)).is_err());
}

#[test]
fn a_learner_of_chances_makes_its_tile_far_more_often_than_at_first() {
    let mut trainer = Trainer::new(recipe_of_chances(), 1, Seed(4)).unwrap();
    let made = |trainer: &Trainer| {
        let games = play_greedily(&trainer.learner, Seed(8), 100, 1);
        games.iter().filter(|game| game.best.face() >= 256).count()
    };
    let before = made(&trainer);
    trainer.round(Length::Moves(600_000), 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let after = made(&trainer);
    assert!(before < 70 && after > 90, "{before} and {after} of 100");
}

#[test]
fn a_stage_that_does_not_learn_stays_as_it_was() {
    let mut recipe = recipe_of_chances();
    recipe.learning.stages = vec!["1".to_owned()];
    let mut trainer = Trainer::new(recipe.clone(), 1, Seed(4)).unwrap();
    trainer.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ()).unwrap();
    assert!(trainer.learner.weights(0).iter().all(|weight| weight == 0.0));
    assert!(trainer.learner.weights(1).iter().any(|weight| weight != 0.0));
    recipe.learning.stages = vec!["3".to_owned()];
    let mut trainer = Trainer::new(recipe, 1, Seed(4)).unwrap();
    let refused = trainer.round(LENGTH, 1.0, &AtomicBool::new(false), &|_, _| ());
    assert!(refused.unwrap_err().to_string().contains("this network has no stage 3"));
}

/// Where the cells of a small board, a b c … row by row, lie on the real one.
///
/// The pattern sees the whole small board from each of its eight sides, so only symmetric boards share weights.
struct Layout {
    pattern: &'static str,
    picture: &'static str,
}

const SQUARE: Layout = Layout { pattern: "5.6.9.10", picture: ".... .ab. .cd. ...." };
/// Both rows are bent and all is there twice, for 2x3 has half the symmetries of 4x4.
const BENT: Layout = Layout { pattern: "1.2.4.5.6.7", picture: ".ad. cbef febc .da." };

impl Layout {
    /// The cells of the real board that show one of the small board, each with that one.
    fn cells(&self) -> Vec<(Cell, Cell)> {
        let letters = self.picture.bytes().filter(|&letter| letter != b' ');
        let shown = |letter: u8| letter.checked_sub(b'a').and_then(Cell::new);
        Cell::all().zip(letters).filter_map(|(cell, letter)| Some((cell, shown(letter)?))).collect()
    }
}

/// The boards a game begins with and their chances.
fn starts<B: Field>() -> impl Iterator<Item = (B, f64)> {
    B::EMPTY.spawns().flat_map(|(one, p)| one.spawns().map(move |(two, q)| (two, p * q)))
}

/// Every board that a game can come to, in one of its symmetric positions.
fn reachable<B: Field + Ord>() -> Vec<B> {
    let mut boards = BTreeSet::new();
    let mut open: Vec<B> = starts().map(|(board, _)| board).collect();
    while let Some(board) = open.pop() {
        if boards.insert(board.canonical()) {
            let nexts = |after: B| after.spawns().map(|(next, _)| next);
            open.extend(board.slides().flat_map(|(_, after, _)| nexts(after)));
        }
    }
    Vec::from_iter(boards)
}

/// A learner that is taught on small boards.
struct Pupil<B> {
    learner: Learner,
    cells: Vec<(Cell, Cell)>,
    boards: Vec<B>,
    rng: Rng,
}

impl<B: Field + Ord> Pupil<B> {
    fn new(layout: Layout, seed: u64) -> Self {
        let (learner, cells) = (learner(layout.pattern, 0.0), layout.cells());
        Pupil { learner, cells, boards: reachable(), rng: Rng::new(seed) }
    }

    fn seen(&self, small: B) -> Afterstate {
        let (exponents, _) = small.bits();
        let tile = |cell: Cell| Tile::new((exponents >> (4 * cell.index()) & 15) as u8).unwrap();
        let show = |board: Board, &(cell, shown): &(Cell, Cell)| board.with(cell, tile(shown));
        Afterstate::new(self.cells.iter().fold(Board::EMPTY, show))
    }

    /// The best slide: what it is worth, where it leads, and its points.
    fn best(&self, board: B) -> Option<(f32, B, u32)> {
        let worth = |after, reward| reward as f32 + self.learner.value(self.seen(after));
        let slides = board.slides().map(|(_, after, reward)| (worth(after, reward), after, reward));
        slides.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn any_of<T>(&mut self, things: impl Iterator<Item = T>) -> T {
        let mut things = Vec::from_iter(things);
        things.swap_remove(self.rng.below(things.len() as u32) as usize)
    }

    fn spawned(&mut self, after: B) -> B {
        let tile = if self.rng.below(10) == 0 { Tile::FOUR } else { Tile::TWO };
        after.place(self.any_of(after.empty_cells()), tile)
    }

    /// Plays a game and learns from every move. It starts anywhere and slides at random one time in three:
    /// what looks bad by bad luck would else never be seen again.
    fn learn_from_a_game(&mut self, rate: f32) {
        let mut board = self.boards[self.rng.below(self.boards.len() as u32) as usize];
        let mut best = self.best(board);
        while let Some((_, mut after, _)) = best {
            if self.rng.below(3) == 0 {
                after = self.any_of(board.slides()).1;
            }
            board = self.spawned(after);
            best = self.best(board);
            let target = best.map_or(0.0, |(worth, ..)| worth);
            let error = target - self.learner.value(self.seen(after));
            self.learner.adjust(self.seen(after), Rule::Coherent, rate, error);
        }
    }

    /// What it scores on average from `board` when it plays greedily, exactly.
    fn expected(&self, board: B, known: &mut HashMap<B, f64>) -> f64 {
        if let Some(&score) = known.get(&board) {
            return score;
        }
        let score = self.best(board).map_or(0.0, |(_, after, reward)| {
            let mean: f64 = after.spawns().map(|(next, chance)| chance * self.expected(next, known)).sum();
            f64::from(reward) + mean
        });
        known.insert(board, score);
        score
    }

    /// The mean score after so many games at each of three step sizes.
    fn score_after(mut self, games: usize) -> f64 {
        for rate in [1.0, 0.3, 0.1] {
            (0..games).for_each(|_| self.learn_from_a_game(rate));
        }
        let mut known = HashMap::new();
        starts().map(|(start, chance)| chance * self.expected(start, &mut known)).sum()
    }
}

#[test]
fn a_learner_comes_within_a_hundredth_of_the_optimum_of_2x2() {
    let score = Pupil::<SmallBoard<2, 2>>::new(SQUARE, 11).score_after(5_000);
    assert!(score > 66.964149457 * 0.99, "{score}");
}

#[test]
fn a_learner_comes_within_a_hundredth_of_the_optimum_of_2x3() {
    let score = Pupil::<SmallBoard<2, 3>>::new(BENT, 11).score_after(160_000);
    assert!(score > 480.258271776 * 0.99, "{score}");
}
