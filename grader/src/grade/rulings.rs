//! A person's rulings: a file that stands above the grader's verdicts and outlives every run.
//!
//! ```text
//! student,rule,points,reason
//! garciamaria,ace-sticky,4,the ace was right; the total was misread
//! nguyenlinh,late,0,illness
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::spec::{Spec, closest};

/// The rulings of a class, by student.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rulings {
    by_student: BTreeMap<String, Vec<Line>>,
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
            let [student, rule, points, reason] = places.map(|place| record.get(place).unwrap_or_default());
            // A line of `grader review --lines` that nobody filled in yet.
            let is_blank = points == "POINTS" || points == "HOURS";
            if is_blank || (student.is_empty() && rule.is_empty()) {
                continue;
            }
            let rule = &rule.to_lowercase();
            let ruling = Self::line(line, rule, points, reason).map_err(|what| wrong(line, what))?;
            let others = by_student.entry(student.to_owned()).or_default();
            if let Some(other) = others.iter().find(|other| other.subject == ruling.subject) {
                let what = format!(
                    "line {} rules on {} of {student} already; take one of them away",
                    other.place, ruling.subject
                );
                return Err(wrong(line, what));
            }
            others.push(ruling);
        }
        Ok(Self { by_student, file: file.to_owned() })
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

    /// The students that are ruled on and not in the class, for a warning.
    pub fn strangers<'a>(&self, class: impl Iterator<Item = &'a str>) -> Option<String> {
        let class: Vec<&str> = class.collect();
        let strangers: Vec<String> = self
            .by_student
            .keys()
            .filter(|student| !class.contains(&student.as_str()))
            .map(|student| match closest(student, &class) {
                Some(near) => format!("`{student}` (did you mean `{near}`?)"),
                None => format!("`{student}`"),
            })
            .collect();
        (!strangers.is_empty())
            .then(|| format!("{} rules on {}, who handed in nothing here", self.file, strangers.join(", ")))
    }
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
mod tests {
    use super::*;
    use crate::check::fake;

    fn error(text: &str) -> String {
        Rulings::parse("overrides.csv", text).expect_err("it is wrong").to_string()
    }

    #[test]
    fn a_file_is_read_whatever_the_order_of_its_columns() {
        let text = "Reason,student,rule,points\n\"said \"\"yes\"\", late\",bo,ace-sticky,2.5\n# a note\nillness,bo,late,0\n";
        let rulings = Rulings::parse("overrides.csv", text).expect("it is right");
        let [rule, late] = rulings.of("bo") else { panic!("two rulings") };
        assert_eq!((rule.amount, rule.reason.as_str()), (2.5, "said \"yes\", late"));
        assert_eq!(late.subject, Subject::Late);
        assert!(rulings.of("ann").is_empty());
    }

    #[test]
    fn spreadsheets_and_lines_not_filled_in_yet_are_no_mistake() {
        let text = "student;rule;points;reason\nbo;Ace-Sticky;2;nearly\nann;total;POINTS;REASON\n";
        let rulings = Rulings::parse("overrides.csv", text).expect("it is right");
        assert_eq!(rulings.of("bo").len(), 1);
        assert_eq!(rulings.of("bo")[0].subject, Subject::Rule("ace-sticky".to_owned()));
        assert!(rulings.of("ann").is_empty());
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        assert!(error("student,rule,points\n").contains("line 1: there is no column `reason`"));
        assert!(
            error("student,rule,points,reason\nbo,ace-sticky,x,y\n").contains("line 2: `x` is no number")
        );
        assert!(
            error("student,rule,points,reason\nbo,ace-sticky,4,\n").contains("line 2: there is no reason")
        );
        assert!(error("student,rule,points,reason\nbo,a,-4,y\n").contains("line 2: `a` cannot be -4"));
        let double = "student,rule,points,reason\nbo,a,4,y\nbo,a,3,z\n";
        assert!(error(double).contains("line 3: line 2 rules on `a` of bo already"));
    }

    #[test]
    fn rules_and_points_are_held_against_the_specs() {
        let spec = fake::spec();
        let check = |rule: &str, points: &str| {
            let text = format!("student,rule,points,reason\nbo,{rule},{points},y\n");
            let rulings = Rulings::parse("overrides.csv", &text).expect("it is right");
            rulings.check(&std::iter::once(&spec)).map_err(|error| error.to_string())
        };
        assert_eq!(check("ace-sticky", "1"), Ok(()));
        assert_eq!(check("adjust", "-40"), Ok(()));
        assert!(check("ace-stiky", "1").expect_err("unknown").contains("did you mean `ace-sticky`?"));
        assert!(check("ace-sticky", "4000").expect_err("too much").contains("is worth"));
    }
}
