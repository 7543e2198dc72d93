//! The harness with the casino's functions.

use crate::build::Workbench;
use crate::play::{PlayError, Setting};
use crate::source::Function;
use crate::unit::{Call, Called, Caller, End, Shape, Sheet, candidates, is_overloaded};

/// What a function is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// `draw_card`.
    Draw,
    /// `getRank`.
    Rank,
    /// `getSuit`.
    Suit,
}

/// How a function can be called, as the compiler finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fits {
    /// As the handout asks.
    Yes,
    /// Not with what the handout gives it, or not to what it wants back.
    No,
    /// It can be called with a number, and returns no text.
    NoText,
    /// There is no way to make the object it belongs to.
    NoObject,
    /// It does not compile in a harness, or the harness does not run: why.
    Unknown(String),
}

/// The functions of each role, and the harnesses that call them.
pub(super) struct Roles<'a> {
    functions: &'a [Function],
    callers: Vec<Caller>,
    of: [Vec<Candidate<'a>>; 3],
}

/// A function, and where it is called.
#[derive(Clone)]
pub(super) struct Candidate<'a> {
    pub(super) function: &'a Function,
    /// There are several of its name, or it is a template.
    pub(super) overloaded: bool,
    /// The harness, and the function's number in it; or why there is none.
    at: Result<(usize, usize), String>,
}

const ROLES: [Role; 3] = [Role::Draw, Role::Rank, Role::Suit];

impl<'a> Roles<'a> {
    /// Compiles one harness for all functions; where it is refused, one for each role.
    pub(super) fn open(workbench: &mut dyn Workbench, functions: &'a [Function]) -> Result<Self, PlayError> {
        let named = named(functions);
        let mut roles = Self { functions, callers: Vec::new(), of: Default::default() };
        let all = together(&named);
        if all.is_empty() || roles.compile(workbench, &all)?.is_ok() {
            return Ok(roles);
        }
        for (role, named) in ROLES.into_iter().zip(named) {
            let some: Vec<(Role, &Function)> = named.into_iter().map(|one| (role, one)).collect();
            if some.is_empty() {
                continue;
            }
            if let Err(why) = roles.compile(workbench, &some)? {
                let refused =
                    |(_, function): &(Role, &'a Function)| roles.candidate(function, Err(why.clone()));
                roles.of[role as usize] = some.iter().map(refused).collect();
            }
        }
        Ok(roles)
    }

    fn compile(
        &mut self,
        workbench: &mut dyn Workbench,
        some: &[(Role, &'a Function)],
    ) -> Result<Result<(), String>, PlayError> {
        let (sheet, numbers) = sheet(self.functions, some);
        let caller = match sheet.compile(workbench)? {
            Ok(caller) => caller,
            Err(why) => return Ok(Err(why)),
        };
        for ((role, function), number) in some.iter().zip(numbers) {
            let candidate = self.candidate(function, Ok((self.callers.len(), number)));
            self.of[*role as usize].push(candidate);
        }
        self.callers.push(caller);
        Ok(Ok(()))
    }

    fn candidate(&self, function: &'a Function, at: Result<(usize, usize), String>) -> Candidate<'a> {
        Candidate { function, overloaded: is_overloaded(self.functions, function), at }
    }

    /// The functions of a role and how they can be called, the best first.
    pub(super) fn ways(
        &mut self,
        role: Role,
        setting: &Setting,
    ) -> Result<Vec<(Candidate<'a>, Fits)>, PlayError> {
        let mut ways = Vec::new();
        for candidate in self.of[role as usize].clone() {
            let fits = match &candidate.at {
                Err(why) => Fits::Unknown(why.clone()),
                Ok((caller, number)) => {
                    let question = Call::new(format!("fits{number}"));
                    let told = self.callers[*caller].call_in_turn(setting, &[question])?.pop();
                    fits(role, told)
                }
            };
            ways.push((candidate, fits));
        }
        let order = |fits: &Fits| match fits {
            Fits::Yes => 0,
            Fits::NoObject | Fits::Unknown(_) => 1,
            Fits::NoText | Fits::No => 2,
        };
        ways.sort_by_key(|(_, fits)| order(fits));
        Ok(ways)
    }

    /// Calls a function with each of these arguments, a few in one process; each has what `rand()` returns first.
    ///
    /// A program that draws without putting back runs out of cards: no process draws more than half a deck.
    pub(super) fn call(
        &mut self,
        candidate: &Candidate<'_>,
        setting: &Setting,
        arguments: &[(i64, Vec<u32>)],
    ) -> Result<Vec<Result<Called, String>>, PlayError> {
        let Ok((caller, number)) = &candidate.at else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        let mut ended = 0;
        for (nth, some) in arguments.chunks(A_FEW).enumerate() {
            let setting = Setting { seed: setting.seed + nth as u32, ..setting.clone() };
            let calls: Vec<Call> = some
                .iter()
                .map(|(argument, script)| Call {
                    command: format!("call{number} {argument}"),
                    script: script.clone(),
                })
                .collect();
            let made = self.callers[*caller].call_each(&setting, &calls)?;
            ended += made.iter().filter(|made| matches!(made, Ok(Called { end: End::Ended(_), .. }))).count();
            let given_up = made.iter().any(Result::is_err);
            all.extend(made);
            if given_up || ended >= GIVE_UP {
                break;
            }
        }
        Ok(all)
    }
}

/// The functions by their roles.
fn named(functions: &[Function]) -> [Vec<&Function>; 3] {
    ["draw_card", "getRank", "getSuit"].map(|name| candidates(functions, name))
}

/// All of them, each with its role.
fn together<'a>(named: &[Vec<&'a Function>; 3]) -> Vec<(Role, &'a Function)> {
    ROLES.iter().zip(named).flat_map(|(role, named)| named.iter().map(|one| (*role, *one))).collect()
}

/// The harness that [`Roles::open`] asks for first.
pub(super) fn first_sheet(functions: &[Function]) -> Option<Sheet> {
    let all = together(&named(functions));
    (!all.is_empty()).then(|| sheet(functions, &all).0)
}

/// A harness for some functions, and their numbers in it.
fn sheet(functions: &[Function], some: &[(Role, &Function)]) -> (Sheet, Vec<usize>) {
    let mut sheet = Sheet::new(Shape::Draw);
    let number = |(role, function): &(Role, &Function)| match role {
        Role::Draw => sheet.by_type(function, "draw_fits", "draw"),
        Role::Rank | Role::Suit => {
            let several = is_overloaded(functions, function);
            sheet.by_argument(function, several, "name_fits", "name")
        }
    };
    let numbers = some.iter().map(number).collect();
    (sheet, numbers)
}

/// Calls in one process.
const A_FEW: usize = 26;
/// After so many calls that end the program, no more are made.
const GIVE_UP: usize = 26;

fn fits(role: Role, told: Option<Result<Called, String>>) -> Fits {
    let called = match told {
        Some(Ok(called)) => called,
        Some(Err(why)) => return Fits::Unknown(format!("{why}.")),
        None => return Fits::Unknown("it was not asked.".to_owned()),
    };
    let number = called.values().and_then(|values| values.first()?.number());
    match (role, number) {
        (Role::Draw, Some(1 | 2)) | (Role::Rank | Role::Suit, Some(1)) => Fits::Yes,
        (Role::Rank | Role::Suit, Some(2)) => Fits::NoText,
        (_, Some(3)) => Fits::NoObject,
        _ => Fits::No,
    }
}
