//! The words in which a question wants its answer.

use super::words::patterns;

patterns! {
    // "1 = hit", "1) Hit", "h for hit", "[h] to hit", "y - yes"
    key_first = r#"(?:^|[^\w$])['"(\[<]?(yes|no|[a-z0-9])['")\]>]?\s*(?:=+>?|:|->|-|–|\)|\]|\.|\bfor\b|\bto\b|\bif you want to\b|\bmeans\b)\s*(?:an?\s+|get\s+|keep\s+)?([a-z]+)"#;
    // "hit (h)", "Hit = 1", "yes [y]"
    key_last = r#"\b([a-z]+)\s*(?:=|:|\(|\[|-)\s*['"]?([a-z0-9])['"]?(?:[)\]]|\b)"#;
    // "(h)it or (s)tand"
    key_inside = r"[(\[]([a-z])[)\]]([a-z]+)";
    either = r"([a-z0-9]+)['’\x22)\]]?\s*(?:/|\||\bor\b)\s*['‘\x22(\[]?([a-z0-9]+)";
    keys_in_brackets = r"(?:^|\s)[(\[]?([0-9])[)\].]\s*[a-z]";
    listed_pair = r"\b(hit)\s*,\s*(stand|stay|stick)\b";
    positive = r"^(hit|draw|yes|another|card|more|twist|play|again|continue|start|new|next|take|begin|y|h|it)$";
    negative = r"^(stand|stay|no|stop|hold|stick|quit|exit|end|pass|leave|n|s|q|tand|tay)$";
}

/// The keys of a menu: "1 = hit, 2 = stand", "hit (h), stand (s)", "(h)it or (s)tand".
pub(super) fn keyed(text: &str) -> (Option<String>, Option<String>) {
    let (mut yes, mut no) = (None, None);
    let mut note = |key: &str, word: &str| {
        if positive().is_match(word) {
            yes.get_or_insert_with(|| key.to_owned());
        } else if negative().is_match(word) {
            no.get_or_insert_with(|| key.to_owned());
        }
    };
    for captures in key_inside().captures_iter(text) {
        let (key, rest) = (&captures[1], &captures[2]);
        note(key, &format!("{key}{rest}"));
    }
    for captures in key_first().captures_iter(text) {
        note(&captures[1], &captures[2]);
    }
    for captures in key_last().captures_iter(text) {
        note(&captures[2], &captures[1]);
    }
    // A menu of two unknown words: going on stands first.
    if yes.is_none() && no.is_none() {
        let keys: Vec<&str> =
            keys_in_brackets().captures_iter(text).filter_map(|keys| Some(keys.get(1)?.as_str())).collect();
        if keys == ["1", "2"] {
            return (Some("1".to_owned()), Some("2".to_owned()));
        }
    }
    match (yes, no) {
        (Some(yes), Some(no)) if yes == no => (None, None),
        found => found,
    }
}

/// A pair of words: "y/n", "yes or no", "hit/stand", and for another card "1/2".
pub(super) fn pair(text: &str, hit: bool) -> Option<(String, String)> {
    if let Some(captures) = listed_pair().captures(text) {
        return Some((captures[1].to_owned(), captures[2].to_owned()));
    }
    let mut found = None;
    for captures in either().captures_iter(text) {
        let (a, b) = (&captures[1], &captures[2]);
        let fits = |yes: &str, no: &str| positive().is_match(yes) && negative().is_match(no);
        if fits(a, b) {
            found = Some((a.to_owned(), b.to_owned()));
        } else if fits(b, a) {
            found = Some((b.to_owned(), a.to_owned()));
        } else if hit && matches!((a, b), ("1", "2" | "0")) {
            found = Some((a.to_owned(), b.to_owned()));
        }
    }
    found
}

/// A word that was found in a text without regard to case, in the case the text offers it in.
pub(super) fn as_written(text: &str, word: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    // A key may stand inside its word: "(Y)es".
    let mut written =
        text.split(|c: char| !is_word(c)).filter(|part| part.eq_ignore_ascii_case(word)).peekable();
    let first = written.peek().copied().unwrap_or(word);
    if written.any(|part| part == word) { word.to_owned() } else { first.to_owned() }
}
