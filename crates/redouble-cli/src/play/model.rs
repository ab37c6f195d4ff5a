//! The game on the screen: everything the view shows and the keys change. It knows no terminal and no thread.

use std::time::{Duration, Instant};

use redouble::{Board, Budget, Budgeted, Game, Move, Seed, Tile, Turn};

use super::assistant::{Attempt, Estimate, Lesson};
use super::dialog::Dialog;
use super::past::{Past, PlayedGame, microseconds};
use super::speed::{Meter, Speed};
use super::thinker::{Question, Thought};

/// How long a slide is shown, and the spawn after it.
pub const SLIDE: Duration = Duration::from_millis(80);
pub const SPAWN: Duration = Duration::from_millis(60);
/// How long a message stays, and a banner over the board.
const MESSAGE: Duration = Duration::from_secs(5);
const BANNER: Duration = Duration::from_millis(2500);
/// How long the end of an agent's game is shown before the next one begins.
const NEXT_GAME: Duration = Duration::from_secs(5);
/// The first tile that is worth a banner.
const FIRST_WIN: Tile = Tile::new(11).expect("11 is an exponent");

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The agent.
    Agent,
    /// Nobody: the agent was stopped.
    Paused,
    /// A person, who is not told the best move unless they ask.
    Person,
}

/// The highest scores of games that nobody edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Best {
    pub person: u32,
    pub agent: u32,
}

impl Best {
    /// The higher of both, each.
    pub fn max(self, other: Best) -> Best {
        Best { person: self.person.max(other.person), agent: self.agent.max(other.agent) }
    }
}

/// A slide that is being shown.
#[derive(Clone, Copy, Debug)]
pub struct Animation {
    pub before: Board,
    pub turn: Turn,
    pub since: Instant,
}

/// Everything about the game on the screen.
pub struct Model {
    pub game: Game,
    /// When it began, in microseconds since 1970.
    pub born: u64,
    /// Counts games, so that late answers about an earlier one are known as such.
    pub round: u64,
    pub mode: Mode,
    pub speed: Speed,
    /// The agent, with a budget if it was told one.
    pub agent: Budgeted,
    /// The agent that somebody chose, who is remembered.
    pub chosen: Option<String>,
    pub thought: Option<Thought>,
    pub estimate: Option<Estimate>,
    pub lessons: Vec<Lesson>,
    pub coaching: bool,
    /// Whether a person asked for the best move on this board.
    pub hint: bool,
    pub best: Best,
    /// Whether the agent made a move in this game, or a person did.
    pub helped: bool,
    pub touched: bool,
    /// Whether the board was edited in this game.
    pub edited: bool,
    pub meter: Meter,
    pub animation: Option<Animation>,
    pub dialog: Option<Dialog>,
    banner: Option<(String, Instant)>,
    message: Option<(String, Instant)>,
    /// One move of the agent was asked for.
    step: bool,
    /// When the agent may move next.
    due: Instant,
    /// Moves to be rated.
    attempts: Vec<Attempt>,
    past: Past,
    /// Games of a person that were left and are to be kept.
    left: Vec<PlayedGame>,
    pub quit: bool,
    /// Whether the screen shows something other than this.
    pub stale: bool,
}

impl Model {
    pub fn new(game: Game, agent: Budgeted, now: Instant) -> Model {
        Model {
            game,
            born: microseconds(),
            round: 0,
            mode: Mode::Agent,
            speed: Speed::USUAL,
            agent,
            chosen: None,
            thought: None,
            estimate: None,
            lessons: Vec::new(),
            coaching: true,
            hint: false,
            best: Best::default(),
            helped: false,
            touched: false,
            edited: false,
            meter: Meter::new(now),
            animation: None,
            dialog: None,
            banner: None,
            message: None,
            step: false,
            due: now,
            attempts: Vec::new(),
            past: Past::default(),
            left: Vec::new(),
            quit: false,
            stale: true,
        }
    }

    /// What the agent should think about now, if anything.
    pub fn question(&self) -> Option<Question> {
        let plays = self.mode == Mode::Agent || self.step;
        if self.game.is_over() || (!plays && !self.shows_values()) || self.is_editing() {
            return None;
        }
        let Budgeted { budget, .. } = if plays { self.player() } else { self.adviser() };
        Some(Question { board: self.game.board(), score: self.game.score(), budget })
    }

    /// The agent as it plays.
    pub fn player(&self) -> Budgeted {
        self.agent.clone().or_usual(Budget::PLAY)
    }

    /// The agent as it answers when somebody wants to know.
    pub fn adviser(&self) -> Budgeted {
        self.agent.clone().or_usual(Budget::HINT)
    }

    /// Whether the values of moves are on the screen: a person is not told unless they ask.
    pub fn shows_values(&self) -> bool {
        self.mode != Mode::Person || self.hint
    }

    /// The thought about the board on the screen.
    pub fn fresh_thought(&self) -> Option<&Thought> {
        self.thought.as_ref().filter(|thought| thought.question.board == self.game.board())
    }

    /// The thought to show: at speed the last one, whatever its board.
    pub fn shown_thought(&self) -> Option<&Thought> {
        let running = self.mode == Mode::Agent;
        self.thought.as_ref().filter(|thought| running || thought.question.board == self.game.board())
    }

    /// The games of a person that were left since the last call.
    pub fn take_left(&mut self) -> Vec<PlayedGame> {
        std::mem::take(&mut self.left)
    }

    /// Has a game kept that was left earlier.
    pub fn keep(&mut self, played: PlayedGame) {
        if played.by_person {
            self.left.push(played);
        }
    }

    /// The game on the screen, and who moved in it.
    pub fn played(&self) -> PlayedGame {
        PlayedGame {
            game: self.game.clone(),
            born: self.born,
            by_person: self.touched,
            by_agent: self.helped,
            edited: self.edited,
            lessons: self.lessons.clone(),
        }
    }

    /// The moves to be rated since the last call.
    pub fn take_attempts(&mut self) -> Vec<Attempt> {
        std::mem::take(&mut self.attempts)
    }

    pub fn banner(&self) -> Option<&str> {
        self.banner.as_ref().map(|(text, _)| text.as_str())
    }

    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// The best score of those who play like this game is played.
    pub fn best_score(&self) -> u32 {
        if self.helped || !self.touched { self.best.agent } else { self.best.person }
    }

    fn is_editing(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Edit(_)))
    }

    /// Says something at the bottom of the screen for a while.
    pub fn say(&mut self, text: impl Into<String>, now: Instant) {
        self.message = Some((text.into(), now + MESSAGE));
        self.stale = true;
    }

    /// The next moment at which something happens by itself, if no event comes before.
    pub fn deadline(&self, now: Instant) -> Option<Instant> {
        let waiting = self.mode == Mode::Agent && self.dialog.is_none();
        let agent = (waiting && (self.game.is_over() || self.fresh_thought().is_some())).then_some(self.due);
        let frame = self.animation.map(|_| now + Duration::from_millis(16));
        let banner = self.banner.as_ref().map(|(_, until)| *until);
        let message = self.message.as_ref().map(|(_, until)| *until);
        [agent, frame, banner, message].into_iter().flatten().min()
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Instant) {
        if self.animation.is_some_and(|animation| now >= animation.since + SLIDE + SPAWN) {
            self.animation = None;
            self.stale = true;
        }
        self.stale |= self.animation.is_some();
        for passing in [&mut self.banner, &mut self.message] {
            if passing.as_ref().is_some_and(|(_, until)| now >= *until) {
                *passing = None;
                self.stale = true;
            }
        }
        self.agent_moves(now);
    }

    fn agent_moves(&mut self, now: Instant) {
        let plays = self.mode == Mode::Agent && now >= self.due && self.dialog.is_none();
        if plays && self.game.is_over() {
            return self.new_game(Game::new(self.game.seed(), self.game.number() + 1), now);
        }
        if (plays || self.step)
            && let Some(best) = self.fresh_thought().and_then(|thought| thought.report.best)
        {
            self.step = false;
            self.helped = true;
            self.play(best, now);
        }
    }

    /// A person moves.
    pub fn person_moves(&mut self, mv: Move, now: Instant) {
        let attempt = Attempt {
            game: self.round,
            number: self.game.moves() + 1,
            board: self.game.board(),
            score: self.game.score(),
            mv,
        };
        self.hand_over();
        if attempt.board.slide(mv).is_some() {
            (self.mode, self.touched, self.hint) = (Mode::Person, true, false);
            self.play(mv, now);
            self.attempts.extend(self.coaching.then_some(attempt));
        }
    }

    /// The agent stops.
    pub fn hand_over(&mut self) {
        if self.mode == Mode::Agent {
            self.mode = Mode::Paused;
        }
        self.step = false;
        self.stale = true;
    }

    /// The agent starts, or stops.
    pub fn toggle_agent(&mut self, now: Instant) {
        self.mode = if self.mode == Mode::Agent { Mode::Paused } else { Mode::Agent };
        (self.due, self.step, self.stale) = (now, false, true);
        self.meter = Meter::new(now);
    }

    /// The agent makes one move.
    pub fn step(&mut self, now: Instant) {
        self.mode = Mode::Paused;
        self.step = !self.game.is_over();
        self.agent_moves(now);
        self.stale = true;
    }

    fn play(&mut self, mv: Move, now: Instant) {
        let before = self.game.board();
        let Some(turn) = self.game.play(mv) else { return };
        self.past.forget_later();
        self.drop_lessons();
        let slow = self.mode != Mode::Agent || self.speed.shows_slides();
        self.animation = slow.then_some(Animation { before, turn, since: now });
        self.due = self.due.max(now.checked_sub(self.speed.pause()).unwrap_or(now)) + self.speed.pause();
        self.meter.count(now);
        self.keep_best();
        self.celebrate(before, now);
        self.stale = true;
    }

    fn keep_best(&mut self) {
        let best = if self.helped { &mut self.best.agent } else { &mut self.best.person };
        if !self.edited {
            *best = self.game.score().max(*best);
        }
    }

    fn celebrate(&mut self, before: Board, now: Instant) {
        let tile = self.game.board().max_tile();
        if tile > before.max_tile() && tile >= FIRST_WIN {
            let word = if tile == FIRST_WIN { "You win!" } else { "Further still!" };
            let text = if self.mode == Mode::Person { format!("{tile}  {word}") } else { format!("{tile}!") };
            self.banner = Some((text, now + BANNER));
        }
        if self.game.is_over() {
            self.due = now + NEXT_GAME;
        }
    }

    /// Takes back the last move or edit; where there is none, the key that left another game for this one.
    pub fn undo(&mut self, now: Instant) {
        self.hand_over();
        if !self.game.undo()
            && let Some(earlier) = self.past.back(self.played())
        {
            self.enter(earlier, now);
            self.say("the game before; r returns", now);
        }
        self.after_jump();
    }

    /// Does again what was taken back.
    pub fn redo(&mut self, now: Instant) {
        self.hand_over();
        if !self.game.redo()
            && let Some(later) = self.past.forth(self.played())
        {
            self.enter(later, now);
        }
        self.after_jump();
    }

    /// To the start of the game.
    pub fn rewind(&mut self) {
        self.hand_over();
        while self.game.undo() {}
        self.after_jump();
    }

    /// To where the game has come.
    pub fn fast_forward(&mut self) {
        self.hand_over();
        while self.game.redo() {}
        self.after_jump();
    }

    fn after_jump(&mut self) {
        (self.animation, self.banner, self.hint) = (None, None, false);
        self.drop_lessons();
    }

    /// Forgets what was said of moves that are taken back.
    fn drop_lessons(&mut self) {
        let moves = self.game.moves();
        self.lessons.retain(|lesson| lesson.attempt.number <= moves);
    }

    /// Starts over with another game.
    pub fn new_game(&mut self, game: Game, now: Instant) {
        self.enter(PlayedGame::new(game), now);
    }

    /// Puts a game on the screen, as it was. A game of a person that is left for it is to be kept.
    pub fn enter(&mut self, played: PlayedGame, now: Instant) {
        self.keep(self.played());
        let PlayedGame { game, born, by_person, by_agent, edited, lessons } = played;
        (self.game, self.born, self.lessons) = (game, born, lessons);
        self.round += 1;
        (self.touched, self.helped, self.edited) = (by_person, by_agent, edited);
        if by_person {
            self.mode = Mode::Person;
        }
        (self.thought, self.estimate, self.animation, self.banner) = (None, None, None, None);
        self.hint = false;
        (self.due, self.step, self.stale) = (now + self.speed.pause(), false, true);
    }

    /// The next game of the same seed, for the same player. Undo brings this one back.
    pub fn next_game(&mut self, now: Instant) {
        let next = Game::new(self.game.seed(), self.game.number() + 1);
        if self.touched || self.game.moves() > 0 {
            self.past.advance(self.played());
            self.say("a new game; u brings the last one back", now);
        }
        self.new_game(next, now);
    }

    /// Goes on with another game. Undo brings this one back.
    pub fn open(&mut self, played: PlayedGame, now: Instant) {
        self.past.advance(self.played());
        self.mode = Mode::Paused;
        self.enter(played, now);
    }

    /// Changes the board, and the score if one was given.
    pub fn edit(&mut self, board: Board, score: Option<u32>) {
        if board == self.game.board() && score.is_none_or(|score| score == self.game.score()) {
            return;
        }
        let score = score.unwrap_or(board.score_by_tiles());
        self.past.forget_later();
        self.game.set_board(board, score);
        (self.edited, self.mode) = (true, Mode::Paused);
        self.after_jump();
    }

    pub fn learn(&mut self, lesson: Lesson) {
        let ours = lesson.attempt.game == self.round && lesson.attempt.number <= self.game.moves();
        if ours {
            self.lessons.retain(|other| other.attempt.number != lesson.attempt.number);
            self.lessons.push(lesson);
            self.stale = true;
        }
    }

    pub fn set_speed(&mut self, speed: Speed, now: Instant) {
        self.speed = speed;
        self.due = now;
        self.meter = Meter::new(now);
        self.say(speed.name(), now);
    }
}

/// A seed from the clock: games that nobody asked to repeat should not.
pub fn seed_of_now() -> Seed {
    Seed(redouble::mix(microseconds()))
}
