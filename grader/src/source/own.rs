//! The student's own lines out of what the preprocessor made of a program.

use super::{Place, SourceError};
use crate::build::{Preprocessed, normal};
use std::collections::{BTreeMap, BTreeSet};

/// The most text that is read, in bytes, comments and headers of the system apart. No student's program comes near it,
/// but macros can blow a small one up.
const BYTES: usize = 1 << 19;

/// The student's own lines, one after the other, each with its place.
///
/// A header that several sources include is here once.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// The lines, each with its line end.
    pub(super) text: String,
    /// Where each line starts in the text.
    starts: Vec<usize>,
    /// The file and the line of each line.
    places: Vec<(usize, u32)>,
    /// The files' names.
    files: Vec<String>,
}

impl Own {
    /// Keeps the lines of `sources`, as the line markers tell them.
    pub(super) fn cut(
        preprocessed: &[Preprocessed],
        sources: &[(String, String)],
    ) -> Result<Own, SourceError> {
        let mut own = Own { files: sources.iter().map(|(path, _)| path.clone()).collect(), ..Own::default() };
        let files: BTreeMap<String, usize> =
            own.files.iter().enumerate().map(|(at, path)| (normal(path), at)).collect();
        let mut seen = BTreeSet::new();
        for unit in preprocessed {
            let new = own.add(&unit.text, &files, &seen)?;
            seen.extend(new);
        }
        if own.text.is_empty() {
            return Err(SourceError::Nothing);
        }
        Ok(own)
    }

    /// Adds the lines of one translation unit, but for those another one brought.
    fn add(
        &mut self,
        text: &str,
        files: &BTreeMap<String, usize>,
        seen: &BTreeSet<(usize, u32)>,
    ) -> Result<Vec<(usize, u32)>, SourceError> {
        let mut new = Vec::new();
        let mut file = None;
        let mut number = 0;
        for line in text.lines() {
            if line.starts_with('#') {
                if let Some((next, path)) = marker(line) {
                    number = next;
                    file = files.get(&normal(&path)).copied();
                } else {
                    number += 1;
                }
                continue;
            }
            if let Some(file) = file.filter(|_| !line.trim().is_empty()) {
                let place = (file, number);
                if !seen.contains(&place) {
                    new.push(place);
                    self.starts.push(self.text.len());
                    self.places.push(place);
                    self.text.push_str(line);
                    self.text.push('\n');
                }
                if self.text.len() > BYTES {
                    return Err(SourceError::TooLong);
                }
            }
            number += 1;
        }
        Ok(new)
    }

    /// The place of the byte at `offset`.
    pub(super) fn place(&self, offset: usize) -> Place<'_> {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        match self.places.get(line) {
            Some(&(file, line)) => Place { file: &self.files[file], line },
            None => Place { file: "", line: 0 },
        }
    }
}

/// The line and the file of a line marker: `# 12 "./main.cpp" 2`.
fn marker(line: &str) -> Option<(u32, String)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("#line "))?;
    let (number, rest) = rest.split_once(' ')?;
    Some((number.parse().ok()?, unquoted(rest.trim_start().strip_prefix('"')?)?))
}

/// A string up to its closing quote; a byte may be written as `\303`.
fn unquoted(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes().peekable();
    loop {
        match rest.next()? {
            b'"' => return Some(String::from_utf8_lossy(&bytes).into_owned()),
            b'\\' => {
                let octal = |byte: &u8| (b'0'..b'8').contains(byte);
                let mut value = 0_u32;
                let mut digits = 0;
                while let Some(digit) = rest.next_if(octal).filter(|_| digits < 3) {
                    value = value * 8 + u32::from(digit - b'0');
                    digits += 1;
                }
                bytes.push(if digits == 0 { rest.next()? } else { value as u8 });
            }
            byte => bytes.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(units: &[&str], files: &[&str]) -> Vec<String> {
        let unit = |text: &&str| Preprocessed { path: String::new(), text: (*text).to_owned() };
        let units: Vec<_> = units.iter().map(unit).collect();
        let files: Vec<_> = files.iter().map(|file| ((*file).to_owned(), String::new())).collect();
        let Ok(own) = Own::cut(&units, &files) else { return Vec::new() };
        let mut offset = 0;
        let told = own.text.lines().map(|line| {
            let Place { file, line: number } = own.place(offset);
            offset += line.len() + 1;
            format!("{file}:{number}: {line}")
        });
        told.collect()
    }

    #[test]
    fn own_lines_keep_their_places() {
        let unit = "# 0 \"./main.cpp\"\n# 1 \"/usr/include/x.h\" 1 3 4\nint x;\n# 2 \"./main.cpp\" 2\n\
                    int a = \n# 2 \"./main.cpp\" 3 4\n 0\n# 2 \"./main.cpp\"\n  ;\n\nint b;\n#pragma once\nint c;\n";
        let expected = [
            "main.cpp:2: int a = ",
            "main.cpp:2:  0",
            "main.cpp:2:   ;",
            "main.cpp:4: int b;",
            "main.cpp:6: int c;",
        ];
        assert_eq!(cut(&[unit], &["main.cpp"]), expected);
    }

    #[test]
    fn a_header_of_two_sources_is_read_once() {
        let first = "# 1 \"./a.cpp\"\n# 1 \"./in/../h.h\" 1\nint h;\n# 2 \"./a.cpp\" 2\nint a;\n";
        let second = "# 1 \"./b.cpp\"\n# 1 \"./h.h\" 1\nint h;\n# 2 \"./b.cpp\" 2\nint b;\n";
        let expected = ["h.h:1: int h;", "a.cpp:2: int a;", "b.cpp:2: int b;"];
        assert_eq!(cut(&[first, second], &["a.cpp", "b.cpp", "h.h"]), expected);
    }

    #[test]
    fn names_are_unquoted() {
        for (quoted, name) in
            [(r#"a b.cpp" 2"#, "a b.cpp"), (r#"a\"\\.cpp""#, "a\"\\.cpp"), (r#"\303\244.c""#, "ä.c")]
        {
            assert_eq!(unquoted(quoted).as_deref(), Some(name));
        }
        assert_eq!(unquoted("x"), None);
    }
}
