//! `DealCard`, called until the deck is dealt.

use std::collections::{BTreeMap, BTreeSet};

use super::super::code::Role;
use super::Case;
use super::lab::{CARDS, Gives, Lab, Made, Ready, Step, Way};
use super::players::{Pair, players};
use super::snippet::Hand;
use crate::assignment::finding::plain_check;
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::play::PlayError;
use crate::unit::{Called, Value, how_it_broke};

const ID: &str = "deal-card";

/// The rule.
pub(super) const DEAL_CARD: RuleEntry = RuleEntry {
    id: ID,
    title: "DealCard marks an undealt card for its player and returns it, 52 times",
    doc: "`DealCard` takes the array of 52 cards and a player, chooses a card that is not dealt, assigns it to the \
          player and returns which card it is. It is called directly on an array that the program's own \
          InitializeCards has set up, 52 times a game and never on a full deck.\n\n\
          Handout: \"The function will randomly choose an undealt card and assign it to the given player. The \
          function will then return which card it dealt to the player.\"\n\
          Broken by: a card that was dealt before; a card that is not marked in the array, or marked alike for both \
          players; a card that never comes, so that the last call does not end; nothing returned, or points that \
          several cards share; an InitializeCards that leaves out one of the 52 elements.\n\
          Accepted: the card as an index from 0 or from 1, a letter, a name, a struct, a pointer to it, as long as \
          each of the 52 has one of its own; elements and players of any type.\n\
          A card dealt twice that play shows is `deck-unique`, one that never comes `deck-complete`.\n",
};

/// Games dealt to the end; each card comes as often.
const GAMES: u32 = 3;

/// An element that a call changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) slot: i64,
    pub(super) before: Vec<u8>,
    pub(super) now: Vec<u8>,
}

/// The elements that a call changed, if it came back: they follow its result.
pub(super) fn marked(called: &Called) -> Option<Vec<Mark>> {
    let (_, changes) = called.values()?.split_first()?;
    let marks = changes.chunks_exact(3).filter_map(|change| match change {
        [Value::Number(slot), Value::Bytes(before), Value::Bytes(now)] => {
            Some(Mark { slot: *slot, before: before.clone(), now: now.clone() })
        }
        _ => None,
    });
    Some(marks.collect())
}

/// Judges the rule.
pub(super) fn check(case: &Case<'_>, lab: &mut Lab<'_>) -> Result<Check, PlayError> {
    if let Some(check) = case.unable(ID, lab, &[Role::InitializeCards, Role::DealCard]) {
        return Ok(check);
    }
    let Way::Ready(ready) = lab.way(Role::DealCard).clone() else {
        return Ok(plain_check(ID, Status::Review, "DealCard could not be called."));
    };
    let Some(pair) = players(lab, case.code)? else {
        let message = "`DealCard` could not be called: how it is told player and dealer was not found out.";
        return Ok(plain_check(ID, Status::Review, message));
    };
    let hand = Hand::new(lab, &pair);
    let mut dealt =
        Dealt { pair, ready, hand, sightings: Vec::new(), faults: Vec::new(), doubt: false, seen: 0 };
    for seed in 1..=GAMES {
        let steps = deals(&dealt.pair);
        let made = lab.game(seed, &steps)?;
        if let Some(why) = dealt.follow(&made) {
            let message = format!("`{}` could not be called: {why}", dealt.ready.function.name);
            return Ok(plain_check(ID, Status::Review, message));
        }
    }
    let by_object = dealt.ready.by_object;
    Ok(of_objects(dealt.verdict(case), by_object))
}

/// What objects hold themselves is made for the hands of a game and is not set up anew, so that a fault may be the
/// calls' own: it is left to a person.
pub(super) fn of_objects(check: Check, by_object: bool) -> Check {
    if !by_object || check.status != Status::Fail {
        return check;
    }
    let message = format!("Its players are objects, and a person must look: {}", check.message);
    plain_check(check.id, Status::Review, message)
}

/// The verdict where `InitializeCards` leaves some of the 52 elements as they were: a new game would not have those cards.
pub(super) fn left_out(case: &Case<'_>, lab: &mut Lab<'_>) -> Result<Option<Check>, PlayError> {
    if case.failed(&["exits-cleanly", "deck-complete", "deck-unique"])
        || case.status(ID) != Some(Status::Pass)
    {
        return Ok(None);
    }
    let Some(slots) = lab.initialised()? else { return Ok(None) };
    let Way::Ready(init) = lab.way(Role::InitializeCards) else { return Ok(None) };
    let name = &init.function.name;
    // Most are set, or it sets up something else; with an array of more elements any 52 will do.
    if !(CARDS / 2..CARDS).contains(&(slots.len() as i64)) {
        return Ok(None);
    }
    let left: Vec<String> =
        (0..CARDS).filter(|slot| !slots.contains(slot)).map(|slot| slot.to_string()).collect();
    let what = match left.as_slice() {
        [one] => format!("leaves element {one} as it was"),
        several => format!("leaves the elements {} as they were", several.join(", ")),
    };
    Ok(Some(Check {
        id: ID,
        status: Status::Fail,
        seen: 1,
        broken: 1,
        message: format!("`{name}` {what}: whether DealCard deals that card is left to chance."),
        evidence: Some(Evidence::Call {
            function: name.clone(),
            arguments: "the array".to_owned(),
            result: what,
            expected: "Each of the 52 elements says that its card is not dealt.".to_owned(),
            snippet: String::new(),
        }),
    }))
}

/// A game in which all cards are dealt, to one and the other in turn.
fn deals(pair: &Pair) -> Vec<Step> {
    let deals = (0..CARDS as usize).map(|nth| Step::Deal(pair.who[nth % 2].clone()));
    std::iter::once(Step::Init).chain(deals).collect()
}

/// What was seen of all deals.
struct Dealt<'c> {
    pair: Pair,
    ready: Ready<'c>,
    hand: Option<Hand>,
    sightings: Vec<Sighting>,
    faults: Vec<(Fault, Evidence)>,
    /// What it returns cannot be told apart from outside.
    doubt: bool,
    seen: u32,
}

/// A card that was dealt as it should be.
struct Sighting {
    slot: i64,
    player: usize,
    mark: Mark,
    returned: Value,
}

/// What is wrong with the dealing; the plainest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// It returns nothing.
    Silent,
    /// The card was dealt before.
    Again,
    /// No element says that the card is dealt.
    Unmarked,
    /// An element beyond the 52 was changed.
    Beyond,
    /// Both players' cards are marked alike.
    Alike,
    /// A call did not come back.
    Broken,
    /// What it returns is not the card's own.
    Shared,
}

impl Fault {
    /// Whether a failed rule tells of it already.
    fn is_told(self, case: &Case<'_>) -> bool {
        match self {
            Self::Silent | Self::Alike | Self::Shared => false,
            Self::Unmarked | Self::Again => case.failed(&["deck-unique"]),
            Self::Beyond => case.failed(&["exits-cleanly", "get-random", "deck-complete"]),
            Self::Broken => {
                case.failed(&["exits-cleanly", "get-random", "deck-complete", "deck-unique", "hit-adds-one"])
            }
        }
    }
}

impl Dealt<'_> {
    /// Follows one game; returns why it cannot be followed, for a person.
    fn follow(&mut self, made: &[Made]) -> Option<String> {
        let mut owners: BTreeMap<i64, usize> = BTreeMap::new();
        let mut made = made.iter();
        match made.next() {
            Some(Ok(called)) if called.values().is_some() => {}
            Some(Ok(called)) => return Some(format!("InitializeCards {}.", how_it_broke(called))),
            Some(Err(why)) => return Some(format!("{why}.")),
            None => return Some("it was not called.".to_owned()),
        }
        for (nth, made) in made.enumerate() {
            let called = match made {
                Ok(called) => called,
                Err(why) => return Some(format!("{why}.")),
            };
            self.seen += 1;
            let player = nth % 2;
            let Some(marks) = marked(called) else {
                self.fault(Fault::Broken, nth, &how_it_broke(called));
                return None;
            };
            let returned = called.values().and_then(<[Value]>::first).cloned().unwrap_or(Value::Nothing);
            match marks.as_slice() {
                [] => {
                    let again = !owners.is_empty() && self.is_dealt(&returned, &owners);
                    let fault = if again { Fault::Again } else { Fault::Unmarked };
                    self.fault(fault, nth, &format!("{} and changes no element", shown(&returned)));
                    return None;
                }
                [mark] if !(0..=self.last()).contains(&mark.slot) => {
                    self.fault(Fault::Beyond, nth, &format!("changes element {}", mark.slot));
                    return None;
                }
                [mark] => {
                    if let Some(owner) = owners.insert(mark.slot, player) {
                        let whose = if owner == player { "the same player's" } else { "the other player's" };
                        let what = format!("deals element {}, which is {whose} already", mark.slot);
                        self.fault(Fault::Again, nth, &what);
                        return None;
                    }
                    let (slot, mark) = (mark.slot, mark.clone());
                    self.sightings.push(Sighting { slot, player, mark, returned });
                }
                _ => return Some("it changes several elements of the array at once.".to_owned()),
            }
        }
        None
    }

    /// The last element that may be changed: an array that is declared with more elements may use them.
    fn last(&self) -> i64 {
        let sizes = self.ready.function.parameters.iter().filter_map(|one| {
            let size = one.kind.split_once('[')?.1.split_once(']')?.0.trim();
            size.parse::<i64>().ok()
        });
        sizes.max().unwrap_or(CARDS).max(CARDS) - 1
    }

    /// Whether what was returned is a card dealt before, by what was returned for it.
    fn is_dealt(&self, returned: &Value, owners: &BTreeMap<i64, usize>) -> bool {
        let known = self.sightings.iter().filter(|one| owners.contains_key(&one.slot));
        let same = known.clone().any(|one| one.returned == *returned);
        // What is returned for each card alike tells nothing, but a first card is marked by most.
        same || matches!(returned, Value::Nothing | Value::Bytes(_)) && known.count() > 0
    }

    fn fault(&mut self, fault: Fault, nth: usize, result: &str) {
        let expected = match fault {
            Fault::Unmarked => "The element of the card that is dealt says whose it is.",
            Fault::Beyond => "The array has the elements 0 to 51.",
            _ => "One of the cards that are not dealt yet is marked for the player and returned.",
        };
        let printed = matches!(self.ready.result, Gives::Number | Gives::Text);
        let evidence = Evidence::Call {
            function: self.ready.function.name.clone(),
            arguments: format!("the array, {}", self.pair.who[nth % 2].written()),
            result: format!("call {} after InitializeCards: {result}", nth + 1),
            expected: expected.to_owned(),
            snippet: self.hand.as_ref().map_or_else(String::new, |hand| hand.deals(nth + 1, printed)),
        };
        self.faults.push((fault, evidence));
    }

    fn verdict(mut self, case: &Case<'_>) -> Check {
        self.compare_marks();
        self.compare_results();
        let Self { ready, faults, seen, sightings, doubt, .. } = self;
        let name = &ready.function.name;
        let (told, broken): (Vec<_>, Vec<_>) = faults.into_iter().partition(|(fault, _)| fault.is_told(case));
        let count = broken.len() as u32;
        if let Some((fault, evidence)) = broken.into_iter().min_by_key(|(fault, _)| *fault) {
            let Evidence::Call { result, .. } = &evidence else {
                return plain_check(ID, Status::Review, "The fault could not be shown.");
            };
            let message = match fault {
                Fault::Silent => format!("`{name}` does not return which card it dealt."),
                Fault::Again => format!("`{name}` deals a card that is dealt already ({result})."),
                Fault::Unmarked => format!("`{name}` does not mark the card in the array ({result})."),
                Fault::Beyond => format!("`{name}` writes past the array ({result})."),
                Fault::Alike => format!("`{name}` marks the cards of both players alike."),
                Fault::Broken => format!("`{name}` does not come back ({result})."),
                Fault::Shared => format!("`{name}` does not return which card it dealt: {result}."),
            };
            return Check {
                id: ID,
                status: Status::Fail,
                seen,
                broken: count,
                message,
                evidence: Some(evidence),
            };
        }
        if sightings.is_empty() {
            let message = "Not judged: no card was dealt, for which other rules have the reason.";
            return plain_check(ID, Status::Skipped, message);
        }
        if doubt {
            let message = format!(
                "`{name}` marks the cards; whether the object it returns is the card, a person must see."
            );
            return plain_check(ID, Status::Review, message);
        }
        let apart = if told.is_empty() { "" } else { ", apart from what other rules tell of" };
        let message = format!("`{name}` marks and returns each of the cards once{apart}.");
        Check { seen, ..plain_check(ID, Status::Pass, message) }
    }

    /// Whether some byte of the elements tells the players apart.
    fn compare_marks(&mut self) {
        let of = |player: usize| self.sightings.iter().filter(move |one| one.player == player);
        let (Some(first), Some(second)) = (of(0).next(), of(1).next()) else { return };
        let tells = |byte: &usize| {
            let at = |one: &Sighting| one.mark.now.get(*byte).copied();
            let same = |player: usize, value: Option<u8>| of(player).all(|one| at(one) == value);
            let (a, b) = (at(first), at(second));
            a != b && same(0, a) && same(1, b)
        };
        if !(0..first.mark.now.len()).any(|byte| tells(&byte)) {
            self.fault(Fault::Alike, 1, "marks its card as the other player's are");
        }
    }

    /// Whether what is returned tells which card was dealt, under one reading for all.
    fn compare_results(&mut self) {
        if self.ready.result == Gives::Nothing && !self.sightings.is_empty() {
            self.fault(Fault::Silent, 0, "returns nothing");
            return;
        }
        let told = self.sightings.iter().map(|one| (one.slot, reading(&one.returned))).collect::<Vec<_>>();
        let steady = steady_bytes(&told);
        let told: Vec<(i64, Vec<u8>)> = told
            .into_iter()
            .map(|(slot, bytes)| (slot, steady.iter().filter_map(|at| bytes.get(*at)).copied().collect()))
            .collect();
        // Another card with the same result, or the same card with another one.
        let clash = told.iter().enumerate().find_map(|(nth, (slot, bytes))| {
            let other = told[..nth].iter().position(|(other, same)| (other == slot) != (same == bytes))?;
            Some((other, nth))
        });
        if clash.is_some() && self.ready.result == Gives::Object {
            // A name of its own may lie elsewhere in memory.
            self.doubt = true;
            return;
        }
        if let Some((first, second)) = clash {
            let (one, two) = (&self.sightings[first], &self.sightings[second]);
            let what = if one.slot == two.slot {
                format!(
                    "{} for the card of element {}, and {} another time",
                    shown(&one.returned),
                    one.slot,
                    shown(&two.returned)
                )
            } else {
                format!("{} for the cards of elements {} and {}", shown(&one.returned), one.slot, two.slot)
            };
            self.fault(Fault::Shared, self.sightings.len().min(CARDS as usize) - 1, &what);
        }
    }
}

/// A result as bytes, that numbers, texts and objects compare alike.
fn reading(value: &Value) -> Vec<u8> {
    match value {
        Value::Number(number) => number.to_le_bytes().to_vec(),
        Value::Text(text) => {
            let mut bytes = text.clone().into_bytes();
            bytes.resize(64.max(bytes.len()), 0);
            bytes
        }
        Value::Bytes(bytes) => bytes.clone(),
        Value::Nothing => Vec::new(),
    }
}

/// The bytes that are the same whenever one card is dealt; gaps of an object hold what was there before.
fn steady_bytes(told: &[(i64, Vec<u8>)]) -> Vec<usize> {
    let most = told.iter().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
    let mut first: BTreeMap<i64, &Vec<u8>> = BTreeMap::new();
    let mut loose: BTreeSet<usize> = BTreeSet::new();
    for (slot, bytes) in told {
        let known = first.entry(*slot).or_insert(bytes);
        loose.extend((0..most).filter(|at| known.get(*at) != bytes.get(*at)));
    }
    (0..most).filter(|at| !loose.contains(at)).collect()
}

/// "returns 7".
fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("returns {number}"),
        Value::Text(text) => format!("returns {text:?}"),
        Value::Bytes(_) => "returns the same object".to_owned(),
        Value::Nothing => "returns nothing".to_owned(),
    }
}
