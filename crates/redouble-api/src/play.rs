//! Playing on: a stretch of a game whose luck comes from its seed.

use std::fmt;

use redouble::record::letters;
use redouble::spec::Resources;
use redouble::{Agent, Board, Budget, Budgeted, Luck, Seed, Slide, Tile};
use serde::{Deserialize, Serialize};

use crate::agent::build;
use crate::{Asked, Desk, Fault};

/// Asks to play on from a board.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayQuestion {
    /// The board in any form.
    pub board: String,
    /// The points made so far.
    #[serde(default)]
    pub score: u32,
    /// The seed of the game's luck, and the number of the game.
    pub seed: u64,
    /// The number of the game.
    #[serde(default)]
    pub number: u64,
    /// The moves made before: the luck goes on from there.
    #[serde(default)]
    pub moves: u64,
    /// The most moves to make.
    pub most: u32,
    /// After so many milliseconds no more moves are begun.
    pub within: f64,
    /// A face such as 2048 that ends the game.
    #[serde(default)]
    pub until: Option<u32>,
    /// Who plays.
    #[serde(flatten)]
    pub asked: Asked,
}

/// What was played.
#[derive(Clone, Debug, Serialize)]
pub struct Play {
    /// The turns as records write them: two characters each.
    pub turns: String,
    /// The board after them.
    pub board: String,
    /// The score after them.
    pub score: u32,
    /// Whether the game is over or its tile is reached.
    pub ended: bool,
    /// Boards visited.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
}

/// An agent in the midst of a game.
pub struct Playing {
    named: Budgeted,
    agent: Box<dyn Agent>,
}

impl fmt::Debug for Playing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playing({})", self.named)
    }
}

impl Playing {
    /// Goes on with what there is now.
    pub(crate) fn renew(&mut self, resources: &Resources) {
        if self.named.spec.network().is_some()
            && let Ok(agent) = build(&self.named, resources)
        {
            self.agent = agent;
        }
    }
}

/// The most moves of one answer.
const MOST: u32 = 20_000;

impl Desk {
    /// Plays on. A game that goes on with the agent of the question before keeps what that agent remembers.
    pub fn play(&mut self, question: &PlayQuestion) -> Result<Play, Fault> {
        let mut board = crate::text::setup(&question.board)?.board;
        let until = question.until.map(|face| tile("until", face)).transpose()?;
        let luck = Seed(question.seed).game(question.number);
        let mut playing = self.seated(question, luck)?;
        let budget = playing.named.budget;
        let start = self.now();
        let mut play = Play {
            turns: String::new(),
            board: String::new(),
            score: question.score,
            ended: false,
            nodes: 0,
            ms: 0.0,
        };
        let mut number = question.moves;
        while number - question.moves < u64::from(question.most.min(MOST))
            && self.now() - start <= question.within
            && !self.is_late(start)
        {
            let (report, _) = self.choose(playing.agent.as_mut(), (board, play.score), budget)?;
            let Some((mv, Slide { after, reward })) = report.best.and_then(|mv| Some((mv, board.slide(mv)?)))
            else {
                break;
            };
            let spawn = luck.spawn(number + 2, after);
            board = after.spawn(spawn);
            play.turns.extend(letters(mv, spawn));
            play.score = play.score.saturating_add(reward);
            play.nodes += report.nodes;
            number += 1;
            if ended(board, until) {
                break;
            }
        }
        (play.board, play.ended, play.ms) = (board.to_string(), ended(board, until), self.now() - start);
        self.playing = Some(playing);
        Ok(play)
    }

    /// The agent that goes on, or begins.
    fn seated(&mut self, question: &PlayQuestion, luck: Luck) -> Result<Playing, Fault> {
        let named = question.asked.budgeted(Budget::PLAY)?;
        match self.playing.take().filter(|playing| question.moves > 0 && playing.named == named) {
            Some(playing) => Ok(playing),
            None => {
                let mut agent = build(&named, &self.resources)?;
                agent.begin(luck.agent());
                Ok(Playing { named, agent })
            }
        }
    }
}

fn ended(board: Board, until: Option<Tile>) -> bool {
    board.is_dead() || until.is_some_and(|tile| board.max_tile() >= tile)
}

/// The tile with this number on it.
pub(crate) fn tile(part: &str, face: u32) -> Result<Tile, Fault> {
    let tile = Tile::from_face(face).filter(|&tile| tile >= Tile::FOUR);
    tile.ok_or_else(|| Fault::of(part, format!("{face}, expected a tile from 4 to 131072")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::{Game, Limits};

    fn question(board: String, score: u32, moves: u64, most: u32) -> PlayQuestion {
        let asked = Asked { agent: Some("rollout(games=2)".into()), ..Asked::default() };
        PlayQuestion { board, score, seed: 9, number: 4, moves, most, within: 1e9, until: None, asked }
    }

    #[test]
    fn stretches_of_a_game_are_the_game() {
        let mut game = Game::new(Seed(9), 4);
        let mut agent =
            "rollout(games=2)".parse::<Budgeted>().unwrap().spec.build(&Resources::default()).unwrap();
        agent.begin(game.luck().agent());
        while let Some(mv) = agent.choose(game.board(), game.score(), Limits::NONE).best {
            game.play(mv);
        }
        let mut desk = Desk::new(Resources::default(), || 0.0);
        let start = Game::new(Seed(9), 4).board().to_string();
        let mut play = desk.play(&question(start, 0, 0, 30)).unwrap();
        let mut turns = play.turns.clone();
        while !play.ended {
            play = desk.play(&question(play.board, play.score, turns.len() as u64 / 2, 30)).unwrap();
            turns += &play.turns;
        }
        assert_eq!((play.board, play.score), (game.board().to_string(), game.score()));
        assert_eq!(turns, game.turns().flat_map(|turn| letters(turn.mv, turn.spawn)).collect::<String>());
    }

    #[test]
    fn a_tile_that_is_no_tile_ends_nothing() {
        let question = PlayQuestion { until: Some(2000), ..question("0000000000000011".into(), 0, 0, 5) };
        let refused = Desk::new(Resources::default(), || 0.0).play(&question).unwrap_err();
        assert_eq!(refused.to_string(), "until: 2000, expected a tile from 4 to 131072");
    }
}
