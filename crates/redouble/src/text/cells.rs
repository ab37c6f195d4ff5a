//! The cells of a written or drawn board, still as text.

/// Everything that is written, whatever separates it. Frames and bars say nothing.
pub fn written(text: &str) -> Vec<&str> {
    text.split(|c| is_separator(c) || is_bar(c)).filter(|word| says_something(word)).collect()
}

/// The cells of a board with bars between them, row by row: nothing between two bars is an empty cell.
pub fn between_bars(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split(['\n', '/']).filter(|line| !line.trim().is_empty()).collect();
    let bands: Vec<&[&str]> = lines.split(|line| is_frame(line)).filter(|band| !band.is_empty()).collect();
    if bands.len() == 4 {
        return bands.into_iter().flat_map(band).collect();
    }
    lines.into_iter().filter(|line| !is_frame(line)).flat_map(row).collect()
}

/// Between two frames lines without a word are padding, unless there is nothing else.
fn band<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let told = |line: &&&str| !written(line).is_empty();
    let mut rows = lines.iter().filter(told).peekable();
    match rows.peek() {
        Some(_) => rows.flat_map(|line| row(line)).collect(),
        None => row(lines[0]),
    }
}

/// The cells of a line. Three bars have four cells between and around them; of more the outer ones are dropped.
fn row(line: &str) -> Vec<&str> {
    let line = line.trim();
    if line.chars().filter(|&c| is_bar(c)).count() == 3 {
        return line.split(is_bar).flat_map(segment).collect();
    }
    let line = line.strip_prefix(is_bar).unwrap_or(line);
    let line = line.strip_suffix(is_bar).unwrap_or(line);
    line.split(is_bar).flat_map(segment).collect()
}

/// What stands between two bars: words, or one empty cell.
fn segment(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split(is_separator).filter(|word| says_something(word)).collect();
    if words.is_empty() { vec![""] } else { words }
}

/// Whether a line has lines drawn and nothing else.
fn is_frame(line: &str) -> bool {
    let mut words = line.split(|c| is_separator(c) || is_bar(c)).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_drawn)
}

fn says_something(word: &str) -> bool {
    !word.is_empty() && !is_drawn(word)
}

/// Two or more dashes, with whatever joins them, or lines drawn with characters made for that.
fn is_drawn(word: &str) -> bool {
    let dashes = word.chars().filter(|c| "-=".contains(*c)).count();
    word.chars().all(is_line) || (dashes >= 2 && word.chars().all(|c| is_line(c) || "-=+:".contains(c)))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",;/[](){}".contains(c)
}

fn is_bar(c: char) -> bool {
    "|│┃║".contains(c)
}

fn is_line(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c)
}
