//! What a program's arrays are used for: which of them hold who has which card.

use super::letters::base;
use super::roles::{Cast, Role};
use crate::source::{Code, Holds, Node, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// What happens to the elements of an array.
#[derive(Debug, Default, Clone)]
pub(super) struct Use {
    /// A player is stored in an element, or an element is compared with a player.
    player: bool,
    /// Numbers and letters that are stored.
    stored: BTreeSet<i64>,
    /// Numbers and letters that elements are compared with.
    compared: BTreeSet<i64>,
    /// An element is compared with something that may be a player.
    pub(super) unclear: bool,
}

impl Use {
    /// Whether the elements say who has a card.
    pub(super) fn tells_owners(&self) -> bool {
        let both = self.stored.intersection(&self.compared).next().is_some();
        let values = self.stored.union(&self.compared).count();
        let held = self.stored.iter().filter(|value| **value != 0).count();
        self.player || (both && (held >= 2 || (self.stored.len() >= 2 && values >= 3)))
    }

    fn merge(&mut self, other: &Use) {
        self.player |= other.player;
        self.unclear |= other.unclear;
        self.stored.extend(&other.stored);
        self.compared.extend(&other.compared);
    }
}

/// A program's variables by name, with what is known of their use.
pub(super) struct Arrays<'c> {
    code: &'c Code,
    /// Local variables and parameters, by function and name.
    local: BTreeMap<(usize, &'c str), Vec<usize>>,
    /// Members of classes by name.
    members: BTreeMap<&'c str, usize>,
    /// Variables outside of functions and classes by name.
    global: BTreeMap<&'c str, usize>,
    /// The functions that deal a card or count points.
    dealing: BTreeSet<usize>,
    /// The use of each array, by its place in [`Code::variables`]; parameters stand for what is passed to them.
    pub(super) uses: BTreeMap<usize, Use>,
}

impl<'c> Arrays<'c> {
    pub(super) fn learn(code: &'c Code) -> Self {
        let dealing = [Role::DealCard, Role::ScoreHand]
            .into_iter()
            .flat_map(|role| match role.cast(code) {
                Cast::Named(places) => places,
                Cast::Likely(place) => vec![place],
                Cast::Absent => Vec::new(),
            })
            .collect();
        let mut arrays = Arrays {
            code,
            local: BTreeMap::new(),
            members: BTreeMap::new(),
            global: BTreeMap::new(),
            dealing,
            uses: BTreeMap::new(),
        };
        arrays.sort();
        let direct = arrays.direct_uses();
        for (variable, found) in direct {
            for root in arrays.roots(variable) {
                arrays.uses.entry(root).or_default().merge(&found);
            }
        }
        arrays
    }

    /// The use of arrays and parameters by the names they are used by.
    fn direct_uses(&self) -> BTreeMap<usize, Use> {
        let mut uses: BTreeMap<usize, Use> = BTreeMap::new();
        let copies = self.copies();
        for node in self.code.root().within() {
            let array = match node.kind() {
                "subscript_expression" | "call_expression" => base(node).and_then(|base| self.resolve(base)),
                "pointer_expression" if node.operator() == "*" => self.pointed(node),
                "identifier" => self.resolve(node).and_then(|variable| copies.get(&variable).copied()),
                _ => None,
            };
            if let Some(array) = array {
                self.note(node, uses.entry(array).or_default());
            }
            if let Some((array, player)) = self.counted(node) {
                self.compare(player, uses.entry(array).or_default());
            }
        }
        uses
    }

    /// Sorts the variables by where they are known.
    fn sort(&mut self) {
        for (at, variable) in self.code.variables().iter().enumerate() {
            let name = variable.name.as_str();
            match variable.function {
                Some(function) => self.local.entry((function, name)).or_default().push(at),
                None if variable.class.is_empty() => {
                    self.global.entry(name).or_insert(at);
                }
                None => {
                    self.members.entry(name).or_insert(at);
                }
            }
        }
    }

    /// The variable that a name means.
    pub(super) fn resolve(&self, name: Node<'_>) -> Option<usize> {
        let local = || {
            let all = self.local.get(&(self.code.function_at(name)?, name.text()))?;
            let before = |at: &&usize| self.code.declared(&self.code.variables()[**at]).at() <= name.at();
            all.iter().rev().take(MOST).find(before).copied()
        };
        let member = || self.members.get(name.text()).copied();
        let global = || self.global.get(name.text()).copied();
        if name.kind() == "field_identifier" {
            return member().or_else(global);
        }
        local().or_else(member).or_else(global)
    }

    /// The array that `*(cards + i)` takes an element of.
    fn pointed(&self, node: Node<'_>) -> Option<usize> {
        let sum = node.part("argument")?.bare();
        let name = sum.part("left").filter(|_| sum.kind() == "binary_expression")?.bare();
        self.resolve(name).filter(|at| self.code.variables()[*at].is_many())
    }

    /// The variables that hold an element of an array: `for (int card : cards)`, `int owner = cards[i]`.
    fn copies(&self) -> BTreeMap<usize, usize> {
        let mut copies = BTreeMap::new();
        for node in self.code.root().within() {
            let (copy, array) = match node.kind() {
                "for_range_loop" => (node.part("declarator"), node.part("right").map(Node::bare)),
                "init_declarator" => {
                    (node.part("declarator"), node.part("value").and_then(|value| base(value.bare())))
                }
                _ => continue,
            };
            let Some((copy, array)) = copy.zip(array) else { continue };
            let name = copy.within().find(|part| part.kind() == "identifier");
            let array = array.part("field").unwrap_or(array);
            if let Some((copy, array)) = name.and_then(|name| self.resolve(name)).zip(self.resolve(array)) {
                copies.insert(copy, array);
            }
        }
        copies
    }

    /// The array and the player of `count(cards, cards + 52, player)` and of `fill` the same.
    fn counted<'n>(&self, node: Node<'n>) -> Option<(usize, Node<'n>)> {
        let function = node.part("function").filter(|_| node.kind() == "call_expression")?;
        let name = function.part("name").unwrap_or(function).text();
        let mut arguments = node.part("arguments")?.children();
        let first = arguments.next().filter(|_| matches!(name, "count" | "find"))?;
        let array = first
            .within()
            .find(|part| part.kind().ends_with("identifier") && self.resolve(*part).is_some())?;
        Some((self.resolve(array)?, arguments.nth(1)?))
    }

    /// Notes what an expression that is an element is used for.
    fn note(&self, element: Node<'_>, found: &mut Use) {
        let mut node = element;
        // `deck[i].owner` is about the owner.
        while let Some(parent) = node.parent() {
            let goes_on = match parent.kind() {
                "parenthesized_expression" | "cast_expression" => true,
                "field_expression" => node.role() == Some("argument"),
                _ => false,
            };
            if !goes_on {
                break;
            }
            node = parent;
        }
        let Some(parent) = node.parent() else { return };
        match parent.kind() {
            "assignment_expression" if node.role() == Some("left") && parent.operator() == "=" => {
                if let Some(value) = parent.part("right") {
                    self.store(value, found);
                }
            }
            "binary_expression" if matches!(parent.operator(), "==" | "!=") => {
                let other = if node.role() == Some("left") { "right" } else { "left" };
                if let Some(other) = parent.part(other) {
                    self.compare(other, found);
                }
            }
            "condition_clause" if parent.parent().is_some_and(|one| one.kind() == "switch_statement") => {
                let cases = parent
                    .parent()
                    .and_then(|switch| switch.part("body"))
                    .into_iter()
                    .flat_map(Node::children);
                for value in cases.filter_map(|case| case.part("value")) {
                    self.compare(value, found);
                }
            }
            _ => {}
        }
    }

    fn store(&self, value: Node<'_>, found: &mut Use) {
        // `a[i] = b[i] = 0` stores the last value in both.
        let mut value = value.bare();
        while value.kind() == "assignment_expression" {
            let Some(next) = value.part("right") else { return };
            value = next.bare();
        }
        if self.is_player(value) {
            found.player = true;
        } else if let Some(constant) = self.code.constant(value) {
            found.stored.insert(constant);
        }
    }

    fn compare(&self, other: Node<'_>, found: &mut Use) {
        let other = other.bare();
        if self.is_player(other) {
            found.player = true;
        } else if let Some(constant) = self.code.constant(other) {
            found.compared.insert(constant);
        } else if matches!(
            other.kind(),
            "identifier" | "field_expression" | "call_expression" | "conditional_expression"
        ) && !speaks(&other.text().to_lowercase(), &NOT_PLAYERS)
        {
            found.unclear = true;
        }
    }

    /// Whether a value names a player.
    fn is_player(&self, value: Node<'_>) -> bool {
        let mut value = value;
        loop {
            let inner = match value.kind() {
                "cast_expression" => value.part("value"),
                "pointer_expression" => value.part("argument"),
                // `player + 1`, `dealer ? 'D' : 'P'`
                "binary_expression" => value.part("left"),
                "conditional_expression" => value.part("condition"),
                _ => break,
            };
            let Some(inner) = inner else { break };
            value = inner.bare();
        }
        let text = value.text().to_lowercase();
        if matches!(value.kind(), "string_literal" | "char_literal") {
            return speaks(&text, &PLAYERS);
        }
        let named = matches!(
            value.kind(),
            "identifier" | "field_expression" | "qualified_identifier" | "call_expression"
        );
        if !named || speaks(&text, &NOT_PLAYERS) {
            return false;
        }
        if speaks(&text, &PLAYERS) || matches!(text.as_str(), "p" | "d" | "pl" | "id") {
            return true;
        }
        // The other parameter of DealCard and ScoreHand, whatever its name, and what it says of itself: `p.getId()`.
        let object = object_of(value);
        let variable = self.resolve(object).map(|at| &self.code.variables()[at]);
        // `p->id` is what one object says of itself.
        let is_asked = object.at() != value.at();
        variable.is_some_and(|one| {
            let is_one = !one.is_many() || is_asked && one.holds == Holds::Pointer;
            one.parameter && is_one && one.function.is_some_and(|at| self.dealing.contains(&at))
        })
    }

    /// The arrays that a name may stand for: itself, or, if it is a parameter, what is passed to it.
    fn roots(&self, variable: usize) -> BTreeSet<usize> {
        let (mut roots, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![variable]);
        while let Some(at) = open.pop() {
            if seen.len() > MOST || !seen.insert(at) {
                continue;
            }
            let passed = self.sources(at);
            if passed.is_empty() {
                roots.insert(at);
            }
            open.extend(passed);
        }
        roots
    }

    /// What is passed to a parameter, or what a pointer or reference points to.
    fn sources(&self, at: usize) -> Vec<usize> {
        let variable = &self.code.variables()[at];
        if !variable.parameter {
            let alias = variable.kind.contains(['&', '*']) || variable.kind.starts_with("auto");
            let initial = self.code.initial(variable).filter(|_| alias);
            return initial
                .and_then(|initial| self.array_of(initial))
                .filter(|other| *other != at)
                .into_iter()
                .collect();
        }
        let Some(function) = variable.function else { return Vec::new() };
        let parameters = &self.code.functions()[function].parameters;
        let Some(place) = parameters.iter().position(|one| one.name.as_deref() == Some(&variable.name))
        else {
            return Vec::new();
        };
        let name = &self.code.functions()[function].name;
        let calls = self.code.calls_of(name).take(MOST);
        calls
            .filter_map(|call| self.code.call(call).part("arguments")?.children().nth(place))
            .filter_map(|argument| self.array_of(argument))
            .collect()
    }

    /// The array that an argument passes: `cards`, `&cards[0]`, `deck.cards`, `cards.data()`.
    fn array_of(&self, argument: Node<'_>) -> Option<usize> {
        let mut node = argument.bare();
        loop {
            let inner = match node.kind() {
                "pointer_expression" | "unary_expression" | "subscript_expression" => node.part("argument"),
                "cast_expression" => node.part("value"),
                "call_expression" => node.part("function").and_then(|function| function.part("argument")),
                "initializer_list" | "argument_list" => node.children().next(),
                "field_expression" => node.part("field"),
                _ => return self.resolve(node),
            };
            node = inner?.bare();
        }
    }

    /// The variables that are no parameters.
    pub(super) fn own(&self) -> impl Iterator<Item = (usize, &'c Variable)> {
        self.code.variables().iter().enumerate().filter(|(_, one)| !one.parameter)
    }
}

/// The object that `p.id` or `p.getId()` is asked of; a name itself.
fn object_of(value: Node<'_>) -> Node<'_> {
    let mut node = value;
    loop {
        let inner = match node.kind() {
            "call_expression" => node.part("function").filter(|called| called.kind() == "field_expression"),
            "field_expression" => node.part("argument"),
            _ => None,
        };
        let Some(inner) = inner else { return node };
        node = inner.bare();
    }
}

/// How far names are followed where a program has very many of one kind.
const MOST: usize = 100;

/// Words in names of players.
const PLAYERS: [&str; 19] = [
    "player",
    "dealer",
    "who",
    "owner",
    "turn",
    "person",
    "user",
    "house",
    "holder",
    "recipient",
    "comp",
    "cpu",
    "opponent",
    "human",
    "side",
    "seat",
    "gambler",
    "bank",
    "hand",
];

/// Words in names of what is no player, whatever else is in them (`playerCard`).
const NOT_PLAYERS: [&str; 15] = [
    "card", "score", "total", "sum", "count", "index", "size", "num_", "value", "suit", "rank", "face",
    "temp", "rand", "name",
];

pub(super) fn speaks(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}
