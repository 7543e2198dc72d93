//! Whatever a program prints, reading and judging it never panics.

use grader::assignment::Language;
use grader::assignment::casino::question::Questions;
use grader::assignment::casino::reader::Reader;
use grader::assignment::casino::reading::Reading;
use grader::assignment::casino::rules::RULES;
use grader::transcript::{Answer, Ending, Transcript, Turn};
use proptest::prelude::*;

/// Pieces of what programs print, mixed with noise.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "You have $100. Enter bet:\n",
        "You have $-5. Bet: ",
        "Your cards are:\n",
        "Ten of Clubs\n",
        "Ace of Spades\nAce of Spades\n",
        "11 of ♣\n",
        " of Hearts",
        "Two of",
        "Dealer: King of Hearts, Queen of Spades (20)\n",
        "The dealer's total is 17.\n",
        "Your total is 999. Do you want another card (y/n)?",
        "You win $50.\n",
        "Too bad! You lose.\n",
        "A draw!\n",
        "Play again? (y/n): ",
        "You have $0. GAME OVER.\n",
        "(h)it or (s)tand [1 = hit, 2 = stand] > ",
        "\u{1b}[31m\u{0}\u{7}\r\n",
        "$99999999999999999999999\n",
        "Round 3, won: 1\n",
        "press enter to continue",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,30}", 1 => "[ \\t\\n$0-9,.:()/-]{0,20}"]
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        prop::sample::select(vec!["y", "n", "50", "", "-5", "100", "1", "9223372036854775807", "abc"])
            .prop_map(|line| Answer::Line(line.to_owned())),
        Just(Answer::EndOfInput),
    ]
}

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        any::<i32>().prop_map(Ending::Exited),
        (0..40).prop_map(Ending::Signalled),
        Just(Ending::Stopped),
        Just(Ending::OutputLimit),
    ]
}

fn transcript() -> impl Strategy<Value = Transcript> {
    let said = || prop::collection::vec(piece(), 0..6).prop_map(|pieces| pieces.concat());
    let turn = (said(), answer()).prop_map(|(said, answer)| Turn { said, answer });
    (any::<u32>(), prop::collection::vec(turn, 0..12), said(), ending()).prop_map(
        |(seed, turns, tail, end)| Transcript {
            seed,
            turns,
            tail,
            end,
            seedings: vec![333],
            seeding_calls: 1,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_sessions_can_be_read_and_judged(transcripts in prop::collection::vec(transcript(), 1..6)) {
        for late in [false, true] {
            let questions = Questions { late, ..Questions::default() };
            let mut sessions: Vec<_> =
                transcripts.iter().map(|transcript| Reader::read(&questions, transcript, 0, "noise")).collect();
            for language in [Language::Cpp, Language::Rust] {
                let reading = Reading::learn(&mut sessions, 333, language);
                for rule in RULES {
                    let findings = (rule.judge)(&sessions, &reading);
                    for finding in findings.broken {
                        prop_assert!(finding.session < sessions.len(), "{} names a session", rule.entry.id);
                        prop_assert!(finding.from <= finding.turn, "{} shows its start", rule.entry.id);
                    }
                }
            }
        }
    }
}
