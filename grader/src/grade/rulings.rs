//! A person's rulings: a file that stands above the grader's verdicts and outlives every run.
//!
//! ```text
//! student,rule,points,reason
//! garciamaria,ace-sticky,4,the ace was right; the total was misread
//! nguyenlinh,late,0,illness
//! ```
//!
//! A student is named by the key of the results, or by the id that the course's system has for the person.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::spec::{Spec, closest};

/// The rulings of a class, by student: as the file names them until they are [settled](Rulings::settle).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rulings {
    by_student: BTreeMap<String, Vec<Line>>,
    /// What is to be said of a name that fits several, by name.
    doubtful: BTreeMap<String, String>,
    /// How the file is named to people.
    file: String,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// What it is about.
    pub(crate) subject: Subject,
    /// The points; for lateness the hours.
    pub(crate) amount: f64,
    /// Why.
    pub(crate) reason: String,
    /// Its line in the file, from 1.
    place: u64,
}

/// What a ruling is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A rule, by its id: it gets these points.
    Rule(String),
    /// The whole: these are the points, whatever else holds.
    Total,
    /// The whole: so many points are added, or taken where negative.
    Adjust,
    /// So many hours late; 0 forgives.
    Late,
}

/// The name of the file in an output folder that is taken without being named.
pub const RULINGS: &str = "overrides.csv";

/// The columns, in the order they are written.
const COLUMNS: [&str; 4] = ["student", "rule", "points", "reason"];

/// The words that stand in a rule's place.
const WHOLE: [(&str, Subject); 3] =
    [("total", Subject::Total), ("adjust", Subject::Adjust), ("late", Subject::Late)];

/// A file of rulings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulingsError {
    /// It cannot be read.
    #[error("cannot read {}: {source}; name a file with the columns {}", path.display(), COLUMNS.join(","))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it is wrong.
    #[error("{file}, line {line}: {what}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what to write.
        what: String,
    },
}

impl Rulings {
    /// Reads a file of rulings.
    pub fn read(path: &Path) -> Result<Self, RulingsError> {
        let bytes =
            fs::read(path).map_err(|source| RulingsError::Unreadable { path: path.to_owned(), source })?;
        let (mut text, _, is_broken) = encoding_rs::UTF_8.decode(&bytes);
        if is_broken {
            text = encoding_rs::WINDOWS_1252.decode(&bytes).0;
        }
        Self::parse(&path.display().to_string(), &text)
    }

    /// The rulings of an output folder: of its own file if it has one.
    pub fn of_folder(folder: &Path) -> Result<Self, RulingsError> {
        let path = folder.join(RULINGS);
        if path.exists() { Self::read(&path) } else { Ok(Self::default()) }
    }

    fn parse(file: &str, text: &str) -> Result<Self, RulingsError> {
        let wrong = |line: u64, what: String| RulingsError::Wrong { file: file.to_owned(), line, what };
        // The reader counts a line that ends as on Windows to the one before.
        let text = &text.replace("\r\n", "\n");
        // Spreadsheets of half the world separate by semicolons.
        let first = text.lines().find(|line| !line.trim_start().starts_with('#')).unwrap_or_default();
        let delimiter = if first.contains(';') && !first.contains(',') { b';' } else { b',' };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .trim(csv::Trim::All)
            .flexible(true)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
        let mut places = [0; COLUMNS.len()];
        for (place, name) in places.iter_mut().zip(COLUMNS) {
            let found = header.iter().position(|column| column.eq_ignore_ascii_case(name));
            let missing =
                || format!("there is no column `{name}`; the first line should be {}", COLUMNS.join(","));
            *place = found.ok_or_else(|| wrong(1, missing()))?;
        }
        let mut by_student: BTreeMap<String, Vec<Line>> = BTreeMap::new();
        for record in reader.records() {
            let record = record
                .map_err(|error| wrong(error.position().map_or(0, csv::Position::line), error.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            if record.iter().any(|field| field.contains(['\n', '\r'])) {
                let what =
                    "a field goes on over several lines; close its quotation mark, and write it in one line";
                return Err(wrong(line, what.to_owned()));
            }
            let [student, rule, points, _] = places.map(|place| record.get(place).unwrap_or_default());
            let reason =
                &reason(&record, places, header.len(), delimiter).map_err(|what| wrong(line, what))?;
            // A line of `grader review --lines` that nobody filled in yet.
            let is_blank = points == "POINTS" || points == "HOURS";
            if is_blank || (student.is_empty() && rule.is_empty()) {
                continue;
            }
            let rule = &rule.to_lowercase();
            let ruling = Self::line(line, rule, points, reason).map_err(|what| wrong(line, what))?;
            let others = by_student.entry(student.to_owned()).or_default();
            if let Some(other) = others.iter().find(|other| other.subject == ruling.subject) {
                return Err(wrong(line, already(other.place, &ruling.subject, student)));
            }
            others.push(ruling);
        }
        Ok(Self { by_student, doubtful: BTreeMap::new(), file: file.to_owned() })
    }

    /// Brings the rulings on people named by their id to the keys that the results have for them. `class` has the key
    /// and the id of everybody; a key wins over an id, and an id that several have fits nobody.
    ///
    /// An error where the same is ruled on twice by this.
    pub fn settle<'a>(
        &mut self,
        class: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<(), RulingsError> {
        let mut by_id: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut keys = Vec::new();
        for (key, id) in class {
            keys.push(key);
            if let Some(id) = id {
                by_id.entry(id).or_default().push(key);
            }
        }
        for (name, lines) in std::mem::take(&mut self.by_student) {
            let (key, several) = match by_id.get(name.as_str()).map(Vec::as_slice) {
                _ if keys.contains(&name.as_str()) => (name, None),
                Some([key]) => ((*key).to_owned(), None),
                Some(keys) => (name, Some(format!("the id of {}", listed(keys)))),
                None => {
                    // A name that several share is told apart by what follows it.
                    let begin = format!("{name}_");
                    let near: Vec<&str> =
                        keys.iter().copied().filter(|key| key.starts_with(&begin)).collect();
                    let told = (!near.is_empty()).then(|| format!("here are {}", listed(&near)));
                    (name, told)
                }
            };
            self.doubtful.extend(several.map(|told| (key.clone(), told)));
            let known = self.by_student.entry(key.clone()).or_default();
            for line in lines {
                if let Some(other) = known.iter().find(|other| other.subject == line.subject) {
                    let (first, second) = (other.place.min(line.place), other.place.max(line.place));
                    return Err(RulingsError::Wrong {
                        file: self.file.clone(),
                        line: second,
                        what: already(first, &line.subject, &key),
                    });
                }
                known.push(line);
            }
        }
        Ok(())
    }

    fn line(place: u64, rule: &str, points: &str, reason: &str) -> Result<Line, String> {
        let known = WHOLE.into_iter().find(|(word, _)| *word == rule);
        let subject = known.map_or_else(|| Subject::Rule(rule.to_owned()), |(_, subject)| subject);
        let amount: f64 = points
            .replace(',', ".")
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| format!("`{points}` is no number of points; write one such as 4 or 2.5"))?;
        if amount < 0.0 && subject != Subject::Adjust {
            return Err(format!("{subject} cannot be {amount}; only `adjust` takes points away"));
        }
        if reason.is_empty() {
            return Err("there is no reason; students may ask for it, so write one".to_owned());
        }
        Ok(Line { subject, amount, reason: reason.to_owned(), place })
    }

    /// The rulings on a student's work.
    pub(crate) fn of(&self, student: &str) -> &[Line] {
        self.by_student.get(student).map_or(&[], Vec::as_slice)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_student.is_empty()
    }

    /// Holds the rulings against the specs: a rule that no spec has, or more points than its rule is worth, is a
    /// mistake.
    pub fn check<'a>(&self, specs: &(impl Iterator<Item = &'a Spec> + Clone)) -> Result<(), RulingsError> {
        for line in self.by_student.values().flatten() {
            let Subject::Rule(id) = &line.subject else { continue };
            let wrong =
                |what: String| RulingsError::Wrong { file: self.file.clone(), line: line.place, what };
            let rules = || specs.clone().flat_map(|spec| &spec.rules);
            let most = rules().filter(|rule| rule.id == id).map(|rule| rule.points).reduce(f64::max);
            let Some(most) = most else {
                let words = WHOLE.iter().map(|(word, _)| *word);
                let known: Vec<&str> = rules().map(|rule| rule.id).chain(words).collect();
                let hint =
                    closest(id, &known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                return Err(wrong(format!("no spec has a rule `{id}`{hint}")));
            };
            if line.amount > most {
                return Err(wrong(format!(
                    "`{id}` is worth {most} points, not {}; `adjust` in place of the rule gives more",
                    line.amount
                )));
            }
        }
        Ok(())
    }

    /// The students that are ruled on and not in the class, for a warning, once the rulings are settled.
    pub fn strangers<'a>(&self, class: impl Iterator<Item = &'a str>) -> Option<String> {
        let class: Vec<&str> = class.collect();
        let strangers: Vec<String> = self
            .by_student
            .keys()
            .filter(|student| !class.contains(&student.as_str()))
            .map(|student| match (self.doubtful.get(student), closest(student, &class)) {
                (Some(told), _) => format!("`{student}` ({told})"),
                (None, Some(near)) => format!("`{student}` (did you mean `{near}`?)"),
                (None, None) => format!("`{student}`"),
            })
            .collect();
        let are = match strangers.len() {
            0 => return None,
            1 => "is",
            _ => "are",
        };
        Some(format!("{} rules on {}, who {are} not in this class", self.file, strangers.join(", ")))
    }

    /// Whether there are rulings on a student, once they are settled.
    pub(crate) fn rules_on(&self, student: &str) -> bool {
        self.by_student.contains_key(student)
    }

    /// How the file is named to people.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }
}

/// What is said where one thing is ruled on twice.
fn already(line: u64, subject: &Subject, student: &str) -> String {
    format!("line {line} rules on {subject} of {student} already; take one of them away")
}

/// Names in a list.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

/// The reason of a line of the file. Where it stands last, what follows another separator is part of it: people write
/// sentences without quotation marks.
fn reason(
    record: &csv::StringRecord,
    places: [usize; COLUMNS.len()],
    columns: usize,
    delimiter: u8,
) -> Result<String, String> {
    let [_, _, points, reason] = places;
    let first = record.get(reason).unwrap_or_default();
    let mut rest: Vec<&str> = record.iter().skip(columns).collect();
    while rest.last().is_some_and(|field| field.is_empty()) {
        rest.pop();
    }
    if reason + 1 != columns || rest.is_empty() {
        return Ok(first.to_owned());
    }
    if points + 1 == reason && delimiter == b',' && first.parse::<u32>().is_ok() {
        let number = record.get(points).unwrap_or_default();
        return Err(format!("is `{number},{first}` one number? Write it with a point: {number}.{first}"));
    }
    let between = format!("{} ", char::from(delimiter));
    Ok(std::iter::once(first).chain(rest).collect::<Vec<_>>().join(&between))
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(id) => write!(f, "`{id}`"),
            Self::Total => f.write_str("the total"),
            Self::Adjust => f.write_str("the adjustment"),
            Self::Late => f.write_str("the hours late"),
        }
    }
}

#[cfg(test)]
mod tests;
