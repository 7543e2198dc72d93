//! Source under the name of something else: `main.cpp.txt`, a program in a file without an ending.

use super::decode::decode;
use super::tree::{self, Entry};
use super::{kinds, mains};
use crate::assignment::Language;

/// How many files are looked into for source under another name.
pub(super) const LOOKED_AT: usize = 20;

/// Whether a file is text that holds a program, and is not named like source.
pub(super) fn is_disguised(entry: &Entry) -> bool {
    let is_text = matches!(kinds::ending(entry.name()).as_str(), "txt" | "" | "text" | "h" | "hpp");
    is_text
        && entry.bytes <= 256 << 10
        && tree::read(&entry.real, 256 << 10).is_ok_and(|bytes| {
            let text = decode(&bytes).text;
            begins_as_code(&text)
                && [Language::Cpp, Language::Rust].iter().any(|language| mains::has_main(&text, *language))
        })
}

/// Whether a text begins as source does, and not as a letter with code in it.
fn begins_as_code(text: &str) -> bool {
    let start = text.trim_start();
    let word = start.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    start.starts_with(['#', '/'])
        || matches!(
            word,
            "using" | "int" | "void" | "class" | "struct" | "enum" | "const" | "use" | "mod" | "fn" | "pub"
        )
}
