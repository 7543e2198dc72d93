//! From the lines of a session to its games.

use reference::crowns::Card;

use super::facts::{Deal, Event, Hand, Intent, Session, Verdict};
use super::question::Kind;
use crate::transcript::Ending;

/// The games of a session, or in the full game its hands of play.
pub(super) fn deals(session: &Session) -> Vec<Deal> {
    let full = session.is_full();
    let mut builder = Builder { session, full, deals: Vec::new(), open: false, turn: 0, early: Vec::new() };
    for nth in 0..session.events.len() {
        builder.take(nth);
    }
    let mut deals = builder.deals;
    if session.end == Ending::OutputLimit {
        // The middle of a flood is cut out, so that only its beginning is what was printed.
        let turn = session.asks.len();
        let flooded = deals.iter().position(|deal| deal.to >= turn).unwrap_or(deals.len());
        deals.truncate(flooded + FLOOD_DEALS);
    }
    deals
}

/// The games of a flood that are judged.
const FLOOD_DEALS: usize = 10;

struct Builder<'a> {
    session: &'a Session,
    full: bool,
    deals: Vec<Deal>,
    /// The last deal goes on.
    open: bool,
    /// The turn of the last event.
    turn: usize,
    /// Points that came before their hand.
    early: Vec<(u32, i64, crate::assignment::excerpt::Place)>,
}

impl Builder<'_> {
    fn take(&mut self, nth: usize) {
        let (place, event) = &self.session.events[nth];
        let asks = &self.session.asks;
        let between = &asks[self.turn.min(asks.len())..place.turn.min(asks.len())];
        if between.iter().any(|ask| matches!(ask.kind, Kind::Again | Kind::Players | Kind::Start)) {
            self.open = false;
            self.early.clear();
        }
        self.turn = place.turn;
        match event {
            Event::Begins(begins) => {
                self.begin(place.turn);
                if let Some(deal) = self.deals.last_mut() {
                    deal.begins = Some(*begins);
                }
            }
            Event::Hand(hand) => self.hand(hand),
            Event::Points(seat, number) => {
                let open = self.open;
                let deal = self.deals.last_mut().filter(|_| open);
                // A number without a name may be the sum of all cards: the player's own line right after it counts.
                let mut told = self.session.events[..nth].iter().rev();
                let before = told.find(|(_, event)| !matches!(event, Event::Other(_)));
                let corrects = seat.is_some()
                    && before.is_some_and(|(at, event)| {
                        at.turn == place.turn && matches!(event, Event::Points(None, _))
                    });
                let last = deal.as_ref().and_then(|deal| deal.hands.last()).map(|hand| hand.seat);
                let hand = deal.and_then(|deal| match seat {
                    Some(seat) => deal.hands.iter_mut().find(|hand| hand.seat == *seat),
                    None => deal.hands.iter_mut().rev().find(|hand| hand.points.is_none()),
                });
                match (hand, seat) {
                    // Points said again, as in a table at the end, change nothing.
                    (Some(hand), _) if hand.points.is_none() || corrects && last == Some(hand.seat) => {
                        hand.points = Some((*number, *place));
                    }
                    (None, Some(seat)) => self.early.push((*seat, *number, *place)),
                    _ => {}
                }
            }
            Event::Verdict(verdict) => self.verdict(verdict),
            Event::Lowest(points) => {
                if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
                    deal.lowest = Some((*place, *points));
                }
            }
            Event::Totals(totals) => {
                if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
                    deal.totals = Some((*place, totals.clone()));
                }
            }
            Event::Other(line) => {
                if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
                    deal.others.push((*place, line.clone()));
                }
            }
            _ => {}
        }
        if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
            deal.to = place.turn;
            deal.events.push(nth);
        }
    }

    fn begin(&mut self, turn: usize) {
        let before = &self.session.asks[..turn.min(self.session.asks.len())];
        let players = before.iter().rev().find(|ask| ask.kind == Kind::Players);
        let asked = before.iter().rev().find_map(|ask| match ask.intent {
            Some(Intent::Count(count)) => Some(count),
            _ => None,
        });
        let spoiled = players.is_some_and(|ask| ask.intent == Some(Intent::Bad));
        let asked = asked.filter(|_| !spoiled);
        self.deals.push(Deal { from: turn, to: turn, asked, spoiled, ..Deal::default() });
        self.open = true;
    }

    fn hand(&mut self, hand: &Hand) {
        let open = self.open;
        let last = self.deals.last().filter(|_| open);
        let known = last.and_then(|deal| deal.hands.iter().find(|known| known.seat == hand.seat));
        let again = hand.seat > 0 && known.is_some_and(|known| sorted(known) == sorted(hand));
        // In one game a player has one hand; another one, or hands after the winner, are another game.
        let other = hand.seat > 0 && known.is_some() && !again;
        let over = last.is_some_and(|deal| deal.verdict.is_some() && !again);
        if last.is_none() || !self.full && (other || over) {
            self.begin(hand.place.turn);
        } else if again && !self.full {
            return;
        }
        let full = self.full;
        let Some(deal) = self.deals.last_mut() else { return };
        let mut hand = hand.clone();
        if hand.seat == 0 {
            hand.seat = deal.hands.len() as u32 + 1;
        }
        if let Some(at) = self.early.iter().position(|(seat, ..)| *seat == hand.seat) {
            let (_, number, place) = self.early.remove(at);
            hand.points = Some((number, place));
        }
        if full {
            deal.hands.retain(|known| known.seat != hand.seat);
        }
        deal.hands.push(hand);
    }

    fn verdict(&mut self, verdict: &Verdict) {
        let Some(deal) = self.deals.last_mut().filter(|deal| self.open && !deal.hands.is_empty()) else {
            return;
        };
        match &mut deal.verdict {
            None => deal.verdict = Some(verdict.clone()),
            Some(known) => {
                known.tie |= verdict.tie;
                known.nameless &= verdict.nameless;
                known.points = known.points.or(verdict.points);
                let fresh = verdict.seats.iter().filter(|seat| !known.seats.contains(seat));
                let fresh: Vec<u32> = fresh.copied().collect();
                known.seats.extend(fresh);
            }
        }
    }
}

fn sorted(hand: &Hand) -> Vec<Card> {
    let mut cards = hand.cards.clone();
    cards.sort_unstable();
    cards
}
