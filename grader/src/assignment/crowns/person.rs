//! The person at the terminal in the full game: which player it is, and what a hand shown to the person is.

use reference::crowns::Card;

use crate::assignment::excerpt::Place;

use super::acts::{Act, Who};
use super::facts::{Event, Session};
use super::question::Kind;

/// The number of the person who is at the terminal: whose hand was last shown in this hand of play.
pub(super) fn person(session: &Session) -> u32 {
    let shown = session.events.iter().rev().take_while(|(_, event)| !matches!(event, Event::Begins(_)));
    let seats = shown.filter_map(|(_, event)| match event {
        Event::Hand(hand) if hand.seat > 0 => Some(hand.seat),
        _ => None,
    });
    seats.into_iter().next().unwrap_or(1)
}

/// The last card taken or discarded in this hand of play.
pub(super) fn last_act(session: &Session) -> Option<&Event> {
    let told = session.events.iter().rev().map(|(_, event)| event);
    let mut acts = told.take_while(|event| !matches!(event, Event::Begins(_))).filter(|event| {
        matches!(event, Event::Draws(_) | Event::YouDraw(_) | Event::Takes(..) | Event::Discards(..))
    });
    acts.next()
}

/// The card that lies on the discard pile, if it is known.
pub(super) fn top_of_pile(session: &Session) -> Option<Card> {
    session.events.iter().rev().find_map(|(_, event)| match event {
        Event::Pile(card) | Event::Discards(_, card) => Some(Some(*card)),
        Event::Takes(..) | Event::Begins(_) => Some(None),
        _ => None,
    })?
}

/// Says of the hands shown before a question whose they are and when: a hand without a name is that of the person
/// who is asked, and with a card in it that is not discarded yet it is no hand of the game.
pub(super) fn settle(session: &mut Session, kind: Kind) {
    let turn = session.asks.len();
    let asks_person = matches!(kind, Kind::Take | Kind::Discard | Kind::GoOut);
    let may_be_turn = matches!(kind, Kind::Number | Kind::Menu | Kind::Unknown | Kind::Bare);
    if !session.is_full() || !asks_person && !may_be_turn {
        return;
    }
    let holds_more = last_act(session).is_some_and(takes);
    let seat = person(session);
    let ends = |event: &Event| matches!(event, Event::Begins(_) | Event::Discards(..) | Event::Points(..));
    let since = session.events.iter().rposition(|(_, event)| ends(event)).map_or(0, |at| at + 1);
    let from = session.events.iter().position(|(place, _)| place.turn == turn).unwrap_or(usize::MAX);
    let Some(shown) = session.events.get_mut(since.max(from)..) else { return };
    let nameless =
        shown.iter().filter(|(_, event)| matches!(event, Event::Hand(hand) if hand.seat == 0)).count();
    // Before the card was taken the hand is still one of the game.
    let after = shown.iter().rposition(|(_, event)| takes(event)).map_or(0, |at| at + 1);
    for (at, (_, event)) in shown.iter_mut().enumerate() {
        let Event::Hand(hand) = event else { continue };
        if hand.seat == 0 && asks_person && nameless <= 2 {
            hand.seat = seat;
        }
        if holds_more && at >= after && kind != Kind::Take && (hand.seat == seat || hand.seat == 0) {
            let cards = std::mem::take(&mut hand.cards);
            *event = Event::Holds(cards);
        }
    }
}

/// Whether a player takes a card.
fn takes(event: &Event) -> bool {
    matches!(event, Event::Draws(_) | Event::YouDraw(_) | Event::Takes(..))
}

/// Tells what a player does with a card; `implied` is whether the last `Draws` was told by a line that shows the card.
pub(super) fn tell_act(session: &mut Session, implied: &mut bool, act: Act, place: Place) {
    let person = person(session);
    let seat = |who| match who {
        Who::Seat(seat) => seat,
        Who::Person => person,
    };
    match act {
        Act::Pile(card) => session.events.push((place, Event::Pile(card))),
        Act::Take(Who::Person, card) if top_of_pile(session) != Some(card) => {
            tell_act(session, implied, Act::Draw(Who::Person, Some(card)), place);
        }
        Act::Take(who, card) => {
            let take = Event::Takes(seat(who), card);
            // "You take" after the line for all players says it again.
            if who != Who::Person || session.events.last().is_none_or(|(_, last)| *last != take) {
                session.events.push((place, take));
            }
        }
        Act::Discard(who, card) => session.events.push((place, Event::Discards(seat(who), card))),
        Act::Draw(who, card) => {
            let seat = seat(who);
            // "Player 1 draws from the deck." and "You draw …" tell of one card, in either order.
            let told = last_act(session);
            let known = match card {
                Some(_) => told == Some(&Event::Draws(seat)),
                None => matches!(told, Some(Event::YouDraw(_))) && seat == person && *implied,
            };
            *implied = card.is_some() && !known;
            if !known {
                session.events.push((place, Event::Draws(seat)));
            }
            if let Some(card) = card.filter(|_| seat == person) {
                session.events.push((place, Event::YouDraw(card)));
            }
        }
    }
}
