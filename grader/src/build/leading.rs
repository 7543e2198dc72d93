//! With which of the library's headers a source begins: those may be compiled ahead.

use super::{gcc, headers, layout};
use crate::submission::lexer::{self, Token};
use crate::submission::{Program, SourceFile};
use std::collections::BTreeSet;

/// Headers of the library's.
pub(super) type Headers = BTreeSet<&'static str>;

/// The headers of the system's that a source includes before it says anything else, itself or in headers of the
/// program's that it includes before; nothing if there are none, or one of them is not known.
pub(super) fn leading(program: &Program, source: &SourceFile) -> Option<Headers> {
    let mut beginning = Beginning { program, headers: Headers::new(), open: BTreeSet::new() };
    beginning.read(source)?;
    (!beginning.headers.is_empty()).then_some(beginning.headers)
}

/// Whether a text goes on after its first includes.
#[derive(PartialEq, Eq)]
enum Then {
    /// It says something else.
    Text,
    /// There is nothing else in it.
    End,
}

struct Beginning<'a> {
    program: &'a Program,
    headers: Headers,
    /// The program's own files that were read.
    open: BTreeSet<&'a str>,
}

impl<'a> Beginning<'a> {
    /// Reads the first includes of a file; `None` if one of them is not known.
    fn read(&mut self, file: &'a SourceFile) -> Option<Then> {
        if !self.open.insert(&file.path) {
            // Without a guard it would be read again, for what it says.
            return Some(Then::Text);
        }
        let tokens = lexer::cpp(&file.text);
        let guarded = is_guarded(&tokens);
        let inner = if guarded { &tokens[2..tokens.len() - 1] } else { &tokens[..] };
        for token in inner {
            let Token::Directive(line) = token else { return Some(Then::Text) };
            if is_once(line) {
                continue;
            }
            let Some(include) = lexer::include(line) else { return Some(Then::Text) };
            if !include.quoted {
                self.headers.insert(headers::standard(&include.name)?);
                continue;
            }
            let path = gcc::normal(&layout::join(file.folder(), &include.name));
            let Some(own) = self.program.files().find(|file| file.path == path) else {
                return Some(Then::Text);
            };
            if self.read(own)? == Then::Text {
                return Some(Then::Text);
            }
        }
        Some(Then::End)
    }
}

/// Whether all of a text stands in a guard against being read twice, by a name that no header of the library's knows.
fn is_guarded(tokens: &[Token<'_>]) -> bool {
    let [Token::Directive(open), Token::Directive(define), .., Token::Directive(close)] = tokens else {
        return false;
    };
    let is_name = |name: &str| {
        let name = name.trim_end_matches('_');
        ["_H", "_HPP", "_H_INCLUDED", "_HH"].iter().any(|end| name.ends_with(end))
            && !name.starts_with("_GLIBCXX")
    };
    let asked = only_name(open, "ifndef").filter(|name| is_name(name));
    let ends = close.split_whitespace().next() == Some("endif");
    asked.is_some() && asked == only_name(define, "define") && ends
}

/// The one name that a directive of this kind is about, if there is nothing else in it.
fn only_name<'a>(directive: &'a str, kind: &str) -> Option<&'a str> {
    let mut words = directive.split_whitespace();
    let name = words.next().filter(|word| *word == kind).and_then(|_| words.next())?;
    words.next().is_none().then_some(name)
}

fn is_once(directive: &str) -> bool {
    directive.split_whitespace().eq(["pragma", "once"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Language;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
            written: crate::submission::Written {
                encoding: "UTF-8",
                has_mark: false,
                ends: crate::submission::LineEnds::Unix,
            },
            hash: blake3::hash(text.as_bytes()),
        }
    }

    fn of(files: &[(&str, &str)]) -> Option<Headers> {
        let mut files: Vec<SourceFile> = files.iter().map(|(path, text)| file(path, text)).collect();
        let others = files.split_off(1);
        let program = Program {
            language: Language::Cpp,
            folder: ".".into(),
            sources: files,
            others,
            manifest: None,
            tool_files: Vec::new(),
        };
        leading(&program, &program.sources[0])
    }

    #[test]
    fn only_what_comes_first_is_compiled_ahead() {
        let cases: [(&str, Option<&[&str]>); 8] = [
            (
                "// A game\n#include <string>\n#include <iostream>\nint main() {}\n",
                Some(&["iostream", "string"]),
            ),
            ("#include <iostream>\n#include \"card.h\"\n#include <string>\n", Some(&["iostream"])),
            ("#include <iostream>\nusing namespace std;\n#include <string>\n", Some(&["iostream"])),
            ("#if 0\n#include <string>\n#endif\n#include <iostream>\n", None),
            ("#define NDEBUG\n#include <cassert>\n", None),
            ("#include <iostream>\n#include <windows.h>\n", None),
            ("#include \"card.h\"\n#include <iostream>\n", None),
            ("int main() {}\n", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|names| names.iter().copied().collect());
            assert_eq!(of(&[("a.cpp", text)]), expected, "{text:?}");
        }
    }

    #[test]
    fn the_program_s_own_headers_are_looked_through() {
        let main = "#include <iostream>\n#include \"card.h\"\n#include <string>\nint main() {}\n";
        let cases: [(&str, &[&str]); 7] = [
            ("#pragma once\n#include <vector>\n", &["iostream", "string", "vector"]),
            ("#pragma once\n#include <vector>\nstruct Card {};\n", &["iostream", "vector"]),
            (
                "#ifndef CARD_H\n#define CARD_H\n#include <vector>\n#endif // CARD_H\n",
                &["iostream", "string", "vector"],
            ),
            (
                "#ifndef CARD_H_\n#define CARD_H_\n#include <vector>\nint a;\n#endif\n#include <map>\n",
                &["iostream"],
            ),
            ("#ifndef NDEBUG\n#define NDEBUG\n#include <vector>\n#endif\n", &["iostream"]),
            ("#ifndef A_H\n#define A_H 1\n#include <vector>\n#endif\n", &["iostream"]),
            ("#include \"card.h\"\n#include <vector>\n", &["iostream"]),
        ];
        for (header, expected) in cases {
            let found = of(&[("a.cpp", main), ("card.h", header)]);
            assert_eq!(found, Some(expected.iter().copied().collect()), "{header:?}");
        }
    }
}
