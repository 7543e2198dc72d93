//! Numbers in a program's text: totals of hands, and money.

use crate::assignment::lexicon::cards_or_symbols;
use crate::assignment::words::{Owner, owner_at, patterns, statistic};

patterns! {
    number = r"\d[\d,]*(?:\.\d+)?";
    total_word = r"\b(total|totals|sum|score|points?|pts|worth|value|count)\b";
    money_word = r"\b(money|balance|cash|bank|bankroll|funds?|chips|credits?|wallet|account|purse|pot|left|remaining|dollars?|bucks|have|has|own|owns|possess|holdings|got|start|starts|begin|begins)\b";
    firm_money_word = r"\b(money|balance|cash|bankroll|funds?|chips|credits?|wallet|account|purse)\b";
    no_money = r"\b(don'?t|do not|doesn'?t|can'?t|cannot|not enough|insufficient|win|won|wins|lose|lost|loses|reach(es)?|over|above|more than|exceeds?|until|minimum|limit|goal|pays?|paid|gone|give up|hand over|part with|there go(es)?|take|taken|takes|took|collects?|forfeit\w*|earn(ed)?|gain(ed)?|minus|plus|get back|back|you'll|first|invalid)\b";
    start_word = r"\b(start|starts|starting|begin|begins)\b";
    bet_word = r"\b(bets?|wager|stake)\b";
    no_total = r"\b(money|balance|cash|dollars?|bets?|wager|round|game|games|wins|losses|bankroll|chips|left|remaining|decks?|number of)\b";
    counted = r"\b(card|round|game|hand|deck|player|option)\s*#?\s*$";
    things = r"^\s*(?:(?:gold|silver|us)\s+)?(dollars?|bucks|chips|coins?|pounds?|euros?|credits?|cards?|games?|rounds?|%|/|decks?|times?)";
    // "(17/21)"
    of_21 = r"^\s?/\s?21\b";
    bound = r"\d\s?(?:/|\bof|\bout of)\s?$";
    counted_things = r"^\s*(?:more\s+)?(?:cards?|games?|rounds?|hands?|turns?|decks?|times?|players?|minutes?|wins?|losses|ties|%)(?:\W|$)";
    sentence_end = r"[.!?;]+(\s+|$)|[()]|\s\|\s|,\s";
}

/// A number that may be a hand's total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TotalAt {
    /// Where it stands in the line, in bytes.
    pub(super) start: usize,
    /// The number.
    pub(super) total: i64,
    /// Whose it is, if the line says.
    pub(super) owner: Option<Owner>,
    /// A word such as "total" stands with it.
    pub(super) strong: bool,
}

/// An amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoneyAt {
    /// Dollars; cents are cut off.
    pub(super) amount: i64,
    /// How sure it is that this is what the player owns; 1 and more may be.
    pub(super) score: i32,
}

/// A line's sentences: the byte range of each.
fn sentences(line: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = 0;
    for end in sentence_end().find_iter(line) {
        all.push((start, end.start()));
        start = end.end();
    }
    all.push((start, line.len()));
    all.retain(|(start, end)| start < end);
    all
}

/// The number of a match such as `1,000` or `100.00`, without its cents.
fn whole(text: &str) -> Option<i64> {
    let number: i64 = text.split('.').next()?.replace(',', "").parse().ok()?;
    // No game of the handout's comes near; a stray number must not overflow what is computed from it.
    (number < 1_000_000_000).then_some(number)
}

/// The numbers in a line that may be totals, cards left out.
pub(super) fn totals_in(line: &str) -> Vec<TotalAt> {
    let mut bare = line.to_owned();
    for card in cards_or_symbols(line).0 {
        bare.replace_range(card.start..card.end, &" ".repeat(card.end - card.start));
    }
    let mut all = Vec::new();
    for (from, to) in sentences(&bare) {
        let sentence = &bare[from..to];
        for found in number().find_iter(sentence) {
            let (before, after) = (&sentence[..found.start()], &sentence[found.end()..]);
            let odd = before.ends_with(['$', '#', '-', '/', '€'])
                || before.trim_end().ends_with('$')
                || things().is_match(after) && !of_21().is_match(after)
                || counted().is_match(before)
                || found.as_str().contains('.')
                // "17 of 21": the 21 is no total.
                || bound().is_match(before)
                || before.chars().next_back().is_some_and(char::is_alphanumeric)
                || after.chars().next().is_some_and(char::is_alphanumeric);
            let Some(total) = whole(found.as_str()).filter(|total| !odd && (1..1000).contains(total)) else {
                continue;
            };
            if no_total().is_match(sentence) || statistic().is_match(sentence) {
                continue;
            }
            let start = from + found.start();
            // In "Total: 17 (bust over 21)" the word counts for the first number of its sentence only.
            let strong = total_word().is_match(sentence)
                && (number().find(sentence).is_some_and(|first| first.start() == found.start())
                    || total_word()
                        .find_iter(before)
                        .last()
                        .is_some_and(|word| !number().is_match(&before[word.end()..])));
            let owner = owner_at(&bare, start, from + found.end());
            all.push(TotalAt { start, total, owner, strong });
        }
    }
    all
}

/// The amounts in a line that may be what the player owns.
pub(super) fn money_in(line: &str) -> Vec<MoneyAt> {
    let mut all = Vec::new();
    for (from, to) in sentences(line) {
        let sentence = &line[from..to];
        for found in number().find_iter(sentence) {
            let (before, after) = (&sentence[..found.start()], &sentence[found.end()..]);
            let Some(amount) = whole(found.as_str()) else { continue };
            // "You are out of money after 4 rounds."
            if counted_things().is_match(after) {
                continue;
            }
            let negative = before.trim_end_matches('$').ends_with('-');
            let sign = before.trim_end().ends_with(['$', '€']) || after.trim_start().starts_with('$');
            let unit = sign || things().is_match(after);
            let mut score = 0;
            score += if unit { 2 } else { 0 };
            score += if firm_money_word().is_match(sentence) {
                2
            } else {
                i32::from(money_word().is_match(sentence))
            };
            // In "$100 bet:" the word after the number belongs to the question.
            // "You start with $100 and win above $1000": what stands before the first word of owning is no matter.
            let owning = start_word().find_iter(before).last().map_or(0, |word| word.end());
            let (near, started) = (&before[owning..], owning > 0);
            let spoilt = no_money().is_match(near)
                || bet_word().is_match(near)
                || !started && no_money().is_match(after)
                || statistic().is_match(sentence);
            score -= if spoilt { 3 } else { 0 };
            all.push(MoneyAt { amount: if negative { -amount } else { amount }, score });
        }
    }
    all
}

/// What the player owns, read from the lines before a bet question: the surest amount, the last of equals.
///
/// `refused` is a bet just refused: a sentence may repeat it ("101 is more than you have").
pub(super) fn money_shown(lines: &[&str], refused: Option<i64>) -> Option<i64> {
    let count = lines.len();
    let mut best: Option<(i32, i64)> = None;
    for (index, line) in lines.iter().enumerate() {
        // The closer to the question the surer.
        let near = match count - index {
            1 => 2,
            2 | 3 => 1,
            _ => 0,
        };
        for money in money_in(line) {
            let repeated = refused == Some(money.amount) && money.score < 3;
            if money.score >= 1 && !repeated && best.is_none_or(|(score, _)| money.score + near >= score) {
                best = Some((money.score + near, money.amount));
            }
        }
    }
    best.map(|(_, amount)| amount).or_else(|| range_top(lines.last()?))
}

/// The top of a range in the question itself: "Enter bet (1-100):".
fn range_top(line: &str) -> Option<i64> {
    patterns! { range = r"[(\[]\s*\$?\d+\s*(?:-|–|to)\s*\$?(\d+)\s*[)\]]|\bbetween\s+\$?\d+\s+and\s+\$?(\d+)|\b(?:max|maximum|up to)\b\D{0,6}(\d+)"; }
    let captures = range().captures(line)?;
    whole(captures.iter().skip(1).flatten().next()?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_read_with_their_owner() {
        let read = |line: &str| -> Vec<(i64, Option<Owner>, bool)> {
            totals_in(line).into_iter().map(|at| (at.total, at.owner, at.strong)).collect()
        };
        assert_eq!(
            read("Your total is 17. Do you want another card (y/n)?"),
            [(17, Some(Owner::Player), true)]
        );
        assert_eq!(read("The dealer's total is 5."), [(5, Some(Owner::Dealer), true)]);
        assert_eq!(read("Total: 24"), [(24, None, true)]);
        assert_eq!(
            read("You: 18 points, dealer: 20 points"),
            [(18, Some(Owner::Player), true), (20, Some(Owner::Dealer), true)]
        );
        assert_eq!(read("Dealer: Ten of Clubs (17/21)"), [(17, Some(Owner::Dealer), false)]);
        assert_eq!(read("Points: 17 of 21"), [(17, None, true)]);
        assert_eq!(read("You win $50."), []);
        assert_eq!(read("You have 100 dollars"), []);
        assert_eq!(read("You have 17"), [(17, Some(Owner::Player), false)]);
        assert_eq!(read("10 of Clubs (10)"), [(10, None, false)]);
        assert_eq!(
            read("Your total is 24, which is over 21"),
            [(24, Some(Owner::Player), true), (21, Some(Owner::Player), false)]
        );
    }

    #[test]
    fn money_is_what_the_player_owns() {
        let read = |text: &str| money_shown(&text.lines().collect::<Vec<_>>(), None);
        assert_eq!(read("You have $100. Enter bet:"), Some(100));
        assert_eq!(read("Reach more than $1000 to win!\nBalance: 100\nBet:"), Some(100));
        assert_eq!(read("You have $1,150.00\nPlace your bet:"), Some(1150));
        assert_eq!(read("Stop at $1000. You have 80 dollars.\nHow much do you bet?"), Some(80));
        assert_eq!(read("You win $50.\nYou have $150. Enter bet:"), Some(150));
        assert_eq!(read("Enter bet (1-75):"), Some(75));
        assert_eq!(read("[ $90 ] bet:"), Some(90));
        assert_eq!(read("ERROR! You dont have $101. Enter bet:"), None);
        assert_eq!(read("Enter bet (max 75):"), Some(75));
        assert_eq!(read("You start with $100 and win above $1000!\nEnter bet:"), Some(100));
        assert_eq!(read("CREDIT 80   BET?"), Some(80));
        assert_eq!(read("I take your 40 dollars.\nBet?"), None);
        assert_eq!(read("You have money left after 4 rounds: $80\nBet?"), Some(80));
        assert_eq!(read("Enter bet:"), None);
        assert_eq!(read("You can't bet more than you have ($150)! Bet again:"), Some(150));
        assert_eq!(read("Wallet: $-20\nBet?"), Some(-20));
    }
}
