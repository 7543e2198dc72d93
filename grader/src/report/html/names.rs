//! What students' pages are called on disk.

use std::collections::BTreeSet;

/// Gives each student a file name of their own.
///
/// Students' names are whatever a download or a folder held. A page's name has ASCII letters, digits and `. _ -` only,
/// is no name that any system keeps for itself, and differs from the others by more than the case of its letters, so that
/// the folder can be copied anywhere.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

/// The most characters taken from a student's name.
const LONGEST: usize = 80;

impl Names {
    /// The name of a student's page, with its ending.
    pub(super) fn give(&mut self, student: &str) -> String {
        let mut kept = cleaned(student);
        if is_reserved(&kept) {
            kept.insert_str(0, "student-");
        }
        let mut name = kept.clone();
        if kept != student {
            name = format!("{kept}-{}", digest(student));
        }
        let mut again = 1;
        while !self.taken.insert(name.to_ascii_lowercase()) {
            name = match again {
                1 => format!("{kept}-{}", digest(student)),
                _ => format!("{kept}-{}-{again}", digest(student)),
            };
            again += 1;
        }
        format!("{name}.html")
    }
}

/// The name with a dash for each run of other characters, without dots or dashes at its ends.
fn cleaned(student: &str) -> String {
    let mut name = String::new();
    for c in student.chars() {
        let c = if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
        let doubled = name.chars().last().is_some_and(|last| ".-".contains(last)) && ".-".contains(c);
        if name.len() >= LONGEST {
            break;
        }
        if !doubled {
            name.push(c);
        }
    }
    let name = name.trim_matches(['.', '-']);
    if name.is_empty() { "student".to_owned() } else { name.to_owned() }
}

fn digest(student: &str) -> String {
    blake3::hash(student.as_bytes()).to_hex()[..8].to_owned()
}

/// Devices of old systems, under which no file can be made there.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(students: &[&str]) -> Vec<String> {
        let mut names = Names::default();
        students.iter().map(|student| names.give(student)).collect()
    }

    #[test]
    fn plain_names_stay_as_they_are() {
        assert_eq!(all(&["07-copper", "lee.j_2"]), ["07-copper.html", "lee.j_2.html"]);
    }

    #[test]
    fn no_name_leaves_the_folder_or_needs_escaping() {
        let long = "x".repeat(5000);
        let hostile = [
            "../../etc/passwd",
            "",
            ".",
            "..",
            "a\nb",
            "<script>",
            "\"'&",
            "con",
            "COM1.x",
            ".hidden",
            &long,
            "ß",
        ];
        let names = all(&hostile);
        for name in &names {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            assert!(name.chars().all(plain) && name.len() < 110, "{name}");
            assert!(!name.starts_with(['.', '-']) && !name.contains(".."), "{name}");
            assert!(!is_reserved(name), "{name}");
        }
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), hostile.len());
    }

    #[test]
    fn what_is_the_same_after_cleaning_is_told_apart() {
        let first = all(&["a b"])[0].clone();
        let stem = first.trim_end_matches(".html");
        let names = all(&["a b", "a/b", "a-b", "A-B", "a b", "a b", stem]);
        let different: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
        assert_eq!(names[2], "a-b.html");
    }
}
