//! The rules on the source text of a deck52 program.

mod arrays;
mod branch;
mod functions;
mod letters;
mod one_array;
mod peel;
mod roles;
mod selection;
mod subject;
#[cfg(test)]
mod tests;

pub use roles::{Cast, ROLES, Role};

use crate::assignment::finding::plain_check;
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::source::{Code, Place};

const FUNCTIONS: RuleEntry = RuleEntry {
    id: "functions",
    title: "DealCard, GetRandom, InitializeCards and ScoreHand: prototype, definition and call",
    doc: "The program has the functions DealCard, GetRandom, InitializeCards and ScoreHand, with a prototype, a \
          definition and a call each.\n\n\
          Handout: \"You must write prototypes, definitions, and calls for functions\".\n\
          Broken by: a function that is missing, or has a name of its own, that is defined before main without a \
          prototype, or that nothing calls.\n\
          Accepted: any capitals and underscores (deal_card, dealCard), a prototype in an included header, a call from \
          one of the four to another, members of a class. Another spelling (InitCards) is told and costs nothing.\n",
};

const ONE_ARRAY: RuleEntry = RuleEntry {
    id: "one-array",
    title: "One array of 52 holds who has which card",
    doc: "A single array of 52 elements holds which player has which card.\n\n\
          Handout: \"The 52 cards must be in a single array. The array will have 52 elements, and it will store which \
          player has which card.\"\n\
          Broken by: a list of cards for each player in place of the array, an array for the player and another for the \
          dealer, a table of 4 x 13, another number of elements.\n\
          Accepted: elements of any type, std::array, vector<int>(52), an array of structs that name the owner, a member \
          of a class; further arrays beside it, such as a shuffled order, the letters, or the order of dealing.\n",
};

const NO_BRANCH_INDEX: RuleEntry = RuleEntry {
    id: "no-branch-index",
    title: "Value and suit come from the index by arithmetic",
    doc: "Which card an index stands for is found by arithmetic and tables, without a branch.\n\n\
          Handout: \"You must use arithmetic to determine which card fits each array index (0 - 51). You must not use a \
          branch construct, such as any if statements or switch statements.\"\n\
          Broken by: `if (card < 13) suit = 'H'; else if (card < 26) …`, `switch (card % 13) { case 0: cout << \"A\"; … }`, \
          `while (card >= 13) { card -= 13; suit++; }`.\n\
          Accepted: `suits[card / 13]`, tables of any kind, branches on points (`if (value > 10) value = 10`), on owners \
          (`if (cards[i] == player)`) and for blanks between cards, loops over suits and values.\n",
};

/// The rules' entries in the catalogue.
pub const CODE_RULES: [RuleEntry; 3] = [FUNCTIONS, ONE_ARRAY, NO_BRANCH_INDEX];

/// Judges all three rules; where the source could not be read, `Err` says why, and a person must look.
pub fn checks(code: &Result<Code, String>) -> Vec<Check> {
    match code {
        Ok(code) => vec![functions::check(code), one_array::check(code), branch::check(code)],
        Err(why) => {
            let message = format!("Not judged: {why}.");
            CODE_RULES.iter().map(|rule| plain_check(rule.id, Status::Review, message.clone())).collect()
        }
    }
}

/// What a rule found.
struct Found {
    seen: u32,
    faults: Vec<String>,
    /// The place of the first fault that has one.
    evidence: Option<Evidence>,
    doubts: Vec<String>,
}

impl Found {
    fn new(seen: u32) -> Self {
        Found { seen, faults: Vec::new(), evidence: None, doubts: Vec::new() }
    }

    fn fault(&mut self, code: &Code, what: String, place: Option<(String, u32)>) {
        if let Some((file, line)) = place.filter(|_| self.evidence.is_none()) {
            let excerpt = code.line(Place { file: &file, line }).to_owned();
            self.evidence = Some(Evidence::Source { file, line, excerpt });
        }
        self.faults.push(what);
    }

    fn doubt(&mut self, what: String) {
        self.doubts.push(what);
    }

    /// The verdict; `held` is what to say where nothing is wrong.
    fn check(self, id: &'static str, held: &str) -> Check {
        let Found { seen, faults, evidence, doubts } = self;
        let broken = faults.len() as u32;
        let (status, message) = if broken > 0 {
            (Status::Fail, faults.join(" "))
        } else if doubts.is_empty() {
            (Status::Pass, held.to_owned())
        } else {
            (Status::Review, doubts.join(" "))
        };
        Check { id, status, seen: seen.max(broken), broken, message, evidence }
    }
}
