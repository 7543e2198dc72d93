//! Which question a waiting program asks, and in which words it wants the answer.

use regex::Regex;

use super::habits::Habits;
use crate::assignment::offers::{as_written, asks_to_stop, keyed, pair, turned};
use crate::assignment::outcome::announced_in;
use crate::assignment::words::patterns;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The bet of a round.
    Bet,
    /// Another card?
    Hit,
    /// Play again?
    Again,
    /// Shall the game start at all?
    Start,
    /// An extra the handout does not have: double down, split, insurance, a look at the rules.
    Extra,
    /// The person's name.
    Name,
    /// A number that matters little: decks, players, an age.
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

/// The names of the kinds that a spec may give patterns for.
pub const NAMES: [&str; 9] = ["bet", "hit", "again", "start", "extra", "name", "number", "enter", "menu"];

impl Kind {
    /// The kind's name in scripts and specs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bet => "bet",
            Self::Hit => "hit",
            Self::Again => "again",
            Self::Start => "start",
            Self::Extra => "extra",
            Self::Name => "name",
            Self::Number => "number",
            Self::Enter => "enter",
            Self::Menu => "menu",
            Self::Bare => "bare",
            Self::Unknown => "unknown",
        }
    }

    /// The kind of a name in a spec.
    pub fn named(name: &str) -> Option<Self> {
        const ALL: [Kind; 9] = [
            Kind::Bet,
            Kind::Hit,
            Kind::Again,
            Kind::Start,
            Kind::Extra,
            Kind::Name,
            Kind::Number,
            Kind::Enter,
            Kind::Menu,
        ];
        ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A question with the words it offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub kind: Kind,
    /// Only the state of the game tells so, not the words.
    pub guess: bool,
    /// The question says in which words it wants its answer.
    pub offered: bool,
    /// The word for yes, hit, again.
    pub yes: String,
    /// The word for no, stand, stop.
    pub no: String,
}

/// What the state of the game makes likely, where the words alone do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    /// Nothing was dealt yet and no bet taken.
    Opening,
    /// A bet was refused.
    Bet,
    /// The player has cards and the round is open.
    Hit,
    /// The round is over.
    Again,
}

patterns! {
    offers_yes_no = r"\by(es)?\b\W{1,4}(or\W{1,3})?n(o)?\b";
    bet = r"\b(bet|bets|betting|wager|stake|ante|gamble|risk)\b|\bhow much\b";
    hit = r"\banother\b(\s+\w+)?\s+cards?\b|\bhit\b|\bstand\b|\bstay\b|\bstick\b|\btwist\b|\bone more\b|\bmore cards?\b|\b(draw|drawing|take|want|deal|get|like|need|receive)\b.*\bcards?\b|\bdraw\b.*\?|\bcard\b.*\?|\btake\W+(or\W+)?leave\b";
    hit_firmly = r"\bcards?\b|\bhit\b|\bstand\b";
    firm_again = r"\bplay\b.*\bagain\b|\b(another|new|next)\s+(round|game|hand)\b|\bkeep\s+playing\b|\bplay\s+(on|more)\b";
    staked = r"\$|\b(dollars?|bucks|chips|coins|pot|put|money|in)\b";
    again = r"\bagain\b|\banother\s+(round|game|hand|go|time)\b|\bkeep\s+(playing|going)\b|\bcontinue\b|\bplay\s+(on|more|another|once)\b|\b(new|next|more)\s+(game|round|hand)s?\b|\bonce more\b|\bquit\b|\bplay\b.*\?|\b(leave|cash out)\b.*\?";
    enter = r"\b(press|hit|push|type|use)\b.*\b(enter|return|any\s*key|key|button)\b|\benter\s+to\s+(continue|go|exit|quit|start|proceed)\b|\bany\s*key\b";
    press_letter = r#"\b(press|type|enter)\s+['"(\[]?([yn0-9])['")\]]?\b"#;
    name = r"\b(your|player|user|first|last|full|enter)('s)?\s+(\w+\s+)?name\b|\bname\b\s*[:?>]|\bname\b.*\byours\b|\bwho are you\b|\bcall you\b";
    number = r"\bhow many\b|\bnumber of\b|\bhow old\b|\byour age\b";
    extra = r"\bdouble\b|\binsurance\b|\bsplit\b|\bsurrender\b|\b(see|read|view|show|need|hear|know)\b.*\b(rules|instructions|tutorial|help)\b|\b(rules|instructions)\b.*\?";
    start = r"\bready\b|\bstart\b|\bbegin\b|\bplay\b";
    menu = r"\bchoice\b|\bchoose\b|\boption\b|\bselect\b|\bmenu\b|\bpick\b|\benter a number\b";
    prompt_like = r"[?:>\]\)=]\s*$";
    bracketed_letter = r"[(\[]([a-z])[)\]]([a-z])";
}

/// How questions are told.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// Question patterns of a spec, by kind.
    pub patterns: Vec<(Kind, Vec<Regex>)>,
    /// The program prints its questions too late, in an unflushed buffer: the state of the game alone tells.
    pub late: bool,
    /// What is known of the program's habits.
    pub habits: Habits,
}

/// The form of a question: its last line, without numbers and cards.
pub(super) fn form_of(lines: &[&str]) -> String {
    lines.last().map(|line| crate::assignment::lexicon::template(line)).unwrap_or_default()
}

/// Reads the question at the end of what was said (already plain text).
pub(super) fn read(said: &str, expect: Expect, spec: &[(Kind, Vec<Regex>)]) -> Asked {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let asked = |kind: Kind, guess: bool, from: usize| {
        let (offered, (yes, no)) = words(&lines, from, kind);
        Asked { kind, guess, offered, yes, no }
    };
    let Some(last) = lines.last() else {
        return asked(Kind::Bare, false, 0);
    };
    for (kind, patterns) in spec {
        if patterns.iter().any(|pattern| pattern.is_match(last)) {
            return asked(*kind, false, lines.len() - 1);
        }
    }
    // The question is mostly the last line; a bare "> " or "(y/n)" leads to the lines before it.
    for (up, line) in lines.iter().rev().take(6).enumerate() {
        let (cards, _) = crate::assignment::lexicon::cards_or_symbols(line);
        let after_cards = cards.last().map_or(*line, |card| &line[card.end..]);
        // What tells how a round ended asks for nothing, whatever else it speaks of.
        let tells = up > 0 && !announced_in(line).is_empty();
        if let Some(kind) = kind_of(after_cards, expect, up == 0).filter(|_| !tells) {
            return asked(kind, false, lines.len() - 1 - up);
        }
        if !cards.is_empty() {
            break;
        }
    }
    asked(by_state(expect, &lines), true, lines.len() - 1)
}

/// The question that the state of the game makes likely, where its words are unknown.
pub(super) fn by_state(expect: Expect, lines: &[&str]) -> Kind {
    patterns! { amount = r"[$\d]"; }
    let near = &lines[lines.len().saturating_sub(3)..];
    match expect {
        Expect::Bet => Kind::Bet,
        Expect::Opening if near.iter().any(|line| amount().is_match(line)) => Kind::Bet,
        Expect::Opening => Kind::Unknown,
        Expect::Hit => Kind::Hit,
        Expect::Again => Kind::Again,
    }
}

/// The kind of question a line asks, if its words tell.
fn kind_of(line: &str, expect: Expect, last: bool) -> Option<Kind> {
    // "(H)it or (S)tand" is a pair of words with their keys in brackets.
    let line = &bracketed_letter().replace_all(line, "$1$2");
    let yes_no = offers_yes_no().is_match(line);
    if enter().is_match(line) && !press_letter().is_match(line) && !yes_no {
        return last.then_some(Kind::Enter);
    }
    if extra().is_match(line) && !hit_firmly_without_extra(line) {
        return Some(Kind::Extra);
    }
    let is_bet = bet().is_match(line) && !yes_no;
    if name().is_match(line) && !is_bet {
        return Some(Kind::Name);
    }
    let (is_hit, is_again) = (hit().is_match(line), again().is_match(line));
    match expect {
        Expect::Opening | Expect::Bet => kind_before_the_deal(line, expect, last, is_bet, yes_no),
        Expect::Hit if is_again && firm_again().is_match(line) => Some(Kind::Again),
        Expect::Hit if is_hit || yes_no => Some(Kind::Hit),
        Expect::Hit if is_bet => Some(Kind::Bet),
        Expect::Hit if is_again => Some(Kind::Again),
        Expect::Hit if last && menu().is_match(line) => Some(Kind::Hit),
        Expect::Again if is_hit && !is_again && hit_firmly().is_match(line) => Some(Kind::Hit),
        Expect::Again if is_bet => Some(Kind::Bet),
        Expect::Again if yes_no || is_again => Some(Kind::Again),
        Expect::Again if last && menu().is_match(line) => Some(Kind::Again),
        Expect::Hit | Expect::Again => number().is_match(line).then_some(Kind::Number),
    }
}

/// The kind of question where no card is on the table: mostly the bet.
fn kind_before_the_deal(line: &str, expect: Expect, last: bool, is_bet: bool, yes_no: bool) -> Option<Kind> {
    if is_bet {
        return Some(Kind::Bet);
    }
    if number().is_match(line) {
        let is_bet = staked().is_match(line) || expect == Expect::Bet;
        return Some(if is_bet { Kind::Bet } else { Kind::Number });
    }
    if expect == Expect::Bet && !yes_no {
        return (last && prompt_like().is_match(line)).then_some(Kind::Bet);
    }
    let question = last || prompt_like().is_match(line);
    if question && (yes_no || again().is_match(line) || start().is_match(line)) {
        return Some(Kind::Start);
    }
    if last && menu().is_match(line) {
        return Some(Kind::Menu);
    }
    None
}

/// "Hit, stand or double?" asks for a card as well; "Double down? You draw one card" does not.
fn hit_firmly_without_extra(line: &str) -> bool {
    patterns! { hit_or_stand = r"\bhit\b|\bstand\b|\banother card\b"; }
    hit_or_stand().is_match(line)
}

/// The words for yes and no, and whether the question, at line `from`, offers them.
fn words(lines: &[&str], from: usize, kind: Kind) -> (bool, (String, String)) {
    let question = lines.get(from).copied().unwrap_or_default();
    let lines = &lines[from.saturating_sub(4).min(lines.len())..];
    let said = lines.join("\n");
    let text = said.to_ascii_lowercase();
    let tail = lines.last().map(|line| line.to_ascii_lowercase()).unwrap_or_default();
    let default = ("y".to_owned(), "n".to_owned());
    if kind == Kind::Menu || kind == Kind::Start {
        let (yes, no) = keyed(&text);
        let known = yes.is_some();
        return (
            known,
            (
                yes.unwrap_or_else(|| if kind == Kind::Menu { "1".into() } else { "y".into() }),
                no.unwrap_or_else(|| "n".into()),
            ),
        );
    }
    let stops = matches!(kind, Kind::Hit | Kind::Again) && asks_to_stop(question, kind == Kind::Hit);
    let turn = |pair| if stops { turned(pair) } else { pair };
    for scope in [&tail, &text] {
        if let (Some(yes), Some(no)) = keyed(scope) {
            return (true, (yes, no));
        }
        if let Some(pair) = pair(scope, kind == Kind::Hit) {
            // "MORE or ENOUGH" wants capitals; "Hit or stay" only begins with one.
            let written = |word: String| {
                let written = as_written(&said, &word);
                let capitals = word.len() > 1 && written == word.to_ascii_uppercase();
                if capitals { written } else { word }
            };
            let (yes, no) = turn(pair);
            return (true, (written(yes), written(no)));
        }
    }
    (false, turn(default))
}

/// Whether an answer to a question means yes; `None` for neither.
pub(super) fn meaning(asked: &Asked, answer: &str) -> Option<bool> {
    let answer = answer.trim().to_ascii_lowercase();
    if answer == asked.yes.to_ascii_lowercase() {
        return Some(true);
    }
    if answer == asked.no.to_ascii_lowercase() {
        return Some(false);
    }
    // "Do you want to stand?": no goes on.
    let is_turned = matches!(asked.yes.as_str(), "n" | "no");
    match answer.as_str() {
        "y" | "yes" => Some(!is_turned),
        "n" | "no" => Some(is_turned),
        "h" | "hit" | "1" => Some(true),
        "s" | "stand" | "0" | "2" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expect: Expect, kind: Kind, yes: &str, no: &str) {
        let asked = read(said, expect, &[]);
        assert_eq!((asked.kind, asked.yes.as_str(), asked.no.as_str()), (kind, yes, no), "{said:?}");
    }

    #[test]
    fn questions_are_known_by_their_words() {
        check("You have $100. Enter bet:\n", Expect::Opening, Kind::Bet, "y", "n");
        check("Your total is 17. Do you want another card (y/n)?", Expect::Hit, Kind::Hit, "y", "n");
        check("Play again? (y/n):", Expect::Again, Kind::Again, "y", "n");
        check(
            "You lose.\nWould you like to play another hand? [yes/no] ",
            Expect::Again,
            Kind::Again,
            "yes",
            "no",
        );
        check("Hit or stand? (h/s): ", Expect::Hit, Kind::Hit, "h", "s");
        check("hit or stand? ", Expect::Hit, Kind::Hit, "hit", "stand");
        check("1 = hit, 2 = stand\n> ", Expect::Hit, Kind::Hit, "1", "2");
        check("1) Hit\n2) Stand\nChoice: ", Expect::Hit, Kind::Hit, "1", "2");
        check("(H)it or (S)tand?", Expect::Hit, Kind::Hit, "h", "s");
        check("Enter h to hit or s to stand: ", Expect::Hit, Kind::Hit, "h", "s");
        check("Press Enter to continue...", Expect::Again, Kind::Enter, "y", "n");
        check("What is your name? ", Expect::Opening, Kind::Name, "y", "n");
        check("Do you want to double down (y/n)?", Expect::Hit, Kind::Extra, "y", "n");
        check("Hit, stand or double?", Expect::Hit, Kind::Hit, "hit", "stand");
        check("1. Play\n2. Rules\n3. Quit\nYour choice: ", Expect::Opening, Kind::Menu, "1", "3");
        check("You only have $50! Try again: ", Expect::Bet, Kind::Bet, "y", "n");
        check("Please enter your bet again: ", Expect::Bet, Kind::Bet, "y", "n");
        check("", Expect::Again, Kind::Bare, "y", "n");
        check("Goodbye!\n", Expect::Opening, Kind::Unknown, "y", "n");
        check("Funds $100, amount\n?", Expect::Opening, Kind::Bet, "y", "n");
        check("100 dollars. How many in the pot?", Expect::Opening, Kind::Bet, "y", "n");
        check("How many decks?", Expect::Opening, Kind::Number, "y", "n");
        check("With 17, would you care for another? (y/n)", Expect::Hit, Kind::Hit, "y", "n");
        check("Do you stay at the table? (y/n)", Expect::Again, Kind::Again, "y", "n");
        check("MORE?\ty/n", Expect::Again, Kind::Again, "y", "n");
        check("you: King of Hearts, 20\n>", Expect::Hit, Kind::Hit, "y", "n");
        check("100 coins. Bet?  you: Ten of Clubs, Two of Clubs => 12", Expect::Hit, Kind::Hit, "y", "n");
        check("Ready to play? (y/n)", Expect::Opening, Kind::Start, "y", "n");
        check("Continue? (y/n)", Expect::Hit, Kind::Hit, "y", "n");
        check("Type yes to hit, no to stand: ", Expect::Hit, Kind::Hit, "yes", "no");
        check("Draw another card? Enter y or n: ", Expect::Hit, Kind::Hit, "y", "n");
        check("Another card? 1-Yes 2-No ", Expect::Hit, Kind::Hit, "1", "2");
        check("Hit(1) or Stand(0)?", Expect::Hit, Kind::Hit, "1", "0");
        check("Press 1 to play or 2 to quit: ", Expect::Opening, Kind::Start, "1", "2");
        check("(1) next round (2) leave the table: ", Expect::Again, Kind::Again, "1", "2");
        check("(1) onwards (2) homewards: ", Expect::Again, Kind::Again, "1", "2");
        check("Press y to continue, n to stop: ", Expect::Again, Kind::Again, "y", "n");
        check("Type gimme or enough: ", Expect::Hit, Kind::Hit, "gimme", "enough");
        check("MORE or ENOUGH? ", Expect::Hit, Kind::Hit, "MORE", "ENOUGH");
        check("[+] card   [.] enough : ", Expect::Hit, Kind::Hit, "+", ".");
        check("Total (7/17). Hit (Y/N)? ", Expect::Hit, Kind::Hit, "y", "n");
        check("You have 17 [keep/draw]? ", Expect::Hit, Kind::Hit, "draw", "keep");
        check("(m)ore or (e)nough? ", Expect::Hit, Kind::Hit, "m", "e");
        check("another/done? ", Expect::Hit, Kind::Hit, "another", "done");
        check("Player total: 4. Hit or stand (h/s)? ", Expect::Hit, Kind::Hit, "h", "s");
        check("You have 5. Hit (1) or stand (2)? ", Expect::Hit, Kind::Hit, "1", "2");
        check("Hit or stand: h/s: ", Expect::Hit, Kind::Hit, "h", "s");
        check("Hit (h), stand (s): ", Expect::Hit, Kind::Hit, "h", "s");
        check("1. Hit 2. Stand: ", Expect::Hit, Kind::Hit, "1", "2");
        check(
            "  Two of Hearts [2]\n  Ace of Clubs [1]\n  = 20\nDraw (y/n)\n? ",
            Expect::Hit,
            Kind::Hit,
            "y",
            "n",
        );
        check("You own but 100! How many pieces shall it be?", Expect::Bet, Kind::Bet, "y", "n");
        check("Type 'more' for another card or 'enough' to stop: ", Expect::Hit, Kind::Hit, "more", "enough");
        check("Type \"go\" for another game or \"bye\" to leave: ", Expect::Again, Kind::Again, "go", "bye");
        check("My name is Robo, what's yours?", Expect::Opening, Kind::Name, "y", "n");
        check("take/leave? ", Expect::Hit, Kind::Hit, "take", "leave");
    }

    #[test]
    fn a_question_may_ask_for_the_end() {
        let turned: &[(&str, Expect, Kind)] = &[
            ("Your total is 17. Do you want to stand (y/n)?", Expect::Hit, Kind::Hit),
            ("Stay?", Expect::Hit, Kind::Hit),
            ("You have 17. Enough? ", Expect::Hit, Kind::Hit),
            ("Are you done? (y/n) ", Expect::Hit, Kind::Hit),
            ("Do you want to stop? (y/n) ", Expect::Hit, Kind::Hit),
            ("Quit? (y/n)", Expect::Again, Kind::Again),
            ("Do you want to stop playing? (y/n)", Expect::Again, Kind::Again),
            ("You have $110. Leave the table (y/n)?", Expect::Again, Kind::Again),
        ];
        for (said, expect, kind) in turned {
            check(said, *expect, *kind, "n", "y");
        }
        let asked = read("Stand (y/n)?", Expect::Hit, &[]);
        assert_eq!(
            ["n", "no", "y", "yes"].map(|answer| meaning(&asked, answer)),
            [true, true, false, false].map(Some)
        );
        check("Stand or draw (y/n)?", Expect::Hit, Kind::Hit, "y", "n");
        check("Do you want another card? (n to stand) ", Expect::Hit, Kind::Hit, "y", "n");
        check("Keep playing or quit (y/n)?", Expect::Again, Kind::Again, "y", "n");
        check("Play again (y/n, n to quit)? ", Expect::Again, Kind::Again, "y", "n");
    }
}
