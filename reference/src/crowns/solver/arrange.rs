//! The melds behind the points.

use std::fmt;
use std::mem;

use super::counts::{Bought, Counts};
use super::ranks::RankSet;
use super::search::search;
use super::sorted::{Copies, Sorted, TooManyCards};
use super::tracks::{Next, Way, each_way};
use crate::crowns::cards::{Card, Rank, Suit};
use crate::crowns::rules::{SMALLEST_MELD, Scoring, card_points, is_wild};

/// The longest run: from the 3 to the King.
const LONGEST_RUN: usize = Rank::ALL.len();

/// Where a run of [`LONGEST_RUN`] is cut in two, so that a wild card more can join it.
const CUT: usize = 5;

/// Cards that count nothing together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meld {
    /// Cards of one rank, and wild cards.
    Book(Vec<Card>),
    /// Cards of one suit in a row, the lowest first; a wild card stands where the card is that it stands for.
    Run(Vec<Card>),
}

impl Meld {
    /// The cards of the meld.
    pub fn cards(&self) -> &[Card] {
        match self {
            Self::Book(cards) | Self::Run(cards) => cards,
        }
    }
}

impl fmt::Display for Meld {
    /// The kind and the short names: `run 9C 7D JC`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Book(_)) { "book" } else { "run" })?;
        self.cards().iter().try_for_each(|card| write!(f, " {}", card.short_name()))
    }
}

/// A hand laid out so that it counts as little as it can.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The melds.
    pub melds: Vec<Meld>,
    /// The cards that are in no meld, those that count most first.
    pub left: Vec<Card>,
    /// What those count together.
    pub points: u32,
}

/// One way to meld a hand that leaves the [`points`](super::points()) it counts. Among several such ways the choice
/// is the same for the same hand, whatever the order of its natural cards.
///
/// ```
/// use reference::crowns::{Scoring, arrange, read_hand};
///
/// let hand = read_hand("6H 7H 8H 8D JK 4C KS").unwrap();
/// let arrangement = arrange(&hand, Scoring::RUNS).unwrap();
/// assert_eq!(arrangement.points, 25);
/// let melds: Vec<String> = arrangement.melds.iter().map(ToString::to_string).collect();
/// assert_eq!(melds, ["run 6H 7H 8H JK"]);
/// ```
pub fn arrange(hand: &[Card], scoring: Scoring) -> Result<Arrangement, TooManyCards> {
    let sorted = Sorted::new(hand, scoring)?;
    let best = search(&sorted);
    let mut layout = Layout {
        cards: sorted.suits,
        wilds: hand.iter().copied().filter(|&card| is_wild(card, scoring)).collect(),
        melds: Vec::new(),
        scoring,
    };
    if scoring.runs {
        for (suit, way) in Suit::ALL.into_iter().zip(best.ways) {
            layout.lay_runs(suit, sorted.wilds, way);
        }
    }
    layout.lay_books();
    if !sorted.wilds_are_left(best.dead) {
        layout.place_wilds();
    }
    Ok(layout.finish())
}

/// A hand while it is laid out.
struct Layout {
    /// The natural cards that are in no meld yet.
    cards: [Copies; Suit::ALL.len()],
    /// The wild cards that are in no meld yet.
    wilds: Vec<Card>,
    melds: Vec<Meld>,
    scoring: Scoring,
}

impl Layout {
    /// Lays the runs of a suit in a way the search has chosen.
    fn lay_runs(&mut self, suit: Suit, wilds: u8, chosen: Way) {
        let copies = self.cards[suit as usize];
        let mut tracks = Vec::new();
        // The search keeps what a way leaves, but not its tracks: they are found again here.
        each_way(&copies, wilds, RankSet::NONE, &mut |way: Way, sets: &[RankSet]| {
            if way.left != chosen.left || way.wilds > chosen.wilds {
                return Next::Way;
            }
            tracks = sets.to_vec();
            Next::Stop
        });
        for run in tracks.iter().flat_map(|track| track.runs()) {
            let places = at_least_three(run.span());
            let cards = places.ranks().map(|rank| self.take(suit, rank, run.contains(rank))).collect();
            self.melds.push(Meld::Run(cards));
        }
    }

    /// The card for a place of a run: the natural one, or else a wild card.
    fn take(&mut self, suit: Suit, rank: Rank, natural: bool) -> Card {
        if natural {
            self.remove(suit, rank);
            return Card::new(rank, suit);
        }
        self.wilds.pop().unwrap_or(Card::Joker)
    }

    fn remove(&mut self, suit: Suit, rank: Rank) {
        let copies = &mut self.cards[suit as usize];
        if let Some(last) = copies.iter_mut().rev().find(|ranks| ranks.contains(rank)) {
            *last = *last - RankSet::of(rank);
        }
    }

    /// Makes books of the natural cards that are left, as far as the wild cards go.
    fn lay_books(&mut self) {
        let ranks = self.cards.iter().flatten();
        let left = ranks.fold(Counts::default(), |left, &one| left.plus(Counts { one, ..Counts::default() }));
        let wilds = self.wilds.len().try_into().unwrap_or(u8::MAX);
        let bought = Bought::best(left.singles(), left.pairs(), wilds);
        for rank in (left.three | bought.pairs | bought.singles).ranks() {
            let mut book = Vec::new();
            for suit in Suit::ALL {
                while self.cards[suit as usize][0].contains(rank) {
                    book.push(self.take(suit, rank, true));
                }
            }
            let missing = SMALLEST_MELD.saturating_sub(book.len());
            book.extend(self.wilds.split_off(self.wilds.len() - missing.min(self.wilds.len())));
            self.melds.push(Meld::Book(book));
        }
    }

    /// Puts the wild cards that are left into some meld.
    fn place_wilds(&mut self) {
        let mut wilds = mem::take(&mut self.wilds);
        let book = self.melds.iter_mut().find_map(|meld| match meld {
            Meld::Book(cards) => Some(cards),
            Meld::Run(_) => None,
        });
        match book {
            Some(book) => book.append(&mut wilds),
            None if wilds.len() >= SMALLEST_MELD => self.melds.push(Meld::Book(wilds)),
            None => wilds.into_iter().for_each(|wild| self.lengthen_a_run(wild)),
        }
    }

    /// Puts a wild card at an end of the last run.
    fn lengthen_a_run(&mut self, wild: Card) {
        let Some(Meld::Run(run)) = self.melds.last_mut() else {
            // Without any meld it is left over.
            self.wilds.push(wild);
            return;
        };
        if run.len() == LONGEST_RUN {
            let high = run.split_off(CUT);
            run.push(wild);
            // The lower part comes last, for it can be lengthened again.
            let low = mem::replace(run, high);
            self.melds.push(Meld::Run(low));
        } else if ends_with_king(run, self.scoring) {
            run.insert(0, wild);
        } else {
            run.push(wild);
        }
    }

    fn finish(self) -> Arrangement {
        let scoring = self.scoring;
        let mut left = self.wilds;
        for (suit, copies) in Suit::ALL.into_iter().zip(self.cards) {
            left.extend(copies.into_iter().flat_map(RankSet::ranks).map(|rank| Card::new(rank, suit)));
        }
        left.sort_by_key(|&card| (std::cmp::Reverse(card_points(card, scoring)), card));
        let points = left.iter().map(|&card| card_points(card, scoring)).sum();
        Arrangement { melds: self.melds, left, points }
    }
}

/// The places of a run, lengthened to the least length: upwards where there is room.
fn at_least_three(span: RankSet) -> RankSet {
    let mut places = span;
    while (places.len() as usize) < SMALLEST_MELD {
        places = places.lengthened();
    }
    places
}

/// Whether a run's last place is the King's.
fn ends_with_king(run: &[Card], scoring: Scoring) -> bool {
    // Any natural card of the run tells where it stands; every run has one.
    let places = run.iter().copied().enumerate();
    let mut natural = places.filter(|&(_, card)| !is_wild(card, scoring));
    let last = natural
        .next()
        .and_then(|(place, card)| Some(usize::from(card.rank()?.number()) + run.len() - 1 - place));
    last >= Some(usize::from(Rank::King.number()))
}
