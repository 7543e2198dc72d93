//! Cards that a program shows once more beside the game: tables of both hands, and the card it has just told.

use std::rc::Rc;

use super::facts::{Hand, Round};
use super::line::{CardIn, Line};
use crate::assignment::lexicon::{CardName, template};
use crate::assignment::words::{Owner, owners_in, patterns};

patterns! {
    last_card = r"\blast card\b";
    versus = r"\b(?:vs|versus|against)\b";
}

/// The last card that was told, and the line that told it.
#[derive(Debug, Clone)]
pub(super) struct Told {
    pub(super) turn: usize,
    pub(super) name: CardName,
    pub(super) line: String,
}

impl Told {
    /// Whether a line of this turn tells the same card in other words, as an aside: `(new card: Five of Clubs)`. The
    /// "last card" may be an older one of the round.
    ///
    /// Cards come twice by chance as well: then one statement prints both, or no aside.
    pub(super) fn is_again(&self, line: &str, said: &Line, turn: usize, round: Option<&Round>) -> bool {
        let [card] = said.cards.as_slice() else { return false };
        let text = line.trim();
        let bracketed = text.starts_with(['(', '[']) && text.ends_with([')', ']', '.']);
        let last = last_card().is_match(text);
        if self.turn != turn || !bracketed && !last || template(line) == template(&self.line) {
            return false;
        }
        let held = || round.is_some_and(|round| hands(round).any(|name| *name == card.name));
        card.name == self.name || bracketed && last && held()
    }
}

/// Whether a table of both hands may begin here: with a line that names both sides and says no more, or with one of
/// several cards.
pub(super) fn may_begin(lines: &[(usize, &str)]) -> bool {
    let Some((_, first)) = lines.first() else { return false };
    is_header(first) || Line::read(first).cards.len() > 1
}

/// What a table shows.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Its lines; none where there is no table.
    pub(super) lines: usize,
    /// The cards that nobody held before: the dealer's, which are shown here first.
    pub(super) new: Vec<(usize, CardName)>,
}

/// The table that begins here and shows, in columns or in one row, cards that the hands hold already: whose a card is
/// cannot be told from its line.
pub(super) fn table(lines: &[(usize, &str)], round: &Round) -> Table {
    let headed = usize::from(lines.first().is_some_and(|(_, line)| is_header(line)));
    let block: Vec<(usize, Rc<Line>)> = lines
        .iter()
        .skip(headed)
        .map(|(index, line)| (*index, Line::read(line)))
        .take_while(|(_, said)| !said.cards.is_empty())
        .collect();
    let cards = || block.iter().flat_map(|(index, said)| said.cards.iter().map(move |card| (*index, card)));
    if cards().count() < 2 || cards().any(|(_, card)| card.owner.is_some()) {
        return Table::default();
    }
    let (player, dealer) = (names(&round.player), names(&round.dealer));
    let both = [player.as_slice(), &dealer].concat();
    let shown: Vec<&CardName> = cards().map(|(_, card)| &card.name).collect();
    let is_mixed = block.iter().any(|(_, said)| {
        let row: Vec<&CardName> = said.cards.iter().map(|card| &card.name).collect();
        row.len() > 1 && !within(&row, &player) && !within(&row, &dealer)
    });
    let lines_of_it = headed + block.len();
    if within(&shown, &both) && (headed == 1 || is_mixed && shown.len() == both.len()) {
        return Table { lines: lines_of_it, new: Vec::new() };
    }
    // The dealer's hand may be shown for the first time, beside the whole of the player's.
    let is_row = block.len() == 1 && lines.first().is_some_and(|(_, line)| versus().is_match(line));
    if dealer.is_empty() && player.len() > 1 && is_mixed && (headed == 1 || is_row) {
        let middle = lines.first().and_then(|(_, line)| middle(line)).unwrap_or(0);
        let (left, right): (Vec<_>, Vec<_>) = cards().partition(|(_, card)| card.start < middle);
        let is_player = |side: &[(usize, &CardIn)]| {
            let names: Vec<&CardName> = side.iter().map(|(_, card)| &card.name).collect();
            names.len() == player.len() && within(&names, &player)
        };
        let new = if is_player(&left) { Some(right) } else { is_player(&right).then_some(left) };
        if let Some(new) = new {
            let new = new.into_iter().map(|(index, card)| (index, card.name.clone())).collect();
            return Table { lines: lines_of_it, new };
        }
    }
    Table::default()
}

/// Where the second column begins: under the second owner that the head of a table names, or at the `vs` of a row.
fn middle(line: &str) -> Option<usize> {
    match versus().find(line) {
        Some(word) => Some(word.start()),
        None => owners_in(line).get(1).map(|(start, _)| *start),
    }
}

/// Whether a line names both sides and says nothing else: the head of a table.
pub(super) fn is_header(line: &str) -> bool {
    let mut owners = Vec::new();
    for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match owners_in(word).as_slice() {
            [(_, owner)] => owners.push(*owner),
            _ => return false,
        }
    }
    owners.len() == 2 && owners.contains(&Owner::Player) && owners.contains(&Owner::Dealer)
}

/// All cards of a round.
fn hands(round: &Round) -> impl Iterator<Item = &CardName> {
    round.player.cards.iter().chain(&round.dealer.cards).map(|seen| &seen.name)
}

fn names(hand: &Hand) -> Vec<&CardName> {
    hand.cards.iter().map(|seen| &seen.name).collect()
}

/// Whether all of these cards are among those, each as often.
fn within(some: &[&CardName], all: &[&CardName]) -> bool {
    let mut left = all.to_vec();
    some.iter().all(|card| {
        let at = left.iter().position(|other| other == card);
        at.is_some_and(|at| {
            left.swap_remove(at);
            true
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_tables_name_both_sides_and_no_more() {
        assert!(is_header("| PLAYER   | DEALER  |") && is_header("  You        Dealer"));
        assert!(!is_header("Dealer beats you") && !is_header("Dealer:") && !is_header("----"));
    }

    #[test]
    fn an_aside_tells_the_card_in_other_words() {
        let card = |line: &str| Line::read(line).cards[0].name.clone();
        let told = |line: &str| Told { turn: 1, name: card(line), line: line.to_owned() };
        let again = |first: &str, line: &str, turn| told(first).is_again(line, &Line::read(line), turn, None);
        let drew = "You drew the Five of Clubs, now you have 15";
        assert!(again(drew, "(last card dealt: Five of Clubs)", 1));
        assert!(again(drew, "The last card was the Five of Clubs.", 1));
        assert!(!again(drew, "(last card dealt: Five of Clubs)", 2));
        assert!(!again(drew, "(last card dealt: Six of Clubs)", 1));
        assert!(!again(drew, "Then the Five of Clubs", 1));
        assert!(!again("(Five of Clubs)", "(Five of Clubs)", 1));
    }
}
