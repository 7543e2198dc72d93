//! One line of a program's text, read for what it says about the game.

use reference::bluejack::{PerSide, Side};

use crate::assignment::memo::Memo;
use crate::assignment::words::patterns;

use super::cards::{list, may_be_card, mentions, printed, with_sum};
use super::facts::What;

patterns! {
    subject = r"^[\W_]*(?:(?:congratulations|congrats|sorry|unfortunately|well\s+done|great|hooray|yay|oh\s+no)\W+)*(?:(you|player|human)|(?:the\s+)?(computer|cpu|opponent|ai))\s+(.*)$";
    owner = r"^[\W_]*(?:(your|player'?s?|human'?s?)|(?:the\s+)?(computer(?:['’]?s)?|cpu(?:['’]?s)?|opponent(?:['’]?s)?))\s+(hand|board)\b(.*)$";
    draws = r"^(?:have\s+|has\s+)?(?:draws?|drew|drawn)\b\s*:?\s*(?:an?\s+|the\s+)?(.*)$";
    plays = r"^(?:have\s+|has\s+)?(?:plays?|played)\b\s*:?\s*(?:an?\s+|the\s+)?(.*)$";
    ends = r"^(?:have\s+|has\s+)?(?:ends?|ended)\s+(?:(?:your|its|the|their|his|her)\s+)?turn\W*$";
    stands = r"^(?:have\s+|has\s+)?(?:stands?|stood)(?:\s+(?:at|on|with)\s+[+-]?\d+)?\W*$";
    busts = r"^(?:have\s+|has\s+|are\s+|is\s+)?(?:busts?|busted)(?:\s+(?:at|on|with)\s+\d+)?\W*$";
    nine = r"^(?:have|has|had)\s+(?:nine|9)\s+cards\b[^a-z]*$";
    // After it a score, how, or another sentence; `if` and the like make it one about the rules.
    wins_set = r"^(?:have\s+|has\s+)?(?:wins?|won)\s+(?:the|this)\s+set\b(?:\s+(?:with|by)\b[^?]*|\s*[(\[]?-?\d+\s*(?:[-–:,]|to)\s*-?\d+\b)?[^a-z?]*(?:[!.]\s[^?]*)?$";
    wins_game = r"^(?:have\s+|has\s+)?(?:wins?|won)\s+(?:the|this)\s+(?:whole\s+|entire\s+)?game\b(?:\s+(?:with|by)\b[^?]*|\s*[(\[]?-?\d+\s*(?:[-–:,]|to)\s*-?\d+\b)?[^a-z?]*(?:[!.]\s[^?]*)?$";
    cry = r"^[\W_]*blue\s*jack\b\s*[!.:,-]*\s*";
    tied = r"^\W*(?:(?:the|this)\s+)?set\s+(?:is|was|ends?|ended)\s+(?:in\s+)?(?:an?\s+)?(?:tied?|draw|drawn)\b\W*$|^\W*it(?:['’]s|\s+is)\s+an?\s+(?:tie|draw)\b\W*$|^\W*(?:nobody|no\s?one)\s+wins\s+(?:the|this)\s+set\W*$";
    set_begins = r"^[\W_]*set\s*(?:no\.?\s*|number\s*|#\s*)?(\d{1,9})\b\s*[:.,-]*\s*(?:[(\[]?\s*(?:score\s*:?\s*)?(\d{1,9})\s*[-–—:]\s*(\d{1,9})\s*[)\]]?)?[\W_]*$";
    asks = r"\byour\s+move\b|\bend\b.{1,4}\bstand\b";
    // Words of the game in a line that is not understood.
    game_words = r"\b(?:draws?|drew|plays?|played|stands?|stood|busts?|busted|boards?|hands?|sets?|turn|wins?|won|loses?|lost|tie|tied|bluejack)\b";
    sides = r"\b(?:you|your|player|human|computer|computer's|cpu|opponent|set)\b";
}

/// What a line says: an event, the beginning of a list that goes on below, a cry before the winner's line, or nothing
/// known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// It says this.
    Says(What),
    /// The cards follow on the lines below.
    Opens(Side, Listed),
    /// `Bluejack!` alone.
    Cry,
    /// Something that looks like the game's.
    Strange,
    /// Anything else.
    Other,
}

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// A hand.
    Hand,
    /// A board.
    Board,
}

/// The line up to a question on it.
pub(super) fn before_question(line: &str) -> &str {
    asks().find(line).map_or(line, |found| &line[..found.start()])
}

/// Whether a text asks for a move.
pub(super) fn asks_move(text: &str) -> bool {
    asks().is_match(text)
}

/// Reads a line, or remembers it.
pub(super) fn read(line: &str) -> Line {
    thread_local! {
        static LINES: Memo<Line> = Memo::new();
    }
    LINES.with(|lines| Line::clone(&lines.of(line, anew)))
}

fn anew(line: &str) -> Line {
    let line = line.trim();
    if let Some(found) = set_begins().captures(line) {
        let number = |at: usize| found.get(at).and_then(|text| text.as_str().parse::<u64>().ok());
        if let Some(set) = number(1) {
            let won = number(2).zip(number(3)).map(|(human, computer)| PerSide { human, computer });
            return Line::Says(What::Set { number: set, won });
        }
    }
    if tied().is_match(line) {
        return Line::Says(What::SetWon(None));
    }
    if let Some(said) = listed(line).or_else(|| told(line)) {
        return said;
    }
    if cry().find(line).is_some_and(|found| found.end() == line.len()) {
        return Line::Cry;
    }
    if mentions(line) > 0 || game_words().is_match(line) && sides().is_match(line) {
        Line::Strange
    } else {
        Line::Other
    }
}

/// A hand or a board.
fn listed(line: &str) -> Option<Line> {
    let found = owner().captures(line)?;
    let side = if found.get(1).is_some() { Side::Human } else { Side::Computer };
    let what = if found[3].eq_ignore_ascii_case("hand") { Listed::Hand } else { Listed::Board };
    patterns! {
        rest = r"^\s*(?:[(\[][^)\]:]*[)\]])?\s*(?:is\s*:|is\b|[:=])\s*(.*)$";
        empty = r"^\W*(?:empty|none)\W*$";
    }
    let text = rest().captures(&found[4]).map(|rest| rest[1].to_owned())?;
    if text.trim().is_empty() {
        return Some(Line::Opens(side, what));
    }
    entries(side, what, &text).or_else(|| empty().is_match(&text).then(|| nothing(side, what)))
}

/// The list in a text, if it is one: prose about a hand has no card and is no list.
pub(super) fn entries(side: Side, what: Listed, text: &str) -> Option<Line> {
    let (cards, sum) = match what {
        Listed::Hand => (list(text), None),
        Listed::Board => with_sum(text),
    };
    let is_list = cards.is_empty() || cards.iter().any(|card| card.card.is_some() || may_be_card(&card.text));
    is_list.then_some(Line::Says(match what {
        Listed::Hand => What::Hand(side, cards),
        Listed::Board => What::Board(side, cards, sum),
    }))
}

/// An empty hand or board.
pub(super) fn nothing(side: Side, what: Listed) -> Line {
    Line::Says(match what {
        Listed::Hand => What::Hand(side, Vec::new()),
        Listed::Board => What::Board(side, Vec::new(), None),
    })
}

/// What a side does.
fn told(line: &str) -> Option<Line> {
    let cried = cry().find(line).filter(|found| found.end() < line.len());
    let found = subject().captures(cried.map_or(line, |cry| &line[cry.end()..]))?;
    let side = if found.get(1).is_some() { Side::Human } else { Side::Computer };
    let rest = found[3].trim();
    if wins_game().is_match(rest) {
        return Some(Line::Says(What::GameWon(side, cried.is_some())));
    }
    let simple = [
        (ends(), What::Ends(side)),
        (stands(), What::Stands(side)),
        (busts(), What::Busts(side)),
        (nine(), What::Nine(side)),
        (wins_set(), What::SetWon(Some(side))),
    ];
    if let Some((_, what)) = simple.into_iter().find(|(pattern, _)| pattern.is_match(rest)) {
        return Some(Line::Says(what));
    }
    let card_of = |text: &str| {
        let text = text.trim().trim_end_matches(['.', '!']);
        may_be_card(text).then(|| printed(text))
    };
    if let Some(found) = draws().captures(rest) {
        return card_of(&found[1]).map(|card| Line::Says(What::Draws(side, card)));
    }
    let found = plays().captures(rest)?;
    card_of(&found[1]).map(|card| Line::Says(What::Plays(side, card)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Computer, Human};

    fn says(line: &str, what: &What) {
        assert_eq!(read(line), Line::Says(what.clone()), "{line}");
    }

    #[test]
    fn published_lines_are_read() {
        let won = Some(PerSide { human: 1, computer: 0 });
        says("--- Set 2 (1-0) ---", &What::Set { number: 2, won });
        says("=== SET 2 [1 : 0] ===", &What::Set { number: 2, won });
        says("Set 2", &What::Set { number: 2, won: None });
        says("You draw Blue 7.", &What::Draws(Human, printed("Blue 7")));
        says("  computer DRAWS a blue  7", &What::Draws(Computer, printed("Blue 7")));
        says("You draw .", &What::Draws(Human, printed("")));
        says("Computer's board: Green 9 (9)", &What::Board(Computer, list("Green 9"), Some(9)));
        says("Your hand: 1) Blue +3, 2) Flip", &What::Hand(Human, list("Blue +3, Flip")));
        says("Your hand: empty", &What::Hand(Human, Vec::new()));
        says("Your hand is empty.", &What::Hand(Human, Vec::new()));
        says("You end your turn.", &What::Ends(Human));
        says("Computer ends its turn", &What::Ends(Computer));
        says("Computer stands.", &What::Stands(Computer));
        says("You play Red -2.", &What::Plays(Human, printed("Red -2")));
        says("Computer busts.", &What::Busts(Computer));
        says("You have nine cards.", &What::Nine(Human));
        says("You win the set.", &What::SetWon(Some(Human)));
        says("The set is tied.", &What::SetWon(None));
        says("Computer wins the game.", &What::GameWon(Computer, false));
        says("You win the game 3-2! Congratulations!", &What::GameWon(Human, false));
        says("You win the set 19 to -17!", &What::SetWon(Some(Human)));
        says("Congratulations, you won the set!", &What::SetWon(Some(Human)));
        says("Sorry, the computer won the set.", &What::SetWon(Some(Computer)));
        says("BLUEJACK! You win the game!", &What::GameWon(Human, true));
    }

    #[test]
    fn prose_says_nothing() {
        for line in [
            "You draw a card from the game deck each turn.",
            "You stand or end, or play a card.",
            "You win the game if you win three sets.",
            "You win the game with three sets?",
            "You win the set when you are nearer to 20.",
            "Welcome to Bluejack",
            "Your move (end, stand, play 1-4)?",
            "Your hand has four cards for the whole game.",
        ] {
            assert!(!matches!(read(before_question(line)), Line::Says(_)), "{line}");
        }
        assert_eq!(read("Bluejack!"), Line::Cry);
        assert_eq!(read("The CPU takes Blue 7"), Line::Strange);
        assert_eq!(read("Goodbye"), Line::Other);
    }
}
