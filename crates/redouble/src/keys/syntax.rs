//! The syntax of specs: names with arguments in brackets, nested.
//!
//! ```text
//! term     = word [ "(" [ argument { "," argument } ] ")" ]
//! argument = word [ "=" ( term | text ) ]           a bare word is a flag
//! word     = one or more of  a–z A–Z 0–9 . + - _
//! text     = '"' anything '"'                       a quote inside is written twice
//! ```
//!
//! Spaces may stand between any two of these.

use super::ParseSpecError;
use crate::text::clipped;

/// How deep brackets may nest: specs need two levels, and a limit keeps hostile text from the stack.
const NESTING: usize = 8;

/// A name and its arguments. Places count characters from 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Term {
    pub place: usize,
    pub name: String,
    pub arguments: Vec<Argument>,
}

/// A key and what it is set to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    pub place: usize,
    pub key: String,
    pub value: Value,
}

/// What stands behind a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Nothing: the key is a flag. The place is that of the key.
    Flag(usize),
    /// A word, or a name with arguments.
    Term(Term),
    /// Text in quotes.
    Text { place: usize, text: String },
}

impl Value {
    /// Where it begins.
    pub fn place(&self) -> usize {
        match self {
            Value::Flag(place) | Value::Text { place, .. } => *place,
            Value::Term(term) => term.place,
        }
    }

    /// The single word it is, if so; a flag is switched `on`.
    pub fn word(&self) -> Option<&str> {
        match self {
            Value::Flag(_) => Some("on"),
            Value::Term(term) if term.arguments.is_empty() => Some(&term.name),
            _ => None,
        }
    }
}

/// Reads one term that fills the whole text.
pub(crate) fn parse(text: &str) -> Result<Term, ParseSpecError> {
    let mut reader = Reader::of(text);
    let term = reader.term(0)?;
    match reader.peek() {
        None => Ok(term),
        Some(_) => Err(reader.expected("the end")),
    }
}

/// Reads arguments that fill the whole text, none if it is empty.
pub(crate) fn parse_arguments(text: &str) -> Result<Vec<Argument>, ParseSpecError> {
    let (mut reader, mut arguments) = (Reader::of(text), Vec::new());
    while reader.peek().is_some() {
        arguments.push(reader.argument(0)?);
        if reader.peek().is_some() && !reader.take(',') {
            return Err(reader.expected("\",\" or the end"));
        }
    }
    Ok(arguments)
}

struct Reader {
    rest: std::iter::Peekable<std::vec::IntoIter<char>>,
    /// The place of the next character.
    place: usize,
}

impl Reader {
    fn of(text: &str) -> Reader {
        Reader { rest: text.chars().collect::<Vec<_>>().into_iter().peekable(), place: 1 }
    }

    fn term(&mut self, nesting: usize) -> Result<Term, ParseSpecError> {
        self.skip_spaces();
        let place = self.place;
        let name = self.word()?;
        let mut arguments = Vec::new();
        if self.take('(') {
            if nesting == NESTING {
                return Err(ParseSpecError::new(
                    place,
                    format!("brackets nest deeper than {NESTING} levels"),
                ));
            }
            self.arguments(&mut arguments, nesting)?;
        }
        Ok(Term { place, name, arguments })
    }

    fn arguments(&mut self, arguments: &mut Vec<Argument>, nesting: usize) -> Result<(), ParseSpecError> {
        if self.take(')') {
            return Ok(());
        }
        loop {
            arguments.push(self.argument(nesting)?);
            if self.take(')') {
                return Ok(());
            }
            if !self.take(',') {
                return Err(self.expected("\",\" or \")\""));
            }
        }
    }

    fn argument(&mut self, nesting: usize) -> Result<Argument, ParseSpecError> {
        self.skip_spaces();
        let place = self.place;
        let key = self.word()?;
        let value = if self.take('=') { self.value(nesting)? } else { Value::Flag(place) };
        Ok(Argument { place, key, value })
    }

    fn value(&mut self, nesting: usize) -> Result<Value, ParseSpecError> {
        match self.peek() {
            Some('"') => self.text(),
            _ => Ok(Value::Term(self.term(nesting + 1)?)),
        }
    }

    fn word(&mut self) -> Result<String, ParseSpecError> {
        self.skip_spaces();
        let mut word = String::new();
        while let Some(character) = self.rest.next_if(|&c| is_word(c)) {
            word.push(character);
            self.place += 1;
        }
        if word.is_empty() { Err(self.expected("a word")) } else { Ok(word) }
    }

    fn text(&mut self) -> Result<Value, ParseSpecError> {
        let place = self.place;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(ParseSpecError::new(place, "this quote is never closed")),
                Some('"') if self.rest.peek() != Some(&'"') => return Ok(Value::Text { place, text }),
                Some('"') => text.extend(self.next()),
                Some(character) => text.push(character),
            }
        }
    }

    /// Takes the next character if it is this one.
    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        self.place += usize::from(self.rest.peek().is_some());
        self.rest.next()
    }

    fn skip_spaces(&mut self) {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.place += 1;
        }
    }

    fn expected(&mut self, what: &str) -> ParseSpecError {
        let place = self.place;
        let rest: String = self.rest.clone().collect();
        match rest.is_empty() {
            true => ParseSpecError::new(place, format!("expected {what}, found the end")),
            false => ParseSpecError::new(place, format!("expected {what}, found {:?}", clipped(&rest))),
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || ".+-_".contains(character)
}

/// Text in quotes, its own quotes doubled: what reads back the same.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn names_keys_flags_and_text_nest() {
        let term = parse(" a ( b , c = d ( e = 1.5 ) , f = \"x \"\"y\"\", ) \" ) ").unwrap();
        assert_eq!((term.name.as_str(), term.place), ("a", 2));
        let [flag, nested, text] = &term.arguments[..] else { panic!("{term:?}") };
        assert_eq!((flag.key.as_str(), &flag.value), ("b", &Value::Flag(6)));
        assert!(matches!(&nested.value, Value::Term(d) if d.name == "d" && d.arguments[0].key == "e"));
        assert!(matches!(&text.value, Value::Text { text, .. } if text == "x \"y\", ) "));
    }

    #[test]
    fn an_empty_list_of_arguments_is_none() {
        assert!(parse("random()").unwrap().arguments.is_empty());
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        assert_eq!(refusal(""), "character 1: expected a word, found the end");
        assert_eq!(refusal("a(b=)"), "character 5: expected a word, found \")\"");
        assert_eq!(refusal("a(b c)"), "character 5: expected \",\" or \")\", found \"c)\"");
        assert_eq!(refusal("a(b"), "character 4: expected \",\" or \")\", found the end");
        assert_eq!(refusal("a(b))"), "character 5: expected the end, found \")\"");
        assert_eq!(refusal("a(b=\"c)"), "character 5: this quote is never closed");
        assert_eq!(refusal("ä"), "character 1: expected a word, found \"ä\"");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let text = "a(a=".repeat(10_000);
        assert!(refusal(&text).ends_with("brackets nest deeper than 8 levels"));
    }
}
