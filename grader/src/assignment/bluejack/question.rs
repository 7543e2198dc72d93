//! Which question a waiting program asks.

use regex::Regex;

use crate::assignment::offers::{keyed, pair};
use crate::assignment::words::patterns;

use super::lines::asks_move;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// End, stand, or play a card?
    Move,
    /// Play again?
    Again,
    /// Shall the game start?
    Start,
    /// The person's name.
    Name,
    /// A number that matters little.
    Number,
    /// Press Enter.
    Enter,
    /// Nothing was printed before the program waited.
    Bare,
    /// Something was printed that is no known question.
    Unknown,
}

/// The kinds that have a name in scripts, and that a spec may give patterns for.
const NAMED: [(&str, Kind); 6] = [
    ("move", Kind::Move),
    ("again", Kind::Again),
    ("start", Kind::Start),
    ("name", Kind::Name),
    ("number", Kind::Number),
    ("enter", Kind::Enter),
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

/// What the state of the game makes likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing was drawn yet.
    Opening,
    /// A set is being played.
    Play,
    /// Somebody has won the game.
    Over,
}

/// How questions are told.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// Question patterns of a spec, by kind.
    pub patterns: Vec<(Kind, Vec<Regex>)>,
}

patterns! {
    enter = r"\b(press|push|hit|type)\b.*\b(enter|return|any\s*key|key)\b|\bany\s*key\b|\bto\s+continue\b";
    again = r"\bagain\b|\banother\s+game\b|\bnew\s+game\b|\b(y/n|yes/no|yes or no)\b";
    name = r"\bname\b|\bwho are you\b";
    number = r"\bhow many\b|\bseed\b|\bhow old\b|\bage\b|\bnumber\b";
    menu = r"\b(?:choice|choose|option|select|menu|pick|enter)\b";
    start = r"\bready\b|\bstart\b|\bbegin\b|\bplay\b|\b(y/n|yes/no|yes or no)\b";
}

/// How many lines above the last may hold the question's words, where the last is a bare prompt.
const LINES_UP: usize = 3;

/// Reads the question at the end of what was said (already plain text).
pub(super) fn read(said: &str, expect: Expect, questions: &Questions) -> Kind {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let Some(last) = lines.last() else {
        return if expect == Expect::Play { Kind::Move } else { Kind::Bare };
    };
    for (kind, patterns) in &questions.patterns {
        if patterns.iter().any(|pattern| pattern.is_match(last)) {
            return *kind;
        }
    }
    if lines.iter().rev().take(LINES_UP).any(|line| asks_move(line)) && expect != Expect::Over {
        return Kind::Move;
    }
    match expect {
        Expect::Play if enter().is_match(last) => Kind::Enter,
        Expect::Play => Kind::Move,
        Expect::Over if asks_move(last) => Kind::Move,
        Expect::Over if again().is_match(last) => Kind::Again,
        Expect::Over => Kind::Enter,
        Expect::Opening => before_the_deal(last),
    }
}

/// The words for yes and no that a question about starting or playing again offers: of a menu, or of a pair.
pub(super) fn words(said: &str) -> (String, String) {
    let text = said.to_lowercase();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let tail = lines[lines.len().saturating_sub(MENU_LINES)..].join("\n");
    let (yes, no) = pair(&tail, false).unwrap_or_else(|| ("y".to_owned(), "n".to_owned()));
    match keyed(&tail) {
        (Some(yes), Some(no)) => (yes, no),
        (Some(yes), None) => (yes, no),
        _ => (yes, no),
    }
}

/// So many lines may a menu have.
const MENU_LINES: usize = 6;

/// Whether the last line asks for yes or no.
pub(super) fn wants_yes_or_no(said: &str) -> bool {
    patterns! { yes_or_no = r"\b(?:y\s*/\s*n|yes\s*/\s*no|yes or no|y or n)\b"; }
    said.lines().rfind(|line| !line.trim().is_empty()).is_some_and(|line| yes_or_no().is_match(line))
}

fn before_the_deal(last: &str) -> Kind {
    let known = [
        (enter(), Kind::Enter),
        (name(), Kind::Name),
        (start(), Kind::Start),
        (menu(), Kind::Start),
        (number(), Kind::Number),
    ];
    known.into_iter().find(|(pattern, _)| pattern.is_match(last)).map_or(Kind::Unknown, |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_known_by_their_words_and_by_the_game() {
        let read = |said: &str, expect| read(said, expect, &Questions::default());
        for said in
            ["Your move (end, stand, play 1-4)?\n", "YOUR MOVE? ", "end / stand / play K > ", "Invalid.", ""]
        {
            assert_eq!(read(said, Expect::Play), Kind::Move, "{said:?}");
        }
        assert_eq!(read("Press Enter to continue", Expect::Play), Kind::Enter);
        assert_eq!(read("What is your name? ", Expect::Opening), Kind::Name);
        assert_eq!(read("Ready? (y/n)", Expect::Opening), Kind::Start);
        assert_eq!(read("Play again? (y/n)", Expect::Over), Kind::Again);
        assert_eq!(read("", Expect::Over), Kind::Bare);
        let menu = "1. Play\n2. Rules\n3. Quit\nYour choice: ";
        assert_eq!(read(menu, Expect::Opening), Kind::Start);
        assert_eq!(words(menu), ("1".to_owned(), "3".to_owned()));
        assert_eq!(words("Play again? (yes/no)"), ("yes".to_owned(), "no".to_owned()));
    }
}
