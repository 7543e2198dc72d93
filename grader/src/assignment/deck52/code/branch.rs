//! The rule `no-branch-index`.

use super::letters::{Mark, of_node};
use super::selection::{Choice, Gift, choices};
use super::subject::{Subjects, Sure};
use super::{Found, NO_BRANCH_INDEX, peel};
use crate::assignment::Check;
use crate::source::{Code, Node};
use std::collections::BTreeSet;

pub(super) fn check(code: &Code) -> Check {
    let subjects = Subjects::learn(code);
    let mut found = Found::new(0);
    for choice in choices(code, &subjects) {
        found.seen += 1;
        match judge(code, &choice) {
            Some((true, what, node)) => found.branch(code, what, node),
            Some((false, what, node)) => found.unsure(what, node),
            None => {}
        }
    }
    for breach in peel::breaches(code, &subjects) {
        if breach.certain {
            found.branch(code, breach.what, breach.node);
        } else {
            found.unsure(breach.what, breach.node);
        }
    }
    if let Some(gap) = code.gaps().find(|gap| matters(*gap)) {
        let place = gap.place();
        found.doubt(format!("The source could not be read at {}:{}.", place.file, place.line));
    }
    found.seen = found.seen.max(1);
    found.check(NO_BRANCH_INDEX.id, "No branch stands between a card's index and its value and suit.")
}

impl Found {
    fn branch(&mut self, code: &Code, what: &str, node: Node<'_>) {
        // One place is proof enough; further ones are named with it.
        let place = node.place();
        let at = format!("{}:{}", place.file, place.line);
        let message = if self.faults.is_empty() {
            format!("{what} ({at}); the handout asks for arithmetic, as in `suits[card / 13]`.")
        } else {
            format!("{what} ({at}).")
        };
        if !self.faults.iter().any(|fault| fault.contains(&format!("({at})"))) {
            self.fault(code, message, Some((place.file.to_owned(), place.line)));
        }
    }

    fn unsure(&mut self, what: &str, node: Node<'_>) {
        let place = node.place();
        self.doubt(format!("{what}, or so it seems ({}:{}).", place.file, place.line));
    }
}

/// Whether a choice is one of a card's name: for certain or perhaps, what it chooses, and where.
fn judge<'c>(code: &Code, choice: &Choice<'c>) -> Option<(bool, &'static str, Node<'c>)> {
    let distinct = |is: &dyn Fn(&Gift<'c>) -> bool| {
        let arms = choice.arms.iter().filter(|arm| arm.iter().any(|(gift, _)| is(gift))).count();
        let gifts: BTreeSet<Gift<'c>> =
            choice.arms.iter().flatten().map(|(gift, _)| *gift).filter(|gift| is(gift)).collect();
        arms.min(gifts.len())
    };
    let first = |is: &dyn Fn(&Gift<'c>) -> bool| {
        choice.arms.iter().flatten().find(|(gift, _)| is(gift)).map(|(_, node)| *node)
    };
    let suit = "A branch chooses the suit";
    let value = "A branch chooses the value";
    let sure = choice.sure;
    let suit_word = |gift: &Gift<'_>| matches!(gift, Gift::Mark(Mark::SuitWord(_)));
    let suit_letter = |gift: &Gift<'_>| matches!(gift, Gift::Mark(Mark::SuitLetter(_)));
    let value_mark = |gift: &Gift<'_>| {
        matches!(gift, Gift::Mark(Mark::ValueWord(_)))
            || matches!(gift, Gift::Mark(Mark::ValueLetter(letter)) if *letter != 'T')
    };
    let number = |gift: &Gift<'_>| matches!(gift, Gift::Mark(Mark::Number(_)));
    let entry = |gift: &Gift<'_>| matches!(gift, Gift::Entry(..));
    let element = |gift: &Gift<'_>| matches!(gift, Gift::Element(_) | Gift::Entry(..));
    let any_mark = |gift: &Gift<'_>| matches!(gift, Gift::Mark(_));

    if distinct(&suit_word) >= 2 {
        return Some((true, suit, first(&suit_word)?));
    }
    match distinct(&suit_letter) {
        // H, D and S may be hit, double and stand.
        3.. if sure > Sure::No || has_clubs(code, choice) => return Some((true, suit, first(&suit_letter)?)),
        2.. if sure > Sure::No => return Some((sure == Sure::Made, suit, first(&suit_letter)?)),
        _ => {}
    }
    if distinct(&value_mark) >= 2 {
        return Some((true, value, first(&value_mark)?));
    }
    if distinct(&number) >= 3 && sure > Sure::No {
        return Some((true, value, first(&number)?));
    }
    if distinct(&entry) >= 3 {
        return Some((true, "A branch chooses the letter", first(&entry)?));
    }
    if sure > Sure::No && distinct(&any_mark) >= 1 {
        return Some((sure == Sure::Made, "A branch chooses a part of the card's name", first(&any_mark)?));
    }
    let numbered = first(&|gift| *gift == Gift::Number);
    if sure == Sure::Made && numbered.is_some() && distinct(&element) >= 1 {
        return Some((true, value, numbered?));
    }
    None
}

/// Whether the function of a choice gives the letter of clubs as well.
fn has_clubs(code: &Code, choice: &Choice<'_>) -> bool {
    let body = choice.function.and_then(|function| code.body(function));
    body.is_some_and(|body| body.within().any(|node| of_node(node) == Some(Mark::SuitLetter('C'))))
}

/// Whether what could not be read may be about the names of cards.
fn matters(gap: Node<'_>) -> bool {
    let around = gap.function().unwrap_or(gap);
    around.within().any(|node| {
        of_node(node).is_some()
            || (node.kind() == "number_literal" && matches!(node.text(), "13" | "26" | "39"))
    })
}
