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

/// How wide lines are where nothing says it.
const WIDTH: usize = 100;
/// The narrowest that is worth wrapping for.
const NARROWEST: usize = 40;
/// The widest that anybody reads.
const WIDEST: usize = 1000;

/// How wide lines on standard output may be: as the terminal is, else as `COLUMNS` says.
pub fn width() -> usize {
    use std::io::IsTerminal as _;
    if !std::io::stdout().is_terminal() {
        return width_of(std::env::var("COLUMNS").ok().as_deref());
    }
    terminal_size::terminal_size().map_or(WIDTH, |(columns, _)| usize::from(columns.0).max(NARROWEST))
}

/// The width that `COLUMNS` asks for, unless it is no number of columns that lines could have.
fn width_of(columns: Option<&str>) -> usize {
    let asked = columns.and_then(|columns| columns.trim().parse().ok());
    asked.filter(|asked| (NARROWEST..=WIDEST).contains(asked)).unwrap_or(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::{width_of, wrap};

    #[test]
    fn columns_are_taken_where_they_make_sense() {
        let cases =
            [(Some("80"), 80), (Some(" 60 "), 60), (Some("0"), 100), (Some("9"), 100), (Some("wide"), 100)];
        for (columns, expected) in cases {
            assert_eq!(width_of(columns), expected, "{columns:?}");
        }
        assert_eq!((width_of(Some("-5")), width_of(Some("99999999")), width_of(None)), (100, 100, 100));
    }

    #[test]
    fn words_stay_whole_and_lines_stay_short() {
        assert_eq!(wrap("one two three", 9, "- ", "  "), "- one two\n  three\n");
        assert_eq!(wrap("unbreakable", 4, "", ""), "unbreakable\n");
        assert_eq!(wrap("a\nb", 9, "> ", "  "), "> a\n  b\n");
        assert_eq!(wrap("", 9, "> ", "  "), "");
    }
}
