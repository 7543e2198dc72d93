//! The reader of script files, and what it says about those it cannot read.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::{Answers, Script, ScriptOption};

/// Why a script cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong in a script.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Problem {
    /// The seed is no number, or too large for C's `srand`.
    #[error("`{0}` is not a seed")]
    BadSeed(String),
    /// There are two seeds.
    #[error("the seed is given a second time")]
    SecondSeed,
    /// The seed comes after an answer, but counts from the first one on.
    #[error("the seed comes after an answer")]
    LateSeed,
    /// An `option` without a name, or with something that cannot be one.
    #[error("`option` lacks a name")]
    BadOption,
    /// An option is switched on twice.
    #[error("the option `{0}` is switched on a second time")]
    SecondOption(String),
    /// The option comes after an answer, but counts from the first one on.
    #[error("the option comes after an answer")]
    LateOption,
    /// The game has no option of this name.
    #[error("the game has no option `{name}`")]
    UnknownOption {
        /// The name.
        name: String,
        /// The names of the options it has.
        known: Vec<String>,
    },
    /// An `else` without a kind and an answer.
    #[error("`else` lacks a kind and an answer")]
    BadElse,
    /// A kind has two fallbacks.
    #[error("there are two fallbacks for the kind `{0}`")]
    SecondElse(String),
    /// A fallback in a file of plain answers.
    #[error("a fallback stands among answers without a kind")]
    ElseAmongPlain,
    /// A plain answer in a file of answers with kinds.
    #[error("an answer without a kind stands among answers with one")]
    PlainAmongKinded,
    /// An answer with a kind in a file of plain answers.
    #[error("an answer with a kind stands among answers without one")]
    KindedAmongPlain,
    /// A quotation mark that is not closed.
    #[error("the quotation mark is not closed")]
    OpenQuote,
    /// Something follows the closing quotation mark.
    #[error("something follows the closing quotation mark")]
    AfterQuote,
}

impl Problem {
    /// What to do about it.
    pub fn next_step(&self) -> Cow<'static, str> {
        let step = match self {
            Self::BadSeed(_) => "write a number from 0 to 4294967295, such as `seed 333`",
            Self::SecondSeed | Self::SecondOption(_) => "remove one of the two",
            Self::LateSeed => "move the seed above the first answer",
            Self::BadOption => "write one word, such as `option aces`",
            Self::LateOption => "move the option above the first answer",
            Self::UnknownOption { known, .. } if known.is_empty() => {
                "remove the line, for it has none at all"
            }
            Self::UnknownOption { known, .. } => {
                return Cow::Owned(format!("correct it to one of those it has: {}", known.join(", ")));
            }
            Self::BadElse => "write both, such as `else hit n`",
            Self::SecondElse(_) => "keep the one that is meant",
            Self::ElseAmongPlain => "give every answer its kind, such as `bet 50`, or remove the fallback",
            Self::PlainAmongKinded => "put the kind of its question before it, such as `bet 50`",
            Self::KindedAmongPlain => {
                "remove the kind, or put quotation marks around an answer of several words"
            }
            Self::OpenQuote => "close it, and write `\\\"` for a quotation mark within the answer",
            Self::AfterQuote => "remove it, or put it after a `#`",
        };
        Cow::Borrowed(step)
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        // A tab stays a tab, so that the caret stands under the character it points at.
        let before = self.text.chars().take(self.column.saturating_sub(1));
        let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.problem)?;
        writeln!(f, "{margin} |\n{number} | {}\n{margin} | {indent}^", self.text)?;
        write!(f, "{margin} = next: {}", self.problem.next_step())
    }
}

impl std::error::Error for ScriptError {}

/// The first words of lines that are no answers.
pub(super) const HEADS: [&str; 3] = ["seed", "option", "else"];

/// Whether a word can be the kind of a question.
pub(super) fn is_kind(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// A problem, and the byte of the line it starts at.
type Trouble = (usize, Problem);

pub(super) fn parse(name: &str, text: &str) -> Result<Script, ScriptError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { script: Script { name: name.to_owned(), ..Script::default() }, at_head: true };
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line).map_err(|(at, problem)| ScriptError {
            file: name.to_owned(),
            line: number,
            column: column(line, at),
            text: line.to_owned(),
            problem,
        })?;
    }
    Ok(reader.script)
}

struct Reader {
    script: Script,
    /// Whether only comments were read so far.
    at_head: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Trouble> {
        let (at, word, rest) = first_word(line, 0);
        if let Some(comment) = line[at..].strip_prefix('#') {
            if self.at_head {
                self.script.about.push(comment.trim().to_owned());
            }
            return Ok(());
        }
        if word.is_empty() {
            // An empty line above the first comment does not end the head of the file; one below it does.
            self.at_head = self.at_head && self.script.about.is_empty();
            return Ok(());
        }
        self.at_head = false;
        let kind = word.to_ascii_lowercase();
        match kind.as_str() {
            "seed" => self.seed(at, line, rest),
            "option" => self.option(at, line, rest, number),
            "else" => self.fallback(at, line, rest),
            _ => match if is_kind(word) { answer(line, rest)? } else { None } {
                Some(answer) => self.kinded(at, (kind, answer, number)),
                // The whole line is not empty, for it has a word that does not start a comment.
                None => self.plain(at, answer(line, at)?.unwrap_or_default()),
            },
        }
    }

    fn seed(&mut self, at: usize, line: &str, rest: usize) -> Result<(), Trouble> {
        if self.script.seed.is_some() {
            return Err((at, Problem::SecondSeed));
        }
        if self.script.answers != Answers::default() {
            return Err((at, Problem::LateSeed));
        }
        let Some(number) = answer(line, rest)? else {
            return Err((at, Problem::BadSeed(String::new())));
        };
        let (start, ..) = first_word(line, rest);
        self.script.seed = Some(number.parse().map_err(|_| (start, Problem::BadSeed(number)))?);
        Ok(())
    }

    fn option(&mut self, at: usize, line: &str, rest: usize, number: usize) -> Result<(), Trouble> {
        if self.script.answers != Answers::default() {
            return Err((at, Problem::LateOption));
        }
        let name = answer(line, rest)?.unwrap_or_default().to_ascii_lowercase();
        let (start, ..) = first_word(line, rest);
        if !is_kind(&name) {
            return Err((at, Problem::BadOption));
        }
        if self.script.has_option(&name) {
            return Err((start, Problem::SecondOption(name)));
        }
        let column = column(line, start);
        self.script.options.push(ScriptOption { name, line: number, column, text: line.to_owned() });
        Ok(())
    }

    fn fallback(&mut self, at: usize, line: &str, rest: usize) -> Result<(), Trouble> {
        if matches!(self.script.answers, Answers::Plain(_)) {
            return Err((at, Problem::ElseAmongPlain));
        }
        let (start, word, rest) = first_word(line, rest);
        let kind = word.to_ascii_lowercase();
        match answer(line, rest)? {
            Some(_) if self.script.fallback.contains_key(&kind) => Err((start, Problem::SecondElse(kind))),
            Some(answer) if is_kind(word) => {
                self.script.fallback.insert(kind, answer);
                Ok(())
            }
            _ => Err((at, Problem::BadElse)),
        }
    }

    fn kinded(&mut self, at: usize, answer: (String, String, usize)) -> Result<(), Trouble> {
        match &mut self.script.answers {
            Answers::Kinded(answers) => answers.push(answer),
            Answers::Plain(_) => return Err((at, Problem::KindedAmongPlain)),
        }
        Ok(())
    }

    fn plain(&mut self, at: usize, answer: String) -> Result<(), Trouble> {
        match &mut self.script.answers {
            Answers::Plain(answers) => answers.push(answer),
            Answers::Kinded(answers) if answers.is_empty() && self.script.fallback.is_empty() => {
                self.script.answers = Answers::Plain(vec![answer]);
            }
            Answers::Kinded(_) => return Err((at, Problem::PlainAmongKinded)),
        }
        Ok(())
    }
}

/// The column, in characters from 1, of a byte of the line.
fn column(line: &str, at: usize) -> usize {
    line[..at].chars().count() + 1
}

/// The first word at or after a byte of the line: where it starts, the word, and where it ends.
fn first_word(line: &str, from: usize) -> (usize, &str, usize) {
    let start = line.len() - line[from..].trim_start().len();
    let length = line[start..].find(char::is_whitespace).unwrap_or(line.len() - start);
    (start, &line[start..start + length], start + length)
}

/// The answer that stands from a byte of the line on, without its quotation marks and the comment after it.
fn answer(line: &str, from: usize) -> Result<Option<String>, Trouble> {
    let (start, ..) = first_word(line, from);
    if line[start..].starts_with('"') {
        return quoted_answer(line, start).map(Some);
    }
    let starts_comment = |&(at, _): &(usize, _)| at >= start && line[..at].ends_with(char::is_whitespace);
    let end = line.match_indices('#').find(starts_comment).map_or(line.len(), |(at, _)| at);
    let answer = line[start..end].trim_end();
    Ok((!answer.is_empty()).then(|| answer.to_owned()))
}

/// The answer within the quotation marks that open at a byte of the line.
fn quoted_answer(line: &str, open: usize) -> Result<String, Trouble> {
    let mut answer = String::new();
    let mut chars = line[open + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let (start, word, _) = first_word(line, open + 1 + at + 1);
                let ends = word.is_empty() || word.starts_with('#');
                return if ends { Ok(answer) } else { Err((start, Problem::AfterQuote)) };
            }
            '\\' => answer.extend(chars.next().map(|(_, escaped)| escaped)),
            _ => answer.push(c),
        }
    }
    Err((open, Problem::OpenQuote))
}
