//! The few styles of the reports.

use anstyle::{AnsiColor, Style};

pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();
pub(super) const OPEN: Style = AnsiColor::Yellow.on_default();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const STRONG: Style = Style::new().bold();

/// The text in a style.
pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
