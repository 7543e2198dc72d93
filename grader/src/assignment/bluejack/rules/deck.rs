//! The rule about the game deck.

use reference::bluejack::{Card, game_deck_card};

use super::{Found, Game, Judge, Rule, rule};
use crate::assignment::bluejack::facts::Printed;
use crate::assignment::excerpt::Place;

rule! {
    /// Cards drawn are plain ones from 1 to 10 in four colours, and none comes twice in a set before the deck could
    /// have been shuffled again.
    ///
    /// Handout: "The game deck is made up of four sets of cards that range between 1 and 10." Each is there once, and
    /// after the player decks have taken ten, 30 are left.
    /// Broken by: `rand() % 10` where a deck should be, a deck that is never shuffled, a `Green 11`, a signed card on top of the deck, a plain card of
    /// the hand that is in the deck as well.
    /// Accepted: any way of refilling between sets. Within a set a card may come again once 30 were drawn since the
    /// game began: then the deck may have been shuffled again.
    GAME_DECK = "game-deck", "The game deck's cards are plain, and none comes twice", Judge::Cards(game_deck);
}

/// So many cards are left in the deck when play begins.
const LEFT: usize = 30;

fn game_deck(game: &Game<'_>, found: &mut Found) {
    let mut drawn_before = 0;
    for (nth, set) in game.course.sets.iter().enumerate() {
        let draws: Vec<(Place, &Printed)> = set.turns.iter().flat_map(super::Turn::draws).collect();
        for (place, card) in draws.iter().filter(|(_, card)| !card.is_unread()) {
            found.see();
            if !card.card.is_some_and(game_deck_card) {
                let text = if card.text.is_empty() { "nothing" } else { &*card.text };
                let what = format!("`{text}` is drawn, which is no card of the game deck.");
                found.breach(
                    nth,
                    *place,
                    what,
                    "The game deck holds 1 to 10 in blue, yellow, red and green.",
                );
            }
        }
        if let Some((place, card)) = repeated(&draws, drawn_before) {
            let what = format!("{} is drawn a second time in one set.", card.text);
            found.breach(nth, place, what, "Each card is in the game deck once.");
        }
        if nth == 0
            && game.reading.deck_fixed
            && let Some((place, card)) = draws.first()
        {
            let what = format!("{} is drawn first in every game, whatever the hands are.", card.text);
            found.breach(nth, *place, what, "The game deck is shuffled before the hands are dealt.");
        }
        if nth == 0
            && let Some((place, card)) = of_hand(game, &draws)
        {
            let what = format!("{} is drawn, and you hold it.", card.text);
            found.breach(nth, place, what, "The plain cards of a hand were taken out of the game deck.");
        }
        drawn_before += draws.len();
    }
}

/// The first card drawn in the first set that is a plain one of the hand: before the deck could have been made anew there
/// is each once.
fn of_hand<'a>(game: &Game<'_>, draws: &[(Place, &'a Printed)]) -> Option<(Place, &'a Printed)> {
    let (_, hand) = game.session.first_hand()?;
    let is_held = |card: &Printed| matches!(card.card, Some(Card::Plain { .. })) && hand.contains(card);
    draws.iter().take(LEFT).find(|(_, card)| is_held(card)).copied()
}

/// The first card that was drawn twice in a set, unless one refill in between explains every repetition.
fn repeated<'a>(draws: &[(Place, &'a Printed)], before: usize) -> Option<(Place, &'a Printed)> {
    let again = |draws: &[(Place, &'a Printed)]| {
        let mut cards = draws.iter().enumerate();
        cards
            .find(|(at, (_, card))| draws[..*at].iter().any(|(_, other)| other == card))
            .map(|(_, draw)| *draw)
    };
    let first = again(draws)?;
    let refill = LEFT.saturating_sub(before);
    let explained =
        (refill..draws.len()).any(|at| again(&draws[..at]).is_none() && again(&draws[at..]).is_none());
    (!explained).then_some(first)
}
