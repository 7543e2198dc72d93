use super::*;

const LEGAL: &[(&str, &str)] = &[
        (
            "the plain program",
            "int DealCard(int cards[], int player) { int c; do { c = rand() % 52; } while (cards[c] != 0); cards[c] = player; return c; }
             int ScoreHand(int cards[], int player) { int s = 0; for (int i = 0; i < 52; i++) if (cards[i] == player) s += i; return s; }
             int main() { int cards[52]; for (int i = 0; i < 52; i++) cards[i] = 0; DealCard(cards, 1); }",
        ),
        (
            "other words",
            "int DealCard(char deck[52], char x) { int c = rand() % 52; deck[c] = x; return c; }
             int ScoreHand(char deck[52], char x) { for (int i = 0; i < 52; i++) { if (deck[i] != x) continue; } }
             const int SIZE = 52; int main() { char deck[SIZE] = {}; DealCard(deck, 'P'); }",
        ),
        (
            "enum and global",
            "enum Owner { NONE, PLAYER, DEALER }; Owner deck[52];
             int main() { deck[3] = PLAYER; deck[4] = DEALER; if (deck[3] == DEALER) return 1; }",
        ),
        (
            "std::array by reference",
            "int ScoreHand(const std::array<int, 52> &cards, int who) { int s = 0; for (int i = 0; i < 52; ++i) if (cards.at(i) == who) ++s; return s; }
             int main() { std::array<int, 52> cards{}; ScoreHand(cards, 1); }",
        ),
        (
            "vector of 52",
            "int DealCard(vector<int> &cards, int p) { cards[rand() % 52] = p; return 0; }
             int main() { vector<int> cards(52, 0); DealCard(cards, 1); }",
        ),
        (
            "vector resized",
            "int DealCard(vector<int> &cards, int p) { cards[rand() % 52] = p; return 0; }
             int main() { vector<int> cards; cards.resize(52); DealCard(cards, 1); }",
        ),
        (
            "vector filled in a loop",
            "int DealCard(vector<int> &cards, int p) { cards[rand() % 52] = p; return 0; }
             int main() { vector<int> cards; for (int i = 0; i < 52; i++) cards.push_back(0); DealCard(cards, 1); }",
        ),
        (
            "structs with an owner",
            "struct Card { int value; char suit; int owner; };
             int DealCard(Card deck[], int player) { int c = rand() % 52; deck[c].owner = player; return c; }
             int ScoreHand(Card deck[], int player) { int s = 0; for (int i = 0; i < 52; i++) { if (deck[i].owner == player) s += deck[i].value; } return s; }
             int main() { Card deck[52]; DealCard(deck, 1); ScoreHand(deck, 1); }",
        ),
        (
            "member of a class",
            "class Deck { int cards[52]; public: int DealCard(int player) { int c = rand() % 52; cards[c] = player; return c; }
             int ScoreHand(int player) { int s = 0; for (int i = 0; i < 52; i++) if (cards[i] == player) s++; return s; } };
             int main() { Deck deck; deck.DealCard(1); }",
        ),
        (
            "an object as player",
            "class Person { int n; public: Person(int n) : n(n) {} int Id() const { return n; } };
             int DealCard(int deck[], const Person &x) { int c = rand() % 52; deck[c] = x.Id(); return c; }
             int ScoreHand(int deck[], const Person &x) { int s = 0; for (int i = 0; i < 52; i++) if (deck[i] == x.Id()) s++; return s; }
             int main() { int deck[52]; Person a(1); DealCard(deck, a); ScoreHand(deck, a); }",
        ),
        (
            "struct passed whole",
            "struct Deck { int cards[52]; };
             int DealCard(Deck &deck, int player) { int c = rand() % 52; deck.cards[c] = player; return c; }
             int main() { Deck deck; DealCard(deck, 1); }",
        ),
        (
            "numbers only",
            "int main() { int cards[52] = {0}; cards[5] = 1; cards[6] = 2; for (int i = 0; i < 52; i++) { if (cards[i] == 1) {} if (cards[i] == 2) {} } }",
        ),
        (
            "letters only",
            "int main() { char cards[52]; for (int i = 0; i < 52; i++) cards[i] = 'N'; cards[5] = 'P'; cards[6] = 'D'; for (int i = 0; i < 52; i++) { if (cards[i] == 'P') {} } }",
        ),
        (
            "words",
            "int main() { string cards[52]; cards[5] = \"player\"; cards[6] = \"dealer\"; }",
        ),
        (
            "pointers",
            "int DealCard(int *cards, int player) { int c = rand() % 52; *(cards + c) = player; return c; }
             int main() { int *cards = new int[52]; DealCard(cards, 1); }",
        ),
        (
            "range for",
            "int ScoreHand(int (&cards)[52], int player) { int s = 0; for (int owner : cards) { if (owner == player) s++; } return s; }
             int main() { int cards[52]; ScoreHand(cards, 1); }",
        ),
        (
            "helpers beside it",
            "int order[52]; bool used[52]; string names[52]; int playerOrder[11], dealerOrder[11]; char suits[4] = {'H', 'D', 'S', 'C'};
             int DealCard(int cards[52], int player) { int c = order[0]; used[c] = true; cards[c] = player; return c; }
             int main() { int cards[52]; for (int i = 0; i < 52; i++) order[i] = i; DealCard(cards, 1); }",
        ),
        (
            "an array a game",
            "int DealCard(int cards[], int player) { cards[3] = player; return 3; }
             void play() { int cards[52]; DealCard(cards, 1); } int main() { int cards[52]; DealCard(cards, 2); play(); }",
        ),
        (
            "typedef",
            "typedef int Deck[52]; int DealCard(Deck d, int player) { d[1] = player; return 1; } int main() { Deck d; DealCard(d, 1); }",
        ),
        (
            "pointers to players",
            "int main() { Player player, dealer; Player *cards[52]; cards[3] = &player; cards[4] = &dealer; }",
        ),
        (
            "what a pointer's object says",
            "struct P { int id; }; int DealCard(int cards[], P *p) { cards[3] = p->id; return 3; }
             int main() { int cards[52]; P me; DealCard(cards, &me); }",
        ),
        (
            "player plus one",
            "int DealCard(int cards[], int x) { cards[3] = x + 1; return 3; } int main() { int cards[52]; DealCard(cards, 0); }",
        ),
        (
            "a choice of letters",
            "int DealCard(char cards[], bool x) { cards[3] = x ? 'D' : 'P'; return 3; } int main() { char cards[52]; DealCard(cards, 0); }",
        ),
        (
            "switch on the owner",
            "int main() { int cards[52]; cards[1] = 1; cards[2] = 2; switch (cards[3]) { case 1: break; case 2: break; } }",
        ),
        (
            "count",
            "int main() { int cards[52]; int player = 1; cards[7] = player; return std::count(cards, cards + 52, player); }",
        ),
];

#[test]
fn one_array_of_52_passes() {
    expect("one-array", Status::Pass, LEGAL);
}

#[test]
fn owners_elsewhere_fail() {
    let cases = [
        ("nothing at all", "int main() { int score = 0; }"),
        (
            "lists of dealt cards",
            "int main() { vector<int> playerHand, dealerHand; playerHand.push_back(rand() % 52); dealerHand.push_back(3); }",
        ),
        (
            "lists beside an array of dealt cards",
            "bool dealt[52]; int DealCard(int hand[], int &n) { int c; do { c = rand() % 52; } while (dealt[c]); dealt[c] = true; hand[n++] = c; return c; }
             int main() { int playerCards[12], dealerCards[12]; int p = 0, d = 0; DealCard(playerCards, p); DealCard(dealerCards, d); }",
        ),
        (
            "an array for each",
            "int main() { int playerCards[52] = {}, dealerCards[52] = {}; playerCards[4] = 1; dealerCards[5] = 1; if (playerCards[4] == 1) {} }",
        ),
        (
            "a table of 4 x 13",
            "int DealCard(int cards[4][13], int player) { int s = rand() % 4, v = rand() % 13; cards[s][v] = player; return s * 13 + v; }
             int main() { int cards[4][13]; DealCard(cards, 1); }",
        ),
        (
            "a row for each",
            "int DealCard(int cards[2][52], int player) { int c = rand() % 52; cards[player][c] = player; return c; }
             int main() { int cards[2][52]; DealCard(cards, 1); }",
        ),
        (
            "51 elements",
            "int DealCard(int cards[], int player) { cards[3] = player; return 3; } int main() { int cards[51]; DealCard(cards, 1); }",
        ),
        (
            "hands as objects",
            "struct Card { int v; }; class Deck { vector<Card> cards; }; class Hand { public: vector<Card> cards; };
             int main() { Deck deck; Hand player, dealer; player.cards.push_back(Card()); }",
        ),
    ];
    expect("one-array", Status::Fail, &cases);
    for (name, text) in cases {
        let (_, said) = judged(code(text), "one-array");
        assert!(said.contains(" @main.cpp:"), "{name}: {said}");
    }
}

#[test]
fn what_cannot_be_told_is_left_to_a_person() {
    let cases = [
        (
            "53 elements",
            "int DealCard(int cards[], int player) { cards[3] = player; return 3; } int main() { int cards[53]; DealCard(cards, 1); }",
        ),
        (
            "an unknown size",
            "int DealCard(vector<int> &cards, int player) { cards[3] = player; return 3; } int main() { vector<int> cards; grow(cards); DealCard(cards, 1); }",
        ),
        (
            "a walk by pointer",
            "int main() { int cards[52]; for (int *p = cards; p != cards + 52; ++p) *p = 0; }",
        ),
        ("a map", "int main() { map<int, int> owner; owner[3] = 1; }"),
        ("only a list of names", "int main() { string deck[52]; int next = 0; string card = deck[next++]; }"),
        ("unreadable", "int main() { int cards[52; cards[3] = 1; }"),
    ];
    expect("one-array", Status::Review, &cases);
}
