//! Lines no wider than the place they are shown in.

/// The text in lines of at most `width` characters where its words allow it, each with an indent and a newline; lines
/// after the first have `rest` before them. Newlines in the text stay.
pub(super) fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut wrapped = String::new();
    for (index, paragraph) in text.lines().enumerate() {
        let mut line = String::from(if index == 0 { first } else { rest });
        let mut used = line.chars().count();
        let mut is_empty = true;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if !is_empty && used + 1 + length > width {
                wrapped.push_str(&line);
                wrapped.push('\n');
                rest.clone_into(&mut line);
                used = rest.chars().count();
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
            is_empty = false;
        }
        wrapped.push_str(line.trim_end());
        wrapped.push('\n');
    }
    wrapped
}

/// How wide lines are where standard output is no terminal.
const WIDTH: usize = 100;
/// The narrowest that is worth wrapping for.
const NARROWEST: usize = 40;

/// How wide lines on standard output may be.
pub fn width() -> usize {
    use std::io::IsTerminal as _;
    if !std::io::stdout().is_terminal() {
        return WIDTH;
    }
    terminal_size::terminal_size().map_or(WIDTH, |(columns, _)| usize::from(columns.0).max(NARROWEST))
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn words_stay_whole_and_lines_stay_short() {
        assert_eq!(wrap("one two three", 9, "- ", "  "), "- one two\n  three\n");
        assert_eq!(wrap("unbreakable", 4, "", ""), "unbreakable\n");
        assert_eq!(wrap("a\nb", 9, "> ", "  "), "> a\n  b\n");
        assert_eq!(wrap("", 9, "> ", "  "), "");
    }
}
