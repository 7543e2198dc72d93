//! Aces that count 11, and pairs that are split.

use reference::deck52::Outcome;

use super::{ACES, BOTH, PLAIN, SPLIT, check, play};

#[test]
fn without_the_extra_credit_nothing_of_it_shows() {
    check(
        "8S 8D AC AH 8H",
        PLAIN,
        "hit stand",
        "Dealer has cards: 8S 8D               (16)\n\
         You have cards  : AC AH               (2)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer hits     : 8S 8D 8H            (24)\n\
         Dealer busts, player wins!\n",
    );
}

#[test]
fn an_ace_is_asked_about_when_it_arrives() {
    check(
        "JS 8S AD 4H AH 5C",
        ACES,
        "ace 11, hit hit, ace 1, hit hit",
        "Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD 4H               (5)\n\
         Ace 1 or 11     ? 11\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD 4H               (15)\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD 4H AH            (16)\n\
         Ace 1 or 11     ? 1\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD 4H AH 5C         (21)\n\
         Player wins!\n",
    );
}

#[test]
fn an_ace_can_win_at_once_or_be_too_much() {
    check(
        "JS 8S AD KH",
        ACES,
        "ace 11",
        "Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD KH               (11)\n\
         Ace 1 or 11     ? 11\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD KH               (21)\n\
         Player wins!\n",
    );
    check(
        "JS 8S AD AH",
        ACES,
        "ace 11, ace 11",
        "Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD AH               (2)\n\
         Ace 1 or 11     ? 11\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD AH               (12)\n\
         Ace 1 or 11     ? 11\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : AD AH               (22)\n\
         Player busts, dealer wins!\n",
    );
}

#[test]
fn an_ace_that_ends_the_hand_is_not_asked_about() {
    let at_21 = play("JS 8S KD QH AH", ACES, "hit hit");
    assert!(at_21.text.ends_with("KD QH AH            (21)\nPlayer wins!\n"), "{}", at_21.text);
    let over = play("JS 8S KD QH 7H AH", ACES, "hit hit");
    assert!(over.text.ends_with("KD QH 7H            (27)\nPlayer busts, dealer wins!\n"), "{}", over.text);
}

/// An eight and an ace are 9, an ace and a nine are 20, and what makes 20 is taken back by no later card.
#[test]
fn the_dealer_counts_11_where_that_makes_20_or_21() {
    check(
        "8S AD QD 9H 2C",
        ACES,
        "hit stand",
        "Dealer has cards: 8S AD               (9)\n\
         You have cards  : QD 9H               (19)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer hits     : 8S AD 2C            (21)\n\
         Dealer stands   : 8S AD 2C            (21)\n\
         \n\
         Dealer has cards: 8S AD 2C            (21)\n\
         You have cards  : QD 9H               (19)\n\
         Dealer wins!\n",
    );
    check(
        "9S AD QD 9H",
        ACES,
        "hit stand",
        "Dealer has cards: 9S AD               (20)\n\
         You have cards  : QD 9H               (19)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer has cards: 9S AD               (20)\n\
         You have cards  : QD 9H               (19)\n\
         Dealer wins!\n",
    );
}

#[test]
fn a_player_who_splits_plays_two_hands() {
    check(
        "JS 7S 6D 6H 4C 5C KC 3H 9C 4D",
        SPLIT,
        "split y, hit hit, hit stand, hit hit, hit hit",
        "Dealer has cards: JS 7S               (17)\n\
         You have cards  : 6D 6H               (12)\n\
         Split (y/n)     ? y\n\
         \n\
         Dealer has cards: JS 7S               (17)\n\
         Your hand 1     : 6D 4C               (10)\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: JS 7S               (17)\n\
         Your hand 1     : 6D 4C KC            (20)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer has cards: JS 7S               (17)\n\
         Your hand 2     : 6H 5C               (11)\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: JS 7S               (17)\n\
         Your hand 2     : 6H 5C 3H            (14)\n\
         Hit or stand    ? hit\n\
         \n\
         Dealer has cards: JS 7S               (17)\n\
         Your hand 2     : 6H 5C 3H 9C         (23)\n\
         Hand 2: Player busts, dealer wins!\n\
         \n\
         Dealer hits     : JS 7S 4D            (21)\n\
         Dealer stands   : JS 7S 4D            (21)\n\
         \n\
         Dealer has cards: JS 7S 4D            (21)\n\
         Your hand 1     : 6D 4C KC            (20)\n\
         Hand 1: Dealer wins!\n",
    );
}

#[test]
fn a_dealer_whose_hands_are_all_answered_does_not_play() {
    let replay = play("2S 3S 10D 10H KC QC 2C AH", SPLIT, "split y, hit hit, hit hit");
    assert!(
        replay.text.ends_with(
            "Your hand 1     : 10D KC 2C           (22)\n\
             Hand 1: Player busts, dealer wins!\n\
             \n\
             Dealer has cards: 2S 3S               (5)\n\
             Your hand 2     : 10H QC              (20)\n\
             Hit or stand    ? hit\n\
             \n\
             Dealer has cards: 2S 3S               (5)\n\
             Your hand 2     : 10H QC AH           (21)\n\
             Hand 2: Player wins!\n"
        ),
        "{}",
        replay.text
    );
    let outcomes: Vec<_> = replay.rounds[0].player.iter().map(|hand| hand.outcome).collect();
    assert_eq!(outcomes, [Some(Outcome::PlayerBust), Some(Outcome::PlayerAt21)]);
}

#[test]
fn a_pair_that_is_not_split_is_played_as_ever() {
    check(
        "JS 8S 9D 9H",
        SPLIT,
        "split n, hit stand",
        "Dealer has cards: JS 8S               (18)\n\
         You have cards  : 9D 9H               (18)\n\
         Split (y/n)     ? n\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer has cards: JS 8S               (18)\n\
         You have cards  : 9D 9H               (18)\n\
         Player and dealer draw.\n",
    );
}

#[test]
fn the_dealer_splits_eights_and_its_better_hand_counts() {
    check(
        "8S 8D 10D 9H KC 2C 4H 9C",
        SPLIT,
        "hit stand",
        "Dealer has cards: 8S 8D               (16)\n\
         You have cards  : 10D 9H              (19)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer hand 1   : 8S KC               (18)\n\
         Dealer hand 2   : 8D 2C               (10)\n\
         Dealer 2 hits   : 8D 2C 4H            (14)\n\
         Dealer 2 hits   : 8D 2C 4H 9C         (23)\n\
         Dealer hand 2 busts.\n\
         \n\
         Dealer hand 1   : 8S KC               (18)\n\
         Dealer hand 2   : 8D 2C 4H 9C         (23)\n\
         You have cards  : 10D 9H              (19)\n\
         Player wins!\n",
    );
    check(
        "8S 8D 10D 9H 7C 5C KH QH",
        SPLIT,
        "hit stand",
        "Dealer has cards: 8S 8D               (16)\n\
         You have cards  : 10D 9H              (19)\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer hand 1   : 8S 7C               (15)\n\
         Dealer hand 2   : 8D 5C               (13)\n\
         Dealer 1 hits   : 8S 7C KH            (25)\n\
         Dealer hand 1 busts.\n\
         Dealer 2 hits   : 8D 5C QH            (23)\n\
         Dealer hand 2 busts.\n\
         Dealer busts, player wins!\n",
    );
}

#[test]
fn both_sides_split_aces() {
    check(
        "AS AC AD AH 5D QD KD 9C",
        BOTH,
        "split y, ace 1, hit stand, ace 11",
        "Dealer has cards: AS AC               (2)\n\
         You have cards  : AD AH               (2)\n\
         Split (y/n)     ? y\n\
         \n\
         Dealer has cards: AS AC               (2)\n\
         Your hand 1     : AD 5D               (6)\n\
         Ace 1 or 11     ? 1\n\
         Hit or stand    ? stand\n\
         \n\
         Dealer has cards: AS AC               (2)\n\
         Your hand 2     : AH QD               (11)\n\
         Ace 1 or 11     ? 11\n\
         \n\
         Dealer has cards: AS AC               (2)\n\
         Your hand 2     : AH QD               (21)\n\
         Hand 2: Player wins!\n\
         \n\
         Dealer hand 1   : AS KD               (21)\n\
         Dealer hand 2   : AC 9C               (20)\n\
         \n\
         Dealer hand 1   : AS KD               (21)\n\
         Dealer hand 2   : AC 9C               (20)\n\
         Your hand 1     : AD 5D               (6)\n\
         Hand 1: Dealer wins!\n",
    );
}
