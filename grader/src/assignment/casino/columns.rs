//! Both hands side by side, each in a column under its owner's name.

use std::rc::Rc;

use super::line::Line;
use super::recap::is_header;
use crate::assignment::lexicon::CardName;
use crate::assignment::words::{Owner, owners_in, patterns};

patterns! {
    hidden = r"^(?:hidden|face|down|unknown|card|hole|x+)$";
}

/// What stands side by side.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// The lines they take, the head included.
    pub(super) lines: usize,
    /// The cards, each with its line and its owner.
    pub(super) cards: Vec<(usize, Owner, CardName)>,
    /// The numbers of lines without cards, each with its line and its owner.
    pub(super) totals: Vec<(usize, Owner, i64)>,
}

/// The columns that begin with these lines, if their head is above aligned rows.
pub(super) fn columns(lines: &[(usize, &str)]) -> Option<Columns> {
    let (_, head) = lines.first().filter(|(_, line)| is_header(line) && !line.contains('\t'))?;
    let (first, second) = match owners_in(head).as_slice() {
        [(_, first), (start, second)] => (*first, (column(head, *start), *second)),
        _ => return None,
    };
    let owner = |line: &str, start: usize| {
        if column(line, start) + 2 >= second.0 { second.1 } else { first }
    };
    let mut found = Columns { lines: 1, ..Columns::default() };
    for (index, line) in &lines[1..] {
        let said: Rc<Line> = Line::read(line);
        if said.cards.is_empty() && line.split(|c: char| !c.is_alphabetic()).any(is_prose) {
            break;
        }
        found.lines += 1;
        let owners: Vec<Owner> = said.cards.iter().map(|card| owner(line, card.start)).collect();
        // Two cards under one name, or beside the second one, are no columns.
        let is_list = owners.len() == 2
            && (owners[0] == owners[1] || column(line, said.cards[1].start).abs_diff(second.0) > 3);
        if owners.len() > 2 || is_list || line.contains('\t') {
            return None;
        }
        found
            .cards
            .extend(said.cards.iter().zip(owners).map(|(card, owner)| (*index, owner, card.name.clone())));
        if said.cards.is_empty() {
            found.totals.extend(said.totals.iter().map(|at| (*index, owner(line, at.start), at.total)));
        }
    }
    (!found.cards.is_empty()).then_some(found)
}

fn is_prose(word: &str) -> bool {
    !word.is_empty() && !hidden().is_match(word)
}

/// The column of a place in a line.
fn column(line: &str, start: usize) -> usize {
    line[..start].chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_belong_to_the_name_above_them() {
        let table = "| YOU             | DEALER          |\n+-----------------+-----------------+\n\
                     | Ten of Clubs    | Ace of Spades   |\n| Two of Hearts   | ??              |\n\
                     | 12              | 11              |\nDraw? (y/n)";
        let lines: Vec<(usize, &str)> = table.lines().enumerate().collect();
        let found = columns(&lines).expect("columns");
        let owners: Vec<(usize, Owner)> =
            found.cards.iter().map(|(line, owner, _)| (*line, *owner)).collect();
        assert_eq!(found.lines, 5);
        assert_eq!(owners, [(2, Owner::Player), (2, Owner::Dealer), (3, Owner::Player)]);
        assert_eq!(found.totals, [(4, Owner::Player, 12), (4, Owner::Dealer, 11)]);
        let lines: Vec<(usize, &str)> =
            "You   Dealer\nTen of Clubs, Two of Hearts".lines().enumerate().collect();
        assert_eq!(columns(&lines), None);
    }
}
