//! Tells which source files have a `main` function.

use super::SourceFile;
use super::lexer::{self, Token};
use crate::assignment::Language;

/// Where a text defines `main`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Main {
    Absent,
    /// Inside braces: a member of a class, or the text misses a brace above.
    Nested,
    /// At the top of the file.
    Top,
}

/// Whether a text defines the `main` of a program.
pub fn has_main(text: &str, language: Language) -> bool {
    look(text, language) != Main::Absent
}

/// The files that define `main`. A `main` inside braces counts only where no file has one at its top: then the braces
/// are more likely unbalanced than the function a member of something.
pub(super) fn with_main<'a>(files: &[&'a SourceFile], language: Language) -> Vec<&'a SourceFile> {
    let looks: Vec<Main> = files.iter().map(|file| look(&file.text, language)).collect();
    let best = looks.iter().copied().max().unwrap_or(Main::Absent);
    let chosen = files.iter().zip(&looks).filter(|(_, main)| **main == best && best != Main::Absent);
    chosen.map(|(file, _)| *file).collect()
}

fn look(text: &str, language: Language) -> Main {
    let (tokens, defined): (_, fn(&[Token<'_>], usize) -> bool) = match language {
        Language::Cpp => (lexer::cpp(text), defines_cpp),
        Language::Rust => (lexer::rust(text), defines_rust),
    };
    let mut depth = Depth::default();
    let mut found = Main::Absent;
    for (at, token) in tokens.iter().enumerate() {
        depth.read(*token);
        if matches!(token, Token::Word("main" | "_tmain" | "wmain" | "WinMain")) && defined(&tokens, at) {
            found = found.max(if depth.now == 0 { Main::Top } else { Main::Nested });
        }
    }
    found
}

/// How many braces are open. The branches of an `#if` each start from the depth at its head, since only one is
/// compiled.
#[derive(Default)]
struct Depth {
    now: usize,
    heads: Vec<usize>,
}

impl Depth {
    fn read(&mut self, token: Token<'_>) {
        match token {
            Token::Sign('{') => self.now += 1,
            Token::Sign('}') => self.now = self.now.saturating_sub(1),
            Token::Directive(line) => match line.split_whitespace().next() {
                Some("if" | "ifdef" | "ifndef") => self.heads.push(self.now),
                Some("else" | "elif") => self.now = self.heads.last().copied().unwrap_or(self.now),
                Some("endif") => {
                    self.heads.pop();
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// The most tokens between the name `main` and the brace of its body. Without a bound a text of nothing but `main(`
/// would be read once for each of them.
const HEAD: usize = 1000;

/// Whether the word at `at` is the name in `int main(…) {`, `auto main() -> int {`, `int main() try {` or the old
/// `main() {`; a call, a declaration or `Game::main` is not.
fn defines_cpp(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| tokens[at]);
    let fits = match before {
        None | Some(Token::Directive(_) | Token::Sign(';' | '}' | ']')) => true,
        Some(Token::Word(word)) => !matches!(word, "return" | "else" | "new" | "goto" | "do"),
        _ => false,
    };
    if !fits {
        return false;
    }
    let rest = tokens[at + 1..].iter().take(HEAD).filter(|token| !matches!(token, Token::Directive(_)));
    let mut open = 0_usize;
    for (nth, token) in rest.enumerate() {
        match token {
            Token::Sign('(') => open += 1,
            Token::Sign(')') => open = open.saturating_sub(1),
            Token::Sign('{') if nth > 0 && open == 0 => return true,
            Token::Sign(';' | '}' | '=') if open == 0 => return false,
            _ if nth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Whether the word at `at` is the name in `fn main(`.
fn defines_rust(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| tokens[at]);
    before == Some(Token::Word("fn")) && matches!(tokens.get(at + 1), Some(Token::Sign('(' | '<')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpp_mains() {
        let cases = [
            (Main::Top, "int main() { }"),
            (Main::Top, "void main (void)\n// the game\n{"),
            (Main::Top, "int main (int argc, char *argv[]) {"),
            (Main::Top, "int\nmain\n(\n)\n{"),
            (Main::Top, "auto main() -> int { }"),
            (Main::Top, "signed main() try { } catch (...) { }"),
            (Main::Top, "#include <x>\nmain() { }"),
            (Main::Top, "[[nodiscard]] int main() { }"),
            (Main::Top, "int main(); void f() { main(); } int main() { }"),
            (Main::Top, "int _tmain(int argc, _TCHAR* argv[]) {"),
            (Main::Top, "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\nint main() {}"),
            (Main::Top, "#if 0\n#else\nint main() {}\n#endif"),
            (Main::Nested, "void f() { if (x) { }\nint main() { }"),
            (Main::Nested, "struct Game { int main() { return 0; } };"),
            (Main::Absent, ""),
            (Main::Absent, "// int main() { }"),
            (Main::Absent, "/* int main() { } */"),
            (Main::Absent, "const char* s = \"int main() { }\";"),
            (Main::Absent, "const char* s = R\"(int main() { })\";"),
            (Main::Absent, "#if 0\nint main() { }\n#endif"),
            (Main::Absent, "int main();"),
            (Main::Absent, "int main = 3;"),
            (Main::Absent, "int Game::main() { }"),
            (Main::Absent, "void f() { main(); }"),
            (Main::Absent, "int f() { return main(); }"),
            (Main::Absent, "int domain() { } int main_menu() { }"),
            (Main::Absent, "#define main() {"),
            (Main::Absent, "main"),
        ];
        for (expected, text) in cases {
            assert_eq!(look(text, Language::Cpp), expected, "{text}");
        }
    }

    #[test]
    fn rust_mains() {
        let cases = [
            (Main::Top, "fn main() { }"),
            (Main::Top, "#[tokio::main] async fn main () -> Result<(), Error> {"),
            (Main::Nested, "mod a { fn main() { } }"),
            (Main::Absent, "// fn main() {}\n/* /* */ fn main() {} */"),
            (Main::Absent, "const S: &str = r#\"fn main() {\"#;"),
            (Main::Absent, "fn main_menu() { } fn f() { main(); }"),
        ];
        for (expected, text) in cases {
            assert_eq!(look(text, Language::Rust), expected, "{text}");
        }
    }
}
