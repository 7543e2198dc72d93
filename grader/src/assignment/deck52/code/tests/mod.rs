//! The rules on source texts, case by case.

use super::*;
use crate::source::Code;

mod branches;
mod functions;
mod one_array;
mod whole;

/// Reads one file as it stands, without the preprocessor.
fn code(text: &str) -> Code {
    codes(&[("main.cpp", text)])
}

fn codes(files: &[(&str, &str)]) -> Code {
    let unit = |(path, text): &(&str, &str)| crate::build::Preprocessed {
        path: (*path).to_owned(),
        text: format!("# 1 \"./{path}\"\n{text}"),
    };
    let units: Vec<_> = files.iter().map(unit).collect();
    let sources: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    Code::parse(&units, &sources).expect("it can be read")
}

/// The status of a rule, and what it says.
fn judged(code: Code, rule: &str) -> (Status, String) {
    let check = checks(&Ok(code)).into_iter().find(|check| check.id == rule).expect("it is judged");
    assert_eq!(check.status == Status::Fail, check.broken > 0, "{check:?}");
    assert!(check.broken <= check.seen, "{check:?}");
    let place = match &check.evidence {
        Some(Evidence::Source { file, line, excerpt }) => format!(" @{file}:{line}: {excerpt}"),
        _ => String::new(),
    };
    (check.status, format!("{}{place}", check.message))
}

/// Judges sources, each after its name, and tells all that came out otherwise than expected.
#[track_caller]
fn expect(rule: &str, expected: Status, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(name, text)| {
            let (status, said) = judged(code(text), rule);
            (status != expected).then(|| format!("{name}: {status:?}: {said}"))
        })
        .collect();
    assert!(wrong.is_empty(), "not {expected:?}:\n{}", wrong.join("\n"));
}
