//! How a player chooses moves: each plan looks at what the program shows, and nothing else.

use reference::bluejack::{
    BOARD_CARDS, Card, Colour, GOAL, Move, Side, blue_twenty, board_sum, busted, game_deck_card, legal_move,
    playable,
};

use super::facts::cards_of;
use super::table::Table;

/// A plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Stands from this sum on; a card of the hand saves a sum over 20.
    StandFrom(i64),
    /// Ends every turn.
    End,
    /// Ends every turn up to 20, and stands over it.
    StandOver,
    /// Plays the first card of the hand in each turn, then stands from 17 on.
    First,
    /// Plays the last card of the hand in each turn, then stands from 17 on.
    Last,
    /// Plays Flip and Double on boards of one to three cards, then stands from 17 on.
    Change,
    /// Keeps the sum low to fill the board.
    Fill,
    /// Plays a card in each turn to fill the board, the lowest first.
    FillFast,
    /// Wants 20 with blue cards only.
    Blue,
    /// The same, and leaves as soon as a set cannot be it.
    BlueOrLeave,
    /// Wants to stand with the computer's sum.
    Level,
    /// Whatever is legal, by the number given.
    Any(u32),
    /// Leaves at the first question.
    Leave,
}

/// What a player knows.
struct View<'a> {
    hand: &'a [Card],
    board: &'a [Card],
    sum: i64,
    table: &'a Table,
}

impl View<'_> {
    /// The sum after a card of the hand.
    fn with(&self, card: Card) -> i64 {
        board_sum(&[self.board, &[card]].concat())
    }

    /// The places of the cards that can be played, with the sums they lead to.
    fn options(&self) -> impl Iterator<Item = (usize, Card, i64)> {
        let cards = self.hand.iter().enumerate().filter(|(_, card)| playable(**card, self.board));
        cards.map(|(place, card)| (place, *card, self.with(*card)))
    }

    /// The card that saves a sum over 20 best.
    fn rescue(&self) -> Option<Move> {
        let saved = self.options().filter(|(_, _, sum)| !busted(*sum));
        saved.max_by_key(|(_, _, sum)| *sum).map(|(place, ..)| Move::Play(place))
    }

    fn stand_from(&self, least: i64) -> Move {
        if busted(self.sum) {
            return self.rescue().unwrap_or(Move::End);
        }
        if self.sum >= least { Move::Stand } else { Move::End }
    }
}

/// The move of a plan, as it is typed; `None` to leave. `asked` is the number of the question.
pub(super) fn choose(plan: Plan, table: &Table, asked: usize) -> Option<String> {
    let hand = cards_of(&table.hand).unwrap_or_default();
    let board = cards_of(&table.boards.human.cards).unwrap_or_default();
    let sum = table.boards.human.shown.unwrap_or_else(|| board_sum(&board));
    let view = View { hand: &hand, board: &board, sum, table };
    let chosen = match plan {
        Plan::Leave => return None,
        Plan::BlueOrLeave if !board.iter().all(is_blue) => return None,
        Plan::StandFrom(least) => view.stand_from(least),
        Plan::StandOver if busted(sum) => Move::Stand,
        Plan::End | Plan::StandOver => Move::End,
        Plan::First => {
            view.options().next().map_or_else(|| view.stand_from(17), |(place, ..)| Move::Play(place))
        }
        Plan::Last => {
            view.options().last().map_or_else(|| view.stand_from(17), |(place, ..)| Move::Play(place))
        }
        Plan::Change => change(&view),
        Plan::Fill => fill(&view),
        Plan::FillFast => {
            let lowest = view.options().min_by_key(|(_, _, sum)| *sum);
            lowest.map_or_else(|| fill(&view), |(place, ..)| Move::Play(place))
        }
        Plan::Blue | Plan::BlueOrLeave => blue(&view),
        Plan::Level => level(&view),
        Plan::Any(salt) => any(&view, salt, asked),
    };
    Some(typed(chosen))
}

/// A move as it is typed.
pub(super) fn typed(chosen: Move) -> String {
    match chosen {
        Move::End => "end".to_owned(),
        Move::Stand => "stand".to_owned(),
        Move::Play(place) => format!("play {}", place + 1),
    }
}

fn change(view: &View<'_>) -> Move {
    // On one card alone, what changes the last cannot be told from what changes all.
    let is_due = |place: usize| view.board.len() > place % 3 || busted(view.sum);
    let special = view.options().find(|(place, card, _)| card.value().is_none() && is_due(*place));
    special.map_or_else(|| view.stand_from(17), |(place, ..)| Move::Play(place))
}

/// Plays the card that leaves the lowest sum, if it lowers it or can hardly hurt.
fn fill(view: &View<'_>) -> Move {
    let lowest = view.options().min_by_key(|(_, _, sum)| *sum);
    if let Some((place, _, sum)) = lowest {
        let is_last = view.board.len() + 1 == BOARD_CARDS && sum <= GOAL;
        if sum < view.sum || is_last {
            return Move::Play(place);
        }
    }
    // A board that can win by its ninth card is not given up; one at 20 can hardly grow.
    if view.board.len() >= BOARD_CARDS { Move::Stand } else { Move::End }
}

fn is_blue(card: &Card) -> bool {
    card.colour() == Some(Colour::Blue)
}

fn blue(view: &View<'_>) -> Move {
    if blue_twenty(view.board) {
        return Move::Stand;
    }
    if !view.board.iter().all(is_blue) {
        // This set cannot be it: the next one should come, and the game not be lost.
        return if busted(view.sum) || view.sum < 17 { Move::End } else { Move::Stand };
    }
    let with = |card: Card| [view.board, &[card]].concat();
    if let Some((place, ..)) = view.options().find(|(_, card, _)| blue_twenty(&with(*card))) {
        return Move::Play(place);
    }
    // The next draw makes 20 if there is such a card, and neither hand nor board has it.
    let sets_up = |sum: i64| {
        let wanted = Card::Plain { colour: Colour::Blue, value: GOAL - sum };
        game_deck_card(wanted) && !view.hand.contains(&wanted) && !view.board.contains(&wanted)
    };
    let card = view.options().find(|(_, card, sum)| is_blue(card) && sets_up(*sum) && !sets_up(view.sum));
    card.map_or(Move::End, |(place, ..)| Move::Play(place))
}

fn level(view: &View<'_>) -> Move {
    let computer = &view.table.boards[Side::Computer];
    let goal =
        computer.shown.unwrap_or_else(|| cards_of(&computer.cards).map_or(17, |cards| board_sum(&cards)));
    if !view.table.stood.computer {
        return if view.sum >= 17 { view.stand_from(17) } else { Move::End };
    }
    if view.sum == goal {
        return Move::Stand;
    }
    let levels = view.options().find(|(_, _, sum)| *sum == goal);
    levels.map_or_else(
        || if view.sum < goal { Move::End } else { view.stand_from(15) },
        |(place, ..)| Move::Play(place),
    )
}

/// A choice that looks like chance, and is the same each time.
fn any(view: &View<'_>, salt: u32, asked: usize) -> Move {
    let mut mixed = u64::from(salt) << 32 | asked as u64;
    for _ in 0..2 {
        mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 32;
    }
    let options: Vec<Move> = view.options().map(|(place, ..)| Move::Play(place)).collect();
    match mixed % 8 {
        0 | 1 => options.get((mixed / 8) as usize % options.len().max(1)).copied().unwrap_or(Move::End),
        2 if view.sum >= 15 => Move::Stand,
        3..=5 => Move::End,
        _ => view.stand_from(16),
    }
}

/// Whether an answer is a legal move at this table, as far as it is known.
pub(super) fn is_legal(answer: &str, table: &Table) -> bool {
    let (hand, board) = (cards_of(&table.hand), cards_of(&table.boards.human.cards));
    hand.zip(board).is_some_and(|(hand, board)| legal_move(answer, &hand, &board).is_some())
}
