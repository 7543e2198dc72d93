//! Which question a waiting program asks, and in which words it wants the answer.

use regex::Regex;

use crate::assignment::offers::pair;
use crate::assignment::words::patterns;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// How many play?
    Players,
    /// Another game?
    Again,
    /// From the deck or from the pile? (full game)
    Take,
    /// Which card to discard? (full game)
    Discard,
    /// Go out? (full game)
    GoOut,
    /// How many cards a hand has.
    Cards,
    /// How many of the players are people.
    People,
    /// Shall the game start at all?
    Start,
    /// A person's name.
    Name,
    /// Another number.
    Number,
    /// Press Enter.
    Enter,
    /// A menu, or an extra the handout does not have.
    Menu,
    /// Nothing was printed before the program waited.
    Bare,
    /// Something was printed that is no known question.
    Unknown,
}

/// The kinds that have a name in scripts, and that a spec may give patterns for.
const NAMED: [(&str, Kind); 12] = [
    ("players", Kind::Players),
    ("again", Kind::Again),
    ("take", Kind::Take),
    ("discard", Kind::Discard),
    ("out", Kind::GoOut),
    ("cards", Kind::Cards),
    ("people", Kind::People),
    ("start", Kind::Start),
    ("name", Kind::Name),
    ("number", Kind::Number),
    ("enter", Kind::Enter),
    ("menu", Kind::Menu),
];

/// The names of the kinds that a spec may give patterns for.
pub const NAMES: [&str; NAMED.len()] = {
    let mut names = [""; NAMED.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = NAMED[at].0;
        at += 1;
    }
    names
};

impl Kind {
    /// The kind's name in scripts and specs.
    pub fn name(self) -> &'static str {
        let named = NAMED.iter().find(|(_, kind)| *kind == self);
        named.map_or(if self == Self::Bare { "bare" } else { "unknown" }, |(name, _)| name)
    }

    /// The kind of a name in a spec.
    pub fn named(name: &str) -> Option<Self> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// A question with the words it offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub kind: Kind,
    /// The word for yes, or for the deck.
    pub yes: String,
    /// The word for no, or for the pile.
    pub no: String,
    /// The question's last line.
    pub line: String,
}

/// What the state of the game makes likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing was dealt yet.
    Opening,
    /// Hands were shown.
    Dealt,
}

/// How questions are told.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// Question patterns of a spec, by kind.
    pub patterns: Vec<(Kind, Vec<Regex>)>,
}

patterns! {
    enter = r"\b(press|push|hit|strike)\b.*\b(enter|return|any\s*key|key|button)\b|\benter\s+to\s+(continue|go|exit|quit|start|proceed)\b|\bany\s*key\b";
    people = r"\bhow many\b.*\b(humans?|people|persons|real)\b|\bnumber of (humans?|people)\b";
    players = r"\bplayers\b|\bhow many\b.*\b(play|playing|people)\b|\b1\s*(?:-|to|–)\s*7\b";
    cards = r"\bhow many cards\b|\bnumber of cards\b|\bhand size\b|\bsize of (the |each )?hands?\b|\bcards\b.*\b(each|per)\b";
    name = r"\b(your|player|user|first|last|full|enter)('s)?\s+(\w+\s+)?name\b|\bname\b\s*(?:of\b.*)?[:?>]|\bwho are you\b";
    take = r"\b(deck|stock|draw pile)\b.*\b(pile|discards?)\b|\b(pile|discards?)\b.*\b(deck|stock)\b|\(d\)eck|\bdraw from\b";
    discard = r"\bdiscard\b|\bthrow away\b|\bget rid of\b";
    go_out = r"\bgo(ing)? out\b|\blay down\b";
    again = r"\bagain\b|\banother\s+(round|game|hand|go|match)\b|\bkeep\s+(on\s+)?playing\b|\bplay\s+(on|more|another|once)\b|\b(new|next)\s+(game|round|hand|deal)\b|\bquit\b|\bcontinue\b|\bonce more\b|\bdeal\b.*\?";
    try_again = r"\b(try|enter|type|input|choose|pick|answer)\b.*\bagain\b";
    number = r"\bhow many\b|\bnumber\b|\bhow old\b|\bseed\b";
    start = r"\bready\b|\bstart\b|\bbegin\b|\bplay\b";
    menu = r"\bchoice\b|\bchoose\b|\boption\b|\bselect\b|\bmenu\b|\bpick\b|\bmode\b|\b(see|read|view|show)\b.*\b(rules|instructions)\b|\bruns?\b.*\?";
    yes_no = r"\by(es)?\b\W{1,5}(or\W{1,3})?n(o)?\b|\by\b.*\bn\b.*[:?]|\b[joszy]\s*/\s*n\b";
    other_yes = r"\b([joszy])\s*/\s*n\b";
    keys = r"\((\w)\)eck.*\((\w)\)(?:ile|iscard)";
    numbered = r"\b([12])\s*[=).:-]+\s*(?:the\s+)?(?:draw\s+)?(deck|stock|pile|discard)";
}

/// How many lines above the last may hold the question's words, where the last is a bare prompt.
const LINES_UP: usize = 3;

/// Reads the question at the end of what was said (already plain text).
pub(super) fn read(said: &str, expect: Expect, questions: &Questions) -> Asked {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let line = lines.last().map(|line| line.trim().to_owned()).unwrap_or_default();
    let asked = |kind: Kind, at: usize| {
        let (yes, no) = words(&lines[at.saturating_sub(3).min(lines.len())..], kind);
        Asked { kind, yes, no, line: line.clone() }
    };
    let Some(last) = lines.last() else {
        return Asked { kind: Kind::Bare, yes: "y".into(), no: "n".into(), line };
    };
    for (kind, patterns) in &questions.patterns {
        if patterns.iter().any(|pattern| pattern.is_match(last)) {
            return asked(*kind, lines.len() - 1);
        }
    }
    for (up, line) in lines.iter().rev().take(LINES_UP).enumerate() {
        if let Some(kind) = kind_of(line, expect, up == 0) {
            return asked(kind, lines.len() - 1 - up);
        }
        // A question higher up is one only where the lines below are bare prompts.
        let is_prompt =
            line.trim().len() <= 12 || line.contains([')', '>', '?']) || line.trim().ends_with(':');
        if !is_prompt {
            break;
        }
    }
    asked(Kind::Unknown, lines.len() - 1)
}

/// The kind of question a line asks, if its words tell.
fn kind_of(line: &str, expect: Expect, last: bool) -> Option<Kind> {
    let offers = yes_no().is_match(line);
    if enter().is_match(line) && !offers {
        return last.then_some(Kind::Enter);
    }
    let is_again = again().is_match(line) && !try_again().is_match(line);
    if expect == Expect::Dealt {
        if take().is_match(line) && !offers {
            return Some(Kind::Take);
        }
        if go_out().is_match(line) && offers {
            return Some(Kind::GoOut);
        }
        if is_again && (offers || last) {
            return Some(Kind::Again);
        }
        if discard().is_match(line) && last {
            return Some(Kind::Discard);
        }
    }
    if cards().is_match(line) {
        return Some(Kind::Cards);
    }
    if people().is_match(line) && !line.to_ascii_lowercase().contains("1-7") {
        return Some(if expect == Expect::Opening && !line.contains("human") && !line.contains("real") {
            Kind::Players
        } else {
            Kind::People
        });
    }
    if players().is_match(line) && !offers {
        return Some(Kind::Players);
    }
    if name().is_match(line) {
        return Some(Kind::Name);
    }
    if number().is_match(line) {
        return Some(if expect == Expect::Opening && last && !line.to_ascii_lowercase().contains("seed") {
            Kind::Players
        } else {
            Kind::Number
        });
    }
    if expect == Expect::Dealt && offers {
        return Some(Kind::Again);
    }
    if last && menu().is_match(line) {
        return Some(Kind::Menu);
    }
    (last && (offers || start().is_match(line) && line.contains(['?', ':']))).then_some(Kind::Start)
}

/// The words for yes and no that a question offers; for the place to take a card from, those for deck and pile.
fn words(lines: &[&str], kind: Kind) -> (String, String) {
    let text = lines.join("\n").to_ascii_lowercase();
    let tail = lines.last().map(|line| line.to_ascii_lowercase()).unwrap_or_default();
    if kind == Kind::Take {
        if let Some(found) = keys().captures(&text) {
            return (found[1].to_owned(), found[2].to_owned());
        }
        let mut numbers = numbered().captures_iter(&text);
        if let Some(first) = numbers.next() {
            let first_is_deck = matches!(&first[2], "deck" | "stock");
            let other = if &first[1] == "1" { "2" } else { "1" };
            let (a, b) = (first[1].to_owned(), other.to_owned());
            return if first_is_deck { (a, b) } else { (b, a) };
        }
        return ("deck".to_owned(), "pile".to_owned());
    }
    if kind == Kind::Menu {
        return ("1".to_owned(), "2".to_owned());
    }
    let found = [&tail, &text].into_iter().find_map(|scope| pair(scope, false));
    // "(j/n)": yes in another language.
    let found = found.or_else(|| Some((other_yes().captures(&tail)?[1].to_owned(), "n".to_owned())));
    found.unwrap_or(("y".to_owned(), "n".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_known_by_their_words() {
        use Expect::{Dealt, Opening};
        let table = [
            ("How many players (1-7)? ", Opening, Kind::Players, "y", "n"),
            ("Enter the number of players: ", Opening, Kind::Players, "y", "n"),
            ("Invalid. Please enter 1 to 7: ", Opening, Kind::Players, "y", "n"),
            ("Play again? (y/n): ", Dealt, Kind::Again, "y", "n"),
            ("Would you like to play again (yes/no)?\n> ", Dealt, Kind::Again, "yes", "no"),
            ("Noch einmal (j/n)? ", Dealt, Kind::Again, "j", "n"),
            ("Another round? ", Dealt, Kind::Again, "y", "n"),
            ("Take from (d)eck or (p)ile? ", Dealt, Kind::Take, "d", "p"),
            ("Discard (1-4)? ", Dealt, Kind::Discard, "y", "n"),
            ("How many cards per hand? ", Opening, Kind::Cards, "y", "n"),
            ("Press Enter to continue", Dealt, Kind::Enter, "y", "n"),
        ];
        for (said, expect, kind, yes, no) in table {
            let asked = read(said, expect, &Questions::default());
            assert_eq!((asked.kind, asked.yes.as_str(), asked.no.as_str()), (kind, yes, no), "{said:?}");
        }
    }
}
