//! Lines that tell the winner in words of a program's own: known by naming, game after game, who has the fewest points.

use std::collections::{BTreeMap, BTreeSet};

use crate::assignment::excerpt::Place;
use crate::assignment::words::patterns;

use super::facts::{Deal, Scope, Session, Verdict};
use super::lines::{self, seats_in};

patterns! {
    /// Words of praise, or of the fewest points.
    praise = r"\b(?:lowest|least|fewest|smallest|minimum|best|first|1st|champions?|congrat\w*|victor\w*|triumph\w*|on top|well done|good job|crown(?:ed)?)\b";
    /// Words of other players than the winner, or of more than this game.
    other = r"\b(?:highest|most|worst|last|los(?:t|es|ers?|ing)|not|n['’]t|no|never|next|deal\w*|goes first|starts?|dealt|turn|so far|ever|overall|record|session)\b";
    several = r"@(?:(?:\s|\W|and)*@)+";
    digits = r"\d+";
}

/// So many games must have a line of one wording that always names a player with the fewest points.
const ALWAYS: usize = 8;

/// Lines that may name a winner in words which were not understood.
pub(super) struct WinnerLines {
    /// The lines not understood that games with an understood winner have too, without their numbers.
    usual: BTreeSet<String>,
    /// The wordings that tell the winner.
    telling: BTreeSet<String>,
}

/// What is known of one wording.
#[derive(Default)]
struct Wording {
    /// The games with such a line.
    games: usize,
    /// Those of them in which all players named have the fewest points.
    right: usize,
    /// Those of them in which several have the fewest points.
    tied: usize,
    /// A game has several of these lines.
    repeated: bool,
}

impl WinnerLines {
    /// Learns which lines not understood tell of a winner, and which do not.
    pub(super) fn new(sessions: &[Session]) -> Self {
        let deals = || sessions.iter().flat_map(|session| &session.deals);
        let others = deals().filter(|deal| is_named(deal)).flat_map(|deal| &deal.others);
        let usual: BTreeSet<String> = others.map(|(_, line)| wording(line)).collect();
        let mut known: BTreeMap<String, Wording> = BTreeMap::new();
        let mut silent = 0;
        for deal in deals().filter(|deal| may_tell(deal) && deal.is_scored()) {
            silent += 1;
            learn(deal, &usual, &mut known);
        }
        let named = deals().any(is_named);
        let tells = |text: &str, of: &Wording| {
            let always = of.right == of.games;
            let praises = praise().is_match(text) && !other().is_match(text);
            let once = !of.repeated && of.games * 5 >= silent * 4;
            always && (of.games >= ALWAYS || of.tied == of.games && (named || silent > of.games))
                || praises && once && of.games >= ALWAYS
        };
        let telling = known.iter().filter(|(text, of)| tells(text, of)).map(|(text, _)| text.clone());
        Self { telling: telling.collect(), usual }
    }

    /// The winner of a game as it was told, in whatever words.
    pub(super) fn verdict(&self, deal: &Deal) -> Option<Verdict> {
        if !may_tell(deal) {
            return deal.verdict.clone();
        }
        let told = deal.others.iter().filter(|(_, line)| self.telling.contains(&wording(line)));
        let told: Vec<(Place, Vec<u32>)> = told.map(|(at, line)| (*at, seats_in(line))).collect();
        let Some((place, _)) = told.first() else { return deal.verdict.clone() };
        let place = *place;
        let seats: Vec<u32> = told.into_iter().flat_map(|(_, seats)| seats).collect();
        let tie = seats.len() > 1;
        Some(Verdict { tie, seats, points: None, nameless: false, scope: Scope::Plain, place })
    }

    /// A line that may name the winner of a game of which no winner was understood, and that other games do not have.
    pub(super) fn unclear_in<'a>(&self, deal: &'a Deal) -> Option<&'a str> {
        if !may_tell(deal) || self.verdict(deal).is_some_and(|verdict| !verdict.seats.is_empty()) {
            return None;
        }
        // A tie may be told without a name, once all hands are counted.
        let whole = deal.is_scored() && deal.asked.is_none_or(|asked| asked as usize == deal.hands.len());
        let tied = whole && lowest(deal).len() > 1;
        let last = deal.hands.iter().filter_map(|hand| Some(hand.points?.1)).max().filter(|_| tied);
        let may = |(at, line): &&(Place, String)| {
            !seats_in(line).is_empty() || deal.verdict.is_none() && last.is_some_and(|last| *at > last)
        };
        let mut lines = deal.others.iter().filter(may).map(|(_, line)| line.as_str());
        lines.find(|line| !self.usual.contains(&wording(line)))
    }
}

/// Counts the lines of a game that name players.
fn learn(deal: &Deal, usual: &BTreeSet<String>, known: &mut BTreeMap<String, Wording>) {
    let lowest = lowest(deal);
    let mut here: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for (_, line) in &deal.others {
        let (seats, text) = (seats_in(line), wording(line));
        if seats.is_empty() || usual.contains(&text) {
            continue;
        }
        let (count, right) = here.entry(text).or_insert((0, true));
        *count += 1;
        *right &= seats.iter().all(|seat| lowest.contains(seat));
    }
    for (text, (count, right)) in here {
        let of = known.entry(text).or_default();
        of.games += 1;
        of.right += usize::from(right);
        of.tied += usize::from(lowest.len() > 1);
        of.repeated |= count > 1;
    }
}

/// Whether a line that was understood says who won, or could.
fn is_named(deal: &Deal) -> bool {
    let named =
        |verdict: &Verdict| !verdict.seats.is_empty() || !verdict.nameless || verdict.points.is_some();
    deal.verdict.as_ref().is_some_and(|verdict| verdict.tie || named(verdict))
}

/// Whether a line not understood may tell the winner of a game.
fn may_tell(deal: &Deal) -> bool {
    !is_named(deal) && deal.begins.is_none() && deal.hands.len() > 1
}

/// The players with the fewest points shown.
pub(super) fn lowest(deal: &Deal) -> Vec<u32> {
    let points = || deal.hands.iter().filter_map(|hand| Some((hand.seat, hand.points?.0)));
    let least = points().map(|(_, points)| points).min();
    points().filter(|(_, points)| Some(*points) == least).map(|(seat, _)| seat).collect()
}

/// A line without its numbers, and without saying which players it names.
fn wording(line: &str) -> String {
    let text = lines::unseated(line);
    let text = several().replace_all(&text, "@");
    digits().replace_all(&text, "").trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    /// Games of two with points given, and a line that tells something of one of them.
    fn games(line: impl Fn(u32) -> String, named: impl Fn(usize, u32) -> u32) -> Session {
        let mut texts = vec![("How many players (1-7)? ".to_owned(), "2")];
        for game in 0..10_usize {
            let (one, two) = if game % 3 == 0 { (32, 30) } else { (30, 32) };
            let lowest = if one < two { 1 } else { 2 };
            let line = line(named(game, lowest));
            let hands = "Player 1: QH 4S 7D 9C\nPlayer 2: KS 4H 7D 6C\n";
            let points = format!("Player 1 points: {one}\nPlayer 2 points: {two}\n");
            texts.push((format!("{hands}{points}{line}\nPlay again? (y/n): "), "y"));
        }
        let texts: Vec<(&str, &str)> = texts.iter().map(|(said, answer)| (said.as_str(), *answer)).collect();
        session(&texts, "")
    }

    fn told(session: &Session) -> Vec<Option<Vec<u32>>> {
        let winners = WinnerLines::new(std::slice::from_ref(session));
        session.deals.iter().map(|deal| Some(winners.verdict(deal)?.seats)).collect()
    }

    #[test]
    fn a_line_that_always_names_the_lowest_tells_the_winner() {
        for words in
            ["Player @ gets the cookie.", "Congratulations Player @!", "Best: #@", "Lowest score: Player @"]
        {
            let session = games(|seat| words.replace('@', &seat.to_string()), |_, lowest| lowest);
            let right = (0..10).map(|game| Some(vec![if game % 3 == 0 { 2 } else { 1 }]));
            assert_eq!(told(&session), right.collect::<Vec<_>>(), "{words}");
        }
    }

    #[test]
    fn praise_of_others_is_a_winner_and_other_words_are_none() {
        let wrong = |_: usize, lowest: u32| 3 - lowest;
        let praised = games(|seat| format!("Congratulations Player {seat}!"), wrong);
        assert_eq!(told(&praised)[0], Some(vec![1]));
        for words in ["Player @ gets the cookie.", "Congratulations Player @ on the last place"] {
            let session = games(|seat| words.replace('@', &seat.to_string()), wrong);
            assert!(told(&session).iter().all(|seats| seats.as_ref().is_none_or(Vec::is_empty)), "{words}");
        }
    }
}
