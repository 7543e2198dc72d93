//! A game played from a script, from its first question to its end.

use std::fmt;

use crate::script::{Script, ScriptAnswer, ScriptCursor};

/// A game as it is played, whichever it is: it says something, asks a question and takes an answer.
pub trait Play {
    /// What there is to tell of a round.
    type Round;

    /// What was said since the last call, the question last, and the kind of the question: the word by which a
    /// script calls it. There is none once the game is over.
    fn listen(&mut self) -> (String, Option<&'static str>);

    /// Answers the question, and tells whether the answer was taken; if not, the same question is asked again.
    fn answer(&mut self, line: &str) -> bool;

    /// What happened so far, round by round; the last one may be unfinished.
    fn played(&self) -> Vec<Self::Round>;
}

/// What came of playing a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<Round> {
    /// The whole play as a snapshot holds it: the output, with the answer and a newline inserted at each question.
    /// This is what `insta::assert_snapshot!` is given. It ends with a newline, unless the script ended before the
    /// game and the game asks its questions in the middle of a line.
    pub text: String,
    /// What was said before each answer, the question last, and the answer.
    pub turns: Vec<(String, String)>,
    /// What was said after the last answer.
    pub tail: String,
    /// What happened, round by round; the last one may be unfinished.
    pub rounds: Vec<Round>,
    /// Where the script and the game did not fit together, in the order it was noticed.
    pub notes: Vec<Note>,
}

/// A place where a script and the game did not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A question the next line does not answer took the script's fallback.
    Fallback {
        /// The place of the answer in [`Replay::turns`], from 0.
        turn: usize,
        /// The kind of the question.
        kind: String,
        /// The answer it took.
        answer: String,
    },
    /// A fallback was not taken as an answer, and would be given again and again, so the replay stopped.
    FallbackRefused {
        /// The place of the answer in [`Replay::turns`], from 0.
        turn: usize,
        /// The kind of the question.
        kind: String,
        /// The answer that was refused.
        answer: String,
    },
    /// The script had no answer to a question, so the replay stopped there.
    NoAnswer {
        /// The kind of the question.
        kind: String,
    },
    /// The replay ended before these lines of the script came up.
    Unused {
        /// The lines, as a script writes them.
        lines: Vec<String>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fallback { turn, kind, answer } => {
                write!(f, "answer {}: the `{kind}` question took the fallback `{answer}`", turn + 1)
            }
            Self::FallbackRefused { turn, kind, answer } => {
                write!(
                    f,
                    "answer {}: the fallback `{answer}` was refused by the `{kind}` question; ",
                    turn + 1
                )?;
                f.write_str("the replay stops there")
            }
            Self::NoAnswer { kind } => {
                write!(f, "the script has no answer to the last `{kind}` question; the replay stops there")
            }
            Self::Unused { lines } => write!(f, "not used: {}", lines.join(", ")),
        }
    }
}

/// Plays a game from a script. The script's seed and options are not looked at: whoever made the game decided.
///
/// The play ends with the game, or at the first question the script does not answer. A fallback that is refused
/// stops it too, so it ends for every game that cannot go on for ever with answers it takes.
pub fn replay<P: Play>(mut game: P, script: &Script) -> Replay<P::Round> {
    let mut cursor = script.cursor();
    let mut replay = Replay::default();
    loop {
        let (said, kind) = game.listen();
        replay.text.push_str(&said);
        let Some(answer) = kind.and_then(|kind| replay.next_answer(&mut cursor, kind)) else {
            replay.tail = said;
            break;
        };
        replay.text.push_str(&answer);
        replay.text.push('\n');
        replay.turns.push((said, answer.clone()));
        if !game.answer(&answer) {
            replay.refuse_fallback();
        }
    }
    let unused = cursor.unused();
    if !unused.is_empty() {
        replay.notes.push(Note::Unused { lines: unused });
    }
    replay.rounds = game.played();
    replay
}

impl<Round> Default for Replay<Round> {
    /// A replay in which nothing happened. Written out, because the derived one would ask it of the round as well.
    fn default() -> Self {
        let (text, tail) = (String::new(), String::new());
        Self { text, turns: Vec::new(), tail, rounds: Vec::new(), notes: Vec::new() }
    }
}

impl<Round> Replay<Round> {
    /// The script's answer to a question of this kind, or `None` and a note where the play has to stop.
    fn next_answer(&mut self, cursor: &mut ScriptCursor, kind: &str) -> Option<String> {
        if matches!(self.notes.last(), Some(Note::FallbackRefused { .. })) {
            return None;
        }
        let turn = self.turns.len();
        match cursor.next(kind) {
            ScriptAnswer::Next(answer) => Some(answer),
            ScriptAnswer::Fallback(answer) => {
                self.notes.push(Note::Fallback { turn, kind: kind.to_owned(), answer: answer.clone() });
                Some(answer)
            }
            ScriptAnswer::Exhausted => {
                self.notes.push(Note::NoAnswer { kind: kind.to_owned() });
                None
            }
        }
    }

    /// Turns the note on the latest answer, if that was a fallback, into one that it was refused.
    fn refuse_fallback(&mut self) {
        let latest = self.turns.len().checked_sub(1);
        if let Some(note @ Note::Fallback { .. }) = self.notes.last_mut()
            && let Note::Fallback { turn, kind, answer } = note.clone()
            && Some(turn) == latest
        {
            *note = Note::FallbackRefused { turn, kind, answer };
        }
    }
}
