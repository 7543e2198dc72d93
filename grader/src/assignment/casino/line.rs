//! One line of a program's text, read for all that it says by itself.

use std::rc::Rc;

use super::numbers::{TotalAt, money_in, totals_in};
use crate::assignment::lexicon::{CardName, cards_or_symbols, template};
use crate::assignment::memo::Memo;
use crate::assignment::outcome::{Words, amount_told, announced_in};
use crate::assignment::words::{Owner, owner_at, owners_in, patterns, row_owner};

patterns! {
    // The hidden card is a new one, even where it looks like the open one.
    drawing = r"\bhidden\b|\bface[ -]?down\b|\bhole\b|\b(turns?|turned|flips?|flipped) over\b|\breveals?\b|\b(draws?|drew|drawn|hits?|takes?|took|new card|next card)\b";
}

patterns! {
    history_head = r"^\W*(?:(?:the|your|game|hand|round|card)\s+)*(?:history|statistics|stats|(?:past|previous|earlier)\s+(?:rounds|hands|games))\b[\s:=*#.-]*$";
    numbered = r"^\W*(?:hand|round|game)\s*#?\s*(\d{1,3})\b\s*[:.)\]|-]";
}

/// What a line says.
#[derive(Debug)]
pub(super) struct Line {
    /// Its cards, in order.
    pub(super) cards: Vec<CardIn>,
    /// The first of its cards is somebody's by its words.
    pub(super) labelled: bool,
    /// Whose row it is.
    pub(super) row: Option<Owner>,
    /// It tells of a card that is drawn or turned over.
    pub(super) drawing: bool,
    /// Its numbers that may be totals, in order.
    pub(super) totals: Vec<TotalAt>,
    /// Its form, if it has such numbers.
    pub(super) form: String,
    /// Its cards are symbols: `10♠`.
    pub(super) symbols: bool,
    /// What it tells of earlier rounds.
    pub(super) past: Past,
    /// The owner it names last.
    pub(super) owner: Option<Owner>,
    /// Outcomes it announces.
    pub(super) announced: Vec<Words>,
    /// The amount won or lost.
    pub(super) amount: Option<i64>,
    /// The money left.
    pub(super) money: Option<i64>,
}

/// What a line without cards tells of earlier rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Past {
    /// Nothing, as far as it shows.
    No,
    /// It heads a list of them.
    Head,
    /// It begins with the number of a round.
    Round(usize),
}

impl Past {
    fn of(line: &str) -> Self {
        if history_head().is_match(line) {
            return Self::Head;
        }
        let number = numbered().captures(line).and_then(|found| found[1].parse().ok());
        number.map_or(Self::No, Self::Round)
    }
}

/// A card in a line.
#[derive(Debug)]
pub(super) struct CardIn {
    pub(super) start: usize,
    pub(super) name: CardName,
    pub(super) owner: Option<Owner>,
}

impl Line {
    /// Reads a line, or remembers it.
    pub(super) fn read(line: &str) -> Rc<Self> {
        thread_local! {
            static LINES: Memo<Line> = Memo::new();
        }
        LINES.with(|lines| lines.of(line, Self::anew))
    }

    fn anew(line: &str) -> Self {
        let (found, symbols) = cards_or_symbols(line);
        let row = found.first().and_then(|card| row_owner(&line[..card.start]));
        let cards: Vec<CardIn> = found
            .into_iter()
            .map(|card| CardIn {
                owner: owner_at(line, card.start, card.end),
                start: card.start,
                name: card.name,
            })
            .collect();
        let totals = totals_in(line);
        Self {
            labelled: row.is_some() || cards.first().is_some_and(|card| card.owner.is_some()),
            row,
            drawing: drawing().is_match(line),
            form: if totals.is_empty() { String::new() } else { template(line) },
            symbols,
            past: if cards.is_empty() { Past::of(line) } else { Past::No },
            owner: owners_in(line).last().map(|(_, owner)| *owner),
            announced: announced_in(line),
            amount: amount_told(line),
            money: money_in(line).into_iter().rfind(|money| money.score >= 3).map(|money| money.amount),
            cards,
            totals,
        }
    }
}
