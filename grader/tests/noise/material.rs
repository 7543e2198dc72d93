//! What the noise is made of, and a stage that plays it.
//!
//! A noise program is a list of chunks: it prints one, waits for an answer, prints the next, and ends well after the
//! last. It says other things in each session, as a program with chance in it does: it begins with another chunk.

use std::fs;
use std::path::Path;

use grader::assignment::bluejack::Bluejack;
use grader::assignment::casino::Casino;
use grader::assignment::crowns::Crowns;
use grader::assignment::deck52::Deck52;
use grader::assignment::{Assignment, Judgement, Language, Seeds, Task};
use grader::play::{Dialogue, PlayError, Reply, Setting, Stage};
use grader::spec::{Shelf, Spec};
use grader::transcript::{Answer, Ending, Transcript, Turn};

/// Every assignment.
pub(crate) const ASSIGNMENTS: [&dyn Assignment; 4] = [&Casino, &Bluejack, &Deck52, &Crowns];

/// The spec that the binary holds.
pub(crate) fn spec(assignment: &dyn Assignment) -> Spec {
    Shelf::Embedded.load(assignment).expect("the spec of the binary is right").spec
}

/// Where noise comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bytes and signs of any kind.
    Bytes,
    /// Lines of real transcripts, in any order, cut and repeated.
    Shuffled,
    /// Lines of words and numbers such as games print, put together at random.
    Words,
}

impl Kind {
    /// Whether it is noise alone: nothing in it is a fault of a game.
    pub(crate) fn is_pure(self) -> bool {
        self != Self::Shuffled
    }
}

/// Numbers from a seed (`SplitMix64`), so that each transcript can be made again from its number.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Words of all four games and of none.
const WORDS: &[&str] = &[
    "you", "You", "your", "Your", "the", "The", "dealer", "Dealer", "computer", "Computer", "player",
    "Player", "have", "has", "is", "are", "total", "sum", "cards", "card", "hand", "Hand", "board", "of",
    "with", "and", "a", "to", "in", "Ace", "King", "Queen", "Jack", "Ten", "Two", "Joker", "Hearts",
    "Spades", "Clubs", "Diamonds", "Stars", "red", "Red", "blue", "Blue", "Green", "Yellow", "AH", "KD",
    "3S", "10C", "QS", "JK", "win", "wins", "won", "lose", "lost", "draw", "tie", "bust", "busted", "over",
    "bet", "money", "points", "score", "Score", "round", "Round", "set", "Set", "game", "Game", "book",
    "run", "wild", "hit", "stand", "play", "again", "end", "flip", "double", "how", "many", "much", "Enter",
    "another", "want", "do", "banana", "weather", "seven", "Error", "(y/n)", "[1-4]", "->", "--", "===", "♠",
    "♥", "$", "+", "*",
];

/// What lines end with.
const ENDS: &[&str] = &["\n", "\n", "\n", ".\n", "!\n", ":\n", "?\n", "? ", ": ", "> ", "\r\n", "", "\n\n"];

const SIGNS: &[&str] = &[
    "\u{0}",
    "\u{1b}[31m",
    "\u{1b}[2J",
    "\u{fffd}",
    "\u{200b}",
    "\u{202e}",
    "é",
    "ß",
    "İ",
    "ﬁ",
    "٣",
    "½",
    "Ⅷ",
    "一",
    "🂡",
    "\t",
    "\r",
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{2028}",
    "e\u{301}",
    "\u{1f468}\u{200d}\u{1f469}",
    "$",
    "-",
    "%",
];

/// One number, small more often than not.
fn number(chance: &mut Chance) -> String {
    match chance.below(12) {
        0 => "0".to_owned(),
        1 => (chance.next() as i64).to_string(),
        2 => format!("-{}", chance.below(100)),
        3 => format!("{}{}", u64::MAX, chance.next()),
        4 => format!("{}.{}", chance.below(1000), chance.below(100)),
        5 => format!("${}", chance.below(1200)),
        6 => format!("({})", chance.below(30)),
        _ => chance.below(26).to_string(),
    }
}

fn words(chance: &mut Chance) -> String {
    let mut text = String::new();
    for _ in 0..=chance.below(5) {
        for _ in 0..chance.below(8) {
            if chance.below(4) == 0 {
                text += &number(chance);
            } else {
                text += chance.pick(WORDS);
            }
            text += chance.pick(&[" ", " ", " ", ", ", ": ", "  ", ""]);
        }
        text += chance.pick(ENDS);
    }
    text
}

fn bytes(chance: &mut Chance) -> String {
    let length = chance.below(120);
    match chance.below(3) {
        // As the engine decodes what a program wrote.
        0 => {
            let raw: Vec<u8> = (0..length).map(|_| chance.next() as u8).collect();
            String::from_utf8_lossy(&raw).into_owned()
        }
        1 => (0..length).filter_map(|_| char::from_u32(chance.next() as u32 & 0x1f_ffff)).collect(),
        _ => (0..length).map(|_| chance.pick(SIGNS)).collect(),
    }
}

/// Lines of the reference's transcripts for an assignment, with the answers in their places.
pub(crate) fn real_lines(id: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(id).join("snapshots");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the snapshots are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("a snapshot is text"));
    texts
        .flat_map(|text| {
            text.splitn(3, "---\n").last().unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// Consecutive lines mostly, so that there is something to follow, with cuts, repeats and jumps.
fn shuffled(chance: &mut Chance, real: &[String]) -> String {
    let mut text = String::new();
    let mut at = chance.below(real.len());
    for _ in 0..=chance.below(9) {
        let line = real[at % real.len()].as_str();
        match chance.below(8) {
            0 => {
                let cut = line.char_indices().map(|(at, _)| at).nth(chance.below(line.chars().count() + 1));
                text += &line[..cut.unwrap_or(line.len())];
            }
            1 => text.extend([line, "\n", line, "\n"]),
            2 => text += line,
            3 => at = chance.below(real.len()),
            _ => text.extend([line, "\n"]),
        }
        at += 1;
    }
    text
}

/// One chunk of what a noise program prints.
pub(crate) fn chunk(kind: Kind, chance: &mut Chance, real: &[String]) -> String {
    match kind {
        Kind::Bytes => bytes(chance),
        Kind::Words => words(chance),
        Kind::Shuffled => shuffled(chance, real),
    }
}

/// A program that prints noise.
pub(crate) struct Noise {
    pub(crate) chunks: Vec<String>,
    /// How many sessions were played.
    pub(crate) sessions: u32,
}

impl Noise {
    pub(crate) fn new(chunks: Vec<String>) -> Self {
        Self { chunks, sessions: 0 }
    }

    fn said(&self, seed: u32, turn: usize) -> String {
        self.chunks
            .get((seed as usize % self.chunks.len().max(1) + turn) % self.chunks.len().max(1))
            .cloned()
            .unwrap_or_default()
    }
}

impl Stage for Noise {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        self.sessions += 1;
        let mut turns = Vec::new();
        let mut end = Ending::Exited(0);
        for turn in 1..self.chunks.len() {
            let said = self.said(setting.seed, turn - 1);
            let answer = match player.reply(&said) {
                Reply::Line(line) => Answer::Line(line),
                Reply::EndOfInput => Answer::EndOfInput,
                Reply::Stop => {
                    end = Ending::Stopped;
                    return Ok(transcript(setting, turns, said, end));
                }
            };
            turns.push(Turn { said, answer });
        }
        let tail = self.said(setting.seed, self.chunks.len().saturating_sub(1));
        Ok(transcript(setting, turns, tail, end))
    }
}

/// A session of a program that seeds as it should.
fn transcript(setting: &Setting, turns: Vec<Turn>, tail: String, end: Ending) -> Transcript {
    Transcript { seed: setting.seed, turns, tail, end, seedings: vec![setting.base], seeding_calls: 1 }
}

/// A transcript of these chunks, with answers such as players give.
pub(crate) fn answered(chunks: Vec<String>, chance: &mut Chance) -> Transcript {
    const ANSWERS: &[&str] =
        &["y", "n", "50", "", "-5", "1", "9223372036854775807", "abc", "play 1", "h", "stand"];
    let mut said = chunks;
    let tail = said.pop().unwrap_or_default();
    let turns =
        said.into_iter().map(|said| Turn { said, answer: Answer::Line(chance.pick(ANSWERS).to_owned()) });
    transcript(&Setting::default(), turns.collect(), tail, Ending::Exited(0))
}

/// Judges a noise program the whole way: players, reader, facts, rules, proofs.
pub(crate) fn judge(assignment: &dyn Assignment, spec: &Spec, noise: &mut Noise) -> Judgement {
    let mut task = Task {
        stage: noise,
        workbench: None,
        spec,
        sources: &[("main.cpp".to_owned(), "int main() {}\n".to_owned())],
        language: Language::Cpp,
        seeds: Seeds { salt: String::new() },
        sessions: Some(SESSIONS),
        replay: "grader play main.cpp".to_owned(),
    };
    assignment.judge(&mut task).expect("noise can be played")
}

/// The most sessions a noise program is surveyed in.
pub(crate) const SESSIONS: u32 = 8;
