//! The grades as pages: an overview of the class, a page for each student, and one that explains the rules.
//!
//! Pages are plain files that need no server and no network, and none needs its script to be read. What students wrote
//! is text on them and nothing else: it is escaped, its hidden characters are written out, and a policy in each page
//! keeps even markup from loading or running anything.

mod chart;
mod class;
mod docs;
mod files;
mod frame;
mod matrix;
mod names;
mod proof;
mod student;
mod text;
mod words;

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::assignment::Assignment;
use crate::grade::Entry;
use crate::report::{Gradebook, Origin};

use class::Class;
use files::Files;
use names::Names;

/// Who a page is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// A teacher or assistant: everything, with ways to the neighbours and the overview.
    Teacher,
    /// The student: hidden checks are masked, and the page stands alone.
    Student,
}

/// Writes the pages of a class into `folder`: `index.html`, `rules.html`, and `students/NAME.html` for each entry.
///
/// Entries come in the order of the overview, and are held one at a time. Each page is written beside its place and then
/// renamed, students' before the overview, so that what is there is whole at any moment. Pages that an earlier call
/// wrote for students who are gone are removed; files of anybody else's are neither replaced nor removed. Returns where
/// the overview is.
pub fn write(
    folder: &Path,
    origin: &Origin,
    assignments: &[&dyn Assignment],
    entries: impl IntoIterator<Item = Entry>,
) -> io::Result<PathBuf> {
    let mut pages = Pages::begin(folder, origin, assignments)?;
    entries.into_iter().try_for_each(|entry| pages.add(entry))?;
    pages.end()
}

/// Writes the pages of what lies in `folder` as `results.json` and `run.json`, like [`write`](fn@write), without holding the
/// class in memory.
pub fn write_beside_results(folder: &Path, assignments: &[&dyn Assignment]) -> io::Result<PathBuf> {
    let origin = Gradebook::origin(folder).map_err(io::Error::other)?;
    let mut pages = Pages::begin(folder, &origin, assignments)?;
    let results = folder.join("results.json");
    let file = BufReader::new(files::told(&results, File::open(&results))?);
    let mut reader = serde_json::Deserializer::from_reader(file);
    let read = reader.deserialize_map(Each(&mut pages));
    if let Some(error) = pages.broken.take() {
        return Err(error);
    }
    read.map_err(|error| io::Error::other(format!("{} cannot be read: {error}", results.display())))?;
    pages.end()
}

/// One submission's page as a text. A [`Audience::Student`]'s stands alone, and tells nothing of hidden checks.
pub fn page(entry: &Entry, origin: &Origin, assignments: &[&dyn Assignment], audience: Audience) -> String {
    student::page(entry, origin, assignments, audience, None)
}

/// The pages as they are written.
struct Pages<'a> {
    origin: &'a Origin,
    assignments: &'a [&'a dyn Assignment],
    files: Files,
    names: Names,
    class: Class,
    /// The page before the one that waits.
    previous: Option<Neighbour>,
    /// Waits for its successor, whom it points to.
    waiting: Option<(Entry, Neighbour)>,
    /// Why a page could not be written, for whom reading stopped.
    broken: Option<io::Error>,
}

/// A page next to another.
#[derive(Debug, Clone)]
struct Neighbour {
    student: String,
    file: String,
}

impl<'a> Pages<'a> {
    fn begin(folder: &Path, origin: &'a Origin, assignments: &'a [&'a dyn Assignment]) -> io::Result<Self> {
        let files = Files::open(folder)?;
        let (names, class) = (Names::default(), Class::default());
        Ok(Self { origin, assignments, files, names, class, previous: None, waiting: None, broken: None })
    }

    fn add(&mut self, entry: Entry) -> io::Result<()> {
        let next = Neighbour { student: entry.student.clone(), file: self.names.give(&entry.student) };
        self.write_waiting(Some(&next))?;
        self.class.add(&entry, &next.file);
        self.waiting = Some((entry, next));
        Ok(())
    }

    fn write_waiting(&mut self, next: Option<&Neighbour>) -> io::Result<()> {
        let Some((entry, own)) = self.waiting.take() else { return Ok(()) };
        let neighbours = student::Neighbours { previous: self.previous.as_ref(), next };
        let page = student::page(&entry, self.origin, self.assignments, Audience::Teacher, Some(&neighbours));
        self.files.student(&own.file, &page)?;
        self.previous = Some(own);
        Ok(())
    }

    fn end(mut self) -> io::Result<PathBuf> {
        self.write_waiting(None)?;
        let known = |assignment: &&&dyn Assignment| self.class.has(assignment.id());
        let mut assignments: Vec<&dyn Assignment> = self.assignments.iter().filter(known).copied().collect();
        if assignments.is_empty() {
            assignments = self.assignments.to_vec();
        }
        self.files.page("rules.html", &docs::page(self.origin, &assignments))?;
        let index = self.files.page("index.html", &self.class.page(self.origin, self.assignments))?;
        self.files.remove_others()?;
        Ok(index)
    }
}

/// Reads the results, and adds each submission's page as it is read.
struct Each<'a, 'b>(&'a mut Pages<'b>);

impl<'de> Visitor<'de> for Each<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the results of a class")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "submissions" {
                map.next_value_seed(Submissions(&mut *self.0))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct Submissions<'a, 'b>(&'a mut Pages<'b>);

impl<'de> DeserializeSeed<'de> for Submissions<'_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Submissions<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the submissions of a class")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut submissions: A) -> Result<(), A::Error> {
        while let Some(entry) = submissions.next_element::<Entry>()? {
            if let Err(error) = self.0.add(entry) {
                let told = serde::de::Error::custom(&error);
                self.0.broken = Some(error);
                return Err(told);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
