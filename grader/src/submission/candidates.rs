//! Several programs in one submission: which files would make each of them.

use super::gather::{self, Reader};
use super::tree::Tree;
use super::{Candidate, SourceFile, Work, limits};

/// The most programs told apart.
const PROGRAMS: usize = 6;

impl Reader {
    /// The program that each of the files with a `main` makes with the files that are no other's; copies make one. None
    /// where they are too many or too large.
    pub(super) fn candidates(
        &mut self,
        tree: &Tree,
        sources: [&[SourceFile]; 2],
        mains: &[&SourceFile],
    ) -> Result<Vec<Candidate>, String> {
        let mut distinct: Vec<&SourceFile> = Vec::new();
        for main in mains {
            if distinct.iter().all(|known| known.hash != main.hash) {
                distinct.push(main);
            }
        }
        let bytes: usize = sources.iter().copied().flatten().map(|file| file.text.len()).sum();
        if distinct.len() > PROGRAMS || bytes * distinct.len() > limits::SUBMISSION_BYTES as usize {
            return Ok(Vec::new());
        }
        let mut candidates = Vec::new();
        for main in &distinct {
            let others: Vec<&SourceFile> =
                mains.iter().copied().filter(|file| file.hash != main.hash).collect();
            let is_own =
                |path: &str| others.iter().all(|other| other.path != path) && !belongs(path, main, &others);
            let own = sources.iter().copied().flatten().filter(|file| is_own(&file.path)).cloned().collect();
            let files = tree.files.iter().filter(|entry| is_own(&entry.path)).cloned().collect();
            let tree = Tree { root: tree.root.clone(), files, ..Tree::default() };
            let mut reader = Reader { left: self.left, remarks: Vec::new() };
            let work = reader.plain(&tree, own)?;
            let key = gather::key(&work, &tree);
            let Work::Program(program) = work else { continue };
            candidates.push(Candidate { main: main.path.clone(), program, remarks: reader.remarks, key });
        }
        Ok(candidates)
    }
}

/// Whether a file lies below the folder of another file with a `main`, and not below this one's or less near to it.
fn belongs(path: &str, main: &SourceFile, others: &[&SourceFile]) -> bool {
    let depth = |folder: &str| {
        let inside = folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        inside.then(|| folder.split('/').filter(|part| !part.is_empty()).count())
    };
    let nearest = others.iter().filter_map(|other| depth(other.folder())).max();
    nearest > depth(main.folder())
}

#[cfg(test)]
mod tests {
    use super::super::{LineEnds, Written};
    use super::*;

    #[test]
    fn files_belong_to_the_nearest_main() {
        let file = |path: &str| SourceFile {
            path: path.to_owned(),
            text: String::new(),
            written: Written { encoding: "UTF-8", has_mark: false, ends: LineEnds::Unix },
            hash: blake3::hash(path.as_bytes()),
        };
        let (one, two, top) = (file("ex1/main.cpp"), file("ex2/src/main.cpp"), file("main.cpp"));
        let cases = [
            ("ex1/cards.h", &one, &two, false),
            ("ex2/src/cards.h", &one, &two, true),
            ("ex2/cards.h", &one, &two, false),
            ("shared/cards.h", &one, &two, false),
            ("ex1/cards.h", &top, &one, true),
            ("cards.h", &one, &top, true),
            ("ex10/cards.h", &top, &one, false),
        ];
        for (path, main, other, expected) in cases {
            assert_eq!(belongs(path, main, &[other]), expected, "{path} and {}", main.path);
        }
    }
}
