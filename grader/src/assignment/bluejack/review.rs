//! When a program cannot be followed, and what is told to the person who must look.

use reference::bluejack::{Move, Side};

use crate::transcript::Ending;

use super::course::Course;
use super::facts::{Session, Strange, What};
use super::reading::Reading;

/// A kind of line without which the game cannot be followed.
struct Needed {
    /// The published line.
    line: &'static str,
    /// Whether a line says it.
    says: fn(&What) -> bool,
    /// The line came due in some session.
    due: fn(&[Session]) -> bool,
    /// Whether its lack may be a fault: then only a line that was not understood makes it a matter of words.
    may_be_fault: bool,
}

const NEEDED: [Needed; 8] = [
    Needed {
        line: "You draw Blue 7.",
        says: |what| matches!(what, What::Draws(Side::Human, _)),
        due: |_| true,
        may_be_fault: false,
    },
    Needed {
        line: "Your board: Blue 7, Red -2 (5)",
        says: |what| matches!(what, What::Board(Side::Human, ..)),
        due: |_| true,
        may_be_fault: false,
    },
    Needed {
        line: "Your hand: 1) Blue +3, 2) Flip",
        says: |what| matches!(what, What::Hand(Side::Human, _)),
        due: |_| true,
        may_be_fault: false,
    },
    Needed {
        line: "Computer draws Blue 7.",
        says: |what| matches!(what, What::Draws(Side::Computer, _)),
        due: went_on,
        may_be_fault: true,
    },
    Needed {
        line: "Computer's board: Green 9 (9)",
        says: |what| matches!(what, What::Board(Side::Computer, ..)),
        due: went_on,
        may_be_fault: true,
    },
    Needed {
        line: "You play Red -2.",
        says: |what| matches!(what, What::Plays(Side::Human, _)),
        due: plays_were_answered,
        may_be_fault: true,
    },
    Needed {
        line: "You win the set.",
        says: |what| matches!(what, What::SetWon(_) | What::GameWon(..)),
        due: went_on,
        may_be_fault: true,
    },
    Needed {
        line: "You win the game.",
        says: |what| matches!(what, What::GameWon(..)),
        due: |sessions| sessions.iter().any(|session| matches!(session.end, Ending::Exited(_))),
        may_be_fault: true,
    },
];

/// Why a person must look at the whole program, if the reader could not follow it.
pub(super) fn unreadable(sessions: &[Session]) -> Option<String> {
    let blind = sessions.iter().find_map(|session| match &session.end {
        Ending::Blind(how) => Some(how),
        _ => None,
    });
    if let Some(how) = blind {
        return Some(format!("The program waits for input in a way the grader cannot see ({how})."));
    }
    if let Some(reason) = other_cards(sessions) {
        return Some(reason);
    }
    if sessions
        .iter()
        .any(|session| session.asked_yes_or_no || session.in_own_words && session.asked_unclearly)
    {
        return Some(
            "The program could not be followed: which answers its question for a move wants is not clear."
                .to_owned(),
        );
    }
    // A program that breaks off has not come to say what it would.
    let all_broke_off = sessions.iter().all(|session| !session.is_sound());
    let says = |needed: &Needed| {
        sessions.iter().any(|session| session.events.iter().any(|event| (needed.says)(&event.what)))
    };
    let missing = NEEDED.iter().find(|needed| !says(needed) && (needed.due)(sessions))?;
    let strange = sessions.iter().find_map(|session| session.strange.first());
    if missing.may_be_fault && strange.is_none() || all_broke_off {
        return None;
    }
    Some(told(missing.line, strange, sessions.first()?))
}

/// More than one card in so many with a colour the game does not have, or in words of its own, is a matter of words.
const OTHER_WAYS: usize = 20;

/// Cards written in a way of the program's own: most of them cannot be read, or one of its colours or signs cannot; or
/// what is read as a minus stands in all of them.
fn other_cards(sessions: &[Session]) -> Option<String> {
    let mut all = 0;
    let mut odd: Vec<(&str, &str)> = Vec::new();
    let (mut drawn, mut below) = (0, Vec::new());
    for event in sessions.iter().flat_map(|session| &session.events) {
        let (cards, expected) = match &event.what {
            What::Draws(Side::Human, card) => (std::slice::from_ref(card), "You draw Blue 7."),
            What::Draws(Side::Computer, card) => (std::slice::from_ref(card), "Computer draws Blue 7."),
            What::Hand(_, cards) => (cards.as_slice(), "Your hand: 1) Blue +3, 2) Flip"),
            _ => continue,
        };
        if let What::Draws(_, card) = &event.what {
            drawn += 1;
            let negative =
                card.card.and_then(reference::bluejack::Card::value).is_some_and(|value| value < 0);
            below.extend(negative.then_some((&*card.text, expected)));
        }
        all += cards.len();
        odd.extend(cards.iter().filter(|card| card.card.is_none()).map(|card| (&*card.text, expected)));
    }
    let mut coloured = odd.iter().filter(|(text, _)| is_own_way(text));
    // The game deck has no negative card: a dash between colour and number is none.
    let first = if OTHER_WAYS * (drawn - below.len()) < drawn {
        below.first()
    } else if 2 * odd.len() > all {
        odd.first()
    } else {
        let first = coloured.next();
        first.filter(|_| OTHER_WAYS * (1 + coloured.count()) > all)
    };
    let (text, expected) = first?;
    Some(format!(
        "The program could not be followed: its cards are written in another way. The first not understood is \
         \"{text}\"; expected there, as {PAGE} has it: a card as in `{expected}`, in blue, yellow, red or green."
    ))
}

/// Whether a card's text is a number behind a word that is none of the four colours, or one with other words.
fn is_own_way(text: &str) -> bool {
    text.contains(char::is_alphabetic) && text.contains(|c: char| c.is_ascii_digit())
}

/// The page that publishes the transcript.
const PAGE: &str = "specs/bluejack.md";

fn told(line: &str, strange: Option<&Strange>, first: &Session) -> String {
    let never = format!("The program could not be followed: a line such as `{line}` never came");
    match strange {
        Some(strange) => format!(
            "{never}. The first line not understood is \"{}\"; expected there, as {PAGE} has it: `{}`.",
            strange.line, strange.expected
        ),
        None if first.asks.is_empty() => format!("{never}; it ended without asking anything."),
        None => format!("{never}; nothing it printed looks like it."),
    }
}

/// Whether some answer was taken: more followed than the same question, with boards and hand.
fn went_on(sessions: &[Session]) -> bool {
    sessions.iter().any(|session| {
        let first = session.moves().next().map_or(session.events.len(), |(_, ask)| ask.events);
        let ended = matches!(session.end, Ending::Exited(_)) && session.moves().next().is_some();
        let moves = |what: &What| !matches!(what, What::Board(..) | What::Hand(..));
        ended
            || session.strange.iter().any(|strange| strange.place.turn > 0)
            || session.events[first..].iter().any(|event| moves(&event.what))
    })
}

/// Whether cards of the hand were named in answers that the program did not ask again.
fn plays_were_answered(sessions: &[Session]) -> bool {
    let reading = Reading::default();
    sessions.iter().any(|session| {
        let course = Course::of(session, &reading);
        let mut turns = course.sets.iter().flat_map(|set| &set.turns);
        turns.any(|turn| {
            let last = turn.asks().last().map(|(_, asked)| asked.meant);
            matches!(last, Some(Some(Move::Play(_))))
        })
    })
}
