//! The assignments the commands know.

use super::Stop;
use crate::assignment::Assignment;
use crate::assignment::bluejack::Bluejack;
use crate::assignment::casino::Casino;
use crate::assignment::crowns::Crowns;
use crate::assignment::deck52::Deck52;
use crate::spec::closest;

/// Every assignment, in the order of the catalogue.
pub(crate) fn all() -> Vec<&'static dyn Assignment> {
    vec![&Casino, &Bluejack, &Deck52, &Crowns]
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
