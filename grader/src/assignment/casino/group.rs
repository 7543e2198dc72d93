//! Cards that are printed together: new ones, or the hand listed again.

use super::facts::{Hand, Place, Seen, Shown};
use crate::assignment::lexicon::CardName;
use crate::assignment::words::Owner;

/// Cards that come in one piece: a list without words between.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that the words tell")]
pub(super) struct Group {
    /// Whose they are.
    pub(super) owner: Owner,
    /// The cards, in order.
    pub(super) cards: Vec<(CardName, Place)>,
    /// The totals among them, each covering the cards before it.
    pub(super) totals: Vec<Shown>,
    /// The words around them say that they were drawn.
    pub(super) drawn: bool,
    /// Each line says so of its own cards.
    pub(super) each_drawn: bool,
    /// Each line names the owner anew.
    pub(super) labelled: bool,
    /// Words name the owner, and not only whose turn it is.
    pub(super) told: bool,
}

impl Group {
    /// A group without cards yet.
    pub(super) fn new(owner: Owner, drawn: bool) -> Self {
        Self {
            owner,
            cards: Vec::new(),
            totals: Vec::new(),
            drawn,
            each_drawn: drawn,
            labelled: true,
            told: false,
        }
    }

    /// The first so many cards with their totals, and the others as the dealer's.
    pub(super) fn split(mut self, count: usize) -> (Self, Self) {
        let mut rest = Self { owner: Owner::Dealer, cards: self.cards.split_off(count), ..self.clone() };
        self.totals.retain(|shown| shown.cards <= count);
        rest.totals.retain(|shown| shown.cards > count);
        rest.totals.iter_mut().for_each(|shown| shown.cards -= count);
        (self, rest)
    }

    /// Decides whether the cards are new ones or the hand listed again, and lays them into it.
    ///
    /// Returns the cards that may be twins of those in the hand, if they were taken for those: the hand's only one, or
    /// some that came with a new one among them.
    ///
    /// `hole_first` says that the dealer's only card is not shown again before the hidden one.
    pub(super) fn lay(&self, hand: &mut Hand, hole_first: bool) -> Vec<Seen> {
        let before = hand.cards.len();
        let fresh = if let Some(new) = told_and_listed(hand, self) {
            new.to_vec()
        } else if !(hole_first && before == 1) && listed_again(hand, self) {
            without(&self.cards, hand)
        } else {
            self.cards.clone()
        };
        let again = fresh.len() < self.cards.len();
        let mut twins = Vec::new();
        if again && (before == 1) == fresh.is_empty() {
            let seen = |(name, place): (CardName, Place)| Seen { name, place, listed: false, drawn: false };
            let mut left = fresh.clone();
            twins.extend(
                self.cards
                    .iter()
                    .filter(|card| match left.iter().position(|one| one == *card) {
                        Some(at) => {
                            left.swap_remove(at);
                            false
                        }
                        None => true,
                    })
                    .cloned()
                    .map(seen),
            );
        }
        for (nth, (name, place)) in fresh.into_iter().enumerate() {
            hand.cards.push(Seen { name, place, listed: nth > 0, drawn: self.drawn });
        }
        let after = hand.cards.len();
        for shown in hand.shown.iter_mut().rev().take_while(|shown| shown.cards == before) {
            shown.cards_below = after;
        }
        for shown in &self.totals {
            // Within a list that repeats the hand, only its end is sure to cover what the hand holds.
            let whole = shown.cards == self.cards.len();
            let cards = match (again, whole) {
                (true, true) => after,
                (true, false) => continue,
                (false, _) => before + shown.cards,
            };
            hand.shown.push(Shown { cards, cards_below: cards, ..shown.clone() });
        }
        twins
    }
}

/// The new cards, where they come first and then the whole hand with them, or the other way round: `draws a Five of Clubs
/// and has Queen of Spades, Two of Clubs, Five of Clubs`.
fn told_and_listed<'a>(hand: &Hand, group: &'a Group) -> Option<&'a [(CardName, Place)]> {
    let (held, all) = (hand.cards.len(), group.cards.len());
    // With one card only held, one line says both: "turns over the Seven of Clubs, which makes King of Hearts and Seven
    // of Clubs".
    let one_line = group.cards.iter().all(|(_, place)| *place == group.cards[0].1);
    let enough = held > 1 || held == 1 && one_line;
    let new = all.checked_sub(held).filter(|twice| enough && *twice > 0 && twice % 2 == 0)? / 2;
    let is_list = |list: &[(CardName, Place)], new: &[(CardName, Place)]| {
        let whole = hand.cards.iter().map(|seen| &seen.name).chain(new.iter().map(|(name, _)| name));
        list.iter().map(|(name, _)| name).eq(whole)
    };
    let (first, others) = group.cards.split_at(new);
    if is_list(others, first) {
        return Some(first);
    }
    let (before, last) = group.cards.split_at(all - new);
    is_list(before, last).then_some(last)
}

/// Whether a group lists the hand again, perhaps with new cards among the old.
fn listed_again(hand: &Hand, group: &Group) -> bool {
    let (held, listed) = (hand.cards.len(), group.cards.len());
    if held == 0 || listed < held || listed - without(&group.cards, hand).len() < held {
        return false;
    }
    // One card only comes up again by chance too often: then the list must begin with it.
    if held == 1 && group.cards[0].0 != hand.cards[0].name || counted_on(hand, group) {
        return false;
    }
    if listed > held {
        // Cards drawn one by one may be those of the hand by chance, but hardly in its order.
        let in_order = hand.cards.iter().zip(&group.cards).all(|(seen, (name, _))| seen.name == *name);
        return in_order || !group.each_drawn;
    }
    // The same cards once more: a list, unless the words say that they were drawn. A single card is seen again
    // only when the dealer's open card is shown at a later question.
    !group.drawn
        && (held >= 2 || group.owner == Owner::Dealer && group.cards[0].1.turn != hand.cards[0].place.turn)
}

/// Whether each card has a line of its own with a running total, and the first one's counts on from the hand's cards.
fn counted_on(hand: &Hand, group: &Group) -> bool {
    let mut both = Hand { cards: hand.cards.clone(), shown: Vec::new() };
    both.cards.extend(group.cards.first().map(|(name, place)| Seen {
        name: name.clone(),
        place: *place,
        listed: false,
        drawn: false,
    }));
    let sum = both.total_by_cards(both.cards.len());
    group.labelled && group.totals.iter().any(|shown| shown.cards == 1 && Some(shown.total) == sum)
}

/// The group's cards that the hand does not hold yet, each card of the hand taken out once.
fn without(cards: &[(CardName, Place)], hand: &Hand) -> Vec<(CardName, Place)> {
    let mut held: Vec<&CardName> = hand.cards.iter().map(|seen| &seen.name).collect();
    cards
        .iter()
        .filter(|(name, _)| match held.iter().position(|other| *other == name) {
            Some(at) => {
                held.swap_remove(at);
                false
            }
            None => true,
        })
        .cloned()
        .collect()
}
