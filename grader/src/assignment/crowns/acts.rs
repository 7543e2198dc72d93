//! What a player of the full game does with one card: a line of a turn.

use reference::crowns::Card;

use crate::assignment::words::patterns;

use super::cards::CardAt;
use super::lines;

patterns! {
    pile = r"\b(?:discard pile|pile)\b.*\b(?:starts?|begins?|with|shows?|top|is)\b|\bpile\b\W*$|\bturned (?:up|over)\b|\btop (?:of the )?(?:discard|card)|\bface[- ]up\b";
    you = r"\byou(?:['’]ve|\s+have)?\s+";
    verb = r"\b(?:(discards?|discarded|discarding|throws?|threw)|(takes?|took|taken|picks?|picked)|(draws?|drew|drawn|gets?|got))\b";
    /// The discards as a thing, not as something done.
    the_discards = r"\b(?:discards?[ \t]+pile|(?:the|top)[ \t]+discards?)\b";
    of_pile = r"\b(?:pile|discards?)\b";
    of_deck = r"\b(?:deck|stock|draw pile)\b";
    draws_a_card = r"(?:\b(?:draws|drew)\b|\byou\s+draw\b)\W*(?:(?:a|one|the top|another)\s+)?(?:cards?\b|$)";
}

/// Who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// The player of this number.
    Seat(u32),
    /// "You", or nobody named: whoever is at the terminal.
    Person,
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// The discard pile shows a card.
    Pile(Card),
    /// A card is drawn from the deck; it is not always shown.
    Draw(Who, Option<Card>),
    /// A card is taken: from the pile, or by the words from somewhere.
    Take(Who, Card),
    /// A card is discarded.
    Discard(Who, Card),
}

impl Act {
    /// Whether it tells of the full game even where no hand of it has begun; else it may tell how a hand is dealt.
    pub(super) fn is_published(self) -> bool {
        !matches!(self, Self::Draw(..) | Self::Take(Who::Person, _) | Self::Discard(Who::Person, _))
    }
}

/// What a line with one card tells, if it tells of a turn.
pub(super) fn act(line: &str, cards: &[CardAt]) -> Option<Act> {
    let [CardAt { card: Ok(card), start, end }] = cards else { return None };
    let card = *card;
    let before = the_discards().replace_all(&line[..*start], "pile");
    let after = &line[*end..];
    let who = who(&before);
    if pile().is_match(&before) && (who.is_none() || !verb().is_match(&before)) {
        return Some(Act::Pile(card));
    }
    let verb = verb().captures_iter(&before).last()?;
    let who = who.unwrap_or(Who::Person);
    if verb.get(1).is_some() {
        return Some(Act::Discard(who, card));
    }
    if after.contains(',') {
        return None;
    }
    let from_deck = of_deck().is_match(after) || of_deck().is_match(&before);
    let from_pile = of_pile().is_match(after) || of_pile().is_match(&before);
    match (from_deck, from_pile) {
        (true, _) => Some(Act::Draw(who, Some(card))),
        (_, false) if verb.get(3).is_some() => Some(Act::Draw(who, Some(card))),
        _ => Some(Act::Take(who, card)),
    }
}

/// Who draws, in a line that names no card.
pub(super) fn draws_in(line: &str) -> Option<Who> {
    let verb = verb().captures(line).filter(|verb| verb.get(1).is_none())?;
    let from_deck = of_deck().is_match(&line[verb.get(0)?.end()..]);
    (from_deck || draws_a_card().is_match(line)).then(|| who(line)).flatten()
}

fn who(text: &str) -> Option<Who> {
    let seat = lines::seat_in(text).map(Who::Seat);
    seat.or_else(|| you().is_match(text).then_some(Who::Person))
}

#[cfg(test)]
mod tests {
    use super::super::cards::cards_in;
    use super::*;

    #[test]
    fn a_line_of_a_turn_is_read_in_many_wordings() {
        use Act::{Discard, Draw, Pile, Take};
        use Who::{Person, Seat};
        let card = |name: &str| cards_in(name)[0].card.clone().unwrap_or(Card::Joker);
        let table = [
            ("The discard pile starts with 9 of Clubs.", Some(Pile(card("9C")))),
            ("The discard pile starts with 9C.", Some(Pile(card("9C")))),
            ("Discard pile: 9C", Some(Pile(card("9C")))),
            ("Top card is JK", Some(Pile(Card::Joker))),
            ("Player 1 takes Queen of Hearts.", Some(Take(Seat(1), card("QH")))),
            ("Player 2 takes 8P.", Some(Take(Seat(2), card("8P")))),
            ("Player 2 takes QH from the discard pile.", Some(Take(Seat(2), card("QH")))),
            ("Player 2 takes the top discard, QH", Some(Take(Seat(2), card("QH")))),
            ("Player 2 takes QH from the deck", Some(Draw(Seat(2), Some(card("QH"))))),
            ("You draw 9 of Clubs.", Some(Draw(Person, Some(card("9C"))))),
            ("You drew: 9♣", Some(Draw(Person, Some(card("9C"))))),
            ("You take QH from the pile", Some(Take(Person, card("QH")))),
            ("Player 1 discards 8P.", Some(Discard(Seat(1), card("8P")))),
            ("Player 3 discarded Joker", Some(Discard(Seat(3), Card::Joker))),
            ("You discard 8♠", Some(Discard(Person, card("8P")))),
            ("Player 1: 8 of Spades", None),
            ("Player 1: 8 of Spades, Joker", None),
        ];
        for (line, expected) in table {
            assert_eq!(act(line, &cards_in(line)), expected, "{line:?}");
        }
        assert_eq!(draws_in("Player 2 draws from the deck."), Some(Seat(2)));
        assert_eq!(draws_in("Player 2 draws."), Some(Seat(2)));
        assert_eq!(draws_in("You draw a card."), Some(Person));
        assert_eq!(draws_in("Player 1 takes the top of the draw pile"), Some(Seat(1)));
        assert_eq!(draws_in("Player 2 takes their last turn."), None);
        assert_eq!(draws_in("Player 1 and Player 2 draw with 12 points"), None);
    }
}
