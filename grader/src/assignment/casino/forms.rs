//! Which of the numbers a program prints are totals.

use std::collections::BTreeMap;
use std::sync::Arc;

use reference::casino::card_value;

use super::facts::{Hand, Session, Shown};
use crate::assignment::words::Owner;

/// How a statement's number is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The total of the cards above it.
    Here,
    /// The total of the cards that follow.
    Below,
    /// No total.
    Other,
}

/// Which printed numbers are totals, learnt from all sessions of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forms(BTreeMap<(Arc<str>, Owner), Form>);

/// How often a statement's number was right.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    strong: bool,
    /// Seen with at least two cards, where chance seldom makes a number right.
    seen: u32,
    here: u32,
    below: u32,
    /// The number is what the last card alone is worth.
    last_card: u32,
    /// No words say whose it is, and it is what the other side has.
    others: u32,
    /// It is the sum of the cards and what the same statement told the round before.
    carried: u32,
    /// The numbers seen, one bit each: "closer to 21" is no total.
    numbers: u128,
}

/// Below this many observations a statement is taken by its words alone.
const ENOUGH: u32 = 8;

impl Forms {
    /// Learns from all sessions.
    pub fn learn(sessions: &[Session]) -> Self {
        let mut tallies: BTreeMap<(Arc<str>, Owner), Tally> = BTreeMap::new();
        // What was last shown by a statement in the rounds before: a total that was never set back starts from it.
        let mut last: BTreeMap<(Arc<str>, Owner), i64> = BTreeMap::new();
        let rounds = sessions.iter().flat_map(|session| session.rounds.iter().enumerate());
        for (nth, round) in rounds {
            if nth == 0 {
                last.clear();
            }
            for owner in [Owner::Player, Owner::Dealer] {
                let hand = round.hand(owner);
                for shown in &hand.shown {
                    let key = (shown.template.clone(), owner);
                    let tally = tallies.entry(key.clone()).or_default();
                    tally.count(hand, shown);
                    let before = last.get(&key).filter(|_| shown.cards > 1 && shown.named);
                    let carried = before.zip(hand.ranks(shown.cards)).map(|(&before, ranks)| {
                        ranks.into_iter().fold(before, |total, rank| total + card_value(rank, total))
                    });
                    tally.carried += u32::from(carried == Some(shown.total));
                    let other =
                        round.hand(if owner == Owner::Player { Owner::Dealer } else { Owner::Player });
                    tally.others += u32::from(
                        !shown.named && other.total_by_cards(other.cards.len()) == Some(shown.total),
                    );
                }
                last.extend(hand.shown.iter().map(|shown| ((shown.template.clone(), owner), shown.total)));
            }
        }
        Self(tallies.into_iter().map(|(key, tally)| (key, tally.form())).collect())
    }

    /// Keeps the totals of a session, each with the cards it covers.
    pub fn apply(&self, session: &mut Session) {
        for round in &mut session.rounds {
            for owner in [Owner::Player, Owner::Dealer] {
                let hand = match owner {
                    Owner::Player => &mut round.player,
                    Owner::Dealer => &mut round.dealer,
                };
                // Beside the dealer's open card a total may count the hidden one as well.
                let open = hand.cards.first().and_then(|seen| seen.name.rank).map(|rank| card_value(rank, 0));
                let counts_hidden = |shown: &Shown| {
                    owner == Owner::Dealer && shown.cards == 1 && open.is_some_and(|open| shown.total > open)
                };
                hand.shown.retain_mut(|shown| {
                    let unknown = if shown.strong { Form::Here } else { Form::Other };
                    match self.0.get(&(shown.template.clone(), owner)).copied().unwrap_or(unknown) {
                        Form::Here => {}
                        Form::Below => shown.cards = shown.cards_below,
                        Form::Other => return false,
                    }
                    shown.cards > 0 && !counts_hidden(shown)
                });
            }
        }
    }
}

impl Tally {
    fn count(&mut self, hand: &Hand, shown: &Shown) {
        self.strong |= shown.strong;
        if shown.cards.max(shown.cards_below) < 2 {
            return;
        }
        self.seen += 1;
        self.numbers |= 1 << shown.total.clamp(0, 127);
        self.here += u32::from(hand.total_by_cards(shown.cards) == Some(shown.total));
        self.below += u32::from(hand.total_by_cards(shown.cards_below) == Some(shown.total));
        let last =
            shown.cards.checked_sub(1).and_then(|last| hand.cards.get(last)).and_then(|seen| seen.name.rank);
        self.last_card += u32::from(last.is_some_and(|rank| {
            shown.total == card_value(rank, 0) || shown.total == i64::from(rank.number())
        }));
    }

    fn form(self) -> Form {
        let best = self.here.max(self.below);
        let form = if self.below > self.here { Form::Below } else { Form::Here };
        if self.seen < ENOUGH {
            return if self.strong { form } else { Form::Other };
        }
        let of_last_card = self.last_card * 2 > self.seen && best * 2 < self.seen;
        let fits = best.max(self.carried) * 4 >= self.seen;
        let constant = self.numbers.count_ones() < 2;
        let of_other = self.others * 4 >= self.seen * 3 && best * 4 < self.seen;
        if constant || of_other || of_last_card || !self.strong && !fits { Form::Other } else { form }
    }
}
