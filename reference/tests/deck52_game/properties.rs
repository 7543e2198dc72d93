//! What holds of every game.

use proptest::prelude::*;
use reference::cards::Card;
use reference::deck52::{
    CARDS, HandPlayed, Note, Options, Outcome, Replay, Round, best_dealer_score, dealer_hits, ends_turn,
    hand_score, index_of, replay,
};
use reference::script::Script;

use super::{BOTH, PLAIN};

fn replay_with(seed: u32, options: Options, answers: &[&str]) -> Replay {
    let script = Script::parse("a.script", &answers.join("\n")).unwrap_or_else(|error| panic!("{error}"));
    replay(seed, options, &script)
}

/// Answers that end every game if they are enough.
fn any_answers() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(vec!["hit", "stand", "1", "11", "y", "n", "well"]), 0..60)
}

fn any_options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>()).prop_map(|(aces, split)| Options { aces, split })
}

/// Every card on the table, of whatever hand.
fn all_cards(round: &Round) -> Vec<Card> {
    round.dealer.iter().chain(&round.player).flat_map(|hand| hand.cards.clone()).collect()
}

fn is_over(replay: &Replay) -> bool {
    !replay.notes.iter().any(|note| matches!(note, Note::NoAnswer { .. }))
}

proptest! {
    #[test]
    fn every_game_keeps_the_rules(seed: u32, options in any_options(), answers in any_answers()) {
        let replay = replay_with(seed, options, &answers);
        let round = &replay.rounds[0];
        let mut dealt: Vec<usize> = all_cards(round).into_iter().map(index_of).collect();
        let count = dealt.len();
        dealt.sort_unstable();
        dealt.dedup();
        prop_assert_eq!(dealt.len(), count, "a card was dealt twice");
        prop_assert!(dealt.iter().all(|&index| index < CARDS));
        for hand in &round.player {
            // Only the last card can have ended the turn.
            let before = &hand.cards[..hand.cards.len() - 1];
            prop_assert_eq!(ends_turn(hand_score(before)), None);
            prop_assert!(options.aces || hand.high_aces == 0);
            prop_assert_eq!(hand.outcome.is_some(), is_over(&replay) || ends_turn(hand.score()).is_some());
        }
        for hand in &round.dealer {
            // With two cards it need not have hit.
            let before = &hand.cards[..hand.cards.len() - 1];
            let score = if options.aces { best_dealer_score(before) } else { hand_score(before) };
            prop_assert!(hand.cards.len() == 2 || dealer_hits(score));
        }
        let settled = round.player.iter().any(|hand| {
            !matches!(hand.outcome, None | Some(Outcome::PlayerBust | Outcome::PlayerAt21))
        });
        if settled {
            prop_assert!(round.dealer.iter().all(|hand| !dealer_hits(hand.score())));
        }
    }

    /// One who keeps on hitting, counts aces low and splits where asked comes to an end.
    #[test]
    fn every_game_ends(seed: u32, options in any_options(), split in prop::sample::select(vec!["y", "n"])) {
        let script = format!("else hit hit\nelse ace 1\nelse split {split}\n");
        let script = Script::parse("a.script", &script).unwrap_or_else(|error| panic!("{error}"));
        let replay = replay(seed, options, &script);
        prop_assert!(is_over(&replay) && replay.text.ends_with('\n'));
        prop_assert!(replay.rounds[0].player.iter().all(|hand| hand.outcome.is_some()));
    }

    /// Extra credit that is not made use of changes nothing of the player's game.
    #[test]
    fn the_player_need_not_use_the_extra_credit(seed: u32, hits in 0..8_usize) {
        let answers = format!("else ace 1\nelse split n\nelse hit stand\n{}", "hit hit\n".repeat(hits));
        let script = Script::parse("a.script", &answers).unwrap_or_else(|error| panic!("{error}"));
        let [plain, both] = [PLAIN, BOTH].map(|options| replay(seed, options, &script));
        let [plain, both] = [plain, both].map(|replay| replay.rounds[0].player[0].clone());
        prop_assert_eq!(&plain.cards, &both.cards);
        prop_assert_eq!(plain.score(), HandPlayed { outcome: None, ..both }.score());
    }

    #[test]
    fn the_text_is_the_turns_and_the_tail(seed: u32, options in any_options(), answers in any_answers()) {
        let replay = replay_with(seed, options, &answers);
        let turns: Vec<&str> = replay.turns.iter().flat_map(|(said, answer)| [said, answer, "\n"]).collect();
        prop_assert_eq!(turns.concat() + &replay.tail, replay.text);
    }
}
