//! Moodle: `Jane Doe_12345_assignsubmission_file_/main.cpp`, or all in one folder and the name of the file at the end.
//! Anonymous students are `Participant_12345`; the name of a group stands before a dash.

use super::super::HandIn;
use super::super::tree::Item;
use super::{Download, Hand, Layout, Part, gather, is_file, most};

/// What stands between the student and what was handed in.
const MARK: &str = "_assignsubmission_";

pub(super) fn recognise(items: &[Item]) -> Option<Download> {
    let (hands, strays) = most(items, |item| {
        let (person, id, kind, file) = read(&item.name)?;
        let is_anonymous = person.ends_with("Participant");
        let student = if is_anonymous { format!("{person}_{id}") } else { person.to_owned() };
        let name = (!is_anonymous).then(|| person.to_owned());
        let hand_in = HandIn { id: Some(id.to_owned()), name, ..HandIn::default() };
        let is_folder = !is_file(item);
        let name = if is_folder { kind.to_owned() } else { file.to_owned() };
        let part = Part { name, real: item.real.clone(), is_folder, rank: u64::from(kind == "file") };
        let hand = Hand { student, apart: id.to_owned(), hand_in, parts: vec![part], ..Hand::default() };
        Some((format!("{person}_{id}"), hand))
    })?;
    let mut hands = gather(hands);
    hands.iter_mut().for_each(settle);
    Some(Download { layout: Layout::Moodle, hands, strays })
}

/// Takes a name apart: the person, its number, the kind of hand-in, the name of a file if it is one.
fn read(name: &str) -> Option<(&str, &str, &str, &str)> {
    let (whose, what) = name.split_once(MARK)?;
    let (person, id) = whose.rsplit_once('_')?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    if person.trim().is_empty() || !is_number {
        return None;
    }
    let (kind, file) = what.split_once('_').unwrap_or((what, ""));
    Some((person, id, kind, file))
}

/// A text typed into the page counts only where no file was handed in.
fn settle(hand: &mut Hand) {
    let best = hand.parts.iter().map(|part| part.rank).max().unwrap_or(0);
    let before = hand.parts.len();
    hand.parts.retain(|part| part.rank == best);
    if hand.parts.len() < before {
        hand.remarks.push("a text was typed in beside the files and was not read".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let cases = [
            ("Jane Doe_123_assignsubmission_file_", Some(("Jane Doe", "123", "file", ""))),
            ("Jane Doe_123_assignsubmission_file", Some(("Jane Doe", "123", "file", ""))),
            ("J_D_9_assignsubmission_file_a_b.cpp", Some(("J_D", "9", "file", "a_b.cpp"))),
            ("Red-Jane Doe_1_assignsubmission_onlinetext_", Some(("Red-Jane Doe", "1", "onlinetext", ""))),
            ("Participant_77_assignsubmission_file_", Some(("Participant", "77", "file", ""))),
            ("Jane Doe_assignsubmission_file_", None),
            ("_12_assignsubmission_file_", None),
            ("Jane Doe_123_main.cpp", None),
        ];
        for (name, expected) in cases {
            assert_eq!(read(name), expected, "{name}");
        }
    }
}
