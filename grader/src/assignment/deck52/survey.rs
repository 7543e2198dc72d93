//! The survey: hundreds of games by players with different goals.

use crate::assignment::Task;
use crate::assignment::words::Owner;
use crate::play::{PlayError, Setting};
use crate::transcript::{Ending, Transcript};

use super::facts::Session;
use super::player::{Goal, Hitting, Mind, Player};
use super::question::{Kind, Questions};
use super::reading::{HOME_SEED, dealer_may_split};
use super::score::{base_score, high_scores};

const NO_BAD: [&[&str]; 2] = [&[], &[]];

const fn goal(name: &'static str, hitting: Hitting) -> Goal {
    Goal { name, hitting, bad: NO_BAD, eleven: false, split: false, again: false }
}

const fn bad(
    name: &'static str,
    hitting: Hitting,
    first: &'static [&'static str],
    second: &'static [&'static str],
) -> Goal {
    Goal { bad: [first, second], ..goal(name, hitting) }
}

const BELOW_17: Goal = goal("hits below 17", Hitting::Below(17));
const BELOW_21: Goal = goal("hits until 21 or over", Hitting::Below(21));
const BELOW_19: Goal = goal("hits until 19", Hitting::Below(19));
const AT_ONCE: Goal = goal("stands at once", Hitting::Times(0));
const ALWAYS: Goal = goal("hits until it is over", Hitting::Always);
const ONCE: Goal = goal("hits once", Hitting::Times(1));

/// Sees how a second game begins.
const AGAIN: Goal =
    Goal { again: true, ..goal("stands at once, and plays a second game", Hitting::Times(0)) };
const SECOND_GAMES: u32 = 3;

/// Words that hold neither h nor s, of which the first letter is neither.
const ONE_BAD: Goal = bad("gives one wrong answer, then hits below 17", Hitting::Below(17), &["banana"], &[]);
const TWO_BAD: Goal = bad("gives two wrong answers, then stands", Hitting::Times(0), &["maybe", "blue"], &[]);
const THREE_BAD: Goal =
    bad("gives three wrong answers, then hits once", Hitting::Times(1), &["lemon", "tree", "green"], &[]);
const LATE_BAD: Goal =
    bad("hits, gives a wrong answer, then hits below 17", Hitting::Below(17), &[], &["banana", "tower"]);
/// Words that hold an h and an s, but do not begin with them.
const LETTERS: Goal =
    bad("answers with a word that holds an h, then stands", Hitting::Times(0), &["path"], &[]);
const OTHER_LETTERS: Goal =
    bad("answers with a word that holds an s, then hits once", Hitting::Times(1), &["pass"], &[]);
const BOTH_LETTERS: Goal = bad("answers with a word that holds h and s", Hitting::Below(17), &["this"], &[]);

/// Played at first, with the seed of an untouched run: what a student may see at home.
const UNTOUCHED: [Goal; 8] = [BELOW_17, AT_ONCE, ALWAYS, BELOW_21, ONE_BAD, LETTERS, OTHER_LETTERS, TWO_BAD];

/// Played with other seeds, over and over.
const CYCLE: [Goal; 16] = [
    BELOW_21,
    AT_ONCE,
    BELOW_19,
    ALWAYS,
    ONE_BAD,
    BELOW_21,
    AT_ONCE,
    ONCE,
    LATE_BAD,
    BELOW_21,
    TWO_BAD,
    AT_ONCE,
    LETTERS,
    THREE_BAD,
    BOTH_LETTERS,
    OTHER_LETTERS,
];

/// For the extra credit, where its questions came up.
const ELEVEN: [Goal; 2] = [
    Goal { eleven: true, ..goal("counts aces 11 and hits below 17", Hitting::Below(17)) },
    Goal { eleven: true, ..goal("counts aces 11 and hits once", Hitting::Times(1)) },
];
const SPLITS: [Goal; 2] = [
    Goal { split: true, ..goal("splits and hits below 17", Hitting::Below(17)) },
    Goal { split: true, ..goal("splits and stands", Hitting::Times(0)) },
];

/// After so many games that hung or flooded, no more are played. All but the first few cost a part of the limit.
const MOST_RUNAWAYS: usize = 60;

/// Games with the extra credit's answers, and the most that are searched for a dealer's pair.
const CREDIT_GAMES: u32 = 40;
const PAIR_GAMES: u32 = 1000;
const PAIRS: usize = 4;

/// The shift of clock and entropy of the second untouched run.
const OTHER_MOMENT: u32 = 1;

/// Plays one session.
pub(super) fn play(
    task: &mut Task<'_>,
    questions: &Questions,
    mind: Mind,
    name: &str,
    setting: &Setting,
) -> Result<(Session, Transcript), PlayError> {
    let (seed, moment, budget) = (setting.seed, setting.moment, task.spec.limits.answers);
    let mut player = Player::new(mind, questions, seed, moment, name, budget);
    let transcript = task.stage.play(setting, &mut player)?;
    Ok((player.finish(&transcript), transcript))
}

/// What is fixed in a session of this task.
pub(super) fn setting(task: &Task<'_>, seed: u32, moment: u32) -> Setting {
    Setting { seed, base: task.spec.seed, moment, ..Setting::default() }
}

/// Plays the survey's games.
pub fn survey(task: &mut Task<'_>, questions: &Questions) -> Result<Vec<Session>, PlayError> {
    let mut games = Games { task, questions, sessions: Vec::new(), runaways: 0 };
    for goal in UNTOUCHED {
        games.play(goal, HOME_SEED, 0)?;
        if games.are_over() {
            return Ok(games.sessions);
        }
    }
    games.play(BELOW_17, HOME_SEED, OTHER_MOMENT)?;
    let budget = games.task.sessions.unwrap_or(games.task.spec.play.sessions);
    for n in 0..budget {
        if games.are_over() {
            return Ok(games.sessions);
        }
        let seed = games.task.seeds.nth(n);
        games.play(CYCLE[n as usize % CYCLE.len()], seed, 0)?;
    }
    games.credit(budget)?;
    if games.sessions.iter().any(|session| session.asked(Kind::Again)) {
        games.play(AGAIN, HOME_SEED, 0)?;
        for n in 1..SECOND_GAMES {
            let seed = games.task.seeds.nth(n);
            games.play(AGAIN, seed, 0)?;
        }
    }
    Ok(games.sessions)
}

struct Games<'a, 'b> {
    task: &'a mut Task<'b>,
    questions: &'a Questions,
    sessions: Vec<Session>,
    /// How many games hung or flooded.
    runaways: usize,
}

impl Games<'_, '_> {
    fn play(&mut self, goal: Goal, seed: u32, moment: u32) -> Result<(), PlayError> {
        let setting = setting(self.task, seed, moment);
        let (session, _) = play(self.task, self.questions, Mind::Goal(goal), goal.name, &setting)?;
        self.runaways += usize::from(ran_away(&session));
        self.sessions.push(session);
        Ok(())
    }

    /// Whether more games would show nothing: the first could not be followed, or some ran away.
    fn are_over(&self) -> bool {
        self.runaways >= MOST_RUNAWAYS || self.sessions.len() == 3 && !followed(&self.sessions)
    }

    /// Plays for the extra credit what its questions allow. Hands that can be split are found by their seeds.
    fn credit(&mut self, played: u32) -> Result<(), PlayError> {
        let offered = |kind: Kind, sessions: &[Session]| -> Vec<u32> {
            sessions.iter().filter(|session| session.asked(kind)).map(|session| session.seed).collect()
        };
        let aces = offered(Kind::Ace, &self.sessions);
        for (n, seed) in aces.iter().take(CREDIT_GAMES as usize).enumerate() {
            self.play(ELEVEN[n % ELEVEN.len()], *seed, 0)?;
        }
        let pairs = offered(Kind::Split, &self.sessions);
        for (n, seed) in pairs.iter().take(CREDIT_GAMES as usize).enumerate() {
            self.play(SPLITS[n % SPLITS.len()], *seed, 0)?;
        }
        if pairs.is_empty() {
            return Ok(());
        }
        for n in 0..PAIR_GAMES {
            let found = self.sessions.iter().filter(|session| dealer_may_split(session)).count();
            if found >= PAIRS || self.are_over() {
                break;
            }
            let seed = self.task.seeds.nth(played + n);
            self.play(AT_ONCE, seed, 0)?;
        }
        Ok(())
    }
}

pub(super) fn ran_away(session: &Session) -> bool {
    matches!(session.end, Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit | Ending::Blind(_))
}

/// Whether the reader could follow at all: both hands were seen.
pub(super) fn followed(sessions: &[Session]) -> bool {
    let seen = |session: &Session, owner: Owner| session.hand(owner).is_some();
    sessions.iter().any(|session| seen(session, Owner::Player) && seen(session, Owner::Dealer))
}

/// Whether it is a game at all that was followed: hands of two cards at least on both sides of one game.
///
/// Noise shows a card now and then, and words that could be an owner's; to judge it by the rules would be to blame it.
pub(super) fn is_game(sessions: &[Session]) -> bool {
    let full = |session: &Session, owner: Owner| {
        session.shows.iter().any(|show| show.owner == owner && show.cards.len() >= 2)
    };
    sessions.iter().any(|session| full(session, Owner::Player) && full(session, Owner::Dealer))
        && (counts(sessions) || deals_two(sessions))
}

/// Whether scores are now and then those of the hands they stand with: one in five at least, as wrong as a program may
/// count aces or faces.
fn counts(sessions: &[Session]) -> bool {
    let shows = sessions.iter().flat_map(|session| &session.shows).filter(|show| show.cards.len() >= 2);
    let scored = shows.filter_map(|show| Some((&show.cards, show.score.as_ref()?.number)));
    let (mut all, mut right) = (0_usize, 0_usize);
    for (cards, number) in scored {
        all += 1;
        let is_right = base_score(cards) == Some(number) || high_scores(cards).contains(&number);
        right += usize::from(is_right);
    }
    right > 0 && right * 5 >= all
}

/// Whether half of the games begin with two cards for the player and two for the dealer, one of which may lie face down,
/// before anything is asked about them.
fn deals_two(sessions: &[Session]) -> bool {
    let begins = |session: &&Session| {
        let first = session.asks.iter().find(|ask| ask.shows > 0);
        let before = first.map_or(session.shows.len(), |ask| ask.shows);
        let shows = &session.shows[..before.min(session.shows.len())];
        let has = |owner: Owner| {
            shows.iter().any(|show| show.owner == owner && show.cards.len() + usize::from(show.hidden) == 2)
        };
        has(Owner::Player) && has(Owner::Dealer)
    };
    sessions.iter().filter(begins).count() * 2 >= sessions.len()
}
