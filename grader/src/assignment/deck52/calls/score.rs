//! `ScoreHand`, called on hands of known cards.

use std::collections::BTreeMap;

use super::super::code::Role;
use super::Case;
use super::deal::{marked, of_objects};
use super::lab::{CARDS, Gives, Lab, Made, Ready, Step, Way};
use super::players::{Pair, players};
use super::snippet::Hand;
use crate::assignment::finding::plain_check;
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::play::PlayError;
use crate::unit::{Called, End, declaration, how_it_broke};

const ID: &str = "score-hand";

/// The rule.
pub(super) const SCORE_HAND: RuleEntry = RuleEntry {
    id: ID,
    title: "ScoreHand returns the points of one player's cards",
    doc: "`ScoreHand` takes the array of 52 cards and a player and returns the score of that player's hand: an ace 1, \
          Jack, Queen and King 10, the other cards their number. It is called directly on hands that the program's own \
          InitializeCards and DealCard have made.\n\n\
          Handout: \"The function will return the final score.\"\n\
          Broken by: a score that grows with each call; the other player's cards counted as well; 0 for a hand over \
          21; a score that outlives InitializeCards.\n\
          Accepted: any order of values and suits in the array: what a card is worth is learnt from hands of one card, \
          and only that the deck has four of each number and sixteen tens is asked. Where the extra credit for aces is \
          offered an ace may be 11.\n\
          Wrong values that play shows are judged there (`ace-one`, `face-ten`, `score`) and not here again.\n",
};

/// Games; with twelve cards each, a card is missed by all of them once in ten thousand programs.
const GAMES: u32 = 32;
/// Rounds of a game: a card for each.
const ROUNDS: usize = 6;

/// Judges the rule.
pub(super) fn check(case: &Case<'_>, lab: &mut Lab<'_>) -> Result<Check, PlayError> {
    let needed = [Role::InitializeCards, Role::DealCard, Role::ScoreHand];
    if let Some(check) = case.unable(ID, lab, &needed) {
        return Ok(check);
    }
    if case.failed(&["deal-card"]) {
        let message = "Not judged: the hands are made by DealCard, which fails.";
        return Ok(plain_check(ID, Status::Skipped, message));
    }
    let Way::Ready(ready) = lab.way(Role::ScoreHand).clone() else {
        return Ok(plain_check(ID, Status::Review, "ScoreHand could not be called."));
    };
    if ready.result != Gives::Number {
        let message = format!("`{}` does not return a number.", declaration(ready.function));
        return Ok(Check { seen: 1, broken: 1, ..plain_check(ID, Status::Fail, message) });
    }
    let is_dealt_to_objects = matches!(lab.way(Role::DealCard), Way::Ready(deal) if deal.by_object);
    let Some(pair) = players(lab, case.code)? else {
        let message = "`ScoreHand` could not be called: how it is told player and dealer was not found out.";
        return Ok(plain_check(ID, Status::Review, message));
    };
    let snippet = Hand::new(lab, &pair).map_or_else(String::new, |hand| hand.scores());
    let mut scored = Scored { ready, snippet, hands: Vec::new(), faults: Vec::new(), seen: 0 };
    for seed in 0..GAMES {
        let made = lab.game(1000 + seed, &steps(&pair))?;
        scored.follow(&made);
        if !scored.faults.is_empty() {
            break;
        }
    }
    let by_object = scored.ready.by_object || is_dealt_to_objects;
    Ok(of_objects(scored.verdict(case), by_object))
}

/// A game: each gets a card and is scored, twice, and the other as well; then the array is set up again.
fn steps(pair: &Pair) -> Vec<Step> {
    let [me, other] = &pair.who;
    let (deal, score) = (|who: &_| Step::Deal(Clone::clone(who)), |who: &_| Step::Score(Clone::clone(who)));
    let mut steps = vec![Step::Init, score(me)];
    for _ in 0..ROUNDS {
        steps.extend([deal(me), score(me), score(me), deal(other), score(me), score(other)]);
    }
    steps.extend([Step::Init, score(me)]);
    steps
}

/// A hand that was scored.
#[derive(Debug, Clone)]
struct Cards {
    /// The elements of its cards, in the order they were dealt.
    slots: Vec<i64>,
    score: i64,
}

/// What was seen of all scores.
struct Scored<'c> {
    ready: Ready<'c>,
    /// Lines that show the same at home.
    snippet: String,
    hands: Vec<Cards>,
    faults: Vec<Fault>,
    seen: u32,
}

/// What is wrong with a score.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    /// A call did not come back: how, and whether it asked for something.
    Broken { what: String, asks: bool },
    /// An empty hand has points.
    Empty(i64),
    /// The second call in a row gives another score.
    Again(i64, i64),
    /// The score changed with the other player's card.
    Others(i64, i64),
    /// The array was set up anew, and the score is still there.
    Outlives(i64),
}

impl Scored<'_> {
    /// Follows one game, up to the first thing that is wrong.
    fn follow(&mut self, made: &[Made]) {
        let mut hands: [Vec<i64>; 2] = Default::default();
        let mut rest = made.iter();
        let mut next = || rest.next().and_then(|made| made.as_ref().ok());
        if next().is_none() {
            return;
        }
        match next().and_then(|called| self.score(called)) {
            Some(0) => {}
            Some(score) => return self.faults.push(Fault::Empty(score)),
            None => return,
        }
        for _ in 0..ROUNDS {
            // A card that is dealt again is another rule's, and the hands are not what they seem from there on.
            let is_new = |slot: &i64| hands.iter().all(|hand| !hand.contains(slot));
            let Some(slot) = next().and_then(dealt).filter(is_new) else { return };
            hands[0].push(slot);
            let Some(mine) = next().and_then(|called| self.score(called)) else { return };
            self.hands.push(Cards { slots: hands[0].clone(), score: mine });
            let Some(again) = next().and_then(|called| self.score(called)) else { return };
            if again != mine {
                return self.faults.push(Fault::Again(mine, again));
            }
            let is_new = |slot: &i64| hands.iter().all(|hand| !hand.contains(slot));
            let Some(slot) = next().and_then(dealt).filter(is_new) else { return };
            hands[1].push(slot);
            let Some(after) = next().and_then(|called| self.score(called)) else { return };
            if after != mine {
                return self.faults.push(Fault::Others(mine, after));
            }
            let Some(others) = next().and_then(|called| self.score(called)) else { return };
            self.hands.push(Cards { slots: hands[1].clone(), score: others });
        }
        // Only an array that was really set up anew says that nobody has a card.
        let Some(cleared) = next().and_then(marked) else { return };
        let all = hands.iter().flatten().all(|slot| cleared.iter().any(|mark| mark.slot == *slot));
        if let (true, Some(score)) = (all, next().and_then(|called| self.score(called)))
            && score != 0
        {
            self.faults.push(Fault::Outlives(score));
        }
    }

    /// The score a call returned; one that did not come back is a fault.
    fn score(&mut self, called: &Called) -> Option<i64> {
        self.seen += 1;
        if called.values().is_none() {
            let asks = matches!(called.end, End::Asked);
            self.faults.push(Fault::Broken { what: how_it_broke(called), asks });
        }
        called.values()?.first()?.number()
    }

    fn verdict(&self, case: &Case<'_>) -> Check {
        let name = &self.ready.function.name;
        let review =
            |why: &str| plain_check(ID, Status::Review, format!("`{name}` could not be judged: {why}"));
        match self.faults.first() {
            Some(Fault::Broken { asks: true, .. }) if case.offers_aces() => {
                return review("it asks how an ace counts.");
            }
            Some(Fault::Broken { .. }) if case.failed(&["exits-cleanly"]) => {
                let message = format!("Not judged: `{name}` does not come back, which is `exits-cleanly`.");
                return plain_check(ID, Status::Skipped, message);
            }
            Some(fault) => return self.failed(fault.told(name), fault.shown()),
            None => {}
        }
        let values = Values::learn(&self.hands, case.offers_aces());
        if values.of.is_empty() {
            return review("no hand of one card was made.");
        }
        let by_play = case.failed(&["ace-one", "face-ten", "score"]);
        if let Some(hand) = self.hands.iter().find(|hand| !values.fits(hand)) {
            if by_play {
                let message = "Not judged: the scores shown in play are wrong already.";
                return plain_check(ID, Status::Skipped, message);
            }
            let points: Vec<String> = hand.slots.iter().map(|slot| values.shown(*slot)).collect();
            let told = format!("`{name}` returns {} for a hand of {}.", hand.score, points.join(" + "));
            let expected = "The score is the sum of the cards' points.".to_owned();
            return self.failed(told, (format!("returns {}", hand.score), expected));
        }
        let seen = self.seen;
        match values.wrong() {
            Some(_) if by_play => {
                let message =
                    format!("`{name}` adds up a player's cards, apart from what other rules tell of.");
                Check { seen, ..plain_check(ID, Status::Pass, message) }
            }
            Some(what) => {
                let expected = "Four cards of each number from 1 to 9 and sixteen of 10 are in the deck.";
                self.failed(
                    format!("`{name}` counts the cards wrongly: {what}."),
                    (what, expected.to_owned()),
                )
            }
            None => {
                let message = format!("`{name}` returns the points of a player's cards.");
                Check { seen, ..plain_check(ID, Status::Pass, message) }
            }
        }
    }

    /// The verdict on a fault, with its result and what was expected.
    fn failed(&self, message: String, (result, expected): (String, String)) -> Check {
        let evidence = Evidence::Call {
            function: self.ready.function.name.clone(),
            arguments: "the array, the player".to_owned(),
            result,
            expected,
            snippet: self.snippet.clone(),
        };
        let evidence = Some(evidence);
        Check { id: ID, status: Status::Fail, seen: self.seen, broken: 1, message, evidence }
    }
}

impl Fault {
    fn told(&self, name: &str) -> String {
        match self {
            Self::Broken { what, .. } => format!("`{name}` {what}."),
            Self::Empty(score) => format!("`{name}` returns {score} for a player without cards."),
            Self::Again(first, second) => {
                format!("`{name}` called twice in a row returns {first} and then {second}.")
            }
            Self::Others(before, after) => {
                format!("`{name}` returns {before}, and {after} once the other player has got a card.")
            }
            Self::Outlives(score) => {
                format!("`{name}` returns {score} after InitializeCards has set the array up anew.")
            }
        }
    }

    /// The result, and what was expected.
    fn shown(&self) -> (String, String) {
        let (result, expected) = match self {
            Self::Broken { what, .. } => (what.clone(), "It returns the score."),
            Self::Empty(score) | Self::Outlives(score) => {
                (format!("returns {score}"), "A player without cards has 0 points.")
            }
            Self::Again(first, second) => {
                (format!("returns {first}, then {second}"), "The same cards have the same score.")
            }
            Self::Others(before, after) => {
                (format!("returns {before}, then {after}"), "Only the player's own cards count.")
            }
        };
        (result, expected.to_owned())
    }
}

/// The element of the one card a call dealt.
fn dealt(called: &Called) -> Option<i64> {
    match marked(called)?.as_slice() {
        [mark] => Some(mark.slot),
        _ => None,
    }
}

/// What the cards are worth, as hands of one card tell, and hands with one card that is not known.
struct Values {
    of: BTreeMap<i64, i64>,
    /// An ace may be 1 or 11 in any hand.
    aces: bool,
}

impl Values {
    fn learn(hands: &[Cards], aces: bool) -> Self {
        let mut of = BTreeMap::new();
        for hand in hands {
            if let [slot] = hand.slots[..] {
                of.entry(slot).or_insert(hand.score);
            }
        }
        // Once the singles are known, a hand of them and one more card tells of that.
        for hand in hands {
            let unknown: Vec<i64> =
                hand.slots.iter().filter(|slot| !of.contains_key(slot)).copied().collect();
            if let [slot] = unknown[..] {
                let known: i64 = hand.slots.iter().filter_map(|slot| of.get(slot)).sum();
                of.insert(slot, hand.score - known);
            }
        }
        Self { of, aces }
    }

    fn is_ace(&self, slot: i64) -> bool {
        self.aces && matches!(self.of.get(&slot), Some(1 | 11))
    }

    /// Whether the score is the sum of the points, as far as they are known.
    fn fits(&self, hand: &Cards) -> bool {
        let points: Option<Vec<i64>> = hand.slots.iter().map(|slot| self.of.get(slot).copied()).collect();
        let Some(points) = points else { return true };
        if self.aces {
            // A card that was learnt with an ace beside it may be off as well.
            let plain =
                hand.slots.iter().all(|slot| !self.is_ace(*slot) && (2..=10).contains(&self.of[slot]));
            return !plain || points.iter().sum::<i64>() == hand.score;
        }
        points.iter().sum::<i64>() == hand.score
    }

    fn shown(&self, slot: i64) -> String {
        self.of.get(&slot).map_or_else(|| "?".to_owned(), ToString::to_string)
    }

    /// What is wrong with the points of the deck as a whole, if anything is.
    fn wrong(&self) -> Option<String> {
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        for points in self.of.values() {
            *counts.entry(*points).or_default() += 1;
        }
        let most = |points: i64| match points {
            11 | 1 if self.aces => 4,
            1..=9 => 4,
            10 => 16,
            _ => 0,
        };
        let odd = counts.iter().find(|(points, count)| **count > most(**points) && !self.aces);
        if let Some((points, count)) = odd {
            let cards = if *count == 1 { "card counts" } else { "cards count" };
            return Some(format!("{count} {cards} {points}"));
        }
        // Every card is known: then none may be missing either.
        let whole = self.of.len() as i64 == CARDS && !self.aces;
        (1..=10)
            .find(|points| whole && counts.get(points).copied().unwrap_or(0) != most(*points))
            .map(|points| format!("{} cards count {points}", counts.get(&points).copied().unwrap_or(0)))
    }
}
