//! The one reader of a session: it serves the live play and the judging afterwards.

use crate::assignment::excerpt::Place;
use crate::assignment::words::{patterns, plain};
use crate::transcript::{Answer, Ending, Transcript};

use super::acts::{self, Act};
use super::boxes::unboxed;
use super::cards::cards_in;
use super::columns::Columns;
use super::facts::{Ask, Event, Hand, Intent, Scope, Session, Unclear, Verdict};
use super::group::{Dealt, Group, is_shown};
use super::labels::Labels;
use super::lines;
use super::person::{settle, tell_act};
use super::question::{Asked, Expect, Kind, Questions, read};
use super::signs::{evened, settle as settle_letters};
use super::unclear::{odd_alone, unclear_alone};

patterns! {
    heading = r"^\W*(?:player|plyr)\s*#?\s*\w+(?:['’]s)?(?:\s+(?:hand|cards|has|holds))?\W*$";
    panicked = r"^\s*thread '.*' .*panicked at\b";
    choice = r"^\W*(?:card\s*)?#?\d+\s*[.):-]*\s*$";
}

/// Reads a session as it goes on.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    questions: &'a Questions,
    session: Session,
    /// Whose cards come next.
    seat: Option<u32>,
    /// Cards that belong together: of one line, or of lines that follow each other.
    group: Option<Group>,
    /// Lines in a list of cards that are the names of none: cards may follow.
    odd: Vec<Unclear>,
    /// Hands side by side.
    columns: Option<Columns>,
    /// Cards told while they are dealt.
    dealt: Dealt,
    /// The player whose hand was just shown again: points that follow are for it.
    again: Option<u32>,
    /// A line that names a player, after which no cards came yet.
    heading: Option<Place>,
    /// Words that tell of a winner, after which the name comes.
    won: bool,
    /// The last `Draws` was told by a line that shows the card.
    implied: bool,
    /// The players' names, where hands bear no numbers.
    labels: Labels,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a session.
    pub fn new(questions: &'a Questions, seed: u32, moment: u32, player: &str) -> Self {
        let session = Session {
            seed,
            moment,
            player: player.to_owned(),
            asks: Vec::new(),
            events: Vec::new(),
            deals: Vec::new(),
            ran_out: None,
            end: Ending::Stopped,
            seedings: (0, Vec::new()),
            star_sign: false,
            panicked: false,
            faces: [None, None],
        };
        let labels = Labels::default();
        Self {
            questions,
            session,
            seat: None,
            group: None,
            odd: Vec::new(),
            columns: None,
            dealt: Dealt::default(),
            again: None,
            heading: None,
            won: false,
            implied: false,
            labels,
        }
    }

    /// The facts so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes what was said before the program waited, and tells what it asks.
    pub fn hear(&mut self, said: &str) -> Asked {
        let text = plain(said);
        let text = evened(&text);
        let text = unboxed(&text);
        // The question is read with what the lines before it told.
        let last = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).last();
        self.take(&text, last.map(|(at, _)| at));
        let asked = read(&text, self.expect(), self.questions);
        if let Some((at, line)) = last {
            let place = Place { turn: self.session.asks.len(), line: at };
            // A card that is offered is no hand.
            if asked.kind != Kind::Take || cards_in(line).len() > 1 {
                self.line(line, place, asked.kind != Kind::Unknown);
            }
        }
        self.close();
        if asked.kind != Kind::Enter {
            self.list_dealt();
        }
        settle(&mut self.session, asked.kind);
        self.session.asks.push(Ask {
            kind: asked.kind,
            answer: None,
            intent: None,
            spoken: !text.trim().is_empty(),
            line: asked.line.clone(),
        });
        asked
    }

    /// Takes the answer that was typed, and what it was meant to be.
    pub fn answered(&mut self, answer: &Answer, intent: Option<Intent>) {
        let Some(ask) = self.session.asks.last_mut() else { return };
        let Answer::Line(line) = answer else { return };
        ask.answer = Some(line.clone());
        ask.intent = intent;
        if ask.kind == Kind::Name {
            self.labels.typed(line);
        }
    }

    /// Takes the last words and the ending.
    pub fn finish(mut self, tail: &str, end: &Ending, seedings: (u32, Vec<u32>)) -> Session {
        self.take(&unboxed(&evened(&plain(tail))), None);
        self.close();
        self.list_dealt();
        self.session.end = end.clone();
        self.session.seedings = seedings;
        self.session.deals = super::deals::deals(&self.session);
        settle_letters(std::slice::from_mut(&mut self.session));
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
        // Points before anybody was asked how many play are those of the rules.
        let asked = self.may_be_dealt();
        let dealt = |(_, event): &(Place, Event)| {
            let told = matches!(event, Event::Points(..) | Event::Verdict(_));
            matches!(event, Event::Hand(_) | Event::Begins(_)) || asked && told
        };
        if self.group.is_some() || !self.dealt.is_empty() || self.session.events.iter().any(dealt) {
            Expect::Dealt
        } else {
            Expect::Opening
        }
    }

    /// Reads the lines of a text, up to one that may be a question.
    fn take(&mut self, text: &str, until: Option<usize>) {
        let turn = self.session.asks.len();
        for (index, line) in text.lines().enumerate().take(until.unwrap_or(usize::MAX)) {
            if !line.trim().is_empty() {
                self.line(line, Place { turn, line: index }, false);
            }
        }
    }

    /// What was begun in a text ends with it.
    fn close(&mut self) {
        self.flush();
        self.end_columns();
        self.odd.clear();
        self.heading = None;
        self.won = false;
    }

    /// Whether cards that no words give to a player may be a hand: the number of players was told.
    fn may_be_dealt(&self) -> bool {
        self.session.asks.iter().any(|ask| ask.kind == Kind::Players && ask.answer.is_some())
    }

    fn tell(&mut self, place: Place, event: Event) {
        if matches!(event, Event::Points(..) | Event::Verdict(_)) {
            self.list_dealt();
        }
        self.session.events.push((place, event));
    }

    fn line(&mut self, line: &str, place: Place, is_question: bool) {
        self.session.panicked |= panicked().is_match(line);
        self.learn(line, is_question);
        let numbered = self.labels.numbered(line);
        let line = numbered.as_ref();
        // "Wild card: 4s" in a heading is no 4 of Stars.
        let cards = if lines::beginning_in(line).is_some() { Vec::new() } else { self.cards_of(line) };
        if self.is_of_table(line, &cards, place) {
            return;
        }
        if !cards.is_empty() {
            return self.cards(line, &cards, place);
        }
        if is_question {
            return self.flush();
        }
        if let (Some(group), Some(text)) = (&mut self.group, unclear_alone(line)) {
            group.hand.unclear.get_or_insert_with(|| Unclear { line: text.clone(), text });
            return;
        }
        if let Some(odd) = self.odd_line(line) {
            return self.odd.push(odd);
        }
        self.words(line, place);
    }

    /// A line in a list of cards that is the name of none.
    fn odd_line(&self, line: &str) -> Option<Unclear> {
        let lead = match &self.group {
            Some(group) if group.first > 1 || group.hand.points.is_some() => return None,
            Some(group) => group.lead.as_str(),
            None if self.heading.is_some() => "",
            None => return None,
        };
        odd_alone(line, lead).filter(|_| lines::verdict_in(line).is_none())
    }

    /// Learns what players are called from the headings of their hands.
    fn learn(&mut self, line: &str, is_question: bool) {
        if !self.labels.is_open() || self.session.is_full() || lines::beginning_in(line).is_some() {
            return;
        }
        let cards = self.cards_of(line);
        match cards.first() {
            Some(first) => {
                let before = &line[..first.start];
                if lines::seat_in(before).is_some() || self.seat.is_some() {
                    self.labels.see_number();
                }
                if self.tells_again(before, &cards) || is_shown(&self.session, self.group.as_ref(), &cards) {
                    return;
                }
                if self.group.is_none() || before.chars().any(char::is_alphabetic) {
                    self.seat = self.labels.learn(before).or(self.seat);
                }
            }
            None if !is_question => self.labels.heading(line),
            None => {}
        }
    }

    /// A line without cards.
    fn words(&mut self, line: &str, place: Place) {
        let empty = self.heading.take().filter(|_| lines::points_named(line).is_some());
        if let (Some(at), Some(seat)) = (empty, self.seat) {
            self.flush();
            let odd = std::mem::take(&mut self.odd);
            let hand = Hand { seat, odd, ..Hand::empty(at) };
            self.tell(at, Event::Hand(hand));
        }
        // The points of a hand whose cards stand one a line.
        self.flush();
        let seats = lines::seats_in(line);
        if self.won && !seats.is_empty() {
            return self.tell(
                place,
                Event::Verdict(Verdict {
                    tie: seats.len() > 1,
                    seats,
                    points: None,
                    nameless: false,
                    scope: Scope::Plain,
                    place,
                }),
            );
        }
        if let Some(begins) = lines::beginning_in(line) {
            self.tell(place, Event::Begins(begins));
        } else if let Some(out) = lines::out_in(line) {
            self.tell(place, out);
        } else if lines::reshuffles(line) {
            self.tell(place, Event::Reshuffle);
        } else if let Some(who) = acts::draws_in(line).filter(|_| self.session.is_full()) {
            tell_act(&mut self.session, &mut self.implied, Act::Draw(who, None), place);
        } else if let Some((tie, seats)) = lines::verdict_in(line) {
            self.won = seats.is_empty() && !lines::has_no_winner(line);
            let (points, nameless) = (lines::points_of_winner(line), lines::names_nobody(line));
            let scope = lines::scope_in(line);
            self.tell(place, Event::Verdict(Verdict { tie, seats, points, nameless, scope, place }));
        } else if let Some(totals) =
            lines::totals_in(line).filter(|all| all.len() > 1 || self.session.is_full())
        {
            self.tell(place, Event::Totals(totals));
        } else if let Some((seat, total)) = self.total(line) {
            if let Some(points) = lines::points_beside_total(line) {
                self.tell(place, Event::Points(Some(seat), points));
            }
            self.tell(place, Event::Totals(vec![(seat, total)]));
        } else if let Some(points) = lines::lowest_in(line) {
            self.tell(place, Event::Lowest(points));
        } else if let Some(points) = self.points(line, place) {
            let again = self.again.take();
            let seat = lines::seat_in(line).or(again);
            if lines::is_of_all_cards(line) {
                return self.tell(place, Event::Sum(seat, points));
            }
            let told = Event::Points(seat, points);
            let session = &self.session;
            let again =
                session.uncounted(place.turn) == 0 && session.in_turn(place.turn).any(|event| *event == told);
            self.tell(place, told);
            if again {
                // The same points once more may be those of a winner in words that are not known.
                self.tell(place, Event::Other(line.trim().to_owned()));
            }
        } else if heading().is_match(line) {
            self.seat = lines::seat_in(line);
            self.heading = Some(place);
        } else if line.chars().any(char::is_alphanumeric) {
            self.tell(place, Event::Other(line.trim().to_owned()));
        }
    }

    /// A player's total, in a full game: beside the points of the hand, or once they were told.
    fn total(&self, line: &str) -> Option<(u32, i64)> {
        let total = lines::total_in(line).filter(|_| self.session.is_full())?;
        let played = self.session.events.iter().rev().map(|(_, event)| event);
        let played = || played.clone().take_while(|event| !matches!(event, Event::Begins(_)));
        let last = played().find_map(|event| match event {
            Event::Hand(hand) => Some(hand.seat),
            _ => None,
        });
        let seat = lines::seat_in(line).or(last).filter(|seat| *seat > 0)?;
        let told = |event: &Event| matches!(event, Event::Points(whose, _) if whose.or(last) == Some(seat));
        (lines::points_beside_total(line).is_some() || played().any(told)).then_some((seat, total))
    }

    /// The points that a line tells: with a word, or behind a player.
    fn points(&self, line: &str, place: Place) -> Option<i64> {
        let named = lines::points_named(line).or_else(|| lines::points_of_seat(line));
        // A player's number alone may be anything once all hands have their points.
        let alone = || lines::points_of_row(line).or_else(|| lines::points_of_owner(line));
        named.or_else(|| alone().filter(|_| self.session.uncounted(place.turn) > 0))
    }
}

/// What an answer to a question means, told from its words alone.
fn meaning(asked: &Asked, answer: &str) -> Option<Intent> {
    let answer = answer.trim().to_ascii_lowercase();
    match asked.kind {
        Kind::Players => Some(match answer.parse() {
            Ok(number @ 1..=7) => Intent::Count(number),
            _ => Intent::Bad,
        }),
        Kind::Again if answer == asked.yes.to_ascii_lowercase() => Some(Intent::Yes),
        Kind::Again if answer == asked.no.to_ascii_lowercase() => Some(Intent::No),
        Kind::Again if answer.starts_with('y') || answer == "1" => Some(Intent::Yes),
        Kind::Again => Some(Intent::No),
        _ => None,
    }
}

mod hands;
#[cfg(test)]
pub(super) mod tests;
