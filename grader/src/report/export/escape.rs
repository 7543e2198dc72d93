//! What the forms treat as their own, written so that it is text.

/// A value as a cell of a table with commas or the like: in quotes where it needs them.
pub(super) fn cell(value: &str, delimiter: char) -> String {
    let is_special = |c: char| c == delimiter || matches!(c, '"' | '\n' | '\r');
    let is_padded = value.starts_with([' ', '\t']) || value.ends_with([' ', '\t']);
    if value.contains(is_special) || is_padded {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

/// A text that no spreadsheet takes for a formula: what would begin one stands behind an apostrophe.
pub(super) fn no_formula(value: &str) -> String {
    let begins = value.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if begins || value.starts_with(['\t', '\r', '\n']) { format!("'{value}") } else { value.to_owned() }
}

/// Text in XML or HTML, attributes included. What XML has no way to write becomes U+FFFD.
pub(super) fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => escaped.push(c),
            _ => escaped.push('\u{fffd}'),
        }
    }
    escaped
}

/// Text in an attribute of XML, where a reader would turn newlines into blanks.
pub(super) fn attribute(text: &str) -> String {
    markup(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// A line of text in Markdown, without links, HTML, headings, lists or cells of tables.
pub(super) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_number = true;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_spaced = chars.peek().is_none_or(|next| next.is_whitespace());
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '!' | '|' | '~' | '$' => {
                escaped.extend(['\\', c]);
            }
            // These begin a list or underline a heading at the begin of a line only.
            '-' | '+' | '=' if escaped.is_empty() => escaped.extend(['\\', c]),
            '.' | ')' if is_number && !escaped.is_empty() => escaped.extend(['\\', c]),
            // `http://` makes a link, `:word:` a picture, `@name` calls somebody.
            ':' | '@' if !is_spaced => escaped.extend(['\\', c]),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(c),
        }
        is_number &= c.is_ascii_digit();
    }
    escaped
}

/// Lines that Markdown shows as they are: a fence longer than any run of backticks in them.
pub(super) fn fence(lines: &str) -> String {
    let (mut run, mut longest) = (0, 2);
    for c in lines.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let marks = "`".repeat(longest + 1);
    format!("{marks}text\n{}\n{marks}\n", lines.trim_end_matches('\n'))
}

/// Text of a workflow command of GitHub Actions, as its toolkit writes it.
pub(super) fn command_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command of GitHub Actions.
pub(super) fn command_property(text: &str) -> String {
    command_data(text).replace(':', "%3A").replace(',', "%2C")
}
