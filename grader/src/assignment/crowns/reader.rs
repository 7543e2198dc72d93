//! The one reader of a session: it serves the live play and the judging afterwards.

use reference::crowns::Card;

use crate::assignment::excerpt::Place;
use crate::assignment::words::{patterns, plain};
use crate::transcript::{Answer, Ending, Transcript};

use super::cards::{CardAt, cards_in};
use super::facts::{Ask, Event, Hand, Intent, Session, Unclear, Verdict};
use super::lines;
use super::question::{Asked, Expect, Kind, Questions, read};
use super::unclear::{face_in, unclear_alone, unclear_in};

patterns! {
    pile = r"\b(?:discard pile|pile)\b.*\b(?:starts?|begins?|with|shows?|top|is)\b|\bturned (?:up|over)\b|\btop (?:of the )?(?:discard|card)|\bface[- ]up\b";
    you_draw = r"\byou\s+(?:draw|drew|got|picked|take|took)\b";
    takes = r"\b(?:takes?|took|picks?(?: up)?|picked(?: up)?)\b";
    discards = r"\b(?:discards?|discarded|throws? (?:away|out))\b";
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
    group: Option<Hand>,
    /// A line that names a player, after which no cards came yet.
    heading: Option<Place>,
    /// Words that tell of a winner, after which the name comes.
    won: bool,
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
            end: Ending::Stopped,
            seedings: (0, Vec::new()),
            panicked: false,
            faces: [None, None],
        };
        Self { questions, session, seat: None, group: None, heading: None, won: false }
    }

    /// The facts so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes what was said before the program waited, and tells what it asks.
    pub fn hear(&mut self, said: &str) -> Asked {
        let text = plain(said);
        // The question is read with what the lines before it told.
        let last = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).last();
        self.take(&text, last.map(|(at, _)| at));
        let asked = read(&text, self.expect(), self.questions);
        if let Some((at, line)) = last {
            let place = Place { turn: self.session.asks.len(), line: at };
            self.line(line, place, asked.kind != Kind::Unknown);
        }
        self.close();
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
    }

    /// Takes the last words and the ending.
    pub fn finish(mut self, tail: &str, end: &Ending, seedings: (u32, Vec<u32>)) -> Session {
        self.take(&plain(tail), None);
        self.close();
        self.session.end = end.clone();
        self.session.seedings = seedings;
        self.session.deals = super::deals::deals(&self.session);
        self.session
    }

    /// Reads a whole transcript; what the answers meant is told from their words.
    pub fn read(questions: &'a Questions, transcript: &Transcript, moment: u32, player: &str) -> Session {
        let mut reader = Self::new(questions, transcript.seed, moment, player);
        for turn in &transcript.turns {
            let asked = reader.hear(&turn.said);
            let intent = match &turn.answer {
                Answer::Line(line) => meaning(asked.kind, line),
                Answer::EndOfInput => None,
            };
            reader.answered(&turn.answer, intent);
        }
        let seedings = (transcript.seeding_calls, transcript.seedings.clone());
        reader.finish(&transcript.tail, &transcript.end, seedings)
    }

    /// What the state of the game makes likely.
    fn expect(&self) -> Expect {
        let dealt = |(_, event): &(Place, Event)| {
            matches!(event, Event::Hand(_) | Event::Points(..) | Event::Verdict(_) | Event::Begins(_))
        };
        if self.group.is_some() || self.session.events.iter().any(dealt) {
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
        self.heading = None;
        self.won = false;
    }

    /// Whether cards that no words give to a player may be a hand: the number of players was told.
    fn may_be_dealt(&self) -> bool {
        self.session.asks.iter().any(|ask| ask.kind == Kind::Players && ask.answer.is_some())
    }

    fn tell(&mut self, place: Place, event: Event) {
        self.session.events.push((place, event));
    }

    fn line(&mut self, line: &str, place: Place, is_question: bool) {
        self.session.panicked |= panicked().is_match(line);
        // "Wild card: 4s" in a heading is no 4 of Stars.
        let cards = if lines::beginning_in(line).is_some() { Vec::new() } else { cards_in(line) };
        if !cards.is_empty() {
            return self.cards(line, &cards, place);
        }
        if is_question {
            return self.flush();
        }
        if let (Some(group), Some(text)) = (&mut self.group, unclear_alone(line)) {
            group.unclear.get_or_insert_with(|| Unclear { line: text.clone(), text });
            return;
        }
        self.words(line, place);
    }

    /// A line without cards.
    fn words(&mut self, line: &str, place: Place) {
        let empty = self.heading.take().filter(|_| lines::points_named(line).is_some());
        if let (Some(at), Some(seat)) = (empty, self.seat) {
            self.flush();
            let hand = Hand { seat, ..Hand::empty(at) };
            self.tell(at, Event::Hand(hand));
        }
        // The points of a hand whose cards stand one a line.
        self.flush();
        let seats = lines::seats_in(line);
        if self.won && !seats.is_empty() {
            return self
                .tell(place, Event::Verdict(Verdict { tie: seats.len() > 1, seats, points: None, place }));
        }
        if let Some(begins) = lines::beginning_in(line) {
            self.tell(place, Event::Begins(begins));
        } else if let Some(out) = lines::out_in(line) {
            self.tell(place, out);
        } else if lines::reshuffles(line) {
            self.tell(place, Event::Reshuffle);
        } else if let Some(seat) = lines::draws_in(line) {
            self.tell(place, Event::Draws(seat));
        } else if let Some((tie, seats)) = lines::verdict_in(line) {
            self.won = seats.is_empty();
            self.tell(
                place,
                Event::Verdict(Verdict { tie, seats, points: lines::points_of_winner(line), place }),
            );
        } else if let Some(totals) = lines::totals_in(line) {
            self.tell(place, Event::Totals(totals));
        } else if let Some(points) = lines::points_named(line).or_else(|| lines::points_of_seat(line)) {
            let told = Event::Points(lines::seat_in(line), points);
            let same_turn = self.session.events.iter().rev().take_while(|(at, _)| at.turn == place.turn);
            let again = same_turn.into_iter().any(|(_, event)| *event == told);
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

    fn cards(&mut self, line: &str, cards: &[CardAt], place: Place) {
        let before = &line[..cards[0].start];
        let after = &line[cards[cards.len() - 1].end..];
        if let Some(event) = act(before, after, cards) {
            self.flush();
            return self.tell(place, event);
        }
        let named = lines::seat_in(before);
        let seat = named.or(self.seat);
        if seat.is_none() && self.group.is_none() && !self.may_be_dealt() {
            // Cards in a banner are nobody's.
            return;
        }
        let goes_on = named.is_none() || self.group.as_ref().is_some_and(|group| named == Some(group.seat));
        // A number before a card of its own line counts the cards.
        let plain_start = !before.chars().any(char::is_alphabetic) || choice().is_match(before);
        let joined = self.group.as_ref().is_some_and(|group| group.points.is_none())
            && goes_on
            && (plain_start || named.is_some());
        if !joined {
            self.flush();
            let points = lines::points_named(before).map(|points| (points, place));
            let place = self.heading.take().unwrap_or(place);
            // Whose a hand is that names nobody is told by its place among the others.
            self.group = Some(Hand { seat: seat.unwrap_or(0), points, ..Hand::empty(place) });
        }
        self.heading = None;
        self.note_faces(line, cards);
        if let Some(group) = &mut self.group {
            for card in cards {
                match &card.card {
                    Ok(card) => group.cards.push(*card),
                    Err(name) => group.wrong.push(name.clone()),
                }
            }
            if let Some(text) = unclear_in(line, cards) {
                group.unclear.get_or_insert_with(|| Unclear { text, line: line.trim().to_owned() });
            }
            if let Some(points) = lines::points_behind(after) {
                group.points = Some((points, place));
            }
        }
    }

    /// Keeps a first example of each way to write a Jack, Queen or King.
    fn note_faces(&mut self, line: &str, cards: &[CardAt]) {
        for card in cards {
            let Some(face) = face_in(line, card) else { continue };
            let known = &mut self.session.faces[face as usize];
            known.get_or_insert_with(|| line[card.start..card.end].trim().to_owned());
        }
    }

    /// The cards that stand together are a hand.
    fn flush(&mut self) {
        let Some(mut hand) = self.group.take() else { return };
        self.seat = None;
        let points = hand.points.take();
        let seat = hand.seat;
        let place = hand.place;
        self.tell(place, Event::Hand(hand));
        if let Some((points, place)) = points {
            self.tell(place, Event::Points((seat > 0).then_some(seat), points));
        }
    }
}

/// What a player of the full game does with a card.
fn act(before: &str, after: &str, cards: &[CardAt]) -> Option<Event> {
    let [CardAt { card: Ok(card), .. }] = cards else { return None };
    let card: Card = *card;
    let seat = lines::seat_in(before);
    if pile().is_match(before) && seat.is_none() {
        return Some(Event::Pile(card));
    }
    if you_draw().is_match(before) {
        return Some(Event::YouDraw(card));
    }
    if discards().is_match(before) {
        return Some(Event::Discards(seat?, card));
    }
    (takes().is_match(before) && !after.contains(',')).then(|| Some(Event::Takes(seat?, card)))?
}

/// What an answer to a question means, told from its words alone.
fn meaning(kind: Kind, answer: &str) -> Option<Intent> {
    let answer = answer.trim().to_ascii_lowercase();
    match kind {
        Kind::Players => Some(match answer.parse() {
            Ok(number @ 1..=7) => Intent::Count(number),
            _ => Intent::Bad,
        }),
        Kind::Again if answer.starts_with('y') || answer == "1" => Some(Intent::Yes),
        Kind::Again => Some(Intent::No),
        _ => None,
    }
}
