//! Blackboard: `Project 3_jdoe_attempt_2026-11-20-23-14-55_main.cpp`, and beside the files of an attempt a text of the
//! same name that tells who made it and when.

use super::super::decode::decode;
use super::super::tree::{self, Item};
use super::{Download, Hand, Layout, Part, gather, is_file, most};
use std::collections::BTreeMap;

/// What stands between the student and the date.
const MARK: &str = "_attempt_";
/// The most read of the text beside an attempt, in bytes.
const TEXT: u64 = 1 << 20;
/// How many digits a date has: `2026-11-20-23-14-55`.
const DIGITS: usize = 14;

pub(super) fn recognise(items: &[Item]) -> Option<Download> {
    let (hands, strays) = most(items, |item| {
        let (whose, date, file) = is_file(item).then(|| read(&item.name))??;
        let attempt =
            date.bytes().filter(u8::is_ascii_digit).fold(0, |all, b| all * 10 + u64::from(b - b'0'));
        let part = Part { name: file.to_owned(), real: item.real.clone(), is_folder: false, rank: attempt };
        let hand = Hand { student: whose.to_owned(), parts: vec![part], ..Hand::default() };
        Some((whose.to_owned(), hand))
    })?;
    let mut hands = gather(hands);
    name(&mut hands);
    hands.iter_mut().for_each(settle);
    Some(Download { layout: Layout::Blackboard, hands, strays })
}

/// Takes a name apart: the assignment's title with the user, the date of the attempt, the name of the file; `.txt` for the text about the attempt.
fn read(name: &str) -> Option<(&str, &str, &str)> {
    // The first that a date follows: the file's own name may have the word in it as well, and so may the title.
    name.match_indices(MARK).find_map(|(at, _)| read_at(name, at))
}

/// The same where the date follows at a place.
fn read_at(name: &str, at: usize) -> Option<(&str, &str, &str)> {
    let whose = &name[..at];
    let (_, user) = whose.rsplit_once('_')?;
    let rest = &name[at + MARK.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
    let (date, file) = rest.split_at(end);
    let is_date = date.bytes().filter(u8::is_ascii_digit).count() == DIGITS && date.len() == DIGITS + 5;
    let file = if file == ".txt" { file } else { file.strip_prefix('_')? };
    (is_date && !user.is_empty() && !file.is_empty()).then_some((whose, date, file))
}

/// Tells the users from the assignment's title, which both may have a `_` in them. A text names its user; elsewhere the
/// title is what a text shows it to be, or what all have in front. Two users are never called the same.
fn name(hands: &mut [Hand]) {
    let told: Vec<Option<String>> = hands.iter().map(told).collect();
    let whose: Vec<String> = hands.iter().map(|hand| hand.student.clone()).collect();
    let by_text = whose.iter().zip(&told).find_map(|(whose, user)| whose.strip_suffix(user.as_deref()?));
    let title = by_text.map_or_else(|| shared(&whose), str::to_owned);
    let user = |(whose, told): (&String, &Option<String>)| {
        let rest = whose.strip_prefix(&title).filter(|rest| !rest.is_empty() && !title.is_empty());
        let last = || whose.rsplit('_').next().unwrap_or(whose);
        told.clone().unwrap_or_else(|| rest.unwrap_or_else(last).to_owned())
    };
    let users: Vec<String> = whose.iter().zip(&told).map(user).collect();
    for ((hand, whose), user) in hands.iter_mut().zip(&whose).zip(&users) {
        let is_one = users.iter().filter(|other| *other == user).count() == 1;
        hand.student.clone_from(if is_one { user } else { whose });
        hand.hand_in.id = Some(hand.student.clone());
    }
}

/// The user that a text about one of the attempts names, where the names of the files end in it.
fn told(hand: &Hand) -> Option<String> {
    hand.parts.iter().filter(|part| part.name == ".txt").find_map(|part| {
        let user = About::read(&decode(&tree::read(&part.real, TEXT).ok()?).text).user?;
        hand.student.strip_suffix(&user)?.ends_with('_').then_some(user)
    })
}

/// What several texts have in front, up to a `_`; nothing of a single one.
fn shared(whose: &[String]) -> String {
    let [first, others @ ..] = whose else { return String::new() };
    let mut ends = first.match_indices('_').map(|(at, _)| &first[..=at]);
    let is_shared = |start: &&str| !others.is_empty() && others.iter().all(|other| other.starts_with(start));
    ends.rfind(is_shared).unwrap_or_default().to_owned()
}

/// Keeps the newest attempt with a file, and takes up what its text says.
fn settle(hand: &mut Hand) {
    let last = hand.parts.iter().map(|part| part.rank).max().unwrap_or(0);
    let with_file = hand.parts.iter().filter(|part| part.name != ".txt").map(|part| part.rank).max();
    let newest = with_file.unwrap_or(last);
    if newest < last {
        hand.remarks
            .push(format!("the attempt of {} has no file; the newest one with a file counts", day(last)));
        hand.parts.retain(|part| part.rank <= newest);
    }
    let (parts, older): (Vec<Part>, Vec<Part>) =
        std::mem::take(&mut hand.parts).into_iter().partition(|part| part.rank == newest);
    let mut attempts: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for part in &older {
        attempts.entry(part.rank).or_default().extend((part.name != ".txt").then_some(part.name.as_str()));
    }
    for (attempt, files) in &attempts {
        let files = if files.is_empty() { "no file".to_owned() } else { files.join(", ") };
        hand.remarks.push(format!(
            "the attempt of {} ({files}) was followed by a newer one, which counts",
            day(*attempt)
        ));
    }
    let (texts, mut parts): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(|part| part.name == ".txt");
    if let Some(text) = texts.first().and_then(|text| tree::read(&text.real, TEXT).ok()) {
        let text = decode(&text).text;
        let about = About::read(&text);
        hand.hand_in.name = about.name;
        hand.hand_in.submitted = about.date.and_then(|date| moment(newest, &date));
        for part in &mut parts {
            let shown = part.real.file_name().map(tree::shown).unwrap_or_default();
            if let Some(original) = about.files.get(&shown) {
                part.name.clone_from(original);
            }
        }
    }
    // Where no file was handed in, something may have been typed into the page.
    let typed =
        |text: &Part| About::has_text(&decode(&tree::read(&text.real, TEXT).unwrap_or_default()).text);
    hand.parts = if parts.is_empty() { texts.into_iter().filter(typed).collect() } else { parts };
}

/// What the text about an attempt says.
#[derive(Debug, Default, PartialEq, Eq)]
struct About {
    name: Option<String>,
    /// What stands in brackets behind the name.
    user: Option<String>,
    /// When it was handed in, as people write it.
    date: Option<String>,
    /// The first name of each file, by the name it has here.
    files: BTreeMap<String, String>,
}

impl About {
    /// Whether the student typed a text in place of handing in a file.
    fn has_text(text: &str) -> bool {
        let Some((_, rest)) = text.split_once("Submission Field:") else { return false };
        let end = ["\nComments:", "\nFiles:"].iter().filter_map(|end| rest.find(end)).min();
        let field = rest[..end.unwrap_or(rest.len())].trim();
        !field.is_empty() && !field.starts_with("There is no student submission text")
    }

    fn read(text: &str) -> Self {
        let mut about = Self::default();
        let mut original = None;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix("Name:").filter(|_| about.name.is_none()) {
                let name = name.trim();
                let (name, user) = name.rsplit_once(" (").unwrap_or((name, ""));
                let (name, user) = (name.trim(), user.strip_suffix(')').unwrap_or_default().trim());
                about.user = (!user.is_empty()).then(|| user.to_owned());
                about.name = (!name.is_empty()).then(|| name.to_owned());
            } else if let Some(date) = line.strip_prefix("Date Submitted:").filter(|_| about.date.is_none()) {
                about.date = Some(date.trim().to_owned());
            } else if let Some(name) = line.strip_prefix("Original filename:") {
                original = Some(name.trim().to_owned());
            } else if let Some(name) = line.strip_prefix("Filename:")
                && let Some(original) = original.take()
                && !original.is_empty()
            {
                about.files.insert(name.trim().to_owned(), original);
            }
        }
        about
    }
}

/// The hours from Greenwich of the zones that are named in a date for people; of others nothing is guessed.
const ZONES: [(&str, &str); 16] = [
    ("UTC", "Z"),
    ("GMT", "Z"),
    ("WET", "Z"),
    ("BST", "+01:00"),
    ("WEST", "+01:00"),
    ("CET", "+01:00"),
    ("CEST", "+02:00"),
    ("EET", "+02:00"),
    ("EDT", "-04:00"),
    ("EST", "-05:00"),
    ("CDT", "-05:00"),
    ("CST", "-06:00"),
    ("MDT", "-06:00"),
    ("MST", "-07:00"),
    ("PDT", "-07:00"),
    ("PST", "-08:00"),
];

/// When an attempt was made: its date, in the zone that the text about it names, where both tell the same minute.
fn moment(attempt: u64, date: &str) -> Option<String> {
    let digits = format!("{attempt:014}");
    let part = |from: usize, to: usize| digits.get(from..to);
    let hour: u32 = part(8, 10)?.parse().ok()?;
    let twelve = format!("{}:{}:{}", (hour + 11) % 12 + 1, part(10, 12)?, part(12, 14)?);
    let zone = date.split_whitespace().last()?;
    let (_, offset) = ZONES.iter().find(|(name, _)| *name == zone)?;
    if !date.split_whitespace().any(|word| word == twelve) {
        return None;
    }
    let (day, time) = (day(attempt), format!("{hour:02}:{}:{}", part(10, 12)?, part(12, 14)?));
    let text = format!("{day}T{time}{offset}");
    text.parse::<jiff::Timestamp>().is_ok().then_some(text)
}

/// The day of an attempt.
fn day(attempt: u64) -> String {
    let digits = format!("{attempt:014}");
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    format!("{}-{}-{}", part(0, 4), part(4, 6), part(6, 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let date = "2026-11-20-23-14-55";
        let cases = [
            (format!("Project 3_jdoe_attempt_{date}_main.cpp"), Some(("Project 3_jdoe", date, "main.cpp"))),
            (format!("Project_3_jdoe_attempt_{date}.txt"), Some(("Project_3_jdoe", date, ".txt"))),
            (format!("P_a_attempt_b_attempt_{date}_x.h"), Some(("P_a_attempt_b", date, "x.h"))),
            (format!("P_jdoe_attempt_{date}"), None),
            (format!("P_jdoe_attempt_{date}_my_attempt_2.cpp"), Some(("P_jdoe", date, "my_attempt_2.cpp"))),
            ("P_jdoe_attempt_2026-11-20_main.cpp".to_owned(), None),
            (format!("jdoe_attempt_{date}_main.cpp"), None),
            ("first_attempt_main.cpp".to_owned(), None),
        ];
        for (name, expected) in &cases {
            assert_eq!(read(name), *expected, "{name}");
        }
    }

    #[test]
    fn the_text_about_an_attempt_is_read() {
        let text = "Name: Jane (JJ) Doe (jdoe)\nAssignment: P\nDate Submitted: Friday, November 20, 2026\n\nFiles:\n\
                    \tOriginal filename: my main.cpp\n\tFilename: P_jdoe_attempt_1_my main.cpp\n";
        let about = About::read(text);
        assert_eq!(about.name.as_deref(), Some("Jane (JJ) Doe"));
        assert_eq!(about.files["P_jdoe_attempt_1_my main.cpp"], "my main.cpp");
        let moment = |date| moment(20_261_120_231_455, date);
        assert_eq!(
            moment("Friday, November 20, 2026 11:14:55 PM EST").as_deref(),
            Some("2026-11-20T23:14:55-05:00")
        );
        assert_eq!(moment("Friday, November 20, 2026 11:14:55 PM XYZ"), None);
        assert_eq!(moment("Friday, November 20, 2026 10:14:55 PM CST"), None);
    }
}
