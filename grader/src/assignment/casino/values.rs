//! What a program's cards are worth, and which one fault explains the wrong totals.

use std::collections::{BTreeMap, BTreeSet};

use reference::cards::Rank;
use reference::casino::card_value;

use super::facts::{Hand, Session, Shown};
use crate::assignment::words::Owner;

/// How a program counts cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// What each rank adds, by its number (aces apart).
    values: [i64; 14],
    /// What a high ace adds.
    ace_high: i64,
    /// What a low ace adds.
    ace_low: i64,
    /// An ace is high where the total before it is at most this.
    ace_high_up_to: i64,
    /// A high ace is turned back when the total goes over.
    softens: bool,
    /// What a hand counts before its first card.
    start: i64,
}

/// The kinds of fault in counting; each is a rule of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A high ace was turned back to 1.
    Softened,
    /// An ace did not count 11 where that fits.
    AceHigh,
    /// An ace did not count 1 where 11 goes over.
    AceLow,
    /// A face card does not count 10.
    Face,
    /// A number card does not count its number.
    Sum,
    /// No card values give the total shown.
    Unexplained,
}

impl Default for Model {
    fn default() -> Self {
        let mut values = [0; 14];
        for rank in Rank::ALL {
            values[usize::from(rank.number())] = card_value(rank, 0);
        }
        Self { values, ace_high: 11, ace_low: 1, ace_high_up_to: 10, softens: false, start: 0 }
    }
}

impl Model {
    /// The total of a hand as this program would count it.
    pub fn total(&self, ranks: &[Rank]) -> i64 {
        let (mut total, mut high) = (self.start, 0);
        for rank in ranks {
            total += match rank {
                Rank::Ace if total <= self.ace_high_up_to => {
                    high += 1;
                    self.ace_high
                }
                Rank::Ace => self.ace_low,
                other => self.values[usize::from(other.number())],
            };
            if self.softens && total > 21 && high > 0 {
                high -= 1;
                total -= 10;
            }
        }
        total
    }

    /// The same model with one kind of fault mended.
    fn mended(&self, fault: Fault) -> Self {
        let right = Self::default();
        let mut model = self.clone();
        match fault {
            Fault::Softened => model.softens = false,
            Fault::AceHigh => {
                model.ace_high = 11;
                model.ace_high_up_to = model.ace_high_up_to.max(10);
            }
            Fault::AceLow => {
                model.ace_low = 1;
                model.ace_high_up_to = model.ace_high_up_to.min(10);
            }
            Fault::Face => model.values[11..].copy_from_slice(&right.values[11..]),
            Fault::Sum | Fault::Unexplained => {
                model.values[..11].copy_from_slice(&right.values[..11]);
                model.start = 0;
            }
        }
        model
    }

    /// Models that differ from this one in one number.
    fn neighbours(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut push = |change: &dyn Fn(&mut Self)| {
            let mut model = self.clone();
            change(&mut model);
            all.push(model);
        };
        // Of equally good explanations the last is taken: the plainest stand at the end.
        for value in 0..=15 {
            for rank in 2..=13 {
                push(&|model| model.values[rank] = value);
            }
            push(&|model| model.ace_high = value);
            push(&|model| model.ace_low = value);
        }
        for limit in (-1..=22).rev() {
            push(&|model| model.ace_high_up_to = limit);
        }
        push(&|model| model.softens = !model.softens);
        all
    }

    /// The model that explains the most of what was shown; a fault must explain at least two totals more.
    ///
    /// A wrong start looks like wrong cards at first, so each start is followed to its own end.
    pub fn fit(seen: &Seen) -> Self {
        let all: usize = seen.values().sum();
        let right = Self::default();
        let mut best = right.clone().refined(seen);
        for start in [-1, 1, -2, 2] {
            if best.score(seen) == all {
                break;
            }
            let other = Self { start, ..right.clone() }.refined(seen);
            if other.score(seen) > best.score(seen) {
                best = other;
            }
        }
        best
    }

    /// How many totals it explains.
    fn score(&self, seen: &Seen) -> usize {
        let right = seen.iter().filter(|((ranks, total), _)| self.total(ranks) == *total);
        right.map(|(_, times)| times).sum()
    }

    /// The same of `all`, unless it is less than so many: then not all are looked at.
    fn score_from(&self, least: usize, all: usize, seen: &Seen) -> Option<usize> {
        let mut score = all;
        for ((ranks, total), times) in seen {
            if self.total(ranks) != *total {
                score -= times;
                if score < least {
                    return None;
                }
            }
        }
        Some(score)
    }

    /// Changes one number after the other as long as that explains more.
    fn refined(self, seen: &Seen) -> Self {
        let all: usize = seen.values().sum();
        let mut best_score = self.score(seen);
        let mut best = self;
        while best_score < all {
            let scored = best.neighbours().into_iter().filter_map(|model| {
                let score = model.score_from(best_score + 2, all, seen)?;
                Some((score, model))
            });
            match scored.max_by_key(|(score, _)| *score) {
                Some((score, model)) => (best, best_score) = (model, score),
                None => break,
            }
        }
        best
    }
}

/// Hands with the totals shown for them, and how often each came up.
pub type Seen = BTreeMap<(Vec<Rank>, i64), usize>;

/// So many totals of a side are enough to learn its card values from.
const FITTED: usize = 2500;

/// How a program counts each side's cards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    player: Model,
    dealer: Model,
    /// No choice of card values explains every total: then the sums themselves are wrong.
    sums_wrong: bool,
    /// Aces counted by no fixed rule, always to one side, explain every wrong total that no fixed values explain.
    aces: Option<Fault>,
}

impl Values {
    /// Learns from all sessions, their totals sorted out before.
    pub fn learn(sessions: &[Session]) -> Self {
        let seen = |owner: Owner| -> Seen {
            let rounds = sessions.iter().flat_map(|session| &session.rounds);
            let totals = rounds.flat_map(|round| {
                let hand = round.hand(owner);
                hand.shown.iter().filter_map(|shown| Some((hand.ranks(shown.cards)?, shown.total)))
            });
            let mut seen = Seen::new();
            for total in totals.take(FITTED) {
                *seen.entry(total).or_default() += 1;
            }
            seen
        };
        let (player, dealer) = (Model::fit(&seen(Owner::Player)), Model::fit(&seen(Owner::Dealer)));
        let mut values = Self { player, dealer, sums_wrong: false, aces: None };
        let mut kinds = BTreeSet::new();
        let mut by_aces = [true; 2];
        for round in sessions.iter().flat_map(|session| &session.rounds) {
            for owner in [Owner::Player, Owner::Dealer] {
                let hand = round.hand(owner);
                for index in 0..hand.shown.len() {
                    let Some(fault) = values.fault(hand, owner, index) else { continue };
                    kinds.insert(fault);
                    by_aces[0] &= aces_off(hand, index, Fault::AceHigh);
                    by_aces[1] &= aces_off(hand, index, Fault::AceLow);
                }
            }
        }
        // One kind of fault that explains all is preferred to several that do so together.
        if kinds.len() > 1 {
            values.aces = match by_aces {
                [true, _] => Some(Fault::AceHigh),
                [_, true] => Some(Fault::AceLow),
                _ => None,
            };
        }
        values.sums_wrong = values.aces.is_none() && kinds.contains(&Fault::Unexplained);
        values
    }

    /// The model of a side.
    pub fn of(&self, owner: Owner) -> &Model {
        match owner {
            Owner::Player => &self.player,
            Owner::Dealer => &self.dealer,
        }
    }

    /// Whether totals that are not shown can be told from the cards.
    pub fn explained(&self) -> bool {
        !self.sums_wrong && self.aces.is_none()
    }

    /// The fault that the `index`-th total shown with a hand gives away, if any.
    ///
    /// A total is right by the cards, or by the total shown before it and the cards since.
    fn fault(&self, hand: &Hand, owner: Owner, index: usize) -> Option<Fault> {
        let shown = hand.shown.get(index)?;
        let ranks = hand.ranks(shown.cards)?;
        if hand.total_by_cards(shown.cards)? == shown.total {
            return None;
        }
        let before = hand.shown[..index].iter().rev().find(|before| before.cards < shown.cards);
        if let Some(before) = before {
            let since = ranks[before.cards..]
                .iter()
                .fold(before.total, |total, &rank| total + card_value(rank, total));
            if since == shown.total {
                return None;
            }
        }
        let again =
            hand.shown[..index].iter().any(|other| other.cards == shown.cards && other.total == shown.total);
        if again {
            return None;
        }
        let model = self.of(owner);
        if model.total(&ranks) == shown.total {
            let order = [Fault::Softened, Fault::AceHigh, Fault::AceLow, Fault::Face, Fault::Sum];
            if let Some(fault) =
                order.into_iter().find(|&fault| model.mended(fault).total(&ranks) != shown.total)
            {
                return Some(fault);
            }
        }
        Some(ace_fault(&ranks, shown.total, before).unwrap_or(Fault::Unexplained))
    }

    /// The fault to blame for a total: the sums themselves, as soon as one total cannot be explained otherwise.
    pub fn blamed(&self, hand: &Hand, owner: Owner, index: usize) -> Option<Fault> {
        let fault = self.fault(hand, owner, index)?;
        if let Some(aces) = self.aces {
            return Some(aces);
        }
        Some(if self.sums_wrong || fault == Fault::Unexplained { Fault::Sum } else { fault })
    }
}

/// Whether the total shown comes out with some aces since the total before it counted against the rules, all of them
/// in the way of one fault: 1 where 11 fits, or 11 where it goes over.
fn aces_off(hand: &Hand, index: usize, fault: Fault) -> bool {
    let shown = &hand.shown[index];
    let before = hand.shown[..index].iter().rev().find(|before| before.cards < shown.cards);
    let (start, from) = before.map_or((0, 0), |before| (before.total, before.cards));
    let Some(ranks) = hand.ranks(shown.cards) else { return false };
    let since = &ranks[from..];
    let aces = since.iter().filter(|rank| **rank == Rank::Ace).count().min(8);
    (1..1_u32 << aces).any(|off| {
        let (mut sum, mut nth, mut one_way) = (start, 0, true);
        for &rank in since {
            let right = card_value(rank, sum);
            let spoilt = rank == Rank::Ace && off >> nth & 1 == 1;
            nth += u32::from(rank == Rank::Ace);
            one_way &= !spoilt || (right == 11) == (fault == Fault::AceHigh);
            sum += if spoilt { 12 - right } else { right };
        }
        one_way && sum == shown.total
    })
}

/// The ace rule broken, where some choice of 1 or 11 for each ace gives the total shown.
fn ace_fault(ranks: &[Rank], total: i64, before: Option<&Shown>) -> Option<Fault> {
    let aces = ranks.iter().filter(|rank| **rank == Rank::Ace).count();
    if aces == 0 || aces > 8 {
        return None;
    }
    if let Some(before) = before {
        let since: i64 = ranks[before.cards..].iter().map(|&rank| card_value(rank, 21)).sum();
        if before.total + since - 10 == total && ranks[..before.cards].contains(&Rank::Ace) {
            return Some(Fault::Softened);
        }
    }
    // The choice closest to the rules: the fewest aces off.
    (0..1_u32 << aces)
        .filter_map(|choice| first_ace_off(ranks, total, choice))
        .min_by_key(|(off, _)| *off)
        .map(|(_, fault)| fault)
}

/// How many aces this choice counts against the rules, and the first one's fault, if it gives the total.
fn first_ace_off(ranks: &[Rank], total: i64, choice: u32) -> Option<(u32, Fault)> {
    let (mut sum, mut nth, mut off, mut first) = (0, 0, 0, None);
    for &rank in ranks {
        let right = card_value(rank, sum);
        let value = if rank == Rank::Ace {
            nth += 1;
            if choice >> (nth - 1) & 1 == 1 { 11 } else { 1 }
        } else {
            right
        };
        if value != right {
            off += 1;
            first.get_or_insert(if right == 11 { Fault::AceHigh } else { Fault::AceLow });
        }
        sum += value;
    }
    (sum == total).then_some(())?;
    Some((off, first?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rank::{Ace, Five, King, Nine, Queen, Seven, Three};

    fn seen(model: &Model) -> Seen {
        let mut all = Seen::new();
        for a in Rank::ALL {
            for b in Rank::ALL {
                all.insert((vec![a, b], model.total(&[a, b])), 1);
                for c in [Ace, Five, King, Nine] {
                    all.insert((vec![a, b, c], model.total(&[a, b, c])), 1);
                }
            }
        }
        all
    }

    #[test]
    fn one_fault_is_found_again_from_the_totals() {
        let faulty: [fn(&mut Model); 6] = [
            |model| model.softens = true,
            |model| model.ace_high_up_to = -1,
            |model| model.ace_high_up_to = 11,
            |model| model.values[11..].copy_from_slice(&[11, 12, 13]),
            |model| model.values[7] = 8,
            |model| model.ace_high_up_to = 9,
        ];
        for spoil in faulty {
            let mut model = Model::default();
            spoil(&mut model);
            assert_eq!(Model::fit(&seen(&model)), model);
        }
        assert_eq!(Model::fit(&seen(&Model::default())), Model::default());
    }

    #[test]
    fn aces_counted_at_whim_are_ace_faults() {
        assert_eq!(ace_fault(&[King, Ace], 11, None), Some(Fault::AceHigh));
        assert_eq!(ace_fault(&[King, Five, Ace], 26, None), Some(Fault::AceLow));
        assert_eq!(ace_fault(&[King, Five], 14, None), None);
        assert_eq!(ace_fault(&[Queen, Seven, Three], 21, None), None);
    }
}
