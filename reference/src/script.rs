//! Scripts: the answers to a program's questions, as a text file.
//!
//! ```text
//! # What the script shows.
//! seed 333
//! else hit n
//!
//! bet 50      # a comment may follow an answer
//! hit y
//! again n
//! ```
//!
//! - `seed N` (0 to 4294967295) fixes the cards; it stands before the first answer, if at all.
//! - `option NAME` switches on a part of the game that is optional; it stands before the first answer as well, a
//!   line for each. Which names there are is the game's matter: [`Script::expect_options`] refuses others.
//! - `KIND ANSWER` answers the next question of that kind. The kinds are the assignment's words (`bet`, `hit` …);
//!   a script does not know them. A kind is a word of letters, digits, `-` and `_` that starts with a letter.
//! - `else KIND ANSWER` answers every question of that kind which the next line does not answer.
//! - A line that is not of this form is a plain answer, given to whatever is asked. A file holds answers with
//!   kinds or plain ones, never both, and one with plain answers has no `else`.
//! - `"…"` around an answer keeps its spaces and its `#`; within, `\"` and `\\` stand for `"` and `\`. `""` is an
//!   empty line, and `"yes please"` is plain where `yes please` has the kind `yes`.

use std::collections::BTreeMap;
use std::fmt;

mod parse;

pub use parse::{Problem, ScriptError};

/// The answers to a program's questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// What to call the script in messages: its file's name.
    pub name: String,
    /// What the comment at the head of the file says, line by line.
    pub about: Vec<String>,
    /// The seed the cards are dealt from, if the script fixes it.
    pub seed: Option<u32>,
    /// What the script switches on, each once.
    pub options: Vec<ScriptOption>,
    /// The answers in their order.
    pub answers: Answers,
    /// The answer to a question that the next line does not answer, by the kind of the question.
    pub fallback: BTreeMap<String, String>,
}

/// A part of the game that a script switches on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptOption {
    /// The option's name, in lower case.
    pub name: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The column of the name in characters, from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
}

/// The answers of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Each for the next question of its kind: the kind, the answer, and its line in the file, from 1.
    Kinded(Vec<(String, String, usize)>),
    /// Each for whatever is asked next.
    Plain(Vec<String>),
}

impl Default for Answers {
    /// A file without answers may have fallbacks, so it is one with kinds.
    fn default() -> Self {
        Self::Kinded(Vec::new())
    }
}

impl Script {
    /// Reads a script. The name is the one messages give to the file.
    pub fn parse(name: &str, text: &str) -> Result<Self, ScriptError> {
        parse::parse(name, text)
    }

    /// Whether the script switches an option on.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name == name)
    }

    /// Refuses the first option that is none of those a game knows.
    pub fn expect_options(&self, known: &[&str]) -> Result<(), ScriptError> {
        let Some(option) = self.options.iter().find(|option| !known.contains(&option.name.as_str())) else {
            return Ok(());
        };
        let known = known.iter().map(|&name| name.to_owned()).collect();
        Err(ScriptError {
            file: self.name.clone(),
            line: option.line,
            column: option.column,
            text: option.text.clone(),
            problem: Problem::UnknownOption { name: option.name.clone(), known },
        })
    }

    /// A cursor at the first answer.
    pub fn cursor(&self) -> ScriptCursor {
        ScriptCursor { script: self.clone(), used: 0 }
    }

    /// The lines of the answers as a file has them.
    fn lines(&self) -> Vec<String> {
        match &self.answers {
            Answers::Kinded(answers) => {
                answers.iter().map(|(kind, answer, _)| format!("{kind} {}", quoted(answer))).collect()
            }
            Answers::Plain(answers) => answers.iter().map(|answer| plain(answer)).collect(),
        }
    }
}

impl fmt::Display for Script {
    /// The script as a file; reading it gives the same script, but for where its lines stand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.about {
            writeln!(f, "{}", format!("# {line}").trim_end())?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        for option in &self.options {
            writeln!(f, "option {}", option.name)?;
        }
        for (kind, answer) in &self.fallback {
            writeln!(f, "else {kind} {}", quoted(answer))?;
        }
        self.lines().iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// The next answer of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptAnswer {
    /// The next line of the script, which is used up now.
    Next(String),
    /// The fallback for questions of this kind; no line is used up.
    Fallback(String),
    /// The script has no answer to this question.
    Exhausted,
}

/// A place in a script while it is being played.
#[derive(Clone, Debug)]
pub struct ScriptCursor {
    script: Script,
    used: usize,
}

impl ScriptCursor {
    /// The answer to a question of this kind.
    ///
    /// The next line is given if it is plain or of the same kind. Otherwise, and after the last line, the fallback
    /// of the kind is given. Without a fallback there is no answer, even if a line of that kind follows later: to
    /// skip lines would hide that the play is no longer the one the script was written for.
    pub fn next(&mut self, kind: &str) -> ScriptAnswer {
        let line = match &self.script.answers {
            Answers::Plain(answers) => answers.get(self.used),
            Answers::Kinded(answers) => {
                answers.get(self.used).filter(|(of, ..)| of == kind).map(|(_, answer, _)| answer)
            }
        };
        if let Some(answer) = line {
            self.used += 1;
            return ScriptAnswer::Next(answer.clone());
        }
        match self.script.fallback.get(kind) {
            Some(answer) => ScriptAnswer::Fallback(answer.clone()),
            None => ScriptAnswer::Exhausted,
        }
    }

    /// The lines that were not given yet, as a script writes them.
    pub fn unused(&self) -> Vec<String> {
        self.script.lines().split_off(self.used)
    }
}

/// An answer as it is written after a kind: in quotes only where it needs them.
fn quoted(answer: &str) -> String {
    let bare =
        !answer.is_empty() && answer.trim() == answer && !answer.contains('#') && !answer.starts_with('"');
    if bare { answer.to_owned() } else { in_quotes(answer) }
}

/// An answer as it is written on a line of its own, where it must not look like anything else.
fn plain(answer: &str) -> String {
    let first = answer.split_whitespace().next().unwrap_or_default();
    let one_word = first == answer && !parse::HEADS.contains(&first.to_ascii_lowercase().as_str());
    if one_word || !parse::is_kind(first) { quoted(answer) } else { in_quotes(answer) }
}

fn in_quotes(answer: &str) -> String {
    format!("\"{}\"", answer.replace('\\', r"\\").replace('"', "\\\""))
}
