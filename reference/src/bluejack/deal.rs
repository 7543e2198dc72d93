//! The decks and how they are dealt, number by number of `rand()`.
//!
//! The handout fixes neither generator nor seed. The reference uses glibc's `rand()` after `srand(seed)`, and every
//! number below a limit is `rand() % limit`. Its numbers are drawn in this order:
//!
//! 1. The game deck, blue 1 to 10, then yellow, red and green, is shuffled by [`shuffle`]. Its first card is the
//!    top. The player decks then take five cards each, the computer's from the top and the human's from the bottom,
//!    in turns, which draws no number.
//! 2. The computer's five other cards are made by [`made_cards`], then the human's.
//! 3. The computer's hand is picked by [`pick_hand`], then the human's.
//! 4. When the game deck has run out, the cards it takes back are shuffled: see [`GameDeck`].

use std::collections::VecDeque;

use super::card::{Card, Colour};
use super::rules::{BOARD_CARDS, HAND_CARDS};
use super::side::PerSide;
use crate::crand::GlibcRand;

/// How many cards of the game deck each player deck takes.
const FROM_GAME_DECK: usize = 5;

/// "The remaining two cards have an 80 percent chance of being a signed card."
const SIGNED_PERCENT: usize = 80;

/// `rand() % limit`, the uneven but common way to a small number.
fn below(limit: usize, rand: &mut GlibcRand) -> usize {
    rand.next_rand().cast_unsigned() as usize % limit
}

/// The 40 cards of the game deck in order: "four sets of cards that range between 1 and 10".
pub fn game_cards() -> Vec<Card> {
    let numbers = |colour| (1..=10).map(move |value| Card::Plain { colour, value });
    Colour::ALL.into_iter().flat_map(numbers).collect()
}

/// Shuffles cards: from the last place down to the second, each changes places with one not behind it (Fisher and
/// Yates). Place `i`, from 0, takes the number `rand() % (i + 1)`.
pub fn shuffle<T>(cards: &mut [T], rand: &mut GlibcRand) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last + 1, rand));
    }
}

/// The five cards of a player deck that are made at random.
///
/// Three are signed. The fourth is signed as well in 80 of 100 cases, else Flip; the fifth likewise, else Double. So
/// both come to a deck in 4 of 100 cases, as the handout counts. The fourth and the fifth each begin with the number
/// `rand() % 100`, where 80 and above is luck.
pub fn made_cards(rand: &mut GlibcRand) -> [Card; 5] {
    let made = [None, None, None, Some(Card::Flip), Some(Card::Double)];
    made.map(|lucky| match lucky {
        Some(card) if below(100, rand) >= SIGNED_PERCENT => card,
        _ => signed_card(rand),
    })
}

/// A card "with random colors and values between 1 to 6, with an additional sign": three numbers, `rand() % 4` for
/// the colour in the handout's order, `rand() % 6` for the value from 1 on, `rand() % 2` for the sign, 0 being plus.
fn signed_card(rand: &mut GlibcRand) -> Card {
    let colour = Colour::ALL[below(Colour::ALL.len(), rand)];
    let value = below(6, rand) as i64 + 1;
    let sign = if below(2, rand) == 0 { 1 } else { -1 };
    Card::Signed { colour, value: sign * value }
}

/// Picks the hand from a player deck. For the first place of the hand any card of the deck is chosen, for the second
/// any of the others, and so on: place `i`, from 0, takes the number `rand() % (10 - i)`, and what it displaces goes
/// to where the chosen card was.
pub fn pick_hand(mut deck: Vec<Card>, rand: &mut GlibcRand) -> Vec<Card> {
    for place in 0..HAND_CARDS.min(deck.len()) {
        let chosen = place + below(deck.len() - place, rand);
        deck.swap(place, chosen);
    }
    deck.truncate(HAND_CARDS);
    deck
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands, each in the order in which it is listed.
    pub hands: PerSide<Vec<Card>>,
    /// What is left of the game deck, the top card first.
    pub deck: Vec<Card>,
}

impl Deal {
    /// Deals a game. The generator is left where the next shuffle goes on.
    pub fn new(rand: &mut GlibcRand) -> Self {
        let mut cards = game_cards();
        shuffle(&mut cards, rand);
        let human = cards.split_off(cards.len() - FROM_GAME_DECK).into_iter().rev().collect();
        let deck = cards.split_off(FROM_GAME_DECK);
        let mut decks: PerSide<Vec<Card>> = PerSide { human, computer: cards };
        // The computer is served first, as in the handout's steps.
        decks.computer.extend(made_cards(rand));
        decks.human.extend(made_cards(rand));
        let computer = pick_hand(decks.computer, rand);
        let human = pick_hand(decks.human, rand);
        Self { hands: PerSide { human, computer }, deck }
    }
}

/// The game deck in play, which never runs out.
///
/// The handout does not say what happens after its last card. Here the cards drawn in earlier sets, in the order in
/// which they were drawn, are shuffled and become the deck; those on the boards stay there. So no card is drawn twice
/// in one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDeck {
    /// What is left, the top card first.
    left: VecDeque<Card>,
    /// The cards of the sets that are over.
    spent: Vec<Card>,
}

impl GameDeck {
    /// The fewest cards that last for any set: two full boards.
    pub const FEWEST: usize = 2 * BOARD_CARDS;

    /// A deck of these cards, the top card first.
    ///
    /// # Panics
    ///
    /// If there are fewer than [`GameDeck::FEWEST`], for a set might then need more.
    pub fn new(cards: Vec<Card>) -> Self {
        assert!(cards.len() >= Self::FEWEST, "a game deck of {} cards may not last for a set", cards.len());
        Self { left: cards.into(), spent: Vec::new() }
    }

    /// Takes the top card.
    ///
    /// # Panics
    ///
    /// If every card lies on a board, which no set that keeps the rules leads to.
    pub fn draw(&mut self, rand: &mut GlibcRand) -> Card {
        if self.left.is_empty() {
            shuffle(&mut self.spent, rand);
            self.left.extend(self.spent.drain(..));
        }
        self.left.pop_front().expect("two full boards leave cards in the deck")
    }

    /// Takes back the cards drawn in a set that is over.
    pub fn take_back(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.spent.extend(cards);
    }
}
