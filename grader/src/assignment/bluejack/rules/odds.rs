//! The rule about how often each kind of card comes to a hand.

use std::collections::BTreeSet;

use reference::bluejack::{Card, Colour, HAND_CARDS, hand_card};

use super::{Finding, Findings, Judge, Rule, rule};
use crate::assignment::bluejack::facts::{Printed, Session, What, cards_of};
use crate::assignment::bluejack::reading::Reading;

rule! {
    /// Over many games, the hands match the handout's odds: four cards picked at random from ten, of which five come
    /// from the game deck, three are signed, and two are signed in 80 of 100 cases, else a Flip and a Double.
    ///
    /// Broken by: 80 and 20 changed places, no Flip or Double at all, four cards that are always the first of the ten,
    /// signed cards that are never negative.
    /// Accepted: a lucky card that may be a Flip or a Double, as long as no hand has two of one kind. A hand of another
    /// size is held to the odds of that size.
    ///
    /// How sure that is: the first hands of some 320 games are counted, each game with a seed of its own, or of 640 if
    /// the first 160 look odd in the least: how many have no plain card, one, two, three, four; how many a Flip, how many a Double, and those two together. About signed
    /// cards the handout says "random" and no more, so a sign, number or colour is wrong only if it comes less than a third as
    /// often as it would if all were alike. That makes 20 counts. By Chernoff's bound a count's share `q` of `n` is as far from the
    /// true share `p` as it is with a probability of at most 2 exp(-n D), where D = q ln(q/p) + (1-q) ln((1-q)/(1-p)).
    /// A count is wrong where n D is above 20: a probability below 4.2e-9. So a program that deals fairly fails with a
    /// probability below 2e-7, with either number of games: less than one in five million.
    /// A game that showed no hand, or one with a card of no legal kind, counts as if its hand were whatever suits the
    /// program best. If that is more than one in five, if there are fewer than 150 hands, or if every seed brings the same
    /// game, nothing is judged.
    HAND_ODDS = "hand-odds", "Hands match the handout's odds", Judge::Class(hand_odds);
}

/// So many hands are needed.
const FEWEST: usize = 150;

/// So many seeds are looked at, in the order played. Games after them are played because of what others showed, and
/// what is counted must not decide how long is counted.
const MOST: usize = 640;

/// The bound of `n D` above which a count is wrong.
const SURPRISE: f64 = 20.0;

/// Below this bound, and with no kind of signed card half as often as it should be, a count is plainly right: more games
/// would hardly make it wrong. Few fair programs are not.
const CALM: f64 = 4.0;

/// With more than one game in so many without a legal hand, odds cannot be told.
const MISSING: usize = 5;

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
    let hands = Hands::of(sessions);
    if hands.legal.len() < FEWEST || hands.missing * MISSING > hands.all() || same_games(&hands, sessions) {
        return findings;
    }
    findings.seen = hands.legal.len() as u32;
    if let Some(oddity) = hands.oddity() {
        findings.broken.push(Finding {
            session: hands.first,
            from: 0,
            turn: 0,
            what: oddity,
            expected: "Four of ten cards: five plain, three signed, two signed in 80 of 100 cases, else Flip and Double."
                .to_owned(),
        });
    }
    findings
}

/// Whether the hands so far match the odds so well that more of them need not be looked at.
pub(in crate::assignment::bluejack) fn are_plainly_right(sessions: &[Session]) -> bool {
    let hands = Hands::of(sessions);
    hands.missing == 0 && hands.legal.len() >= FEWEST && hands.is_calm()
}

/// The first hands of games with different seeds.
#[derive(Debug, Default)]
struct Hands {
    /// Those of the usual size with cards of legal kinds.
    legal: Vec<Vec<Card>>,
    /// The session of the first of them.
    first: usize,
    /// How many games showed none.
    missing: usize,
    /// The usual size.
    size: usize,
}

impl Hands {
    fn of(sessions: &[Session]) -> Self {
        let mut seeds = BTreeSet::new();
        let mut all: Vec<(usize, Option<Vec<Card>>)> = Vec::new();
        for (nth, session) in sessions.iter().enumerate() {
            if seeds.len() < MOST && seeds.insert(session.seed) {
                let cards = session.first_hand().and_then(|(_, hand)| cards_of(hand));
                all.push((nth, cards.filter(|cards| cards.iter().all(|card| hand_card(*card)))));
            }
        }
        let mut sizes = [0; HAND_CARDS * 2];
        for (_, cards) in &all {
            if let Some(count) = cards.as_ref().and_then(|cards| sizes.get_mut(cards.len())) {
                *count += 1;
            }
        }
        let size = (1..sizes.len()).max_by_key(|size| sizes[*size]).unwrap_or(HAND_CARDS);
        let mut hands = Self { size, ..Self::default() };
        for (nth, cards) in all {
            match cards.filter(|cards| cards.len() == size) {
                Some(cards) => {
                    hands.first = if hands.legal.is_empty() { nth } else { hands.first };
                    hands.legal.push(cards);
                }
                None => hands.missing += 1,
            }
        }
        hands
    }

    /// How many games were looked at.
    fn all(&self) -> usize {
        self.legal.len() + self.missing
    }

    /// How many hands are of each kind whose share is known: how often a hand can count, and that share.
    fn counts(&self) -> Vec<(String, usize, usize, f64)> {
        let count = |holds: &dyn Fn(&[Card]) -> bool| self.legal.iter().filter(|hand| holds(hand)).count();
        let plain = |hand: &[Card]| hand.iter().filter(|card| matches!(card, Card::Plain { .. })).count();
        let lucky = lucky_share(self.size);
        let kinds = (0..=self.size).map(|number| {
            let seen = count(&|hand| plain(hand) == number);
            (format!("{number} plain cards"), seen, 1, plain_share(number, self.size))
        });
        let flips = count(&|hand| hand.contains(&Card::Flip));
        let doubles = count(&|hand| hand.contains(&Card::Double));
        // One rather hinders the other in a hand, so the bound holds for their sum as well.
        let specials = [
            ("a Flip".to_owned(), flips, 1, lucky),
            ("a Double".to_owned(), doubles, 1, lucky),
            ("a Flip or a Double".to_owned(), flips + doubles, 2, lucky),
        ];
        // A hand with two Flips is a fault of its own, and then there may be none of the other kind.
        let twice = |hand: &Vec<Card>, card: Card| hand.iter().filter(|held| **held == card).count() > 1;
        let twins = self.legal.iter().any(|hand| twice(hand, Card::Flip) || twice(hand, Card::Double));
        kinds.chain(specials.into_iter().filter(|_| !twins)).collect()
    }

    /// Whether nothing is odd in the least.
    fn is_calm(&self) -> bool {
        let all = |each: usize| (self.all() * each) as f64;
        let calm = |(_, seen, each, share): &(String, usize, usize, f64)| {
            surprise(*seen as f64, all(*each), *share) < CALM
        };
        self.counts().iter().all(calm) && self.signed_kinds().iter().all(|kind| kind.is_at_least(2.0))
    }

    /// What is wrong with the odds.
    fn oddity(&self) -> Option<String> {
        let wrong = self.counts().into_iter().find(|(_, seen, each, share)| {
            least_surprise(*seen, self.missing * each, self.all() * each, *share) > SURPRISE
        });
        let Some((what, seen, each, share)) = wrong else { return self.rare_signed() };
        let hands = self.legal.len();
        let expected = share * (hands * each) as f64;
        Some(format!("Of {hands} hands {seen} have {what}; {expected:.0} are to be expected."))
    }

    /// The kinds of signed cards that must come about equally often.
    fn signed_kinds(&self) -> Vec<SignedKind> {
        let signed = self.legal.iter().flatten().filter_map(|card| match card {
            Card::Signed { colour, value } => Some((*colour, *value)),
            _ => None,
        });
        let signed: Vec<(Colour, i64)> = signed.collect();
        let kind = |name: String, holds: &dyn Fn(Colour, i64) -> bool, kinds: f64| {
            let seen = signed.iter().filter(|(colour, value)| holds(*colour, *value)).count();
            SignedKind { name, seen, all: signed.len(), kinds }
        };
        let signs = [("positive", 1), ("negative", -1)]
            .map(|(name, sign)| kind(name.to_owned(), &|_, value| value.signum() == sign, 2.0));
        let numbers = [1, 2, 3, 4, 5, 6]
            .map(|number| kind(format!("a {number}"), &|_, value| value.abs() == number, 6.0));
        let colours =
            Colour::ALL.map(|colour| kind(colour.name().to_lowercase(), &|own, _| own == colour, 4.0));
        signs.into_iter().chain(numbers).chain(colours).collect()
    }

    /// What comes far too rarely among signed cards.
    fn rare_signed(&self) -> Option<String> {
        let missing = self.missing * self.size;
        let kinds = self.signed_kinds();
        let rare = kinds.iter().find(|kind| {
            let (most, of) = ((kind.seen + missing) as f64, (kind.all + missing) as f64);
            let least = 1.0 / kind.kinds / 3.0;
            most < least * of && surprise(most, of, least) > SURPRISE
        })?;
        let SignedKind { name, seen, all, kinds } = rare;
        let expected = *all as f64 / kinds;
        Some(format!("Of {all} signed cards {seen} are {name}; {expected:.0} are to be expected."))
    }
}

/// A kind of signed card.
struct SignedKind {
    name: String,
    seen: usize,
    /// How many signed cards there are.
    all: usize,
    /// Into how many kinds of this sort they fall.
    kinds: f64,
}

impl SignedKind {
    /// Whether it comes at least as often as this part of the even share: 2 stands for a half.
    fn is_at_least(&self, part: f64) -> bool {
        self.seen as f64 * self.kinds * part >= self.all as f64
    }
}

/// Whether the seeds bring the same few games over and over: then the generator cannot be reseeded.
fn same_games(hands: &Hands, sessions: &[Session]) -> bool {
    let kinds: BTreeSet<&Vec<Card>> = hands.legal.iter().collect();
    kinds.len() * 10 < hands.legal.len() && same_draws(sessions)
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

/// How surprising a count is if `missing` of `all` may have counted as well: the least it can be.
fn least_surprise(seen: usize, missing: usize, all: usize, probability: f64) -> f64 {
    let (seen, missing, all) = (seen as f64, missing as f64, all as f64);
    surprise((probability * all).clamp(seen, seen + missing), all, probability)
}

/// How surprising a count is: `n` times the divergence of its share from the probability.
fn surprise(seen: f64, all: f64, probability: f64) -> f64 {
    if all == 0.0 {
        return 0.0;
    }
    // What cannot happen at all (five plain cards of six, say) is infinitely surprising.
    let part = |count: f64, share: f64| if count > 0.0 { count * (count / all / share).ln() } else { 0.0 };
    part(seen, probability) + part(all - seen, 1.0 - probability)
}

#[cfg(test)]
mod tests;
