//! Makes calls through a harness.

use std::fmt::Write;

use super::line::{Called, End, Heard, Value};
use crate::play::{Dialogue, PlayError, Reply, Setting, Stage};
use crate::transcript::{Ending, signal_name};

/// A compiled harness, ready for calls.
pub struct Caller {
    stage: Box<dyn Stage>,
    secret: String,
    /// How many calls have hung.
    hangs: u32,
}

/// A command to a harness.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Call {
    /// The command's name and arguments.
    pub command: String,
    /// What `rand()` returns first; then its stream goes on.
    pub script: Vec<u32>,
}

impl Call {
    /// A call without a script.
    pub fn new(command: impl Into<String>) -> Self {
        Self { command: command.into(), script: Vec::new() }
    }

    fn line(&self) -> String {
        let mut line = self.command.clone();
        if !self.script.is_empty() {
            line.push_str(" ;");
        }
        for value in &self.script {
            let _ = write!(line, " {value}");
        }
        line
    }
}

/// How many calls may hang before no more of the same are made. The first costs a second and more, and the next ones a
/// tenth of it.
const HANGS: u32 = 2;
/// How many may hang before a program is called no more.
const MOST_HANGS: u32 = 20;
/// How many may break off in other ways.
const BREAKS: u32 = 60;

impl Caller {
    pub(super) fn new(stage: Box<dyn Stage>, secret: String) -> Self {
        Self { stage, secret, hangs: 0 }
    }

    /// Makes calls in one process, in order, and stops after the first that does not come back. A call that was never
    /// reached has a reason in its place.
    pub fn call_in_turn(
        &mut self,
        setting: &Setting,
        calls: &[Call],
    ) -> Result<Vec<Result<Called, String>>, PlayError> {
        if self.hangs >= MOST_HANGS && !calls.is_empty() {
            return Ok(vec![Err("too many calls did not come back".to_owned())]);
        }
        let mut talk =
            Talk { secret: &self.secret, calls, sent: 0, made: Vec::new(), over: calls.is_empty() };
        let transcript = self.stage.play(setting, &mut talk)?;
        self.hangs += u32::from(hung(&transcript.end));
        if !talk.over {
            let heard = Heard::read(&transcript.tail, &self.secret);
            let made = match heard.entered {
                Some(printed) => Ok(Called::cut(&printed, End::Ended(transcript.end))),
                None if talk.sent == 0 => {
                    Err(format!("before its `main` begins the program {}", ended(&transcript.end)))
                }
                None => Err(format!("before the call the program {}", ended(&transcript.end))),
            };
            talk.made.push(made);
        }
        Ok(talk.made)
    }

    /// Makes calls that do not rest on each other: after one that does not come back the program is started again, and
    /// the others are made. After a few such calls no more are made, and the rest have that as their reason.
    pub fn call_each(
        &mut self,
        setting: &Setting,
        calls: &[Call],
    ) -> Result<Vec<Result<Called, String>>, PlayError> {
        let mut all: Vec<Result<Called, String>> = Vec::new();
        let (mut hangs, mut breaks) = (0, 0);
        while all.len() < calls.len() {
            let mut made = self.call_in_turn(setting, &calls[all.len()..])?;
            match made.last() {
                Some(Ok(Called { end: End::Ended(end), .. })) if hung(end) => hangs += 1,
                Some(Ok(Called { end: End::Ended(_), .. })) => {
                    breaks += 1;
                    // What came before may have done it; a call is blamed for what it does in a fresh process.
                    if made.len() > 1 {
                        made.pop();
                    }
                }
                Some(Ok(Called { end: End::Asked, .. }) | Err(_)) => breaks += 1,
                _ => {}
            }
            all.append(&mut made);
            if hangs >= HANGS || breaks >= BREAKS {
                let reason = "no more calls were made after several that did not come back".to_owned();
                all.resize(calls.len(), Err(reason));
            }
        }
        Ok(all)
    }
}

fn hung(end: &Ending) -> bool {
    matches!(end, Ending::CpuLimit | Ending::WallLimit)
}

/// How a program ended, after "the program".
fn ended(end: &Ending) -> String {
    match end {
        Ending::Exited(status) => format!("ends with status {status}"),
        Ending::Signalled(signal) => format!("crashes: {}", signal_name(*signal)),
        Ending::CpuLimit => "computes without end".to_owned(),
        Ending::WallLimit => "hangs".to_owned(),
        Ending::OutputLimit => "prints without end".to_owned(),
        Ending::Stopped => "asks for input".to_owned(),
        Ending::Blind(how) => format!("waits for input in a way the grader cannot see ({how})"),
    }
}

/// How a call broke off, after the call.
pub fn how_it_broke(called: &Called) -> String {
    match &called.end {
        End::Threw(what) => format!("throws {:?}", shortened(what)),
        End::Asked => "asks for input".to_owned(),
        End::Ended(Ending::Exited(status)) => format!("ends the program with status {status}"),
        End::Ended(end) => ended(end),
        End::Returned(values) => {
            format!("returns {}", values.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(_) => "an object".to_owned(),
        Value::Nothing => "nothing".to_owned(),
    }
}

/// The beginning of a text.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

/// Hands commands to a harness, one after the other.
struct Talk<'a> {
    secret: &'a str,
    calls: &'a [Call],
    /// How many commands were sent.
    sent: usize,
    made: Vec<Result<Called, String>>,
    /// No outcome is waited for.
    over: bool,
}

impl Dialogue for Talk<'_> {
    fn reply(&mut self, said: &str) -> Reply {
        let heard = Heard::read(said, self.secret);
        let made = match heard {
            Heard { ready: true, .. } if self.sent == 0 => None,
            Heard { ready: true, done: Some(called), .. } => Some(Ok(called)),
            Heard { ready: true, .. } => Some(Err("the harness does not know it".to_owned())),
            Heard { entered: Some(printed), .. } => Some(Ok(Called::cut(&printed, End::Asked))),
            Heard { .. } if self.sent == 0 => {
                Some(Err("the program asks for input before its `main` begins".to_owned()))
            }
            Heard { .. } => Some(Err("the program asks for input before the call".to_owned())),
        };
        self.made.extend(made);
        if heard_the_last(self) {
            self.over = true;
            return Reply::Stop;
        }
        let line = self.calls[self.sent].line();
        self.sent += 1;
        Reply::Line(line)
    }
}

/// Whether no more is to be sent: all is done, or the last call did not come back.
fn heard_the_last(talk: &Talk<'_>) -> bool {
    let back = |made: &Result<Called, String>| {
        matches!(made, Ok(Called { end: End::Returned(_) | End::Threw(_), .. }))
    };
    talk.sent == talk.calls.len() || !talk.made.iter().all(back)
}
