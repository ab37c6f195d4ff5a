//! One step of some games: the moves, what is seen, what is paid, and what follows the end of a game.

use redouble::{Board, Lane, Move};

/// How a board is seen.
#[derive(Clone, Copy, PartialEq)]
pub enum View {
    /// Sixteen exponents.
    Exponents,
    /// For each cell eighteen numbers, one of them 1.
    OneHot,
}

/// What a slide is paid.
#[derive(Clone, Copy, PartialEq)]
pub enum Reward {
    /// Its points.
    Points,
    /// The logarithm of its points to base 2; nothing for none.
    Log,
}

/// What follows the end of a game.
#[derive(Clone, Copy, PartialEq)]
pub enum Ending {
    /// The next step begins the next game, whatever its action.
    NextStep,
    /// The next game begins at once.
    SameStep,
    /// Nothing: somebody has to begin the next one.
    Stays,
}

/// How games are stepped.
#[derive(Clone, Copy)]
pub struct Settings {
    pub view: View,
    pub reward: Reward,
    pub ending: Ending,
}

/// A game and whether it is over.
pub struct Slot {
    lane: Lane,
    over: bool,
}

/// A game that was finished in a step that also began the next one.
pub struct Finished {
    pub index: usize,
    pub board: Board,
    pub score: u32,
}

/// Where a step writes what it finds, one row a game.
pub struct Part<'a> {
    pub view: &'a mut [u8],
    pub mask: &'a mut [i8],
    pub reward: &'a mut [f64],
    pub ended: &'a mut [bool],
    pub illegal: &'a mut [bool],
    pub score: &'a mut [i64],
}

/// Kinds of tiles, the empty cell among them.
const KINDS: usize = 18;

impl View {
    pub fn parse(text: &str) -> Result<View, String> {
        match text {
            "exponents" => Ok(View::Exponents),
            "one-hot" => Ok(View::OneHot),
            _ => Err(format!("observation '{text}': expected 'exponents' or 'one-hot'")),
        }
    }

    /// Bytes of a board.
    pub fn width(self) -> usize {
        match self {
            View::Exponents => 16,
            View::OneHot => 16 * KINDS,
        }
    }

    /// Writes a board to bytes that are zero.
    #[inline]
    pub fn write(self, board: Board, to: &mut [u8]) {
        let exponents = board.exponents();
        match self {
            View::Exponents => to.copy_from_slice(&exponents),
            View::OneHot => {
                let cells = to.chunks_exact_mut(KINDS).zip(exponents);
                cells.for_each(|(cell, exponent)| cell[usize::from(exponent)] = 1);
            }
        }
    }
}

impl Reward {
    pub fn parse(text: &str) -> Result<Reward, String> {
        match text {
            "points" => Ok(Reward::Points),
            "log" => Ok(Reward::Log),
            _ => Err(format!("reward '{text}': expected 'points' or 'log'")),
        }
    }

    #[inline]
    fn of(self, points: u32) -> f64 {
        match self {
            Reward::Log if points > 0 => f64::from(points).log2(),
            _ => f64::from(points),
        }
    }
}

impl Ending {
    pub fn parse(text: &str) -> Result<Ending, String> {
        match text {
            "next-step" => Ok(Ending::NextStep),
            "same-step" => Ok(Ending::SameStep),
            "stays" => Ok(Ending::Stays),
            _ => Err(format!("ending '{text}': expected 'next-step', 'same-step' or 'stays'")),
        }
    }
}

impl Slot {
    pub fn new(lane: Lane) -> Slot {
        Slot { over: lane.board().is_dead(), lane }
    }

    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn next_game(&mut self) {
        self.lane.next_game();
        self.over = false;
    }

    pub fn set_board(&mut self, board: Board, score: u32) {
        self.lane.set_board(board, score);
        self.over = board.is_dead();
    }
}

impl<'a> Part<'a> {
    /// Cut into parts of `each` games, with `width` bytes to see of each.
    pub fn chunks(self, each: usize, width: usize) -> impl Iterator<Item = Part<'a>> {
        let seen = self.view.chunks_mut(each * width).zip(self.mask.chunks_mut(4 * each));
        let paid = self.reward.chunks_mut(each).zip(self.ended.chunks_mut(each));
        let told = self.illegal.chunks_mut(each).zip(self.score.chunks_mut(each));
        seen.zip(paid).zip(told).map(|(((view, mask), (reward, ended)), (illegal, score))| Part {
            view,
            mask,
            reward,
            ended,
            illegal,
            score,
        })
    }
}

/// The legal moves as four numbers, for each set of them.
const MASKS: [[i8; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut mv = 0;
        while mv < 4 {
            masks[bits][mv] = (bits >> mv & 1) as i8;
            mv += 1;
        }
        bits += 1;
    }
    masks
};

/// Shows some games as they are.
pub fn show_part(slots: &[Slot], settings: Settings, part: Part<'_>) {
    let rows = part.view.chunks_exact_mut(settings.view.width()).zip(part.mask.as_chunks_mut().0);
    for (index, (slot, (view, mask))) in slots.iter().zip(rows).enumerate() {
        settings.view.write(slot.lane.board(), view);
        *mask = MASKS[usize::from(slot.lane.board().legal_bits())];
        part.score[index] = i64::from(slot.lane.score());
        part.ended[index] = slot.over;
    }
}

/// Steps some games, of which the first has the number `first`.
pub fn step_part(
    slots: &mut [Slot],
    moves: &[Move],
    first: usize,
    settings: Settings,
    part: Part<'_>,
) -> Vec<Finished> {
    let mut finished = Vec::new();
    let rows = part.view.chunks_exact_mut(settings.view.width()).zip(part.mask.as_chunks_mut().0);
    for (index, ((slot, &mv), (view, mask))) in slots.iter_mut().zip(moves).zip(rows).enumerate() {
        let mut legal = 0;
        if slot.over {
            slot.next_game();
        } else {
            let points = slot.lane.play(mv);
            part.illegal[index] = points.is_none();
            part.reward[index] = settings.reward.of(points.unwrap_or(0));
            legal = slot.lane.board().legal_bits();
            slot.over = legal == 0;
            part.ended[index] = slot.over;
        }
        if slot.over && settings.ending == Ending::SameStep {
            let (board, score) = (slot.lane.board(), slot.lane.score());
            finished.push(Finished { index: first + index, board, score });
            slot.next_game();
        }
        if legal == 0 {
            legal = slot.lane.board().legal_bits();
        }
        settings.view.write(slot.lane.board(), view);
        *mask = MASKS[usize::from(legal)];
        part.score[index] = i64::from(slot.lane.score());
    }
    finished
}
