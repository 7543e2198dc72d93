//! How a game's result is told: in words that are known, in lines whose meaning clear games teach, or not at all.

use std::collections::{BTreeMap, BTreeSet};

use crate::assignment::outcome::Announced;
use crate::assignment::words::{Owner, patterns};
use crate::transcript::Ending;

use super::facts::{Intent, Session};
use super::reading::{Reading, compared, grown};

patterns! {
    sentence_end = r"[.!;:,]+(?:\s+|$)|\s-+\s";
    result_words = r"\b(wins?|winner|winning|won|lose[rs]?|loss(es)?|lost|draws?|drawn|ties?|tied|push(es)?|busts?|beats?)\b";
}

/// How a game came to its end, by its cards and the scores shown alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Close {
    /// The player has 21.
    TwentyOne,
    /// The player is over 21.
    Bust,
    /// The dealer is over 21.
    DealerBust,
    /// The scores are compared.
    Compared(Announced),
}

impl Close {
    /// The result the handout gives such a game.
    fn result(self) -> Announced {
        match self {
            Self::TwentyOne | Self::DealerBust => Announced::Win,
            Self::Bust => Announced::Lose,
            Self::Compared(result) => result,
        }
    }
}

/// What a program's last lines mean.
#[derive(Debug, Clone, Default)]
pub struct Endings {
    /// Lines that say nothing of the result: they come in the middle of games, or after wins and losses alike.
    neutral: BTreeSet<String>,
    /// What the other lines together mean, where clear games teach it.
    meanings: BTreeMap<Vec<String>, Announced>,
    /// Ends after which nothing is said, while results are told elsewhere.
    mute: BTreeSet<Close>,
    /// Ends of several games, none of which was understood.
    unclear: BTreeSet<Close>,
}

/// So many clear games teach what a line means, and so many draws.
const TAUGHT: usize = 4;
const TAUGHT_DRAWS: usize = 3;
/// A line after so many wins and as many losses says nothing.
const BOTH: usize = 2;
/// Nothing must be said so often before it is no accident, and results be told so often elsewhere.
const MUTE: usize = 2;
const TOLD: usize = 10;
/// So many games of one end make it a matter for a person that none was understood.
const UNCLEAR: usize = 3;

impl Endings {
    /// Learns from all sessions.
    pub(super) fn learn(sessions: &[Session], reading: &Reading) -> Self {
        let closed: Vec<(&Session, Close)> =
            sessions.iter().filter_map(|session| Some((session, close(session, reading)?))).collect();
        let mut endings = Self { neutral: neutral(sessions, &closed, reading), ..Self::default() };
        endings.meanings = endings.taught(&closed);
        let told = sessions.iter().filter(|session| session.announced().is_some()).count();
        let ends: BTreeSet<Close> = closed.iter().map(|(_, close)| *close).collect();
        for end in ends {
            let of_end = || closed.iter().filter(|(_, close)| *close == end).map(|(session, _)| *session);
            if told >= TOLD && of_end().filter(|session| endings.is_silent(session)).count() >= MUTE {
                endings.mute.insert(end);
            }
            let heard = of_end().any(|session| endings.announced(session).is_some());
            if !heard && of_end().count() >= UNCLEAR {
                endings.unclear.insert(end);
            }
        }
        endings
    }

    /// The result a session announces, in known words or in lines whose meaning is known.
    pub(super) fn announced(&self, session: &Session) -> Option<Announced> {
        if session.outcomes.is_empty() {
            let lines = self.telling(session)?;
            self.meanings.get(&lines).copied().or_else(|| self.in_sentences(&lines))
        } else {
            session.announced()
        }
    }

    /// What lines mean of which a sentence is known as a line of its own: "The bank is over. The guest takes it!"
    fn in_sentences(&self, lines: &[String]) -> Option<Announced> {
        let bare = |text: &str| text.trim().trim_end_matches(['.', '!']).to_lowercase();
        let sentences = lines.iter().flat_map(|line| sentence_end().split(line).map(str::trim));
        let mut meanings = sentences.filter_map(|sentence| {
            let of_line = |known: &[String]| matches!(known, [line] if bare(line) == bare(sentence));
            self.meanings.iter().find(|(known, _)| of_line(known)).map(|(_, meaning)| *meaning)
        });
        let first = meanings.next()?;
        meanings.all(|other| other == first).then_some(first)
    }

    /// Whether plainly no result is told at the end of a session, although the program tells results elsewhere.
    pub(super) fn is_mute(&self, session: &Session, reading: &Reading) -> bool {
        !self.mute.is_empty()
            && self.is_silent(session)
            && close(session, reading).is_some_and(|close| self.mute.contains(&close))
    }

    /// Whether the results of comparisons are told in words that could not be understood, for wins, losses or draws.
    pub(super) fn is_unclear(&self) -> bool {
        let compared = |close: &Close| matches!(close, Close::Compared(_)) && !self.mute.contains(close);
        self.unclear.iter().any(compared)
    }

    /// Whether nothing is said after the last answer that could be a result.
    pub(super) fn is_silent(&self, session: &Session) -> bool {
        // A tally of games names the result in its numbers.
        let is_tally =
            |line: &str| line.contains('#') && !line.contains('@') && result_words().is_match(line);
        session.outcomes.is_empty()
            && matches!(session.end, Ending::Exited(_))
            && last_lines(session).all(|line| self.neutral.contains(line) && !is_tally(line))
    }

    /// The lines that may tell a session's result; `None` if a line with cards is among them, or there are none.
    fn telling(&self, session: &Session) -> Option<Vec<String>> {
        let lines: Vec<String> =
            last_lines(session).filter(|line| !self.neutral.contains(*line)).map(str::to_owned).collect();
        (!lines.is_empty() && !lines.iter().any(|line| line.contains('@'))).then_some(lines)
    }

    /// What lines mean that come after comparisons of one result and never after the opposite one.
    fn taught(&self, closed: &[(&Session, Close)]) -> BTreeMap<Vec<String>, Announced> {
        let mut seen: BTreeMap<Vec<String>, Vec<Close>> = BTreeMap::new();
        for (session, close) in closed.iter().filter(|(session, _)| session.outcomes.is_empty()) {
            if let Some(lines) = self.telling(session) {
                seen.entry(lines).or_default().push(*close);
            }
        }
        let means = |closes: &[Close]| {
            let results = |result| closes.iter().filter(|close| close.result() == result).count();
            let compared =
                |result| closes.iter().filter(|close| **close == Close::Compared(result)).count() >= TAUGHT;
            let (wins, losses) = (results(Announced::Win), results(Announced::Lose));
            match (wins, losses) {
                (0, 0) => (closes.len() >= TAUGHT_DRAWS).then_some(Announced::Draw),
                (0, _) => compared(Announced::Lose).then_some(Announced::Lose),
                (_, 0) => compared(Announced::Win).then_some(Announced::Win),
                _ => None,
            }
        };
        seen.into_iter().filter_map(|(lines, closes)| Some((lines, means(&closes)?))).collect()
    }
}

/// What was said after the answer that ended the player's turn.
fn last_lines(session: &Session) -> impl Iterator<Item = &str> {
    let stood = session.hits().find(|(_, ask)| ask.intent == Some(Intent::Stand));
    let last = stood.or_else(|| session.hits().last()).map(|(turn, _)| turn);
    session
        .said
        .iter()
        .filter(move |(turn, _)| last.is_none_or(|last| *turn > last))
        .map(|(_, line)| line.as_str())
}

/// How a game came to its end; `None` unless that is plain.
fn close(session: &Session, reading: &Reading) -> Option<Close> {
    let is_plain = matches!(session.end, Ending::Exited(_))
        && reading.is_base(session)
        && reading.dealer_shown
        && reading.double(session).is_none();
    let (turn, ask) = session.hits().last().filter(|_| is_plain)?;
    let before = || session.hits().take_while(move |(at, _)| *at < turn);
    let (player, dealer) = (session.hand(Owner::Player)?, session.hand(Owner::Dealer)?);
    if player.hidden || before().any(|(_, ask)| ask.intent == Some(Intent::Stand)) {
        return None;
    }
    let (mine, his) = (reading.totals(player), reading.totals(dealer));
    let drew = grown(session, Owner::Player, turn);
    match ask.intent {
        Some(Intent::Hit) if drew == 1 && grown(session, Owner::Dealer, turn) == 0 => {
            if mine.iter().all(|total| *total == 21) {
                Some(Close::TwentyOne)
            } else {
                mine.iter().all(|total| *total > 21).then_some(Close::Bust)
            }
        }
        Some(Intent::Stand) if drew == 0 && !dealer.hidden && mine.iter().all(|total| *total < 21) => {
            if his.iter().all(|total| *total > 21) {
                return Some(Close::DealerBust);
            }
            let [mine] = mine.as_slice() else { return None };
            let [his @ 18..=21] = his.as_slice() else { return None };
            Some(Close::Compared(compared(*mine, *his)))
        }
        _ => None,
    }
}

/// The lines that say nothing of a result.
fn neutral(sessions: &[Session], closed: &[(&Session, Close)], reading: &Reading) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = BTreeSet::new();
    for session in sessions {
        let live = live_until(session, reading);
        let before = session.said.iter().filter(|(turn, _)| live.is_some_and(|live| *turn <= live));
        all.extend(before.map(|(_, line)| line.clone()));
    }
    let mut after: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (session, close) in closed {
        let nth = match close.result() {
            Announced::Win => 0,
            Announced::Lose => 1,
            Announced::Draw => continue,
        };
        for line in last_lines(session).collect::<BTreeSet<_>>() {
            after.entry(line).or_default()[nth] += 1;
        }
    }
    let both = after.into_iter().filter(|(_, counts)| counts.iter().all(|count| *count >= BOTH));
    all.extend(both.map(|(line, _)| line.to_owned()));
    all
}

/// The last turn in which the player still had a choice: no result was told until then.
fn live_until(session: &Session, reading: &Reading) -> Option<usize> {
    let mut live = None;
    for (turn, ask) in session.hits() {
        let hand = session.hand_at(Owner::Player, session.shows_before(turn))?;
        if ask.guess || ask.outcomes > 0 || !reading.totals(hand).iter().all(|total| *total < 21) {
            return live;
        }
        live = Some(turn);
        if ask.intent == Some(Intent::Stand) {
            return live;
        }
    }
    live
}
