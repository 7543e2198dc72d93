//! What the preprocessor makes of hand-ins, and how it is read.

use super::workbench::Bench;
use grader::build::Preprocessed;
use grader::source::Code;

fn preprocessed(files: &[(&str, &str)]) -> (Vec<Preprocessed>, Vec<(String, String)>) {
    let made = Bench::new().preprocess(files);
    let sources = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    (made, sources)
}

#[test]
fn macros_are_seen_through_and_headers_of_the_system_left_out() {
    let main = "#include <iostream>\n#include <cassert>\n#include \"deck.h\"\n#define SIZE (4 * 13)\n#define SEED srand(333)\n\
                #if 0\nint gone();\n#endif\nint main() {\n    int cards[SIZE];\n    assert(SIZE > 0);\n    SEED;\n    \
                InitializeCards(cards); // srand(1);\n    std::cout << NULL;\n}\n";
    let deck = "#pragma once\nvoid InitializeCards(int cards[]);\n";
    let deck_cpp = "#include \"deck.h\"\nvoid InitializeCards(int cards[]) { cards[0] = 0; }\n";
    let (made, sources) = preprocessed(&[("main.cpp", main), ("deck.h", deck), ("deck.cpp", deck_cpp)]);
    assert_eq!(made.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["deck.cpp", "main.cpp"]);
    let code = Code::parse(&made, &sources).expect("it can be read");
    assert_eq!(code.gaps().count(), 0);
    let functions: Vec<_> =
        code.functions().iter().map(|one| (one.name.as_str(), one.file.as_str(), one.line)).collect();
    assert_eq!(
        functions,
        [("InitializeCards", "deck.h", 2), ("InitializeCards", "deck.cpp", 2), ("main", "main.cpp", 9)]
    );
    let calls: Vec<_> = code.calls_of("srand").map(|call| (call.arguments.clone(), call.line)).collect();
    assert_eq!(calls, [(vec!["333".to_owned()], 12)]);
    let cards =
        code.variables().iter().find(|one| one.name == "cards" && !one.parameter).expect("it is there");
    assert_eq!(cards.sizes, [Some(52)]);
    assert_eq!(code.line(code.declared(cards).place()), "int cards[SIZE];");
}

#[test]
fn folders_blanks_and_other_letters_in_names_are_followed() {
    let files = [
        (
            "a b/mäin (1).cpp",
            "#include \"Deck.H\"\n#include \"sub\\\\x.h\"\nint main() { return f() + g(); }\n",
        ),
        ("a b/deck.h", "inline int f() { return 1; }\n"),
        ("a b/sub/x.h", "inline int g() { return 1; }\n"),
    ];
    let (made, sources) = preprocessed(&files);
    let code = Code::parse(&made, &sources).expect("it can be read");
    let places: Vec<_> = code.functions().iter().map(|one| (one.name.as_str(), one.file.as_str())).collect();
    assert_eq!(places, [("f", "a b/deck.h"), ("g", "a b/sub/x.h"), ("main", "a b/mäin (1).cpp")]);
}

#[test]
fn headers_that_were_supplied_are_there_again() {
    let main = "#include <iostream>\nint main() { int x = INT_MAX; std::cout << x; }\n";
    let (made, sources) = preprocessed(&[("main.cpp", main)]);
    let code = Code::parse(&made, &sources).expect("it can be read");
    let x = code.variables().first().expect("it is there");
    assert_eq!(code.initial(x).and_then(|value| code.constant(value)), Some(i64::from(i32::MAX)));
}
