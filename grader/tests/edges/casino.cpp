// A legal program, small enough to be spoilt in one place.
#include <cstdlib>
#include <iostream>
#include <string>
using namespace std;

string getRank(int rank) {
    const string names[] = {"Ace", "Two", "Three", "Four", "Five", "Six", "Seven",
                            "Eight", "Nine", "Ten", "Jack", "Queen", "King"};
    return names[rank];
}

string getSuit(int suit) {
    const string names[] = {"Spades", "Clubs", "Diamonds", "Hearts"};
    return names[suit];
}

int draw_card(string &card, int drawer_points) {
    int rank = rand() % 13, suit = rand() % 4;
    card = getRank(rank) + " of " + getSuit(suit);
    if (rank == 0) return drawer_points + 11 <= 21 ? 11 : 1;
    return rank >= 9 ? 10 : rank + 1;
}

int main() {
    srand(333);
    int money = 100, bet;
    string card;
    char answer = 'y';
    /* at the start */
    for (int round = 1; answer == 'y' && money > 0 && money <= 1000; round++) {
        do {
            cout << "You have $" << money << ". Enter bet:" << endl;
            cin >> bet;
        } while (bet > money);
        int player = 0, dealer = 0;
        cout << "Your cards are:" << endl;
        for (int i = 0; i < 2; i++) {
            player += draw_card(card, player);
            cout << card << endl;
        }
        /* in the middle of a round */
        while (player < 21 && answer == 'y') {
            cout << "Your total is " << player << ". Do you want another card (y/n)?" << endl;
            cin >> answer;
            if (answer == 'y') {
                player += draw_card(card, player);
                cout << "You draw a:" << endl << card << endl;
            }
        }
        if (player > 21) {
            cout << "Your total is " << player << ". You busted!" << endl;
            money -= bet;
        } else {
            cout << "The dealer's cards are:" << endl;
            for (int i = 0; i < 2; i++) {
                dealer += draw_card(card, dealer);
                cout << card << endl;
            }
            cout << "The dealer's total is " << dealer << "." << endl;
            while (dealer <= 16) {
                dealer += draw_card(card, dealer);
                cout << "The dealer draws a card." << endl << card << endl;
                cout << "The dealer's total is " << dealer << "." << endl;
            }
            if (dealer > 21 || player > dealer) {
                cout << "You win $" << bet << "." << endl;
                money += bet;
            } else if (player == dealer) {
                cout << "A draw! You get back your $" << bet << "." << endl;
            } else {
                cout << "Too bad. You lose $" << bet << "." << endl;
                money -= bet;
            }
        }
        answer = 'y';
        if (money > 0 && money <= 1000) {
            cout << "Play again? (y/n):" << endl;
            cin >> answer;
        }
    }
    cout << "You have $" << money << ". GAME OVER." << endl;
    /* at the end */
}
