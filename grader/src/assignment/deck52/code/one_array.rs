//! The rule `one-array`.

use super::arrays::{Arrays, Use, speaks};
use super::letters::tables;
use super::{Found, ONE_ARRAY};
use crate::assignment::Check;
use crate::source::{Code, Holds, Node, Variable};
use std::collections::BTreeSet;

/// The number of cards.
const CARDS: i64 = 52;

pub(super) fn check(code: &Code) -> Check {
    let mut found = Found::new(1);
    let arrays = Arrays::learn(code);
    let lists = code.variables().iter().filter(|one| matches!(one.holds, Holds::Array | Holds::Container));
    let with_lists = lists
        .map(|one| one.class.rsplit(':').next().unwrap_or_default())
        .filter(|class| !class.is_empty())
        .collect();
    let held = Rule { code, arrays: &arrays, with_lists }.judge(&mut found);
    if !found.faults.is_empty() && code.gaps().next().is_some() {
        found.faults.clear();
        found.doubt(
            "Parts of the source could not be read, and the array of 52 was not found in the rest."
                .to_owned(),
        );
    }
    found.check(ONE_ARRAY.id, &held)
}

struct Rule<'a, 'c> {
    code: &'c Code,
    arrays: &'a Arrays<'c>,
    /// The classes with a member that is an array or container.
    with_lists: BTreeSet<&'c str>,
}

impl Rule<'_, '_> {
    /// What to say where nothing is wrong.
    fn judge(&self, found: &mut Found) -> String {
        let owners: Vec<(usize, &Variable)> = self
            .arrays
            .own()
            .filter(|(at, _)| self.arrays.uses.get(at).is_some_and(Use::tells_owners))
            .filter(|(_, one)| one.is_many())
            .collect();
        let whole: Vec<&Variable> =
            owners.iter().filter(|(_, one)| self.is_52(one)).map(|(_, one)| *one).collect();
        if let Some(first) = whole.first() {
            if let Some((player, dealer)) = split(&whole) {
                self.fault(
                    found,
                    format!("The cards are divided between `{}` and `{}`.", player.name, dealer.name),
                    player,
                );
            }
            return format!("`{}` holds who has which card.", first.name);
        }
        for (_, owner) in &owners {
            if self.is_wrong(found, owner) {
                return String::new();
            }
        }
        self.without_owners(found);
        String::new()
    }

    /// Judges an array of owners that is not one of 52; whether anything came of it.
    fn is_wrong(&self, found: &mut Found, owner: &Variable) -> bool {
        let name = &owner.name;
        match owner.sizes.as_slice() {
            [Some(rows), Some(columns)] if rows * columns == CARDS => {
                self.fault(found, format!("`{name}` is a table of {rows} x {columns}."), owner);
            }
            [Some(_), Some(CARDS)] => {
                self.fault(found, format!("`{name}` has a row of 52 for each player."), owner);
            }
            [Some(53)] => found.doubt(format!("`{name}` has 53 elements; the handout asks for 52.")),
            [Some(size @ 40..=60)] => self.fault(found, format!("`{name}` has {size} elements."), owner),
            [None, ..] => {
                found.doubt(format!(
                    "`{name}` holds who has which card, but how many elements it has could not be told."
                ));
            }
            _ => return false,
        }
        true
    }

    /// Judges a program none of whose arrays is known to hold owners.
    fn without_owners(&self, found: &mut Found) {
        let tables = tables(self.code);
        let many: Vec<(usize, &Variable)> = self
            .arrays
            .own()
            .filter(|(_, one)| one.is_many() && !tables.contains(one.name.as_str()))
            .filter(|(_, one)| {
                !speaks(&one.kind, &["string", "char *", "char*"]) || one.holds != Holds::Pointer
            })
            .collect();
        let of_52: Vec<&Variable> =
            many.iter().filter(|(_, one)| self.is_52(one)).map(|(_, one)| *one).collect();
        if let Some((player, dealer)) = split(&of_52) {
            let what = format!("The cards are divided between `{}` and `{}`.", player.name, dealer.name);
            return self.fault(found, what, player);
        }
        // An array for the dealer beside one more, where none is known to tell owners, divides the cards as well.
        if let [one, other] = of_52.as_slice()
            && let Some(dealers) = [one, other].into_iter().find(|one| is_dealers(one))
            && is_dealers(one) != is_dealers(other)
        {
            let beside = if is_dealers(one) { other } else { one };
            let what = format!("The cards are divided between `{}` and `{}`.", beside.name, dealers.name);
            return self.fault(found, what, dealers);
        }
        let unclear = many.iter().any(|(at, _)| self.arrays.uses.get(at).is_some_and(|one| one.unclear));
        let hands: Vec<&Variable> =
            self.arrays.own().map(|(_, one)| one).filter(|one| self.is_hand(one)).collect();
        match split(&hands) {
            Some((player, dealer)) if !unclear => {
                let what = format!(
                    "Who has which card is kept in `{}` and `{}`, not in one array of 52.",
                    player.name, dealer.name
                );
                self.fault(found, what, player);
            }
            _ if !unclear && !many.iter().any(|(_, one)| self.may_be_52(one)) => {
                let main = self.code.functions().iter().find(|one| one.name == "main" && one.defined);
                let place = main.map(|main| (main.file.clone(), main.line));
                found.fault(self.code, "No array of 52 holds who has which card.".to_owned(), place);
            }
            _ => {
                let named: Vec<String> = of_52.iter().map(|one| format!("`{}`", one.name)).collect();
                let arrays =
                    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
                found.doubt(format!(
                    "Whether one array of 52 holds who has which card could not be told{arrays}."
                ));
            }
        }
    }

    fn fault(&self, found: &mut Found, what: String, at: &Variable) {
        found.fault(self.code, what, Some((at.file.clone(), at.line)));
    }

    /// Whether this has 52 elements.
    fn is_52(&self, variable: &Variable) -> bool {
        match variable.sizes.as_slice() {
            [Some(CARDS)] => true,
            // Elements that are arrays themselves may hold suit, value and owner.
            [Some(CARDS), Some(columns)] => *columns < 10,
            [None] if variable.holds == Holds::Container => self.is_filled(variable),
            _ => false,
        }
    }

    fn may_be_52(&self, variable: &Variable) -> bool {
        variable.sizes.first().is_none_or(Option::is_none)
            || self.is_52(variable)
            || variable.holds == Holds::Map
    }

    /// Whether a container is made to hold 52: `resize(52)`, `push_back` in loops that go round 52 times.
    fn is_filled(&self, variable: &Variable) -> bool {
        let growing = ["resize", "assign", "push_back", "emplace_back", "push", "insert"];
        growing.iter().flat_map(|name| self.code.calls_of(name)).any(|call| {
            let on = call.on.rsplit(['.', '>', ':']).next().unwrap_or_default();
            if on != variable.name {
                return false;
            }
            let node = self.code.call(call);
            match call.callee.as_str() {
                "resize" | "assign" => {
                    let size = node.part("arguments").and_then(|all| all.children().next());
                    size.and_then(|size| self.code.constant(size)) == Some(CARDS)
                }
                _ => self.rounds(node) == Some(CARDS),
            }
        })
    }

    /// How often the loops around a node go round, if that is fixed.
    fn rounds(&self, node: Node<'_>) -> Option<i64> {
        let mut all = 1_i64;
        for around in node.ancestors().take_while(|around| around.kind() != "function_definition") {
            let rounds = match around.kind() {
                "for_statement" => {
                    let condition = around.part("condition")?.bare();
                    let last = self.code.constant(condition.part("right")?)?;
                    let first = around.part("initializer")?.within().find_map(|one| one.part("value"));
                    let first = self.code.constant(first?)?;
                    last - first + i64::from(condition.operator() == "<=")
                }
                "for_range_loop" => {
                    let over = self.arrays.resolve(around.part("right")?.bare())?;
                    self.code.variables()[over].sizes.first().copied().flatten()?
                }
                "while_statement" | "do_statement" => return None,
                _ => continue,
            };
            all = all.checked_mul(rounds)?;
        }
        Some(all)
    }

    /// Whether this is a player's list of cards: an array or container, or an object that has one.
    fn is_hand(&self, variable: &Variable) -> bool {
        let name = variable.name.to_lowercase();
        if speaks(&name, &["score", "total", "sum", "name", "value", "count"]) {
            return false;
        }
        let lists = matches!(variable.holds, Holds::Array | Holds::Container)
            && !(variable.kind.starts_with("char") || variable.kind.contains("const "));
        lists || self.with_lists.contains(variable.kind.rsplit(':').next().unwrap_or_default().trim())
    }
}

const PLAYER: [&str; 6] = ["player", "user", "human", "your", "gambler", "p1"];
const DEALER: [&str; 6] = ["dealer", "house", "computer", "cpu", "comp", "bank"];

/// The player's and the dealer's of these, if both are there.
fn split<'c>(all: &[&'c Variable]) -> Option<(&'c Variable, &'c Variable)> {
    let named = |words: &[&str]| all.iter().find(|one| speaks(&one.name.to_lowercase(), words)).copied();
    Some((named(&PLAYER)?, named(&DEALER)?))
}

fn is_dealers(variable: &Variable) -> bool {
    speaks(&variable.name.to_lowercase(), &DEALER)
}
