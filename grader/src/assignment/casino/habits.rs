//! Habits of a program that no single line tells: whose a kind of line is, which question is the bet, and lists of the
//! hand at the end of the turn.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::facts::{Ask, Round};
use super::line::{CardIn, Line};
use super::question::{Kind, form_of};
use crate::assignment::lexicon::{CardName, template};
use crate::assignment::words::Owner;

/// What is known of a program from the session that tried it out.
#[derive(Debug, Clone, Default)]
pub struct Habits {
    /// Questions whose kind is known from rounds that left no doubt, by their form.
    pub(super) kinds: BTreeMap<String, Kind>,
    /// Forms of lines that name nobody known and come in the dealer's turn only: "Bob: Ten of Clubs".
    pub(super) dealers: BTreeSet<String>,
    /// The player's whole hand is listed once more at the end of the turn.
    pub(super) lists_again: bool,
    /// The dealer's turn begins with the hidden card, and not with the open one once more.
    pub(super) hole_first: bool,
    /// The open card is not shown again at later questions.
    pub(super) open_once: bool,
}

impl Habits {
    /// Forgets all but the questions for the bet, and tells whether there are any.
    pub(super) fn keep_bets(&mut self) -> bool {
        let bets = self.kinds.clone().into_iter().filter(|(_, kind)| *kind == Kind::Bet);
        let kinds: BTreeMap<String, Kind> = bets.collect();
        let are_known = !kinds.is_empty();
        if are_known {
            *self = Self { kinds, ..Self::default() };
        }
        are_known
    }
}

/// What a session shows of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Watch {
    kinds: BTreeMap<String, Option<Kind>>,
    /// How often a form stood in the player's turn, and in the dealer's.
    forms: BTreeMap<String, [u32; 2]>,
    /// Ends of the player's turn with the hand listed once more, and without.
    lists: [u32; 2],
    /// Turns of the dealer that begin with the open card once more, and with another.
    reveals: [u32; 2],
    /// Later questions at which the open card is shown again.
    shown_again: u32,
}

/// Whose a turn's text is, by the answer before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The first card is the player's.
    Player,
    /// The player has stopped.
    Dealer,
}

impl Watch {
    /// Notes a question's form with the kind that the state of the game gives it; a form of two kinds means nothing.
    pub(super) fn question(&mut self, lines: &[&str], kind: Kind) {
        self.kind(form_of(lines), kind);
    }

    /// A number given to this question dealt cards: it asked for the bet.
    pub(super) fn bet(&mut self, form: &str) {
        self.kind(form.to_owned(), Kind::Bet);
    }

    fn kind(&mut self, form: String, kind: Kind) {
        // A bare "> " is the form of every question.
        if form.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
            self.kinds
                .entry(form)
                .and_modify(|other| *other = other.filter(|other| *other == kind))
                .or_insert(Some(kind));
        }
    }

    /// Notes the lines of a turn: what was asked and answered before it, and what is asked at its end.
    pub(super) fn turn(&mut self, lines: &[&str], asked: &[Ask], asks: Kind, round: &Round) {
        let before = asked.last();
        let Some(Ask { kind: Kind::Bet | Kind::Hit, answer: Some(_), yes, .. }) = before else { return };
        let stopped = *yes == Some(false);
        let turn = if stopped && asks != Kind::Hit { Turn::Dealer } else { Turn::Player };
        let held = round.hits.last().map_or(0, |hit| hit.cards).min(round.player.cards.len());
        let hand: Vec<&CardName> = round.player.cards[..held].iter().map(|seen| &seen.name).collect();
        let said: Vec<(&str, Rc<Line>)> = lines.iter().map(|line| (*line, Line::read(line))).collect();
        let mut open = round.dealer.cards.iter().take_while(|seen| seen.place.turn < asked.len());
        let open = open.next().filter(|_| open.next().is_none()).map(|seen| &seen.name);
        match turn {
            Turn::Player => {
                let all = said.iter().flat_map(|(_, line)| &line.cards);
                let again = |card: &CardIn| card.owner == Some(Owner::Dealer) && Some(&card.name) == open;
                self.shown_again += u32::from(all.into_iter().any(again));
                // Without a question at its end the dealer may have played in the same turn.
                let first = said.iter().position(|(_, line)| !line.cards.is_empty()).map_or(0, |at| at + 1);
                let sure = if asks == Kind::Hit { said.len() } else { first };
                said[..sure].iter().for_each(|(text, line)| self.form(text, line, 0));
            }
            Turn::Dealer => {
                let cards: Vec<&CardName> =
                    said.iter().flat_map(|(_, line)| line.cards.iter().map(|card| &card.name)).collect();
                let first = cards.iter().find(|name| !hand.contains(name));
                if let Some((open, first)) = open.zip(first) {
                    self.reveals[usize::from(open != *first)] += 1;
                }
                if cards.len() >= 2 && held >= 2 {
                    self.lists[usize::from(!cards.starts_with(&hand))] += 1;
                }
                let is_held = |line: &Line| line.cards.iter().all(|card| hand.contains(&&card.name));
                for (nth, (text, line)) in said.iter().enumerate() {
                    let has_cards = |line: &&(&str, Rc<Line>)| !line.1.cards.is_empty();
                    // A line without cards tells the total of those before it, or heads those that follow.
                    let of = match (line.cards.is_empty(), line.totals.is_empty()) {
                        (false, _) => said.get(nth),
                        (true, false) => said[..nth].iter().rfind(has_cards),
                        (true, true) => said.get(nth + 1).filter(has_cards),
                    };
                    if let Some((_, cards)) = of {
                        self.form(text, line, usize::from(!is_held(cards)));
                    }
                }
            }
        }
    }

    fn form(&mut self, text: &str, line: &Line, side: usize) {
        let form = form_of_line(text);
        if line.owner.is_none() && line.row.is_none() && form.contains(char::is_alphabetic) {
            self.forms.entry(form).or_default()[side] += 1;
        }
    }

    /// What is known now.
    pub(super) fn habits(&self) -> Habits {
        let kinds = self.kinds.iter().filter_map(|(form, kind)| Some((form.clone(), (*kind)?)));
        let dealers = self.forms.iter().filter(|(_, [player, dealer])| *player == 0 && *dealer > 0);
        Habits {
            kinds: kinds.collect(),
            dealers: dealers.map(|(form, _)| form.clone()).collect(),
            lists_again: self.lists[0] > 1 && self.lists[0] > self.lists[1],
            hole_first: self.reveals[1] > self.reveals[0],
            open_once: self.shown_again == 0,
        }
    }
}

/// The form of a line, whatever the number of its cards.
pub(super) fn form_of_line(line: &str) -> String {
    let form = template(line);
    match (form.find('@'), form.rfind('@')) {
        (Some(first), Some(last)) => format!("{}{}", &form[..first], &form[last..]),
        _ => form,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length_have_one_form() {
        assert_eq!(form_of_line("Bob: 2 of Clubs, Ten of Hearts = 12"), "bob: @ = #");
        assert_eq!(form_of_line("Bob: 2 of Clubs = 2"), "bob: @ = #");
        assert_eq!(form_of_line("Bob's at 17."), "bob's at #.");
    }
}
