//! The reading of a program: what its habits are, learnt from all its sessions together.

use reference::casino::{self, Outcome};

use super::facts::{Announced, Next, Round, Session};
use super::forms::Forms;
use super::standing::{money_before, outcome_by_cards, overbet_taken};
use super::values::Values;
use crate::assignment::Language;
use crate::assignment::words::Owner;

/// A program's habits, the reading with the fewest disagreements over all sessions.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each habit is its own yes or no")]
pub struct Reading {
    /// The handout's seed: sessions with this one are untouched runs.
    pub seed: u32,
    /// The program's language; other generators than C's are only asked to be repeatable.
    pub language: Option<Language>,
    /// Which numbers are totals.
    pub forms: Forms,
    /// How cards are counted.
    pub values: Values,
    /// Wrong payouts happen only when the player goes over.
    pub unpaid_busts: bool,
    /// Wrong payouts happen only when the dealer goes over.
    pub unpaid_dealer_busts: bool,
    /// No round was paid otherwise than its announced outcome says.
    pub pays_rightly: bool,
    /// No round without an announced outcome was settled otherwise than its cards have it.
    pub settles_by_cards: bool,
    /// No lost round was.
    pub takes_rightly: bool,
    /// No won round was.
    pub gives_rightly: bool,
    /// Ties other than 21 against 21 are settled rightly.
    pub ties_right: bool,
    /// Rounds are settled otherwise than by the totals only where the player has 21, and not in ties alone.
    pub wrong_at_21_only: bool,
    /// Only with a player's 21 does the dealer stop at 16 or below.
    pub lazy_at_21_only: bool,
    /// Two untouched runs deal the same cards, whatever the time: a person can repeat them at home.
    pub repeats: bool,
    /// Every bet question shows the starting money.
    pub always_start_money: bool,
}

impl Reading {
    /// Learns from the sessions, and leaves in them only the numbers that are totals.
    pub fn learn(sessions: &mut [Session], seed: u32, language: Language) -> Self {
        let later = sessions.iter().flat_map(|session| session.rounds.iter().skip(1));
        if !later.filter_map(|round| round.bets.first()).any(|bet| bet.money.is_some()) {
            take_money_as_told(sessions);
        }
        let forms = Forms::learn(sessions);
        for session in sessions.iter_mut() {
            forms.apply(session);
        }
        let values = Values::learn(sessions);
        let mut reading = Self { seed, language: Some(language), values, forms, ..Self::default() };
        reading.learn_payouts(sessions);
        reading.learn_ties(sessions);
        reading.learn_dealer(sessions);
        reading.learn_21(sessions);
        reading.always_start_money = always_start_money(sessions);
        reading.repeats = repeats(sessions, seed);
        reading
    }

    /// Whether what an outcome does to the money can be told without seeing it.
    pub fn settles(&self, outcome: Option<Announced>) -> bool {
        match outcome {
            Some(Announced::Win) => self.gives_rightly,
            Some(Announced::Lose) => self.takes_rightly,
            Some(Announced::Draw) => self.pays_rightly,
            None => self.pays_rightly && self.settles_by_cards,
        }
    }

    /// The totals by which a decision may be right: by the cards, and by what the program shows or counts.
    pub fn totals(&self, round: &Round, owner: Owner, cards: usize) -> Vec<i64> {
        let hand = round.hand(owner);
        let mut all: Vec<i64> = hand.total_by_cards(cards).into_iter().collect();
        match hand.total_shown(cards) {
            Some(shown) => all.push(shown),
            // What a program with wrong sums counts in silence, nobody knows.
            None if !self.values.explained() => all.clear(),
            None => {
                all.extend(hand.ranks(cards).map(|ranks| self.values.of(owner).total(&ranks)));
                let before = hand.shown.iter().rev().find(|shown| shown.cards < cards);
                if let (Some(before), Some(ranks)) = (before, hand.ranks(cards)) {
                    let since = &ranks[before.cards..];
                    all.push(
                        since
                            .iter()
                            .fold(before.total, |total, &rank| total + casino::card_value(rank, total)),
                    );
                }
            }
        }
        all
    }

    /// The outcomes that are right by the cards or by what the program shows; empty if that can't be told.
    pub fn outcomes(&self, round: &Round) -> Vec<Outcome> {
        let (player, dealer) = (round.player.cards.len(), round.dealer.cards.len());
        let players = self.totals(round, Owner::Player, player);
        let dealers = self.totals(round, Owner::Dealer, dealer);
        let mut all = Vec::new();
        for &player in &players {
            if casino::busted(player) {
                all.push(Outcome::PlayerBust);
                continue;
            }
            // A dealer without a full hand settles nothing.
            if dealer >= 2 {
                all.extend(dealers.iter().map(|&dealer| casino::settle(player, Some(dealer))));
            }
        }
        all.sort_unstable_by_key(|outcome| format!("{outcome:?}"));
        all.dedup();
        all
    }

    fn learn_payouts(&mut self, sessions: &[Session]) {
        // Wrong and right payouts by what ended the round: player over, dealer over, else.
        let (mut wrong, mut right) = ([0; 3], [0; 3]);
        (self.takes_rightly, self.gives_rightly, self.settles_by_cards) = (true, true, true);
        for At { session, index, round, .. } in rounds(sessions) {
            let Some(ok) = paid_rightly(session, index) else { continue };
            let due = outcome_by_cards(round).map(|outcome| outcome.money_change(round.bet().bet));
            self.settles_by_cards &= round.announced.is_some() || due == money_change(session, index);
            let class = match outcome_by_cards(round) {
                Some(Outcome::PlayerBust) => 0,
                Some(Outcome::DealerBust) => 1,
                _ => 2,
            };
            self.takes_rightly &= ok || round.announced != Some(Announced::Lose);
            self.gives_rightly &= ok || round.announced != Some(Announced::Win);
            *if ok { &mut right[class] } else { &mut wrong[class] } += 1;
        }
        self.pays_rightly = wrong == [0; 3];
        self.unpaid_busts = wrong[0] > 0 && wrong[1] == 0 && wrong[2] == 0 && right[2] > 0;
        self.unpaid_dealer_busts = wrong[1] > 0 && wrong[0] == 0 && wrong[2] == 0 && right[2] > 0;
    }

    fn learn_ties(&mut self, sessions: &[Session]) {
        let (mut wrong, mut right) = (0, 0);
        for At { session, index, round, .. } in rounds(sessions) {
            let player = round.player.total_by_cards(round.player.cards.len());
            if outcome_by_cards(round) != Some(Outcome::Draw) || player == Some(casino::TARGET) {
                continue;
            }
            match result(session, index) {
                Some(Announced::Draw) => right += 1,
                Some(_) => wrong += 1,
                None => {}
            }
        }
        self.ties_right = wrong == 0 && right > 0;
    }

    fn learn_21(&mut self, sessions: &[Session]) {
        let (mut at_21, mut others, mut right) = (0, 0, 0);
        for At { session, index, round, .. } in rounds(sessions) {
            let player = round.player.total_by_cards(round.player.cards.len());
            let (Some(outcome), Some(settled)) = (outcome_by_cards(round), result(session, index)) else {
                continue;
            };
            let is_21 = player == Some(casino::TARGET);
            if change_of(settled, 1) == outcome.money_change(1) {
                right += u32::from(!is_21);
            } else if is_21 {
                at_21 += u32::from(outcome != Outcome::Draw);
            } else {
                others += 1;
            }
        }
        self.wrong_at_21_only = at_21 > 0 && others == 0 && right >= RIGHT_NEEDED;
    }

    fn learn_dealer(&mut self, sessions: &[Session]) {
        let (mut at_21, mut others) = (0, 0);
        for At { round, .. } in rounds(sessions) {
            let cards = round.dealer.cards.len();
            if cards < 2
                || !self.totals(round, Owner::Dealer, cards).iter().all(|&total| casino::dealer_draws(total))
            {
                continue;
            }
            match round.player.total_by_cards(round.player.cards.len()) {
                Some(casino::TARGET) => at_21 += 1,
                Some(total) if !casino::busted(total) => others += 1,
                _ => {}
            }
        }
        self.lazy_at_21_only = at_21 > 0 && others == 0;
    }
}

/// So many rounds must be settled rightly before the wrong ones are blamed on what they have in common.
const RIGHT_NEEDED: u32 = 10;

/// Where the bet questions do not show the money (but perhaps the first), the words at the end of each round do; the program's last words are no
/// question and may tell of the money as they like.
fn take_money_as_told(sessions: &mut [Session]) {
    for round in sessions.iter_mut().flat_map(|session| &mut session.rounds) {
        if round.next != Next::Ended {
            round.money_after = round.money_told;
        }
    }
}

/// A round in its session.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The session's place among all.
    pub nth: usize,
    /// The session.
    pub session: &'a Session,
    /// The round's place in the session.
    pub index: usize,
    /// The round.
    pub round: &'a Round,
}

/// Every round, in order.
pub fn all_rounds(sessions: &[Session]) -> impl Iterator<Item = At<'_>> {
    sessions.iter().enumerate().flat_map(|(nth, session)| {
        session.rounds.iter().enumerate().map(move |(index, round)| At { nth, session, index, round })
    })
}

/// The rounds that were dealt and whose end is known, up to the first one played with money the player did not have.
pub fn rounds(sessions: &[Session]) -> impl Iterator<Item = At<'_>> {
    all_rounds(sessions).filter(|at| {
        at.round.complete()
            && at.round.dealt()
            && !(0..=at.index).any(|index| overbet_taken(at.session, index))
    })
}

/// By how much a round changed the money, as the questions around it show.
pub fn money_change(session: &Session, index: usize) -> Option<i64> {
    Some(session.rounds[index].money_after? - money_before(session, index)?)
}

/// The change an announced outcome means.
pub fn change_of(announced: Announced, bet: i64) -> i64 {
    match announced {
        Announced::Win => bet,
        Announced::Lose => -bet,
        Announced::Draw => 0,
    }
}

/// How the program settled a round: by its words, or by the money where it has none.
///
/// Words against the cards while the money is right were most likely misread: then the money counts.
pub fn result(session: &Session, index: usize) -> Option<Announced> {
    let round = &session.rounds[index];
    let bet = round.bet().bet;
    let change = money_change(session, index);
    let by_money = change.and_then(|change| {
        [Announced::Win, Announced::Lose, Announced::Draw]
            .into_iter()
            .find(|&words| change_of(words, bet) == change)
    });
    match round.announced {
        Some(words) if change.is_some_and(|change| change != change_of(words, bet)) => {
            let by_cards = outcome_by_cards(round).map(|outcome| outcome.money_change(bet));
            if by_cards == change { by_money } else { Some(words) }
        }
        Some(words) => Some(words),
        None => by_money,
    }
}

/// Whether a round was paid as its announced outcome says; `None` where that can't be told.
pub fn paid_rightly(session: &Session, index: usize) -> Option<bool> {
    let round = &session.rounds[index];
    let bet = round.bet().bet;
    let change = money_change(session, index)?;
    if refilled(session, index) {
        return None;
    }
    let by_cards = outcome_by_cards(round).map(|outcome| outcome.money_change(bet));
    Some(match round.announced {
        Some(words) => change == change_of(words, bet) || by_cards == Some(change),
        // Without words any whole settlement is an outcome, right or wrong, and no matter of payment.
        None => change.abs() == bet || change == 0,
    })
}

/// Whether all was lost and the next bet question shows the starting money again: a game that does not end.
pub fn refilled(session: &Session, index: usize) -> bool {
    let round = &session.rounds[index];
    let lost =
        round.announced == Some(Announced::Lose) && money_before(session, index) == Some(round.bet().bet);
    lost && round.money_after == Some(casino::START_MONEY)
}

/// Whether the untouched runs all begin with the same cards.
fn repeats(sessions: &[Session], seed: u32) -> bool {
    let mut openings = sessions.iter().filter(|session| session.seed == seed).filter_map(|session| {
        let cards = &session.rounds.first()?.player.cards;
        cards.get(..2).map(|cards| [&cards[0].name, &cards[1].name])
    });
    let first = openings.next();
    first.is_some() && openings.all(|other| Some(other) == first)
}

/// Whether the money stands at its start before every round although it should have changed.
fn always_start_money(sessions: &[Session]) -> bool {
    let mut moved = 0;
    for session in sessions {
        for (index, round) in session.rounds.iter().enumerate().skip(1) {
            let Some(shown) = round.bets[0].money else { continue };
            if shown != casino::START_MONEY {
                return false;
            }
            let before = &session.rounds[index - 1];
            let changed = outcome_by_cards(before).is_some_and(|outcome| outcome != Outcome::Draw);
            moved += u32::from(changed && matches!(before.next, Next::Again { .. } | Next::Bet { .. }));
        }
    }
    moved >= 2
}
