//! Which question a waiting program asks, and in which words it wants the answer.

use regex::Regex;

use crate::assignment::offers::{as_written, keyed, pair};
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
    /// How many of those who play are people.
    of_people = r"\b(humans?|real|computers?)\b|\bof (the|these|them|those|you)\b";
    players = r"\bplayers\b|\bhow many\b.*\b(play|playing|people)\b|\b1\s*(?:-|to|–|and)\s*7\b";
    cards = r"\bhow many cards\b|\bnumber of cards\b|\bhand size\b|\bsize of (the |each )?hands?\b|\bcards\b.*\b(each|per)\b|\b(size|big|large|long)\b.*\bhands?\b.*[?:>]|\bhands?\b.*\b(size|big|large|long)\b.*[?:>]|\bhow (many|big|large)\b.*\b(each|per|every|in a|a|the)\s+hand\b|\bhow many\b.*\bdeal(t|ing)?\b";
    /// A bare word where the size of the hands is typed.
    cards_alone = r"\bcards\s*(?:[(\[][^)\]]*[)\]])?\s*[:>?]+\s*$";
    /// Hands and decks are counted otherwise than cards.
    other_count = r"\bhow many\s+(hands|players|people|humans?|decks|games|rounds)\b";
    name = r"\b(your|player|user|first|last|full|enter)('s)?\s+(\w+\s+)?name\b|\bname\b\s*(?:of\b.*)?[:?>]|\bwho are you\b";
    take = r"\b(deck|stock|draw pile)\b.*\b(pile|discards?)\b|\b(pile|discards?)\b.*\b(deck|stock)\b|\(d\)eck|\bdraw from\b";
    discard = r"\bdiscard\b|\bthrow away\b|\bget rid of\b";
    go_out = r"\bgo(ing)? out\b|\blay down\b";
    again = r"\bagain\b|\banother\s+(round|game|hand|go|match)\b|\bkeep\s+(on\s+)?playing\b|\bplay\s+(on|more|another|once)\b|\b(new|next)\s+(game|round|hand|deal)\b|\bquit\b|\bcontinue\b|\bonce more\b|\bone more\b|\brematch\b|\bencore\b|\brestart\b|\breplay\b|\bre-?deal\b|\b(exit|stop|leave|finished|done)\b.*\?|\bdeal\b.*\?";
    try_again = r"\b(try|enter|type|input|choose|pick|answer)\b.*\bagain\b";
    /// Yes is the end.
    ends = r"\b(quit|exit|stop|leave|end|finish(ed)?|done)\b";
    goes_on = r"\b(again|another|continue|new|next|more|keep|on|play|rematch|replay|restart)\b";
    number = r"\bhow many\b|\bnumber\b|\bhow old\b|\bseed\b";
    start = r"\bready\b|\bstart\b|\bbegin\b|\bplay\b";
    menu = r"\bchoice\b|\bchoose\b|\boption\b|\bselect\b|\bmenu\b|\bpick\b|\bmode\b|\b(see|read|view|show)\b.*\b(rules|instructions)\b|\bruns?\b.*\?";
    /// What is done again is a game, not an answer.
    plays_again = r"\b(play\w*|game|round|go|deal|start)\s+(\w+\s+)?again\b|\b(quit|another|continue)\b";
    /// A line of a menu.
    item = r"^\W*\w{1,3}\s*([.):\]=-]|\bfor\b|\bto\b)+\s*[a-z].*$";
    /// A line that only waits for the answer to a question above.
    prompt = r"^\W*((please\s+)?(enter|type|make|pick|select)?\s*(your\s+|an?\s+)?(choice|answer|selection|option|reply|response|input|choose|here)\b.{0,12})?\W*$";
    yes_no = r"\byes\b.{1,14}\bno\b|\by(es)?\b\W{1,5}(or\W{1,3})?n(o)?\b|\by\b.*\bn\b.*[:?]|\b[joszy]\s*/\s*n\b";
    other_yes = r"\b([joszy])\s*/\s*n\b";
    keys = r"\((\w)\)eck.*\((\w)\)(?:ile|iscard)";
    numbered = r"\b([12])\s*[=).:-]+\s*(?:the\s+)?(?:draw\s+)?(deck|stock|pile|discard)";
}

/// How many lines above the last may hold the question's words, where the last is a bare prompt.
const LINES_UP: usize = 4;

/// Reads the question at the end of what was said (already plain text).
pub(super) fn read(said: &str, expect: Expect, questions: &Questions) -> Asked {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let line = lines.last().map(|line| line.trim().to_owned()).unwrap_or_default();
    let asked = |kind: Kind, at: usize| {
        let from = at.saturating_sub(3);
        let (yes, no) = words(&lines[from..], at - from, kind);
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
    // Whether all lines below are a menu and a prompt, so that the question may be this one.
    let mut answered_below = true;
    let mut menu = None;
    for (up, line) in lines.iter().rev().take(LINES_UP).enumerate() {
        let at = lines.len() - 1 - up;
        match kind_of(line, expect, answered_below) {
            // A choice between playing again and the end is no other menu.
            Some(Kind::Menu) if prompt().is_match(line) => menu = menu.or(Some(at)),
            Some(kind) => return asked(kind, at),
            None => {}
        }
        answered_below &= prompt().is_match(line) || item().is_match(line);
        // A question higher up is one only where the lines below are bare prompts.
        let is_prompt =
            line.trim().len() <= 12 || line.contains([')', '>', '?']) || line.trim().ends_with(':');
        if !answered_below && (!is_prompt || up + 2 == LINES_UP) {
            break;
        }
    }
    match menu {
        Some(at) => asked(Kind::Menu, at),
        None => asked(Kind::Unknown, lines.len() - 1),
    }
}

/// The kind of question a line asks, if its words tell.
fn kind_of(line: &str, expect: Expect, last: bool) -> Option<Kind> {
    let offers = yes_no().is_match(line);
    if enter().is_match(line) && !offers {
        return last.then_some(Kind::Enter);
    }
    let is_cards = cards().is_match(line) && !other_count().is_match(line);
    // "How large a hand do you want to deal?" asks for no other game.
    if is_cards && !offers && !plays_again().is_match(line) {
        return Some(Kind::Cards);
    }
    let is_again = again().is_match(line) && (!try_again().is_match(line) || plays_again().is_match(line));
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
    if is_cards || last && cards_alone().is_match(line) && !offers {
        return Some(Kind::Cards);
    }
    if people().is_match(line) && !line.to_ascii_lowercase().contains("1-7") {
        return Some(if of_people().is_match(line) { Kind::People } else { Kind::Players });
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
/// `at` is the line of the question itself.
fn words(lines: &[&str], at: usize, kind: Kind) -> (String, String) {
    let text = lines.join("\n").to_ascii_lowercase();
    let own = lines[at..].join("\n").to_ascii_lowercase();
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
    let lines = lines.join("\n");
    let (yes, no) = offered(&[&tail, &own, &text], kind == Kind::Again);
    let (yes, no) = (as_written(&lines, &yes), as_written(&lines, &no));
    // "Do you want to quit? (y/n)"
    let is_end = kind == Kind::Again && ends().is_match(&own) && !goes_on().is_match(&own);
    let keys = keyed(&own);
    if is_end && yes_no().is_match(&own) && (keys.0.is_none() || keys.1.is_none()) {
        (no, yes)
    } else {
        (yes, no)
    }
}

/// The words for yes and no, in the first text that offers both; else in the first that offers one of them.
fn offered(texts: &[&str], numbers: bool) -> (String, String) {
    for text in texts {
        if let (Some(yes), Some(no)) = keyed(text) {
            return (yes, no);
        }
        if let Some(pair) = pair(text, numbers) {
            return pair;
        }
    }
    // "(j/n)": yes in another language.
    if let Some(yes) = texts.first().and_then(|tail| other_yes().captures(tail)) {
        return (yes[1].to_owned(), "n".to_owned());
    }
    let other = |word: &str| match word {
        "1" => "0".to_owned(),
        "yes" => "no".to_owned(),
        _ => "n".to_owned(),
    };
    let one = texts.iter().map(|text| keyed(text)).find(|(yes, no)| yes.is_some() || no.is_some());
    let (yes, no) = one.unwrap_or_default();
    let yes = yes.unwrap_or_else(|| "y".to_owned());
    let no = no.unwrap_or_else(|| other(&yes));
    (yes, no)
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
            ("Do you want to quit? (y/n) ", Dealt, Kind::Again, "n", "y"),
            ("Are you done playing (yes/no)? ", Dealt, Kind::Again, "no", "yes"),
            ("Type y to play or n to quit: ", Dealt, Kind::Again, "y", "n"),
            ("Quit or play again? (q/y): ", Dealt, Kind::Again, "y", "q"),
            ("Rematch? ", Dealt, Kind::Again, "y", "n"),
            ("Another round? ", Dealt, Kind::Again, "y", "n"),
            ("Take from (d)eck or (p)ile? ", Dealt, Kind::Take, "d", "p"),
            ("Discard (1-4)? ", Dealt, Kind::Discard, "y", "n"),
            ("How many cards per hand? ", Opening, Kind::Cards, "y", "n"),
            ("How large a hand do you want? ", Opening, Kind::Cards, "y", "n"),
            ("How big should the hands be? ", Opening, Kind::Cards, "y", "n"),
            ("What size hand? ", Dealt, Kind::Cards, "y", "n"),
            ("How large a hand do you want to deal? ", Dealt, Kind::Cards, "y", "n"),
            ("How many are dealt to each? ", Opening, Kind::Cards, "y", "n"),
            ("3 to 13 cards can be dealt. Cards: ", Opening, Kind::Cards, "y", "n"),
            ("Cards (3-13): ", Dealt, Kind::Cards, "y", "n"),
            ("How many hands are dealt? ", Opening, Kind::Players, "y", "n"),
            ("Press Enter to continue", Dealt, Kind::Enter, "y", "n"),
        ];
        for (said, expect, kind, yes, no) in table {
            let asked = read(said, expect, &Questions::default());
            assert_eq!((asked.kind, asked.yes.as_str(), asked.no.as_str()), (kind, yes, no), "{said:?}");
        }
    }

    #[test]
    fn another_game_is_answered_in_the_words_offered() {
        let table = [
            ("Play again? (1 = yes, 2 = no): ", "1", "2"),
            ("Play again? (1=yes, 0=no): ", "1", "0"),
            ("Play again? (0=no, 1=yes): ", "1", "0"),
            ("play again? 1. yes 2. no: ", "1", "2"),
            ("Play again? 1) Yes 2) No ", "1", "2"),
            ("play again? [1] yes [2] no ", "1", "2"),
            ("Play again? (1 for yes, 0 for no): ", "1", "0"),
            ("Play again? 1 for YES 2 for NO: ", "1", "2"),
            ("Would you like to play again? Enter 1 for yes, 0 for no: ", "1", "0"),
            ("Do you want to play again? Type 1 for yes, 2 for no. ", "1", "2"),
            ("play again? enter 1 for yes or 2 for no: ", "1", "2"),
            ("Do you want to play again?\nEnter 1 for yes, 0 for no: ", "1", "0"),
            ("Press 1 to play again, 2 to quit: ", "1", "2"),
            ("Enter 1 to play again or 0 to quit: ", "1", "0"),
            ("Enter 1 to play again: ", "1", "0"),
            ("Play again? (1/2): ", "1", "2"),
            ("Type yes to play again: ", "yes", "no"),
            ("Winner: Player 1 (12 points)\n1. Play again\n2. Quit\nChoice: ", "1", "2"),
            ("MENU\n1. Play again\n2. Quit\nYour choice: ", "1", "2"),
            ("1) Quit\n2) Play again\n> ", "2", "1"),
            ("Play again?\n1. Yes\n2. No\n", "1", "2"),
            ("Play again?\n1. Yes\n2. No\nEnter your choice: ", "1", "2"),
            ("Play again? (Y/N) ", "Y", "N"),
            ("Play again? (y/N) ", "y", "N"),
            ("Play again? (Yes/No) ", "Yes", "No"),
            ("(P)lay again or (Q)uit? ", "P", "Q"),
            ("Another game? yes or no\n> ", "yes", "no"),
            ("Player 1: 12 points\nDo you want to play again?\n> ", "y", "n"),
        ];
        let (expect, kind) = (Expect::Dealt, Kind::Again);
        for (said, yes, no) in table {
            let asked = read(said, expect, &Questions::default());
            assert_eq!((asked.kind, asked.yes.as_str(), asked.no.as_str()), (kind, yes, no), "{said:?}");
        }
    }

    #[test]
    fn other_questions_are_not_for_another_game() {
        use Expect::{Dealt, Opening};
        let table = [
            ("That is neither. Please enter it again: ", Dealt, Kind::Unknown),
            ("1. New game\n2. Rules\n3. Quit\nChoice: ", Opening, Kind::Menu),
            ("Choice: ", Dealt, Kind::Menu),
        ];
        for (said, expect, kind) in table {
            assert_eq!(read(said, expect, &Questions::default()).kind, kind, "{said:?}");
        }
    }
}
