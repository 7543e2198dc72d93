//! Rules about the points of a hand.

use reference::crowns::{Arrangement, Card};

use super::{Findings, Rule, Session, breach, rule};
use crate::assignment::crowns::blame::Fault;
use crate::assignment::crowns::models::{groups, is_meldless, jokers};
use crate::assignment::crowns::reading::{Reading, Scored, scored};

rule! {
    /// A hand in which nothing can be melded counts the values of its cards.
    ///
    /// Handout: "Remaining cards are their values (12 for Queen, etc.)"
    /// Broken by: a King that counts 10, two Jokers that count differently.
    /// Accepted: any one number for a Joker that is left over: the weekly handout gives none.
    CARD_POINTS = "card-points", "Cards that are left over count their values", card_points;
}

fn card_points(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |hand: &Scored<'_>| is_meldless(hand.cards, reading.runs, hand.wild);
    judge(sessions, reading, Fault::CardPoints, matters)
}

rule! {
    /// Three or more cards of one rank, of any suits, count nothing.
    ///
    /// Handout: "A book (3 cards with the same face value) is zero points. […] If you have a fourth card of the same
    /// value (or a joker), you can include it in the book."
    /// Broken by: pairs that count nothing, a fourth card that counts, the same card twice that is taken for one, a
    /// second book that is not found.
    BOOK = "book", "Three or more of a rank count nothing", book;
}

fn book(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |hand: &Scored<'_>| groups(hand.cards).iter().any(|count| *count >= 3);
    judge(sessions, reading, Fault::Book, matters)
}

rule! {
    /// Jokers complete and extend books, any number of them.
    ///
    /// Handout: "If you have a fourth card of the same value (or a joker), you can include it in the book"; "You can
    /// have as many wild cards or Jokers in a book as you wish".
    /// Broken by: Jokers that are never melded, one Joker a book, a card with two Jokers that is not found.
    BOOK_JOKER = "book-joker", "Jokers complete and extend books", book_joker;
}

fn book_joker(sessions: &[Session], reading: &Reading) -> Findings {
    let matters = |hand: &Scored<'_>| jokers(hand.cards) > 0 && !is_meldless(hand.cards, false, hand.wild);
    judge(sessions, reading, Fault::BookJoker, matters)
}

rule! {
    /// Each hand counts the least that any way to meld it leaves over, never more.
    ///
    /// Handout: "Keep in mind that your goal is to find the lowest point value for the hand."
    /// Broken by: melding the highest cards first (King, Queen, Queen, Joker, Joker counts 13, not 24), a Joker put to
    /// a book that needs none.
    /// Points that are wrong because of a card's value, a book or a Joker alone belong to those rules; with runs, what
    /// is above the minimum belongs to `ec-runs`.
    POINTS_OPTIMAL = "points-optimal", "Hands count their exact minimum", points_optimal;
}

fn points_optimal(sessions: &[Session], reading: &Reading) -> Findings {
    judge(sessions, reading, Fault::Optimal, |hand| !is_meldless(hand.cards, reading.runs, hand.wild))
}

rule! {
    /// The points are never below what some way to meld the hand reaches.
    ///
    /// Broken by: a card in two melds, a Joker used twice, a card that is left out of the sum.
    POINTS_POSSIBLE = "points-possible", "Points are never below what melding reaches", points_possible;
}

fn points_possible(sessions: &[Session], reading: &Reading) -> Findings {
    judge(sessions, reading, Fault::Possible, |_| true)
}

rule! {
    /// Extra credit: runs of three or more cards of a suit in a row count nothing, and hands count their minimum with
    /// them.
    ///
    /// Handout: "A run (3 cards with the same suit, with the face values in a row, such as 6-7-8 of diamonds) is zero
    /// points."
    /// Broken by: runs that take no Jokers, runs found only where no book is. A program without runs is not judged by
    /// this rule, and loses nothing.
    EC_RUNS = "ec-runs", "Extra credit: hands count their minimum with runs", ec_runs;
}

fn ec_runs(sessions: &[Session], reading: &Reading) -> Findings {
    if !reading.runs || reading.full {
        return Findings::default();
    }
    let matters = |hand: &Scored<'_>| reading.least(hand, true) < reading.least(hand, false);
    let findings = judge(sessions, reading, Fault::Runs, matters);
    let wrong = scored(sessions, reading).iter().any(|hand| reading.blame(hand).is_some());
    // The fault in the points is told elsewhere, and the credit is not earned.
    if findings.broken.is_empty() && wrong { Findings::default() } else { findings }
}

/// Goes through every hand with points and counts those that matter to a rule.
fn judge(
    sessions: &[Session],
    reading: &Reading,
    fault: Fault,
    matters: impl Fn(&Scored<'_>) -> bool,
) -> Findings {
    let mut findings = Findings::default();
    for hand in scored(sessions, reading) {
        let blamed = reading.blame(&hand);
        if blamed == Some(fault) {
            findings.see();
            let (what, expected) = told(&hand, fault, reading);
            findings.broken.push(breach(hand.session, hand.deal, hand.turn, what, expected));
        } else if matters(&hand) {
            findings.see();
        }
    }
    findings
}

/// What is wrong with a hand's points, and how it counts.
pub(super) fn told(hand: &Scored<'_>, fault: Fault, reading: &Reading) -> (String, String) {
    let names = short(hand.cards);
    let shown = format!("Player {}'s hand {names} is shown with {} points", hand.seat, hand.number);
    let Some(best) = reading.melds(hand.cards, hand.wild) else {
        return (format!("{shown}."), "The least points count.".to_owned());
    };
    let how = laid_out(&best);
    let what = match fault {
        Fault::Possible => format!("{shown}; no way to meld it leaves less than {} ({how}).", best.points),
        _ if hand.number > i64::from(best.points) => format!("{shown}; it counts {}: {how}.", best.points),
        _ => format!("{shown}; it counts {} ({how}).", best.points),
    };
    let expected = match fault {
        Fault::CardPoints => "A card that is left over counts its value: Jack 11, Queen 12, King 13.",
        Fault::Book => "Three or more cards of one rank are a book and count nothing; two are not.",
        Fault::BookJoker => "Jokers stand for any card of a book, any number of them.",
        Fault::Wild => "Cards of the wild rank stand for any card, and count 20 if they are left over.",
        Fault::Optimal => "A hand counts the least that any way to meld it leaves over.",
        Fault::Possible => "Each card is in one meld at most, and all others count.",
        Fault::Runs => "With runs a hand counts the least that books and runs leave over.",
    };
    (what, expected.to_owned())
}

/// The melds of a hand and what is left: "book QH QD JK; left KS = 13".
pub(in crate::assignment::crowns) fn laid_out(best: &Arrangement) -> String {
    let mut parts: Vec<String> = best.melds.iter().map(ToString::to_string).collect();
    if best.melds.is_empty() {
        parts.push("nothing to meld".to_owned());
    }
    if best.left.is_empty() {
        parts.push("nothing left".to_owned());
    } else {
        parts.push(format!("left {}", short(&best.left)));
    }
    format!("{} = {}", parts.join("; "), best.points)
}

fn short(cards: &[Card]) -> String {
    cards.iter().map(|card| card.short_name()).collect::<Vec<_>>().join(" ")
}
