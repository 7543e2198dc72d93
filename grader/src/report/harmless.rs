//! Text of unknown origin, made safe to show.

use crate::grade::is_hidden;

/// Shows control characters instead of obeying them: `␛` for an escape, `\u{9b}` for what has no picture. Newlines and
/// tabs stay.
///
/// A student's program could otherwise move the cursor, recolour or rewrite a report on a teacher's terminal.
pub fn harmless(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, c| {
        match c {
            '\n' | '\t' => shown.push(c),
            '\u{0}'..='\u{1f}' => shown.push(picture(c)),
            '\u{7f}' => shown.push('␡'),
            _ if is_hidden(c) => shown.extend(c.escape_unicode()),
            _ => shown.push(c),
        }
        shown
    })
}

/// The same for what must stay on one line: newlines and tabs are shown as well.
pub fn harmless_line(text: &str) -> String {
    harmless(text).chars().map(|c| if c.is_control() { picture(c) } else { c }).collect()
}

/// Unicode has a picture for each control character of ASCII.
fn picture(c: char) -> char {
    char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')
}
