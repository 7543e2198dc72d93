//! Progress on standard error, while a class is judged.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{harmless, harmless_line};
use crate::check::Event;

/// A bar that moves with the events of a run; silent where standard error is no terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar on standard error.
    pub fn new() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let target = if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows what happened.
    pub fn show(&self, event: &Event) {
        match event {
            Event::Layout(text) | Event::Warning(text) => self.tell(text),
            Event::Found { total } => {
                self.bar.set_length(*total as u64);
                self.bar.enable_steady_tick(Duration::from_millis(200));
            }
            Event::Started { student, .. } => self.bar.set_message(harmless_line(student)),
            Event::Finished { .. } => self.bar.inc(1),
            Event::Interrupted => self.end(),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// A message that stays, bar or no bar.
    fn tell(&self, text: &str) {
        self.bar.suspend(|| anstream::eprintln!("{}", harmless(text)));
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}
