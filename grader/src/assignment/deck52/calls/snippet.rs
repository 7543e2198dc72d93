//! Lines of C++ that show a fault at home.

use super::super::code::Role;
use super::lab::{Lab, Way, Who};
use super::players::Pair;
use crate::source::{Function, Parameter};
use crate::unit::spoken;

/// How the functions are called by hand; empty where the array's type is none that can be told from its text.
pub(super) struct Hand {
    /// What goes before: objects, the array, `InitializeCards`.
    before: String,
    deal: String,
    score: String,
    who: [Who; 2],
}

impl Hand {
    /// The calls as the program would write them.
    pub(super) fn new(lab: &Lab<'_>, pair: &Pair) -> Option<Self> {
        let function = |role: Role| match lab.way(role) {
            Way::Ready(ready) => Some(ready.function),
            _ => None,
        };
        let init = function(Role::InitializeCards)?;
        let array = declared(init.parameters.iter().find(|one| is_array(one))?)?;
        let mut objects: Vec<String> = Vec::new();
        let mut call = |function: Option<&Function>| -> String {
            let Some(function) = function else { return String::new() };
            let (object, name) = spoken(function);
            if !objects.contains(&object) {
                objects.push(object);
            }
            let given = function.parameters.iter().filter(|one| !one.optional).map(|one| {
                if is_array(one) { "cards".to_owned() } else { format!("<{}>", plain(&one.kind)) }
            });
            format!("{name}({})", given.collect::<Vec<_>>().join(", "))
        };
        let start = call(Some(init));
        let (deal, score) = (call(function(Role::DealCard)), call(function(Role::ScoreHand)));
        let before = format!("{}{array}\n{start};\n", objects.concat());
        Some(Self { before, deal, score, who: pair.who.clone() })
    }

    /// A call with the player filled in.
    fn with(call: &str, who: &Who) -> String {
        let Some((head, rest)) = call.split_once('<') else { return call.to_owned() };
        let Some((kind, tail)) = rest.rsplit_once('>') else { return call.to_owned() };
        let code = match who {
            Who::Number(_) if !BUILT_IN.contains(&kind) => format!("({kind}){}", who.written()),
            _ => who.written(),
        };
        format!("{head}{code}{tail}")
    }

    /// Deals so many cards, to both in turn.
    pub(super) fn deals(&self, count: usize, printed: bool) -> String {
        let [one, other] = self.who.each_ref().map(|who| Self::with(&self.deal, who));
        let show = |call: &str| if printed { format!("std::cout << {call} << ' '") } else { call.to_owned() };
        format!(
            "{}for (int i = 0; i < {}; i++) {{\n    {};\n    {};\n}}",
            self.before,
            count.div_ceil(2),
            show(&one),
            show(&other)
        )
    }

    /// Deals and scores both, and sets the array up anew.
    pub(super) fn scores(&self) -> String {
        let [me, other] = self.who.each_ref();
        let score = Self::with(&self.score, me);
        let (mine, others) = (Self::with(&self.deal, me), Self::with(&self.deal, other));
        let start = self.before.trim_end().lines().last().unwrap_or_default();
        format!(
            "{}for (int i = 0; i < 6; i++) {{\n    {mine};\n    std::cout << {score} << ' ' << {score} << ' ';\n    \
             {others};\n    std::cout << {score} << std::endl;\n}}\n{start}\nstd::cout << {score} << std::endl;",
            self.before
        )
    }
}

/// Types that take a number as it is.
const BUILT_IN: [&str; 8] =
    ["int", "char", "short", "long", "unsigned", "unsigned int", "unsigned char", "bool"];

fn is_array(parameter: &Parameter) -> bool {
    let kind = &parameter.kind;
    let is_text = plain(kind).ends_with("string") && !kind.contains('[') && !kind.contains('*');
    !is_text && kind.contains(['*', '[', '<'])
}

/// A type without `const` and what makes it a reference.
fn plain(kind: &str) -> String {
    let words = kind.replace(['&', '*'], " ");
    words.split_whitespace().filter(|word| *word != "const").collect::<Vec<_>>().join(" ")
}

/// The array a parameter takes, as it is declared; `None` for types whose text does not tell.
fn declared(parameter: &Parameter) -> Option<String> {
    let kind = &parameter.kind;
    if kind.contains("vector<") {
        return Some(format!("{} cards(52);", plain(kind)));
    }
    if kind.contains('<') {
        return Some(format!("{} cards;", plain(kind)));
    }
    let element = kind.split(['[', '(']).next()?;
    let element = plain(element);
    (!element.is_empty()).then(|| format!("{element} cards[52];"))
}
