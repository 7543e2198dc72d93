use super::*;
use proptest::prelude::*;

/// Reads one file as it stands, without the preprocessor.
pub(crate) fn read(text: &str) -> Code {
    read_all(&[("main.cpp", text)]).expect("it can be read")
}

/// Reads files as they stand.
pub(crate) fn read_all(files: &[(&str, &str)]) -> Result<Code, SourceError> {
    let units: Vec<_> = files
        .iter()
        .map(|(path, text)| Preprocessed {
            path: (*path).to_owned(),
            text: format!("# 1 \"./{path}\"\n{text}"),
        })
        .collect();
    let sources: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    Code::parse(&units, &sources)
}

/// A function in one line: `static? returns scope::name(kind name?, …)`.
fn told(function: &Function) -> String {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|one| {
            let name = one.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
            format!("{}{name}{}", one.kind, if one.optional { " =" } else { "" })
        })
        .collect();
    let scope = if function.scope.is_empty() { String::new() } else { format!("{}.", function.scope) };
    let mut told = format!("{} {scope}{}({})", function.returns, function.name, parameters.join(", "));
    for (is, word) in
        [(function.template, " template"), (function.needs_object, " object"), (function.defined, " {}")]
    {
        if is {
            told.push_str(word);
        }
    }
    told.trim_start().to_owned()
}

#[test]
fn functions_are_told_in_all_their_shapes() {
    let cases: &[(&str, &[&str])] = &[
        ("int draw_card(string &card, int points);", &["int draw_card(string & card, int points)"]),
        ("int draw_card(string&, int);", &["int draw_card(string&, int)"]),
        ("int main() { return 0; }", &["int main() {}"]),
        ("int main(void) {}", &["int main() {}"]),
        ("void f(int cards[52], int n = 3);", &["void f(int [52] cards, int n =)"]),
        (
            "void f(int cards[], const std::string &s = \"\");",
            &["void f(int [] cards, const std::string & s =)"],
        ),
        (
            "void f(int (&cards)[52], int *p, int q[4][13]);",
            &["void f(int (& )[52] cards, int * p, int [4][13] q)"],
        ),
        ("static inline const string &f() { }", &["const string & f() {}"]),
        ("constexpr int f(int x) noexcept { return x; }", &["int f(int x) {}"]),
        ("auto f(int x) -> int { return x; }", &["int f(int x) {}"]),
        ("auto f(auto x) { return x; }", &["auto f(auto x) {}"]),
        ("[[nodiscard]] int f();", &["int f()"]),
        ("unsigned int f(unsigned long);", &["unsigned int f(unsigned long)"]),
        ("int *f();", &["int * f()"]),
        ("template <class T> T f(T a) { return a; }", &["T f(T a) template {}"]),
        ("namespace game { int f(); }\nint game::f() { return 1; }", &["int game.f()", "int game.f() {}"]),
        (
            "class Deck { public: Deck(); int Deal(int p); static int R(int, int); int in() const { return 1; } };\n\
             Deck::Deck() { }\nint Deck::Deal(int p) { return p; }\nint Deck::R(int a, int b) { return a; }",
            &[
                "Deck.Deck() object",
                "int Deck.Deal(int p) object",
                "int Deck.R(int, int)",
                "int Deck.in() object {}",
                "Deck.Deck() object {}",
                "int Deck.Deal(int p) object {}",
                "int Deck.R(int a, int b) {}",
            ],
        ),
        ("int Unknown::f() { }", &["int Unknown.f() object {}"]),
        ("struct A { friend int f(A &a); };", &["int f(A & a)"]),
        ("struct A { int f() = delete; virtual int g() = 0; };", &["int A.f() object", "int A.g() object"]),
        ("extern \"C\" { int f(int); }", &["int f(int)"]),
        ("int main() { int f(int cards[], int); f(0, 1); }", &["int main() {}", "int f(int [] cards, int)"]),
        ("const int N = 52; vector<int> cards(N); int (*p)(int) = 0;", &[]),
        ("int main() { string name; ifstream in(name); }", &["int main() {}"]),
        ("// int f();\n/* int g(); */ const char *s = \"int h();\";", &[]),
        ("vector<int> f(const vector<Card>& hand);", &["vector<int> f(const vector<Card>& hand)"]),
        ("int f(int a, ...);", &["int f(int a)"]),
        ("bool operator<(const A &a, const A &b);", &["bool operator<(const A & a, const A & b)"]),
    ];
    for (text, expected) in cases {
        let code = read(text);
        let found: Vec<String> = code.functions().iter().map(told).collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn functions_know_their_places() {
    let files = [("main.cpp", "\n\nint\nmain ( )\n{ }\n"), ("deck.cpp", "int f();\n")];
    let code = read_all(&files).expect("it can be read");
    let places: Vec<_> = code.functions().iter().map(|one| (one.file.as_str(), one.line)).collect();
    assert_eq!(places, [("main.cpp", 4), ("deck.cpp", 1)]);
    assert_eq!(code.line(Place { file: "main.cpp", line: 4 }), "main ( )");
}

#[test]
fn comparisons_are_no_templates() {
    let code =
        read("int main() { int i, n, j, m; if (i < n && j > (m)) i = 1; while (i < 13 || j > (m)) { } }");
    let wrong = code.root().within().filter(|node| node.kind().starts_with("template")).count();
    assert_eq!(wrong, 0);
    let signs: Vec<&str> =
        code.root().within().filter(|node| node.kind() == "binary_expression").map(Node::operator).collect();
    assert_eq!(signs, ["&&", "<", ">", "||", "<", ">"]);
}

#[test]
fn what_is_no_program_is_refused() {
    assert_eq!(read_all(&[("a.cpp", "\n \n")]).err(), Some(SourceError::Nothing));
    let deep = format!("int x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(read_all(&[("a.cpp", &deep)]).err(), Some(SourceError::TooTangled));
    let long = "int x;\n".repeat(400_000);
    assert_eq!(read_all(&[("a.cpp", &long)]).err(), Some(SourceError::TooLong));
}

proptest! {
    #[test]
    fn no_text_stops_the_reader(text in "([(){}\\[\\];,<>=*&:#\"'\\\\ \n]|int |class |if|template|f|x|52|\u{e9}|::){0,80}") {
        let _ = read_all(&[("a.cpp", &text)]);
    }
}
