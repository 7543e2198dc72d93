//! The one reader of a session: it serves the live play and the judging afterwards.

use std::collections::BTreeSet;

use reference::deck52::TARGET;

use crate::assignment::excerpt::Place;
use crate::assignment::lexicon::CardName;
use crate::assignment::outcome::announced_in;
use crate::assignment::words::{Owner, owners_in, patterns, plain, row_owner};
use crate::transcript::{Answer, Ending, Transcript};

use super::facts::{Ask, Field, Intent, Label, Score, Session, Show};
use super::log::Log;
use super::names::Names;
use super::question::{Asked, Expect, Kind, Questions, read};
use super::row::{field, score_before, score_behind, score_in_words};
use super::score::base_score;
use super::short::{Run, in_full, runs, shape};
use super::table::{Laid, Table};

patterns! {
    hits = r"\b(hits?|draws?|drew|drawn|takes?|took|gets?|got|receives?|received|dealt|new card)\b";
    stands = r"\b(stands?|stays?|holds?|stood|final)\b";
    first_hand = r"\b(?:hand|h)\s*#?\s*(?:1|a|one)\b|\b(?:first|1st|left)\s+hand\b|#\s*1\b";
    second_hand = r"\b(?:hand|h)\s*#?\s*(?:2|b|two)\b|\b(?:second|2nd|right)\s+hand\b|#\s*2\b";
    owner_behind = r"^[^a-z]*(?:\(?\b(?:points?|score|total|pts)\b[^a-z]*)?(dealer|house|computer|you|player|bank)\W*$";
}

/// Reads a session as it goes on.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    questions: &'a Questions,
    session: Session,
    table: Table,
    owner: Owner,
    names: Names,
    /// Some words have named an owner; cards before that are a banner's.
    known: bool,
    hand: Option<usize>,
    label: Label,
    group: Option<Group>,
    log: Log,
    /// A score that was printed before the hand it belongs to.
    early: Option<(Option<Owner>, Score)>,
    /// The lines in which cards were offered.
    wants_cards: BTreeSet<String>,
    /// Reads a second game, from this turn on.
    second: Option<(usize, Box<Self>)>,
}

/// Cards that belong together: of one line, or of lines that follow each other without words between.
#[derive(Debug, Clone)]
struct Group {
    owner: Owner,
    hand: Option<usize>,
    label: Label,
    cards: Vec<CardName>,
    hidden: bool,
    score: Option<Score>,
    field: Option<Field>,
    place: Place,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a session.
    pub fn new(questions: &'a Questions, seed: u32, moment: u32, player: &str) -> Self {
        let session = Session {
            seed,
            moment,
            player: player.to_owned(),
            asks: Vec::new(),
            shows: Vec::new(),
            said: Vec::new(),
            second: Vec::new(),
            outcomes: Vec::new(),
            end: Ending::Stopped,
            seedings: (0, Vec::new()),
            lost: None,
        };
        Self {
            questions,
            session,
            table: Table::default(),
            owner: Owner::Player,
            names: Names::default(),
            known: false,
            hand: None,
            label: Label::Has,
            group: None,
            log: Log::default(),
            early: None,
            wants_cards: BTreeSet::new(),
            second: None,
        }
    }

    /// The facts so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes what was said before the program waited, and tells what it asks.
    pub fn hear(&mut self, said: &str) -> Asked {
        if let Some((_, second)) = &mut self.second {
            let asked = second.hear(said);
            self.note_second();
            // What is asked in a second game is no question of the first.
            self.ask(Kind::Start, &asked, 1);
            return asked;
        }
        let text = self.take(said);
        let mut asked = read(&text, self.expect(), self.questions);
        if asked.kind == Kind::Again && self.wants_cards.contains(&asked.line) {
            asked = read(&text, Expect::Turn, self.questions);
        } else if asked.kind == Kind::Hit {
            self.wants_cards.insert(asked.line.clone());
        }
        self.forget_rules(&asked);
        if asked.kind == Kind::Unknown && self.session.lost.is_none() {
            self.session.lost = Some(asked.line.clone());
        }
        let printed = if asked.line.is_empty() { 0 } else { text.matches(asked.line.as_str()).count() };
        self.ask(asked.kind, &asked, printed);
        asked
    }

    fn ask(&mut self, kind: Kind, asked: &Asked, printed: usize) {
        self.session.asks.push(Ask {
            kind,
            guess: asked.guess,
            answer: None,
            intent: None,
            shows: self.session.shows.len(),
            outcomes: self.session.outcomes.len(),
            printed,
        });
    }

    /// Takes over the hands that the second game begins with: those of its first text that has any.
    fn note_second(&mut self) {
        let Some((from, second)) = self.second.as_ref().filter(|_| self.session.second.is_empty()) else {
            return;
        };
        let place = |show: &Show| Place { turn: show.place.turn + from, ..show.place };
        let shows = second.session.shows.iter().filter(|show| show.label == Label::Has);
        self.session.second = shows.map(|show| Show { place: place(show), ..show.clone() }).collect();
    }

    /// What is said of busts and wins before the hands of a turn that goes on are the rules of the game, no outcome. So
    /// is what is said where the same is asked again and no card came meanwhile: it is about the answer.
    fn forget_rules(&mut self, asked: &Asked) {
        if asked.kind != Kind::Hit || asked.guess {
            return;
        }
        let turn = self.session.asks.len();
        let last = self.session.shows.last().map(|show| show.place).filter(|place| place.turn == turn);
        let asked_again = self.session.asks.last().is_some_and(|ask| ask.kind == Kind::Hit)
            && !self.session.said_yes(Kind::Split);
        match last {
            Some(last) => self.session.outcomes.retain(|(place, _)| place.turn < turn || *place > last),
            None if asked_again => self.session.outcomes.retain(|(place, _)| place.turn < turn),
            None => {}
        }
    }

    /// Takes the answer that was typed, and what it was meant to be.
    pub fn answered(&mut self, answer: &Answer, intent: Option<Intent>) {
        let Some(ask) = self.session.asks.last_mut() else { return };
        let Answer::Line(line) = answer else { return };
        ask.answer = Some(line.clone());
        ask.intent = intent;
        match (ask.kind, intent) {
            // The result may have been told in words that nobody knows.
            (Kind::Again, Some(Intent::Yes)) if !self.session.said_yes(Kind::Split) => {
                let reader = Reader::new(self.questions, self.session.seed, self.session.moment, "");
                self.second = Some((self.session.asks.len(), Box::new(reader)));
            }
            (Kind::Split, Some(Intent::Yes)) => self.table.split(Owner::Player),
            (Kind::Hit, Some(Intent::Stand)) => self.owner = Owner::Dealer,
            (Kind::Hit, Some(Intent::Hit)) => self.owner = Owner::Player,
            _ => {}
        }
    }

    /// Takes the last words and the ending.
    pub fn finish(mut self, tail: &str, end: &Ending, seedings: (u32, Vec<u32>)) -> Session {
        match &mut self.second {
            Some((_, second)) => {
                second.take(tail);
                self.note_second();
            }
            None => {
                self.take(tail);
            }
        }
        self.session.end = end.clone();
        self.session.seedings = seedings;
        self.session
    }

    /// Reads a whole transcript; what the answers meant is told from their words.
    pub fn read(questions: &'a Questions, transcript: &Transcript, moment: u32, player: &str) -> Session {
        let mut reader = Self::new(questions, transcript.seed, moment, player);
        for turn in &transcript.turns {
            let asked = reader.hear(&turn.said);
            let intent = match &turn.answer {
                Answer::Line(line) => meaning(&asked, line),
                Answer::EndOfInput => None,
            };
            reader.answered(&turn.answer, intent);
        }
        let seedings = (transcript.seeding_calls, transcript.seedings.clone());
        reader.finish(&transcript.tail, &transcript.end, seedings)
    }

    /// What the state of the game makes likely.
    fn expect(&self) -> Expect {
        if !self.session.outcomes.is_empty() {
            return Expect::Over;
        }
        if self.session.shows.is_empty() {
            return Expect::Opening;
        }
        let stood = self.session.hits().last().is_some_and(|(_, ask)| ask.intent == Some(Intent::Stand));
        let hand = self.session.hand(Owner::Player).and_then(|hand| base_score(&hand.cards));
        let is_late =
            (stood || hand.is_some_and(|score| score >= TARGET)) && !self.session.said_yes(Kind::Split);
        if is_late { Expect::Late } else { Expect::Turn }
    }

    /// Reads the lines of a turn; returns its plain text.
    fn take(&mut self, said: &str) -> String {
        let text = plain(said);
        if self.session.shows.is_empty() {
            self.names.learn(&text);
        }
        let turn = self.session.asks.len();
        let drew = self.session.asks.last().is_none_or(|ask| ask.intent == Some(Intent::Hit));
        for (index, line) in text.lines().enumerate() {
            if !line.trim().is_empty() {
                let told = self.log.told(turn, drew, line, &text);
                self.line(line, told, Place { turn, line: index });
            }
        }
        self.flush();
        self.early = None;
        text
    }

    /// Reads a line; what stands before `told` was told before.
    fn line(&mut self, line: &str, told: usize, place: Place) {
        let over = self.session.is_over();
        let cards = runs(line);
        self.session.said.push((place.turn, shape(line, &cards)));
        self.log.note(line, &cards, told, place.turn);
        if told > 0 {
            self.flush();
            let rest = format!("{}{}", " ".repeat(told), &line[told..]);
            if !over && let Some(first) = cards.first() {
                self.label_of(&line[..first.start]);
                self.cards(&rest, &runs(&rest), place);
            }
        } else if cards.is_empty() {
            self.flush();
            self.words(line, place);
        } else if !over {
            self.cards(line, &cards, place);
        }
        if !self.session.shows.is_empty() || self.group.is_some() {
            let words = announced_in(line);
            if !words.is_empty() {
                self.flush();
            }
            self.session.outcomes.extend(words.into_iter().map(|words| (place, words)));
        }
    }

    /// A line without cards: it may name an owner, or a score.
    fn words(&mut self, line: &str, place: Place) {
        self.label_of(line);
        if let Some(score) = score_in_words(line, place) {
            let owner = owners_in(line).last().map(|(_, owner)| *owner);
            self.loose_score(owner, score);
        }
    }

    /// A score on a line of its own: of the hand above, or else of the one below.
    fn loose_score(&mut self, owner: Option<Owner>, score: Score) {
        let turn = score.place.turn;
        let above = self.session.shows.iter_mut().rev().take_while(|show| show.place.turn == turn);
        let mut fitting = above.filter(|show| owner.is_none_or(|owner| show.owner == owner));
        match fitting.next() {
            Some(show) if show.score.is_none() => show.score = Some(score),
            _ => self.early = Some((owner, score)),
        }
    }

    /// Takes the owner from a table's last column, where no words before the cards name one.
    fn named_behind(&mut self, after: &str) -> bool {
        let Some(owner) =
            owner_behind().find(after).and_then(|_| owners_in(after).first().map(|(_, owner)| *owner))
        else {
            return false;
        };
        self.owner = owner;
        self.known = true;
        self.hand = None;
        self.label = Label::Has;
        true
    }

    /// Takes owner, hand and label from the words before cards, or of a heading.
    fn label_of(&mut self, words: &str) -> bool {
        let known = owners_in(words).last().map(|(_, owner)| *owner).or_else(|| row_owner(words));
        let owner = known.or_else(|| self.names.owner(words));
        if let Some(owner) = owner {
            self.owner = owner;
            self.known = true;
            self.hand = None;
            self.label = Label::Has;
        }
        if hits().is_match(words) {
            self.label = Label::Hits;
        } else if stands().is_match(words) {
            self.label = Label::Stands;
        }
        if first_hand().is_match(words) {
            self.hand = Some(0);
        } else if second_hand().is_match(words) {
            self.hand = Some(1);
        }
        owner.is_some()
    }

    fn cards(&mut self, line: &str, cards: &[Run], place: Place) {
        let mut from = 0;
        for (nth, run) in cards.iter().enumerate() {
            let before = &line[from..run.start];
            let to = cards.get(nth + 1).map_or(line.len(), |next| next.start);
            let after = &line[run.end..to];
            let named = self.label_of(before) || self.named_behind(after);
            if !self.known {
                from = run.end;
                continue;
            }
            let goes_on = !named && !before.chars().any(char::is_alphanumeric);
            if !(goes_on && self.group.as_ref().is_some_and(|group| group.score.is_none())) {
                self.flush();
                self.group = Some(Group {
                    owner: self.owner,
                    hand: self.hand,
                    label: self.label,
                    cards: Vec::new(),
                    hidden: false,
                    score: score_before(before, place),
                    field: (cards.len() == 1).then(|| field(line, run)).flatten(),
                    place,
                });
            } else if let Some(group) = &mut self.group {
                // A hand on several lines has no field of its own.
                group.field = None;
            }
            if let Some(group) = &mut self.group {
                group.cards.extend(run.cards.iter().cloned());
                group.hidden |= run.hidden;
                if let Some(score) = score_behind(after, place) {
                    group.score = Some(score);
                }
            }
            from = run.end;
        }
    }

    /// Lays the cards that stand together on the table.
    fn flush(&mut self) {
        let Some(group) = self.group.take() else { return };
        let Group { owner, hand, label, cards, hidden, mut score, field, place } = group;
        let early = self.early.take_if(|(of, _)| of.is_none_or(|of| of == owner));
        if score.is_none() {
            score = early.map(|(_, score)| score);
        }
        // A card is the same one by its name in full and by its short name.
        let plain = |card: &CardName| CardName {
            wrong: card.wrong.clone().filter(|_| !in_full(card)),
            ..card.clone()
        };
        let named: Vec<CardName> = cards.iter().map(plain).collect();
        let Laid { hand, cards: all, known, lost, whole } =
            self.table.lay(owner, hand, label, &named, score.as_ref().map(|score| score.number));
        self.session.shows.push(Show {
            owner,
            hand,
            label,
            printed: cards,
            cards: all,
            known,
            lost,
            whole,
            hidden,
            score,
            field,
            place,
        });
    }
}

/// What an answer to a question means, told from its words alone.
fn meaning(asked: &Asked, answer: &str) -> Option<Intent> {
    let answer = answer.trim().to_ascii_lowercase();
    let (yes, no) = match asked.kind {
        Kind::Hit => (Intent::Hit, Intent::Stand),
        Kind::Ace | Kind::Split | Kind::Again => (Intent::Yes, Intent::No),
        _ => return None,
    };
    if answer == asked.yes.to_ascii_lowercase() {
        return Some(yes);
    }
    if answer == asked.no.to_ascii_lowercase() {
        return Some(no);
    }
    match (asked.kind, answer.as_str()) {
        (Kind::Hit, "hit" | "h" | "y" | "yes") => Some(Intent::Hit),
        (Kind::Hit, "stand" | "s" | "stay" | "n" | "no") => Some(Intent::Stand),
        (Kind::Hit, _) => Some(Intent::Bad),
        (Kind::Ace, "11") | (_, "y" | "yes") => Some(Intent::Yes),
        _ => Some(Intent::No),
    }
}
