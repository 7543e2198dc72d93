//! The signs and letters of suits: all forms of a sign are read as one, and a program says by its other cards whether
//! an `s` is Stars or Spades.

use std::borrow::Cow;

use reference::crowns::{Card, Suit};

use crate::assignment::words::patterns;

use super::cards::CardAt;
use super::deals::deals;
use super::facts::{Event, Hand, Session};

patterns! {
    letter_s = r"^(?:10|11|12|13|[3-9jqkt])[-/]?s$";
    star_sign = r"^(?:10|11|12|13|[3-9jqkt])[-/]?[*★]$";
}

/// Each suit's sign, with the other forms it has in fonts; and those of the Joker.
const FORMS: [(char, &str); 6] = [
    ('★', "☆⭐🌟✩✪✫✬✭✮✯✰✦✧⋆✶✷✸✹🟊⚝"),
    ('♥', "♡❤💖💗💓💘💕❥"),
    ('♣', "♧☘🍀"),
    ('♠', "♤"),
    ('♦', "♢◆◇⬥⬦⬧⬨⟡❖🔶🔷🔸🔹💎"),
    ('🃏', "🂿🃟🤡"),
];

/// A text with each sign in its first form, and without the mark that says whether a sign is coloured.
pub(super) fn evened(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let even = |c: char| FORMS.iter().find(|(_, forms)| forms.contains(c)).map_or(c, |(sign, _)| *sign);
    Cow::Owned(text.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).map(even).collect())
}

/// Whether a card's text ends with the letter S alone: Stars, unless those have a sign of their own.
pub(super) fn is_letter_s(line: &str, card: &CardAt) -> bool {
    letter_s().is_match(line[card.start..card.end].trim())
}

/// Whether a card's text is short and ends with the sign of a star.
pub(super) fn is_star_sign(line: &str, card: &CardAt) -> bool {
    star_sign().is_match(line[card.start..card.end].trim())
}

/// Reads each `7s` as a Spade where the sessions write Stars as `7*`.
pub(super) fn settle(sessions: &mut [Session]) {
    if !sessions.iter().any(|session| session.star_sign) {
        return;
    }
    for session in sessions {
        let mut changed = false;
        for (_, event) in &mut session.events {
            if let Event::Hand(hand) = event {
                changed |= spades(hand);
            }
        }
        if changed {
            session.deals = deals(session);
        }
    }
}

/// Makes Spades of the cards that were read by the letter S; whether there are any.
fn spades(hand: &mut Hand) -> bool {
    let places = std::mem::take(&mut hand.by_s);
    for at in &places {
        if let Some(Card::Suited { rank, .. }) = hand.cards.get(*at).copied() {
            hand.cards[*at] = Card::new(rank, Suit::Spades);
        }
    }
    !places.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    #[test]
    fn signs_have_one_form() {
        assert_eq!(evened("7☆ Q♡ K♤ 3♧ 10♢ 9❤\u{fe0f} 8⭐"), "7★ Q♥ K♠ 3♣ 10♦ 9♥ 8★");
        assert_eq!(evened("Player 1: 7S"), "Player 1: 7S");
    }

    #[test]
    fn the_letter_s_is_spades_beside_the_sign_of_a_star() {
        let asked = ("How many players (1-7)? ", "1");
        let cards = |text: &str| {
            let session = session(&[asked], text);
            let cards: Vec<String> = session
                .deals
                .iter()
                .flat_map(super::super::facts::Deal::cards)
                .map(Card::short_name)
                .collect();
            cards.join(" ")
        };
        assert_eq!(cards("Player 1: 7s 8h 9c\nPlayer 2: 7* 8s JKR\n"), "7P 8H 9C 7S 8P JK");
        assert_eq!(cards("Player 1: 7s 8h 9c\nPlayer 2: 7p 8s JKR\n"), "7S 8H 9C 7P 8S JK");
    }
}
