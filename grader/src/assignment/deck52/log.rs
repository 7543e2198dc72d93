//! Cards told of once more: a log of what was dealt, printed again after each hit.

use crate::assignment::words::patterns;

use super::short::{Run, runs};

patterns! {
    dealt = r"\b(hits?|draws?|drew|drawn|takes?|took|gets?|got|receives?|received|dealt|new card)\b";
    digits = r"\d+";
}

/// The lines of a session that told of single cards dealt.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    lines: Vec<(usize, String)>,
}

impl Log {
    /// How much of a line was told in an earlier turn: nothing, the whole line, or the line that goes on now.
    ///
    /// After a hit a whole line is told again only beside a new one of its kind: else it is a card that was dealt twice.
    pub(super) fn told(&self, turn: usize, drew: bool, line: &str, text: &str) -> usize {
        let line = line.trim_end();
        let earlier = self.lines.iter().filter(|(at, told)| *at < turn && line.starts_with(told.as_str()));
        let Some(told) = earlier.map(|(_, told)| told.len()).max() else { return 0 };
        let rest = &line[told..];
        if rest.is_empty() {
            let is_new = |other: &str| {
                !self.lines.iter().any(|(at, told)| *at < turn && told == other.trim_end())
                    && head(other).is_some_and(|head_of| Some(head_of) == head(line))
            };
            return if !drew || text.lines().any(is_new) { told } else { 0 };
        }
        let goes_on = !rest.starts_with(char::is_alphanumeric) && !runs(rest).is_empty();
        if goes_on { told } else { 0 }
    }

    /// Keeps a line that tells of single cards dealt, or goes on with one that did.
    pub(super) fn note(&mut self, line: &str, cards: &[Run], told: usize, turn: usize) {
        let single = cards.iter().all(|run| run.cards.len() == 1);
        let is_dealt = cards.first().is_some_and(|first| dealt().is_match(&line[..first.start]));
        if is_dealt && (single || told > 0) {
            self.lines.push((turn, line.trim_end().to_owned()));
        }
    }
}

/// The words before a line's first card, whatever their numbers.
fn head(line: &str) -> Option<String> {
    let first = runs(line).first()?.start;
    dealt().is_match(&line[..first]).then(|| digits().replace_all(&line[..first], "#").into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much of the last line of the second text was told in the first one.
    fn told(first: &str, drew: bool, second: &str) -> usize {
        let mut log = Log::default();
        for line in first.lines() {
            log.note(line, &runs(line), 0, 1);
        }
        log.told(2, drew, second.lines().next().unwrap_or_default(), second)
    }

    #[test]
    fn a_log_is_told_from_a_card_dealt_twice() {
        let line = "1. You: hit 5C = 19";
        assert_eq!(told(line, true, "1. You: hit 5C = 19\n2. You: hit JH = 29"), line.len());
        assert_eq!(told(line, false, line), line.len());
        assert_eq!(told("You draw 5C (19)", true, "You draw 5C (19)"), 0);
        assert_eq!(told("Your hits so far: 5C", true, "Your hits so far: 5C JH"), 20);
        assert_eq!(told("You have: 5C 8H (13)", true, "You have: 5C 8H (13)"), 0);
        assert_eq!(told("You draw 5C", true, "You draw 5C once more"), 0);
    }
}
