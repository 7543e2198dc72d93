//! A class made from the samples: as many submissions as wanted, no two of them equal.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use walkdir::WalkDir;

use crate::root;

/// A made submission in C++.
pub(super) struct Made {
    /// The files a compiler is given.
    pub(super) sources: Vec<PathBuf>,
}

/// Makes a class of `size` submissions in `folder`, the samples of the assignments in turn. Each gets a constant of its
/// own at its end, so that nothing can be taken from another.
pub(super) fn class(assignments: &[&str], size: usize, folder: &Path) -> anyhow::Result<Vec<Made>> {
    let mut samples: Vec<Vec<PathBuf>> = Vec::new();
    for assignment in assignments {
        samples.push(of(assignment)?);
    }
    let longest = samples.iter().map(Vec::len).max().unwrap_or_default();
    let in_turn: Vec<&PathBuf> =
        (0..longest).flat_map(|i| samples.iter().filter_map(move |list| list.get(i))).collect();
    anyhow::ensure!(!in_turn.is_empty(), "there are no samples in C++");
    (0..size).map(|number| copy(in_turn[number % in_turn.len()], number, folder)).collect()
}

/// The samples of an assignment that are in C++, the odd ones among the plain ones as they come.
fn of(assignment: &str) -> anyhow::Result<Vec<PathBuf>> {
    let folder = root().join("fixtures").join(assignment).join("submissions");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut samples: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    samples.retain(|sample| !sources(sample).is_empty());
    // By what their names hash to: legal samples and mutants mixed, the same each time.
    samples.sort_by_key(|sample| {
        let name = sample.file_name().unwrap_or_default().as_encoded_bytes();
        name.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    });
    Ok(samples)
}

/// The C++ sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files =
        WalkDir::new(folder).sort_by_file_name().into_iter().flatten().map(walkdir::DirEntry::into_path);
    let is_source = |path: &PathBuf| {
        path.extension().is_some_and(|extension| {
            ["cpp", "cc", "cxx"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    };
    files.filter(is_source).collect()
}

/// Copies a sample and makes it one of a kind.
fn copy(sample: &Path, number: usize, folder: &Path) -> anyhow::Result<Made> {
    let name = sample.file_name().unwrap_or_default().to_string_lossy();
    let made = folder.join(format!("{number:04}-{name}"));
    for entry in WalkDir::new(sample) {
        let entry = entry.context("cannot read a sample")?;
        let target = made.join(entry.path().strip_prefix(sample).context("a sample outside its folder")?);
        let copied = if entry.file_type().is_dir() {
            fs::create_dir_all(&target)
        } else {
            fs::copy(entry.path(), &target).map(|_| ())
        };
        copied.with_context(|| format!("cannot write {}", target.display()))?;
    }
    let made = Made { sources: sources(&made) };
    made.edit(number)?;
    Ok(made)
}

impl Made {
    /// Adds a constant that nothing uses.
    pub(super) fn edit(&self, number: usize) -> anyhow::Result<()> {
        let Some(file) = self.sources.first() else { return Ok(()) };
        let doing = || format!("cannot change {}", file.display());
        let mut text = fs::read(file).with_context(doing)?;
        text.extend(format!("\nstatic const int made_{number} = {number};\n").bytes());
        fs::write(file, text).with_context(doing)
    }
}
