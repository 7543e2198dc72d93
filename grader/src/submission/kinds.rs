//! Tells files apart by their names and first bytes.

use crate::assignment::Language;

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something to compile.
    Source(Language),
    /// Something sources include.
    Header,
    /// `Cargo.toml`.
    Manifest,
    /// Anything else.
    Other,
}

/// The kind of a file, by its name in any case.
pub(super) fn kind(name: &str) -> Kind {
    match ending(name).as_str() {
        "cpp" | "cc" | "cxx" | "c++" | "cp" | "c" => Kind::Source(Language::Cpp),
        "rs" => Kind::Source(Language::Rust),
        "h" | "hpp" | "hh" | "hxx" | "h++" | "inl" | "ipp" | "tpp" | "txx" | "inc" => Kind::Header,
        _ if name == "Cargo.toml" => Kind::Manifest,
        _ => Kind::Other,
    }
}

/// What follows the last dot of a name, in lower case; nothing for a dot file.
pub(super) fn ending(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => ending.to_ascii_lowercase(),
        _ => String::new(),
    }
}

/// A name without its source ending: `bob_12_34_blackjack.cpp` is handed in by `bob_12_34_blackjack`.
pub(super) fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Files that systems leave behind.
pub(super) fn is_litter(name: &str) -> bool {
    let litter = ["Thumbs.db", "desktop.ini", "Icon\r", "__MACOSX"];
    litter.contains(&name) || (name.starts_with('.') && name != ".cargo")
}

/// Folders that tools write into: nothing in them was written by the student.
pub(super) fn is_output_folder(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let outputs = [
        "build",
        "debug",
        "release",
        "x64",
        "x86",
        "win32",
        "arm64",
        "target",
        "cmakefiles",
        "out",
        "obj",
        "ipch",
    ];
    outputs.contains(&name.as_str())
        || name == "node_modules"
        || name == "deriveddata"
        || name.starts_with("cmake-build-")
        || [".tlog", ".dsym", ".xcodeproj", ".xcworkspace"].iter().any(|end| name.ends_with(end))
}

/// Folders that are parts of one project, not students.
pub(super) fn is_layout_folder(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let layout = [
        "src",
        "source",
        "sources",
        "source files",
        "header files",
        "include",
        "includes",
        "inc",
        "headers",
        "lib",
        "libs",
        "test",
        "tests",
        "doc",
        "docs",
        "code",
        "assets",
        "resource files",
        "examples",
        "benches",
    ];
    layout.contains(&name.as_str())
}

/// Files that stand at the top of a project.
pub(super) fn marks_project(name: &str) -> bool {
    let marks = ["sln", "slnx", "vcxproj", "vcproj", "cbp", "dev", "pro"];
    let names = ["CMakeLists.txt", "Makefile", "makefile", "meson.build", "Cargo.toml", "Cargo.lock"];
    names.contains(&name) || marks.contains(&ending(name).as_str())
}

/// What is said of a folder with nothing in it.
pub(crate) const EMPTY: &str = "the folder is empty";

/// What a hand-in without source consists of: a group's name in the singular and plural.
type Group = (&'static str, &'static str);

const PROGRAM: Group = ("a compiled program", "compiled programs");
const ARCHIVE: Group = ("an archive", "archives");
const DOCUMENT: Group = ("a document", "documents");
const PICTURE: Group = ("a picture", "pictures");
const FOREIGN: Group = ("source in another language", "sources in another language");
const HEADER: Group = ("a header file", "header files");
const PROJECT: Group = ("a project file", "project files");
const FILE: Group = ("another file", "other files");

/// The group a file without source belongs to, by its first bytes, else its name.
fn group(name: &str, head: &[u8]) -> Group {
    let ending = ending(name);
    let by_name = match ending.as_str() {
        "exe" | "o" | "obj" | "out" | "class" | "pyc" | "dll" | "so" | "a" | "lib" | "elf" | "com"
        | "pdb" | "ilk" => PROGRAM,
        "zip" | "rar" | "7z" | "tar" | "gz" | "tgz" | "bz2" | "xz" | "jar" => ARCHIVE,
        "doc" | "docx" | "pdf" | "txt" | "rtf" | "md" | "odt" | "pages" | "html" | "pptx" | "xlsx" => {
            DOCUMENT
        }
        "png" | "jpg" | "jpeg" | "gif" | "bmp" | "heic" | "webp" => PICTURE,
        "py" | "java" | "js" | "ts" | "cs" | "go" | "swift" | "kt" | "rb" | "m" | "php" | "pas" => FOREIGN,
        "h" | "hpp" | "hh" | "hxx" | "h++" | "inl" | "ipp" | "tpp" | "txx" | "inc" => HEADER,
        _ if marks_project(name) || matches!(ending.as_str(), "filters" | "user" | "suo" | "layout") => {
            PROJECT
        }
        _ => FILE,
    };
    match magic(head) {
        Some(PROGRAM) => PROGRAM,
        Some(group) if by_name == FILE => group,
        _ => by_name,
    }
}

/// The group that the first bytes of a file tell.
fn magic(head: &[u8]) -> Option<Group> {
    // An office document is an archive that begins with the list of what it holds.
    const CONTENTS: &[u8] = b"[Content_Types].xml";
    if head.starts_with(b"PK\x03\x04") && head.get(30..).is_some_and(|rest| rest.starts_with(CONTENTS)) {
        return Some(DOCUMENT);
    }
    let magics: [(&[u8], Group); 13] = [
        (b"\x7fELF", PROGRAM),
        (b"MZ", PROGRAM),
        (b"\xcf\xfa\xed\xfe", PROGRAM),
        (b"\xce\xfa\xed\xfe", PROGRAM),
        (b"\xca\xfe\xba\xbe", PROGRAM),
        (b"!<arch>", PROGRAM),
        (b"PK\x03\x04", ARCHIVE),
        (b"Rar!", ARCHIVE),
        (b"\x1f\x8b", ARCHIVE),
        (b"%PDF-", DOCUMENT),
        (b"\xd0\xcf\x11\xe0", DOCUMENT),
        (b"\x89PNG", PICTURE),
        (b"\xff\xd8\xff", PICTURE),
    ];
    magics.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, group)| *group)
}

/// What a file is by its bytes, where that is certainly no text, whatever its name says.
pub(super) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let (one, _) = magic(bytes)?;
    // A text may well begin with two or three of these letters.
    let is_text = bytes.starts_with(b"MZ") && !bytes.iter().take(64).any(|byte| *byte == 0);
    (!is_text).then_some(one)
}

/// How many names of a group are listed.
const NAMES: usize = 3;

/// Says what a hand-in without source consists of: `only a compiled program (a.out)`. Each file is its path and its
/// first bytes.
pub(super) fn describe(files: &[(String, Vec<u8>)]) -> String {
    if files.is_empty() {
        return EMPTY.to_owned();
    }
    let order = [PROGRAM, ARCHIVE, DOCUMENT, PICTURE, FOREIGN, HEADER, PROJECT, FILE];
    let parts = order.iter().filter_map(|wanted| {
        let is_wanted = |(path, head): &&(String, Vec<u8>)| {
            group(path.rsplit('/').next().unwrap_or(path), head) == *wanted
        };
        let names: Vec<&str> = files.iter().filter(is_wanted).map(|(path, _)| path.as_str()).collect();
        let (one, many) = *wanted;
        match names.len() {
            0 => None,
            1 => Some(format!("{one} ({})", names[0])),
            n if n > NAMES => Some(format!("{many} ({} and {} more)", names[..NAMES].join(", "), n - NAMES)),
            _ => Some(format!("{many} ({})", names.join(", "))),
        }
    });
    let parts: Vec<String> = parts.collect();
    let list = match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    };
    let hint = if list.contains("archive") { "; unpack it and run again" } else { "" };
    format!("no C++ or Rust source, only {list}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_in_without_source_is_described() {
        type Case<'a> = (&'a [(String, Vec<u8>)], &'a str);
        let file = |name: &str, head: &[u8]| (name.to_owned(), head.to_vec());
        let cases: [Case<'_>; 7] = [
            (&[], EMPTY),
            (&[file("a.out", b"\x7fELF")], "no C++ or Rust source, only a compiled program (a.out)"),
            (&[file("game", b"MZ")], "no C++ or Rust source, only a compiled program (game)"),
            (
                &[file("work.zip", b"PK\x03\x04")],
                "no C++ or Rust source, only an archive (work.zip); unpack it and run again",
            ),
            (&[file("r.docx", b"PK\x03\x04")], "no C++ or Rust source, only a document (r.docx)"),
            (
                &[file("a.o", b""), file("x/r.pdf", b"%PDF"), file("n.txt", b"n")],
                "no C++ or Rust source, only a compiled program (a.o) and documents (x/r.pdf, n.txt)",
            ),
            (
                &[
                    file("1.py", b""),
                    file("2.py", b""),
                    file("3.py", b""),
                    file("4.py", b""),
                    file("5.py", b""),
                ],
                "no C++ or Rust source, only sources in another language (1.py, 2.py, 3.py and 2 more)",
            ),
        ];
        for (files, expected) in cases {
            assert_eq!(describe(files), expected);
        }
    }

    #[test]
    fn names_tell_kinds() {
        let cases = [
            ("Main (1).CPP", Kind::Source(Language::Cpp)),
            ("a.C", Kind::Source(Language::Cpp)),
            ("-x.c++", Kind::Source(Language::Cpp)),
            ("a.tar.rs", Kind::Source(Language::Rust)),
            ("cards.H", Kind::Header),
            ("Cargo.toml", Kind::Manifest),
            (".cpp", Kind::Other),
            ("main.cpp.txt", Kind::Other),
            ("cpp", Kind::Other),
        ];
        for (name, expected) in cases {
            assert_eq!(kind(name), expected, "{name}");
        }
        assert_eq!(stem("bob_12345_67890_blackjack.cpp"), "bob_12345_67890_blackjack");
        assert_eq!(stem(".cpp"), ".cpp");
    }
}
