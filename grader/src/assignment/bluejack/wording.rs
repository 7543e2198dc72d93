//! Lines in a program's own words, said anew in those that are published.
//!
//! Only what no other line can mean is said anew: who, what was done, and one card; a list with its owner; a result
//! with its winner. All else stays as it is.

use std::borrow::Cow;

use regex::{Captures, Regex};

use crate::assignment::words::patterns;

use super::cards::mentions;
use super::tidy::{tidied, unnumbered};

/// Who plays, by the names that programs give.
const HUMAN: &str = r"you|i|me|player(?:\s*(?:1|one)\b)?|user|human(?:\s+player)?|sam";
const COMPUTER: &str = r"(?:the\s+)?(?:computer(?:\s+player)?|cpu|pc|comp|opponent|enemy|dealer|ai|bot|robot|machine|rival)|player\s*(?:2|two)\b";

/// A pattern with the names filled in: `HUMAN`, `COMPUTER`, and whose something is.
fn named(text: &str) -> Regex {
    let text = text
        .replace("OWNER", r"(?:(?P<h>your|my|you|(?:HUMAN)(?:['’]?s)?)|(?P<c>(?:COMPUTER)(?:['’]?s)?))")
        .replace("SIDE", "(?:(?P<h>HUMAN)|(?P<c>COMPUTER))")
        .replace("HUMAN", HUMAN)
        .replace("COMPUTER", COMPUTER);
    crate::assignment::words::pattern(&text)
}

/// Declares patterns with names in them.
macro_rules! named_patterns {
    ($($name:ident = $text:expr;)*) => {$(
        fn $name() -> &'static Regex {
            static COMPILED: std::sync::LazyLock<Regex> = std::sync::LazyLock::new(|| named($text));
            thread_local! {
                static OWN: &'static Regex = Box::leak(Box::new(COMPILED.clone()));
            }
            OWN.with(|own| *own)
        }
    )*};
}

named_patterns! {
    // "Your table [2/9]: …", "On the computer's board there are: …"
    list = r"^\W*(?:(?:on|in)\s+)?(?:the\s+)?OWNER\s+(?:(?:current|whole)\s+)?(?P<what>board|table|hand|cards(?:\s+(?:on|in)\s+(?:the\s+|your\s+)?(?:board|table|hand))?|hand\s+cards)(?P<count>\s*[(\[][^)\]]*[)\]])?\s*(?:(?:there\s+)?(?:are|is)|you\s+have|has|have|now|contains?)?\s*(?:[:|]|[=-]*>|=)+\s*(?P<rest>.*)$";
    list_of = r"^\W*(?:the\s+)?(?P<what>board|table|hand|cards)\s+of\s+SIDE\s*(?:is|are)?\s*(?:[:|]|[=-]*>|=)+\s*(?P<rest>.*)$";
    // "YOU  12 : …"
    row = r"^\W*OWNER\s*[(\[]?(?P<sum>-?\d+)[)\]]?\s*[:|]\s*(?P<rest>\D.*)$";
    // "Player's turn. Hand: …"
    bare_hand = r"^(?:.*\bturn\W+)?\W*hand\s*(?:[:|]|[=-]*>|=)+\s*(?P<rest>.*)$";
    draws = r"^\W*SIDE\s*(?:have|has|had|['’]ve|are|is|were|was)?\s*(?:just\s+)?(?:draws?|drew|drawn|gets?|got|takes?|took|taken|pull(?:s|ed)?|pick(?:s|ed)?(?:\s+up)?|receive[sd]?|dealt)\b\s*[:,-]*\s*(?:an?\s+|the\s+|your\s+|its\s+)?(?:new\s+)?(?:card\b\s*)?[:,-]*\s*(?P<rest>.*)$";
    plays = r"^\W*SIDE\s*(?:have|has|had|['’]ve)?\s*(?:just\s+)?(?:play(?:s|ed)?|use[sd]?|puts?|place[sd]?|lays?|laid|throws?|threw)\b(?:\s+down)?\s*[:,-]*\s*(?:an?\s+|the\s+|your\s+|its\s+|his\s+|her\s+|their\s+)?(?:hand\s+)?(?:card\b\s*)?[:,-]*\s*(?P<rest>.*)$";
    // "Your card: Blue 7", "Computer's new card is Blue 7"
    new_card = r"^\W*OWNER\s+(?:(?:new|drawn|next)\s+)?card\s*(?:is\b|[:=-])+\s*(?P<rest>.*)$";
    ends = r"^\W*SIDE\s+(?:have\s+|has\s+)?(?:(?:chose|chosen|chooses?|decided?s?)\s+to\s+)?(?:(?:end(?:s|ed)?|finish(?:es|ed)?)\s+(?:(?:the|your|its|his|their)\s+)?turn|pass(?:es|ed)?(?:\s+the\s+turn)?|do(?:es)?\s+nothing(?:\s+more)?)\W*$";
    stands = r"^\W*SIDE\s+(?:have\s+|has\s+|are\s+|is\s+)?(?:now\s+)?(?:(?:chose|chosen|chooses?|decided?s?)\s+to\s+)?(?:stands?|stood|standing|stays?|stayed|holds?|held)(?:\s+(?:at|on|with)\s+(?:a\s+)?(?:(?:sum|total|score)\s+(?:of\s+)?)?-?\d+(?:\s+points?)?)?\W*$";
    busts = r"^\W*(?:bust\w*\W+)?(?:(?:your|(?:COMPUTER)['’]s)\s+(?:sum|total|score)\s+is\s+over\s+20|SIDE\s+(?:have\s+|has\s+|are\s+|is\s+)?(?:(?:went|goes|go|gone|got)\s+)?(?:over\s+(?:20|twenty)|bust(?:s|ed)?))(?:\s*[(\[]?-?\d+[)\]]?)?(?:\W+bust\w*)?\W*$";
    sum = r"^\W*(?:OWNER\s+)?(?:(?:current|new|board)\s+)*(?P<word>sum|total|score|points|value)\s*(?:(?:is|now|of|are)\b|[:=|]|-*>)*\s*(?P<sum>[+-]?\d{1,9})(?:\s*(?:points?|/\s*20))?\W*$";
    now_at = r"^\W*SIDE\s+(?:now\s+)?(?:have|has|(?:are|is)\s+at)\s+(?:now\s+)?(?:a\s+(?:sum|total)\s+of\s+)?(?P<sum>[+-]?\d{1,9})(?:\s+points?)?(?:\s+now)?\W*$";
    wins = r"(?:^|\W)SIDE\s+(?:have\s+|has\s+)?(?:(?P<win>wins?|won|gets?|got|takes?|took)|loses?|lost)\s+(?:(?:three|3)\s+sets\s+and\s+)?(?:(?:the|this)\s+)?(?:(?:whole|entire|bluejack)\s+)?(?P<what>set|round|game|match)\b";
    goes_to = r"\b(?P<what>set|round|game|match)\s+(?:goes\s+to|is\s+for|point\s+to)\s+SIDE\b|\b(?P<yours>set|round|game|match)\s+is\s+(?:yours|mine)\b";
    winner = r"\bwinner\s+of\s+(?:the|this)\s+(?P<what>set|round|game|match)\b(?:\s+\d+)?\s*(?:is|[:=-])+\s*(?:SIDE|nobody|no\s?one|none)\b";
    set_line = r"^\W*(?:the\s+)?set\s*(?:no\.?|number|#)?\s*(?P<n>\d{1,6})\b(?P<rest>[^?]*)$";
    // "Which card? You play Red -2": the question's line was not ended, and its answer had been typed.
    behind_prompt = r"^[^:?>]*[:?>]\s+(?P<rest>SIDE\s.*)$";
    human_mark = r"\b(?:you|your|me|player|user|human|sam)\b";
    computer_mark = r"\b(?:computer|cpu|pc|comp|opponent|enemy|dealer|ai|bot|robot|machine|rival)\b";
}

patterns! {
    about_rules = r"\b(?:if|when|whenever|whoever|until|unless|must|should|can|first\s+to)\b|\?";
    tie = r"\b(?:nobody|no\s?one|neither(?:\s+side)?)\s+(?:wins?|won|gets?|got|takes?|took|is\s+the\s+winner\s+of)\s+(?:the|this)\s+(?:set|round)\b|\b(?:set|round)(?:\s+\d+)?\s+(?:is|was|ends?|ended)\s+(?:in\s+|as\s+)?(?:an?\s+)?(?:tied?|draw|drawn)\b|^\W*(?:it|this|that)(?:['’]s|\s+is)\s+an?\s+(?:tie|draw)\b|^\W*tie\W";
    bluejack = r"\bblue\s*jack\b";
    over_words = r"\b(?:w[io]n\w*|over|end\w*|tied?|draw|goes|lost|loses?|finish\w*|result\w*|first\s+to|out\s+of)\b";
    digits = r"\d+";
    spoken_sum = r"\W*\b(?:that\s+)?(?:makes|totals?|adds?\s+up\s+to)\s*:?\s*(-?\d+)\W*$";
    joined = r"\s+and\s+";
    from_hand = r"\bhand\b";
    from_deck = r"\bdeck\b|\bpile\b";
}

/// The line as the page has it, if it can mean nothing else.
pub(super) fn published(line: &str) -> Option<String> {
    let line = tidied(line);
    let line = line.as_ref();
    listed(line)
        .or_else(|| summed(line))
        .or_else(|| result(line))
        .or_else(|| done(line))
        .or_else(|| begun(line))
        .or_else(|| behind_prompt().captures(line).and_then(|found| done(&found["rest"])))
        .or_else(|| (mentions(line) > 0).then(|| line.to_owned()))
}

/// Whether it is the human whom a pattern found.
fn is_human(found: &Captures<'_>) -> bool {
    found.name("h").is_some()
}

fn you(found: &Captures<'_>) -> &'static str {
    if is_human(found) { "You" } else { "Computer" }
}

fn whose(found: &Captures<'_>) -> &'static str {
    if is_human(found) { "Your" } else { "Computer's" }
}

/// A hand or a board.
fn listed(line: &str) -> Option<String> {
    let found = list().captures(line).or_else(|| list_of().captures(line));
    if let Some(found) = found {
        let word = found["what"].to_ascii_lowercase();
        let rest = of_list(&found["rest"]);
        let is_board = word.contains("board") || word.contains("table");
        // Cards that nobody calls a board are a hand only where they are the human's.
        if !is_board && !word.contains("hand") && !is_human(&found) {
            return None;
        }
        let count = found.name("count").map_or("", |count| count.as_str());
        let what = if is_board { "board" } else { "hand" };
        let count = if count.contains('/') { "" } else { count };
        return Some(format!("{} {what}{count}: {rest}", whose(&found)));
    }
    if let Some(found) = row().captures(line).filter(|found| mentions(&found["rest"]) > 0) {
        return Some(format!("{} board ({}): {}", whose(&found), &found["sum"], of_list(&found["rest"])));
    }
    let found = bare_hand().captures(line).filter(|found| mentions(&found["rest"]) > 0)?;
    Some(format!("Your hand: {}", of_list(&found["rest"])))
}

/// The entries of a list, with what follows them.
fn of_list(rest: &str) -> Cow<'_, str> {
    let rest = unnumbered(rest);
    let rest = match spoken_sum().captures(&rest) {
        Some(found) => {
            Cow::from(format!("{} = {}", &rest[..found.get(0).map_or(0, |all| all.start())], &found[1]))
        }
        None => rest,
    };
    if joined().is_match(&rest) { Cow::from(joined().replace_all(&rest, ", ").into_owned()) } else { rest }
}

/// A sum alone.
fn summed(line: &str) -> Option<String> {
    if let Some(found) = sum().captures(line) {
        let whose = if found.name("h").is_some() || found.name("c").is_some() {
            format!("{} ", whose(&found))
        } else {
            String::new()
        };
        let is_sum = ["sum", "total"].contains(&found["word"].to_ascii_lowercase().as_str());
        // A score may count the sets won.
        return (is_sum || !whose.is_empty()).then(|| format!("{whose}sum: {}", &found["sum"]));
    }
    let found = now_at().captures(line)?;
    Some(format!("{} sum: {}", whose(&found), &found["sum"]))
}

/// How a set or the game ended.
fn result(line: &str) -> Option<String> {
    if about_rules().is_match(line) || mentions(line) > 0 {
        return None;
    }
    if tie().is_match(line) {
        return Some("The set is tied.".to_owned());
    }
    if let Some(found) = winner().captures(line) {
        let is_set = is_of_set(&found["what"]);
        if found.name("h").is_none() && found.name("c").is_none() {
            return is_set.then(|| "The set is tied.".to_owned());
        }
        return Some(told(line, is_human(&found), is_set));
    }
    if let Some(found) = wins().captures_iter(line).last() {
        let human = is_human(&found) == found.name("win").is_some();
        return Some(told(line, human, is_of_set(&found["what"])));
    }
    let found = goes_to().captures(line)?;
    let what = found.name("what").or_else(|| found.name("yours"))?.as_str();
    let human = found.name("yours").is_some() || is_human(&found);
    Some(told(line, human, is_of_set(what)))
}

fn is_of_set(word: &str) -> bool {
    ["set", "round"].contains(&word.to_ascii_lowercase().as_str())
}

fn told(line: &str, human: bool, is_set: bool) -> String {
    let side = if human { "You win" } else { "Computer wins" };
    let cry = if !is_set && bluejack().is_match(line) { "Bluejack! " } else { "" };
    format!("{cry}{side} the {}.", if is_set { "set" } else { "game" })
}

/// What a side does.
fn done(line: &str) -> Option<String> {
    if let Some(found) = ends().captures(line) {
        return Some(
            if is_human(&found) { "You end your turn." } else { "Computer ends its turn." }.to_owned(),
        );
    }
    let says = |found: &Captures<'_>, verb: &str| {
        format!("{} {verb}{}", you(found), if is_human(found) { "" } else { "s" })
    };
    if let Some(found) = stands().captures(line) {
        return Some(says(&found, "stand"));
    }
    if let Some(found) = busts().captures(line) {
        let human = is_human(&found) || line.to_ascii_lowercase().contains("your ");
        return Some(if human { "You bust." } else { "Computer busts." }.to_owned());
    }
    let one = |found: &Captures<'_>| mentions(&found["rest"]) == 1;
    if let Some(found) = draws().captures(line).filter(one) {
        let played = from_hand().is_match(line) && !from_deck().is_match(line);
        return Some(format!("{} {}", says(&found, if played { "play" } else { "draw" }), &found["rest"]));
    }
    if let Some(found) = plays().captures(line).filter(one) {
        return Some(format!("{} {}", says(&found, "play"), &found["rest"]));
    }
    let found = new_card().captures(line).filter(one)?;
    Some(format!("{} {}", says(&found, "draw"), &found["rest"]))
}

/// A set begins.
fn begun(line: &str) -> Option<String> {
    let found = set_line().captures(line).filter(|found| !over_words().is_match(&found["rest"]))?;
    let (number, rest) = (&found["n"], &found["rest"]);
    if about_rules().is_match(rest) || mentions(rest) > 0 {
        return None;
    }
    let score: Vec<&str> = digits().find_iter(rest).map(|found| found.as_str()).collect();
    let first = |pattern: &Regex| pattern.find(rest).map(|found| found.start());
    match (score[..].len(), first(human_mark()), first(computer_mark())) {
        (2, Some(human), Some(computer)) => {
            let (yours, other) = if human < computer { (score[0], score[1]) } else { (score[1], score[0]) };
            Some(format!("--- Set {number} ({yours}-{other}) ---"))
        }
        (0 | 2, ..) => Some(format!("--- Set {number} ---")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::assignment::bluejack::lines::{Line, read};
    use crate::assignment::bluejack::{cards::list, facts::What};
    use Side::{Computer, Human};
    use reference::bluejack::Side;

    fn says(line: &str, what: &What) {
        assert_eq!(read(line), Line::Says(what.clone()), "{line}");
    }

    #[test]
    fn own_words_are_read() {
        let card = || list("Blue 7").remove(0);
        for line in
            ["You took a blue 7 from the deck.", "USER draws (Blue 7)", "You got 7 Blue", "Sam drew BLUE(7)"]
        {
            says(line, &What::Draws(Human, card()));
        }
        for line in
            ["The bot picks up (7 blue)", "Enemy drew Blue 7", "PC pulls {Blue 7}", "Player 2 received: B7"]
        {
            says(line, &What::Draws(Computer, card()));
        }
        for line in ["You put your blue 7 on the board.", "Which card? You use Blue 7"] {
            says(line, &What::Plays(Human, card()));
        }
        for line in [
            "Your table [1/9]: 7 Blue | = 7",
            "YOU   7 : B7",
            "On your board there are: blue 7. That makes 7.",
        ] {
            says(line, &What::Board(Human, vec![card()], Some(7)));
        }
        for line in ["Your cards: (1) 7 Blue", "Hand => 1:BLUE(7)", "Hand of user -> [1] (Blue 7)"] {
            says(line, &What::Hand(Human, vec![card()]));
        }
        for line in ["CPU has decided to stand.", "The computer is standing at 17", "The bot holds at 17"] {
            says(line, &What::Stands(Computer));
        }
    }

    #[test]
    fn results_in_own_words_are_read() {
        for line in ["BUST! The computer wins this set.", "You went over 20, so the computer gets this set."]
        {
            says(line, &What::SetWon(Some(Computer)));
        }
        for line in
            ["Player takes the round!", "This set goes to you.", "PLAYER WON SET 3", "The set is mine!"]
        {
            says(line, &What::SetWon(Some(Human)));
        }
        for line in ["Draw, nobody gets the set.", "SET 3 IS A DRAW", "The winner of the set: nobody (tie)"] {
            says(line, &What::SetWon(None));
        }
        says("GAME OVER: Player wins the game 3-1!", &What::GameWon(Human, false));
        says("BLUEJACK for the machine! Machine wins the game", &What::GameWon(Computer, true));
        says("<<< SET 2 | PLAYER 1 | MACHINE 0 >>>", &read_set(2, 1, 0));
        for line in
            ["You win the round if you are nearer to 20.", "Can the bot win the set?", "You get a card"]
        {
            assert!(!matches!(read(line), Line::Says(_)), "{line}");
        }
    }

    fn read_set(number: u64, human: u64, computer: u64) -> What {
        What::Set { number, won: Some(reference::bluejack::PerSide { human, computer }) }
    }
}
