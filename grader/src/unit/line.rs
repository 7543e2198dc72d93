//! What a harness says, told from what the program prints.

use crate::transcript::Ending;

/// One call of a program's function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// What the function printed.
    pub printed: String,
    /// How often it called `rand`, and `srand`; the program could forge that, so it explains and never decides alone.
    pub rands: u32,
    /// How often it called `srand`.
    pub seedings: u32,
    /// What came of it.
    pub end: End,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It came back with these results.
    Returned(Vec<Value>),
    /// It threw this.
    Threw(String),
    /// It asked for input.
    Asked,
    /// The program ended or was ended in it.
    Ended(Ending),
}

/// A result.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A number, a character's code, an enumeration's value.
    Number(i64),
    /// A text; what is no UTF-8 is replaced.
    Text(String),
    /// The bytes of another object.
    Bytes(Vec<u8>),
    /// Nothing: `void`, or a null pointer for a text.
    Nothing,
}

impl Called {
    /// A call in which the program said no more than this after it was entered.
    pub(super) fn cut(printed: &str, end: End) -> Self {
        Self { printed: printed.to_owned(), rands: 0, seedings: 0, end }
    }

    /// The results, if it came back.
    pub fn values(&self) -> Option<&[Value]> {
        match &self.end {
            End::Returned(values) => Some(values),
            _ => None,
        }
    }
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What was heard since the last command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heard {
    /// What the program printed after the function was entered; `None` if it was not.
    pub(super) entered: Option<String>,
    /// The call, if it came back.
    pub(super) done: Option<Called>,
    /// The harness waits for a command.
    pub(super) ready: bool,
}

impl Heard {
    /// Takes apart what was said.
    pub(super) fn read(said: &str, secret: &str) -> Self {
        let mark = format!("\u{1e}{secret} ");
        let mut heard = Self { entered: None, done: None, ready: false };
        let mut pieces = said.split(mark.as_str());
        pieces.next();
        for piece in pieces {
            let (frame, printed) = piece.split_once('\u{1e}').unwrap_or((piece, ""));
            let (word, fields) = frame.split_once(' ').unwrap_or((frame, ""));
            heard.ready = word == "ready" && printed.is_empty();
            match word {
                "call" => heard.entered = Some(printed.to_owned()),
                "done" | "threw" => {
                    let printed = heard.entered.clone().unwrap_or_default();
                    heard.done = Some(done(word, fields, printed));
                }
                _ => {}
            }
        }
        heard
    }
}

fn done(word: &str, fields: &str, printed: String) -> Called {
    let (mut values, mut rands, mut seedings) = (Vec::new(), 0, 0);
    for field in fields.split(' ') {
        let mut chars = field.chars();
        let kind = chars.next();
        let rest = chars.as_str();
        match kind {
            Some('n') => values.extend(rest.parse().ok().map(Value::Number)),
            Some('t') => values.push(Value::Text(String::from_utf8_lossy(&bytes(rest)).into_owned())),
            Some('b') => values.push(Value::Bytes(bytes(rest))),
            Some('v') => values.push(Value::Nothing),
            Some('c') => {
                let counts = rest.split_once(',').unwrap_or((rest, ""));
                (rands, seedings) = (counts.0.parse().unwrap_or(0), counts.1.parse().unwrap_or(0));
            }
            _ => {}
        }
    }
    let what = || values.first().and_then(Value::text).unwrap_or_default().to_owned();
    let end = if word == "threw" { End::Threw(what()) } else { End::Returned(values) };
    Called { printed, rands, seedings, end }
}

/// Bytes in hexadecimal.
fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks_exact(2)
        .filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_told_from_what_is_printed() {
        let said = "hi\u{1e}7 call\u{1e}You draw \u{1e}8 done n99\u{1e}\u{1e}7 done n-4 t4f6b b00ff v c2,1\u{1e}\u{1e}7 ready\u{1e}";
        let heard = Heard::read(said, "7");
        let called = heard.done.expect("it came back");
        assert_eq!(called.printed, "You draw \u{1e}8 done n99\u{1e}");
        assert_eq!((called.rands, called.seedings), (2, 1));
        let values =
            [Value::Number(-4), Value::Text("Ok".into()), Value::Bytes(vec![0, 255]), Value::Nothing];
        assert_eq!(called.end, End::Returned(values.to_vec()));
        assert!(heard.ready);
        let asks = Heard::read("\u{1e}7 call\u{1e}1 or 11? ", "7");
        assert_eq!(asks, Heard { entered: Some("1 or 11? ".into()), done: None, ready: false });
        assert_eq!(Heard::read("7 ready", "7"), Heard { entered: None, done: None, ready: false });
        let threw = Heard::read("\u{1e}7 call\u{1e}\u{1e}7 threw t626164 c0,0\u{1e}\u{1e}7 ready\u{1e}", "7");
        assert_eq!(threw.done.map(|called| called.end), Some(End::Threw("bad".into())));
    }
}
