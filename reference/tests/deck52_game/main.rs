//! The 52-card game: the handout's examples to the column, what is asked, and what is taken for an answer.

mod extra_credit;
mod properties;

use reference::cards::Card;
use reference::deck52::{Game, Options, Picker, Question, Replay, Step, index_of};
use reference::script::Script;

const PLAIN: Options = Options { aces: false, split: false };
const ACES: Options = Options { aces: true, split: false };
const SPLIT: Options = Options { aces: false, split: true };
const BOTH: Options = Options { aces: true, split: true };

/// A picker of these cards in this order; it is a fault of the test if they run out.
fn forced(cards: &str) -> impl Picker {
    let mut cards = cards.split(' ').map(card).map(index_of).collect::<Vec<_>>().into_iter();
    move || cards.next().expect("the cards are all the game deals")
}

fn card(name: &str) -> Card {
    Card::from_short_name(name).unwrap_or_else(|| panic!("{name} is no card"))
}

/// Plays with these cards and answers: a script without its lines' ends.
fn play(cards: &str, options: Options, answers: &str) -> Replay {
    let script =
        Script::parse("a.script", &answers.replace(", ", "\n")).unwrap_or_else(|error| panic!("{error}"));
    let replay = reference::replay::replay(Game::new(forced(cards), options), &script);
    assert_eq!(replay.notes, [], "{}", replay.text);
    replay
}

/// Checks the whole text of a play.
fn check(cards: &str, options: Options, answers: &str, expected: &str) {
    assert_eq!(play(cards, options, answers).text, expected);
}

#[test]
fn the_first_example() {
    let expected = include_str!("../data/deck52-sample-1.txt");
    check("KD 3S QD AS 6D KS", PLAIN, "hit hit, hit stand", expected);
}

#[test]
fn the_second_example() {
    check("4S 8D 9D 10H 10C", PLAIN, "hit hit", include_str!("../data/deck52-sample-2.txt"));
}

/// The handout's example shows the nine of diamonds in both hands, which no deck of 52 cards deals. With the nine of
/// clubs for the dealer it is the same to the column.
#[test]
fn the_third_example_but_for_the_card_it_shows_twice() {
    let text = play("KS 9C 9D 10H", PLAIN, "hit stand").text;
    assert_eq!(text.replace("9C", "9D"), include_str!("../data/deck52-sample-3.txt"));
}

#[test]
fn the_fourth_example() {
    check("2S 9D 10D 9H 9S", PLAIN, "hit stand", include_str!("../data/deck52-sample-4.txt"));
}

#[test]
fn a_player_at_21_wins_before_the_dealer_plays() {
    check(
        "2S 3S 10D 9H 2H",
        PLAIN,
        "hit hit",
        "Dealer has cards: 2S 3S               (5)\n\
         You have cards  : 10D 9H              (19)\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: 2S 3S               (5)\n\
         You have cards  : 10D 9H 2H           (21)\n\
         Player wins!\n",
    );
}

#[test]
fn a_dealer_that_stands_at_once_does_so_in_silence() {
    check(
        "JS 8S QD 9H",
        PLAIN,
        "hit stand",
        "Dealer has cards: JS 8S               (18)\n\
         You have cards  : QD 9H               (19)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : QD 9H               (19)\n\
         Player wins!\n",
    );
}

/// Twenty columns are filled to the last, and one card more pushes the score to the right.
#[test]
fn a_long_hand_pushes_its_score() {
    let replay =
        play("JS 8S AH AD AS AC 2H 2D 2S 2C", PLAIN, "hit h, hit h, hit h, hit h, hit h, hit h, hit s");
    let lines: Vec<&str> = replay.text.lines().filter(|line| line.starts_with("You")).collect();
    assert_eq!(lines[4], "You have cards  : AH AD AS AC 2H 2D   (8)");
    assert_eq!(lines[5], "You have cards  : AH AD AS AC 2H 2D 2S(10)");
    assert_eq!(lines[6], "You have cards  : AH AD AS AC 2H 2D 2S 2C(12)");
}

#[test]
fn what_is_no_answer_is_asked_again_and_changes_nothing() {
    let mut game = Game::new(forced("KS 9D AC AH 8D"), BOTH);
    let questions = [
        (Question::Split, vec!["", "maybe", "1", "hit"], " No\r\n", "Split (y/n)     ? "),
        (Question::Ace, vec!["", "2", "111", "one", "y", "-1"], "11\n", "Ace 1 or 11     ? "),
        (Question::Ace, vec!["11 or 1"], " 1", "Ace 1 or 11     ? "),
        (Question::Hit, vec!["", "hits", "hit now", "stand.", "1", "y"], "HIT", "Hit or stand    ? "),
        (Question::Hit, vec!["x"], "S", "Hit or stand    ? "),
    ];
    let mut all_refused = Vec::new();
    for (question, refused, taken, text) in questions {
        assert!(game.step().0.ends_with(text));
        let before = game.round().player;
        for line in refused {
            assert!(!game.answer(line), "{line}");
            assert_eq!(game.step(), (text.to_owned(), Step::Ask(question)), "{line}");
            all_refused.push(line);
        }
        assert_eq!(game.round().player, before);
        assert!(game.answer(taken), "{taken}");
    }
    assert_eq!(game.round().refused, all_refused);
    assert_eq!(game.step().1, Step::Over);
    assert!(!game.answer("hit"));
    assert_eq!(game.step(), (String::new(), Step::Over));
}
