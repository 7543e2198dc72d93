use super::*;

/// A program with all that the handout asks.
const PROGRAM: &str = "
int DealCard(int cards[], int player);
int GetRandom(int min, int max);
void InitializeCards(int cards[]);
int ScoreHand(int cards[], int player);
int main() {
    int cards[52];
    InitializeCards(cards);
    DealCard(cards, 1);
    return ScoreHand(cards, 1);
}
int DealCard(int cards[], int player) {
    int card;
    do { card = GetRandom(0, 51); } while (cards[card] != 0);
    cards[card] = player;
    return card;
}
int GetRandom(int min, int max) { return rand() % (max - min + 1) + min; }
void InitializeCards(int cards[]) { for (int i = 0; i < 52; i++) cards[i] = 0; }
int ScoreHand(int cards[], int player) {
    int score = 0;
    for (int i = 0; i < 52; i++) if (cards[i] == player) score += i % 13 + 1;
    return score;
}
";

#[test]
fn programs_with_all_four_pass() {
    let renamed = |from: &str, to: &str| PROGRAM.replace(from, to);
    let cases = [
        ("as it is", PROGRAM.to_owned()),
        ("snake case", renamed("DealCard", "deal_card").replace("GetRandom", "get_random")),
        ("camel case", renamed("ScoreHand", "scoreHand").replace("InitializeCards", "initializeCards")),
        ("shortened", renamed("InitializeCards", "InitCards")),
        ("British", renamed("InitializeCards", "initialiseCards")),
        ("plural", renamed("ScoreHand", "ScoreHands").replace("DealCard", "DealCards")),
        ("a letter missing", renamed("InitializeCards", "IntializeCards")),
        ("a longer name", renamed("GetRandom", "getRandomNumber")),
        (
            "prototypes without names",
            renamed("int DealCard(int cards[], int player);", "int DealCard(int[], int);"),
        ),
        ("prototype inside main", {
            let moved = renamed("int ScoreHand(int cards[], int player);\n", "");
            moved.replace("int cards[52];", "int ScoreHand(int cards[], int player); int cards[52];")
        }),
        ("call as an initial value", renamed("DealCard(cards, 1);", "int card(DealCard(cards, 1));")),
        (
            "call inside a print",
            renamed("return ScoreHand(cards, 1);", "cout << \"(\" << ScoreHand(cards, 1) << \")\";"),
        ),
        (
            "vector",
            PROGRAM
                .replace("int cards[]", "vector<int> &cards")
                .replace("int cards[52];", "vector<int> cards(52);"),
        ),
        ("const and pointers", renamed("int ScoreHand(int cards[],", "int ScoreHand(const int *cards,")),
        ("template", PROGRAM.replace("int GetRandom(int", "template <class T> T GetRandom(T")),
        ("static", PROGRAM.replace("int GetRandom", "static int GetRandom")),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(name, text)| (*name, text.as_str())).collect();
    expect("functions", Status::Pass, &cases);
}

#[test]
fn other_spellings_are_told() {
    let (_, said) = judged(code(&PROGRAM.replace("InitializeCards", "InitCards")), "functions");
    assert!(said.contains("`InitCards` was taken for InitializeCards"), "{said}");
    let (_, said) = judged(code(&PROGRAM.replace("DealCard", "deal_card")), "functions");
    assert!(!said.contains("taken"), "{said}");
}

#[test]
fn members_of_a_class_pass() {
    let inside = "
        class Game { public:
            void InitializeCards() { for (int i = 0; i < 52; i++) cards[i] = 0; }
            int DealCard(int player) { int c = GetRandom(0, 51); cards[c] = player; return c; }
            int ScoreHand(int player) { return player; }
            static int GetRandom(int min, int max) { return min + rand() % (max - min + 1); }
        private: int cards[52]; };
        int main() { Game game; game.InitializeCards(); game.DealCard(1); Game *g = &game; return g->ScoreHand(1); }";
    let outside = "
        struct Deck { int cards[52]; void InitializeCards(); int DealCard(int); int ScoreHand(int); };
        int GetRandom(int, int);
        int main() { Deck d; d.InitializeCards(); d.DealCard(1); d.ScoreHand(1); }
        void Deck::InitializeCards() { }
        int Deck::DealCard(int player) { return GetRandom(0, 51); }
        int Deck::ScoreHand(int player) { return 0; }
        int GetRandom(int a, int b) { return a + rand() % (b - a + 1); }";
    expect("functions", Status::Pass, &[("inside", inside), ("outside", outside)]);
}

#[test]
fn a_prototype_in_a_header_counts() {
    let (prototypes, rest) = PROGRAM.split_once("int main").expect("it has a main");
    let rest = format!("int main{rest}");
    let code = codes(&[("deck.h", prototypes), ("main.cpp", &rest)]);
    assert_eq!(judged(code, "functions").0, Status::Pass);
}

#[test]
fn what_is_missing_fails() {
    let without = |from: &str| PROGRAM.replacen(from, "", 1);
    let cases = [
        ("no prototype", without("int GetRandom(int min, int max);\n"), "`GetRandom` has no prototype"),
        (
            "no definition",
            without("void InitializeCards(int cards[]) { for (int i = 0; i < 52; i++) cards[i] = 0; }\n"),
            "nowhere defined",
        ),
        ("no call", without("InitializeCards(cards);\n"), "`InitializeCards` is never called"),
        (
            "called by itself only",
            PROGRAM
                .replace("return ScoreHand(cards, 1);", "")
                .replace("return score;", "return ScoreHand(cards, 0);"),
            "`ScoreHand` is never called",
        ),
        (
            "called in a comment",
            PROGRAM.replace("    InitializeCards(cards);", "    // InitializeCards(cards);"),
            "never called",
        ),
        (
            "called in a string",
            PROGRAM.replace("    InitializeCards(cards);", "cout << \"InitializeCards(cards);\";"),
            "never called",
        ),
        (
            "absent",
            "int main() { int cards[52]; }".to_owned(),
            "There is no function DealCard. There is no function GetRandom.",
        ),
        (
            "two faults",
            without("int GetRandom(int min, int max);\n").replace("InitializeCards(cards);\n", ""),
            "no prototype",
        ),
    ];
    for (name, text, says) in cases {
        let (status, said) = judged(code(&text), "functions");
        assert_eq!(status, Status::Fail, "{name}: {said}");
        assert!(said.contains(says) && said.contains(" @main.cpp:"), "{name}: {said}");
    }
}

#[test]
fn functions_of_other_names_fail_and_are_named() {
    let renamed = |from: &str, to: &str| PROGRAM.replace(from, to);
    let cases = [
        (renamed("ScoreHand", "calculateTotal"), "`calculateTotal` may be it"),
        (renamed("DealCard", "giveOne"), "`giveOne` may be it"),
        (renamed("GetRandom", "between"), "`between` may be it"),
        (renamed("InitializeCards", "resetDeck"), "`resetDeck` may be it"),
    ];
    for (text, says) in cases {
        let (status, said) = judged(code(&text), "functions");
        assert_eq!(status, Status::Fail, "{says}: {said}");
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn what_cannot_be_told_is_left_to_a_person() {
    let renamed = |from: &str, to: &str| PROGRAM.replace(from, to);
    let cases = [
        (
            "a lambda",
            renamed("int GetRandom(int min, int max);", "")
                .replace("int GetRandom(int min, int max) {", "auto GetRandom = [](int min, int max) {")
                .replace("+ min; }", "+ min; };"),
            "no function of its own",
        ),
        (
            "passed on",
            renamed("InitializeCards(cards);\n    D", "apply(InitializeCards, cards);\n    D"),
            "in another way",
        ),
        (
            "unreadable",
            renamed("int GetRandom(int min, int max);", "int GetRandom(int min, int max"),
            "could not be read",
        ),
    ];
    for (name, text, says) in cases {
        let (status, said) = judged(code(&text), "functions");
        assert_eq!(status, Status::Review, "{name}: {said}");
        assert!(said.contains(says), "{name}: {said}");
    }
}
