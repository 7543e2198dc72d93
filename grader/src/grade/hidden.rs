//! Characters that must not reach a reader as they are.

/// Whether a character controls a terminal, or hides or reorders what stands around it: control characters, marks of
/// no width, those of the direction of writing, line separators and the invisible copies of ASCII.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}
