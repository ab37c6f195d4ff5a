//! Endgame tables against a naive program, and what happens to builds that are ended and files that are damaged.

use std::cell::Cell as Counter;
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use redouble::bench::network;
use redouble::spec::Resources;
use redouble::tablebase::{TableFormatError, Tablebase, to_stored};
use redouble::{Afterstate, Board, Budgeted, Cell, Endgame, Move, Rng, Tables, Tile};
use redouble_lab::Entrant;
use redouble_lab::measuring::clock;
use redouble_lab::tables::{Plan, ShelvedState, TableBuildError, TableShelf};

fn plan(name: &str) -> Plan {
    Plan { endgame: name.parse().unwrap(), least: 0.0 }
}

fn shelf(folder: &Path) -> TableShelf {
    TableShelf::new(folder.to_owned())
}

fn built(name: &str) -> (tempfile::TempDir, TableShelf, Tablebase) {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path());
    let table = shelf.build(plan(name), 2, &mut |_| {}).unwrap();
    (folder, shelf, table)
}

/// The success by its definition, on real boards by the real rules.
struct Naive {
    endgame: Endgame,
    known: HashMap<Board, f64>,
}

impl Naive {
    fn new(endgame: Endgame) -> Naive {
        Naive { endgame, known: HashMap::new() }
    }

    fn is_allowed(&self, before: Board, after: Board) -> bool {
        let locked = |cell: &Cell| self.endgame.formation().locks(*cell);
        Cell::all().filter(locked).all(|cell| before.tile(cell) == after.tile(cell))
    }

    fn of_slide(&mut self, before: Board, mv: Move) -> Option<f64> {
        let after = before.slide(mv)?.after;
        if self.is_allowed(before, after.board()) {
            Some(self.of_after(before, after))
        } else if self.endgame.shifts() {
            Some(self.of_detour(before, after))
        } else {
            None
        }
    }

    /// Of an afterstate with the locked tiles where they were.
    fn of_after(&mut self, before: Board, after: Afterstate) -> f64 {
        if self.has_target(before, after.board()) {
            return 1.0;
        }
        after.spawns().map(|(spawn, chance)| chance * self.success(after.spawn(spawn))).sum()
    }

    fn of_detour(&mut self, before: Board, away: Afterstate) -> f64 {
        if self.has_target(before, away.board()) {
            return 1.0;
        }
        away.spawns().map(|(spawn, chance)| chance * self.way_home(before, away.spawn(spawn))).sum()
    }

    /// What a table should say of a slide: the large tiles may be at home after it in another position.
    fn told(&mut self, before: Board, mv: Move) -> Option<f64> {
        let here = self.of_slide(before, mv)?;
        let after = before.slide(mv)?.after.board();
        let elsewhere = after.symmetries().into_iter().find(|&turned| self.is_home(turned));
        match elsewhere.filter(|_| self.endgame.shifts()) {
            Some(turned) => Some(here.max(self.of_after(before, Afterstate::new(turned)))),
            None => Some(here),
        }
    }

    /// Of a board that a detour has led to.
    fn way_home(&mut self, before: Board, away: Board) -> f64 {
        let home = away.slides().map(|(_, slide)| slide.after);
        let home: Vec<_> = home.filter(|after| self.is_allowed(before, after.board())).collect();
        home.into_iter().map(|after| self.of_after(before, after)).fold(0.0, f64::max)
    }

    fn is_home(&self, board: Board) -> bool {
        self.endgame.formation().free_cells().all(|cell| board.tile(cell) < self.endgame.target())
    }

    fn has_target(&self, before: Board, after: Board) -> bool {
        let large =
            |board: Board| board.tiles().into_iter().filter(|&tile| tile >= self.endgame.target()).count();
        large(after) > large(before)
    }

    fn success(&mut self, board: Board) -> f64 {
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let slides = Move::ALL.map(|mv| self.of_slide(board, mv));
        let success = slides.into_iter().flatten().fold(0.0, f64::max);
        self.known.insert(board, success);
        success
    }
}

/// Whether a stored success is this one, rounded.
fn is_rounded(found: f64, exact: f64) -> bool {
    (found - exact).abs() * f64::from(u16::MAX) < 0.5 + 1e-6
}

/// A board with large tiles on the locked cells, no two alike, and these exponents in the free ones.
fn board(endgame: Endgame, free: impl Fn(usize) -> u8) -> Board {
    let (mut large, mut place) = (endgame.target().exponent()..=17, 0);
    Cell::all().fold(Board::EMPTY, |board, cell| {
        let exponent = if endgame.formation().locks(cell) {
            large.next_back().unwrap()
        } else {
            place += 1;
            free(place - 1)
        };
        board.with(cell, Tile::new(exponent).unwrap())
    })
}

/// Every board of an endgame whose free cells sum up to at most `most`.
fn boards(endgame: Endgame, most: u32) -> Vec<Board> {
    let (radix, free) = (endgame.radix(), endgame.formation().free());
    let digit = |number: u64, place: usize| (number / radix.pow(place as u32) % radix) as u8;
    let face = |exponent: u8| if exponent == 0 { 0 } else { 1u32 << exponent };
    let sum = |number: u64| (0..free as usize).map(|place| face(digit(number, place))).sum::<u32>();
    let numbers = (1..radix.pow(free)).filter(|&number| sum(number) <= most);
    numbers.map(|number| board(endgame, |place| digit(number, place))).collect()
}

#[test]
fn tables_agree_with_a_naive_program() {
    let locked = ["4-16", "22-32", "32-16", "33-16", "42-16", "211-32"];
    let shifting = ["4s-16", "22s-32", "32s-16", "33s-16", "42s-16", "211s-32", "141s-16", "24s-16"];
    for name in locked.into_iter().chain(shifting) {
        let (_folder, _, table) = built(name);
        table.verify().unwrap();
        let mut naive = Naive::new(table.endgame());
        let boards = boards(table.endgame(), 64);
        let mut won = 0;
        for &board in &boards {
            let exact = naive.success(board);
            // What a slide to another position of the board leads to may be known, or not.
            let most = Move::ALL.map(|mv| naive.told(board, mv)).into_iter().flatten().fold(0.0, f64::max);
            let found = table.advice(board);
            let success = found.map_or(0.0, |advice| advice.chance);
            let is_between =
                is_rounded(success, exact) || is_rounded(success, most) || success > exact && success < most;
            assert!(is_between, "{name} {board}: {success}, expected {exact} to {most}");
            if let Some(advice) = found {
                let [strict, told] = [naive.of_slide(board, advice.best), naive.told(board, advice.best)];
                let is_its_move =
                    [strict, told].into_iter().flatten().any(|exact| is_rounded(success, exact));
                assert!(is_its_move, "{name} {board}: {success}, its move {strict:?}, {told:?}");
                won += 1;
            }
        }
        assert!(won > 20 && boards.len() > 100, "{name}: {won} of {}", boards.len());
    }
}

#[test]
fn afterstates_have_the_mean_of_what_follows() {
    let (_folder, _, table) = built("33-16");
    let mut naive = Naive::new(table.endgame());
    let mut known = 0;
    for board in boards(table.endgame(), 30) {
        for (mv, slide) in board.slides() {
            let expected = naive.of_slide(board, mv).filter(|_| naive.is_allowed(board, slide.after.board()));
            if let (Some(expected), Some(found)) = (expected, table.chance_after(slide.after)) {
                assert!(is_rounded(found, expected), "{board} {}: {found}, expected {expected}", mv.name());
                known += 1;
            }
        }
    }
    assert!(known > 1000, "{known}");
}

#[test]
fn large_tiles_that_may_move_win_more() {
    for (name, gain) in [("42", 0.1), ("43", 0.1), ("141", 0.1)] {
        let (_a, _, locked) = built(&format!("{name}-16"));
        let (_b, _, shifting) = built(&format!("{name}s-16"));
        let mut most: f64 = 0.0;
        for board in boards(locked.endgame(), 64) {
            let [less, more] =
                [&locked, &shifting].map(|table| table.advice(board).map_or(0.0, |advice| advice.chance));
            assert!(more >= less, "{name} {board}: {more}, locked {less}");
            most = most.max(more - less);
        }
        assert!(most > gain, "{name}: {most} at most");
    }
}

#[test]
fn boards_on_a_detour_are_told_the_way_home() {
    let (_folder, _, table) = built("42s-16");
    let mut naive = Naive::new(table.endgame());
    let (mut ways, mut lost, mut elsewhere) = (0, 0, 0);
    for board in boards(table.endgame(), 40) {
        for (_, slide) in board.slides() {
            let away = slide.after;
            if naive.is_allowed(board, away.board()) || naive.has_target(board, away.board()) {
                continue;
            }
            for (spawn, _) in away.spawns() {
                let away = away.spawn(spawn);
                let exact = naive.way_home(board, away);
                let found = table.advice(away);
                let success = found.map_or(0.0, |advice| advice.chance);
                // The tiles may also come home to another corner, or be there already.
                assert!(success > exact || is_rounded(success, exact), "{away}: {success}, expected {exact}");
                if away.symmetries().into_iter().any(|board| naive.is_home(board)) {
                    elsewhere += 1;
                    continue;
                }
                if let Some(advice) = found {
                    let after = away.slide(advice.best).unwrap().after;
                    let leads_home = table.chance_after(after) == Some(success);
                    assert!(naive.has_target(away, after.board()) || leads_home, "{away}");
                    ways += 1;
                } else {
                    lost += 1;
                }
            }
        }
    }
    assert!(ways > 1000 && lost > 100 && elsewhere > 10, "{ways}, {lost} and {elsewhere}");
}

/// Whether a player that does what a table says makes the target, up to which it plays by all rules of the game.
fn wins(table: &Tablebase, start: Board, rng: &mut Rng) -> bool {
    let large = |board: Board| board.tiles().iter().filter(|&&tile| tile >= table.endgame().target()).count();
    let mut board = start;
    while let Some(advice) = table.advice(board) {
        let after = board.slide(advice.best).unwrap().after;
        if large(after.board()) > large(start) {
            return true;
        }
        let tile = if rng.below(10) > 0 { Tile::TWO } else { Tile::FOUR };
        let empty: Vec<Cell> = Cell::all().filter(|&cell| after.board().tile(cell) == Tile::EMPTY).collect();
        board = after.board().with(empty[rng.below(empty.len() as u32) as usize], tile);
    }
    false
}

#[test]
fn whoever_follows_a_table_wins_as_often_as_it_says() {
    let mut rng = Rng::new(16);
    for (name, start) in
        [("42-32", "hgfedcba96120010"), ("42s-32", "hgfedcba96120010"), ("43s-32", "hgfedcba92010010")]
    {
        let (_folder, _, table) = built(name);
        let start: Board = start.parse().unwrap();
        let chance = table.advice(start).unwrap().chance;
        let games = 4000;
        let won = (0..games).filter(|_| wins(&table, start, &mut rng)).count();
        let share = won as f64 / f64::from(games);
        let deviation = (chance * (1.0 - chance) / f64::from(games)).sqrt();
        assert!((share - chance).abs() < 3.0 * deviation, "{name}: {share}, expected {chance}");
    }
}

#[test]
fn all_positions_of_a_board_are_answered_alike() {
    for name in ["33-16", "42s-16"] {
        all_positions_are_answered_alike(name);
    }
}

fn all_positions_are_answered_alike(name: &str) {
    let (_folder, _, table) = built(name);
    let tables = Tables::new(vec![table.clone()]);
    let mut rng = Rng::new(5);
    let boards = boards(table.endgame(), 64);
    for _ in 0..2000 {
        let board = boards[rng.below(boards.len() as u32) as usize];
        let success = tables.chance(board);
        let after = board.slides().next().map(|(_, slide)| tables.chance_after(slide.after));
        for (turn, other) in board.symmetries().into_iter().enumerate() {
            assert_eq!(tables.chance(other), success, "{board} {turn}");
            if let Some(mv) = tables.best_move(other) {
                let chances = table.chances(other).unwrap();
                assert_eq!(chances[mv.index()], success);
            }
        }
        assert!(after.is_some() || board.is_dead());
    }
}

#[test]
fn boards_of_no_table_get_no_answer() {
    let (_folder, _, table) = built("33-16");
    let tables = Tables::new(vec![table]);
    for hex in ["0000000000000000", "6531432022001001", "gfed9abc56784320", "gfhedcba96100510"] {
        let board: Board = hex.parse().unwrap();
        assert_eq!((tables.chance(board), tables.best_move(board)), (None, None), "{hex}");
    }
    assert_eq!(Tables::default().advice("0000000000000011".parse().unwrap()), None);
}

#[test]
fn tiles_above_32768_may_be_locked() {
    let (_folder, _, table) = built("L3-16");
    let with = |hex: &str| table.advice(hex.parse().unwrap());
    // 16384 8192 4096 2 / 512 1024 2048 . / 2 4 . . / . . 2 .  and the same with 131072 and 65536
    let usual = with("edc19ab012000010").unwrap();
    assert_eq!(with("hgc19ab012000010"), Some(usual));
    assert_eq!(with("gfc19ab012000010"), Some(usual));
    assert!(usual.chance > 0.9 && usual.target.face() == 16);
    assert_eq!(with("ggc19ab012000010"), None, "two 65536 would merge");
    assert_eq!(with("hhc19ab012000010"), None, "two 131072 do not merge, but are no formation either");
}

#[test]
fn what_is_unlikely_is_dropped_and_the_rest_stays_exact() {
    let (_folder, _, all) = built("42-16");
    let folder = tempfile::tempdir().unwrap();
    let few = shelf(folder.path()).build(Plan { least: 0.3, ..plan("42-16") }, 1, &mut |_| {}).unwrap();
    few.verify().unwrap();
    assert!(few.states() < all.states() && few.identity() != all.identity());
    for board in boards(all.endgame(), 64) {
        let likely = all.advice(board).filter(|advice| to_stored(advice.chance) >= to_stored(0.3));
        assert_eq!(few.advice(board), likely, "{board}");
    }
}

#[test]
fn the_table_with_the_largest_target_answers() {
    let (_a, _, low) = built("42-16");
    let (_b, _, high) = built("42-32");
    let tables = Tables::new(vec![low.clone(), high.clone()]);
    // The smallest locked tile is a 16, then a 32.
    for (smallest, table) in [('4', &low), ('5', &high)] {
        let board: Board = format!("hgfedcba9{smallest}120010").parse().unwrap();
        assert_eq!(tables.advice(board), table.advice(board));
        assert!(tables.advice(board).is_some());
    }
    assert!(tables.identity().starts_with("42-32:"));
}

/// Large tiles down to a 16 in the formation 42, which is to be met by another 16.
const NEARLY: &str = "hgfedcba94120010";

fn offering(table: &Tablebase) -> Resources {
    Resources::default().with_network(None, network()).with_tables(Tables::new(vec![table.clone()]))
}

#[test]
fn best_plays_by_a_table_if_told_to_where_it_is_likely_to_succeed() {
    let (_folder, _, table) = built("42-16");
    let chosen = |spec: &str, board: Board| {
        let Budgeted { spec, budget } = spec.parse().unwrap();
        clock::choose(spec.build(&offering(&table)).unwrap().as_mut(), board, 0, budget).0
    };
    for board in NEARLY.parse::<Board>().unwrap().symmetries() {
        let report = chosen("best(depth=1,tables=always)", board);
        let advice = table.advice(board).unwrap();
        assert!(advice.chance > 0.5);
        assert_eq!((report.best, report.nodes), (Some(advice.best), 0));
        let without = chosen("best(depth=1,tables=off)", board);
        assert!(without.nodes > 0 && without.value().is_some());
        assert!(chosen("best(depth=1)", board).nodes > 0, "a search does as well");
        assert_eq!(chosen("best(nodes=10000,tables=always)", board).nodes, 0, "unless it is told to");
    }
    let meeting = |board: Board| board.with(Cell::new(9).unwrap(), Tile::new(4).unwrap());
    let unlikely = |&board: &Board| table.advice(board).is_some_and(|advice| advice.chance < 0.2);
    let unlikely = boards(table.endgame(), 40).into_iter().map(meeting).find(unlikely).unwrap();
    let others = ["6531432022001001", "hgfedcba95120010", "6565565664120010"];
    let [nowhere, nothing_to_meet, too_early] = others.map(|hex| hex.parse().unwrap());
    assert!(table.advice(too_early).is_some_and(|advice| advice.chance > 0.5));
    for board in [nowhere, nothing_to_meet, too_early, unlikely] {
        assert!(chosen("best(depth=1,tables=always)", board).nodes > 0, "{board}");
    }
}

#[test]
fn a_changed_table_is_another_agent() {
    let (_a, _, table) = built("42-16");
    let (_b, _, other) = built("4-16");
    let data = |spec: &str, resources: &Resources| {
        Entrant::of(spec.parse().unwrap(), resources).unwrap().identity.data
    };
    let none = data("best(depth=1,tables=always)", &Resources::default().with_network(None, network()));
    let mut different = vec![none.clone()];
    different.extend([&table, &other].map(|table| data("best(depth=1,tables=always)", &offering(table))));
    assert!(different.iter().all(|data| different.iter().filter(|other| *other == data).count() == 1));
    for unused in ["best(depth=1,tables=off)", "best(depth=1)"] {
        assert_eq!(data(unused, &offering(&table)), none);
    }
    assert_eq!(data("greedy(eval=grid)", &offering(&table)), "");
}

/// The table of a build that is killed after every `steps` layers, again and again.
fn built_in_pieces(name: &str, steps: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path());
    for _ in 0..10_000 {
        let left = Counter::new(steps);
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            shelf.build(plan(name), 1, &mut |_| {
                left.set(left.get() - 1);
                if left.get() == 0 {
                    std::panic::resume_unwind(Box::new("killed"));
                }
            })
        }));
        assert_eq!(shelf.path(plan(name).endgame).exists(), attempt.is_ok(), "no half table is in place");
        if let Ok(done) = attempt {
            done.unwrap();
            return fs::read(shelf.path(plan(name).endgame)).unwrap();
        }
    }
    panic!("it never ends");
}

#[test]
fn a_build_that_was_killed_goes_on_to_the_same_table() {
    for (name, every) in [("42-32", [2, 7, 40]), ("42s-32", [2, 7, 40])] {
        let (_folder, shelf, table) = built(name);
        let whole = fs::read(shelf.path(table.endgame())).unwrap();
        for steps in every {
            assert!(built_in_pieces(name, steps) == whole, "{name} killed after every {steps} layers");
        }
    }
}

#[test]
fn nothing_is_left_of_the_work_when_it_is_done() {
    let (folder, shelf, table) = built("4-16");
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["4-16.table"]);
    assert!(shelf.remove(table.endgame()).unwrap());
    assert!(!shelf.remove(table.endgame()).unwrap());
    assert!(shelf.list().unwrap().is_empty());
}

#[test]
fn damaged_work_is_refused_and_so_is_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path());
    let kill = |layers: u32| {
        let left = Counter::new(layers);
        let _ = catch_unwind(AssertUnwindSafe(|| {
            shelf.build(plan("42-32"), 1, &mut |progress| {
                left.set(left.get() - u32::from(progress.solving));
                if left.get() == 0 {
                    std::panic::resume_unwind(Box::new("killed"));
                }
            })
        }));
    };
    kill(10);
    let other = shelf.build(Plan { least: 0.5, ..plan("42-32") }, 1, &mut |_| {});
    assert!(matches!(other, Err(TableBuildError::OtherPlan { .. })), "{other:?}");
    let work = folder.path().join("42-32.work");
    let broken = |name: &str| {
        let path = work.join(name);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        bad[good.len() / 2] ^= 4;
        fs::write(&path, bad).unwrap();
        let attempt = shelf.build(plan("42-32"), 1, &mut |_| {});
        fs::write(&path, good).unwrap();
        attempt
    };
    let some_keys =
        fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let lowest_solved = some_keys.filter_map(|name| name.strip_prefix("solved.")?.parse::<u32>().ok()).min();
    for name in ["plan".to_owned(), "layers".to_owned(), format!("solved.{}", lowest_solved.unwrap())] {
        let attempt = broken(&name);
        assert!(matches!(attempt, Err(TableBuildError::Damaged { .. })), "{name}: {attempt:?}");
    }
    fs::write(work.join("table"), b"short").unwrap();
    let attempt = shelf.build(plan("42-32"), 1, &mut |_| {});
    assert!(attempt.unwrap_err().to_string().contains("the work so far is damaged"));
    assert!(shelf.remove(plan("42-32").endgame).unwrap());
    shelf.build(plan("42-32"), 1, &mut |_| {}).unwrap();
}

#[test]
fn one_process_builds_a_table_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path());
    let mut second = None;
    shelf
        .build(plan("4-16"), 1, &mut |_| {
            second.get_or_insert_with(|| shelf.build(plan("4-16"), 1, &mut |_| {}).unwrap_err().to_string());
        })
        .unwrap();
    assert!(second.unwrap().ends_with("another process is building this table"));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    fs::write(&taken, b"a file").unwrap();
    let error = shelf(&taken).build(plan("4-16"), 1, &mut |_| {}).unwrap_err();
    assert!(matches!(error, TableBuildError::Io { .. }), "{error}");
    assert!(shelf(&taken).list().is_err());
    let (tables, faults) = shelf(&taken).tables();
    assert!(tables.is_empty() && faults.len() == 1, "{faults:?}");
}

#[test]
fn files_that_are_no_whole_table_are_refused() {
    let (_folder, shelf, table) = built("42-16");
    let path = shelf.path(table.endgame());
    let good = fs::read(&path).unwrap();
    let opened = |bytes: Vec<u8>| Tablebase::open(bytes).map(drop);
    for length in (0..good.len()).step_by(97).chain([good.len() - 1]) {
        assert!(opened(good[..length].to_vec()).is_err(), "{length} bytes");
    }
    assert_eq!(opened([&good[..], b"x"].concat()), Err(TableFormatError::Torn));
    assert_eq!(opened(b"redouble\x01\0".to_vec()), Err(TableFormatError::NotATable));
    let mut other_version = good.clone();
    other_version[16] = 9;
    assert_eq!(opened(other_version), Err(TableFormatError::Version(9)));
    let name = |wrong: &str| fs::write(shelf.folder().join(wrong), &good).unwrap();
    name("42-32.table");
    name("nonsense.table");
    fs::write(shelf.folder().join("L3-512.table"), b"").unwrap();
    let list = shelf.list().unwrap();
    let whole = |name: &str| {
        let shelved = list.iter().find(|shelved| shelved.name == name).unwrap();
        matches!(shelved.state, ShelvedState::Whole(_))
    };
    assert_eq!(["42-16", "42-32", "nonsense", "L3-512"].map(whole), [true, false, false, false]);
    let (tables, faults) = shelf.tables();
    assert_eq!((tables.iter().count(), faults.len()), (1, 3), "{faults:?}");
}

#[test]
fn a_changed_byte_is_found_and_never_answers_wrongly() {
    let (_folder, shelf, table) = built("42-16");
    let good = fs::read(shelf.path(table.endgame())).unwrap();
    let boards = boards(table.endgame(), 40);
    let mut rng = Rng::new(6);
    for _ in 0..60 {
        let mut bad = good.clone();
        let at = rng.below(good.len() as u32) as usize;
        bad[at] ^= 1 << rng.below(8);
        let Ok(other) = Tablebase::open(bad) else { continue };
        assert!(other.verify().is_err(), "byte {at}");
        for &board in boards.iter().step_by(7) {
            let answer = other.advice(board);
            assert!(answer.is_none() || answer == table.advice(board), "byte {at}, {board}");
        }
    }
}
