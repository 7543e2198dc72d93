//! Rules about the answers to the question for a move.

use reference::bluejack::{BOARD_CARDS, GOAL, Move, Side};

use super::{Found, Game, Judge, Rule, Set, Turn, rule, turns};
use crate::assignment::bluejack::course::{Asked, Step, end_of};
use crate::assignment::bluejack::facts::{Printed, What};
use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

rule! {
    /// A legal answer is carried out as given: `end`, `stand`, and `play K` for the K-th card held, counted from 1.
    ///
    /// Broken by: another card than the K-th, `stand` taken as `end`, a legal answer that is refused.
    /// Accepted: `stand` refused below a sum of 15; a side that stands by itself at 20. Cards count in the order last
    /// listed, without those played since. On nine cards `play K` is no legal answer.
    LEGAL_MOVE = "legal-move", "A legal answer is carried out", Judge::Play(legal_move);
}

/// From this sum on, `stand` may not be refused.
const STAND_FROM: i64 = 15;

/// A question, the answer, and what followed.
struct Tried<'a> {
    nth: usize,
    turn: &'a Turn,
    asked: &'a Asked,
    answer: &'a str,
    place: Place,
    /// What happened in the turn after it, up to the next question.
    then: &'a [(Place, Step)],
    next: Next,
    /// The human draws or is asked again later in the set.
    goes_on: bool,
}

/// What came after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The same question again, at this place.
    Refused(Place),
    /// The game went on, at this place.
    Moved(Place),
    /// Nothing more is known.
    Unknown,
}

/// Every answer to a question for a move.
fn tried<'a>(game: &Game<'a>) -> Vec<Tried<'a>> {
    let mut all = Vec::new();
    for (nth, set, at, turn) in turns(game).filter(|(_, _, _, turn)| turn.side == Side::Human) {
        let asks: Vec<(usize, &Asked)> = turn.asks().collect();
        for (index, (step, asked)) in asks.iter().enumerate() {
            let Some(answer) = asked.answer.as_deref() else { continue };
            let until = asks.get(index + 1).map_or(turn.steps.len(), |(next, _)| *next);
            let then = &turn.steps[step + 1..until];
            let acted = then.iter().find(|(_, step)| !matches!(step, Step::Board(_)));
            let again = asks.get(index + 1).map(|(next, _)| turn.steps[*next].0);
            let next = match (acted, again) {
                (Some((place, _)), _) => Next::Moved(*place),
                (None, Some(place)) => Next::Refused(place),
                (None, None) => after_turn(game, nth, set, at).map_or(Next::Unknown, Next::Moved),
            };
            let goes_on = set.turns[at + 1..].iter().any(|later| later.side == Side::Human);
            all.push(Tried { nth, turn, asked, answer, place: turn.steps[*step].0, then, next, goes_on });
        }
    }
    all
}

/// What comes after a turn: the next one, the set's end, or that of the program.
fn after_turn(game: &Game<'_>, nth: usize, set: &Set, at: usize) -> Option<Place> {
    let next = set.turns.get(at + 1).map(|next| next.begins);
    let told = set.claims.first().map(|(place, _)| *place);
    let ended = || matches!(game.session.end, Ending::Exited(_)).then(|| end_of(game.session));
    next.or(told).or_else(|| game.course.over(nth, game.session)).or_else(ended)
}

fn legal_move(game: &Game<'_>, found: &mut Found) {
    let expected = "A legal answer is carried out as given; cards count from 1 in the order of the list.";
    for one in tried(game) {
        let Some(meant) = one.asked.meant else { continue };
        let breach = match one.next {
            Next::Unknown => continue,
            Next::Refused(place) => {
                let sum = &one.turn.drawn;
                if meant == Move::Stand && !sum.surely(|sum| (STAND_FROM..=GOAL).contains(&sum)) {
                    continue;
                }
                Some((place, format!("`{}` is refused.", one.answer)))
            }
            Next::Moved(place) => wrongly_done(&one, meant, place),
        };
        found.see();
        if let Some((place, what)) = breach {
            found.breach(one.nth, place, what, expected);
        }
    }
    for (nth, _, _, turn) in turns(game).filter(|(_, _, _, turn)| turn.side == Side::Human) {
        if let Some((place, what)) = super::turns::contradiction(turn, true) {
            found.breach(nth, place, what, expected);
        }
    }
}

/// What was done instead of a legal move.
fn wrongly_done(one: &Tried<'_>, meant: Move, next: Place) -> Option<(Place, String)> {
    let done = |wanted: &dyn Fn(&Step) -> bool| one.then.iter().find(|(_, step)| wanted(step));
    let played = done(&|step| matches!(step, Step::Play(_)));
    let stood = done(&|step| *step == Step::Stand);
    let ended = done(&|step| *step == Step::End);
    let answer = one.answer;
    match meant {
        Move::End => {
            let by_itself = one.turn.drawn.maybe(|sum| sum == GOAL);
            let stood = stood.filter(|_| !by_itself).map(|(place, _)| (*place, "a stand"));
            let wrong = played.map(|(place, _)| (*place, "a card played")).or(stood)?;
            Some((wrong.0, format!("`{answer}` is taken for {}.", wrong.1)))
        }
        Move::Stand if stood.is_some() => None,
        Move::Stand => {
            let wrong = played.or(ended.filter(|_| one.goes_on))?;
            Some((wrong.0, format!("`{answer}` is not taken for a stand.")))
        }
        Move::Play(place) => {
            let held = one.asked.hand.get(place)?;
            match played {
                Some((_, Step::Play(card))) if card == held => None,
                Some((at, Step::Play(card))) => {
                    Some((*at, format!("`{answer}` plays {}, and not {}.", card.text, held.text)))
                }
                _ => Some((next, format!("`{answer}` does not play {}.", held.text))),
            }
        }
    }
}

rule! {
    /// An illegal answer is asked again, and changes nothing.
    ///
    /// Broken by: another word taken for `end`, a program that stops at `play 9`, a wrong answer that costs a turn.
    /// Accepted: any words with which it is asked again. Typed are single words, numbers out of range, `play x`,
    /// `play 99999999999`; never an empty line, `play` alone, or a word that could be an abbreviation. An answer after
    /// which the program crashes, hangs or floods is a matter of `exits-cleanly`.
    BAD_MOVE = "bad-move", "An illegal answer is asked again", Judge::Play(bad_move);
}

fn bad_move(game: &Game<'_>, found: &mut Found) {
    let expected = "An answer that is none of these is asked again, and nothing changes.";
    for one in tried(game) {
        let names_a_card = || {
            let shift = game.reading.play_shift;
            shift != 0
                && number(one.answer)
                    .is_some_and(|k| (1..=one.asked.hand.len() as i64).contains(&(k + shift as i64)))
        };
        let full = one.turn.drawn.cards.len() >= BOARD_CARDS;
        if !one.asked.known || one.asked.meant.is_some() || full || names_a_card() || is_free(one.answer) {
            continue;
        }
        match one.next {
            Next::Unknown => {}
            Next::Refused(_) => found.see(),
            Next::Moved(place) => {
                found.see();
                let what = format!("`{}` is taken for an answer{}.", one.answer, effect(game, &one, place));
                found.breach(one.nth, place, what, expected);
            }
        }
    }
}

/// The number in `play K`.
fn number(answer: &str) -> Option<i64> {
    let mut words = answer.split_whitespace();
    words.next().filter(|word| word.eq_ignore_ascii_case("play"))?;
    words.next()?.parse().ok()
}

/// Whether an answer is one that may be taken or refused: nothing, several words, an abbreviation.
fn is_free(answer: &str) -> bool {
    let words: Vec<String> = answer.split_whitespace().map(str::to_lowercase).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["play"] => true,
        [word] => {
            ["end", "stand", "play"].iter().any(|known| known.starts_with(word) || word.starts_with(known))
        }
        ["play", number] => {
            number.starts_with(|c: char| c.is_ascii_digit()) && number.parse::<u128>().is_err()
        }
        _ => true,
    }
}

/// What an answer led to, in words.
fn effect(game: &Game<'_>, one: &Tried<'_>, place: Place) -> String {
    let event = game.session.events.iter().find(|event| event.place > one.place);
    match event.filter(|_| place < end_of(game.session)).map(|event| &event.what) {
        Some(What::Ends(Side::Human)) => ": your turn ends".to_owned(),
        Some(What::Stands(Side::Human)) => ": you stand".to_owned(),
        Some(What::Plays(Side::Human, Printed { text, .. })) => format!(": {text} is played"),
        Some(What::Draws(Side::Human, _)) => ": you draw again".to_owned(),
        Some(_) => ": the game goes on".to_owned(),
        None => ": the program ends".to_owned(),
    }
}
