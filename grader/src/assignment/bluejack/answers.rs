//! Answers in a program's own words: which keys its question offers, and what each of them means.

use crate::assignment::words::patterns;

use super::tidy::tidied;

/// What a question offers in place of `end`, `stand` and `play K`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offers {
    end: String,
    stand: String,
    play: Play,
}

/// How a card is played.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Play {
    /// By its number alone.
    Number {
        /// The number of the first card.
        first: i64,
    },
    /// By this key; then its number is asked for.
    Key(String),
    /// It is not offered: the hand is empty, say.
    Never,
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// This answer of the page, or one that is none.
    Answer(String),
    /// A card is to be played; which, is asked next.
    Card,
}

patterns! {
    published = r"\byour\s+move\b";
    // "1) End turn", "e = end", "card number to play it", "1-4 to use a card", "e (end turn)"
    key_first = r#"(?:^|[\s,;(\[{/|'"<])(\d\s*-\s*\d|[a-z]|\d|(?:the\s+)?(?:card\s+)?(?:number|index)(?:\s+of\s+(?:the\s+|a\s+)?card)?|(?:the\s+)?card\s+(?:number|index))\s*(?:['")\].}:=>(-]+|\bfor\b|\bto\b)+\s*(?:to\s+|for\s+)?(?:your\s+|the\s+)?(end|finish|pass|skip|done|continue|nothing|stand|stay|hold|stick|play|use|put|place|throw)\b"#;
    // "(E)nd turn"
    inside = r"[(\[]([a-z])[)\]](nd|inish|ass|kip|tand|tay|lay|se)\b";
    // "End turn (1)", "stand = 2"
    key_last = r#"\b(end|finish|pass|skip|stand|stay|hold|play|use)(?:\s+(?:the\s+|your\s+|my\s+|a\s+)?(?:turn|card))?\s*[(\[=:]+\s*['"]?(\d\s*-\s*\d|[a-z]|\d)['"]?\s*(?:[)\],;/|]|$)"#;
    number_of_card = r"\b(?:card(?:'s)?\s+(?:number|index)|(?:number|index)\s+of\s+(?:the|a|your)\s+card|(?:1-[1-4]|0-[0-3])\b)";
    range_from_nought = r"(?:^|[^\d])0-[1-3]\b";
    listed_from_nought = r"(?:^|[\s(\[{])0\s*[)\]}:=.-]+\s*(?:blue|yellow|red|green|flip|double)\b";
    by_letter = r"\b(?:a\s*-\s*[a-d]\b|or\s+[b-d]\b)|(?:^|\s)[(\[]?a\s*[)\].:]\s*(?:blue|yellow|red|green|flip|double)\b";
    // "(pass / stand / use)"
    word = r"\b(end|finish|pass|skip|stand|stay|hold|play|use)\b";
    row = r"\b[a-z]+\b\s*(?:[/|,]|\bor\b)\s*(?:or\s+)?\b[a-z]+\b";
    // "(p/h/1-4)"
    initials = r"[(\[<]\s*([a-z](?:\s*[/,|]\s*(?:[a-z]|\d\s*-\s*\d)){1,3})\s*[)\]>]";
    draw = r#"\b(?:type|press|enter|hit)\s+['"(\[]?([a-z0-9])['")\]]?\s+(?:to|for)\s+(?:draw|get|take|ask|a\s+(?:new\s+)?card)"#;
}

/// So many lines may a menu have.
const MENU_LINES: usize = 9;

/// What a question offers, if it does so in its own way.
pub(super) fn offers(said: &str) -> Option<Offers> {
    let text = tidied_tail(said);
    if published().is_match(&text) {
        return None;
    }
    by_keys(&text).or_else(|| by_words(text.lines().next_back()?))
}

fn tidied_tail(said: &str) -> String {
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let tail = &lines[lines.len().saturating_sub(MENU_LINES)..];
    tail.join("\n").to_lowercase()
}

fn by_keys(text: &str) -> Option<Offers> {
    let (mut end, mut stand, mut play) = (None, None, None);
    let mut note = |key: &str, word: &str| {
        let slot = match word {
            "stand" | "stay" | "hold" | "stick" | "tand" | "tay" => &mut stand,
            "play" | "use" | "put" | "place" | "throw" | "lay" | "se" => &mut play,
            _ => &mut end,
        };
        // A menu is read from its end: what stands above may be another.
        *slot = Some(key.to_owned());
    };
    for found in inside().captures_iter(text) {
        note(&found[1], &found[2]);
    }
    for found in key_last().captures_iter(text) {
        note(&found[2], &found[1]);
    }
    for found in key_first().captures_iter(text) {
        note(&found[1], &found[2]);
    }
    let (end, stand) = (end?, stand?);
    let is_key = |key: &String| key.chars().count() == 1;
    if end == stand || !is_key(&end) || !is_key(&stand) {
        return None;
    }
    let play = match play {
        Some(key) if is_key(&key) && key != end && key != stand => Play::Key(key),
        Some(key) if !is_key(&key) => Play::Number { first: first_number(text) },
        None if number_of_card().is_match(text) => Play::Number { first: first_number(text) },
        _ => Play::Never,
    };
    Some(Offers { end, stand, play })
}

fn by_words(line: &str) -> Option<Offers> {
    if !row().is_match(line) {
        return None;
    }
    let (mut end, mut stand, mut play) = (None, None, None);
    for found in word().find_iter(line) {
        let slot = match found.as_str() {
            "stand" | "stay" | "hold" => &mut stand,
            "play" | "use" => &mut play,
            _ => &mut end,
        };
        slot.get_or_insert_with(|| found.as_str().to_owned());
    }
    let (end, stand) = (end?, stand?);
    if let Some(keys) = initials().captures(line) {
        return by_initials(&keys[1], (&end, &stand, play.as_deref()));
    }
    if (end.as_str(), stand.as_str(), play.as_deref()) == ("end", "stand", Some("play"))
        || (end.as_str(), stand.as_str(), play.as_deref()) == ("end", "stand", None)
    {
        return None;
    }
    Some(Offers { end, stand, play: play.map_or(Play::Never, Play::Key) })
}

/// The keys of a row like `p/h/1-4`, by the words they begin.
fn by_initials(keys: &str, (end, stand, play): (&str, &str, Option<&str>)) -> Option<Offers> {
    let keys: Vec<&str> = keys.split(['/', ',', '|']).map(str::trim).collect();
    let of = |word: &str| keys.iter().find(|key| word.starts_with(**key)).map(|key| (*key).to_owned());
    let (end, stand) = (of(end)?, of(stand)?);
    let range = keys.iter().find(|key| key.contains('-'));
    let play = match (range, play.and_then(of)) {
        (Some(range), _) => Play::Number { first: first_number(range) },
        (None, Some(key)) if key != end && key != stand => Play::Key(key),
        _ => Play::Never,
    };
    (end != stand).then_some(Offers { end, stand, play })
}

fn first_number(text: &str) -> i64 {
    let lines: Vec<&str> = text.lines().collect();
    // A score stands further above.
    let question = &lines[lines.len().saturating_sub(2)..];
    let from_nought = question.iter().any(|line| range_from_nought().is_match(line))
        || listed_from_nought().is_match(&tidied(text).to_lowercase());
    i64::from(!from_nought)
}

/// The key for the card that a side asks for at the start of its turn: "Type d to draw a card".
pub(super) fn draw_key(said: &str) -> Option<String> {
    let last = said.lines().rfind(|line| !line.trim().is_empty())?.to_lowercase();
    let found = draw().captures(&last)?;
    Some(found[1].to_owned())
}

/// How the cards are named where a question asks for one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Naming {
    /// By numbers, from this one on.
    Numbers(i64),
    /// By letters, from a on.
    Letters,
    /// By the numbers that stand before them in the hand.
    Listed(Vec<i64>),
}

/// How a question wants a card to be named.
pub(super) fn naming(said: &str, listed: &[i64]) -> Naming {
    let text = tidied_tail(said);
    if by_letter().is_match(&text) { Naming::Letters } else { by_number(first_number(&text), listed) }
}

impl Naming {
    /// The answer for the card that `play` names.
    pub(super) fn typed(&self, play: &str) -> String {
        let name = play.split_whitespace().nth(1).unwrap_or(play);
        match (self, name.parse::<i64>()) {
            (Self::Listed(numbers), Ok(number)) => {
                let place = usize::try_from(number - 1).ok();
                let listed = place.and_then(|place| numbers.get(place));
                listed.map_or_else(|| number.saturating_add(20), |listed| *listed).to_string()
            }
            (Self::Numbers(first), Ok(number)) => number.saturating_sub(1).saturating_add(*first).to_string(),
            (Self::Letters, Ok(number)) => {
                let letter = u8::try_from(number).ok().filter(|number| (1..=9).contains(number));
                letter.map_or_else(|| "z".to_owned(), |number| char::from(b'a' + number - 1).to_string())
            }
            _ => name.to_owned(),
        }
    }

    /// What an answer means.
    pub(super) fn meaning(&self, typed: &str) -> String {
        let typed = typed.trim().to_lowercase();
        let number = match self {
            Self::Listed(numbers) => {
                let place = numbers.iter().position(|number| number.to_string() == typed);
                place.and_then(|place| i64::try_from(place + 1).ok())
            }
            Self::Numbers(first) => {
                typed.parse::<i64>().ok().map(|number| number.saturating_sub(*first).saturating_add(1))
            }
            Self::Letters => match typed.as_bytes() {
                [letter @ b'a'..=b'z'] => Some(i64::from(letter - b'a') + 1),
                _ => None,
            },
        };
        number.filter(|number| *number >= 0).map_or(typed, |number| format!("play {number}"))
    }
}

/// Numbers that stand before the cards, where they are not just those from the first on, or else these.
fn by_number(first: i64, listed: &[i64]) -> Naming {
    let plain = listed.iter().zip(first..).all(|(listed, number)| *listed == number);
    if plain { Naming::Numbers(first) } else { Naming::Listed(listed.to_vec()) }
}

/// Answers that no menu of keys offers, by their kind.
const NO_NUMBERS: [&str; 3] = ["77", "66", "88"];
const NO_LETTERS: [&str; 3] = ["x", "w", "k"];

impl Offers {
    /// What is typed for an answer of the page.
    pub(super) fn typed(&self, answer: &str, listed: &[i64]) -> String {
        let words: Vec<&str> = answer.split_whitespace().collect();
        match (&words[..], &self.play) {
            (["end"], _) => self.end.clone(),
            (["stand"], _) => self.stand.clone(),
            (["play", ..], Play::Number { first }) => by_number(*first, listed).typed(answer),
            (["play", ..], Play::Key(key)) => key.clone(),
            _ => self.none_of_it(answer),
        }
    }

    /// A wrong answer of the kind that is asked for: a number among numbers, a letter among letters.
    fn none_of_it(&self, answer: &str) -> String {
        let is_number = |key: &str| key.bytes().all(|byte| byte.is_ascii_digit());
        let nth = answer.len() % 3;
        if is_number(&self.end) && is_number(&self.stand) {
            NO_NUMBERS[nth].to_owned()
        } else if self.end.len() == 1 || self.stand.len() == 1 {
            NO_LETTERS[nth].to_owned()
        } else {
            answer.to_owned()
        }
    }

    /// What an answer means.
    pub(super) fn meaning(&self, typed: &str, listed: &[i64]) -> Meaning {
        let typed = typed.trim().to_lowercase();
        if typed == self.end {
            return Meaning::Answer("end".to_owned());
        }
        if typed == self.stand {
            return Meaning::Answer("stand".to_owned());
        }
        match &self.play {
            Play::Key(key) if *key == typed => Meaning::Card,
            Play::Number { first } => Meaning::Answer(by_number(*first, listed).meaning(&typed)),
            _ => Meaning::Answer(typed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Meaning {
        Meaning::Answer(text.to_owned())
    }

    #[test]
    fn menus_offer_their_keys() {
        for (said, end, stand) in [
            ("1) End turn\n2) Stand\n3) Play a card\nYour choice: ", "1", "2"),
            ("1. End turn  2. Stand  3. Play card\nSelect: ", "1", "2"),
            ("What do you want to do? (1: end turn, 2: stand, 3: play card) ", "1", "2"),
            ("Enter P to play a card, S to stand, E to end the turn: ", "e", "s"),
            ("(pass / stand / use): ", "pass", "stand"),
            ("End, stand or play? (e/s/p) ", "e", "s"),
            ("End turn (1), Stand (2), Play a card (3)?", "1", "2"),
        ] {
            let offers = offers(said).unwrap_or_else(|| panic!("{said}"));
            assert_eq!((offers.end.as_str(), offers.stand.as_str()), (end, stand), "{said}");
            assert!(matches!(offers.play, Play::Key(_)), "{said}");
        }
    }

    #[test]
    fn a_card_is_played_by_its_number() {
        for (said, first) in [
            ("e = end turn, s = stand, 1-4 = use card > ", 1),
            ("(E)nd turn, (S)tand or card number: ", 1),
            ("End, stand or use a card? (e/s/1-4) ", 1),
            ("Press 1-4 to play a card, E to end turn, S to stand: ", 1),
            ("Enter index of card to play (0-3), or e (end turn), s (stand): ", 0),
            ("Type a card number to play it, e to end your turn or s to stand: ", 1),
        ] {
            let offers = offers(said).unwrap_or_else(|| panic!("{said}"));
            assert_eq!((offers.end.as_str(), offers.stand.as_str()), ("e", "s"), "{said}");
            assert_eq!(offers.play, Play::Number { first }, "{said}");
            assert_eq!(offers.typed("play 2", &[]), (1 + first).to_string());
            assert_eq!(offers.meaning(&offers.typed("play 2", &[]), &[]), answer("play 2"));
        }
        let zero = offers("0 = finish turn, 9 = stand, card number = play it\n> ").expect("a menu");
        assert_eq!(zero.meaning("0", &[]), answer("end"));
        assert_eq!(zero.meaning("3", &[]), answer("play 3"));
    }

    #[test]
    fn the_questions_of_the_page_are_no_menus() {
        for said in [
            "Your move (1 end, 2 stand, 3 play)? ",
            "end / stand / play K > ",
            "What now? [end/stand/play] ",
            "Your hand: 1) Blue 7, 2) Flip",
        ] {
            assert_eq!(offers(said), None, "{said}");
        }
    }
}
