//! Whether a program deals a known stream of cards in some legal order.

use reference::cards::{Card, Rank, Suit};
use reference::casino;
use reference::crand::GlibcRand;

use super::facts::{Hand, Round, Seen};

/// The cards a seed gives, made as they are needed.
struct Stream {
    rand: GlibcRand,
    rank_first: bool,
    cards: Vec<Card>,
}

impl Stream {
    fn new(seed: u32, rank_first: bool) -> Self {
        Self { rand: GlibcRand::new(seed), rank_first, cards: Vec::new() }
    }

    fn at(&mut self, index: usize) -> Card {
        while self.cards.len() <= index {
            let (first, second) = (self.rand.next_rand(), self.rand.next_rand());
            let (rank, suit) = if self.rank_first { (first, second) } else { (second, first) };
            let rank = Rank::ALL[(rank % 13) as usize];
            let suit = Suit::ALL[(suit % 4) as usize];
            self.cards.push(Card::new(rank, suit));
        }
        self.cards[index]
    }
}

/// With fewer cards nothing is said; four cards agree by chance once in 7 million streams.
const CARDS_NEEDED: usize = 4;

/// What of a card must be the stream's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Same {
    /// Rank and suit, the rank counted on from the stream's by so many: names may start elsewhere than at the ace.
    Card(u8),
    /// The rank: suits are named or numbered otherwise, which is a matter of other rules.
    Rank,
    /// The suit.
    Suit,
}

/// Whether the rounds of an untouched run follow glibc's stream of `seed` in a legal order: `None` if too few cards
/// were dealt to tell, else the first round that does not follow.
///
/// Where the cards are `unfair`, which is another rule's fault, the suits alone decide as well.
pub(super) fn follows(rounds: &[Round], seed: u32, unfair: bool) -> Option<Result<(), usize>> {
    let dealt: usize = rounds.iter().map(|round| round.player.cards.len() + round.dealer.cards.len()).sum();
    if dealt < CARDS_NEEDED {
        return None;
    }
    let mut longest = 0;
    let suits = if unfair { vec![Same::Suit] } else { Vec::new() };
    for same in (0..13).map(Same::Card).chain([Same::Rank]).chain(suits) {
        for rank_first in [true, false] {
            match follows_as(rounds, Stream::new(seed, rank_first), same) {
                Ok(()) => return Some(Ok(())),
                Err(round) => longest = longest.max(round),
            }
        }
    }
    Some(Err(longest))
}

fn follows_as(rounds: &[Round], mut stream: Stream, same: Same) -> Result<(), usize> {
    let mut starts = vec![0];
    for (done, round) in rounds.iter().enumerate() {
        if !round.dealt() || !round.complete() && done + 1 == rounds.len() {
            continue;
        }
        let mut ends = Vec::new();
        for start in starts {
            ends.extend(round_ends(&mut stream, start, round, same));
        }
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() {
            return Err(done);
        }
        starts = ends;
    }
    Ok(())
}

/// Where the stream may stand after a round that starts at `start`.
///
/// Each side's cards keep their order; how the sides take turns is free. Cards nobody saw are allowed where a round
/// ends without the dealer's hand being shown: his first two, or all he would draw.
fn round_ends(stream: &mut Stream, start: usize, round: &Round, same: Same) -> Vec<usize> {
    let mut ends = Vec::new();
    let shown = round.dealer.cards.len();
    let hidden = 2_usize.saturating_sub(shown);
    for unseen in if hidden > 0 { vec![0, hidden] } else { vec![0] } {
        let mut walk = Walk { round, same, ends: Vec::new() };
        walk.step(stream, start, 0, 0, unseen);
        ends.extend(walk.ends);
    }
    let over = round.player.total_by_cards(round.player.cards.len()).is_some_and(casino::busted);
    if over && shown <= 2 {
        // The dealer plays on unseen.
        for end in ends.clone() {
            for from in [end.saturating_sub(2).max(start), end] {
                let (mut at, mut total) = (from, 0);
                while casino::dealer_draws(total) {
                    total += casino::card_value(stream.at(at).rank, total);
                    at += 1;
                }
                ends.push(at);
            }
        }
    }
    ends
}

struct Walk<'a> {
    round: &'a Round,
    same: Same,
    ends: Vec<usize>,
}

impl Walk<'_> {
    fn step(&mut self, stream: &mut Stream, at: usize, player: usize, dealer: usize, unseen: usize) {
        let (of_player, of_dealer) = (&self.round.player, &self.round.dealer);
        if player == of_player.cards.len() && dealer == of_dealer.cards.len() && unseen == 0 {
            self.ends.push(at);
            return;
        }
        let card = stream.at(at);
        if is_next(of_player, player, card, self.same) {
            self.step(stream, at + 1, player + 1, dealer, unseen);
        }
        if is_next(of_dealer, dealer, card, self.same) {
            self.step(stream, at + 1, player, dealer + 1, unseen);
        }
        if unseen > 0 {
            self.step(stream, at + 1, player, dealer, unseen - 1);
        }
    }
}

fn is_next(hand: &Hand, index: usize, card: Card, same: Same) -> bool {
    hand.cards.get(index).is_some_and(|seen: &Seen| {
        let rank = |shift: u8| {
            seen.name.rank.is_none_or(|rank| (rank.number() + shift) % 13 == card.rank.number() % 13)
        };
        let suit = seen.name.suit.is_none_or(|suit| suit == card.suit);
        match same {
            Same::Card(shift) => rank(shift) && suit,
            Same::Rank => rank(0),
            Same::Suit => suit,
        }
    })
}
