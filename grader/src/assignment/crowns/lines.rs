//! What a line without cards tells.

use reference::crowns::Rank;

use crate::assignment::words::patterns;

use super::cards::rank_named;
use super::facts::{Beginning, Event, Scope};

patterns! {
    seat = r"\b(?:(?:player|plyr|p)\s*(?:#|no\.?|number|:)?|hand\s*(?:#|no\.?|number)?)\s*(\d{1,2}|one|two|three|four|five|six|seven)\b";
    several = r"\b(?:players|hands)\s*#?\s*((?:\d{1,2}(?:\s*(?:,|and|&)+\s*)*)+)";
    points_after = r"\b(?:points?|scores?|scored|pts|total|value|worth|sum)\b[^\d\n-]{0,16}(-?\d{1,4})\b";
    points_before = r"(?:^|[^\d-])(-?\d{1,4})\s*(?:points?|pts)\b";
    bare_points = r"^\W*(-?\d{1,4})\W*$";
    winner_number = r"\b(?:winn(?:er|ing\s+player|ing\s+hand)|win(?:s)?\s+goes\s+to|victory\s+for)(?:\(s\))?\s*(?:is|was|number|no\.|num|the|[:=#>-])*\s*(?:is|was|number|no\.|num|[:=#>-])*\s*([1-7])\b\s*(points?|pts)?";
    signed = r"#\s*(\d{1,2})\b";
    won = r"\b(winners?|winning|wins?|won|ties?|tied|draw|victory|victorious)\b";
    tie = r"\b(ties?|tied|draw|co-?winners)\b";
    // How many games each has won is no winner of this one.
    standings = r"(?:\bnot|n['’]t|\bnever|\bcannot)\s+(?:have\s+)?(?:win|won)\b|\bgames\s+won\b|\bwon\s*[:=]?\s*\d+\s*(?:games?\b|rounds?\b|times?\b|deals?\b|hands?\b|[,;|)]|$)|\baverage\b|\bstatistics\b|\bwins\s*[:=]\s*\d|\bwins\s*[:=].*\bplayer\s*\d+\W+\d|\bso far\b|\bstandings\b|\bscoreboard\b";
    nobody = r"\b(no winner|nobody|no one)\b";
    margin = r"\bby\s+\d";
    lowest = r"\b(?:lowest|least|fewest|smallest|minimum)\s+(?:\w+\s+)?(?:points?|scores?|pts|total|value)\b\D{0,20}\b(\d{1,4})\b";
    // A record holds for more than this game.
    record = r"\b(ever|far|overall|session|record|previous|last|all)\b";
    own_total = r"\btotal\b(?:\s+(?:so\s+far|score|points?|now))?\s*(?:is|now|[:=])*\s*(\d{1,4})\b";
    beside_total = r"\b(?:points?|scores?|pts)\b[^\d\n,;-]{0,6}(\d{1,4})\b|\b(\d{1,4})\s*(?:points?|pts)\b";
    /// Of several hands or rounds each has its own winner, and all of them together have one.
    of_hand = r"\b(?:this|that|the)\s+(?:hand|round|deal)\b|\b(?:hand|round|deal)\s*#?\s*\d+\b";
    of_whole = r"\b(?:overall|grand|game|match|tournament|champion|final|finally|series|all\s+(?:eleven|11|hands|rounds))\b";
    hand_number = r"\b(?:hand|round|deal)\s*#?\s*\d+\b";
    /// The sum of all cards of a hand, melded or not, and what is then left of it.
    all_cards = r"\b(?:all|every)\b(?:\s+\w+){0,3}\s+cards?\b|\b(?:before|without)\s+(?:\w+\s+)?(?:meld|book)|\b(?:raw|face|full|gross)\s+(?:value|total|sum|points?|score)\b";
    of_the_rest = r"\b(?:left|leftover|remain\w*|unmelded|unused|after|rest)\b";
    after_melding = r"\b(?:after|left|remaining|minus)\b[^\d\n]{0,30}(\d{1,4})\b";
    row = r"(?:\t|\s{2,}|\|)[\s|]*(\d{1,4})[\s|]*$";
    owned = r"^\W*@(?:['’]s)?(?:\W+(?:is|has|had|have|with|at|ends?|ended|ending|finish\w*|stuck|left|remain\w*|stands|sits|got|gets|comes|came|counts?|makes?|adds?|to|up|out|a|in|of|on|hand|now|only|just|exactly))*\W+(\d{1,4})\W*$";
    asks = r"\?|\(y/n\)|\[y/n\]";
    begins = r"\bhand\s*#?\s*(\d{1,2})\b|\bround\s*#?\s*(\d{1,2})\b";
    how_many = r"\b(\d{1,2})\s+cards\b";
    wild = r"\b(\w+?)['’]?s?\s+(?:are|is)\s+wild\b|\bwild(?:\s*(?:card|rank))?\s*(?:is|are|[:=])*\s*(?:the\s+)?(\w+)";
    totals = r"\btotals?\b";
    total_of = r"(?:player|plyr|p)\s*#?\s*(\d{1,2})\D{0,12}?\s(-?\d{1,4})\b";
    goes_out = r"\b(?:goes|went|going|is)\s+out\b";
    nobody_out = r"\b(?:nobody|no one|none)\b.*\bout\b";
    reshuffle = r"\b(?:re)?shuffl\w+\b.*\b(?:discard|pile)|\bdiscards?\b.*\bshuffled\b";
}

/// The player a text speaks of: the last one named.
pub(super) fn seat_in(text: &str) -> Option<u32> {
    seat().captures_iter(text).last().and_then(|captures| number_named(&captures[1]))
}

fn number_named(word: &str) -> Option<u32> {
    const WORDS: [&str; 7] = ["one", "two", "three", "four", "five", "six", "seven"];
    let written = WORDS.iter().position(|name| name.eq_ignore_ascii_case(word));
    written.map(|at| at as u32 + 1).or_else(|| word.parse().ok())
}

/// All players a text names.
pub(super) fn seats_in(text: &str) -> Vec<u32> {
    let mut seats: Vec<u32> =
        seat().captures_iter(text).filter_map(|captures| number_named(&captures[1])).collect();
    for captures in several().captures_iter(text) {
        let numbers = captures[1].split(|c: char| !c.is_ascii_digit());
        seats.extend(numbers.filter_map(|number| number.parse::<u32>().ok()));
    }
    if seats.is_empty() {
        seats = signed().captures_iter(text).filter_map(|found| found[1].parse().ok()).collect();
    }
    seats.sort_unstable();
    seats.dedup();
    seats
}

/// A text with a sign in place of each player it names.
pub(super) fn unseated(text: &str) -> String {
    let text = several().replace_all(text, "@ ");
    let text = seat().replace_all(&text, "@");
    signed().replace_all(&text, "@").into_owned()
}

/// The points that a text names with a word.
pub(super) fn points_named(text: &str) -> Option<i64> {
    let text = seat().replace_all(text, "@");
    if let Some(net) = after_melding().captures(&text).filter(|_| all_cards().is_match(&text)) {
        return net[1].parse().ok();
    }
    let (after, before) = (points_after().captures(&text), points_before().captures(&text));
    // "that is 5 points, 36 in all": the number before the word is the nearer one.
    let divided = after.as_ref().is_some_and(|found| found[0].contains([',', ';', '(']));
    let found = if divided { before.or(after) } else { after.or(before) };
    found?[1].parse().ok()
}

/// Whether the points that a line tells are the sum of all cards of a hand, melded or not.
pub(super) fn is_of_all_cards(line: &str) -> bool {
    all_cards().is_match(line) && !of_the_rest().is_match(line)
}

/// Points behind a hand: with a word, or a number alone.
pub(super) fn points_behind(text: &str) -> Option<i64> {
    points_named(text).or_else(|| bare_points().captures(text)?[1].parse().ok())
}

/// `Player 1: 12`: points without a word for them.
pub(super) fn points_of_seat(line: &str) -> Option<i64> {
    let found = seat().find(line)?;
    let before = &line[..found.start()];
    let after = line[found.end()..].trim_start();
    let after = after.strip_prefix([':', '=', '-']).or_else(|| after.strip_prefix("has "))?;
    (!before.chars().any(char::is_alphanumeric)).then(|| bare_points().captures(after)?[1].parse().ok())?
}

/// `Player 1 ends with 12`: a player, words that tell of having something, and a number.
pub(super) fn points_of_owner(line: &str) -> Option<i64> {
    owned().captures(&unseated(line))?[1].parse().ok()
}

/// `Player 1    12`: the row of a table, with nothing but a player and a number.
pub(super) fn points_of_row(line: &str) -> Option<i64> {
    let found = seat().find(line)?;
    let number = row().captures(&line[found.end()..])?;
    let between = &line[found.end()..found.end() + number.get(0)?.start()];
    let alone = !line[..found.start()].chars().chain(between.chars()).any(char::is_alphanumeric);
    alone.then(|| number[1].parse().ok())?
}

/// The lowest points of a game, where a line tells them without a player: `The lowest score is 12.`
pub(super) fn lowest_in(line: &str) -> Option<i64> {
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
    let is_named = !seats_in(line).is_empty();
    if numbers != 1 || is_named || record().is_match(line) || asks().is_match(line) {
        return None;
    }
    lowest().captures(line)?[1].parse().ok()
}

/// A winner or a tie, and who is named.
pub(super) fn verdict_in(line: &str) -> Option<(bool, Vec<u32>)> {
    let announces = won().is_match(line) && !standings().is_match(line);
    if !announces || asks().is_match(line) {
        return None;
    }
    let mut seats = seats_in(&hand_number().replace_all(line, ""));
    if seats.is_empty() {
        seats = seats_in(line);
    }
    // `Winner: 3`
    if seats.is_empty() {
        let numbers = winner_number().captures_iter(line).filter(|found| found.get(2).is_none());
        seats = numbers.filter_map(|found| found[1].parse().ok()).collect();
    }
    // Where nobody wins several have the fewest points.
    Some((tie().is_match(line) || has_no_winner(line), seats))
}

/// Whether a line says that nobody wins.
pub(super) fn has_no_winner(line: &str) -> bool {
    nobody().is_match(line)
}

/// What a winner's line says that was won.
pub(super) fn scope_in(line: &str) -> Scope {
    if of_whole().is_match(line) {
        Scope::Whole
    } else if of_hand().is_match(line) {
        Scope::Hand
    } else {
        Scope::Plain
    }
}

/// Whether a winner's line has no word in it that could be a name.
pub(super) fn names_nobody(line: &str) -> bool {
    const COMMON: [&str; 33] = [
        "a",
        "and",
        "are",
        "congratulations",
        "for",
        "game",
        "goes",
        "hand",
        "has",
        "have",
        "is",
        "it",
        "low",
        "lowest",
        "of",
        "player",
        "players",
        "point",
        "points",
        "pts",
        "round",
        "score",
        "scores",
        "the",
        "this",
        "to",
        "total",
        "winner",
        "winners",
        "winning",
        "wins",
        "with",
        "won",
    ];
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.into_iter().all(|word| COMMON.contains(&word.to_lowercase().as_str()))
}

/// The one number that a winner's line names with the word for points.
pub(super) fn points_of_winner(line: &str) -> Option<i64> {
    let text = several().replace_all(line, "@");
    let text = seat().replace_all(&text, "@");
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
    if numbers != 1 || margin().is_match(&text) {
        return None;
    }
    match points_before().captures(&text) {
        Some(found) => found[1].parse().ok(),
        None => lowest_in(&text),
    }
}

/// The heading of a hand of the full game.
pub(super) fn beginning_in(line: &str) -> Option<Beginning> {
    let number = begins().captures(line).and_then(|found| found.get(1).or(found.get(2)))?;
    let number = number.as_str().parse().ok();
    let wild = wild_in(line);
    let cards = how_many().captures(line).and_then(|found| found[1].parse().ok());
    (wild.is_some()).then_some(Beginning { number, cards, wild })
}

/// The wild rank a line names.
fn wild_in(line: &str) -> Option<Rank> {
    wild().captures_iter(line).find_map(|found| {
        let word = found.get(1).or(found.get(2))?.as_str();
        rank_named(word).or_else(|| rank_named(word.trim_end_matches(['s', 'S'])))
    })
}

/// The points so far: `Totals: Player 1 24, Player 2 7`.
pub(super) fn totals_in(line: &str) -> Option<Vec<(u32, i64)>> {
    let word = totals().find(line)?;
    let of = |captures: regex::Captures<'_>| Some((captures[1].parse().ok()?, captures[2].parse().ok()?));
    let all: Vec<(u32, i64)> = total_of().captures_iter(&line[word.end()..]).filter_map(of).collect();
    (!all.is_empty()).then_some(all)
}

/// The one total of a line that tells no others: `Player 1 total: 24`.
pub(super) fn total_in(line: &str) -> Option<i64> {
    own_total().captures(line)?[1].parse().ok()
}

/// The points of the hand in a line that tells the total behind them: `points: 7, total 24`.
pub(super) fn points_beside_total(line: &str) -> Option<i64> {
    let before = &line[..totals().find(line).or_else(|| own_total().find(line))?.start()];
    let found = beside_total().captures(before)?;
    found.get(1).or(found.get(2))?.as_str().parse().ok()
}

/// That somebody goes out, or that nobody does.
pub(super) fn out_in(line: &str) -> Option<Event> {
    if nobody_out().is_match(line) {
        return Some(Event::NobodyGoesOut);
    }
    goes_out().is_match(line).then(|| seat_in(line)).flatten().map(Event::GoesOut)
}

/// The discards are shuffled.
pub(super) fn reshuffles(line: &str) -> bool {
    reshuffle().is_match(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_many_wordings() {
        assert_eq!(points_named("Player 1 points: 12"), Some(12));
        assert_eq!(points_named("Player 2 has 40 points."), Some(40));
        assert_eq!(points_named("Score for Player 3 = 0"), Some(0));
        assert_eq!(points_named("Points in hand: 24"), Some(24));
        assert_eq!(points_named("Player 2: that is 5 points, 36 in all"), Some(5));
        assert_eq!(points_named("All cards: 31 points, after melding: 24 points"), Some(24));
        assert_eq!(points_named("Player 3's hand:"), None);
        assert!(is_of_all_cards("Sum of all cards: 42") && !is_of_all_cards("All cards left: 42"));
        assert_eq!(points_behind("  (12)"), Some(12));
        assert_eq!(points_of_seat("Player 1: 12"), Some(12));
        assert_eq!(points_of_seat("Player 1:"), None);
        assert_eq!(points_of_row("Player 1\t12"), Some(12));
        assert_eq!(points_of_row("| Player 1 |   12 |"), Some(12));
        assert_eq!(points_of_row("Player 1 wins   12"), None);
        assert_eq!(points_of_owner("Player 1 ....... 12"), Some(12));
        assert_eq!(points_of_owner("Player 1 ends up with 12."), Some(12));
        assert_eq!(points_of_owner("Player 1 has 3 Jokers"), None);
        assert_eq!(lowest_in("The lowest score is 12."), Some(12));
        assert_eq!(lowest_in("Lowest score: Player 2"), None);
        assert_eq!(lowest_in("Lowest score so far: 12"), None);
        assert_eq!(points_of_winner("The lowest score is 12. Winner: Anna"), Some(12));
        assert_eq!(verdict_in("Winner: Player 1 (62 points)"), Some((false, vec![1])));
        assert_eq!(verdict_in("Tie: Player 1, Player 3 (0 points)"), Some((true, vec![1, 3])));
        assert_eq!(verdict_in("Players 1 and 3 tie with 0 points!"), Some((true, vec![1, 3])));
        assert_eq!(verdict_in("Nobody wins, it is a tie."), Some((true, vec![])));
        assert_eq!(verdict_in("A tie, no winner: Player 1 Player 2"), Some((true, vec![1, 2])));
        assert_eq!(verdict_in("Winner of hand 2: Player 1"), Some((false, vec![1])));
        assert_eq!(verdict_in("Play again? (y/n): "), None);
        assert_eq!(verdict_in("winner=3"), Some((false, vec![3])));
        assert_eq!(verdict_in("The winner is number 3!"), Some((false, vec![3])));
        assert_eq!(verdict_in("Winning hand(s): #1 #4"), Some((false, vec![1, 4])));
        assert_eq!(verdict_in("Player 2 did not win."), None);
        assert_eq!(verdict_in("Winner has 3 points"), Some((false, vec![])));
        assert_eq!(scope_in("Lowest: Player 2 wins this hand with 30 points."), Scope::Hand);
        assert_eq!(scope_in("Player 1 has 410 points and wins the game!"), Scope::Whole);
        assert_eq!(scope_in("Winner: Player 1 (62 points)"), Scope::Plain);
        assert_eq!(verdict_in("The winner is Player 3 with 32 points!"), Some((false, vec![3])));
        for standings in
            ["Games won so far: Player 1: 1", "Wins: Player 1: 2, Player 2: 0", "Player 1 has won 2 games"]
        {
            assert_eq!(verdict_in(standings), None, "{standings}");
        }
        let begins = Beginning { number: Some(9), cards: Some(11), wild: Some(Rank::Jack) };
        assert_eq!(beginning_in("--- Hand 9: 11 cards, Jacks are wild ---"), Some(begins));
        let begins = Beginning { number: Some(1), cards: Some(3), wild: Some(Rank::Three) };
        assert_eq!(beginning_in("Round 1 - 3 cards each. Wild card: 3s"), Some(begins));
        assert_eq!(beginning_in("Hand 1: 7S"), None);
        assert_eq!(totals_in("Totals: Player 1 24, Player 2 7"), Some(vec![(1, 24), (2, 7)]));
        assert_eq!(totals_in("Total: 12"), None);
        assert_eq!(
            (total_in("points: 7, total 24"), points_beside_total("points: 7, total 24")),
            (Some(24), Some(7))
        );
        assert_eq!(points_beside_total("Player 1 total: 24"), None);
        assert_eq!(verdict_in("North won 0, average 52"), None);
        assert_eq!(out_in("Player 1 goes out."), Some(Event::GoesOut(1)));
        assert_eq!(out_in("Nobody goes out."), Some(Event::NobodyGoesOut));
    }
}
