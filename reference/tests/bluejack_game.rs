//! Bluejack's game loop: what it says and asks, what it takes for an answer, and that it keeps the rules.

use proptest::prelude::*;
use reference::bluejack::{
    BOARD_CARDS, Card, Deal, Decision, Ending, Game, Move, PerSide, Question, Replay, Set, Side, Step,
    board_sum, closest, decision, game_winner, legal_hand, next_to_move, replay,
};
use reference::crand::GlibcRand;
use reference::script::Script;

/// The cards of a list as the transcript prints it.
fn cards(list: &str) -> Vec<Card> {
    let names = list.split(", ").filter(|name| !name.is_empty());
    names.map(|name| name.parse().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A game whose deck begins with these cards; many more follow.
fn stacked(human: &str, computer: &str, deck: &str) -> Game {
    let hands = PerSide { human: cards(human), computer: cards(computer) };
    let mut deck = cards(deck);
    deck.extend(cards("Red 10, Green 10").into_iter().cycle().take(30));
    Game::dealt(Deal { hands, deck }, GlibcRand::new(1))
}

/// Gives the answers, each of which is taken, and returns what is said after the last one.
fn answered(game: &mut Game, answers: &[&str]) -> String {
    for answer in answers {
        let (said, _) = game.step();
        assert!(game.answer(answer), "{answer} was refused:\n{said}");
    }
    game.step().0
}

fn ending(game: &Game) -> Option<Ending> {
    game.sets().last().and_then(|set| set.ending)
}

#[test]
fn a_game_begins_with_the_humans_draw() {
    let mut game = stacked("Blue +3, Red -2, Flip, Green 8", "", "Blue 7");
    let (said, step) = game.step();
    assert_eq!(
        said,
        "--- Set 1 (0-0) ---\nYou draw Blue 7.\nYour board: Blue 7 (7)\n\
         Your hand: 1) Blue +3, 2) Red -2, 3) Flip, 4) Green 8\nYour move (end, stand, play 1-4)?\n"
    );
    assert_eq!(step, Step::Ask(Question::Move { hand: 4 }));
    assert_eq!(game.step(), (String::new(), step), "what was said is said once");
}

#[test]
fn a_played_card_ends_the_turn_and_leaves_the_hand() {
    let mut game = stacked("Blue +3, Red -2, Flip, Green 8", "", "Blue 7, Green 9, Yellow 5");
    let said = answered(&mut game, &["play 2"]);
    assert_eq!(
        said,
        "You play Red -2.\nYour board: Blue 7, Red -2 (5)\n\
         Computer draws Green 9.\nComputer's board: Green 9 (9)\nComputer ends its turn.\n\
         You draw Yellow 5.\nYour board: Blue 7, Red -2, Yellow 5 (10)\n\
         Your hand: 1) Blue +3, 2) Flip, 3) Green 8\nYour move (end, stand, play 1-3)?\n"
    );
    assert_eq!(game.hand(Side::Human), cards("Blue +3, Flip, Green 8"));
    assert!(
        answered(&mut game, &["play 2"])
            .starts_with("You play Flip.\nYour board: Blue 7, Red -2, Yellow 5, Flip (0)\n")
    );
}

#[test]
fn an_empty_hand_can_only_end_and_stand() {
    let mut game = stacked("Blue +3", "", "Blue 1, Red 1, Blue 2");
    let said = answered(&mut game, &["play 1"]);
    assert!(said.ends_with("Your hand: empty\nYour move (end, stand)?\n"), "{said}");
    assert!(!game.answer("play 1"));
    assert_eq!(game.step().1, Step::Ask(Question::Move { hand: 0 }));
}

#[test]
fn what_is_no_move_is_asked_again_and_changes_nothing() {
    let mut game = stacked("Blue +3, Red -2", "", "Blue 7, Green 9");
    let (_, step) = game.step();
    for line in ["play 3", "play 0", "hit", "", "5", "play"] {
        assert!(!game.answer(line), "{line}");
        assert_eq!(game.step(), ("Your move (end, stand, play 1-2)?\n".to_owned(), step), "{line}");
    }
    assert_eq!(game.hand(Side::Human).len(), 2);
    assert!(answered(&mut game, &[" End \n"]).starts_with("You end your turn.\nComputer draws Green 9.\n"));
    let turn = &game.set_in_play().expect("the set goes on").turns[0];
    assert_eq!(turn.refused, ["play 3", "play 0", "hit", "", "5", "play"]);
    assert_eq!((turn.choice, turn.played), (Some(Move::End), None));
}

#[test]
fn over_20_is_a_bust_only_once_the_turn_is_over() {
    let (hand, deck) = ("Red -6, Red -1", "Red 10, Green 2, Green 9, Red 2, Yellow 5");
    let mut game = stacked(hand, "", deck);
    let said = answered(&mut game, &["end", "end"]);
    assert!(said.contains("Your board: Red 10, Green 9, Yellow 5 (24)\nYour hand:"), "{said}");

    let saved = answered(&mut game.clone(), &["play 1"]);
    assert!(
        saved.starts_with(
            "You play Red -6.\nYour board: Red 10, Green 9, Yellow 5, Red -6 (18)\nComputer draws"
        ),
        "{saved}"
    );
    for (answer, first_lines) in [
        ("end", "You end your turn.\n"),
        ("stand", "You stand.\n"),
        ("play 2", "You play Red -1.\nYour board: Red 10, Green 9, Yellow 5, Red -1 (23)\n"),
    ] {
        let mut game = game.clone();
        let lost = answered(&mut game, &[answer]);
        let lines = format!("{first_lines}You bust.\nComputer wins the set.\n--- Set 2 (0-1) ---\nYou draw");
        assert!(lost.starts_with(&lines), "{lost}");
        assert_eq!(ending(&game), Some(Ending::Decided(Side::Human, Decision::Bust)), "{answer}");
    }
}

#[test]
fn the_computer_plays_on_alone_once_the_human_stands() {
    let deck = "Red 10, Green 2, Green 7, Red 3, Red 4, Red 5, Yellow 8, Blue 1";
    let mut game = stacked("", "", deck);
    let said = answered(&mut game, &["end", "stand"]);
    assert_eq!(
        said,
        "You stand.\n\
         Computer draws Red 3.\nComputer's board: Green 2, Red 3 (5)\nComputer ends its turn.\n\
         Computer draws Red 4.\nComputer's board: Green 2, Red 3, Red 4 (9)\nComputer ends its turn.\n\
         Computer draws Red 5.\nComputer's board: Green 2, Red 3, Red 4, Red 5 (14)\nComputer ends its turn.\n\
         Computer draws Yellow 8.\nComputer's board: Green 2, Red 3, Red 4, Red 5, Yellow 8 (22)\n\
         Computer ends its turn.\nComputer busts.\nYou win the set.\n\
         --- Set 2 (1-0) ---\nYou draw Blue 1.\nYour board: Blue 1 (1)\nYour hand: empty\nYour move (end, stand)?\n"
    );
}

#[test]
fn the_human_plays_on_alone_once_the_computer_stands() {
    let mut game = stacked("", "", "Red 5, Green 10, Red 3, Green 8, Red 4, Red 6");
    let said = answered(&mut game, &["end", "end"]);
    assert!(said.contains("Computer stands.\nYou draw Red 4.\n"), "{said}");
    let said = answered(&mut game, &["end", "stand"]);
    assert!(said.starts_with("You stand.\nThe set is tied.\n--- Set 2 (0-0) ---\nYou draw"), "{said}");
    assert_eq!(ending(&game), Some(Ending::BothStood(None)));
    assert_eq!(game.sets()[0].sum(Side::Human), 18);
}

#[test]
fn a_full_board_wins_at_20_or_less_and_loses_above() {
    let hand = "Red -1, Red -2, Red -3, Red -4";
    let answers = ["play 1", "play 1", "play 1", "play 1"];
    // The human draws every other card and plays one after each of the first four.
    let full = |last| format!("Red 8, Green 1, Red 7, Green 2, Red 4, Green 3, Red 5, Green 4, {last}");
    let mut game = stacked(hand, "", &full("Red 6"));
    let said = answered(&mut game, &answers);
    let lines = "Your board: Red 8, Red -1, Red 7, Red -2, Red 4, Red -3, Red 5, Red -4, Red 6 (20)\n\
                 You have nine cards.\nYou win the set.\n--- Set 2 (1-0) ---\n";
    assert!(said.contains(lines), "{said}");
    assert_eq!(ending(&game), Some(Ending::Decided(Side::Human, Decision::NineCards)));

    let mut game = stacked(hand, "", &full("Red 9"));
    let said = answered(&mut game, &answers);
    assert!(said.contains(" (23)\nYou bust.\nComputer wins the set.\n--- Set 2 (0-1) ---\n"), "{said}");
}

#[test]
fn twenty_in_blue_wins_the_game() {
    let drawn = "Blue 10, Red 1, Blue 7, Red 2, Blue 3";
    let mut game = stacked("Blue +3", "", drawn);
    let said = answered(&mut game, &["end", "end"]);
    assert!(
        said.ends_with("Your board: Blue 10, Blue 7, Blue 3 (20)\nBluejack! You win the game.\n"),
        "{said}"
    );
    assert_eq!((game.step().1, game.winner()), (Step::Over, Some(Side::Human)));
    assert_eq!((game.set_in_play(), game.sets().len()), (None, 1));
    assert!(!game.answer("end"), "a game that is over takes no answer");
    assert_eq!(game.step(), (String::new(), Step::Over));

    let mut game = stacked("Blue +3", "", drawn);
    let said = answered(&mut game, &["end", "play 1"]);
    assert!(
        said.ends_with("Your board: Blue 10, Blue 7, Blue +3 (20)\nBluejack! You win the game.\n"),
        "{said}"
    );

    let mut game = stacked("", "Flip, Blue -5", "Red 1, Blue 10, Red 2, Blue 6, Red 3, Blue 9");
    let said = answered(&mut game, &["end", "end", "stand"]);
    assert!(
        said.ends_with("Computer plays Blue -5.\nComputer's board: Blue 10, Blue 6, Blue 9, Blue -5 (20)\nBluejack! Computer wins the game.\n"),
        "{said}"
    );
}

#[test]
fn twenty_is_played_on_from() {
    let mut game = stacked("", "", "Red 10, Red 1, Blue 10, Red 1, Red 5");
    let said = answered(&mut game, &["end"]);
    assert!(
        said.ends_with("Your board: Red 10, Blue 10 (20)\nYour hand: empty\nYour move (end, stand)?\n"),
        "{said}"
    );
    assert!(answered(&mut game, &["end"]).contains("Your board: Red 10, Blue 10, Red 5 (25)\n"));
}

#[test]
fn the_first_to_three_sets_wins_the_game() {
    // In each set the human stands at 19, and the computer goes over.
    let set = "Red 10, Green 5, Red 9, Green 10, Green 9";
    let mut game = stacked("", "", &[set; 3].join(", "));
    let mut said = answered(&mut game, &["end", "stand", "end", "stand", "end", "stand"]);
    let last = said.split_off(said.find("Computer busts.").expect("the computer goes over"));
    assert_eq!(last, "Computer busts.\nYou win the set.\nYou win the game.\n");
    assert_eq!((game.won(), game.winner()), (PerSide { human: 3, computer: 0 }, Some(Side::Human)));
    assert_eq!(game.sets().iter().map(|set| set.number).collect::<Vec<_>>(), [1, 2, 3]);
}

fn script(answers: &[String]) -> Script {
    let lines: Vec<String> = answers.iter().map(|answer| format!("move {answer}")).collect();
    Script::parse("a.script", &lines.join("\n")).unwrap_or_else(|error| panic!("{error}"))
}

/// Moves, legal or not, by whoever plays with little thought.
fn any_answer() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just("end".to_owned()),
        2 => Just("stand".to_owned()),
        3 => (1..=5_u8).prop_map(|card| format!("play {card}")),
        1 => Just("hit".to_owned()),
    ]
}

fn any_play() -> impl Strategy<Value = (u32, Replay)> {
    (any::<u32>(), prop::collection::vec(any_answer(), 0..60))
        .prop_map(|(seed, answers)| (seed, replay(seed, &script(&answers))))
}

/// The cards of its hand a side has played.
fn played_by(sets: &[Set], side: Side) -> Vec<Card> {
    let turns = sets.iter().flat_map(|set| &set.turns).filter(|turn| turn.side == side);
    turns.filter_map(|turn| turn.played).collect()
}

/// Checks a set by its turns alone.
fn keeps_the_rules(set: &Set) -> Result<(), TestCaseError> {
    let (mut boards, mut stood) = (PerSide::<Vec<Card>>::default(), PerSide::<bool>::default());
    let (mut last, mut decided) = (None, None);
    for turn in &set.turns {
        prop_assert_eq!(decided, None, "nobody moves once the set is decided");
        prop_assert_eq!(Some(turn.side), next_to_move(last, stood));
        last = Some(turn.side);
        let board = &mut boards[turn.side];
        board.push(turn.drawn);
        decided = decision(board, false);
        prop_assert!(decided.is_none() || turn.choice.is_none());
        board.extend(turn.played);
        prop_assert!(board.len() <= BOARD_CARDS);
        prop_assert_eq!(turn.played.is_some(), matches!(turn.choice, Some(Move::Play(_))));
        if let Some(choice) = turn.choice {
            stood[turn.side] = choice == Move::Stand;
            decided = decision(board, true);
        }
    }
    match set.ending {
        Some(Ending::Decided(side, decision)) => {
            prop_assert_eq!((last, decided), (Some(side), Some(decision)));
        }
        Some(Ending::BothStood(winner)) => {
            prop_assert!(stood.human && stood.computer && decided.is_none());
            prop_assert_eq!(winner, closest(PerSide::from_fn(|side| board_sum(&boards[side]))));
        }
        None => prop_assert_eq!(decided, None),
    }
    let mut drawn: Vec<Card> = set.turns.iter().map(|turn| turn.drawn).collect();
    let count = drawn.len();
    drawn.sort_unstable();
    drawn.dedup();
    prop_assert_eq!(drawn.len(), count, "no card of the game deck is drawn twice in a set");
    Ok(())
}

proptest! {
    #[test]
    fn every_set_keeps_the_rules((_, replay) in any_play()) {
        let mut won = PerSide::default();
        for (number, set) in (1..).zip(&replay.rounds) {
            prop_assert_eq!((set.number, set.won_before), (number, won));
            prop_assert_eq!(game_winner(won), None);
            keeps_the_rules(set)?;
            if let Some(winner) = set.ending.and_then(Ending::winner) {
                won[winner] += 1;
            }
        }
        let unfinished = replay.rounds.iter().rev().skip(1).any(|set| set.ending.is_none());
        prop_assert!(!unfinished, "only the last set may be unfinished");
    }

    #[test]
    fn a_played_card_never_comes_back((seed, replay) in any_play()) {
        let dealt = Deal::new(&mut GlibcRand::new(seed)).hands;
        for side in Side::ALL {
            let mut left = dealt[side].clone();
            prop_assert!(legal_hand(&left));
            for card in played_by(&replay.rounds, side) {
                let place = left.iter().position(|held| *held == card);
                prop_assert!(place.is_some(), "{} was not in the hand any more", card);
                left.remove(place.unwrap_or_default());
            }
        }
    }

    /// The boards are printed with all their cards, so the text alone gives the sums.
    #[test]
    fn every_sum_shown_is_that_of_the_cards_shown((_, replay) in any_play()) {
        for line in replay.text.lines().filter(|line| line.contains(" board: ")) {
            let (_, board) = line.split_once(": ").expect("a label");
            let (list, sum) = board.trim_end_matches(')').split_once(" (").expect("a sum in brackets");
            prop_assert_eq!(board_sum(&cards(list)).to_string(), sum, "{}", line);
        }
    }

    #[test]
    fn the_hand_is_shown_before_every_first_question((_, replay) in any_play()) {
        let shown = replay.text.lines().filter(|line| line.starts_with("Your hand: ")).count();
        // A turn without a choice was decided by its draw, unless it waits for an answer.
        let asked = |set: &Set| set.turns.iter()
            .filter(|turn| turn.side == Side::Human && (turn.choice.is_some() || set.ending.is_none())).count();
        prop_assert_eq!(shown, replay.rounds.iter().map(asked).sum::<usize>());
        for (said, _) in &replay.turns {
            let mut lines = said.lines().rev();
            prop_assert!(lines.next().is_some_and(|line| line.starts_with("Your move (")), "{}", said);
            prop_assert!(lines.next().is_none_or(|line| line.starts_with("Your hand: ")), "{}", said);
        }
    }

    /// The answers come round and round again, so that the game ends by itself or not at all.
    #[test]
    fn every_game_ends(seed: u32, answers in prop::collection::vec(any_answer(), 1..20)) {
        let mut game = Game::new(seed);
        let legal = ["end".to_owned()];
        let mut asked = 0;
        for answer in answers.iter().chain(&legal).cycle() {
            if game.step().1 == Step::Over {
                break;
            }
            asked += 1;
            prop_assert!(asked < 5_000, "no end after {} answers", asked);
            game.answer(answer);
        }
        let decided = game.sets().last().and_then(|set| set.ending);
        prop_assert!(game.winner().is_some() && decided.is_some());
        prop_assert!(game.sets().iter().all(|set| set.turns.len() <= 2 * BOARD_CARDS));
    }

    #[test]
    fn the_text_is_the_turns_and_the_tail((_, replay) in any_play()) {
        let turns: Vec<&str> = replay.turns.iter().flat_map(|(said, answer)| [said, answer, "\n"]).collect();
        prop_assert_eq!(turns.concat() + &replay.tail, replay.text);
    }
}
