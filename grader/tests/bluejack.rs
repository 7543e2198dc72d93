//! The judging of Bluejack, without any program to compile: the reference plays, or noise is read.

use grader::assignment::bluejack::Bluejack;
use grader::assignment::bluejack::question::Questions;
use grader::assignment::bluejack::reader::Reader;
use grader::assignment::bluejack::reading::Reading;
use grader::assignment::bluejack::referee::judge_all;
use grader::assignment::bluejack::rules::RULES;
use grader::assignment::{Assignment, Judgement, Language, Seeds, Status, Task};
use grader::play::{Dialogue, PlayError, Reply, Setting, Stage};
use grader::spec::Shelf;
use grader::transcript::{Answer, Ending, Transcript, Turn};
use proptest::prelude::*;
use reference::bluejack::{Game, Step};

/// A program that plays the reference's game, its text changed line by line.
struct Reference(fn(&str) -> String);

impl Stage for Reference {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        let mut game = Game::new(setting.seed.wrapping_add(1));
        let (mut turns, mut end, mut tail) = (Vec::new(), Ending::Exited(0), String::new());
        loop {
            let (said, step) = game.step();
            let said: String = said.lines().map(|line| self.0(line) + "\n").collect();
            if step == Step::Over {
                tail = said;
                break;
            }
            let answer = match player.reply(&said) {
                Reply::Line(line) => {
                    game.answer(&line);
                    Answer::Line(line)
                }
                Reply::EndOfInput => Answer::EndOfInput,
                Reply::Stop => {
                    tail = said;
                    end = Ending::Stopped;
                    break;
                }
            };
            let over = answer == Answer::EndOfInput;
            turns.push(Turn { said, answer });
            if over {
                break;
            }
        }
        Ok(Transcript { seed: setting.seed, turns, tail, end, seedings: Vec::new(), seeding_calls: 0 })
    }
}

fn judged(change: fn(&str) -> String) -> Judgement {
    let spec = Shelf::Embedded.load(&Bluejack).expect("the spec is right").spec;
    let mut stage = Reference(change);
    let mut task = Task {
        stage: &mut stage,
        workbench: None,
        spec: &spec,
        sources: &[],
        language: Language::Cpp,
        seeds: Seeds { salt: String::new() },
        sessions: None,
        replay: "grader play reference".to_owned(),
    };
    Bluejack.judge(&mut task).expect("the reference plays")
}

fn with_status(judgement: &Judgement, status: Status) -> Vec<&str> {
    judgement.checks.iter().filter(|check| check.status == status).map(|check| check.id).collect()
}

#[test]
fn the_reference_keeps_every_rule_and_shows_each() {
    let judgement = judged(str::to_owned);
    assert_eq!(judgement.review, None);
    assert_eq!(with_status(&judgement, Status::Pass).len(), RULES.len(), "{:?}", judgement.checks);
}

#[test]
fn a_wrong_sum_is_one_fault() {
    let judgement =
        judged(|line| if line.contains("board") { line.replace("(20)", "(21)") } else { line.to_owned() });
    assert_eq!(with_status(&judgement, Status::Fail), ["board-sum"], "{:?}", judgement.checks);
}

#[test]
fn other_words_are_left_to_a_person_with_the_first_line_not_understood() {
    let judgement = judged(|line| line.replace("Computer draws", "La machine tire"));
    let reason = judgement.review.expect("a review");
    assert!(reason.contains("La machine tire"), "{reason}");
    assert!(
        reason.contains("expected there, as specs/bluejack.md has it: `Computer draws Blue 7.`"),
        "{reason}"
    );
    assert!(judgement.checks.iter().all(|check| check.status == Status::Review));
}

#[test]
fn a_colour_the_game_does_not_have_is_left_to_a_person() {
    let judgement = judged(|line| line.replace("Red", "Purple"));
    let reason = judgement.review.as_deref().expect("a review");
    assert!(reason.contains("\"Purple "), "{reason}");
    assert!(with_status(&judgement, Status::Fail).is_empty(), "{:?}", judgement.checks);
}

#[test]
fn a_number_the_deck_does_not_have_is_no_fault_of_the_hand() {
    let judgement = judged(|line| line.replace("Blue 10", "Blue 11"));
    // The sums still count the 10 that it is.
    assert_eq!(with_status(&judgement, Status::Fail), ["game-deck", "board-sum"], "{:?}", judgement.checks);
}

#[test]
fn every_line_named_in_a_review_is_on_the_page() {
    let page = include_str!("../../specs/bluejack.md");
    let other_words: [fn(&str) -> String; 6] = [
        |line| line.replace("You draw", "Tu tires"),
        |line| line.replace("Your board", "Ton plateau"),
        |line| line.replace("Your hand", "Ta main"),
        |line| line.replace("Computer draws", "La machine tire"),
        |line| line.replace("Computer's board", "Plateau adverse"),
        |line| line.replace("You play", "Tu poses"),
    ];
    for change in other_words {
        let reason = judged(change).review.expect("a review");
        let mut named = reason.split('`').skip(1).step_by(2);
        assert!(named.clone().count() > 1 && named.all(|line| page.contains(line)), "{reason}");
    }
}

/// Pieces of what programs print, mixed with noise.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "--- Set 1 (0-0) ---\n",
        "--- Set 99999999999999999999 (1-0) ---\n",
        "You draw Blue 7.\n",
        "You draw .\n",
        "Computer draws Green 99999999999999999999.\n",
        "Your board: Blue 7, Red -2 (5)\n",
        "Your board: Flip, Double (0)\n",
        "Computer's board: Green 999999999, Double, Double (-999999999999999999999)\n",
        "Your hand: 1) Blue +3, 2) Flip\n",
        "Your hand:\n1) Blue +3\n",
        "Your hand: empty\n",
        "Your move (end, stand, play 1-2)?",
        "You play Flip.\n",
        "Computer plays Green -4.\n",
        "You end your turn.\n",
        "Computer stands.\n",
        "You bust.\n",
        "Computer has nine cards.\n",
        "You win the set.\n",
        "The set is tied.\n",
        "Bluejack!\n",
        "Bluejack! Computer wins the game.\n",
        "press enter to continue",
        "\u{1b}[31m\u{0}\u{7}\r\n",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => "\\PC{0,30}", 1 => "[ \\t\\n0-9,.:()/+-]{0,20}"]
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        prop::sample::select(vec!["end", "stand", "play 1", "play 9", "", "play", "play 99999999999", "x"])
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
    let said = || prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.concat());
    let turn = (said(), answer()).prop_map(|(said, answer)| Turn { said, answer });
    (any::<u32>(), prop::collection::vec(turn, 0..12), said(), ending()).prop_map(
        |(seed, turns, tail, end)| Transcript { seed, turns, tail, end, seedings: vec![1], seeding_calls: 1 },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_sessions_can_be_read_and_judged(transcripts in prop::collection::vec(transcript(), 1..6)) {
        let questions = Questions::default();
        let sessions: Vec<_> =
            transcripts.iter().map(|transcript| Reader::read(&questions, transcript, 0, "noise")).collect();
        let reading = Reading::learn(&sessions);
        for (id, findings) in judge_all(&sessions, &reading) {
            for finding in findings.broken {
                prop_assert!(finding.session < sessions.len(), "{id} names a session");
                prop_assert!(finding.from <= finding.turn, "{id} shows its start");
            }
        }
    }
}
