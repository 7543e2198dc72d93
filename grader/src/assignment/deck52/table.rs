//! The hands on the table: what a printed row of cards adds to them.

use crate::assignment::lexicon::CardName;
use crate::assignment::words::Owner;

use super::facts::Label;
use super::score::base_score;

/// The hands of both sides; a side has two after a split.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    player: Side,
    dealer: Side,
}

#[derive(Debug, Clone, Default)]
struct Side {
    hands: [Vec<CardName>; 2],
    split: bool,
    /// The hand last spoken of.
    current: usize,
}

/// What came of laying cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Laid {
    /// The hand they belong to.
    pub(super) hand: usize,
    /// All of its cards now, in the order in which they were first seen.
    pub(super) cards: Vec<CardName>,
    /// How many of them were known before.
    pub(super) known: usize,
    /// Cards it does not hold any more.
    pub(super) lost: Vec<CardName>,
    /// The whole hand was printed.
    pub(super) whole: bool,
}

impl Table {
    /// The side's first hand is split: its two cards now are a hand each.
    pub(super) fn split(&mut self, owner: Owner) {
        let side = self.side(owner);
        if side.hands[0].len() == 2 && !side.split {
            let second = side.hands[0].remove(1);
            side.hands[1].push(second);
            side.split = true;
            side.current = 0;
        }
    }

    fn side(&mut self, owner: Owner) -> &mut Side {
        match owner {
            Owner::Player => &mut self.player,
            Owner::Dealer => &mut self.dealer,
        }
    }

    /// Lays printed cards: the hand listed again with new cards among the old, or new cards alone.
    ///
    /// A score may come with them: where it is that of the printed cards alone, and the hand held more, cards are gone.
    pub(super) fn lay(
        &mut self,
        owner: Owner,
        named: Option<usize>,
        label: Label,
        cards: &[CardName],
        score: Option<i64>,
    ) -> Laid {
        let side = self.side(owner);
        let alone = |number: i64| base_score(cards) == Some(number);
        let one = cards.len() > 1 || score.is_some_and(alone);
        if owner == Owner::Dealer && !side.split && one && side.shows_split(cards) {
            let second = side.hands[0].remove(1);
            side.hands[1].push(second);
            side.split = true;
        }
        let hand = side.hand_for(named, cards);
        side.current = hand;
        let held = &mut side.hands[hand];
        let alone =
            |number: i64| base_score(cards) == Some(number) && base_score(held).is_some_and(|held| held > 0);
        if label == Label::Has
            && held.len() >= 2
            && score.is_some_and(alone)
            && !without(held, cards).is_empty()
        {
            return replace(held, hand, cards);
        }
        lay(held, hand, label, cards)
    }
}

impl Side {
    /// Whether a row that begins with one of a pair and goes on otherwise shows that the pair was split.
    fn shows_split(&self, cards: &[CardName]) -> bool {
        let [a, b] = self.hands[0].as_slice() else { return false };
        a.rank == b.rank && a != b && (cards.contains(a) != cards.contains(b))
    }

    /// The hand a row belongs to: as its words say, else the one it repeats, else the one last spoken of.
    fn hand_for(&self, named: Option<usize>, cards: &[CardName]) -> usize {
        if !self.split {
            return 0;
        }
        let repeats = |hand: &Vec<CardName>| !hand.is_empty() && without(hand, cards).is_empty();
        match (repeats(&self.hands[0]), repeats(&self.hands[1])) {
            (true, false) => 0,
            (false, true) => 1,
            _ => named.unwrap_or(self.current),
        }
    }
}

fn lay(held: &mut Vec<CardName>, hand: usize, label: Label, cards: &[CardName]) -> Laid {
    let before = held.len();
    let missing = without(held, cards);
    let fresh = without(cards, held);
    let laid = |held: &[CardName], known: usize, lost: Vec<CardName>, whole: bool| Laid {
        hand,
        cards: held.to_vec(),
        known,
        lost,
        whole,
    };
    if missing.is_empty() {
        // The whole hand, perhaps with new cards; in what order is the program's own.
        held.extend(fresh);
        return laid(held, before, Vec::new(), true);
    }
    if fresh.len() == cards.len() {
        // Nothing of the hand is repeated: new cards.
        held.extend(fresh);
        return laid(held, before, Vec::new(), false);
    }
    if cards.len() == 1 {
        // One card of several: drawn once more, or only spoken of.
        if label == Label::Hits {
            held.extend(cards.iter().cloned());
        }
        return laid(held, before, Vec::new(), false);
    }
    replace(held, hand, cards)
}

/// The hand was printed whole, and a part of it is gone.
fn replace(held: &mut Vec<CardName>, hand: usize, cards: &[CardName]) -> Laid {
    let (lost, fresh) = (without(held, cards), without(cards, held));
    held.retain(|card| !lost.contains(card));
    let known = held.len();
    held.extend(fresh);
    Laid { hand, cards: held.clone(), known, lost, whole: true }
}

/// The cards that are not among the others, each of these counted once.
fn without(cards: &[CardName], others: &[CardName]) -> Vec<CardName> {
    let mut left: Vec<&CardName> = others.iter().collect();
    let kept = cards.iter().filter(|card| match left.iter().position(|other| other == card) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    });
    kept.cloned().collect()
}
