//! Rules about cards and what they are worth.

use reference::cards::Rank;

use super::{Findings, Game, Rule, Session, cards, games, rule, whose};
use crate::assignment::deck52::deck::Pool;
use crate::assignment::deck52::facts::{Intent, Show};
use crate::assignment::deck52::question::Kind;
use crate::assignment::deck52::reading::{Reading, grown};
use crate::assignment::deck52::score::{base_score, sum_of};
use crate::assignment::deck52::short::{in_full, short};
use crate::assignment::deck52::values::Fault;
use crate::assignment::finding::Finding;
use crate::assignment::words::Owner;

rule! {
    /// Player and dealer both start with exactly two cards.
    ///
    /// Handout: "The player and dealer will receive exactly two cards at the beginning of the game."
    /// Broken by: one card for the dealer, three for the player.
    /// Accepted: any order of dealing. A hand that is short because the other side took its card is `deck-unique`.
    /// Where a program offers another game, that one begins with two cards for each as well.
    TWO_CARDS_EACH = "two-cards-each", "Both start with exactly two cards", two_cards_each;
}

fn two_cards_each(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let shows = || sessions.iter().flat_map(|session| &session.shows);
    let is_right =
        |show: &Show| reading.shown(show).is_none_or(|shown| base_score(&show.cards) == Some(shown));
    let scores_are_right = !reading.ace_credit && shows().all(is_right);
    for game in games(sessions, reading) {
        second_game(game, scores_are_right, &mut findings);
        let choice = game.first_choice();
        if choice == game.session.asks.len() && game.session.outcomes.is_empty() {
            continue;
        }
        for owner in [Owner::Player, Owner::Dealer] {
            let first = game.session.shows_before(choice).min(game.session.shows.len());
            let Some(hand) = game.session.hand_at(owner, first).filter(|hand| !hand.hidden) else { continue };
            let count = hand.cards.len();
            let usual = reading.starts.get(&owner).copied().unwrap_or(2);
            // Without any question the hand may have grown already; a card less than usual was taken by the other.
            if choice == game.session.asks.len() || count < usual {
                continue;
            }
            if game.spoiled && game.shows < first {
                continue;
            }
            findings.see();
            if count != 2 {
                let whom = if owner == Owner::Player { "You start" } else { "The dealer starts" };
                let expected = "Player and dealer receive exactly two cards at the beginning.";
                let what = format!("{whom} with {}.", cards(count));
                findings.broken.push(game.breach(choice, what, expected));
            }
        }
    }
    findings
}

/// What a second game begins with: more than two cards are those of the first one, which were not taken back; so is
/// what two cards count too much, where scores are right otherwise.
fn second_game(game: Game<'_>, scores_are_right: bool, findings: &mut Findings) {
    for owner in [Owner::Player, Owner::Dealer] {
        if game.reading.starts.get(&owner) != Some(&2) {
            continue;
        }
        let mut hands = game.session.second.iter().rev();
        let Some(hand) = hands.find(|show| show.owner == owner && !show.hidden) else { continue };
        findings.see();
        let expected = "Each game begins with two cards for each, from a deck that is whole again.";
        let count = hand.cards.len();
        let more = base_score(&hand.cards).zip(game.reading.shown(hand)).filter(|(base, shown)| shown > base);
        let what = match more {
            _ if count > 2 => {
                let whom = if owner == Owner::Player { "you start" } else { "the dealer starts" };
                format!("In the second game {whom} with {}.", cards(count))
            }
            Some((base, shown)) if scores_are_right => format!(
                "In the second game {} two cards, worth {base}, count {shown}: those of the first are still there.",
                whose(owner)
            ),
            _ => continue,
        };
        findings.broken.push(game.breach(hand.place.turn, what, expected));
    }
}

rule! {
    /// A card reads as value and suit: A, 2 to 10, J, Q, K, then H, D, S or C, and nothing else.
    ///
    /// Handout: "AH = \"Ace of Hearts\" […] 2H, 3C, 4D,..., JD, QC, KH, and so on."
    /// Broken by: `11H`, `1D`, `TS`, a value or suit that is missing, names in full.
    /// Accepted: small letters. Where hands are shown in short names, a card that is dealt may be told of in full.
    CARD_NAMES = "card-names", "Cards are named by value and suit: 10H, KD", card_names;
}

fn card_names(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        for show in &game.session.shows {
            for card in &show.printed {
                findings.see();
                if let Some(wrong) = card.wrong.as_ref().filter(|_| !is_told(show, reading)) {
                    let what = format!("A card is called \"{wrong}\".");
                    let expected = "A card is named by its value (A, 2 … 10, J, Q, K) and the letter of its suit (H, D, S, C).";
                    findings.broken.push(game.breach(show.place.turn, what, expected));
                }
            }
        }
    }
    findings
}

/// Whether a card is only told of in words, by its name in full, where hands are shown in short names.
fn is_told(show: &Show, reading: &Reading) -> bool {
    matches!(show.printed.as_slice(), [card] if reading.short_hands && in_full(card))
}

rule! {
    /// No card is dealt twice in a game, to the same hand or to both.
    ///
    /// Handout: "Both will work off of the same deck of 52 cards, so no cards will be duplicated between the dealer
    /// and player."
    /// Broken by: a random card dealt without looking whether somebody holds it; a dealt card that goes over from one
    /// hand to the other.
    DECK_UNIQUE = "deck-unique", "No card is dealt twice in a game", deck_unique;
}

fn deck_unique(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let expected = "A card that was dealt is not dealt again before the next game.";
    for game in games(sessions, reading) {
        findings.seen += u32::from(!game.session.shows.is_empty());
        if let Some(at) = reading.double(game.session) {
            let show = &game.session.shows[at];
            findings.broken.push(game.breach(show.place.turn, doubled(game.session, show, at), expected));
        } else if reading.duplicates
            && let Some(turn) = drew_nothing(game.session, reading)
        {
            let what = "Your hit brought no card: the one drawn was in your hand already.";
            findings.broken.push(game.breach(turn + 1, what, expected));
        }
    }
    findings
}

/// What a show says of a card dealt twice.
fn doubled(session: &Session, show: &Show, at: usize) -> String {
    if let Some(card) = show.lost.first() {
        return format!(
            "{} was in {} hand and is gone from it: it was dealt again.",
            short(card),
            whose(show.owner)
        );
    }
    let other = if show.owner == Owner::Player { Owner::Dealer } else { Owner::Player };
    let others = session.hand_at(other, at).map_or(&[][..], |hand| &hand.cards);
    if let Some(card) = show.cards.iter().find(|card| others.contains(card)) {
        return format!("{} is in both hands.", short(card));
    }
    let twice = show.cards.iter().enumerate().find(|(nth, card)| show.cards[..*nth].contains(card));
    match twice {
        Some((_, card)) => format!("{} is in {} hand twice.", short(card), whose(show.owner)),
        None => format!(
            "{} starts with {}: another one was dealt twice.",
            capital(whose(show.owner)),
            cards(show.cards.len())
        ),
    }
}

fn capital(whose: &str) -> &'static str {
    if whose == "your" { "Your hand" } else { "The dealer's hand" }
}

/// The turn of a hit, in a word that is taken elsewhere, that brought no card although it was asked again.
pub(super) fn drew_nothing(session: &Session, reading: &Reading) -> Option<usize> {
    session.hits().find_map(|(turn, ask)| {
        let taken = ask.answer.as_ref().is_some_and(|answer| reading.taken.contains(answer));
        let again =
            session.asks.get(turn + 1).is_some_and(|next| next.kind == Kind::Hit && next.outcomes == 0);
        (ask.intent == Some(Intent::Hit) && taken && again && grown(session, Owner::Player, turn) == 0)
            .then_some(turn)
    })
}

rule! {
    /// Over many games all 52 cards come up, at fair rates.
    ///
    /// Handout: "The function will randomly choose an undealt card".
    /// Broken by: a card that is never dealt (`rand() % 51`), one that has another's name, one dealt far too often.
    /// Two tests look at games with different deals. A card that never came fails once games enough were seen that a
    /// fair deck hides one of its 52 cards with a chance of 1e-7: the product of (1 - cards seen / 52) over the games is
    /// below 2e-9, after some 170 to 260 games. Counts of the cards the games began with fail if their chi-squared
    /// exceeds 135 (51 degrees of freedom: 2e-9). A fair program fails less than twice in 10 million submissions.
    DECK_COMPLETE = "deck-complete", "All 52 cards come up at fair rates", deck_complete;
}

fn deck_complete(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    // Where cards are dealt twice, how often one comes is a matter of that.
    let sound = games(sessions, reading).filter(|game| !game.spoiled);
    let pool = Pool::new(sound.map(|game| (game.nth, game.session)));
    if !pool.is_enough() {
        return findings;
    }
    findings.seen = pool.games;
    if let Some(oddity) = pool.oddity() {
        findings.broken.push(Finding {
            session: pool.last,
            from: 0,
            turn: 0,
            what: format!("{oddity}."),
            expected: "Each of the 52 cards is equally likely.".to_owned(),
        });
    }
    findings
}

/// Goes through every score shown and counts those that matter to a rule.
fn by_score(
    sessions: &[Session],
    reading: &Reading,
    blamed: Fault,
    matters: fn(&Show) -> bool,
    expected: &str,
) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        for (_, show) in game.shows() {
            let Some(number) = reading.shown(show).filter(|_| !show.hidden) else { continue };
            if show.cards.iter().any(|card| card.rank.is_none()) {
                continue;
            }
            let credit = show.owner == Owner::Dealer && reading.ace_credit && has(show, &[Rank::Ace]);
            let values = reading.values.get(&show.owner).copied().unwrap_or_default();
            let fault = values.blame(&show.cards, number).filter(|_| !credit);
            if fault == Some(blamed) {
                let what =
                    format!("{} cards: {}, shown {number}.", capital_cards(show.owner), sum_of(&show.cards));
                let turn = show.score.as_ref().map_or(show.place.turn, |score| score.place.turn);
                findings.broken.push(game.breach(turn, what, expected));
            }
            if fault == Some(blamed) || matters(show) && !credit {
                findings.see();
            }
        }
    }
    findings
}

fn capital_cards(owner: Owner) -> &'static str {
    if owner == Owner::Player { "Your" } else { "The dealer's" }
}

fn has(show: &Show, ranks: &[Rank]) -> bool {
    show.cards.iter().any(|card| card.rank.is_some_and(|rank| ranks.contains(&rank)))
}

rule! {
    /// An ace counts 1.
    ///
    /// Handout: "and aces will be 1 point".
    /// Broken by: an ace that counts 11, or 11 where it fits.
    /// Accepted: for the extra credit the player is asked, and the dealer counts 11 where that makes 20 or 21; then
    /// `ec-ace` judges the dealer's aces.
    ACE_ONE = "ace-one", "An ace counts 1", ace_one;
}

fn ace_one(sessions: &[Session], reading: &Reading) -> Findings {
    by_score(sessions, reading, Fault::Ace, |show| has(show, &[Rank::Ace]), "An ace counts 1 point.")
}

rule! {
    /// Jack, Queen and King count 10.
    ///
    /// Handout: "each face card (Jack, Queen, King) will be 10 points".
    /// Broken by: a Jack that counts 11, a King that counts 13.
    FACE_TEN = "face-ten", "Jack, Queen and King count 10", face_ten;
}

fn face_ten(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |show: &Show| has(show, &[Rank::Jack, Rank::Queen, Rank::King]);
    by_score(sessions, reading, Fault::Face, matters, "A Jack, Queen or King counts 10 points.")
}

rule! {
    /// Every score shown is the sum of the hand's cards.
    ///
    /// Handout: "The numeric cards will be their numeric value".
    /// Broken by: a Ten that counts 0, a card that is left out, the other side's score.
    /// Scores that are wrong because of aces or faces belong to those rules, and those of a hand with a card dealt
    /// twice to `deck-unique`.
    SCORE = "score", "Scores are the sum of the cards", score;
}

fn score(sessions: &[Session], reading: &Reading) -> Findings {
    by_score(sessions, reading, Fault::Sum, |_| true, "The score is the sum of the cards' points.")
}
