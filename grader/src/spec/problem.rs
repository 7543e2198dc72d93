//! What is wrong with a spec, shown in its place.

use std::fmt;
use std::ops::Range;

/// A spec that cannot be used: everything found wrong with it, in the order of the file.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// A sample run it names cannot be used.
    #[error(transparent)]
    Sample(#[from] super::SampleError),
    /// The file cannot be read.
    #[error("cannot read the spec {path}: {source}\n   = help: {help}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
        /// What to do about it.
        help: String,
    },
    /// The file has mistakes.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))]
    Wrong(Vec<Problem>),
}

/// One mistake or doubt, with the line it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    file: String,
    line: usize,
    column: usize,
    text: String,
    width: usize,
    message: String,
    help: Option<String>,
}

impl Problem {
    /// A problem at a byte range of the file's text.
    pub(super) fn new(file: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = floor(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = floor(text, span.end).clamp(start, line_end);
        Self {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            text: text[line_start..line_end].trim_end_matches('\r').to_owned(),
            width: text[start..end].trim_end().chars().count().max(1),
            message: message.into(),
            help: None,
        }
    }

    /// The same with a hint.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with "did you mean" where one of the known names is close to what was written, and all the names
    /// otherwise.
    pub(super) fn suggest(self, written: &str, known: &[&str]) -> Self {
        match closest(written, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None if known.is_empty() => self,
            None => self.help(format!("known here: {}", known.join(", "))),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, text, width, message, help } = self;
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        // Tabs before the caret are kept, so that it stands under its place whatever the tab width.
        let lead: String =
            text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "{file}:{line}:{column}: {message}")?;
        writeln!(f, "{gutter} |")?;
        writeln!(f, "{number} | {text}")?;
        write!(f, "{gutter} | {lead}{}", "^".repeat(*width))?;
        if let Some(help) = help {
            write!(f, "\n{gutter} = help: {help}")?;
        }
        Ok(())
    }
}

/// The known name a mistyped one was probably meant to be.
pub(crate) fn closest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|&name| (strsim::normalized_damerau_levenshtein(written, name), name))
        .filter(|&(likeness, _)| likeness >= 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
