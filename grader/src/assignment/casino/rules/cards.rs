//! Rules about cards and what they are worth.

use std::collections::BTreeMap;

use reference::cards::{Rank, Suit};
use reference::casino::{busted, card_value};

use super::{Finding, Findings, Rule, rule};
use crate::assignment::casino::facts::{Hand, Round, Session};
use crate::assignment::casino::reading::{Reading, all_rounds, rounds};
use crate::assignment::casino::values::Fault;
use crate::assignment::lexicon::CardName;
use crate::assignment::words::Owner;

rule! {
    /// Each side starts with exactly two cards.
    ///
    /// Handout: "They will then be given 2 cards"; "the dealer's cards are shown" (two, in the sample run).
    /// Broken by: one card for the dealer, three for the player.
    /// Accepted: the dealer's cards dealt before or after the player's turn, one of them hidden at first.
    TWO_CARDS = "two-cards", "Each side starts with exactly two cards", two_cards;
}

fn two_cards(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let dealer = dealers_start(sessions);
    for at in rounds(sessions) {
        let cards = at.round.dealt_to_player();
        // Without a question it must be seen that none was due: a player's 21 of two cards.
        let natural = reading.totals(at.round, Owner::Player, 2).contains(&21);
        if !at.round.hits.is_empty() || cards != 2 || natural {
            findings.see();
            if cards != 2 {
                let turn = at.round.hits.first().map_or(at.round.last_turn, |hit| hit.turn);
                let what =
                    format!("You were dealt {cards} {} at the start of the round.", plural(cards, "card"));
                findings.breach(&at, turn, what, "The player starts with exactly two cards.");
                continue;
            }
        }
        if let Some(cards) = dealer.filter(|cards| *cards != 2 && !at.round.dealer.cards.is_empty()) {
            let what = format!("The dealer starts with {cards} {}.", plural(cards, "card"));
            findings.breach(&at, at.round.last_turn, what, "The dealer starts with exactly two cards.");
        }
    }
    findings
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

/// With how many cards the dealer starts, where the layout tells: the size of the first list of his cards, if others
/// come one by one; one card only if a total is shown for it.
fn dealers_start(sessions: &[Session]) -> Option<usize> {
    let (mut fewest, mut separate, mut of_one) = (usize::MAX, false, true);
    for at in rounds(sessions) {
        let dealer = &at.round.dealer;
        if dealer.cards.is_empty()
            || at.round.player.total_by_cards(at.round.player.cards.len()).is_none_or(busted)
        {
            continue;
        }
        let first = 1 + dealer.cards[1..].iter().take_while(|seen| seen.listed).count();
        fewest = fewest.min(first);
        separate |= dealer.cards.len() > first;
        of_one &= dealer.cards.len() == 1
            && at.round.player.total_by_cards(at.round.player.cards.len()) != Some(21)
            || started_with_one(at.round);
    }
    match fewest {
        usize::MAX => None,
        1 => of_one.then_some(1),
        2 => Some(2),
        more => separate.then_some(more),
    }
}

/// In his own turn the dealer shows one card, then its total or a card drawn.
fn started_with_one(round: &Round) -> bool {
    let dealer = &round.dealer;
    let turn = round.hits.last().map_or(round.bets.last().map_or(0, |bet| bet.turn), |hit| hit.turn);
    let own_turn = dealer.cards[0].place.turn > turn;
    let total = dealer.shown.iter().any(|shown| shown.cards == 1);
    own_turn && (total || dealer.cards.get(1).is_some_and(|second| second.drawn && !dealer.cards[0].drawn))
}

rule! {
    /// A card reads `<Rank> of <Suit>`: Ace, Two to Ten, Jack, Queen, King; Spades, Clubs, Diamonds, Hearts.
    ///
    /// Handout: "the description of the card such as \"Two of diamonds\" or \"King of hearts\"".
    /// Broken by: `11 of Clubs`, ` of Hearts`, `Ten of `.
    /// Accepted: any case, digits for number cards (`10 of Clubs`), a corner letter (`K of Clubs`), `Heart` for
    /// `Hearts`. A wrong name that stands for another card of the deck (a King called Queen) is `deck-range`.
    CARD_NAMES = "card-names", "Cards are named <Rank> of <Suit>", card_names;
}

fn card_names(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in all_rounds(sessions) {
        for seen in at.round.player.cards.iter().chain(&at.round.dealer.cards) {
            findings.see();
            if let Some(wrong) = &seen.name.wrong {
                let what = format!("A card is called \"{wrong}\".");
                let expected = "A card is named by a rank (Ace, Two … Ten, Jack, Queen, King) and a suit (Spades, Clubs, Diamonds, Hearts).";
                findings.breach(&at, seen.place.turn, what, expected);
            }
        }
    }
    findings
}

rule! {
    /// Over many draws all thirteen ranks and four suits come up, about equally often.
    ///
    /// Handout: "a random number between 1 and 13 to determine the rank of the card and another number between 1 and
    /// 4 to determine the suite".
    /// Broken by: `rand() % 12` (never a King), a King named Queen, a suit that never comes.
    /// The test is chi-squared over all cards of different deals, separately for ranks and suits; a rank or suit that
    /// never came fails as well. Fewer than 260 cards are not judged, so that together the tests fail a fair program
    /// less than once in 10 million submissions.
    DECK_RANGE = "deck-range", "All ranks and suits come up at fair rates", deck_range;
}

/// Fewer cards do not tell: a fair deck shows no card of some rank in so many with probability 13 (12/13)^260 = 1e-8.
const CARDS_NEEDED: u32 = 260;

/// Chi-squared bounds of 12 and 3 degrees of freedom that a fair deck exceeds with probability 2e-8 each: computed
/// from the distribution's upper tail, and far enough out that the approximation's error at 20 cards a rank is small.
const RANK_BOUND: f64 = 62.0;
const SUIT_BOUND: f64 = 39.0;

pub(super) fn deck_range(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    let (mut ranks, mut suits) = ([0_u32; 14], [0_u32; 4]);
    // A generator that cannot be reseeded repeats itself: of sessions that open alike only the longest counts.
    let mut deals: BTreeMap<Vec<&CardName>, (usize, Vec<&CardName>)> = BTreeMap::new();
    for (nth, session) in sessions.iter().enumerate() {
        let cards: Vec<&CardName> = session.rounds.iter().flat_map(cards_of).collect();
        let deal = deals.entry(cards.iter().take(4).copied().collect()).or_default();
        if cards.len() > deal.1.len() {
            *deal = (nth, cards);
        }
    }
    let total = deals.values().map(|(_, cards)| cards.len() as u32).sum();
    for name in deals.values().flat_map(|(_, cards)| cards) {
        if let Some(rank) = name.rank {
            ranks[usize::from(rank.number())] += 1;
        }
        if let Some(suit) = name.suit {
            suits[usize::from(suit.number())] += 1;
        }
    }
    let last = deals.values().max().map(|(nth, _)| (*nth, &sessions[*nth]));
    if total < CARDS_NEEDED {
        return findings;
    }
    findings.seen = total;
    let rank_names: Vec<&str> = Rank::ALL.iter().map(|rank| rank.name()).collect();
    let suit_names: Vec<&str> = Suit::ALL.iter().map(|suit| suit.name()).collect();
    // A card whose name cannot be read is `card-names`; the rest of the deck then says nothing about fairness.
    let all_read = |counts: &[u32]| counts.iter().sum::<u32>() == total;
    let odd_ranks = all_read(&ranks[1..]).then(|| unfair(&ranks[1..], RANK_BOUND, &rank_names)).flatten();
    let odd_suits = all_read(&suits).then(|| unfair(&suits, SUIT_BOUND, &suit_names)).flatten();
    let odd = odd_ranks.or(odd_suits);
    if let (Some(what), Some((nth, session))) = (odd, last) {
        findings.broken.push(Finding {
            session: nth,
            from: 0,
            turn: session.asks.len().min(3),
            what: format!("Of {total} cards dealt, {what}."),
            expected: "All thirteen ranks and all four suits are equally likely.".to_owned(),
        });
    }
    findings
}

fn cards_of(round: &Round) -> impl Iterator<Item = &CardName> {
    round.player.cards.iter().chain(&round.dealer.cards).map(|seen| &seen.name)
}

/// What is odd about the counts, if chi-squared exceeds the bound.
fn unfair(counts: &[u32], bound: f64, names: &[&str]) -> Option<String> {
    let total: u32 = counts.iter().sum();
    let fair = f64::from(total) / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - fair).powi(2) / fair).sum();
    let missing = counts.contains(&0);
    if chi <= bound && !missing {
        return None;
    }
    let never: Vec<&str> =
        names.iter().zip(counts).filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
    if !never.is_empty() && never.len() < counts.len() - 1 {
        return Some(format!("none was {}", never.join(", none ")));
    }
    let (most, name) = counts.iter().zip(names).max()?;
    Some(format!("{most} were {name}, where about {fair:.0} are fair"))
}

/// Goes through every total shown and counts those that matter to a rule.
fn by_total(
    sessions: &[Session],
    reading: &Reading,
    blamed: Fault,
    matters: fn(&[Rank], usize) -> bool,
    expected: &str,
) -> Findings {
    let mut findings = Findings::default();
    for at in all_rounds(sessions) {
        for owner in [Owner::Player, Owner::Dealer] {
            let hand = at.round.hand(owner);
            for (index, shown) in hand.shown.iter().enumerate() {
                let Some(ranks) = hand.ranks(shown.cards) else { continue };
                let before = hand.shown[..index].iter().rev().find(|before| before.cards < shown.cards);
                let fault = reading.values.blamed(hand, owner, index);
                if fault == Some(blamed) {
                    findings.breach(&at, shown.place.turn, arithmetic(hand, owner, index), expected);
                }
                if fault == Some(blamed) || matters(&ranks, before.map_or(0, |before| before.cards)) {
                    findings.see();
                }
            }
        }
    }
    findings
}

/// "Your cards: 3 + A as 11 = 14; then Q: 24, shown 14."
pub(super) fn arithmetic(hand: &Hand, owner: Owner, index: usize) -> String {
    let shown = &hand.shown[index];
    let whose = if owner == Owner::Player { "Your cards" } else { "The dealer's cards" };
    let sum = sum_of(hand, shown.cards);
    format!("{whose}: {sum}, shown {}.", shown.total)
}

/// "3 + A as 11 = 14; then Q = 24"
pub(in crate::assignment::casino) fn sum_of(hand: &Hand, cards: usize) -> String {
    let mut total = 0;
    let mut parts = Vec::new();
    for (nth, seen) in hand.cards.iter().take(cards).enumerate() {
        let Some(rank) = seen.name.rank else { return "cards that cannot be read".to_owned() };
        let value = card_value(rank, total);
        total += value;
        let name = match rank {
            Rank::Ace => format!("A as {value}"),
            Rank::Jack => "J".to_owned(),
            Rank::Queen => "Q".to_owned(),
            Rank::King => "K".to_owned(),
            number => number.number().to_string(),
        };
        match nth {
            0 => parts.push(name),
            1 => parts.push(format!(" + {name} = {total}")),
            _ => parts.push(format!("; then {name} = {total}")),
        }
    }
    parts.concat()
}

/// The value each card adds by the rules.
fn added(ranks: &[Rank]) -> Vec<(Rank, i64)> {
    let mut total = 0;
    ranks
        .iter()
        .map(|&rank| {
            let value = card_value(rank, total);
            total += value;
            (rank, value)
        })
        .collect()
}

rule! {
    /// Jack, Queen and King add 10.
    ///
    /// Handout: "face cards (Jack, Queen, King) all count as 10 points".
    /// Broken by: a Jack that adds 11, a King that adds 13.
    FACE_TEN = "face-ten", "Jack, Queen and King add 10", face_ten;
}

fn face_ten(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |ranks: &[Rank], from: usize| {
        ranks[from..].iter().any(|rank| matches!(rank, Rank::Jack | Rank::Queen | Rank::King))
    };
    by_total(sessions, reading, Fault::Face, matters, "A Jack, Queen or King adds 10 to the total.")
}

rule! {
    /// An ace adds 11 where the total does not go over 21 by it.
    ///
    /// Handout: "Aces can be either 11 (high) or 1 (low), depending on which is more advantageous".
    /// Broken by: an ace that always adds 1, or adds 1 at a total of 10.
    ACE_HIGH = "ace-high", "An ace adds 11 where that fits", ace_high;
}

fn ace_high(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |ranks: &[Rank], from: usize| added(ranks)[from..].contains(&(Rank::Ace, 11));
    by_total(
        sessions,
        reading,
        Fault::AceHigh,
        matters,
        "An ace adds 11 where the total stays at 21 or below.",
    )
}

rule! {
    /// An ace adds 1 where 11 would go over 21; two aces dealt make 12.
    ///
    /// Handout: "without going over 21".
    /// Broken by: an ace that always adds 11, or adds 11 at a total of 11 (22).
    ACE_LOW = "ace-low", "An ace adds 1 where 11 would go over 21", ace_low;
}

fn ace_low(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |ranks: &[Rank], from: usize| added(ranks)[from..].contains(&(Rank::Ace, 1));
    by_total(sessions, reading, Fault::AceLow, matters, "An ace adds 1 where 11 would go over 21.")
}

rule! {
    /// An ace counted 11 stays 11, also when later cards go over 21.
    ///
    /// Handout: "Once Ace has been counted as 11 it will stay as 11."
    /// Broken by: Three and Ace are 14, a Queen comes, and the total is shown as 14 again instead of 24.
    ACE_STICKY = "ace-sticky", "An ace counted 11 stays 11", ace_sticky;
}

fn ace_sticky(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |ranks: &[Rank], _: usize| {
        let added = added(ranks);
        added.contains(&(Rank::Ace, 11)) && busted(added.iter().map(|(_, value)| value).sum())
    };
    by_total(
        sessions,
        reading,
        Fault::Softened,
        matters,
        "An ace counted 11 stays 11, even when the total goes over 21.",
    )
}

rule! {
    /// Every total shown is the sum of what the cards added; a number card adds its number.
    ///
    /// Handout: "this value should be added in main to the current total".
    /// Broken by: a Ten that adds 9, a total that carries over from the round before, a total one card behind.
    /// Totals that are wrong because of aces or face cards belong to those rules, not to this one.
    TOTALS = "totals", "Totals are the sum of the cards", totals;
}

fn totals(sessions: &[Session], reading: &Reading) -> Findings {
    by_total(sessions, reading, Fault::Sum, |_, _| true, "The total is the sum of what the cards add.")
}
