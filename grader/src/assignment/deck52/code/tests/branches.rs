use super::*;

#[test]
fn arithmetic_and_tables_pass() {
    let cases = [
        ("nothing", "int main() { }"),
        (
            "tables",
            "const char suits[] = {'D', 'C', 'H', 'S'}; const string values[] = {\"A\", \"2\", \"3\", \"J\", \"Q\", \"K\"};
             void print(int cards[], int player) { for (int i = 0; i < 52; i++) if (cards[i] == player) cout << values[i % 13] << suits[i / 13] << ' '; }",
        ),
        ("letters in a string", "string name(int c) { return string(1, \"A23456789TJQK\"[c % 13]) + \"HDSC\"[c / 13]; }"),
        ("tables inside a branch", "void f(int c, bool b) { if (b) { string suits[4] = {\"H\", \"D\", \"S\", \"C\"}; cout << suits[c / 13]; } }"),
        ("points", "int ScoreHand(int cards[], int p) { int s = 0; for (int i = 0; i < 52; i++) if (cards[i] == p) { int v = i % 13 + 1; if (v > 10) v = 10; s += v; } return s; }"),
        ("points by ?:", "int points(int c) { int v = c % 13; return v >= 10 ? 10 : v + 1; }"),
        ("points by switch", "int points(int c) { switch (c % 13) { case 10: case 11: case 12: return 10; default: return c % 13 + 1; } }"),
        ("points by letters", "int points(string v) { if (v == \"A\") return 1; else if (v == \"J\" || v == \"Q\" || v == \"K\") return 10; return atoi(v.c_str()); }"),
        ("aces", "int f(int c[], int p) { int aces = 0; for (int i = 0; i < 52; i++) if (c[i] == p && i % 13 == 0) aces++; return aces; }"),
        ("separators", "void f(int n) { for (int i = 0; i < n; i++) { if (i > 0) cout << \" \"; cout << i; } }"),
        ("rows of 13", "void f() { for (int i = 0; i < 52; i++) { cout << i; if (i % 13 == 12) cout << endl; } }"),
        (
            "loops over suits and values",
            "string names[52]; string suits[] = {\"H\", \"D\", \"S\", \"C\"}, values[] = {\"A\", \"2\", \"J\", \"Q\", \"K\"};
             void f() { int k = 0; for (int s = 0; s < 4; s++) for (int v = 0; v < 13; v++) names[k++] = values[v] + suits[s]; }",
        ),
        (
            "loops that look at the owners",
            "string suits[] = {\"H\", \"D\", \"S\", \"C\"}, values[] = {\"A\", \"2\", \"J\", \"Q\", \"K\"};
             void f(int cards[], int p) { for (int s = 0; s < 4; s++) for (int v = 0; v < 13; v++) if (cards[s * 13 + v] == p) cout << values[v] << suits[s]; }",
        ),
        ("hit or stand", "string f(string r) { if (r == \"h\" || r == \"H\") return \"H\"; else if (r == \"s\") return \"S\"; return \"D\"; }"),
        ("hit or stand as letters", "char f(string r) { char c = 'X'; if (r == \"hit\") c = 'H'; else if (r == \"stand\") c = 'S'; return c; }"),
        ("hit, stand or double", "char f(string r) { if (r == \"hit\") return 'H'; if (r == \"stand\") return 'S'; return r == \"double\" ? 'D' : 'X'; }"),
        ("points by name", "const int ACE = 1, JACK = 10, QUEEN = 10; int f(string v) { if (v == \"A\") return ACE; else if (v == \"J\") return JACK; else if (v == \"Q\") return QUEEN; return 2; }"),
        ("points added by name", "enum { ACE = 1, KING = 13 }; int f(int v) { int s = 0; if (v == 1) s += ACE; else if (v == 13) s += KING - 3; return s; }"),
        ("a walk by pointer", "string suits[] = {\"H\", \"D\", \"S\"}; void f(int *cards, int p) { for (int s = 0; s < 4; s++) for (int v = 0; v < 13; v++) if (*(cards + s * 13 + v) == p) cout << suits[s]; }"),
        ("the owner's letter", "void f(int cardOwner) { cout << (cardOwner == 2 ? 'D' : 'P'); }"),
        ("owners as letters", "void f(char cards[], int c, bool dealer) { cards[c] = dealer ? 'D' : 'P'; }"),
        ("who wins", "void f(int p, int d) { if (p > d) cout << \"Player wins!\"; else cout << \"Dealer wins!\"; }"),
        ("names in messages", "void f(bool ace) { if (ace) cout << \"Ace 1 or 11     ? \"; }"),
        ("width", "void f(string v) { int n = 0; if (v == \"10\") n += 3; else n += 2; cout << n; }"),
        ("dealer", "void f(int score) { while (score < 18) score += 3; if (score > 21) cout << \"Dealer busts\"; }"),
        ("filling tables in a loop", "char suits[4]; void f(bool b) { if (b) { suits[0] = 'H'; suits[1] = 'D'; suits[2] = 'S'; suits[3] = 'C'; } }"),
        ("a map", "map<int, string> suits = {{0, \"H\"}, {1, \"D\"}, {2, \"S\"}, {3, \"C\"}}; string f(int c) { return suits[c / 13]; }"),
        ("enumerators for points", "enum { ACE, JACK = 10, QUEEN, KING }; int f(int c) { int v = c % 13; if (v == JACK || v == QUEEN || v == KING) return 10; return v + 1; }"),
        ("splitting", "void f(int a, int b) { if (a % 13 == b % 13) cout << \"Split (y/n)     ? \"; }"),
        ("dead code", "// if (c < 13) suit = 'H'; else if (c < 26) suit = 'D';\nint main() { }"),
        ("ranges in loops", "char suit[52]; void f() { for (int i = 0; i < 13; i++) suit[i] = 'H'; for (int i = 13; i < 26; i++) suit[i] = 'D'; }"),
    ];
    expect("no-branch-index", Status::Pass, &cases);
}

const FAULTS: &[(&str, &str)] = &[
    (
        "suit by if",
        "char f(int card) { char suit; if (card < 13) suit = 'H'; else if (card < 26) suit = 'D'; else if (card < 39) suit = 'S'; else suit = 'C'; return suit; }",
    ),
    (
        "suit by early return",
        "string f(int s) { if (s == 0) return \"H\"; if (s == 1) return \"D\"; if (s == 2) return \"S\"; return \"C\"; }",
    ),
    (
        "suit by names",
        "char f(int suit) { if (suit == 0) return 'H'; if (suit == 1) return 'D'; if (suit == 2) return 'S'; }",
    ),
    (
        "suit by switch",
        "void f(int c) { switch (c / 13) { case 0: cout << \"H\"; break; case 1: cout << \"D\"; break; case 2: cout << \"S\"; break; default: cout << \"C\"; } }",
    ),
    ("suit by ?:", "char f(int s) { return s == 0 ? 'H' : s == 1 ? 'D' : s == 2 ? 'S' : 'C'; }"),
    ("suit in words", "string f(int s) { if (s == 1) return \"Hearts\"; else return \"Spades\"; }"),
    ("suit in signs", "void f(int s) { if (s == 1) cout << \"♥\"; else if (s == 2) cout << \"♠\"; }"),
    (
        "suit as constants",
        "enum Suit { HEARTS, DIAMONDS, SPADES, CLUBS }; Suit f(int s) { switch (s) { case 0: return HEARTS; case 1: return DIAMONDS; default: return CLUBS; } }",
    ),
    (
        "suit in a scoped enum",
        "enum class Suit { Hearts, Spades }; Suit f(int c) { Suit s; if (c / 13 == 0) s = Suit::Hearts; else s = Suit::Spades; return s; }",
    ),
    (
        "suit by &&",
        "void f(int s) { (s == 0 && cout << \"H\"); s == 1 && cout << \"D\"; s == 2 && cout << \"S\"; s == 3 && cout << \"C\"; }",
    ),
    (
        "value by switch",
        "string f(int c) { switch (c % 13) { case 0: return \"A\"; case 10: return \"J\"; case 11: return \"Q\"; case 12: return \"K\"; default: return to_string(c % 13 + 1); } }",
    ),
    (
        "value by if",
        "void f(int v) { if (v == 1) cout << 'A'; else if (v == 11) cout << 'J'; else cout << v; }",
    ),
    (
        "value in words",
        "string f(int v) { string n; if (v == 0) n = \"Ace of \"; else if (v == 12) n = \"King of \"; return n; }",
    ),
    ("ace only", "void f(int c) { int v = c % 13; if (v == 0) cout << \"A\"; else cout << \"X\"; }"),
    (
        "ten only",
        "char values[] = {'A', '2', '3', 'T', 'J', 'Q', 'K'}; void f(int c) { if (values[c % 13] == 'T') cout << \"10\"; else cout << values[c % 13]; }",
    ),
    (
        "numbers and a table",
        "void f(int c) { int v = c % 13; if (v > 0 && v < 10) cout << v + 1; else cout << \"AJQK\"[v / 3]; }",
    ),
    (
        "table at fixed places",
        "char suits[] = {'H', 'D', 'S', 'C'}; char f(int c) { switch (c / 13) { case 0: return suits[0]; case 1: return suits[1]; case 2: return suits[2]; } return suits[3]; }",
    ),
    (
        "bounds",
        "int f(int card) { int v; if (card < 13) v = card; else if (card < 26) v = card - 13; else if (card < 39) v = card - 26; else v = card - 39; return v; }",
    ),
    (
        "upper bounds",
        "int f(int i) { if (i <= 12) return 0; if (i <= 25) return 1; if (i <= 38) return 2; return 3; }",
    ),
    (
        "bounds on both sides",
        "int f(int i) { if (i >= 0 && i <= 12) return 0; else if (i >= 13 && i <= 25) return 1; return 2; }",
    ),
    (
        "peeling by while",
        "void f(int card) { int suit = 0; while (card >= 13) { card -= 13; suit++; } cout << suit; }",
    ),
    ("peeling by for", "int f(int card) { int s = 0; for (; card > 12; card = card - 13) s++; return s; }"),
    (
        "peeling by if",
        "int f(int card) { if (card > 12) card -= 13; if (card > 12) card -= 13; return card; }",
    ),
    ("peeling by do", "int f(int c) { do { c -= 13; } while (c >= 13); return c; }"),
    (
        "search by product",
        "void f(int card) { for (int s = 0; s < 4; s++) for (int v = 0; v < 13; v++) if (s * 13 + v == card) cout << s << v; }",
    ),
    (
        "search by suit",
        "char suits[] = {'H', 'D', 'S', 'C'}; void f(int c) { for (int j = 0; j < 4; j++) if (c / 13 == j) cout << suits[j]; }",
    ),
    (
        "passed on",
        "string face(int r) { if (r == 0) return \"A\"; return \"x\"; } void f(int c) { cout << face(c % 13); }",
    ),
    (
        "in a class",
        "class Card { int rank; string name() { switch (rank) { case 1: return \"Ace\"; case 11: return \"Jack\"; default: return \"?\"; } } };",
    ),
    ("by append", "void f(int c) { string hand; if (c % 13 == 0) hand.append(\"A\"); else hand += \"K\"; }"),
];

#[test]
fn branches_between_index_and_card_fail() {
    expect("no-branch-index", Status::Fail, FAULTS);
    for (name, text) in FAULTS {
        let (_, said) = judged(code(text), "no-branch-index");
        assert!(said.contains(" @main.cpp:1: ") || said.contains(" @main.cpp:2: "), "{name}: {said}");
    }
}

#[test]
fn what_cannot_be_told_is_left_to_a_person() {
    let cases = [
        (
            "counting suits on",
            "char suits[] = {'H', 'D', 'S', 'C'}; void f() { int s = 0, v = 0; for (int i = 0; i < 52; i++) { cout << suits[s]; v++; if (v == 13) { v = 0; s++; } } }",
        ),
        (
            "one letter by a name",
            "void f(int suit) { if (suit == 3) cout << 'H'; else cout << other(suit); }",
        ),
        ("unreadable", "void f(int c) { if (c < 13 { suit = 'H'; } }"),
    ];
    expect("no-branch-index", Status::Review, &cases);
}
