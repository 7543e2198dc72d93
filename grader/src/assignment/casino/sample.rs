//! The sample runs: an untouched run of the published scripts against the reference's.

use reference::cards::Card;
use reference::casino::{self, DealOrder, Outcome, Replay};

use super::facts::{Announced, Hand, Next, Round, Session};
use super::player::Mind;
use super::question::Questions;
use super::reading::{Reading, result};
use super::survey::play;
use crate::assignment::excerpt::render;
use crate::assignment::{Evidence, Task};
use crate::play::PlayError;
use crate::snapshot::{self, Piece, Rung, Sheet};
use crate::spec::Sample;
use crate::transcript::{Answer, Ending, Transcript};

/// What came of comparing the sample runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Compared {
    /// Scripts played.
    pub(super) played: u32,
    /// The first difference in meaning, with its evidence.
    pub(super) different: Option<(String, Evidence)>,
    /// How many differ in meaning.
    pub(super) broken: u32,
    /// The rung of the text, the worst of all scripts.
    pub(super) rung: Option<Rung>,
    /// The first text that differs, as a diff.
    pub(super) diff: Option<String>,
}

/// Plays the sample scripts and compares each with the reference, replayed in the program's own legal order.
pub(super) fn compare(
    task: &mut Task<'_>,
    questions: &Questions,
    reading: &Reading,
) -> Result<Compared, PlayError> {
    let mut compared = Compared::default();
    let spec = task.spec;
    for sample in &spec.samples {
        let seed = sample.script.seed.unwrap_or(task.spec.seed);
        let mind = Mind::Script(sample.script.cursor());
        let (mut session, transcript) = play(task, questions, mind, &sample.name, seed, 0)?;
        reading.forms.apply(&mut session);
        compared.played += 1;
        let ended = matches!(session.end, Ending::Exited(_) | Ending::Stopped);
        let (difference, order) = nearest(&session, sample, seed);
        if let Some(difference) = difference {
            compared.broken += 1;
            if compared.different.is_none() {
                let replay = casino::replay(seed, order, &sample.script);
                let diff = snapshot::near_diff(&published(&replay), &sheet(&transcript)).unwrap_or_default();
                let evidence = evidence(task, reading, &session, &transcript, (&difference, diff));
                compared.different = Some((difference, evidence));
            }
            if !ended {
                // It hung or crashed: once is enough.
                break;
            }
            continue;
        }
        let expected = if order == DealOrder::default() {
            sample.snapshot.clone()
        } else {
            casino::replay(seed, order, &sample.script).text
        };
        let sheet = sheet(&transcript);
        let rung = snapshot::compare(&expected, &sheet.text());
        if compared.rung.is_none_or(|worst| rung > worst) {
            compared.rung = Some(rung);
            if rung > Rung::LineEnds {
                let replay = casino::replay(seed, order, &sample.script);
                compared.diff = Some(snapshot::diff(&published(&replay), &sheet));
            }
        }
    }
    Ok(compared)
}

/// The legal order in which the reference agrees with the session, or agrees the longest, and the first difference.
fn nearest(session: &Session, sample: &Sample, seed: u32) -> (Option<String>, DealOrder) {
    let mut best: Option<(usize, String, DealOrder)> = None;
    for order in DealOrder::all() {
        let replay = casino::replay(seed, order, &sample.script);
        match difference(session, &replay) {
            None => return (None, order),
            Some((round, text)) => {
                if best.as_ref().is_none_or(|(longest, ..)| round > *longest) {
                    best = Some((round, text, order));
                }
            }
        }
    }
    best.map_or((None, DealOrder::default()), |(_, text, order)| (Some(text), order))
}

/// The first round that differs in meaning, and how.
fn difference(session: &Session, replay: &Replay) -> Option<(usize, String)> {
    let rounds = session.rounds.iter().filter(|round| round.next != Next::Cut || round.announced.is_some());
    let rounds: Vec<_> = rounds.collect();
    let expected: Vec<_> = replay.rounds.iter().filter(|round| round.outcome.is_some()).collect();
    if expected.is_empty() {
        return Some((0, "no round comes to its end".to_owned()));
    }
    for (index, right) in expected.iter().enumerate() {
        let number = index + 1;
        let Some(round) = rounds.get(index) else {
            return Some((index, format!("round {number} is missing")));
        };
        let bet = right.bet.unwrap_or_default();
        let money = round.bets[0].money;
        if money.is_some_and(|money| money != right.money_before) {
            return Some((
                index,
                format!(
                    "round {number} starts with ${} instead of ${}",
                    money.unwrap_or_default(),
                    right.money_before
                ),
            ));
        }
        if round.bet().bet != bet {
            return Some((
                index,
                format!("the bet of round {number} is ${} instead of ${bet}", round.bet().bet),
            ));
        }
        if !same_cards(&round.player, &right.player) {
            return Some((
                index,
                format!(
                    "your cards of round {number} are {} instead of {}",
                    listed(&round.player),
                    names(&right.player)
                ),
            ));
        }
        let total = casino::hand_total(&right.player);
        let over = casino::busted(total);
        let asked = round.hits.iter().filter(|hit| !hit.retry).count();
        let due = right.player.len() - 2 + usize::from(casino::player_is_asked(total));
        if asked != due {
            return Some((
                index,
                format!(
                    "round {number} asks {asked} time{} for another card instead of {due}",
                    if asked == 1 { "" } else { "s" }
                ),
            ));
        }
        if let Some((hand, shown)) = wrong_total(round) {
            return Some((index, format!("round {number} shows a total of {shown} for {hand}")));
        }
        if !over && !same_cards(&round.dealer, &right.dealer) {
            return Some((
                index,
                format!(
                    "the dealer's cards of round {number} are {} instead of {}",
                    listed(&round.dealer),
                    names(&right.dealer)
                ),
            ));
        }
        let words = right.outcome.map(outcome_words);
        let settled = result(session, index);
        if settled.is_some() && settled != words {
            return Some((index, format!("round {number} ends otherwise")));
        }
        if let Some(amount) = round.amount_told.filter(|amount| *amount != bet) {
            return Some((
                index,
                format!("round {number} tells of ${amount} won or lost where the bet was ${bet}"),
            ));
        }
    }
    if rounds.len() > expected.len() {
        return Some((expected.len(), format!("it plays on after round {}", expected.len())));
    }
    let open = replay.notes.iter().any(|note| matches!(note, casino::Note::NoAnswer { .. }));
    if !open && !matches!(session.end, Ending::Exited(_)) {
        return Some((expected.len(), format!("it does not end after round {}", expected.len())));
    }
    let ended = matches!(session.end, Ending::Exited(_));
    let last = replay.rounds.iter().rev().find_map(|round| round.money_after);
    match (session.last_money, last) {
        (Some(shown), Some(right)) if ended && shown != right => {
            Some((expected.len(), format!("at the end it shows ${shown} instead of ${right}")))
        }
        _ => None,
    }
}

/// A total shown that is not the sum of its cards.
fn wrong_total(round: &Round) -> Option<(String, i64)> {
    [&round.player, &round.dealer].into_iter().find_map(|hand| {
        let wrong = hand
            .shown
            .iter()
            .find(|shown| hand.total_by_cards(shown.cards).is_some_and(|total| total != shown.total))?;
        Some((listed(hand), wrong.total))
    })
}

fn outcome_words(outcome: Outcome) -> Announced {
    match outcome.money_change(1) {
        1 => Announced::Win,
        0 => Announced::Draw,
        _ => Announced::Lose,
    }
}

fn same_cards(hand: &Hand, cards: &[Card]) -> bool {
    hand.cards.len() == cards.len()
        && hand.cards.iter().zip(cards).all(|(seen, card)| {
            seen.name.rank.is_none_or(|rank| rank == card.rank)
                && seen.name.suit.is_none_or(|suit| suit == card.suit)
        })
}

fn listed(hand: &Hand) -> String {
    let cards = hand.cards.iter().map(|seen| match (&seen.name.wrong, seen.name.rank, seen.name.suit) {
        (None, Some(rank), Some(suit)) => Card::new(rank, suit).to_string(),
        (wrong, ..) => wrong.clone().unwrap_or_default(),
    });
    let cards: Vec<String> = cards.collect();
    if cards.is_empty() { "none".to_owned() } else { cards.join(", ") }
}

fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn evidence(
    task: &Task<'_>,
    reading: &Reading,
    session: &Session,
    transcript: &Transcript,
    (difference, diff): (&str, String),
) -> Evidence {
    let seed = session.seed;
    let answers: Vec<String> = session.asks.iter().filter_map(|ask| ask.answer.clone()).collect();
    let last = transcript.turns.len();
    let notes = super::excerpt::arithmetic(session, false);
    Evidence::Play {
        seed,
        player: format!("types the answers of {}", session.player),
        excerpt: render(transcript, 0, last, &notes),
        expected: format!("The sample run of the handout; {difference}."),
        at_home: seed == task.spec.seed && reading.repeats,
        diff,
        replay: format!("{} --seed {seed} --answers {}", task.replay, answers.join(",")),
        answers,
    }
}

/// A transcript as a sheet.
fn sheet(transcript: &Transcript) -> Sheet {
    let mut pieces = Vec::new();
    for turn in &transcript.turns {
        pieces.push(Piece::Said(turn.said.clone()));
        if let Answer::Line(answer) = &turn.answer {
            pieces.push(Piece::Typed(answer.clone()));
        }
    }
    pieces.push(Piece::Said(transcript.tail.clone()));
    Sheet { pieces }
}

fn published(replay: &Replay) -> Sheet {
    let mut pieces = Vec::new();
    for (said, answer) in &replay.turns {
        pieces.push(Piece::Said(said.clone()));
        pieces.push(Piece::Typed(answer.clone()));
    }
    pieces.push(Piece::Said(replay.tail.clone()));
    Sheet { pieces }
}
