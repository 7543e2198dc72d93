//! The one reader of a casino session: it serves the live play and the judging afterwards.

mod lines;

use super::facts::{Ask, Bet, Hand, Hit, Next, Round, Seen, Session, Then};
use super::group::Group;
use super::habits::{Habits, Watch};
use super::line::Line;
use super::numbers::money_shown;
use super::question::{Asked, Expect, Kind, Questions, by_state, form_of, meaning, read};
use super::recap::Told;
use super::standing::over;
use crate::assignment::outcome::Words;
use crate::assignment::words::Owner;
use crate::transcript::{Answer, Ending, Transcript};

/// A person may type any number; bets beyond this are counted as this, so that no sum overflows.
const MOST: i64 = 1_000_000_000;

/// Reads a session as it goes on.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is its own yes or no about the place in the text")]
pub struct Reader<'a> {
    questions: &'a Questions,
    session: Session,
    /// The current round takes cards, totals and outcomes.
    open: bool,
    owner: Owner,
    drawn: bool,
    group: Option<Group>,
    announcements: Vec<Words>,
    /// The last question's words, for the meaning of its answer.
    asked: Option<Asked>,
    /// The form of that question.
    form: String,
    watch: Watch,
    /// The owner is named by words, and not only by whose turn it is.
    owner_told: bool,
    /// The player's hand was listed once more: cards without a name are the dealer's now.
    turned: bool,
    /// Cards of the dealer's, just seen a second time.
    twins: Vec<Seen>,
    told: Option<Told>,
    /// What is listed now was before this round.
    history: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a session.
    pub fn new(questions: &'a Questions, seed: u32, moment: u32, player: &str) -> Self {
        let session = Session {
            seed,
            moment,
            player: player.to_owned(),
            asks: Vec::new(),
            rounds: Vec::new(),
            end: Ending::Stopped,
            seedings: (0, Vec::new()),
            lost: None,
            last_money: None,
            symbols: false,
        };
        Self {
            questions,
            session,
            open: false,
            owner: Owner::Player,
            drawn: false,
            group: None,
            announcements: Vec::new(),
            asked: None,
            form: String::new(),
            watch: Watch::default(),
            owner_told: false,
            turned: false,
            twins: Vec::new(),
            told: None,
            history: false,
        }
    }

    /// The facts so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes what was said before the program waited, and tells what it asks.
    pub fn hear(&mut self, said: &str) -> Asked {
        let text = self.take(said);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let asked = self.asked(&text, &lines);
        self.watch(&lines, asked.kind);
        self.form = form_of(&lines);
        let turn = self.session.asks.len();
        let undealt = self.session.rounds.last().filter(|round| self.open && !round.dealt());
        let refused = undealt.map(|round| round.bet().bet);
        let shows_money = asked.kind == Kind::Bet && !self.questions.late;
        let money = shows_money.then(|| money_shown(&lines, refused)).flatten();
        match asked.kind {
            Kind::Bet => self.asked_bet(turn, money),
            Kind::Again => self.close(Next::Again { turn, yes: None, then: Then::Cut }),
            Kind::Unknown if self.session.lost.is_none() => {
                self.session.lost = lines.last().map(|line| line.trim().to_owned());
            }
            _ => {}
        }
        if matches!(asked.kind, Kind::Bet | Kind::Hit | Kind::Again) {
            self.after_again(asked.kind);
        }
        let round = self.open.then(|| self.session.rounds.len().saturating_sub(1));
        let (kind, guess) = (asked.kind, asked.guess);
        self.session.asks.push(Ask { kind, guess, money, answer: None, yes: None, round });
        self.asked = Some(asked.clone());
        asked
    }

    /// The question, by its words or by the state of the game.
    fn asked(&self, text: &str, lines: &[&str]) -> Asked {
        let expect = self.expect();
        let mut asked = read(text, expect, &self.questions.patterns);
        if self.questions.late {
            let (yes, no) = ("y".to_owned(), "n".to_owned());
            asked = Asked { kind: by_state(expect, &["$"]), guess: true, offered: false, yes, no };
        }
        let known =
            self.questions.habits.kinds.get(&form_of(lines)).filter(|kind| match (asked.kind, **kind) {
                (Kind::Hit, Kind::Again) | (Kind::Again, Kind::Hit) => true,
                (_, Kind::Bet) => matches!(expect, Expect::Opening | Expect::Bet),
                _ => false,
            });
        if let Some(kind) = known.filter(|_| !self.questions.late) {
            asked = Asked { kind: *kind, guess: false, ..asked };
        }
        // After the end a wait without known words is a wait for a last key.
        if asked.guess && over(&self.session).is_some() {
            asked.kind = if lines.is_empty() { Kind::Bare } else { Kind::Enter };
        }
        asked
    }

    /// The program's habits, as far as the session shows them.
    pub(super) fn habits(&self) -> Habits {
        self.watch.habits()
    }

    /// Notes what a turn shows of the program's habits.
    fn watch(&mut self, lines: &[&str], asks: Kind) {
        let before = self.session.asks.last();
        let Some(round) = self.session.rounds.last().filter(|_| self.open) else {
            let number = |ask: &Ask| ask.answer.as_ref().is_some_and(|line| line.parse::<u32>().is_ok());
            let undealt =
                before.is_some_and(|ask| !matches!(ask.kind, Kind::Hit | Kind::Again) && number(ask));
            if undealt && lines.iter().any(|line| !Line::read(line).cards.is_empty()) {
                self.watch.bet(&self.form);
            }
            return;
        };
        self.watch.turn(lines, &self.session.asks, asks, round);
        let cards = round.player.cards.len();
        let sure = match asks {
            Kind::Hit => cards >= 2 && round.player.total_by_cards(cards).is_some_and(|total| total < 20),
            Kind::Again => round.dealer.cards.len() >= 2 && !self.announcements.is_empty(),
            _ => false,
        };
        if sure {
            self.watch.question(lines, asks);
        }
    }

    /// Takes the answer that was typed.
    pub fn answered(&mut self, answer: &Answer) {
        let (Some(ask), Some(asked)) = (self.session.asks.last_mut(), &self.asked) else { return };
        let Answer::Line(line) = answer else { return };
        ask.answer = Some(line.clone());
        ask.yes = meaning(asked, line);
        let (kind, yes, money, offered) = (ask.kind, ask.yes, ask.money, asked.offered);
        let turn = self.session.asks.len() - 1;
        match kind {
            Kind::Bet => {
                self.bet(Bet { turn, money, bet: line.trim().parse().unwrap_or(0_i64).clamp(-MOST, MOST) });
            }
            Kind::Hit => self.hit(turn, yes, offered),
            Kind::Again => {
                if let Some(Round { next: Next::Again { yes: answered, .. }, .. }) =
                    self.session.rounds.last_mut()
                {
                    *answered = yes;
                }
            }
            _ => {}
        }
    }

    /// Takes the last words and the ending.
    pub fn finish(mut self, tail: &str, end: &Ending, seedings: (u32, Vec<u32>)) -> Session {
        self.take(tail);
        let ended = matches!(end, Ending::Exited(_));
        if let Some(Round { next: Next::Again { then, .. }, .. }) = self.session.rounds.last_mut()
            && *then == Then::Cut
            && ended
        {
            *then = Then::Ended;
        }
        self.close(if ended { Next::Ended } else { Next::Cut });
        self.session.end = end.clone();
        self.session.seedings = seedings;
        self.session
    }

    /// Reads a whole transcript.
    pub fn read(questions: &'a Questions, transcript: &Transcript, moment: u32, player: &str) -> Session {
        let mut reader = Self::new(questions, transcript.seed, moment, player);
        for turn in &transcript.turns {
            reader.hear(&turn.said);
            reader.answered(&turn.answer);
        }
        reader.finish(
            &transcript.tail,
            &transcript.end,
            (transcript.seeding_calls, transcript.seedings.clone()),
        )
    }

    /// What the state of the game makes likely.
    fn expect(&self) -> Expect {
        let Some(round) = self.session.rounds.last() else { return Expect::Opening };
        if !self.open {
            let again = self.session.asks.iter().rev().find(|ask| ask.kind == Kind::Again);
            return if again.is_some_and(|ask| ask.yes == Some(true)) {
                Expect::Opening
            } else {
                Expect::Again
            };
        }
        if !round.dealt() {
            return Expect::Bet;
        }
        let stood = round.hits.last().is_some_and(|hit| hit.yes == Some(false));
        let over = round.player.is_over() && !round.player.shows_less();
        if stood || over || !self.announcements.is_empty() { Expect::Again } else { Expect::Hit }
    }

    /// A bet question: the same round's once more, or the end of the round before.
    fn asked_bet(&mut self, turn: usize, money: Option<i64>) {
        let refused = self.open && self.session.rounds.last().is_some_and(|round| !round.dealt());
        if !refused {
            self.close(Next::Bet { turn });
            if let Some(round) = self.session.rounds.last_mut() {
                round.money_after = money;
            }
        }
    }

    /// Notes what came of the last "play again?".
    fn after_again(&mut self, kind: Kind) {
        let turn_now = self.session.asks.len();
        if let Some(Round { next: Next::Again { turn, then, .. }, .. }) = self.session.rounds.last_mut()
            && *turn < turn_now
            && *then == Then::Cut
        {
            *then = if kind == Kind::Bet { Then::Bet } else { Then::Asked(kind) };
        }
    }

    fn bet(&mut self, bet: Bet) {
        (self.owner, self.owner_told, self.turned) = (Owner::Player, false, false);
        if self.open
            && let Some(round) = self.session.rounds.last_mut()
        {
            // A bet given to a question that was only guessed to ask for one: now the real question is known.
            let guessed = |bet: &Bet| self.session.asks.get(bet.turn).is_some_and(|ask| ask.guess);
            if !self.session.asks.last().is_some_and(|ask| ask.guess) {
                round.bets.retain(|bet| !guessed(bet));
            }
            round.bets.push(bet);
            return;
        }
        self.open = true;
        self.announcements.clear();
        self.session.last_money = None;
        self.session.rounds.push(Round {
            bets: vec![bet],
            player: Hand::default(),
            dealer: Hand::default(),
            hits: Vec::new(),
            announced: None,
            amount_told: None,
            next: Next::Cut,
            money_after: None,
            money_told: None,
            last_turn: bet.turn,
        });
        if let Some(ask) = self.session.asks.last_mut() {
            ask.round = Some(self.session.rounds.len() - 1);
        }
    }

    fn hit(&mut self, turn: usize, yes: Option<bool>, offered: bool) {
        self.owner = if yes == Some(false) { Owner::Dealer } else { Owner::Player };
        (self.owner_told, self.turned) = (false, false);
        let open = self.open;
        let Some(round) = self.session.rounds.last_mut().filter(|_| open) else { return };
        let cards = round.player.cards.len();
        let retry = round.hits.last().is_some_and(|last| last.cards == cards && last.turn + 1 == turn);
        round.hits.push(Hit { turn, cards, yes, retry, offered });
    }

    /// Ends the current round, if it is open.
    fn close(&mut self, next: Next) {
        if !self.open {
            return;
        }
        self.open = false;
        let turn = self.session.asks.len();
        if let Some(round) = self.session.rounds.last_mut() {
            round.next = next;
            round.money_told = self.session.last_money;
            round.last_turn = turn;
        }
    }
}
