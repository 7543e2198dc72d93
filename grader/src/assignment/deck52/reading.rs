//! A program's habits, learnt from all its sessions together.

use std::collections::{BTreeMap, BTreeSet};

use crate::assignment::lexicon::CardName;
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;

use crate::transcript::Ending;

use super::ending::Endings;
use super::facts::{Intent, Session, Show};
use super::question::Kind;
use super::score::{base_score, dealers_high_score};
use super::values::Values;

/// The seed of an untouched run: the handout names none, so nothing is shifted.
pub const HOME_SEED: u32 = 0;

/// A program's habits.
#[expect(clippy::struct_excessive_bools, reason = "each habit is there or not, whatever the others are")]
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// It asks what an ace counts: the extra credit for aces was attempted.
    pub ace_credit: bool,
    /// It offers to split: the extra credit for splitting was attempted.
    pub split_credit: bool,
    /// Bare numbers behind a hand are its score.
    pub bare_scores: bool,
    /// What its cards count, of each side.
    pub values: BTreeMap<Owner, Values>,
    /// Words it takes for a hit and for a stand.
    pub taken: BTreeSet<String>,
    /// With how many cards each side mostly starts.
    pub starts: BTreeMap<Owner, usize>,
    /// It shows cards that come twice.
    pub duplicates: bool,
    /// It shows hands in short names.
    pub short_hands: bool,
    /// The cards the dealer draws are shown.
    pub dealer_shown: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
    /// A stand brings the player a card in some game.
    pub stand_deals: bool,
    /// After so many hits the player's turn is over, whatever the score.
    pub most_hits: Option<usize>,
    /// What the last lines of games mean.
    pub endings: Endings,
    /// Names that stand for two cards each, while as many others never come.
    pub shared_names: BTreeSet<CardName>,
}

impl Reading {
    /// Learns from all sessions.
    pub fn learn(sessions: &[Session]) -> Self {
        let mut reading = Self {
            ace_credit: sessions.iter().any(|session| session.asked(Kind::Ace)),
            split_credit: sessions.iter().any(|session| session.asked(Kind::Split)),
            bare_scores: bare_scores(sessions),
            taken: taken(sessions),
            repeats: repeats(sessions),
            short_hands: short_hands(sessions),
            shared_names: super::deck::shared_names(sessions),
            ..Self::default()
        };
        for owner in [Owner::Player, Owner::Dealer] {
            reading.starts.insert(owner, usual_start(sessions, owner));
        }
        reading.duplicates = sessions.iter().any(|session| reading.double(session).is_some());
        reading.dealer_shown = dealer_shown(sessions, &reading);
        reading.stand_deals = sessions.iter().any(|session| {
            let mut stands = session.hits().filter(|(_, ask)| ask.intent == Some(Intent::Stand));
            stands.any(|(turn, _)| grown(session, Owner::Player, turn) > 0)
        });
        for owner in [Owner::Player, Owner::Dealer] {
            let values = Values::learn(reading.scored(sessions, owner));
            reading.values.insert(owner, values);
        }
        reading.endings = Endings::learn(sessions, &reading);
        reading.most_hits = reading.most_hits(sessions);
        reading
    }

    /// The shows of a side whose score the base game decides, with that score; none of a hand with a card dealt twice.
    fn scored<'a>(&'a self, sessions: &'a [Session], owner: Owner) -> Vec<(&'a [CardName], i64)> {
        let judged = sessions.iter().filter(|session| self.is_base(session));
        let shows = judged.flat_map(|session| session.shows[..self.sound(session)].iter());
        let of_owner = shows.filter(|show| show.owner == owner && !show.hidden);
        of_owner.filter_map(|show| Some((show.cards.as_slice(), self.shown(show)?))).collect()
    }

    /// Whether the base game's rules hold in a session: no ace was counted 11, and no hand was split.
    pub fn is_base(&self, session: &Session) -> bool {
        let pair = || {
            self.split_credit
                && opening(session, Owner::Dealer).is_some_and(|hand| is_dealers_pair(&hand.cards))
        };
        // Of a flood only head and tail are known.
        let whole = session.end != Ending::OutputLimit;
        whole && !session.said_yes(Kind::Ace) && !session.said_yes(Kind::Split) && !pair()
    }

    /// The score shown with a hand, if the number there is one.
    pub fn shown(&self, show: &Show) -> Option<i64> {
        show.score.as_ref().filter(|score| score.strong || self.bare_scores).map(|score| score.number)
    }

    /// What a hand may count: by its cards, and as the program showed it.
    ///
    /// The player of the base game counts aces 1; the dealer of the extra credit may count one 11.
    pub fn totals(&self, show: &Show) -> Vec<i64> {
        let mut all: Vec<i64> = base_score(&show.cards).into_iter().collect();
        if show.owner == Owner::Dealer && self.ace_credit {
            all.extend(dealers_high_score(&show.cards));
        }
        all.extend(self.shown(show));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many shows come before any card dealt twice: those of the same text show what came of it, too.
    pub fn sound(&self, session: &Session) -> usize {
        let Some(double) = self.double(session) else { return session.shows.len() };
        let turn = session.shows[double].place.turn;
        session.shows.iter().position(|show| show.place.turn == turn).unwrap_or(double)
    }

    /// After how many hits the dealer plays although the player has less than 21 and never stood.
    ///
    /// Nothing if the player was asked after as many hits in any game, or if the dealer did not play to his end then:
    /// five cards may be taken for a win.
    fn most_hits(&self, sessions: &[Session]) -> Option<usize> {
        let base = || sessions.iter().filter(|session| self.is_base(session) && session.ended());
        let asked =
            base().filter_map(|session| Some(hits_before(session, session.hits().last()?.0))).max()?;
        let unasked: Vec<&Session> = base()
            .filter(|session| {
                let last = session.hits().last().map(|(turn, _)| turn);
                last.is_some_and(|turn| self.is_unasked(session, turn))
            })
            .collect();
        let played = |session: &&Session| {
            let dealer = session.hand(Owner::Dealer).map(|hand| self.totals(hand)).unwrap_or_default();
            dealer.iter().any(|total| *total >= 18)
        };
        let after =
            |session: &&Session| hits_before(session, session.hits().last().map_or(0, |(turn, _)| turn));
        let same = unasked.iter().all(|session| after(session) == asked && played(session));
        (unasked.len() >= UNASKED_NEEDED && same).then_some(asked + 1)
    }

    /// Whether a session's result was told, in whatever words.
    pub fn is_told(&self, session: &Session) -> bool {
        !session.outcomes.is_empty() || self.endings.announced(session).is_some()
    }

    /// Whether the hit of a turn brought the player to less than 21, and no question came after it.
    fn is_unasked(&self, session: &Session, turn: usize) -> bool {
        let hit = session.asks[turn].intent == Some(Intent::Hit) && grown(session, Owner::Player, turn) == 1;
        let hand = session.hand_at(Owner::Player, session.shows.len());
        let low = hand.is_some_and(|hand| {
            let totals = self.totals(hand);
            !hand.hidden && !totals.is_empty() && totals.iter().all(|total| *total < 21)
        });
        hit && low && self.is_told(session) && self.double(session).is_none()
    }

    /// Whether the hit of a turn is the last one there is, by the program's habit.
    pub fn is_last_hit(&self, session: &Session, turn: usize) -> bool {
        let is_hit = session.asks[turn].intent == Some(Intent::Hit);
        is_hit && self.most_hits == Some(hits_before(session, turn) + 1)
    }

    /// Whether the turn ended after a hit below 21, by the program's habit.
    pub fn stops_at(&self, session: &Session, turn: usize) -> bool {
        self.is_last_hit(session, turn)
            && session.hits().last().is_some_and(|(last, _)| last == turn)
            && self.is_unasked(session, turn)
    }

    /// The first show with a card that was dealt twice, or with a hand that lost a card to the other.
    pub fn double(&self, session: &Session) -> Option<usize> {
        if session.said_yes(Kind::Split) || self.split_credit && !self.is_base(session) {
            return None;
        }
        let short = self.short_start(session);
        (0..session.shows.len()).find(|&at| {
            let show = &session.shows[at];
            let other = if show.owner == Owner::Player { Owner::Dealer } else { Owner::Player };
            let others = session.hand_at(other, at).map_or(&[][..], |hand| &hand.cards);
            let twice =
                repeated(&show.cards).or_else(|| show.cards.iter().find(|card| others.contains(card)));
            !show.lost.is_empty()
                || twice.is_some_and(|card| card.wrong.is_none() && !self.shared_names.contains(card))
                || short == Some(at)
        })
    }

    /// The show that a side starts with fewer cards in than usual: one was dealt to somebody twice.
    fn short_start(&self, session: &Session) -> Option<usize> {
        let first = session.shows_before(first_choice(session));
        [Owner::Player, Owner::Dealer].into_iter().find_map(|owner| {
            let at = session.shows[..first].iter().rposition(|show| show.owner == owner)?;
            let show = &session.shows[at];
            let usual = self.starts.get(&owner).copied().unwrap_or(2);
            (usual == 2 && show.cards.len() < 2 && !show.hidden).then_some(at)
        })
    }
}

/// So many games must end without a question before it is a habit.
const UNASKED_NEEDED: usize = 2;

/// How many hits were taken before a turn.
fn hits_before(session: &Session, turn: usize) -> usize {
    session
        .hits()
        .filter(|(at, ask)| *at < turn && ask.intent == Some(Intent::Hit))
        .filter(|(at, _)| grown(session, Owner::Player, *at) > 0)
        .count()
}

/// The turn of the first question of the game; the last turn if there was none.
pub fn first_choice(session: &Session) -> usize {
    // An ace may be asked about as it is dealt, when the hands are not shown yet.
    let both = |shows: &[Show]| {
        [Owner::Player, Owner::Dealer].iter().all(|owner| shows.iter().any(|show| show.owner == *owner))
    };
    let first = session.asks.iter().position(|ask| match ask.kind {
        Kind::Hit | Kind::Split => ask.shows > 0,
        Kind::Ace => both(&session.shows[..ask.shows]),
        _ => false,
    });
    first.unwrap_or(session.asks.len())
}

/// The hand a side begins with: the fullest shown before the first question, since a dealer may split at once.
pub fn opening(session: &Session, owner: Owner) -> Option<&Show> {
    let shows = &session.shows[..session.shows_before(first_choice(session))];
    let own = shows.iter().filter(|show| show.owner == owner && show.hand == 0);
    own.rev().max_by_key(|show| show.cards.len())
}

/// Whether the dealer holds a pair that the extra credit has him split, and came to his turn.
pub fn dealer_may_split(session: &Session) -> bool {
    let pair = opening(session, Owner::Dealer).is_some_and(|hand| is_dealers_pair(&hand.cards));
    pair && session.ended() && session.hits().any(|(_, ask)| ask.intent == Some(Intent::Stand))
}

/// Two aces or two eights: what the extra credit has the dealer split.
pub fn is_dealers_pair(cards: &[CardName]) -> bool {
    use reference::cards::Rank;
    matches!(cards, [a, b] if a.rank == b.rank && matches!(a.rank, Some(Rank::Ace | Rank::Eight)))
}

/// A card that a hand holds twice.
fn repeated(cards: &[CardName]) -> Option<&CardName> {
    cards.iter().enumerate().find(|(at, card)| cards[..*at].contains(card)).map(|(_, card)| card)
}

/// Whether a hand was shown in short names only.
fn short_hands(sessions: &[Session]) -> bool {
    let mut shows = sessions.iter().flat_map(|session| &session.shows);
    let is_short = |show: &Show| show.printed.iter().all(|card| card.wrong.is_none());
    shows.any(|show| show.whole && show.printed.len() >= 2 && is_short(show))
}

/// Whether numbers without brackets or words are mostly the score of the hand before them.
fn bare_scores(sessions: &[Session]) -> bool {
    let (mut right, mut all) = (0, 0);
    for show in sessions.iter().flat_map(|session| &session.shows) {
        let Some(score) = show.score.as_ref().filter(|score| !score.strong) else { continue };
        all += 1;
        right += u32::from(base_score(&show.cards) == Some(score.number));
    }
    all > 0 && right * 2 > all
}

/// The words that brought a card, or ended the player's turn.
fn taken(sessions: &[Session]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for session in sessions {
        for (turn, ask) in session.hits() {
            let next_is_hit = session.asks.get(turn + 1).is_some_and(|next| next.kind == Kind::Hit);
            let moved = match ask.intent {
                Some(Intent::Hit) => {
                    grown(session, Owner::Player, turn) > 0 || !next_is_hit && turn + 1 < session.asks.len()
                }
                Some(Intent::Stand) => !next_is_hit,
                _ => false,
            };
            if moved {
                words.extend(ask.answer.clone());
            }
        }
    }
    words
}

/// By how many cards a side's hand grew between a question's answer and the next question.
pub fn grown(session: &Session, owner: Owner, turn: usize) -> usize {
    let (before, after) = (session.shows_before(turn), session.shows_before(turn + 1));
    let count = |shows: usize| session.hand_at(owner, shows).map_or(0, |hand| hand.cards.len());
    count(after).saturating_sub(count(before))
}

/// With how many cards a side starts in most games.
fn usual_start(sessions: &[Session], owner: Owner) -> usize {
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    for session in sessions {
        let first = session.shows_before(first_choice(session));
        let hand = session.hand_at(owner, first).filter(|hand| !hand.hidden);
        if let Some(hand) = hand.filter(|_| first_choice(session) < session.asks.len()) {
            *counts.entry(hand.cards.len()).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(2, |(cards, _)| cards)
}

/// Whether the cards the dealer draws can be seen: his hand grows in some game, or the outcomes fit hands that never do.
fn dealer_shown(sessions: &[Session], reading: &Reading) -> bool {
    let start = |session: &Session| session.shows_before(first_choice(session));
    let grows = |session: &Session| {
        let before = session.hand_at(Owner::Dealer, start(session)).map_or(0, |hand| hand.cards.len());
        before >= 1 && session.hand(Owner::Dealer).is_some_and(|hand| hand.cards.len() > before)
    };
    if sessions.iter().any(grows) {
        return true;
    }
    let (mut fits, mut all) = (0, 0);
    for session in sessions {
        let (Some(player), Some(dealer), Some(announced)) =
            (session.hand(Owner::Player), session.hand(Owner::Dealer), session.announced())
        else {
            continue;
        };
        let totals = |show: &Show| reading.totals(show).first().copied().unwrap_or(0);
        let (player, dealer) = (totals(player), totals(dealer));
        if player >= 21 || dealer >= 18 {
            continue;
        }
        all += 1;
        fits += u32::from(announced == compared(player, dealer));
    }
    all >= 8 && fits * 10 >= all * 9
}

/// The outcome of two hands that are not over 21.
pub fn compared(player: i64, dealer: i64) -> Announced {
    match player.cmp(&dealer) {
        std::cmp::Ordering::Greater => Announced::Win,
        std::cmp::Ordering::Less => Announced::Lose,
        std::cmp::Ordering::Equal => Announced::Draw,
    }
}

/// Whether the untouched runs all begin with the same cards.
fn repeats(sessions: &[Session]) -> bool {
    let untouched = sessions.iter().filter(|session| session.seed == HOME_SEED);
    let mut openings = untouched.filter_map(|session| session.shows.first().map(|show| &show.printed));
    let first = openings.next();
    let moments: BTreeSet<u32> =
        sessions.iter().filter(|session| session.seed == HOME_SEED).map(|session| session.moment).collect();
    moments.len() > 1 && openings.all(|other| Some(other) == first)
}
