//! The list of a course's students, as its system exports it.

mod fit;
mod names;

use super::decode::decode;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The students of a course.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    people: Vec<Person>,
}

/// A student on the roster.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Person {
    /// Numbers and logins, the first one the most telling.
    ids: Vec<String>,
    name: Option<String>,
    email: Option<String>,
    section: Option<String>,
    /// The line of the file.
    line: u64,
}

/// A roster cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// It cannot be read.
    #[error("cannot read the roster {path}: {source}; check its name and permissions")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line of it is wrong.
    #[error("{path}:{line}: {what}")]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what to do.
        what: String,
    },
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Name,
    First,
    Last,
    Email,
    Section,
    Other,
}

/// The largest roster read, in bytes.
const BYTES: u64 = 64 << 20;

impl Roster {
    /// Reads a roster: a table with a header, separated by commas, semicolons or tabs.
    pub fn read(path: &Path) -> Result<Self, RosterError> {
        let unreadable = |source| RosterError::Unreadable { path: path.to_path_buf(), source };
        let bytes = super::tree::read(path, BYTES).map_err(unreadable)?;
        Self::parse(&decode(&bytes).text).map_err(|(line, what)| RosterError::Wrong {
            path: path.to_path_buf(),
            line,
            what,
        })
    }

    /// Reads the text of a roster; an error is a line and what is wrong there.
    fn parse(text: &str) -> Result<Self, (u64, String)> {
        // The reader counts a line that ends as on Windows to the one before.
        let text = &text.replace("\r\n", "\n");
        let head = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|sign| head.bytes().filter(|byte| byte == sign).count());
        let delimiter = delimiter.unwrap_or(b',');
        if let Some(line) = open_quote(text, delimiter) {
            let what = "a field goes on over several lines; is a quotation mark not closed?";
            return Err((line, what.to_owned()));
        }
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .trim(csv::Trim::All)
            // Lines of other lengths are told below, in other words.
            .flexible(true)
            .from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| wrong(&error))?.clone();
        let columns: Vec<Column> = header.iter().map(column).collect();
        if columns.iter().all(|column| matches!(column, Column::Other | Column::Section)) {
            return Err((
                1,
                "no column is named like an id, a login, a name or an email address; the first line must name the \
                 columns, such as `Student,ID,SIS Login ID,Section`"
                    .to_owned(),
            ));
        }
        let mut people: Vec<Person> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for record in reader.records() {
            let record = record.map_err(|error| wrong(&error))?;
            let line = record.position().map_or(0, csv::Position::line);
            if record.len() != columns.len() {
                let (here, there) = (record.len(), columns.len());
                return Err((line, format!("there are {here} fields here and {there} in the first line")));
            }
            let person = person(&columns, &record, line);
            if person.is_nobody() {
                continue;
            }
            // Who is in two sections stands there twice.
            let same = person.ids.iter().find_map(|id| known.get(&names::plain(id)).copied());
            if let Some(same) = same {
                let other = &mut people[same];
                if other.name != person.name {
                    let ids = person.ids.join(", ");
                    return Err((line, format!("{ids} is somebody else on line {}", other.line)));
                }
                other.join(person.section);
                continue;
            }
            for id in &person.ids {
                known.insert(names::plain(id), people.len());
            }
            people.push(person);
        }
        if people.is_empty() {
            return Err((1, "there is no student below the first line".to_owned()));
        }
        Ok(Self { people })
    }
}

impl Person {
    /// Whether the line is empty, or one that a gradebook adds.
    fn is_nobody(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        let is_made_up = matches!(name, "Points Possible" | "Student, Test" | "Test Student");
        (self.ids.is_empty() && self.name.is_none() && self.email.is_none()) || is_made_up
    }

    /// Adds another section.
    fn join(&mut self, section: Option<String>) {
        match (&mut self.section, section) {
            (Some(known), Some(other)) if *known != other => {
                known.push_str(", ");
                known.push_str(&other);
            }
            (known @ None, other) => *known = other,
            _ => {}
        }
    }
}

/// The line of the first field in quotation marks that goes on over several lines and does not end as such fields do
/// (RFC 4180): who forgot the second mark would lose the students below without a word. Texts of several lines, as
/// Moodle's worksheets have them, do end so.
fn open_quote(text: &str, delimiter: u8) -> Option<u64> {
    let ends_field = |sign: Option<&u8>| sign.is_none_or(|sign| *sign == delimiter || b"\r\n".contains(sign));
    let bytes = text.as_bytes();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let begins_field = at == 0 || ends_field(bytes.get(at - 1));
        if bytes[at] == b'"' && begins_field {
            let start = line;
            at += 1;
            // Two marks stand for one.
            while at < bytes.len() && (bytes[at] != b'"' || bytes.get(at + 1) == Some(&b'"')) {
                line += u64::from(bytes[at] == b'\n');
                at += if bytes[at] == b'"' { 2 } else { 1 };
            }
            let is_closed = at < bytes.len() && ends_field(bytes.get(at + 1));
            if line > start && !is_closed {
                return Some(start);
            }
        } else {
            line += u64::from(bytes[at] == b'\n');
        }
        at += 1;
    }
    None
}

fn wrong(error: &csv::Error) -> (u64, String) {
    (error.position().map_or(1, csv::Position::line), error.to_string())
}

fn person(columns: &[Column], record: &csv::StringRecord, line: u64) -> Person {
    let all = |wanted: Column| {
        let fields = columns.iter().zip(record.iter());
        fields
            .filter(move |(column, field)| **column == wanted && !field.is_empty())
            .map(|(_, field)| field.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let whole = match (all(Column::First).next(), all(Column::Last).next()) {
        (Some(first), Some(last)) => Some(format!("{first} {last}")),
        (one, other) => one.or(other),
    };
    let mut ids: Vec<String> = all(Column::Id).map(|id| participant(&id).unwrap_or(id)).collect();
    ids.dedup();
    Person {
        ids,
        name: all(Column::Name).next().or(whole),
        email: all(Column::Email).next(),
        section: all(Column::Section).next(),
        line,
    }
}

/// The number in `Participant 501`, as Moodle's worksheets write what its downloads call `501`.
fn participant(id: &str) -> Option<String> {
    let (word, number) = id.rsplit_once(' ')?;
    let is_word = word.len() > 4 && word.chars().all(|c| c.is_alphabetic() || c == '/');
    (is_word && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| number.to_owned())
}

/// What a column holds, by its name in any of the common spellings.
fn column(name: &str) -> Column {
    let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    match plain.as_str() {
        "id"
        | "sid"
        | "studentid"
        | "studentno"
        | "studentnumber"
        | "idnumber"
        | "userid"
        | "sisuserid"
        | "sisid"
        | "canvasid"
        | "canvasuserid"
        | "orgdefinedid"
        | "universityid"
        | "matriculationnumber"
        | "matrikelnummer"
        | "identifier"
        | "login"
        | "loginid"
        | "sisloginid"
        | "username"
        | "user"
        | "netid"
        | "account"
        | "github"
        | "githubusername"
        | "githubuser"
        | "githublogin" => Column::Id,
        "name" | "student" | "studentname" | "fullname" | "displayname" | "sortablename" => Column::Name,
        "first" | "firstname" | "givenname" | "forename" | "preferredname" => Column::First,
        "last" | "lastname" | "surname" | "familyname" => Column::Last,
        "email" | "emailaddress" | "mail" | "mailaddress" | "emails" => Column::Email,
        "section" | "sections" | "sectionname" | "class" | "group" | "groups" => Column::Section,
        _ => Column::Other,
    }
}

#[cfg(test)]
mod tests;
