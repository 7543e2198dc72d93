//! One line of a program's text, read for what it says about the game.

use reference::bluejack::{PerSide, Side};

use crate::assignment::memo::Memo;
use crate::assignment::words::patterns;

use super::cards::{leading, may_be_card, mentions, printed};
use super::facts::{Printed, What};
use super::listing::{board, hand, sum_before};
use super::results::{after_over, impersonal, personal};
use super::tidy::tidied;
use super::wording;

patterns! {
    subject = r"^[\W_]*(?:(?:congratulations|congrats|sorry|unfortunately|well\s+done|great|hooray|yay|oh\s+no)\W+)*(?:(you|player|human)|(?:the\s+)?(computer|cpu|opponent|ai))\s+(.*)$";
    owner = r"^[\W_]*(?:(your|player'?s?|human'?s?)|(?:the\s+)?(computer(?:['’]?s)?|cpu(?:['’]?s)?|opponent(?:['’]?s)?))\s+(hand|board)\b(.*)$";
    draws = r"^(?:have\s+|has\s+)?(?:draws?|drew|drawn)\b\s*:?\s*(?:an?\s+|the\s+)?(.*)$";
    plays = r"^(?:have\s+|has\s+)?(?:plays?|played)\b\s*:?\s*(?:an?\s+|the\s+)?(.*)$";
    ends = r"^(?:have\s+|has\s+)?(?:ends?|ended)\s+(?:(?:your|its|the|their|his|her)\s+)?turn\W*$";
    stands = r"^(?:have\s+|has\s+)?(?:stands?|stood)(?:\s+(?:at|on|with)\s+[+-]?\d+)?\W*$";
    busts = r"^(?:have\s+|has\s+|are\s+|is\s+)?(?:busts?|busted)(?:\s+(?:at|on|with)\s+\d+)?\W*$";
    nine = r"^(?:have|has|had)\s+(?:nine|9)\s+cards\b[^a-z]*$";
    cry = r"^[\W_]*blue\s*jack\b\s*[!.:,-]*\s*";
    sum_line = r"^\W*(?:(?:(your|player'?s?)|(?:the\s+)?(computer(?:['’]?s)?|cpu(?:['’]?s)?|opponent(?:['’]?s)?))\s+)?(?:board\s+)?(?:sum|total)\s*(?:is\b|[:=])+\s*([+-]?\d{1,18})\W*$";
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
    /// The cards follow on the lines below: for certain, if it ends like a label.
    Opens(Side, Listed, bool),
    /// A board's sum alone, and whose it is, if it says so.
    Sum(Option<Side>, i64),
    /// A side wins, and it does not say what.
    Wins(Side),
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

/// Whether a line is understood only as it is said anew.
pub(super) fn is_in_own_words(line: &str) -> bool {
    let said = published(line);
    matches!(said, Line::Strange | Line::Other | Line::Says(_)) && said != read(line)
}

/// The line as it stands, or else as the page would have it.
fn anew(line: &str) -> Line {
    let said = published(line);
    // Cards in another way are passed over in a list: `7 Blue, Flip`.
    let passed_over = mentions(&tidied(line)) > mentions(line);
    if is_understood(&said) && !passed_over {
        return said;
    }
    let other = wording::published(line).map(|line| published(&line));
    match other {
        Some(other) if is_understood(&other) => other,
        _ => said,
    }
}

/// Whether a line says something, with every card in it read.
pub(super) fn is_understood(line: &Line) -> bool {
    match line {
        Line::Strange | Line::Other => false,
        Line::Says(What::Draws(_, card) | What::Plays(_, card)) => card.card.is_some(),
        Line::Says(What::Board(_, cards, _) | What::Hand(_, cards)) => {
            cards.iter().all(|card| card.card.is_some())
        }
        _ => true,
    }
}

fn published(line: &str) -> Line {
    let line = line.trim_matches(|c: char| c.is_whitespace() || FRAME.contains(&c));
    if let Some(found) = set_begins().captures(line) {
        let number = |at: usize| found.get(at).and_then(|text| text.as_str().parse::<u64>().ok());
        if let Some(set) = number(1) {
            let won = number(2).zip(number(3)).map(|(human, computer)| PerSide { human, computer });
            return Line::Says(What::Set { number: set, won });
        }
    }
    if let Some(said) = listed(line).or_else(|| sum(line)).or_else(|| impersonal(line)).or_else(|| told(line))
    {
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

/// What may frame a line on both sides.
const FRAME: [char; 5] = ['║', '│', '┃', '|', '█'];

/// A hand or a board.
fn listed(line: &str) -> Option<Line> {
    let found = owner().captures(line)?;
    let side = if found.get(1).is_some() { Side::Human } else { Side::Computer };
    let what = if found[3].eq_ignore_ascii_case("hand") { Listed::Hand } else { Listed::Board };
    patterns! {
        rest = r"^\s*(?:[(\[]([^)\]]*)[)\]])?\s*(?:is\s*:|is\b|[:=|]|-+>?\s)\s*(.*)$";
        empty = r"^\W*(?:empty|none)\W*$";
    }
    let Some(rest) = rest().captures(&found[4]) else {
        return found[4].trim().is_empty().then_some(Line::Opens(side, what, false));
    };
    let (before, text) = (rest.get(1), rest[2].to_owned());
    if text.trim().is_empty() {
        return Some(Line::Opens(side, what, true));
    }
    let said = entries(side, what, &text).or_else(|| empty().is_match(&text).then(|| nothing(side, what)))?;
    Some(match (said, before) {
        (Line::Says(What::Board(side, cards, None)), Some(before)) => {
            let sum = sum_before(before.as_str(), &cards);
            Line::Says(What::Board(side, cards, sum))
        }
        (said, _) => said,
    })
}

/// A sum alone.
fn sum(line: &str) -> Option<Line> {
    let found = sum_line().captures(line)?;
    let computers = found.get(2).map(|_| Side::Computer);
    let side = found.get(1).map(|_| Side::Human).or(computers);
    Some(Line::Sum(side, found[3].parse().ok()?))
}

/// The list in a text, if it is one: prose about a hand has no card and is no list.
pub(super) fn entries(side: Side, what: Listed, text: &str) -> Option<Line> {
    let (cards, sum) = match what {
        Listed::Hand => (hand(text), None),
        Listed::Board => board(text),
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
    let line = cried.map_or(line, |cry| &line[cry.end()..]);
    let (of, line) = after_over(line).map_or((None, line), |(of, rest)| (Some(of), rest));
    let found = subject().captures(line)?;
    let side = if found.get(1).is_some() { Side::Human } else { Side::Computer };
    let rest = found[3].trim();
    if let Some(result) = personal(side, rest, cried.is_some(), of) {
        return Some(result);
    }
    let simple = [
        (ends(), What::Ends(side)),
        (stands(), What::Stands(side)),
        (busts(), What::Busts(side)),
        (nine(), What::Nine(side)),
    ];
    if let Some((_, what)) = simple.into_iter().find(|(pattern, _)| pattern.is_match(rest)) {
        return Some(Line::Says(what));
    }
    if let Some(found) = draws().captures(rest) {
        return card_of(&found[1]).map(|card| Line::Says(What::Draws(side, card)));
    }
    let found = plays().captures(rest)?;
    card_of(&found[1]).map(|card| Line::Says(What::Plays(side, card)))
}

/// The card that is drawn or played, with what may be told of it behind.
fn card_of(text: &str) -> Option<Printed> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let alone = may_be_card(text).then(|| printed(text));
    alone.clone().filter(|card| card.card.is_some()).or_else(|| leading(text)).or(alone)
}

/// The published line that a line of these words stands for.
pub(super) fn meant(line: &str) -> Option<&'static str> {
    let side = |human, computer| {
        move |found: regex::Captures<'_>| if found.get(1).is_some() { human } else { computer }
    };
    let listed = owner().captures(line).map(|found| match (found.get(1).is_some(), &found[3]) {
        (_, what) if what.eq_ignore_ascii_case("hand") => "Your hand: 1) Blue +3, 2) Flip",
        (true, _) => "Your board: Blue 7, Red -2 (5)",
        _ => "Computer's board: Green 9 (9)",
    });
    let does = |way: &regex::Regex| subject().captures(line).filter(|found| way.is_match(&found[3]));
    listed
        .or_else(|| does(draws()).map(side("You draw Blue 7.", "Computer draws Blue 7.")))
        .or_else(|| does(plays()).map(side("You play Red -2.", "Computer plays Red -2.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::bluejack::cards::list;
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
        says("║ Your board: Blue 7 (7) ║", &What::Board(Human, list("Blue 7"), Some(7)));
        says("Your board (7): Blue 7", &What::Board(Human, list("Blue 7"), Some(7)));
        says("Your board | Blue 7 | total 7", &What::Board(Human, list("Blue 7"), Some(7)));
        says("You draw a Blue 7 from the game deck.", &What::Draws(Human, printed("Blue 7")));
        says("You draw Blue 7 (29 cards left).", &What::Draws(Human, printed("Blue 7")));
        says("Computer draws 🟦 Blue 7, total 7.", &What::Draws(Computer, printed("Blue 7")));
        says("Computer plays Flip on the board, 3 cards left.", &What::Plays(Computer, printed("Flip")));
    }

    #[test]
    fn results_are_read() {
        for line in ["You lose the set.", "Set over. Winner: Computer", "Set 2 is over: the computer wins!"] {
            says(line, &What::SetWon(Some(Computer)));
        }
        for line in [
            "You lose the game.",
            "The computer is the winner of the game.",
            "The computer is the overall winner!",
            "GAME OVER: you 1, computer 3",
            "Game over. Winner: Computer",
        ] {
            says(line, &What::GameWon(Computer, false));
        }
        for line in [
            "You have 20 with blue cards only and win the game!",
            "You win the set and the game with a Bluejack!",
            "You win the game because of blue cards!",
            "Bluejack! You win!",
        ] {
            says(line, &What::GameWon(Human, true));
        }
        says("Draw! No one wins the set.", &What::SetWon(None));
        assert_eq!(read("You win!"), Line::Wins(Human));
        assert_eq!(read("Your sum: 12"), Line::Sum(Some(Human), 12));
        assert_eq!(read("Your board"), Line::Opens(Human, Listed::Board, false));
        assert_eq!(meant("Computer draws something"), Some("Computer draws Blue 7."));
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
        assert_eq!(read("The CPU shows Blue 7"), Line::Strange);
        assert_eq!(read("Goodbye"), Line::Other);
    }
}
