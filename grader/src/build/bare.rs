//! Which programs look the same after the preprocessor whether or not it reads the library's headers.
//!
//! Of those only the student's own lines are kept, and reading them is most of the preprocessor's work. What they can
//! change in other lines is macros: a program that uses none of theirs, but for a few that are known here, is
//! preprocessed with empty files in their place.

use super::{BuildError, headers, layout};
use crate::submission::Program;
use crate::submission::lexer::{self, Token};
use std::path::Path;

/// The folder of a scratch folder with the empty headers.
const FOLDER: &str = "bare";
/// The library's macros that most programs use, as it defines them.
const KNOWN: [(&str, &str); 4] =
    [("NULL", "__null"), ("EXIT_SUCCESS", "0"), ("EXIT_FAILURE", "1"), ("RAND_MAX", "2147483647")];

/// The flags by which the preprocessor takes empty headers for a program, which are made in `scratch`; nothing where it
/// must read the library's.
pub(super) fn flags(program: &Program, scratch: &Path) -> Result<Option<Vec<String>>, BuildError> {
    let Some(names) = included(program) else { return Ok(None) };
    let folder = scratch.join(FOLDER);
    for name in names {
        layout::write_file(&folder, name, "")?;
    }
    let mut flags: Vec<String> = ["-nostdinc", "-nostdinc++", "-isystem"].map(str::to_owned).to_vec();
    flags.push(folder.to_string_lossy().into_owned());
    flags.extend(KNOWN.iter().map(|(name, value)| format!("-D{name}={value}")));
    Ok(Some(flags))
}

/// The library's headers that a program includes, if it can be told that nothing else depends on them.
fn included(program: &Program) -> Option<Vec<&'static str>> {
    let mut names = Vec::new();
    for file in program.sources.iter().chain(&program.others) {
        for token in lexer::cpp(&file.text) {
            match token {
                Token::Directive(line) => match Asks::of(line) {
                    Asks::Header(name) => names.push(name),
                    Asks::Nothing => {}
                    Asks::More => return None,
                },
                Token::Word(word) if may_be_macro(word) => return None,
                _ => {}
            }
        }
    }
    Some(names)
}

/// What a directive asks of the library.
#[derive(Debug, PartialEq, Eq)]
enum Asks {
    /// This header.
    Header(&'static str),
    Nothing,
    /// Perhaps more than a header that is known.
    More,
}

impl Asks {
    fn of(line: &str) -> Self {
        const PLAIN: &str = "define undef pragma ifndef ifdef endif else error";
        if let Some(include) = lexer::include(line) {
            let name = if include.quoted { return Self::Nothing } else { headers::standard(&include.name) };
            return name.map_or(Self::More, Self::Header);
        }
        // A `\` before the line's end would hide a word; comments and texts are taken for words, which costs time alone.
        let kind = line.split_whitespace().next().unwrap_or_default();
        let mut words =
            line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let plain = PLAIN.split_whitespace().any(|known| known == kind) && !line.contains('\\');
        if plain && words.all(|word| !may_be_macro(word)) { Self::Nothing } else { Self::More }
    }
}

/// Whether a word may be a macro of the library's other than those known here. Reserved names are all taken for some.
fn may_be_macro(word: &str) -> bool {
    if KNOWN.iter().any(|(name, _)| *name == word) {
        return false;
    }
    if word.starts_with('_') || word.contains("__") {
        return true;
    }
    let has = |names: &str| names.split_whitespace().any(|name| name == word);
    let Some(first) = word.chars().next().filter(char::is_ascii_uppercase) else { return has(SMALL) };
    match word.split_once('_') {
        Some((family, _)) => has(SINGLE) || FAMILIES.split_whitespace().any(|known| known == family),
        None if word.chars().any(|c| c.is_ascii_lowercase()) => {
            word.starts_with("PRI") || word.starts_with("SCN")
        }
        None => {
            let is_error = first == 'E' && word.len() > 2 && !has("EIGHT ELEVEN EIGHTEEN");
            is_error
                || ["SIG", "PRI", "SCN", "SNAN"].iter().any(|start| word.starts_with(start))
                || has(SINGLE)
        }
    }
}

/// Macros in small letters.
const SMALL: &str = "alloca assert assert_perror be16toh be32toh be64toh errno htobe16 htobe32 htobe64 htole16 htole32 \
    htole64 issubnormal le16toh le32toh le64toh linux major makedev math_errhandling minor offsetof \
    pthread_cleanup_pop pthread_cleanup_pop_restore_np pthread_cleanup_push pthread_cleanup_push_defer_np sa_handler \
    sa_sigaction sched_priority setjmp si_addr si_addr_lsb si_arch si_band si_call_addr si_fd si_int si_lower \
    si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall si_timerid si_uid si_upper si_utime si_value \
    sigev_notify_attributes sigev_notify_function sigmask sigsetjmp stderr stdin stdout strdupa strndupa unix va_arg \
    va_copy va_end va_start";
/// Macros in capitals that belong to no family.
const SINGLE: &str = "BUFSIZ CSIGNAL INFINITY MAXFLOAT MAX_CANON MAX_HANDLE_SZ MAX_INPUT MINSIGSTKSZ NAN NFDBITS NGREG \
    NSIG NZERO WCONTINUED WEOF WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT \
    WSTOPPED WSTOPSIG WTERMSIG WUNTRACED";
/// What stands before the first `_` of all others.
const FAMILIES: &str = "ADJ AIO ATOMIC BC BIG BOOL BUS BYTE CHAR CHARCLASS CLD CLOCK CLOCKS CLONE CLOSE COLL CPU DBL \
    DECIMAL DELAYTIMER EXIT EXPR F FD FE FILENAME FLT FOPEN FP FPE HOST HUGE ILL INT INT16 INT32 INT64 INT8 INTMAX \
    INTPTR IOV L LC LDBL LINE LITTLE LLONG LOGIN LONG M MATH MB MOD MQ NAME NGROUPS NL P PATH PDP PIPE POLL PRI PTHREAD \
    PTRDIFF R RAND RE REG RENAME RTSIG SA SCHAR SCHED SEEK SEGV SEM SHRT SI SIG SIGEV SIZE SS SSIZE STA STDERR STDIN \
    STDOUT TEMP TIME TIMER TMP TRAP TTY UCHAR UINT UINT16 UINT32 UINT64 UINT8 UINTMAX UINTPTR ULLONG ULONG USHRT W \
    WCHAR WINT WORD X XATTR";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_of_the_library_are_told_from_other_names() {
        let macros =
            ["INT_MAX", "assert", "EOF", "SIGINT", "stdin", "PRId64", "M_PI", "_WIN32", "a__b", "L_tmpnam"];
        let others =
            ["NULL", "ACE", "EIGHT", "MAX_CARDS", "Hearts", "srand", "cout", "TWO_OF_CLUBS", "RAND_MAX", "E"];
        assert_eq!(macros.map(may_be_macro), [true; 10], "{macros:?}");
        assert_eq!(others.map(may_be_macro), [false; 10], "{others:?}");
    }

    #[test]
    fn directives_that_depend_on_the_library_are_known() {
        let cases = [
            (" include <iostream>", Asks::Header("iostream")),
            ("include \"card.h\"", Asks::Nothing),
            ("include <windows.h>", Asks::More),
            ("pragma once", Asks::Nothing),
            ("define CARDS 52", Asks::Nothing),
            ("define LAST INT_MAX", Asks::More),
            ("ifndef CARD_H", Asks::Nothing),
            ("ifdef _WIN32", Asks::More),
            ("if CARDS > 50", Asks::More),
            ("define A \\\n INT", Asks::More),
        ];
        for (line, expected) in cases {
            assert_eq!(Asks::of(line), expected, "{line}");
        }
    }
}
