//! Canvas: `doejane_LATE_12345_67890_main.cpp`, and `anon_x7Kd2_67890_main.cpp` where students are anonymous.

use super::super::HandIn;
use super::super::kinds::{self, Kind};
use super::super::plain;
use super::super::tree::{Item, ItemKind};
use super::{Download, Hand, Layout, Part, gather, is_file, most, number};
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// What the name of a file says.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    /// The student's name without blanks; empty where students are anonymous.
    name: &'a str,
    is_late: bool,
    user: &'a str,
    /// The number of the file; none for a text or an address that was typed in.
    attachment: Option<u64>,
    file: &'a str,
}

pub(super) fn recognise(items: &[Item]) -> Option<Download> {
    let read = |item: &Item| {
        // A folder is an archive that somebody unpacked where it lay.
        let is_named = is_file(item) || matches!(item.kind, ItemKind::Folder);
        let named = is_named.then(|| read(&item.name))??;
        Some((named.user.to_owned(), hand(&named, item)))
    };
    let (hands, strays) = most(items, read)?;
    let users: BTreeSet<(&str, &str)> =
        hands.iter().map(|(user, hand)| (hand.student.as_str(), user.as_str())).collect();
    // Two numbers in the names of files are no evidence of one user, but for such as Canvas gives.
    if users.len() < 2 && !hands.iter().all(|(user, hand)| is_sure(user, hand)) {
        return None;
    }
    let mut hands = gather(hands);
    hands.iter_mut().for_each(settle);
    Some(Download { layout: Layout::Canvas, hands, strays })
}

/// Whether the name of a file is Canvas's beyond doubt: late, or with large numbers.
fn is_sure(user: &str, hand: &Hand) -> bool {
    let is_large = user.len() > 2 && hand.parts.iter().all(|part| part.rank >= 100_000);
    hand.hand_in.late || is_large
}

fn hand(named: &Named<'_>, item: &Item) -> Hand {
    let is_anonymous = named.name.is_empty();
    let student = if is_anonymous { format!("anon_{}", named.user) } else { named.name.to_owned() };
    let hand_in = HandIn { id: Some(named.user.to_owned()), late: named.is_late, ..HandIn::default() };
    let part = Part {
        name: named.file.to_owned(),
        real: item.real.clone(),
        is_folder: !is_file(item),
        rank: named.attachment.unwrap_or(0),
    };
    Hand { student, apart: named.user.to_owned(), hand_in, parts: vec![part], ..Hand::default() }
}

/// Takes a name apart: a student's name, `LATE`, the number of the user, that of the file, the file's own name.
fn read(name: &str) -> Option<Named<'_>> {
    for (at, _) in name.match_indices('_') {
        let (before, rest) = (&name[..at], &name[at + 1..]);
        let before_late = before.strip_suffix("_LATE");
        let (student, is_late) = before_late.map_or((before, false), |student| (student, true));
        if student.trim().is_empty() {
            continue;
        }
        if matches!(student, "anon" | "LATE_anon") {
            return anonymous(rest, student != "anon");
        }
        let Some((user, rest)) = number(rest) else { continue };
        let Some(rest) = rest.strip_prefix('_') else { continue };
        if let Some((attachment, file)) = number(rest)
            && let Some(file) = file.strip_prefix('_').filter(|file| !file.is_empty())
        {
            return Some(Named { name: student, is_late, user, attachment: attachment.parse().ok(), file });
        }
        if matches!(rest, "text.html" | "link.html") {
            return Some(Named { name: student, is_late, user, attachment: None, file: rest });
        }
    }
    None
}

/// Takes the rest of a name apart where students are anonymous: `x7Kd2_LATE_67890_main.cpp`.
fn anonymous(rest: &str, is_late: bool) -> Option<Named<'_>> {
    let (user, rest) = rest.split_once('_')?;
    if user.is_empty() || !user.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let (rest, is_late) = rest.strip_prefix("LATE_").map_or((rest, is_late), |rest| (rest, true));
    if matches!(rest, "text.html" | "link.html") {
        return Some(Named { name: "", is_late, user, attachment: None, file: rest });
    }
    let (attachment, file) = number(rest)?;
    let file = file.strip_prefix('_').filter(|file| !file.is_empty())?;
    Some(Named { name: "", is_late, user, attachment: attachment.parse().ok(), file })
}

/// Keeps the newest of files of one name. A file handed in again is called `main-1.cpp`, then `main-2.cpp`; it gets its
/// first name back, since other files include it by that.
fn settle(hand: &mut Hand) {
    let mut by_name: BTreeMap<String, Vec<(u64, Part)>> = BTreeMap::new();
    for part in std::mem::take(&mut hand.parts) {
        let (name, version) = version(&part.name);
        by_name.entry(name).or_default().push((version, part));
    }
    for (name, mut parts) in by_name {
        parts.sort_by_key(|(version, part)| (*version, part.rank));
        // Without a first one `part-1.cpp` and `part-2.cpp` may be two parts of one program, which has one `main`.
        let is_one = parts.len() < 2 || parts[0].0 == 0 || parts.iter().all(|(_, part)| has_main(part));
        if !is_one {
            hand.parts.extend(parts.into_iter().map(|(_, part)| part));
            continue;
        }
        let Some((_, mut newest)) = parts.pop() else { continue };
        for (_, older) in parts {
            hand.remarks.push(format!(
                "`{}` was handed in again as `{}`; the newer one counts",
                older.name, newest.name
            ));
        }
        newest.name = name;
        hand.parts.push(newest);
    }
}

fn has_main(part: &Part) -> bool {
    let Kind::Source(language) = kinds::kind(&part.name) else { return false };
    plain::file_has_main(&part.real, language)
}

/// A name without the number of its version, and that number: `main-2.cpp` is the second version of `main.cpp`.
fn version(name: &str) -> (String, u64) {
    let (stem, ending) = name.rsplit_once('.').map_or((name, ""), |(stem, _)| (stem, &name[stem.len()..]));
    let Some((plain, digits)) = stem.rsplit_once('-') else { return (name.to_owned(), 0) };
    let is_number = (1..4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(version) if is_number && !plain.is_empty() => (format!("{plain}{ending}"), version),
        _ => (name.to_owned(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let named =
            |name, is_late, user, attachment, file| Some(Named { name, is_late, user, attachment, file });
        let cases = [
            ("doejane_123_456_main.cpp", named("doejane", false, "123", Some(456), "main.cpp")),
            ("doejane_LATE_123_456_a_b_1.cpp", named("doejane", true, "123", Some(456), "a_b_1.cpp")),
            ("müller_ann_12_34_x", named("müller_ann", false, "12", Some(34), "x")),
            ("doejane_123_text.html", named("doejane", false, "123", None, "text.html")),
            ("doejane_LATE_123_link.html", named("doejane", true, "123", None, "link.html")),
            ("anon_x7Kd2_456_main.cpp", named("", false, "x7Kd2", Some(456), "main.cpp")),
            ("anon_x7Kd2_LATE_456_main.cpp", named("", true, "x7Kd2", Some(456), "main.cpp")),
            ("LATE_anon_x7Kd2_456_main.cpp", named("", true, "x7Kd2", Some(456), "main.cpp")),
            ("doejane_1_2_a\nb.cpp", named("doejane", false, "1", Some(2), "a\nb.cpp")),
            ("main.cpp", None),
            ("project_2_final.cpp", None),
            ("lab_1_2.cpp", None),
            ("_1_2_x", None),
            ("d'arc-lee j.r._1_2_x.cpp", named("d'arc-lee j.r.", false, "1", Some(2), "x.cpp")),
            ("mu\u{308}ller_LATE_1_2_x.cpp", named("mu\u{308}ller", true, "1", Some(2), "x.cpp")),
            (" _1_2_x.cpp", None),
            ("doejane_1_2_", None),
        ];
        for (name, expected) in cases {
            assert_eq!(read(name), expected, "{name}");
        }
    }

    #[test]
    fn versions_are_told() {
        let cases = [
            ("main-2.cpp", "main.cpp", 2),
            ("main.cpp", "main.cpp", 0),
            ("a-b.cpp", "a-b.cpp", 0),
            ("-1", "-1", 0),
        ];
        for (name, plain, number) in cases {
            assert_eq!(version(name), (plain.to_owned(), number));
        }
    }
}
