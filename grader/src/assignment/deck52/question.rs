//! Which question a waiting program asks, and in which words it wants the answer.

use regex::Regex;

use crate::assignment::offers::{as_written, asks_to_stop, keyed, pair, turned};
use crate::assignment::words::patterns;

use super::short::runs;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Hit or stand?
    Hit,
    /// An ace: 1 or 11?
    Ace,
    /// Split the hand?
    Split,
    /// Play again?
    Again,
    /// Shall the game start at all?
    Start,
    /// An extra the handout does not have: bets, double down, a look at the rules.
    Extra,
    /// The person's name.
    Name,
    /// A number that matters little.
    Number,
    /// Press Enter.
    Enter,
    /// A menu without known words.
    Menu,
    /// Nothing was printed before the program waited.
    Bare,
    /// Something was printed that is no known question.
    Unknown,
}

/// The kinds that have a name in scripts, and that a spec may give patterns for.
const NAMED: [(&str, Kind); 10] = [
    ("hit", Kind::Hit),
    ("ace", Kind::Ace),
    ("split", Kind::Split),
    ("again", Kind::Again),
    ("start", Kind::Start),
    ("extra", Kind::Extra),
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
    /// Only the state of the game tells so, not the words.
    pub guess: bool,
    /// The word for hit, 11, yes.
    pub yes: String,
    /// The word for stand, 1, no.
    pub no: String,
    /// The question's last line.
    pub line: String,
}

/// What the state of the game makes likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing was dealt yet.
    Opening,
    /// The player may take cards.
    Turn,
    /// The player stood or has 21 or more, and no result was understood.
    Late,
    /// The outcome was announced.
    Over,
}

/// How questions are told.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// Question patterns of a spec, by kind.
    pub patterns: Vec<(Kind, Vec<Regex>)>,
}

patterns! {
    enter = r"\b(press|push|type|use)\b.*\b(enter|return|any\s*key|key|button)\b|\benter\s+to\s+(continue|go|exit|quit|start|proceed)\b|\bany\s*key\b|\bhit\s+(enter|return|any\s*key)\b";
    name = r"\b(your|player|user|first|last|full|enter)('s)?\s+(\w+\s+)?name\b|\bname\b\s*[:?>]|\bwho are you\b|\bcall you\b";
    ace = r"\baces?\b|\b(1|one|low)\s*(?:/|or|,)\s*(11|eleven|high)\b|\b(11|eleven|high)\s*(?:/|or|,)\s*(1|one|low)\b";
    ace_values = r"\b(1|11|one|eleven|high|low|value|worth|count)\b";
    split = r"\bsplit(ting)?\b";
    hit = r"\bhit\b|\bstand\b|\bstay\b|\bhold\b|\banother\b(\s+\w+)?\s+card\b|\b(draw|take|want|need|deal)\b.*\bcards?\b|\bone more\b|\btwist\b|\bstick\b";
    again = r"\bagain\b|\banother\s+(round|game|hand|go)\b|\bkeep\s+playing\b|\bplay\s+(on|more|another|once)\b|\b(new|next)\s+(game|round|hand)\b|\bquit\b|\bcontinue\b";
    whole_game = r"\bplay\s+(again|more|another|once)\b|\bkeep\s+playing\b|\b(another|new|next)\s+(game|round|hand)\b";
    try_again = r"\b(try|enter|type|input|choose|pick|answer)\b.*\bagain\b|\bagain\b.*\b(enter|type|input|hit|stand)\b";
    extra = r"\bdouble\b|\binsurance\b|\bsurrender\b|\bbet\b|\bwager\b|\b(see|read|view|show|need|hear|know)\b.*\b(rules|instructions|help)\b|\b(rules|instructions)\b.*\?";
    number = r"\bhow many\b|\bnumber of\b|\bhow old\b|\byour age\b|\bseed\b";
    start = r"\bready\b|\bstart\b|\bbegin\b|\bplay\b";
    menu = r"\bchoice\b|\bchoose\b|\boption\b|\bselect\b|\bmenu\b|\bpick\b";
    listed = r"^\W*(\w)\s*['\x22)\]]?\s*[.):=-]\s*[a-z]";
    yes_no = r"\by(es)?\b\W{1,4}(or\W{1,3})?n(o)?\b";
    offered = r"(?:enter|type|press)?\s*['\x22(\[]?(1|one|low)['\x22)\]]?\s*(?:/|or|,|and)\s*['\x22(\[]?(11|eleven|high)\b";
    key_low = r"\b([a-z0-9])\s*['\x22)\]]*\s*(?:=|\)|:|-|\bfor\b)\s*(?:1|one|low)\b";
    key_high = r"\b([a-z0-9])\s*['\x22)\]]*\s*(?:=|\)|:|-|\bfor\b)\s*(?:11|eleven|high)\b";
    stay_word = r"\b(stand|stay|hold|stick)\b";
}

/// How many lines above the last may hold the question's words, where the last is a bare prompt.
const LINES_UP: usize = 5;

/// Reads the question at the end of what was said (already plain text).
pub(super) fn read(said: &str, expect: Expect, questions: &Questions) -> Asked {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let line = lines.last().map(|line| line.trim().to_owned()).unwrap_or_default();
    let asked = |kind: Kind, guess: bool, at: usize| {
        let (yes, no) = words(&lines[at.saturating_sub(4).min(lines.len())..], kind);
        Asked { kind, guess, yes, no, line: line.clone() }
    };
    let Some(last) = lines.last() else {
        let in_turn = matches!(expect, Expect::Turn | Expect::Late);
        let kind = if in_turn { Kind::Hit } else { Kind::Bare };
        return Asked { kind, guess: true, yes: "hit".into(), no: "stand".into(), line };
    };
    for (kind, patterns) in &questions.patterns {
        if patterns.iter().any(|pattern| pattern.is_match(last)) {
            return asked(*kind, false, lines.len() - 1);
        }
    }
    for (up, line) in lines.iter().rev().take(LINES_UP).enumerate() {
        // A prompt may stand behind the cards.
        let cards = runs(line);
        let behind = cards.last().map_or(*line, |run| &line[run.end..]);
        if let Some(kind) = kind_of(behind, expect, up == 0) {
            let is_menu = kind == Kind::Again && !again().is_match(behind) && !yes_no().is_match(behind);
            let kind = if is_menu && has_no_way_out(&lines) { Kind::Menu } else { kind };
            return asked(kind, false, lines.len() - 1 - up);
        }
        if !cards.is_empty() {
            break;
        }
    }
    let kind = match expect {
        Expect::Opening => Kind::Unknown,
        Expect::Turn | Expect::Late => Kind::Hit,
        Expect::Over => Kind::Enter,
    };
    asked(kind, true, lines.len() - 1)
}

/// Whether a text ends in a list of choices of which none is known to leave the program.
fn has_no_way_out(lines: &[&str]) -> bool {
    let from = lines.len().saturating_sub(LINES_UP + 3);
    let listed = lines[from..].iter().filter(|line| listed().is_match(line)).count();
    listed >= 2 && menu_keys(&lines[from..]).1.is_none()
}

/// The kind of question a line asks, if its words tell.
fn kind_of(line: &str, expect: Expect, last: bool) -> Option<Kind> {
    let offers = yes_no().is_match(line);
    if enter().is_match(line) && !offers && !names_answers(line) {
        return last.then_some(Kind::Enter);
    }
    let is_hit = hit().is_match(line);
    let is_again = again().is_match(line) && !try_again().is_match(line);
    match expect {
        Expect::Late if is_again && !is_hit => Some(Kind::Again),
        Expect::Late => kind_of(line, Expect::Turn, last),
        Expect::Opening => kind_before_the_deal(line, last, offers),
        Expect::Turn if split().is_match(line) && !is_hit => Some(Kind::Split),
        Expect::Turn if ace().is_match(line) && ace_values().is_match(line) => Some(Kind::Ace),
        Expect::Turn if is_hit => Some(Kind::Hit),
        Expect::Turn if extra().is_match(line) => Some(Kind::Extra),
        Expect::Turn if is_again && (!offers || whole_game().is_match(line)) => Some(Kind::Again),
        Expect::Turn if offers || last && menu().is_match(line) => Some(Kind::Hit),
        Expect::Turn => number().is_match(line).then_some(Kind::Number),
        Expect::Over if is_again || offers => Some(Kind::Again),
        Expect::Over if is_hit => Some(Kind::Hit),
        Expect::Over if ace().is_match(line) && last => Some(Kind::Ace),
        Expect::Over if name().is_match(line) => Some(Kind::Name),
        Expect::Over => (last && menu().is_match(line)).then_some(Kind::Again),
    }
}

fn kind_before_the_deal(line: &str, last: bool, offers: bool) -> Option<Kind> {
    // Some ask for an ace or a pair as it is dealt, before they show the hands.
    if last && ace().is_match(line) && ace_values().is_match(line) {
        return Some(Kind::Ace);
    }
    if last && split().is_match(line) {
        return Some(Kind::Split);
    }
    if name().is_match(line) {
        return Some(Kind::Name);
    }
    if number().is_match(line) {
        return Some(Kind::Number);
    }
    if extra().is_match(line) {
        return Some(Kind::Extra);
    }
    if last && (offers || start().is_match(line)) {
        return Some(Kind::Start);
    }
    (last && menu().is_match(line)).then_some(Kind::Menu)
}

/// "Enter hit or stand": no wait for the key of that name.
fn names_answers(line: &str) -> bool {
    patterns! { answers = r"\b(hit|stand|stay)\b.*\b(or|/)\b.*\b(hit|stand|stay)\b|\bhit/sta"; }
    answers().is_match(line)
}

/// The words for yes and no that a question offers.
fn words(lines: &[&str], kind: Kind) -> (String, String) {
    let text = lines.join("\n").to_ascii_lowercase();
    let tail = lines.last().map(|line| line.to_ascii_lowercase()).unwrap_or_default();
    match kind {
        Kind::Ace => ace_words(&tail),
        Kind::Menu => {
            let last = lines.iter().rev().find_map(|line| listed().captures(line));
            let last = last.map_or("2".to_owned(), |found| found[1].to_owned());
            (menu_keys(lines).0.unwrap_or_else(|| "1".to_owned()), last)
        }
        Kind::Hit => {
            let stay = stay_word().find(&tail).map_or("stand", |found| found.as_str()).to_owned();
            let found = hit_words(&[&tail, &text]).unwrap_or(("hit".to_owned(), stay));
            if asks_to_stop(&tail, true) { turned(found) } else { found }
        }
        Kind::Again if pair(&tail, false).is_none() && menu_keys(lines).1.is_some() => {
            let (on, end) = menu_keys(lines);
            (on.unwrap_or_else(|| "y".to_owned()), end.unwrap_or_default())
        }
        _ => {
            let found = [&tail, &text].into_iter().find_map(|scope| pair(scope, false));
            found.unwrap_or(("y".to_owned(), "n".to_owned()))
        }
    }
}

/// The keys of a menu for playing and for leaving, in the case they are written in.
fn menu_keys(lines: &[&str]) -> (Option<String>, Option<String>) {
    let text = lines.join("\n");
    let (on, end) = keyed(&text.to_ascii_lowercase());
    let written = |key: String| as_written(&text, &key);
    (on.map(written), end.map(written))
}

fn hit_words(scopes: &[&str]) -> Option<(String, String)> {
    scopes.iter().find_map(|scope| match keyed(scope) {
        (Some(yes), Some(no)) => Some((yes, no)),
        _ => pair(scope, true),
    })
}

/// The words for 11 and for 1.
fn ace_words(line: &str) -> (String, String) {
    let key = |pattern: &Regex| pattern.captures(line).map(|found| found[1].to_owned());
    if let (Some(high), Some(low)) = (key(key_high()), key(key_low())) {
        return (high, low);
    }
    if let Some(found) = offered().captures(line) {
        return (found[2].to_owned(), found[1].to_owned());
    }
    if yes_no().is_match(line) {
        return pair(line, false).unwrap_or(("y".to_owned(), "n".to_owned()));
    }
    ("11".to_owned(), "1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expect: Expect, kind: Kind, yes: &str, no: &str) {
        let asked = read(said, expect, &Questions::default());
        assert_eq!((asked.kind, asked.yes.as_str(), asked.no.as_str()), (kind, yes, no), "{said:?}");
    }

    #[test]
    fn questions_are_known_by_their_words() {
        use Expect::{Late, Opening, Over, Turn};
        check("You have cards  : QD AS  (11)\nHit or stand    ? ", Turn, Kind::Hit, "hit", "stand");
        check("Hit or Stand? (h/s): ", Turn, Kind::Hit, "h", "s");
        check("Would you like to hit or stay? ", Turn, Kind::Hit, "hit", "stay");
        check("1) Hit\n2) Stand\nChoice: ", Turn, Kind::Hit, "1", "2");
        check("1 = hit, 2 = stand: ", Turn, Kind::Hit, "1", "2");
        check("hit = 1, stand = 2: ", Turn, Kind::Hit, "1", "2");
        check("Another card? (y/n) ", Turn, Kind::Hit, "y", "n");
        check("Invalid. Try again: ", Turn, Kind::Hit, "hit", "stand");
        check("What now?", Turn, Kind::Hit, "hit", "stand");
        check("Please enter hit or stand: ", Turn, Kind::Hit, "hit", "stand");
        check("Ace 1 or 11     ? ", Turn, Kind::Ace, "11", "1");
        check("Count your ace as 11? (y/n) ", Turn, Kind::Ace, "y", "n");
        check("Do you want the ace high or low? ", Turn, Kind::Ace, "11", "1");
        check("Split (y/n)     ? ", Turn, Kind::Split, "y", "n");
        check("Would you like to split your hand? yes/no: ", Turn, Kind::Split, "yes", "no");
        check("Play again? (y/n) ", Over, Kind::Again, "y", "n");
        check("Press any key to continue . . . ", Over, Kind::Enter, "y", "n");
        check("Play again? (y/n) ", Turn, Kind::Again, "y", "n");
        check("Another round? (yes/no) ", Turn, Kind::Again, "yes", "no");
        check("Continue? (y/n) ", Turn, Kind::Hit, "y", "n");
        check("Continue? (y/n) ", Late, Kind::Again, "y", "n");
        check("Another card? (y/n) ", Late, Kind::Hit, "y", "n");
        check("Press Enter", Turn, Kind::Enter, "y", "n");
        check("You have an ace! Count it as 1 or as 11? ", Opening, Kind::Ace, "11", "1");
        check("*** MENU ***\n1. Rules\n2. Play\n3. Quit\nChoice: ", Opening, Kind::Menu, "2", "3");
        check("1. Play\n2. Rules\n3. Quit\nChoice: ", Over, Kind::Again, "1", "3");
        check("P) Play\nQ) Quit\nYour choice: ", Over, Kind::Again, "P", "Q");
        check("1 - New game\n2 - Help\n0 - Bye\nChoice: ", Over, Kind::Menu, "1", "0");
        check("What is your name? ", Opening, Kind::Name, "y", "n");
        check("Ready to play? [y/n] ", Opening, Kind::Start, "y", "n");
        check("Enter a seed: ", Opening, Kind::Number, "y", "n");
        check("", Turn, Kind::Hit, "hit", "stand");
        check("", Over, Kind::Bare, "hit", "stand");
    }
}
