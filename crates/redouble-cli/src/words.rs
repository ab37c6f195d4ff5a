//! Boards on the command line: one argument or many words, or `-` for standard input.

use std::ffi::OsString;
use std::io::Read;

use redouble::Setup;

use crate::failure::Failure;

/// The board written in `words`, with its score if they say it; the single word `-` stands for standard input.
pub fn setup(words: &[String]) -> Result<Setup, Failure> {
    let (what, text) = match words {
        [word] if word == "-" => ("standard input", standard_input()?),
        words => ("board", words.join(" ")),
    };
    text.parse().map_err(|why| Failure::usage(what, why))
}

const LONGEST: u64 = 1 << 28;

fn standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // Records of games are a few megabytes: what is longer is something else and need not be read to its end.
    std::io::stdin().lock().take(LONGEST).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| Failure::Usage("standard input: this is not text".into()))
}

/// Keeps words such as `-,-,2,4` from being taken for flags, by a space in front.
///
/// No flag is made of digits and punctuation alone.
pub fn shield_boards(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    words.map(|word| match word.to_str() {
        Some(text) if looks_like_board(text) => format!(" {text}").into(),
        _ => word,
    })
}

fn looks_like_board(word: &str) -> bool {
    let of_boards = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || "-._,;/|[]()+".contains(c);
    word.len() > 1 && word != "--" && word.starts_with('-') && word.chars().all(of_boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_can_be_boards_are_shielded() {
        for board in ["-,-,2,4", "- - 2 4 / . . . .", "----", "-/2", "-|2|4|8", "--+--"] {
            assert!(looks_like_board(board), "{board}");
        }
        for flag in ["-", "--", "-h", "-V", "--json", "--time=5", "2 - 4", "--8f"] {
            assert!(!looks_like_board(flag), "{flag}");
        }
    }
}
