//! Gradescope: folders `submission_12345`, and `submission_metadata.yml`, which tells who handed each in and when.

use super::super::HandIn;
use super::super::decode::decode;
use super::super::tree::{self, Item, ItemKind};
use super::{Download, Hand, Layout, Part, gather, is_file, most};
use std::collections::BTreeMap;
use std::path::Path;

const METADATA: &str = "submission_metadata.yml";
/// The most read of it, in bytes: it holds the results of whatever judged the class before.
const BYTES: u64 = 256 << 20;
const PREFIX: &str = "submission_";

pub(super) fn recognise(folder: &Path, items: &[Item]) -> Option<Download> {
    if !items.iter().any(|item| item.name == METADATA && is_file(item)) {
        return None;
    }
    let bytes = tree::read(&folder.join(METADATA), BYTES).ok()?;
    let told = read(&decode(&bytes).text);
    drop(bytes);
    let (mut hands, strays) = most(items, |item| {
        let id = item.name.strip_prefix(PREFIX)?;
        let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        let is_folder = matches!(item.kind, ItemKind::Folder);
        if !is_number || !is_folder {
            return None;
        }
        let part = Part { name: item.name.clone(), real: item.real.clone(), is_folder, rank: 0 };
        let who = told.get(&item.name).cloned().unwrap_or_default();
        let mut hand = who.hand(&item.name, id);
        hand.parts.push(part);
        Some((item.name.clone(), hand))
    })?;
    // Whoever is in the list handed something in, even if its folder is not there.
    for (name, who) in &told {
        if hands.iter().all(|(known, _)| known != name) {
            let mut hand = who.hand(name, name.strip_prefix(PREFIX).unwrap_or_default());
            hand.absent = Some(name.clone());
            hands.push((name.clone(), hand));
        }
    }
    let strays = strays.into_iter().filter(|item| item.name != METADATA).collect();
    Some(Download { layout: Layout::Gradescope, hands: gather(hands), strays })
}

/// Who handed in, and when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Who {
    people: Vec<Person>,
    submitted: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Person {
    name: Option<String>,
    sid: Option<String>,
    email: Option<String>,
}

/// How many members of a group are named in what it is called.
const NAMED: usize = 3;

impl Who {
    fn hand(&self, folder: &str, id: &str) -> Hand {
        let names: Vec<String> = self.people.iter().filter_map(|person| person.name.clone()).collect();
        let student = match names.as_slice() {
            [] => folder.to_owned(),
            names => {
                let more = if names.len() > NAMED { " and others" } else { "" };
                format!("{}{more}", names[..names.len().min(NAMED)].join(", "))
            }
        };
        let first = self.people.first().cloned().unwrap_or_default();
        let with_name = self.people.iter().filter(|person| person.name.is_some());
        let addresses = with_name.map(|person| person.email.clone().unwrap_or_default()).collect();
        let hand_in = HandIn {
            name: (!names.is_empty()).then(|| names.join(", ")),
            id: first.sid,
            email: first.email,
            addresses: if names.len() > 1 { addresses } else { Vec::new() },
            members: if names.len() > 1 { names } else { Vec::new() },
            submitted: self.submitted.clone(),
            ..HandIn::default()
        };
        Hand { student, apart: id.to_owned(), hand_in, ..Hand::default() }
    }
}

/// Reads the list by folder. Of the whole form of such files only what this one uses is known: keys at fixed depths,
/// and plain or quoted texts. Whatever else stands there is deeper, and is passed over.
fn read(text: &str) -> BTreeMap<String, Who> {
    let mut all: BTreeMap<String, Who> = BTreeMap::new();
    let mut current: Option<(String, Who)> = None;
    let mut is_people = false;
    let mut depth = 0;
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let rest = line[indent..].trim_end();
        if indent == 0 {
            if rest.is_empty() || rest.starts_with('-') || rest.starts_with('#') {
                continue;
            }
            all.extend(current.take());
            let name = rest.strip_suffix(':').map(unquoted).filter(|name| name.starts_with(PREFIX));
            current = name.map(|name| (name, Who::default()));
            is_people = false;
            continue;
        }
        let Some((_, who)) = &mut current else { continue };
        let is_item = rest.starts_with("- ");
        if indent == 2 && !is_item {
            is_people = matches!(key(rest), Some(("submitters", _)));
            if let Some(("created_at", value)) = key(rest) {
                who.submitted = moment(&value);
            }
        } else if is_people {
            if is_item && (who.people.is_empty() || indent == depth) {
                depth = indent;
                who.people.push(Person::default());
            }
            let is_key = indent == depth + 2 || (is_item && indent == depth);
            let (Some(person), true) = (who.people.last_mut(), is_key) else { continue };
            match key(rest.strip_prefix("- ").unwrap_or(rest)) {
                Some(("name", value)) => person.name = some(value),
                Some(("sid", value)) => person.sid = some(value),
                Some(("email", value)) => person.email = some(value),
                _ => {}
            }
        }
    }
    all.extend(current);
    all
}

/// A key and its value: `:name: Jane Doe`, or `name: Jane Doe`.
fn key(line: &str) -> Option<(&str, String)> {
    let line = line.trim_start();
    let line = line.strip_prefix(':').unwrap_or(line);
    let (key, value) = line.split_once(':')?;
    Some((key, unquoted(value.trim())))
}

fn some(value: String) -> Option<String> {
    (!matches!(value.as_str(), "" | "null" | "~")).then_some(value)
}

/// A text without its quotes.
fn unquoted(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        return inner.replace("''", "'");
    }
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.to_owned();
    };
    // The escapes for letters are those of JSON, but for the short ones.
    let json = format!("\"{}\"", inner.replace("\\x", "\\u00").replace("\\e", "\\u001b"));
    serde_json::from_str(&json).unwrap_or_else(|_| inner.to_owned())
}

/// `2026-11-20 23:14:55.123456000 Z` or `… -08:00` as RFC 3339, to the second.
fn moment(value: &str) -> Option<String> {
    let mut words = value.split_whitespace();
    let (day, time) = match words.next()?.split_once('T') {
        Some((day, time)) => (day, time),
        None => (value.split_whitespace().next()?, words.next()?),
    };
    let zone_at = time.find(['Z', '+', '-']);
    let (time, zone) = zone_at.map_or((time, words.next().unwrap_or("Z")), |at| time.split_at(at));
    let seconds = time.split('.').next()?;
    let text = format!("{day}T{seconds}{zone}");
    text.parse::<jiff::Timestamp>().is_ok().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let text = "---\nsubmission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '0012'\n    :email: j@x.edu\n  \
                    :created_at: 2026-11-20 23:14:55.123456000 Z\n  :score: 3.0\n  :history:\n  - :id: 7\n    \
                    :created_at: 2026-01-01 00:00:00 Z\n    :submitters:\n    - :name: Mallory\n\
                    submission_2:\n  :submitters:\n    - :name: \"Zo\\xEB O'Neil\"\n      :sid: \n    \
                    - :name: 'Bo ''B'' Li'\n      :email: b@x.edu\n  :created_at: '2026-11-20T10:00:00-08:00'\n  \
                    :results:\n    output: |-\n      :name: Mallory\n";
        let told = read(text);
        let person = |name: &str, sid: Option<&str>, email: Option<&str>| Person {
            name: Some(name.to_owned()),
            sid: sid.map(str::to_owned),
            email: email.map(str::to_owned),
        };
        let one = &told["submission_1"];
        assert_eq!(one.people, [person("Jane Doe", Some("0012"), Some("j@x.edu"))]);
        assert_eq!(one.submitted.as_deref(), Some("2026-11-20T23:14:55Z"));
        let two = &told["submission_2"];
        assert_eq!(
            two.people,
            [person("Zo\u{eb} O'Neil", None, None), person("Bo 'B' Li", None, Some("b@x.edu"))]
        );
        assert_eq!(two.submitted.as_deref(), Some("2026-11-20T10:00:00-08:00"));
        assert_eq!(two.hand("submission_2", "2").student, "Zo\u{eb} O'Neil, Bo 'B' Li");
    }

    #[test]
    fn any_text_is_survived() {
        for text in ["", "\n", "submission_1", "submission_1:\n  :submitters:\n  -\n  - :\n - x", "é:\n  é\n"]
        {
            read(text);
        }
    }
}
