//! Compiles a program and the harness that will call its functions in one go.
//!
//! Both are one unit then: the program's text between the two halves of the harness, which leave no name behind but
//! their own. The executable runs the program's own `main`, or the harness where it is started under the harness's
//! name. Only programs that cannot tell the difference are compiled so; any other, and any that does not compile, goes
//! the plain way, so that every error is the compiler's on the program alone.

use super::cpp::{self, Job, Units};
use super::harness::{self, Harnessed};
use super::leading::leading;
use super::secret::secret;
use super::{BuildError, Builder, Built, Fit, Preprocessed, preprocess};
use crate::assignment::Language;
use crate::submission::Program;
use crate::submission::lexer::{self, Token};
use std::path::{Path, PathBuf};

/// A harness that was compiled together with its program.
#[derive(Debug)]
pub struct Together {
    /// Its text, before sources and secret were filled in.
    pub(super) text: String,
    pub(super) secret: String,
    pub(super) exe: PathBuf,
    pub(super) preprocessed: Vec<Preprocessed>,
}

/// Compiles a program with the harness that `ask` gives for its preprocessed sources, in `scratch`; nothing if that
/// cannot be done, and the program is to be compiled alone.
pub(super) fn build(
    builder: &Builder<'_>,
    program: &Program,
    scratch: &Path,
    ask: &dyn Fn(&[Preprocessed]) -> Option<String>,
) -> Result<Option<(Built, Together)>, BuildError> {
    let sources = cpp::compiled(program);
    let [source] = sources[..] else { return Ok(None) };
    if program.language != Language::Cpp || harness::is_older(builder.spec) || !is_plain(program) {
        return Ok(None);
    }
    let fit = Fit::default();
    let preprocessed = preprocess::run(builder, program, &fit, scratch)?;
    let Some(text) = ask(&preprocessed) else { return Ok(None) };
    let (folder, mut remarks) = cpp::lay_out(program, scratch)?;
    let secret = secret();
    let harnessed = Harnessed::write(program, &folder, &text, &secret, &[source])?;
    let exe = scratch.join("program");
    let units = Units {
        flags: &harness::TOGETHER,
        files: vec![harnessed.name.clone().into()],
        begins: vec![leading(program, source)],
        exe: exe.clone(),
        ours: Some(harnessed.name.clone()),
    };
    let job = Job { builder, compiler: cpp::compiler(builder)?, program, scratch, folder, units };
    let Some(attempt) = job.quick_attempt(&fit)? else { return Ok(None) };
    let mut built = job.program_of(&attempt, &fit);
    remarks.append(&mut built.remarks);
    Ok(Some((Built { remarks, ..built }, Together { text, secret, exe, preprocessed })))
}

/// Whether a program means the same with a harness around it: nothing in it is private, nothing is looked up only at the
/// end of the unit (templates, and functions that are some for their `auto`), and it does not speak of the grader.
fn is_plain(program: &Program) -> bool {
    program.files().all(|file| is_plain_text(&file.text))
}

fn is_plain_text(text: &str) -> bool {
    const TOLD_APART: [&str; 4] = ["class", "private", "protected", "template"];
    // Whether what is open allows a plain `auto`: all does, but the parentheses of parameters and arguments.
    let mut open = Vec::new();
    let mut before = Token::Sign(' ');
    for token in lexer::cpp(text) {
        match token {
            Token::Sign('(') => {
                open.push(matches!(before, Token::Word("for" | "if" | "while" | "switch")));
            }
            Token::Sign('{' | '[') => open.push(true),
            Token::Sign(')' | '}' | ']') => drop(open.pop()),
            Token::Word("auto") if open.last() == Some(&false) => return false,
            Token::Word("class") if before == Token::Word("enum") => {}
            Token::Word(word) if TOLD_APART.contains(&word) || word.contains("grader") => return false,
            Token::Directive(line) if line.contains("grader") => return false,
            Token::Directive(line) if TOLD_APART.iter().any(|word| line.contains(word)) => return false,
            _ => {}
        }
        before = token;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_tell_the_difference_stands_alone() {
        let plain = [
            "int main() { for (auto x : {1}) { auto y = x; } }",
            "enum class Suit { Clubs }; struct Card { int rank; };",
            "int f(int a) { return g([](int b) { auto c = b; return c; }); }",
        ];
        let not = [
            "class Deck { int cards[52]; };",
            "struct Deck { private: int cards[52]; };",
            "template <class T> void f(T x) { sort(x); }",
            "void f(const auto &x) { sort(x); }",
            "auto f = [](auto x) { return g(x); };",
            "const char *word = grader_unit::secret;",
            "#define P private",
            "#define S grader_unit",
        ];
        assert_eq!(plain.map(is_plain_text), [true; 3]);
        assert_eq!(not.map(is_plain_text), [false; 8]);
    }
}
