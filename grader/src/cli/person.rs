//! A person at this terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::assignment::Assignment;
use crate::play::{Dialogue, Reply};
use crate::report;
use crate::spec::Spec;
use crate::transcript::{Answer, Ending, Transcript, Turn};

/// Shows what the program says as it says it, with the arithmetic beside the totals, and types what the person types.
pub(super) struct Person<'a> {
    assignment: &'a dyn Assignment,
    spec: &'a Spec,
    /// The session so far.
    transcript: Transcript,
    /// How many lines of its annotated form were shown.
    shown: usize,
}

impl<'a> Person<'a> {
    pub(super) fn new(assignment: &'a dyn Assignment, spec: &'a Spec, seed: u32) -> Self {
        let transcript = Transcript {
            seed,
            turns: Vec::new(),
            tail: String::new(),
            end: Ending::Stopped,
            seedings: Vec::new(),
            seeding_calls: 0,
        };
        Self { assignment, spec, transcript, shown: 0 }
    }

    /// Shows what the program said after the last answer.
    pub(super) fn see_out(mut self, transcript: &Transcript) {
        self.transcript = transcript.clone();
        self.show();
    }

    /// Shows what is new. The annotated form has the same lines however the session goes on, so the new lines are
    /// those at its end.
    fn show(&mut self) {
        let text = self.assignment.annotate(&self.transcript, self.spec);
        for line in text.lines().skip(self.shown) {
            report::print(&format!("{}\n", report::harmless(line)));
        }
        self.shown = text.lines().count();
    }

    /// Takes up what was said and answered; the answer's own line is on the screen already.
    fn answered(&mut self, said: &str, answer: Answer) {
        self.transcript.tail.clear();
        self.transcript.turns.push(Turn { said: said.to_owned(), answer });
        self.shown += 1;
    }
}

impl Dialogue for Person<'_> {
    fn reply(&mut self, said: &str) -> Reply {
        said.clone_into(&mut self.transcript.tail);
        self.show();
        report::print("> ");
        let _ = io::stdout().flush();
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => {
                report::print("(end of input)\n");
                self.answered(said, Answer::EndOfInput);
                Reply::EndOfInput
            }
            Ok(_) => {
                let typed = line.strip_suffix('\n').unwrap_or(&line);
                let typed = typed.strip_suffix('\r').unwrap_or(typed);
                if !io::stdin().is_terminal() {
                    // A terminal shows what is typed; a file or pipe does not.
                    report::print(&format!("{}\n", report::harmless_line(typed)));
                }
                self.answered(said, Answer::Line(typed.to_owned()));
                Reply::Line(typed.to_owned())
            }
        }
    }
}
