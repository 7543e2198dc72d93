//! Sides that a program names in words of its own: "My cards" beside "Computer's cards".

use crate::assignment::words::{Owner, owners_in, patterns, row_owner};

use super::short::runs;

patterns! {
    common = r"^(the|cards?|hands?|has|have|had|holds?|holding|is|are|now|with|shows?|showing|current|currently|starting|initial|first|second|new|next|final|score|total|value|points?|pts|and|of|in|on|s|hits?|draws?|drew|drawn|takes?|took|gets?|got|deals?|dealt|stands?|stays?|a|an|\d+)$";
    split_hand = r"\bsplit\b|\b(hand|h)\W*(1|2|a|b|one|two)\b";
}

/// The words that name a side and are no usual ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    learnt: Option<(Vec<String>, Owner)>,
}

/// A line with a hand of two cards.
struct Row<'t> {
    line: usize,
    label: &'t str,
    owner: Option<Owner>,
    cards: Vec<crate::assignment::lexicon::CardName>,
}

impl Names {
    /// Learns from the text that shows the first hands: where one of two hands is a known side's and the other has a
    /// name that nobody knows, it is the other side's.
    pub(super) fn learn(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let mut rows: Vec<Row<'_>> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let found = runs(line);
            let [run] = found.as_slice() else { continue };
            if run.cards.len() + usize::from(run.hidden) == 2 {
                let label = &line[..run.start];
                rows.push(Row { line: at, label, owner: owner_of(label), cards: run.cards.clone() });
            }
        }
        let [first, second, ..] = rows.as_slice() else { return };
        let (known, unknown) = match (first.owner, second.owner) {
            (Some(owner), None) => (owner, second),
            (None, Some(owner)) => (owner, first),
            _ => return,
        };
        let other = if known == Owner::Player { Owner::Dealer } else { Owner::Player };
        // A heading above names the side better.
        let above = if unknown.line == first.line { 0 } else { first.line + 1 };
        let headed = lines[above..unknown.line]
            .iter()
            .filter(|line| above > 0 || line.split_whitespace().count() < 4)
            .any(|line| owner_of(line).is_some_and(|owner| above == 0 || owner == other));
        let shared = first.cards.iter().any(|card| second.cards.contains(card));
        let words = naming(unknown.label);
        if !headed && !shared && !words.is_empty() && !split_hand().is_match(unknown.label) {
            self.learnt = Some((words, other));
        }
    }

    /// The side that a line names in the words learnt.
    pub(super) fn owner(&self, line: &str) -> Option<Owner> {
        let (words, owner) = self.learnt.as_ref()?;
        let said = naming(line);
        words.iter().all(|word| said.contains(word)).then_some(*owner)
    }
}

fn owner_of(words: &str) -> Option<Owner> {
    owners_in(words).last().map(|(_, owner)| *owner).or_else(|| row_owner(words))
}

/// The words of a label that are said of one side only.
fn naming(label: &str) -> Vec<String> {
    let words = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !common().is_match(word)).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_of_two_hands_is_the_other_sides() {
        let table: &[(&str, &str, Option<Owner>)] = &[
            ("Computer's cards : KD 3S (13)\nMy cards : QD AS (11)", "My cards : ", Some(Owner::Player)),
            ("Guest   QD AS [11]\nBank    KD 3S [13]", "Guest", Some(Owner::Player)),
            ("You: QD AS (11)\nTable: KD 3S (13)", "Table hits: ", Some(Owner::Dealer)),
            ("Dealer has cards: KD 3S (13)\nYou\nCards in hand: QD AS (11)", "Cards in hand", None),
            ("Dealer's cards: KD 3S\nScore of him: QD AS", "Dealer", None),
            ("Dealer: KD 3S\nNow holds: KD 3S", "Now holds", None),
            ("The guest is dealt QD and AS\nThe house is dealt KD and 3S", "Guest", Some(Owner::Player)),
            ("Table: KD 3S (13)\nGuest: QD AS (11)", "Guest", None),
        ];
        for (text, line, expected) in table {
            let mut names = Names::default();
            names.learn(text);
            assert_eq!(names.owner(line), *expected, "{text:?}");
        }
    }
}
