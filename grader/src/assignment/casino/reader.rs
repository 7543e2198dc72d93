//! The one reader of a casino session: it serves the live play and the judging afterwards.

use std::collections::BTreeMap;

use super::facts::{Ask, Bet, Hand, Hit, Next, Place, Round, Seen, Session, Shown, Then};
use super::group::Group;
use super::line::{Line, Past};
use super::numbers::{TotalAt, money_shown};
use super::question::{Asked, Expect, Kind, Questions, by_state, form_of, meaning, read};
use super::recap::{self, Told};
use super::standing::over;
use crate::assignment::lexicon::CardName;
use crate::assignment::outcome::{Words, settled};
use crate::assignment::words::{Owner, plain};
use crate::transcript::{Answer, Ending, Transcript};

/// A person may type any number; bets beyond this are counted as this, so that no sum overflows.
const MOST: i64 = 1_000_000_000;

/// Reads a session as it goes on.
#[derive(Debug, Clone)]
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
    learnt: BTreeMap<String, Option<Kind>>,
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
            learnt: BTreeMap::new(),
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
        self.learn(&lines, asked.kind);
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
        let known = self.questions.known.get(&form_of(lines)).filter(|kind| {
            matches!((asked.kind, **kind), (Kind::Hit, Kind::Again) | (Kind::Again, Kind::Hit))
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

    /// The forms of the questions asked where the state of the game left no doubt about their kind.
    pub fn learnt(&self) -> &BTreeMap<String, Option<Kind>> {
        &self.learnt
    }

    /// Notes a question's form with the kind that the state of the game gives it; a form of two kinds means nothing.
    fn learn(&mut self, lines: &[&str], kind: Kind) {
        let sure = match (kind, self.session.rounds.last().filter(|_| self.open)) {
            (Kind::Hit, Some(round)) => {
                let cards = round.player.cards.len();
                cards >= 2 && round.player.total_by_cards(cards).is_some_and(|total| total < 20)
            }
            (Kind::Again, Some(round)) => round.dealer.cards.len() >= 2 && !self.announcements.is_empty(),
            _ => false,
        };
        let form = form_of(lines);
        // A bare "> " is the form of every question.
        if sure && form.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
            self.learnt
                .entry(form)
                .and_modify(|other| *other = other.filter(|other| *other == kind))
                .or_insert(Some(kind));
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
        self.owner = Owner::Player;
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

    /// Reads the lines of a turn; returns its plain text.
    fn take(&mut self, said: &str) -> String {
        let text = plain(said);
        let turn = self.session.asks.len();
        self.history = false;
        let lines: Vec<(usize, &str)> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        let mut next = 0;
        while let Some(&(index, line)) = lines.get(next) {
            let table = self.table(&lines[next..]);
            if table == 0 {
                self.line(line, Place { turn, line: index });
            }
            next += table.max(1);
        }
        self.flush();
        let announced = settled(&self.announcements);
        if let Some(round) = self.session.rounds.last_mut().filter(|_| self.open) {
            round.announced = announced;
        }
        text
    }

    /// How many of the next lines are a table of both hands.
    fn table(&mut self, lines: &[(usize, &str)]) -> usize {
        if !self.open || !recap::may_begin(lines) {
            return 0;
        }
        self.flush();
        let turn = self.session.asks.len();
        let Some(round) = self.session.rounds.last_mut() else { return 0 };
        let table = recap::table(lines, round);
        round.dealer.cards.extend(table.new.into_iter().enumerate().map(|(nth, (line, name))| Seen {
            name,
            place: Place { turn, line },
            listed: nth > 0,
            drawn: false,
        }));
        table.lines
    }

    fn line(&mut self, line: &str, place: Place) {
        if !self.open {
            return;
        }
        let said = Line::read(line);
        let round = self.session.rounds.last();
        if self.told.as_ref().is_some_and(|told| told.is_again(line, &said, place.turn, round)) {
            return;
        }
        if let Some(card) = said.cards.last() {
            self.told = Some(Told { turn: place.turn, name: card.name.clone(), line: line.to_owned() });
        }
        self.session.symbols |= said.symbols;
        let Line { cards, totals, row, .. } = &*said;
        if cards.is_empty() {
            self.flush();
            self.drawn = said.drawing;
        }
        self.history = cards.is_empty() && (self.history || said.past == Past::Head);
        let rounds = self.session.rounds.len();
        if self.history || matches!(said.past, Past::Round(round) if round < rounds) {
            return;
        }
        // A line of several cards is a list of its own; single cards on lines of their own make one list together.
        if cards.len() > 1 {
            self.flush();
        }
        let drawn = self.drawn || said.drawing;
        let mut pending = totals.iter().enumerate().peekable();
        for card in cards {
            while let Some((nth, total)) = pending.next_if(|(_, total)| total.start < card.start) {
                self.total(total, &said.form, nth, place);
            }
            let owner = card.owner.or(*row).unwrap_or(self.owner);
            self.card(owner, card.name.clone(), place, drawn, said.labelled);
        }
        for (nth, total) in pending {
            self.total(total, &said.form, nth, place);
        }
        if cards.len() > 1 {
            self.flush();
        }
        self.owner = said.owner.unwrap_or(self.owner);
        let round = self.session.rounds.last_mut();
        if self.group.is_some() || round.as_ref().is_some_and(|round| round.dealt()) {
            self.announcements.extend(said.announced.iter().copied());
            if let Some((amount, round)) = said.amount.zip(round) {
                round.amount_told = Some(amount);
            }
            self.session.last_money = said.money.or(self.session.last_money);
        }
    }

    fn card(&mut self, owner: Owner, name: CardName, place: Place, drawn: bool, labelled: bool) {
        if self.group.as_ref().is_some_and(|group| group.owner != owner) {
            self.flush();
        }
        let group = self.group.get_or_insert_with(|| Group::new(owner, drawn));
        group.labelled &= labelled;
        group.cards.push((name, place));
    }

    fn total(&mut self, at: &TotalAt, form: &str, nth: usize, place: Place) {
        // Without a name a total belongs to the cards beside it.
        let beside =
            self.group.as_ref().filter(|group| group.cards.last().is_some_and(|card| card.1 == place));
        let owner = at.owner.or(beside.map(|group| group.owner)).unwrap_or(self.owner);
        let mut shown = Shown {
            total: at.total,
            cards: 0,
            cards_below: 0,
            place,
            template: format!("{form} {nth}").into(),
            strong: at.strong,
            named: at.owner.is_some(),
        };
        if let Some(group) = self.group.as_mut().filter(|group| group.owner == owner) {
            shown.cards = group.cards.len();
            group.totals.push(shown);
            return;
        }
        let twins = std::mem::take(&mut self.twins);
        let Some(round) = self.session.rounds.last_mut() else { return };
        let hand = round.hand_mut(owner);
        // Cards taken for others shown again were their twins, if the total counts both.
        if owner == Owner::Dealer
            && at.strong
            && !twins.is_empty()
            && hand.total_by_cards(hand.cards.len()) != Some(at.total)
        {
            let mut both = hand.clone();
            both.cards.extend(twins);
            if both.total_by_cards(both.cards.len()) == Some(at.total) {
                *hand = both;
            }
        }
        shown.cards = hand.cards.len();
        shown.cards_below = shown.cards;
        hand.shown.push(shown);
    }

    /// Lays the cards that came together into their hand.
    fn flush(&mut self) {
        let Some(group) = self.group.take() else { return };
        // Words of a line above speak of these cards, and not of a list that follows.
        self.drawn = false;
        let Some(round) = self.session.rounds.last_mut() else { return };
        let twins = group.lay(round.hand_mut(group.owner));
        if group.owner == Owner::Dealer && !twins.is_empty() {
            self.twins = twins;
        }
    }
}
