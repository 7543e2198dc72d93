//! `draw_card`, called on every rank at every total.

use reference::cards::{Rank, Suit};
use reference::casino::card_value;

use super::roles::{Candidate, Fits, Role, Roles};
use super::{Case, review, unmakeable, written};
use crate::assignment::finding::plain_check;
use crate::assignment::lexicon::cards_in;
use crate::assignment::{Check, Evidence, RuleEntry, Status};
use crate::play::PlayError;
use crate::source::Function;
use crate::unit::{Called, End, declaration, how_it_broke, shortened, spoken};

const ID: &str = "draw-card";

/// The rule.
pub(super) const DRAW_CARD: RuleEntry = RuleEntry {
    id: ID,
    title: "draw_card(card, total) returns the value of the card it names",
    doc: "`int draw_card(string &card, int total)` draws a card, describes it in `card`, and returns the value to be \
          added to the total; it prints nothing. It is called directly, with every rank at every total from 0 to \
          20.\n\n\
          Handout: \"This function does not return the total! It returns the value of the card that was drawn.\" and \
          \"Do not output anything in the function draw card!\"\n\
          Broken by: no such function; another type (`void draw_card(string &, int &)`, a description that is not \
          passed by reference); the running total, or the rank of a king, returned in place of the value; no \
          description; a line printed.\n\
          Accepted: other capitals (`drawCard`, with a remark), a static function, a class member, any way from \
          rand() to a card.\n\
          A wrong value or name that play shows is judged there (`ace-high`, `face-ten`, `card-names` …) and not here \
          again. What cannot be called, though its type is right, is left to a person.\n",
};

/// One call.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    total: i64,
    /// What `rand()` returned, if it was scripted.
    pub(super) script: Option<u32>,
    called: Called,
    /// The rank and suit the description names, or most likely means.
    pub(super) rank: Option<Rank>,
    pub(super) suit: Option<Suit>,
    /// The description is one card's proper name.
    proper: bool,
}

/// The calls that were made, for what they tell of ranks and suits.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    pub(super) draws: Vec<Draw>,
    /// The scripted values decide which card comes.
    pub(super) scripted: bool,
}

/// Calls it and judges.
pub(super) fn judge(
    case: &Case<'_>,
    roles: &mut Roles<'_>,
    remarks: &mut Vec<String>,
) -> Result<(Check, Drawn), PlayError> {
    let ways = roles.ways(Role::Draw, &case.setting)?;
    let Some((candidate, fits)) = ways.into_iter().next() else {
        let message = "There is no function `draw_card`; the handout asks for `int draw_card(string &card, int total)`.";
        return Ok((
            Check { seen: 1, broken: 1, ..plain_check(ID, Status::Fail, message) },
            Drawn::default(),
        ));
    };
    let function = candidate.function;
    let check = match &fits {
        Fits::Yes => {
            let drawn = sweep(case, roles, &candidate)?;
            if function.name != "draw_card" {
                remarks.push(format!("`draw_card` is spelled `{}`.", function.name));
            }
            return Ok((verdict(case, function, &drawn), drawn));
        }
        Fits::Unknown(why) => review(ID, &function.name, why),
        Fits::NoObject => review(ID, &function.name, &unmakeable(function)),
        Fits::No | Fits::NoText => {
            let message = format!(
                "`draw_card` is written as `{}`; the handout asks for `int draw_card(string &card, int total)`.",
                declaration(function)
            );
            written(case, ID, function, message)
        }
    };
    Ok((check, Drawn::default()))
}

/// The highest total a card is drawn at.
const TOTALS: i64 = 20;
/// How often one value is returned in a row: whatever the order of the draws, they all see it; and a function that
/// draws until it likes what it sees gets other values then.
const IN_A_ROW: usize = 6;
/// Draws at each total where no script decides.
const UNSCRIPTED: usize = 52;

/// Finds out what `rand()` must return for each rank, from what comes of it, and then calls with each at each total.
fn sweep(case: &Case<'_>, roles: &mut Roles<'_>, candidate: &Candidate<'_>) -> Result<Drawn, PlayError> {
    // The remainders by 13, by 4 and by 52 are all there are; a function that scales needs values far apart.
    let small = 0..52;
    let spread = (0..52_u64).map(|n| ((2 * n + 1) * (1 << 31) / 104) as u32);
    let again = 0..13;
    let tries: Vec<u32> = small.chain(spread).chain(again).collect();
    let mut draws = draw(case, roles, candidate, tries.iter().map(|value| (0, Some(*value))))?;
    let ranks = |range: std::ops::Range<usize>| -> Vec<Option<Rank>> {
        draws.get(range).unwrap_or_default().iter().map(|draw| draw.rank).collect()
    };
    let scripted = draws.len() == tries.len() && ranks(0..13) == ranks(104..117);
    let mut plan: Vec<(i64, Option<u32>)> = Vec::new();
    if scripted {
        let values = Rank::ALL.map(|rank| -> Vec<u32> {
            draws.iter().filter(|draw| draw.rank == Some(rank)).filter_map(|draw| draw.script).collect()
        });
        for total in 1..=TOTALS {
            let of_rank = values.iter().filter(|values| !values.is_empty());
            plan.extend(of_rank.map(|values| (total, Some(values[total as usize % values.len()]))));
        }
    } else {
        plan.extend((0..=TOTALS).flat_map(|total| vec![(total, None); UNSCRIPTED]));
    }
    // A function that never comes back at the first total will not do so at the others.
    if draws.len() == tries.len() {
        draws.extend(draw(case, roles, candidate, plan.into_iter())?);
    }
    Ok(Drawn { draws, scripted })
}

fn draw(
    case: &Case<'_>,
    roles: &mut Roles<'_>,
    candidate: &Candidate<'_>,
    plan: impl Iterator<Item = (i64, Option<u32>)>,
) -> Result<Vec<Draw>, PlayError> {
    let plan: Vec<(i64, Option<u32>)> = plan.collect();
    let script = |value: Option<u32>| value.map_or_else(Vec::new, |value| vec![value; IN_A_ROW]);
    let arguments: Vec<(i64, Vec<u32>)> =
        plan.iter().map(|(total, value)| (*total, script(*value))).collect();
    let made = roles.call(candidate, &case.setting, &arguments)?;
    let pairs = plan.into_iter().zip(made);
    Ok(pairs.filter_map(|((total, script), called)| Some(Draw::new(total, script, called.ok()?))).collect())
}

impl Draw {
    fn new(total: i64, script: Option<u32>, called: Called) -> Self {
        let mut draw = Self { total, script, called, rank: None, suit: None, proper: false };
        if let [card] = cards_in(draw.description()).as_slice() {
            (draw.rank, draw.suit) = (card.name.rank, card.name.suit);
            draw.proper = card.name.wrong.is_none() && draw.rank.is_some() && draw.suit.is_some();
        }
        draw
    }

    fn value(&self) -> Option<i64> {
        self.called.values()?.first()?.number()
    }

    fn description(&self) -> &str {
        self.called.values().and_then(|values| values.get(1)?.text()).unwrap_or_default()
    }

    /// The first thing wrong with it.
    fn fault(&self) -> Option<Fault> {
        let Some(value) = self.value() else { return Some(Fault::Broken) };
        if !self.called.printed.is_empty() {
            return Some(Fault::Printed);
        }
        if self.description().trim().is_empty() {
            return Some(Fault::Undescribed);
        }
        if !self.proper {
            return Some(Fault::Misnamed);
        }
        let rank = self.rank?;
        let right = card_value(rank, self.total);
        (value != right).then_some(Fault::Value(rank, right))
    }
}

/// What is wrong with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// It did not come back.
    Broken,
    /// It printed.
    Printed,
    /// The description was left empty.
    Undescribed,
    /// The description is no card's name.
    Misnamed,
    /// It returned another value than this rank's.
    Value(Rank, i64),
}

impl Fault {
    /// How plain it is; the plainest comes first.
    fn order(self) -> u8 {
        match self {
            Self::Broken => 0,
            Self::Printed => 1,
            Self::Undescribed => 2,
            Self::Misnamed => 3,
            Self::Value(..) => 4,
        }
    }

    /// Whether a failed rule of play tells of it already.
    fn is_told(self, case: &Case<'_>) -> bool {
        let told = |ids: &[&str]| ids.iter().any(|id| case.failed(id));
        match self {
            Self::Broken => told(&["exits-cleanly"]),
            Self::Printed => false,
            Self::Undescribed | Self::Misnamed => told(&["card-names"]),
            Self::Value(Rank::Ace, 11) => told(&["ace-high", "ace-sticky", "totals"]),
            Self::Value(Rank::Ace, _) => told(&["ace-low", "ace-sticky", "totals"]),
            Self::Value(Rank::Jack | Rank::Queen | Rank::King, _) => told(&["face-ten", "totals"]),
            Self::Value(..) => told(&["totals"]),
        }
    }
}

fn verdict(case: &Case<'_>, function: &Function, drawn: &Drawn) -> Check {
    let all = &drawn.draws;
    let seen = all.len() as u32;
    if all.is_empty() {
        return review(ID, &function.name, "no call of it came about.");
    }
    if let Some(why) = unprepared(case, all) {
        return review(ID, &function.name, why);
    }
    let faults = all.iter().filter_map(|draw| Some((draw.fault()?, draw)));
    let (told, broken): (Vec<_>, Vec<_>) = faults.partition(|(fault, _)| fault.is_told(case));
    let count = broken.len() as u32;
    // The plainest first; of values the one at the total that is easiest to follow.
    let simple = |(fault, draw): &(Fault, &Draw)| (fault.order(), (draw.total - 10).abs(), draw.rank);
    let Some((fault, worst)) = broken.into_iter().min_by_key(simple) else {
        let apart = if told.is_empty() { "" } else { ", apart from what other rules tell of" };
        let message = format!("`{}` returns the value of the card it names{apart}.", function.name);
        return Check { seen, ..plain_check(ID, Status::Pass, message) };
    };
    let (message, evidence) = proof(function, fault, worst);
    Check { id: ID, status: Status::Fail, seen, broken: count, message, evidence: Some(evidence) }
}

/// Why the calls say nothing: none works, although play shows that the function does. It needs what `main` sets up.
fn unprepared(case: &Case<'_>, draws: &[Draw]) -> Option<&'static str> {
    let every = |test: &dyn Fn(&Draw) -> bool| draws.iter().all(test);
    let plays = !case.failed("exits-cleanly");
    if plays && every(&|draw| draw.fault() == Some(Fault::Broken) && !matches!(draw.called.end, End::Asked)) {
        return Some(
            "no call of it came back, though it does in play: it may need what `main` sets up first.",
        );
    }
    let names = !case.failed("card-names");
    if names && every(&|draw| matches!(draw.fault(), Some(Fault::Broken | Fault::Misnamed))) {
        return Some("its descriptions cannot be read: it may need what `main` sets up first.");
    }
    let counts = !case.failed("totals");
    let is_blank = |draw: &Draw| draw.description().trim().is_empty();
    if names && counts && every(&|draw| is_blank(draw) && draw.value().is_none_or(|value| value == 0)) {
        return Some("it draws nothing: it may need what `main` sets up first.");
    }
    None
}

/// The fault in words, and a call that shows it.
fn proof(function: &Function, fault: Fault, draw: &Draw) -> (String, Evidence) {
    let name = &function.name;
    let total = draw.total;
    let described = format!("{:?}", draw.description());
    let returned = draw.value().map_or_else(String::new, |value| value.to_string());
    let (result, expected, message) = match fault {
        Fault::Broken => {
            let what = how_it_broke(&draw.called);
            let expected = "It returns the value of the card it draws.".to_owned();
            (what.clone(), expected, format!("`{name}(card, {total})` {what}."))
        }
        Fault::Printed => {
            let printed = format!("prints {:?}", shortened(&draw.called.printed));
            let expected = "It prints nothing: all output is done in main.".to_owned();
            (printed.clone(), expected, format!("`{name}(card, {total})` {printed}."))
        }
        Fault::Undescribed => {
            let expected = "The card's name is put into `card`, as in \"Two of Diamonds\".".to_owned();
            let message = format!("`{name}` returns {returned} and leaves `card` empty.");
            (format!("returns {returned}, card is empty"), expected, message)
        }
        Fault::Misnamed => {
            let expected = "The card's name is put into `card`, as in \"Two of Diamonds\".".to_owned();
            let message = format!("`{name}` describes a card as {described}.");
            (format!("returns {returned}, card is {described}"), expected, message)
        }
        Fault::Value(rank, right) => {
            let adds = format!("{} {} adds {right} at a total of {total}", article(rank), rank.name());
            let message =
                format!("`{name}(card, {total})` draws {described} and returns {returned}: {adds}.");
            let expected = format!("{}, and that value is returned.", capital(&adds));
            (format!("returns {returned}, card is {described}"), expected, message)
        }
    };
    let evidence = Evidence::Call {
        function: name.clone(),
        arguments: format!("card, {total}"),
        result,
        expected,
        snippet: snippet(function, fault, draw),
    };
    (message, evidence)
}

fn article(rank: Rank) -> &'static str {
    if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Lines for `main` that show the same, whatever cards come.
fn snippet(function: &Function, fault: Fault, draw: &Draw) -> String {
    let (before, name) = spoken(function);
    let total = draw.total;
    let call = |body: &str| {
        format!(
            "{before}for (int i = 0; i < 1000; i++) {{\n    std::string card;\n    int value = {name}(card, {total});\n{body}}}"
        )
    };
    match fault {
        Fault::Broken => {
            format!("{before}std::string card;\nstd::cout << {name}(card, {total}) << std::endl;")
        }
        Fault::Printed => format!("{before}std::string card;\n{name}(card, {total});"),
        Fault::Undescribed | Fault::Misnamed => {
            format!("{before}std::string card;\n{name}(card, {total});\nstd::cout << card << std::endl;")
        }
        Fault::Value(..) => {
            let card = draw.description().replace('\\', "\\\\").replace('"', "\\\"");
            call(&format!(
                "    if (card == \"{card}\") {{\n        std::cout << card << \" \" << value << std::endl;\n        break;\n    }}\n"
            ))
        }
    }
}
