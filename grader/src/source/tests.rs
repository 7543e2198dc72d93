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
        ("void f(int (&cards)[52]);", &["void f(int (& )[52] cards)"]),
        ("template <typename T, int N> void f(T (&cards)[N]);", &["void f(T (& )[N] cards) template"]),
        (
            "struct Card { }; void f(Card (&cards)[52]); void g(int (*p)[13]);",
            &["void f(Card (& )[52] cards)", "void g(int (* )[13] p)"],
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
fn calls_are_told_in_all_their_shapes() {
    let text = "int f(int a) { return g(a, \"x\") + std::min(1, 2); }\n\
                int main() { int x(f(2)); deck.Deal(f(1))->go(); this->h(); k<int>(3); (*p)(1); (f)(4); int(3); ::f(5); }\n\
                int y = f(6);";
    let code = read(text);
    let told: Vec<String> = code
        .calls()
        .iter()
        .map(|call| {
            let within = call.function.map_or("-", |at| code.functions()[at].name.as_str());
            format!("{within}:{} {}.{}({})", call.line, call.on, call.callee, call.arguments.join("|"))
        })
        .collect();
    let expected = [
        "f:1 .g(a|\"x\")",
        "f:1 std.min(1|2)",
        "main:2 .f(2)",
        "main:2 deck.Deal(f(1)).go()",
        "main:2 deck.Deal(f(1))",
        "main:2 .f(1)",
        "main:2 this.h()",
        "main:2 .k(3)",
        "main:2 .f(4)",
        "main:2 .f(5)",
        "-:3 .f(6)",
    ];
    assert_eq!(told, expected);
}

#[test]
fn variables_are_told_in_all_their_shapes() {
    let cases: &[(&str, &[&str])] = &[
        ("int cards[52];", &["int [52] cards Array [52]"]),
        ("const int N = 52; char cards[N] = {0};", &["const int N One []", "char [N] cards Array [52]"]),
        ("enum { A, SIZE = 50 + 2 }; static int cards[SIZE];", &["int [SIZE] cards Array [52]"]),
        ("int t[4][13], *p, n(5);", &["int [4][13] t Array [4, 13]", "int * p Pointer []", "int n One []"]),
        ("string s[] = {\"A\", \"2\"};", &["string [] s Array [2]"]),
        ("char s[] = \"HDSC\";", &["char [] s Array [5]"]),
        ("std::array<int, 52> cards{};", &["std::array<int, 52> cards Array [52]"]),
        ("array<array<int, 13>, 4> cards;", &["array<array<int, 13>, 4> cards Array [4, 13]"]),
        (
            "vector<int> a(52), b(52, 0), c, d{1, 2};",
            &[
                "vector<int> a Container [52]",
                "vector<int> b Container [52]",
                "vector<int> c Container [?]",
                "vector<int> d Container [2]",
            ],
        ),
        (
            "const int N = 52; vector<int> cards(N);",
            &["const int N One []", "vector<int> cards Container [52]"],
        ),
        (
            "vector<int> v = vector<int>(52); auto w = std::vector<int>(52);",
            &["vector<int> v Container [52]", "auto w Container [52]"],
        ),
        (
            "int *p = new int[52]; auto q = make_unique<int[]>(52); int *r = (int *)malloc(52 * sizeof(int));",
            &["int * p Pointer [52]", "auto q Pointer [52]", "int * r Pointer [52]"],
        ),
        (
            "typedef int Deck[52]; using D = array<int, 52>; Deck a; D b;",
            &["Deck a Array [52]", "D b Array [52]"],
        ),
        ("map<int, string> m; bitset<52> b;", &["map<int, string> m Map [?]", "bitset<52> b Array [52]"]),
        (
            "class Deck { static const int N = 52; int cards[N]; vector<int> v = vector<int>(52); };",
            &[
                "const int Deck.N One []",
                "int [N] Deck.cards Array [52]",
                "vector<int> Deck.v Container [52]",
            ],
        ),
        ("struct Card { int v; } deck[52];", &["Card [52] deck Array [52]", "int Card.v One []"]),
        ("int Deck::total = 3;", &["int Deck.total One []"]),
        (
            "int f(int cards[], const vector<int> &v, int n = 3) { for (auto &c : v) { } }",
            &[
                "int [] f:cards Array [?]",
                "const vector<int> & f:v Container [?]",
                "int f:n One []",
                "auto & f:c One []",
            ],
        ),
        ("int f(int cards[52]); int (*g)(int);", &[]),
    ];
    for (text, expected) in cases {
        let code = read(text);
        let told = |one: &Variable| {
            let sizes: Vec<String> =
                one.sizes.iter().map(|size| size.map_or("?".to_owned(), |size| size.to_string())).collect();
            let class = if one.class.is_empty() { String::new() } else { format!("{}.", one.class) };
            let within = one.function.map(|at| format!("{}:", code.functions()[at].name)).unwrap_or_default();
            format!("{} {within}{class}{} {:?} [{}]", one.kind, one.name, one.holds, sizes.join(", "))
        };
        let mut found: Vec<String> = code.variables().iter().map(told).collect();
        let mut expected = expected.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn constants_have_values() {
    let text = "enum Who { NOBODY, PLAYER, DEALER = 'D', NEXT }; const int N = 4 * 13; int changing = 1; \
                int main() { changing++; int x = %; }";
    let cases = [
        ("52", Some(52)),
        ("0x34", Some(52)),
        ("1'000u", Some(1000)),
        ("N", Some(52)),
        ("N - 1", Some(51)),
        ("PLAYER", Some(1)),
        ("Who::DEALER", Some(68)),
        ("NEXT", Some(69)),
        ("-(3)", Some(-3)),
        ("(unsigned)333", Some(333)),
        ("static_cast<unsigned int>(333)", Some(333)),
        ("unsigned(333)", Some(333)),
        ("changing", None),
        ("time(0)", None),
        ("1 / 0", None),
        ("'\\0'", Some(0)),
    ];
    for (expression, expected) in cases {
        let code = read(&text.replace('%', expression));
        let x = code.variables().iter().find(|one| one.name == "x").expect("it is there");
        assert_eq!(code.initial(x).and_then(|initial| code.constant(initial)), expected, "{expression}");
    }
}

#[test]
fn templates_are_no_comparisons() {
    let cases = [
        "int f(int min, int max) { return std::max<int>(min, 3) + max; }",
        "struct Card { }; int f(list<Card> list) { std::list<Card> other(list); return min<int>(1, 2); } int min;",
        "int f(vector<int> set) { set<int>(3); map<string, vector<int>> map; return get<0>(map); }",
    ];
    for text in cases {
        let code = read(text);
        assert_eq!(code.gaps().count(), 0, "{text}");
        assert!(code.root().within().any(|node| node.kind().starts_with("template")), "{text}");
    }
}

#[test]
fn what_is_no_program_is_refused() {
    assert_eq!(read_all(&[("a.cpp", "\n \n")]).err(), Some(SourceError::Nothing));
    let deep = format!("int x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(read_all(&[("a.cpp", &deep)]).err(), Some(SourceError::TooTangled));
    let long = "int x;\n".repeat(100_000);
    assert_eq!(read_all(&[("a.cpp", &long)]).err(), Some(SourceError::TooLong));
}

proptest! {
    #[test]
    fn no_text_stops_the_reader(text in "([(){}\\[\\];,<>=*&:#\"'\\\\ \n]|int |class |if|template|f|x|52|\u{e9}|::){0,80}") {
        let _ = read_all(&[("a.cpp", &text)]);
    }
}
