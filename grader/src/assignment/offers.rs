//! The words in which a question wants its answer.

use regex::Match;

use super::words::patterns;

patterns! {
    // "1 = hit", "1) Hit", "h for hit", "[h] to hit", "y - yes"
    key_first = r#"(?:^|[^\w$])['"(\[<]?(yes|no|[a-z0-9])['")\]>]?\s*(?:=+>?|:|->|-|–|\)|\]|\.|\bfor\b|\bto\b|\bif you want to\b|\bmeans\b)\s*(?:an?\s+|get\s+|keep\s+)?([a-z]+)"#;
    // "hit (h)", "Hit = 1", "yes [y]"
    key_last = r#"\b([a-z]+)\s*(?:=|:|\(|\[|-)\s*['"]?([a-z0-9])['"]?(?:[)\]]|\b)"#;
    // "stand (h/s)", "stand: h or s": the keys of a pair, and not of its last word.
    goes_on_with_key = r#"^['"]?\s*(?:[/|]\s*['"]?[a-z0-9]['"]?[ \t]*(?:[^\w \t=]|$)|(?:,|\bor\b)\s*['"]?[a-z0-9]['"]?[ \t]*(?:[)\]?.!>\n]|$))"#;
    // "'more' for another card or 'enough' to stop"
    quoted_first = r#"['"<\[]([a-z]{2,})['">\]]\s*(?:=|:|->|\bfor\b|\bto\b|\bif you (?:want|wish) to\b)\s*(?:an?\s+|get\s+|keep\s+|go\s+)?([a-z]+)"#;
    // "[+] card  [.] enough", "+ for a card, . for enough"
    sign_first = r#"(?:^|[\s\[(<'"])([+.*#/-])[\])>'"]?\s*(?:=|:|\bfor\b|\bto\b|\bmeans\b)?\s+(?:an?\s+|the\s+|get\s+|keep\s+|go\s+)?([a-z]+)"#;
    // "(h)it or (s)tand"
    key_inside = r"[(\[]([a-z])[)\]]([a-z]+)";
    either = r"([a-z0-9]+)['’\x22)\]]?\s*(?:/|\||\bor\b)\s*['‘\x22(\[]?([a-z0-9]+)";
    keys_in_brackets = r"(?:^|\s)[(\[]?([0-9])[)\].][ \t]*[a-z]";
    listed_pair = r"\b(hit)\s*,\s*(stand|stay|stick)\b";
    positive = r"^(hit|draw|yes|another|card|more|add|deal|twist|play|again|continue|start|new|next|take|begin|y|h|it)$";
    negative = r"^(stand|stay|no|stop|hold|stick|quit|exit|end|pass|leave|enough|done|finish|finished|keep|fold|home|n|s|q|tand|tay)$";
    // "Type gimme or enough", "[draw/keep]": what is offered outright.
    offered = r#"(?:\b(?:type|enter|press|say|write|input)\s+|[(\[]\s*|(?:^|\n|[.!:;]\s)\s*)['"]?([a-z]{2,})['"]?\s*(?:/|\||,|\bor\b)\s*['"]?([a-z]{2,})['"]?\s*(?:\n|$|[)\]:?.>])"#;
    no_answer = r"^(a|an|the|your|you|card|cards|bet|number|letter|return|key)$";
    yes_no_words = r"[(\[]?\b(?:y|yes)\b\W{1,4}(?:or\W{1,3})?\b(?:no|n)\b\W*";
    clause_end = r"[.!;:,?](?:\s+|$)|\n|\s-+\s";
    stopping = r"\b(stop|quit|exit|leave|end|finish|finished|done|enough|cash\s+out|go\s+home|give\s+up|walk\s+away)\b";
    standing = r"\b(stand|stay|stick|hold|pass)\b";
    going_on = r"\b(hit|another|more|draw|twist|again|continue|keep|new|next|or|play|card|cards|not|if|to)\b";
}

/// Whether yes to a question means an end: "Do you want to stand (y/n)?", "Quit?". `hit` is for another card, where
/// staying is an end as well.
pub(super) fn asks_to_stop(question: &str, hit: bool) -> bool {
    patterns! { wanting = r"\b(want|like|wish|going|ready|choose|prefer|care|need)\s+to\b"; }
    let question = question.to_ascii_lowercase();
    if has_key_to_go_on(&question) {
        return false;
    }
    let bare = yes_no_words().replace_all(&question, " ");
    let is_word = |clause: &&str| clause.chars().filter(char::is_ascii_alphabetic).count() >= 3;
    let Some(clause) = clause_end().split(&bare).filter(is_word).last() else { return false };
    let clause = wanting().replace(clause, "");
    (stopping().is_match(&clause) || hit && standing().is_match(&clause)) && !going_on().is_match(&clause)
}

/// Whether a key stands for a word that goes on, other than yes: "1 = hit, 2 = stand".
fn has_key_to_go_on(question: &str) -> bool {
    let first = key_first().captures_iter(question).map(|found| found.extract::<2>().1[1]);
    let last = key_last().captures_iter(question).map(|found| found.extract::<2>().1[0]);
    first.chain(last).any(|word| positive().is_match(word) && !matches!(word, "yes" | "y"))
}

/// The other way round: "n" is what goes on.
pub(super) fn turned((yes, no): (String, String)) -> (String, String) {
    let is_yes = matches!(yes.as_str(), "y" | "yes" | "1");
    if is_yes { (no, yes) } else { (yes, no) }
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
    let inside: Vec<(String, String)> = key_inside()
        .captures_iter(text)
        .map(|captures| (captures[1].to_owned(), format!("{}{}", &captures[1], &captures[2])))
        .collect();
    for (key, word) in &inside {
        note(key, word);
    }
    for captures in key_first().captures_iter(text).chain(sign_first().captures_iter(text)) {
        if captures.get(1).is_some_and(|key| may_be_key(text, key)) {
            note(&captures[1], &captures[2]);
        }
    }
    for captures in quoted_first().captures_iter(text) {
        note(&captures[1], &captures[2]);
    }
    for captures in key_last().captures_iter(text) {
        let rest = captures.get(0).map_or("", |whole| &text[whole.end()..]);
        if !goes_on_with_key().is_match(rest) {
            note(&captures[2], &captures[1]);
        }
    }
    // A menu of two unknown words: going on stands first.
    if yes.is_none() && no.is_none() && !yes_no_words().is_match(text) {
        let keys: Vec<&str> =
            keys_in_brackets().captures_iter(text).filter_map(|keys| Some(keys.get(1)?.as_str())).collect();
        if keys == ["1", "2"] {
            return (Some("1".to_owned()), Some("2".to_owned()));
        }
    }
    let is_number = |key: &str| key.bytes().all(|byte| byte.is_ascii_digit());
    match (yes, no) {
        (Some(yes), Some(no)) if yes == no || is_number(&yes) != is_number(&no) => (None, None),
        found => found,
    }
}

/// Whether a key may stand here: a number amid a line is a total where no menu is so long ("You have 4. Hit?").
fn may_be_key(text: &str, key: Match<'_>) -> bool {
    let is_long = key.as_str().parse::<u8>().is_ok_and(|number| number > 3);
    let before = text[..key.start()].trim_end_matches([' ', '\t', '(', '[', '<', '\'', '"']);
    !is_long || before.is_empty() || before.ends_with('\n')
}

/// A pair of words: "y/n", "yes or no", "hit/stand", and for another card "1/2".
pub(super) fn pair(text: &str, hit: bool) -> Option<(String, String)> {
    if let Some(captures) = listed_pair().captures(text) {
        return Some((captures[1].to_owned(), captures[2].to_owned()));
    }
    let mut found = offered_outright(text);
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

/// Two words offered outright of which one at most is known; going on stands first.
fn offered_outright(text: &str) -> Option<(String, String)> {
    let captures = offered().captures_iter(text).last()?;
    let (a, b) = (&captures[1], &captures[2]);
    if no_answer().is_match(a) || no_answer().is_match(b) {
        return None;
    }
    let (first, second) = (a.to_owned(), b.to_owned());
    let last_goes_on = negative().is_match(a) && !negative().is_match(b)
        || positive().is_match(b) && !positive().is_match(a);
    Some(if last_goes_on { (second, first) } else { (first, second) })
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
