//! Rules about the hands.

use std::collections::BTreeSet;

use crate::assignment::bluejack::course::Step;
use crate::assignment::bluejack::reading::twin;
use reference::bluejack::{Card, HAND_CARDS, Move, Side, hand_card};

use super::{Found, Game, Judge, Rule, rule, turns};
use crate::assignment::bluejack::facts::{Printed, named};
use crate::assignment::excerpt::Place;

rule! {
    /// The human starts with four cards, each of a legal kind, and so does the computer.
    ///
    /// Handout: "only 4 of these cards are randomly picked as the hand of the player". Legal are plain cards from 1 to
    /// 10, signed ones from 1 to 6, one Flip and one Double at most, and no plain card twice: the game deck holds each
    /// once.
    /// Broken by: a hand of five, a `Red +7`, a `Blue 0`, two Flips; a fifth card played by the computer.
    /// Accepted: any order. A `Green 11` that was drawn elsewhere as well is a matter of `game-deck`. The computer's cards
    /// are judged as they are played. A card that it plays twice comes back
    /// to its hand, which is a matter of `card-once`.
    HAND_FOUR = "hand-four", "The hand is four cards of legal kinds", Judge::Cards(hand_four);
}

fn hand_four(game: &Game<'_>, found: &mut Found) {
    let expected = "A hand is four cards: plain 1 to 10, signed 1 to 6, at most one Flip and one Double.";
    // With a card in words of the program's own, nothing is known of a hand.
    let is_read = |(_, hand): &(Place, &[Printed])| !hand.iter().any(Printed::is_unread);
    if let Some((place, hand)) = game.session.first_hand().filter(is_read) {
        found.see();
        if let Some(oddity) = oddity(hand) {
            let what = format!("Your hand is {}: {oddity}.", named(hand));
            if hand.len() == HAND_CARDS && hand.iter().all(|one| is_dealt(one) || is_odd_plain(one)) {
                // Plain cards come from the game deck: one that is in no deck is drawn as well.
                found.breach_unless("game-deck", 0, place, what, expected);
            } else {
                found.breach(0, place, what, expected);
            }
        }
    }
    for (nth, set, place, card) in computer_plays(game) {
        if card.is_unread() {
            continue;
        }
        found.see();
        if !is_dealt(card) {
            let what = format!("The computer plays `{}`, which is no card of a hand.", card.text);
            if is_odd_plain(card) {
                found.breach_unless("game-deck", set, place, what, expected);
            } else {
                found.breach(set, place, what, expected);
            }
        } else if nth == HAND_CARDS && !comes_back(game) {
            found.breach(set, place, "The computer plays a fifth card of its hand.", expected);
        }
    }
}

/// Whether a card can be in a player deck.
fn is_dealt(one: &Printed) -> bool {
    one.card.is_some_and(hand_card)
}

/// Whether it is a plain card with a number that the game deck does not have.
fn is_odd_plain(one: &Printed) -> bool {
    matches!(one.card, Some(Card::Plain { .. })) && !is_dealt(one)
}

/// What is wrong with a hand.
fn oddity(hand: &[Printed]) -> Option<String> {
    if hand.len() != HAND_CARDS {
        return Some(format!("{} cards", hand.len()));
    }
    if let Some(odd) = hand.iter().find(|one| !is_dealt(one)) {
        return Some(format!("`{}` is in no player deck", odd.text));
    }
    twin(hand).map(|one| format!("{} is there twice", one.text))
}

/// The cards the computer plays in a game, counted from 0, with their sets and places.
fn computer_plays<'a>(game: &Game<'a>) -> impl Iterator<Item = (usize, usize, Place, &'a Printed)> {
    let computers = turns(game).filter(|(_, _, _, turn)| turn.side == Side::Computer);
    let plays =
        computers.flat_map(|(set, _, _, turn)| turn.plays().map(move |(place, card)| (set, place, card)));
    plays.enumerate().map(|(nth, (set, place, card))| (nth, set, place, card))
}

/// Whether more than four plays of the computer mean cards that come back, and not a hand that is too large.
fn comes_back(game: &Game<'_>) -> bool {
    game.reading.hand_renewed || !game.reading.computer_has_more
}

rule! {
    /// A card of the hand is gone once it was played, in later sets as well: the hand is four for the whole game.
    ///
    /// Handout: the hands are picked once, before the first set, and their cards "can be used when necessary".
    /// Broken by: a played card that stays in the hand, a new hand for each set, a card that vanishes; a card that the
    /// computer plays a second time.
    /// Accepted: a hand listed in another order, or less often.
    CARD_ONCE = "card-once", "A played card is gone for the game", Judge::Cards(card_once);
}

fn card_once(game: &Game<'_>, found: &mut Found) {
    let expected = "A hand is four cards for the whole game, and a card is gone once it was played.";
    let mut played_before = false;
    for hand in &game.course.hands {
        let Some(before) = &hand.expected else { continue };
        let back = beyond(&hand.listed, before);
        let gone = beyond(before, &hand.listed);
        played_before |= before.len() < HAND_CARDS;
        if !back.is_empty() {
            let what =
                format!("{} is in your hand, of which {} should be left.", named(&back), named(before));
            found.breach(hand.set, hand.place, what, expected);
        } else if !gone.is_empty() {
            let what = format!("{} vanished from your hand without being played.", named(&gone));
            found.breach(hand.set, hand.place, what, expected);
        } else if played_before {
            found.see();
        }
    }
    // Where the hand is not listed again, the place of a card in it shows that those before are gone.
    for (_, _, _, turn) in turns(game).filter(|(_, _, _, turn)| turn.side == Side::Human) {
        for (step, asked) in turn.asks() {
            let Some(Move::Play(at)) = asked.meant.filter(|_| asked.hand.len() < HAND_CARDS) else {
                continue;
            };
            let then = turn.steps[step + 1..].iter().find(|(_, step)| !matches!(step, Step::Board(_)));
            if matches!(then, Some((_, Step::Play(card))) if asked.hand.get(at) == Some(card)) {
                found.see();
            }
        }
    }
    let mut seen = BTreeSet::new();
    for (nth, set, place, card) in computer_plays(game) {
        // Where hands hold cards twice, it may have had this one twice.
        let may_hold_two = matches!(card.card, Some(Card::Signed { .. })) || game.reading.hand_has_twins;
        let again = !seen.insert(card) && !may_hold_two;
        if comes_back(game) && (again || nth == HAND_CARDS) {
            let what = if again {
                format!("The computer plays {} a second time.", card.text)
            } else {
                "The computer plays a card again, as its fifth.".to_owned()
            };
            found.breach(set, place, what, expected);
        }
    }
}

/// The cards of a list that another lacks, each as often as it is too many.
fn beyond(list: &[Printed], other: &[Printed]) -> Vec<Printed> {
    let mut left = other.to_vec();
    let more = list.iter().filter(|card| match left.iter().position(|one| one == *card) {
        Some(at) => {
            left.remove(at);
            false
        }
        None => true,
    });
    more.cloned().collect()
}
