//! `GetRandom`, called for many ranges.

use super::super::code::Role;
use super::Case;
use super::lab::{Lab, Way};
use crate::assignment::finding::plain_check;
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::play::PlayError;
use crate::source::Function;
use crate::unit::{Called, how_it_broke, spoken};

const ID: &str = "get-random";

/// The rule.
pub(super) const GET_RANDOM: RuleEntry = RuleEntry {
    id: ID,
    title: "GetRandom returns every number from min to max, by rand()",
    doc: "`GetRandom` takes a minimum and a maximum and returns a random number between them, both included. It is \
          called directly, thousands of times for several ranges.\n\n\
          Handout: \"This function will return a random number between [min, max] (inclusively).\" and \"view c++ \
          reference to understand how to use rand()\".\n\
          Broken by: `rand() % (max - min) + min`, which never reaches max and divides by zero where both are equal; \
          `rand() % max + min`; a generator other than rand(); srand for every number, which repeats one number within \
          a second.\n\
          Accepted: scaling in place of `%`, any integer type, seeding once inside of it. Negative bounds are not \
          tried. A range's end that a fair generator reaches is missed by chance less than once in 10^15.\n",
};

/// The ranges, and how many numbers are drawn of each: every end comes up but once in 10^15.
const RANGES: [((i64, i64), u32); 8] = [
    ((0, 51), 2000),
    ((1, 52), 2000),
    ((1, 6), 300),
    ((0, 1), 100),
    ((5, 5), 20),
    ((1, 13), 600),
    ((10, 20), 500),
    ((0, 0), 20),
];

/// Judges the rule.
pub(super) fn check(case: &Case<'_>, lab: &mut Lab<'_>) -> Result<Check, PlayError> {
    if let Some(check) = case.unable(ID, lab, &[Role::GetRandom]) {
        return Ok(check);
    }
    let Way::Ready(ready) = lab.way(Role::GetRandom).clone() else {
        return Ok(plain_check(ID, Status::Review, "GetRandom could not be called."));
    };
    let mut faults = Vec::new();
    let mut seen = 0;
    for (bounds, count) in RANGES {
        match lab.draw(bounds, count)? {
            Some(Ok(called)) => {
                seen += 1;
                faults.extend(fault(&called, bounds, count).map(|fault| (fault, bounds, count, called)));
            }
            Some(Err(why)) => {
                return Ok(plain_check(
                    ID,
                    Status::Review,
                    format!("`GetRandom` could not be called: {why}."),
                ));
            }
            None => {}
        }
    }
    let broken = faults.len() as u32;
    let Some((fault, bounds, count, called)) = faults.into_iter().min_by_key(|(fault, ..)| *fault) else {
        let message = format!("`{}` returns every number from min to max.", ready.function.name);
        return Ok(Check { seen, ..plain_check(ID, Status::Pass, message) });
    };
    let (message, evidence) = proof(ready.function, fault, bounds, count, &called);
    Ok(Check { id: ID, status: Status::Fail, seen, broken, message, evidence: Some(evidence) })
}

/// What is wrong with a range; what explains the others comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// It calls `srand` for every number.
    Seeds,
    /// It never calls `rand`.
    OtherSource,
    /// A number lies outside.
    Outside,
    /// The maximum never came.
    NoMaximum,
    /// The minimum never came.
    NoMinimum,
    /// The calls did not come back.
    Broken,
}

fn fault(called: &Called, (min, max): (i64, i64), count: u32) -> Option<Fault> {
    let Some((least, greatest, _)) = drawn(called) else { return Some(Fault::Broken) };
    if called.seedings >= count / 2 {
        return Some(Fault::Seeds);
    }
    // One number needs no chance.
    if called.rands == 0 && min < max {
        return Some(Fault::OtherSource);
    }
    if least < min || greatest > max {
        return Some(Fault::Outside);
    }
    if greatest < max {
        return Some(Fault::NoMaximum);
    }
    (least > min).then_some(Fault::NoMinimum)
}

/// The least and the greatest number drawn, and how many repeat the one before.
fn drawn(called: &Called) -> Option<(i64, i64, i64)> {
    match called.values()? {
        [least, greatest, repeats] => Some((least.number()?, greatest.number()?, repeats.number()?)),
        _ => None,
    }
}

fn proof(
    function: &Function,
    fault: Fault,
    (min, max): (i64, i64),
    count: u32,
    called: &Called,
) -> (String, Evidence) {
    let name = &function.name;
    let (least, greatest, repeats) = drawn(called).unwrap_or_default();
    let range = format!("{count} calls gave numbers from {least} to {greatest}");
    let expected = format!("Every number from {min} to {max} comes up, and no other.");
    let (result, expected, message) = match fault {
        Fault::Seeds => {
            let result = format!(
                "{count} calls within a second called srand {} times; {repeats} numbers repeat the one before",
                called.seedings
            );
            let expected = "srand is called once, not for every number.".to_owned();
            (
                result,
                expected,
                format!("`{name}` seeds anew for every number, so within a second it repeats one."),
            )
        }
        Fault::OtherSource => {
            let expected = "The numbers come from rand().".to_owned();
            (
                format!("{count} calls without a call of rand()"),
                expected,
                format!("`{name}` does not use rand()."),
            )
        }
        Fault::Outside => {
            let message =
                format!("`{name}({min}, {max})` returns {}.", if least < min { least } else { greatest });
            (range, expected, message)
        }
        Fault::NoMaximum => (range, expected, format!("`{name}({min}, {max})` never returns {max}.")),
        Fault::NoMinimum => (range, expected, format!("`{name}({min}, {max})` never returns {min}.")),
        Fault::Broken => {
            let what = how_it_broke(called);
            (what.clone(), expected, format!("`{name}({min}, {max})` {what}."))
        }
    };
    let (before, spoken) = spoken(function);
    let snippet =
        format!("{before}for (int i = 0; i < {count}; i++)\n    std::cout << {spoken}({min}, {max}) << ' ';");
    let arguments = format!("{min}, {max}");
    (message, Evidence::Call { function: name.clone(), arguments, result, expected, snippet })
}
