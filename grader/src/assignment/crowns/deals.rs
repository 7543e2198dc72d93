//! From the lines of a session to its games.

use reference::crowns::Card;

use super::facts::{Deal, Event, Hand, Intent, Scope, Session, Verdict};
use super::question::Kind;
use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

/// The games of a session, or in the full game its hands of play.
pub(super) fn deals(session: &Session) -> Vec<Deal> {
    let full = session.is_full();
    let mut builder = Builder {
        session,
        full,
        deals: Vec::new(),
        open: false,
        turn: 0,
        early: Vec::new(),
        sums: Vec::new(),
        block: 0,
    };
    for nth in 0..session.events.len() {
        builder.take(nth);
    }
    for (deal, hand, points, place) in std::mem::take(&mut builder.sums) {
        builder.deals[deal].hands[hand].points.get_or_insert((points, place));
    }
    let mut deals = builder.deals;
    deals.iter_mut().filter(|deal| deal.begins.is_none()).for_each(find_odd_cards);
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
    early: Vec<(u32, i64, Place)>,
    /// Sums of all cards, with the deal and the hand: its points if no others are told.
    sums: Vec<(usize, usize, i64, Place)>,
    /// The first deal since the question for a game.
    block: usize,
}

/// In a hand that is short of cards beside the others, the texts that may be cards are some that were not understood.
fn find_odd_cards(deal: &mut Deal) {
    let size = |hand: &Hand| hand.cards.len() + hand.wrong.len();
    let most = deal.hands.iter().map(size).max().unwrap_or(0);
    let usual =
        deal.hands.iter().filter(|hand| size(hand) == most).map(|hand| hand.odd.len()).min().unwrap_or(0);
    for hand in deal.hands.iter_mut().filter(|hand| size(hand) < most && hand.odd.len() > usual) {
        hand.unclear = hand.unclear.take().or_else(|| hand.odd.first().cloned());
    }
}

impl Builder<'_> {
    fn take(&mut self, nth: usize) {
        let (place, event) = &self.session.events[nth];
        let asks = &self.session.asks;
        let between = &asks[self.turn.min(asks.len())..place.turn.min(asks.len())];
        if between.iter().any(|ask| matches!(ask.kind, Kind::Again | Kind::Players | Kind::Start)) {
            self.open = false;
            self.early.clear();
            self.block = self.deals.len();
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
            Event::Sum(seat, number) => self.sum(*seat, *number, *place),
            Event::Verdict(verdict) => self.verdict(verdict),
            Event::Lowest(points) => {
                if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
                    deal.lowest = Some((*place, *points));
                }
            }
            Event::Totals(totals) => {
                if let Some(deal) = self.deals.last_mut().filter(|_| self.open) {
                    let (at, known) = deal.totals.get_or_insert_with(|| (*place, Vec::new()));
                    *at = *place;
                    known.retain(|(seat, _)| totals.iter().all(|(other, _)| other != seat));
                    known.extend(totals);
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

    fn sum(&mut self, seat: Option<u32>, number: i64, place: Place) {
        let Some(deal) = self.deals.last().filter(|_| self.open) else { return };
        let hand = match seat {
            Some(seat) => deal.hands.iter().position(|hand| hand.seat == seat),
            None => deal.hands.iter().rposition(|hand| hand.points.is_none()),
        };
        self.sums.extend(hand.map(|hand| (self.deals.len() - 1, hand, number, place)));
    }

    fn verdict(&mut self, verdict: &Verdict) {
        // In a full game only its end has a winner.
        if self.full && verdict.scope == Scope::Hand {
            return;
        }
        // Where several games were dealt in a row, who won them all is not who won the last one.
        let in_a_row = !self.full && self.deals.len() > self.block + 1;
        let told = self.deals.last().is_some_and(|deal| deal.verdict.is_some());
        if in_a_row && told && verdict.scope == Scope::Whole {
            return;
        }
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
