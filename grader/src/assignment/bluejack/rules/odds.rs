//! The rule about how often each kind of card comes to a hand.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use reference::bluejack::{Card, Colour, HAND_CARDS, hand_card};

use super::{Finding, Findings, Judge, Rule, rule};
use crate::assignment::bluejack::facts::{Printed, Session, What, cards_of};
use crate::assignment::bluejack::reading::Reading;

rule! {
    /// Over many seeds, the hands match the handout's odds: four of ten cards, of which five come from the game deck,
    /// three are signed, and two are signed in 80 of 100 cases, else Flip and Double.
    ///
    /// Broken by: hands without plain cards, a Flip in every second deck, numbers that are never negative.
    /// The test counts the hands of games with different seeds: how many have no plain card, one, two and so on, how many
    /// a Flip, how many a Double, and those two together. Each count is binomial with the handout's probability, and by
    /// Chernoff's bound its share `q` among `n` hands is as far from the true `p` as it is with a probability of at most
    /// 2 exp(-n D), D = q ln(q/p) + (1-q) ln((1-q)/(1-p)). Signs, numbers and colours of signed cards are only "random":
    /// they are counted wrong when one comes in less than a third of its even share. A count fails where n D is above 20,
    /// which is below 4.2e-9 for each; with 20 counts a fair program fails with a probability below 1e-7.
    /// Accepted: two cards that are both lucky may make Flip and Double in either order. A hand of another size is held
    /// to the odds of that size. Where fewer than 150 seeds give hands of legal cards, or every seed the same game,
    /// nothing is judged.
    HAND_ODDS = "hand-odds", "Hands match the handout's odds", Judge::Class(hand_odds);
}

/// So many hands are needed.
const FEWEST: usize = 150;

/// The bound of `n D` above which a count is wrong.
const SURPRISE: f64 = 20.0;

/// With more than so many hands in a hundred missing or with cards of no legal kind, odds cannot be told.
const ODD_PERCENT: usize = 2;

/// How likely a hand of `size` of the ten cards has `number` plain ones, of which there are five.
fn plain_share(number: usize, size: usize) -> f64 {
    let choose = |from: usize, count: usize| {
        (0..count).fold(1.0, |ways, at| ways * (from - at.min(from)) as f64 / (at + 1) as f64)
    };
    if number > size { 0.0 } else { choose(5, number) * choose(5, size - number) / choose(10, size) }
}

/// How likely a hand has a Flip, and likewise a Double: one in five decks, and then some of ten cards.
fn lucky_share(size: usize) -> f64 {
    0.02 * size as f64
}

fn hand_odds(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    let hands = hands(sessions);
    if hands.len() < FEWEST {
        return findings;
    }
    let firsts: Vec<&Vec<Card>> = hands.values().map(|(_, cards)| cards).collect();
    let kinds: BTreeSet<&Vec<Card>> = firsts.iter().copied().collect();
    if kinds.len() * 10 < firsts.len() && same_draws(sessions) {
        return findings;
    }
    findings.seen = hands.len() as u32;
    if let Some(oddity) = oddity(&firsts) {
        findings.broken.push(Finding {
            session: hands.values().next().map_or(0, |(session, _)| *session),
            from: 0,
            turn: 0,
            what: oddity,
            expected: "Four of ten cards: five plain, three signed, two signed in 80 of 100 cases, else Flip and Double."
                .to_owned(),
        });
    }
    findings
}

/// The first hand of each seed, with its session; those of the usual size. None at all where too many are missing or
/// hold cards that are in no player deck: those that are left may be chosen by that.
fn hands(sessions: &[Session]) -> BTreeMap<u32, (usize, Vec<Card>)> {
    let mut hands = BTreeMap::new();
    let (mut odd, mut sizes) = (0, [0; HAND_CARDS * 2]);
    for (nth, session) in sessions.iter().enumerate() {
        let cards = session.first_hand().and_then(|(_, hand)| cards_of(hand));
        let cards = cards.filter(|cards| (1..sizes.len()).contains(&cards.len()));
        let Some(cards) = cards.filter(|cards| cards.iter().all(|card| hand_card(*card))) else {
            odd += 1;
            continue;
        };
        if let Entry::Vacant(entry) = hands.entry(session.seed) {
            sizes[cards.len()] += 1;
            entry.insert((nth, cards));
        }
    }
    let usual = (1..sizes.len()).max_by_key(|size| sizes[*size]).unwrap_or(HAND_CARDS);
    let keep = odd * 100 <= ODD_PERCENT * hands.len();
    hands.retain(|_, (_, cards)| keep && cards.len() == usual);
    hands
}

/// Whether other seeds bring the same first card as well: then the generator cannot be reseeded.
fn same_draws(sessions: &[Session]) -> bool {
    let first = |session: &Session| {
        session.events.iter().find_map(|event| match &event.what {
            What::Draws(_, card) => Some(card.clone()),
            _ => None,
        })
    };
    let mut draws: Vec<Printed> = sessions.iter().filter_map(first).collect();
    let all = draws.len();
    draws.sort();
    draws.dedup();
    draws.len() * 10 < all.min(100)
}

/// What is wrong with the odds.
fn oddity(hands: &[&Vec<Card>]) -> Option<String> {
    let all = hands.len();
    let count = |holds: &dyn Fn(&[Card]) -> bool| hands.iter().filter(|hand| holds(hand)).count();
    let told = |what: &str, seen: usize, of: usize, share: f64| {
        Some(format!("{what} in {seen} of {of} hands; {:.0} are to be expected.", share * of as f64))
    };
    let plain = |hand: &[Card]| hand.iter().filter(|card| matches!(card, Card::Plain { .. })).count();
    let size = hands.first().map_or(HAND_CARDS, |hand| hand.len());
    let lucky = lucky_share(size);
    for number in 0..=size {
        let share = plain_share(number, size);
        let seen = count(&|hand| plain(hand) == number);
        if surprise(seen, all, share) > SURPRISE {
            return told(&format!("There are {number} plain cards"), seen, all, share);
        }
    }
    let (flips, doubles) =
        (count(&|hand| hand.contains(&Card::Flip)), count(&|hand| hand.contains(&Card::Double)));
    for (name, seen) in [("Flip", flips), ("Double", doubles)] {
        if surprise(seen, all, lucky) > SURPRISE {
            return told(&format!("There is a {name}"), seen, all, lucky);
        }
    }
    // One rather hinders the other in a hand, so the bound holds for their sum.
    if surprise(flips + doubles, 2 * all, lucky) > SURPRISE {
        return told("There is a Flip or a Double", flips + doubles, all, 2.0 * lucky);
    }
    rare_signed(hands)
}

/// What comes far too rarely among signed cards.
fn rare_signed(hands: &[&Vec<Card>]) -> Option<String> {
    let signed: Vec<(Colour, i64)> = hands
        .iter()
        .flat_map(|hand| hand.iter())
        .filter_map(|card| match card {
            Card::Signed { colour, value } => Some((*colour, *value)),
            _ => None,
        })
        .collect();
    let all = signed.len();
    let rare = |name: String, seen: usize, kinds: f64| {
        let least = 1.0 / kinds / 3.0;
        let too_few = (seen as f64) < least * all as f64 && surprise(seen, all, least) > SURPRISE;
        too_few.then(|| {
            format!("Of {all} signed cards {seen} are {name}; {:.0} are to be expected.", all as f64 / kinds)
        })
    };
    let signs = [("positive", 1), ("negative", -1)].map(|(name, sign)| {
        rare(name.to_owned(), signed.iter().filter(|(_, value)| value.signum() == sign).count(), 2.0)
    });
    let numbers = [1, 2, 3, 4, 5, 6].map(|number| {
        rare(format!("a {number}"), signed.iter().filter(|(_, value)| value.abs() == number).count(), 6.0)
    });
    let colours = Colour::ALL.map(|colour| {
        let name = colour.name().to_lowercase();
        rare(name, signed.iter().filter(|(own, _)| *own == colour).count(), 4.0)
    });
    signs.into_iter().chain(numbers).chain(colours).flatten().next()
}

/// How surprising a count is: `n` times the divergence of its share from the probability.
fn surprise(seen: usize, all: usize, probability: f64) -> f64 {
    let (seen, all) = (seen as f64, all as f64);
    if all == 0.0 {
        return 0.0;
    }
    // What cannot happen at all (five plain cards of six, say) is infinitely surprising.
    let part = |count: f64, share: f64| if count > 0.0 { count * (count / all / share).ln() } else { 0.0 };
    part(seen, probability) + part(all - seen, 1.0 - probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference::bluejack::Game;

    #[test]
    fn the_reference_has_the_handouts_odds() {
        let hands: Vec<Vec<Card>> =
            (0..4000).map(|seed| Game::new(seed).hand(reference::bluejack::Side::Human).to_vec()).collect();
        assert_eq!(oddity(&hands.iter().collect::<Vec<_>>()), None);
    }

    #[test]
    fn shares_far_off_are_surprising() {
        assert!((plain_share(2, 4) - 100.0 / 210.0).abs() < 1e-12);
        assert!((0..=6).map(|number| plain_share(number, 6)).sum::<f64>() - 1.0 < 1e-12);
        assert!(surprise(48, 600, lucky_share(4)) < 0.1);
        assert!(surprise(0, 600, lucky_share(4)) > SURPRISE);
        assert!(surprise(120, 600, lucky_share(4)) > SURPRISE);
    }
}
