//! The harness with the lab's four functions, and who its players are.

use std::collections::BTreeSet;

use super::super::code::{Cast, Role};
use super::deal::marked;
use super::objects::objects;
use crate::build::Workbench;
use crate::play::{PlayError, Setting};
use crate::source::{Code, Function};
use crate::unit::{Call, Called, Caller, Parts, Shape, Sheet, declaration, is_overloaded, scoped};

/// A function of the program.
#[derive(Debug, Clone)]
pub(super) enum Way<'c> {
    /// It can be called.
    Ready(Ready<'c>),
    /// There is none.
    Missing,
    /// It cannot be called, and a person must look: why.
    Doubt(String),
}

/// A function that can be called.
#[derive(Debug, Clone)]
pub(super) struct Ready<'c> {
    pub(super) function: &'c Function,
    /// The harness and its number there.
    at: (usize, usize),
    /// Its player is told by a text, not by a number.
    pub(super) by_text: bool,
    /// Its player is an object that the harness makes as the program does.
    pub(super) by_object: bool,
    pub(super) result: Gives,
}

/// What a function gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Nothing,
    Number,
    Text,
    Object,
    /// A pointer or a reference, told as the index of the element it leads to.
    Place,
}

/// The harnesses, and how each function is called.
pub(super) struct Lab<'c> {
    callers: Vec<Caller>,
    ways: [Way<'c>; 4],
    /// The array grows: it starts empty.
    empty: bool,
}

/// A step of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Init,
    Deal(Who),
    Score(Who),
}

/// A player's code, as the program tells players.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who {
    Number(i64),
    Text(String),
}

/// What came of a step.
pub(super) type Made = Result<Called, String>;

const ROLES: [Role; 4] = [Role::InitializeCards, Role::DealCard, Role::ScoreHand, Role::GetRandom];

/// The functions that are defined, each with its role.
fn defined(code: &Code) -> Vec<(Role, &Function)> {
    ROLES.into_iter().filter_map(|role| Some((role, definition(code, role)?))).collect()
}

/// The harness that [`Lab::open`] asks for first.
pub(super) fn first_sheet(code: &Code) -> Option<Sheet> {
    let all = defined(code);
    (!all.is_empty()).then(|| sheet(code, &all).0)
}

/// A harness for some functions, and their numbers in it.
fn sheet(code: &Code, some: &[(Role, &Function)]) -> (Sheet, Vec<usize>) {
    let mut sheet = Sheet::new(Shape::Deck);
    let dealing = some.iter().find(|(role, _)| *role == Role::DealCard);
    if let Some(objects) = dealing.and_then(|(_, function)| objects(code, function)) {
        sheet.make(&objects);
    }
    let mut init = None;
    let mut numbers = Vec::new();
    for (role, function) in some {
        let parts = parts(code, *role, function);
        let commands = if *role == Role::GetRandom { "random" } else { "deck" };
        let number = sheet.by_parts(function, &parts, commands, init);
        if *role == Role::InitializeCards {
            init = Some(number);
            sheet.command("size", "deck_size", number);
            sheet.command("empty", "deck_empty", number);
            sheet.command("fill", "deck_fill", number);
        }
        numbers.push(number);
    }
    (sheet, numbers)
}

impl<'c> Lab<'c> {
    /// Compiles a harness for all four; where it is refused, one for those of the array and one for random numbers.
    pub(super) fn open(workbench: &mut dyn Workbench, code: &'c Code) -> Result<Self, PlayError> {
        let mut lab = Self { callers: Vec::new(), ways: ROLES.map(|role| way(code, role)), empty: false };
        let all = defined(code);
        if lab.compile(workbench, code, &all)?.is_err() {
            let is_random = |one: &&(Role, &Function)| one.0 == Role::GetRandom;
            let (random, array): (Vec<_>, Vec<_>) = all.iter().partition(is_random);
            let random: Vec<_> = random.into_iter().copied().collect();
            let array: Vec<_> = array.into_iter().copied().collect();
            for some in [random, array] {
                lab.try_compile(workbench, code, &some)?;
            }
        }
        lab.see_whether_it_grows()?;
        Ok(lab)
    }

    /// Compiles a harness for some; where it is refused, one without the last of them.
    fn try_compile(
        &mut self,
        workbench: &mut dyn Workbench,
        code: &'c Code,
        some: &[(Role, &'c Function)],
    ) -> Result<(), PlayError> {
        if let Err(why) = self.compile(workbench, code, some)?
            && let Some(((role, _), rest)) = some.split_last()
        {
            self.ways[place(*role)] = Way::Doubt(why);
            self.try_compile(workbench, code, rest)?;
        }
        Ok(())
    }

    fn compile(
        &mut self,
        workbench: &mut dyn Workbench,
        code: &'c Code,
        some: &[(Role, &'c Function)],
    ) -> Result<Result<(), String>, PlayError> {
        if some.is_empty() {
            return Ok(Ok(()));
        }
        let (sheet, numbers) = sheet(code, some);
        let mut caller = match sheet.compile(workbench)? {
            Ok(caller) => caller,
            Err(why) => return Ok(Err(why)),
        };
        let questions: Vec<Call> = numbers.iter().map(|number| Call::new(format!("fits{number}"))).collect();
        let mut told = caller.call_in_turn(&setting(0), &questions)?;
        // Where the first question is not answered, none is.
        let last = told.last().cloned().unwrap_or_else(|| Err("it was not asked".to_owned()));
        told.resize(questions.len(), last);
        for (((role, function), number), told) in some.iter().zip(numbers).zip(told) {
            let at = (self.callers.len(), number);
            self.ways[place(*role)] = fits(*role, function, at, told);
        }
        self.callers.push(caller);
        Ok(Ok(()))
    }

    /// An array that had 52 elements and has more after it was initialised is one to which they are added.
    fn see_whether_it_grows(&mut self) -> Result<(), PlayError> {
        let Way::Ready(init) = self.ways[place(Role::InitializeCards)].clone() else { return Ok(()) };
        let size = |made: Option<&Made>| told(made?);
        let calls = |before: &[&str]| -> Vec<Call> {
            let init = format!("call{}", init.at.1);
            before.iter().copied().chain([init.as_str(), "size"]).map(Call::new).collect()
        };
        let caller = &mut self.callers[init.at.0];
        let plain = size(caller.call_in_turn(&setting(0), &calls(&[]))?.get(1));
        if plain.is_none_or(|size| size == CARDS) {
            return Ok(());
        }
        let empty = size(caller.call_in_turn(&setting(0), &calls(&["empty"]))?.get(2));
        if empty == Some(CARDS) {
            self.empty = true;
        } else if plain.is_some_and(|size| size < CARDS) {
            let why = format!("its array has {} elements.", plain.unwrap_or_default());
            self.ways[place(Role::InitializeCards)] = Way::Doubt(why);
        }
        Ok(())
    }

    /// How a function is called.
    pub(super) fn way(&self, role: Role) -> &Way<'c> {
        &self.ways[place(role)]
    }

    /// Plays a game of calls in a process of its own, as far as it goes.
    pub(super) fn game(&mut self, seed: u32, steps: &[Step]) -> Result<Vec<Made>, PlayError> {
        let Way::Ready(init) = self.ways[place(Role::InitializeCards)].clone() else { return Ok(Vec::new()) };
        let number = |role: Role| match &self.ways[place(role)] {
            Way::Ready(ready) => ready.at.1,
            Way::Missing | Way::Doubt(_) => 0,
        };
        let mut calls: Vec<Call> = if self.empty { vec![Call::new("empty")] } else { Vec::new() };
        let before = calls.len();
        calls.extend(steps.iter().map(|step| {
            Call::new(match step {
                Step::Init => format!("call{}", init.at.1),
                Step::Deal(who) => format!("call{} {}", number(Role::DealCard), who.command()),
                Step::Score(who) => format!("call{} {}", number(Role::ScoreHand), who.command()),
            })
        }));
        let made = self.callers[init.at.0].call_in_turn(&setting(seed), &calls)?;
        Ok(made.into_iter().skip(before).collect())
    }

    /// The elements that `InitializeCards` gives a value, whatever they held before; `None` where that cannot be seen.
    pub(super) fn initialised(&mut self) -> Result<Option<BTreeSet<i64>>, PlayError> {
        let Way::Ready(init) = self.ways[place(Role::InitializeCards)].clone() else { return Ok(None) };
        if self.empty {
            return Ok(None);
        }
        let call = format!("call{}", init.at.1);
        let mut slots = BTreeSet::new();
        for before in [&[][..], &["fill"][..]] {
            let calls: Vec<Call> = before.iter().copied().chain([call.as_str()]).map(Call::new).collect();
            let made = self.callers[init.at.0].call_in_turn(&setting(0), &calls)?;
            let filled = made[..made.len().min(before.len())].iter().all(|made| told(made) == Some(1));
            let Some(Some(marks)) = made.last().map(|made| made.as_ref().ok().and_then(marked)) else {
                return Ok(None);
            };
            if !filled || made.len() != calls.len() {
                return Ok(None);
            }
            slots.extend(marks.into_iter().map(|mark| mark.slot));
        }
        Ok(Some(slots))
    }

    /// Draws numbers between two others, so many within one second of the program's clock.
    pub(super) fn draw(&mut self, bounds: (i64, i64), count: u32) -> Result<Option<Made>, PlayError> {
        let Way::Ready(random) = self.ways[place(Role::GetRandom)].clone() else { return Ok(None) };
        let (first, second) =
            if takes_the_maximum_first(random.function) { (bounds.1, bounds.0) } else { bounds };
        let call = Call::new(format!("call{} {first} {second} {count}", random.at.1));
        Ok(self.callers[random.at.0].call_in_turn(&setting(1), &[call])?.pop())
    }
}

/// The number that a call told.
fn told(made: &Made) -> Option<i64> {
    made.as_ref().ok()?.values()?.first()?.number()
}

/// The cards of a deck.
pub(super) const CARDS: i64 = 52;

impl Who {
    /// As it is written in C++.
    pub(super) fn written(&self) -> String {
        match self {
            Self::Number(number) if (65..=122).contains(number) => {
                let letter = u8::try_from(*number).map_or('?', char::from);
                format!("'{letter}'")
            }
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("{text:?}"),
        }
    }

    fn command(&self) -> String {
        match self {
            Self::Number(number) => format!("n{number}"),
            Self::Text(text) => text.bytes().fold("t".to_owned(), |code, byte| code + &format!("{byte:02x}")),
        }
    }
}

fn place(role: Role) -> usize {
    ROLES.iter().position(|one| *one == role).unwrap_or_default()
}

/// The handout names no seed, so a session's seed shifts the program's own from 0.
fn setting(seed: u32) -> Setting {
    Setting { seed, base: 0, ..Setting::default() }
}

/// The function that plays a role, where it has a body.
fn definition(code: &Code, role: Role) -> Option<&Function> {
    let Cast::Named(places) = role.cast(code) else { return None };
    let all = || places.iter().map(|at| &code.functions()[*at]).filter(|one| one.defined);
    // Of several the plainest: no template, and with as many parameters as the handout gives it.
    let wanted = if role == Role::InitializeCards { 1 } else { 2 };
    all().min_by_key(|one| (one.template, one.parameters.len().abs_diff(wanted), one.needs_object))
}

/// How a role is played before anything is compiled.
fn way(code: &Code, role: Role) -> Way<'_> {
    match role.cast(code) {
        Cast::Named(_) if definition(code, role).is_some() => Way::Doubt("it was not compiled.".to_owned()),
        Cast::Named(_) | Cast::Absent => Way::Missing,
        Cast::Likely(at) => {
            let name = &code.functions()[at].name;
            Way::Doubt(format!("no function has this name; `{name}` may be it."))
        }
    }
}

/// What a function's parameters are for, as far as that must be said.
fn parts(code: &Code, role: Role, function: &Function) -> Parts {
    // A default stands at the prototype, if there is one.
    let same: Vec<&Function> = code
        .functions()
        .iter()
        .filter(|one| {
            one.name == function.name
                && one.scope == function.scope
                && one.parameters.len() == function.parameters.len()
        })
        .collect();
    let required = |one: &&Function| one.parameters.iter().take_while(|given| !given.optional).count();
    let taken = same.iter().map(required).min().unwrap_or(function.parameters.len());
    let players = usize::from(matches!(role, Role::DealCard | Role::ScoreHand));
    let mut sizes = 0;
    let plain = |kind: &str| !kind.contains(['*', '[', '&', '<']);
    let single = function.parameters.iter().take(taken).filter(|given| plain(&given.kind)).count();
    if single > players {
        for (nth, given) in function.parameters.iter().take(taken).enumerate() {
            let names = same.iter().filter_map(|one| one.parameters[nth].name.as_deref());
            if plain(&given.kind) && names.map(str::to_lowercase).any(|name| is_size(&name)) {
                sizes |= 1 << nth;
            }
        }
    }
    let kind = if function.template {
        Some(filled(code, function))
    } else {
        let kinds = function.parameters.iter().map(|parameter| parameter.kind.clone());
        is_overloaded(code.functions(), function).then(|| (function.returns.clone(), kinds.collect()))
    };
    Parts { kind, taken, players, sizes }
}

/// A template's types, filled in with those of the program's array of 52.
fn filled(code: &Code, function: &Function) -> (String, Vec<String>) {
    const KNOWN: [&str; 8] = ["int", "char", "short", "long", "unsigned", "bool", "void", "string"];
    let is_known = |kind: &str| kind.split(|c: char| !c.is_alphanumeric()).any(|word| KNOWN.contains(&word));
    let array = code.variables().iter().find(|one| !one.parameter && one.sizes == [Some(CARDS)]);
    let element = array.and_then(|one| one.kind.split_once('[')).map_or("int", |(element, _)| element.trim());
    let kind = |written: &str| -> String {
        let constant = if written.contains("const") { "const " } else { "" };
        if is_known(written) || written.contains('<') {
            written.to_owned()
        } else if written.contains('[') {
            format!("{constant}{element} (&)[{CARDS}]")
        } else if written.contains('*') {
            format!("{constant}{element} *")
        } else {
            element.to_owned()
        }
    };
    let returns = if is_known(&function.returns) { function.returns.clone() } else { element.to_owned() };
    (returns, function.parameters.iter().map(|parameter| kind(&parameter.kind)).collect())
}

fn is_size(name: &str) -> bool {
    ["size", "count", "length", "len", "num", "total", "max", "cards"].iter().any(|word| name.contains(word))
        || name == "n"
}

/// Whether the names of its parameters say that the maximum comes first.
fn takes_the_maximum_first(function: &Function) -> bool {
    let name = |nth: usize| -> String {
        function.parameters.get(nth).and_then(|one| one.name.clone()).unwrap_or_default().to_lowercase()
    };
    let is = |name: &str, words: &[&str]| words.iter().any(|word| name.contains(word));
    is(&name(0), &["max", "high", "upper"]) && is(&name(1), &["min", "low"])
}

/// How a function is called, as the compiler finds.
fn fits(role: Role, function: &Function, at: (usize, usize), told: Made) -> Way<'_> {
    let called = match told {
        Ok(called) => called,
        Err(why) => return Way::Doubt(format!("{why}.")),
    };
    let numbers: Vec<i64> =
        called.values().unwrap_or_default().iter().filter_map(crate::unit::Value::number).collect();
    let written = declaration(function);
    match numbers.first() {
        Some(1) => {
            let (by_text, by_object) = (numbers.get(1) == Some(&2), numbers.get(1) == Some(&3));
            let result = match numbers.get(2) {
                Some(0) => Gives::Nothing,
                Some(2) => Gives::Text,
                Some(3) => Gives::Object,
                Some(4) => Gives::Place,
                _ => Gives::Number,
            };
            Way::Ready(Ready { function, at, by_text, by_object, result })
        }
        Some(3) => {
            let class = scoped(function);
            let class = class.rsplit_once("::").map_or("", |(class, _)| class);
            Way::Doubt(format!("there is no plain way to make a `{class}`."))
        }
        Some(4) => Way::Doubt(format!("`{written}` takes another array than the one that is initialised.")),
        Some(0) => Way::Doubt(format!("`{written}` takes no array of 52 cards.")),
        _ if role == Role::GetRandom => {
            Way::Doubt(format!("`{written}` does not take two numbers and give one."))
        }
        _ => Way::Doubt(format!("what `{written}` is to be given is not clear.")),
    }
}
