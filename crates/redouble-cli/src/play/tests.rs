//! Snapshots of the screen at several sizes: the files in `snapshots` are what it should look like.
//!
//! With `UPDATE_SNAPSHOTS=1` the files are written instead of compared.

use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use redouble::eval::{Merges, MergesConstants};
use redouble::{AgentSpec, Board, Budget, Budgeted, Game, Limits, Move, SearchReport, Seed};
use redouble_analysis::chances::Chances;
use redouble_analysis::coach::{Rating, Verdict};
use redouble_analysis::playouts::Playouts;
use redouble_analysis::stats;

use super::assistant::{Attempt, Estimate, Lesson};
use super::chooser::{Choice, Chooser};
use super::dialog::Dialog;
use super::model::Model;
use super::palette::Palette;
use super::thinker::{Question, Thought};

/// A model at the start of a game, with the agent about to play.
pub fn model() -> Model {
    Model::new(Game::new(Seed(1), 0), Budgeted::default(), Instant::now())
}

/// Playouts that no new network changes.
pub fn playouts() -> Playouts {
    Playouts::greedy("merges", Merges::new(MergesConstants::default()))
}

/// A game well under way, with everything on the screen.
fn under_way() -> Model {
    let mut model = model();
    let board: Board = "256 128 64 8 / 16 32 16 4 / 4 8 2 . / 2 . . .".parse().unwrap();
    model.new_game(Game::resume(board, 12_345, Seed(1), 0), Instant::now());
    let question = Question { board, score: 12_345, budget: Budget::PLAY };
    let took = Duration::from_micros(1234);
    model.thought = Some(Thought { question, report: report(board), took });
    let mut chances = Chances::from(board);
    chances.play(&playouts(), 40);
    model.estimate = Some(Estimate { moves: 0, chances });
    (model.best.person, model.best.agent) = (3_400, 123_456);
    model
}

fn report(board: Board) -> SearchReport {
    let spec: AgentSpec = "expectimax(eval=snake,depth=3)".parse().unwrap();
    spec.build(&Default::default()).unwrap().choose(board, 0, Limits::NONE)
}

/// The same with a person playing, who has made a move of each rating.
fn with_person() -> Model {
    let mut model = under_way();
    for (number, rating) in (1..).zip(Rating::ALL) {
        let mv = Move::ALL.into_iter().find(|&mv| model.game.board().slide(mv).is_some()).unwrap();
        let (board, score) = (model.game.board(), model.game.score());
        model.person_moves(mv, Instant::now());
        let loss = |value| stats::Estimate { value, low: 0.9 * value, high: 1.1 * value };
        let verdict = Verdict {
            played: mv,
            best: Move::Left,
            rating,
            points: loss(f64::from(number) * 100.0),
            expected: 10_000.0,
            tile: redouble_analysis::chances::goal(board),
            chance: loss(f64::from(number - 1) * 0.05),
            value: None,
        };
        model.learn(Lesson { attempt: Attempt { game: model.round, number, board, score, mv }, verdict });
    }
    model
}

fn drawn(model: &Model, palette: Palette, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let now = Instant::now() + Duration::from_secs(1);
    terminal.draw(|frame| super::screen::draw(model, palette, now, frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..area.height).map(|y| line(y) + "\n").collect()
}

/// Compares a screen with its file.
fn check(name: &str, model: &Model, palette: Palette, width: u16, height: u16) {
    let found = text(&drawn(model, palette, width, height));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/play/snapshots").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} was\n{expected}\nand is\n{found}");
}

fn press(model: &mut Model, code: KeyCode) {
    super::keys::press(model, KeyEvent::new(code, KeyModifiers::NONE), Instant::now());
}

#[test]
fn best_has_a_millisecond_to_play_and_more_to_answer() {
    let mut model = model();
    assert_eq!(model.question().unwrap().budget, Budget::PLAY);
    model.toggle_agent(Instant::now());
    assert_eq!(model.question().unwrap().budget, Budget::HINT);
    model.agent = "best(nodes=7)".parse().unwrap();
    assert_eq!(model.question().unwrap().budget, Budget::nodes(7));
}

#[test]
fn the_agent_plays_at_every_size() {
    let model = under_way();
    for (width, height) in [(80, 24), (120, 40), (60, 20), (40, 40), (40, 16), (20, 10), (12, 4), (6, 2)] {
        check(&format!("agent-{width}x{height}"), &model, Palette::None, width, height);
    }
    check("agent-colour-80x24", &model, Palette::Full, 80, 24);
    check("agent-colour-20x10", &model, Palette::Many, 20, 10);
}

#[test]
fn a_person_plays_with_the_coach_at_the_side() {
    let mut model = with_person();
    check("person-80x24", &model, Palette::None, 80, 24);
    press(&mut model, KeyCode::Char('b'));
    check("person-best-80x24", &model, Palette::None, 80, 24);
    let board = model.game.board();
    let question = Question { board, ..model.thought.as_ref().unwrap().question };
    model.thought = Some(Thought { question, report: report(board), took: Duration::from_micros(1234) });
    check("person-best-40x16", &model, Palette::None, 40, 16);
}

#[test]
fn dialogs_lie_over_the_game() {
    for (key, name) in [('?', "help"), ('c', "agents"), ('e', "edit"), ('x', "save")] {
        let mut model = under_way();
        press(&mut model, KeyCode::Char(key));
        check(&format!("{name}-80x24"), &model, Palette::None, 80, 24);
        check(&format!("{name}-20x10"), &model, Palette::None, 20, 10);
    }
    let mut model = under_way();
    for (name, dialog) in [("open", open_dialog()), ("notice", notice())] {
        model.dialog = Some(dialog);
        check(&format!("{name}-80x24"), &model, Palette::None, 80, 24);
        check(&format!("{name}-40x16"), &model, Palette::None, 40, 16);
    }
    model.dialog = Some(Dialog::Help(99.into()));
    check("help-end-40x16", &model, Palette::None, 40, 16);
}

fn open_dialog() -> Dialog {
    let choice = |name: &str, about: &str| Choice {
        name: name.to_owned(),
        label: name[..10].to_owned(),
        about: about.to_owned(),
    };
    let games = vec![
        choice("2025-11-18-010000-123456", "589 moves, 12,345 points, 1024"),
        choice("2025-11-17-231500-000001", "1 move, 4 points, 4"),
    ];
    Dialog::Open(Chooser::games(games, "games.redouble"))
}

fn notice() -> Dialog {
    Dialog::Notice(vec![
        "Nothing can be kept in /home/me/.local/state/redouble: Read-only file system.".to_owned(),
    ])
}

#[test]
fn the_end_is_announced() {
    let mut model = under_way();
    let board: Board = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2048".parse().unwrap();
    model.edit(board, Some(20_000));
    check("over-80x24", &model, Palette::None, 80, 24);
    check("over-20x10", &model, Palette::None, 20, 10);
}

#[test]
fn a_win_is_announced() {
    let mut model = under_way();
    model.edit("1024 1024 2 4 / . . . . / . . . . / . . . .".parse().unwrap(), Some(20_000));
    model.person_moves(Move::Left, Instant::now());
    check("win-80x24", &model, Palette::None, 80, 24);
}

#[test]
fn no_size_and_no_palette_is_too_much_to_draw() {
    let mut edited = under_way();
    press(&mut edited, KeyCode::Char('e'));
    for model in [under_way(), with_person(), edited] {
        for (width, height) in (1..90).step_by(7).flat_map(|width| (1..50).map(move |height| (width, height)))
        {
            let palette =
                [Palette::Full, Palette::Many, Palette::Few, Palette::None][usize::from(width + height) % 4];
            drawn(&model, palette, width, height);
        }
    }
}

#[test]
fn slides_are_drawn_between_their_ends() {
    let mut model = model();
    model.new_game(
        Game::resume(". . . 2 / . . . . / . . . . / . . . .".parse().unwrap(), 0, Seed(1), 0),
        Instant::now(),
    );
    let start = Instant::now();
    model.person_moves(Move::Left, start);
    let mut seen = Vec::new();
    for ms in [0, 20, 40, 79] {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let now = start + Duration::from_millis(ms);
        terminal.draw(|frame| super::screen::draw(&model, Palette::Full, now, frame)).unwrap();
        let line: String = (0..42).map(|x| terminal.backend().buffer()[(x, 3)].symbol().to_owned()).collect();
        seen.push(line.find('2').unwrap());
    }
    assert!(seen.is_sorted_by(|before, after| before > after), "{seen:?}");
}
