//! Cards as programs write them, in the words of the page: `[Blue 7]`, `Blue(7)`, `7 Blue`, `B7`, `<Flip +/->`.

use std::borrow::Cow;

use regex::Captures;

use crate::assignment::words::patterns;

patterns! {
    flip = r"[(\[{<]?\s*\bflip\b(?:\s+card\b)?(?:\s*[(\[{<]?\s*(?:\+\s*/\s*-|±)\s*[)\]}>]?)?\s*[)\]}>]?|[(\[{<]?\s*(?:\+\s*/\s*-|±)\s*[)\]}>]?";
    double = r"[(\[{<]?\s*\bdouble\b(?:\s+card\b)?(?:\s*[(\[{<]?\s*(?:x\s*2\b|2\s*x\b)\s*[)\]}>]?)?\s*[)\]}>]?|[(\[{<]?\s*(?:\bx\s*2\b)\s*[)\]}>]?";
    // A bullet before a card is no minus.
    bullet = r"^\s*[-*•]\s+";
    // "Blue(7)", "Red [+3]"
    number_in_brackets = r"\b(blue|yellow|red|green)\s*[(\[{]\s*([+-]?\d{1,9})\s*[)\]}]";
    // "[Blue 7]"
    in_brackets = r"[(\[{<]\s*(blue|yellow|red|green)\s*:?\s*([+-]?)\s*(\d{1,9})\s*[)\]}>]";
    // "[7 Blue]", "7 of Blue"
    number_first = r"[(\[{<]?\s*([+-]?)\s*\b(\d{1,9})\s*(?:of\s+)?\b(blue|yellow|red|green)\b\s*[)\]}>]?";
    colour = r"\b(?:blue|yellow|red|green)\b";
    colour_first = r"\b(?:blue|yellow|red|green)\s*:?\s*[+-]?\s*\d";
    card_word = r"\b((?:blue|yellow|red|green)\s+[+-]?\d{1,9})\s+card\b";
    numbering = r"(^|[\s,;:=|>])[(\[]?(\d{1,2})\s*[)\]]?\s*[=:.)\]-]+\s*((?:blue|yellow|red|green)\s+[+-]?\d|flip\b|double\b)";
}

/// `B7`, `R+3`: a capital for the colour, and the number right behind it.
fn letters() -> &'static regex::Regex {
    static COMPILED: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
        regex::Regex::new(r"\b([BYRG])([+-]?\d{1,2})\b").expect("built-in patterns compile")
    });
    &COMPILED
}

/// A line with its cards in the words of the page.
pub(super) fn tidied(line: &str) -> Cow<'_, str> {
    let text = bullet().replace(line, "").replace(['−', '–'], "-");
    let text = letters().replace_all(&text, |found: &Captures<'_>| {
        let name = match &found[1] {
            "B" => "Blue",
            "Y" => "Yellow",
            "R" => "Red",
            _ => "Green",
        };
        format!("{name} {}", &found[2])
    });
    let text = flip().replace_all(&text, " Flip ").into_owned();
    let text = double().replace_all(&text, " Double ").into_owned();
    let count = |pattern: &regex::Regex| pattern.find_iter(&text).count();
    let colours = count(colour());
    let text = if count(number_first()) == colours && count(colour_first()) < colours {
        number_first().replace_all(&text, " $3 $1$2 ").into_owned()
    } else {
        let text = number_in_brackets().replace_all(&text, " $1 $2 ");
        in_brackets().replace_all(&text, " $1 $2$3 ").into_owned()
    };
    Cow::from(card_word().replace_all(&text, "$1").into_owned())
}

/// A list without the numbers before its cards.
pub(super) fn unnumbered(list: &str) -> Cow<'_, str> {
    numbering().replace_all(list, "$1 $3")
}

/// The numbers before the cards of a line.
pub(super) fn numbers(line: &str) -> Vec<i64> {
    let line = tidied(line);
    let all = numbering().captures_iter(&line);
    all.filter_map(|found| found[2].parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::bluejack::cards::list;

    #[test]
    fn cards_are_read_in_many_ways() {
        let expected = list("Blue 7, Red -2, Flip, Double");
        for text in [
            "[Blue 7] [Red -2] [+/-] [x2]",
            "<Blue 7> <Red -2> <Flip +/-> <Double x2>",
            "BLUE(7) RED(-2) FLIP DOUBLE",
            "7 Blue | -2 Red | +/- | x2",
            "(1) 7 Blue  (2) -2 Red  (3) Flip(+/-)  (4) x2",
            "[1] 7 of Blue   [2] -2 of Red   [3] Flip Card (+/-)  [4] Double Card (x2)",
            "1=<Blue 7> 2=<Red -2> 3=(+/-) 4=(x2)",
            "B7 R-2 +/- x2",
            "- 7 of Blue, -2 of Red, Flip, Double",
        ] {
            let read = list(&unnumbered(&tidied(text)));
            assert_eq!(read, expected, "{text}");
        }
        assert_eq!(numbers("[2] +2 Green   [4] Flip(+/-)"), [2, 4]);
        assert_eq!(tidied("1 Blue +3 | 2 Red -2"), "1 Blue +3 | 2 Red -2");
    }
}
