//! Which submission belongs to which person of another system's table.

use std::collections::{BTreeMap, BTreeSet};

use super::called;
use crate::grade::Entry;

/// A person of the table, by what that system calls them.
#[derive(Debug, Default)]
pub(super) struct Person {
    /// Its own number.
    pub(super) id: String,
    /// Other numbers and log-ins.
    pub(super) logins: Vec<String>,
    /// The address.
    pub(super) email: String,
    /// The name, as it is written there.
    pub(super) name: String,
}

/// Who was found for whom.
#[derive(Debug)]
pub(super) struct Paired {
    /// The person's place in the table, for each entry.
    pub(super) places: Vec<Option<usize>>,
    /// Why an entry has none, a line each.
    pub(super) notes: Vec<String>,
}

/// The kind of name that fits, and the places of those it fits.
type Fit = (usize, BTreeSet<usize>);

/// The strength of a name: a pair of a stronger one comes before a pair of a weaker one.
const KINDS: usize = 4;

/// Pairs entries with people, by number, log-in, address and name in this order. Where two fit, none is taken.
pub(super) fn pair(entries: &[&Entry], people: &[Person]) -> Paired {
    let mut by_key: Vec<BTreeMap<String, BTreeSet<usize>>> = vec![BTreeMap::new(); KINDS];
    for (place, person) in people.iter().enumerate() {
        for (kind, keys) in keys_of_person(person).into_iter().enumerate() {
            for key in keys.into_iter().filter(|key| !key.is_empty()) {
                by_key[kind].entry(key).or_default().insert(place);
            }
        }
    }
    let mut found: Vec<Option<Fit>> = entries.iter().map(|entry| fit(entry, &by_key)).collect();
    // Where numbers are those of the table's own system, one that is not in it is another person of that name.
    if found.iter().flatten().any(|(kind, _)| *kind == 0) {
        for (entry, fit) in entries.iter().zip(&mut found) {
            let has_number = keys_of_entry(entry)[0].iter().any(|key| !key.is_empty());
            if has_number && fit.as_ref().is_some_and(|(kind, _)| *kind == KINDS - 1) {
                *fit = None;
            }
        }
    }
    let mut claims: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, fit) in found.iter().enumerate() {
        if let Some((kind, places)) = fit
            && let (1, Some(place)) = (places.len(), places.first())
        {
            claims.entry(*place).or_default().push((*kind, index));
        }
    }
    let mut paired = Paired { places: vec![None; entries.len()], notes: Vec::new() };
    for (index, entry) in entries.iter().enumerate() {
        match place(index, found[index].as_ref(), &claims, people) {
            Ok(place) => paired.places[index] = Some(place),
            Err(why) => paired.notes.push(format!("{}: not written: {why}", called(entry))),
        }
    }
    paired
}

/// The place of one entry, unless somebody else has as good a claim.
fn place(
    index: usize,
    found: Option<&Fit>,
    claims: &BTreeMap<usize, Vec<(usize, usize)>>,
    people: &[Person],
) -> Result<usize, String> {
    let Some((kind, places)) = found else { return Err("nobody in the file fits".to_owned()) };
    let place = match places.first() {
        Some(place) if places.len() == 1 => *place,
        _ => return Err(format!("{} people in the file fit", places.len())),
    };
    let rivals = claims.get(&place).map_or(&[][..], Vec::as_slice);
    let is_beaten = |rival: &&(usize, usize)| rival.1 != index && rival.0 <= *kind;
    match rivals.iter().find(is_beaten) {
        Some(_) => Err(format!(
            "another submission fits {} as well",
            crate::report::harmless_line(&people[place].name)
        )),
        None => Ok(place),
    }
}

/// The people an entry fits by the strongest kind of name that anybody has.
fn fit(entry: &Entry, by_key: &[BTreeMap<String, BTreeSet<usize>>]) -> Option<Fit> {
    for (kind, keys) in keys_of_entry(entry).into_iter().enumerate() {
        let places: BTreeSet<usize> =
            keys.iter().filter_map(|key| by_key[kind].get(key)).flatten().copied().collect();
        if !places.is_empty() {
            return Some((kind, places));
        }
    }
    None
}

fn keys_of_person(person: &Person) -> [Vec<String>; KINDS] {
    let id = vec![person.id.trim().to_owned()];
    let logins: Vec<String> = person.logins.iter().map(|login| lower(login)).collect();
    let mut emails = vec![lower(&person.email)];
    emails.extend(logins.iter().filter(|login| login.contains('@')).cloned());
    [id, logins, emails, names(&person.name)]
}

fn keys_of_entry(entry: &Entry) -> [Vec<String>; KINDS] {
    let given = entry.hand_in.id.clone();
    let from_file = download_parts(&entry.student);
    let id: Vec<String> = given.iter().cloned().chain(from_file.map(|parts| parts.1.to_owned())).collect();
    let mut logins: Vec<String> = given.iter().map(|id| lower(id)).collect();
    logins.push(lower(&entry.student));
    let email = entry.hand_in.email.iter().map(|email| lower(email)).collect();
    let mut all = entry.hand_in.name.as_deref().map_or_else(Vec::new, names);
    match from_file {
        Some((name, _)) => all.push(folded(name)),
        None if entry.hand_in.name.is_none() => all.extend(names(&entry.student)),
        None => {}
    }
    all.retain(|name| !name.is_empty());
    [id, logins, email, all]
}

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

/// A name as Canvas folds it for the names of files, in both orders: `doejane` and `janedoe`.
fn names(name: &str) -> Vec<String> {
    let mut all = vec![folded(name)];
    if let Some((last, first)) = name.split_once(',') {
        all.push(folded(&format!("{first}{last}")));
    } else {
        // Which of several words are the last name is not known; the last one mostly is.
        let name = name.trim();
        if let Some((first, last)) = name.rsplit_once(char::is_whitespace) {
            all.push(folded(&format!("{last}{first}")));
        }
    }
    all
}

/// Letters and digits alone, in small letters.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name and the number in what a course's system calls the file or folder of a download: Canvas's
/// `doejane_LATE_12345_67890_main`, Moodle's `Jane Doe_123456_assignsubmission_file`.
pub(super) fn download_parts(student: &str) -> Option<(&str, &str)> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = student.split('_').collect();
    let first = parts.iter().skip(1).position(|part| is_number(part))? + 1;
    let next = parts.get(first + 1)?;
    let is_plain = first == 1 || (first == 2 && parts[1] == "LATE");
    let is_download = is_plain && is_number(next) || first == 1 && next.starts_with("assign");
    is_download.then(|| (parts[0], parts[first]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_as_canvas_does() {
        assert_eq!(names("Doe, Jane"), ["doejane", "janedoe"]);
        assert_eq!(names("Jane O'Doe"), ["janeodoe", "odoejane"]);
        assert_eq!(names("Ünal"), ["ünal"]);
        assert_eq!(download_parts("doejane_LATE_12_345_my_main"), Some(("doejane", "12")));
        assert_eq!(download_parts("doejane_12_345_main-2"), Some(("doejane", "12")));
        assert_eq!(download_parts("doe_jane_12_345"), None);
        assert_eq!(download_parts("01-classic"), None);
        assert_eq!(download_parts("Jane Doe_7_assignsubmission_file"), Some(("Jane Doe", "7")));
    }
}
