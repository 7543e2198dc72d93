//! What a program's cards count, learnt from the scores it shows: the smallest change of the rules that explains them.

use reference::cards::Rank;
use reference::deck52::card_value;

use crate::assignment::lexicon::CardName;

/// What explains a wrong score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// What an ace counts.
    Ace,
    /// What a Jack, Queen or King counts.
    Face,
    /// Anything else: the sum is wrong.
    Sum,
}

/// What an ace counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ace {
    /// Always the same.
    Fixed(i64),
    /// 11 where the hand stays at 21 or below, else 1; in hands of several aces one of them.
    Best,
    /// 11 each where the cards before leave room for it.
    InTurn,
    /// 11 only where that makes 20 or 21.
    Near,
    /// All aces of a hand together 1.
    Together,
}

/// What a program's cards count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    ace: Ace,
    /// Jack, Queen, King.
    faces: [i64; 3],
    /// Wrong scores nothing above explains, but that all have an ace in the hand, or all a face.
    suspect: Option<Fault>,
}

impl Default for Values {
    fn default() -> Self {
        Self { ace: Ace::Fixed(1), faces: [10; 3], suspect: None }
    }
}

/// A hand and the score shown with it.
type Scored<'a> = (&'a [CardName], i64);

/// So many scores are enough to learn from.
const MOST: usize = 500;

impl Values {
    /// Finds the values that explain most scores; of equally good ones those nearest to the rules.
    pub fn learn(mut scored: Vec<Scored<'_>>) -> Self {
        scored.retain(|(cards, _)| cards.iter().all(|card| card.rank.is_some()));
        // Wrong ones first: they are what is to be explained, and the right ones must stay so.
        let base = Self::default();
        scored.sort_by_key(|(cards, number)| base.score(cards) == Some(*number));
        scored.truncate(MOST);
        let wrong = base.misses(&scored);
        let mut best = (wrong, base);
        if wrong == 0 {
            return base;
        }
        let fixed = [1, 11, 0, 10, 13, 14, 2, 12].map(Ace::Fixed);
        for ace in fixed.into_iter().chain([Ace::Best, Ace::InTurn, Ace::Near, Ace::Together]) {
            let mut values = Self { ace, ..base };
            for _ in 0..2 {
                for face in 0..3 {
                    values.fit(face, &scored);
                }
            }
            let candidates = [Self { ace, ..base }, values];
            for candidate in candidates {
                let misses = candidate.misses(&scored);
                if misses < best.0 {
                    best = (misses, candidate);
                }
            }
        }
        // What leaves many scores unexplained explains none of them: the sums are wrong.
        if best.0 * 4 <= wrong {
            return best.1;
        }
        Self { suspect: base.suspected(&scored), ..base }
    }

    /// What all wrong scores have in common, where the others are many and right.
    fn suspected(&self, scored: &[Scored<'_>]) -> Option<Fault> {
        let is_face = |rank: Rank| matches!(rank, Rank::Jack | Rank::Queen | Rank::King);
        let has = |cards: &[CardName], wanted: &dyn Fn(Rank) -> bool| {
            cards.iter().filter_map(|card| card.rank).any(wanted)
        };
        let wrong: Vec<_> =
            scored.iter().filter(|(cards, number)| self.score(cards) != Some(*number)).collect();
        let only_with = |wanted: &dyn Fn(Rank) -> bool| {
            let without = scored.iter().filter(|(cards, _)| !has(cards, wanted)).count();
            without >= 30 && wrong.iter().all(|(cards, _)| has(cards, wanted))
        };
        if only_with(&|rank| rank == Rank::Ace) {
            Some(Fault::Ace)
        } else {
            only_with(&is_face).then_some(Fault::Face)
        }
    }

    /// Sets a face's value to the one that explains most, 10 if that is as good as any.
    fn fit(&mut self, face: usize, scored: &[Scored<'_>]) {
        let rank = [Rank::Jack, Rank::Queen, Rank::King][face];
        let with: Vec<Scored<'_>> = scored
            .iter()
            .filter(|(cards, _)| cards.iter().any(|card| card.rank == Some(rank)))
            .copied()
            .collect();
        let mut best = (usize::MAX, 10);
        for number in [10].into_iter().chain(0..=14) {
            self.faces[face] = number;
            let misses = self.misses(&with);
            if misses < best.0 {
                best = (misses, number);
            }
        }
        self.faces[face] = best.1;
    }

    fn misses(&self, scored: &[Scored<'_>]) -> usize {
        scored.iter().filter(|(cards, number)| self.score(cards) != Some(*number)).count()
    }

    /// The score of a hand with these values.
    fn score(&self, cards: &[CardName]) -> Option<i64> {
        let mut total = 0;
        let mut aces = 0;
        for card in cards {
            let rank = card.rank?;
            total += match rank {
                Rank::Ace => {
                    aces += 1;
                    match self.ace {
                        Ace::Fixed(number) => number,
                        Ace::Together if aces > 1 => 0,
                        Ace::InTurn if total + 11 <= 21 => 11,
                        _ => 1,
                    }
                }
                Rank::Jack => self.faces[0],
                Rank::Queen => self.faces[1],
                Rank::King => self.faces[2],
                number => card_value(number),
            };
        }
        let high = total + 10;
        let raised = match self.ace {
            Ace::Best => aces > 0 && high <= 21,
            Ace::Near => aces > 0 && (20..=21).contains(&high),
            Ace::Fixed(_) | Ace::InTurn | Ace::Together => false,
        };
        Some(if raised { high } else { total })
    }

    /// What explains that `number` was shown for a hand; `None` if it is right, or its cards cannot be read.
    pub fn blame(&self, cards: &[CardName], number: i64) -> Option<Fault> {
        let base = Self::default();
        if base.score(cards)? == number {
            return None;
        }
        if self.suspect.is_some() {
            return self.suspect;
        }
        let ace_only = Self { faces: base.faces, ..*self };
        let faces_only = Self { ace: base.ace, ..*self };
        if ace_only.score(cards) == Some(number) {
            Some(Fault::Ace)
        } else if faces_only.score(cards) == Some(number) {
            Some(Fault::Face)
        } else if self.score(cards) == Some(number) {
            // Both are needed: the ace's share is told, the faces' shows elsewhere.
            Some(Fault::Ace)
        } else {
            Some(Fault::Sum)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(ranks: &[u8]) -> Vec<CardName> {
        ranks
            .iter()
            .map(|&rank| CardName { rank: Rank::from_number(rank), suit: None, wrong: None })
            .collect()
    }

    /// What is blamed when cards are counted by `count`, for a hand with an ace, one with a face, one with neither.
    fn blamed(count: impl Fn(&[u8]) -> i64) -> [Option<Fault>; 3] {
        let hands: Vec<Vec<u8>> = (1..=13)
            .flat_map(|a| (1..=13).map(move |b| vec![a, b]))
            .chain([vec![1, 5, 9], vec![12, 3, 4]])
            .collect();
        let cards: Vec<Vec<CardName>> = hands.iter().map(|ranks| hand(ranks)).collect();
        let scored =
            cards.iter().zip(&hands).map(|(cards, ranks)| (cards.as_slice(), count(ranks))).collect();
        let values = Values::learn(scored);
        [[1, 6].as_slice(), &[5, 13], &[5, 6]].map(|ranks| values.blame(&hand(ranks), count(ranks)))
    }

    #[test]
    fn wrong_values_are_told_apart() {
        let sum =
            |value: fn(u8) -> i64| move |ranks: &[u8]| ranks.iter().map(|rank| value(*rank)).sum::<i64>();
        let right = sum(|rank| i64::from(rank.min(10)));
        assert_eq!(blamed(right), [None, None, None]);
        let eleven = sum(|rank| if rank == 1 { 11 } else { i64::from(rank.min(10)) });
        assert_eq!(blamed(eleven), [Some(Fault::Ace), None, None]);
        assert_eq!(blamed(sum(i64::from)), [None, Some(Fault::Face), None]);
        let king = sum(|rank| if rank == 13 { 11 } else { i64::from(rank.min(10)) });
        assert_eq!(blamed(king), [None, Some(Fault::Face), None]);
        let best = |ranks: &[u8]| {
            let low = ranks.iter().map(|rank| i64::from((*rank).min(10))).sum::<i64>();
            if ranks.contains(&1) && low + 10 <= 21 { low + 10 } else { low }
        };
        assert_eq!(blamed(best), [Some(Fault::Ace), None, None]);
        let one_off = |ranks: &[u8]| sum(|rank| i64::from(rank.min(10)))(ranks) + 1;
        assert_eq!(blamed(one_off)[2], Some(Fault::Sum));
        let index = sum(|rank| i64::from(rank.min(10)) - 1);
        assert_eq!(blamed(index)[2], Some(Fault::Sum));
    }
}
