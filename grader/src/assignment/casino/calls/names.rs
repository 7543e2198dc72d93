//! `getRank` and `getSuit`, called with the numbers the program deals.

use std::collections::BTreeMap;

use reference::cards::{Rank, Suit};

use super::draw::Drawn;
use super::roles::{Candidate, Fits, Role, Roles};
use super::{Case, review, unmakeable, written};
use crate::assignment::finding::plain_check;
use crate::assignment::lexicon::{rank_named, suit_named};
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::play::PlayError;
use crate::source::Function;
use crate::unit::{Called, declaration, how_it_broke, spoken};

const ID: &str = "get-rank-suit";

/// The rule.
pub(super) const GET_RANK_SUIT: RuleEntry = RuleEntry {
    id: ID,
    title: "getRank and getSuit name the number of a rank or suit",
    doc: "`getRank` and `getSuit` take an int and return the name of that rank or suit. They are called directly, with \
          the numbers the program itself deals.\n\n\
          Handout: \"a getSuit and getRank function that takes as input an int that corresponds to a Rank or Suit and \
          returns the string version\" and \"Your rand values should have spades = 0, clubs = 1, diamonds = 2, and \
          hearts = 3.\"\n\
          Broken by: no such function; one that prints the name or takes something else; Hearts as suit 0; the ace as \
          rank 14.\n\
          Accepted: any capitals (`getRank`, `get_rank`, `GetRank`); ranks from 0 or from 1, suits from 0 or from 1, \
          if that is how the program deals them; text of any type; what comes of any other number.\n\
          A name that play shows to be none (`11 of Clubs`) is `card-names`, and a king called a queen `deck-range`: \
          neither is counted here again.\n",
};

/// The names of one kind, in the handout's order.
struct Kind {
    role: Role,
    asked: &'static str,
    what: &'static str,
    count: i64,
    /// The place of a name among them.
    read: fn(&str) -> Option<i64>,
    name: fn(i64) -> &'static str,
    /// The place of the drawn card's name.
    of: fn(&super::draw::Draw) -> Option<i64>,
}

const RANKS: Kind = Kind {
    role: Role::Rank,
    asked: "getRank",
    what: "rank",
    count: 13,
    read: |text| rank_named(text).map(|rank| i64::from(rank.number()) - 1),
    name: |place| Rank::ALL[place as usize].name(),
    of: |draw| draw.rank.map(|rank| i64::from(rank.number()) - 1),
};

const SUITS: Kind = Kind {
    role: Role::Suit,
    asked: "getSuit",
    what: "suit",
    count: 4,
    read: |text| suit_named(text).map(|suit| suit as i64),
    name: |place| Suit::ALL[place as usize].name(),
    of: |draw| draw.suit.map(|suit| suit as i64),
};

/// Calls both and judges; says as well whether ranks or suits are numbered otherwise than in the handout.
pub(super) fn judge(
    case: &Case<'_>,
    roles: &mut Roles<'_>,
    drawn: &Drawn,
) -> Result<(Check, bool), PlayError> {
    let mut missing = Vec::new();
    let mut checks = Vec::new();
    let mut renumbered = false;
    for kind in [&RANKS, &SUITS] {
        let ways = roles.ways(kind.role, &case.setting)?;
        let Some((candidate, fits)) = ways.into_iter().next() else {
            missing.push(format!("`{}`", kind.asked));
            continue;
        };
        let (check, numbers) = one(case, roles, kind, &candidate, &fits, drawn)?;
        renumbered |= numbers;
        checks.push(check);
    }
    if !missing.is_empty() {
        let message = format!(
            "There is no function {}; the handout asks for getRank and getSuit, which take an int and return a string.",
            missing.join(" and ")
        );
        checks.push(Check { seen: 1, broken: 1, ..plain_check(ID, Status::Fail, message) });
    }
    // A fault counts for more than a doubt, and a doubt for more than what is well.
    let weight = |check: &Check| match check.status {
        Status::Fail => 0,
        Status::Review => 1,
        _ => 2,
    };
    let seen = checks.iter().map(|check| check.seen).sum();
    let worst = checks.into_iter().min_by_key(weight);
    let check = worst.unwrap_or_else(|| plain_check(ID, Status::Unseen, "Nothing was called."));
    Ok((Check { seen, ..check }, renumbered))
}

/// Judges one of the functions.
fn one(
    case: &Case<'_>,
    roles: &mut Roles<'_>,
    kind: &Kind,
    candidate: &Candidate<'_>,
    fits: &Fits,
    drawn: &Drawn,
) -> Result<(Check, bool), PlayError> {
    let function = candidate.function;
    let asked = format!("`{}` is asked to take an int and return the name", kind.asked);
    let check = match fits {
        Fits::Yes => {
            // From the middle on: a table's ends are where a wrong number reads past it.
            let numbers: Vec<i64> = (1..=kind.count + 1).chain([0]).collect();
            let arguments: Vec<(i64, Vec<u32>)> = numbers.iter().map(|n| (*n, Vec::new())).collect();
            let made = roles.call(candidate, &case.setting, &arguments)?;
            let told: Told = numbers.into_iter().zip(made.into_iter().filter_map(Result::ok)).collect();
            if told.is_empty() {
                return Ok((review(ID, &function.name, "no call of it came about."), false));
            }
            return Ok(verdict(case, kind, function, &told, drawn));
        }
        Fits::Unknown(why) => review(ID, &function.name, why),
        Fits::NoObject => review(ID, &function.name, &unmakeable(function)),
        Fits::No | Fits::NoText if candidate.overloaded => {
            review(ID, &function.name, "which of several is meant is not clear.")
        }
        Fits::No => written(case, ID, function, format!("{asked}, and is `{}`.", declaration(function))),
        Fits::NoText => {
            let message = format!("{asked} as a string, and is `{}`.", declaration(function));
            written(case, ID, function, message)
        }
    };
    Ok((check, false))
}

/// What came of each number.
type Told = BTreeMap<i64, Called>;

fn text(told: &Told, number: i64) -> Option<&str> {
    Some(told.get(&number)?.values()?.first()?.text()?.trim())
}

impl Kind {
    /// The place of the name that a number is given.
    fn place(&self, told: &Told, number: i64) -> Option<i64> {
        (self.read)(text(told, number)?)
    }

    /// The place of the name that a number should be given if the first is numbered `base`.
    ///
    /// The handout asks for numbers from 1 and for spades = 0; a program that deals 1 to 4 and keeps clubs = 1,
    /// diamonds = 2, hearts = 3 has spades at 4, and one that takes `rand() % 13` for 1 to 13 has the king at 0.
    fn right(&self, base: i64, number: i64) -> i64 {
        match (base, number) {
            (1, 0) if self.count == 13 => 12,
            (1, _) => number - 1,
            (_, 4) if self.count == 4 => 0,
            _ => number,
        }
    }

    /// The first number the program deals, if scripted draws show how it gets from `rand()` to a name.
    fn first_dealt(&self, told: &Told, drawn: &Drawn) -> Option<i64> {
        if !drawn.scripted {
            return None;
        }
        let mut names: BTreeMap<i64, i64> = BTreeMap::new();
        for draw in &drawn.draws {
            let (Some(value), Some(place)) = (draw.script.filter(|value| *value < 52), (self.of)(draw))
            else {
                continue;
            };
            let known = *names.entry(i64::from(value) % self.count).or_insert(place);
            if known != place {
                return None;
            }
        }
        let fits =
            |first: i64| names.iter().all(|(rest, place)| self.place(told, rest + first) == Some(*place));
        (0..=2).find(|first| names.len() as i64 == self.count && fits(*first))
    }
}

/// Why the calls say nothing: no number has a name, although play shows them all. It needs what `main` sets up.
fn unprepared(case: &Case<'_>, kind: &Kind, told: &Told) -> Option<&'static str> {
    let is_silent = |number: &i64, called: &Called| {
        kind.place(told, *number).is_none() && called.printed.trim().is_empty()
    };
    let silent = told.iter().all(|(number, called)| is_silent(number, called));
    (silent && !case.failed("card-names"))
        .then_some("it has no name for any number: it may need what `main` sets up first.")
}

fn verdict(case: &Case<'_>, kind: &Kind, function: &Function, told: &Told, drawn: &Drawn) -> (Check, bool) {
    if let Some(why) = unprepared(case, kind, told) {
        return (review(ID, &function.name, why), false);
    }
    let dealt_from = kind.first_dealt(told, drawn);
    let wrong = |(base, first): (i64, i64)| -> Vec<i64> {
        (first..first + kind.count)
            .filter(|&number| kind.place(told, number) != Some(kind.right(base, number)))
            .collect()
    };
    // What is no name at all tells less of the base than a name that is another's.
    let cost = |way: &(i64, i64)| {
        let wrong = wrong(*way);
        (wrong.len(), wrong.iter().filter(|number| kind.place(told, **number).is_none()).count())
    };
    let ways = match dealt_from {
        Some(first) => vec![(0, first), (1, first)],
        None => vec![(0, 0), (1, 1), (0, 1), (1, 0)],
    };
    let way = ways.into_iter().min_by_key(cost).unwrap_or_default();
    let base = way.0;
    let seen = kind.count as u32;
    let dealt = |place: i64| {
        // A number for which the handout has no name is here because the program deals it.
        let exists = (0..kind.count).contains(&place);
        !exists
            || drawn.draws.iter().all(|draw| (kind.of)(draw).is_none())
            || drawn.draws.iter().any(|draw| (kind.of)(draw) == Some(place))
    };
    let wrong = wrong(way);
    let renumbered = !wrong.is_empty() && wrong.iter().all(|number| kind.place(told, *number).is_some());
    let is_told = |number: i64| {
        let named = kind.place(told, number).is_some();
        case.failed("deck-range") || !named && (case.failed("card-names") || case.failed("exits-cleanly"))
    };
    let mut broken = wrong.into_iter().filter(|&number| dealt(kind.right(base, number)) && !is_told(number));
    let Some(number) = broken.next() else {
        let message = format!("`{}` and its fellow name what the program deals.", function.name);
        return (Check { seen, ..plain_check(ID, Status::Pass, message) }, false);
    };
    let count = 1 + broken.count() as u32;
    let (message, evidence) = proof(kind, function, told, (number, base));
    let evidence = Some(evidence);
    (Check { id: ID, status: Status::Fail, seen, broken: count, message, evidence }, renumbered)
}

/// The fault in words, and the call that shows it.
fn proof(kind: &Kind, function: &Function, told: &Told, (number, base): (i64, i64)) -> (String, Evidence) {
    let name = &function.name;
    let right = kind.right(base, number);
    let what = kind.what;
    let should = match right {
        _ if (0..kind.count).contains(&right) => format!("{what} {number} is {}", (kind.name)(right)),
        _ if number == 0 => format!("{what} 0 is {}", (kind.name)(0)),
        _ => format!("there is no {what} {number}"),
    };
    let result = match told.get(&number) {
        Some(called) if called.values().is_some() && !called.printed.trim().is_empty() => {
            format!("{} and prints {:?}", how_it_broke(called), called.printed.trim())
        }
        Some(called) => how_it_broke(called),
        None => "does not come back".to_owned(),
    };
    let (before, spoken) = spoken(function);
    let message = format!("`{name}({number})` {result}; {should}.");
    let evidence = Evidence::Call {
        function: name.clone(),
        arguments: number.to_string(),
        result,
        expected: "Spades, Clubs, Diamonds, Hearts and Ace to King in this order, from 0 or from 1, as the program deals them.".to_owned(),
        snippet: format!("{before}std::cout << {spoken}({number}) << std::endl;"),
    };
    (message, evidence)
}
