//! Hands side by side: a line of players, and below it lines with a card of each.

use crate::assignment::excerpt::Place;
use crate::assignment::words::patterns;

use super::cards::CardAt;
use super::facts::{Hand, Unclear};
use super::lines;

patterns! {
    player = r"^\W*(?:player|plyr|p)\s*#?\s*\d(?:['’]s)?(?:\s+(?:hand|cards))?\W*$";
    divider = r"\||│|┃|║|\t|\s{2,}";
    number = r"\d+";
}

/// The columns of a table as it goes on.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    hands: Vec<Hand>,
}

/// What a line below a line of players is.
pub(super) enum Row {
    /// A card of each hand, or nothing.
    Cards,
    /// The points of each hand.
    Points(Vec<i64>),
    /// None of the table.
    Other,
}

impl Columns {
    /// The columns that a line of players begins.
    pub(super) fn begin(line: &str, place: Place) -> Option<Self> {
        let cells: Vec<&str> = divider().split(line).map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let players = cells.iter().filter(|cell| player().is_match(cell)).count();
        let label = cells.first().is_some_and(|cell| !player().is_match(cell));
        let seats = lines::seats_in(line);
        if players < 2 || players + usize::from(label) != cells.len() || seats.len() != players {
            return None;
        }
        let hands = seats.into_iter().map(|seat| Hand { seat, ..Hand::empty(place) }).collect();
        Some(Self { hands })
    }

    /// Takes a line with cards; whether it is one of the table.
    pub(super) fn take(&mut self, line: &str, cards: &[CardAt], by_s: impl Fn(&CardAt) -> bool) -> bool {
        let begun = self.hands.iter().any(|hand| !hand.cards.is_empty());
        let named = lines::seat_in(&line[..cards[0].start]).is_some();
        if named || cards.len() != self.hands.len() && (!begun || !divider().is_match(line.trim())) {
            return false;
        }
        if cards.len() != self.hands.len() {
            // A cell of the row is the name of no card, or hands are of several sizes.
            let text = line.trim().to_owned();
            for hand in &mut self.hands {
                hand.unclear.get_or_insert_with(|| Unclear { text: text.clone(), line: text.clone() });
            }
            return true;
        }
        for (hand, card) in self.hands.iter_mut().zip(cards) {
            match &card.card {
                Ok(known) => {
                    if by_s(card) {
                        hand.by_s.push(hand.cards.len());
                    }
                    hand.cards.push(*known);
                }
                Err(name) => hand.wrong.push(name.clone()),
            }
        }
        true
    }

    /// What a line without cards is.
    pub(super) fn row(&self, line: &str) -> Row {
        let begun = self.hands.iter().any(|hand| !hand.cards.is_empty());
        let numbers: Vec<i64> =
            number().find_iter(line).filter_map(|found| found.as_str().parse().ok()).collect();
        if !line.contains(char::is_alphanumeric) {
            Row::Cards
        } else if begun && numbers.len() == self.hands.len() && lines::seat_in(line).is_none() {
            Row::Points(numbers)
        } else {
            Row::Other
        }
    }

    /// The hands, if there are any.
    pub(super) fn hands(self) -> Vec<Hand> {
        let begun = self.hands.iter().any(|hand| !hand.cards.is_empty());
        if begun { self.hands } else { Vec::new() }
    }
}
