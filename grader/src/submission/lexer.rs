//! Cuts C++ and Rust source into words and signs, without comments, literals and switched-off code.
//!
//! Just enough to see a `main`, an `#include` or a `mod`, on any text, broken or not.

use std::iter::Peekable;
use std::str::CharIndices;

/// A piece of source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name, keyword or number.
    Word(&'a str),
    /// A string, raw string or character literal with its quotes.
    Literal(&'a str),
    /// Any other character.
    Sign(char),
    /// A preprocessor directive of C++, from after its `#` to the end of its line, comments included.
    Directive(&'a str),
}

/// The tokens of C++ text; what `#if 0` switches off is left out, but for the `#if`s and `#endif`s themselves.
pub fn cpp(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    let mut off = Switches::default();
    let mut line_start = true;
    while let Some((at, c)) = lexer.next() {
        if c == '\n' {
            line_start = true;
            continue;
        }
        if c.is_whitespace() || (c == '/' && lexer.skip_comment(false)) {
            continue;
        }
        let token = match c {
            '#' if line_start => {
                let directive = lexer.directive();
                off.read(directive);
                Token::Directive(directive)
            }
            '"' if off.active() && ends_raw_prefix(&tokens, text, at) => {
                tokens.pop();
                lexer.raw_cpp(at)
            }
            '"' | '\'' => lexer.quoted(at, c, true),
            _ => lexer.plain(at, c, true),
        };
        line_start = false;
        if off.active() || matches!(token, Token::Directive(line) if is_conditional(line)) {
            tokens.push(token);
        }
    }
    tokens
}

/// The tokens of Rust text.
pub fn rust(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    while let Some((at, c)) = lexer.next() {
        if c.is_whitespace() || (c == '/' && lexer.skip_comment(true)) {
            continue;
        }
        tokens.push(match c {
            '"' => lexer.quoted(at, c, false),
            'r' | 'b' | 'c' if lexer.raw_rust(at) => Token::Literal(lexer.since(at)),
            '\'' if lexer.is_char_literal(at) => lexer.quoted(at, c, false),
            _ => lexer.plain(at, c, false),
        });
    }
    tokens
}

fn is_conditional(directive: &str) -> bool {
    let name = directive.split_whitespace().next().unwrap_or_default();
    matches!(name, "if" | "ifdef" | "ifndef" | "elif" | "elifdef" | "elifndef" | "else" | "endif")
}

/// Which of the open `#if` blocks are certainly off.
#[derive(Default)]
struct Switches {
    /// One for each open block: whether its current branch is off for certain.
    off: Vec<bool>,
    /// How many of them are: blocks can be nested deeper than one would count for every token.
    count: usize,
}

impl Switches {
    fn active(&self) -> bool {
        self.count == 0
    }

    fn open(&mut self, off: bool) {
        self.off.push(off);
        self.count += usize::from(off);
    }

    fn close(&mut self) -> Option<()> {
        self.count -= usize::from(self.off.pop()?);
        Some(())
    }

    fn read(&mut self, directive: &str) {
        let mut words = directive.split_whitespace();
        let name = words.next().unwrap_or_default();
        let condition = words.next().unwrap_or_default();
        match name {
            "if" => self.open(matches!(condition, "0" | "false" | "(0)")),
            "ifdef" | "ifndef" => self.open(false),
            "else" | "elif" | "elifdef" | "elifndef" if self.close().is_some() => self.open(false),
            "endif" => {
                self.close();
            }
            _ => {}
        }
    }
}

/// Whether the word just read is the prefix of a raw string that starts at `at`.
fn ends_raw_prefix(tokens: &[Token<'_>], text: &str, at: usize) -> bool {
    matches!(tokens.last(), Some(Token::Word("R" | "LR" | "uR" | "UR" | "u8R"))) && text[..at].ends_with('R')
}

struct Lexer<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Self {
        Lexer { text, chars: text.char_indices().peekable() }
    }

    fn next(&mut self) -> Option<(usize, char)> {
        self.chars.next()
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    fn at(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn since(&mut self, start: usize) -> &'a str {
        &self.text[start..self.at()]
    }

    fn jump(&mut self, to: usize) {
        while self.chars.next_if(|(at, _)| *at < to).is_some() {}
    }

    /// After a `/`: skips the comment it starts, if it does. Rust's block comments nest; a C++ line comment goes on
    /// after a backslash at the end of its line. The line end itself is left.
    fn skip_comment(&mut self, rust: bool) -> bool {
        match self.peek() {
            Some('/') => {
                self.skip_line(!rust);
                true
            }
            Some('*') => {
                self.next();
                let mut depth = 1;
                while depth > 0 {
                    let Some((_, c)) = self.next() else { break };
                    match (c, self.peek()) {
                        ('*', Some('/')) => {
                            self.next();
                            depth -= 1;
                        }
                        ('/', Some('*')) if rust => {
                            self.next();
                            depth += 1;
                        }
                        _ => {}
                    }
                }
                true
            }
            _ => false,
        }
    }

    fn skip_line(&mut self, spliced: bool) {
        let mut last = ' ';
        while let Some(c) = self.peek() {
            if c == '\n' && !(spliced && last == '\\') {
                break;
            }
            last = c;
            self.next();
        }
    }

    /// After a `#`: the rest of its line, with lines joined by a backslash. A block comment may hide a line end.
    fn directive(&mut self) -> &'a str {
        let start = self.at();
        let mut last = ' ';
        while let Some(c) = self.peek() {
            if c == '\n' && last != '\\' {
                break;
            }
            self.next();
            last = c;
            if c == '/' && self.peek() == Some('*') {
                self.skip_comment(false);
            } else if c == '/' && self.peek() == Some('/') {
                self.skip_line(true);
            }
        }
        self.since(start)
    }

    /// After an opening quote at `start`: the literal. One that is never closed ends with its line in C++.
    fn quoted(&mut self, start: usize, quote: char, one_line: bool) -> Token<'a> {
        while let Some(c) = self.peek() {
            if c == '\n' && one_line {
                break;
            }
            self.next();
            if c == '\\' {
                self.next();
            } else if c == quote {
                break;
            }
        }
        Token::Literal(self.since(start))
    }

    /// After the quote of a C++ raw string at `start`.
    fn raw_cpp(&mut self, start: usize) -> Token<'a> {
        let body = &self.text[start + 1..];
        let end = body.find('(').map(|open| format!("){}\"", &body[..open])).and_then(|close| {
            let found = body.find(&close)?;
            Some(start + 1 + found + close.len())
        });
        self.jump(end.unwrap_or(self.text.len()));
        Token::Literal(self.since(start))
    }

    /// At an `r`, `b` or `c` of Rust: skips the string it starts (`r#"…"#`, `b"…"`, `b'x'`), if it does.
    fn raw_rust(&mut self, start: usize) -> bool {
        if self.text[..start].ends_with(|c: char| c == '_' || c.is_alphanumeric()) {
            return false;
        }
        let rest = &self.text[start..];
        let prefix = rest.find(|c| !matches!(c, 'r' | 'b' | 'c')).unwrap_or(0);
        let after = &rest[prefix..];
        let hashes = after.len() - after.trim_start_matches('#').len();
        let raw = rest[..prefix].contains('r');
        if raw && after[hashes..].starts_with('"') {
            let body = start + prefix + hashes + 1;
            let close = format!("\"{}", "#".repeat(hashes));
            let end = self.text[body..].find(&close).map_or(self.text.len(), |at| body + at + close.len());
            self.jump(end);
            true
        } else if !raw && prefix == 1 && after.starts_with(['"', '\'']) {
            let quote = if after.starts_with('"') { '"' } else { '\'' };
            self.next();
            self.quoted(start, quote, false);
            true
        } else {
            false
        }
    }

    /// Whether the Rust quote at `start` opens a character (`'a'`, `'\n'`), not a lifetime.
    fn is_char_literal(&self, start: usize) -> bool {
        let mut rest = self.text[start + 1..].chars();
        match rest.next() {
            Some('\\') => true,
            Some(_) => rest.next() == Some('\''),
            None => false,
        }
    }

    fn plain(&mut self, start: usize, c: char, quotes_in_numbers: bool) -> Token<'a> {
        let in_word = |c: char| c == '_' || c.is_alphanumeric();
        if !in_word(c) {
            return Token::Sign(c);
        }
        let number = quotes_in_numbers && c.is_ascii_digit();
        while self.peek().is_some_and(|c| in_word(c) || (number && c == '\'')) {
            self.next();
        }
        Token::Word(self.since(start))
    }
}

/// A file named in an `#include` of C++ text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include {
    /// The name between the quotes or brackets.
    pub name: String,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

/// The `#include`s of C++ text, in order, without those `#if 0` switches off.
pub fn includes(text: &str) -> Vec<Include> {
    let directives = cpp(text).into_iter().filter_map(|token| match token {
        Token::Directive(line) => Some(line),
        _ => None,
    });
    directives.filter_map(include).collect()
}

/// The `#include` that a directive is.
pub fn include(directive: &str) -> Option<Include> {
    let rest = directive.trim_start().strip_prefix("include")?.trim_start();
    let close = if rest.starts_with('"') { '"' } else { '>' };
    let name = rest.strip_prefix(['"', '<'])?.split(close).next()?.trim();
    Some(Include { name: name.to_owned(), quoted: close == '"' })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_dead_code_are_seen_through() {
        let words = |tokens: Vec<Token<'_>>| {
            let words = tokens.iter().filter_map(|t| if let Token::Word(w) = t { Some(*w) } else { None });
            words.collect::<Vec<_>>().join(" ")
        };
        let cases = [
            ("a // b\nc", "a c"),
            ("a // b \\\n b\nc", "a c"),
            ("a /* b /* b */ c", "a c"),
            ("a \"b \\\" b\" c", "a c"),
            ("a \"b\nc", "a c"),
            ("a R\"x(b)\" b)x\" c", "a c"),
            ("1'000 + a", "1'000 a"),
            ("a '\"' c", "a c"),
            ("#if 0\nb\n#else\na\n#endif\nc", "a c"),
            ("#if 0\n#if 1\nb\n#else\nb\n#endif\nb\n#endif\nc", "c"),
            ("#ifdef X\na\n#else\nb\n#endif\nc", "a b c"),
            ("#define X \\\n b\na # c", "a c"),
            ("#define X /* b\n b */\nc", "c"),
            ("/* a */ # if 0\nb\n#endif", ""),
            ("a /* b", "a"),
            ("#endif\n#else\na", "a"),
        ];
        for (text, expected) in cases {
            assert_eq!(words(cpp(text)), expected, "{text:?}");
        }
        let cases = [
            ("a /* b /* b */ b */ c", "a c"),
            ("a \"b\n b\" c", "a c"),
            ("a r#\"b \" b\"# c", "a c"),
            ("a b\"b\" br\"b\" c", "a c"),
            ("fn a<'x>() { '{' }", "fn a x"),
            ("a '\\'' c", "a c"),
            ("for bar in r", "for bar in r"),
            ("a r\"b", "a"),
        ];
        for (text, expected) in cases {
            assert_eq!(words(rust(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn includes_are_told_with_their_quotes() {
        let text = "#include <ios>\n # include \"a b.h\" // x\n//#include <no>\n#if 0\n#include <no>\n#endif\n#include X\n";
        let names: Vec<_> = includes(text).into_iter().map(|i| (i.name, i.quoted)).collect();
        assert_eq!(names, [("ios".to_owned(), false), ("a b.h".to_owned(), true)]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_lexer(text in "([#\"'/*\\\\\n(){}rRbc ]|if 0|else|endif|include|main|\u{e9}){0,60}") {
            let pieces = cpp(&text).len() + rust(&text).len() + includes(&text).len();
            proptest::prop_assert!(pieces <= 3 * text.len());
        }
    }
}
