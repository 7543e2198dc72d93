//! The four functions that the handout names, and which of a program's functions they are.

use crate::source::{Code, Function, Node, Parameter, plain_name};
use std::collections::BTreeSet;
use strsim::damerau_levenshtein;

/// A function that the handout asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Deals a random card to a player.
    DealCard,
    /// Draws a number between two others.
    GetRandom,
    /// Sets the array up.
    InitializeCards,
    /// Counts the points of a player's hand.
    ScoreHand,
}

/// All of them, in the order of the handout.
pub const ROLES: [Role; 4] = [Role::DealCard, Role::GetRandom, Role::InitializeCards, Role::ScoreHand];

/// The function of a program that plays a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cast {
    /// The functions of this name, in the handout's spelling or another one: their places in [`Code::functions`].
    Named(Vec<usize>),
    /// No function has the name, but one does the work: its place.
    Likely(usize),
    /// No function is anything like it.
    Absent,
}

impl Role {
    /// Its name in the handout.
    pub fn name(self) -> &'static str {
        match self {
            Role::DealCard => "DealCard",
            Role::GetRandom => "GetRandom",
            Role::InitializeCards => "InitializeCards",
            Role::ScoreHand => "ScoreHand",
        }
    }

    /// The function of a program that plays it.
    pub fn cast(self, code: &Code) -> Cast {
        let places = |is: &dyn Fn(&Function) -> bool| -> Vec<usize> {
            let all = code.functions().iter().enumerate();
            all.filter(|(_, function)| is(function)).map(|(at, _)| at).collect()
        };
        let exact = places(&|function| function.plain_name() == plain_name(self.name()));
        if !exact.is_empty() {
            return Cast::Named(exact);
        }
        let free =
            |function: &Function| ROLES.iter().all(|role| plain_name(role.name()) != function.plain_name());
        let near = places(&|function| free(function) && self.is_near(function));
        if !near.is_empty() {
            return Cast::Named(near);
        }
        let all = code.functions().iter().enumerate();
        let likely =
            all.filter(|(_, function)| function.defined && free(function) && function.name != "main");
        match likely.take(ENOUGH).map(|(at, _)| at).find(|at| self.does(code, *at)) {
            Some(at) => Cast::Likely(at),
            None => Cast::Absent,
        }
    }

    /// Whether a function's name is the handout's but for spelling: `InitCards`, `ScoreHands`, `GetRandomNumber`.
    fn is_near(self, function: &Function) -> bool {
        let (wanted, name) = (plain_name(self.name()), function.plain_name());
        if damerau_levenshtein(&wanted, &name) <= 2 {
            return true;
        }
        let words = words(&function.name);
        let mut rest = words.iter();
        let all = self::words(self.name()).iter().all(|wanted| rest.any(|word| same_word(wanted, word)));
        let more = words.len() > 2;
        all && (!more || self.fits(function))
    }

    /// Whether a function takes and gives what this one does.
    fn fits(self, function: &Function) -> bool {
        let many = function.parameters.iter().filter(|one| is_many(one)).count();
        let single = function.parameters.len() - many;
        let array = many == 1 || function.needs_object;
        let gives = function.returns != "void";
        match self {
            Role::DealCard => array && (single >= 1 || function.needs_object) && gives,
            Role::GetRandom => many == 0 && single == 2 && gives,
            Role::InitializeCards => array && single <= 1,
            Role::ScoreHand => array && (single == 1 || function.needs_object) && gives,
        }
    }

    /// Whether a function of another name does this work.
    fn does(self, code: &Code, at: usize) -> bool {
        let function = &code.functions()[at];
        let name = function.plain_name();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if !self.fits(function) {
            return false;
        }
        let random = draws(code, at) || calls_a_drawer(code, at);
        match self {
            Role::DealCard => random,
            Role::GetRandom => random && !has(&["card", "deal"]),
            Role::InitializeCards => {
                !random
                    && has(&[
                        "init", "reset", "clear", "setup", "fill", "create", "make", "build", "start", "deck",
                    ])
            }
            Role::ScoreHand => {
                !random
                    && has(&[
                        "score", "total", "sum", "value", "point", "count", "calc", "hand", "tally", "add",
                    ])
            }
        }
    }
}

/// Whether a function calls one that draws a random number.
fn calls_a_drawer(code: &Code, at: usize) -> bool {
    let Some(body) = code.body(at) else { return false };
    let names: BTreeSet<&str> =
        body.within().filter(|node| node.kind().ends_with("identifier")).map(Node::text).collect();
    names
        .into_iter()
        .flat_map(|name| code.functions_named(name))
        .take(ENOUGH)
        .any(|other| draws(code, *other))
}

/// How many functions are looked at where there are very many.
const ENOUGH: usize = 200;

/// Whether a function draws a random number itself.
fn draws(code: &Code, at: usize) -> bool {
    const SOURCES: [&str; 9] = [
        "rand",
        "random",
        "rand_r",
        "drand48",
        "mt19937",
        "random_device",
        "engine",
        "uniform_int_distribution",
        "rng",
    ];
    let is_source = |text: &str| SOURCES.iter().any(|source| *source == text || text.ends_with("_engine"));
    code.body(at).is_some_and(|body| {
        body.within().any(|node| node.kind().ends_with("identifier") && is_source(node.text()))
    })
}

/// Whether a parameter takes an array, or something like it.
fn is_many(parameter: &Parameter) -> bool {
    let kind = &parameter.kind;
    kind.contains(['[', '*']) || ["vector", "array<", "deque", "Deck"].iter().any(|word| kind.contains(word))
}

/// The words of a name: `getRandomNumber`, `get_random_number`, `GetRandomNumber2`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = c.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether two words are one, shortened or misspelt: `init`, `initialise`, `cards`.
fn same_word(wanted: &str, word: &str) -> bool {
    let shortened = word.len() >= 3 && (wanted.starts_with(word) || word.starts_with(wanted));
    let slips = if wanted.len() >= 6 { 2 } else { 1 };
    shortened || (word.len() >= 3 && damerau_levenshtein(wanted, word) <= slips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words() {
        for (name, expected) in [
            ("getRandomNumber", "get random number"),
            ("get_random_number2", "get random number"),
            ("DealCard", "deal card"),
            ("dealcard", "dealcard"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected);
        }
    }
}
