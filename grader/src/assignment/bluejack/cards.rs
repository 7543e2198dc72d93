//! Cards and lists of cards as programs print them.

use crate::assignment::words::patterns;

use super::facts::Printed;

patterns! {
    card = r"^(?:the\s+|an?\s+)?(blue|yellow|red|green)\s*:?\s*([+-]?)\s*(\d{1,9})$";
    // "Flip", "Double (x2)", or the handout's signs alone.
    flip = r"^(?:(?:the\s+|an?\s+)?flip(?:\s+card)?\s*)?[(\[]?\s*(?:\+/-|±)?\s*[)\]]?$";
    double = r"^(?:(?:the\s+|an?\s+)?double(?:\s+card)?\s*)?[(\[]?\s*(?:x\s*2|\*\s*2|2\s*x)?\s*[)\]]?$";
    anywhere = r"\b(?:blue|yellow|red|green)\s*:?\s*[+-]?\s*\d{1,9}\b|\bflip(?:\s+card)?\b(?:\s*[(\[]?\s*(?:\+/-|±)\s*[)\]]?)?|\bdouble(?:\s+card)?\b(?:\s*[(\[]?\s*(?:x\s*2|\*\s*2|2\s*x)\s*[)\]]?)?|\bx2\b|\+/-|±";
    numbering = r"^[\[(]?\s*\d+\s*[)\].:=]+\s*|^\d+\s*-\s+|^\d+\s+([a-z])";
    // A mark before an entry: a bullet, a coloured square.
    mark = r"^(?:[*•·▪●■◆>→»-]+\s+|[^\p{L}\d\s[:ascii:]±−–×]+\s*)+";
    mark_behind = r"(?:\s*[^\p{L}\d\s[:ascii:]±−–×]+)+$";
    nothing = r"^\W*(?:empty|none|nothing|no\s+cards?(?:\s+left)?)?\W*$";
}

/// The card a text names, with the text tidied.
pub(super) fn printed(text: &str) -> Printed {
    let text = text.trim().trim_end_matches(['.', '!', ',', ';']).trim();
    let text = &text[mark().find(text).map_or(0, |mark| mark.end())..];
    let text = &text[..mark_behind().find(text).map_or(text.len(), |mark| mark.start())];
    let tidy = text.replace(['−', '–'], "-");
    let name = if let Some(found) = card().captures(&tidy) {
        Some(format!("{} {}{}", &found[1], &found[2], &found[3]))
    } else if tidy.chars().any(|c| !c.is_whitespace() && c != '(' && c != ')') {
        let named =
            [(flip(), "Flip"), (double(), "Double")].into_iter().find(|(pattern, _)| pattern.is_match(&tidy));
        named.map(|(_, name)| name.to_owned())
    } else {
        None
    };
    let card = name.and_then(|name| name.parse::<reference::bluejack::Card>().ok());
    Printed { text: card.map_or_else(|| text.into(), |card| card.to_string().into()), card }
}

/// Whether a text could be meant as one card: short, with a number, a colour, or nothing at all.
pub(super) fn may_be_card(text: &str) -> bool {
    patterns! { clue = r"\d|\b(?:blue|yellow|red|green|flip|double)\b|\+/-|±"; }
    let words = text.split_whitespace().count();
    words == 0 || words <= 3 && clue().is_match(text) && !text.contains(['?', ',', ':'])
}

/// Where the last card that a text mentions ends.
pub(super) fn last_mention(text: &str) -> usize {
    anywhere().find_iter(text).last().map_or(0, |found| found.end())
}

/// The card a text begins with, if what follows is no part of its name and no other card: `Blue 7 (29 cards left)`.
pub(super) fn leading(text: &str) -> Option<Printed> {
    patterns! { more = r"^\s*(?:[,;(\[|.!:–—]|-\s|(?:from|on|onto|to|off|out|of|and|with|as|in)\b)"; }
    let text = text.trim();
    let text = &text[mark().find(text).map_or(0, |mark| mark.end())..];
    let mut found = anywhere().find_iter(text);
    let first = found.next().filter(|first| first.start() == 0 && more().is_match(&text[first.end()..]))?;
    found.next().is_none().then(|| printed(first.as_str()))
}

/// How many cards a text mentions.
pub(super) fn mentions(text: &str) -> usize {
    anywhere().find_iter(text).count()
}

/// The cards of a list: with commas, numbers before them, or only blanks between.
pub(super) fn list(text: &str) -> Vec<Printed> {
    let tidy = text.replace(['−', '–'], "-");
    let text = tidy.trim().trim_matches(['[', ']', '{', '}']).trim();
    if nothing().is_match(text) && mentions(text) == 0 {
        return Vec::new();
    }
    if let Some(mark) = [',', ';', '|'].into_iter().find(|mark| text.contains(*mark)) {
        let parts = text.split(mark).filter(|part| !part.trim().trim_matches('.').is_empty());
        return parts.map(|part| printed(&without_number(part))).collect();
    }
    let alone = printed(&without_number(text));
    let found: Vec<Printed> = anywhere().find_iter(text).map(|found| printed(found.as_str())).collect();
    if alone.card.is_some() || found.is_empty() { vec![alone] } else { found }
}

/// A list's entry without the number before it.
fn without_number(part: &str) -> String {
    let part = part.trim();
    let part = &part[mark().find(part).map_or(0, |mark| mark.end())..];
    let Some(found) = numbering().captures(part) else { return part.to_owned() };
    let end = found.get(1).map_or(found[0].len(), |letter| letter.start());
    part[end..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[Printed]) -> Vec<&str> {
        assert!(list.iter().all(|one| one.card.is_some()), "{list:?}");
        list.iter().map(|one| &*one.text).collect()
    }

    #[test]
    fn lists_are_read_with_and_without_numbers() {
        let expected = ["Blue +3", "Red -2", "Flip", "Green 8"];
        for text in [
            "1) Blue +3, 2) Red -2, 3) Flip, 4) Green 8",
            "Blue +3, Red -2, Flip, Green 8.",
            "[1] blue +3; [2] RED - 2; [3] Flip (+/-); [4] Green 8",
            "1. Blue +3 2. Red −2 3. Flip 4. Green 8",
            "1 Blue +3 | 2 Red -2 | 3 Flip card | 4 Green 8",
            "1) Blue +3, 2) Red -2, 3) +/-, 4) Green 8",
        ] {
            assert_eq!(texts(&list(text)), expected, "{text}");
        }
        for text in ["", "empty", "(none)", "-", "no cards left"] {
            assert_eq!(list(text), [], "{text}");
        }
        assert_eq!(texts(&list("🟦 Blue +3, 2) 🟥 Red -2, * Flip, - Green 8 🟩")), expected);
        assert_eq!(texts(&list("x2, (x2), Double (x2), DOUBLE")), ["Double"; 4]);
        assert_eq!(printed("+3").card, None);
        assert_eq!(list("Purple 3, Blue 4")[0].card, None);
        assert_eq!(list("1) Blue, 2) Red 4")[0], Printed { text: "Blue".into(), card: None });
    }
}
