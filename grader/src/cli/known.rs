//! The assignments the commands know.

use super::Stop;
use crate::assignment::{Assignment, Judgement, RuleEntry, Task};
use crate::play::PlayError;
use crate::spec::closest;

/// Every assignment, in the order of the catalogue.
pub(super) fn all() -> Vec<&'static dyn Assignment> {
    vec![&Casino]
}

/// The assignment of this name.
pub(super) fn named(name: &str) -> Result<&'static dyn Assignment, Stop> {
    all()
        .into_iter()
        .find(|assignment| assignment.id() == name)
        .ok_or_else(|| unknown("assignment", name, &ids()))
}

fn ids() -> Vec<&'static str> {
    all().iter().map(|assignment| assignment.id()).collect()
}

/// The message for a name nobody knows.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> Stop {
    match closest(name, known) {
        Some(meant) => Stop::usage(format!("there is no {what} `{name}`; did you mean `{meant}`?")),
        None => Stop::usage(format!("there is no {what} `{name}`; known: {}", known.join(", "))),
    }
}

/// Stands in until the casino assignment judges.
struct Casino;

const RULES: &[RuleEntry] = &[
    RuleEntry { id: "exits-cleanly", title: "every run ends by itself", doc: "See the handout's page." },
    RuleEntry { id: "start-money", title: "the game starts with $100", doc: "See the handout's page." },
    RuleEntry {
        id: "bet-reprompt",
        title: "a bet above the money is asked again",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "bet-all", title: "a bet of all the money is accepted", doc: "See the handout's page." },
    RuleEntry { id: "two-cards", title: "each side starts with two cards", doc: "See the handout's page." },
    RuleEntry { id: "card-names", title: "cards read like Ten of Clubs", doc: "See the handout's page." },
    RuleEntry {
        id: "deck-range",
        title: "all ranks and suits come up fairly",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "face-ten", title: "Jack, Queen and King add 10", doc: "See the handout's page." },
    RuleEntry { id: "ace-high", title: "an ace adds 11 where it fits", doc: "See the handout's page." },
    RuleEntry {
        id: "ace-low",
        title: "an ace adds 1 where 11 would go over 21",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "ace-sticky", title: "an ace counted 11 stays 11", doc: "See the handout's page." },
    RuleEntry { id: "totals", title: "every total is the sum of the cards", doc: "See the handout's page." },
    RuleEntry {
        id: "hit-question",
        title: "the player is asked while under 21, and only then",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "hit-adds-one", title: "y draws one card, n none", doc: "See the handout's page." },
    RuleEntry {
        id: "player-bust",
        title: "over 21 the player loses the bet at once",
        doc: "See the handout's page.",
    },
    RuleEntry {
        id: "dealer-plays-at-21",
        title: "the dealer still plays against a 21",
        doc: "See the handout's page.",
    },
    RuleEntry {
        id: "dealer-hits-16",
        title: "the dealer draws at 16 and below",
        doc: "See the handout's page.",
    },
    RuleEntry {
        id: "dealer-stands-17",
        title: "the dealer never draws at 17 or above",
        doc: "See the handout's page.",
    },
    RuleEntry {
        id: "dealer-bust",
        title: "the player wins when only the dealer goes over",
        doc: "See the handout's page.",
    },
    RuleEntry {
        id: "outcome",
        title: "the higher total wins, equal totals draw",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "payout", title: "money changes by exactly the bet", doc: "See the handout's page." },
    RuleEntry {
        id: "replay",
        title: "y plays on with the money carried over, n ends",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "stop-broke", title: "the game stops at $0", doc: "See the handout's page." },
    RuleEntry {
        id: "stop-rich",
        title: "the game stops above $1000, not at it",
        doc: "See the handout's page.",
    },
    RuleEntry { id: "seed-333", title: "the source seeds srand(333) once", doc: "See the handout's page." },
    RuleEntry {
        id: "sample-run",
        title: "the handout's samples come out the same",
        doc: "See the handout's page.",
    },
];

impl Assignment for Casino {
    fn id(&self) -> &'static str {
        "casino"
    }

    fn rules(&self) -> &'static [RuleEntry] {
        RULES
    }

    fn recognises(&self, source: &str) -> f64 {
        let source = source.to_lowercase();
        if ["bet", "dealer", "card"].iter().all(|word| source.contains(word)) { 0.9 } else { 0.1 }
    }

    fn judge(&self, _task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        Ok(Judgement::default())
    }
}
