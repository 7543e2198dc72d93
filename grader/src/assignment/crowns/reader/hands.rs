//! Hands as they are read: on lines of their own or together, and side by side in a table.

use crate::assignment::excerpt::Place;

use super::super::acts::act;
use super::super::cards::{CardAt, cards_in, is_own_value};
use super::super::columns::{Columns, Row};
use super::super::facts::{Event, Hand, Scope, Unclear, Verdict};
use super::super::group::{Again, Group, dealt_to, is_dealing, tells_of};
use super::super::jokers;
use super::super::lines;
use super::super::person::tell_act;
use super::super::signs::{is_letter_s, is_star_sign};
use super::super::unclear::{face_in, odd_in, unclear_in};
use super::{Reader, choice};

impl Reader<'_> {
    /// Whether a line belongs to hands side by side.
    pub(super) fn is_of_table(&mut self, line: &str, cards: &[CardAt], place: Place) -> bool {
        let Some(columns) = &mut self.columns else {
            self.columns =
                Columns::begin(line, place).filter(|_| cards.is_empty() && !self.session.is_full());
            if self.columns.is_some() {
                self.flush();
            }
            return self.columns.is_some();
        };
        if !cards.is_empty() {
            if columns.take(line, cards, |card| is_letter_s(line, card)) {
                self.session.star_sign |= cards.iter().any(|card| is_star_sign(line, card));
                return true;
            }
            self.end_columns();
            return false;
        }
        match columns.row(line) {
            Row::Cards => true,
            Row::Points(points) => {
                let seats = self.end_columns();
                for (seat, points) in seats.into_iter().zip(points) {
                    self.tell(place, Event::Points(Some(seat), points));
                }
                true
            }
            Row::Other => {
                self.end_columns();
                false
            }
        }
    }

    /// The hands side by side are told; their players.
    pub(super) fn end_columns(&mut self) -> Vec<u32> {
        let hands = self.columns.take().map(Columns::hands).unwrap_or_default();
        let seats = hands.iter().map(|hand| hand.seat).collect();
        for hand in hands {
            self.tell(hand.place, Event::Hand(hand));
        }
        seats
    }

    /// Whether a line tells of cards of the hand before, under a label that is nobody's name.
    pub(super) fn tells_again(&self, before: &str, cards: &[CardAt]) -> bool {
        let last = self.session.in_turn(self.session.asks.len()).find_map(|event| match event {
            Event::Hand(hand) => Some(hand),
            _ => None,
        });
        self.group.as_ref().is_some_and(|group| group.tells_of(before, cards))
            || last.is_some_and(|hand| tells_of(hand, before, cards))
    }

    /// The cards of a line; in a list of cards a Joker may have another name.
    pub(super) fn cards_of(&self, line: &str) -> Vec<CardAt> {
        let cards = cards_in(line);
        let lists = self.group.is_some() || self.heading.is_some() || self.labels.awaits();
        if cards.is_empty() && lists { jokers::alone(line).into_iter().collect() } else { cards }
    }

    pub(super) fn cards(&mut self, line: &str, cards: &[CardAt], place: Place) {
        let before = &line[..cards[0].start];
        let after = &line[cards[cards.len() - 1].end..];
        if let Some(act) = act(line, cards).filter(|act| self.session.is_full() || act.is_published()) {
            self.flush();
            return tell_act(&mut self.session, &mut self.implied, act, place);
        }
        let named = lines::seat_in(before).or_else(|| dealt_to(before, after, cards));
        let seat = named.or(self.seat);
        if seat.is_none() && self.group.is_none() && !self.may_be_dealt() {
            // Cards in a banner are nobody's.
            return;
        }
        let goes_on =
            named.is_none() || self.group.as_ref().is_some_and(|group| named == Some(group.hand.seat));
        // A number before a card of its own line counts the cards.
        let plain_start = !before.chars().any(char::is_alphabetic) || choice().is_match(before);
        let group = self.group.as_ref().filter(|_| goes_on && (plain_start || named.is_some()));
        if !self.session.is_full()
            && group.is_some_and(|group| group.is_said_again(before, cards, named.is_some()))
        {
            return self.points_behind(after, cards, named.is_some(), place);
        }
        let resumed = self.odd.is_empty() || group.is_some_and(|group| group.goes_on(line, cards));
        let joined = resumed
            && group.is_some_and(|group| {
                group.hand.points.is_none() && (named.is_none() || group.dealing == is_dealing(before, cards))
            });
        if !joined {
            // Words between cards of one heading name nobody anew.
            let nameless = named.is_none() && (self.seat.is_none() || self.group.is_some());
            let odd = if self.group.is_none() { std::mem::take(&mut self.odd) } else { Vec::new() };
            self.flush();
            let points = lines::points_named(before).map(|points| (points, place));
            let place = self.heading.take().unwrap_or(place);
            // Whose a hand is that names nobody is told by its place among the others.
            let hand = Hand { seat: seat.unwrap_or(0), points, odd, ..Hand::empty(place) };
            self.group = Some(Group::new(hand, line, cards, nameless));
        }
        self.heading = None;
        self.note_faces(line, cards);
        self.session.star_sign |= cards.iter().any(|card| is_star_sign(line, card));
        if let Some(Group { hand, .. }) = &mut self.group {
            hand.odd.append(&mut self.odd);
            let odd = odd_in(line, cards).into_iter();
            hand.odd.extend(odd.map(|text| Unclear { text, line: line.trim().to_owned() }));
            for card in cards {
                match &card.card {
                    Ok(known) => {
                        if is_letter_s(line, card) {
                            hand.by_s.push(hand.cards.len());
                        }
                        hand.cards.push(*known);
                    }
                    Err(name) => hand.wrong.push(name.clone()),
                }
            }
            if let Some(text) = unclear_in(line, cards) {
                hand.unclear.get_or_insert_with(|| Unclear { text, line: line.trim().to_owned() });
            }
        }
        self.points_behind(after, cards, named.is_some(), place);
    }

    /// Points behind cards are those of the hand.
    fn points_behind(&mut self, after: &str, cards: &[CardAt], named: bool, place: Place) {
        let own = |points: &i64| !named && is_own_value(cards, *points);
        if let Some(group) = &mut self.group
            && let Some(points) = lines::points_behind(after).filter(|points| !own(points))
        {
            group.hand.points = Some((points, place));
            let beside = lines::points_beside_total(after).is_some() && self.session.is_full();
            group.total = lines::total_in(after).filter(|_| beside);
        }
    }

    /// Keeps a first example of each way to write a Jack, Queen or King.
    fn note_faces(&mut self, line: &str, cards: &[CardAt]) {
        for card in cards {
            let Some(face) = face_in(line, card) else { continue };
            let known = &mut self.session.faces[face as usize];
            known.get_or_insert_with(|| line[card.start..card.end].trim().to_owned());
        }
    }

    /// The cards that stand together are a hand, if they are not one shown before.
    pub(super) fn flush(&mut self) {
        let Some(mut group) = self.group.take() else { return };
        group.hand.odd.append(&mut self.odd);
        self.seat = None;
        let whole = group.hand.points.is_none() && group.hand.wrong.is_empty();
        if group.dealing && whole && !self.session.is_full() {
            return self.dealt.add(group.hand);
        }
        let again = group.again(&self.session);
        let shows_winner = group.shows_winner(&self.session);
        let mut hand = group.hand;
        let points = hand.points.take();
        let total = group.total;
        let place = hand.place;
        let seat = match again {
            Some(Again::Whole(seat)) => seat,
            Some(Again::Part) => 0,
            None => hand.seat,
        };
        self.again = matches!(again, Some(Again::Whole(_))).then_some(seat);
        match again {
            None => {
                self.dealt.is_listed(seat);
                self.tell(place, Event::Hand(hand));
            }
            Some(Again::Whole(_)) if shows_winner => {
                let seats = vec![seat];
                let scope = Scope::Plain;
                let verdict = Verdict { tie: false, seats, points: None, nameless: false, scope, place };
                self.tell(place, Event::Verdict(verdict));
            }
            Some(_) => {}
        }
        if let Some((points, place)) = points {
            self.tell(place, Event::Points((seat > 0).then_some(seat), points));
            if let Some(total) = total.filter(|_| seat > 0) {
                self.tell(place, Event::Totals(vec![(seat, total)]));
            }
        }
    }

    /// Cards that were dealt and never listed are hands.
    pub(super) fn list_dealt(&mut self) {
        let hands = self.dealt.take().map(|hand| (hand.place, Event::Hand(hand)));
        self.session.events.extend(hands);
    }
}
