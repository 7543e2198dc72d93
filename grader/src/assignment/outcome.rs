//! The outcome of a round in a program's own words.

use super::words::patterns;

patterns! {
    split = r"[.!;,:]+(?:\s+|$)|\?|[()]|\s-+\s|\*+";
    question = r"\?|\(y/n\)|\[y/n\]|\bdo you want\b|\bwould you like\b";
    // "Neither hit nor stand" and "no one knows that word" tell of no game.
    nobody = r"\bno winner\b|^\W*(nobody|no ?one|neither)\W*$|\b(nobody|no ?one|neither)\b.*\b(wins?|won|winner|winning|lose|loses|lost|beats?|gets?|got|takes?|scores?|earns?|ahead|better|higher|victor\w*)\b";
    draw_words = r"\b(tie|tied|ties|push|pushed|pushes|stand-?off|get back|equal totals?|same totals?|break even|breaks? even)\b";
    draw_noun = r"(?:^|\b(?:a|is|it's|its|game|round|result|in|hand)\s+)(?:a\s+)?(draw|drawn?)\W*$|\b(?:and|both|we)\b[^.!]*\bdraw\W*$";
    bust = r"\b(bust|busts|busted|busting|went over|gone over|goes over|over 21|exceed(s|ed)? 21)\b";
    dealer = r"\b(dealer|dealer's|house|computer|opponent|croupier|cpu|bank)\b";
    dealer_wins = r"\b(dealer|house|computer|opponent|croupier|cpu|bank)\b.*\b(wins?|won|beats?|beat|takes (the|your) (pot|bet|money|stake|hand|round|chips))\b";
    dealer_loses = r"\b(dealer|house|computer|opponent|croupier|cpu|bank)\b.*\b(loses?|lost)\b";
    denied = r"\b(not|don't|didn't|doesn't|won't|can't|cannot|never|if|when|nothing|could|would|can|must|to win)\b";
    you_win = r"\b(you|player|sam|you've|u)\b.*\b(wins?|won|beats?|beat|winner)\b|\bcongrat\w*|^\W*blackjack\s+wins?";
    // Whom somebody has more or less than: "You have more than the dealer and win" says nothing of the dealer's winning.
    measured = r"\b(?:than|as)\s+(?:the\s+|your\s+)?(?:dealer|house|computer|opponent|croupier|cpu|bank|you|yours|player|sam)(?:'s)?\b(?:\s+(?:do|does|have|has|did|had)\b)?";
    // "The dealer busts and you win": who went over, and then what comes of it.
    so_wins = r"\b(?:and|so|then)\s+(?:that\s+)?(?:the\s+)?(?:dealer|house|computer|opponent|croupier|cpu|bank|you|player|sam)\b";
    you_lose = r"\b(you|player|sam|you've|u)\b.*\b(loses?|lost|loser|forfeits?)\b|\byou\s+(give\s+up|hand\s+over|part\s+with)\s+(\$?\d+|(all|your)\b)|\btoo bad\b";
    // A whole line that is a verdict: "WIN +50", "Loss", "*** winner ***".
    line_win = r"^\W*(win|wins|winner|winner winner.*|won|victory)\b[\s$+\d.!*]*$";
    line_lose = r"^\W*(lose|loses|loser|lost|defeat|loss)\b[\s$\d.!*-]*$";
    // The same as a sentence of its own: "LOSE! You pay $100".
    bare_win = r"^\W*(win|winner|victory)\W*$";
    bare_lose = r"^\W*(lose|loser|loss|defeat)\W*$";
    // A tally of many rounds says nothing about this one.
    // "Winner: Dealer", "The winner is: you!", "Result: draw"
    winner_is = r"\bwinner\s*(?:is\b\s*)?[.:=-]*\s*(?:the\s+)?(dealer|house|computer|bank|player|you|human|user|nobody|none|no\s?one|tie|draw)\b";
    tally = r"\b(wins?|won|losses|lost|draws?|ties|streak|played)\s*[:=]\s*\d|\d+\s+(wins|losses|ties|draws)\b|\b(won|lost|tied|drawn)\s+\d+\s+(out\s+of|of|games?|hands?|rounds?|times)\b|\b(hands|games|rounds|times)\s+(won|lost|tied|played|drawn|pushed)\b";
    yes_no = r"\by(es)?\b\W{1,4}(or\W{1,3})?n(o)?\b";
}

/// An announced outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Announced {
    /// The player wins.
    Win,
    /// The player loses, or is told to have gone over.
    Lose,
    /// A draw.
    Draw,
}

/// An outcome in a program's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The outcome.
    pub outcome: Announced,
    /// Said outright ("you win"), not only that somebody went over.
    pub outright: bool,
}

/// The outcomes a line announces; a question announces none.
pub(super) fn announced_in(line: &str) -> Vec<Words> {
    if tally().is_match(line) {
        return Vec::new();
    }
    if line_win().is_match(line) || line_lose().is_match(line) {
        let outcome = if line_win().is_match(line) { Announced::Win } else { Announced::Lose };
        return vec![Words { outcome, outright: true }];
    }
    if let Some(found) = winner_is().captures(line) {
        let outcome = match found[1].to_ascii_lowercase().as_str() {
            "dealer" | "house" | "computer" | "bank" => Announced::Lose,
            "player" | "you" | "human" | "user" => Announced::Win,
            _ => Announced::Draw,
        };
        return vec![Words { outcome, outright: true }];
    }
    // "Draw (y/n)": the sentence before the offered words is the question.
    let offered = yes_no().find(line).map_or(line.len() + 9, |found| found.start());
    let mut all = Vec::new();
    let mut last = 0;
    let ends = split().find_iter(line).map(|end| (end.start(), end.end(), end.as_str()));
    for (end, next, mark) in ends.chain([(line.len(), line.len(), "")]) {
        let sentence = &line[last..end];
        let asks = mark.contains('?') || question().is_match(sentence) || next + 3 >= offered;
        if !asks {
            let parts = clauses(sentence);
            all.extend(parts.into_iter().filter_map(announced));
        }
        last = next;
    }
    all
}

/// A sentence, or its two parts where the first tells that somebody went over and the second who wins by that.
fn clauses(sentence: &str) -> Vec<&str> {
    let over = |part: &str| bust().is_match(part) && !denied().is_match(part);
    let cuts = so_wins().find_iter(sentence).map(|found| sentence.split_at(found.start()));
    let mut told = cuts.filter(|(first, second)| over(first) && !bust().is_match(second));
    told.next().map_or(vec![sentence], |(first, second)| vec![first, second])
}

/// The outcome one sentence announces.
fn announced(sentence: &str) -> Option<Words> {
    let outright = |outcome| Some(Words { outcome, outright: true });
    if nobody().is_match(sentence)
        || draw_words().is_match(sentence)
        || draw_noun().is_match(sentence.trim_end())
    {
        return outright(Announced::Draw);
    }
    if denied().is_match(sentence) {
        return None;
    }
    if bust().is_match(sentence) {
        let outcome = if dealer().is_match(sentence) { Announced::Win } else { Announced::Lose };
        return Some(Words { outcome, outright: false });
    }
    let compared = measured().replace_all(sentence, "");
    let sentence = compared.as_ref();
    if dealer_wins().is_match(sentence) && !you_win().is_match(sentence.split("dealer").next().unwrap_or(""))
    {
        return outright(Announced::Lose);
    }
    if dealer_loses().is_match(sentence) {
        return outright(Announced::Win);
    }
    if you_lose().is_match(sentence) || bare_lose().is_match(sentence) {
        return outright(Announced::Lose);
    }
    if you_win().is_match(sentence) || bare_win().is_match(sentence) {
        outright(Announced::Win)
    } else {
        None
    }
}

/// The amount in "You win $50" or "you lost 20 dollars".
pub(super) fn amount_told(line: &str) -> Option<i64> {
    patterns! { told = r"\byou(?:'ve)?\s+(?:have\s+|just\s+)?(?:win|won|lose|lost|give up|forfeit|hand over)\s+\$?(\d+)(?:\.00)?(?:\s+dollars?)?\s*(?:[.!]|$)"; }
    told().captures(line)?.get(1)?.as_str().parse().ok().filter(|amount| *amount < 1_000_000_000)
}

/// The one outcome of a round's announcements; `None` where they contradict each other or are silent.
///
/// Who went over counts only where nothing is said outright: "The dealer busted! You lose" is a loss.
pub(super) fn settled(announcements: &[Words]) -> Option<Announced> {
    let outright: Vec<Words> = announcements.iter().copied().filter(|words| words.outright).collect();
    let counted = if outright.is_empty() { announcements } else { &outright };
    let first = counted.first()?.outcome;
    counted.iter().all(|other| other.outcome == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Announced::{Draw, Lose, Win};

    #[test]
    fn what_is_said_outright_counts() {
        let settle = |text: &str| settled(&text.lines().flat_map(announced_in).collect::<Vec<_>>());
        assert_eq!(settle("Dealer busts!\nIt's a draw!"), Some(Draw));
        assert_eq!(settle("The dealer busted! You lose $5."), Some(Lose));
        assert_eq!(settle("Dealer busts."), Some(Win));
        assert_eq!(settle("That is over 21, so the dealer busts and you win."), Some(Win));
        assert_eq!(settle("You busted and the dealer wins."), Some(Lose));
        assert_eq!(settle("You win! Dealer wins!"), None);
        assert_eq!(settle("Next card"), None);
    }

    #[test]
    fn outcomes_are_read_in_many_words() {
        let table: &[(&str, &[Announced])] = &[
            ("You win $50.", &[Win]),
            ("Winner: Dealer", &[Lose]),
            ("And the winner is... you", &[Win]),
            ("The winner is: Player!", &[Win]),
            ("Winner: nobody", &[Draw]),
            ("Player and dealer draw.", &[Draw]),
            ("Too bad.  You lose $5.", &[Lose, Lose]),
            ("A draw! You get back your $50.", &[Draw, Draw]),
            ("It's a draw!", &[Draw]),
            ("Draw.", &[Draw]),
            ("Neither of you wins.", &[Draw]),
            ("That is neither hit nor stand.", &[]),
            ("No one hits but the dealer now.", &[]),
            ("Sorry, no one knows that word.", &[]),
            ("Tie!", &[Draw]),
            ("Push", &[Draw]),
            ("Nobody wins, nobody loses.", &[Draw, Draw]),
            ("Your total is 24. You busted!", &[Lose]),
            ("The dealer busted! You win", &[Win, Win]),
            ("Dealer has busted", &[Win]),
            ("Dealer wins with 20", &[Lose]),
            ("WIN +50", &[Win]),
            ("LOSS -50", &[Lose]),
            ("LOSE! You pay $100", &[Lose]),
            ("Dealer BUST! WIN! You receive $100", &[Win, Win]),
            ("Draw (y/n)", &[]),
            ("Bust! Draw again? [y/n]", &[Lose]),
            ("Rounds played: 2, won: 1, streak 0", &[]),
            ("You have won 0 of 2 games.", &[]),
            ("18 beats 13, you lose!", &[Lose]),
            ("18 each, a draw!", &[Draw]),
            ("The bank is over 21. You get 5.", &[Win]),
            ("Dealer takes the King of Spades, dealer total is now 24", &[]),
            ("The house takes your bet", &[Lose]),
            ("The house wins.", &[Lose]),
            ("You hit 21, you win!", &[Win]),
            ("You draw a:", &[]),
            ("The dealer draws a card.", &[]),
            ("Do you want to draw?", &[]),
            ("You beat the dealer!", &[Win]),
            ("You lost to the dealer", &[Lose]),
            ("Your total is 17. Do you want another card (y/n)?", &[]),
            ("Dealer must not go over 21", &[]),
            ("Bust! You lose your bet.", &[Lose, Lose]),
            ("Congratulations, you won 50 dollars", &[Win, Win]),
            ("You have $0. GAME OVER.", &[]),
            ("You win against the dealer", &[Win]),
            ("You have more than the dealer and win $5.", &[Win]),
            ("You have less than the dealer has and lose.", &[Lose]),
            ("The dealer has more than you and wins.", &[Lose]),
            ("The dealer went over 21 so you win", &[Win, Win]),
            ("Player and dealer draw, and you are asked again.", &[Draw]),
        ];
        for (line, expected) in table {
            let outcomes: Vec<Announced> =
                announced_in(line).into_iter().map(|words| words.outcome).collect();
            assert_eq!(outcomes, *expected, "{line:?}");
        }
    }
}
