//! To which one rule all wrong points of a program belong: each way of counting that differs from the rules in one
//! thing is held against its hands.

use std::collections::BTreeMap;

use reference::crowns::{Card, Rank, Suit};

use super::models::{Jokers, MOST, Model, groups, is_meldless, jokers};
use super::reading::{Reading, Scored};
use super::worth::{copies, odd_cards, shared};

/// The rule that a wrong number of points belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// What a card counts.
    CardPoints,
    /// Books.
    Book,
    /// Jokers in books.
    BookJoker,
    /// The wild rank of the full game.
    Wild,
    /// Too high: there are cheaper melds.
    Optimal,
    /// Too low: no melds count so little.
    Possible,
    /// Above the minimum with runs.
    Runs,
}

/// The rule to which all wrong points belong, where there is one.
pub(super) fn blamed(reading: &Reading, hands: &[Scored<'_>]) -> Option<Fault> {
    let (right, wrong): (Vec<&Scored<'_>>, Vec<&Scored<'_>>) =
        hands.iter().partition(|hand| reading.exact(hand) == Some(hand.number));
    if wrong.is_empty() {
        return None;
    }
    if reading.runs && !reading.full && wrong.iter().all(|hand| wraps(reading, hand)) {
        return Some(Fault::Runs);
    }
    let found = models(reading).into_iter().find(|(_, model)| explains(model, &wrong, &right));
    let odd = || odd_cards_explain(reading, hands, &wrong, &right).then_some(Fault::CardPoints);
    found.map(|(fault, _)| fault).or_else(odd).or_else(|| suspected(reading, &wrong, &right))
}

/// Whether a hand is too low, and holds cards of a suit that would be a run if the 3 followed the King.
fn wraps(reading: &Reading, hand: &Scored<'_>) -> bool {
    let low = Some(hand.number) < reading.exact(hand);
    let holds = |rank, suit| hand.cards.contains(&Card::new(rank, suit));
    let run = |suit| {
        let around = [Rank::Queen, Rank::King, Rank::Three, Rank::Four];
        around.windows(3).any(|three| three.iter().all(|rank| holds(*rank, suit)))
    };
    low && Suit::ALL.into_iter().any(run)
}

/// So many wrong hands are needed to blame single cards that they hold.
const WITH_ODD_CARD: usize = 3;

/// Whether all points are those of single cards that count other than their rank.
fn odd_cards_explain(
    reading: &Reading,
    hands: &[Scored<'_>],
    wrong: &[&Scored<'_>],
    right: &[&Scored<'_>],
) -> bool {
    let base = Model::rules(reading.runs, reading.values, reading.joker);
    let small = |hand: &&&Scored<'_>| hand.cards.len() <= MOST;
    let wrong: Vec<&Scored<'_>> = wrong.iter().filter(small).copied().collect();
    let explain = |odd: Vec<(Card, i64)>| {
        let holds_odd = |hand: &&&Scored<'_>| odd.iter().any(|(card, _)| hand.cards.contains(card));
        let right = right.iter().filter(small).filter(holds_odd).take(MOST_RIGHT);
        let model = Model { odd: odd.clone(), ..base.clone() };
        let gives = |hand: &&Scored<'_>| model.points(hand.cards, hand.wild) == Some(hand.number);
        wrong.iter().take(MOST_WRONG).all(gives) && right.into_iter().all(gives)
    };
    wrong.len() >= WITH_ODD_CARD && odd_cards(hands, &wrong, reading).into_iter().any(explain)
}

/// So many wrong hands are needed where a card counts something else only now and then.
const WITH_ONE_CARD: usize = 5;

/// Whether all wrong hands hold one same card, are off by one same number for it, and some have nothing to meld.
fn off_by_one_card(reading: &Reading, wrong: &[&Scored<'_>]) -> bool {
    let off = |hand: &Scored<'_>| reading.exact(hand).map(|exact| hand.number - exact);
    let by = |card: Card, more: i64| {
        let all = |hand: &&Scored<'_>| (1..=copies(hand, card)).any(|count| off(hand) == Some(count * more));
        wrong.iter().all(all)
    };
    let meldless = |hand: &&Scored<'_>| is_meldless(hand.cards, reading.runs, hand.wild);
    let least = wrong.iter().filter_map(|hand| off(hand)).min_by_key(|off| off.abs());
    wrong.len() >= WITH_ONE_CARD
        && wrong.iter().any(meldless)
        && least.is_some_and(|more| shared(wrong).into_iter().any(|card| by(card, more)))
}

/// The rule whose situation all wrong hands share, where the others are right.
fn suspected(reading: &Reading, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> Option<Fault> {
    if reading.full && (only_with_wilds(wrong, right) || other_wilds(reading, wrong, right)) {
        return Some(Fault::Wild);
    }
    let meldless = |hand: &Scored<'_>| is_meldless(hand.cards, reading.runs, hand.wild);
    if wrong.iter().all(|hand| meldless(hand)) || off_by_one_card(reading, wrong) {
        return Some(Fault::CardPoints);
    }
    if reading.runs || !wrong.iter().all(|hand| reading.is_high(hand)) {
        return None;
    }
    // Without Jokers nothing is to be chosen: each three of a rank are a book.
    let has_book = |hand: &Scored<'_>| groups(hand.cards).iter().any(|count| *count >= 3);
    let without_jokers = wrong.iter().any(|hand| jokers(hand.cards) == 0);
    (without_jokers && wrong.iter().all(|hand| has_book(hand))).then_some(Fault::Book)
}

/// So many hands without a card of the wild rank must be right.
const RIGHT_WITHOUT_WILDS: usize = 10;

/// Whether every wrong hand holds a card of the wild rank, and hands without one are right.
fn only_with_wilds(wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
    let has_wild =
        |hand: &&Scored<'_>| hand.cards.iter().any(|card| card.rank().is_some() && card.rank() == hand.wild);
    let without = right.iter().filter(|hand| !has_wild(hand)).count();
    without >= RIGHT_WITHOUT_WILDS && wrong.iter().all(has_wild)
}

/// Whether for each number of cards one other rank, or none, is wild in all hands: a rank that stays, or comes late.
fn other_wilds(reading: &Reading, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
    let mut sizes: BTreeMap<usize, Vec<&Scored<'_>>> = BTreeMap::new();
    for hand in wrong.iter().chain(right) {
        sizes.entry(hand.cards.len()).or_default().push(hand);
    }
    let wilds = || std::iter::once(None).chain(Rank::ALL.into_iter().map(Some));
    sizes.values().all(|hands| {
        let fits = |wild: Option<Rank>| {
            let mut hands = hands.iter().map(|hand| Scored { wild, ..(*hand).clone() });
            hands.all(|hand| reading.least(&hand, true) == Some(hand.number))
        };
        wilds().any(fits)
    })
}

/// The most wrong and right hands that a model is held against.
const MOST_WRONG: usize = 80;
const MOST_RIGHT: usize = 200;

/// Whether a model gives the points shown, of the wrong hands and of the right ones.
fn explains(model: &Model, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
    // Three Jokers in one hand are rare, and what a faulty program makes of them is often another thing.
    let many = |hand: &&Scored<'_>| jokers(hand.cards) >= 3;
    let only_many = wrong.iter().all(many);
    let small = |hand: &&&Scored<'_>| hand.cards.len() <= MOST && (only_many || !many(hand));
    let gives = |hand: &&Scored<'_>| model.points(hand.cards, hand.wild) == Some(hand.number);
    let (wrong, right): (Vec<_>, Vec<_>) = (
        wrong.iter().filter(small).take(MOST_WRONG).collect(),
        // Hands with melds tell more.
        right
            .iter()
            .filter(small)
            .filter(|hand| !is_meldless(hand.cards, model.runs, hand.wild))
            .take(MOST_RIGHT)
            .collect(),
    );
    !wrong.is_empty() && wrong.into_iter().all(gives) && right.into_iter().all(gives)
}

/// The changes of the rules that a wrong number may come from, each with the rule it belongs to.
fn models(reading: &Reading) -> Vec<(Fault, Model)> {
    let base = Model::rules(reading.runs, reading.values, reading.joker);
    let book = |model: Model| (Fault::Book, model);
    let mut models = vec![(Fault::CardPoints, Model { once: true, ..base.clone() })];
    for jokers in Jokers::FAULTS {
        for undivided in [false, true] {
            models.push((Fault::BookJoker, Model { jokers, undivided, ..base.clone() }));
        }
    }
    models.extend([
        book(Model { smallest: 2, ..base.clone() }),
        book(Model { smallest: 2, jokers: Jokers::Three, ..base.clone() }),
        book(Model { smallest: 4, ..base.clone() }),
        book(Model { smallest: usize::MAX, ..base.clone() }),
        book(Model { largest: 3, ..base.clone() }),
        book(Model { largest: 4, ..base.clone() }),
        book(Model { distinct: true, ..base.clone() }),
        book(Model { one_meld: true, ..base.clone() }),
    ]);
    // In the full game runs are no credit of their own.
    if reading.runs && !reading.full {
        models.push((Fault::Runs, Model { runs_take_jokers: false, ..base }));
    }
    models
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    /// The rule that is blamed for hands of one player each, given with the points shown.
    fn blamed_for(hands: &[(&str, i64)]) -> Option<Fault> {
        let shown = |(cards, points): &(&str, i64)| {
            format!("Player 1: {cards}\nPlayer 1 points: {points}\nWinner: Player 1 ({points} points)\n")
        };
        let mut texts = vec![("How many players (1-7)? ".to_owned(), "1")];
        texts.extend(hands.iter().map(|hand| (format!("{}Play again? (y/n): ", shown(hand)), "y")));
        let texts: Vec<(&str, &str)> = texts.iter().map(|(said, answer)| (said.as_str(), *answer)).collect();
        let reading = Reading::learn(&[session(&texts, "")]);
        assert_eq!(reading.values, super::super::models::VALUES);
        reading.fault
    }

    const RIGHT: [(&str, i64); 4] =
        [("QH 4S 7D 9C", 32), ("KS KP 4H 6H", 36), ("QS QH QD 3C", 3), ("10S 3H 4D 7C", 24)];

    #[test]
    fn one_card_that_counts_something_else_is_a_fault_of_the_values() {
        let high = [("QP 4S 7D 9C", 33), ("QP QH 3C 6D", 34), ("QP KS KH KD", 13), ("QP QP 3C 5D", 34)];
        assert_eq!(blamed_for(&[&RIGHT[..], &high].concat()), Some(Fault::CardPoints));
        let low = [("10D 4S 7D 9C", 21), ("10D QH 3C 6D", 22), ("10D KS KH KD", 1), ("10D 10D 3C 5D", 10)];
        assert_eq!(blamed_for(&[&RIGHT[..], &low].concat()), Some(Fault::CardPoints));
    }

    #[test]
    fn a_card_that_counts_its_value_elsewhere_is_not_blamed() {
        let wrong = [("QP KS KH KD", 13), ("QP 3S 3H 3D", 13), ("QP 5S 5H JK", 13)];
        assert_eq!(blamed_for(&[&RIGHT[..], &wrong].concat()), Some(Fault::CardPoints));
        let right = [("QP 4S 7D 9C", 32)];
        assert_ne!(blamed_for(&[&RIGHT[..], &wrong, &right].concat()), Some(Fault::CardPoints));
    }
}
