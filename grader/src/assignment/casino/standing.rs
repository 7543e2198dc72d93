//! How the game stands: the money, and whether it is over, as far as a program's words and cards tell.

use reference::casino::{self, Outcome};

use super::facts::{Announced, Next, Round, Session};
use super::question::Kind;

/// Why nothing more may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The player said no to another round.
    Left,
    /// The money is gone.
    Broke,
    /// The money is above the limit.
    Rich,
}

/// Whether the session is over by the rules, as far as the program's own words and cards tell.
pub fn over(session: &Session) -> Option<Over> {
    let round = session.rounds.last()?;
    if let Next::Again { yes: Some(false), .. } = round.next {
        return Some(Over::Left);
    }
    let open_question = session.asks.last().is_some_and(|ask| ask.kind == Kind::Bet && ask.answer.is_none());
    if round.next == Next::Cut && !open_question && !settled_in_words(round)
        || overbet_taken(session, session.rounds.len() - 1)
    {
        return None;
    }
    let money = round.money_after.or_else(|| money_after(session, session.rounds.len() - 1))?;
    match casino::after_round(money) {
        casino::AfterRound::Broke => Some(Over::Broke),
        casino::AfterRound::Rich => Some(Over::Rich),
        casino::AfterRound::AskAgain => None,
    }
}

/// A round still open at a bare question, but whose outcome was announced: the program may be waiting for a last key.
fn settled_in_words(round: &Round) -> bool {
    round.announced.is_some()
}

/// Whether the round was played with more money than the player had.
pub fn overbet_taken(session: &Session, index: usize) -> bool {
    session.rounds.get(index).is_some_and(|round| {
        let bet = round.bet();
        round.dealt()
            && bet.money.or_else(|| money_before(session, index)).is_some_and(|money| bet.bet > money)
    })
}

/// How many bets the coming round has seen refused so far.
pub(super) fn tried_now(session: &Session) -> u32 {
    match session.rounds.last() {
        Some(round) if !round.dealt() && round.next == Next::Cut => round.bets.len() as u32,
        _ => 0,
    }
}

/// What the player owns at the present bet question.
pub(super) fn money_now(session: &Session) -> i64 {
    let shown = session.asks.last().and_then(|ask| ask.money);
    let round = session.rounds.len();
    let again = tried_now(session) > 0;
    shown
        .or_else(|| {
            if again {
                session.rounds.last().and_then(|round| round.bets.iter().find_map(|bet| bet.money))
            } else {
                None
            }
        })
        .or_else(|| if again { money_before(session, round - 1) } else { money_before(session, round) })
        .unwrap_or(casino::START_MONEY)
        .max(1)
}

/// The money before a round: shown at its bet question, or what the rounds before leave.
pub fn money_before(session: &Session, index: usize) -> Option<i64> {
    if let Some(money) =
        session.rounds.get(index).and_then(|round| round.bets.iter().find_map(|bet| bet.money))
    {
        return Some(money);
    }
    if index == 0 {
        return Some(casino::START_MONEY);
    }
    session.rounds[index - 1].money_after.or_else(|| money_after(session, index - 1))
}

/// The money after a round as the announced outcome, or else the cards, have it.
pub fn money_after(session: &Session, index: usize) -> Option<i64> {
    let round = session.rounds.get(index)?;
    let before = money_before(session, index)?;
    let bet = round.bet().bet;
    let change = match round.announced {
        Some(Announced::Win) => bet,
        Some(Announced::Lose) => -bet,
        Some(Announced::Draw) => 0,
        None => outcome_by_cards(round)?.money_change(bet),
    };
    Some(before + change)
}

/// The outcome by the cards shown.
pub fn outcome_by_cards(round: &Round) -> Option<Outcome> {
    let player = round.player.total_by_cards(round.player.cards.len())?;
    if casino::busted(player) {
        return Some(casino::settle(player, None));
    }
    // The open card alone settles nothing.
    if round.dealer.cards.len() < 2 {
        return None;
    }
    let dealer = round.dealer.total_by_cards(round.dealer.cards.len())?;
    Some(casino::settle(player, Some(dealer)))
}
