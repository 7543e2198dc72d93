//! Words that the games share: who is spoken of, and text without what only a terminal sees.

use regex::{Regex, RegexBuilder};

/// The most bytes that each thread keeps of a pattern's searches. There are hundreds of patterns, and by default each
/// would take up to 2 MiB in a long run.
const KEPT: usize = 256 << 10;

/// Compiles a built-in pattern, case ignored.
pub(super) fn pattern(text: &str) -> Regex {
    let compiled = RegexBuilder::new(text).case_insensitive(true).dfa_size_limit(KEPT).build();
    compiled.expect("built-in patterns compile")
}

/// Declares functions that each return a pattern compiled once.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $text:expr;)*) => {$(
        $(#[$doc])*
        pub(super) fn $name() -> &'static regex::Regex {
            static COMPILED: std::sync::LazyLock<regex::Regex> =
                std::sync::LazyLock::new(|| $crate::assignment::words::pattern($text));
            // What a search needs besides is kept in the regex, where threads wait for each other: each has its own.
            // Threads are few and live long, so theirs are never dropped.
            thread_local! {
                static OWN: &'static regex::Regex = Box::leak(Box::new(COMPILED.clone()));
            }
            OWN.with(|own| *own)
        }
    )*};
}
pub(super) use patterns;

/// Whose cards, total or turn a text speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The person who plays.
    Player,
    /// The house.
    Dealer,
}

patterns! {
    escapes = r"\x1b\[[0-9;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78cDEHMNOZ]";
    player_words = r"\b(you|your|yours|you're|you've|player|player's|players|sam|sam's)\b";
    dealer_words = r"\b(dealer|dealer's|dealers|house|house's|computer|computer's|opponent|opponent's|croupier|cpu|he|himself|herself)\b|\bdeals\s+itself\b|(?:^|^\W+)bank\b|\bbank(?:'s|:| draws| has| shows| gets| takes| stays)";
    dealing = r"^\s+((is|now|will|has)\s+)*(deals|dealing|deal|gives|gave|shuffl\w+|hands|must|dealt\s+(you|the\s+player|the\s+cards))\b";
    // Labels of a table's rows: "DEAL  4 of Hearts (16)".
    dealer_label = r"^\W*(deal|dlr|bank|d|cpu|com|comp)\W*$";
    player_label = r"^\W*(me|plr|p|u|i)\W*$";
    // What is told of many rounds, or of the best of them.
    statistic = r"\b(highest|lowest|average|avg|mean|longest|shortest|record|streak|history|statistics?|stats|net|profit|winnings|win\s+rate|all[- ]time)\b|\b(hands?|games?|rounds?|times)\s+(won|lost|tied|played|drawn|pushed)\b|\b(won|win|lost|lose|tied|played)\s+\d+\s+(hands?|games?|rounds?|times|of|out)\b|\b(most|best|biggest|largest|peak|max|maximum|least|smallest|worst)\s+(money|balance|win|loss|bet|total|hand|score|bankroll)\b";
    to_player = r"\b(to|for)\s+(you|the player|player|sam)\b";
    to_dealer = r"\b(to|for)\s+(the\s+)?(dealer|house)\b";
}

/// Removes colours, cursor moves, bells and other control characters; a carriage return ends a line, as on a terminal.
pub(super) fn plain(text: &str) -> String {
    let text = escapes().replace_all(text, "");
    text.replace("\r\n", "\n")
        .chars()
        .map(|c| if c == '\r' || c == '\u{c}' || c == '\u{b}' { '\n' } else { c })
        .filter(|&c| c == '\n' || c == '\t' || !c.is_control())
        .collect()
}

/// Every mention of an owner in a line: where it stands, and who.
pub(super) fn owners_in(line: &str) -> Vec<(usize, Owner)> {
    let dealers = dealer_words()
        .find_iter(line)
        // The dealer who deals speaks of somebody else's cards.
        .filter(|word| !dealing().is_match(&line[word.end()..]))
        .map(|word| (word.start(), Owner::Dealer));
    let players = player_words().find_iter(line).map(|word| (word.start(), Owner::Player));
    let mut all: Vec<_> = dealers.chain(players).collect();
    all.sort_unstable();
    all
}

/// Whose is what stands at `place` of a line: the last owner named before it, or one it is dealt "to".
pub(super) fn owner_at(line: &str, place: usize, end: usize) -> Option<Owner> {
    let before = owners_in(line).into_iter().rfind(|&(start, _)| start < place).map(|(_, owner)| owner);
    before.or_else(|| {
        let after = &line[end..];
        if to_player().is_match(after) {
            Some(Owner::Player)
        } else if to_dealer().is_match(after) {
            Some(Owner::Dealer)
        } else {
            None
        }
    })
}

/// Whose row of a table it is, by the label before its first card ("DEAL  4 of Hearts (16)").
pub(super) fn row_owner(label: &str) -> Option<Owner> {
    if dealer_label().is_match(label) {
        Some(Owner::Dealer)
    } else {
        player_label().is_match(label).then_some(Owner::Player)
    }
}
