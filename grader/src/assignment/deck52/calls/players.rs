//! How a program tells player and dealer.

use super::super::code::Role;
use super::deal::marked;
use super::lab::{Lab, Made, Step, Way, Who};
use crate::play::PlayError;
use crate::source::{Code, Node};

/// Two players, and whether the program's own calls name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) who: [Who; 2],
    pub(super) known: bool,
}

/// Codes that programs are wont to use, where the calls do not tell.
const NUMBERS: [(i64, i64); 9] = [
    (1, 2),
    (0, 1),
    ('P' as i64, 'D' as i64),
    ('p' as i64, 'd' as i64),
    (1, -1),
    (2, 3),
    ('Y' as i64, 'D' as i64),
    (-1, -2),
    (1, 0),
];
const TEXTS: [(&str, &str); 4] = [("player", "dealer"), ("Player", "Dealer"), ("P", "D"), ("p", "d")];

/// The players: those whom the program's calls name, else the first of the usual ones for whom cards are marked.
pub(super) fn players(lab: &mut Lab<'_>, code: &Code) -> Result<Option<Pair>, PlayError> {
    let Way::Ready(deal) = lab.way(Role::DealCard).clone() else { return Ok(None) };
    if deal.by_object {
        // The two that the harness makes.
        let who = [Who::Number(0), Who::Number(1)];
        let marks = matches!(tried(lab, &who)?, Tried::Marks);
        return Ok(marks.then_some(Pair { who, known: false }));
    }
    let named = named(code, &deal.function.name, deal.by_text);
    if let [first, second, ..] = named.as_slice() {
        return Ok(Some(Pair { who: [first.clone(), second.clone()], known: true }));
    }
    let mut idle = None;
    for who in usual(&named, deal.by_text) {
        match tried(lab, &who)? {
            Tried::Marks => return Ok(Some(Pair { who, known: false })),
            Tried::Idle => idle = idle.or(Some(who)),
            Tried::Else => {}
        }
    }
    // Cards that are marked for nobody are the program's way, whoever is meant.
    Ok(idle.map(|who| Pair { who, known: false }))
}

/// The players that calls of the functions name by constants, in the order of the text, each once.
fn named(code: &Code, deal: &str, by_text: bool) -> Vec<Who> {
    let score = match Role::ScoreHand.cast(code) {
        super::super::code::Cast::Named(places) => code.functions()[places[0]].name.clone(),
        _ => String::new(),
    };
    let mut all: Vec<Who> = Vec::new();
    for name in [deal, &score] {
        for call in code.calls_of(name) {
            let arguments = code.call(call).part("arguments");
            let told = arguments.into_iter().flat_map(Node::children).filter_map(|argument| {
                if by_text {
                    let text = argument.text().strip_prefix('"')?.strip_suffix('"')?;
                    Some(Who::Text(text.to_owned()))
                } else {
                    code.constant(argument).filter(|value| *value != super::lab::CARDS).map(Who::Number)
                }
            });
            // The array is no constant, and a default for aces comes last.
            if let Some(who) = told.into_iter().next().filter(|who| !all.contains(who)) {
                all.push(who);
            }
        }
    }
    all
}

/// Pairs to try; one player may be known.
fn usual(named: &[Who], by_text: bool) -> Vec<[Who; 2]> {
    let pairs: Vec<[Who; 2]> = if by_text {
        TEXTS.iter().map(|(a, b)| [Who::Text((*a).to_owned()), Who::Text((*b).to_owned())]).collect()
    } else {
        NUMBERS.iter().map(|(a, b)| [Who::Number(*a), Who::Number(*b)]).collect()
    };
    let Some(known) = named.first() else { return pairs };
    let others = pairs.into_iter().flatten().filter(|who| who != known);
    others.map(|who| [known.clone(), who]).collect()
}

/// What came of dealing a few cards.
enum Tried {
    /// Each card is marked, those of the two players otherwise.
    Marks,
    /// All calls come back, and nothing is marked at all.
    Idle,
    /// Anything else.
    Else,
}

/// Deals two cards to each.
fn tried(lab: &mut Lab<'_>, who: &[Who; 2]) -> Result<Tried, PlayError> {
    let deals = [0, 1, 0, 1].map(|nth: usize| Step::Deal(who[nth].clone()));
    let steps: Vec<Step> = std::iter::once(Step::Init).chain(deals).collect();
    let made = lab.game(0, &steps)?;
    let marks: Vec<_> = made.iter().skip(1).filter_map(|made: &Made| marked(made.as_ref().ok()?)).collect();
    Ok(match marks.as_slice() {
        [a, b, c, d] if [a, b, c, d].iter().all(|marks| marks.is_empty()) => Tried::Idle,
        [a, b, c, d] if [a, b, c, d].iter().all(|marks| marks.len() == 1) && a[0].now != b[0].now => {
            Tried::Marks
        }
        _ => Tried::Else,
    })
}
