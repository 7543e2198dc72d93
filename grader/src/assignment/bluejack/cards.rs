//! Cards and lists of cards as programs print them.

use crate::assignment::words::patterns;

use super::facts::Printed;

patterns! {
    card = r"^(?:the\s+|an?\s+)?(blue|yellow|red|green)\s*:?\s*([+-]?)\s*(\d{1,9})$";
    // "Flip", "Double (x2)", or the handout's signs alone.
    flip = r"^(?:(?:the\s+|an?\s+)?flip(?:\s+card)?\s*)?[(\[]?\s*(?:\+/-|±)?\s*[)\]]?$";
    double = r"^(?:(?:the\s+|an?\s+)?double(?:\s+card)?\s*)?[(\[]?\s*(?:x\s*2|\*\s*2|2\s*x)?\s*[)\]]?$";
    anywhere = r"\b(?:(?:blue|yellow|red|green)\s*:?\s*[+-]?\s*\d{1,9}|flip|double|x2)\b|\+/-|±";
    numbering = r"^[\[(]?\s*\d+\s*[)\].:]+\s*|^\d+\s*-\s+|^\d+\s+([a-z])";
    nothing = r"^\W*(?:empty|none|nothing|no\s+cards?(?:\s+left)?)?\W*$";
    sum_behind = r"^(.*?)\s*(?:[(\[{<]\s*(?:sum|total|score|value)?\s*(?:is|:|=)?\s*([+-]?\d{1,18})\s*[)\]}>]|(?:=|->|→|\b(?:sum|total|score)\b\s*(?:is|:|=)?)\s*([+-]?\d{1,18}))\s*[.!]?$";
}

/// The card a text names, with the text tidied.
pub(super) fn printed(text: &str) -> Printed {
    let text = text.trim().trim_end_matches(['.', '!', ',', ';']).trim();
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

/// How many cards a text mentions.
pub(super) fn mentions(text: &str) -> usize {
    anywhere().find_iter(text).count()
}

/// The cards of a list: with commas, numbers before them, or only blanks between.
pub(super) fn list(text: &str) -> Vec<Printed> {
    let text = text.trim().trim_matches(['[', ']', '{', '}']).trim();
    if nothing().is_match(text) {
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
    let Some(found) = numbering().captures(part) else { return part.to_owned() };
    let end = found.get(1).map_or(found[0].len(), |letter| letter.start());
    part[end..].to_owned()
}

/// A board's list and its sum.
pub(super) fn with_sum(text: &str) -> (Vec<Printed>, Option<i64>) {
    let tidy = text.trim().replace(['−', '–'], "-");
    match sum_behind().captures(&tidy) {
        Some(found) => {
            let number = found.get(2).or_else(|| found.get(3)).and_then(|sum| sum.as_str().parse().ok());
            (list(&found[1]), number)
        }
        None => (list(&tidy), None),
    }
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
        assert_eq!(texts(&list("x2, (x2), Double (x2), DOUBLE")), ["Double"; 4]);
        assert_eq!(printed("+3").card, None);
        assert_eq!(list("Purple 3, Blue 4")[0].card, None);
        assert_eq!(list("1) Blue, 2) Red 4")[0], Printed { text: "Blue".into(), card: None });
    }

    #[test]
    fn a_board_has_its_sum_behind() {
        for text in
            ["Blue 7, Red -2 (5)", "Blue 7, Red -2 = 5", "Blue 7, Red -2 [sum: 5]", "Blue 7 Red -2 total 5."]
        {
            let (cards, sum) = with_sum(text);
            assert_eq!((texts(&cards), sum), (vec!["Blue 7", "Red -2"], Some(5)), "{text}");
        }
        assert_eq!(with_sum("Blue 7, Green 8, Flip (-1)").1, Some(-1));
        assert_eq!(with_sum("(0)"), (Vec::new(), Some(0)));
        assert_eq!(with_sum("Blue 7, Red -2").1, None);
    }
}
