//! A table of another system, filled in without touching anything else in it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::escape::cell;
use super::{ExportError, Filled};

/// A table whose cells keep the bytes they came with, unless they are set.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    file: Filled<'a>,
    delimiter: char,
    rows: Vec<Row>,
    set: BTreeMap<(usize, usize), String>,
}

#[derive(Debug)]
struct Row {
    /// The line it begins in, from 1.
    line: usize,
    /// Where its cells are in the text, quotes included.
    cells: Vec<Range<usize>>,
}

/// What some programs put before text in UTF-8.
const MARK: char = '\u{feff}';

impl<'a> Sheet<'a> {
    /// Reads a table whose cells are separated by commas, semicolons or tabs.
    pub(super) fn parse(file: Filled<'a>) -> Result<Self, ExportError> {
        let delimiter = delimiter(file.text);
        let mut reader = Reader { file, delimiter: delimiter as u8, at: 0, line: 1 };
        if file.text.starts_with(MARK) {
            reader.at = MARK.len_utf8();
        }
        let mut rows = Vec::new();
        while reader.at < file.text.len() {
            rows.push(reader.row()?);
        }
        Ok(Self { file, delimiter, rows, set: BTreeMap::new() })
    }

    /// How many rows there are, the header among them.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The line a row begins in.
    pub(super) fn line(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, |row| row.line)
    }

    /// A cell's value as it came; empty where the row is shorter.
    pub(super) fn value(&self, row: usize, column: usize) -> Cow<'a, str> {
        let Some(range) = self.rows.get(row).and_then(|row| row.cells.get(column)) else { return "".into() };
        let raw = &self.file.text[range.clone()];
        match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
            Some(inner) if inner.contains("\"\"") => inner.replace("\"\"", "\"").into(),
            Some(inner) => inner.into(),
            None => raw.into(),
        }
    }

    /// The values of a row.
    pub(super) fn values(&self, row: usize) -> Vec<Cow<'a, str>> {
        let columns = self.rows.get(row).map_or(0, |row| row.cells.len());
        (0..columns).map(|column| self.value(row, column)).collect()
    }

    /// Sets a cell.
    pub(super) fn set(&mut self, row: usize, column: usize, value: &str) {
        self.set.insert((row, column), cell(value, self.delimiter));
    }

    /// The table with what was set.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.file.text.len() * 5 / 4);
        let mut copied = 0;
        for ((row, column), value) in &self.set {
            let cells = &self.rows[*row].cells;
            if let Some(range) = cells.get(*column) {
                text.push_str(&self.file.text[copied..range.start]);
                copied = range.end;
            } else {
                // The row ends before the column: its missing cells are added.
                let end = cells.last().map_or(copied, |range| range.end);
                text.push_str(&self.file.text[copied..end]);
                copied = end;
                text.extend(std::iter::repeat_n(self.delimiter, column + 1 - cells.len()));
            }
            text.push_str(value);
        }
        text.push_str(&self.file.text[copied..]);
        text
    }
}

/// What separates the cells: what the first line has most of, outside of quotes.
fn delimiter(text: &str) -> char {
    let (mut quoted, mut counts) = (false, [(',', 0), (';', 0), ('\t', 0)]);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '\n' | '\r' if !quoted => break,
            _ if !quoted => {
                counts.iter_mut().filter(|(known, _)| *known == c).for_each(|(_, count)| *count += 1);
            }
            _ => {}
        }
    }
    // The first of equals: a comma.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(',', |(c, _)| *c)
}

struct Reader<'a> {
    file: Filled<'a>,
    delimiter: u8,
    at: usize,
    line: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.file.text.as_bytes().get(self.at).copied()
    }

    fn row(&mut self) -> Result<Row, ExportError> {
        let mut row = Row { line: self.line, cells: Vec::new() };
        loop {
            let start = self.at;
            if self.peek() == Some(b'"') {
                self.quoted()?;
            } else {
                while self.peek().is_some_and(|byte| !self.ends(byte)) {
                    self.at += 1;
                }
            }
            row.cells.push(start..self.at);
            if self.peek() != Some(self.delimiter) {
                break;
            }
            self.at += 1;
        }
        if self.peek() == Some(b'\r') {
            self.at += 1;
        }
        if self.peek() == Some(b'\n') {
            self.at += 1;
        }
        self.line += 1;
        Ok(row)
    }

    fn ends(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }

    fn quoted(&mut self) -> Result<(), ExportError> {
        let begun = self.line;
        loop {
            self.at += 1;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    if self.peek() != Some(b'"') {
                        break;
                    }
                }
                Some(b'\n') => self.line += 1,
                Some(_) => {}
                None => return Err(self.broken(begun, "a quote that begins there never ends")),
            }
        }
        match self.peek() {
            Some(byte) if !self.ends(byte) => {
                Err(self.broken(begun, "something follows the closing quote of a cell"))
            }
            _ => Ok(()),
        }
    }

    fn broken(&self, line: usize, what: &str) -> ExportError {
        ExportError::Unfit {
            file: format!("{}:{line}", self.file.name),
            what: format!("{what}; download the file again and leave it as it is"),
        }
    }
}
