//! Lines that tell how a set or the game ended.

use reference::bluejack::{PerSide, SETS_TO_WIN, Side};

use crate::assignment::words::patterns;

use super::facts::What;
use super::lines::Line;

patterns! {
    // After it a score, how, or another sentence; `if` and the like make it one about the rules.
    decides = r"^(?:have\s+|has\s+)?(?:(wins?|won)|loses?|lost)\s+(?:(?:the|this)\s+set\s+and\s+(?:with\s+it\s+|so\s+)?)?(?:the|this)\s+(?:(?:whole|entire|bluejack)\s+)?(set|game|match)\b(?:\s+(?:with|by|because|thanks|after|having|since|as)\b[^?]*|\s*[(\[]?-?\d+\s*(?:[-–:,]|to)\s*-?\d+\b)?[^a-z?]*(?:[!.]\s[^?]*)?$";
    decides_alone = r"^(?:have\s+|has\s+)?(?:(wins?|won)|loses?|lost)\W*$";
    // "has 20 with blue cards only and wins the game"
    lead = r"^(?:have|has|had|are|is|reach(?:es|ed)?|gets?|got|hits?|makes?|made|busts?|busted|goes|go|went)\b[^?.!]*?\b(?:and|so)\s+((?:wins?|won|loses?|lost)\b.*)$";
    is_winner = r"^(?:are|is)\s+the\s+(?:(overall|final|grand|game|game's|set|set's)\s+)?(?:winner|victor|(champion))(?:\s+of\s+(?:the|this)\s+(?:whole\s+)?(set|game|match))?\W*$";
    winner_is = r"^(.*?)\bwinner\b(?:\s+of\s+(?:the|this)\s+(set|game|match)(?:\s+\d+)?)?\s*(?:is\b|[:=-])+\s*(?:the\s+)?(?:(you|player|human)|(computer|cpu|opponent|ai)|(?:nobody|no\s?one|none))\W*$";
    over = r"^\W*(set|game|match)\s*\d*\s+(?:is\s+)?over\b\W*(.*)$";
    final_score = r"^\W*(?:game\s+(?:is\s+)?over|(?:the\s+)?final\s+(?:score|result))\b\W*(you|player|human|(?:the\s+)?(?:computer|cpu|opponent))\W{0,3}(\d{1,2})\W{1,4}(you|player|human|(?:the\s+)?(?:computer|cpu|opponent))\W{0,3}(\d{1,2})\W*$";
    tied = r"^\W*(?:(?:the|this)\s+)?set\s+(?:is|was|ends?|ended)\s+(?:in\s+)?(?:an?\s+)?(?:tied?|draw|drawn)\b\W*$|^\W*it(?:['’]s|\s+is)\s+an?\s+(?:tie|draw)\b\W*$|^\W*(?:(?:tie|draw)\W+)?(?:nobody|no\s?one)\s+wins\s+(?:the|this)\s+set\W*$|^\W*(?:an?\s+)?tied?\W*$|^\W*(?:a\s+draw\W*|draw!+)$";
    by_blue = r"\b(?:with|by|because|thanks|has|have|having|after)\b.*\b(?:blue\s?jack|blue\s+(?:cards?|20|twenty)|(?:all|only)\s+blue)\b";
    about_rules = r"\b(?:if|when|whenever|whoever|until|unless|must|should)\b";
    // Words of a line that may tell who won.
    may_tell = r"\b(?:w[io]ns?|winn\w+|victor\w*|los(?:es?|t|ers?|ing)|beats?|beaten|champion\w*|over|final\w*|score\w*|results?|congrat\w*|ties?|tied|bluejack)\b|\b(?:you|player|human|computer|cpu|opponent)\b.*\b(?:set|game)\b|\b(?:set|game)\b.*\b(?:you|player|human|computer|cpu|opponent)\b";
}

/// What is won.
#[derive(Clone, Copy)]
enum Won {
    Set,
    Game,
    /// It does not say.
    It,
}

impl Won {
    fn named(word: &str) -> Self {
        let word = word.to_ascii_lowercase();
        if word.contains("set") {
            Self::Set
        } else if ["game", "match", "overall", "final", "grand", "champion"]
            .iter()
            .any(|it| word.contains(it))
        {
            Self::Game
        } else {
            Self::It
        }
    }

    /// The line that says so.
    fn by(self, side: Side, bluejack: bool) -> Line {
        match self {
            Self::Set => Line::Says(What::SetWon(Some(side))),
            Self::Game => Line::Says(What::GameWon(side, bluejack)),
            Self::It if bluejack => Line::Says(What::GameWon(side, true)),
            Self::It => Line::Wins(side),
        }
    }
}

/// A result of which nobody is the subject: a tie, a score, `Winner: Computer`.
pub(super) fn impersonal(line: &str) -> Option<Line> {
    if tied().is_match(line) {
        return Some(Line::Says(What::SetWon(None)));
    }
    if let Some(found) = final_score().captures(line) {
        return by_score(&found[1], &found[2], &found[3], &found[4]);
    }
    let found = winner_is().captures(line)?;
    let named = found.get(2).map_or_else(|| Won::named(&found[1]), |what| Won::named(what.as_str()));
    let side = match (found.get(3), found.get(4)) {
        (Some(_), _) => Side::Human,
        (_, Some(_)) => Side::Computer,
        _ => return matches!(named, Won::Set).then_some(Line::Says(What::SetWon(None))),
    };
    Some(named.by(side, false))
}

/// The winner by the sets won, if somebody has enough.
fn by_score(first: &str, of_first: &str, second: &str, of_second: &str) -> Option<Line> {
    let side = |text: &str| {
        let text = text.to_ascii_lowercase();
        if ["you", "player", "human"].contains(&text.as_str()) { Side::Human } else { Side::Computer }
    };
    let (first, second) = (side(first), side(second));
    let won = PerSide::from_fn(|side| if side == first { of_first } else { of_second });
    let won = PerSide::from_fn(|side| won[side].parse::<usize>().unwrap_or(0));
    let winner =
        Side::ALL.into_iter().find(|side| won[*side] >= SETS_TO_WIN && won[side.other()] < won[*side]);
    winner.filter(|_| first != second).map(|side| Line::Says(What::GameWon(side, false)))
}

/// "Set over." and what follows it.
pub(super) fn after_over(line: &str) -> Option<(&str, &str)> {
    let found = over().captures(line)?;
    Some((found.get(1)?.as_str(), found.get(2)?.as_str())).filter(|(_, rest)| !rest.is_empty())
}

/// What a side is told to have won or lost; `of` is what the words before it are about.
pub(super) fn personal(side: Side, rest: &str, cried: bool, of: Option<&str>) -> Option<Line> {
    if about_rules().is_match(rest) {
        return None;
    }
    let bluejack = cried || by_blue().is_match(rest);
    let told = lead().captures(rest).and_then(|found| found.get(1)).map_or(rest, |told| told.as_str());
    if let Some(found) = decides().captures(told) {
        let winner = if found.get(1).is_some() { side } else { side.other() };
        return Some(Won::named(&found[2]).by(winner, bluejack));
    }
    let of = of.map_or(Won::It, Won::named);
    if let Some(found) = decides_alone().captures(told) {
        let winner = if found.get(1).is_some() { side } else { side.other() };
        return Some(of.by(winner, bluejack));
    }
    let found = is_winner().captures(rest)?;
    let named = found.get(3).or(found.get(1)).or(found.get(2));
    Some(named.map_or(of, |word| Won::named(word.as_str())).by(side, bluejack))
}

/// Whether a line that is not understood may tell how a set or the game ended.
pub(super) fn may_be_result(line: &str) -> bool {
    may_tell().is_match(line)
}
