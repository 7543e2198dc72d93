//! The odds of hands, the bound, and faults that must show.

use reference::bluejack::{Game, Side};

use super::*;

/// How a program deals a hand: which of two cards are lucky in a hundred, which of the ten cards may come to the hand, and
/// how often a sign is a minus.
#[derive(Clone, Copy)]
struct Dealer {
    lucky: u64,
    from: usize,
    minus: u64,
}

const FAIR: Dealer = Dealer { lucky: 20, from: 10, minus: 50 };

/// A number below a limit, from a generator that is good enough for counting (splitmix).
fn random(state: &mut u64, limit: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) % limit
}

impl Dealer {
    fn hand(self, state: &mut u64) -> Vec<Card> {
        let colour = |state: &mut u64| Colour::ALL[random(state, 4) as usize];
        let mut deck: Vec<Card> = (1..=5).map(|value| Card::Plain { colour: colour(state), value }).collect();
        for place in 0..5 {
            let lucky = place >= 3 && random(state, 100) < self.lucky;
            let value = random(state, 6) as i64 + 1;
            let value = if random(state, 100) < self.minus { -value } else { value };
            deck.push(match place {
                3 if lucky => Card::Flip,
                4 if lucky => Card::Double,
                _ => Card::Signed { colour: colour(state), value },
            });
        }
        deck.truncate(self.from);
        for at in 0..HAND_CARDS {
            let other = at + random(state, (deck.len() - at) as u64) as usize;
            deck.swap(at, other);
        }
        deck.truncate(HAND_CARDS);
        deck
    }

    fn hands(self, number: usize, salt: u64) -> Vec<Vec<Card>> {
        let mut state = salt << 32;
        (0..number).map(|_| self.hand(&mut state)).collect()
    }
}

fn hands(legal: Vec<Vec<Card>>, missing: usize) -> Hands {
    Hands { legal, first: 0, missing, size: HAND_CARDS }
}

/// The natural logarithm of the probability that `seen` of `all` count.
fn ln_chance(seen: usize, all: usize, probability: f64) -> f64 {
    let ways: f64 = (0..seen).map(|at| ((all - at) as f64 / (at + 1) as f64).ln()).sum();
    ways + seen as f64 * probability.ln() + (all - seen) as f64 * (1.0 - probability).ln()
}

/// The exact probability that a fair program's count is found wrong.
fn false_alarm(all: usize, probability: f64) -> f64 {
    let wrong = (0..=all).filter(|seen| surprise(*seen as f64, all as f64, probability) > SURPRISE);
    wrong.map(|seen| ln_chance(seen, all, probability).exp()).sum()
}

#[test]
fn a_fair_program_fails_less_than_once_in_ten_million() {
    for all in [FEWEST, 333, MOST] {
        let plain = (0..=HAND_CARDS).map(|number| false_alarm(all, plain_share(number, HAND_CARDS)));
        let lucky = lucky_share(HAND_CARDS);
        // The sum of Flips and Doubles is held as if they were independent, which makes it wider than it is.
        let specials = [false_alarm(all, lucky), false_alarm(all, lucky), false_alarm(2 * all, lucky)];
        // An even share is three times as much: to be found rare is likelier at a third of it.
        let signed = [(2.0, 2), (6.0, 6), (4.0, 4)]
            .map(|(kinds, number)| f64::from(number) * false_alarm(all, 1.0 / kinds / 3.0));
        let each: Vec<f64> = plain.chain(specials).chain(signed).collect();
        assert!(each.iter().sum::<f64>() < 1e-7, "{all}: {each:?}");
    }
    assert!(20.0 * 2.0 * (-SURPRISE).exp() < 1e-7, "the bound that the rule states");
}

#[test]
fn the_reference_has_the_handouts_odds() {
    let dealt = (0..4000).map(|seed| Game::new(seed).hand(Side::Human).to_vec());
    assert_eq!(hands(dealt.collect(), 0).oddity(), None);
    for salt in 0..200 {
        assert_eq!(hands(FAIR.hands(MOST, salt), 0).oddity(), None, "{salt}");
    }
}

#[test]
fn common_faults_are_found() {
    let faults = [
        ("80 and 20 changed places", Dealer { lucky: 80, ..FAIR }, "a Flip"),
        ("no Flip, no Double", Dealer { lucky: 0, ..FAIR }, "a Flip"),
        ("the first four of the ten", Dealer { from: 4, ..FAIR }, "plain cards"),
        ("four of the first five", Dealer { from: 5, ..FAIR }, "plain cards"),
        ("four of the first eight", Dealer { from: 8, ..FAIR }, "plain cards"),
        ("no minus", Dealer { minus: 0, ..FAIR }, "negative"),
        ("no plus", Dealer { minus: 100, ..FAIR }, "positive"),
    ];
    for (name, dealer, told) in faults {
        for salt in 0..20 {
            let oddity = hands(dealer.hands(MOST, salt), 0).oddity();
            assert!(oddity.as_ref().is_some_and(|oddity| oddity.contains(told)), "{name}: {oddity:?}");
        }
    }
}

#[test]
fn hands_that_are_missing_may_be_what_suits_best() {
    let fair = FAIR.hands(MOST, 1);
    let chosen: Vec<Vec<Card>> = fair.iter().filter(|hand| !hand.contains(&Card::Flip)).cloned().collect();
    let missing = fair.len() - chosen.len();
    assert_eq!(hands(chosen.clone(), missing).oddity(), None, "those with a Flip crashed");
    assert!(hands(chosen, 0).oddity().is_some(), "no hand has a Flip");
    let swapped = Dealer { lucky: 80, ..FAIR }.hands(MOST, 1);
    assert!(
        hands(swapped[64..].to_vec(), 64).oddity().is_some(),
        "too many to be explained by those missing"
    );
}

#[test]
fn shares_are_those_of_the_handout() {
    assert!((plain_share(2, 4) - 100.0 / 210.0).abs() < 1e-12);
    assert!(((0..=6).map(|number| plain_share(number, 6)).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((lucky_share(4) - 0.2 * 0.4).abs() < 1e-12);
    assert!(least_surprise(48, 0, 600, 0.08) < 0.1);
    assert!(least_surprise(0, 60, 600, 0.08) < 0.1);
}
