//! Names as they are compared.

/// A text as it is compared: small letters without accents, digits, and nothing between them.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match bare(c) {
            "" if c.is_alphanumeric() => plain.push(c),
            letters => plain.push_str(letters),
        }
    }
    plain
}

/// The ways a name may be written: as it stands, and with the family's name first, as in *Doe, Jane*.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let mut all = vec![plain(name)];
    if let Some((last, first)) = name.split_once(',') {
        all.push(plain(&format!("{first}{last}")));
    } else {
        // Which of the words are the family's name is not told: each cut is one way.
        let words: Vec<&str> = name.split_whitespace().collect();
        all.extend(
            (1..words.len()).map(|at| plain(&format!("{}{}", words[at..].concat(), words[..at].concat()))),
        );
    }
    all
}

/// The letters without its accent of a Latin letter that has one; nothing for any other character.
fn bare(c: char) -> &'static str {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' | 'ä' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ģ' | 'ĝ' | 'ġ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ļ' | 'ľ' | 'ĺ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'œ' => "oe",
        'ř' | 'ŕ' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}
