//! Players by name: `Anna: 7 of Stars, …` is a hand of the first player who is named so, where hands bear no numbers.

use std::borrow::Cow;

use regex::{Captures, Regex};

use crate::assignment::words::patterns;

patterns! {
    before_cards = r"^\W*(\p{L}[\p{L}'’.-]*(?:\s\p{L}[\p{L}'’.-]*)?)(?:\s*(?:[:=>-]+|(?:has|holds|gets|got|is dealt|was dealt)\s*:?)|\t|\s{2})\W*(?:(?:the|an?)\s+)?$";
    alone = r"^\W*(\p{L}[\p{L}'’.-]*(?:\s\p{L}[\p{L}'’.-]*)?)\s*:?\s*$";
    belongings = r"(?:['’]s?)?(?:\s+(?:hand|cards|has|holds))?$";
}

/// What stands before cards and is nobody's name.
const THINGS: [&str; 53] = [
    "a",
    "all",
    "and",
    "best",
    "book",
    "books",
    "card",
    "cards",
    "club",
    "clubs",
    "deal",
    "dealt",
    "deck",
    "diamonds",
    "discard",
    "draw",
    "drawn",
    "first",
    "game",
    "hand",
    "hands",
    "hearts",
    "highest",
    "in",
    "joker",
    "jokers",
    "last",
    "left",
    "leftover",
    "lowest",
    "meld",
    "melded",
    "melds",
    "of",
    "pile",
    "remaining",
    "rest",
    "round",
    "run",
    "runs",
    "scoring",
    "set",
    "sorted",
    "sorting",
    "spades",
    "stars",
    "the",
    "top",
    "unmelded",
    "unused",
    "used",
    "wild",
    "winning",
];

/// The most players.
const PLAYERS: usize = 7;

/// The names of a session's players, in the order their hands came.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    names: Vec<(String, Regex)>,
    /// A line that may be the heading of a hand whose cards come on lines of their own.
    pending: Option<String>,
    /// Hands bear numbers: what else stands before them is no name.
    numbered: bool,
}

impl Labels {
    /// A line with each player's number in place of the name.
    pub(super) fn numbered<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(line);
        for (at, (_, pattern)) in self.names.iter().enumerate() {
            let replaced = pattern.replace_all(&text, |found: &Captures<'_>| {
                let number = format!("Player {}", at + 1);
                // "Player 2" is no "Player".
                if found.get(1).is_some() { found[0].to_owned() } else { number }
            });
            text = Cow::Owned(replaced.into_owned());
        }
        text
    }

    /// Learns the name in what stands before cards, or else of the heading above them; the player's number where it is
    /// the heading.
    pub(super) fn learn(&mut self, before: &str) -> Option<u32> {
        if self.numbered {
            return None;
        }
        let heading = self.pending.take();
        if let Some(found) = before_cards().captures(before) {
            self.add(&found[1]);
            return None;
        }
        let plain = !before.chars().any(char::is_alphabetic);
        self.add(&heading.filter(|_| plain)?)
    }

    /// Takes up that hands bear numbers, unless they are known to bear names.
    pub(super) fn see_number(&mut self) {
        self.numbered |= self.names.is_empty();
    }

    /// Takes up the name that was typed for the next player.
    pub(super) fn typed(&mut self, name: &str) {
        self.add(name);
    }

    /// Whether names that stand before cards may still be learnt.
    pub(super) fn is_open(&self) -> bool {
        !self.numbered
    }

    /// Whether the line before may have been the heading of a list of cards.
    pub(super) fn awaits(&self) -> bool {
        self.pending.is_some()
    }

    /// Takes note of a line without cards, which may be a heading.
    pub(super) fn heading(&mut self, line: &str) {
        let is_new = |name: &String| self.names.len() < PLAYERS && is_name(name);
        let found = alone().captures(line).map(|found| found[1].to_owned()).filter(|name| owner(name).1);
        self.pending = found.filter(is_new).filter(|_| !self.numbered);
    }

    /// Learns a name; the player's number.
    fn add(&mut self, name: &str) -> Option<u32> {
        let (owner, _) = owner(name);
        let lower = owner.to_lowercase();
        if let Some(known) = self.names.iter().position(|(known, _)| *known == lower) {
            return u32::try_from(known + 1).ok();
        }
        if self.names.len() >= PLAYERS || !is_name(name) {
            return None;
        }
        let pattern = match lower.as_str() {
            "you" | "your" => r"\byou(?:rs?)?\b".to_owned(),
            "player" => r"\bplayer(?:['’]s)?\b(\s*#?\s*\d)?".to_owned(),
            name => format!(r"(?:\bthe\s+)?\b{}(?:['’]s)?\b", regex::escape(name)),
        };
        let pattern = Regex::new(&format!("(?i){pattern}")).ok()?;
        self.names.push((lower, pattern));
        u32::try_from(self.names.len()).ok()
    }
}

/// Whose something is: `Anna's hand` is Anna's; and whether it says that it is somebody's hand.
fn owner(text: &str) -> (&str, bool) {
    let owned = belongings().find(text).map_or(text.len(), |found| found.start());
    (&text[..owned], owned < text.len() || text.eq_ignore_ascii_case("your hand"))
}

fn is_name(text: &str) -> bool {
    let (owner, _) = owner(text);
    !owner.is_empty() && owner.split_whitespace().all(|word| !THINGS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(befores: &[&str], line: &str) -> String {
        let mut labels = Labels::default();
        for before in befores {
            labels.learn(before);
        }
        labels.numbered(line).into_owned()
    }

    #[test]
    fn names_before_hands_are_numbered() {
        let two = ["Anna : ", "Ben  : "];
        assert_eq!(learnt(&two, "Winner: Anna (27 points)"), "Winner: Player 1 (27 points)");
        assert_eq!(learnt(&two, "Ben's points: 4"), "Player 2 points: 4");
        assert_eq!(learnt(&two, "Benjamin wins"), "Benjamin wins");
        let two = ["Your hand:       [", "Computer's hand: ["];
        assert_eq!(learnt(&two, "Your points:     38"), "Player 1 points:     38");
        assert_eq!(learnt(&two, "The computer wins!"), "Player 2 wins!");
        assert_eq!(learnt(&two, "You win!"), "Player 1 win!");
        let two = ["Player: ", "Computer: "];
        assert_eq!(learnt(&two, "Player points: 38"), "Player 1 points: 38");
        assert_eq!(learnt(&two, "Player 2 points: 38"), "Player 2 points: 38");
        assert_eq!(learnt(&["Anna   "], "Anna wins"), "Player 1 wins");
        assert_eq!(learnt(&["Mary Ann has "], "Mary Ann: 12"), "Player 1: 12");
    }

    #[test]
    fn what_stands_before_cards_is_not_always_a_name() {
        for before in ["Sorted: ", "Books: ", "1) ", "In your hand: ", "Top card: ", "Hearts: ", "Deck: "] {
            let line = "Sorted Books Hearts Deck Top card";
            assert_eq!(learnt(&[before], line), line, "{before}");
        }
        let mut labels = Labels::default();
        labels.see_number();
        labels.learn("Anna: ");
        assert_eq!(labels.numbered("Anna: 12"), "Anna: 12");
    }

    #[test]
    fn a_heading_counts_once_its_cards_come() {
        let mut labels = Labels::default();
        labels.heading("Anna's hand:");
        assert_eq!(labels.numbered("Anna's hand:"), "Anna's hand:");
        labels.learn("  ");
        assert_eq!(labels.numbered("Anna's hand:"), "Player 1 hand:");
        labels.heading("Five Crowns");
        labels.learn("  ");
        assert_eq!(labels.numbered("Five Crowns"), "Five Crowns");
    }
}
