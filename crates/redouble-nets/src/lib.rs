//! The networks that come with Redouble, in a crate of their own so that whoever embeds the engine can leave
//! them out.
#![deny(missing_docs)]

mod default;

use std::sync::LazyLock;

use redouble::network::Network;

/// The network that `best` plays with, read when it is first asked for; each of its stages when it is first
/// needed. `NETWORKS.md` tells how it was trained.
pub fn default_network() -> Network {
    static DEFAULT: LazyLock<Network> =
        LazyLock::new(|| default::network().expect("the tests read this network"));
    DEFAULT.clone()
}

#[cfg(test)]
mod tests {
    use redouble::search::{Expectimax, ExpectimaxSettings, Limits, SearchReport};
    use redouble::{Board, Game, Rng, Seed, Tile};

    fn found(board: Board, settings: ExpectimaxSettings, limits: Limits<'_>) -> SearchReport {
        Expectimax::new(super::default_network(), settings).search(board, 0, limits)
    }

    /// Boards from all of a greedy game.
    fn boards() -> Vec<Board> {
        let mut game = Game::new(Seed(5), 0);
        let greedy = ExpectimaxSettings { depth: Some(1), ..ExpectimaxSettings::default() };
        let mut boards = Vec::new();
        while let Some(mv) = found(game.board(), greedy.clone(), Limits::NONE).best {
            boards.push(game.board());
            game.play(mv);
        }
        let each = boards.len() / 20;
        boards.into_iter().step_by(each).collect()
    }

    #[test]
    fn a_clear_lead_saves_work_and_costs_next_to_nothing() {
        let whole = ExpectimaxSettings { min_prob: 0.003, ..Default::default() };
        let brief = ExpectimaxSettings { lead: 5.0, ..whole.clone() };
        let boards = boards();
        let reports = |settings: &ExpectimaxSettings| {
            boards
                .iter()
                .map(|&board| found(board, settings.clone(), Limits::nodes(100_000)))
                .collect::<Vec<_>>()
        };
        let (whole, brief) = (reports(&whole), reports(&brief));
        assert!(whole.iter().zip(&brief).all(|(whole, brief)| brief.nodes <= whole.nodes));
        let nodes = |reports: &[SearchReport]| reports.iter().map(|report| report.nodes).sum::<u64>();
        assert!(nodes(&brief) < nodes(&whole));
        // A lead is a bet: now and then it is lost, but not by much in the mean.
        let lost = |(whole, brief): (&SearchReport, &SearchReport)| {
            brief.best.and_then(|mv| whole.loss(mv)).unwrap_or(f64::INFINITY)
        };
        let lost: f64 = whole.iter().zip(&brief).map(lost).sum();
        let value: f64 = whole.iter().filter_map(SearchReport::value).sum();
        assert!(lost < 0.001 * value, "{lost} of {value}");
    }

    #[test]
    fn deepening_ends_with_what_the_last_depth_alone_finds() {
        let full = ExpectimaxSettings { depth: Some(5), ..ExpectimaxSettings::default() };
        for board in boards().into_iter().skip(3).step_by(5) {
            let alone = found(board, full.clone(), Limits::NONE);
            let deepened = found(board, full.clone(), Limits::nodes(u64::MAX - 1));
            assert_eq!(alone.moves, deepened.moves, "{board}");
        }
    }

    /// Whether games from `start` make 131072 before long.
    fn make_the_largest(start: &str, settings: &ExpectimaxSettings) -> bool {
        (0..5).all(|number| {
            let mut rng = Rng::new(number);
            let mut board: Board = start.parse().unwrap();
            (0..300).any(|_| {
                let Some(mv) = found(board, settings.clone(), Limits::nodes(300)).best else { return false };
                let after = board.slide(mv).unwrap().after;
                board = after.spawn(rng.spawn(after));
                board.max_tile() == Tile::MAX
            })
        })
    }

    #[test]
    fn the_largest_tiles_are_played_as_smaller_ones_are() {
        let settings = ExpectimaxSettings::default();
        assert!(make_the_largest("gfed456d32121010", &settings), "65536, 32768, 16384 and twice 8192");
        assert!(make_the_largest("gg54321000000001", &settings), "one merge away");
        assert!(make_the_largest("gfee321020000001", &settings), "65536 and 32768 beside a pair");
        let report = found("hgfedcba98765431".parse().unwrap(), settings, Limits::nodes(300));
        assert_eq!(report.best.map(|mv| mv.name()), None, "full, with 131072 down to 2, and nothing to join");
    }

    #[test]
    fn the_default_network_reads_in_full() {
        let network = super::default::network().unwrap();
        network.load().unwrap();
        network.verify().unwrap();
    }

    #[test]
    fn the_default_network_keeps_within_its_size() {
        assert!(super::default_network().directory().file_length() <= 40 << 20);
    }
}
